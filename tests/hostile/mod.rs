//! What a stranger could send, in its smallest form: each is told in a few words, soon, and in little memory.

mod art;
mod import;
mod model;
mod report;
mod writing;
