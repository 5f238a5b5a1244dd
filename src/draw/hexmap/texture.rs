//! What grows and stands on the ground: trees, hachures, tufts, houses, waves. Each hex has its own, by a fixed
//! chance, so that a hex looks the same whatever is changed elsewhere.

use super::canvas::{Chance, off_stretch, plus};
use super::style::{BRICK, EARTH_INK, Ground, WATER_INK};
use crate::draw::scene::{Color, Node, Path, Shape, Stroke, Transform};
use crate::hexgrid::Point;
use crate::model::Texture;

/// A hex to be filled: where, how large, and what must stay free.
pub(super) struct Patch {
    pub(super) centre: Point,
    /// Across the flats.
    pub(super) a: f64,
    pub(super) seed: u64,
    /// For each side of the hex: the way out, and how far inside it things stay.
    pub(super) sides: Vec<(Point, f64)>,
    /// Stretches that must stay free, such as roads, and how far around them.
    pub(super) keep_off: Vec<(Point, Point, f64)>,
    /// A box that must stay free: centre, half width, half height.
    pub(super) keep_out: Vec<(Point, f64, f64)>,
}

impl Patch {
    fn free(&self, at: Point, reach: f64) -> bool {
        self.keep_off.iter().all(|(from, to, off)| off_stretch(at, *from, *to) > off + reach)
            && self
                .keep_out
                .iter()
                .all(|(centre, w, h)| (at.x - centre.x).abs() > w + reach || (at.y - centre.y).abs() > h + reach)
    }

    /// Whether a point lies in the hex, so far from its sides.
    fn inside(&self, at: Point, reach: f64) -> bool {
        let (x, y) = (at.x - self.centre.x, at.y - self.centre.y);
        self.sides.iter().all(|(out, edge)| x * out.x + y * out.y <= self.a / 2.0 - edge * self.a - reach)
    }

    /// Points spread over the hex: a lattice so fine, each point a little aside, none nearer to the edge than `reach`.
    fn spread(&self, step: f64, aside: f64, reach: f64, what: u64) -> Vec<(Point, Chance)> {
        let mut chance = Chance::new(self.seed, what);
        let (dx, dy) = (step * self.a, step * self.a * 0.866);
        let mut points = Vec::new();
        for row in -8..=8i32 {
            for column in -8..=8i32 {
                let half = if row % 2 == 0 { 0.0 } else { 0.5 };
                let (ax, ay) = (chance.between(-aside, aside) * self.a, chance.between(-aside, aside) * self.a);
                let (x, y) = ((f64::from(column) + half) * dx + ax, f64::from(row) * dy + ay);
                let at = Point { x: self.centre.x + x, y: self.centre.y + y };
                let seed = u64::from((row + 8).unsigned_abs() * 32 + (column + 8).unsigned_abs());
                if self.inside(at, reach * self.a) {
                    points.push((at, Chance::new(self.seed, what * 1000 + seed)));
                }
            }
        }
        points
    }
}

/// What is drawn on a hex of that ground.
pub(super) fn draw(ground: &Ground, patch: &Patch) -> Vec<Node> {
    match ground.texture {
        Texture::None => Vec::new(),
        Texture::Woods => woods(ground, patch),
        Texture::Rough => rough(patch),
        Texture::Hills => hills(ground, patch),
        Texture::Marsh => marsh(patch),
        Texture::Water => water(patch),
        Texture::Town => houses(patch, if ground.dense < 0.8 { 0.2 } else { 0.3 }, 0.0),
        Texture::City => houses(patch, 0.42, 0.0),
    }
}

fn woods(ground: &Ground, patch: &Patch) -> Vec<Node> {
    let a = patch.a;
    let (crown, rim) = (ground.fill.mix(Color::hex(0x5f_8d4c), 150), ground.fill.mix(Color::hex(0x2f_5a2c), 190));
    let mut path = Path::new();
    for (at, mut chance) in patch.spread(0.143 / ground.dense.sqrt(), 0.03, 0.03, 1) {
        let r = a * chance.between(0.026, 0.042);
        let drop = chance.share() > 0.86 + (ground.dense - 1.0) * 0.2;
        if drop || !patch.free(at, r) {
            continue;
        }
        tree(&mut path, at, r);
    }
    if path.is_empty() { Vec::new() } else { vec![Shape::filled(path, crown).with_stroke(Stroke::round(rim, a * 0.008)).into()] }
}

/// A crown seen from above and a little from the south: rounded above, flatter below.
fn tree(path: &mut Path, at: Point, r: f64) {
    let p = |x: f64, y: f64| Point { x: at.x + x * r, y: at.y + y * r };
    path.move_to(p(-1.0, 0.35));
    path.cubic_to(p(-1.35, -0.5), p(-0.75, -1.15), p(0.0, -1.1));
    path.cubic_to(p(0.75, -1.15), p(1.35, -0.5), p(1.0, 0.35));
    path.cubic_to(p(0.7, 0.95), p(-0.7, 0.95), p(-1.0, 0.35));
    path.close();
}

fn rough(patch: &Patch) -> Vec<Node> {
    let a = patch.a;
    let mut path = Path::new();
    for (at, mut chance) in patch.spread(0.225, 0.05, 0.055, 2) {
        let size = a * chance.between(0.05, 0.075);
        if !patch.free(at, size * 0.8) {
            continue;
        }
        // A small crag: a broken ridge, and hachures that fall from it.
        let lean = chance.between(-0.3, 0.3);
        let crest = [(-1.0, 0.25), (-0.35, -0.45), (0.2, -0.1), (1.0, 0.3)]
            .map(|(x, y)| Point { x: at.x + x * size, y: at.y + y * size });
        path.polyline(&crest);
        for (t, long) in [(-0.55, 0.55), (-0.2, 0.75), (0.2, 0.6), (0.6, 0.45)] {
            let top = Point { x: at.x + t * size, y: at.y + (t.abs() * 0.45 - 0.2) * size };
            path.line(top, Point { x: top.x + lean * size * 0.5, y: top.y + long * size });
        }
    }
    lines(path, EARTH_INK.alpha(170), a * 0.009)
}

fn hills(ground: &Ground, patch: &Patch) -> Vec<Node> {
    let a = patch.a;
    let mut path = Path::new();
    let mut shade = Path::new();
    for (at, mut chance) in patch.spread(0.285 / ground.dense.sqrt(), 0.05, 0.085, 3) {
        let (w, h) = (a * chance.between(0.085, 0.12), a * chance.between(0.065, 0.09));
        if !patch.free(at, w * 0.7) {
            continue;
        }
        let p = |x: f64, y: f64| Point { x: at.x + x * w, y: at.y + y * h };
        // The back of the hill, and strokes down its shaded side.
        path.move_to(p(-1.0, 0.5)).cubic_to(p(-0.55, -0.75), p(0.35, -1.0), p(1.0, 0.5));
        shade.move_to(p(0.02, -0.5)).cubic_to(p(0.45, -0.45), p(0.75, 0.0), p(1.0, 0.5));
        shade.cubic_to(p(0.7, 0.42), p(0.35, 0.4), p(0.28, 0.35)).cubic_to(p(0.3, 0.1), p(0.2, -0.2), p(0.02, -0.5)).close();
        for (x, y, long) in [(0.3, -0.42, 0.5), (0.52, -0.22, 0.5), (0.72, 0.05, 0.36)] {
            path.line(p(x, y), p(x + 0.02, y + long));
        }
    }
    let mut nodes: Vec<Node> = Vec::new();
    if !shade.is_empty() {
        nodes.push(Shape::filled(shade, EARTH_INK.alpha(46)).into());
    }
    nodes.extend(lines(path, EARTH_INK.alpha(190), a * 0.0095));
    nodes
}

fn marsh(patch: &Patch) -> Vec<Node> {
    let a = patch.a;
    let (mut water, mut reed) = (Path::new(), Path::new());
    for (at, mut chance) in patch.spread(0.2, 0.04, 0.05, 4) {
        let w = a * chance.between(0.05, 0.075);
        if !patch.free(at, w * 0.8) {
            continue;
        }
        water.line(Point { x: at.x - w, y: at.y }, Point { x: at.x + w, y: at.y });
        let long = chance.between(0.4, 0.8);
        water.line(Point { x: at.x - w * long, y: at.y + a * 0.022 }, Point { x: at.x + w * (1.2 - long), y: at.y + a * 0.022 });
        for (x, lean, tall) in [(-0.3, -0.35, 0.04), (0.0, 0.0, 0.055), (0.3, 0.35, 0.04)] {
            let foot = Point { x: at.x + x * w, y: at.y };
            reed.line(foot, Point { x: foot.x + lean * w * 0.6, y: foot.y - tall * a });
        }
    }
    let mut nodes = lines(water, WATER_INK.alpha(150), a * 0.009);
    nodes.extend(lines(reed, Color::hex(0x4f_7a4a).alpha(220), a * 0.009));
    nodes
}

fn water(patch: &Patch) -> Vec<Node> {
    let a = patch.a;
    let mut path = Path::new();
    for (at, mut chance) in patch.spread(0.29, 0.08, 0.07, 5) {
        let w = a * chance.between(0.05, 0.08);
        if chance.share() < 0.35 || !patch.free(at, w) {
            continue;
        }
        let p = |x: f64, y: f64| Point { x: at.x + x * w, y: at.y + y * w };
        path.move_to(p(-1.0, 0.0)).quad_to(p(-0.5, -0.5), p(0.0, 0.0)).quad_to(p(0.5, 0.5), p(1.0, 0.0));
    }
    lines(path, WATER_INK.alpha(80), a * 0.009)
}

/// Houses within so much of the centre, in rows along streets that run at that angle.
pub(super) fn houses(patch: &Patch, reach: f64, angle: f64) -> Vec<Node> {
    let a = patch.a;
    let mut chance = Chance::new(patch.seed, 6);
    let turn = Transform::turn(angle + chance.between(-5.0, 5.0), patch.centre);
    let mut path = Path::new();
    let (step_x, step_y) = (a * 0.088, a * 0.076);
    for row in -6..6i32 {
        for column in -6..=6i32 {
            // The street runs between the two middle rows.
            let aside = if row < 0 { f64::from(row + 1) * step_y - a * 0.064 } else { f64::from(row) * step_y + a * 0.064 };
            let (x, y) = ((f64::from(column) + if row % 2 == 0 { 0.0 } else { 0.4 }) * step_x, aside);
            let (keep, w, h) = (chance.share(), chance.between(0.5, 0.8), chance.between(0.5, 0.74));
            let (ox, oy) = (chance.between(-0.1, 0.1) * step_x, chance.between(-0.1, 0.1) * step_y);
            let far = (x * x + y * y).sqrt() / (reach * a);
            // Thinner towards the edge.
            if far > 1.0 || keep < 0.1 + far * far * 0.42 {
                continue;
            }
            let at = Point { x: patch.centre.x + x + ox, y: patch.centre.y + y + oy };
            if !patch.free(turn.apply(at), step_y * 0.22) {
                continue;
            }
            let (w, h) = (w * step_x / 2.0, h * step_y / 2.0);
            let corners = [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(dx, dy)| turn.apply(plus(at, Point { x: dx, y: dy }, 1.0)));
            path.polygon(&corners);
        }
    }
    if path.is_empty() {
        return Vec::new();
    }
    vec![Shape::filled(path, BRICK).with_stroke(Stroke::round(Color::hex(0x4a_2a22), a * 0.007)).into()]
}

fn lines(path: Path, color: Color, width: f64) -> Vec<Node> {
    if path.is_empty() { Vec::new() } else { vec![Shape::stroked(path, Stroke::round(color, width)).into()] }
}
