//! Checks of what VASSAL can hold.

pub(super) mod trailing_backslash;
