//! A unit that a scenario puts somewhere twice, or puts somewhere and brings in later.

use std::collections::{BTreeSet, HashMap};

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Condition, Game, Key, UnitId};
use crate::rules::{Moment, holds};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0401", name: "placed-twice", severity: Severity::Error, docs: include_str!("placed_twice.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let moment = scenario.engine.start();
    let mut seen: HashMap<(UnitId, u32), &Place> = HashMap::with_capacity(lines.setup.len());
    let mut report = |unit: UnitId, n: u32, place: &Place, first: &Place, how: &str| {
        let name = &game.units[unit].id;
        let which = if game.units[unit].count > 1 { format!("unit `{name}` number {n}") } else { format!("unit `{name}`") };
        let diag = Diag::new(&RULE, place.clone(), format!("{which} {how}")).related(first.clone(), "first here");
        sink.report(diag.in_scenario(&lines.id).of_unit(name).help("keep one of the two"));
    };
    for (line, place) in lines.setup.iter().zip(&scenario.origins.setup) {
        let numbers = line.n.map_or(1..=game.units[line.unit].count, |n| n..=n);
        for n in numbers {
            match seen.get(&(line.unit, n)) {
                Some(first) => {
                    report(line.unit, n, place, first, "is set up twice");
                    break;
                }
                None => {
                    seen.insert((line.unit, n), place);
                }
            }
        }
    }
    let mut coming: HashMap<UnitId, Vec<(Option<&Condition>, &Place)>> = HashMap::with_capacity(lines.arrivals.len());
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        let when = line.when.as_deref();
        if !together(game, &moment, when, None) {
            continue;
        }
        for &unit in &line.units {
            let before = coming.entry(unit).or_default();
            if let Some(first) = seen.get(&(unit, 1)) {
                report(unit, 1, place, first, "is set up and arrives later");
            } else if let Some((other, first)) =
                before.iter().take(COMPARED).find(|(other, _)| together(game, &moment, when, *other))
            {
                let how = if when.is_none() && other.is_none() { "arrives twice" } else { "can arrive twice" };
                report(unit, 1, place, first, how);
            } else {
                before.push((when, place));
            }
        }
    }
}

/// So many arrivals of one unit are compared with the next, and so many options tried in every way.
const COMPARED: usize = 50;
const OPTIONS: usize = 6;

/// Whether two conditions may hold in one game: with some choice of the options that they name.
fn together(game: &Game, start: &Moment, a: Option<&Condition>, b: Option<&Condition>) -> bool {
    let not = |a: Option<&Condition>, b: Option<&Condition>| {
        let opposite = Condition { not: a.map(|a| Box::new(a.clone())), ..Condition::default() };
        a.is_some() && b == Some(&opposite)
    };
    if not(a, b) || not(b, a) {
        return false;
    }
    let options: BTreeSet<usize> = [a, b].into_iter().flatten().flat_map(Condition::options).map(Key::index).collect();
    let options: Vec<usize> = options.into_iter().take(OPTIONS).collect();
    // The turn may be any: what waits is tried again.
    let may = |moment: &Moment| {
        let at = Moment { turn: None, ..moment.clone() };
        [a, b].into_iter().flatten().all(|when| holds(game, when, &at).possible())
    };
    (0..1usize << options.len()).any(|choice| {
        let mut moment = start.clone();
        let played = std::sync::Arc::make_mut(&mut moment.options);
        for (bit, option) in options.iter().enumerate() {
            if choice & (1 << bit) != 0 {
                played.insert(*option);
            } else {
                played.remove(option);
            }
        }
        may(&moment)
    })
}
