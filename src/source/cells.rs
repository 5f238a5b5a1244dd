//! The cells of a sheet where they stand, whatever they mean: for whoever lays them out or looks under a cursor.

use std::ops::Range;

use super::limits;
use super::sheet::{Record, Records, dialect};

/// A cell where it stands.
#[derive(Clone, Debug)]
pub struct CellSpan {
    /// From divider to divider.
    pub whole: Range<usize>,
    /// What is read of it: without blanks and quotes around it.
    pub value: Range<usize>,
}

/// A row where it stands.
#[derive(Clone, Debug)]
pub struct RowSpan {
    pub cells: Vec<CellSpan>,
    /// Without the end of its line.
    pub bytes: Range<usize>,
    /// Whether it is blank or a comment.
    pub skipped: bool,
    /// Whether it has a quote that ends nowhere, so that nobody knows its cells.
    pub broken: bool,
}

/// A sheet where it stands.
#[derive(Clone, Debug)]
pub struct SheetLayout {
    pub divider: char,
    pub rows: Vec<RowSpan>,
}

impl SheetLayout {
    /// The row of headings.
    pub fn header(&self) -> Option<&RowSpan> {
        self.rows.iter().find(|row| !row.skipped)
    }

    /// The row and the cell in which a byte stands.
    pub fn at(&self, byte: usize) -> Option<(usize, usize)> {
        let n = self.rows.partition_point(|row| row.bytes.end < byte);
        let row = self.rows.get(n).filter(|row| row.bytes.start <= byte)?;
        let cell = row.cells.partition_point(|cell| cell.whole.end < byte);
        (cell < row.cells.len()).then_some((n, cell))
    }
}

/// Where the cells of a sheet stand; nothing if there are more rows than are read.
pub fn layout(text: &str) -> Option<SheetLayout> {
    let (delimiter, begin) = dialect(text);
    let mut records = Records { text, at: begin, delimiter, width: 0 };
    let mut rows = Vec::new();
    let bytes = text.as_bytes();
    while records.at < bytes.len() {
        if rows.len() > limits::ROWS {
            return None;
        }
        let first = records.at;
        let mut record = Record { cells: Vec::new(), bad_quote: None };
        let mut cells = Vec::new();
        let end = loop {
            let start = records.at;
            let cell = records.cell(&mut record.bad_quote);
            record.cells.push(cell);
            cells.push(CellSpan { whole: start..records.at, value: cell.span.range() });
            let end = records.at;
            match bytes.get(end) {
                Some(byte) if *byte == delimiter => records.at += 1,
                Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => {
                    records.at += 2;
                    break end;
                }
                Some(_) => {
                    records.at += 1;
                    break end;
                }
                None => break end,
            }
        };
        let skipped = record.skipped(text);
        rows.push(RowSpan { cells, bytes: first..end, skipped, broken: record.bad_quote.is_some() });
    }
    Some(SheetLayout { divider: char::from(delimiter), rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_in_its_cell() {
        let text = "id, name\r\n# a,b\r\n\r\na-1, \"x, \"\"y\"\" \" ,z\n";
        let found = layout(text).unwrap();
        assert_eq!(found.header().unwrap().cells.len(), 2);
        let shown: Vec<Vec<&str>> =
            found.rows.iter().map(|row| row.cells.iter().map(|cell| &text[cell.value.clone()]).collect()).collect();
        assert_eq!(shown, [vec!["id", "name"], vec!["# a", "b"], vec![""], vec!["a-1", "x, \"\"y\"\"", "z"]]);
        assert_eq!(found.rows.iter().map(|row| row.skipped).collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!(found.at(0), Some((0, 0)));
        assert_eq!(found.at(3), Some((0, 1)));
        assert_eq!(found.at(text.find("y").unwrap()), Some((3, 1)));
        assert_eq!(found.at(text.len() - 1), Some((3, 2)));
        assert_eq!(found.at(text.len()), None);
        assert_eq!(layout("").unwrap().rows.len(), 0);
        assert!(layout("id\n\"open\n").unwrap().rows[1].broken);
    }
}
