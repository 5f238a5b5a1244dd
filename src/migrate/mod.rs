//! An older `format` carried forward, one file a step.
//!
//! # A new step
//!
//! A changed meaning raises `format`. From 2 to 3:
//!
//! 1. Write `src/migrate/from_2.rs` with a `pub(super) const STEP: Step`, and add it at the end of [`STEPS`]. The step
//!    edits text by [`Files::edit`] and [`Files::rename_heading`], so that comments and layout stay. It sees every text
//!    file below the game's folder, not the shared `series/` beside it: it touches only what it knows to be the game's.
//! 2. Set `format::FORMAT` to 3. A game of an older format is M0022, which names `muster migrate`; nothing else of it is
//!    looked at.
//! 3. Keep copies of the games of format 2 in `tests/migrate/`, and compare what the step makes of them.

mod files;
mod from_1;

pub use files::{Edits, Files};

use crate::source::{SyntaxError, Tree, parse_json};

/// One step, from a format to the next.
pub struct Step {
    /// The format that it reads; it leaves the next one.
    pub from: u32,
    /// Its name: `sides-become-players`.
    pub name: &'static str,
    /// What it does, for the one whose files are changed.
    pub docs: &'static str,
    /// Does it. What it gives back is told to the user: what it changed, and what must be done by hand. It must leave
    /// alone what it has changed already: a run that was cut off is run again.
    pub run: fn(&mut Files) -> Result<Vec<String>, String>,
}

/// All steps of this program, in order; format 1 was the first.
pub static STEPS: &[Step] = &[from_1::STEP];

/// Why nothing was changed.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is no module.json that can be read; the reason in words.
    NoModule(String),
    /// It does not say its format.
    NoFormat,
    /// It is newer than this program: its format, and the newest that is known.
    Newer(u32, u32),
    /// No step begins with that format.
    NoStep(u32),
    /// A step failed; its name and the reason.
    Failed(&'static str, String),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::NoModule(why) => write!(f, "module.json cannot be read: {why}"),
            Refused::NoFormat => f.write_str("module.json does not say its `format`"),
            Refused::Newer(format, known) => write!(f, "this game is written in format {format}, this program knows {known}"),
            Refused::NoStep(format) => write!(f, "nothing is known of format {format}"),
            Refused::Failed(step, why) => write!(f, "the step `{step}` could not be done: {why}"),
        }
    }
}

/// A step that was done.
#[derive(Debug, PartialEq, Eq)]
pub struct Done {
    /// The format before it.
    pub from: u32,
    pub name: &'static str,
    /// What it does.
    pub docs: &'static str,
    /// What it said.
    pub notes: Vec<String>,
}

/// What came of it.
#[derive(Debug)]
pub struct Migrated {
    /// The format before.
    pub from: u32,
    /// The files, all of them, as they should be.
    pub files: Files,
    /// The steps that were done; none if the game was current.
    pub steps: Vec<Done>,
}

/// Carries files forward to `target` by these steps, in memory. The files that were given are not touched.
///
/// # Errors
/// If the format is unknown or newer, a step fails, or a step leaves a JSON file that cannot be read.
pub fn migrate_with(steps: &[Step], target: u32, files: &Files) -> Result<Migrated, Refused> {
    let from = format_of(files)?;
    if from > target {
        return Err(Refused::Newer(from, target));
    }
    let mut now = files.clone();
    let mut done = Vec::new();
    for format in from..target {
        let step = steps.iter().find(|step| step.from == format).ok_or(Refused::NoStep(format))?;
        let before = now.clone();
        let failed = |why: String| Refused::Failed(step.name, why);
        let notes = (step.run)(&mut now).map_err(failed)?;
        set_format(&mut now, format + 1).map_err(failed)?;
        for (path, text) in now.iter().filter(|(path, text)| path.ends_with(".json") && before.get(path) != Some(text)) {
            // What could not be read before need not be read now.
            let bad = |text: &str| parse(text).1.first().map(|fault| fault.message().to_owned());
            if let (Some(why), None) = (bad(text), before.get(path).and_then(bad)) {
                return Err(failed(format!("it would break {path}: {why}")));
            }
        }
        done.push(Done { from: format, name: step.name, docs: step.docs, notes });
    }
    Ok(Migrated { from, files: now, steps: done })
}

fn parse(text: &str) -> (Tree, Vec<SyntaxError>) {
    parse_json(text.trim_start_matches(files::MARK).to_owned())
}

/// The format that module.json says.
///
/// # Errors
/// If there is no module.json, it is no JSON, or does not say.
pub fn format_of(files: &Files) -> Result<u32, Refused> {
    let text = files.get("module.json").ok_or_else(|| Refused::NoModule("there is no such text file".to_owned()))?;
    let (tree, faults) = parse(text);
    let root = tree.root().ok_or_else(|| {
        Refused::NoModule(faults.first().map_or_else(|| "it is empty".to_owned(), |fault| fault.message().to_owned()))
    })?;
    let format = root.get("format").and_then(|format| format.number()).and_then(|number| number.parse().ok());
    format.ok_or(Refused::NoFormat)
}

fn set_format(files: &mut Files, format: u32) -> Result<(), String> {
    let done = files.edit("module.json", |root, edits| {
        if let Some(value) = root.get("format") {
            edits.replace(value, &format.to_string());
        }
    })?;
    if done == 0 { Err("module.json no longer says its `format`".to_owned()) } else { Ok(()) }
}
