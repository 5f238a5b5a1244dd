//! The `map` section of art.json: how the map is drawn, or where it is drawn already.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// How the map looks. Nothing of it needs to be said: well-known terrain such as woods, hills, marsh, town, river and road has its usual look.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MapArt {
    /// The colour of the paper around the map.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub paper: Option<String>,
    /// Kinds of terrain that do not look as usual, by id.
    pub terrain: Option<BTreeMap<String, TerrainArt>>,
    /// Sizes of letters.
    pub labels: Option<LabelArt>,
    /// What is not drawn.
    pub leave_out: Option<Vec<MapLayer>>,
    /// How the height of hexes is shown, where most of them have the value `elevation`; `spurs` if left out.
    pub relief: Option<Relief>,
    /// A map that is drawn already. It takes the place of the drawn one.
    pub image: Option<MapImage>,
    /// A map that is drawn already on several images: each lies where its hexes do, or right of the others.
    #[schemars(length(max = 256))]
    pub images: Option<Vec<MapImage>>,
}

/// How a kind of terrain looks.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TerrainArt {
    /// The colour of the ground.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub fill: Option<String>,
    /// What is drawn on the ground.
    pub texture: Option<Texture>,
    /// The line, where it is a river, a road or what else is drawn as one.
    pub line: Option<LineArt>,
    /// The mark of a place of this kind, such as a star for a capital.
    pub symbol: Option<PlaceSymbol>,
}

/// The mark of a kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlaceSymbol {
    /// None.
    None,
    /// A star, as capitals have it.
    Star,
    /// A fort seen from above, as fortifications have it.
    Fort,
    /// A disc.
    Dot,
    /// A square.
    Square,
    /// A cross.
    Cross,
}

/// How the height of hexes is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Relief {
    /// Not at all.
    None,
    /// By light and shade of the stated heights alone.
    Plain,
    /// By light and shade, with small spurs between the hexes, which are invented.
    Spurs,
}

/// What is drawn on a kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Texture {
    /// Nothing.
    None,
    /// Trees.
    Woods,
    /// Broken ground.
    Rough,
    /// Tufts of reed.
    Marsh,
    /// A few buildings.
    Town,
    /// Many buildings.
    City,
    /// Waves.
    Water,
    /// Hills.
    Hills,
}

/// A line.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LineArt {
    /// Its colour.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub color: Option<String>,
    /// Its width in millimetres.
    #[schemars(range(min = 0.05, max = 20))]
    pub width: Option<f64>,
    /// Lengths of dashes and gaps in turn, in millimetres; an empty list for an unbroken line.
    #[schemars(length(max = 8), inner(range(min = 0.05, max = 100)))]
    pub dash: Option<Vec<f64>>,
    /// The colour of a rim along both sides.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub casing: Option<String>,
}

/// Sizes of letters on the map, in millimetres from line to line.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LabelArt {
    /// Towns and other places.
    #[schemars(range(min = 0.5, max = 100))]
    pub places: Option<f64>,
    /// Rivers and what else runs along hexsides.
    #[schemars(range(min = 0.5, max = 100))]
    pub hexsides: Option<f64>,
    /// Roads.
    #[schemars(range(min = 0.5, max = 100))]
    pub roads: Option<f64>,
    /// Hex numbers.
    #[schemars(range(min = 0.5, max = 100))]
    pub numbers: Option<f64>,
    /// Areas.
    #[schemars(range(min = 0.5, max = 100))]
    pub areas: Option<f64>,
}

/// A part of the drawn map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MapLayer {
    /// The ground, and what grows on it.
    Terrain,
    /// The lines between hexes.
    Grid,
    /// Rivers and what else runs along hexsides.
    Rivers,
    /// Roads, railways and tracks.
    Roads,
    /// Bridges.
    Bridges,
    /// Towns and villages.
    Places,
    /// Arrows.
    Arrows,
    /// Borders of areas.
    Areas,
    /// Hex numbers.
    Numbers,
    /// Names of places, rivers, roads and areas.
    Names,
    /// Where units come onto the map.
    Entries,
    /// Boxes and tracks beside the map.
    Boxes,
    /// The game's name.
    Title,
    /// The key that says how terrain is drawn.
    Key,
}

/// A map that is drawn already.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MapImage {
    /// A PNG or JPEG file in the game's folder.
    pub path: String,
    /// Where hexes lie on it: the printed number of a hex, and its centre in pixels from the upper left corner, such as `"0101": [212, 187]`. At least three, not in one line; best are the corners of the map.
    pub at: Option<BTreeMap<String, Pixel>>,
    /// How wide it is printed, in millimetres: for an image on which no three hexes are known, such as that of a map without hexes.
    #[schemars(range(min = 10, max = 5000))]
    pub width_mm: Option<f64>,
}

/// Across, then down, in pixels.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Pixel(#[schemars(length(min = 2, max = 2))] pub Vec<f64>);
