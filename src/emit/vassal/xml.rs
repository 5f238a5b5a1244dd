//! The tree of components, as XML.

use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::escape::escape;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;

#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    name: Cow<'static, str>,
    attributes: Vec<(Cow<'static, str>, String)>,
    parts: Vec<Component>,
    text: String,
}

/// A component of that class.
pub(super) fn part(name: &'static str) -> Component {
    Component { name: name.into(), ..Component::default() }
}

impl Component {
    /// With an attribute.
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Component {
        self.attributes.push((name.into(), value.to_string()));
        self
    }

    /// What it is called.
    pub(super) fn named(&self) -> &str {
        self.attributes.iter().find(|(name, _)| name == "name" || name == "mapName").map_or("", |(_, value)| value)
    }

    /// Whether another of the same class and name is there.
    pub(super) fn clashes(&self, other: &Component) -> bool {
        self.name == other.name && !other.named().is_empty() && self.named() == other.named()
    }

    pub(super) fn inside(&self) -> &[Component] {
        &self.parts
    }

    /// With another inside.
    pub(super) fn has(mut self, inside: Component) -> Component {
        self.parts.push(inside);
        self
    }

    /// With several inside.
    pub(super) fn all(mut self, inside: impl IntoIterator<Item = Component>) -> Component {
        self.parts.extend(inside);
        self
    }

    /// With text.
    pub(super) fn says(mut self, text: impl Into<String>) -> Component {
        self.text = text.into();
        self
    }

    fn write(&self, to: &mut Writer<Vec<u8>>) -> std::io::Result<()> {
        let mut start = BytesStart::new(&*self.name);
        for (name, value) in &self.attributes {
            // A reader turns line ends and tabs of attributes into blanks unless they are written as numbers.
            let value = escape(plain(value)).replace('\n', "&#10;").replace('\t', "&#9;");
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
        to.write_event(Event::End(BytesEnd::new(&*self.name)))
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

impl From<Component> for crate::model::Component {
    fn from(part: Component) -> crate::model::Component {
        crate::model::Component {
            name: part.name.into_owned(),
            attributes: part.attributes.into_iter().map(|(name, value)| (name.into_owned(), value)).collect(),
            parts: part.parts.into_iter().map(Into::into).collect(),
            text: part.text,
        }
    }
}

impl From<&crate::model::Component> for Component {
    fn from(part: &crate::model::Component) -> Component {
        Component {
            name: part.name.clone().into(),
            attributes: part.attributes.iter().map(|(name, value)| (name.clone().into(), value.clone())).collect(),
            parts: part.parts.iter().map(Component::from).collect(),
            text: part.text.clone(),
        }
    }
}

/// Text without what XML cannot hold.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\t' | '\n'))
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect()
}
