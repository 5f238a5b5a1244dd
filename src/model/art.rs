//! How counters and map look, as far as the author says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    CardId, FeatureId, Game, MarkerId, OnImage, Outline, PictureFit, PlateLayout, Slot, SlotPlace, TerrainId, UnitId, Units,
};
use crate::hexgrid::{HexId, Hexside};

/// Red, green, blue.
pub type Rgb = (u8, u8, u8);

/// How the game looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    /// The width of a counter in millimetres.
    pub counter_mm: Option<f64>,
    /// Its height; as its width if nothing is said.
    pub counter_height_mm: Option<f64>,
    /// The outline of counters.
    pub shape: Outline,
    /// Whether backs are drawn as fronts are, with nothing that tells them apart but their words.
    pub plain_backs: bool,
    /// How pictures that are a whole face fill it.
    pub pictures: PictureFit,
    /// The font of counters and cards, where a slot names none.
    pub font: Option<String>,
    /// The icon of a marker, card or deck, by its id; an empty word is none.
    pub icons: BTreeMap<String, String>,
    /// The picture in the window of a card: a path with words in braces.
    pub card_window: Option<String>,
    /// Layouts of markers, then of cards and chits; the first that fits is used.
    pub marker_layouts: Vec<PlateLayout>,
    pub card_layouts: Vec<PlateLayout>,
    /// Colours by side, nation, formation, marker or deck.
    pub colours: BTreeMap<String, Colours>,
    /// Fonts of the author's: the file of each name.
    pub fonts: BTreeMap<String, String>,
    /// What looks different on some counters, the later over the earlier.
    pub looks: Vec<Look>,
    /// Faces that are drawn already.
    pub ready_made: ReadyMade,
    /// Charts that are drawn already.
    pub charts: Vec<ChartPicture>,
    /// How the kit is printed.
    pub print: Print,
    /// The map.
    pub map: MapArt,
    /// Fonts and pictures, by their path in the game's folder.
    pub files: BTreeMap<String, Arc<[u8]>>,
}

impl Art {
    /// The width of a counter in millimetres: as the author says, else 5/8".
    #[must_use]
    pub fn counter(&self) -> f64 {
        self.counter_mm.filter(|mm| mm.is_finite() && *mm > 0.0).unwrap_or(15.875)
    }

    /// Width and height of a counter that is so wide.
    #[must_use]
    pub fn counter_area(&self, width: f64) -> (f64, f64) {
        let height = self.counter_height_mm.filter(|mm| mm.is_finite() && *mm > 0.0);
        (width, height.map_or(width, |height| width * height / self.counter()))
    }
}

/// A chart that is drawn already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartPicture {
    /// What it is called.
    pub name: String,
    /// The file in the game's folder.
    pub picture: String,
}

/// Whether a path names a picture, by its ending.
#[must_use]
pub fn is_picture(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    [".png", ".jpg", ".jpeg", ".svg"].iter().any(|end| path.ends_with(end))
}

/// A side of a counter or card, or a chart, that names the picture that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pictured {
    /// A face of a unit, counted from 0, which is the front.
    Face(UnitId, usize),
    /// A marker.
    Marker(MarkerId),
    /// The front of a card or chit.
    Card(CardId),
    /// The back of a card or chit.
    Behind(CardId),
    /// A chart, by its place in the list.
    Chart(usize),
}

impl Game {
    /// Everything that names its picture, with the path: units, then markers, cards, charts.
    pub fn own_pictures(&self) -> impl Iterator<Item = (&str, Pictured)> {
        let faces = self.units.iter().flat_map(|(id, unit)| unit.faces.iter().enumerate().map(move |(n, face)| (id, n, face)));
        let faces = faces.filter_map(|(id, n, face)| Some((face.picture.as_deref()?, Pictured::Face(id, n))));
        let markers = self.markers.iter().filter_map(|(id, it)| Some((it.picture.as_deref()?, Pictured::Marker(id))));
        let fronts = self.cards.iter().filter_map(|(id, it)| Some((it.picture.as_deref()?, Pictured::Card(id))));
        let backs = self.cards.iter().filter_map(|(id, it)| Some((it.back.as_deref()?, Pictured::Behind(id))));
        let charts = self.art.charts.iter().enumerate().map(|(n, it)| (it.picture.as_str(), Pictured::Chart(n)));
        faces.chain(markers).chain(fronts).chain(backs).chain(charts)
    }
}

/// Faces that are drawn already: paths with `{id}` in them.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyMade {
    /// The front.
    pub front: String,
    /// The back.
    pub back: String,
    /// The units that must have them; none where the author says nothing, all where no selector is written.
    pub who: Option<Option<Units>>,
}

impl Default for ReadyMade {
    fn default() -> Self {
        ReadyMade { front: "counters/{id}.png".to_owned(), back: "counters/{id}_b.png".to_owned(), who: None }
    }
}

impl ReadyMade {
    /// The path of a face: the first is the front, the second the back; those of further counters have a number.
    #[must_use]
    pub fn path(&self, id: &str, face: usize) -> String {
        let form = if face.is_multiple_of(2) { &self.front } else { &self.back };
        match face / 2 {
            0 => form.replace("{id}", id),
            more => form.replace("{id}", &format!("{id}-{}", more + 1)),
        }
    }
}

/// What looks different on some counters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    /// The units, and their states; all if none.
    pub who: Option<Units>,
    /// The word in braces that it is about; the whole face if none.
    pub of: Option<String>,
    /// The colour of a box round that word.
    pub frame: Option<Rgb>,
    /// What stands before that word.
    pub before: String,
    /// What stands after that word.
    pub after: String,
    /// Another colour of letters.
    pub ink: Option<Rgb>,
    /// Another ground.
    pub ground: Option<Rgb>,
    /// Slots that show something else.
    pub slots: Vec<(SlotPlace, Slot)>,
}

/// No printer shifts backs by more millimetres.
pub const MOST_BACK_OFFSET: f64 = 20.0;

/// How the kit is printed, as far as the author says so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Print {
    /// The paper; all if empty.
    pub paper: Vec<Paper>,
    /// How backs are printed; all ways if empty.
    pub backs: Vec<Backs>,
    /// How far colours reach beyond the cut.
    pub bleed_mm: Option<f64>,
    /// The space between counters.
    pub gutter_mm: Option<f64>,
    /// How far backs are moved: to the right and down.
    pub back_offset_mm: Option<(f64, f64)>,
    /// Whether there is a version on white.
    pub low_ink: bool,
    /// How far tiles of the map overlap.
    pub overlap_mm: Option<f64>,
    /// Whether cards have bridge size; else poker size.
    pub bridge_cards: bool,
    /// Sheets with fixed places.
    pub die_sheets: Vec<DieSheet>,
}

/// A sheet that people have in their printers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// Both.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// The word for it in file names and options.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "Letter",
        }
    }

    /// Width and height in millimetres, upright.
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// How backs come behind fronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Backs {
    /// On the other side of the sheet, turned over its long edge.
    DuplexLong,
    /// On the other side of the sheet, turned over its short edge.
    DuplexShort,
    /// On the same side, to be folded.
    Fold,
    /// None.
    Fronts,
}

impl Backs {
    /// All ways.
    pub const ALL: [Backs; 4] = [Backs::DuplexLong, Backs::DuplexShort, Backs::Fold, Backs::Fronts];

    /// The word for it in file names and options.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Backs::DuplexLong => "duplex-long",
            Backs::DuplexShort => "duplex-short",
            Backs::Fold => "fold",
            Backs::Fronts => "fronts",
        }
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Backs::DuplexLong => "duplex on the long edge",
            Backs::DuplexShort => "duplex on the short edge",
            Backs::Fold => "to be folded",
            Backs::Fronts => "fronts alone",
        }
    }
}

/// A sheet with fixed places; all in millimetres, across and down.
#[derive(Clone, Debug, PartialEq)]
pub struct DieSheet {
    /// Its name.
    pub id: String,
    /// Its size.
    pub page: (f64, f64),
    /// Columns and rows.
    pub cells: (u32, u32),
    /// The side of a counter; that of the game if none.
    pub counter_mm: Option<f64>,
    /// To the first counter.
    pub margin: (f64, f64),
    /// Between counters.
    pub gutter: (f64, f64),
    /// Columns and rows of a block, and the space between blocks.
    pub block: Option<((u32, u32), (f64, f64))>,
}

/// Colours of a side, nation, formation, marker or deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colours {
    /// The counter's ground.
    pub ground: Option<Rgb>,
    /// Letters and lines.
    pub ink: Option<Rgb>,
    /// The stripe of a formation.
    pub stripe: Option<Rgb>,
    /// The inside of the unit symbol.
    pub symbol: Option<Rgb>,
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
    /// A map that is drawn already, on one image or several.
    pub images: Vec<MapImage>,
    /// Where rivers leave: their last hexside downstream.
    pub mouths: BTreeMap<FeatureId, Hexside>,
    /// How the height of hexes is shown.
    pub relief: Relief,
}

/// How the height of hexes is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relief {
    /// Not at all.
    None,
    /// Light and shade of what is stated, and nothing else.
    Plain,
    /// The same with small spurs, which are invented.
    #[default]
    Spurs,
}

/// A mark of a kind of place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceSymbol {
    /// None.
    None,
    /// A star: a capital.
    Star,
    /// A fort, seen from above.
    Fort,
    /// A disc.
    Dot,
    /// A square.
    Square,
    /// A cross.
    Cross,
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
    /// The mark of a place.
    pub symbol: Option<PlaceSymbol>,
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
    /// How wide it is printed where hexes do not tell it, in millimetres.
    pub width_mm: Option<f64>,
}

impl MapImage {
    /// Whether it lies by itself, because no three hexes are known on it.
    #[must_use]
    pub fn loose(&self) -> Option<f64> {
        self.width_mm.filter(|mm| self.at.len() < 3 && mm.is_finite() && *mm > 0.0)
    }
}

impl MapArt {
    /// The image on which a box lies, by its place in the list; none where the author means one that is not there, or
    /// does not say which of several.
    #[must_use]
    pub fn under(&self, on: &OnImage) -> Option<usize> {
        match &on.image {
            Some(path) => self.images.iter().position(|image| image.path == *path),
            None => (self.images.len() == 1).then_some(0),
        }
    }
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

impl MapLayer {
    /// All, in the order of painting.
    pub const ALL: [MapLayer; 14] = [
        MapLayer::Terrain,
        MapLayer::Grid,
        MapLayer::Rivers,
        MapLayer::Roads,
        MapLayer::Bridges,
        MapLayer::Places,
        MapLayer::Arrows,
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
            MapLayer::Arrows => "arrows",
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
