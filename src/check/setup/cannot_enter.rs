//! A unit that can never come in by its entry, even if nobody is in its way.

use crate::check::arriving::{Coming, why};
use crate::check::{Check, Input, ScenarioInput, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::rules::Fit;

static RULE: Rule =
    Rule { code: "M0419", name: "cannot-enter", severity: Severity::Error, docs: include_str!("cannot_enter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(input: &Input<'_>, scenario: &ScenarioInput<'_>, sink: &mut Sink) {
    let game = input.game;
    let lines = &game.scenarios[scenario.id];
    let Some(coming) = Coming::new(input, scenario, None) else { return };
    for (n, arrival) in lines.arrivals.iter().enumerate() {
        let Some(field) = coming.field(arrival.turn) else { continue };
        for unit in arrival.units.iter().filter(|unit| !input.origins.partial_units.contains(&game.units[**unit].id)) {
            let alone = crate::model::Arrival { units: vec![*unit], ..arrival.clone() };
            if game.units[*unit].count > 1 || !matches!(field.arrivals_fit(&alone), Fit::No(_)) {
                continue;
            }
            let Some(place) = scenario.origins.arrivals.get(n) else { continue };
            let name = &game.units[*unit].id;
            let message = format!("unit `{name}` can never come in{}: {}", coming.by(arrival), why(field, &alone));
            let diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(name);
            sink.report(
                diag.like(format!("{:?}", arrival.entries))
                    .help("name an entry that it can use, or correct its class or its movement"),
            );
        }
    }
}
