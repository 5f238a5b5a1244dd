//! An arrival by an entry that is shut on that very turn: on the first by the setup itself, on any by a ban.

use crate::check::arriving::{Coming, why};
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Act, Arrival, UnitId};
use crate::rules::{NoEntry, Piece, Situation};

static RULE: Rule = Rule { code: "M0418", name: "shut-entry", severity: Severity::Warning, docs: include_str!("shut_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    by_setup(context, scenario, sink);
    by_ban(context, scenario, sink);
}

/// Arrivals that a ban forbids on the turn that is written for them.
fn by_ban(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    if !game.rules.bans.all().any(|ban| ban.of.contains(&Act::Arrive)) {
        return;
    }
    let Some(coming) = Coming::new(context, scenario, None) else { return };
    for (arrival, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        let Some(situation) = coming.situation(arrival.turn) else { continue };
        for unit in &arrival.units {
            let Some(ban) = banned(context, situation, arrival, *unit) else { continue };
            let (name, turn) = (&game.units[*unit].id, &game.turns[arrival.turn].id);
            let message = format!("unit `{name}` cannot come in{} on turn `{turn}`: `{ban}` forbids it", coming.by(arrival));
            let diag =
                Diag::new(&RULE, place.clone(), message).in_scenario(&lines.id).of_unit(name).folded_by(format!("{ban} {turn}"));
            let diag = match context.origins.rules.get(&format!("bans/{ban}")) {
                Some(origin) => diag.related(origin.at("id"), "the ban"),
                None => diag,
            };
            sink.report(diag.help("let it arrive on another turn, or let the ban be for others"));
        }
    }
}

/// A ban that shuts every hex by which a unit could come.
fn banned(context: &CheckContext<'_>, situation: &Situation<'_>, arrival: &Arrival, unit: UnitId) -> Option<String> {
    let map = context.game.map.as_ref()?;
    let piece = Piece::new(unit, arrival.state);
    let entries = arrival.entries.iter().chain(&arrival.instead).filter_map(|entry| map.entries.at(*entry));
    let mut first = None;
    for hex in entries.flat_map(|entry| entry.hexes.iter().copied()) {
        let query = situation.about(piece, Some(hex));
        let ban = situation.bans(&query, &[Act::Arrive]).into_iter().find(|ban| query.forbids(ban, hex, hex))?;
        first.get_or_insert_with(|| ban.id.0.to_string());
    }
    first
}

fn by_setup(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
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
