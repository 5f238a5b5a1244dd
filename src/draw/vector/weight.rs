//! How much an SVG asks for, found before anything of it is made: a small file can tell of more than could ever be drawn.

use std::collections::BTreeMap;

use usvg::roxmltree::{Document, Node};

use crate::draw::limits;

/// Elements, texts and comments of a file.
pub(super) const MOST_NODES: u32 = 200_000;

/// Looks over the tags of a file: a parser compares each attribute with all others of its element.
pub(super) fn tags(text: &str) -> Result<(), String> {
    let (mut attributes, mut quote, mut inside) = (0usize, None, false);
    for byte in text.bytes() {
        match (inside, quote, byte) {
            (false, _, b'<') => (inside, attributes) = (true, 0),
            (true, None, b'>') => inside = false,
            (true, None, b'"' | b'\'') => {
                attributes += 1;
                quote = Some(byte);
            }
            (true, Some(mark), _) if mark == byte => quote = None,
            _ => {}
        }
        if attributes > limits::SVG_ATTRIBUTES {
            return Err(format!("it has an element with more than {} attributes", limits::SVG_ATTRIBUTES));
        }
    }
    if text.matches("xmlns").count() > limits::SVG_NAMESPACES {
        return Err(format!("it declares more than {} namespaces", limits::SVG_NAMESPACES));
    }
    Ok(())
}

/// Whether the elements, each counted again where it is shown again, and the style sheets are few enough.
pub(super) fn weighed(document: &Document<'_>) -> Result<(), String> {
    let ids: BTreeMap<&str, Node<'_, '_>> =
        document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut scale = Scale { ids, known: BTreeMap::new() };
    let (elements, height) = scale.weigh(document.root_element(), 0)?;
    if elements > limits::SVG_ELEMENTS {
        return Err(too_many());
    }
    let styles: Vec<&str> = document.descendants().filter(|node| node.tag_name().name() == "style").flat_map(texts).collect();
    let css = styles.concat();
    if css.len() > limits::SVG_CSS_BYTES {
        return Err(format!("its style sheets have more than {} KiB", limits::SVG_CSS_BYTES >> 10));
    }
    // Each selector is compared with each element, and a long one with all elements around it too.
    let depth = height as u64 + 1;
    let selectors = css.split('}').flat_map(|rule| rule.split('{').next().unwrap_or_default().split(','));
    let steps = selectors.map(|selector| {
        let parts = selector.split_whitespace().count().clamp(1, 16) - 1;
        depth.saturating_pow(u32::try_from(parts).unwrap_or(16))
    });
    let once = elements + document.input_text().len() as u64 / 64;
    let work = steps.fold(0u64, u64::saturating_add).saturating_mul(once);
    // What a rule refers to it may bring to every element.
    let brought = references(&css)
        .map(|id| scale.target(id, 0).map(|(weight, _)| weight))
        .try_fold(0u64, |sum, weight| Ok::<u64, String>(sum.saturating_add(weight?)))?;
    if work > limits::SVG_CSS_WORK && !css.trim().is_empty() {
        return Err("its style sheets have too many rules for its elements".to_owned());
    }
    // Others stand at the ends of lines only, and are counted with what refers to them.
    let everywhere = ["marker-mid", "marker:", "marker="].iter().any(|word| document.input_text().contains(word));
    let markers = if everywhere { scale.markers(document) } else { 0 };
    if elements.saturating_mul(brought).max(markers) > limits::SVG_ELEMENTS {
        return Err(too_many());
    }
    Ok(())
}

fn too_deep() -> String {
    format!("its elements are nested more than {} deep", limits::SVG_DEPTH)
}

fn too_many() -> String {
    format!("it has more than {} elements, counted again where they are shown again", limits::SVG_ELEMENTS)
}

fn texts<'d>(node: Node<'d, 'd>) -> impl Iterator<Item = &'d str> {
    node.descendants().filter_map(|node| if node.is_text() { node.text() } else { None })
}

/// The ids that a text refers to.
fn references(text: &str) -> impl Iterator<Item = &str> {
    text.split("url(").skip(1).filter_map(|rest| {
        let inside = rest.split(')').next()?.trim().trim_matches(['"', '\'']);
        inside.strip_prefix('#')
    })
}

struct Scale<'d> {
    ids: BTreeMap<&'d str, Node<'d, 'd>>,
    /// How many elements each has inside, and how deep they are nested; nothing while it is being found.
    known: BTreeMap<u32, Option<(u64, usize)>>,
}

impl<'d> Scale<'d> {
    /// The weight of an element and its height: with everything inside and everything that it refers to.
    fn weigh(&mut self, node: Node<'d, 'd>, level: usize) -> Result<(u64, usize), String> {
        if level > limits::SVG_DEPTH {
            return Err(too_deep());
        }
        match self.known.get(&node.id().get()) {
            // What refers to itself is left out by readers.
            Some(None) => return Ok((0, 0)),
            Some(Some((_, height))) if level + height > limits::SVG_DEPTH => return Err(too_deep()),
            Some(Some(known)) => return Ok(*known),
            None => {}
        }
        self.known.insert(node.id().get(), None);
        let (mut weight, mut height) = (1u64, 0usize);
        let add = |(more, deep): (u64, usize), weight: &mut u64, height: &mut usize| {
            *weight = weight.saturating_add(more);
            *height = (*height).max(deep + 1);
        };
        for attribute in node.attributes() {
            let value = attribute.value();
            let href = if attribute.name() == "href" { value.trim().strip_prefix('#') } else { None };
            for id in href.into_iter().chain(references(value)) {
                let found = self.target(id, level + 1)?;
                add(found, &mut weight, &mut height);
            }
        }
        for child in node.children().filter(Node::is_element) {
            let found = self.weigh(child, level + 1)?;
            add(found, &mut weight, &mut height);
        }
        self.known.insert(node.id().get(), Some((weight, height)));
        Ok((weight, height))
    }

    fn target(&mut self, id: &str, level: usize) -> Result<(u64, usize), String> {
        match self.ids.get(id).copied() {
            Some(node) => self.weigh(node, level),
            None => Ok((0, 0)),
        }
    }

    /// What markers bring: each may stand on every point of every line.
    fn markers(&self, document: &Document<'_>) -> u64 {
        let (mut each, mut points) = (0u64, 0u64);
        for node in document.descendants().filter(Node::is_element) {
            if node.tag_name().name() == "marker" {
                let known = self.known.get(&node.id().get()).copied().flatten().map_or(1, |(weight, _)| weight);
                each = each.saturating_add(known);
            }
            for name in ["d", "points"] {
                let digits = node.attribute(name).unwrap_or_default().bytes();
                points += digits.filter(|byte| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b',' | b'-')).count() as u64;
            }
        }
        each.saturating_mul(points)
    }
}
