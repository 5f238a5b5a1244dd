//! One description of what is drawn, for every backend: pages in millimetres, and nodes in the order of painting.
//!
//! `x` grows to the right and `y` downwards, from the upper left corner of the page.

use std::collections::BTreeMap;
use std::sync::Arc;

pub use super::font::Face;
pub use super::path::{Path, Rect, Seg, Transform};
pub use super::text::{Anchor, Letters, Run, Text};
pub use crate::hexgrid::Point;

/// A colour, and how opaque it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// Opacity; 255 is opaque.
    pub a: u8,
}

impl Color {
    pub const BLACK: Color = Color::rgb(0, 0, 0);
    pub const WHITE: Color = Color::rgb(255, 255, 255);

    /// An opaque colour.
    #[must_use]
    pub const fn rgb(r: u8, g: u8, b: u8) -> Color {
        Color { r, g, b, a: 255 }
    }

    /// An opaque colour from `0xRRGGBB`.
    #[must_use]
    pub const fn hex(rgb: u32) -> Color {
        let [_, r, g, b] = rgb.to_be_bytes();
        Color::rgb(r, g, b)
    }

    /// The same colour, less opaque.
    #[must_use]
    pub const fn alpha(self, a: u8) -> Color {
        Color { a, ..self }
    }

    /// This colour mixed with another: 0 is this one, 255 the other.
    #[must_use]
    pub const fn mix(self, other: Color, share: u8) -> Color {
        const fn between(a: u8, b: u8, share: u8) -> u8 {
            let (a, b, share) = (a as u32, b as u32, share as u32);
            let mixed = (a * (255 - share) + b * share + 127) / 255;
            // A mean of two bytes is a byte.
            mixed.to_le_bytes()[0]
        }
        Color {
            r: between(self.r, other.r, share),
            g: between(self.g, other.g, share),
            b: between(self.b, other.b, share),
            a: self.a,
        }
    }
}

/// Everything that is drawn, and the pictures that it shares.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// What it is called; goes into the file.
    pub title: String,
    /// Its pages. A picture has one.
    pub pages: Vec<Page>,
    /// Pictures, by the number that `Image` has.
    pub pictures: Vec<Picture>,
}

#[derive(Clone, Debug)]
pub struct Page {
    /// What it is called; a bookmark.
    pub title: String,
    /// Its width in millimetres.
    pub width: f64,
    /// Its height in millimetres.
    pub height: f64,
    /// The colour of the paper; none is transparent.
    pub ground: Option<Color>,
    /// What lies on it, the lowest first.
    pub nodes: Vec<Node>,
}

impl Scene {
    /// A scene of one page with those of the pictures that it shows, and no others: what is drawn thousands of times
    /// must not carry thousands of pictures each time.
    #[must_use]
    pub fn single(mut page: Page, all: &[Picture]) -> Scene {
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        renumber(&mut page.nodes, &mut numbers);
        let mut kept: Vec<(usize, usize)> = numbers.into_iter().map(|(was, is)| (is, was)).collect();
        kept.sort_unstable();
        let pictures = kept.into_iter().filter_map(|(_, was)| all.get(was).cloned()).collect();
        Scene { title: String::new(), pages: vec![page], pictures }
    }
}

/// Counts pictures anew, in the order in which they come.
fn renumber(nodes: &mut [Node], numbers: &mut BTreeMap<usize, usize>) {
    for node in nodes {
        match node {
            Node::Group(group) => renumber(&mut group.nodes, numbers),
            Node::Image(image) => {
                let next = numbers.len();
                image.picture = *numbers.entry(image.picture).or_insert(next);
            }
            Node::Shape(_) | Node::Text(_) | Node::Stamps(_) => {}
        }
    }
}

/// A picture that is there already.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The file.
    pub bytes: Arc<[u8]>,
    /// What it is.
    pub kind: PictureKind,
}

impl Picture {
    /// The picture in these bytes; `None` if they are neither PNG nor JPEG.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Picture> {
        Picture::shared(&Arc::from(bytes))
    }

    /// The picture in these bytes, which are not copied.
    #[must_use]
    pub fn shared(bytes: &Arc<[u8]>) -> Option<Picture> {
        let kind = match **bytes {
            [0x89, b'P', b'N', b'G', ..] => PictureKind::Png,
            [0xff, 0xd8, 0xff, ..] => PictureKind::Jpeg,
            _ => return None,
        };
        Some(Picture { bytes: Arc::clone(bytes), kind })
    }

    /// The drawing in these bytes, which are not copied; `None` if they are no SVG that says its size.
    #[must_use]
    pub fn drawing(bytes: &Arc<[u8]>) -> Option<Picture> {
        let picture = Picture { bytes: Arc::clone(bytes), kind: PictureKind::Svg };
        picture.size().map(|_| picture)
    }

    /// Whether one may see through some of its pixels: a PNG with an alpha channel, or with a clear colour.
    #[must_use]
    pub fn may_be_clear(&self) -> bool {
        match self.kind {
            PictureKind::Png => {}
            PictureKind::Jpeg => return false,
            PictureKind::Svg => return true,
        }
        if matches!(self.bytes.get(25), Some(4 | 6)) {
            return true;
        }
        // From chunk to chunk behind the head; what is clear is told before the pixels.
        let mut n = 33usize;
        while let Some([a, b, c, d, kind @ .., _, _, _, _]) = self.bytes.get(n..).and_then(|rest| rest.first_chunk::<12>()) {
            match kind {
                b"tRNS" => return true,
                b"IDAT" | b"IEND" => return false,
                _ => n = n.saturating_add(u32::from_be_bytes([*a, *b, *c, *d]) as usize).saturating_add(12),
            }
        }
        false
    }

    /// Its width and height in pixels, as its head says; `None` if that is missing or 0.
    #[must_use]
    pub fn size(&self) -> Option<(u32, u32)> {
        self.kind.size(&self.bytes)
    }
}

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    Png,
    Jpeg,
    /// SVG, as its author wrote it. Where pixels and PDF are made, it becomes shapes instead.
    Svg,
}

impl PictureKind {
    /// The width and height in pixels of a picture of this kind, as its head says; `None` if that is missing or 0.
    #[must_use]
    pub fn size(self, picture: &[u8]) -> Option<(u32, u32)> {
        let at = |n: usize, count: usize| -> Option<u32> {
            let bytes = picture.get(n..n.checked_add(count)?)?;
            Some(bytes.iter().fold(0, |all, byte| all << 8 | u32::from(*byte)))
        };
        let (width, height) = match self {
            PictureKind::Svg => svg_size(std::str::from_utf8(picture).ok()?)?,
            PictureKind::Png => (at(16, 4)?, at(20, 4)?),
            PictureKind::Jpeg => {
                // From one part to the next, until that which begins a frame.
                let mut n = 2;
                loop {
                    let (lead, kind) = (at(n, 1)?, at(n + 1, 1)?);
                    match (lead, kind) {
                        (0xff, 0xff) => n += 1,
                        (0xff, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf) => break (at(n + 7, 2)?, at(n + 5, 2)?),
                        (0xff, _) => n = n.checked_add(2)?.checked_add(usize::try_from(at(n + 2, 2)?.max(2)).ok()?)?,
                        _ => return None,
                    }
                }
            }
        };
        (width > 0 && height > 0).then_some((width, height))
    }
}

/// The width and height of a drawing, the longer one 1000: it has no pixels, only a shape.
fn svg_size(text: &str) -> Option<(u32, u32)> {
    let text = text.get(text.find("<svg")? + 4..)?;
    let head = text.split('>').next()?;
    let value = |name: &str| {
        let at = head
            .match_indices(name)
            .map(|(at, _)| at)
            .find(|at| head.get(..*at).is_some_and(|s| s.ends_with(char::is_whitespace)))?;
        let rest = head.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest.get(1..)?.split(quote).next()
    };
    let number = |text: &str| {
        let end = text.trim().find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E')));
        text.trim().get(..end.unwrap_or(text.trim().len()))?.parse::<f64>().ok()
    };
    let length = |name: &str| value(name).filter(|text| !text.trim().ends_with('%')).and_then(number);
    let viewed = || {
        let view = value("viewBox")?;
        let mut all = view.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty()).map(number);
        Some((all.nth(2)??, all.next()??))
    };
    let (width, height) = length("width").zip(length("height")).or_else(viewed)?;
    let scale = 1000.0 / width.max(height);
    if !(width > 0.0 && height > 0.0 && scale.is_finite()) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 1000")]
    let side = |long: f64| (long * scale).round().clamp(1.0, 1000.0) as u32;
    Some((side(width), side(height)))
}

/// Something that is drawn.
#[derive(Clone, Debug)]
pub enum Node {
    /// Several together.
    Group(Group),
    Shape(Shape),
    /// A picture.
    Image(Image),
    /// Words.
    Text(Text),
    /// The same again and again.
    Stamps(Stamps),
}

/// Some drawings that stand in many places: files hold each once.
#[derive(Clone, Debug)]
pub struct Stamps {
    /// What there is to draw, each about the corner of the page; filled and stroked with colours only.
    pub kinds: Arc<[Vec<Shape>]>,
    /// Which of them, and where the corner comes to lie; the lowest first.
    pub at: Vec<(usize, Point)>,
}

/// Several nodes together.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Where they are moved to.
    pub transform: Transform,
    /// Only what lies inside is seen; in the coordinates of the nodes.
    pub clip: Option<Arc<Path>>,
    /// How opaque they are together: 0 to 1; nothing is opaque.
    pub opacity: Option<f64>,
    /// What they are called.
    pub id: Option<String>,
    /// What is in it, the lowest first.
    pub nodes: Vec<Node>,
}

/// A shape: filled, then stroked.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Its outline.
    pub path: Path,
    /// What it is filled with; by the nonzero rule.
    pub fill: Option<Fill>,
    /// The line along it.
    pub stroke: Option<Stroke>,
}

/// What a shape is filled with.
#[derive(Clone, Debug)]
pub enum Fill {
    /// One colour.
    Color(Color),
    /// One colour, where an outline inside another is a hole.
    EvenOdd(Color),
    /// Tiles side by side.
    Pattern(Arc<Pattern>),
}

/// A tile that is repeated, from the corner of the page.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The width of a tile in millimetres.
    pub width: f64,
    /// The height of a tile in millimetres.
    pub height: f64,
    /// What is on it; filled and stroked with colours only.
    pub shapes: Vec<Shape>,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width in millimetres.
    pub width: f64,
    /// Lengths of dashes and gaps in turn; empty for an unbroken line.
    pub dash: Vec<f64>,
    /// Its ends.
    pub cap: Cap,
    /// Its corners.
    pub join: Join,
}

impl Stroke {
    /// An unbroken line with round ends and corners.
    #[must_use]
    pub const fn round(color: Color, width: f64) -> Stroke {
        Stroke { color, width, dash: Vec::new(), cap: Cap::Round, join: Join::Round }
    }

    /// An unbroken line that ends where it ends.
    #[must_use]
    pub const fn butt(color: Color, width: f64) -> Stroke {
        Stroke { color, width, dash: Vec::new(), cap: Cap::Butt, join: Join::Round }
    }

    /// The same line, broken.
    #[must_use]
    pub fn dashed(mut self, dash: &[f64]) -> Stroke {
        self.dash = dash.to_vec();
        self
    }
}

/// The ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// Cut off.
    Butt,
    Round,
    /// Half a width longer.
    Square,
}

/// The corners of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Pointed.
    Miter,
    Round,
    /// Cut off.
    Bevel,
}

/// A picture on the page.
#[derive(Clone, Debug)]
pub struct Image {
    /// Its number in the scene's pictures.
    pub picture: usize,
    /// Where it lies; it is stretched to fit.
    pub rect: Rect,
}

impl From<Group> for Node {
    fn from(group: Group) -> Node {
        Node::Group(group)
    }
}

impl From<Shape> for Node {
    fn from(shape: Shape) -> Node {
        Node::Shape(shape)
    }
}

impl From<Stamps> for Node {
    fn from(stamps: Stamps) -> Node {
        Node::Stamps(stamps)
    }
}

impl From<Text> for Node {
    fn from(text: Text) -> Node {
        Node::Text(text)
    }
}

impl Group {
    /// The same with nothing in it.
    #[must_use]
    pub fn clone_without_nodes(&self) -> Group {
        Group {
            transform: self.transform,
            clip: self.clip.clone(),
            opacity: self.opacity,
            id: self.id.clone(),
            nodes: Vec::new(),
        }
    }

    /// A group with a name.
    #[must_use]
    pub fn named(id: &str, nodes: Vec<Node>) -> Group {
        Group { id: Some(id.to_owned()), nodes, ..Group::default() }
    }
}

impl Shape {
    /// A filled shape.
    #[must_use]
    pub fn filled(path: Path, color: Color) -> Shape {
        Shape { path, fill: Some(Fill::Color(color)), stroke: None }
    }

    /// A line.
    #[must_use]
    pub fn stroked(path: Path, stroke: Stroke) -> Shape {
        Shape { path, fill: None, stroke: Some(stroke) }
    }

    /// The same shape with a line along it.
    #[must_use]
    pub fn with_stroke(mut self, stroke: Stroke) -> Shape {
        self.stroke = Some(stroke);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_the_shape_that_it_says() {
        let size = |text: &str| Picture::drawing(&Arc::from(text.as_bytes())).and_then(|it| it.size());
        assert_eq!(size("<?xml?><svg xmlns='x' width='20mm' height = \"10mm\">"), Some((1000, 500)));
        assert_eq!(size("<svg stroke-width='9' viewBox='0 0, 30 60'/>"), Some((500, 1000)));
        assert_eq!(size("<svg width='100%' height='100%' viewBox='0 0 1 4000'/>"), Some((1, 1000)));
        for none in ["", "<svg/>", "<svg width='0' height='5'/>", "<svg viewBox='0 0 1'/>", "<svg width='nan' height='1'/>"] {
            assert_eq!(size(none), None, "{none}");
        }
    }
}
