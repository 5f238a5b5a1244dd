//! What the book says is true: every command in it is run, every file in it is written and compiled, in the order of the
//! page, in a folder of its own. What cannot be run says why.
//!
//! A fenced block tells in the words after its language what it is:
//!
//! - `sh` is run; `sh fails` must end with 1; `sh types="a, b"` is typed these lines; a block of `text` right behind it is
//!   what a reader sees.
//! - `json file=NAME`, `csv file=NAME`: a file of the page's folder.
//! - `json into=NAME`: its fields stand instead of those of that file; `csv add=NAME`: rows more.
//! - `skip="why"`: it is not run.
//!
//! `<!-- sh … -->` is run too, and no reader sees it. The pages of rules have a test of their own: `book/rules.rs`. Commands
//! in the middle of a sentence name words and flags that there are.

mod rules;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Pages whose examples, but for commands, other tests try.
const ELSEWHERE: [(&str, &str); 4] = [
    ("counters.md", "every_example_of_the_guide_to_counters_checks_clean"),
    ("checks.md", "tests/explain.rs"),
    ("proof.md", "figures that are measured, each with its command"),
    ("rules.md", "every_rule_of_the_book_holds_and_is_needed"),
];

/// Pictures that a page shows, and what makes them in its folder. `MUSTER_WRITE=1` draws them anew.
const PICTURES: [(&str, &str, &str); 10] = [
    // As it is in step 2, before there are turns.
    ("tutorial.md", "two-fords-map.png", "cp map.png PICTURE"),
    ("tutorial.md", "two-fords-counters.png", "muster sheet two-fords --contact -o PICTURE"),
    ("howto/two-maps.md", "two-maps.png", "muster map my-game -o PICTURE"),
    ("howto/excel.md", "excel.png", "muster sheet my-game --contact --scale 60 -o PICTURE"),
    ("howto/hidden-units.md", "hidden-units.png", "muster map my-game --scenario first --units --setup --scale 70 -o PICTURE"),
    ("howto/old-vassal-module.md", "old-vassal-module.png", "muster map old-game --scale 40 -o PICTURE"),
    ("howto/reinforcements.md", "reinforcements.png", "muster map my-game --scenario late --units --scale 70 -o PICTURE"),
    ("howto/reprint.md", "reprint.png", "muster sheet my-game --unit blue-3 --scale 250 -o PICTURE"),
    ("rules.md", "first-steps.png", "muster map modules/first-steps --scale 44 -o PICTURE"),
    ("counters.md", "counters.png", "muster sheet modules/first-steps --contact --scale 70 -o PICTURE"),
];

pub(crate) fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// All pages, by their paths below docs.
fn pages() -> BTreeMap<String, String> {
    fn read(at: &Path, below: &str, all: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() {
                read(&path, &format!("{name}/"), all);
            } else if name.ends_with(".md") {
                all.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut all = BTreeMap::new();
    read(&docs(), "", &mut all);
    all
}

/// A fenced block, or a hidden one.
#[derive(Debug)]
pub(crate) struct Block {
    /// The line of the page at which it begins.
    pub(crate) line: usize,
    pub(crate) language: String,
    pub(crate) words: String,
    pub(crate) text: String,
}

impl Block {
    /// What stands behind `name=`.
    pub(crate) fn word(&self, name: &str) -> Option<&str> {
        let from = self.words.split_once(&format!("{name}="))?.1;
        match from.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => from.split(' ').next(),
        }
    }
}

pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut all = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        let (info, end) = match (line.strip_prefix("```"), line.strip_prefix("<!-- sh")) {
            (Some(info), _) => (info, "```"),
            (None, Some(words)) => (words, "-->"),
            (None, None) => continue,
        };
        if let Some(command) = info.trim().strip_suffix("-->") {
            all.push(Block { line: n + 1, language: "sh".to_owned(), words: String::new(), text: command.trim().to_owned() });
            continue;
        }
        let (language, words) = if end == "```" { info.split_once(' ').unwrap_or((info, "")) } else { ("sh", info) };
        let mut text = String::new();
        for (_, line) in lines.by_ref() {
            if line == end {
                break;
            }
            text.push_str(line);
            text.push('\n');
        }
        all.push(Block { line: n + 1, language: language.to_owned(), words: words.trim().to_owned(), text });
    }
    all
}

/// JSON as authors write it, read without its comments and its trailing commas; a list of fields needs no brackets.
pub(crate) fn plain(text: &str) -> Value {
    let mut kept = String::new();
    let (mut quoted, mut before) = (false, ' ');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '"' && before != '\\' {
            quoted = !quoted;
        }
        if !quoted && c == '/' && chars.peek() == Some(&'/') {
            chars.by_ref().find(|c| *c == '\n');
            continue;
        }
        if !quoted && matches!(c, ']' | '}') {
            let end = kept.trim_end().trim_end_matches(',').len();
            kept.truncate(end);
        }
        before = if before == '\\' { ' ' } else { c };
        kept.push(c);
    }
    let whole = kept.trim();
    let fields = whole.starts_with('"').then(|| format!("{{{}}}", whole.trim_end_matches(',')));
    serde_json::from_str(fields.as_deref().unwrap_or(whole)).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// The folder in which a page is tried, with the games that it may speak of.
fn stage() -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let to = to.join(path.file_name().unwrap());
            if path.is_dir() { copy(&path, &to) } else { assert!(fs::copy(&path, to).is_ok()) }
        }
    }
    let folder = TempDir::new().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/first-steps"), &folder.path().join("modules/first-steps"));
    // A workbook of counters as somebody has it.
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet().set_name("Units").unwrap();
    for (row, cells) in (0..).zip(crate::support::csv(include_str!("book/counters.csv"))) {
        for (column, cell) in (0..).zip(cells) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, cell).unwrap(),
            };
        }
    }
    book.save(folder.path().join("counters.xlsx")).unwrap();
    folder
}

/// Runs commands as a reader would: how they end, and what they print.
fn shell(at: &Path, text: &str) -> (i32, String) {
    typed(at, text, &[])
}

/// The same with lines that are typed while it runs; each is seen behind the sign that asks for it, as on a terminal.
fn typed(at: &Path, text: &str, types: &[&str]) -> (i32, String) {
    let bin = Path::new(env!("CARGO_BIN_EXE_muster")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new("bash")
        .args(["-e", "-o", "pipefail", "-c", text])
        .current_dir(at)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: String = types.iter().map(|line| format!("{line}\n")).collect();
    // Who asks nothing may have ended already.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let mut said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let mut from = 0;
    for line in types {
        let asked = said[from..].find("\n> ").unwrap_or_else(|| panic!("nobody asks for `{line}`:\n{said}")) + from + 3;
        said.insert_str(asked, &format!("{line}\n"));
        from = asked;
    }
    (output.status.code().unwrap_or(-1), said)
}

/// Tries a page from top to bottom; gives what it leaves in its folder. With `MUSTER_WRITE` what commands print is written
/// into the page.
fn try_page(name: &str) -> TempDir {
    let path = docs().join(name);
    let page = fs::read_to_string(&path).unwrap();
    let folder = stage();
    let at = folder.path();
    let mut printed: Option<String> = None;
    let mut now = page.clone();
    let elsewhere = ELSEWHERE.iter().any(|(other, _)| *other == name);
    for block in blocks(&page) {
        let here = format!("docs/{name}:{}", block.line);
        if block.word("skip").is_some() || (elsewhere && block.language != "sh") {
            continue;
        }
        match (block.language.as_str(), block.word("file"), block.word("into")) {
            ("sh", _, _) => {
                let types: Vec<&str> = block.word("types").map(|lines| lines.split(", ").collect()).unwrap_or_default();
                let (code, said) = typed(at, &block.text, &types);
                let wanted = i32::from(block.words.split(' ').any(|word| word == "fails"));
                assert_eq!(code, wanted, "{here}:\n{}\n{said}", block.text);
                printed = Some(said);
                continue;
            }
            ("text", _, _) => {
                let said = printed.take().unwrap_or_else(|| panic!("{here}: no command prints this; skip=\"why\" says why"));
                let said: String = said.lines().map(|line| format!("{}\n", line.trim_end())).collect();
                if std::env::var_os("MUSTER_WRITE").is_some() {
                    now = now.replacen(&format!("```text\n{}```", block.text), &format!("```text\n{said}```"), 1);
                } else {
                    assert_eq!(said, block.text, "{here}: MUSTER_WRITE=1 cargo test --test all book");
                }
            }
            ("csv", _, _) if block.word("add").is_some() => {
                let sheet = at.join(block.word("add").unwrap());
                let whole = fs::read_to_string(&sheet).unwrap() + &block.text;
                fs::write(sheet, whole).unwrap();
            }
            (_, Some(file), _) => {
                let to = at.join(file);
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::write(to, &block.text).unwrap();
            }
            ("json", _, Some(file)) => {
                let mut whole = plain(&fs::read_to_string(at.join(file)).unwrap());
                let Value::Object(fields) = plain(&block.text) else { panic!("{here}: no fields") };
                whole.as_object_mut().unwrap().extend(fields);
                fs::write(at.join(file), serde_json::to_string_pretty(&whole).unwrap()).unwrap();
            }
            (language, _, _) => panic!("{here}: a block of `{language}` that nothing tries; skip=\"why\" says why"),
        }
        printed = None;
    }
    if now != page {
        fs::write(&path, now).unwrap();
    }
    if std::env::var_os("MUSTER_WRITE").is_some() {
        for (_, picture, command) in PICTURES.iter().filter(|(page, _, _)| *page == name) {
            let to = docs().join("pictures").join(picture);
            let (code, said) = shell(at, &command.replace("PICTURE", to.to_str().unwrap()));
            assert_eq!(code, 0, "{said}");
        }
    }
    folder
}

#[test]
fn the_tutorial_is_true() {
    let folder = try_page("tutorial.md");
    for made in ["map.png", "counters.png", "out/lode.html", "out/two-fords.vmod", "out/lode.muster"] {
        assert!(folder.path().join(made).exists(), "{made}");
    }
}

/// All other pages, each by itself.
#[test]
fn every_page_of_the_book_is_true() {
    let names: Vec<String> = pages().into_keys().collect();
    let names: Vec<&String> = names.iter().filter(|name| *name != "tutorial.md" && *name != "SUMMARY.md").collect();
    assert!(names.len() >= 20, "{names:?}");
    let done = crate::support::try_all(&names, |name| drop(try_page(name)));
    assert_eq!(done.len(), names.len());
}

/// What is not run, and why; each further one needs a reason and a line here.
#[test]
fn what_is_not_run_is_counted_and_has_a_reason() {
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let mut run = 0;
    for (name, page) in pages() {
        for block in blocks(&page) {
            match block.word("skip") {
                Some(why) => {
                    assert!(why.contains(' '), "docs/{name}:{}: why?", block.line);
                    *skipped.entry(name.clone()).or_default() += 1;
                }
                None => run += usize::from(matches!(block.language.as_str(), "sh" | "json" | "csv")),
            }
        }
    }
    let known = include_str!("book/skipped.txt");
    let now: String = skipped.iter().map(|(name, count)| format!("{count} {name}\n")).collect();
    assert_eq!(now, known, "tests/book/skipped.txt");
    assert!(run > 400, "{run}");
}

/// The words of a sentence that are a command: `muster check my-game --deny warnings`.
fn in_sentences(page: &str) -> Vec<String> {
    let mut fenced = false;
    let plain: Vec<&str> = page
        .lines()
        .filter(|line| {
            let fence = line.starts_with("```");
            fenced ^= fence;
            !fenced && !fence
        })
        .collect();
    let plain = plain.join("\n");
    plain.split('`').skip(1).step_by(2).filter(|code| code.starts_with("muster ")).map(str::to_owned).collect()
}

/// Commands in the middle of a sentence, of the README too, name commands and flags that there are.
#[test]
fn commands_in_sentences_have_the_flags_that_they_name() {
    let folder = TempDir::new().unwrap();
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut all = pages();
    all.insert("../README.md".to_owned(), fs::read_to_string(docs().join("../README.md")).unwrap());
    let (mut tried, mut wrong) = (0, Vec::new());
    for (name, page) in &all {
        for command in in_sentences(page) {
            let words: Vec<&str> = command.split_whitespace().skip(1).collect();
            let Some(first) = words.first().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) else { continue };
            let help = helps.entry((*first).to_owned()).or_insert_with(|| {
                let (code, said) = shell(folder.path(), &format!("muster {first} --help"));
                if code == 0 { said } else { String::new() }
            });
            tried += 1;
            let flags = words
                .iter()
                .map(|word| word.trim_matches(['"', '[', ']']))
                .filter(|word| word.starts_with('-') && word.len() > 1);
            let mut flags = flags.map(|word| word.split('=').next().unwrap());
            let knows = |flag: &str| help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == flag);
            if help.is_empty() || !flags.all(knows) {
                wrong.push(format!("docs/{name}: {command}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried > 60, "{tried}");
}

/// The page that lists the commands has them all.
#[test]
fn the_list_of_commands_is_whole() {
    let (code, help) = shell(TempDir::new().unwrap().path(), "muster --help");
    assert_eq!(code, 0, "{help}");
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(names.len() >= 19 && names.contains(&"completions"), "{names:?}");
    let page = &pages()["folder.md"];
    let table = page.split("## The commands").nth(1).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| `muster ")).collect();
    for name in names {
        let has = |row: &&str| row.contains(&format!("`muster {name} ")) || row.contains(&format!("`muster {name}`"));
        assert!(rows.iter().any(has), "{name}: {rows:?}");
    }
}

/// The table of the pieces of rules names every field that they have, but for what all selectors and entries have.
#[test]
fn the_table_of_pieces_is_whole() {
    let schema = fs::read_to_string(docs().join("../schemas/rules.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let page = &pages()["rules-in-full.md"];
    for piece in ["Units", "Hexes", "Hexsides", "Group", "Condition", "Amount"] {
        let row = page.lines().find(|line| line.starts_with(&format!("| **{piece}** |"))).unwrap();
        let words: BTreeSet<&str> = row.split('`').skip(1).step_by(2).flat_map(str::split_whitespace).collect();
        let fields = schema["$defs"][piece]["properties"].as_object().unwrap().keys();
        let missing: Vec<&String> =
            fields.filter(|field| !["all", "any", "not"].contains(&field.as_str()) && !words.contains(field.as_str())).collect();
        assert!(missing.is_empty(), "{piece}: {missing:?}");
    }
}

/// What the README tells to do in three minutes, but for the program itself, which is there already.
#[test]
fn the_three_minutes_of_the_readme_are_true() {
    let readme = fs::read_to_string(docs().join("../README.md")).unwrap();
    let commands: Vec<Block> = blocks(&readme).into_iter().filter(|block| block.language == "sh").collect();
    let lines = commands.iter().flat_map(|block| block.text.lines()).filter(|line| line.starts_with("muster "));
    let folder = TempDir::new().unwrap();
    let mut run = 0;
    for line in lines {
        let types: &[&str] = if line.starts_with("muster play ") { &["q"] } else { &[] };
        let (code, said) = typed(folder.path(), line, types);
        assert_eq!(code, 0, "{line}\n{said}");
        run += 1;
    }
    assert!(run >= 5, "{run}");
    for made in ["out/first.html", "out/print"] {
        assert!(folder.path().join(made).exists(), "{made}");
    }
}

/// Where links lead, and what the table of contents names.
#[test]
fn every_page_is_in_the_contents_and_every_link_leads_somewhere() {
    let pages = pages();
    let made = tempfile::TempDir::new().unwrap();
    let (code, said) = shell(made.path(), "muster schema --pages -o reference");
    assert_eq!(code, 0, "{said}");
    let reference: BTreeSet<String> = fs::read_dir(made.path().join("reference"))
        .unwrap()
        .map(|entry| format!("reference/{}", entry.unwrap().file_name().into_string().unwrap()))
        .collect();
    assert!(reference.len() >= 14, "{reference:?}");
    let contents = &pages["SUMMARY.md"];
    for page in pages.keys().filter(|name| *name != "SUMMARY.md").chain(&reference) {
        assert_eq!(contents.matches(&format!("({page})")).count(), 1, "SUMMARY.md names {page} once");
    }
    let mut broken = Vec::new();
    for (name, page) in &pages {
        let folder = Path::new(name).parent().unwrap();
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
            if to.contains("://") || to.starts_with("data:") {
                continue;
            }
            let path = if to.is_empty() { PathBuf::from(name) } else { folder.join(to) };
            // `howto/../play.md`
            let mut parts: Vec<&str> = Vec::new();
            for part in path.to_str().unwrap().split('/') {
                if part == ".." && !parts.is_empty() { parts.truncate(parts.len() - 1) } else { parts.push(part) }
            }
            let path = parts.join("/");
            let there = reference.contains(&path) || docs().join(&path).exists();
            let heads = |page: &String| page.lines().any(|line| line.starts_with('#') && slug(line) == anchor);
            if !there || (!anchor.is_empty() && !pages.get(&path).is_none_or(heads)) {
                broken.push(format!("docs/{name}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// A heading as links call it.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
