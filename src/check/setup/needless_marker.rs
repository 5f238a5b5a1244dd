//! A unit that is marked as out of supply and is in supply.

use super::out_of_supply::{fixed, known};
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Ruled, Trace};
use crate::rules::Words;

static RULE: Rule =
    Rule { code: "M0415", name: "needless-marker", severity: Severity::Warning, docs: include_str!("needless_marker.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    if !known(context, scenario) {
        return;
    }
    let name = &game.scenarios[scenario.id].id;
    let traces: Vec<&Trace> = scenario.situation.traces().collect();
    for (hex, piece) in scenario.situation.pieces() {
        // One sign may stand for several traces: it is right if one of them is lacking.
        let signs = || traces.iter().filter(|trace| scenario.situation.shows_lack(trace, piece));
        if signs().any(|trace| !fixed(trace) || scenario.situation.lacks(trace, piece, hex).possible()) {
            continue;
        }
        let needs = |trace: &&&Trace| scenario.situation.needs(trace, piece, hex).sure();
        if let Some(trace) = signs().find(needs).or(signs().next()) {
            let (Some(place), unit) = (scenario.origins.setup.get(piece.line), &game.units[piece.unit]) else { continue };
            let words = Words { engine: scenario.engine };
            let how = format!("supply: {}", words.supplied(&scenario.situation.supply(trace, piece, hex)));
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
