//! Something that a list names twice.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::written;
use crate::span::{FileId, Place};

static RULE: Rule =
    Rule { code: "M0524", name: "named-twice", severity: Severity::Warning, docs: include_str!("named_twice.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let mut report = |place: Place, name: &str| {
        let diag = Diag::new(&RULE, place, format!("this list names `{name}` twice"));
        sink.report(diag.help("take one of the two out, or write the one that was meant"));
    };
    if let Some(map) = &game.map {
        for (scenario, origins) in game.scenarios.values().zip(&context.origins.scenarios) {
            let mut seen = BTreeSet::new();
            // `all` twice names many.
            let mut told = BTreeSet::new();
            let held = scenario.control.iter().zip(&origins.control).filter(|(held, _)| !seen.insert(**held));
            for ((id, _), place) in held.filter(|(_, place)| told.insert((*place).clone())) {
                report(place.clone(), &map.places[*id].name);
            }
        }
    }
    // A selector stands in its condition too, and is met in both.
    let mut told: BTreeSet<(FileId, String)> = BTreeSet::new();
    let mut see = |place: &Place, value: Option<Value>| {
        let Some(Twice { place, name, list }) = value.and_then(|value| twice(place, &value)) else { return };
        if told.insert((place.file, list)) {
            report(place, &name);
        }
    };
    let judged = &context.origins.judged;
    judged.conditions.iter().for_each(|(place, condition)| see(place, written(game, condition)));
    for (scenario, origins) in game.scenarios.values().zip(&context.origins.scenarios) {
        if let Some(place) = &origins.set_up {
            let sides: Vec<&str> = scenario.set_up.iter().map(|side| game.sides[*side].id.as_str()).collect();
            see(place, Some(sides.into()));
        }
        for (level, place) in scenario.levels.iter().zip(&origins.levels) {
            see(&place.clone().beside("if"), level.when.as_ref().and_then(|when| written(game, when)));
        }
    }
    judged.units.iter().for_each(|(place, units)| see(place, written(game, units)));
    judged.hexes.iter().for_each(|(place, hexes)| see(place, written(game, hexes)));
    judged.hexsides.iter().for_each(|(place, sides)| see(place, written(game, sides)));
}

struct Twice {
    place: Place,
    name: String,
    /// The whole list, as written.
    list: String,
}

/// The first list in a value that has a word twice, and the word.
fn twice(place: &Place, value: &Value) -> Option<Twice> {
    match value {
        Value::Object(members) => members.iter().find_map(|(member, value)| twice(&place.clone().field(member), value)),
        Value::Array(list) => {
            let words: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
            let Some(words) = words else {
                return list.iter().enumerate().find_map(|(n, value)| twice(&place.clone().index(n), value));
            };
            let mut seen = BTreeSet::new();
            let (n, again) = words.iter().enumerate().find(|(_, word)| !seen.insert(**word))?;
            Some(Twice { place: place.clone().index(n), name: (*again).to_owned(), list: value.to_string() })
        }
        _ => None,
    }
}
