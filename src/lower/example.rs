//! What the names in worked examples mean, for whoever listens: an editor finds them and gives them other names. Whether they
//! are right is for the check of examples to say.

use std::ops::Range;

use super::Lower;
use super::rules::ENTRY;
use crate::diag::{DECLARED, HEX};
use crate::source::{NodeRef, Shape};
use crate::span::{Origin, Place};

/// A word, where it stands, and what it may name: the first kind that knows it.
struct Word {
    place: Place,
    text: String,
    kinds: &'static [&'static str],
}

/// How the words of a text are read.
#[derive(Clone, Copy)]
enum Reads {
    /// The whole text is a name.
    Whole(&'static [&'static str]),
    /// `a#2 reduced disrupted`: a unit, and its states.
    Piece,
    /// `banned ID`: the last word is a name.
    Last(&'static [&'static str]),
}

const HEXES: &[&str] = &[HEX, "box"];

/// How the texts below a field are read.
fn reads(field: &str, question: &str) -> Option<Reads> {
    let kinds: &[&str] = match field {
        "units" | "unit" | "with" | "support" | "piece" | "draw-piece" | "exited" | "eliminated" | "lost" | "crossed" => {
            return Some(Reads::Piece);
        }
        "markers" | "on-units" => &["marker"],
        "control" | "bridge-owners" | "asks" => &["side"],
        "side" => &["side", HEX],
        "hex" | "to" | "from" | "attack" | "hexside" => HEXES,
        "card" | "draw" | "chit" => &["card"],
        "entries" => &["entry"],
        "options" => &["option"],
        "flags" => &["flag"],
        "declared" => &[DECLARED],
        "mode" => &["mode of movement"],
        "trace" => &["supply trace"],
        "scenario" => &["scenario"],
        "turn" => &["turn"],
        "phase" => &["phase"],
        "rating" => &["rating"],
        "combat" => &["combat"],
        "action" => &["action"],
        "table" => &["table"],
        "exit" => &["exit"],
        // By hand: a unit or a marker, and where it goes.
        "put" => &["unit", "marker", "side", HEX, "box"],
        "limit" | "apart" => &[ENTRY],
        "is" => match question {
            "phases" => &["phase"],
            "actions" => &["action"],
            "unsupplied" => &["state"],
            "retreat" => HEXES,
            "outcome" => return Some(Reads::Last(&["state", "marker"])),
            "odds" => return Some(Reads::Last(&["ban", ENTRY])),
            _ => return None,
        },
        _ => return None,
    };
    Some(Reads::Whole(kinds))
}

/// What the keys of a field are, where they are names.
fn keys(field: &str, question: &str) -> Option<&'static [&'static str]> {
    match field {
        "units" | "markers" | "bridges" | "bridge-owners" | "crossed" => Some(&[HEX, "box", "bridge"]),
        "on-units" | "did" => Some(&["unit"]),
        "control" => Some(&["place"]),
        "counters" => Some(&["counter"]),
        "points" => Some(&["side"]),
        "is" if question == "enter" => Some(HEXES),
        _ => None,
    }
}

/// Goes through an example.
struct Walk<'q> {
    origin: Origin,
    question: &'q str,
    words: Vec<Word>,
}

impl Walk<'_> {
    fn go(&mut self, node: NodeRef<'_>, field: &str) {
        match node.shape() {
            Shape::Object => {
                let keys = keys(field, self.question);
                for member in node.members() {
                    match keys {
                        Some(kinds) => {
                            let place = self.place(member.value).key();
                            self.words.push(Word { place, text: member.name.clone().into_owned(), kinds });
                            self.go(member.value, field);
                        }
                        None => self.go(member.value, &member.name),
                    }
                }
            }
            Shape::List => node.elements().for_each(|element| self.go(element, field)),
            Shape::Text => self.text(node, field),
            _ => {}
        }
    }

    fn place(&self, node: NodeRef<'_>) -> Place {
        Place::from(Origin { file: self.origin.file, node: node.id() })
    }

    fn text(&mut self, node: NodeRef<'_>, field: &str) {
        let (Some(reads), Some(text)) = (reads(field, self.question), node.text()) else { return };
        let mut all = super::hexes::words(&text);
        match reads {
            Reads::Whole(kinds) => self.words.push(Word { place: self.place(node), text: text.to_string(), kinds }),
            Reads::Last(kinds) => {
                if let Some((range, word)) = all.last() {
                    self.word(node, range, word, kinds);
                }
            }
            Reads::Piece => {
                if let Some((range, word)) = all.next() {
                    // Of several alike: `a#2`, or as logs write it `a/2`.
                    let own = word.rsplit_once(['#', '/']).filter(|(_, n)| n.parse::<u32>().is_ok()).map_or(word, |(own, _)| own);
                    self.word(node, range.start..range.start + own.len(), own, &["unit"]);
                }
                for (range, word) in all {
                    self.word(node, range, word, &["state"]);
                }
            }
        }
    }

    fn word(&mut self, node: NodeRef<'_>, range: Range<usize>, word: &str, kinds: &'static [&'static str]) {
        self.words.push(Word { place: self.place(node).bytes(range), text: word.to_owned(), kinds });
    }
}

impl Lower<'_, '_, '_> {
    /// Says what the names of an example mean, if anybody listens.
    pub(super) fn hear_example(&mut self, origin: Origin) {
        if !self.sink.listens() {
            return;
        }
        let Some(node) = self.load.project.files.tree(origin.file).and_then(|tree| tree.node(origin.node)) else { return };
        let question = node.get("ask").and_then(|ask| ask.get("kind")).and_then(|kind| kind.text()).unwrap_or_default();
        let mut walk = Walk { origin, question: &question, words: Vec::new() };
        walk.go(node, "");
        let codes = self.example_codes(origin, node);
        for Word { place, text, kinds } in walk.words {
            self.hear_any(&text, &place, kinds);
        }
        self.codes.extend(codes);
    }
}
