//! Turn trackers as a calendar: the outer levels are turns, lists of phases or sides within them the sequence of play.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::module::{Level, Values};
use super::report::Report;
use crate::import::slug;

/// The most turns that are written down.
const MOST: usize = 400;
/// The most phases that are written down.
const PHASES: usize = 200;
/// A level of so many phases is not written within each phase of another.
const WITHIN: usize = 60;
/// Turns where a tracker counts for ever.
const USUAL: i64 = 10;

#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    /// Ids and dates.
    pub(super) turns: Vec<(String, Option<String>)>,
    phases: Vec<(String, String, Option<usize>)>,
    /// What a tracker shows, level by level, and the turn that it is.
    shown: Vec<(Vec<i64>, usize)>,
}

/// Whether a level is about what happens within a turn.
fn is_phase(level: &Level, sides: &[String]) -> bool {
    let name = level.name.to_lowercase();
    let words = ["phase", "segment", "step", "player", "side", "impulse", "action", "activation", "sequence"];
    if words.iter().any(|word| name.contains(word)) {
        return true;
    }
    match &level.kind {
        Values::List(list) => {
            let all = list.join(" ").to_lowercase();
            list.iter().any(|value| sides.iter().any(|side| side.eq_ignore_ascii_case(value.trim()))) || all.contains("phase")
        }
        Values::Numbers(..) => false,
    }
}

/// The values of a level: how it is shown in a save, and in words.
fn values(level: &Level, last: i64, report: &mut Report) -> Vec<(i64, String)> {
    match &level.kind {
        Values::List(list) => {
            list.iter().enumerate().map(|(n, word)| (i64::try_from(n).unwrap_or(0), word.trim().to_owned())).collect()
        }
        Values::Numbers(first, step, end) => {
            let step = (*step).clamp(-1000, 1000);
            let step = if step == 0 { 1 } else { step };
            let first = (*first).clamp(-1_000_000, 1_000_000);
            let end = match end {
                Some(end) => (*end).clamp(-2_000_000, 2_000_000),
                None => {
                    let end = last.max(first + step * (USUAL - 1));
                    report.guessed(format!("the tracker `{}` has no last turn; the calendar ends with {end}", level.name));
                    end
                }
            };
            let all = ((end - first) / step).max(0);
            let count = all.min(i64::try_from(MOST).unwrap_or(400) - 1);
            let beyond = usize::try_from(all - count).unwrap_or(0);
            let why = format!("a calendar has no more than {MOST}");
            report.cut("turn", &why, format!("{} of `{}`", first + (count + 1) * step, level.name), beyond);
            (0..=count).map(|n| first + n * step).map(|n| (n, n.to_string())).collect()
        }
    }
}

/// A list of all phases of all turns, as a list of turns with phases within them, and the turn of each entry; nothing if a
/// level is no such list. Modules of ours have one: a setup then says which phases each turn has.
fn unfolded(level: &Level) -> Option<(Level, Vec<usize>)> {
    let Values::List(list) = &level.kind else { return None };
    let told: Vec<(&str, &str)> = list.iter().filter_map(|entry| entry.split_once(" – ")).collect();
    if told.is_empty() || told.len() < list.len() || !level.inner.is_empty() {
        return None;
    }
    let mut turns: Vec<String> = Vec::new();
    let (mut phases, mut known) = (Vec::new(), BTreeSet::new());
    let mut of = Vec::new();
    for (turn, phase) in told {
        if turns.last().is_none_or(|last| last != turn) {
            turns.push(turn.to_owned());
        }
        of.push(turns.len() - 1);
        if known.insert(phase) {
            phases.push(phase.to_owned());
        }
    }
    let inner = Level { name: "Phase".to_owned(), kind: Values::List(phases), inner: Vec::new() };
    Some((Level { name: level.name.clone(), kind: Values::List(turns), inner: vec![inner] }, of))
}

impl Calendar {
    /// Makes a calendar of the first tracker. `last` is the highest turn that setups and boxes speak of.
    pub(super) fn of(trackers: &[Level], sides: &[String], last: i64, report: &mut Report) -> Calendar {
        let mut calendar = Calendar::default();
        let Some(top) = trackers.first() else { return calendar };
        let unfolded = unfolded(top);
        let top = unfolded.as_ref().map_or(top, |(level, _)| level);
        // What comes after the last turn of such a list is no turn, and neither is what is called alike again and again.
        let after = |level: &&Level| {
            level.inner.is_empty()
                && match &level.kind {
                    Values::Numbers(..) => unfolded.is_some(),
                    Values::List(words) => words.len() > 1 && words.iter().all(|word| Some(word) == words.first()),
                }
        };
        for level in trackers.iter().skip(1).filter(|level| !after(level)) {
            report.lost("tracker", "a game has one calendar", level.name.clone());
        }
        let mut rows: Vec<(Vec<i64>, Vec<String>)> = vec![(Vec::new(), Vec::new())];
        let mut level = Some(top);
        let mut outermost = true;
        while let Some(here) = level {
            if !outermost && is_phase(here, sides) {
                calendar.sequence(here, sides, report);
                break;
            }
            let values = values(here, last, report);
            if rows.len() * values.len() > MOST {
                report.guessed(format!("the level `{}` of the tracker is left out: there would be too many turns", here.name));
                break;
            }
            rows = rows
                .iter()
                .flat_map(|(shown, words)| {
                    values.iter().map(move |(number, word)| {
                        let (mut shown, mut words) = (shown.clone(), words.clone());
                        shown.push(*number);
                        words.push(word.clone());
                        (shown, words)
                    })
                })
                .collect();
            outermost = false;
            for other in here.inner.iter().skip(1) {
                report.lost("level of a tracker", "a calendar goes one way", other.name.clone());
            }
            level = here.inner.first();
        }
        let mut taken = BTreeSet::new();
        for (shown, words) in rows {
            let (id, date) = turn(&words.join(" "));
            let tries = std::iter::once(id.clone()).chain((2..1000).map(|n| format!("{id}-{n}")));
            let Some(id) = tries.into_iter().find(|id| taken.insert(id.clone())) else { continue };
            calendar.shown.push((shown, calendar.turns.len()));
            calendar.turns.push((id, date));
        }
        if let Some((_, of)) = unfolded {
            let entries = of.into_iter().enumerate();
            calendar.shown = entries.map(|(n, turn)| (vec![i64::try_from(n).unwrap_or(0)], turn)).collect();
        }
        calendar
    }

    fn sequence(&mut self, level: &Level, sides: &[String], report: &mut Report) {
        let mut taken = BTreeSet::new();
        let mut names: Vec<(String, Option<usize>)> = Vec::new();
        let side_of = |name: &str| {
            let name = name.to_lowercase();
            sides.iter().position(|side| name.starts_with(&side.to_lowercase()))
        };
        let inner = level.inner.first().map(|inner| (inner, values(inner, 0, report)));
        if let Some((inner, _)) = inner.as_ref().filter(|(_, within)| within.len() >= WITHIN) {
            report.lost("level of a tracker", &format!("it has {WITHIN} phases or more"), inner.name.clone());
        }
        let inner = inner.filter(|(_, within)| within.len() < WITHIN);
        let below = inner.iter().flat_map(|(inner, _)| &inner.inner).chain(level.inner.iter().skip(1));
        for other in below {
            report.lost("level of a tracker", "a phase has no others within it", other.name.clone());
        }
        for (_, name) in values(level, 0, report) {
            match &inner {
                // A side, and phases within it.
                Some((_, within)) => {
                    names.extend(within.iter().map(|(_, phase)| (format!("{name}: {phase}"), side_of(&name))));
                }
                None => {
                    let side = side_of(&name);
                    names.push((name, side));
                }
            }
        }
        if let Some((first, _)) = names.get(PHASES) {
            let why = format!("a sequence has no more than {PHASES}");
            report.cut("phase", &why, format!("`{first}`"), names.len() - PHASES);
        }
        for (name, side) in names.into_iter().take(PHASES) {
            let base = Some(slug(&name)).filter(|id| !id.is_empty()).unwrap_or_else(|| "phase".to_owned());
            let tries = std::iter::once(base.clone()).chain((2..1000).map(|n| format!("{base}-{n}")));
            if let Some(id) = tries.into_iter().find(|id| taken.insert(id.clone())) {
                self.phases.push((id, name, side));
            }
        }
    }

    /// The turn that a tracker shows.
    pub(super) fn turn(&self, shown: &[i64]) -> Option<usize> {
        let is = |(turn, _): &&(Vec<i64>, usize)| turn.iter().zip(shown).all(|(a, b)| a == b) && turn.len() <= shown.len();
        self.shown.iter().find(is).map(|(_, turn)| *turn)
    }

    /// The turn whose space has this name: `Turn 5`, `Turn Track 5`.
    pub(super) fn space(&self, name: &str) -> Option<usize> {
        let lower = name.to_lowercase();
        if !lower.contains("turn") {
            return None;
        }
        // Where those who come are too many for the space, ours have a box for them.
        let lower = lower.strip_suffix(": arrivals").unwrap_or(&lower);
        let last = lower.rsplit([' ', ':', '-', '#']).next()?.trim();
        self.turns.iter().position(|(id, _)| *id == last)
    }

    /// turns.json.
    pub(super) fn written(&self, sides: &[String]) -> Option<Value> {
        if self.turns.is_empty() {
            return None;
        }
        let turns = self.turns.iter().map(|(id, date)| match date {
            Some(date) => json!({"id": id, "date": date}),
            None => json!({"id": id}),
        });
        let mut value = json!({"turns": turns.collect::<Vec<_>>()});
        if let (Some(object), false) = (value.as_object_mut(), self.phases.is_empty()) {
            let phases = self.phases.iter().map(|(id, name, side)| match side.and_then(|side| sides.get(side)) {
                Some(side) => json!({"id": id, "name": name, "side": side}),
                None => json!({"id": id, "name": name}),
            });
            object.insert("phases".to_owned(), Value::Array(phases.collect()));
        }
        Some(value)
    }
}

/// The id of a turn, and its date: `Turn 3, 4 May` is turn 3 of the fourth of May.
fn turn(words: &str) -> (String, Option<String>) {
    let words = words.trim();
    let numbered = words.strip_prefix("Turn ").or_else(|| words.strip_prefix("GT ")).unwrap_or(words);
    let (id, date) = match numbered.split_once(", ") {
        Some((id, date)) if numbered.len() < words.len() => (id.trim(), Some(date.trim().to_owned())),
        _ => (numbered, None),
    };
    let fine = !id.is_empty() && id.chars().count() <= 12 && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.'));
    if fine {
        return (id.to_owned(), date);
    }
    let made = slug(words);
    (if made.is_empty() { "turn".to_owned() } else { made }, Some(words.to_owned()).filter(|words| !words.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(name: &str, values: &[&str], inner: Vec<Level>) -> Level {
        Level { name: name.to_owned(), kind: Values::List(values.iter().map(|v| (*v).to_owned()).collect()), inner }
    }

    #[test]
    fn turns_are_the_outer_levels_and_phases_the_inner() {
        let mut report = Report::default();
        let phases = list("Phase", &["Blue: Move", "Red: Move"], Vec::new());
        let sides = ["Blue".to_owned(), "Red".to_owned()];
        let calendar = Calendar::of(&[list("Turn", &["Turn 1, 4 May", "Turn 2"], vec![phases])], &sides, 0, &mut report);
        assert_eq!(calendar.turns, [("1".to_owned(), Some("4 May".to_owned())), ("2".to_owned(), None)]);
        assert_eq!(
            calendar.phases.iter().map(|p| (p.0.as_str(), p.2)).collect::<Vec<_>>(),
            [("blue-move", Some(0)), ("red-move", Some(1))]
        );
        assert_eq!(calendar.space("Turn 2: arrivals"), Some(1));
        assert_eq!((calendar.turn(&[1, 0]), calendar.space("Turn Track 2"), calendar.space("Box 2")), (Some(1), Some(1), None));
    }

    /// As modules of ours have it: a setup begins with the third entry, which is the second turn.
    #[test]
    fn one_list_of_all_phases_is_turns_with_phases() {
        let mut report = Report::default();
        let all = ["Turn 1, 4 May – Event", "Turn 1, 4 May – Blue: Move", "Turn 2, 5 May – Blue: Move"];
        let over = Level { name: "The game is over".to_owned(), kind: Values::Numbers(1, 1, Some(9)), inner: Vec::new() };
        let before = list("Before the game", &["Before the game"; 3], Vec::new());
        let calendar = Calendar::of(&[list("Turn", &all, Vec::new()), over, before], &["Blue".to_owned()], 0, &mut report);
        assert_eq!(report.count(), 0, "nothing of it is lost");
        assert_eq!(calendar.turns.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(
            calendar.phases.iter().map(|p| (p.1.as_str(), p.2)).collect::<Vec<_>>(),
            [("Event", None), ("Blue: Move", Some(0))]
        );
        assert_eq!((calendar.turn(&[1]), calendar.turn(&[2])), (Some(0), Some(1)));
    }

    #[test]
    fn numbers_are_counted_and_years_have_seasons() {
        let mut report = Report::default();
        let year = Level {
            name: "Year".to_owned(),
            kind: Values::Numbers(1914, 1, Some(1915)),
            inner: vec![list("Season", &["Spring", "Fall"], Vec::new())],
        };
        let calendar = Calendar::of(&[year], &[], 0, &mut report);
        let ids: Vec<&str> = calendar.turns.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["1914-spring", "1914-fall", "1915-spring", "1915-fall"]);
        assert_eq!(calendar.turn(&[1915, 0]), Some(2));
        let endless = Level { name: "T".to_owned(), kind: Values::Numbers(1, 1, None), inner: Vec::new() };
        assert_eq!(Calendar::of(&[endless], &[], 14, &mut report).turns.len(), 14);
        let vast = Level { name: "T".to_owned(), kind: Values::Numbers(1, 1, Some(i64::MAX / 2)), inner: Vec::new() };
        assert_eq!(Calendar::of(&[vast], &[], 0, &mut report).turns.len(), MOST);
    }
}
