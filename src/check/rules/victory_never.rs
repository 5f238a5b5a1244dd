//! A level of victory that no play of the scenario can reach.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, so_many};
use crate::model::{Condition, Game, Unit, Units};
use crate::rules::{Moment, Situation, Truth, could_fit, holds, implies};

static RULE: Rule =
    Rule { code: "M0505", name: "victory-never", severity: Severity::Error, docs: include_str!("victory_never.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    if scenario.origins.lost_levels {
        return;
    }
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let situation = Situation::new(scenario.engine, scenario.nobody, Moment { open: true, ..Moment::default() });
    let mut before: Vec<(&Option<Condition>, &crate::span::Place, &str)> = Vec::new();
    for (level, place) in lines.levels.iter().zip(&scenario.origins.levels) {
        let report = |why: String, help: &str| {
            let message = format!("victory `{}` can never happen: {why}", level.name);
            Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).help(help)
        };
        if let Some((_, first, name)) = before.iter().find(|(when, _, _)| when.is_none()) {
            let why = format!("`{name}` before it has no condition");
            let diag = report(why, "write the level without `if` last").related((*first).clone(), "has no condition");
            sink.report(diag.folded_by(format!("{} {name}", lines.id)));
        } else if let Some((_, first, name)) = before.iter().find(|(when, _, _)| **when == level.when) {
            let why = format!("`{name}` before it has the same condition");
            sink.report(report(why, "correct one of the two").related((*first).clone(), "the other one"));
        } else if let Some((_, first, name)) =
            before.iter().find(|(when, _, _)| asks_less(game, when.as_ref(), level.when.as_ref()))
        {
            let why = format!("`{name}` before it holds whenever it does");
            sink.report(report(why, "write the level that asks for more first").related((*first).clone(), "the other one"));
        } else if let Some(when) = &level.when {
            let moment = |turn| Moment { turn: Some(turn), open: true, ..Moment::default() };
            let turns = lines.turns.map(|(first, last)| lines.checked.map_or((first, last), |checked| (checked, checked)));
            let late = turns.is_some_and(|(first, last)| {
                game.turns
                    .ids()
                    .filter(|turn| first <= *turn && *turn <= last)
                    .all(|turn| holds(game, when, &moment(turn)) == Truth::False)
            });
            if late {
                sink.report(report("not in the turns of the scenario".to_owned(), "correct the turns of its condition"));
            } else if situation.ever().holds(when) == Truth::False {
                let why = too_much(context, when).unwrap_or_else(|| "nothing brings about its condition".to_owned());
                sink.report(report(why, "ask for less, or for something else"));
            }
        }
        before.push((&level.when, place, &level.name));
    }
}

/// What is asked for and more than there is, in a few words.
fn too_much(context: &CheckContext<'_>, when: &Condition) -> Option<String> {
    let game = context.game;
    let fitting = |units: &Units| -> Vec<&Unit> {
        game.units.iter().filter(|(id, _)| could_fit(game, units, *id)).map(|(_, unit)| unit).collect()
    };
    if let Some(lost) = &when.eliminated {
        let there: u32 = fitting(&lost.of).iter().map(|unit| unit.count).sum();
        let there = if there == 1 { "is 1".to_owned() } else { format!("are {there}") };
        return Some(format!("{} must be lost, there {there}", so_many(lost.at_least.unwrap_or(1), "unit", "units")));
    }
    if let Some(exited) = &when.exited {
        let there: i32 = fitting(&exited.of).iter().map(|unit| unit.steps.unwrap_or(0)).sum();
        let there = if there == 1 { "is 1".to_owned() } else { format!("are {there}") };
        return Some(format!("{} must leave the map, there {there}", so_many(exited.steps.unwrap_or(1), "step", "steps")));
    }
    when.all.iter().flatten().find_map(|part| too_much(context, part))
}

/// Whether a level before another holds whenever that other one does.
fn asks_less(game: &Game, before: Option<&Condition>, after: Option<&Condition>) -> bool {
    matches!((before, after), (Some(before), Some(after)) if implies(game, after, before))
}
