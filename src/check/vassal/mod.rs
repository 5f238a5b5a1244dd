//! Checks of what VASSAL can hold.

pub(super) mod misfit_component;
pub(super) mod trailing_backslash;
