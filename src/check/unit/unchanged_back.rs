//! A back that shows a lost step and no loss, where all others of the kind show one.

use std::collections::BTreeSet;

use crate::check::peers::{called, known};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{RatingId, UnitId};

static RULE: Rule =
    Rule { code: "M0224", name: "unchanged-back", severity: Severity::Warning, docs: include_str!("unchanged_back.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// So many others of its kind must lose some of a number that one keeps.
const OTHERS: usize = 3;
/// So many others of the game must show a loss where one has the very numbers of its front, whatever its kind; and for
/// each that does not, ten.
const ALL: usize = 6;
const ONE_IN: usize = 10;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let told = among_peers(context, sink);
    among_all(context, &told, sink);
}

/// Backs that are their fronts, in a game in which backs are weaker.
fn among_all(context: &CheckContext<'_>, told: &BTreeSet<UnitId>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.units || context.incomplete.ratings {
        return;
    }
    let (mut same, mut weaker) = (Vec::new(), 0_usize);
    for (id, unit) in game.units.iter().filter(|(_, unit)| !context.origins.partial_units.contains(&unit.id)) {
        let [front, back, ..] = unit.faces.as_slice() else { continue };
        // A picture may show what no number says.
        if !game.states[back.state].step || front.ratings.is_empty() {
            continue;
        }
        let is_one = |rating| known(unit, 0, rating).is_none_or(|n| n <= 1);
        match front.ratings == back.ratings {
            true if game.ratings.ids().all(is_one) => {}
            true => same.push(id),
            false => weaker += 1,
        }
    }
    if weaker < ALL || same.len() * ONE_IN > weaker + same.len() {
        return;
    }
    for id in same.into_iter().filter(|id| !told.contains(id) && !context.alike().exchanged.contains_key(id)) {
        let unit = &game.units[id];
        let message = format!(
            "the back of unit `{}` has the numbers of its front, {weaker} others of the game are weaker on theirs",
            unit.id
        );
        let back = super::rating_out_of_range::face_place(context, id, 1);
        let help = "write the numbers of the back; a blank one counts as on the front";
        sink.report(Diag::new(&RULE, back.field("ratings"), message).of_unit(&unit.id).help(help));
    }
}

/// Single numbers that all others of a kind lose some of. Gives the units that were named.
fn among_peers(context: &CheckContext<'_>, sink: &mut Sink) -> BTreeSet<UnitId> {
    let game = context.game;
    let mut told = BTreeSet::new();
    for group in &context.alike().groups {
        let stepped = |id: &UnitId| game.units[*id].faces.get(1).is_some_and(|back| game.states[back.state].step);
        let units: Vec<UnitId> = group.units.iter().copied().filter(stepped).collect();
        // By rating: who loses nothing of it, of how many that have it on both sides.
        let mut kept: Vec<(RatingId, UnitId, i32)> = Vec::new();
        let mut lost = 0;
        let mut others = 0;
        for (rating, _) in game.ratings.iter().filter(|(_, rating)| !rating.rises) {
            let mut same: Vec<(UnitId, i32)> = Vec::new();
            let mut of = 0;
            for id in &units {
                let unit = &game.units[*id];
                let (Some(front), Some(back)) = (known(unit, 0, rating), known(unit, 1, rating)) else { continue };
                // A number that rises is said elsewhere.
                of += usize::from(front >= back);
                if front == back {
                    same.push((*id, front));
                }
            }
            if of <= OTHERS {
                continue;
            }
            if same.len() <= 1 {
                lost += 1;
                others = of - 1;
            }
            // Of 1 there is nothing to lose but all.
            if let [(id, value)] = same.as_slice()
                && *value > 1
            {
                kept.push((rating, *id, *value));
            }
        }
        // Where two numbers are exchanged on the front, the back is right.
        let Some((_, id, _)) = kept.first().copied().filter(|(_, id, _)| !context.alike().exchanged.contains_key(id)) else {
            continue;
        };
        let same: Vec<String> = kept
            .iter()
            .filter(|(_, other, _)| *other == id)
            .map(|(rating, _, value)| format!("{} {value}", game.ratings[*rating].id))
            .collect();
        let unit = &game.units[id];
        let back = super::rating_out_of_range::face_place(context, id, 1);
        let whose = called(game, group.side, group.kind);
        let whole = unit.faces.first().map(|face| &face.ratings) == unit.faces.get(1).map(|face| &face.ratings);
        let message = if whole && same.len() == lost {
            format!(
                "the back of unit `{}` has the numbers of its front, all {others} others of its kind ({whose}) are weaker on theirs",
                unit.id
            )
        } else {
            format!(
                "unit `{}` keeps {} on its back, all {others} others of its kind ({whose}) lose some of it",
                unit.id,
                same.join(" and ")
            )
        };
        let place = match kept.first() {
            Some((rating, _, _)) => back.field("ratings").field(&game.ratings[*rating].id),
            None => back,
        };
        let help = "write the numbers of the back; a blank one counts as on the front";
        sink.report(Diag::new(&RULE, place, message).of_unit(&unit.id).help(help));
        told.insert(id);
    }
    told
}
