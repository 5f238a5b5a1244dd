//! A place in the words of each reader: line and column, the cell of a sheet, UTF-16 units.

use crate::source::{Files, SourceFile};
use crate::span::{Place, Span};

/// A place that has been looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) span: Span,
    /// The file as a whole is meant, or there is no text to show.
    pub(super) whole: bool,
    pub(super) line: usize,
    /// In characters, counted from 1.
    pub(super) column: usize,
    pub(super) end_line: usize,
    /// One past the last character.
    pub(super) end_column: usize,
}

impl<'a> Spot<'a> {
    pub(super) fn of(files: &'a Files, place: &Place) -> Option<Self> {
        let file = files.get(place.file)?;
        let text = file.tree.text();
        let span = snap(text, files.span(place));
        let whole = text.is_empty() || (place.node.is_none() && span.start == 0 && span.end == 0);
        let from = file.line_column(span.start);
        let to = if span.end > span.start { file.line_column(span.end) } else { from };
        Some(Spot { file, span, whole, line: from.line, column: from.column, end_line: to.line, end_column: to.column })
    }

    /// The bytes of the first line that are meant; a place over several lines is shown by its first.
    pub(super) fn on_line(&self) -> std::ops::Range<usize> {
        let start = self.file.line_start(self.line);
        let length = self.file.line(self.line).len();
        let from = (self.span.start as usize).saturating_sub(start).min(length);
        let to = (self.span.end as usize).saturating_sub(start).min(length);
        from..to.max(from)
    }

    /// `units.csv:7:3`, `oob.xlsx#Units:C7`, or the file alone.
    pub(super) fn address(&self) -> String {
        let label = super::words::harmless(&self.file.label);
        match (self.whole, self.cell()) {
            (true, _) => label.into_owned(),
            (false, Some(cell)) => format!("{label}:{cell}"),
            (false, None) => format!("{label}:{}:{}", self.line, self.column),
        }
    }

    /// Whether it stands in a workbook, whose text nobody sees as lines.
    pub(super) fn in_workbook(&self) -> bool {
        let (path, _) = file_and_sheet(&self.file.path);
        path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("xlsx"))
    }

    /// The cell of a workbook: `C7`.
    pub(super) fn cell(&self) -> Option<String> {
        if !self.in_workbook() || self.whole {
            return None;
        }
        let column = self.file.cell(self.line, self.on_line().start);
        Some(format!("{}{}", letters(column), self.line))
    }

    /// The file that an editor can open, and the sheet in it.
    pub(super) fn label_and_sheet(&self) -> (&'a str, Option<&'a str>) {
        if self.in_workbook() { file_and_sheet(&self.file.label) } else { (&self.file.label, None) }
    }

    /// Start and end column in UTF-16 units, counted from 1.
    pub(super) fn utf16(&self) -> (usize, usize) {
        let start = self.file.utf16_column(self.line, self.span.start);
        if self.span.end > self.span.start {
            (start, self.file.utf16_column(self.end_line, self.span.end))
        } else {
            (start, start)
        }
    }
}

fn file_and_sheet(path: &str) -> (&str, Option<&str>) {
    // The sheet's name may itself have a `#` or a `/`, the file's ending comes before it.
    let lower = path.to_ascii_lowercase();
    match lower.find(".xlsx#").map(|at| at + ".xlsx".len()) {
        Some(at) => (path.get(..at).unwrap_or(path), path.get(at + 1..)),
        None => (path, None),
    }
}

/// A column as spreadsheets name it: A, B, …, Z, AA.
fn letters(mut column: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        match (column / 26).checked_sub(1) {
            Some(left) => column = left,
            None => break,
        }
    }
    name.iter().rev().collect()
}

/// Inside the text, and on the borders of characters.
fn snap(text: &str, span: Span) -> Span {
    let down = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = down(span.start as usize);
    Span::new(start, down(span.end as usize).max(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_named_as_spreadsheets_do() {
        let named: Vec<String> = [0, 2, 25, 26, 51, 52, 701, 702].into_iter().map(letters).collect();
        assert_eq!(named, ["A", "C", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }

    #[test]
    fn a_sheet_is_told_from_its_workbook() {
        assert_eq!(file_and_sheet("game/oob.xlsx#Units #2"), ("game/oob.xlsx", Some("Units #2")));
        assert_eq!(file_and_sheet("a#b/units.csv"), ("a#b/units.csv", None));
        assert_eq!(file_and_sheet("oob.XLSX"), ("oob.XLSX", None));
    }
}
