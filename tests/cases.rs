//! Faults in First Steps and what is said of each: a case that a check catches; the game itself is the one that passes.

use crate::support::{clean, edit, first_steps, said};

/// One edit, one finding: code, what is underlined, and a part of the message.
fn one(file: &str, from: &str, to: &str, code: &str, under: &str, part: &str) {
    let found = said(&edit(first_steps(), file, from, to));
    let fits = |line: &String| line.contains(&format!(" {code} ")) && line.contains(&format!("«{under}»")) && line.contains(part);
    assert!(found.len() == 1 && fits(&found[0]), "{from} -> {to}\nexpected {code} «{under}» {part}\nfound {found:#?}");
}

#[test]
fn first_steps_is_clean() {
    clean(&first_steps());
}

#[test]
fn names_that_do_not_exist() {
    one(
        "module.json",
        "\"side\": \"brenn\" }",
        "\"side\": \"bren\" }",
        "M0201",
        "bren",
        "unknown side `bren` | did you mean `brenn`?",
    );
    one("units.csv", "a-hq,,aster,,1-div,hq", "a-hq,,aster,,1-div,hqs", "M0201", "hqs", "unknown unit type `hqs`");
    one(
        "units.csv",
        "1-inf,engineer,,I,Pi,1,2,4,,reduced",
        "1-inf,engineer,,I,Pi,1,2,4,,reducd",
        "M0201",
        "reducd",
        "unknown state `reducd` | did you mean `reduced`?",
    );
    one(
        "scenarios/crossing.json",
        "\"in\": \"bridgehead\"",
        "\"in\": \"bridgehed\"",
        "M0201",
        "bridgehed",
        "unknown area `bridgehed` | did you mean `bridgehead`?",
    );
    one(
        "scenarios/crossing.json",
        "\"of\": [\"Lys\"], \"by\": \"aster\" } } },\n      { \"name\": \"Brenn holds\"",
        "\"of\": [\"Lyss\"], \"by\": \"aster\" } } },\n      { \"name\": \"Brenn holds\"",
        "M0201",
        "Lyss",
        "unknown place `Lyss`",
    );
    one("units.csv", ",2@A|B,", ",2@A|X,", "M0201", "X", "unknown entry `X`");
    one("units.csv", ",2@A|B,", ",22@A|B,", "M0201", "22", "unknown turn `22`");
    one("rules.json", "\"table\": \"crt\"", "\"table\": \"cr\"", "M0201", "cr", "unknown table `cr` | did you mean `crt`?");
    one(
        "rules.json",
        "\"below\": \"forbidden\"",
        "\"below\": \"forbiden\"",
        "M0201",
        "forbiden",
        "unknown result `forbiden` | did you mean `forbidden`?",
    );
    // The code of another table is none of the table of combat.
    one("rules.json", "\"below\": \"forbidden\"", "\"below\": \"blown\"", "M0201", "blown", "unknown result `blown`");
    one(
        "rules.json",
        "\"triggers\": [",
        "\"triggers\": [{ \"id\": \"worse\", \"on\": \"result\", \"do\": [{ \"kind\": \"result\", \"code\": \"DRR\" }] },",
        "M0201",
        "DRR",
        "unknown result `DRR`",
    );
}

/// A cap at a column that is not there would count for nothing. Where an option puts another table there, whoever wrote
/// the cap could not know.
#[test]
fn caps_end_at_a_column_of_their_table() {
    let capped = |column: &str| {
        let cap = format!(
            "\"below\": \"forbidden\", \"caps\": [{{ \"id\": \"top\", \"of\": \"columns\", \"highest\": \"{column}\" }}]"
        );
        edit(first_steps(), "rules.json", "\"below\": \"forbidden\"", &cap)
    };
    clean(&capped("5:1"));
    let same = "{ \"entry\": \"stacking.limits/units\", \"set\": { \"max\": 3 },";
    let changed = |set: &str| {
        let memory = edit(capped("5:1"), "scenarios/crossing.json", same, &format!("{{ {set} }}, {same}"));
        let table = "{ \"id\": \"flat\", \"dice\": \"d6\", \"columns\": \"odds\", \"rows\": [{ \"roll\": \"1-6\", \"cells\": { \"1:1\": \"NE\" } }], \"results\": [{ \"code\": \"NE\" }] },\n    {";
        edit(memory, "tables.json", "{\n      \"id\": \"crt\"", &format!("{table}\n      \"id\": \"crt\""))
    };
    let found = |memory| said(&memory).into_iter().filter(|line| line.contains(" M0201 ")).collect::<Vec<_>>();
    for (memory, under, part) in [
        (capped("9:1"), "9:1", "the table `crt` has no column `9:1` | use one of `"),
        (
            changed("\"entry\": \"combat.caps/top\", \"set\": { \"highest\": \"9:1\" }"),
            "9:1",
            "no table of combat has a column `9:1` | use one of `",
        ),
    ] {
        let found = found(memory);
        assert!(found.len() == 1 && found[0].contains(&format!("«{under}»")) && found[0].contains(part), "{part}\n{found:#?}");
    }
    assert_eq!(found(changed("\"entry\": \"combat/attack\", \"set\": { \"table\": \"flat\" }")), [""; 0]);
}

/// Whatever an id is of: two that look alike are two.
#[test]
fn signs_that_nobody_sees_in_ids_are_told() {
    for (file, id, sign, what) in [
        ("units.csv", "a-1-iii", '\u{2060}', "unit `a-1-iii`"),
        ("turns.json", "\"id\": \"blow\"", '\u{200f}', "phase `blow`"),
        ("turns.json", "\"id\": \"8\"", '\u{200e}', "turn `8`"),
        ("rules.json", "\"id\": \"slope\"", '\u{202e}', "entry of the rules `combat.shifts/slope`"),
        ("rules.json", "\"id\": \"wet-fuses\"", '\u{2069}', "option `wet-fuses`"),
    ] {
        // Before the last letter: behind it stands the end of the text.
        let at = id.trim_end_matches('"').len() - 1;
        let memory = edit(first_steps(), file, id, &format!("{}{sign}{}", &id[..at], &id[at..]));
        let expected = format!("{what} is written with a sign that nobody sees, U+{:04X}", u32::from(sign));
        let found: Vec<String> = said(&memory).into_iter().filter(|line| line.contains(" M0226 ")).collect();
        assert!(!found.is_empty() && found.iter().all(|line| line.contains(&expected)), "{expected}\n{found:#?}");
    }
    // Written so everywhere, it means what it should, until somebody types it.
    let mut memory = first_steps();
    for (name, bytes) in &mut memory.files {
        if name.ends_with(".json") || name.ends_with(".csv") {
            *bytes = String::from_utf8(bytes.clone()).unwrap().replace("aster", "as\u{200b}ter").into_bytes();
        }
    }
    let found = said(&memory);
    let told = |what: &str| found.iter().any(|line| line.contains(&format!("{what} is written with a sign that nobody sees")));
    assert!(found.iter().all(|line| line.contains(" M0226 ")), "{found:#?}");
    assert!(["side `aster`", "box `aster-reserve`"].into_iter().all(told), "{found:#?}");
}

#[test]
fn a_level_that_an_effect_gives_is_nearly_one_of_a_scenario() {
    let found = |level: &str| {
        let win = format!("{{ \"kind\": \"win\", \"side\": \"aster\", \"level\": \"{level}\" }}");
        let trigger = format!("\"triggers\": [{{ \"id\": \"won\", \"on\": \"turn-end\", \"do\": [{win}] }},");
        let said = said(&edit(first_steps(), "rules.json", "\"triggers\": [", &trigger));
        said.into_iter().filter(|line| line.contains(" M0522 ")).collect::<Vec<_>>()
    };
    let slip = found("Asterx breaks out");
    let expected = "no scenario has the level of victory `Asterx breaks out`, but one has `Aster breaks out`";
    assert!(slip.len() == 1 && slip[0].contains("«Asterx breaks out»") && slip[0].contains(expected), "{slip:#?}");
    for level in ["Aster breaks out", "Sudden death"] {
        assert_eq!(found(level), [""; 0], "{level}");
    }
}

/// In a sheet such a column would be the field, and the rating would never be read.
#[test]
fn a_rating_is_not_called_as_a_field_of_units() {
    for id in ["id", "setup", "arrives", "note"] {
        let to = format!("\"ratings\": [\n    {{ \"id\": \"{id}\" }},");
        let found = said(&edit(first_steps(), "module.json", "\"ratings\": [", &to));
        let part = format!("rating `{id}` has the name of a field that every unit has");
        assert!(found.iter().any(|line| line.contains(" M0202 ") && line.contains(&part)), "{found:#?}");
    }
}

/// Rules would mean the word, and never the side or the rating.
#[test]
fn no_side_and_no_rating_is_called_as_a_word_of_the_rules() {
    for (list, id, part) in [
        ("sides", "own", "side `own` has the name of a word"),
        ("sides", "enemy", "side `enemy` has the name of a word"),
        ("ratings", "units", "rating `units` has the name of what rules count"),
    ] {
        let from = format!("\"{list}\": [");
        let to = format!("{from}\n    {{ \"id\": \"{id}\" }},");
        let found = said(&edit(first_steps(), "module.json", &from, &to));
        assert!(found.iter().any(|line| line.contains(" M0202 ") && line.contains(part)), "{found:#?}");
    }
}

#[test]
fn the_map() {
    one("map.json", "\"columns\": 14", "\"columns\": 14, \"holes\": \"1503\"", "M0302", "1503", "is not on the map");
    one(
        "map.json",
        "\"touching\": [\"0201\", \"0102\"]",
        "\"touching\": [\"0201\", \"0105\"]",
        "M0301",
        "touching",
        "do not touch",
    );
    one("scenarios/crossing.json", "\"at\": \"0407\"", "\"at\": \"1511\"", "M0302", "1511", "is not on the map");
}

#[test]
fn counters() {
    one("units.csv", "II,I/1,4,4,4,", "II,I/1,14,4,4,", "M0208", "14", "`attack` of unit `a-1-i` is 14, expected at most 9");
    one("units.csv", "II,I/1,4,4,4,,", "II,I/1,4,4,4,3,", "M0209", "3", "unit `a-1-i` has `range`, which only other units have");
    one("units.csv", "II,I/5,3,1,6,4,", "II,I/5,3,1,6,,", "M0209", "a-guns", "unit `a-guns` has no `range`");
    one(
        "units.csv",
        "II,I/1,4,4,4,,reduced,2,3,,2,",
        "II,I/1,4,4,4,,reduced,2,3,,3,",
        "M0210",
        "3",
        "unit `a-1-i` has 3 steps, its faces show 2 steps",
    );
    one(
        "units.csv",
        "a-1-i,,aster",
        "a-1-i,,brenn",
        "M0205",
        "1-inf",
        "unit `a-1-i` is of side `brenn`, its formation `1-inf` of side `aster`",
    );
    one("units.csv", "a-1-i,,aster,,1-inf", "a-1-i,,aster,,1-imf", "M0207", "1-imf", "did you mean `1-inf`?");
}

#[test]
fn setups() {
    one(
        "scenarios/crossing.json",
        "{ \"unit\": \"a-1-iii\", \"at\": \"0407\"",
        "{ \"unit\": \"a-1-iii\", \"at\": \"0504\" }, { \"unit\": \"a-1-iii\", \"at\": \"0407\"",
        "M0401",
        "0407",
        "unit `a-1-iii` is set up twice",
    );
    one("units.csv", ",1105,,,,,", ",0503,,,,,", "M0405", "0503", "with unit");
    one("units.csv", ",5@A,", ",5@C,", "M0408", "5@C", "unit `a-heavy` of side `aster` arrives by entry `C` of side `brenn`");
    one(
        "scenarios/crossing.json",
        "\"turn\": \"4\", \"entry\": [\"D\"]",
        "\"turn\": \"9\", \"entry\": [\"D\"]",
        "M0201",
        "9",
        "unknown turn `9`",
    );
    one(
        "scenarios/dash.json",
        "\"turn\": \"2\", \"entry\": [\"C\"]",
        "\"turn\": \"5\", \"entry\": [\"C\"]",
        "M0406",
        "5",
        "unit `b-8-iii` arrives on turn `5`, after the last turn `4` of scenario `dash`",
    );
    one(
        "scenarios/crossing.json",
        "\"marker\": \"dug-in\", \"at\": \"0703 0704\"",
        "\"marker\": \"dug-in\", \"at\": \"0701 0702 0703 0704 0705 0706\"",
        "M0410",
        "0706",
        "6 markers `dug-in` and 1 on their backs at the start, the game has 6 such counters",
    );
}

#[test]
fn tables() {
    one("tables/crt.csv", "EX,DR\n2", "EY,DR\n2", "M0605", "EY", "result `EY` of table");
    one("tables/crt.csv", "\n2,AE", "\n1-2,AE", "M0604", "1-2", "roll 1 of table");
    one("tables/crt.csv", "\n6,AR,NE,DR,DR,D1,D1,DE,DE", "", "M0603", "5", "has no row for 6, which d6 can roll");
    one("tables/crt.csv", "2:1,3:1", "3:1,2:1", "M0607", "2:1", "column `2:1` of table");
    one("tables/crt.csv", "1,AE,AE,", "1,AE,,", "M0605", "1", "has no result for roll 1 in column `1:2`");
}
