//! A line of text: what stands where, letter by letter, for whoever paints it.

use std::sync::Arc;

use super::font::{self, Face};
use super::lent;
use super::path::{Transform, between};
use super::scene::Color;
use crate::hexgrid::Point;

/// Where a text stands to its point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    #[default]
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// Words of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The words.
    pub text: String,
    pub face: Face,
    /// The size of the letters, from line to line, in millimetres.
    pub size: f64,
    /// The colour.
    pub color: Color,
}

impl Run {
    /// Words in a face; letters that it lacks are in fonts that are lent.
    #[must_use]
    pub fn all(text: String, face: Face, size: f64, color: Color) -> Vec<Run> {
        if !lent::any() {
            return vec![Run { text, face, size, color }];
        }
        lent::parts(face, &text).into_iter().map(|(part, face)| Run { text: part.to_owned(), face, size, color }).collect()
    }
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// A point on its baseline.
    pub at: Point,
    /// Where the text stands to that point.
    pub anchor: Anchor,
    /// Clockwise about that point, in degrees.
    pub rotation: f64,
    /// A rim around the letters: its colour, and how far it reaches, in millimetres.
    pub halo: Option<(Color, f64)>,
    /// The words, one kind after the other.
    pub runs: Vec<Run>,
    /// More room after each letter, as a share of its size.
    pub spacing: f64,
    /// Whether small letters are written as small capitals.
    pub small_caps: bool,
    /// A line that the letters stand on one by one, instead of a straight one from `at`; the text is centred on it.
    pub along: Option<Arc<[Point]>>,
}

/// Letters of one kind in their places: what a text is made of when it is painted.
#[derive(Clone, Debug)]
pub struct Letters {
    /// What stands there.
    pub text: String,
    pub face: Face,
    /// In millimetres.
    pub size: f64,
    pub color: Color,
    /// Where the baseline begins.
    pub at: Point,
    /// Clockwise about that point, in degrees.
    pub turn: f64,
    pub glyphs: Vec<font::Glyph>,
}

/// How high a small capital is beside a capital.
const SMALL_CAPITAL: f64 = 0.8;

impl Default for Text {
    fn default() -> Text {
        Text {
            at: Point { x: 0.0, y: 0.0 },
            anchor: Anchor::Start,
            rotation: 0.0,
            halo: None,
            runs: Vec::new(),
            spacing: 0.0,
            small_caps: false,
            along: None,
        }
    }
}

impl Text {
    /// A text of one kind, level, without a rim; letters that its face lacks are in fonts that are lent.
    #[must_use]
    pub fn new(at: Point, anchor: Anchor, text: impl Into<String>, face: Face, size: f64, color: Color) -> Text {
        Text { at, anchor, runs: Run::all(text.into(), face, size, color), ..Text::default() }
    }

    /// The same with so much more room between letters.
    #[must_use]
    pub fn spaced(self, spacing: f64) -> Text {
        Text { spacing, ..self }
    }

    /// The same in capitals and small capitals.
    #[must_use]
    pub fn small_caps(self) -> Text {
        Text { small_caps: true, ..self }
    }

    /// The same with a rim.
    #[must_use]
    pub fn halo(mut self, color: Color, width: f64) -> Text {
        self.halo = Some((color, width));
        self
    }

    /// How wide it is, in millimetres.
    #[must_use]
    pub fn width(&self) -> f64 {
        let letters = self.straight();
        let last = letters.last().map_or(0.0, |one| self.spacing * one.size);
        let wide = |one: &Letters| one.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * one.size;
        letters.iter().map(wide).sum::<f64>() - last
    }

    /// Where its baseline begins before it is turned.
    #[must_use]
    pub fn start(&self) -> Point {
        let back = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width() / 2.0,
            Anchor::End => self.width(),
        };
        Point { x: self.at.x - back, y: self.at.y }
    }

    /// All letters in their places.
    #[must_use]
    pub fn letters(&self) -> Vec<Letters> {
        if let Some(line) = &self.along {
            return self.bent(line);
        }
        let from = self.start();
        let turned = Transform::turn(self.rotation, self.at);
        let mut letters = self.straight();
        for one in &mut letters {
            one.at = turned.apply(Point { x: from.x + one.at.x, y: from.y });
            one.turn = self.rotation;
        }
        letters
    }

    /// The letters side by side from 0 on.
    fn straight(&self) -> Vec<Letters> {
        let mut made: Vec<Letters> = Vec::new();
        let mut x = 0.0;
        for run in &self.runs {
            let parts = if self.small_caps { capitals(&run.text) } else { vec![(run.text.clone(), false)] };
            for (text, small) in parts {
                let size = if small { run.size * SMALL_CAPITAL } else { run.size };
                let mut glyphs = font::shape(run.face, &text);
                if self.spacing != 0.0 {
                    let mut more = 0.0;
                    for glyph in &mut glyphs {
                        glyph.x += more;
                        more += self.spacing;
                        glyph.advance += self.spacing;
                    }
                }
                let wide = glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() * size;
                made.push(Letters { text, face: run.face, size, color: run.color, at: Point { x, y: 0.0 }, turn: 0.0, glyphs });
                x += wide;
            }
        }
        made
    }

    /// The letters one by one along a line.
    fn bent(&self, line: &[Point]) -> Vec<Letters> {
        let far = |p: &Point, q: &Point| ((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y)).sqrt();
        let mut on = vec![0.0];
        for (p, q) in line.iter().zip(line.iter().skip(1)) {
            on.push(on.last().copied().unwrap_or(0.0) + far(p, q));
        }
        let total = on.last().copied().unwrap_or(0.0);
        let at = |s: f64| {
            let n = on.partition_point(|x| *x < s).clamp(1, line.len().max(2) - 1);
            let (from, to) = (on.get(n - 1).copied().unwrap_or(0.0), on.get(n).copied().unwrap_or(1.0));
            let share = if to > from { (s - from) / (to - from) } else { 0.0 };
            Some(between(*line.get(n - 1)?, *line.get(n)?, share))
        };
        let first = (total - self.width()) / 2.0;
        let mut made = Vec::new();
        for one in self.straight() {
            for glyph in &one.glyphs {
                let wide = (glyph.advance - self.spacing) * one.size;
                let begin = first + one.at.x + glyph.x * one.size;
                let (Some(before), Some(after)) = (at(begin - wide * 0.1), at(begin + wide * 1.1)) else { continue };
                let Some(middle) = at(begin + wide / 2.0) else { continue };
                let long = far(&before, &after).max(1e-9);
                let way = Point { x: (after.x - before.x) / long, y: (after.y - before.y) / long };
                let turn = way.y.atan2(way.x).to_degrees();
                let corner = Point { x: middle.x - way.x * wide / 2.0, y: middle.y - way.y * wide / 2.0 };
                let text = one.text.get(glyph.cluster..).and_then(|rest| rest.chars().next()).map(String::from);
                let glyphs = vec![font::Glyph { x: 0.0, cluster: 0, ..*glyph }];
                made.push(Letters { text: text.unwrap_or_default(), at: corner, turn, glyphs, ..one.clone() });
            }
        }
        made
    }
}

/// A text as capitals: what was a capital, a number or a mark, and what becomes a small capital.
fn capitals(text: &str) -> Vec<(String, bool)> {
    let mut parts: Vec<(String, bool)> = Vec::new();
    for c in text.chars() {
        let small = c.is_lowercase();
        let upper: String = c.to_uppercase().collect();
        match parts.last_mut() {
            Some((part, same)) if *same == small => part.push_str(&upper),
            _ => parts.push((upper, small)),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(words: &str) -> Text {
        Text::new(Point { x: 10.0, y: 5.0 }, Anchor::Middle, words, Face::SerifBold, 4.0, Color::BLACK)
    }

    #[test]
    fn small_letters_become_small_capitals() {
        let letters = text("St. Vith").small_caps().letters();
        let parts: Vec<(&str, f64)> = letters.iter().map(|one| (one.text.as_str(), one.size)).collect();
        assert_eq!(parts, [("S", 4.0), ("T", 3.2), (". V", 4.0), ("ITH", 3.2)]);
        assert!(text("St. Vith").spaced(0.1).width() > text("St. Vith").width() + 2.0);
    }

    #[test]
    fn letters_stand_along_a_line() {
        let straight: Arc<[Point]> = Arc::from([Point { x: 0.0, y: 5.0 }, Point { x: 20.0, y: 5.0 }]);
        let along = Text { along: Some(straight), ..text("Sauer") };
        let plain = text("Sauer").letters();
        for (one, glyph) in along.letters().iter().zip(&plain[0].glyphs) {
            let x = plain[0].at.x + glyph.x * 4.0;
            assert!((one.at.x - x).abs() < 1e-6 && (one.at.y - 5.0).abs() < 1e-9 && one.turn.abs() < 1e-9, "{one:?}");
        }
    }
}
