//! Which names stand on the map, how they look, and in which order they find their places: cities before villages,
//! rivers before lanes. Water is written in italics, regions in spaced capitals, places by their rank.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::{Canvas, Lay, color, distance, middle};
use super::chains::chains;
use super::field::Frame;
use super::labels::{LayoutIssue, Room, Spots, Type, Wanted};
use super::outline::eased;
use super::plan::Found;
use super::style::{EARTH_NAME, HALO, INK, LineKind, WATER_NAME};
use crate::draw::scene::{Color, Face, Text};
use crate::draw::{lent, limits};
use crate::hexgrid::{HexId, Point};
use crate::model::{Area, MapLayer, Texture};

/// The usual size of the name of a village, as a share of a hex: sizes of places are told by it.
const VILLAGE: f64 = 0.205;

/// Places all names that there is room for.
pub(super) fn place(canvas: &Canvas<'_>, plan: &Found, room: &mut Room, areas: bool) -> (Vec<Text>, Vec<LayoutIssue>) {
    // What the author leaves out has no name on the map either.
    let left = |layer: MapLayer| canvas.game.art.map.leave_out.contains(&layer);
    let mut wanted: Vec<(u8, Wanted)> = Vec::new();
    wanted.extend(places(canvas, plan, left(MapLayer::Places)));
    if !left(MapLayer::Rivers) {
        wanted.extend(features(canvas, plan));
    }
    if areas && !left(MapLayer::Areas) {
        wanted.extend(self::areas(canvas));
    }
    if !left(MapLayer::Roads) {
        wanted.extend(roads(canvas, plan));
    }
    wanted.sort_by_key(|(rank, _)| *rank);
    for place in canvas.map.places.values() {
        place.hexes.iter().filter_map(|hex| canvas.centre(*hex)).for_each(|at| room.place_at(at));
    }
    let (mut placed, mut issues) = (Vec::new(), Vec::new());
    for (_, name) in wanted {
        let face = name.look.face.able(&name.text);
        if !lent::lacking(face, &name.text).is_empty() {
            issues.push(LayoutIssue::NoLetters { name: name.text.clone(), hex: name.hex });
        }
        let texts = room.place(&name, canvas.a);
        // What lies nowhere is told by others.
        if texts.is_empty() && name.needed && name.spots.any() {
            issues.push(LayoutIssue::NoRoom { name: name.text, hex: name.hex });
        }
        placed.extend(texts);
    }
    (placed, issues)
}

fn look(face: Face, size: f64, spacing: f64, small_caps: bool, color: Color) -> Type {
    Type { face, size, spacing, small_caps, color, halo: HALO }
}

/// Names of places; of those that are nothing but a name alone, where towns are left out.
fn places(canvas: &Canvas<'_>, plan: &Found, without_towns: bool) -> Vec<(u8, Wanted)> {
    let (a, lay) = (canvas.a, canvas.lay());
    let usual = canvas.game.art.map.labels.places.map_or(1.0, |size| size / (VILLAGE * a)) * a;
    let extents: BTreeMap<HexId, Frame> = plan.towns.iter().map(|town| (town.hex, laid(town.extent(), &lay))).collect();
    let mut found = Vec::new();
    for place in canvas.map.places.values().filter(|place| !without_towns || place.class.is_none()) {
        let mut seen = BTreeSet::new();
        let hexes: Vec<HexId> = place.hexes.iter().copied().filter(|hex| seen.insert(*hex)).take(limits::NAMED_HEXES).collect();
        let centres: Vec<Point> = hexes.iter().filter_map(|hex| canvas.centre(*hex)).collect();
        let reach = canvas.town_reach(place.class);
        let marked = hexes.iter().any(|hex| extents.contains_key(hex));
        // A mere name on the water is that of a bay or a lake.
        let wet =
            || hexes.iter().all(|hex| canvas.map.ground(*hex).is_some_and(|id| canvas.ground(id).texture == Texture::Water));
        let texture = match place.class {
            Some(id) => Some(canvas.ground(id).texture),
            None => wet().then_some(Texture::Water),
        };
        let (rank, look) = match (reach, texture) {
            (Some(reach), _) if reach > 0.4 => (0, look(Face::SerifBold, 0.30 * usual, 0.04, true, INK)),
            (Some(reach), _) if reach > 0.3 => (1, look(Face::SerifBold, 0.265 * usual, 0.03, true, INK)),
            (Some(_), _) => (2, look(Face::Serif, VILLAGE * usual, 0.01, false, INK)),
            (None, Some(Texture::Water)) => (3, look(Face::SerifItalic, 0.20 * usual, 0.05, false, WATER_NAME)),
            (None, _) => (3, look(Face::SerifItalic, 0.20 * usual, 0.02, false, EARTH_NAME)),
        };
        let boxes: Vec<Frame> = hexes.iter().filter_map(|hex| extents.get(hex).copied()).collect();
        // Houses that lie together have one name beside all of them.
        let whole = Frame::of(boxes.iter().flat_map(|frame| [frame.min, frame.max]));
        let whole = whole.filter(|whole| boxes.len() > 1 && distance(whole.min, whole.max) < 2.6 * a);
        let spots =
            if marked { Spots::Beside(whole.into_iter().chain(boxes).collect(), centres) } else { Spots::Over(spread(&centres)) };
        found.push((rank, Wanted { text: place.name.clone(), look, hex: hexes.first().copied(), needed: true, spots }));
    }
    found
}

fn laid(frame: Frame, lay: &Lay) -> Frame {
    Frame { min: lay.point(frame.min), max: lay.point(frame.max) }
}

/// The middle of some points, then they themselves, the nearest to it first.
fn spread(centres: &[Point]) -> Vec<Point> {
    let Some(first) = centres.first() else { return Vec::new() };
    let (low, high) = centres.iter().fold((*first, *first), |(low, high), p| {
        (Point { x: low.x.min(p.x), y: low.y.min(p.y) }, Point { x: high.x.max(p.x), y: high.y.max(p.y) })
    });
    let centre = middle(low, high);
    let mut all = centres.to_vec();
    all.sort_by(|p, q| {
        let far = |p: &Point| distance(*p, centre);
        far(p).total_cmp(&far(q))
    });
    all.insert(0, centre);
    all.truncate(60);
    all
}

/// Rivers and what else runs along hexsides: each name once, however many features have it.
fn features(canvas: &Canvas<'_>, plan: &Found) -> Vec<(u8, Wanted)> {
    let a = canvas.a;
    let own = canvas.game.art.map.labels.hexsides;
    let mut names: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (n, feature) in canvas.map.features.values().enumerate() {
        let Some(name) = feature.name.as_deref().filter(|name| !name.trim().is_empty()) else { continue };
        let wet = canvas.line(feature.class).kind == LineKind::River;
        // What is no water stands by itself.
        let order = if wet { *first.entry(name).or_insert(n) } else { n };
        names.entry((order, name)).or_default().push(n);
    }
    let mut found = Vec::new();
    for ((_, name), members) in names {
        let Some(feature) = members.first().and_then(|n| canvas.map.features.values().nth(*n)) else { continue };
        let line = canvas.line(feature.class);
        let hex = feature.sides.first().map(|side| side.hex());
        let wet = line.kind == LineKind::River;
        let mut lines = if wet { courses(canvas, plan, &members) } else { Vec::new() };
        // What is no water, and what runs where wider water is seen, has the plain line of its hexsides.
        if lines.is_empty() {
            lines = plain(canvas, &members, line.width * a);
        }
        let look = if wet {
            look(Face::SerifItalic, own.unwrap_or(0.235 * a), 0.10, false, WATER_NAME)
        } else {
            look(Face::SerifItalic, own.unwrap_or(0.165 * a), 0.04, false, EARTH_NAME)
        };
        let wanted = Wanted { text: name.to_owned(), look, hex, needed: true, spots: Spots::Along(lines) };
        found.push((4, wanted));
    }
    found
}

/// The stretches of some rivers on the page, and how wide each is.
fn courses(canvas: &Canvas<'_>, plan: &Found, members: &[usize]) -> Vec<(Vec<Point>, f64)> {
    let lay = canvas.lay();
    let ids: BTreeSet<usize> = members.iter().copied().collect();
    let mut all = Vec::new();
    for stretch in &plan.waters.stretches {
        let mut run: (Vec<Point>, f64) = (Vec::new(), 0.0);
        for ((point, width), id) in stretch.points.iter().zip(&stretch.widths).zip(&stretch.of) {
            // Beyond the edge of the map nobody looks for a name.
            if ids.contains(&(id.0 as usize)) && canvas.holds(lay.point(*point)) {
                run.0.push(lay.point(*point));
                run.1 = f64::max(run.1, width * lay.a);
            } else if !run.0.is_empty() {
                all.push(std::mem::take(&mut run));
            }
        }
        if run.0.len() > 1 {
            all.push(run);
        }
    }
    all
}

/// The lines of features that are no water.
fn plain(canvas: &Canvas<'_>, members: &[usize], width: f64) -> Vec<(Vec<Point>, f64)> {
    let mut all = Vec::new();
    for feature in members.iter().filter_map(|n| canvas.map.features.values().nth(*n)) {
        let ends = feature.sides.iter().filter_map(|side| canvas.board.hexside_ends(*side));
        let links: BTreeSet<_> = ends.map(|[x, y]| if x < y { (x, y) } else { (y, x) }).collect();
        for chain in chains(&links, |vertex| canvas.vertex(vertex)) {
            let corners: Vec<Point> = chain.nodes.iter().filter_map(|vertex| canvas.vertex(*vertex)).collect();
            all.push((eased(&corners, chain.closed), width.max(canvas.a * 0.2)));
        }
    }
    all
}

/// Lines on the page, and how wide each is.
type Lines = Vec<(Vec<Point>, f64)>;

fn roads(canvas: &Canvas<'_>, plan: &Found) -> Vec<(u8, Wanted)> {
    let (a, lay) = (canvas.a, canvas.lay());
    let size = canvas.game.art.map.labels.roads.unwrap_or(0.165 * a);
    let mut lines: BTreeMap<&str, (usize, HexId, Lines)> = BTreeMap::new();
    for (n, road) in canvas.map.roads.values().enumerate() {
        let Some(name) = road.name.as_deref().filter(|name| !name.trim().is_empty()) else { continue };
        let Some(hex) = road.through.first().copied() else { continue };
        let line = canvas.line(road.class);
        let course = plan.network.course(canvas, road).iter().map(|point| lay.point(*point)).collect();
        // The roads of one name are one road.
        lines.entry(name).or_insert((n, hex, Vec::new())).2.push((course, line.outer() * a));
    }
    let mut found: Vec<(usize, (u8, Wanted))> = Vec::new();
    for (name, (n, hex, lines)) in lines {
        let look = look(Face::SerifItalic, size, 0.04, false, EARTH_NAME);
        let wanted = Wanted { text: name.to_owned(), look, hex: Some(hex), needed: true, spots: Spots::Along(lines) };
        found.push((n, (6, wanted)));
    }
    found.sort_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, wanted)| wanted).collect()
}

/// Whether an area is told by the key and not by a name on the map: it is scattered, or too small for its name.
pub(super) fn keyed(canvas: &Canvas<'_>, area: &Area) -> bool {
    let name = area.name.as_deref().unwrap_or_default();
    let wide = 0.17 * 0.62 * f64::from(u32::try_from(name.chars().count()).unwrap_or(u32::MAX));
    let hexes = f64::from(u32::try_from(area.hexes.len()).unwrap_or(u32::MAX));
    scattered(canvas, &area.hexes) || (hexes < 4.0 && wide > 1.2 + 0.5 * hexes)
}

/// Whether most hexes of an area stand alone: then their corners are marked.
pub(super) fn scattered(canvas: &Canvas<'_>, hexes: &[HexId]) -> bool {
    let all: BTreeSet<HexId> = hexes.iter().copied().collect();
    let alone = |hex: &&HexId| !canvas.board.neighbours(**hex).into_iter().flatten().any(|other| all.contains(&other));
    all.len() > 3 && hexes.iter().filter(alone).count() * 10 >= all.len() * 6
}

fn areas(canvas: &Canvas<'_>) -> Vec<(u8, Wanted)> {
    let a = canvas.a;
    let own = canvas.game.art.map.labels.areas;
    let mut found = Vec::new();
    for (n, area) in canvas.map.areas.iter() {
        let Some(name) = area.name.as_ref().filter(|name| !name.trim().is_empty()) else { continue };
        if keyed(canvas, area) {
            continue;
        }
        let centres: Vec<Point> = area.hexes.iter().filter_map(|hex| canvas.centre(*hex)).collect();
        let size = own.unwrap_or(if area.hexes.len() < 60 { 0.17 * a } else { 0.24 * a });
        let look = look(Face::Serif, size, 0.12, true, super::overlay::area_color(n).mix(INK, 40));
        let hex = area.hexes.first().copied();
        found.push((5, Wanted { text: name.clone(), look, hex, needed: true, spots: Spots::Over(spread(&centres)) }));
    }
    found
}

/// The colour of a side's counters, if the author says one.
pub(super) fn side_color(canvas: &Canvas<'_>, side: Option<crate::model::SideId>) -> Option<Color> {
    let id = &canvas.game.sides.at(side?)?.id;
    canvas.game.art.colours.get(id)?.ground.map(color)
}
