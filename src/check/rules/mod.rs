//! Rules and what they speak of.

pub(super) mod idle_selector;
pub(super) mod unused;
