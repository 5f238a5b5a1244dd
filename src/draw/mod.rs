//! What is drawn: things of the game become a scene, which `render` turns into files.
//!
//! - `scene`: pages in millimetres, and what lies on them; `path`: outlines
//! - `font`: the embedded faces, and how wide a text is
//! - `counter`: faces of counters; `vector`: pictures of lines that authors bring
//! - `page`: sheets of paper, and what each says of itself
//! - `hexmap`: the map
//!
//! Pure: no files, no time. The same game gives the same scene.

pub mod counter;
pub mod font;
pub mod hexmap;
pub mod page;
pub mod path;
pub mod scene;
pub mod symbol;
pub mod vector;
