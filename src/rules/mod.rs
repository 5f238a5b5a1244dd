//! The rules engine: a position in, answers out. It knows neither files nor diagnostics.
//!
//! Every rule is implemented here and only here: checks ask, and so will the player and the simulator. An [`Engine`] is
//! compiled once for a game and a scenario; a [`Situation`] is a position at a moment, and answers; a [`Query`] is what one
//! question is about, so that one kind of condition and selector serves all of them.

mod advance;
mod chits;
mod combat;
mod compiled_map;
mod condition;
mod depends;
mod entering;
mod example;
mod flood;
mod formations;
mod ground;
mod hexes;
mod implied;
mod known;
mod ladder;
mod live;
mod movement;
mod mover;
mod outcome;
mod placing;
mod plane;
mod playing;
mod position;
mod possible;
mod reach;
mod reason;
mod retrace;
mod select;
mod situation;
mod stacking;
mod standing;
mod strength;
mod supply;
mod told_way;
mod zones;

pub use advance::NoAdvance;
pub use chits::Hits;
pub use combat::{Battle, Counting, NoOdds, Odds};
pub use compiled_map::CompiledMap;
pub use condition::{Doubt, Moment, Sky, Truth, holds, in_window};
pub use entering::{EntryHex, Fit, NoEntry};
pub use example::{NoAnswer, scenario_of};
pub use implied::implies;
pub use known::{Changed, Known};
pub use ladder::{Column, Rolled};
pub use live::Live;
pub use movement::{CannotMove, CostItem, End, Mover, Step, StepBlocked};
pub use outcome::{PendingEffect, Retreat};
pub use placing::{Crowd, NoSetUp, Room};
pub use playing::Verdict;
pub use position::{Counter, Deeds, Piece, Position, States, WayOut};
pub use possible::{could_fit, counter_fits, covers, every_state, fits, layout_of};
pub use reach::Reach;
pub use reason::Words;
pub use situation::{Query, Situation};
pub use stacking::{Overstack, next_step, step_before, steps};
pub use standing::Standing;
pub use strength::{Strength, Total};
pub use supply::{Cut, Flood, Supplied};
pub use told_way::ToldWay;
pub use zones::{Bonds, could_exert};

use std::collections::BTreeSet;
use std::sync::Arc;

use depends::Dependencies;
use ground::Grounds;

use crate::hexgrid::HexId;
use crate::model::{Game, Key, Pick, ScenarioId, SideId, TraceName};

/// The rules of one game, compiled for one scenario.
pub struct Engine<'g> {
    game: &'g Game,
    scenario: Option<ScenarioId>,
    land: Option<Arc<CompiledMap<'g>>>,
    /// The side of each unit, close together: nothing is asked for more often.
    sides: Arc<[Option<SideId>]>,
    depends: Arc<Dependencies>,
    grounds: Arc<Grounds>,
}

impl<'g> Engine<'g> {
    /// Compiles the rules; without a scenario, those that hold in all of them.
    pub fn new(game: &'g Game, scenario: Option<ScenarioId>) -> Self {
        let sides = game.units.values().map(|unit| unit.side).collect();
        Engine {
            game,
            scenario,
            land: CompiledMap::new(game).map(Arc::new),
            sides,
            depends: Arc::new(Dependencies::new(game)),
            grounds: Arc::new(Grounds::new(game)),
        }
    }

    /// The same for another scenario, on the same map.
    pub fn of(&self, scenario: Option<ScenarioId>) -> Self {
        Engine {
            game: self.game,
            scenario,
            land: self.land.clone(),
            sides: self.sides.clone(),
            depends: self.depends.clone(),
            grounds: self.grounds.clone(),
        }
    }

    pub(crate) fn depends(&self) -> &Dependencies {
        &self.depends
    }

    /// Zones, bonds and traces that hang on each other in a circle: the lists and ids of each circle's entries.
    pub fn circles(&self) -> &[BTreeSet<String>] {
        self.depends.entries()
    }

    /// The place of a trace in its list.
    pub(crate) fn trace_place(&self, trace: TraceName) -> Option<u32> {
        self.depends.trace(trace)
    }

    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The compiled map; nothing without one.
    pub fn land(&self) -> Option<&CompiledMap<'g>> {
        self.land.as_deref()
    }

    /// The moment at which the scenario begins, with the options that are played by default.
    pub fn start(&self) -> Moment {
        let turn = self.scenario.and_then(|id| self.game.scenarios.at(id)).and_then(|s| s.turns).map(|(first, _)| first);
        let first = self.game.turns.ids().next();
        let options = self.game.options_of(self.scenario).into_iter().map(|id| id.index()).collect::<BTreeSet<usize>>();
        Moment { turn: turn.or(first), side: None, phase: None, options: options.into(), ..Moment::default() }
    }

    /// A number that a hex, a place in it or its terrain carries; of several the one that is wanted.
    pub fn value_of(&self, hex: HexId, name: &str, pick: Pick) -> Option<i32> {
        let land = self.land.as_deref()?;
        let map = land.map();
        let own = map.values.get(&hex).and_then(|values| values.get(name));
        let places = land.places(hex).iter().filter_map(|place| map.places.at(*place)?.values.get(name));
        let terrain = map.ground(hex).into_iter().chain(land.features(hex).iter().copied());
        let terrain = terrain.filter_map(|id| self.game.terrain.at(id)?.values.get(name));
        let mut all = own.into_iter().chain(places).chain(terrain);
        match pick {
            Pick::Highest => all.max(),
            Pick::Lowest => all.min(),
            Pick::Sum => all.next().map(|first| all.fold(first, i32::saturating_add)),
        }
    }
}
