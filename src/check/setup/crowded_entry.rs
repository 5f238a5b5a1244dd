//! More units arrive together than can come in and find room.

use std::collections::BTreeMap;

use crate::check::arriving::Coming;
use crate::check::{Check, Input, ScenarioInput, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Arrival, EntryElse, EntryId, TurnId};
use crate::rules::{Fit, Piece, Truth, holds};

static RULE: Rule =
    Rule { code: "M0420", name: "crowded-entry", severity: Severity::Warning, docs: include_str!("crowded_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(input: &Input<'_>, scenario: &ScenarioInput<'_>, sink: &mut Sink) {
    let game = input.game;
    let lines = &game.scenarios[scenario.id];
    let Some(coming) = Coming::new(input, scenario, None) else { return };
    // All who surely come on one turn by the same entries.
    let mut groups: BTreeMap<(TurnId, Vec<EntryId>, Option<String>), (Arrival, usize)> = BTreeMap::new();
    for (n, arrival) in lines.arrivals.iter().enumerate() {
        let moment = coming.moment(arrival.turn);
        let sure = arrival.when.as_ref().is_none_or(|when| holds(game, when, &moment) == Truth::True);
        if !sure || arrival.again || arrival.entries.is_empty() {
            continue;
        }
        let key = (arrival.turn, arrival.entries.clone(), arrival.mode.clone());
        let (group, last) = groups.entry(key).or_insert_with(|| (Arrival { units: Vec::new(), ..arrival.clone() }, n));
        group.units.extend(&arrival.units);
        *last = n;
    }
    for (group, last) in groups.values() {
        let Some(field) = coming.field(group.turn) else { continue };
        let pieces: u32 = group.units.iter().map(|unit| game.units[*unit].count).sum();
        if pieces < 2 {
            continue;
        }
        let waits = group.units.iter().any(|unit| {
            let rule = field.entry_rule(&Piece::new(*unit, group.state));
            rule.is_some_and(|rule| rule.otherwise.iter().flatten().any(|way| *way == EntryElse::Wait))
        });
        if waits {
            continue;
        }
        match field.arrivals_fit(group) {
            Fit::Yes(_) => {}
            Fit::Unknown => sink.undecided(format!("room for all who arrive on turn `{}`", game.turns[group.turn].id)),
            Fit::No(piece) => {
                // Who cannot come in even alone is another fault.
                let alone = Arrival { units: vec![piece.unit], ..group.clone() };
                let Some(place) = scenario.origins.arrivals.get(*last) else { continue };
                if game.units[piece.unit].count == 1 && matches!(field.arrivals_fit(&alone), Fit::No(_)) {
                    continue;
                }
                let message = format!(
                    "{pieces} units arrive on turn `{}`{}, and `{}` finds no room",
                    game.turns[group.turn].id,
                    coming.by(group),
                    game.units[piece.unit].id
                );
                let mut diag = Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id);
                for unit in group.units.iter().take(20) {
                    diag = diag.of_unit(&game.units[*unit].id);
                }
                sink.report(diag.help("spread them over turns or entries, or say in `entry.rules` that the rest waits"));
            }
        }
    }
}
