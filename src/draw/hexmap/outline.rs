//! The outline of a set of hexes: exact, drawn in, or rounded as nature has it.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, Chance, middle, plus, unit};
use crate::draw::scene::Path;
use crate::hexgrid::{HexId, Hexside, Point, Vertex};

/// A step of an outline: the hexside that begins at this corner.
pub(super) struct Step {
    pub(super) vertex: Vertex,
    pub(super) at: Point,
    /// The hexside itself.
    pub(super) side: Option<Hexside>,
    /// Whether the map ends here.
    pub(super) border: bool,
}

/// Parts of a set that hang together, each in order.
pub(super) fn parts(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>) -> Vec<BTreeSet<HexId>> {
    let mut left = hexes.clone();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut edge) = (BTreeSet::from([first]), vec![first]);
        while let Some(hex) = edge.pop() {
            for next in canvas.board.neighbours(hex).into_iter().flatten() {
                if left.remove(&next) {
                    part.insert(next);
                    edge.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The closed lines around a set: outer ones clockwise, those around holes the other way.
pub(super) fn loops(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>) -> Vec<Vec<Step>> {
    let top = canvas.board.top();
    // Three hexes meet at a corner, so at most one side of the outline begins there.
    let mut from: BTreeMap<Vertex, (Step, Vertex)> = BTreeMap::new();
    for hex in hexes {
        for direction in top.directions() {
            let neighbour = canvas.board.neighbour(*hex, direction);
            if neighbour.is_some_and(|other| hexes.contains(&other)) {
                continue;
            }
            let ends = (canvas.board.vertex(*hex, top.counterclockwise(direction)), canvas.board.vertex(*hex, direction));
            if let (Some(start), Some(end)) = ends
                && let Some(at) = canvas.vertex(start)
            {
                from.insert(
                    start,
                    (Step { vertex: start, at, side: canvas.board.hexside(*hex, direction), border: neighbour.is_none() }, end),
                );
            }
        }
    }
    let mut all = Vec::new();
    while let Some((_, (step, mut next))) = from.pop_first() {
        let mut line = vec![step];
        while let Some((step, after)) = from.remove(&next) {
            line.push(step);
            next = after;
        }
        all.push(line);
    }
    all
}

/// The outline with its corners where they are.
pub(super) fn exact(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>) -> Path {
    let mut path = Path::new();
    for line in loops(canvas, hexes) {
        path.polygon(&line.iter().map(|step| step.at).collect::<Vec<_>>());
    }
    path
}

/// The outline, drawn in by so much: two neighbours can be seen side by side.
pub(super) fn inset(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>, by: f64) -> Path {
    let mut path = Path::new();
    for line in loops(canvas, hexes) {
        path.polygon(&line.iter().map(|step| inward(canvas, hexes, step, by)).collect::<Vec<_>>());
    }
    path
}

/// The same without the sides that `skip` names; it may be in pieces.
pub(super) fn inset_without(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>, by: f64, skip: impl Fn(&Step) -> bool) -> Path {
    let mut path = Path::new();
    for mut line in loops(canvas, hexes) {
        // Begin where something is left out, so that no piece is cut in two.
        let Some(first) = line.iter().position(&skip) else {
            path.polygon(&line.iter().map(|step| inward(canvas, hexes, step, by)).collect::<Vec<_>>());
            continue;
        };
        line.rotate_left(first);
        let mut open = false;
        for (step, next) in line.iter().zip(line.iter().skip(1).chain(line.first())) {
            if skip(step) {
                open = false;
                continue;
            }
            if !open {
                path.move_to(inward(canvas, hexes, step, by));
                open = true;
            }
            path.line_to(inward(canvas, hexes, next, by));
        }
    }
    path
}

/// A corner of the outline, moved inwards.
fn inward(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>, step: &Step, by: f64) -> Point {
    let inside = canvas.board.vertex_hexes(step.vertex).into_iter().flatten().filter(|hex| hexes.contains(hex));
    let centres: Vec<Point> = inside.filter_map(|hex| canvas.centre(hex)).collect();
    let (x, y) = centres.iter().fold((0.0, 0.0), |(x, y), centre| (x + centre.x, y + centre.y));
    let count = f64::from(u8::try_from(centres.len().max(1)).unwrap_or(1));
    // Two sides of a corner of 120° are moved by `by` when the corner goes in by a little more.
    plus(step.at, unit(step.at, Point { x: x / count, y: y / count }), by * 1.155)
}

/// The outline as nature has it: through the middles of the hexsides, round at the corners, a little uneven. Where
/// the map ends it ends.
pub(super) fn natural(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>) -> Path {
    let mut path = Path::new();
    for line in loops(canvas, hexes) {
        let corners: Vec<Point> = line.iter().map(|step| uneven(canvas, step.vertex).unwrap_or(step.at)).collect();
        let count = line.len();
        let nth = |n: usize| corners.get(n % count).copied();
        let middles = (0..count).filter_map(|n| Some(middle(nth(n)?, nth(n + 1)?)));
        let middles: Vec<Point> = middles.collect();
        let Some(first) = middles.first() else { continue };
        path.move_to(*first);
        for n in 1..=count {
            let (Some(step), Some(before)) = (line.get(n % count), line.get(n - 1)) else { continue };
            let (Some(corner), Some(next)) = (nth(n), middles.get(n % count)) else { continue };
            if step.border || before.border {
                path.line_to(corner).line_to(*next);
            } else {
                path.quad_to(corner, *next);
            }
        }
        path.close();
    }
    path
}

/// A corner, a little aside, always alike; exactly where it is at the border of the map.
pub(super) fn uneven(canvas: &Canvas<'_>, vertex: Vertex) -> Option<Point> {
    let at = canvas.vertex(vertex)?;
    if canvas.board.vertex_hexes(vertex).contains(&None) {
        return Some(at);
    }
    let slot = canvas.board.top().slot(vertex.direction()).unwrap_or(0);
    let mut chance = Chance::new(canvas.seed(vertex.hex()), 100 + slot as u64);
    let reach = canvas.a * 0.07;
    Some(Point { x: at.x + chance.between(-reach, reach), y: at.y + chance.between(-reach, reach) })
}
