//! A result that does something else than its code and its text say, where those of the other results are right.

use serde_json::{Map, Value};

use crate::check::spoken::each_object;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, TableId, written};

static RULE: Rule =
    Rule { code: "M0523", name: "result-differs", severity: Severity::Warning, docs: include_str!("result_differs.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

/// What a result does, as far as a code or a text could say it.
struct Done<'g> {
    code: &'g str,
    text: Option<&'g str>,
    /// Whom it strikes, perhaps only in some cases.
    attacker: bool,
    defender: bool,
    /// Whom it strikes always: losses, retreats and states, not an advance.
    sure: [bool; 2],
    steps: Vec<i64>,
    hexes: Vec<i64>,
    place: crate::span::Place,
}

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let game = context.game;
    let table = &game.tables[id];
    let (Some(results), Some(origins)) = (&table.results, context.origins.tables.get(id.index())) else { return };
    let done: Vec<Done<'_>> = results
        .iter()
        .zip(&origins.results)
        .filter(|(result, _)| !result.effects.is_empty())
        .map(|(result, origin)| {
            let mut done = Done {
                code: &result.code,
                text: result.text.as_deref(),
                attacker: false,
                defender: false,
                sure: [false, false],
                steps: Vec::new(),
                hexes: Vec::new(),
                place: origin.at("code"),
            };
            written(game, &result.effects).iter().for_each(|value| each_object(value, &mut |members| done.see(members)));
            done
        })
        .collect();
    let title = table.title.as_deref().unwrap_or(&table.id);
    let mut told: Vec<&str> = Vec::new();
    let mut blame = |done: &Done<'_>, says: String, does: String| {
        let message = format!("result `{}` of table `{title}` says {says}, and {does}", done.code);
        let diag = Diag::new(&RULE, done.place.clone(), message).printed_rule(table.rule.as_deref());
        sink.report(diag.help("correct the effects, or the code and its text"));
    };
    for way in WAYS {
        let judged: Vec<(&Done<'_>, Option<String>)> =
            done.iter().filter_map(|result| Some((result, (way.wrong)(result)?))).collect();
        let wrong: Vec<_> = judged.iter().filter_map(|(done, wrong)| Some((*done, wrong.as_ref()?))).collect();
        // Where several break it, it is another way of writing.
        let ([(result, says)], true) = (wrong.as_slice(), judged.len() > way.regular) else { continue };
        if !told.contains(&result.code) {
            told.push(result.code);
            blame(result, (*says).clone(), result.does());
        }
    }
}

/// A way of writing codes and texts. It is nothing if a result says nothing of the kind; else what is wrong with it, if
/// anything is.
struct Way {
    /// So many other results must keep to it before one can break it.
    regular: usize,
    wrong: fn(&Done<'_>) -> Option<Option<String>>,
}

const WAYS: [Way; 6] = [
    // `A1`, `DR`: who is struck stands first.
    Way {
        regular: 2,
        wrong: |done| {
            let first = done.code.chars().next()?;
            let one = done.attacker != done.defender;
            match first {
                'A' | 'a' if done.attacker || one => Some((!done.attacker).then(|| "the attacker".to_owned())),
                'D' | 'd' if done.defender || one => Some((!done.defender).then(|| "the defender".to_owned())),
                _ => None,
            }
        },
    },
    // Whoever does not stand there is spared.
    Way {
        regular: 2,
        wrong: |done| {
            let [attacker, defender] = done.sure;
            // A text may say more than the code.
            let told = |word: &str| done.text.is_some_and(|text| text.to_lowercase().contains(word));
            let both = attacker && defender && !told("both");
            match named_sides(done.code) {
                [true, false] => Some((both && !told("defender")).then(|| "only the attacker".to_owned())),
                [false, true] => Some((both && !told("attacker")).then(|| "only the defender".to_owned())),
                [true, true] => Some((!attacker || !defender).then(|| "both sides".to_owned())),
                [false, false] => None,
            }
        },
    },
    // `D2r1`, `A2D1`: every number is the amount of something.
    Way {
        regular: 2,
        wrong: |done| {
            let numbers = numbers_in(done.code);
            let all: Vec<i64> = done.steps.iter().chain(&done.hexes).copied().collect();
            let missing = numbers.iter().find(|n| !all.contains(n)).map(i64::to_string);
            (numbers.len() > 1 && !all.is_empty()).then_some(missing)
        },
    },
    // `D2`: how much stands last.
    Way {
        regular: 2,
        wrong: |done| {
            let numbers = numbers_in(done.code);
            let [n] = numbers.as_slice() else { return None };
            let all: Vec<i64> = done.steps.iter().chain(&done.hexes).copied().collect();
            let sums: [i64; 3] = [all.iter().sum(), done.steps.iter().sum(), done.hexes.iter().sum()];
            (!all.is_empty()).then(|| (!all.contains(n) && !sums.contains(n)).then(|| n.to_string()))
        },
    },
    Way { regular: 1, wrong: |done| told_amount(done, &["step", "steps"], &done.steps) },
    Way { regular: 1, wrong: |done| told_amount(done, &["hex", "hexes"], &done.hexes) },
];

/// Whether an amount of something in a text is what is done.
fn told_amount(done: &Done<'_>, nouns: &[&str], amounts: &[i64]) -> Option<Option<String>> {
    let words: Vec<String> = done.text?.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
    let told = words.windows(2).filter_map(|two| match two {
        [n, noun] if nouns.contains(&noun.as_str()) => number(n).map(|n| (n, noun.clone())),
        _ => None,
    });
    let told: Vec<(i64, String)> = told.collect();
    if told.is_empty() || amounts.is_empty() {
        return None;
    }
    let sum: i64 = amounts.iter().sum();
    Some(told.iter().find(|(n, _)| !amounts.contains(n) && *n != sum).map(|(n, noun)| format!("{n} {noun}")))
}

fn number(word: &str) -> Option<i64> {
    const WORDS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    if matches!(word, "a" | "an") {
        return Some(1);
    }
    let spelt = WORDS.iter().position(|known| *known == word).and_then(|n| i64::try_from(n).ok());
    spelt.or_else(|| word.parse().ok().filter(|n| *n < 1000))
}

/// Whether a code names the attacker and the defender: `A1`, `1D2`, `A2D1`. `AD` could be anything.
fn named_sides(code: &str) -> [bool; 2] {
    let letters: Vec<char> = code.chars().filter(|c| c.is_alphabetic()).collect();
    match letters.as_slice() {
        ['A'] | ['A', 'E' | 'R' | 'r'] => [true, false],
        ['D'] | ['D', 'E' | 'R' | 'r'] => [false, true],
        ['A', 'D'] if code.contains(|c: char| c.is_ascii_digit()) => [true, true],
        _ => [false, false],
    }
}

fn numbers_in(code: &str) -> Vec<i64> {
    code.split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty() && part.len() < 4)
        .filter_map(|n| n.parse().ok())
        .collect()
}

impl Done<'_> {
    fn see(&mut self, members: &Map<String, Value>) {
        let who = match members.get("who").and_then(Value::as_str) {
            Some("attacker") => [true, false],
            Some("defender") => [false, true],
            Some("both") => [true, true],
            _ => [false, false],
        };
        // An advance is no harm, and how far it goes is the winner's affair.
        if members.get("kind").and_then(Value::as_str) == Some("advance") {
            return;
        }
        self.attacker |= who[0];
        self.defender |= who[1];
        if !members.contains_key("if") {
            self.sure = [self.sure[0] || who[0], self.sure[1] || who[1]];
        }
        self.steps.extend(members.get("steps").and_then(Value::as_i64));
        self.hexes.extend(members.get("hexes").and_then(Value::as_i64));
    }

    /// What it does, in a few words.
    fn does(&self) -> String {
        let who = match (self.attacker, self.defender) {
            (true, true) => "both sides",
            (true, false) => "the attacker",
            (false, true) => "the defender",
            (false, false) => "somebody",
        };
        let amount = |list: &[i64], one: &str, more: &str| {
            let all: Vec<String> = list.iter().map(i64::to_string).collect();
            (!all.is_empty()).then(|| format!("{} {}", all.join(" and "), if list == [1] { one } else { more }))
        };
        let amounts = [amount(&self.steps, "step", "steps"), amount(&self.hexes, "hex", "hexes")];
        let amounts: Vec<String> = amounts.into_iter().flatten().collect();
        match amounts.is_empty() {
            true => format!("its effects strike {who}"),
            false => format!("its effects are {} for {who}", amounts.join(" and ")),
        }
    }
}
