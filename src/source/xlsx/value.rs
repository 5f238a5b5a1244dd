//! What the author sees in a cell: a date as a date, so that a destroyed fraction is recognised.

use std::borrow::Cow;

/// How a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Number,
    /// As a date, or as the time of a day.
    Date,
    /// As hours, minutes and seconds.
    Duration,
}

impl Shown {
    /// Formats that every spreadsheet has, by number.
    pub(super) fn built_in(id: &str) -> Shown {
        match id.parse::<u16>() {
            Ok(14..=22 | 27..=36 | 45 | 47 | 50..=58) => Shown::Date,
            Ok(46) => Shown::Duration,
            _ => Shown::Number,
        }
    }

    /// A format by its code: `d-mmm` is a date, `[h]:mm` a duration, `0" days"` neither.
    pub(super) fn of(code: &str) -> Shown {
        let mut letters = code.chars();
        // `AM/PM` is a time; an `A` alone is none.
        let mut half = false;
        while let Some(c) = letters.next() {
            match c.to_ascii_lowercase() {
                // What follows is shown as it is.
                '\\' | '_' | '*' => drop(letters.next()),
                '"' => drop(letters.by_ref().find(|c| *c == '"')),
                // Only the first of several formats counts.
                ';' => return Shown::Number,
                '[' => {
                    let mut first = None;
                    let mut same = true;
                    for c in letters.by_ref().take_while(|c| *c != ']') {
                        let c = c.to_ascii_lowercase();
                        same &= *first.get_or_insert(c) == c;
                    }
                    if same && matches!(first, Some('h' | 'm' | 's')) {
                        return Shown::Duration;
                    }
                }
                'a' if !half => half = true,
                'p' | 'm' | '/' if half => return Shown::Date,
                'd' | 'm' | 'h' | 'y' | 's' if !half => return Shown::Date,
                _ => {}
            }
        }
        Shown::Number
    }

    /// A number, so shown.
    pub(super) fn number(self, value: f64, from_1904: bool) -> String {
        match self {
            Shown::Number => value.to_string(),
            Shown::Date if value >= 1.0 => date(value, from_1904),
            Shown::Date | Shown::Duration => time(value),
        }
    }
}

/// The last day that a spreadsheet knows, 9999-12-31, counted from 1900 and from 1904.
const LAST: (i64, i64) = (2_958_465, 2_957_003);

fn date(value: f64, from_1904: bool) -> String {
    let last = if from_1904 { LAST.1 } else { LAST.0 };
    #[expect(clippy::cast_possible_truncation, reason = "bounded here")]
    let days = value.floor().clamp(0.0, last as f64) as i64;
    // Days from 0000-03-01, when leap days come last.
    let (year, month, day) = match (from_1904, days) {
        (true, days) => civil(days + 695_361),
        // A day that never was, in a year that spreadsheets take for a leap year.
        (false, 60) => (1900, 2, 29),
        (false, 61..) => civil(days + 693_899),
        (false, days) => civil(days + 693_900),
    };
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days after 0000-03-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (era * 400 + year, month, day)
}

fn time(value: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "less than a day")]
    let seconds = ((value.fract().max(0.0) * 86_400_000.0).round() / 1000.0) as i64;
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Spreadsheets write some letters as `_x000D_`: the number of half a letter.
pub(super) fn letters(text: &str) -> Cow<'_, str> {
    if !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    let unit = |text: &str| {
        let hex = text.strip_prefix("_x")?.get(..4).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
        text.get(6..).filter(|rest| rest.starts_with('_')).and_then(|_| u16::from_str_radix(hex, 16).ok())
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let Some(first) = unit(from) else {
            out.push_str("_x");
            rest = from.get(2..).unwrap_or_default();
            continue;
        };
        rest = from.get(7..).unwrap_or_default();
        let second = (0xd800..0xdc00).contains(&first).then(|| unit(rest)).flatten().filter(|n| (0xdc00..0xe000).contains(n));
        if second.is_some() {
            rest = rest.get(7..).unwrap_or_default();
        }
        let units = std::iter::once(first).chain(second);
        out.extend(char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)));
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_dates_durations_or_numbers() {
        for (code, shown) in [
            ("DD/MM/YY", Shown::Date),
            ("H:MM:SS;@", Shown::Date),
            ("d-mmm", Shown::Date),
            ("m\"M\"d\"D\";@", Shown::Date),
            ("[$-404]e\"x\"m\"x\"d", Shown::Date),
            ("ha/p\\\\m", Shown::Date),
            ("*-yyyy-mm-dd", Shown::Date),
            ("0 AM/PM", Shown::Date),
            ("[h]:mm:ss", Shown::Duration),
            ("[ss]", Shown::Duration),
            ("[>=100][Magenta][s].00", Shown::Duration),
            ("[Blue]\\+[h]:mm;[Red]\\-[h]:mm", Shown::Duration),
            ("#,##0\\ [$\\u20bd-46D]", Shown::Number),
            ("\"Y: \"0.00\"m\";\"Y: \"-0.00\"m\"", Shown::Number),
            ("\"$\"#,##0_);[Red](\"$\"#,##0)", Shown::Number),
            ("\\Y000000", Shown::Number),
            ("#,##0*y", Shown::Number),
            ("[>=100][Magenta]General", Shown::Number),
            ("0.0\" YMD\"", Shown::Number),
            ("[[[[[[", Shown::Number),
        ] {
            assert_eq!(Shown::of(code), shown, "{code}");
        }
        assert_eq!(
            [Shown::built_in("14"), Shown::built_in("46"), Shown::built_in("2")],
            [Shown::Date, Shown::Duration, Shown::Number]
        );
    }

    #[test]
    fn dates_are_those_of_a_spreadsheet() {
        for (value, from_1904, shown) in [
            (1.0, false, "1900-01-01"),
            (59.0, false, "1900-02-28"),
            (60.0, false, "1900-02-29"),
            (61.0, false, "1900-03-01"),
            (366.0, false, "1900-12-31"),
            (367.0, false, "1901-01-01"),
            (16422.5, false, "1944-12-16"),
            (46024.0, false, "2026-01-02"),
            (2_958_465.9, false, "9999-12-31"),
            (1e300, false, "9999-12-31"),
            (1.0, true, "1904-01-02"),
            (1e300, true, "9999-12-31"),
            (0.75, false, "18:00:00"),
        ] {
            assert_eq!(Shown::Date.number(value, from_1904), shown, "{value}");
        }
        assert_eq!(Shown::Duration.number(1.5, false), "12:00:00");
        assert_eq!(Shown::Date.number(-3.5, false), "00:00:00");
        assert_eq!(Shown::Date.number(f64::NAN, false), "00:00:00");
    }

    #[test]
    fn letters_by_number_are_letters() {
        assert_eq!(letters("a_x000D_b"), "a\rb");
        assert_eq!(letters("_x005F_x000D_"), "_x000D_");
        assert_eq!(letters("_xD83D__xDCF7_!"), "\u{1f4f7}!");
        assert_eq!(letters("_xD83D_x"), "\u{fffd}x");
        assert_eq!(letters("_x00G0_ _x _x12"), "_x00G0_ _x _x12");
    }
}
