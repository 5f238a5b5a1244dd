//! rules.json: which mechanisms the game has, with which numbers. What is left out is not checked.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Condition, Id, ListOf, Units, Unsure, Word};

/// The rules. Every entry has an id, so that a scenario or an option can change it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: rules.json", example = serde_json::json!({"stacking": {"limits": [{"id": "units", "count": "units", "max": 3, "rule": "5.1"}]}}))]
pub struct Rules {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// How many units may share a hex.
    pub stacking: Option<Stacking>,
    /// How units move. Costs stand in the terrain list.
    pub movement: Option<Movement>,
    /// How combat is resolved.
    pub combat: Option<Combat>,
    /// Optional rules.
    pub options: Option<ListOf<GameOption>>,
    /// Rules that are only to be remembered, in your own words.
    pub reminders: Option<ListOf<Reminder>>,
    /// What this game's printed rules are here; for publishers.
    pub coverage: Option<ListOf<Coverage>>,
}

/// Stacking.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Stacking {
    /// The limits; each binds by itself.
    pub limits: Option<ListOf<Limit>>,
    /// Whether units of two sides may share a hex; no if left out.
    pub with_enemy: Option<bool>,
    /// The rule.
    pub rule: Option<Word>,
}

/// A stacking limit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limit {
    /// Its id.
    pub id: Id,
    /// What is counted: `units`, `steps`, or a rating such as `points`.
    pub count: String,
    /// The most that a hex may hold.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub max: Unsure<i32>,
    /// Which units count; all if left out.
    pub of: Option<Units>,
    /// Only in these modes of movement.
    pub modes: Option<Vec<Id>>,
    /// Only when this holds.
    #[serde(rename = "if")]
    pub when: Option<Condition>,
    /// The rule.
    pub rule: Option<Word>,
}

/// Movement.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Movement {
    /// The rating that is the allowance.
    pub allowance: Option<Id>,
    /// Whether a unit may always move one hex.
    pub guaranteed_hex: Option<bool>,
    /// Special ways of moving: road march, railway.
    pub modes: Option<ListOf<Mode>>,
    /// The rule.
    pub rule: Option<Word>,
}

/// A way of moving.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mode {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: Option<String>,
    /// Which units may use it.
    pub who: Option<Units>,
    /// Only along these roads.
    pub roads: Option<Vec<Id>>,
    /// Only when this holds.
    #[serde(rename = "if")]
    pub when: Option<Condition>,
    /// The rule.
    pub rule: Option<Word>,
}

/// Combat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Combat {
    /// The table of results.
    pub table: Option<Id>,
    /// The attacker's rating.
    pub attack: Option<Id>,
    /// The defender's rating.
    pub defense: Option<Id>,
    /// The rule.
    pub rule: Option<Word>,
}

/// An optional rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameOption {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is played unless one says otherwise.
    pub default: Option<bool>,
    /// The rule.
    pub rule: Option<Word>,
}

/// A rule to be remembered.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reminder {
    /// The rule.
    pub rule: Option<Word>,
    /// What it says, in your own words.
    pub text: String,
}

/// What a printed rule is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverageLevel {
    /// The engine enforces it.
    Enforced,
    /// A check proves it.
    Checked,
    /// It is only said.
    Reminder,
    /// It is not here.
    Absent,
}

/// A printed rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Coverage {
    /// Its number.
    pub rule: Word,
    /// What it is about.
    pub title: Option<String>,
    /// What it is here.
    #[serde(rename = "is")]
    pub level: CoverageLevel,
    /// The data that says it: a file and a JSON pointer.
    pub by: Option<String>,
    /// The test that proves it.
    pub test: Option<String>,
}
