//! Two entries of a list that say the same under different ids.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Game, written};
use crate::rules::{Moment, Position, Situation, Truth, counter_fits, every_state};
use crate::span::Place;

static RULE: Rule = Rule { code: "M0519", name: "said-twice", severity: Severity::Warning, docs: include_str!("said_twice.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Lists whose entries are nothing but what they say. Others are things that have a name: two decks may be alike.
const LISTS: [&str; 21] = [
    "stacking.limits",
    "stacking.apart",
    "zones.exert",
    "zones.effects",
    "zones.bonds",
    "movement.surcharges",
    "movement.limits",
    "supply.always",
    "entry.rules",
    "combat.values",
    "combat.shifts",
    "combat.rolls",
    "combat.caps",
    "combat.limits",
    "bans",
    "values",
    "triggers",
    "actions",
    "support",
    "advance",
    "movement.modes",
];

/// What an entry says beside its name.
fn said(entry: &Map<String, Value>) -> Value {
    let members = entry.iter().filter(|(key, _)| !matches!(key.as_str(), "id" | "rule" | "note"));
    Value::Object(members.map(|(key, value)| (key.clone(), value.clone())).collect())
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.rules || context.incomplete.units {
        return;
    }
    let rules = game.rules.written(game);
    for list in LISTS {
        for entries in lists(&rules, list) {
            in_list(context, list, &entries, sink);
        }
    }
}

/// The lists of that name: each combat has its own.
fn lists<'v>(rules: &'v Map<String, Value>, list: &str) -> Vec<Vec<&'v Map<String, Value>>> {
    let objects = |value: &'v Value| value.as_array().into_iter().flatten().filter_map(Value::as_object).collect::<Vec<_>>();
    match list.split_once('.') {
        None => rules.get(list).map(objects).into_iter().collect(),
        Some((section, inner)) => match rules.get(section) {
            Some(Value::Array(several)) => {
                several.iter().filter_map(Value::as_object).filter_map(|one| one.get(inner)).map(objects).collect()
            }
            Some(Value::Object(one)) => one.get(inner).map(objects).into_iter().collect(),
            _ => Vec::new(),
        },
    }
}

fn in_list(context: &CheckContext<'_>, list: &str, entries: &[&Map<String, Value>], sink: &mut Sink) {
    // Those that say the same but for who and where, which is looked at closer.
    let mut alike: BTreeMap<String, Vec<(&str, Value)>> = BTreeMap::new();
    for entry in entries {
        let Some(id) = entry.get("id").and_then(Value::as_str) else { continue };
        let said = said(entry);
        alike.entry(masked(&said).to_string()).or_default().push((id, said));
    }
    for group in alike.values().filter(|group| group.len() > 1) {
        let nobody = Position::default();
        let situation = Situation::new(context.engine, &nobody, Moment { open: true, ..Moment::default() });
        let meaning = Meaning { context, situation };
        let mut meanings: BTreeMap<String, &str> = BTreeMap::new();
        for (id, said) in group {
            let meant = meaning.of(said).to_string();
            let Some(first) = meanings.get(&meant) else {
                meanings.insert(meant, id);
                continue;
            };
            let place = |id: &str| context.origins.rules.get(&format!("{list}/{id}")).map(|origin| origin.at("id"));
            let Some(at) = place(id) else { continue };
            let message = format!("`{id}` says the same as `{first}`");
            let diag = match place(first) {
                Some(other) => Diag::new(&RULE, at, message).related(other, "the other one"),
                None => Diag::new(&RULE, at, message),
            };
            sink.report(diag.help("take one of the two out, or let them differ"));
        }
    }
}

/// Members that describe units, hexes or hexsides.
const UNITS: [&str; 4] = ["who", "of", "a", "b"];
const HEXES: [&str; 5] = ["to", "from", "into", "not-into", "not-from"];
const HEXSIDES: [&str; 2] = ["across", "not-across"];

/// The same without who and where.
fn masked(said: &Value) -> Value {
    let Some(members) = said.as_object() else { return said.clone() };
    let is_selector = |key: &str| UNITS.contains(&key) || HEXES.contains(&key) || HEXSIDES.contains(&key);
    let mask = |(key, value): (&String, &Value)| match is_selector(key) && value.is_object() {
        true => (key.clone(), Value::Null),
        false => (key.clone(), value.clone()),
    };
    Value::Object(members.iter().map(mask).collect())
}

/// What entries mean over the counters and the map that the game has.
struct Meaning<'c> {
    context: &'c CheckContext<'c>,
    situation: Situation<'c>,
}

impl Meaning<'_> {
    /// The same, with the units, hexes and hexsides that are meant instead of how they are described.
    fn of(&self, said: &Value) -> Value {
        let Some(members) = said.as_object() else { return said.clone() };
        let mean = |(key, value): (&String, &Value)| {
            let meant = match key.as_str() {
                _ if !value.is_object() => None,
                key if UNITS.contains(&key) => self.units(value),
                key if HEXES.contains(&key) => self.hexes(value),
                key if HEXSIDES.contains(&key) => self.hexsides(value),
                _ => None,
            };
            (key.clone(), meant.map_or_else(|| value.clone(), Value::String))
        };
        Value::Object(members.iter().map(mean).collect())
    }

    fn units(&self, value: &Value) -> Option<String> {
        let game = self.context.game;
        let selector = found(game, &self.context.origins.judged.units, value)?;
        sure(every_state(game).map(|(unit, state)| counter_fits(game, selector, unit, state)))
    }

    fn hexes(&self, value: &Value) -> Option<String> {
        let game = self.context.game;
        let selector = found(game, &self.context.origins.judged.hexes, value)?;
        let query = self.situation.ever();
        sure(game.map.as_ref()?.board.hexes().map(|hex| query.is_hex(selector, hex)))
    }

    fn hexsides(&self, value: &Value) -> Option<String> {
        let game = self.context.game;
        let selector = found(game, &self.context.origins.judged.hexsides, value)?;
        let query = self.situation.ever();
        let board = &game.map.as_ref()?.board;
        let all = board.hexes().flat_map(|hex| board.neighbours(hex).into_iter().flatten().map(move |to| (hex, to)));
        sure(all.map(|(hex, to)| query.is_hexside(selector, hex, to)))
    }
}

/// The selector that is written so.
fn found<'c, T: serde::Serialize>(game: &Game, judged: &'c [(Place, T)], value: &Value) -> Option<&'c T> {
    judged.iter().map(|(_, selector)| selector).find(|selector| written(game, selector).as_ref() == Some(value))
}

/// Which of all fit, as a word; nothing if play decides, or if none does, which is a fault of its own.
fn sure(all: impl Iterator<Item = Truth>) -> Option<String> {
    let mut word = String::new();
    let mut some = false;
    for truth in all {
        word.push(match truth {
            Truth::Unknown => return None,
            Truth::True => '1',
            Truth::False => '0',
        });
        some |= truth == Truth::True;
    }
    some.then_some(word)
}
