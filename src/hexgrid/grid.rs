//! One sheet: a rectangle of cells, the numbers printed in them, and how they lie in the plane.
//!
//! Everything is arithmetic; a grid of a million hexes is as small as one of ten.

use std::fmt;

use super::axial::Axial;
use super::direction::Top;
use super::error::{GridError, NameError, shown};
use super::format::Format;
use super::spec::{Axis, Corner, GridSpec, MAX_HEXES, Stagger};

/// A cell as seen: column counted from the west, row from the north, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Cell {
    /// From the west.
    pub column: u32,
    /// From the north.
    pub row: u32,
}

/// One sheet's grid, checked.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Grid {
    top: Top,
    columns: u32,
    rows: u32,
    odd_shifted: bool,
    corner: Corner,
    first: (u32, u32),
    format: Format,
}

/// Why a text names no cell; small, because most texts are tried on several sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub(super) enum Miss {
    /// Not spelt so.
    Format,
    /// Beyond the last column or row.
    OffGrid,
    /// This cell is meant, its zeros are missing.
    Zeros(Cell),
    /// Left out of the map.
    Hole,
}

impl Grid {
    /// Checks a description and settles its stagger.
    ///
    /// # Errors
    /// Whatever of `GridError` concerns a single sheet.
    pub fn new(spec: &GridSpec) -> Result<Grid, GridError> {
        Grid::prefixed(spec, "")
    }

    /// Like `new`; the names in `Stagger::Touching` may carry the sheet's prefix.
    pub(super) fn prefixed(spec: &GridSpec, prefix: &str) -> Result<Grid, GridError> {
        let hexes = u64::from(spec.columns) * u64::from(spec.rows);
        if hexes == 0 {
            return Err(GridError::NoHexes);
        }
        if hexes > u64::from(MAX_HEXES) {
            return Err(GridError::TooManyHexes { hexes });
        }
        let format = Format::compile(&spec.numbering, spec.letters)?;
        for (axis, first, count) in [(Axis::Column, spec.first.0, spec.columns), (Axis::Row, spec.first.1, spec.rows)] {
            format.check(axis, first, first.saturating_add(count - 1))?;
        }
        let grid = Grid {
            top: spec.top,
            columns: spec.columns,
            rows: spec.rows,
            odd_shifted: matches!(spec.stagger, Stagger::Odd),
            corner: spec.corner,
            first: spec.first,
            format,
        };
        match &spec.stagger {
            Stagger::Odd | Stagger::Even => Ok(grid),
            Stagger::Touching(a, b) => grid.staggered_by(a, b, prefix),
        }
    }

    fn staggered_by(self, a: &str, b: &str, prefix: &str) -> Result<Grid, GridError> {
        let find = |name: &str| {
            let bare = name.strip_prefix(prefix).filter(|bare| self.find(bare).is_ok()).unwrap_or(name);
            self.find(bare).map_err(|miss| self.explain(name, prefix, miss))
        };
        let (cell_a, cell_b) = (find(a)?, find(b)?);
        let odd = Grid { odd_shifted: true, ..self };
        let touch = |grid: &Grid| grid.axial(cell_a).distance(grid.axial(cell_b)) == 1;
        let if_odd = touch(&odd);
        let even = Grid { odd_shifted: false, ..odd.clone() };
        match (if_odd, touch(&even)) {
            (true, false) => Ok(odd),
            (false, true) => Ok(even),
            (true, true) => Err(GridError::AlwaysTouch(shown(a), shown(b))),
            (false, false) => Err(GridError::NeverTouch(shown(a), shown(b))),
        }
    }

    /// Which way its hexes point.
    #[must_use]
    pub fn top(&self) -> Top {
        self.top
    }

    /// How many columns.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Whether the 1st, 3rd … column from the west lies lower (flat top), or the 1st, 3rd … row
    /// from the north further right (pointy top); otherwise the 2nd, 4th … does.
    #[must_use]
    pub fn odd_shifted(&self) -> bool {
        self.odd_shifted
    }

    /// The column and row number printed in a cell; `None` outside the grid.
    #[must_use]
    pub fn numbers(&self, cell: Cell) -> Option<(u32, u32)> {
        let column = if self.corner.is_east() { (self.columns - 1).checked_sub(cell.column) } else { Some(cell.column) };
        let row = if self.corner.is_south() { (self.rows - 1).checked_sub(cell.row) } else { Some(cell.row) };
        self.index(cell)?;
        Some((self.first.0 + column?, self.first.1 + row?))
    }

    /// The cell with these printed numbers.
    #[must_use]
    pub fn cell(&self, column: u32, row: u32) -> Option<Cell> {
        let column = column.checked_sub(self.first.0).filter(|column| *column < self.columns)?;
        let row = row.checked_sub(self.first.1).filter(|row| *row < self.rows)?;
        Some(Cell {
            column: if self.corner.is_east() { self.columns - 1 - column } else { column },
            row: if self.corner.is_south() { self.rows - 1 - row } else { row },
        })
    }

    /// How many cells.
    pub(super) fn len(&self) -> u32 {
        self.columns * self.rows
    }

    /// A cell's number in reading order; `None` outside the grid.
    pub(super) fn index(&self, cell: Cell) -> Option<u32> {
        (cell.column < self.columns && cell.row < self.rows).then(|| cell.row * self.columns + cell.column)
    }

    /// The cell with that number in reading order.
    pub(super) fn nth(&self, index: u32) -> Cell {
        Cell { column: index % self.columns, row: index / self.columns }
    }

    /// Where a cell lies, if the sheet lies alone.
    pub(super) fn axial(&self, cell: Cell) -> Axial {
        let signed = |n: u32| i32::try_from(n).expect("columns and rows are at most a million");
        let (column, row) = (signed(cell.column), signed(cell.row));
        match self.top {
            Top::Flat => Axial { q: column, r: row - self.drift(column) },
            Top::Pointy => Axial { q: column - self.drift(row), r: row },
        }
    }

    /// The cell that lies there, if the sheet lies alone.
    pub(super) fn cell_at(&self, place: Axial) -> Option<Cell> {
        let straight = match self.top {
            Top::Flat => place.q,
            Top::Pointy => place.r,
        };
        // Before the drift is taken, lest a far-off place overflow it.
        let along = u32::try_from(straight).ok()?;
        let cell = match self.top {
            Top::Flat => Cell { column: along, row: u32::try_from(place.r.checked_add(self.drift(straight))?).ok()? },
            Top::Pointy => Cell { column: u32::try_from(place.q.checked_add(self.drift(straight))?).ok()?, row: along },
        };
        self.index(cell).map(|_| cell)
    }

    /// How far the slanting axis has drifted at the nth straight line of hexes.
    fn drift(&self, nth: i32) -> i32 {
        // As seen from 1 the first line is odd; counted from 0 it is even.
        nth / 2 + if self.odd_shifted { nth % 2 } else { 0 }
    }

    /// The cell that a bare name, without prefix, stands for.
    pub(super) fn find(&self, name: &str) -> Result<Cell, Miss> {
        if let Some((column, row)) = self.format.read(name) {
            return self.cell(column, row).ok_or(Miss::OffGrid);
        }
        let meant = self.format.read_unpadded(name);
        let meant = meant.and_then(|(column, row)| self.cell(column, row));
        Err(meant.map_or(Miss::Format, Miss::Zeros))
    }

    /// Writes a cell's bare name.
    pub(super) fn write_name(&self, out: &mut impl fmt::Write, cell: Cell) -> fmt::Result {
        match self.numbers(cell) {
            Some((column, row)) => self.format.write(out, column, row),
            None => out.write_char('?'),
        }
    }

    /// A cell's name after the sheet's prefix.
    pub(super) fn full_name(&self, prefix: &str, cell: Cell) -> String {
        let mut name = prefix.to_owned();
        self.write_name(&mut name, cell).expect("a String takes whatever is written");
        name
    }

    /// The miss in full, for a message.
    pub(super) fn explain(&self, name: &str, prefix: &str, miss: Miss) -> NameError {
        let range = |axis, first: u32, count: u32| (self.format.show(axis, first), self.format.show(axis, first + count - 1));
        match miss {
            Miss::Format => NameError::Format {
                name: shown(name),
                expected: self.format.words(),
                example: self.cell(self.first.0, self.first.1).map(|cell| self.full_name(prefix, cell)).unwrap_or_default(),
            },
            Miss::OffGrid => NameError::OffGrid {
                name: shown(name),
                columns: range(Axis::Column, self.first.0, self.columns),
                rows: range(Axis::Row, self.first.1, self.rows),
            },
            Miss::Zeros(cell) => NameError::LeadingZeros { name: shown(name), suggestion: self.full_name(prefix, cell) },
            Miss::Hole => NameError::Hole { name: shown(name) },
        }
    }
}
