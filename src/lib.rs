//! Muster, the compiler for hex-and-counter wargames.
//!
//! A game is written as data: map, terrain, counters, order of battle, rules, tables, scenarios. Muster reads it,
//! tells the author everything that is wrong at the exact place in the file, and builds what people play with.
//!
//! ```text
//! files ──source──▶ trees with places ──schema──▶ shape is right ──lower──▶ model ──check──▶ proven
//! ```
//!
//! Each stage takes what the last one gave and a sink for diagnostics, keeps going after a fault, and reports
//! everything in one run. One fault gives one diagnostic: what depends on a broken thing stays silent.
//!
//! - [`source`] finds the files through a `World` and makes trees of them: JSON with comments, sheets, workbooks.
//! - [`mod@format`] says what an author may type; [`schema`] is generated from it and words what does not fit.
//! - [`lower`] turns the trees into the [`model`]: typed ids, references resolved; the places are kept beside it,
//!   in [`origins`].
//! - [`rules`] answers questions about a position; it knows neither files nor diagnostics.
//! - [`check`] asks them, one file a check.
//! - `draw` makes a scene of what people see, and `render` a file of a scene: SVG, PNG, PDF.
//! - `bundle` writes a scenario as one file and reads it back, without the command line.
//! - `emit` builds what people play with: paths and bytes, which only the command line writes.
//! - [`threads`] shares work out; what comes of it does not depend on how many there are.
//! - [`compile`] is the pipeline, [`report`] its voice, [`cli`] the command line.
//! - [`diff`] tells what changed between two games, [`migrate`] carries the files of one to a newer format;
//!   `import` makes a game's folder of what others have made.
//!
//! # Layers
//!
//! A layer may import only what stands behind its arrow. `tests/layers.rs` reads this table and holds it.
//!
//! ```layers
//! span     ←
//! threads  ←
//! hexgrid  ←
//! diag     ← span
//! source   ← span diag threads
//! format   ← model
//! schema   ← format source diag span
//! model    ← hexgrid
//! origins  ← model span
//! lower    ← format schema source model origins diag span hexgrid threads
//! rules    ← model hexgrid
//! draw     ← rules model hexgrid threads
//! check    ← draw rules model origins hexgrid diag span threads
//! render   ← draw
//! bundle   ← compile format model hexgrid diag source
//! emit     ← bundle render draw rules model hexgrid source threads
//! compile  ← check rules lower model source diag span threads
//! diff     ← model hexgrid
//! import   ← draw format model hexgrid source
//! migrate  ← source
//! report   ← diag source span
//! cli      ← bundle import migrate diff report compile emit render draw rules lower model schema format source diag hexgrid threads
//! ```

#[cfg(feature = "bundle")]
pub mod bundle;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compile;
pub mod diag;
pub mod diff;
#[cfg(feature = "draw")]
pub mod draw;
#[cfg(feature = "cli")]
pub mod emit;
pub mod format;
pub mod hexgrid;
#[cfg(feature = "cli")]
pub mod import;
pub mod lower;
pub mod migrate;
pub mod model;
pub mod origins;
#[cfg(feature = "draw")]
pub mod render;
#[cfg(feature = "cli")]
pub mod report;
pub mod rules;
pub mod schema;
pub mod source;
pub mod span;
pub mod threads;
