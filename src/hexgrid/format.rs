//! How a hex number is printed: "CCRR" and its kin, compiled once, then read and written.
//!
//! A name has exactly one spelling, so that equal hexes have equal names: no missing zeros, no
//! extra ones. Reading allocates nothing; numbers stay numbers until they are shown.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

use super::error::GridError;
use super::spec::{Axis, Letters};

/// The most digits or letters of one number; keeps every value within `u32`.
const MAX_WIDTH: usize = 9;
/// The most letters of a lettered column or row.
const MAX_LETTERS: u32 = 8;

/// A compiled numbering.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Format {
    text: String,
    before: String,
    first: NumberField,
    between: String,
    second: NumberField,
    after: String,
    letters: Letters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
struct NumberField {
    axis: Axis,
    kind: NumberFieldKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
enum NumberFieldKind {
    /// As many digits as needed, no leading zeros.
    Plain,
    /// Always so many digits.
    Padded(usize),
    /// At least so many digits: 01, 99, 100.
    Growing(usize),
    /// Capital letters, as many as needed.
    Letters,
}

/// Whether a character may stand between or around the numbers of a name, or in a prefix.
/// `/` joins the hexes of a hexside and `|` separates lists in CSV cells.
fn is_mark(c: char) -> bool {
    !c.is_alphanumeric() && is_name_char(c)
}

/// Whether a character may be part of a name at all.
pub(super) fn is_name_char(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != '/' && c != '|'
}

impl Format {
    /// Compiles a numbering such as "CCRR" or "A.RR".
    pub(super) fn compile(text: &str, letters: Letters) -> Result<Format, GridError> {
        let fault = |why: &'static str| GridError::Numbering { numbering: text.chars().take(40).collect(), why };
        if text.len() > 40 {
            return Err(fault("is longer than 40 characters"));
        }
        let mut marks = [String::new(), String::new(), String::new()];
        let mut parts: Vec<NumberField> = Vec::new();
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let mut width = 1;
            if c.is_alphanumeric() {
                while rest.next_if_eq(&c).is_some() {
                    width += 1;
                }
            }
            if width > MAX_WIDTH {
                return Err(fault("has more than nine digits for one number"));
            }
            // A small letter after the large ones: as many more as are needed.
            let grows = matches!(c, 'C' | 'R') && rest.next_if_eq(&c.to_ascii_lowercase()).is_some();
            let digits = match width {
                1 => NumberFieldKind::Plain,
                _ if grows => NumberFieldKind::Growing(width),
                _ => NumberFieldKind::Padded(width),
            };
            let (axis, kind) = match c {
                'C' => (Axis::Column, digits),
                'R' => (Axis::Row, digits),
                'A' => (Axis::Column, NumberFieldKind::Letters),
                'a' => (Axis::Row, NumberFieldKind::Letters),
                _ if is_mark(c) => {
                    if let Some(mark) = marks.get_mut(parts.len()) {
                        mark.push(c);
                    }
                    continue;
                }
                _ => {
                    return Err(fault("may hold only C, R, A, a and marks such as `.` or `-`"));
                }
            };
            if parts.iter().any(|part| part.axis == axis) {
                return Err(fault("names its column or its row twice"));
            }
            parts.push(NumberField { axis, kind });
        }
        let &[first, second] = parts.as_slice() else {
            return Err(fault("must name one column (C or A) and one row (R or a)"));
        };
        let [before, between, after] = marks;
        if between.is_empty() {
            match (first.kind, second.kind) {
                (NumberFieldKind::Plain | NumberFieldKind::Growing(_), NumberFieldKind::Plain | NumberFieldKind::Growing(_)) => {
                    return Err(fault("cannot tell 1,11 from 11,1; put a mark between them or pad"));
                }
                (NumberFieldKind::Letters, NumberFieldKind::Letters) => {
                    return Err(fault("cannot tell A,AA from AA,A; put a mark between them"));
                }
                _ => {}
            }
        }
        Ok(Format { text: text.to_owned(), before, first, between, second, after, letters })
    }

    /// Refuses numbers that this format cannot print.
    pub(super) fn check(&self, axis: Axis, lowest: u32, highest: u32) -> Result<(), GridError> {
        let fault = |number| Err(GridError::DoesNotFit { numbering: self.text.clone(), axis, number });
        let limit = match (self.part(axis).kind, self.letters) {
            (NumberFieldKind::Padded(width), _) => ten_to(width) - 1,
            (NumberFieldKind::Letters, _) if lowest == 0 => return fault(0),
            (NumberFieldKind::Letters, Letters::DoubledLetters) => 26 * MAX_LETTERS,
            (NumberFieldKind::Plain | NumberFieldKind::Growing(_), _) | (NumberFieldKind::Letters, Letters::Spreadsheet) => {
                ten_to(MAX_WIDTH) - 1
            }
        };
        if highest > limit { fault(highest) } else { Ok(()) }
    }

    /// Reads column and row; `None` if the text is not spelt exactly so.
    pub(super) fn read(&self, text: &str) -> Option<(u32, u32)> {
        let body = text.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        let (first, second) = self.split(body)?;
        Some(self.order(self.read_part(self.first, first)?, self.read_part(self.second, second)?))
    }

    /// Reads what `read` refuses only for missing leading zeros: 512 for 0512, 1.5 for 01.05.
    pub(super) fn read_unpadded(&self, text: &str) -> Option<(u32, u32)> {
        let body = text.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?;
        if let (NumberFieldKind::Padded(a), NumberFieldKind::Padded(b), true) =
            (self.first.kind, self.second.kind, self.between.is_empty())
        {
            // A spreadsheet takes the whole for one number, so the zeros are missing at the front.
            if body.len() >= a + b {
                return None;
            }
            let mut value = 0u64;
            for digit in digits(body)? {
                value = value * 10 + u64::from(digit);
            }
            let limit = u64::from(ten_to(b));
            return Some(self.order(u32::try_from(value / limit).ok()?, u32::try_from(value % limit).ok()?));
        }
        let (first, second) = self.split(body).or_else(|| self.split_short(body))?;
        Some(self.order(self.read_loose(self.first, first)?, self.read_loose(self.second, second)?))
    }

    /// Writes the name of a hex.
    pub(super) fn write(&self, out: &mut impl fmt::Write, column: u32, row: u32) -> fmt::Result {
        let pick = |part: NumberField| {
            if part.axis == Axis::Column { column } else { row }
        };
        out.write_str(&self.before)?;
        self.write_part(out, self.first, pick(self.first))?;
        out.write_str(&self.between)?;
        self.write_part(out, self.second, pick(self.second))?;
        out.write_str(&self.after)
    }

    /// One number as it is printed, for messages.
    pub(super) fn show(&self, axis: Axis, number: u32) -> String {
        let mut shown = String::new();
        self.write_part(&mut shown, self.part(axis), number).expect("a String takes whatever is written");
        shown
    }

    /// The spelling in words: "two digits for the column, then two digits for the row".
    pub(super) fn words(&self) -> String {
        let mut steps = Vec::new();
        let mark = |steps: &mut Vec<String>, mark: &str| {
            if !mark.is_empty() {
                steps.push(format!("`{mark}`"));
            }
        };
        mark(&mut steps, &self.before);
        steps.push(self.first.words());
        mark(&mut steps, &self.between);
        steps.push(self.second.words());
        mark(&mut steps, &self.after);
        steps.join(", then ")
    }

    fn part(&self, axis: Axis) -> NumberField {
        if self.first.axis == axis { self.first } else { self.second }
    }

    /// Column before row, whichever is printed first.
    fn order(&self, first: u32, second: u32) -> (u32, u32) {
        if self.first.axis == Axis::Column { (first, second) } else { (second, first) }
    }

    fn split<'t>(&self, body: &'t str) -> Option<(&'t str, &'t str)> {
        if !self.between.is_empty() {
            return body.split_once(self.between.as_str());
        }
        match (self.first.kind, self.second.kind) {
            (NumberFieldKind::Letters, _) | (_, NumberFieldKind::Letters) => self.split_short(body),
            (NumberFieldKind::Padded(width), _) => body.split_at_checked(width),
            (_, NumberFieldKind::Padded(width)) => body.split_at_checked(body.len().checked_sub(width)?),
            _ => None,
        }
    }

    /// Splits where letters and digits meet, however many there are of each.
    fn split_short<'t>(&self, body: &'t str) -> Option<(&'t str, &'t str)> {
        let lettered = self.first.kind == NumberFieldKind::Letters;
        body.find(|c: char| c.is_ascii_digit() == lettered).and_then(|at| body.split_at_checked(at))
    }

    fn read_part(&self, part: NumberField, text: &str) -> Option<u32> {
        match part.kind {
            NumberFieldKind::Padded(width) if text.len() != width => None,
            NumberFieldKind::Growing(width) if text.len() < width || (text.len() > width && text.starts_with('0')) => None,
            NumberFieldKind::Plain if text.len() > 1 && text.starts_with('0') => None,
            NumberFieldKind::Plain | NumberFieldKind::Padded(_) | NumberFieldKind::Growing(_) => number(text),
            NumberFieldKind::Letters => read_letters(text, self.letters),
        }
    }

    fn read_loose(&self, part: NumberField, text: &str) -> Option<u32> {
        match part.kind {
            NumberFieldKind::Padded(width) | NumberFieldKind::Growing(width) if text.len() <= width => number(text),
            _ => self.read_part(part, text),
        }
    }

    fn write_part(&self, out: &mut impl fmt::Write, part: NumberField, number: u32) -> fmt::Result {
        match part.kind {
            NumberFieldKind::Plain => write!(out, "{number}"),
            NumberFieldKind::Padded(width) | NumberFieldKind::Growing(width) => write!(out, "{number:0width$}"),
            NumberFieldKind::Letters => write_letters(out, number, self.letters),
        }
    }
}

impl NumberField {
    fn words(self) -> String {
        const COUNTS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let axis = self.axis.word();
        match self.kind {
            NumberFieldKind::Plain => format!("the {axis} without leading zeros"),
            NumberFieldKind::Padded(width) => format!("{} digits for the {axis}", COUNTS.get(width).unwrap_or(&"many")),
            NumberFieldKind::Growing(width) => format!("at least {} digits for the {axis}", COUNTS.get(width).unwrap_or(&"many")),
            NumberFieldKind::Letters => format!("the {axis} in capital letters"),
        }
    }
}

const fn ten_to(width: usize) -> u32 {
    let mut value = 1;
    let mut left = width;
    while left > 0 {
        value *= 10;
        left -= 1;
    }
    value
}

/// The digits of a text of one to eighteen digits and nothing else.
fn digits(text: &str) -> Option<impl Iterator<Item = u8>> {
    let fine = !text.is_empty() && text.len() <= 2 * MAX_WIDTH && text.bytes().all(|b| b.is_ascii_digit());
    fine.then(|| text.bytes().map(|b| b - b'0'))
}

fn number(text: &str) -> Option<u32> {
    if text.len() > MAX_WIDTH {
        return None;
    }
    Some(digits(text)?.fold(0, |value, digit| value * 10 + u32::from(digit)))
}

fn read_letters(text: &str, letters: Letters) -> Option<u32> {
    let count = u32::try_from(text.len()).ok().filter(|count| (1..=MAX_LETTERS).contains(count))?;
    if !text.bytes().all(|b| b.is_ascii_uppercase()) {
        return None;
    }
    let mut values = text.bytes().map(|b| u32::from(b - b'A') + 1);
    match letters {
        Letters::Spreadsheet => values.try_fold(0u32, |value, letter| value.checked_mul(26)?.checked_add(letter)),
        Letters::DoubledLetters => {
            let letter = values.next()?;
            values.all(|other| other == letter).then_some((count - 1) * 26 + letter)
        }
    }
}

fn write_letters(out: &mut impl fmt::Write, number: u32, letters: Letters) -> fmt::Result {
    let Some(mut left) = number.checked_sub(1) else {
        return out.write_char('?');
    };
    let letter = |value: u32| char::from(b'A' + u8::try_from(value % 26).expect("a remainder by 26 is a byte"));
    if letters == Letters::DoubledLetters {
        return (0..=left / 26).try_for_each(|_| out.write_char(letter(left)));
    }
    // The last letter comes out first; seven letters hold every u32.
    let mut reversed = ['A'; 7];
    let mut count = 0;
    for slot in &mut reversed {
        *slot = letter(left);
        count += 1;
        match (left / 26).checked_sub(1) {
            Some(next) => left = next,
            None => break,
        }
    }
    reversed.iter().take(count).rev().try_for_each(|c| out.write_char(*c))
}
