//! Rules and what they speak of.

pub(super) mod idle_selector;
pub(super) mod never_set;
pub(super) mod unused;
