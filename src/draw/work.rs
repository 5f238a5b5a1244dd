//! Foreign drawing code panics on some input, and pictures are many: both go through [`crate::threads`].

pub use crate::threads::{Panicked, guarded, map, map_owned, map_with};
