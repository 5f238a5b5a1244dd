//! Supply in small games.

use muster::source::Memory;
use muster::wire::{Session, Table};
use serde_json::{Value, json};

use crate::play::compiled;
use crate::support::{edit, game, said};

/// Red has two units on a row of eight hexes, blue one; supply is looked at in a phase of its own.
fn line(traces: &str, zones: &str, examples: &str) -> Memory {
    game(&[
        (
            "module.json",
            r#"{ "format": 2, "name": "Line", "sides": [{ "id": "red" }, { "id": "blue" }],
  "classes": [{ "id": "foot" }], "types": [{ "id": "infantry", "class": "foot" }],
  "states": [{ "id": "cut", "name": "Cut off", "step": false }],
  "ratings": [{ "id": "strength" }, { "id": "move" }] }"#,
        ),
        (
            "units.csv",
            "id,side,type,strength,move,steps,setup\nr-1,red,infantry,4,4,1,0203\nr-2,red,infantry,3,4,1,0303\n\
             b-1,blue,infantry,2,4,1,0603\n",
        ),
        ("terrain.csv", "id,name,on,layer,foot\nclear,Clear,hex,,1\n"),
        (
            "map.json",
            r#"{ "grid": { "columns": 9, "rows": 5, "touching": ["0201", "0102"] }, "terrain": { "default": "clear" } }"#,
        ),
        (
            "turns.json",
            r#"{ "turns": [{ "id": "1" }, { "id": "2" }, { "id": "3" }], "phases": [{ "id": "look", "does": ["supply"] }] }"#,
        ),
        (
            "rules.json",
            &format!(
                r#"{{ "stacking": {{}}, "entry": {{}}, "movement": {{ "allowance": "move" }}, "zones": {zones}, "supply": {{ "traces": [{traces}] }} }}"#
            ),
        ),
        (
            "scenarios/all.json",
            r#"{ "id": "all", "name": "All", "from": "units", "victory": { "levels": [{ "name": "Nobody" }] } }"#,
        ),
        ("examples.json", examples),
    ])
}

/// What is said of the examples alone.
fn of_examples(memory: &Memory) -> Vec<String> {
    said(memory).into_iter().filter(|line| line.starts_with("examples.json")).collect()
}

/// A trace that is asked for on some turns alone leaves what another trace has just found.
#[test]
fn a_trace_that_is_not_asked_for_takes_nothing_away() {
    let traces = r#"
  { "id": "near", "who": { "side": ["red"] }, "segments": [{ "hexes": 1 }], "to": [{ "hexes": { "hex": ["0903"] } }], "state": "cut" },
  { "id": "later", "who": { "side": ["red"] }, "segments": [{ "hexes": 99 }], "to": [{ "hexes": { "hex": ["0903"] } }], "state": "cut", "if": { "turns": { "on": ["3"] } } }"#;
    let phases = r#"{ "id": "look", "does": ["supply"] }"#;
    let more = format!(r#"{phases}, {{ "each": ["red", "blue"], "phases": [{{ "id": "move", "does": ["move"] }}] }}"#);
    let model = compiled(&edit(line(traces, "{}", "[]"), "turns.json", phases, &more));
    let table = Table::new(&model);
    let mut session = Session::new(&table, None);
    let mut sent = |sent: Value| serde_json::from_str::<Value>(&session.line(&sent.to_string())).unwrap()["ok"].clone();
    sent(json!({ "open": { "hand": "strict" } }));
    let mut shown = Vec::new();
    for _ in 1..=3 {
        let pieces = sent(json!({ "tell": "view" }))["pieces"].clone();
        let of = pieces.as_array().unwrap().iter().find(|piece| piece["piece"] == "r-1").unwrap();
        shown.push(of["also"].clone());
        (0..2).for_each(|_| drop(sent(json!({ "do": ["pass"] }))));
    }
    assert_eq!(shown, [json!(["cut"]), json!(["cut"]), json!([])], "turn by turn");
}

/// Whoever is reached over a first hex in an enemy zone leads the chain on.
#[test]
fn a_chain_goes_on_from_a_unit_beside_a_zone() {
    let traces = r#"
  { "id": "chain", "chain": true, "segments": [{ "hexes": 3, "first-free": true }], "to": [{ "hexes": { "hex": ["0903"] } }] }"#;
    let zones = r#"{ "exert": [{ "id": "zone" }], "effects": [{ "id": "cut-off", "kind": "supply" }] }"#;
    // The blue unit's zone covers the first hex of the middle one of the red units.
    let examples = r#"[
  { "rule": "5.1", "about": "over a first hex in a zone", "turn": "1", "units": { "0603": ["r-2"], "0702": ["b-1"] }, "ask": { "kind": "supply", "unit": "r-2", "trace": "chain" }, "is": true },
  { "rule": "5.1", "about": "and on to who stands behind", "turn": "1", "units": { "0303": ["r-1"], "0603": ["r-2"], "0702": ["b-1"] }, "ask": { "kind": "supply", "unit": "r-1", "trace": "chain" }, "is": true },
  { "rule": "5.1", "about": "who is too far from both", "turn": "1", "units": { "0203": ["r-1"], "0603": ["r-2"], "0702": ["b-1"] }, "ask": { "kind": "supply", "unit": "r-1", "trace": "chain" }, "is": false },
  { "rule": "5.1", "about": "a chain of one unit, as far as it may be", "turn": "1", "units": { "0603": ["r-2"] }, "ask": { "kind": "supply", "unit": "r-2", "trace": "chain" }, "is": true }
]"#;
    let memory = line(traces, zones, examples);
    assert_eq!(of_examples(&memory), [""; 0]);
}
