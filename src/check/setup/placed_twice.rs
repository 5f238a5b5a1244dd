//! A unit that a scenario puts somewhere twice, or puts somewhere and brings in later.

use std::collections::HashMap;

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;
use crate::rules::{Truth, holds};
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
    let mut coming: HashMap<UnitId, &Place> = HashMap::with_capacity(lines.arrivals.len());
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        // An option that is not played brings nobody.
        if line.when.as_ref().is_some_and(|when| holds(game, when, &moment) == Truth::False || when.mentions_option()) {
            continue;
        }
        for &unit in &line.units {
            if let Some(first) = seen.get(&(unit, 1)) {
                report(unit, 1, place, first, "is set up and arrives later");
            } else if let Some(first) = coming.get(&unit) {
                report(unit, 1, place, first, "arrives twice");
            } else {
                coming.insert(unit, place);
            }
        }
    }
}
