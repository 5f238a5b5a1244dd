//! Where parts lie: row by row, on as few sheets as they need.

use std::collections::BTreeMap;

use super::shelves::shelved;
use super::{Cutout, Cutting, Grid, On, Spot, TooSmall, fits};
use crate::draw::page::MARGIN;
use crate::draw::scene::{Color, Point, Rect};
use crate::model::Backs;

/// From the line of the fold to the bleed.
const FOLD: f64 = 5.0;

impl Cutting<'_> {
    /// The way that needs the fewest sheets. The tidiest comes first: parts of one colour sharing cuts, each colour in rows
    /// of its own as the parts are listed; or all of a colour together; or several colours in a row, with a free place
    /// between them; or room between all parts; or each colour in columns of its own on shelves of several rows.
    pub(super) fn spread(&self, parts: &[Cutout]) -> Result<(Grid, Vec<Spot>), TooSmall> {
        let plain = |part: &Cutout| part.front.edge.is_some() && (self.backs == Backs::Fronts || part.back.edge.is_some());
        let listed: Vec<usize> = (0..parts.len()).collect();
        let laid = |gutter: f64, order: &[usize], mixed: bool| -> Result<(Grid, Vec<Spot>), TooSmall> {
            let grid = self.grid(gutter)?;
            let near = gutter < 2.0 * self.bleed;
            let spots = if mixed { self.mixed(parts, &grid, order) } else { self.spots(parts, &grid, order, near) };
            Ok((grid, spots))
        };
        match self.gutter {
            Some(gutter) => return laid(gutter, &listed, false),
            None if !parts.iter().all(plain) => return laid(2.0 * self.bleed, &listed, false),
            None => {}
        }
        let mut best = laid(0.0, &listed, false)?;
        let sheets = |spots: &[Spot]| spots.last().map_or(0, |spot| spot.sheet);
        if sheets(&best.1) == 0 || matches!(self.on, On::Die(_)) {
            return Ok(best);
        }
        let sorted = by_colour(parts);
        // A free place must have room for the bleed of both its neighbours.
        let mixes = self.part.0 >= 2.0 * self.bleed;
        for (gutter, order, mixed) in [(0.0, &sorted, false), (0.0, &sorted, true), (2.0 * self.bleed, &listed, false)] {
            if let Some(other) = laid(gutter, order, mixed).ok().filter(|_| mixes || !mixed)
                && sheets(&other.1) < sheets(&best.1)
            {
                best = other;
            }
        }
        let sheets = sheets(&best.1) + 1;
        if mixes
            && sheets > 1
            && let Ok(grid) = self.grid(0.0)
            && let Some(spots) = shelved(parts, self.part, &grid, sheets)
        {
            best = (grid, spots);
        }
        Ok(best)
    }

    fn grid(&self, gutter: f64) -> Result<Grid, TooSmall> {
        let (width, height) = self.part;
        match self.on {
            On::Die(die) if !fits(die, self.part) => Err(TooSmall),
            On::Die(die) => Ok(Grid {
                page: die.page,
                first: Point { x: die.margin.0, y: die.margin.1 },
                columns: die.cells.0.max(1),
                rows: die.cells.1.max(1),
                gutter: die.gutter,
                block: die.block,
                gap: 0.0,
                bottom: f64::INFINITY,
            }),
            On::Paper(paper) => {
                let page = paper.size();
                // A little more room above and below: there the cut marks meet the head of the page and the ruler.
                let inside = Rect {
                    x: self.margin,
                    y: MARGIN + 1.0,
                    width: page.0 - 2.0 * self.margin,
                    height: page.1 - 2.0 * MARGIN - 2.0,
                };
                let bottom = match self.backs {
                    Backs::Fold => page.1 / 2.0 - FOLD - self.bleed,
                    _ => inside.y + inside.height,
                };
                let fit = |room: f64, part: f64| {
                    let count = ((room + gutter + 1e-6) / (part + gutter)).floor();
                    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a sheet has no million rows")]
                    (count.clamp(0.0, 10_000.0) as u32, room + gutter - count * (part + gutter))
                };
                let (columns, spare_x) = fit(inside.width, width);
                let (rows, spare_y) = fit(bottom - inside.y, height);
                if columns == 0 || rows == 0 {
                    return Err(TooSmall);
                }
                Ok(Grid {
                    page,
                    first: Point { x: inside.x + spare_x / 2.0, y: inside.y + spare_y / 2.0 },
                    columns,
                    rows,
                    gutter: (gutter, gutter),
                    block: None,
                    gap: (2.0 * self.bleed - gutter).max(0.0),
                    bottom,
                })
            }
        }
    }

    fn spots(&self, parts: &[Cutout], grid: &Grid, order: &[usize], near: bool) -> Vec<Spot> {
        let mut spots = Vec::new();
        let (width, height) = self.part;
        let (mut sheet, mut row, mut column) = (0usize, 0u32, 0u32);
        let mut y = grid.first.y;
        let mut colours = None;
        for (n, part) in order.iter().filter_map(|n| Some((*n, parts.get(*n)?))) {
            let own = colours_of(part);
            // Neighbours that differ get room for the bleed of both: a row of their own.
            if near && grid.block.is_none() && grid.bottom.is_finite() && colours.is_some_and(|last| last != own) {
                if column > 0 {
                    column = 0;
                    row += 1;
                    y += height + grid.gutter.1;
                }
                if row > 0 {
                    y += grid.gap;
                }
            }
            colours = Some(own);
            for copy in 1..=part.copies {
                if column == grid.columns {
                    column = 0;
                    row += 1;
                    y += height + grid.gutter.1;
                }
                if row >= grid.rows || y + height > grid.bottom + 1e-6 {
                    (sheet, row, column, y) = (sheet + 1, 0, 0, grid.first.y);
                }
                let (dx, dy) = blocks(grid, column, row);
                let x = grid.first.x + f64::from(column) * (width + grid.gutter.0) + dx;
                spots.push(Spot { part: n, copy, sheet, row: row + 1, column: column + 1, at: Point { x, y: y + dy } });
                column += 1;
            }
        }
        spots
    }

    /// Rows of several colours: where one ends and there is room, the next begins after a free place.
    fn mixed(&self, parts: &[Cutout], grid: &Grid, order: &[usize]) -> Vec<Spot> {
        let (width, height) = self.part;
        let mut rows: Vec<Vec<(usize, u32, u32)>> = vec![Vec::new()];
        let (mut column, mut before) = (0u32, None);
        for (n, part) in order.iter().filter_map(|n| Some((*n, parts.get(*n)?))) {
            let own = colours_of(part);
            if before.is_some_and(|last| last != own) && column > 0 {
                column += 1;
            }
            before = Some(own);
            for copy in 1..=part.copies {
                if column >= grid.columns {
                    column = 0;
                    rows.push(Vec::new());
                }
                if let Some(row) = rows.last_mut() {
                    row.push((n, copy, column));
                }
                column += 1;
            }
        }
        // Rows of one and the same colour share a cut, others have room between them.
        let only = |row: &[(usize, u32, u32)]| {
            let mut all = row.iter().filter_map(|(n, ..)| parts.get(*n)).map(colours_of);
            let first = all.next()?;
            all.all(|other| other == first).then_some(first)
        };
        let mut spots = Vec::new();
        let (mut sheet, mut row, mut y) = (0usize, 0u32, grid.first.y);
        let mut above: Option<Option<Colours>> = None;
        for cells in &rows {
            let own = only(cells);
            if let Some(last) = above {
                row += 1;
                y += height + grid.gutter.1 + if last.is_some() && last == own { 0.0 } else { grid.gap };
            }
            above = Some(own);
            if row >= grid.rows || y + height > grid.bottom + 1e-6 {
                (sheet, row, y) = (sheet + 1, 0, grid.first.y);
            }
            for (part, copy, column) in cells.iter().copied() {
                let x = grid.first.x + f64::from(column) * (width + grid.gutter.0);
                spots.push(Spot { part, copy, sheet, row: row + 1, column: column + 1, at: Point { x, y } });
            }
        }
        spots
    }
}

/// The colours of both edges of a part, as far as they are of one colour.
pub(super) type Colours = (Option<Color>, Option<Color>);

pub(super) fn colours_of(part: &Cutout) -> Colours {
    (part.front.edge, part.back.edge)
}

/// The parts in an order in which those of one colour follow each other; the colours, and the parts of each, as they are
/// listed.
fn by_colour(parts: &[Cutout]) -> Vec<usize> {
    let mut seen: BTreeMap<Colours, usize> = BTreeMap::new();
    let mut placed: Vec<(usize, usize)> = Vec::with_capacity(parts.len());
    for (n, part) in parts.iter().enumerate() {
        let next = seen.len();
        placed.push((*seen.entry(colours_of(part)).or_insert(next), n));
    }
    placed.sort_unstable();
    placed.into_iter().map(|(_, n)| n).collect()
}

/// How far the gaps between blocks move a place.
fn blocks(grid: &Grid, column: u32, row: u32) -> (f64, f64) {
    match grid.block {
        Some(((columns, rows), (x, y))) if columns > 0 && rows > 0 => {
            (f64::from(column / columns) * x, f64::from(row / rows) * y)
        }
        _ => (0.0, 0.0),
    }
}
