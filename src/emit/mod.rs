//! What is built from a proven game. An emitter returns paths and bytes; only the command line writes them.

mod print;
mod vassal;
mod web;

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::counter::Aid;
use crate::model::{CardId, Game, MarkerId, ScenarioId, UnitId};
use crate::source::sheet;

pub use print::{PrintChoice, part as kit_part, parts as kit_parts};
pub use web::page as web_page;

/// Files by their path below the output folder.
pub type Artifacts = BTreeMap<String, Vec<u8>>;

/// Reads a file, as the last build left it or as the game has it.
pub type Before<'b> = dyn Fn(&str) -> Option<Vec<u8>> + Sync + 'b;

/// What an emitter works from.
pub struct EmitContext<'a> {
    /// The game; nothing is wrong with it.
    pub game: &'a Game,
    /// The scenarios that are wanted.
    pub scenarios: &'a [ScenarioId],
    /// The parts that are wanted; all if none. Only emitters that print part by part look at it.
    pub only: Option<Chosen>,
    /// What is wanted of what is printed.
    pub print: PrintChoice,
    /// The bytes of a file as the last build left it, if it is still as it was written.
    pub before: Option<&'a Before<'a>>,
    /// The bytes of a file of the game's own folder.
    pub home: Option<&'a Before<'a>>,
}

/// Some parts of a game, to be printed by themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub units: BTreeSet<UnitId>,
    pub markers: BTreeSet<MarkerId>,
    /// What the kit has beside them.
    pub aids: BTreeSet<Aid>,
    pub cards: BTreeSet<CardId>,
    /// Tables, terrain, sequence of play and the rules in short.
    pub charts: bool,
}

impl Chosen {
    /// Whether nothing is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Chosen::default()
    }
}

impl<'a> EmitContext<'a> {
    /// Everything of a game, as art.json says.
    #[must_use]
    pub fn new(game: &'a Game, scenarios: &'a [ScenarioId]) -> EmitContext<'a> {
        EmitContext { game, scenarios, only: None, print: PrintChoice::default(), before: None, home: None }
    }
}

/// What was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// Files for the output folder.
    pub files: Artifacts,
    /// What is added to a sheet in the game's own folder.
    pub added: Option<AddedRows>,
}

/// Rows that a sheet of the game gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedRows {
    /// The sheet, by its path in the game's folder. It may not be there yet.
    pub path: String,
    /// The headings under which the cells belong.
    pub headings: Vec<String>,
    /// A cell for each heading.
    pub rows: Vec<Vec<String>>,
}

impl AddedRows {
    /// The sheet with these rows; nothing if a heading is missing in it.
    #[must_use]
    pub fn to(&self, old: Option<&[u8]>) -> Option<Vec<u8>> {
        let new = self.headings.join(",") + "\n";
        let heading = |found: &str| self.headings.iter().position(|heading| sheet::same_heading(heading, found));
        sheet::appended(old.unwrap_or(new.as_bytes()), &heading, &self.rows)
    }
}

impl From<Artifacts> for Emitted {
    fn from(files: Artifacts) -> Emitted {
        Emitted { files, added: None }
    }
}

/// Something that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// What: the name of the file.
    pub what: String,
    pub why: String,
}

/// Builds one kind of thing.
pub struct Emitter {
    /// Its name for `--emit`.
    pub name: &'static str,
    /// What it makes, in a few words.
    pub about: &'static str,
    /// Whether it prints counter by counter, so that only some of them may be asked for.
    pub per_counter: bool,
    /// Whether it adds to a sheet of the game: then nobody else may write there meanwhile.
    pub adds: bool,
    /// Whether a file of an earlier build is one of its own: it goes when it is no longer made.
    pub owns: fn(&str) -> bool,
    /// Makes it.
    pub emit: fn(&EmitContext<'_>, &mut Progress<'_>) -> Result<Emitted, Failed>,
}

/// Hears how many of how many pieces are done.
pub type Progress<'t> = dyn FnMut(usize, usize) + 't;

/// One bundle a scenario.
fn bundles(context: &EmitContext<'_>, told: &mut Progress<'_>) -> Artifacts {
    let mut artifacts = Artifacts::new();
    for (done, &id) in context.scenarios.iter().enumerate() {
        told(done, context.scenarios.len());
        artifacts.insert(format!("{}.muster", context.game.scenarios[id].id), crate::bundle::write(context.game, id));
    }
    artifacts
}

/// The page that plays a scenario in a browser.
///
/// # Errors
/// If this program has no player, or something cannot be drawn.
pub fn play_page(game: &Game, scenario: ScenarioId) -> Result<Vec<u8>, String> {
    web::page(game, scenario, web::PLAYER)
}

/// The address under which such a page shows a log from its beginning.
pub fn play_link(page: &str, log: &str) -> Option<String> {
    web::link(page, log)
}

/// Every emitter, by name.
pub static EMITTERS: &[Emitter] = &[
    Emitter {
        name: "bundle",
        about: "one file a scenario, for Muster's own player and simulator",
        per_counter: false,
        adds: false,
        owns: |path| path.ends_with(".muster"),
        emit: |context, told| Ok(bundles(context, told).into()),
    },
    Emitter {
        name: "components",
        about: "a picture of each side of each counter and card, for print services",
        per_counter: true,
        adds: false,
        owns: |path| path.starts_with("components/"),
        emit: |context, told| print::components(context, told).map(Emitted::from),
    },
    Emitter {
        name: "html",
        about: "one page a scenario, to be played in a browser",
        per_counter: false,
        adds: false,
        owns: |path| path.ends_with(".html"),
        emit: |context, told| web::emit(context, told).map(Emitted::from),
    },
    Emitter {
        name: "print",
        about: "sheets to print, cut and play with: counters, map, charts, cards",
        per_counter: true,
        adds: false,
        owns: |path| path.starts_with("print/"),
        emit: |context, told| print::emit(context, told).map(Emitted::from),
    },
    Emitter {
        name: "vmod",
        about: "a module for VASSAL",
        per_counter: false,
        adds: true,
        owns: |path| path.ends_with(".vmod"),
        emit: vassal::emit,
    },
];
