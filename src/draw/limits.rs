//! How much is drawn. Each limit has its own words; none is near what a real game needs.

/// Pixels of a picture on a counter, a card or a chart: 8,000 × 8,000.
pub const PICTURE_PIXELS: u64 = 64_000_000;
/// Pixels of an image of the map: 15,000 × 10,000.
pub const MAP_PIXELS: u64 = 150_000_000;
/// Pixels of all pictures of a game together.
pub const ALL_PIXELS: u64 = 4_000_000_000;
/// Pictures with more pixels are read one at a time.
pub const HEAVY_PIXELS: u64 = 16_000_000;
/// Bytes of a font; those with all Chinese characters have some 20 MiB.
pub const FONT_BYTES: usize = 32 << 20;
/// Lines and curves of one letter of a font.
pub const GLYPH_SEGMENTS: usize = 5_000;
/// Lines and curves of all letters of a font.
pub const FONT_SEGMENTS: usize = 10_000_000;
pub const SVG_BYTES: usize = 4 << 20;
/// Elements of an SVG, those counted again that it shows again.
pub const SVG_ELEMENTS: u64 = 20_000;
/// Levels of nesting in an SVG.
pub const SVG_DEPTH: usize = 64;
/// Attributes of one element of an SVG.
pub const SVG_ATTRIBUTES: usize = 128;
/// Namespaces that an SVG declares.
pub const SVG_NAMESPACES: usize = 128;
/// Bytes of style sheets in an SVG.
pub const SVG_CSS_BYTES: usize = 64 * 1024;
/// How often a selector of a style sheet is compared with an element of an SVG.
pub const SVG_CSS_WORK: u64 = 2_000_000;
/// Lines and curves in an SVG.
pub const SVG_SEGMENTS: usize = 4_500;
/// How long the lines of an SVG are together, in its own widths or heights.
pub const SVG_LENGTH: f64 = 600.0;
/// Dashes in an SVG.
pub const SVG_DASHES: f64 = 20_000.0;
/// Groups in an SVG that are cut off or translucent.
pub const SVG_LAYERS: usize = 32;
/// The least width or height of an SVG, in its own units.
pub const SVG_LEAST: f64 = 0.001;
/// The greatest width or height of an SVG, in its own units.
pub const SVG_MOST: f64 = 1_000_000.0;
/// How far shapes may reach beyond an SVG, in its own widths or heights.
pub const SVG_REACH: f64 = 1_000.0;
/// Lines and curves of all SVGs together, counted on every counter.
pub const ALL_SEGMENTS: u64 = 20_000_000;
/// Letters of one text that are drawn; the rest is cut off.
pub const LETTERS: usize = 20_000;
/// Letters of one name on the map.
pub const NAME_LETTERS: usize = 200;
/// Hexes of a map that is drawn.
pub const HEXES: usize = 120_000;
/// Hexes of one place beside which its name is tried.
pub const NAMED_HEXES: usize = 60;
/// The most pixels of a picture that is made.
pub const MADE_PIXELS: u64 = 500_000_000;
/// The longest side of a picture that is made, in pixels.
pub const MADE_SIDE: u64 = 60_000;
/// The longest side of a sheet, in millimetres: readers of PDF take 14,400 points.
pub const PAGE_MM: f64 = 5080.0;
