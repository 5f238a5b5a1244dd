//! The build file of a module: a tree of components, each with a class, attributes and text.

use std::collections::BTreeSet;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// Levels of nesting; real modules have about fifteen.
const DEPTH: usize = 100;
/// Components; the largest modules have some ten thousand.
const PARTS: usize = 2_000_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Component {
    pub(super) class: String,
    pub(super) attributes: Vec<(String, String)>,
    pub(super) parts: Vec<Component>,
    /// Its text, without blanks around it.
    pub(super) text: String,
}

impl Component {
    /// An attribute; empty if it is not there.
    pub(super) fn get(&self, name: &str) -> &str {
        self.some(name).unwrap_or_default()
    }

    pub(super) fn some(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn yes(&self, name: &str) -> bool {
        self.get(name) == "true"
    }

    /// A whole number; VASSAL throws away a component whose number is none, we take what it means.
    pub(super) fn whole(&self, name: &str, otherwise: i64) -> i64 {
        let text = self.get(name).trim();
        text.parse().ok().or_else(|| text.parse::<f64>().ok().and_then(near)).unwrap_or(otherwise)
    }

    pub(super) fn number(&self, name: &str, otherwise: f64) -> f64 {
        self.get(name).trim().parse().ok().filter(|n: &f64| n.is_finite() && n.abs() < 1e6).unwrap_or(otherwise)
    }

    /// The attribute that a slot or setup of a kept tree has: what it became.
    pub(super) const LINK: &'static str = crate::model::Vassal::LINK;

    /// Gives each slot and setup a number; the first is 0.
    pub(super) fn count(&mut self) {
        let mut next = 0;
        self.counted(&mut next);
    }

    fn counted(&mut self, next: &mut usize) {
        self.attributes.retain(|(name, _)| !name.starts_with(Self::LINK));
        if matches!(self.kind(), "PieceSlot" | "CardSlot" | "PredefinedSetup") {
            self.attributes.push((Self::LINK.to_owned(), next.to_string()));
            *next += 1;
        }
        self.parts.iter_mut().for_each(|part| part.counted(next));
    }

    /// Its number, if it has one.
    pub(super) fn counted_as(&self) -> Option<usize> {
        self.some(Self::LINK)?.parse().ok()
    }

    /// The whole tree as text, an element a line.
    pub(super) fn written(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn write(&self, out: &mut String, depth: usize) {
        let pad = |out: &mut String| out.extend(std::iter::repeat_n(' ', depth));
        pad(out);
        out.push('<');
        out.push_str(&self.class);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escaped(value, true, out);
            out.push('"');
        }
        if self.parts.is_empty() && self.text.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push('>');
        escaped(&self.text, false, out);
        if !self.parts.is_empty() {
            out.push('\n');
            self.parts.iter().for_each(|part| part.write(out, depth + 1));
            pad(out);
        }
        out.push_str("</");
        out.push_str(&self.class);
        out.push_str(">\n");
    }

    /// Hears all its attributes and texts, and those inside.
    pub(super) fn each_text(&self, hear: &mut impl FnMut(&str)) {
        self.attributes.iter().for_each(|(_, value)| hear(value));
        hear(&self.text);
        self.parts.iter().for_each(|part| part.each_text(hear));
    }

    /// Whether all its names are such as XML has; a reader may be less strict than the one that reads what is kept.
    pub(super) fn is_named_well(&self) -> bool {
        let first = |c: char| c.is_alphabetic() || matches!(c, '_' | ':');
        let later = |c: char| first(c) || c.is_numeric() || matches!(c, '.' | '-');
        let well = |name: &str| name.starts_with(first) && name.chars().all(later);
        well(&self.class) && self.attributes.iter().all(|(name, _)| well(name)) && self.parts.iter().all(Component::is_named_well)
    }

    /// How deep it is nested.
    pub(super) fn depth(&self) -> usize {
        1 + self.parts.iter().map(Component::depth).max().unwrap_or(0)
    }

    /// The last word of its class: `Board` of `VASSAL.build.module.map.boardPicker.Board`.
    pub(super) fn kind(&self) -> &str {
        self.class.rsplit(['.', '$']).next().unwrap_or_default()
    }

    /// Whether VASSAL itself has that class.
    pub(super) fn ours(&self) -> bool {
        self.class.starts_with("VASSAL.") || !self.class.contains('.')
    }

    /// What people call it.
    pub(super) fn name(&self) -> &str {
        let names = ["name", "mapName", "entryName", "chartName", "title", "deckName"];
        names.iter().map(|name| self.get(name)).find(|name| !name.is_empty()).unwrap_or_default()
    }
}

/// Text as XML holds it. A reader turns line ends and tabs of attributes into blanks unless they are written as numbers.
fn escaped(text: &str, attribute: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\n' if attribute => out.push_str("&#10;"),
            '\t' if attribute => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
}

fn near(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "bounded here")]
    (value.abs() < 1e9).then(|| value.round() as i64)
}

/// Reads a build file; why it is none otherwise.
pub(super) fn read(bytes: &[u8]) -> Result<Component, String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = |before: usize| bytes.iter().take(before).filter(|byte| **byte == b'\n').count() + 1;
    // VASSAL refuses it too.
    let text = std::str::from_utf8(bytes)
        .map_err(|why| format!("it is damaged: line {}: these bytes are no letters", lines(why.valid_up_to())))?;
    // Nor are these letters of XML, and VASSAL does not open what has one.
    let strange = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{7f}');
    if let Some(at) = text.find(strange) {
        return Err(format!("it is damaged: line {}: a sign stands there that no text has", lines(at)));
    }
    let mut reader = Reader::from_str(text);
    let mut whole: Option<Component> = None;
    let mut open: Vec<Component> = Vec::new();
    let mut count = 0;
    loop {
        let event = reader.read_event();
        let position = |at: u64| lines(usize::try_from(at).unwrap_or(usize::MAX).min(text.len()));
        let event = event.map_err(|why| format!("it is damaged: line {}: {why}", position(reader.error_position())))?;
        // Lines are counted where something is wrong, and only there.
        let at = reader.buffer_position();
        let damaged = |what: String| format!("it is damaged: line {}: {what}", position(at));
        let more = || match &event {
            Event::Start(_) | Event::Empty(_) => true,
            Event::Text(inside) => !inside.xml10_content().trim().is_empty(),
            _ => false,
        };
        if whole.is_some() && more() {
            return Err(damaged("something follows its end".to_owned()));
        }
        let closed = match &event {
            Event::Start(start) => {
                open.push(part(start).map_err(damaged)?);
                None
            }
            Event::Empty(start) => Some(part(start).map_err(damaged)?),
            Event::End(_) => open.pop(),
            Event::Text(inside) => {
                if let Some(part) = open.last_mut() {
                    part.text.push_str(&inside.xml10_content());
                }
                None
            }
            Event::CData(inside) => {
                if let Some(part) = open.last_mut() {
                    part.text.push_str(inside);
                }
                None
            }
            Event::GeneralRef(name) => {
                if let Some(part) = open.last_mut() {
                    part.text.push_str(&entity(name).map_err(damaged)?);
                }
                None
            }
            Event::DocType(_) => return Err("it has a DOCTYPE, which no build file has".to_owned()),
            Event::Eof if count == 0 => return Err("it has no XML in it".to_owned()),
            Event::Eof => return whole.ok_or_else(|| "it is damaged: it ends in the middle".to_owned()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
        };
        if open.len() > DEPTH {
            return Err(format!("it is nested deeper than {DEPTH} levels"));
        }
        if matches!(event, Event::Start(_) | Event::Empty(_)) {
            count += 1;
            if count > PARTS {
                return Err(format!("it has more than {PARTS} components"));
            }
        }
        if let Some(mut part) = closed {
            let trimmed = part.text.trim();
            if trimmed.len() < part.text.len() {
                part.text = trimmed.to_owned();
            }
            match open.last_mut() {
                Some(above) => above.parts.push(part),
                None => whole = Some(part),
            }
        }
    }
}

/// A letter by its name or number. Entities of its own no build file has.
fn entity(name: &str) -> Result<String, String> {
    let unknown = || format!("`&{};` stands for nothing", name.chars().take(40).collect::<String>());
    unescape(&format!("&{name};")).map(|text| text.into_owned()).map_err(|_| unknown())
}

fn part(start: &BytesStart<'_>) -> Result<Component, String> {
    let class = start.name().0.to_owned();
    let mut written = start.attributes();
    let mut attributes = Vec::new();
    let mut names = BTreeSet::new();
    for attribute in written.with_checks(false) {
        let attribute = attribute.map_err(|_| format!("an attribute of `{class}` is no whole one"))?;
        // A line end that is not written as a number is a blank, as for every reader of XML.
        let blank = |text: &str| text.replace("\r\n", " ").replace(['\n', '\t', '\r'], " ");
        let value = blank(&attribute.value);
        let key = attribute.key.0.to_owned();
        if value.contains('<') {
            return Err(format!("the attribute `{key}` of `{class}` has a `<` in it"));
        }
        let value =
            unescape(&value).map_err(|_| format!("the attribute `{key}` of `{class}` has a `&` that stands for nothing"))?;
        if !names.insert(key.clone()) {
            return Err(format!("`{class}` has the attribute `{key}` twice"));
        }
        attributes.push((key, value.into_owned()));
    }
    Ok(Component { class, attributes, ..Component::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_read_with_its_texts() {
        let tree =
            read(b"<?xml version=\"1.0\"?>\n<a.B name=\"x &amp; y&#9;z\"><c>+/null/q;&lt;1&gt;\t2 </c><d x='60.5'/></a.B>")
                .unwrap();
        assert_eq!((tree.kind(), tree.name()), ("B", "x & y\tz"));
        assert_eq!(tree.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>(), ["+/null/q;<1>\t2", ""]);
        assert_eq!(tree.parts.last().unwrap().whole("x", 0), 61);
        // Only what is written as a number is a line end of an attribute.
        assert_eq!(read(b"<a x='1\r\n2\n3&#10;4'/>").unwrap().get("x"), "1 2 3\n4");
    }

    #[test]
    fn what_is_no_build_file_is_refused() {
        assert!(read(b"<a><b></a>").unwrap_err().contains("line 1"));
        assert!(read(b"").is_err());
        assert!(read(b"<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>").unwrap_err().contains("DOCTYPE"));
        assert!(read("<a>".repeat(200).as_bytes()).unwrap_err().contains("deeper"));
        // Damage that leaves a tree all the same.
        assert_eq!(read(b"<a>\n<b x=\"1\" y=2/></a>").unwrap_err(), "it is damaged: line 2: an attribute of `b` is no whole one");
        assert_eq!(read(b"<a/>\n<b/>").unwrap_err(), "it is damaged: line 2: something follows its end");
        assert_eq!(read(b"<a>\n\n\xff</a>").unwrap_err(), "it is damaged: line 3: these bytes are no letters");
        assert!(read(b"<a/>\n<!-- made by hand -->\n").is_ok());
        for (text, why) in [
            ("<a>&x; &#65;</a>", "`&x;` stands for nothing"),
            ("<a b='1 & 2'/>", "the attribute `b` of `a` has a `&` that stands for nothing"),
            ("<a b='1 < 2'/>", "the attribute `b` of `a` has a `<` in it"),
            ("<a b='1' b='2'/>", "`a` has the attribute `b` twice"),
            ("<a b='\0'/>", "a sign stands there that no text has"),
        ] {
            assert_eq!(read(text.as_bytes()).unwrap_err(), format!("it is damaged: line 1: {why}"));
        }
        assert_eq!(read(b"<a>&lt; &#65;</a>").unwrap().text, "< A");
    }
}
