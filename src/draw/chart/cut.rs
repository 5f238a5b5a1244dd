//! Rows as they are drawn: words in lines, colours, and the line above.

use super::flow::{Ruled, Strip};
use super::grid::{Cell, Grid, Line, PAD, UNDER};
use super::look::{FINE, HEAD, INK, LINE, PALE, SECTION, ZEBRA, baseline};
use crate::draw::scene::{Anchor, Color, Face, Group, Node, Path, Point, Rect, Shape, Stroke, Text, Transform};
use crate::draw::words::Ruler;

/// From line to line, as a share of the size.
const LEAD: f64 = 1.2;
/// A row is never higher than so many lines: what is longer goes on in the next strip.
const MOST_LINES: usize = 40;
/// A heading is cut off after so many lines.
const MOST_HEAD: usize = 12;

/// A line of words in a cell.
struct Written {
    text: String,
    face: Face,
    size: f64,
    color: Color,
}

/// Cuts a grid with known columns into strips.
pub(super) struct Cutter<'a> {
    pub(super) ruler: &'a Ruler,
    pub(super) grid: &'a Grid,
    pub(super) size: f64,
    /// Above and below the words in a cell.
    pub(super) pad: f64,
    pub(super) widths: &'a [f64],
    pub(super) meets: &'a [f64],
}

impl Cutter<'_> {
    fn total(&self) -> f64 {
        self.meets.last().copied().unwrap_or(0.0)
    }

    fn wrapped(&self, into: &mut Vec<Written>, text: &str, face: Face, size: f64, color: Color, width: f64) {
        // A hair more than the words that the column was measured for: sums are never exact.
        let room = width - 2.0 * PAD * self.size + 0.01;
        let lines = self.ruler.wrap(face, text, size, room);
        into.extend(lines.into_iter().map(|text| Written { text, face, size, color }));
    }

    /// The headings of the columns.
    pub(super) fn head(&self) -> Strip {
        let cells = self.grid.columns.iter().zip(self.widths).map(|(column, width)| {
            let mut lines = Vec::new();
            self.wrapped(&mut lines, &column.head, Face::Bold, self.size, INK, *width);
            lines.truncate(MOST_HEAD);
            lines
        });
        let cells: Vec<Vec<Written>> = cells.collect();
        let height = self.height(cells.iter().map(Vec::as_slice)) + 0.3 * self.size;
        let mut nodes = vec![fill(Rect { x: 0.0, y: 0.0, width: self.total(), height }, HEAD)];
        self.write(&cells, height, &mut nodes);
        Strip { height, nodes, ruled: Ruled::Columns, heavy: false, with_next: true }
    }

    /// A heading across all columns.
    pub(super) fn section(&self, text: &str) -> Strip {
        let mut lines = Vec::new();
        self.wrapped(&mut lines, text, Face::Bold, self.size * 0.9, PALE, self.total());
        lines.truncate(MOST_HEAD);
        let height = self.height([lines.as_slice()].into_iter());
        let mut nodes = vec![fill(Rect { x: 0.0, y: 0.0, width: self.total(), height }, SECTION)];
        nodes.push(rule(0.0, self.total(), 0.0, LINE, FINE));
        let mut y = self.pad + 0.06 * self.size;
        for line in lines {
            let at = Point { x: PAD * self.size, y: y + baseline(line.size * LEAD, line.size) };
            nodes.push(Text::new(at, Anchor::Start, line.text, line.face, line.size, line.color).into());
            y += line.size * LEAD;
        }
        Strip { height, nodes, ruled: Ruled::Across, heavy: false, with_next: true }
    }

    fn height<'w>(&self, cells: impl Iterator<Item = &'w [Written]>) -> f64 {
        let tall = cells.map(|lines| lines.iter().map(|line| line.size * LEAD).sum::<f64>()).fold(self.size * LEAD, f64::max);
        tall + 2.0 * self.pad
    }

    /// Words of all columns: in a table in the middle of the height, else from the top.
    fn write(&self, cells: &[Vec<Written>], height: f64, nodes: &mut Vec<Node>) {
        let places = self.grid.columns.iter().zip(self.widths).zip(self.meets);
        for (lines, ((column, width), x)) in cells.iter().zip(places) {
            let tall: f64 = lines.iter().map(|line| line.size * LEAD).sum();
            let mut y = if self.grid.ruled { (height - tall) / 2.0 } else { self.pad };
            for line in lines {
                let down = y + baseline(line.size * LEAD, line.size);
                let (x, anchor) =
                    if column.left { (x + PAD * self.size, Anchor::Start) } else { (x + width / 2.0, Anchor::Middle) };
                let (at, text) = (Point { x, y: down }, line.text.clone());
                nodes.push(Text::new(at, anchor, text, line.face, line.size, line.color).into());
                y += line.size * LEAD;
            }
        }
    }

    /// A row: one strip, or several if it is too high.
    pub(super) fn line(&self, line: &Line, dark: bool, first: bool) -> Vec<Strip> {
        let mut cells: Vec<Vec<Written>> = Vec::new();
        let mut tall: f64 = 0.0;
        let mut fills: Vec<(Rect, Color)> = Vec::new();
        for ((cell, width), x) in line.cells.iter().zip(self.widths).zip(self.meets) {
            let mut lines = Vec::new();
            match cell {
                Cell::Picture(_, height, _) => tall = tall.max(*height),
                Cell::Words(words) => {
                    self.wrapped(&mut lines, &words.text, words.face, self.size, words.color, *width);
                    self.wrapped(&mut lines, &words.under, Face::Regular, self.size * UNDER, PALE, *width);
                    fills.extend(words.fill.map(|color| (Rect { x: *x, y: 0.0, width: *width, height: 0.0 }, color)));
                }
            }
            cells.push(lines);
        }
        let chunks = cells.iter().map(|lines| lines.len().div_ceil(MOST_LINES)).max().unwrap_or(0).max(1);
        let ruled = if self.grid.ruled { Ruled::Columns } else { Ruled::No };
        let mut strips = Vec::new();
        for chunk in 0..chunks {
            let cut = |lines: &mut Vec<Written>| lines.drain(..lines.len().min(MOST_LINES)).collect::<Vec<_>>();
            let now: Vec<Vec<Written>> = cells.iter_mut().map(cut).collect();
            let height = self.height(now.iter().map(Vec::as_slice)).max(if chunk == 0 { tall } else { 0.0 });
            let mut nodes = Vec::new();
            if self.grid.ruled {
                let shade = if dark { ZEBRA } else { Color::WHITE };
                nodes.push(fill(Rect { x: 0.0, y: 0.0, width: self.total(), height }, shade));
            }
            nodes.extend(fills.iter().map(|(rect, color)| fill(Rect { height, ..*rect }, *color)));
            if self.grid.ruled && chunk == 0 && !(first || line.belongs || line.heavy) {
                nodes.push(rule(0.0, self.total(), 0.0, LINE, FINE));
            }
            if chunk == 0 {
                for ((cell, width), x) in line.cells.iter().zip(self.widths).zip(self.meets) {
                    if let Cell::Picture(_, _, inside) = cell {
                        let transform = Transform::shift(x + width / 2.0, height / 2.0);
                        nodes.push(Group { transform, nodes: inside.clone(), ..Group::default() }.into());
                    }
                }
            }
            self.write(&now, height, &mut nodes);
            strips.push(Strip { height, nodes, ruled, heavy: line.heavy && chunk == 0, with_next: false });
        }
        strips
    }
}

/// A filled box.
pub(super) fn fill(rect: Rect, color: Color) -> Node {
    let mut path = Path::new();
    path.rect(rect);
    Shape::filled(path, color).into()
}

/// A level line.
pub(super) fn rule(from: f64, to: f64, y: f64, color: Color, width: f64) -> Node {
    let mut path = Path::new();
    path.line(Point { x: from, y }, Point { x: to, y });
    Shape::stroked(path, Stroke::butt(color, width)).into()
}
