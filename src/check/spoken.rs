//! Everything that the game's rules say, as an author would write it: for checks that look for a name anywhere.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::CheckContext;
use crate::model::{Condition, Game, written};
use crate::span::Place;

/// The rules, what cards and results do, and what scenarios change.
pub(super) fn all_rules(game: &Game) -> Vec<Value> {
    let mut out = vec![Value::Object(game.rules.written(game))];
    out.extend(game.cards.values().filter_map(|card| written(game, &card.effects)));
    out.extend(game.cards.values().filter_map(|card| written(game, &card.faces)));
    out.extend(game.cards.values().flat_map(|card| [&card.when, &card.present]).filter_map(|when| written(game, when)));
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

/// The codes of results that conditions in some values ask for.
pub(super) fn results_asked(values: &[Value]) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    let mut see = |members: &Map<String, Value>| {
        let list = members.get("result").and_then(Value::as_array).into_iter().flatten();
        codes.extend(list.filter_map(Value::as_str).map(str::to_owned));
    };
    values.iter().for_each(|value| each_object(value, &mut see));
    codes
}

/// Every text that a member of that name has anywhere.
pub(super) fn named(values: &[Value], member: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut see = |members: &Map<String, Value>| out.extend(members.get(member).and_then(Value::as_str).map(str::to_owned));
    values.iter().for_each(|value| each_object(value, &mut see));
    out
}

/// Whether players are told of something in words, by one of its names: in a reminder, a scenario, on a card that does
/// nothing by itself, or in a result that does not say what it does.
pub(super) fn is_told(context: &CheckContext<'_>, names: &[&str]) -> bool {
    let game = context.game;
    let names: Vec<String> = names.iter().map(|name| name.to_lowercase()).filter(|name| !name.is_empty()).collect();
    let reminders = game.rules.reminders.iter().map(|reminder| &reminder.text);
    let special = game.scenarios.values().flat_map(|scenario| &scenario.special);
    let cards = game.cards.values().filter(|card| card.effects.is_empty()).filter_map(|card| card.text.as_ref());
    let tables = game.tables.values().zip(&context.origins.tables);
    let results = tables.flat_map(|(table, origins)| {
        let unsaid = table.results.iter().flatten().zip(&origins.said).filter(|(_, said)| !**said);
        unsaid.filter_map(|(result, _)| result.text.as_ref()).chain(&table.notes)
    });
    let texts = reminders.chain(special).chain(cards).chain(results);
    texts.map(|text| text.to_lowercase()).any(|text| names.iter().any(|name| has_word(&text, name)))
}

/// Whether a text has a name in it as words of their own.
pub(super) fn has_word(text: &str, name: &str) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + name.len()..).unwrap_or_default());
        ends(before.chars().next_back()) && ends(after.chars().next())
    })
}

/// Every condition that was written, with its place; also those of levels of victory.
pub(super) fn conditions<'c>(context: &'c CheckContext<'_>) -> impl Iterator<Item = (&'c Place, &'c Condition)> {
    let judged = context.origins.judged.conditions.iter().map(|(place, condition)| (place, condition));
    let scenarios = context.game.scenarios.values().zip(&context.origins.scenarios);
    let levels = scenarios.flat_map(|(scenario, origins)| scenario.levels.iter().zip(&origins.levels));
    judged.chain(levels.filter_map(|(level, place)| Some((place, level.when.as_ref()?))))
}
