//! Muster, the compiler for hex-and-counter wargames.
//!
//! A game is written as data: map, terrain, counters, order of battle, rules, tables, scenarios. Muster reads it,
//! tells the author everything that is wrong at the exact place in the file, and builds what people play with.
//!
//! # The way in
//!
//! [`compile`](compile()) reads a game from a [`World`], a folder or memory, and gives the [`Game`] and what is wrong
//! with it:
//!
//! ```
//! use muster::{Memory, Severity, compile};
//!
//! let files = Memory::new()
//!     .with("module.json", r#"{ "format": 2, "name": "Ford", "sides": [{ "id": "blue" }, { "id": "red" }] }"#)
//!     .with("units.csv", "id,side\nb-1,blue\nr-1,gren\n");
//! let compiled = compile(&files);
//! let errors: Vec<&str> =
//!     compiled.diags.iter().filter(|diag| diag.severity == Severity::Error).map(|diag| diag.message.as_str()).collect();
//! assert_eq!(errors, ["unknown side `gren`"]);
//! ```
//!
//! An [`Engine`] holds the rules of a game; a [`Position`] says who is where, and owns what it says; a [`Situation`] is a
//! position at a moment, and answers:
//!
//! ```
//! use muster::{Engine, Location, Memory, Piece, Position, Situation, compile};
//!
//! let files = Memory::new()
//!     .with("module.json", r#"{ "format": 2, "name": "Ford", "sides": [{ "id": "blue" }],
//!         "classes": [{ "id": "foot" }], "ratings": [{ "id": "move" }] }"#)
//!     .with("terrain.csv", "id,cost.foot\nclear,1\nmarsh,no\n")
//!     .with("map.json", r#"{ "grid": { "columns": 3, "rows": 1 },
//!         "terrain": { "default": "clear", "hexes": [{ "hex": "0301", "terrain": "marsh" }] } }"#)
//!     .with("units.csv", "id,side,class,move\nb-1,blue,foot,4\n")
//!     .with("rules.json", r#"{ "movement": { "allowance": "move" } }"#);
//! let game = compile(&files).game;
//! let engine = Engine::new(&game, None);
//!
//! let unit = game.units.ids().next().expect("there is one");
//! let hex = |number| game.map.as_ref().and_then(|map| map.board.parse(number).ok()).expect("it is on the map");
//! let mut position = Position::default();
//! position.add(Piece::new(unit, muster::Game::FULL), Location::Hex(hex("0101")));
//!
//! let situation = Situation::new(&engine, &position, engine.start());
//! let (at, piece) = position.find(unit).expect("it was put there");
//! let reach = situation.mover(piece, at, None).expect("it can move").reach();
//! assert!(reach.cost(hex("0201")).is_some());
//! assert!(reach.cost(hex("0301")).is_none(), "marsh is closed to those on foot");
//! ```
//!
//! A [`Bundle`] is one scenario as one file, with nothing left to look up (feature `bundle`, which has nothing to do with
//! the command line):
//!
//! ```
//! # #[cfg(feature = "bundle")] {
//! use muster::{Bundle, Memory, compile};
//!
//! let files = Memory::new()
//!     .with("module.json", r#"{ "format": 2, "id": "ford", "name": "Ford", "sides": [{ "id": "blue" }] }"#)
//!     .with("scenarios/dawn.json", r#"{ "id": "dawn" }"#);
//! let game = compile(&files).game;
//! let dawn = game.scenarios.ids().next().expect("there is one");
//! let bytes = Bundle::write(&game, dawn);
//! let bundle = Bundle::open(&bytes)?;
//! assert_eq!((bundle.manifest.game.as_str(), bundle.manifest.scenario.as_str()), ("ford", "dawn"));
//! # }
//! # Ok::<(), String>(())
//! ```
//!
//! What is named here and at the root of this crate is what others may stand on. The modules are public for this crate's
//! own tests and benches; they change without notice.
//!
//! # The pipeline
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
//! - [`words`] tells the rules in sentences for players.
//! - [`check`] asks them, one file a check.
//! - `draw` makes a scene of what people see, and `render` a file of a scene: SVG, PNG, PDF.
//! - `bundle` writes a scenario as one file and reads it back, without the command line.
//! - `emit` builds what people play with: paths and bytes, which only the command line writes.
//! - [`threads`] shares work out; what comes of it does not depend on how many there are. `sorting` sorts with little code.
//! - [`compile`] is the pipeline, [`report`] its voice, [`lsp`] its help for editors, [`cli`] the command line.
//! - [`diff`] tells what changed between two games, [`migrate`] carries the files of one to a newer format;
//!   `import` makes a game's folder of what others have made; `vassal` knows how VASSAL writes things down.
//!
//! # Layers
//!
//! A layer may import only what stands behind its arrow. `tests/layers.rs` reads this table and holds it.
//!
//! ```layers
//! span     ←
//! threads  ←
//! sorting  ←
//! hexgrid  ← sorting
//! diag     ← span
//! source   ← span diag threads
//! format   ← model
//! schema   ← format source diag span
//! model    ← hexgrid sorting
//! origins  ← model hexgrid span
//! lower    ← format schema source model origins diag span hexgrid threads
//! rules    ← model hexgrid sorting
//! play     ← words rules model hexgrid sorting
//! wire     ← play rules model hexgrid
//! web      ← sim wire play model
//! sim      ← render draw play rules origins model hexgrid diag span threads sorting
//! words    ← model
//! vassal   ←
//! draw     ← words rules model hexgrid threads
//! check    ← draw play rules model origins hexgrid diag span threads
//! render   ← draw
//! bundle   ← compile format model hexgrid diag source
//! emit     ← bundle render draw words play rules model hexgrid source threads vassal
//! compile  ← check rules lower origins model source diag span threads
//! diff     ← words model hexgrid
//! import   ← draw format model hexgrid diag source vassal
//! migrate  ← source
//! report   ← origins diag source span
//! lsp      ← compile render draw words rules origins model schema format source diag span hexgrid threads
//! cli      ← span lsp sim wire play bundle import migrate diff report compile emit render check draw words rules lower origins model schema format source diag hexgrid threads
//! ```

#[cfg(feature = "bundle")]
pub use bundle::{Bundle, Manifest};
pub use compile::{Compiled, compile};
pub use diag::{Diag, Severity};
pub use hexgrid::HexId;
pub use model::{Game, Location};
pub use rules::{Battle, Changed, Engine, Known, Moment, Mover, Odds, Piece, Position, Query, Reach, Situation, Truth};
pub use source::{Disk, Memory, World};

#[cfg(feature = "bundle")]
#[doc(hidden)]
pub mod bundle;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod diag;
#[doc(hidden)]
pub mod diff;
#[cfg(feature = "svg")]
#[doc(hidden)]
pub mod draw;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod emit;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod hexgrid;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod import;
#[doc(hidden)]
pub mod lower;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod lsp;
#[doc(hidden)]
pub mod migrate;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod origins;
#[doc(hidden)]
pub mod play;
#[cfg(feature = "svg")]
#[doc(hidden)]
pub mod render;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod sim;
mod sorting;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod span;
pub mod threads;
#[cfg(feature = "cli")]
mod vassal;
#[doc(hidden)]
pub mod web;
#[doc(hidden)]
pub mod wire;
#[doc(hidden)]
pub mod words;
