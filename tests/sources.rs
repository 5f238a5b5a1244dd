//! Where values come from: `sources` of module.json, who rests on which, and printed counters that an owner types in.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{first_steps, on_disk};

fn muster(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_muster")).args(args).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn change(game: &Path, file: &str, from: &str, to: &str) {
    let text = std::fs::read_to_string(game.join(file)).unwrap();
    assert!(text.contains(from), "{file}: {from}");
    std::fs::write(game.join(file), text.replacen(from, to, 1)).unwrap();
}

const SOURCES: &str = r#""sources": [
    { "id": "guess", "name": "Our guess", "kind": "judgement", "of": ["units.csv", "rules.json", "scenarios/crossing.json"] },
    { "id": "walk", "name": "A walk along the Alder", "kind": "survey", "of": ["map.json"] },
    { "id": "games", "name": "Forty test games", "kind": "playtest" }
  ],
  "sides""#;

/// First Steps with sources: a counter, a table, an entry of the rules and a line of a scenario name their own.
fn sourced(dir: &Path) -> PathBuf {
    let game = on_disk(&first_steps(), dir);
    change(&game, "module.json", "\"sides\"", SOURCES);
    change(&game, "units.csv", "my-notes\n", "my-notes,source\n");
    let units = std::fs::read_to_string(game.join("units.csv")).unwrap();
    let rows = units.lines().enumerate().map(|(n, line)| match (n, line) {
        (0, _) => line.to_owned(),
        (_, line) if line.starts_with("a-hq,") => format!("{line},games"),
        (_, line) => format!("{line},"),
    });
    std::fs::write(game.join("units.csv"), rows.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    change(&game, "tables.json", "\"id\": \"crt\"", "\"id\": \"crt\", \"source\": \"games\"");
    change(&game, "rules.json", "\"id\": \"weak-bridge\"", "\"id\": \"weak-bridge\", \"source\": \"walk\"");
    game
}

fn count(text: &str, source: &str, column: &str) -> usize {
    let heads: Vec<&str> = text.lines().next().unwrap().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let row = text.lines().find(|line| line.starts_with(&format!("{source} "))).unwrap();
    let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    cells[heads.iter().position(|head| *head == column).unwrap()].parse().unwrap()
}

#[test]
fn every_value_rests_on_what_it_or_its_file_says() {
    let dir = tempfile::tempdir().unwrap();
    let game = sourced(dir.path());
    let path = game.to_str().unwrap();
    let checked = muster(&["check", path]);
    assert!(checked.status.success(), "{}", said(&checked));
    let told = said(&checked);
    assert!(told.contains("counters rest on: Our guess (judgement) 24, Forty test games (playtest) 1"), "{told}");
    let table = said(&muster(&["rules", path, "--sources"]));
    assert_eq!(count(&table, "games", "counters"), 1, "{table}");
    assert_eq!(count(&table, "games", "tables"), 1, "{table}");
    assert_eq!(count(&table, "walk", "hexes"), 140, "{table}");
    assert_eq!(count(&table, "walk", "rules"), 1, "{table}");
    assert!(count(&table, "guess", "rules") > 20 && count(&table, "-", "rules") == 0, "{table}");
    // The Dash is in no file that a source names.
    assert!(count(&table, "-", "lines of scenarios") > 0 && count(&table, "guess", "lines of scenarios") > 0, "{table}");
    let one = said(&muster(&["rules", path, "--sources", "games"]));
    assert_eq!(one, "counters (1): a-hq\ntables (1): crt\n");
    let json: serde_json::Value = serde_json::from_slice(&muster(&["check", path, "--format", "json"]).stdout).unwrap();
    assert_eq!(json["sources"][2]["rests"]["counters"], 1, "{json}");
    // The credits of what is built name them.
    let out = dir.path().join("out");
    assert!(muster(&["build", path, "-o", out.to_str().unwrap(), "--emit", "html"]).status.success());
    let page = std::fs::read_to_string(out.join("crossing.html")).unwrap();
    assert!(page.contains("Source of 1 counter, 1 table: Forty test games (playtest)"));
}

#[test]
fn wrong_names_of_sources_and_files_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let game = sourced(dir.path());
    change(&game, "tables.json", "\"source\": \"games\"", "\"source\": \"game\"");
    change(&game, "module.json", "[\"map.json\"]", "[\"maps.json\"]");
    let told = said(&muster(&["check", game.to_str().unwrap(), "--format", "short"]));
    assert!(told.lines().any(|line| line.contains("tables.json") && line.contains("unknown source `game`")), "{told}");
    assert!(told.lines().any(|line| line.contains("module.json") && line.contains("does not read `maps.json`")), "{told}");
    assert_eq!(told.matches("M0201").count(), 2, "{told}");
    // One that nothing rests on is idle, one that stands twice is refused.
    let other = tempfile::tempdir().unwrap();
    let game = sourced(other.path());
    change(
        &game,
        "module.json",
        "\"kind\": \"playtest\" }",
        "\"kind\": \"playtest\" }, { \"id\": \"lore\", \"name\": \"Hearsay\", \"kind\": \"history\" }, { \"id\": \"walk\", \"name\": \"Another\", \"kind\": \"survey\" }",
    );
    let told = said(&muster(&["check", game.to_str().unwrap(), "--format", "short"]));
    assert!(told.contains("source `lore` is never used") && told.contains("source `walk` stands twice"), "{told}");
    // A game without sources has none to name.
    let third = tempfile::tempdir().unwrap();
    let game = on_disk(&first_steps(), third.path());
    change(&game, "tables.json", "\"id\": \"crt\"", "\"id\": \"crt\", \"source\": \"games\"");
    let told = said(&muster(&["check", game.to_str().unwrap(), "--format", "short"]));
    assert!(told.contains("M0201") && told.contains("unknown source `games`"), "{told}");
    assert!(said(&muster(&["rules", game.to_str().unwrap(), "--sources"])).contains("names no sources"));
}

#[test]
fn what_an_owner_types_in_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let game = sourced(dir.path());
    let path = game.to_str().unwrap();
    // One number of the front, one of the back; what is as it was, and what is not known, changes nothing.
    std::fs::write(game.join("printed.csv"), "id,attack,defense,back.attack,steps\na-1-i,6,4,?,\na-1-ii,,,3,2\n").unwrap();
    let told = said(&muster(&["check", path, "--format", "short"]));
    let found: Vec<&str> = told.lines().filter(|line| line.contains("M0225")).collect();
    assert_eq!(found.len(), 2, "{told}");
    assert!(found[0].contains("printed.csv:2") && found[0].contains("`attack` of unit `a-1-i` is printed `6`, here it is `4`"));
    assert!(found[1].contains("`back.attack` of unit `a-1-ii` is printed `3`, here it is `2`"), "{told}");
    assert!(told.contains("hint[M0225]"), "{told}");
    let table = said(&muster(&["rules", path, "--sources"]));
    assert_eq!(count(&table, "printed.csv", "counters"), 2, "{table}");
    let bundle = dir.path().join("out");
    assert!(muster(&["build", path, "-o", bundle.to_str().unwrap()]).status.success());
    let inside = said(&muster(&["inspect", bundle.join("crossing.muster").to_str().unwrap()]));
    assert!(!inside.is_empty());
    // A counter that there is not is a mistake of whoever typed.
    std::fs::write(game.join("printed.csv"), "id,attack\na-1-iv,6\n").unwrap();
    let told = said(&muster(&["check", path, "--format", "short"]));
    assert!(told.contains("M0201") && told.contains("a-1-iv"), "{told}");
}
