//! How VASSAL writes lists down, and hides saves.

/// The items of a sequence: a divider ends an item unless a backslash stands before it; quotes around an item are taken off.
pub(super) fn split(text: &str, divider: char) -> Vec<String> {
    Items { rest: Some(text), divider }.collect()
}

/// The first item of a sequence and what follows it, still written as a sequence.
pub(super) fn head(text: &str, divider: char) -> (String, Option<&str>) {
    let mut items = Items { rest: Some(text), divider };
    let first = items.next().unwrap_or_default();
    (first, items.rest)
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
pub(super) struct Fields(std::vec::IntoIter<String>);

impl Fields {
    pub(super) fn new(text: &str, divider: char) -> Fields {
        Fields(split(text, divider).into_iter())
    }

    /// The next field; empty if it is missing.
    pub(super) fn text(&mut self) -> String {
        self.0.next().unwrap_or_default()
    }

    /// The next field, if it is there.
    pub(super) fn some(&mut self) -> Option<String> {
        self.0.next()
    }

    pub(super) fn skip(&mut self, count: usize) -> &mut Fields {
        for _ in 0..count {
            self.0.next();
        }
        self
    }

    pub(super) fn number(&mut self) -> Option<i64> {
        self.0.next().and_then(|text| text.trim().parse().ok())
    }

    pub(super) fn list(&mut self) -> Vec<String> {
        match self.0.next() {
            Some(text) if !text.is_empty() => split(&text, ','),
            _ => Vec::new(),
        }
    }

    pub(super) fn rest(self) -> Vec<String> {
        self.0.collect()
    }
}

/// What a save says: plain, or behind its key. Damaged digits end it; whether that was so is told.
pub(super) fn revealed(bytes: &[u8]) -> (String, bool) {
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
        assert_eq!(head("x\ty\\\tz", '\t'), ("x".to_owned(), Some("y\\\tz")));
        assert_eq!(head("x", '\t'), ("x".to_owned(), None));
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
    }
}
