//! The grid of a map: one sheet or several in one plane, without what lies off the map.

use std::collections::BTreeSet;

use super::super::{Lower, Read, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::hexgrid::{Board, Cell, Corner, Direction, GridError, GridSpec, Join, Letters, SheetSpec, Stagger, Top};
use crate::span::{Origin, Place as At};

/// The word of a legend for what is not on the map.
pub(super) const OFF_MAP: &str = "off-map";

/// Hexes of room left of a sheet that lies apart.
const USUAL_GAP: u32 = 2;

/// A sheet as it was written.
pub(super) struct Written {
    /// The sheet's own object, or the map's if there is but one.
    pub(super) origin: Origin,
    pub(super) terrain: Option<format::TerrainRows>,
}

/// A board and where it comes from.
pub(super) struct Laid {
    pub(super) board: Board,
    pub(super) specs: Vec<SheetSpec>,
    pub(super) holes: Vec<String>,
    pub(super) written: Vec<Written>,
}

impl Lower<'_, '_, '_> {
    /// All sheets in one plane. Nothing if one of them cannot be made out.
    pub(super) fn board(&mut self, value: &mut format::Map, origin: Origin, partial: bool) -> Option<Laid> {
        let mut specs = Vec::new();
        let mut written = Vec::new();
        let mut holes: Vec<(At, format::HexList)> = Vec::new();
        match (value.grid.take(), value.sheets.is_some()) {
            (Some(grid), false) => {
                let spec = self.sheet_spec(String::new(), &grid, &origin.at("grid"))?;
                specs.push(spec);
                holes.extend(grid.holes.map(|list| (origin.at("grid").field("holes"), list)));
                written.push(Written { origin, terrain: value.terrain.take() });
            }
            (None, true) if value.terrain.is_none() => {
                let list = self.list::<format::Sheet>(origin, "sheets");
                if list.incomplete || !list.poisoned.is_empty() {
                    return None;
                }
                for Read { origin, value, .. } in list.items {
                    let mut spec = self.sheet_spec(value.prefix, &value.grid, &origin.at("grid"))?;
                    spec.joins = self.joins(value.joins.as_deref().unwrap_or_default(), &origin.at("joins"))?;
                    spec.apart = value.apart.unwrap_or(false).then_some(value.gap.unwrap_or(USUAL_GAP));
                    if spec.apart.is_some() && !spec.joins.is_empty() {
                        let message = format!("sheet `{}` lies apart and has `joins`, expected one of the two", spec.prefix);
                        let diag = Diag::new(&codes::UNCLEAR_ENTRY, origin.at("joins").key(), message);
                        self.sink.report(diag.help("remove `joins`, or `apart`"));
                        return None;
                    }
                    specs.push(spec);
                    holes.extend(value.grid.holes.map(|list| (origin.at("grid").field("holes"), list)));
                    written.push(Written { origin, terrain: value.terrain });
                }
            }
            // A grid that could not be read has been blamed.
            (None, false) if partial => return None,
            // A game that is played in boxes alone, such as from point to point.
            (None, false) if value.terrain.is_none() && (value.boxes.is_some() || value.tracks.is_some()) => {
                return Some(Laid { board: Board::empty(), specs, holes: Vec::new(), written });
            }
            (grid, sheets) => {
                let (field, message) = match (grid.is_some(), sheets) {
                    (true, true) => (Some("sheets"), "a map has either `grid` or `sheets`, found both"),
                    (false, true) => (Some("terrain"), "the terrain of a map with `sheets` stands in each sheet, found it here"),
                    _ => (None, "the map needs a `grid`"),
                };
                let place = field.map_or_else(|| At::from(origin), |field| origin.at(field).key());
                let help =
                    "write \"grid\": {\"columns\": 20, \"rows\": 15} for one sheet, or \"sheets\" with a grid and terrain each";
                self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, place, message).help(help));
                return None;
            }
        }
        let board = match Board::new(&specs) {
            Ok(board) => board,
            Err(error) => {
                self.bad_board(&specs, &written, &error);
                return None;
            }
        };
        let mut names: Vec<String> = Vec::new();
        for (place, list) in &holes {
            let found = hexes::set(&board, list, place, &self.hexes_left, self.sink);
            names.extend(found.into_iter().flat_map(|hex| board.names(hex)));
        }
        for (sheet, written) in board.sheets().iter().zip(&written) {
            names.extend(off_map(written.terrain.as_ref()).map(|cell| sheet.name(cell)));
        }
        let board = if names.is_empty() { board } else { board.without(&names).0 };
        Some(Laid { board, specs, holes: names, written })
    }

    fn joins(&mut self, joins: &[format::SheetJoin], place: &At) -> Option<Vec<Join>> {
        let mut all = Vec::new();
        for (i, join) in joins.iter().enumerate() {
            let here = place.clone().index(i);
            let way = join.way.as_deref().map(|word| (word, Direction::parse(word)));
            let pair = |pair: &[String]| Some((pair.first()?.clone(), pair.get(1)?.clone()));
            let same = join.same.as_deref().and_then(pair);
            let touching = join.touching.as_deref().and_then(pair);
            match (same, touching, way) {
                (Some((a, b)), None, None) => all.push(Join::Same(a, b)),
                (None, Some((a, b)), None) => all.push(Join::Touching(a, b, None)),
                (None, Some((a, b)), Some((_, Some(way)))) => all.push(Join::Touching(a, b, Some(way))),
                (_, _, Some((word, None))) => {
                    let message = format!("`{word}` is no direction of a hexside");
                    let help = "write n, ne, se, s, sw or nw; e and w where a corner is on top";
                    self.sink.report(Diag::new(&codes::BAD_GRID, here.field("way"), message).help(help));
                    return None;
                }
                _ => {
                    let message = "a join needs either `same` or `touching`, and `way` only with the latter";
                    let help =
                        "write {\"same\": [\"E1001\", \"W0101\"]}, or {\"touching\": [\"E1001\", \"W0101\"], \"way\": \"nw\"}";
                    self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, here, message).help(help));
                    return None;
                }
            }
        }
        Some(all)
    }

    fn sheet_spec(&mut self, prefix: String, grid: &format::Grid, place: &At) -> Option<SheetSpec> {
        // All sheets lie in one plane: the first size counts.
        let across = &mut self.game.art.map.across_mm;
        *across = across.or(grid.across_flats_mm);
        let top = match grid.top {
            None | Some(format::Top::Flat) => Top::Flat,
            Some(format::Top::Pointy) => Top::Pointy,
        };
        let stagger = match grid.touching.as_deref() {
            Some([a, b]) => Stagger::Touching(a.clone(), b.clone()),
            // What most printed maps do: even columns lie lower.
            _ => Stagger::Even,
        };
        let mut spec = GridSpec::new(top, grid.columns, grid.rows, stagger);
        spec.numbering = grid.numbers.clone().unwrap_or_else(|| "CCRR".to_owned());
        spec.letters = match grid.letters {
            Some(format::Letters::Doubled) => Letters::DoubledLetters,
            _ => Letters::Spreadsheet,
        };
        spec.corner = match grid.corner {
            None | Some(format::Corner::NorthWest) => Corner::NorthWest,
            Some(format::Corner::NorthEast) => Corner::NorthEast,
            Some(format::Corner::SouthWest) => Corner::SouthWest,
            Some(format::Corner::SouthEast) => Corner::SouthEast,
        };
        // A numbering that cannot be read is blamed for itself, later.
        let readable = Board::single(&spec).is_ok() || grid.touching.is_some();
        if let Some(first) = grid.first.as_ref().filter(|_| readable) {
            let bare = first.strip_prefix(prefix.as_str()).unwrap_or(first);
            let Some(numbers) = first_numbers(&spec.numbering, spec.letters, bare) else {
                let message = format!("first hex `{first}` is not written as `{}`", spec.numbering);
                let help = "write the number that is printed in the corner hex";
                self.sink.report(Diag::new(&codes::BAD_GRID, place.clone().field("first"), message).help(help));
                return None;
            };
            spec.first = numbers;
        }
        Some(SheetSpec { prefix, grid: spec, joins: Vec::new(), apart: None })
    }

    /// Blames the first sheet with which the board cannot be made.
    fn bad_board(&mut self, specs: &[SheetSpec], written: &[Written], error: &GridError) {
        let fails = |count: &usize| specs.get(..*count).is_some_and(|some| Board::new(some).is_err());
        let count = (1..specs.len()).find(fails).unwrap_or(specs.len());
        let Some(sheet) = written.get(count.saturating_sub(1)) else {
            let place = self.origins.map.map.map_or_else(|| At::file(crate::span::FileId(0)), |map| map.at("sheets"));
            self.sink
                .report(Diag::new(&codes::BAD_GRID, place, error.to_string()).help("write at least one sheet with its grid"));
            return;
        };
        let grid = |field: &str| sheet.origin.at("grid").field(field);
        let (place, help) = match error {
            GridError::NeverTouch { .. } | GridError::AlwaysTouch { .. } | GridError::Name { .. } => {
                (grid("touching"), "name two hexes of neighbouring columns (or rows) that touch on the printed map")
            }
            GridError::Numbering { .. } => (grid("numbers"), "write C for columns and R for rows, such as CCRR or RRCC"),
            GridError::DoesNotFit { .. } => {
                (grid("numbers"), "give the numbers more digits, such as CCCRR or CCcRR, or correct the grid's size")
            }
            GridError::Prefix(_) | GridError::SamePrefix(_) | GridError::NamesCollide(_) => {
                (sheet.origin.at("prefix"), "give each sheet a letter of its own")
            }
            GridError::MixedTops => (grid("top"), "turn all sheets the same way"),
            GridError::Unjoined(_) => (
                sheet.origin.at("prefix"),
                "add \"joins\": [{\"same\": [\"E1001\", \"W0101\"]}] with two names of one hex, or \"apart\": true",
            ),
            GridError::JoinName(..) | GridError::JoinDirection(..) | GridError::JoinsDisagree(_) | GridError::JoinsLoose(_) => {
                (sheet.origin.at("joins"), "name hexes with their prefixes, one of this sheet and one of a sheet before it")
            }
            _ => (grid("columns"), "correct the grid's columns and rows"),
        };
        self.sink.report(Diag::new(&codes::BAD_GRID, place, error.to_string()).help(help));
    }
}

/// The cells of the rows whose glyph means that nothing is there.
fn off_map(terrain: Option<&format::TerrainRows>) -> impl Iterator<Item = Cell> {
    let legend = terrain.and_then(|terrain| terrain.legend.as_ref());
    let off: BTreeSet<char> =
        legend.into_iter().flatten().filter(|(_, name)| *name == OFF_MAP).flat_map(|(g, _)| g.chars()).collect();
    let rows = terrain.and_then(|terrain| terrain.rows.as_deref()).unwrap_or_default();
    (0..).zip(rows).flat_map(move |(row, text)| {
        let glyphs = (0..).zip(text.chars().filter(|c| !c.is_whitespace()));
        glyphs.filter(|(_, glyph)| off.contains(glyph)).map(|(column, _)| Cell { column, row }).collect::<Vec<_>>()
    })
}

/// Column and row of the first hex, read as the numbering is written.
fn first_numbers(numbering: &str, letters: Letters, first: &str) -> Option<(u32, u32)> {
    let (mut column, mut row) = (None, None);
    let mut rest = first;
    let mut pattern = numbering.chars().peekable();
    while let Some(kind) = pattern.next() {
        let mut width = 1;
        while pattern.peek() == Some(&kind) {
            pattern.next();
            width += 1;
        }
        let is_part = |c: char| if matches!(kind, 'C' | 'R') { c.is_ascii_digit() } else { c.is_ascii_uppercase() };
        match kind {
            'C' | 'R' | 'A' | 'a' => {
                let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                // A padded number has just so many digits; `101` is not `0101`.
                let padded = matches!(kind, 'C' | 'R') && width > 1;
                if padded && length < width {
                    return None;
                }
                let length = if padded { width } else { length };
                let (text, after) = rest.split_at_checked(length)?;
                let number = match kind {
                    'C' | 'R' => text.parse().ok()?,
                    // A is 1, and after Z comes AA.
                    _ => lettered(text, letters)?,
                };
                if matches!(kind, 'C' | 'A') {
                    column = Some(number)
                } else {
                    row = Some(number)
                }
                rest = after;
            }
            // The sign that a number may grow, which the first never has.
            'c' | 'r' => {}
            divider => {
                for _ in 0..width {
                    rest = rest.strip_prefix(divider)?;
                }
            }
        }
    }
    if rest.is_empty() { Some((column?, row?)) } else { None }
}

/// The number of a column in letters.
fn lettered(text: &str, letters: Letters) -> Option<u32> {
    let mut values = text.bytes().map(|byte| Some(u32::from(byte.checked_sub(b'A')?) + 1));
    match letters {
        Letters::Spreadsheet => values.try_fold(0u32, |all, one| all.checked_mul(26)?.checked_add(one?)),
        Letters::DoubledLetters => Some(values.next()?? + 26 * u32::try_from(text.len() - 1).ok()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_numbers(numbering: &str, first: &str) -> Option<(u32, u32)> {
        super::first_numbers(numbering, Letters::DoubledLetters, first)
    }

    #[test]
    fn the_first_hex_is_read_as_it_is_numbered() {
        assert_eq!(first_numbers("CCRR", "0101"), Some((1, 1)));
        assert_eq!(first_numbers("RRCC", "0510"), Some((10, 5)));
        assert_eq!(first_numbers("CC.RR", "10.00"), Some((10, 0)));
        assert_eq!(first_numbers("ARR", "B03"), Some((2, 3)));
        assert_eq!(first_numbers("ARR", "BB03"), Some((28, 3)));
        assert_eq!(super::first_numbers("ARR", Letters::Spreadsheet, "BB03"), Some((54, 3)));
        assert_eq!(first_numbers("CCcRR", "0107"), Some((1, 7)));
        assert_eq!(first_numbers("CCRR", "01x1"), None);
        assert_eq!(first_numbers("CCRR", "010101"), None);
    }
}
