//! Where things lie: boards on a map, grids on a board, and the hex or box of a point.

use std::collections::{BTreeMap, BTreeSet};

use super::grid::{HexGrid, Plain, Raw, Region, Zone, nearest};
use super::module::{Board, Map};
use super::report::Report;
use super::text::split;
use crate::source::limits;

/// Hexes of all grids; more are not believed.
const MOST: f64 = 250_000.0;
/// Corners of zones and names of regions that are looked at to tell where everything lies.
const LOOKS: u64 = 400_000_000;
/// Letters of a name of a hex.
const NAME: usize = 64;

/// A grid of hexes on a board, or in a zone of it.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    pub(super) map: usize,
    pub(super) board: usize,
    /// The zone that has it for itself.
    pub(super) zone: Option<usize>,
    pub(super) grid: HexGrid,
    /// The size of what it covers: maxima of descending numbers depend on it.
    pub(super) size: (i64, i64),
    /// Its cells: those whose middle lies on the board, and those in which something stands.
    pub(super) cells: BTreeSet<Raw>,
}

/// A box: a zone, a region, a square, or a board that has none of these.
#[derive(Clone, Debug)]
pub(super) struct Room {
    pub(super) map: usize,
    /// The zone whose grid names it; empty where the board itself does.
    pub(super) zone: String,
    pub(super) name: String,
    /// Where it lies on a board: left, top, width, height.
    pub(super) rect: Option<(usize, [f64; 4])>,
    /// Whether anything stands in it.
    pub(super) used: bool,
}

/// Where something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    /// In a cell of a lattice.
    Hex(usize, Raw),
    /// In a box.
    Room(usize),
}

/// A board in a window: which, where its corner lies, and whether it is turned around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    pub(super) board: usize,
    pub(super) at: (i64, i64),
    turned: bool,
}

/// All places of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) lattices: Vec<Lattice>,
    pub(super) rooms: Vec<Room>,
    by_name: BTreeMap<(usize, String), Vec<usize>>,
    by_grid: BTreeMap<(usize, usize, Option<usize>), usize>,
    /// Corners and regions that were looked at.
    looks: u64,
    /// Cells of all lattices so far.
    cells: f64,
}

/// The boards of a window as its picker lays them.
pub(super) fn layout(map: &Map, told: Option<&str>) -> Vec<Laid> {
    lay(map, told).0
}

/// The same; those that are too many are told.
pub(super) fn layout_told(map: &Map, told: Option<&str>, report: &mut Report) -> Vec<Laid> {
    let (laid, beyond) = lay(map, told);
    if let Some((first, count)) = beyond {
        let why = format!("a window has no more than {}", limits::BOARDS_LAID);
        report.cut("board that is laid out", &why, format!("`{first}` in `{}`", map.name), count);
    }
    laid
}

fn lay(map: &Map, told: Option<&str>) -> (Vec<Laid>, Option<(String, usize)>) {
    let mut beyond: Option<(String, usize)> = None;
    let mut found: Vec<(usize, bool, i64, i64)> = Vec::new();
    let by_name: BTreeMap<&str, usize> = map.boards.iter().enumerate().rev().map(|(b, board)| (board.name.as_str(), b)).collect();
    if let Some(told) = told.or(map.layout.as_deref()) {
        let mut items = split(told, '\t').into_iter().skip(1);
        while let Some(name) = items.next() {
            let mut name = split(&name, '/').into_iter();
            let (name, turned) = (name.next().unwrap_or_default(), name.next().is_some_and(|word| word == "rev"));
            let mut place = || items.next().and_then(|text| text.trim().parse::<i64>().ok()).unwrap_or(0).clamp(0, 100);
            let (column, row) = (place(), place());
            match by_name.get(name.as_str()) {
                Some(board) if found.len() < limits::BOARDS_LAID => found.push((*board, turned, column, row)),
                Some(_) => beyond.get_or_insert((name, 0)).1 += 1,
                None => {}
            }
        }
    }
    if found.is_empty() && !map.boards.is_empty() {
        found.push((0, false, 0, 0));
    }
    // The last of several in one place counts.
    let sizes: BTreeMap<(i64, i64), (i64, i64)> =
        (found.iter()).filter_map(|(board, _, column, row)| Some(((*column, *row), map.boards.get(*board)?.size))).collect();
    let size = |column: i64, row: i64| sizes.get(&(column, row)).copied().unwrap_or_default();
    let corner = |column: i64, row: i64| {
        let x: i64 = (0..column).map(|c| size(c, row).0).sum();
        let y: i64 = (0..row).map(|r| size(column, r).1).sum();
        (x + map.edge.0, y + map.edge.1)
    };
    let laid = |(board, turned, column, row): &(usize, bool, i64, i64)| Laid {
        board: *board,
        at: corner(*column, *row),
        turned: *turned,
    };
    (found.iter().map(laid).collect(), beyond)
}

/// The board under a point of a window, and the point on it.
pub(super) fn under(map: &Map, laid: &[Laid], x: i64, y: i64) -> Option<(usize, f64, f64)> {
    laid.iter().find_map(|laid| {
        let board = map.boards.get(laid.board)?;
        let (mut x, mut y) = (x - laid.at.0, y - laid.at.1);
        if x < 0 || y < 0 || x >= board.size.0 || y >= board.size.1 {
            return None;
        }
        if laid.turned {
            (x, y) = (board.size.0 - x, board.size.1 - y);
        }
        Some((laid.board, x as f64, y as f64))
    })
}

impl Places {
    /// Every grid and every box that the boards have.
    pub(super) fn of(maps: &[Map], report: &mut Report) -> Places {
        let mut places = Places::default();
        for (m, map) in maps.iter().enumerate() {
            for (b, board) in map.boards.iter().enumerate() {
                places.board(m, b, board, report);
            }
        }
        places
    }

    fn board(&mut self, m: usize, b: usize, board: &Board, report: &mut Report) {
        // Each hex looks for its zone among all of them.
        let corners: usize = board.grid.zones.iter().map(|zone| zone.path.len() + 1).sum();
        if let Some(Plain::Hexes(grid)) = &board.grid.around {
            self.lattice((m, b, None), board, (grid, corners), board.size, report);
        }
        if let Some(Plain::Regions(regions)) = &board.grid.around {
            self.regions(m, b, "", regions);
        }
        for (z, zone) in board.grid.zones.iter().enumerate() {
            let (left, top, right, bottom) = zone.bounds();
            match &zone.grid {
                _ if zone.as_around => {}
                Some(Plain::Hexes(grid)) => {
                    self.lattice((m, b, Some(z)), board, (grid, corners), (right - left, bottom - top), report);
                }
                Some(Plain::Regions(regions)) if !regions.is_empty() => self.regions(m, b, zone.name.trim(), regions),
                Some(Plain::Squares(grid)) if grid.numbering.is_some() && zone.format.contains("$gridLocation$") => {}
                _ if !zone.name.trim().is_empty() => {
                    let rect = [left as f64, top as f64, (right - left) as f64, (bottom - top) as f64];
                    self.room(m, "", zone.name.trim(), Some((b, rect)));
                }
                _ => {}
            }
        }
    }

    fn lattice(
        &mut self,
        key: (usize, usize, Option<usize>),
        board: &Board,
        (grid, corners): (&HexGrid, usize),
        size: (i64, i64),
        report: &mut Report,
    ) {
        let (width, height) = (board.size.0 as f64, board.size.1 as f64);
        // A zone has hexes only within itself.
        let zone = key.2.and_then(|z| board.grid.zones.get(z)).map(Zone::bounds);
        let (left, top, right, bottom) = zone.map_or((0.0, 0.0, width, height), |(left, top, right, bottom)| {
            ((left as f64).max(0.0), (top as f64).max(0.0), (right as f64).min(width), (bottom as f64).min(height))
        });
        let count = ((right - left).max(0.0) / grid.step.0 + 3.0) * ((bottom - top).max(0.0) / grid.step.1 + 3.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded by the size of a board")]
        let looks = (count as u64).saturating_mul(corners as u64);
        if self.cells + count > MOST || self.looks.saturating_add(looks) > LOOKS {
            let why =
                if self.cells + count > MOST { "it has more hexes than any map" } else { "its zones have too many corners" };
            report.lost("grid", why, format!("board `{}`", board.name));
            return;
        }
        self.cells += count;
        self.looks += looks;
        let mut cells = BTreeSet::new();
        // From beyond one corner to beyond the other.
        let (first, last) = (grid.raw(left, top), grid.raw(right, bottom));
        for nx in first.nx - 1..=last.nx + 1 {
            for ny in first.ny - 1..=last.ny + 1 {
                let raw = Raw { nx, ny };
                let (x, y) = grid.centre(raw);
                let on_board = x >= 0.0 && y >= 0.0 && x < width && y < height;
                if on_board && home(board, x, y) == Some(key.2) {
                    cells.insert(raw);
                }
            }
        }
        let lattice = Lattice { map: key.0, board: key.1, zone: key.2, grid: grid.clone(), size, cells };
        self.by_grid.insert(key, self.lattices.len());
        self.lattices.push(lattice);
    }

    fn regions(&mut self, m: usize, b: usize, zone: &str, regions: &[Region]) {
        let sizes = spans(regions);
        for (region, size) in regions.iter().zip(sizes) {
            let (x, y) = (region.at.0 as f64, region.at.1 as f64);
            if !region.name.trim().is_empty() {
                self.room(m, zone, region.name.trim(), Some((b, [x - size / 2.0, y - size / 2.0, size, size])));
            }
        }
    }

    /// The box of that name in a zone of a window; boards that stand for each other share their boxes.
    fn room(&mut self, map: usize, zone: &str, name: &str, rect: Option<(usize, [f64; 4])>) -> usize {
        let rooms = self.by_name.entry((map, name.to_owned())).or_default();
        let known = rooms.iter().copied().find(|n| self.rooms.get(*n).is_some_and(|room| room.zone == zone));
        if let Some(known) = known {
            return known;
        }
        let number = self.rooms.len();
        rooms.push(number);
        self.rooms.push(Room { map, zone: zone.to_owned(), name: name.to_owned(), rect, used: false });
        number
    }

    /// Why a point has no place.
    pub(super) fn why_not(&self) -> &'static str {
        if self.looks > LOOKS { "there are too many zones and regions to tell its place" } else { "it lies far off its board" }
    }

    /// Where a point of a board lies.
    pub(super) fn spot(&mut self, maps: &[Map], m: usize, b: usize, x: f64, y: f64) -> Option<Spot> {
        let map = maps.get(m)?;
        let board = map.boards.get(b)?;
        // Once there was too much, not even the counting goes on.
        if self.looks > LOOKS {
            return None;
        }
        let regions = board.grid.zones.iter().filter_map(|zone| zone.grid.as_ref()).chain(&board.grid.around);
        let regions = regions.map(|grid| if let Plain::Regions(regions) = grid { regions.len() } else { 0 });
        let corners = board.grid.zones.iter().map(|zone| zone.path.len() + 1);
        self.looks = self.looks.saturating_add(corners.chain(regions).sum::<usize>() as u64);
        if self.looks > LOOKS {
            return None;
        }
        let zone = board.grid.zones.iter().position(|zone| zone.contains(x, y));
        let known = zone.and_then(|z| board.grid.zones.get(z));
        let own = known.is_some_and(|zone| !zone.as_around);
        let grid = if own { known.and_then(|zone| zone.grid.as_ref()) } else { board.grid.around.as_ref() };
        let name = known.map_or("", |zone| zone.name.trim());
        let whole = || if board.name.is_empty() { map.name.clone() } else { board.name.clone() };
        match grid {
            Some(Plain::Hexes(hexes)) => {
                let key = (m, b, if own { zone } else { None });
                if let Some(lattice) = self.by_grid.get(&key).copied() {
                    // What lies far off its board is in no hex: the map would reach to it.
                    let far = |at: f64, size: i64, step: f64| at < -4.0 * step || at > size as f64 + 4.0 * step;
                    let step = hexes.step.0.max(hexes.step.1);
                    if far(x, board.size.0, step) || far(y, board.size.1, step) {
                        return None;
                    }
                    let raw = hexes.raw(x, y);
                    if let Some(lattice) = self.lattices.get_mut(lattice) {
                        lattice.cells.insert(raw);
                    }
                    return Some(Spot::Hex(lattice, raw));
                }
            }
            Some(Plain::Regions(regions)) => {
                if let Some(region) = nearest(regions, x, y).filter(|region| !region.name.trim().is_empty()) {
                    let name = region.name.trim().to_owned();
                    let zone = known.filter(|_| own).map_or("", |zone| zone.name.trim());
                    return Some(self.enter(m, zone, &name, None));
                }
            }
            Some(Plain::Squares(squares)) => {
                let size = match known.filter(|_| own) {
                    Some(zone) => {
                        let (left, top, right, bottom) = zone.bounds();
                        (right - left, bottom - top)
                    }
                    None => board.size,
                };
                let shown = known.is_none_or(|zone| zone.format.contains("$gridLocation$"));
                if let Some(cell) = squares.name(x, y, size).filter(|_| shown) {
                    let full = match known {
                        Some(zone) => zone.format.replace("$name$", name).replace("$gridLocation$", &cell),
                        None => format!("{} {cell}", whole()),
                    };
                    let (left, top, width, height) = squares.cell(x, y);
                    return Some(self.enter(m, "", full.trim(), Some((b, [left, top, width, height]))));
                }
            }
            None => {}
        }
        let name = if name.is_empty() { whole() } else { name.to_owned() };
        let rect = known.is_none().then_some((b, [0.0, 0.0, board.size.0 as f64, board.size.1 as f64]));
        Some(self.enter(m, "", &name, rect))
    }

    /// Where a point of a window without boards lies: in the window.
    pub(super) fn window(&mut self, m: usize, map: &Map) -> Spot {
        self.enter(m, "", &map.name.clone(), None)
    }

    fn enter(&mut self, map: usize, zone: &str, name: &str, rect: Option<(usize, [f64; 4])>) -> Spot {
        let number = self.room(map, zone, name, rect);
        if let Some(room) = self.rooms.get_mut(number) {
            room.used = true;
        }
        Spot::Room(number)
    }

    /// The place on a board that has this name, if one has.
    pub(super) fn named(&mut self, maps: &[Map], m: usize, b: usize, name: &str) -> Option<Spot> {
        let board = maps.get(m)?.boards.get(b)?;
        let lattices: Vec<usize> = if name.len() > NAME {
            Vec::new()
        } else {
            self.by_grid.range((m, b, None)..=(m, b, Some(usize::MAX))).map(|(_, n)| *n).collect()
        };
        self.looks = self.looks.saturating_add(100 * lattices.len() as u64);
        if self.looks > LOOKS {
            return None;
        }
        for n in lattices {
            let Some(lattice) = self.lattices.get_mut(n) else { continue };
            let Some(by) = lattice.grid.numbering.clone() else { continue };
            let zone = lattice.zone.and_then(|z| board.grid.zones.get(z));
            // A zone says what stands around the number.
            let inner = match zone {
                Some(zone) => within(&zone.format, &zone.name, name),
                None => Some(within(&by.format, "", name).unwrap_or(name)),
            };
            let Some(inner) = inner else { continue };
            if let Some(raw) = lattice.grid.named(inner, &by, lattice.size).filter(|raw| lattice.cells.contains(raw)) {
                return Some(Spot::Hex(n, raw));
            }
        }
        let room = self.named_room(m, board, name)?;
        if let Some(room) = self.rooms.get_mut(room) {
            room.used = true;
        }
        Some(Spot::Room(room))
    }
}

impl Places {
    /// The box of a name: plain where one alone has it, else with its zone, as that writes its places.
    fn named_room(&self, m: usize, board: &Board, name: &str) -> Option<usize> {
        let plain = self.by_name.get(&(m, name.to_owned())).map(Vec::as_slice).unwrap_or_default();
        if let [one] = plain {
            return Some(*one);
        }
        let own = plain.iter().copied().find(|n| self.rooms.get(*n).is_some_and(|room| room.zone.is_empty()));
        own.or_else(|| {
            board.grid.zones.iter().find_map(|zone| {
                let inner = within(&zone.format, &zone.name, name)?;
                let rooms = self.by_name.get(&(m, inner.to_owned()))?;
                rooms.iter().copied().find(|n| self.rooms.get(*n).is_some_and(|room| room.zone == zone.name.trim()))
            })
        })
        .or_else(|| {
            // A square without a zone is called after its board.
            let whole = matches!(&board.grid.around, Some(Plain::Squares(_))).then(|| format!("{} {name}", board.name))?;
            self.by_name.get(&(m, whole))?.first().copied()
        })
        .or(plain.first().copied())
    }
}

/// What stands for the number in a name of that format.
fn within<'n>(format: &str, zone: &str, name: &'n str) -> Option<&'n str> {
    let format = format.replace("$name$", zone);
    let (before, after) = format.split_once("$gridLocation$")?;
    name.strip_prefix(before)?.strip_suffix(after)
}

/// The zone whose grid counts at a point: its own, or that around (`None` within).
fn home(board: &Board, x: f64, y: f64) -> Option<Option<usize>> {
    match board.grid.zones.iter().position(|zone| zone.contains(x, y)) {
        None => Some(None),
        Some(z) => match board.grid.zones.get(z) {
            Some(zone) if zone.as_around => Some(None),
            Some(zone) if matches!(zone.grid, Some(Plain::Hexes(_))) => Some(Some(z)),
            _ => None,
        },
    }
}

/// How large each region may be drawn without lying over the next.
fn spans(regions: &[Region]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..regions.len()).collect();
    let at = |n: usize| regions.get(n).map_or((0, 0), |region| region.at);
    order.sort_by_key(|n| at(*n));
    let mut spans = vec![120.0f64; regions.len()];
    for (place, n) in order.iter().enumerate() {
        let (x, y) = at(*n);
        // Along the line only those that can still be nearer.
        for other in order.iter().skip(place + 1).take(400) {
            let (ox, oy) = at(*other);
            let across = (ox - x).abs() as f64;
            if across > 120.0 {
                break;
            }
            let apart = across.max((oy - y).abs() as f64).max(16.0);
            for n in [*n, *other] {
                if let Some(span) = spans.get_mut(n) {
                    *span = span.min(apart * 0.94);
                }
            }
        }
    }
    spans
}
