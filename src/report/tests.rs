//! What the formats look like, on small files whose whole report can be read.

use super::{Checked, Format, Size, Style, render};
use crate::diag::{Diag, Rule, Severity, Unchecked, codes};
use crate::origins::Resting;
use crate::source::{Files, Tree, parse_json};
use crate::span::{FileId, Place};

static OVERSTACKED: Rule = Rule {
    code: "M0403",
    name: "overstacked-setup",
    severity: Severity::Error,
    docs: "# overstacked-setup\n\nToo many units.\n",
};

/// A file of which only the text matters. A text that is not JSON has no tree, but keeps its text.
fn file(files: &mut Files, path: &str, text: &str) -> FileId {
    let (tree, _): (Tree, _) = parse_json(text.to_owned());
    assert_eq!(tree.text(), text);
    files.add(path.to_owned(), path.to_owned(), tree)
}

/// The first place where a word stands.
fn word(files: &Files, file: FileId, word: &str) -> Place {
    let at = files.tree(file).unwrap().text().find(word).unwrap();
    Place::file(file).bytes(at..at + word.len())
}

static NOTHING: Resting = Resting { sources: Vec::new(), values: Vec::new() };

fn game<'a>(files: &'a Files, diags: &'a [Diag], unchecked: &'a [Unchecked]) -> Checked<'a> {
    let size = Size { units: 24, counters: 26, hexes: 140, scenarios: 1, tables: 0 };
    Checked {
        folder: "games/first-steps",
        name: "First Steps",
        size,
        files,
        diags,
        omitted: &[],
        unchecked,
        more_unchecked: 0,
        stated: &[],
        resting: &NOTHING,
    }
}

fn text(format: Format, files: &Files, diags: &[Diag], width: usize) -> String {
    let mut out = String::new();
    render(format, &[game(files, diags, &[])], &Style { colour: false, width, findings: None }, &mut out).unwrap();
    out
}

/// The human report without the code above it and the closing line below.
fn human(files: &Files, diag: Diag, width: usize) -> String {
    let text = text(Format::Human, files, &[diag], width);
    let (_, below) = text.split_once("\n\n").unwrap();
    let (above, _) = below.split_once("\n\n").unwrap();
    format!("\n{above}\n")
}

#[test]
fn tabs_and_wide_letters_are_underlined_where_they_stand() {
    let mut files = Files::default();
    let map = file(&mut files, "map.json", "{\n\t\"name\":\t\"漢字の町\", \"class\": \"town\"\n}\n");
    let diag = Diag::new(&OVERSTACKED, word(&files, map, "字の"), "m").label("two").related(word(&files, map, "town"), "one");
    let expected = r#"
  × m
   ╭─[map.json:2:12]
 1 │ {
 2 │     "name": "漢字の町", "class": "town"
   ·                ──┬─               ──┬─
   ·                  │                  ╰── one
   ·                  ╰── two
 3 │ }
   ╰────
"#;
    assert_eq!(human(&files, diag, 80), expected);
}

#[test]
fn a_line_of_two_megabytes_is_shown_by_its_neighbourhood() {
    let mut files = Files::default();
    let text = format!("[{}\"here\"{}]", "1234567,".repeat(130_000), ",7654321".repeat(130_000));
    let long = file(&mut files, "min.json", &text);
    let diag = Diag::new(&OVERSTACKED, word(&files, long, "\"here\""), "m")
        .label("this one")
        .related(Place::file(long).bytes(1..8), "first here");
    let expected = r#"
  × m
   ╭─[min.json:1:1040002]
 1 │ …234567,1234567,1234567,"here",7654321,7654321,76543…
   ·                         ───┬──
   ·                            ╰── this one
   ╰────
   ╭─[min.json:1:2]
 1 │ [1234567,1234567,1234567,1234567,1234567,1234567,1234…
   ·  ───┬───
   ·     ╰── first here
   ╰────
"#;
    assert_eq!(human(&files, diag, 60), expected);
}

#[test]
fn a_wide_sheet_is_cut_to_the_terminal() {
    let mut files = Files::default();
    let rows = "id,name,side,type,size,attack,defense,move,setup,note\n\
        a-1,First Battalion of the Guards Regiment,aster,infantry,II,4,4,4,0503,a blank cell of the back is as on the front\n\
        a-2,Second,aster,infantry,II,4,4,4,0603,\n";
    let sheet = file(&mut files, "units.csv", rows);
    let diag = Diag::new(&OVERSTACKED, word(&files, sheet, "0503"), "m")
        .label("not on the map, and a label that is too long for what is left of the line");
    let expected = r#"
  × m
   ╭─[units.csv:2:68]
 1 │ …setup,note
 2 │ …aster,infantry,II,4,4,4,0503,a blank cell of the ba…
   ·                          ──┬─
   ·                            ╰─┤ not on the map, and a label
   ·                              │ that is too long for what is
   ·                              │ left of the line
   ╰────
"#;
    assert_eq!(human(&files, diag, 60), expected);
}

#[test]
fn a_cell_of_a_workbook_has_its_address() {
    let mut files = Files::default();
    let book = file(&mut files, "oob.xlsx#Units", "id\tname\tsetup\na-1\t\"A\t\"\"B\"\"\"\t0503\n");
    let diag = Diag::new(&OVERSTACKED, word(&files, book, "0503"), "m");
    let expected = r#"
  × m
   ╭─[oob.xlsx#Units:C2]
 1 │ id | name | setup
 2 │ a-1 | "A | ""B""" | 0503
   ·                     ────
   ╰────
"#;
    assert_eq!(human(&files, diag.clone(), 60), expected);
    assert!(text(Format::Short, &files, std::slice::from_ref(&diag), 80).starts_with("oob.xlsx#Units:C2: error[M0403]: m\n"));
    let github = text(Format::Github, &files, &[diag], 80);
    assert!(github.starts_with("::error file=oob.xlsx,title=M0403 overstacked-setup::Units!C2: m\n"), "{github}");
}

#[test]
fn a_whole_file_is_named_and_other_files_are_shown() {
    let mut files = Files::default();
    let empty = file(&mut files, "empty.json", "");
    let module = file(&mut files, "module.json", "{\n  \"map\": \"empty.json\"\n}\n");
    let diag = Diag::new(&codes::EMPTY_FILE, Place::file(empty), "the file is empty")
        .related(word(&files, module, "empty.json"), "named here")
        .help("write something into it");
    let expected = r#"
  × the file is empty
   ╰─[empty.json]
  ☞ named here
   ╭─[module.json:2:11]
 1 │ {
 2 │   "map": "empty.json"
   ·           ──────────
 3 │ }
   ╰────
  help: write something into it
"#;
    assert_eq!(human(&files, diag.clone(), 60), expected);
    assert!(text(Format::Short, &files, &[diag], 80).starts_with("empty.json:1:1: error[M0006]: the file is empty\n"));
}

#[test]
fn the_end_of_a_file_can_be_pointed_at() {
    let mut files = Files::default();
    let end = file(&mut files, "end.json", "{\n  \"a\": [");
    let diag = Diag::new(&codes::JSON_SYNTAX, Place::file(end).bytes(10..10), "the file ends too early").label("here");
    let expected = "
  × the file ends too early
   ╭─[end.json:2:9]
 1 │ {
 2 │   \"a\": [ \n   ·         ▲
   ·         ╰── here
   ╰────
";
    assert_eq!(human(&files, diag, 60), expected);
}

#[test]
fn control_characters_are_shown_and_not_obeyed() {
    let mut files = Files::default();
    let odd = file(&mut files, "odd.json", "{\r\n  \"a\x1b[31mb\": 1\r\n}\r\n");
    let diag = Diag::new(&codes::JSON_SYNTAX, word(&files, odd, "b\": 1\r\n}"), "red \x1b[31m\n::error::");
    for format in [Format::Human, Format::Short, Format::Json, Format::Sarif, Format::Github] {
        let found = text(format, &files, std::slice::from_ref(&diag), 60);
        assert!(!found.contains('\x1b'), "{found}");
        assert!(!found.contains("\n::error::"), "{found}");
    }
}

#[test]
fn repetitions_are_counted_and_named() {
    let mut files = Files::default();
    let sheet = file(&mut files, "units.csv", &"abc\n".repeat(40));
    let at = |line: usize| Place::file(sheet).bytes(line * 4..line * 4 + 3);
    let mut diag = Diag::new(&OVERSTACKED, at(0), "m");
    diag.repeats = (1..30).map(|line| (at(line), None)).collect();
    let found = human(&files, diag.clone(), 80);
    assert!(found.ends_with("╰────\n  and 29 more like it: lines 2, 3, 4, 5, 6, 7, 8, 9, …\n"), "{found}");
    diag.repeats = vec![(at(4), None)];
    assert!(human(&files, diag.clone(), 80).ends_with("  and 1 more like it: line 5\n"));
    assert!(text(Format::Short, &files, &[diag], 80).starts_with("units.csv:1:1: error[M0403]: m [+1 like it]\n"));
}

#[test]
fn repetitions_that_say_something_else_are_told_in_their_own_words() {
    let mut files = Files::default();
    let sheet = file(&mut files, "units.csv", &"abc\n".repeat(40));
    let at = |line: usize| Place::file(sheet).bytes(line * 4..line * 4 + 3);
    let mut diag = Diag::new(&OVERSTACKED, at(0), "m");
    diag.repeats = vec![(at(2), Some("n".to_owned())), (at(3), None), (at(4), Some("o ".repeat(90)))];
    let found = human(&files, diag.clone(), 80);
    let (_, told) = found.split_once("╰────\n").unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[..3], ["  and 3 more like it:", "    line 3: n", "    line 4: m"]);
    assert!(lines[3].starts_with("    line 5: o o ") && lines[3].ends_with(" …") && lines.len() == 4, "{found}");
    diag.repeats = (1..30).map(|line| (at(line), Some(format!("n {line}")))).collect();
    let found = human(&files, diag, 80);
    assert!(found.ends_with("    line 9: n 8\n    and 21 more\n"), "{found}");
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let mut files = Files::default();
    let sheet = file(&mut files, "units.csv", &format!("{}\n", "abcd,漢字,".repeat(60)).repeat(3));
    for at in (0..600).step_by(7) {
        let start = (0..=at).rev().find(|i| files.tree(sheet).unwrap().text().is_char_boundary(*i)).unwrap();
        let diag = Diag::new(&OVERSTACKED, Place::file(sheet).bytes(start..start + 40), "a message of a few words ".repeat(9));
        for width in [40, 60, 80, 120] {
            for line in human(&files, diag.clone(), width).lines() {
                assert!(super::words::columns(line) <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn the_closing_lines_say_what_was_seen() {
    let files = Files::default();
    let unchecked: Vec<Unchecked> =
        (0..10).map(|n| Unchecked { what: format!("thing {n}"), why: "nobody says".to_owned() }).collect();
    let mut out = String::new();
    render(Format::Human, &[game(&files, &[], &unchecked)], &Style::default(), &mut out).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], "First Steps is clean: 24 units, 140 hexes, 1 scenario");
    assert_eq!(lines[1], "not checked: thing 0 (nobody says)");
    assert_eq!(lines[9], "and 2 more not checked (--format json lists all)");
}

#[test]
fn machines_get_every_field() {
    let mut files = Files::default();
    let map = file(&mut files, "maps/a b.json", "{\n  \"𝕏\": \"town\"\n}\n");
    let mut diag = Diag::new(&OVERSTACKED, word(&files, map, "town"), "3 units, limit 2")
        .help("move one")
        .printed_rule(Some("6.1"))
        .at_hex("0512");
    diag.repeats = vec![(word(&files, map, "𝕏"), Some("4 units, limit 2".to_owned()))];
    let json: serde_json::Value = serde_json::from_str(&text(Format::Json, &files, std::slice::from_ref(&diag), 80)).unwrap();
    let first = &json["diagnostics"][0];
    assert_eq!(json["version"], 1);
    assert_eq!(first["message"], "3 units, limit 2 (rule 6.1)");
    assert_eq!([&first["line"], &first["column"], &first["end_line"], &first["end_column"]], [2, 9, 2, 13]);
    assert_eq!(first["subject"], serde_json::json!({ "scenarios": [], "hex": "0512", "box": null, "units": [] }));
    assert_eq!(first["others"]["count"], 1);
    let other = &first["others"]["places"][0];
    assert_eq!((&other["message"], &other["line"]), (&serde_json::json!("4 units, limit 2"), &serde_json::json!(2)));
    assert_eq!(json["summary"]["games"][0]["hexes"], 140);

    let sarif: serde_json::Value = serde_json::from_str(&text(Format::Sarif, &files, std::slice::from_ref(&diag), 80)).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    assert_eq!(run["tool"]["driver"]["rules"][0]["fullDescription"]["text"], "Too many units.");
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "maps/a%20b.json");
    // The letter before it is two UTF-16 units: one column more than in characters.
    assert_eq!(place["region"], serde_json::json!({ "startLine": 2, "startColumn": 10, "endLine": 2, "endColumn": 14 }));
    assert_eq!(run["results"][0]["relatedLocations"].as_array().unwrap().len(), 1);
    assert_eq!(run["results"][0]["relatedLocations"][0]["message"]["text"], "4 units, limit 2");

    let github = text(Format::Github, &files, &[diag], 80);
    let expected = "::error file=maps/a b.json,line=2,col=9,endLine=2,endColumn=13,title=M0403 overstacked-setup::\
        3 units, limit 2 (rule 6.1)%0Aand 1 more like it%0Ahelp: move one\n\
        muster: 1 error in First Steps (24 units, 140 hexes, 1 scenario)\n";
    assert_eq!(github, expected);
}

#[test]
fn a_thousand_reports_on_a_large_file_are_quick() {
    let mut files = Files::default();
    let rows = format!("{{\n{}\"z\": 1\n}}\n", "  \"hex\": \"0512\",\n".repeat(1_000_000));
    let map = files.add("map.json".to_owned(), "map.json".to_owned(), parse_json(rows).0);
    let diags: Vec<Diag> =
        (0..1000).map(|n| Diag::new(&OVERSTACKED, Place::file(map).bytes(n * 17_000 + 4..n * 17_000 + 9), "m")).collect();
    let found = text(Format::Human, &files, &diags, 80);
    // Nothing of the file but the lines around each place.
    assert!(found.len() < 300 * diags.len(), "{}", found.len());
}
