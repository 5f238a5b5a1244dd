//! What `muster diff` says: one edit for each kind of change, with the exact sentence.

use muster::compile::compile;
use muster::diff::{Edition, Format, compare, render};
use muster::model::Game;
use muster::source::Memory;

use crate::support::{edit, first_steps};

pub(crate) fn game(memory: &Memory) -> Game {
    compile(memory).game
}

/// The lines of the errata, without headings.
pub(crate) fn errata(old: &Game, new: &Game) -> Vec<String> {
    let edition = |game| Edition { label: "x", game, errors: 0 };
    let text = render(Format::Text, &edition(old), &edition(new), &compare(old, new));
    text.lines().filter_map(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

/// Edits that must each be there once.
pub(crate) fn edited(edits: &[(&str, &str, &str)]) -> Memory {
    edits.iter().fold(first_steps(), |memory, (file, from, to)| edit(memory, file, from, to))
}

#[track_caller]
fn says(edits: &[(&str, &str, &str)], expected: &[&str]) {
    let (old, new) = (game(&first_steps()), game(&edited(edits)));
    assert_eq!(errata(&old, &new), expected);
    // There is a way back, too.
    assert_eq!(errata(&new, &old).is_empty(), expected.is_empty());
}

#[test]
fn counters() {
    let row = "a-1-i,,aster,,1-inf,infantry,,II,I/1,4,4,4,,reduced,2,3,,2,,0503";
    let with = |to: &'static str| [("units.csv", row, to)];
    says(
        &with("a-1-i,1st Guards,aster,,1-inf,infantry,,II,I/1,4,4,4,,reduced,2,3,,2,,0503"),
        &["Counter 1st Guards (`a-1-i`): name 1st Guards, was none."],
    );
    says(&with("a-1-i,,aster,,1-inf,infantry,,II,I/1,5,4,4,,reduced,2,3,,2,,0503"), &["Counter I/1 (`a-1-i`): attack 4 → 5."]);
    // The back takes its movement from the front: that is one change.
    says(
        &with("a-1-i,,aster,,1-inf,infantry,,II,I/1,5,4,6,,reduced,2,3,,2,,0503"),
        &["Counter I/1 (`a-1-i`): attack 4 → 5; movement 4 → 6."],
    );
    says(
        &with("a-1-i,,aster,,1-inf,infantry,,II,I/1,4,4,4,,reduced,3,3,,2,,0503"),
        &["Counter I/1 (`a-1-i`): back attack 2 → 3."],
    );
    says(&with("a-1-i,,aster,,1-inf,infantry,,II,I/1,4,4,4,,,,,,2,,0503"), &["Counter I/1 (`a-1-i`): back blank, was reduced."]);
    says(
        &with("a-1-i,,aster,,1-inf,infantry,,II,I/1,4,4,4,,fired,2,3,,2,,0503"),
        &["Counter I/1 (`a-1-i`): back reduced → fired."],
    );
    says(
        &with("a-1-i,,aster,,5-arm,engineer,,III,1,4,4,4,,reduced,2,3,,3,,0503"),
        &[
            "Counter 1 (`a-1-i`): designation I/1 → 1; formation 1st Infantry Regiment → 5th Armoured Group; type infantry → engineers; size II → III; steps 2 → 3.",
        ],
    );
    says(
        &with("a-1-i,,aster,,1-inf,infantry,,II,I/1,4,4,4,,reduced,2,3,,2,2,0503"),
        &["Counter I/1 (`a-1-i`): number of counters 1 → 2."],
    );
    says(
        &[("units.csv", "a-hq,,aster,,1-div,hq,,XX,1,0,2,8,,,,,,1", "a-hq,,aster,,1-div,hq,,XX,1,0,2,8,,reduced,0,1,4,1")],
        &["Counter 1 (`a-hq`): back reduced with attack 0, defense 1, movement 4, was blank."],
    );
    says(
        &[("units.csv", ",a-tank-rem,,by either", ",,a-motor,by either")],
        &["Counter T/5 (`a-tank`): no remnant any more, was `a-tank-rem`; breaks down into `a-motor`, did not before."],
    );
}

#[test]
fn counters_that_come_and_go() {
    let row = "a-hq,,aster,,1-div,hq,,XX,1,0,2,8,,,,,,1,,0304,,,,,one face: a blank back\n";
    says(&[("units.csv", row, "")], &["Counter removed: 1 (`a-hq`)."]);
    let two = format!("{row}a-new,Guards,aster,,1-div,armor,,II,G,6,4,8,,reduced,3,3,,2,,0304,,,,,\n");
    says(
        &[("units.csv", row, &two)],
        &[
            "New counter: Guards (`a-new`), Aster tanks II, 1st Division, attack 6, defense 4, movement 8; back reduced with attack 3, defense 3, movement 8.",
            "Both scenarios: counter Guards (`a-new`) sets up in 0304.",
        ],
    );
}

#[test]
fn equal_changes_are_folded() {
    let edits = [
        ("units.csv", "II,I/1,4,4,4,", "II,I/1,4,4,5,"),
        ("units.csv", "II,II/1,4,4,4,", "II,II/1,4,4,5,"),
        ("units.csv", "II,III/1,4,4,4,", "II,III/1,4,3,5,"),
    ];
    says(
        &edits,
        &[
            "Counters I/1 (`a-1-i`), II/1 (`a-1-ii`) and III/1 (`a-1-iii`): movement 4 → 5.",
            "Counter III/1 (`a-1-iii`): defense 4 → 3.",
        ],
    );
    says(&edits[..2], &["Counter I/1 (`a-1-i`): movement 4 → 5.", "Counter II/1 (`a-1-ii`): movement 4 → 5."]);
    let same = |from: &'static str| ("units.csv", from, ",2,,0404,");
    says(
        &[same(",2,,0503,"), same(",2,,0603,"), same(",2,,0504,")],
        &[
            "Both scenarios: counter I/1 (`a-1-i`) sets up in 0503 → 0404.",
            "Both scenarios: counter II/1 (`a-1-ii`) sets up in 0603 → 0404.",
            "Both scenarios: counter Pi (`a-eng`) sets up in 0504 → 0404.",
        ],
    );
    let old = edited(&[same(",2,,0503,"), same(",2,,0603,"), same(",2,,0504,")]);
    let new = ["a-1-i", "a-1-ii", "a-eng"].iter().fold(old.clone(), |memory, unit| {
        let text = String::from_utf8(memory.files["units.csv"].clone()).unwrap();
        let row = text.lines().find(|row| row.starts_with(&format!("{unit},"))).unwrap().to_owned();
        edit(memory, "units.csv", &row, &row.replace(",0404,", ",0304,"))
    });
    assert_eq!(
        errata(&game(&old), &game(&new)),
        ["Both scenarios: counters I/1 (`a-1-i`), II/1 (`a-1-ii`) and Pi (`a-eng`) set up in 0404 → 0304."]
    );
}

#[test]
fn formations_markers_cards() {
    says(
        &[("formations.json", "\"short\": \"1i\"", "\"short\": \"1I\"")],
        &["Formation 1st Infantry Regiment (`1-inf`): short name 1i → 1I."],
    );
    says(
        &[(
            "formations.json",
            "\"name\": \"8th Brigade\", \"short\": \"8\", \"in\": \"river-cmd\"",
            "\"name\": \"8th Brigade\", \"short\": \"8\", \"side\": \"brenn\"",
        )],
        &["Formation 8th Brigade (`8-bde`): belongs to none, was River Command."],
    );
    says(&[("markers.json", "\"count\": 6", "\"count\": 8")], &["Marker Digging in (`digging`): number of counters 6 → 8."]);
    says(
        &[(
            "markers.json",
            "\"count\": 1 }",
            "\"count\": 1 }, { \"id\": \"vp\", \"name\": \"Points\", \"on\": \"track\", \"count\": 2 }",
        )],
        &["New marker: Points (`vp`), 2 of them, on tracks."],
    );
    says(
        &[("cards.json", "Nothing happens.", "It rains.")],
        &["Card Quiet hours (`quiet`): text “Nothing happens.” → “It rains.”"],
    );
    says(
        &[("cards.json", "\"marker\": \"oos\", \"of\"", "\"marker\": \"disrupted\", \"of\"")],
        &[
            "Card Traffic jam (`jam`): effect: marker Out of supply is placed on one of: side enemy, at (road highway or lane) → marker Disrupted is placed on one of: side enemy, at (road highway or lane).",
        ],
    );
}

#[test]
fn hexes_and_places() {
    says(&[("map.json", "\". h . . . . . . . h . . . w\"", "\". h . . w . . . . h . . . w\"")], &["Hex 0503: clear → woods."]);
    says(
        &[
            ("map.json", "\". h . . . . . . . h . . . w\"", "\". h w w w . . . . h . . . w\""),
            ("map.json", "\". . . . . . . . . . . . w w\"", "\". . . . w . . . . . . . w w\""),
        ],
        &["Hexes 0303, 0403, 0503, 0504: clear → woods."],
    );
    says(&[("map.json", "\"height\": 140", "\"height\": 145")], &["Hex 1002: height 140 → 145."]);
    says(
        &[(
            "map.json",
            "\"hexes\": \"1105\", \"values\": { \"points\": 2 }",
            "\"hexes\": \"1105 1106\", \"values\": { \"points\": 3 }",
        )],
        &["Place Marrow: now also in 1106; points 2 → 3."],
    );
    says(
        &[("map.json", "\"name\": \"Oxmill\", \"class\": \"village\"", "\"name\": \"Oxmill\", \"class\": \"town\"")],
        &["Place Oxmill: kind village → town."],
    );
    says(
        &[("map.json", "\"hexes\": \"0703-0706 0803-0805\"", "\"hexes\": \"0703-0706 0803-0806\"")],
        &["Area Before Lys (`bridgehead`): now also contains 0806."],
    );
    says(
        &[("map.json", "\"hexes\": \"1101\", \"edge\": \"north\"", "\"hexes\": \"1201\", \"edge\": \"north\"")],
        &["Entry Marrow Lane, north (`D`): at 1101 → 1201."],
    );
    says(&[("map.json", "\"to\": 8", "\"to\": 9")], &["Track Turns (`turn-track`): last space 8 → 9."]);
}

#[test]
fn rivers_roads_bridges() {
    says(
        &[("map.json", "\"site\": 1, \"owner\": \"brenn\"", "\"site\": 2, \"kind\": \"ford\", \"owner\": \"aster\"")],
        &["Bridge 0604/0704 (Lys bridge): now a ford; held by Brenn → Aster; site 1 → 2."],
    );
    says(
        &[(
            "map.json",
            "\"side\": \"brenn\", \"hexes\": \"1101\" }\n  ],\n  \"boxes\"",
            "\"side\": \"brenn\", \"hexes\": \"1405\" }\n  ],\n  \"boxes\"",
        )],
        &["Source of supply Brenn depot (`brenn-depot`): at 1101 → 1405."],
    );
    says(
        &[("map.json", "\"edge\": \"east\", \"values\": { \"points\": 2 }", "\"edge\": \"east\", \"values\": { \"points\": 3 }")],
        &["Exit Highway, off the map (`E`): points 2 → 3."],
    );
    says(&[("map.json", "1003/1103 1003/1104", "1003/1103")], &["Kite Ridge: no longer along 1003/1104."]);
    says(
        &[("map.json", "\"name\": \"Kite Ridge\", \"class\": \"slope\"", "\"name\": \"Kite Ridge\", \"class\": \"river\"")],
        &["Kite Ridge: kind slope → river."],
    );
    says(
        &[("map.json", "\"through\": \"1101-1105\"", "\"through\": \"1102-1105\"")],
        &["Marrow Lane: no longer from 1101 to 1102."],
    );
    says(&[("map.json", "\"weak\": true", "\"weak\": false")], &["Bridge 0408/0508: no longer weak."]);
    says(
        &[("map.json", "\"name\": \"Lys bridge\"", "\"name\": \"The bridge\"")],
        &["Bridge 0604/0704 (The bridge): name Lys bridge → The bridge."],
    );
    says(
        &[
            ("map.json", "\"through\": \"0108-0608\"", "\"through\": \"0108-0408\""),
            ("map.json", "    { \"at\": \"0408/0508\", \"weak\": true }\n", ""),
        ],
        &["Mill Lane: no longer from 0408 to 0508, 0508 to 0608.", "Bridge removed: 0408/0508."],
    );
}

#[test]
fn tables() {
    says(&[("tables/crt.csv", "3,A1,AR,AR,NE,EX,DR,", "3,A1,AR,AR,NE,EX,D1,")], &["Combat results, roll 3 at 4:1: DR → D1."]);
    says(
        &[("tables.json", "\"roll\": \"1-4\"", "\"roll\": \"1-3\""), ("tables.json", "\"roll\": \"5-6\"", "\"roll\": \"4-6\"")],
        &["Blowing a bridge, roll 4: blown → fails."],
    );
    says(
        &[("tables/crt.csv", "1,AE,AE,A1,AR,AR,", "1,NE,NE,NE,AR,AR,"), ("tables/crt.csv", "2,AE,A1,", "2,NE,A1,")],
        &["Combat results, roll 1 at 1:2, roll 1 at 1:3 and roll 2 at 1:3: AE → NE.", "Combat results, roll 1 at 1:1: A1 → NE."],
    );
    says(
        &[("tables.json", "\"add\": -1, \"text\": \"by night\"", "\"add\": -2, \"text\": \"by night\"")],
        &["Combat results: modifier by night -1 → -2."],
    );
    says(
        &[(
            "tables.json",
            "\"kind\": \"retreat\", \"who\": \"defender\", \"hexes\": 2",
            "\"kind\": \"retreat\", \"who\": \"defender\", \"hexes\": 3",
        )],
        &[
            "Combat results, result D1 does: defender loses a step, defender retreats 2 hexes, marker Disrupted is placed on defender → defender loses a step, defender retreats 3 hexes, marker Disrupted is placed on defender.",
        ],
    );
    says(
        &[("tables.json", "Shift for terrain before rolling.", "Shift for terrain first.")],
        &["Combat results: note now reads “Shift for terrain first.”, was “Shift for terrain before rolling.”"],
    );
}

#[test]
fn rules_and_terrain() {
    says(
        &[("terrain.csv", "woods,Woods,hex,,,1,2,road", "woods,Woods,hex,,,2,no,road")],
        &["Terrain Woods (`woods`): cost for foot 1 → 2; cost for mechanised 2 → prohibited."],
    );
    says(&[("rules.json", "\"max\": 6", "\"max\": 5")], &["Stacking limit `steps`: at most 6 → 5."]);
    says(
        &[("rules.json", "\"of\": { \"type\": [\"artillery\"] }", "\"of\": { \"type\": [\"artillery\", \"hq\"] }")],
        &["Stacking limit `guns`: of type Artillery → type Artillery or Headquarters."],
    );
    says(
        &[("rules.json", "\"guaranteed-hex\": true", "\"guaranteed-hex\": false")],
        &["Movement: no longer always at least one hex."],
    );
    says(
        &[("rules.json", "\"default\": false", "\"default\": true")],
        &["Option Wet fuses (`wet-fuses`): now played by default."],
    );
    says(
        &[("rules.json", "A unit in the reserve box arrives when its scenario says so.", "It arrives at once.")],
        &[
            "Reminders: rule now reads “4.2 It arrives at once.”, was “4.2 A unit in the reserve box arrives when its scenario says so.”",
        ],
    );
    says(
        &[("turns.json", "dawn\", \"weather\": \"rain\"", "dawn\", \"weather\": \"clear\"")],
        &["Turn 4: weather rain → clear."],
    );
    says(
        &[("turns.json", "\"if\": { \"side\": [\"brenn\"] }", "\"if\": { \"side\": [\"aster\"] }")],
        &[
            "Phase Demolition (`aster/blow`): if in the turn of Brenn → in the turn of Aster.",
            "Phase Demolition (`brenn/blow`): if in the turn of Brenn → in the turn of Aster.",
        ],
    );
    says(
        &[("art.json", "{attack}({range}){move}", "{attack}-{range}-{move}")],
        &["Layout 1: slot bottom `{attack}({range}){move}` → `{attack}-{range}-{move}`."],
    );
    // A side that is called differently is one change.
    says(&[("module.json", "\"name\": \"Aster\"", "\"name\": \"Astoria\"")], &["Side Astoria (`aster`): name Aster → Astoria."]);
    says(&[("module.json", "\"name\": \"Movement\"", "\"name\": \"March\"")], &["Rating March (`move`): name Movement → March."]);
    says(&[("module.json", "\"version\": \"1.0\"", "\"version\": \"1.1\"")], &["First Steps: version 1.0 → 1.1."]);
}

#[test]
fn scenarios() {
    // A column that both scenarios take is said once; one of them has its own line for b-eng.
    says(
        &[("units.csv", "reduced,0,1,,2,,0508", "reduced,0,1,,2,,0704")],
        &["The Alder Crossing: counter Pi (`b-eng`) sets up in 0508 → 0704."],
    );
    says(&[("units.csv", ",1,,1105,", ",1,,1205,")], &["Both scenarios: counter RC (`b-hq`) sets up in 1105 → 1205."]);
    says(
        &[("units.csv", "3@C", "4@D")],
        &["The Alder Crossing: counter III/8 (`b-8-iii`) arrives on turn 3 at C → on turn 4 at D."],
    );
    says(
        &[("scenarios/crossing.json", "\"n\": 2, \"at\": \"0705\"", "\"n\": 2, \"at\": \"0805\"")],
        &["Both scenarios: counter Fort (`b-fort`) no. 2 sets up in 0705 → 0805."],
    );
    says(
        &[("scenarios/crossing.json", ", \"state\": \"reduced\"", "")],
        &["Both scenarios: counter III/1 (`a-1-iii`) begins full, was reduced."],
    );
    says(
        &[("scenarios/crossing.json", "\"at\": \"0703 0704\"", "\"at\": \"0703\"")],
        &["Both scenarios: marker `dug-in` lies in 0703, 0704 → 0703."],
    );
    says(
        &[("scenarios/crossing.json", "\"is\": \"blown\"", "\"is\": \"intact\"")],
        &["The Alder Crossing: bridge 0408/0508 is blown → intact."],
    );
    says(
        &[("scenarios/crossing.json", "\"side\": \"brenn\", \"places\"", "\"side\": \"aster\", \"places\"")],
        &["Both scenarios: places Kite Hill, Lys, Marrow and Oxmill are held by Brenn → Aster."],
    );
    says(
        &[("scenarios/crossing.json", "\"set\": { \"max\": 3 }", "\"set\": { \"max\": 4 }")],
        &["The Alder Crossing: rule `stacking.limits/units` is at most 3 until turn 2 → at most 4 until turn 2."],
    );
    says(
        &[(
            "scenarios/crossing.json",
            "\"of\": [\"Lys\"], \"by\": \"aster\" } } }",
            "\"of\": [\"Oxmill\"], \"by\": \"aster\" } } }",
        )],
        &["The Alder Crossing: victory level “A foothold” holds if Aster holds Lys → Aster holds Oxmill."],
    );
    says(
        &[("scenarios/dash.json", "\"name\": \"Only the town\"", "\"name\": \"A draw\"")],
        &[
            "The Dash for the Bridge: victory level “A draw” is new, for neither side if Aster holds Lys.",
            "The Dash for the Bridge: victory level “Only the town” is no more.",
        ],
    );
    says(
        &[("scenarios/dash.json", "stays in its box.", "never leaves.")],
        &[
            "The Dash for the Bridge: special rule now reads “12.7 The Brenn reserve never leaves.”, was “12.7 The Brenn reserve stays in its box.”",
        ],
    );
    says(
        &[("scenarios/dash.json", "\"turns\": [\"1\", \"4\"]", "\"turns\": [\"1\", \"5\"]")],
        &["The Dash for the Bridge: turns 1 to 4 → 1 to 5."],
    );
    let mut gone = first_steps();
    gone.files.remove("scenarios/dash.json");
    assert_eq!(errata(&game(&first_steps()), &game(&gone)), ["Scenario removed: The Dash for the Bridge."]);
    assert_eq!(errata(&game(&gone), &game(&first_steps())), ["New scenario: The Dash for the Bridge, turns 1 to 4, 15 set up."]);
}

#[test]
fn what_play_needs() {
    says(
        &[("turns.json", "\"does\": [\"fight\"]", "\"does\": [\"resolve\", \"fight\"]")],
        &[
            "Phase Combat (`aster/fight`): does `fight` → `fight`, `resolve`.",
            "Phase Combat (`brenn/fight`): does `fight` → `fight`, `resolve`.",
        ],
    );
    says(
        &[(
            "scenarios/crossing.json",
            "\"turns\": [\"1\", \"8\"]",
            "\"order\": [\"brenn\", \"aster\"], \"turns\": [\"1\", \"8\"]",
        )],
        &["Both scenarios: order of the sides Brenn, then Aster, was that of the phases."],
    );
    says(
        &[("rules.json", "  \"advance\": [", "  \"taking\": [{ \"id\": \"all\", \"by\": \"ending\" }],\n  \"advance\": [")],
        &["New rule: `all`, by ending."],
    );
    says(
        &[(
            "scenarios/crossing.json",
            "\"name\": \"Aster breaks out\", ",
            "\"name\": \"Aster breaks out\", \"checked\": [\"move\", \"at-once\"], ",
        )],
        &["The Alder Crossing: victory level “Aster breaks out” is looked at `at-once`, `move`, was at the end of the game."],
    );
}

#[test]
fn a_column_that_no_scenario_takes_is_told_of_the_counter() {
    let without = |memory: Memory| edit(memory, "scenarios/crossing.json", "  \"from\": \"units\",\n", "");
    let (old, new) = (game(&without(first_steps())), game(&without(edited(&[("units.csv", ",1,,1105,", ",1,,1205,")]))));
    assert_eq!(errata(&old, &new), ["Counter RC (`b-hq`): sets up in 1105 → 1205."]);
}
