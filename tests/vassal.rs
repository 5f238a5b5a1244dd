//! Modules of VASSAL, read back: nothing here asks the writer what it meant.

mod geometry;
mod grid;
mod imported;
mod kit;
mod own;
mod own_grids;
mod own_problems;
mod pictures;
mod pieces;
mod played;
mod problems;
mod reader;
mod sample;
mod save;
mod sequence;
mod tracker;
mod traits;
mod tree;
mod turns;
mod written;
