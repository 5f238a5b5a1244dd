//! Small games, each with a rule that larger ones do not have, played over the protocol with typed dice.

use muster::diag::Severity;
use muster::play::{BEHAVIOUR, Log};
use muster::source::Memory;
use muster::wire::{Session, Table};
use serde_json::{Value, json};

use crate::play::compiled;
use crate::support::{edit, game, lines};

/// Two sides of two units each on open ground; each moves and fights, then a turn is over.
fn small() -> Memory {
    game(&[
        (
            "module.json",
            r#"{ "format": 2, "name": "Small", "sides": [{ "id": "red" }, { "id": "blue" }],
  "classes": [{ "id": "foot" }], "types": [{ "id": "infantry", "class": "foot" }],
  "ratings": [{ "id": "strength" }, { "id": "move" }] }"#,
        ),
        (
            "units.csv",
            "id,side,type,strength,move,back.state,back.strength,steps,setup\n\
             r-1,red,infantry,4,4,reduced,2,2,0202\nr-2,red,infantry,3,4,reduced,1,2,0203\n\
             b-1,blue,infantry,2,4,reduced,1,2,0403\nb-2,blue,infantry,2,4,reduced,1,2,0602\n",
        ),
        ("terrain.csv", "id,name,on,layer,foot\nclear,Clear,hex,,1\ntown,Town,feature,replaces,1\n"),
        (
            "map.json",
            r#"{ "grid": { "columns": 8, "rows": 5, "touching": ["0201", "0102"] }, "terrain": { "default": "clear" },
  "values": [{ "id": "worth" }],
  "places": [{ "name": "Aston", "class": "town", "hexes": "0302", "values": { "worth": 3 } },
             { "name": "Bexley", "class": "town", "hexes": "0602", "values": { "worth": 2 } }] }"#,
        ),
        (
            "turns.json",
            r#"{ "turns": [{ "id": "1" }, { "id": "2" }, { "id": "3" }],
  "phases": [
    { "each": ["red", "blue"], "phases": [{ "id": "move", "does": ["move"] }, { "id": "fight", "does": ["fight"] }] },
    { "id": "end", "does": ["act"] }
  ] }"#,
        ),
        (
            "tables.json",
            r#"[{ "id": "crt", "dice": "d6", "columns": "odds", "rows": [{ "roll": "1-6", "cells": { "1:2": "N", "1:1": "N", "2:1": "R" } }],
  "results": [
    { "code": "N", "text": "Nothing" },
    { "code": "R", "effects": [{ "kind": "retreat", "who": "defender", "hexes": 1 }] }] }]"#,
        ),
        (
            "rules.json",
            r#"{ "stacking": {}, "zones": {}, "supply": {}, "entry": {},
  "movement": { "allowance": "move" },
  "combat": [{ "id": "attack", "table": "crt", "attack": "strength", "defense": "strength" }],
  "actions": [{ "id": "dig", "phase": ["end"], "do": [{ "kind": "flag", "id": "dug" }] }] }"#,
        ),
        (
            "scenarios/all.json",
            r#"{ "id": "all", "name": "All", "from": "units", "control": [{ "side": "red", "places": ["Aston"] }, { "side": "blue", "places": ["Bexley"] }],
  "victory": { "levels": [{ "name": "Nobody" }] } }"#,
        ),
    ])
}

fn answer(session: &mut Session<'_>, sent: &Value) -> Value {
    serde_json::from_str(&session.line(&sent.to_string())).unwrap()
}

/// What decisions lead to, one after the other; each must be allowed.
fn plays(session: &mut Session<'_>, decisions: &[Value]) -> Value {
    let mut last = Value::Null;
    for decision in decisions {
        let told = answer(session, &json!({ "do": [decision] }));
        assert!(told.get("ok").is_some(), "{decision}: {told}");
        last = told["ok"].clone();
    }
    last
}

fn view(session: &mut Session<'_>) -> Value {
    answer(session, &json!({ "tell": "view" }))["ok"].clone()
}

fn begins(session: &mut Session<'_>) -> Value {
    answer(session, &json!({ "open": { "hand": "strict", "dice": "typed" } }))["ok"].clone()
}

/// Who stands in a hex.
fn stand(session: &mut Session<'_>, hex: &str) -> Vec<String> {
    let view = view(session);
    let pieces = view["pieces"].as_array().unwrap().iter();
    let mut stand: Vec<String> =
        pieces.filter(|piece| piece["at"] == hex).map(|piece| piece["piece"].as_str().unwrap().to_owned()).collect();
    stand.sort();
    stand
}

#[test]
fn a_reminder_is_told_in_the_phase_that_it_is_for() {
    let reminders = r#"{ "reminders": [
        { "rule": "4.1", "text": "Whoever moves tells the other.", "if": { "phase": ["move"], "side": ["blue"] } },
        { "text": "Nothing is dug on the third turn.", "if": { "phase": ["end"], "turns": { "on": ["3"] } } },
        { "text": "Be kind." }
      ], "stacking"#;
    let memory = edit(small(), "rules.json", "{ \"stacking", reminders);
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let plain = begins(&mut session);
    let mut told = vec![plain["remember"].clone()];
    let mut seen = Vec::new();
    for _ in 0..15 {
        let now = answer(&mut session, &json!({ "tell": "options", "words": true }))["ok"].clone();
        if now.get("over").is_some() {
            break;
        }
        seen.push(format!("{} {} {}", now["turn"], now["phase"], now["ask"]["by"]).replace('"', ""));
        told.push(now["remember"].clone());
        plays(&mut session, &[json!("pass")]);
    }
    let at = |text: &str| -> Vec<&String> {
        let all = told[1..].iter().zip(&seen);
        all.filter(|(told, _)| told.as_array().is_some_and(|all| all.iter().any(|it| it["text"] == text)))
            .map(|it| it.1)
            .collect()
    };
    assert_eq!(at("Whoever moves tells the other."), ["1 move blue", "2 move blue", "3 move blue"]);
    let late = at("Nothing is dug on the third turn.");
    assert!(!late.is_empty() && late.iter().all(|at| at.starts_with("3 end")), "{late:?} of {seen:?}");
    assert!(told.iter().any(|told| told[0]["rule"] == "4.1"), "with its printed rule");
    assert!(at("Be kind.").is_empty(), "it is only listed");
    assert_eq!(told[0], Value::Null, "programs that did not ask for words hear nothing of it");
}

#[test]
fn dice_say_how_far_a_retreat_goes() {
    let memory = edit(small(), "tables.json", "\"hexes\": 1", "\"hexes\": { \"dice\": \"d6\" }");
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    let asked = plays(
        &mut session,
        &[
            json!({"piece": "r-2"}),
            json!({"hex": "0303"}),
            json!("done"),
            json!("pass"),
            json!({"hex": "0403"}),
            json!({"piece": "r-2"}),
        ],
    );
    assert_eq!(asked["ask"]["what"], "gather");
    // Three against two is 1:1: nothing. With the other one it is 2:1 and more.
    plays(&mut session, &[json!("pass"), json!({"hex": "0403"})]);
    let asked = plays(&mut session, &[json!({"piece": "r-2"}), json!("done"), json!({"roll": [1]})]);
    assert_ne!(asked["ask"]["by"], "dice", "{asked}");
    let memory = edit(memory, "tables.json", "\"1:1\": \"N\"", "\"1:1\": \"R\"");
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    let moves = [json!({"piece": "r-2"}), json!({"hex": "0303"}), json!("done"), json!("pass")];
    plays(&mut session, &moves);
    let asked = plays(&mut session, &[json!({"hex": "0403"}), json!({"piece": "r-2"}), json!("done"), json!({"roll": [1]})]);
    assert_eq!(asked["ask"]["by"], "dice", "how far is for the dice: {asked}");
    let asked = plays(&mut session, &[json!({"roll": [3]})]);
    assert_eq!(asked["ask"]["what"], "retreat", "{asked}");
    let mut steps = 0;
    let mut asked = asked;
    while asked["ask"]["what"] == "retreat" {
        let first = asked["ask"]["options"][0].clone();
        asked = plays(&mut session, &[first]);
        steps += 1;
    }
    assert!((1..=3).contains(&steps), "{steps}");
    let far =
        view(&mut session)["pieces"].as_array().unwrap().iter().find(|piece| piece["piece"] == "b-1").unwrap()["at"].clone();
    assert_ne!(far, "0403");
    // The log says what fell, and leads to the same.
    let log = answer(&mut session, &json!({ "tell": "log" }))["ok"].clone();
    let text: String = log.as_array().unwrap().iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect();
    let engine = table.engine(table.scenario(None).unwrap()).unwrap();
    let (again, stopped) = Log::read(&text).unwrap().replay(engine, None).unwrap();
    assert_eq!(stopped, None);
    assert_eq!(answer(&mut session, &json!({ "tell": "digest" }))["ok"], again.digest().word());
}

#[test]
fn dice_say_what_a_counter_gains_and_how_full_a_pool_is() {
    let memory = edit(
        small(),
        "rules.json",
        "\"actions\": [",
        "\"pools\": [{ \"id\": \"points\", \"side\": \"red\", \"counter\": \"points\", \"count\": { \"dice\": \"2d6\", \"times\": \"1/2\", \"round\": \"up\" }, \"each\": \"turn\" }],
  \"actions\": [{ \"id\": \"tax\", \"phase\": [\"end\"], \"costs\": [{ \"counter\": \"points\", \"points\": 1 }], \"do\": [{ \"kind\": \"counter\", \"id\": \"gold\", \"add\": { \"dice\": \"d6\", \"add\": 1 } }] },",
    );
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let opened = begins(&mut session);
    assert_eq!(opened["ask"]["by"], "dice", "{opened}");
    assert!(opened["ask"]["prompt"].as_str().unwrap().contains("points"), "{opened}");
    let asked = plays(&mut session, &[json!({"roll": [4, 5]})]);
    assert_eq!(asked["ask"]["by"], "red", "{asked}");
    assert_eq!(view(&mut session)["counters"], json!({ "points": 5 }));
    let asked = plays(&mut session, &[json!("pass"), json!("pass"), json!({"action": "tax"})]);
    assert_eq!(asked["ask"]["by"], "dice", "{asked}");
    plays(&mut session, &[json!({"roll": [6]})]);
    assert_eq!(view(&mut session)["counters"], json!({ "points": 4, "gold": 7 }));
    // The next turn begins with dice again.
    let mut asked = plays(&mut session, &[json!("pass")]);
    for _ in 0..3 {
        if asked["ask"]["by"] != "dice" {
            asked = plays(&mut session, &[json!("pass")]);
        }
    }
    assert_eq!((asked["ask"]["by"].clone(), asked["turn"].clone()), (json!("dice"), json!("2")), "{asked}");
}

#[test]
fn dice_that_nobody_throws_are_named() {
    let told = |memory: &Memory| {
        let compiled = muster::compile::compile(memory);
        assert!(compiled.diags.iter().all(|diag| diag.severity != Severity::Error), "{:?}", lines(&compiled));
        compiled.stated.iter().map(|it| it.what.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told(&small()), [""; 0]);
    let attack = "\"defense\": \"strength\"";
    let shift = |shift: &str| format!("{attack}, \"shifts\": [{{ \"id\": \"luck\", {shift} }}]");
    for (change, what) in [
        (shift("\"add\": { \"dice\": \"d6\" }"), "dice as an amount (1 entry)"),
        (shift("\"add\": 1, \"if\": { \"roll\": { \"dice\": \"d6\", \"at-least\": 4 } }"), "a roll in a condition (1 entry)"),
        (shift("\"add\": 1, \"if\": { \"declared\": [\"surprise\"] }"), "what players declare (1 entry)"),
    ] {
        assert_eq!(told(&edit(small(), "rules.json", attack, &change)), [what]);
    }
    let thrown = edit(small(), "tables.json", "\"hexes\": 1", "\"hexes\": { \"dice\": \"d6\" }");
    assert_eq!(told(&thrown), [""; 0]);
    let asked =
        edit(small(), "tables.json", "\"hexes\": 1", "\"hexes\": 1, \"if\": { \"roll\": { \"dice\": \"d6\", \"at-least\": 4 } }");
    assert_eq!(told(&asked), ["a roll in a condition (1 entry)"]);
}

#[test]
fn each_side_fills_its_hand_in_a_phase_of_both() {
    let memory = edit(
        small(),
        "rules.json",
        "\"actions\": [",
        "\"decks\": [{ \"id\": \"fate\", \"hand\": 2, \"phase\": [\"deal\"] }],\n  \"actions\": [",
    );
    let memory =
        edit(memory, "turns.json", "\"phases\": [\n", "\"phases\": [\n    { \"id\": \"deal\", \"does\": [\"cards\"] },\n");
    let cards = r#"[{ "id": "luck", "name": "Luck", "deck": "fate", "count": 6, "phase": ["end"], "effects": [{ "kind": "flag", "id": "lucky" }] }]"#;
    let mut memory = edit(memory, "turns.json", "\"does\": [\"act\"]", "\"does\": [\"act\", \"cards\"]");
    memory.files.insert("cards.json".to_owned(), cards.as_bytes().to_vec());
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    answer(&mut session, &json!({ "open": { "hand": "strict" } }));
    assert_eq!(view(&mut session)["hands"], json!({ "red": ["luck", "luck"], "blue": ["luck", "luck"] }));
}

#[test]
fn a_card_is_offered_in_the_phase_that_it_names() {
    let memory = edit(
        small(),
        "rules.json",
        "\"actions\": [",
        "\"decks\": [{ \"id\": \"fate\", \"hand\": 2, \"phase\": [\"deal\"] }],\n  \"actions\": [",
    );
    // The phase does nothing else with cards.
    let mut memory =
        edit(memory, "turns.json", "\"phases\": [\n", "\"phases\": [\n    { \"id\": \"deal\", \"does\": [\"cards\"] },\n");
    let cards = r#"[{ "id": "luck", "name": "Luck", "deck": "fate", "count": 6, "phase": ["move"], "effects": [{ "kind": "flag", "id": "lucky" }] }]"#;
    memory.files.insert("cards.json".to_owned(), cards.as_bytes().to_vec());
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let asked = answer(&mut session, &json!({ "open": { "hand": "strict" } }))["ok"].clone();
    assert_eq!((&asked["phase"], &asked["side"]), (&json!("move"), &json!("red")), "{asked}");
    assert!(asked["ask"]["options"].as_array().unwrap().contains(&json!({ "card": "luck" })), "{asked}");
    let asked = plays(&mut session, &[json!({"card": "luck"}), json!("pass")]);
    assert_eq!((&asked["phase"], &asked["side"]), (&json!("move"), &json!("blue")), "{asked}");
}

#[test]
fn where_the_sides_share_a_hex_they_fight_in_it() {
    let memory = edit(small(), "rules.json", "\"stacking\": {}", "\"stacking\": { \"with-enemy\": true }");
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    let way = ["0303", "0403"].map(|hex| json!({ "hex": hex }));
    plays(&mut session, &[json!({"piece": "r-1"}), way[0].clone(), way[1].clone(), json!("done"), json!("pass")]);
    assert_eq!(stand(&mut session, "0403"), ["b-1", "r-1"]);
    let targets = answer(&mut session, &json!({ "tell": "targets" }));
    assert_eq!(targets["ok"], json!({ "0403": ["r-1"] }));
    let asked = plays(&mut session, &[json!({"hex": "0403"}), json!({"piece": "r-1"}), json!("done"), json!({"roll": [2]})]);
    assert_ne!(asked["ask"]["by"], "dice", "{asked}");
}

#[test]
fn points_count_what_each_place_and_each_unit_is_worth() {
    let points = r#""points": [
      { "id": "land", "side": "red", "add": { "value": "worth" }, "places": ["Aston", "Bexley"] },
      { "id": "men", "side": "blue", "add": { "highest": "strength", "in": "unit" }, "each": { "of": { "side": ["blue"] } } },
      { "id": "towns", "side": "blue", "add": { "value": "worth" }, "each": { "of": { "side": ["blue"], "at": { "terrain": ["town"] } } } }
    ], "levels""#;
    let memory = edit(small(), "scenarios/all.json", "\"levels\"", points);
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    assert_eq!(view(&mut session)["points"], json!({ "red": "3", "blue": "6" }));
}

#[test]
fn points_count_what_the_exit_is_worth_that_somebody_took() {
    let exits = r#""exits": [
      { "id": "W", "side": "red", "hexes": "0102", "edge": "west", "values": { "worth": 4 } },
      { "id": "N", "side": "red", "hexes": "0301", "edge": "north", "values": { "worth": 1 } }],
  "places": ["#;
    let points =
        r#""points": [{ "id": "gone", "side": "red", "add": { "value": "worth" }, "exited": { "side": ["red"] } }], "levels""#;
    let memory = edit(edit(small(), "map.json", "\"places\": [", exits), "scenarios/all.json", "\"levels\"", points);
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    plays(&mut session, &[json!({"piece": "r-1"}), json!({"hex": "0102"}), json!({"exit": "W"})]);
    assert_eq!(view(&mut session)["points"]["red"], "4");
    plays(
        &mut session,
        &[json!({"piece": "r-2"}), json!({"hex": "0202"}), json!({"hex": "0302"}), json!({"hex": "0301"}), json!({"exit": "N"})],
    );
    assert_eq!(view(&mut session)["points"]["red"], "5");
}

#[test]
fn who_is_put_back_by_hand_is_not_lost_any_more() {
    let model = compiled(&small());
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    answer(&mut session, &json!({ "open": {} }));
    plays(&mut session, &[json!({"hand": {"lose": "b-1"}})]);
    assert_eq!(view(&mut session)["lost"], json!(["b-1"]));
    plays(&mut session, &[json!({"hand": {"put": ["b-1", "0404"]}})]);
    assert_eq!(view(&mut session)["lost"], json!([]));
    plays(&mut session, &[json!({"hand": {"lose": "b-1"}})]);
    assert_eq!(view(&mut session)["lost"], json!(["b-1"]));
    answer(&mut session, &json!({ "takeback": 2 }));
    assert_eq!(view(&mut session)["lost"], json!(["b-1"]));
}

#[test]
fn a_log_of_other_rules_is_refused() {
    let model = compiled(&small());
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    plays(&mut session, &[json!("pass")]);
    let log = answer(&mut session, &json!({ "tell": "log" }))["ok"].clone();
    let text: String = log.as_array().unwrap().iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect();
    let own = format!("\"rules\":{BEHAVIOUR}");
    let before = answer(&mut session, &json!({ "tell": "digest" }));
    for (other, why) in [
        ("\"rules\":99", "another version"),
        ("\"rules\":\"new\"", "no `rules`"),
        (&*format!("{own},\"dice\":\"loaded\""), "`dice`"),
    ] {
        let text = match other.contains("dice") {
            true => text.replace(",\"dice\":\"typed\"", "").replace("\"dice\":\"typed\",", "").replace(&own, other),
            false => text.replace(&own, other),
        };
        let told = answer(&mut session, &json!({ "load": text }));
        assert!(told["no"]["why"].as_str().is_some_and(|told| told.contains(why)), "{other}: {told}");
        assert_eq!(answer(&mut session, &json!({ "tell": "digest" })), before);
    }
    assert!(answer(&mut session, &json!({ "load": text })).get("ok").is_some());
}

#[test]
fn who_is_withdrawn_takes_its_markers_along_and_does_not_come_later() {
    let memory = edit(
        small(),
        "scenarios/all.json",
        "\"victory\"",
        "\"withdrawals\": [{ \"unit\": \"b-1\", \"turn\": \"1\" }],\n  \"victory\"",
    );
    let mut memory = edit(
        memory,
        "rules.json",
        "\"do\": [{ \"kind\": \"flag\", \"id\": \"dug\" }]",
        "\"do\": [{ \"kind\": \"place\", \"marker\": \"mud\", \"who\": \"both\", \"of\": { \"side\": [\"blue\"] } }]",
    );
    memory.files.insert("markers.json".to_owned(), br#"[{ "id": "mud", "name": "Mud", "on": "unit" }]"#.to_vec());
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    plays(&mut session, &[json!("pass"), json!("pass"), json!({"action": "dig"})]);
    let mut asked = Value::Null;
    for _ in 0..2 {
        if asked["turn"] != "2" {
            asked = plays(&mut session, &[json!("pass")]);
        }
    }
    assert_eq!(asked["turn"], "2", "{asked}");
    assert_eq!(stand(&mut session, "0403"), [""; 0]);
    answer(&mut session, &json!({ "takeback": 2 }));
    assert_eq!(stand(&mut session, "0403"), ["b-1"]);
}

#[test]
fn a_game_that_says_nothing_ends_strictly_at_once() {
    let memory = game(&[
        ("module.json", r#"{ "format": 2, "name": "Bare", "sides": [{ "id": "a" }, { "id": "b" }] }"#),
        ("units.csv", "id,side\na-1,a\nb-1,b\n"),
        ("map.json", r#"{ "grid": { "columns": 3, "rows": 3 } }"#),
        ("scenarios/s.json", r#"{ "id": "s", "setup": [{ "unit": "a-1", "at": "0101" }, { "unit": "b-1", "at": "0303" }] }"#),
    ]);
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let opened = begins(&mut session);
    assert_eq!(opened["over"]["how"], "nobody can do anything: the game does not say what is done", "{opened}");
    let opened = answer(&mut session, &json!({ "open": {} }));
    assert_eq!(opened["ok"]["ask"]["by"], "a", "{opened}");
}

#[test]
fn columns_go_below_zero() {
    use muster::model::column_span;
    assert_eq!(column_span("-9--1"), Some((-9, -1)));
    assert_eq!(column_span("-2-1"), Some((-2, 1)));
    assert_eq!(column_span("2-3"), Some((2, 3)));
    assert_eq!(column_span("-2\u{2013}-1"), Some((-2, -1)));
    assert_eq!(column_span("-1"), Some((-1, -1)));
}

#[test]
fn units_that_an_effect_brings_are_not_nowhere() {
    let nowhere = |memory: &Memory| {
        let compiled = muster::compile::compile(memory);
        compiled.diags.iter().filter(|diag| diag.rule.code == "M0407").count()
    };
    let memory = edit(small(), "units.csv", ",0602\n", ",0602\nb-3,blue,infantry,2,4,reduced,1,2,\n");
    assert_eq!(nowhere(&memory), 1);
    let from = |from: &str| {
        let action = format!(
            "{{ \"id\": \"levy\", \"phase\": [\"end\"], \"do\": [{{ \"kind\": \"return\", \"of\": {{ \"side\": [\"own\"] }}, \"from\": [\"{from}\"], \"at\": {{ \"place\": [\"Bexley\"] }} }}] }},"
        );
        edit(memory.clone(), "rules.json", "\"actions\": [", &format!("\"actions\": [{action}"))
    };
    assert_eq!(nowhere(&from("lost")), 1);
    assert_eq!(nowhere(&from("unused")), 0);
}

/// What each change of the small game is told, of one code.
fn told(code: &str, changes: &[(&str, &str, &str, &str)]) {
    for (file, from, to, message) in changes {
        let compiled = muster::compile::compile(&edit(small(), file, from, to));
        let found: Vec<&str> =
            compiled.diags.iter().filter(|diag| diag.rule.code == code).map(|diag| diag.message.as_str()).collect();
        let expected: &[&str] = if message.is_empty() { &[] } else { &[message] };
        assert_eq!(found, expected, "{to}: {:?}", lines(&compiled));
    }
}

#[test]
fn fields_that_count_for_nothing_are_told() {
    let (dig, attack, retreat) = ("\"id\": \"dig\", ", "\"defense\": \"strength\"", "\"hexes\": 1");
    let trigger = |trigger: &str| {
        format!(
            "\"triggers\": [{{ \"id\": \"t\", {trigger}, \"do\": [{{ \"kind\": \"flag\", \"id\": \"dug\" }}] }}],\n  \"actions\": ["
        )
    };
    let pool = "\"pools\": [{ \"id\": \"p\", \"count\": 2 }],\n  \"actions\": [";
    let deck = "\"decks\": [{ \"id\": \"cup\", \"phase\": [\"end\"] }],\n  \"actions\": [";
    told(
        "M0527",
        &[
            ("rules.json", dig, dig, ""),
            (
                "rules.json",
                dig,
                "\"id\": \"dig\", \"else\": [], ",
                "`else` of `actions/dig` counts for nothing: no roll of it can fail",
            ),
            (
                "rules.json",
                dig,
                "\"id\": \"dig\", \"roll\": { \"dice\": \"d6\" }, ",
                "`roll` of `actions/dig` counts for nothing: it succeeds whatever falls",
            ),
            ("rules.json", dig, "\"id\": \"dig\", \"roll\": { \"dice\": \"d6\", \"at-least\": 4 }, \"else\": [], ", ""),
            (
                "rules.json",
                dig,
                "\"id\": \"dig\", \"times\": 0, ",
                "`times` of `actions/dig` counts for nothing: so often is never",
            ),
            (
                "rules.json",
                "\"actions\": [",
                &trigger("\"on\": \"turn-start\", \"phase\": [\"end\"]"),
                "`phase` of `triggers/t` counts for nothing: a turn begins and ends in no phase: it never goes off",
            ),
            ("rules.json", "\"actions\": [", &trigger("\"on\": \"phase-start\", \"phase\": [\"end\"]"), ""),
            (
                "rules.json",
                "\"actions\": [",
                &trigger("\"on\": \"takes\", \"times\": 0"),
                "`times` of `triggers/t` counts for nothing: so often is never",
            ),
            ("rules.json", "\"actions\": [", pool, "`pools/p` counts for nothing: it fills nothing"),
            (
                "rules.json",
                attack,
                "\"defense\": \"strength\", \"shifts\": [{ \"id\": \"led\", \"add\": { \"count\": \"units\", \"in\": \"stack\" } }]",
                "`shifts` of `combat/attack` counts for nothing: it speaks of a unit or its stack, and of a combat as a whole there is none",
            ),
            (
                "rules.json",
                attack,
                "\"defense\": \"strength\", \"shifts\": [{ \"id\": \"led\", \"add\": 1, \"if\": { \"units\": [{ \"in\": \"attackers\", \"of\": { \"with\": [{ \"in\": \"stack\", \"of\": { \"side\": [\"own\"] } }] } }] } }]",
                "",
            ),
            (
                "rules.json",
                attack,
                "\"defense\": \"strength\", \"points\": 3",
                "`points` of `combat/attack` counts for nothing: only a barrage finds its column by points",
            ),
            (
                "rules.json",
                attack,
                "\"defense\": \"strength\", \"limits\": [{ \"id\": \"l\", \"count\": \"units\", \"max\": 2, \"per\": \"hex\" }]",
                "`limits` of `combat/attack` counts for nothing: attacks are counted by combat, phase, turn, side, unit or game only",
            ),
            (
                "rules.json",
                attack,
                "\"defense\": \"strength\", \"limits\": [{ \"id\": \"l\", \"count\": \"units\", \"max\": 2 }]",
                "",
            ),
            (
                "rules.json",
                "\"zones\": {}",
                "\"zones\": { \"exert\": [{ \"id\": \"all\" }], \"effects\": [{ \"id\": \"in\", \"kind\": \"enter\" }] }",
                "`kind` of `zones.effects/in` counts for nothing: it costs nothing",
            ),
            (
                "rules.json",
                "\"allowance\": \"move\"",
                "\"allowance\": \"move\", \"modes\": [{ \"id\": \"ov\", \"assault\": true, \"into-enemy\": true }]",
                "`assault` of `movement.modes/ov` counts for nothing: no combat is fought out of a move",
            ),
            ("tables.json", retreat, "\"hexes\": 0", "nobody retreats"),
            (
                "tables.json",
                retreat,
                "\"hexes\": { \"highest\": \"move\", \"lowest\": \"move\", \"in\": \"defenders\" }",
                "an amount of result `R` measures `highest` and `lowest`, and only one of them counts",
            ),
            (
                "rules.json",
                attack,
                "\"defense\": \"strength\", \"range\": { \"highest\": \"move\", \"lowest\": \"move\", \"in\": \"unit\" }",
                "an amount of `combat/attack` measures `highest` and `lowest`, and only one of them counts",
            ),
            ("rules.json", "\"actions\": [", deck, ""),
        ],
    );
}

#[test]
fn phases_in_which_no_card_comes_and_nobody_arrives_are_told() {
    let deck = "\"decks\": [{ \"id\": \"cup\", \"phase\": [\"end\"] }],\n  \"actions\": [";
    let with = |memory: Memory| edit(memory, "rules.json", "\"actions\": [", deck);
    let idle = |memory: &Memory| {
        let compiled = muster::compile::compile(memory);
        let found = compiled.diags.iter().filter(|diag| diag.rule.code == "M0512").map(|diag| diag.message.clone());
        found.collect::<Vec<_>>()
    };
    let last = "{ \"id\": \"end\", \"does\": [\"act\"] }";
    let cards = |phase: &str| with(edit(small(), "turns.json", last, phase));
    assert_eq!(idle(&cards("{ \"id\": \"end\", \"does\": [\"act\", \"cards\"] }")), [""; 0]);
    let draws = cards("{ \"id\": \"end\", \"does\": [\"act\"] }, { \"id\": \"late\", \"does\": [\"cards\"] }");
    assert_eq!(idle(&draws), ["phase `late` does `cards`, and no card is drawn or played in it"]);
    let comes = |side: &str| {
        let phase = format!("{last}, {{ \"id\": \"late\", \"side\": \"{side}\", \"does\": [\"arrive\"] }}");
        let memory = edit(small(), "turns.json", last, &phase);
        let arrival = "\"arrivals\": [{ \"unit\": \"b-3\", \"turn\": \"2\", \"entry\": [\"E\"] }],\n  \"victory\"";
        let memory = edit(memory, "scenarios/all.json", "\"victory\"", arrival);
        let memory = edit(memory, "units.csv", ",0602\n", ",0602\nb-3,blue,infantry,2,4,reduced,1,2,\n");
        edit(
            memory,
            "map.json",
            "\"places\": [",
            "\"entries\": [{ \"id\": \"E\", \"hexes\": \"0801\", \"edge\": \"east\" }],\n  \"places\": [",
        )
    };
    assert_eq!(idle(&comes("blue")), [""; 0]);
    assert_eq!(idle(&comes("red")), ["phase `late` does `arrive`, and nobody of its side arrives in any scenario"]);
}

#[test]
fn phases_in_which_a_ban_holds_everybody_are_told() {
    let ban = |ban: &str| format!("\"bans\": [{{ \"id\": \"frozen\", \"of\": [\"move\"]{ban} }}],\n  \"actions\": [");
    let held = "phase `move` does `move`, and ban `frozen` holds everybody";
    let (always, here, red) = (ban(""), ban(r#", "if": { "phase": ["move"] }"#), ban(r#", "who": { "side": ["red"] }"#));
    let (late, foot) = (ban(r#", "if": { "turns": { "from": "3" } }"#), ban(r#", "who": { "class": ["foot"] }"#));
    let from = "\"actions\": [";
    told(
        "M0512",
        &[
            ("rules.json", from, &always, held),
            ("rules.json", from, &here, held),
            ("rules.json", from, &foot, held),
            ("rules.json", from, &red, ""),
            ("rules.json", from, &late, ""),
        ],
    );
}

#[test]
fn pairs_that_no_phase_brings_about_are_told() {
    let ban = |when: &str| format!("\"bans\": [{{ \"id\": \"b\", \"of\": [\"advance\"], \"if\": {when} }}],\n  \"actions\": [");
    let never = "this condition holds in no phase of any turn that is played";
    let (two, one) =
        (ban(r#"{ "phase": ["move"], "all": [{ "phase": ["fight"] }] }"#), ban(r#"{ "phase": ["move"], "side": ["red"] }"#));
    let either = ban(r#"{ "any": [{ "phase": ["move"] }, { "phase": ["fight"] }] }"#);
    let from = "\"actions\": [";
    told("M0504", &[("rules.json", from, &two, never), ("rules.json", from, &one, ""), ("rules.json", from, &either, "")]);
    // A phase of one side is never the turn of the other.
    let late = "{ \"id\": \"end\", \"does\": [\"act\"] }, { \"id\": \"late\", \"side\": \"blue\", \"does\": [\"move\"] }";
    for (side, expected) in [("red", &[never][..]), ("blue", &[])] {
        let memory = edit(small(), "turns.json", "{ \"id\": \"end\", \"does\": [\"act\"] }", late);
        let when = format!(r#"{{ "phase": ["late"], "side": ["{side}"] }}"#);
        let compiled = muster::compile::compile(&edit(memory, "rules.json", from, &ban(&when)));
        let found = compiled.diags.iter().filter(|diag| diag.rule.code == "M0504").map(|diag| diag.message.as_str());
        assert_eq!(found.collect::<Vec<_>>(), expected, "{side}: {:?}", lines(&compiled));
    }
}

#[test]
fn phases_of_supply_that_befalls_nobody_are_told() {
    let memory = edit(small(), "turns.json", "\"does\": [\"act\"]", "\"does\": [\"act\", \"supply\"]");
    let supply =
        |more: &str| format!("\"supply\": {{ \"traces\": [{{ \"id\": \"line\", \"segments\": [{{ \"hexes\": 4 }}]{more} }}] }}");
    let ban = r#", "bans": [{ "id": "cut", "of": ["attack"], "who": { "not": { "supplied": ["line"] } } }]"#;
    let never =
        "phase `end` does `supply`, and whoever has no supply trace gets neither state nor marker, and nothing asks for one";
    for (more, besides, expected) in [("", "", &[never][..]), (r#", "state": "reduced""#, "", &[]), ("", ban, &[])] {
        let compiled = muster::compile::compile(&edit(memory.clone(), "rules.json", "\"supply\": {}", &(supply(more) + besides)));
        let found = compiled.diags.iter().filter(|diag| diag.rule.code == "M0512").map(|diag| diag.message.as_str());
        assert_eq!(found.collect::<Vec<_>>(), expected, "{more}{besides}: {:?}", lines(&compiled));
    }
}

/// What `rules --play` says.
fn phase_by_phase(memory: &Memory) -> String {
    let dir = tempfile::tempdir().unwrap();
    let folder = crate::support::on_disk(memory, dir.path());
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_muster")).arg("rules").arg(folder).arg("--play").output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

/// What a scenario switches off is not carried out in it; what it does at times is told.
#[test]
fn what_a_scenario_switches_off_is_not_told_phase_by_phase() {
    assert!(phase_by_phase(&small()).contains("  actions: dig\n"));
    for (off, told) in [("\"off\": true", false), ("\"off\": true, \"turns\": { \"from\": \"2\" }", true)] {
        let change = format!("\"changes\": [{{ \"entry\": \"actions/dig\", {off} }}],\n  \"victory\"");
        let text = phase_by_phase(&edit(small(), "scenarios/all.json", "\"victory\"", &change));
        assert!(text.contains("units move") && text.contains("dig") == told, "{text}");
    }
}

/// Of a table that says of no result what it does, everything is left to the players: `rules --play` names it.
#[test]
fn a_table_that_says_nothing_is_left_to_the_players() {
    assert!(!phase_by_phase(&small()).contains("nothing says what follows"));
    let effects = r#""effects": [{ "kind": "retreat", "who": "defender", "hexes": 1 }]"#;
    let text = phase_by_phase(&edit(small(), "tables.json", effects, r#""text": "Defender retreats""#));
    assert!(text.contains("Left to the players\n  table crt: nothing says what follows from N, R\n"), "{text}");
}

/// Combats that chits decide are counted like those of dice.
#[test]
fn combats_by_chits_are_counted() {
    let mut memory = edit(
        small(),
        "rules.json",
        r#""combat": [{ "id": "attack", "table": "crt", "attack": "strength", "defense": "strength" }]"#,
        r#""combat": [{ "id": "attack", "kind": "chits", "table": "crt", "attack": "strength", "defense": "strength", "draws": { "deck": "cup", "count": 1 },
    "values": [{ "id": "stronger", "rating": ["strength"], "as": ["attackers"], "add": 1 },
               { "id": "together", "rating": ["strength"], "as": ["attackers"], "add": 1, "level": "side" }] }],
  "triggers": [{ "id": "tires", "on": "attacks", "do": [{ "kind": "flag", "id": "tired" }] }],
  "bans": [{ "id": "no-more", "of": ["attack"], "if": { "flag": ["tired"] } }],
  "decks": [{ "id": "cup" }]"#,
    );
    memory.files.insert("cards.json".to_owned(), br#"[{ "id": "hit", "deck": "cup", "faces": [{ "defender": 1 }] }]"#.to_vec());
    let dir = tempfile::tempdir().unwrap();
    let (folder, to) = (crate::support::on_disk(&memory, &dir.path().join("game")), dir.path().join("run"));
    let run = |args: &[&std::ffi::OsStr]| {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_muster")).arg("simulate").args(args).output().unwrap();
        String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap()
    };
    let words = ["--games", "8", "--players", "random", "--beside", "0", "-o"].map(std::ffi::OsStr::new);
    let said = run(&[&[folder.as_os_str()], words.as_slice(), &[to.as_os_str()]].concat());
    let file = std::fs::read_to_string(to.join("run.json")).unwrap_or_else(|_| panic!("{said}"));
    let counts = &serde_json::from_str::<Value>(&file).unwrap()["counts"];
    assert!(counts["combats"]["attack"].as_i64().is_some_and(|count| count > 0), "{said}");
    // Once a combat, though it counts for each of those who attack together.
    assert_eq!(counts["modifiers"]["stronger"], counts["combats"]["attack"]);
    // What is added to the sum counts too; and who may attack no more fights the battle that has begun.
    assert_eq!(counts["modifiers"]["together"], counts["combats"]["attack"]);
    assert!(counts["tables"]["crt"].is_object(), "{counts}");
}

/// A player reads what a choice, an offer and a card do, and not only their numbers and ids.
#[test]
fn choices_and_offers_say_what_they_do() {
    let memory = edit(
        small(),
        "rules.json",
        r#""actions": [{ "id": "dig", "phase": ["end"], "do": [{ "kind": "flag", "id": "dug" }] }]"#,
        r#""triggers": [{ "id": "alarm", "on": "enters", "who": { "side": ["red"] }, "at": { "hex": ["0302"] }, "times": 1, "may": "enemy",
    "do": [{ "kind": "state", "who": "both", "state": "reduced", "of": { "side": ["red"] } }], "rule": "4.2" }],
  "actions": [
    { "id": "dig", "name": "Digging in", "phase": ["end"], "do": [{ "kind": "choose", "by": "owner", "choices": [
      [{ "kind": "flag", "id": "dug" }], [{ "kind": "bridge", "is": "blown" }, { "kind": "flag", "id": "gone" }], []] }] }]"#,
    );
    let mut memory = edit(
        memory,
        "rules.json",
        "\"actions\": [\n",
        "\"decks\": [{ \"id\": \"fate\", \"side\": \"red\", \"hand\": 1, \"phase\": [\"move\"] }],\n  \"actions\": [\n",
    );
    let cards = r#"[{ "id": "luck", "name": "Luck", "text": "Lucky till night.", "deck": "fate", "phase": ["end"], "effects": [{ "kind": "flag", "id": "lucky" }] }]"#;
    memory.files.insert("cards.json".to_owned(), cards.as_bytes().to_vec());
    let memory = edit(memory, "turns.json", "\"does\": [\"move\"]", "\"does\": [\"cards\", \"move\"]");
    let memory = edit(memory, "turns.json", "\"does\": [\"act\"]", "\"does\": [\"act\", \"cards\"]");
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    answer(&mut session, &json!({ "open": { "hand": "strict" } }));
    plays(&mut session, &[json!({ "piece": "r-1" })]);
    let offered = plays(&mut session, &[json!({ "hex": "0302" })])["ask"].clone();
    assert_eq!(offered["by"], "blue");
    let prompt = offered["prompt"].as_str().unwrap();
    assert_eq!(prompt, "alarm (rule 4.2): red units become reduced. `done` to do it, or `pass`");
    plays(&mut session, &[json!("pass"), json!("done")]);
    let moves = answer(&mut session, &json!({ "tell": "options", "words": true }))["ok"]["ask"].clone();
    assert_eq!(moves["words"], json!(["r-2  in 0203", "pass"]), "who has no name has its place alone");
    plays(&mut session, &[json!("pass"), json!("pass")]);
    let told = |session: &mut Session<'_>| answer(session, &json!({ "tell": "options", "words": true }))["ok"]["ask"].clone();
    let options = told(&mut session);
    assert_eq!(options["words"], json!(["dig  Digging in", "card luck  Luck: Lucky till night.", "pass"]), "{options}");
    plays(&mut session, &[json!({ "action": "dig" })]);
    let choices = told(&mut session);
    assert_eq!(choices["prompt"], "Digging in: which of these?");
    assert_eq!(choices["words"], json!(["“dug” holds", "the bridge is blown", "nothing"]), "{choices}");
    // A page has the same words: there the engine only says which they are.
    let page = muster::play::choices_in_words(&model);
    let of = |key: &str| page.get(key).map(String::as_str);
    assert_eq!(of("trigger 0"), Some("red units become reduced"));
    assert_eq!([of("action 0 true/0 0"), of("action 0 true/0 1")], [Some("“dug” holds"), Some("the bridge is blown")]);
}

/// Players are told of flags and counts by the names that rules.json gives them, and not at all of what only the rules
/// remember.
#[test]
fn flags_and_counts_are_told_by_their_names() {
    let named = r#""names": [{ "id": "dug", "name": "somebody dug" }, { "id": "holes", "name": "Holes" },
    { "id": "before", "name": "dug before", "told": false }],
  "actions": [{ "id": "dig", "phase": ["end"], "if": { "not": { "flag": ["dug"] } },
    "do": [{ "kind": "flag", "id": "dug" }, { "kind": "counter", "id": "holes", "add": 1 }, { "kind": "flag", "id": "before" }] }]"#;
    let plain = r#""actions": [{ "id": "dig", "phase": ["end"], "do": [{ "kind": "flag", "id": "dug" }] }]"#;
    let model = compiled(&edit(small(), "rules.json", plain, named));
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    for _ in 0..8 {
        let now = answer(&mut session, &json!({ "tell": "options" }))["ok"]["ask"].clone();
        if now["options"].as_array().is_some_and(|all| all.contains(&json!({ "action": "dig" }))) {
            break;
        }
        plays(&mut session, &[json!("pass")]);
    }
    let told = answer(&mut session, &json!({ "do": [{ "action": "dig" }], "words": true }))["ok"].clone();
    let said: Vec<&str> = told["said"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(said.contains(&"“somebody dug” holds") && said.contains(&"Holes: 1"), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("before")), "{said:?}");
    let events = told["events"].as_array().unwrap();
    assert!(events.contains(&json!({ "flag": ["before", true] })), "the protocol keeps the ids and leaves nothing out: {told}");
    let book = muster::words::Teller::new(&model).book();
    let kept = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == "flags/dug").unwrap();
    assert_eq!(kept.name, "“somebody dug”");
    let dig = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == "actions/dig").unwrap();
    assert!(dig.words.contains("“somebody dug” does not hold") && dig.words.contains("the count “Holes”: +1"), "{}", dig.words);
}

/// A choice is told by its name, where it has one; there is one for each, or none.
#[test]
fn choices_are_told_by_their_names() {
    let plain = r#"{ "kind": "flag", "id": "dug" }"#;
    let choose = |names: &str| {
        let named = format!(
            r#"{{ "kind": "choose", "by": "owner", "choices": [[{{ "kind": "flag", "id": "dug" }}], []], "names": [{names}] }}"#
        );
        edit(small(), "rules.json", plain, &named)
    };
    let one = lines(&muster::compile::compile(&choose(r#""A deep one""#)));
    assert!(one.iter().any(|line| line.contains(" M0211 ") && line.contains("1 name for 2 choices")), "{one:?}");
    let model = compiled(&choose(r#""A deep one", "None""#));
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    for _ in 0..8 {
        let now = answer(&mut session, &json!({ "tell": "options" }))["ok"]["ask"].clone();
        if now["options"].as_array().is_some_and(|all| all.contains(&json!({ "action": "dig" }))) {
            break;
        }
        plays(&mut session, &[json!("pass")]);
    }
    plays(&mut session, &[json!({ "action": "dig" })]);
    let asked = answer(&mut session, &json!({ "tell": "options", "words": true }))["ok"]["ask"].clone();
    assert_eq!(asked["words"], json!(["A deep one", "None"]), "{asked}");
    let book = muster::words::Teller::new(&model).book();
    let dig = book.iter().flat_map(|chapter| &chapter.told).find(|told| told.entry == "actions/dig").unwrap();
    assert!(dig.words.contains("(A deep one: “dug” holds) or (None)"), "{}", dig.words);
}

/// The small game, and two more of blue who come in at 0801 in the first turn.
fn with_arrivals() -> Memory {
    let more = ",0602\nb-3,blue,infantry,2,4,reduced,1,2,\nb-4,blue,infantry,2,4,reduced,1,2,\n";
    let memory = edit(small(), "units.csv", ",0602\n", more);
    let entry = "\"entries\": [{ \"id\": \"E\", \"hexes\": \"0801\", \"edge\": \"east\" }],\n  \"places\": [";
    let memory = edit(memory, "map.json", "\"places\": [", entry);
    let arrivals = "\"arrivals\": [{ \"units\": [\"b-3\", \"b-4\"], \"turn\": \"1\", \"entry\": [\"E\"] }],\n  \"victory\"";
    edit(memory, "scenarios/all.json", "\"victory\"", arrivals)
}

/// A way that leads off the part of the map that is played on is none.
#[test]
fn nobody_comes_in_who_could_only_leave_what_is_played_on() {
    let area = "\"areas\": [{ \"id\": \"part\", \"hexes\": \"0101-0705 0801\" }],\n  \"places\": [";
    let memory = edit(with_arrivals(), "map.json", "\"places\": [", area);
    let one = "\"stacking\": { \"limits\": [{ \"id\": \"one\", \"count\": \"units\", \"max\": 1 }] }";
    let memory = edit(memory, "rules.json", "\"stacking\": {}", one);
    let shut =
        "\"bans\": [{ \"id\": \"shut\", \"of\": [\"enter\"], \"to\": { \"hex\": [\"0701\", \"0702\"] } }],\n  \"actions\": [";
    let whole = edit(memory, "rules.json", "\"actions\": [", shut);
    let part = edit(whole.clone(), "scenarios/all.json", "\"victory\"", "\"map\": \"part\",\n  \"victory\"");
    for (memory, room) in [(&whole, true), (&part, false)] {
        let model = compiled(memory);
        let table = Table::new(&model);
        let mut session = Session::new(&table, None);
        begins(&mut session);
        plays(&mut session, &[json!("pass"), json!({"piece": "b-3"}), json!({"hex": "0801"}), json!("done")]);
        let told = answer(&mut session, &json!({ "tell": "why", "decision": { "piece": "b-4" } }))["ok"].clone();
        assert_eq!(told["allowed"], room, "{told}");
        if room {
            let asked = plays(&mut session, &[json!({"piece": "b-4"}), json!({"hex": "0801"})]);
            assert_eq!(asked["ask"]["options"], json!([{ "hex": "0802" }]), "{asked}");
        } else {
            assert_eq!(told["why"], "there is no room for it at 0801");
        }
    }
}

/// Nor who could not stay, where as many have moved as may.
#[test]
fn nobody_comes_in_who_could_neither_stay_nor_move() {
    let one = "\"stacking\": { \"limits\": [{ \"id\": \"one\", \"count\": \"units\", \"max\": 1 }] }";
    let few = "\"allowance\": \"move\", \"limits\": [{ \"id\": \"few\", \"count\": \"units\", \"max\": 1, \"per\": \"phase\" }]";
    let memory = edit(with_arrivals(), "rules.json", "\"stacking\": {}", one);
    let model = compiled(&edit(memory, "rules.json", "\"allowance\": \"move\"", few));
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    plays(&mut session, &[json!("pass"), json!({"piece": "b-3"}), json!({"hex": "0801"}), json!("done")]);
    let comes = |session: &mut Session<'_>| {
        answer(session, &json!({ "tell": "why", "decision": { "piece": "b-4" } }))["ok"]["allowed"].clone()
    };
    assert_eq!(comes(&mut session), true);
    plays(&mut session, &[json!({"piece": "b-1"}), json!({"hex": "0404"}), json!("done")]);
    assert_eq!(comes(&mut session), false);
}

/// Who comes in names the mode in which it goes on, if it may have come in so; what that cost counts.
#[test]
fn who_comes_in_names_its_mode() {
    let modes =
        "\"allowance\": \"move\", \"modes\": [{ \"id\": \"quick\", \"add\": 2 }, { \"id\": \"carts\", \"roads\": [\"pike\"] },
    { \"id\": \"hidden\", \"through\": { \"not\": { \"hex\": [\"0801\"] } } }, { \"id\": \"slow\", \"set\": 0 },
    { \"id\": \"again\", \"follows\": [] }, { \"id\": \"theirs\", \"who\": { \"side\": [\"red\"] } }]";
    let memory = edit(with_arrivals(), "rules.json", "\"allowance\": \"move\"", modes);
    let town = "town,Town,feature,replaces,1\n";
    let memory = edit(memory, "terrain.csv", town, &format!("{town}pike,Pike,road,replaces,1/2\n"));
    let pike = "\"roads\": [{ \"class\": \"pike\", \"through\": \"0802 0803\" }],\n  \"places\": [";
    let memory = edit(memory, "map.json", "\"places\": [", pike);
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    let asked = plays(&mut session, &[json!("pass"), json!({"piece": "b-3"}), json!({"hex": "0801"})]);
    let near = ["0701", "0702", "0802"].map(|hex| json!({ "hex": hex })).to_vec();
    let modes = vec![json!({"mode": "quick"}), json!("done")];
    assert_eq!(asked["ask"]["options"], Value::from([near.clone(), modes].concat()), "{asked}");
    let why = |session: &mut Session<'_>, decision: Value| {
        answer(session, &json!({ "tell": "why", "decision": decision }))["ok"]["why"].as_str().unwrap_or("allowed").to_owned()
    };
    for (mode, told) in [
        ("carts", "it came in by no road of the mode"),
        ("hidden", "the mode may not come into 0801"),
        ("slow", "0801 would bring it to 1 points"),
        ("again", "it moves so only after another move"),
    ] {
        assert_eq!(why(&mut session, json!({ "mode": mode })), told);
    }
    assert_ne!(why(&mut session, json!({"mode": "theirs"})), "allowed");
    let far = |session: &mut Session<'_>, hex: &str| {
        answer(session, &json!({ "tell": "reach", "piece": "b-3" }))["ok"][hex]["cost"].clone()
    };
    assert_eq!((far(&mut session, "0501"), far(&mut session, "0401")), (json!("3"), Value::Null));
    plays(&mut session, &[json!({"mode": "quick"})]);
    assert_eq!((far(&mut session, "0301"), far(&mut session, "0201")), (json!("5"), Value::Null));
    assert_eq!(why(&mut session, json!({"mode": "quick"})), "the mode in which it came in is settled");
    plays(&mut session, &["0701", "0601", "0501", "0401", "0301"].map(|hex| json!({ "hex": hex })));
    assert_eq!(why(&mut session, json!({"hex": "0201"})), "0201 would bring it to 6 points");
    plays(&mut session, &[json!("done")]);
    assert_eq!(stand(&mut session, "0301"), ["b-3"]);
    // Where the scenario sets the mode of an arrival, there is no other.
    let set = "\"mode\": \"quick\", \"entry\": [\"E\"] }]";
    let model = compiled(&edit(memory, "scenarios/all.json", "\"entry\": [\"E\"] }]", set));
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    let asked = plays(&mut session, &[json!("pass"), json!({"piece": "b-3"}), json!({"hex": "0801"})]);
    assert_eq!(asked["ask"]["options"], Value::from([near, vec![json!("done")]].concat()), "{asked}");
}

/// Those who share a hex because they are of one formation do so when the second comes, too.
#[test]
fn who_comes_to_its_formation_counts_with_it() {
    let raised = r#""stacking": { "limits": [{ "id": "one", "count": "units", "max": 1, "raise": [{ "to": 2, "all": { "same": [{ "as": "hex" }] } }] }] }"#;
    let memory = edit(small(), "rules.json", "\"stacking\": {}", raised);
    let memory = edit(memory, "units.csv", "steps,setup\n", "steps,setup,formation\n");
    let memory = edit(memory, "units.csv", ",0202\n", ",0202,guards\n");
    for (formation, comes) in [("guards", true), ("line", false)] {
        let model = compiled(&edit(memory.clone(), "units.csv", ",0203\n", &format!(",0203,{formation}\n")));
        let table = Table::new(&model);
        let mut session = Session::new(&table, None);
        begins(&mut session);
        plays(&mut session, &[json!({"piece": "r-2"}), json!({"hex": "0202"})]);
        let told = answer(&mut session, &json!({ "tell": "why", "decision": "done" }))["ok"].clone();
        assert_eq!(told["allowed"], comes, "{formation}: {told}");
    }
}

/// Who is lost by its own action leaves its hex to what comes back for it, and that has come onto the map.
#[test]
fn what_comes_back_for_a_lost_unit_comes_where_it_stood() {
    let third = ",0203\nr-3,red,infantry,3,4,reduced,1,2,\n";
    let split = r#""actions": [{ "id": "split", "phase": ["move"], "who": { "side": ["red"] }, "do": [{ "kind": "eliminate", "who": "unit" },
    { "kind": "return", "of": { "side": ["own"] }, "from": ["unused"] },
    { "kind": "state", "who": "both", "state": "reduced", "of": { "did": ["arrived"] } }] },"#;
    let model = compiled(&edit(edit(small(), "units.csv", ",0203\n", third), "rules.json", "\"actions\": [", split));
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    begins(&mut session);
    let before = answer(&mut session, &json!({ "tell": "digest" }));
    let asked = plays(&mut session, &[json!({"action": "split"}), json!({"piece": "r-2"}), json!({"piece": "r-3"})]);
    assert_eq!(asked["ask"]["options"], json!([{ "hex": "0203" }]), "{asked}");
    plays(&mut session, &[json!({"hex": "0203"})]);
    let view = view(&mut session);
    let comes = view["pieces"].as_array().unwrap().iter().find(|piece| piece["piece"] == "r-3").unwrap();
    assert_eq!(
        (&comes["at"], &comes["face"], &comes["did"]),
        (&json!("0203"), &json!("reduced"), &json!(["arrived"])),
        "{comes}"
    );
    answer(&mut session, &json!({ "takeback": 4 }));
    assert_eq!(answer(&mut session, &json!({ "tell": "digest" })), before);
}

/// Of those who attacked across one hexside only so many advance; who came across another does all the same.
#[test]
fn so_many_advance_across_each_hexside() {
    let third = ",0203\nr-3,red,infantry,3,4,reduced,1,2,0304\n";
    let memory = edit(small(), "units.csv", ",0203\n", third);
    for (limit, left) in [(", \"each-hexside\": 1", vec!["r-3"]), ("", vec!["r-2", "r-3"]), (", \"at-most\": 1", vec![])] {
        let advance = format!("\"advance\": [{{ \"id\": \"one\", \"hexes\": 1{limit} }}],\n  \"actions\": [");
        let model = compiled(&edit(memory.clone(), "rules.json", "\"actions\": [", &advance));
        let table = Table::new(&model);
        let mut session = Session::new(&table, None);
        begins(&mut session);
        for unit in ["r-1", "r-2"] {
            plays(&mut session, &[json!({ "piece": unit }), json!({"hex": "0303"}), json!("done")]);
        }
        plays(&mut session, &[json!("pass"), json!({"hex": "0403"})]);
        plays(&mut session, &["r-1", "r-2", "r-3"].map(|unit| json!({ "piece": unit })));
        plays(&mut session, &[json!("done"), json!({"roll": [1]}), json!({"hex": "0503"})]);
        let asked = plays(&mut session, &[json!({"piece": "r-1"}), json!({"hex": "0403"})]);
        let mut options: Vec<Value> = left.iter().map(|unit| json!({ "piece": unit })).collect();
        options.extend((!left.is_empty()).then(|| json!("done")));
        let advances = asked["ask"]["what"] == "advance";
        assert_eq!(advances, !left.is_empty(), "{limit}: {asked}");
        if advances {
            assert_eq!(asked["ask"]["options"], Value::from(options), "{limit}: {asked}");
        }
    }
}

/// Triggers may speak to every counter at once: however many wait for their turn, the game goes on.
#[test]
fn a_trigger_that_speaks_of_many_counters_does_not_stop_the_game() {
    let many: String = (0..150).map(|n| format!("m-{n},red,infantry,4,4,reduced,2,2,0202\n")).collect();
    let memory = edit(small(), "units.csv", "r-2,red", &format!("{many}r-2,red"));
    let trigger = r#""triggers": [{ "id": "tires", "on": "turn-start", "who": { "side": ["red"] }, "do": [{ "kind": "state", "who": "unit", "state": "reduced" }] }],
  "actions""#;
    let memory = edit(memory, "rules.json", "\"actions\"", trigger);
    let model = compiled(&memory);
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let begun = begins(&mut session);
    assert!(begun["over"].is_null(), "{begun}");
    let view = view(&mut session);
    let reduced = view["pieces"].as_array().unwrap().iter().filter(|piece| piece["face"] == "reduced").count();
    assert_eq!(reduced, 152, "{view}");
}
