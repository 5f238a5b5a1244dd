//! Roads, railways and tracks: lines that bend as little as they can, each piece inside the hex that it runs through.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, Lay, distance, middle, plus, unit};
use super::field::noise;
use super::neat::Neat;
use super::relax::{Cubic, Hold, Knot, On, chains, curves, flat, relax};
use super::style::{HALO, Line, LineKind};
use crate::draw::scene::{Cap, Color, Node, Path, Shape, Stroke};
use crate::hexgrid::{Direction, HexId, Hexside, Point, Vertex};
use crate::model::{Edge, Road, TerrainId};

/// A piece of road: a curve from the middle of a hex to its side, or to the edge of the map.
pub(super) struct Piece {
    pub(super) hex: HexId,
    pub(super) class: TerrainId,
    pub(super) curve: Cubic,
    /// Whether it runs towards the middle of the hex.
    inwards: bool,
}

/// Roads as drawn; the unit is a hex across its flats.
pub(super) struct Network {
    /// By kind, the least first: its look and its curves.
    pub(super) lines: Vec<(TerrainId, Line, Vec<Vec<Cubic>>)>,
    pub(super) pieces: Vec<Piece>,
    /// By hex: the ways out of its middle, each from there, and how wide they are.
    pub(super) arms: BTreeMap<HexId, Vec<(f64, Cubic)>>,
    /// Where roads go on beyond the map, to its frame.
    beyond: Vec<(TerrainId, Point, Point)>,
    /// From the middle of a hex to one of its sides: the piece there; railways by themselves.
    pub(super) halves: BTreeMap<(bool, HexId, Hexside), usize>,
}

/// A point of the network: the middle of a hex, a point of a hexside, or one on the edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stop {
    Hex(HexId),
    Side(Hexside),
    Out(HexId, Edge),
}

/// Links between stops, railways by themselves: the kind and class of the best road there.
struct Links {
    links: BTreeMap<(Stop, Stop), (LineKind, TerrainId)>,
    /// What follows each other in one road.
    runs: BTreeSet<(Stop, Stop, Stop)>,
}

impl Links {
    fn new(canvas: &Canvas<'_>, rails: bool) -> Links {
        let mut made = Links { links: BTreeMap::new(), runs: BTreeSet::new() };
        for road in canvas.map.roads.values() {
            let kind = canvas.line(road.class).kind;
            if (kind == LineKind::Rail) != rails {
                continue;
            }
            for stops in stops(canvas, road) {
                for pair in stops.windows(2) {
                    let [a, b] = *pair else { continue };
                    let entry = made.links.entry((a.min(b), a.max(b))).or_insert((kind, road.class));
                    *entry = (*entry).max((kind, road.class));
                }
                for three in stops.windows(3) {
                    if let [a, b, c] = *three {
                        made.runs.extend([(a, b, c), (c, b, a)]);
                    }
                }
            }
        }
        made
    }
}

/// The stops of a road, in pieces where it jumps.
fn stops(canvas: &Canvas<'_>, road: &Road) -> Vec<Vec<Stop>> {
    let mut all: Vec<Vec<Stop>> = Vec::new();
    let mut before: Option<HexId> = None;
    for hex in &road.through {
        let side = before.and_then(|before| canvas.board.hexside_between(before, *hex));
        match (side, all.last_mut()) {
            (Some(side), Some(line)) => line.extend([Stop::Side(side), Stop::Hex(*hex)]),
            _ => all.push(vec![Stop::Hex(*hex)]),
        }
        before = Some(*hex);
    }
    let ends: BTreeSet<HexId> = road.through.first().into_iter().chain(road.through.last()).copied().collect();
    for edge in &road.leaves {
        // The end that lies furthest that way.
        let out = towards(*edge);
        let far = |hex: &HexId| canvas.centre(*hex).map_or(f64::NEG_INFINITY, |at| at.x * out.x + at.y * out.y);
        let Some(hex) = ends.iter().max_by(|a, b| far(a).total_cmp(&far(b)).then(b.cmp(a))).copied() else { continue };
        if border_side(canvas, hex, Some(*edge)).is_none() {
            continue;
        }
        let stop = Stop::Out(hex, *edge);
        match (all.first_mut(), road.through.first() == Some(&hex)) {
            (Some(line), true) => line.insert(0, stop),
            _ => match all.last_mut() {
                Some(line) => line.push(stop),
                None => all.push(vec![Stop::Hex(hex), stop]),
            },
        }
    }
    if let Some(line) = all.first_mut()
        && let [Stop::Hex(end), Stop::Side(_), Stop::Hex(before), ..] = *line.as_slice()
        && let Some(edge) = runs_out(canvas, before, end)
    {
        line.insert(0, Stop::Out(end, edge));
    }
    if let Some(line) = all.last_mut()
        && let [.., Stop::Hex(before), Stop::Side(_), Stop::Hex(end)] = *line.as_slice()
        && let Some(edge) = runs_out(canvas, before, end)
    {
        line.push(Stop::Out(end, edge));
    }
    all
}

/// The edge over which a road leaves the map although nobody says so: it would end in the open, in a hex at that edge where
/// there is no place and no other road.
fn runs_out(canvas: &Canvas<'_>, before: HexId, end: HexId) -> Option<Edge> {
    let linked = |other: HexId| canvas.links.contains(&(end.min(other), end.max(other)));
    let ways = canvas.board.top().directions().into_iter().filter_map(|way| canvas.board.neighbour(end, way));
    if ways.filter(|other| linked(*other)).count() != 1 || canvas.map.places.values().any(|place| place.hexes.contains(&end)) {
        return None;
    }
    let course = unit(canvas.centre(before)?, canvas.centre(end)?);
    let along = |edge: &Edge| course.x * towards(*edge).x + course.y * towards(*edge).y;
    let open = Edge::ALL.into_iter().filter(|edge| faces(canvas, end, *edge) && along(edge) > 0.3);
    open.max_by(|a, b| along(a).total_cmp(&along(b)))
}

/// Whether the map ends that way from a hex, and not merely beside it: a hex of the upper edge has no neighbour to its
/// north-east, but the map goes on eastwards.
fn faces(canvas: &Canvas<'_>, hex: HexId, edge: Edge) -> bool {
    let out = towards(edge);
    let facing = |way: &Direction| {
        let side = canvas.outward(*way);
        side.x * out.x + side.y * out.y
    };
    let ways = canvas.board.top().directions();
    let most = ways.iter().map(facing).fold(0.0, f64::max);
    ways.iter().filter(|way| facing(way) > most - 1e-6).all(|way| canvas.board.neighbour(hex, *way).is_none())
}

/// Where a road leaves the map: the middle of the side that looks that way, or the corner that does.
fn leaving(canvas: &Canvas<'_>, hex: HexId, edge: Edge) -> Option<Point> {
    let (centre, out) = (canvas.centre(hex)?, towards(edge));
    let straight = canvas.board.top().directions().into_iter().find(|way| distance(canvas.outward(*way), out) < 1e-6);
    Some(plus(centre, out, if straight.is_some() { canvas.a / 2.0 } else { canvas.radius() }))
}

/// The network on a canvas whose hexes are one unit wide.
pub(super) fn network(canvas: &Canvas<'_>, seed: u32, neat: Option<&Neat>) -> Network {
    let mut made =
        Network { lines: Vec::new(), pieces: Vec::new(), arms: BTreeMap::new(), beyond: Vec::new(), halves: BTreeMap::new() };
    let mut lines: BTreeMap<(LineKind, TerrainId), Vec<Vec<Cubic>>> = BTreeMap::new();
    let wet = super::rivers::water(canvas);
    for rails in [false, true] {
        let links = Links::new(canvas, rails);
        Net::new(canvas, &links, &wet, seed, rails).lay(canvas, &links, &mut made, &mut lines, neat);
    }
    made.lines = lines.into_iter().map(|((_, class), lines)| (class, canvas.line(class).clone(), lines)).collect();
    made
}

/// The points of one network, and how lines go on in them.
struct Net {
    stops: Vec<Stop>,
    links: BTreeSet<(usize, usize)>,
    kinds: BTreeMap<(usize, usize), (LineKind, TerrainId)>,
    knots: Vec<Knot>,
    on: On,
}

impl Net {
    fn new(canvas: &Canvas<'_>, links: &Links, wet: &BTreeSet<Hexside>, seed: u32, rails: bool) -> Net {
        let stops: BTreeSet<Stop> = links.links.keys().flat_map(|(a, b)| [*a, *b]).collect();
        let number: BTreeMap<Stop, usize> = stops.iter().enumerate().map(|(n, stop)| (*stop, n)).collect();
        let stops: Vec<Stop> = stops.into_iter().collect();
        let mut kinds = BTreeMap::new();
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); stops.len()];
        for ((a, b), kind) in &links.links {
            let (Some(a), Some(b)) = (number.get(a).copied(), number.get(b).copied()) else { continue };
            kinds.insert((a.min(b), a.max(b)), *kind);
            for (one, other) in [(a, b), (b, a)] {
                if let Some(others) = around.get_mut(one) {
                    others.push(other);
                }
            }
        }
        around.iter_mut().for_each(|others| others.sort_unstable());
        let damp: BTreeSet<Vertex> = wet.iter().filter_map(|side| canvas.board.hexside_ends(*side)).flatten().collect();
        let held = Held { canvas, wet, damp: &damp, towns: &towns(canvas), seed, rails };
        let mut knots = Vec::new();
        for (stop, others) in stops.iter().zip(&around) {
            let best = others.len();
            knots.push(held.knot(*stop, best));
        }
        let mut net = Net { links: kinds.keys().copied().collect(), stops, kinds, knots, on: On::new() };
        for (here, others) in around.iter().enumerate() {
            net.pair(here, others, links);
        }
        net
    }

    fn kind(&self, a: usize, b: usize) -> LineKind {
        self.kinds.get(&(a.min(b), a.max(b))).map_or(LineKind::Track, |(kind, _)| *kind)
    }

    /// Which roads go on in which: those of one kind, of one road, and the straightest.
    fn pair(&mut self, here: usize, others: &[usize], links: &Links) {
        let place = |n: usize| self.knots.get(n).map_or(Point { x: 0.0, y: 0.0 }, |knot| knot.place);
        let stop = |n: usize| self.stops.get(n).copied();
        let mut ways: Vec<(f64, usize, usize)> = Vec::new();
        for (n, a) in others.iter().enumerate() {
            for b in others.iter().skip(n + 1) {
                let (u, v) = (unit(place(here), place(*a)), unit(place(here), place(*b)));
                let straight = u.x * v.x + u.y * v.y;
                if others.len() > 2 && straight > -0.2 {
                    continue;
                }
                let (one, other) = (self.kind(*a, here), self.kind(*b, here));
                let same = stop(*a).zip(stop(here)).zip(stop(*b)).is_some_and(|((a, n), b)| links.runs.contains(&(a, n, b)));
                let mut score = straight;
                score -= if one == other { 0.6 } else { 0.0 };
                score -= if same { 0.35 } else { 0.0 };
                score -= if one.min(other) >= LineKind::Main { 0.25 } else { 0.0 };
                ways.push((score, *a, *b));
            }
        }
        ways.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        for (_, a, b) in ways {
            if !taken.contains(&a) && !taken.contains(&b) {
                taken.extend([a, b]);
                self.on.insert((here, a), b);
                self.on.insert((here, b), a);
            }
        }
    }

    fn lay(
        &self,
        canvas: &Canvas<'_>,
        links: &Links,
        into: &mut Network,
        lines: &mut BTreeMap<(LineKind, TerrainId), Vec<Vec<Cubic>>>,
        neat: Option<&Neat>,
    ) {
        let at = relax(&self.knots, &self.on);
        for chain in chains(&self.links, &self.on) {
            let points: Vec<Point> = chain.nodes.iter().filter_map(|n| at.get(*n).copied()).collect();
            let mut run: Option<((LineKind, TerrainId), Vec<Cubic>)> = None;
            let pairs = chain.nodes.iter().zip(chain.nodes.iter().skip(1));
            for ((a, b), curve) in pairs.zip(curves(&points, chain.closed)) {
                let (Some(from), Some(to)) = (self.stops.get(*a), self.stops.get(*b)) else { continue };
                let Some(hex) = [from, to].into_iter().find_map(|stop| if let Stop::Hex(hex) = stop { Some(*hex) } else { None })
                else {
                    continue;
                };
                let Some(kind) = links.links.get(&(*from.min(to), *from.max(to))).copied() else { continue };
                let curve = inside(canvas, hex, curve);
                let width = canvas.line(kind.1).outer();
                let out = if matches!(from, Stop::Hex(_)) { curve } else { reversed(curve) };
                into.arms.entry(hex).or_default().push((width, out));
                for stop in [from, to] {
                    if let Stop::Side(side) = stop {
                        into.halves.insert((kind.0 == LineKind::Rail, hex, *side), into.pieces.len());
                    }
                    into.beyond.extend(beyond(canvas, *stop, neat).map(|(from, to)| (kind.1, from, to)));
                }
                into.pieces.push(Piece { hex, class: kind.1, curve, inwards: !matches!(from, Stop::Hex(_)) });
                match &mut run {
                    Some((same, line)) if *same == kind => line.push(curve),
                    _ => {
                        if let Some((kind, line)) = run.replace((kind, vec![curve])) {
                            lines.entry(kind).or_default().push(line);
                        }
                    }
                }
            }
            if let Some((kind, line)) = run {
                lines.entry(kind).or_default().push(line);
            }
        }
    }
}

/// What holds the points of roads.
struct Held<'c> {
    canvas: &'c Canvas<'c>,
    wet: &'c BTreeSet<Hexside>,
    /// Corners that water touches.
    damp: &'c BTreeSet<Vertex>,
    towns: &'c BTreeSet<HexId>,
    seed: u32,
    rails: bool,
}

impl Held<'_> {
    fn knot(&self, stop: Stop, ways: usize) -> Knot {
        let zero = Point { x: 0.0, y: 0.0 };
        let (place, hold, sway) = match stop {
            Stop::Hex(hex) => {
                let place = self.canvas.centre(hex).unwrap_or(zero);
                (place, Hold::Disc(self.reach(hex, ways)), 0.16)
            }
            Stop::Side(side) => {
                let (from, to) = self.canvas.hexside(side).unwrap_or((zero, zero));
                (middle(from, to), Hold::Line(unit(from, to), self.slide(side)), 0.0)
            }
            Stop::Out(hex, edge) => (leaving(self.canvas, hex, edge).unwrap_or(zero), Hold::Disc(0.0), 0.0),
        };
        // A railway runs beside the road, not on it.
        let aside = if self.rails && sway > 0.0 { 0.12 } else { 0.0 };
        let drift = Point { x: noise(place, self.seed + 71, 1.7), y: noise(place, self.seed + 72, 1.7) };
        let target = plus(plus(place, drift, sway), Point { x: -0.4, y: 1.0 }, aside);
        let pull = if aside > 0.0 {
            0.6
        } else if sway > 0.0 {
            0.08
        } else {
            0.0
        };
        Knot { place, hold, target, pull }
    }

    /// How far a road may pass from the middle of a hex.
    fn reach(&self, hex: HexId, ways: usize) -> f64 {
        let sides = self.canvas.board.top().directions().into_iter().filter_map(|way| self.canvas.board.hexside(hex, way));
        let river = sides.into_iter().any(|side| self.wet.contains(&side));
        match ways {
            _ if self.towns.contains(&hex) => {
                if self.rails {
                    0.1
                } else {
                    0.03
                }
            }
            1 => 0.06,
            2 if river => 0.19,
            2 => 0.25,
            _ => 0.10,
        }
    }

    /// How far along a hexside a road may cross it.
    fn slide(&self, side: Hexside) -> f64 {
        if self.wet.contains(&side) {
            return 0.0;
        }
        let near = self.canvas.board.hexside_ends(side).is_some_and(|ends| ends.iter().any(|end| self.damp.contains(end)));
        if near { 0.075 } else { 0.15 }
    }
}

fn towns(canvas: &Canvas<'_>) -> BTreeSet<HexId> {
    let built = canvas.map.places.values().filter(|place| canvas.town_reach(place.class).is_some());
    built.flat_map(|place| place.hexes.iter().copied()).collect()
}

fn reversed([a, b, c, d]: Cubic) -> Cubic {
    [d, c, b, a]
}

/// The curve with its handles drawn in until it stays in its hex: a curve lies where its four points do.
fn inside(canvas: &Canvas<'_>, hex: HexId, curve: Cubic) -> Cubic {
    let Some(centre) = canvas.centre(hex) else { return curve };
    let ways = canvas.board.top().directions().map(|way| canvas.outward(way));
    let holds = |p: Point| ways.iter().all(|out| (p.x - centre.x) * out.x + (p.y - centre.y) * out.y <= canvas.a * 0.5 + 1e-6);
    let [a, mut b, mut c, d] = curve;
    for _ in 0..14 {
        if holds(b) && holds(c) {
            return [a, b, c, d];
        }
        b = crate::draw::path::between(a, b, 0.8);
        c = crate::draw::path::between(d, c, 0.8);
    }
    [a, a, d, d]
}

/// From where a road leaves the map straight on to the frame.
fn beyond(canvas: &Canvas<'_>, stop: Stop, neat: Option<&Neat>) -> Option<(Point, Point)> {
    let (Stop::Out(hex, edge), Some(neat)) = (stop, neat) else { return None };
    let from = leaving(canvas, hex, edge)?;
    let to = neat.reached(from, towards(edge));
    (distance(from, to) > 1e-6).then_some((from, to))
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

impl Network {
    /// Points along all roads, close to each other, and how far the road reaches from each.
    pub(super) fn samples(&self) -> impl Iterator<Item = (Point, f64)> {
        self.lines.iter().flat_map(|(_, line, lines)| {
            let half = line.outer() / 2.0;
            lines.iter().flat_map(move |curves| flat(curves, 6).into_iter().map(move |p| (p, half)))
        })
    }

    /// Points along a road.
    pub(super) fn course(&self, canvas: &Canvas<'_>, road: &Road) -> Vec<Point> {
        let rails = canvas.line(road.class).kind == LineKind::Rail;
        let mut points: Vec<Point> = Vec::new();
        for (from, to) in road.through.iter().zip(road.through.iter().skip(1)) {
            let Some(side) = canvas.board.hexside_between(*from, *to) else { continue };
            for hex in [from, to] {
                let half = self.halves.get(&(rails, *hex, side)).and_then(|n| self.pieces.get(*n));
                let Some(piece) = half else { continue };
                let curve = if piece.inwards == (hex == to) { piece.curve } else { reversed(piece.curve) };
                points.extend(flat(&[curve], 4).into_iter().skip(usize::from(!points.is_empty())));
            }
        }
        points
    }

    /// The path of each line of a kind.
    fn paths(&self, class: TerrainId, lines: &[Vec<Cubic>], lay: &Lay, framed: bool) -> Path {
        let mut path = Path::new();
        for curves in lines {
            if let Some(first) = curves.first() {
                path.move_to(first[0]);
            }
            for [_, b, c, d] in curves {
                path.cubic_to(*b, *c, *d);
            }
        }
        for (_, from, to) in self.beyond.iter().filter(|(own, ..)| framed && *own == class) {
            path.line(*from, *to);
        }
        lay.path(&path)
    }
}

/// The network, drawn: all rims first, so that crossings are open.
pub(super) fn draw(network: &Network, lay: &Lay, framed: bool) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let lines: Vec<(&Line, Path)> =
        network.lines.iter().map(|(class, line, lines)| (line, network.paths(*class, lines, lay, framed))).collect();
    for (line, path) in &lines {
        if line.casing.is_some() && line.kind <= LineKind::Secondary {
            nodes.push(stroke(path, Stroke::round(HALO.alpha(90), (line.outer() + 0.05) * lay.a)));
        }
    }
    for (line, path) in &lines {
        if let Some(casing) = line.casing {
            nodes.push(stroke(path, Stroke::butt(casing, line.outer() * lay.a)));
        }
    }
    for (line, path) in &lines {
        if line.kind == LineKind::Rail {
            let ticks = Stroke { cap: Cap::Butt, ..Stroke::butt(line.color, line.width * 3.2 * lay.a) };
            nodes.push(stroke(path, ticks.dashed(&[lay.a * 0.018, lay.a * 0.082])));
        }
        let cap = if line.dash.is_empty() { Cap::Round } else { Cap::Butt };
        let dash: Vec<f64> = line.dash.iter().map(|long| long * lay.a).collect();
        nodes.push(stroke(path, Stroke { cap, ..Stroke::round(line.color, line.width * lay.a) }.dashed(&dash)));
        if let (LineKind::Highway | LineKind::Main, true) = (line.kind, line.usual) {
            nodes.push(stroke(path, Stroke::round(Color::hex(0xd9_8a6a).alpha(140), lay.a * 0.014)));
        }
    }
    nodes
}

pub(super) fn stroke(path: &Path, stroke: Stroke) -> Node {
    Shape::stroked(path.clone(), stroke).into()
}
