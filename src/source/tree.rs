//! One tree for JSON and for sheets, in which every key, value and cell knows its place.
//!
//! A flat tape of 16-byte nodes in the order of the text: a node's children follow it, and `next` skips them.
//! An object's children alternate key, value. Text is decoded only when asked for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use crate::span::{NodeId, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Null,
    True,
    False,
    /// A number as written.
    Number,
    /// Text; the span is what stands between the quotes, and it has no escapes.
    Text,
    /// Text with JSON escapes in it.
    Escaped,
    /// Text of a quoted cell in which quotes are doubled.
    Doubled,
    /// A cell that a spreadsheet destroyed: it counts as `?`, the author's mark for an unknown value.
    Unknown,
    List,
    Object,
    /// A key; its span is the name without quotes.
    Key,
    /// A key with JSON escapes in it.
    EscapedKey,
    /// A key that a sheet's heading stands for; `next` is its number among the headings.
    Heading,
}

/// One node of the tape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The node after this one and all below it; for [`NodeKind::Heading`] the heading's number.
    pub(crate) next: u32,
}

/// A name that a heading of a sheet stands for.
#[derive(Clone, Debug)]
pub(crate) struct HeadingName {
    pub(crate) name: Box<str>,
    pub(crate) span: Span,
}

/// A parsed file.
#[derive(Debug, Default)]
pub struct Tree {
    pub(crate) text: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) headings: Vec<HeadingName>,
    /// Whether the text is a sheet (rows of cells) rather than JSON.
    pub(crate) sheet: bool,
    /// Whether anything may be marked as unknown: most files have no such mark, and need no search for one.
    pub(crate) marked: bool,
    pub(crate) index: Index,
}

/// Ways into what is long, each made when it is first gone: without them ten thousand findings in an object of ten
/// thousand members would walk it ten thousand times.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The hashes of the names of an object's members and their keys, in order.
    objects: Mutex<HashMap<u32, Arc<Names>>>,
    /// The elements of a list.
    lists: Mutex<HashMap<u32, Arc<[u32]>>>,
    /// The text that was last looked into: where its pieces begin, decoded and as written.
    pieces: Mutex<Option<(u32, Arc<Pieces>)>>,
}

/// So many members or elements are walked without an index.
const WALKED: usize = 48;

type Names = [(u64, u32)];
type Pieces = [(usize, usize)];

/// The kinds of value that an author knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Null,
    /// `true` or `false`.
    Bool,
    Number,
    Text,
    List,
    Object,
}

impl Tree {
    /// The first node, unless the file is empty.
    pub fn root(&self) -> Option<NodeRef<'_>> {
        (!self.nodes.is_empty()).then_some(NodeRef { tree: self, at: 0 })
    }

    /// The node of that number, if it is a value.
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        let node = self.nodes.get(id.0 as usize)?;
        (!is_key(node.kind)).then_some(NodeRef { tree: self, at: id.0 })
    }

    /// Whether a value of it may be marked as unknown.
    pub fn may_have_marks(&self) -> bool {
        self.marked
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names that the headings of a sheet stand for, in the order of the columns; nothing for JSON.
    pub fn heading_names(&self) -> Vec<&str> {
        let mut all: Vec<&HeadingName> = self.headings.iter().collect();
        all.sort_by_key(|h| h.span);
        all.iter().map(|h| &*h.name).collect()
    }

    /// Where the first heading of a sheet is written.
    pub fn first_heading(&self) -> Span {
        self.headings.iter().map(|h| h.span).min().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn get(&self, at: u32) -> Node {
        self.nodes.get(at as usize).copied().unwrap_or(Node { kind: NodeKind::Null, start: 0, end: 0, next: u32::MAX })
    }

    #[inline]
    pub(crate) fn slice(&self, node: Node) -> &str {
        self.text.get(node.start as usize..node.end as usize).unwrap_or("")
    }

    #[inline]
    fn key_name(&self, at: u32) -> Cow<'_, str> {
        let node = self.get(at);
        match node.kind {
            NodeKind::Heading => Cow::Borrowed(self.headings.get(node.next as usize).map_or("", |h| &*h.name)),
            NodeKind::EscapedKey => Cow::Owned(decode(self.slice(node))),
            _ => Cow::Borrowed(self.slice(node)),
        }
    }

    /// Where a key is written; for a sheet, its heading.
    pub(crate) fn key_span(&self, at: u32) -> Span {
        let node = self.get(at);
        if node.kind == NodeKind::Heading {
            return self.headings.get(node.next as usize).map_or(Span::default(), |h| h.span);
        }
        Span { start: node.start, end: node.end }
    }
}

pub(crate) fn is_key(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Key | NodeKind::EscapedKey | NodeKind::Heading)
}

/// A value in a tree.
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) at: u32,
}

impl<'a> NodeRef<'a> {
    /// Its number.
    pub fn id(self) -> NodeId {
        NodeId(self.at)
    }

    /// The tree that it is of.
    pub fn tree(self) -> &'a Tree {
        self.tree
    }

    /// The same for all nodes of one tree.
    #[cfg(feature = "explain")]
    pub(crate) fn tree_address(self) -> usize {
        std::ptr::from_ref(self.tree).addr()
    }

    /// The number after everything below it.
    pub fn end_id(self) -> NodeId {
        NodeId(self.node().next)
    }

    #[inline]
    pub(crate) fn node(self) -> Node {
        self.tree.get(self.at)
    }

    /// What kind of value it is.
    pub fn shape(self) -> Shape {
        match self.node().kind {
            NodeKind::Null => Shape::Null,
            NodeKind::True | NodeKind::False => Shape::Bool,
            NodeKind::Number => Shape::Number,
            NodeKind::List => Shape::List,
            NodeKind::Object => Shape::Object,
            _ => Shape::Text,
        }
    }

    /// The members of an object, in the order of the text.
    #[inline]
    pub fn members(self) -> Members<'a> {
        let node = self.node();
        if node.kind == NodeKind::Object {
            Members { tree: self.tree, at: self.at + 1, end: node.next }
        } else {
            Members { tree: self.tree, at: 0, end: 0 }
        }
    }

    /// The elements of a list.
    #[inline]
    pub fn elements(self) -> Elements<'a> {
        let node = self.node();
        if node.kind == NodeKind::List {
            Elements { tree: self.tree, at: self.at + 1, end: node.next }
        } else {
            Elements { tree: self.tree, at: 0, end: 0 }
        }
    }

    /// The member of that name.
    pub fn get(self, name: &str) -> Option<NodeRef<'a>> {
        self.member(name).map(|member| member.value)
    }

    /// The member of that name, with its key.
    pub(crate) fn member(self, name: &str) -> Option<Member<'a>> {
        let mut members = self.members();
        if let Some(found) = members.by_ref().take(WALKED).find(|member| member.name == name) {
            return Some(found);
        }
        if members.at >= members.end {
            return None;
        }
        let index = {
            let mut objects = self.tree.index.objects.lock().unwrap_or_else(PoisonError::into_inner);
            let made = objects.entry(self.at).or_insert_with(|| {
                let mut all: Vec<(u64, u32)> = self.members().map(|member| (hashed(&member.name), member.key)).collect();
                all.sort_unstable();
                all.into()
            });
            Arc::clone(made)
        };
        let wanted = hashed(name);
        let from = index.partition_point(|(hash, _)| *hash < wanted);
        let alike = index.iter().skip(from).take_while(|(hash, _)| *hash == wanted);
        let mut alike = alike.map(|(_, key)| Member {
            name: self.tree.key_name(*key),
            value: NodeRef { tree: self.tree, at: key + 1 },
            key: *key,
        });
        alike.find(|member| member.name == name)
    }

    /// The element of that number.
    pub(crate) fn element(self, n: usize) -> Option<NodeRef<'a>> {
        if n < WALKED {
            return self.elements().nth(n);
        }
        let mut lists = self.tree.index.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let made = lists.entry(self.at).or_insert_with(|| self.elements().map(|element| element.at).collect());
        made.get(n).map(|at| NodeRef { tree: self.tree, at: *at })
    }

    /// Its text, decoded.
    #[inline]
    pub fn text(self) -> Option<Cow<'a, str>> {
        let node = self.node();
        match node.kind {
            NodeKind::Text => Some(Cow::Borrowed(self.tree.slice(node))),
            NodeKind::Escaped => Some(Cow::Owned(decode(self.tree.slice(node)))),
            NodeKind::Doubled => Some(Cow::Owned(self.tree.slice(node).replace("\"\"", "\""))),
            NodeKind::Unknown => Some(Cow::Borrowed("?")),
            _ => None,
        }
    }

    /// Whether the author marks it as unknown with `"?"`, or a spreadsheet has destroyed it.
    pub fn is_marked(self) -> bool {
        match self.node().kind {
            NodeKind::Unknown => true,
            NodeKind::Text => self.raw() == "?",
            _ => false,
        }
    }

    /// Whether the mark is the author's own.
    pub fn is_marked_by_author(self) -> bool {
        self.node().kind == NodeKind::Text && self.raw() == "?"
    }

    /// Its number as written.
    pub fn number(self) -> Option<&'a str> {
        let node = self.node();
        (node.kind == NodeKind::Number).then(|| self.tree.slice(node))
    }

    /// Its truth.
    pub fn boolean(self) -> Option<bool> {
        match self.node().kind {
            NodeKind::True => Some(true),
            NodeKind::False => Some(false),
            _ => None,
        }
    }

    /// The text of the file from its first byte to its last.
    #[inline]
    pub fn raw(self) -> &'a str {
        self.tree.slice(self.node())
    }

    /// As a value of serde_json, comments gone.
    pub fn to_value(self) -> serde_json::Value {
        use serde_json::Value;
        match self.shape() {
            Shape::Null => Value::Null,
            Shape::Bool => Value::Bool(self.boolean().unwrap_or(false)),
            Shape::Number => to_number(self.number().unwrap_or("0")).map_or(Value::Null, Value::Number),
            Shape::Text => Value::String(self.text().unwrap_or_default().into_owned()),
            Shape::List => Value::Array(self.elements().map(NodeRef::to_value).collect()),
            Shape::Object => Value::Object(self.members().map(|m| (m.name.into_owned(), m.value.to_value())).collect()),
        }
    }

    /// Maps bytes of the decoded text to bytes of the file.
    pub(crate) fn inner_span(self, range: Span) -> Span {
        let node = self.node();
        let length = (node.end - node.start) as usize;
        let pieces = match node.kind {
            NodeKind::Escaped | NodeKind::Doubled => self.pieces(),
            _ => Arc::from([]),
        };
        let map = |decoded: u32| -> u32 {
            let decoded = decoded as usize;
            // The last decoded piece that begins at or before this byte.
            let i = pieces.partition_point(|&(d, _)| d <= decoded);
            let (d, r) = i.checked_sub(1).and_then(|i| pieces.get(i)).copied().unwrap_or((0, 0));
            node.start + u32::try_from((r + (decoded - d)).min(length)).unwrap_or(0)
        };
        Span { start: map(range.start), end: map(range.end) }
    }

    /// Where the pieces of a text begin that is not written as it is read.
    fn pieces(self) -> Arc<Pieces> {
        let mut last = self.tree.index.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, pieces)) = &*last
            && *at == self.at
        {
            return Arc::clone(pieces);
        }
        let raw = self.raw();
        let pieces: Arc<Pieces> = match self.node().kind {
            NodeKind::Escaped => unescape(raw).starts.into(),
            // Behind every pair of quotes the text is one byte shorter.
            _ => raw.match_indices("\"\"").enumerate().map(|(n, (at, _))| (at - n + 1, at + 2)).collect(),
        };
        *last = Some((self.at, Arc::clone(&pieces)));
        pieces
    }
}

fn hashed(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// A number as serde_json holds it.
pub(crate) fn to_number(raw: &str) -> Option<serde_json::Number> {
    raw.strip_prefix('+').unwrap_or(raw).parse().ok()
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its name, decoded.
    pub name: Cow<'a, str>,
    pub value: NodeRef<'a>,
    pub(crate) key: u32,
}

/// The members of an object.
#[derive(Clone, Debug)]
pub struct Members<'a> {
    tree: &'a Tree,
    at: u32,
    end: u32,
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    #[inline]
    fn next(&mut self) -> Option<Member<'a>> {
        if self.at >= self.end {
            return None;
        }
        let key = self.at;
        let value = NodeRef { tree: self.tree, at: key + 1 };
        self.at = value.node().next;
        Some(Member { name: self.tree.key_name(key), value, key })
    }
}

/// The elements of a list.
#[derive(Clone, Debug)]
pub struct Elements<'a> {
    tree: &'a Tree,
    at: u32,
    end: u32,
}

impl<'a> Iterator for Elements<'a> {
    type Item = NodeRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'a>> {
        if self.at >= self.end {
            return None;
        }
        let value = NodeRef { tree: self.tree, at: self.at };
        self.at = value.node().next;
        Some(value)
    }
}

struct Unescaped {
    text: String,
    /// (byte in the decoded text, byte in the raw text) wherever a new piece begins.
    starts: Vec<(usize, usize)>,
}

/// A JSON text with its escapes read.
pub(crate) fn decode(raw: &str) -> String {
    unescape(raw).text
}

/// Decodes JSON escapes; the parser has already refused wrong ones.
fn unescape(raw: &str) -> Unescaped {
    let mut text = String::with_capacity(raw.len());
    let mut starts = vec![(0, 0)];
    let mut rest = raw;
    let offset = |rest: &str| raw.len() - rest.len();
    while let Some(i) = rest.find('\\') {
        let (plain, escape) = rest.split_at(i);
        text.push_str(plain);
        starts.push((text.len(), offset(escape)));
        let mut chars = escape.chars();
        chars.next();
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('u') => {
                let (c, after) = unicode(chars.as_str());
                text.push(c);
                chars = after.chars();
            }
            Some(c) => text.push(c),
            None => {}
        }
        rest = chars.as_str();
        starts.push((text.len(), offset(rest)));
    }
    text.push_str(rest);
    Unescaped { text, starts }
}

/// Reads the four digits after `\u`, and the other half of a pair if there is one.
pub(crate) fn unicode(after: &str) -> (char, &str) {
    let hex = |s: &str| s.get(..4).and_then(|d| u32::from_str_radix(d, 16).ok());
    let Some(first) = hex(after) else { return ('\u{fffd}', after) };
    let rest = after.get(4..).unwrap_or("");
    if (0xd800..0xdc00).contains(&first) {
        if let Some(low) = rest.strip_prefix("\\u").and_then(hex)
            && (0xdc00..0xe000).contains(&low)
        {
            let c = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
            return (char::from_u32(c).unwrap_or('\u{fffd}'), rest.get(6..).unwrap_or(""));
        }
        return ('\u{fffd}', rest);
    }
    (char::from_u32(first).unwrap_or('\u{fffd}'), rest)
}
