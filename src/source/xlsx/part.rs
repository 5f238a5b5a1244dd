//! The parts of a workbook, one event after the other. How many of something there are is counted, never believed.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::value::{Shown, letters};
use crate::source::limits;

/// Where a part leads.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// The last word of its kind.
    pub(super) kind: String,
    pub(super) target: String,
}

/// What the workbook says of itself.
#[derive(Clone, Debug, Default)]
pub(super) struct WorkbookInfo {
    /// What its sheets are called, and the id of each.
    pub(super) sheets: Vec<(String, String)>,
    pub(super) from_1904: bool,
}

/// Texts that cells share: one after the other, and where each ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    fn push(&mut self, text: &str) -> Result<(), String> {
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).map_err(|_| "its texts are too long".to_owned())?);
        Ok(())
    }

    fn get(&self, n: usize) -> Option<&str> {
        let end = *self.ends.get(n)? as usize;
        let start = n.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |start| *start as usize);
        self.text.get(start..end)
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    let config = reader.config_mut();
    config.check_end_names = false;
    config.check_comments = false;
    config.expand_empty_elements = true;
    reader
}

fn next<'t>(reader: &mut Reader<&'t [u8]>) -> Result<Event<'t>, String> {
    reader.read_event().map_err(|why| why.to_string())
}

/// An attribute, whatever stands for its namespace.
fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut all = start.attributes();
    let found = all.with_checks(false).filter_map(Result::ok).find(|one| one.key.local_name().as_ref() == name)?;
    Some(unescape(&found.value).map_or_else(|_| found.value.to_string(), |text| text.into_owned()))
}

fn entity(name: &BytesRef<'_>, to: &mut String) -> Result<(), String> {
    let written = format!("&{};", &**name);
    let text = unescape(&written).map_err(|_| "it has an entity of its own".to_owned())?;
    to.push_str(&text);
    Ok(())
}

/// Where the parts of a part lead, by id.
pub(super) fn relations(text: &str) -> Result<BTreeMap<String, Relation>, String> {
    let mut reader = reader(text);
    let mut all = BTreeMap::new();
    loop {
        match next(&mut reader)? {
            Event::Start(e) if e.local_name().as_ref() == "Relationship" => {
                let kind = attribute(&e, "Type").unwrap_or_default();
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                let target = attribute(&e, "Target").unwrap_or_default();
                all.insert(attribute(&e, "Id").unwrap_or_default(), Relation { kind, target });
            }
            Event::Eof => return Ok(all),
            _ => {}
        }
    }
}

/// The sheets, and how days are counted.
pub(super) fn workbook(text: &str) -> Result<WorkbookInfo, String> {
    let mut reader = reader(text);
    let mut told = WorkbookInfo::default();
    loop {
        match next(&mut reader)? {
            Event::Start(e) if e.local_name().as_ref() == "sheet" => {
                if told.sheets.len() >= limits::WORKBOOK_SHEETS {
                    return Err(format!("it has more than {} sheets", limits::WORKBOOK_SHEETS));
                }
                let name = attribute(&e, "name").unwrap_or_default();
                if name.len() > limits::NAME_LETTERS {
                    return Err(format!("the name of a sheet has more than {} letters", limits::NAME_LETTERS));
                }
                told.sheets.push((name, attribute(&e, "id").unwrap_or_default()));
            }
            Event::Start(e) if e.local_name().as_ref() == "workbookPr" => {
                if let Some(value) = attribute(&e, "date1904") {
                    told.from_1904 = value == "1" || value == "true";
                }
            }
            Event::Eof => return Ok(told),
            _ => {}
        }
    }
}

/// Texts that cells share.
pub(super) fn strings(text: &str) -> Result<Strings, String> {
    let mut reader = reader(text);
    let mut all = Strings::default();
    loop {
        match next(&mut reader)? {
            Event::Start(e) if e.local_name().as_ref() == "si" => {
                let text = string(&mut reader, "si")?;
                all.push(&text)?;
            }
            Event::Eof => return Ok(all),
            _ => {}
        }
    }
}

/// A plain or a rich text, until its element ends.
fn string(reader: &mut Reader<&[u8]>, end: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut spoken = false;
    loop {
        match next(reader)? {
            Event::Start(e) if e.local_name().as_ref() == "rPh" => spoken = true,
            Event::End(e) if e.local_name().as_ref() == "rPh" => spoken = false,
            Event::Start(e) if e.local_name().as_ref() == "t" && !spoken => {
                let kept = attribute(&e, "space").is_some_and(|space| space == "preserve");
                let text = inside(reader, "t")?;
                let text = if kept { text.as_str() } else { text.trim_matches([' ', '\t', '\r', '\n']) };
                out.push_str(&letters(text));
            }
            Event::End(e) if e.local_name().as_ref() == end => return Ok(out),
            Event::Eof => return Err("it ends in the middle of a text".to_owned()),
            _ => {}
        }
    }
}

/// The text of an element, until it ends.
fn inside(reader: &mut Reader<&[u8]>, end: &str) -> Result<String, String> {
    let mut out = String::new();
    loop {
        match next(reader)? {
            Event::Text(text) => out.push_str(&text.xml10_content()),
            Event::CData(text) => out.push_str(&text.xml10_content()),
            Event::GeneralRef(name) => entity(&name, &mut out)?,
            Event::End(e) if e.local_name().as_ref() == end => return Ok(out),
            Event::Eof => return Err("it ends in the middle of a text".to_owned()),
            _ => {}
        }
    }
}

/// How numbers are shown, by the style of a cell.
pub(super) fn formats(text: &str) -> Result<Vec<Shown>, String> {
    let mut reader = reader(text);
    let mut own: BTreeMap<String, Shown> = BTreeMap::new();
    let mut all = Vec::new();
    let mut cells = false;
    loop {
        match next(&mut reader)? {
            Event::Start(e) if e.local_name().as_ref() == "numFmt" => {
                if let (Some(id), Some(code)) = (attribute(&e, "numFmtId"), attribute(&e, "formatCode")) {
                    own.insert(id, Shown::of(&code));
                }
            }
            Event::Start(e) if e.local_name().as_ref() == "cellXfs" => cells = true,
            Event::End(e) if e.local_name().as_ref() == "cellXfs" => cells = false,
            Event::Start(e) if cells && e.local_name().as_ref() == "xf" => {
                let id = attribute(&e, "numFmtId").unwrap_or_default();
                all.push(own.get(&id).copied().unwrap_or_else(|| Shown::built_in(&id)));
            }
            Event::Eof => return Ok(all),
            _ => {}
        }
    }
}

/// The cells of a sheet, in their order.
pub(super) struct Cells<'t> {
    reader: Reader<&'t [u8]>,
    strings: &'t Strings,
    formats: &'t [Shown],
    from_1904: bool,
    /// Whether the cells have begun.
    begun: bool,
    at: (u32, u32),
}

/// Where a cell is, counted from naught, and what is seen in it.
type Cell = ((u32, u32), String);

impl<'t> Cells<'t> {
    pub(super) fn new(text: &'t str, strings: &'t Strings, formats: &'t [Shown], from_1904: bool) -> Self {
        Cells { reader: reader(text), strings, formats, from_1904, begun: false, at: (0, 0) }
    }

    /// The next cell.
    pub(super) fn next(&mut self) -> Result<Option<Cell>, String> {
        loop {
            match next(&mut self.reader)? {
                Event::Start(e) if e.local_name().as_ref() == "sheetData" => self.begun = true,
                Event::End(e) if e.local_name().as_ref() == "sheetData" => return Ok(None),
                Event::Start(e) if self.begun && e.local_name().as_ref() == "row" => {
                    if let Some(row) = attribute(&e, "r") {
                        let (row, _) = position(&row).ok_or_else(|| no_place(&row))?;
                        self.at = (row, 0);
                    }
                }
                Event::End(e) if e.local_name().as_ref() == "row" => self.at = (self.at.0.saturating_add(1), 0),
                Event::Start(e) if self.begun && e.local_name().as_ref() == "c" => return self.cell(&e).map(Some),
                Event::Eof if self.begun => return Err("it ends in the middle of a sheet".to_owned()),
                Event::Eof => return Err("one of its sheets has no cells".to_owned()),
                _ => {}
            }
        }
    }

    fn cell(&mut self, start: &BytesStart<'_>) -> Result<Cell, String> {
        let (mut place, mut style, mut kind) = (None, 0usize, None);
        for one in start.attributes().with_checks(false).filter_map(Result::ok) {
            match one.key.local_name().as_ref() {
                "r" => place = Some(one.value.into_owned()),
                "s" => style = one.value.parse().unwrap_or(0),
                "t" => kind = Some(one.value.into_owned()),
                _ => {}
            }
        }
        if let Some(place) = place {
            let (row, column) = position(&place).ok_or_else(|| no_place(&place))?;
            self.at = (row, column.ok_or_else(|| no_place(&place))?);
        }
        let mut text = String::new();
        loop {
            match next(&mut self.reader)? {
                Event::Start(e) if e.local_name().as_ref() == "is" => text = string(&mut self.reader, "is")?,
                Event::Start(e) if e.local_name().as_ref() == "v" => {
                    let value = inside(&mut self.reader, "v")?;
                    // Such a cell has its text elsewhere.
                    if !matches!(kind.as_deref(), Some("inlineStr" | "is")) {
                        text = self.value(value, kind.as_deref(), style)?;
                    }
                }
                Event::End(e) if e.local_name().as_ref() == "c" => break,
                Event::Eof => return Err("it ends in the middle of a cell".to_owned()),
                // Formulas and whatever else.
                _ => {}
            }
        }
        let at = self.at;
        self.at.1 = self.at.1.saturating_add(1);
        Ok((at, text))
    }

    fn value(&self, text: String, kind: Option<&str>, style: usize) -> Result<String, String> {
        match kind {
            Some("s") if text.trim().is_empty() => Ok(String::new()),
            Some("s") => {
                let shared = text.trim().parse().ok().and_then(|n| self.strings.get(n));
                shared.map(ToOwned::to_owned).ok_or_else(|| "a cell shares a text that is not there".to_owned())
            }
            Some("b") => Ok(if matches!(text.trim(), "0" | "false" | "") { "false" } else { "true" }.to_owned()),
            Some("str") => Ok(letters(&text).into_owned()),
            Some("d" | "e") => Ok(text),
            Some("n") | None => match text.trim() {
                "" => Ok(String::new()),
                number => match (number.parse(), kind) {
                    (Ok(value), _) => {
                        let shown = self.formats.get(style).copied().unwrap_or(Shown::Number);
                        Ok(shown.number(value, self.from_1904))
                    }
                    (Err(_), None) => Ok(text),
                    (Err(_), Some(_)) => Err(format!("a cell has the number `{}`", crate::source::shown(number, 40))),
                },
            },
            Some(other) => Err(format!("a cell is of the kind `{}`", crate::source::shown(other, 40))),
        }
    }
}

fn no_place(text: &str) -> String {
    format!("a cell stands at `{}`", crate::source::shown(text, 40))
}

/// `C7`: row 6 and column 2, counted from naught; a row alone has no column.
fn position(text: &str) -> Option<(u32, Option<u32>)> {
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (name, row) = text.split_at_checked(digits)?;
    let row = row.parse::<u32>().ok()?.checked_sub(1)?;
    let mut column = 0u32;
    for letter in name.bytes() {
        let n = letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_uppercase() - b'A') + 1)?;
        column = column.checked_mul(26)?.checked_add(n)?;
    }
    Some((row, column.checked_sub(1)))
}
