//! The outline of a set of hexes: exact, or drawn in; and lines along hexsides.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, Lay, plus, unit};
use super::chains::chains;
use super::style::Line;
use crate::draw::path::between;
use crate::draw::scene::{Node, Path, Shape, Stroke};
use crate::hexgrid::{HexId, Hexside, Point, Vertex};
use crate::model::TerrainId;

/// A step of an outline: the hexside that begins at this corner.
pub(super) struct Step {
    pub(super) vertex: Vertex,
    pub(super) at: Point,
    /// The hexside itself.
    pub(super) side: Option<Hexside>,
    /// Whether the map ends here.
    pub(super) border: bool,
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

/// A line through corners that bends as little as it can and stays near them; open ones keep their ends.
pub(super) fn eased(corners: &[Point], closed: bool) -> Vec<Point> {
    const STEPS: u8 = 8;
    // So often that each point is felt a third of a hexside away.
    const TIMES: u8 = 16;
    let mut line: Vec<Point> = Vec::with_capacity(corners.len() * usize::from(STEPS) + 1);
    let back = if closed { corners.first() } else { None };
    for (from, to) in corners.iter().zip(corners.iter().skip(1).chain(back)) {
        line.extend((0..STEPS).map(|n| between(*from, *to, f64::from(n) / f64::from(STEPS))));
    }
    if !closed {
        line.extend(corners.last());
    }
    for _ in 0..TIMES {
        let count = line.len();
        let at = |n: usize| line.get(n % count.max(1)).copied();
        let eased = line.iter().enumerate().map(|(n, here)| {
            let fixed = !closed && (n == 0 || n + 1 == count);
            match (at(n + count.saturating_sub(1)), at(n + 1)) {
                (Some(before), Some(after)) if !fixed => between(between(before, after, 0.5), *here, 0.5),
                _ => *here,
            }
        });
        line = eased.collect();
    }
    line
}

/// What runs along hexsides and is no water, as a line.
pub(super) fn along(canvas: &Canvas<'_>, class: TerrainId, line: &Line, lay: &Lay) -> Vec<Node> {
    let mut links: BTreeSet<(Vertex, Vertex)> = BTreeSet::new();
    for feature in canvas.map.features.values().filter(|feature| feature.class == class) {
        let ends = feature.sides.iter().filter_map(|side| canvas.board.hexside_ends(*side));
        links.extend(ends.map(|[x, y]| if x < y { (x, y) } else { (y, x) }));
    }
    let mut path = Path::new();
    for chain in chains(&links, |vertex| canvas.vertex(vertex)) {
        let corners: Vec<Point> = chain.nodes.iter().filter_map(|vertex| canvas.vertex(*vertex)).collect();
        let line = eased(&corners, chain.closed);
        if chain.closed {
            path.polygon(&line);
        } else {
            path.polyline(&line);
        }
    }
    let path = lay.path(&path);
    let mut nodes: Vec<Node> = Vec::new();
    if let Some(casing) = line.casing {
        nodes.push(Shape::stroked(path.clone(), Stroke::round(casing, line.outer() * lay.a)).into());
    }
    let dash: Vec<f64> = line.dash.iter().map(|long| long * lay.a).collect();
    nodes.push(Shape::stroked(path, Stroke::round(line.color, line.width * lay.a).dashed(&dash)).into());
    nodes
}
