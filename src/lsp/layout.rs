//! Formatting: JSON keeps its comments and its lines, sheets get aligned columns.
//!
//! An author lays out a file by hand: entries on lines of their own, short ones in a row. So lines stay where they are;
//! what changes is the indent, the blanks inside a line, and a line that is far too long.

use crate::source::{layout, parse_json};

/// A line that is longer is broken at its commas.
const WIDE: usize = 140;
/// What is deeper is refused when it is read.
const DEEPEST: usize = 200;
/// A column of a sheet is aligned up to this width; one long note must not push everything aside.
const COLUMN: usize = 40;

/// The text of a JSON file, laid out; nothing if it is not right, or would not say the same.
pub(super) fn json(text: &str, indent: &str) -> Option<String> {
    // What cannot be read is left alone: a reader says what is wrong with it.
    let (_, faults) = parse_json(text.to_owned());
    if !faults.is_empty() {
        return None;
    }
    let tokens = tokens(text)?;
    // The next line is the last of these.
    let mut left: Vec<Line<'_>> = lines(&tokens)?;
    left.reverse();
    let mut lines = Vec::with_capacity(left.len());
    while let Some(line) = left.pop() {
        match Some(&line).filter(|line| width(line) > WIDE).and_then(broken) {
            Some(parts) => left.extend(parts.into_iter().rev()),
            None => lines.push(line),
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut depth = 0usize;
    for line in &lines {
        let closing = line.tokens.iter().take_while(|token| matches!(token.text, "}" | "]")).count();
        let opened = line.tokens.iter().filter(|token| matches!(token.text, "{" | "[")).count();
        let closed = line.tokens.iter().filter(|token| matches!(token.text, "}" | "]")).count();
        if !line.tokens.is_empty() {
            out.push_str(&indent.repeat(depth.saturating_sub(closing)));
            out.push_str(&joined(&line.tokens));
        }
        out.push('\n');
        depth = (depth + opened).checked_sub(closed)?;
    }
    let out = format!("{}\n", out.trim());
    // Whatever happens, the file says the same.
    let same = |a: &str, b: &str| tokens_of(a) == tokens_of(b);
    (depth == 0 && same(text, &out)).then(|| if text.contains("\r\n") { out.replace('\n', "\r\n") } else { out })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Sign,
    Word,
    /// Up to the end of its line.
    LineComment,
    Comment,
}

#[derive(Clone, Copy, Debug)]
struct Token<'t> {
    text: &'t str,
    kind: Kind,
    /// How many ends of lines stand before it.
    breaks: usize,
}

#[derive(Debug)]
struct Line<'t> {
    tokens: Vec<Token<'t>>,
}

fn tokens_of(text: &str) -> Option<Vec<&str>> {
    tokens(text).map(|all| all.into_iter().map(|token| token.text.trim_end()).collect())
}

fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let (mut at, mut breaks, mut depth) = (0, 0, 0usize);
    while let Some(byte) = bytes.get(at) {
        let start = at;
        let kind = match byte {
            b'\n' => {
                breaks += 1;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' => {
                at += 1;
                depth = match byte {
                    b'{' | b'[' => depth + 1,
                    b'}' | b']' => depth.checked_sub(1)?,
                    _ => depth,
                };
                if depth > DEEPEST {
                    return None;
                }
                Kind::Sign
            }
            b'"' => {
                at += 1;
                loop {
                    match bytes.get(at)? {
                        b'"' => break,
                        b'\\' => at += 2,
                        b'\n' => return None,
                        _ => at += 1,
                    }
                }
                at += 1;
                Kind::Word
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text.get(at..)?.find('\n').unwrap_or(bytes.len() - at);
                Kind::LineComment
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += text.get(at..)?.find("*/")? + 2;
                Kind::Comment
            }
            _ => {
                let word =
                    |b: &u8| !b.is_ascii_whitespace() && !matches!(b, b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"' | b'/');
                let long = bytes.get(at..)?.iter().take_while(|b| word(b)).count();
                if long == 0 {
                    return None;
                }
                at += long;
                Kind::Word
            }
        };
        all.push(Token { text: text.get(start..at)?.trim_end(), kind, breaks });
        breaks = 0;
    }
    Some(all)
}

/// The lines as they are, with at most one blank one between two.
fn lines<'t>(tokens: &[Token<'t>]) -> Option<Vec<Line<'t>>> {
    let mut lines: Vec<Line<'t>> = Vec::new();
    let mut owed = 0;
    for token in tokens {
        // A comma at the beginning of a line belongs to the line before; what follows it begins the line.
        let comma =
            token.text == "," && lines.last().and_then(|line| line.tokens.last()).is_some_and(|t| t.kind != Kind::LineComment);
        let breaks = token.breaks.max(std::mem::take(&mut owed));
        if comma {
            owed = breaks;
        }
        if lines.is_empty() || (breaks > 0 && !comma) {
            if breaks > 1 && !lines.is_empty() {
                lines.push(Line { tokens: Vec::new() });
            }
            lines.push(Line { tokens: Vec::new() });
        }
        lines.last_mut()?.tokens.push(*token);
    }
    Some(lines)
}

fn width(line: &Line<'_>) -> usize {
    joined(&line.tokens).chars().count()
}

/// The tokens of a line with blanks between them as they are usual.
fn joined(tokens: &[Token<'_>]) -> String {
    let mut out = String::new();
    for (n, token) in tokens.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|n| tokens.get(n));
        let comment = |token: &Token<'_>| matches!(token.kind, Kind::LineComment | Kind::Comment);
        let apart = match before {
            None => false,
            Some(before) if comment(before) || comment(token) => true,
            Some(before) => !matches!((before.text, token.text), (_, "," | ":" | "]") | ("[", _) | ("{", "}")),
        };
        if apart {
            out.push(' ');
        }
        out.push_str(token.text);
    }
    out
}

/// A line that is too long, broken behind the first bracket that closes on it again, behind its commas, and before its end.
fn broken<'t>(line: &Line<'t>) -> Option<Vec<Line<'t>>> {
    let tokens = &line.tokens;
    let opens = |token: &Token<'_>| matches!(token.text, "{" | "[") && token.kind == Kind::Sign;
    let closes = |token: &Token<'_>| matches!(token.text, "}" | "]") && token.kind == Kind::Sign;
    let (mut found, mut from) = (None, 0);
    while let Some(open) = tokens.iter().skip(from).position(opens).map(|n| n + from) {
        let mut depth = 0usize;
        let close = tokens.iter().enumerate().skip(open).find_map(|(n, token)| {
            depth = if opens(token) {
                depth + 1
            } else if closes(token) {
                depth.saturating_sub(1)
            } else {
                depth
            };
            (depth == 0).then_some(n)
        });
        match close {
            Some(close) if close > open + 1 => {
                found = Some((open, close));
                break;
            }
            _ => from = open + 1,
        }
    }
    let (open, close) = found?;
    let mut lines: Vec<Line<'t>> = vec![Line { tokens: tokens.get(..=open)?.to_vec() }];
    let mut part: Vec<Token<'t>> = Vec::new();
    let mut depth = 0usize;
    for token in tokens.get(open + 1..close)? {
        depth = if opens(token) {
            depth + 1
        } else if closes(token) {
            depth.saturating_sub(1)
        } else {
            depth
        };
        part.push(*token);
        if depth == 0 && token.text == "," {
            lines.push(Line { tokens: std::mem::take(&mut part) });
        }
    }
    if !part.is_empty() {
        lines.push(Line { tokens: part });
    }
    lines.push(Line { tokens: tokens.get(close..)?.to_vec() });
    Some(lines)
}

/// The text of a sheet with aligned columns; nothing if it is not right.
pub(super) fn sheet(text: &str) -> Option<String> {
    let found = layout(text)?;
    let divider = found.divider;
    let raw = |range: &std::ops::Range<usize>| text.get(range.clone()).unwrap_or("").trim_matches(' ');
    let plain = |row: &&crate::source::RowSpan| !row.skipped && !row.broken;
    let mut widths: Vec<usize> = Vec::new();
    for row in found.rows.iter().filter(plain) {
        for (n, cell) in row.cells.iter().enumerate() {
            let long = raw(&cell.whole).chars().count();
            if widths.len() <= n {
                widths.resize(n + 1, 0);
            }
            if let Some(width) = widths.get_mut(n).filter(|width| **width < long && long <= COLUMN) {
                *width = long;
            }
        }
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut last = 0;
    for row in &found.rows {
        // What stands before it: ends of lines, and what a spreadsheet says about the divider.
        out.push_str(text.get(last..row.bytes.start)?);
        last = row.bytes.end;
        // A tab needs no blanks to be aligned, and a comment is the author's own.
        if row.skipped || row.broken || divider == '\t' {
            out.push_str(text.get(row.bytes.clone())?);
            continue;
        }
        let end = row.cells.len().saturating_sub(1);
        let said = row.cells.iter().rposition(|cell| !raw(&cell.whole).is_empty()).unwrap_or(0);
        for (n, cell) in row.cells.iter().enumerate() {
            let cell = raw(&cell.whole);
            out.push_str(cell);
            if n < end {
                out.push(divider);
                // Nothing is aligned at the end of a row.
                if n >= said {
                    continue;
                }
                let wide = widths.get(n).copied().unwrap_or(0).saturating_sub(cell.chars().count());
                out.push_str(&" ".repeat(wide));
            }
        }
    }
    out.push_str(text.get(last..)?);
    let same = crate::source::sheet::cells(text) == crate::source::sheet::cells(&out);
    same.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_comments_stay_and_blanks_are_put_right() {
        let text = "{\"a\":[1,2 ,{\"b\":{ }}], // why\n\n\n      /* here */ \"c\" : [\n{\"d\":null}\n , {\"e\": \"//\"} ]\n}";
        let laid =
            "{ \"a\": [1, 2, { \"b\": {} }], // why\n\n  /* here */ \"c\": [\n    { \"d\": null },\n    { \"e\": \"//\" }]\n}\n";
        assert_eq!(json(text, "  ").unwrap(), laid);
        assert_eq!(json(laid, "  ").unwrap(), laid, "what is laid out stays");
        assert_eq!(json(&text.replace('\n', "\r\n"), "  ").unwrap(), laid.replace('\n', "\r\n"));
    }

    #[test]
    fn a_line_that_is_far_too_long_is_broken() {
        let row = format!("[{}]", ["{ \"id\": \"a-long-name\" }"; 10].join(","));
        let laid = json(&row, "  ").unwrap();
        assert_eq!(laid.lines().count(), 12);
        assert!(laid.starts_with("[\n  { \"id\": \"a-long-name\" },\n"), "{laid}");
        assert_eq!(json(&laid, "  ").unwrap(), laid);
    }

    #[test]
    fn what_is_not_right_is_left_alone() {
        let apart = ["{\"a\":1}{\"b\":2}", "{\"a\":1 \"b\":2}", "{\"a\" 1}", "[1 2]", "{\"a\":1,\"a\":2}", "[}", "{,}"];
        let empty = ["", "\n\n", "// only a comment\n"];
        let broken = ["{\"a\": \"b}", "{", "]", "{}}", "/* x", &"[".repeat(1000)];
        for text in apart.into_iter().chain(empty).chain(broken) {
            assert_eq!(json(text, "  "), None, "{text}");
        }
        let minified = format!("[{}]", vec!["[1,2,3]"; 50_000].join(","));
        assert!(json(&minified, "  ").is_some());
    }

    #[test]
    fn columns_are_aligned_and_say_the_same() {
        let text = "sep=,\nid,name,x\n# a comment,,\nb-1,\"a, b\",1\nlonger-one,,\r\n\n";
        let laid = "sep=,\nid,        name,  x\n# a comment,,\nb-1,       \"a, b\",1\nlonger-one,,\r\n\n";
        assert_eq!(sheet(text).unwrap(), laid);
        assert_eq!(sheet(laid).unwrap(), laid);
        assert_eq!(sheet("a\tb\nlong\tc\n").unwrap(), "a\tb\nlong\tc\n");
        assert_eq!(sheet("a;b\n1,5;c\n").unwrap(), "a;  b\n1,5;c\n");
    }
}
