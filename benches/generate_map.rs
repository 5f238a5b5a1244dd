//! The map of a big game.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Random, SIDES, Size, list};

/// So many columns from one river to the next.
const RIVER: usize = 12;
/// So many rows from one road to the next.
const ROAD: usize = 15;
/// So many hexes to a place.
const PLACE: usize = 100;
/// So many hexes to an area.
const AREA: usize = 1000;

/// A map. Hexes are counted row by row.
pub struct Map {
    pub columns: usize,
    pub rows: usize,
    /// A letter of the legend for each hex.
    ground: Vec<u8>,
    /// A height for each hex.
    height: Vec<usize>,
}

impl Map {
    pub fn new(size: Size, random: &mut Random) -> Self {
        let rows = (1..=size.hexes.isqrt()).rev().find(|rows| size.hexes.is_multiple_of(*rows)).unwrap_or(1);
        let columns = size.hexes / rows;
        let ground = (0..size.hexes).map(|_| b"......wwhm"[random.below(10)]).collect();
        let height = (0..size.hexes).map(|_| 10 * random.below(60)).collect();
        Map { columns, rows, ground, height }
    }

    /// The printed number of a hex; both count from 0.
    pub fn name(&self, column: usize, row: usize) -> String {
        format!("{:03}{:03}", column + 1, row + 1)
    }

    /// The hexes where a side may set up: its half of the map, without what is closed to vehicles.
    pub fn home(&self, side: usize) -> Vec<String> {
        let half = self.columns / 2;
        let columns = if side == 0 { 0..half } else { half..self.columns };
        let open = columns.flat_map(|column| (0..self.rows).map(move |row| (column, row)));
        open.filter(|(column, row)| self.ground[row * self.columns + column] != b'm').map(|(c, r)| self.name(c, r)).collect()
    }

    pub fn areas(&self) -> usize {
        1 + self.ground.len() / AREA
    }

    /// Four entries on either edge.
    pub fn entries(side: usize) -> [String; 4] {
        [1, 2, 3, 4].map(|n| format!("{}{n}", SIDES[side]))
    }

    /// The row of an entry: a highway comes in there, for which units pay when they enter.
    fn entered(&self, n: usize) -> usize {
        n * self.rows / 4
    }

    pub fn json(&self, size: Size) -> String {
        let (columns, rows) = (self.columns, self.rows);
        let numbers = r#""numbers": "CCCRRR", "first": "001001", "touching": ["002001", "001002"]"#;
        let terrain = if size.json { self.list_of_hexes() } else { self.glyphs() };
        let (places, hexsides, roads) = (self.places(), self.hexsides(), self.roads());
        let areas = list(0..self.areas(), |out, area| {
            let (c, r) = (area * 7 % (columns - 4), area * 5 % (rows - 4));
            let (from, to) = (self.name(c, r), self.name(c + 4, r + 4));
            let _ = write!(out, r#"{{"id": "area{area}", "hexes": "{from}-{to}"}}"#);
        });
        let entries = list(0..8, |out, n| {
            let (side, n) = (n / 4, n % 4);
            let (column, edge) = if side == 0 { (0, "west") } else { (columns - 1, "east") };
            let (id, who, hex) = (&Self::entries(side)[n], SIDES[side], self.name(column, self.entered(n)));
            let _ =
                write!(out, r#"{{"id": "{id}", "side": "{who}", "hexes": "{hex}", "edge": "{edge}", "box": "{who}-reserve"}}"#);
        });
        let boxes = r#"[{"id": "red-reserve", "side": "red"}, {"id": "blue-reserve", "side": "blue"}]"#;
        format!(
            "{{\"grid\": {{\"columns\": {columns}, \"rows\": {rows}, {numbers}}},\n\"terrain\": {terrain},\n\
             \"places\": {places},\n\"hexsides\": {hexsides},\n\"roads\": {roads},\n\"areas\": {areas},\n\
             \"entries\": {entries},\n\"boxes\": {boxes}}}\n"
        )
    }

    fn glyphs(&self) -> String {
        let rows = list(self.ground.chunks(self.columns), |out, row| {
            let _ = write!(out, "\"{}\"", String::from_utf8_lossy(row));
        });
        format!(r#"{{"legend": {{".": "clear", "w": "woods", "h": "hills", "m": "marsh"}}, "rows": {rows}}}"#)
    }

    fn list_of_hexes(&self) -> String {
        let hexes = list(self.ground.iter().zip(&self.height).enumerate(), |out, (i, (glyph, height))| {
            let hex = self.name(i % self.columns, i / self.columns);
            let terrain = match glyph {
                b'w' => "woods",
                b'h' => "hills",
                b'm' => "marsh",
                _ => "clear",
            };
            let _ = write!(
                out,
                "{{\n    \"hex\": \"{hex}\",\n    \"terrain\": \"{terrain}\",\n    \"values\": {{\n      \"height\": {height},\n      \
                 \"cover\": {},\n      \"points\": {},\n      \"supply\": {},\n      \"port\": 0,\n      \"rail\": {}\n    }}\n  }}",
                height % 7,
                height % 3,
                i % 5,
                i % 2
            );
        });
        format!("{{\"hexes\": {hexes}}}")
    }

    fn places(&self) -> String {
        list((0..self.ground.len().div_ceil(PLACE)).map(|n| (n, n * PLACE % self.ground.len())), |out, (n, i)| {
            let (class, hex) = (["town", "village"][n % 2], self.name(i % self.columns, i / self.columns));
            let _ = write!(
                out,
                r#"{{"name": "Place {n}", "class": "{class}", "hexes": "{hex}", "values": {{"points": {}}}}}"#,
                n % 4
            );
        })
    }

    /// Rivers by their banks, slopes one by one.
    fn hexsides(&self) -> String {
        let last = self.rows - 1;
        let rivers = (RIVER..self.columns - 1).step_by(RIVER).map(|column| (column, true));
        let slopes = (RIVER / 2..self.columns - 1).step_by(RIVER).map(|column| (column, false));
        list(rivers.chain(slopes), |out, (column, river)| {
            if river {
                let bank = |c: usize| format!("{}-{}", self.name(c, 0), self.name(c, last));
                let (west, east) = (bank(column - 1), bank(column));
                let _ = write!(out, r#"{{"name": "River {column}", "class": "river", "between": ["{west}", "{east}"]}}"#);
            } else {
                let sides = (0..last).step_by(3).map(|row| format!("{}/{}", self.name(column, row), self.name(column, row + 1)));
                let sides = sides.collect::<Vec<_>>().join(" ");
                let _ = write!(out, r#"{{"name": "Ridge {column}", "class": "slope", "sides": "{sides}"}}"#);
            }
        })
    }

    fn roads(&self) -> String {
        let (right, last) = (self.columns - 1, self.rows - 1);
        let rows: BTreeSet<usize> = (ROAD / 2..self.rows).step_by(ROAD).chain((0..4).map(|n| self.entered(n))).collect();
        let along = rows.into_iter().map(|row| (row, true));
        let down = (ROAD / 2..self.columns).step_by(ROAD).map(|column| (column, false));
        list(along.chain(down), |out, (at, along)| {
            let _ = if along {
                let (from, to) = (self.name(0, at), self.name(right, at));
                write!(
                    out,
                    r#"{{"name": "Highway {at}", "class": "highway", "through": "{from}-{to}", "leaves": ["west", "east"]}}"#
                )
            } else {
                let (from, to) = (self.name(at, 0), self.name(at, last));
                write!(out, r#"{{"name": "Lane {at}", "class": "lane", "through": "{from}-{to}", "leaves": ["north", "south"]}}"#)
            };
        })
    }
}
