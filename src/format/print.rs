//! The `print` section of art.json: paper, cutting, backs, and the sheets of publishers.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Id;

/// How the kit is printed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"paper": ["a4"], "backs": ["fold"], "bleed-mm": 2, "back-offset-mm": [0.5, -0.3]}))]
pub struct Print {
    /// The paper; both if left out.
    pub paper: Option<Vec<Paper>>,
    /// How backs are printed; all ways if left out.
    pub backs: Option<Vec<Backs>>,
    /// How far colours reach beyond the cut, in millimetres; 2 if left out.
    #[schemars(range(min = 0, max = 10))]
    pub bleed_mm: Option<f64>,
    /// The space between counters in millimetres; if left out, none where neighbours have one colour, else twice the bleed.
    #[schemars(range(min = 0, max = 30))]
    pub gutter_mm: Option<f64>,
    /// How far backs are moved to make up for the printer: to the right and down, in millimetres; the alignment sheet tells it.
    pub back_offset_mm: Option<Pair>,
    /// Counters and cards also on white with a coloured rim, to save ink.
    pub low_ink: Option<bool>,
    /// How far the tiles of the map overlap, in millimetres; 10 if left out.
    #[schemars(range(min = 0, max = 50))]
    pub overlap_mm: Option<f64>,
    /// The size of cards; poker if left out.
    pub cards: Option<CardSize>,
    /// Sheets with fixed places, as publishers and die-cutters have them.
    pub die_sheets: Option<Vec<DieSheet>>,
}

/// A kind of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8½ × 11 inches.
    Letter,
}

/// How backs come behind fronts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Backs {
    /// On the other side of the sheet, turned over its long edge.
    DuplexLong,
    /// On the other side of the sheet, turned over its short edge.
    DuplexShort,
    /// On the same side, to be folded and glued.
    Fold,
    /// None.
    Fronts,
}

/// A size of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardSize {
    /// 63.5 × 88.9 mm.
    Poker,
    /// 56 × 88.9 mm.
    Bridge,
}

/// A sheet with fixed places.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "press-140", "page-mm": [279.4, 215.9], "rows": 10, "columns": 14, "counter-mm": 15.875, "margin-mm": [28.6, 28.6]}))]
pub struct DieSheet {
    /// Its name; part of the file's name.
    pub id: Id,
    /// Width and height of the sheet.
    pub page_mm: Pair,
    /// Rows of counters.
    #[schemars(range(min = 1, max = 200))]
    pub rows: u32,
    /// Columns of counters.
    #[schemars(range(min = 1, max = 200))]
    pub columns: u32,
    /// The side of a counter; that of the game if left out.
    #[schemars(range(min = 5, max = 100))]
    pub counter_mm: Option<f64>,
    /// From the left and upper edge of the sheet to the first counter.
    pub margin_mm: Pair,
    /// The space between columns and between rows; none if left out.
    pub gutter_mm: Option<Pair>,
    /// Columns and rows of a block of counters: more space comes after each.
    pub block: Option<Block>,
}

/// Counters that hang together on a sheet.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Block {
    /// Columns of a block.
    #[schemars(range(min = 1, max = 200))]
    pub columns: u32,
    /// Rows of a block.
    #[schemars(range(min = 1, max = 200))]
    pub rows: u32,
    /// The space between blocks: beside and below.
    pub gap_mm: Pair,
}

/// Across, then down, in millimetres.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Pair(#[schemars(length(min = 2, max = 2))] pub Vec<f64>);
