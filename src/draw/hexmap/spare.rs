//! Room that a ragged or stepped map leaves inside its own box: panels lie there before they make the sheet larger.

use super::canvas::Canvas;
use super::field::whole;
use super::panels::{GAP, Panel, size};
use crate::draw::scene::Rect;
use crate::hexgrid::Bounds;

/// The cells of the map's box, and which of them are taken.
struct Cells {
    step: f64,
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
}

/// More cells are not looked at: such a map has its panels beside it.
const MOST_CELLS: usize = 1_000_000;

/// Which panels fit into the map's box, and where; the largest first. A frame needs more room around the hexes.
pub(super) fn placed(canvas: &Canvas<'_>, framed: bool, panels: &[Panel<'_>]) -> Vec<(usize, Rect)> {
    let Some(mut cells) = Cells::new(canvas, framed) else { return Vec::new() };
    let Bounds { min, .. } = canvas.bounds();
    let usual = |panel: &Panel<'_>| {
        let (w, h) = size(canvas, panel, cells.wide() * 0.45);
        w * h
    };
    let mut order: Vec<(f64, usize)> = panels.iter().enumerate().map(|(n, panel)| (usual(panel), n)).collect();
    order.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let mut found: Vec<(usize, Rect)> = Vec::new();
    for (_, n) in order {
        let Some(panel) = panels.get(n) else { continue };
        if let Some(rect) = cells.fit(|width| size(canvas, panel, width)) {
            cells.take(rect, GAP);
            found.push((n, Rect { x: rect.x + min.x, y: rect.y + min.y, ..rect }));
        }
    }
    found.sort_by_key(|(n, _)| *n);
    found
}

impl Cells {
    fn new(canvas: &Canvas<'_>, framed: bool) -> Option<Cells> {
        let Bounds { min, max } = canvas.bounds();
        let a = canvas.a;
        let step = a * 0.5;
        let count = |long: f64| usize::try_from(whole(long / step).max(0)).unwrap_or(0);
        let (columns, rows) = (count(max.x - min.x), count(max.y - min.y));
        if columns == 0 || rows == 0 || columns.checked_mul(rows)? > MOST_CELLS {
            return None;
        }
        let mut cells = Cells { step, columns, rows, taken: vec![false; columns * rows] };
        // Signs of entries stand beside their hexes, and so may names.
        let off = GAP.max(a * if framed { 1.3 } else { 0.9 });
        for at in canvas.board.hexes().filter_map(|hex| canvas.centre(hex)) {
            let side = a * 1.16;
            let own = Rect { x: at.x - min.x - side / 2.0, y: at.y - min.y - side / 2.0, width: side, height: side };
            cells.take(own, off);
        }
        Some(cells)
    }

    fn wide(&self) -> f64 {
        self.step * number(self.columns)
    }

    /// Takes a box and so much around it.
    fn take(&mut self, rect: Rect, off: f64) {
        let low = |at: f64| usize::try_from(whole((at - off) / self.step).max(0)).unwrap_or(0);
        let high = |at: f64, most: usize| usize::try_from(whole((at + off) / self.step) + 1).unwrap_or(0).min(most);
        let (left, top) = (low(rect.x), low(rect.y));
        let (right, bottom) = (high(rect.x + rect.width, self.columns), high(rect.y + rect.height, self.rows));
        for row in top..bottom {
            let from = row * self.columns;
            if let Some(cells) = self.taken.get_mut(from + left.min(right)..from + right) {
                cells.fill(true);
            }
        }
    }

    /// The free box into which something goes that knows how large it is in a width: the one of which it leaves the
    /// least, and there as far out as can be.
    fn fit(&self, of: impl Fn(f64) -> (f64, f64)) -> Option<Rect> {
        let mut best: Option<(f64, Rect)> = None;
        let mut heights = vec![0usize; self.columns];
        for row in 0..self.rows {
            for (column, height) in heights.iter_mut().enumerate() {
                let taken = self.taken.get(row * self.columns + column).copied().unwrap_or(true);
                *height = if taken { 0 } else { *height + 1 };
            }
            // Every box that ends in this row and cannot grow to either side.
            let mut open: Vec<(usize, usize)> = Vec::new();
            for column in 0..=self.columns {
                let height = heights.get(column).copied().unwrap_or(0);
                let mut from = column;
                while let Some((begun, high)) = open.last().copied().filter(|(_, high)| *high > height) {
                    open.pop();
                    from = begun;
                    self.offer(begun, column, row + 1 - high, row + 1, &of, &mut best);
                }
                if height > 0 && open.last().is_none_or(|(_, high)| *high < height) {
                    open.push((from, height));
                }
            }
        }
        best.map(|(_, rect)| rect)
    }

    fn offer(
        &self,
        left: usize,
        right: usize,
        top: usize,
        bottom: usize,
        of: &impl Fn(f64) -> (f64, f64),
        best: &mut Option<(f64, Rect)>,
    ) {
        let (wide, high) = (number(right - left) * self.step, number(bottom - top) * self.step);
        let (width, height) = of(wide);
        if width > wide || height > high {
            return;
        }
        let left_over = wide * high - width * height;
        if best.as_ref().is_some_and(|(least, _)| *least <= left_over) {
            return;
        }
        let x = if right == self.columns && left > 0 { number(right) * self.step - width } else { number(left) * self.step };
        let y = if bottom == self.rows && top > 0 { number(bottom) * self.step - height } else { number(top) * self.step };
        *best = Some((left_over, Rect { x, y, width, height }));
    }
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}
