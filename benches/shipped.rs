//! Games of the repository, read into memory.

use std::path::Path;

use muster::compile::compile;
use muster::model::Game;
use muster::source::Memory;

fn read(memory: Memory, root: &Path, dir: &Path) -> Memory {
    let mut paths: Vec<_> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().fold(memory, |memory, path| match path.is_dir() {
        true => read(memory, root, &path),
        false => {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            memory.with(&name, std::fs::read(&path).unwrap())
        }
    })
}

/// The game in a folder, as seen from the top of the repository.
pub fn in_folder(path: &str) -> Game {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    compile(&read(Memory::new(), &root, &root)).game
}
