//! The name that was probably meant.

use std::cell::Cell;

/// Nobody mistypes a longer name by a letter or two.
const LONGEST: usize = 200;
/// How much looking one piece of work may do: thousands of wrong names among thousands of known ones. Afterwards nothing
/// is suggested any more; who has made so many mistakes has seen the first suggestions.
const BUDGET: usize = 20_000_000;

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(BUDGET) };
}

/// Another piece of work begins. What it finds must not depend on what its thread has done before.
pub(super) fn refill() {
    LEFT.set(BUDGET);
}

/// Does so much, if it is not too much.
fn spend(steps: usize) -> bool {
    let left = LEFT.get().checked_sub(steps);
    LEFT.set(left.unwrap_or(0));
    left.is_some()
}

/// The candidate closest to `wrong`, if one is close enough to be a slip of the hand.
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(wrong, candidates, |_| true)
}

/// The same among those candidates that fit. To try whether one does is part of the looking.
pub fn nearest_of<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    fits: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    if wrong.len() > 4 * LONGEST || LEFT.get() == 0 {
        return None;
    }
    let folded = fold(wrong);
    let lower = wrong.to_lowercase();
    let letters = folded.chars().count();
    // A third of the letters may differ: `forrest` is `forest`, but `x` is not `us`.
    let most = (letters / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if !spend(candidate.len().min(LONGEST) + 20) {
            return None;
        }
        if candidate.len() > 4 * LONGEST || !fits(candidate) {
            continue;
        }
        let other = fold(candidate);
        let others = other.chars().count();
        let far = others.abs_diff(letters) > most || letters > LONGEST || !spend(letters * others);
        let distance = if far { usize::MAX } else { strsim::damerau_levenshtein(&folded, &other) };
        let close = distance <= most && (distance < letters.max(1) || distance == 0);
        // `arm` for `armor`: a name that was cut short.
        let cut = letters >= 3 && other.starts_with(&folded);
        // `road-march` for `march`: a word too many or too few.
        let part = |long: &str, short: &str| short.chars().count() >= 3 && long.split(['-', ' ', '_', '.']).any(|p| p == short);
        let known = candidate.to_lowercase();
        let part = part(&lower, &known) || part(&known, &lower);
        if (close || cut || part) && best.is_none_or(|(d, name)| (distance, candidate) < (d, name)) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// `did you mean `forest`?`, or nothing.
pub fn did_you_mean<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// Case, blanks, dashes and common accents do not tell names apart.
fn fold(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !matches!(c, ' ' | '-' | '_'))
        .map(|c| match c {
            'à' | 'á' | 'â' | 'ä' => 'a',
            'è' | 'é' | 'ê' | 'ë' => 'e',
            'ì' | 'í' | 'î' | 'ï' => 'i',
            'ò' | 'ó' | 'ô' | 'ö' => 'o',
            'ù' | 'ú' | 'û' | 'ü' => 'u',
            'ç' => 'c',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let terrain = ["clear", "woods", "forest", "rough"];
        assert_eq!(nearest("forrest", terrain), Some("forest"));
        assert_eq!(nearest("Wood", terrain), Some("woods"));
        assert_eq!(nearest("rouhg", terrain), Some("rough"));
        assert_eq!(nearest("swamp", terrain), None);
        assert_eq!(nearest("x", ["us", "ge"]), None);
        assert_eq!(nearest("Liege", ["Liège", "Lierre"]), Some("Liège"));
        assert_eq!(nearest("rout", ["rough", "route"]), Some("route"));
        assert_eq!(nearest("road-march", ["march", "rail"]), Some("march"));
        assert_eq!(nearest("a", ["a-b", "b"]), None);
    }

    #[test]
    fn ten_thousand_wrong_names_among_ten_thousand_take_no_longer_than_the_first() {
        refill();
        let known: Vec<String> = (0..10_000).map(|n| format!("the-known-name-{n}")).collect();
        let found = |wrong: &str| nearest(wrong, known.iter().map(String::as_str)).map(str::to_owned);
        assert_eq!(found("the-knwon-name-7777").as_deref(), Some("the-known-name-7777"));
        let many = (0..10_000).filter(|n| found(&format!("the-knwon-name-{n}")).is_some()).count();
        assert!((5..1000).contains(&many), "{many}");
        refill();
        assert_eq!(found("the-knwon-name-7777").as_deref(), Some("the-known-name-7777"), "another piece of work begins anew");
        let long = "x".repeat(1_000_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("x", [long.as_str()]), None);
    }
}
