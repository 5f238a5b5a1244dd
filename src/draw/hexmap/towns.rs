//! Towns: blocks of houses along their streets, more of them the larger the place; and the marks of places.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Lay, minus, plus};
use super::field::{Frame, length, share, turn};
use super::free::Free;
use super::region::Region;
use super::relax::on_curve;
use super::roads::Network;
use super::style::{self, BRICK, BRICK_INK, BUILT, HALO, INK};
use crate::draw::path::between;
use crate::draw::scene::{Color, Node, Path, Shape, Stroke};
use crate::hexgrid::{HexId, Point};
use crate::model::{PlaceSymbol, TerrainId, Texture};

/// A house, corner by corner.
pub(super) type Block = [Point; 4];

/// A hex that is built on, or has a mark.
pub(super) struct Town {
    pub(super) hex: HexId,
    pub(super) centre: Point,
    /// How far it reaches; nothing for a mark alone.
    reach: Option<f64>,
    pub(super) blocks: Vec<Block>,
    symbol: Option<PlaceSymbol>,
    /// Its own ground, where art.json says one.
    ground: Option<Region>,
}

impl Town {
    /// The box around everything in it.
    pub(super) fn extent(&self) -> Frame {
        let mark = if self.symbol.is_some() { 0.13 } else { 0.05 };
        let [low, high] = [-mark, mark].map(|by| plus(self.centre, Point { x: by, y: by }, 1.0));
        Frame::of(self.blocks.iter().flatten().copied().chain([low, high])).unwrap_or(Frame { min: low, max: high })
    }
}

/// The streets of a hex: lines from its middle outwards, and half the width of each.
type Streets = Vec<(f64, Vec<Point>)>;

/// All hexes that are built on; the lines that houses keep off are in `free`.
pub(super) fn towns(canvas: &Canvas<'_>, network: &Network, free: &Free, seed: u32) -> Vec<Town> {
    let mut found: BTreeMap<HexId, (f64, Option<TerrainId>)> = BTreeMap::new();
    for place in canvas.map.places.values() {
        let reach = canvas.town_reach(place.class);
        let symbol = style::symbol(canvas.game, place.class).filter(|symbol| *symbol != PlaceSymbol::None);
        if reach.is_none() && symbol.is_none() && own_ground(canvas, place.class).is_none() {
            continue;
        }
        for hex in &place.hexes {
            // The largest of several; a mark stays.
            let entry = found.entry(*hex).or_insert((reach.unwrap_or(0.0), place.class));
            if reach.unwrap_or(0.0) > entry.0 {
                *entry = (reach.unwrap_or(0.0), place.class);
            }
        }
    }
    let mut towns = Vec::new();
    for (hex, (reach, class)) in found {
        let Some(centre) = canvas.centre(hex) else { continue };
        let symbol = style::symbol(canvas.game, class).filter(|symbol| *symbol != PlaceSymbol::None);
        let ground = own_ground(canvas, class).map(|(id, ground)| {
            let patch = patch(centre, 0.44, seed);
            Region::new(id, ground, vec![vec![patch]])
        });
        let plain = ground.as_ref().is_none_or(|region| matches!(region.ground.texture, Texture::Town | Texture::City));
        let reach = (reach > 0.0 && plain).then_some(reach);
        let blocks = reach.map(|reach| blocks(canvas, network, free, hex, centre, reach, seed)).unwrap_or_default();
        towns.push(Town { hex, centre, reach, blocks, symbol, ground });
    }
    towns
}

/// The ground of a feature whose look is stated.
fn own_ground(canvas: &Canvas<'_>, class: Option<TerrainId>) -> Option<(TerrainId, style::Ground)> {
    let id = class?;
    let art = canvas.game.art.map.terrain.get(&id)?;
    (art.fill.is_some() || art.texture.is_some()).then(|| (id, canvas.ground(id)))
}

/// An uneven disc.
fn patch(centre: Point, r: f64, seed: u32) -> Vec<Point> {
    let at = |n: i32| {
        let (sin, cos) = turn(f64::from(n) / 40.0);
        let at = plus(centre, Point { x: cos, y: sin }, r);
        super::field::warped(between(centre, at, 0.92), seed)
    };
    (0..40).map(at).collect()
}

fn streets(network: &Network, hex: HexId, centre: Point, seed: u32) -> Streets {
    let mut arms: Streets = Vec::new();
    for (width, curve) in network.arms.get(&hex).map(Vec::as_slice).unwrap_or_default() {
        let line = (0..=16).map(|n| on_curve(*curve, f64::from(n) / 16.0)).collect();
        arms.push((width / 2.0, line));
    }
    // The widest first: it has its houses before the others.
    arms.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mirrored = |line: &[Point]| line.iter().map(|p| minus(plus(centre, centre, 1.0), *p)).collect::<Vec<_>>();
    match arms.as_slice() {
        [] => {
            let (sin, cos) =
                turn(share(super::field::whole(centre.x * 7.0), super::field::whole(centre.y * 7.0), seed + 5) / 2.0);
            let line: Vec<Point> = (0..=8).map(|n| plus(centre, Point { x: cos, y: sin }, f64::from(n) / 16.0)).collect();
            let back = mirrored(&line);
            arms.extend([(0.015, line), (0.015, back)]);
        }
        [(_, line)] => {
            let back = mirrored(line);
            arms.push((0.015, back));
        }
        _ => {}
    }
    arms
}

/// Houses along all streets of a hex, on both sides.
fn blocks(canvas: &Canvas<'_>, network: &Network, free: &Free, hex: HexId, centre: Point, reach: f64, seed: u32) -> Vec<Block> {
    let big = reach > 0.3;
    let rows = if reach > 0.4 {
        3
    } else if big {
        2
    } else {
        1
    };
    let place = canvas.seed(hex).to_le_bytes();
    let own = place.iter().fold(seed, |all, byte| all.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    let mut kept: Vec<Block> = Vec::new();
    let mut n = 0i32;
    for (half, line) in streets(network, hex, centre, seed) {
        for side in [1.0, -1.0] {
            for row in 0..rows {
                let far = reach * [1.0, 0.72, 0.5].get(row).copied().unwrap_or(0.4);
                let mut t = 0.035 + 0.03 * share(n, 9, own);
                while t < far {
                    n += 1;
                    let dice = |k: i32| share(n, k, own);
                    let long = if big { 0.055 + 0.065 * dice(1) } else { 0.05 + 0.045 * dice(1) };
                    let deep = 0.05 + 0.03 * dice(2);
                    let skip = dice(4) < if big { 0.06 } else { 0.12 } * (1.0 + t / reach);
                    let off = half + 0.022 + row as f64 * 0.10 + 0.012 * dice(3);
                    let block = along(&line, t + long / 2.0).map(|(at, way)| {
                        let out = Point { x: -way.y * side, y: way.x * side };
                        let corner = |x: f64, y: f64| plus(plus(at, way, x), out, y);
                        [
                            corner(-long / 2.0, off),
                            corner(long / 2.0, off),
                            corner(long / 2.0, off + deep),
                            corner(-long / 2.0, off + deep),
                        ]
                    });
                    if let Some(block) = block.filter(|block| !skip && stands(block, free, &kept)) {
                        kept.push(block);
                    }
                    t += long + 0.018 + 0.03 * dice(5);
                }
            }
        }
    }
    kept
}

/// A point so far along a line, and the way of the line there.
fn along(line: &[Point], far: f64) -> Option<(Point, Point)> {
    let mut done = 0.0;
    for (from, to) in line.iter().zip(line.iter().skip(1)) {
        let way = minus(*to, *from);
        let long = length(way);
        if long > 1e-9 && far <= done + long {
            return Some((between(*from, *to, (far - done) / long), Point { x: way.x / long, y: way.y / long }));
        }
        done += long;
    }
    None
}

/// Whether a house stands neither on a road nor in the water nor in another house.
fn stands(block: &Block, free: &Free, others: &[Block]) -> bool {
    let [a, b, c, d] = *block;
    let points = [a, b, c, d, between(a, b, 0.5), between(b, c, 0.5), between(c, d, 0.5), between(d, a, 0.5), between(a, c, 0.5)];
    points.iter().all(|p| free.lines_clear(*p, 0.012)) && !others.iter().any(|other| touch(block, other, 0.012))
}

/// Whether two houses are nearer to each other than that.
fn touch(one: &Block, other: &Block, gap: f64) -> bool {
    let apart = |of: &Block| {
        of.iter().zip(of.iter().skip(1).chain(of.first())).any(|(from, to)| {
            let way = minus(*to, *from);
            let long = length(way).max(1e-9);
            let out = Point { x: way.y / long, y: -way.x / long };
            let reach = |block: &Block| {
                let on = block.map(|p| p.x * out.x + p.y * out.y);
                (on.into_iter().fold(f64::INFINITY, f64::min), on.into_iter().fold(f64::NEG_INFINITY, f64::max))
            };
            let ((a, b), (c, d)) = (reach(one), reach(other));
            b + gap < c || d + gap < a
        })
    };
    !apart(one) && !apart(other)
}

/// The ground that towns stand on.
pub(super) fn built(towns: &[Town], lay: &Lay) -> Vec<Node> {
    let (mut under, mut over): (Vec<Node>, Vec<Node>) = (Vec::new(), Vec::new());
    for town in towns.iter().filter(|town| !town.blocks.is_empty() && town.ground.is_none()) {
        let mut path = Path::new();
        for block in &town.blocks {
            path.polygon(block);
        }
        let path = lay.path(&path);
        under.push(Shape::stroked(path.clone(), Stroke::round(BRICK_INK.mix(BUILT, 165), lay.a * 0.108)).into());
        over.push(Shape::filled(path, BUILT).with_stroke(Stroke::round(BUILT, lay.a * 0.094)).into());
    }
    under.extend(over);
    under
}

/// The grounds of places whose look is stated.
pub(super) fn own(towns: &[Town]) -> impl Iterator<Item = &Region> {
    towns.iter().filter_map(|town| town.ground.as_ref())
}

/// The ground of a feature in a hex, where its look is stated.
pub(super) fn own_in(towns: &[Town], hex: HexId) -> Option<&Region> {
    let n = towns.binary_search_by_key(&hex, |town| town.hex).ok()?;
    towns.get(n)?.ground.as_ref()
}

/// Houses and marks.
pub(super) fn draw(towns: &[Town], seed: u32, lay: &Lay) -> Vec<Node> {
    let (mut shadows, mut nodes): (Vec<Node>, Vec<Node>) = (Vec::new(), Vec::new());
    for town in towns {
        let big = town.reach.is_some_and(|reach| reach > 0.3);
        let tones: [u32; 3] = if big { [0x8a_4a3a, 0x9a_5846, 0x7a_4034] } else { [0x86_604c, 0x75_503f, 0x93_6d57] };
        let mut paths = [Path::new(), Path::new(), Path::new()];
        let mut shadow = Path::new();
        for (n, block) in (0i32..).zip(&town.blocks) {
            shadow.polygon(&block.map(|p| Point { x: p.x + 0.014, y: p.y + 0.018 }));
            let tone = super::field::hash(n, super::field::whole(town.centre.x * 100.0), seed) as usize % 3;
            if let Some(path) = paths.get_mut(tone) {
                path.polygon(block);
            }
        }
        if !shadow.is_empty() {
            shadows.push(Shape::filled(lay.path(&shadow), INK.alpha(89)).into());
        }
        for (path, tone) in paths.iter().zip(tones).filter(|(path, _)| !path.is_empty()) {
            let rim = Stroke::round(BRICK_INK, lay.a * 0.008);
            nodes.push(Shape::filled(lay.path(path), Color::hex(tone)).with_stroke(rim).into());
        }
        if let Some(symbol) = town.symbol {
            nodes.extend(mark(symbol, lay.point(town.centre), lay.a));
        }
    }
    shadows.extend(nodes);
    shadows
}

/// The mark of a place about a point.
pub(super) fn mark(symbol: PlaceSymbol, at: Point, a: f64) -> Vec<Node> {
    let p = |x: f64, y: f64| Point { x: at.x + x * a, y: at.y + y * a };
    let mut path = Path::new();
    let (fill, rim) = match symbol {
        PlaceSymbol::None => return Vec::new(),
        PlaceSymbol::Star => {
            path.polygon(&star(at, a * 0.135));
            (Color::hex(0xf2_d04a), INK)
        }
        PlaceSymbol::Fort => {
            // Four bastions, seen from above.
            let quarter = [(-0.125, -0.125), (-0.05, -0.115), (-0.04, -0.07), (0.04, -0.07), (0.05, -0.115)];
            let mut corners = Vec::new();
            for turn in 0..4 {
                corners.extend(quarter.map(|(x, y)| match turn {
                    0 => p(x, y),
                    1 => p(-y, x),
                    2 => p(-x, -y),
                    _ => p(y, -x),
                }));
            }
            path.polygon(&corners);
            (Color::hex(0xd8_c9a6), INK)
        }
        PlaceSymbol::Dot => {
            path.circle(at, a * 0.075);
            (INK, HALO)
        }
        PlaceSymbol::Square => {
            path.polygon(&[p(-0.08, -0.08), p(0.08, -0.08), p(0.08, 0.08), p(-0.08, 0.08)]);
            (BRICK, INK)
        }
        PlaceSymbol::Cross => {
            let (long, wide) = (0.12, 0.035);
            let arms = [(-wide, -long), (wide, -long), (wide, -wide), (long, -wide), (long, wide), (wide, wide)];
            let back = arms.map(|(x, y)| p(-x, -y));
            path.polygon(&[arms.map(|(x, y)| p(x, y)).as_slice(), back.as_slice()].concat());
            (Color::hex(0xa8_412c), INK)
        }
    };
    vec![
        Shape::stroked(path.clone(), Stroke::round(HALO.alpha(220), a * 0.055)).into(),
        Shape::filled(path, fill).with_stroke(Stroke::round(rim, a * 0.018)).into(),
    ]
}

/// The corners of a star with five points.
pub(super) fn star(at: Point, r: f64) -> Vec<Point> {
    let corner = |n: u32| {
        let (sin, cos) = turn(f64::from(n) / 10.0);
        let r = if n.is_multiple_of(2) { r } else { r * 0.43 };
        Point { x: at.x + r * sin, y: at.y - r * cos }
    };
    (0..10).map(corner).collect()
}

/// Takes away houses that lie under a box.
pub(super) fn make_room(towns: &mut [Town], hex: HexId, centre: Point, half: (f64, f64)) {
    let Ok(n) = towns.binary_search_by_key(&hex, |town| town.hex) else { return };
    if let Some(town) = towns.get_mut(n) {
        let (w, h) = (half.0 + 0.025, half.1 + 0.025);
        let corner = |x: f64, y: f64| Point { x: centre.x + x * w, y: centre.y + y * h };
        let number = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        town.blocks.retain(|block| !touch(block, &number, 0.0));
    }
}
