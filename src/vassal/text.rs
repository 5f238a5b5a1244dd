//! How VASSAL writes lists down, and hides saves.

use std::collections::BTreeMap;

/// The items of a sequence: a divider ends an item unless a backslash stands before it; quotes around an item are taken off.
pub(crate) fn split(text: &str, divider: char) -> Vec<String> {
    Items { rest: Some(text), divider }.collect()
}

/// The first items of a sequence.
pub(crate) fn split_at_most(text: &str, divider: char, most: usize) -> Vec<String> {
    Items { rest: Some(text), divider }.take(most).collect()
}

/// A sequence of two items of which the second is such a sequence again, and so on: the first of each, from the outside
/// in, and whether anything is inside. Each level puts a backslash before every divider of those within it; they are
/// counted once, so that many levels do not read the same text many times.
pub(crate) struct Levels<'t> {
    text: &'t str,
    /// Dividers by how many backslashes stand before them, from the last to the first.
    dividers: BTreeMap<usize, Vec<usize>>,
    /// What is left, unless all was read.
    rest: Option<(usize, usize)>,
    level: usize,
    divider: char,
}

impl<'t> Levels<'t> {
    pub(crate) fn new(text: &'t str, divider: char) -> Levels<'t> {
        let mut dividers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut from = 0;
        for (at, _) in text.match_indices(divider) {
            let before = text.get(from..at).unwrap_or_default();
            let escapes = before.len() - before.trim_end_matches('\\').len();
            dividers.entry(escapes).or_default().push(at);
            from = at + divider.len_utf8();
        }
        dividers.values_mut().for_each(|all| all.reverse());
        Levels { text, dividers, rest: Some((0, text.len())), level: 0, divider }
    }

    /// The next divider of this level, from there on and before the end.
    fn divider(&mut self, from: usize, end: usize) -> Option<usize> {
        let all = self.dividers.get_mut(&self.level)?;
        while all.last().is_some_and(|at| *at < from) {
            all.pop();
        }
        all.last().copied().filter(|at| *at < end)
    }

    /// A part of the text as this level and those around it leave it.
    fn item(&self, from: usize, end: usize) -> String {
        let text = self.text.get(from..end).unwrap_or_default();
        let mut item = String::with_capacity(text.len());
        let mut pieces = text.split(self.divider).peekable();
        while let Some(piece) = pieces.next() {
            if pieces.peek().is_none() {
                item.push_str(piece);
                break;
            }
            // One for each level.
            let kept = (0..=self.level).try_fold(piece, |piece, _| piece.strip_suffix('\\')).unwrap_or(piece);
            item.push_str(kept);
            item.push(self.divider);
        }
        item
    }
}

impl Iterator for Levels<'_> {
    type Item = (String, bool);

    fn next(&mut self) -> Option<(String, bool)> {
        let (from, end) = self.rest.take()?;
        let Some(at) = self.divider(from, end) else { return Some((unquoted(self.item(from, end)), false)) };
        let outer = unquoted(self.item(from, at - self.level));
        // What follows is one item; another divider of this level ends it.
        let mut inner = (at + self.divider.len_utf8(), end);
        if let Some(next) = self.divider(inner.0, end) {
            inner.1 = next - self.level;
        }
        let quoted = self.text.get(inner.0..inner.1).is_some_and(|t| t.len() > 1 && t.starts_with('\'') && t.ends_with('\''));
        self.rest = Some(if quoted { (inner.0 + 1, inner.1 - 1) } else { inner });
        self.level += 1;
        Some((outer, true))
    }
}

/// One item of a sequence. Only the divider is escaped; a backslash at the end would swallow it, so nobody may write one.
fn item(text: &str, divider: char) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == divider {
            out.push('\\');
        }
        out.push(c);
    }
    let quoted = text.starts_with('\\') || (text.len() > 1 && text.starts_with('\'') && text.ends_with('\''));
    if quoted { format!("'{out}'") } else { out }
}

/// Items with a divider between them.
pub(crate) fn sequence<T: AsRef<str>>(items: impl IntoIterator<Item = T>, divider: char) -> String {
    let items: Vec<String> = items.into_iter().map(|text| item(text.as_ref(), divider)).collect();
    items.join(&divider.to_string())
}

struct Items<'t> {
    rest: Option<&'t str>,
    divider: char,
}

impl Iterator for Items<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let text = self.rest.take()?;
        let mut item = String::new();
        let mut from = 0;
        for (at, _) in text.match_indices(self.divider) {
            let before = text.get(from..at).unwrap_or_default();
            // The backslash may stand at the very beginning of the item, but never in the one before.
            if let Some(kept) = before.strip_suffix('\\') {
                item.push_str(kept);
                item.push(self.divider);
                from = at + self.divider.len_utf8();
                continue;
            }
            item.push_str(before);
            self.rest = text.get(at + self.divider.len_utf8()..);
            return Some(unquoted(item));
        }
        item.push_str(text.get(from..).unwrap_or_default());
        Some(unquoted(item))
    }
}

fn unquoted(item: String) -> String {
    let inside = item.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    inside.map(ToOwned::to_owned).unwrap_or(item)
}

/// The fields of a trait or a component, each with what counts if it is missing.
pub(crate) struct Fields(std::vec::IntoIter<String>);

impl Fields {
    pub(crate) fn new(text: &str, divider: char) -> Fields {
        Fields(split(text, divider).into_iter())
    }

    /// The next field; empty if it is missing.
    pub(crate) fn text(&mut self) -> String {
        self.0.next().unwrap_or_default()
    }

    /// The next field, if it is there.
    pub(crate) fn some(&mut self) -> Option<String> {
        self.0.next()
    }

    pub(crate) fn skip(&mut self, count: usize) -> &mut Fields {
        for _ in 0..count {
            self.0.next();
        }
        self
    }

    pub(crate) fn number(&mut self) -> Option<i64> {
        self.0.next().and_then(|text| text.trim().parse().ok())
    }

    pub(crate) fn list(&mut self) -> Vec<String> {
        match self.0.next() {
            Some(text) if !text.is_empty() => split(&text, ','),
            _ => Vec::new(),
        }
    }

    pub(crate) fn rest(self) -> Vec<String> {
        self.0.collect()
    }
}

/// `{Step_Level==2?3:(4)}`: the layer, and a value for each level; level 0 stands for all others.
pub(crate) fn levels(expression: &str) -> Option<(String, BTreeMap<i64, String>)> {
    let mut rest = expression.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let mut layer = String::new();
    let mut values = BTreeMap::new();
    loop {
        while let Some(inside) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            rest = inside.trim();
        }
        let Some((test, choice)) = rest.split_once('?') else { break };
        let (left, right) = test.split_once("==")?;
        let (left, right) = (left.trim(), right.trim());
        let name = left.strip_suffix("_Level")?;
        if !layer.is_empty() && layer != name {
            return None;
        }
        name.clone_into(&mut layer);
        let (yes, no) = choice.split_once(':')?;
        values.entry(right.parse().ok()?).or_insert(constant(yes)?);
        rest = no.trim();
        if values.len() > 64 {
            return None;
        }
    }
    values.insert(0, constant(rest)?);
    (!layer.is_empty()).then_some((layer, values))
}

fn constant(text: &str) -> Option<String> {
    let text = text.trim();
    if text.parse::<i64>().is_ok() {
        return Some(text.to_owned());
    }
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|text| !text.contains('"')).map(ToOwned::to_owned)
}

/// How a save begins that pywargame 0.8 writes: then the key, and each byte behind it. VASSAL 3.7 does not open it.
pub(crate) const PYWARGAME: &[u8] = b"VOBS";

/// What a save says: plain, or behind its key. Damaged digits end it; whether that was so is told.
pub(crate) fn revealed(bytes: &[u8]) -> (String, bool) {
    if let Some([key, hidden @ ..]) = bytes.strip_prefix(PYWARGAME) {
        let plain: Vec<u8> = hidden.iter().map(|byte| byte ^ key).collect();
        // It writes letters up to ÿ as one byte.
        let latin = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
        return (String::from_utf8(plain).unwrap_or_else(|why| latin(why.into_bytes())), false);
    }
    let Some(hidden) = bytes.strip_prefix(b"!VCSK") else {
        return (String::from_utf8_lossy(bytes).into_owned(), false);
    };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut pairs = hidden.chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        // An old writer ends the file with a line end.
        _ => None,
    });
    let Some(Some(key)) = pairs.next() else { return (String::new(), true) };
    let mut plain = Vec::with_capacity(hidden.len() / 2);
    let mut broken = false;
    for pair in pairs {
        match pair {
            Some(byte) => plain.push(byte ^ key),
            None => {
                let rest = hidden.get((plain.len() + 1) * 2..).unwrap_or_default();
                broken = !rest.iter().all(u8::is_ascii_whitespace);
                break;
            }
        }
    }
    (String::from_utf8_lossy(&plain).into_owned(), broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_divider_after_a_backslash_belongs_to_its_item() {
        assert_eq!(split("a\\,b,,c\\d", ','), ["a,b", "", "c\\d"]);
        assert_eq!(split("'\\x';''y''", ';'), ["\\x", "'y'"]);
        assert_eq!(split("", ','), [""]);
        assert_eq!(split("a,", ','), ["a", ""]);
        // An inner level keeps one backslash less.
        assert_eq!(split("x\ta\\\tb\\\\\tc", '\t'), ["x", "a\tb\\\tc"]);
    }

    /// Level by level, each read from what the one around it leaves.
    fn slow(text: &str) -> Vec<(String, bool)> {
        let mut items = Items { rest: Some(text), divider: '\t' };
        let first = items.next().unwrap_or_default();
        match items.next() {
            None => vec![(first, false)],
            Some(inner) => std::iter::once((first, true)).chain(slow(&inner)).collect(),
        }
    }

    #[test]
    fn levels_are_those_of_one_sequence_within_another() {
        let letters = ["\t", "\\\t", "\\\\\t", "\\\\\\\t", "a", "'", "\\", ""];
        let mut seed = 7u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..9 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += letters.get(usize::try_from(seed >> 61).unwrap()).unwrap();
            }
            assert_eq!(Levels::new(&text, '\t').collect::<Vec<_>>(), slow(&text), "{text:?}");
        }
    }

    #[test]
    fn a_save_is_read_plain_or_behind_its_key() {
        assert_eq!(revealed(b"begin_save"), ("begin_save".to_owned(), false));
        // The key 0x10: `b` is 0x62, so it stands as 72.
        assert_eq!(revealed(b"!VCSK107275"), ("be".to_owned(), false));
        assert_eq!(revealed(b"!VCSK107275\n"), ("be".to_owned(), false));
        assert_eq!(revealed(b"!VCSK1072x5"), ("b".to_owned(), true));
        assert_eq!(revealed(b"!VCSK10727"), ("b".to_owned(), true));
        assert_eq!(revealed(b"!VCSK"), (String::new(), true));
        assert_eq!(revealed(b"VOBS\x10re"), ("bu".to_owned(), false));
        assert_eq!(revealed(b"VOBS\x00b\xfc"), ("bü".to_owned(), false));
        assert_eq!(revealed(b"VOBS"), ("VOBS".to_owned(), false));
    }
}
