//! Sheets as designers keep them, into the same tree as JSON: a list with an object a row.
//!
//! Comma, semicolon or tab; quotes; `#` rows and blank rows are skipped. A cell has no type of its own: the
//! caller says for each heading which field it stands for and what that field wants.

use std::collections::BTreeMap;

use super::syntax_error::SyntaxError;
use super::tree::{HeadingName, Node, NodeKind, Tree, to_number};
use super::{damage, limits};
use crate::diag::codes;
use crate::span::Span;

/// What a field wants from its cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Text that a spreadsheet may have destroyed.
    Text,
    /// Text that may well look like a date.
    Free,
    /// A number; anything else stays text, and the schema complains.
    Number,
    /// Yes or no.
    Bool,
    /// Several, divided by `|`.
    List(Box<Cell>),
}

/// What a heading means.
#[derive(Clone, Debug)]
pub enum Heading {
    /// A field, by its way down from the row; a number is a place in a list, counted from 1.
    Field(Vec<String>, Cell),
    /// A column of the author's own.
    Ignore,
    /// No field has that name; the help says what to do.
    Unknown(String),
    /// It may be a field whose name was lost with something else: silent.
    Lost,
}

/// A sheet that has been read.
#[derive(Debug)]
pub struct ReadSheet {
    /// The rows.
    pub tree: Tree,
    /// What was wrong.
    pub faults: Vec<SyntaxError>,
    /// Whether rows or columns had to be left out.
    pub incomplete: bool,
    /// The fields that have a column, as dotted names.
    pub columns: Vec<String>,
    /// Headings that stand for no field.
    pub unknown: Vec<String>,
    /// All headings, as written.
    pub headings: Vec<String>,
}

/// Reads a sheet.
pub fn read(text: String, headings: &dyn Fn(&str) -> Heading) -> ReadSheet {
    let mut faults = Vec::new();
    let (delimiter, begin) = dialect(&text);
    let mut records = Records { text: &text, at: begin, delimiter, width: 0 };
    let mut nodes = Vec::new();
    let mut incomplete = false;
    let mut names = Vec::new();
    let mut columns = Vec::new();
    let mut unknown = Vec::new();
    let mut written = Vec::new();

    let header = loop {
        match records.next() {
            Some(record) if record.skipped(&text) => {}
            other => break other,
        }
    };
    let Some(header) = header else {
        let message = "the sheet is empty, expected a row of headings";
        faults.push(
            SyntaxError::new(&codes::EMPTY_FILE, Span::new(0, 0), message)
                .help("write the names of the fields into the first row"),
        );
        return ReadSheet {
            tree: Tree { text, sheet: true, ..Tree::default() },
            faults,
            incomplete: true,
            columns,
            unknown,
            headings: written,
        };
    };
    let width = header.cells.iter().rposition(|c| !c.text(&text).is_empty()).map_or(0, |i| i + 1);
    let mut template = Branch::default();
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for (i, cell) in header.cells.iter().enumerate().take(limits::COLUMNS) {
        let name = cell.decoded(&text);
        if name.is_empty() {
            continue;
        }
        written.push(name.clone());
        if let Some(fault) = damage::fault(&name, cell.span, "heading").filter(|_| !cell.guarded) {
            faults.push(fault);
            incomplete = true;
            continue;
        }
        match headings(&name) {
            Heading::Ignore => {}
            Heading::Lost => incomplete = true,
            Heading::Unknown(help) => {
                incomplete = true;
                unknown.push(name.clone());
                let message = format!("column `{name}` is not a field of this list");
                faults.push(SyntaxError::new(&codes::UNKNOWN_COLUMN, cell.span, message).help(help));
            }
            Heading::Field(path, kind) => {
                let dotted = path.join(".");
                if let Some(&first) = seen.get(&dotted) {
                    incomplete = true;
                    let message = format!("column `{name}` stands for `{dotted}`, which has a column already");
                    faults.push(
                        SyntaxError::new(&codes::DUPLICATE_COLUMN, cell.span, message)
                            .also(first, "first here")
                            .help("keep one, or ignore the other in `sheets` of module.json"),
                    );
                    continue;
                }
                seen.insert(dotted.clone(), cell.span);
                columns.push(dotted);
                template.add(&path, i, kind, cell.span, &mut names);
            }
        }
    }
    if header.cells.len() > limits::COLUMNS {
        incomplete = true;
        let message = format!("the sheet has {} columns, at most {} are read", header.cells.len(), limits::COLUMNS);
        faults.push(SyntaxError::new(&codes::TOO_MANY, header.span(), message).help("delete columns that are not needed"));
    }

    let headless: Vec<usize> =
        header.cells.iter().enumerate().filter(|(_, c)| c.text(&text).is_empty()).map(|(i, _)| i).collect();
    let mut headless_said = false;
    nodes.push(Node { kind: NodeKind::List, start: 0, end: u32::try_from(text.len()).unwrap_or(u32::MAX), next: 1 });
    let mut rows = 0usize;
    for record in records {
        if record.skipped(&text) {
            continue;
        }
        if let Some(bad) = record.bad_quote {
            incomplete = true;
            faults.push(
                SyntaxError::new(&codes::SHEET_SYNTAX, bad, "this quoted cell does not end where its column ends")
                    .help("close the quote, and write a quote inside a cell twice: \"\""),
            );
            continue;
        }
        let used = record.cells.iter().rposition(|c| !c.text(&text).is_empty()).map_or(0, |i| i + 1);
        if used > width {
            incomplete = true;
            let message = format!("this row has {used} cells, the headings are {width}");
            let span = record.cells.get(width).map_or(record.span(), |c| c.span);
            faults.push(
                SyntaxError::new(&codes::SHEET_SYNTAX, span, message)
                    .help("put a cell that contains the divider between quotes, or give the column a heading")
                    .folded_by("ragged row"),
            );
            continue;
        }
        let stray = headless.iter().filter_map(|i| record.cells.get(*i)).find(|c| !c.text(&text).is_empty());
        if let Some(stray) = stray.filter(|_| !headless_said) {
            headless_said = true;
            incomplete = true;
            let message = format!("`{}` stands in a column without a heading", stray.decoded(&text));
            faults.push(
                SyntaxError::new(&codes::UNKNOWN_COLUMN, stray.span, message)
                    .help("give the column a heading, and ignore it in `sheets` of module.json if it is yours alone"),
            );
        }
        rows += 1;
        if rows > limits::ROWS {
            incomplete = true;
            let message = format!("the sheet has more than {} rows", limits::ROWS);
            faults.push(SyntaxError::new(&codes::TOO_MANY, record.span(), message).help("split the sheet"));
            break;
        }
        let mut row = Row { text: &text, record: &record, template: &template, nodes: &mut nodes, faults: &mut faults };
        row.object(&template, record.span());
    }
    close(&mut nodes, 0);
    let marked = text.contains('?') || nodes.iter().any(|node| node.kind == NodeKind::Unknown);
    ReadSheet {
        tree: Tree { text, nodes, headings: names, sheet: true, marked, ..Tree::default() },
        faults,
        incomplete,
        columns,
        unknown,
        headings: written,
    }
}

/// The cells of a sheet as they stand, row by row, whatever they mean; quotes are taken off. The divider is what stands
/// most often in the first rows: there may be a title. Nothing if there are more than are read of any sheet.
pub fn cells(text: &str) -> Option<Vec<Vec<String>>> {
    let (said, begin) = dialect(text);
    let delimiter = if begin > 0 { said } else { divider(text) };
    let mut rows = Vec::new();
    let mut left = limits::VALUES;
    for record in (Records { text, at: begin, delimiter, width: 0 }) {
        let width = record.cells.iter().rposition(|cell| !cell.text(text).is_empty()).map_or(0, |last| last + 1);
        left = left.checked_sub(width)?;
        if width > limits::COLUMNS || rows.len() == limits::ROWS {
            return None;
        }
        rows.push(record.cells.iter().take(width).map(|cell| cell.decoded(text)).collect());
    }
    Some(rows)
}

/// Case, blanks and underscores do not tell headings apart.
#[must_use]
pub fn same_heading(a: &str, b: &str) -> bool {
    let fold = |s: &str| s.trim().to_lowercase().replace([' ', '_', '-'], "");
    fold(a) == fold(b)
}

/// Whether the first letter of a cell only keeps others from taking the rest for something else: the `'` of `'=1+1`. Such
/// a cell is text that is meant, whatever it looks like.
fn is_guarded(cell: &str) -> bool {
    cell.starts_with('\'') && is_mistakable(cell)
}

/// Whether a spreadsheet would take a cell for a formula, or a reader a row for a comment or a cell for a date that a
/// spreadsheet has made.
fn is_mistakable(cell: &str) -> bool {
    let bare = cell.trim_start_matches('\'');
    bare.starts_with(['=', '+', '-', '@', '#', '\t', '\r']) || damage::recognise(bare).is_some()
}

/// A number that every spreadsheet writes back as it stands: `-1`, but not `+1`.
fn is_plain_number(text: &str) -> bool {
    text != "-0" && text.parse::<f64>().is_ok_and(|number| number.abs() < 1e15 && number.to_string() == text)
}

/// Text as a cell that is read back as the same text, and that no spreadsheet takes for a formula or a date.
#[must_use]
pub fn written(text: &str, divider: char) -> String {
    let guard = if is_mistakable(text) && !is_plain_number(text) { "'" } else { "" };
    // Whoever looks for the divider takes the sign that is most frequent.
    let quoted = text.contains([divider, ',', ';', '\t', '"', '\n', '\r']) || text.trim() != text;
    if quoted { format!("\"{guard}{}\"", text.replace('"', "\"\"")) } else { format!("{guard}{text}") }
}

/// A sheet with more rows at its end. Everything that stands in it stays to the byte, and the new rows have its columns,
/// divider and line ends. `field` tells which cell of a row belongs under a heading; nothing if one belongs nowhere.
#[must_use]
pub fn appended(old: &[u8], field: &dyn Fn(&str) -> Option<usize>, rows: &[Vec<String>]) -> Option<Vec<u8>> {
    let text = super::text::decode(old.to_vec(), true).ok()?;
    let (delimiter, begin) = dialect(&text);
    let header = (Records { text: &text, at: begin, delimiter, width: 0 }).find(|record| !record.skipped(&text))?;
    let columns: Vec<Option<usize>> = header.cells.iter().map(|cell| field(&cell.decoded(&text))).collect();
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    if (0..wide).any(|n| !columns.contains(&Some(n))) {
        return None;
    }
    let end =
        if text.find('\n').is_some_and(|at| text.get(..at).is_some_and(|line| line.ends_with('\r'))) { "\r\n" } else { "\n" };
    let mut more = String::new();
    if !text.is_empty() && !text.ends_with(['\n', '\r']) {
        more += end;
    }
    let divider = char::from(delimiter);
    for row in rows {
        let cell =
            |column: &Option<usize>| column.and_then(|n| row.get(n)).map(|cell| written(cell, divider)).unwrap_or_default();
        let cells: Vec<String> = columns.iter().map(cell).collect();
        more += &cells.join(divider.to_string().as_str());
        more += end;
    }
    // What is not UTF-8 can only be added to while the new letters are the same in both.
    let mut bytes = if more.is_ascii() || std::str::from_utf8(old).is_ok() { old.to_vec() } else { text.into_bytes() };
    bytes.extend(more.into_bytes());
    Some(bytes)
}

/// What divides the first rows.
fn divider(text: &str) -> u8 {
    let mut counts = [(0usize, b','), (0, b';'), (0, b'\t')];
    let mut quoted = false;
    for b in text.lines().take(50).flat_map(str::bytes) {
        if b == b'"' {
            quoted = !quoted;
        } else if let Some((count, _)) = counts.iter_mut().find(|(_, divider)| *divider == b && !quoted) {
            *count += 1;
        }
    }
    // A comma may stand in a text: another divider that is as frequent is the one.
    counts.iter().max_by_key(|(count, _)| *count).map_or(b',', |(_, divider)| *divider)
}

/// The divider, and where the table begins: a spreadsheet may say `sep=;` first.
pub(super) fn dialect(text: &str) -> (u8, usize) {
    if let Some(rest) = text.strip_prefix("sep=") {
        let line = rest.lines().next().unwrap_or("");
        if let (Some(&d), 1) = (line.as_bytes().first(), line.len()) {
            let skip = "sep=".len() + rest.find('\n').map_or(rest.len(), |i| i + 1);
            return (d, skip);
        }
    }
    let first = text.lines().find(|l| !l.trim().is_empty() && !l.trim_start_matches('"').starts_with('#')).unwrap_or("");
    let mut counts = [(0usize, b','), (0, b';'), (0, b'\t')];
    let mut quoted = false;
    for b in first.bytes() {
        if b == b'"' {
            quoted = !quoted;
        } else if !quoted {
            for (n, d) in &mut counts {
                *n += usize::from(*d == b);
            }
        }
    }
    // The first of equals: a comma, unless another divider is more frequent.
    let best = counts.iter().rev().max_by_key(|(n, _)| *n).map_or(b',', |(_, d)| *d);
    (best, 0)
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RawCell {
    pub(super) span: Span,
    doubled: bool,
    /// A `'` before it says that it is meant as it stands.
    guarded: bool,
}

impl RawCell {
    fn text<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.span.range()).unwrap_or("")
    }

    fn decoded(&self, text: &str) -> String {
        let raw = self.text(text);
        if self.doubled { raw.replace("\"\"", "\"") } else { raw.to_owned() }
    }
}

pub(super) struct Record {
    pub(super) cells: Vec<RawCell>,
    pub(super) bad_quote: Option<Span>,
}

impl Record {
    /// Blank rows and rows that begin with `#`; a formula error such as `#REF!` is no comment.
    pub(super) fn skipped(&self, text: &str) -> bool {
        let first = self.cells.first().filter(|c| !c.guarded).map_or("", |c| c.text(text));
        let comment = first.starts_with('#') && !damage::ERRORS.contains(&first);
        comment || (self.bad_quote.is_none() && self.cells.iter().all(|c| c.text(text).is_empty()))
    }

    fn span(&self) -> Span {
        let filled = |c: &&RawCell| c.span.start < c.span.end;
        let first = self.cells.iter().find(filled).or(self.cells.first());
        let last = self.cells.iter().rfind(filled).or(self.cells.last());
        Span { start: first.map_or(0, |c| c.span.start), end: last.map_or(0, |c| c.span.end) }
    }
}

pub(super) struct Records<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) delimiter: u8,
    /// How many cells the last one has.
    pub(super) width: usize,
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let bytes = self.text.as_bytes();
        if self.at >= bytes.len() {
            return None;
        }
        let mut record = Record { cells: Vec::with_capacity(self.width), bad_quote: None };
        loop {
            let cell = self.cell(&mut record.bad_quote);
            record.cells.push(cell);
            self.width = record.cells.len();
            match bytes.get(self.at) {
                Some(&b) if b == self.delimiter => self.at += 1,
                Some(b'\r') => {
                    self.at += 1;
                    if bytes.get(self.at) == Some(&b'\n') {
                        self.at += 1;
                    }
                    return Some(record);
                }
                Some(_) => {
                    self.at += 1;
                    return Some(record);
                }
                None => return Some(record),
            }
        }
    }
}

impl Records<'_> {
    fn ends(&self, b: u8) -> bool {
        b == self.delimiter || b == b'\n' || b == b'\r'
    }

    pub(super) fn cell(&mut self, bad_quote: &mut Option<Span>) -> RawCell {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        while bytes.get(start).is_some_and(|&b| b == b' ') {
            start += 1;
        }
        if bytes.get(start) == Some(&b'"') {
            if let Some(cell) = self.quoted(start) {
                return cell;
            }
            bad_quote.get_or_insert(Span::new(start, start + 1));
        }
        let rest = bytes.get(self.at..).unwrap_or(&[]);
        let end = self.at + rest.iter().position(|&b| self.ends(b)).unwrap_or(rest.len());
        let raw = self.text.get(self.at..end).unwrap_or("");
        let trimmed = raw.trim();
        let start = self.at + (raw.len() - raw.trim_start().len());
        self.at = end;
        let guarded = is_guarded(trimmed);
        RawCell { span: Span::new(start + usize::from(guarded), start + trimmed.len()), doubled: false, guarded }
    }

    /// A quoted cell, if it ends as it should.
    fn quoted(&mut self, open: usize) -> Option<RawCell> {
        let bytes = self.text.as_bytes();
        let mut at = open + 1;
        let mut doubled = false;
        loop {
            match bytes.get(at)? {
                b'"' if bytes.get(at + 1) == Some(&b'"') => {
                    doubled = true;
                    at += 2;
                }
                b'"' => break,
                _ => at += 1,
            }
        }
        let mut after = at + 1;
        while bytes.get(after).is_some_and(|&b| b == b' ') {
            after += 1;
        }
        if bytes.get(after).is_some_and(|&b| !self.ends(b)) {
            return None;
        }
        self.at = after;
        let raw = self.text.get(open + 1..at).unwrap_or("");
        let start = open + 1 + (raw.len() - raw.trim_start().len());
        let guarded = is_guarded(raw.trim());
        Some(RawCell { span: Span::new(start + usize::from(guarded), start + raw.trim().len()), doubled, guarded })
    }
}

/// Members whose names are the author's own.
const MAPS: [&str; 5] = ["cells", "cost", "properties", "ratings", "values"];

/// Where the columns go in a row's object, worked out once.
#[derive(Debug, Default)]
struct Branch {
    list: bool,
    children: Vec<(u32, Child)>,
    names: Vec<String>,
}

#[derive(Debug)]
enum Child {
    Leaf(usize, Cell),
    Branch(Branch),
}

impl Branch {
    fn add(&mut self, path: &[String], column: usize, kind: Cell, span: Span, names: &mut Vec<HeadingName>) {
        let Some((first, rest)) = path.split_first() else { return };
        let mut new_name = || {
            names.push(HeadingName { name: first.as_str().into(), span });
            u32::try_from(names.len() - 1).unwrap_or(u32::MAX)
        };
        if rest.is_empty() {
            let name = new_name();
            self.names.push(first.clone());
            self.children.push((name, Child::Leaf(column, kind)));
            return;
        }
        let at = self.names.iter().position(|n| n == first);
        let at = at.unwrap_or_else(|| {
            let name = new_name();
            // A table may have a column `1`; only what is no map of names can be a list.
            let list = !MAPS.contains(&first.as_str()) && rest.first().is_some_and(|next| next.parse::<u32>().is_ok());
            self.names.push(first.clone());
            self.children.push((name, Child::Branch(Branch { list, ..Branch::default() })));
            self.children.len() - 1
        });
        if let Some((_, Child::Branch(branch))) = self.children.get_mut(at) {
            branch.add(rest, column, kind, span, names);
        }
    }
}

fn close(nodes: &mut [Node], open: usize) {
    let next = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
    if let Some(node) = nodes.get_mut(open) {
        node.next = next;
    }
}

struct Row<'a> {
    text: &'a str,
    record: &'a Record,
    template: &'a Branch,
    nodes: &'a mut Vec<Node>,
    faults: &'a mut Vec<SyntaxError>,
}

impl Row<'_> {
    fn push(&mut self, kind: NodeKind, span: Span) -> usize {
        let next = u32::try_from(self.nodes.len() + 1).unwrap_or(u32::MAX);
        self.nodes.push(Node { kind, start: span.start, end: span.end, next });
        self.nodes.len() - 1
    }

    /// Writes the object (or list) of a branch; false if all its cells are blank.
    fn object(&mut self, branch: &Branch, span: Span) -> bool {
        let open = self.push(if branch.list { NodeKind::List } else { NodeKind::Object }, span);
        let mut any = false;
        for (name, child) in &branch.children {
            let mark = self.nodes.len();
            let cell = match child {
                Child::Leaf(column, _) => self.record.cells.get(*column).copied(),
                Child::Branch(_) => Some(RawCell { span, doubled: false, guarded: false }),
            };
            let Some(cell) = cell.filter(|c| c.span.start < c.span.end) else { continue };
            if !branch.list {
                let key = self.push(NodeKind::Heading, cell.span);
                if let Some(node) = self.nodes.get_mut(key) {
                    node.next = *name;
                }
            }
            let written = match child {
                Child::Leaf(_, kind) => {
                    self.leaf(cell, kind);
                    true
                }
                Child::Branch(branch) => self.object(branch, span),
            };
            if !written {
                self.nodes.truncate(mark);
            }
            any |= written;
        }
        // A nested object stands where its first cell stands.
        if !std::ptr::eq(branch, self.template) {
            let below = self.nodes.get(open + 1..).unwrap_or(&[]);
            if let Some(first) = below.iter().find(|n| n.kind != NodeKind::Heading).copied()
                && let Some(node) = self.nodes.get_mut(open)
            {
                (node.start, node.end) = (first.start, first.end);
            }
        }
        close(self.nodes, open);
        any
    }

    fn leaf(&mut self, cell: RawCell, kind: &Cell) {
        let raw = cell.text(self.text);
        let text_kind = if cell.doubled { NodeKind::Doubled } else { NodeKind::Text };
        match kind {
            Cell::List(inner) => {
                let open = self.push(NodeKind::List, cell.span);
                let mut at = cell.span.start as usize;
                for piece in raw.split('|') {
                    let start = at + (piece.len() - piece.trim_start().len());
                    let span = Span::new(start, start + piece.trim().len());
                    at += piece.len() + 1;
                    if span.start < span.end {
                        self.leaf(RawCell { span, ..cell }, inner);
                    }
                }
                close(self.nodes, open);
            }
            Cell::Number => {
                // Spreadsheets pad numbers; JSON does not know leading zeros.
                let digits = raw.trim_start_matches(['+', '0']);
                let zeros = match raw.len() - digits.len() {
                    // Nothing but zeros is one of them.
                    many if digits.is_empty() && raw.ends_with('0') => many - 1,
                    many if digits.starts_with(|c: char| c.is_ascii_digit()) => many,
                    _ => 0,
                };
                let span = Span { start: cell.span.start + u32::try_from(zeros).unwrap_or(0), end: cell.span.end };
                let number = raw.get(zeros..).unwrap_or("");
                // A few digits are a number for sure.
                let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
                let short = plain && (1..=15).contains(&number.len());
                if short || to_number(number).is_some() {
                    self.push(NodeKind::Number, span);
                } else if !self.damaged(cell) {
                    self.push(text_kind, cell.span);
                }
            }
            Cell::Bool => {
                let kind = match raw.to_ascii_lowercase().as_str() {
                    "true" | "yes" | "y" | "x" | "1" => NodeKind::True,
                    "false" | "no" | "n" | "0" => NodeKind::False,
                    _ => text_kind,
                };
                self.push(kind, cell.span);
            }
            Cell::Text => {
                if !self.damaged(cell) {
                    self.push(text_kind, cell.span);
                }
            }
            Cell::Free => {
                self.push(text_kind, cell.span);
            }
        }
    }

    /// A cell that a spreadsheet has turned into something else is reported once, and then counts as unknown.
    fn damaged(&mut self, cell: RawCell) -> bool {
        match damage::fault(cell.text(self.text), cell.span, "cell").filter(|_| !cell.guarded) {
            Some(fault) => {
                self.faults.push(fault);
                self.push(NodeKind::Unknown, cell.span);
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_looks_like_no_formula_and_no_date() {
        let plain = ["1st Inf", "-1", "-1.5", "7", "It's", "'s-Hertogenbosch", "a'=b", "1-110", "–5"];
        let guarded = [
            "=1+1",
            "@x",
            "-5 panzer",
            "+1",
            "-",
            "-0",
            "--1",
            "'-1",
            "'=1",
            "''@",
            "#5",
            "#REF!",
            "\tx",
            "\r=1",
            "2-Jan",
            "1:03",
            "'2-Jan",
            "-1e5",
            "-NaN",
            "=a,b",
            "-\"x\"",
            "=x;y",
        ];
        for divider in [',', ';', '\t'] {
            for (text, guard) in plain.iter().map(|text| (text, false)).chain(guarded.iter().map(|text| (text, true))) {
                let cell = written(text, divider);
                let first = cell.trim_start_matches('"');
                assert_eq!(guard, first.starts_with(&format!("'{}", text.split('"').next().unwrap_or_default())), "{cell}");
                // First in its row, where a `#` begins a comment, and behind another.
                let sheet = format!("id{divider}name{divider}x\n{cell}{divider}{cell}{divider}y\n");
                let text = (*text).to_owned();
                assert_eq!(cells(&sheet).and_then(|rows| rows.get(1).cloned()), Some(vec![text.clone(), text, "y".to_owned()]));
                let read = read(sheet, &|heading| Heading::Field(vec![heading.to_owned()], Cell::Text));
                assert!(read.faults.is_empty() && read.tree.nodes.len() > 6, "{cell}: {:?}", read.faults);
            }
        }
    }

    #[test]
    fn a_sheet_has_no_more_rows_than_are_read() {
        let of = |rows: usize| format!("id\n{}", "a\n".repeat(rows));
        let said = |rows: usize| {
            let read = read(of(rows), &|heading| Heading::Field(vec![heading.to_owned()], Cell::Text));
            read.faults.iter().map(|fault| fault.message().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(said(limits::ROWS), [""; 0]);
        assert_eq!(said(limits::ROWS + 1), ["the sheet has more than 200000 rows"]);
        // Whoever reads all cells has a row for the headings too.
        assert_eq!((cells(&of(limits::ROWS - 1)).is_some(), cells(&of(limits::ROWS)).is_some()), (true, false));
    }
}
