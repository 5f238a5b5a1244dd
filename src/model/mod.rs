//! The game: typed, every reference resolved, no places, no files. It can go into a bundle or a browser as it is.
//!
//! What the rules are made of (selectors, conditions, amounts, effects, entries) is defined once, here: the schemas come
//! from these types, an author's text is read straight into them, and `written` writes them again.

mod art;
mod condition;
mod effect;
mod example;
mod face;
mod fighting;
mod game;
mod id;
mod imported;
mod map;
mod moving;
mod name_kind;
mod number;
mod packed;
mod playing;
mod rule_syntax;
mod rules;
mod scenario;
mod select;
mod slot;
mod standing;
mod stated;
mod table;
mod unit;
mod values;
mod vassal;
mod word_list;
mod written;

pub use art::*;
pub use condition::*;
pub use effect::*;
pub use example::*;
pub use face::*;
pub use fighting::*;
pub use game::*;
pub use id::*;
pub use imported::*;
pub use map::*;
pub use moving::*;
pub use name_kind::*;
pub use number::*;
pub use packed::Packed;
pub use playing::*;
pub use rule_syntax::*;
pub use rules::*;
pub use scenario::*;
pub use select::*;
pub use slot::*;
pub use standing::*;
pub use stated::{STATED, Stated, stated};
pub use table::*;
pub use unit::*;
pub use values::*;
pub use vassal::*;
pub use word_list::*;
pub use written::{spoken, written};
