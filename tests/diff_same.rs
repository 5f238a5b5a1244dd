//! What is no change: comments, the order of rows, a sheet that becomes JSON.

use muster::compile::compile;
use muster::diag::Severity;
use muster::diff::changed_units;
use muster::source::{Memory, NodeRef, parse_json};
use serde_json::Value;

use crate::diff::{errata, game};
use crate::support::{edit, first_steps};

#[test]
fn equal_games_have_no_errata() {
    assert_eq!(errata(&game(&first_steps()), &game(&first_steps())), [""; 0]);
    // Comments, blanks and the order of rows are no change.
    let text = String::from_utf8(first_steps().files["units.csv"].clone()).unwrap();
    let (head, rows) = text.split_once('\n').unwrap();
    let mut rows: Vec<&str> = rows.lines().filter(|row| !row.starts_with('#')).collect();
    rows.reverse();
    let turned = first_steps().with("units.csv", format!("{head}\n{}\n", rows.join("\n")));
    assert_eq!(errata(&game(&first_steps()), &game(&turned)), [""; 0]);
    let turned = edit(turned, "map.json", "// As seen, north on top.", "// As one sees it.");
    assert_eq!(errata(&game(&first_steps()), &game(&turned)), [""; 0]);
    assert!(changed_units(&game(&first_steps()), &game(&turned)).is_empty());
}

fn value(memory: &Memory, file: &str) -> Value {
    let (tree, _) = parse_json(String::from_utf8(memory.files[file].clone()).unwrap());
    NodeRef::to_value(tree.root().unwrap())
}

/// Every list the other way round, but those whose order is their meaning.
fn turn_round(value: &mut Value, key: &str) {
    const ORDERED: [&str; 14] = [
        "sides", "turns", "phases", "each", "levels", "effects", "layouts", "looks", "rows", "set-up", "through", "segments",
        "do", "policy",
    ];
    match value {
        Value::Array(list) => {
            list.iter_mut().for_each(|value| turn_round(value, ""));
            if !ORDERED.contains(&key) || list.iter().all(|row| row.get("roll").is_some()) {
                list.reverse();
            }
        }
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| turn_round(value, key)),
        _ => {}
    }
}

#[test]
fn lists_in_another_order_are_no_change() {
    let mut turned = first_steps();
    for file in first_steps().files.keys().filter(|file| file.ends_with(".json")) {
        let mut value = value(&turned, file);
        turn_round(&mut value, "");
        turned = turned.with(file, value.to_string());
    }
    assert_ne!(turned.files["rules.json"], value(&first_steps(), "rules.json").to_string().into_bytes());
    assert_eq!(compile(&turned).diags.len(), 0);
    assert_eq!(errata(&game(&first_steps()), &game(&turned)), [""; 0]);
    assert!(changed_units(&game(&first_steps()), &game(&turned)).is_empty());
    // Where the order is the meaning, it is told.
    let mut art = value(&first_steps(), "art.json");
    let first = art["layouts"].as_array_mut().unwrap();
    first.reverse();
    assert_ne!(errata(&game(&first_steps()), &game(&first_steps().with("art.json", art.to_string()))), [""; 0]);
}

#[test]
fn a_sheet_that_becomes_json_is_no_change() {
    let sheet = |file: &str| {
        let compiled = compile(&first_steps());
        let found = compiled.files.iter().find(|found| found.path == file).unwrap();
        NodeRef::to_value(found.tree.root().unwrap())
    };
    let mut moved = first_steps();
    for file in ["units", "terrain"] {
        moved = moved.with(&format!("{file}.json"), sheet(&format!("{file}.csv")).to_string());
        moved.files.remove(&format!("{file}.csv")).unwrap();
    }
    let rows = sheet("tables/crt.csv").to_string();
    moved = edit(moved, "tables.json", "{ \"csv\": \"tables/crt.csv\" }", &rows);
    moved.files.remove("tables/crt.csv").unwrap();
    assert_eq!(compile(&moved).count(Severity::Error), 0);
    assert_eq!(errata(&game(&first_steps()), &game(&moved)), [""; 0]);
    let once = edit(moved, "tables.json", "\"1:1\":\"A1\"", "\"1:1\":\"NE\"");
    assert_eq!(errata(&game(&first_steps()), &game(&once)), ["Combat results, roll 1 at 1:1: A1 → NE."]);
}
