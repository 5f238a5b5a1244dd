//! Selectors and conditions: structured, never strings to be parsed. Fields are AND, lists are OR.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Id, Word};

/// Which units are meant. All fields must fit; within a list, one is enough.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Units {
    /// All of these must fit too.
    pub all: Option<Vec<Units>>,
    /// One of these must fit too.
    pub any: Option<Vec<Units>>,
    /// This must not fit.
    pub not: Option<Box<Units>>,
    /// Ids of single units.
    pub id: Option<Vec<Id>>,
    /// Sides.
    pub side: Option<Vec<Id>>,
    /// Nations.
    pub nation: Option<Vec<Id>>,
    /// Formations, with everything below them.
    pub formation: Option<Vec<Id>>,
    /// Unit types.
    #[serde(rename = "type")]
    pub kind: Option<Vec<Id>>,
    /// Movement classes.
    pub class: Option<Vec<Id>>,
    /// Tags of the author's own.
    pub tags: Option<Vec<Id>>,
    /// Sizes as they stand on the counter.
    pub size: Option<Vec<String>>,
    /// States in which the unit may be.
    pub state: Option<Vec<Id>>,
}

/// Which turns are meant; both ends count.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Window {
    /// The first turn.
    pub from: Option<Word>,
    /// The last turn.
    pub to: Option<Word>,
    /// Single turns.
    pub on: Option<Vec<Word>>,
    /// Turns with one of these tags.
    pub tags: Option<Vec<Id>>,
    /// Only in this side's player turn.
    pub half: Option<Id>,
}

/// When something holds. All fields must hold.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Condition {
    /// All of these.
    pub all: Option<Vec<Condition>>,
    /// One of these.
    pub any: Option<Vec<Condition>>,
    /// Not this.
    pub not: Option<Box<Condition>>,
    /// In these turns.
    pub turns: Option<Window>,
    /// When one of these options is played.
    pub option: Option<Vec<Id>>,
    /// When it is this side's turn.
    pub side: Option<Vec<Id>>,
    /// When a side holds places.
    pub control: Option<Control>,
    /// When units have left the map.
    pub exited: Option<Exited>,
    /// When a bridge stands, or does not.
    pub bridge: Option<BridgeIs>,
    /// When a die says so.
    pub roll: Option<Roll>,
}

/// A side holds places.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Control {
    /// The places.
    pub of: Vec<String>,
    /// The side that holds them.
    pub by: Id,
    /// How many of them; all if left out.
    #[schemars(range(min = 1, max = 1000))]
    pub at_least: Option<u32>,
}

/// Units have left the map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Exited {
    /// Which units count.
    pub of: Units,
    /// Through these entries; any if left out.
    pub through: Option<Vec<Id>>,
    /// So many steps; one if left out.
    #[schemars(range(min = 1, max = 1000))]
    pub steps: Option<u32>,
}

/// A bridge is in a state.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BridgeIs {
    /// The bridge's id, or its hexside.
    pub at: String,
    /// Its state.
    pub is: BridgeCondition,
}

/// How a bridge may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BridgeCondition {
    /// It stands.
    Intact,
    /// It is down.
    Blown,
    /// It is being built.
    Building,
}

/// A die roll that must succeed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Roll {
    /// The dice, such as `d6` or `2d6`.
    pub dice: String,
    /// Succeeds on this or more.
    pub at_least: Option<i32>,
    /// Succeeds on this or less.
    pub at_most: Option<i32>,
}
