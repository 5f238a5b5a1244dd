//! Where a sheet lies in the plane: settled by hexes it shares with, or that touch, sheets before it.

use super::axial::Axial;
use super::error::{GridError, shown};
use super::grid::Cell;
use super::sheet::Sheet;
use super::spec::Join;

/// The offset of `new` that makes all its joins true.
pub(super) fn place(before: &[Sheet], new: &Sheet, joins: &[Join]) -> Result<Axial, GridError> {
    let mut left: Option<Vec<Axial>> = None;
    for join in joins {
        let allowed = offsets(before, new, join)?;
        left = Some(match left {
            None => allowed,
            Some(left) => left.into_iter().filter(|offset| allowed.contains(offset)).collect(),
        });
    }
    let mut left = left.ok_or_else(|| GridError::Unjoined(new.prefix().to_owned()))?;
    if left.is_empty() {
        return Err(GridError::JoinsDisagree(new.prefix().to_owned()));
    }
    if left.len() > 1 {
        // Only touching hexes were given, and sheets that merely touch lie side by side.
        left.retain(|offset| !overlaps(before, new, *offset));
    }
    match left.as_slice() {
        [offset] => Ok(*offset),
        [] => Err(GridError::JoinsDisagree(new.prefix().to_owned())),
        _ => Err(GridError::JoinsLoose(new.prefix().to_owned())),
    }
}

/// The offsets that one join allows.
fn offsets(before: &[Sheet], new: &Sheet, join: &Join) -> Result<Vec<Axial>, GridError> {
    let (Join::Same(a, b) | Join::Touching(a, b, _)) = join;
    let on_new = |name: &str| cell(new, name).map(|cell| new.grid().axial(cell));
    let on_old = |name: &str| before.iter().find_map(|sheet| cell(sheet, name).map(|cell| sheet.place(cell)));
    let (ours, theirs, ours_is_second) = match (on_old(a), on_new(b), on_new(a), on_old(b)) {
        (Some(theirs), Some(ours), _, _) => (ours, theirs, true),
        (_, _, Some(ours), Some(theirs)) => (ours, theirs, false),
        _ => return Err(GridError::JoinName(shown(a), shown(b))),
    };
    let top = new.grid().top();
    let places: Vec<Axial> = match join {
        Join::Same(..) => vec![theirs],
        Join::Touching(_, _, None) => top.directions().into_iter().filter_map(|way| theirs.step(top, way)).collect(),
        Join::Touching(_, _, Some(way)) => {
            let toward_ours = if ours_is_second { *way } else { way.opposite() };
            vec![theirs.step(top, toward_ours).ok_or(GridError::JoinDirection(*way, top))?]
        }
    };
    Ok(places.into_iter().map(|place| place.minus(ours)).collect())
}

/// The cell with this full name.
fn cell(sheet: &Sheet, name: &str) -> Option<Cell> {
    sheet.grid().find(name.strip_prefix(sheet.prefix())?).ok()
}

fn overlaps(before: &[Sheet], new: &Sheet, offset: Axial) -> bool {
    let grid = new.grid();
    (0..grid.len()).any(|index| {
        let place = grid.axial(grid.nth(index)).plus(offset);
        before.iter().any(|sheet| sheet.at(place).is_some())
    })
}
