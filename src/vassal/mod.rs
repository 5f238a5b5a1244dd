//! How VASSAL writes things down, for whoever reads a module and whoever builds one.

pub(crate) mod prototype;
pub(crate) mod save;
pub(crate) mod text;
