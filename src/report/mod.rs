//! The voice: diagnostics worded for people and for machines. Nothing here decides what is wrong.
//!
//! One file a format. All of them write into a [`std::fmt::Write`], so that a long report streams, and all get
//! their lines, columns and words from `place` and `words`, so that no two formats disagree.

mod closing;
mod excerpt;
mod github;
mod human;
mod json;
mod live;
mod pick;
mod place;
mod sarif;
mod short;
mod words;

use std::fmt;

use crate::diag::{Diag, Omitted, Severity, Unchecked};
use crate::origins::Resting;
use crate::source::Files;

pub use live::{At, Linker, Live, MOST as MOST_SHOWN, live, spot};
pub use words::{address, escaped, fill, harmless, plain};

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// With the lines of the file, for people.
    #[default]
    Human,
    /// One line each.
    Short,
    /// For programs; versioned.
    Json,
    /// For code-scanning services.
    Sarif,
    /// Annotations of a GitHub workflow.
    Github,
}

/// Colour and width, as the terminal allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to colour.
    pub colour: bool,
    /// How wide a line may be; 40 to 120 is kept to.
    pub width: usize,
    /// How many findings of one code in one file are shown, unless it is as many as suit the format.
    pub findings: Option<usize>,
}

impl Default for Style {
    fn default() -> Self {
        Style { colour: false, width: 100, findings: None }
    }
}

/// How much there is of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Size {
    /// Units, each of several like ones counted.
    pub units: usize,
    /// Counters of cardboard, markers too.
    pub counters: usize,
    /// Hexes of the map.
    pub hexes: usize,
    pub scenarios: usize,
    pub tables: usize,
}

/// One game that was checked.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The folder, as it was named.
    pub folder: &'a str,
    /// The game's name; empty if it could not be read.
    pub name: &'a str,
    /// How large it is.
    pub size: Size,
    /// What was read.
    pub files: &'a Files,
    /// What was found, in order, folded.
    pub diags: &'a [Diag],
    /// What was found besides and only counted.
    pub omitted: &'a [Omitted],
    /// What could not be checked.
    pub unchecked: &'a [Unchecked],
    /// How much could not be checked besides.
    pub more_unchecked: usize,
    /// What the game states and nothing enforces.
    pub stated: &'a [Unchecked],
    /// What its values rest on.
    pub resting: &'a Resting,
}

impl Checked<'_> {
    /// How many findings of that severity; one mistake made many times is one.
    pub fn tally(&self, severity: Severity) -> usize {
        let omitted = self.omitted.iter().filter(|omitted| omitted.severity == severity).map(|omitted| omitted.count);
        self.diags.iter().filter(|diag| diag.severity == severity).count() + omitted.sum::<usize>()
    }

    /// What to call the game.
    fn called(&self) -> &str {
        let folder = self.folder.trim_end_matches('/');
        match (self.name, folder.rsplit('/').next()) {
            ("", Some("" | "." | "..") | None) => "this folder",
            ("", Some(last)) => last,
            (name, _) => name,
        }
    }
}

/// Writes the report of all games that were checked.
pub fn render(format: Format, games: &[Checked<'_>], style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    match format {
        Format::Human => human::render(games, style, out),
        Format::Short => short::render(games, style, out),
        Format::Json => json::render(games, style, out),
        Format::Sarif => sarif::render(games, style, out),
        Format::Github => github::render(games, style, out),
    }
}

#[cfg(test)]
mod tests;
