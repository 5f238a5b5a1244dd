//! What becomes of 181 cross-checks of four published systems: each names the codes that cover it and the cases that
//! fail, or says why it cannot be covered. The cases are edits of games that are otherwise as they should be.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use muster::check::CHECKS;
use muster::compile::{Compiled, compile, rules};
use muster::source::Memory;
use serde::Deserialize;

use crate::support::{folder, one_of, try_all};

/// A game with something changed, and what must be said of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(rename = "about")]
    _about: String,
    game: String,
    edits: Vec<Edit>,
    /// What is said; nothing at all if none.
    says: Option<Says>,
    /// Whether something else is rightly said too.
    #[serde(default)]
    also: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    from: Option<String>,
    to: Option<String>,
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Says {
    code: String,
    #[serde(default)]
    message: String,
    file: Option<String>,
}

/// One of the 181.
struct Row {
    id: String,
    kind: String,
    systems: String,
    about: String,
    rules: String,
    codes: Vec<String>,
    cases: Vec<String>,
    why: String,
}

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn cases() -> Vec<Case> {
    serde_json::from_str(&std::fs::read_to_string(at("tests/coverage/cases.json")).unwrap()).unwrap()
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(at("tests/coverage/checks.csv")).unwrap();
    let list = |cell: &str| cell.split('|').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let row = |cells: Vec<String>| {
        let [id, kind, systems, about, rules, codes, cases, why]: [String; 8] =
            cells.try_into().unwrap_or_else(|cells| panic!("eight columns, found {cells:?}"));
        Row { id, kind, systems, about, rules, codes: list(&codes), cases: list(&cases), why }
    };
    crate::support::csv(&text).into_iter().skip(1).map(row).collect()
}

/// What is said, by code, message and file.
fn said(compiled: &Compiled) -> Said {
    let one = |diag: &muster::diag::Diag| {
        let file = compiled.files.get(diag.place.file).unwrap().path.clone();
        (diag.rule.code.to_owned(), diag.message.clone(), file)
    };
    compiled.diags.iter().map(one).collect()
}

type Said = Vec<(String, String, String)>;

/// What is said of a case beyond what is said of its game anyhow.
fn new(case: &Case, (memory, before): &(Memory, Said)) -> Said {
    let mut memory = memory.clone();
    // Worked examples take their time: they are asked where a case is about them.
    let asked = case.edits.iter().any(|edit| edit.file == "examples.json");
    if !asked && case.says.as_ref().is_none_or(|says| says.code != "M0610") {
        memory.files.remove("examples.json");
    }
    for edit in &case.edits {
        let text = match (&edit.text, &edit.from, &edit.to) {
            (Some(text), None, None) => text.clone(),
            (None, Some(from), Some(to)) => {
                let bytes = memory.files.get(&edit.file).unwrap_or_else(|| panic!("{}: no file {}", case.name, edit.file));
                let text = String::from_utf8(bytes.clone()).unwrap();
                assert_eq!(text.matches(from).count(), 1, "{}: `{from}` must stand once in {}", case.name, edit.file);
                text.replace(from, to)
            }
            _ => panic!("{}: an edit has `text`, or `from` and `to`", case.name),
        };
        memory.files.insert(edit.file.clone(), text.into_bytes());
    }
    let mut after = said(&compile(&memory));
    for (code, message, _) in before {
        if let Some(at) = after.iter().position(|(c, m, _)| (c, m) == (code, message)) {
            after.remove(at);
        }
    }
    after
}

#[test]
fn every_case_says_what_it_must_and_nothing_else() {
    let mut cases = cases();
    let names: BTreeSet<&String> = cases.iter().map(|case| &case.name).collect();
    assert_eq!(names.len(), cases.len(), "two cases have one name");
    // Of the largest game a sixth.
    let mut n = 0;
    cases.retain(|case| {
        n += usize::from(case.game == "modules/bastogne-breakout");
        case.game != "modules/bastogne-breakout" || n % one_of(6) == 0
    });
    let mut games: BTreeMap<&str, (Memory, Said)> = BTreeMap::new();
    for case in &cases {
        games.entry(&case.game).or_insert_with(|| {
            let memory = folder(&case.game);
            let said = said(&compile(&memory));
            (memory, said)
        });
    }
    let found = try_all(&cases, |case| new(case, &games[case.game.as_str()]));
    let mut wrong = Vec::new();
    for (case, found) in cases.iter().zip(found) {
        let fine = match &case.says {
            None => found.is_empty(),
            Some(says) => {
                let is = |(code, message, file): &(String, String, String)| {
                    *code == says.code && message.contains(&says.message) && says.file.as_ref().is_none_or(|f| f == file)
                };
                found.iter().any(is) && (case.also || found.iter().all(|(code, _, _)| *code == says.code))
            }
        };
        if !fine {
            wrong.push(format!("{}: {found:#?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_one_of_the_181_is_covered_or_says_why_not() {
    let cases: BTreeMap<String, Option<String>> =
        cases().into_iter().map(|case| (case.name, case.says.map(|says| says.code))).collect();
    let known: BTreeSet<&str> = rules().iter().map(|rule| rule.code).collect();
    let rows = rows();
    let ids: Vec<String> = (1..=181).map(|n| format!("C{n:03}")).collect();
    assert_eq!(rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ids);
    for Row { id, about, codes, cases: named, why, .. } in &rows {
        assert!(!about.is_empty(), "{id}");
        assert_eq!(codes.is_empty(), named.is_empty(), "{id}: codes and cases go together");
        assert!(!codes.is_empty() || !why.is_empty(), "{id} is neither covered nor explained");
        assert!(codes.iter().all(|code| known.contains(code.as_str())), "{id}: {codes:?}");
        let shown: BTreeSet<&String> = named
            .iter()
            .map(|name| {
                let case = cases.get(name).unwrap_or_else(|| panic!("{id}: there is no case {name}"));
                case.as_ref().unwrap_or_else(|| panic!("{id}: {name} must fail"))
            })
            .collect();
        assert_eq!(shown, codes.iter().collect(), "{id}: the codes are those of its cases");
    }
    let covered = rows.iter().filter(|row| !row.codes.is_empty()).count();
    assert!(covered >= 140, "only {covered} of 181 are covered");
    let used: BTreeSet<&String> = rows.iter().flat_map(|row| &row.cases).collect();
    let idle: Vec<&String> = cases.iter().filter(|(name, code)| code.is_some() && !used.contains(name)).map(|(n, _)| n).collect();
    assert!(idle.len() <= cases.len() / 2, "{idle:?}");
}

/// Each check has a case that it catches, here or in its explanation; and one that it must let pass.
#[test]
fn every_check_is_tried_both_ways() {
    let cases = cases();
    let caught: BTreeSet<&str> = cases.iter().filter_map(|case| Some(case.says.as_ref()?.code.as_str())).collect();
    // The name of a silent case begins with the code that it is for.
    let passes = |code: &str| {
        let begins = format!("fine-{}-", code.trim_start_matches('M'));
        cases.iter().any(|case| case.says.is_none() && case.name.starts_with(&begins))
    };
    let missing: Vec<&str> =
        CHECKS.iter().filter(|check| !caught.contains(check.rule.code)).map(|check| check.rule.name).collect();
    // Those whose explanation shows the fault.
    let unseen: Vec<&str> = missing.into_iter().filter(|name| !explained(name)).collect();
    assert!(unseen.is_empty(), "no case is caught by {unseen:?}");
    let never: Vec<&str> = CHECKS.iter().map(|check| check.rule.code).filter(|code| !passes(code)).collect();
    assert!(never.is_empty(), "no case passes {never:?}");
}

fn explained(name: &str) -> bool {
    rules().iter().any(|rule| rule.name == name && rule.docs.contains("## Example"))
}

/// docs/coverage.md, made from the data.
#[test]
fn the_page_of_coverage_is_current() {
    let page = page();
    let path = at("docs/coverage.md");
    if std::env::var_os("MUSTER_WRITE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let stands = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == page, "docs/coverage.md is not current: MUSTER_WRITE=1 cargo test --test all coverage");
}

/// What the kinds are about.
const KINDS: [(&str, &str); 18] = [
    ("K01", "hex numbers and the grid"),
    ("K02", "hexsides, bridges and roads"),
    ("K03", "units in terrain that is closed to them"),
    ("K04", "stacks over their limit"),
    ("K05", "areas, sides and distances of the setup"),
    ("K06", "the calendar of reinforcements"),
    ("K07", "where they come in"),
    ("K08", "formations and who belongs to them"),
    ("K09", "counts and the counter mix"),
    ("K10", "numbers on the counters"),
    ("K11", "markers of state"),
    ("K12", "supply and control"),
    ("K13", "tables"),
    ("K14", "turns and phases"),
    ("K15", "cards, chits and decks"),
    ("K16", "victory"),
    ("K17", "options and variants"),
    ("K18", "documents, names and references"),
];

fn page() -> String {
    let rows = rows();
    let names: BTreeMap<&str, &str> = rules().iter().map(|rule| (rule.code, rule.name)).collect();
    let covered = rows.iter().filter(|row| !row.codes.is_empty()).count();
    let mut out = String::from("# Coverage of cross-checks\n\n");
    let _ = writeln!(
        out,
        "181 things that should be checked in four published systems: Ardennes '44 (A44), Enemy Action: Ardennes (EA), Bitter Woods (BW) and Bastogne Breakout (BB), with the numbers of their rules. {covered} are covered: each names the codes and the failing cases in `tests/coverage/cases.json`, which `cargo test --test all coverage` tries. The others say why not. This page is made from `tests/coverage/checks.csv`.\n"
    );
    let mut kind = "";
    for row in &rows {
        if row.kind != kind {
            kind = &row.kind;
            let about = KINDS.iter().find(|(id, _)| *id == kind).unwrap_or_else(|| panic!("no kind {kind}")).1;
            let _ = writeln!(
                out,
                "## {kind} {about}\n\n| | systems | check | rules | codes | failing cases, or why not |\n|---|---|---|---|---|---|"
            );
        }
        let codes: Vec<String> = row
            .codes
            .iter()
            .map(|code| format!("[{code}](checks.md#{}-{}-{})", code.to_lowercase(), names[code.as_str()], severity(code)))
            .collect();
        let cases: Vec<String> = row.cases.iter().map(|case| format!("`{case}`")).collect();
        let last = [cases.join(", "), row.why.clone()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        let cell = |text: &str| text.replace('|', "\\|");
        let (systems, about, printed) = (cell(&row.systems), cell(&row.about), cell(&row.rules));
        let end = rows.iter().skip_while(|r| r.id != row.id).nth(1).is_none_or(|next| next.kind != row.kind);
        let _ = writeln!(out, "| {} | {systems} | {about} | {printed} | {} | {} |", row.id, codes.join(" "), cell(&last));
        if end && row.id != "C181" {
            out.push('\n');
        }
    }
    out
}

fn severity(code: &str) -> &'static str {
    rules().iter().find(|rule| rule.code == code).map_or("", |rule| rule.severity.word())
}
