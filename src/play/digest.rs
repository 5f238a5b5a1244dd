//! A digest of a state, part by part, so that two that differ can say in what.

use std::fmt::Write;

use sha2::{Digest as _, Sha256};

use super::{Match, State};
use crate::model::Location;

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

impl State {
    /// Its digest.
    pub fn digest(&self) -> Digest {
        let position = &self.position;
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
            position.crossed,
            position.did,
            position.flags,
            position.counters,
            position.declared,
            position.exited,
            position.eliminated
        );
        let rest = format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?}",
            self.used,
            self.battles,
            self.arrivals,
            self.due,
            self.drawn,
            self.left_out,
            self.dealt,
            self.lasting,
            self.rolls,
            self.over
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
        self.state.digest()
    }
}
