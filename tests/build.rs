//! Build, bundle, inspect: the same bytes twice, the same game when read back, and nothing believed.

use std::fs;
use std::io::{Cursor, Write};
use std::process::Command;

use muster::bundle::{resolved, sha256};
use muster::compile::compile;
use muster::emit::{EMITTERS, EmitContext};
use muster::model::Game;
use tempfile::TempDir;

use crate::support::{edit, first_steps, on_disk};

fn bundle(game: &Game, scenario: &str) -> Vec<u8> {
    let scenarios: Vec<_> = game.scenarios.iter().filter(|(_, s)| s.id == scenario).map(|(id, _)| id).collect();
    let emitter = EMITTERS.iter().find(|e| e.name == "bundle").unwrap();
    (emitter.emit)(&EmitContext::new(game, &scenarios), &mut |_, _| {})
        .unwrap()
        .files
        .remove(&format!("{scenario}.muster"))
        .unwrap()
}

#[test]
fn a_bundle_is_the_same_to_the_byte() {
    let (one, two) = (compile(&first_steps()), compile(&first_steps()));
    assert_eq!(bundle(&one.game, "crossing"), bundle(&two.game, "crossing"));
}

/// What is read back, written again, is the same: nothing was lost on the way.
#[test]
fn a_bundle_read_back_is_the_same_game() {
    let compiled = compile(&first_steps());
    for scenario in ["crossing", "dash"] {
        let bytes = bundle(&compiled.game, scenario);
        let opened = muster::bundle::open(&bytes).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(opened.manifest.scenario, scenario);
        let id = compiled.game.scenarios.iter().find(|(_, s)| s.id == scenario).unwrap().0;
        let again = opened.compiled.game.scenarios.ids().next().unwrap();
        assert_eq!(resolved(&opened.compiled.game, again), resolved(&compiled.game, id));
        assert_eq!(opened.compiled.game.units.len(), compiled.game.units.len());
        assert_eq!(opened.compiled.game.map.as_ref().unwrap().bridges.len(), 2);
    }
}

/// So it is for games with every kind of rule.
#[test]
fn rules_survive_a_bundle() {
    for system in ["ardennes-44", "bastogne"] {
        let compiled = compile(&crate::support::folder(&format!("tests/rules/{system}")));
        let (id, scenario) = compiled.game.scenarios.iter().next().expect("it has a scenario");
        let opened = muster::bundle::open(&bundle(&compiled.game, &scenario.id)).unwrap_or_else(|why| panic!("{system}: {why}"));
        let again = opened.compiled.game.scenarios.ids().next().unwrap();
        assert_eq!(resolved(&opened.compiled.game, again), resolved(&compiled.game, id), "{system}");
        let published = muster::schema::PUBLISHED.iter().find(|p| p.name == "bundle").unwrap();
        assert!(crate::schemas::boon(&published.json(), &resolved(&compiled.game, id)), "{system}");
    }
}

/// The resolved game is what its published schema says.
#[test]
fn the_resolved_game_fits_its_schema() {
    let compiled = compile(&first_steps());
    let published = muster::schema::PUBLISHED.iter().find(|p| p.name == "bundle").unwrap();
    for id in compiled.game.scenarios.ids() {
        assert!(crate::schemas::boon(&published.json(), &resolved(&compiled.game, id)));
    }
}

/// Zips entries as an enemy would.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn manifest(game: &[u8], version: u32) -> String {
    format!(
        r#"{{"bundle": {version}, "game": "x", "name": "x", "scenario": "s", "entries": [{{"path": "game.json", "bytes": {}, "sha256": "{}"}}]}}"#,
        game.len(),
        sha256(game)
    )
}

fn refused(game: &[u8], manifest: &str) -> String {
    muster::bundle::open(&zip(&[("manifest.json", manifest.as_bytes()), ("game.json", game)])).map(|_| ()).unwrap_err()
}

#[test]
fn nothing_in_a_bundle_is_believed() {
    let good = br#"{"bundle": 1, "module": {"format": 2, "id": "x", "name": "x"}, "scenario": {"id": "s"}}"#;
    assert!(muster::bundle::open(&zip(&[("manifest.json", manifest(good, 1).as_bytes()), ("game.json", good)])).is_ok());
    assert!(muster::bundle::open(b"PK and no more").map(|_| ()).unwrap_err().starts_with("it is no zip archive"));
    assert_eq!(refused(good, &manifest(good, 9)), "it is a bundle of version 9, this program knows 1");
    assert_eq!(refused(good, &manifest(b"other", 1)), "entry `game.json` is not what the manifest says: its hash differs");
    let path = zip(&[("../evil", b"x".as_slice()), ("manifest.json", manifest(good, 1).as_bytes())]);
    assert_eq!(muster::bundle::open(&path).map(|_| ()).unwrap_err(), "path `../evil` leaves the game's folder by `..`");
    let deep = format!("{{\"module\": {}{}}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(
        refused(deep.as_bytes(), &manifest(deep.as_bytes(), 1)),
        "its game.json is not in order: nested more than 64 levels deep"
    );
    let wrong = br#"{"module": {"format": 2, "name": "x", "ratings": [{"id": "a", "min": "many"}]}}"#;
    assert!(
        refused(wrong, &manifest(wrong, 1)).starts_with("its game is not in order: expected a whole number"),
        "{}",
        refused(wrong, &manifest(wrong, 1))
    );
    let stray = zip(&[("manifest.json", manifest(good, 1).as_bytes()), ("game.json", good), ("more.json", b"{}")]);
    assert_eq!(muster::bundle::open(&stray).map(|_| ()).unwrap_err(), "entry `more.json` is not in the manifest");
    // However it names its parts, the refusal stays one short line.
    let name = format!("\u{1b}[2J\n{}", "x".repeat(5000));
    let named = zip(&[(name.as_str(), b"x".as_slice()), ("manifest.json", manifest(good, 1).as_bytes())]);
    let why = muster::bundle::open(&named).map(|_| ()).unwrap_err();
    assert!(why.starts_with("path `\u{fffd}[2J\u{fffd}xxx") && why.ends_with("xxx…` has a control character in it"), "{why}");
    assert!(why.chars().count() < 200, "{why}");
    let part = format!("{{\"{}\": 1}}", "y".repeat(900));
    let why = refused(part.as_bytes(), &manifest(part.as_bytes(), 1));
    assert!(why.starts_with("its game.json has an unknown part `yyy") && why.chars().count() == 401, "{why}");
}

#[test]
fn a_bomb_is_counted_while_it_unpacks() {
    let bomb = zip(&[("manifest.json", &vec![b' '; 300 << 20])]);
    assert!(bomb.len() < 1 << 20);
    assert_eq!(muster::bundle::open(&bomb).map(|_| ()).unwrap_err(), "it unpacks to more than 64 MiB");
}

fn muster(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn build_writes_a_set_that_inspect_finds_whole() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("out");
    let dir = out.to_str().unwrap();
    assert_eq!(muster(&["build", "modules/first-steps", "-o", dir]).0, 0);
    let first = fs::read(out.join("dash.muster")).unwrap();
    assert_eq!(muster(&["inspect", dir]).0, 0);
    let (code, said) = muster(&["inspect", out.join("dash.muster").to_str().unwrap()]);
    // As many as `check` counts: the fort is there twice.
    assert!(code == 0 && said.contains("every hash holds; 26 units, 140 hexes, 2 tables\n"), "{said}");
    // Built again, the same bytes; a file of one's own stays, what is no longer built goes.
    fs::write(out.join("mine.txt"), "x").unwrap();
    assert_eq!(muster(&["build", "modules/first-steps", "-o", dir, "--scenario", "dash"]).0, 0);
    assert_eq!(fs::read(out.join("dash.muster")).unwrap(), first);
    assert!(out.join("mine.txt").exists() && !out.join("crossing.muster").exists());
    // One byte more, and the set is not whole.
    fs::OpenOptions::new().append(true).open(out.join("dash.muster")).unwrap().write_all(b"x").unwrap();
    let (code, said) = muster(&["inspect", dir]);
    assert!(code == 1 && said.contains("the build is not whole"), "{said}");
}

/// A module with one scenario in it twice could not be written; setup cards had it twice.
#[test]
fn a_scenario_that_is_named_twice_is_built_once() {
    let temp = TempDir::new().unwrap();
    let built = |folder: &str, times: usize| {
        let out = temp.path().join(folder);
        let mut args = vec!["build", "modules/first-steps", "-o", out.to_str().unwrap(), "--emit", "vmod"];
        args.extend(["--scenario", "dash"].repeat(times));
        let (code, said) = muster(&args);
        assert_eq!(code, 0, "{said}");
        fs::read(out.join("first-steps.vmod")).unwrap()
    };
    assert!(built("once", 1) == built("twice", 2));
}

/// A kit beside a bundle, and another game beside both: building one takes nothing of the others away.
#[test]
fn what_was_built_otherwise_stays_and_is_still_part_of_the_set() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("out");
    let dir = out.to_str().unwrap();
    assert_eq!(muster(&["build", "modules/first-steps", "-o", dir]).0, 0);
    let print =
        ["build", "modules/first-steps", "-o", dir, "--emit", "print", "--paper", "a4", "--backs", "fold", "--only", "a-hq"];
    assert_eq!(muster(&print).0, 0);
    let sheet = out.join("print/first-steps-counters-part-a4-fold.pdf");
    assert!(out.join("dash.muster").exists() && sheet.exists());
    assert_eq!(muster(&["build", "modules/bastogne-breakout", "-o", dir, "--scenario", "introduction"]).0, 0);
    assert!(out.join("introduction.muster").exists() && out.join("dash.muster").exists() && sheet.exists());
    let (code, said) = muster(&["inspect", dir]);
    assert!(code == 0 && said.contains("dash.muster") && said.contains("introduction.muster"), "{said}");
    // However often the other one is built; of itself it takes away what it builds no more.
    for scenario in ["introduction", "breakout"] {
        let (code, said) = muster(&["build", "modules/bastogne-breakout", "-o", dir, "--scenario", scenario]);
        assert!(code == 0 && out.join("dash.muster").exists() && sheet.exists(), "{said}");
    }
    assert!(out.join("breakout.muster").exists() && !out.join("introduction.muster").exists());
    assert_eq!(muster(&["build", "modules/first-steps", "-o", dir, "--scenario", "crossing"]).0, 0);
    assert!(!out.join("dash.muster").exists() && out.join("breakout.muster").exists() && sheet.exists());
    assert_eq!(muster(&["inspect", dir]).0, 0);
}

/// Two games may have one name: the kit of one stays when the other is built beside it. A manifest of an earlier version,
/// which knows no ids, is read, and what it lists goes by the name.
#[test]
fn another_game_of_one_name_keeps_its_files() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("out");
    let built = |id: &str| {
        let game = edit(first_steps(), "module.json", "\"id\": \"first-steps\"", &format!("\"id\": \"{id}\""));
        let game = on_disk(&game, &temp.path().join(id));
        let mut args = vec!["build", game.to_str().unwrap(), "-o", out.to_str().unwrap(), "--emit", "print", "--paper", "a4"];
        args.extend(["--backs", "fold"]);
        let (code, said) = muster(&args);
        assert_eq!(code, 0, "{said}");
        said
    };
    let sheet = |id: &str| out.join(format!("print/{id}-counters-a4-fold.pdf"));
    for id in ["one", "other", "one"] {
        let said = built(id);
        assert!(!said.contains("deleted"), "{said}");
    }
    assert!(sheet("one").exists() && sheet("other").exists());
    assert_eq!(muster(&["inspect", out.to_str().unwrap()]).0, 0);
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let mut old: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    old.as_object_mut().unwrap().remove("game-id").unwrap();
    for file in old["files"].as_array_mut().unwrap() {
        file.as_object_mut().unwrap().remove("game-id");
    }
    fs::write(out.join("manifest.json"), old.to_string()).unwrap();
    let said = built("other");
    assert!(said.contains("one-counters-a4-fold.pdf` is built no more") && !sheet("one").exists(), "{said}");
}

/// A part stands beside the whole; another whole takes the place of what it does not make, and says so.
#[test]
fn no_file_of_a_kit_goes_in_silence() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("out");
    let dir = out.to_str().unwrap();
    let built = |flags: &[&str]| {
        let (code, said) =
            muster(&[&["build", "modules/first-steps", "-o", dir, "--emit", "print", "--paper", "a4"], flags].concat());
        assert_eq!(code, 0, "{said}");
        let mut names: Vec<String> =
            fs::read_dir(out.join("print")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        (said, names)
    };
    let (said, whole) = built(&["--backs", "fold,fronts"]);
    assert!(!said.contains("deleted"), "{said}");
    let (said, after) = built(&["--backs", "fronts", "--only", "a-hq,oos"]);
    assert!(!said.contains("deleted"), "{said}");
    assert!(whole.iter().all(|name| after.contains(name)), "{whole:?} {after:?}");
    assert!(after.contains(&"first-steps-counters-part-a4-fronts.pdf".to_owned()), "{after:?}");
    let (said, last) = built(&["--backs", "fronts"]);
    for name in after.iter().filter(|name| !last.contains(*name)) {
        assert!(said.contains(&format!("{name}` is built no more; it was deleted")), "{name}: {said}");
    }
    assert!(said.contains("first-steps-counters-a4-fold.pdf` is built no more"), "{said}");
}

#[test]
fn nothing_is_built_while_an_error_stands() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("out");
    let (code, said) = muster(&["build", "tests/paper", "-o", out.to_str().unwrap()]);
    assert!(code == 1 && said.ends_with("nothing was built: mend the errors first\n"), "{said}");
    assert!(!out.exists());
}

/// A build that fails leaves no empty folder behind.
#[test]
fn what_cannot_be_built_leaves_nothing() {
    let temp = TempDir::new().unwrap();
    let mut game = first_steps();
    game.files.retain(|path, _| !path.starts_with("scenarios/"));
    let game = on_disk(&game, &temp.path().join("game"));
    let out = temp.path().join("new/out");
    let (code, said) = muster(&["build", game.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert!(code == 2 && !temp.path().join("new").exists(), "{code} {said}");
}

/// Killed at any moment, every file is wholly old or wholly new.
#[test]
fn a_build_that_is_killed_leaves_whole_files() {
    let temp = TempDir::new().unwrap();
    let out = temp.path().join("out");
    let dir = out.to_str().unwrap();
    assert_eq!(muster(&["build", "modules/first-steps", "-o", dir]).0, 0);
    let whole: Vec<(&str, Vec<u8>)> =
        ["crossing.muster", "dash.muster"].into_iter().map(|f| (f, fs::read(out.join(f)).unwrap())).collect();
    for i in 0..100u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(["build", "modules/first-steps", "-o", dir])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Spread over the length of a run; a different moment each time.
        std::thread::sleep(std::time::Duration::from_micros(i * 1_700 % 150_000));
        let _ = child.kill();
        let _ = child.wait();
        for (file, bytes) in &whole {
            assert_eq!(&fs::read(out.join(file)).unwrap(), bytes, "{file} after kill {i}");
        }
    }
    assert_eq!(muster(&["build", "modules/first-steps", "-o", dir]).0, 0);
    assert_eq!(muster(&["inspect", dir]).0, 0);
}
