//! `hexx` as a second opinion on stagger, distance, neighbours, lines and rings.

use hexx::{Hex, HexOrientation, OffsetHexMode};

use super::*;

/// Every hex of a board with the hex that `hexx` makes of its cell, counted from 0.
fn both(top: Top, stagger: &Stagger) -> (Board, Vec<Hex>) {
    let board = Board::single(&GridSpec::new(top, 11, 9, stagger.clone())).unwrap();
    let orientation = if top == Top::Flat { HexOrientation::Flat } else { HexOrientation::Pointy };
    // Our first column is odd, theirs is column 0 and even.
    let mode = if *stagger == Stagger::Odd { OffsetHexMode::Even } else { OffsetHexMode::Odd };
    let cells = (0..9).flat_map(|row| (0..11).map(move |column| [column, row]));
    let theirs = cells.map(|cell| Hex::from_offset_coordinates(cell, mode, orientation)).collect();
    (board, theirs)
}

#[test]
fn hexx_agrees() {
    for top in [Top::Flat, Top::Pointy] {
        for stagger in [Stagger::Odd, Stagger::Even] {
            let (board, theirs) = both(top, &stagger);
            for a in board.hexes() {
                let here = theirs[a.index()];
                for b in board.hexes() {
                    let there = theirs[b.index()];
                    assert_eq!(board.distance(a, b), here.unsigned_distance_to(there));
                    assert_eq!(board.line(a, b).len(), here.line_to(there).len());
                    assert_eq!(board.direction(a, b).is_some(), here.all_neighbors().contains(&there));
                }
                for radius in 0..12 {
                    let mut ring: Vec<HexId> = here.ring(radius).filter_map(|hex| position(&theirs, hex)).collect();
                    ring.sort_unstable();
                    assert_eq!(board.ring(a, radius), ring);
                    let mut range: Vec<HexId> = here.range(radius).filter_map(|hex| position(&theirs, hex)).collect();
                    range.sort_unstable();
                    assert_eq!(board.range(a, radius), range);
                }
            }
        }
    }
}

fn position(theirs: &[Hex], hex: Hex) -> Option<HexId> {
    theirs.iter().position(|other| *other == hex).map(|nth| HexId(u32::try_from(nth).unwrap()))
}
