//! Whether one condition follows from another: whoever fulfils the first fulfils the second too. What is not seen to
//! follow counts as not following.

use super::covers;
use crate::model::{Condition, Control, Exited, Game, Units};

/// So deep conditions are followed into each other: each `any` tries all its parts.
const DEEPEST: usize = 6;

/// Whether the second condition holds whenever the first does.
pub fn implies(game: &Game, first: &Condition, second: &Condition) -> bool {
    follows(game, first, second, 0)
}

fn follows(game: &Game, first: &Condition, second: &Condition, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let (mut has, mut wants) = (Vec::new(), Vec::new());
    parts(first, &mut has);
    parts(second, &mut wants);
    wants
        .iter()
        .all(|wanted| has.iter().any(|part| part_follows(game, part, wanted, depth)) || one_of(game, first, wanted, depth))
}

/// What a condition asks for, one by one; all of them must hold.
fn parts(condition: &Condition, out: &mut Vec<Condition>) {
    for part in condition.all.iter().flatten() {
        parts(part, out);
    }
    macro_rules! each {
        ($($field:ident)+) => {$(
            if condition.$field.is_some() {
                out.push(Condition { $field: condition.$field.clone(), ..Condition::default() });
            }
        )+};
    }
    each!(any not turns phase option side ground weather unit units hex target hexside control exited eliminated bridge);
    each!(compare roll flag counter deck result combat applied declared);
}

/// Whether one of several follows: then that one of them holds does too.
fn one_of(game: &Game, first: &Condition, wanted: &Condition, depth: usize) -> bool {
    wanted.any.as_ref().is_some_and(|any| any.iter().any(|part| follows(game, first, part, depth + 1)))
}

fn part_follows(game: &Game, part: &Condition, wanted: &Condition, depth: usize) -> bool {
    // A die is thrown each time.
    if part.roll.is_some() || wanted.roll.is_some() {
        return false;
    }
    if part == wanted {
        return true;
    }
    // Whichever of them holds.
    if let Some(any) = &part.any {
        return !any.is_empty() && any.iter().all(|part| follows(game, part, wanted, depth + 1));
    }
    if let (Some(part), Some(wanted)) = (&part.not, &wanted.not) {
        return follows(game, wanted, part, depth + 1);
    }
    if let (Some(part), Some(wanted)) = (&part.counter, &wanted.counter) {
        return part.id == wanted.id
            && at_least(part.at_least, wanted.at_least)
            && wanted.at_most.is_none_or(|wanted| part.at_most.is_some_and(|part| part <= wanted));
    }
    if let (Some(part), Some(wanted)) = (&part.control, &wanted.control) {
        return holds_places(part, wanted);
    }
    if let (Some(part), Some(wanted)) = (&part.exited, &wanted.exited) {
        return part.steps.unwrap_or(1) >= wanted.steps.unwrap_or(1)
            && same_units(game, &part.of, &wanted.of)
            && leads_through(part, wanted);
    }
    if let (Some(part), Some(wanted)) = (&part.eliminated, &wanted.eliminated) {
        return part.at_least.unwrap_or(1) >= wanted.at_least.unwrap_or(1) && same_units(game, &part.of, &wanted.of);
    }
    within(&part.phase, &wanted.phase)
        || within(&part.weather, &wanted.weather)
        || within(&part.ground, &wanted.ground)
        || within(&part.flag, &wanted.flag)
        || within(&part.side, &wanted.side)
        || within(&part.result, &wanted.result)
        || within(&part.combat, &wanted.combat)
}

/// Whether at least so much is at least that much too.
fn at_least(has: Option<i32>, wanted: Option<i32>) -> bool {
    wanted.is_none_or(|wanted| has.is_some_and(|has| has >= wanted))
}

/// Whether each of these is one of those.
fn within<T: PartialEq>(has: &Option<Vec<T>>, wanted: &Option<Vec<T>>) -> bool {
    matches!((has, wanted), (Some(has), Some(wanted)) if !has.is_empty() && has.iter().all(|one| wanted.contains(one)))
}

/// Who holds so many of some places holds some of others: at least as many as cannot lie outside them.
fn holds_places(part: &Control, wanted: &Control) -> bool {
    let least = |control: &Control| control.at_least.map_or(control.of.len(), |n| n as usize);
    let outside = part.of.iter().filter(|place| !wanted.of.contains(place)).count();
    part.by == wanted.by
        && (wanted.supplied.is_none() || part.supplied == wanted.supplied)
        && least(part).saturating_sub(outside) >= least(wanted)
}

fn leads_through(part: &Exited, wanted: &Exited) -> bool {
    match (&part.through, &wanted.through) {
        (_, None) => true,
        (Some(part), Some(wanted)) => part.iter().all(|entry| wanted.contains(entry)),
        (None, Some(_)) => false,
    }
}

/// Whether all units of one selector are units of another, as far as their counters say; what play decides must be the same.
fn same_units(game: &Game, part: &Units, wanted: &Units) -> bool {
    part == wanted || covers(game, Some(wanted), Some(part))
}
