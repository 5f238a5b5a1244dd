//! Rivers: lines along hexsides that bend as little as they can, wider the further they have come, thin at their
//! spring. Which way they flow is stated, else it goes downhill, else it is guessed and told.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, Lay, distance, middle, minus, plus};
use super::field::{drift, length};
use super::region::simpler;
use super::relax::{Hold, Knot, On, chains, curves, flat, relax};
use super::style::{Line, LineKind};
use crate::draw::scene::{Color, Node, Path, Shape, Stroke};
use crate::hexgrid::{HexId, Hexside, Point, Vertex};
use crate::model::{FeatureId, TerrainId};

/// Points for each half of a hexside.
const FINE: u32 = 6;
/// So much water comes with a river that enters at the map's edge, in halves of hexsides.
const FROM_BEYOND: f64 = 30.0;

/// How far what people dug may cut a corner of its hexsides: half of how far they go to and fro.
const DUG: f64 = 0.146;

/// A stretch of water of one kind, downstream.
pub(super) struct Stretch {
    pub(super) line: Line,
    pub(super) points: Vec<Point>,
    /// How wide it is at each point.
    pub(super) widths: Vec<f64>,
    /// Which feature each point belongs to.
    pub(super) of: Vec<FeatureId>,
}

/// All water along hexsides; the unit is a hex across its flats.
#[derive(Default)]
pub(super) struct Waters {
    pub(super) stretches: Vec<Stretch>,
    /// How wide the water is in the middle of each hexside.
    pub(super) widths: BTreeMap<Hexside, f64>,
    /// Rivers whose way is a guess.
    pub(super) guessed: Vec<FeatureId>,
}

/// A point of a river: a corner, or the middle of a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stop {
    Corner(Vertex),
    Middle(Hexside),
}

/// All hexsides with water.
pub(super) fn water(canvas: &Canvas<'_>) -> BTreeSet<Hexside> {
    let wet = |class: TerrainId| canvas.line(class).kind == LineKind::River;
    canvas.map.features.values().filter(|feature| wet(feature.class)).flat_map(|feature| feature.sides.iter().copied()).collect()
}

/// The water of a map whose hexes are one unit wide.
pub(super) fn waters(canvas: &Canvas<'_>, seed: u32) -> Waters {
    let mut sides: BTreeMap<Hexside, (FeatureId, TerrainId)> = BTreeMap::new();
    let mut wide: BTreeMap<Hexside, f64> = BTreeMap::new();
    for (id, feature) in canvas.map.features.iter() {
        let line = canvas.line(feature.class);
        if line.kind != LineKind::River {
            continue;
        }
        for side in &feature.sides {
            // Of two that share a hexside the wider one is seen.
            if wide.get(side).is_none_or(|other| line.width > *other) {
                wide.insert(*side, line.width);
                sides.insert(*side, (id, feature.class));
            }
        }
    }
    if sides.is_empty() { Waters::default() } else { Net::new(canvas, &sides).flow(canvas, &sides, seed) }
}

/// The points of all rivers, and which hang together.
struct Net {
    stops: Vec<Stop>,
    around: Vec<Vec<usize>>,
    /// Where each lies on the grid.
    places: Vec<Point>,
    /// Whether the map ends there.
    edge: Vec<bool>,
}

/// Which way it flows.
struct Flow {
    /// The next point downstream.
    down: Vec<Option<usize>>,
    /// How much water has come so far.
    up: Vec<f64>,
    springs: BTreeSet<usize>,
    guessed: Vec<FeatureId>,
}

type Sides = BTreeMap<Hexside, (FeatureId, TerrainId)>;

impl Net {
    fn new(canvas: &Canvas<'_>, sides: &Sides) -> Net {
        let links = sides.keys().filter_map(|side| Some((*side, canvas.board.hexside_ends(*side)?)));
        let links: Vec<(Stop, Stop)> =
            links.flat_map(|(side, ends)| ends.map(|end| (Stop::Corner(end), Stop::Middle(side)))).collect();
        let stops: BTreeSet<Stop> = links.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let number: BTreeMap<Stop, usize> = stops.iter().enumerate().map(|(n, stop)| (*stop, n)).collect();
        let stops: Vec<Stop> = stops.into_iter().collect();
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); stops.len()];
        for (a, b) in &links {
            let (Some(a), Some(b)) = (number.get(a).copied(), number.get(b).copied()) else { continue };
            for (one, other) in [(a, b), (b, a)] {
                if let Some(others) = around.get_mut(one) {
                    others.push(other);
                }
            }
        }
        around.iter_mut().for_each(|others| others.sort_unstable());
        let zero = Point { x: 0.0, y: 0.0 };
        let places = stops.iter().map(|stop| match stop {
            Stop::Corner(vertex) => canvas.vertex(*vertex).unwrap_or(zero),
            Stop::Middle(side) => canvas.hexside(*side).map_or(zero, |(a, b)| middle(a, b)),
        });
        let places = places.collect();
        let edge = stops.iter().map(|stop| match stop {
            Stop::Corner(vertex) => canvas.board.vertex_hexes(*vertex).contains(&None),
            Stop::Middle(_) => false,
        });
        let edge = edge.collect();
        Net { stops, around, places, edge }
    }

    fn near(&self, n: usize) -> &[usize] {
        self.around.get(n).map(Vec::as_slice).unwrap_or_default()
    }

    fn side(&self, a: usize, b: usize) -> Option<Hexside> {
        [a, b].into_iter().find_map(|n| match self.stops.get(n) {
            Some(Stop::Middle(side)) => Some(*side),
            _ => None,
        })
    }

    /// How many steps every point that hangs together with this one is away, the nearest first.
    fn steps(&self, from: usize) -> Vec<(usize, u32)> {
        let mut seen = BTreeMap::from([(from, 0u32)]);
        let mut order = vec![(from, 0)];
        let mut next = 0;
        while let Some((here, far)) = order.get(next).copied() {
            next += 1;
            for other in self.near(here) {
                if !seen.contains_key(other) {
                    seen.insert(*other, far + 1);
                    order.push((*other, far + 1));
                }
            }
        }
        order
    }

    /// Where the water of a part leaves it, and whether that is a guess.
    fn mouth(&self, canvas: &Canvas<'_>, sides: &Sides, part: &[usize]) -> (Option<usize>, bool) {
        let stated = part.iter().copied().filter(|n| {
            let side = match self.stops.get(*n) {
                Some(Stop::Middle(side)) => *side,
                _ => return false,
            };
            sides.get(&side).is_some_and(|(id, _)| canvas.game.art.map.mouths.get(id) == Some(&side))
        });
        // Of several mouths the one at the map's edge, and there the end that leads nowhere else.
        let ends = stated.flat_map(|n| self.near(n).iter().copied());
        let edge = |n: &usize| self.edge.get(*n).copied().unwrap_or(false);
        if let Some(end) = ends.min_by_key(|n| (self.near(*n).len(), !edge(n), *n)) {
            return (Some(end), false);
        }
        let ends: Vec<usize> = part.iter().copied().filter(|n| self.near(*n).len() == 1).collect();
        let outer: Vec<usize> = ends.iter().copied().filter(edge).collect();
        // Downhill: to the lowest end, wherever that is.
        let heights: Vec<(i64, usize)> = ends.iter().filter_map(|n| Some((self.height(canvas, *n)?, *n))).collect();
        if let (Some((_, lowest)), true) = (heights.iter().min(), heights.len() > 1) {
            return (Some(*lowest), false);
        }
        let inner: BTreeSet<usize> = ends.iter().copied().filter(|n| !edge(n)).collect();
        let choice = if outer.is_empty() { &ends } else { &outer };
        // As far as can be from all springs; of a few choices only, since each is measured.
        let far = |n: &usize| -> u64 {
            self.steps(*n).iter().filter(|(other, _)| inner.contains(other)).map(|(_, far)| u64::from(*far)).sum()
        };
        let best = choice.iter().take(24).map(|n| (far(n), *n)).max().map(|(_, n)| n);
        (best.or(part.first().copied()), ends.len() > 1)
    }

    /// How high the hexes around a corner lie, in tenths, if that is said of any.
    fn height(&self, canvas: &Canvas<'_>, n: usize) -> Option<i64> {
        let Some(Stop::Corner(vertex)) = self.stops.get(n) else { return None };
        let known = canvas.board.vertex_hexes(*vertex).into_iter().flatten().filter_map(|hex| elevation(canvas, hex));
        let (sum, count) = known.fold((0, 0), |(sum, count), height| (sum + i64::from(height), count + 1));
        (sum * 10i64).checked_div(count)
    }

    fn directed(&self, canvas: &Canvas<'_>, sides: &Sides) -> Flow {
        let count = self.stops.len();
        let mut flow = Flow { down: vec![None; count], up: vec![0.0; count], springs: BTreeSet::new(), guessed: Vec::new() };
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        for first in 0..count {
            if seen.contains(&first) {
                continue;
            }
            let part: Vec<usize> = self.steps(first).into_iter().map(|(n, _)| n).collect();
            seen.extend(&part);
            let (Some(mouth), guessed) = self.mouth(canvas, sides, &part) else { continue };
            // Water that is as wide everywhere looks the same both ways.
            let turns = |n: &usize| match self.stops.get(*n) {
                Some(Stop::Middle(side)) => sides.get(side).is_some_and(|(_, class)| !canvas.line(*class).even()),
                _ => false,
            };
            if guessed && part.iter().any(turns) {
                let side = self.near(mouth).first().and_then(|next| self.side(mouth, *next));
                flow.guessed.extend(side.and_then(|side| sides.get(&side)).map(|(id, _)| *id));
            }
            self.root(mouth, &mut flow);
        }
        flow
    }

    /// Lets everything flow to a mouth.
    fn root(&self, mouth: usize, flow: &mut Flow) {
        let order = self.steps(mouth);
        let far: BTreeMap<usize, u32> = order.iter().copied().collect();
        for (n, steps) in &order {
            let down = self.near(*n).iter().copied().filter(|other| far.get(other).is_some_and(|far| far < steps)).min();
            if let Some(to) = flow.down.get_mut(*n) {
                *to = down;
            }
        }
        for (n, _) in order.iter().rev() {
            let children = self.near(*n).iter().any(|other| flow.down.get(*other).copied().flatten() == Some(*n));
            let edge = self.edge.get(*n).copied().unwrap_or(false);
            if !children && !edge {
                flow.springs.insert(*n);
            }
            let come = if !children && edge && *n != mouth { FROM_BEYOND } else { 0.0 };
            let Some(up) = flow.up.get_mut(*n) else { continue };
            *up += come;
            let carried = *up + 1.0;
            if let Some(below) = flow.down.get(*n).copied().flatten().and_then(|down| flow.up.get_mut(down)) {
                *below += carried;
            }
        }
    }

    /// How lines go on: through a corner, and at a meeting from the main stream into the way down.
    fn on(&self, flow: &Flow, sides: &Sides) -> On {
        let mut on = On::new();
        let name = |a: usize, b: usize| self.side(a, b).and_then(|side| sides.get(&side)).map(|(id, _)| *id);
        for (n, others) in self.around.iter().enumerate() {
            let pair = match others.as_slice() {
                [a, b] => Some((*a, *b)),
                [] | [_] => None,
                many => flow.down.get(n).copied().flatten().and_then(|down| {
                    let into = name(n, down);
                    let children = many.iter().copied().filter(|other| flow.down.get(*other).copied().flatten() == Some(n));
                    let up = |k: usize| flow.up.get(k).copied().unwrap_or(0.0);
                    let main = children.max_by(|a, b| {
                        (name(n, *a) == into).cmp(&(name(n, *b) == into)).then(up(*a).total_cmp(&up(*b))).then(b.cmp(a))
                    });
                    main.map(|main| (main, down))
                }),
            };
            if let Some((a, b)) = pair {
                on.insert((n, a), b);
                on.insert((n, b), a);
            }
        }
        on
    }

    fn knots(&self, canvas: &Canvas<'_>, flow: &Flow, sides: &Sides, seed: u32) -> Vec<Knot> {
        let bridged: BTreeSet<Hexside> = canvas.map.bridges.values().map(|bridge| bridge.side).collect();
        let knots = self.stops.iter().zip(&self.places).enumerate().map(|(n, (stop, place))| {
            let others = self.near(n).len();
            let dug = self.near(n).iter().all(|other| {
                let class = self.side(n, *other).and_then(|side| sides.get(&side)).map(|(_, class)| *class);
                class.is_some_and(|class| canvas.line(class).dug)
            });
            let reach = match stop {
                Stop::Corner(_) if others == 1 && !flow.springs.contains(&n) => 0.02,
                // So far that hexsides which go to and fro become one straight line.
                Stop::Corner(_) if others == 2 && dug => DUG,
                Stop::Corner(_) if others == 2 => 0.13,
                Stop::Corner(_) => 0.07,
                // A bridge lies in the middle of its hexside, and so does the water beneath.
                Stop::Middle(side) if bridged.contains(side) || crossed(canvas, *side) => 0.004,
                Stop::Middle(_) => 0.11,
            };
            let target = plus(*place, drift(*place, seed + 81, 0.9), 0.16);
            // What is dug runs as straight as its hexsides let it.
            Knot { place: *place, hold: Hold::Disc(reach), target, pull: if dug { 0.0 } else { 0.10 } }
        });
        knots.collect()
    }

    /// How wide the water is at a point: by its kind, and by how far it has come.
    fn width(&self, canvas: &Canvas<'_>, flow: &Flow, sides: &Sides, n: usize) -> f64 {
        let other = flow.down.get(n).copied().flatten().or_else(|| self.near(n).first().copied());
        let class = other.and_then(|other| self.side(n, other)).and_then(|side| sides.get(&side)).map(|(_, class)| *class);
        let Some(line) = class.map(|class| canvas.line(class)) else { return 0.05 };
        if line.even() {
            return line.width;
        }
        let come = 0.034 + 0.0092 * flow.up.get(n).copied().unwrap_or(0.0).sqrt();
        // A stream never looks like a river, nor a great river like a brook.
        come.clamp(line.width * 0.42, line.width * 1.25)
    }

    fn flow(&self, canvas: &Canvas<'_>, sides: &Sides, seed: u32) -> Waters {
        let flow = self.directed(canvas, sides);
        let on = self.on(&flow, sides);
        let at = relax(&self.knots(canvas, &flow, sides, seed), &on);
        let widths: Vec<f64> = (0..self.stops.len()).map(|n| self.width(canvas, &flow, sides, n)).collect();
        let links = self.around.iter().enumerate();
        let links = links.flat_map(|(n, others)| others.iter().filter(move |other| n < **other).map(move |other| (n, *other)));
        let mut made = Waters { guessed: flow.guessed.clone(), ..Waters::default() };
        for (stop, width) in self.stops.iter().zip(&widths) {
            if let Stop::Middle(side) = stop {
                made.widths.insert(*side, *width);
            }
        }
        for chain in chains(&links.collect(), &on) {
            let mut nodes = chain.nodes;
            if let [first, second, ..] = nodes.as_slice()
                && flow.down.get(*first).copied().flatten() != Some(*second)
            {
                nodes.reverse();
            }
            self.stretch(canvas, &flow, sides, &nodes, chain.closed, (&at, &widths), &mut made);
        }
        made
    }

    #[expect(clippy::too_many_arguments, reason = "all of one river")]
    fn stretch(
        &self,
        canvas: &Canvas<'_>,
        flow: &Flow,
        sides: &Sides,
        nodes: &[usize],
        closed: bool,
        (at, widths): (&[Point], &[f64]),
        into: &mut Waters,
    ) {
        let here = |n: usize| at.get(n).copied();
        let mut points: Vec<Point> = nodes.iter().filter_map(|n| here(*n)).collect();
        let mut wide: Vec<f64> = nodes.iter().filter_map(|n| widths.get(*n).copied()).collect();
        let pairs = nodes.iter().zip(nodes.iter().skip(1));
        let mut of: Vec<(FeatureId, TerrainId)> =
            pairs.filter_map(|(a, b)| self.side(*a, *b).and_then(|side| sides.get(&side)).copied()).collect();
        let (Some(first), Some(last), Some(end)) = (nodes.first().copied(), nodes.last().copied(), of.last().copied()) else {
            return;
        };
        if !closed && let Some(down) = flow.down.get(last).copied().flatten() {
            // A tributary is carried a little way into the stream that it meets.
            if let (Some(a), Some(b)) = (here(last), here(down)) {
                points.push(middle(a, b));
                wide.push(wide.last().copied().unwrap_or(0.05));
                of.push(end);
            }
        }
        let fine = flat(&curves(&points, closed), FINE);
        let spring = flow.springs.contains(&first);
        let mut run: Option<(TerrainId, Stretch)> = None;
        let mut far = 0.0;
        for (n, point) in fine.iter().enumerate() {
            let piece = (n.saturating_sub(1)) / FINE as usize;
            let Some((id, class)) = of.get(piece).copied() else { continue };
            let share = f64::from(u32::try_from(n - piece * FINE as usize).unwrap_or(0)) / f64::from(FINE);
            let (a, b) = (wide.get(piece).copied().unwrap_or(0.05), wide.get(piece + 1).copied().unwrap_or(0.05));
            if let Some(before) = n.checked_sub(1).and_then(|n| fine.get(n)) {
                far += distance(*before, *point);
            }
            let mut width = a + (b - a) * share;
            if spring && !canvas.line(class).even() {
                width *= (0.25 + 0.75 * far / 1.2).min(1.0);
            }
            if run.as_ref().is_none_or(|(own, _)| *own != class) {
                let line = canvas.line(class);
                let mut next = Stretch { line: line.clone(), points: Vec::new(), widths: Vec::new(), of: Vec::new() };
                // The next kind begins where this one ends.
                if let Some((_, before)) = run.take() {
                    next.points.extend(before.points.last());
                    next.widths.extend(before.widths.last());
                    next.of.push(id);
                    into.stretches.push(before);
                }
                run = Some((class, next));
            }
            if let Some((_, stretch)) = &mut run {
                stretch.points.push(*point);
                stretch.widths.push(width);
                stretch.of.push(id);
            }
        }
        into.stretches.extend(run.map(|(_, stretch)| stretch));
        self.beyond((first, last), into);
    }

    /// A river that comes to the map's edge goes on beyond it, to its frame.
    fn beyond(&self, (first, last): (usize, usize), into: &mut Waters) {
        let leaves = |n: usize| self.near(n).len() == 1 && self.edge.get(n).copied().unwrap_or(false);
        let (Some(place), Some(from)) = (self.places.get(last).copied(), self.places.get(first).copied()) else { return };
        for (n, place) in [(last, place), (first, from)] {
            if !leaves(n) {
                continue;
            }
            for stretch in into.stretches.iter_mut().rev().take(2) {
                let near = |p: Option<&Point>| p.is_some_and(|p| distance(*p, place) < 0.05);
                let count = stretch.points.len();
                let (end, before, at) = if near(stretch.points.last()) {
                    (stretch.points.last().copied(), stretch.points.get(count.saturating_sub(3)).copied(), count)
                } else if near(stretch.points.first()) {
                    (stretch.points.first().copied(), stretch.points.get(2).copied(), 0)
                } else {
                    continue;
                };
                let (Some(end), Some(before)) = (end, before) else { continue };
                let way = minus(end, before);
                let long = length(way).max(1e-9);
                stretch.points.insert(at, plus(end, way, 0.9 / long));
                let width = (if at == 0 { stretch.widths.first() } else { stretch.widths.last() }).copied().unwrap_or(0.05);
                let id = (if at == 0 { stretch.of.first() } else { stretch.of.last() }).copied();
                stretch.widths.insert(at, width);
                if let Some(id) = id {
                    stretch.of.insert(at, id);
                }
                break;
            }
        }
    }
}

/// Whether a road crosses a hexside: there too the water keeps to the middle.
fn crossed(canvas: &Canvas<'_>, side: Hexside) -> bool {
    let (a, b) = canvas.board.hexside_hexes(side);
    b.is_some_and(|b| canvas.links.contains(&(a.min(b), a.max(b))))
}

/// How high a hex lies, if that is said.
pub(super) fn elevation(canvas: &Canvas<'_>, hex: HexId) -> Option<i32> {
    canvas.map.values.get(&hex)?.get("elevation")
}

impl Stretch {
    /// The water from bank to bank, so much wider on each side.
    fn ribbon(&self, more: f64) -> Vec<Point> {
        let count = self.points.len();
        let nth = |n: usize| self.points.get(n).copied();
        let (mut left, mut right) = (Vec::with_capacity(count * 2), Vec::with_capacity(count));
        for n in 0..count {
            let (Some(here), Some(width)) = (nth(n), self.widths.get(n)) else { continue };
            let (before, after) = (nth(n.saturating_sub(1)).unwrap_or(here), nth(n + 1).unwrap_or(here));
            let way = minus(after, before);
            let long = length(way);
            if long < 1e-9 {
                continue;
            }
            let aside = Point { x: -way.y / long, y: way.x / long };
            left.push(plus(here, aside, width / 2.0 + more));
            right.push(plus(here, aside, -width / 2.0 - more));
        }
        right.reverse();
        left.extend(right);
        left
    }

    fn path(&self) -> Path {
        let mut path = Path::new();
        path.polyline(&self.points);
        path
    }
}

/// The lines, drawn: rims below, then the water, so that joints are open.
pub(super) fn draw(waters: &Waters, lay: &Lay) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let rim = 0.013;
    for banks in [true, false] {
        // Of one colour in one path: streams that meet have no line between them.
        let mut ribbons: BTreeMap<Color, Path> = BTreeMap::new();
        for stretch in &waters.stretches {
            let line = &stretch.line;
            let Some(color) = (if banks { line.casing } else { Some(line.color) }) else { continue };
            if line.own_width || !line.dash.is_empty() {
                let width = line.width + if banks { 2.0 * rim } else { 0.0 };
                let dash: Vec<f64> = if banks { Vec::new() } else { line.dash.iter().map(|long| long * lay.a).collect() };
                let path = lay.path(&stretch.path());
                nodes.push(Shape::stroked(path, Stroke::round(color, width * lay.a).dashed(&dash)).into());
            } else {
                let ribbon = simpler(&stretch.ribbon(if banks { rim } else { 0.0 }), 0.0015);
                ribbons.entry(color).or_default().polygon(&ribbon);
            }
        }
        nodes.extend(ribbons.into_iter().map(|(color, path)| Node::from(Shape::filled(lay.path(&path), color))));
    }
    // Along the middle of a canal runs a light line: a brook has none.
    for stretch in waters.stretches.iter().filter(|stretch| stretch.line.dug && stretch.line.usual) {
        let wide = stretch.line.width * super::style::DUG_WIDE * lay.a;
        nodes.push(Shape::stroked(lay.path(&stretch.path()), Stroke::round(super::style::DUG, wide)).into());
    }
    let mut light = Path::new();
    let natural = |stretch: &&Stretch| !stretch.line.own_width && stretch.line.usual && !stretch.line.dug;
    for stretch in waters.stretches.iter().filter(natural) {
        let wide = stretch.points.iter().zip(&stretch.widths).filter(|(_, width)| **width > 0.07).map(|(point, _)| *point);
        let wide: Vec<Point> = wide.collect();
        if wide.len() > 9 {
            light.polyline(&wide);
        }
    }
    if !light.is_empty() {
        nodes.push(Shape::stroked(lay.path(&light), Stroke::round(Color::hex(0xb9_d5e2).alpha(140), lay.a * 0.016)).into());
    }
    nodes
}
