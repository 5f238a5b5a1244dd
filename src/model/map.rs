//! The map: the grid, what lies in hexes, along hexsides and between hexes.

use std::collections::BTreeMap;

use super::{AreaId, BoxId, BridgeId, EntryId, FeatureId, List, PlaceId, Points, RoadId, SideId, TerrainId};
use crate::hexgrid::{Board, GridSpec, HexId, Hexside};

/// Where something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// On the map.
    Hex(HexId),
    /// Beside it.
    Box(BoxId),
}

/// What it costs to enter or cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// So many points.
    Points(Points),
    /// So many more.
    Add(Points),
    /// Never.
    No,
    /// Only along a road.
    Road,
    /// The whole allowance.
    All,
    /// As the terrain beneath.
    Other,
    /// Not known yet.
    Unknown,
}

/// Where a kind of terrain lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainOn {
    /// The ground of a hex.
    Hex,
    /// On that ground.
    Feature,
    /// A hexside.
    Hexside,
    /// A link.
    Road,
}

/// How it goes with the terrain beneath.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// It counts instead.
    Replaces,
    /// It counts beside.
    Adds,
    /// The terrain beneath counts.
    Ignores,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Where it lies.
    pub on: TerrainOn,
    /// How it goes with what is beneath.
    pub layer: Layer,
    /// Cost by class; nothing where it is not said.
    pub cost: Vec<Option<Cost>>,
    /// Other numbers.
    pub values: BTreeMap<String, i32>,
    /// The printed rule.
    pub rule: Option<String>,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its id: given, or its name.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub class: Option<TerrainId>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// Numbers of the author's.
    pub values: BTreeMap<String, i32>,
}

/// Something along hexsides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its id: given, or its name.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// What it is.
    pub class: TerrainId,
    /// Its hexsides, sorted.
    pub sides: Vec<Hexside>,
}

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// The top.
    North,
    /// The right.
    East,
    /// The bottom.
    South,
    /// The left.
    West,
}

/// A road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    /// Its name.
    pub name: Option<String>,
    /// What it is.
    pub class: TerrainId,
    /// The hexes it runs through.
    pub through: Vec<HexId>,
    /// Where it leaves the map.
    pub leaves: Vec<Edge>,
}

/// A bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Its hexside.
    pub side: Hexside,
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is weak.
    pub weak: bool,
}

/// A set of hexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its hexes, sorted.
    pub hexes: Vec<HexId>,
}

/// Where units come onto the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its letter.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// The side that may use it.
    pub side: Option<SideId>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// Its edge.
    pub edge: Option<Edge>,
    /// The box behind it.
    pub behind: Option<BoxId>,
}

/// A box or track off the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxOffMap {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// The side that uses it.
    pub side: Option<SideId>,
    /// Whether it is a track, and its first and last space.
    pub track: Option<(Option<i32>, Option<i32>)>,
}

/// The map.
#[derive(Clone, Debug)]
pub struct Map {
    /// The grid.
    pub board: Board,
    /// How the grid was described, and the hexes that are not there.
    pub grid: (GridSpec, Vec<String>),
    /// The ground of each hex; nothing where it is not said.
    pub ground: Vec<Option<TerrainId>>,
    /// Numbers of single hexes.
    pub values: BTreeMap<HexId, BTreeMap<String, i32>>,
    /// Places.
    pub places: List<PlaceId, Place>,
    /// Hexside features.
    pub features: List<FeatureId, Feature>,
    /// Roads.
    pub roads: List<RoadId, Road>,
    /// Bridges: named ones, and wherever a road crosses a feature.
    pub bridges: List<BridgeId, Bridge>,
    /// Areas.
    pub areas: List<AreaId, Area>,
    /// Entries.
    pub entries: List<EntryId, Entry>,
    /// Boxes and tracks.
    pub boxes: List<BoxId, BoxOffMap>,
}

impl Map {
    /// The ground of a hex.
    pub fn ground(&self, hex: HexId) -> Option<TerrainId> {
        self.ground.get(hex.index()).copied().flatten()
    }
}
