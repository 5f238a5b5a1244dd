//! Files are reached only inside the game's folder, and in the shared `series/` beside it.

use std::fs;

use muster::compile::compile;
use muster::source::Disk;
use tempfile::TempDir;

use crate::support::{game, lines, said};

const MODULE: &str = r#"{"format": 2, "name": "x", "units": {"csv": "PATH"}}"#;

fn disk(workspace: &TempDir, path: &str) -> Vec<String> {
    let root = workspace.path().join("game");
    fs::create_dir_all(&root).unwrap();
    fs::write(root.join("module.json"), MODULE.replace("PATH", path)).unwrap();
    lines(&compile(&Disk::open(&root).unwrap()))
}

#[test]
fn paths_that_leave_are_refused_by_name() {
    for (path, why) in [
        ("../units.csv", "path `../units.csv` leaves the game's folder by `..`"),
        ("a/../../units.csv", "path `a/../../units.csv` leaves the game's folder by `..`"),
        ("/etc/passwd", "path `/etc/passwd` is absolute; name the file relative to the game's folder"),
        ("C:/units.csv", "path `C:/units.csv` is absolute; name the file relative to the game's folder"),
        ("a\\\\units.csv", "path `a\\units.csv` has a backslash; folders are divided by `/`"),
        ("./units.csv", "path `./units.csv` has an empty part; write `folder/file`"),
        ("", "path `` is empty"),
    ] {
        let expected = format!("M0003 «{path}» {why}");
        let workspace = TempDir::new().unwrap();
        fs::write(workspace.path().join("units.csv"), "id\na\n").unwrap();
        let found = disk(&workspace, path);
        assert!(found.len() == 1 && found[0].contains(&expected), "{path}: {found:#?}");
        let memory = game(&[("module.json", &MODULE.replace("PATH", path))]);
        let found = said(&memory);
        assert!(found.len() == 1 && found[0].contains(&expected), "{path}: {found:#?}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_leave_are_refused_and_links_inside_are_followed() {
    let workspace = TempDir::new().unwrap();
    fs::write(workspace.path().join("secret.csv"), "id\na\n").unwrap();
    let root = workspace.path().join("game");
    fs::create_dir_all(root.join("inside")).unwrap();
    std::os::unix::fs::symlink("../secret.csv", root.join("link.csv")).unwrap();
    let found = disk(&workspace, "link.csv");
    assert!(
        found.len() == 1 && found[0].contains("M0003 «link.csv» path `link.csv` is a link that leaves the game's folder"),
        "{found:#?}"
    );
    std::os::unix::fs::symlink("..", root.join("up")).unwrap();
    let found = disk(&workspace, "up/secret.csv");
    assert!(found.len() == 1 && found[0].contains("is a link that leaves the game's folder"), "{found:#?}");
    fs::write(root.join("inside/real.csv"), "id\na\n").unwrap();
    std::os::unix::fs::symlink("inside/real.csv", root.join("ours.csv")).unwrap();
    assert_eq!(disk(&workspace, "ours.csv"), [""; 0]);
}

#[test]
fn a_series_beside_the_game_is_shared() {
    let workspace = TempDir::new().unwrap();
    fs::create_dir(workspace.path().join("series")).unwrap();
    fs::write(workspace.path().join("series/units.csv"), "id\na\n").unwrap();
    fs::write(workspace.path().join("secret.csv"), "id\na\n").unwrap();
    assert_eq!(disk(&workspace, "series/units.csv"), [""; 0]);
    let found = disk(&workspace, "series/../secret.csv");
    assert!(found.len() == 1 && found[0].contains("leaves the game's folder by `..`"), "{found:#?}");
    let found = disk(&workspace, "series/unit.csv");
    assert!(
        found.len() == 1
            && found[0].contains(
                "M0001 «series/unit.csv» there is no file `series/unit.csv` in the game's folder | did you mean `series/units.csv`?"
            ),
        "{found:#?}"
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../secret.csv", workspace.path().join("series/link.csv")).unwrap();
        let found = disk(&workspace, "series/link.csv");
        assert!(found.len() == 1 && found[0].contains("is a link that leaves the game's folder"), "{found:#?}");
    }
}

#[test]
fn a_folder_or_a_huge_file_is_not_read() {
    let workspace = TempDir::new().unwrap();
    let root = workspace.path().join("game");
    fs::create_dir_all(root.join("units.csv")).unwrap();
    let found = disk(&workspace, "units.csv");
    assert!(found.len() == 1 && found[0].contains("M0002 «units.csv» `units.csv` is not a file"), "{found:#?}");
    // A file that claims two gigabytes and holds nothing.
    fs::File::create(root.join("big.csv")).unwrap().set_len(2 << 30).unwrap();
    let found = disk(&workspace, "big.csv");
    assert!(
        found.len() == 1
            && found[0].contains("M0004 «big.csv» `big.csv` is too big: the file has 2048 MiB, at most 64 MiB are read"),
        "{found:#?}"
    );
}

/// A folder in which one file may not be read.
struct Guarded(muster::source::Memory);

impl muster::source::World for Guarded {
    fn read(&self, path: &str) -> Result<Vec<u8>, muster::source::ReadError> {
        if path == "units.csv" {
            return Err(muster::source::ReadError::Denied("permission denied".to_owned()));
        }
        self.0.read(path)
    }
    fn has(&self, path: &str) -> bool {
        self.0.has(path)
    }
    fn list(&self, folder: &str) -> Result<Vec<String>, muster::source::ReadError> {
        self.0.list(folder)
    }
    fn label(&self, path: &str) -> String {
        self.0.label(path)
    }
}

#[test]
fn a_file_that_may_not_be_read_is_named() {
    let memory = game(&[("module.json", &MODULE.replace("PATH", "units.csv")), ("units.csv", "id\na\n")]);
    let found = lines(&compile(&Guarded(memory)));
    assert!(
        found.len() == 1 && found[0].contains("M0002 «units.csv» `units.csv` cannot be read: permission denied"),
        "{found:#?}"
    );
}
