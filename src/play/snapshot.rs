//! Where a game stands, taken out of it: it can go on from there by rules that differ.

use super::{Ask, Match, Settings, State};
use crate::model::ScenarioId;
use crate::rules::Engine;

/// Where a game stands.
pub struct Snapshot {
    state: State,
    asked: Option<Ask>,
}

impl Match<'_> {
    /// Where the game stands now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { state: self.state.clone(), asked: self.asked.clone() }
    }
}

impl Snapshot {
    /// The game as it goes on by rules that may be others, of the same sides, map and counters.
    pub fn under<'e>(&self, engine: &'e Engine<'e>, scenario: ScenarioId, settings: Settings) -> Option<Match<'e>> {
        let unbegun = Match::unbegun(engine, scenario, settings)?;
        Some(Match { state: self.state.clone(), asked: self.asked.clone(), ..unbegun })
    }
}
