//! What stands in a cell: numbers that are text, several numbers in one, and what a spreadsheet has made of them.

use crate::source::damage::recognise;

/// A number of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// There is none.
    Blank,
    /// It is this.
    Known(i32),
    /// It cannot be read.
    Unclear,
}

impl Number {
    /// As it is written into a sheet.
    pub(super) fn text(self) -> String {
        match self {
            Number::Blank => String::new(),
            Number::Known(number) => number.to_string(),
            Number::Unclear => "?".to_owned(),
        }
    }
}

/// Words for nothing.
const NOTHING: [&str; 9] = ["-", "–", "—", "n/a", "na", "none", "nil", ".", "--"];

/// A number, also in brackets or with a mark: `(4)`, `4*`, `4.0`.
pub(super) fn number(cell: &str) -> Number {
    let cell = cell.trim();
    if cell.is_empty() || NOTHING.contains(&cell.to_lowercase().as_str()) {
        return Number::Blank;
    }
    let marks = |c: char| matches!(c, '(' | ')' | '[' | ']' | '*' | '\'' | '+' | '†' | '‡' | '"' | '°') || c.is_whitespace();
    let bare = cell.trim_matches(marks);
    let whole = bare.strip_suffix(".0").or_else(|| bare.strip_suffix(",0")).unwrap_or(bare);
    match whole.parse() {
        Ok(number @ -1_000_000..=1_000_000) => Number::Known(number),
        _ => Number::Unclear,
    }
}

/// Several numbers in one cell: `4-3-6`, `4/3/6`, `(4)-3-6`. Nothing if it is something else.
pub(super) fn factors(cell: &str) -> Option<Vec<Number>> {
    if recognise(cell).is_some() {
        return None;
    }
    let parts: Vec<&str> = cell.split(['-', '–', '—', '/', '‑']).map(str::trim).collect();
    let numbers: Vec<Number> = parts.iter().map(|part| number(part)).collect();
    let sound = numbers.iter().all(|number| matches!(number, Number::Known(0..=9_999)));
    (sound && (2..=6).contains(&numbers.len())).then_some(numbers)
}

/// Whether a spreadsheet has made something else of a cell, or shows an error in it.
pub(super) fn is_damaged(cell: &str) -> bool {
    let error =
        cell.starts_with('#') && cell.chars().skip(1).all(|c| c.is_ascii_uppercase() || "/!?0".contains(c)) && cell.len() > 3;
    error || recognise(cell).is_some()
}

/// One line of plain text.
pub(super) fn line(cell: &str) -> String {
    let plain: String = cell.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A turn: `T3`, `Turn 3`, `GT 3` are 3; what is there from the start arrives on none.
pub(super) fn turn(cell: &str) -> String {
    let cell = line(cell);
    let small = cell.to_lowercase();
    if ["start", "setup", "set up", "at start", "aufstellung", "depart", "départ", "0"].contains(&small.as_str())
        || number(&cell) == Number::Blank
    {
        return String::new();
    }
    let letters = small.chars().take_while(|c| c.is_alphabetic()).count();
    let word: String = small.chars().take(letters).collect();
    if ["t", "gt", "turn", "zug", "runde", "tour"].contains(&word.as_str()) {
        let rest: String = cell.chars().skip(letters).collect();
        return rest.trim_start_matches([' ', '.', ':']).to_owned();
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let known = [("4", 4), (" 4 ", 4), ("(4)", 4), ("4*", 4), ("'4", 4), ("4.0", 4), ("+2", 2), ("-1", -1), ("007", 7)];
        for (cell, wanted) in known {
            assert_eq!(number(cell), Number::Known(wanted), "{cell}");
        }
        for cell in ["", " ", "-", "–", "n/a"] {
            assert_eq!(number(cell), Number::Blank, "{cell}");
        }
        for cell in ["four", "4.5", "4-3", "99999999999", "2-Jan"] {
            assert_eq!(number(cell), Number::Unclear, "{cell}");
        }
    }

    #[test]
    fn factors_are_split_and_dates_are_not() {
        let of = |cell| factors(cell).map(|all| all.into_iter().map(Number::text).collect::<Vec<_>>().join(" "));
        for (cell, wanted) in
            [("4-3-6", "4 3 6"), ("4 – 6", "4 6"), ("(4)-3-6", "4 3 6"), ("2/3/8", "2 3 8"), ("0-1-2-3", "0 1 2 3")]
        {
            assert_eq!(of(cell).as_deref(), Some(wanted), "{cell}");
        }
        for cell in ["4", "I/1", "2006-04-03", "3-Apr", "a-b", "", "1-2-3-4-5-6-7", "-4"] {
            assert_eq!(of(cell), None, "{cell}");
        }
    }

    #[test]
    fn turns_lose_their_word() {
        for (cell, wanted) in [
            ("3", "3"),
            ("T3", "3"),
            ("Turn 12", "12"),
            ("GT. 4", "4"),
            ("17AM", "17AM"),
            ("At start", ""),
            ("-", ""),
            ("Tuesday", "Tuesday"),
        ] {
            assert_eq!(turn(cell), wanted, "{cell}");
        }
    }
}
