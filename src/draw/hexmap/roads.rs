//! Roads, railways and tracks: smooth lines from hex to hex, the better road on top; and the bridges that carry them.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, middle, minus, plus, unit};
use super::chains::{chains, smooth};
use super::style::{self, INK, Line, LineKind, OPEN};
use crate::draw::font::Face;
use crate::draw::scene::{Anchor, Cap, Node, Path, Shape, Stroke, Text};
use crate::hexgrid::{Direction, HexId, Point};
use crate::model::{Edge, Road, TerrainId};

/// Roads as drawn.
pub(super) struct Network {
    /// By kind, the least first: its look and its curves.
    pub(super) lines: Vec<(TerrainId, Line, Vec<Path>)>,
    /// By hex: the ends of the straight stretches that leave its centre.
    pub(super) ways: BTreeMap<HexId, Vec<Point>>,
    /// Hexes whose very centre every road meets.
    exact: BTreeSet<HexId>,
}

/// A node of the network: a hex, or a point outside the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stop {
    Hex(HexId),
    Out(HexId, Direction),
}

pub(super) fn network(canvas: &Canvas<'_>) -> Network {
    // Where two roads run along the same link, the better one is drawn; a railway runs beside it.
    let mut links: BTreeMap<(bool, Stop, Stop), (LineKind, TerrainId)> = BTreeMap::new();
    for road in canvas.map.roads.values() {
        let kind = style::line(canvas.game, road.class, canvas.a).kind;
        for (a, b) in stretches(canvas, road) {
            let key = if a < b { (kind == LineKind::Rail, a, b) } else { (kind == LineKind::Rail, b, a) };
            let entry = links.entry(key).or_insert((kind, road.class));
            if kind > entry.0 {
                *entry = (kind, road.class);
            }
        }
    }
    let mut degree: BTreeMap<Stop, BTreeSet<Stop>> = BTreeMap::new();
    for (_, a, b) in links.keys() {
        degree.entry(*a).or_default().insert(*b);
        degree.entry(*b).or_default().insert(*a);
    }
    let towns: BTreeSet<HexId> = canvas
        .map
        .places
        .values()
        .filter(|place| style::town_reach(canvas.game, place.class).is_some())
        .flat_map(|place| place.hexes.iter().copied())
        .collect();
    let at = |stop: Stop| match stop {
        Stop::Hex(hex) => canvas.centre(hex),
        Stop::Out(hex, way) => Some(plus(canvas.side_middle(hex, way)?, canvas.outward(way), canvas.a * 0.16)),
    };
    let exact = |stop: Stop| match stop {
        Stop::Hex(hex) => towns.contains(&hex) || degree.get(&stop).is_some_and(|others| others.len() > 2),
        Stop::Out(..) => true,
    };
    let mut ways: BTreeMap<HexId, Vec<Point>> = BTreeMap::new();
    for (stop, others) in &degree {
        if let (Stop::Hex(hex), Some(here)) = (*stop, at(*stop)) {
            let ends = others.iter().filter_map(|other| at(*other).map(|there| middle(here, there)));
            ways.entry(hex).or_default().extend(ends);
        }
    }
    let mut kinds: BTreeMap<(LineKind, TerrainId), BTreeSet<(Stop, Stop)>> = BTreeMap::new();
    for ((_, a, b), kind) in &links {
        kinds.entry(*kind).or_default().insert((*a, *b));
    }
    let lines = kinds.into_iter().map(|((_, class), links)| {
        let paths = chains(&links, at).into_iter().map(|chain| {
            let points: Vec<(Point, bool)> = chain.nodes.iter().filter_map(|stop| Some((at(*stop)?, exact(*stop)))).collect();
            smooth(&points, chain.closed)
        });
        (class, style::line(canvas.game, class, canvas.a), paths.collect())
    });
    let lines = lines.collect();
    Network { lines, ways, exact: towns }
}

/// The links of a road, and those by which it leaves the map.
fn stretches(canvas: &Canvas<'_>, road: &Road) -> Vec<(Stop, Stop)> {
    let steps = road.through.iter().zip(road.through.iter().skip(1));
    let mut all: Vec<(Stop, Stop)> =
        steps.filter(|(a, b)| canvas.board.direction(**a, **b).is_some()).map(|(a, b)| (Stop::Hex(*a), Stop::Hex(*b))).collect();
    let ends: BTreeSet<HexId> = road.through.first().into_iter().chain(road.through.last()).copied().collect();
    for edge in &road.leaves {
        // The end that lies furthest that way.
        let out = towards(*edge);
        let far = |hex: &HexId| canvas.centre(*hex).map_or(f64::NEG_INFINITY, |at| at.x * out.x + at.y * out.y);
        let end = ends.iter().max_by(|a, b| far(a).total_cmp(&far(b)).then(b.cmp(a)));
        if let Some((hex, way)) = end.and_then(|hex| Some((*hex, border_side(canvas, *hex, Some(*edge))?))) {
            all.push((Stop::Hex(hex), Stop::Out(hex, way)));
        }
    }
    all
}

/// The way to an edge of the map.
pub(super) fn towards(edge: Edge) -> Point {
    let (x, y) = match edge {
        Edge::North => (0.0, -1.0),
        Edge::East => (1.0, 0.0),
        Edge::South => (0.0, 1.0),
        Edge::West => (-1.0, 0.0),
    };
    Point { x, y }
}

/// The side of a hex where the map ends, as near to that edge as can be; nothing for a hex inside. Without an edge,
/// the side that looks most away from the map's middle.
pub(super) fn border_side(canvas: &Canvas<'_>, hex: HexId, edge: Option<Edge>) -> Option<Direction> {
    let bounds = canvas.bounds();
    let centre = middle(bounds.min, bounds.max);
    let out = match edge {
        Some(edge) => towards(edge),
        None => unit(centre, canvas.centre(hex)?),
    };
    let free = canvas.board.top().directions().into_iter().filter(|way| canvas.board.neighbour(hex, *way).is_none());
    let facing = |way: &Direction| {
        let side = canvas.outward(*way);
        side.x * out.x + side.y * out.y
    };
    // Of two that look that way alike, the first clockwise.
    let best = free.rev().max_by(|a, b| facing(a).total_cmp(&facing(b)))?;
    (facing(&best) > 0.1).then_some(best)
}

/// The network, drawn: all rims first, so that crossings are open.
pub(super) fn draw(canvas: &Canvas<'_>, network: &Network) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let rim = canvas.a * 0.011;
    for (_, line, paths) in &network.lines {
        if let Some(casing) = line.casing {
            nodes.extend(paths.iter().map(|path| stroke(path, Stroke::round(casing, line.width + 2.0 * rim))));
        }
    }
    for (_, line, paths) in &network.lines {
        for path in paths {
            if line.kind == LineKind::Rail {
                let ticks = Stroke { cap: Cap::Butt, ..Stroke::butt(line.color, line.width * 3.2) };
                nodes.push(stroke(path, ticks.dashed(&[canvas.a * 0.018, canvas.a * 0.082])));
            }
            let cap = if line.dash.is_empty() { Cap::Round } else { Cap::Butt };
            nodes.push(stroke(path, Stroke { cap, ..Stroke::round(line.color, line.width) }.dashed(&line.dash)));
            if line.kind == LineKind::Highway {
                let casing = line.casing.unwrap_or(INK);
                nodes.push(stroke(path, Stroke::butt(casing.alpha(150), line.width * 0.1)));
            }
        }
    }
    nodes
}

fn stroke(path: &Path, stroke: Stroke) -> Node {
    Shape::stroked(path.clone(), stroke).into()
}

/// Bridges: a bracket on either side of the road; a weak one is drawn thin and open, a ford as stones. Sites have their
/// number beside them.
pub(super) fn bridges(canvas: &Canvas<'_>) -> Vec<Node> {
    let mut nodes = Vec::new();
    let over = best_roads(canvas);
    for bridge in canvas.map.bridges.values() {
        let Some((from, to)) = canvas.hexside(bridge.side) else { continue };
        let (owner, other) = canvas.board.hexside_hexes(bridge.side);
        let Some(home) = canvas.centre(owner) else { continue };
        let at = middle(from, to);
        let across = other.and_then(|hex| canvas.centre(hex)).map_or(unit(home, at), |there| unit(home, there));
        let along = unit(from, to);
        let a = canvas.a;
        if let Some(site) = bridge.site {
            let (text, size) = (site.to_string(), a * 0.11);
            let spot = plus(plus(at, along, a * 0.17), across, 0.0);
            let base = Point { x: spot.x, y: spot.y + size * 0.36 };
            nodes.push(Text::new(base, Anchor::Middle, text, Face::Bold, size, INK).halo(OPEN, size * 0.2).into());
        }
        if bridge.ford {
            nodes.extend(stones(at, across, a));
            continue;
        }
        let mut deck = Path::new();
        let (long, wide) = (a * 0.1, a * 0.055);
        let corner = |x: f64, y: f64| plus(plus(at, across, x), along, y);
        deck.polygon(&[corner(-long, -wide), corner(long, -wide), corner(long, wide), corner(-long, wide)]);
        let mut rails = Path::new();
        for side in [-1.0, 1.0] {
            let flare = wide + a * 0.03;
            rails.polyline(&[
                corner(-long - a * 0.025, flare * side),
                corner(-long, wide * side),
                corner(long, wide * side),
                corner(long + a * 0.025, flare * side),
            ]);
        }
        let width = a * if bridge.weak { 0.011 } else { 0.019 };
        let rail = Stroke::round(INK, width);
        let rail = if bridge.weak { rail.dashed(&[a * 0.035, a * 0.03]) } else { rail };
        let road = other
            .and_then(|other| over.get(&(owner.min(other), owner.max(other))))
            .map(|(_, class)| style::line(canvas.game, *class, canvas.a));
        nodes.push(Shape::filled(deck, OPEN).into());
        if let Some(line) = road {
            let mut way = Path::new();
            way.line(corner(-long, 0.0), corner(long, 0.0));
            if let Some(casing) = line.casing {
                nodes.push(stroke(&way, Stroke::butt(casing, line.width + a * 0.022)));
            }
            nodes.push(stroke(&way, Stroke::butt(line.color, line.width)));
        }
        nodes.push(stroke(&rails, rail));
    }
    nodes
}

/// A ford: stones from bank to bank.
fn stones(at: Point, across: Point, a: f64) -> impl Iterator<Item = Node> {
    [-0.08, 0.0, 0.08].into_iter().flat_map(move |x| {
        let mut stone = Path::new();
        stone.circle(plus(at, across, a * x), a * 0.028);
        let rim = stroke(&stone, Stroke::round(INK, a * 0.014));
        [Shape::filled(stone, OPEN).into(), rim]
    })
}

/// The best road from hex to hex; of equals the last.
fn best_roads(canvas: &Canvas<'_>) -> BTreeMap<(HexId, HexId), (LineKind, TerrainId)> {
    let mut best: BTreeMap<(HexId, HexId), (LineKind, TerrainId)> = BTreeMap::new();
    for road in canvas.map.roads.values() {
        let kind = style::line(canvas.game, road.class, canvas.a).kind;
        for (x, y) in road.through.iter().zip(road.through.iter().skip(1)) {
            let entry = best.entry((*x.min(y), *x.max(y))).or_insert((kind, road.class));
            if kind >= entry.0 {
                *entry = (kind, road.class);
            }
        }
    }
    best
}

/// The stretches of road in a hex, for what keeps off them.
pub(super) fn in_hex(canvas: &Canvas<'_>, network: &Network, hex: HexId) -> Vec<(Point, Point)> {
    let Some(centre) = canvas.centre(hex) else { return Vec::new() };
    let ends = network.ways.get(&hex).map(Vec::as_slice).unwrap_or_default();
    let mut all: Vec<(Point, Point)> = ends.iter().map(|end| (centre, *end)).collect();
    // Where two ways meet the curve cuts the corner, unless it leads through a town.
    if let [a, b] = ends
        && !network.exact.contains(&hex)
    {
        let cut = |p: Point| plus(p, minus(centre, p), 0.5);
        all.push((cut(*a), cut(*b)));
    }
    all
}
