//! A language server: help while typing, for every editor that speaks the Language Server Protocol.
//!
//! - [`frame`] reads and writes messages; `server` keeps the open texts, has them compiled and answers.
//! - `overlay` lays unsaved texts over the disk; `analysis` is a compiled game, and `names` where every name stands.
//! - `findings`, `hover`, `complete`, `navigate`, `symbols`, `layout`, `picture`: what an editor may ask, one file each.
//! - `edits` tries what `navigate` would change, before an editor hears of it; `looks` keeps what is drawn.
//! - `cursor` and `schema` know what is being written where, in a text that may not be right yet.
//!
//! The findings are those of `muster check`: the same pipeline finds them.

mod analysis;
mod answer;
mod complete;
mod cursor;
mod edits;
mod findings;
pub mod frame;
mod hover;
mod layout;
mod looks;
mod names;
mod navigate;
mod overlay;
mod picture;
mod place;
mod schema;
mod server;
mod symbols;
mod text;

pub use server::{Ended, serve};
