//! Grids of boards as sheets of one map: numbers as the game prints them, neighbours as they lie.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as Object, Value, json};

use super::grid::{Count, HexGrid, Numbering, Raw};
use super::module::Map;
use super::places::{Lattice, Places, layout};
use super::report::Report;
use crate::hexgrid::MAX_HEXES;

/// The most sheets that a map may have.
const SHEETS: usize = 64;

/// A sheet: lattices that count as one.
#[derive(Clone, Debug)]
struct LatticeSheet {
    grid: HexGrid,
    by: Numbering,
    size: (i64, i64),
    /// Where its first board lies in its window.
    corner: (i64, i64),
    map: usize,
    prefix: String,
    name: String,
    /// The numbers of each cell, column before row, as we count.
    cells: BTreeMap<Raw, (i64, i64)>,
    /// The lattices in it.
    members: Vec<usize>,
    join: Option<Value>,
    /// Whether its board lies in its window from the start, rather than in another's stead.
    laid: bool,
    span: Span,
}

/// Cells from the first column and row to the last; none if the first is behind the last.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: Raw,
    high: Raw,
}

impl Default for Span {
    fn default() -> Self {
        Span { low: Raw { nx: i64::MAX, ny: i64::MAX }, high: Raw { nx: i64::MIN, ny: i64::MIN } }
    }
}

impl Span {
    fn with(self, raw: Raw) -> Span {
        let low = Raw { nx: self.low.nx.min(raw.nx), ny: self.low.ny.min(raw.ny) };
        Span { low, high: Raw { nx: self.high.nx.max(raw.nx), ny: self.high.ny.max(raw.ny) } }
    }

    /// Whether a cell lies within it, or beside.
    fn near(self, raw: Raw) -> bool {
        let within = |n: i64, low: i64, high: i64| n >= low.saturating_sub(1) && n <= high.saturating_add(1);
        within(raw.nx, self.low.nx, self.high.nx) && within(raw.ny, self.low.ny, self.high.ny)
    }

    fn size(self) -> i64 {
        let along = |low: i64, high: i64| high.saturating_sub(low).saturating_add(1).max(0);
        along(self.low.nx, self.high.nx).saturating_mul(along(self.low.ny, self.high.ny))
    }
}

/// The hexes of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Hexes {
    sheets: Vec<LatticeSheet>,
    /// The sheet of a lattice, and how far its cells lie from that sheet's, in pixels.
    homes: BTreeMap<usize, (usize, (f64, f64))>,
}

impl Hexes {
    /// Makes sheets of all lattices.
    pub(super) fn of(places: &Places, maps: &[Map], report: &mut Report) -> Hexes {
        let mut hexes = Hexes::default();
        let lattices = &places.lattices;
        // Flat or pointy: what most hexes are.
        let count =
            |sideways: bool| -> usize { lattices.iter().filter(|l| l.grid.sideways == sideways).map(|l| l.cells.len()).sum() };
        let sideways = count(true) > count(false);
        // Where each board of each window is laid: found once, for there may be as many lattices as boards.
        let corners: Vec<BTreeMap<usize, (i64, i64)>> =
            maps.iter().map(|map| layout(map, None).into_iter().rev().map(|laid| (laid.board, laid.at)).collect()).collect();
        for (n, lattice) in lattices.iter().enumerate() {
            let called = board_name(maps, lattice);
            if lattice.grid.sideways != sideways {
                report.lost("grid", "its hexes stand the other way than those of the map", called);
                continue;
            }
            if hexes.sheets.len() >= SHEETS {
                report.lost("grid", "a map has at most 64 sheets", called);
                continue;
            }
            let corner = corners.get(lattice.map).and_then(|laid| laid.get(&lattice.board)).copied();
            hexes.add(n, lattice, corner, maps, report);
        }
        hexes.prefixes(maps, lattices);
        hexes.joins();
        hexes
    }

    fn add(&mut self, n: usize, lattice: &Lattice, corner: Option<(i64, i64)>, maps: &[Map], report: &mut Report) {
        let by = match &lattice.grid.numbering {
            Some(by) => by.clone(),
            None => {
                let told = format!("the hexes of {} have no numbers; they count from 0101", board_name(maps, lattice));
                report.guessed(told);
                fresh(lattice)
            }
        };
        let alone = corner.is_none();
        let mut sheet = LatticeSheet {
            grid: lattice.grid.clone(),
            by,
            size: lattice.size,
            corner: corner.unwrap_or((0, 0)),
            map: lattice.map,
            prefix: String::new(),
            name: board_name(maps, lattice),
            cells: BTreeMap::new(),
            members: vec![n],
            join: None,
            laid: !alone,
            span: Span::default(),
        };
        let mut below = 0;
        for raw in &lattice.cells {
            let (across, down) = sheet.grid.numbers(*raw, &sheet.by, sheet.size);
            let (column, row) = if sheet.grid.sideways { (down, across) } else { (across, down) };
            if column < 0 || row < 0 {
                below += 1;
            } else {
                sheet.cells.insert(*raw, (column, row));
            }
        }
        if below > 0 {
            report.lost("hexes", "their numbers are below naught", format!("{below} of {}", sheet.name));
        }
        if sheet.cells.is_empty() {
            report.lost("grid", "no hex of it lies on its board", sheet.name);
            return;
        }
        sheet.span = sheet.cells.keys().fold(Span::default(), |span, raw| span.with(*raw));
        let all: i64 = self.sheets.iter().map(|sheet| sheet.span.size()).sum();
        let others = |known: &LatticeSheet| all - known.span.size();
        for (s, known) in self.sheets.iter_mut().enumerate() {
            if known.map != sheet.map {
                continue;
            }
            // Boards that stand for each other have the same hexes in the same places.
            let same = alone && known.grid == sheet.grid && known.by == sheet.by;
            let shift = if same {
                Some((0.0, 0.0))
            } else {
                known.continues(&sheet).filter(|_| !alone).filter(|shift| known.counts_on(&sheet, *shift))
            };
            // Far boards of one pattern are sheets of their own: the hexes between them would be written out.
            let shift = shift.filter(|shift| known.span(&sheet, *shift).size() + others(known) <= i64::from(MAX_HEXES));
            if let Some(shift) = shift {
                for (raw, numbers) in &sheet.cells {
                    let place = known.place(&sheet, *raw, shift);
                    known.span = known.span.with(place);
                    known.cells.entry(place).or_insert(*numbers);
                }
                known.members.push(n);
                self.homes.insert(n, (s, shift));
                return;
            }
        }
        if all + sheet.span.size() > i64::from(MAX_HEXES) {
            report.lost("grid", "the map has more hexes than any", sheet.name);
            return;
        }
        self.homes.insert(n, (self.sheets.len(), (0.0, 0.0)));
        self.sheets.push(sheet);
    }

    /// Letters before the numbers: those that the module writes there, or where there are several sheets some of their own.
    fn prefixes(&mut self, maps: &[Map], lattices: &[Lattice]) {
        let several = self.sheets.len() > 1;
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for sheet in &mut self.sheets {
            let told = sheet.by.format.strip_suffix("$gridLocation$").unwrap_or_default();
            let fine = told.len() <= 8 && told.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | ':' | '_'));
            if !told.is_empty() && fine && taken.insert(told.to_owned()) {
                told.clone_into(&mut sheet.prefix);
            }
        }
        for sheet in self.sheets.iter_mut().filter(|sheet| several && sheet.prefix.is_empty()) {
            let first = sheet.members.first().and_then(|n| lattices.get(*n));
            let own = first.map_or_else(String::new, |lattice| own_name(maps, lattice));
            let letters: Vec<char> = own.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase()).collect();
            let words = own.split_whitespace().filter_map(|word| word.chars().next());
            let initials: String = words.filter(char::is_ascii_uppercase).collect();
            let mut tries: Vec<String> = letters.first().map(ToString::to_string).into_iter().collect();
            tries.extend((initials.len() > 1 && initials.len() < 5).then_some(initials));
            tries.extend((2..=letters.len().min(4)).map(|n| letters.iter().take(n).collect()));
            tries.extend((b'A'..=b'Z').map(|c| char::from(c).to_string()));
            tries.extend((1..100).map(|n| format!("S{n}")));
            // Letters before letters would run together.
            let lettered = if sheet.by.across_first { sheet.by.across.letters } else { sheet.by.down.letters };
            let end = if lettered { ":" } else { "" };
            let found = tries.into_iter().map(|text| format!("{text}{end}")).find(|text| !taken.contains(text));
            sheet.prefix = found.unwrap_or_default();
            taken.insert(sheet.prefix.clone());
        }
    }

    /// How each sheet lies to one before it; those that touch none lie apart.
    fn joins(&mut self) {
        for s in 1..self.sheets.len() {
            let (before, from) = self.sheets.split_at(s);
            let Some(sheet) = from.first() else { continue };
            let join = before.iter().filter(|known| known.map == sheet.map).find_map(|known| known.join(sheet));
            if let Some(sheet) = self.sheets.get_mut(s) {
                sheet.join = join;
            }
        }
    }

    /// The name of a cell.
    pub(super) fn name(&self, lattices: &[Lattice], lattice: usize, raw: Raw) -> Option<String> {
        let (sheet, raw) = self.cell(lattices, lattice, raw)?;
        sheet.cells.get(&raw).map(|numbers| sheet.written(*numbers))
    }

    fn cell(&self, lattices: &[Lattice], lattice: usize, raw: Raw) -> Option<(&LatticeSheet, Raw)> {
        let (s, shift) = self.homes.get(&lattice)?;
        let sheet = self.sheets.get(*s)?;
        let (x, y) = lattices.get(lattice)?.grid.centre(raw);
        let raw = if *shift == (0.0, 0.0) { raw } else { sheet.grid.raw(x + shift.0, y + shift.1) };
        Some((sheet, raw))
    }

    /// Leaves away what a module of ours does not count among its hexes: its boards have margins.
    pub(super) fn keep(&mut self, names: &BTreeSet<&str>) {
        for sheet in &mut self.sheets {
            let bare = sheet.clone();
            sheet.cells.retain(|_, numbers| names.contains(bare.written(*numbers).as_str()));
        }
        self.sheets.retain(|sheet| !sheet.cells.is_empty());
    }

    /// How many hexes there are.
    pub(super) fn len(&self) -> usize {
        self.sheets.iter().map(|sheet| sheet.cells.len()).sum()
    }

    /// `grid` and `terrain` of map.json, or `sheets`.
    pub(super) fn written(&self, across_mm: Option<f64>, report: &mut Report) -> Object<String, Value> {
        let mut map = Object::new();
        match self.sheets.as_slice() {
            [] => {}
            [one] if one.prefix.is_empty() => {
                let (grid, terrain) = one.spec(across_mm, report);
                map.insert("grid".to_owned(), grid);
                map.insert("terrain".to_owned(), terrain);
            }
            several => {
                let sheets = several.iter().enumerate().map(|(n, sheet)| {
                    let (grid, terrain) = sheet.spec(across_mm, report);
                    let mut value = json!({"prefix": sheet.prefix, "name": sheet.name, "grid": grid, "terrain": terrain});
                    if let (Some(object), true) = (value.as_object_mut(), n > 0) {
                        match &sheet.join {
                            Some(join) => object.insert("joins".to_owned(), json!([join])),
                            None => object.insert("apart".to_owned(), json!(true)),
                        };
                    }
                    value
                });
                let sheets: Vec<Value> = sheets.collect();
                map.insert("sheets".to_owned(), Value::Array(sheets));
            }
        }
        map
    }

    /// Boards with hexes: map, board, and where some of its hexes lie on it.
    pub(super) fn pictures(&self, lattices: &[Lattice]) -> Vec<(usize, usize, BTreeMap<String, [f64; 2]>)> {
        let mut found: Vec<(usize, usize, BTreeMap<String, [f64; 2]>)> = Vec::new();
        for (n, lattice) in lattices.iter().enumerate() {
            let named = lattice.cells.iter().filter_map(|raw| Some((self.name(lattices, n, *raw)?, lattice.grid.centre(*raw))));
            let all: Vec<(String, (f64, f64))> = named.collect();
            // The four that lie nearest to the corners.
            let ways: [fn(f64, f64) -> f64; 4] = [|x, y| x + y, |x, y| x - y, |x, y| y - x, |x, y| -x - y];
            let corners = ways.iter().filter_map(|way| all.iter().min_by(|a, b| way(a.1.0, a.1.1).total_cmp(&way(b.1.0, b.1.1))));
            let at: BTreeMap<String, [f64; 2]> = corners.map(|(name, (x, y))| (name.clone(), [cents(*x), cents(*y)])).collect();
            match found.iter_mut().find(|(map, board, _)| (*map, *board) == (lattice.map, lattice.board)) {
                // The zones of a board lie on one picture; the largest tells best.
                Some((_, _, known)) => {
                    if known.len() < at.len() {
                        *known = at;
                    }
                }
                None => found.push((lattice.map, lattice.board, at)),
            }
        }
        found.retain(|(.., at)| at.len() >= 3);
        // Boards that stand for each other: the first is shown.
        let mut seen = BTreeSet::new();
        found.retain(|(map, _, at)| seen.insert((*map, at.keys().cloned().collect::<Vec<_>>())));
        found
    }

    /// The size of a hex across its flats, in pixels.
    pub(super) fn across(&self) -> Option<f64> {
        self.sheets.first().map(|sheet| sheet.grid.step.1)
    }
}

fn cents(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn own_name(maps: &[Map], lattice: &Lattice) -> String {
    let map = maps.get(lattice.map);
    let board = map.and_then(|map| map.boards.get(lattice.board));
    let zone = lattice.zone.and_then(|z| board?.grid.zones.get(z)).map(|zone| zone.name.clone());
    let name = zone.filter(|name| !name.trim().is_empty()).or_else(|| board.map(|board| board.name.clone()));
    name.filter(|name| !name.trim().is_empty()).or_else(|| map.map(|map| map.name.clone())).unwrap_or_default()
}

fn board_name(maps: &[Map], lattice: &Lattice) -> String {
    let own = own_name(maps, lattice);
    if own.trim().is_empty() { "the map".to_owned() } else { own.trim().to_owned() }
}

/// Numbers for hexes that have none: from 0101 at the upper left.
fn fresh(lattice: &Lattice) -> Numbering {
    let least = |of: fn(&Raw) -> i64| lattice.cells.iter().map(of).min().unwrap_or(0);
    let (nx, ny) = (least(|raw| raw.nx), least(|raw| raw.ny));
    let span = |of: fn(&Raw) -> i64| lattice.cells.iter().map(of).max().unwrap_or(0) - least(of) + 1;
    let digits = |count: i64| {
        if count > 999 {
            3
        } else if count > 99 {
            2
        } else {
            1
        }
    };
    let count = |least: i64, leading: i64| Count { letters: false, leading, offset: 1 - least, descends: false };
    Numbering {
        // Where a corner is on top, what the engine calls columns are rows.
        across_first: !lattice.grid.sideways,
        divider: String::new(),
        across: count(nx, digits(span(|raw| raw.nx))),
        down: count(ny, digits(span(|raw| raw.ny))),
        stagger: false,
        format: "$gridLocation$".to_owned(),
    }
}

impl LatticeSheet {
    /// The count of our columns, and that of our rows.
    fn counts(&self) -> (&Count, &Count) {
        if self.grid.sideways { (&self.by.down, &self.by.across) } else { (&self.by.across, &self.by.down) }
    }

    /// Whether columns count from the east, and rows from the south.
    fn falls(&self) -> (bool, bool) {
        (self.by.across.descends, self.by.down.descends)
    }

    /// A name as we write it.
    fn written(&self, (column, row): (i64, i64)) -> String {
        let (columns, rows) = self.counts();
        let (column, row) = (columns.printed(column), rows.printed(row));
        let column_first = self.by.across_first != self.grid.sideways;
        let (first, second) = if column_first { (column, row) } else { (row, column) };
        format!("{}{first}{}{second}", self.prefix, self.divider().0)
    }

    /// What stands between the two numbers, and whether that is what the module has.
    fn divider(&self) -> (String, bool) {
        let own = &self.by.divider;
        let fine =
            own.chars().all(|c| !c.is_alphanumeric() && !c.is_whitespace() && !c.is_control() && !matches!(c, '/' | '|' | '-'));
        let (columns, rows) = self.counts();
        // Without a mark the two must not run together.
        let clear = |count: &Count| count.letters || count.leading > 0;
        let told_apart = (columns.letters != rows.letters) || (!columns.letters && clear(columns) && clear(rows));
        match (own.is_empty(), fine) {
            (true, _) if told_apart => (String::new(), true),
            (false, true) => (own.clone(), true),
            (false, false) if own == "-" => ("-".to_owned(), true),
            _ => (".".to_owned(), false),
        }
    }

    /// The cell of this sheet in which a cell of another lies.
    fn place(&self, other: &LatticeSheet, raw: Raw, shift: (f64, f64)) -> Raw {
        let (x, y) = other.grid.centre(raw);
        self.grid.raw(x + shift.0, y + shift.1)
    }

    /// The cells that both together reach over.
    fn span(&self, other: &LatticeSheet, shift: (f64, f64)) -> Span {
        other.cells.keys().fold(self.span, |span, raw| span.with(self.place(other, *raw, shift)))
    }

    /// Whether another sheet's hexes fall on the same pattern: how far its points lie from ours, in pixels.
    fn continues(&self, other: &LatticeSheet) -> Option<(f64, f64)> {
        let near = |a: f64, b: f64| (a - b).abs() <= a * 0.01;
        if self.grid.sideways != other.grid.sideways
            || !near(self.grid.step.0, other.grid.step.0)
            || !near(self.grid.step.1, other.grid.step.1)
        {
            return None;
        }
        let shift = ((other.corner.0 - self.corner.0) as f64, (other.corner.1 - self.corner.1) as f64);
        let raw = other.cells.keys().next()?;
        let (x, y) = other.grid.centre(*raw);
        let (x, y) = (x + shift.0, y + shift.1);
        let (cx, cy) = self.grid.centre(self.grid.raw(x, y));
        ((x - cx).hypot(y - cy) < self.grid.step.1 * 0.25).then_some(shift)
    }

    /// Whether another sheet goes on with our numbers.
    fn counts_on(&self, other: &LatticeSheet, shift: (f64, f64)) -> bool {
        if self.by.across_first != other.by.across_first || self.by.divider != other.by.divider {
            return false;
        }
        let alike = |a: &Count, b: &Count| a.letters == b.letters && a.leading == b.leading;
        if !alike(&self.by.across, &other.by.across) || !alike(&self.by.down, &other.by.down) {
            return false;
        }
        other.cells.iter().all(|(raw, numbers)| {
            let (across, down) = self.grid.numbers(self.place(other, *raw, shift), &self.by, self.size);
            let ours = if self.grid.sideways { (down, across) } else { (across, down) };
            ours == *numbers
        })
    }

    /// How another sheet of the same pattern touches this one.
    fn join(&self, other: &LatticeSheet) -> Option<Value> {
        if !self.laid || !other.laid {
            return None;
        }
        let shift = self.continues(other)?;
        for (raw, numbers) in &other.cells {
            let place = self.place(other, *raw, shift);
            // What lies beyond all of ours touches none: there may be many sheets.
            if !self.span.near(place) {
                continue;
            }
            if let Some(ours) = self.cells.get(&place) {
                return Some(json!({"same": [self.written(*ours), other.written(*numbers)]}));
            }
            for (way, near) in around(place, self.grid.sideways) {
                if let Some(ours) = self.cells.get(&near) {
                    return Some(json!({"touching": [other.written(*numbers), self.written(*ours)], "way": way}));
                }
            }
        }
        None
    }

    /// The grid, and the terrain: open ground, and what is off the map.
    fn spec(&self, across_mm: Option<f64>, report: &mut Report) -> (Value, Value) {
        let columns = || self.cells.values().map(|(column, _)| *column);
        let rows = || self.cells.values().map(|(_, row)| *row);
        let (first_column, last_column) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let (first_row, last_row) = (rows().min().unwrap_or(0), rows().max().unwrap_or(0));
        let (divider, exact) = self.divider();
        if !exact {
            let found = self.by.name((1, 11));
            report.guessed(format!(
                "{}: hexes are called as `{}` rather than `{found}`, which could not be read",
                self.name,
                self.written((1, 11))
            ));
        }
        let (count, down) = self.counts();
        let column = count.pattern('C', 'A', last_column);
        let row = down.pattern('R', 'a', last_row);
        let column_first = self.by.across_first != self.grid.sideways;
        let numbers = if column_first { format!("{column}{divider}{row}") } else { format!("{row}{divider}{column}") };
        let (east, south) = self.falls();
        let corner = match (east, south) {
            (false, false) => "north-west",
            (true, false) => "north-east",
            (false, true) => "south-west",
            (true, true) => "south-east",
        };
        let bare = LatticeSheet { prefix: String::new(), ..self.clone() };
        let mut grid = json!({
            "columns": last_column - first_column + 1,
            "rows": last_row - first_row + 1,
            "numbers": numbers,
            "first": bare.written((first_column, first_row)),
        });
        if let Some(grid) = grid.as_object_mut() {
            if self.grid.sideways {
                grid.insert("top".to_owned(), json!("pointy"));
            }
            if corner != "north-west" {
                grid.insert("corner".to_owned(), json!(corner));
            }
            if count.letters || down.letters {
                grid.insert("letters".to_owned(), json!("doubled"));
            }
            if let Some((a, b)) = self.touching() {
                grid.insert("touching".to_owned(), json!([bare.written(a), bare.written(b)]));
            }
            if let Some(mm) = across_mm {
                grid.insert("across-flats-mm".to_owned(), json!(mm));
            }
        }
        let there: BTreeSet<(i64, i64)> = self.cells.values().copied().collect();
        let whole = i64::try_from(there.len()).unwrap_or(0) == (last_column - first_column + 1) * (last_row - first_row + 1);
        let terrain = if whole {
            json!({"default": "open"})
        } else {
            let across: Vec<i64> = ordered(first_column, last_column, east);
            let rows = ordered(first_row, last_row, south).into_iter().map(|row| {
                let glyph = |column: &i64| if there.contains(&(*column, row)) { "." } else { "-" };
                across.iter().map(glyph).collect::<Vec<_>>().join(" ")
            });
            json!({"legend": {".": "open", "-": "off-map"}, "rows": rows.collect::<Vec<_>>()})
        };
        (grid, terrain)
    }

    /// Two hexes that touch and have another number each way: they tell which columns lie lower.
    fn touching(&self) -> Option<((i64, i64), (i64, i64))> {
        self.cells.iter().find_map(|(raw, here)| {
            let near = [
                Raw { nx: raw.nx + 1, ny: raw.ny },
                Raw { nx: raw.nx + 1, ny: raw.ny + if raw.nx.rem_euclid(2) == 1 { 1 } else { -1 } },
            ];
            near.iter()
                .filter_map(|near| self.cells.get(near))
                .find(|there| there.0 != here.0 && there.1 != here.1)
                .map(|there| (*here, *there))
        })
    }
}

fn ordered(first: i64, last: i64, falls: bool) -> Vec<i64> {
    if falls { (first..=last).rev().collect() } else { (first..=last).collect() }
}

impl Count {
    /// A number as we print it.
    fn printed(&self, value: i64) -> String {
        if self.letters {
            let letter = char::from(b'A' + u8::try_from(value.rem_euclid(26)).unwrap_or(0));
            return letter.to_string().repeat(usize::try_from(value / 26).unwrap_or(0).min(64) + 1);
        }
        let width = usize::try_from(self.leading).unwrap_or(0) + 1;
        format!("{value:0width$}")
    }

    /// How the format writes such a count.
    fn pattern(&self, digits: char, letters: char, last: i64) -> String {
        let width = usize::try_from(self.leading).unwrap_or(0) + 1;
        let grows = width > 1 && last.to_string().len() > width;
        let more = if grows { digits.to_ascii_lowercase().to_string() } else { String::new() };
        if self.letters { letters.to_string() } else { format!("{}{more}", digits.to_string().repeat(width)) }
    }
}

/// The six neighbours of a cell, by the way from it.
fn around(Raw { nx, ny }: Raw, sideways: bool) -> [(&'static str, Raw); 6] {
    let lower = i64::from(nx.rem_euclid(2) == 1);
    let ways = if sideways { ["w", "e", "nw", "ne", "sw", "se"] } else { ["n", "s", "nw", "sw", "ne", "se"] };
    let near = [
        Raw { nx, ny: ny - 1 },
        Raw { nx, ny: ny + 1 },
        Raw { nx: nx - 1, ny: ny - 1 + lower },
        Raw { nx: nx - 1, ny: ny + lower },
        Raw { nx: nx + 1, ny: ny - 1 + lower },
        Raw { nx: nx + 1, ny: ny + lower },
    ];
    let [a, b, c, d, e, f] = near;
    let [wa, wb, wc, wd, we, wf] = ways;
    [(wa, a), (wb, b), (wc, c), (wd, d), (we, e), (wf, f)]
}
