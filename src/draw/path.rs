//! Outlines: straight lines and curves, and what turns and moves them.

use crate::hexgrid::Point;

/// A step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seg {
    /// A new line begins here.
    Move(Point),
    /// Straight on.
    Line(Point),
    /// A curve with one control point.
    Quad(Point, Point),
    /// A curve with two control points.
    Cubic(Point, Point, Point),
    /// Back to where the line began.
    Close,
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// The least box around two.
    #[must_use]
    pub fn union(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Rect { x, y, width: right - x, height: bottom - y }
    }

    /// What two boxes have in common; it has no width or no height where they lie apart.
    #[must_use]
    pub fn common(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        Rect { x, y, width: (right - x).max(0.0), height: (bottom - y).max(0.0) }
    }

    /// A box that is larger on every side.
    #[must_use]
    pub fn grown(self, by: f64) -> Rect {
        Rect { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }
}

/// An affine map: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// x of x.
    pub a: f64,
    /// y of x.
    pub b: f64,
    /// x of y.
    pub c: f64,
    /// y of y.
    pub d: f64,
    /// To the right.
    pub e: f64,
    /// Down.
    pub f: f64,
}

impl Default for Transform {
    fn default() -> Self {
        Transform::IDENTITY
    }
}

impl Transform {
    /// Nothing moves.
    pub const IDENTITY: Transform = Transform { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    #[must_use]
    pub const fn shift(x: f64, y: f64) -> Transform {
        Transform { e: x, f: y, ..Transform::IDENTITY }
    }

    /// A scale, about the corner of the page.
    #[must_use]
    pub const fn scale(x: f64, y: f64) -> Transform {
        Transform { a: x, d: y, ..Transform::IDENTITY }
    }

    /// A turn clockwise about a point, in degrees.
    #[must_use]
    pub fn turn(degrees: f64, about: Point) -> Transform {
        if degrees == 0.0 {
            return Transform::IDENTITY;
        }
        let (sin, cos) = degrees.to_radians().sin_cos();
        Transform {
            a: cos,
            b: sin,
            c: -sin,
            d: cos,
            e: about.x - cos * about.x + sin * about.y,
            f: about.y - sin * about.x - cos * about.y,
        }
    }

    /// First `first`, then this.
    #[must_use]
    pub fn after(self, first: Transform) -> Transform {
        let Transform { a, b, c, d, e, f } = first;
        Transform {
            a: self.a * a + self.c * b,
            b: self.b * a + self.d * b,
            c: self.a * c + self.c * d,
            d: self.b * c + self.d * d,
            e: self.a * e + self.c * f + self.e,
            f: self.b * e + self.d * f + self.f,
        }
    }

    /// Where a point goes.
    #[must_use]
    pub fn apply(self, point: Point) -> Point {
        Point { x: self.a * point.x + self.c * point.y + self.e, y: self.b * point.x + self.d * point.y + self.f }
    }

    /// How much longer a line becomes, on the whole.
    #[must_use]
    pub fn stretch(self) -> f64 {
        (self.a * self.d - self.b * self.c).abs().sqrt()
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_identity(self) -> bool {
        self == Transform::IDENTITY
    }
}

/// How far the control points of a quarter of a circle stand out.
const QUARTER: f64 = 0.552_284_749_8;

/// An outline, open or closed, perhaps in several parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Its steps.
    pub segs: Vec<Seg>,
}

impl Path {
    /// An empty one.
    #[must_use]
    pub const fn new() -> Path {
        Path { segs: Vec::new() }
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segs.is_empty()
    }

    /// Begins a line.
    pub fn move_to(&mut self, to: Point) -> &mut Path {
        self.segs.push(Seg::Move(to));
        self
    }

    /// Goes straight on.
    pub fn line_to(&mut self, to: Point) -> &mut Path {
        self.segs.push(Seg::Line(to));
        self
    }

    /// Goes on in a curve.
    pub fn quad_to(&mut self, control: Point, to: Point) -> &mut Path {
        self.segs.push(Seg::Quad(control, to));
        self
    }

    /// Goes on in a curve.
    pub fn cubic_to(&mut self, first: Point, second: Point, to: Point) -> &mut Path {
        self.segs.push(Seg::Cubic(first, second, to));
        self
    }

    /// Goes back to the beginning.
    pub fn close(&mut self) -> &mut Path {
        self.segs.push(Seg::Close);
        self
    }

    /// Adds a line.
    pub fn line(&mut self, from: Point, to: Point) -> &mut Path {
        self.move_to(from).line_to(to)
    }

    /// Adds the corners of a closed shape.
    pub fn polygon(&mut self, points: &[Point]) -> &mut Path {
        self.polyline(points);
        if !points.is_empty() {
            self.close();
        }
        self
    }

    /// Adds a line through points.
    pub fn polyline(&mut self, points: &[Point]) -> &mut Path {
        for (n, point) in points.iter().enumerate() {
            self.segs.push(if n == 0 { Seg::Move(*point) } else { Seg::Line(*point) });
        }
        self
    }

    /// Adds a box.
    pub fn rect(&mut self, Rect { x, y, width, height }: Rect) -> &mut Path {
        let (right, bottom) = (x + width, y + height);
        self.polygon(&[Point { x, y }, Point { x: right, y }, Point { x: right, y: bottom }, Point { x, y: bottom }])
    }

    /// Adds a box with round corners.
    pub fn round_rect(&mut self, Rect { x, y, width, height }: Rect, radius: f64) -> &mut Path {
        let r = radius.min(width / 2.0).min(height / 2.0).max(0.0);
        let k = r * (1.0 - QUARTER);
        let (right, bottom) = (x + width, y + height);
        let at = |x: f64, y: f64| Point { x, y };
        self.move_to(at(x + r, y)).line_to(at(right - r, y));
        self.cubic_to(at(right - k, y), at(right, y + k), at(right, y + r)).line_to(at(right, bottom - r));
        self.cubic_to(at(right, bottom - k), at(right - k, bottom), at(right - r, bottom)).line_to(at(x + r, bottom));
        self.cubic_to(at(x + k, bottom), at(x, bottom - k), at(x, bottom - r)).line_to(at(x, y + r));
        self.cubic_to(at(x, y + k), at(x + k, y), at(x + r, y)).close()
    }

    /// Adds an ellipse.
    pub fn ellipse(&mut self, centre: Point, rx: f64, ry: f64) -> &mut Path {
        let at = |x: f64, y: f64| Point { x: centre.x + x * rx, y: centre.y + y * ry };
        self.move_to(at(1.0, 0.0));
        self.cubic_to(at(1.0, QUARTER), at(QUARTER, 1.0), at(0.0, 1.0));
        self.cubic_to(at(-QUARTER, 1.0), at(-1.0, QUARTER), at(-1.0, 0.0));
        self.cubic_to(at(-1.0, -QUARTER), at(-QUARTER, -1.0), at(0.0, -1.0));
        self.cubic_to(at(QUARTER, -1.0), at(1.0, -QUARTER), at(1.0, 0.0)).close()
    }

    /// Adds a circle.
    pub fn circle(&mut self, centre: Point, radius: f64) -> &mut Path {
        self.ellipse(centre, radius, radius)
    }

    /// Adds another outline.
    pub fn append(&mut self, other: &Path) -> &mut Path {
        self.segs.extend_from_slice(&other.segs);
        self
    }

    /// The outline, moved.
    #[must_use]
    pub fn moved(&self, by: Transform) -> Path {
        let go = |point: Point| by.apply(point);
        let segs = self.segs.iter().map(|seg| match *seg {
            Seg::Move(to) => Seg::Move(go(to)),
            Seg::Line(to) => Seg::Line(go(to)),
            Seg::Quad(control, to) => Seg::Quad(go(control), go(to)),
            Seg::Cubic(first, second, to) => Seg::Cubic(go(first), go(second), go(to)),
            Seg::Close => Seg::Close,
        });
        Path { segs: segs.collect() }
    }

    /// A box around all its points, control points too.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        let mut found: Option<(Point, Point)> = None;
        let mut take = |p: Point| {
            let (min, max) = found.unwrap_or((p, p));
            found = Some((Point { x: min.x.min(p.x), y: min.y.min(p.y) }, Point { x: max.x.max(p.x), y: max.y.max(p.y) }));
        };
        for seg in &self.segs {
            match *seg {
                Seg::Move(to) | Seg::Line(to) => take(to),
                Seg::Quad(control, to) => [control, to].into_iter().for_each(&mut take),
                Seg::Cubic(first, second, to) => [first, second, to].into_iter().for_each(&mut take),
                Seg::Close => {}
            }
        }
        found.map(|(min, max)| Rect { x: min.x, y: min.y, width: max.x - min.x, height: max.y - min.y })
    }

    /// Points along the outline, so many for each curve: for measuring.
    #[must_use]
    pub fn flattened(&self, steps: u32) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        let mut begun = Point { x: 0.0, y: 0.0 };
        for seg in &self.segs {
            let from = points.last().copied().unwrap_or(begun);
            let ts = (1..=steps.max(1)).map(|n| f64::from(n) / f64::from(steps.max(1)));
            match *seg {
                Seg::Move(to) => {
                    begun = to;
                    points.push(to);
                }
                Seg::Line(to) => points.push(to),
                Seg::Quad(c, to) => points.extend(ts.map(|t| between(between(from, c, t), between(c, to, t), t))),
                Seg::Cubic(c, d, to) => points.extend(ts.map(|t| {
                    let (one, two, three) = (between(from, c, t), between(c, d, t), between(d, to, t));
                    between(between(one, two, t), between(two, three, t), t)
                })),
                Seg::Close => points.push(begun),
            }
        }
        points
    }
}

/// The point so far on the way: 0 is the first, 1 the second.
#[must_use]
pub fn between(from: Point, to: Point, share: f64) -> Point {
    Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
