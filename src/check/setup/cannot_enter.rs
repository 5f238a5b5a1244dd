//! A unit that can never come in by its entry, even if nobody is in its way.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::arriving::{Coming, comes_by, groups, never, why};
use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Arrival, Game, Points, Scenario, SideId, TurnId, TypeId, UnitId};
use crate::rules::{Fit, NoEntry, Piece, Situation};

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
    let mut guns: BTreeMap<KindOfSide, bool> = BTreeMap::new();
    for (n, arrival) in lines.arrivals.iter().enumerate() {
        let Some(situation) = coming.situation(arrival.turn) else { continue };
        for unit in arrival.units.iter().filter(|unit| !context.origins.partial_units.contains(&game.units[**unit].id)) {
            if fine.contains(&(arrival.turn, *unit)) {
                continue;
            }
            if !never(situation, arrival, *unit) {
                continue;
            }
            let (alone, piece) = (arrival.alone(*unit), Piece::new(*unit, arrival.state));
            let (_, shut) = situation.entry_hexes(piece, &arrival.entries, 1);
            if is_still(situation, arrival, piece, &shut) {
                let (kind, side) = (game.units[*unit].kind, game.units[*unit].side);
                let guns = *guns.entry((kind, side)).or_insert_with(|| are_still(game, situation, arrival, (kind, side), &shut));
                if guns && has_company(game, situation, lines, arrival, *unit) {
                    continue;
                }
            }
            // An entry without hexes has lost them; one that the rules shut may want a friend near it.
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

/// Whether a piece has no movement of its own.
fn is_still<'f>(situation: &'f Situation<'f>, arrival: &Arrival, piece: Piece, shut: &[NoEntry]) -> bool {
    let still = |hex| situation.mover(piece, hex, arrival.mode).is_ok_and(|mover| mover.allowance == Points(0));
    shut.iter().any(|why| matches!(why, NoEntry::TooDear(hex, _) if still(*hex)))
}

/// A type of units, and a side.
type KindOfSide = (Option<TypeId>, Option<SideId>);

/// Whether units of this type of a side are such as do not move, as guns are: one by itself is a slip.
fn are_still<'f>(game: &Game, situation: &'f Situation<'f>, arrival: &Arrival, of: KindOfSide, shut: &[NoEntry]) -> bool {
    let alike = game.units.iter().filter(|(_, unit)| (unit.kind, unit.side) == of).map(|(id, _)| id);
    let (mut still, mut all) = (0, 0);
    for unit in alike {
        all += 1;
        still += u32::from(is_still(situation, arrival, Piece::new(unit, Game::FULL), shut));
        if still > 1 {
            return true;
        }
    }
    still == all
}

/// Whether another unit of its side comes with a unit, and can come in.
fn has_company<'f>(game: &Game, situation: &'f Situation<'f>, lines: &Scenario, arrival: &Arrival, unit: UnitId) -> bool {
    let side = game.units[unit].side;
    let together = |other: &&Arrival| other.turn == arrival.turn && other.entries == arrival.entries;
    lines.arrivals.iter().filter(together).any(|other| {
        let mut others = other.units.iter().filter(|id| **id != unit && game.units[**id].side == side);
        others.any(|id| !comes_by(situation, other, *id).is_empty())
    })
}
