//! What a game may state and nothing enforces yet: one list, each with its reason.
//!
//! Every other field of the format changes an answer, a finding or an artifact; `tests/fields.rs` proves it, field by
//! field. Whoever makes something of this list work takes it out of here, and the proof is then asked for.

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
    /// Entries with an effect of one of these kinds that has one of these fields.
    Effects(&'static [&'static str], &'static [&'static str]),
    /// Whatever this finds on the map.
    Map(fn(&Board) -> Vec<String>),
}

const NO_PLAY: &str = "nothing plays a turn yet: Muster says what may be done, and does not do it";

/// All of it.
pub static STATED: &[Stated] = &[
    Stated {
        what: "where actions are done",
        why: "Muster says who may do an action and when; the place is for the players",
        fields: &["Action.at", "Action.across"],
        whole: false,
        found: Found::Entries(&["actions"], &["at", "across"]),
    },
    Stated {
        what: "how often actions are done",
        why: "nothing counts what has been done in a phase or a turn",
        fields: &["Action.times", "Action.per", "Action.must"],
        whole: false,
        found: Found::Entries(&["actions"], &["times", "per", "must"]),
    },
    Stated {
        what: "costs of actions",
        why: "they are paid when an action is played, which nothing carries out yet",
        fields: &["Action.costs", "Price.counter", "Price.points"],
        whole: false,
        found: Found::Entries(&["actions"], &["costs"]),
    },
    Stated {
        what: "what actions roll for and do",
        why: NO_PLAY,
        fields: &["Action.roll", "Action.table", "Action.do", "Action.else"],
        whole: false,
        found: Found::Entries(&["actions"], &["roll", "table", "do", "else"]),
    },
    Stated {
        what: "triggers",
        why: NO_PLAY,
        fields: &[
            "Trigger.if",
            "Trigger.on",
            "Trigger.who",
            "Trigger.at",
            "Trigger.across",
            "Trigger.phase",
            "Trigger.times",
            "Trigger.roll",
            "Trigger.do",
            "rules.triggers",
        ],
        whole: true,
        found: Found::Entries(&["triggers"], &[]),
    },
    Stated {
        what: "who may use pools, and when they are full again",
        why: "only the markers of a pool are counted; nothing uses them up",
        fields: &["Pool.if", "Pool.side", "Pool.counter", "Pool.each"],
        whole: false,
        found: Found::Entries(&["pools"], &["if", "side", "counter", "each"]),
    },
    Stated {
        what: "who draws from decks, and when",
        why: "only the cards of a deck are counted; nothing draws them",
        fields: &["Deck.if", "Deck.side", "Deck.phase"],
        whole: false,
        found: Found::Entries(&["decks"], &["if", "side", "phase"]),
    },
    Stated {
        what: "bans of stacking, arriving, leaving the map, replacing, rallying, building and bonds",
        why: "Muster asks for bans where units are set up, move, fight, retreat and advance, and nowhere else",
        fields: &[],
        whole: true,
        found: Found::Words("bans", "of", &["stack", "arrive", "exit", "replace", "rally", "build", "bond"]),
    },
    Stated {
        what: "what happens after a combat, and to those who gave support",
        why: NO_PLAY,
        fields: &["Combat.after", "Support.after"],
        whole: false,
        found: Found::Entries(&["combat", "support"], &["after"]),
    },
    Stated {
        what: "what happens to units that cannot retreat as they must",
        why: "Muster says which ways are open; what happens without one is for the players",
        fields: &["Prefer.else"],
        whole: false,
        found: Found::Entries(&["retreat"], &["else"]),
    },
    Stated {
        what: "how many may advance, and into which hex first",
        why: "Muster says how far a unit may advance, each by itself",
        fields: &["Advance.vacated-first", "Advance.at-most"],
        whole: false,
        found: Found::Entries(&["advance"], &["vacated-first", "at-most"]),
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
        what: "boxes behind entries and exits",
        why: "nothing brings units from a box onto the map, or from the map into a box",
        fields: &["Entry.box", "Exit.box"],
        whole: false,
        found: Found::Map(|map| {
            let entries =
                map.entries.values().filter(|entry| entry.behind.is_some()).map(|entry| format!("entries/{}", entry.id));
            let exits = map.exits.values().filter(|exit| exit.behind.is_some()).map(|exit| format!("exits/{}", exit.id));
            entries.chain(exits).collect()
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
        what: "what cards and chits do beside hits",
        why: NO_PLAY,
        fields: &["Card.effects", "ChitFace.effects"],
        whole: false,
        found: Found::Entries(&["cards"], &["effects"]),
    },
    Stated {
        what: "who chooses, what may be lost instead, and until when effects last",
        why: "an effect is told with whom it strikes and how much; what players choose is theirs",
        fields: &[
            "Effect:lose.by",
            "Effect:retreat.by",
            "Effect:retreat.absorb",
            "Effect:state.until",
            "Effect:flag.until",
            "Effect:choose.by",
        ],
        whole: false,
        found: Found::Effects(&["lose", "retreat", "state", "flag", "choose"], &["by", "absorb", "until"]),
    },
    Stated {
        what: "effects on markers, bridges, counters, control and cards, and units that return, move or win",
        why: "their kind is told, and nothing carries them out",
        fields: &[
            "Effect:place.marker",
            "Effect:place.at",
            "Effect:remove.marker",
            "Effect:remove.at",
            "Effect:bridge.at",
            "Effect:bridge.is",
            "Effect:counter.add",
            "Effect:counter.set",
            "Effect:flag.is",
            "Effect:roll.roll",
            "Effect:roll.then",
            "Effect:roll.else",
            "Effect:control.of",
            "Effect:control.by",
            "Effect:draw.deck",
            "Effect:draw.count",
            "Effect:result.code",
            "Effect:return.of",
            "Effect:return.at",
            "Effect:return.steps",
            "Effect:move.of",
            "Effect:move.mode",
            "Effect:move.hexes",
            "Effect:win.side",
            "Effect:win.level",
        ],
        whole: false,
        found: Found::Effects(
            &["place", "remove", "bridge", "counter", "control", "draw", "flag", "roll", "result", "return", "move", "win"],
            &["marker", "at", "is", "add", "set", "of", "deck", "count", "code", "mode", "side", "roll", "then", "else"],
        ),
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
            Found::Effects(kinds, fields) => entry.members.values().any(|value| has_effect(value, kinds, fields)),
        }
    }
}

fn has_effect(value: &Value, kinds: &[&str], fields: &[&str]) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|value| has_effect(value, kinds, fields)),
        Value::Object(members) => {
            let kind = members.get("kind").and_then(Value::as_str).is_some_and(|kind| kinds.contains(&kind));
            let field = fields.is_empty() || fields.iter().any(|field| members.contains_key(*field));
            (kind && field) || members.values().any(|value| has_effect(value, kinds, fields))
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
        let mut members = Map::new();
        let faces: Vec<_> = card.faces.iter().filter_map(|face| face.effects.as_ref()).collect();
        let effects = if faces.is_empty() { written(game, &card.effects) } else { written(game, &(&card.effects, faces)) };
        members.extend(effects.filter(|effects| !is_empty(effects)).map(|effects| ("effects".to_owned(), effects)));
        entries.push(Entry { list: "cards".to_owned(), id: card.id.clone(), members });
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
