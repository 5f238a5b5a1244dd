//! JSON with comments and trailing commas, into a tree.
//!
//! A syntax error ends the file: what follows a lost quote means nothing. Duplicate keys do not.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::limits;
use super::syntax_error::SyntaxError;
use super::tree::{Node, NodeKind, Tree, decode};
use crate::diag::codes;
use crate::span::Span;

/// Parses a text. The tree is empty when the text could not be parsed; then there is at least one fault.
pub fn parse(text: String) -> (Tree, Vec<SyntaxError>) {
    let mut parser = Parser {
        text: &text,
        at: 0,
        nodes: Vec::with_capacity(text.len() / 8),
        keys: Vec::new(),
        differ: Vec::new(),
        faults: Vec::new(),
    };
    let whole = parser.document();
    let Parser { mut nodes, mut faults, .. } = parser;
    if let Err(fault) = whole {
        faults.push(*fault);
        nodes.clear();
    }
    let marked = text.contains('?');
    (Tree { text, nodes, marked, ..Tree::default() }, faults)
}

/// Up to so many keys are compared one by one; a table costs more.
const SMALL: usize = 24;

type Parsed<T> = Result<T, Box<SyntaxError>>;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nodes: Vec<Node>,
    /// The keys of the objects that are open, the innermost last.
    keys: Vec<(Span, usize)>,
    /// The keys of the last object of a few members that all differ: the next one most often has the same.
    differ: Vec<Span>,
    faults: Vec<SyntaxError>,
}

impl Parser<'_> {
    fn document(&mut self) -> Parsed<()> {
        self.blanks()?;
        if self.peek().is_none() {
            return Err(SyntaxError::boxed(&codes::EMPTY_FILE, Span::new(0, 0), "the file is empty, expected a JSON object")
                .map_help("write { } and fill it in, or delete the file"));
        }
        self.value(0)?;
        self.blanks()?;
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self
                .wrong("expected the end of the file after the last `}` or `]`")
                .map_help("take out what follows, or the bracket too many")),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn here(&self) -> u32 {
        u32::try_from(self.at).unwrap_or(u32::MAX)
    }

    /// Skips white space and comments.
    fn blanks(&mut self) -> Parsed<()> {
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
            // After a key or before a comma there is most often nothing.
            if rest.first().is_some_and(|b| *b > b' ' && *b != b'/') {
                return Ok(());
            }
            self.at += blank(rest);
            if self.peek() != Some(b'/') || !self.comment()? {
                return Ok(());
            }
        }
    }

    /// Skips a comment, if that is what begins here.
    fn comment(&mut self) -> Parsed<bool> {
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            match rest.get(2..).and_then(|r| r.find("*/")) {
                Some(i) => self.at += i + 4,
                None => {
                    let span = Span::new(self.at, self.at + 2);
                    return Err(SyntaxError::boxed(&codes::JSON_SYNTAX, span, "this comment is never closed")
                        .map_help("write `*/` where it ends"));
                }
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn push(&mut self, kind: NodeKind, start: u32, end: u32) -> Parsed<usize> {
        if self.nodes.len() >= limits::VALUES {
            let message = format!("the file holds more than {} values", limits::VALUES);
            return Err(SyntaxError::boxed(&codes::TOO_MANY, Span { start, end }, message).map_help("split the file"));
        }
        let next = u32::try_from(self.nodes.len() + 1).unwrap_or(u32::MAX);
        self.nodes.push(Node { kind, start, end, next });
        Ok(self.nodes.len() - 1)
    }

    fn value(&mut self, depth: usize) -> Parsed<()> {
        if depth > limits::DEPTH {
            let span = Span::new(self.at, self.at + 1);
            let message = format!("nested more than {} levels deep", limits::DEPTH);
            return Err(SyntaxError::boxed(&codes::TOO_DEEP, span, message).map_help("close the brackets before it"));
        }
        let start = self.here();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => {
                let (start, end, escaped) = self.string()?;
                self.push(if escaped { NodeKind::Escaped } else { NodeKind::Text }, start, end).map(drop)
            }
            Some(b'-' | b'0'..=b'9') => self.number(start),
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word(start),
            Some(b'\'') => Err(self.wrong("expected a value, found `'`").map_help("write text between double quotes: \"…\"")),
            Some(b'+' | b'.') => {
                Err(self.wrong("expected a value").map_help("write a number as 1, -1 or 0.5; text between double quotes"))
            }
            _ => Err(self
                .wrong("expected a value")
                .map_help("write a number, text between double quotes, true, false, [ … ] or { … }")),
        }
    }

    fn word(&mut self, start: u32) -> Parsed<()> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or("");
        let kind = match word {
            "true" => NodeKind::True,
            "false" => NodeKind::False,
            "null" => NodeKind::Null,
            _ => {
                let span = Span::new(self.at, self.at + length);
                return Err(SyntaxError::boxed(&codes::JSON_SYNTAX, span, format!("expected a value, found `{word}`"))
                    .map_help(&format!("write it between double quotes: \"{word}\"")));
            }
        };
        self.at += length;
        let end = self.here();
        self.push(kind, start, end).map(drop)
    }

    fn number(&mut self, start: u32) -> Parsed<()> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        if bytes.get(at) == Some(&b'-') {
            at += 1;
        }
        let whole = at;
        at = digits(at);
        let mut good = at > whole;
        let integer = at;
        if at - whole > 1 && bytes.get(whole) == Some(&b'0') {
            let span = Span::new(self.at, at);
            let number = self.text.get(self.at..at).unwrap_or("");
            return Err(SyntaxError::boxed(&codes::JSON_SYNTAX, span, format!("the number `{number}` begins with a zero"))
                .map_help(&format!("write \"{number}\" between quotes if it is a hex or a name, or leave out the zero")));
        }
        if bytes.get(at) == Some(&b'.') {
            let fraction = at + 1;
            at = digits(fraction);
            good &= at > fraction;
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let mut exponent = at + 1;
            if matches!(bytes.get(exponent), Some(b'+' | b'-')) {
                exponent += 1;
            }
            at = digits(exponent);
            good &= at > exponent;
        }
        // `1/2` and `16PM` are text that lost its quotes.
        let tail = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b':' | b'.' | b'-' | b'+' | b'_');
        let mut end = at;
        while bytes.get(end).is_some_and(tail) && !matches!(bytes.get(end..end + 2), Some(b"//" | b"/*")) {
            end += 1;
        }
        let whole_number = self.text.get(self.at..end).unwrap_or("");
        if end > at || !good {
            // A number of a million digits is said by its first few.
            let number = shortened(whole_number);
            return Err(SyntaxError::boxed(&codes::JSON_SYNTAX, Span::new(self.at, end), format!("`{number}` is not a number"))
                .map_help(&format!("write it between double quotes: \"{number}\"")));
        }
        // serde_json says what fits: a number that rounds to infinity does not. A few digits always do.
        let short = integer == end && end - self.at <= 15;
        if !short && super::tree::to_number(whole_number).is_none() {
            let message = format!("the number `{}` is out of range", shortened(whole_number));
            return Err(SyntaxError::boxed(&codes::JSON_SYNTAX, Span::new(self.at, end), message)
                .map_help("write a number that a game can use"));
        }
        self.at = at;
        let end = self.here();
        self.push(NodeKind::Number, start, end).map(drop)
    }

    /// Reads a string; gives the bytes between the quotes and whether there are escapes in them.
    fn string(&mut self) -> Parsed<(u32, u32, bool)> {
        let open = self.at;
        self.at += 1;
        let start = self.here();
        let mut escaped = false;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
            self.at += plain(rest);
            match self.peek() {
                Some(b'"') => {
                    let end = self.here();
                    self.at += 1;
                    return Ok((start, end, escaped));
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(b'\n' | b'\r') | None => {
                    return Err(SyntaxError::boxed(&codes::JSON_SYNTAX, Span::new(open, open + 1), "this text is never closed")
                        .map_help("write `\"` where it ends; a line break inside is written \\n"));
                }
                Some(b) => {
                    let span = Span::new(self.at, self.at + 1);
                    let message = format!("control character 0x{b:02x} inside a text");
                    return Err(
                        SyntaxError::boxed(&codes::JSON_SYNTAX, span, message).map_help("write a tab as \\t, or take it out")
                    );
                }
            }
        }
    }

    fn escape(&mut self) -> Parsed<()> {
        let start = self.at;
        let rest = self.text.get(start + 1..).unwrap_or("");
        match rest.bytes().next() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(())
            }
            Some(b'u') => {
                let digits = |s: &str| s.get(..4).is_some_and(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
                let code = rest.get(1..5).filter(|d| digits(d)).and_then(|d| u32::from_str_radix(d, 16).ok());
                let fault = |what: &str, length: usize| {
                    let fault = SyntaxError::boxed(&codes::JSON_SYNTAX, Span::new(start, start + length), what);
                    Err(fault.map_help("type the character itself; a backslash is written \\\\"))
                };
                match code {
                    None => fault("`\\u` wants four hexadecimal digits", 2),
                    Some(0xdc00..=0xdfff) => fault("the second half of a character pair without its first", 6),
                    Some(0xd800..=0xdbff) => {
                        let low = rest.get(5..).and_then(|r| r.strip_prefix("\\u")).filter(|d| digits(d));
                        let low = low.and_then(|d| d.get(..4)).and_then(|d| u32::from_str_radix(d, 16).ok());
                        if low.is_some_and(|l| (0xdc00..0xe000).contains(&l)) {
                            self.at += 12;
                            Ok(())
                        } else {
                            fault("the first half of a character pair without its second", 6)
                        }
                    }
                    Some(_) => {
                        self.at += 6;
                        Ok(())
                    }
                }
            }
            other => {
                let length = other.map_or(1, |_| 1 + rest.chars().next().map_or(0, char::len_utf8));
                let span = Span::new(start, start + length);
                Err(SyntaxError::boxed(&codes::JSON_SYNTAX, span, "unknown escape after `\\`")
                    .map_help("write a backslash as \\\\; folders are divided by /"))
            }
        }
    }

    fn close(&mut self, open: usize) {
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let end = self.here();
        if let Some(node) = self.nodes.get_mut(open) {
            node.next = next;
            node.end = end;
        }
    }

    fn list(&mut self, depth: usize) -> Parsed<()> {
        let opened = self.at;
        let start = self.here();
        let open = self.push(NodeKind::List, start, start)?;
        self.at += 1;
        loop {
            self.blanks()?;
            match self.peek() {
                Some(b']') => break,
                None => return Err(self.unclosed(opened, '[', ']')),
                _ => {}
            }
            self.value(depth + 1)?;
            self.blanks()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                None => return Err(self.unclosed(opened, '[', ']')),
                Some(_) => return Err(self.wrong("expected `,` or `]` after a value").map_help("write a comma between values")),
            }
        }
        self.at += 1;
        self.close(open);
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Parsed<()> {
        let opened = self.at;
        let start = self.here();
        let open = self.push(NodeKind::Object, start, start)?;
        self.at += 1;
        let outer = self.keys.len();
        loop {
            self.blanks()?;
            match self.peek() {
                Some(b'}') => break,
                Some(b'"') => {}
                None => return Err(self.unclosed(opened, '{', '}')),
                Some(b'a'..=b'z' | b'A'..=b'Z' | b'\'' | b'_' | b'$') => {
                    return Err(self.wrong("expected a key").map_help("write keys between double quotes"));
                }
                Some(_) => {
                    return Err(self.wrong("expected a key between double quotes, or `}`").map_help("write \"key\": value"));
                }
            }
            let (key_start, key_end, escaped) = self.string()?;
            if (key_end - key_start) as usize > limits::KEY_BYTES {
                let message = format!("this key has more than {} bytes", limits::KEY_BYTES);
                let span = Span { start: key_start, end: key_end };
                return Err(
                    SyntaxError::boxed(&codes::TOO_MANY, span, message).map_help("shorten it; a long text belongs into a value")
                );
            }
            let node = self.push(if escaped { NodeKind::EscapedKey } else { NodeKind::Key }, key_start, key_end)?;
            self.keys.push((Span { start: key_start, end: key_end }, node));
            self.blanks()?;
            if self.peek() != Some(b':') {
                return Err(self.wrong("expected `:` after a key").map_help("write \"key\": value"));
            }
            self.at += 1;
            self.blanks()?;
            self.value(depth + 1)?;
            self.blanks()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                None => return Err(self.unclosed(opened, '{', '}')),
                Some(_) => return Err(self.wrong("expected `,` or `}` after a value").map_help("write a comma between members")),
            }
        }
        self.at += 1;
        self.close(open);
        let keys = std::mem::take(&mut self.keys);
        self.duplicates(open, keys.get(outer..).unwrap_or(&[]));
        self.keys = keys;
        self.keys.truncate(outer);
        Ok(())
    }

    /// Reports keys that stand twice and takes the later ones out of the tape.
    fn duplicates(&mut self, open: usize, keys: &[(Span, usize)]) {
        let text = self.text;
        let name = |(span, node): &(Span, usize)| -> Cow<'_, str> {
            let raw = text.get(span.range()).unwrap_or("");
            match self.nodes.get(*node) {
                Some(n) if n.kind == NodeKind::EscapedKey => Cow::Owned(decode(raw)),
                _ => Cow::Borrowed(raw),
            }
        };
        // Most objects are small and have no repetition: compare without a table.
        let plain = |&(_, node): &(Span, usize)| self.nodes.get(node).is_some_and(|n| n.kind == NodeKind::Key);
        let raw = |&(span, _): &(Span, usize)| text.as_bytes().get(span.range());
        let twice = |(i, key): (usize, &(Span, usize))| keys.iter().take(i).any(|other| raw(other) == raw(key));
        if keys.len() <= SMALL && keys.iter().all(plain) {
            let again = |(key, known): (&(Span, usize), &Span)| raw(key) == raw(&(*known, 0));
            if keys.len() == self.differ.len() && keys.iter().zip(&self.differ).all(again) {
                return;
            }
            if !keys.iter().enumerate().any(twice) {
                self.differ.clear();
                self.differ.extend(keys.iter().map(|(span, _)| *span));
                return;
            }
        }
        let mut first: HashMap<Cow<'_, str>, Span> = HashMap::with_capacity(keys.len());
        let mut gone: Vec<(usize, usize)> = Vec::new();
        let mut faults = Vec::new();
        for key in keys {
            let (span, node) = *key;
            match first.entry(name(key)) {
                Entry::Vacant(vacant) => {
                    vacant.insert(span);
                }
                Entry::Occupied(earlier) => {
                    let message = format!("key `{}` stands twice in one object", earlier.key());
                    faults.push(
                        SyntaxError::new(&codes::DUPLICATE_KEY, span, message)
                            .also(*earlier.get(), "first here")
                            .help("keep one of the two"),
                    );
                    gone.push((node, self.nodes.get(node + 1).map_or(node + 1, |n| n.next as usize)));
                }
            }
        }
        if gone.is_empty() {
            return;
        }
        self.faults.append(&mut faults);
        // One pass: `shift` nodes have been left out before the current one.
        let old = self.nodes.split_off(open);
        let left_out_before = |at: usize| {
            let whole = gone.partition_point(|&(_, to)| to <= at);
            gone.iter().take(whole).map(|(from, to)| to - from).sum::<usize>()
        };
        let mut holes = gone.iter().peekable();
        let mut shift = 0;
        for (i, mut node) in old.into_iter().enumerate() {
            let at = open + i;
            while holes.peek().is_some_and(|(_, to)| *to <= at) {
                if let Some((from, to)) = holes.next() {
                    shift += to - from;
                }
            }
            if holes.peek().is_some_and(|(from, _)| *from <= at) {
                continue;
            }
            // Members before or after a hole keep their size; only the object itself spans holes.
            let less = if i == 0 { left_out_before(node.next as usize) } else { shift };
            node.next -= u32::try_from(less).unwrap_or(0);
            self.nodes.push(node);
        }
    }

    fn unclosed(&self, open: usize, opener: char, closer: char) -> Box<SyntaxError> {
        SyntaxError::boxed(&codes::JSON_SYNTAX, Span::new(open, open + 1), format!("this `{opener}` is never closed"))
            .map_help(&format!("write `{closer}` where it ends; if the file was cut off, restore the rest"))
    }

    /// What is not as it should be here; curly quotes get their own advice.
    fn wrong(&self, what: &str) -> Box<SyntaxError> {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        if let Some(quote @ ('“' | '”' | '„' | '‘' | '’' | '«' | '»')) = found {
            let span = Span::new(self.at, self.at + quote.len_utf8());
            let message = format!("expected a straight quote `\"`, found the curly quote `{quote}`");
            return SyntaxError::boxed(&codes::JSON_SYNTAX, span, message)
                .map_help("type straight quotes; a word processor makes them curly")
                .keep_help();
        }
        let (length, found) = match found {
            Some(c) => (c.len_utf8(), if what.contains("found") { String::new() } else { format!(", found `{c}`") }),
            None => (0, ", found the end of the file".to_owned()),
        };
        SyntaxError::boxed(&codes::JSON_SYNTAX, Span::new(self.at, self.at + length), format!("{what}{found}"))
    }
}

/// Eight times the same byte.
const fn eight(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// How many bytes stand before the first of eight that is marked; eight if none is.
fn before(marked: u64) -> usize {
    usize::try_from(marked.trailing_zeros() / 8).unwrap_or(8)
}

/// How many bytes of white space stand at the beginning.
fn blank(bytes: &[u8]) -> usize {
    let mut count = 0;
    loop {
        count += match bytes.get(count..) {
            // Lines are indented with many blanks: eight are looked at together.
            Some(rest @ [b' ', ..]) => rest.first_chunk().map_or(1, |some| before(u64::from_le_bytes(*some) ^ eight(b' '))),
            Some([b'\t' | b'\n' | b'\r', ..]) => 1,
            _ => return count,
        }
    }
}

/// How many bytes of a text stand before the first that is not plain: a quote, a backslash or a control character.
fn plain(bytes: &[u8]) -> usize {
    // Taking 1 from a byte whose high bit is not set sets it only where the byte is zero, taking 0x20 only where it is
    // less. What is borrowed from the next byte may mark that one too, but never one before.
    let less = |all: u64, than: u8| all.wrapping_sub(eight(than)) & !all & eight(0x80);
    let mut count = 0;
    for some in bytes.chunks_exact(8) {
        let all = u64::from_le_bytes(some.try_into().unwrap_or_default());
        let special = less(all, 0x20) | less(all ^ eight(b'"'), 1) | less(all ^ eight(b'\\'), 1);
        count += before(special);
        if special != 0 {
            return count;
        }
    }
    let rest = bytes.get(count..).unwrap_or(&[]);
    count + rest.iter().position(|&b| b < 0x20 || b == b'"' || b == b'\\').unwrap_or(rest.len())
}

/// The first few characters of something long.
fn shortened(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_letters_end_where_one_by_one_they_would() {
        for length in 0..27 {
            for at in 0..=length {
                for found in [b'"', b'\\', 0, 0x1f, b'\n', b' ', b'!', b'#', 0x7f, 0x80, 0xa2, 0xdc, 0xff] {
                    let mut bytes = vec![b'z'; length];
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = found;
                    }
                    let one_by_one = bytes.iter().take_while(|b| **b >= 0x20 && !matches!(b, b'"' | b'\\')).count();
                    assert_eq!(plain(&bytes), one_by_one, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn blanks_of_all_kinds_are_counted() {
        assert_eq!(blank(b"  \n \t\r\n         x "), 16);
        assert_eq!((blank(b""), blank(b"    "), blank("\u{a0}".as_bytes())), (0, 4, 0));
    }

    #[test]
    fn a_key_that_stands_twice_is_found_after_an_object_with_the_same_keys() {
        let (tree, faults) = parse(r#"[{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 5, "a": 6}, {"a": 7, "a": 8}]"#.to_owned());
        assert_eq!(faults.len(), 2);
        assert_eq!(tree.root().unwrap().to_value(), serde_json::json!([{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 5}, {"a": 7}]));
    }
}
