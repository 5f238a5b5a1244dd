//! Faces of letters, and how wide a text is: the same on every machine, whatever fonts it has. Two are embedded; authors
//! may bring their own.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder};
use rustybuzz::{Direction, ShapePlan, UnicodeBuffer, script, shape as shape_with, shape_with_plan};

use super::path::Path;
use crate::hexgrid::Point;

/// A face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Roboto Condensed.
    #[default]
    Regular,
    /// Roboto Condensed Bold.
    Bold,
    /// One of the author's.
    Own(OwnFace),
}

/// A face that the author brought. It is read once and kept as long as the program runs: texts everywhere point to it.
#[derive(Clone, Copy)]
pub struct OwnFace(&'static Loaded);

impl std::fmt::Debug for OwnFace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "OwnFace({} bytes)", self.0.bytes.len())
    }
}

// By content, so that the order of fonts in a file does not depend on which was read first.
impl Ord for OwnFace {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self.0, other.0) { Ordering::Equal } else { self.0.bytes.cmp(other.0.bytes) }
    }
}

impl PartialOrd for OwnFace {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OwnFace {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OwnFace {}

impl Hash for OwnFace {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.bytes.len().hash(state);
    }
}

/// A font that is ready for use.
struct Loaded {
    bytes: &'static [u8],
    face: rustybuzz::Face<'static>,
    /// How Latin letters and numbers are shaped, which is nearly everything: finding that out takes longer than doing it.
    latin: ShapePlan,
    cap: f64,
}

impl Loaded {
    fn new(bytes: &'static [u8]) -> Option<Loaded> {
        let face = rustybuzz::Face::from_slice(bytes, 0)?;
        let units = f64::from(face.units_per_em());
        if units <= 0.0 {
            return None;
        }
        let latin = ShapePlan::new(&face, Direction::LeftToRight, Some(script::LATIN), None, &[]);
        let cap = face.capital_height().map_or(CAP_HEIGHT, |height| f64::from(height) / units);
        Some(Loaded { bytes, face, latin, cap: if (0.3..1.2).contains(&cap) { cap } else { CAP_HEIGHT } })
    }
}

static REGULAR: &[u8] = include_bytes!("fonts/RobotoCondensed-Regular.ttf");
static BOLD: &[u8] = include_bytes!("fonts/RobotoCondensed-Bold.ttf");

static FACES: LazyLock<[Loaded; 2]> = LazyLock::new(|| {
    [REGULAR, BOLD].map(|bytes| Loaded::new(bytes).expect("the embedded font files are sound: a test reads them"))
});

/// Fonts of authors, by their content.
static OWN: Mutex<BTreeMap<&'static [u8], &'static Loaded>> = Mutex::new(BTreeMap::new());

/// The height of a capital letter, as a share of the size.
pub const CAP_HEIGHT: f64 = 0.711;
/// How far letters reach above the baseline, accents too, as a share of the size.
pub const ASCENT: f64 = 0.93;
/// How far letters reach below the baseline, as a share of the size.
pub const DESCENT: f64 = 0.22;

/// A letter in its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Where the letter stands from the beginning of the text, as a share of the size.
    pub x: f64,
    /// How far it is raised, as a share of the size.
    pub y: f64,
    /// How far on the next one stands, as a share of the size.
    pub advance: f64,
    /// The first byte of the text that it stands for.
    pub cluster: usize,
}

impl Face {
    /// The embedded ones.
    pub const ALL: [Face; 2] = [Face::Regular, Face::Bold];

    /// The face in a TTF or OTF file; nothing if it is none.
    #[must_use]
    pub fn own(bytes: &[u8]) -> Option<Face> {
        let mut known = OWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = known.get(bytes) {
            return Some(Face::Own(OwnFace(loaded)));
        }
        // Tried first, so that what is no font is not kept.
        rustybuzz::Face::from_slice(bytes, 0)?;
        let kept: &'static [u8] = Vec::leak(bytes.to_vec());
        let loaded: &'static Loaded = Box::leak(Box::new(Loaded::new(kept)?));
        known.insert(kept, loaded);
        Some(Face::Own(OwnFace(loaded)))
    }

    fn loaded(self) -> &'static Loaded {
        let [regular, bold] = &*FACES;
        match self {
            Face::Regular => regular,
            Face::Bold => bold,
            Face::Own(own) => own.0,
        }
    }

    /// The font file.
    #[must_use]
    pub fn bytes(self) -> &'static [u8] {
        self.loaded().bytes
    }

    fn face(self) -> &'static rustybuzz::Face<'static> {
        &self.loaded().face
    }

    /// The height of a capital letter, as a share of the size.
    #[must_use]
    pub fn cap_height(self) -> f64 {
        self.loaded().cap
    }

    /// Units of the font in its size.
    #[must_use]
    pub fn units(self) -> f64 {
        f64::from(self.face().units_per_em())
    }

    /// Whether the font has every letter of a text.
    #[must_use]
    pub fn can_write(self, text: &str) -> bool {
        text.chars().all(|c| c.is_whitespace() || self.face().glyph_index(c).is_some())
    }

    /// The box that a letter is painted in, in units of the font, from its place on the baseline, `y` growing upwards:
    /// left, right, bottom, top. Nothing for a blank.
    #[must_use]
    pub fn painted(self, glyph: u16) -> Option<[f64; 4]> {
        let found = self.face().glyph_bounding_box(GlyphId(glyph))?;
        Some([found.x_min, found.x_max, found.y_min, found.y_max].map(f64::from))
    }

    /// The outline of a letter, in units of the font, standing on 0 and growing upwards as `y` falls.
    #[must_use]
    pub fn outline(self, glyph: u16) -> Path {
        let mut pen = Pen(Path::new());
        self.face().outline_glyph(GlyphId(glyph), &mut pen);
        pen.0
    }
}

/// The letters of a text in their places.
#[must_use]
pub fn shape(face: Face, text: &str) -> Vec<Glyph> {
    let units = face.units();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    if buffer.script() == script::UNKNOWN {
        // Numbers and marks are written by everybody.
        buffer.set_script(script::LATIN);
    }
    let shaped = if buffer.script() == script::LATIN && buffer.direction() == Direction::LeftToRight {
        shape_with_plan(face.face(), &face.loaded().latin, buffer)
    } else {
        shape_with(face.face(), &[], buffer)
    };
    let mut at = 0.0;
    let letters = shaped.glyph_infos().iter().zip(shaped.glyph_positions());
    letters
        .map(|(info, position)| {
            let advance = f64::from(position.x_advance) / units;
            let (x, y) = (at + f64::from(position.x_offset) / units, f64::from(position.y_offset) / units);
            at += advance;
            Glyph { id: u16::try_from(info.glyph_id).unwrap_or(0), x, y, advance, cluster: info.cluster as usize }
        })
        .collect()
}

/// How wide a text is at that size.
#[must_use]
pub fn width(face: Face, text: &str, size: f64) -> f64 {
    shape(face, text).iter().map(|glyph| glyph.advance).sum::<f64>() * size
}

struct Pen(Path);

fn at(x: f32, y: f32) -> Point {
    Point { x: f64::from(x), y: -f64::from(y) }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(at(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(at(x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(at(cx, cy), at(x, y));
    }

    fn curve_to(&mut self, cx: f32, cy: f32, dx: f32, dy: f32, x: f32, y: f32) {
        self.0.cubic_to(at(cx, cy), at(dx, dy), at(x, y));
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_can_be_read_and_differ() {
        assert!(width(Face::Regular, "Bastogne", 4.0) > 10.0);
        assert!(width(Face::Bold, "Bastogne", 4.0) > width(Face::Regular, "Bastogne", 4.0));
        assert!(Face::Regular.can_write("Houffalize – Прюм – Gmünd") && !Face::Bold.can_write("東京"));
        assert!(!Face::Bold.outline(shape(Face::Bold, "H")[0].id).is_empty());
    }

    #[test]
    fn a_font_of_the_author_is_read_once_and_rubbish_is_none() {
        let face = Face::own(Face::Bold.bytes()).unwrap();
        assert_eq!(Some(face), Face::own(Face::Bold.bytes()));
        assert_ne!(Some(face), Face::own(Face::Regular.bytes()));
        assert_eq!(width(face, "Bastogne", 4.0), width(Face::Bold, "Bastogne", 4.0));
        assert!((face.cap_height() - CAP_HEIGHT).abs() < 0.01);
        assert_eq!(Face::own(b"no font at all"), None);
    }

    #[test]
    fn a_capital_is_as_high_as_is_said() {
        let bounds = Face::Bold.outline(shape(Face::Bold, "H")[0].id).bounds().unwrap();
        assert!((bounds.height / Face::Bold.units() - CAP_HEIGHT).abs() < 0.01);
        let glyph = Face::Regular.outline(shape(Face::Regular, "j")[0].id).bounds().unwrap();
        assert!((glyph.y + glyph.height) / Face::Regular.units() <= DESCENT + 0.001);
    }
}
