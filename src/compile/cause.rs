//! One word that is to blame for a crowd of findings. If the grid were numbered or staggered the other way, would they all
//! be gone? Then that word is the finding, and the crowd is folded beneath it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Compiled;
use crate::diag::{Diag, Severity, codes};
use crate::source::{Files, NodeRef, Otherwise, World};
use crate::span::{Origin, Place};

/// Findings that a wrong grid makes: hexes that are not there, lines that break, edges that are not reached.
const OF_THE_GRID: [&str; 9] = ["M0302", "M0303", "M0306", "M0307", "M0308", "M0312", "M0313", "M0316", "M0320"];

/// Fewer findings are mended faster one by one than by asking for their cause.
const CROWD: usize = 3;

/// How many findings there are, of some codes or of all; hints do not count.
fn many(compiled: &Compiled, counts: impl Fn(&str) -> bool) -> usize {
    let held = compiled.diags.iter().filter(|diag| diag.severity != Severity::Hint && counts(diag.rule.code));
    let omitted = compiled.omitted.iter().filter(|omitted| counts(omitted.rule.code));
    held.map(|diag| 1 + diag.repeated()).chain(omitted.map(|omitted| omitted.places)).sum()
}

/// Looks for the word of the grid that is to blame for a crowd of findings, and leaves only that.
pub(super) fn blamed(
    world: &dyn World,
    map: Option<Origin>,
    compiled: Compiled,
    again: &dyn Fn(&dyn World) -> Compiled,
) -> Compiled {
    let of_grid = |code: &str| OF_THE_GRID.contains(&code);
    let crowd = many(&compiled, of_grid);
    let Some(map) = map.filter(|_| crowd >= CROWD) else { return compiled };
    for Variation { field, written, instead } in variations(&compiled, map) {
        let place = Place::from(map).field("grid").field(field);
        let Some(text) = with(&compiled, map, &instead) else { continue };
        let Some(path) = compiled.files.get(place.file).map(|file| file.path.clone()) else { continue };
        let other = again(&Otherwise { world, path: &path, text });
        let (before, after) = (many(&compiled, |_| true), many(&other, |_| true));
        // Nearly everything must be gone: a grid that only happens to fit a few hexes better is not the cause.
        if many(&other, of_grid) > 0 || after * 10 > before {
            continue;
        }
        let message = format!("{} findings vanish if `{field}` of the grid is `{written}`", before - after);
        let help = format!("write `{written}`, if that is how the printed map has it");
        let diag = Diag::new(&codes::BAD_GRID, place, message).help(help);
        return blaming(compiled, &other, diag, |hidden| of_grid(hidden.rule.code));
    }
    compiled
}

/// What is said of a game: codes and messages.
pub(super) fn said(compiled: &Compiled) -> BTreeSet<(&'static str, &str)> {
    compiled.diags.iter().map(|diag| (diag.rule.code, diag.message.as_str())).collect()
}

/// One finding instead of all that would be gone in the other game; the first few of those that count are told with it.
pub(super) fn blaming(mut compiled: Compiled, other: &Compiled, mut diag: Diag, counts: impl Fn(&Diag) -> bool) -> Compiled {
    let left = said(other);
    let (stay, gone): (Vec<Diag>, Vec<Diag>) =
        compiled.diags.into_iter().partition(|diag| left.contains(&(diag.rule.code, diag.message.as_str())));
    for hidden in gone.into_iter().filter(counts).take(3) {
        diag = diag.related(hidden.place, hidden.message);
    }
    compiled.diags = stay;
    compiled.diags.push(diag);
    compiled.omitted.clear();
    super::in_order(&mut compiled.diags, &compiled.files);
    compiled
}

/// One word of the grid, written otherwise.
struct Variation {
    field: &'static str,
    /// As authors would write it.
    written: String,
    /// What stands instead, by the bytes of the file.
    instead: Vec<(Range<usize>, String)>,
}

/// What each word of the grid could be instead.
fn variations(compiled: &Compiled, map: Origin) -> Vec<Variation> {
    let grid = compiled.files.tree(map.file).and_then(|tree| tree.node(map.node)).and_then(|map| map.member("grid"));
    let Some(grid) = grid else { return Vec::new() };
    let text = |node: NodeRef<'_>| {
        let range = node.node().start as usize..node.node().end as usize;
        let text = node.tree.text().get(range.clone())?.to_owned();
        Some((range, text))
    };
    let mut out = Vec::new();
    let touching = grid.value.member("touching").map(|member| member.value);
    let two = touching.map(|list| [list.element(0).and_then(text), list.element(1).and_then(text)]);
    if let Some([Some((first, one)), Some((second, other))]) = two
        && let Some((one, other)) = other_stagger(&one, &other)
    {
        let written = format!("[\"{one}\", \"{other}\"]");
        out.push(Variation { field: "touching", written, instead: vec![(first, one), (second, other)] });
    }
    let words: [(&str, &[&str]); 3] = [
        ("numbers", &["CCRR", "RRCC"]),
        ("top", &["flat", "pointy"]),
        ("corner", &["north-west", "north-east", "south-west", "south-east"]),
    ];
    for (field, many) in glyphs(&compiled.files, map) {
        let Some((range, now)) = grid.value.member(field).and_then(|member| text(member.value)) else { continue };
        let written = many.to_string();
        if now != written {
            out.push(Variation { field, instead: vec![(range, written.clone())], written });
        }
    }
    for (field, words) in words {
        let Some((range, now)) = grid.value.member(field).and_then(|member| text(member.value)) else { continue };
        for word in words.iter().filter(|word| **word != now && words.contains(&now.as_str())) {
            let instead = vec![(range.clone(), (*word).to_owned())];
            out.push(Variation { field, written: (*word).to_owned(), instead });
        }
    }
    out
}

/// How many columns and rows the glyphs of the ground have, if all rows are equally long.
fn glyphs(files: &Files, map: Origin) -> Vec<(&'static str, usize)> {
    let map = files.tree(map.file).and_then(|tree| tree.node(map.node));
    let ground = map.and_then(|map| map.get("terrain")).and_then(|ground| ground.get("rows"));
    let Some(ground) = ground else { return Vec::new() };
    let lengths: BTreeSet<usize> =
        ground.elements().map(|row| row.raw().chars().filter(|c| !c.is_whitespace()).count()).collect();
    let columns = lengths.first().copied().filter(|columns| lengths.len() == 1 && *columns > 0);
    columns.into_iter().flat_map(|columns| [("columns", columns), ("rows", ground.elements().count())]).collect()
}

/// The two hexes that touch if the other columns, or rows, lie lower: those with the last halves of their numbers exchanged.
fn other_stagger(one: &str, other: &str) -> Option<(String, String)> {
    let halves = |hex: &str| {
        let digits = hex.len().is_multiple_of(2) && hex.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| hex.split_at(hex.len() / 2)).map(|(first, last)| (first.to_owned(), last.to_owned()))
    };
    let ((a, b), (c, d)) = (halves(one)?, halves(other)?);
    (b != d).then(|| (format!("{a}{d}"), format!("{c}{b}")))
}

/// The text of a file with something else in some places, the first of them first.
fn with(compiled: &Compiled, map: Origin, instead: &[(Range<usize>, String)]) -> Option<Vec<u8>> {
    let text = compiled.files.get(map.file)?.tree.text();
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (range, word) in instead {
        out.push_str(text.get(at..range.start)?);
        out.push_str(word);
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out.into_bytes())
}
