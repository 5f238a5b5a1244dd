//! How regions are painted: woods with a dark rim, hills that are lit from the north-west, marsh, water, open ground.

use std::sync::Arc;

use super::bands::Field;
use super::canvas::{Lay, minus, plus};
use super::field::{Frame, length, noise, share};
use super::free::Free;
use super::inside::Inside;
use super::region::{Region, path};
use super::style::{EARTH_INK, Ground, INK, REED, RIM, WATER_INK};
use crate::draw::path::between;
use crate::draw::scene::{Color, Group, Node, Path, Shape, Stroke, Transform};
use crate::hexgrid::Point;
use crate::model::Texture;

/// Beneath the trees.
const SHADOW: Color = Color::hex(0x3a_4a30);

/// A region, painted: without what grows on it.
pub(super) fn region(region: &Region, tints: &Tints, free: &Free, seed: u32, lay: &Lay) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for part in &region.parts {
        let outline = lay.path(&path(part));
        match region.ground.texture {
            Texture::Woods => woods(&region.ground, &outline, lay, &mut nodes),
            Texture::Rough if region.ground.stony => soft(&region.ground, &outline, EARTH_INK, lay, &mut nodes),
            Texture::Hills | Texture::Rough => raised(&region.ground, &outline, lay, &mut nodes),
            Texture::Marsh => soft(&region.ground, &outline, REED, lay, &mut nodes),
            Texture::Water => water(&region.ground, &outline, lay, &mut nodes),
            Texture::None if region.ground.sand.is_some() => soft(&region.ground, &outline, EARTH_INK, lay, &mut nodes),
            Texture::None | Texture::Town | Texture::City => {
                let rim = Stroke::round(region.ground.fill.mix(INK, 70), lay.a * 0.012);
                nodes.push(Shape::filled(outline, region.ground.fill).with_stroke(rim).into());
            }
        }
    }
    if tints.fine {
        match region.ground.texture {
            Texture::Woods => {
                nodes.extend(tints.woods(region, lay));
                if region.ground.broken {
                    nodes.extend(hachures(region, free, seed, lay));
                }
            }
            Texture::Hills | Texture::Rough if !region.ground.stony => nodes.extend(hachures(region, free, seed, lay)),
            _ => {}
        }
    }
    nodes
}

fn clipped(outline: &Path, nodes: Vec<Node>) -> Node {
    Group { clip: Some(Arc::new(outline.clone())), nodes, ..Group::default() }.into()
}

fn stroked(outline: &Path, color: Color, width: f64) -> Node {
    Shape::stroked(outline.clone(), Stroke::round(color, width)).into()
}

/// Woods: a shadow to the south-east, the ground, darker towards the edge.
fn woods(ground: &Ground, outline: &Path, lay: &Lay, nodes: &mut Vec<Node>) {
    let a = lay.a;
    let faint = if ground.light() { 0.4 } else { 1.0 };
    let less = |alpha: f64| scaled(alpha * faint);
    let shadow = outline.moved(Transform::shift(0.022 * a, 0.034 * a));
    nodes.push(Shape::filled(shadow, SHADOW.alpha(less(51.0))).into());
    nodes.push(Shape::filled(outline.clone(), ground.fill).into());
    let rims = [(0.44, 13.0), (0.26, 19.0), (0.11, 34.0)];
    let rims = rims.map(|(width, alpha)| stroked(outline, RIM.alpha(less(alpha)), width * a));
    nodes.push(clipped(outline, rims.to_vec()));
    nodes.push(stroked(outline, RIM.alpha(less(191.0)), 0.014 * a));
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
fn scaled(alpha: f64) -> u8 {
    alpha.round().clamp(0.0, 255.0) as u8
}

/// Hills and broken ground: dark on the side away from the light, bright on the other.
fn raised(ground: &Ground, outline: &Path, lay: &Lay, nodes: &mut Vec<Node>) {
    let a = lay.a;
    nodes.push(Shape::filled(outline.clone(), ground.fill).into());
    let mut light = Vec::new();
    for (width, alpha) in [(0.50, 20.0), (0.32, 22.0), (0.16, 25.0)] {
        for (to, color, more) in [(-1.0, EARTH_INK, ground.dense), (1.0, Color::hex(0xff_f3d2), 1.5)] {
            let moved = outline.moved(Transform::shift(to * 0.075 * a, to * 0.09 * a));
            light.push(stroked(&moved, color.alpha(scaled(alpha * more)), width * a));
        }
    }
    nodes.push(clipped(outline, light));
    nodes.push(stroked(outline, EARTH_INK.alpha(128), 0.012 * a));
}

fn soft(ground: &Ground, outline: &Path, ink: Color, lay: &Lay, nodes: &mut Vec<Node>) {
    nodes.push(Shape::filled(outline.clone(), ground.fill).into());
    let rims = [(0.3, 15), (0.14, 23)].map(|(width, alpha)| stroked(outline, ink.alpha(alpha), width * lay.a));
    nodes.push(clipped(outline, rims.to_vec()));
}

/// A lake or the sea: lighter along the shore.
fn water(ground: &Ground, outline: &Path, lay: &Lay, nodes: &mut Vec<Node>) {
    nodes.push(Shape::filled(outline.clone(), ground.fill).into());
    let rims = [(0.34, 36), (0.20, 46), (0.08, 60)];
    let rims = rims.map(|(width, alpha)| stroked(outline, Color::hex(0xdc_ecf2).alpha(alpha), width * lay.a));
    nodes.push(clipped(outline, rims.to_vec()));
    nodes.push(stroked(outline, WATER_INK, 0.02 * lay.a));
}

/// Soft changes of colour, the same for the whole map.
pub(super) struct Tints {
    /// Whether the map is small enough for anybody to see them.
    pub(super) fine: bool,
    ground: Option<Field>,
    woods: Option<Field>,
}

impl Tints {
    pub(super) fn new(frame: Frame, seed: u32, fine: bool, wooded: bool) -> Tints {
        let frame = frame.grown(0.5);
        let field = |step: f64, value: &dyn Fn(Point) -> f64| Field::new(frame, step, value);
        let ground = |p: Point| 0.65 * noise(p, seed + 200, 4.2) + 0.35 * noise(p, seed + 202, 1.4);
        let woods = |p: Point| 0.6 * noise(p, seed + 300, 2.6) + 0.4 * noise(p, seed + 302, 0.9);
        Tints { fine, ground: fine.then(|| field(0.20, &ground)), woods: (fine && wooded).then(|| field(0.17, &woods)) }
    }

    /// The open ground is nowhere quite the same.
    pub(super) fn ground(&self, lay: &Lay) -> Vec<Node> {
        let levels = self.ground.iter().flat_map(|field| [-0.25, -0.05, 0.15, 0.33].map(|level| field.above(level)));
        levels.map(|path| Shape::filled(lay.path(&path), Color::hex(0xb5_9a5c).alpha(11)).into()).collect()
    }

    fn woods(&self, region: &Region, lay: &Lay) -> Vec<Node> {
        let levels = self.woods.iter().flat_map(|field| [-0.12, 0.16].map(|level| field.above(level)));
        let tint = RIM.alpha(if region.ground.light() { 8 } else { 16 });
        let tints: Vec<Node> = levels.map(|path| Shape::filled(lay.path(&path), tint).into()).collect();
        let mut all = Path::new();
        for part in &region.parts {
            all.append(&path(part));
        }
        if tints.is_empty() { tints } else { vec![clipped(&lay.path(&all), tints)] }
    }
}

/// Strokes that point down from the edge of a hill, in rows: wide above, thin at the foot.
fn hachures(region: &Region, free: &Free, seed: u32, lay: &Lay) -> Vec<Node> {
    let Some(inside) = region.inside() else { return Vec::new() };
    let mut nodes = Vec::new();
    for (n, part) in (0u32..).zip(&region.parts) {
        let mut path = Path::new();
        for line in part {
            for (row, (inset, gap, long)) in (0u32..).zip([(0.015, 0.047, 0.17), (0.17, 0.062, 0.13), (0.31, 0.08, 0.10)]) {
                let seed = seed + 400 + row + n % 64;
                for (from, way) in steps(line, gap, seed) {
                    hachure(&mut path, from, way, (inset, long, row > 0), inside, free, seed);
                }
            }
        }
        if !path.is_empty() {
            nodes.push(Shape::filled(lay.path(&path), EARTH_INK.alpha(217)).into());
        }
    }
    nodes
}

/// Points along a closed line, so far apart and a little uneven, with the way of the line in each.
fn steps(line: &[Point], gap: f64, seed: u32) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    let (mut done, mut next, mut n) = (0.0, 0.0, 0i32);
    for (from, to) in line.iter().zip(line.iter().skip(1).chain(line.first())) {
        let way = minus(*to, *from);
        let long = length(way);
        while long > 1e-9 && next < done + long {
            let at = between(*from, *to, (next - done) / long);
            found.push((at, Point { x: way.x / long, y: way.y / long }));
            n += 1;
            next =
                f64::from(n) * gap + gap * 0.7 * share(super::field::whole(at.x * 50.0), super::field::whole(at.y * 50.0), seed);
        }
        done += long;
    }
    found
}

fn hachure(
    path: &mut Path,
    from: Point,
    way: Point,
    (inset, long, inner): (f64, f64, bool),
    inside: &Inside,
    free: &Free,
    seed: u32,
) {
    // An outline runs clockwise: inwards is to its right.
    let up = Point { x: -way.y, y: way.x };
    let dice = |k: u32| super::field::chance(from, seed + 10 * k);
    if dice(1) < if inner { 0.31 } else { 0.06 } {
        return;
    }
    let off = if inner { 0.07 * (dice(2) - 0.35) } else { 0.0 };
    let foot = plus(from, up, inset + off);
    // Slopes that look away from the light are dark.
    let shade = (1.0 - 0.55 * (up.x * 0.6 + up.y * 0.8)).clamp(0.3, 1.7);
    let long = long * (0.55 + 0.6 * dice(3)) * (0.75 + 0.35 * (shade - 0.45));
    let wide = 0.0078 * (0.5 + 0.75 * (shade - 0.3)) * 1.5;
    let top = plus(foot, up, long);
    if inner && !(inside.holds(top) && inside.edge_within(foot, inset * 0.8).is_none()) {
        return;
    }
    // In a narrow place the strokes of both sides would cross.
    if inside.edge_within(top, inset + long * 0.55).is_some() {
        return;
    }
    if !free.clear(foot, 0.03) || !free.clear(top, 0.03) || !inside.holds(top) {
        return;
    }
    path.polygon(&[plus(top, way, -wide), plus(top, way, wide), foot]);
}
