//! Of several like units only some are set up, and the others never come.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0422", name: "half-placed", severity: Severity::Warning, docs: include_str!("half_placed.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    if scenario.origins.incomplete || super::spare_of_import(context) {
        return;
    }
    let mut placed: BTreeMap<UnitId, (u32, &Place)> = BTreeMap::new();
    for (line, place) in lines.setup.iter().zip(&scenario.origins.setup).filter(|(line, _)| game.units[line.unit].count > 1) {
        let all = game.units[line.unit].count;
        let (count, _) = placed.entry(line.unit).or_insert((0, place));
        *count += if line.n.is_some() { 1 } else { all };
    }
    for (id, (count, place)) in placed {
        let unit = &game.units[id];
        let comes = lines.arrivals.iter().any(|line| line.units.contains(&id)) || lines.removed.contains(&id);
        if count < unit.count && !comes {
            let are = if count == 1 { "is" } else { "are" };
            let message =
                format!("only {count} of the {} units `{}` {are} set up, and the rest never comes", unit.count, unit.id);
            let diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(&unit.id);
            let mut diag = diag.help("set up the others too (`n` tells which), or correct the unit's `count`");
            if let Some(origin) = crate::origins::of(&context.origins.units, id) {
                diag = diag.related(origin.at("count"), "this unit");
            }
            sink.report(diag);
        }
    }
}
