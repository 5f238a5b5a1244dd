//! A component of VASSAL's build file, as an author copies it: elements, attributes and text, nothing else.

use crate::model::Component;
use crate::source::limits;

/// Why a text is no component, and the bytes that say so.
pub(super) struct Unread {
    pub(super) at: std::ops::Range<usize>,
    pub(super) why: String,
}

/// Reads one element with everything in it.
pub(super) fn component(text: &str) -> Result<Component, Unread> {
    let mut cursor = Cursor { text, at: 0 };
    let mut open: Vec<(Component, usize)> = Vec::new();
    let mut whole: Option<Component> = None;
    loop {
        let start = cursor.at;
        let words = cursor.until("<");
        match open.last_mut() {
            Some((part, _)) => part.text.push_str(plain(words, start)?.replace("\r\n", "\n").replace('\r', "\n").trim()),
            None if words.trim().is_empty() => {}
            None => {
                let from = start + words.len() - words.trim_start().len();
                return Err(Unread {
                    at: from..start + words.trim_end().len(),
                    why: "there is text outside of the element".to_owned(),
                });
            }
        }
        if cursor.rest().is_empty() {
            break;
        }
        let start = cursor.at;
        if cursor.take("<!--") {
            cursor.until("-->");
            if !cursor.take("-->") {
                return Err(Unread { at: start..start + 4, why: "this comment never ends".to_owned() });
            }
            continue;
        }
        if cursor.rest().starts_with("<!") || cursor.rest().starts_with("<?") {
            let why = "it may have only elements, attributes and text".to_owned();
            return Err(Unread { at: start..start + 2, why });
        }
        let done = if cursor.take("</") {
            let name = cursor.name();
            cursor.blanks();
            let ends = cursor.take(">");
            match open.pop() {
                Some((part, _)) if ends && part.name == name => Some(part),
                Some((part, _)) => {
                    let why = format!("expected `</{}>` here", part.name);
                    return Err(Unread { at: start..cursor.at, why });
                }
                None => return Err(Unread { at: start..cursor.at, why: "this ends what has not begun".to_owned() }),
            }
        } else {
            let (part, empty) = cursor.element()?;
            if whole.is_some() && open.is_empty() {
                return Err(Unread { at: start..cursor.at, why: "it must be one element, and here begins another".to_owned() });
            }
            if open.len() >= limits::DEPTH {
                let why = format!("it is nested more than {} levels deep", limits::DEPTH);
                return Err(Unread { at: start..cursor.at, why });
            }
            if empty {
                Some(part)
            } else {
                open.push((part, start));
                None
            }
        };
        if let Some(part) = done {
            match open.last_mut() {
                Some((above, _)) => above.parts.push(part),
                None => whole = Some(part),
            }
        }
    }
    match (open.pop(), whole) {
        (Some((part, start)), _) => {
            Err(Unread { at: start..start + part.name.len() + 1, why: "this element never ends".to_owned() })
        }
        (None, None) => Err(Unread { at: 0..text.len(), why: "there is no element".to_owned() }),
        (None, Some(part)) => Ok(part),
    }
}

/// A text that is read from its beginning.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes this if it stands here.
    fn take(&mut self, what: &str) -> bool {
        let here = self.rest().starts_with(what);
        self.at += if here { what.len() } else { 0 };
        here
    }

    /// Everything before this, or everything.
    fn until(&mut self, what: &str) -> &'t str {
        let rest = self.rest();
        let found = rest.find(what).and_then(|end| rest.get(..end)).unwrap_or(rest);
        self.at += found.len();
        found
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The name that stands here; empty if none does.
    fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let first = |c: char| c.is_alphabetic() || matches!(c, '_' | ':');
        let later = |c: char| first(c) || c.is_numeric() || matches!(c, '.' | '-');
        let long = match rest.chars().next() {
            Some(c) if first(c) => rest.find(|c| !later(c)).unwrap_or(rest.len()),
            _ => 0,
        };
        self.at += long;
        rest.get(..long).unwrap_or_default()
    }

    /// The beginning of an element, and whether it is its end too.
    fn element(&mut self) -> Result<(Component, bool), Unread> {
        let start = self.at;
        self.take("<");
        let name = self.name();
        if name.is_empty() {
            return Err(Unread { at: start..start + 1, why: "expected the name of an element after `<`".to_owned() });
        }
        let mut part = Component { name: name.to_owned(), ..Component::default() };
        loop {
            let gap = self.at;
            self.blanks();
            if self.take("/>") {
                return Ok((part, true));
            }
            if self.take(">") {
                return Ok((part, false));
            }
            let from = self.at;
            let key = self.name();
            if key.is_empty() || gap == from {
                let long = self.rest().chars().next().map_or(0, char::len_utf8);
                let why = match long {
                    0 => format!("`<{name}` never ends"),
                    _ => "expected an attribute, `/>` or `>` here".to_owned(),
                };
                let at = if long == 0 { start..start + 1 + name.len() } else { from..from + long };
                return Err(Unread { at, why });
            }
            if part.attributes.iter().any(|(other, _)| other == key) {
                return Err(Unread { at: from..self.at, why: format!("`{key}` stands twice in one element") });
            }
            self.blanks();
            let is = self.take("=");
            self.blanks();
            let quote = ["\"", "'"].into_iter().find(|quote| is && self.take(quote));
            let Some(quote) = quote else {
                return Err(Unread { at: from..from + key.len(), why: format!("`{key}` has no value in quotes") });
            };
            let begin = self.at;
            let value = self.until(quote);
            if !self.take(quote) {
                return Err(Unread { at: from..from + key.len(), why: format!("the value of `{key}` never ends") });
            }
            part.attributes.push((key.to_owned(), plain(value, begin)?));
        }
    }
}

/// A text with the signs that its entities stand for.
fn plain(text: &str, begin: usize) -> Result<String, Unread> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let at = begin + (text.len() - from.len());
        let end = from.find(';').filter(|end| *end <= 12);
        let name = end.and_then(|end| from.get(1..end));
        let sign = match name {
            Some("lt") => Some('<'),
            Some("gt") => Some('>'),
            Some("amp") => Some('&'),
            Some("quot") => Some('"'),
            Some("apos") => Some('\''),
            Some(name) => name.strip_prefix('#').and_then(|number| match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok().and_then(char::from_u32),
                None => number.parse().ok().and_then(char::from_u32),
            }),
            None => None,
        };
        let (Some(sign), Some(end)) = (sign, end) else {
            let long = end.map_or(1, |end| end + 1);
            let why = match end {
                Some(_) => format!("`{}` stands for no sign", from.get(..long).unwrap_or("&")),
                None => "a single `&` is written `&amp;`".to_owned(),
            };
            return Err(Unread { at: at..at + long, why });
        };
        out.push(sign);
        rest = from.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_element_with_everything_in_it() {
        let read = |text| component(text).unwrap_or_else(|unread| panic!("{}", unread.why));
        let it = read(" <a.B x=\"1 &lt; 2\" y='&#65;&#x42;'>\n <!-- <c> --> some <c/> words &amp; more \r\n</a.B> ");
        assert_eq!((it.name.as_str(), it.text.as_str()), ("a.B", "somewords & more"));
        assert_eq!(it.attributes, [("x".to_owned(), "1 < 2".to_owned()), ("y".to_owned(), "AB".to_owned())]);
        assert_eq!(it.parts, [Component { name: "c".to_owned(), ..Component::default() }]);
        let deep = |n: usize| format!("{}{}", "<a>".repeat(n), "</a>".repeat(n));
        assert!(component(&deep(limits::DEPTH)).is_ok() && component(&deep(limits::DEPTH + 1)).is_err());
    }

    #[test]
    fn what_is_none_is_refused_at_its_place() {
        for (text, bytes, why) in [
            ("", "", "there is no element"),
            ("words", "words", "there is text outside of the element"),
            ("<a><b></a>", "</a>", "expected `</b>` here"),
            ("<a>", "<a", "this element never ends"),
            ("</a>", "</a>", "this ends what has not begun"),
            ("<a/><b/>", "<b/>", "it must be one element, and here begins another"),
            ("<a b/>", "b", "`b` has no value in quotes"),
            ("<a b=\"1\" b=\"2\"/>", "b", "`b` stands twice in one element"),
            ("<a b=\"1\"c=\"2\"/>", "c", "expected an attribute, `/>` or `>` here"),
            ("<a b=\"1/>", "b", "the value of `b` never ends"),
            ("<a b=\"x & y\"/>", "&", "a single `&` is written `&amp;`"),
            ("<a>&uuml;</a>", "&uuml;", "`&uuml;` stands for no sign"),
            ("<a", "<a", "`<a` never ends"),
            ("< a/>", "<", "expected the name of an element after `<`"),
            ("<?xml version=\"1.0\"?><a/>", "<?", "it may have only elements, attributes and text"),
            ("<a><!-- </a>", "<!--", "this comment never ends"),
            ("<a>ä\u{301}&", "&", "a single `&` is written `&amp;`"),
        ] {
            let Err(unread) = component(text) else { panic!("{text}") };
            assert_eq!((text.get(unread.at), unread.why.as_str()), (Some(bytes), why), "{text}");
        }
    }
}
