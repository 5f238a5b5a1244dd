//! Turns, rules and the scenario of a bundle.

use serde_json::{Value, json};

use super::words::{Words, object, text};
use crate::model::*;

pub(super) fn turns(words: &Words<'_>) -> Value {
    let game = words.game;
    let turn = |t: &Turn| {
        object([
            ("id", Some(json!(t.id))),
            ("date", text(&t.date)),
            ("weather", text(&t.weather)),
            ("ground", text(&t.ground)),
            ("tags", (!t.tags.is_empty()).then(|| json!(t.tags))),
        ])
    };
    let phase = |p: &Phase| {
        object([
            ("id", Some(json!(p.id))),
            ("name", text(&p.name)),
            ("side", p.side.map(|s| words.side(s))),
            ("if", p.when.as_ref().and_then(|c| words.piece(c))),
            ("does", p.does.as_ref().map(|does| json!(does))),
            ("repeat", p.repeat.as_ref().and_then(|c| words.piece(c))),
            ("alternate", p.alternate.then(|| json!(true))),
        ])
    };
    let more = |words: &Vec<String>| (!words.is_empty()).then(|| json!(words));
    object([
        ("turns", Some(json!(game.turns.values().map(turn).collect::<Vec<_>>()))),
        ("phases", Some(json!(game.phases.values().map(phase).collect::<Vec<_>>()))),
        ("weather", more(&game.more_weather)),
        ("ground", more(&game.more_ground)),
    ])
}

pub(super) fn rules(words: &Words<'_>) -> Value {
    let game = words.game;
    let mut rules = game.rules.written(game);
    // A limit that is not known yet is still a limit.
    let limits = rules.get_mut("stacking").and_then(|s| s.get_mut("limits")).and_then(Value::as_array_mut);
    for limit in limits.into_iter().flatten().filter_map(Value::as_object_mut) {
        limit.entry("max").or_insert_with(|| json!("?"));
    }
    Value::Object(rules)
}

pub(super) fn scenario(words: &Words<'_>, scenario: &Scenario) -> Value {
    let board = words.map().map(|map| &map.board);
    let hex = |hex| board.map_or_else(String::new, |board| board.name(hex));
    let place = |location: Location| match location {
        Location::Hex(id) => ("at", json!(hex(id))),
        Location::Box(id) => ("box", words.map().map_or(Value::Null, |map| json!(map.boxes[id].id))),
    };
    let setup = |line: &Setup| {
        let mut pairs = vec![("unit", Some(words.unit(line.unit))), ("n", line.n.map(|n| json!(n)))];
        match &line.at {
            Where::At(location) => {
                let (field, value) = place(*location);
                pairs.push((field, Some(value)));
            }
            Where::Within(hexes, far) => {
                let of: Vec<String> = hexes.iter().map(|h| hex(*h)).collect();
                pairs.push(("within", Some(json!({"hexes": far, "of": of}))));
            }
            Where::In(area, except) => {
                let except: Vec<String> = except.iter().map(|h| hex(*h)).collect();
                pairs.push(("in", words.map().map(|map| json!(map.areas[*area].id))));
                pairs.push(("except", (!except.is_empty()).then(|| json!(except))));
            }
        }
        pairs.push(("hidden", line.hidden.then(|| json!(true))));
        pairs.push(("state", (line.state != Game::FULL).then(|| words.state(line.state))));
        pairs.push(("also", (!line.also.is_empty()).then(|| line.also.iter().map(|state| words.state(*state)).collect())));
        pairs.push(("markers", (!line.markers.is_empty()).then(|| line.markers.iter().map(|m| words.marker(*m)).collect())));
        object(pairs)
    };
    let arrival = |line: &Arrival| {
        object([
            ("units", Some(line.units.iter().map(|u| words.unit(*u)).collect())),
            ("turn", Some(words.turn(line.turn))),
            ("entry", (!line.entries.is_empty()).then(|| line.entries.iter().map(|e| words.entry(*e)).collect())),
            ("instead", (!line.instead.is_empty()).then(|| line.instead.iter().map(|e| words.entry(*e)).collect())),
            ("mode", line.mode.map(|mode| json!(words.game.words.modes.word(mode)))),
            ("if", line.when.as_ref().and_then(|c| words.piece(c))),
            ("else", line.again.then(|| json!("next-turn"))),
            ("state", (line.state != Game::FULL).then(|| words.state(line.state))),
        ])
    };
    let withdrawal = |line: &Withdrawal| {
        object([
            ("units", Some(line.units.iter().map(|u| words.unit(*u)).collect())),
            ("turn", Some(words.turn(line.turn))),
            ("if", line.when.as_ref().and_then(|c| words.piece(c))),
        ])
    };
    let marker = |line: &MarkerSetup| {
        let at = match line.at {
            MarkerAt::Location(location) => place(location).1,
            MarkerAt::Side(side) => json!(board.map_or_else(String::new, |board| board.hexside_name(side))),
        };
        json!({"marker": words.marker(line.marker), "at": at})
    };
    let held = |(id, side): &(PlaceId, SideId)| {
        let name = words.map().map_or(Value::Null, |map| json!(map.places[*id].id));
        json!({"side": words.side(*side), "places": [name]})
    };
    let level = |level: &Level| {
        object([
            ("name", Some(json!(level.name))),
            ("side", level.side.map(|s| words.side(s))),
            ("if", level.when.as_ref().and_then(|c| words.piece(c))),
            (
                "checked",
                (!level.checked.is_empty())
                    .then(|| json!(level.checked.iter().map(|c| c.word(&words.game.words)).collect::<Vec<_>>())),
            ),
        ])
    };
    let list = |items: Vec<Value>| (!items.is_empty()).then_some(Value::Array(items));
    let victory = (!scenario.levels.is_empty() || scenario.checked.is_some()).then(|| {
        object([
            ("checked", scenario.checked.map(|t| words.turn(t))),
            ("levels", Some(Value::Array(scenario.levels.iter().map(level).collect()))),
            ("points", words.piece(&scenario.points)),
        ])
    });
    object([
        ("id", Some(json!(scenario.id))),
        ("name", text(&scenario.name)),
        ("about", text(&scenario.about)),
        ("turns", scenario.turns.map(|(first, last)| json!([words.turn(first), words.turn(last)]))),
        ("map", scenario.map.and_then(|area| words.map().map(|map| json!(map.areas[area].id)))),
        ("set-up", list(scenario.set_up.iter().map(|s| words.side(*s)).collect())),
        ("order", list(scenario.order.iter().map(|s| words.side(*s)).collect())),
        ("setup", scenario.has_setup.then(|| Value::Array(draws(words, &scenario.setup, setup)))),
        ("markers", list(scenario.markers.iter().map(marker).collect())),
        ("arrivals", list(scenario.arrivals.iter().map(arrival).collect())),
        ("withdrawals", list(scenario.withdrawals.iter().map(withdrawal).collect())),
        ("control", list(scenario.control.iter().map(held).collect())),
        (
            "bridges",
            list(
                scenario
                    .bridges
                    .iter()
                    .map(|(id, is)| json!({"at": words.bridge(*id), "is": words.piece(is)}))
                    .chain(scenario.owners.iter().map(|(id, side)| json!({"at": words.bridge(*id), "owner": words.side(*side)})))
                    .collect(),
            ),
        ),
        ("lost", list(scenario.lost.iter().map(|unit| words.unit(*unit)).collect())),
        ("with", list(chosen(words, scenario, true))),
        ("without", list(chosen(words, scenario, false))),
        ("changes", words.pieces(&scenario.changes)),
        ("victory", victory),
        ("special", (!scenario.special.is_empty()).then(|| json!(scenario.special))),
    ])
}

/// The options that are played, or are not, whatever is usual.
fn chosen(words: &Words<'_>, scenario: &Scenario, played: bool) -> Vec<Value> {
    let those = scenario.chosen.iter().filter(|(_, is)| **is == played);
    those.filter_map(|(id, _)| words.game.rules.options.at(*id)).map(|option| json!(option.id)).collect()
}

/// Lines of the setup; units that are drawn together stand in one.
fn draws(words: &Words<'_>, lines: &[Setup], one: impl Fn(&Setup) -> Value) -> Vec<Value> {
    let mut out: Vec<(Option<(u32, u32)>, Value)> = Vec::new();
    for line in lines {
        let last = out.last_mut().filter(|(drawn, _)| drawn.is_some() && *drawn == line.drawn);
        if let Some((_, Value::Object(members))) = last {
            if let Some(Value::Array(units)) = members.get_mut("units") {
                units.push(words.unit(line.unit));
            }
            continue;
        }
        let mut value = one(line);
        if let (Some((_, count)), Value::Object(members)) = (line.drawn, &mut value) {
            members.remove("unit");
            members.insert("units".to_owned(), json!([words.unit(line.unit)]));
            members.insert("draw".to_owned(), json!(count));
        }
        out.push((line.drawn, value));
    }
    out.into_iter().map(|(_, value)| value).collect()
}
