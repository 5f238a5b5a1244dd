//! Which names stand on the map, and in which order they find their places: cities before villages, rivers before
//! lanes.

use std::collections::BTreeSet;

use super::canvas::{Canvas, color, middle};
use super::chains::{chains, smooth};
use super::ground::Numbers;
use super::labels::{LayoutIssue, Placed, Room, Spots, Taken, Wanted};
use super::rivers::length;
use super::style::{self, EARTH_INK, INK, LineKind, OPEN, WATER_INK};
use crate::draw::scene::{Anchor, Color, Face, Node, Text};
use crate::draw::{font, limits};
use crate::hexgrid::{HexId, Point, Top};
use crate::model::{MapLayer, Texture};

/// The usual size of a hex number, as a share of a hex.
const NUMBER_SIZE: f64 = 0.108;

/// Where the number of each hex stands: at the top, or a little aside where a road or a river runs.
pub(super) fn number_places(canvas: &Canvas<'_>, room: &Room) -> Numbers {
    let a = canvas.a;
    let size = canvas.game.art.map.labels.numbers.unwrap_or(NUMBER_SIZE * a);
    let half = font::CAP_HEIGHT * size / 2.0;
    // A flat side gives room at once, a corner only further down.
    let up = match canvas.board.top() {
        Top::Flat => a / 2.0 - a * 0.042 - half,
        Top::Pointy => canvas.radius() - a * 0.12 - half,
    };
    let mut places = Numbers::new();
    for hex in canvas.board.hexes() {
        let Some(centre) = canvas.centre(hex) else { continue };
        let w = font::width(Face::Regular, &canvas.number(hex), size) / 2.0;
        let aside = w + a * 0.055;
        let shifts = [(0.0, 0.0), (-aside, 0.0), (aside, 0.0), (0.0, 0.09 * a), (-aside, 0.09 * a), (aside, 0.09 * a)];
        let spot = |(x, y): (f64, f64)| Point { x: centre.x + x, y: centre.y - up + y };
        let cost = |shift: (f64, f64)| {
            let placed = Placed { taken: Taken::Number, text: String::new(), centre: spot(shift), half: (w, half), angle: 0.0 };
            room.covered(&placed, a * 0.045)
        };
        let best = shifts
            .into_iter()
            .enumerate()
            .map(|(n, shift)| (cost(shift), n, shift))
            .min_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let shift = best.map_or((0.0, 0.0), |(_, _, shift)| shift);
        places.insert(hex, (spot(shift), w, half));
    }
    places
}

/// Hex numbers, as text and as boxes.
pub(super) fn numbers(canvas: &Canvas<'_>, places: &Numbers) -> (Vec<Node>, Vec<Placed>) {
    let (mut nodes, mut placed) = (Vec::new(), Vec::new());
    for (hex, (centre, w, h)) in places {
        let (text, size) = (canvas.number(*hex), h * 2.0 / font::CAP_HEIGHT);
        let base = Point { x: centre.x - w, y: centre.y + h };
        nodes.push(Text::new(base, Anchor::Start, text.clone(), Face::Regular, size, style::NUMBER).into());
        placed.push(Placed { taken: Taken::Number, text, centre: *centre, half: (*w, *h), angle: 0.0 });
    }
    (nodes, placed)
}

/// Places all names that there is room for.
pub(super) fn place(canvas: &Canvas<'_>, room: &mut Room) -> (Vec<Node>, Vec<LayoutIssue>) {
    let mut wanted: Vec<(u8, Wanted)> = Vec::new();
    wanted.extend(towns(canvas));
    wanted.extend(features(canvas));
    if !canvas.game.art.map.leave_out.contains(&MapLayer::Areas) {
        wanted.extend(areas(canvas));
    }
    wanted.extend(roads(canvas));
    wanted.sort_by_key(|(rank, _)| *rank);
    let (mut nodes, mut issues) = (Vec::new(), Vec::new());
    for (_, name) in wanted {
        if !name.face.can_write(&name.text) {
            issues.push(LayoutIssue::NoLetters { name: name.text.clone(), hex: name.hex });
        }
        match room.place(&name, canvas.a) {
            Some(text) => nodes.push(text.into()),
            None if name.needed => issues.push(LayoutIssue::NoRoom { name: name.text, hex: name.hex }),
            None => {}
        }
    }
    (nodes, issues)
}

fn towns(canvas: &Canvas<'_>) -> Vec<(u8, Wanted)> {
    let a = canvas.a;
    let usual = canvas.game.art.map.labels.places.map_or(1.0, |size| size / (0.17 * a));
    let mut found = Vec::new();
    for place in canvas.map.places.values() {
        let mut seen = BTreeSet::new();
        let hexes = place.hexes.iter().filter(|hex| seen.insert(**hex)).take(limits::NAMED_HEXES);
        let centres: Vec<Point> = hexes.filter_map(|hex| canvas.centre(*hex)).collect();
        let hex = place.hexes.first().copied();
        let reach = style::town_reach(canvas.game, place.class);
        let ground = place.class.map(|id| style::ground(canvas.game, id));
        let (rank, face, size) = match reach {
            Some(reach) if reach > 0.3 => (0, Face::Bold, 0.215),
            Some(reach) if reach > 0.2 => (1, Face::Bold, 0.175),
            Some(_) => (2, Face::Regular, 0.155),
            None => (3, Face::Regular, 0.145),
        };
        let wet = ground.is_some_and(|ground| ground.texture == Texture::Water);
        let ink = if wet {
            WATER_INK
        } else if reach.is_some() {
            INK
        } else {
            EARTH_INK
        };
        let spots = match reach {
            Some(reach) => Spots::Around(centres.iter().map(|at| (*at, reach * a)).collect()),
            None => Spots::Over(spread(&centres)),
        };
        found.push((
            rank,
            Wanted { text: place.name.clone(), face, size: size * a * usual, color: ink, halo: OPEN, hex, needed: true, spots },
        ));
    }
    found
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
        let far = |p: &Point| super::canvas::distance(*p, centre);
        far(p).total_cmp(&far(q))
    });
    all.insert(0, centre);
    all.truncate(60);
    all
}

fn features(canvas: &Canvas<'_>) -> Vec<(u8, Wanted)> {
    let a = canvas.a;
    let size = canvas.game.art.map.labels.hexsides.unwrap_or(0.15 * a);
    let mut found = Vec::new();
    for feature in canvas.map.features.values() {
        let Some(name) = feature.name.as_ref().filter(|name| !name.trim().is_empty()) else { continue };
        let line = style::line(canvas.game, feature.class, a);
        let ends = feature.sides.iter().filter_map(|side| canvas.board.hexside_ends(*side));
        let links: BTreeSet<_> = ends.map(|[x, y]| if x < y { (x, y) } else { (y, x) }).collect();
        let curves = chains(&links, |vertex| canvas.vertex(vertex)).into_iter().map(|chain| {
            let points: Vec<(Point, bool)> =
                chain.nodes.iter().filter_map(|vertex| Some((canvas.vertex(*vertex)?, false))).collect();
            smooth(&points, chain.closed).flattened(4)
        });
        let curves: Vec<Vec<Point>> = curves.collect();
        let ink = if line.kind == LineKind::River { WATER_INK } else { EARTH_INK };
        let hex = feature.sides.first().map(|side| side.hex());
        let off = line.width / 2.0 + a * 0.055;
        found.extend(along(name, 4, size, ink, hex, &curves, off, a));
    }
    found
}

fn roads(canvas: &Canvas<'_>) -> Vec<(u8, Wanted)> {
    let a = canvas.a;
    let size = canvas.game.art.map.labels.roads.unwrap_or(0.115 * a);
    let mut found = Vec::new();
    let mut seen: BTreeSet<(&str, &[HexId])> = BTreeSet::new();
    for road in canvas.map.roads.values() {
        let Some(name) = road.name.as_ref().filter(|name| !name.trim().is_empty()) else { continue };
        // The same road need not find its place again.
        if !seen.insert((name, &road.through)) {
            continue;
        }
        let line = style::line(canvas.game, road.class, a);
        let points: Vec<(Point, bool)> = road.through.iter().filter_map(|hex| Some((canvas.centre(*hex)?, false))).collect();
        let curve = smooth(&points, false).flattened(4);
        let off = line.width / 2.0 + a * 0.02;
        found.extend(along(name, 6, size, EARTH_INK, road.through.first().copied(), &[curve], off, a));
    }
    found
}

/// A name along curves; along a long one it stands more than once.
#[expect(clippy::too_many_arguments, reason = "what a name along a line has")]
fn along(
    name: &str,
    rank: u8,
    size: f64,
    ink: Color,
    hex: Option<HexId>,
    curves: &[Vec<Point>],
    off: f64,
    a: f64,
) -> Vec<(u8, Wanted)> {
    let mut found = Vec::new();
    let longest = curves.iter().map(|curve| length(curve)).fold(0.0, f64::max);
    let wanted = |curves: Vec<Vec<Point>>, needed: bool| Wanted {
        text: name.to_owned(),
        face: Face::Regular,
        size,
        color: ink,
        halo: OPEN,
        hex,
        needed,
        spots: Spots::Along(curves, off),
    };
    let times = (longest / (18.0 * a)).floor().clamp(1.0, 6.0);
    if times < 2.0 {
        found.push((rank, wanted(curves.to_vec(), true)));
        return found;
    }
    // The longest curve in equal parts.
    if let Some(curve) = curves.iter().max_by(|x, y| length(x).total_cmp(&length(y))) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 2 and 6")]
        let parts = times as usize;
        let each = curve.len().div_ceil(parts).max(2);
        for (n, part) in curve.chunks(each).enumerate() {
            found.push((rank, wanted(vec![part.to_vec()], n == 0)));
        }
    }
    found
}

fn areas(canvas: &Canvas<'_>) -> Vec<(u8, Wanted)> {
    let a = canvas.a;
    let size = canvas.game.art.map.labels.areas.unwrap_or(0.14 * a);
    let mut found = Vec::new();
    for (n, area) in canvas.map.areas.iter() {
        let Some(name) = area.name.as_ref().filter(|name| !name.trim().is_empty()) else { continue };
        let centres: Vec<Point> = area.hexes.iter().filter_map(|hex| canvas.centre(*hex)).collect();
        let spots = Spots::Over(spread(&centres));
        let ink = super::overlay::area_color(n).mix(INK, 60);
        let hex = area.hexes.first().copied();
        found.push((
            5,
            Wanted {
                text: name.to_uppercase(),
                face: Face::Bold,
                size: size * 0.8,
                color: ink,
                halo: OPEN,
                hex,
                needed: true,
                spots,
            },
        ));
    }
    found
}

/// The colour of a side's counters, if the author says one.
pub(super) fn side_color(canvas: &Canvas<'_>, side: Option<crate::model::SideId>) -> Option<Color> {
    let id = &canvas.game.sides.at(side?)?.id;
    canvas.game.art.colours.get(id)?.ground.map(color)
}
