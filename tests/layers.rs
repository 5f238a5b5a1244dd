//! Imports point down: the table in lib.rs is the law.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn law() -> BTreeMap<String, BTreeSet<String>> {
    let lib = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).unwrap();
    let block = lib.split("```layers").nth(1).expect("lib.rs has a table of layers").split("```").next().unwrap();
    let mut law = BTreeMap::new();
    for line in block.lines().map(|l| l.trim_start_matches("//!").trim()).filter(|l| !l.is_empty()) {
        let (layer, below) = line.split_once('←').expect("layer ← layers");
        law.insert(layer.trim().to_owned(), below.split_whitespace().map(str::to_owned).collect());
    }
    law
}

/// `crate::x` wherever it stands, also in `use crate::{a, b}`.
fn imports(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for part in text.split("crate::").skip(1) {
        let names: Vec<&str> = match part.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap().split(',').map(str::trim).collect(),
            None => vec![part],
        };
        for name in names {
            found.insert(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

fn sources(at: &Path, into: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(at).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

fn upward(law: &BTreeMap<String, BTreeSet<String>>, layer: &str, text: &str) -> Vec<String> {
    let allowed = &law[layer];
    imports(text)
        .into_iter()
        .filter(|i| law.contains_key(i) && i != layer && !allowed.contains(i))
        .map(|i| format!("{layer} -> {i}"))
        .collect()
}

#[test]
fn every_import_points_down() {
    let law = law();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let layer = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if matches!(layer.as_str(), "lib" | "main") {
            continue;
        }
        assert!(law.contains_key(&layer), "layer `{layer}` is not in the table of lib.rs");
        let text = std::fs::read_to_string(&file).unwrap();
        wrong.extend(upward(&law, &layer, &text));
        used.extend(imports(&text).into_iter().map(|below| (layer.clone(), below)));
        seen.insert(layer);
    }
    assert_eq!(wrong, [""; 0]);
    let allowed = law.iter().flat_map(|(layer, below)| below.iter().map(|below| (layer.clone(), below.clone())));
    let idle: Vec<(String, String)> = allowed.filter(|edge| !used.contains(edge)).collect();
    assert!(idle.is_empty(), "the table allows what nothing uses: {idle:?}");
    assert_eq!(seen, law.keys().cloned().collect(), "the table names layers that are not there");
}

#[test]
fn the_table_itself_has_no_circle() {
    let law = law();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    while done.len() < law.len() {
        let next =
            law.iter().find(|(layer, below)| !done.contains(layer.as_str()) && below.iter().all(|b| done.contains(b.as_str())));
        let (layer, _) = next.unwrap_or_else(|| {
            panic!("a circle among {:?}", law.keys().filter(|l| !done.contains(l.as_str())).collect::<Vec<_>>())
        });
        done.insert(layer);
    }
}

#[test]
fn an_upward_import_would_be_seen() {
    let law = law();
    assert_eq!(upward(&law, "rules", "use crate::check::Check;"), ["rules -> check"]);
    assert_eq!(upward(&law, "rules", "use crate::{model, diag};"), ["rules -> diag"]);
    assert_eq!(upward(&law, "rules", "fn f() { crate::source::x() }"), ["rules -> source"]);
    assert_eq!(upward(&law, "rules", "use crate::model::Game; use crate::rules::fits;"), [""; 0]);
}
