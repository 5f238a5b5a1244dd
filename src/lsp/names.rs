//! Every name of a game: what it means, where it is declared and who says it.

use std::collections::{BTreeMap, BTreeSet};

use crate::compile::Compiled;
use crate::diag::{Meant, Named, Role};
use crate::source::sheet::same_heading;
use crate::span::{FileId, NodePart, Span};

/// What an entry of the rules is called that is named by its list and id.
pub(super) const ENTRY: &str = "entry of the rules";

/// Something with a name.
#[derive(Debug)]
pub(super) struct Thing {
    pub(super) kind: &'static str,
    /// Its own name, as it is declared; else as it was first said.
    pub(super) name: String,
    /// Which of its kind it is, where that is counted.
    pub(super) nth: Option<usize>,
    /// The table to which it belongs: another may have one that is called so too.
    pub(super) within: Option<usize>,
    /// Where it stands, in the order of files and bytes.
    spots: Vec<usize>,
}

/// A name where it stands.
#[derive(Debug)]
pub(super) struct Spot {
    pub(super) file: FileId,
    pub(super) span: Span,
    pub(super) kind: &'static str,
    /// What it means; nothing for a name that is not known.
    pub(super) thing: Option<usize>,
    pub(super) name: String,
    pub(super) role: Role,
    /// Whether the bytes are the name itself, so that another may be put there.
    pub(super) exact: bool,
}

/// All names of a game.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    things: Vec<Thing>,
    /// In the order of files and bytes.
    spots: Vec<Spot>,
    /// The longest stretch of any spot, so that one knows how far to look back.
    longest: u32,
}

impl NameTable {
    pub(super) fn new(compiled: &Compiled) -> NameTable {
        let mut declared: BTreeMap<(&str, &str), &Meant> = BTreeMap::new();
        for named in compiled.named.iter().filter(|named| matches!(named.meant, Meant::Nth(_))) {
            declared.entry((named.kind, named.name.as_str())).or_insert(&named.meant);
        }
        let mut numbers: BTreeMap<(&str, &Meant), usize> = BTreeMap::new();
        let mut things: Vec<Thing> = Vec::new();
        let mut spots: Vec<Spot> = Vec::new();
        for named in &compiled.named {
            let meant = match &named.meant {
                // Said before the thing was read.
                Meant::Word(word) => declared.get(&(named.kind, word.as_str())).copied().unwrap_or(&named.meant),
                nth => nth,
            };
            let known = named.role != Role::Unknown || matches!(meant, Meant::Nth(_));
            let thing = known.then(|| {
                *numbers.entry((named.kind, meant)).or_insert_with(|| {
                    let nth = if let Meant::Nth(n) = meant { usize::try_from(*n).ok() } else { None };
                    let within = if let Meant::Within(n, _) = meant { usize::try_from(*n).ok() } else { None };
                    things.push(Thing { kind: named.kind, name: named.name.clone(), nth, within, spots: Vec::new() });
                    things.len() - 1
                })
            });
            if let Some(thing) = thing.and_then(|n| things.get_mut(n)).filter(|_| named.role == Role::Defines) {
                thing.name.clone_from(&named.name);
            }
            let (span, exact) = stretch(compiled, named);
            let Named { kind, name, place, role, .. } = named;
            spots.push(Spot { file: place.file, span, kind, thing, name: name.clone(), role: *role, exact });
        }
        spots.sort_by(|a, b| (a.file, a.span, a.thing, a.role, &a.name).cmp(&(b.file, b.span, b.thing, b.role, &b.name)));
        // A heading is said by every row, a line of a scenario by all that take it over.
        spots.dedup_by(|b, a| (a.file, a.span, a.thing, a.kind) == (b.file, b.span, b.thing, b.kind));
        for (n, spot) in spots.iter().enumerate() {
            if let Some(thing) = spot.thing.and_then(|thing| things.get_mut(thing)) {
                thing.spots.push(n);
            }
        }
        let longest = spots.iter().map(|spot| spot.span.end.saturating_sub(spot.span.start)).max().unwrap_or(0);
        NameTable { things, spots, longest }
    }

    pub(super) fn thing(&self, n: usize) -> Option<&Thing> {
        self.things.get(n)
    }

    pub(super) fn things(&self) -> impl Iterator<Item = (usize, &Thing)> {
        self.things.iter().enumerate()
    }

    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The names that touch a byte, the shortest first.
    pub(super) fn at(&self, file: FileId, byte: usize) -> Vec<&Spot> {
        let byte = u32::try_from(byte).unwrap_or(u32::MAX);
        let from = (file, Span { start: byte.saturating_sub(self.longest), end: 0 });
        let first = self.spots.partition_point(|spot| (spot.file, spot.span) < from);
        let near = self.spots.iter().skip(first).take_while(|spot| spot.file == file && spot.span.start <= byte);
        let mut found: Vec<&Spot> = near.filter(|spot| byte <= spot.span.end).collect();
        found.sort_by_key(|spot| (spot.span.end - spot.span.start, spot.thing.is_none()));
        found
    }

    /// Everything that has its name from the same word: an entry of the rules is also the mode or the ban that it is.
    pub(super) fn same(&self, thing: usize) -> BTreeSet<usize> {
        let mut all = BTreeSet::from([thing]);
        let declared: Vec<(FileId, Span)> = self.declared(thing).map(|spot| (spot.file, spot.span)).collect();
        for (file, span) in declared {
            let here = self.spots.partition_point(|spot| (spot.file, spot.span) < (file, span));
            let here = self.spots.iter().skip(here).take_while(|spot| (spot.file, spot.span) == (file, span));
            all.extend(here.filter(|spot| spot.role == Role::Defines).filter_map(|spot| spot.thing));
        }
        all
    }

    /// Where a thing and all that has its name from the same word stands.
    pub(super) fn spots_of(&self, thing: usize) -> Vec<&Spot> {
        let mut all: Vec<usize> =
            self.same(thing).into_iter().filter_map(|n| self.things.get(n)).flat_map(|thing| thing.spots.clone()).collect();
        all.sort_unstable();
        let mut spots: Vec<&Spot> = all.into_iter().filter_map(|n| self.spots.get(n)).collect();
        spots.dedup_by_key(|spot| (spot.file, spot.span));
        spots
    }

    /// Where a thing is declared; where it is first said, if nothing declares it.
    pub(super) fn declared(&self, thing: usize) -> impl Iterator<Item = &Spot> {
        let spots = self.things.get(thing).map(|thing| thing.spots.as_slice()).unwrap_or_default();
        let all = spots.iter().filter_map(|n| self.spots.get(*n));
        let stated = all.clone().any(|spot| spot.role == Role::Defines);
        all.filter(move |spot| !stated || spot.role == Role::Defines).take(if stated { usize::MAX } else { 1 })
    }

    /// The table to which what a name means belongs.
    pub(super) fn within(&self, spot: &Spot) -> Option<usize> {
        self.things.get(spot.thing?)?.within
    }

    /// A thing by its kind and name.
    pub(super) fn find(&self, kind: &str, name: &str) -> Option<(usize, &Thing)> {
        self.things().find(|(_, thing)| thing.kind == kind && thing.name == name)
    }
}

/// What divides the parts of a compound cell or heading.
fn divides(c: char) -> bool {
    c.is_whitespace() || "|@/,;.:=".contains(c)
}

/// The bytes of a name, and whether they are the name itself.
fn stretch(compiled: &Compiled, named: &Named) -> (Span, bool) {
    let span = compiled.files.span(&named.place);
    let text = compiled.files.tree(named.place.file).and_then(|tree| tree.text().get(span.range())).unwrap_or("");
    let name = match named.kind {
        ENTRY => named.name.rsplit('/').next().unwrap_or(&named.name),
        _ => &named.name,
    };
    match part(text, name, named.place.part == NodePart::Key) {
        Some((from, to)) => {
            let start = span.start as usize;
            (Span::new(start + from, start + to), true)
        }
        None => (span, false),
    }
}

/// Where a name stands in a longer text; the last of several.
pub(super) fn part(text: &str, name: &str, heading: bool) -> Option<(usize, usize)> {
    if name.is_empty() {
        return None;
    }
    if text == name {
        return Some((0, text.len()));
    }
    let free = |at: usize, end: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(end..).and_then(|after| after.chars().next());
        before.is_none_or(divides) && after.is_none_or(divides)
    };
    let found = text.rmatch_indices(name).map(|(at, _)| (at, at + name.len())).find(|(at, end)| free(*at, *end));
    if found.is_some() || !heading {
        return found;
    }
    // A heading may have other capitals, and blanks for dashes.
    let start = text.len() - text.rsplit('.').next().unwrap_or(text).len();
    text.get(start..).filter(|last| same_heading(last, name)).map(|_| (start, text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_what_is_written_around_it() {
        assert_eq!(part("3@North", "North", false), Some((2, 7)));
        assert_eq!(part("back.attack", "attack", true), Some((5, 11)));
        assert_eq!(part("back.Attack", "attack", true), Some((5, 11)));
        assert_eq!(part("Move", "move", true), Some((0, 4)));
        assert_eq!(part("movement.modes/modes", "modes", false), Some((15, 20)));
        assert_eq!(part("north-west", "north", false), None, "a part of a word is not the word");
        assert_eq!(part("{", "north", false), None);
        assert_eq!(part("x", "", false), None);
    }
}
