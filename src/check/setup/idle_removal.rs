//! A unit, marker, option or change that a scenario removes although the scenario that it extends does not have it.

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0409", name: "idle-removal", severity: Severity::Warning, docs: include_str!("idle_removal.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    if context.incomplete.scenarios || scenario.origins.incomplete {
        return;
    }
    let id = &context.game.scenarios[scenario.id].id;
    for (place, kind, name) in &scenario.origins.idle_removals {
        let message = format!("scenario `{id}` removes {kind} `{name}`, which is not there to be removed");
        let diag = Diag::new(&RULE, place.clone(), message).in_scenario(id).help("take it out of `remove`");
        sink.report(if *kind == "unit" { diag.of_unit(name) } else { diag });
    }
}
