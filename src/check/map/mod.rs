//! The map.

pub(super) mod unused_glyph;
