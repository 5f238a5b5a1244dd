//! A condition or a window that holds in no turn that any scenario plays.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Condition, TurnId};
use crate::rules::{Field, Moment, Position, Truth, holds};
use crate::span::FileId;

static RULE: Rule =
    Rule { code: "M0504", name: "never-holds", severity: Severity::Warning, docs: include_str!("never_holds.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    let game = input.game;
    if game.turns.is_empty()
        || input.incomplete.turns
        || input.incomplete.scenarios
        || input.origins.scenarios.iter().any(|s| s.partial)
    {
        return;
    }
    let nobody = Position::default();
    let field = Field::new(input.engine, &nobody, Moment { open: true, ..Moment::default() });
    let windows = input.origins.judged.windows.iter();
    let windows = windows.map(|(place, window)| (place, Condition { turns: Some(window.clone()), ..Condition::default() }));
    let conditions = input.origins.judged.conditions.iter().map(|(place, condition)| (place, condition.clone()));
    for (place, condition) in conditions.chain(windows) {
        let turns = played(input, place.file);
        let at = |turn: TurnId| Moment { turn: Some(turn), open: true, ..Moment::default() };
        let late = !turns.is_empty() && turns.iter().all(|turn| holds(game, &condition, &at(*turn)) == Truth::False);
        let impossible = field.ever().holds(&condition) == Truth::False;
        if !late && !impossible {
            continue;
        }
        let message = match late {
            true => {
                let (first, last) = (turns.first().copied(), turns.last().copied());
                let name = |turn: Option<TurnId>| turn.map_or_else(String::new, |turn| format!("`{}`", game.turns[turn].id));
                format!("this condition never holds in the turns that are played, {} to {}", name(first), name(last))
            }
            false => "this condition can never hold in this game".to_owned(),
        };
        let diag = Diag::new(&RULE, place.clone(), message);
        sink.report(diag.help("correct the condition, or take out what waits for it"));
    }
}

/// The turns that are played where a file counts: those of the scenarios that take lines from it, or of all.
fn played(input: &Input<'_>, file: FileId) -> Vec<TurnId> {
    let game = input.game;
    let all = || game.scenarios.values().zip(&input.origins.scenarios);
    let takes = |origins: &crate::origins::ScenarioOrigins| {
        let lines = [&origins.setup, &origins.arrivals, &origins.withdrawals, &origins.changes, &origins.levels];
        origins.scenario.file == file || lines.iter().any(|places| places.iter().any(|place| place.file == file))
    };
    let own = all().any(|(_, origins)| origins.scenario.file == file);
    let mut turns: Vec<TurnId> = Vec::new();
    for (scenario, _) in all().filter(|(_, origins)| !own || takes(origins)) {
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
