//! What every layer draws on: the board laid out in millimetres.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::style::{Ground, Line, Looks};
use crate::draw::scene::{Color, Path, Transform};
use crate::hexgrid::{Axial, Board, Bounds, Direction, HexId, Hexside, Layout, Point, Top, Vertex};
use crate::model::{Game, Map, Rgb, TerrainId};

/// The map on the page.
pub(super) struct Canvas<'g> {
    pub(super) game: &'g Game,
    pub(super) map: &'g Map,
    pub(super) board: &'g Board,
    layout: Layout<'g>,
    /// Where the map's corner lies on the page.
    shift: Point,
    /// The size of a hex across its flats.
    pub(super) a: f64,
    /// The same in millimetres on the page, whatever the unit is here.
    pub(super) mm: f64,
    /// The two hexes of each link of a road, the lower one first.
    pub(super) links: Arc<BTreeSet<(HexId, HexId)>>,
    /// How each kind of terrain looks.
    looks: Arc<Looks>,
}

/// How what is measured in hexes comes to lie on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lay {
    /// The size of a hex across its flats, in millimetres.
    pub(super) a: f64,
    shift: Point,
}

impl Lay {
    /// Hexes of this size whose corner lies there.
    pub(super) const fn new(a: f64, shift: Point) -> Lay {
        Lay { a, shift }
    }

    pub(super) fn point(&self, at: Point) -> Point {
        Point { x: at.x * self.a + self.shift.x, y: at.y * self.a + self.shift.y }
    }

    /// Where a point of the page lies among the hexes.
    pub(super) fn back(&self, at: Point) -> Point {
        Point { x: (at.x - self.shift.x) / self.a, y: (at.y - self.shift.y) / self.a }
    }

    pub(super) fn path(&self, path: &Path) -> Path {
        path.moved(Transform { a: self.a, d: self.a, e: self.shift.x, f: self.shift.y, ..Transform::IDENTITY })
    }
}

/// The size of a hex where none is said: a 5/8" counter lies in it with a little room.
pub const USUAL_ACROSS: f64 = 19.0;

impl<'g> Canvas<'g> {
    pub(super) fn new(game: &'g Game, map: &'g Map, a: f64) -> Option<Canvas<'g>> {
        let layout = Layout::new(&map.board, a)?;
        let roads = map.roads.values().flat_map(|road| road.through.iter().zip(road.through.iter().skip(1)));
        let links = Arc::new(roads.map(|(x, y)| (*x.min(y), *x.max(y))).collect());
        let looks = Arc::new(Looks::new(game, a));
        Some(Canvas { game, map, board: &map.board, layout, shift: Point { x: 0.0, y: 0.0 }, a, mm: a, links, looks })
    }

    /// The same map with hexes of one unit, from its own corner on: what is found there does not hang on the page.
    pub(super) fn plain(&self) -> Option<Canvas<'g>> {
        let layout = Layout::new(&self.map.board, 1.0)?;
        let shift = Point { x: 0.0, y: 0.0 };
        let Canvas { game, map, board, mm, .. } = *self;
        let (links, looks) = (Arc::clone(&self.links), Arc::clone(&self.looks));
        Some(Canvas { game, map, board, layout, shift, a: 1.0, mm, links, looks })
    }

    /// How the ground of a kind looks.
    pub(super) fn ground(&self, id: TerrainId) -> Ground {
        self.looks.ground(id)
    }

    /// How a line of a kind looks.
    pub(super) fn line(&self, id: TerrainId) -> &Line {
        self.looks.line(id)
    }

    /// How large a place of a kind is drawn; nothing for a mere name.
    pub(super) fn town_reach(&self, id: Option<TerrainId>) -> Option<f64> {
        self.looks.town_reach(id?)
    }

    /// How the plain map comes to lie on this page.
    pub(super) fn lay(&self) -> Lay {
        Lay::new(self.a, self.shift)
    }

    /// The centre of a place, on or off the map.
    pub(super) fn centre_of(&self, place: Axial) -> Point {
        self.put(self.layout.centre_of(place))
    }

    pub(super) fn moved(self, shift: Point) -> Canvas<'g> {
        Canvas { shift, ..self }
    }

    fn put(&self, point: Point) -> Point {
        Point { x: point.x + self.shift.x, y: point.y + self.shift.y }
    }

    /// The box around all hexes, on the page.
    pub(super) fn bounds(&self) -> Bounds {
        let Bounds { min, max } = self.layout.bounds();
        Bounds { min: self.put(min), max: self.put(max) }
    }

    /// From centre to corner.
    pub(super) fn radius(&self) -> f64 {
        self.layout.radius()
    }

    pub(super) fn centre(&self, hex: HexId) -> Option<Point> {
        self.layout.centre(hex).map(|point| self.put(point))
    }

    pub(super) fn hexside(&self, side: Hexside) -> Option<(Point, Point)> {
        self.layout.hexside(side).map(|(a, b)| (self.put(a), self.put(b)))
    }

    pub(super) fn vertex(&self, vertex: Vertex) -> Option<Point> {
        self.layout.vertex(vertex).map(|point| self.put(point))
    }

    /// The middle of a hex's side.
    pub(super) fn side_middle(&self, hex: HexId, direction: Direction) -> Option<Point> {
        let (a, b) = self.hexside(self.board.hexside(hex, direction)?)?;
        Some(middle(a, b))
    }

    /// A number that belongs to a hex, wherever it stands in the list.
    pub(super) fn seed(&self, hex: HexId) -> u64 {
        self.board.place(hex).map_or(0, |place| {
            let bits = |n: i32| u64::from(n.cast_unsigned());
            bits(place.q) << 32 | bits(place.r)
        })
    }

    /// Whether a point of the page lies on a hex.
    pub(super) fn holds(&self, at: Point) -> bool {
        self.layout.hex_at(minus(at, self.shift)).is_some()
    }

    /// The number that is printed in a hex: without the sheet's prefix.
    pub(super) fn number(&self, hex: HexId) -> String {
        let name = self.board.name(hex);
        let prefix = self.board.sheet(hex).and_then(|n| self.board.sheets().get(n)).map_or("", |sheet| sheet.prefix());
        name.strip_prefix(prefix).map(str::to_owned).unwrap_or(name)
    }

    /// The outward direction of a side, as a unit vector.
    pub(super) fn outward(&self, direction: Direction) -> Point {
        outward(self.board.top(), direction)
    }
}

/// The six corners of a hex of this size about a point.
pub(super) fn hexagon(top: Top, centre: Point, across: f64) -> Path {
    let (flat, long) = (across / 2.0, across / SQRT_3);
    let half = long / 2.0;
    let around = match top {
        Top::Flat => [(half, -flat), (long, 0.0), (half, flat), (-half, flat), (-long, 0.0), (-half, -flat)],
        Top::Pointy => [(flat, -half), (flat, half), (0.0, long), (-flat, half), (-flat, -half), (0.0, -long)],
    };
    let mut path = Path::new();
    path.polygon(&around.map(|(x, y)| Point { x: centre.x + x, y: centre.y + y }));
    path
}

/// The outward direction of a side, as a unit vector.
pub(super) fn outward(top: Top, direction: Direction) -> Point {
    let (x, y): (f64, f64) = match (top, direction) {
        (_, Direction::N) => (0.0, -1.0),
        (_, Direction::S) => (0.0, 1.0),
        (_, Direction::E) => (1.0, 0.0),
        (_, Direction::W) => (-1.0, 0.0),
        (Top::Flat, Direction::Ne) => (SQRT_3 / 2.0, -0.5),
        (Top::Flat, Direction::Se) => (SQRT_3 / 2.0, 0.5),
        (Top::Flat, Direction::Sw) => (-SQRT_3 / 2.0, 0.5),
        (Top::Flat, Direction::Nw) => (-SQRT_3 / 2.0, -0.5),
        (Top::Pointy, Direction::Ne) => (0.5, -SQRT_3 / 2.0),
        (Top::Pointy, Direction::Se) => (0.5, SQRT_3 / 2.0),
        (Top::Pointy, Direction::Sw) => (-0.5, SQRT_3 / 2.0),
        (Top::Pointy, Direction::Nw) => (-0.5, -SQRT_3 / 2.0),
    };
    Point { x, y }
}

const SQRT_3: f64 = 1.732_050_807_568_877_2;

pub(super) fn middle(a: Point, b: Point) -> Point {
    Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 }
}

pub(super) fn plus(a: Point, b: Point, times: f64) -> Point {
    Point { x: a.x + b.x * times, y: a.y + b.y * times }
}

pub(super) fn minus(a: Point, b: Point) -> Point {
    Point { x: a.x - b.x, y: a.y - b.y }
}

pub(super) fn distance(a: Point, b: Point) -> f64 {
    // Not `hypot`, which is the platform's own.
    let (x, y) = (a.x - b.x, a.y - b.y);
    (x * x + y * y).sqrt()
}

/// The direction from one point to another, one long; to the right if they are the same.
pub(super) fn unit(from: Point, to: Point) -> Point {
    let length = distance(from, to);
    if length > 0.0 { Point { x: (to.x - from.x) / length, y: (to.y - from.y) / length } } else { Point { x: 1.0, y: 0.0 } }
}

pub(super) fn color((r, g, b): Rgb) -> Color {
    Color::rgb(r, g, b)
}
