//! Scenarios: who stands where, who comes when.

pub(super) mod arrival_out_of_turn;
pub(super) mod enemy_entry;
pub(super) mod idle_removal;
pub(super) mod nowhere;
pub(super) mod overstacked;
pub(super) mod placed_twice;
pub(super) mod prohibited_terrain;
pub(super) mod too_many_markers;
pub(super) mod trackless_marker;
pub(super) mod with_the_enemy;
