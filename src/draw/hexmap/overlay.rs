//! What is laid over the map: borders of areas, hexes that are pointed out, marks with numbers, entries.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, hexagon, plus};
use super::labels::{Placed, Taken};
use super::names::{scattered, side_color};
use super::neat::Neat;
use super::outline::{Step, exact, inset, inset_without};
use super::roads::border_side;
use super::style::{self, HALO, INK, PAPER};
use crate::draw::font;
use crate::draw::scene::{Anchor, Cap, Color, Face, Node, Path, Shape, Stroke, Text};
use crate::hexgrid::{HexId, Hexside, Point, Top};
use crate::model::{AreaId, Edge, Key as _};

const AREAS: [Color; 6] = [
    Color::hex(0x7a_4a8c),
    Color::hex(0x1f_6468),
    Color::hex(0x8a_2f4a),
    Color::hex(0x6b_4a24),
    Color::hex(0x3f_4e8c),
    Color::hex(0x5a_6420),
];

/// The colour of an area.
pub(super) fn area_color(id: AreaId) -> Color {
    AREAS.get(id.0 as usize % AREAS.len()).copied().unwrap_or(INK)
}

/// Borders of areas: dashed, each inside its own hexes. Where the map ends, or one of `rivers` runs, nobody needs
/// to be told. Of an area that is scattered over the map only the corners of its hexes are marked.
pub(super) fn areas(canvas: &Canvas<'_>, rivers: &BTreeSet<Hexside>) -> Vec<Node> {
    let a = canvas.a;
    let rows = rows(canvas);
    let areas = canvas.map.areas.iter().map(|(id, area)| {
        if scattered(canvas, &area.hexes) {
            let mut path = Path::new();
            for centre in area.hexes.iter().filter_map(|hex| canvas.centre(*hex)) {
                ticks(&mut path, canvas.board.top(), centre, a * 0.90);
            }
            return Shape::stroked(path, Stroke::round(area_color(id).alpha(217), a * 0.02)).into();
        }
        let hexes: BTreeSet<HexId> = area.hexes.iter().copied().collect();
        // Borders that lie side by side do not hide each other.
        let by = a * (0.022 + 0.03 * f64::from(rows.get(id.index()).copied().unwrap_or(0)));
        let stroke = Stroke { cap: Cap::Butt, ..Stroke::round(area_color(id).alpha(217), a * 0.026) };
        let known = |step: &Step| step.border || step.side.is_some_and(|side| rivers.contains(&side));
        Shape::stroked(inset_without(canvas, &hexes, by, known), stroke.dashed(&[a * 0.085, a * 0.06])).into()
    });
    areas.collect()
}

/// How far inside the border of each area runs, counted in lines: areas that share a hex never in the same row, as long
/// as there are enough of them.
fn rows(canvas: &Canvas<'_>) -> Vec<u8> {
    const MOST: u8 = 6;
    let mut taken: BTreeMap<HexId, u8> = BTreeMap::new();
    let mut rows = Vec::new();
    for area in canvas.map.areas.values() {
        let used = area.hexes.iter().filter_map(|hex| taken.get(hex)).fold(0u8, |all, own| all | own);
        let row = (0..MOST).find(|row| used & (1 << row) == 0).unwrap_or(MOST - 1);
        area.hexes.iter().for_each(|hex| *taken.entry(*hex).or_default() |= 1 << row);
        rows.push(row);
    }
    rows
}

/// The corners of a hex of that size.
pub(super) fn ticks(path: &mut Path, top: Top, centre: Point, across: f64) {
    let corners: Vec<Point> = hexagon(top, centre, across).flattened(1).into_iter().take(6).collect();
    for (n, corner) in corners.iter().enumerate() {
        let near = |k: usize| corners.get(k % 6).map(|other| crate::draw::path::between(*corner, *other, 0.14));
        if let (Some(before), Some(after)) = (near(n + 5), near(n + 1)) {
            path.polyline(&[before, *corner, after]);
        }
    }
}

/// Hexes that are pointed out.
pub(super) fn highlight(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>) -> Vec<Node> {
    if hexes.is_empty() {
        return Vec::new();
    }
    let a = canvas.a;
    let path = inset(canvas, hexes, a * 0.02);
    vec![
        Shape::filled(path.clone(), Color::hex(0xff_d400).alpha(50)).into(),
        Shape::stroked(path.clone(), Stroke::round(Color::hex(0x1a_1a1a), a * 0.075)).into(),
        Shape::stroked(path, Stroke::round(Color::hex(0xff_d400), a * 0.048)).into(),
    ]
}

/// Hexes that are not in use.
pub(super) fn faded(canvas: &Canvas<'_>, hexes: &BTreeSet<HexId>) -> Vec<Node> {
    if hexes.is_empty() {
        return Vec::new();
    }
    vec![Shape::filled(exact(canvas, hexes), PAPER.alpha(190)).into()]
}

/// A red ring with a number.
pub(super) fn mark(at: Point, number: usize, a: f64) -> Vec<Node> {
    let red = Color::hex(0xd2_1f26);
    let (mut ring, mut disc) = (Path::new(), Path::new());
    ring.circle(at, a * 0.4);
    let badge = Point { x: at.x + a * 0.285, y: at.y - a * 0.285 };
    disc.circle(badge, a * 0.12);
    let size = a * 0.16;
    let base = Point { x: badge.x, y: badge.y + size * font::CAP_HEIGHT / 2.0 };
    vec![
        Shape::stroked(ring.clone(), Stroke::round(Color::WHITE.alpha(200), a * 0.07)).into(),
        Shape::stroked(ring, Stroke::round(red, a * 0.042)).into(),
        Shape::filled(disc, red).with_stroke(Stroke::round(Color::WHITE, a * 0.015)).into(),
        Text::new(base, Anchor::Middle, number.to_string(), Face::Bold, size, Color::WHITE).into(),
    ]
}

/// So many letters fit on the sign of an entry.
const LETTERS: usize = 4;

/// What stands at the border, and in what shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    /// A disc, with an arrow into the map.
    Entry,
    /// A plate, with an arrow out of it.
    Exit,
}

/// Entries, exits and sources of supply.
pub(super) fn entries(canvas: &Canvas<'_>, neat: Option<&Neat>) -> (Vec<Node>, Vec<Placed>) {
    let (mut nodes, mut placed): (Vec<Node>, Vec<Placed>) = (Vec::new(), Vec::new());
    let map = canvas.map;
    let entries = map.entries.values().map(|e| (Gate::Entry, &e.id, e.side, &e.hexes, e.edge));
    let exits = map.exits.values().map(|e| (Gate::Exit, &e.id, e.side, &e.hexes, e.edge));
    for (gate, id, side, hexes, edge) in entries.chain(exits) {
        let fill = side_color(canvas, side).unwrap_or(PAPER);
        for hex in hexes {
            if let Some(spot) = spot(canvas, gate, *hex, edge, neat, &mut nodes, fill) {
                sign(canvas, gate, id, spot, fill, &mut nodes, &mut placed);
            }
        }
    }
    for source in map.sources.values() {
        let fill = side_color(canvas, source.side).unwrap_or(PAPER);
        for centre in source.hexes.iter().filter_map(|hex| canvas.centre(*hex)) {
            let r = canvas.a * 0.115;
            let at = Point { x: centre.x + canvas.a * 0.27, y: centre.y + canvas.a * 0.26 };
            let mut path = Path::new();
            path.polygon(&super::towns::star(at, r));
            nodes.push(Shape::stroked(path.clone(), Stroke::round(HALO.alpha(230), canvas.a * 0.05)).into());
            nodes.push(Shape::filled(path, fill).with_stroke(Stroke::round(INK, canvas.a * 0.016)).into());
            placed.push(Placed {
                taken: Taken::Entry,
                text: source.id.clone(),
                centre: at,
                half: (r, r),
                angle: 0.0,
                part_of: 0,
            });
        }
    }
    (nodes, placed)
}

/// Where the sign of a gate stands, and along which way others stand beside it; the arrow to it is drawn.
fn spot(
    canvas: &Canvas<'_>,
    gate: Gate,
    hex: HexId,
    edge: Option<Edge>,
    neat: Option<&Neat>,
    nodes: &mut Vec<Node>,
    fill: Color,
) -> Option<(Point, Point)> {
    let a = canvas.a;
    let centre = canvas.centre(hex)?;
    let way = border_side(canvas, hex, edge);
    let Some((side, out)) = way.and_then(|way| Some((canvas.side_middle(hex, way)?, canvas.outward(way)))) else {
        // Inside the map there is no border to point at.
        return Some((Point { x: centre.x, y: centre.y + a * 0.26 }, Point { x: 1.0, y: 0.0 }));
    };
    // Where the map has a frame, the sign stands outside of it.
    let (side, out) = match neat {
        Some(neat) => {
            let out = match (out.x.abs() > out.y.abs(), edge) {
                (_, Some(edge)) => super::roads::towards(edge),
                (true, None) => Point { x: out.x.signum(), y: 0.0 },
                (false, None) => Point { x: 0.0, y: out.y.signum() },
            };
            (plus(neat.reached(centre, out), out, a * 0.17), out)
        }
        None => (side, out),
    };
    let across = Point { x: -out.y, y: out.x };
    let (near, far) = (plus(side, out, a * 0.04), plus(side, out, a * 0.2));
    let (tip, foot) = if gate == Gate::Entry { (near, far) } else { (far, near) };
    let mut arrow = Path::new();
    arrow.polygon(&[tip, plus(foot, across, a * 0.11), plus(foot, across, -a * 0.11)]);
    nodes.push(Shape::filled(arrow, fill).with_stroke(Stroke::round(INK, a * 0.018)).into());
    let down = Point { x: across.x.abs(), y: across.y.abs() };
    Some((plus(side, out, a * 0.185 + a * 0.17), down))
}

/// The letter of a gate. A long name is not a letter, and is left out.
fn sign(
    canvas: &Canvas<'_>,
    gate: Gate,
    id: &str,
    (spot, along): (Point, Point),
    fill: Color,
    nodes: &mut Vec<Node>,
    placed: &mut Vec<Placed>,
) {
    let a = canvas.a;
    let size = a * 0.24;
    let text = if id.chars().count() <= LETTERS { id } else { "" };
    let r = (font::width(Face::Bold, text, size) / 2.0 + a * 0.07).max(a * 0.17);
    let mut at = spot;
    // Two of one hex stand side by side along the edge.
    let lies = |at: Point| Placed { taken: Taken::Entry, text: id.to_owned(), centre: at, half: (r, r), angle: 0.0, part_of: 0 };
    for _ in 0..8 {
        if placed.iter().any(|other| other.overlaps(&lies(at))) {
            at = plus(at, along, r * 2.1);
        }
    }
    // Without a letter the arrow says enough.
    if text.is_empty() {
        return;
    }
    let mut plate = Path::new();
    match gate {
        Gate::Entry => {
            plate.circle(at, r);
        }
        Gate::Exit => {
            let (low, high) = (a * 0.15, r * 0.95);
            let corner = |x: f64, y: f64| Point { x: at.x + x, y: at.y + y };
            plate.polygon(&[corner(-high, -low), corner(high, -low), corner(high, low), corner(-high, low)]);
        }
    }
    nodes.push(Shape::filled(plate, fill).with_stroke(Stroke::round(INK, a * 0.022)).into());
    let base = Point { x: at.x, y: at.y + size * font::CAP_HEIGHT / 2.0 };
    if !text.is_empty() {
        let ink = if style::contrast(INK, fill) >= style::contrast(Color::WHITE, fill) { INK } else { Color::WHITE };
        nodes.push(Text::new(base, Anchor::Middle, text.to_owned(), Face::Bold, size, ink).into());
    }
    placed.push(lies(at));
}
