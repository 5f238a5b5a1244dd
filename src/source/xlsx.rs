//! Workbooks: a sheet of an .xlsx file, turned into the tab-divided text that it would have been.
//!
//! Row n of the sheet is line n of that text, so that a diagnostic's line is the row that the author sees.

use std::io::{Cursor, Read};

use calamine::{DataRef, Reader, Xlsx};

use super::fault::Fault;
use super::limits;
use crate::diag::{codes, did_you_mean};
use crate::span::Span;

/// The text of one sheet; the first sheet if none is named.
pub(super) fn text(bytes: &[u8], sheet: Option<&str>) -> Result<String, Box<Fault>> {
    let nowhere = Span::new(0, 0);
    let broken = |why: String| {
        Fault::boxed(&codes::BAD_WORKBOOK, nowhere, format!("the workbook cannot be read: {why}"))
            .map_help("open it in a spreadsheet and save it again as .xlsx")
    };
    weigh(bytes).map_err(&broken)?;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|e| broken(e.to_string()))?;
    let names = book.sheet_names();
    let name = match sheet {
        Some(wanted) => names.iter().find(|n| n.as_str() == wanted).cloned(),
        None => names.first().cloned(),
    };
    let Some(name) = name else {
        let wanted = sheet.unwrap_or("");
        let near = did_you_mean(wanted, names.iter().map(String::as_str));
        let list = names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
        return Err(Fault::boxed(&codes::BAD_WORKBOOK, nowhere, format!("the workbook has no sheet `{wanted}`; it has {list}"))
            .map_help(&near.unwrap_or_else(|| "name one of its sheets".to_owned())));
    };
    let mut cells = book.worksheet_cells_reader(&name).map_err(|e| broken(e.to_string()))?;
    let mut out = String::new();
    let (mut row, mut column) = (0u32, 0u32);
    while let Some(cell) = cells.next_cell().map_err(|e| broken(e.to_string()))? {
        let (r, c) = cell.get_position();
        let text = words(cell.get_value());
        if text.is_empty() {
            continue;
        }
        if r as usize > limits::ROWS || c as usize > limits::COLUMNS {
            let message = format!(
                "the sheet `{name}` has a cell in row {}, column {}; at most {} rows and {} columns are read",
                r + 1,
                c + 1,
                limits::ROWS,
                limits::COLUMNS
            );
            return Err(Fault::boxed(&codes::TOO_MANY, nowhere, message).map_help("delete stray cells far off the table"));
        }
        if r < row || (r == row && c < column) {
            return Err(broken("its cells are out of order".to_owned()));
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
            out.push_str(&text);
        }
        if out.len() as u64 > limits::FILE_BYTES {
            return Err(Fault::boxed(
                &codes::TOO_BIG,
                nowhere,
                format!("the sheet `{name}` holds more than {} MiB of text", limits::FILE_BYTES >> 20),
            ));
        }
    }
    Ok(out)
}

/// What its sheets are called; nothing if it cannot be read.
pub(super) fn names(bytes: &[u8]) -> Vec<String> {
    if weigh(bytes).is_err() {
        return Vec::new();
    }
    Xlsx::new(Cursor::new(bytes)).map(|book: Xlsx<_>| book.sheet_names()).unwrap_or_default()
}

/// Unpacks everything once, counting, so that a small file cannot claim gigabytes.
fn weigh(bytes: &[u8]) -> Result<(), String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|e| e.to_string())?;
    let mut left = limits::WORKBOOK_BYTES;
    for i in 0..zip.len() {
        let entry = zip.by_index(i).map_err(|e| e.to_string())?;
        let read = std::io::copy(&mut entry.take(left + 1), &mut std::io::sink()).map_err(|e| e.to_string())?;
        left = left.checked_sub(read).ok_or(format!("it unpacks to more than {} MiB", limits::WORKBOOK_BYTES >> 20))?;
    }
    Ok(())
}

/// What the author sees in the cell; a date as a date, so that a destroyed fraction is recognised.
fn words(value: &DataRef<'_>) -> String {
    let text = match value {
        DataRef::Empty => String::new(),
        DataRef::Int(n) => n.to_string(),
        DataRef::Float(n) => n.to_string(),
        DataRef::Bool(b) => if *b { "true" } else { "false" }.to_owned(),
        DataRef::String(s) => s.clone(),
        DataRef::SharedString(s) => (*s).to_owned(),
        DataRef::DateTimeIso(s) | DataRef::DurationIso(s) => s.clone(),
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
    text.replace(['\r', '\n'], " ").trim().to_owned()
}
