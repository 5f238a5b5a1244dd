//! `muster new`: what it writes can be checked, played to its end, printed and built; what cannot be is refused, and nothing
//! is written.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs muster in a folder: how it ended, and all that it said.
fn muster(at: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(args).current_dir(at).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8(said).unwrap())
}

fn files(at: &Path) -> usize {
    let entries = fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { files(&path) } else { 1 }).sum()
}

#[test]
fn new_writes_a_game_that_checks_clean_and_never_overwrites() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    assert_eq!(muster(at, &["new", "a/my-game"]).0, 0);
    let (code, said) = muster(at, &["check", "a/my-game", "--deny", "warnings"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.starts_with("My Game is clean: 14 units, 96 hexes, 1 scenario"), "{said}");
    assert!(!said.contains("not checked"), "{said}");
    let there = files(&at.join("a/my-game"));
    assert_eq!(there, 11);
    let (code, said) = muster(at, &["new", "a/my-game", "--kind", "bare"]);
    assert_eq!((code, files(&at.join("a/my-game"))), (2, there), "{said}");
    assert!(said.contains("not empty"), "{said}");
    // What is to be typed next can be typed so.
    let (_, said) = muster(at, &["new", "my other game", "--kind", "bare"]);
    assert!(said.contains("next: `muster check \"my other game\"`"), "{said}");
    // The smallest is five files.
    assert_eq!(muster(at, &["new", "bare", "--kind", "bare"]).0, 0);
    assert_eq!(files(&at.join("bare")), 5);
}

/// On a terminal it asks, says how the usual is taken, and asks again where an answer cannot be.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_it_asks() {
    use std::io::Write;
    use std::process::Stdio;

    let folder = TempDir::new().unwrap();
    let at = folder.path();
    // `script` gives a program a terminal.
    let mut child = Command::new("script")
        .args(["-qec", &format!("{} new game", env!("CARGO_BIN_EXE_muster")), "/dev/null"])
        .current_dir(at)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all("chits\n1x1\n8×6\nUnion, Élan\n\nnone\n".as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    for words in ["Enter alone takes what stands in [brackets]", "6 to 99 columns", "[Blue, Red]", "Game is in `game`"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let (code, said) = muster(at, &["check", "game", "--deny", "warnings"]);
    assert!(code == 0 && said.contains("48 hexes"), "{said}");
    let module = fs::read_to_string(at.join("game/module.json")).unwrap();
    assert!(module.contains("\"Élan\""), "{module}");
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    fs::write(at.join("file"), "").unwrap();
    for (args, says) in [
        (["game", "--size", "0x0"], "6 to 99 columns"),
        (["game", "--size", "100000x100000"], "6 to 99 columns"),
        (["game", "--name", "a/b"], "has no slashes"),
        (["game", "--name", "..\\b"], "has no slashes"),
        (["game", "--sides", "a/b,c"], "cannot be the name of a side"),
        (["game", "--sides", "enemy,c"], "rules use that word"),
        (["game", "--sides", "日本,c"], "`日本` cannot be the name of a side: no font has the letters `日本`"),
        (["game", "--name", "日本 1"], "`日本 1` cannot be the game's name: no font has the letters `日本`"),
        (["中国", "--kind", "bare"], "`中国` cannot be the game's name: no font has the letters `中国`"),
        (["file", "--kind", "chits"], "is a file, or lies below one"),
        (["file/below", "--kind", "chits"], "is a file, or lies below one"),
    ] {
        let (code, said) = muster(at, &["new", args[0], args[1], args[2]]);
        assert!(code == 2 && said.contains(says), "{args:?}: {code} {said}");
        assert_eq!(files(at), 1, "{args:?}");
    }
}

/// Checked, played by lot from start to end, printed, and built for VASSAL.
fn whole(kind: &str, combat: &str, zones: &str) {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let (code, said) = muster(at, &["new", "game", "--kind", kind, "--combat", combat, "--zones", zones, "--size", "8x6"]);
    assert_eq!(code, 0, "{said}");
    let play = ["simulate", "game", "first", "--games", "5", "--beside", "0", "--players", "random", "-o", "games"];
    let (code, said) = muster(at, &play);
    assert_eq!(code, 0, "{said}");
    let games = fs::read_to_string(at.join("games/games.csv")).unwrap();
    let rows = crate::support::csv(&games);
    let column = rows[0].iter().position(|name| name == "ended").unwrap();
    let ended: Vec<&str> = rows[1..].iter().map(|row| row[column].as_str()).collect();
    assert_eq!(ended, ["over"; 5], "{kind} {combat} {zones}:\n{games}");
    // Somebody fights, or the rules of combat would never be asked.
    let totals = fs::read_to_string(at.join("games/totals.csv")).unwrap();
    assert!(totals.lines().any(|line| line.starts_with("combats,")), "{kind} {combat} {zones}:\n{totals}");
    let kit = ["build", "game", "-o", "out", "--emit", "print,vmod,bundle", "--paper", "a4", "--backs", "fold"];
    let (code, said) = muster(at, &kit);
    assert_eq!(code, 0, "{said}");
    let built: Vec<String> =
        fs::read_dir(at.join("out")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    for ending in [".vmod", ".muster"] {
        assert!(built.iter().any(|name| name.ends_with(ending)), "{built:?}");
    }
    assert!(files(&at.join("out")) > 5, "{built:?}");
}

#[test]
fn a_classic_game_plays_and_builds() {
    whole("classic", "odds", "yes");
}

#[test]
fn a_game_of_chits_plays_and_builds() {
    whole("chits", "difference", "yes");
}

#[test]
fn a_game_of_cards_plays_and_builds() {
    whole("cards", "odds", "none");
}

#[test]
fn a_tactical_game_plays_and_builds() {
    whole("tactical", "fire", "none");
}

#[test]
fn a_name_that_an_editor_has_lengthened_is_told() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    assert_eq!(muster(at, &["new", "game", "--kind", "bare"]).0, 0);
    fs::rename(at.join("game/module.json"), at.join("game/module.json.txt")).unwrap();
    let (code, said) = muster(at, &["check", "game"]);
    assert!(code == 2 && said.contains("take the `.txt` off its name"), "{said}");
}
