//! Where boxes, tracks and key lie: below the map, in one column or two, or to its right, whichever takes the fewest
//! sheets of paper, and of those the least room. A map that does not fill its box leaves room there too: beneath its
//! steps, and in the box of a ragged one.

use super::canvas::Canvas;
use super::neat::Neat;
use super::panels::{GAP, Panel, Panels, flow, paint_all};
use super::spare;
use crate::draw::scene::Rect;
use crate::hexgrid::{Bounds, Point};

/// The least width of a column.
const LEAST: f64 = 64.0;

/// A way to lay the panels, and the page that it takes.
struct Way {
    places: Vec<(usize, Rect)>,
    page: (f64, f64),
}

/// Lays the panels out and draws them.
///
/// The margins are those beside the map and below it.
pub(super) fn laid_out(
    canvas: &Canvas<'_>,
    neat: Option<&Neat>,
    (margin, foot): (f64, f64),
    panels: &[Panel<'_>],
) -> (Panels, (f64, f64)) {
    let Bounds { min, max } = canvas.bounds();
    // Many boxes without hexes above them are a square rather than a column.
    let boxes_wide = f64::from(u32::try_from(canvas.map.boxes.len()).unwrap_or(0)).sqrt() * 45.0;
    let least = if canvas.board.is_empty() { boxes_wide.clamp(120.0, 1200.0) } else { 120.0 };
    let width = (max.x - min.x).max(least);
    let all: Vec<usize> = (0..panels.len()).collect();
    let whole = (margin * 2.0 + width, max.y + foot);
    let below = |columns: &[(f64, f64, &[usize])]| {
        let mut way = Way { places: Vec::new(), page: whole };
        for (from, wide, own) in columns {
            let top = neat.map_or(max.y, |neat| neat.lowest(*from, from + wide)) + foot;
            let (places, high) = flow(canvas, panels, own, Point { x: *from, y: top }, *wide);
            way.places.extend(places);
            if high > 0.0 {
                way.page.1 = way.page.1.max(top + high + 8.0);
            }
        }
        way
    };
    let mut ways = vec![below(&[(min.x, width, &all)])];
    // What a ragged or stepped map leaves free in its own box makes no sheet larger.
    let spare = if canvas.board.is_empty() { Vec::new() } else { spare::placed(canvas, neat.is_some(), panels) };
    if !spare.is_empty() {
        let rest: Vec<usize> = all.iter().copied().filter(|n| !spare.iter().any(|(own, _)| own == n)).collect();
        let mut way = below(&[(min.x, width, &rest)]);
        way.places.extend(spare);
        ways.push(way);
    }
    if !panels.is_empty() && !canvas.board.is_empty() {
        // The key has a column of its own, to the right of the others.
        let (left, right): (Vec<usize>, Vec<usize>) =
            all.iter().copied().partition(|n| panels.get(*n).is_some_and(Panel::holds_counters));
        let shares = [0.25, 0.33, 0.4, 0.5, 0.6, 0.67, 0.75].map(|share| min.x + width * share);
        let steps = neat.map(Neat::steps).unwrap_or_default();
        for split in shares.into_iter().chain(steps) {
            let (one, other) = (split - min.x - GAP / 2.0, min.x + width - split - GAP / 2.0);
            if one >= LEAST && other >= LEAST && !left.is_empty() && !right.is_empty() {
                ways.push(below(&[(min.x, one, &left), (split + GAP / 2.0, other, &right)]));
            }
        }
        for share in [0.16, 0.2, 0.24, 0.3, 0.36] {
            let narrow = ((max.x - min.x) * share).clamp(100.0, 240.0);
            let from = Point { x: max.x + margin, y: min.y };
            let (places, high) = flow(canvas, panels, &all, from, narrow);
            ways.push(Way { places, page: (max.x + margin * 2.0 + narrow, (max.y + foot).max(min.y + high + foot)) });
        }
    }
    let cost = |way: &Way| (sheets(way.page), way.page.0 * way.page.1);
    let best = ways.into_iter().reduce(|best, way| {
        let (one, other) = (cost(&best), cost(&way));
        // Below the map is the usual place: another must be better, not merely as good.
        if other.0 < one.0 || other.0 <= one.0 && other.1 < one.1 * 0.995 { way } else { best }
    });
    let Way { places, page } = best.unwrap_or(Way { places: Vec::new(), page: whole });
    (paint_all(canvas, panels, &places), page)
}

/// How many sheets of A4 a page takes that is cut into tiles, the better way round. Tiles overlap.
fn sheets((width, height): (f64, f64)) -> f64 {
    let overlap = 10.0;
    let along = |long: f64, tile: f64| ((long - overlap) / (tile - overlap)).ceil().max(1.0);
    let count = |(wide, high): (f64, f64)| along(width, wide) * along(height, high);
    count((277.0, 186.0)).min(count((190.0, 273.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_counted_as_tiles_are_cut() {
        assert_eq!([(100.0, 80.0), (277.0, 186.0), (277.1, 186.0)].map(sheets), [1.0, 1.0, 2.0]);
        // Two tiles share what they overlap by: a map as high as both is not cut in two.
        assert_eq!([(270.0, 362.0), (270.0, 362.1)].map(sheets), [2.0, 3.0]);
    }
}
