//! The tree of components, as XML.

use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;

/// A component.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    parts: Vec<Part>,
    text: String,
}

/// A component of that class.
pub(super) fn part(name: &'static str) -> Part {
    Part { name, ..Part::default() }
}

impl Part {
    /// With an attribute.
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Part {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// What it is called.
    pub(super) fn named(&self) -> &str {
        self.attributes.iter().find(|(name, _)| *name == "name").map_or("", |(_, value)| value)
    }

    /// With another inside.
    pub(super) fn has(mut self, inside: Part) -> Part {
        self.parts.push(inside);
        self
    }

    /// With several inside.
    pub(super) fn all(mut self, inside: impl IntoIterator<Item = Part>) -> Part {
        self.parts.extend(inside);
        self
    }

    /// With text.
    pub(super) fn says(mut self, text: impl Into<String>) -> Part {
        self.text = text.into();
        self
    }

    fn write(&self, to: &mut Writer<Vec<u8>>) -> std::io::Result<()> {
        let mut start = BytesStart::new(self.name);
        for (name, value) in &self.attributes {
            // A reader turns line ends and tabs of attributes into blanks unless they are written as numbers.
            let value = escape(&plain(value)).replace('\n', "&#10;").replace('\t', "&#9;");
            start.push_attribute(Attribute { key: QName(name), value: value.into() });
        }
        if self.parts.is_empty() && self.text.is_empty() {
            return to.write_event(Event::Empty(start));
        }
        to.write_event(Event::Start(start))?;
        if !self.text.is_empty() {
            to.write_event(Event::Text(BytesText::new(&plain(&self.text))))?;
        }
        for inside in &self.parts {
            inside.write(to)?;
        }
        to.write_event(Event::End(BytesEnd::new(self.name)))
    }

    /// The whole document.
    pub(super) fn document(&self) -> Vec<u8> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        let decl = Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("no")));
        let written = writer.write_event(decl).and_then(|()| self.write(&mut writer));
        debug_assert!(written.is_ok(), "memory takes what is written");
        let mut bytes = writer.into_inner();
        bytes.push(b'\n');
        bytes
    }
}

/// Text without what XML cannot hold.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\t' | '\n'))
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect()
}
