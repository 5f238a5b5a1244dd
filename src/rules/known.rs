//! What was found of a position, kept while the position changes: only what a change touches is found again.
//!
//! What zones, bonds and traces read is known from the game's own entries (see `depends`), so a move of one side leaves
//! the zones of the other alone unless some entry says otherwise.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::depends::Thing;
use super::retrace::LastFlood;
use super::{Bonds, Engine, Moment, Position, Situation};
use crate::model::{Key, SideId};

/// What changed in a position, or in the moment at which it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Units of a side came, went or stand elsewhere; of any side if it is not said.
    Places(Option<SideId>),
    /// Units of a side show something else, have other markers, or did something; of any side if it is not said.
    Shown(Option<SideId>),
    /// Markers in hexes or on hexsides.
    Markers,
    /// Bridges, or who holds them.
    Bridges,
    /// Who holds places.
    Control,
    Flags,
    /// Counters of the game.
    Counters,
    /// Who was lost or left the map.
    Losses,
    /// What players declared.
    Declared,
    /// The turn, the phase, the side to move, the options.
    Moment,
}

/// Zones, bonds and supply as they were last found.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub(super) zones: Vec<OnceCell<Vec<u8>>>,
    pub(super) bonds: Vec<OnceCell<Bonds>>,
    /// Sides whose bridge is not as the map has it: the number of the hex times six and that of the side, in order.
    pub(super) changed_sides: OnceCell<Vec<u32>>,
    pub(super) floods: BTreeMap<(u32, SideId), LastFlood>,
}

impl Known {
    /// Nothing, for so many sides.
    pub(super) fn nothing(sides: usize) -> Known {
        let zones = (0..sides).map(|_| OnceCell::new()).collect();
        Known { zones, bonds: (0..sides).map(|_| OnceCell::new()).collect(), ..Known::default() }
    }

    /// Drops what a change touches.
    pub fn after(&mut self, engine: &Engine<'_>, changed: Changed) {
        let depends = engine.depends();
        if changed == Changed::Bridges {
            self.changed_sides.take();
        }
        for (n, zones) in self.zones.iter_mut().enumerate() {
            if depends.reads((Thing::Zones, SideId::new(n)), changed) {
                zones.take();
            }
        }
        for (n, bonds) in self.bonds.iter_mut().enumerate() {
            if depends.reads((Thing::Bonds, SideId::new(n)), changed) {
                bonds.take();
            }
        }
        for ((trace, side), last) in &mut self.floods {
            last.holds &= !depends.reads((Thing::Trace(*trace), *side), changed);
        }
    }

    /// How much is known: so many maps of zones, lists of bonds and floods of supply.
    pub fn len(&self) -> usize {
        let zones = self.zones.iter().filter(|zones| zones.get().is_some()).count();
        let floods = self.floods.values().filter(|last| last.holds).count();
        zones + self.bonds.iter().filter(|bonds| bonds.get().is_some()).count() + floods
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a> Situation<'a> {
    /// Looks at a position of which something is known already. Every change since that was found must have been told
    /// with [`Known::after`].
    pub fn knowing(engine: &'a Engine<'a>, position: &'a Position, moment: Moment, known: Known) -> Self {
        match known.zones.len() == engine.sides() {
            true => Situation::with(engine, position, moment, known),
            false => Situation::new(engine, position, moment),
        }
    }

    /// What was found, for the position that comes next.
    pub fn into_known(self) -> Known {
        Known { floods: self.floods.into_inner(), ..self.known }
    }
}
