//! Texts as editors count them: lines from 0, and UTF-16 units in a line from 0.

use serde_json::{Value, json};

use crate::source::SourceFile;
use crate::span::Span;

/// A place between two letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) line: usize,
    /// In UTF-16 units.
    pub(super) character: usize,
}

impl Position {
    pub(super) fn read(value: Option<&Value>) -> Option<Position> {
        let number = |name: &str| usize::try_from(value?.get(name)?.as_u64()?).ok();
        Some(Position { line: number("line")?, character: number("character")? })
    }

    fn json(self) -> Value {
        json!({ "line": self.line, "character": self.character })
    }

    /// The byte of a text; what lies beyond a line is its end, what lies beyond the text is its end.
    pub(super) fn byte(self, text: &str) -> usize {
        let mut start = 0;
        for _ in 0..self.line {
            match text.get(start..).and_then(|rest| rest.find('\n')) {
                Some(at) => start += at + 1,
                None => return text.len(),
            }
        }
        self.in_line(text, start)
    }

    /// The byte of a file whose lines are known.
    pub(super) fn byte_of(self, file: &SourceFile) -> usize {
        let text = file.tree.text();
        if self.line >= file.line_count() { text.len() } else { self.in_line(text, file.line_start(self.line + 1)) }
    }

    fn in_line(self, text: &str, start: usize) -> usize {
        let mut left = self.character;
        let mut at = start;
        for letter in text.get(start..).unwrap_or("").chars() {
            if letter == '\n' || letter == '\r' || left < letter.len_utf16() {
                break;
            }
            left -= letter.len_utf16();
            at += letter.len_utf8();
        }
        at
    }

    /// The place of a byte.
    pub(super) fn of(text: &str, byte: usize) -> Position {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = text.get(..byte).unwrap_or("");
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|b| *b == b'\n').count();
        Position { line, character: before.get(start..).unwrap_or("").encode_utf16().count() }
    }
}

/// The range of some bytes of a file.
pub(super) fn range(file: &SourceFile, span: Span) -> Value {
    let end = u32::try_from(file.tree.text().len()).unwrap_or(u32::MAX);
    let place = |byte: u32| {
        let byte = byte.min(end);
        let line = file.line_column(byte).line;
        Position { line: line - 1, character: file.utf16_column(line, byte).saturating_sub(1) }.json()
    };
    json!({ "start": place(span.start), "end": place(span.end.max(span.start)) })
}

/// The range of some bytes of a text.
pub(super) fn range_of(text: &str, from: usize, to: usize) -> Value {
    json!({ "start": Position::of(text, from).json(), "end": Position::of(text, to).json() })
}

/// Carries out what an editor says has changed; false if it makes no sense.
pub(super) fn change(text: &mut String, changes: &Value) -> bool {
    let Some(changes) = changes.as_array() else { return false };
    for change in changes {
        let Some(new) = change.get("text").and_then(Value::as_str) else { return false };
        match change.get("range") {
            None | Some(Value::Null) => new.clone_into(text),
            Some(range) => {
                let of = |end: &str| Position::read(range.get(end)).map(|place| place.byte(text));
                let (Some(from), Some(to)) = (of("start"), of("end")) else { return false };
                if from > to || text.get(from..to).is_none() {
                    return false;
                }
                text.replace_range(from..to, new);
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_two_units_are_counted_as_editors_do() {
        let text = "a🛡b\r\nLiège, x\n";
        for (line, character, byte) in [(0, 0, 0), (0, 1, 1), (0, 3, 5), (0, 4, 6), (1, 5, 14), (2, 0, 18)] {
            let place = Position { line, character };
            assert_eq!(place.byte(text), byte, "{place:?}");
            assert_eq!(Position::of(text, byte), place);
        }
        // In the middle of a pair, beyond a line, beyond the text.
        assert_eq!(Position { line: 0, character: 2 }.byte(text), 1);
        assert_eq!(Position { line: 0, character: 99 }.byte(text), 6);
        assert_eq!(Position { line: usize::MAX, character: usize::MAX }.byte(text), text.len());
    }

    #[test]
    fn changes_are_carried_out_in_order() {
        let mut text = "one\ntwo\n".to_owned();
        let at = |line: usize, from: usize, to: usize| json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } });
        assert!(change(&mut text, &json!([{ "range": at(1, 0, 3), "text": "zwei" }, { "range": at(0, 3, 3), "text": "!" }])));
        assert_eq!(text, "one!\nzwei\n");
        assert!(change(&mut text, &json!([{ "text": "all new" }])));
        assert_eq!(text, "all new");
        assert!(!change(&mut text, &json!([{ "range": at(0, 5, 2), "text": "" }])), "it ends before it begins");
        assert!(!change(&mut text, &json!([{ "range": {}, "text": "" }])));
        assert!(!change(&mut text, &json!({})));
    }
}
