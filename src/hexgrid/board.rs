//! All sheets of a game in one plane: dense ids, and names read and written.
//!
//! A place covered by two sheets is one hex with two printed names; it belongs to the first sheet
//! that has it. Ids are given in one pass, again after holes are cut, so they never have gaps.

use std::fmt::{self, Write as _};

use borsh::{BorshDeserialize, BorshSerialize};

use super::HexId;
use super::axial::Axial;
use super::direction::Top;
use super::error::{GridError, NameError, shown};
use super::format::is_name_char;
use super::grid::{Cell, Grid, Miss};
use super::join;
use super::sheet::Sheet;
use super::spec::{GridSpec, MAX_HEXES, MAX_SHEETS, SheetSpec};

/// The map of a game: one sheet or several, in one plane.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Board {
    top: Top,
    sheets: Vec<Sheet>,
    /// For each id, the first sheet that has it and its cell there.
    homes: Vec<Home>,
}

/// Where a name is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Home {
    pub(super) sheet: usize,
    pub(super) cell: Cell,
}

/// Stands in for an id between cutting holes and numbering anew.
const UNNUMBERED: HexId = HexId(u32::MAX);

impl Board {
    /// The board of a game with one sheet.
    ///
    /// # Errors
    /// If the grid's description does not hold together.
    pub fn single(spec: &GridSpec) -> Result<Board, GridError> {
        Board::new(&[SheetSpec { prefix: String::new(), grid: spec.clone(), joins: Vec::new(), apart: None }])
    }

    /// A board without hexes: the map of a game that is played in boxes alone.
    #[must_use]
    pub fn empty() -> Board {
        Board { top: Top::Flat, sheets: Vec::new(), homes: Vec::new() }
    }

    /// The board of a game with several sheets; each after the first is joined to one before it, or lies apart.
    ///
    /// # Errors
    /// If a grid's description does not hold together, or the sheets do not.
    pub fn new(specs: &[SheetSpec]) -> Result<Board, GridError> {
        let top = specs.first().ok_or(GridError::NoSheets)?.grid.top;
        check_sizes(specs)?;
        let mut sheets: Vec<Sheet> = Vec::new();
        let mut span = join::Span::default();
        for spec in specs {
            if spec.grid.top != top {
                return Err(GridError::MixedTops);
            }
            if spec.prefix.len() > 16 || !spec.prefix.chars().all(is_name_char) {
                return Err(GridError::Prefix(shown(&spec.prefix)));
            }
            if sheets.iter().any(|sheet| sheet.prefix == spec.prefix) {
                return Err(GridError::SamePrefix(spec.prefix.clone()));
            }
            let grid = Grid::prefixed(&spec.grid, &spec.prefix)?;
            let hexes = vec![Some(UNNUMBERED); grid.len() as usize];
            let mut sheet = Sheet { prefix: spec.prefix.clone(), grid, offset: Axial { q: 0, r: 0 }, hexes };
            if !sheets.is_empty() {
                sheet.offset = match spec.apart {
                    Some(gap) => join::apart(&span, &sheet, gap),
                    None => join::place(&sheets, &sheet, &spec.joins)?,
                };
            }
            span.add(&sheet);
            sheets.push(sheet);
        }
        let mut board = Board { top, sheets, homes: Vec::new() };
        board.number();
        board.check_names()?;
        Ok(board)
    }

    /// The board without the hexes printed so: an irregular outline. Ids are given anew. A name on a
    /// joint takes away only that sheet's hex; the other sheet's stays. Names that are no hexes are
    /// returned with their place in the list.
    #[must_use]
    pub fn without<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> (Board, Vec<(usize, NameError)>) {
        let mut faults = Vec::new();
        for (nth, name) in names.into_iter().enumerate() {
            match self.resolve(name.as_ref(), None) {
                Ok((home, _)) => {
                    if let Some(hex) = self.sheets.get_mut(home.sheet).and_then(|sheet| sheet.slot(home.cell)) {
                        *hex = None;
                    }
                }
                Err(error) => faults.push((nth, error)),
            }
        }
        self.number();
        (self, faults)
    }

    /// Which way the hexes point.
    #[must_use]
    pub fn top(&self) -> Top {
        self.top
    }

    /// How many hexes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.homes.len()
    }

    /// Whether there is no hex: holes left nothing, or it has no sheet at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.homes.is_empty()
    }

    /// All hexes in order.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> + use<> {
        (0..u32::try_from(self.homes.len()).unwrap_or(u32::MAX)).map(HexId)
    }

    /// The sheets in order.
    #[must_use]
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// The sheet, by its place in the list, that a hex has its name from.
    #[must_use]
    pub fn sheet(&self, hex: HexId) -> Option<usize> {
        self.homes.get(hex.index()).map(|home| home.sheet)
    }

    /// Where a hex lies in the plane.
    #[must_use]
    pub fn place(&self, hex: HexId) -> Option<Axial> {
        let home = self.homes.get(hex.index())?;
        self.sheets.get(home.sheet).map(|sheet| sheet.place(home.cell))
    }

    /// The hex at a place in the plane.
    #[must_use]
    pub fn at(&self, place: Axial) -> Option<HexId> {
        self.sheets.iter().find_map(|sheet| sheet.at(place))
    }

    /// Reads the name of a hex: with its sheet's prefix, or without where only one sheet has it.
    ///
    /// # Errors
    /// If the text is no hex of this board; the error says what is wrong with it.
    pub fn parse(&self, name: &str) -> Result<HexId, NameError> {
        self.resolve(name, None).map(|(_, hex)| hex)
    }

    /// The name of a hex, with its sheet's prefix.
    #[must_use]
    pub fn name(&self, hex: HexId) -> String {
        let mut name = String::new();
        self.write_name(&mut name, hex).expect("a String takes whatever is written");
        name
    }

    /// Writes the name of a hex; `?` for an id that is not on this board.
    ///
    /// # Errors
    /// Only those of `out`.
    pub fn write_name(&self, out: &mut impl fmt::Write, hex: HexId) -> fmt::Result {
        let Some((sheet, cell)) =
            self.homes.get(hex.index()).and_then(|home| self.sheets.get(home.sheet).map(|sheet| (sheet, home.cell)))
        else {
            return out.write_char('?');
        };
        out.write_str(&sheet.prefix)?;
        sheet.grid.write_name(out, cell)
    }

    /// All printed names of a hex: more than one on a joint. The first is that of `name`.
    #[must_use]
    pub fn names(&self, hex: HexId) -> Vec<String> {
        let cells = self.sheets.iter().filter_map(|sheet| Some((sheet, sheet.cell(self.place(hex)?)?)));
        cells.map(|(sheet, cell)| sheet.grid.full_name(&sheet.prefix, cell)).collect()
    }

    /// Reads a name; `near` is the place of a sheet to prefer for a name without prefix, because
    /// people write E2020/2119. Also tells where the name is printed, which on a joint is one of two.
    pub(super) fn resolve(&self, name: &str, near: Option<usize>) -> Result<(Home, HexId), NameError> {
        let mut worst = (Miss::Format, 0, false);
        let mut miss = |sheet: usize, prefixed: bool, miss: Miss| {
            // The more nearly right reading is the better explanation; of equals the first.
            if miss > worst.0 || (prefixed && !worst.2 && miss == worst.0) {
                worst = (miss, sheet, prefixed);
            }
        };
        for (nth, sheet) in self.sheets.iter().enumerate() {
            match name.strip_prefix(sheet.prefix.as_str()).map(|bare| sheet.find(bare)) {
                Some(Ok((cell, hex))) => return Ok((Home { sheet: nth, cell }, hex)),
                Some(Err(why)) => miss(nth, true, why),
                None => {}
            }
        }
        let nearest = near.and_then(|near| self.sheets.get(near).map(|sheet| (near, sheet)));
        let mut found: Option<(Home, HexId)> = None;
        for (nth, sheet) in nearest.into_iter().chain(self.sheets.iter().enumerate()) {
            match sheet.find(name) {
                Ok((cell, hex)) if near == Some(nth) => {
                    return Ok((Home { sheet: nth, cell }, hex));
                }
                Ok((cell, hex)) => match found {
                    Some((_, other)) if other != hex => return Err(self.ambiguous(name)),
                    Some(_) => {}
                    None => found = Some((Home { sheet: nth, cell }, hex)),
                },
                Err(why) => miss(nth, false, why),
            }
        }
        found.ok_or_else(|| self.explain(name, worst))
    }

    fn explain(&self, name: &str, (miss, nth, prefixed): (Miss, usize, bool)) -> NameError {
        let Some(sheet) = self.sheets.get(nth).or(self.sheets.first()) else { return NameError::NoHexes { name: shown(name) } };
        // Whoever leaves the prefix out where it can be left out is not told to write it.
        let prefix = if prefixed || self.sheets.len() > 1 { sheet.prefix.as_str() } else { "" };
        let mut error = sheet.grid.explain(name, prefix, miss);
        if let NameError::Format { expected, .. } = &mut error
            && self.sheets.iter().any(|sheet| !sheet.prefix.is_empty())
        {
            let known: Vec<&str> = self.sheets.iter().map(|sheet| sheet.prefix.as_str()).filter(|p| !p.is_empty()).collect();
            write!(expected, ", after the prefix of a sheet (`{}`)", known.join("`, `"))
                .expect("a String takes whatever is written");
        }
        error
    }

    fn ambiguous(&self, name: &str) -> NameError {
        let found = self.sheets.iter().filter_map(|sheet| sheet.find(name).ok().map(|(cell, _)| (sheet, cell)));
        let candidates = found.map(|(sheet, cell)| sheet.grid.full_name(&sheet.prefix, cell)).collect();
        NameError::Ambiguous { name: shown(name), candidates }
    }

    /// Gives the ids: sheet after sheet, in reading order, each place once.
    fn number(&mut self) {
        self.homes.clear();
        for nth in 0..self.sheets.len() {
            let (before, rest) = self.sheets.split_at_mut(nth);
            let Some(Sheet { grid, offset, hexes, .. }) = rest.first_mut() else {
                continue;
            };
            for (index, hex) in (0..).zip(hexes.iter_mut()) {
                if hex.is_none() {
                    continue;
                }
                let cell = grid.nth(index);
                let place = grid.axial(cell).plus(*offset);
                *hex = before.iter().find_map(|sheet| sheet.at(place)).or_else(|| {
                    self.homes.push(Home { sheet: nth, cell });
                    u32::try_from(self.homes.len() - 1).ok().map(HexId)
                });
            }
        }
    }

    /// Sees to it that every printed name leads back to its hex: prefixes and letters can run into
    /// each other (prefix "A" before 101, and column A before 101).
    fn check_names(&self) -> Result<(), GridError> {
        if self.sheets.len() < 2 {
            return Ok(());
        }
        let mut name = String::new();
        for sheet in &self.sheets {
            for (index, hex) in (0..).zip(&sheet.hexes) {
                name.clear();
                name.push_str(&sheet.prefix);
                sheet.grid.write_name(&mut name, sheet.grid.nth(index)).expect("a String takes whatever is written");
                let readings = self.sheets.iter().filter_map(|other| other.find(name.strip_prefix(other.prefix.as_str())?).ok());
                if readings.into_iter().any(|(_, other)| Some(other) != *hex) {
                    return Err(GridError::NamesCollide(name));
                }
            }
        }
        Ok(())
    }
}

/// Refuses what is too large before anything is allocated for it.
fn check_sizes(specs: &[SheetSpec]) -> Result<(), GridError> {
    if specs.len() > MAX_SHEETS {
        return Err(GridError::TooManySheets);
    }
    let sizes = specs.iter().map(|spec| u64::from(spec.grid.columns) * u64::from(spec.grid.rows));
    let hexes = sizes.fold(0u64, u64::saturating_add);
    if hexes > u64::from(MAX_HEXES) { Err(GridError::TooManyHexes { hexes }) } else { Ok(()) }
}
