//! Terrain by region: one outline for all hexes of a kind that hang together, smoothed and warped as nature has it.
//! The ground goes on beyond the map's edge, so that nothing is cut along hexsides there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::canvas::{Canvas, minus, outward, plus};
use super::field::{fall, hash, warped, whole};
use super::inside::Inside;
use super::style::Ground;
use crate::draw::path::between;
use crate::draw::scene::Path;
use crate::hexgrid::{Axial, Point, Top};
use crate::model::{TerrainId, Texture};

/// So many rings of hexes beyond the map have ground.
const RINGS: usize = 2;
/// How many steps a hexside is cut into before it is smoothed.
const STEPS: u32 = 14;
/// How far along the outline corners are rounded.
const ROUND: f64 = 0.19;
/// The length of a hexside.
const SIDE: f64 = 0.577_350_269_189_625_8;

/// The ground of every hex, and of those beyond the edge.
pub(super) type Everywhere = BTreeMap<Axial, Option<TerrainId>>;

/// The ground of the map and of the rings around it, each of these as one of its neighbours.
pub(super) fn everywhere(canvas: &Canvas<'_>, seed: u32) -> Everywhere {
    let top = canvas.board.top();
    let mut all: Everywhere =
        canvas.board.hexes().filter_map(|hex| Some((canvas.board.place(hex)?, canvas.map.ground(hex)))).collect();
    let mut edge: Vec<Axial> = all.keys().copied().collect();
    for _ in 0..RINGS {
        let outside: BTreeSet<Axial> =
            edge.iter().flat_map(|place| around(top, *place)).filter(|p| !all.contains_key(p)).collect();
        let mut ring: Vec<(Axial, Option<TerrainId>)> = Vec::new();
        for place in outside {
            let near: Vec<Option<TerrainId>> = around(top, place).filter_map(|other| all.get(&other).copied()).collect();
            let pick = hash(place.q, place.r, seed) as usize % near.len().max(1);
            ring.push((place, near.get(pick).copied().flatten()));
        }
        edge = ring.iter().map(|(place, _)| *place).collect();
        all.extend(ring);
    }
    all
}

fn around(top: Top, place: Axial) -> impl Iterator<Item = Axial> {
    top.directions().into_iter().filter_map(move |way| place.step(top, way))
}

/// A kind of ground, as it lies on the map.
pub(super) struct Region {
    pub(super) id: TerrainId,
    pub(super) ground: Ground,
    /// What hangs together: an outer line, and those around holes, which run the other way.
    pub(super) parts: Vec<Vec<Vec<Point>>>,
    /// What lies inside, once somebody has asked.
    inside: OnceLock<Option<Inside>>,
}

impl Region {
    pub(super) fn new(id: TerrainId, ground: Ground, parts: Vec<Vec<Vec<Point>>>) -> Region {
        Region { id, ground, parts, inside: OnceLock::new() }
    }

    /// What lies inside; nothing if it has no lines. Ground, rims, trees and numbers all ask, and it is found once.
    pub(super) fn inside(&self) -> Option<&Inside> {
        self.inside.get_or_init(|| Inside::new(self.loops())).as_ref()
    }

    /// Whether a point lies in it.
    pub(super) fn holds(&self, at: Point) -> bool {
        self.inside().is_some_and(|inside| inside.holds(at))
    }

    /// Whether its edge is so near.
    pub(super) fn edged(&self, at: Point, reach: f64) -> bool {
        self.inside().is_some_and(|inside| inside.edge_within(at, reach).is_some())
    }

    pub(super) fn loops(&self) -> impl Iterator<Item = &Vec<Point>> + Clone {
        self.parts.iter().flatten()
    }
}

/// Which ground lies above which: where three kinds meet, the lower one reaches beneath the higher.
fn rank(ground: &Ground) -> u8 {
    match ground.texture {
        Texture::None => 0,
        Texture::Marsh => 1,
        Texture::Woods if ground.light() => 2,
        Texture::Town | Texture::City => 3,
        Texture::Rough | Texture::Hills => 4,
        Texture::Woods => 5,
        Texture::Water => 6,
    }
}

/// All kinds of ground but the open one, the lowest first.
pub(super) fn regions(canvas: &Canvas<'_>, all: &Everywhere, seed: u32) -> Vec<Region> {
    let top = canvas.board.top();
    let mut kinds: BTreeMap<TerrainId, BTreeSet<Axial>> = BTreeMap::new();
    for (place, id) in all {
        if let Some(id) = id {
            kinds.entry(*id).or_default().insert(*place);
        }
    }
    let mut looks: Vec<(u8, TerrainId, Ground)> = kinds
        .keys()
        .map(|id| (*id, canvas.ground(*id)))
        .filter(|(_, ground)| !ground.open)
        .map(|(id, ground)| (rank(&ground), id, ground))
        .collect();
    looks.sort_by_key(|(rank, id, _)| (*rank, *id));
    let order: BTreeMap<TerrainId, usize> = looks.iter().enumerate().map(|(n, (_, id, _))| (*id, n)).collect();
    let mut made = Vec::new();
    for (n, (_, id, ground)) in looks.iter().enumerate() {
        let own = kinds.get(id).cloned().unwrap_or_default();
        let higher = |place: &Axial| all.get(place).copied().flatten().and_then(|id| order.get(&id)).is_some_and(|m| *m > n);
        let beneath: BTreeSet<Axial> = own.iter().flat_map(|place| around(top, *place)).filter(higher).collect();
        let whole: BTreeSet<Axial> = own.union(&beneath).copied().collect();
        let lines = |part: &BTreeSet<Axial>| -> Vec<Vec<Point>> {
            loops(canvas, part).iter().map(|line| simpler(&natural(line, seed), 0.003)).collect()
        };
        let parts = parts(top, &whole).iter().map(lines).collect();
        made.push(Region::new(*id, *ground, parts));
    }
    made
}

/// Parts of a set that hang together.
fn parts(top: Top, hexes: &BTreeSet<Axial>) -> Vec<BTreeSet<Axial>> {
    let mut left = hexes.clone();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut edge) = (BTreeSet::from([first]), vec![first]);
        while let Some(hex) = edge.pop() {
            for next in around(top, hex) {
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

/// A corner by whole numbers: corners lie at multiples of half a side and of half a hex.
type Corner = (i32, i32);

fn corner(top: Top, at: Point) -> Corner {
    let (x, y) = (SIDE / 2.0, 0.5);
    let (x, y) = if top == Top::Flat { (x, y) } else { (y, x) };
    (whole(at.x / x + 0.5), whole(at.y / y + 0.5))
}

/// The closed lines around a set, from corner to corner: outer ones clockwise, those around holes the other way.
fn loops(canvas: &Canvas<'_>, hexes: &BTreeSet<Axial>) -> Vec<Vec<Point>> {
    let top = canvas.board.top();
    // Three hexes meet at a corner, so at most one side of the outline begins there.
    let mut from: BTreeMap<Corner, (Point, Corner)> = BTreeMap::new();
    for place in hexes {
        let centre = canvas.centre_of(*place);
        for way in top.directions() {
            if place.step(top, way).is_some_and(|other| hexes.contains(&other)) {
                continue;
            }
            let out = outward(top, way);
            let (middle, along) = (plus(centre, out, 0.5), Point { x: -out.y, y: out.x });
            let (start, end) = (plus(middle, along, -SIDE / 2.0), plus(middle, along, SIDE / 2.0));
            from.insert(corner(top, start), (start, corner(top, end)));
        }
    }
    let mut all = Vec::new();
    while let Some((_, (first, mut next))) = from.pop_first() {
        let mut line = vec![first];
        while let Some((at, after)) = from.remove(&next) {
            line.push(at);
            next = after;
        }
        all.push(line);
    }
    all
}

/// A closed line through corners, its corners rounded, and warped.
fn natural(corners: &[Point], seed: u32) -> Vec<Point> {
    let mut fine: Vec<Point> = Vec::with_capacity(corners.len() * STEPS as usize);
    for (from, to) in corners.iter().zip(corners.iter().skip(1).chain(corners.first())) {
        fine.extend((0..STEPS).map(|n| between(*from, *to, f64::from(n) / f64::from(STEPS))));
    }
    let step = SIDE / f64::from(STEPS);
    let reach = whole(3.0 * ROUND / step).max(1);
    let weights: Vec<f64> = (-reach..=reach)
        .map(|n| {
            let off = f64::from(n) * step / ROUND;
            fall(-0.5 * off * off)
        })
        .collect();
    let reach = usize::try_from(reach).unwrap_or(1);
    let mut smooth = rounded(&fine, &weights, reach);
    // A small loop shrinks while it is rounded: a clearing of one hex would be half a hex. It is given back what it lost.
    let back = match corners.len() {
        ..=6 => 1.3,
        7..=10 => 1.0,
        11..=14 => 0.6,
        _ => 0.0,
    };
    if back > 0.0 {
        let again = rounded(&smooth, &weights, reach);
        for (at, less) in smooth.iter_mut().zip(again) {
            *at = plus(*at, minus(*at, less), back);
        }
    }
    smooth.into_iter().map(|at| warped(at, seed)).collect()
}

/// Each point of a closed line as the mean of those around it.
fn rounded(line: &[Point], weights: &[f64], reach: usize) -> Vec<Point> {
    let sum: f64 = weights.iter().sum();
    let weights: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
    // From as many points behind it as before it, round the circle.
    let count = line.len();
    let first = (count * (1 + reach / count.max(1)) - reach) % count.max(1);
    let around: Vec<Point> = line.iter().copied().cycle().skip(first).take(count + 2 * reach).collect();
    let mean =
        |near: &[Point]| near.iter().zip(&weights).fold(Point { x: 0.0, y: 0.0 }, |all, (at, weight)| plus(all, *at, *weight));
    around.windows(2 * reach + 1).map(mean).collect()
}

/// The same closed line with fewer points, none of those left out further off than that.
pub(super) fn simpler(line: &[Point], off: f64) -> Vec<Point> {
    let count = line.len();
    if count < 8 {
        return line.to_vec();
    }
    let mut keep = vec![false; count + 1];
    let half = count / 2;
    for n in [0, half, count] {
        if let Some(kept) = keep.get_mut(n) {
            *kept = true;
        }
    }
    let at = |n: usize| line.get(n % count).copied().unwrap_or(Point { x: 0.0, y: 0.0 });
    let mut open = vec![(0, half), (half, count)];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (at(from), at(to));
        let way = minus(b, a);
        let long = (way.x * way.x + way.y * way.y).sqrt();
        let far = |n: usize| {
            let off = minus(at(n), a);
            if long > 1e-9 { (off.x * way.y - off.y * way.x).abs() / long } else { (off.x * off.x + off.y * off.y).sqrt() }
        };
        let most = (from + 1..to).map(|n| (far(n), n)).fold((0.0, 0), |best, one| if one.0 > best.0 { one } else { best });
        if most.0 > off {
            if let Some(kept) = keep.get_mut(most.1) {
                *kept = true;
            }
            open.extend([(from, most.1), (most.1, to)]);
        }
    }
    (0..count).filter(|n| keep.get(*n) == Some(&true)).map(at).collect()
}

/// Closed lines as one path.
pub(super) fn path(lines: &[Vec<Point>]) -> Path {
    let mut path = Path::new();
    for line in lines {
        path.polygon(line);
    }
    path
}
