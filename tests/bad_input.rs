//! Bad input gets a clear error, loses nothing else, and costs little.

use muster::compile::compile;

use crate::support::{clean, codes, edit, first_steps, game, said, says};

#[test]
fn files_that_are_no_text_are_named() {
    let with = |bytes: &[u8]| first_steps().with("markers.json", bytes.to_vec());
    let first = |bytes: &[u8]| said(&with(bytes)).into_iter().find(|line| line.starts_with("markers.json")).unwrap();
    assert_eq!(
        first(b""),
        "markers.json:1:1 M0006 «» the file is empty, expected a JSON object | write { } and fill it in, or delete the file"
    );
    assert_eq!(first(b"\xff\xfe[\0]\0"), "markers.json:1:1 M0005 «» the file is UTF-16, expected UTF-8 | save it as UTF-8");
    assert_eq!(
        first(b"[\0]\0"),
        "markers.json:1:1 M0005 «» the file looks like UTF-16, expected UTF-8 | give the text file itself, saved as UTF-8"
    );
    assert_eq!(
        first(b"\x89PNG\r\n\x1a\n\0\0"),
        "markers.json:1:1 M0005 «» the file is binary, expected text | give the text file itself, saved as UTF-8"
    );
    assert_eq!(first(b"[\"Li\xe8ge\"]"), "markers.json:1:1 M0005 «» byte 5 (line 1) is not UTF-8 | save it as UTF-8");
}

#[test]
fn a_lost_file_silences_what_depends_on_it() {
    // Every list and every part of the game, unreadable in turn: one diagnostic each.
    let files = [
        "map.json",
        "terrain.csv",
        "turns.json",
        "units.csv",
        "formations.json",
        "markers.json",
        "cards.json",
        "tables.json",
        "rules.json",
        "art.json",
        "tables/crt.csv",
    ];
    for file in files {
        let memory = first_steps().with(file, b"{\"x\": [".to_vec());
        let memory = if file.ends_with(".csv") { memory.with(file, Vec::new()) } else { memory };
        assert_eq!(codes(&memory).len(), 1, "{file}: {:#?}", said(&memory));
    }
    for file in ["scenarios/crossing.json", "scenarios/dash.json"] {
        let found = said(&first_steps().with(file, b"{".to_vec()));
        assert_eq!(found.len(), 1, "{found:#?}");
    }
}

#[test]
fn a_truncated_file_says_where_it_was_left_open() {
    let whole = first_steps();
    for file in ["map.json", "rules.json", "scenarios/crossing.json"] {
        let bytes = &whole.files[file];
        for part in [1, 2, 3] {
            let cut = bytes[..bytes.len() * part / 4].to_vec();
            let found = said(&first_steps().with(file, cut));
            assert_eq!(found.len(), 1, "{file} {part}: {found:#?}");
            assert!(found[0].starts_with(file), "{}", found[0]);
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused_before_anything_is_allocated() {
    let grid = |columns: &str| edit(first_steps(), "map.json", "\"columns\": 14", &format!("\"columns\": {columns}"));
    for claim in ["0", "-1", "99999999999999999999", "4294967296", "1e300", "2000000000"] {
        let found = said(&grid(claim));
        assert_eq!(found.len(), 1, "{claim}: {found:#?}");
        assert!(found[0].contains("M0105") || found[0].contains("M0101"), "{}", found[0]);
    }
    // Each number alone is allowed, the grid is not: 10,000 × 10,000 hexes.
    let huge =
        game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("map.json", r#"{"grid": {"columns": 10000, "rows": 10000}}"#)]);
    let found = said(&huge);
    assert!(found.len() == 1 && found[0].contains("M0301"), "{found:#?}");
}

#[test]
fn a_number_of_two_gigabytes_is_only_a_number() {
    // A unit of which there are very many costs no more than one.
    let many = game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("units.csv", "id,count\na,2000000000\n")]);
    says(&many, "units.csv:2:3 M0105 «2000000000» `count` is 2000000000, expected at most 999 | write a number of 999 or less");
    let text = String::from_utf8(first_steps().files["tables.json"].clone()).unwrap();
    let dice = first_steps().with("tables.json", text.replace("\"d6\"", "\"9999999d9999999\""));
    assert!(codes(&dice).contains(&"M0601"));
}

#[test]
fn formations_in_a_circle_are_cut_once() {
    let circle = r#"[{"id": "a", "in": "b"}, {"id": "b", "in": "c"}, {"id": "c", "in": "a"}]"#;
    let memory = game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("formations.json", circle)]);
    says(&memory, "formations.json:1:69 M0203 «a» formation `c` is in `a`, which is in `c` | name the formation above it");
    let itself = game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("formations.json", r#"[{"id": "a", "in": "a"}]"#)]);
    says(&itself, "formations.json:1:21 M0203 «a» formation `a` is in itself | name the formation above it");
}

#[test]
fn scenarios_in_a_circle_are_said_once() {
    let circle = edit(
        first_steps(),
        "scenarios/crossing.json",
        "\"turns\": [\"1\", \"8\"],",
        "\"turns\": [\"1\", \"8\"], \"extends\": \"dash\",",
    );
    assert_eq!(codes(&circle), ["M0204"]);
}

#[test]
fn a_newer_format_stops_the_run_politely() {
    let newer = edit(first_steps(), "module.json", "\"format\": 2", "\"format\": 7");
    says(&newer, "module.json:3:13 M0016 «7» this game is written in format 7, this program knows 2 | use a newer muster");
}

#[test]
fn two_files_for_one_list_are_not_guessed_between() {
    let memory = first_steps().with("markers.csv", "id\nx\n");
    let found = said(&memory);
    assert!(
        found.len() == 1
            && found[0].contains("M0017")
            && found[0].contains("`markers.json` and `markers.csv` could both be the list of markers"),
        "{found:#?}"
    );
}

#[test]
fn an_enormous_clean_list_is_read_in_one_go() {
    let rows: String = (0..20_000).map(|i| format!("u{i},f{},3\n", i % 500)).collect();
    let memory = game(&[("module.json", r#"{"format": 2, "name": "x", "ratings": [{"id": "attack"}]}"#)])
        .with("units.csv", format!("id,formation,attack\n{rows}"));
    clean(&memory);
    assert_eq!(compile(&memory).game.units.len(), 20_000);
}

#[test]
fn a_file_with_nearly_a_usual_name_is_not_overlooked() {
    let memory = game(&[
        ("module.json", r#"{"format": 2, "name": "x"}"#),
        ("unit.csv", "id\na\n"),
        ("my-notes.csv", "a,b\n"),
        ("readme.txt", "x"),
    ]);
    says(&memory, "module.json:1:24 M0021 «x» nothing reads `unit.csv` | did you mean `units.csv`? If not, move it elsewhere");
    // What Notepad makes of a name, for lists and for scenarios; notes are left alone, and so is a copy of what is read.
    let memory = game(&[
        ("module.json", r#"{"format": 2, "name": "x"}"#),
        ("turns.json", r#"{ "turns": [{ "id": "1" }] }"#),
        ("units.csv.TXT", "id\na\n"),
        ("turns.json.txt", "x"),
        ("units.txt", "x"),
        ("scenarios/first.json.txt", "{}"),
        ("scenarios/notes.txt", "x"),
    ]);
    let told = said(&memory);
    let unread: Vec<&String> = told.iter().filter(|line| line.contains("M0021")).collect();
    assert_eq!(unread.len(), 2, "{told:#?}");
    assert!(unread.iter().any(|line| line.contains("nothing reads `units.csv.TXT` | did you mean `units.csv`?")), "{told:#?}");
    assert!(
        unread.iter().any(|line| line.contains("`scenarios/first.json.txt` | did you mean `scenarios/first.json`?")),
        "{told:#?}"
    );
}
