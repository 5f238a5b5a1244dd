//! What a game may state and nothing enforces yet: one list, each with its reason.
//!
//! Every other field of the format changes an answer, a finding, an artifact or a game that is played; `tests/fields.rs`
//! proves it, field by field. Whoever makes something of this list work takes it out of here, and the proof is then asked
//! for.

use serde_json::{Map, Value};

use super::{Game, written};

/// Something that is accepted and carried along, and that nothing enforces.
#[derive(Debug)]
pub struct Stated {
    /// What, in plain words.
    pub what: &'static str,
    /// Why it is not enforced.
    pub why: &'static str,
    /// The fields, as the schemas name them; none if it is but some words of a field.
    pub fields: &'static [&'static str],
    /// Whether nothing at all of such an entry is enforced.
    pub whole: bool,
    /// The lists in which it stands.
    lists: &'static [&'static str],
    /// Whether an entry there says it.
    says: fn(&Map<String, Value>) -> bool,
}

/// All of it.
pub static STATED: &[Stated] = &[
    Stated {
        what: "units that are attached, in limits of moves",
        why: "who moves with whom is not known before all have moved; in a combat and in a hex they count",
        fields: &[],
        whole: false,
        lists: &["movement.limits"],
        says: |entry| entry.contains_key("attached"),
    },
    Stated {
        what: "a roll in a condition",
        why: "dice are thrown for arrivals, and by `roll` of actions, triggers and effects; elsewhere a condition does not wait for \
              them",
        fields: &[],
        whole: false,
        lists: &[],
        says: rolls_in_condition,
    },
    Stated {
        what: "dice as an amount",
        why: "dice are thrown for the amounts of effects and pools; elsewhere a number does not wait for them",
        fields: &[],
        whole: false,
        lists: &[],
        // Of a pool they are thrown.
        says: |entry| entry.iter().any(|(field, value)| throws(field, value, field == "count" && entry.contains_key("counter"))),
    },
    Stated {
        what: "what players declare",
        why: "play asks for no words; a flag that an action sets says the same",
        fields: &[],
        whole: false,
        lists: &[],
        says: |entry| entry.values().any(|value| has_deep(value, "declared")),
    },
];

/// Whether a value has a member of that name, at any depth.
fn has_deep(value: &Value, name: &str) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|item| has_deep(item, name)),
        Value::Object(members) => members.contains_key(name) || members.values().any(|value| has_deep(value, name)),
        _ => false,
    }
}

/// Fields that hold a condition.
const CONDITIONS: &[&str] = &["if", "in", "repeat", "guaranteed-if"];

fn rolls_in_condition(entry: &Map<String, Value>) -> bool {
    entry.iter().any(|(field, value)| {
        let condition = CONDITIONS.contains(&field.as_str()) && value.is_object();
        condition && has_deep(value, "roll")
            || match value {
                Value::Array(list) => list.iter().filter_map(Value::as_object).any(rolls_in_condition),
                Value::Object(members) => rolls_in_condition(members),
                _ => false,
            }
    })
}

/// Effects whose amounts may have dice.
const THROWING: &[&str] = &["lose", "retreat", "advance", "gain", "counter", "draw", "shift", "modify", "return", "move"];

/// Whether a value asks for dice that nobody throws. `open` is an amount for which dice are thrown.
fn throws(field: &str, value: &Value, open: bool) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|item| throws(field, item, false)),
        Value::Object(members) => {
            let effect = members.get("kind").and_then(Value::as_str).is_some_and(|kind| THROWING.contains(&kind));
            let dice = members.contains_key("dice") && field != "roll" && !open;
            dice || members.iter().any(|(name, value)| {
                let amount = effect && ["steps", "hexes", "add", "set", "count"].contains(&name.as_str());
                throws(name, value, amount || open && name == "max")
            })
        }
        _ => false,
    }
}

/// An entry of the rules.
struct Entry {
    list: String,
    id: String,
    members: Map<String, Value>,
}

impl Stated {
    fn is_in(&self, entry: &Entry) -> bool {
        (self.lists.is_empty() || self.lists.contains(&entry.list.as_str())) && (self.says)(&entry.members)
    }
}

/// What of all that a game states, each with its entries by list and id.
#[must_use]
pub fn stated(game: &Game) -> Vec<(&'static Stated, Vec<String>)> {
    let mut entries = Vec::new();
    for (section, value) in game.rules.written(game) {
        gather(&section, value, &mut entries);
    }
    let mut add = |list: &str, id: &str, parts: Vec<Option<Value>>| {
        let said = parts.into_iter().flatten().enumerate().map(|(n, value)| (n.to_string(), value)).collect();
        entries.push(Entry { list: list.to_owned(), id: id.to_owned(), members: said });
    };
    for table in game.tables.values() {
        add("tables", &table.id, table.results.iter().flatten().map(|result| written(game, &result.effects)).collect());
    }
    for card in game.cards.values() {
        let condition =
            |name: &str, value: Option<Value>| value.map(|value| Value::Object(Map::from_iter([(name.to_owned(), value)])));
        let when = [condition("if", written(game, &card.when)), condition("in", written(game, &card.present))];
        add("cards", &card.id, [written(game, &card.effects), written(game, &card.faces)].into_iter().chain(when).collect());
    }
    let used = |stated: &Stated| -> Vec<String> {
        entries.iter().filter(|entry| stated.is_in(entry)).map(|entry| format!("{}/{}", entry.list, entry.id)).collect()
    };
    STATED.iter().map(|stated| (stated, used(stated))).filter(|(_, entries)| !entries.is_empty()).collect()
}

/// The entries of a section. What stands inside an entry belongs to it.
fn gather(list: &str, value: Value, entries: &mut Vec<Entry>) {
    match value {
        Value::Array(found) => {
            for value in found {
                let Value::Object(members) = value else { continue };
                let id = members.get("id").and_then(Value::as_str).map(str::to_owned);
                entries.extend(id.map(|id| Entry { list: list.to_owned(), id, members }));
            }
        }
        Value::Object(sections) => {
            for (name, value) in sections {
                gather(&format!("{list}.{name}"), value, entries);
            }
        }
        _ => {}
    }
}
