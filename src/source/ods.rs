//! Spreadsheets of OpenDocument (.ods): the sheets of one part, each as cells.

use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use super::limits;

/// What says that a zip is one.
const KIND: &str = "mimetype";
const SHEET: &[u8] = b"application/vnd.oasis.opendocument.spreadsheet";

/// Whether an archive is such a spreadsheet.
pub(super) fn is(bytes: &[u8]) -> bool {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else { return false };
    let mut kind = Vec::new();
    let read = zip.by_name(KIND).ok().and_then(|entry| entry.take(100).read_to_end(&mut kind).ok());
    read.is_some() && kind.starts_with(SHEET)
}

/// A sheet: what it is called, and its cells row by row.
pub(super) type NamedCells = (String, Vec<Vec<String>>);

/// The first so many sheets: what each is called, and its cells. Why it cannot be read otherwise.
pub(super) fn sheets(bytes: &[u8], most: usize) -> Result<Vec<NamedCells>, String> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|why| why.to_string())?;
    let entry = zip.by_name("content.xml").map_err(|_| "it has no content".to_owned())?;
    let mut content = Vec::new();
    entry.take(limits::WORKBOOK_BYTES + 1).read_to_end(&mut content).map_err(|why| why.to_string())?;
    if content.len() as u64 > limits::WORKBOOK_BYTES {
        return Err(format!("it unpacks to more than {} MiB", limits::WORKBOOK_BYTES >> 20));
    }
    let text = String::from_utf8(content).map_err(|_| "it is not UTF-8".to_owned())?;
    Content { sheets: Vec::new(), most, cell: None, aside: 0, letters: 0 }.read(&text)
}

/// A cell that is being read: its value where it has one, what is shown, and how often it stands there.
struct Cell {
    value: Option<String>,
    shown: String,
    times: usize,
}

struct Content {
    sheets: Vec<Grid>,
    most: usize,
    cell: Option<Cell>,
    /// How many remarks are open: they are no part of a cell.
    aside: usize,
    letters: usize,
}

#[derive(Default)]
struct Grid {
    name: String,
    rows: Vec<Vec<String>>,
    /// Rows of nothing that stand before the next one, and cells of nothing in it.
    blank_rows: usize,
    blank_cells: usize,
    row: Vec<String>,
    row_times: usize,
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = start.attributes().with_checks(false).filter_map(Result::ok).find(|one| one.key.0 == name)?;
    Some(unescape(&found.value).map_or_else(|_| found.value.to_string(), |text| text.into_owned()))
}

fn times(start: &BytesStart<'_>, name: &str) -> usize {
    attribute(start, name).and_then(|count| count.parse().ok()).unwrap_or(1).max(1)
}

impl Content {
    fn read(mut self, text: &str) -> Result<Vec<NamedCells>, String> {
        let mut reader = Reader::from_str(text);
        loop {
            match reader.read_event().map_err(|why| format!("its content is no whole XML: {why}"))? {
                Event::Start(start) => self.open(&start)?,
                Event::Empty(start) => {
                    self.open(&start)?;
                    self.close(start.name().0)?;
                }
                Event::End(end) => self.close(end.name().0)?,
                Event::Text(inside) => self.say(&inside.xml10_content())?,
                Event::CData(inside) => self.say(&inside)?,
                Event::GeneralRef(name) => {
                    let word = format!("&{};", &*name);
                    self.say(&unescape(&word).map_or_else(|_| word.clone(), |text| text.into_owned()))?;
                }
                Event::DocType(_) => return Err("it declares a document type".to_owned()),
                Event::Eof => break,
                _ => {}
            }
        }
        Ok(self.sheets.into_iter().take(self.most).map(|sheet| (sheet.name, sheet.rows)).collect())
    }

    fn say(&mut self, text: &str) -> Result<(), String> {
        let Some(cell) = self.cell.as_mut().filter(|_| self.aside == 0) else { return Ok(()) };
        cell.shown.push_str(text);
        self.letters += text.len();
        if self.letters > limits::SHEET_BYTES {
            return Err(format!("its sheets hold more than {} MiB of text", limits::SHEET_BYTES >> 20));
        }
        Ok(())
    }

    fn open(&mut self, start: &BytesStart<'_>) -> Result<(), String> {
        match start.name().0 {
            "table:table" => {
                if self.sheets.len() > limits::WORKBOOK_SHEETS {
                    return Err(format!("it has more than {} sheets", limits::WORKBOOK_SHEETS));
                }
                self.sheets.push(Grid { name: attribute(start, "table:name").unwrap_or_default(), ..Grid::default() });
            }
            "table:table-row" => {
                if let Some(sheet) = self.sheets.last_mut() {
                    sheet.row_times = times(start, "table:number-rows-repeated");
                }
            }
            "table:table-cell" | "table:covered-table-cell" => {
                // A number is what it is, whatever it is shown as; a date is what people see.
                let number = attribute(start, "office:value-type").is_some_and(|kind| kind == "float");
                let value = attribute(start, "office:value").filter(|_| number);
                self.cell = Some(Cell { value, shown: String::new(), times: times(start, "table:number-columns-repeated") });
            }
            "office:annotation" => self.aside += 1,
            "text:p" if self.cell.as_ref().is_some_and(|cell| !cell.shown.is_empty()) => self.say(" ")?,
            "text:s" | "text:tab" | "text:line-break" => self.say(" ")?,
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), String> {
        match name {
            "office:annotation" => self.aside = self.aside.saturating_sub(1),
            "table:table-cell" | "table:covered-table-cell" => {
                let (Some(cell), Some(sheet)) = (self.cell.take(), self.sheets.last_mut()) else { return Ok(()) };
                let text = cell.value.unwrap_or(cell.shown).trim().to_owned();
                if text.is_empty() {
                    sheet.blank_cells = sheet.blank_cells.saturating_add(cell.times);
                    return Ok(());
                }
                let filled = sheet.row.len().saturating_add(sheet.blank_cells).saturating_add(cell.times);
                if filled > limits::COLUMNS {
                    return Err(format!("its sheet `{}` has more than {} columns", sheet.name, limits::COLUMNS));
                }
                sheet.row.extend(std::iter::repeat_n(String::new(), std::mem::take(&mut sheet.blank_cells)));
                sheet.row.extend(std::iter::repeat_n(text, cell.times));
            }
            "table:table-row" => {
                let Some(sheet) = self.sheets.last_mut() else { return Ok(()) };
                sheet.blank_cells = 0;
                let row = std::mem::take(&mut sheet.row);
                if row.is_empty() {
                    sheet.blank_rows = sheet.blank_rows.saturating_add(sheet.row_times);
                    return Ok(());
                }
                let count = sheet.rows.len().saturating_add(sheet.blank_rows).saturating_add(sheet.row_times);
                let cells = row.len().saturating_mul(sheet.row_times);
                if count > limits::ROWS || cells > limits::VALUES {
                    return Err(format!("its sheet `{}` has more than {} rows", sheet.name, limits::ROWS));
                }
                sheet.rows.extend(std::iter::repeat_n(Vec::new(), std::mem::take(&mut sheet.blank_rows)));
                sheet.rows.extend(std::iter::repeat_n(row, sheet.row_times));
                self.letters = self.letters.saturating_add(cells);
                if self.letters > limits::SHEET_BYTES {
                    return Err(format!("its sheets hold more than {} MiB of text", limits::SHEET_BYTES >> 20));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(inside: &str) -> Result<Vec<NamedCells>, String> {
        Content { sheets: Vec::new(), most: 9, cell: None, aside: 0, letters: 0 }
            .read(&format!("<office:spreadsheet>{inside}</office:spreadsheet>"))
    }

    #[test]
    fn cells_stand_where_they_are_seen() {
        let sheet = "<table:table table:name='A'><table:table-row table:number-rows-repeated='2'><table:table-cell/></table:table-row>\
            <table:table-row><table:table-cell table:number-columns-repeated='2'/><table:table-cell office:value-type='float' office:value='4'><text:p>4,00</text:p></table:table-cell>\
            <table:table-cell office:value-type='string'><office:annotation><text:p>a remark</text:p></office:annotation><text:p>x &amp;</text:p><text:p>y<text:s/>z</text:p></table:table-cell>\
            <table:covered-table-cell/><table:table-cell><text:p>end</text:p></table:table-cell></table:table-row></table:table>";
        let (name, rows) = read(sheet).unwrap().remove(0);
        assert_eq!((name.as_str(), rows.len()), ("A", 3));
        assert_eq!(rows[2], ["", "", "4", "x & y z", "", "end"]);
        // A million rows and columns of nothing at the end are nothing.
        let blank = "<table:table><table:table-row table:number-rows-repeated='1048576'><table:table-cell table:number-columns-repeated='16384'/></table:table-row></table:table>";
        assert!(read(blank).unwrap()[0].1.is_empty());
        let many = blank.replace("16384'/>", "16384'><text:p>x</text:p></table:table-cell>");
        assert!(read(&many).unwrap_err().contains("columns"));
        let tall = "<table:table><table:table-row table:number-rows-repeated='1048576'><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>";
        assert!(read(tall).unwrap_err().contains("rows"));
    }
}
