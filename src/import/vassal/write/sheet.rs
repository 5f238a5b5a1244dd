//! A sheet as text that no reader and no spreadsheet takes for something else.

use std::collections::{BTreeMap, BTreeSet};

/// A sheet that is being written.
#[derive(Default)]
pub(super) struct SheetWriter {
    pub(super) columns: Vec<String>,
    rows: Vec<BTreeMap<String, String>>,
}

impl SheetWriter {
    pub(super) fn row(&mut self, cells: Vec<(String, String)>) {
        let mut row = BTreeMap::new();
        for (column, value) in cells {
            if !value.is_empty() {
                row.insert(column, value);
            }
        }
        self.rows.push(row);
    }

    /// As text; columns that are empty throughout are left out.
    pub(super) fn text(&self) -> Vec<u8> {
        let filled: BTreeSet<&String> = self.rows.iter().flat_map(BTreeMap::keys).collect();
        let columns: Vec<&String> = self.columns.iter().filter(|column| filled.contains(column)).collect();
        let mut text = columns.iter().map(|column| cell(column)).collect::<Vec<_>>().join(",");
        text.push('\n');
        for row in &self.rows {
            let cells = columns.iter().map(|column| row.get(*column).map(|value| cell(value)).unwrap_or_default());
            text += &cells.collect::<Vec<_>>().join(",");
            text.push('\n');
        }
        text.into_bytes()
    }
}

/// A cell of a sheet: in one line, quoted where it must be.
fn cell(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = if looks_damaged(&text) { guarded(&text) } else { text };
    if text.contains([',', '"', ';', '#']) || text.starts_with([' ', '\'']) || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Whether whoever reads a cell would take it for a date that a spreadsheet made, or for an error of one.
fn looks_damaged(text: &str) -> bool {
    text.starts_with('#') || crate::source::damage::recognise(text).is_some()
}

/// The same to the eye, with signs that no spreadsheet takes for those of a date.
fn guarded(text: &str) -> String {
    let other = |c: char| match c {
        '-' => '\u{2011}',
        '/' => '\u{2215}',
        ' ' => '\u{a0}',
        ':' => '\u{2236}',
        '.' => '\u{2024}',
        '#' => '\u{ff03}',
        c => c,
    };
    text.chars().map(other).collect()
}
