//! module.json: the game's name, its words, and what is where.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Card, Example, Formation, Id, ListOf, Marker, Table, Terrain, Unit, VassalId, Written};
use crate::model::Units;

/// A game. Only this file is required; every section that is missing is simply not checked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: module.json", example = serde_json::json!({"format": 2, "name": "First Steps", "sides": [{"id": "blue"}, {"id": "red"}]}))]
pub struct Module {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The version of this format: 2.
    #[schemars(range(min = 1, max = 1000))]
    pub format: u32,
    /// The game's name.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// A short name for files; the folder's name if left out.
    pub id: Option<Id>,
    /// The version of this game.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub version: Option<String>,
    /// What it is about, in a sentence or two.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub about: Option<String>,
    /// Who made it.
    pub authors: Option<Vec<String>>,
    /// Where data and pictures come from.
    pub credits: Option<Vec<String>>,
    /// What the values of this game rest on: print, rule texts, surveys, history, your own judgement. Units, hexes, places, tables, cards, lines of scenarios and entries of the rules say by `source` on which one.
    pub sources: Option<ListOf<ValueSource>>,
    /// Under which licence.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub license: Option<String>,
    /// The sides that play.
    pub sides: Option<ListOf<Side>>,
    /// Nations, each of a side.
    pub nations: Option<ListOf<Nation>>,
    /// Unit types: infantry, armor, artillery.
    pub types: Option<ListOf<UnitType>>,
    /// Movement classes: foot, mech.
    pub classes: Option<ListOf<Class>>,
    /// The numbers on the counters, in the order of the counter.
    pub ratings: Option<ListOf<Rating>>,
    /// The states in which a counter's faces show a unit. `full` and `reduced` are always there.
    pub states: Option<ListOf<State>>,
    /// The counters; the file units.csv, units.json or units.xlsx if left out.
    pub units: Option<ListOf<Unit>>,
    /// The numbers of pieces in VASSAL, so that running games survive an update. `muster build` keeps the file vassal-ids.csv; never change a line of it.
    pub vassal_ids: Option<ListOf<VassalId>>,
    /// The counters once more, as another source has them: a roster, an order of battle. Whatever is filled in must be as in `units`. The file roster.csv or roster.json if left out.
    pub roster: Option<ListOf<Unit>>,
    /// Counters as they are printed, typed in by somebody who owns the game: whatever is filled in stands instead of what `units` says, and `check` lists what differs. The file printed.csv or printed.json if left out.
    pub printed: Option<ListOf<Unit>>,
    /// Armies, corps, divisions; formations.json or .csv if left out. A unit's row may create one.
    pub formations: Option<ListOf<Formation>>,
    /// Markers; markers.json or .csv if left out.
    pub markers: Option<ListOf<Marker>>,
    /// Cards and chits; cards.json or .csv if left out.
    pub cards: Option<ListOf<Card>>,
    /// What terrain does; terrain.json or .csv if left out.
    pub terrain: Option<ListOf<Terrain>>,
    /// Worked examples of the rules, each a position, a question and the answer that the printed rules give; examples.json if left out.
    pub examples: Option<ListOf<Example>>,
    /// Combat results and all other tables; tables.json if left out.
    pub tables: Option<ListOf<Table>>,
    /// The file with the map; map.json if left out.
    pub map: Option<String>,
    /// The file with calendar and phases; turns.json if left out.
    pub turns: Option<String>,
    /// The file with the rules; rules.json if left out.
    pub rules: Option<String>,
    /// The file with counter faces and colours; art.json if left out.
    pub art: Option<String>,
    /// Additions to the VASSAL module: another file than vassal.json.
    pub vassal: Option<String>,
    /// The scenario files; all of scenarios/*.json if left out.
    pub scenarios: Option<Vec<String>>,
    /// Headings of your own sheets, by file (`units.csv`, or `oob.xlsx#Units`).
    pub sheets: Option<BTreeMap<String, SheetColumns>>,
    /// How bad each kind of finding is, by its code.
    pub levels: Option<BTreeMap<String, LevelOf>>,
    /// Single findings that are meant.
    pub allow: Option<ListOf<Allow>>,
}

/// What the headings of a sheet stand for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SheetColumns {
    /// Your heading → our field; nested fields have dots: `"BAtt": "back.attack"`.
    pub columns: Option<BTreeMap<String, String>>,
    /// Headings that are yours alone.
    pub ignore: Option<Vec<String>>,
}

/// Something that values rest on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "survey", "name": "Elevation and place names from public data", "kind": "survey", "of": ["map.json", "hexes.csv"]}))]
pub struct ValueSource {
    /// Its id, as `source` has it.
    pub id: Id,
    /// What it is, for people: a title, a map, a formula.
    #[schemars(length(min = 1, max = super::NAME_LETTERS))]
    pub name: String,
    /// What kind of source it is.
    pub kind: SourceKind,
    /// Files of this game that rest on it wherever nothing else is said: `["map.json"]`.
    pub of: Option<Vec<String>>,
}

/// What kind of source it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// A printed component: a counter, a map, a chart.
    Printed,
    /// The text of the rules says it.
    Stated,
    /// A survey: measured from maps or public data.
    Survey,
    /// A work of history, or an archive.
    History,
    /// The designer's own judgement: nothing has confirmed it yet.
    Judgement,
    /// Games that were played have confirmed it.
    Playtest,
}

impl SourceKind {
    /// What is said of values that rest on it.
    pub fn words(self) -> &'static str {
        match self {
            SourceKind::Printed => "printed",
            SourceKind::Stated => "stated in the rules",
            SourceKind::Survey => "survey",
            SourceKind::History => "history",
            SourceKind::Judgement => "judgement",
            SourceKind::Playtest => "playtest",
        }
    }
}

/// The level of a code.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LevelOf {
    /// `allow`, `warn` or `error`.
    pub level: LevelWord,
    /// Why.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LevelWord {
    /// Not reported.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Error,
}

/// One finding that is meant: a code, and the scenario, hex, box or unit it is about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Allow {
    /// The code, such as `M0403`.
    #[schemars(regex(pattern = "^M[0-9]{4}$"))]
    pub code: String,
    /// Only in this scenario.
    pub scenario: Option<Id>,
    /// Only at this hex.
    pub hex: Option<String>,
    /// Only in this box, or on this track.
    #[serde(rename = "box")]
    pub off_map: Option<Id>,
    /// Only about this unit.
    pub unit: Option<Id>,
    /// Why it is meant.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// A side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Side {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
}

/// A nation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Nation {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side it fights on.
    pub side: Id,
}

/// A type of unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UnitType {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// How such units move, unless a unit says otherwise.
    pub class: Option<Id>,
    /// The symbol on the counter, or the path of a picture such as `art/tank.svg`; the id if left out.
    pub symbol: Option<String>,
}

/// A movement class.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Class {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
}

/// A number on the counters.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rating {
    /// Its id; a column of that name in the counter sheet is this rating.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The least it may be.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub min: Option<i32>,
    /// The most it may be.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    pub max: Option<i32>,
    /// Only these units have it.
    pub only: Option<Written<Units>>,
    /// Every unit that may have it must have it.
    pub required: Option<bool>,
    /// Whether it may be higher on a face that has lost a step; no if left out.
    pub rises: Option<bool>,
}

/// A state that a face shows.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct State {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Whether it is a lost step (`reduced` is), rather than a condition such as `fired`.
    pub step: Option<bool>,
    /// Whether the printed kit has a counter for it, if no face of a unit and no marker shows it; yes if left out.
    pub counter: Option<bool>,
}
