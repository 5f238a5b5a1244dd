//! `muster diff` as a command: formats, folders, git revisions; and which counters must be printed again.

use std::path::Path;
use std::process::Command;

use muster::diff::{Edition, Format, changed_units, compare, render};
use muster::source::Memory;

use crate::diff::{edited, game};
use crate::support::{edit, first_steps, png};

#[test]
fn counters_to_be_printed_again() {
    let changed = |edits: &[(&str, &str, &str)]| -> Vec<String> {
        let (old, new) = (game(&first_steps()), game(&edited(edits)));
        changed_units(&old, &new).into_iter().map(|id| new.units[id].id.clone()).collect()
    };
    assert_eq!(changed(&[("units.csv", "II,I/1,4,4,4,", "II,I/1,5,4,4,")]), ["a-1-i"]);
    assert_eq!(
        changed(&[("formations.json", "\"short\": \"8\"", "\"short\": \"VIII\"")]),
        ["b-8-i", "b-8-ii", "b-8-iii", "b-8-tank", "b-8-guns"]
    );
    assert_eq!(changed(&[("units.csv", ",1,,1105,", ",1,,1205,")]), [""; 0], "no layout shows where it sets up");
    assert_eq!(changed(&[("units.csv", "T/8,5,3,8,,reduced,3,2", "T/8,5,3,8,,reduced,3,1")]), ["b-8-tank"]);
    assert_eq!(
        changed(&[(
            "module.json",
            "\"class\": \"foot\" },\n    { \"id\": \"armor\"",
            "\"class\": \"foot\", \"symbol\": \"pioneer\" },\n    { \"id\": \"armor\""
        )]),
        ["a-eng", "b-eng"]
    );
    assert_eq!(changed(&[("art.json", "{attack}({range}){move}", "{attack}")]).len(), 25, "a layout changes them all");
    assert_eq!(changed(&[("art.json", "\"box\": \"#8c1d18\"", "\"box\": \"#8c1d19\"")]).len(), 25, "so does a look");
    let tagged = |tag: &str| format!("II,II/1,4,4,4,,reduced,2,3,,2,,0603,,{tag},,,");
    let tags = |tag: &str| changed(&[("units.csv", tagged("").as_str(), tagged(tag).as_str())]);
    assert_eq!(tags("spearhead"), ["a-1-ii"], "a look is for that tag");
    assert_eq!(tags("other"), [""; 0], "nothing on a counter hangs on that tag");
    let stripe = ("art.json", "\"8-bde\": { \"stripe\": \"#23527a\" }", "\"8-bde\": { \"stripe\": \"#23527b\" }");
    assert_eq!(changed(&[stripe]), ["b-8-i", "b-8-ii", "b-8-iii", "b-8-tank", "b-8-guns"], "colours of one formation");
}

#[test]
fn markdown_and_json() {
    let (old, new) =
        (game(&first_steps()), game(&edited(&[("units.csv", "b-vol,Cole Volunteers,", "b-vol,Cole *Volunteers*,")])));
    let (before, after) = (Edition { label: "old", game: &old, errors: 0 }, Edition { label: "new", game: &new, errors: 2 });
    let changes = compare(&old, &new);
    assert_eq!(
        render(Format::Markdown, &before, &after, &changes),
        "# Errata to First Steps\n\n1 change.\n\n> 2 errors in `new`: what could not be read there may be missing here.\n\n\
         ## Counters\n\n- Counter **Cole \\*Volunteers\\*** (`b-vol`): name Cole Volunteers → Cole \\*Volunteers\\*.\n"
    );
    let json: serde_json::Value = serde_json::from_str(&render(Format::Json, &before, &after, &changes)).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "version": 1,
            "equal": false,
            "old": { "from": "old", "name": "First Steps", "version": "1.0", "errors": 0 },
            "new": { "from": "new", "name": "First Steps", "version": "1.0", "errors": 2 },
            "changes": [{
                "section": "Counters", "kind": "changed", "what": "counter", "id": "b-vol", "name": "Cole *Volunteers*",
                "item": null, "aspect": "name", "before": "Cole Volunteers", "after": "Cole *Volunteers*",
                "text": "Counter Cole *Volunteers* (`b-vol`): name Cole Volunteers → Cole *Volunteers*.",
            }],
        })
    );
}

fn muster(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(args).current_dir(dir).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn write(memory: &Memory, dir: &Path) {
    for (path, bytes) in &memory.files {
        let path = dir.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

#[test]
fn the_command_compares_folders() {
    let temp = tempfile::TempDir::new().unwrap();
    let dir = temp.path();
    write(&first_steps(), &dir.join("old"));
    write(&edited(&[("units.csv", ",1,,1105,", ",1,,9999,")]), &dir.join("new"));
    assert_eq!(muster(dir, &["diff", "old", "old"]), (0, "First Steps: nothing changed\n".into(), String::new()));
    let (code, out, _) = muster(dir, &["diff", "old", "new"]);
    assert_eq!(code, 1);
    assert!(out.contains("note: 1 error in `new`: what could not be read there may be missing here.\n"), "{out}");
    assert!(out.contains("counter RC (`b-hq`) no longer sets up, was 1105."), "{out}");
    for bad in [["diff", "old", "nowhere"], ["diff", "nowhere", "old"], ["diff", "old", "."]] {
        let (code, out, err) = muster(dir, &bad);
        assert!(code == 2 && out.is_empty() && !err.is_empty(), "{bad:?}: {err}");
    }
    std::fs::write(dir.join("new/module.json"), "{").unwrap();
    let (code, _, err) = muster(dir, &["diff", "old", "new"]);
    assert_eq!((code, err.lines().next().unwrap()), (2, "muster: the game in `new` cannot be read"));
}

#[test]
fn the_command_compares_bundles() {
    let temp = tempfile::TempDir::new().unwrap();
    let dir = temp.path();
    write(&first_steps(), &dir.join("old"));
    write(
        &edited(&[("units.csv", ",1,,1105,", ",1,,1205,"), ("art.json", "{attack}({range}){move}", "{attack}")]),
        &dir.join("new"),
    );
    assert_eq!(muster(dir, &["build", "old", "-o", "out"]).0, 0);
    // A bundle holds one scenario, and no art: neither counts as lost.
    assert_eq!(muster(dir, &["diff", "out/dash.muster", "old"]), (0, "First Steps: nothing changed\n".into(), String::new()));
    assert_eq!(muster(dir, &["diff", "old", "out/crossing.muster"]).0, 0);
    let said = "First Steps: 1 change\n\nScenarios\n  The Dash for the Bridge: counter RC (`b-hq`) sets up in 1105 → 1205.\n";
    assert_eq!(muster(dir, &["diff", "out/dash.muster", "new"]), (1, said.into(), String::new()));
    std::fs::write(dir.join("bad.muster"), "PK").unwrap();
    let (code, _, err) = muster(dir, &["diff", "bad.muster", "new"]);
    assert!(code == 2 && err.starts_with("muster: `bad.muster` is no sound bundle: "), "{err}");
    std::fs::remove_file(dir.join("new/scenarios/dash.json")).unwrap();
    let (code, _, err) = muster(dir, &["diff", "out/dash.muster", "new"]);
    assert!(code == 2 && err.starts_with("muster: the game in `new` has no scenario `dash`, which the bundle is of\n"), "{err}");
}

#[test]
fn a_choice_of_counters_is_refused_where_all_are_needed() {
    let temp = tempfile::TempDir::new().unwrap();
    let dir = temp.path();
    write(&first_steps(), &dir.join("game"));
    for flags in [["--only", "a-hq"], ["--changed-since", "game"]] {
        let (code, out, err) = muster(dir, &["build", "game", flags[0], flags[1]]);
        let said =
            format!("muster: `{}` is for what is printed counter by counter, `bundle` always holds the whole game\n", flags[0]);
        assert!(code == 2 && out.is_empty() && err.starts_with(&said), "{err}");
    }
    assert!(!dir.join("out").exists());
    assert_eq!(muster(dir, &["build", "game"]).0, 0);
}

#[test]
fn what_is_new_or_different_is_printed_by_itself() {
    let temp = tempfile::TempDir::new().unwrap();
    let dir = temp.path();
    write(&first_steps(), &dir.join("old"));
    let since = |world: &Memory, out: &str| {
        write(world, &dir.join("new"));
        let print = ["build", "new", "-o", out, "--emit", "print", "--paper", "a4", "--backs", "fold", "--changed-since", "old"];
        let (code, said, err) = muster(dir, &print);
        assert_eq!((code, err.as_str()), (0, ""), "{said}");
        let list = std::fs::read_to_string(dir.join(out).join("print/first-steps-manifest-part.csv")).unwrap_or_default();
        let mut ids: Vec<String> = list.lines().skip(1).map(|line| line.split(',').nth(8).unwrap().to_owned()).collect();
        ids.dedup();
        (said, ids)
    };
    let (said, ids) = since(&first_steps(), "same");
    assert_eq!(said, "nothing was built: no counter, card or chart is new or different since `old`\n");
    assert!(ids.is_empty() && !dir.join("same").exists());
    let marker = edit(first_steps(), "markers.json", "\"count\": 24", "\"count\": 23");
    assert_eq!(since(&marker, "marker").1.len(), 1, "one marker");
    let card = edit(first_steps(), "cards.json", "\"count\": 3", "\"count\": 2");
    assert_eq!(since(&card, "card").1.len(), 1, "one card");
    // What art.json says of one of them, or of a whole deck.
    let ground = "\"ground\": \"#5d6470\" }";
    let deck = edit(first_steps(), "art.json", ground, "\"ground\": \"#6d6470\" }");
    assert_eq!(since(&deck, "deck").1.len(), 5, "all cards of the deck");
    let colour = edit(first_steps(), "art.json", ground, &format!("{ground}, \"oos\": {{ \"ground\": \"#ffffff\" }}"));
    assert_eq!(since(&colour, "colour").1, ["oos"]);
    let icons = "\"quiet\": \"clear\"";
    let icon = edit(first_steps(), "art.json", icons, "\"quiet\": \"storm\"");
    assert_eq!(since(&icon, "icon").1, ["quiet"]);
    let icon = edit(first_steps(), "art.json", icons, &format!("{icons}, \"turn\": \"storm\""));
    assert_eq!(since(&icon, "marker-icon").1, ["turn"]);
    let layout = "\"card-layouts\": [{ \"slots\": { \"centre\": \"{text}\" } }],";
    let layout = edit(first_steps(), "art.json", "  \"counter-mm\": 15.9,", &format!("  \"counter-mm\": 15.9, {layout}"));
    assert_eq!(since(&layout, "layout").1.len(), 5, "all cards");
    // Where nobody chose a colour, it goes by others: a deck that is no longer one side's has other backs.
    let sided = edit(first_steps(), "art.json", "\"events\": { \"ground\"", "\"oos\": { \"ground\"");
    let sided = edit(sided, "cards.json", "\"side\": \"aster\"", "\"side\": \"brenn\"");
    let sided = ["quiet", "shells", "jam"].into_iter().fold(sided, |world, id| {
        let own = format!("\"id\": \"{id}\",");
        edit(world, "cards.json", &own, &format!("{own} \"side\": \"brenn\","))
    });
    write(&sided, &dir.join("old"));
    let mixed = edit(sided, "cards.json", "\"quiet\", \"side\": \"brenn\"", "\"quiet\", \"side\": \"aster\"");
    assert_eq!(since(&mixed, "mixed").1.len(), 5, "all cards of the deck");
    write(&first_steps().with("art.json", "{}"), &dir.join("old"));
    let grey = first_steps().with("art.json", r##"{"colours": {"brenn": {"ground": "#a0a0a0"}}}"##);
    assert!(since(&grey, "grey").1.contains(&"a-1-i".to_owned()), "the other side steps back from a colour like its own");
    write(&first_steps(), &dir.join("old"));
    let chart = edit(first_steps(), "rules.json", "\"max\": 6", "\"max\": 7");
    let (said, ids) = since(&chart, "chart");
    assert!(ids.is_empty() && said.contains("-charts-a4.pdf") && said.contains("-rules-a4.pdf"), "{said}");
    let own = "  \"counter-mm\": 15.9, \"charts\": [{ \"name\": \"Old\", \"picture\": \"pics/old.png\" }],";
    let own = edit(first_steps(), "art.json", "  \"counter-mm\": 15.9,", own).with("pics/old.png", png(60, 60));
    let (said, ids) = since(&own, "own");
    assert!(ids.is_empty() && said.contains("-charts-a4.pdf"), "{said}");
}

#[test]
fn the_command_reads_git_revisions() {
    let temp = tempfile::TempDir::new().unwrap();
    let dir = temp.path();
    let git = |args: &[&str]| {
        let who = [
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@example.org",
            "-c",
            "commit.gpgsign=false",
            "-c",
            "core.hooksPath=/dev/null",
        ];
        Command::new("git").args(who).args(args).current_dir(dir).env("GIT_CONFIG_GLOBAL", "/dev/null").output()
    };
    let Ok(output) = git(&["init", "-q"]) else {
        println!("skipped: there is no git here");
        return;
    };
    assert!(output.status.success());
    write(&first_steps(), &dir.join("games/first"));
    write(&crate::support::game(&[("note.txt", "not a game")]), &dir.join("games/other"));
    assert!(git(&["add", "."]).unwrap().status.success() && git(&["commit", "-qm", "one"]).unwrap().status.success());
    write(&edited(&[("units.csv", ",1,,1105,", ",1,,1205,")]), &dir.join("games/first"));
    assert!(git(&["commit", "-qam", "two"]).unwrap().status.success());

    let said = "counter RC (`b-hq`) sets up in 1105 → 1205.";
    let (code, out, err) = muster(dir, &["diff", "HEAD~1:games/first", "HEAD:games/first/"]);
    assert!(code == 1 && out.contains(said) && err.is_empty(), "{out}{err}");
    assert!(muster(dir, &["diff", "HEAD~1:games/first", "games/first"]).1.contains(said));
    assert_eq!(muster(dir, &["diff", "HEAD:games/first", "games/first"]).0, 0);
    // From here.
    assert!(muster(&dir.join("games/first"), &["diff", "HEAD~1:."]).1.contains(said));
    assert!(muster(&dir.join("games"), &["diff", "HEAD~1:./first", "first"]).1.contains(said));
    // A revision alone means the folder of the other version, or this one.
    assert!(muster(dir, &["diff", "HEAD~1", "games/first"]).1.contains(said));
    assert!(muster(&dir.join("games/first"), &["diff", "HEAD~1"]).1.contains(said));
    assert!(muster(&dir.join("games/first"), &["diff", "HEAD~1", "HEAD"]).1.contains(said));
    assert_eq!(muster(&dir.join("games/first"), &["diff", "HEAD"]).0, 0);

    // The shared folder beside the game is read from the same revision.
    let shares = edit(first_steps(), "tables.json", "tables/crt.csv", "series/crt.csv");
    let table = String::from_utf8(first_steps().files["tables/crt.csv"].clone()).unwrap();
    write(&shares, &dir.join("games/first"));
    write(&crate::support::game(&[("crt.csv", &table)]), &dir.join("games/series"));
    assert!(git(&["add", "."]).unwrap().status.success() && git(&["commit", "-qm", "three"]).unwrap().status.success());
    write(&crate::support::game(&[("crt.csv", &table.replace("1,AE,AE,A1,", "1,AE,AE,NE,"))]), &dir.join("games/series"));
    let (code, out, _) = muster(dir, &["diff", "HEAD", "games/first"]);
    let said = "First Steps: 1 change\n\nTables\n  Combat results, roll 1 at 1:1: A1 → NE.\n";
    assert_eq!((code, out.as_str()), (1, said));

    let fails = |arg: &str, why: &str| {
        let (code, out, err) = muster(dir, &["diff", arg, "games/first"]);
        assert!(code == 2 && out.is_empty() && err.starts_with(&format!("muster: {why}")), "{arg}: {err}");
    };
    fails("HEAD~9", "there is no folder, bundle or revision `HEAD~9`\n");
    fails("nothing:games/first", "there is no revision `nothing` in this repository");
    fails("HEAD:games/nothing", "there is no folder `games/nothing` in revision `HEAD`");
    fails("HEAD:games/first/units.csv", "`HEAD:games/first/units.csv` is not a folder");
    fails("HEAD:games/other", "there is no module.json in `HEAD:games/other`");
    let bare = Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["diff", "HEAD:games/first", "games/first"])
        .current_dir(dir)
        .env("PATH", dir)
        .output()
        .unwrap();
    let err = String::from_utf8(bare.stderr).unwrap();
    assert_eq!(
        (bare.status.code(), err.lines().next().unwrap()),
        (Some(2), "muster: the program `git` is not there, and a revision can only be read with it")
    );
}
