//! Faces of letters, and how wide a text is: the same on every machine, whatever fonts it has. Two families are
//! embedded, a plain one for counters and charts and one with serifs for the names on maps; authors may bring their own.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rustybuzz::ttf_parser::{self, GlyphId, OutlineBuilder};
use rustybuzz::{Direction, ShapePlan, UnicodeBuffer, script, shape as shape_with, shape_with_plan};

use super::path::Path;
use super::picture::{OUR_BUG, content};
use super::work::{Panicked, guarded};
use super::{lent, limits};
use crate::hexgrid::Point;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Roboto Condensed.
    #[default]
    Regular,
    /// Roboto Condensed Bold.
    Bold,
    /// Muster Serif Semibold.
    Serif,
    /// Muster Serif Bold.
    SerifBold,
    /// Muster Serif Italic.
    SerifItalic,
    /// One of the author's.
    Own(OwnFace),
}

/// A face that the author brought, by its content: texts everywhere point to it. It is kept until [`forget`] is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnFace(u128);

/// A font that is ready for use.
struct Loaded {
    bytes: Cow<'static, [u8]>,
    /// How Latin letters and numbers are shaped, which is nearly everything: finding that out takes longer than doing it.
    latin: ShapePlan,
    cap: f64,
    units: f64,
    /// Texts that were shaped: a font of the author's is read anew for each.
    shaped: Mutex<HashMap<String, Vec<Glyph>>>,
}

/// So many texts are kept of a font.
const MOST_SHAPED: usize = 20_000;
/// So many are kept of each of ours on each thread, and none that is longer than so many bytes: a kit has the same words
/// on sheets for two papers and four ways of backs, and counters have the same numbers again and again.
const MOST_KNOWN: usize = 4_000;
const LONGEST_KNOWN: usize = 64;

thread_local! {
    /// Texts that were shaped in the embedded faces, by the place of the face in [`FACES`].
    static KNOWN: RefCell<[HashMap<Box<str>, Vec<Glyph>>; 5]> = RefCell::default();
}

impl Loaded {
    fn new(bytes: Cow<'static, [u8]>) -> Option<Loaded> {
        let face = rustybuzz::Face::from_slice(&bytes, 0)?;
        let units = f64::from(face.units_per_em());
        if units <= 0.0 {
            return None;
        }
        let latin = ShapePlan::new(&face, Direction::LeftToRight, Some(script::LATIN), None, &[]);
        let cap = face.capital_height().map_or(CAP_HEIGHT, |height| f64::from(height) / units);
        let cap = if (0.3..1.2).contains(&cap) { cap } else { CAP_HEIGHT };
        Some(Loaded { bytes, latin, cap, units, shaped: Mutex::new(HashMap::new()) })
    }

    /// The tables of the file: enough for single letters, and quickly found.
    fn tables(&self) -> Option<ttf_parser::Face<'_>> {
        ttf_parser::Face::parse(&self.bytes, 0).ok()
    }
}

static REGULAR: &[u8] = include_bytes!("fonts/RobotoCondensed-Regular.ttf");
static BOLD: &[u8] = include_bytes!("fonts/RobotoCondensed-Bold.ttf");
static SERIF: &[u8] = include_bytes!("fonts/MusterSerif-Semibold.ttf");
static SERIF_BOLD: &[u8] = include_bytes!("fonts/MusterSerif-Bold.ttf");
static SERIF_ITALIC: &[u8] = include_bytes!("fonts/MusterSerif-Italic.ttf");

/// An embedded font, read once.
struct Embedded {
    loaded: Arc<Loaded>,
    face: rustybuzz::Face<'static>,
}

static FACES: LazyLock<[Embedded; 5]> = LazyLock::new(|| {
    [REGULAR, BOLD, SERIF, SERIF_BOLD, SERIF_ITALIC].map(|bytes| {
        let (loaded, face) = (Loaded::new(Cow::Borrowed(bytes)), rustybuzz::Face::from_slice(bytes, 0));
        let sound = "the embedded font files are sound: a test reads them";
        Embedded { loaded: Arc::new(loaded.expect(sound)), face: face.expect(sound) }
    })
});

/// Fonts of authors, by their content.
static OWN: Mutex<BTreeMap<u128, Arc<Loaded>>> = Mutex::new(BTreeMap::new());

/// Lets go of all fonts of authors. A face that is still held writes as the regular one does.
pub fn forget() {
    OWN.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

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
    /// The plain ones.
    pub const ALL: [Face; 2] = [Face::Regular, Face::Bold];
    /// Those of names on maps.
    pub const SERIFS: [Face; 3] = [Face::Serif, Face::SerifBold, Face::SerifItalic];

    /// The embedded font; nothing for one of the author's.
    fn embedded(self) -> Option<&'static Embedded> {
        let [regular, bold, serif, serif_bold, serif_italic] = &*FACES;
        match self {
            Face::Regular => Some(regular),
            Face::Bold => Some(bold),
            Face::Serif => Some(serif),
            Face::SerifBold => Some(serif_bold),
            Face::SerifItalic => Some(serif_italic),
            Face::Own(_) => None,
        }
    }

    /// This face, or the plain one of its weight where it and what is lent for it lack letters of a text.
    #[must_use]
    pub fn able(self, text: &str) -> Face {
        match self {
            Face::Serif | Face::SerifBold | Face::SerifItalic if !lent::meant(self).can_write(text) => {
                if self == Face::SerifBold { Face::Bold } else { Face::Regular }
            }
            _ => self,
        }
    }

    /// The face in a TTF or OTF file.
    ///
    /// # Errors
    /// Why it is none.
    pub fn own(bytes: &[u8]) -> Result<Face, String> {
        if bytes.len() > limits::FONT_BYTES {
            return Err(format!("it has more than {} MiB", limits::FONT_BYTES >> 20));
        }
        let key = content(bytes);
        if OWN.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&key) {
            return Ok(Face::Own(OwnFace(key)));
        }
        let found = guarded(|| whole(bytes).and_then(|()| Loaded::new(Cow::Owned(bytes.to_vec())).ok_or(NO_FONT.to_owned())));
        let loaded = found.unwrap_or_else(|Panicked| Err(OUR_BUG.to_owned()))?;
        OWN.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::new(loaded));
        Ok(Face::Own(OwnFace(key)))
    }

    fn loaded(self) -> Arc<Loaded> {
        let [regular, ..] = &*FACES;
        match (self.embedded(), self) {
            (None, Face::Own(OwnFace(key))) => {
                let known = OWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
                known.unwrap_or_else(|| Arc::clone(&regular.loaded))
            }
            (face, _) => Arc::clone(&face.unwrap_or(regular).loaded),
        }
    }

    /// The font file.
    #[must_use]
    pub fn bytes(self) -> Cow<'static, [u8]> {
        self.loaded().bytes.clone()
    }

    /// Asks the tables of the font.
    fn asked<R>(self, question: impl FnOnce(&ttf_parser::Face<'_>) -> R) -> Option<R> {
        match self.embedded() {
            Some(embedded) => Some(question(&embedded.face)),
            None => self.loaded().tables().map(|tables| question(&tables)),
        }
    }

    /// The height of a capital letter, as a share of the size, in the font that is lent for it if there is one.
    #[must_use]
    pub fn cap_height(self) -> f64 {
        lent::meant(self).loaded().cap
    }

    /// Whether its letters are bold.
    #[must_use]
    pub fn is_heavy(self) -> bool {
        self.asked(|tables| tables.is_bold() || tables.weight().to_number() >= 600).unwrap_or(false)
    }

    /// Units of the font in its size.
    #[must_use]
    pub fn units(self) -> f64 {
        self.loaded().units
    }

    /// Whether the font has every letter of a text.
    #[must_use]
    pub fn can_write(self, text: &str) -> bool {
        let has = |tables: &ttf_parser::Face<'_>| text.chars().all(|c| c.is_whitespace() || tables.glyph_index(c).is_some());
        self.asked(has).unwrap_or(false)
    }

    /// The box that a letter is painted in, in units of the font, from its place on the baseline, `y` growing upwards:
    /// left, right, bottom, top. Nothing for a blank.
    #[must_use]
    pub fn painted(self, glyph: u16) -> Option<[f64; 4]> {
        let found = self.asked(|tables| tables.glyph_bounding_box(GlyphId(glyph)))??;
        Some([found.x_min, found.x_max, found.y_min, found.y_max].map(f64::from))
    }

    /// The outline of a letter, in units of the font, standing on 0 and growing upwards as `y` falls.
    #[must_use]
    pub fn outline(self, glyph: u16) -> Path {
        let mut pen = Pen(Path::new());
        let _ = self.asked(|tables| tables.outline_glyph(GlyphId(glyph), &mut pen));
        pen.0
    }
}

/// What no letter is.
const TOO_LARGE: &str = "it has letters of far more lines and curves than a letter has";

const NO_FONT: &str = "it is no TTF or OTF font";

/// Whether every table of a font lies in its file, and no letter is larger than a letter can be.
fn whole(bytes: &[u8]) -> Result<(), String> {
    let face = ttf_parser::Face::parse(bytes, 0).map_err(|_| NO_FONT.to_owned())?;
    for record in face.raw_face().table_records {
        if u64::from(record.offset) + u64::from(record.length) > bytes.len() as u64 {
            return Err("it is cut off".to_owned());
        }
    }
    /// Counts what an outline has.
    struct Count(usize);
    impl OutlineBuilder for Count {
        fn move_to(&mut self, _: f32, _: f32) {
            self.0 += 1;
        }
        fn line_to(&mut self, _: f32, _: f32) {
            self.0 += 1;
        }
        fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
            self.0 += 1;
        }
        fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
            self.0 += 1;
        }
        fn close(&mut self) {}
    }
    if composed(face.raw_face()) > limits::FONT_SEGMENTS {
        return Err(TOO_LARGE.to_owned());
    }
    let mut all = 0usize;
    for glyph in 0..face.number_of_glyphs() {
        let mut count = Count(0);
        face.outline_glyph(GlyphId(glyph), &mut count);
        all += count.0;
        if count.0 > limits::GLYPH_SEGMENTS || all > limits::FONT_SEGMENTS {
            return Err(TOO_LARGE.to_owned());
        }
    }
    Ok(())
}

/// How many parts the letters of a font have that are made of others, counted again where they are used again: a
/// small file can tell of more than could ever be drawn.
fn composed(face: &ttf_parser::RawFace<'_>) -> usize {
    let table = |tag: &[u8; 4]| face.table(ttf_parser::Tag::from_bytes(tag)).unwrap_or_default();
    let (glyf, loca, head) = (table(b"glyf"), table(b"loca"), table(b"head"));
    let word = |bytes: &[u8], at: usize| -> Option<usize> {
        bytes.get(at..)?.first_chunk().map(|two| usize::from(u16::from_be_bytes(*two)))
    };
    let long = word(head, 50) == Some(1);
    let start = |n: usize| -> Option<usize> {
        if long { Some(word(loca, n * 4)? << 16 | word(loca, n * 4 + 2)?) } else { Some(word(loca, n * 2)? * 2) }
    };
    let parts = |glyph: usize| -> Vec<usize> {
        let mut found = Vec::new();
        let Some((from, to)) = start(glyph).zip(start(glyph + 1)) else { return found };
        let Some(data) = glyf.get(from..to).filter(|data| word(data, 0).is_some_and(|contours| contours >= 0x8000)) else {
            return found;
        };
        let mut at = 10;
        while let Some((flags, part)) = word(data, at).zip(word(data, at + 2)) {
            found.push(part);
            at += if flags & 1 != 0 { 8 } else { 6 };
            at += [(0x08, 2), (0x40, 4), (0x80, 8)]
                .into_iter()
                .filter(|(flag, _)| flags & flag != 0)
                .map(|(_, n)| n)
                .sum::<usize>();
            if flags & 0x20 == 0 {
                break;
            }
        }
        found
    };
    let count = loca.len() / if long { 4 } else { 2 };
    let all: Vec<Vec<usize>> = (0..count.saturating_sub(1)).map(parts).collect();
    // Level by level, as deep as readers go.
    let mut weights = vec![1usize; all.len()];
    for _ in 0..32 {
        let of = |part: &usize| weights.get(*part).copied().unwrap_or(0);
        let next: Vec<usize> = all.iter().map(|parts| parts.iter().map(of).fold(1, usize::saturating_add)).collect();
        if next == weights {
            break;
        }
        weights = next;
    }
    weights.into_iter().fold(0, usize::saturating_add)
}

/// The letters of a text in their places. Of a text that no page could hold only the beginning is shaped.
#[must_use]
pub fn shape(face: Face, text: &str) -> Vec<Glyph> {
    let text = cut(text, limits::LETTERS);
    let loaded = face.loaded();
    match face.embedded() {
        Some(embedded) => known(face, text, || shaped_with(&embedded.face, &loaded, text)),
        None => {
            if let Some(known) = loaded.shaped.lock().unwrap_or_else(PoisonError::into_inner).get(text) {
                return known.clone();
            }
            let shaped = rustybuzz::Face::from_slice(&loaded.bytes, 0).map(|face| shaped_with(&face, &loaded, text));
            let shaped = shaped.unwrap_or_default();
            let mut known = loaded.shaped.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_SHAPED && text.len() < 100 {
                known.insert(text.to_owned(), shaped.clone());
            }
            shaped
        }
    }
}

/// What was found out of a short text in an embedded face, or is now.
fn known(face: Face, text: &str, shaped: impl Fn() -> Vec<Glyph>) -> Vec<Glyph> {
    let place = [Face::Regular, Face::Bold, Face::Serif, Face::SerifBold, Face::SerifItalic].iter().position(|it| *it == face);
    let Some(place) = place.filter(|_| text.len() <= LONGEST_KNOWN) else { return shaped() };
    let before = KNOWN.try_with(|all| all.borrow().get(place).and_then(|texts| texts.get(text)).cloned()).ok().flatten();
    before.unwrap_or_else(|| {
        let made = shaped();
        // A thread that ends keeps nothing any more.
        let _ = KNOWN.try_with(|all| {
            if let Some(texts) = all.borrow_mut().get_mut(place).filter(|texts| texts.len() < MOST_KNOWN) {
                texts.insert(text.into(), made.clone());
            }
        });
        made
    })
}

/// The first so many letters of a text.
#[must_use]
pub fn cut(text: &str, letters: usize) -> &str {
    match text.char_indices().nth(letters) {
        Some((end, _)) => text.get(..end).unwrap_or(text),
        None => text,
    }
}

/// A text that is cut after so many letters, and shows it.
#[must_use]
pub fn shown(text: &str, letters: usize) -> Cow<'_, str> {
    let begin = cut(text, letters);
    if begin.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(format!("{begin}…")) }
}

fn shaped_with(face: &rustybuzz::Face<'_>, loaded: &Loaded, text: &str) -> Vec<Glyph> {
    let units = loaded.units;
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    // Numbers are written from left to right, those of Persian too.
    if buffer.direction() == Direction::RightToLeft && !lent::goes_back(text) {
        buffer.set_direction(Direction::LeftToRight);
    }
    if buffer.script() == script::UNKNOWN {
        // Numbers and marks are written by everybody.
        buffer.set_script(script::LATIN);
    }
    let shaped = if buffer.script() == script::LATIN && buffer.direction() == Direction::LeftToRight {
        shape_with_plan(face, &loaded.latin, buffer)
    } else {
        shape_with(face, &[], buffer)
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

/// How wide a text is at that size, with the fonts that are lent.
#[must_use]
pub fn width(face: Face, text: &str, size: f64) -> f64 {
    if !lent::any() {
        return shape(face, text).iter().map(|glyph| glyph.advance).sum::<f64>() * size;
    }
    let one = |(part, face): (&str, Face)| shape(face, part).iter().map(|glyph| glyph.advance).sum::<f64>();
    lent::parts(face, text).into_iter().map(one).sum::<f64>() * size
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
    fn names_have_serifs_where_the_letters_are_there() {
        for face in Face::SERIFS {
            assert!(face.can_write("Houffalize – Saint-Hubert, Liège, Prüm, Łódź, Прюм"));
            assert!(width(face, "Bastogne", 4.0) > 10.0);
            assert_eq!((face.able("Sauer"), face.can_write("東京")), (face, false));
        }
        assert_eq!((Face::SerifBold.able("東京"), Face::SerifItalic.able("東京")), (Face::Bold, Face::Regular));
    }

    #[test]
    fn a_font_of_the_author_is_read_once_and_rubbish_is_none() {
        let face = Face::own(&Face::Bold.bytes()).unwrap();
        assert_eq!(Ok(face), Face::own(&Face::Bold.bytes()));
        assert_ne!(Ok(face), Face::own(&Face::Regular.bytes()));
        assert_eq!(width(face, "Bastogne", 4.0), width(Face::Bold, "Bastogne", 4.0));
        assert!((face.cap_height() - CAP_HEIGHT).abs() < 0.01);
        assert_eq!(Face::own(b"no font at all"), Err(NO_FONT.to_owned()));
        let whole = Face::Bold.bytes();
        assert_eq!(Face::own(&whole[..whole.len() - 4000]), Err("it is cut off".to_owned()));
    }

    #[test]
    fn hebrew_goes_back_and_numbers_go_on() {
        let places = |text: &str| shape(Face::Regular, text).iter().map(|glyph| glyph.cluster).collect::<Vec<_>>();
        assert_eq!(places("אבג"), [4, 2, 0]);
        assert_eq!((places("۱۲۳"), places("123")), (vec![0, 2, 4], vec![0, 1, 2]));
    }

    #[test]
    fn a_capital_is_as_high_as_is_said() {
        let bounds = Face::Bold.outline(shape(Face::Bold, "H")[0].id).bounds().unwrap();
        assert!((bounds.height / Face::Bold.units() - CAP_HEIGHT).abs() < 0.01);
        let glyph = Face::Regular.outline(shape(Face::Regular, "j")[0].id).bounds().unwrap();
        assert!((glyph.y + glyph.height) / Face::Regular.units() <= DESCENT + 0.001);
    }
}
