//! Players that are programs.

mod aims;
mod battles;
mod fields;
mod fights;
mod greedy;
mod idle;
mod lore;
mod moves;
mod policy;
mod scene;
mod search;
mod style;
mod trying;
mod values;

use std::collections::BTreeSet;
use std::sync::Arc;

use greedy::Greedy;
use idle::Idle;
use lore::Lore;
use policy::Policy;
use search::Search;

use crate::model::{Game, Key, ScenarioId, SideId};
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

    /// The entries of the list `policy` that it has decided by, by their places; nothing if it does not play by that list.
    fn policy(&self) -> Option<&BTreeSet<usize>> {
        None
    }
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
    /// Does what looks best just now.
    Greedy,
    /// Plays the game on in several styles, and takes it back: so many decisions are tried in a turn.
    Search { nodes: u32 },
    /// Does what the game's own `policy` says.
    Policy,
}

/// So many decisions are tried in a turn, if nobody says how many.
const NODES: u32 = 30_000;

impl Kind {
    /// Who plays where nobody is named.
    pub const USUAL: Kind = Kind::Greedy;

    /// The kind of that name: `search` may name how many decisions are tried in a turn, as in `search:20000`.
    pub fn named(name: &str) -> Option<Kind> {
        if let Some(nodes) = name.strip_prefix("search:") {
            return nodes.parse().ok().filter(|nodes| *nodes > 0).map(|nodes| Kind::Search { nodes });
        }
        Some(match name {
            "idle" => Kind::Idle,
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "search" => Kind::Search { nodes: NODES },
            "policy" => Kind::Policy,
            _ => return None,
        })
    }

    /// The word for it.
    pub fn word(&self) -> String {
        match self {
            Kind::Idle => "idle".to_owned(),
            Kind::Random => "random".to_owned(),
            Kind::Greedy => "greedy".to_owned(),
            Kind::Search { nodes: NODES } => "search".to_owned(),
            Kind::Search { nodes } => format!("search:{nodes}"),
            Kind::Policy => "policy".to_owned(),
        }
    }

    /// Whether it must know the game before it begins.
    fn is_learned(&self) -> bool {
        matches!(self, Kind::Greedy | Kind::Search { .. } | Kind::Policy)
    }

    /// Whether it can play that side of a game.
    pub fn can_play(&self, game: &Game, side: SideId) -> bool {
        *self != Kind::Policy || game.rules.policy.all().any(|entry| entry.side == side)
    }
}

/// Players that are built in: for each line-up one kind for each side.
pub struct Players<'e> {
    kinds: Vec<Vec<Kind>>,
    lore: Option<Lore<'e>>,
}

impl<'e> Players<'e> {
    /// Players of these kinds, for each line-up in the order of the sides. What they must know of the game is found here, once
    /// for all games.
    pub fn new(engine: &'e Engine<'e>, scenario: ScenarioId, options: Option<&BTreeSet<usize>>, kinds: Vec<Vec<Kind>>) -> Self {
        let start = engine.start();
        let options = options.cloned().map_or_else(|| start.options.clone(), Arc::new);
        let moment = Moment { options, ..start };
        let scenario = engine.game().scenarios.at(scenario).filter(|_| kinds.iter().flatten().any(Kind::is_learned));
        Players { kinds, lore: scenario.map(|scenario| Lore::new(engine, scenario, moment)) }
    }
}

impl Seats for Players<'_> {
    fn seat(&self, lineup: usize, side: SideId, seed: u64) -> Result<Box<dyn Player + '_>, String> {
        let lore = self.lore.as_ref().ok_or("the players do not know the scenario");
        Ok(match self.kinds.get(lineup).and_then(|kinds| kinds.get(side.index())) {
            Some(Kind::Idle) => Box::new(Idle::new(seed)),
            Some(Kind::Random) | None => Box::new(Random::new(seed)),
            Some(Kind::Greedy) => Box::new(Greedy::new(lore?, side, seed)),
            Some(Kind::Search { nodes }) => Box::new(Search::new(lore?, side, seed, *nodes)),
            Some(Kind::Policy) => Box::new(Policy::new(lore?, side, seed)),
        })
    }
}

impl Player for Random {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        Ok(Random::decide(self, game))
    }
}
