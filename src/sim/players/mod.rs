//! Players that are programs.

mod idle;

use idle::Idle;

use crate::model::{Key, SideId};
use crate::play::{Decision, Match, Random};

/// Somebody who decides for a side.
pub trait Player {
    /// What it decides for the side that is asked; nothing if nothing can be decided. It may try decisions in the game, and
    /// takes them back.
    ///
    /// # Errors
    /// Why it cannot go on: only programs from outside fail.
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String>;
}

/// Who plays which side.
pub trait Seats: Sync {
    /// A player for a side in one game of a line-up, with a seed of its own.
    ///
    /// # Errors
    /// Why there is none.
    fn seat(&self, lineup: usize, side: SideId, seed: u64) -> Result<Box<dyn Player + '_>, String>;
}

/// The kinds of players that are built in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Does only what it must.
    Idle,
    /// Decides by lot.
    Random,
}

impl Kind {
    /// Who plays where nobody is named.
    pub const USUAL: Kind = Kind::Random;

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "idle" => Kind::Idle,
            "random" => Kind::Random,
            _ => return None,
        })
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Idle => "idle",
            Kind::Random => "random",
        }
    }
}

/// Players that are built in: for each line-up one kind for each side.
pub struct Players {
    pub kinds: Vec<Vec<Kind>>,
}

impl Seats for Players {
    fn seat(&self, lineup: usize, side: SideId, seed: u64) -> Result<Box<dyn Player + '_>, String> {
        Ok(match self.kinds.get(lineup).and_then(|kinds| kinds.get(side.index())) {
            Some(Kind::Idle) => Box::new(Idle),
            Some(Kind::Random) | None => Box::new(Random::new(seed)),
        })
    }
}

impl Player for Random {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        Ok(Random::decide(self, game))
    }
}
