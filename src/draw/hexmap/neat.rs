//! The frame around a map: a box, or a box with steps where the map itself has them.

use super::canvas::{Canvas, Lay, plus};
use super::field::Frame;
use crate::draw::scene::Path;
use crate::hexgrid::{Bounds, Point, Top};

/// A map with more steps along one edge has no frame: it would look like a comb.
const MOST_RUNS: usize = 3;

/// The line where the ground ends, clockwise, all its sides level or upright.
#[derive(Clone, Debug)]
pub(super) struct Neat {
    corners: Vec<Point>,
}

/// The same distance from the edge over a stretch of it.
#[derive(Clone, Copy)]
struct Run {
    from: f64,
    to: f64,
    out: f64,
}

/// A column of hexes, or a row of them where they stand on their points: its middle, and where it begins and ends.
struct Column {
    at: f64,
    from: f64,
    to: f64,
}

impl Neat {
    /// The frame of a map; nothing unless its hexes fill it but for the gaps along the edges.
    pub(super) fn new(canvas: &Canvas<'_>) -> Option<Neat> {
        let a = canvas.a;
        let upright = canvas.board.top() == Top::Flat;
        let mut columns: Vec<Column> = Vec::new();
        let mut centres: Vec<(f64, f64)> = canvas
            .board
            .hexes()
            .filter_map(|hex| canvas.centre(hex))
            .map(|at| if upright { (at.x, at.y) } else { (at.y, at.x) })
            .collect();
        centres.sort_by(|p, q| p.0.total_cmp(&q.0).then(p.1.total_cmp(&q.1)));
        for (at, across) in centres {
            match columns.last_mut() {
                Some(column) if at - column.at < a * 0.1 => column.to = across + a / 2.0,
                _ => columns.push(Column { at, from: across - a / 2.0, to: across + a / 2.0 }),
            }
        }
        let reach = canvas.radius();
        let near = runs(columns.iter().map(|column| (column.at, column.from)), -1.0, a, reach)?;
        let far = runs(columns.iter().map(|column| (column.at, column.to)), 1.0, a, reach)?;
        let line = near.iter().flat_map(|run| [(run.from, run.out), (run.to, run.out)]);
        let back = far.iter().rev().flat_map(|run| [(run.to, run.out), (run.from, run.out)]);
        let mut corners: Vec<Point> = if upright {
            line.chain(back).map(|(x, y)| Point { x, y }).collect()
        } else {
            line.chain(back).map(|(y, x)| Point { x, y }).collect()
        };
        if !upright {
            corners.reverse();
        }
        let neat = Neat { corners };
        let hexes = f64::from(u32::try_from(canvas.board.len()).unwrap_or(u32::MAX)) * 0.866_025_403_784 * a * a;
        (neat.area() - hexes <= 0.30 * neat.round() * a + a * a).then_some(neat)
    }

    fn sides(&self) -> impl Iterator<Item = (Point, Point)> {
        self.corners.iter().copied().zip(self.corners.iter().copied().cycle().skip(1))
    }

    fn area(&self) -> f64 {
        self.sides().map(|(p, q)| p.x * q.y - q.x * p.y).sum::<f64>().abs() / 2.0
    }

    /// How long it is.
    fn round(&self) -> f64 {
        self.sides().map(|(p, q)| (p.x - q.x).abs() + (p.y - q.y).abs()).sum()
    }

    /// The same on the page.
    pub(super) fn laid(&self, lay: &Lay) -> Neat {
        Neat { corners: self.corners.iter().map(|corner| lay.point(*corner)).collect() }
    }

    /// The same, so far away.
    pub(super) fn moved(&self, by: Point) -> Neat {
        Neat { corners: self.corners.iter().map(|corner| plus(*corner, by, 1.0)).collect() }
    }

    /// The line, so far outside of the frame.
    pub(super) fn path(&self, off: f64) -> Path {
        let count = self.corners.len();
        let at = |n: usize| self.corners.get(n % count.max(1)).copied().unwrap_or(Point { x: 0.0, y: 0.0 });
        let moved = (0..count).map(|n| {
            let (before, here, after) = (at(n + count - 1), at(n), at(n + 1));
            plus(plus(here, outside(before, here), off), outside(here, after), off)
        });
        let mut path = Path::new();
        path.polygon(&moved.collect::<Vec<_>>());
        path
    }

    /// Where one comes to the frame from a point, going straight that way.
    pub(super) fn reached(&self, from: Point, way: Point) -> Point {
        let level = way.x.abs() > way.y.abs();
        let mut best: Option<f64> = None;
        for (p, q) in self.sides() {
            let (far, low, high, own) = if level {
                ((p.x - from.x) * way.x.signum(), p.y.min(q.y), p.y.max(q.y), from.y)
            } else {
                ((p.y - from.y) * way.y.signum(), p.x.min(q.x), p.x.max(q.x), from.x)
            };
            if high - low > 1e-9 && (low - 1e-6..=high + 1e-6).contains(&own) && far > -1e-6 {
                best = Some(best.map_or(far, |least| least.min(far)));
            }
        }
        let far = best.unwrap_or(0.0);
        if level {
            Point { x: from.x + far * way.x.signum(), ..from }
        } else {
            Point { y: from.y + far * way.y.signum(), ..from }
        }
    }

    /// How far down the frame reaches between two points of its width.
    pub(super) fn lowest(&self, from: f64, to: f64) -> f64 {
        let sides = self.sides().filter(|(p, q)| p.x.min(q.x) < to - 1e-6 && p.x.max(q.x) > from + 1e-6);
        sides.map(|(p, q)| p.y.max(q.y)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Where its lower edge steps, from left to right.
    pub(super) fn steps(&self) -> Vec<f64> {
        let Some(Frame { min, max }) = Frame::of(self.corners.iter().copied()) else { return Vec::new() };
        let middle = (min.y + max.y) / 2.0;
        let upright = self.sides().filter(|(p, q)| (p.x - q.x).abs() < 1e-9 && p.y.min(q.y) > middle);
        let mut found: Vec<f64> = upright.map(|(p, _)| p.x).collect();
        found.sort_by(f64::total_cmp);
        found
    }
}

/// The way out of a side of a clockwise line.
fn outside(from: Point, to: Point) -> Point {
    let sign = |v: f64| if v.abs() < 1e-9 { 0.0 } else { v.signum() };
    Point { x: sign(to.y - from.y), y: -sign(to.x - from.x) }
}

/// The stretches of one edge: columns that end about as far out belong together. `out` is the sign of the way out.
fn runs(columns: impl Iterator<Item = (f64, f64)>, out: f64, a: f64, reach: f64) -> Option<Vec<Run>> {
    let mut made: Vec<Run> = Vec::new();
    for (at, end) in columns {
        match made.last_mut() {
            // Neighbours lie half a hex higher or lower.
            Some(run) if (run.out - end).abs() < a * 0.6 => {
                run.to = at;
                run.out = if out > 0.0 { run.out.max(end) } else { run.out.min(end) };
            }
            _ => made.push(Run { from: at, to: at, out: end }),
        }
        if made.len() > MOST_RUNS {
            return None;
        }
    }
    // Where two meet, the one that reaches further out keeps the points of its hexes.
    let ends: Vec<Run> = made.clone();
    for (n, run) in made.iter_mut().enumerate() {
        let further = |other: &Run| (run.out - other.out) * out > 0.0;
        let before = n.checked_sub(1).and_then(|n| ends.get(n));
        let after = ends.get(n + 1);
        let (from, to) = (run.from, run.to);
        run.from = before.filter(|other| !further(other)).map_or(from - reach, |other| other.to + reach);
        run.to = after.filter(|other| !further(other)).map_or(to + reach, |other| other.from - reach);
    }
    Some(made).filter(|made| !made.is_empty())
}

/// The box around a map.
pub(super) fn around(canvas: &Canvas<'_>) -> Frame {
    let Bounds { min, max } = canvas.bounds();
    Frame { min, max }
}
