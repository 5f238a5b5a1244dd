//! What changed between two versions of a game, as errata that one could publish.
//!
//! The two compiled games are compared, not their files: a sheet that was sorted anew or a comment changes nothing.
//! Entities are the same if their ids are, hexes if their printed numbers are.
//!
//! - [`compare`](fn@compare) gives every single [`Change`]; each file of this folder knows one part of a game.
//! - `speak` names things, `when` words conditions: once by ids, to compare, and once by names, to be read.
//! - `fold` makes lines of the changes: what several subjects share is said once.
//! - `render` writes them as text, markdown or JSON.
//! - [`changed_units`], [`changed_markers`], [`changed_cards`] must be printed again.

mod change;
mod counters;
mod fold;
mod map;
mod pair;
mod render;
mod reprint;
mod roads;
mod rules;
mod scenario_lines;
mod scenarios;
mod speak;
mod tables;
mod when;

pub use change::{Change, ChangeKind, Noun, Section};
pub use render::{Edition, Format, render};
pub use reprint::{are_all_markers_changed, changed_cards, changed_markers, changed_units};

use crate::model::Game;

/// Everything that is different in `new`, in the order of the errata: by section, kind of thing, id.
pub fn compare(old: &Game, new: &Game) -> Vec<Change> {
    let mut pair = pair::Pair::new(old, new);
    rules::game(&mut pair);
    counters::counters(&mut pair);
    map::map(&mut pair);
    tables::tables(&mut pair);
    rules::rules(&mut pair);
    scenarios::scenarios(&mut pair);
    pair.finish()
}
