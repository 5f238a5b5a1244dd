//! The ladder for authors: what is missing is unchecked, what is unknown is unchecked, what is misspelt is wrong.

use muster::compile::compile;
use muster::diag::Severity;

use crate::support::{clean, edit, first_steps, game, lines, says};

fn unchecked(memory: &muster::source::Memory) -> Vec<String> {
    let compiled = compile(memory);
    assert_eq!(lines(&compiled), [""; 0]);
    compiled.unchecked.iter().map(|u| format!("{}: {}", u.what, u.why)).collect()
}

#[test]
fn only_module_json_is_required() {
    let memory = game(&[("module.json", r#"{"format": 2, "name": "Bare"}"#)]);
    assert_eq!(
        unchecked(&memory),
        [
            "counters: there is no list of units",
            "map: there is no map.json",
            "rules: there is no rules.json",
            "scenarios: there are no scenarios",
            "tables: there is no list of tables",
            "terrain closed to units: there is no list of terrain",
            "turns: there is no turns.json"
        ]
    );
}

#[test]
fn units_and_art_are_a_game_that_can_print() {
    let memory = game(&[
        ("module.json", r#"{"format": 2, "name": "Counters", "ratings": [{"id": "attack"}]}"#),
        (
            "units.csv",
            "id,side,nation,formation,type,class,size,designation,attack,setup,arrives\n1-gds,red,ru,gds,infantry,foot,II,1,4,0101,3@A\n",
        ),
        (
            "art.json",
            r##"{"colours": {"red": {"ground": "#c33"}, "gds": {"stripe": "#fff"}}, "layouts": [{"slots": {"bottom": "{attack}"}}]}"##,
        ),
    ]);
    assert_eq!(
        unchecked(&memory),
        [
            "arrivals of the units: there is no turns.json",
            "map: there is no map.json",
            "rules: there is no rules.json",
            "scenarios: there are no scenarios",
            "setup of the units: there is no map.json",
            "tables: there is no list of tables",
            "terrain closed to units: there is no list of terrain",
            "turns: there is no turns.json"
        ]
    );
    let game = compile(&memory).game;
    assert_eq!(
        (game.sides.len(), game.nations.len(), game.types.len(), game.classes.len(), game.formations.len()),
        (1, 1, 1, 1, 1)
    );
}

#[test]
fn a_grid_and_a_setup_are_a_module() {
    let memory = game(&[
        ("module.json", r#"{"format": 2, "name": "Map"}"#),
        ("units.csv", "id,side\na,red\n"),
        (
            "map.json",
            r#"{"grid": {"columns": 4, "rows": 4}, "terrain": {"legend": {".": "clear"}, "rows": ["....", "....", "....", "...."]}}"#,
        ),
        ("scenarios/one.json", r#"{"id": "one", "setup": [{"unit": "a", "at": "0202"}]}"#),
    ]);
    assert_eq!(
        unchecked(&memory),
        [
            "rules: there is no rules.json",
            "tables: there is no list of tables",
            "terrain closed to units: there is no list of terrain",
            "turns: there is no turns.json"
        ]
    );
    says(
        &edit(memory, "scenarios/one.json", "0202", "0502"),
        "scenarios/one.json:1:46 M0302 «0502» hex `0502` is not on the map, which has columns 01 to 04 and rows 01 to 04 | correct the number, or the grid's `columns` and `rows`",
    );
}

#[test]
fn sections_that_rules_leave_out_are_said() {
    let memory = game(&[("module.json", r#"{"format": 2, "name": "Rules"}"#), ("rules.json", "{}")]);
    let said = unchecked(&memory);
    for section in ["combat", "movement", "stacking"] {
        assert!(said.contains(&format!("{section}: rules.json has no section `{section}`")), "{said:?}");
    }
}

#[test]
fn a_value_marked_as_unknown_is_unchecked_and_a_misspelt_one_is_not() {
    let unknown = edit(
        first_steps(),
        "units.csv",
        "a-1-i,,aster,,1-inf,infantry,,II,I/1,4,4,4,",
        "a-1-i,,aster,,1-inf,infantry,,II,I/1,?,4,4,",
    );
    assert_eq!(unchecked(&unknown), ["`attack` in units.csv: marked as unknown: a-1-i"]);
    let wrong = edit(unknown, "units.csv", "I/1,?,4", "I/1,??,4");
    says(
        &wrong,
        "units.csv:4:38 M0106 «??» expected a whole number or `?` for `attack`, found `??` | write a number, or \"?\" while you do not know it",
    );
    // What is no whole number is not asked to be one.
    says(
        &edit(first_steps(), "art.json", "\"counter-mm\": 15.9", "\"counter-mm\": \"big\""),
        "art.json:3:18 M0106 «big» expected a number or `?` for `counter-mm`, found `big` | write a number, or \"?\" while you do not know it",
    );
    let game = game(&[("module.json", r#"{"format": 2, "name": "Yes", "states": [{"id": "fired", "step": "maybe"}]}"#)]);
    says(
        &game,
        "module.json:1:66 M0106 «maybe» expected true, false or `?` for `step`, found `maybe` | write true or false, without quotes, or \"?\" while you do not know it",
    );
    let limit = edit(
        first_steps(),
        "rules.json",
        "\"id\": \"steps\", \"count\": \"steps\", \"max\": 6",
        "\"id\": \"steps\", \"count\": \"steps\", \"max\": \"?\"",
    );
    assert_eq!(unchecked(&limit), ["`max` in rules.json: marked as unknown: steps"]);
    let setup = edit(first_steps(), "units.csv", ",0304,", ",?,");
    assert_eq!(unchecked(&setup), ["`setup` in units.csv: marked as unknown: a-hq"]);
}

#[test]
fn a_missing_limit_is_unchecked_and_not_unlimited() {
    // Without limits nothing is overstacked, and the report says why.
    let text = String::from_utf8(first_steps().files["rules.json"].clone()).unwrap();
    let from = text.find("\"stacking\"").unwrap();
    let to = text.find("\"zones\"").unwrap();
    let without = first_steps().with("rules.json", format!("{}{}", &text[..from], &text[to..]));
    let without = edit(
        without,
        "scenarios/crossing.json",
        "\"changes\": [\n    { \"entry\": \"stacking.limits/units\", \"set\": { \"max\": 3 }, \"turns\": { \"to\": \"2\" }, \"rule\": \"12.4\" }\n  ],",
        "",
    );
    let without = edit(without, "scenarios/dash.json", ",\n    \"changes\": [\"stacking.limits/units\"]", "");
    assert_eq!(unchecked(&without), ["stacking: rules.json has no section `stacking`"]);
    // Who never shares a hex is checked without any limit.
    let with = |stacking: &str| edit(without.clone(), "rules.json", "\"zones\"", &format!("\"stacking\": {stacking}, \"zones\""));
    assert_eq!(unchecked(&with("{}")), ["stacking: rules.json states no limits"]);
    let apart = r#"{ "apart": [{ "id": "engineers", "a": { "type": ["engineer"] }, "b": { "type": ["artillery"] } }] }"#;
    assert_eq!(unchecked(&with(apart)), [""; 0]);
    clean(&first_steps());
}

/// First Steps without one of its files or sections: unchecked, never an error.
#[test]
fn a_section_that_is_missing_is_never_an_error() {
    for file in [
        "map.json",
        "terrain.csv",
        "units.csv",
        "formations.json",
        "markers.json",
        "cards.json",
        "turns.json",
        "rules.json",
        "tables.json",
        "art.json",
    ] {
        let mut memory = first_steps();
        memory.files.remove(file);
        let compiled = compile(&memory);
        let errors: Vec<&str> =
            compiled.diags.iter().filter(|d| d.severity == Severity::Error).map(|d| d.message.as_str()).collect();
        assert_eq!(errors, [""; 0], "without {file}");
    }
}

/// Every scalar of every JSON file of First Steps, marked as unknown in turn: never an error of its own.
#[test]
fn a_mark_of_unknown_is_accepted_wherever_something_may_be_unknown() {
    // First Steps says nothing of how its map looks.
    let look = "\"map\": { \"relief\": \"plain\", \"terrain\": { \"village\": { \"symbol\": \"dot\" } } },";
    let base = edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", &format!("\"counter-mm\": 15.9, {look}"));
    let mut wrong = Vec::new();
    for (file, from) in [
        ("map.json", "\"columns\": 14"),
        ("map.json", "\"corner\": \"north-west\""),
        ("map.json", "\"m\": \"marsh\""),
        ("map.json", "\"edge\": \"west\""),
        ("module.json", "\"max\": 10"),
        ("module.json", "\"step\": false"),
        ("markers.json", "\"on\": \"hexside\""),
        ("art.json", "\"relief\": \"plain\""),
        ("art.json", "\"symbol\": \"dot\""),
        ("rules.json", "\"guaranteed-hex\": true"),
        ("tables.json", "\"columns\": \"odds\""),
        ("scenarios/crossing.json", "\"state\": \"reduced\""),
        ("scenarios/crossing.json", "\"is\": \"blown\""),
    ] {
        let text = String::from_utf8(base.files[file].clone()).unwrap();
        assert!(text.contains(from), "{file} {from}");
        let key = from.split(':').next().unwrap();
        let memory = base.clone().with(file, text.replacen(from, &format!("{key}: \"?\""), 1));
        let found = lines(&compile(&memory));
        if !found.is_empty() {
            wrong.push(format!("{file} {from}: {found:#?}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}
