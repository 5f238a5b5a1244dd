//! What a game may state and nothing enforces yet: one list, each with its reason.
//!
//! Every other field of the format changes an answer, a finding, an artifact or a game that is played; `tests/fields.rs`
//! proves it, field by field. Whoever makes something of this list work takes it out of here, and the proof is then asked
//! for.

use serde_json::{Map, Value};

use super::Game;

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
    /// The fields of which an entry there has one; every entry if none is named.
    having: &'static [&'static str],
}

/// All of it.
pub static STATED: &[Stated] = &[Stated {
    what: "units that are attached, in limits of moves",
    why: "who moves with whom is not known before all have moved; in a combat and in a hex they count",
    fields: &[],
    whole: false,
    lists: &["movement.limits"],
    having: &["attached"],
}];

/// An entry of the rules.
struct Entry {
    list: String,
    id: String,
    members: Map<String, Value>,
}

impl Stated {
    fn is_in(&self, entry: &Entry) -> bool {
        let has = self.having.is_empty() || self.having.iter().any(|field| entry.members.contains_key(*field));
        has && self.lists.contains(&entry.list.as_str())
    }
}

/// What of all that a game states, each with its entries by list and id.
#[must_use]
pub fn stated(game: &Game) -> Vec<(&'static Stated, Vec<String>)> {
    let mut entries = Vec::new();
    for (section, value) in game.rules.written(game) {
        gather(&section, value, &mut entries);
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
