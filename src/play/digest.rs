//! A digest of a state, part by part, so that two that differ can say in what.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use sha2::{Digest as _, Sha256};

use super::state::{Lasting, LastingWhat};
use super::{Match, State};
use crate::model::{CounterName, FlagName, Location, WordLists};
use crate::rules::Sky;

/// What a state comes to: the same for the same state, however it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    pub position: String,
    pub clock: String,
    pub frames: String,
    pub rest: String,
}

impl Digest {
    /// All of it in one word.
    pub fn word(&self) -> String {
        hash(&format!("{} {} {} {}", self.position, self.clock, self.frames, self.rest))
    }

    /// The part in which two differ first.
    pub fn differs(&self, other: &Digest) -> Option<&'static str> {
        let parts = [
            (&self.position, &other.position, "who is where"),
            (&self.clock, &other.clock, "the turn and the phase"),
            (&self.frames, &other.frames, "what is under way"),
            (&self.rest, &other.rest, "what was counted"),
        ];
        parts.into_iter().find(|(a, b, _)| a != b).map(|(_, _, part)| part)
    }
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().take(16).fold(String::new(), |mut word, byte| {
        let _ = write!(word, "{byte:02x}");
        word
    })
}

/// A name and its kind, as logs have always counted it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Word<'w>(&'static str, &'w str);

impl fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:?})", self.0, self.1)
    }
}

impl State {
    /// Its digest. Flags and counters stand in it by their words: a folder and its bundle may number them differently, and
    /// the log of one must fit the other.
    pub fn digest(&self, words: &WordLists) -> Digest {
        let position = &self.position;
        let flag = |name: &FlagName| Word("FlagName", words.flags.word(*name));
        let flags: BTreeSet<Word<'_>> = position.flags.iter().map(flag).collect();
        let counter = |name: &CounterName| Word("CounterName", words.counters.word(*name));
        let counters: BTreeMap<Word<'_>, i32> = position.counters.iter().map(|(name, n)| (counter(name), *n)).collect();
        let what = |lasting: &Lasting| match &lasting.what {
            LastingWhat::Flag(name) => format!("Flag({:?})", flag(name)),
            state => format!("{state:?}"),
        };
        let lasting: Vec<String> = (self.lasting.iter())
            .map(|it| format!("Lasting {{ what: {}, until: {:?}, half: {:?} }}", what(it), it.until, it.half))
            .collect();
        let mut places = String::new();
        for (at, piece) in position.everybody() {
            let at = match at {
                Location::Hex(hex) => format!("h{}", hex.index()),
                Location::Box(id) => format!("b{}", id.0),
            };
            let _ = write!(places, "{at}:{}/{}.{}.{:?} ", piece.unit.0, piece.n, piece.state.0, piece.also);
        }
        let _ = write!(
            places,
            "{:?} {:?} {:?} {:?} {:?} {:?}",
            position.markers,
            position.side_markers,
            position.unit_markers,
            position.held,
            position.bridges,
            position.bridge_owners
        );
        let _ = write!(
            places,
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            position.crossed, position.did, flags, counters, position.declared, position.exited, position.eliminated
        );
        let rest = format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} [{}] {:?} {} {:?}{}",
            self.used,
            self.battles,
            self.arrivals,
            self.due,
            self.drawn,
            self.left_out,
            position.dealt,
            lasting.join(", "),
            self.kept,
            self.rolls,
            self.over,
            // Logs that were written before there was such a thing stay good.
            match (self.next.is_empty() && self.hands.is_empty(), self.sky == Sky::default()) {
                (true, true) => String::new(),
                (false, true) => format!(" {:?} {:?}", self.next, self.hands),
                (_, false) => format!(" {:?} {:?} {:?}", self.next, self.hands, self.sky),
            }
        );
        Digest {
            position: hash(&places),
            clock: hash(&format!("{:?}", self.clock)),
            frames: hash(&format!("{:?}", self.frames)),
            rest: hash(&rest),
        }
    }
}

impl Match<'_> {
    /// The digest of the state as it is.
    pub fn digest(&self) -> Digest {
        self.state.digest(&self.engine.game().words)
    }
}
