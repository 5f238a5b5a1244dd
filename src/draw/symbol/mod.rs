//! Unit symbols as they are printed on counters: a frame, the marks of the arms in it, and the mark of a size above it.
//! They follow the NATO standard where that is clear at half an inch, and the custom of wargames elsewhere.
//!
//! - `names`: what designers write; `marks`: what is drawn for it; `sketch` and `sketches`: small drawings in a few letters
//! - `size`: dots, bars and crosses; `icon`: pictures of markers

mod icon;
mod marks;
mod names;
mod size;
mod sketch;
mod sketches;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::scene::{Cap, Color, Join, Node, Path, Point, Rect, Shape, Stroke, Transform};
use marks::{Drawing, Mark, THIN};

pub use icon::Icon;
pub use size::Size;

/// The line of a frame, as a share of its width.
const LINE: f64 = 0.042;
/// No line is wider than this share of the frame's width: marks would run together.
const WIDEST: f64 = 0.1;
/// The line around a frame, as a share of its width.
const KEY: f64 = 0.02;

/// A unit symbol, of one or several parts: `infantry`, `artillery+armour`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    marks: BTreeSet<Mark>,
}

/// What a symbol is drawn with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Lines and solid marks.
    pub ink: Color,
    /// The line of the frame.
    pub frame: Color,
    /// A line around the frame that keeps it apart from what it lies on.
    pub key: Option<Color>,
    /// The ground of the frame; none is transparent.
    pub fill: Option<Color>,
    /// The width of lines in millimetres; 0 is what suits the size.
    pub line: f64,
}

impl Symbol {
    /// Reads a name or an alias, or several joined by `+`; `None` if one is not known.
    ///
    /// Large and small letters are the same, and so are blanks, underscores and hyphens. Names that follow each other
    /// are taken together: `mountain artillery` is `mountain+artillery`. What says only how soldiers come, such as
    /// `parachute`, is infantry when no arm stands beside it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Symbol> {
        names::read(text).map(|marks| Symbol { marks })
    }

    /// All names and aliases, in the order of the alphabet.
    pub fn names() -> impl Iterator<Item = &'static str> {
        names::all().into_iter()
    }

    /// The first name of each symbol, in the order of the alphabet.
    pub fn main_names() -> impl Iterator<Item = &'static str> {
        names::main()
    }

    /// Whether it has a frame: a leader, an aircraft or a ship alone has none.
    #[must_use]
    pub fn is_framed(&self) -> bool {
        let mut marks = self.marks.iter();
        !matches!((marks.next(), marks.next()), (Some(Mark::Star | Mark::Silhouette(_)), None))
    }

    /// Draws it into a frame of 3:2, the largest that fits the room with what hangs below it, in its middle.
    #[must_use]
    pub fn draw(&self, room: Rect, paint: &Paint) -> Vec<Node> {
        let outer = room;
        // The line around the frame lies in the room too.
        let room = paint.key.map_or(room, |_| room.grown(-KEY * room.width.min(room.height * 1.5)));
        let below = self.marks.iter().map(|mark| mark.below()).fold(0.0, f64::max);
        let width = room.width.min(room.height / (1.0 + below) * 1.5);
        if !(width.is_finite() && width > 0.0) {
            return Vec::new();
        }
        let height = width / 1.5;
        let centre =
            Point { x: room.x + room.width / 2.0, y: room.y + (room.height - height * (1.0 + below)) / 2.0 + height / 2.0 };
        let line = if paint.line > 0.0 { paint.line.min(width * WIDEST) } else { width * LINE };
        // One unit is half the height of the frame.
        let unit = height / 2.0;
        let place = Transform::shift(centre.x, centre.y).after(Transform::scale(unit, unit));
        if !self.is_framed() {
            return self.bare(outer, place, paint);
        }
        let mut frame = Path::new();
        frame.rect(Rect { x: centre.x - width / 2.0, y: centre.y - height / 2.0, width, height }.grown(-line / 2.0));
        let half = line / unit / 2.0;
        let Drawing { lines, thin, solid, outside } = marks::draw(&self.marks, 1.5 - half, 1.0 - half, 2.0 * half);
        let mut nodes: Vec<Node> = Vec::new();
        if let Some(key) = paint.key {
            let mut around = Path::new();
            around.rect(Rect { x: centre.x - width / 2.0, y: centre.y - height / 2.0, width, height }.grown(width * KEY));
            nodes.push(Shape::filled(around, key).into());
        }
        if let Some(fill) = paint.fill {
            nodes.push(Shape::filled(frame.clone(), fill).into());
        }
        nodes.extend(solid.iter().map(|path| Shape::filled(path.moved(place), paint.ink).into()));
        // Lines end in the middle of the frame's line, which covers their ends.
        for (path, width, color) in [(lines, line, paint.ink), (thin, line * THIN, paint.ink), (outside, line, paint.frame)] {
            if !path.is_empty() {
                nodes.push(Shape::stroked(path.moved(place), Stroke::butt(color, width)).into());
            }
        }
        let edge = Stroke { color: paint.frame, width: line, dash: Vec::new(), cap: Cap::Butt, join: Join::Miter };
        nodes.push(Shape::stroked(frame, edge).into());
        nodes
    }

    /// What needs no frame.
    fn bare(&self, room: Rect, place: Transform, paint: &Paint) -> Vec<Node> {
        match self.marks.iter().next() {
            Some(Mark::Silhouette(sketch)) => {
                let ground = paint.fill.unwrap_or(Color::WHITE);
                sketch::fitted(sketch, room).map(|place| sketch::draw(sketch, place, paint.frame, ground)).unwrap_or_default()
            }
            _ => {
                // Its lower points stand higher than its radius; it is moved so that the room above and below is the same.
                let radius = 2.0 / (1.0 + 36.0_f64.to_radians().cos());
                let star = marks::star(Point { x: 0.0, y: radius - 1.0 }, radius);
                vec![Shape::filled(star.moved(place), paint.frame).into()]
            }
        }
    }
}
