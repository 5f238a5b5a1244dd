//! The name that was probably meant.

use std::cell::Cell;
use std::thread::LocalKey;

/// Nobody mistypes a longer name by a letter or two.
const LONGEST: usize = 200;
/// How much looking for suggestions one piece of work may do: thousands of wrong names among thousands of known ones.
/// Afterwards nothing is suggested any more; who has made so many mistakes has seen the first suggestions.
const SUGGESTING: usize = 20_000_000;
/// How much of it where the answer decides whether anything is said at all: two thousand names among two thousand.
const DECIDING: usize = 20_000_000;
/// To see that a candidate does not fit.
const GLANCE: usize = 4;

thread_local! {
    static TO_SUGGEST: Cell<usize> = const { Cell::new(SUGGESTING) };
    static TO_DECIDE: Cell<usize> = const { Cell::new(DECIDING) };
}

/// Another piece of work begins. What it finds must not depend on what its thread has done before.
pub(super) fn refill() {
    TO_SUGGEST.set(SUGGESTING);
    TO_DECIDE.set(DECIDING);
}

/// There are more names to compare than anyone has patience for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl TooMany {
    /// What to say of it, since what was not compared is not proven.
    pub const WHY: &'static str = "there are too many names to compare";
}

/// Does so much, if it is not too much.
fn spend(left: &'static LocalKey<Cell<usize>>, steps: usize) -> Result<(), TooMany> {
    let after = left.get().checked_sub(steps);
    left.set(after.unwrap_or(0));
    after.map(|_| ()).ok_or(TooMany)
}

/// The candidate closest to `wrong`, if one is close enough to be a slip of the hand. A suggestion: where very many have
/// been made, there is none. What is said at all must not hang on it; that is for [`decided`].
pub fn nearest<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    look(wrong, candidates, |_| true, &TO_SUGGEST).unwrap_or(None)
}

/// The same among those candidates that fit, where a finding hangs on the answer.
///
/// # Errors
/// If there is too much to compare: whoever asks has to say that it was not checked.
pub fn decided<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    fits: impl Fn(&str) -> bool,
) -> Result<Option<&'a str>, TooMany> {
    look(wrong, candidates, fits, &TO_DECIDE)
}

fn look<'a>(
    wrong: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    fits: impl Fn(&str) -> bool,
    left: &'static LocalKey<Cell<usize>>,
) -> Result<Option<&'a str>, TooMany> {
    if wrong.len() > 4 * LONGEST {
        return Ok(None);
    }
    let folded = fold(wrong);
    let lower = wrong.to_lowercase();
    let letters = folded.chars().count();
    // A third of the letters may differ: `forrest` is `forest`, but `x` is not `us`.
    let most = (letters / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        spend(left, GLANCE)?;
        if candidate.len() > 4 * LONGEST || !fits(candidate) {
            continue;
        }
        spend(left, candidate.len() + 20)?;
        let other = fold(candidate);
        let others = other.chars().count();
        let far = others.abs_diff(letters) > most || letters > LONGEST;
        if !far {
            spend(left, letters * others)?;
        }
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
    Ok(best.map(|(_, name)| name))
}

/// `did you mean `forest`?`, or nothing.
pub fn did_you_mean<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// The names in the words of [`did_you_mean`], wherever they stand in a text; there may be several to choose from.
pub fn suggested(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split_once("did you mean `").and_then(|(_, rest)| rest.split_once("`?"));
    names.map(|(names, _)| names.split("` or `")).into_iter().flatten()
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
    fn what_is_suggested_can_be_read_back() {
        let help = did_you_mean("forrest", ["clear", "forest"]).unwrap();
        let all = |text: &str| suggested(text).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(all(&help), ["forest"]);
        assert_eq!(all(&format!("this is a long dash; {help} Otherwise declare it")), ["forest"]);
        assert_eq!(all("`1003` is on several sheets; did you mean `E1003` or `W1003`?"), ["E1003", "W1003"]);
        assert!(all("declare it in `terrain`, or use one of `forest`").is_empty());
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
        let sure =
            |wrong: &str| decided(wrong, known.iter().map(String::as_str), |name| name.ends_with(wrong.trim_start_matches('x')));
        assert_eq!(sure("xthe-known-name-7777"), Ok(Some("the-known-name-7777")), "what decides has its own patience");
        assert!((0..10_000).any(|n| sure(&format!("xthe-known-name-{n}")) == Err(TooMany)), "and says when it ends");
        refill();
        let long = "x".repeat(1_000_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
        assert_eq!(nearest("x", [long.as_str()]), None);
    }
}
