//! How findings are collected, placed and shown, and everything that goes out as text.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use muster::compile::{Compiled, compile, compile_on};
use muster::diag::{Diag, Exemption, Levels, Severity, Sink, codes};
use muster::report::{Checked, Format, Size, Style, fill, render};
use muster::source::{Files, Memory, parse_json};
use muster::span::{FileId, Origin, Place};

use crate::support::{first_steps, game, lines};

const MODULE: &str = r#"{"format": 2, "id": "x", "name": "X", "version": "1", "sides": [{"id": "red", "name": "Red"}]}"#;

/// What is said of a game in a format.
fn told(compiled: &Compiled, format: Format, findings: Option<usize>) -> String {
    let Compiled { files, diags, omitted, unchecked, more_unchecked, .. } = compiled;
    let size = Size::default();
    let more_unchecked = *more_unchecked;
    let game = Checked {
        folder: "x",
        name: "X",
        size,
        files,
        diags,
        omitted,
        unchecked,
        more_unchecked,
        stated: &[],
        resting: &compiled.origins.resting,
    };
    let mut out = String::new();
    render(format, &[game], &Style { findings, ..Style::default() }, &mut out).unwrap();
    out
}

/// So many units, each of a side of its own that nobody knows.
fn strangers(count: usize) -> Memory {
    let rows: String = (0..count).map(|n| format!("u{n},side{n}\n")).collect();
    game(&[("module.json", MODULE), ("units.csv", &format!("id,side\n{rows}"))])
}

fn quick<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    // The old ways took minutes; a busy machine may take some seconds for anything.
    assert!(begun.elapsed() < Duration::from_secs(20), "{what} took {:?}", begun.elapsed());
    done
}

#[test]
fn ten_thousand_unknown_names_are_a_page_and_a_count() {
    let compiled = compile(&strangers(10_000));
    assert_eq!(compiled.count(Severity::Error), 10_000);
    assert!(compiled.diags.len() <= 2_100, "{} are held", compiled.diags.len());
    let page = told(&compiled, Format::Human, None);
    assert!(page.contains("and 9988 more M0201 unknown-name in units.csv (--max-findings shows more)"), "{page}");
    assert!(page.contains("10000 errors in X"), "{page}");
    assert!(page.contains("`side0`") && page.contains("`side11`") && !page.contains("`side12`"), "the first by place: {page}");
    assert!(page.lines().count() < 150 && page.len() < 10_000, "{} bytes", page.len());
    assert!(told(&compiled, Format::Short, None).lines().count() < 120);
    assert!(told(&compiled, Format::Github, None).contains("muster: and 9900 more M0201 unknown-name in units.csv"));
    let json: serde_json::Value = serde_json::from_str(&told(&compiled, Format::Json, None)).unwrap();
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 1_000);
    assert_eq!((&json["omitted"][0]["code"], &json["omitted"][0]["count"]), (&"M0201".into(), &9_000.into()));
    assert_eq!((&json["omitted"][0]["file"], &json["summary"]["errors"]), (&"units.csv".into(), &10_000.into()));
    let few: serde_json::Value = serde_json::from_str(&told(&compiled, Format::Json, Some(3))).unwrap();
    assert_eq!((few["diagnostics"].as_array().unwrap().len(), &few["omitted"][0]["count"]), (3, &9_997.into()));
    let sarif: serde_json::Value = serde_json::from_str(&told(&compiled, Format::Sarif, Some(5))).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5);
    assert_eq!(sarif["runs"][0]["properties"]["omitted"], 9_995);
    let told = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].as_str().unwrap();
    assert_eq!(told, "9995 more findings of M0201 in units.csv are not listed");
    let all: serde_json::Value = serde_json::from_str(&self::told(&compiled, Format::Json, Some(usize::MAX))).unwrap();
    assert_eq!(all["diagnostics"].as_array().unwrap().len() as u64 + all["omitted"][0]["count"].as_u64().unwrap(), 10_000);
}

#[test]
fn one_more_than_a_page_is_shown_and_two_more_are_counted() {
    for (count, shown, rest) in [(12, 12, None), (13, 13, None), (14, 12, Some("and 2 more M0201"))] {
        let page = told(&compile(&strangers(count)), Format::Human, None);
        assert_eq!(page.matches("× unknown side").count(), shown, "{page}");
        assert_eq!(rest.is_some_and(|rest| page.contains(rest)), page.contains(" more M0201"), "{page}");
    }
}

#[test]
fn many_files_with_a_few_mistakes_each_are_a_page_too() {
    let mut world = strangers(0);
    for n in 0..300 {
        let scenario = format!(r#"{{"id": "s{n}", "name": "S", "junk{n}": 1}}"#);
        world = world.with(&format!("scenarios/s{n}.json"), scenario);
    }
    let compiled = compile(&world);
    let page = told(&compiled, Format::Human, None);
    assert_eq!(page.matches("× scenario has no field").count(), 60, "{page}");
    assert!(page.contains("and 230 more in 230 files (--max-findings shows more)"), "{page}");
}

#[test]
fn what_is_exempted_takes_no_room_and_everything_is_counted() {
    let at = |n: usize| Place::from(Origin { file: FileId(0), node: muster::span::NodeId(u32::try_from(n).unwrap()) });
    let found = |n: usize, hex: &str| Diag::new(&codes::HEX_TWICE, at(n), format!("hex {hex} twice {n}")).help("x").at_hex(hex);
    let exemption =
        Exemption { code: "M0310".into(), scenario: None, hex: Some("0101".into()), off_map: None, unit: None, place: at(0) };
    let mut sink = Sink::new();
    sink.report(found(0, "0101"));
    sink.exempt(&[exemption]);
    (1..5_000).for_each(|n| sink.report(found(n, "0101")));
    (5_000..5_003).for_each(|n| sink.report(found(n, "0202")));
    assert_eq!(sink.len(), 5_003);
    let done = sink.finish(&Levels::default());
    assert_eq!((done.diags.len(), done.omitted.len()), (3, 0), "{:?}", done.diags);
    // The last come first in the file: those are held.
    let mut sink = Sink::new();
    (0..10_000).rev().for_each(|n| sink.report(found(n, "0202")));
    let done = sink.finish(&Levels::default());
    assert!(done.diags.iter().enumerate().all(|(n, diag)| diag.message.ends_with(&format!(" {n}"))));
    assert_eq!(done.diags.len() + done.omitted[0].count, 10_000);
    // Another mistake behind one that was made ten thousand times is not lost.
    let mut sink = Sink::new();
    (0..10_000).for_each(|n| sink.report(found(n, "0303").folded_by("same")));
    sink.report(found(10_000, "0404"));
    let done = sink.finish(&Levels::default());
    assert_eq!((done.diags.len(), done.diags[0].repeated(), done.omitted.len()), (2, 9_999, 0));
    assert!(done.diags[0].repeats.len() <= 1_100);
    // Each of the others keeps its own words.
    let mut others = done.diags[0].others().enumerate();
    assert!(others.all(|(n, (_, words))| words == format!("hex 0303 twice {}", n + 1)));
}

#[test]
fn on_any_number_of_threads_the_same_is_held_and_counted() {
    let world = strangers(5_000);
    let on = |threads: usize| {
        let compiled = compile_on(threads, &world, &mut |_| {});
        let omitted: Vec<(&str, usize)> = compiled.omitted.iter().map(|o| (o.rule.code, o.count)).collect();
        (lines(&compiled), omitted)
    };
    let alone = on(1);
    assert!(!alone.1.is_empty());
    assert_eq!(alone, on(4));
}

/// So many rows, each with a formation that is nearly one of the list.
fn misspelt(count: usize) -> Memory {
    let word =
        |n: usize| [n / 676, n / 26, n].map(|n| char::from(b'a' + u8::try_from(n % 26).unwrap())).iter().collect::<String>();
    let list: String = (0..count).map(|n| format!("division-{},D,red\n", word(n))).collect();
    let rows: String = (0..count).map(|n| format!("u{n},red,divisoin-{}\n", word(n))).collect();
    let (list, rows) = (format!("id,name,side\n{list}"), format!("id,side,formation\n{rows}"));
    game(&[("module.json", MODULE), ("formations.csv", &list), ("units.csv", &rows)])
}

#[test]
fn where_a_finding_hangs_on_a_likeness_none_is_passed_over_in_silence() {
    let said = |count: usize| {
        let compiled = compile(&misspelt(count));
        (compiled.count(Severity::Warning), compiled.unchecked.iter().any(|u| u.why == "there are too many names to compare"))
    };
    assert_eq!(said(300), (300, false));
    let (found, told) = quick("comparing", || said(2_000));
    assert!(found < 2_000 && told, "{found} found, and it is said that not all were compared: {told}");
}

#[test]
fn places_in_an_object_of_forty_thousand_members_are_found_at_once() {
    let members: Vec<String> = (0..40_000).map(|n| format!("\"k{n}\": [{n}]")).collect();
    let list: Vec<String> = (0..40_000).map(|n| format!("[{n}]")).collect();
    let (tree, _) = parse_json(format!("{{{}, \"list\": [{}]}}", members.join(", "), list.join(",")));
    let mut files = Files::default();
    let file = files.add("a.json".into(), "a.json".into(), tree);
    let root = Place::from(Origin { file, node: muster::span::NodeId(0) });
    quick("finding 80,000 places", || {
        let text = files.tree(file).unwrap().text();
        for n in 0..40_000 {
            let key = files.span(&root.clone().field(&format!("k{n}")).key());
            assert_eq!(&text[key.range()], format!("k{n}"));
            let value = files.span(&root.clone().field("list").index(n).index(0));
            assert_eq!(&text[value.range()], n.to_string());
        }
        assert_eq!(files.span(&root.clone().field("k40000")).start, 0);
    });
}

#[test]
fn columns_on_one_line_of_megabytes_are_counted_at_once() {
    let text = format!("[{}]", "\"é😀x\",".repeat(100_000));
    let mut files = Files::default();
    let file = files.add("a.json".into(), "a.json".into(), parse_json(text).0);
    let file = files.get(file).unwrap();
    quick("200,000 columns", || {
        for n in 0..100_000_u32 {
            // Each entry has ten bytes, six characters and seven units of UTF-16.
            assert_eq!(file.line_column(1 + 10 * n).column, 2 + 6 * n as usize);
            assert_eq!(file.utf16_column(1, 1 + 10 * n), 2 + 7 * n as usize);
        }
    });
}

#[test]
fn bytes_of_a_long_text_with_escapes_are_found_at_once() {
    let text = format!("{{\"a\": \"\\u0041{}\", \"b\": 1}}", "12\\n45 ".repeat(50_000));
    let mut files = Files::default();
    let file = files.add("a.json".into(), "a.json".into(), parse_json(text).0);
    let at = Origin { file, node: muster::span::NodeId(0) }.at("a");
    quick("50,000 words of one text", || {
        let text = files.tree(file).unwrap().text();
        for n in 0..50_000 {
            let span = files.span(&at.clone().bytes(6 * n + 4..6 * n + 6));
            assert_eq!(&text[span.range()], "45", "{n}");
        }
    });
}

#[test]
fn a_word_of_megabytes_is_wrapped_at_once_and_a_name_quoted_by_its_beginning() {
    let lines = quick("wrapping", || fill(&"x".repeat(4_000_000), 80));
    assert!(lines.len() > 40_000 && lines.concat().len() == 4_000_000);
    let name = "n".repeat(1_000_000);
    let units = format!("id,side\na,{name}\nb,`{name} {name}`\n");
    let compiled = quick("checking", || compile(&game(&[("module.json", MODULE), ("units.csv", &units)])));
    for format in [Format::Human, Format::Short, Format::Json, Format::Sarif, Format::Github] {
        let text = told(&compiled, format, None);
        assert!(text.len() < 40_000 && text.contains("nnn…"), "{} bytes", text.len());
    }
}

/// What a terminal obeys, or shows as something else than it is.
fn harmful(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// Clears the screen, and writes from right to left.
const EVIL: &str = "\u{1b}[2J\u{9b}1m\u{202e}\u{2066}";

/// First Steps with harm in every name, title and note, in a unit, a scenario and the names of files.
fn evil(folder: &Path) {
    let quoted: String = EVIL.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    for (path, bytes) in first_steps().files {
        let to = folder.join(&path);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        let Ok(mut text) = String::from_utf8(bytes.clone()) else {
            std::fs::write(to, bytes).unwrap();
            continue;
        };
        if path.ends_with(".json") {
            for field in ["name", "title", "about", "note", "text", "short", "rule"] {
                text = text.replace(&format!("\"{field}\": \""), &format!("\"{field}\": \"{quoted}"));
            }
            text = text.replace("\"b-eng\"", &format!("\"b-eng{quoted}\"")).replace("\"dash\"", &format!("\"dash{quoted}\""));
        } else if path.ends_with(".csv") {
            text = text.replace("b-eng,", &format!("b-eng{EVIL},")).replace("Group Reiss", &format!("Group{EVIL}Reiss"));
        }
        std::fs::write(to, text).unwrap();
    }
}

#[test]
fn no_command_says_anything_that_a_terminal_obeys() {
    let temp = tempfile::tempdir().unwrap();
    let (good, bad) = (format!("good{EVIL}"), format!("bad{EVIL}"));
    evil(&temp.path().join(&good));
    evil(&temp.path().join(&bad));
    let faulty = temp.path().join(&bad).join("units.csv");
    let units = std::fs::read_to_string(&faulty).unwrap();
    let rows = format!("zz{EVIL},{EVIL},si{EVIL}de,,fo{EVIL},ty{EVIL}\nb-eng{EVIL},,brenn\n");
    std::fs::write(&faulty, format!("{}\n{rows}", units.trim_end())).unwrap();
    std::fs::write(temp.path().join(format!("sheet{EVIL}.csv")), format!("id,name,side,{EVIL}\na{EVIL},N{EVIL},S{EVIL},1\n"))
        .unwrap();
    let (unit, scenario, stray) = (format!("b-eng{EVIL}"), format!("dash{EVIL}"), format!("stray{EVIL}"));
    let (svg, out, sheet) = (format!("map{EVIL}.svg"), format!("out{EVIL}"), format!("sheet{EVIL}.csv"));
    let (plain, bundle) = (format!("{good}/module.json"), format!("{out}/first-steps-crossing.muster"));
    let (g, b, u, s, x) = (good.as_str(), bad.as_str(), unit.as_str(), scenario.as_str(), stray.as_str());
    let runs: Vec<Vec<&str>> = vec![
        vec!["new", &stray],
        vec!["new", g],
        vec!["new", "named", "--name", x],
        vec!["import", &sheet, "-o", "imported"],
        vec!["import", &sheet, "-o", g],
        vec!["import", x],
        vec!["check", g],
        vec!["check", b],
        vec!["check", b, "--format", "short"],
        vec!["check", b, "--format", "json"],
        vec!["check", b, "--format", "sarif"],
        vec!["check", b, "--format", "github"],
        vec!["check", "nowhere", x],
        vec!["check", &plain],
        vec!["check", g, "--timings"],
        vec!["check", "--format", x],
        vec!["check", "--max-findings", x],
        vec!["check", "--stray\u{1b}[2J"],
        vec!["build", g, "-o", &out],
        vec!["build", b, "-o", &out],
        vec!["build", g, "--emit", x],
        vec!["build", g, "--scenario", x],
        vec!["build", g, "--only", x],
        vec!["map", g, "-o", &svg],
        vec!["map", b, "-o", &svg],
        vec!["map", g, "-o", x],
        vec!["map", g, "-o", &svg, "--highlight", x],
        vec!["map", g, "-o", &svg, "--only", x],
        vec!["sheet", g, "--unit", u, "-o", &svg],
        vec!["sheet", g, "--unit", x, "-o", &svg],
        vec!["why", g, s, u, "0704"],
        vec!["why", g, s, x, "0704"],
        vec!["why", g, x, u, "0704"],
        vec!["why", g, s, u, x],
        vec!["odds", g, s, "--attack", "0704"],
        vec!["odds", g, s, "--attack", x],
        vec!["odds", g, s, "--attack", "0704", "--with", x],
        vec!["rules", g],
        vec!["rules", x],
        vec!["inspect", &bundle],
        vec!["inspect", &out],
        vec!["inspect", x],
        vec!["inspect", &sheet],
        vec!["diff", g, b],
        vec!["diff", g, b, "--format", "markdown"],
        vec!["diff", g, b, "--format", "json"],
        vec!["diff", g, x],
        vec!["diff", g, "rev\u{1b}[2J:x"],
        vec!["migrate", g],
        vec!["migrate", x],
        vec!["explain", x],
        vec!["explain", "M0302"],
        vec!["schema", x],
        vec!["schema", "--plain", &plain],
        vec!["completions", x],
        vec![x],
    ];
    let mut shown = 0;
    for args in &runs {
        let output = Command::new(env!("CARGO_BIN_EXE_muster"))
            .args(args)
            .current_dir(temp.path())
            .env_remove("RUST_BACKTRACE")
            .output()
            .unwrap();
        assert!(output.status.code().is_some_and(|code| code <= 2), "{args:?}: {:?}", output.status);
        for bytes in [&output.stdout, &output.stderr] {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let found = text.char_indices().find(|(_, c)| harmful(*c));
            let around = found.map(|(at, _)| text[..at].lines().last().unwrap_or("").to_owned());
            assert_eq!(around, None, "{args:?} lets {:?} out", found.map(|(_, c)| c));
            shown += usize::from(text.contains('\u{241b}') || text.contains("\\u001b"));
        }
    }
    // Otherwise nothing has been shown at all.
    assert!(shown > runs.len() / 2, "only {shown} of {} say anything of it", runs.len());
}

#[test]
fn what_programs_read_keeps_every_letter() {
    let temp = tempfile::tempdir().unwrap();
    let good = format!("good{EVIL}");
    evil(&temp.path().join(&good));
    let file = temp.path().join(&good).join("module.json");
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).arg("schema").arg("--plain").arg(&file).output().unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["name"], format!("{EVIL}First Steps"));
    let args = ["check", &good, "--format", "json"];
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(args).current_dir(temp.path()).output().unwrap();
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["summary"]["games"][0]["name"], format!("{EVIL}First Steps"));
    let coloured = Command::new(env!("CARGO_BIN_EXE_muster"))
        .args(["check", &good, "--color", "always"])
        .current_dir(temp.path())
        .output()
        .unwrap();
    let text = String::from_utf8(coloured.stdout).unwrap();
    assert!(text.contains("\u{1b}[1m") && !text.contains("\u{1b}[2J") && !text.contains('\u{202e}'), "{text}");
}
