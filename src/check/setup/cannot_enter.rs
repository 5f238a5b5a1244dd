//! A unit that can never come in by its entry, even if nobody is in its way.

use std::collections::BTreeSet;

use crate::check::arriving::{Coming, groups, why};
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{TurnId, UnitId};
use crate::rules::{Fit, NoEntry, Piece};

static RULE: Rule =
    Rule { code: "M0419", name: "cannot-enter", severity: Severity::Error, docs: include_str!("cannot_enter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let Some(coming) = Coming::new(context, scenario, None) else { return };
    // Whoever fits with all the others fits alone.
    let together = groups(context, scenario).iter().filter(|group| matches!(group.fit, Fit::Yes(_)));
    let fine: BTreeSet<(TurnId, UnitId)> =
        together.flat_map(|group| group.arrival.units.iter().map(|unit| (group.arrival.turn, *unit))).collect();
    for (n, arrival) in lines.arrivals.iter().enumerate() {
        let Some(situation) = coming.situation(arrival.turn) else { continue };
        for unit in arrival.units.iter().filter(|unit| !context.origins.partial_units.contains(&game.units[**unit].id)) {
            if fine.contains(&(arrival.turn, *unit)) || game.units[*unit].count > 1 {
                continue;
            }
            let alone = arrival.alone(*unit);
            if !matches!(situation.arrivals_fit(&alone), Fit::No(_)) {
                continue;
            }
            // An entry without hexes has lost them; one that the rules shut may want a friend near it.
            let (_, shut) = situation.entry_hexes(Piece::new(*unit, arrival.state), &arrival.entries, 1);
            if shut.is_empty() || shut.iter().any(|why| matches!(why, NoEntry::Blocked(_) | NoEntry::Enemy(_))) {
                continue;
            }
            let Some(place) = scenario.origins.arrivals.get(n) else { continue };
            let name = &game.units[*unit].id;
            let message = format!("unit `{name}` can never come in{}: {}", coming.by(arrival), why(situation, &alone));
            let diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(name);
            sink.report(
                diag.folded_by(format!("{:?}", arrival.entries))
                    .help("name an entry that it can use, or correct its class or its movement"),
            );
        }
    }
}
