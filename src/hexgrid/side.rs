//! Hexsides and vertices: where two hexes meet, and where three do.
//!
//! A side can be written from either hex and a vertex from any of three. Each is kept in one way
//! only, seen from the lowest id that has it, so that equal things compare equal.

use crate::sorting::Arrange;
use borsh::{BorshDeserialize, BorshSerialize};

use super::HexId;
use super::board::Board;
use super::direction::Direction;
use super::error::{SideError, shown};

/// One side of a hex. Made by a `Board`, never by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct Hexside {
    hex: HexId,
    direction: Direction,
}

/// A point where hexes meet. Made by a `Board`, never by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct Vertex {
    hex: HexId,
    direction: Direction,
}

impl Hexside {
    /// The hex that owns it: the lower id of the two, at the border the only one.
    #[must_use]
    pub fn hex(self) -> HexId {
        self.hex
    }

    /// Where it lies, seen from that hex.
    #[must_use]
    pub fn direction(self) -> Direction {
        self.direction
    }

    /// The side between a hex and the one that touches it in a direction; for those who know that it does.
    pub(crate) fn towards(from: HexId, direction: Direction, to: HexId) -> Hexside {
        match to < from {
            true => Hexside { hex: to, direction: direction.opposite() },
            false => Hexside { hex: from, direction },
        }
    }
}

impl Vertex {
    /// The lowest id of the hexes that meet here.
    #[must_use]
    pub fn hex(self) -> HexId {
        self.hex
    }

    /// Seen from that hex, it lies at the clockwise end of the side in this direction.
    #[must_use]
    pub fn direction(self) -> Direction {
        self.direction
    }
}

/// One part of a written side or vertex.
enum WrittenPart {
    Hex(HexId),
    Way(Direction),
}

impl Board {
    /// A side of a hex, which may be the border of the map; `None` if such hexes have no side there
    /// or the hex is not on this board.
    #[must_use]
    pub fn hexside(&self, hex: HexId, direction: Direction) -> Option<Hexside> {
        self.place(hex)?;
        self.top().slot(direction)?;
        Some(match self.neighbour(hex, direction) {
            Some(other) => Hexside::towards(hex, direction, other),
            None => Hexside { hex, direction },
        })
    }

    /// The side between two hexes; `None` if they do not touch.
    #[must_use]
    pub fn hexside_between(&self, a: HexId, b: HexId) -> Option<Hexside> {
        self.hexside(a, self.direction(a, b)?)
    }

    /// The hexes on both sides: the owner, and the other unless it is off the map.
    #[must_use]
    pub fn hexside_hexes(&self, side: Hexside) -> (HexId, Option<HexId>) {
        (side.hex, self.neighbour(side.hex, side.direction))
    }

    /// The two ends of a side, counterclockwise end first, seen from its owner.
    #[must_use]
    pub fn hexside_ends(&self, side: Hexside) -> Option<[Vertex; 2]> {
        let back = self.top().counterclockwise(side.direction);
        Some([self.vertex(side.hex, back)?, self.vertex(side.hex, side.direction)?])
    }

    /// Reads a hexside: `1324/1424`, or `1324/ne`, which at the border is the only way. A second
    /// name without prefix is looked for on the first one's sheet.
    ///
    /// # Errors
    /// If a part is no hex, or the hexes do not touch.
    pub fn parse_hexside(&self, text: &str) -> Result<Hexside, SideError> {
        let format = || SideError::Format { text: shown(text), parts: 2 };
        let (first, second) = text.split_once('/').ok_or_else(format)?;
        if second.contains('/') {
            return Err(format());
        }
        let (home, hex) = self.resolve(first, None)?;
        let direction = match self.part(second, home.sheet)? {
            WrittenPart::Way(direction) => direction,
            WrittenPart::Hex(other) => self.direction(hex, other).ok_or_else(|| self.apart(hex, other))?,
        };
        self.hexside(hex, direction).ok_or(SideError::NoSide { direction, top: self.top() })
    }

    /// The name of a hexside: `1324/1424`, at the border `1324/ne`.
    #[must_use]
    pub fn hexside_name(&self, side: Hexside) -> String {
        let mut name = self.name(side.hex);
        self.push(&mut name, side.hex, side.direction);
        name
    }

    /// The vertex at the clockwise end of a side; `None` if such hexes have no side there or the hex
    /// is not on this board.
    #[must_use]
    pub fn vertex(&self, hex: HexId, direction: Direction) -> Option<Vertex> {
        self.place(hex)?;
        self.top().slot(direction)?;
        let next = self.top().clockwise(direction);
        let seen_from = |way, direction| self.neighbour(hex, way).map(|hex| Vertex { hex, direction });
        // The three hexes around the point see it at different corners.
        let first = seen_from(direction, self.top().clockwise(next));
        let second = seen_from(next, next.opposite());
        [Some(Vertex { hex, direction }), first, second].into_iter().flatten().min()
    }

    /// The vertex where three hexes meet; `None` if they do not.
    #[must_use]
    pub fn vertex_between(&self, a: HexId, b: HexId, c: HexId) -> Option<Vertex> {
        self.corner(a, self.direction(a, b)?, self.direction(a, c)?)
    }

    /// The hexes that meet there, clockwise from the lowest id; `None` off the map.
    #[must_use]
    pub fn vertex_hexes(&self, vertex: Vertex) -> [Option<HexId>; 3] {
        let next = self.top().clockwise(vertex.direction);
        [Some(vertex.hex), self.neighbour(vertex.hex, vertex.direction), self.neighbour(vertex.hex, next)]
    }

    /// The sides that meet there: three, at the border perhaps two.
    #[must_use]
    pub fn vertex_sides(&self, vertex: Vertex) -> Vec<Hexside> {
        let Vertex { hex, direction } = vertex;
        let next = self.top().clockwise(direction);
        let far = self.neighbour(hex, direction).and_then(|far| self.hexside(far, self.top().clockwise(next)));
        // The side between the other two is told from either; at the border only one is there.
        let far =
            far.or_else(|| self.neighbour(hex, next).and_then(|far| self.hexside(far, self.top().counterclockwise(direction))));
        let mut sides: Vec<Hexside> =
            [self.hexside(hex, direction), self.hexside(hex, next), far].into_iter().flatten().collect();
        sides.arrange();
        sides
    }

    /// Reads a vertex: `1324/1424/1425`. At the border a direction from the first hex stands for a
    /// hex that is off the map: `0101/n/0201`.
    ///
    /// # Errors
    /// If a part is no hex, or the hexes do not meet in one point.
    pub fn parse_vertex(&self, text: &str) -> Result<Vertex, SideError> {
        let mut parts = text.split('/');
        let (Some(first), Some(second), Some(third), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
            return Err(SideError::Format { text: shown(text), parts: 3 });
        };
        let (home, hex) = self.resolve(first, None)?;
        let (second, third) = (self.part(second, home.sheet)?, self.part(third, home.sheet)?);
        let way = |part: &WrittenPart| match *part {
            WrittenPart::Way(direction) => Ok(direction),
            WrittenPart::Hex(other) => self.direction(hex, other).ok_or_else(|| self.apart(hex, other)),
        };
        let ways = (way(&second)?, way(&third)?);
        self.corner(hex, ways.0, ways.1).ok_or_else(|| match (second, third) {
            (WrittenPart::Hex(b), WrittenPart::Hex(c)) => self.apart(b, c),
            _ => SideError::NotACorner { text: shown(text) },
        })
    }

    /// The name of a vertex: `1324/1424/1425`, with directions for hexes off the map.
    #[must_use]
    pub fn vertex_name(&self, vertex: Vertex) -> String {
        let mut name = self.name(vertex.hex);
        self.push(&mut name, vertex.hex, vertex.direction);
        self.push(&mut name, vertex.hex, self.top().clockwise(vertex.direction));
        name
    }

    /// The vertex between two sides of a hex that follow each other.
    fn corner(&self, hex: HexId, a: Direction, b: Direction) -> Option<Vertex> {
        if a == b {
            None
        } else if self.top().clockwise(a) == b {
            self.vertex(hex, a)
        } else if self.top().clockwise(b) == a {
            self.vertex(hex, b)
        } else {
            None
        }
    }

    fn part(&self, text: &str, near: usize) -> Result<WrittenPart, SideError> {
        match Direction::parse(text) {
            Some(direction) if self.top().slot(direction).is_none() => Err(SideError::NoSide { direction, top: self.top() }),
            Some(direction) => Ok(WrittenPart::Way(direction)),
            None => Ok(WrittenPart::Hex(self.resolve(text, Some(near))?.1)),
        }
    }

    fn apart(&self, a: HexId, b: HexId) -> SideError {
        SideError::NotAdjacent { a: self.name(a), b: self.name(b), distance: self.distance(a, b) }
    }

    /// Adds the hex that lies there to a name, or the direction if it is off the map.
    fn push(&self, name: &mut String, hex: HexId, way: Direction) {
        name.push('/');
        match self.neighbour(hex, way) {
            Some(other) => name.push_str(&self.name(other)),
            None => name.push_str(way.word()),
        }
    }
}
