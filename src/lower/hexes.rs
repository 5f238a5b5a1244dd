//! Printed numbers to hexes: single ones, lists and ranges, hexsides; each fault at the very word.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::diag::{Diag, HEX, Role, Sink, codes, nearest, odd_in_hex};
use crate::format::HexList;
use crate::hexgrid::{Board, HexId, Hexside, NameError, SideError};
use crate::source::{damage, limits};
use crate::span::Place;

/// How many hexes the lists of a game may still come to: a range of ten letters may mean a whole map.
pub(super) struct Budget {
    left: Cell<Option<usize>>,
    /// How many words were no hexes: to say what is wrong takes longer than to read.
    wrong: Cell<usize>,
}

impl Budget {
    pub(super) fn new() -> Self {
        Budget { left: Cell::new(Some(limits::HEXES_NAMED)), wrong: Cell::new(0) }
    }

    /// Whether the budget has been overdrawn, which was said.
    pub(super) fn spent(&self) -> bool {
        self.left.get().is_none()
    }

    /// Takes so many hexes; `false` if they are too many, which is said once.
    pub(super) fn take(&self, hexes: usize, place: impl FnOnce() -> Place, sink: &mut Sink) -> bool {
        let Some(left) = self.left.get() else { return false };
        self.left.set(left.checked_sub(hexes));
        if self.spent() {
            let message = format!("up to here the lists of this game come to more than {} hexes", limits::HEXES_NAMED);
            let help = "take out ranges and areas that repeat each other";
            sink.report(Diag::new(&codes::TOO_MANY, place(), message).help(help));
        }
        !self.spent()
    }

    /// One more word is no hex; `false` if they are too many, which is said once, and nothing is read from then on.
    fn wrong(&self, place: &Place, sink: &mut Sink) -> bool {
        self.wrong.set(self.wrong.get() + 1);
        if self.wrong.get() > limits::WRONG_HEXES {
            self.left.set(None);
            let message = format!("up to here more than {} words are no hexes", limits::WRONG_HEXES);
            sink.report(Diag::new(&codes::TOO_MANY, place.clone(), message).help("mend those above first"));
        }
        !self.spent()
    }
}

/// A hex by its printed number.
pub(super) fn hex(board: &Board, name: &str, place: Place, sink: &mut Sink) -> Option<HexId> {
    sink.hear_word(HEX, name, &place, Role::Refers);
    match board.parse(name) {
        Ok(hex) => Some(hex),
        Err(error) => {
            if name != "?" {
                sink.report(fault(&error, place, &[]));
            }
            None
        }
    }
}

/// What is wrong with a hex number. `others` are names that would have been accepted instead of one.
pub(super) fn fault(error: &NameError, place: Place, others: &[&str]) -> Diag {
    let diag = Diag::new(&codes::UNKNOWN_HEX, place, error.to_string());
    match error {
        NameError::LeadingZeros { suggestion, .. } => {
            let help = format!("write \"{suggestion}\"; spreadsheets drop leading zeros: {}", damage::CURE);
            diag.help(help).folded_by("leading zeros")
        }
        NameError::Format { name, example, .. } => match nearest(name, others.iter().copied()) {
            Some(near) => diag.help(format!("did you mean `{near}`?")),
            None => {
                let digits: String = name.chars().filter(char::is_ascii_digit).collect();
                if let Some(odd) = odd_in_hex(name) {
                    diag.help(odd)
                } else if digits.len() == example.len() && digits != *name {
                    diag.help(format!("write \"{digits}\", and what the other signs mean in a field of its own"))
                } else {
                    diag.help(format!("write a hex as it is printed, such as `{example}`"))
                }
            }
        },
        NameError::NoHexes { name } => match nearest(name, others.iter().copied()) {
            Some(near) => diag.help(format!("did you mean `{near}`?")),
            None => diag.help("name a box of the map, or give the map a `grid`"),
        },
        NameError::OffGrid { .. } => diag.help("correct the number, or the grid's `columns` and `rows`"),
        NameError::Hole { .. } => diag.help("correct the number, or take it out of the grid's `holes`"),
        NameError::Ambiguous { candidates, .. } => diag.help(format!("write the sheet before it: {}", candidates.join(" or "))),
    }
}

/// Splits a text into words, with their bytes.
pub(super) fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let base = text.as_ptr().addr();
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).map(move |word| {
        let start = word.as_ptr().addr() - base;
        (start..start + word.len(), word)
    })
}

/// Hexes of one word: a hex, a run along a column or row, or a rectangle. `others` would have been accepted too.
pub(super) fn one_word(
    board: &Board,
    word: &str,
    place: &Place,
    others: &[&str],
    budget: &Budget,
    sink: &mut Sink,
) -> Vec<HexId> {
    sink.hear_word(HEX, word, place, Role::Refers);
    if let Ok(hex) = board.parse(word) {
        return if budget.take(1, || place.clone(), sink) { vec![hex] } else { Vec::new() };
    }
    if budget.spent() {
        return Vec::new();
    }
    // A dash may also divide column and row, so both halves must be hexes.
    for (i, _) in word.match_indices('-') {
        let (from, to) = (word.get(..i).unwrap_or(""), word.get(i + 1..).unwrap_or(""));
        if let (Ok(from), Ok(to)) = (board.parse(from), board.parse(to)) {
            let run = board.run(from, to).or_else(|| board.rectangle(from, to));
            let run = run.unwrap_or_else(|| vec![from, to]);
            return if budget.take(run.len(), || place.clone(), sink) { run } else { Vec::new() };
        }
    }
    // Blame the half that is wrong, if only one is.
    let half = word.split_once('-').and_then(|(a, b)| match (board.parse(a).is_ok(), board.parse(b).is_ok()) {
        (true, false) => Some((a.len() + 1, b)),
        (false, true) => Some((0, a)),
        _ => None,
    });
    let (start, wrong) = half.unwrap_or((0, word));
    if let Err(error) = board.parse(wrong)
        && wrong != "?"
        && budget.wrong(place, sink)
    {
        let base = place.range.map_or(0, |range| range.start as usize) + start;
        sink.report(fault(&error, place.clone().bytes(base..base + wrong.len()), others));
    }
    Vec::new()
}

/// All hexes of a list, in the order written, those of a word together with its place.
pub(super) fn list(board: &Board, list: &HexList, place: &Place, budget: &Budget, sink: &mut Sink) -> Vec<(Vec<HexId>, Place)> {
    let mut one = |word: &str, here: Place| (one_word(board, word, &here, &[], budget, sink), here);
    match list {
        HexList::Text(text) => words(text).map(|(bytes, word)| one(word, place.clone().bytes(bytes))).collect(),
        HexList::List(words) => words.iter().enumerate().map(|(i, word)| one(word.trim(), place.clone().index(i))).collect(),
    }
}

/// The same without their places, each hex once.
pub(super) fn set(board: &Board, written: &HexList, place: &Place, budget: &Budget, sink: &mut Sink) -> Vec<HexId> {
    let mut seen = BTreeSet::new();
    let found = list(board, written, place, budget, sink);
    found.into_iter().flat_map(|(hexes, _)| hexes).filter(|hex| seen.insert(*hex)).collect()
}

/// The hexes of a chain, in order: single ones, and runs along a column or row.
pub(super) fn chain(board: &Board, text: &str, place: &Place, budget: &Budget, sink: &mut Sink) -> Vec<(HexId, Place)> {
    let mut out = Vec::new();
    for (bytes, word) in words(text) {
        let here = place.clone().bytes(bytes);
        let found = one_word(board, word, &here, &[], budget, sink);
        let ends = found.first().zip(found.last());
        if found.len() > 1 && ends.is_some_and(|(a, b)| board.run(*a, *b).is_none()) {
            let message = format!("`{word}` runs along no column or row, as a chain must");
            sink.report(Diag::new(&codes::BROKEN_CHAIN, here, message).help("write its hexes one by one"));
            continue;
        }
        out.extend(found.into_iter().map(|hex| (hex, here.clone())));
    }
    out
}

/// A hexside such as `0304/0404`.
pub(super) fn hexside(board: &Board, name: &str, place: Place, sink: &mut Sink) -> Option<Hexside> {
    sink.hear_word(HEX, name, &place, Role::Refers);
    match board.parse_hexside(name) {
        Ok(side) => Some(side),
        Err(SideError::Name(error)) => {
            sink.report(fault(&error, place, &[]));
            None
        }
        Err(error) => {
            let diag = Diag::new(&codes::NOT_ADJACENT, place, error.to_string());
            let help = match &error {
                SideError::NotAdjacent { a, b, .. } => touching(board, a, b),
                _ => odd_in_hex(name),
            };
            sink.report(diag.help(help.unwrap_or_else(|| "write two hexes that touch, such as `0304/0404`".to_owned())));
            None
        }
    }
}

/// The pairs nearest to what was written that do touch.
fn touching(board: &Board, a: &str, b: &str) -> Option<String> {
    let (a, b) = (board.parse(a).ok()?, board.parse(b).ok()?);
    let mut near: Vec<HexId> = board.neighbours(a).into_iter().flatten().collect();
    near.sort_by_key(|&hex| (board.distance(hex, b), hex));
    let best = near.first()?;
    Some(format!("did you mean `{}/{}`? {} touches {}", board.name(a), board.name(*best), board.name(a), {
        near.sort();
        near.iter().map(|&n| board.name(n)).collect::<Vec<_>>().join(", ")
    }))
}
