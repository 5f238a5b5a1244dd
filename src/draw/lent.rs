//! Fonts of the author's that serve while a game is drawn, wherever letters stand: one that has the name of ours takes its
//! place, and every other lends the letters that ours lack.
//!
//! What is drawn knows the names of our faces only. While fonts are lent, [`super::text::Text::new`] and
//! [`super::font::width`] put the right ones in their place; a finished text names the faces that it is written in, so
//! that whoever renders it later needs to know of no game.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};

use super::font::{self, Face};
use super::limits;
use crate::model::Game;

/// Names with which a font of the author's takes the place of ours.
pub const NAMES: [(&str, Face); 5] = [
    ("regular", Face::Regular),
    ("bold", Face::Bold),
    ("serif", Face::Serif),
    ("serif-bold", Face::SerifBold),
    ("serif-italic", Face::SerifItalic),
];

/// The fonts of an author; none is quickly lent.
#[derive(Clone, Debug, Default)]
pub struct Fonts(Option<Arc<Lendable>>);

#[derive(Debug)]
struct Lendable {
    /// What stands in the place of ours.
    instead: BTreeMap<Face, Face>,
    /// All of them, in the order of their names.
    all: Vec<Face>,
}

thread_local! {
    static LENT: RefCell<Fonts> = const { RefCell::new(Fonts(None)) };
}

impl Fonts {
    /// Those of a game, read; a file that is no font is left out.
    #[must_use]
    pub fn of(game: &Game) -> Fonts {
        let read = |path: &String| Face::own(game.art.files.get(path)?).ok();
        Fonts::named(game.art.fonts.iter().filter_map(|(name, path)| Some((name.as_str(), read(path)?))))
    }

    /// Fonts by their names.
    pub(super) fn named<'n>(fonts: impl Iterator<Item = (&'n str, Face)>) -> Fonts {
        let fonts: Vec<(&str, Face)> = fonts.collect();
        let ours = |name: &str| NAMES.iter().find(|(known, _)| *known == name).map(|(_, face)| *face);
        let instead = fonts.iter().filter_map(|(name, face)| Some((ours(name)?, *face))).collect();
        let all = fonts.into_iter().map(|(_, face)| face).collect::<Vec<_>>();
        Fonts((!all.is_empty()).then(|| Arc::new(Lendable { instead, all })))
    }

    /// Lends them to all that is drawn on this thread until the answer is dropped.
    pub fn lend(&self) -> Lent {
        Lent(LENT.with(|lent| lent.replace(self.clone())))
    }

    /// The face that is meant by one of ours.
    fn instead(&self, face: Face) -> Face {
        self.0.as_ref().and_then(|fonts| fonts.instead.get(&face)).copied().unwrap_or(face)
    }

    /// The first face that has all of some letters: the one that is meant, one of the author's, those as heavy first, the
    /// one of ours.
    fn able(&self, meant: Face, ours: Face, text: &str) -> Option<Face> {
        let heavy = meant.is_heavy();
        let own = |alike: bool| {
            let all = self.0.iter().flat_map(|fonts| fonts.all.iter().copied());
            all.filter(move |face| (face.is_heavy() == heavy) == alike)
        };
        let all = std::iter::once(meant).chain(own(true)).chain(own(false)).chain([ours, Face::Regular]);
        all.into_iter().find(|face| face.can_write(text))
    }
}

/// Fonts are lent; what was lent before comes back when this is dropped.
#[must_use]
pub struct Lent(Fonts);

impl Drop for Lent {
    fn drop(&mut self) {
        let before = std::mem::take(&mut self.0);
        // A thread that ends has nothing to draw any more.
        let _ = LENT.try_with(|lent| lent.replace(before));
    }
}

/// Lends the fonts of a game. Reading them takes a moment: who draws many small things reads them once, with
/// [`Fonts::of`].
pub fn lend(game: &Game) -> Lent {
    Fonts::of(game).lend()
}

/// The fonts that are lent on this thread.
fn lent() -> Fonts {
    LENT.try_with(|lent| lent.borrow().clone()).unwrap_or_default()
}

/// Whether any font is lent: mostly there is none, and nobody needs to look for letters.
#[must_use]
pub fn any() -> bool {
    LENT.try_with(|lent| lent.borrow().0.is_some()).unwrap_or(false)
}

/// The face that is meant by one of ours: the author's of its name, or itself.
#[must_use]
pub fn meant(face: Face) -> Face {
    LENT.try_with(|lent| lent.borrow().instead(face)).unwrap_or(face)
}

/// A text in parts from left to right as they are seen, each with a face that has its letters: a word that its face lacks
/// letters of is written in another one as a whole if there is one that has them all, else letter by letter.
#[must_use]
pub fn parts(face: Face, text: &str) -> Vec<(&str, Face)> {
    let fonts = lent();
    if fonts.0.is_none() {
        return vec![(text, face)];
    }
    let mut all = Vec::new();
    for (stretch, back) in stretches(text) {
        let found = fonts.parts(face, stretch);
        if back {
            found.into_iter().rev().for_each(|(part, face)| turned(part, face, &mut all));
        } else {
            all.extend(found);
        }
    }
    all
}

impl Fonts {
    /// Parts of a text that is written in one direction, each with its face, in the order in which they are read.
    fn parts<'t>(&self, face: Face, text: &'t str) -> Vec<(&'t str, Face)> {
        let meant = self.instead(face);
        if meant.can_write(text) {
            return vec![(text, meant)];
        }
        // From where to where, and the face; neighbours of one face are one part.
        let mut found: Vec<(usize, usize, Face)> = Vec::new();
        let mut push = |from: usize, to: usize, face: Face| match found.last_mut() {
            Some((_, end, same)) if *same == face => *end = to,
            _ => found.push((from, to, face)),
        };
        let mut next = 0;
        for word in text.split_inclusive(char::is_whitespace) {
            let from = next;
            next += word.len();
            if let Some(able) = self.able(meant, face, word) {
                push(from, next, able);
                continue;
            }
            for (at, letter) in word.char_indices() {
                let able = self.able(meant, face, letter.encode_utf8(&mut [0; 4])).unwrap_or(meant);
                push(from + at, from + at + letter.len_utf8(), able);
            }
        }
        found.into_iter().filter_map(|(from, to, face)| Some((text.get(from..to)?, face))).collect()
    }
}

/// Nothing before this letter, which is where Hebrew begins, is written from right to left.
const BACK_FROM: char = '\u{590}';

/// A text in stretches of one direction from left to right as they are seen, and whether each is written from right to
/// left. A text that begins with Hebrew or Arabic begins at the right; numbers and Latin words in it go on from the left.
fn stretches(text: &str) -> Vec<(&str, bool)> {
    if text.chars().all(|letter| letter < BACK_FROM) {
        return vec![(text, false)];
    }
    let text = font::cut(text, limits::LETTERS);
    ordered(text, None).into_iter().filter_map(|(at, back)| Some((text.get(at)?, back))).collect()
}

/// Where the stretches of a text lie, from left to right as they are seen, and whether each is written from right to left.
/// Whoever knows how the text is read says so: a line of a paragraph may begin with a word of another direction.
pub(super) fn ordered(text: &str, reads_back: Option<bool>) -> Vec<(Range<usize>, bool)> {
    if text.is_empty() {
        return Vec::new();
    }
    let level = reads_back.map(|back| if back { Level::rtl() } else { Level::ltr() });
    let (levels, stretches) = ParagraphBidiInfo::new(text, level).visual_runs(0..text.len());
    let of = |at: Range<usize>| levels.get(at.start).map(|level| (at.clone(), level.is_rtl()));
    stretches.into_iter().filter_map(of).collect()
}

/// Whether a paragraph is read from right to left, as its first letter is that has a direction.
pub(super) fn reads_back(paragraph: &str) -> bool {
    let back = paragraph.chars().find_map(|letter| match bidi_class(letter) {
        BidiClass::R | BidiClass::AL => Some(true),
        BidiClass::L => Some(false),
        _ => None,
    });
    back.unwrap_or(false)
}

/// Whether a text has a letter that is written from right to left.
pub(super) fn goes_back(text: &str) -> bool {
    text.chars().any(|letter| letter >= BACK_FROM && matches!(bidi_class(letter), BidiClass::R | BidiClass::AL))
}

/// A part of a stretch that is written from right to left. Its letters say so to whoever shapes it; where it has none, its
/// marks are turned here.
fn turned<'t>(part: &'t str, face: Face, all: &mut Vec<(&'t str, Face)>) {
    if goes_back(part) {
        all.push((part, face));
        return;
    }
    all.extend(marks_back(part).map(|mark| (mark, face)));
}

/// A part of a stretch that is written from right to left, as a text of its own that looks the same.
pub(super) fn turned_text(part: &str) -> String {
    if goes_back(part) { part.to_owned() } else { marks_back(part).collect() }
}

/// Marks that are written from right to left, from left to right as they are seen.
fn marks_back(part: &str) -> impl Iterator<Item = &str> {
    part.char_indices().rev().filter_map(move |(at, mark)| mirrored(mark).or_else(|| part.get(at..at + mark.len_utf8())))
}

/// A mark that looks the other way where one writes from right to left.
fn mirrored(mark: char) -> Option<&'static str> {
    let pairs = [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("«", "»"), ("‹", "›"), ("≤", "≥")];
    pairs.into_iter().find_map(
        |(one, other)| {
            if one.starts_with(mark) { Some(other) } else { other.starts_with(mark).then_some(one) }
        },
    )
}

/// The letters of a text that no font has, each once: neither the face, nor a font that is lent.
#[must_use]
pub fn lacking(face: Face, text: &str) -> String {
    let mut letters = String::new();
    let (fonts, mut buffer) = (lent(), [0; 4]);
    let meant = fonts.instead(face);
    if meant.can_write(text) {
        return letters;
    }
    for letter in text.chars() {
        if !letters.contains(letter) && fonts.able(meant, face, letter.encode_utf8(&mut buffer)).is_none() {
            letters.push(letter);
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beside_hebrew_and_arabic_stand_where_they_are_read() {
        for (text, seen) in [
            ("II/7", &[("II/7", false)][..]),
            ("שלום 123", &[("123", false), ("שלום ", true)][..]),
            ("123 שלום", &[(" שלום", true), ("123", false)][..]),
            ("שלום 12 ערב", &[(" ערב", true), ("12", false), ("שלום ", true)][..]),
            ("שלום Tiger 2", &[("Tiger 2", false), ("שלום ", true)][..]),
            ("Tiger שלום", &[("Tiger ", false), ("שלום", true)][..]),
            ("لواء 7", &[("7", false), ("لواء ", true)][..]),
            ("7 لواء", &[(" لواء", true), ("7", false)][..]),
            ("لواء ٧٣ غرب", &[(" غرب", true), ("٧٣", false), ("لواء ", true)][..]),
        ] {
            assert_eq!(stretches(text), seen, "{text}");
        }
    }

    #[test]
    fn a_line_stands_as_its_paragraph_is_read() {
        assert_eq!(ordered("Tiger שלום", Some(true)), [(5..14, true), (0..5, false)]);
        assert_eq!(ordered("Tiger שלום", Some(false)), [(0..6, false), (6..14, true)]);
        assert!(ordered("", Some(true)).is_empty());
        for (paragraph, back) in [("**שלום** x", true), ("7 שלום", true), ("(لواء", true), ("x שלום", false), ("12 – 7", false)]
        {
            assert_eq!(reads_back(paragraph), back, "{paragraph}");
        }
    }

    #[test]
    fn parts_stand_as_they_are_seen_and_brackets_close_what_they_open() {
        let own = Face::own(&Face::Bold.bytes()).unwrap();
        let _lent = Fonts::named([("own", own)].into_iter()).lend();
        let of = |text: &'static str| parts(Face::Regular, text).into_iter().map(|(part, _)| part).collect::<Vec<_>>();
        assert_eq!(of("שלום (7)"), ["(", "7", "שלום ("]);
        assert_eq!(of("12 - 7 שלום"), [" שלום", "7", " ", "-", " ", "12"]);
        assert_eq!(of("II (7)"), ["II (7)"]);
        assert_eq!(of(""), [""]);
    }
}
