//! The example game, carried in the program so that `muster new --example` needs nothing else.
//!
//! The list is every file of modules/first-steps; a test holds it current.

/// The files of First Steps as they lie in modules/first-steps.
static FIRST_STEPS: &[(&str, &[u8])] = &[
    ("README.md", include_bytes!("../../modules/first-steps/README.md")),
    ("art.json", include_bytes!("../../modules/first-steps/art.json")),
    ("cards.json", include_bytes!("../../modules/first-steps/cards.json")),
    ("coverage.csv", include_bytes!("../../modules/first-steps/coverage.csv")),
    ("formations.json", include_bytes!("../../modules/first-steps/formations.json")),
    ("map.json", include_bytes!("../../modules/first-steps/map.json")),
    ("markers.json", include_bytes!("../../modules/first-steps/markers.json")),
    ("module.json", include_bytes!("../../modules/first-steps/module.json")),
    ("rules.json", include_bytes!("../../modules/first-steps/rules.json")),
    ("scenarios/crossing.json", include_bytes!("../../modules/first-steps/scenarios/crossing.json")),
    ("scenarios/dash.json", include_bytes!("../../modules/first-steps/scenarios/dash.json")),
    ("tables.json", include_bytes!("../../modules/first-steps/tables.json")),
    ("tables/crt.csv", include_bytes!("../../modules/first-steps/tables/crt.csv")),
    ("terrain.csv", include_bytes!("../../modules/first-steps/terrain.csv")),
    ("turns.json", include_bytes!("../../modules/first-steps/turns.json")),
    ("units.csv", include_bytes!("../../modules/first-steps/units.csv")),
    ("vassal-ids.csv", include_bytes!("../../modules/first-steps/vassal-ids.csv")),
];

/// The files to write. Lines that name a `$schema` in this repository are left out: there it would point nowhere.
pub(super) fn files() -> Vec<(&'static str, Vec<u8>)> {
    FIRST_STEPS
        .iter()
        .map(|(path, bytes)| (*path, if path.ends_with(".json") { without_schema(bytes) } else { bytes.to_vec() }))
        .collect()
}

fn without_schema(bytes: &[u8]) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(bytes) else { return bytes.to_vec() };
    let named = |line: &&str| line.trim_start().starts_with("\"$schema\":") && line.trim_end().ends_with(',');
    text.split_inclusive('\n').filter(|line| !named(line)).collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_every_file_of_the_module() {
        fn walk(dir: &std::path::Path, prefix: &str, found: &mut Vec<String>) {
            for entry in std::fs::read_dir(dir).unwrap().map(Result::unwrap) {
                let name = format!("{prefix}{}", entry.file_name().into_string().unwrap());
                if entry.path().is_dir() { walk(&entry.path(), &format!("{name}/"), found) } else { found.push(name) }
            }
        }
        let mut found = Vec::new();
        walk(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/first-steps"), "", &mut found);
        found.sort();
        let listed: Vec<&str> = FIRST_STEPS.iter().map(|(path, _)| *path).collect();
        assert_eq!(listed, found, "write the list in src/cli/example.rs anew");
    }

    #[test]
    fn no_schema_points_out_of_the_example() {
        for (path, bytes) in files() {
            let text = String::from_utf8(bytes).unwrap();
            assert!(!text.contains("../schemas/"), "{path} names a schema of this repository");
            if path.ends_with(".json") {
                let (tree, faults) = crate::source::parse_json(text);
                assert!(tree.root().is_some() && faults.is_empty(), "{path} is no longer JSON");
            }
        }
    }
}
