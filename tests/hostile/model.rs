//! Numbers, lists and names in a game's own data; and the table of limits in docs/limits.md.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use muster::bundle::sha256;
use muster::compile::compile;
use muster::emit::{EMITTERS, EmitContext};
use muster::model::{MOST_ENTRIES, MOST_SEGMENTS, MOST_TRACES};
use muster::source::{Memory, limits};
use serde_json::{Value, json};

use crate::diff::{errata, game as compiled};
use crate::support::{clean, codes, edit, first_steps, folder, game, said, says};

/// A game with a map of 99 by 99 hexes and these parts of map.json.
fn wide(parts: &str) -> Memory {
    let map = format!(r#"{{"grid": {{"columns": 99, "rows": 99}}, {parts}}}"#);
    game(&[("module.json", r#"{"format": 2, "name": "Wide", "sides": [{"id": "a"}]}"#), ("map.json", &map)])
}

fn many<T>(count: usize, one: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(one).collect()
}

#[test]
fn a_range_that_is_repeated_is_one_finding() {
    let repeated = |count: usize| wide(&format!(r#""places": [{{"name": "P", "hexes": "{}"}}]"#, "0101-9999 ".repeat(count)));
    assert_eq!(
        said(&repeated(30)),
        ["map.json:1:84 M0310 «0101-9999» hex 0101 and 9800 more of this range stand twice in this list | write them once"]
    );
    // Beyond the limit the rest is not even read.
    let said = said(&repeated(100_000));
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said[1].contains("M0010 «0101-9999» up to here the lists of this game come to more than 2000000 hexes"), "{said:#?}");
}

#[test]
fn words_that_are_no_hexes_are_counted() {
    let place = |count: usize| said(&wide(&format!(r#""places": [{{"name": "P", "hexes": "{}"}}]"#, "xx ".repeat(count))));
    let told = |said: Vec<String>| said.iter().filter(|line| line.contains("M0010") && line.contains("no hexes")).count();
    assert_eq!((told(place(100_000)), told(place(100_001)), told(place(300_000))), (0, 1, 1));
}

#[test]
fn the_values_of_rules_are_counted() {
    let declared = |count: usize| {
        let words = vec!["\"x\""; count].join(",");
        let rules = format!(r#"{{"bans": [{{"id": "b", "of": ["enter"], "if": {{"declared": [{words}]}}}}]}}"#);
        let module = r#"{"format": 2, "name": "Wide", "sides": [{"id": "a"}], "units": [{"id": "u", "side": "a"}]}"#;
        said(&game(&[("module.json", module), ("rules.json", &rules)]))
    };
    let told = |said: Vec<String>| said.iter().any(|line| line.contains("M0010") && line.contains("more than 200000 values"));
    assert!(!told(declared(199_900)));
    assert!(told(declared(200_000)));
}

#[test]
fn floods_and_circles_count_as_what_is_written_out() {
    let areas = |count: usize, area: &str| {
        let all = many(count, |n| format!(r#"{{"id": "a{n}", {area}}}"#));
        codes(&wide(&format!(r#""areas": [{}]"#, all.join(", "))))
    };
    let flood = r#""flood": "0101""#;
    let circle = r#""within": {"hexes": 10000, "of": "0101"}"#;
    // Nobody uses them, which is said; 205 of them are more than two million hexes.
    assert!(!areas(20, flood).contains(&"M0010"));
    assert_eq!(areas(2_000, circle).iter().filter(|code| **code == "M0010").count(), 1);
}

#[test]
fn equal_roads_are_looked_at_once() {
    let road = r#"{"class": "highway", "through": "0101-0199 0299-0201 0301-0399"}"#;
    let roads = vec![road; 3_000].join(", ");
    clean(&wide(&format!(r#""roads": [{roads}]"#)));
}

fn scenarios(count: usize, extends: impl Fn(usize) -> Option<usize>) -> Memory {
    let mut memory = game(&[("module.json", r#"{"format": 2, "name": "Chain", "sides": [{"id": "a"}]}"#)]);
    for n in 0..count {
        let mut scenario = json!({"id": format!("s{n}"), "name": format!("Scenario {n}")});
        if let Some(above) = extends(n) {
            scenario["extends"] = format!("s{above}").into();
        }
        memory.files.insert(format!("scenarios/s{n}.json"), scenario.to_string().into_bytes());
    }
    memory
}

#[test]
fn a_chain_of_scenarios_may_be_as_long_as_it_likes() {
    let found = compile(&scenarios(3_000, |n| (n < 2_999).then_some(n + 1)));
    assert_eq!((found.diags.len(), found.game.scenarios.len()), (0, 3_000));
    let said = said(&scenarios(3_000, |n| Some((n + 1) % 3_000)));
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("M0204"), "{said:?}");
    assert!(said[0].len() < 400, "{said:?}");
}

#[test]
fn what_scenarios_take_from_others_is_counted() {
    // Each takes over the 600 markers of the one before.
    let with = |count: usize| {
        let mut memory = scenarios(count, |n| n.checked_sub(1));
        let module = r#"{"format": 2, "name": "Chain", "sides": [{"id": "a"}], "markers": [{"id": "m", "count": 9999}]}"#;
        memory.files.insert("module.json".to_owned(), module.as_bytes().to_vec());
        memory.files.insert("map.json".to_owned(), br#"{"grid": {"columns": 30, "rows": 30}}"#.to_vec());
        let first = json!({"id": "s0", "name": "s0", "markers": [{"marker": "m", "at": "0101-3020"}]});
        memory.files.insert("scenarios/s0.json".to_owned(), first.to_string().into_bytes());
        codes(&memory)
    };
    assert_eq!(with(5), [""; 0]);
    assert_eq!(with(1_000), ["M0010"]);
}

#[test]
fn formations_stand_in_at_most_32_others() {
    let chain = |count: usize| {
        let list = many(count, |n| match n + 1 < count {
            true => json!({"id": format!("f{n}"), "in": format!("f{}", n + 1)}),
            false => json!({"id": format!("f{n}")}),
        });
        let module = r#"{"format": 2, "name": "Deep"}"#;
        game(&[("module.json", module), ("formations.json", &Value::from(list).to_string())])
    };
    clean(&chain(limits::FORMATION_LEVELS + 1));
    says(
        &chain(limits::FORMATION_LEVELS + 2),
        "formations.json:1:19 M0010 «f1» formation `f0` has more than 32 formations above it | leave out some of the levels",
    );
    assert_eq!(codes(&chain(20_000)), ["M0010"]);
    // A circle is still a circle, however long.
    let circle = many(20_000, |n| json!({"id": format!("f{n}"), "in": format!("f{}", (n + 1) % 20_000)}));
    let text = Value::from(circle).to_string();
    let mut codes = codes(&game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("formations.json", &text)]));
    codes.sort_unstable();
    assert_eq!(codes, ["M0010", "M0203"]);
}

#[test]
fn lists_that_multiply_have_limits_of_their_own() {
    let with = |list: &str, count: usize| {
        let entries = many(count, |n| json!({"id": format!("x{n}")}));
        let mut module = json!({"format": 2, "name": "Lists"});
        module[list] = entries.into();
        said(&game(&[("module.json", &module.to_string())])).into_iter().filter(|line| line.contains("M0010")).collect::<Vec<_>>()
    };
    let lists =
        [("sides", limits::SIDES), ("classes", limits::CLASSES), ("ratings", limits::RATINGS), ("states", limits::STATES - 2)];
    for (list, most) in lists {
        assert_eq!(with(list, most), [""; 0]);
        let said = with(list, most + 1);
        assert!(said[0].contains(&format!("this list has {} {list}, at most {most} are read", most + 1)), "{said:?}");
    }
    // Where the game has no such list, what units and maps name makes one.
    let units = |count: usize| {
        let units = many(count, |n| json!({"id": format!("u{n}"), "ratings": {(format!("r{n}")): 1}}));
        codes(&game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("units.json", &Value::from(units).to_string())]))
    };
    assert!(!units(limits::RATINGS).contains(&"M0010"));
    assert_eq!(units(20_000).iter().filter(|code| **code == "M0010").count(), 1);
}

#[test]
fn lists_of_rules_that_are_too_long_are_said_and_cut() {
    let read = |rules: Value| {
        let memory = first_steps().with("rules.json", rules.to_string());
        let compiled = muster::compile::compile(&memory);
        let said: Vec<String> = crate::support::lines(&compiled).into_iter().filter(|line| line.contains("M0106")).collect();
        (said, compiled.game)
    };
    let bans = |count: usize| json!({"bans": many(count, |n| json!({"id": format!("x{n}"), "of": ["cross"]}))});
    let (said, game) = read(bans(MOST_ENTRIES));
    assert_eq!((said.len(), game.rules.bans.len()), (0, MOST_ENTRIES));
    let (said, game) = read(bans(MOST_ENTRIES + 3));
    assert!(said[0].contains("`bans` has 5003 entries, expected at most 5000"), "{said:?}");
    assert!(game.rules.bans.len() <= MOST_ENTRIES);
    let traces = |count: usize, segments: usize| {
        let segments = many(segments, |_| json!({"hexes": 3}));
        json!({"supply": {"traces": many(count, |n| json!({"id": format!("x{n}"), "segments": segments}))}})
    };
    assert_eq!(read(traces(MOST_TRACES, MOST_SEGMENTS)).0, [""; 0]);
    let (said, game) = read(traces(MOST_TRACES + 1, 1));
    assert!(said[0].contains("`traces` has 201 entries, expected at most 200"), "{said:?}");
    assert!(game.rules.supply.is_none_or(|supply| supply.traces.len() <= MOST_TRACES));
    let (said, game) = read(traces(1, MOST_SEGMENTS + 1));
    assert!(said[0].contains("`segments` has 21 entries, expected at most 20"), "{said:?}");
    assert!(game.rules.supply.is_none_or(|supply| supply.traces.iter().all(|trace| trace.segments.len() <= MOST_SEGMENTS)));
}

#[test]
fn long_lists_and_texts_just_inside_and_outside() {
    let module = |more: &str| format!(r#"{{"format": 2, "name": "x"{more}}}"#);
    let list = |count: usize| Value::from(many(count, |n| json!({"id": format!("x{n}")}))).to_string();
    let of = |file: &str, text: &str| {
        let memory = match file {
            "module.json" => game(&[(file, text)]),
            _ => game(&[("module.json", &module("")), (file, text)]),
        };
        said(&memory).into_iter().filter(|line| line.contains("M0010") || line.contains("M0106")).collect::<Vec<_>>()
    };
    let turns = |count: usize| format!(r#"{{"turns": {}}}"#, list(count));
    let phases = |count: usize| format!(r#"{{"turns": [{{"id": "1"}}], "phases": {}}}"#, list(count));
    let values = |count: usize| format!(r#"{{"grid": {{"columns": 2, "rows": 2}}, "values": {}}}"#, list(count));
    let options = |count: usize| format!(r#"{{"options": {}}}"#, list(count));
    let terrain = |count: usize| list(count);
    let about = |letters: usize| module(&format!(r#", "about": "{}""#, "é".repeat(letters)));
    let id = |letters: usize| module(&format!(r#", "sides": [{{"id": "{}"}}]"#, "é".repeat(letters)));
    type Text<'t> = &'t dyn Fn(usize) -> String;
    let rows: [(&str, Text<'_>, usize, &str); 7] = [
        ("turns.json", &turns, limits::TURNS, "this list has 10001 turns, at most 10000 are read"),
        ("turns.json", &phases, limits::PHASES, "this list has 2001 phases, at most 2000 are read"),
        ("map.json", &values, limits::VALUE_NAMES, "this list has 1001 values, at most 1000 are read"),
        ("rules.json", &options, limits::OPTIONS, "this list has 1001 options, at most 1000 are read"),
        ("terrain.json", &terrain, limits::TERRAIN, "this list has 2001 kinds of terrain, at most 2000 are read"),
        ("module.json", &about, muster::format::TEXT_LETTERS as usize, "`about` is longer than 100000 characters"),
        ("module.json", &id, 64, "`id` is longer than 64 characters"),
    ];
    for (file, text, most, wanted) in rows {
        assert_eq!(of(file, &text(most)), [""; 0], "{wanted}");
        let found = of(file, &text(most + 1));
        assert!(found.len() == 1 && found[0].contains(wanted), "{wanted}: {found:?}");
    }
}

#[test]
fn files_and_columns_just_inside_and_outside() {
    let files = |count: usize| {
        let memory = scenarios(count - 1, |_| None);
        assert_eq!(memory.files.len(), count);
        said(&memory).into_iter().filter(|line| line.contains("M0010")).collect::<Vec<_>>()
    };
    assert_eq!(files(limits::FILES), [""; 0]);
    let found = files(limits::FILES + 1);
    assert!(found.len() == 1 && found[0].contains("the game names more than 4096 files"), "{found:?}");
    let columns = |count: usize| {
        let sheet = format!("id{}\nu{0}\n", ",".repeat(count - 1));
        said(&game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("units.csv", &sheet)]))
    };
    assert_eq!(columns(limits::COLUMNS), [""; 0]);
    let found = columns(limits::COLUMNS + 1);
    assert!(found[0].contains("the sheet has 1025 columns, at most 1024 are read"), "{found:?}");
}

#[test]
fn counters_are_counted_with_their_copies() {
    let units = |count: usize| {
        let units = many(count, |n| json!({"id": format!("u{n}"), "count": 999}));
        codes(&game(&[("module.json", r#"{"format": 2, "name": "x"}"#), ("units.json", &Value::from(units).to_string())]))
    };
    assert!(!units(limits::COUNTERS / 999).contains(&"M0010"));
    assert_eq!(units(limits::COUNTERS / 999 + 1).iter().filter(|code| **code == "M0010").count(), 1);
}

/// Bastogne Breakout with one example more.
fn asked(ask: &str) -> Memory {
    let example = r#"{"rule": "3.7", "about": "far", "turn": "3", "units": {"3110": ["G25"]}, "ask": ASK, "is": []}"#;
    edit(
        folder("modules/bastogne-breakout"),
        "examples.json",
        "  \"list\": [",
        &format!("  \"list\": [\n{},", example.replace("ASK", ask)),
    )
}

#[test]
fn a_retreat_ends_where_no_way_is_left() {
    let far = said(&asked(r#"{"kind": "retreat", "unit": "G25", "hexes": 4000000000}"#));
    assert_eq!(far.len(), 1);
    assert!(far[0].contains("M0105 «4000000000» `hexes` is 4000000000, expected at most 99"), "{far:?}");
    assert_eq!(codes(&asked(r#"{"kind": "retreat", "unit": "G25", "hexes": 99}"#)), ["M0610"]);
}

#[test]
fn the_errata_of_a_deep_selector_take_no_longer_than_its_text() {
    let with = |leaf: &str| {
        let mut who = json!({"type": [leaf]});
        for _ in 0..25 {
            who = json!({"any": [{"type": ["engineer"]}, who, {"type": ["artillery"]}]});
        }
        let ban = format!(r#""bans": [{{"id": "deep", "of": ["attack"], "who": {who}, "rule": "7.2"}},"#);
        compiled(&edit(first_steps(), "rules.json", "\"bans\": [", &ban))
    };
    let said = errata(&with("armor"), &with("infantry"));
    assert_eq!(said.len(), 1);
    assert!(said[0].len() < 5_000, "{}", said[0].len());
}

/// A bundle of the short scenario, with its manifest and its game changed a little.
fn bundle(change: impl Fn(&mut Value, &mut Value)) -> Result<(), String> {
    let game = compile(&first_steps()).game;
    let dash: Vec<_> = game.scenarios.iter().filter(|(_, s)| s.id == "dash").map(|(id, _)| id).collect();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "bundle").unwrap();
    let bytes = (emitter.emit)(&EmitContext::new(&game, &dash), &mut |_, _| {}).unwrap().files.remove("dash.muster").unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut part = |name: &str| -> Value { serde_json::from_reader(zip.by_name(name).unwrap()).unwrap() };
    let (mut manifest, mut game) = (part("manifest.json"), part("game.json"));
    change(&mut manifest, &mut game);
    let game = game.to_string().into_bytes();
    manifest["entries"] = json!([{"path": "game.json", "bytes": game.len(), "sha256": sha256(&game)}]);
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in [("manifest.json", manifest.to_string().as_bytes()), ("game.json", &game)] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    muster::bundle::open(&zip.finish().unwrap().into_inner()).map(|_| ())
}

#[test]
fn a_manifest_agrees_with_its_game() {
    assert_eq!(bundle(|_, _| {}), Ok(()));
    let of = |what: &str, stated: &str, found: &str| {
        Err(format!("its manifest does not agree with its game: `{what}` is `{stated}` there and `{found}` in the game"))
    };
    assert_eq!(bundle(|manifest, _| manifest["game"] = "other".into()), of("game", "other", "first-steps"));
    assert_eq!(bundle(|manifest, _| manifest["name"] = "Other".into()), of("name", "Other", "First Steps"));
    assert_eq!(bundle(|manifest, _| manifest["scenario"] = "crossing".into()), of("scenario", "crossing", "dash"));
    assert_eq!(bundle(|_, game| game["scenario"]["id"] = "other".into()), of("scenario", "dash", "other"));
    assert!(bundle(|manifest, _| manifest["version"] = "99".into()).is_err());
    assert!(bundle(|_, game| game["module"]["version"] = "99".into()).is_err());
    let none = bundle(|_, game| drop(game.as_object_mut().unwrap().remove("scenario")));
    assert_eq!(none, Err("its game has 0 scenarios, expected one".to_owned()));
}

#[test]
fn ids_become_files_everywhere() {
    let dash = |id: &str| {
        let found = said(&edit(first_steps(), "scenarios/dash.json", "\"id\": \"dash\"", &format!("\"id\": {}", json!(id))));
        found.into_iter().map(|line| line.split(" » ").last().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    for id in ["con", "NUL", "aux", "prn", "com1", "LPT9", "con.old", "a:b", "a\\b", "a?", "..", "dash."] {
        let said = dash(id);
        assert_eq!(said.len(), 1, "{id}: {said:?}");
        assert!(said[0].contains("M0218") && said[0].contains("not every system can store"), "{said:?}");
    }
    assert_eq!(dash("console"), [""; 0]);
    // A path is no id at all.
    assert!(dash("../x")[0].contains("M0106"));
    let said = dash("Crossing");
    assert!(said[0].contains("scenario `Crossing` has the same file as `crossing`"), "{said:?}");
    let accents = |one: &str, other: &str| {
        let text = format!(
            r#"{{"format": 2, "name": "x", "cards": [{{"id": "{one}", "deck": "d"}}, {{"id": "{other}", "deck": "d"}}]}}"#
        );
        codes(&game(&[("module.json", &text)]))
    };
    assert_eq!(accents("é", "e\u{301}"), ["M0218"]);
    assert_eq!(accents("mine", "mine_b"), ["M0218"]);
    assert_eq!(accents("é", "e"), [""; 0]);
}

#[test]
fn names_have_a_length() {
    let named = |letters: usize| {
        edit(first_steps(), "map.json", "{ \"name\": \"Kite Hill\"", &format!("{{ \"name\": \"{}\"", "é".repeat(letters)))
    };
    assert_eq!(codes(&named(1_000)), ["M0717"], "no map has room for it, and that is all");
    let said = said(&named(1_001));
    assert_eq!(said.len(), 1);
    assert!(said[0].ends_with("`name` is longer than 1000 characters | shorten it"), "{said:?}");
    let key =
        |bytes: usize| codes(&game(&[("module.json", &format!(r#"{{"format": 2, "name": "x", "{}": 1}}"#, "k".repeat(bytes)))]));
    assert_eq!((key(limits::KEY_BYTES), key(limits::KEY_BYTES + 1)), (vec!["M0102"], vec!["M0010"]));
}

/// The number of a cell: `64`, `4,000,000`, `64 MiB`.
fn number(cell: &str) -> Option<u64> {
    let (digits, unit) = cell.split_once(' ').unwrap_or((cell, ""));
    let number: u64 = digits.replace(',', "").parse().ok()?;
    match unit {
        "" => Some(number),
        "KiB" => Some(number << 10),
        "MiB" => Some(number << 20),
        "GiB" => Some(number << 30),
        _ => None,
    }
}

/// The value of a constant as it is written: a product of numbers, a shift, or another constant.
fn value(text: &str, known: &BTreeMap<String, u64>) -> u64 {
    let one = |word: &str| {
        let word = word.trim();
        word.replace('_', "").parse().ok().or_else(|| known.get(word).copied()).unwrap_or_else(|| panic!("`{word}`"))
    };
    match text.split_once("<<") {
        Some((number, by)) => one(number) << one(by),
        None => text.split('*').map(one).product(),
    }
}

#[test]
fn the_table_of_limits_is_true() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(root.join("src/source/limits.rs")).unwrap();
    let mut constants: BTreeMap<String, u64> = BTreeMap::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("pub const ")) {
        let (name, rest) = line.split_once(':').unwrap();
        let (_, text) = rest.split_once('=').unwrap();
        let value = value(text.trim_end_matches(';'), &constants);
        constants.insert(name.to_owned(), value);
    }
    assert_eq!(constants["HEXES_NAMED"], limits::HEXES_NAMED as u64);
    let elsewhere = [
        ("hexgrid::MAX_HEXES", u64::from(muster::hexgrid::MAX_HEXES)),
        ("hexgrid::MAX_SHEETS", muster::hexgrid::MAX_SHEETS as u64),
        ("format::NAME_LETTERS", u64::from(muster::format::NAME_LETTERS)),
        ("format::TEXT_LETTERS", u64::from(muster::format::TEXT_LETTERS)),
        ("model::MOST_ENTRIES", muster::model::MOST_ENTRIES as u64),
        ("model::MOST_TRACES", muster::model::MOST_TRACES as u64),
        ("model::MOST_SEGMENTS", muster::model::MOST_SEGMENTS as u64),
        ("lsp::frame::MESSAGE_BYTES", muster::lsp::frame::MESSAGE_BYTES as u64),
        ("draw::limits::PICTURE_PIXELS", muster::draw::limits::PICTURE_PIXELS),
        ("draw::limits::MAP_PIXELS", muster::draw::limits::MAP_PIXELS),
        ("draw::limits::ALL_PIXELS", muster::draw::limits::ALL_PIXELS),
        ("draw::limits::FONT_BYTES", muster::draw::limits::FONT_BYTES as u64),
        ("draw::limits::SVG_BYTES", muster::draw::limits::SVG_BYTES as u64),
        ("draw::limits::SVG_ELEMENTS", muster::draw::limits::SVG_ELEMENTS),
        ("draw::limits::SVG_DEPTH", muster::draw::limits::SVG_DEPTH as u64),
        ("draw::limits::SVG_ATTRIBUTES", muster::draw::limits::SVG_ATTRIBUTES as u64),
        ("draw::limits::SVG_NAMESPACES", muster::draw::limits::SVG_NAMESPACES as u64),
        ("draw::limits::SVG_CSS_BYTES", muster::draw::limits::SVG_CSS_BYTES as u64),
        ("draw::limits::SVG_SEGMENTS", muster::draw::limits::SVG_SEGMENTS as u64),
        ("draw::limits::SVG_DASHES", muster::draw::limits::SVG_DASHES as u64),
        ("draw::limits::SVG_CSS_WORK", muster::draw::limits::SVG_CSS_WORK),
        ("draw::limits::SVG_REACH", muster::draw::limits::SVG_REACH as u64),
        ("draw::limits::ALL_SEGMENTS", muster::draw::limits::ALL_SEGMENTS),
        ("draw::limits::SVG_LENGTH", muster::draw::limits::SVG_LENGTH as u64),
        ("draw::limits::SVG_LAYERS", muster::draw::limits::SVG_LAYERS as u64),
        ("draw::limits::HEXES", muster::draw::limits::HEXES as u64),
        ("draw::limits::PAGE_MM", muster::draw::limits::PAGE_MM as u64),
        ("draw::limits::NAME_LETTERS", muster::draw::limits::NAME_LETTERS as u64),
    ];
    let table = std::fs::read_to_string(root.join("docs/limits.md")).unwrap();
    let mut rows: BTreeMap<String, u64> = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| what ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        assert_eq!(cells.len(), 5, "a row has five cells: {row}");
        let name = cells[2].trim_matches('`');
        if name.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !name.is_empty() || name.contains("::") {
            rows.insert(name.to_owned(), number(cells[1]).unwrap_or_else(|| panic!("`{}` is no number", cells[1])));
        }
    }
    for (name, value) in constants.iter().map(|(name, value)| (name.as_str(), *value)).chain(elsewhere) {
        assert_eq!(rows.get(name), Some(&value), "docs/limits.md has no true row for `{name}`");
    }
}
