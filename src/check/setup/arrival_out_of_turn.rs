//! An arrival before the first or after the last turn of the scenario.

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0406", name: "arrival-out-of-turn", severity: Severity::Error, docs: include_str!("arrival_out_of_turn.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let Some((first, last)) = lines.turns else { return };
    let turn = |id| &game.turns[id].id;
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        if line.turn < first || line.turn > last {
            let units: Vec<String> = line.units.iter().map(|u| format!("`{}`", game.units[*u].id)).collect();
            let when = if line.turn < first {
                format!("before the first turn `{}`", turn(first))
            } else {
                format!("after the last turn `{}`", turn(last))
            };
            let (who, arrives) = match units.as_slice() {
                [one] => (format!("unit {one}"), "arrives"),
                _ => (format!("units {}", units.join(", ")), "arrive"),
            };
            let message = format!("{who} {arrives} on turn `{}`, {when} of scenario `{}`", turn(line.turn), lines.id);
            let mut diag = Diag::new(&RULE, place.clone(), message)
                .in_scenario(&lines.id)
                .folded_by("out of turn")
                .related(scenario.origins.scenario.at("turns"), "the scenario's turns");
            for unit in &line.units {
                diag = diag.of_unit(&game.units[*unit].id);
            }
            sink.report(diag.help("correct the turn, or `remove` the unit from this scenario"));
        }
    }
    if let Some(checked) = lines.checked.filter(|checked| *checked < first || *checked > last) {
        let message = format!("victory is decided on turn `{}`, which scenario `{}` does not play", turn(checked), lines.id);
        let place = scenario.origins.scenario.at("victory").field("checked");
        sink.report(
            Diag::new(&RULE, place, message).in_scenario(&lines.id).help("name one of the scenario's turns, or leave it out"),
        );
    }
}
