//! Small words that every format shares: counts, wrapped lines, text that cannot harm a terminal.

use std::borrow::Cow;

use crate::diag::Diag;

/// So many scenarios are named beside a message.
const MOST_SCENARIOS: usize = 8;

/// `1 error`, `2 errors`, `2 hexes`.
pub(super) fn count(n: usize, what: &str) -> String {
    let ending = match n {
        1 => "",
        _ if what.ends_with('x') => "es",
        _ => "s",
    };
    format!("{n} {what}{ending}")
}

/// The message, with the number of the printed rule and the scenarios that it does not name itself.
pub(super) fn message(diag: &Diag) -> String {
    let message = harmless(&diag.message);
    let rule = diag.printed_rule.iter().map(|rule| format!("rule {}", harmless(rule)));
    let unnamed: Vec<String> = diag.subject.scenarios.iter().map(|s| format!("`{}`", harmless(s))).collect();
    let named = unnamed.iter().all(|s| message.contains(s.as_str()));
    let scenarios = match unnamed.as_slice() {
        _ if named => None,
        [one] => Some(format!("scenario {one}")),
        several if several.len() > MOST_SCENARIOS => {
            Some(format!("scenarios {} and more", several.get(..MOST_SCENARIOS).unwrap_or(&[]).join(", ")))
        }
        several => Some(format!("scenarios {}", several.join(", "))),
    };
    let added: Vec<String> = rule.chain(scenarios).collect();
    if added.is_empty() { message.into_owned() } else { format!("{message} ({})", added.join("; ")) }
}

/// Text of several lines for a terminal: what it would obey is shown, but lines and tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    let safe = |c: char| matches!(c, '\n' | '\t') || shown(c) == c;
    if text.chars().all(safe) {
        return Cow::Borrowed(text);
    }
    // The end of a line as some systems write it is one.
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.chars().map(|c| if matches!(c, '\n' | '\t') { c } else { shown(c) }).collect())
}

/// JSON as it was, with escapes for what a terminal would obey: outside of texts there is nothing of the kind.
pub fn escaped(json: &str) -> Cow<'_, str> {
    let harmful = |c: char| c > '~' && shown(c) != c;
    if !json.contains(harmful) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        if harmful(c) {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Control characters and marks that turn the direction of writing are shown, not obeyed; nor is anything invisible left
/// that makes one name look like another.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| shown(c) != c) { Cow::Owned(text.chars().map(shown).collect()) } else { Cow::Borrowed(text) }
}

/// What is printed for a character.
pub(super) fn shown(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => '\u{fffd}',
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => '\u{fffd}',
        // Letters that nobody sees; flags of emoji are made with them, names of units are not.
        '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
        c => c,
    }
}

/// How many columns a character takes, nearly: enough to wrap and to cut by.
pub(super) fn width(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036f | 0x200b..=0x200d | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f680..=0x1f6ff
        | 0x1f900..=0x1faff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Breaks one paragraph into lines of at most `room` columns, at blanks; a word that is wider stays whole if it
/// can be read so, and is cut if it is absurd.
pub fn fill(text: &str, room: usize) -> Vec<String> {
    let room = room.max(16);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut word = word;
        let mut wide = columns(word);
        if used > 0 && used + 1 + wide > room {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        while wide > 2 * room {
            let (head, rest) = word.split_at(cut_at(word, room));
            wide -= columns(head);
            lines.push(head.to_owned());
            word = rest;
        }
        line.push_str(word);
        used += wide;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// The byte before which at most `room` columns stand, and at least one character.
fn cut_at(word: &str, room: usize) -> usize {
    let mut used = 0;
    for (at, c) in word.char_indices() {
        used += width(c);
        if used > room && at > 0 {
            return at;
        }
    }
    word.len()
}

/// Shortens what is quoted in a single line.
pub(super) fn clipped(text: &str, most: usize) -> String {
    let cut = cut_at(text, most);
    if cut < text.len() { format!("{}…", text.get(..cut).unwrap_or("")) } else { text.to_owned() }
}

/// A path as a part of an address: what is not plain there is written by its bytes. Before a colon stands the letter of
/// a drive, or it is not plain.
pub fn address(path: &str, drive: bool) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) || byte == b':' && drive {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
