//! Checks of what VASSAL can hold.

pub(super) mod misfit_component;
#[cfg(feature = "svg")]
pub(super) mod missing_kit_part;
pub(super) mod trailing_backslash;
