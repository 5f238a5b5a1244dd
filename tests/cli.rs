//! The command itself: exit codes, streams, closed pipes, and what `new` writes.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn muster(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env("COLUMNS", "80");
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "FORCE_COLOR"] {
        command.env_remove(name);
    }
    command
}

fn run(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = muster(args).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_clean_game_exits_0_and_says_so() {
    let (code, out, err) = run(&["check", "modules/first-steps"]);
    assert_eq!((code, found(&out), err.as_str()), (0, "First Steps is clean: 26 units, 140 hexes, 2 scenarios\n", ""));
    assert!(!out.contains("not enforced"), "{out}");
    let (_, out, _) = run(&["check", "tests/fields/cup"]);
    assert!(out.contains("\nstated, not enforced: units that are attached, in limits of moves (1 entry); "), "{out}");
}

/// A report without its last lines, on what is stated and not enforced.
fn found(report: &str) -> &str {
    report.find("stated, not enforced: ").map_or(report, |at| &report[..at])
}

#[test]
fn findings_exit_1_on_standard_output() {
    let (code, out, err) = run(&["check", "tests/paper", "--format", "short"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.starts_with("tests/paper/module.json:5:22: warning[M0502]: nation `wh` is never used\n"), "{out}");
    assert!(out.contains("tests/paper/tables.json:22:5: error[M0603]: table `Blowing a bridge` has no row for 7, which d6 makes with its modifiers (rule 10.2)\n"), "{out}");
    let counted = "7 errors, 12 warnings, 1 hint in Clervaux Road (15 units, 96 hexes, 2 scenarios)\n";
    let rivers = "not checked: which way rivers flow (no `mouth` is stated, so it is guessed: Clerf)\n";
    assert!(found(&out).ends_with(&format!("{counted}{rivers}")), "{out}");
}

#[test]
fn what_cannot_run_exits_2_on_standard_error() {
    for args in [
        &["check", "no-such-folder"][..],
        &["check", "src"],
        &["check", "README.md"],
        &["explain", "M9999"],
        &["chek"],
        &["check", "--format", "loud"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        assert!(!err.is_empty(), "{args:?}");
    }
    let (_, _, err) = run(&["check", "no-such-folder"]);
    assert!(err.starts_with("muster: there is no folder `no-such-folder`\n"), "{err}");
}

#[test]
fn warnings_fail_only_when_they_are_denied() {
    let folder = TempDir::new().unwrap();
    let root = folder.path();
    fs::write(
        root.join("module.json"),
        r#"{"format": 2, "name": "Warned", "allow": [{"code": "M0403", "hex": "0101", "reason": "none"}]}"#,
    )
    .unwrap();
    let path = root.to_str().unwrap();
    assert_eq!(run(&["check", path]).0, 0);
    assert_eq!(run(&["check", path, "--deny", "warnings"]).0, 1);
}

#[test]
fn hints_come_last_and_deny_nothing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("game");
    let name = path.to_str().unwrap();
    assert_eq!(run(&["new", name, "--example"]).0, 0);
    let units = fs::read_to_string(path.join("units.csv")).unwrap();
    fs::write(path.join("units.csv"), units.replace(",II,II/8,3,4,4,", ",II,II/8,9,4,4,")).unwrap();
    let (code, out, _) = run(&["check", name, "--deny", "warnings"]);
    assert!(code == 0 && out.starts_with("hint M0219 unlikely-rating"), "{out}");
    assert!(found(&out).ends_with("1 hint in First Steps (26 units, 140 hexes, 2 scenarios)\n"), "{out}");
    let (code, out, _) = run(&["check", name, "--hints", "none", "--deny", "warnings"]);
    assert_eq!((code, found(&out)), (0, "First Steps is clean: 26 units, 140 hexes, 2 scenarios\n"));
    for (format, word) in [
        ("short", " hint[M0219]: "),
        ("json", "\"severity\": \"hint\""),
        ("json", "\"hints\": 1"),
        ("sarif", "\"level\": \"note\""),
        ("github", "::notice "),
    ] {
        let (code, out, _) = run(&["check", name, "--format", format]);
        assert!(code == 0 && out.contains(word), "{format}: {out}");
    }
    // What is wrong comes first, wherever it stands.
    let dash = fs::read_to_string(path.join("scenarios/dash.json")).unwrap();
    fs::write(path.join("scenarios/dash.json"), dash.replacen("\"name\"", "\"nmae\"", 1)).unwrap();
    let (_, out, _) = run(&["check", name, "--format", "short"]);
    let last = out.lines().rfind(|line| line.contains("[M0")).unwrap();
    assert!(last.contains("hint[M0219]") && out.contains(" error["), "{out}");
    fs::write(path.join("scenarios/dash.json"), dash).unwrap();
    // An author switches it off by its code, or for one unit.
    let module = fs::read_to_string(path.join("module.json")).unwrap();
    for off in [
        r#""levels": {"M0219": {"level": "allow", "reason": "they differ"}}"#,
        r#""allow": [{"code": "M0219", "unit": "b-8-ii", "reason": "the guard"}]"#,
    ] {
        fs::write(path.join("module.json"), module.replace("\"sides\": [", &format!("{off},\n  \"sides\": ["))).unwrap();
        let (_, out, _) = run(&["check", name]);
        assert!(out.starts_with("First Steps is clean"), "{out}");
    }
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = muster(&["check", "tests/paper"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0u8; 1];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(1), ""));
}

#[test]
fn colour_only_where_it_is_wanted() {
    let coloured = |command: &mut Command| String::from_utf8(command.output().unwrap().stdout).unwrap().contains('\u{1b}');
    assert!(!coloured(&mut muster(&["check", "tests/paper"])), "a pipe has no colour");
    assert!(coloured(&mut muster(&["check", "tests/paper", "--color", "always"])));
    assert!(coloured(muster(&["check", "tests/paper"]).env("CLICOLOR_FORCE", "1")));
    assert!(!coloured(muster(&["check", "tests/paper"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")));
}

#[test]
fn the_example_is_first_steps_whole() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("example");
    let name = path.to_str().unwrap();
    assert_eq!(run(&["new", name, "--example"]).0, 0);
    let (code, out, _) = run(&["check", name, "--deny", "warnings"]);
    assert_eq!((code, found(&out)), (0, "First Steps is clean: 26 units, 140 hexes, 2 scenarios\n"));
}

#[test]
fn explain_takes_a_code_in_any_form() {
    let (code, by_code, _) = run(&["explain", "M0403"]);
    assert_eq!(code, 0);
    assert!(by_code.contains("overstacked"), "{by_code}");
    for other in ["m0403", "overstacked"] {
        assert_eq!(run(&["explain", other]).1, by_code, "{other}");
    }
}

#[test]
fn the_book_of_checks_is_current() {
    let there = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/checks.md")).unwrap_or_default();
    let (_, now, _) = run(&["explain", "--all"]);
    assert!(there == now, "docs/checks.md is stale: run `cargo run -- explain --all > docs/checks.md`");
}

#[test]
fn schemas_are_listed_printed_and_written() {
    let (code, list, _) = run(&["schema"]);
    assert!(code == 0 && list.contains("units") && list.contains("scenario"), "{list}");
    let (code, units, _) = run(&["schema", "units"]);
    assert_eq!((code, units), (0, fs::read_to_string("schemas/units.schema.json").unwrap()));
    let folder = TempDir::new().unwrap();
    let (code, _, _) = run(&["schema", "-o", folder.path().to_str().unwrap()]);
    assert_eq!((code, fs::read_dir(folder.path()).unwrap().count()), (0, 16));
    let (code, plain, _) = run(&["schema", "--plain", "modules/first-steps/units.csv"]);
    let rows: serde_json::Value = serde_json::from_str(&plain).unwrap();
    assert_eq!((code, &rows[1]["ratings"]["attack"], &rows[1]["back"]["ratings"]["attack"]), (0, &4.into(), &2.into()));
}

#[test]
fn machine_formats_are_what_they_say() {
    let (code, out, _) = run(&["check", "tests/paper", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["version"]), (1, &1.into()));
    let (_, out, _) = run(&["check", "tests/paper", "--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    // Types that others have made from the schema of SARIF 2.1.0 read it and write the same again: nothing is missing
    // that must be there, and nothing is there that has no place.
    let read: serde_sarif::sarif::Sarif = serde_json::from_value(sarif.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), sarif);
    let mut wrong = sarif.clone();
    wrong["runs"][0]["results"][0]["level"] = "bad".into();
    assert!(serde_json::from_value::<serde_sarif::sarif::Sarif>(wrong).is_err());
    let (_, out, _) = run(&["check", "tests/paper", "--format", "github"]);
    assert!(out.lines().any(|l| l.starts_with("::error file=tests/paper/formations.json,line=3,")), "{out}");
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, _) = run(&["completions", shell]);
        assert!(code == 0 && out.contains("muster"), "{shell}");
    }
}

#[test]
fn timings_tell_every_step_beside_the_report() {
    let (code, out, said) = run(&["check", "modules/first-steps", "--timings"]);
    assert!(code == 0 && out.starts_with("First Steps is clean"), "{out}");
    let steps: Vec<&str> = said.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for step in ["read", "schemas", "validate", "type", "lower", "engine", "checks", "finish"] {
        assert!(steps.contains(&step), "{step}: {said}");
    }
    assert!(said.contains("checks on one thread, the slowest first") && said.contains("overstacked"), "{said}");
    assert_eq!(run(&["check", "modules/first-steps"]).2, "");
}

#[test]
fn rules_are_told_in_the_sentences_of_the_kit() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/modules/first-steps");
    let (code, text, _) = run(&["rules", folder, "--words"]);
    assert_eq!(code, 0);
    let game = muster::compile::compile(&muster::source::Disk::open(std::path::Path::new(folder)).unwrap()).game;
    let book = muster::words::Teller::new(&game).book();
    assert!(book.len() > 3);
    for told in book.iter().flat_map(|chapter| &chapter.told) {
        let said = format!("{}: {}", told.name, told.words);
        let line = text.lines().find(|line| line.contains(&said)).unwrap_or_else(|| panic!("{told:?} in {text}"));
        assert!(told.rule.as_ref().is_none_or(|rule| line.trim_start().starts_with(rule.as_str())), "{line}");
    }
}
