//! A position: which piece is where, in which state. Plain data.

use std::collections::BTreeMap;

use crate::hexgrid::HexId;
use crate::model::{Location, Scenario, StateId, UnitId, Where};

/// One counter of a unit on the map or in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The unit.
    pub unit: UnitId,
    /// Which of several like it, counted from 1.
    pub n: u32,
    /// Its state.
    pub state: StateId,
    /// The line of the setup that put it there.
    pub line: usize,
}

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// Pieces by location, in the order of the setup.
    pub at: BTreeMap<Location, Vec<Piece>>,
}

impl Position {
    /// What a scenario puts at exact places; free setups are not in it.
    pub fn start(scenario: &Scenario, count: impl Fn(UnitId) -> u32) -> Self {
        let mut position = Position::default();
        for (line, setup) in scenario.setup.iter().enumerate() {
            let Where::At(location) = setup.at else { continue };
            let numbers = match setup.n {
                Some(n) => n..=n,
                None => 1..=count(setup.unit),
            };
            let pieces = position.at.entry(location).or_default();
            pieces.extend(numbers.map(|n| Piece { unit: setup.unit, n, state: setup.state, line }));
        }
        position
    }

    /// The stacks on the map.
    pub fn stacks(&self) -> impl Iterator<Item = (HexId, &[Piece])> {
        self.at.iter().filter_map(|(location, pieces)| match location {
            Location::Hex(hex) => Some((*hex, pieces.as_slice())),
            Location::Box(_) => None,
        })
    }
}
