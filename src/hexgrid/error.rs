//! What can be wrong with a grid, a name or a hexside: data first, words once, here.
//!
//! Messages follow the house style: a lowercase phrase, names in backticks, no full stop.

use std::fmt;

use super::direction::{Direction, Top};
use super::spec::{Axis, MAX_HEXES, MAX_SHEETS};

/// Why a grid or a set of sheets cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridError {
    /// No column or no row.
    NoHexes,
    /// More hexes than a game may have, all sheets together.
    TooManyHexes {
        /// How many were asked for.
        hexes: u64,
    },
    /// The numbering cannot be understood.
    Numbering {
        /// As written.
        numbering: String,
        /// What it does wrong.
        why: &'static str,
    },
    /// A column or row number cannot be printed in this numbering.
    DoesNotFit {
        /// As written.
        numbering: String,
        /// Which of the two numbers.
        axis: Axis,
        number: u32,
    },
    /// The two hexes of `Stagger::Touching` touch under neither stagger.
    NeverTouch(String, String),
    /// The two hexes of `Stagger::Touching` touch under both staggers.
    AlwaysTouch(String, String),
    /// A name in the description of the grid is no hex of it.
    Name(NameError),
    /// No sheet at all.
    NoSheets,
    /// More sheets than a game may have.
    TooManySheets,
    /// A prefix with a character that no name may hold.
    Prefix(String),
    /// Two sheets with one prefix.
    SamePrefix(String),
    /// Sheets of both tops in one plane.
    MixedTops,
    /// A later sheet that no join places.
    Unjoined(String),
    /// A join that does not name a hex of this sheet and one of a sheet before it.
    JoinName(String, String),
    /// A join in a direction that such hexes do not have.
    JoinDirection(Direction, Top),
    /// Joins that cannot all be true.
    JoinsDisagree(String),
    /// Joins that leave the sheet more than one place.
    JoinsLoose(String),
    /// One full name for two hexes, or one sheet's full name read as another's.
    NamesCollide(String),
}

impl From<NameError> for GridError {
    fn from(error: NameError) -> GridError {
        GridError::Name(error)
    }
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::NoHexes => f.write_str("the grid has no hexes; it needs at least one column and one row"),
            GridError::TooManyHexes { hexes } => write!(f, "{hexes} hexes, limit {MAX_HEXES}"),
            GridError::Numbering { numbering, why } => write!(f, "numbering `{numbering}` {why}"),
            GridError::DoesNotFit { numbering, axis, number } => {
                write!(f, "numbering `{numbering}` cannot print {} {number}", axis.word())
            }
            GridError::NeverTouch(a, b) => write!(f, "`{a}` and `{b}` do not touch, whichever way the grid is staggered"),
            GridError::AlwaysTouch(a, b) => {
                write!(f, "`{a}` and `{b}` touch either way, so they do not tell the stagger")
            }
            GridError::Name(error) => error.fmt(f),
            GridError::NoSheets => f.write_str("the map has no sheets"),
            GridError::TooManySheets => write!(f, "more than {MAX_SHEETS} sheets"),
            GridError::Prefix(prefix) => {
                write!(f, "prefix `{prefix}` is too long or holds a space, `/` or `|`, which no hex name may")
            }
            GridError::SamePrefix(prefix) => write!(f, "two sheets have the prefix `{prefix}`"),
            GridError::MixedTops => f.write_str("sheets in one plane must all be flat-topped or all pointy-topped"),
            GridError::Unjoined(prefix) => write!(f, "nothing says how sheet `{prefix}` lies to the sheets before it"),
            GridError::JoinName(a, b) => {
                write!(f, "join `{a}` to `{b}`: one must be a full name on this sheet, the other on a sheet before it")
            }
            GridError::JoinDirection(direction, top) => {
                write!(f, "no side faces `{direction}`; there are {}", Faces(*top))
            }
            GridError::JoinsDisagree(prefix) => {
                write!(f, "the joins of sheet `{prefix}` cannot all be true")
            }
            GridError::JoinsLoose(prefix) => {
                write!(f, "the joins of sheet `{prefix}` leave it more than one place; add a direction or another pair")
            }
            GridError::NamesCollide(name) => {
                write!(f, "two sheets can both be read as having a hex `{name}`")
            }
        }
    }
}

impl std::error::Error for GridError {}

/// Why a text is not the name of a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Not spelt like a hex of this map.
    Format {
        /// As written.
        name: String,
        /// The right spelling in words.
        expected: String,
        /// The name of a hex of this map.
        example: String,
    },
    /// Spelt right, but the map does not go so far. Lowest and highest, as printed.
    OffGrid {
        /// As written.
        name: String,
        /// First and last column.
        columns: (String, String),
        /// First and last row.
        rows: (String, String),
    },
    /// Within the rectangle, but left out of the map.
    Hole {
        /// As written.
        name: String,
    },
    /// Would be a hex if its leading zeros were there, as spreadsheets drop them.
    LeadingZeros {
        /// As written.
        name: String,
        /// The name that was meant.
        suggestion: String,
    },
    /// The map has no hexes at all.
    NoHexes {
        /// As written.
        name: String,
    },
    /// Several sheets have such a hex.
    Ambiguous {
        /// As written.
        name: String,
        /// The full names.
        candidates: Vec<String>,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameError::Format { name, expected, example } => {
                write!(f, "`{name}` is not a hex number; expected {expected}, such as `{example}`")
            }
            NameError::OffGrid { name, columns, rows } => write!(
                f,
                "hex `{name}` is not on the map, which has columns {} to {} and rows {} to {}",
                columns.0, columns.1, rows.0, rows.1
            ),
            NameError::Hole { name } => write!(f, "hex `{name}` is left out of the map"),
            NameError::NoHexes { name } => write!(f, "`{name}` is no hex, for the map has none"),
            NameError::LeadingZeros { name, suggestion } => {
                write!(f, "`{name}` lacks leading zeros; did you mean `{suggestion}`?")
            }
            NameError::Ambiguous { name, candidates } => {
                write!(f, "`{name}` is on several sheets; did you mean `{}`?", candidates.join("` or `"))
            }
        }
    }
}

impl std::error::Error for NameError {}

/// Why a text is not a hexside or a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideError {
    /// Not two parts (hexside) or three (vertex) with `/` between.
    Format {
        /// As written.
        text: String,
        /// The parts there should be: two or three.
        parts: usize,
    },
    /// One part is no hex.
    Name(NameError),
    /// Two of the hexes do not touch.
    NotAdjacent {
        /// One hex.
        a: String,
        /// The other.
        b: String,
        /// Steps between them.
        distance: u32,
    },
    /// Such hexes have no side that way.
    NoSide {
        /// The direction written.
        direction: Direction,
        /// The map's top.
        top: Top,
    },
    /// The two directions of a vertex are not next to each other.
    NotACorner {
        /// As written.
        text: String,
    },
}

impl From<NameError> for SideError {
    fn from(error: NameError) -> SideError {
        SideError::Name(error)
    }
}

impl fmt::Display for SideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SideError::Format { text, parts: 2 } => {
                write!(f, "`{text}` is not a hexside; expected two hexes, `a/b`, or a hex and a direction, `a/ne`")
            }
            SideError::Format { text, .. } => {
                write!(f, "`{text}` is not a vertex; expected three hexes that touch, `a/b/c`")
            }
            SideError::Name(error) => error.fmt(f),
            SideError::NotAdjacent { a, b, distance: 0 } => {
                write!(f, "`{a}` and `{b}` are one hex")
            }
            SideError::NotAdjacent { a, b, distance } => {
                write!(f, "hexes `{a}` and `{b}` do not touch; they are {distance} apart")
            }
            SideError::NoSide { direction, top } => {
                write!(f, "no side faces `{direction}`; there are {}", Faces(*top))
            }
            SideError::NotACorner { text } => {
                write!(f, "the hexes of `{text}` do not meet in one point")
            }
        }
    }
}

impl std::error::Error for SideError {}

/// The six directions in words.
struct Faces(Top);

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.directions().map(Direction::word);
        f.write_str(&words.join(", "))
    }
}

/// A user's text as a message may show it: whole names pass, a pasted page does not.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
