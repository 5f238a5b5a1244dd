//! Where everything stands that a check may blame, and what had to be left out. The game itself holds no places.

use std::collections::{BTreeMap, BTreeSet};

use crate::hexgrid::{Board, HexId};
use crate::model::{AreaId, BoxId, Condition, Hexes, Hexsides, Key, Pictured, UnitId, Units, Window};
use crate::span::{Origin, Place};

/// Places of the entities of a game, by kind, indexed by their ids.
#[derive(Debug, Default)]
pub struct Origins {
    /// module.json itself.
    pub module: Option<Origin>,
    pub units: Vec<Option<Origin>>,
    /// Formations; those that a unit's row created have the place of that row.
    pub formations: Vec<Option<Origin>>,
    /// Whether a formation was declared rather than created by a row.
    pub declared_formations: Vec<bool>,
    /// Types of units; those that a unit's row created have the place of that row.
    pub types: Vec<Option<Origin>>,
    pub markers: Vec<Option<Origin>>,
    pub cards: Vec<Option<Origin>>,
    pub ratings: Vec<Option<Origin>>,
    pub terrain: Vec<Option<Origin>>,
    /// Entries of the rules, by list and id: `stacking.limits/units`.
    pub rules: BTreeMap<String, Origin>,
    pub tables: Vec<TableOrigins>,
    /// Map features.
    pub map: MapOrigins,
    pub scenarios: Vec<ScenarioOrigins>,
    /// Worked examples.
    pub examples: Vec<Origin>,
    /// What an import found.
    pub imported: Vec<Origin>,
    /// Whether the game came from an import.
    pub from_import: bool,
    /// Layouts of counters.
    pub layouts: Vec<Origin>,
    /// Layouts of markers, and of cards.
    pub marker_layouts: Vec<Origin>,
    pub card_layouts: Vec<Origin>,
    /// Looks of counters.
    pub looks: Vec<Origin>,
    /// art.json.
    pub art: Option<Origin>,
    /// Pictures that could not be taken, which has been told: nobody says that they are missing.
    pub lost_pictures: BTreeSet<String>,
    /// The images of the map.
    pub map_images: Vec<Place>,
    pub options: Vec<Option<Origin>>,
    pub nations: Vec<Option<Origin>>,
    /// Where each side is declared.
    pub sides: Vec<Option<Origin>>,
    /// Where each state is declared; nothing for those that every game has.
    pub states: Vec<Option<Origin>>,
    /// Where each turn stands.
    pub turns: Vec<Option<Origin>>,
    /// Where each phase stands; several sides may go through one.
    pub phases: Vec<Place>,
    /// Units that refer to something that was lost or is not there: checks that weigh them stay silent.
    pub partial_units: BTreeSet<String>,
    /// Units whose own setup or arrival could not be understood: they only seem to be nowhere.
    pub silent_setup: BTreeSet<String>,
    /// Flags and counters that are named, with the kind.
    pub asked: Vec<(Place, &'static str, String)>,
    /// Flags and counters that have a name for players.
    pub kept_names: Vec<(Place, String)>,
    /// Levels of victory that effects give.
    pub won: Vec<(Place, String)>,
    /// Areas that the rules speak of.
    pub ruled_areas: BTreeSet<AreaId>,
    /// Boxes that the rules speak of.
    pub ruled_boxes: BTreeSet<BoxId>,
    /// Every selector and condition that was written, with its place.
    pub judged: Judged,
    /// Every printed rule that is named anywhere; nothing where the game does not list them.
    pub named_rules: Vec<(Place, String)>,
    /// Components of vassal.json.
    pub components: Vec<Origin>,
    /// vassal.json itself, if it asks for parts of the kit.
    pub kit: Option<Origin>,
    /// What the roster says otherwise than the counters.
    pub roster: Vec<Otherwise>,
    /// What the printed counters that somebody has typed in say otherwise: it stands instead.
    pub printed: Vec<Otherwise>,
    /// What values rest on.
    pub resting: Resting,
}

/// What the values of a game rest on; empty where a game names no sources.
#[derive(Debug, Default)]
pub struct Resting {
    pub sources: Vec<ValueSource>,
    /// Each value that could say what it rests on, and the source, by its place; nothing if that is not said.
    pub values: Vec<(RestingKind, String, Option<usize>)>,
}

/// Something that values rest on.
#[derive(Clone, Debug)]
pub struct ValueSource {
    pub id: String,
    pub name: String,
    /// What is said of values that rest on it.
    pub kind: &'static str,
    /// Where it is declared; nothing for printed values that were typed in.
    pub origin: Option<Origin>,
}

/// The kinds of values that may say what they rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RestingKind {
    Counter,
    Hex,
    Place,
    Table,
    Card,
    /// A line of a scenario: who stands or comes where.
    Line,
    /// An entry of the rules.
    Rule,
}

impl RestingKind {
    /// All of them.
    pub const ALL: [RestingKind; 7] = [
        RestingKind::Counter,
        RestingKind::Hex,
        RestingKind::Place,
        RestingKind::Table,
        RestingKind::Card,
        RestingKind::Line,
        RestingKind::Rule,
    ];

    /// The word for one and for several.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            RestingKind::Counter => ("counter", "counters"),
            RestingKind::Hex => ("hex", "hexes"),
            RestingKind::Place => ("place", "places"),
            RestingKind::Table => ("table", "tables"),
            RestingKind::Card => ("card", "cards"),
            RestingKind::Line => ("line of a scenario", "lines of scenarios"),
            RestingKind::Rule => ("rule", "rules"),
        }
    }
}

impl Resting {
    /// How many values of a kind rest on a source, or on nothing that is said.
    pub fn count(&self, kind: RestingKind, source: Option<usize>) -> usize {
        self.values.iter().filter(|(of, _, on)| *of == kind && *on == source).count()
    }

    /// What rests on a source, in words: `31 counters, 2 tables`.
    pub fn words(&self, source: Option<usize>) -> String {
        let each = RestingKind::ALL.into_iter().filter_map(|kind| {
            let (one, several) = kind.words();
            match self.count(kind, source) {
                0 => None,
                1 => Some(format!("1 {one}")),
                n => Some(format!("{n} {several}")),
            }
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// A fact that two sources state differently.
#[derive(Debug)]
pub struct Otherwise {
    pub unit: UnitId,
    /// What it is about.
    pub field: String,
    /// What the roster says.
    pub stated: String,
    /// What the counter says.
    pub found: String,
    /// Where the roster says it.
    pub place: Place,
}

/// Selectors, conditions and windows, each as it stands somewhere by itself.
#[derive(Debug, Default)]
pub struct Judged {
    pub units: Vec<(Place, Units)>,
    pub hexes: Vec<(Place, Hexes)>,
    pub hexsides: Vec<(Place, Hexsides)>,
    /// When.
    pub conditions: Vec<(Place, Condition)>,
    /// In which turns.
    pub windows: Vec<(Place, Window)>,
}

impl Judged {
    /// Takes over what another holds.
    pub fn append(&mut self, other: Judged) {
        self.units.extend(other.units);
        self.hexes.extend(other.hexes);
        self.hexsides.extend(other.hexsides);
        self.conditions.extend(other.conditions);
        self.windows.extend(other.windows);
    }
}

/// Places in a table.
#[derive(Debug)]
pub struct TableOrigins {
    pub table: Origin,
    pub rows: Vec<Origin>,
    /// The rows of the other printing.
    pub reprint: Vec<Origin>,
    pub modifiers: Vec<Origin>,
    pub results: Vec<Origin>,
    /// Whether each result says what it does, be it nothing.
    pub said: Vec<bool>,
    /// Rows were left out: what is missing may not be missing.
    pub incomplete: bool,
}

/// Places on a map.
#[derive(Debug, Default)]
pub struct MapOrigins {
    pub map: Option<Origin>,
    /// Its legend: place, glyph, terrain, and whether the rows use it.
    pub legend: Vec<(Place, String, String, bool)>,
    pub areas: Vec<Option<Origin>>,
    pub entries: Vec<Option<Origin>>,
    pub places: Vec<Option<Origin>>,
    pub boxes: Vec<Option<Origin>>,
    /// Bridges; nothing for those that exist by themselves.
    pub bridges: Vec<Option<Origin>>,
    /// Hexside features.
    pub features: Vec<Option<Origin>>,
    pub roads: Vec<RoadOrigins>,
    pub exits: Vec<Option<Origin>>,
    /// Sources of supply.
    pub sources: Vec<Option<Origin>>,
    /// Kinds of arrows.
    pub arrows: Vec<Option<Origin>>,
    /// Hexes that have a line of their own.
    pub hexes: BTreeMap<HexId, Origin>,
    /// The sheets of the map, in order.
    pub sheets: Vec<SheetOrigins>,
}

/// Where a sheet says what the ground is.
#[derive(Debug)]
pub struct SheetOrigins {
    /// The sheet's own object, or the map's if there is but one.
    pub sheet: Origin,
    /// Whether it has rows of glyphs.
    pub drawn: bool,
    /// Whether it says what all other hexes are.
    pub default: bool,
}

impl SheetOrigins {
    /// Its rows of glyphs.
    pub fn rows(&self) -> Place {
        self.sheet.at("terrain").field("rows")
    }
}

impl MapOrigins {
    /// Where the ground of a hex is written: its own line; else its row, and which glyph of the row; else what is said of all
    /// others.
    pub fn ground(&self, board: &Board, hex: HexId) -> Option<(Place, Option<usize>)> {
        if let Some(line) = self.hexes.get(&hex) {
            return Some((Place::from(*line), None));
        }
        let at = board.place(hex)?;
        let printed = || self.sheets.iter().zip(board.sheets()).filter_map(|(on, sheet)| Some((on, sheet.cell(at)?)));
        if let Some((on, cell)) = printed().find(|(on, _)| on.drawn) {
            return Some((on.rows().index(cell.row as usize), Some(cell.column as usize)));
        }
        printed().find(|(on, _)| on.default).map(|(on, _)| (on.sheet.at("terrain").field("default"), None))
    }
}

/// Places in a road.
#[derive(Debug)]
pub struct RoadOrigins {
    pub road: Origin,
    /// Its words, each with the number of its first hex.
    pub words: Vec<(usize, Place)>,
}

impl RoadOrigins {
    /// The word for one of its hexes.
    pub fn step(&self, nth: usize) -> Option<&Place> {
        let after = self.words.partition_point(|(first, _)| *first <= nth);
        self.words.get(after.checked_sub(1)?).map(|(_, place)| place)
    }
}

/// Places in a scenario, each list beside the model's.
#[derive(Clone, Debug)]
pub struct ScenarioOrigins {
    pub scenario: Origin,
    /// The order of setting up, if this scenario says it and not one that it extends.
    pub set_up: Option<Place>,
    /// Setup lines; a unit's own column where it comes from there.
    pub setup: Vec<Place>,
    pub arrivals: Vec<Place>,
    pub withdrawals: Vec<Place>,
    pub markers: Vec<Place>,
    pub control: Vec<Place>,
    pub bridges: Vec<Place>,
    pub changes: Vec<Place>,
    /// Levels of victory.
    pub levels: Vec<Place>,
    /// Whether the condition of one of them was left out.
    pub lost_levels: bool,
    /// Removals that removed nothing.
    pub idle_removals: Vec<(Place, &'static str, String)>,
    /// Lines were left out: a unit that seems to be nowhere may be somewhere.
    pub incomplete: bool,
    /// Whole sections, or the scenario that it extends, were left out: nothing can be said of it.
    pub partial: bool,
}

/// What was left out of the game because it could not be read. A check that counts, or looks for what is never
/// used, asks here first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Incomplete {
    pub units: bool,
    pub formations: bool,
    pub ratings: bool,
    pub markers: bool,
    pub cards: bool,
    pub turns: bool,
    /// Terrain, or something on the map.
    pub map: bool,
    /// A river or road that was not right as it was written.
    pub lines: bool,
    /// art.json.
    pub art: bool,
    /// Scenarios, or lines of them.
    pub scenarios: bool,
    pub rules: bool,
    /// An area or box was named that is not there.
    pub missed_area: bool,
    /// A terrain was named that is not there, or in the wrong place.
    pub missed_terrain: bool,
    /// A nation was named that is not there.
    pub missed_nation: bool,
    /// A unit was named that is not there.
    pub missed_unit: bool,
}

/// Where the picture is named that a side of a counter or card is, or a chart; the lists are those of units, markers and
/// cards.
pub fn pictured([units, markers, cards]: [&[Option<Origin>]; 3], art: Option<Origin>, whose: Pictured) -> Option<Place> {
    match whose {
        Pictured::Face(id, 0) => of(units, id).map(|origin| origin.at("picture")),
        Pictured::Face(id, 1) => of(units, id).map(|origin| origin.at("back").field("picture")),
        Pictured::Face(id, n) => of(units, id).map(|origin| origin.at("more").index(n - 2).field("picture")),
        Pictured::Marker(id) => of(markers, id).map(|origin| origin.at("picture")),
        Pictured::Card(id) => of(cards, id).map(|origin| origin.at("picture")),
        Pictured::Behind(id) => of(cards, id).map(|origin| origin.at("back")),
        Pictured::Chart(n) => art.map(|origin| origin.at("charts").index(n).field("picture")),
    }
}

/// The place of an entity, if it has one of its own.
pub fn of<K: Key>(list: &[Option<Origin>], id: K) -> Option<Origin> {
    list.get(id.index()).copied().flatten()
}
