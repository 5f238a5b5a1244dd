//! What others have made becomes a game's folder: maps of Tiled, counter sheets.
//!
//! An importer takes bytes and gives paths and bytes; it reads and writes nothing itself. What it makes checks
//! without errors; what it had to guess, it says.

mod base64;
pub mod counters;
mod name;
pub mod tiled;
pub mod vassal;

use std::collections::BTreeMap;
use std::fmt;

pub use name::{slug, title};

/// A folder that was made of something else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// What is to be written: the path in the new folder, and its bytes.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What was guessed or left out, one line each.
    pub notes: Vec<String>,
}

impl Imported {
    /// Adds a file of JSON, as people read it.
    pub fn json(&mut self, path: &str, value: &serde_json::Value) {
        // A value whose names are texts can always be written.
        let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
        text.push(b'\n');
        self.files.insert(path.to_owned(), text);
    }

    /// Adds a line about what was guessed.
    pub fn note(&mut self, note: impl Into<String>) {
        // What it quotes of somebody else's file may have lines of its own.
        self.notes.push(crate::source::shown(&note.into(), 2000));
    }
}

/// Adds a member to an object of JSON.
fn put(object: &mut serde_json::Value, name: &str, value: impl Into<serde_json::Value>) {
    if let Some(members) = object.as_object_mut() {
        members.insert(name.to_owned(), value.into());
    }
}

/// Why something cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What was to be read: a file, and the place in it where there is one.
    pub what: String,
    /// What was found, against what was expected.
    pub why: String,
    /// An act that mends it.
    pub help: String,
}

impl Refused {
    /// All three. What was found is told in full only where it is short: a file may hold words of any length.
    pub fn new(what: impl Into<String>, why: impl Into<String>, help: impl Into<String>) -> Self {
        const LONG: usize = 400;
        let mut why: String = why.into();
        if let Some((end, _)) = why.char_indices().nth(LONG) {
            why.truncate(end);
            why.push('…');
        }
        Refused { what: what.into(), why, help: help.into() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be imported: {}", self.what, self.why)
    }
}

impl std::error::Error for Refused {}
