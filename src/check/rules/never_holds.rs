//! A condition or a window that holds in no turn that any scenario plays.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Condition, Key, OptionId, Phase, TurnId};
use crate::origins::ScenarioOrigins;
use crate::rules::{Moment, Position, Situation, Truth, holds};
use crate::span::FileId;

static RULE: Rule =
    Rule { code: "M0504", name: "never-holds", severity: Severity::Warning, docs: include_str!("never_holds.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if game.turns.is_empty()
        || context.incomplete.turns
        || context.incomplete.scenarios
        || context.origins.scenarios.iter().any(|s| s.partial)
    {
        return;
    }
    let nobody = Position::default();
    let situation = Situation::new(context.engine, &nobody, Moment { open: true, ..Moment::default() });
    let windows = context.origins.judged.windows.iter();
    let windows = windows.map(|(place, window)| (place, Condition { turns: Some(window.clone()), ..Condition::default() }));
    let conditions = context.origins.judged.conditions.iter().map(|(place, condition)| (place, condition.clone()));
    // A phase belongs to a side, but for one that an effect runs: that may be anybody's.
    let runs = game.run_phases();
    let anybodys = |phase: &Phase| if runs.contains(&phase.number) { None } else { phase.side };
    let phases: Vec<Phase> = game.phases.values().map(|phase| Phase { side: anybodys(phase), ..phase.clone() }).collect();
    // By file: the turns that are played, and the options that are not offered.
    let mut calendars: Vec<(FileId, Vec<TurnId>, BTreeSet<usize>)> = Vec::new();
    for (place, condition) in conditions.chain(windows) {
        let known = calendars.iter().position(|(file, _, _)| *file == place.file);
        let known = known.unwrap_or_else(|| {
            calendars.push((place.file, played(context, place.file), elsewhere(context, place.file)));
            calendars.len() - 1
        });
        let Some((_, turns, elsewhere)) = calendars.get(known) else { continue };
        let at = |turn: TurnId| Moment { turn: Some(turn), open: true, elsewhere: elsewhere.clone(), ..Moment::default() };
        let late = !turns.is_empty() && turns.iter().all(|turn| holds(game, &condition, &at(*turn)) == Truth::False);
        let apart = !late
            && !turns.is_empty()
            && !game.phases.is_empty()
            && !phases.iter().any(|phase| {
                let moment = |turn: &TurnId| Moment { phase: Some(phase.number), side: phase.side, ..at(*turn) };
                let played = |moment: &Moment| phase.when.as_ref().is_none_or(|when| holds(game, when, moment).possible());
                turns.iter().map(moment).any(|moment| played(&moment) && holds(game, &condition, &moment).possible())
            });
        let impossible = situation.ever().holds(&condition) == Truth::False;
        if !late && !impossible && !apart {
            continue;
        }
        let offered =
            condition.mentions_option() && holds(game, &condition, &Moment { open: true, ..Moment::default() }).possible();
        let message = match late {
            true if offered
                && turns
                    .iter()
                    .any(|turn| holds(game, &condition, &Moment { elsewhere: BTreeSet::new(), ..at(*turn) }).possible()) =>
            {
                "this condition never holds: another scenario offers the option".to_owned()
            }
            true => {
                let (first, last) = (turns.first().copied(), turns.last().copied());
                let name = |turn: Option<TurnId>| turn.map_or_else(String::new, |turn| format!("`{}`", game.turns[turn].id));
                format!("this condition never holds in the turns that are played, {} to {}", name(first), name(last))
            }
            false if impossible => "this condition can never hold in this game".to_owned(),
            false => "this condition holds in no phase of any turn that is played".to_owned(),
        };
        let diag = Diag::new(&RULE, place.clone(), message);
        sink.report(diag.help("correct the condition, or take out what waits for it"));
    }
}

/// Options that no scenario offers that takes lines from a file of one.
fn elsewhere(context: &CheckContext<'_>, file: FileId) -> BTreeSet<usize> {
    let game = context.game;
    let all = || game.scenarios.values().zip(&context.origins.scenarios);
    if !all().any(|(_, origins)| origins.scenario.file == file) {
        return BTreeSet::new();
    }
    let offered: BTreeSet<_> =
        all().filter(|(_, origins)| takes(origins, file)).flat_map(|(scenario, _)| scenario.options.iter().copied()).collect();
    let of_scenario = |id: OptionId| {
        let file = crate::origins::of(&context.origins.options, id).map(|origin| origin.file);
        file.is_some_and(|file| all().any(|(_, origins)| origins.scenario.file == file))
    };
    game.rules.options.ids().filter(|id| of_scenario(*id) && !offered.contains(id)).map(Key::index).collect()
}

/// Whether a scenario takes lines from a file.
fn takes(origins: &ScenarioOrigins, file: FileId) -> bool {
    let lines = [&origins.setup, &origins.arrivals, &origins.withdrawals, &origins.changes, &origins.levels];
    origins.scenario.file == file || lines.iter().any(|places| places.iter().any(|place| place.file == file))
}

/// The turns that are played where a file counts: those of the scenarios that take lines from it, or of all.
fn played(context: &CheckContext<'_>, file: FileId) -> Vec<TurnId> {
    let game = context.game;
    let all = || game.scenarios.values().zip(&context.origins.scenarios);
    let own = all().any(|(_, origins)| origins.scenario.file == file);
    let mut turns: Vec<TurnId> = Vec::new();
    for (scenario, _) in all().filter(|(_, origins)| !own || takes(origins, file)) {
        // A scenario that does not say its turns may play all of them.
        let (first, last) = scenario.turns.unzip();
        let inside = |turn: &TurnId| first.is_none_or(|first| first <= *turn) && last.is_none_or(|last| *turn <= last);
        turns.extend(game.turns.ids().filter(inside));
    }
    if game.scenarios.is_empty() {
        turns.extend(game.turns.ids());
    }
    turns.sort();
    turns.dedup();
    turns
}
