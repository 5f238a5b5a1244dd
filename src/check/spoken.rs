//! Everything that the game's rules say, as an author would write it: for checks that look for a name anywhere.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::model::{Game, written};

/// The rules, what cards and results do, and what scenarios change.
pub(super) fn all_rules(game: &Game) -> Vec<Value> {
    let mut out = vec![Value::Object(game.rules.written(game))];
    out.extend(game.cards.values().filter_map(|card| written(game, &card.effects)));
    out.extend(game.cards.values().filter_map(|card| written(game, &card.faces)));
    out.extend(game.cards.values().filter_map(|card| written(game, &card.when)));
    let results = game.tables.values().flat_map(|table| table.results.iter().flatten());
    out.extend(results.filter_map(|result| written(game, &result.effects)));
    out.extend(game.scenarios.values().filter_map(|scenario| written(game, &scenario.changes)));
    out
}

/// Does something with every object in a value, at any depth.
pub(super) fn each_object(value: &Value, see: &mut dyn FnMut(&Map<String, Value>)) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| each_object(item, see)),
        Value::Object(members) => {
            see(members);
            members.values().for_each(|value| each_object(value, see));
        }
        _ => {}
    }
}

/// Every text that a member of that name has anywhere.
pub(super) fn named(values: &[Value], member: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut see = |members: &Map<String, Value>| out.extend(members.get(member).and_then(Value::as_str).map(str::to_owned));
    values.iter().for_each(|value| each_object(value, &mut see));
    out
}
