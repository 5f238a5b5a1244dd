//! The map: the grid, what lies in hexes, along hexsides and between hexes.

use borsh::{BorshDeserialize, BorshSerialize};
use std::collections::{BTreeMap, BTreeSet};

use super::{
    AreaId, ArrowId, BoxId, BridgeId, EntryId, ExitId, FeatureId, List, ModeName, PlaceId, Points, RoadId, SideId, SourceId,
    TerrainId, Values, WordLists,
};
use crate::hexgrid::{Board, Direction, HexId, Hexside, SheetSpec, Top};

/// Where something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub enum Location {
    /// On the map.
    Hex(HexId),
    /// Beside it.
    Box(BoxId),
}

/// What it costs to enter or cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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

/// What a terrain demands of those who come: what it costs, and when and how it may be entered or crossed.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct TerrainCost {
    /// What it costs.
    pub cost: Cost,
    /// Only as the first step of a move.
    pub first: bool,
    /// Whether the move ends there.
    pub stop: bool,
    /// Only in this mode of movement.
    pub mode: Option<ModeName>,
}

impl TerrainCost {
    /// As authors write it: `first +1 stop`.
    pub fn word(&self, words: &WordLists) -> String {
        let cost = match (self.cost, self.mode) {
            (_, Some(mode)) => format!("mode:{}", words.modes.word(mode)),
            (Cost::Add(Points(0)), None) if self.first => String::new(),
            (Cost::Points(points), None) => points.to_string(),
            (Cost::Add(points), None) => format!("+{points}"),
            (Cost::No, None) => "no".to_owned(),
            (Cost::Road, None) => "road".to_owned(),
            (Cost::All, None) => "all".to_owned(),
            (Cost::Other, None) => "other".to_owned(),
            (Cost::Unknown, None) => "?".to_owned(),
        };
        let words = [if self.first { "first" } else { "" }, &cost, if self.stop { "stop" } else { "" }];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Where a kind of terrain lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Layer {
    /// It counts instead.
    Replaces,
    /// It counts beside.
    Adds,
    /// The terrain beneath counts.
    Ignores,
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Terrain {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Where it lies.
    pub on: TerrainOn,
    /// How it goes with what is beneath.
    pub layer: Layer,
    /// Whether it is water, if that is said.
    pub water: Option<bool>,
    /// Whether an intact bridge is enough to cross without its cost, though no road leads over it.
    pub bridge_alone: bool,
    /// Cost by class; nothing where it is not said.
    pub cost: Vec<Option<TerrainCost>>,
    /// Cost by class where a ground or a weather changes it.
    pub grounds: BTreeMap<String, Vec<Option<TerrainCost>>>,
    /// Other numbers.
    pub values: Values,
    /// The printed rule.
    pub rule: Option<String>,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
    pub values: Values,
}

/// Something along hexsides.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
    BorshSerialize,
    BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
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

impl Edge {
    /// All four, clockwise from the top.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Edge::North => "north",
            Edge::East => "east",
            Edge::South => "south",
            Edge::West => "west",
        }
    }
}

/// A road.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Bridge {
    /// Its hexside.
    pub side: Hexside,
    /// Its id.
    pub id: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is a ford.
    pub ford: bool,
    /// Whether it is weak.
    pub weak: bool,
    /// Its state at the start.
    pub state: Option<String>,
    /// The side that holds it.
    pub owner: Option<SideId>,
    /// The number of its site.
    pub site: Option<u32>,
}

impl Bridge {
    /// What stands wherever a road crosses water.
    pub fn plain(side: Hexside) -> Self {
        Bridge { side, id: None, name: None, ford: false, weak: false, state: None, owner: None, site: None }
    }
}

/// A set of hexes.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Area {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its hexes, sorted.
    pub hexes: Vec<HexId>,
    /// The group within which areas never overlap.
    pub group: Option<String>,
}

/// Where units come onto the map.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
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
    /// The class of the road that must lead in here.
    pub road: Option<TerrainId>,
    /// Whether its hexes lie inside the map.
    pub inland: bool,
}

/// Where units may leave the map.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Exit {
    /// Its id.
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
    /// Numbers of the author's.
    pub values: Values,
}

/// Arrows of one kind.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Arrow {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Where each of them stands, and the hex that it points at, in the order of the hexes that they stand in.
    pub ways: Vec<(HexId, HexId)>,
    /// Whether one over a river counts only while a bridge stands there.
    pub needs_bridge: bool,
}

impl Arrow {
    /// Where the arrow in a hex points at.
    pub fn ahead(&self, hex: HexId) -> Option<HexId> {
        let at = self.ways.partition_point(|(from, _)| *from < hex);
        self.ways.get(at).filter(|(from, _)| *from == hex).map(|(_, to)| *to)
    }
}

/// Where supply comes from.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Source {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// The side that it supplies.
    pub side: Option<SideId>,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// Whether a road must reach it.
    pub road: bool,
}

/// A number that hexes and places may carry.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct ValueName {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Option<String>,
    /// The least and the most it can be.
    pub range: (Option<i32>, Option<i32>),
}

/// A box or track off the map, or on an image of it.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct BoxOffMap {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// The side that uses it.
    pub side: Option<SideId>,
    /// Whether it is a track, and its first and last space.
    pub track: Option<(Option<i32>, Option<i32>)>,
    /// Where it lies on an image of the map.
    pub on: Option<OnImage>,
}

/// Where a box lies on an image of the map.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct OnImage {
    /// The path of the image; the only one if none is said.
    pub image: Option<String>,
    /// Left, top, width and height, in pixels.
    pub rect: [f64; 4],
}

/// The map.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Map {
    /// The grid.
    pub board: Board,
    /// How the sheets were described.
    pub sheets: Vec<SheetSpec>,
    /// Hexes that are not there although the numbers would allow them.
    pub holes: Vec<String>,
    /// The numbers that may be carried, if they are listed.
    pub value_names: Vec<ValueName>,
    /// Whether there is a bridge wherever a road crosses water.
    pub bridged: bool,
    /// The ground of each hex; nothing where it is not said.
    pub ground: Vec<Option<TerrainId>>,
    /// Numbers of single hexes.
    pub values: BTreeMap<HexId, Values>,
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
    /// Exits.
    pub exits: List<ExitId, Exit>,
    /// Sources of supply.
    pub sources: List<SourceId, Source>,
    /// Kinds of arrows.
    pub arrows: List<ArrowId, Arrow>,
    /// Boxes and tracks.
    pub boxes: List<BoxId, BoxOffMap>,
}

impl Map {
    /// A map of nothing but its grid.
    pub fn bare(board: Board, sheets: Vec<SheetSpec>, holes: Vec<String>) -> Self {
        Map {
            ground: vec![None; board.len()],
            board,
            sheets,
            holes,
            value_names: Vec::new(),
            bridged: true,
            values: BTreeMap::new(),
            places: List::default(),
            features: List::default(),
            roads: List::default(),
            bridges: List::default(),
            areas: List::default(),
            entries: List::default(),
            exits: List::default(),
            sources: List::default(),
            arrows: List::default(),
            boxes: List::default(),
        }
    }

    /// Whether a hex lies on an edge of the map: nothing is there beyond it.
    pub fn on_edge(&self, hex: HexId, edge: Edge) -> bool {
        use Direction::{E, N, Ne, Nw, S, Se, Sw, W};
        let ways: &[Direction] = match (edge, self.board.top()) {
            (Edge::North, Top::Flat) => &[N],
            (Edge::South, Top::Flat) => &[S],
            (Edge::East, Top::Flat) => &[Ne, Se],
            (Edge::West, Top::Flat) => &[Nw, Sw],
            (Edge::North, Top::Pointy) => &[Ne, Nw],
            (Edge::South, Top::Pointy) => &[Se, Sw],
            (Edge::East, Top::Pointy) => &[E],
            (Edge::West, Top::Pointy) => &[W],
        };
        ways.iter().all(|way| self.board.neighbour(hex, *way).is_none())
    }

    /// The hexsides that a road may cross by a bridge: those of whatever is not said to be dry.
    pub fn water_sides<'a>(&'a self, terrain: &'a List<TerrainId, Terrain>) -> impl Iterator<Item = Hexside> {
        let dry = |feature: &&Feature| terrain.at(feature.class).is_some_and(|class| class.water == Some(false));
        self.features.values().filter(move |feature| !dry(feature)).flat_map(|feature| feature.sides.iter().copied())
    }

    /// What is surely water along hexsides: what is said to be, and what has a bridge of its own.
    pub fn rivers(&self, terrain: &List<TerrainId, Terrain>) -> BTreeSet<TerrainId> {
        let stands = |b: &&Bridge| **b != Bridge::plain(b.side);
        let bridged: BTreeSet<Hexside> = self.bridges.values().filter(stands).map(|bridge| bridge.side).collect();
        let crossed = |class: TerrainId| {
            self.features.values().any(|f| f.class == class && f.sides.iter().any(|side| bridged.contains(side)))
        };
        let sure =
            |(id, class): &(TerrainId, &Terrain)| class.on == TerrainOn::Hexside && class.water.unwrap_or_else(|| crossed(*id));
        terrain.iter().filter(sure).map(|(id, _)| id).collect()
    }

    /// The links of all roads: the hexside each crosses, and the road.
    pub fn links(&self) -> impl Iterator<Item = (RoadId, usize, Hexside)> {
        self.roads.iter().flat_map(move |(id, road)| {
            let pairs = road.through.iter().zip(road.through.iter().skip(1)).enumerate();
            pairs.filter_map(move |(nth, (a, b))| Some((id, nth + 1, self.board.hexside_between(*a, *b)?)))
        })
    }

    /// The ground of a hex.
    pub fn ground(&self, hex: HexId) -> Option<TerrainId> {
        self.ground.get(hex.index()).copied().flatten()
    }
}
