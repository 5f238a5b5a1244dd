//! Phases, modes, traces, flags and counters are numbers inside; outside they are words, whichever number they have.

use std::collections::BTreeSet;

use muster::compile::compile;
use muster::model::{Example, Game};
use muster::rules::{Doubt, Engine, Words};
use muster::wire::{Session, Table};
use serde_json::{Value, json};

use crate::support::{edit, first_steps, said};

/// First Steps with two flags, met in that order, and a counter.
fn flagged(first: &str, second: &str) -> Game {
    let trigger = format!(
        r#""triggers": [{{ "id": "more", "on": "turn-start", "if": {{ "flag": ["{first}", "{second}"] }},
            "do": [{{ "kind": "flag", "id": "up" }}, {{ "kind": "flag", "id": "down" }}, {{ "kind": "counter", "id": "score", "set": 3 }}] }},"#
    );
    compile(&edit(first_steps(), "rules.json", r#""triggers": ["#, &trigger)).game
}

fn answered(session: &mut Session<'_>, sent: &Value) -> Value {
    serde_json::from_str(&session.line(&sent.to_string())).unwrap()
}

/// A log says what was set by its word, and its digest is the same in a game that numbers its words otherwise.
#[test]
fn numbers_of_words_never_show() {
    let told = [["up", "down"], ["down", "up"]].map(|[first, second]| {
        let game = flagged(first, second);
        assert_eq!(game.words.flags.find(first).map(|flag| flag.0), Some(0));
        let table = Table::new(&game);
        let mut session = Session::new(&table, None);
        answered(&mut session, &json!({"open": {"scenario": "dash", "seed": 4, "hand": "free"}}));
        let deeds = [json!({"flag": ["up"]}), json!({"flag": ["down", true]}), json!({"count": ["score", 7]})];
        let deeds: Vec<Value> = deeds.into_iter().map(|deed| json!({ "hand": deed })).collect();
        let answer = answered(&mut session, &json!({ "do": deeds }));
        assert!(answer.get("ok").is_some(), "{answer}");
        let log = answered(&mut session, &json!({"tell": "log"})).to_string();
        assert!(log.contains(r#"\"flag\":[\"up\",true]"#) && log.contains(r#"\"count\":[\"score\",7]"#), "{log}");
        [log, session.game().unwrap().digest().word()]
    });
    assert_eq!(told[0], told[1]);
}

/// By hand players may also count what no rule speaks of; it never meets a number of the rules.
#[test]
fn what_no_rule_names_is_kept_apart() {
    let game = flagged("up", "down");
    let table = Table::new(&game);
    let mut session = Session::new(&table, None);
    answered(&mut session, &json!({"open": {"scenario": "dash", "seed": 4, "hand": "free"}}));
    for (deed, name, n) in [(json!({"flag": ["sideways", true]}), "sideways", 1), (json!({"count": ["up", 3]}), "up", 3)] {
        let answer = answered(&mut session, &json!({"do": [{ "hand": deed }]}));
        assert!(answer.get("ok").is_some(), "{answer}");
        let view = answered(&mut session, &json!({"tell": "view"}));
        assert_eq!(view["ok"]["counters"][name], json!(n), "{view}");
        assert_eq!(view["ok"]["flags"], json!([]), "{view}");
        let position = &session.game().unwrap().state().position;
        assert!(position.flags.is_empty() && position.counters.values().all(|value| *value != n), "{position:?}");
    }
    let long = "x".repeat(65);
    let answer = answered(&mut session, &json!({"do": [{ "hand": { "count": [long, 1] } }]}));
    assert!(answer["no"]["why"].as_str().unwrap().contains("1 to 64 letters"), "{answer}");
}

/// A phase or mode that an example names and the game does not have is none of those that rules speak of; it is not as if
/// none had been named.
#[test]
fn an_example_may_name_what_is_not_there() {
    let examples = r#"[
        {"rule": "1", "about": "a", "units": {"0101": ["a-1-i"]}, "ask": {"kind": "actions", "side": "aster"}, "is": ["dig"]},
        {"rule": "1", "about": "b", "phase": "nowhere", "units": {"0101": ["a-1-i"]}, "ask": {"kind": "actions", "side": "aster"}, "is": []},
        {"rule": "1", "about": "c", "units": {"0101": ["a-1-i"]}, "ask": {"kind": "allowance", "unit": "a-1-i", "mode": "fly"}, "is": "no"},
        {"rule": "1", "about": "d", "flags": ["sideways"], "counters": {"x": 3}, "ask": {"kind": "zone", "side": "aster", "hex": "0101"}, "is": false}
    ]"#;
    let game = compile(&first_steps().with("examples.json", examples)).game;
    let engine = Engine::new(&game, None);
    let answers: Vec<Value> = game.examples.iter().map(|example: &Example| engine.answer(example).unwrap()).collect();
    assert_eq!(answers, [json!(["dig"]), json!([]), json!("no"), json!(false)]);
}

/// What an answer hangs on is said in the order of words, not of numbers.
#[test]
fn doubts_are_said_in_the_order_of_words() {
    let mut game = Game::default();
    let [rail, march] = ["rail", "march"].map(|word| game.words.phases.add(word));
    let engine = Engine::new(&game, None);
    let doubts = BTreeSet::from([Doubt::Roll, Doubt::Phase(vec![rail]), Doubt::Phase(vec![march, rail])]);
    let said = Words { engine: &engine }.unless(&doubts);
    assert_eq!(said, ", unless the phase (`march`, `rail`), the phase (`rail`) or a die roll changes it");
}

/// A name is one of a flag or a counter that rules set, and each of these has one name.
#[test]
fn names_are_of_flags_and_counters_that_rules_set() {
    let named = |rows: &str| {
        let rules = format!(
            r#""names": [{rows}],
  "triggers": [{{ "id": "more", "on": "turn-start", "if": {{ "not": {{ "flag": ["rained"] }} }},
      "do": [{{ "kind": "flag", "id": "rained" }}, {{ "kind": "counter", "id": "score", "add": 1 }}] }},"#
        );
        said(&edit(first_steps(), "rules.json", r#""triggers": ["#, &rules))
    };
    let plain = named("");
    let (rained, score) = (r#"{ "id": "rained", "name": "it rained" }"#, r#"{ "id": "score", "name": "points", "told": false }"#);
    assert_eq!(named(&format!("{rained}, {score}")), plain);
    let new = |rows: &str| -> Vec<String> { named(rows).into_iter().filter(|line| !plain.contains(line)).collect() };
    let unknown = new(r#"{ "id": "raind", "name": "it rained" }"#);
    assert!(unknown.len() == 1 && unknown[0].contains(" M0503 «raind» "), "{unknown:?}");
    assert!(unknown[0].ends_with("nothing sets a flag or counter `raind` | did you mean `rained`?"), "{unknown:?}");
    let twice = new(&format!(r#"{rained}, {{ "id": "rained", "name": "it was wet" }}"#));
    assert!(twice.len() == 1 && twice[0].contains(" M0202 «rained» `rained` stands twice in `names`"), "{twice:?}");
}
