//! What a stranger could send, in its smallest form, and what becomes of it.

mod import;
mod writing;
