//! An older format carried forward, by steps that the test plants.

use std::process::Command;

use muster::compile::compile;
use muster::format::FORMAT;
use muster::migrate::{Files, Refused, STEPS, Step, format_of, migrate_with};
use muster::source::Memory;

use crate::support::first_steps;

const MODULE: &str = r#"{
  // Which format this is written in.
  "format": 0,
  "name": "Old Ways",
  "players": [ // was called so
    { "id": "blue",   "name": "Blue" }, /* aligned */
  ],
}
"#;

const UNITS: &str = "# my counters\nid;strength;players\nb-1;4;strength\n";

fn old() -> Files {
    let mut files = Files::new();
    files.set("module.json", MODULE);
    files.set("units.csv", UNITS);
    files.set("scenarios/a.json", "{ \"id\": \"a\", \"players\": [] }\n");
    files
}

const PLANTED: &[Step] = &[
    Step {
        from: 0,
        name: "players-become-sides",
        docs: "`players` is now called `sides`",
        run: |files| {
            let mut told = Vec::new();
            for path in files.paths(".json") {
                let mut renamed = false;
                files.edit(&path, |root, edits| renamed = edits.rename_key(root, "players", "sides"))?;
                if renamed {
                    told.push(format!("renamed `players` in {path}"));
                }
            }
            if files.rename_heading("units.csv", "players", "side")? {
                told.push("renamed the column `players` of units.csv".to_owned());
            }
            Ok(told)
        },
    },
    Step {
        from: 1,
        name: "names-are-loud",
        docs: "names are written in capitals",
        run: |files| {
            files.edit("module.json", |root, edits| {
                if let Some(name) = root.get("name") {
                    edits.replace(name, &format!("\"{}\"", name.text().unwrap_or_default().to_uppercase()));
                }
            })?;
            Ok(Vec::new())
        },
    },
];

#[test]
fn a_step_renames_and_comments_survive() {
    let done = migrate_with(PLANTED, 1, &old()).unwrap();
    assert_eq!(done.from, 0);
    let module = MODULE.replace("\"players\"", "\"sides\"").replace("\"format\": 0", "\"format\": 1");
    assert_eq!(done.files.get("module.json").unwrap(), module);
    assert_eq!(done.files.get("units.csv").unwrap(), "# my counters\nid;strength;side\nb-1;4;strength\n");
    assert_eq!(done.files.get("scenarios/a.json").unwrap(), "{ \"id\": \"a\", \"sides\": [] }\n");
    let notes: Vec<&str> = done.steps.iter().flat_map(|step| &step.notes).map(String::as_str).collect();
    assert_eq!(
        notes,
        [
            "renamed `players` in module.json",
            "renamed `players` in scenarios/a.json",
            "renamed the column `players` of units.csv",
        ]
    );
}

/// First Steps as it would have been in the planted format 0 comes out as it is now, to the byte.
#[test]
fn a_game_of_format_0_becomes_a_game_of_today() {
    let today = first_steps();
    let text = |path: &str| String::from_utf8(today.files[path].clone()).unwrap();
    let mut files = Files::new();
    for path in today.files.keys() {
        files.set(path, text(path));
    }
    let older = text("module.json").replacen("\"format\": 2", "\"format\": 0", 1).replacen("\"sides\"", "\"players\"", 1);
    assert!(older != text("module.json") && older.contains("\"players\""));
    files.set("module.json", older);
    let before = files.iter().fold(Memory::new(), |memory, (path, text)| memory.with(path, text));
    assert!(!compile(&before).diags.is_empty(), "today's format is another");
    let steps: Vec<Step> = PLANTED.iter().take(1).chain(STEPS).map(|step| Step { ..*step }).collect();
    let done = migrate_with(&steps, FORMAT, &files).unwrap();
    let after = done.files.iter().fold(Memory::new(), |memory, (path, text)| memory.with(path, text));
    assert_eq!(after.files, today.files);
    crate::support::clean(&after);
}

#[test]
fn all_steps_run_in_order_and_only_once() {
    let done = migrate_with(PLANTED, 2, &old()).unwrap();
    assert_eq!(done.steps.iter().map(|step| step.name).collect::<Vec<_>>(), ["players-become-sides", "names-are-loud"]);
    assert_eq!(format_of(&done.files), Ok(2));
    assert!(done.files.get("module.json").unwrap().contains("\"name\": \"OLD WAYS\""));
    // By two ways to the same.
    let half = migrate_with(PLANTED, 1, &old()).unwrap();
    assert_eq!(migrate_with(PLANTED, 2, &half.files).unwrap().files, done.files);
    let again = migrate_with(PLANTED, 2, &done.files).unwrap();
    assert!(again.steps.is_empty() && again.files == done.files);
}

#[test]
fn what_fails_changes_nothing() {
    let before = old();
    let fails = |steps: &[Step], target| migrate_with(steps, target, &before).unwrap_err();
    assert_eq!(fails(PLANTED, 3), Refused::NoStep(2));
    assert_eq!(fails(&[], 1), Refused::NoStep(0));
    let step = |run| [Step { from: 0, name: "bad", docs: "", run }];
    assert_eq!(fails(&step(|_| Err("no".to_owned())), 1), Refused::Failed("bad", "no".to_owned()));
    assert!(matches!(
        fails(
            &step(|files| {
                files.set("module.json", "{");
                Ok(Vec::new())
            }),
            1
        ),
        Refused::Failed("bad", _)
    ));
    let breaks = fails(
        &step(|files| {
            files.set("scenarios/a.json", "{ oh");
            Ok(Vec::new())
        }),
        1,
    );
    assert!(breaks.to_string().starts_with("the step `bad` could not be done: it would break scenarios/a.json: "), "{breaks}");
    assert_eq!(
        fails(&step(|files| files.edit("none.json", |_, _| {}).map(|_| Vec::new())), 1),
        Refused::Failed("bad", "there is no text file none.json".to_owned())
    );
    let mut newer = old();
    newer.set("module.json", "{\"format\": 9}");
    assert_eq!(migrate_with(PLANTED, 1, &newer).unwrap_err(), Refused::Newer(9, 1));
    newer.set("module.json", "{\"format\": \"one\"}");
    assert_eq!(migrate_with(PLANTED, 1, &newer).unwrap_err(), Refused::NoFormat);
    newer.remove("module.json");
    assert!(matches!(migrate_with(PLANTED, 1, &newer), Err(Refused::NoModule(_))));
    assert_eq!(before, old());
}

#[test]
fn the_programs_own_steps_lead_to_its_format() {
    let from: Vec<u32> = STEPS.iter().map(|step| step.from).collect();
    assert_eq!(from, (1..FORMAT).collect::<Vec<_>>(), "one step for each format before {FORMAT}, in order");
}

/// The files of a game of 0.1.0.
fn of_0_1_0(game: &str) -> Files {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrate/0.1.0").join(game);
    let mut files = Files::new();
    let mut open = vec![root.clone()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => open.push(path),
                false => {
                    let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                    files.set(&name, std::fs::read_to_string(&path).unwrap());
                }
            }
        }
    }
    files
}

fn memory(files: &Files) -> Memory {
    files.iter().fold(Memory::new(), |memory, (path, text)| memory.with(path, text))
}

#[test]
fn a_game_of_an_older_format_is_told_to_migrate() {
    let said = crate::support::said(&memory(&of_0_1_0("first-steps")));
    let [line] = said.as_slice() else { panic!("{said:#?}") };
    let wanted = "M0022 «1» this game is written in format 1, this program knows 2 | run `muster migrate` in its folder";
    assert!(line.contains(wanted), "{line}");
}

/// Every game that 0.1.0 shipped is a game of today after the steps; comments and layout stay.
#[test]
fn the_games_of_0_1_0_come_along() {
    for (game, notes) in [("first-steps", 1), ("bastogne-breakout", 2)] {
        let before = of_0_1_0(game);
        let done = migrate_with(STEPS, FORMAT, &before).unwrap();
        let said = crate::support::said(&memory(&done.files));
        // What play passed over in silence then is found today: faults and oddities of those games, not of the steps.
        let later = ["M0512", "M0513", "M0514", "M0515", "M0516", "M0517", "M0219", "M0223", "M0325", "M0612", "M0715"];
        let (found, said): (Vec<&String>, Vec<&String>) =
            said.iter().partition(|line| later.iter().any(|code| line.contains(code)));
        assert!(said.is_empty(), "{game}: {said:#?}");
        let on_nobody = found.iter().any(|line| line.contains("M0514"));
        assert!(on_nobody || game != "first-steps", "{game}: {found:#?}");
        let changed: Vec<(&str, &str)> = done.files.iter().filter(|(path, text)| before.get(path) != Some(text)).collect();
        // Whoever hung on an option there says himself what happens otherwise: that is to be looked at.
        assert_eq!(done.steps[0].notes.len(), notes, "{game}: {:?}", done.steps[0].notes);
        for (path, text) in changed {
            let back = text.replace(", \"else\": \"column\"", "").replace("\"format\": 2", "\"format\": 1");
            assert_eq!(Some(back.as_str()), before.get(path), "{path}: nothing else changes");
        }
        let again = migrate_with(STEPS, FORMAT, &done.files).unwrap();
        assert!(again.steps.is_empty() && again.files == done.files);
    }
}

/// A line that hung on an option keeps the column where the option is off; others are left alone.
#[test]
fn arrivals_that_hung_on_an_option_keep_the_column() {
    let mut files = Files::new();
    files.set("module.json", r#"{"format": 1, "name": "x", "sides": [{"id": "a"}]}"#);
    let line = |rest: &str| format!(r#"{{"unit": "u", "turn": "2"{rest}}}"#);
    let lines = [
        line(r#", "if": {"option": ["o"]}, "rule": "1""#),
        line(r#", "if": {"not": {"any": [{"option": ["o"]}, {"flag": ["f"]}]}}"#),
        line(r#", "if": {"option": ["o"]}, "else": "late""#),
        line(r#", "if": {"flag": ["option"]}"#),
        line(""),
    ];
    files.set("scenarios/a.json", format!("{{\"arrivals\": [ // who comes\n{}]}}", lines.join(",\n")));
    files.set(
        "rules.json",
        r#"{"supply": {"traces": [{"id": "t", "phase": ["p"], "marker": "m"}, {"id": "v", "phase": ["p"]}]}}"#,
    );
    files.set("more.csv", "unit,turn,if.option.1\nu,3,o\n");
    files.set("broken.json", "{ \"arrivals\": [");
    let done = migrate_with(STEPS, 2, &files).unwrap();
    let wanted = [
        line(r#", "if": {"option": ["o"]}, "else": "column", "rule": "1""#),
        line(r#", "if": {"not": {"any": [{"option": ["o"]}, {"flag": ["f"]}]}}, "else": "column""#),
        lines[2].clone(),
        lines[3].clone(),
        lines[4].clone(),
    ];
    let wanted = format!("{{\"arrivals\": [ // who comes\n{}]}}", wanted.join(",\n"));
    assert_eq!(done.files.get("scenarios/a.json").unwrap(), wanted);
    assert_eq!(
        done.steps[0].notes,
        [
            "added `\"else\": \"column\"` to 2 lines of the arrivals in scenarios/a.json",
            "look at scenarios/a.json: a line of the arrivals with an option and an `else`, which no longer stand beside the column",
            "look at `supply.traces/t`: supply that a phase judges is now what the unit shows, so `supplied` reads its state or marker",
            "look at more.csv: give the lines that hang on an option `column` under `else`",
        ]
    );
}

#[test]
fn the_command_leaves_a_current_game_and_refuses_a_newer_one() {
    let temp = tempfile::TempDir::new().unwrap();
    let module = temp.path().join("module.json");
    let run = |text: &str| {
        std::fs::write(&module, text).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_muster")).arg("migrate").current_dir(temp.path()).output().unwrap();
        assert_eq!(std::fs::read_to_string(&module).unwrap(), text, "nothing is written");
        let words = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), words(output.stdout), words(output.stderr))
    };
    assert_eq!(run("{\"format\": 2, \"name\": \"x\"}"), (0, "`.` is current: format 2\n".into(), String::new()));
    let (code, out, err) = run("{\"format\": 3, \"name\": \"x\"}");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("muster: `.` stays as it is: this game is written in format 3, this program knows 2\n"), "{err}");
    assert_eq!(run("{\"format\": 0, \"name\": \"x\"}").0, 2);
    assert_eq!(run("{").0, 2);
}
