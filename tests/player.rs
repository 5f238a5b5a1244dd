//! The player for browsers that stands in the repository.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use muster::bundle::sha256;

/// What can become part of the player, as tools/player.sh has it.
const SOURCES: [&str; 11] = [
    "src/hexgrid",
    "src/model",
    "src/rules",
    "src/words",
    "src/play",
    "src/wire",
    "src/web",
    "src/sim/players",
    "src/sim/mod.rs",
    "src/sorting.rs",
    "Cargo.lock",
];

fn files(below: &Path, found: &mut Vec<PathBuf>) {
    if below.is_file() {
        found.push(below.to_owned());
        return;
    }
    for entry in std::fs::read_dir(below).unwrap() {
        files(&entry.unwrap().path(), found);
    }
}

/// Whoever changes the engine builds the player anew: otherwise a page would play by other rules than the terminal.
#[test]
fn the_player_is_built_from_these_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for source in SOURCES {
        files(&root.join(source), &mut found);
    }
    let mut named: Vec<(String, PathBuf)> =
        found.into_iter().map(|path| (path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"), path)).collect();
    named.sort();
    let mut list = String::new();
    for (name, path) in named {
        writeln!(list, "{}  {name}", sha256(&std::fs::read(path).unwrap())).unwrap();
    }
    let stated = std::fs::read_to_string(root.join("src/emit/web/player.sha256")).unwrap();
    assert_eq!(sha256(list.as_bytes()), stated.trim(), "the player is stale: `bash tools/player.sh` builds it anew");
}
