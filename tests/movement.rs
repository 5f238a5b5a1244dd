//! Movement over the ground: costs as the terrain chart of First Steps says them, and what must hold of every reach.

use std::process::Command;

use muster::compile::compile;
use muster::hexgrid::HexId;
use muster::model::{BridgeCondition, Game, Location, Points, UnitId};
use muster::rules::{Engine, Field, Piece, Position, Reach};

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
        let field = Field::new(&engine, &position, engine.start());
        let mut mover = field.mover(Piece::new(self.unit(unit), Game::FULL), self.hex(from), None).unwrap();
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
        for location in whole.at.keys().filter(|at| matches!(at, Location::Hex(_))) {
            let mut less = whole.clone();
            less.at.remove(location);
            let after = table.reach(&less, unit, from, points, &[]);
            for hex in board.hexes() {
                let (before, after) = (before.cost(hex), after.cost(hex));
                assert!(before.is_none_or(|before| after.is_some_and(|after| after <= before)), "{unit} {location:?}");
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
