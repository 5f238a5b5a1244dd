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
    /// The side of a counter in millimetres: 12.7 is half an inch, 15.9 is 5/8".
    #[schemars(range(min = 5, max = 100))]
    pub counter_mm: Option<f64>,
    /// Fonts of your own, by the name that slots use: TTF or OTF files in the game's folder.
    pub fonts: Option<BTreeMap<String, String>>,
    /// Colours by side, nation or formation; also of a marker, or of a deck of cards.
    pub colours: Option<BTreeMap<String, Colours>>,
    /// Layouts of counters; the first whose `for` fits a unit is used.
    pub layouts: Option<ListOf<Layout>>,
    /// What looks different on some counters, or in some states; all that fit are used, the later ones over the earlier.
    pub looks: Option<ListOf<Look>>,
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
    /// What goes into each slot.
    pub slots: Slots,
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
                let SlotObject { show, font, mm, least_mm, ink, fill, frame, turn } =
                    SlotObject::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Slot { show, plain: false, font, mm, least_mm, ink, fill, frame, turn })
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
        let words = "What it shows: `symbol`, `size`, `steps`, `stripe`, the path of a picture such as `art/{type}.svg`, or words with ratings and fields in braces, such as `{attack}-{move}`. An object says in `show` what, and beside it how.";
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
