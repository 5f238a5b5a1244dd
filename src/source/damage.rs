//! What spreadsheets destroy, recognised by what is left: `1/2` turned into a date, `1:3` into a time.

use super::syntax_error::SyntaxError;
use crate::diag::codes;
use crate::span::Span;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Months as German, French, Dutch, Spanish and Italian spreadsheets write them, where they differ.
const OTHER_MONTHS: [(&str, u32); 22] = [
    ("mär", 3),
    ("mrz", 3),
    ("mai", 5),
    ("okt", 10),
    ("dez", 12),
    ("janv", 1),
    ("févr", 2),
    ("mars", 3),
    ("avr", 4),
    ("juin", 6),
    ("juil", 7),
    ("août", 8),
    ("déc", 12),
    ("mrt", 3),
    ("mei", 5),
    ("ene", 1),
    ("abr", 4),
    ("ago", 8),
    ("dic", 12),
    ("gen", 1),
    ("giu", 6),
    ("sept", 9),
];

/// How to keep a spreadsheet from doing it again.
pub const CURE: &str = "format the column as Text before typing (or import it as Text), then type it again";

/// What a damaged cell probably was, and what it has become.
#[derive(Debug, PartialEq, Eq)]
pub struct Damage {
    /// "a date" or "a time".
    pub now: &'static str,
    /// "`1/2` or `1-2`".
    pub was: String,
}

/// Recognises a date or a time that a spreadsheet made of a fraction, a range or odds.
pub fn recognise(text: &str) -> Option<Damage> {
    // Most cells have no number in them, or nothing that divides it.
    let divides = |b: u8| matches!(b, b'-' | b' ' | b'/' | b'.' | b':');
    if !text.bytes().any(divides) || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    date(text).or_else(|| time(text))
}

/// What a spreadsheet shows where a formula failed.
pub(super) const ERRORS: [&str; 7] = ["#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!"];

pub(super) fn fault(text: &str, span: Span, what: &str) -> Option<SyntaxError> {
    if ERRORS.contains(&text) {
        let message = format!("{what} `{text}` is an error of the spreadsheet");
        return Some(
            SyntaxError::new(&codes::SPREADSHEET_DAMAGE, span, message)
                .help("mend the formula, or write the value")
                .folded_by(text),
        );
    }
    let damage = recognise(text)?;
    let message = format!("{what} `{text}` is {}; a spreadsheet has probably changed {}", damage.now, damage.was);
    let help = format!("{CURE}; where it is meant as it stands, write `'{text}`");
    Some(SyntaxError::new(&codes::SPREADSHEET_DAMAGE, span, message).help(help).folded_by(format!("{what} {}", damage.now)))
}

fn month(word: &str) -> Option<u32> {
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let word = word.trim_end_matches('.').to_lowercase();
    let short = MONTHS.iter().position(|m| word == *m || (word.len() > 3 && word.starts_with(m) && word.is_ascii()));
    short.and_then(|i| u32::try_from(i + 1).ok()).or_else(|| OTHER_MONTHS.iter().find(|(m, _)| word == *m).map(|(_, n)| *n))
}

fn date(text: &str) -> Option<Damage> {
    let parts: Vec<&str> = text.split(['-', ' ', '/', '.']).filter(|p| !p.is_empty()).collect();
    let small = |p: &str| p.parse::<u32>().ok().filter(|n| (1..=31).contains(n) && p.len() <= 2);
    let year = |p: &str| p.len() == 4 && p.parse::<u32>().is_ok_and(|y| (1900..2100).contains(&y));
    let (month, day) = match parts.as_slice() {
        // 2-Jan, 02. Jan, Jan-02, Jan 44 is left alone: no day has that number.
        [a, b] => match (small(a), month(b), month(a), small(b)) {
            (Some(d), Some(m), ..) | (_, _, Some(m), Some(d)) => (m, d),
            _ => return None,
        },
        // 2-Jan-26, 2026-01-02, 1/2/2026
        [a, b, c] => match (small(a), month(b)) {
            (Some(d), Some(m)) if year(c) || small(c).is_some() => (m, d),
            _ if year(a) => (small(b)?, small(c)?),
            _ if year(c) => (small(a)?, small(b)?),
            _ => return None,
        },
        _ => return None,
    };
    // Spreadsheets that write the day first turn 1/2 into 1 February.
    let was = if month == day || day > 12 { String::new() } else { format!(", `{day}/{month}` or `{day}-{month}`") };
    let first =
        if was.is_empty() { format!("`{month}/{day}` or `{month}-{day}`") } else { format!("`{month}/{day}`, `{month}-{day}`") };
    Some(Damage { now: "a date", was: format!("{first}{was}") })
}

fn time(text: &str) -> Option<Damage> {
    let bare = text.trim_end_matches(" AM").trim_end_matches(" PM");
    let parts: Vec<&str> = bare.split(':').collect();
    let digits = |p: &str, most: usize| !p.is_empty() && p.len() <= most && p.bytes().all(|b| b.is_ascii_digit());
    let number = |p: &str| p.parse::<u32>().unwrap_or(0);
    match parts.as_slice() {
        // `1:10` may be odds; a padded number never is.
        [h, m] if digits(h, 2) && digits(m, 2) && (m.len() == 2 && m.starts_with('0') || h.len() == 2 && h.starts_with('0')) => {
            Some(Damage { now: "a time", was: format!("`{}:{}`", number(h), number(m)) })
        }
        [h, m, s] if digits(h, 2) && digits(m, 2) && digits(s, 2) => {
            Some(Damage { now: "a time", was: format!("`{}:{}`", number(h), number(m)) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_fractions_ranges_and_odds() {
        for (text, was) in [
            ("2-Jan", "`1/2`, `1-2`, `2/1` or `2-1`"),
            ("02-Jan", "`1/2`, `1-2`, `2/1` or `2-1`"),
            ("02. Jan", "`1/2`, `1-2`, `2/1` or `2-1`"),
            ("Jan-02", "`1/2`, `1-2`, `2/1` or `2-1`"),
            ("3-Jan-26", "`1/3`, `1-3`, `3/1` or `3-1`"),
            ("2026-01-03", "`1/3`, `1-3`, `3/1` or `3-1`"),
            ("1/3/2026", "`1/3`, `1-3`, `3/1` or `3-1`"),
            ("01:03", "`1:3`"),
            ("1:03", "`1:3`"),
            ("01:03:00", "`1:3`"),
            ("1:03:00 AM", "`1:3`"),
        ] {
            assert_eq!(recognise(text).map(|d| d.was).as_deref(), Some(was), "{text}");
        }
    }

    #[test]
    fn what_designers_really_write_is_left_alone() {
        for text in
            ["1:3", "1:10", "10:1", "1/2", "1-3", "0512", "I/304", "2-pz", "16PM", "1-110", "D1", "3rd", "12-1-1", "A-2", "+1"]
        {
            assert_eq!(recognise(text), None, "{text}");
        }
    }
}
