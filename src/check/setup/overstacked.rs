//! A stack at the start that is over a stacking limit.

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Counted, Points, Ruled, StackingAt};

static RULE: Rule = Rule { code: "M0403", name: "overstacked", severity: Severity::Error, docs: include_str!("overstacked.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

/// So many units of a stack are named.
const SHOWN: usize = 16;

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let name = &game.scenarios[scenario.id].id;
    for (hex, stack) in scenario.start.stacks() {
        if stack.iter().any(|piece| context.origins.partial_units.contains(&game.units[piece.unit].id)) {
            continue;
        }
        // Units of two sides in one hex are another fault.
        let mut sides = stack.iter().filter_map(|piece| scenario.engine.side_of(piece));
        let first = sides.next();
        if sides.any(|side| Some(side) != first) && game.rules.stacking.as_ref().is_some_and(|s| s.with_enemy != Some(true)) {
            continue;
        }
        for over in scenario.situation.overstacks(hex, stack, StackingAt::Setup) {
            let limit = &over.limit;
            let what = match limit.count {
                Counted::Units => "units".to_owned(),
                Counted::Steps => "steps".to_owned(),
                Counted::Rating(rating) => format!("`{}`", game.ratings[rating].id),
            };
            let hex = map.board.name(hex);
            let message = format!("{} {what} in hex {hex} at the start, limit {}", over.found, over.max);
            let counted: Vec<_> = over
                .counted
                .iter()
                .filter(|(_, weight)| weight.0 > 0)
                .filter_map(|(i, weight)| stack.get(*i).map(|p| (p, *weight)))
                .collect();
            // Blame the last line that put something there: usually the one that was added.
            let Some((last, _)) = counted.iter().max_by_key(|(piece, _)| piece.line) else { continue };
            let Some(place) = scenario.origins.setup.get(last.line) else { continue };
            let weighed =
                |weight: Points| if matches!(limit.count, Counted::Units) { String::new() } else { format!(" ({weight})") };
            let shown = counted.iter().take(SHOWN);
            let mut units: Vec<String> =
                shown.map(|(piece, weight)| format!("`{}`{}", game.units[piece.unit].id, weighed(*weight))).collect();
            if counted.len() > SHOWN {
                units.push(format!("{} more", counted.len() - SHOWN));
            }
            let mut diag = Diag::new(&RULE, place.clone(), message)
                .in_scenario(name)
                .at_hex(hex)
                .printed_rule(limit.rule())
                .label(units.join(" + "))
                .help(format!(
                    "move {} elsewhere, or change limit `{}` in the scenario's `changes`",
                    match Points(over.found.0 - Points::whole(over.max).0) {
                        Points::ONE => "one of them".to_owned(),
                        more => format!("{more} of them"),
                    },
                    limit.id.0
                ));
            for (piece, _) in &counted {
                diag = diag.of_unit(&game.units[piece.unit].id);
            }
            for (piece, _) in counted.iter().filter(|(piece, _)| piece.line != last.line).take(6) {
                if let Some(place) = scenario.origins.setup.get(piece.line) {
                    diag = diag.related(place.clone(), format!("`{}` stands here too", game.units[piece.unit].id));
                }
            }
            if let Some(origin) = context.origins.rules.get(&format!("stacking.limits/{}", limit.id.0)) {
                diag = diag.related(origin.at("max"), "the limit");
            }
            sink.report(diag);
        }
    }
}
