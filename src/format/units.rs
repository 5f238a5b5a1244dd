//! Counters, formations, markers, cards, and what terrain does: the lists that designers keep in sheets.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CostWord, Id, Named, Unsure, Word, Written};
use crate::model::{ChitFace, Condition, Effect, Hexes, Hexsides, PhaseName};

/// A unit: one row of the counter sheet.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "1-guards", "side": "red", "formation": "guards", "type": "infantry", "size": "II", "ratings": {"attack": 4, "defense": 4, "move": 4}, "back": {"state": "reduced", "ratings": {"attack": 2}}, "steps": 2, "setup": "0512"}))]
pub struct Unit {
    /// Its id; also the name of its picture.
    pub id: Id,
    /// Its full name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Its side.
    pub side: Option<Id>,
    /// Its nation.
    pub nation: Option<Id>,
    /// The formation it belongs to; a name that is not in the list of formations makes a new one.
    pub formation: Option<Id>,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: Option<Id>,
    /// How it moves; what its type says if left out.
    pub class: Option<Id>,
    /// Its size as it stands on the counter: I, II, III, X, XX.
    pub size: Option<Word>,
    /// What stands on the counter beside the symbol.
    pub designation: Option<Word>,
    /// The numbers on its front. In a sheet, each rating may have a column of its own name.
    pub ratings: Option<Named<Unsure<i32>>>,
    /// Its front, drawn already: a PNG, JPEG or SVG in the game's folder. It wins over everything else that draws it.
    #[schemars(regex(pattern = super::PICTURE))]
    pub picture: Option<String>,
    /// The back of the counter.
    pub back: Option<Face>,
    /// Further faces, two on each further counter.
    pub more: Option<Vec<Face>>,
    /// How many steps it has.
    #[schemars(range(min = 1, max = 99))]
    pub steps: Option<Unsure<i32>>,
    /// How many like it there are; the third is `{"unit": "fort", "n": 3}`.
    #[schemars(range(min = 1, max = 999))]
    pub count: Option<u32>,
    /// Where it stands at the start: a hex, an area or a box; for several like it one place for all, or `0703|0705` for one each.
    pub setup: Option<String>,
    /// When and where it arrives: `17AM@C`, or `3@A|B` for either entry.
    pub arrives: Option<String>,
    /// Words of your own, for selectors.
    pub tags: Option<Vec<Id>>,
    /// What else is known of it, by names of your own: `{"Commander": "Patton"}`. In a sheet, each has a column `properties.Commander`. Slots can show it, and VASSAL has it as a property.
    pub properties: Option<BTreeMap<String, Word>>,
    /// The unit that takes its place when it loses its last step: a remnant. A unit that is lost whole leaves none.
    pub remnant: Option<Id>,
    /// The units into which it may break down.
    pub breakdown: Option<Vec<Id>>,
    /// The rule that speaks of it.
    pub rule: Option<Word>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
    /// For people.
    pub note: Option<Written<String>>,
}

/// A face of a counter. What is left out is as on the front.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Face {
    /// The state that it shows; `reduced` if left out.
    pub state: Option<Id>,
    /// Its numbers.
    pub ratings: Option<Named<Unsure<i32>>>,
    /// The face, drawn already: a PNG, JPEG or SVG in the game's folder.
    #[schemars(regex(pattern = super::PICTURE))]
    pub picture: Option<String>,
}

/// A formation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "guards", "name": "Guards Division", "short": "Gds", "in": "1-army", "side": "red", "units": 7}))]
pub struct Formation {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Its name in a few letters, for the counter.
    pub short: Option<Word>,
    /// The formation above it.
    #[serde(rename = "in")]
    pub parent: Option<Id>,
    /// Its side; that of the formation above it if left out.
    pub side: Option<Id>,
    /// What it is: army, corps, division, regiment.
    pub level: Option<Id>,
    /// How many units it has, with everything below it.
    pub units: Option<Unsure<i32>>,
}

/// The number of a piece in VASSAL.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VassalId {
    /// The number; no other piece ever has it.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub gpid: u32,
    /// What it is: unit, marker, card, control, bridge, place (a marker that a key places), tray (a box and where it lies).
    pub kind: Id,
    /// Its id.
    pub id: Word,
}

/// On what a marker lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerOn {
    /// A hex.
    Hex,
    /// A hexside.
    Hexside,
    /// A unit.
    Unit,
    /// A track or a box.
    Track,
}

/// A marker: a side of a counter that is no unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "dug-in", "name": "Dug in", "on": "hex", "count": 6, "back": "digging"}))]
pub struct Marker {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side that uses it; both if left out.
    pub side: Option<Id>,
    /// On what it lies.
    pub on: Option<MarkerOn>,
    /// How many counters show it on their front; without a number, as many as needed.
    #[schemars(range(min = 0, max = 9999))]
    pub count: Option<u32>,
    /// How it looks, drawn already: a PNG, JPEG or SVG in the game's folder.
    #[schemars(regex(pattern = super::PICTURE))]
    pub picture: Option<String>,
    /// The marker on the other side of its counter.
    pub back: Option<Id>,
    /// Only in these hexes.
    pub at: Option<Written<Hexes>>,
    /// Only on these hexsides.
    pub across: Option<Written<Hexsides>>,
    /// Markers that never lie with it: on one unit, in one hex, on one hexside.
    pub apart: Option<Vec<Id>>,
    /// The rule that speaks of it.
    pub rule: Option<Word>,
    /// For people.
    pub note: Option<Written<String>>,
}

/// A card or a chit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "rain", "name": "Rain", "deck": "events", "text": "No air support this turn."}))]
pub struct Card {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The deck or cup it belongs to.
    pub deck: Id,
    /// The side that uses it; both if left out.
    pub side: Option<Id>,
    /// How many like it.
    #[schemars(range(min = 1, max = 999))]
    pub count: Option<u32>,
    /// What it says.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub text: Option<String>,
    /// Its front, drawn already: a PNG, JPEG or SVG in the game's folder.
    #[schemars(regex(pattern = super::PICTURE))]
    pub picture: Option<String>,
    /// Its back, drawn already: a PNG, JPEG or SVG in the game's folder.
    #[schemars(regex(pattern = super::PICTURE))]
    pub back: Option<String>,
    /// What it does.
    pub effects: Option<Written<Vec<Effect>>>,
    /// From a hand: in which phases it may be played; in every phase of its side in which cards are played if left out.
    pub phase: Option<Written<Vec<PhaseName>>>,
    /// From a hand: only when this holds.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
    /// It is in its deck only while this holds; always if left out.
    #[serde(rename = "in")]
    pub present: Option<Written<Condition>>,
    /// Whether all that was drawn before goes back when it is drawn, except what is in a hand and what the combat that is under
    /// way has drawn.
    pub refills: Option<bool>,
    /// A chit: what it does in a battle; the first face whose condition holds counts.
    pub faces: Option<Written<Vec<ChitFace>>>,
    /// The rule that speaks of it.
    pub rule: Option<Word>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
}

/// Where a kind of terrain lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainOn {
    /// The ground of a hex.
    Hex,
    /// A feature on that ground: a town in the woods.
    Feature,
    /// A hexside: a river.
    Hexside,
    /// A link between hexes: a road.
    Road,
}

/// How a feature goes with the terrain beneath it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// It counts instead.
    Replaces,
    /// It counts beside.
    Adds,
    /// It counts for nothing; the terrain beneath does.
    Ignores,
}

/// A row of the terrain effects chart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "woods", "on": "hex", "cost": {"foot": 1, "mech": "road"}, "values": {"shift": -1}}))]
pub struct Terrain {
    /// Its id; the map's legend and classes use it.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Where it lies; in a hex if left out.
    pub on: Option<TerrainOn>,
    /// How it goes with the terrain beneath; features, roads and hexsides only.
    pub layer: Option<Layer>,
    /// Whether it is water: true for rivers and lakes, false for slopes and walls. A road crosses hexsides by a bridge unless this is false.
    pub water: Option<bool>,
    /// Hexsides: whether an intact bridge is enough to cross without this cost, though no road leads over it. If left out, only a
    /// road over a bridge is.
    pub bridge_alone: Option<bool>,
    /// Movement cost by class. In a sheet, each class may have a column of its own name.
    pub cost: Option<BTreeMap<String, CostWord>>,
    /// Movement cost by class where it differs on a state of the ground or in a weather: {"mud": {"mech": 2}}.
    pub grounds: Option<BTreeMap<String, BTreeMap<String, CostWord>>>,
    /// Other numbers of yours, by name: shifts, defence, elevation.
    pub values: Option<Named<Unsure<i32>>>,
    /// The rule that speaks of it.
    pub rule: Option<Word>,
    /// For people.
    pub note: Option<Written<String>>,
}
