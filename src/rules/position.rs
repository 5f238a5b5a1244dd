//! A position: which piece is where, in which state, and what else a game remembers. Plain data.

use std::collections::{BTreeMap, BTreeSet};

use super::Engine;
use crate::hexgrid::{HexId, Hexside};
use crate::model::{
    BoxId, BridgeCondition, CardId, CounterName, Deed, EntryId, ExitId, FlagName, Game, Key, Location, MarkerAt, MarkerId,
    PlaceId, Scenario, SideId, StateId, UnitId, Where,
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

    /// Without that state.
    #[must_use]
    pub fn without(self, state: StateId) -> States {
        States(self.0 & !1u64.checked_shl(state.0).unwrap_or(0))
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether that state is among them.
    pub fn has(self, state: StateId) -> bool {
        self.0 & 1u64.checked_shl(state.0).unwrap_or(0) != 0
    }
}

/// One counter of a unit on the map or in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
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

impl Piece {
    /// Which counter it is, whatever it shows: the unit, and which of several like it.
    pub fn counter(&self) -> Counter {
        (self.unit, self.n)
    }
}

/// A counter: the unit, and which of several like it.
pub type Counter = (UnitId, u32);

/// What a counter did this turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deeds(u8);

impl Deeds {
    fn bit(deed: Deed) -> u8 {
        match deed {
            Deed::Moved => 1,
            Deed::Attacked => 1 << 1,
            Deed::Defended => 1 << 2,
            Deed::Fired => 1 << 3,
            Deed::Retreated => 1 << 4,
            Deed::Advanced => 1 << 5,
            Deed::Arrived => 1 << 6,
        }
    }

    /// With that deed too.
    #[must_use]
    pub fn with(self, deed: Deed) -> Deeds {
        Deeds(self.0 | Deeds::bit(deed))
    }

    /// Whether it did that.
    pub fn has(self, deed: Deed) -> bool {
        self.0 & Deeds::bit(deed) != 0
    }
}

impl FromIterator<Deed> for Deeds {
    fn from_iter<I: IntoIterator<Item = Deed>>(deeds: I) -> Self {
        deeds.into_iter().fold(Deeds::default(), Deeds::with)
    }
}

/// Stacks by hex and box, and the place of each counter. A hex finds its stack by number, and a unit its place: both are
/// asked for all the time. A hex where nobody has stood costs four bytes, so that positions of big maps are copied fast.
#[derive(Clone, Debug, Default)]
struct Stacks {
    /// By hex, the place of its stack in the list and one more; 0 if nobody has stood there.
    of_hex: Vec<u32>,
    list: Vec<Vec<Piece>>,
    /// The hexes where somebody stands, in order: a map has many more.
    held: Vec<HexId>,
    boxes: BTreeMap<BoxId, Vec<Piece>>,
    /// Where the first counter of each unit is.
    firsts: Vec<Option<Location>>,
    /// Where the other counters of units are.
    others: BTreeMap<Counter, Location>,
    /// Counters that a faulty setup puts into two places.
    twice: BTreeSet<Counter>,
}

impl Stacks {
    fn get(&self, at: Location) -> &[Piece] {
        let stack = match at {
            Location::Hex(hex) => {
                let place = self.of_hex.get(hex.index()).and_then(|place| place.checked_sub(1));
                place.and_then(|place| self.list.get(place as usize))
            }
            Location::Box(id) => self.boxes.get(&id),
        };
        stack.map(Vec::as_slice).unwrap_or_default()
    }

    fn get_mut(&mut self, at: Location) -> Option<&mut Vec<Piece>> {
        let hex = match at {
            Location::Hex(hex) => hex,
            Location::Box(id) => return Some(self.boxes.entry(id).or_default()),
        };
        if self.of_hex.len() <= hex.index() {
            self.of_hex.resize(hex.index() + 1, 0);
        }
        let place = self.of_hex.get_mut(hex.index())?;
        if *place == 0 {
            self.list.push(Vec::new());
            *place = u32::try_from(self.list.len()).unwrap_or(0);
        }
        self.list.get_mut(place.checked_sub(1)? as usize)
    }

    fn find(&self, counter: Counter) -> Option<Location> {
        match counter {
            (unit, 1) => self.firsts.get(unit.index()).copied().flatten(),
            counter => self.others.get(&counter).copied(),
        }
    }

    fn seat(&mut self, counter: Counter, at: Option<Location>) {
        match (counter, at) {
            ((unit, 1), at) => {
                if self.firsts.len() <= unit.index() {
                    self.firsts.resize(unit.index() + 1, None);
                }
                if let Some(seat) = self.firsts.get_mut(unit.index()) {
                    *seat = at;
                }
            }
            (counter, Some(at)) => {
                self.others.insert(counter, at);
            }
            (counter, None) => {
                self.others.remove(&counter);
            }
        }
    }

    /// Changes a stack, if there is a place for one; and notes whether anybody stands there then.
    fn change(&mut self, at: Location, change: impl FnOnce(&mut Vec<Piece>)) {
        let Some(stack) = self.get_mut(at) else { return };
        change(stack);
        let there = !stack.is_empty();
        let Location::Hex(hex) = at else { return };
        match self.held.binary_search(&hex) {
            Err(place) if there => self.held.insert(place, hex),
            Ok(place) if !there => drop(self.held.remove(place)),
            _ => {}
        }
    }

    fn hexes(&self) -> impl Iterator<Item = (HexId, &[Piece])> {
        self.held.iter().map(|hex| (*hex, self.get(Location::Hex(*hex))))
    }
}

/// By which way a unit has left the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WayOut {
    /// The entry in whose hex it stood.
    pub entry: Option<EntryId>,
    /// The exit that it took.
    pub exit: Option<ExitId>,
}

/// Where everything is. It owns what it says and borrows no game: it can be kept, copied and sent.
#[derive(Clone, Debug, Default)]
pub struct Position {
    stacks: Stacks,
    /// Markers in hexes and boxes.
    pub markers: BTreeMap<Location, Vec<MarkerId>>,
    /// Markers on hexsides.
    pub side_markers: BTreeMap<Hexside, Vec<MarkerId>>,
    pub unit_markers: BTreeMap<Counter, Vec<MarkerId>>,
    /// Who holds which place.
    pub held: BTreeMap<PlaceId, SideId>,
    /// Bridges that are not as the map has them.
    pub bridges: BTreeMap<Hexside, BridgeCondition>,
    /// Who holds bridges, where it is not as the map has it.
    pub bridge_owners: BTreeMap<Hexside, SideId>,
    /// Who has crossed which side in this phase.
    pub crossed: BTreeMap<Hexside, Vec<Piece>>,
    /// What pieces did this turn.
    pub did: BTreeMap<Counter, Deeds>,
    /// Flags that are set.
    pub flags: BTreeSet<FlagName>,
    /// Counters of the game.
    pub counters: BTreeMap<CounterName, i32>,
    /// What players have declared.
    pub declared: BTreeSet<String>,
    /// Pieces that have left the map, and by which way.
    pub exited: Vec<(Piece, WayOut)>,
    /// Pieces that have been lost.
    pub eliminated: Vec<Piece>,
    /// Cards that are no longer in their deck, by card: how many.
    pub dealt: BTreeMap<CardId, u32>,
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
                let also = setup.also.iter().fold(also, |also, state| also.with(*state));
                position.add(Piece { unit: setup.unit, n, state, also, line }, location);
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
        for unit in &scenario.lost {
            let count = game.units.at(*unit).map_or(0, |unit| unit.count);
            position.eliminated.extend((1..=count).map(|n| Piece { n, ..Piece::new(*unit, Game::FULL) }));
        }
        if let Some(map) = &game.map {
            position.map_bridges(map);
            for (bridge, is) in &scenario.bridges {
                position.bridges.extend(map.bridges.at(*bridge).map(|bridge| (bridge.side, *is)));
            }
            for (bridge, owner) in &scenario.owners {
                position.bridge_owners.extend(map.bridges.at(*bridge).map(|bridge| (bridge.side, *owner)));
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

    /// The stacks on the map, by hex.
    pub fn stacks(&self) -> impl Iterator<Item = (HexId, &[Piece])> {
        self.stacks.hexes()
    }

    /// The stack in a hex, the first that came there first.
    pub fn stack(&self, hex: HexId) -> &[Piece] {
        self.stacks.get(Location::Hex(hex))
    }

    /// The pieces at a place.
    pub fn at(&self, at: Location) -> &[Piece] {
        self.stacks.get(at)
    }

    /// Whether anybody is on the map.
    pub fn anybody(&self) -> bool {
        self.stacks.hexes().next().is_some()
    }

    /// Where a counter is, and what it shows.
    pub fn piece(&self, counter: Counter) -> Option<(Location, Piece)> {
        let at = self.stacks.find(counter)?;
        self.at(at).iter().find(|piece| piece.counter() == counter).map(|piece| (at, *piece))
    }

    /// Where the first counter of a unit that is on the map is.
    pub fn find(&self, unit: UnitId) -> Option<(HexId, Piece)> {
        if let Some((Location::Hex(hex), piece)) = self.piece((unit, 1)) {
            return Some((hex, piece));
        }
        self.stacks().find_map(|(hex, stack)| stack.iter().find(|piece| piece.unit == unit).map(|piece| (hex, *piece)))
    }

    /// Puts a piece on top of what is at a place, and leaves it wherever else it may be: only faulty setups have it twice.
    pub fn add(&mut self, piece: Piece, at: Location) {
        if self.stacks.find(piece.counter()).is_some() {
            self.stacks.twice.insert(piece.counter());
        } else {
            self.stacks.seat(piece.counter(), Some(at));
        }
        self.stacks.change(at, |stack| stack.push(piece));
    }

    /// Puts a piece on top of what is in a hex, away from wherever it was.
    pub fn put(&mut self, piece: Piece, hex: HexId) {
        self.take(piece);
        self.add(piece, Location::Hex(hex));
    }

    /// Takes a piece away.
    pub fn take(&mut self, piece: Piece) {
        let counter = piece.counter();
        let Some(at) = self.stacks.find(counter) else { return };
        self.stacks.seat(counter, None);
        if self.stacks.twice.remove(&counter) {
            let everywhere: Vec<Location> = self.everybody().map(|(at, _)| at).collect();
            for at in everywhere {
                self.stacks.change(at, |stack| stack.retain(|other| other.counter() != counter));
            }
        } else {
            self.stacks.change(at, |stack| stack.retain(|other| other.counter() != counter));
        }
    }

    /// Puts a piece into a stack, above so many others, away from wherever it was.
    pub fn insert(&mut self, piece: Piece, at: Location, above: usize) {
        self.take(piece);
        self.stacks.seat(piece.counter(), Some(at));
        self.stacks.change(at, |stack| stack.insert(above.min(stack.len()), piece));
    }

    /// Changes what a piece shows, where it stands.
    pub fn show(&mut self, piece: Piece) {
        let Some(at) = self.stacks.find(piece.counter()) else { return };
        let stack = self.stacks.get_mut(at).into_iter().flatten();
        stack.filter(|other| other.counter() == piece.counter()).for_each(|other| *other = piece);
    }

    /// Where a counter is, above how many others, and what it shows.
    pub fn seat(&self, counter: Counter) -> Option<(Location, usize, Piece)> {
        let at = self.stacks.find(counter)?;
        let place = self.at(at).iter().position(|piece| piece.counter() == counter)?;
        self.at(at).get(place).map(|piece| (at, place, *piece))
    }

    /// The boxes where somebody is.
    pub fn boxes(&self) -> impl Iterator<Item = (BoxId, &[Piece])> {
        self.stacks.boxes.iter().filter(|(_, stack)| !stack.is_empty()).map(|(id, stack)| (*id, stack.as_slice()))
    }

    /// Everybody, on the map and beside it.
    pub fn everybody(&self) -> impl Iterator<Item = (Location, &Piece)> {
        let map = self.stacks().map(|(hex, stack)| (Location::Hex(hex), stack));
        let boxes = self.boxes().map(|(id, stack)| (Location::Box(id), stack));
        map.chain(boxes).flat_map(|(at, stack)| stack.iter().map(move |piece| (at, piece)))
    }

    /// Takes everybody away, with the markers on them.
    pub fn clear(&mut self) {
        self.stacks = Stacks::default();
        self.unit_markers.clear();
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
