//! A file of Tiled as a tree: XML as it stands, and JSON as the XML that it would have been.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use crate::import::Refused;
use crate::source::{NodeRef, Shape, limits, parse_json};

/// More elements than any map needs; tiles of a layer are not counted.
const PARTS: usize = 500_000;

#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    attributes: BTreeMap<String, String>,
    pub(super) parts: Vec<Element>,
    pub(super) text: String,
    /// The tiles of a layer that are written one by one; nothing for what is no number.
    pub(super) gids: Vec<Option<u32>>,
}

impl Element {
    /// An attribute that is there and not empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// With what another says where it says nothing itself: a template, for an object that was made of it.
    pub(super) fn after(&self, template: &Element) -> Element {
        let mut whole = self.clone();
        for (name, value) in &template.attributes {
            whole.attributes.entry(name.clone()).or_insert_with(|| value.clone());
        }
        // Whatever it is: a point, a polygon, its own properties first.
        whole.parts.extend(template.parts.iter().cloned());
        whole
    }

    /// A number that is there.
    pub(super) fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.trim().parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// Yes or no; `otherwise` if nothing is said.
    pub(super) fn is(&self, name: &str, otherwise: bool) -> bool {
        self.get(name).map_or(otherwise, |word| !matches!(word, "0" | "false"))
    }

    /// The elements of that name.
    pub(super) fn all<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p Element> {
        self.parts.iter().filter(move |part| part.name == name)
    }

    /// A property of the author's own.
    pub(super) fn property(&self, name: &str) -> Option<&str> {
        let all = self.all("properties").flat_map(|list| list.all("property"));
        let mut named = all.filter(|property| property.get("name").is_some_and(|own| own.eq_ignore_ascii_case(name)));
        named.find_map(|property| property.get("value").or(Some(property.text.trim()).filter(|text| !text.is_empty())))
    }
}

/// Reads a file, whichever of the two it is.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<Element, Refused> {
    let refused = |why: &str, help: &str| Refused::new(file, why, help);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(refused("it is not UTF-8 text", "save it in Tiled as .tmx or .tmj"));
    };
    match text.trim_start().chars().next() {
        Some('<') => xml(file, text),
        Some('{') => json(file, text),
        None => Err(refused("it is empty", "save the map in Tiled again")),
        _ => Err(refused("it is neither XML nor JSON", "save it in Tiled as .tmx or .tmj")),
    }
}

fn xml(file: &str, text: &str) -> Result<Element, Refused> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut count = 0usize;
    loop {
        let event = reader.read_event();
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(text.len());
        let refused = |why: String| {
            let line = text.as_bytes().iter().take(at).filter(|&&b| b == b'\n').count() + 1;
            Refused::new(format!("{file}:{line}"), why, "open the map in Tiled and save it again")
        };
        let event = event.map_err(|why| refused(format!("it is no sound XML: {why}")))?;
        let closed = match event {
            Event::Start(start) => {
                open.push(element(&start).map_err(refused)?);
                None
            }
            Event::Empty(start) => Some(element(&start).map_err(refused)?),
            Event::End(_) => open.pop(),
            Event::Text(text) => {
                say(&mut open, &text.xml10_content());
                None
            }
            Event::CData(text) => {
                say(&mut open, &text.xml10_content());
                None
            }
            Event::GeneralRef(name) => {
                let word = format!("&{};", &*name);
                let known = unescape(&word).map_err(|_| refused(format!("`{word}` stands for nothing known")))?;
                say(&mut open, &known);
                None
            }
            Event::DocType(_) => return Err(refused("it declares a document type, which no map has".to_owned())),
            Event::Eof => return Err(refused("it ends before its first element does".to_owned())),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => None,
        };
        if open.len() > limits::DEPTH {
            return Err(refused(format!("it is more than {} levels deep", limits::DEPTH)));
        }
        let Some(closed) = closed else { continue };
        let Some(above) = open.last_mut() else { return Ok(closed) };
        if closed.name == "tile" && matches!(above.name.as_str(), "data" | "chunk") {
            let gid = closed.get("gid").map_or(Some(0), |gid| gid.parse().ok());
            above.gids.push(Some(gid.ok_or_else(|| refused("a tile has no number, expected its `gid`".to_owned()))?));
            continue;
        }
        count += 1;
        if count > PARTS {
            return Err(refused(format!("it has more than {PARTS} elements")));
        }
        above.parts.push(closed);
    }
}

fn say(open: &mut [Element], text: &str) {
    if let Some(part) = open.last_mut() {
        part.text.push_str(text);
    }
}

fn element(start: &BytesStart<'_>) -> Result<Element, String> {
    let mut part = Element { name: start.name().0.to_owned(), ..Element::default() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|why| format!("it is no sound XML: {why}"))?;
        let value = unescape(&attribute.value).map_err(|why| format!("it is no sound XML: {why}"))?;
        part.attributes.insert(attribute.key.0.to_owned(), value.into_owned());
    }
    Ok(part)
}

fn json(file: &str, text: &str) -> Result<Element, Refused> {
    let (tree, faults) = parse_json(text.to_owned());
    if let Some(fault) = faults.first() {
        let line = text.as_bytes().iter().take(fault.span().start as usize).filter(|&&b| b == b'\n').count() + 1;
        return Err(Refused::new(format!("{file}:{line}"), fault.message(), "open the map in Tiled and save it again"));
    }
    let root = tree.root().ok_or_else(|| Refused::new(file, "it is empty", "save the map in Tiled again"))?;
    if let Some(inside) = root.get("object") {
        let parts = vec![object(inside, "object")];
        return Ok(Element { name: "template".to_owned(), parts, ..Element::default() });
    }
    let name = if root.get("tilesets").is_some() || root.get("layers").is_some() { "map" } else { "tileset" };
    Ok(object(root, name))
}

/// An object, under the name that XML has for it. Its depth is bounded by the reader of JSON.
fn object(node: NodeRef<'_>, name: &str) -> Element {
    let mut part = Element { name: name.to_owned(), ..Element::default() };
    let mut data = Element { name: "data".to_owned(), ..Element::default() };
    for member in node.members() {
        let value = member.value;
        match (&*member.name, value.shape()) {
            ("data", Shape::List) => data.gids = value.elements().map(gid).collect(),
            ("data", Shape::Text) => data.text = value.text().unwrap_or_default().into_owned(),
            ("chunks", Shape::List) => data.parts = value.elements().map(|chunk| object(chunk, "chunk")).collect(),
            ("layers", _) => part.parts.extend(value.elements().map(layer)),
            ("tilesets", _) => part.parts.extend(value.elements().map(|each| object(each, "tileset"))),
            ("objects", _) => part.parts.extend(value.elements().map(|each| object(each, "object"))),
            ("tiles", _) => part.parts.extend(listed(value, "tile", "id")),
            // As it was before Tiled 1.2.
            ("tileproperties", _) => part.parts.extend(value.members().map(|tile| {
                let mut whole = Element { name: "tile".to_owned(), ..Element::default() };
                whole.attributes.insert("id".to_owned(), tile.name.into_owned());
                whole.parts.push(properties(tile.value));
                whole
            })),
            ("wangsets", _) => part.parts.extend(value.elements().map(|each| object(each, "wangset"))),
            ("colors", _) => part.parts.extend(value.elements().map(|each| object(each, "wangcolor"))),
            ("wangtiles", _) => part.parts.extend(value.elements().map(|each| object(each, "wangtile"))),
            ("terrains", _) => part.parts.extend(value.elements().map(|each| object(each, "terrain"))),
            ("wangid" | "terrain", Shape::List) => {
                let all: Vec<&str> = value.elements().filter_map(NodeRef::number).collect();
                part.attributes.insert(member.name.into_owned(), all.join(","));
            }
            ("properties", _) => part.parts.push(properties(value)),
            ("polygon" | "polyline", _) => part.parts.push(polygon(value, &member.name)),
            ("image", Shape::Text) => {
                let mut image = Element { name: "image".to_owned(), ..Element::default() };
                image.attributes.insert("source".to_owned(), value.text().unwrap_or_default().into_owned());
                part.parts.push(image);
            }
            // In XML a shape is an element, and so it is never mistaken for an attribute.
            ("point" | "ellipse", _) => {}
            _ => part.attributes.extend(scalar(value).map(|value| (member.name.into_owned(), value))),
        }
    }
    match name {
        // A chunk holds its tiles itself.
        "chunk" => (part.gids, part.text) = (data.gids, data.text),
        "layer" => {
            let way = |key: &str| part.get(key).map(|value| (key.to_owned(), value.to_owned()));
            data.attributes = ["encoding", "compression"].into_iter().filter_map(way).collect();
            part.parts.push(data);
        }
        _ => {}
    }
    part
}

fn layer(node: NodeRef<'_>) -> Element {
    let kind = node.get("type").and_then(NodeRef::text).unwrap_or_default();
    object(node, if kind == "tilelayer" { "layer" } else { &kind })
}

fn gid(node: NodeRef<'_>) -> Option<u32> {
    node.number().and_then(|number| number.parse().ok())
}

fn scalar(node: NodeRef<'_>) -> Option<String> {
    match node.shape() {
        Shape::Bool => node.boolean().map(|yes| u8::from(yes).to_string()),
        Shape::Number => node.number().map(str::to_owned),
        Shape::Text => node.text().map(|text| text.into_owned()),
        _ => None,
    }
}

/// A list of objects; or, as it once was, an object that has them by a key.
fn listed(node: NodeRef<'_>, name: &str, key: &str) -> Vec<Element> {
    let keyed = node.members().map(|member| {
        let mut part = object(member.value, name);
        part.attributes.insert(key.to_owned(), member.name.into_owned());
        part
    });
    node.elements().map(|each| object(each, name)).chain(keyed).collect()
}

fn properties(node: NodeRef<'_>) -> Element {
    let keyed = node.members().filter_map(|member| {
        let mut part = Element { name: "property".to_owned(), ..Element::default() };
        part.attributes.insert("value".to_owned(), scalar(member.value)?);
        part.attributes.insert("name".to_owned(), member.name.into_owned());
        Some(part)
    });
    let parts = node.elements().map(|each| object(each, "property")).chain(keyed).collect();
    Element { name: "properties".to_owned(), parts, ..Element::default() }
}

fn polygon(node: NodeRef<'_>, name: &str) -> Element {
    let number = |point: NodeRef<'_>, key: &str| point.get(key).and_then(NodeRef::number).unwrap_or("0").to_owned();
    let points: Vec<String> = node.elements().map(|point| format!("{},{}", number(point, "x"), number(point, "y"))).collect();
    let mut part = Element { name: name.to_owned(), ..Element::default() };
    part.attributes.insert("points".to_owned(), points.join(" "));
    part
}
