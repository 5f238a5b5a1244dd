//! One change, as data and in words.

/// The headings of the errata, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Name, version, sides and the like.
    Game,
    /// Counters, formations, markers, cards, and how counters are laid out.
    Counters,
    /// Hexes, everything on them, and what terrain does.
    Map,
    /// Tables.
    Tables,
    /// Rules, calendar and phases.
    Rules,
    /// Scenarios.
    Scenarios,
}

impl Section {
    /// The heading.
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
    ChangeKind,
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

/// `a, b and c`.
pub(super) fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Digits count as numbers: `a-2` stands before `a-10`.
pub(super) fn natural(text: &str) -> Vec<(u8, u64, String)> {
    let mut parts: Vec<(u8, u64, String)> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digit = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digit).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push((u8::from(!digit), if digit { part.parse().unwrap_or(u64::MAX) } else { 0 }, part.to_owned()));
        rest = after;
    }
    parts
}

/// Printed numbers in order, runs of three and more as `0301-0305`.
pub(super) fn runs(numbers: &[String]) -> String {
    let mut sorted: Vec<&String> = numbers.iter().collect();
    sorted.sort_by_cached_key(|number| natural(number));
    sorted.dedup();
    let follows = |a: &str, b: &str| {
        let head = |s: &str| s.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let tail = |s: &str| s.get(head(s).len()..).and_then(|t| t.parse::<u64>().ok());
        a.len() == b.len() && head(a) == head(b) && tail(a).zip(tail(b)).is_some_and(|(a, b)| b == a + 1)
    };
    let mut groups: Vec<Vec<&str>> = Vec::new();
    for number in sorted {
        match groups.last_mut() {
            Some(group) if group.last().is_some_and(|last| follows(last, number)) => group.push(number),
            _ => groups.push(vec![number]),
        }
    }
    let shown: Vec<String> = groups
        .iter()
        .map(|group| match group.as_slice() {
            [first, _, .., last] => format!("{first}-{last}"),
            few => few.join(", "),
        })
        .collect();
    shown.join(", ")
}

/// An author's words that cannot break the line or end a quotation of ours.
pub(super) fn plain(text: &str) -> String {
    let tame = |c: char| match c {
        '`' => '\'',
        c if c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => ' ',
        c => c,
    };
    text.chars().map(tame).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_run() {
        let runs = |list: &[&str]| super::runs(&list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
        assert_eq!(runs(&["0305", "0301", "0302", "0304", "0303"]), "0301-0305");
        assert_eq!(runs(&["0302", "0301", "1104", "A10", "A9"]), "0301, 0302, 1104, A9, A10");
    }

    #[test]
    fn digits_count_as_numbers() {
        let mut ids = ["a-10", "a-2", "b-1", "a-2-i"];
        ids.sort_by_cached_key(|id| natural(id));
        assert_eq!(ids, ["a-2", "a-2-i", "a-10", "b-1"]);
    }
}
