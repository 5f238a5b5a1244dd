//! What the README shows is what the program prints.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{edit, first_steps};

#[test]
fn the_capture_in_the_readme_is_real() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let capture = readme.split("```text\n").nth(1).expect("README.md has a capture").split("```").next().unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    let broken = edit(first_steps(), "units.csv", ",2,,0603,", ",2,,0503,");
    let broken = edit(broken, "units.csv", ",2,,0504,", ",2,,0503,");
    for (path, bytes) in &broken.files {
        let path = folder.path().join("first-steps").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["check", "first-steps"])
        .current_dir(folder.path())
        .env("COLUMNS", "100")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), capture);
}

#[test]
fn the_readme_names_the_command_that_ci_runs() {
    let read = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    assert!(read("README.md").contains("bash tools/ready.sh"));
    assert!(read(".ci/run").contains("bash tools/ready.sh"));
}
