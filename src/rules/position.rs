//! A position: which piece is where, in which state, and what else a game remembers. Plain data.

use std::collections::{BTreeMap, BTreeSet};

use super::Engine;
use crate::hexgrid::{HexId, Hexside};
use crate::model::{
    BridgeCondition, CounterName, Deed, EntryId, FlagName, Game, Key, Location, MarkerAt, MarkerId, PlaceId, Scenario, SideId,
    StateId, UnitId, Where,
};

/// States that a piece is in beside the face that it shows, the first 64 of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct States(u64);

impl States {
    /// With that state too.
    #[must_use]
    pub fn with(self, state: StateId) -> States {
        States(self.0 | 1u64.checked_shl(state.0).unwrap_or(0))
    }

    /// Whether that state is among them.
    pub fn has(self, state: StateId) -> bool {
        self.0 & 1u64.checked_shl(state.0).unwrap_or(0) != 0
    }
}

/// One counter of a unit on the map or in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The unit.
    pub unit: UnitId,
    /// Which of several like it, counted from 1.
    pub n: u32,
    /// The face that it shows.
    pub state: StateId,
    /// What else it is: disrupted, out of supply.
    pub also: States,
    /// The line of the setup that put it there.
    pub line: usize,
}

impl Piece {
    /// The first counter of a unit, showing that face.
    pub fn new(unit: UnitId, state: StateId) -> Self {
        Piece { unit, n: 1, state, also: States::default(), line: 0 }
    }

    /// Whether it is in that state.
    pub fn is(&self, state: StateId) -> bool {
        self.state == state || self.also.has(state)
    }
}

/// Where everything is.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// Pieces by location, in the order of the setup.
    pub at: BTreeMap<Location, Vec<Piece>>,
    /// Markers in hexes and boxes.
    pub markers: BTreeMap<Location, Vec<MarkerId>>,
    /// Markers on hexsides.
    pub side_markers: BTreeMap<Hexside, Vec<MarkerId>>,
    /// Markers on units.
    pub unit_markers: BTreeMap<(UnitId, u32), Vec<MarkerId>>,
    /// Who holds which place.
    pub held: BTreeMap<PlaceId, SideId>,
    /// Bridges that are not as the map has them.
    pub bridges: BTreeMap<Hexside, BridgeCondition>,
    /// Who holds bridges, where it is not as the map has it.
    pub bridge_owners: BTreeMap<Hexside, SideId>,
    /// Who has crossed which side in this phase.
    pub crossed: BTreeMap<Hexside, Vec<Piece>>,
    /// What pieces did this turn.
    pub did: BTreeMap<(UnitId, u32), BTreeSet<Deed>>,
    /// Flags that are set.
    pub flags: BTreeSet<FlagName>,
    /// Counters of the game.
    pub counters: BTreeMap<CounterName, i32>,
    /// What players have declared.
    pub declared: BTreeSet<String>,
    /// Pieces that have left the map, and by which entry.
    pub exited: Vec<(Piece, Option<EntryId>)>,
    /// Pieces that have been lost.
    pub eliminated: Vec<Piece>,
}

impl Position {
    /// What a scenario puts at exact places; free setups are not in it.
    pub fn start(game: &Game, scenario: &Scenario) -> Self {
        let mut position = Position::default();
        let is_face =
            |unit: UnitId, state: StateId| game.units.at(unit).is_some_and(|u| u.faces.iter().any(|face| face.state == state));
        for (line, setup) in scenario.setup.iter().enumerate() {
            let Where::At(location) = setup.at else { continue };
            // Nobody knows yet who is drawn.
            if setup.drawn.is_some() {
                continue;
            }
            let count = game.units.at(setup.unit).map_or(0, |u| u.count);
            let numbers = match setup.n {
                Some(n) => n..=n,
                None => 1..=count,
            };
            let face = is_face(setup.unit, setup.state);
            for n in numbers {
                let state = if face { setup.state } else { Game::FULL };
                let also = if face { States::default() } else { States::default().with(setup.state) };
                position.at.entry(location).or_default().push(Piece { unit: setup.unit, n, state, also, line });
                if !setup.markers.is_empty() {
                    position.unit_markers.entry((setup.unit, n)).or_default().extend(&setup.markers);
                }
            }
        }
        for marker in &scenario.markers {
            match marker.at {
                MarkerAt::Location(location) => position.markers.entry(location).or_default().push(marker.marker),
                MarkerAt::Side(side) => position.side_markers.entry(side).or_default().push(marker.marker),
            }
        }
        position.held = scenario.control.iter().copied().collect();
        if let Some(map) = &game.map {
            position.map_bridges(map);
            for (bridge, is) in &scenario.bridges {
                position.bridges.extend(map.bridges.at(*bridge).map(|bridge| (bridge.side, *is)));
            }
        }
        position
    }

    /// Bridges as the map has them.
    pub(super) fn map_bridges(&mut self, map: &crate::model::Map) {
        for bridge in map.bridges.values() {
            let state = match bridge.state.as_deref() {
                Some("blown") => BridgeCondition::Blown,
                Some("building") => BridgeCondition::Building,
                _ => continue,
            };
            self.bridges.insert(bridge.side, state);
        }
    }

    /// The stacks on the map.
    pub fn stacks(&self) -> impl Iterator<Item = (HexId, &[Piece])> {
        self.at.iter().filter_map(|(location, pieces)| match location {
            Location::Hex(hex) => Some((*hex, pieces.as_slice())),
            Location::Box(_) => None,
        })
    }

    /// Where the first counter of a unit is on the map.
    pub fn find(&self, unit: UnitId) -> Option<(HexId, Piece)> {
        self.stacks().find_map(|(hex, stack)| stack.iter().find(|piece| piece.unit == unit).map(|piece| (hex, *piece)))
    }

    /// Puts a piece into a hex, away from wherever it was.
    pub fn put(&mut self, piece: Piece, hex: HexId) {
        self.take(piece);
        self.at.entry(Location::Hex(hex)).or_default().push(piece);
    }

    /// Takes a piece away.
    pub fn take(&mut self, piece: Piece) {
        for pieces in self.at.values_mut() {
            pieces.retain(|other| (other.unit, other.n) != (piece.unit, piece.n));
        }
        self.at.retain(|_, pieces| !pieces.is_empty());
    }
}

impl Engine<'_> {
    /// What a face shows of a rating.
    pub fn printed(&self, piece: &Piece, rating: crate::model::RatingId) -> crate::model::RatingValue {
        let faces = self.game.units.at(piece.unit).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        let face = faces.iter().find(|face| face.state == piece.state).or(faces.first());
        face.map(|face| face.rating(rating)).unwrap_or_default()
    }

    /// The side of a piece.
    pub fn side_of(&self, piece: &Piece) -> Option<SideId> {
        self.sides.get(piece.unit.index()).copied().flatten()
    }

    /// The steps of a piece; nothing if not known.
    pub fn steps_of(&self, piece: &Piece) -> Option<i32> {
        super::steps(self.game, piece.unit, piece.state)
    }

    /// The number of sides.
    pub(super) fn sides(&self) -> usize {
        self.game.sides.len()
    }
}
