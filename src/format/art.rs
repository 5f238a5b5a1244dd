//! art.json: how counters and map look.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{ListOf, MapArt, Written};
use crate::model::Units;

/// Counter faces, colours, map style.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: art.json", example = serde_json::json!({"counter-mm": 15.9, "colours": {"red": {"ground": "#b8564a", "ink": "#111111"}}, "layouts": [{"slots": {"centre": "symbol", "bottom": "{attack}-{defense}-{move}"}}]}))]
pub struct Art {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The side of a counter in millimetres: 12.7 is half an inch, 15.9 is 5/8".
    #[schemars(range(min = 5, max = 100))]
    pub counter_mm: Option<f64>,
    /// Fonts of your own, by the name that layouts use: files in the game's folder.
    pub fonts: Option<BTreeMap<String, String>>,
    /// Colours by side, nation or formation.
    pub colours: Option<BTreeMap<String, Colours>>,
    /// Layouts of counters; the first whose `for` fits a unit is used.
    pub layouts: Option<ListOf<Layout>>,
    /// Faces that are drawn already.
    pub ready_made: Option<ReadyMade>,
    /// The map.
    pub map: Option<MapArt>,
}

/// Colours of a side, nation or formation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Colours {
    /// The counter's ground.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub ground: Option<String>,
    /// Letters and lines.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub ink: Option<String>,
    /// The stripe of a formation.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub stripe: Option<String>,
}

/// What stands where on a counter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Layout {
    /// The units that it is for; all if left out.
    #[serde(rename = "for")]
    pub who: Option<Written<Units>>,
    /// What goes into each slot: `symbol`, `stripe`, or words with ratings and fields in braces, such as `{attack}-{move}`.
    pub slots: Slots,
}

/// The slots of a counter, and what goes into them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Slots {
    /// The middle.
    pub centre: Option<String>,
    /// The upper edge.
    pub top: Option<String>,
    /// The lower edge.
    pub bottom: Option<String>,
    /// The left edge.
    pub left: Option<String>,
    /// The right edge.
    pub right: Option<String>,
    /// The upper left corner.
    pub top_left: Option<String>,
    /// The upper right corner.
    pub top_right: Option<String>,
    /// The lower left corner.
    pub bottom_left: Option<String>,
    /// The lower right corner.
    pub bottom_right: Option<String>,
}

impl Slots {
    /// The slots that are filled, by name.
    pub fn filled(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("centre", &self.centre),
            ("top", &self.top),
            ("bottom", &self.bottom),
            ("left", &self.left),
            ("right", &self.right),
            ("top-left", &self.top_left),
            ("top-right", &self.top_right),
            ("bottom-left", &self.bottom_left),
            ("bottom-right", &self.bottom_right),
        ];
        all.into_iter().filter_map(|(name, text)| text.as_deref().map(|text| (name, text)))
    }
}

/// Faces that are drawn already.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ReadyMade {
    /// The front: `counters/{id}.png`.
    pub front: String,
    /// The back: `counters/{id}_b.png`.
    pub back: Option<String>,
    /// The units that have them; all if left out.
    #[serde(rename = "for")]
    pub who: Option<Written<Units>>,
}
