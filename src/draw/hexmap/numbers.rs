//! Hex numbers: in the upper half of their hex, where nothing runs; dark on light ground and light on dark.

use std::collections::BTreeMap;

use super::canvas::{Canvas, Lay};
use super::free::Free;
use super::labels::{Placed, Taken};
use super::region::Region;
use super::style::{self, HALO, INK, NUMBER, OPEN};
use super::towns::{self, Town};
use crate::draw::font;
use crate::draw::scene::{Anchor, Color, Face, Node, Text};
use crate::hexgrid::{HexId, Point};
use crate::model::TerrainId;

/// The usual size of a hex number, as a share of a hex.
const SIZE: f64 = 0.125;
/// The least contrast that small letters need.
pub const LEAST: f64 = 4.5;

/// What the darkest slope and the rim of a region make of the ground: so much of this colour.
const SHADE: Color = Color::hex(0x4a_3a22);
const DEEPEST: u8 = 105;

/// How near the edge of a region may come to a number without a rim.
const EDGE: f64 = 0.06;

/// Where a number may stand, from the centre; the first that is free. All lie in the upper half: further down it would
/// be taken for the number of the next hex.
const SLOTS: [(f64, f64); 11] = [
    (0.0, -0.385),
    (-0.14, -0.385),
    (0.14, -0.385),
    (-0.20, -0.33),
    (0.20, -0.33),
    (-0.26, -0.25),
    (0.26, -0.25),
    (-0.31, -0.15),
    (0.31, -0.15),
    (-0.39, -0.05),
    (0.39, -0.05),
];

/// A number in its place; the unit is a hex across its flats.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) text: String,
    pub(super) centre: Point,
    pub(super) half: (f64, f64),
    /// Whether something runs beneath it.
    crowded: bool,
}

impl Number {
    /// Whether an edge of a region runs through it.
    /// The points of its box, from its upper left to its lower right.
    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (centre, half) = (self.centre, self.half);
        let all = [-1.0, -0.33, 0.33, 1.0].into_iter().flat_map(|x| [-1.0, 0.0, 1.0].map(|y| (x, y)));
        all.map(move |(x, y)| Point { x: centre.x + x * half.0, y: centre.y + y * half.1 })
    }

    fn meets(&self, regions: &[Region]) -> bool {
        self.points().any(|at| regions.iter().any(|region| region.edged(at, EDGE)))
    }
}

pub(super) type Numbers = BTreeMap<HexId, Number>;

/// How a number is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Read {
    pub hex: HexId,
    /// The colour of the number.
    pub ink: Color,
    /// The colour of the ground beneath it, or of the rim around its letters.
    pub ground: Color,
    /// The rim around its letters, where one is needed.
    pub rim: Option<Color>,
}

pub(super) fn places(canvas: &Canvas<'_>, free: &Free) -> Numbers {
    let size = canvas.game.art.map.labels.numbers.map_or(SIZE, |mm| mm / canvas.mm);
    let high = font::CAP_HEIGHT * size / 2.0;
    let mut made = Numbers::new();
    for hex in canvas.board.hexes() {
        let Some(centre) = canvas.centre(hex) else { continue };
        let text = canvas.number(hex);
        let wide = font::width(Face::Regular, &text, size) / 2.0;
        let mut best: Option<(f64, Point, f64)> = None;
        for (n, (x, y)) in (0u32..).zip(SLOTS) {
            let at = Point { x: centre.x + x, y: centre.y + y };
            let blocked = blocked(free, at, (wide, high));
            let cost = blocked + 0.3 * f64::from(n);
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, at, blocked));
            }
            if blocked == 0.0 {
                break;
            }
        }
        let (_, at, blocked) = best.unwrap_or((0.0, centre, 0.0));
        made.insert(hex, Number { text, centre: at, half: (wide, high), crowded: blocked > 0.0 });
    }
    made
}

/// How much of a box something runs through.
fn blocked(free: &Free, at: Point, (w, h): (f64, f64)) -> f64 {
    let mut count = 0.0;
    for row in [-1.0, -0.33, 0.33, 1.0] {
        for column in [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0] {
            let p = Point { x: at.x + column * w, y: at.y + row * h };
            count += if free.lines_clear(p, 0.02) { 0.0 } else { 1.0 };
            count += if free.houses_clear(p, 0.045) { 0.0 } else { 2.0 };
        }
    }
    count
}

/// The numbers as text on the page, and how they are read.
pub(super) fn draw(
    canvas: &Canvas<'_>,
    numbers: &Numbers,
    regions: &[Region],
    towns: &[Town],
    lay: &Lay,
) -> (Vec<Node>, Vec<Read>) {
    let (mut nodes, mut read) = (Vec::new(), Vec::new());
    let grounds: BTreeMap<TerrainId, Color> = canvas.game.terrain.ids().map(|id| (id, canvas.ground(id).fill)).collect();
    for (hex, number) in numbers {
        let (centre, half) = (lay.point(number.centre), (number.half.0 * lay.a, number.half.1 * lay.a));
        let size = half.1 * 2.0 / font::CAP_HEIGHT;
        let ground = canvas.map.ground(*hex).and_then(|id| grounds.get(&id).copied()).unwrap_or(OPEN);
        // What is built there may have ground of its own, which may reach beneath a part of the number.
        let own = towns::own_in(towns, *hex).filter(|own| number.points().any(|at| own.holds(at) || own.edged(at, EDGE)));
        let ground = own.map_or(ground, |own| own.ground.fill);
        // As dark as can be: relief, rims and tints make the ground darker still.
        let readable = style::contrast(INK, ground);
        let ink = if readable >= LEAST || readable >= style::contrast(HALO, ground) { INK } else { HALO };
        let base = Point { x: centre.x - half.0, y: centre.y + half.1 };
        let text = Text::new(base, Anchor::Start, number.text.clone(), Face::Regular, size, ink);
        // A rim only where it is needed: it is most of what a number weighs.
        let needed = number.crowded || own.is_some() || style::contrast(ink, ground) < LEAST;
        // A faint one where slopes in the shade make the ground too dark, and where the rim of a region runs beneath it.
        let shaded = style::contrast(ink, ground.mix(SHADE, DEEPEST)) < LEAST;
        let shaded = shaded || number.meets(regions);
        let rim = if ink == HALO { NUMBER } else { HALO };
        let rim = if needed { Some(rim.alpha(200)) } else { shaded.then_some(rim.alpha(140)) };
        nodes.push(match rim {
            Some(rim) => text.halo(rim, size * 0.14).into(),
            None => text.into(),
        });
        read.push(Read { hex: *hex, ink, ground: rim.map_or(ground, |rim| rim.alpha(255)), rim });
    }
    (nodes, read)
}

/// The boxes of the numbers on the page.
pub(super) fn boxes(numbers: &Numbers, lay: &Lay) -> impl Iterator<Item = Placed> {
    numbers.values().map(move |number| {
        let (centre, half) = (lay.point(number.centre), (number.half.0 * lay.a, number.half.1 * lay.a));
        Placed { taken: Taken::Number, text: number.text.clone(), centre, half, angle: 0.0, part_of: 0 }
    })
}
