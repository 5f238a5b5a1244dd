//! Players that are programs.

mod aims;
mod battles;
mod fields;
mod fights;
mod greedy;
mod idle;
mod lore;
mod moves;
mod scene;
mod search;
mod trying;
mod values;

use std::collections::BTreeSet;
use std::sync::Arc;

use greedy::Greedy;
use idle::Idle;
use lore::Lore;
use search::Search;

use crate::model::{Key, ScenarioId, SideId};
use crate::play::{Decision, Match, Random};
use crate::rules::{Engine, Moment};

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
    /// A player for a side in one game, with a seed of its own.
    ///
    /// # Errors
    /// Why there is none.
    fn seat(&self, side: SideId, seed: u64) -> Result<Box<dyn Player + '_>, String>;
}

/// The kinds of players that are built in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Does only what it must.
    Idle,
    /// Decides by lot.
    Random,
    /// Does what looks best just now.
    Greedy,
    /// Plays on with what it thinks of, and takes it back: so many decisions are tried for one.
    Search { nodes: u32 },
}

/// So many decisions are tried for one, if nobody says how many.
const NODES: u32 = 5000;

impl Kind {
    /// The kind of that name: `search` may name how many decisions are tried, as in `search:20000`.
    pub fn named(name: &str) -> Option<Kind> {
        if let Some(nodes) = name.strip_prefix("search:") {
            return nodes.parse().ok().filter(|nodes| *nodes > 0).map(|nodes| Kind::Search { nodes });
        }
        Some(match name {
            "idle" => Kind::Idle,
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "search" => Kind::Search { nodes: NODES },
            _ => return None,
        })
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Idle => "idle",
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Search { .. } => "search",
        }
    }

    /// Whether it must know the game before it begins.
    fn is_learned(&self) -> bool {
        matches!(self, Kind::Greedy | Kind::Search { .. })
    }
}

/// Players that are built in, one kind for each side.
pub struct Players<'e> {
    kinds: Vec<Kind>,
    lore: Option<Lore<'e>>,
}

impl<'e> Players<'e> {
    /// Players of these kinds, in the order of the sides. What they must know of the game is found here, once for all games.
    pub fn new(engine: &'e Engine<'e>, scenario: ScenarioId, options: Option<&BTreeSet<usize>>, kinds: Vec<Kind>) -> Self {
        let start = engine.start();
        let options = options.cloned().map_or_else(|| start.options.clone(), Arc::new);
        let moment = Moment { options, ..start };
        let scenario = engine.game().scenarios.at(scenario).filter(|_| kinds.iter().any(Kind::is_learned));
        Players { kinds, lore: scenario.map(|scenario| Lore::new(engine, scenario, moment)) }
    }

    /// The kinds, in the order of the sides.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }
}

impl Seats for Players<'_> {
    fn seat(&self, side: SideId, seed: u64) -> Result<Box<dyn Player + '_>, String> {
        let lore = self.lore.as_ref().ok_or("the players do not know the scenario");
        Ok(match self.kinds.get(side.index()) {
            Some(Kind::Idle) => Box::new(Idle),
            Some(Kind::Random) | None => Box::new(Random::new(seed)),
            Some(Kind::Greedy) => Box::new(Greedy::new(lore?, side, seed)),
            Some(Kind::Search { nodes }) => Box::new(Search::new(lore?, side, seed, *nodes)),
        })
    }
}

impl Player for Random {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        Ok(Random::decide(self, game))
    }
}
