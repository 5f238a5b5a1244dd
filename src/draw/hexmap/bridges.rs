//! Bridges and fords, along the road that they carry.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Lay, distance, middle, plus, unit};
use super::roads::{Network, stroke};
use super::style::{HALO, INK, OPEN};
use crate::draw::font::Face;
use crate::draw::scene::{Anchor, Cap, Node, Path, Shape, Stroke, Text};
use crate::hexgrid::{Hexside, Point};

/// Bridges: two rails along the road; a weak one is broken, a ford is stones. Sites have their number beside them.
pub(super) fn draw(canvas: &Canvas<'_>, network: &Network, widths: &BTreeMap<Hexside, f64>, lay: &Lay) -> Vec<Node> {
    let mut nodes = Vec::new();
    for bridge in canvas.map.bridges.values() {
        let Some((from, to)) = canvas.hexside(bridge.side) else { continue };
        let (owner, other) = canvas.board.hexside_hexes(bridge.side);
        let Some(home) = canvas.centre(owner) else { continue };
        let at = middle(from, to);
        let straight = other.and_then(|hex| canvas.centre(hex)).map_or(unit(home, at), |there| unit(home, there));
        // Along the road where there is one: it may cross the water a little askew.
        let half = |rails: bool| network.halves.get(&(rails, owner, bridge.side)).and_then(|n| network.pieces.get(*n));
        let piece = half(false).or_else(|| half(true));
        let across = piece.map_or(straight, |piece| {
            let [a, b, c, d] = piece.curve;
            let way = if distance(a, at) < distance(d, at) { unit(a, b) } else { unit(c, d) };
            let ahead = way.x * straight.x + way.y * straight.y;
            if ahead.abs() < 0.5 { straight } else { Point { x: way.x * ahead.signum(), y: way.y * ahead.signum() } }
        });
        let along = Point { x: -across.y, y: across.x };
        let road = piece.map_or(0.05, |piece| canvas.line(piece.class).outer());
        let water = widths.get(&bridge.side).copied().unwrap_or(0.08);
        let (long, wide) = (water / 2.0 + 0.055, road / 2.0 + 0.018);
        let corner = |x: f64, y: f64| plus(plus(at, across, x), along, y);
        if let Some(site) = bridge.site {
            let (text, size) = (site.to_string(), lay.a * 0.13);
            let spot = lay.point(corner(0.0, 0.19));
            let base = Point { x: spot.x, y: spot.y + size * 0.36 };
            nodes.push(Text::new(base, Anchor::Middle, text, Face::Bold, size, INK).halo(HALO, size * 0.2).into());
        }
        if bridge.ford {
            nodes.extend(stones(at, across, lay));
            continue;
        }
        let mut rails = Path::new();
        for side in [-1.0, 1.0] {
            rails.polyline(&[
                corner(-long - 0.03, (wide + 0.035) * side),
                corner(-long, wide * side),
                corner(long, wide * side),
                corner(long + 0.03, (wide + 0.035) * side),
            ]);
        }
        let rails = lay.path(&rails);
        let rail = Stroke::round(INK, lay.a * 0.026);
        let rail = if bridge.weak { Stroke { cap: Cap::Butt, ..rail }.dashed(&[lay.a * 0.05, lay.a * 0.035]) } else { rail };
        nodes.push(stroke(&rails, Stroke::round(HALO.alpha(204), lay.a * 0.055)));
        nodes.push(stroke(&rails, rail));
    }
    nodes
}

/// A ford: stones from bank to bank.
fn stones(at: Point, across: Point, lay: &Lay) -> impl Iterator<Item = Node> {
    let lay = *lay;
    [-0.08, 0.0, 0.08].into_iter().flat_map(move |x| {
        let mut stone = Path::new();
        stone.circle(lay.point(plus(at, across, x)), lay.a * 0.028);
        let rim = stroke(&stone, Stroke::round(INK, lay.a * 0.014));
        [Shape::filled(stone, OPEN).into(), rim]
    })
}
