//! Where a cursor stands in a text that may not be right yet: the way down to it, and the word that is being written.
//! The text is read only as far as the cursor, so whatever is missing behind it does not matter.

use std::ops::Range;

/// One step of the way down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Into a member.
    Field(String),
    /// Into an element of a list.
    Element,
}

/// What is being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// A key of an object.
    Key,
    /// A value.
    Value,
    /// Nothing that could be completed: a comment, or the blank behind a value.
    Nothing,
}

/// A place in a text.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    /// The way down; for a key, to its object.
    pub(super) way: Vec<Way>,
    pub(super) writing: Writing,
    /// The bytes of what is being written, without quotes; it may go on behind the cursor.
    pub(super) bytes: Range<usize>,
    /// Whether quotes stand around it.
    pub(super) quoted: bool,
    /// Keys that the object around it has already, before the cursor.
    pub(super) keys: Vec<String>,
}

/// A way as text, with `*` for elements of lists.
pub(super) fn pattern(way: &[Way]) -> String {
    way.iter().map(|step| if let Way::Field(name) = step { format!("/{name}") } else { "/*".to_owned() }).collect()
}

enum Open {
    Object { keys: Vec<String>, key: Option<String> },
    List,
}

/// So deep one looks; whatever is deeper is refused when it is read.
const DEEPEST: usize = 200;

/// Finds the place of a byte in a JSON text with comments.
pub(super) fn in_json(text: &str, cursor: usize) -> Cursor {
    let bytes = text.as_bytes();
    let cursor = cursor.min(bytes.len());
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    // Whether a value has just ended.
    let mut after_value = false;
    while at < cursor {
        let Some(byte) = bytes.get(at) else { break };
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = text.get(at..).and_then(|rest| rest.find('\n')).map_or(bytes.len(), |n| at + n);
                if cursor <= end {
                    return place(&open, Writing::Nothing, cursor..cursor, false);
                }
                at = end;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = text.get(at + 2..).and_then(|rest| rest.find("*/")).map_or(bytes.len(), |n| at + n + 4);
                if cursor < end {
                    return place(&open, Writing::Nothing, cursor..cursor, false);
                }
                at = end;
            }
            b'"' => {
                let end = string_end(bytes, at + 1);
                let inner = at + 1..end.min(bytes.len());
                let key = matches!(open.last(), Some(Open::Object { key: None, .. }));
                if cursor <= inner.end {
                    return place(&open, if key { Writing::Key } else { Writing::Value }, inner, true);
                }
                if let (true, Some(Open::Object { keys, key })) = (key, open.last_mut()) {
                    let name = crate::source::decoded(text.get(inner.clone()).unwrap_or(""));
                    keys.push(name.clone());
                    *key = Some(name);
                } else {
                    after_value = true;
                }
                at = inner.end + 1;
            }
            b'{' | b'[' => {
                if open.len() >= DEEPEST {
                    return place(&open, Writing::Nothing, cursor..cursor, false);
                }
                open.push(if *byte == b'{' { Open::Object { keys: Vec::new(), key: None } } else { Open::List });
                after_value = false;
                at += 1;
            }
            b'}' | b']' => {
                open.pop();
                after_value = true;
                at += 1;
            }
            b',' => {
                if let Some(Open::Object { key, .. }) = open.last_mut() {
                    *key = None;
                }
                after_value = false;
                at += 1;
            }
            b' ' | b'\t' | b'\r' | b'\n' | b':' => at += 1,
            _ => {
                // A word without quotes: a number, `true`, or something that is being typed.
                let word =
                    |b: &u8| !matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':' | b'{' | b'}' | b'[' | b']' | b'"' | b'/');
                let long = bytes.get(at..).unwrap_or_default().iter().take_while(|b| word(b)).count().max(1);
                if cursor <= at + long {
                    let key = matches!(open.last(), Some(Open::Object { key: None, .. }));
                    return place(&open, if key { Writing::Key } else { Writing::Value }, at..at + long, false);
                }
                after_value = true;
                at += long;
            }
        }
    }
    let writing = match open.last() {
        Some(Open::Object { key: None, .. }) if !after_value => Writing::Key,
        Some(Open::Object { key: Some(_), .. } | Open::List) if !after_value => Writing::Value,
        _ => Writing::Nothing,
    };
    place(&open, writing, cursor..cursor, false)
}

/// Where a text in quotes ends: its last quote, or the end of the line where that is missing.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            None | Some(b'"' | b'\n' | b'\r') => return at.min(bytes.len()),
            Some(_) => at += 1,
        }
    }
}

fn place(open: &[Open], writing: Writing, bytes: Range<usize>, quoted: bool) -> Cursor {
    let last = open.len().saturating_sub(1);
    let mut way = Vec::new();
    for (n, one) in open.iter().enumerate() {
        match one {
            Open::Object { key: Some(key), .. } if n < last || writing != Writing::Key => way.push(Way::Field(key.clone())),
            Open::Object { .. } => {}
            Open::List => way.push(Way::Element),
        }
    }
    let keys = if let Some(Open::Object { keys, .. }) = open.last() { keys.clone() } else { Vec::new() };
    Cursor { way, writing, bytes, quoted, keys }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text has a `^` where the cursor is.
    fn at(text: &str) -> (String, Writing, String) {
        let cursor = text.find('^').unwrap();
        let plain = text.replace('^', "");
        let found = in_json(&plain, cursor);
        (pattern(&found.way), found.writing, plain[found.bytes].to_owned())
    }

    fn seen(pattern: &str, writing: Writing, word: &str) -> (String, Writing, String) {
        (pattern.to_owned(), writing, word.to_owned())
    }

    #[test]
    fn the_way_is_known_in_a_text_that_is_not_right() {
        assert_eq!(at(r#"{ "a": [ { "b": "x^y" } ] }"#), seen("/a/*/b", Writing::Value, "xy"));
        assert_eq!(at(r#"{ "a": [ { "b": "^"#), seen("/a/*/b", Writing::Value, ""));
        assert_eq!(at(r#"{ "a": [ { "b^" } ] }"#), seen("/a/*", Writing::Key, "b"));
        assert_eq!(at("{ \"a\": 1, ^ }"), seen("", Writing::Key, ""));
        assert_eq!(at("{ \"a\": ^ }"), seen("/a", Writing::Value, ""));
        assert_eq!(at("{ \"a\": tr^ }"), seen("/a", Writing::Value, "tr"));
        assert_eq!(at("{ \"a\": 1 ^ }"), seen("/a", Writing::Nothing, ""));
        assert_eq!(at("{ // \"a\": ^\n}"), seen("", Writing::Nothing, ""));
        assert_eq!(at("{ /* { */ \"a\": { \"b\": \"^\n \"c\": 1"), seen("/a/b", Writing::Value, ""));
        assert_eq!(at("[ \"x\", \"^\" ]"), seen("/*", Writing::Value, ""));
        assert_eq!(at("}}]] \"^"), seen("", Writing::Value, ""));
        assert_eq!(at(r#"{ "a\"b": "^" }"#), seen("/a\"b", Writing::Value, ""));
    }

    #[test]
    fn nothing_deep_or_strange_takes_long() {
        let deep = "[".repeat(100_000);
        assert_eq!(in_json(&deep, deep.len()).writing, Writing::Nothing);
        for end in 0..40 {
            in_json("{\"ä\": \"\\", end);
        }
    }
}
