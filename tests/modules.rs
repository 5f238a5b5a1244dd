//! The games under modules/: nothing wrong with any of them, and the published one compared with its source tables.
//!
//! The tables are in tests/modules, as they were found; nothing of the module is used to check it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use muster::compile::{Compiled, compile};
use muster::emit::{EMITTERS, EmitContext, Emitter};
use muster::model::*;
use muster::rules::Engine;

use crate::support::{folder, lines, unplayed};

fn module(name: &str) -> Compiled {
    let compiled = compile(&folder(&format!("modules/{name}")));
    assert_eq!(lines(&compiled), [""; 0], "{name}");
    // What is counted over a phase or a turn binds in play alone.
    let known = |why: &str| why.contains("marked as unknown") || why.contains("which no single position shows");
    assert!(compiled.unchecked.iter().all(|it| known(&it.why)), "{name}: {:?}", compiled.unchecked);
    compiled
}

/// The rows of a table by their headings.
fn facts(name: &str) -> Vec<BTreeMap<String, String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules").join(format!("{name}.csv"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let headings = rows.next().unwrap();
    rows.map(|cells| headings.iter().cloned().zip(cells).collect()).collect()
}

#[test]
fn every_module_is_clean_and_builds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    let mut names: Vec<String> =
        std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["ardennes-44", "bastogne-breakout", "bitter-woods", "enemy-action", "first-steps"]);
    for name in names {
        let game = module(&name).game;
        let scenarios: Vec<ScenarioId> = game.scenarios.ids().collect();
        let input = EmitContext::new(&game, &scenarios);
        // Of the large ones Bitter Woods is built for VASSAL alone: everything takes a minute each, and the others show the rest.
        let large = ["ardennes-44", "bitter-woods", "enemy-action"].contains(&name.as_str());
        let built = |emitter: &&Emitter| !large || emitter.name == "vmod" && name == "bitter-woods";
        let emitters = EMITTERS.iter().filter(built);
        let files: usize = emitters.map(|emitter| (emitter.emit)(&input, &mut |_, _| {}).unwrap().files.len()).sum();
        let least = if large { usize::from(name == "bitter-woods") } else { scenarios.len() };
        assert!(files >= least && !scenarios.is_empty(), "{name}");
    }
}

/// Whatever the program computes with stands on the counter: strengths, movement, steps, place and turn.
#[test]
fn the_counters_of_bastogne_breakout_are_the_published_ones() {
    let game = module("bastogne-breakout").game;
    let rating = |name: &str| game.ratings.iter().find(|(_, r)| r.id == name).unwrap().0;
    let [attack, defense, movement, barrage, range] = ["attack", "defense", "move", "barrage", "range"].map(rating);
    let map = game.map.as_ref().unwrap();
    let rows = facts("bastogne-units");
    assert_eq!((rows.len(), game.units.len()), (84, 84));
    let count = |side: &str| game.units.values().filter(|u| game.sides[u.side.unwrap()].id == side).count();
    assert_eq!((count("german"), count("allied")), (40, 44));
    for row in &rows {
        let id = &row["id"];
        let unit = game.units.values().find(|unit| unit.id == *id).unwrap_or_else(|| panic!("no {id}"));
        let shown = |face: usize, rating: RatingId| match unit.faces.get(face).map(|face| face.rating(rating)) {
            Some(RatingValue::Known(n)) => n.to_string(),
            _ => String::new(),
        };
        let same = |what: &str, found: String, expected: &str| assert_eq!(found, expected, "{id}: {what}");
        same("name", unit.name.clone().unwrap_or_default(), &row["sub_designation"]);
        same("designation", unit.designation.clone().unwrap_or_default(), &row["designation"]);
        same("side", game.sides[unit.side.unwrap()].id.clone(), &row["side"].to_lowercase());
        same("steps", unit.steps.unwrap().to_string(), &row["steps"]);
        same("range", shown(0, range), &row["range"]);
        if row["artillery"] == "1" {
            // Unlimbered in front, limbered on the back.
            same("barrage", shown(0, barrage), &row["attack_unlimbered"]);
            same("movement", shown(0, movement), &row["movement_unlimbered"]);
            same("barrage limbered", shown(1, barrage), &row["attack_limbered"]);
            same("movement limbered", shown(1, movement), &row["movement_limbered"]);
            same("defense", shown(0, defense), if row["mobile_artillery"] == "1" { "2" } else { "1" });
        } else {
            same("attack", shown(0, attack), &row["attack"]);
            same("defense", shown(0, defense), &row["defense"]);
            same("movement", shown(0, movement), &row["movement"]);
        }
        // The source counts from 0, the map from 0101.
        let number = |name: &str| row[name].parse::<u32>().unwrap() + 1;
        let hex = format!("{:02}{:02}", number("x"), number("y"));
        match row["entry_kind"].as_str() {
            "setup" => {
                let found = match unit.setup.as_slice() {
                    [Where::At(Location::Hex(hex))] => map.board.name(*hex),
                    other => panic!("{id}: {other:?}"),
                };
                same("setup", found, &hex);
            }
            "reinforcement" => {
                let arrives = unit.arrives.as_ref().unwrap_or_else(|| panic!("{id} never arrives"));
                same("turn", game.turns[arrives.turn].id.clone(), &row["entry_turn"]);
                let entries: Vec<String> =
                    arrives.entries.iter().flat_map(|e| &map.entries[*e].hexes).map(|hex| map.board.name(*hex)).collect();
                assert_eq!(entries, [hex], "{id}: entry");
            }
            special => assert_eq!(special, "special", "{id}"),
        }
    }
}

/// Cell by cell; `heading` finds the column of the source that a column of the table is.
fn same_cells(game: &Game, table: &str, source: &str, roll: &str, heading: impl Fn(&str) -> String) -> usize {
    let table = game.tables.values().find(|t| t.id == table).unwrap_or_else(|| panic!("no table {table}"));
    let rows = facts(source);
    let mut cells = 0;
    for row in &rows {
        let rolled: i32 = row[roll].parse().unwrap();
        for (n, column) in table.columns.iter().enumerate() {
            assert_eq!(table.result(rolled, Some(n)).as_ref(), row.get(&heading(column)), "{source} {rolled} {column}");
            cells += 1;
        }
    }
    assert_eq!(cells, rows.len() * table.columns.len());
    cells
}

#[test]
fn the_tables_of_bastogne_breakout_are_the_published_ones() {
    let game = module("bastogne-breakout").game;
    assert_eq!(same_cells(&game, "crt", "bastogne-crt", "dice", str::to_owned), 36 * 13);
    let columns = ["1", "2-3", "4-5", "6-8", "9-12", "13-17", "18-23", "24+"];
    let numbered = |name: &str| format!("col{}_{name}", columns.iter().position(|column| *column == name).unwrap());
    assert_eq!(same_cells(&game, "barrage", "bastogne-barrage", "dice_sum", numbered), 11 * 8);
    // The source has the weather in rows and the rolls in columns.
    for row in facts("bastogne-air") {
        let id = format!("air-{}", row["weather"].to_lowercase());
        let air = game.tables.values().find(|t| t.id == id).unwrap();
        for roll in 2..=12 {
            let found = air.result(roll, Some(0));
            assert_eq!(found.as_deref(), Some(row[&format!("roll_{roll}")].as_str()), "{id} {roll}");
        }
    }
}

/// As decisions of the project want it: of what the map, counters and mechanisms are about, four fifths are more than words.
#[test]
fn most_of_the_manual_is_enforced_or_checked() {
    let game = module("bastogne-breakout").game;
    let coverage = &game.rules.coverage;
    assert!(coverage.len() >= 50, "{}", coverage.len());
    let held = |row: &&Coverage| matches!(row.level, CoverageLevel::Enforced | CoverageLevel::Checked);
    // Chapters 1 to 3 tell of the screen; the rest is the game.
    let of_play = |row: &&Coverage| row.rule.split('.').next().and_then(|n| n.parse::<u32>().ok()).is_some_and(|n| n >= 4);
    let rows: Vec<&Coverage> = coverage.iter().filter(of_play).collect();
    let (all, good) = (rows.len(), rows.iter().copied().filter(held).count());
    assert!(good * 5 >= all * 4, "{good} of {all}");
    for row in coverage.iter().filter(held) {
        assert!(row.title.is_some() && !row.by.is_empty(), "{} has no title or names no data", row.rule);
        // What proves it is a test that there is.
        let (area, name) =
            row.test.as_deref().and_then(|test| test.split_once("::")).unwrap_or_else(|| panic!("{}: no test", row.rule));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(format!("{area}.rs"));
        let text = std::fs::read_to_string(source).unwrap_or_else(|_| panic!("{}: no tests of {area}", row.rule));
        assert!(text.contains(&format!("#[test]\nfn {name}()")), "{}: no test {area}::{name}", row.rule);
    }
}

/// Mistakes that such data has in real life, put back one at a time: each is named where it is.
#[test]
fn raw_mistakes_in_bastogne_breakout_are_named() {
    let mut game = folder("modules/bastogne-breakout");
    // No mistake here is found by a worked example, and they take most of the time.
    game.files.remove("examples.json");
    let banks = "3301-3303 3203-3207";
    let rows: &[(&str, &str, &str, &str, &str)] = &[
        (
            "map.json",
            "\"f\": \"forest\" },",
            "\"f\": \"forest\" }, \"hexes\": [{\"hex\": \"0101\", \"terrain\": \"forest\"}, {\"hex\": \"0101\", \"terrain\": \"clear\"}],",
            "M0202",
            "hex 0101 stands twice",
        ),
        ("map.json", "\"hexes\": \"0912 0913\"", "\"hexes\": \"0912 0913 0912\"", "M0310", "hex 0912 stands twice"),
        ("map.json", "3020 3121-3123", "3020 3123", "M0307", "this road jumps from 3020 to 3123"),
        ("map.json", "2901 2801-2803", "2901 2701-2803", "M0307", "`2701-2803` runs along no column or row"),
        ("map.json", banks, "4001-4003 3203-3207", "M0306", "hex 4001 touches no hex of the other bank"),
        (
            "map.json",
            "\"hexes\": \"1025\", \"edge\"",
            "\"hexes\": \"2925\", \"edge\"",
            "M0323",
            "hex 2925 belongs to entries `S1` and `S2`",
        ),
        (
            "units.csv",
            "Arm 10,1,3,10,,,1,,",
            "Arm 10,1,3,10,,,1,reduced,",
            "M0210",
            "unit `A04` has 1 step, its faces show 2 steps",
        ),
        ("units.csv", "\nG05,", "\nG04,", "M0202", "unit `G04` stands twice"),
        ("units.csv", "3@S1", "12@S1", "M0201", "unknown turn `12`"),
        ("units.csv", "3@S1", "11@S1", "M0406", "unit `A03` arrives on turn `11`, after the last turn"),
        ("units.csv", ",3721,,12,manual", ",3726,,12,manual", "M0302", "hex `3726` is not on the map"),
        ("tables/crt.csv", "1:5,1:4,1:3", "1:5,1:3,1:4", "M0607", "column `1:4` of table `Combat results` stands after `1:3`"),
        ("tables/barrage.csv", "4-5,6-8", "6-8,4-5", "M0607", "column `4-5` of table `Barrage` stands after `6-8`"),
        ("tables/crt.csv", "\n13,", "\n12,", "M0604", "roll 12 of table `Combat results` has two rows"),
    ];
    for (file, from, to, code, words) in rows {
        let text = String::from_utf8(game.files[*file].clone()).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        let spoilt = game.clone().with(file, text.replacen(from, to, 1));
        let found = lines(&compile(&spoilt));
        assert!(found.iter().any(|line| line.contains(code) && line.contains(words)), "{code} {words}: {found:#?}");
    }
}

/// Whether a fact of the text holds in a game. `a` and `b` are hexes, units or tables, as the kind of fact demands.
fn holds(game: &Game, row: &BTreeMap<String, String>) -> bool {
    let map = game.map.as_ref().unwrap();
    let board = &map.board;
    let hex = |name: &str| board.parse(name).unwrap_or_else(|why| panic!("{name}: {why}"));
    let side = |a: &str, b: &str| board.hexside_between(hex(a), hex(b)).unwrap_or_else(|| panic!("{a}/{b}"));
    let scenario = |id: &str| game.scenarios.values().find(|scenario| scenario.id == id).unwrap();
    let steps: BTreeSet<_> =
        map.roads.values().flat_map(|road| road.through.windows(2)).flat_map(|w| [(w[0], w[1]), (w[1], w[0])]).collect();
    let (a, b, value) = (row["a"].as_str(), row["b"].as_str(), row["value"].as_str());
    let engine = Engine::new(game, None);
    let carried = |at: &str, name: &str| engine.value_of(hex(at), name, Pick::Highest).unwrap_or(0);
    match row["kind"].as_str() {
        "hex" => board.parse(a).is_ok(),
        "off" => board.parse(a).is_err(),
        "place" => map.places.values().any(|place| place.name == value && place.hexes.contains(&hex(a))),
        "feature" => {
            let of = |place: &Place| place.class.is_some_and(|class| game.terrain[class].id == value);
            map.places.values().any(|place| of(place) && place.hexes.contains(&hex(a)))
        }
        "area" => map.areas.values().any(|area| area.id == value && area.hexes.contains(&hex(a))),
        "ground" => map.ground[hex(a).index()].is_some_and(|ground| game.terrain[ground].id == value),
        "road" => steps.iter().any(|(from, _)| *from == hex(a)),
        "way" => {
            let (mut seen, mut next) = (BTreeSet::from([hex(a)]), vec![hex(a)]);
            while let Some(at) = next.pop() {
                next.extend(steps.iter().filter(|(from, to)| *from == at && seen.insert(*to)).map(|(_, to)| *to));
            }
            seen.contains(&hex(b))
        }
        "water" => map.features.values().any(|f| game.terrain[f.class].id == value && f.sides.contains(&side(a, b))),
        "bridge" => {
            map.bridges.values().any(|bridge| bridge.side == side(a, b) && bridge.state.as_deref().unwrap_or("intact") == value)
        }
        "rating" => {
            let unit = game.units.values().find(|unit| unit.id == a).unwrap_or_else(|| panic!("no {a}"));
            let rating = game.ratings.iter().find(|(_, rating)| rating.id == b).unwrap().0;
            matches!(unit.faces[0].rating(rating), RatingValue::Known(n) if n.to_string() == value)
        }
        "stands" => scenario("campaign")
            .setup
            .iter()
            .any(|line| game.units[line.unit].id == a && matches!(&line.at, Where::At(Location::Hex(at)) if *at == hex(b))),
        "roads" => steps.iter().filter(|(from, _)| *from == hex(a)).count().to_string() == value,
        "edge" => board.neighbours(hex(a)).into_iter().flatten().count() < 6,
        "least" => carried(a, b) >= value.parse().unwrap(),
        "value" => carried(a, b).to_string() == value,
        "arrow" => {
            let kind = if value == "1" { "primary" } else { "secondary" };
            map.arrows.values().any(|arrow| arrow.id == kind && arrow.ahead(hex(a)) == Some(hex(b)))
        }
        "entry" => {
            game.units.values().any(|unit| unit.id == a && unit.properties.get("Entry").is_some_and(|entry| entry == value))
        }
        "card" => game.cards.values().any(|card| {
            let told = [&card.name, &card.text].into_iter().flatten();
            card.id == a && told.into_iter().any(|told| told.contains(value))
        }),
        "crisis" if value == "lost" => scenario("crisis-at-the-meuse").lost.iter().any(|unit| game.units[*unit].id == a),
        "crisis" => scenario("crisis-at-the-meuse").setup.iter().any(|line| {
            let states = [line.state].into_iter().filter(|state| *state != Game::FULL).chain(line.also.iter().copied());
            let states: Vec<&str> = states.map(|state| game.states[state].id.as_str()).collect();
            let stands = matches!(&line.at, Where::At(Location::Hex(at)) if *at == hex(b));
            game.units[line.unit].id == a && stands && states.join(" ") == value
        }),
        "crisis-marker" => scenario("crisis-at-the-meuse")
            .markers
            .iter()
            .any(|line| game.markers[line.marker].id == a && line.at == MarkerAt::Location(Location::Hex(hex(b)))),
        "crisis-bridge" => scenario("crisis-at-the-meuse")
            .bridges
            .iter()
            .any(|(id, is)| map.bridges[*id].side == side(a, b) && format!("{is:?}").to_lowercase() == value),
        "result" => {
            let table = game.tables.values().find(|table| table.id == a).unwrap();
            let column = table.columns.iter().position(|column| column == b).unwrap();
            table.rows.iter().any(|row| row.cells[column].as_deref() == Some(value))
        }
        other => panic!("{other}"),
    }
}

/// What the rules of Bitter Woods tell of its map, its counters and its combat table is exact.
#[test]
fn what_the_rules_tell_of_bitter_woods_holds() {
    let game = compile(&unplayed("bitter-woods")).game;
    let map = game.map.as_ref().unwrap();
    let hex = |name: &str| map.board.parse(name).unwrap();
    // 0812 has one road, to 0912.
    let links = map.roads.values().flat_map(|road| road.through.windows(2)).filter(|step| step.contains(&hex("0812")));
    assert!(links.clone().count() > 0 && links.into_iter().all(|step| step.contains(&hex("0912"))));
    let rows = facts("bitter-woods-facts");
    assert_eq!(rows.len(), 62);
    rows.iter().for_each(|row| assert!(holds(&game, row), "{row:?}"));
}

/// What the rules of Ardennes '44 tell of its map, its counters and its combat table is exact.
#[test]
fn what_the_rules_tell_of_ardennes_44_holds() {
    let game = compile(&unplayed("ardennes-44")).game;
    let rows = facts("ardennes-44-facts");
    assert_eq!(rows.len(), 133);
    rows.iter().for_each(|row| assert!(holds(&game, row), "{row:?}"));
}

/// What the rules of Enemy Action tell of its map, its cards and the setup of Crisis at the Meuse is exact.
#[test]
fn what_the_rules_tell_of_enemy_action_holds() {
    let game = compile(&unplayed("enemy-action")).game;
    let rows = facts("enemy-action-facts");
    assert_eq!(rows.len(), 424);
    rows.iter().for_each(|row| assert!(holds(&game, row), "{row:?}"));
}
