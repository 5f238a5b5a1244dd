//! Scenarios that vary others: what they remove, replace and say anew.

use muster::compile::compile;
use muster::model::{Game, Key, Location, Scenario, Where};
use muster::source::Memory;

use crate::support::{clean, codes, edit, first_steps, said};

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
    assert_eq!(dash.levels.len(), 4);
    assert_eq!(dash.name.as_deref(), Some("The Dash for the Bridge"));
    assert_eq!(crossing.control.len(), dash.control.len());
}

#[test]
fn an_arrival_by_option_stands_instead_of_the_column() {
    // The column brings them on turn 3; with the option they come on turn 4, and without it not at all.
    let both = edit(first_steps(), "units.csv", "I,Cole,2,2,4,,reduced,1,1,,2,,,,,,,", "I,Cole,2,2,4,,reduced,1,1,,2,,,3@D,,,,");
    clean(&both);
    let come = |memory: &Memory| {
        let compiled = compile(memory);
        let all = arrivals(&compiled.game, scenario(&compiled.game, "crossing"));
        all.into_iter().filter(|line| line.ends_with("b-vol")).collect::<Vec<_>>()
    };
    assert_eq!(come(&both), ["4 b-vol"]);
    // Where the author says so, the column holds without the option; never both.
    let column = edit(both, "scenarios/crossing.json", r#""else": "never""#, r#""else": "column""#);
    clean(&column);
    let mut days = come(&column);
    days.sort();
    assert_eq!(days, ["3 b-vol", "4 b-vol"]);
    // Without a column, or without a condition, there is nothing that could hold otherwise.
    let none = edit(first_steps(), "scenarios/crossing.json", r#""else": "never""#, r#""else": "column""#);
    assert_eq!(codes(&none), ["M0211"]);
    // Two arrivals that can both hold bring a unit twice; with and without an option they do not.
    let line = r#"{ "unit": "b-vol", "turn": "4", "entry": ["D"], "if": { "option": ["volunteers"] }, "else": "never", "rule": "12.3" }"#;
    let again = |when: &str| {
        let more = format!(r#"{line}, {{ "unit": "b-vol", "turn": "5", "entry": ["D"]{when} }}"#);
        codes(&edit(first_steps(), "scenarios/crossing.json", line, &more))
    };
    assert_eq!(again(""), ["M0401"]);
    assert_eq!(again(r#", "if": { "option": ["volunteers"] }"#), ["M0401"]);
    assert_eq!(again(r#", "if": { "not": { "option": ["volunteers"] } }"#), [""; 0]);
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

/// What a scenario can say of setups and arrivals beyond a hex and a turn, as data and written again.
#[test]
fn setups_may_be_near_drawn_and_hidden_and_units_leave_again() {
    let setup = "{ \"unit\": \"a-1-iii\", \"at\": \"0407\", \"state\": \"reduced\" },";
    let more = "{ \"unit\": \"a-1-iii\", \"within\": { \"hexes\": 2, \"of\": \"Oxmill\" }, \"hidden\": true },
    { \"units\": [\"a-1-i\", \"a-1-ii\", \"a-eng\"], \"draw\": 2, \"at\": \"0503\" },";
    let arrival = "\"entry\": [\"C\", \"D\"], \"if\"";
    let other = "\"entry\": [\"C\"], \"instead\": [\"D\"], \"mode\": \"march\", \"if\"";
    let control = "\"control\": [";
    let leaves = "\"withdrawals\": [{ \"unit\": \"a-guns\", \"turn\": \"6\", \"if\": { \"turns\": { \"tags\": [\"night\"] } } }],\n  \"control\": [";
    let game = edit(first_steps(), "scenarios/crossing.json", setup, more);
    let game = edit(game, "scenarios/crossing.json", arrival, other);
    let game = edit(game, "scenarios/crossing.json", control, leaves);
    assert_eq!(said(&game), [""; 0]);
    let compiled = compile(&game).game;
    let crossing = compiled.scenarios.iter().find(|(_, s)| s.id == "crossing").unwrap();
    let unit = |id: &str| compiled.units.iter().find(|(_, u)| u.id == id).unwrap().0;
    let line = |id: &str| crossing.1.setup.iter().find(|line| line.unit == unit(id)).unwrap();
    assert!(line("a-1-iii").hidden && matches!(line("a-1-iii").at, Where::Within(_, 2)));
    let drawn: Vec<_> = ["a-1-i", "a-1-ii", "a-eng"].map(|id| line(id).drawn).into();
    assert!(drawn.iter().all(|d| d.is_some_and(|(_, count)| count == 2) && *d == drawn[0]), "{drawn:?}");
    // Nobody knows who is drawn, so nobody of them stands there for certain.
    let start = muster::rules::Position::start(&compiled, crossing.1);
    assert!(start.find(unit("a-1-i")).is_none() && start.find(unit("a-hq")).is_some());
    let tank = crossing.1.arrivals.iter().find(|line| line.units.contains(&unit("b-8-tank"))).unwrap();
    let mode = tank.mode.map(|mode| compiled.words.modes.word(mode));
    assert_eq!((mode, tank.entries.len(), tank.instead.len()), (Some("march"), 1, 1));
    assert_eq!(crossing.1.withdrawals.len(), 1);
    // The Dash varies it and keeps what it does not change; a bundle says the same.
    let dash = compiled.scenarios.values().find(|s| s.id == "dash").unwrap();
    assert_eq!(dash.withdrawals, crossing.1.withdrawals);
    let written = muster::bundle::resolved(&compiled, crossing.0);
    let setup = written.pointer("/scenario/setup").unwrap().as_array().unwrap();
    assert!(setup.iter().any(|line| line.get("draw").is_some_and(|n| n == 2) && line["units"].as_array().unwrap().len() == 3));
    assert!(setup.iter().any(|line| line.pointer("/within/hexes").is_some_and(|n| n == 2) && line["hidden"] == true));
    assert_eq!(written.pointer("/scenario/withdrawals/0/units/0").unwrap(), "a-guns");
}

#[test]
fn what_does_not_fit_a_setup_is_said() {
    let line = "{ \"unit\": \"a-1-iii\", \"at\": \"0407\", \"state\": \"reduced\" },";
    let fault = |text: &str| {
        let found = said(&edit(first_steps(), "scenarios/crossing.json", line, text));
        assert!(!found.is_empty());
        found[0].clone()
    };
    let two = fault("{ \"unit\": \"a-1-iii\", \"at\": \"0407\", \"within\": { \"hexes\": 1, \"of\": \"0407\" } },");
    assert!(two.contains("this line says where more than once"), "{two}");
    let many = fault("{ \"units\": [\"a-1-iii\"], \"draw\": 2, \"at\": \"0407\" },");
    assert!(many.contains("2 are drawn of 1 unit"), "{many}");
    let nowhere = fault("{ \"unit\": \"a-1-iii\", \"within\": { \"hexes\": 1, \"of\": \"9999\" } },");
    assert!(nowhere.contains("M0302") && nowhere.contains("9999"), "{nowhere}");
}

/// Scenarios and options change entries of any list by their ids, for the turns they name.
#[test]
fn any_entry_can_be_changed_by_its_id() {
    let changes =
        "{ \"entry\": \"stacking.limits/units\", \"set\": { \"max\": 3 }, \"turns\": { \"to\": \"2\" }, \"rule\": \"12.4\" }";
    let with = |change: &str| edit(first_steps(), "scenarios/crossing.json", changes, &format!("{changes},\n    {change}"));
    let game = with("{ \"entry\": \"movement.surcharges/mud\", \"set\": { \"cost\": 2 }, \"turns\": { \"from\": \"6\" } }");
    assert_eq!(said(&game), [""; 0]);
    let compiled = compile(&game).game;
    let cost = |scenario: &str, turn: &str| {
        let id = compiled.scenarios.iter().find(|(_, s)| s.id == scenario).unwrap().0;
        let engine = muster::rules::Engine::new(&compiled, Some(id));
        let mut moment = engine.start();
        moment.turn = compiled.turns.iter().find(|(_, t)| t.id == turn).map(|(id, _)| id);
        let mud = engine.live(&compiled.rules.movement.as_ref().unwrap().surcharges, &moment).next().unwrap().cost.unwrap();
        mud.to_string()
    };
    assert_eq!((cost("crossing", "5").as_str(), cost("crossing", "6").as_str()), ("1", "2"));
    let option = "{ \"id\": \"wet-fuses\", \"name\": \"Wet fuses\", \"default\": false, \"rule\": \"11.1\" }";
    let off = "{ \"id\": \"wet-fuses\", \"name\": \"Wet fuses\", \"default\": true, \"rule\": \"11.1\", \"changes\": [{ \"entry\": \"combat.shifts/dug-in\", \"off\": true }] }";
    let game = edit(first_steps(), "rules.json", option, off);
    assert_eq!(said(&game), [""; 0]);
    let compiled = compile(&game).game;
    let engine = muster::rules::Engine::new(&compiled, None);
    let shifts = engine.live(&compiled.rules.combat.as_ref().unwrap()[0].shifts, &engine.start());
    assert_eq!(shifts.map(|shift| shift.id.0.as_str()).collect::<Vec<_>>(), ["terrain", "slope"]);
    // What does not fit is said where it stands.
    for (change, words) in [
        ("{ \"entry\": \"zones.effects/stop\", \"off\": true }", "unknown entry `stop` of `zones.effects`"),
        (
            "{ \"entry\": \"stacking.limits/unit\", \"off\": true }",
            "unknown entry `unit` of `stacking.limits` | did you mean `stacking.limits/units`?",
        ),
        (
            "{ \"entry\": \"stacking.limits/guns\", \"set\": { \"mx\": 4 } }",
            "an entry of `stacking.limits` has no field `mx` | did you mean `max`?",
        ),
        (
            "{ \"entry\": \"stacking.limits/guns\", \"set\": { \"max\": \"four\" } }",
            "the change does not fit `stacking.limits/guns`",
        ),
        // The number behind an id is nobody's to write.
        (
            "{ \"entry\": \"movement.modes/march\", \"set\": { \"id\": [\"march\", 7] } }",
            "the change does not fit `movement.modes/march`: invalid type: sequence, expected a string",
        ),
        ("{ \"entry\": \"stacking.limits/guns\", \"set\": { \"of\": { \"type\": [\"gun\"] } } }", "unknown unit type `gun`"),
        (
            "{ \"entry\": \"stacking.limits/guns\", \"set\": { \"max\": 2 } }, { \"entry\": \"stacking.limits/guns\", \"off\": true }",
            "`stacking.limits/guns` is changed twice here",
        ),
        ("{ \"entry\": \"stacking.limits/guns\" }", "a change must `set` something or switch the entry `off`"),
    ] {
        let found = said(&with(change));
        assert!(found.len() == 1 && found[0].contains(words), "{change}: {found:#?}");
    }
}

#[test]
fn a_scenario_says_which_options_are_played_and_who_was_lost_before() {
    let with = |fields: &str| {
        let setup = "  \"setup\": [";
        compile(&edit(first_steps(), "scenarios/crossing.json", setup, &format!("  {fields},\n{setup}")))
    };
    let played = with("\"with\": [\"wet-fuses\"]");
    assert_eq!(crate::support::lines(&played), [""; 0]);
    let (crossing, _) = played.game.scenarios.iter().find(|(_, scenario)| scenario.id == "crossing").unwrap();
    let named = |id: Option<_>| played.game.options_of(id).into_iter().map(|id| played.game.rules.options[id].id.clone());
    assert!(named(Some(crossing)).any(|id| id == "wet-fuses") && !named(None).any(|id| id == "wet-fuses"));
    for (fields, said) in [
        ("\"with\": [\"wet-fuses\"], \"without\": [\"wet-fuses\"]", "is played and is not played"),
        ("\"lost\": [\"a-1-i\"]", "was lost before the scenario begins, and is in it"),
    ] {
        let found = crate::support::lines(&with(fields));
        assert!(found.iter().any(|line| line.contains("M0211") && line.contains(said)), "{fields}: {found:#?}");
    }
}
