//! A phase that says it does something, for which the game has nothing.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Activity, Game, Phase, PhaseName};

static RULE: Rule = Rule { code: "M0512", name: "idle-phase", severity: Severity::Warning, docs: include_str!("idle_phase.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    // A game without scenarios is not finished: nothing is idle yet.
    if lost.rules || lost.scenarios || lost.map || game.scenarios.is_empty() {
        return;
    }
    let mut told = std::collections::BTreeSet::new();
    for (phase, place) in game.phases.values().zip(&context.origins.phases) {
        for activity in phase.does.iter().flatten() {
            let Some((nothing, help)) = lacks(game, phase, *activity) else { continue };
            if told.insert((phase.number, *activity)) {
                let message = format!("phase `{}` does `{}`, and {nothing}", phase.id, activity.word());
                sink.report(Diag::new(&RULE, place.clone(), message).help(help));
            }
        }
    }
}

/// What a phase lacks to do something in it; nothing if it can be done.
fn lacks(game: &Game, phase: &Phase, activity: Activity) -> Option<(&'static str, &'static str)> {
    let rules = &game.rules;
    let here = |list: &Option<Vec<PhaseName>>| list.as_ref().is_none_or(|names| names.contains(&phase.number));
    let named = |list: &Option<Vec<PhaseName>>| list.as_ref().is_some_and(|names| names.contains(&phase.number));
    let combats = || rules.combat.iter().flat_map(|combat| combat.iter());
    let nothing = match activity {
        Activity::Fight => (!combats().any(|combat| here(&combat.phase)))
            .then_some(("no combat is fought in it", "name the phase in `phase` of a combat, or take `fight` out")),
        Activity::Resolve => (!combats().any(|combat| named(&combat.resolve)))
            .then_some(("no combat is resolved in it", "name the phase in `resolve` of a combat, or take `resolve` out")),
        Activity::Act => (!rules.actions.iter().any(|action| here(&action.phase)))
            .then_some(("no action is done in it", "name the phase in `phase` of an action, or take `act` out")),
        Activity::Arrive => {
            let boxes = game.map.iter().flat_map(|map| map.entries.values()).any(|entry| entry.behind.is_some());
            let arrivals = game.scenarios.values().any(|scenario| !scenario.arrivals.is_empty());
            (!boxes && !arrivals).then_some(("nobody arrives in any scenario", "let units arrive, or take `arrive` out"))
        }
        Activity::Cards => (game.cards.is_empty() || rules.decks.list.is_empty())
            .then_some(("there are no cards to draw or play", "write `decks` and their cards, or take `cards` out")),
        Activity::Supply => (rules.supply.as_ref().is_none_or(|supply| supply.traces.list.is_empty()))
            .then_some(("there is no supply", "write `supply` with its traces, or take `supply` out")),
        Activity::Move => (rules.movement.is_none())
            .then_some(("there are no rules of movement", "write `movement`, or take `move` out")),
    };
    nothing
}
