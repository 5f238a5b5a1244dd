//! One game for the page that `muster watch` serves: the findings with the lines around them, cut into pieces, so
//! that the page has nothing to count or to find out. The words and the lines are those of the human report.

use serde::Serialize;

use super::excerpt::{Block, Excerpt, Label, Mark};
use super::human::{MOST_OTHERS, MOST_RELATED, marks};
use super::place::Spot;
use super::words::{harmless, message};
use super::{Checked, Size};
use crate::diag::{Diag, Severity};
use crate::source::Files;
use crate::span::Place;

/// So many findings are shown; the rest is counted.
pub const MOST: usize = 500;
/// How many columns of a line are shown.
const WIDTH: usize = 110;

/// What the page shows of a game.
#[derive(Debug, Serialize)]
pub struct Live {
    game: String,
    folder: String,
    errors: usize,
    warnings: usize,
    hints: usize,
    size: Size,
    findings: Vec<Finding>,
    /// How many findings there are besides.
    more: usize,
    unchecked: Vec<Unchecked>,
}

#[derive(Debug, Serialize)]
struct Finding {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    message: String,
    help: Option<String>,
    #[serde(flatten)]
    at: At,
    excerpts: Vec<Piece>,
    /// Places that belong to it and are not shown.
    more_related: usize,
    /// The same mistake at other places, the first few.
    others: Vec<At>,
    other_count: usize,
}

/// A place, in words and as a link.
#[derive(Debug, Default, Serialize)]
pub struct At {
    file: String,
    sheet: Option<String>,
    line: usize,
    column: usize,
    address: String,
    link: Option<String>,
}

/// Lines that stand together.
#[derive(Debug, Serialize)]
struct Piece {
    /// Why they are shown, if they lie elsewhere.
    what: Option<String>,
    /// Where they stand, if they do not belong to the first place.
    at: Option<At>,
    lines: Vec<Line>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Line {
    number: usize,
    parts: Vec<LineStretch>,
    notes: Vec<Note>,
}

/// A stretch of a line, underlined or not.
#[derive(Debug, PartialEq, Serialize)]
struct LineStretch {
    text: String,
    mark: Option<&'static str>,
}

/// Words under a line.
#[derive(Debug, PartialEq, Serialize)]
struct Note {
    text: String,
    mark: &'static str,
}

#[derive(Debug, Serialize)]
struct Unchecked {
    what: String,
    why: String,
}

/// How a file, a line and a column become a link that opens the place, if they do.
pub type Linker<'l> = &'l dyn Fn(&str, usize, usize) -> Option<String>;

/// The view of one game.
pub fn live(game: &Checked<'_>, link: Linker<'_>) -> Live {
    let clean = |text: &str| harmless(text).into_owned();
    Live {
        game: clean(game.called()),
        folder: clean(game.folder),
        errors: game.tally(Severity::Error),
        warnings: game.tally(Severity::Warning),
        hints: game.tally(Severity::Hint),
        size: game.size,
        findings: game.diags.iter().take(MOST).map(|diag| finding(game, diag, link)).collect(),
        more: game.diags.len().saturating_sub(MOST) + game.omitted.iter().map(|omitted| omitted.count).sum::<usize>(),
        unchecked: game.unchecked.iter().map(|u| Unchecked { what: clean(&u.what), why: clean(&u.why) }).collect(),
    }
}

fn finding(game: &Checked<'_>, diag: &Diag, link: Linker<'_>) -> Finding {
    let (marks, elsewhere) = marks(game, diag);
    let mut excerpts: Vec<Piece> = pieces(marks);
    for (spot, what) in elsewhere {
        let mut shown = if spot.whole { Vec::new() } else { pieces(vec![Mark { spot, label: None, primary: false }]) };
        let lines = shown.pop().map(|piece| piece.lines).unwrap_or_default();
        excerpts.push(Piece { what: Some(what), at: Some(at(&spot, link)), lines });
    }
    let spots = diag.repeats.iter().filter_map(|(place, _)| Spot::of(game.files, place));
    Finding {
        code: diag.rule.code,
        name: diag.rule.name,
        severity: diag.severity.word(),
        message: message(diag),
        help: diag.help.as_deref().map(|help| harmless(help).into_owned()),
        at: Spot::of(game.files, &diag.place).map(|spot| at(&spot, link)).unwrap_or_default(),
        excerpts,
        more_related: (diag.related.len() + diag.more_related).saturating_sub(MOST_RELATED),
        others: spots.take(MOST_OTHERS).map(|spot| at(&spot, link)).collect(),
        other_count: diag.repeated(),
    }
}

/// A place of a game's files, in words and as a link.
pub fn spot(files: &Files, place: &Place, link: Linker<'_>) -> Option<At> {
    Spot::of(files, place).map(|spot| at(&spot, link))
}

fn at(spot: &Spot<'_>, link: Linker<'_>) -> At {
    let (file, sheet) = spot.label_and_sheet();
    At {
        file: harmless(file).into_owned(),
        sheet: sheet.map(|sheet| harmless(sheet).into_owned()),
        line: spot.line,
        column: spot.column,
        address: spot.address(),
        // A text editor cannot go to a cell.
        link: if spot.in_workbook() { None } else { link(file, spot.line, spot.column) },
    }
}

fn pieces(marks: Vec<Mark<'_>>) -> Vec<Piece> {
    let Excerpt { blocks, labels } = Excerpt::new(marks, WIDTH);
    blocks.iter().map(|block| Piece { what: None, at: None, lines: lines(block, &labels) }).collect()
}

fn lines(block: &Block, labels: &[Label]) -> Vec<Line> {
    let mut start = block.base;
    let mut lines = Vec::new();
    for (i, text) in block.text.split('\n').enumerate() {
        let here: Vec<&Label> = labels.iter().filter(|l| l.offset >= start && l.offset <= start + text.len()).collect();
        let notes =
            here.iter().filter_map(|label| Some(Note { text: label.text.as_ref()?.replace('\n', " "), mark: mark(label) }));
        lines.push(Line { number: block.first + i, parts: parts(text, start, &here), notes: notes.collect() });
        start += text.len() + 1;
    }
    lines
}

fn mark(label: &Label) -> &'static str {
    if label.primary { "here" } else { "also" }
}

/// A line cut where a mark begins or ends; where marks lie upon each other the first place wins.
fn parts(text: &str, start: usize, labels: &[&Label]) -> Vec<LineStretch> {
    let stretches: Vec<(usize, usize, &Label)> = labels
        .iter()
        .map(|label| {
            let from = label.offset.saturating_sub(start).min(text.len());
            // A place without a length is shown as the character that stands there.
            let one = text.get(from..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
            (from, (from + label.length.max(one)).min(text.len()), *label)
        })
        .collect();
    let mut cuts: Vec<usize> = stretches.iter().flat_map(|(from, to, _)| [*from, *to]).chain([0, text.len()]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut parts = Vec::new();
    for (&from, &to) in cuts.iter().zip(cuts.iter().skip(1)) {
        let over = stretches.iter().filter(|(f, t, _)| *f <= from && to <= *t).map(|(.., label)| *label);
        let mark = over.min_by_key(|label| !label.primary).map(mark);
        parts.push(LineStretch { text: text.get(from..to).unwrap_or("").to_owned(), mark });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(offset: usize, length: usize, primary: bool) -> Label {
        Label { offset, length, text: primary.then(|| "a\nb".to_owned()), primary }
    }

    fn shown(text: &str, labels: &[Label]) -> Vec<String> {
        let block = Block { base: 10, text: text.to_owned(), first: 4, address: String::new() };
        let part = |part: &LineStretch| match part.mark {
            Some("here") => format!("«{}»", part.text),
            Some(_) => format!("‹{}›", part.text),
            None => part.text.clone(),
        };
        let line = |line: &Line| {
            let notes: Vec<&str> = line.notes.iter().map(|note| note.text.as_str()).collect();
            format!("{} {}{}", line.number, line.parts.iter().map(part).collect::<String>(), notes.concat())
        };
        lines(&block, labels).iter().map(line).collect()
    }

    #[test]
    fn a_line_is_cut_at_its_marks() {
        assert_eq!(shown("one\ntwö x\n", &[label(14, 4, true)]), ["4 one", "5 «twö» xa b", "6 "]);
        assert_eq!(shown("abcdef", &[label(11, 4, false), label(12, 1, true)]), ["4 a‹b›«c»‹de›fa b"]);
        assert_eq!(shown("abc", &[label(12, 0, true)]), ["4 ab«c»a b"]);
        assert_eq!(shown("", &[label(10, 0, true)]), ["4 a b"]);
    }
}
