//! `<scenario>.muster`: a zip with the resolved game as JSON and a manifest that holds the hash of every entry.
//!
//! The resolved game is written in the format that authors write, with nothing left to look up: reading it back
//! is compiling it again, so a bundle is believed no more than a folder is.

mod archive;
mod map;
mod open;
mod resolved;
mod scenario;
mod words;

use serde::{Deserialize, Serialize};

use crate::model::{Game, ScenarioId};

#[cfg(feature = "cli")]
pub(crate) use archive::zip;

pub use archive::{sha256, sha256_bytes};
pub use open::{Bundle, built_from, open};

impl Bundle {
    /// The bundle of a scenario.
    pub fn write(game: &Game, scenario: ScenarioId) -> Vec<u8> {
        write(game, scenario)
    }

    /// Opens a bundle and trusts nothing in it.
    ///
    /// # Errors
    /// One sentence that says why it is none.
    pub fn open(bytes: &[u8]) -> Result<Bundle, String> {
        open(bytes)
    }
}

pub use resolved::resolved;

/// A scenario as an author would write it.
pub fn scenario_file(game: &Game, scenario: &crate::model::Scenario) -> serde_json::Value {
    scenario::scenario(&words::Words { game }, scenario)
}

/// The version of the bundle's own layout.
pub const BUNDLE_VERSION: u32 = 1;

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Manifest {
    /// The version of the layout.
    pub bundle: u32,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The game's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The scenario's id.
    pub scenario: String,
    /// Every other entry.
    pub entries: Vec<ManifestEntry>,
}

/// An entry of a bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ManifestEntry {
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl ManifestEntry {
    /// The entry for these bytes.
    pub fn of(path: &str, bytes: &[u8]) -> Self {
        ManifestEntry { path: path.to_owned(), bytes: bytes.len() as u64, sha256: sha256(bytes) }
    }
}

/// The bundle of a scenario.
pub fn write(game: &Game, scenario: ScenarioId) -> Vec<u8> {
    let game_json = json(&resolved(game, scenario));
    let manifest = Manifest {
        bundle: BUNDLE_VERSION,
        game: game.id.clone(),
        name: game.name.clone(),
        version: game.version.clone(),
        scenario: game.scenarios[scenario].id.clone(),
        entries: vec![ManifestEntry::of("game.json", &game_json)],
    };
    archive::zip(&[("manifest.json", &json(&manifest)), ("game.json", &game_json)])
}

/// Pretty JSON with a line end.
fn json(value: &impl Serialize) -> Vec<u8> {
    // Our own types have text keys and finite numbers: serde_json cannot refuse them.
    let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
    text.push(b'\n');
    text
}
