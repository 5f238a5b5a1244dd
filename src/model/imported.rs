//! What an import saw in its source.

use schemars::JsonSchema;
use serde::Deserialize;

/// What kind of thing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FoundKind {
    /// A prototype that no piece uses.
    UnusedPrototype,
    /// A prototype that pieces use and that does not exist.
    MissingPrototype,
    /// A picture that nothing shows.
    UnusedPicture,
    /// A picture that pieces show and that does not exist.
    MissingPicture,
    /// A piece that lies in several palettes.
    Doubled,
    /// A piece of a setup that no palette has.
    Stray,
    /// A piece that lies off every board.
    OffMap,
    /// A piece that lies between hexes.
    Between,
    /// A stack whose name says another place than where it lies.
    Misnamed,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it is.
    pub is: FoundKind,
    /// What it is called in the source.
    pub name: String,
    /// The units and markers that it is about.
    pub pieces: Vec<String>,
    /// The scenario.
    pub scenario: Option<String>,
    /// The setup of the source.
    pub setup: Option<String>,
    /// The map window, and where on it, in pixels.
    pub point: Option<(String, i64, i64)>,
    /// The hex.
    pub hex: Option<String>,
    /// How far from its middle, in hexes.
    pub off: Option<f64>,
    /// Where it stands in the source.
    pub places: Vec<String>,
    /// The place where it lies.
    pub lies: Option<String>,
    /// The place that its name means.
    pub means: Option<String>,
}
