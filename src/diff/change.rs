//! One change, as data and in words.

pub(super) use crate::words::{listed, natural, plain, runs};

/// The headings of the errata, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Name, version, sides and the like.
    Game,
    /// Counters, formations, markers, cards, and how counters are laid out.
    Counters,
    /// Hexes, everything on them, and what terrain does.
    Map,
    Tables,
    /// Rules, calendar and phases.
    Rules,
    Scenarios,
}

impl Section {
    pub fn heading(self) -> &'static str {
        match self {
            Section::Game => "Game",
            Section::Counters => "Counters",
            Section::Map => "Map",
            Section::Tables => "Tables",
            Section::Rules => "Rules",
            Section::Scenarios => "Scenarios",
        }
    }
}

/// What happened to the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// It is there in both, and differs.
    Changed,
    /// It is new.
    Added,
    /// It is gone.
    Removed,
}

impl ChangeKind {
    /// For other programs.
    pub fn word(self) -> &'static str {
        match self {
            ChangeKind::Changed => "changed",
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
        }
    }
}

/// How a subject is called in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// `The Alder Crossing`.
    Name,
    /// `Hex 0507`: the number as it is printed.
    Number,
    /// `Counter I/1 (`a-1-i`)`, `Stacking limit `units``.
    Kind,
}

/// A kind of subject.
#[derive(Debug, PartialEq, Eq)]
pub struct Noun {
    /// `counter`.
    pub one: &'static str,
    /// `counters`.
    pub many: &'static str,
    pub(super) shown: Shown,
    /// So many subjects with an equal change become one line.
    pub(super) fold: usize,
    /// Whether all changes of a subject stand in one line.
    pub(super) joined: bool,
}

/// A change of one thing.
#[derive(Clone, Debug)]
pub struct Change {
    /// Under which heading.
    pub section: Section,
    /// What happened.
    pub kind: ChangeKind,
    /// What the subject is.
    pub noun: &'static Noun,
    /// Its id, or its printed number.
    pub id: String,
    /// What people call it.
    pub name: Option<String>,
    /// The part of it that is meant, in words: a counter of a scenario, a cell of a table.
    pub item: Option<String>,
    /// What of it: `attack`, `sets up in`; empty where it goes without saying.
    pub aspect: String,
    /// How it was; nothing if it was not.
    pub before: Option<String>,
    /// How it is; nothing if it is not.
    pub after: Option<String>,
    /// The end of the sentence: `attack 4 → 5`. Of a new thing its description, of a lost one nothing.
    pub words: String,
}

impl Change {
    /// The whole sentence, plain.
    pub fn sentence(&self) -> String {
        super::fold::sentence(self)
    }
}
