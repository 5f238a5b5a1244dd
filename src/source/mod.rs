//! Files to trees: the World, JSON and sheets, limits, and the way back from a place to its bytes.

pub mod damage;
mod de;
mod fault;
mod files;
mod json;
pub mod limits;
mod project;
pub mod sheet;
mod text;
mod tree;
mod world;
#[cfg(feature = "cli")]
mod xlsx;

pub use de::{Mismatch, Pruned};
pub use fault::Fault;
pub use files::{Files, LineColumn, SourceFile};
pub use json::parse as parse_json;
pub use project::{Loaded, Project, Wanted};
pub use tree::{Elements, Member, Members, NodeRef, Shape, Tree};
pub use world::{Disk, Memory, ReadError, World, confined};
