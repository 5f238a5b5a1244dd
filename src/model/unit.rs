//! Counters and what stands on them.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::BTreeMap;

use super::{ClassId, EntryId, FormationId, Location, MarkerId, NationId, RatingId, SideId, StateId, TurnId, TypeId, UnitId};

/// A number on a face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum RatingValue {
    /// The face has no such number.
    #[default]
    Absent,
    /// The author does not know it yet.
    Unknown,
    /// It is this.
    Known(i32),
}

/// A face of a unit's counter.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Face {
    /// The state it shows.
    pub state: StateId,
    /// Its numbers, by rating.
    pub ratings: Vec<RatingValue>,
    /// The picture that it is, if it is drawn already.
    pub picture: Option<String>,
}

impl Face {
    /// The number of that rating.
    pub fn rating(&self, rating: RatingId) -> RatingValue {
        self.ratings.get(super::Key::index(rating)).copied().unwrap_or_default()
    }
}

/// When and where a unit arrives, as its counter says.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Arrives {
    /// The turn.
    pub turn: TurnId,
    /// The entries, any of them.
    pub entries: Vec<EntryId>,
}

/// A unit, or several like it.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Unit {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its side.
    pub side: Option<SideId>,
    /// Its nation.
    pub nation: Option<NationId>,
    /// Its formation.
    pub formation: Option<FormationId>,
    /// Its type.
    pub kind: Option<TypeId>,
    /// How it moves.
    pub class: Option<ClassId>,
    /// Its size.
    pub size: Option<String>,
    /// What stands beside its symbol.
    pub designation: Option<String>,
    /// Its faces: the front, the back, those of further counters.
    pub faces: Vec<Face>,
    /// Its steps; nothing if not said or not known.
    pub steps: Option<i32>,
    /// How many like it.
    pub count: u32,
    /// Where it stands at the start, as its counter says: nowhere, one place for all like it, or one for each.
    pub setup: Vec<Where>,
    /// When it arrives, as its counter says.
    pub arrives: Option<Arrives>,
    /// Words of the author's.
    pub tags: Vec<String>,
    /// What else the author knows of it, by name.
    pub properties: BTreeMap<String, String>,
    /// What takes its place when it is lost.
    pub remnant: Option<UnitId>,
    /// What it may break down into.
    pub breakdown: Vec<UnitId>,
}

/// Where a unit is put.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Where {
    /// Exactly there.
    At(Location),
    /// In any hex of an area, less some.
    In(super::AreaId, Vec<crate::hexgrid::HexId>),
    /// In any hex so near to one of these.
    Within(Vec<crate::hexgrid::HexId>, u32),
}

/// A formation.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Formation {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its name for the counter.
    pub short: Option<String>,
    /// The formation above it.
    pub parent: Option<FormationId>,
    /// Its side.
    pub side: Option<SideId>,
    /// What it is.
    pub level: Option<String>,
    /// How many units it should have.
    pub units: Option<i32>,
}

/// On what a marker lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum MarkerOn {
    /// A hex.
    Hex,
    /// A hexside.
    Hexside,
    /// A unit.
    Unit,
    /// A track or box.
    Track,
}

/// A marker: one side of a counter.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Marker {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// The side that uses it.
    pub side: Option<SideId>,
    /// On what it lies.
    pub on: Option<MarkerOn>,
    /// How many counters show it on their front.
    pub count: Option<u32>,
    /// The picture that it is, if it is drawn already.
    pub picture: Option<String>,
    /// The marker on the back of those counters.
    pub back: Option<MarkerId>,
    /// Only in these hexes.
    pub at: Option<super::Hexes>,
    /// Only on these hexsides.
    pub across: Option<super::Hexsides>,
    /// Markers that never lie with it.
    pub apart: Vec<MarkerId>,
}

/// A card or chit.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Card {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its deck or cup.
    pub deck: String,
    /// The side that uses it.
    pub side: Option<SideId>,
    /// How many like it.
    pub count: u32,
    /// What it says.
    pub text: Option<String>,
    /// The picture that its front is, if it is drawn already.
    pub picture: Option<String>,
    /// The picture that its back is, if it is drawn already.
    pub back: Option<String>,
    /// What it does.
    pub effects: Vec<super::Effect>,
    /// In which phases it may be played from a hand; in all of its side if none.
    pub phase: Vec<super::PhaseName>,
    /// Only when this holds.
    pub when: Option<super::Condition>,
    /// It is in its deck only while this holds.
    pub present: Option<super::Condition>,
    /// When it is drawn, what was drawn before goes back.
    pub refills: bool,
    /// A chit: what it does in a battle.
    pub faces: Vec<super::ChitFace>,
}

impl Card {
    /// The picture that its front or its back is.
    #[must_use]
    pub fn side_picture(&self, front: bool) -> Option<&str> {
        if front { self.picture.as_deref() } else { self.back.as_deref() }
    }
}
