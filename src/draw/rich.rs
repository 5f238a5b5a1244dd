//! Text with bold and italic words in lines: `**bold**`, `_italic_`.

use std::rc::Rc;

use super::font::{self, Face};
use super::scene::{Color, Group, Node, Point, Text, Transform};
use super::text::Anchor;
use super::words::Ruler;
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

/// A line of words, and how wide it is at size 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    words: Vec<(f64, Rc<Word>)>,
    wide: f64,
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
        let mut line = Line::default();
        for word in words(paragraph, faces) {
            let wide = ruler.width(word.face, &word.text, 1.0);
            let blank = if word.apart && !line.words.is_empty() { ruler.width(faces.plain, " ", 1.0) } else { 0.0 };
            if !line.words.is_empty() && word.apart && line.wide + blank + wide > room {
                lines.push(std::mem::take(&mut line));
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
/// is wider than the room is narrowed.
pub(super) fn draw(lines: &[Line], size: f64, leading: f64, ink: Color, from: Point, width: f64, align: Align) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let narrow = (width / (line.wide * size).max(1e-6)).min(1.0);
        let spare = width - line.wide * size * narrow;
        let left = from.x
            + match align {
                Align::Left => 0.0,
                Align::Middle => spare / 2.0,
                Align::Right => spare,
            };
        let y = from.y + f64::from(u32::try_from(n).unwrap_or(0)) * leading;
        // Words of one kind stand together, so that whoever reads the file finds them so.
        let mut at = 0;
        while let Some((x, first)) = line.words.get(at) {
            let same = line.words.iter().skip(at + 1);
            let same = 1 + same.take_while(|(_, word)| (word.face, word.leans) == (first.face, first.leans)).count();
            let mut text = String::new();
            for (k, (_, word)) in line.words.iter().skip(at).take(same).enumerate() {
                if k > 0 && word.apart {
                    text.push(' ');
                }
                text.push_str(&word.text);
            }
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
            at += same;
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
