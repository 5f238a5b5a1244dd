//! One word that is to blame for a crowd of findings. If the grid were numbered or staggered the other way, would they all
//! be gone? Then that word is the finding, and the crowd is folded beneath it.

use std::collections::BTreeSet;

use super::Compiled;
use crate::diag::{Diag, Severity, codes};
use crate::source::{ReadError, World};
use crate::span::{Origin, Place};

/// Findings that a wrong grid makes: hexes that are not there, lines that break, edges that are not reached.
const OF_THE_GRID: [&str; 8] = ["M0302", "M0306", "M0307", "M0308", "M0312", "M0313", "M0316", "M0320"];

/// Fewer findings are mended faster one by one than by asking for their cause.
const CROWD: usize = 4;

/// A game of which one file reads otherwise.
struct Otherwise<'w> {
    world: &'w dyn World,
    path: &'w str,
    text: Vec<u8>,
}

impl World for Otherwise<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == self.path { Ok(self.text.clone()) } else { self.world.read(path) }
    }
    fn has(&self, path: &str) -> bool {
        self.world.has(path)
    }
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        self.world.list(folder)
    }
    fn label(&self, path: &str) -> String {
        self.world.label(path)
    }
}

/// How many findings there are, of some codes or of all; hints do not count.
fn many(compiled: &Compiled, counts: impl Fn(&str) -> bool) -> usize {
    let held = compiled.diags.iter().filter(|diag| diag.severity >= Severity::Warning && counts(diag.rule.code));
    let omitted = compiled.omitted.iter().filter(|omitted| counts(omitted.rule.code));
    held.map(|diag| 1 + diag.repeated()).chain(omitted.map(|omitted| omitted.places)).sum()
}

/// Looks for the word of the grid that is to blame for a crowd of findings, and leaves only that.
pub(super) fn blamed(
    world: &dyn World,
    map: Option<Origin>,
    mut compiled: Compiled,
    again: &dyn Fn(&dyn World) -> Compiled,
) -> Compiled {
    let of_grid = |code: &str| OF_THE_GRID.contains(&code);
    let crowd = many(&compiled, of_grid);
    let Some(map) = map.filter(|_| crowd >= CROWD) else { return compiled };
    let grid = Place::from(map).field("grid");
    for (field, written) in variations(&compiled, &grid) {
        let place = grid.clone().field(field);
        let Some(text) = with(&compiled, &place, &written) else { continue };
        let Some(path) = compiled.files.get(place.file).map(|file| file.path.clone()) else { continue };
        let other = again(&Otherwise { world, path: &path, text });
        let (before, after) = (many(&compiled, |_| true), many(&other, |_| true));
        // Nearly everything must be gone: a grid that only happens to fit a few hexes better is not the cause.
        if many(&other, of_grid) > 0 || after * 10 > before {
            continue;
        }
        let left: BTreeSet<(&str, &str)> = other.diags.iter().map(|diag| (diag.rule.code, diag.message.as_str())).collect();
        let (stay, gone): (Vec<Diag>, Vec<Diag>) =
            compiled.diags.into_iter().partition(|diag| left.contains(&(diag.rule.code, diag.message.as_str())));
        let message = format!("with `{written}` as `{field}` of the grid {} other findings would be gone", before - after);
        let mut diag = Diag::new(&codes::BAD_GRID, place, message);
        for hidden in gone.iter().filter(|hidden| of_grid(hidden.rule.code)).take(3) {
            diag = diag.related(hidden.place.clone(), hidden.message.clone());
        }
        compiled.diags = stay;
        compiled.diags.push(diag.help(format!("write `{written}`, if that is how the printed map is numbered")));
        compiled.omitted.clear();
        let files = &compiled.files;
        compiled
            .diags
            .sort_by_cached_key(|diag| (diag.place.file, files.span(&diag.place), diag.rule.code, diag.message.clone()));
        return compiled;
    }
    compiled
}

/// What each word of the grid could be instead.
fn variations(compiled: &Compiled, grid: &Place) -> Vec<(&'static str, String)> {
    let word = |field: &str| {
        let place = grid.clone().field(field);
        let file = compiled.files.get(place.file)?;
        let text = file.tree.text().get(compiled.files.span(&place).range())?;
        serde_json::from_str::<serde_json::Value>(text).ok()
    };
    let mut out = Vec::new();
    if let Some(touching) = word("touching").and_then(|two| other_stagger(&two)) {
        out.push(("touching", touching));
    }
    let instead = |field: &'static str, words: &[&str]| {
        let now = word(field).and_then(|value| value.as_str().map(str::to_owned));
        let others = words.iter().filter(|word| now.as_deref().is_some_and(|now| now != **word && words.contains(&now)));
        others.map(|word| (field, format!("\"{word}\""))).collect::<Vec<_>>()
    };
    out.extend(instead("numbers", &["CCRR", "RRCC"]));
    out.extend(instead("top", &["flat", "pointy"]));
    out.extend(instead("corner", &["north-west", "north-east", "south-west", "south-east"]));
    out
}

/// The two hexes that touch if the other columns, or rows, lie lower: those with the last halves of their numbers exchanged.
fn other_stagger(touching: &serde_json::Value) -> Option<String> {
    let two: Vec<&str> = touching.as_array()?.iter().filter_map(serde_json::Value::as_str).collect();
    let [one, other] = two.as_slice() else { return None };
    let halves = |hex: &str| {
        let digits = hex.len() % 2 == 0 && hex.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| {
            (hex.get(..hex.len() / 2).unwrap_or_default().to_owned(), hex.get(hex.len() / 2..).unwrap_or_default().to_owned())
        })
    };
    let ((a, b), (c, d)) = (halves(one)?, halves(other)?);
    (b != d).then(|| format!("[\"{a}{d}\", \"{c}{b}\"]"))
}

/// The text of a file with something else in that place.
fn with(compiled: &Compiled, place: &Place, written: &str) -> Option<Vec<u8>> {
    let text = compiled.files.get(place.file)?.tree.text();
    let range = compiled.files.span(place).range();
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    Some([before, written, after].concat().into_bytes())
}
