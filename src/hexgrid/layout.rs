//! Hexes on paper: centres, corners and sides as points, and the hex under a point.
//!
//! The only floats of this module. `x` grows east and `y` south, as on a page; the map's bounding box
//! starts at 0,0. Only sums, products and one constant, so the points are the same on every machine.

use super::HexId;
use super::axial::Axial;
use super::board::Board;
use super::direction::Top;
use super::side::{Hexside, Vertex};

const SQRT_3: f64 = 1.732_050_807_568_877_2;

/// A point on paper, in the unit of the hex size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// East.
    pub x: f64,
    /// South.
    pub y: f64,
}

impl Point {
    const fn plus(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

/// A box around things on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// North-west corner.
    pub min: Point,
    /// South-east corner.
    pub max: Point,
}

impl Bounds {
    #[must_use]
    pub fn width(self) -> f64 {
        self.max.x - self.min.x
    }

    #[must_use]
    pub fn height(self) -> f64 {
        self.max.y - self.min.y
    }
}

/// A board drawn with hexes of one size.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'b> {
    board: &'b Board,
    across: f64,
    origin: Point,
    bounds: Bounds,
}

impl<'b> Layout<'b> {
    /// Hexes of this size from flat side to flat side; `None` unless it is a size: finite, above zero.
    #[must_use]
    pub fn new(board: &'b Board, across_flats: f64) -> Option<Layout<'b>> {
        if !across_flats.is_finite() || across_flats <= 0.0 {
            return None;
        }
        let zero = Point { x: 0.0, y: 0.0 };
        let mut layout = Layout { board, across: across_flats, origin: zero, bounds: Bounds { min: zero, max: zero } };
        let mut span: Option<Bounds> = None;
        for centre in board.hexes().filter_map(|hex| layout.centre(hex)) {
            let Bounds { min, max } = span.unwrap_or(Bounds { min: centre, max: centre });
            span = Some(Bounds {
                min: Point { x: min.x.min(centre.x), y: min.y.min(centre.y) },
                max: Point { x: max.x.max(centre.x), y: max.y.max(centre.y) },
            });
        }
        if let Some(Bounds { min, max }) = span {
            let half = layout.half();
            layout.origin = Point { x: half.x - min.x, y: half.y - min.y };
            layout.bounds.max = Point { x: max.x - min.x + 2.0 * half.x, y: max.y - min.y + 2.0 * half.y };
        }
        Some(layout)
    }

    /// The box around all hexes; it starts at 0,0.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// From flat side to flat side.
    #[must_use]
    pub fn across_flats(&self) -> f64 {
        self.across
    }

    /// From centre to corner, which is also the length of a side.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.across / SQRT_3
    }

    /// The centre of a hex; `None` if it is not on the board.
    #[must_use]
    pub fn centre(&self, hex: HexId) -> Option<Point> {
        self.board.place(hex).map(|place| self.centre_of(place))
    }

    /// The centre of a place in the plane, on or off the map.
    #[must_use]
    pub fn centre_of(&self, place: Axial) -> Point {
        let (q, r) = (f64::from(place.q), f64::from(place.r));
        let point = match self.board.top() {
            Top::Flat => Point { x: q * SQRT_3 / 2.0 * self.across, y: (r + q / 2.0) * self.across },
            Top::Pointy => Point { x: (q + r / 2.0) * self.across, y: r * SQRT_3 / 2.0 * self.across },
        };
        self.origin.plus(point)
    }

    /// The corners of a hex, clockwise. Corner `n` is the clockwise end of the side in the nth of
    /// `Top::directions`.
    #[must_use]
    pub fn corners(&self, hex: HexId) -> Option<[Point; 6]> {
        let centre = self.centre(hex)?;
        let (flat, long) = (self.across / 2.0, self.radius());
        let half = long / 2.0;
        let around = match self.board.top() {
            Top::Flat => [(half, -flat), (long, 0.0), (half, flat), (-half, flat), (-long, 0.0), (-half, -flat)],
            Top::Pointy => [(flat, -half), (flat, half), (0.0, long), (-flat, half), (-flat, -half), (0.0, -long)],
        };
        Some(around.map(|(x, y)| centre.plus(Point { x, y })))
    }

    /// The two ends of a hexside, clockwise as its owner sees them.
    #[must_use]
    pub fn hexside(&self, side: Hexside) -> Option<(Point, Point)> {
        let corners = self.corners(side.hex())?;
        let to = self.board.top().slot(side.direction())?;
        Some((*corners.get((to + 5) % 6)?, *corners.get(to)?))
    }

    /// Where a vertex lies.
    #[must_use]
    pub fn vertex(&self, vertex: Vertex) -> Option<Point> {
        let slot = self.board.top().slot(vertex.direction())?;
        self.corners(vertex.hex())?.get(slot).copied()
    }

    /// The hex under a point; `None` off the map. On an edge, one of the hexes that share it.
    #[must_use]
    pub fn hex_at(&self, point: Point) -> Option<HexId> {
        let (x, y) = ((point.x - self.origin.x) / self.across, (point.y - self.origin.y) / self.across);
        let (q, r) = match self.board.top() {
            Top::Flat => (x * 2.0 / SQRT_3, y - x / SQRT_3),
            Top::Pointy => (x - y / SQRT_3, y * 2.0 / SQRT_3),
        };
        let (rq, rr, rs) = (q.round(), r.round(), (-q - r).round());
        let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs + q + r).abs());
        let (rq, rr) = if dq > dr && dq > ds {
            (-rr - rs, rr)
        } else if dr > ds {
            (rq, -rq - rs)
        } else {
            (rq, rr)
        };
        Some(Axial { q: whole(rq)?, r: whole(rr)? }).and_then(|place| self.board.at(place))
    }

    /// Half the width and height of one hex.
    fn half(&self) -> Point {
        match self.board.top() {
            Top::Flat => Point { x: self.radius(), y: self.across / 2.0 },
            Top::Pointy => Point { x: self.across / 2.0, y: self.radius() },
        }
    }
}

/// A rounded float as an integer; `None` for what lies far beyond any map, and for NaN.
fn whole(n: f64) -> Option<i32> {
    // A cast cannot overflow within these bounds, which no board comes near.
    #[expect(clippy::cast_possible_truncation, reason = "rounded, and far within i32")]
    (n.abs() < 1e9).then_some(n as i32)
}
