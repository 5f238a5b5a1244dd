//! Names along rivers and roads: letter by letter on a gentle curve beside the line.

use std::sync::Arc;
use std::sync::LazyLock;

use super::canvas::{distance, minus, plus};
use super::field::length;
use super::labels::{Placed, Room, Taken, Wanted};
use crate::draw::path::between;
use crate::draw::scene::{Point, Text};

/// Points of a baseline.
const FINE: usize = 24;
/// How far a name stands from where it stands again, in hexes.
const AGAIN: f64 = 11.0;
/// So often at most.
const TIMES: usize = 4;
/// So many candidates are looked at closely.
const CLOSELY: usize = 160;

/// Four polynomials up to the third degree that have nothing to do with each other on the points of a baseline: what a
/// line has of each is found by one sum.
static BASIS: LazyLock<Vec<Vec<f64>>> = LazyLock::new(|| {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for power in 0..4 {
        let at = |n: usize| -1.0 + 2.0 * number(n) / number(FINE - 1);
        let mut next: Vec<f64> = (0..FINE).map(|n| (0..power).map(|_| at(n)).product()).collect();
        for other in &basis {
            let share: f64 = next.iter().zip(other).map(|(x, y)| x * y).sum();
            next.iter_mut().zip(other).for_each(|(x, y)| *x -= share * y);
        }
        let long = next.iter().map(|x| x * x).sum::<f64>().sqrt();
        next.iter_mut().for_each(|x| *x /= long);
        basis.push(next);
    }
    basis
});

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// The values of the nearest cubic.
fn cubic(values: &[f64]) -> Vec<f64> {
    let mut made = vec![0.0; values.len()];
    for basis in &*BASIS {
        let share: f64 = values.iter().zip(basis).map(|(x, y)| x * y).sum();
        made.iter_mut().zip(basis).for_each(|(to, y)| *to += share * y);
    }
    made
}

/// A place for a name: where its letters would stand is found only if it is one of the better ones.
struct Candidate {
    cost: f64,
    fit: Arc<[Point]>,
    ways: Arc<[Point]>,
    /// How far from the line, upwards.
    off: f64,
}

impl Candidate {
    fn base(&self) -> Vec<Point> {
        self.fit.iter().zip(&*self.ways).map(|(at, way)| plus(*at, Point { x: way.y, y: -way.x }, self.off)).collect()
    }
}

/// Names along lines, each with its width; as often as the lines are long.
pub(super) fn place(room: &mut Room, wanted: &Wanted, lines: &[(Vec<Point>, f64)], smaller: f64, a: f64) -> Vec<Text> {
    let zero = Point { x: 0.0, y: 0.0 };
    let text = wanted.look.set(&wanted.text, smaller, zero);
    let (wide, size) = (text.width(), wanted.look.size * smaller);
    let mut all: Vec<Candidate> = Vec::new();
    for (line, width) in lines {
        windows(line, *width, wide, size, a, &mut all);
    }
    all.sort_by(|x, y| x.cost.total_cmp(&y.cost));
    all.truncate(CLOSELY * (1 + lines.len().min(8)));
    let looked = all.into_iter().map(|one| {
        let base = one.base();
        let boxes = boxes(&base, &one.ways, size);
        let lost: f64 = boxes.iter().map(|placed| room.lost(placed)).sum();
        let cost = one.cost + lost + boxes.iter().map(|placed| room.covered(placed, a * 0.012)).sum::<f64>() * 0.8;
        (cost, base, boxes)
    });
    let mut looked: Vec<(f64, Vec<Point>, Vec<Placed>)> = looked.collect();
    looked.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut texts, mut used): (Vec<Text>, Vec<Point>) = (Vec::new(), Vec::new());
    let mut best: Option<f64> = None;
    for (cost, base, boxes) in looked {
        let Some(middle) = base.get(FINE / 2).copied() else { continue };
        if best.is_some_and(|best| cost > best + 2.5) || texts.len() >= TIMES {
            break;
        }
        if used.iter().any(|other| distance(*other, middle) < AGAIN * a) || !boxes.iter().all(|placed| room.free(placed)) {
            continue;
        }
        best.get_or_insert(cost);
        used.push(middle);
        room.take_name(&wanted.text, boxes);
        texts.push(Text { at: middle, along: Some(Arc::from(base)), ..text.clone() });
    }
    texts
}

/// Stretches of a line as long as the name, above and below it.
fn windows(line: &[Point], width: f64, wide: f64, size: f64, a: f64, into: &mut Vec<Candidate>) {
    let line = longer(line, wide * 1.1);
    let mut on = vec![0.0];
    for (p, q) in line.iter().zip(line.iter().skip(1)) {
        on.push(on.last().copied().unwrap_or(0.0) + distance(*p, *q));
    }
    let total = on.last().copied().unwrap_or(0.0);
    let at = |s: f64| -> Option<Point> {
        let n = on.partition_point(|x| *x < s).max(1).min(line.len().checked_sub(1)?);
        let (from, to) = (*on.get(n - 1)?, *on.get(n)?);
        Some(between(*line.get(n - 1)?, *line.get(n)?, if to > from { (s - from) / (to - from) } else { 0.0 }))
    };
    let span = wide * 1.08;
    let room = (total - span).max(0.0);
    let steps = (room / (a * 0.15)).ceil().clamp(1.0, 1500.0);
    let mut n = 0.0;
    while n <= steps {
        let from = room * n / steps;
        n += 1.0;
        let points = (0..FINE).filter_map(|k| at((from + span * number(k) / number(FINE - 1)).min(total)));
        let mut points: Vec<Point> = points.collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else { continue };
        // Read from left to right; straight up rather than down.
        if (last.x, -last.y) < (first.x, -first.y) {
            points.reverse();
        }
        if points.len() == FINE {
            candidates(&points, width, size, a, into);
        }
    }
}

/// A line that is too short for its name goes straight on at both ends.
fn longer(line: &[Point], wanted: f64) -> Vec<Point> {
    let missing = (wanted - super::ground::long(line)) / 2.0;
    let mut all = line.to_vec();
    if missing <= 0.0 {
        return all;
    }
    let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else { return all };
    let way = minus(last, first);
    let long = length(way).max(1e-9);
    all.insert(0, plus(first, way, -missing / long));
    all.push(plus(last, way, missing / long));
    all
}

fn candidates(points: &[Point], width: f64, size: f64, a: f64, into: &mut Vec<Candidate>) {
    let xs = cubic(&points.iter().map(|p| p.x).collect::<Vec<_>>());
    let ys = cubic(&points.iter().map(|p| p.y).collect::<Vec<_>>());
    let fit: Vec<Point> = xs.into_iter().zip(ys).map(|(x, y)| Point { x, y }).collect();
    let astray = points.iter().zip(&fit).map(|(p, q)| distance(*p, *q)).fold(0.0, f64::max);
    let ways: Vec<Point> = (0..fit.len())
        .filter_map(|n| {
            let way = minus(*fit.get((n + 1).min(fit.len() - 1))?, *fit.get(n.saturating_sub(1))?);
            let long = length(way).max(1e-9);
            Some(Point { x: way.x / long, y: way.y / long })
        })
        .collect();
    let bend: f64 = ways.iter().zip(ways.iter().skip(1)).map(|(u, v)| (u.x * v.y - u.y * v.x).abs()).sum();
    let folded = ways.iter().zip(ways.iter().skip(1)).any(|(u, v)| u.x * v.x + u.y * v.y < 0.8);
    if folded || bend > 2.2 {
        return;
    }
    let (Some(first), Some(last)) = (fit.first(), fit.last()) else { return };
    let chord = minus(*last, *first);
    let steep = chord.y.abs() / length(chord).max(1e-9);
    let gap = a * if size > 0.2 * a { 0.05 } else { 0.035 };
    let (fit, ways): (Arc<[Point]>, Arc<[Point]>) = (Arc::from(fit), Arc::from(ways));
    for above in [true, false] {
        let off = if above { width / 2.0 + gap + astray } else { -(width / 2.0 + gap + astray + size * 0.66) };
        let cost = 1.2 * bend + 9.0 * astray / a + 0.9 * steep + if above { 0.0 } else { 0.25 };
        into.push(Candidate { cost, fit: Arc::clone(&fit), ways: Arc::clone(&ways), off });
    }
}

/// The boxes that the letters take, a few letters each.
fn boxes(base: &[Point], ways: &[Point], size: f64) -> Vec<Placed> {
    let parts = 6;
    let each = FINE / parts;
    let made = (0..parts).filter_map(|n| {
        let (first, last) = (base.get(n * each)?, base.get(((n + 1) * each).min(base.len() - 1))?);
        let way = ways.get(n * each + each / 2)?;
        let middle = between(*first, *last, 0.5);
        let centre = plus(middle, Point { x: way.y, y: -way.x }, size * 0.27);
        let half = (distance(*first, *last) / 2.0 * 0.9, size * 0.42);
        let angle = way.y.atan2(way.x).to_degrees();
        Some(Placed { taken: Taken::Name, text: String::new(), centre, half, angle, part_of: 0 })
    });
    made.collect()
}
