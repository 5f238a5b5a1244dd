//! One fault, one diagnostic: each required field of First Steps is taken away in turn, and each value spoilt.

use std::collections::BTreeSet;

use muster::compile::compile;
use muster::source::{Shape, parse_json};
use serde_json::Value;

use crate::support::{first_steps, lines, one_of};

/// Every required field of every object in a file, as JSON pointers.
fn required(root: &Value, schema: &Value, at: &Value, pointer: &str, out: &mut BTreeSet<String>) {
    let mut schema = schema;
    while let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        schema = root.pointer(target.trim_start_matches('#')).unwrap();
    }
    match at {
        Value::Object(map) => {
            for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
                let name = name.as_str().unwrap();
                if map.contains_key(name) {
                    out.insert(format!("{pointer}/{name}"));
                }
            }
            for case in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
                let kind = case.pointer("/if/properties/kind/const");
                if kind.is_some() && kind == map.get("kind") {
                    required(root, &case["then"], at, pointer, out);
                }
            }
            for (key, child) in map {
                let below = schema.pointer(&format!("/properties/{key}")).or_else(|| schema.get("additionalProperties"));
                if let Some(below) = below.filter(|b| b.is_object()) {
                    required(root, below, child, &format!("{pointer}/{key}"), out);
                }
            }
        }
        Value::Array(list) => {
            if let Some(items) = schema.get("items") {
                for (i, child) in list.iter().enumerate() {
                    required(root, items, child, &format!("{pointer}/{i}"), out);
                }
            }
        }
        _ => {}
    }
}

fn without(value: &Value, pointer: &str) -> Value {
    let mut value = value.clone();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    value.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name).unwrap();
    value
}

#[test]
fn each_required_field_that_is_missing_gives_one_diagnostic() {
    let base = first_steps();
    let compiled = compile(&base);
    assert_eq!(lines(&compiled), [""; 0]);
    let mut tried = 0;
    let mut wrong = Vec::new();
    for (file, schema) in &compiled.validated {
        let source = compiled.files.get(*file).unwrap();
        if !source.path.ends_with(".json") {
            continue;
        }
        let value = source.tree.root().unwrap().to_value();
        let mut fields = BTreeSet::new();
        required(&schema.json, &schema.json, &value, "", &mut fields);
        for field in fields.into_iter().step_by(one_of(2)) {
            tried += 1;
            let memory = base.clone().with(&source.path, without(&value, &field).to_string());
            let found = lines(&compile(&memory));
            if found.len() != 1 || !found[0].contains("M0103") {
                wrong.push(format!("{} {field}: {found:#?}", source.path));
            }
        }
    }
    assert!(tried > 150 / one_of(2), "only {tried} fields tried");
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn each_cell_of_a_required_column_that_is_blank_gives_one_diagnostic() {
    let base = first_steps();
    let text = String::from_utf8(base.files["units.csv"].clone()).unwrap();
    for (i, line) in text.lines().enumerate().skip(1).filter(|(_, l)| !l.starts_with('#')) {
        let blank: String = text
            .lines()
            .enumerate()
            .map(|(j, l)| if i == j { format!("{}\n", &l[l.find(',').unwrap()..]) } else { format!("{l}\n") })
            .collect();
        let found = lines(&compile(&base.clone().with("units.csv", blank)));
        assert_eq!(found.len(), 1, "{line}: {found:#?}");
    }
}

/// Every scalar of a file, as bytes of its text with the quotes.
fn scalars(text: &str) -> Vec<std::ops::Range<usize>> {
    fn collect(node: muster::source::NodeRef<'_>, base: usize, out: &mut Vec<std::ops::Range<usize>>) {
        match node.shape() {
            Shape::Object => node.members().for_each(|m| collect(m.value, base, out)),
            Shape::List => node.elements().for_each(|e| collect(e, base, out)),
            shape => {
                let start = node.raw().as_ptr().addr() - base;
                let quote = usize::from(shape == Shape::Text);
                out.push(start - quote..start + node.raw().len() + quote);
            }
        }
    }
    let (tree, faults) = parse_json(text.to_owned());
    assert!(faults.is_empty());
    let mut out = Vec::new();
    collect(tree.root().unwrap(), tree.text().as_ptr().addr(), &mut out);
    out
}

#[test]
fn each_value_of_a_wrong_type_gives_one_diagnostic_at_its_place() {
    let base = first_steps();
    let mut tried = 0;
    let mut wrong = Vec::new();
    for (file, bytes) in base.files.iter().filter(|(file, _)| file.ends_with(".json")) {
        let text = String::from_utf8(bytes.clone()).unwrap();
        // Every fifth value: enough to meet most fields, and quick.
        for range in scalars(&text).into_iter().step_by(one_of(5)) {
            tried += 1;
            let mut spoilt = text.clone();
            spoilt.replace_range(range.clone(), "[[true]]");
            let compiled = compile(&base.clone().with(file, spoilt));
            let found = lines(&compiled);
            let line = text[..range.start].matches('\n').count() + 1;
            // What a change sets is read as the entry that it changes.
            let known = |line: &str| line.contains(" M01") || line.contains(" M0211 «set»");
            if found.len() != 1 || !found[0].starts_with(&format!("{file}:{line}:")) || !known(&found[0]) {
                wrong.push(format!("{file}:{line} {}: {found:#?}", &text[range]));
            }
        }
    }
    assert!(tried > 600 / one_of(5), "only {tried} values tried");
    assert_eq!(wrong, [""; 0]);
}
