//! A unit that starts without a supply trace that it needs, and nothing on it says so.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, Ruled, Trace};
use crate::rules::Words;

static RULE: Rule =
    Rule { code: "M0414", name: "out-of-supply", severity: Severity::Warning, docs: include_str!("out_of_supply.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    if !known(context, scenario) {
        return;
    }
    let name = &game.scenarios[scenario.id].id;
    let mut explained = BTreeSet::new();
    let traces: Vec<&Trace> = scenario.situation.traces().collect();
    for trace in traces.iter().copied().filter(|trace| fixed(trace)) {
        // A trace without a sign of its own may be there for something else that asks for it, unless it is a unit's only one.
        let sign = trace.state.is_some() || trace.marker.is_some();
        let others: Vec<&Trace> = traces.iter().copied().filter(|other| !sign && other.id != trace.id).collect();
        let floods: Vec<_> = game.sides.ids().map(|side| scenario.situation.flood(trace.id.number(), side)).collect();
        for (hex, piece) in scenario.situation.pieces() {
            let unit = &game.units[piece.unit];
            let flood = unit.side.and_then(|side| floods.get(side.index())?.as_deref());
            if scenario.situation.shows_lack(trace, piece)
                || context.origins.partial_units.contains(&unit.id)
                || !scenario.situation.lacks_flood(trace, flood, piece, hex).sure()
            {
                continue;
            }
            if others.iter().any(|other| scenario.situation.needs(other, piece, hex).possible()) {
                continue;
            }
            let Some(place) = scenario.origins.setup.get(piece.line) else { continue };
            let at = map.board.name(hex);
            let mut diag =
                Diag::new(&RULE, place.clone(), format!("unit `{}` in hex {at} starts without supply `{}`", unit.id, trace.id.0))
                    .in_scenario(name)
                    .of_unit(&unit.id)
                    .printed_rule(trace.rule())
                    .folded_by(&trace.id.0);
            // The way is looked for once for each side, on a big map in one scenario only, and not if nobody
            // hears of it: it costs a flood.
            let dear = scenario.id.index() > 0 && map.board.len() > 20_000 || context.levels.allow(&RULE);
            if !dear && explained.insert((trace.id.0.clone(), unit.side)) {
                let words = Words { engine: scenario.engine };
                diag = diag.label(format!("supply: {}", words.supplied(&scenario.situation.supply(trace, piece, hex))));
            }
            let state = trace.state.map(|state| format!("set it up in state `{}`", game.states[state].id));
            let marker = trace.marker.map(|marker| format!("put marker `{}` on it", game.markers[marker].id));
            let help = state.or(marker).unwrap_or_else(|| "open a way for its supply".to_owned());
            sink.report(diag.at_hex(at).help(format!("{help}, or move it to where supply reaches it")));
        }
    }
}

/// Whether supply comes from a place. Units that bring it may still move before the phase in which it is looked at.
pub(super) fn fixed(trace: &Trace) -> bool {
    trace.phase.is_none() || !trace.to.iter().flatten().any(|target| target.units.is_some())
}

/// Whether supply can be judged: a set of units that is not whole may miss whoever opens or cuts the road.
pub(super) fn known(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>) -> bool {
    let lost = context.incomplete;
    !(scenario.origins.incomplete || lost.rules || lost.map || lost.lines)
}
