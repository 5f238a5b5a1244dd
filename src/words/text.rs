//! Lists and numbers as people write them.

/// `a, b and c`; where a part has a comma itself, `a; b, c; and d`, so that nobody takes two for three.
#[must_use]
pub fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] if items.iter().any(|item| item.contains(", ")) => format!("{}; {last} {end}", first.join("; ")),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// `a, b, c`, or with semicolons where a part has a comma itself.
#[must_use]
pub fn joined(items: &[String]) -> String {
    items.join(if items.iter().any(|item| item.contains(", ")) { "; " } else { ", " })
}

/// Stands behind an exception until it is known how the sentence goes on. No text has it: it is no character.
pub(super) const CLOSE: char = '\u{fdd0}';

/// A sentence whose exceptions have a comma behind them where it goes on: `units, except Leader units, may not move`.
pub(super) fn closed(words: &str) -> String {
    let mut parts = words.split(CLOSE);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let next = part.strip_prefix(' ').and_then(|part| part.chars().next());
        whole.push_str(if next.is_some_and(|c| c.is_alphanumeric() || c == '“') { "," } else { "" });
        whole.push_str(part);
    }
    whole
}

/// Each name once, in the order of the first: things of two sides may have one name.
pub(super) fn each_once(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// A key to sort by in which digits count as numbers: `a-2` stands before `a-10`.
#[must_use]
pub fn natural(text: &str) -> Vec<u8> {
    let mut key = Vec::with_capacity(text.len() + 8);
    let mut rest = text.as_bytes();
    while let Some(first) = rest.first() {
        let digit = first.is_ascii_digit();
        let end = rest.iter().position(|byte| byte.is_ascii_digit() != digit).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        if digit {
            let zeros = part.iter().take_while(|byte| **byte == b'0').count();
            let number = part.get(zeros..).unwrap_or_default();
            key.push(1);
            key.extend(u16::try_from(number.len()).unwrap_or(u16::MAX).to_be_bytes());
            key.extend(number);
            key.push(u8::MAX - u8::try_from(zeros).unwrap_or(u8::MAX));
        } else {
            key.push(2);
            key.extend(part);
            key.push(0);
        }
        rest = after;
    }
    key
}

/// So many numbers and runs are listed; how many more there are is said.
const RUNS: usize = 100;

/// Printed numbers in order, runs of three and more as `0301-0305`; very many are cut.
#[must_use]
pub fn runs(numbers: &[String]) -> String {
    runs_up_to(numbers, RUNS)
}

/// The same, however many there are.
#[must_use]
pub fn all_runs(numbers: &[String]) -> String {
    runs_up_to(numbers, usize::MAX)
}

fn runs_up_to(numbers: &[String], most: usize) -> String {
    let mut sorted: Vec<&str> = numbers.iter().map(String::as_str).collect();
    sorted.sort_by_cached_key(|number| natural(number));
    sorted.dedup();
    let follows = |a: &str, b: &str| {
        let head = |s: &str| s.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (before, after) = (a.split_at_checked(head(a)), b.split_at_checked(head(b)));
        let (Some((before, a)), Some((after, b))) = (before, after) else { return false };
        let number = |tail: &str| tail.parse::<u64>().ok();
        a.len() == b.len() && before == after && number(a).zip(number(b)).is_some_and(|(a, b)| Some(b) == a.checked_add(1))
    };
    let mut groups: Vec<(&str, &str, usize)> = Vec::new();
    for number in sorted {
        match groups.last_mut() {
            Some((_, last, count)) if follows(last, number) => (*last, *count) = (number, *count + 1),
            _ => groups.push((number, number, 1)),
        }
    }
    let mut shown: Vec<String> = Vec::new();
    for (first, last, count) in groups.iter().take(most) {
        shown.push(match count {
            1 => (*first).to_owned(),
            2 => format!("{first}, {last}"),
            _ => format!("{first}-{last}"),
        });
    }
    let more: usize = groups.iter().skip(most).map(|(_, _, count)| count).sum();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}

/// An author's words that cannot break the line or end a quotation of ours.
#[must_use]
pub fn plain(text: &str) -> String {
    let tame = |c: char| match c {
        '`' => '\'',
        c if c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') => ' ',
        c => c,
    };
    text.chars().map(tame).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_ends_with_a_comma_where_the_sentence_goes_on() {
        let told = |words: &str| closed(&words.replace('|', &CLOSE.to_string()));
        assert_eq!(told("units, except Leader units| were lost"), "units, except Leader units, were lost");
        assert_eq!(
            told("in hexes, except those, except Towns|| may not move"),
            "in hexes, except those, except Towns, may not move"
        );
        for end in ["", ".", ", by road", "; or one", ")", " (7.1)", " — only in mud", " × ½"] {
            assert_eq!(told(&format!("units, except Leader units|{end}")), format!("units, except Leader units{end}"));
        }
    }

    #[test]
    fn numbers_run() {
        let runs = |list: &[&str]| super::runs(&list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
        assert_eq!(runs(&["0305", "0301", "0302", "0304", "0303"]), "0301-0305");
        assert_eq!(runs(&["0302", "0301", "1104", "A10", "A9"]), "0301, 0302, 1104, A9, A10");
    }

    #[test]
    fn parts_with_commas_are_told_apart() {
        let of = |items: &[&str], last: &str| listed(&items.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>(), last);
        assert_eq!(of(&["Lys", "Marrow", "Oxmill"], "and"), "Lys, Marrow and Oxmill");
        assert_eq!(of(&["Guns, towed", "Tanks", "Foot"], "or"), "Guns, towed; Tanks; or Foot");
        assert_eq!(of(&["Guns, towed"], "or"), "Guns, towed");
        assert_eq!(joined(&["Liège".to_owned(), "Liège, north".to_owned()]), "Liège; Liège, north");
        assert_eq!(joined(&["Lys".to_owned(), "Marrow".to_owned()]), "Lys, Marrow");
    }

    #[test]
    fn very_many_numbers_are_cut_and_counted_or_all_told() {
        let numbers: Vec<String> = (0..RUNS + 3).map(|n| format!("{:05}", n * 2)).collect();
        assert!(super::runs(&numbers).ends_with("00198, and 3 more"));
        assert!(super::runs(numbers.get(..RUNS).unwrap_or_default()).ends_with("00198"));
        assert!(all_runs(&numbers).ends_with("00202, 00204"));
    }

    #[test]
    fn digits_count_as_numbers() {
        let mut ids = ["a-10", "a-2", "b-1", "a-2-i"];
        ids.sort_by_cached_key(|id| natural(id));
        assert_eq!(ids, ["a-2", "a-2-i", "a-10", "b-1"]);
    }
}
