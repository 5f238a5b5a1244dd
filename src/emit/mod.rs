//! What is built from a proven game. An emitter returns paths and bytes; only the command line writes them.

mod bundle;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Game, ScenarioId, UnitId};

pub use bundle::{BUNDLE_VERSION, Manifest, ManifestEntry, resolved, sha256};

/// Files by their path below the output folder.
pub type Artifacts = BTreeMap<String, Vec<u8>>;

/// What an emitter works from.
pub struct Input<'a> {
    /// The game; nothing is wrong with it.
    pub game: &'a Game,
    /// The scenarios that are wanted.
    pub scenarios: &'a [ScenarioId],
    /// The units whose counters are wanted; all if none. Only emitters that print counter by counter look at it.
    pub only: Option<BTreeSet<UnitId>>,
}

/// Builds one kind of thing.
pub struct Emitter {
    /// Its name for `--emit`.
    pub name: &'static str,
    /// What it makes, in a few words.
    pub about: &'static str,
    /// Whether it prints counter by counter, so that only some of them may be asked for.
    pub per_counter: bool,
    /// Makes it.
    pub emit: fn(&Input<'_>, &mut Told<'_>) -> Artifacts,
}

/// Hears how many of how many pieces are done.
pub type Told<'t> = dyn FnMut(usize, usize) + 't;

/// Every emitter, by name.
pub static EMITTERS: &[Emitter] = &[Emitter {
    name: "bundle",
    about: "one file a scenario, for Muster's own player and simulator",
    per_counter: false,
    emit: bundle::emit,
}];
