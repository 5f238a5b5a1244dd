//! Attack and defence that seem to stand in each other's place.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::peers::{OTHERS, Peers, called, front};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Entries, RatingId, UnitId};

static RULE: Rule =
    Rule { code: "M0222", name: "exchanged-ratings", severity: Severity::Hint, docs: include_str!("exchanged_ratings.md") };

/// So far beyond the others' numbers those of the unit may lie.
const SLACK: i32 = 1;

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    context.alike().exchanged.values().flatten().for_each(|diag| sink.report(diag.clone()));
}

pub(in crate::check) fn find(context: &CheckContext<'_>, groups: &[Peers]) -> BTreeMap<UnitId, Vec<Diag>> {
    let game = context.game;
    let mut found: BTreeMap<UnitId, Vec<Diag>> = BTreeMap::new();
    let combats = game.rules.combat.iter().flat_map(Entries::all);
    let combats = combats.filter_map(|combat| Some((combat.attack?, combat.defense?)));
    let pairs: BTreeSet<(RatingId, RatingId)> = combats.filter(|(a, d)| a != d).collect();
    for group in groups {
        for (attack, defense) in &pairs {
            let both = |id: &UnitId| {
                let unit = &game.units[*id];
                Some((front(unit, *attack)?, front(unit, *defense)?, *id))
            };
            let values: Vec<(i32, i32, UnitId)> = group.units.iter().filter_map(both).collect();
            if values.len() <= OTHERS {
                continue;
            }
            let more = |way: std::cmp::Ordering| -> Vec<UnitId> {
                values.iter().filter(|(a, d, _)| a.cmp(d) == way).map(|(_, _, id)| *id).collect()
            };
            let (strong, weak) = (more(std::cmp::Ordering::Greater), more(std::cmp::Ordering::Less));
            let (one, others) = if strong.len() == 1 { (strong, weak) } else { (weak, strong) };
            let [id] = one.as_slice() else { continue };
            let Some((own_attack, own_defense, _)) = values.iter().find(|(_, _, other)| other == id) else { continue };
            // The others need not all differ, but exchanged it must be as one of them is.
            let as_another = values.iter().any(|(a, d, other)| other != id && (a, d) == (own_defense, own_attack));
            let all = others.len() + 1 == values.len();
            // Put right, both numbers must be such as the others have; else it is one number that is wrong.
            let near = |n: i32, of: &dyn Fn(&(i32, i32, UnitId)) -> i32| {
                let theirs = || values.iter().filter(|(_, _, other)| other != id).map(of);
                theirs().min().is_some_and(|least| n >= least.saturating_sub(SLACK))
                    && theirs().max().is_some_and(|most| n <= most.saturating_add(SLACK))
            };
            let likely = near(*own_defense, &|(a, _, _)| *a) && near(*own_attack, &|(_, d, _)| *d);
            if others.len() < OTHERS || !likely || !(all || as_another) {
                continue;
            }
            let unit = &game.units[*id];
            let (a, d) = (&game.ratings[*attack].id, &game.ratings[*defense].id);
            let (word, never) = if own_attack > own_defense { ("less", "more") } else { ("more", "less") };
            let how = if all { format!("have {word} {a} than {d}") } else { format!("never have {never} {a} than {d}") };
            let message = format!(
                "unit `{}` has {a} {own_attack} and {d} {own_defense}, the {} others of its kind ({}) {how}",
                unit.id,
                values.len() - 1,
                called(game, group.side, group.kind)
            );
            let place = super::rating_out_of_range::face_place(context, *id, 0).field("ratings").field(a);
            let help = format!(
                "exchange the two, or exempt the unit if it is better at {}",
                if own_attack > own_defense { "attack" } else { "defence" }
            );
            let diag = Diag::new(&RULE, place, message).of_unit(&unit.id).help(help);
            found.entry(*id).or_default().push(diag);
        }
    }
    found
}
