//! The order of battle.

pub(super) mod formation_count;
pub(super) mod remnant_circle;
pub(super) mod roster_differs;
pub(super) mod same_regiment;
pub(super) mod stray_formation;
