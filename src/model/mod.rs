//! The game: typed, every reference resolved, no places, no files. It can go into a bundle or a browser as it is.

mod art;
mod game;
mod id;
mod map;
mod number;
mod rules;
mod scenario;
mod select;
mod table;
mod unit;

pub use art::*;
pub use game::*;
pub use id::*;
pub use map::*;
pub use number::*;
pub use rules::*;
pub use scenario::*;
pub use select::*;
pub use table::*;
pub use unit::*;
