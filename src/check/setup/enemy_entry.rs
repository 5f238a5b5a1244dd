//! An arrival by an entry of the other side.

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule = Rule { code: "M0408", name: "enemy-entry", severity: Severity::Error, docs: include_str!("enemy_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let Some(map) = &game.map else { return };
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        for (&unit, &entry) in line.units.iter().flat_map(|u| line.entries.iter().map(move |e| (u, e))) {
            let (unit, area) = (&game.units[unit], &map.entries[entry]);
            if let (Some(own), Some(other)) = (unit.side, area.side)
                && own != other
            {
                let message = format!(
                    "unit `{}` of side `{}` arrives by entry `{}` of side `{}`",
                    unit.id, game.sides[own].id, area.id, game.sides[other].id
                );
                let mut diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(&unit.id);
                if let Some(origin) = crate::origins::of(&context.origins.map.entries, entry) {
                    diag = diag.related(origin.at("side"), "this entry");
                }
                sink.report(diag.help("name an entry of its own side"));
            }
        }
    }
}
