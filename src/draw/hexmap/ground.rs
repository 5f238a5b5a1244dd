//! The ground: one colour beneath everything, soft tints, meadows along rivers, fields near towns, regions, relief, and
//! the grid.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::canvas::{Canvas, Lay, middle, minus, plus, unit};
use super::field::{Frame, chance, fall, length, noise, spread, turn};
use super::free::Free;
use super::outline::exact;
use super::region::Region;
use super::rivers::{Waters, elevation};
use super::style::{GRID, INK, Line, MEADOW, OPEN};
use crate::draw::path::between;
use crate::draw::scene::{Color, Fill, Node, Path, Pattern, Shape, Stroke};
use crate::hexgrid::{HexId, Point};
use crate::model::{TerrainId, Texture};

/// On a map with more hexes no trees, fields and shades are drawn: they would take more room than everything else, and
/// nobody could see them.
pub(super) const MOST_TEXTURED: usize = 50_000;

/// The colour of the open ground.
pub(super) fn base_fill(canvas: &Canvas<'_>) -> Color {
    let open = canvas.game.terrain.ids().map(|id| canvas.ground(id)).find(|ground| ground.open);
    open.map_or(OPEN, |ground| ground.fill)
}

/// Ground of which nothing is said is hatched.
pub(super) fn unknown(canvas: &Canvas<'_>) -> Option<Node> {
    let hexes: BTreeSet<HexId> = canvas.board.hexes().filter(|hex| canvas.map.ground(*hex).is_none()).collect();
    if hexes.is_empty() {
        return None;
    }
    let a = canvas.a;
    let step = a * 0.12;
    let mut hatch = Path::new();
    let at = |x: f64, y: f64| Point { x: x * step, y: y * step };
    hatch.line(at(-0.5, 0.5), at(0.5, -0.5)).line(at(-0.5, 1.5), at(1.5, -0.5)).line(at(0.5, 1.5), at(1.5, 0.5));
    let tile = Pattern { width: step, height: step, shapes: vec![Shape::stroked(hatch, Stroke::butt(INK.alpha(70), a * 0.012))] };
    Some(Shape { path: exact(canvas, &hexes), fill: Some(Fill::Pattern(Arc::new(tile))), stroke: None }.into())
}

/// Greener ground along rivers.
pub(super) fn meadows(waters: &Waters, lay: &Lay) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (wide, alpha) in [(0.85, 56), (0.60, 71), (0.38, 89)] {
        for stretch in &waters.stretches {
            let line: Vec<Point> = stretch.points.iter().step_by(3).chain(stretch.points.last()).copied().collect();
            let mut path = Path::new();
            path.polyline(&line);
            nodes.push(Shape::stroked(lay.path(&path), Stroke::round(MEADOW.alpha(alpha), wide * lay.a)).into());
        }
    }
    nodes
}

/// Fields: strips side by side, along the next road, more of them near towns.
pub(super) fn fields(canvas: &Canvas<'_>, regions: &[Region], free: &Free, frame: Frame, seed: u32, lay: &Lay) -> Vec<Node> {
    let places: Vec<Point> = canvas
        .map
        .places
        .values()
        .filter(|place| canvas.town_reach(place.class).is_some())
        .flat_map(|place| place.hexes.iter().filter_map(|hex| canvas.centre(*hex)))
        .collect();
    let mut towns = super::field::Cells::new(frame.grown(4.0), 2.0);
    places.iter().for_each(|at| towns.add(*at, *at));
    let points = spread(frame.grown(0.4), (0.56, 0.56), seed + 400, |_| true, |_| Some(0.56));
    let mut sown = Sown { strips: [Path::new(), Path::new(), Path::new()], furrows: Path::new(), edges: Path::new() };
    for at in points {
        let mut near = 4.0f64;
        towns.around(at, 3.5, |town| {
            near = near.min(super::canvas::distance(*town, at));
            true
        });
        if chance(at, seed + 401) > 0.85 * fall(-(near / 1.7) * (near / 1.7)) + 0.22 {
            continue;
        }
        let way = free.nearest_line(at, 0.9).map(|line| {
            let to = unit(at, line);
            Point { x: -to.y, y: to.x }
        });
        let mut way = way.unwrap_or_else(|| {
            let (sin, cos) = turn(0.4 * noise(at, seed + 402, 3.5));
            Point { x: cos, y: sin }
        });
        if chance(at, seed + 403) < 0.22 {
            way = Point { x: -way.y, y: way.x };
        }
        sown.furlong(
            at,
            way,
            |corners| {
                let [a, b, c, d] = *corners;
                let edge = [a, b, c, d, middle(a, b), middle(b, c), middle(c, d), middle(d, a)];
                edge.iter().all(|p| {
                    free.clear(*p, 0.03)
                        && free.houses_clear(*p, 0.07)
                        && !regions.iter().any(|region| region.holds(*p) || region.edged(*p, 0.05))
                })
            },
            seed,
        );
    }
    sown.paint(lay)
}

/// What was sown.
struct Sown {
    strips: [Path; 3],
    furrows: Path,
    edges: Path,
}

impl Sown {
    /// Some strips side by side, those of them that fit.
    fn furlong(&mut self, at: Point, way: Point, fits: impl Fn(&[Point; 4]) -> bool, seed: u32) {
        let out = Point { x: -way.y, y: way.x };
        let dice = |k: u32| chance(at, seed + 410 + k);
        let count = 2 + u32::try_from(super::field::whole(dice(1) * 3.2)).unwrap_or(0);
        let mut off = -0.2;
        for n in 0..count {
            let (wide, long) = (0.085 + 0.075 * dice(10 + n), 0.17 + 0.09 * dice(20 + n));
            let from = plus(at, way, 0.06 * (dice(30 + n) - 0.5));
            let corner = |x: f64, y: f64| plus(plus(from, way, x), out, y);
            let far = long * (0.92 + 0.1 * dice(40 + n));
            let strip = [corner(-long, off), corner(long, off), corner(far, off + wide), corner(-long, off + wide)];
            let begun = off;
            off += wide + 0.006;
            if !fits(&strip) {
                continue;
            }
            let kind = usize::try_from(super::field::whole(dice(50 + n) * 3.0).clamp(0, 2)).unwrap_or(0);
            if let Some(path) = self.strips.get_mut(kind) {
                path.polygon(&strip);
            }
            self.edges.polygon(&strip);
            let mut row = 0.03;
            while kind != 1 && row < wide - 0.012 {
                self.furrows.line(corner(-long + 0.02, begun + row), corner(long * 0.95 - 0.03, begun + row));
                row += 0.026;
            }
        }
    }

    fn paint(self, lay: &Lay) -> Vec<Node> {
        let furrow = Color::hex(0xa0_8c58);
        let mut nodes: Vec<Node> = Vec::new();
        let colors = [Color::hex(0xe7_dbb4).alpha(204), Color::hex(0xf4_eedb).alpha(128), Color::hex(0xe0_debc).alpha(204)];
        for (path, color) in self.strips.iter().zip(colors).filter(|(path, _)| !path.is_empty()) {
            nodes.push(Shape::filled(lay.path(path), color).into());
        }
        for (path, wide, alpha) in [(&self.furrows, 0.006, 66), (&self.edges, 0.008, 97)] {
            if !path.is_empty() {
                nodes.push(Shape::stroked(lay.path(path), Stroke::butt(furrow.alpha(alpha), lay.a * wide)).into());
            }
        }
        nodes
    }
}

/// The lines between hexes.
pub(super) fn grid(canvas: &Canvas<'_>) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let stroke = Stroke::round(GRID.alpha(98), canvas.a * 0.013);
    let hexes: Vec<HexId> = canvas.board.hexes().collect();
    for some in hexes.chunks(48) {
        let mut path = Path::new();
        for hex in some {
            for direction in canvas.board.top().directions() {
                let side =
                    canvas.board.hexside(*hex, direction).filter(|side| side.hex() == *hex && side.direction() == direction);
                if let Some((from, to)) = side.and_then(|side| canvas.hexside(side)) {
                    path.line(from, to);
                }
            }
        }
        nodes.push(Shape::stroked(path, stroke.clone()).into());
    }
    nodes
}

/// The edge of the map.
pub(super) fn border(canvas: &Canvas<'_>) -> Node {
    let border = exact(canvas, &canvas.board.hexes().collect());
    Shape::stroked(border, Stroke::round(INK.alpha(217), canvas.a * 0.03)).into()
}

/// Wedges along a slope, pointing downhill: away from the hex that is the higher one. Also what else runs along
/// hexsides and is no water, as a plain line.
pub(super) fn slope(canvas: &Canvas<'_>, class: TerrainId, line: &Line, seed: u32, lay: &Lay) -> Vec<Node> {
    let mut path = Path::new();
    for feature in canvas.map.features.values().filter(|feature| feature.class == class) {
        for side in &feature.sides {
            let Some((from, to)) = canvas.hexside(*side) else { continue };
            let (owner, other) = canvas.board.hexside_hexes(*side);
            let Some(low) = lower(canvas, owner, other).and_then(|hex| canvas.centre(hex)) else { continue };
            let down = unit(middle(from, to), low);
            let along = unit(from, to);
            let mut t = 0.03;
            while t < 1.0 {
                let at = between(from, to, t);
                let at = plus(at, super::field::drift(at, seed + 90, 0.5), 0.02);
                let long = 0.13 + 0.06 * chance(at, seed + 91);
                let top = plus(at, down, -0.02);
                path.polygon(&[plus(top, along, -0.013), plus(top, along, 0.013), plus(at, down, long)]);
                t += 0.085;
            }
        }
    }
    if path.is_empty() { Vec::new() } else { vec![Shape::filled(lay.path(&path), line.color.alpha(242)).into()] }
}

/// The lower of two hexes: by their numbers, else by their ground.
fn lower(canvas: &Canvas<'_>, a: HexId, b: Option<HexId>) -> Option<HexId> {
    let b = b?;
    let height = |hex: HexId| {
        let own = canvas.map.values.get(&hex);
        let stated = elevation(canvas, hex).or_else(|| ["height", "level"].iter().find_map(|word| own?.get(word)));
        let ground = canvas.map.ground(hex).map(|id| canvas.ground(id).texture);
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
pub(super) fn long(points: &[Point]) -> f64 {
    points.iter().zip(points.iter().skip(1)).map(|(a, b)| length(minus(*b, *a))).sum()
}
