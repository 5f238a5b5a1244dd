//! What is drawn: things of the game become a scene, which `render` turns into files.
//!
//! - `scene`: pages in millimetres, and what lies on them; `path`: outlines
//! - `font`: the embedded faces, and how wide a text is
//! - `page`: sheets of paper, and what each says of itself
//! - `words`: how wide words are, and where lines break
//! - `hexmap`: the map; `chart`: tables, terrain, turns and terms for the players
//!
//! Pure: no files, no time. The same game gives the same scene.

pub mod chart;
pub mod font;
pub mod hexmap;
pub mod page;
pub mod path;
pub mod scene;
pub mod words;
