//! Printed hex maps: which hexes there are, what number is printed in each, and who touches whom.
//!
//! Everything else in Muster speaks of a hex by its `HexId`; only this module knows that one map
//! numbers CCRR from the north-east and another RRCC. It is pure geometry: no terrain, no files.
//!
//! - `spec`: what an author says about a grid; `error`: what can be wrong with it, in words
//! - `format`: "CCRR" and its kin, read and written
//! - `direction`, `axial`: the plane all sheets lie in
//! - `grid`: one sheet as a rectangle of numbered cells
//! - `board`: all sheets of a game, dense ids, names; `sheet` is one of them, `join` places it
//! - `path`: neighbours, distance, lines, rings, rectangles
//! - `side`: hexsides and vertices; `layout`: points on paper
//!
//! A game with one sheet:
//!
//! ```
//! use muster::hexgrid::{Board, GridSpec, Stagger, Top};
//! let touching = Stagger::Touching("0201".into(), "0102".into());
//! let board = Board::single(&GridSpec::new(Top::Flat, 56, 35, touching)).unwrap();
//! let hex = board.parse("0512").unwrap();
//! assert_eq!(board.name(hex), "0512");
//! ```

use borsh::{BorshDeserialize, BorshSerialize};

mod axial;
mod board;
mod direction;
mod error;
mod format;
mod grid;
mod join;
mod layout;
mod path;
mod register;
mod sheet;
mod side;
mod spec;
#[cfg(test)]
mod tests;

pub use axial::Axial;
pub use board::Board;
pub use direction::{Direction, Top};
pub use error::{GridError, NameError, SideError};
pub use grid::{Cell, Grid};
pub use layout::{Bounds, Layout, Point};
pub use register::{RegisterError, Registration, register};
pub use sheet::Sheet;
pub use side::{Hexside, Vertex};
pub use spec::{Axis, Corner, GridSpec, Join, Letters, MAX_HEXES, MAX_SHEETS, SheetSpec, Stagger};

/// A hex of the game, counted without gaps over all sheets: `0..board.len()`.
///
/// The order is reading order as the map is seen: north-west first, row by row, sheet after sheet.
/// A number that is no hex of the board is harmless: it has no neighbours, no place and no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct HexId(pub u32);

impl HexId {
    /// The id as an index into a vector with one entry a hex.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
