//! A level of victory whose condition every play meets, so that those after it never count.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::rules::{Moment, Situation, Truth, holds};

static RULE: Rule =
    Rule { code: "M0506", name: "victory-always", severity: Severity::Error, docs: include_str!("victory_always.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    if scenario.origins.lost_levels {
        return;
    }
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let situation = Situation::new(scenario.engine, scenario.nobody, Moment { open: true, ..Moment::default() });
    for (level, place) in lines.levels.iter().zip(&scenario.origins.levels) {
        let Some(when) = &level.when else { continue };
        let at_end = lines.checked.or(lines.turns.map(|(_, last)| last));
        let moment = Moment { turn: at_end, open: true, ..Moment::default() };
        let calendar = at_end.is_some() && holds(game, when, &moment) == Truth::True;
        if calendar || situation.ever().holds(when) == Truth::True {
            let message = format!("victory `{}` always happens, whatever the players do", level.name);
            let diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id);
            sink.report(diag.help("correct its condition, or take `if` away and write the level last"));
        }
    }
}
