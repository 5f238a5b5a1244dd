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

/// Another program has our name in the registry: nobody is told to install that one. What is installed is of this version.
#[test]
fn what_installs_muster_installs_this_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let version = env!("CARGO_PKG_VERSION");
    let mut all = vec!["README.md".to_owned(), ".pre-commit-hooks.yaml".to_owned(), "tools/Containerfile".to_owned()];
    for folder in ["docs", "docs/howto", "tools", ".github/workflows", ".github/actions/check"] {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        all.extend(
            entries.filter(|path| path.is_file()).map(|path| path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()),
        );
    }
    for name in &all {
        let Ok(text) = fs::read_to_string(root.join(name)) else { continue };
        for line in text.lines().filter(|line| line.contains("cargo install")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let by_name =
                words.windows(2).any(|pair| pair[1].trim_matches('`') == "muster" && matches!(pair[0], "install" | "--locked"));
            assert!(!by_name, "{name}: {line}");
        }
        for at in text.match_indices("v0.").map(|(at, _)| at).filter(|_| name.contains("github")) {
            assert!(text[at + 1..].starts_with(version), "{name} is of another version than {version}");
        }
    }
    assert!(fs::read_to_string(root.join("CHANGELOG.md")).unwrap().contains(&format!("\n## [{version}] - ")));
    let action = fs::read_to_string(root.join(".github/actions/check/action.yml")).unwrap();
    let release = fs::read_to_string(root.join(".github/workflows/release.yml")).unwrap();
    let targets: Vec<&str> =
        release.split("target: ").skip(1).filter_map(|rest| rest.split(' ').next()).filter(|t| t.contains('-')).collect();
    assert_eq!(targets.len(), 4);
    for target in targets {
        assert!(action.contains(&format!("archive={target}.")), "the action does not know {target}");
    }
}
