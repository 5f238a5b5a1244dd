//! Letters that fit their room.

use super::super::scene::{Anchor, Color, Face, Group, Node, Path, Point, Rect, Run, Shape, Text, Transform};
use super::super::{font, lent, limits};
use super::colour;
use super::plan::Mark;
use super::subject::Subject;
use crate::model::{Align, Game, Token, tokens};

/// The room that a box takes on each side of a word, as a share of the size of letters.
pub(super) const BOX_PAD: f64 = 0.09;
/// How far a box reaches above and below the capitals, as a share of the size of letters.
const BOX_RISE: f64 = 0.085;
/// From line to line, as a share of the size.
const LEADING: f64 = 1.05;

/// Words that look alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) ink: Option<Color>,
    pub(super) frame: Option<Color>,
}

impl Word {
    pub(super) fn plain(text: String) -> Word {
        Word { text, ink: None, frame: None }
    }

    /// The colour of its letters on a plate: its own where that can be read, else white or black.
    pub(super) fn on_plate(&self, plate: Color) -> Color {
        colour::readable(plate, self.ink.unwrap_or(Color::WHITE))
    }
}

/// A piece of what a slot shows on a face.
enum Piece<'s> {
    Plain(String),
    /// A word in braces, and what it comes to.
    Word(&'s str, String),
    /// One that comes to nothing.
    Blank,
}

/// What a slot shows, filled in. A word that is blank takes the sign beside it away: `{attack}-{defense}` of a unit
/// without attack is `3`, and not `-3`.
fn pieces<'s>(game: &Game, subject: Subject<'_>, show: &'s str) -> Vec<Piece<'s>> {
    let mut all: Vec<Piece<'s>> = tokens(show)
        .into_iter()
        .map(|token| match token {
            Token::Plain(text) => Piece::Plain(text.to_owned()),
            Token::Word(_, name) => subject.word(game, name).map_or(Piece::Blank, |value| Piece::Word(name, value)),
        })
        .collect();
    let divides = |text: &str| !text.is_empty() && text.chars().all(|c| matches!(c, '-' | '–' | '/' | ':' | '·' | ' '));
    let mut filled = false;
    for n in 0..all.len() {
        filled |= matches!(all.get(n), Some(Piece::Word(..)));
        if !matches!(all.get(n), Some(Piece::Blank)) {
            continue;
        }
        let (before, after) = all.split_at_mut(n);
        match (before.last_mut(), after.get_mut(1)) {
            (Some(Piece::Plain(open)), Some(Piece::Plain(close))) if encloses(open, close) => {
                open.pop();
                close.remove(0);
            }
            (_, Some(Piece::Plain(next))) if !filled && divides(next) => next.clear(),
            (Some(Piece::Plain(last)), _) if divides(last) => last.clear(),
            _ => {}
        }
    }
    all
}

/// Whether one text opens a bracket that the other closes.
fn encloses(open: &str, close: &str) -> bool {
    matches!((open.chars().last(), close.chars().next()), (Some('('), Some(')')) | (Some('['), Some(']')))
}

/// What a slot shows on a face, in words that look alike.
pub(super) fn words(game: &Game, subject: Subject<'_>, show: &str, marks: &[Mark]) -> Vec<Word> {
    let mut all: Vec<Word> = Vec::new();
    let mut push = |word: Word| match all.last_mut() {
        Some(last) if last.ink == word.ink && last.frame == word.frame && word.frame.is_none() => last.text += &word.text,
        _ => all.push(word),
    };
    for piece in pieces(game, subject, show) {
        match piece {
            Piece::Plain(text) => push(Word::plain(text)),
            Piece::Blank => {}
            Piece::Word(name, value) => {
                let (mut text, mut ink, mut frame) = (value, None, None);
                for mark in marks.iter().filter(|mark| name.split('|').any(|one| one.trim() == mark.word)) {
                    text = format!("{}{text}{}", mark.before, mark.after);
                    ink = mark.ink.or(ink);
                    frame = mark.frame.or(frame);
                }
                push(Word { text, ink, frame });
            }
        }
    }
    all
}

/// How large a text is, as shares of the size of its letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    /// How far it reaches to the right, letters that lean out of their place too.
    pub(super) width: f64,
    /// How far its first letter leans out to the left.
    pub(super) left: f64,
    /// How far its letters reach above the baseline.
    above: f64,
    /// How far its letters reach below the baseline.
    below: f64,
    /// Whether its font lacks some of its letters.
    pub(super) lacks_letters: bool,
}

impl Measured {
    /// Measures a text; the box of a letter of a font is asked for, since whoever asks may know it.
    pub(super) fn new(face: Face, text: &str, painted: &dyn Fn(Face, u16) -> Option<[f64; 4]>) -> Measured {
        let (mut width, mut left, mut above, mut below) = (0.0f64, 0.0f64, face.cap_height(), 0.0f64);
        let (mut from, mut lacks_letters) = (0.0f64, false);
        for (part, face) in lent::parts(face, text) {
            let (units, mut end) = (face.units(), from);
            for glyph in font::shape(face, part) {
                let x = from + glyph.x;
                end += glyph.advance;
                width = width.max(x + glyph.advance);
                if let Some([x_min, x_max, low, high]) = painted(face, glyph.id) {
                    left = left.max(-(x + x_min / units));
                    width = width.max(x + x_max / units);
                    above = f64::max(above, high / units + glyph.y);
                    below = below.max(-(low / units + glyph.y));
                }
            }
            from = end;
            lacks_letters |= !face.can_write(part);
        }
        Measured { width: width + left, left, above, below, lacks_letters }
    }

    /// The height of a room in which the text stands with its capitals in the middle.
    pub(super) fn tallest(self, face: Face, boxed: bool) -> f64 {
        let half = face.cap_height() / 2.0;
        let plain = 2.0 * (self.above - half).max(half + self.below);
        if boxed { plain.max(face.cap_height() + 2.0 * BOX_RISE) } else { plain }
    }
}

/// The plain letters of an embedded face, each measured once by itself and once beside each other: nearly all that stands on
/// counters is made of them.
pub(super) struct Plain {
    face: Face,
    letters: Vec<Option<Letter>>,
    /// How much further than its advance the second of two letters stands; not a number where nobody has asked.
    pairs: Vec<f64>,
}

#[derive(Clone, Copy)]
struct Letter {
    advance: f64,
    measured: Measured,
}

/// A text that was measured letter by letter.
pub(super) struct Rough {
    pub(super) measured: Measured,
    /// By no larger share is it wider than it seems.
    pub(super) wider: f64,
}

/// By no larger share is a text with small letters, which may be joined, wider or narrower than it seems.
const ROUGH: f64 = 0.01;

/// So many letters are plain.
const PLAIN: usize = 128;

impl Plain {
    /// For an embedded face; what other fonts do to a row of letters is not known.
    pub(super) fn new(face: Face) -> Option<Plain> {
        (Face::ALL.contains(&face) && lent::meant(face) == face).then(|| Plain {
            face,
            letters: vec![None; PLAIN],
            pairs: vec![f64::NAN; PLAIN * PLAIN],
        })
    }

    /// How large a text is, or a little larger; nothing if it is not made of plain letters.
    pub(super) fn measure(&mut self, text: &str, painted: &dyn Fn(Face, u16) -> Option<[f64; 4]>) -> Option<Rough> {
        let mut whole = Measured { width: 0.0, left: 0.0, above: self.face.cap_height(), below: 0.0, lacks_letters: false };
        let (mut before, mut beyond) = (None, 0.0f64);
        for letter in text.bytes() {
            (letter.is_ascii_graphic() || letter == b' ').then_some(())?;
            let Letter { advance, measured } = self.letter(letter, painted)?;
            whole.width += advance + before.map_or(0.0, |before| self.pair(before, letter));
            beyond = beyond.max(measured.width - advance);
            whole.left = whole.left.max(measured.left);
            whole.above = whole.above.max(measured.above);
            whole.below = whole.below.max(measured.below);
            before = Some(letter);
        }
        whole.width += beyond;
        let joined = text.bytes().any(|letter| letter.is_ascii_lowercase());
        Some(Rough { measured: whole, wider: if joined { 2.0 * ROUGH } else { 1e-6 } })
    }

    fn letter(&mut self, letter: u8, painted: &dyn Fn(Face, u16) -> Option<[f64; 4]>) -> Option<Letter> {
        let face = self.face;
        let slot = self.letters.get_mut(usize::from(letter))?;
        let text = char::from(letter).to_string();
        Some(*slot.get_or_insert_with(|| Letter {
            advance: font::width(face, &text, 1.0),
            measured: Measured::new(face, &text, painted),
        }))
    }

    fn pair(&mut self, one: u8, other: u8) -> f64 {
        let face = self.face;
        let Some(slot) = self.pairs.get_mut(usize::from(one) * PLAIN + usize::from(other)) else { return 0.0 };
        if slot.is_nan() {
            let width = |text: &str| font::width(face, text, 1.0);
            let (one, other) = (char::from(one).to_string(), char::from(other).to_string());
            *slot = width(&format!("{one}{other}")) - width(&one) - width(&other);
        }
        *slot
    }
}

/// Words from left to right as they are seen, where some are written from right to left; nothing if they stand so already.
/// One on a plate stays whole.
fn turned(words: &[Word]) -> Option<Vec<Word>> {
    if words.len() < 2 || !words.iter().any(|word| lent::goes_back(&word.text)) {
        return None;
    }
    let text: String = words.iter().map(|word| word.text.as_str()).collect();
    let mut all = Vec::new();
    for (stretch, back) in lent::ordered(font::cut(&text, limits::LETTERS), None) {
        let (mut parts, mut next) = (Vec::new(), 0);
        for word in words {
            let from = next;
            next += word.text.len();
            if word.frame.is_some() {
                parts.extend(stretch.contains(&from).then(|| word.clone()));
                continue;
            }
            let own = text.get(stretch.start.max(from)..stretch.end.min(next)).filter(|part| !part.is_empty());
            let Some(part) = own else { continue };
            let text = if back { lent::turned_text(part) } else { part.to_owned() };
            parts.push(Word { text, ..word.clone() });
        }
        if back {
            parts.reverse();
        }
        all.extend(parts);
    }
    Some(all)
}

/// One line from a point on its baseline; plates behind the words that have them.
pub(super) fn line(words: &[Word], face: Face, size: f64, ink: Color, from: Point) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut x = from.x;
    let mut text = Text { at: from, ..Text::default() };
    let mut flush = |text: &mut Text, next: Point| {
        let full = std::mem::replace(text, Text { at: next, ..Text::default() });
        if !full.runs.is_empty() {
            nodes.push(full.into());
        }
    };
    let mut plates: Vec<Node> = Vec::new();
    let turned = turned(words);
    for word in turned.as_deref().unwrap_or(words) {
        let width = font::width(face, &word.text, size);
        let runs = |color: Color| Run::all(word.text.clone(), face, size, color);
        match word.frame {
            None => {
                text.runs.extend(runs(word.ink.unwrap_or(ink)));
                x += width;
            }
            Some(frame) => {
                let (pad, rise, cap) = (BOX_PAD * size, BOX_RISE * size, face.cap_height() * size);
                // A little room on both sides keeps the plate off its neighbours.
                let free = pad * 0.4;
                flush(&mut text, Point { x: x + pad, y: from.y });
                let area =
                    Rect { x: x + free, y: from.y - cap - rise, width: width + 2.0 * (pad - free), height: cap + 2.0 * rise };
                let mut path = Path::new();
                path.round_rect(area, 0.05 * size);
                plates.push(Shape::filled(path, frame).into());
                text.runs.extend(runs(word.on_plate(frame)));
                x += width + 2.0 * pad;
                flush(&mut text, Point { x, y: from.y });
            }
        }
    }
    flush(&mut text, from);
    plates.extend(nodes);
    plates
}

/// Nodes where they belong; turned or narrowed if need be.
pub(super) fn placed(nodes: Vec<Node>, place: Transform, moves_only: bool) -> Vec<Node> {
    if moves_only {
        let by = |point: Point| place.apply(point);
        return nodes
            .into_iter()
            .map(|node| match node {
                Node::Text(text) => Text { at: by(text.at), ..text }.into(),
                Node::Shape(shape) => Shape { path: shape.path.moved(place), ..shape }.into(),
                other => other,
            })
            .collect();
    }
    vec![Group { transform: place, nodes, ..Group::default() }.into()]
}

/// A text on the lines that let its letters be largest, and how large. Letters may be drawn narrower, down to that share of
/// their width, but are not where more lines spare it.
pub(super) fn broken(
    text: &str,
    face: Face,
    (rect, narrowest): (Rect, f64),
    wanted: f64,
    measure: &dyn Fn(&str) -> Measured,
) -> (Vec<String>, f64) {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let mut best: (Vec<String>, f64) = (vec![parts.join(" ")], 0.0);
    let mut is_squeezed = true;
    for count in 1..=parts.len().min(4) {
        let lines = balanced(&parts, count, measure);
        let widest = lines.iter().map(|line| measure(line).width).fold(0.0, f64::max);
        let tall = lines.iter().map(|line| measure(line).tallest(face, false)).fold(0.0, f64::max);
        let n = f64::from(u32::try_from(lines.len()).unwrap_or(1));
        let across = rect.width / widest.max(1e-6);
        let size = wanted.min(across / narrowest).min(rect.height / (tall + (n - 1.0) * LEADING).max(1e-6));
        let squeezed = size > across * 1.001;
        // More lines only where they help: a word in the middle is found faster on one.
        if size > best.1 * 1.02 || is_squeezed && !squeezed && size >= best.1 {
            best = (lines, size);
            is_squeezed = squeezed;
        }
        if best.1 >= wanted && !is_squeezed {
            break;
        }
    }
    best
}

/// Words on so many lines, none much longer than the others.
fn balanced(parts: &[&str], count: usize, measure: &dyn Fn(&str) -> Measured) -> Vec<String> {
    let total: f64 = measure(&parts.join(" ")).width;
    let share = total / f64::from(u32::try_from(count.max(1)).unwrap_or(1));
    let mut lines: Vec<String> = vec![String::new()];
    for (n, part) in parts.iter().enumerate() {
        let left = parts.len() - n;
        let open = lines.len();
        let Some(line) = lines.last_mut() else { break };
        let longer = if line.is_empty() { (*part).to_owned() } else { format!("{line} {part}") };
        let over = measure(&longer).width - share;
        let under = share - measure(line).width;
        let must = !line.is_empty() && count.saturating_sub(open) >= left;
        if !line.is_empty() && open < count && (must || over > under) {
            lines.push((*part).to_owned());
        } else {
            *line = longer;
        }
    }
    lines
}

/// Lines one below the other, in the middle of a room; narrowed where they are wider than that.
pub(super) fn stacked(lines: &[String], face: Face, size: f64, ink: Color, rect: Rect, align: Align) -> Vec<Node> {
    let n = f64::from(u32::try_from(lines.len()).unwrap_or(1));
    let cap = face.cap_height() * size;
    let first = rect.y + rect.height / 2.0 - (n - 1.0) / 2.0 * LEADING * size + cap / 2.0;
    let (x, anchor) = match align {
        Align::Left => (rect.x, Anchor::Start),
        Align::Middle => (rect.x + rect.width / 2.0, Anchor::Middle),
        Align::Right => (rect.x + rect.width, Anchor::End),
    };
    let widest = lines.iter().map(|line| font::width(face, line, size)).fold(0.0, f64::max);
    let narrow = (rect.width / widest.max(1e-6)).min(1.0);
    let all = lines.iter().enumerate().map(|(k, line)| {
        let y = first + f64::from(u32::try_from(k).unwrap_or(0)) * LEADING * size;
        Text::new(Point { x, y }, anchor, line.clone(), face, size, ink).into()
    });
    let nodes: Vec<Node> = all.collect();
    let about = Transform::shift(x, 0.0).after(Transform::scale(narrow, 1.0)).after(Transform::shift(-x, 0.0));
    if narrow < 1.0 { placed(nodes, about, false) } else { nodes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_letters_one_by_one_are_as_wide_as_together() {
        let painted = |face: Face, glyph: u16| face.painted(glyph);
        for face in Face::ALL {
            let mut plain = Plain::new(face).unwrap();
            let texts = ["1", "7-4-11", "I/304", "506/101 Abn", "LXXXV AVATAR To. fi ffl", "Kampfgruppe Peiper (jg)", "WAV", "j"];
            for text in texts.into_iter().chain([" ~!'\"#$%&*+,:;<=>?@[]^_`{|}", "7. f.T.y.AVA-T,"]) {
                let rough = plain.measure(text, &painted).unwrap().measured;
                let exact = Measured::new(face, text, &painted);
                assert!((rough.width - exact.width).abs() < ROUGH * exact.width.max(1.0), "{text}: {rough:?} {exact:?}");
                assert!(rough.above >= exact.above - 1e-9 && rough.below >= exact.below - 1e-9, "{text}: {rough:?} {exact:?}");
            }
            assert!(plain.measure("Prüm", &painted).is_none());
        }
    }

    #[test]
    fn words_of_several_looks_stand_as_they_are_read() {
        let red = Color::hex(0x8c_1d18);
        let plain = |text: &str| Word::plain(text.to_owned());
        let inked = |text: &str| Word { ink: Some(red), ..plain(text) };
        let boxed = |text: &str| Word { frame: Some(red), ..plain(text) };
        for (words, seen) in [
            (vec![plain("4-"), inked("3")], vec![plain("4-"), inked("3")]),
            (vec![plain("שלום "), inked("4")], vec![inked("4"), plain("שלום ")]),
            (vec![plain("שלום "), inked("ערב")], vec![inked("ערב"), plain("שלום ")]),
            (vec![plain("שלום ("), inked("4"), plain(")")], vec![plain("("), inked("4"), plain("שלום (")]),
            (vec![plain("שלום "), boxed("Tiger 2")], vec![boxed("Tiger 2"), plain("שלום ")]),
            (vec![plain("Tiger "), boxed("גדוד 7")], vec![plain("Tiger "), boxed("גדוד 7")]),
        ] {
            assert_eq!(turned(&words).unwrap_or(words), seen);
        }
    }

    /// Letters of the same size stand on two lines as they are, where one would narrow them; a short name stays on one.
    #[test]
    fn a_name_is_not_narrowed_where_another_line_has_room() {
        let measure = |text: &str| Measured::new(Face::Bold, text, &|face, glyph| face.painted(glyph));
        let wide = measure("Crossed by the Germans").width;
        let rect = Rect { x: 0.0, y: 0.0, width: wide * 2.0 * 0.85, height: 6.0 };
        let (lines, size) = broken("Crossed by the Germans", Face::Bold, (rect, 0.8), 2.0, &measure);
        assert_eq!((lines.len(), size), (2, 2.0), "{lines:?}");
        assert!(lines.iter().all(|line| measure(line).width * size <= rect.width), "{lines:?}");
        let low = Rect { height: 2.5, ..rect };
        let (lines, size) = broken("Crossed by the Germans", Face::Bold, (low, 0.8), 2.0, &measure);
        assert_eq!((lines.len(), size), (1, 2.0), "two lines of that size do not fit: {lines:?}");
        let (lines, _) = broken("Dug in", Face::Bold, (rect, 0.8), 2.0, &measure);
        assert_eq!(lines, ["Dug in"]);
    }

    #[test]
    fn digits_and_capitals_are_never_wider_together() {
        let letters: Vec<char> = "0147/-. ITAVLJ(".chars().collect();
        for face in Face::ALL {
            let mut plain = Plain::new(face).unwrap();
            let painted = |face: Face, glyph: u16| face.painted(glyph);
            for n in 0..letters.len().pow(3) {
                let at = |step: usize| letters[n / letters.len().pow(u32::try_from(step).unwrap()) % letters.len()];
                let text: String = (0..3).map(at).collect();
                let rough = plain.measure(&text, &painted).unwrap();
                let exact = Measured::new(face, &text, &painted);
                assert!(exact.width <= rough.measured.width * (1.0 + rough.wider), "{text}: {:?} {exact:?}", rough.measured);
                assert!(rough.wider < ROUGH);
            }
        }
    }
}
