//! Small drawings in a few letters: what a mark, a silhouette or an icon looks like, in a box of 100 by 100.
//!
//! A sketch has parts with `;` between them. A part begins with how it is drawn: `f` is filled and `s5` is a line of that
//! width, `g` and `k5` are the same in the colour of the ground, which cuts them out. Then come lines as in SVG, all from
//! the corner of the box: `M`, `L`, `H`, `V`, `C`, `Z`; and `O`, a circle about a place.

use crate::draw::scene::{Color, Node, Path, Point, Rect, Shape, Stroke, Transform};

/// How a part of a sketch is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum How {
    Filled,
    /// A line, so wide.
    Line(f64),
    /// Filled with the ground.
    CutOut,
    /// A line of the ground.
    CutLine(f64),
}

/// The parts of a sketch.
pub(super) fn parts(sketch: &str) -> impl Iterator<Item = (How, Path)> {
    sketch.split(';').filter_map(|part| {
        let (how, lines) = part.trim().split_once(' ')?;
        let width = how.get(1..).and_then(|width| width.parse().ok()).unwrap_or(0.0);
        let how = match how.chars().next()? {
            'f' => How::Filled,
            'g' => How::CutOut,
            'k' => How::CutLine(width),
            _ => How::Line(width),
        };
        Some((how, path(lines)))
    })
}

/// A path of lines as in SVG.
fn path(text: &str) -> Path {
    let mut path = Path::new();
    let mut at = Point { x: 0.0, y: 0.0 };
    let mut rest = text;
    while let Some(command) = rest.chars().next() {
        rest = rest.get(command.len_utf8()..).unwrap_or_default();
        let end = rest.find(|c: char| c.is_ascii_uppercase()).unwrap_or(rest.len());
        let (own, later) = rest.split_at(end);
        rest = later;
        let numbers: Vec<f64> = own.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match (command, numbers.as_slice()) {
            ('M', [x, y]) => {
                at = Point { x: *x, y: *y };
                path.move_to(at);
            }
            ('L', [x, y]) => {
                at = Point { x: *x, y: *y };
                path.line_to(at);
            }
            ('H', [x]) => {
                at.x = *x;
                path.line_to(at);
            }
            ('V', [y]) => {
                at.y = *y;
                path.line_to(at);
            }
            ('C', [a, b, c, d, x, y]) => {
                at = Point { x: *x, y: *y };
                path.cubic_to(Point { x: *a, y: *b }, Point { x: *c, y: *d }, at);
            }
            ('O', [x, y, r]) => drop(path.circle(Point { x: *x, y: *y }, *r)),
            _ => drop(path.close()),
        }
    }
    path
}

/// Draws a sketch, its box of 100 by 100 moved to where it belongs.
pub(super) fn draw(sketch: &str, place: Transform, ink: Color, ground: Color) -> Vec<Node> {
    let wide = place.stretch();
    parts(sketch)
        .map(|(how, path)| {
            let path = path.moved(place);
            match how {
                How::Filled => Shape::filled(path, ink),
                How::CutOut => Shape::filled(path, ground),
                How::Line(width) => Shape::stroked(path, Stroke::butt(ink, width * wide)),
                How::CutLine(width) => Shape::stroked(path, Stroke::butt(ground, width * wide)),
            }
            .into()
        })
        .collect()
}

/// Where a sketch comes to lie so that what is seen of it is as large as fits a room, in its middle.
pub(super) fn fitted(sketch: &str, room: Rect) -> Option<Transform> {
    let boxes = parts(sketch).filter_map(|(how, path)| {
        let wide = match how {
            How::Line(width) => width / 2.0,
            How::Filled => 0.0,
            How::CutOut | How::CutLine(_) => return None,
        };
        Some(path.bounds()?.grown(wide))
    });
    let seen = boxes.reduce(Rect::union)?;
    let scale = (room.width / seen.width).min(room.height / seen.height);
    let (x, y) = (room.x + room.width / 2.0, room.y + room.height / 2.0);
    let to_middle = Transform::shift(-seen.x - seen.width / 2.0, -seen.y - seen.height / 2.0);
    (scale.is_finite() && scale > 0.0).then(|| Transform::shift(x, y).after(Transform::scale(scale, scale)).after(to_middle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sketch_is_read_as_it_is_written() {
        let all: Vec<(How, Path)> = parts("f M0 0H10V10Z;s5 M0 0L10 10;k2 O50 50 10;g M0 0C1 1 2 2 3 3").collect();
        let kinds: Vec<How> = all.iter().map(|(how, _)| *how).collect();
        assert_eq!(kinds, [How::Filled, How::Line(5.0), How::CutLine(2.0), How::CutOut]);
        let bounds = all[2].1.bounds().unwrap();
        assert!((bounds.x - 40.0).abs() < 1e-9 && (bounds.width - 20.0).abs() < 1e-6, "{bounds:?}");
        let room = Rect { x: 0.0, y: 0.0, width: 30.0, height: 10.0 };
        let place = fitted("f M0 0H10V10H0Z", room).unwrap();
        assert_eq!(place.apply(Point { x: 0.0, y: 0.0 }), Point { x: 10.0, y: 0.0 });
    }
}
