//! A back that shows a lost step and no loss, where all others of the kind show one.

use crate::check::peers::{OTHERS, called, known};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{RatingId, UnitId};

static RULE: Rule =
    Rule { code: "M0224", name: "unchanged-back", severity: Severity::Warning, docs: include_str!("unchanged_back.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
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
    }
}
