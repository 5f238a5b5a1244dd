//! Every code explains itself, and every example in the explanations is true.
//!
//! An explanation shows a fault on `modules/first-steps`, a clean game. The text under "Fixed" stands in the named
//! file exactly once; put the text under "Example" in its place, and the code is found, and nothing else. An example
//! may also be a whole new file, which is added.

use std::path::Path;
use std::sync::LazyLock;

use muster::compile::{Compiled, compile, rules};
use muster::diag::Rule;
use muster::source::{Memory, ReadError, World, limits};

use crate::support::{first_steps, try_all};

/// The headings, in their order.
const HEADINGS: [&str; 4] = ["What it checks", "Why", "Example", "Fixed"];

/// Codes that no text of a few lines can show, with the reason, and what shows them instead.
const SHOWN_ELSEWHERE: &[(&str, &str, Shown)] = &[
    ("M0002", "a folder in the place of a file is no text", Shown::Refused(|| ReadError::NotAFile)),
    ("M0004", "the file would have to be too big", Shown::Refused(|| ReadError::TooBig(limits::FILE_BYTES + 1))),
    ("M0005", "UTF-16 and pictures are no text", Shown::Bytes("cards.csv", || b"\xff\xfei\0d\0".to_vec())),
    ("M0010", "the sheet would have to be too wide", Shown::Bytes("cards.csv", || too_wide().into_bytes())),
    ("M0015", "a workbook is no text", Shown::Bytes("cards.xlsx", || b"PK\x03\x04 and no more".to_vec())),
    ("M0021", "First Steps has a file of every usual name; tests/bad_input.rs shows it", Shown::Never),
    ("M0313", "First Steps has one sheet; tests/map_cases.rs shows it", Shown::Never),
    ("M0425", "no division of First Steps brings four units; tests/coverage/cases.json shows it", Shown::Never),
    ("M0609", "First Steps prints its tables once; tests/tables.rs shows it", Shown::Never),
    ("M0709", "a picture of pixels is no text", Shown::Bytes("counters/a-hq.png", || crate::support::png(60, 60))),
    ("M0910", "a column more is a change of every row; tests/import/features.rs shows it", Shown::Never),
    ("M0803", "First Steps has something for every part; tests/vassal/kit.rs shows it", Shown::Never),
    ("M0703", "First Steps draws its map; tests/map_cases.rs shows it", Shown::Never),
    ("M1001", "only games that are played show it", Shown::Never),
    ("M1002", "only games that are played show it; tests/simulate.rs does", Shown::Never),
    ("M1003", "only games that are played show it; tests/simulate.rs does", Shown::Never),
    ("M0107", "a fault of ours that is never expected", Shown::Never),
];

/// Codes whose example honestly shows a second one, with that one and the reason. None does, and none should.
const ALSO: &[(&str, &str, &str)] = &[];

/// Codes that are reported in another file than the one with the fault, with the file and the reason.
const REPORTED_ELSEWHERE: &[(&str, &str, &str)] = &[
    ("M0017", "module.json", "either of two files may be the wrong one; module.json is where one says which"),
    ("M0204", "scenarios/dash.json", "in a circle no scenario is more to blame than the others"),
    ("M0407", "units.csv", "what is nowhere has no line in the scenario"),
    ("M0424", "scenarios/crossing.json", "the rule keeps apart what the setup puts together"),
    ("M0708", "art.json", "a picture has no lines; art.json is where one says which are faces"),
    ("M0710", "art.json", "a picture has no lines; art.json is where one says which are faces"),
    ("M0411", "markers.json", "what is missing has no place on the map"),
];

/// What shows a code that no text can show.
enum Shown {
    /// The world refuses to read cards.json.
    Refused(fn() -> ReadError),
    /// A file has these bytes; a usual file of the same list makes room for it.
    Bytes(&'static str, fn() -> Vec<u8>),
    /// Nothing.
    Never,
}

/// A game one file of which cannot be had.
struct Refusing {
    files: Memory,
    why: fn() -> ReadError,
}

impl World for Refusing {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if path == "cards.json" { Err((self.why)()) } else { self.files.read(path) }
    }
    fn has(&self, path: &str) -> bool {
        self.files.has(path)
    }
    fn list(&self, folder: &str) -> Result<Vec<String>, ReadError> {
        self.files.list(folder)
    }
    fn label(&self, path: &str) -> String {
        self.files.label(path)
    }
}

/// Where an example belongs.
enum Place<'a> {
    /// In this file, instead of what stands under "Fixed".
    In(&'a str),
    /// A file of its own.
    New(&'a str),
}

/// An explanation, taken apart.
struct Explained<'a> {
    place: Option<Place<'a>>,
    example: &'a str,
    fixed: &'a str,
}

#[test]
fn the_game_of_the_examples_is_clean() {
    let found = compile(&first_steps());
    assert!(found.diags.is_empty(), "{}", told(&found));
    assert!(found.unchecked.is_empty(), "{:?}", found.unchecked);
}

#[test]
fn every_code_is_explained() {
    let faults: Vec<String> = rules().iter().filter_map(|rule| apart(rule).err()).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_file_of_explanations_belongs_to_a_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut written = Vec::new();
    for folder in ["diag/docs", "check"] {
        texts(&root.join(folder), &mut written);
    }
    let known: Vec<&str> = rules().iter().map(|rule| rule.docs).collect();
    for (path, text) in &written {
        assert!(known.contains(&text.as_str()), "{path} is the explanation of no code");
    }
    assert_eq!(written.len(), known.len(), "two codes share one file");
}

/// What is said of each example, in the order of the codes; found once.
static SHOWN: LazyLock<Vec<Result<Compiled, String>>> = LazyLock::new(|| {
    let game = first_steps();
    try_all(&rules(), |rule| shown(rule, &game))
});

#[test]
fn every_example_shows_its_code_and_nothing_else() {
    let faults: Vec<&String> = SHOWN.iter().filter_map(|shown| shown.as_ref().err()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_example_is_told_a_way_out() {
    let mut faults = Vec::new();
    for found in SHOWN.iter().flatten() {
        for diag in found.diags.iter().filter(|diag| diag.help.as_ref().is_none_or(String::is_empty)) {
            faults.push(format!("{} \"{}\" has no help", diag.rule.code, diag.message));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Every message as it is said of its example, to be read aloud: what, where, how much against how much, what to do.
#[test]
fn every_message_reads_well() {
    let mut words = String::new();
    for (rule, found) in rules().iter().zip(SHOWN.iter()) {
        let Ok(found) = found else { continue };
        for diag in found.diags.iter().filter(|diag| diag.rule.code == rule.code) {
            let under = |place: &muster::span::Place| {
                let file = found.files.get(place.file);
                let text = file.and_then(|file| file.tree.text().get(found.files.span(place).range()));
                text.unwrap_or_default().lines().next().unwrap_or_default().chars().take(60).collect::<String>()
            };
            words.push_str(&format!("{} {} ({})\n  {}", rule.code, rule.name, diag.severity.word(), diag.message));
            words.push_str(&diag.printed_rule.as_ref().map_or_else(String::new, |rule| format!(" (rule {rule})")));
            words.push_str(&format!("\n  «{}» {}\n", under(&diag.place), diag.label.as_deref().unwrap_or_default()));
            for (place, what) in &diag.related {
                words.push_str(&format!("  «{}» {what}\n", under(place)));
            }
            words.push_str(&format!("  help: {}\n\n", diag.help.as_deref().unwrap_or("none")));
        }
    }
    insta::assert_snapshot!(words);
}

#[test]
fn the_tables_above_speak_of_codes() {
    let known: Vec<&str> = rules().iter().map(|rule| rule.code).collect();
    for (code, why, _) in SHOWN_ELSEWHERE {
        assert!(known.contains(code) && !why.is_empty(), "{code}");
    }
    for (code, file, why) in REPORTED_ELSEWHERE {
        assert!(known.contains(code) && first_steps().has(file) && !why.is_empty(), "{code}");
    }
    for (code, other, why) in ALSO {
        assert!(known.contains(code) && known.contains(other) && !why.is_empty(), "{code}");
    }
}

/// Every example of which something says what was probably meant: its code, its file and what stands in it.
pub(crate) fn misspelt() -> Vec<(&'static str, String, String)> {
    let game = first_steps();
    let all = rules()
        .into_iter()
        .filter(|rule| shown(rule, &game).is_ok_and(|found| found.diags.iter().any(|diag| diag.meant().next().is_some())));
    let texts = all.filter_map(|rule| {
        let Explained { place, example, fixed } = apart(rule).ok()?;
        match place? {
            Place::New(path) => Some((rule.code, path.to_owned(), format!("{example}\n"))),
            Place::In(path) => {
                let text = String::from_utf8(game.read(path).ok()?).ok()?;
                Some((rule.code, path.to_owned(), text.replacen(fixed, example, 1)))
            }
        }
    });
    texts.collect()
}

/// Holds an explanation against the game, and gives what was found.
fn shown(rule: &Rule, game: &Memory) -> Result<Compiled, String> {
    let code = rule.code;
    let Explained { place, example, fixed } = apart(rule)?;
    let elsewhere = SHOWN_ELSEWHERE.iter().find(|(c, ..)| *c == code).map(|(.., shown)| shown);
    let file = match &place {
        Some(Place::In(path) | Place::New(path)) => Some(*path),
        None => None,
    };
    let found = match (place, elsewhere) {
        (None, None) => return Err(format!("{code}: the example says neither \"In `…`:\" nor \"In a new file `…`:\"")),
        (Some(_), Some(_)) => return Err(format!("{code}: shown here, and yet in SHOWN_ELSEWHERE")),
        (None, Some(Shown::Never)) => return Ok(compile(game)),
        (None, Some(Shown::Refused(why))) => compile(&Refusing { files: game.clone(), why: *why }),
        (None, Some(Shown::Bytes(path, bytes))) => {
            let mut game = game.clone();
            let list = path.split_once('.').map_or(*path, |(list, _)| list);
            game.files.retain(|other, _| other.split_once('.').is_none_or(|(name, _)| name != list));
            compile(&game.with(path, bytes()))
        }
        (Some(Place::New(path)), None) => {
            if game.has(path) {
                return Err(format!("{code}: `{path}` is no new file"));
            }
            compile(&game.clone().with(path, format!("{example}\n")))
        }
        (Some(Place::In(path)), None) => {
            let Ok(Ok(text)) = game.read(path).map(String::from_utf8) else { return Err(format!("{code}: no file `{path}`")) };
            let times = text.matches(fixed).count();
            if times != 1 {
                return Err(format!("{code}: what is fixed stands in `{path}` {times} times:\n{fixed}"));
            }
            compile(&game.clone().with(path, text.replacen(fixed, example, 1)))
        }
    };
    let also: Vec<&str> = ALSO.iter().filter(|(c, ..)| *c == code).map(|(_, other, _)| *other).collect();
    let mut codes: Vec<&str> = found.diags.iter().map(|diag| diag.rule.code).collect();
    codes.sort_unstable();
    let mut expected = [vec![code], also].concat();
    expected.sort_unstable();
    if codes != expected {
        return Err(format!("{code}: expected {}, found\n{}", expected.join(", "), told(&found)));
    }
    let file = REPORTED_ELSEWHERE.iter().find(|(c, ..)| *c == code).map(|(_, file, _)| *file).or(file);
    let here = found.diags.iter().filter(|diag| diag.rule.code == code).filter_map(|diag| found.files.get(diag.place.file));
    match here.map(|found| found.path.as_str()).find(|path| file.is_some_and(|file| file != *path)) {
        Some(path) => Err(format!("{code}: reported in {path}, expected {}", file.unwrap_or_default())),
        None => Ok(found),
    }
}

/// Takes an explanation apart; the first thing that is not as it should be otherwise.
fn apart(rule: &Rule) -> Result<Explained<'static>, String> {
    let wrong = |what: &str| Err(format!("{} {}: {what}", rule.code, rule.name));
    let Some(rest) = rule.docs.strip_prefix(&format!("# {}\n\n", rule.name)) else {
        return wrong("the title must be the name, with a blank line after it");
    };
    // A `#` at the start of a line inside a block is a comment of a sheet.
    let (mut fenced, mut at) = (false, 0);
    let mut starts = Vec::new();
    for line in rest.split_inclusive('\n') {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if line.starts_with('#') && !fenced {
            starts.push((at, at + line.len(), line.strip_prefix("## ").unwrap_or(line).trim_end()));
        }
        at += line.len();
    }
    if fenced {
        return wrong("a block is never closed");
    }
    let headings: Vec<&str> = starts.iter().map(|(.., heading)| *heading).collect();
    if headings != HEADINGS {
        return wrong(&format!("the headings are {headings:?}, expected {HEADINGS:?}"));
    }
    let summary = rest.split("\n\n").next().unwrap_or_default().trim();
    if summary.is_empty() || summary.contains('\n') || !summary.ends_with('.') {
        return wrong("one line under the title must say what is wrong, and end with a full stop");
    }
    let section = |n: usize| {
        let from = starts.get(n).map_or(0, |(_, end, _)| *end);
        let to = starts.get(n + 1).map_or(rest.len(), |(start, ..)| *start);
        rest.get(from..to).unwrap_or_default()
    };
    for (n, heading) in HEADINGS.iter().enumerate() {
        if section(n).trim().is_empty() {
            return wrong(&format!("nothing stands under \"{heading}\""));
        }
    }
    let (Some((before, example)), Some((_, fixed))) = (block(section(2)), block(section(3))) else {
        return wrong("\"Example\" and \"Fixed\" must each have exactly one block of json, csv or text");
    };
    let line = before.trim().lines().last().unwrap_or_default();
    let path = |begin: &str| line.strip_prefix(begin)?.strip_suffix("`:");
    let place = path("In `").map(Place::In).or_else(|| path("In a new file `").map(Place::New));
    Ok(Explained { place, example, fixed })
}

/// The words before the only block of a section, and what is in it, without its last line end.
fn block(section: &str) -> Option<(&str, &str)> {
    let (before, rest) = section.split_once("```")?;
    let (language, rest) = rest.split_once('\n')?;
    let (inside, after) = rest.split_once("\n```\n")?;
    (["json", "csv", "text"].contains(&language) && !after.contains("```")).then_some((before, inside))
}

/// All Markdown below a folder.
fn texts(folder: &Path, out: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            texts(&path, out);
        } else if path.extension().is_some_and(|e| e == "md") {
            out.push((path.display().to_string(), std::fs::read_to_string(&path).expect("text")));
        }
    }
}

fn too_wide() -> String {
    format!("id,deck{}\nquiet,events\n", ",".repeat(limits::COLUMNS))
}

/// What was found, in lines.
fn told(found: &Compiled) -> String {
    let line = |diag: &muster::diag::Diag| {
        let file = found.files.get(diag.place.file);
        let at = file.map(|f| f.line_column(found.files.span(&diag.place).start));
        let (label, line) = (file.map_or("?", |f| f.label.as_str()), at.map_or(0, |at| at.line));
        format!("  {label}:{line}: {} {}\n    help: {}", diag.rule.code, diag.message, diag.help.as_deref().unwrap_or("none"))
    };
    found.diags.iter().map(line).collect::<Vec<_>>().join("\n")
}
