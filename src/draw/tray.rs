//! Boxes for counters that are not on the map: each with a title, and places in which counters lie side by side.

use super::font;
use super::page::shortened;
use super::scene::{Anchor, Color, Face, Node, Page, Path, Point, Rect, Shape, Stroke, Text};

const PAPER: Color = Color::hex(0xfb_f8ef);
const INK: Color = Color::hex(0x2b_2620);
const INSIDE: Color = Color::hex(0xf4_eeda);

/// A box that is wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub title: String,
    /// The colour of its head.
    pub color: Option<Color>,
    /// How many places it has.
    pub places: usize,
    /// Where it lies; where there is room if nothing is said.
    pub at: Option<Rect>,
}

/// Boxes that are drawn.
#[derive(Clone, Debug)]
pub struct Tray {
    /// The picture.
    pub page: Page,
    /// Each box, with its head.
    pub boxes: Vec<Rect>,
}

/// The inside of a box, below its head.
#[must_use]
pub fn inside(Rect { x, y, width, height }: Rect, counter: f64) -> Rect {
    let head = counter * HEAD;
    Rect { x, y: y + head, width, height: height - head }
}

/// The height of a box's head, in counters.
const HEAD: f64 = 0.36;

/// The places of a box, in rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Places {
    /// The middle of the first.
    pub first: Point,
    /// How far it is to the next, in a row and from row to row.
    pub pitch: f64,
    pub columns: u32,
    pub rows: u32,
}

impl Places {
    /// The middle of one of them: what does not fit lies on the first again.
    #[must_use]
    pub fn at(&self, n: usize) -> Point {
        let n = n % (self.columns as usize * self.rows as usize).max(1);
        let n = u32::try_from(n).unwrap_or(0);
        let (column, row) = (f64::from(n % self.columns.max(1)), f64::from(n / self.columns.max(1)));
        Point { x: self.first.x + column * self.pitch, y: self.first.y + row * self.pitch }
    }
}

/// The places inside a box.
#[must_use]
pub fn places(inside: Rect, counter: f64) -> Places {
    let pitch = counter * 1.12;
    let fit = |room: f64| (room / pitch).floor().clamp(1.0, 1000.0);
    let (columns, rows) = (fit(inside.width), fit(inside.height));
    let left = inside.x + (inside.width - columns * pitch) / 2.0;
    let top = inside.y + (inside.height - rows * pitch) / 2.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a thousand at most")]
    let (columns, rows) = (columns as u32, rows as u32);
    Places { first: Point { x: left + 0.5 * pitch, y: top + 0.5 * pitch }, pitch, columns, rows }
}

/// The middle of a place in a box: so many lie in a row, and what does not fit lies on the first again.
#[must_use]
pub fn place(inside: Rect, counter: f64, n: usize) -> Point {
    places(inside, counter).at(n)
}

/// Boxes in rows of that width.
#[must_use]
pub fn tray(title: &str, wanted: &[Wanted], counter: f64, width: f64) -> Tray {
    let (pitch, gap, head) = (counter * 1.12, counter * 0.35, counter * HEAD);
    let mut nodes: Vec<Node> = Vec::new();
    let mut boxes = Vec::new();
    // What has its place keeps it; what is new comes below.
    let kept = wanted.iter().filter_map(|one| one.at).reduce(Rect::union);
    let mut width = kept.map_or(width, |kept| width.max(kept.x + kept.width + gap));
    let (mut x, mut y, mut tall) = (gap, gap + kept.map_or(0.0, |kept| kept.y + kept.height), 0.0f64);
    for one in wanted {
        let size = head * 0.62;
        let words = font::width(Face::Bold, &one.title, size) + head;
        let places = f64::from(u32::try_from(one.places.max(2)).unwrap_or(2));
        let columns = places.sqrt().ceil().clamp(2.0, 10.0).max((words / pitch).ceil().min(6.0));
        let rows = (places / columns).ceil().max(1.0);
        let (wide, high) = (columns * pitch + counter * 0.2, rows * pitch + counter * 0.2 + head);
        if one.at.is_none() && x > gap && x + wide > width {
            (x, y, tall) = (gap, y + tall + gap, 0.0);
        }
        let rect = one.at.unwrap_or(Rect { x, y, width: wide, height: high });
        let (mut whole, mut top) = (Path::new(), Path::new());
        whole.rect(rect);
        top.rect(Rect { height: head, ..rect });
        nodes.push(Shape::filled(whole.clone(), INSIDE).into());
        nodes.push(Shape::filled(top, one.color.unwrap_or(Color::hex(0xe6_dcc4))).into());
        nodes.push(Shape::stroked(whole, Stroke::butt(INK, counter * 0.02)).into());
        let at = Point { x: rect.x + head * 0.3, y: rect.y + head / 2.0 + size * font::CAP_HEIGHT / 2.0 };
        let text = shortened(Face::Bold, &one.title, size, rect.width - head * 0.5);
        nodes.push(Text::new(at, Anchor::Start, text, Face::Bold, size, INK).into());
        boxes.push(rect);
        if one.at.is_none() {
            x += wide + gap;
            tall = tall.max(high);
        }
    }
    // A box may be wider than a row.
    width = boxes.iter().map(|rect| rect.x + rect.width + gap).fold(width, f64::max);
    let page = Page { title: title.to_owned(), width, height: y + tall + gap, ground: Some(PAPER), nodes };
    Tray { page, boxes }
}
