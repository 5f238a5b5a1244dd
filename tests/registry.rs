//! Registries are sorted, complete, and every code has one home.

use std::collections::BTreeSet;
use std::path::Path;

use muster::check::CHECKS;
use muster::compile::rules;
use muster::diag::codes::CODES;
use muster::schema::PUBLISHED;

#[test]
fn tables_are_sorted_and_codes_are_unique() {
    for table in [CODES.iter().map(|r| r.code).collect::<Vec<_>>(), CHECKS.iter().map(|c| c.rule.code).collect()] {
        assert!(table.windows(2).all(|w| w[0] < w[1]), "{table:?}");
    }
    let all = rules();
    assert_eq!(all.iter().map(|r| r.code).collect::<BTreeSet<_>>().len(), all.len());
    assert_eq!(all.iter().map(|r| r.name).collect::<BTreeSet<_>>().len(), all.len());
    assert!(PUBLISHED.windows(2).all(|w| w[0].name < w[1].name));
}

#[test]
fn every_check_is_one_file_that_is_registered() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/check");
    let mut files = BTreeSet::new();
    for group in std::fs::read_dir(root).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_dir()) {
        for file in std::fs::read_dir(group).unwrap().map(|e| e.unwrap().path()) {
            let stem = file.file_stem().unwrap().to_str().unwrap().to_owned();
            if file.extension().unwrap() == "rs" && stem != "mod" {
                assert!(file.with_extension("md").exists(), "{stem} has no text");
                files.insert(stem.replace('_', "-"));
            }
        }
    }
    assert_eq!(files, CHECKS.iter().map(|c| c.rule.name.to_owned()).collect());
}

#[test]
fn names_say_the_fault_and_codes_have_their_form() {
    for rule in rules() {
        assert!(
            rule.code.len() == 5 && rule.code.starts_with('M') && rule.code[1..].bytes().all(|b| b.is_ascii_digit()),
            "{}",
            rule.code
        );
        assert!(rule.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", rule.name);
    }
}
