//! The outline of a file, and things of the game by their names.

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::text::range;
use crate::diag::{HEX, Role};
use crate::source::{NodeRef, Shape, SourceFile};
use crate::span::Span;

/// So many things are in an outline, and so many are found by a name.
const MOST: usize = 20_000;
const FOUND: usize = 500;

/// The outline: whatever has an id or a name, with what it holds.
pub(super) fn outline(file: &SourceFile) -> Vec<Value> {
    let mut left = MOST;
    file.tree.root().map(|root| below(file, root, &mut left)).unwrap_or_default()
}

fn below(file: &SourceFile, node: NodeRef<'_>, left: &mut usize) -> Vec<Value> {
    let mut all = Vec::new();
    for element in node.elements() {
        all.extend(symbol(file, element, None, left));
    }
    for member in node.members() {
        if matches!(member.value.shape(), Shape::List | Shape::Object) {
            all.extend(symbol(file, member.value, Some(&member.name), left));
        }
    }
    all
}

fn symbol(file: &SourceFile, node: NodeRef<'_>, key: Option<&str>, left: &mut usize) -> Vec<Value> {
    let called =
        ["id", "name", "unit", "marker", "hex", "code", "roll", "entry"].iter().find_map(|name| Some((name, node.get(name)?)));
    let text = called.and_then(|(_, value)| value.text().or_else(|| value.number().map(Into::into)));
    let (name, kind) = match (&text, key) {
        (Some(text), _) => (text.to_string(), 23),
        (None, Some(key)) => (key.to_owned(), if node.shape() == Shape::List { 18 } else { 19 }),
        // What has no name is gone through.
        (None, None) => return below(file, node, left),
    };
    if *left == 0 || name.trim().is_empty() {
        return Vec::new();
    }
    *left -= 1;
    let span = Span { start: node.node().start, end: node.node().end };
    let chosen = called.filter(|_| text.is_some()).map_or(Span { start: span.start, end: span.start }, |(_, value)| Span {
        start: value.node().start,
        end: value.node().end,
    });
    // The whole must hold what is chosen, whatever quotes and brackets are part of it.
    let whole = Span { start: span.start.min(chosen.start), end: span.end.max(chosen.end) };
    let detail = node.get("name").filter(|_| called.is_some_and(|(field, _)| *field != "name")).and_then(NodeRef::text);
    vec![json!({
        "name": name,
        "detail": detail.as_deref().or(key.filter(|_| text.is_some())).unwrap_or(""),
        "kind": kind,
        "range": range(file, whole),
        "selectionRange": range(file, chosen),
        "children": below(file, node, left),
    })]
}

/// Everything whose name has these letters in it.
pub(super) fn named(analysis: &Analysis, query: &str) -> Vec<Value> {
    let wanted = query.to_lowercase();
    let names = analysis.names();
    let all = names.spots().iter().filter(|spot| spot.role == Role::Defines && spot.kind != HEX);
    let all = all.filter(|spot| spot.name.to_lowercase().contains(&wanted));
    let shown = all.filter_map(|spot| {
        Some(json!({ "name": spot.name, "kind": 23, "containerName": spot.kind, "location": analysis.location(spot.file, spot.span)? }))
    });
    shown.take(FOUND).collect()
}
