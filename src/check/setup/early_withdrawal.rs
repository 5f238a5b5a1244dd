//! A withdrawal outside the turns of the scenario, before the unit arrives, or of a unit that is not there.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0423", name: "early-withdrawal", severity: Severity::Error, docs: include_str!("early_withdrawal.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let turn = |id| &game.turns[id].id;
    for (line, place) in lines.withdrawals.iter().zip(&scenario.origins.withdrawals) {
        for unit in line.units.iter().copied() {
            let name = &game.units[unit].id;
            let comes =
                lines.arrivals.iter().zip(&scenario.origins.arrivals).filter(|(arrival, _)| arrival.units.contains(&unit));
            let comes = comes.min_by_key(|(arrival, _)| arrival.turn);
            let there = lines.setup.iter().any(|setup| setup.unit == unit);
            let (what, help, related) = match (lines.turns, comes) {
                (Some((first, _)), _) if line.turn < first => {
                    (format!("before the first turn `{}`", turn(first)), "correct the turn, or leave the unit out", None)
                }
                // What a longer scenario says is no fault of the shorter one that extends it.
                (Some((_, last)), _) if line.turn > last && place.file != scenario.origins.scenario.file => {
                    continue;
                }
                (Some((_, last)), _) if line.turn > last => {
                    (format!("after the last turn `{}`", turn(last)), "correct the turn, or take the line out", None)
                }
                (_, Some((arrival, at))) if !there && arrival.turn > line.turn => {
                    (format!("before it arrives on turn `{}`", turn(arrival.turn)), "correct one of the two turns", Some(at))
                }
                (_, None) if !there && !scenario.origins.incomplete => {
                    ("but takes no part in the scenario".to_owned(), "set it up, let it arrive, or take the line out", None)
                }
                _ => continue,
            };
            let message = format!("unit `{name}` leaves on turn `{}`, {what}", turn(line.turn));
            let mut diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(name).help(help);
            if let Some(at) = related {
                diag = diag.related(at.clone(), "it arrives here");
            }
            sink.report(diag);
        }
    }
}
