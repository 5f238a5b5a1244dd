//! map.json: the grid, what lies in the hexes, along their sides and between them, and what lies beside the map.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{HexList, Id, ListOf, Named, Unsure, Word, Written};
use crate::model::Edge;

/// A map as people write maps: rows of glyphs, rivers between two banks, roads as chains of hexes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: map.json", example = serde_json::json!({"grid": {"columns": 3, "rows": 2, "touching": ["0201", "0102"]}, "terrain": {"legend": {".": "clear"}, "rows": [". . .", ". . ."]}}))]
pub struct Map {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The grid and its numbers, of a map with one sheet.
    pub grid: Option<Grid>,
    /// What lies in the hexes, of a map with one sheet.
    pub terrain: Option<TerrainRows>,
    /// The sheets of a map that has several; then each has its own grid and terrain. Everything else stands here, with the sheet's prefix before a hex: E2020.
    pub sheets: Option<ListOf<Sheet>>,
    /// Numbers that hexes and places may carry: elevation, points, hold values. If there is such a list, others are mistakes.
    pub values: Option<ListOf<ValueName>>,
    /// Towns, villages and whatever has a name.
    pub places: Option<ListOf<Town>>,
    /// Rivers and what else runs along hexsides.
    pub hexsides: Option<ListOf<HexsideFeature>>,
    /// Roads, railways, trails.
    pub roads: Option<ListOf<Road>>,
    /// Whether there is a bridge wherever a road crosses water; so it is if left out.
    pub crossings: Option<Crossings>,
    /// Bridges that need a name or differ; where a road crosses a river there is a bridge by itself.
    pub bridges: Option<ListOf<Bridge>>,
    /// Sets of hexes that have a name.
    pub areas: Option<ListOf<Area>>,
    /// Where units come onto the map.
    pub entries: Option<ListOf<Entry>>,
    /// Where units may leave the map.
    pub exits: Option<ListOf<Exit>>,
    /// Where supply comes from.
    pub sources: Option<ListOf<Source>>,
    /// Arrows printed on the map: the ways that an opponent without a player follows.
    pub arrows: Option<ListOf<Arrow>>,
    /// Boxes off the map, or on its image. A map that has some needs no grid: the regions of a map from point to point.
    pub boxes: Option<ListOf<BoxOffMap>>,
    /// Tracks off the map.
    pub tracks: Option<ListOf<Track>>,
}

/// A sheet of a map that has several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"prefix": "W", "grid": {"columns": 10, "rows": 10}, "joins": [{"same": ["E1001", "W0101"]}]}))]
pub struct Sheet {
    /// What stands before its hex numbers where they must be told apart: the E of E2020.
    pub prefix: String,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The grid and its numbers.
    pub grid: Grid,
    /// What lies in its hexes. On a joint, where a hex is printed on two sheets, both must say the same.
    pub terrain: Option<TerrainRows>,
    /// How it lies to the sheets before it; the first needs none.
    pub joins: Option<Vec<SheetJoin>>,
    /// Whether it lies by itself, right of all sheets before it, and touches none of them. Then it has no `joins`.
    pub apart: Option<bool>,
    /// How many hexes of room there are left of a sheet that lies apart; 2 if left out. Pictures with wide margins need more.
    #[schemars(range(min = 1, max = 1000))]
    pub gap: Option<u32>,
}

/// How two sheets meet.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SheetJoin {
    /// Two printed names of one hex: a half hex on the joint, or an overlap.
    #[schemars(length(min = 2, max = 2))]
    pub same: Option<Vec<String>>,
    /// Two hexes that touch across the joint.
    #[schemars(length(min = 2, max = 2))]
    pub touching: Option<Vec<String>>,
    /// Which way the second of the touching hexes lies from the first: n, ne, se, s, sw, nw; or e and w.
    pub way: Option<String>,
}

/// A number that hexes and places may carry.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ValueName {
    /// Its name in `values`.
    pub id: Id,
    /// What it is called.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The least it can be.
    pub min: Option<i32>,
    /// The most it can be.
    pub max: Option<i32>,
}

/// Whether a road brings its bridges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Crossings {
    /// There is a bridge wherever a road crosses water.
    Bridged,
    /// Only those in `bridges` are there; a road over water elsewhere is a mistake.
    Listed,
}

/// What carries a road over water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BridgeKind {
    /// A bridge.
    Bridge,
    /// A ford.
    Ford,
}

/// Which way the hexes stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Top {
    /// A flat side on top: straight columns.
    Flat,
    /// A corner on top: straight rows.
    Pointy,
}

/// A corner of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Corner {
    /// Top left.
    NorthWest,
    /// Top right.
    NorthEast,
    /// Bottom left.
    SouthWest,
    /// Bottom right.
    SouthEast,
}

/// What follows Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Letters {
    /// AA, AB, AC.
    Spreadsheet,
    /// AA, BB, CC.
    Doubled,
}

/// The grid and its numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Grid {
    /// How many columns.
    #[schemars(range(min = 1, max = 10_000))]
    pub columns: u32,
    /// How many rows.
    #[schemars(range(min = 1, max = 10_000))]
    pub rows: u32,
    /// Flat or pointy; flat if left out.
    pub top: Option<Top>,
    /// How hexes are numbered: `CCRR` (column, then row), `RRCC`, `AARR` for lettered columns, with any divider between them; `CCcRR` where columns go beyond 99. `CCRR` if left out.
    pub numbers: Option<String>,
    /// The number of the first hex; `0101` if left out.
    pub first: Option<String>,
    /// The corner where the first hex lies; north-west if left out.
    pub corner: Option<Corner>,
    /// Two hexes that touch, across a column (or row), such as `["0201", "0102"]`: this says which columns lie lower.
    #[schemars(length(min = 2, max = 2))]
    pub touching: Option<Vec<String>>,
    /// What follows column Z.
    pub letters: Option<Letters>,
    /// Hexes that are not on the map although the numbers would allow them.
    pub holes: Option<HexList>,
    /// The size of a hex, across its flats, in millimetres.
    #[schemars(range(min = 1, max = 500))]
    pub across_flats_mm: Option<f64>,
}

/// The ground: rows of glyphs as seen on the map, north on top; or a list of hexes; or both, the list counting more.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TerrainRows {
    /// Which terrain each glyph is; "off-map" makes its hexes holes, for a map with an irregular outline.
    pub legend: Option<BTreeMap<String, String>>,
    /// One text a row, one glyph a hex; blanks do not count.
    pub rows: Option<Vec<String>>,
    /// The terrain of every hex that is not said otherwise.
    pub default: Option<Id>,
    /// Single hexes.
    pub hexes: Option<ListOf<Hex>>,
}

/// One hex.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Hex {
    /// Its printed number.
    pub hex: String,
    /// Its ground.
    pub terrain: Option<Id>,
    /// Numbers of yours: elevation, points.
    pub values: Option<Named<Unsure<i32>>>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
}

/// A place with a name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Town {
    /// Its id, where the name does not do.
    pub id: Option<Id>,
    /// Its name.
    #[schemars(length(min = 1, max = super::NAME_LETTERS))]
    pub name: String,
    /// What it is: a terrain with `"on": "feature"`.
    pub class: Option<Id>,
    /// Its hexes.
    pub hexes: HexList,
    /// Numbers of yours: points, hold value.
    pub values: Option<Named<Unsure<i32>>>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
}

/// Something along hexsides.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HexsideFeature {
    /// Its id, where the name does not do.
    pub id: Option<Id>,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// What it is: a terrain with `"on": "hexside"`.
    pub class: Id,
    /// Every hexside between a hex of one bank and a hex of the other.
    #[schemars(length(min = 2, max = 2))]
    pub between: Option<Vec<String>>,
    /// Hexsides one by one, with blanks between them: `0301/0401 0302/0401`; at the border `0301/n`.
    pub sides: Option<String>,
    /// Hexsides in the order of the stream, each beginning where the last one ends.
    pub along: Option<String>,
    /// Where a river leaves the map, or flows into another: its last hexside, such as `0301/0401`. It is drawn wider towards there. Left out, it flows downhill by the value `elevation` of hexes, else by a guess.
    pub mouth: Option<String>,
    /// The rule that speaks of it.
    pub rule: Option<Word>,
}

/// A road.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Road {
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// What it is: a terrain with `"on": "road"`.
    pub class: Id,
    /// The hexes it runs through, in order.
    pub through: String,
    /// The edges over which it leaves the map.
    pub leaves: Option<Vec<Edge>>,
}

/// A bridge.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bridge {
    /// Its hexside: `0304/0404`.
    pub at: String,
    /// Its id.
    pub id: Option<Id>,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// A bridge or a ford; a bridge if left out.
    pub kind: Option<BridgeKind>,
    /// Whether it is weak.
    pub weak: Option<bool>,
    /// Its state at the start: blown, prepared.
    pub state: Option<Id>,
    /// The side that holds it.
    pub owner: Option<Id>,
    /// The number of its site, where the game counts them.
    pub site: Option<u32>,
}

/// A set of hexes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Area {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Its hexes.
    pub hexes: Option<HexList>,
    /// Everything that can be reached from this hex …
    pub flood: Option<String>,
    /// … without crossing these hexside features, by id, name or class …
    pub until: Option<Vec<String>>,
    /// … and without entering these hexes: a line across the map, of which this area is one side.
    pub line: Option<HexList>,
    /// Everything near something.
    pub within: Option<Within>,
    /// Hexes that are not in it after all.
    pub except: Option<HexList>,
    /// Areas of one group never overlap.
    pub group: Option<Id>,
}

/// So many hexes around something.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Within {
    /// How far at most, in hexes.
    #[schemars(range(min = 0, max = 10_000))]
    pub hexes: u32,
    /// The hexes, or the name of a place.
    pub of: HexList,
}

/// Where units come onto the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// Its letter.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side that may use it; both if left out.
    pub side: Option<Id>,
    /// Its hexes.
    pub hexes: HexList,
    /// The edge on which it lies.
    pub edge: Option<Edge>,
    /// Whether its hexes lie inside the map: units appear there.
    pub inland: Option<bool>,
    /// The box or sector behind it.
    #[serde(rename = "box")]
    pub behind: Option<Id>,
    /// The road that must lead in here: its class.
    pub road: Option<Id>,
}

/// Where units may leave the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Exit {
    /// Its letter or id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side that may use it; both if left out.
    pub side: Option<Id>,
    /// Its hexes.
    pub hexes: HexList,
    /// The edge on which it lies.
    pub edge: Option<Edge>,
    /// The box behind it.
    #[serde(rename = "box")]
    pub behind: Option<Id>,
    /// Numbers of yours: points.
    pub values: Option<Named<Unsure<i32>>>,
}

/// Arrows of one kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "forward", "through": ["0101 0201 0302", "0401-0404"]}))]
pub struct Arrow {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Chains of hexes: in each hex an arrow points at the next one. At most one of a kind leads out of a hex.
    pub through: Vec<String>,
    /// Whether an arrow over a river counts only while a bridge stands there; it always counts if left out.
    pub needs_bridge: Option<bool>,
}

/// Where supply comes from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Source {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side that it supplies; both if left out.
    pub side: Option<Id>,
    /// Its hexes.
    pub hexes: HexList,
    /// Whether a road must reach it; so it is if left out.
    pub road: Option<bool>,
}

/// A box off the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BoxOffMap {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side that uses it; both if left out.
    pub side: Option<Id>,
    /// Where it lies on an image of the map; beside the map if left out.
    pub on: Option<OnImage>,
}

/// Where a box lies on an image of the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"rect": [410, 96, 120, 80]}))]
pub struct OnImage {
    /// The image, by its path in `map` of art.json; may be left out if there is but one.
    pub image: Option<String>,
    /// Left, top, width and height, in pixels of the image.
    #[schemars(length(min = 4, max = 4))]
    pub rect: Vec<f64>,
}

/// A track off the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Track {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Its first space.
    pub from: Option<i32>,
    /// Its last space.
    pub to: Option<i32>,
}
