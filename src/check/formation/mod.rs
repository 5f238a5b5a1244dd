//! The order of battle.

pub(super) mod formation_count;
pub(super) mod stray_formation;
