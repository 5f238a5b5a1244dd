//! art.json: how counters and map look.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};

use super::{ListOf, MapArt, Print, Written};
use crate::model::{SlotPlace as Place, Units};

/// Counter faces, colours, map style.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(title = "Muster: art.json", example = serde_json::json!({"counter-mm": 15.9, "colours": {"red": {"ground": "#b8564a", "ink": "#111111"}}, "layouts": [{"slots": {"centre": "symbol", "bottom": "{attack}-{defense}-{move}"}}]}))]
pub struct Art {
    /// Where the schema is; editors read it.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// The side of a counter in millimetres: 12.7 is half an inch, 15.9 is 5/8". Of an oblong one, its width.
    #[schemars(range(min = 5, max = 100))]
    pub counter_mm: Option<f64>,
    /// The height of a counter in millimetres, if it is not as high as it is wide.
    #[schemars(range(min = 5, max = 100))]
    pub counter_height_mm: Option<f64>,
    /// The outline of counters; a layout may say otherwise.
    pub shape: Option<Outline>,
    /// How backs are told from fronts, where `looks` do not say: by a plate behind the symbol, or by nothing.
    pub backs: Option<BackLook>,
    /// How a `picture` that is a whole counter or card fills it.
    pub pictures: Option<PictureFit>,
    /// Fonts of your own, by the name that slots use: TTF or OTF files in the game's folder. Where a font lacks letters, the others lend theirs, on counters, cards, maps and charts. One that is called `regular`, `bold`, `serif`, `serif-bold` or `serif-italic` takes the place of ours everywhere.
    pub fonts: Option<BTreeMap<String, String>>,
    /// The font of counters and cards where a slot names none: `bold`, `regular`, or a name from `fonts`.
    pub font: Option<String>,
    /// The icon of a marker, a card or a deck, by its id; `none` for no icon.
    pub icons: Option<BTreeMap<String, String>>,
    /// Colours by side, nation or formation; also of a marker, or of a deck of cards.
    pub colours: Option<BTreeMap<String, Colours>>,
    /// Layouts of counters; the first whose `for` fits a unit is used.
    pub layouts: Option<ListOf<Layout>>,
    /// What looks different on some counters, or in some states; all that fit are used, the later ones over the earlier.
    pub looks: Option<ListOf<Look>>,
    /// The picture in the window of a card: a path with `{id}` or other words of a card in braces.
    #[schemars(regex(pattern = super::PICTURE))]
    pub card_window: Option<String>,
    /// Layouts of markers; the first whose `for` names a marker is used.
    pub marker_layouts: Option<ListOf<PlateLayout>>,
    /// Layouts of the fronts of cards and chits; the first whose `for` names a card or its deck is used.
    pub card_layouts: Option<ListOf<PlateLayout>>,
    /// Faces that are drawn already. Files `counters/{id}.png` and `counters/{id}_b.png` are used without a word.
    pub ready_made: Option<ReadyMade>,
    /// Charts that are drawn already, in their order.
    #[schemars(length(max = 256))]
    pub charts: Option<Vec<ChartPicture>>,
    /// How the kit is printed.
    pub print: Option<Print>,
    /// The map.
    pub map: Option<MapArt>,
}

/// A chart that is drawn already.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"name": "Combat results", "picture": "images/crt.png"}))]
pub struct ChartPicture {
    /// What it is called.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub name: String,
    /// A PNG, JPEG or SVG in the game's folder.
    #[schemars(regex(pattern = super::PICTURE))]
    pub picture: String,
}

/// Colours of a side, nation, formation, marker or deck.
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
    /// The inside of the unit symbol.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub symbol: Option<String>,
}

/// What stands where on a counter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Layout {
    /// The units that it is for; all if left out.
    #[serde(rename = "for")]
    pub who: Option<Written<Units>>,
    /// The outline of these counters; that of the game if left out.
    pub shape: Option<Outline>,
    /// What goes into each slot.
    pub slots: Slots,
    /// Slots that lie where you say.
    #[schemars(length(max = 64))]
    pub placed: Option<Vec<Placed>>,
}

/// What stands where on some markers, cards or chits.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"for": ["oos"], "shape": "round", "placed": [{"show": "icon", "x": 25, "y": 10, "width": 50, "height": 50}, {"show": "{name}", "x": 10, "y": 65, "width": 80, "height": 20}]}))]
pub struct PlateLayout {
    /// Ids of markers; of cards or decks in `card-layouts`. All if left out.
    #[serde(rename = "for")]
    #[schemars(length(max = 1000))]
    pub who: Option<Vec<String>>,
    /// The outline; that of the game if left out. Cards are oblong.
    pub shape: Option<Outline>,
    /// What goes into each slot.
    pub slots: Option<Slots>,
    /// Slots that lie where you say.
    #[schemars(length(max = 64))]
    pub placed: Option<Vec<Placed>>,
}

/// The outline of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outline {
    /// A square, or an oblong where width and height differ.
    Square,
    /// A circle, or an oval.
    Round,
    /// A hexagon with level sides above and below.
    Hexagon,
}

/// How backs are told from fronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BackLook {
    /// By a pale plate behind the symbol where a step is lost, and a dark one below it where none is.
    Plate,
    /// By nothing but what is written on them.
    Plain,
}

/// How a picture fills its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PictureFit {
    /// As large as fits, its shape kept.
    Fit,
    /// Its shape kept, as small as covers the room; what is beyond is cut off.
    Cover,
    /// To the shape of the room.
    Stretch,
}

/// Where the lines of a text begin or end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// They begin at the left.
    Left,
    /// They stand in the middle.
    Middle,
    /// They end at the right.
    Right,
}

/// A slot that lies where you say, in hundredths of the counter or card.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"show": "{range}", "x": 70, "y": 5, "width": 25, "height": 18, "layer": 1, "if": "range", "fill": "#222222"}))]
pub struct Placed {
    /// From the left edge to its left end.
    #[schemars(range(min = -20, max = 120))]
    pub x: f64,
    /// From the upper edge to its upper end.
    #[schemars(range(min = -20, max = 120))]
    pub y: f64,
    /// Its width.
    #[schemars(range(min = 1, max = 140))]
    pub width: f64,
    /// Its height.
    #[schemars(range(min = 1, max = 140))]
    pub height: f64,
    /// What has a higher layer lies over what has a lower one; the slots with names are in layer 0.
    #[schemars(range(min = -100, max = 100))]
    pub layer: Option<i32>,
    /// The rating or field that must not be blank on a counter; else the slot is left out there.
    #[serde(rename = "if")]
    pub needs: Option<String>,
    /// What it shows: as in a slot with a name; `icon` and `icon:fuel` are icons.
    pub show: Option<String>,
    /// The font: `bold`, `regular`, or a name from `fonts`.
    pub font: Option<String>,
    /// The size of letters in millimetres, where there is room.
    #[schemars(range(min = 0.8, max = 50))]
    pub mm: Option<f64>,
    /// How small letters may become; smaller ones are reported.
    #[schemars(range(min = 0.5, max = 50))]
    pub least_mm: Option<f64>,
    /// The colour of letters and lines; what is used elsewhere if left out.
    #[schemars(regex(pattern = "^(stripe|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$"))]
    pub ink: Option<String>,
    /// The colour behind them; `stripe` is that of the formation. One that reaches an edge reaches over it.
    #[schemars(regex(pattern = "^(stripe|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$"))]
    pub fill: Option<String>,
    /// The colour of a box round them.
    #[serde(rename = "box")]
    #[schemars(regex(pattern = "^(stripe|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$"))]
    pub frame: Option<String>,
    /// How it is turned, clockwise: 0, 90, 180 or 270.
    #[schemars(range(min = 0, max = 270), extend("multipleOf" = 90))]
    pub turn: Option<i32>,
    /// How a picture fills it.
    pub fit: Option<PictureFit>,
    /// Where its lines begin or end.
    pub align: Option<Align>,
}

impl Placed {
    /// The slot that it is, wherever it lies.
    #[must_use]
    pub fn slot(&self) -> Slot {
        let Placed { show, font, mm, least_mm, ink, fill, frame, turn, fit, align, .. } = self.clone();
        Slot { show, plain: false, font, mm, least_mm, ink, fill, frame, turn, fit, align }
    }
}

/// What looks different on some counters: a box round a number of elite units, a band on a reduced one.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"for": {"tags": ["elite"]}, "of": "defense", "box": "#c1272d"}))]
pub struct Look {
    /// The units that look so, and in which states; all if left out.
    #[serde(rename = "for")]
    pub who: Option<Written<Units>>,
    /// The word in braces that looks so, such as `defense`: then `box`, `ink`, `before` and `after` are about it alone.
    pub of: Option<String>,
    /// The colour of a box round that word.
    #[serde(rename = "box")]
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub frame: Option<String>,
    /// What stands before that word, such as `(`.
    pub before: Option<String>,
    /// What stands after that word, such as `)`.
    pub after: Option<String>,
    /// Another colour of letters and lines; of that word alone if one is named.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub ink: Option<String>,
    /// Another ground.
    #[schemars(regex(pattern = "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"))]
    pub ground: Option<String>,
    /// Slots that show something else.
    pub slots: Option<Slots>,
    /// More slots that lie where you say.
    #[schemars(length(max = 64))]
    pub placed: Option<Vec<Placed>>,
}

/// The slots of a counter, and what goes into them.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Slots {
    /// The middle.
    pub centre: Option<Slot>,
    /// The upper edge.
    pub top: Option<Slot>,
    /// The lower edge.
    pub bottom: Option<Slot>,
    /// The left edge; its words run upwards.
    pub left: Option<Slot>,
    /// The right edge; its words run downwards.
    pub right: Option<Slot>,
    /// The upper left corner.
    pub top_left: Option<Slot>,
    /// The upper right corner.
    pub top_right: Option<Slot>,
    /// The lower left corner.
    pub bottom_left: Option<Slot>,
    /// The lower right corner.
    pub bottom_right: Option<Slot>,
    /// A band along the upper edge, from side to side.
    pub top_bar: Option<Slot>,
    /// A band along the lower edge, from side to side.
    pub bottom_bar: Option<Slot>,
    /// A band along the left edge.
    pub left_bar: Option<Slot>,
    /// A band along the right edge.
    pub right_bar: Option<Slot>,
}

impl Slots {
    /// The slots that are filled, by name.
    pub fn filled(&self) -> impl Iterator<Item = (Place, &Slot)> {
        let all = [
            (Place::Centre, &self.centre),
            (Place::Top, &self.top),
            (Place::Bottom, &self.bottom),
            (Place::Left, &self.left),
            (Place::Right, &self.right),
            (Place::TopLeft, &self.top_left),
            (Place::TopRight, &self.top_right),
            (Place::BottomLeft, &self.bottom_left),
            (Place::BottomRight, &self.bottom_right),
            (Place::TopBar, &self.top_bar),
            (Place::BottomBar, &self.bottom_bar),
            (Place::LeftBar, &self.left_bar),
            (Place::RightBar, &self.right_bar),
        ];
        all.into_iter().filter_map(|(place, slot)| slot.as_ref().map(|slot| (place, slot)))
    }
}

/// What a slot shows: its words alone, or an object that also says how.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// What it shows.
    pub show: Option<String>,
    /// Whether it was written as a text alone.
    pub plain: bool,
    /// The font: `bold`, `regular`, or one of your own.
    pub font: Option<String>,
    /// The size of letters in millimetres.
    pub mm: Option<f64>,
    /// How small letters may become before something is said.
    pub least_mm: Option<f64>,
    /// The colour of letters and lines.
    pub ink: Option<String>,
    /// The colour behind them.
    pub fill: Option<String>,
    /// The colour of a box round them.
    pub frame: Option<String>,
    /// How it is turned, clockwise, in degrees.
    pub turn: Option<i32>,
    /// How a picture fills it.
    pub fit: Option<PictureFit>,
    /// Where its lines begin or end.
    pub align: Option<Align>,
}

/// A slot that says how it looks.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SlotObject {
    /// What it shows: `symbol`, `size`, `steps`, `stripe`, the path of a picture, or words with ratings and fields in braces.
    show: Option<String>,
    /// The font: `bold`, `regular`, or a name from `fonts`.
    font: Option<String>,
    /// The size of letters in millimetres, where there is room.
    #[schemars(range(min = 0.8, max = 50))]
    mm: Option<f64>,
    /// How small letters may become; smaller ones are reported.
    #[schemars(range(min = 0.5, max = 50))]
    least_mm: Option<f64>,
    /// The colour of letters and lines; what is used elsewhere if left out.
    #[schemars(regex(pattern = "^(stripe|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$"))]
    ink: Option<String>,
    /// The colour behind them; `stripe` is that of the formation.
    #[schemars(regex(pattern = "^(stripe|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$"))]
    fill: Option<String>,
    /// The colour of a box round them.
    #[serde(rename = "box")]
    #[schemars(regex(pattern = "^(stripe|#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$"))]
    frame: Option<String>,
    /// How it is turned, clockwise: 0, 90, 180 or 270.
    #[schemars(range(min = 0, max = 270), extend("multipleOf" = 90))]
    turn: Option<i32>,
    /// How a picture fills it.
    fit: Option<PictureFit>,
    /// Where its lines begin or end.
    align: Option<Align>,
}

impl<'de> Deserialize<'de> for Slot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Slot;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("what the slot shows, as text or as an object")
            }
            fn visit_str<E>(self, text: &str) -> Result<Slot, E> {
                Ok(Slot { show: Some(text.to_owned()), plain: true, ..Slot::default() })
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Slot, A::Error> {
                let SlotObject { show, font, mm, least_mm, ink, fill, frame, turn, fit, align } =
                    SlotObject::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Slot { show, plain: false, font, mm, least_mm, ink, fill, frame, turn, fit, align })
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl JsonSchema for Slot {
    fn schema_name() -> Cow<'static, str> {
        "Slot".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = SlotObject::json_schema(generator);
        schema.insert("type".to_owned(), serde_json::json!(["string", "object"]));
        let words = "What it shows: `symbol`, `size`, `steps`, `stripe`, `icon`, `icon:fuel`, the path of a picture such as `art/{type}.svg`, or words with ratings and fields in braces, such as `{attack}-{move}`. An object says in `show` what, and beside it how.";
        schema.insert("description".to_owned(), words.into());
        schema
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
