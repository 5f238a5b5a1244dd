//! Sheets of paper: their sizes and margins, and what every printed page says of itself.

use super::scene::{Anchor, Color, Face, Node, Path, Point, Rect, Shape, Stroke, Text};
use super::{font, lent};
use crate::model::Game;

pub use crate::model::Paper;

/// What printers at home leave blank on every side, with some room to spare.
pub const MARGIN: f64 = 10.0;
/// Letters and lines of what stands in the margin.
const INK: Color = Color::BLACK;
/// The height of letters in the margin.
const SMALL: f64 = 2.9;
/// How wide the ruler is, with what stands beside it and some room.
const RULER: f64 = 64.0;

/// What lies inside the margins.
#[must_use]
pub fn inside(paper: Paper) -> Rect {
    let (width, height) = paper.size();
    Rect { x: 0.0, y: 0.0, width, height }.grown(-MARGIN)
}

/// What a page says of itself.
#[derive(Clone, Debug, Default)]
pub struct Heading<'a> {
    /// What is on it: "Counters", "Charts".
    pub what: &'a str,
    /// Its number, and of how many.
    pub sheet: (usize, usize),
    /// Which side of the sheet it is, or whose: "front", "back", "Aster".
    pub side: &'a str,
    /// What to do with it: "print at 100 %, turn over the long edge".
    pub hint: &'a str,
}

impl Heading<'_> {
    /// The line in the upper margin, and the ruler and the hint in the lower one.
    #[must_use]
    pub fn draw(&self, game: &Game, width: f64, height: f64) -> Vec<Node> {
        let (left, right) = (MARGIN, width - MARGIN);
        let base = 4.8 + SMALL * font::CAP_HEIGHT;
        let version = game.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
        let (n, of) = self.sheet;
        let about = match self.side {
            "" => format!("{}, sheet {n} of {of}", self.what),
            side => format!("{}, sheet {n} of {of}, {side}", self.what),
        };
        let room = right - left - font::width(Face::Regular, &about, SMALL) - 4.0;
        let name = shortened(Face::Bold, &format!("{}{version}", game.name), SMALL, room);
        let mut nodes: Vec<Node> = vec![
            Text::new(Point { x: left, y: base }, Anchor::Start, name, Face::Bold, SMALL, INK).into(),
            Text::new(Point { x: right, y: base }, Anchor::End, about, Face::Regular, SMALL, INK).into(),
        ];
        nodes.extend(ruler(Point { x: left, y: height - 5.0 }));
        let hint = shortened(Face::Regular, self.hint, SMALL, right - left - RULER);
        let at = Point { x: right, y: height - 5.0 };
        nodes.push(Text::new(at, Anchor::End, hint, Face::Regular, SMALL, INK).into());
        nodes
    }
}

/// Adds a strip below a page of its own size that says what it is, with the ruler.
pub fn signed(game: &Game, page: &mut super::scene::Page, what: &str) {
    let _fonts = lent::lend(game);
    page.height += MARGIN;
    let version = game.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
    let words = format!("{}{version} · {what} · print at 100 %", game.name);
    let at = Point { x: page.width - MARGIN, y: page.height - 5.0 };
    let words = shortened(Face::Regular, &words, SMALL, page.width - 2.0 * MARGIN - RULER);
    page.nodes.push(Text::new(at, Anchor::End, words, Face::Regular, SMALL, INK).into());
    page.nodes.extend(ruler(Point { x: MARGIN, y: page.height - 5.0 }));
}

/// Fifty millimetres, to be measured after printing.
fn ruler(at: Point) -> Vec<Node> {
    let mut path = Path::new();
    path.line(at, Point { x: at.x + 50.0, y: at.y });
    for n in 0..=10 {
        let x = at.x + 5.0 * f64::from(n);
        let long = if n % 10 == 0 {
            2.6
        } else if n % 2 == 0 {
            1.6
        } else {
            1.0
        };
        path.line(Point { x, y: at.y }, Point { x, y: at.y - long });
    }
    // Beside it: above it the cut marks end.
    let words = Point { x: at.x + 51.2, y: at.y };
    vec![
        Shape::stroked(path, Stroke::butt(INK, 0.15)).into(),
        Text::new(words, Anchor::Start, "50 mm", Face::Regular, 2.4, INK).into(),
    ]
}

/// A text, cut off with dots where there is no room for all of it.
#[must_use]
pub fn shortened(face: Face, text: &str, size: f64, room: f64) -> String {
    if font::width(face, text, size) <= room {
        return text.to_owned();
    }
    // The longest beginning that fits, found by halves: a text may be very long.
    let letters: Vec<char> = text.chars().collect();
    let cut = |count: usize| format!("{}…", letters.iter().take(count).collect::<String>().trim_end());
    let fits = |count: usize| font::width(face, &cut(count), size) <= room;
    let (mut fitting, mut long) = (0, letters.len());
    while fitting + 1 < long {
        let middle = fitting.midpoint(long);
        if fits(middle) {
            fitting = middle;
        } else {
            long = middle;
        }
    }
    if fits(fitting) { cut(fitting) } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_and_a_short_one_is_not() {
        assert_eq!(shortened(Face::Regular, "Bastogne", 3.0, 50.0), "Bastogne");
        let cut = shortened(Face::Regular, "The Battle of the Bulge and everything after it", 3.0, 30.0);
        assert!(cut.ends_with('…') && font::width(Face::Regular, &cut, 3.0) <= 30.0, "{cut}");
        assert_eq!(shortened(Face::Regular, "Bastogne", 3.0, 0.1), "");
    }
}
