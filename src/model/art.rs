//! How counters and map look, as far as the author says so.

use std::collections::BTreeMap;

use super::TerrainId;
use crate::hexgrid::HexId;

/// Red, green, blue.
pub type Rgb = (u8, u8, u8);

/// How the game looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    /// The side of a counter in millimetres.
    pub counter_mm: Option<f64>,
    /// Colours by side, nation or formation.
    pub colours: BTreeMap<String, Colours>,
    /// The map.
    pub map: MapArt,
}

/// Colours of a side, nation or formation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colours {
    /// The counter's ground.
    pub ground: Option<Rgb>,
    /// Letters and lines.
    pub ink: Option<Rgb>,
    /// The stripe of a formation.
    pub stripe: Option<Rgb>,
}

/// How the map looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapArt {
    /// The size of a hex across its flats, in millimetres.
    pub across_mm: Option<f64>,
    /// The colour of the paper.
    pub paper: Option<Rgb>,
    /// Kinds of terrain that do not look as usual.
    pub terrain: BTreeMap<TerrainId, TerrainArt>,
    /// Sizes of letters.
    pub labels: LabelArt,
    /// What is not drawn.
    pub leave_out: Vec<MapLayer>,
    /// A map that is drawn already.
    pub image: Option<MapImage>,
}

/// How a kind of terrain looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TerrainArt {
    /// The colour of the ground.
    pub fill: Option<Rgb>,
    /// What is drawn on it.
    pub texture: Option<Texture>,
    /// The line of a river, a road, a ridge.
    pub line: Option<LineArt>,
}

/// What is drawn on a kind of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineArt {
    /// Its colour.
    pub color: Option<Rgb>,
    /// Its width in millimetres.
    pub width: Option<f64>,
    /// Dashes and gaps in millimetres.
    pub dash: Option<Vec<f64>>,
    /// The colour of its rim.
    pub casing: Option<Rgb>,
}

/// Sizes of letters on the map, in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LabelArt {
    /// Towns and other places.
    pub places: Option<f64>,
    /// Rivers and what else runs along hexsides.
    pub hexsides: Option<f64>,
    /// Roads.
    pub roads: Option<f64>,
    /// Hex numbers.
    pub numbers: Option<f64>,
    /// Areas.
    pub areas: Option<f64>,
}

/// A map that is drawn already, and where some of its hexes lie on it.
#[derive(Clone, Debug, PartialEq)]
pub struct MapImage {
    /// The file in the game's folder.
    pub path: String,
    /// Hexes, and their centres in pixels of the image.
    pub at: Vec<(HexId, (f64, f64))>,
}

/// A part of the drawn map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl MapLayer {
    /// All, in the order of painting.
    pub const ALL: [MapLayer; 13] = [
        MapLayer::Terrain,
        MapLayer::Grid,
        MapLayer::Rivers,
        MapLayer::Roads,
        MapLayer::Bridges,
        MapLayer::Places,
        MapLayer::Areas,
        MapLayer::Numbers,
        MapLayer::Names,
        MapLayer::Entries,
        MapLayer::Boxes,
        MapLayer::Title,
        MapLayer::Key,
    ];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            MapLayer::Terrain => "terrain",
            MapLayer::Grid => "grid",
            MapLayer::Rivers => "rivers",
            MapLayer::Roads => "roads",
            MapLayer::Bridges => "bridges",
            MapLayer::Places => "places",
            MapLayer::Areas => "areas",
            MapLayer::Numbers => "numbers",
            MapLayer::Names => "names",
            MapLayer::Entries => "entries",
            MapLayer::Boxes => "boxes",
            MapLayer::Title => "title",
            MapLayer::Key => "key",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<MapLayer> {
        MapLayer::ALL.into_iter().find(|layer| layer.word() == word)
    }
}
