//! Movement over the ground: costs as the terrain chart of First Steps says them, and what must hold of every reach.

use std::process::Command;

use muster::compile::compile;
use muster::hexgrid::HexId;
use muster::model::{Arrival, BridgeCondition, Game, Points, UnitId};
use muster::rules::{Engine, Fit, Piece, Position, Reach, Situation};

use crate::support::first_steps;

struct Table {
    game: Game,
}

impl Table {
    fn new() -> Self {
        Table { game: compile(&first_steps()).game }
    }

    fn unit(&self, id: &str) -> UnitId {
        self.game.units.iter().find(|(_, unit)| unit.id == id).unwrap().0
    }

    fn hex(&self, name: &str) -> HexId {
        self.game.map.as_ref().unwrap().board.parse(name).unwrap()
    }

    fn start(&self) -> Position {
        let scenario = self.game.scenarios.values().find(|scenario| scenario.id == "crossing").unwrap();
        Position::start(&self.game, scenario)
    }

    fn reach(&self, position: &Position, unit: &str, from: &str, points: i64, blown: &[&str]) -> Reach {
        let engine = Engine::new(&self.game, None);
        let board = &self.game.map.as_ref().unwrap().board;
        let mut position = position.clone();
        for side in blown {
            position.bridges.insert(board.parse_hexside(side).unwrap(), BridgeCondition::Blown);
        }
        let situation = Situation::new(&engine, &position, engine.start());
        let mut mover = situation.mover(Piece::new(self.unit(unit), Game::FULL), self.hex(from), None).unwrap();
        mover.allowance = Points(points * Points::ONE.0);
        mover.reach()
    }

    fn cost(&self, unit: &str, from: &str, to: &str, points: i64, blown: &[&str]) -> Option<String> {
        let reach = self.reach(&Position::default(), unit, from, points, blown);
        reach.cost(self.hex(to)).map(|cost| cost.to_string())
    }
}

/// Unit, from, to, points, bridges that are down, what it costs.
type Row = (&'static str, &'static str, &'static str, i64, &'static [&'static str], Option<&'static str>);

#[test]
fn a_step_costs_what_the_chart_says() {
    let table = Table::new();
    let rows: &[Row] = &[
        // Foot: clear 1, woods 1, hills 2, marsh 2.
        ("a-1-i", "0503", "0504", 4, &[], Some("1")),
        ("a-1-i", "0503", "0505", 4, &[], Some("3")),
        ("a-1-i", "0301", "0401", 4, &[], Some("1")),
        ("a-1-i", "0301", "0302", 4, &[], Some("2")),
        // Along the highway 1 for foot, 1/2 for vehicles.
        ("a-1-i", "0104", "0404", 4, &[], Some("3")),
        ("a-hq", "0104", "0404", 8, &[], Some("3/2")),
        ("a-hq", "0104", "0604", 8, &[], Some("5/2")),
        // Over the bridge as along any road; without it the river is closed to vehicles and takes all of foot.
        ("a-hq", "0604", "0704", 8, &[], Some("1/2")),
        ("a-hq", "0604", "0704", 8, &["0604/0704", "0408/0508"], None),
        ("a-1-i", "0604", "0704", 4, &["0604/0704", "0408/0508"], Some("4")),
        ("a-1-i", "0504", "0704", 4, &["0604/0704", "0408/0508"], None),
        // Guns: woods and hills only along a road, marsh never.
        ("a-guns", "0403", "0402", 6, &[], None),
        ("a-guns", "0504", "0505", 6, &[], None),
        ("a-guns", "0807", "0708", 6, &[], Some("1")),
        // A slope adds 1 for foot, 2 for vehicles.
        ("a-1-i", "1103", "1003", 4, &[], Some("3")),
        ("a-1-i", "1003", "1103", 4, &[], Some("2")),
        ("a-hq", "1003", "1103", 8, &[], Some("3")),
        // A village costs as the woods beneath, a town 1.
        ("a-1-i", "0707", "0608", 4, &[], Some("2")),
        // A step that is too dear is still made, if it is the first.
        ("a-1-i", "0301", "0302", 1, &[], Some("1")),
    ];
    for (unit, from, to, points, blown, expected) in rows {
        let found = table.cost(unit, from, to, *points, blown);
        assert_eq!(found.as_deref(), *expected, "{unit} from {from} to {to} with {points}, without {blown:?}");
    }
}

#[test]
fn whoever_leaves_the_map_never_stands_in_the_way() {
    let table = Table::new();
    let whole = table.start();
    let board = &table.game.map.as_ref().unwrap().board;
    for (unit, from, points) in [("a-1-i", "0503", 4), ("a-hq", "0304", 8), ("b-8-i", "0704", 4)] {
        let before = table.reach(&whole, unit, from, points, &[]);
        for (at, stack) in whole.stacks() {
            let mut less = whole.clone();
            stack.iter().for_each(|piece| less.take(*piece));
            let after = table.reach(&less, unit, from, points, &[]);
            for hex in board.hexes() {
                let (before, after) = (before.cost(hex), after.cost(hex));
                assert!(before.is_none_or(|before| after.is_some_and(|after| after <= before)), "{unit} {at:?}");
            }
        }
        // The cheapest step of all is half a point.
        for hex in board.hexes() {
            let least = i64::from(board.distance(table.hex(from), hex)) * Points::ONE.0 / 2;
            // A guaranteed or whole-allowance step costs no more than there is.
            assert!(before.cost(hex).is_none_or(|cost| cost.0 >= least.min(points * Points::ONE.0)), "{unit}");
            assert_eq!(before.path(hex).is_some(), before.cost(hex).is_some());
        }
        assert!(!before.is_empty());
    }
}

#[test]
fn the_command_settles_it() {
    let why = |args: &[&str]| {
        let all = ["why", "modules/first-steps", "crossing"];
        let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(all).args(args).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = why(&["a-1-i", "0505"]);
    assert_eq!(code, 0);
    assert!(text.contains("move: yes, from 0503 for 3 of 4: 0504 1 (clear), 0505 2 (marsh)"), "{text}");
    let (code, text) = why(&["a-1-i", "0703"]);
    assert!(code == 1 && text.contains("the enemy's `b-fort` is in 0703"), "{text}");
    let (code, text) = why(&["a-guns", "0402"]);
    assert!(code == 1 && text.contains("open only along a road (rule 3.1)"), "{text}");
    assert_eq!(why(&["a-gun", "0402"]).0, 2);
    assert_eq!(why(&["a-guns", "9999"]).0, 2);
}

fn muster(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn why_knows_turns_modes_supply_and_entries() {
    let why = |args: &[&str]| muster(&[&["why", "modules/first-steps", "crossing"], args].concat());
    // A hex to the highway, then along it to Aster's entry.
    let (_, text, _) = why(&["a-1-i", "0505"]);
    assert!(text.contains("supply: yes, by 0505 0404 0304 0204 0104 (rule 7.3)"), "{text}");
    // Twice the allowance along the highway, but not by night and not next to the enemy.
    let (_, text, _) = why(&["a-hq", "0504", "--mode", "march"]);
    assert!(text.contains("move: yes, from 0304 for 1 of 16"), "{text}");
    let (code, text, _) = why(&["a-hq", "0504", "--mode", "march", "--turn", "3"]);
    assert!(code == 1 && text.contains("mode `march` (rule 3.3) is not for it, not now, or not from there"), "{text}");
    let (code, text, _) = why(&["a-hq", "0604", "--mode", "march"]);
    assert!(code == 1 && text.contains("the mode may not come into 0604"), "{text}");
    // In mud a lane costs vehicles one more, the highway does not.
    let (_, text, _) = why(&["a-hq", "0305", "--turn", "5"]);
    assert!(text.contains("`mud` (rule 3.5)"), "{text}");
    // Who is not there yet comes in by the road, on its turn.
    let (code, text, _) = why(&["b-8-tank", "1305"]);
    assert!(code == 1 && text.contains("enter: no, `b-8-tank` arrives on turn 5"), "{text}");
    let (_, text, _) = why(&["b-8-tank", "1305", "--turn", "5"]);
    assert!(text.contains("enter: yes, from turn 5 at 1405 for 1/2") && text.contains("move: yes, from 1405"), "{text}");
    assert_eq!(why(&["a-hq", "0504", "--turn", "99"]).0, 2);
    assert_eq!(why(&["a-hq", "0504", "--mode", "rail"]).0, 2);
    assert_eq!(why(&["a-hq", "0504", "--option", "volunteer"]).0, 2);
}

#[test]
fn odds_show_the_column_every_modifier_and_the_chances() {
    let odds = |args: &[&str]| muster(&[&["odds", "modules/first-steps", "crossing"], args].concat());
    // Two attackers across the river are halved: 4/2 + 4/2 against the fort's 3, and it is dug in.
    let (code, text, _) = odds(&["--attack", "0703", "--with", "a-1-i@0603,a-1-ii@0603"]);
    assert_eq!(code, 0, "{text}");
    for line in
        ["attack: 4", "`a-1-i` in 0603: 4, counts 2 by `river` (rule 6.3)", "-1 column `dug-in` (rule 7.1)", "column: 1:2"]
    {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    let shares: f64 = text.lines().filter_map(|line| line.trim().split_once(" %")?.0.parse::<f64>().ok()).sum();
    assert!((shares - 100.0).abs() < 0.5, "{text}");
    // By night one is taken from the roll, and guns are silent.
    let (_, text, _) = odds(&["--attack", "0703", "--with", "a-1-i@0603", "--support", "a-guns@0503", "--turn", "3"]);
    assert!(text.contains("-1, by night to the roll") && !text.contains("supports with"), "{text}");
    let (_, text, _) = odds(&["--attack", "0703", "--with", "a-1-i@0603", "--support", "a-guns@0503"]);
    assert!(text.contains("`a-guns` supports with +"), "{text}");
    let fails = |args: &[&str], why: &str| {
        let (code, out, err) = odds(args);
        assert!(code == 2 && out.is_empty() && err.contains(why), "{args:?}: {err}");
    };
    fails(&["--attack", "0703", "--with", "a-1-i"], "`a-1-i` is 2 hexes from 0703");
    fails(&["--attack", "0703", "--with", "b-8-i@0803"], "nobody defends 0703");
    fails(
        &["--attack", "0408", "--with", "b-8-ii", "--against", "a-hq@0408"],
        "`disrupted` forbids `b-8-ii` to attack 0408 (rule 7.2)",
    );
    fails(&["--attack", "0101"], "nobody attacks 0101");
    fails(&["--attack", "0703", "--combat", "raid"], "the rules have no combat `raid`");
}

#[test]
fn rules_are_listed_by_their_printed_numbers() {
    let (code, text, _) = muster(&["rules", "modules/first-steps"]);
    assert_eq!(code, 0);
    let rows: Vec<&str> = text.lines().skip(1).take_while(|line| !line.is_empty()).collect();
    let numbers: Vec<&str> = rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
    let place = |rule: &str| numbers.iter().position(|n| *n == rule).unwrap_or_else(|| panic!("{rule}: {text}"));
    // 10.1 comes after 9.1, not after 1.
    assert!(place("2.1") < place("3.3") && place("9.1") < place("10.1") && place("10.1") < place("11.1"), "{text}");
    assert!(
        rows.iter().any(|row| row.starts_with("6.3 ") && row.contains("enforced") && row.contains("combat.values/river")),
        "{text}"
    );
    assert!(text.contains("printed rules:"), "{text}");
}

/// Everybody who arrives together finds a hex, unless the entries are held or full.
#[test]
fn what_arrives_together_must_fit() {
    let table = Table::new();
    let engine = Engine::new(&table.game, None);
    let map = table.game.map.as_ref().unwrap();
    let entry = |id: &str| map.entries.iter().find(|(_, entry)| entry.id == id).unwrap().0;
    let arrival = |units: &[&str], entries: &[&str], instead: &[&str]| Arrival {
        units: units.iter().map(|id| table.unit(id)).collect(),
        turn: table.game.turns.ids().next().unwrap(),
        entries: entries.iter().map(|id| entry(id)).collect(),
        instead: instead.iter().map(|id| entry(id)).collect(),
        mode: None,
        when: None,
        again: false,
        state: Game::FULL,
    };
    let fit =
        |position: &Position, arrival: &Arrival| match Situation::new(&engine, position, engine.start()).arrivals_fit(arrival) {
            Fit::Yes(placed) => Ok(placed.len()),
            Fit::No(piece) => Err(table.game.units[piece.unit].id.clone()),
            Fit::Unknown => panic!("it can be known"),
        };
    let empty = Position::default();
    let brigade = ["b-8-i", "b-8-ii", "b-8-iii", "b-8-tank", "b-8-guns"];
    assert_eq!(fit(&empty, &arrival(&brigade, &["C"], &[])), Ok(5));
    // With an enemy on the road nobody comes in there, but another entry may do.
    let mut held = Position::default();
    held.put(Piece::new(table.unit("a-1-i"), Game::FULL), table.hex("1405"));
    assert_eq!(fit(&held, &arrival(&brigade, &["C"], &[])), Err("b-8-i".to_owned()));
    assert_eq!(fit(&held, &arrival(&brigade, &["C"], &["D"])), Ok(5));
    // Two units fill a hex; if enemies stand all around it the third has no room.
    let mut narrow = Position::default();
    for (unit, hex) in [("a-1-i", "1404"), ("a-1-ii", "1406"), ("a-1-iii", "1305"), ("a-eng", "1304"), ("a-recon", "1306")] {
        narrow.put(Piece::new(table.unit(unit), Game::FULL), table.hex(hex));
    }
    assert_eq!(fit(&narrow, &arrival(&["b-8-i", "b-8-ii"], &["C"], &[])), Ok(2));
    assert_eq!(fit(&narrow, &arrival(&["b-8-i", "b-8-ii", "b-8-iii"], &["C"], &[])), Err("b-8-iii".to_owned()));
}

/// A whole side that comes in by one road spreads out, nobody further than its own points take it.
#[test]
fn a_crowd_that_arrives_stays_within_its_own_reach() {
    let table = Table::new();
    let engine = Engine::new(&table.game, None);
    let map = table.game.map.as_ref().unwrap();
    let entry = map.entries.iter().find(|(_, entry)| entry.id == "C").unwrap().0;
    let mut position = Position::default();
    position.put(Piece::new(table.unit("a-1-i"), Game::FULL), table.hex("1205"));
    let situation = Situation::new(&engine, &position, engine.start());
    let arrival = Arrival {
        units: table
            .game
            .units
            .iter()
            .filter(|(_, unit)| unit.id.starts_with("b-") && !["b-fort", "b-hq"].contains(&unit.id.as_str()))
            .map(|(id, _)| id)
            .collect(),
        turn: table.game.turns.ids().next().unwrap(),
        entries: vec![entry],
        instead: Vec::new(),
        mode: None,
        when: None,
        again: false,
        state: Game::FULL,
    };
    let Fit::Yes(placed) = situation.arrivals_fit(&arrival) else { panic!("they fit") };
    assert_eq!(placed.len(), arrival.units.len());
    let mut hexes: Vec<HexId> = placed.iter().map(|(_, hex)| *hex).collect();
    hexes.sort();
    assert!(hexes.chunk_by(|one, other| one == other).all(|stack| stack.len() <= 2), "{hexes:?}");
    hexes.dedup();
    assert!(hexes.len() * 2 >= placed.len() && hexes.len() > 3, "{hexes:?}");
    for (piece, hex) in &placed {
        let (open, _) = situation.entry_hexes(*piece, &[entry], 1);
        let mover = situation.mover(*piece, open[0].hex, None).unwrap();
        let cost = mover.reach().cost(*hex).unwrap_or_else(|| panic!("{piece:?} does not reach {hex:?}"));
        assert!(open[0].cost.unwrap().0 + cost.0 <= mover.allowance.0, "{piece:?} at {hex:?}");
        assert!(mover.may_end(*hex).is_ok());
    }
}
