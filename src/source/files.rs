//! The files of a game as they were read, and the way from a [`Place`] to bytes, lines and columns.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::tree::{Member, NodeKind, NodeRef, Shape, Tree, is_key};
use crate::span::{FileId, NodeId, NodePart, Place, Span, Step};

/// A file that was read, or at least asked for.
#[derive(Debug)]
pub struct SourceFile {
    /// Path relative to the game's folder; a sheet of a workbook is `oob.xlsx#Units`.
    pub path: String,
    /// What people call it.
    pub label: String,
    /// Its text as a tree; empty where it could not be parsed.
    pub tree: Tree,
    lines: OnceLock<Vec<u32>>,
    letters: OnceLock<Vec<Letters>>,
    /// The line whose cells were last counted.
    cells: Mutex<Option<(usize, Arc<[u32]>)>>,
}

/// How much stands before a stretch of the text: a line may be as long as the file, and have all its findings on it.
#[derive(Clone, Copy, Debug, Default)]
struct Letters {
    /// Characters.
    chars: u32,
    /// Of those, the ones that UTF-16 writes as two units.
    pairs: u32,
}

/// How long such a stretch is, in bytes.
const STRETCH: usize = 512;

impl Letters {
    fn of(bytes: &[u8]) -> Self {
        // Every byte but those that continue a character begins one.
        let count = |first: &dyn Fn(u8) -> bool| u32::try_from(bytes.iter().filter(|b| first(**b)).count()).unwrap_or(u32::MAX);
        Letters { chars: count(&|b| b & 0xc0 != 0x80), pairs: count(&|b| b >= 0xf0) }
    }

    fn and(self, more: Letters) -> Self {
        Letters { chars: self.chars.saturating_add(more.chars), pairs: self.pairs.saturating_add(more.pairs) }
    }
}

/// A place in the words of an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let text = self.tree.text();
            let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| Span::new(i + 1, 0).start);
            std::iter::once(0).chain(breaks).collect()
        })
    }

    /// What stands before a byte.
    fn before(&self, byte: usize) -> Letters {
        let bytes = self.tree.text().as_bytes();
        let stretches = self.letters.get_or_init(|| {
            let mut before = Letters::default();
            let each = bytes.chunks(STRETCH).map(|chunk| {
                let after = before.and(Letters::of(chunk));
                std::mem::replace(&mut before, after)
            });
            each.collect()
        });
        let byte = byte.min(bytes.len());
        // At the very end of the text there may be no stretch left.
        let n = (byte / STRETCH).min(stretches.len().saturating_sub(1));
        let known = stretches.get(n).copied().unwrap_or_default();
        known.and(Letters::of(bytes.get(n * STRETCH..byte).unwrap_or(&[])))
    }

    /// Line and column of a byte.
    pub fn line_column(&self, byte: u32) -> LineColumn {
        let starts = self.line_starts();
        let line = starts.partition_point(|&s| s <= byte).max(1);
        let start = starts.get(line - 1).copied().unwrap_or(0) as usize;
        let column = self.before(byte as usize).chars.saturating_sub(self.before(start).chars) as usize + 1;
        LineColumn { line, column }
    }

    /// The column of a byte of a line, in UTF-16 units, counted from 1.
    pub fn utf16_column(&self, line: usize, byte: u32) -> usize {
        let (start, end) = (self.before(self.line_start(line)), self.before(byte as usize));
        let units = |letters: Letters| letters.chars as usize + letters.pairs as usize;
        units(end).saturating_sub(units(start)) + 1
    }

    /// The cell of a line, counted from 0, in which a byte of that line stands: cells are parted by tabs.
    pub fn cell(&self, line: usize, byte: usize) -> usize {
        let mut last = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        let tabs = match &*last {
            Some((at, tabs)) if *at == line => Arc::clone(tabs),
            _ => {
                let mut quoted = false;
                let tab = |(at, b): (usize, u8)| {
                    quoted ^= b == b'"';
                    (b == b'\t' && !quoted).then_some(Span::new(at, at).start)
                };
                let tabs: Arc<[u32]> = self.line(line).bytes().enumerate().filter_map(tab).collect();
                *last = Some((line, Arc::clone(&tabs)));
                tabs
            }
        };
        tabs.partition_point(|tab| (*tab as usize) < byte)
    }

    /// The text of a line, counted from 1, without its end.
    pub fn line(&self, line: usize) -> &str {
        let starts = self.line_starts();
        let start = starts.get(line.saturating_sub(1)).copied().unwrap_or(0) as usize;
        let end = starts.get(line).map_or(self.tree.text().len(), |&e| e as usize);
        self.tree.text().get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// Where a line begins.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts().get(line.saturating_sub(1)).copied().unwrap_or(0) as usize
    }
}

/// All files of a run.
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<SourceFile>,
}

impl Files {
    /// Adds a file.
    pub fn add(&mut self, path: String, label: String, tree: Tree) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile {
            path,
            label,
            tree,
            lines: OnceLock::new(),
            letters: OnceLock::new(),
            cells: Mutex::new(None),
        });
        id
    }

    /// Replaces the tree of a file that was added before it was parsed.
    pub fn set_tree(&mut self, id: FileId, tree: Tree) {
        if let Some(file) = self.files.get_mut(id.0 as usize) {
            file.tree = tree;
            file.lines = OnceLock::new();
            file.letters = OnceLock::new();
            file.cells = Mutex::new(None);
        }
    }

    /// The file of that number.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// All of them, in the order of reading.
    pub fn iter(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The tree of a file.
    pub fn tree(&self, id: FileId) -> Option<&Tree> {
        self.get(id).map(|file| &file.tree)
    }

    /// The bytes that a place means.
    pub fn span(&self, place: &Place) -> Span {
        let Some(tree) = self.tree(place.file) else { return Span::default() };
        let Some(node) = place.node else { return place.range.unwrap_or_default() };
        let Some(mut at) = tree.node(node) else { return Span::default() };
        let mut key = key_before(tree, node);
        let (row, row_key) = (at, key);
        for step in place.path() {
            let found: Option<(NodeRef<'_>, Option<u32>)> = match step {
                Step::Field(name) => at.member(name).map(|Member { value, key, .. }| (value, Some(key))),
                Step::Index(n) => at.element(*n as usize).map(|value| (value, None)),
            };
            match found {
                Some((value, k)) => (at, key) = (value, k),
                // What is missing is blamed on the thing that lacks it; in a sheet that is the row.
                None if tree.sheet => return anchor(row, row_key),
                None => return anchor(at, key),
            }
        }
        match (place.part, key) {
            (NodePart::Key, Some(key)) => tree.key_span(key),
            _ => match (place.range, at.shape()) {
                (Some(range), Shape::Text) => at.inner_span(range),
                (_, Shape::Object | Shape::List) => anchor(at, key),
                _ => Span { start: at.node().start, end: at.node().end },
            },
        }
    }

    /// A row of glyphs, narrowed to one of them; the whole row if it is shorter.
    pub fn glyph(&self, row: Place, nth: usize) -> Place {
        let text = |node: NodeRef<'_>| glyphs(&node.text()?).nth(nth);
        match self.value(&row).and_then(text) {
            Some((byte, glyph)) => row.bytes(byte..byte + glyph.len_utf8()),
            None => row,
        }
    }

    /// The value that stands at a place.
    pub fn value(&self, place: &Place) -> Option<NodeRef<'_>> {
        let mut at = self.tree(place.file)?.node(place.node?)?;
        for step in place.path() {
            at = match step {
                Step::Field(name) => at.get(name)?,
                Step::Index(n) => at.element(*n as usize)?,
            };
        }
        Some(at)
    }
}

/// The glyphs of a row, each with its first byte; blanks do not count.
pub fn glyphs(row: &str) -> impl Iterator<Item = (usize, char)> {
    row.char_indices().filter(|(_, c)| !c.is_whitespace())
}

fn key_before(tree: &Tree, node: NodeId) -> Option<u32> {
    let before = node.0.checked_sub(1)?;
    is_key(tree.get(before).kind).then_some(before)
}

/// The few bytes that stand for a whole object or list: its key, its id or name, or the bracket that opens it.
fn anchor(node: NodeRef<'_>, key: Option<u32>) -> Span {
    let of = |n: NodeRef<'_>| Span { start: n.node().start, end: n.node().end };
    if let (Some(key), false) = (key, node.tree.sheet) {
        return node.tree.key_span(key);
    }
    if node.shape() == Shape::Object {
        let named =
            ["id", "name", "unit", "hex", "code"].iter().find_map(|name| node.get(name)).filter(|n| n.shape() == Shape::Text);
        if let Some(named) = named {
            return of(named);
        }
        if node.tree.sheet
            && let Some(first) = node.members().next()
        {
            return of(first.value);
        }
    }
    let raw = node.node();
    match raw.kind {
        NodeKind::Object | NodeKind::List if !node.tree.sheet => Span { start: raw.start, end: raw.start + 1 },
        _ => Span { start: raw.start, end: raw.end },
    }
}
