//! Every rule of docs/rules.md: what stands on the right is compiled into a small game, and the examples below it hold with
//! it and do not hold without it.

use std::fs;

use muster::source::Memory;
use serde_json::{Value, json};

use super::{Block, blocks, docs, plain};
use crate::support::{csv, first_steps, lines};

/// First Steps without its rules: what the page says that there is before a rule is added.
fn base(head: &[Block]) -> Memory {
    let whole = first_steps();
    let kept = [
        "module.json",
        "map.json",
        "terrain.csv",
        "units.csv",
        "formations.json",
        "markers.json",
        "tables.json",
        "tables/crt.csv",
    ];
    let mut world = Memory::new();
    for name in kept {
        world.files.insert(name.to_owned(), whole.files[name].clone());
    }
    let mut tables = read(&world, "tables.json");
    let list = tables["list"].as_array_mut().unwrap();
    list.retain(|table| table["id"] == "crt");
    list[0].as_object_mut().unwrap().remove("modifiers");
    write(&mut world, "tables.json", &tables);
    let scenario =
        json!({ "id": "base", "name": "Base", "turns": ["1", "4"], "control": [{ "side": "brenn", "places": ["all"] }] });
    write(&mut world, "scenarios/base.json", &scenario);
    put(&mut world, head);
    world
}

fn read(world: &Memory, file: &str) -> Value {
    plain(std::str::from_utf8(&world.files[file]).unwrap())
}

fn write(world: &mut Memory, file: &str, value: &Value) {
    world.files.insert(file.to_owned(), value.to_string().into_bytes());
}

/// Puts what a rule says into the game; what is not said to go elsewhere goes into rules.json.
fn put(world: &mut Memory, blocks: &[Block]) {
    for block in blocks.iter().filter(|block| block.words != "example") {
        match (block.word("file"), block.word("add"), block.word("into")) {
            (Some(file), _, _) => drop(world.files.insert(file.to_owned(), block.text.clone().into_bytes())),
            (_, Some(file), _) => {
                let mut whole = read(world, file);
                whole["list"].as_array_mut().unwrap().push(plain(&block.text));
                write(world, file, &whole);
            }
            (_, _, Some(sheet)) if sheet.ends_with(".csv") => rows(world, sheet, &block.text),
            (_, _, into) => {
                let file = into.unwrap_or("rules.json");
                let mut whole = read(world, file);
                let Value::Object(fields) = plain(&block.text) else { panic!("no fields: {}", block.text) };
                whole.as_object_mut().unwrap().extend(fields);
                write(world, file, &whole);
            }
        }
    }
}

/// Cells of a sheet stand instead of those in the row of the same id.
fn rows(world: &mut Memory, sheet: &str, text: &str) {
    let mut whole = csv(std::str::from_utf8(&world.files[sheet]).unwrap());
    // A comment names the sheet.
    let said: String = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let new = csv(&said);
    let heads = whole[0].clone();
    for row in &new[1..] {
        let old = whole.iter_mut().find(|old| old[0] == row[0]).unwrap();
        for (head, cell) in new[0].iter().zip(row) {
            let column = heads.iter().position(|name| name == head).unwrap();
            old[column] = cell.clone();
        }
    }
    let text: String = whole.iter().map(|row| row.join(",") + "\n").collect();
    world.files.insert(sheet.to_owned(), text.into_bytes());
}

/// Errors and warnings, without their places.
fn found(world: &Memory) -> Vec<String> {
    let compiled = muster::compile::compile(world);
    let all = lines(&compiled);
    let hint = |n: usize| compiled.diags[n].severity == muster::diag::Severity::Hint;
    let kept = all.iter().enumerate().filter(|(n, _)| !hint(*n));
    kept.map(|(_, line)| line.split_once(' ').unwrap().1.to_owned()).collect()
}

#[test]
fn every_rule_of_the_book_holds_and_is_needed() {
    let page = fs::read_to_string(docs().join("rules.md")).unwrap();
    let mut parts = page.split("\n### ");
    let head = blocks(parts.next().unwrap());
    assert_eq!(head.len(), 2, "the rules and the turns that there are before");
    let known = found(&base(&head));
    assert!(known.iter().all(|line| line.contains("is never used")), "{known:#?}");
    let rules: Vec<&str> = parts.collect();
    assert!(rules.len() >= 45, "{}", rules.len());
    let answers = crate::support::try_all(&rules, |part| {
        let title = part.lines().next().unwrap();
        assert!(part.contains("\n> **"), "{title}: no sentence of a rulebook");
        let all = blocks(part);
        let examples: String =
            all.iter().filter(|block| block.words == "example").map(|block| block.text.trim_end()).collect::<Vec<_>>().join(",");
        let mut examples: Vec<Value> =
            serde_json::from_str(&format!("[{examples}]")).unwrap_or_else(|why| panic!("{title}: {why}"));
        for example in &mut examples {
            example.as_object_mut().unwrap().entry("rule").or_insert_with(|| "1".into());
        }
        let asked = Value::Array(examples.clone());
        let new = |world: &Memory| found(world).into_iter().filter(|line| !known.contains(line)).collect::<Vec<_>>();
        let mut with = base(&head);
        put(&mut with, &all);
        let mut without = base(&head);
        if !examples.is_empty() {
            write(&mut with, "examples.json", &asked);
            write(&mut without, "examples.json", &asked);
            assert!(!new(&without).is_empty(), "{title}: the examples hold without the rule");
        }
        let wrong = new(&with);
        assert!(wrong.is_empty(), "{title}: {wrong:#?}");
        examples.len()
    });
    assert!(answers.iter().filter(|count| **count > 0).count() >= 45, "{answers:?}");
}
