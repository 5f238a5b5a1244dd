//! The few lines around a place, cut to the width of the terminal: a line of a megabyte costs no more than any.
//!
//! miette asks a `SourceCode` for the bytes around each label. It gets them from here: small copies of the lines
//! that matter, in which tabs are blanks, control characters are pictures, and the labels are moved along.

use super::place::Spot;
use super::words::{columns, fill, shown, width};

/// Places that lie so close are shown in one piece.
const CLOSE: usize = 3;
/// Behind so many bytes of a line only the neighbourhood is read.
const FAR: usize = 2_000;
/// How much of the neighbourhood, before and behind.
const AROUND: usize = 400;
/// The stops of tabs.
const TAB: usize = 4;

/// A place and the words under it.
#[derive(Clone, Debug)]
pub(super) struct Mark<'a> {
    pub(super) spot: Spot<'a>,
    pub(super) label: Option<String>,
    pub(super) primary: bool,
}

/// Lines that stand together.
#[derive(Debug)]
pub(super) struct Block {
    /// The first byte, counted over all blocks; between blocks lies one byte that belongs to none.
    pub(super) base: usize,
    pub(super) text: String,
    /// The number of the first line, counted from 1.
    pub(super) first: usize,
    /// Where the first mark, or the primary one, is: for the heading.
    pub(super) address: String,
}

/// A label moved into the excerpt.
#[derive(Debug)]
pub(super) struct Label {
    pub(super) offset: usize,
    pub(super) length: usize,
    pub(super) text: Option<String>,
    pub(super) primary: bool,
}

/// What is shown of one file.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    pub(super) blocks: Vec<Block>,
    pub(super) labels: Vec<Label>,
}

impl Excerpt {
    /// The excerpt of one file for these places in it, for a terminal of that width.
    pub(super) fn new(mut marks: Vec<Mark<'_>>, terminal: usize) -> Self {
        marks.sort_by_key(|mark| (mark.spot.line, mark.spot.span.start, !mark.primary));
        let digits = marks.last().map_or(1, |mark| (mark.spot.line + 1).to_string().len());
        // ` 12 │ ` before the line, and one column to spare.
        let room = terminal.saturating_sub(digits + 5).max(24);
        let mut groups: Vec<Vec<Mark<'_>>> = Vec::new();
        for mark in marks {
            let joined = groups.last_mut().filter(|group| {
                group.last().is_some_and(|last| mark.spot.line <= last.spot.line + CLOSE)
                    && group.iter().chain([&mark]).all(|m| m.spot.on_line().start <= FAR)
                    && fits(group.iter().chain([&mark]), room)
            });
            match joined {
                Some(group) => group.push(mark),
                None => groups.push(vec![mark]),
            }
        }
        // First what it is about, then what belongs to it.
        groups.sort_by_key(|group| !group.iter().any(|mark| mark.primary));
        let mut excerpt = Excerpt::default();
        for group in groups {
            excerpt.push(&group, room);
        }
        excerpt
    }

    fn push(&mut self, marks: &[Mark<'_>], room: usize) {
        let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return };
        let file = first.spot.file;
        let (mut top, mut bottom) = lines_around(marks);
        let begin = view_start(first);
        let window = Window::around(marks, (top, bottom), begin, room);
        // A neighbour that ends before the window begins has nothing to show.
        top += usize::from(top < first.spot.line && window.misses(file.line(top)));
        bottom -= usize::from(bottom > last.spot.line && window.misses(file.line(bottom)));
        let base = self.blocks.last().map_or(0, |block| block.base + block.text.len() + 1);
        let mut text = String::new();
        for number in top..=bottom {
            let here: Vec<&Mark<'_>> = marks.iter().filter(|mark| mark.spot.line == number).collect();
            let start = text.len();
            let mut places: Vec<Found> = here.iter().map(|mark| Found::new(mark.spot.on_line())).collect();
            window.copy(line_from(file.line(number), begin), begin, last.spot.in_workbook(), &mut text, &mut places);
            if places.iter().any(|found| found.from.is_none_or(|from| from == text.len())) {
                // miette draws nothing behind the end of a text, nor a last line that is empty.
                text.push(' ');
            }
            for (mark, found) in here.iter().zip(&places) {
                let from = found.from.unwrap_or(text.len());
                let to = found.to.unwrap_or(text.len()).max(from);
                let before = columns(text.get(start..from).unwrap_or(""));
                let label = mark.label.as_deref().filter(|label| !label.is_empty());
                let text = label.map(|label| fill(label, room.saturating_sub(before + 6).max(28)).join("\n"));
                self.labels.push(Label { offset: base + from, length: to - from, text, primary: mark.primary });
            }
            if number < bottom {
                text.push('\n');
            }
        }
        let head = marks.iter().find(|mark| mark.primary).unwrap_or(first);
        self.blocks.push(Block { base, text, first: top, address: head.spot.address() });
    }
}

/// The lines to show: those with marks and one more on either side, unless it is blank or the place is far along
/// a line, where the neighbours say nothing.
fn lines_around(marks: &[Mark<'_>]) -> (usize, usize) {
    let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return (1, 1) };
    let (mut top, mut bottom) = (first.spot.line, last.spot.line);
    let file = first.spot.file;
    if view_start(first) > 0 {
        return (top, bottom);
    }
    if top > 1 && !line_from(file.line(top - 1), 0).trim().is_empty() {
        top -= 1;
    }
    if bottom < file.line_count() && !line_from(file.line(bottom + 1), 0).trim().is_empty() {
        bottom += 1;
    }
    (top, bottom)
}

/// The byte of its line from which a mark's neighbourhood is read.
fn view_start(mark: &Mark<'_>) -> usize {
    let at = mark.spot.on_line().start;
    if at <= FAR { 0 } else { boundary(mark.spot.file.line(mark.spot.line), at - AROUND) }
}

fn line_from(line: &str, begin: usize) -> &str {
    let rest = line.get(begin..).unwrap_or("");
    rest.get(..boundary(rest, FAR + 2 * AROUND)).unwrap_or(rest)
}

fn boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Start and end of a mark in columns, and the width of its line.
fn extent(mark: &Mark<'_>, begin: usize) -> (usize, usize, usize) {
    let line = line_from(mark.spot.file.line(mark.spot.line), begin);
    let bytes = mark.spot.on_line();
    let (mut column, mut from, mut to) = (0, None, None);
    for (at, c) in line.char_indices() {
        if at + begin >= bytes.start {
            from.get_or_insert(column);
        }
        if at + begin >= bytes.end {
            to.get_or_insert(column);
        }
        column += advance(c, column, mark.spot.in_workbook());
    }
    let from = from.unwrap_or(column);
    (from, to.unwrap_or(column).max(from + 1), column)
}

fn fits<'a>(marks: impl Iterator<Item = &'a Mark<'a>> + Clone, room: usize) -> bool {
    let extents = marks.map(|mark| extent(mark, 0));
    let from = extents.clone().map(|(from, ..)| from).min().unwrap_or(0);
    let to = extents.clone().map(|(_, to, _)| to).max().unwrap_or(0);
    to <= room || to - from + 8 <= room
}

fn advance(c: char, column: usize, cells: bool) -> usize {
    match c {
        '\t' if cells => 3,
        '\t' => TAB - column % TAB,
        c => width(shown(c)),
    }
}

/// The columns of the lines that are shown.
#[derive(Clone, Copy, Debug)]
struct Window {
    from: usize,
    to: usize,
}

impl Window {
    fn around(marks: &[Mark<'_>], (top, bottom): (usize, usize), begin: usize, room: usize) -> Self {
        let extents: Vec<(usize, usize, usize)> = marks.iter().map(|mark| extent(mark, begin)).collect();
        let from = extents.iter().map(|e| e.0).min().unwrap_or(0);
        let to = extents.iter().map(|e| e.1).max().unwrap_or(0);
        let widest = extents.iter().map(|e| e.2).max().unwrap_or(0);
        let file = marks.first().map(|mark| mark.spot.file);
        let narrow = begin == 0
            && (top..=bottom).all(|n| file.is_none_or(|file| file.line(n).len() <= FAR && columns(file.line(n)) <= room));
        if (narrow && widest <= room) || to + 2 <= room {
            return Window { from: 0, to: room };
        }
        // Two columns go to the dots on either side.
        let inner = room.saturating_sub(2);
        let spare = inner.saturating_sub(to - from) / 2;
        let from = from.saturating_sub(spare).min(widest.saturating_sub(inner));
        Window { from, to: from + inner }
    }

    fn misses(self, line: &str) -> bool {
        self.from > 0 && line.len() <= FAR && columns(line) <= self.from
    }

    /// Copies what of a line lies in the window, and says where the places have come to lie.
    fn copy(self, line: &str, begin: usize, cells: bool, out: &mut String, places: &mut [Found]) {
        let mut column = 0;
        let mut cut = false;
        if (self.from > 0 || begin > 0) && !line.is_empty() {
            out.push('…');
        }
        let total: usize = line.chars().fold(0, |column, c| column + advance(c, column, cells));
        // A line that just fits needs no dots.
        let end = if total > self.to { self.to.saturating_sub(1) } else { self.to };
        for (at, c) in line.char_indices() {
            let wide = advance(c, column, cells);
            if column + wide > end && wide > 0 {
                cut = true;
                break;
            }
            if column >= self.from {
                for place in places.iter_mut() {
                    place.pass(at + begin, out.len());
                }
                match c {
                    '\t' if cells => out.push_str(" | "),
                    '\t' => out.extend(std::iter::repeat_n(' ', wide)),
                    c => out.push(shown(c)),
                }
            }
            column += wide;
        }
        for place in places.iter_mut() {
            place.pass(usize::MAX, out.len());
        }
        if cut {
            out.push('…');
        }
    }
}

/// Where a stretch of a line's bytes has come to lie in the copy.
#[derive(Debug)]
struct Found {
    bytes: std::ops::Range<usize>,
    from: Option<usize>,
    to: Option<usize>,
}

impl Found {
    fn new(bytes: std::ops::Range<usize>) -> Self {
        Found { bytes, from: None, to: None }
    }

    fn pass(&mut self, at: usize, copied: usize) {
        if at >= self.bytes.start {
            self.from.get_or_insert(copied);
        }
        if at >= self.bytes.end {
            self.to.get_or_insert(copied);
        }
    }
}
