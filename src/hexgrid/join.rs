//! Where a sheet lies in the plane: settled by hexes it shares with, or that touch, sheets before it; or apart from all.

use borsh::{BorshDeserialize, BorshSerialize};

use super::axial::Axial;
use super::direction::Top;
use super::error::{GridError, shown};
use super::grid::Cell;
use super::sheet::Sheet;
use super::spec::{Join, MOST_GAP};

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

/// How far sheets reach: from west to east and from north to south, in half hexes.
#[derive(Clone, Copy, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Span(Option<Reach>);

#[derive(Clone, Copy, Debug, BorshSerialize, BorshDeserialize)]
struct Reach {
    west: i32,
    east: i32,
    north: i32,
}

impl Span {
    /// Takes a sheet in, where it lies.
    pub(super) fn add(&mut self, sheet: &Sheet) {
        let own = Reach::of(sheet);
        self.0 = Some(self.0.map_or(own, |all| Reach {
            west: all.west.min(own.west),
            east: all.east.max(own.east),
            north: all.north.min(own.north),
        }));
    }
}

impl Reach {
    /// The farthest hexes of a sheet stand in its corners, or beside them in a shifted column or row.
    fn of(sheet: &Sheet) -> Reach {
        let grid = sheet.grid();
        let (columns, rows) = (grid.columns(), grid.rows());
        let far =
            |count: u32| [0, 1, count.saturating_sub(2), count.saturating_sub(1)].map(move |n| n.min(count.saturating_sub(1)));
        let cells = far(columns).into_iter().flat_map(|column| far(rows).map(|row| Cell { column, row }));
        let mut reach: Option<Reach> = None;
        for cell in cells {
            let (x, y) = halves(grid.top(), sheet.place(cell));
            let known = reach.unwrap_or(Reach { west: x, east: x, north: y });
            reach = Some(Reach { west: known.west.min(x), east: known.east.max(x), north: known.north.min(y) });
        }
        reach.unwrap_or(Reach { west: 0, east: 0, north: 0 })
    }
}

/// East and south in half hexes. Columns of flat hexes, and rows of pointy ones, count as two halves each.
fn halves(top: Top, place: Axial) -> (i32, i32) {
    match top {
        Top::Flat => (2 * place.q, 2 * place.r + place.q),
        Top::Pointy => (2 * place.q + place.r, 2 * place.r),
    }
}

/// The offset of a sheet right of all others, its upper edge where theirs is, with so many hexes of room between.
pub(super) fn apart(all: &Span, new: &Sheet, gap: u32) -> Axial {
    let Some(all) = all.0 else { return Axial { q: 0, r: 0 } };
    let own = Reach::of(new);
    // One hex of room at least, for hexes of neighbouring columns touch.
    let gap = i32::try_from(gap.clamp(1, MOST_GAP)).unwrap_or(1);
    let right = all.east + 2 * gap + 2 - own.west;
    let down = all.north - own.north;
    match new.grid().top() {
        Top::Flat => {
            let q = right.div_euclid(2);
            Axial { q, r: (down - q).div_euclid(2) }
        }
        Top::Pointy => {
            let r = down.div_euclid(2);
            Axial { q: (right - r + 1).div_euclid(2), r }
        }
    }
}
