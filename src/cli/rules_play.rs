//! `muster rules --play`: phase by phase, what is carried out and what is left to the players.

use super::exit::Failure;
use crate::check::silent_tables;
use crate::diag::did_you_mean;
use crate::model::{Activity, Entries, Game, PhaseName, Reminder, Scenario, ScenarioId, stated as not_enforced};
use crate::play::{PlayPhase, sequence};
use crate::words::Teller;

pub(super) fn table(game: &Game, scenario: &str) -> Result<String, Failure> {
    let mut all = game.scenarios.iter();
    let found = match scenario {
        "" => all.next(),
        name => all.find(|(_, scenario)| scenario.id == name),
    };
    let Some((id, found)) = found else {
        let help = did_you_mean(scenario, game.scenarios.values().map(|scenario| scenario.id.as_str()));
        return Err(Failure::new(format!("the game has no scenario `{scenario}`"))
            .help(help.unwrap_or_else(|| "a scenario is played: write one under scenarios/".to_owned())));
    };
    Ok(phases(game, id, found))
}

/// The entries of a list in a scenario: not those that it switches off whatever happens.
fn entries_in<T>(entries: &Entries<T>, scenario: ScenarioId) -> impl Iterator<Item = &T> {
    let mut now: Vec<Option<&T>> = entries.list.iter().map(Some).collect();
    for variant in entries.variants_in(Some(scenario)) {
        let always = variant.option.is_none() && variant.turns.is_none() && variant.when.is_none();
        // What stands there at times is told if nothing else is.
        if let Some(entry) = now.get_mut(variant.entry).filter(|entry| always || entry.is_none()) {
            *entry = variant.instead.as_ref();
        }
    }
    now.into_iter().flatten()
}

fn phases(game: &Game, id: ScenarioId, scenario: &Scenario) -> String {
    let mut text = String::new();
    for phase in sequence(game, scenario) {
        let side = phase.side.and_then(|side| game.sides.at(side));
        let whose = side.map_or("everybody", |side| side.name.as_deref().unwrap_or(&side.id));
        text.push_str(&format!("{}, {whose}\n", phase.name));
        let done = carried_out(game, id, &phase);
        for line in &done {
            text.push_str(&format!("  {line}\n"));
        }
        let said = phase.number.and_then(|n| game.phases.values().nth(n));
        if done.is_empty() {
            text.push_str(match said.is_some_and(|phase| phase.does.is_some()) {
                true => "  nothing\n",
                false => "  by hand: the game does not say what is done in it\n",
            });
        }
        if said.is_some_and(|phase| phase.when.is_some()) {
            text.push_str("  only where its `if` holds\n");
        }
    }
    let idle = not_enforced(game);
    let silent = silent_tables(game);
    let reminders: Vec<&Reminder> = game.rules.reminders.iter().collect();
    if !idle.is_empty() || !reminders.is_empty() || !silent.is_empty() {
        text.push_str("\nLeft to the players\n");
    }
    for (table, codes) in &silent {
        text.push_str(&format!("  table {}: nothing says what follows from {}\n", table.id, codes.join(", ")));
    }
    for (kind, entries) in &idle {
        text.push_str(&format!("  {}: {}\n", kind.what, entries.join(", ")));
    }
    let teller = Teller::new(game);
    for Reminder { rule, text: said, when } in reminders {
        let rule = rule.as_ref().map(|rule| format!("{rule}: ")).unwrap_or_default();
        let shown = when.as_ref().map(|when| format!(" Shown {}.", teller.provided_that(when))).unwrap_or_default();
        text.push_str(&format!("  {rule}{said}{shown}\n"));
    }
    text
}

/// What is carried out in a phase, a line each.
fn carried_out(game: &Game, scenario: ScenarioId, phase: &PlayPhase) -> Vec<String> {
    let rules = &game.rules;
    let here = |list: &Option<Vec<PhaseName>>| list.as_ref().is_none_or(|list| list.iter().any(|name| Some(*name) == phase.id));
    let named = |list: &Option<Vec<PhaseName>>| list.is_some() && here(list);
    let listed = |word: &str, ids: Vec<&str>| match ids.is_empty() {
        true => word.to_owned(),
        false => format!("{word}: {}", ids.join(", ")),
    };
    let mut lines = Vec::new();
    // What is done where nothing says otherwise is told only where there is something of the kind.
    let said = |activity: &Activity| {
        let phase = phase.number.and_then(|n| game.phases.values().nth(n)).and_then(|phase| phase.does.as_ref());
        phase.is_some_and(|does| does.contains(activity))
    };
    let idle = |activity: &Activity| match activity {
        Activity::Arrive => game.scenarios.values().all(|scenario| scenario.arrivals.is_empty()),
        Activity::Supply => rules.supply.iter().all(|supply| supply.traces.list.is_empty()),
        Activity::Act => rules.actions.list.is_empty(),
        _ => false,
    };
    for activity in phase.does.iter().filter(|activity| said(activity) || !idle(activity)) {
        lines.push(match activity {
            Activity::Arrive => "units arrive".to_owned(),
            Activity::Move => {
                let modes = rules.movement.iter().flat_map(|movement| entries_in(&movement.modes, scenario));
                let modes = modes.filter(|mode| here(&mode.phase)).map(|mode| mode.id.0.as_str());
                let plain = phase.plain.then_some(if rules.movement.is_some() { "as usual" } else { "by hand" });
                listed("units move", plain.into_iter().chain(modes).collect())
            }
            Activity::Fight if rules.combat.is_none() => "combat: by hand".to_owned(),
            Activity::Fight => {
                let combats =
                    rules.combat.iter().flat_map(|combat| entries_in(combat, scenario)).filter(|combat| here(&combat.phase));
                listed("combat", combats.map(|combat| combat.id.0.as_str()).collect())
            }
            Activity::Resolve => {
                let combats =
                    rules.combat.iter().flat_map(|combat| entries_in(combat, scenario)).filter(|combat| named(&combat.resolve));
                listed("what was declared is resolved", combats.map(|combat| combat.id.0.as_str()).collect())
            }
            Activity::Supply => {
                let traces = rules
                    .supply
                    .iter()
                    .flat_map(|supply| entries_in(&supply.traces, scenario))
                    .filter(|trace| here(&trace.phase));
                listed("supply", traces.map(|trace| trace.id.0.as_str()).collect())
            }
            Activity::Act => {
                let actions = entries_in(&rules.actions, scenario).filter(|action| here(&action.phase));
                listed("actions", actions.map(|action| action.id.0.as_str()).collect())
            }
            Activity::Cards => {
                let decks = entries_in(&rules.decks, scenario).filter(|deck| named(&deck.phase));
                listed("cards", decks.map(|deck| deck.id.0.as_str()).collect())
            }
        });
    }
    let set_off =
        entries_in(&rules.triggers, scenario).filter(|trigger| named(&trigger.phase)).map(|trigger| trigger.id.0.as_str());
    let set_off: Vec<&str> = set_off.collect();
    if !set_off.is_empty() {
        lines.push(listed("happens by itself", set_off));
    }
    lines
}
