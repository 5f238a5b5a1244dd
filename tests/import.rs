//! What others have made becomes a folder that checks without errors, and what does not is refused in words.

#[path = "import/command.rs"]
mod command;
#[path = "import/counters.rs"]
mod counters;
mod features;
mod hostile;
mod identity;
mod kept;
pub(crate) mod made;
mod round_trip;
#[path = "import/tiled.rs"]
mod tiled;

use muster::compile::compile;
use muster::diag::Severity;
use muster::import::Imported;
use muster::source::Memory;

/// The folder, in memory.
fn folder(imported: &Imported) -> Memory {
    imported.files.iter().fold(Memory::new(), |world, (path, bytes)| world.with(path, bytes.clone()))
}

/// Nothing is wrong with what was made.
#[track_caller]
fn sound(imported: &Imported) -> Memory {
    let memory = folder(imported);
    let compiled = compile(&memory);
    assert_eq!(compiled.count(Severity::Error), 0, "{:#?}", crate::support::lines(&compiled));
    memory
}

fn text<'i>(imported: &'i Imported, path: &str) -> &'i str {
    std::str::from_utf8(&imported.files[path]).unwrap()
}

fn json(imported: &Imported, path: &str) -> serde_json::Value {
    serde_json::from_slice(&imported.files[path]).unwrap()
}
