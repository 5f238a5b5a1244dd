//! Two units in one hex at the start that the rules keep apart.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::Ruled;

static RULE: Rule = Rule { code: "M0424", name: "kept-apart", severity: Severity::Error, docs: include_str!("kept_apart.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    for (hex, stack) in scenario.start.stacks() {
        let Some((entry, a, b)) = scenario.situation.apart(hex, stack) else { continue };
        let (first, last) = if a.line <= b.line { (a, b) } else { (b, a) };
        let (Some(place), Some(other)) = (scenario.origins.setup.get(last.line), scenario.origins.setup.get(first.line)) else {
            continue;
        };
        let (at, name, with) = (map.board.name(hex), &game.units[last.unit].id, &game.units[first.unit].id);
        let who = if name == with { format!("two units `{name}`") } else { format!("units `{name}` and `{with}`") };
        let message = format!("{who} start together in hex {at}, and `{}` keeps them apart", entry.id.0);
        let mut diag =
            Diag::new(&RULE, place.clone(), message).related(other.clone(), "the other one").printed_rule(entry.rule());
        if let Some(origin) = context.origins.rules.get(&format!("stacking.apart/{}", entry.id.0)) {
            diag = diag.related(*origin, "the rule");
        }
        let scenario = &game.scenarios[scenario.id].id;
        sink.report(
            diag.in_scenario(scenario)
                .at_hex(at)
                .of_unit(name)
                .of_unit(with)
                .help(format!("move one of them, or change `stacking.apart/{}` in the scenario's `changes`", entry.id.0)),
        );
    }
}
