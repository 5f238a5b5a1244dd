//! The compass as a hex map has it: six of eight directions, depending on which way the hexes point.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

/// Which way the hexes point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub enum Top {
    /// A flat side lies north: straight columns, zigzag rows.
    Flat,
    /// A corner points north: straight rows, zigzag columns.
    Pointy,
}

/// A direction from a hex to one that touches it, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub enum Direction {
    /// North; flat top only.
    N,
    /// North-east.
    Ne,
    /// East; pointy top only.
    E,
    /// South-east.
    Se,
    /// South; flat top only.
    S,
    /// South-west.
    Sw,
    /// West; pointy top only.
    W,
    /// North-west.
    Nw,
}

use Direction::{E, N, Ne, Nw, S, Se, Sw, W};

impl Top {
    /// The six directions of such a map, clockwise; `neighbours` answers in this order.
    #[must_use]
    pub const fn directions(self) -> [Direction; 6] {
        match self {
            Top::Flat => [N, Ne, Se, S, Sw, Nw],
            Top::Pointy => [Ne, E, Se, Sw, W, Nw],
        }
    }

    /// The place of a direction among the six, `None` if such hexes have no side there.
    #[must_use]
    pub const fn slot(self, direction: Direction) -> Option<usize> {
        match (self, direction) {
            (Top::Flat, N) | (Top::Pointy, Ne) => Some(0),
            (Top::Flat, Ne) | (Top::Pointy, E) => Some(1),
            (_, Se) => Some(2),
            (Top::Flat, S) | (Top::Pointy, Sw) => Some(3),
            (Top::Flat, Sw) | (Top::Pointy, W) => Some(4),
            (_, Nw) => Some(5),
            (Top::Flat, E | W) | (Top::Pointy, N | S) => None,
        }
    }

    /// The next of the six directions, clockwise; a direction that is none of them stays.
    #[must_use]
    pub const fn clockwise(self, direction: Direction) -> Direction {
        match (self, direction) {
            (Top::Flat, N) | (Top::Pointy, Nw) => Ne,
            (Top::Flat, Ne) | (Top::Pointy, E) => Se,
            (Top::Pointy, Ne) => E,
            (Top::Flat, Se) => S,
            (Top::Pointy, Se) | (Top::Flat, S) => Sw,
            (Top::Flat, Sw) | (Top::Pointy, W) => Nw,
            (Top::Pointy, Sw) => W,
            (Top::Flat, Nw) => N,
            (Top::Flat, E | W) | (Top::Pointy, N | S) => direction,
        }
    }

    /// The one before, counterclockwise; a direction that is none of the six stays.
    #[must_use]
    pub const fn counterclockwise(self, direction: Direction) -> Direction {
        match self.slot(direction) {
            // Two steps on and half way round are one step back.
            Some(_) => self.clockwise(self.clockwise(direction)).opposite(),
            None => direction,
        }
    }
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [N, Ne, E, Se, S, Sw, W, Nw];

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            N => S,
            Ne => Sw,
            E => W,
            Se => Nw,
            S => N,
            Sw => Ne,
            W => E,
            Nw => Se,
        }
    }

    /// The word for it in files: "n", "ne", …
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            N => "n",
            Ne => "ne",
            E => "e",
            Se => "se",
            S => "s",
            Sw => "sw",
            W => "w",
            Nw => "nw",
        }
    }

    /// Reads the word; small letters only.
    #[must_use]
    pub fn parse(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.word() == word)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
