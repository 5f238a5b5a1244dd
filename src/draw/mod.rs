//! What is drawn: things of the game become a scene, which `render` turns into files.
//!
//! - `scene`: pages in millimetres, and what lies on them; `path`: outlines
//! - `font`: the embedded faces, and how wide a text is; `text`: a line of it, letter by letter
//! - `counter`: faces of counters; `vector`: pictures of lines that authors bring
//! - `symbol`: unit symbols and size marks; `sheet`: sheets to be cut
//! - `card`: cards; `tiles`: the map as poster and on sheets; `roster`: who stands and comes where
//! - `fingerprint`: a number that tells one drawing from another
//! - `tray`: boxes for counters that are not on the map
//! - `page`: sheets of paper, and what each says of itself
//! - `picture`: whether pictures can be drawn; `limits`: how much is drawn; `work`: threads, and what may panic
//! - `words`: how wide words are, and where lines break; `rich`: bold and italic words among them
//! - `plot`: bars, lines, shares and heat maps of many games
//! - `hexmap`: the map; `chart`: tables, terrain, turns and terms for the players
//!
//! Pure: no files, no time. The same game gives the same scene.

pub mod card;
pub mod chart;
pub mod counter;
pub mod fingerprint;
pub mod font;
pub mod hexmap;
pub mod lent;
pub mod limits;
pub mod page;
pub mod path;
pub mod picture;
pub mod plot;
pub mod rich;
pub mod roster;
pub mod scene;
pub mod sheet;
pub mod standing;
pub mod symbol;
pub mod text;
pub mod tiles;
pub mod tray;
#[cfg(feature = "draw")]
pub mod vector;
pub mod words;
pub mod work;
