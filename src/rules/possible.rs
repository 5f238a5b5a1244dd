//! What can be in any play at all: what the counters, the map and plain numbers decide before anybody moves.

use super::{Truth, could_fit};
use crate::model::{Amount, Comparison, Condition, Counted, Game, Group, Points, Rated, UnitId, Units};

/// The part of a condition that depends on play: false where no play brings it about, true where every play does.
pub(super) fn of_play(game: &Game, it: &Condition) -> Truth {
    let mut truth = Truth::True;
    let mut and = |other: Truth| truth = truth.and(other);
    for group in it.units.iter().flatten() {
        and(quantity(game, group));
    }
    if let Some(exited) = &it.exited {
        and(enough(game, &exited.of, Counted::Steps, exited.steps.unwrap_or(1)));
    }
    if let Some(lost) = &it.eliminated {
        and(enough(game, &lost.of, Counted::Units, lost.at_least.unwrap_or(1)));
    }
    if let Some(compare) = &it.compare {
        and(match (&compare.left, &compare.right) {
            (Amount::Number(left), Amount::Number(right)) => Truth::from(compares(*left, compare.is, *right)),
            _ => Truth::Unknown,
        });
    }
    if let Some(counter) = &it.counter {
        and(may(counter.at_least.zip(counter.at_most).is_none_or(|(least, most)| least <= most)));
    }
    if let Some(results) = &it.result {
        let listed = |code: &String| {
            let cells = game.tables.values().flat_map(|table| table.rows.iter().flat_map(|row| row.cells.iter().flatten()));
            let known = game.tables.values().flat_map(|table| table.results.iter().flatten().map(|result| &result.code));
            cells.chain(known).any(|cell| cell == code)
        };
        and(may(results.iter().any(listed)));
    }
    let open = it.unit.is_some()
        || it.control.is_some()
        || it.hex.is_some()
        || it.target.is_some()
        || it.hexside.is_some()
        || it.bridge.is_some()
        || it.flag.is_some()
        || it.combat.is_some()
        || it.applied.is_some()
        || it.declared.is_some();
    if open { truth.and(Truth::Unknown) } else { truth }
}

/// Not known before play, or never.
fn may(possible: bool) -> Truth {
    if possible { Truth::Unknown } else { Truth::False }
}

pub(super) fn compares(left: Points, is: Comparison, right: Points) -> bool {
    match is {
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::Equal => left == right,
        Comparison::AtLeast => left >= right,
        Comparison::More => left > right,
    }
}

/// Whether there are so many at all. A selector that fits nobody is a fault of its own.
fn enough(game: &Game, of: &Units, count: Counted, least: u32) -> Truth {
    let most = most(game, Some(of), count);
    may(most == 0 || most >= i64::from(least))
}

fn quantity(game: &Game, group: &Group) -> Truth {
    let most = most(game, group.of.as_ref(), group.count.unwrap_or(Counted::Units));
    may(most == 0 || group.at_least.is_none_or(|least| i64::from(least) <= most))
}

/// The most that the counters of the game can come to: units, steps or a rating; what is not known counts as any number.
fn most(game: &Game, of: Option<&Units>, count: Counted) -> i64 {
    let each = |id: UnitId| -> i64 {
        let Some(unit) = game.units.at(id) else { return 0 };
        let one = match count {
            Counted::Units => Some(1),
            Counted::Steps => unit.steps.map(i64::from),
            Counted::Rating(rating) => unit.faces.iter().try_fold(0, |best: i64, face| match face.rating(rating) {
                Rated::Known(n) => Some(best.max(i64::from(n))),
                Rated::Absent => Some(best),
                Rated::Unknown => None,
            }),
        };
        one.map_or(i64::from(u32::MAX), |one| one.saturating_mul(i64::from(unit.count)))
    };
    let fitting = game.units.ids().filter(|id| of.is_none_or(|of| could_fit(game, of, *id)));
    fitting.map(each).fold(0, i64::saturating_add)
}
