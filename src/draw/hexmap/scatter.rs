//! What grows on the ground, scattered evenly whatever the hexes are: trees by stands, tufts of reed, waves.

use std::sync::Arc;

use super::canvas::Lay;
use super::field::{Frame, chance, noise, share, spread, turn, whole};
use super::free::Free;
use super::inside::Inside;
use super::region::Region;
use super::style::{EARTH_INK, REED, Sand, WATER_INK};
use crate::draw::scene::{Color, Node, Path, Shape, Stamps, Stroke};
use crate::hexgrid::Point;
use crate::model::Texture;

const CROWNS: [Color; 2] = [Color::hex(0x66_7f50), Color::hex(0x57_7045)];
const SPIRE: Color = Color::hex(0x47_6039);
const LIT: Color = Color::hex(0x92_a873);
const SHADE: Color = Color::hex(0x3a_4a30);

/// Sizes of a tree, from small to large.
const SIZES: i32 = 4;
/// Shapes of a crown.
const SHAPES: i32 = 4;

/// Whether anything grows on a region.
fn grows(region: &Region) -> bool {
    let textures = [Texture::Woods, Texture::Marsh, Texture::Water, Texture::Rough, Texture::Hills];
    textures.contains(&region.ground.texture) || region.ground.sand.is_some()
}

/// What grows on a region, where nothing lies above it.
pub(super) fn growth(region: &Region, above: &[Region], free: &Free, frame: Frame, seed: u32, lay: &Lay) -> Vec<Node> {
    let Some(bed) = Bed::new(region, above, free, frame) else { return Vec::new() };
    match region.ground.texture {
        Texture::Woods => trees(&bed, seed, lay),
        Texture::Marsh => reeds(&bed, seed, lay),
        Texture::Water => waves(&bed, seed, lay),
        Texture::Rough if region.ground.stony => stones(&bed, seed, lay),
        Texture::Rough => crags(&bed, 0.27, seed, lay),
        Texture::Hills => crags(&bed, 0.40, seed, lay),
        Texture::None => region.ground.sand.map(|kind| sand(kind, &bed, seed, lay)).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Where things may grow.
struct Bed<'r> {
    region: &'r Region,
    inside: &'r Inside,
    above: &'r [Region],
    free: &'r Free,
    frame: Frame,
}

impl<'r> Bed<'r> {
    fn new(region: &'r Region, above: &'r [Region], free: &'r Free, frame: Frame) -> Option<Bed<'r>> {
        if !grows(region) {
            return None;
        }
        Some(Bed { region, inside: region.inside()?, above, free, frame: extent(region, frame)? })
    }

    /// Whether a point lies in the region, and nothing above it there.
    fn holds(&self, at: Point) -> bool {
        self.inside.holds(at) && !self.above.iter().any(|it| it.holds(at) || it.edged(at, 0.05))
    }
}

/// The part of the frame that a region lies in.
fn extent(region: &Region, frame: Frame) -> Option<Frame> {
    let own = Frame::of(region.loops().flatten().copied())?;
    let min = Point { x: own.min.x.max(frame.min.x - 0.1), y: own.min.y.max(frame.min.y - 0.1) };
    let max = Point { x: own.max.x.min(frame.max.x + 0.1), y: own.max.y.min(frame.max.y + 0.1) };
    (min.x < max.x && min.y < max.y).then_some(Frame { min, max })
}

fn trees(bed: &Bed<'_>, seed: u32, lay: &Lay) -> Vec<Node> {
    let Bed { region, inside, free, frame, .. } = bed;
    // Nearer to each other along the edge.
    let (rim, deep) = match (region.ground.light(), region.ground.broken) {
        (true, _) => (0.20, 0.27),
        // The ground between the trees shows that it is broken.
        (false, true) => (0.150, 0.205),
        (false, false) => (0.118, 0.150),
    };
    let (rim, deep) = (rim / region.ground.dense.clamp(0.8, 1.2).sqrt(), deep / region.ground.dense.clamp(0.8, 1.2).sqrt());
    let apart = |at: Point| {
        if !bed.holds(at) {
            return None;
        }
        let edge = inside.edge_within(at, 0.14);
        let out = edge.is_some_and(|far| far < 0.035);
        if out || !free.lines_clear(at, 0.065) || !free.boxes_clear(at, 0.072) || !free.houses_clear(at, 0.11) {
            return None;
        }
        Some(if edge.is_some() { rim } else { deep + 0.035 * noise(at, seed + 310, 1.3) })
    };
    let mut points = spread(*frame, (rim.min(0.13), deep + 0.035), seed + 320, |block| inside.meets(block), apart);
    points.sort_by(|p, q| p.y.total_cmp(&q.y).then(p.x.total_cmp(&q.x)));
    let at = points.iter().map(|at| (kind(*at, seed), lay.point(*at)));
    let at: Vec<(usize, Point)> = at.collect();
    if at.is_empty() { Vec::new() } else { vec![Stamps { kinds: stand(lay.a), at }.into()] }
}

/// Which tree stands at a point: by stands, not by dice.
fn kind(at: Point, seed: u32) -> usize {
    let dice = chance(at, seed + 340);
    let size = whole(chance(at, seed + 341) * f64::from(SIZES)).clamp(0, SIZES - 1);
    let shape = whole(chance(at, seed + 342) * f64::from(SHAPES)).clamp(0, SHAPES - 1);
    let stand = noise(at, seed + 330, 3.2) + 0.5 * noise(at, seed + 332, 0.8);
    let n = if stand + 0.45 * (dice - 0.5) > 0.16 { SIZES * SHAPES + size } else { size * SHAPES + shape };
    usize::try_from(n).unwrap_or(0)
}

/// All trees that there are: crowns of every size and shape, then spires.
fn stand(a: f64) -> Arc<[Vec<Shape>]> {
    let mut kinds: Vec<Vec<Shape>> = Vec::new();
    let radius = |size: i32| 0.047 + 0.020 * (f64::from(size) + 0.5) / f64::from(SIZES);
    for size in 0..SIZES {
        for shape in 0..SHAPES {
            kinds.push(crown(radius(size), shape, a));
        }
    }
    kinds.extend((0..SIZES).map(|size| spire(radius(size), a)));
    Arc::from(kinds)
}

/// A tree with leaves: its shadow, its crown, and the light on it. One shape has a second crown, one is a bush.
fn crown(r: f64, shape: i32, a: f64) -> Vec<Shape> {
    let r = if shape == 3 { r * 0.76 } else { r };
    let n = shape * 7;
    let tone = CROWNS.get(usize::from(shape % 2 == 1)).copied().unwrap_or(SPIRE);
    let (mut shadow, mut body, mut light) = (Path::new(), Path::new(), Path::new());
    blob(&mut shadow, (r * 0.34, r * 0.46), r * 1.02, n, 8, 0.15);
    blob(&mut body, (0.0, 0.0), r, n, 8, 0.15);
    if shape == 0 {
        blob(&mut body, (r * 0.75, r * 0.25), r * 0.62, n + 3, 7, 0.12);
    }
    blob(&mut light, (-r * 0.28, -r * 0.30), r * 0.48, n + 1, 6, 0.2);
    let lay = Lay::new(a, Point { x: 0.0, y: 0.0 });
    vec![
        Shape::filled(lay.path(&shadow), SHADE.alpha(77)),
        Shape::filled(lay.path(&body), tone),
        Shape::filled(lay.path(&light), LIT.alpha(158)),
    ]
}

/// An uneven disc.
fn blob(path: &mut Path, (x, y): (f64, f64), r: f64, n: i32, points: i32, uneven: f64) {
    let at = |k: i32| {
        let (sin, cos) = turn(f64::from(k) / f64::from(points));
        let r = r * (1.0 + uneven * (2.0 * share(k.rem_euclid(points), n, 77) - 1.0)) * 1.08;
        Point { x: x + r * cos, y: y + r * sin }
    };
    let middle = |k: i32| super::canvas::middle(at(k), at(k + 1));
    path.move_to(middle(-1));
    for k in 0..points {
        path.quad_to(at(k), middle(k));
    }
    path.close();
}

/// A fir: two tiers, lit from the left.
fn spire(r: f64, a: f64) -> Vec<Shape> {
    let (h, w, foot) = (r * 2.5, r * 0.86, r * 0.9);
    let p = |x: f64, y: f64| Point { x: x * w, y: foot + y };
    let (mut shadow, mut body, mut light) = (Path::new(), Path::new(), Path::new());
    shadow.ellipse(Point { x: w * 0.55, y: foot + r * 0.03 }, w * 1.05, r * 0.31);
    body.move_to(p(0.0, -h)).line_to(p(0.62, -h * 0.42)).line_to(p(0.36, -h * 0.42)).line_to(p(1.0, 0.0));
    body.quad_to(p(0.0, r * 0.22), p(-1.0, 0.0)).line_to(p(-0.36, -h * 0.42)).line_to(p(-0.62, -h * 0.42)).close();
    light.move_to(p(0.0, -h * 0.96)).line_to(p(-0.5, -h * 0.46)).line_to(p(-0.26, -h * 0.46));
    light.line_to(p(-0.8, -r * 0.06)).line_to(p(-0.42, -r * 0.02)).close();
    let lay = Lay::new(a, Point { x: 0.0, y: 0.0 });
    vec![
        Shape::filled(lay.path(&shadow), SHADE.alpha(77)),
        Shape::filled(lay.path(&body), SPIRE),
        Shape::filled(lay.path(&light), LIT.alpha(158)),
    ]
}

/// Points of a region that keep off its edge and off everything else.
fn scattered(bed: &Bed<'_>, (apart, off): (f64, f64), seed: u32) -> Vec<Point> {
    spread(
        bed.frame,
        (apart, apart),
        seed,
        |block| bed.inside.meets(block),
        |at| {
            let there = bed.holds(at) && bed.inside.edge_within(at, off).is_none() && bed.free.clear(at, off.min(0.1) + 0.01);
            (there && bed.free.houses_clear(at, 0.12)).then_some(apart)
        },
    )
}

/// Tufts of reed, and water between them.
fn reeds(bed: &Bed<'_>, seed: u32, lay: &Lay) -> Vec<Node> {
    let plain = Lay::new(lay.a, Point { x: 0.0, y: 0.0 });
    let (mut wet, mut reed, mut long) = (Path::new(), Path::new(), Path::new());
    let p = |x: f64, y: f64| Point { x, y };
    long.line(p(-0.075, 0.02), p(0.075, 0.02));
    wet.append(&long).line(p(-0.035, 0.042), p(0.05, 0.042));
    for lean in [-0.5, -0.17, 0.17, 0.5] {
        let tip = p(lean * 0.13, -0.055 - 0.02 * (1.0 - f64::abs(lean)));
        reed.move_to(p(lean * 0.04, 0.015)).quad_to(p(lean * 0.06, -0.03), tip);
    }
    let line = |path: &Path, color: Color| Shape::stroked(plain.path(path), Stroke::round(color, lay.a * 0.0105));
    let kinds: Vec<Vec<Shape>> =
        vec![vec![line(&wet, WATER_INK.alpha(140)), line(&reed, REED.alpha(230))], vec![line(&long, WATER_INK.alpha(140))]];
    let points = scattered(bed, (0.19, 0.07), seed + 500);
    let at = points.iter().map(|at| (usize::from(chance(*at, seed + 501) >= 0.7), lay.point(*at)));
    let at: Vec<(usize, Point)> = at.collect();
    if at.is_empty() { Vec::new() } else { vec![Stamps { kinds: Arc::from(kinds), at }.into()] }
}

fn waves(bed: &Bed<'_>, seed: u32, lay: &Lay) -> Vec<Node> {
    let plain = Lay::new(lay.a, Point { x: 0.0, y: 0.0 });
    let mut wave = Path::new();
    let p = |x: f64, y: f64| Point { x: x * 0.06, y: y * 0.06 };
    wave.move_to(p(-1.0, 0.0)).quad_to(p(-0.5, -0.5), p(0.0, 0.0)).quad_to(p(0.5, 0.5), p(1.0, 0.0));
    let kinds = vec![vec![Shape::stroked(plain.path(&wave), Stroke::round(WATER_INK.alpha(90), lay.a * 0.011))]];
    let at: Vec<(usize, Point)> = scattered(bed, (0.42, 0.12), seed + 520).into_iter().map(|at| (0, lay.point(at))).collect();
    if at.is_empty() { Vec::new() } else { vec![Stamps { kinds: Arc::from(kinds), at }.into()] }
}

/// Grains in little heaps, and on dunes their crests, lit from the north-west.
fn sand(kind: Sand, bed: &Bed<'_>, seed: u32, lay: &Lay) -> Vec<Node> {
    let plain = Lay::new(lay.a, Point { x: 0.0, y: 0.0 });
    let p = |x: f64, y: f64| Point { x, y };
    let mut kinds: Vec<Vec<Shape>> = Vec::new();
    for heap in 0..3 {
        let mut grains = Path::new();
        for n in 0..5 {
            let at = p(0.17 * (share(n, heap, 71) - 0.5), 0.13 * (share(n, heap, 72) - 0.5));
            grains.circle(at, 0.0065 + 0.003 * share(n, heap, 73));
        }
        kinds.push(vec![Shape::filled(plain.path(&grains), EARTH_INK.alpha(150))]);
    }
    let apart = match kind {
        Sand::Flat => 0.21,
        Sand::Dunes => {
            for long in [0.13, 0.10] {
                let (mut crest, mut lee) = (Path::new(), Path::new());
                crest.move_to(p(-long, 0.03)).quad_to(p(-0.3 * long, -0.055), p(long, -0.005));
                lee.move_to(p(-long, 0.03)).quad_to(p(-0.3 * long, -0.055), p(long, -0.005));
                lee.quad_to(p(-0.05 * long, 0.0), p(-long, 0.03)).close();
                let ridge = Stroke::round(EARTH_INK.alpha(190), lay.a * 0.011);
                kinds.push(vec![Shape::filled(plain.path(&lee), EARTH_INK.alpha(56)), Shape::stroked(plain.path(&crest), ridge)]);
            }
            0.25
        }
    };
    let count = f64::from(u32::try_from(kinds.len()).unwrap_or(1));
    let pick = |at: Point| usize::try_from(whole(chance(at, seed + 541) * count)).unwrap_or(0).min(kinds.len() - 1);
    let at = scattered(bed, (apart, 0.09), seed + 540).into_iter().map(|at| (pick(at), lay.point(at)));
    let at: Vec<(usize, Point)> = at.collect();
    if at.is_empty() { Vec::new() } else { vec![Stamps { kinds: Arc::from(kinds), at }.into()] }
}

/// Short strokes down a slope, where the edge of the broken ground is too far for its own strokes to be seen: its edge
/// may lie beneath woods.
fn crags(bed: &Bed<'_>, apart: f64, seed: u32, lay: &Lay) -> Vec<Node> {
    let plain = Lay::new(lay.a, Point { x: 0.0, y: 0.0 });
    let crag = |kind: i32| {
        let mut strokes = Path::new();
        for n in 0..4 {
            let dice = |k: u32| share(n, kind, 80 + k);
            let (x, wide) = (0.042 * (f64::from(n) - 1.5) + 0.012 * (dice(1) - 0.5), 0.006 + 0.003 * dice(2));
            let y = -0.035 + 3.5 * x * x;
            let at = |x: f64, y: f64| Point { x, y };
            strokes.polygon(&[at(x - wide, y), at(x + wide, y), at(1.4 * x + 0.012, y + 0.045 + 0.04 * dice(3))]);
        }
        vec![Shape::filled(plain.path(&strokes), EARTH_INK.alpha(190))]
    };
    let points = scattered(bed, (apart, 0.36), seed + 560);
    let kind = |at: Point| usize::try_from(whole(chance(at, seed + 561) * 4.0)).unwrap_or(0).min(3);
    let at: Vec<(usize, Point)> = points.into_iter().map(|at| (kind(at), lay.point(at))).collect();
    let kinds: Vec<Vec<Shape>> = (0..4).map(crag).collect();
    if at.is_empty() { Vec::new() } else { vec![Stamps { kinds: Arc::from(kinds), at }.into()] }
}

/// Stones, each with the side that looks away from the light in shadow.
fn stones(bed: &Bed<'_>, seed: u32, lay: &Lay) -> Vec<Node> {
    let plain = Lay::new(lay.a, Point { x: 0.0, y: 0.0 });
    let stone = |kind: i32| {
        let (mut body, mut dark) = (Path::new(), Path::new());
        let r = 0.03 + 0.006 * f64::from(kind);
        let corner = |n: i32| {
            let (sin, cos) = turn((f64::from(n) + 0.5 * share(n, kind, 91)) / 6.0);
            let r = r * (0.8 + 0.4 * share(n, kind, 92));
            Point { x: r * cos, y: 0.75 * r * sin }
        };
        body.polygon(&(0..6).map(corner).collect::<Vec<_>>());
        dark.polygon(&[corner(0), corner(1), corner(2), corner(3), Point { x: 0.1 * r, y: 0.05 * r }]);
        vec![
            Shape::filled(plain.path(&body), Color::hex(0xef_e6d4)).with_stroke(Stroke::round(EARTH_INK, lay.a * 0.009)),
            Shape::filled(plain.path(&dark), EARTH_INK.alpha(150)),
        ]
    };
    let kind = |at: Point| usize::try_from(whole(chance(at, seed + 571) * 4.0)).unwrap_or(0).min(3);
    let points = scattered(bed, (0.15, 0.06), seed + 570);
    let at: Vec<(usize, Point)> = points.into_iter().map(|at| (kind(at), lay.point(at))).collect();
    let kinds: Vec<Vec<Shape>> = (0..4).map(stone).collect();
    if at.is_empty() { Vec::new() } else { vec![Stamps { kinds: Arc::from(kinds), at }.into()] }
}
