//! Units of two sides in one hex at the start.

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0405", name: "with-the-enemy", severity: Severity::Error, docs: include_str!("with_the_enemy.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let (Some(map), Some(stacking)) = (&game.map, &game.rules.stacking) else { return };
    if stacking.with_enemy == Some(true) {
        return;
    }
    for (hex, stack) in scenario.start.stacks() {
        let sided = |i: usize| stack.get(i).and_then(|piece| Some((piece, scenario.engine.side_of(piece)?)));
        let Some((first, side)) = (0..stack.len()).find_map(sided) else { continue };
        let Some((other, other_side)) = (0..stack.len()).filter_map(sided).find(|(_, s)| *s != side) else { continue };
        let (Some(place), Some(related)) = (scenario.origins.setup.get(other.line), scenario.origins.setup.get(first.line))
        else {
            continue;
        };
        let hex = map.board.name(hex);
        let (a, b) = (&game.units[other.unit], &game.units[first.unit]);
        let message = format!(
            "unit `{}` of side `{}` starts in hex {hex} with unit `{}` of side `{}`",
            a.id, game.sides[other_side].id, b.id, game.sides[side].id
        );
        let diag = Diag::new(&RULE, place.clone(), message)
            .related(related.clone(), "the other one")
            .printed_rule(stacking.rule.as_ref().map(|rule| rule.0.as_str()));
        sink.report(
            diag.in_scenario(&game.scenarios[scenario.id].id).at_hex(hex).of_unit(&a.id).of_unit(&b.id).help("move one of them"),
        );
    }
}
