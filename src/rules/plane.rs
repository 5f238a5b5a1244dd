//! Which hex lies where in the plane: a table, so that circles are found without asking every sheet.

use crate::hexgrid::{Axial, Board, HexId};

/// The table has at most so many places for each hex; sheets that lie far apart have none.
const MOST: u64 = 8;
const NOBODY: u32 = u32::MAX;

/// The hexes of a board by their places.
#[derive(Debug, Default)]
pub(super) struct Plane {
    places: Vec<Axial>,
    /// The first place of the table, and how many columns and rows it has.
    first: (i32, i32),
    size: (i32, i32),
    hexes: Vec<u32>,
}

impl Plane {
    /// The table of a board; an empty one where it would be too large.
    pub(super) fn new(board: &Board) -> Plane {
        let places: Vec<Axial> = board.hexes().filter_map(|hex| board.place(hex)).collect();
        let least = |of: fn(&Axial) -> i32| places.iter().map(of).min().unwrap_or(0);
        let most = |of: fn(&Axial) -> i32| places.iter().map(of).max().unwrap_or(0);
        let first = (least(|at| at.q), least(|at| at.r));
        let span = |from: i32, to: i32| u64::from(to.abs_diff(from)) + 1;
        let (wide, high) = (span(first.0, most(|at| at.q)), span(first.1, most(|at| at.r)));
        let few = wide.saturating_mul(high) <= MOST.saturating_mul(places.len() as u64);
        let (Some(size), true) = (i32::try_from(wide).ok().zip(i32::try_from(high).ok()), few && places.len() == board.len())
        else {
            return Plane::default();
        };
        let cells = usize::try_from(wide.saturating_mul(high)).unwrap_or(0);
        let mut plane = Plane { places, first, size, hexes: vec![NOBODY; cells] };
        for hex in board.hexes() {
            let at = plane.places.get(hex.index()).and_then(|at| plane.index(at.q, at.r));
            if let Some(cell) = at.and_then(|at| plane.hexes.get_mut(at)) {
                *cell = hex.0;
            }
        }
        plane
    }

    fn index(&self, q: i32, r: i32) -> Option<usize> {
        let (column, row) = (q.checked_sub(self.first.0)?, r.checked_sub(self.first.1)?);
        let inside = (0..self.size.0).contains(&column) && (0..self.size.1).contains(&row);
        inside.then(|| {
            usize::try_from(row).ok()?.checked_mul(usize::try_from(self.size.0).ok()?)?.checked_add(usize::try_from(column).ok()?)
        })?
    }

    /// The hexes at most so far away, the centre included; nothing where there is no table, or the circle is wider than it.
    pub(super) fn range(&self, centre: HexId, radius: u32) -> Option<Vec<HexId>> {
        let at = self.places.get(centre.index())?;
        let radius = i32::try_from(radius).ok().filter(|radius| *radius <= self.size.0.max(self.size.1))?;
        let mut found = Vec::new();
        for column in -radius..=radius {
            let rows = (-radius).max(-column - radius)..=radius.min(radius - column);
            let places = rows.filter_map(|row| self.index(at.q.checked_add(column)?, at.r.checked_add(row)?));
            let hexes = places.filter_map(|place| self.hexes.get(place)).filter(|hex| **hex != NOBODY);
            found.extend(hexes.map(|hex| HexId(*hex)));
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexgrid::{GridSpec, SheetSpec, Stagger, Top};

    fn board(holes: &[&str]) -> Board {
        Board::single(&GridSpec::new(Top::Flat, 9, 7, Stagger::Even)).unwrap().without(holes).0
    }

    #[test]
    fn circles_are_those_of_the_board() {
        for holes in [&[][..], &["0304", "0305", "0404", "0101"]] {
            let board = board(holes);
            let plane = Plane::new(&board);
            for hex in board.hexes() {
                for radius in 0..9 {
                    let mut found = plane.range(hex, radius).unwrap();
                    found.sort();
                    assert_eq!(found, board.range(hex, radius), "{hex:?} {radius}");
                }
            }
        }
        assert_eq!(Plane::new(&board(&[])).range(HexId(0), u32::MAX), None);
    }

    #[test]
    fn sheets_far_from_each_other_have_no_table() {
        let sheet = |prefix: &str, apart: Option<u32>| SheetSpec {
            prefix: prefix.to_owned(),
            grid: GridSpec::new(Top::Flat, 3, 3, Stagger::Even),
            joins: Vec::new(),
            apart,
        };
        let board = Board::new(&[sheet("A", None), sheet("B", Some(1000))]).unwrap();
        assert_eq!(Plane::new(&board).range(HexId(0), 1), None);
    }
}
