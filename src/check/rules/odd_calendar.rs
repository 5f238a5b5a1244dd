//! Dates of turns that go back, come twice or leave a day out.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, so_many};
use crate::model::TurnId;

static RULE: Rule =
    Rule { code: "M0521", name: "odd-calendar", severity: Severity::Warning, docs: include_str!("odd_calendar.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    if context.incomplete.turns {
        return;
    }
    let turns = context.game.turns.iter();
    let dated: Vec<Dated<'_>> =
        turns.filter_map(|(id, turn)| Some(Dated { id, name: &turn.id, date: turn.date.as_deref()? })).collect();
    let days: Option<Vec<i64>> = dated.iter().map(|turn| day(turn.date)).collect();
    let Some(days) = days else { return twice(context, &dated, sink) };
    let steps: Vec<i64> = days.windows(2).map(|two| ahead(two.first().copied(), two.last().copied())).collect();
    // How it usually goes on: most calendars know one step, those with several turns a day two of them.
    let usual = |step: i64| steps.iter().filter(|other| **other == step).count();
    let regular = |step: i64| usual(step) * 10 >= steps.len() * 7 && steps.len() >= 3;
    // A turn without a date may be any day: then nobody knows whether one is left out.
    let whole = dated.len() == context.game.turns.len();
    let several = whole && usual(0) > 1 && steps.iter().filter(|step| !matches!(**step, 0 | 1)).count() <= 2 && steps.len() >= 3;
    let common = steps.iter().copied().filter(|step| whole && regular(*step)).max_by_key(|step| usual(*step));
    for (n, step) in steps.iter().enumerate() {
        let (Some(before), Some(turn)) = (dated.get(n), dated.get(n + 1)) else { break };
        // Without a year nobody knows whether February has 29 days.
        let leaps = days.get(n).is_some_and(|day| (32..=59).contains(day)) && days.get(n + 1).is_some_and(|day| *day > 60);
        if leaps && (common == Some(step - 1) || several && *step == 2) {
            continue;
        }
        let what = if *step < 0 {
            format!("turn `{}` is dated {}, before turn `{}`, {}", turn.name, turn.date, before.name, before.date)
        } else if turn.date == before.date {
            format!("turns `{}` and `{}` have the same date, {}", before.name, turn.name, turn.date)
        } else if let Some(common) = common.filter(|common| common != step && (*common > 0 || *step > 1)) {
            let usual = match common {
                0 => "elsewhere no day is left out".to_owned(),
                n => format!("elsewhere a turn is {}", so_many(n.unsigned_abs(), "day", "days")),
            };
            let found = so_many(step.unsigned_abs(), "day", "days");
            format!(
                "from turn `{}` to turn `{}` it is {found}, from {} to {}; {usual}",
                before.name, turn.name, before.date, turn.date
            )
        } else if several && *step > 1 {
            format!(
                "from turn `{}` to turn `{}` a day is left out, from {} to {}",
                before.name, turn.name, before.date, turn.date
            )
        } else {
            continue;
        };
        report(context, before, turn, what, sink);
        // One wrong date makes two steps odd.
        return;
    }
    if let Some((before, turn)) = out_of_hours(&dated, &days) {
        let what = format!("turn `{}` is dated {}, before turn `{}`, {}", turn.name, turn.date, before.name, before.date);
        report(context, before, turn, what, sink);
    }
}

/// The parts of a day, the earliest first. A night may begin a day or end it.
const PARTS: [&[&str]; 7] =
    [&["dawn", "daybreak"], &["am", "morning"], &["noon", "midday"], &["pm", "afternoon"], &["dusk"], &["evening"], &["night"]];

/// Two turns of one day, the later part of it first.
fn out_of_hours<'d, 'g>(dated: &'d [Dated<'g>], days: &[i64]) -> Option<(&'d Dated<'g>, &'d Dated<'g>)> {
    let part = |turn: &Dated<'_>| {
        let lower = turn.date.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphabetic());
        words.find_map(|word| PARTS.iter().position(|names| names.contains(&word)))
    };
    let parts: Vec<Option<usize>> = dated.iter().map(part).collect();
    let night = PARTS.len() - 1;
    let pairs: Vec<(usize, usize, usize)> = days
        .windows(2)
        .zip(parts.windows(2))
        .enumerate()
        .filter_map(|(n, (days, parts))| match (days, parts) {
            ([a, b], [Some(x), Some(y)]) if a == b => Some((n, *x, *y)),
            _ => None,
        })
        .collect();
    // Where nights end the day they do not begin it.
    let last = pairs.iter().filter(|(_, _, y)| *y == night).count();
    let first = pairs.iter().filter(|(_, x, _)| *x == night).count();
    let wrong = |(_, x, y): &&(usize, usize, usize)| match (*x == night, *y == night) {
        (true, false) => last >= 2 * first,
        (false, true) => first >= 2 * last,
        _ => x > y,
    };
    let (n, _, _) = pairs.iter().find(wrong)?;
    Some((dated.get(*n)?, dated.get(n + 1)?))
}

/// Where dates are words, nothing but the same one twice in a row is seen.
fn twice(context: &CheckContext<'_>, dated: &[Dated<'_>], sink: &mut Sink) {
    let other_dates = dated.windows(2).filter(|two| matches!(two, [a, b] if a.date != b.date)).count();
    let same = dated.windows(2).find_map(|two| match two {
        [a, b] if a.date == b.date => Some((a, b)),
        _ => None,
    });
    if let Some((before, turn)) = same.filter(|_| other_dates + 2 >= dated.len() && dated.len() > 3) {
        let what = format!("turns `{}` and `{}` have the same date, {}", before.name, turn.name, turn.date);
        report(context, before, turn, what, sink);
    }
}

fn report(context: &CheckContext<'_>, before: &Dated<'_>, turn: &Dated<'_>, what: String, sink: &mut Sink) {
    let place = |id: TurnId| context.place(crate::origins::of(&context.origins.turns, id), "date");
    let diag = Diag::new(&RULE, place(turn.id), what).related(place(before.id), "the turn before");
    sink.report(diag.help("correct one of the dates"));
}

struct Dated<'g> {
    id: TurnId,
    name: &'g str,
    date: &'g str,
}

/// How many days later; a year that is not written may have ended in between.
fn ahead(from: Option<i64>, to: Option<i64>) -> i64 {
    let step = to.unwrap_or(0).saturating_sub(from.unwrap_or(0));
    if step < -300 && from.is_some_and(|from| from < YEARLESS) { step.saturating_add(366) } else { step }
}

/// Days of dates without a year lie below this.
const YEARLESS: i64 = 400;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The number of a day, if a date names one: `16 December 1944`, `Dec 16`, `1944-12-16, night`.
fn day(date: &str) -> Option<i64> {
    let lower = date.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let numbers: Vec<i64> = words.iter().filter_map(|word| number(word)).collect();
    let month = words.iter().find_map(|word| {
        let is = |month: &&str| word.starts_with(*month) && word.chars().all(char::is_alphabetic);
        MONTHS.iter().position(is)
    });
    let (year, month, day) = match (month, numbers.as_slice()) {
        (Some(month), [day]) => (None, month, *day),
        (Some(month), [day, year]) if *year > 31 => (Some(*year), month, *day),
        (Some(month), [year, day]) if *year > 31 => (Some(*year), month, *day),
        (None, [year, month, day]) if *year > 31 => (Some(*year), usize::try_from(month.checked_sub(1)?).ok()?, *day),
        _ => return None,
    };
    if !(1..=31).contains(&day) || month >= 12 {
        return None;
    }
    let leap = year.is_some_and(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let long = [31, if leap || year.is_none() { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let before: i64 = long.iter().take(month).sum();
    let years = year.map_or(0, |year| year * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400);
    Some(years + before + day)
}

/// A number, also with `st`, `nd`, `rd` or `th` after it.
fn number(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    let rest = word.get(digits.len()..)?;
    matches!(rest, "" | "st" | "nd" | "rd" | "th").then(|| digits.parse().ok())?.filter(|n| *n < 10_000)
}
