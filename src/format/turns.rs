//! turns.json: the calendar and the sequence of play.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Id, ListOf, Word, Written};
use crate::model::{Activity, Condition};

/// Calendar and phases.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: turns.json", example = serde_json::json!({"turns": [{"id": "1", "date": "16 Dec AM", "weather": "mist"}], "phases": [{"each": ["red", "blue"], "phases": [{"id": "move"}, {"id": "fight"}]}]}))]
pub struct Turns {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The game turns, in order.
    pub turns: ListOf<Turn>,
    /// The sequence of play.
    pub phases: Option<ListOf<Phase>>,
    /// Words for the weather that no turn has, but that dice or cards may bring.
    pub weather: Option<Vec<Id>>,
    /// Words for the ground that no turn has, but that dice or cards may bring.
    pub ground: Option<Vec<Id>>,
}

/// A game turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Turn {
    /// Its id, as it stands on the track: `1`, `16PM`.
    pub id: Word,
    /// Its date, as it stands on the track.
    pub date: Option<String>,
    /// The weather.
    pub weather: Option<Id>,
    /// The state of the ground.
    pub ground: Option<Id>,
    /// Words of your own, such as `night`.
    pub tags: Option<Vec<Id>>,
}

/// A phase, or a group of phases that each side goes through.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Phase {
    /// Its id.
    pub id: Option<Id>,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// The side that acts; both if left out.
    pub side: Option<Id>,
    /// Each of these sides, in this order, goes through `phases`.
    pub each: Option<Vec<Id>>,
    /// The phases of such a group.
    pub phases: Option<Vec<Phase>>,
    /// What is done in it. If left out: whatever names it. Something that no phase is named for is done in every phase of a side.
    pub does: Option<Vec<Activity>>,
    /// Only when this holds.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
    /// It is played again as long as this holds when it is over: until a cup is empty.
    pub repeat: Option<Written<Condition>>,
    /// Whether the sides take turns in it, one unit, combat, action or card each, until all of them pass in a row.
    pub alternate: Option<bool>,
    /// The rule that speaks of it.
    pub rule: Option<Word>,
}
