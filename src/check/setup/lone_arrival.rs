//! A unit that arrives long before or after all others of its division, or far from them.

use std::collections::BTreeMap;

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Arrival, EntryId, FormationId, Game, Key, UnitId};
use crate::span::Place;

static RULE: Rule = Rule { code: "M0425", name: "lone-arrival", severity: Severity::Hint, docs: include_str!("lone_arrival.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

/// So many others of the division must arrive together.
const OTHERS: usize = 3;
/// So many must come by one entry: divisions of few units often come by two roads.
const BY_ENTRY: usize = 4;
/// The least number of turns that is told.
const TURNS: usize = 4;
/// Entries of more hexes are a whole edge, and near to everything.
const HEXES: usize = 64;

struct Coming<'a> {
    unit: UnitId,
    line: &'a Arrival,
    place: &'a Place,
}

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lines = &game.scenarios[scenario.id];
    if scenario.origins.incomplete || context.incomplete.units || context.incomplete.formations || context.incomplete.turns {
        return;
    }
    let mut divisions: BTreeMap<FormationId, Vec<Coming<'_>>> = BTreeMap::new();
    for (line, place) in lines.arrivals.iter().zip(&scenario.origins.arrivals) {
        for unit in &line.units {
            let Some(division) = game.units[*unit].formation.map(|formation| division(game, formation)) else { continue };
            divisions.entry(division).or_default().push(Coming { unit: *unit, line, place });
        }
    }
    for (division, mut coming) in divisions {
        if coming.len() <= OTHERS {
            continue;
        }
        coming.sort_by_key(|one| (one.line.turn, one.unit));
        late(context, scenario, division, &coming, sink);
        if !context.incomplete.map {
            astray(context, scenario, division, &coming, sink);
        }
    }
}

/// The division of a formation: the nearest above it that calls itself one, else itself.
fn division(game: &Game, formation: FormationId) -> FormationId {
    let mut at = Some(formation);
    for _ in 0..=game.formations.len() {
        let Some(id) = at else { break };
        let Some(here) = game.formations.at(id) else { break };
        if here.level.as_deref().is_some_and(|level| level.eq_ignore_ascii_case("division")) {
            return id;
        }
        at = here.parent;
    }
    formation
}

/// The first or the last, if all others come within a few turns of each other.
fn late(
    context: &CheckContext<'_>,
    scenario: &ScenarioContext<'_>,
    division: FormationId,
    coming: &[Coming<'_>],
    sink: &mut Sink,
) {
    let turn = |one: &Coming<'_>| one.line.turn.index();
    let ([first, second, ..], [.., before, last]) = (coming, coming) else { return };
    let far = |gap: usize, spread: usize| gap >= TURNS && gap > 2 * spread;
    let (one, from, to) = if far(turn(last) - turn(before), turn(before) - turn(first)) {
        (last, first, before)
    } else if far(turn(second) - turn(first), turn(last) - turn(second)) {
        (first, second, last)
    } else {
        return;
    };
    // What comes only when something happens, or by a roll, has a reason to be late.
    if one.line.when.is_some() || one.line.again {
        return;
    }
    let game = context.game;
    let name = |id| &game.turns[id].id;
    let when = if from.line.turn == to.line.turn {
        format!("on turn `{}`", name(to.line.turn))
    } else {
        format!("on turns `{}` to `{}`", name(from.line.turn), name(to.line.turn))
    };
    let message = format!(
        "unit `{}` arrives on turn `{}`, all {} others of `{}` that arrive do so {when}",
        game.units[one.unit].id,
        name(one.line.turn),
        coming.len() - 1,
        game.formations[division].id
    );
    let help = "correct the turn, or exempt the unit if it really comes by itself";
    report(context, scenario, one, message, help, sink);
}

/// One by an entry far from that of all others, who come on the same turn.
fn astray(
    context: &CheckContext<'_>,
    scenario: &ScenarioContext<'_>,
    division: FormationId,
    coming: &[Coming<'_>],
    sink: &mut Sink,
) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let mut ways: BTreeMap<&[EntryId], Vec<&Coming<'_>>> = BTreeMap::new();
    coming.iter().for_each(|one| ways.entry(&one.line.entries).or_default().push(one));
    let mut ways: Vec<(&[EntryId], Vec<&Coming<'_>>)> = ways.into_iter().collect();
    ways.sort_by_key(|(_, units)| units.len());
    let [(own, one), (theirs, others)] = ways.as_slice() else { return };
    let [one] = one.as_slice() else { return };
    if others.len() < BY_ENTRY || own.is_empty() || theirs.is_empty() || one.line.when.is_some() {
        return;
    }
    if others.iter().any(|other| other.line.turn != one.line.turn) {
        return;
    }
    let hexes = |ids: &[EntryId]| -> Vec<_> {
        ids.iter().filter_map(|id| map.entries.at(*id)).flat_map(|entry| entry.hexes.iter().copied()).collect()
    };
    let (near, far) = (hexes(own), hexes(theirs));
    if near.is_empty() || far.is_empty() || near.len() > HEXES || far.len() > HEXES {
        return;
    }
    let least = near.iter().flat_map(|a| far.iter().map(|b| map.board.distance(*a, *b))).min().unwrap_or(0);
    // Half the map lies between them: a hex of a square map is so far from its middle.
    let half = (map.board.len() as f64).sqrt() / 2.0;
    if least == u32::MAX || f64::from(least) < half {
        return;
    }
    let names = |ids: &[EntryId]| -> String {
        let names: Vec<String> = ids.iter().filter_map(|id| map.entries.at(*id)).map(|entry| format!("`{}`", entry.id)).collect();
        names.join(" or ")
    };
    let message = format!(
        "unit `{}` arrives by {}, all {} others of `{}` that arrive come on the same turn by {}, {least} hexes away",
        game.units[one.unit].id,
        names(own),
        others.len(),
        game.formations[division].id,
        names(theirs)
    );
    let help = "correct the entry, or exempt the unit if it really comes by itself";
    report(context, scenario, one, message, help, sink);
}

fn report(
    context: &CheckContext<'_>,
    scenario: &ScenarioContext<'_>,
    one: &Coming<'_>,
    message: String,
    help: &str,
    sink: &mut Sink,
) {
    let game = context.game;
    let diag = Diag::new(&RULE, one.place.clone(), message).in_scenario(&game.scenarios[scenario.id].id);
    sink.report(diag.of_unit(&game.units[one.unit].id).help(help));
}
