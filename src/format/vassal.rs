//! vassal.json: what the author adds to the VASSAL module at each build.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{ListOf, Written};
use crate::model::Units;

/// Additions to the VASSAL module.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: vassal.json", example = serde_json::json!({"traits": [{"for": {"type": ["artillery"]}, "add": ["report;70\\,130;$PieceName$ fires;;;;"]}], "components": [{"xml": "<VASSAL.build.module.NotesWindow buttonText=\"Log\"/>"}]}))]
pub struct Vassal {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// Prototypes of your own, for `traits`.
    pub prototypes: Option<ListOf<VassalPrototype>>,
    /// Traits that some counters have beside the usual ones.
    pub traits: Option<ListOf<VassalTraits>>,
    /// Buttons, windows and whatever else stands in the build file, as VASSAL writes them.
    pub components: Option<ListOf<VassalComponent>>,
}

/// A prototype.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VassalPrototype {
    /// Its name.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: String,
    /// Its traits, the outermost first, as VASSAL writes their type.
    pub traits: Vec<String>,
}

/// Traits for some counters.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VassalTraits {
    /// The units; all if left out.
    #[serde(rename = "for")]
    pub who: Option<Written<Units>>,
    /// The traits, the outermost first, as VASSAL writes their type; `prototype;Name` uses a prototype.
    pub add: Vec<String>,
}

/// A component.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VassalComponent {
    /// The map window that it belongs to; the module itself if left out.
    pub map: Option<String>,
    /// The component with everything in it.
    pub xml: String,
}
