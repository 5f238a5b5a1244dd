//! A planted step on a real folder: written whole, shown without writing, and put back when a write fails.

use std::collections::BTreeMap;
use std::path::Path;

use super::*;

/// Format 0 said `players` where format 1 says `sides`, and kept a note that is now in a file of its own.
const STEPS: &[Step] = &[Step {
    from: 0,
    name: "players-become-sides",
    docs: "the list `players` is now called `sides`",
    run: |files| {
        files.edit("module.json", |root, edits| {
            edits.rename_key(root, "players", "sides");
        })?;
        files.set("notes/read-me.txt", "moved\n");
        files.remove("old.txt");
        Ok(vec!["renamed `players` in module.json".to_owned()])
    },
}];

const MODULE: &str =
    "{\n  \"format\": 0, // the first\n  \"name\": \"Old\",\n  /* who plays */ \"players\": [{ \"id\": \"a\" }]\n}\n";

fn folder() -> tempfile::TempDir {
    let temp = tempfile::tempdir().unwrap();
    std::fs::write(temp.path().join("module.json"), MODULE).unwrap();
    std::fs::write(temp.path().join("old.txt"), "x\n").unwrap();
    std::fs::write(temp.path().join("units.xlsx"), [0xff, 0x00]).unwrap();
    temp
}

fn texts(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let name = entry.strip_prefix(dir).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, std::fs::read(&entry).unwrap());
            }
        }
    }
    found
}

fn args(dir: &Path, dry_run: bool) -> Migrate {
    Migrate { dir: dir.to_owned(), dry_run, check: false }
}

#[test]
fn a_folder_is_carried_forward_once() {
    let temp = folder();
    let before = texts(temp.path());
    let (exit, dry) = told(&args(temp.path(), true), STEPS, 1).unwrap();
    let (checked, same) = told(&Migrate { check: true, ..args(temp.path(), false) }, STEPS, 1).unwrap();
    assert_eq!(texts(temp.path()), before, "neither writes anything");
    assert_eq!((exit, checked, &same), (Exit::Clean, Exit::Findings, &dry));
    assert!(dry.ends_with("nothing was written; it would be: notes/read-me.txt, old.txt, module.json\n"), "{dry}");

    let (exit, done) = told(&args(temp.path(), false), STEPS, 1).unwrap();
    assert_eq!(exit, Exit::Clean);
    assert!(done.contains("goes from format 0 to 1\n  0 to 1, players-become-sides: the list"), "{done}");
    assert!(done.ends_with("written: notes/read-me.txt, old.txt, module.json\n"), "{done}");
    let after = texts(temp.path());
    assert_eq!(after.keys().collect::<Vec<_>>(), ["module.json", "notes/read-me.txt", "units.xlsx"]);
    let module = MODULE.replace("players", "sides").replace("\"format\": 0", "\"format\": 1");
    assert_eq!(after["module.json"], module.as_bytes());

    let (exit, again) = told(&Migrate { check: true, ..args(temp.path(), false) }, STEPS, 1).unwrap();
    assert_eq!(exit, Exit::Clean);
    assert!(again.contains("is current: format 1"), "{again}");
    assert_eq!(texts(temp.path()), after);
}

#[test]
fn what_is_refused_is_untouched() {
    let temp = folder();
    let before = texts(temp.path());
    assert!(told(&args(temp.path(), false), &[], 1).is_err(), "no step from 0");
    assert!(told(&args(temp.path(), false), STEPS, 2).is_err(), "no step from 1");
    assert_eq!(texts(temp.path()), before);
    std::fs::write(temp.path().join("module.json"), MODULE.replace("\"format\": 0", "\"format\": 7")).unwrap();
    let before = texts(temp.path());
    assert!(told(&args(temp.path(), false), STEPS, 1).is_err(), "newer");
    assert_eq!(texts(temp.path()), before);
}
