//! A unit that is neither set up, nor arrives, nor is removed, nor comes into being in play.

use crate::check::ScenarioContext;
use crate::check::happening::brought;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, UnitId};

static RULE: Rule = Rule { code: "M0407", name: "nowhere", severity: Severity::Warning, docs: include_str!("nowhere.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    if !lines.has_setup
        || scenario.origins.incomplete
        || context.incomplete.units
        || context.incomplete.scenarios
        || context.incomplete.missed_unit
        || super::spare_of_import(context)
    {
        return;
    }
    let mut there = vec![false; game.units.len()];
    let mut see = |unit: UnitId| there.get_mut(unit.index()).into_iter().for_each(|there| *there = true);
    lines.setup.iter().for_each(|line| see(line.unit));
    lines.arrivals.iter().flat_map(|line| &line.units).for_each(|unit| see(*unit));
    lines.removed.iter().chain(&lines.lost).for_each(|unit| see(*unit));
    game.units.values().flat_map(|unit| unit.remnant.iter().chain(&unit.breakdown)).for_each(|unit| see(*unit));
    brought(game).into_iter().for_each(&mut see);
    for ((id, unit), there) in game.units.iter().zip(there) {
        // A counter that could not be understood has been blamed already.
        let silent = context.origins.silent_setup.contains(&unit.id);
        if !there && !silent {
            let message = format!("unit `{}` is nowhere: not set up, and never arrives", unit.id);
            let diag = Diag::new(&RULE, context.unit_at(id, "id"), message)
                .in_scenario(&lines.id)
                .of_unit(&unit.id)
                .folded_by("nowhere");
            sink.report(
                diag.related(scenario.origins.scenario, "the scenario")
                    .help("set it up, let it arrive, or `remove` it from the scenario"),
            );
        }
    }
}
