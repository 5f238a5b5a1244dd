//! A number on a counter that is far off those of all other units like it.

use crate::check::peers::{OTHERS, Peers, called, front, span};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{RatingId, UnitId};

static RULE: Rule =
    Rule { code: "M0219", name: "unlikely-rating", severity: Severity::Hint, docs: include_str!("unlikely_rating.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// The least difference that is told: of small numbers the next one is soon the double.
const LEAST: i64 = 2;
/// So many others must be of the unit's own size: a division among battalions is meant to be stronger.
const OF_SIZE: usize = 2;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for group in &context.alike().groups {
        for rating in context.game.ratings.ids() {
            odd(context, group, rating, sink);
        }
    }
}

fn odd(context: &CheckContext<'_>, group: &Peers, rating: RatingId, sink: &mut Sink) {
    let game = context.game;
    let mut values: Vec<(i32, UnitId)> =
        group.units.iter().filter_map(|id| Some((front(&game.units[*id], rating)?, *id))).collect();
    values.sort_unstable();
    let ([(first, low), (second, _), ..], [.., (before, _), (last, high)]) = (values.as_slice(), values.as_slice()) else {
        return;
    };
    if values.len() <= OTHERS || *first < 0 {
        return;
    }
    // Foot moves at one speed, whatever the regiment: what is half as fast again is another class.
    let moves = game.rules.movement.as_ref().and_then(|movement| movement.allowance) == Some(rating);
    let far = |less: i32, more: i32| {
        let (less, more) = (i64::from(less), i64::from(more));
        more - less >= LEAST && if moves { 2 * more >= 3 * less } else { more >= 2 * less }
    };
    // Nothing is no low number: some have none of it.
    let blame = if far(*before, *last) {
        Some((*high, *last, *first, *before))
    } else if *first > 0 && far(*first, *second) {
        Some((*low, *first, *second, *last))
    } else {
        None
    };
    let Some((id, value, least, most)) = blame.filter(|(id, ..)| !context.alike().exchanged.contains_key(id)) else { return };
    let (unit, said) = (&game.units[id], &game.ratings[rating]);
    // What the author does not allow at all is said elsewhere.
    if said.min.is_some_and(|min| value < min) || said.max.is_some_and(|max| value > max) {
        return;
    }
    let alike = group.units.iter().filter(|other| **other != id && game.units[**other].size == unit.size).count();
    if alike < OF_SIZE {
        return;
    }
    let (name, others) = (&said.id, values.len() - 1);
    let whose = called(game, group.side, group.kind);
    let message = format!(
        "unit `{}` has {name} {value}, all {others} other units of its kind ({whose}) have {}",
        unit.id,
        span(least, most)
    );
    let place = super::rating_out_of_range::face_place(context, id, 0).field("ratings").field(name);
    let help = "correct the number; if it is meant, exempt the unit with a reason in `allow` of module.json";
    sink.report(Diag::new(&RULE, place, message).of_unit(&unit.id).help(help));
}
