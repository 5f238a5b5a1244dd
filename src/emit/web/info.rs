//! What a page knows of a game before it asks the engine: names of things, and where everything lies. No rule is in it.

use serde_json::{Map, Value, json};

use super::pictures::Drawn;
use crate::draw::scene::{Point, Rect};
use crate::hexgrid::{HexId, Top};
use crate::model::{Called, Game, Key, RatingValue, Scenario, ScenarioId, SideId, Unit, stated};
use crate::play::choices_in_words;

/// All of it.
pub(super) fn told(game: &Game, scenario: ScenarioId, drawn: &Drawn, built_from: &str) -> Value {
    let played = game.options_of(Some(scenario));
    let scenario = game.scenarios.at(scenario);
    json!({
        "game": { "id": game.slug(), "name": game.name, "version": game.version, "about": game.about,
            "authors": game.authors, "credits": game.credits, "license": game.license },
        "builtFrom": built_from,
        "scenario": scenario.map(about),
        "sides": sides(game, drawn),
        "states": game.states.values().map(|state| (state.id.clone(), json!(state.called()))).collect::<Map<_, _>>(),
        "units": game.units.values().map(|it| (it.id.clone(), unit(game, it))).collect::<Map<_, _>>(),
        "markers": game.markers.values().map(|it| (it.id.clone(), json!(it.called()))).collect::<Map<_, _>>(),
        "cards": cards(game),
        "phases": phases(game),
        "turns": turns(game, scenario),
        "map": map(game, scenario, drawn),
        "entries": names(game),
        "choices": choices_in_words(game),
        "options": game.rules.options.iter().map(|(id, it)| {
            json!({ "id": it.id, "name": it.name, "rule": it.rule, "on": played.contains(&id) })
        }).collect::<Vec<_>>(),
        "levels": scenario.map(|it| levels(game, it)).unwrap_or_default(),
        "notEnforced": not_enforced(game, scenario),
    })
}

fn about(scenario: &Scenario) -> Value {
    json!({ "id": scenario.id, "name": scenario.called(), "about": scenario.about, "special": scenario.special })
}

fn side_id(game: &Game, side: Option<SideId>) -> Value {
    json!(side.and_then(|side| game.sides.at(side)).map(|side| side.id.as_str()))
}

fn sides(game: &Game, drawn: &Drawn) -> Vec<Value> {
    let colour = |side: SideId| {
        let color = drawn.colours.get(side.index()).copied().flatten();
        color.map(|color| format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b))
    };
    let policy = |side: SideId| game.rules.policy.all().any(|entry| entry.side == side);
    let told = game.sides.iter();
    told.map(|(id, side)| json!({ "id": side.id, "name": side.called(), "colour": colour(id), "policy": policy(id) })).collect()
}

/// A unit: what people call it, and what is printed on its faces.
fn unit(game: &Game, unit: &Unit) -> Value {
    let face = |face: &crate::model::Face| {
        let ratings = game.ratings.iter().filter_map(|(id, rating)| match face.rating(id) {
            RatingValue::Known(n) => Some(json!([rating.called(), n])),
            RatingValue::Unknown => Some(json!([rating.called(), "?"])),
            RatingValue::Absent => None,
        });
        let state = game.states.at(face.state).map(|state| state.id.clone()).unwrap_or_default();
        (state, Value::Array(ratings.collect()))
    };
    json!({
        "name": unit.name.as_deref().or(unit.designation.as_deref()).unwrap_or(&unit.id),
        "side": side_id(game, unit.side),
        "type": unit.kind.and_then(|kind| game.types.at(kind)).map(Called::called),
        "size": unit.size,
        "formation": unit.formation.and_then(|id| game.formations.at(id)).map(Called::called),
        "count": unit.count,
        "faces": unit.faces.iter().map(face).collect::<Map<_, _>>(),
    })
}

fn cards(game: &Game) -> Map<String, Value> {
    let told = game.cards.values().map(|card| {
        let told = json!({ "name": card.called(), "deck": card.deck, "side": side_id(game, card.side), "count": card.count, "text": card.text });
        (card.id.clone(), told)
    });
    told.collect()
}

fn phases(game: &Game) -> Vec<Value> {
    let told = game.phases.values().map(|phase| {
        let word = game.words.phases.word(phase.number);
        json!({ "id": word, "name": phase.called(), "side": side_id(game, phase.side) })
    });
    told.collect()
}

/// The turns that the scenario has.
fn turns(game: &Game, scenario: Option<&Scenario>) -> Vec<Value> {
    let within = scenario.and_then(|scenario| game.turns_of(scenario));
    let used = game.turns.iter().filter(|(id, _)| within.is_none_or(|(first, last)| (first..=last).contains(id)));
    used.map(|(_, turn)| json!({ "id": turn.id, "date": turn.date, "weather": turn.weather, "ground": turn.ground })).collect()
}

/// Hundredths of a millimetre, as the drawing of the map has them.
fn units(mm: f64) -> i64 {
    let units = (mm * 100.0).round();
    #[expect(clippy::cast_possible_truncation, reason = "rounded; no page is that large")]
    if units.abs() < 1e11 { units as i64 } else { 0 }
}

fn rect(rect: Rect) -> Value {
    json!([units(rect.x), units(rect.y), units(rect.width), units(rect.height)])
}

/// Where hexes, boxes and places lie.
fn map(game: &Game, scenario: Option<&Scenario>, drawn: &Drawn) -> Value {
    let (Some(map), Some((width, height))) = (&game.map, drawn.map) else { return Value::Null };
    let kinds: Vec<&str> = game.terrain.values().map(Called::called).collect();
    let used = scenario.and_then(|it| map.areas.at(it.map?)).map(|area| &area.hexes);
    let hexes = map.board.hexes().filter(|hex| used.is_none_or(|used| used.contains(hex)));
    let hexes: Map<String, Value> = hexes
        .filter_map(|hex| {
            let Point { x, y } = *drawn.centres.get(hex.index())?;
            Some((map.board.name(hex), json!([units(x), units(y), map.ground(hex).map(Key::index)])))
        })
        .collect();
    let named = |hexes: &[HexId]| hexes.iter().map(|hex| map.board.name(*hex)).collect::<Vec<_>>();
    let place = |place: &crate::model::Place| {
        let kind = place.class.and_then(|class| game.terrain.at(class)).map(Called::called);
        json!({ "id": place.id, "name": place.name, "kind": kind, "hexes": named(&place.hexes) })
    };
    let beside = drawn.beside.iter().map(|it| {
        let id = it.id.and_then(|id| map.boxes.at(id)).map(|it| it.id.as_str());
        let spaces = it.spaces.iter().map(|(name, at)| json!([name, rect(*at)])).collect::<Vec<_>>();
        json!({ "id": id, "name": it.name, "inside": rect(it.inside), "spaces": spaces })
    });
    let exits = map.exits.values().map(|it| (it.id.clone(), json!({ "name": it.name, "hexes": named(&it.hexes) })));
    let ways_in = map.entries.values().map(|it| (it.id.clone(), json!({ "name": it.called(), "hexes": named(&it.hexes) })));
    json!({
        "size": [units(width), units(height)],
        "across": units(drawn.across),
        "corners": corners(map.board.top(), drawn.across),
        "terrain": kinds,
        "hexes": hexes,
        "places": map.places.values().map(place).collect::<Vec<_>>(),
        "boxes": map.boxes.values().map(|it| (it.id.clone(), json!(it.called()))).collect::<Map<_, _>>(),
        "beside": beside.collect::<Vec<_>>(),
        "exits": exits.collect::<Map<_, _>>(),
        "entries": ways_in.collect::<Map<_, _>>(),
    })
}

/// The six corners of a hex about its centre.
fn corners(top: Top, across: f64) -> Vec<[i64; 2]> {
    let (half, far) = (across / 2.0, across / 3f64.sqrt());
    let flat = [(far, 0.0), (far / 2.0, half), (-far / 2.0, half), (-far, 0.0), (-far / 2.0, -half), (far / 2.0, -half)];
    let turn = |(x, y): (f64, f64)| match top {
        Top::Flat => [units(x), units(y)],
        Top::Pointy => [units(y), units(x)],
    };
    flat.into_iter().map(turn).collect()
}

/// What entries of the rules are called that somebody may decide for.
fn names(game: &Game) -> Value {
    let rules = &game.rules;
    let modes = rules.movement.iter().flat_map(|movement| movement.modes.iter()).map(|it| (&it.id.0, &it.name));
    let combats = rules.combat.iter().flat_map(|combat| combat.iter()).map(|it| (&it.id.0, &it.name));
    let actions = rules.actions.iter().map(|it| (&it.id.0, &it.name));
    let traces = rules.supply.iter().flat_map(|supply| supply.traces.iter()).map(|it| (&it.id.0, &it.name));
    let decks = rules.decks.iter().map(|it| (&it.id.0, &it.name));
    let kept: Map<String, Value> =
        rules.names.iter().map(|it| (it.id.clone(), json!({ "name": it.name, "told": it.told }))).collect();
    json!({ "mode": listed(modes), "combat": listed(combats), "action": listed(actions), "trace": listed(traces),
        "deck": listed(decks), "kept": kept })
}

fn listed<'a>(entries: impl Iterator<Item = (&'a String, &'a Option<String>)>) -> Map<String, Value> {
    entries.map(|(id, name)| (id.clone(), json!(name.as_ref().unwrap_or(id)))).collect()
}

fn levels(game: &Game, scenario: &Scenario) -> Vec<Value> {
    scenario.levels.iter().map(|level| json!({ "name": level.name, "side": side_id(game, level.side) })).collect()
}

/// What is left to the players, with the printed rule.
fn not_enforced(game: &Game, scenario: Option<&Scenario>) -> Vec<Value> {
    let idle =
        stated(game).into_iter().map(|(kind, entries)| json!({ "text": format!("{}: {}", kind.what, entries.join(", ")) }));
    let reminders = game.rules.reminders.iter().map(|it| json!({ "rule": it.rule, "text": it.text }));
    let special = scenario.into_iter().flat_map(|it| &it.special).map(|text| json!({ "text": text }));
    idle.chain(reminders).chain(special).collect()
}
