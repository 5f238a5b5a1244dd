//! Text with bold and italic words in lines: `**bold**`, `_italic_`.

use std::ops::Range;
use std::rc::Rc;

use super::font::{self, Face};
use super::scene::{Color, Group, Node, Point, Text, Transform};
use super::text::Anchor;
use super::words::Ruler;
use super::{lent, limits};
use crate::model::Align;

/// How much italic letters lean.
const LEAN: f64 = 0.21;

/// Words that look alike, without a break.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    text: String,
    face: Face,
    leans: bool,
    /// Whether there is a blank before it.
    apart: bool,
}

impl Word {
    fn looks_like(&self, other: &Word) -> bool {
        (self.face, self.leans) == (other.face, other.leans)
    }
}

/// A line of words, and how wide it is at size 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    words: Vec<(f64, Rc<Word>)>,
    wide: f64,
    /// Whether its paragraph is read from right to left.
    back: bool,
}

/// Words of one kind that stand together: where they begin at size 1, what they say, and one of them.
type Seen<'l> = (f64, String, &'l Word);

impl Line {
    fn of(back: bool) -> Line {
        Line { back, ..Line::default() }
    }

    /// What stands on the line, from left to right. Words of one kind stand together, so that whoever reads the file finds
    /// them so.
    fn seen(&self) -> Vec<Seen<'_>> {
        if self.back || self.words.iter().any(|(_, word)| lent::goes_back(&word.text)) {
            return self.seen_turned();
        }
        let mut all: Vec<Seen<'_>> = Vec::new();
        for (x, word) in &self.words {
            match all.last_mut() {
                Some((_, text, last)) if last.looks_like(word) => {
                    if word.apart {
                        text.push(' ');
                    }
                    text.push_str(&word.text);
                }
                _ => all.push((*x, word.text.clone(), &**word)),
            }
        }
        all
    }

    /// The same where some of it is written from right to left.
    fn seen_turned(&self) -> Vec<Seen<'_>> {
        let mut text = String::new();
        let mut ends: Vec<usize> = Vec::new();
        for (_, word) in &self.words {
            if word.apart && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&word.text);
            ends.push(text.len());
        }
        let mut all: Vec<Seen<'_>> = Vec::new();
        let mut x = 0.0;
        for (stretch, back) in lent::ordered(font::cut(&text, limits::LETTERS), Some(self.back)) {
            // As they are read; a blank belongs to the word behind it.
            let mut parts: Vec<(Range<usize>, &Word)> = Vec::new();
            let mut from = 0;
            for ((_, word), end) in self.words.iter().zip(&ends) {
                let own = stretch.start.max(from)..stretch.end.min(*end);
                from = *end;
                match parts.last_mut() {
                    _ if own.is_empty() => {}
                    Some((part, last)) if last.looks_like(word) => part.end = own.end,
                    _ => parts.push((own, &**word)),
                }
            }
            if back {
                parts.reverse();
            }
            for (part, word) in parts {
                let part = text.get(part).unwrap_or_default();
                let part = if back { lent::turned_text(part) } else { part.to_owned() };
                let wide = font::width(word.face, &part, 1.0);
                if !part.trim().is_empty() {
                    all.push((x, part, word));
                }
                x += wide;
            }
        }
        all
    }
}

/// The two faces of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Faces {
    pub(super) plain: Face,
    pub(super) bold: Face,
}

/// The words of a paragraph. A sign that is never closed stands for itself, and so does one within a word.
fn words(paragraph: &str, faces: Faces) -> Vec<Word> {
    let mut all: Vec<Word> = Vec::new();
    let (mut bold, mut leans, mut apart) = (false, false, false);
    let mut text = String::new();
    let mut before = ' ';
    let mut rest = paragraph;
    let outside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    while let Some(letter) = rest.chars().next() {
        let later = rest.get(letter.len_utf8()..).unwrap_or_default();
        let sets_bold = rest.strip_prefix("**").filter(|after| bold || after.contains("**"));
        let opens = !leans && outside(Some(before)) && later.contains('_') && later.starts_with(|c: char| !c.is_whitespace());
        let sets_italic = letter == '_' && (opens || leans && outside(later.chars().next()));
        let ends = sets_bold.is_some() || sets_italic || letter.is_whitespace();
        if ends && !text.is_empty() {
            let face = if bold { faces.bold } else { faces.plain };
            all.push(Word { text: std::mem::take(&mut text), face, leans, apart: std::mem::take(&mut apart) });
        }
        if let Some(after) = sets_bold {
            bold = !bold;
            rest = after;
            continue;
        }
        if sets_italic {
            leans = !leans;
        } else if letter.is_whitespace() {
            apart = true;
        } else {
            text.push(letter);
        }
        before = letter;
        rest = later;
    }
    if !text.is_empty() {
        all.push(Word { text, face: if bold { faces.bold } else { faces.plain }, leans, apart });
    }
    all
}

/// A text in lines that are no wider than that at its size. A word that is wider is a line of its own.
pub(super) fn wrapped(ruler: &Ruler, text: &str, faces: Faces, size: f64, width: f64) -> Vec<Line> {
    let room = width / size.max(1e-6);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let back = lent::reads_back(paragraph);
        let mut line = Line::of(back);
        for word in words(paragraph, faces) {
            let wide = ruler.width(word.face, &word.text, 1.0);
            let blank = if word.apart && !line.words.is_empty() { ruler.width(faces.plain, " ", 1.0) } else { 0.0 };
            if !line.words.is_empty() && word.apart && line.wide + blank + wide > room {
                lines.push(std::mem::replace(&mut line, Line::of(back)));
            }
            let blank = if line.words.is_empty() { 0.0 } else { blank };
            line.words.push((line.wide + blank, Rc::new(word)));
            line.wide += blank + wide;
        }
        if !line.words.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// Draws lines one below the other: the first baseline is at a point, from which they have so much room to the right. What
/// is wider than the room is narrowed. Where nobody says otherwise, lines begin where their paragraph is read from.
pub(super) fn draw(
    lines: &[Line],
    size: f64,
    leading: f64,
    ink: Color,
    from: Point,
    width: f64,
    align: Option<Align>,
) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let narrow = (width / (line.wide * size).max(1e-6)).min(1.0);
        let spare = width - line.wide * size * narrow;
        let left = from.x
            + match align.unwrap_or(if line.back { Align::Right } else { Align::Left }) {
                Align::Left => 0.0,
                Align::Middle => spare / 2.0,
                Align::Right => spare,
            };
        let y = from.y + f64::from(u32::try_from(n).unwrap_or(0)) * leading;
        for (x, text, first) in line.seen() {
            let place = Point { x: left + x * size * narrow, y };
            let plain = |at: Point| Text::new(at, Anchor::Start, text.clone(), first.face, size, ink).into();
            if first.leans || narrow < 1.0 {
                let lean = if first.leans { -LEAN } else { 0.0 };
                let transform = Transform { a: narrow, c: lean, e: place.x, f: place.y, ..Transform::IDENTITY };
                let node = plain(Point { x: 0.0, y: 0.0 });
                nodes.push(Group { transform, nodes: vec![node], ..Group::default() }.into());
            } else {
                nodes.push(plain(place));
            }
        }
    }
    nodes
}

/// A text without its signs, as it is read.
#[must_use]
pub fn bare(text: &str) -> String {
    let faces = Faces { plain: Face::Regular, bold: Face::Bold };
    let lines = text.lines().map(|paragraph| {
        let mut line = String::new();
        for word in words(paragraph, faces) {
            if word.apart && !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word.text);
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The largest of some sizes at which every text fits a room; the last if none does. Lines are so far apart as the size
/// times the leading.
pub(super) fn largest(ruler: &Ruler, texts: &[&str], faces: Faces, sizes: &[f64], width: f64, height: f64, leading: f64) -> f64 {
    let fits = |size: f64| {
        texts.iter().all(|text| {
            let lines = wrapped(ruler, text, faces, size, width);
            let widest = lines.iter().map(|line| line.wide * size).fold(0.0, f64::max);
            let count = f64::from(u32::try_from(lines.len()).unwrap_or(u32::MAX));
            widest <= width * 1.001 && (count - 1.0).max(0.0) * leading * size + font::CAP_HEIGHT * size <= height
        })
    };
    sizes.iter().copied().find(|size| fits(*size)).or(sizes.last().copied()).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACES: Faces = Faces { plain: Face::Regular, bold: Face::Bold };

    #[test]
    fn bold_and_italic_words_are_found_and_others_left_alone() {
        let all = words("Blow **one bridge**, _once in the game_. A_b 2*3 ** x", FACES);
        let told: Vec<(&str, bool, bool, bool)> =
            all.iter().map(|word| (word.text.as_str(), word.face == Face::Bold, word.leans, word.apart)).collect();
        let expected = [
            ("Blow", false, false, false),
            ("one", true, false, true),
            ("bridge", true, false, true),
            (",", false, false, false),
            ("once", false, true, true),
            ("in", false, true, true),
            ("the", false, true, true),
            ("game", false, true, true),
            (".", false, false, false),
            ("A_b", false, false, true),
            ("2*3", false, false, true),
            ("**", false, false, true),
            ("x", false, false, true),
        ];
        assert_eq!(told, expected);
        assert_eq!(bare("Blow **one bridge**, _once_."), "Blow one bridge, once.");
    }

    #[test]
    fn words_from_right_to_left_stand_as_they_are_read_with_bold_and_italic_ones_among_them() {
        for (text, expected) in [
            ("Blow **one bridge**, now", &[("Blow", false, false), ("one bridge", true, false), (", now", false, false)][..]),
            (
                "כל **הדיוויזיה הראשונה** נעה.",
                &[(" נעה.", false, false), (" הדיוויזיה הראשונה", true, false), ("כל", false, false)][..],
            ),
            ("נעות **2** משושים", &[(" משושים", false, false), ("2", true, false), ("נעות", false, false)][..]),
            ("**שלום** (_7_)", &[("(", false, false), ("7", false, true), (") ", false, false), ("שלום", true, false)][..]),
            ("Move **שלום עולם** two", &[("Move", false, false), ("שלום עולם", true, false), (" two", false, false)][..]),
        ] {
            let lines = wrapped(&Ruler::new(), text, FACES, 1.0, 1000.0);
            let [line] = lines.as_slice() else { panic!("{text} stands on {} lines", lines.len()) };
            let seen = line.seen();
            let told: Vec<(&str, bool, bool)> =
                seen.iter().map(|(_, text, word)| (text.as_str(), word.face == Face::Bold, word.leans)).collect();
            assert_eq!(told, expected, "{text}");
            assert!(seen.windows(2).all(|two| two[0].0 < two[1].0), "{text}: {seen:?}");
        }
    }

    #[test]
    fn a_paragraph_from_right_to_left_begins_at_the_right_edge() {
        let from = Point { x: 5.0, y: 0.0 };
        let ends = |text: &str, align: Option<Align>| {
            let lines = wrapped(&Ruler::new(), text, FACES, 1.0, 50.0);
            let nodes = draw(&lines, 1.0, 1.25, Color::BLACK, from, 50.0, align);
            let at = |node: &Node| match node {
                Node::Text(text) => (text.at.x, text.at.x + text.width()),
                other => panic!("{other:?}"),
            };
            let all: Vec<(f64, f64)> = nodes.iter().map(at).collect();
            (all.iter().map(|ends| ends.0).fold(f64::MAX, f64::min), all.iter().map(|ends| ends.1).fold(0.0, f64::max))
        };
        // The blank before a bold word is a hair narrower or wider than a plain one.
        let near = |a: f64, b: f64| (a - b).abs() < 0.1;
        assert!(near(ends("שלום **עולם**", None).1, 55.0));
        assert!(near(ends("שלום **עולם**", Some(Align::Left)).0, 5.0));
        assert!(near(ends("Hold **on**", None).0, 5.0));
    }

    #[test]
    fn lines_are_no_wider_than_their_room() {
        let ruler = Ruler::new();
        let text = "All **artillery of both sides** counts as fired this turn. _Turn the counters over at once;_ they are ready.";
        for width in [20.0, 35.0, 51.0] {
            let lines = wrapped(&ruler, text, FACES, 3.55, width);
            assert!(lines.len() > 2 && lines.iter().all(|line| line.wide * 3.55 <= width + 1e-9), "{width}");
        }
        assert_eq!(largest(&ruler, &[text], FACES, &[3.55, 2.0], 20.0, 5.0, 1.25), 2.0);
        assert_eq!(largest(&ruler, &["few"], FACES, &[3.55, 2.0], 20.0, 5.0, 1.25), 3.55);
    }
}
