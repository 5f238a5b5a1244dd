//! Free setups: a way is shown, or none is left, or nobody can tell within bounds.

use muster::compile::compile;
use muster::source::Memory;

use crate::support::{game, said};

/// A strip of hexes with areas in it, and units that are put into them; one unit to a hex.
fn strip(areas: &[(&str, &str)], units: &[(&str, &str)], limit: &str) -> Memory {
    let areas: Vec<String> = areas.iter().map(|(id, hexes)| format!(r#"{{"id": "{id}", "hexes": "{hexes}"}}"#)).collect();
    let rows: Vec<String> = units.iter().map(|(id, _)| format!("{id},red,foot\n")).collect();
    let setup: Vec<String> = units.iter().map(|(id, area)| format!(r#"{{"unit": "{id}", "in": "{area}"}}"#)).collect();
    game(&[
        ("module.json", r#"{"format": 2, "name": "Strip", "sides": [{"id": "red"}], "classes": [{"id": "foot"}]}"#),
        (
            "map.json",
            &format!(
                r#"{{"grid": {{"columns": 90, "rows": 2, "top": "flat", "numbers": "CCRR", "first": "0101", "corner": "north-west", "touching": ["0201", "0102"]}}, "areas": [{}]}}"#,
                areas.join(", ")
            ),
        ),
        ("units.csv", &format!("id,side,class\n{}", rows.concat())),
        ("rules.json", &format!(r#"{{"stacking": {{"limits": [{limit}]}}}}"#)),
        ("scenarios/only.json", &format!(r#"{{"id": "only", "setup": [{}]}}"#, setup.join(",\n"))),
    ])
}

const ONE: &str = r#"{"id": "one", "count": "units", "max": 1}"#;

#[test]
fn those_with_the_fewest_hexes_choose_first() {
    let fits = strip(&[("a", "0101"), ("b", "0101-0102")], &[("second", "b"), ("first", "a")], ONE);
    assert_eq!(said(&fits), [""; 0]);
}

#[test]
fn every_way_is_tried_before_one_is_left_over() {
    // Three areas of two hexes each in a row of three hexes: it depends on who goes where.
    let areas = [("a", "0101 0201"), ("b", "0201 0301"), ("c", "0301 0101")];
    let fits = strip(&areas, &[("x", "a"), ("y", "b"), ("z", "c")], ONE);
    assert_eq!(said(&fits), [""; 0]);
    let full = strip(&areas, &[("x", "a"), ("y", "b"), ("z", "c"), ("w", "a")], ONE);
    let lines = said(&full);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("M0413") && lines[0].contains("has no room, however the others are set up"), "{lines:#?}");
}

#[test]
fn more_than_the_hexes_hold_is_counted() {
    let lines = said(&strip(&[("a", "0101-0102")], &[("x", "a"), ("y", "a"), ("z", "a")], ONE));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("3 units for 2 hexes, which hold 2"), "{lines:#?}");
}

#[test]
fn what_nobody_can_tell_is_undecided_and_no_error() {
    // A limit that some stacks may exceed: an illegal stack may become legal again, so nothing is ruled out.
    let raised = r#"{"id": "one", "count": "units", "max": 1, "raise": [{"some": {"id": ["x"]}, "to": 2}]}"#;
    let areas = [("a", "0101 0201"), ("b", "0201 0301"), ("c", "0301 0101")];
    let units = [("x", "a"), ("y", "b"), ("z", "c"), ("w", "a"), ("v", "b")];
    let compiled = compile(&strip(&areas, &units, raised));
    assert!(compiled.diags.is_empty(), "{:?}", compiled.diags);
    let undecided: Vec<&str> = compiled.unchecked.iter().filter(|u| u.is_undecided()).map(|u| u.what.as_str()).collect();
    assert_eq!(undecided, ["free setup of `red` in scenario `only`"]);
    // The same without the exception is ruled out.
    assert!(said(&strip(&areas, &units, ONE))[0].contains("M0413"));
}
