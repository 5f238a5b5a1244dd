//! rules.json: which mechanisms the game has, with which numbers. What is left out is not checked.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Id, ListOf, Word, Written};
use crate::model::{self, CoverageLevel, Entries};

/// The rules. Every entry has an id, so that a scenario or an option can change it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: rules.json", example = serde_json::json!({"stacking": {"limits": [{"id": "units", "count": "units", "max": 3, "rule": "5.1"}]}}))]
pub struct Rules {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// How many units may share a hex.
    pub stacking: Option<Written<model::Stacking>>,
    /// Zones of control and bonds.
    pub zones: Option<Written<model::Zones>>,
    /// How units move. Costs stand in the terrain list.
    pub movement: Option<Written<model::Movement>>,
    /// How units are supplied.
    pub supply: Option<Written<model::Supply>>,
    /// How units come onto the map.
    pub entry: Option<Written<model::Entering>>,
    /// How combat is resolved: one entry for each kind of combat.
    pub combat: Option<Written<Entries<model::Combat>>>,
    /// Support from afar: artillery, aircraft.
    pub support: Option<Written<Entries<model::Support>>>,
    /// What a retreat must be, and what it should be if possible; read from the top.
    pub retreat: Option<Written<Entries<model::Prefer>>>,
    /// Advances after combat.
    pub advance: Option<Written<Entries<model::Advance>>>,
    /// What units may not do, and the exceptions.
    pub bans: Option<Written<Entries<model::Ban>>>,
    /// What changes ratings.
    pub values: Option<Written<Entries<model::Value>>>,
    /// What sides may do beside moving and fighting: bridges, works, replacements, rallies.
    pub actions: Option<Written<Entries<model::Action>>>,
    /// What happens by itself.
    pub triggers: Option<Written<Entries<model::Trigger>>>,
    /// Markers or points that a side may use so often.
    pub pools: Option<Written<Entries<model::Pool>>>,
    /// Decks of cards and cups of chits.
    pub decks: Option<Written<Entries<model::Deck>>>,
    /// Optional rules.
    pub options: Option<ListOf<GameOption>>,
    /// Rules that are only to be remembered, in your own words.
    pub reminders: Option<ListOf<Reminder>>,
    /// What this game's printed rules are here; for publishers.
    pub coverage: Option<ListOf<Coverage>>,
}

/// An optional rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameOption {
    /// Its id.
    pub id: Id,
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: Option<String>,
    /// Whether it is played unless one says otherwise.
    pub default: Option<bool>,
    /// Entries of the rules that it changes.
    pub changes: Option<Written<Vec<model::RuleChange>>>,
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
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub text: String,
}

/// A printed rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Coverage {
    /// Its number.
    pub rule: Word,
    /// What it is about.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub title: Option<String>,
    /// What it is here.
    #[serde(rename = "is")]
    pub level: CoverageLevel,
    /// What says it: entries by list and id, such as `stacking.limits/units`, or a file.
    pub by: Option<Vec<String>>,
    /// The test that proves it.
    pub test: Option<String>,
}
