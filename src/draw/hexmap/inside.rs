//! Whether a point lies inside closed lines, and how near their edge: asked of a hundred thousand points.

use super::canvas::distance;
use super::field::{Cells, Frame, Lists, whole};
use crate::draw::path::between;
use crate::hexgrid::Point;

/// How wide a cell is. What lies in it is asked one by one.
const CELL: f64 = 0.25;

/// Closed lines, by cells: of the corner of each cell it is known whether it lies inside, and from there to a point of
/// the cell only the lines that cross the cell can matter.
pub(super) struct Inside {
    frame: Frame,
    step: f64,
    columns: i32,
    rows: i32,
    corners: Vec<bool>,
    crossing: Lists<(Point, Point)>,
    edge: Cells<Point>,
}

impl Inside {
    pub(super) fn new<'l>(loops: impl Iterator<Item = &'l Vec<Point>> + Clone) -> Option<Inside> {
        let frame = Frame::of(loops.clone().flatten().copied())?.grown(CELL);
        let wide = (frame.max.x - frame.min.x).max(frame.max.y - frame.min.y);
        let step = CELL.max(wide / 2000.0);
        let columns = whole((frame.max.x - frame.min.x) / step) + 1;
        let rows = whole((frame.max.y - frame.min.y) / step) + 1;
        let count = usize::try_from(i64::from(columns) * i64::from(rows)).unwrap_or(0);
        let mut made = Inside {
            frame,
            step,
            columns,
            rows,
            corners: vec![false; count],
            crossing: Lists::new(count),
            edge: Cells::new(frame, CELL),
        };
        let mut lines: Vec<Vec<f64>> = vec![Vec::new(); usize::try_from(rows).unwrap_or(0)];
        for line in loops {
            for (from, to) in line.iter().zip(line.iter().skip(1).chain(line.first())) {
                made.edge(*from, *to, &mut lines);
            }
        }
        for (row, mut crossings) in (0..rows).zip(lines) {
            crossings.sort_by(f64::total_cmp);
            let (mut within, mut next) = (false, crossings.iter().peekable());
            for column in 0..columns {
                let x = made.frame.min.x + f64::from(column) * made.step;
                while next.next_if(|crossing| **crossing <= x).is_some() {
                    within = !within;
                }
                let n = made.index(column, row);
                if let Some(corner) = made.corners.get_mut(n) {
                    *corner = within;
                }
            }
        }
        Some(made)
    }

    fn index(&self, column: i32, row: i32) -> usize {
        let (column, row) = (column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1));
        usize::try_from(i64::from(row) * i64::from(self.columns) + i64::from(column)).unwrap_or(0)
    }

    fn place(&self, at: Point) -> (i32, i32) {
        (whole((at.x - self.frame.min.x) / self.step), whole((at.y - self.frame.min.y) / self.step))
    }

    /// Notes an edge in all cells of the box around it, and where it crosses the upper lines of cells.
    fn edge(&mut self, from: Point, to: Point, lines: &mut [Vec<f64>]) {
        let long = distance(from, to);
        let parts = (long / 0.04).ceil().max(1.0);
        let mut n = 0.0;
        while n < parts {
            let at = between(from, to, n / parts);
            self.edge.add(at, at);
            n += 1.0;
        }
        let low = Point { x: from.x.min(to.x), y: from.y.min(to.y) };
        let high = Point { x: from.x.max(to.x), y: from.y.max(to.y) };
        let ((left, top), (right, bottom)) = (self.place(low), self.place(high));
        for row in top..=bottom {
            for column in left..=right {
                let n = self.index(column, row);
                self.crossing.push(n, (from, to));
            }
            let y = self.frame.min.y + f64::from(row) * self.step;
            if (from.y > y) != (to.y > y) {
                let x = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y);
                if let Some(line) = usize::try_from(row).ok().and_then(|row| lines.get_mut(row)) {
                    line.push(x);
                }
            }
        }
    }

    /// Whether anything in a box may lie inside: where no line crosses its cells and none of their corners lies inside,
    /// nothing does.
    pub(super) fn meets(&self, Frame { min, max }: Frame) -> bool {
        let ((left, top), (right, bottom)) = (self.place(min), self.place(max));
        let here = |column: i32, row: i32| {
            let n = self.index(column, row);
            self.corners.get(n) == Some(&true) || self.crossing.of(n).next().is_some()
        };
        (top.max(0)..=bottom.min(self.rows - 1))
            .any(|row| (left.max(0)..=right.min(self.columns - 1)).any(|column| here(column, row)))
    }

    pub(super) fn holds(&self, at: Point) -> bool {
        let (column, row) = self.place(at);
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return false;
        }
        let n = self.index(column, row);
        let (x, y) = (self.frame.min.x + f64::from(column) * self.step, self.frame.min.y + f64::from(row) * self.step);
        let mut within = self.corners.get(n).copied().unwrap_or(false);
        for (from, to) in self.crossing.of(n) {
            // First along the upper line of the cell, then down.
            if (from.y > y) != (to.y > y) {
                let cross = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y);
                within ^= cross > x && cross <= at.x;
            }
            if (from.x > at.x) != (to.x > at.x) {
                let cross = from.y + (to.y - from.y) * (at.x - from.x) / (to.x - from.x);
                within ^= cross > y && cross <= at.y;
            }
        }
        within
    }

    /// How far the edge is, if it is nearer than that.
    pub(super) fn edge_within(&self, at: Point, reach: f64) -> Option<f64> {
        let mut least = reach;
        self.edge.around(at, reach, |point| {
            least = least.min(distance(*point, at));
            true
        });
        (least < reach).then_some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::hexmap::field::share;

    /// By the plain rule: count what a ray to the left crosses.
    fn plainly(loops: &[Vec<Point>], at: Point) -> bool {
        let mut within = false;
        for line in loops {
            for (from, to) in line.iter().zip(line.iter().skip(1).chain(line.first())) {
                if (from.y > at.y) != (to.y > at.y) {
                    within ^= from.x + (to.x - from.x) * (at.y - from.y) / (to.y - from.y) < at.x;
                }
            }
        }
        within
    }

    #[test]
    fn cells_answer_as_the_plain_rule_does() {
        let round = |x: f64, y: f64, r: f64| {
            let at = |n: i32| {
                let (sin, cos) = crate::draw::hexmap::field::turn(f64::from(n) / 60.0);
                let r = r * (0.8 + 0.4 * share(n, 3, 5));
                Point { x: x + r * cos, y: y + r * sin }
            };
            (0..60).map(at).collect::<Vec<_>>()
        };
        let loops = vec![round(3.0, 2.0, 2.0), round(3.1, 2.0, 0.7), round(6.5, 4.0, 1.1)];
        let inside = Inside::new(loops.iter()).unwrap();
        let mut within = 0;
        for n in 0..5000 {
            let at = Point { x: share(n, 1, 1) * 9.0, y: share(n, 2, 1) * 6.0 };
            assert_eq!(inside.holds(at), plainly(&loops, at), "{at:?}");
            within += u32::from(inside.holds(at));
            assert!(inside.meets(Frame { min: at, max: at }) || !inside.holds(at), "{at:?}");
        }
        assert!(!inside.meets(Frame { min: Point { x: 0.0, y: 5.0 }, max: Point { x: 1.0, y: 6.0 } }));
        assert!((800..2500).contains(&within), "{within}");
        assert!(inside.edge_within(Point { x: 3.0, y: 0.2 }, 0.3).is_some());
        assert!(inside.edge_within(Point { x: 6.5, y: 4.0 }, 0.3).is_none());
    }
}
