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
    /// Parts of the kit to print and play that lie in the module as PDF: its help menu opens them. If it is left out, there are none.
    pub kit: Option<Vec<KitPart>>,
    /// Whether the module is built from the one that the game was imported from, which lies in the folder `vassal`. If it is left out, Muster makes a module of its own.
    pub kept: Option<bool>,
}

/// A part of the kit to print and play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KitPart {
    /// The rules in short.
    Rules,
    /// Tables and charts.
    Charts,
    /// The setup of each scenario.
    Setup,
    /// The order of appearance.
    OrderOfAppearance,
    /// The turn track.
    TurnTrack,
    /// The map on one sheet.
    Map,
    /// The sheets of counters.
    Counters,
    /// The sheets of cards.
    Cards,
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
