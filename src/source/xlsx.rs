//! Workbooks: a sheet of an .xlsx file, turned into the tab-divided text that it would have been.
//!
//! Row n of the sheet is line n of that text, so that a diagnostic's line is the row that the author sees. A workbook
//! may come from anybody: what it says of its own size is never believed, and only the parts that are needed are
//! unpacked, each counted.

mod part;
mod value;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::limits;
use super::syntax_error::SyntaxError;
use crate::diag::{codes, did_you_mean};
use crate::span::Span;
use part::{Relation, Strings};
use value::Shown;

/// Names of sheets that a message lists.
const LISTED: usize = 20;

/// A workbook that was opened: what it holds, without its sheets.
pub(super) struct Book<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// Entries by name: letter case and the kind of slash do not count.
    entries: BTreeMap<String, String>,
    /// The folder of the workbook's own part.
    folder: String,
    /// Sheets: what each is called, and its part.
    sheets: Vec<(String, String)>,
    strings: Strings,
    formats: Vec<Shown>,
    from_1904: bool,
}

/// What is said of one that cannot be read.
pub(super) fn broken(why: &str) -> Box<SyntaxError> {
    SyntaxError::boxed(&codes::BAD_WORKBOOK, Span::new(0, 0), format!("the workbook cannot be read: {why}"))
        .map_help("open it in a spreadsheet and save it again as .xlsx")
}

/// The text of one sheet; the first sheet if none is named. `left` is how many bytes may still be unpacked.
pub(super) fn text(bytes: &[u8], sheet: Option<&str>, left: &mut u64) -> Result<String, Box<SyntaxError>> {
    let mut own = limits::WORKBOOK_BYTES.min(*left);
    let before = own;
    let read = Book::open(bytes, &mut own).map_err(|why| broken(&why)).and_then(|mut book| book.text(sheet, &mut own));
    *left -= before - own;
    if own == 0 && before < limits::WORKBOOK_BYTES {
        let message = format!("the workbooks of the game unpack to more than {} MiB", limits::WORKBOOKS_BYTES >> 20);
        return Err(
            SyntaxError::boxed(&codes::TOO_BIG, Span::new(0, 0), message).map_help("save sheets that many lists use as CSV")
        );
    }
    read
}

impl<'b> Book<'b> {
    /// Opens it; why it cannot be read otherwise.
    pub(super) fn open(bytes: &'b [u8], left: &mut u64) -> Result<Book<'b>, String> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|why| why.to_string())?;
        if zip.len() > limits::WORKBOOK_PARTS {
            return Err(format!("it has {} parts, expected at most {}", zip.len(), limits::WORKBOOK_PARTS));
        }
        let names = zip.file_names().filter_map(Result::ok).map(|name| name.into_owned());
        let entries = names.map(|name| (name.replace('\\', "/").to_ascii_lowercase(), name)).collect();
        let mut book = Book {
            zip,
            entries,
            folder: String::new(),
            sheets: Vec::new(),
            strings: Strings::default(),
            formats: Vec::new(),
            from_1904: false,
        };
        let package = book.part("_rels/.rels", left)?.ok_or("it has no list of its parts")?;
        let main = part::relations(&package)?.into_values().find(|one| one.kind == "officeDocument");
        let main = main.ok_or("its list of parts names no workbook")?.target;
        let main = main.strip_prefix('/').unwrap_or(&main);
        let (folder, name) = main.rfind('/').and_then(|at| main.split_at_checked(at + 1)).unwrap_or(("", main));
        folder.clone_into(&mut book.folder);
        let relations = book.part(&format!("{folder}_rels/{name}.rels"), left)?.ok_or("it has no list of its sheets")?;
        let relations = part::relations(&relations)?;
        let workbook = book.part(main, left)?.ok_or("its own part is missing")?;
        let told = part::workbook(&workbook)?;
        book.from_1904 = told.from_1904;
        for (name, id) in told.sheets {
            let Relation { kind, target } = relations.get(&id).ok_or("it names a sheet that it does not list")?;
            // Charts and dialogs have sheets of their own, without cells.
            if kind == "worksheet" {
                let path = target.strip_prefix('/').map_or_else(|| format!("{folder}{target}"), ToOwned::to_owned);
                book.sheets.push((name, path));
            }
        }
        if let Some(strings) = book.part(&format!("{folder}sharedStrings.xml"), left)? {
            book.strings = part::strings(&strings)?;
        }
        if let Some(styles) = book.part(&format!("{folder}styles.xml"), left)? {
            book.formats = part::formats(&styles)?;
        }
        Ok(book)
    }

    /// What its sheets are called.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().map(|(name, _)| name.as_str())
    }

    /// A part, unpacked and counted; nothing if there is none.
    fn part(&mut self, path: &str, left: &mut u64) -> Result<Option<String>, String> {
        let Some(name) = self.entries.get(&path.to_ascii_lowercase()) else { return Ok(None) };
        let entry = self.zip.by_name(name).map_err(|why| why.to_string())?;
        let most = *left;
        let mut bytes = Vec::new();
        // What the archive claims is not believed; what comes out is counted.
        entry.take(most + 1).read_to_end(&mut bytes).map_err(|why| format!("`{}`: {why}", super::shown(path, 60)))?;
        let size = bytes.len() as u64;
        *left = left.saturating_sub(size);
        if size > most {
            return Err(format!("it unpacks to more than {} MiB", limits::WORKBOOK_BYTES >> 20));
        }
        let text = String::from_utf8(bytes).map_err(|_| format!("`{}` is not UTF-8", super::shown(path, 60)))?;
        Ok(Some(text))
    }

    /// The text of one sheet; the first sheet if none is named.
    pub(super) fn text(&mut self, sheet: Option<&str>, left: &mut u64) -> Result<String, Box<SyntaxError>> {
        let found = match sheet {
            Some(wanted) => self.sheets.iter().find(|(name, _)| name == wanted),
            None => self.sheets.first(),
        };
        let Some((name, path)) = found.cloned() else { return Err(self.without(sheet.unwrap_or(""))) };
        let text = self.part(&path, left).map_err(|why| broken(&why))?;
        let text = text.ok_or_else(|| broken(&format!("its sheet `{name}` is missing")))?;
        let mut out = String::new();
        let (mut row, mut column) = (0u32, 0u32);
        let mut cells = part::Cells::new(&text, &self.strings, &self.formats, self.from_1904);
        let nowhere = Span::new(0, 0);
        while let Some(((r, c), text)) = cells.next().map_err(|why| broken(&why))? {
            let text = text.replace(['\r', '\n'], " ");
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            if r as usize > limits::ROWS || c as usize > limits::COLUMNS {
                let message = format!(
                    "the sheet `{name}` has a cell in row {}, column {}; at most {} rows and {} columns are read",
                    u64::from(r) + 1,
                    u64::from(c) + 1,
                    limits::ROWS,
                    limits::COLUMNS
                );
                return Err(
                    SyntaxError::boxed(&codes::TOO_MANY, nowhere, message).map_help("delete stray cells far off the table")
                );
            }
            if r < row || (r == row && c < column) {
                return Err(broken("its cells are out of order"));
            }
            if text.len() > limits::CELL_LETTERS && text.chars().count() > limits::CELL_LETTERS {
                let message = format!(
                    "the sheet `{name}` has more than {} letters in row {}, column {}",
                    limits::CELL_LETTERS,
                    r + 1,
                    c + 1
                );
                return Err(SyntaxError::boxed(&codes::TOO_BIG, nowhere, message).map_help("shorten the text of that cell"));
            }
            if r > row {
                out.extend(std::iter::repeat_n('\n', (r - row) as usize));
                (row, column) = (r, 0);
            }
            out.extend(std::iter::repeat_n('\t', (c - column) as usize));
            column = c;
            if text.contains(['"', '\t']) {
                out.push('"');
                out.push_str(&text.replace('"', "\"\""));
                out.push('"');
            } else {
                out.push_str(text);
            }
            if out.len() > limits::SHEET_BYTES {
                let message = format!("the sheet `{name}` holds more than {} MiB of text", limits::SHEET_BYTES >> 20);
                return Err(SyntaxError::boxed(&codes::TOO_BIG, nowhere, message).map_help("divide the sheet into several"));
            }
        }
        Ok(out)
    }

    /// There is no such sheet.
    fn without(&self, wanted: &str) -> Box<SyntaxError> {
        let near = Some(wanted).filter(|wanted| wanted.len() <= limits::NAME_LETTERS);
        let near = near.and_then(|wanted| did_you_mean(wanted, self.names()));
        let mut list = self.names().take(LISTED).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        if self.sheets.len() > LISTED {
            list += &format!(" and {} more", self.sheets.len() - LISTED);
        }
        let list = if list.is_empty() { "none".to_owned() } else { list };
        let message = format!("the workbook has no sheet `{}`; it has {list}", super::shown(wanted, 80));
        SyntaxError::boxed(&codes::BAD_WORKBOOK, Span::new(0, 0), message)
            .map_help(&near.unwrap_or_else(|| "name one of its sheets".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use calamine::{DataRef, Reader, Xlsx};
    use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};

    use super::*;

    fn left() -> u64 {
        limits::WORKBOOKS_BYTES
    }

    /// What another reader finds in the first sheet: row, column, and text.
    fn theirs(bytes: &[u8]) -> Vec<((u32, u32), String)> {
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
        let name = book.sheet_names().first().unwrap().clone();
        let mut cells = book.worksheet_cells_reader(&name).unwrap();
        let mut all = Vec::new();
        while let Some(cell) = cells.next_cell().unwrap() {
            let text = match cell.get_value() {
                DataRef::Empty => String::new(),
                DataRef::Int(n) => n.to_string(),
                DataRef::Float(n) => n.to_string(),
                DataRef::Bool(b) => b.to_string(),
                DataRef::String(s) | DataRef::DateTimeIso(s) | DataRef::DurationIso(s) => s.clone(),
                DataRef::SharedString(s) => (*s).to_owned(),
                DataRef::Error(e) => e.to_string(),
                DataRef::DateTime(moment) => {
                    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
                    if moment.is_duration() || moment.as_f64() < 1.0 {
                        format!("{hour:02}:{minute:02}:{second:02}")
                    } else {
                        format!("{year:04}-{month:02}-{day:02}")
                    }
                }
            };
            let text = text.replace(['\r', '\n'], " ").trim().to_owned();
            if !text.is_empty() {
                all.push((cell.get_position(), text));
            }
        }
        all
    }

    fn ours(bytes: &[u8]) -> Vec<((u32, u32), String)> {
        let text = text(bytes, None, &mut left()).unwrap();
        let cells = crate::source::sheet::cells(&text).unwrap();
        let mut all = Vec::new();
        for (row, cells) in (0u32..).zip(&cells) {
            all.extend((0u32..).zip(cells).filter(|(_, cell)| !cell.is_empty()).map(|(c, cell)| ((row, c), cell.clone())));
        }
        all
    }

    #[test]
    fn a_sheet_is_what_another_reader_finds() {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet();
        let formats = [
            "General",
            "0.00",
            "d-mmm",
            "yyyy-mm-dd",
            "h:mm",
            "[h]:mm:ss",
            "0\" days\"",
            "mmm-yy",
            "#,##0*y",
            "h AM/PM",
            "\\Y0",
            "[Red]0;[Blue]d",
            "@",
        ];
        let numbers =
            [0.0, 0.25, 0.999_99, 1.0, 1.5, 59.0, 60.0, 61.0, 365.0, 366.0, 367.0, 1234.567, 46024.75, 2_958_465.0, -3.5, 1e9];
        for (column, format) in (0u16..).zip(formats) {
            let format = Format::new().set_num_format(format);
            for (row, number) in (0u32..).zip(numbers) {
                sheet.write_with_format(row, column, number, &format).unwrap();
            }
        }
        let texts = ["plain", " padded ", "two\nlines", "<&>\"'", "_x000D_", "_x005F_", "é 📷", "'", "#REF!", "1/2", "a\tb"];
        for (row, text) in (20u32..).zip(texts) {
            sheet.write(row, 0, text).unwrap();
            sheet.write_rich_string(row, 2, &[(&Format::new(), "a "), (&Format::new().set_bold(), text)]).unwrap();
            sheet.write(row, 5, row % 2 == 0).unwrap();
            sheet.write(row, 6, Formula::new("=1+1").set_result(text)).unwrap();
            sheet.write(row, 7, Formula::new("=1+1").set_result("2.50")).unwrap();
            sheet.write_blank(row, 8, &Format::new().set_bold()).unwrap();
        }
        let day = ExcelDateTime::from_ymd(1944, 12, 16).unwrap();
        sheet.write_with_format(40, 3, &day, &Format::new().set_num_format("d/m")).unwrap();
        let bytes = book.save_to_buffer().unwrap();
        let ours = ours(&bytes);
        assert!(ours.len() > 250);
        assert_eq!(ours, theirs(&bytes));
    }

    #[test]
    fn workbooks_of_one_game_are_bounded_together() {
        let mut book = Workbook::new();
        book.add_worksheet().write(0, 0, "id").unwrap();
        let bytes = book.save_to_buffer().unwrap();
        let mut rest = left();
        assert_eq!(text(&bytes, None, &mut rest).unwrap(), "id");
        let one = left() - rest;
        rest = one + one / 2;
        assert!(text(&bytes, None, &mut rest).is_ok());
        let fault = text(&bytes, None, &mut rest).unwrap_err();
        assert_eq!((fault.message(), rest), ("the workbooks of the game unpack to more than 256 MiB", 0));
    }
}
