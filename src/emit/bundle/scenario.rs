//! Turns, rules and the scenario of a bundle.

use serde_json::{Value, json};

use super::words::{Words, bridge_word, object, text};
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
            ("if", p.when.as_ref().map(|c| words.condition(c))),
        ])
    };
    json!({
        "turns": game.turns.values().map(turn).collect::<Vec<_>>(),
        "phases": game.phases.values().map(phase).collect::<Vec<_>>(),
    })
}

pub(super) fn rules(words: &Words<'_>) -> Value {
    let game = words.game;
    let rules = &game.rules;
    let rating = |id: Option<RatingId>| id.map(|r| json!(game.ratings[r].id));
    let limit = |l: &Limit| {
        let count = match l.count {
            Counted::Units => "units",
            Counted::Steps => "steps",
            Counted::Rating(id) => game.ratings[id].id.as_str(),
        };
        let modes: Vec<Value> = l.modes.iter().map(|m| json!(rules.modes[*m].id)).collect();
        object([
            ("id", Some(json!(l.id))),
            ("count", Some(json!(count))),
            ("max", Some(l.max.map_or(json!("?"), |n| json!(n)))),
            ("of", l.of.as_ref().map(|u| words.units(u))),
            ("modes", (!modes.is_empty()).then_some(Value::Array(modes))),
            ("if", l.when.as_ref().map(|c| words.condition(c))),
            ("rule", text(&l.rule)),
        ])
    };
    let mode = |m: &Mode| {
        let roads: Vec<Value> = m.roads.iter().map(|t| json!(game.terrain[*t].id)).collect();
        object([
            ("id", Some(json!(m.id))),
            ("name", text(&m.name)),
            ("who", m.who.as_ref().map(|u| words.units(u))),
            ("roads", (!roads.is_empty()).then_some(Value::Array(roads))),
            ("if", m.when.as_ref().map(|c| words.condition(c))),
            ("rule", text(&m.rule)),
        ])
    };
    let stacking = rules.stacking.as_ref().map(|stacking| {
        object([
            ("limits", Some(rules.limits.values().map(limit).collect())),
            ("with-enemy", Some(json!(stacking.with_enemy))),
            ("rule", text(&stacking.rule)),
        ])
    });
    let modes: Vec<Value> = rules.modes.values().map(mode).collect();
    let moves = rules.allowance.is_some() || rules.guaranteed_hex || !modes.is_empty();
    let movement = object([
        ("allowance", rating(rules.allowance)),
        ("guaranteed-hex", Some(json!(rules.guaranteed_hex))),
        ("modes", (!modes.is_empty()).then_some(Value::Array(modes))),
    ]);
    let combat = rules.combat.as_ref().map(|combat| {
        object([
            ("table", combat.table.map(|t| json!(game.tables[t].id))),
            ("attack", rating(combat.attack)),
            ("defense", rating(combat.defense)),
        ])
    });
    let option =
        |o: &GameOption| object([("id", Some(json!(o.id))), ("name", text(&o.name)), ("default", Some(json!(o.default)))]);
    let reminder = |(rule, words): &(Option<String>, String)| object([("rule", text(rule)), ("text", Some(json!(words)))]);
    object([
        ("stacking", stacking),
        ("movement", moves.then_some(movement)),
        ("combat", combat),
        ("options", (!rules.options.is_empty()).then(|| rules.options.values().map(option).collect())),
        ("reminders", (!rules.reminders.is_empty()).then(|| rules.reminders.iter().map(reminder).collect())),
    ])
}

pub(super) fn scenario(words: &Words<'_>, scenario: &Scenario) -> Value {
    let game = words.game;
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
            Where::In(area, except) => {
                let except: Vec<String> = except.iter().map(|h| hex(*h)).collect();
                pairs.push(("in", words.map().map(|map| json!(map.areas[*area].id))));
                pairs.push(("except", (!except.is_empty()).then(|| json!(except))));
            }
        }
        pairs.push(("state", (line.state != Game::FULL).then(|| words.state(line.state))));
        pairs.push(("markers", (!line.markers.is_empty()).then(|| line.markers.iter().map(|m| words.marker(*m)).collect())));
        object(pairs)
    };
    let arrival = |line: &Arrival| {
        object([
            ("units", Some(line.units.iter().map(|u| words.unit(*u)).collect())),
            ("turn", Some(words.turn(line.turn))),
            ("entry", (!line.entries.is_empty()).then(|| line.entries.iter().map(|e| words.entry(*e)).collect())),
            ("if", line.when.as_ref().map(|c| words.condition(c))),
            ("else", line.again.then(|| json!("next-turn"))),
            ("state", (line.state != Game::FULL).then(|| words.state(line.state))),
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
    let change = |change: &Change| {
        let entry = format!("stacking.limits/{}", game.rules.limits[change.limit].id);
        object([
            ("entry", Some(json!(entry))),
            ("set", change.max.map(|max| json!({"max": max}))),
            ("off", change.max.is_none().then(|| json!(true))),
            ("turns", change.turns.as_ref().map(|w| words.window(w))),
        ])
    };
    let level = |level: &Level| {
        object([
            ("name", Some(json!(level.name))),
            ("side", level.side.map(|s| words.side(s))),
            ("if", level.when.as_ref().map(|c| words.condition(c))),
        ])
    };
    let list = |items: Vec<Value>| (!items.is_empty()).then_some(Value::Array(items));
    let victory = (!scenario.levels.is_empty() || scenario.checked.is_some()).then(|| {
        object([
            ("checked", scenario.checked.map(|t| words.turn(t))),
            ("levels", Some(Value::Array(scenario.levels.iter().map(level).collect()))),
        ])
    });
    object([
        ("id", Some(json!(scenario.id))),
        ("name", text(&scenario.name)),
        ("about", text(&scenario.about)),
        ("turns", scenario.turns.map(|(first, last)| json!([words.turn(first), words.turn(last)]))),
        ("map", scenario.map.and_then(|area| words.map().map(|map| json!(map.areas[area].id)))),
        ("set-up", list(scenario.set_up.iter().map(|s| words.side(*s)).collect())),
        ("setup", scenario.has_setup.then(|| Value::Array(scenario.setup.iter().map(setup).collect()))),
        ("markers", list(scenario.markers.iter().map(marker).collect())),
        ("arrivals", list(scenario.arrivals.iter().map(arrival).collect())),
        ("control", list(scenario.control.iter().map(held).collect())),
        (
            "bridges",
            list(scenario.bridges.iter().map(|(id, is)| json!({"at": words.bridge(*id), "is": bridge_word(*is)})).collect()),
        ),
        ("changes", list(scenario.changes.iter().map(change).collect())),
        ("victory", victory),
        ("special", (!scenario.special.is_empty()).then(|| json!(scenario.special))),
    ])
}
