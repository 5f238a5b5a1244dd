//! Grids: the name that VASSAL gives a point of a board, and where a piece dropped there comes to rest.

use super::sequence::filled;
use super::tree::Xml;

/// A grid of any kind, in pixels of its board.
#[derive(Clone, Debug)]
pub(super) enum Grid {
    Hex(Regular),
    Square(Regular),
    Region { snap: bool, regions: Vec<(String, i64, i64)> },
    Zoned { zones: Vec<Zone>, background: Option<Box<Grid>> },
}

/// Hexes or squares.
#[derive(Clone, Debug)]
pub(super) struct Regular {
    pub(super) x0: f64,
    pub(super) y0: f64,
    pub(super) dx: f64,
    pub(super) dy: f64,
    pub(super) sideways: bool,
    pub(super) snap: bool,
    pub(super) numbering: Option<Numbering>,
}

/// How hexes or squares are named; `h` and `v` as the attributes have it.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    first_v: bool,
    sep: String,
    h: Axis,
    v: Axis,
    stagger: bool,
    format: String,
}

#[derive(Clone, Debug)]
struct Axis {
    letters: bool,
    leading: u32,
    offset: i64,
    descend: bool,
}

/// A part of a board with names of its own.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    pub(super) name: String,
    pub(super) path: Vec<(f64, f64)>,
    pub(super) format: String,
    pub(super) use_parent: bool,
    pub(super) grid: Option<Grid>,
}

const GRIDS: [&str; 4] = ["HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid"];

/// `round` of the reference: half goes up, also below zero.
fn round(v: f64) -> i64 {
    (v + 0.5).floor() as i64
}

fn odd(n: i64) -> bool {
    n.rem_euclid(2) == 1
}

fn or(xml: &Xml, attribute: &str, default: &str) -> String {
    xml.attributes.get(attribute).map_or(default, String::as_str).to_owned()
}

fn real(xml: &Xml, attribute: &str, default: f64) -> f64 {
    xml.attributes.get(attribute).map_or(default, |text| text.parse().unwrap_or(default))
}

impl Grid {
    /// The grid among the children of a board or zone.
    pub(super) fn within(parent: &Xml) -> Option<Grid> {
        parent.children.iter().find(|c| GRIDS.contains(&c.kind())).map(Grid::read)
    }

    fn read(xml: &Xml) -> Grid {
        match xml.kind() {
            "HexGrid" => Grid::Hex(Regular {
                x0: real(xml, "x0", 0.0),
                y0: real(xml, "y0", 32.0),
                dx: real(xml, "dx", 55.425_625_842_204_07),
                dy: real(xml, "dy", 64.0),
                sideways: xml.is("sideways"),
                snap: or(xml, "snapTo", "true") == "true",
                numbering: xml.of("HexGridNumbering").next().map(Numbering::read),
            }),
            "SquareGrid" => Grid::Square(Regular {
                x0: real(xml, "x0", 24.0),
                y0: real(xml, "y0", 24.0),
                dx: real(xml, "dx", 48.0),
                dy: real(xml, "dy", 48.0),
                sideways: false,
                snap: or(xml, "snapTo", "true") == "true",
                numbering: xml.of("SquareGridNumbering").next().map(Numbering::read),
            }),
            "RegionGrid" => Grid::Region {
                snap: or(xml, "snapto", "true") == "true",
                regions: xml
                    .of("Region")
                    .map(|r| (r.get("name").to_owned(), real(r, "originx", 0.0) as i64, real(r, "originy", 0.0) as i64))
                    .collect(),
            },
            _ => Grid::Zoned { zones: xml.of("Zone").map(Zone::read).collect(), background: Grid::within(xml).map(Box::new) },
        }
    }

    /// VASSAL's name for a point of a board of this size.
    pub(super) fn location(&self, size: (i64, i64), x: i64, y: i64) -> String {
        self.name(size, x, y).filter(|name| !name.is_empty()).unwrap_or_else(|| "offboard".to_owned())
    }

    fn name(&self, size: (i64, i64), x: i64, y: i64) -> Option<String> {
        match self {
            Grid::Hex(hex) => Some(hex.numbering.as_ref()?.hex(hex, size, x, y)),
            Grid::Square(square) => Some(square.numbering.as_ref()?.square(square, size, x, y)),
            Grid::Region { regions, .. } => nearest(regions, x, y).map(|r| r.0.clone()),
            Grid::Zoned { zones, background } => {
                let Some(zone) = zones.iter().find(|z| z.holds(x, y)) else {
                    return background.as_ref()?.name(size, x, y);
                };
                let of_grid = match (&zone.grid, zone.use_parent) {
                    (_, true) => background.as_ref().and_then(|grid| grid.name(size, x, y)),
                    (Some(grid), false) => grid.name(zone.size(), x, y),
                    (None, false) => None,
                };
                Some(filled(&zone.format, |key| match key {
                    "name" => Some(zone.name.clone()),
                    "gridLocation" => Some(of_grid.clone().unwrap_or_default()),
                    _ => None,
                }))
            }
        }
    }

    /// Where a piece dropped at a point comes to rest; edges and corners are not among the places.
    pub(super) fn snap(&self, x: i64, y: i64) -> (i64, i64) {
        match self {
            Grid::Hex(hex) if hex.snap => hex.snap_hex(x, y),
            Grid::Square(s) if s.snap => {
                let axis = |p: i64, p0: f64, step: f64| p0 as i64 + round(round((p as f64 - p0) / step) as f64 * step);
                (axis(x, s.x0, s.dx), axis(y, s.y0, s.dy))
            }
            Grid::Region { snap: true, regions } => nearest(regions, x, y).map_or((x, y), |r| (r.1, r.2)),
            Grid::Zoned { zones, background } => {
                let zone = zones.iter().find(|z| z.holds(x, y));
                let own = zone.filter(|z| !z.use_parent).map(|z| z.grid.as_ref());
                own.unwrap_or(background.as_deref()).map_or((x, y), |grid| grid.snap(x, y))
            }
            _ => (x, y),
        }
    }

    /// Every place of a board where pieces rest, with its name.
    pub(super) fn places(&self, size: (i64, i64)) -> Vec<(String, (i64, i64))> {
        let on_board = |(x, y): &(i64, i64)| *x >= 0 && *y >= 0 && *x < size.0 && *y < size.1;
        let at: Vec<(i64, i64)> = self.centres(size).into_iter().filter(on_board).collect();
        at.into_iter().map(|(x, y)| (self.location(size, x, y), (x, y))).collect()
    }

    /// The place with a name.
    pub(super) fn find(&self, size: (i64, i64), name: &str) -> Option<(i64, i64)> {
        self.places(size).into_iter().find(|(n, _)| n == name).map(|(_, at)| at)
    }

    fn centres(&self, size: (i64, i64)) -> Vec<(i64, i64)> {
        match self {
            Grid::Hex(hex) => {
                let (width, height) = if hex.sideways { (size.1, size.0) } else { size };
                let columns = -1..=((width as f64 / hex.dx) as i64 + 1);
                let rows = -1..=((height as f64 / hex.dy) as i64 + 1);
                columns.flat_map(|nx| rows.clone().map(move |ny| hex.centre(nx, ny))).collect()
            }
            Grid::Square(square) => {
                let columns = 0..=((size.0 as f64 / square.dx) as i64 + 1);
                let rows = 0..=((size.1 as f64 / square.dy) as i64 + 1);
                let at = |n: i64, p0: f64, step: f64| p0 as i64 + round(n as f64 * step);
                columns
                    .flat_map(|nx| rows.clone().map(move |ny| (at(nx, square.x0, square.dx), at(ny, square.y0, square.dy))))
                    .collect()
            }
            Grid::Region { regions, .. } => regions.iter().map(|r| (r.1, r.2)).collect(),
            Grid::Zoned { zones, background } => {
                let holder = |at: &(i64, i64)| zones.iter().position(|z| z.holds(at.0, at.1));
                let parent = |at: &(i64, i64)| holder(at).is_none_or(|z| zones[z].use_parent);
                let mut found: Vec<_> = background.iter().flat_map(|grid| grid.centres(size)).filter(parent).collect();
                for (z, zone) in zones.iter().enumerate().filter(|(_, zone)| !zone.use_parent) {
                    let own = zone.grid.iter().flat_map(|grid| grid.centres(size));
                    found.extend(own.filter(|at| holder(at) == Some(z)));
                }
                found
            }
        }
    }
}

fn nearest(regions: &[(String, i64, i64)], x: i64, y: i64) -> Option<&(String, i64, i64)> {
    regions.iter().min_by_key(|r| (r.1 - x).pow(2) + (r.2 - y).pow(2))
}

impl Regular {
    /// The whole-number centre of a hex, by its raw column and row.
    pub(super) fn centre(&self, nx: i64, ny: i64) -> (i64, i64) {
        let half = if odd(nx) { (self.dy / 2.0).trunc() } else { 0.0 };
        let x = (self.dx * nx as f64 + self.x0).trunc() as i64;
        let y = (self.dy * ny as f64 + half + self.y0).trunc() as i64;
        if self.sideways { (y, x) } else { (x, y) }
    }

    fn snap_hex(&self, x: i64, y: i64) -> (i64, i64) {
        let (x, y) = if self.sideways { (y as f64, x as f64) } else { (x as f64, y as f64) };
        let nx = ((x - self.x0 + self.dx / 2.0) / self.dx).floor() as i64;
        let ny = if odd(nx) { (y - self.y0) / self.dy } else { (y - self.y0 + self.dy / 2.0) / self.dy }.floor() as i64;
        let up = if odd(nx) { 0 } else { -1 };
        let near = [(nx, ny), (nx - 1, ny + up), (nx - 1, ny + up + 1), (nx + 1, ny + up), (nx + 1, ny + up + 1)];
        let (nx, ny) = near.into_iter().find(|(nx, ny)| self.holds(*nx, *ny, x, y)).unwrap_or((nx, ny));
        self.centre(nx, ny)
    }

    /// Whether a point, swapped already, lies in a hex.
    fn holds(&self, nx: i64, ny: i64, x: f64, y: f64) -> bool {
        let half = if odd(nx) { self.dy / 2.0 } else { 0.0 };
        let right = (x - self.dx * nx as f64 - self.x0).abs();
        let down = (y - self.dy * ny as f64 - half - self.y0).abs();
        down <= self.dy / 2.0 && right <= 2.0 * self.dx / 3.0 - down * self.dx / 3.0 / (self.dy / 2.0)
    }
}

impl Numbering {
    fn read(xml: &Xml) -> Numbering {
        let axis = |h: &str| Axis {
            letters: xml.get(&format!("{h}Type")) == "A",
            leading: real(xml, &format!("{h}Leading"), 1.0) as u32,
            offset: real(xml, &format!("{h}Off"), 1.0) as i64,
            descend: xml.is(&format!("{h}Descend")),
        };
        Numbering {
            first_v: xml.get("first") == "V",
            sep: xml.get("sep").to_owned(),
            h: axis("h"),
            v: axis("v"),
            stagger: or(xml, "stagger", "true") == "true",
            format: or(xml, "locationFormat", "$gridLocation$"),
        }
    }

    fn hex(&self, hex: &Regular, size: (i64, i64), x: i64, y: i64) -> String {
        let (px, py) = if hex.sideways { (y as f64, x as f64) } else { (x as f64, y as f64) };
        let nx = round((px - hex.x0) / hex.dx);
        let ny = round((py - hex.y0 - if odd(nx) { hex.dy / 2.0 } else { 0.0 }) / hex.dy);
        // The spacings change places here: that is how the engine counts.
        let (max_rows, max_columns) = (round(size.1 as f64 / hex.dx), round(size.0 as f64 / hex.dy));
        let (mut col, mut row) = (nx, ny);
        let (col_descends, row_descends) =
            if hex.sideways { (self.v.descend, self.h.descend) } else { (self.h.descend, self.v.descend) };
        if col_descends {
            col = if hex.sideways { max_rows } else { max_columns } - col;
        }
        if row_descends {
            row = if hex.sideways { max_columns } else { max_rows } - row;
        }
        if self.stagger && odd(nx) {
            row += if row_descends { -1 } else { 1 };
        }
        self.label(col, row)
    }

    fn square(&self, square: &Regular, size: (i64, i64), x: i64, y: i64) -> String {
        let mut col = round((x as f64 - square.x0) / square.dx);
        let mut row = ((y as f64 - square.y0) / square.dy + 0.5).trunc() as i64;
        if self.h.descend {
            col = round(size.0 as f64 / square.dx) - col;
        }
        if self.v.descend {
            row = round(size.1 as f64 / square.dy) - row;
        }
        self.label(col, row)
    }

    fn label(&self, col: i64, row: i64) -> String {
        let (column, row) = (self.h.name(col), self.v.name(row));
        let both = if self.first_v { format!("{row}{}{column}", self.sep) } else { format!("{column}{}{row}", self.sep) };
        filled(&self.format, |key| match key {
            "gridLocation" => Some(both.clone()),
            "row" => Some(row.clone()),
            "column" => Some(column.clone()),
            _ => None,
        })
    }
}

impl Axis {
    fn name(&self, n: i64) -> String {
        let n = n + self.offset;
        let (sign, n) = (if n < 0 { "-" } else { "" }, n.unsigned_abs());
        if self.letters {
            let letter = char::from(b'A' + (n % 26) as u8).to_string();
            format!("{sign}{}", letter.repeat((n / 26 + 1) as usize))
        } else {
            format!("{sign}{n:0width$}", width = self.leading as usize + 1)
        }
    }
}

impl Zone {
    fn read(xml: &Xml) -> Zone {
        let corner = |pair: &str| {
            let (x, y) = pair.split_once(',').unwrap_or_default();
            (x.parse().unwrap_or(f64::NAN), y.parse().unwrap_or(f64::NAN))
        };
        Zone {
            name: xml.get("name").to_owned(),
            path: xml.get("path").split(';').map(corner).collect(),
            format: or(xml, "locationFormat", "$name$"),
            use_parent: xml.is("useParentGrid"),
            grid: Grid::within(xml),
        }
    }

    fn size(&self) -> (i64, i64) {
        let span = |of: fn(&(f64, f64)) -> f64| {
            let (low, high) = self.path.iter().map(of).fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
            (high - low) as i64
        };
        (span(|p| p.0), span(|p| p.1))
    }

    /// Whether the polygon holds a point; points on its left and upper edges are inside, as in Java.
    fn holds(&self, x: i64, y: i64) -> bool {
        let (x, y) = (x as f64, y as f64);
        let mut inside = false;
        let Some(mut last) = self.path.last().copied() else { return false };
        for corner in &self.path {
            let (high, low) = if corner.1 < last.1 { (*corner, last) } else { (last, *corner) };
            if y >= high.1 && y < low.1 && x - high.0 < (y - high.1) / (low.1 - high.1) * (low.0 - high.0) {
                inside = !inside;
            }
            last = *corner;
        }
        inside
    }
}
