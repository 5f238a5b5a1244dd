//! A unit that is marked as out of supply and is in supply.

use super::out_of_supply::{fixed, known};
use crate::check::{Check, Input, ScenarioInput, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Ruled, Trace};
use crate::rules::Words;

static RULE: Rule =
    Rule { code: "M0415", name: "needless-marker", severity: Severity::Warning, docs: include_str!("needless_marker.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(input: &Input<'_>, scenario: &ScenarioInput<'_>, sink: &mut Sink) {
    let game = input.game;
    let Some(map) = &game.map else { return };
    if !known(input, scenario) {
        return;
    }
    let name = &game.scenarios[scenario.id].id;
    let traces = scenario.field.traces();
    for (hex, piece) in scenario.field.pieces() {
        // One sign may stand for several traces: it is right if one of them is lacking.
        let signs = || traces.iter().filter(|trace| scenario.field.shows_lack(trace, piece));
        if signs().any(|trace| !fixed(trace) || scenario.field.lacks(trace, piece, hex).possible()) {
            continue;
        }
        let needs = |trace: &&&Trace| scenario.field.needs(trace, piece, hex).sure();
        if let Some(trace) = signs().find(needs).or(signs().next()) {
            let (Some(place), unit) = (scenario.origins.setup.get(piece.line), &game.units[piece.unit]) else { continue };
            let words = Words { engine: scenario.engine };
            let how = format!("supply: {}", words.supplied(&scenario.field.supply(trace, piece, hex)));
            let at = map.board.name(hex);
            let message = format!(
                "unit `{}` in hex {at} is marked as lacking supply `{}`, which it has or does not need",
                unit.id, trace.id.0
            );
            sink.report(
                Diag::new(&RULE, place.clone(), message)
                    .label(how)
                    .in_scenario(name)
                    .at_hex(at)
                    .of_unit(&unit.id)
                    .printed_rule(trace.rule())
                    .help("take the state or marker away, or move the unit to where supply does not reach it"),
            );
        }
    }
}
