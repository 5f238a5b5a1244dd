//! An arrival on the first turn by an entry that the setup itself shuts.

use crate::check::arriving::{Coming, why};
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::rules::{NoEntry, Piece};

static RULE: Rule = Rule { code: "M0418", name: "shut-entry", severity: Severity::Warning, docs: include_str!("shut_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    // Later on anybody may have moved away.
    let Some((first, _)) = lines.turns else { return };
    let Some(coming) = Coming::new(context, scenario, Some(scenario.start)) else { return };
    let Some(situation) = coming.situation(first) else { return };
    for (arrival, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals).filter(|(arrival, _)| arrival.turn == first) {
        let entries: Vec<_> = arrival.entries.iter().chain(&arrival.instead).copied().collect();
        for unit in arrival.units.iter().filter(|unit| !context.origins.partial_units.contains(&game.units[**unit].id)) {
            let (open, shut) = situation.entry_hexes(Piece::new(*unit, arrival.state), &entries, 1);
            let by_setup = |why: &NoEntry| matches!(why, NoEntry::Enemy(_) | NoEntry::Blocked(_));
            if !open.is_empty() || shut.is_empty() || !shut.iter().any(by_setup) {
                continue;
            }
            let name = &game.units[*unit].id;
            let alone = arrival.alone(*unit);
            let message = format!(
                "unit `{name}` cannot come in{} on turn `{}`: {}",
                coming.by(arrival),
                game.turns[first].id,
                why(situation, &alone)
            );
            let diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(name);
            sink.report(
                diag.folded_by(format!("{:?}", arrival.entries)).help("set up the other side elsewhere, or name another entry"),
            );
        }
    }
}
