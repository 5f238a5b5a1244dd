//! What can be in any play at all: what the counters, the map and plain numbers decide before anybody moves.

use super::Truth;
use crate::model::{Amount, Comparison, Condition, Counted, Game, Group, Points, RatingValue, SideWord, StateId, UnitId, Units};

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
        || it.deck.is_some()
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
                RatingValue::Known(n) => Some(best.max(i64::from(n))),
                RatingValue::Absent => Some(best),
                RatingValue::Unknown => None,
            }),
        };
        one.map_or(i64::from(u32::MAX), |one| one.saturating_mul(i64::from(unit.count)))
    };
    let fitting = game.units.ids().filter(|id| of.is_none_or(|of| could_fit(game, of, *id)));
    fitting.map(each).fold(0, i64::saturating_add)
}

/// Whether a unit in that state fits by what stands on its counter; what depends on play is taken to fit.
pub fn fits(game: &Game, units: &Units, unit: UnitId, state: StateId) -> bool {
    counter_fits(game, units, unit, state).possible()
}

/// The layout of a unit's face in that state, by its place in the list: the first that fits.
pub fn layout_of(game: &Game, unit: UnitId, state: StateId) -> Option<usize> {
    game.layouts.iter().position(|layout| layout.who.as_ref().is_none_or(|who| fits(game, who, unit, state)))
}

/// Whether a unit fits in any of the states that its faces show.
pub fn could_fit(game: &Game, units: &Units, unit: UnitId) -> bool {
    let faces = game.units.at(unit).map(|u| u.faces.as_slice()).unwrap_or_default();
    faces.iter().any(|face| fits_in_play(game, units, unit, face.state, true).possible())
}

fn one<T: PartialEq>(wanted: &Option<Vec<T>>, found: Option<&T>) -> bool {
    wanted.as_ref().is_none_or(|list| found.is_some_and(|f| list.contains(f)))
}

/// The fields that a counter answers by itself.
pub(super) fn printed(game: &Game, units: &Units, id: UnitId) -> bool {
    let Some(unit) = game.units.at(id) else { return false };
    let below = |list: &Vec<_>| list.iter().any(|above| unit.formation.is_some_and(|own| game.belongs(own, *above)));
    one(&units.id, Some(&id))
        && one(&units.nation, unit.nation.as_ref())
        && units.formation.as_ref().is_none_or(below)
        && one(&units.kind, unit.kind.as_ref())
        && one(&units.class, unit.class.as_ref())
        && one(&units.size, unit.size.as_ref())
        && units.tags.as_ref().is_none_or(|list| list.iter().any(|tag| unit.tags.contains(&tag.0)))
}

/// Every unit in every state.
pub fn every_state(game: &Game) -> impl Iterator<Item = (UnitId, StateId)> {
    game.units.ids().flat_map(|unit| game.states.ids().map(move |state| (unit, state)))
}

/// Whether one selector surely fits whatever another may fit, over the counters of the game; none fits everybody.
pub fn covers(game: &Game, wide: Option<&Units>, narrow: Option<&Units>) -> bool {
    let Some(wide) = wide else { return true };
    // What is written alike is alike, also where play decides.
    narrow == Some(wide)
        || every_state(game).all(|(unit, state)| {
            narrow.is_some_and(|narrow| counter_fits(game, narrow, unit, state) == Truth::False)
                || counter_fits(game, wide, unit, state) == Truth::True
        })
}

/// Whether a unit in that state fits; what depends on play is unknown.
pub fn counter_fits(game: &Game, units: &Units, id: UnitId, state: StateId) -> Truth {
    fits_in_play(game, units, id, state, false)
}

/// The same; with `besides` the unit may be in other states too that no face of it shows: disrupted, out of supply.
fn fits_in_play(game: &Game, units: &Units, id: UnitId, state: StateId, besides: bool) -> Truth {
    let Some(unit) = game.units.at(id) else { return Truth::False };
    if !printed(game, units, id) {
        return Truth::False;
    }
    let of_play = |state: &StateId| besides && !unit.faces.iter().any(|face| face.state == *state);
    let in_state = match &units.state {
        Some(list) if !list.contains(&state) && !list.iter().any(of_play) => return Truth::False,
        Some(list) if !list.contains(&state) => Truth::Unknown,
        _ => Truth::True,
    };
    let side = units.side.as_ref().map_or(Truth::True, |list| {
        list.iter().fold(Truth::False, |truth, word| {
            truth.or(match word {
                SideWord::Is(side) => Truth::from(Some(*side) == unit.side),
                SideWord::Own | SideWord::Enemy => Truth::Unknown,
            })
        })
    });
    let mut truth = side.and(in_state);
    for test in units.rating.iter().flatten() {
        let face = unit.faces.iter().find(|face| face.state == state).or(unit.faces.first());
        truth = truth.and(rated(face.map(|face| face.rating(test.name)).unwrap_or_default(), test));
    }
    let of_play = units.steps.is_some()
        || units.full.is_some()
        || units.marker.is_some()
        || units.did.is_some()
        || units.mode.is_some()
        || units.at.is_some()
        || units.start.is_some()
        || units.with.is_some()
        || units.alone.is_some()
        || units.near.is_some()
        || units.across.is_some()
        || units.supplied.is_some()
        || units.same.is_some()
        || units.role.is_some();
    if of_play {
        truth = truth.and(Truth::Unknown);
    }
    for part in units.all.iter().flatten() {
        truth = truth.and(fits_in_play(game, part, id, state, besides));
    }
    if let Some(any) = &units.any {
        truth = truth.and(any.iter().fold(Truth::False, |t, part| t.or(fits_in_play(game, part, id, state, besides))));
    }
    if let Some(not) = &units.not {
        truth = truth.and(!fits_in_play(game, not, id, state, besides));
    }
    truth
}

pub(super) fn rated(found: RatingValue, test: &crate::model::RatingTest) -> Truth {
    match found {
        RatingValue::Unknown => Truth::Unknown,
        RatingValue::Absent => Truth::from(test.printed == Some(false)),
        RatingValue::Known(n) => Truth::from(
            test.printed != Some(false)
                && test.at_least.is_none_or(|least| n >= least)
                && test.at_most.is_none_or(|most| n <= most),
        ),
    }
}
