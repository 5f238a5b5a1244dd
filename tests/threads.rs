//! However many threads there are, the same is said.

use muster::compile::compile_on;
use muster::source::Memory;

use crate::support::{folder, game, lines};

/// What is said and what is left unchecked, on so many threads.
fn on(threads: usize, world: &Memory) -> (Vec<String>, Vec<String>) {
    let compiled = compile_on(threads, world, &mut |_| {});
    let unchecked = compiled.unchecked.iter().map(|u| format!("{}: {}", u.what, u.why)).collect();
    (lines(&compiled), unchecked)
}

#[test]
fn the_findings_of_whole_games_stand_in_the_same_order() {
    for path in ["tests/paper", "tests/rules/ardennes-44", "modules/bastogne-breakout"] {
        let world = folder(path);
        let (alone, left) = on(1, &world);
        assert!(path != "tests/paper" || alone.len() > 10, "{alone:#?}");
        for threads in [2, 5] {
            assert_eq!(on(threads, &world), (alone.clone(), left.clone()), "{path} on {threads} threads");
        }
    }
}

/// A list so long and a file so large that several threads share them, with faults in the rows of each.
fn long(fault: impl Fn(usize) -> Option<&'static str>) -> Memory {
    let row = |n: usize| {
        let whole = format!(
            r#"{{"id": "u{n}", "side": "red", "ratings": {{"attack": {}}}, "note": "{}"}}"#,
            n % 9,
            "a line about a battalion ".repeat(3)
        );
        fault(n).map_or(whole, str::to_owned)
    };
    let rows: Vec<String> = (0..4000).map(row).collect();
    let units = format!("[\n{}\n]\n", rows.join(",\n"));
    assert!(units.len() > 1 << 18);
    let module = r#"{"format": 2, "id": "long", "name": "Long", "version": "1", "sides": [{"id": "red", "name": "Red"}], "ratings": [{"id": "attack", "name": "Attack", "max": 9}]}"#;
    game(&[("module.json", module), ("units.json", &units)])
}

#[test]
fn a_long_list_without_faults_is_clean() {
    let world = long(|_| None);
    let (alone, left) = on(1, &world);
    assert_eq!(alone, [""; 0]);
    assert_eq!(on(3, &world), (alone, left));
    assert_eq!(compile_on(3, &world, &mut |_| {}).game.units.len(), 4000);
}

#[test]
fn each_fault_in_a_long_list_is_said_once_wherever_it_stands() {
    let world = long(|n| match n {
        // A wrong type, an unknown side, one id twice, a number out of range, a mark.
        10 => Some(r#"{"id": "wrong", "side": 7}"#),
        1500 => Some(r#"{"id": "u1500", "side": "rde"}"#),
        2100 => Some(r#"{"id": "u3", "side": "red"}"#),
        3000 => Some(r#"{"id": "u3000", "side": "red", "ratings": {"attack": 99}}"#),
        3999 => Some(r#"{"id": "u3999", "side": "red", "ratings": {"attack": "?"}}"#),
        _ => None,
    });
    let (alone, left) = on(1, &world);
    let expected = [
        "units.json:12:25 M0101 «7»",
        "units.json:1502:26 M0201 «rde»",
        "units.json:2102:9 M0202 «u3»",
        "units.json:3002:54 M0208 «99»",
    ];
    assert!(alone.len() == expected.len() && alone.iter().zip(expected).all(|(line, e)| line.starts_with(e)), "{alone:#?}");
    assert!(left.contains(&"`attack` in units.json: marked as unknown: u3999".to_owned()), "{left:#?}");
    for threads in [2, 3, 8] {
        assert_eq!(on(threads, &world), (alone.clone(), left.clone()), "{threads} threads");
    }
}
