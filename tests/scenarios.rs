//! Scenarios that vary others: what they remove, replace and say anew.

use muster::compile::compile;
use muster::model::{Game, Key, Location, Scenario, Where};

use crate::support::{clean, codes, edit, first_steps};

fn scenario<'a>(game: &'a Game, id: &str) -> &'a Scenario {
    game.scenarios.values().find(|s| s.id == id).unwrap()
}

fn hexes(game: &Game, scenario: &Scenario, unit: &str) -> Vec<String> {
    let board = &game.map.as_ref().unwrap().board;
    let lines = scenario.setup.iter().filter(|line| game.units[line.unit].id == unit);
    lines
        .map(|line| match &line.at {
            Where::At(Location::Hex(hex)) => board.name(*hex),
            Where::At(Location::Box(id)) => format!("box {}", id.index()),
            Where::In(area, except) => format!("area {} less {}", area.index(), except.len()),
            Where::Within(hexes, far) => {
                format!("within {far} of {}", hexes.iter().map(|h| board.name(*h)).collect::<Vec<_>>().join(" "))
            }
        })
        .collect()
}

fn arrivals(game: &Game, scenario: &Scenario) -> Vec<String> {
    let mut all: Vec<String> = scenario
        .arrivals
        .iter()
        .map(|line| {
            let units: Vec<&str> = line.units.iter().map(|u| game.units[*u].id.as_str()).collect();
            format!("{} {}", game.turns[line.turn].id, units.join("+"))
        })
        .collect();
    all.sort();
    all
}

#[test]
fn columns_then_lines_then_the_variation() {
    let compiled = compile(&first_steps());
    let game = &compiled.game;
    let (crossing, dash) = (scenario(game, "crossing"), scenario(game, "dash"));
    // The column says 0508; only the variation says otherwise.
    assert_eq!(hexes(game, crossing, "b-eng"), ["0508"]);
    assert_eq!(hexes(game, dash, "b-eng"), ["0704"]);
    // A line of the scenario counts more than the column.
    assert_eq!(hexes(game, crossing, "b-lys-1"), ["area 1 less 1"]);
    // Two alike, each by its number.
    assert_eq!(hexes(game, crossing, "b-fort"), ["0703", "0705"]);
    // Removed with their formation.
    assert_eq!(hexes(game, dash, "b-lys-1"), [""; 0]);
    assert_eq!(arrivals(game, crossing), ["2 a-motor", "2 a-tank", "3 b-8-iii", "4 b-vol", "5 a-heavy", "5 b-8-tank"]);
    // `replace` drops the lines of the other scenario; the columns of the counters stay.
    assert_eq!(arrivals(game, dash), ["2 a-motor", "2 a-tank", "2 b-8-iii"]);
    assert_eq!((crossing.changes.len(), dash.changes.len()), (1, 0));
    assert_eq!((crossing.options.len(), dash.options.len()), (1, 0));
    assert_eq!(dash.special, ["12.7 The Brenn reserve stays in its box."]);
    assert_eq!(dash.levels.len(), 3);
    assert_eq!(dash.name.as_deref(), Some("The Dash for the Bridge"));
    assert_eq!(crossing.control.len(), dash.control.len());
}

#[test]
fn an_arrival_by_option_stands_beside_the_column() {
    // The column brings them on turn 3; with the option they would come on turn 4.
    let both = edit(first_steps(), "units.csv", "I,Cole,2,2,4,,reduced,1,1,,2,,,,,,,", "I,Cole,2,2,4,,reduced,1,1,,2,,,3@D,,,,");
    clean(&both);
    let compiled = compile(&both);
    let crossing = arrivals(&compiled.game, scenario(&compiled.game, "crossing"));
    assert!(crossing.contains(&"3 b-vol".to_owned()) && crossing.contains(&"4 b-vol".to_owned()), "{crossing:?}");
}

#[test]
fn removing_what_is_not_there_is_said() {
    let idle = edit(first_steps(), "scenarios/dash.json", "\"units\": [\"a-heavy\",", "\"units\": [\"a-tank-rem\", \"a-heavy\",");
    assert_eq!(codes(&idle), ["M0409"]);
}

#[test]
fn an_unknown_base_is_said_once() {
    let lost = edit(first_steps(), "scenarios/dash.json", "\"extends\": \"crossing\"", "\"extends\": \"crosing\"");
    assert_eq!(codes(&lost), ["M0201"]);
    let none = edit(first_steps(), "scenarios/dash.json", "\"extends\": \"crossing\",", "");
    assert!(codes(&none).contains(&"M0211"));
}
