//! What an author says about a grid: plain data, as it comes from a file, not yet believed.

use borsh::{BorshDeserialize, BorshSerialize};

use super::direction::{Direction, Top};

/// The most hexes a game may have, all sheets together.
pub const MAX_HEXES: u32 = 1_000_000;
/// The most sheets a game may have.
pub const MAX_SHEETS: usize = 64;

/// The most room between a sheet that lies apart and those before it, in hexes.
pub(super) const MOST_GAP: u32 = 1_000;

/// One of the two numbers of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub enum Axis {
    /// Counts along the map's width.
    Column,
    /// Counts along the map's height.
    Row,
}

impl Axis {
    /// The word for messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Axis::Column => "column",
            Axis::Row => "row",
        }
    }
}

/// The corner of the sheet at which the first hex is printed; numbers grow away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub enum Corner {
    /// Columns count east, rows south.
    NorthWest,
    /// Columns count west, rows south.
    NorthEast,
    /// Columns count east, rows north.
    SouthWest,
    /// Columns count west, rows north.
    SouthEast,
}

impl Corner {
    /// Whether column numbers grow from east to west.
    #[must_use]
    pub const fn is_east(self) -> bool {
        matches!(self, Corner::NorthEast | Corner::SouthEast)
    }

    /// Whether row numbers grow from south to north.
    #[must_use]
    pub const fn is_south(self) -> bool {
        matches!(self, Corner::SouthWest | Corner::SouthEast)
    }
}

/// Which columns (flat top) lie half a hex lower, or which rows (pointy top) half a hex further right.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Stagger {
    /// The 1st, 3rd, 5th … as seen: columns from the west, rows from the north.
    Odd,
    /// The 2nd, 4th, 6th … as seen: columns from the west, rows from the north.
    Even,
    /// Whichever makes these two printed hexes touch: nobody has to count from the west.
    Touching(String, String),
}

/// What comes after Z where columns or rows are lettered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub enum Letters {
    /// Z, AA, BB, CC.
    #[default]
    DoubledLetters,
    /// Z, AA, AB, AC.
    Spreadsheet,
}

/// One sheet's grid.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct GridSpec {
    /// Which way the hexes point.
    pub top: Top,
    /// How many columns.
    pub columns: u32,
    /// How many rows; every column has as many, holes make the outline irregular.
    pub rows: u32,
    /// Which columns or rows are shifted.
    pub stagger: Stagger,
    /// How a number is printed. `CC` is the column in two digits, `CCc` in two or more, `C` without leading zeros, `R`
    /// likewise the row, `A` the column in letters, `a` the row in letters (capitals are printed,
    /// as many as needed); marks such as `.` and `-` stand for themselves.
    pub numbering: String,
    /// What comes after Z.
    pub letters: Letters,
    /// Where the first hex is printed.
    pub corner: Corner,
    /// Column and row number of the hex in that corner.
    pub first: (u32, u32),
}

impl GridSpec {
    /// A grid numbered as most are: CCRR from 0101 in the north-west.
    #[must_use]
    pub fn new(top: Top, columns: u32, rows: u32, stagger: Stagger) -> GridSpec {
        GridSpec {
            top,
            columns,
            rows,
            stagger,
            numbering: "CCRR".to_owned(),
            letters: Letters::default(),
            corner: Corner::NorthWest,
            first: (1, 1),
        }
    }

    /// The same grid with other numbers.
    #[must_use]
    pub fn numbered(self, numbering: &str, corner: Corner, first: (u32, u32)) -> GridSpec {
        GridSpec { numbering: numbering.to_owned(), corner, first, ..self }
    }
}

/// A sheet of a map that has several.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct SheetSpec {
    /// What stands before its numbers when the sheet must be told: "E" in E0140. May be empty.
    pub prefix: String,
    pub grid: GridSpec,
    /// How it lies to the sheets before it in the list; the first sheet needs none.
    pub joins: Vec<Join>,
    /// It lies by itself, so many hexes right of everything before it, and touches nothing.
    pub apart: Option<u32>,
}

/// How two sheets meet. Names are full names, with prefix; either may be the new sheet's.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Join {
    /// Two printed names of one hex: a half hex on the joint, or an overlap.
    Same(String, String),
    /// Two hexes that touch. With a direction the second lies that way from the first; without one,
    /// more pairs, or that the sheets do not overlap, must settle it.
    Touching(String, String, Option<Direction>),
}
