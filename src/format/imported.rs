//! imported.json: what an import saw in its source and this format has no word for.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Id, ListOf};
use crate::model::FoundKind;

/// What was found in the source of an import. `muster check` tells it until it is mended; take out a line that is settled, or the whole file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: imported.json", example = serde_json::json!({"from": "game.vmod", "found": [{"is": "unused-prototype", "name": "Idle"}]}))]
pub struct Sourced {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The file that was imported.
    pub from: Option<String>,
    /// The version of VASSAL that made it.
    pub vassal: Option<String>,
    /// What was found.
    pub found: Option<ListOf<Found>>,
}

/// One thing that was found.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Found {
    /// What it is.
    pub is: FoundKind,
    /// What it is called in the source: a prototype, a picture, a stack.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub name: Option<String>,
    /// The unit or marker.
    pub piece: Option<Id>,
    /// All units and markers that it is about.
    pub pieces: Option<Vec<Id>>,
    /// The scenario.
    pub scenario: Option<Id>,
    /// The setup of the source.
    pub setup: Option<String>,
    /// The map window of the source.
    pub map: Option<String>,
    /// Where, in pixels of that window.
    #[schemars(length(min = 2, max = 2), inner(range(min = -10_000_000, max = 10_000_000)))]
    pub at: Option<Vec<i64>>,
    /// The hex.
    pub hex: Option<String>,
    /// How far from its middle, in hexes.
    pub off: Option<f64>,
    /// Where it stands in the source.
    pub places: Option<Vec<String>>,
    /// The place where it lies.
    pub lies: Option<String>,
    /// The place that its name means.
    pub means: Option<String>,
}
