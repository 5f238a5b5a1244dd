//! Who touches whom, and how far it is: neighbours, distance, lines, rings, rectangles.
//!
//! Distance and lines are those of the plane, as a player counts them with a finger: a hole does not
//! lengthen them. Sets come in order of id and hold only hexes that are on the map.

use crate::sorting::Arrange;
use std::collections::BTreeSet;

use super::HexId;
use super::axial::Axial;
use super::board::Board;
use super::direction::Direction;
use super::grid::Cell;
use super::sheet::Sheet;

/// So many distances are measured to find hexes behind holes.
const MEASURED: usize = 1_000_000;

impl Board {
    /// The six hexes around, in the order of `Top::directions`; `None` off the map.
    #[must_use]
    pub fn neighbours(&self, hex: HexId) -> [Option<HexId>; 6] {
        let place = self.place(hex);
        self.top().directions().map(|way| self.at(place?.step(self.top(), way)?))
    }

    /// The hex that touches this one there; `None` off the map.
    #[must_use]
    pub fn neighbour(&self, hex: HexId, way: Direction) -> Option<HexId> {
        self.at(self.place(hex)?.step(self.top(), way)?)
    }

    /// The direction from a hex to one that touches it; `None` if they do not touch.
    #[must_use]
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        self.place(from)?.direction(self.top(), self.place(to)?)
    }

    /// Steps between two hexes; `u32::MAX` if either is not on this board.
    #[must_use]
    pub fn distance(&self, a: HexId, b: HexId) -> u32 {
        match (self.place(a), self.place(b)) {
            (Some(a), Some(b)) => a.distance(b),
            _ => u32::MAX,
        }
    }

    /// The hexes that the straight line between two centres crosses, both ends included. Where it
    /// runs between two hexes it takes one, the same both ways, but never one off the map if the
    /// other is on it. Hexes off the map are left out.
    #[must_use]
    pub fn line(&self, from: HexId, to: HexId) -> Vec<HexId> {
        let (Some(a), Some(b)) = (self.place(from), self.place(to)) else {
            return Vec::new();
        };
        let steps = a.distance(b);
        let on = |step, first| self.at(a.on_line(b, step, steps, first));
        (0..=steps).filter_map(|step| on(step, true).or_else(|| on(step, false))).collect()
    }

    /// The hexes exactly so far away.
    #[must_use]
    pub fn ring(&self, centre: HexId, radius: u32) -> Vec<HexId> {
        self.around(centre, radius, radius)
    }

    /// The hexes at most so far away, the centre included.
    #[must_use]
    pub fn range(&self, centre: HexId, radius: u32) -> Vec<HexId> {
        self.around(centre, 0, radius)
    }

    /// The hexes at most so far from one of several.
    #[must_use]
    pub fn within(&self, centres: &[HexId], radius: u32) -> Vec<HexId> {
        if let [centre] = centres {
            return self.range(*centre, radius);
        }
        // From neighbour to neighbour, so that a hex near many centres is met once.
        let mut found: BTreeSet<HexId> = centres.iter().copied().collect();
        let mut edge: Vec<HexId> = found.iter().copied().collect();
        for _ in 0..radius {
            edge = edge.iter().flat_map(|hex| self.neighbours(*hex)).flatten().filter(|hex| found.insert(*hex)).collect();
            if edge.is_empty() {
                break;
            }
        }
        // A hole does not lengthen the way: what lies behind one is measured, unless that would take too long.
        let missed = self.len().saturating_sub(found.len());
        if missed.saturating_mul(centres.len()) <= MEASURED {
            let near = |hex: &HexId| centres.iter().any(|centre| self.distance(*centre, *hex) <= radius);
            let behind: Vec<HexId> = self.hexes().filter(|hex| !found.contains(hex)).filter(near).collect();
            found.extend(behind);
        }
        found.into_iter().collect()
    }

    fn around(&self, centre: HexId, nearest: u32, farthest: u32) -> Vec<HexId> {
        let Some(place) = self.place(centre) else {
            return Vec::new();
        };
        let wanted = |other: Axial| (nearest..=farthest).contains(&place.distance(other));
        // A radius from a file may be huge; then it is cheaper to ask every hex once.
        let side = 2 * u64::from(farthest) + 1;
        if side.saturating_mul(side) >= self.len() as u64 {
            return self.hexes().filter(|hex| self.place(*hex).is_some_and(wanted)).collect();
        }
        let reach = i32::try_from(farthest).expect("its square is below the limit of hexes");
        let square = (-reach..=reach).flat_map(|q| (-reach..=reach).map(move |r| Axial { q, r }));
        let places = square.map(|way| place.plus(way)).filter(|other| wanted(*other));
        let mut hexes: Vec<HexId> = places.filter_map(|other| self.at(other)).collect();
        hexes.arrange();
        hexes
    }

    /// The hexes whose column and row numbers lie between those of two hexes of one sheet, in reading
    /// order; `None` if no sheet has both.
    #[must_use]
    pub fn rectangle(&self, a: HexId, b: HexId) -> Option<Vec<HexId>> {
        let (sheet, a, b) = self.common_sheet(a, b)?;
        let columns = a.column.min(b.column)..=a.column.max(b.column);
        let rows = a.row.min(b.row)..=a.row.max(b.row);
        let cells = rows.flat_map(|row| columns.clone().map(move |column| Cell { column, row }));
        Some(cells.filter_map(|cell| sheet.hex(cell)).collect())
    }

    /// The hexes along one printed column or row, from the first to the second, both included; `None`
    /// if they share neither. Holes are left out.
    #[must_use]
    pub fn run(&self, from: HexId, to: HexId) -> Option<Vec<HexId>> {
        let (_, a, b) = self.common_sheet(from, to)?;
        if a.column != b.column && a.row != b.row {
            return None;
        }
        let mut hexes = self.rectangle(from, to)?;
        if (b.row, b.column) < (a.row, a.column) {
            hexes.reverse();
        }
        Some(hexes)
    }

    /// The first sheet that has both hexes, and their cells there.
    fn common_sheet(&self, a: HexId, b: HexId) -> Option<(&Sheet, Cell, Cell)> {
        let (a, b) = (self.place(a)?, self.place(b)?);
        self.sheets().iter().find_map(|sheet| Some((sheet, sheet.cell(a)?, sheet.cell(b)?)))
    }
}
