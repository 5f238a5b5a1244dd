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
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = |before: usize| bytes.iter().take(before).filter(|byte| **byte == b'\n').count() + 1;
    // VASSAL refuses it too.
    let text = std::str::from_utf8(bytes)
        .map_err(|why| format!("it is damaged: line {}: these bytes are no letters", lines(why.valid_up_to())))?;
    let mut reader = Reader::from_str(text);
    let mut whole: Option<Component> = None;
    let mut open: Vec<Component> = Vec::new();
    let mut count = 0;
    loop {
        let event = reader.read_event();
        let position = |at: u64| lines(usize::try_from(at).unwrap_or(usize::MAX).min(text.len()));
        let event = event.map_err(|why| format!("it is no whole XML: line {}: {why}", position(reader.error_position())))?;
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
                    part.text.push_str(&entity(name));
                }
                None
            }
            Event::DocType(_) => return Err("it has a DOCTYPE, which no build file has".to_owned()),
            Event::Eof => return whole.ok_or_else(|| "it ends in the middle".to_owned()),
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

/// A letter by its name or number; an entity of the file's own is kept as it is written, never expanded.
fn entity(name: &str) -> String {
    let written = format!("&{name};");
    unescape(&written).map(|text| text.into_owned()).unwrap_or(written)
}

fn part(start: &BytesStart<'_>) -> Result<Component, String> {
    let class = start.name().0.to_owned();
    let mut written = start.attributes();
    let mut attributes = Vec::new();
    for attribute in written.with_checks(false) {
        let attribute = attribute.map_err(|_| format!("an attribute of `{class}` is no whole one"))?;
        let value = unescape(&attribute.value).map_or_else(|_| attribute.value.to_string(), |text| text.into_owned());
        attributes.push((attribute.key.0.to_owned(), value));
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
        // A name that nobody has said stays as it is written.
        assert_eq!(read(b"<a>&x; &#65;</a>").unwrap().text, "&x; A");
    }
}
