//! The rules engine: a position in, answers out. It knows neither files nor diagnostics.
//!
//! Every rule is implemented here and only here: checks ask, and so will the player and the simulator.

mod condition;
mod movement;
mod position;
mod select;
mod stacking;
mod standing;

pub use condition::{Moment, Truth, holds, in_window};
pub use movement::{Barrier, Ground, Mover, Reach, Step};
pub use position::{Piece, Position};
pub use select::{could_fit, fits};
pub use stacking::{Overstack, steps};
pub use standing::Standing;

use std::collections::{BTreeMap, BTreeSet};

use crate::hexgrid::HexId;
use crate::model::{Game, Key, Layer, ScenarioId, TerrainId};

/// The rules of one game, compiled for one scenario.
pub struct Engine<'g> {
    game: &'g Game,
    scenario: Option<ScenarioId>,
    /// Features in each hex that count instead of the ground.
    features: BTreeMap<HexId, Vec<TerrainId>>,
    /// Hexes through which a road runs.
    roads: BTreeSet<HexId>,
}

impl<'g> Engine<'g> {
    /// Compiles the rules; without a scenario, those that hold in all of them.
    pub fn new(game: &'g Game, scenario: Option<ScenarioId>) -> Self {
        let mut features: BTreeMap<HexId, Vec<TerrainId>> = BTreeMap::new();
        let mut roads = BTreeSet::new();
        if let Some(map) = &game.map {
            for place in map.places.values() {
                let class = place.class.filter(|class| game.terrain.at(*class).is_some_and(|t| t.layer == Layer::Replaces));
                for &hex in &place.hexes {
                    features.entry(hex).or_default().extend(class);
                }
            }
            roads.extend(map.roads.values().flat_map(|road| road.through.iter().copied()));
        }
        Engine { game, scenario, features, roads }
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The moment at which the scenario begins, with the options that are played by default.
    pub fn start(&self) -> Moment {
        let turn = self.scenario.and_then(|id| self.game.scenarios.at(id)).and_then(|s| s.turns).map(|(first, _)| first);
        let first = self.game.turns.ids().next();
        let options = self.game.rules.options.iter().filter(|(_, option)| option.default).map(|(id, _)| id.index()).collect();
        Moment { turn: turn.or(first), side: None, options }
    }
}
