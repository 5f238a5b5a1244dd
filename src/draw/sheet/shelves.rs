//! Parts of several colours on few sheets: rows that belong together stand on a shelf, on which each colour has columns of
//! its own. Within a shelf no two colours meet from above, so that only shelves have room between them.

use super::spread::{Colours, colours_of};
use super::{Cutout, Grid, Spot};
use crate::draw::scene::Point;

/// With more colours nobody finds the best way in time, and there are few parts of each.
const MOST_COLOURS: usize = 40;
/// So many shelves are tried each time.
const MOST_TRIED: usize = 2_000;
/// A shelf with several colours has no more rows.
const MOST_ROWS: u32 = 4;

/// All parts of one colour, copy by copy.
struct Kind {
    colours: Colours,
    parts: Vec<(usize, u32)>,
}

/// Columns of one colour on a shelf: which, how many, and how many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    kind: usize,
    columns: u32,
    parts: u32,
}

/// Rows, and what stands on them from the left: a column is free between two blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shelf {
    rows: u32,
    blocks: Vec<Block>,
}

/// What a sheet holds.
#[derive(Clone, Copy)]
struct Room {
    columns: u32,
    rows: u32,
    /// The height of a row with its gutter, of a part, and between two shelves.
    row: f64,
    part: f64,
    gap: f64,
    top: f64,
    bottom: f64,
}

impl Room {
    /// Where the next row lies: on which sheet, which row of it, and how far down.
    fn next(&self, sheet: &mut usize, row: &mut u32, y: &mut f64, begins: bool) {
        let first = *row == 0;
        if begins && !first {
            *y += self.gap;
        }
        if *row >= self.rows || *y + self.part > self.bottom + 1e-6 {
            (*sheet, *row, *y) = (*sheet + 1, 0, self.top);
        }
    }

    /// How many sheets some shelves take.
    fn sheets(&self, shelves: &[Shelf]) -> usize {
        let (mut sheet, mut row, mut y) = (0, 0, self.top);
        for shelf in shelves {
            for n in 0..shelf.rows {
                self.next(&mut sheet, &mut row, &mut y, n == 0);
                row += 1;
                y += self.row;
            }
        }
        sheet + 1
    }
}

/// Where parts lie on shelves, if that takes fewer sheets than so many.
pub(super) fn shelved(parts: &[Cutout], size: (f64, f64), grid: &Grid, fewer_than: usize) -> Option<Vec<Spot>> {
    let kinds = kinds(parts);
    let counts: Vec<u32> = kinds.iter().map(|kind| u32::try_from(kind.parts.len()).ok()).collect::<Option<_>>()?;
    let (width, height) = size;
    let room = Room {
        columns: grid.columns,
        rows: grid.rows,
        row: height + grid.gutter.1,
        part: height,
        gap: grid.gap,
        top: grid.first.y,
        bottom: grid.bottom,
    };
    let most = u64::from(room.columns) * u64::from(room.rows);
    let least = counts.iter().map(|count| u64::from(*count)).sum::<u64>().div_ceil(most.max(1));
    if kinds.len() > MOST_COLOURS || fewer_than as u64 <= least {
        return None;
    }
    let mut search = Search { room, least, best: None, fewer_than, tried: 0 };
    search.begin(&counts);
    let shelves = search.best?;
    let mut spots = Vec::new();
    let mut taken: Vec<usize> = vec![0; kinds.len()];
    let (mut sheet, mut row, mut y) = (0, 0, room.top);
    for shelf in &shelves {
        let from = taken.clone();
        for n in 0..shelf.rows {
            room.next(&mut sheet, &mut row, &mut y, n == 0);
            let mut column = 0;
            for block in &shelf.blocks {
                let (Some(kind), Some(from)) = (kinds.get(block.kind), from.get(block.kind)) else { continue };
                let here = (n * block.columns..(n + 1) * block.columns).take_while(|k| *k < block.parts);
                for (at, k) in (column..).zip(here) {
                    let Some((part, copy)) = kind.parts.get(from + k as usize).copied() else { continue };
                    let x = grid.first.x + f64::from(at) * (width + grid.gutter.0);
                    spots.push(Spot { part, copy, sheet, row: row + 1, column: at + 1, at: Point { x, y } });
                }
                column += block.columns + 1;
            }
            row += 1;
            y += room.row;
        }
        for block in &shelf.blocks {
            if let Some(taken) = taken.get_mut(block.kind) {
                *taken += block.parts as usize;
            }
        }
    }
    Some(spots)
}

/// The parts by their colours, as they are listed.
fn kinds(parts: &[Cutout]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        let colours = colours_of(part);
        let copies = (1..=part.copies).map(|copy| (n, copy));
        match kinds.iter_mut().find(|kind| kind.colours == colours) {
            Some(kind) => kind.parts.extend(copies),
            None => kinds.push(Kind { colours, parts: copies.collect() }),
        }
    }
    kinds
}

struct Search {
    room: Room,
    /// Fewer sheets cannot be.
    least: u64,
    best: Option<Vec<Shelf>>,
    fewer_than: usize,
    tried: usize,
}

impl Search {
    /// Colours that fill so many whole rows have these first, all others are left together: one row is tried, then two,
    /// and so on; then one row of all but one colour.
    fn begin(&mut self, counts: &[u32]) {
        let columns = self.room.columns.max(1);
        let full = |rows: u32| -> Vec<usize> {
            (0..counts.len()).filter(|n| counts.get(*n).is_some_and(|count| count / columns >= rows)).collect()
        };
        let all = full(1);
        let most = counts.iter().map(|count| count / columns).max().unwrap_or(0).saturating_add(1);
        let mut ways: Vec<Vec<usize>> = (1..=most).map(full).collect();
        ways.dedup();
        ways.extend(all.iter().rev().map(|one| all.iter().copied().filter(|kind| kind != one).collect()));
        for way in ways {
            let (mut rest, mut shelves) = (counts.to_vec(), Vec::new());
            for kind in way {
                let Some(count) = rest.get_mut(kind) else { continue };
                let rows = *count / columns;
                *count -= rows * columns;
                shelves.push(Shelf { rows, blocks: vec![Block { kind, columns, parts: rows * columns }] });
            }
            self.tried = 0;
            self.go_on(&mut rest, &mut shelves);
        }
    }

    fn done(&self) -> bool {
        self.tried >= MOST_TRIED || self.best.is_some() && self.fewer_than as u64 <= self.least
    }

    /// Puts what is left on shelves of every height, the colour with the most parts first.
    fn go_on(&mut self, rest: &mut [u32], shelves: &mut Vec<Shelf>) {
        if self.done() || self.room.sheets(shelves) >= self.fewer_than {
            return;
        }
        let most = rest.iter().copied().enumerate().max_by_key(|(n, count)| (*count, std::cmp::Reverse(*n)));
        let Some((lead, count)) = most.filter(|(_, count)| *count > 0) else {
            (self.fewer_than, self.best) = (self.room.sheets(shelves), Some(shelves.clone()));
            return;
        };
        for rows in 1..=MOST_ROWS.min(count) {
            self.tried += 1;
            let before = rest.to_vec();
            let shelf = filled(rest, lead, rows, self.room.columns);
            shelves.push(shelf);
            self.go_on(rest, shelves);
            shelves.pop();
            rest.copy_from_slice(&before);
        }
    }
}

/// A shelf with so many rows: one colour, and beside it those that have most parts and still find room.
fn filled(rest: &mut [u32], lead: usize, rows: u32, columns: u32) -> Shelf {
    let mut shelf = Shelf { rows, blocks: Vec::new() };
    let mut free = columns;
    let mut next = Some(lead);
    while let Some(kind) = next {
        let Some(count) = rest.get_mut(kind) else { break };
        let wide = count.div_ceil(rows).min(free);
        let parts = (*count).min(wide * rows);
        shelf.blocks.push(Block { kind, columns: wide, parts });
        *count -= parts;
        free = free.saturating_sub(wide + 1);
        let fits = |(_, count): &(usize, u32)| *count > 0 && count.div_ceil(rows) <= free;
        next =
            rest.iter().copied().enumerate().filter(fits).max_by_key(|(n, count)| (*count, std::cmp::Reverse(*n))).map(|it| it.0);
    }
    shelf
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(rows: u32, bottom: f64) -> Room {
        Room { columns: 11, rows, row: 10.0, part: 10.0, gap: 4.0, top: 0.0, bottom }
    }

    #[test]
    fn a_shelf_takes_what_fits_beside_the_first() {
        let mut rest = [18, 2, 16, 4];
        let shelf = filled(&mut rest, 0, 2, 11);
        assert_eq!(shelf.blocks, [Block { kind: 0, columns: 9, parts: 18 }, Block { kind: 1, columns: 1, parts: 2 }]);
        assert_eq!(rest, [0, 0, 16, 4]);
        let shelf = filled(&mut rest, 2, 2, 11);
        assert_eq!(shelf.blocks, [Block { kind: 2, columns: 8, parts: 16 }, Block { kind: 3, columns: 2, parts: 4 }]);
    }

    #[test]
    fn what_is_too_much_for_a_shelf_goes_on_with_the_next() {
        let mut rest = [30];
        assert_eq!(filled(&mut rest, 0, 2, 11).blocks, [Block { kind: 0, columns: 11, parts: 22 }]);
        assert_eq!(rest, [8]);
    }

    #[test]
    fn sheets_are_counted_with_the_room_between_shelves() {
        let shelf = |rows: u32| Shelf { rows, blocks: Vec::new() };
        let room = room(10, 100.0);
        assert_eq!(room.sheets(&[shelf(10)]), 1);
        assert_eq!(room.sheets(&[shelf(5), shelf(4)]), 1);
        assert_eq!(room.sheets(&[shelf(5), shelf(5)]), 2, "four millimetres are missing");
    }

    #[test]
    fn every_part_has_a_shelf_and_the_fewest_sheets_win() {
        let mut search = Search { room: room(16, 180.0), least: 1, best: None, fewer_than: 2, tried: 0 };
        let counts = [46, 57, 12, 6, 16, 4, 18, 1, 1, 1];
        search.begin(&counts);
        let shelves = search.best.unwrap();
        for (kind, count) in counts.into_iter().enumerate() {
            let placed: u32 = shelves.iter().flat_map(|it| &it.blocks).filter(|it| it.kind == kind).map(|it| it.parts).sum();
            assert_eq!(placed, count);
        }
        assert!(shelves.iter().all(|it| it.blocks.iter().map(|it| it.columns + 1).sum::<u32>() <= 12), "{shelves:?}");
        assert_eq!(search.fewer_than, 1);
    }
}
