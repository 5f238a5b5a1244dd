//! More units arrive together than can come in and find room.

use crate::check::arriving::{Coming, Group, groups, never};
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, so_many};
use crate::model::EntryElse;
use crate::rules::{Fit, Piece};

static RULE: Rule =
    Rule { code: "M0420", name: "crowded-entry", severity: Severity::Warning, docs: include_str!("crowded_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    let Some(coming) = Coming::new(context, scenario, None) else { return };
    for Group { arrival: group, last, fit } in groups(context, scenario) {
        let Some(situation) = coming.situation(group.turn) else { continue };
        let pieces: u32 = group.units.iter().map(|unit| game.units[*unit].count).sum();
        if pieces < 2 || matches!(fit, Fit::Yes(_)) {
            continue;
        }
        let waits = group.units.iter().any(|unit| {
            let rule = situation.entry_rule(&Piece::new(*unit, group.state));
            rule.is_some_and(|rule| rule.otherwise.iter().flatten().any(|way| *way == EntryElse::Wait))
        });
        if waits {
            continue;
        }
        match fit {
            Fit::Yes(_) => {}
            Fit::Unknown => sink.undecided(format!("room for all who arrive on turn `{}`", game.turns[group.turn].id)),
            Fit::No(piece) => {
                // Who cannot come in even alone is another fault.
                let Some(place) = scenario.origins.arrivals.get(*last) else { continue };
                if never(situation, group, piece.unit) {
                    continue;
                }
                let message = format!(
                    "{} on turn `{}`{}, and `{}` finds no room",
                    so_many(pieces, "unit arrives", "units arrive"),
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
