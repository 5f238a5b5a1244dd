//! The build file of a module: a tree of components, each with a class, attributes and text.

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

fn near(value: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "bounded here")]
    (value.abs() < 1e9).then(|| value.round() as i64)
}

/// Reads a build file; why it is none otherwise.
pub(super) fn read(bytes: &[u8]) -> Result<Component, String> {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let mut reader = Reader::from_str(&text);
    let mut open: Vec<Component> = Vec::new();
    let mut count = 0;
    loop {
        let event = reader.read_event();
        let line = |reader: &Reader<&[u8]>| {
            let before = usize::try_from(reader.error_position()).unwrap_or(usize::MAX).min(text.len());
            text.as_bytes().iter().take(before).filter(|byte| **byte == b'\n').count() + 1
        };
        let event = event.map_err(|why| format!("it is no whole XML: line {}: {why}", line(&reader)))?;
        let closed = match &event {
            Event::Start(start) => {
                open.push(part(start));
                None
            }
            Event::Empty(start) => Some(part(start)),
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
                    part.text.push_str(&entity(name));
                }
                None
            }
            Event::DocType(_) => return Err("it has a DOCTYPE, which no build file has".to_owned()),
            Event::Eof => return Err("it ends in the middle".to_owned()),
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
                None => return Ok(part),
            }
        }
    }
}

/// A letter by its name or number; an entity of the file's own is kept as it is written, never expanded.
fn entity(name: &str) -> String {
    let written = format!("&{name};");
    unescape(&written).map(|text| text.into_owned()).unwrap_or(written)
}

fn part(start: &BytesStart<'_>) -> Component {
    let mut written = start.attributes();
    let attributes = written.with_checks(false).filter_map(Result::ok).map(|attribute| {
        let value = unescape(&attribute.value).map_or_else(|_| attribute.value.to_string(), |text| text.into_owned());
        (attribute.key.0.to_owned(), value)
    });
    Component { class: start.name().0.to_owned(), attributes: attributes.collect(), ..Component::default() }
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
    }

    #[test]
    fn what_is_no_build_file_is_refused() {
        assert!(read(b"<a><b></a>").unwrap_err().contains("line 1"));
        assert!(read(b"").is_err());
        assert!(read(b"<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>").unwrap_err().contains("DOCTYPE"));
        assert!(read("<a>".repeat(200).as_bytes()).unwrap_err().contains("deeper"));
        // A name that nobody has said stays as it is written.
        assert_eq!(read(b"<a>&x; &#65;</a>").unwrap().text, "&x; A");
    }
}
