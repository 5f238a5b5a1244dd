//! Which units a selector means.

use crate::model::{Game, StateId, UnitId, Units};

/// Whether a unit in that state fits.
pub fn fits(game: &Game, units: &Units, unit: UnitId, state: StateId) -> bool {
    decide(game, units, unit, state)
}

/// Whether a unit fits in any of the states that its faces show.
pub fn could_fit(game: &Game, units: &Units, unit: UnitId) -> bool {
    let faces = game.units.at(unit).map(|u| u.faces.as_slice()).unwrap_or_default();
    faces.iter().any(|face| fits(game, units, unit, face.state))
}

fn decide(game: &Game, units: &Units, id: UnitId, state: StateId) -> bool {
    let Some(unit) = game.units.at(id) else { return false };
    fn one<T: PartialEq>(wanted: &Option<Vec<T>>, found: Option<&T>) -> bool {
        wanted.as_ref().is_none_or(|list| found.is_some_and(|f| list.contains(f)))
    }
    let below = |list: &Vec<_>| list.iter().any(|above| unit.formation.is_some_and(|own| game.belongs(own, *above)));
    let plain = one(&units.id, Some(&id))
        && one(&units.side, unit.side.as_ref())
        && one(&units.nation, unit.nation.as_ref())
        && units.formation.as_ref().is_none_or(below)
        && one(&units.kind, unit.kind.as_ref())
        && one(&units.class, unit.class.as_ref())
        && one(&units.size, unit.size.as_ref())
        && units.tags.as_ref().is_none_or(|list| list.iter().any(|tag| unit.tags.contains(tag)))
        && units.state.as_ref().is_none_or(|list| list.contains(&state));
    let inner = |u: &Units| decide(game, u, id, state);
    let nested = || {
        units.all.iter().all(inner)
            && units.any.as_ref().is_none_or(|list| list.iter().any(inner))
            && units.not.as_ref().is_none_or(|not| !inner(not))
    };
    plain && nested()
}
