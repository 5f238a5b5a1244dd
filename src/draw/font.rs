//! The embedded faces, and how wide a text is: the same on every machine, whatever fonts it has.

use std::sync::LazyLock;

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
}

static REGULAR: &[u8] = include_bytes!("fonts/RobotoCondensed-Regular.ttf");
static BOLD: &[u8] = include_bytes!("fonts/RobotoCondensed-Bold.ttf");

static FACES: LazyLock<[rustybuzz::Face<'static>; 2]> = LazyLock::new(|| {
    [REGULAR, BOLD]
        .map(|bytes| rustybuzz::Face::from_slice(bytes, 0).expect("the embedded font files are sound: a test reads them"))
});

/// How Latin letters and numbers are shaped, which is nearly everything: finding that out takes longer than doing it.
static PLANS: LazyLock<[ShapePlan; 2]> =
    LazyLock::new(|| Face::ALL.map(|face| ShapePlan::new(face.face(), Direction::LeftToRight, Some(script::LATIN), None, &[])));

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
    /// Both.
    pub const ALL: [Face; 2] = [Face::Regular, Face::Bold];

    /// The font file.
    #[must_use]
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Face::Regular => REGULAR,
            Face::Bold => BOLD,
        }
    }

    fn face(self) -> &'static rustybuzz::Face<'static> {
        let [regular, bold] = &*FACES;
        match self {
            Face::Regular => regular,
            Face::Bold => bold,
        }
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
    let [regular, bold] = &*PLANS;
    let shaped = if buffer.script() == script::LATIN && buffer.direction() == Direction::LeftToRight {
        let plan = match face {
            Face::Regular => regular,
            Face::Bold => bold,
        };
        shape_with_plan(face.face(), plan, buffer)
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
    fn a_capital_is_as_high_as_is_said() {
        let bounds = Face::Bold.outline(shape(Face::Bold, "H")[0].id).bounds().unwrap();
        assert!((bounds.height / Face::Bold.units() - CAP_HEIGHT).abs() < 0.01);
        let glyph = Face::Regular.outline(shape(Face::Regular, "j")[0].id).bounds().unwrap();
        assert!((glyph.y + glyph.height) / Face::Regular.units() <= DESCENT + 0.001);
    }
}
