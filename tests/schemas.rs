//! The published schemas: current, free of what words badly, and true for another validator too.

use std::path::Path;

use muster::compile::compile;
use muster::schema::PUBLISHED;
use serde_json::Value;

use crate::support::{first_steps, folder, unplayed};

#[test]
fn the_schemas_under_schemas_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas");
    for published in PUBLISHED {
        let path = root.join(format!("{}.schema.json", published.name));
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == published.text(), "{} is stale: run `cargo run -- schema -o schemas`", path.display());
    }
    let files = std::fs::read_dir(&root).unwrap().count();
    assert_eq!(files, PUBLISHED.len(), "schemas/ has files that nobody publishes");
}

fn walk(value: &Value, at: &str, wrong: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, child) in map {
                let here = format!("{at}/{key}");
                if matches!(key.as_str(), "properties" | "$defs") {
                    for (name, child) in child.as_object().unwrap() {
                        let described = child.get("description").is_some() || child == &Value::Bool(true) || name == "kind";
                        if !described {
                            wrong.push(format!("{here}/{name} has no description"));
                        }
                        walk(child, &format!("{here}/{name}"), wrong);
                    }
                    continue;
                }
                if matches!(key.as_str(), "oneOf" | "anyOf") || (key == "format" && child.is_string()) {
                    wrong.push(here.clone());
                }
                if !matches!(key.as_str(), "examples" | "enum" | "const") {
                    walk(child, &here, wrong);
                }
            }
            if map.get("type").is_some_and(|t| t == "integer") && (!map.contains_key("minimum") || !map.contains_key("maximum")) {
                wrong.push(format!("{at} has no bounds"));
            }
        }
        Value::Array(list) => list.iter().enumerate().for_each(|(i, child)| walk(child, &format!("{at}/{i}"), wrong)),
        Value::String(text) if text == "null" => wrong.push(format!("{at} accepts null")),
        _ => {}
    }
}

#[test]
fn no_schema_has_what_words_badly() {
    for published in PUBLISHED {
        let mut wrong = Vec::new();
        walk(&published.json(), published.name, &mut wrong);
        assert_eq!(wrong, [""; 0]);
        for wanted in ["title", "description", "examples"] {
            assert!(published.json().get(wanted).is_some(), "{} has no {wanted}", published.name);
        }
    }
}

/// What another validator says of a file.
pub(crate) fn boon(schema: &Value, instance: &Value) -> bool {
    let mut schemas = boon::Schemas::new();
    let mut compiler = boon::Compiler::new();
    compiler.add_resource("mem:schema", schema.clone()).unwrap();
    let index = compiler.compile("mem:schema", &mut schemas).unwrap();
    schemas.validate(instance, index).is_ok()
}

/// Every file of a game, judged by us and by the other.
fn agree(memory: &muster::source::Memory) -> (usize, usize) {
    let compiled = compile(memory);
    let (mut good, mut bad) = (0, 0);
    for (file, schema) in &compiled.validated {
        let source = compiled.files.get(*file).unwrap();
        let instance = source.tree.root().unwrap().to_value();
        let ours = !compiled.diags.iter().any(|d| d.place.file == *file && d.rule.code.starts_with("M01"));
        assert_eq!(ours, boon(&schema.json, &instance), "{}", source.path);
        if ours { good += 1 } else { bad += 1 }
    }
    (good, bad)
}

#[test]
fn another_validator_agrees_on_whole_games() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    for module in std::fs::read_dir(modules).unwrap() {
        let name = module.unwrap().file_name().into_string().unwrap();
        // Hundreds of examples that are played take a minute each.
        let large = ["ardennes-44", "bitter-woods", "enemy-action"].contains(&name.as_str());
        let files = if large { unplayed(&name) } else { folder(&format!("modules/{name}")) };
        let (good, bad) = agree(&files);
        assert!(good >= 10 && bad == 0, "{name}: {good} {bad}");
    }
    let (good, bad) = agree(&folder("tests/paper"));
    assert!(good >= 14 && bad == 0, "{good} {bad}");
}

#[test]
fn another_validator_agrees_on_broken_files() {
    let breaks = [
        ("module.json", "\"format\": 2", "\"format\": \"one\""),
        ("module.json", "\"name\": \"First Steps\"", "\"nmae\": \"First Steps\""),
        ("turns.json", "\"turns\":", "\"turnz\":"),
        ("tables.json", "\"kind\": \"retreat\"", "\"kind\": \"retrat\""),
        ("tables.json", "\"dice\": \"d6\"", "\"dice\": 6"),
        ("units.csv", "a-hq,,aster,,1-div,hq,,XX,1,0,2,8,,,,,,1,", "a-hq,,aster,,1-div,hq,,XX,1,0,2,8,,,,,,0,"),
        ("units.csv", "a-1-i,,aster,,1-inf,infantry,,II,I/1,4,", "a-1-i,,aster,,1-inf,infantry,,II,I/1,four,"),
        ("terrain.csv", "1/2", "1//2"),
        ("art.json", "\"layouts\"", "\"layout\""),
    ];
    for (file, from, to) in breaks {
        let mut memory = first_steps();
        let text = String::from_utf8(memory.files[file].clone()).unwrap();
        assert!(text.contains(from), "{file} {from}");
        memory.files.insert(file.to_owned(), text.replacen(from, to, 1).into_bytes());
        let (_, bad) = agree(&memory);
        assert_eq!(bad, 1, "{file}: {from} -> {to}");
    }
}

/// The examples that an editor shows are examples of what they stand in.
#[test]
fn examples_fit_their_own_schema() {
    for published in PUBLISHED {
        let schema = published.json();
        for example in schema["examples"].as_array().unwrap() {
            assert!(boon(&schema, example), "{}: {example}", published.name);
        }
    }
}

#[test]
fn a_key_that_looks_like_a_number_is_a_key() {
    let module = r#"{"format": 2, "name": "x", "sides": [{"id": "707"}, {"id": "0707"}]}"#;
    for key in ["707", "0707", "a/b~c"] {
        let art = format!(r##"{{"colours": {{"{key}": {{"stripes": "#eee"}}}}}}"##);
        let found = crate::support::said(&muster::source::Memory::new().with("module.json", module).with("art.json", art));
        assert!(found.iter().any(|line| line.contains(" M0102 «stripes»")), "{key}: {found:#?}");
    }
}
