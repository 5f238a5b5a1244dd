//! One sheet as it lies in the plane among the others: its grid, its prefix, its hexes.

use borsh::{BorshDeserialize, BorshSerialize};

use super::HexId;
use super::axial::Axial;
use super::grid::{Cell, Grid, Miss};

/// One sheet, placed.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Sheet {
    pub(super) prefix: String,
    pub(super) grid: Grid,
    pub(super) offset: Axial,
    /// For each cell in reading order its hex, `None` where a hole was cut.
    pub(super) hexes: Vec<Option<HexId>>,
}

impl Sheet {
    /// What stands before its numbers; may be empty.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The hex in a cell as seen; `None` outside the sheet and in a hole.
    #[must_use]
    pub fn hex(&self, cell: Cell) -> Option<HexId> {
        let index = self.grid.index(cell)? as usize;
        self.hexes.get(index).copied().flatten()
    }

    /// The full name printed in a cell, whether or not it is a hole.
    #[must_use]
    pub fn name(&self, cell: Cell) -> String {
        self.grid.full_name(&self.prefix, cell)
    }

    /// All its hexes in reading order, those shared with other sheets too.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> {
        self.hexes.iter().filter_map(|hex| *hex)
    }

    /// The cell that lies at a place in the plane and is no hole.
    #[must_use]
    pub fn cell(&self, place: Axial) -> Option<Cell> {
        let cell = self.grid.cell_at(place.minus(self.offset))?;
        self.hex(cell).map(|_| cell)
    }

    /// Where one of its cells lies in the plane.
    pub(super) fn place(&self, cell: Cell) -> Axial {
        self.grid.axial(cell).plus(self.offset)
    }

    pub(super) fn at(&self, place: Axial) -> Option<HexId> {
        self.cell(place).and_then(|cell| self.hex(cell))
    }

    /// The hex that a bare name stands for.
    pub(super) fn find(&self, bare: &str) -> Result<(Cell, HexId), Miss> {
        let cell = self.grid.find(bare)?;
        self.hex(cell).map(|hex| (cell, hex)).ok_or(Miss::Hole)
    }

    pub(super) fn slot(&mut self, cell: Cell) -> Option<&mut Option<HexId>> {
        let index = self.grid.index(cell)? as usize;
        self.hexes.get_mut(index)
    }
}
