//! Where a field of values is above a level, as outlines: soft tints of the ground, and light and shade of relief.

use super::field::{Frame, whole};
use super::region::simpler;
use crate::draw::path::between;
use crate::draw::scene::Path;
use crate::hexgrid::Point;

/// Values on a grid.
pub(super) struct Field {
    from: Point,
    step: f64,
    columns: usize,
    rows: usize,
    values: Vec<f64>,
}

impl Field {
    /// The values of a function over a frame, so close to each other.
    pub(super) fn new(frame: Frame, step: f64, value: impl Fn(Point) -> f64) -> Field {
        let count = |long: f64| usize::try_from(whole(long / step).max(1)).unwrap_or(1) + 2;
        let (columns, rows) = (count(frame.max.x - frame.min.x), count(frame.max.y - frame.min.y));
        let mut field = Field { from: frame.min, step, columns, rows, values: Vec::with_capacity(columns * rows) };
        for row in 0..rows {
            for column in 0..columns {
                let at = field.at(column, row);
                field.values.push(value(at));
            }
        }
        field
    }

    /// Another field on the same grid, from this one, point by point.
    pub(super) fn mapped(&self, value: impl Fn(usize, Point, f64) -> f64) -> Field {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)));
        let values = all.zip(&self.values).enumerate().map(|(n, ((column, row), own))| value(n, self.at(column, row), *own));
        Field { values: values.collect(), ..*self }
    }

    /// All points of the grid that lie so near, by their number, with the square of how far they are.
    pub(super) fn near(&self, at: Point, reach: f64, mut each: impl FnMut(usize, f64)) {
        let first = |from: f64| usize::try_from(whole((from - reach) / self.step) + 1).unwrap_or(0);
        let last = |from: f64, count: usize| usize::try_from(whole((from + reach) / self.step) + 1).unwrap_or(0).min(count);
        let (x, y) = (at.x - self.from.x, at.y - self.from.y);
        for row in first(y)..last(y, self.rows) {
            for column in first(x)..last(x, self.columns) {
                let p = self.at(column, row);
                let far = (p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y);
                if far < reach * reach {
                    each(row * self.columns + column, far);
                }
            }
        }
    }

    /// How many points there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    fn at(&self, column: usize, row: usize) -> Point {
        let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        Point { x: self.from.x + number(column) * self.step, y: self.from.y + number(row) * self.step }
    }

    fn value(&self, column: usize, row: usize) -> f64 {
        self.values.get(row * self.columns + column).copied().unwrap_or(0.0)
    }

    /// Another field on the same grid, from this one and its slopes to the right and down.
    pub(super) fn sloped(&self, value: impl Fn(f64, f64) -> f64) -> Field {
        let mut made = Vec::with_capacity(self.values.len());
        for row in 0..self.rows {
            for column in 0..self.columns {
                let (left, right) = (column.saturating_sub(1), (column + 1).min(self.columns - 1));
                let (up, down) = (row.saturating_sub(1), (row + 1).min(self.rows - 1));
                let wide = |a: usize, b: usize| f64::from(u32::try_from(b - a).unwrap_or(1)) * self.step;
                let x = (self.value(right, row) - self.value(left, row)) / wide(left, right);
                let y = (self.value(column, down) - self.value(column, up)) / wide(up, down);
                made.push(value(x, y));
            }
        }
        Field { values: made, ..*self }
    }

    /// Where the field is above a level. Beyond its border it is nowhere.
    pub(super) fn above(&self, level: f64) -> Path {
        let size = self.columns * self.rows;
        // Edges to the right of a point come first, then those down from it; each leads to the next of the outline.
        let mut next: Vec<u32> = vec![u32::MAX; size * 2];
        let mut begun: Vec<usize> = Vec::new();
        let inside = |row: usize| -> Vec<bool> {
            let from = row * self.columns;
            let mut found: Vec<bool> = match self.values.get(from..from + self.columns) {
                Some(values) if row > 0 && row + 1 < self.rows => values.iter().map(|value| *value > level).collect(),
                _ => vec![false; self.columns],
            };
            for border in [0, self.columns.saturating_sub(1)] {
                if let Some(there) = found.get_mut(border) {
                    *there = false;
                }
            }
            found
        };
        let mut upper = inside(0);
        for row in 0..self.rows.saturating_sub(1) {
            let lower = inside(row + 1);
            for (column, (above, below)) in upper.windows(2).zip(lower.windows(2)).enumerate() {
                let ([a, b], [d, c]) = (above, below) else { continue };
                if a == b && b == c && c == d {
                    continue;
                }
                let here = row * self.columns + column;
                let edges = [here, size + here + 1, here + self.columns, size + here];
                link([*a, *b, *c, *d], edges, &mut next, &mut begun);
            }
            upper = lower;
        }
        begun.sort_unstable();
        self.walk(&mut next, &begun, level)
    }

    /// How much higher than a level the field is; nothing along its border.
    fn over(&self, column: usize, row: usize, level: f64) -> f64 {
        let outside = column == 0 || row == 0 || column + 1 >= self.columns || row + 1 >= self.rows;
        if outside { -1.0 } else { self.value(column, row) - level }
    }

    /// Follows the outlines, from where one may begin.
    fn walk(&self, next: &mut [u32], begun: &[usize], level: f64) -> Path {
        let size = self.columns * self.rows;
        let cross = |edge: usize| {
            let (n, is_down) = if edge < size { (edge, false) } else { (edge - size, true) };
            let (column, row) = (n % self.columns, n / self.columns);
            let (other, below) = if is_down { (column, row + 1) } else { (column + 1, row) };
            let (a, b) = (self.over(column, row, level), self.over(other, below, level));
            let share = if (a - b).abs() > 1e-12 { (a / (a - b)).clamp(0.0, 1.0) } else { 0.5 };
            between(self.at(column, row), self.at(other, below), share)
        };
        let mut path = Path::new();
        let mut line = Vec::new();
        for start in begun {
            line.clear();
            let mut edge = *start;
            while let Some(to) = next.get_mut(edge).filter(|to| **to != u32::MAX) {
                line.push(cross(edge));
                edge = *to as usize;
                *to = u32::MAX;
            }
            // Specks tell nothing.
            if line.len() > 5 {
                path.polygon(&simpler(&line, self.step * 0.12));
            }
        }
        path
    }
}

/// The pieces of outline in a cell: from each edge where one leaves the inside, going round clockwise, to the next
/// where one comes back.
fn link(corners: [bool; 4], edges: [usize; 4], next: &mut [u32], begun: &mut Vec<usize>) {
    for (n, (here, edge)) in corners.into_iter().zip(edges).enumerate() {
        let after = corners.get((n + 1) % 4).copied().unwrap_or(false);
        if !here || after {
            continue;
        }
        for k in 1..4 {
            let (a, b) = (corners.get((n + k) % 4), corners.get((n + k + 1) % 4));
            if a == Some(&false) && b == Some(&true) {
                if let (Some(slot), Some(to)) = (next.get_mut(edge), edges.get((n + k) % 4)) {
                    *slot = u32::try_from(*to).unwrap_or(u32::MAX);
                    begun.push(edge);
                }
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cone_is_cut_in_circles() {
        let frame = Frame { min: Point { x: 0.0, y: 0.0 }, max: Point { x: 10.0, y: 10.0 } };
        let field = Field::new(frame, 0.1, |p| -((p.x - 5.0).powi(2) + (p.y - 5.0).powi(2)).sqrt());
        let path = field.above(-2.0);
        let bounds = path.bounds().unwrap();
        assert!((bounds.width - 4.0).abs() < 0.05 && (bounds.height - 4.0).abs() < 0.05, "{bounds:?}");
        assert!(field.above(1.0).is_empty());
        let whole = field.above(-100.0).bounds().unwrap();
        assert!((whole.width - 10.0).abs() < 0.3, "closed along the border: {whole:?}");
    }
}
