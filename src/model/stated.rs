//! What a game may state and nothing enforces yet: one list, each with its reason.
//!
//! Every other field of the format changes an answer, a finding, an artifact or a game that is played; `tests/fields.rs`
//! proves it, field by field. Whoever makes something of this list work takes it out of here, and the proof is then asked
//! for.

use serde_json::{Map, Value};

use super::{Game, Map as Board, written};

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
    found: Found,
}

/// How it is found in a game.
#[derive(Debug)]
enum Found {
    /// Entries of a list that have one of these fields; every entry if none is named.
    Entries(&'static [&'static str], &'static [&'static str]),
    /// Entries of a list whose field has nothing but such words.
    Words(&'static str, &'static str, &'static [&'static str]),
    /// Entries with an effect of one of these kinds.
    Effects(&'static [&'static str]),
    /// Whatever this finds on the map.
    Map(fn(&Board) -> Vec<String>),
}

/// All of it.
pub static STATED: &[Stated] = &[
    Stated {
        what: "bans of stacking and bonds",
        why: "Muster asks for bans where units are set up, arrive, move, leave the map, fight, retreat, advance or do an action",
        fields: &[],
        whole: true,
        found: Found::Words("bans", "of", &["stack", "bond"]),
    },
    Stated {
        what: "fords and the sites of bridges",
        why: "a ford is crossed as a bridge is, and nothing counts sites",
        fields: &["Bridge.kind", "Bridge.site"],
        whole: false,
        found: Found::Map(|map| {
            let sites = map.bridges.values().filter(|bridge| bridge.ford || bridge.site.is_some());
            sites.map(|bridge| bridge.id.clone().unwrap_or_else(|| map.board.hexside_name(bridge.side))).collect()
        }),
    },
    Stated {
        what: "modes in which an entry rule counts, and the state in which units then come",
        why: "who comes in is asked without a mode, and comes as the arrival says",
        fields: &["EntryRule.modes", "EntryRule.state"],
        whole: false,
        found: Found::Entries(&["entry.rules"], &["modes", "state"]),
    },
    Stated {
        what: "effects that move units",
        why: "they are told; in a game that is played nothing carries them out",
        fields: &["Effect:move.of", "Effect:move.mode", "Effect:move.hexes"],
        whole: false,
        found: Found::Effects(&["move"]),
    },
];

/// An entry of the rules, or what else has effects.
struct Entry {
    list: String,
    id: String,
    members: Map<String, Value>,
}

impl Stated {
    fn is_in(&self, entry: &Entry) -> bool {
        let has = |fields: &[&str]| fields.is_empty() || fields.iter().any(|field| entry.members.contains_key(*field));
        match self.found {
            Found::Entries(lists, fields) => lists.contains(&entry.list.as_str()) && has(fields),
            Found::Words(list, field, words) => {
                let said = entry.members.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
                entry.list == list
                    && !said.is_empty()
                    && said.iter().all(|word| word.as_str().is_some_and(|word| words.contains(&word)))
            }
            Found::Map(_) => false,
            Found::Effects(kinds) => entry.members.values().any(|value| has_effect(value, kinds)),
        }
    }
}

fn has_effect(value: &Value, kinds: &[&str]) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|value| has_effect(value, kinds)),
        Value::Object(members) => {
            let kind = members.get("kind").and_then(Value::as_str).is_some_and(|kind| kinds.contains(&kind));
            kind || members.values().any(|value| has_effect(value, kinds))
        }
        _ => false,
    }
}

/// What of all that a game states, each with its entries by list and id.
#[must_use]
pub fn stated(game: &Game) -> Vec<(&'static Stated, Vec<String>)> {
    let mut entries = Vec::new();
    for (section, value) in game.rules.written(game) {
        gather(&section, value, &mut entries);
    }
    for card in game.cards.values() {
        let faces: Vec<_> = card.faces.iter().filter_map(|face| face.effects.as_ref()).collect();
        let lists = [("effects", written(game, &card.effects)), ("faces", written(game, &faces))];
        let lists = lists.into_iter().filter_map(|(name, list)| Some((name.to_owned(), list.filter(|list| !is_empty(list))?)));
        entries.push(Entry { list: "cards".to_owned(), id: card.id.clone(), members: lists.collect() });
    }
    for phase in game.phases.values() {
        let does = written(game, &phase.does).map(|does| ("does".to_owned(), does));
        entries.push(Entry { list: "phases".to_owned(), id: phase.id.clone(), members: does.into_iter().collect() });
    }
    for table in game.tables.values() {
        for result in table.results.iter().flatten() {
            let effects = written(game, &result.effects).map(|effects| ("results".to_owned(), effects));
            let id = format!("{}/{}", table.id, result.code);
            entries.push(Entry { list: "tables".to_owned(), id, members: effects.into_iter().collect() });
        }
    }
    let used = |stated: &Stated| -> Vec<String> {
        if let Found::Map(find) = stated.found {
            return game.map.as_ref().map(find).unwrap_or_default();
        }
        entries.iter().filter(|entry| stated.is_in(entry)).map(|entry| format!("{}/{}", entry.list, entry.id)).collect()
    };
    STATED.iter().map(|stated| (stated, used(stated))).filter(|(_, entries)| !entries.is_empty()).collect()
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.iter().all(is_empty))
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
