//! Tests of hex maps: names, sheets, sides and paper by example; geometry by property and by `hexx`;
//! and every adjacency that the four published systems state.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::float_cmp, reason = "a test may fail loudly")]

mod grids;
mod names;
mod oracle;
mod paper;
mod props;
mod real;
mod sheets;
mod sides;

use super::*;

/// A small flat-topped board, 5 × 4, numbered CCRR from the north-west, even columns lower.
fn small() -> Board {
    Board::single(&GridSpec::new(Top::Flat, 5, 4, Stagger::Even)).unwrap()
}

fn ids(board: &Board, names: &str) -> Vec<HexId> {
    names.split_whitespace().map(|name| board.parse(name).unwrap()).collect()
}

fn named(board: &Board, hexes: impl IntoIterator<Item = HexId>) -> String {
    hexes.into_iter().map(|hex| board.name(hex)).collect::<Vec<_>>().join(" ")
}
