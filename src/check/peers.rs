//! Units that may be compared: what all others of a kind have, a single one should have too.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::CheckContext;
use crate::diag::Diag;
use crate::model::{ClassId, Game, RatingId, RatingValue, SideId, TypeId, Unit, UnitId};

/// So many others must agree before one is blamed.
pub(in crate::check) const OTHERS: usize = 4;

/// Units of one side, type and movement class.
pub(in crate::check) struct Peers {
    pub(in crate::check) side: Option<SideId>,
    pub(in crate::check) kind: TypeId,
    pub(in crate::check) class: Option<ClassId>,
    pub(in crate::check) units: Vec<UnitId>,
}

/// Units that can be compared, and those of which it is said already what is wrong: one slip of the pen is one finding.
pub(in crate::check) struct Alike {
    /// By side, type and class, without those whose type is unlikely. None where units or ratings could not be read:
    /// what is left might seem to agree.
    pub(in crate::check) groups: Vec<Peers>,
    /// Units whose type is unlikely.
    pub(in crate::check) types: Vec<Diag>,
    /// Units whose ratings seem to be exchanged.
    pub(in crate::check) exchanged: BTreeMap<UnitId, Vec<Diag>>,
}

pub(in crate::check) fn alike(context: &CheckContext<'_>) -> Alike {
    let units = comparable(context);
    let types = super::unit::unlikely_type::find(context, &units);
    let mut groups: BTreeMap<(Option<SideId>, TypeId, Option<ClassId>), Vec<UnitId>> = BTreeMap::new();
    for (id, unit) in units.iter().filter(|(id, _)| !types.contains_key(id)) {
        if let Some(kind) = unit.kind {
            groups.entry((unit.side, kind, unit.class)).or_default().push(*id);
        }
    }
    let groups: Vec<Peers> = groups.into_iter().map(|((side, kind, class), units)| Peers { side, kind, class, units }).collect();
    let exchanged = super::unit::exchanged_ratings::find(context, &groups);
    Alike { groups, types: types.into_values().collect(), exchanged }
}

/// Whole units, of which everything could be read. A remnant or a part is weaker than what it comes from, and says
/// nothing about others.
fn comparable<'a>(context: &CheckContext<'a>) -> Vec<(UnitId, &'a Unit)> {
    let game = context.game;
    if context.incomplete.units || context.incomplete.ratings {
        return Vec::new();
    }
    let parts: BTreeSet<UnitId> =
        game.units.values().flat_map(|unit| unit.remnant.into_iter().chain(unit.breakdown.iter().copied())).collect();
    let whole = |(id, unit): &(UnitId, &Unit)| !parts.contains(id) && !context.origins.partial_units.contains(&unit.id);
    game.units.iter().filter(whole).collect()
}

/// A number on the front, if it is known.
pub(in crate::check) fn front(unit: &Unit, rating: RatingId) -> Option<i32> {
    known(unit, 0, rating)
}

/// A number on a face, if it is known.
pub(in crate::check) fn known(unit: &Unit, face: usize, rating: RatingId) -> Option<i32> {
    match unit.faces.get(face)?.rating(rating) {
        RatingValue::Known(n) => Some(n),
        RatingValue::Absent | RatingValue::Unknown => None,
    }
}

/// "infantry of `aster`".
pub(in crate::check) fn called(game: &Game, side: Option<SideId>, kind: TypeId) -> String {
    let kind = &game.types[kind];
    let name = kind.name.as_ref().map_or_else(|| kind.id.clone(), |name| name.to_lowercase());
    match side {
        Some(side) => format!("{name} of {}", game.sides[side].name.as_deref().unwrap_or(&game.sides[side].id)),
        None => name,
    }
}

/// "4", or "2 to 6".
pub(in crate::check) fn span(least: i32, most: i32) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
