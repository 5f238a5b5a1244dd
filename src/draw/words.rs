//! Words in lines: how wide they are, and where a line breaks.

use std::cell::RefCell;
use std::collections::HashMap;

use super::font::{self, Face};

/// Measures words, each only once: the same codes stand in a table hundreds of times.
#[derive(Debug, Default)]
pub struct Ruler {
    /// Widths at size 1.
    known: [RefCell<HashMap<String, f64>>; 2],
}

impl Ruler {
    /// One that has measured nothing yet.
    #[must_use]
    pub fn new() -> Ruler {
        Ruler::default()
    }

    /// How wide a text is at that size.
    #[must_use]
    pub fn width(&self, face: Face, text: &str, size: f64) -> f64 {
        let [regular, bold] = &self.known;
        let known = match face {
            Face::Regular => regular,
            Face::Bold => bold,
        };
        if let Some(width) = known.borrow().get(text) {
            return width * size;
        }
        let width = font::width(face, text, 1.0);
        known.borrow_mut().insert(text.to_owned(), width);
        width * size
    }

    /// The widest word of a text at that size.
    #[must_use]
    pub fn widest_word(&self, face: Face, text: &str, size: f64) -> f64 {
        text.split_whitespace().map(|word| self.width(face, word, size)).fold(0.0, f64::max)
    }

    /// A text in lines that are no wider than that. A word that is wider is broken; a letter that is wider stands alone.
    #[must_use]
    pub fn wrap(&self, face: Face, text: &str, size: f64, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let blank = self.width(face, " ", size);
        for paragraph in text.lines() {
            let mut line = String::new();
            let mut long = 0.0;
            for word in paragraph.split_whitespace() {
                let more = self.width(face, word, size);
                if !line.is_empty() {
                    let sum = long + blank + more;
                    // Letters beside a blank may move a little: only a line that is nearly full is measured as a whole.
                    if sum <= width * 0.97 || (sum <= width && font::width(face, &format!("{line} {word}"), size) <= width) {
                        line.push(' ');
                        line.push_str(word);
                        long = sum;
                        continue;
                    }
                    lines.push(std::mem::take(&mut line));
                }
                if more <= width {
                    word.clone_into(&mut line);
                    long = more;
                } else {
                    let mut pieces = self.broken(face, word, size, width);
                    line = pieces.pop().unwrap_or_default();
                    long = font::width(face, &line, size);
                    lines.append(&mut pieces);
                }
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// A word in pieces that are no wider than that.
    fn broken(&self, face: Face, word: &str, size: f64, width: f64) -> Vec<String> {
        let mut pieces = Vec::new();
        let mut rest = word;
        while !rest.is_empty() {
            let mut sum = 0.0;
            let mut ends: Vec<usize> = Vec::new();
            for (at, letter) in rest.char_indices() {
                sum += self.width(face, letter.encode_utf8(&mut [0; 4]), size);
                // Letters that move together are narrower than alone, but never by so much.
                if sum > width * 1.2 && !ends.is_empty() {
                    break;
                }
                ends.push(at + letter.len_utf8());
            }
            let fits = |end: &usize| rest.get(..*end).is_some_and(|piece| font::width(face, piece, size) <= width);
            let first = ends.first().copied().unwrap_or(rest.len());
            let end = ends.iter().rev().find(|end| fits(end)).copied().unwrap_or(first);
            let (piece, left) = rest.split_at_checked(end).unwrap_or((rest, ""));
            pieces.push(piece.to_owned());
            rest = left;
        }
        pieces
    }
}

/// A text in lines that are no wider than that; see [`Ruler::wrap`].
#[must_use]
pub fn wrap(face: Face, text: &str, size: f64, width: f64) -> Vec<String> {
    Ruler::new().wrap(face, text, size, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_break_between_words_and_long_words_break_anywhere() {
        assert_eq!(wrap(Face::Regular, "  one  two ", 3.0, 50.0), ["one two"]);
        assert_eq!(wrap(Face::Regular, "one\ntwo", 3.0, 50.0), ["one", "two"]);
        assert_eq!(wrap(Face::Regular, "", 3.0, 50.0), [""; 0]);
        assert_eq!(wrap(Face::Regular, "one two", 3.0, 6.0), ["one", "two"]);
        assert!(wrap(Face::Bold, "Donaudampfschiff", 3.0, 8.0).len() > 2);
        assert_eq!(wrap(Face::Bold, "MM", 3.0, 0.0), ["M", "M"]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_no_letter_is_lost(text in "[a-zA-Zäß ,.'AVTofi–0-9日]{0,120}", width in 4.0f64..80.0, bold: bool) {
            let face = if bold { Face::Bold } else { Face::Regular };
            let lines = wrap(face, &text, 3.0, width);
            for line in &lines {
                prop_assert!(font::width(face, line, 3.0) <= width + 1e-9, "{line}");
            }
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
        }
    }
}
