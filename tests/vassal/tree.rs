//! An XML file as a tree, read as an XML parser must: blanks in attributes turned to spaces, texts trimmed.

use std::collections::BTreeMap;

use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

/// An element with everything in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Xml {
    pub(super) class: String,
    pub(super) attributes: BTreeMap<String, String>,
    pub(super) text: String,
    pub(super) children: Vec<Xml>,
}

impl Xml {
    /// Reads a whole file; ill-formed text is the end of a module, so it is the end of the test.
    pub(super) fn read(text: &str) -> Xml {
        assert!(!text.chars().any(|c| c < ' ' && !"\t\n\r".contains(c)), "a control character in XML");
        let mut reader = quick_xml::Reader::from_str(text);
        reader.config_mut().check_end_names = true;
        let mut open = vec![Xml::default()];
        loop {
            let top = open.last_mut().unwrap();
            match reader.read_event().expect("well-formed XML") {
                Event::Start(tag) => open.push(element(&tag)),
                Event::Empty(tag) => top.children.push(element(&tag)),
                Event::End(_) => close(&mut open),
                Event::Text(text) => top.text.push_str(&text.xml10_content()),
                Event::CData(text) => top.text.push_str(&text.xml10_content()),
                Event::GeneralRef(name) => {
                    let name = name.xml10_content();
                    top.text
                        .push_str(&checked(quick_xml::escape::unescape(&format!("&{name};")).expect("a known entity").into()));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        let root = open.pop().unwrap();
        assert!(open.is_empty() && root.children.len() == 1, "one element stands for the file, and each element ends");
        root.children.into_iter().next().unwrap()
    }

    /// The last part of the class name.
    pub(super) fn kind(&self) -> &str {
        self.class.rsplit('.').next().unwrap_or_default()
    }

    /// An attribute, empty where it is missing.
    pub(super) fn get(&self, attribute: &str) -> &str {
        self.attributes.get(attribute).map_or("", String::as_str)
    }

    pub(super) fn is(&self, attribute: &str) -> bool {
        self.get(attribute) == "true"
    }

    /// The children of a kind.
    pub(super) fn of<'x>(&'x self, kind: &'x str) -> impl Iterator<Item = &'x Xml> {
        self.children.iter().filter(move |c| c.kind() == kind)
    }

    /// Everything of some kinds at any depth, in the order of the file.
    pub(super) fn all<'x>(&'x self, kinds: &[&str]) -> Vec<&'x Xml> {
        let mut found = Vec::new();
        for child in &self.children {
            if kinds.contains(&child.kind()) {
                found.push(child);
            }
            found.extend(child.all(kinds));
        }
        found
    }

    /// This element and all below it, in the order of the file.
    pub(super) fn every(&self) -> Vec<&Xml> {
        let mut found = vec![self];
        found.extend(self.children.iter().flat_map(Xml::every));
        found
    }

    /// What a reader would call this element.
    pub(super) fn title(&self) -> &str {
        ["mapName", "name", "entryName", "chartName", "title"].iter().map(|a| self.get(a)).find(|t| !t.is_empty()).unwrap_or("")
    }
}

fn element(tag: &BytesStart) -> Xml {
    let mut xml = Xml { class: tag.name().as_ref().to_owned(), ..Xml::default() };
    for attribute in tag.attributes() {
        let attribute = attribute.expect("a well-formed attribute");
        let value = checked(attribute.normalized_value(XmlVersion::Implicit1_0).expect("known entities").into());
        xml.attributes.insert(attribute.key.as_ref().to_owned(), value);
    }
    xml
}

fn checked(text: String) -> String {
    assert!(!text.chars().any(|c| c < ' ' && !"\t\n\r".contains(c)), "a control character in XML");
    text
}

fn close(open: &mut Vec<Xml>) {
    let mut done = open.pop().unwrap();
    done.text = done.text.trim().to_owned();
    open.last_mut().expect("an element that is open").children.push(done);
}
