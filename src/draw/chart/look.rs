//! How charts look: colours, lines and sizes; and words as they are printed.

use crate::draw::scene::{Color, Face};
use crate::draw::{font, lent};
use crate::model::Points;
pub(super) use crate::words::capital;

/// Letters, title bars and strong lines: black alone, so that small letters are sharp on every printer.
pub(super) const INK: Color = Color::BLACK;
/// What is said beside the matter.
pub(super) const PALE: Color = Color::hex(0x6a_6152);
/// Every other row.
pub(super) const ZEBRA: Color = Color::hex(0xf3_efe4);
/// Headings between rows.
pub(super) const SECTION: Color = Color::hex(0xec_e5d4);
/// The row of headings.
pub(super) const HEAD: Color = Color::hex(0xe2_d8c0);
/// Fine lines.
pub(super) const LINE: Color = Color::hex(0xb5_a98f);
/// The width of a fine line.
pub(super) const FINE: f64 = 0.15;
/// The width of a strong line.
pub(super) const HEAVY: f64 = 0.3;
/// The size of letters in a table.
pub(super) const BODY: f64 = 3.0;
/// The size of letters below a table.
pub(super) const NOTE: f64 = 2.7;
/// Smaller letters cannot be read.
pub(super) const SMALLEST: f64 = 1.9;

/// How far below the top of a line its letters stand, in the middle of that height.
pub(super) fn baseline(height: f64, size: f64) -> f64 {
    height / 2.0 + size * font::CAP_HEIGHT / 2.0
}

/// A code or a range as it is printed: a real minus before a number, a dash between two.
pub(super) fn printed(text: &str) -> String {
    if text.trim() == "-" {
        return "–".to_owned();
    }
    let mut out = String::with_capacity(text.len() + 2);
    let letters: Vec<char> = text.chars().collect();
    for (n, letter) in letters.iter().enumerate() {
        let digit = |n: Option<usize>| n.and_then(|n| letters.get(n)).is_some_and(char::is_ascii_digit);
        let blank = n == 0 || letters.get(n - 1).is_some_and(|c| c.is_whitespace() || matches!(c, '(' | '/' | ','));
        out.push(match letter {
            '-' if digit(Some(n + 1)) && blank => '−',
            '-' if digit(Some(n + 1)) && digit(n.checked_sub(1)) => '–',
            other => *other,
        });
    }
    out
}

/// A number with its sign: `+1`, `−2`, `0`.
pub(super) fn signed(n: i32) -> String {
    match n {
        0 => "0".to_owned(),
        1.. => format!("+{n}"),
        _ => format!("−{}", n.unsigned_abs()),
    }
}

/// A number without a plus: `1`, `−2`.
pub(super) fn number(n: i32) -> String {
    if n < 0 { signed(n) } else { n.to_string() }
}

/// Movement points: `1½`, `⅓`, `3/7`.
pub(super) fn points(points: Points) -> String {
    let one = Points::ONE.0;
    let sign = if points.0 < 0 { "−" } else { "" };
    let above = points.0.checked_abs().unwrap_or(i64::MAX);
    let (whole, rest) = (above / one, Points(above % one));
    let part = match rest.to_string().as_str() {
        "1/2" => "½",
        "1/4" => "¼",
        "3/4" => "¾",
        "1/3" => "⅓",
        "2/3" => "⅔",
        _ => "",
    };
    if rest.0 == 0 {
        format!("{sign}{whole}")
    } else if part.is_empty() || !lent::lacking(Face::Bold, part).is_empty() {
        if whole == 0 { format!("{sign}{rest}") } else { format!("{sign}{whole} {rest}") }
    } else if whole == 0 {
        format!("{sign}{part}")
    } else {
        format!("{sign}{whole}{part}")
    }
}

/// From the least to the most: `1–6`, `1 or more`.
pub(super) fn range(min: Option<i32>, max: Option<i32>) -> String {
    match (min, max) {
        (Some(min), Some(max)) if min == max => number(min),
        (Some(min), Some(max)) if min < 0 => format!("{} to {}", number(min), number(max)),
        (Some(min), Some(max)) => format!("{min}–{max}"),
        (Some(min), None) => format!("{} or more", number(min)),
        (None, Some(max)) => format!("up to {}", number(max)),
        (None, None) => String::new(),
    }
}

/// A name, or the id as people would write it.
pub(in crate::draw) fn called(name: Option<&str>, id: &str) -> String {
    match name.map(str::trim).filter(|name| !name.is_empty()) {
        Some(name) => name.to_owned(),
        None => capital(&id.replace(['-', '_'], " ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_signs_and_fractions_are_printed_as_in_a_book() {
        assert_eq!(printed("1-4"), "1–4");
        assert_eq!(printed("-2"), "−2");
        assert_eq!([printed("D-1"), printed("-")], ["D-1", "–"]);
        assert_eq!(printed("2-3 or -1"), "2–3 or −1");
        assert_eq!(printed("semi-open"), "semi-open");
        assert_eq!((signed(1), signed(-1), signed(0)), ("+1".to_owned(), "−1".to_owned(), "0".to_owned()));
        let of = |text: &str| points(Points::parse(text).unwrap());
        assert_eq!([of("1/2"), of("3/2"), of("2"), of("3/7"), of("-1/2")], ["½", "1½", "2", "3/7", "−½"]);
        assert_eq!([range(Some(0), Some(9)), range(Some(-1), Some(3)), range(Some(1), None)], ["0–9", "−1 to 3", "1 or more"]);
        assert_eq!([called(None, "dug-in"), called(Some("Dug in"), "x"), called(Some(" "), "y")], ["Dug in", "Dug in", "Y"]);
    }
}
