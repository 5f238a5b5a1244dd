//! Rows and columns: how wide each column is, and what becomes of a grid that is too wide.

use super::cut::Cutter;
use super::flow::{Desk, Span, Strip};
use super::look::{INK, PALE, SMALLEST};
use crate::draw::scene::{Color, Face, Node};
use crate::draw::words::Ruler;

/// Left and right of the words in a cell, as a share of the size.
pub(super) const PAD: f64 = 0.42;
/// The size of what stands below the words of a cell.
pub(super) const UNDER: f64 = 0.82;
/// A cell of many words is no wider than that unless there is room, as a share of the size.
const COMFORT: f64 = 13.0;
/// Words that are longer may break, as a share of the size.
const LONG: f64 = 12.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    /// What stands above it.
    pub(super) head: String,
    /// Whether its cells begin at the left instead of being centred.
    pub(super) left: bool,
    /// Whether its cells are texts that may break into lines.
    pub(super) text: bool,
    /// How much of the room that is left over it takes.
    pub(super) grow: f64,
    /// Whether it should be as wide as all others that say so.
    pub(super) even: bool,
}

impl Column {
    /// A column of codes, all of the same width.
    pub(super) fn codes(head: impl Into<String>) -> Column {
        Column { head: head.into(), grow: 1.0, even: true, ..Column::default() }
    }

    /// A column as narrow as it can be.
    pub(super) fn narrow(head: impl Into<String>) -> Column {
        Column { head: head.into(), grow: 0.15, ..Column::default() }
    }

    /// A column of words.
    pub(super) fn text(head: impl Into<String>) -> Column {
        Column { head: head.into(), left: true, text: true, grow: 1.0, even: false }
    }
}

/// What stands in a cell.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Words(Words),
    /// A picture about its middle: its width, its height, what is on it.
    Picture(f64, f64, Vec<Node>),
}

/// Words in a cell.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) face: Face,
    pub(super) color: Color,
    /// The colour of the cell.
    pub(super) fill: Option<Color>,
    /// What stands below, smaller.
    pub(super) under: String,
}

impl Cell {
    pub(super) fn plain(text: impl Into<String>) -> Cell {
        Cell::Words(Words { text: text.into(), face: Face::Regular, color: INK, fill: None, under: String::new() })
    }

    pub(super) fn bold(text: impl Into<String>) -> Cell {
        Cell::Words(Words { text: text.into(), face: Face::Bold, color: INK, fill: None, under: String::new() })
    }

    pub(super) fn pale(text: impl Into<String>) -> Cell {
        Cell::Words(Words { text: text.into(), face: Face::Regular, color: PALE, fill: None, under: String::new() })
    }
}

/// A row.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) cells: Vec<Cell>,
    /// Whether a strong line stands above it.
    pub(super) heavy: bool,
    /// A heading across all columns, before the row.
    pub(super) section: Option<String>,
    /// Whether it belongs to the row above: it has the same colour.
    pub(super) belongs: bool,
}

impl Line {
    pub(super) fn new(cells: Vec<Cell>) -> Line {
        Line { cells, ..Line::default() }
    }
}

/// Rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) columns: Vec<Column>,
    pub(super) lines: Vec<Line>,
    /// The size of letters, where there is room.
    pub(super) size: f64,
    /// Above and below the words in a cell, as a share of the size.
    pub(super) pad: f64,
    /// Whether there are lines and colours, as in a table; else it is only words in order.
    pub(super) ruled: bool,
    /// So many columns at the left stand in every part again if the grid is too wide for a page.
    pub(super) again: usize,
}

/// A grid, or a part of it, in its width.
#[derive(Clone, Debug, Default)]
pub(super) struct GridPart {
    pub(super) head: Option<Strip>,
    pub(super) strips: Vec<Strip>,
    /// Where columns meet, from left to right, with both ends.
    pub(super) meets: Vec<f64>,
}

/// What a column needs at size 1; pictures in millimetres.
#[derive(Clone, Copy, Default)]
struct Need {
    least: f64,
    comfort: f64,
    natural: f64,
    picture: f64,
}

impl Need {
    fn at(self, size: f64, of: fn(Need) -> f64) -> f64 {
        size * (of(self) + 2.0 * PAD) + self.picture
    }
}

impl Grid {
    /// Lays it out in the narrowest span in which it reads well; in several parts if it is too wide for all.
    pub(super) fn lay(&self, desk: &Desk<'_>) -> (Span, Vec<GridPart>) {
        let (half, full) = (desk.half, desk.full);
        let needs = self.needs(desk.ruler);
        let comfort = |size: f64| needs.iter().map(|need| need.at(size, |n| n.comfort)).sum::<f64>();
        // In a column letters may be a little smaller: that is better than wide gaps.
        if let Some(size) = sizes(self.size).take(3).find(|size| comfort(*size) <= half) {
            return (Span::Half, vec![self.part(desk, &needs, size, half)]);
        }
        let least = |size: f64| needs.iter().map(|need| need.at(size, |n| n.least)).sum::<f64>();
        let fitting = sizes(self.size).find(|size| comfort(*size) <= full);
        if let Some(size) = fitting.or_else(|| sizes(self.size).find(|size| least(*size) <= full)) {
            return (Span::Full, vec![self.part(desk, &needs, size, full)]);
        }
        (Span::Full, self.split(desk, &needs))
    }

    /// Lays it out in that width.
    pub(super) fn lay_in(&self, desk: &Desk<'_>, width: f64) -> GridPart {
        let needs = self.needs(desk.ruler);
        let least = |size: f64| needs.iter().map(|need| need.at(size, |n| n.least)).sum::<f64>();
        let size = sizes(self.size).find(|size| least(*size) <= width).unwrap_or(SMALLEST);
        self.part(desk, &needs, size, width)
    }

    /// Several parts side by side, each with the first columns again.
    fn split(&self, desk: &Desk<'_>, needs: &[Need]) -> Vec<GridPart> {
        let full = desk.full;
        let again = self.again.min(self.columns.len());
        let (kept, rest) = needs.split_at_checked(again).unwrap_or((needs, &[]));
        let room = full - kept.iter().map(|need| need.at(SMALLEST, |n| n.least)).sum::<f64>();
        let wide: f64 = rest.iter().map(|need| need.at(SMALLEST, |n| n.least).min(room)).sum();
        let widest = rest.iter().map(|need| need.at(SMALLEST, |n| n.least)).fold(0.1, f64::max);
        // As many columns as surely fit, and all parts alike.
        let surely = whole((room / widest).floor().max(1.0));
        let parts = whole((wide / room.max(1.0)).ceil()).max(1);
        let each = rest.len().div_ceil(parts).min(surely.max(1)).max(1);
        let each = rest.len().div_ceil(rest.len().div_ceil(each).max(1)).max(1);
        let numbers: Vec<usize> = (again..self.columns.len()).collect();
        let made = numbers.chunks(each).map(|chunk| {
            let wanted: Vec<usize> = (0..again).chain(chunk.iter().copied()).collect();
            let columns = wanted.iter().filter_map(|n| self.columns.get(*n).cloned()).collect();
            let lines = self.lines.iter().map(|line| Line {
                cells: wanted.iter().map(|n| line.cells.get(*n).cloned().unwrap_or_else(|| Cell::plain(""))).collect(),
                ..line.clone()
            });
            let grid = Grid { columns, lines: lines.collect(), ..self.clone() };
            let needs = grid.needs(desk.ruler);
            (grid, needs)
        });
        let made: Vec<(Grid, Vec<Need>)> = made.collect();
        let least = |size: f64, needs: &[Need]| needs.iter().map(|need| need.at(size, |n| n.least)).sum::<f64>();
        // All parts in the same letters.
        let fits = |size: &f64| made.iter().all(|(_, needs)| least(*size, needs) <= full);
        let size = sizes(self.size).find(fits).unwrap_or(SMALLEST);
        made.iter().map(|(grid, needs)| grid.part(desk, needs, size, full)).collect()
    }

    fn needs(&self, ruler: &Ruler) -> Vec<Need> {
        let mut needs: Vec<Need> = self
            .columns
            .iter()
            .map(|column| {
                let head = ruler.widest_word(Face::Bold, &column.head, 1.0);
                Need { least: head.min(LONG), comfort: head.min(LONG), natural: head, picture: 0.0 }
            })
            .collect();
        for line in &self.lines {
            for ((need, column), cell) in needs.iter_mut().zip(&self.columns).zip(&line.cells) {
                match cell {
                    Cell::Picture(width, ..) => need.picture = need.picture.max(*width),
                    Cell::Words(words) => {
                        let under = ruler.width(Face::Regular, &words.under, UNDER);
                        let natural = ruler.width(words.face, &words.text, 1.0).max(under);
                        let word = ruler.widest_word(words.face, &words.text, 1.0).min(LONG);
                        need.natural = need.natural.max(natural);
                        need.least = need.least.max(word).max(ruler.widest_word(Face::Regular, &words.under, UNDER).min(LONG));
                        let most = if column.text { COMFORT } else { 2.0 * COMFORT };
                        need.comfort = need.comfort.max(natural.min(most)).max(need.least);
                    }
                }
            }
        }
        needs
    }

    /// How wide each column is if all are so wide together.
    fn widths(&self, needs: &[Need], size: f64, width: f64) -> Vec<f64> {
        let widths: Vec<f64> = needs.iter().map(|need| need.at(size, |n| n.comfort)).collect();
        let sum: f64 = widths.iter().sum();
        if sum > width {
            // Between what they need and what they want; what does not even fit so is made to.
            let least: Vec<f64> = needs.iter().map(|need| need.at(size, |n| n.least)).collect();
            let needed: f64 = least.iter().sum();
            let share = ((width - needed) / (sum - needed).max(0.001)).max(0.0);
            let squeeze = (width / needed.max(0.001)).min(1.0);
            return least.iter().zip(&widths).map(|(least, want)| (least + (want - least) * share) * squeeze).collect();
        }
        // First to texts that would have to break, then to all.
        let lacks: Vec<f64> = needs.iter().zip(&widths).map(|(n, width)| (n.at(size, |n| n.natural) - width).max(0.0)).collect();
        let lack: f64 = lacks.iter().sum();
        let given = if lack > 0.0 { ((width - sum) / lack).min(1.0) } else { 0.0 };
        let left = width - sum - lack * given;
        let grows: f64 = self.columns.iter().map(|column| column.grow).sum();
        let count = f64::from(u32::try_from(widths.len().max(1)).unwrap_or(u32::MAX));
        let more = |column: &Column| if grows > 0.0 { left * column.grow / grows } else { left / count };
        let all = widths.iter().zip(&lacks).zip(&self.columns);
        let mut widths: Vec<f64> = all.map(|((width, lack), column)| width + lack * given + more(column)).collect();
        self.level(&mut widths, needs, size);
        widths
    }

    /// Makes columns that should be even as even as their words allow, with the room that they have together.
    fn level(&self, widths: &mut [f64], needs: &[Need], size: f64) {
        let even = |n: &usize| self.columns.get(*n).is_some_and(|column| column.even);
        let mut open: Vec<usize> = (0..widths.len()).filter(even).collect();
        let mut room: f64 = open.iter().filter_map(|n| widths.get(*n)).sum();
        let least = |n: &usize| needs.get(*n).map_or(0.0, |need| need.at(size, |n| n.comfort));
        // The widest keep what they need, until the rest can share.
        while !open.is_empty() {
            let each = room / f64::from(u32::try_from(open.len()).unwrap_or(u32::MAX));
            let Some(widest) = open.iter().position(|n| least(n) > each) else {
                for n in open {
                    if let Some(width) = widths.get_mut(n) {
                        *width = each;
                    }
                }
                return;
            };
            let n = open.remove(widest);
            if let Some(width) = widths.get_mut(n) {
                *width = least(&n);
            }
            room -= least(&n);
        }
    }

    fn part(&self, desk: &Desk<'_>, needs: &[Need], size: f64, width: f64) -> GridPart {
        let widths = self.widths(needs, size, width);
        let mut meets = vec![0.0];
        let mut x = 0.0;
        for width in &widths {
            x += width;
            meets.push(x);
        }
        let cutter =
            Cutter { ruler: desk.ruler, grid: self, pad: self.pad * desk.air * size, size, widths: &widths, meets: &meets };
        let head = (self.ruled && self.columns.iter().any(|column| !column.head.is_empty())).then(|| cutter.head());
        let mut strips = Vec::new();
        let mut dark = false;
        for (n, line) in self.lines.iter().enumerate() {
            if let Some(section) = &line.section {
                strips.push(cutter.section(section));
                dark = false;
            } else if n > 0 && !line.belongs {
                dark = !dark;
            }
            let first = strips.is_empty() || line.section.is_some();
            strips.extend(cutter.line(line, dark, first));
        }
        GridPart { head, strips, meets }
    }
}

/// Sizes to try, from that one down to what can still be read.
fn sizes(from: f64) -> impl Iterator<Item = f64> {
    (0..16).map(move |n| from - 0.1 * f64::from(n)).filter(move |size| *size >= SMALLEST - 0.001)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 10,000")]
fn whole(n: f64) -> usize {
    n.clamp(0.0, 10_000.0) as usize
}
