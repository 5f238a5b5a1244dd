//! The grid of a board: where VASSAL puts the centre of each hex, and how it counts. What it would name is reckoned by
//! its own formulas and compared with what is printed, for every hex: a numbering that is wrong anywhere is not used.

use super::xml::{Component, part};
use crate::hexgrid::{Board, Point, Top};

const HEX: &str = "VASSAL.build.module.map.boardPicker.board.HexGrid";
const NUMBERS: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering";
const REGIONS: &str = "VASSAL.build.module.map.boardPicker.board.RegionGrid";
const REGION: &str = "VASSAL.build.module.map.boardPicker.board.Region";

/// The grid of hexes on a board.
pub(super) struct Grid {
    /// For the whole board.
    pub(super) part: Option<Component>,
    /// For each sheet, where the sheets count for themselves: in a zone with this outline.
    pub(super) sheets: Vec<SheetGrid>,
    /// Where a piece lies in each hex, as the engine would snap it.
    pub(super) centres: Vec<(i64, i64)>,
    /// Whether a thread measures hexes there: among regions the engine measures pixels.
    pub(super) measured: bool,
}

/// The grid of one sheet.
pub(super) struct SheetGrid {
    pub(super) name: String,
    /// The corners of its outline.
    pub(super) outline: Vec<(i64, i64)>,
    pub(super) part: Component,
}

/// A hex as VASSAL counts: columns and rows, from the first, swapped where rows are straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Raw {
    nx: i64,
    ny: i64,
}

#[derive(Clone, Debug, PartialEq)]
struct Numbering {
    across_first: bool,
    prefix: String,
    separator: String,
    suffix: String,
    letters: (bool, bool),
    leading: (i64, i64),
    offset: (i64, i64),
    descend: (bool, bool),
    stagger: bool,
}

/// A printed name in two counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Label {
    first: String,
    second: String,
}

/// Finds the grid: hexes with their centres in pixels, the size of the board, the size of a hex across its flats, and the
/// outlines of its sheets.
pub(super) fn grid(board: &Board, centres: &[Point], size: (i64, i64), across: f64, sheets: &[Option<Vec<Point>>]) -> Grid {
    if board.is_empty() {
        return Grid { part: None, sheets: Vec::new(), centres: Vec::new(), measured: false };
    }
    let sideways = board.top() == Top::Pointy;
    let names: Vec<String> = board.hexes().map(|hex| board.name(hex)).collect();
    if let Some((part, centres)) = counted(&names, centres, size, across, sideways) {
        return Grid { part: Some(part), sheets: Vec::new(), centres, measured: true };
    }
    if let Some(grid) = by_sheets(board, &names, centres, across, sheets) {
        return grid;
    }
    let (part, centres) = regions(&names, centres);
    Grid { part: Some(part), sheets: Vec::new(), centres, measured: false }
}

/// Where VASSAL cannot count so, every hex is a region with its own name.
fn regions(names: &[String], centres: &[Point]) -> (Component, Vec<(i64, i64)>) {
    let centres: Vec<(i64, i64)> = centres.iter().map(|point| (whole(point.x), whole(point.y))).collect();
    let all = centres.iter().zip(names);
    let regions = all.map(|((x, y), name)| part(REGION).with("name", name).with("originx", x).with("originy", y));
    let part = part(REGIONS).with("snapto", true).with("visible", false).with("fontsize", 9).all(regions);
    (part, centres)
}

/// A grid for each sheet; nothing where one has no outline, or where sheets without a common lattice cannot be counted.
fn by_sheets(board: &Board, names: &[String], centres: &[Point], across: f64, sheets: &[Option<Vec<Point>>]) -> Option<Grid> {
    if sheets.is_empty() {
        return None;
    }
    let sideways = board.top() == Top::Pointy;
    // Sheets that join have one lattice: behind them lies a grid without numbers, by which ranges from sheet to sheet are
    // measured.
    let behind = lattice(centres, across, sideways).map(|lattice| lattice.part(sideways));
    let mut found = Grid { part: behind, sheets: Vec::new(), centres: vec![(0, 0); names.len()], measured: true };
    for (n, outline) in sheets.iter().enumerate() {
        let path: Vec<(i64, i64)> = outline.as_ref()?.iter().map(|point| (whole(point.x), whole(point.y))).collect();
        let own: Vec<usize> = board.hexes().filter(|hex| board.sheet(*hex) == Some(n)).map(|hex| hex.index()).collect();
        let some: Vec<String> = own.iter().filter_map(|hex| names.get(*hex)).cloned().collect();
        let at: Vec<Point> = own.iter().filter_map(|hex| centres.get(*hex)).copied().collect();
        let span = |of: &dyn Fn(&(i64, i64)) -> i64| {
            let (least, most) = (path.iter().map(of).min().unwrap_or(0), path.iter().map(of).max().unwrap_or(0));
            most - least
        };
        let size = (span(&|(x, _)| *x), span(&|(_, y)| *y));
        let (part, snapped) = match counted(&some, &at, size, across, sideways) {
            Some(found) => found,
            // Areas around a counter are drawn by the lattice behind it, which a list of regions alone does not have.
            None if found.part.is_some() => {
                found.measured = false;
                regions(&some, &at)
            }
            None => return None,
        };
        for (hex, at) in own.iter().zip(snapped) {
            *found.centres.get_mut(*hex)? = at;
        }
        let prefix = board.sheets().get(n).map_or("", |sheet| sheet.prefix());
        let name = if prefix.is_empty() { format!("Sheet {}", n + 1) } else { format!("Sheet {prefix}") };
        found.sheets.push(SheetGrid { name, outline: path, part });
    }
    Some(found)
}

/// Hexes as the engine spaces them.
struct Lattice {
    x0: i64,
    y0: i64,
    dx: f64,
    dy: f64,
    raws: Vec<Raw>,
    /// Where each hex lies.
    snapped: Vec<(i64, i64)>,
}

impl Lattice {
    /// The grid without a numbering.
    fn part(&self, sideways: bool) -> Component {
        part(HEX)
            .with("x0", self.x0)
            .with("y0", self.y0)
            .with("dx", self.dx)
            .with("dy", self.dy)
            .with("sideways", sideways)
            .with("snapTo", true)
            .with("edgesLegal", false)
            .with("cornersLegal", false)
            .with("visible", false)
            .with("dotsVisible", false)
            .with("color", "0,0,0")
    }
}

/// The lattice on which all these hexes lie; nothing if there is none.
fn lattice(centres: &[Point], across: f64, sideways: bool) -> Option<Lattice> {
    let turned = |point: Point| if sideways { (point.y, point.x) } else { (point.x, point.y) };
    let points: Vec<(f64, f64)> = centres.iter().map(|point| turned(*point)).collect();
    let (dx, dy) = (across * 3f64.sqrt() / 2.0, across);
    let first = points.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)))?;
    let (x0, y0) = (whole(first.0), whole(first.1));
    let raws: Vec<Raw> = points.iter().map(|point| raw(*point, (x0, y0), (dx, dy))).collect();
    let snapped: Vec<(i64, i64)> = raws
        .iter()
        .map(|raw| {
            let (x, y) = snap(*raw, (x0, y0), (dx, dy));
            if sideways { (y, x) } else { (x, y) }
        })
        .collect();
    // The engine cuts off what is behind the comma, up to three times: so far a centre may be off.
    let lies = |(at, point): (&(i64, i64), &Point)| (at.0 as f64 - point.x).abs() < 3.0 && (at.1 as f64 - point.y).abs() < 3.0;
    snapped.iter().zip(centres).all(lies).then_some(Lattice { x0, y0, dx, dy, raws, snapped })
}

/// A grid that VASSAL counts as it is printed, and where each hex lies in it.
fn counted(
    names: &[String],
    centres: &[Point],
    size: (i64, i64),
    across: f64,
    sideways: bool,
) -> Option<(Component, Vec<(i64, i64)>)> {
    let found = lattice(centres, across, sideways)?;
    let by = numbering(names, &found.raws, size, (found.dx, found.dy), sideways)?;
    Some((found.part(sideways).has(numbers(&by)), found.snapped))
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a board that was drawn")]
fn whole(value: f64) -> i64 {
    value.round() as i64
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a board that was drawn")]
fn cut(value: f64) -> i64 {
    value.trunc() as i64
}

fn raw((x, y): (f64, f64), (x0, y0): (i64, i64), (dx, dy): (f64, f64)) -> Raw {
    let nx = whole((x - x0 as f64) / dx);
    let down = if nx.rem_euclid(2) == 1 { dy / 2.0 } else { 0.0 };
    Raw { nx, ny: whole((y - y0 as f64 - down) / dy) }
}

/// Where the engine puts the centre of a hex.
fn snap(raw: Raw, (x0, y0): (i64, i64), (dx, dy): (f64, f64)) -> (i64, i64) {
    let x = cut(dx * raw.nx as f64 + x0 as f64);
    let down = if raw.nx.rem_euclid(2) == 1 { cut(dy / 2.0) } else { 0 };
    (x, cut(dy * raw.ny as f64 + (down + y0) as f64))
}

/// A name in two counts, and what stands between them: letters then digits, or two counts with signs between them, or
/// digits that may be parted anywhere, first in the middle.
fn splits(name: &str) -> Vec<(Label, String)> {
    let label = |first: &str, second: &str| Label { first: first.to_owned(), second: second.to_owned() };
    let pure = |text: &str| {
        !text.is_empty() && (text.bytes().all(|b| b.is_ascii_digit()) || text.bytes().all(|b| b.is_ascii_uppercase()))
    };
    let halves = |at: usize, width: usize| Some((name.get(..at)?, name.get(at + width..)?));
    let counts = |at: usize, width: usize| halves(at, width).filter(|(first, second)| pure(first) && pure(second));
    if let Some(at) = name.find(|c: char| !c.is_ascii_alphanumeric()) {
        let rest = name.get(at..).unwrap_or_default();
        let sign = rest.get(..rest.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(rest.len())).unwrap_or_default();
        let found = counts(at, sign.len()).map(|(first, second)| (label(first, second), sign.to_owned()));
        return found.into_iter().collect();
    }
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let mut places: Vec<usize> = if letters > 0 { vec![letters] } else { (1..name.len()).collect() };
    places.sort_by_key(|at| at.abs_diff(name.len() / 2));
    places.iter().filter_map(|at| counts(*at, 0)).map(|(first, second)| (label(first, second), String::new())).collect()
}

/// What a count stands for, and whether it is in letters.
fn value(text: &str) -> Option<(i64, bool)> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return text.parse().ok().map(|n| (n, false));
    }
    let first = text.bytes().next()?;
    // VASSAL repeats a letter: Z, AA, BB.
    let same = text.bytes().all(|b| b == first);
    same.then(|| (i64::from(first - b'A') + 26 * (i64::try_from(text.len()).unwrap_or(1) - 1), true))
}

/// How VASSAL writes a count.
fn written(n: i64, letters: bool, leading: i64) -> String {
    if letters {
        let size = n.abs();
        let letter = char::from(b'A' + u8::try_from(size % 26).unwrap_or(0));
        let sign = if n < 0 { "-" } else { "" };
        return format!("{sign}{}", letter.to_string().repeat(usize::try_from(size / 26 + 1).unwrap_or(1)));
    }
    let width = usize::try_from(leading + 1).unwrap_or(1);
    if n < 0 { format!("-{:0width$}", -n) } else { format!("{n:0width$}") }
}

/// The name that VASSAL gives to a hex.
fn name(raw: Raw, by: &Numbering, size: (i64, i64), (dx, dy): (f64, f64), sideways: bool) -> String {
    // The two maxima use the other spacing: so does the engine.
    let most_rows = floor(size.1 as f64 / dx + 0.5);
    let most_columns = floor(size.0 as f64 / dy + 0.5);
    let (mut column, mut row) = (raw.nx, raw.ny);
    let (h, v) = by.descend;
    let down = if sideways {
        if v {
            column = most_rows - column;
        }
        if h {
            row = most_columns - row;
        }
        h
    } else {
        if h {
            column = most_columns - column;
        }
        if v {
            row = most_rows - row;
        }
        v
    };
    if by.stagger && raw.nx.rem_euclid(2) == 1 {
        row += if down { -1 } else { 1 };
    }
    let column = written(column + by.offset.0, by.letters.0, by.leading.0);
    let row = written(row + by.offset.1, by.letters.1, by.leading.1);
    let (first, second) = if by.across_first { (column, row) } else { (row, column) };
    format!("{}{first}{}{second}{}", by.prefix, by.separator, by.suffix)
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a board that was drawn")]
fn floor(value: f64) -> i64 {
    value.floor() as i64
}

/// The way of counting that names every hex as it is printed; nothing if there is none.
fn numbering(names: &[String], raws: &[Raw], size: (i64, i64), spacing: (f64, f64), sideways: bool) -> Option<Numbering> {
    let (first_name, first_raw) = (names.first()?, raws.first()?);
    let suffix = ending(names);
    let ways = || {
        let descend = [(false, false), (true, false), (false, true), (true, true)];
        let both = [true, false].into_iter().flat_map(move |across| descend.map(|down| (across, down)));
        both.flat_map(|(across, down)| [false, true].map(|stagger| (across, down, stagger)))
    };
    for prefix in beginnings(names) {
        let body = first_name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix));
        for (label, separator) in body.map(splits).unwrap_or_default() {
            let (Some((one, one_letters)), Some((two, two_letters))) = (value(&label.first), value(&label.second)) else {
                continue;
            };
            // A count of the first hex that has several digits may be padded or simply high.
            let paddings = |text: &str, letters: bool| {
                let digits = if letters { 1 } else { i64::try_from(text.len()).unwrap_or(1) };
                (0..digits).rev()
            };
            for (across_first, descend, stagger) in ways() {
                let swapped = |pair: (i64, i64)| if across_first { pair } else { (pair.1, pair.0) };
                let (column, row) = swapped((one, two));
                let letters = if across_first { (one_letters, two_letters) } else { (two_letters, one_letters) };
                // First a count from nothing, then moved so that the first hex is right.
                let plain = Numbering {
                    across_first: true,
                    prefix: String::new(),
                    separator: "|".to_owned(),
                    suffix: String::new(),
                    letters: (false, false),
                    leading: (0, 0),
                    offset: (0, 0),
                    descend,
                    stagger,
                };
                let counted = name(*first_raw, &plain, size, spacing, sideways);
                let (c, r) = counted.split_once('|')?;
                let offset = (column - c.parse::<i64>().ok()?, row - r.parse::<i64>().ok()?);
                for one_leading in paddings(&label.first, one_letters) {
                    for two_leading in paddings(&label.second, two_letters) {
                        let by = Numbering {
                            across_first,
                            prefix: prefix.to_owned(),
                            separator: separator.clone(),
                            suffix: suffix.to_owned(),
                            letters,
                            leading: swapped((one_leading, two_leading)),
                            offset,
                            descend,
                            stagger,
                        };
                        let right = |(raw, printed): (&Raw, &String)| name(*raw, &by, size, spacing, sideways) == *printed;
                        if raws.iter().zip(names).all(right) {
                            return Some(by);
                        }
                    }
                }
            }
        }
    }
    None
}

/// What all names begin with, so far as it may be no part of a count: nothing, signs, the letters of a sheet.
fn beginnings(names: &[String]) -> Vec<&str> {
    let Some(first) = names.first() else { return Vec::new() };
    // A format is no place for the sign of a property.
    let common = |text: &str| !text.contains('$') && names.iter().all(|name| name.starts_with(text));
    let ends = first.char_indices().map(|(at, _)| at).filter(|at| {
        // The count begins with a digit or a capital letter.
        first.get(*at..).and_then(|rest| rest.chars().next()).is_some_and(|c| c.is_ascii_digit() || c.is_ascii_uppercase())
    });
    ends.filter_map(|at| first.get(..at)).take_while(|text| common(text)).collect()
}

/// The signs with which all names end.
fn ending(names: &[String]) -> &str {
    let Some(first) = names.first() else { return "" };
    let signs = first.rfind(|c: char| c.is_ascii_alphanumeric()).and_then(|at| first.get(at + 1..)).unwrap_or_default();
    if !signs.contains('$') && names.iter().all(|name| name.ends_with(signs)) { signs } else { "" }
}

fn numbers(by: &Numbering) -> Component {
    let kind = |letters: bool| if letters { "A" } else { "N" };
    part(NUMBERS)
        .with("first", if by.across_first { "H" } else { "V" })
        .with("sep", &by.separator)
        .with("hType", kind(by.letters.0))
        .with("hLeading", by.leading.0)
        .with("hOff", by.offset.0)
        .with("hDescend", by.descend.0)
        .with("vType", kind(by.letters.1))
        .with("vLeading", by.leading.1)
        .with("vOff", by.offset.1)
        .with("vDescend", by.descend.1)
        .with("stagger", by.stagger)
        .with("locationFormat", format!("{}$gridLocation${}", by.prefix, by.suffix))
        .with("visible", false)
        .with("fontSize", 9)
        .with("color", "0,0,0")
        .with("rotateText", "0")
        .with("hDrawOff", 0)
        .with("vDrawOff", 0)
}
