//! Lines that bend as little as they can: each point may move a little from where the grid puts it, and the line
//! through them is pulled straight.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{minus, plus};
use super::chains::walked;
use super::field::length;
use crate::hexgrid::Point;

/// How a point is held.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hold {
    /// Within so much of its place.
    Disc(f64),
    /// On a line through its place: the way along it, one long, and how far.
    Line(Point, f64),
}

/// A point of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub(super) place: Point,
    pub(super) hold: Hold,
    /// Where it would rather be, and how much.
    pub(super) target: Point,
    pub(super) pull: f64,
}

/// For a point and the one that one comes from: where the line goes on.
pub(super) type On = BTreeMap<(usize, usize), usize>;

const STEPS: u32 = 160;
const PACE: f64 = 0.09;

/// Where the points come to lie.
pub(super) fn relax(knots: &[Knot], on: &On) -> Vec<Point> {
    let triples: Vec<(usize, usize, usize)> =
        on.iter().filter(|((_, from), to)| from < to).map(|((here, from), to)| (*from, *here, *to)).collect();
    let mut at: Vec<Point> = knots.iter().map(|knot| knot.place).collect();
    let zero = Point { x: 0.0, y: 0.0 };
    let mut moves = vec![zero; at.len()];
    for _ in 0..STEPS {
        moves.fill(zero);
        for (a, n, b) in &triples {
            let (Some(p), Some(q), Some(r)) = (at.get(*a), at.get(*n), at.get(*b)) else { continue };
            let bend = Point { x: p.x + r.x - 2.0 * q.x, y: p.y + r.y - 2.0 * q.y };
            for (which, by) in [(a, -PACE), (b, -PACE), (n, 2.0 * PACE)] {
                if let Some(to) = moves.get_mut(*which) {
                    to.x += bend.x * by;
                    to.y += bend.y * by;
                }
            }
        }
        for ((p, by), knot) in at.iter_mut().zip(&moves).zip(knots) {
            let home = PACE * knot.pull;
            let moved = Point { x: p.x + by.x + home * (knot.target.x - p.x), y: p.y + by.y + home * (knot.target.y - p.y) };
            *p = held(knot, moved);
        }
    }
    at
}

fn held(knot: &Knot, at: Point) -> Point {
    let off = minus(at, knot.place);
    match knot.hold {
        Hold::Disc(radius) => {
            let far = length(off);
            if far > radius { plus(knot.place, off, radius / far) } else { at }
        }
        Hold::Line(along, reach) => plus(knot.place, along, (off.x * along.x + off.y * along.y).clamp(-reach, reach)),
    }
}

/// A line of points; a closed one ends where it begins.
pub(super) struct Chain {
    pub(super) nodes: Vec<usize>,
    pub(super) closed: bool,
}

/// Links as chains: from link to link as `on` says.
pub(super) fn chains(links: &BTreeSet<(usize, usize)>, on: &On) -> Vec<Chain> {
    let ways = links.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
    let mut starts: Vec<(usize, usize)> = ways.filter(|(node, other)| !on.contains_key(&(*node, *other))).collect();
    starts.sort_unstable();
    walked(starts, links, on).into_iter().map(|(nodes, closed)| Chain { nodes, closed }).collect()
}

/// A curve with its two control points.
pub(super) type Cubic = [Point; 4];

/// A smooth line through points, a curve from each to the next: centripetal, so that it makes no loops.
pub(super) fn curves(points: &[Point], closed: bool) -> Vec<Cubic> {
    let count = points.len();
    let nth = |n: usize| points.get(n).copied();
    let apart = |a: Point, b: Point| length(minus(a, b)).max(1e-6).sqrt();
    let mut made = Vec::new();
    for n in 0..count.saturating_sub(1) {
        let (Some(b), Some(c)) = (nth(n), nth(n + 1)) else { continue };
        let before = if n > 0 {
            nth(n - 1)
        } else if closed {
            nth(count.wrapping_sub(2))
        } else {
            None
        };
        let after = if n + 2 < count {
            nth(n + 2)
        } else if closed {
            nth(1)
        } else {
            None
        };
        let a = before.unwrap_or(Point { x: 2.0 * b.x - c.x, y: 2.0 * b.y - c.y });
        let d = after.unwrap_or(Point { x: 2.0 * c.x - b.x, y: 2.0 * c.y - b.y });
        let (ab, bc, cd) = (apart(a, b), apart(b, c), apart(c, d));
        let slope = |before: Point, here: Point, next: Point, first: f64, second: f64| {
            let (x, y, z) = (minus(here, before), minus(next, before), minus(next, here));
            let at = |x: f64, y: f64, z: f64| x / first - y / (first + second) + z / second;
            Point { x: at(x.x, y.x, z.x) * bc, y: at(x.y, y.y, z.y) * bc }
        };
        let (from, to) = (slope(a, b, c, ab, bc), slope(b, c, d, bc, cd));
        made.push([b, plus(b, from, 1.0 / 3.0), plus(c, to, -1.0 / 3.0), c]);
    }
    made
}

/// A point on a curve: from 0 to 1.
pub(super) fn on_curve([a, b, c, d]: Cubic, t: f64) -> Point {
    let s = 1.0 - t;
    let at = |a: f64, b: f64, c: f64, d: f64| s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d;
    Point { x: at(a.x, b.x, c.x, d.x), y: at(a.y, b.y, c.y, d.y) }
}

/// Points along curves that follow each other, so many for each.
pub(super) fn flat(curves: &[Cubic], steps: u32) -> Vec<Point> {
    let mut points: Vec<Point> = curves.first().map(|curve| curve[0]).into_iter().collect();
    for curve in curves {
        points.extend((1..=steps).map(|n| on_curve(*curve, f64::from(n) / f64::from(steps))));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bent_line_is_pulled_straight_within_its_bounds() {
        let knot = |x: f64, y: f64, hold: Hold| {
            let place = Point { x, y };
            Knot { place, hold, target: place, pull: 0.0 }
        };
        let knots = [
            knot(0.0, 0.0, Hold::Disc(0.0)),
            knot(1.0, 0.5, Hold::Disc(0.2)),
            knot(2.0, -0.1, Hold::Line(Point { x: 0.0, y: 1.0 }, 0.15)),
            knot(3.0, 0.0, Hold::Disc(0.0)),
        ];
        let on = On::from([((1, 0), 2), ((1, 2), 0), ((2, 1), 3), ((2, 3), 1)]);
        let at = relax(&knots, &on);
        assert_eq!((at[0].y, at[3].y), (0.0, 0.0));
        assert!((at[1].y - 0.3).abs() < 0.02, "as near to the line as it may: {at:?}");
        assert!((at[2].y - 0.05).abs() < 0.01 && at[2].x == 2.0, "{at:?}");
        for curve in curves(&at, false) {
            assert!(on_curve(curve, 0.0) == curve[0] && on_curve(curve, 1.0) == curve[3]);
        }
    }
}
