//! A sheet as text that no reader and no spreadsheet takes for something else.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::sheet::written;

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

/// A cell of a sheet, in one line.
pub(super) fn cell(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    written(&text, ',')
}
