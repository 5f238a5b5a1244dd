//! scenarios/*.json: who stands where, who comes when, and who wins.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{GameOption, HexList, Id, ListOf, Within, Word, Written};
use crate::model::{BridgeCondition, Condition, Entries, RuleChange, VictoryPoints};

/// A scenario.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: a scenario", example = serde_json::json!({"id": "short", "name": "A short one", "extends": "campaign", "turns": ["1", "4"], "remove": {"units": ["3-guards"]}}))]
pub struct Scenario {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The scenario that it varies: what is not said here is as it is there.
    pub extends: Option<Id>,
    /// What it no longer has of the scenario that it varies.
    pub remove: Option<Remove>,
    /// The sections that stand instead of those of the scenario that it varies, rather than beside them.
    pub replace: Option<Vec<Section>>,
    /// What it is about, in your own words.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub about: Option<String>,
    /// Its first and last turn.
    #[schemars(length(min = 2, max = 2))]
    pub turns: Option<Vec<Word>>,
    /// The part of the map that is used: an area. All of it if left out.
    pub map: Option<Id>,
    /// The sides in the order of setting up.
    pub set_up: Option<Vec<Id>>,
    /// The order in which the sides play a turn, the first player first; as `each` of turns.json has it if left out.
    pub order: Option<Vec<Id>>,
    /// `units` takes the columns `setup` and `arrives` of the counter sheet; what is said here counts more.
    pub from: Option<From>,
    /// Where units stand at the start.
    pub setup: Option<ListOf<Placement>>,
    /// Where markers lie at the start.
    pub markers: Option<ListOf<MarkerPlacement>>,
    /// Who comes later.
    pub arrivals: Option<ListOf<Arrival>>,
    /// Who leaves the game again.
    pub withdrawals: Option<ListOf<Withdrawal>>,
    /// Who holds which places at the start.
    pub control: Option<ListOf<Controlled>>,
    /// Units that were lost before it begins.
    pub lost: Option<Vec<Id>>,
    /// Bridges that do not stand at the start, or that are not whose the map says.
    pub bridges: Option<ListOf<BridgeState>>,
    /// Optional rules of this scenario.
    pub options: Option<ListOf<GameOption>>,
    /// Optional rules that are played here unless one says otherwise.
    pub with: Option<Vec<Id>>,
    /// Optional rules that are not played here unless one says otherwise, though they usually are.
    pub without: Option<Vec<Id>>,
    /// Rules that are different here.
    pub changes: Option<Written<Vec<RuleChange>>>,
    /// Who wins.
    pub victory: Option<Victory>,
    /// Special rules, in your own words.
    pub special: Option<Vec<String>>,
}

/// Where the first setup comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// The columns of the counter sheet.
    Units,
}

/// A section of a scenario that is a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Section {
    /// Where units stand.
    Setup,
    /// Where markers lie.
    Markers,
    /// Who comes later.
    Arrivals,
    /// Who leaves.
    Withdrawals,
    /// Who holds what.
    Control,
    /// Bridges.
    Bridges,
    /// Options.
    Options,
    /// Rules that differ.
    Changes,
    /// Special rules in words.
    Special,
}

/// What a varied scenario no longer has.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Remove {
    /// Units that take no part.
    pub units: Option<Vec<Id>>,
    /// Formations that take no part, with all their units.
    pub formations: Option<Vec<Id>>,
    /// Markers that are not placed.
    pub markers: Option<Vec<Id>>,
    /// Options that are not there.
    pub options: Option<Vec<Id>>,
    /// Changes of rules that are not there, by the entry that they change.
    pub changes: Option<Vec<String>>,
}

/// A unit at the start.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Placement {
    /// The unit.
    pub unit: Option<Id>,
    /// Several units that share what follows.
    pub units: Option<Vec<Id>>,
    /// Which one of several like units.
    #[schemars(range(min = 1, max = 999))]
    pub n: Option<u32>,
    /// Its hex.
    pub at: Option<String>,
    /// Any hex of this area.
    #[serde(rename = "in")]
    pub area: Option<Id>,
    /// But none of these hexes.
    pub except: Option<HexList>,
    /// Any hex so near to others.
    pub within: Option<Within>,
    /// Its box.
    #[serde(rename = "box")]
    pub in_box: Option<Id>,
    /// The state in which it starts.
    pub state: Option<Id>,
    /// States that it has beside that one, such as out of supply.
    pub also: Option<Vec<Id>>,
    /// Markers on it.
    pub markers: Option<Vec<Id>>,
    /// Only so many of these units, drawn at random.
    #[schemars(range(min = 1, max = 9999))]
    pub draw: Option<u32>,
    /// Whether the other side does not see it.
    pub hidden: Option<bool>,
    /// The rule.
    pub rule: Option<Word>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
}

/// Markers at the start.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MarkerPlacement {
    /// The marker.
    pub marker: Id,
    /// Its hexes, hexsides, or the track or box it lies on.
    pub at: String,
}

/// Units that come later.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Arrival {
    /// The unit.
    pub unit: Option<Id>,
    /// Several units that come together.
    pub units: Option<Vec<Id>>,
    /// On which turn.
    pub turn: Word,
    /// By which entry; any of them.
    pub entry: Option<Vec<Id>>,
    /// By which entry if none of those can be used.
    pub instead: Option<Vec<Id>>,
    /// The mode of movement in which they come.
    pub mode: Option<Id>,
    /// Only if this holds.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
    /// What happens otherwise.
    #[serde(rename = "else")]
    pub otherwise: Option<Otherwise>,
    /// The state in which they come.
    pub state: Option<Id>,
    /// The rule.
    pub rule: Option<Word>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
}

/// Units that leave the game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Withdrawal {
    /// The unit.
    pub unit: Option<Id>,
    /// Several units.
    pub units: Option<Vec<Id>>,
    /// On which turn, at the latest.
    pub turn: Word,
    /// Only if this holds.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
    /// The rule.
    pub rule: Option<Word>,
}

/// What happens to an arrival whose condition does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Otherwise {
    /// It is tried again next turn.
    NextTurn,
    /// They never come.
    Never,
    /// They come as their column `arrives` says. Without this, an arrival stands instead of the column.
    Column,
}

/// Who holds places at the start.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Controlled {
    /// The side.
    pub side: Id,
    /// The places, by id or name; `all` for all of them.
    pub places: Vec<String>,
}

/// How a bridge is at the start.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BridgeState {
    /// The bridge's id, or its hexside.
    pub at: String,
    /// How it is; as the map has it if left out.
    pub is: Option<BridgeCondition>,
    /// Whose it is; as the map has it if left out.
    pub owner: Option<Id>,
}

/// Who wins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Victory {
    /// At the end of which turn; the last one if left out.
    pub checked: Option<Word>,
    /// The levels, best first: the first that holds is the result. One without `if` is what happens otherwise.
    pub levels: ListOf<VictoryLevel>,
    /// Victory points.
    pub points: Option<Written<Entries<VictoryPoints>>>,
    /// The rule.
    pub rule: Option<Word>,
}

/// A level of victory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VictoryLevel {
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: String,
    /// The side that wins; nobody if left out.
    pub side: Option<Id>,
    /// When.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
    /// When it is looked at: `at-once` (the game ends as soon as it holds), phases, `end`; at the end if left out.
    pub checked: Option<Vec<Id>>,
}
