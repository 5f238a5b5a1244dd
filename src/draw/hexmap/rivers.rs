//! Rivers and what else runs along hexsides: smooth lines from corner to corner, joined where they meet.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, distance, middle, plus, unit};
use super::chains::{chains, smooth};
use super::outline::uneven;
use super::style::{self, Line, LineKind};
use crate::draw::scene::{Color, Node, Path, Shape, Stroke};
use crate::hexgrid::{HexId, Hexside, Point, Vertex};
use crate::model::{TerrainId, Texture};

/// What runs along hexsides, as drawn: the curve of each chain, by kind.
pub(super) struct Courses {
    pub(super) lines: Vec<(TerrainId, Line, Vec<Path>)>,
}

/// The curves of all hexside features.
pub(super) fn courses(canvas: &Canvas<'_>) -> Courses {
    let mut sides: BTreeMap<TerrainId, BTreeSet<Hexside>> = BTreeMap::new();
    for feature in canvas.map.features.values() {
        sides.entry(feature.class).or_default().extend(&feature.sides);
    }
    let bridged: BTreeSet<Hexside> = canvas.map.bridges.values().map(|bridge| bridge.side).collect();
    // Water of every width runs together: a stream ends where the river's curve is, not at the bare corner.
    let wet = water(canvas);
    let mut lines: Vec<(TerrainId, Line, Vec<Path>)> = sides
        .into_iter()
        .map(|(class, own)| {
            let line = style::line(canvas.game, class, canvas.a);
            let together = if line.kind == LineKind::River { &wet } else { &own };
            let paths = curves(canvas, &own, together, &bridged);
            (class, line, paths)
        })
        .collect();
    // The widest below, so that a tributary is seen to flow into it.
    lines.sort_by(|a, b| b.1.width.total_cmp(&a.1.width).then(a.0.cmp(&b.0)));
    Courses { lines }
}

fn links(canvas: &Canvas<'_>, sides: &BTreeSet<Hexside>) -> BTreeMap<(Vertex, Vertex), Hexside> {
    let ends = sides.iter().filter_map(|side| {
        let [a, b] = canvas.board.hexside_ends(*side)?;
        Some((if a < b { (a, b) } else { (b, a) }, *side))
    });
    ends.collect()
}

/// The curves through a set of hexsides; `all` are those that it may flow into.
fn curves(canvas: &Canvas<'_>, own: &BTreeSet<Hexside>, all: &BTreeSet<Hexside>, bridged: &BTreeSet<Hexside>) -> Vec<Path> {
    let own_links = links(canvas, own);
    let mut degree: BTreeMap<Vertex, Vec<Vertex>> = BTreeMap::new();
    for (a, b) in links(canvas, all).keys() {
        degree.entry(*a).or_default().push(*b);
        degree.entry(*b).or_default().push(*a);
    }
    // A corner of a bridged hexside stays where it is, so that the bridge lies on the water.
    let fixed: BTreeSet<Vertex> =
        own_links.iter().filter(|(_, side)| bridged.contains(side)).flat_map(|((a, b), _)| [*a, *b]).collect();
    let at = |vertex: Vertex| if fixed.contains(&vertex) { canvas.vertex(vertex) } else { uneven(canvas, vertex) };
    let all_chains = chains(&own_links.keys().copied().collect(), at);
    let mut paths = Vec::new();
    for chain in all_chains {
        let mut points: Vec<(Point, bool)> = chain.nodes.iter().filter_map(|vertex| Some((at(*vertex)?, false))).collect();
        if !chain.closed {
            // An end at a fork lies on the curve that passes there.
            let ends = [(chain.nodes.first(), chain.nodes.get(1)), (chain.nodes.last(), chain.nodes.iter().rev().nth(1))];
            let met = ends.map(|(end, next)| meeting(*end?, *next?, &degree, &at));
            if let (Some(point), Some(first)) = (met[0], points.first_mut()) {
                first.0 = point;
            }
            if let (Some(point), Some(last)) = (met[1], points.last_mut()) {
                last.0 = point;
            }
        }
        paths.push(smooth(&points, chain.closed));
    }
    paths
}

/// Where a line that ends at a fork meets the one that passes.
fn meeting(
    end: Vertex,
    from: Vertex,
    degree: &BTreeMap<Vertex, Vec<Vertex>>,
    at: &impl Fn(Vertex) -> Option<Point>,
) -> Option<Point> {
    let others: Vec<Vertex> = degree.get(&end)?.iter().copied().filter(|other| *other != from).collect();
    let [a, b] = others.as_slice() else { return None };
    let (here, a, b) = (at(end)?, at(*a)?, at(*b)?);
    // The middle of the curve from middle to middle with the corner as its control point.
    Some(middle(middle(middle(here, a), here), middle(middle(here, b), here)))
}

/// All hexsides with water.
pub(super) fn water(canvas: &Canvas<'_>) -> BTreeSet<Hexside> {
    let wet = |class: TerrainId| style::line(canvas.game, class, canvas.a).kind == LineKind::River;
    canvas.map.features.values().filter(|feature| wet(feature.class)).flat_map(|feature| feature.sides.iter().copied()).collect()
}

/// The lines, drawn: rims below, then the water, so that joints are open.
pub(super) fn draw(canvas: &Canvas<'_>, courses: &Courses) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (_, line, paths) in courses.lines.iter().filter(|(_, line, _)| line.kind != LineKind::Slope) {
        if let Some(casing) = line.casing {
            let rim = canvas.a * 0.014;
            nodes.extend(paths.iter().map(|path| stroke(path, casing, line.width + 2.0 * rim, &[])));
        }
    }
    for (class, line, paths) in &courses.lines {
        if line.kind == LineKind::Slope {
            nodes.extend(slope(canvas, *class, line));
        } else {
            nodes.extend(paths.iter().map(|path| stroke(path, line.color, line.width, &line.dash)));
        }
    }
    nodes
}

fn stroke(path: &Path, color: Color, width: f64, dash: &[f64]) -> Node {
    Shape::stroked(path.clone(), Stroke::round(color, width).dashed(dash)).into()
}

/// Ticks along a slope, pointing downhill: away from the hex that is the higher one.
fn slope(canvas: &Canvas<'_>, class: TerrainId, line: &Line) -> Vec<Node> {
    let mut path = Path::new();
    for feature in canvas.map.features.values().filter(|feature| feature.class == class) {
        for side in &feature.sides {
            let Some((from, to)) = canvas.hexside(*side) else { continue };
            let (owner, other) = canvas.board.hexside_hexes(*side);
            let Some(low) = lower(canvas, owner, other).and_then(|hex| canvas.centre(hex)) else { continue };
            let down = unit(middle(from, to), low);
            // The crest runs a little on the higher side.
            let (from, to) = (plus(from, down, -0.012 * canvas.a), plus(to, down, -0.012 * canvas.a));
            path.line(from, to);
            let ticks = 8;
            for n in 0..ticks {
                let share = (f64::from(n) + 0.5) / f64::from(ticks);
                let top = crate::draw::path::between(from, to, share);
                let long = if n % 2 == 0 { 0.085 } else { 0.05 };
                path.line(top, plus(top, down, long * canvas.a));
            }
        }
    }
    if path.is_empty() { Vec::new() } else { vec![stroke(&path, line.color, line.width * 0.7, &[])] }
}

/// The lower of two hexes: by their numbers, else by their ground.
fn lower(canvas: &Canvas<'_>, a: HexId, b: Option<HexId>) -> Option<HexId> {
    let b = b?;
    let height = |hex: HexId| {
        let own = canvas.map.values.get(&hex);
        let stated = ["height", "elevation", "level"].iter().find_map(|word| own?.get(word));
        let ground = canvas.map.ground(hex).map(|id| style::ground(canvas.game, id).texture);
        let rank = match ground {
            Some(Texture::Hills) => 3,
            Some(Texture::Rough) => 2,
            Some(Texture::Water | Texture::Marsh) => 0,
            _ => 1,
        };
        (stated, rank)
    };
    let ((high_a, rank_a), (high_b, rank_b)) = (height(a), height(b));
    let up = match (high_a, high_b) {
        (Some(a), Some(b)) if a != b => a > b,
        _ => rank_a > rank_b,
    };
    Some(if up { b } else { a })
}

/// How long a curve is.
pub(super) fn length(points: &[Point]) -> f64 {
    points.iter().zip(points.iter().skip(1)).map(|(a, b)| distance(*a, *b)).sum()
}
