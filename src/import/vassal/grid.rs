//! Grids and their numbers, reckoned as the engine does: which name a point has.

use super::xml::Component;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct HexGrid {
    pub(super) origin: (i64, i64),
    /// From column to column, and from hex to hex within one.
    pub(super) step: (f64, f64),
    /// A corner on top: what are columns elsewhere are rows.
    pub(super) sideways: bool,
    pub(super) numbering: Option<Numbering>,
}

/// A grid of squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SquareGrid {
    pub(super) origin: (i64, i64),
    pub(super) step: (f64, f64),
    pub(super) numbering: Option<Numbering>,
}

/// One of the two numbers of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) letters: bool,
    /// So many zeros stand before a number of one digit.
    pub(super) leading: i64,
    pub(super) offset: i64,
    pub(super) descends: bool,
}

/// How cells are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbering {
    /// Whether the number across stands first.
    pub(super) across_first: bool,
    pub(super) divider: String,
    pub(super) across: Count,
    pub(super) down: Count,
    pub(super) stagger: bool,
    pub(super) format: String,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) name: String,
    pub(super) at: (i64, i64),
}

/// A part of a board with a name, and maybe a grid of its own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) path: Vec<(i64, i64)>,
    pub(super) format: String,
    /// Whether it is numbered as the board around it is.
    pub(super) as_around: bool,
    pub(super) grid: Option<Plain>,
}

/// A grid that covers all of something.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plain {
    Hexes(HexGrid),
    Squares(SquareGrid),
    Regions(Vec<Region>),
}

/// The grid of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Grid {
    pub(super) zones: Vec<Zone>,
    pub(super) around: Option<Plain>,
}

/// A cell as the engine counts before it gives numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Raw {
    pub(super) nx: i64,
    pub(super) ny: i64,
}

/// Cells that are smaller than this many pixels are none.
const LEAST: f64 = 2.0;
/// No board reaches so far.
const FAR: i64 = 1_000_000;

impl Grid {
    /// The grid among the parts of a board.
    pub(super) fn of(board: &Component) -> Grid {
        for part in &board.parts {
            if part.kind() == "ZonedGrid" {
                let zones = part.parts.iter().filter(|zone| zone.kind() == "Zone").map(Zone::of).collect();
                return Grid { zones, around: part.parts.iter().find_map(Plain::of) };
            }
            if let Some(plain) = Plain::of(part) {
                return Grid { zones: Vec::new(), around: Some(plain) };
            }
        }
        Grid::default()
    }
}

impl Zone {
    fn of(part: &Component) -> Zone {
        let corner = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            let number = |text: &str| text.trim().parse::<i64>().ok().map(|n| n.clamp(-FAR, FAR));
            Some((number(x)?, number(y)?))
        };
        Zone {
            name: part.get("name").to_owned(),
            path: part.get("path").split(';').filter_map(corner).collect(),
            format: part.some("locationFormat").unwrap_or("$name$").to_owned(),
            as_around: part.yes("useParentGrid"),
            grid: part.parts.iter().find_map(Plain::of),
        }
    }

    /// Whether a point lies in it: by crossings of its outline, the upper and left edge within.
    pub(super) fn contains(&self, x: f64, y: f64) -> bool {
        let mut inside = false;
        let next = self.path.iter().skip(1).chain(self.path.first());
        for ((ax, ay), (bx, by)) in self.path.iter().zip(next) {
            let (ax, ay, bx, by) = (*ax as f64, *ay as f64, *bx as f64, *by as f64);
            if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
                inside = !inside;
            }
        }
        inside
    }

    /// Left, top, right and bottom.
    pub(super) fn bounds(&self) -> (i64, i64, i64, i64) {
        let xs = || self.path.iter().map(|(x, _)| *x);
        let ys = || self.path.iter().map(|(_, y)| *y);
        (xs().min().unwrap_or(0), ys().min().unwrap_or(0), xs().max().unwrap_or(0), ys().max().unwrap_or(0))
    }
}

impl Plain {
    fn of(part: &Component) -> Option<Plain> {
        let whole = |name: &str, otherwise: i64| part.whole(name, otherwise).clamp(-FAR, FAR);
        let step = |dx: f64, dy: f64| (part.number("dx", dx), part.number("dy", dy));
        match part.kind() {
            "HexGrid" => {
                let step = step(55.425_625_842_204_07, 64.0);
                let origin = (whole("x0", 0), whole("y0", 32));
                let numbering = part.parts.iter().find(|part| part.kind() == "HexGridNumbering").map(Numbering::of);
                let fine = step.0 >= LEAST && step.1 >= LEAST;
                fine.then(|| Plain::Hexes(HexGrid { origin, step, sideways: part.yes("sideways"), numbering }))
            }
            "SquareGrid" => {
                let step = step(48.0, 48.0);
                let origin = (whole("x0", 24), whole("y0", 24));
                let numbering = part.parts.iter().find(|part| part.kind() == "SquareGridNumbering").map(Numbering::of);
                let fine = step.0 >= LEAST && step.1 >= LEAST;
                fine.then_some(Plain::Squares(SquareGrid { origin, step, numbering }))
            }
            "RegionGrid" => {
                let regions = part.parts.iter().filter(|region| region.kind() == "Region").map(|region| Region {
                    name: region.get("name").to_owned(),
                    at: (region.whole("originx", 0).clamp(-FAR, FAR), region.whole("originy", 0).clamp(-FAR, FAR)),
                });
                Some(Plain::Regions(regions.collect()))
            }
            _ => None,
        }
    }
}

impl Numbering {
    fn of(part: &Component) -> Numbering {
        let count = |axis: char| {
            let get = |name: &str| part.get(&format!("{axis}{name}")).to_owned();
            let number = |name: &str, otherwise: i64| part.whole(&format!("{axis}{name}"), otherwise).clamp(-100_000, 100_000);
            Count {
                letters: get("Type") == "A",
                leading: number("Leading", 1).clamp(0, 8),
                offset: number("Off", 1),
                descends: get("Descend") == "true",
            }
        };
        Numbering {
            across_first: part.some("first").is_none_or(|first| first != "V"),
            divider: part.get("sep").to_owned(),
            across: count('h'),
            down: count('v'),
            stagger: part.some("stagger").is_none_or(|stagger| stagger == "true"),
            format: part.some("locationFormat").unwrap_or("$gridLocation$").to_owned(),
        }
    }

    /// The name of a cell.
    pub(super) fn name(&self, (across, down): (i64, i64)) -> String {
        let (across, down) = (self.across.written(across), self.down.written(down));
        if self.across_first { format!("{across}{}{down}", self.divider) } else { format!("{down}{}{across}", self.divider) }
    }
}

impl Count {
    /// A number as the engine writes it: at least so many digits, or a letter that is repeated after Z.
    fn written(&self, value: i64) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let size = value.unsigned_abs();
        if self.letters {
            let letter = char::from(b'A' + u8::try_from(size % 26).unwrap_or(0));
            let times = usize::try_from(size / 26).unwrap_or(0).min(64) + 1;
            return format!("{sign}{}", letter.to_string().repeat(times));
        }
        let width = usize::try_from(self.leading).unwrap_or(0) + 1;
        format!("{sign}{size:0width$}")
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels and cells of a board, bounded when they were read")]
fn floor(value: f64) -> i64 {
    value.floor() as i64
}

impl HexGrid {
    /// The cell of a point. The engine takes cells for rectangles here.
    pub(super) fn raw(&self, x: f64, y: f64) -> Raw {
        let (x, y) = if self.sideways { (y, x) } else { (x, y) };
        let (x, y) = (x - self.origin.0 as f64, y - self.origin.1 as f64);
        let nx = floor(x / self.step.0 + 0.5);
        let lower = if nx.rem_euclid(2) == 1 { self.step.1 / 2.0 } else { 0.0 };
        Raw { nx, ny: floor((y - lower) / self.step.1 + 0.5) }
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, raw: Raw) -> (f64, f64) {
        let lower = if raw.nx.rem_euclid(2) == 1 { self.step.1 / 2.0 } else { 0.0 };
        let x = raw.nx as f64 * self.step.0 + self.origin.0 as f64;
        let y = raw.ny as f64 * self.step.1 + lower + self.origin.1 as f64;
        if self.sideways { (y, x) } else { (x, y) }
    }

    /// The two numbers of a cell, of a grid in a container of that size: across (of columns, or of rows where a corner is
    /// on top), and down.
    pub(super) fn numbers(&self, raw: Raw, by: &Numbering, size: (i64, i64)) -> (i64, i64) {
        // The engine reckons the maxima with the other spacing.
        let most_rows = floor(size.1 as f64 / self.step.0 + 0.5);
        let most_columns = floor(size.0 as f64 / self.step.1 + 0.5);
        let (mut column, mut row) = (raw.nx, raw.ny);
        let descends = if self.sideways { by.across.descends } else { by.down.descends };
        if self.sideways {
            if by.down.descends {
                column = most_rows - column;
            }
            if by.across.descends {
                row = most_columns - row;
            }
        } else {
            if by.across.descends {
                column = most_columns - column;
            }
            if by.down.descends {
                row = most_rows - row;
            }
        }
        if by.stagger && raw.nx.rem_euclid(2) == 1 {
            row += if descends { -1 } else { 1 };
        }
        (column + by.across.offset, row + by.down.offset)
    }

    /// The cell that a name stands for, as the engine finds it: only an exact spelling counts.
    pub(super) fn named(&self, name: &str, by: &Numbering, size: (i64, i64)) -> Option<Raw> {
        let (first, second) = if by.across_first { (&by.across, &by.down) } else { (&by.down, &by.across) };
        // Wherever the name may be cut in two, both halves must be written so.
        name.char_indices().map(|(at, _)| at).skip(1).find_map(|at| {
            let (a, b) = name.split_at_checked(at)?;
            let b = b.strip_prefix(by.divider.as_str())?;
            let (a, b) = (first.read(a)?, second.read(b)?);
            let (across, down) = if by.across_first { (a, b) } else { (b, a) };
            self.cell((across, down), by, size)
        })
    }

    fn cell(&self, (across, down): (i64, i64), by: &Numbering, size: (i64, i64)) -> Option<Raw> {
        let most_rows = floor(size.1 as f64 / self.step.0 + 0.5);
        let most_columns = floor(size.0 as f64 / self.step.1 + 0.5);
        let (column, row) = (across - by.across.offset, down - by.down.offset);
        let (column_falls, row_falls) =
            if self.sideways { (by.down.descends, by.across.descends) } else { (by.across.descends, by.down.descends) };
        let (most_column, most_row) = if self.sideways { (most_rows, most_columns) } else { (most_columns, most_rows) };
        let nx = if column_falls { most_column - column } else { column };
        let ny = if row_falls { most_row - row } else { row };
        // Odd columns may be one off; whichever cell gives the numbers back is right.
        let tries = [0, -1, 1].map(|by| Raw { nx, ny: ny + by });
        tries.into_iter().find(|raw| self.numbers(*raw, by, size) == (across, down))
    }
}

impl Count {
    /// The number that is written so.
    fn read(&self, text: &str) -> Option<i64> {
        let value = match text.strip_prefix('-') {
            Some(size) => -self.size(size)?,
            None => self.size(text)?,
        };
        (self.written(value) == text).then_some(value)
    }

    fn size(&self, text: &str) -> Option<i64> {
        if !self.letters {
            return text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        }
        let first = text.bytes().next().filter(u8::is_ascii_uppercase)?;
        let more = i64::try_from(text.len()).ok()? - 1;
        text.bytes().all(|b| b == first).then(|| i64::from(first - b'A') + 26 * more)
    }
}

impl SquareGrid {
    /// The name of the cell of a point; nothing if cells have no numbers.
    pub(super) fn name(&self, x: f64, y: f64, size: (i64, i64)) -> Option<String> {
        let by = self.numbering.as_ref()?;
        let (across, down) = ((x - self.origin.0 as f64) / self.step.0, (y - self.origin.1 as f64) / self.step.1);
        let (mut column, mut row) = (floor(across + 0.5), cut(down + 0.5));
        if by.across.descends {
            column = cut(size.0 as f64 / self.step.0 + 0.5) - column;
        }
        if by.down.descends {
            row = cut(size.1 as f64 / self.step.1 + 0.5) - row;
        }
        Some(by.name((column + by.across.offset, row + by.down.offset)))
    }

    /// Left, top, width and height of the cell of a point.
    pub(super) fn cell(&self, x: f64, y: f64) -> (f64, f64, f64, f64) {
        let middle = |value: f64, origin: i64, step: f64| ((value - origin as f64) / step + 0.5).floor() * step + origin as f64;
        let (cx, cy) = (middle(x, self.origin.0, self.step.0), middle(y, self.origin.1, self.step.1));
        (cx - self.step.0 / 2.0, cy - self.step.1 / 2.0, self.step.0, self.step.1)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels and cells of a board, bounded when they were read")]
fn cut(value: f64) -> i64 {
    value.trunc() as i64
}

/// The region that is nearest to a point.
pub(super) fn nearest(regions: &[Region], x: f64, y: f64) -> Option<&Region> {
    let far = |region: &&Region| {
        let (dx, dy) = (region.at.0 as f64 - x, region.at.1 as f64 - y);
        dx * dx + dy * dy
    };
    regions.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}

#[cfg(test)]
mod tests {
    use super::super::xml;
    use super::*;

    fn hexes(text: &str) -> HexGrid {
        let board = format!("<Board>{text}</Board>");
        match Grid::of(&xml::read(board.as_bytes()).unwrap()).around {
            Some(Plain::Hexes(grid)) => grid,
            other => panic!("{other:?}"),
        }
    }

    fn name(grid: &HexGrid, x: f64, y: f64, size: (i64, i64)) -> String {
        let by = grid.numbering.as_ref().unwrap();
        by.name(grid.numbers(grid.raw(x, y), by, size))
    }

    #[test]
    fn names_are_those_of_the_engine() {
        // The sample that was opened in the engine: a piece at 319,320 is in 0605.
        let grid = hexes(
            r#"<HexGrid x0="42" y0="32" dx="55.42562584220407" dy="64.0"><HexGridNumbering first="H" sep="" hType="N" vType="N" hLeading="1" vLeading="1" hOff="1" vOff="1" stagger="false"/></HexGrid>"#,
        );
        assert_eq!(name(&grid, 319.0, 320.0, (600, 500)), "0605");
        let by = grid.numbering.clone().unwrap();
        assert_eq!(grid.named("0605", &by, (600, 500)), Some(grid.raw(319.0, 320.0)));
        assert_eq!(grid.named("605", &by, (600, 500)), None);
    }

    #[test]
    fn descending_numbers_depend_on_the_container() {
        let grid = hexes(
            r#"<HexGrid x0="0" y0="0" dx="50" dy="60"><HexGridNumbering hDescend="true" vDescend="true" hOff="0" vOff="0" stagger="true"/></HexGrid>"#,
        );
        // 600 / 60 = 10 columns at most, 500 / 50 = 10 rows at most: by the spacing of the other.
        assert_eq!(name(&grid, 0.0, 0.0, (600, 500)), "1010");
        assert_eq!(name(&grid, 50.0, 30.0, (600, 500)), "0909");
        assert_eq!(name(&grid, 0.0, 0.0, (300, 500)), "0510");
        let by = grid.numbering.clone().unwrap();
        for (nx, ny) in [(0, 0), (1, 0), (2, 3), (3, 5), (-1, -2)] {
            let raw = Raw { nx, ny };
            let told = by.name(grid.numbers(raw, &by, (600, 500)));
            assert_eq!(grid.named(&told, &by, (600, 500)), Some(raw), "{told}");
        }
    }

    #[test]
    fn letters_repeat_and_negative_numbers_have_a_sign() {
        let grid = hexes(
            r#"<HexGrid x0="0" y0="0" dx="50" dy="60"><HexGridNumbering hType="A" hOff="25" vOff="-2" vLeading="0" stagger="false"/></HexGrid>"#,
        );
        assert_eq!(name(&grid, 0.0, 0.0, (600, 500)), "Z-2");
        assert_eq!(name(&grid, 50.0, 150.0, (600, 500)), "AA0");
    }

    #[test]
    fn a_corner_on_top_swaps_the_two() {
        let grid = hexes(
            r#"<HexGrid sideways="true" x0="10" y0="20" dx="50" dy="60"><HexGridNumbering hOff="1" vOff="1" stagger="false"/></HexGrid>"#,
        );
        // The third row from above, its second hex.
        assert_eq!(grid.centre(Raw { nx: 2, ny: 1 }), (80.0, 110.0));
        assert_eq!(name(&grid, 80.0, 110.0, (600, 500)), "0302");
    }

    #[test]
    fn a_zone_holds_its_upper_left_edge() {
        let zone = Zone {
            name: String::new(),
            path: vec![(0, 0), (10, 0), (10, 10), (0, 10)],
            format: String::new(),
            as_around: false,
            grid: None,
        };
        assert!(zone.contains(0.0, 0.0) && zone.contains(9.5, 9.5));
        assert!(!zone.contains(10.0, 5.0) && !zone.contains(5.0, 10.0));
        assert_eq!(zone.bounds(), (0, 0, 10, 10));
    }
}
