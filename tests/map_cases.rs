//! Maps, each with one fault and without it: every check of the map has a case that it catches and one that it passes.

use muster::compile::compile;
use muster::emit::{EMITTERS, EmitContext};
use muster::hexgrid::HexId;
use muster::model::Game;
use muster::source::Memory;

use crate::support::{png, said};

/// A game that is nothing but a map, of 8 by 6 hexes unless it says otherwise.
fn game(map: &str) -> Memory {
    let module = r#"{"format": 2, "name": "Map", "sides": [{"id": "red"}, {"id": "blue"}]}"#;
    let terrain = "id,on,water\nclear,hex,\nwoods,hex,\nlake,hex,true\nvillage,feature,\ntown,feature,\n\
                   river,hexside,true\nwall,hexside,false\nroad,road,\ntrack,road,\n";
    let grid = r#""grid": {"columns": 8, "rows": 6}"#;
    let map =
        if map.contains("\"sheets\"") || map.contains("\"grid\"") { format!("{{{map}}}") } else { format!("{{{grid}, {map}}}") };
    Memory::new().with("module.json", module).with("terrain.csv", terrain).with("map.json", map)
}

/// What is said of a map, but not of what is never used: these maps are for nothing.
fn found(map: &str) -> Vec<String> {
    said(&game(map)).into_iter().filter(|line| !line.contains(" M0502 ")).collect()
}

/// One finding with this code, under these words, with this in its message.
#[track_caller]
fn one(map: &str, code: &str, under: &str, part: &str) {
    let found = found(map);
    let fits = |line: &String| line.contains(&format!(" {code} ")) && line.contains(&format!("«{under}»")) && line.contains(part);
    assert!(found.len() == 1 && fits(&found[0]), "{map}\nexpected {code} «{under}» {part}\nfound {found:#?}");
}

#[track_caller]
fn clean(map: &str) -> Game {
    assert_eq!(found(map), Vec::<String>::new(), "{map}");
    compile(&game(map)).game
}

fn hex(game: &Game, name: &str) -> HexId {
    game.map.as_ref().unwrap().board.parse(name).unwrap()
}

fn area(game: &Game, id: &str) -> Vec<String> {
    let map = game.map.as_ref().unwrap();
    let area = map.areas.values().find(|area| area.id == id).unwrap();
    area.hexes.iter().map(|hex| map.board.name(*hex)).collect()
}

#[test]
fn chains_of_hexes() {
    let road = |through: &str, more: &str| format!(r#""roads": [{{"class": "road", "through": "{through}"{more}}}]"#);
    clean(&road("0103-0803", ""));
    one(
        &road("0103-0303 0503", ""),
        "M0307",
        "0503",
        "jumps from 0303 to 0503, 2 hexes away | write the hexes between them, for example 04",
    );
    one(&road("0103 0103 0203", ""), "M0307", "0103", "has hex 0103 twice in a row");
    one(&road("0103-0303 0304 0204 0203", ""), "M0310", "0203", "comes through hex 0203 twice");
    // A ring closes itself.
    clean(&road("0303 0304 0404 0403 0303", ""));
    one(&road("0103-0303 0903", ""), "M0302", "0903", "is not on the map");
    clean(&road("0103-0803", r#", "leaves": ["west", "east"]"#));
    one(&road("0103-0703", r#", "leaves": ["west", "east"]"#), "M0320", "east", "its ends 0103 and 0703 do not lie there");
}

#[test]
fn hexsides() {
    let river = |how: &str| format!(r#""hexsides": [{{"name": "Aa", "class": "river", {how}}}]"#);
    // From the northern to the southern edge.
    let banks = r#""between": ["0301-0306", "0401-0406"]"#;
    let game = clean(&river(banks));
    let map = game.map.as_ref().unwrap();
    assert_eq!(map.features.values().next().unwrap().sides.len(), 11);
    one(
        &river(r#""between": ["0301-0306 0101", "0401-0406"]"#),
        "M0306",
        "0101",
        "touches no hex of the other bank, the nearest is 0401, 3 hexes away",
    );
    one(&river(r#""between": ["0301-0306", "0401-0406 0303"]"#), "M0310", "0303", "stands on both banks");
    one(&river(r#""between": ["0101-0106", "0401-0406"]"#), "M0306", "between", "touch nowhere");
    one(&river(r#""sides": "0301/0401 0301/0601""#), "M0306", "0301/0601", "did you mean `0301/0401`");
    // Along the stream: down from the north, and out again at the north.
    let whole = "0301/0401 0301/0302 0201/0301";
    clean(&river(&format!(r#""along": "{whole}""#)));
    one(&river(r#""along": "0301/0401 0302/0402 0302/0303 0202/0302 0201/0302 0201/0301""#), "M0307", "0302/0402", "0401/0302");
    one(&river(r#""along": "0301/0401 0301/0302 0201/0301 0301/0401""#), "M0310", "0301/0401", "stands twice in this chain");
    one(&river(r#""along": "0301/0401", "sides": "0301/0302""#), "M0211", "Aa", "one of `between`, `sides` and `along`");
    // At the border a side has one hex.
    clean(r#""hexsides": [{"name": "Wall", "class": "wall", "sides": "0101/n 0201/n"}]"#);
}

#[test]
fn rivers_end_somewhere() {
    let river = |sides: &str| format!(r#""hexsides": [{{"name": "Aa", "class": "river", "sides": "{sides}"}}]"#);
    one(&river("0403/0503 0403/0504"), "M0315", "river", "reaches neither an edge of the map nor other water");
    // A spring, and the edge.
    clean(&river("0401/0501 0401/0502 0402/0502"));
    // A slope may end anywhere.
    clean(r#""hexsides": [{"name": "Ridge", "class": "wall", "sides": "0403/0503 0403/0504"}]"#);
    // A lake takes it.
    clean(
        r#""terrain": {"default": "clear", "hexes": [{"hex": "0403", "terrain": "lake"}]},
        "hexsides": [{"name": "Aa", "class": "river", "sides": "0404/0504 0404/0505"}]"#,
    );
    // Another river takes it.
    clean(
        r#""hexsides": [{"name": "Aa", "class": "river", "between": ["0301-0306", "0401-0406"]},
        {"name": "Bee", "class": "river", "sides": "0403/0402 0403/0503"}]"#,
    );
    // From edge to edge, with a gap.
    one(
        r#""hexsides": [{"name": "Aa", "class": "river", "between": ["0301-0302 0305-0306", "0401-0402 0405-0406"]}]"#,
        "M0315",
        "river",
        "goes on at",
    );
}

#[test]
fn bridges_stand_where_roads_cross() {
    let map = |more: &str| {
        format!(
            r#""hexsides": [{{"name": "Aa", "class": "river", "between": ["0301-0306", "0401-0406"]}}, {{"class": "wall", "sides": "0503/0603"}}],
            "roads": [{{"class": "road", "through": "0103-0803"}}, {{"class": "track", "through": "0105-0805"}}]{more}"#
        )
    };
    let bridges = |game: &Game| {
        let map = game.map.as_ref().unwrap();
        map.bridges.values().map(|bridge| map.board.hexside_name(bridge.side)).collect::<Vec<_>>()
    };
    // Over water, not over a wall.
    assert_eq!(bridges(&clean(&map(""))), ["0303/0403", "0305/0405"]);
    one(&map(r#", "crossings": "listed", "bridges": [{"at": "0303/0403"}]"#), "M0314", "0105-0805", "crosses water at 0305/0405");
    let game = clean(&map(
        r#", "crossings": "listed", "bridges": [{"at": "0303/0403", "state": "blown", "owner": "red", "site": 4}, {"at": "0305/0405", "kind": "ford"}]"#,
    ));
    assert_eq!(bridges(&game), ["0303/0403", "0305/0405"]);
    let first = game.map.as_ref().unwrap().bridges.values().next().unwrap();
    assert_eq!((first.site, first.state.as_deref(), first.ford), (Some(4), Some("blown"), false));
    one(&map(r#", "bridges": [{"at": "0503/0603"}]"#), "M0308", "0503/0603", "nothing is there to cross");
    one(&map(r#", "bridges": [{"at": "0302/0402"}]"#), "M0308", "0302/0402", "no road crosses it");
    one(&map(r#", "bridges": [{"at": "0303/0403", "owner": "green"}]"#), "M0201", "green", "unknown side");
}

#[test]
fn arrows_lead_from_hex_to_hex() {
    let arrow = |through: &str| format!(r#""arrows": [{{"id": "on", "through": {through}}}]"#);
    // Chains may run together.
    let game = clean(&arrow(r#"["0101 0201 0301", "0202 0201 0301-0303"]"#));
    let on = &game.map.as_ref().unwrap().arrows.values().next().unwrap();
    let ahead = |from: &str| on.ahead(hex(&game, from)).map(|to| game.map.as_ref().unwrap().board.name(to));
    assert_eq!(ahead("0201").as_deref(), Some("0301"));
    assert_eq!(ahead("0302").as_deref(), Some("0303"));
    assert_eq!(ahead("0303"), None);
    one(&arrow(r#"["0101 0201", "0101 0102"]"#), "M0310", "0102", "arrow `on` leads from hex 0101 to 0102 and to 0201");
    one(&arrow(r#"["0101 0103"]"#), "M0307", "0103", "arrow `on` jumps from 0101 to 0103");
}

#[test]
fn entries_exits_and_sources() {
    let entry =
        |more: &str| format!(r#""roads": [{{"class": "road", "through": "0103-0803"}}], "entries": [{{"id": "A", {more}}}]"#);
    clean(&entry(r#""hexes": "0103", "edge": "west", "road": "road""#));
    one(
        &entry(r#""hexes": "0103", "edge": "east""#),
        "M0316",
        "east",
        "is not on the east edge | correct the hex, or write west as the edge",
    );
    one(&entry(r#""hexes": "0303""#), "M0316", "0303", "not on the edge of the map");
    // The top of a raised column is on the northern edge only.
    one(&entry(r#""hexes": "0301", "edge": "east""#), "M0316", "east", "write north");
    one(&entry(r#""hexes": "0104", "edge": "west", "road": "road""#), "M0317", "road", "none comes through hex 0104");
    one(r#""exits": [{"id": "X", "hexes": "0303"}]"#, "M0316", "0303", "exit `X`");
    clean(r#""exits": [{"id": "X", "hexes": "0803", "edge": "east", "side": "red"}]"#);
    let source =
        |more: &str| format!(r#""roads": [{{"class": "road", "through": "0103-0803"}}], "sources": [{{"id": "depot", {more}}}]"#);
    clean(&source(r#""hexes": "0103""#));
    one(&source(r#""hexes": "0104""#), "M0318", "0104", "where no road comes");
    clean(&source(r#""hexes": "0104", "road": false"#));
    clean(r#""sources": [{"id": "depot", "hexes": "0104"}]"#);
}

#[test]
fn roads_hang_together() {
    let roads = |second: &str| {
        format!(
            r#""roads": [{{"class": "road", "through": "0103-0803"}}, {{"name": "Lane", "class": "track", "through": "{second}"}}]"#
        )
    };
    clean(&roads("0305-0303"));
    one(&roads("0305-0304"), "M0319", "0305-0304", "`Lane` meets no other road");
    clean(&roads("0306-0305"));
}

#[test]
fn places_have_one_name_each() {
    let places = |list: &str| format!(r#""places": [{list}]"#);
    clean(&places(
        r#"{"name": "Lys", "class": "town", "hexes": "0303 0304"}, {"name": "Hill", "hexes": "0303"}, {"name": "Mill", "class": "village", "hexes": "0303"}"#,
    ));
    one(
        &places(r#"{"name": "Lys", "class": "town", "hexes": "0303 0304"}, {"name": "Liss", "class": "town", "hexes": "0304"}"#),
        "M0321",
        "Liss",
        "`Liss` and `Lys` are both the `town` in hex 0304",
    );
    one(
        &places(r#"{"id": "a", "name": "Lys", "hexes": "0303"}, {"id": "b", "name": "LYS", "hexes": "0505"}"#),
        "M0321",
        "LYS",
        "has the name of another place",
    );
    one(&places(r#"{"name": "Lys", "class": "town", "hexes": "0303 0304 0303"}"#), "M0310", "0303", "stands twice in this list");
}

#[test]
fn areas() {
    let river = r#""hexsides": [{"id": "aa", "name": "Aa", "class": "river", "between": ["0301-0306", "0401-0406"]}, {"id": "wall", "class": "wall", "sides": "0703/0803"}]"#;
    let areas = |list: &str| format!(r#"{river}, "places": [{{"name": "Lys", "hexes": "0503"}}], "areas": [{list}]"#);
    let game = clean(&areas(
        r#"{"id": "west", "flood": "0101", "until": ["aa"]}, {"id": "near", "within": {"hexes": 1, "of": "Lys"}},
        {"id": "line", "flood": "0101", "line": "0201-0206", "except": "0106"}, {"id": "box", "hexes": "0702-0803"}"#,
    ));
    assert_eq!(area(&game, "west").len(), 18);
    let mut near = area(&game, "near");
    near.sort();
    assert_eq!(near, ["0402", "0403", "0502", "0503", "0504", "0602", "0603"]);
    assert_eq!(area(&game, "line"), ["0101", "0102", "0103", "0104", "0105"]);
    assert_eq!(area(&game, "box").len(), 4);
    one(&areas(r#"{"id": "west", "flood": "0101", "until": ["aa", "wall"]}"#), "M0312", "wall", "`wall` holds nothing back");
    one(&areas(r#"{"id": "west", "flood": "0101", "line": "0201-0205"}"#), "M0312", "0201-0205", "its line shuts nothing off");
    one(&areas(r#"{"id": "west", "flood": "0101", "line": "0101-0106"}"#), "M0311", "0101", "begins on its own line");
    one(&areas(r#"{"id": "none", "hexes": "0101", "except": "0101"}"#), "M0311", "none", "has no hexes");
    one(&areas(r#"{"id": "both", "hexes": "0101", "flood": "0101"}"#), "M0211", "both", "one of `hexes`, `flood` and `within`");
    one(r#""areas": [{"id": "a", "flood": "0101", "until": ["aa"]}]"#, "M0201", "aa", "unknown hexside feature");
    let apart = |group: &str| {
        areas(&format!(
            r#"{{"id": "a", "hexes": "0101-0303", "group": "zones"}}, {{"id": "b", "hexes": "0303-0404", "group": "{group}"}}"#
        ))
    };
    one(&apart("zones"), "M0322", "b", "areas `a` and `b` of group `zones` overlap in 0303");
    clean(&apart("others"));
}

#[test]
fn values_are_declared() {
    let map = |values: &str| {
        format!(
            r#""values": [{{"id": "height", "min": 0, "max": 900}}], "terrain": {{"default": "clear", "hexes": [{{"hex": "0101", "values": {values}}}]}}"#
        )
    };
    let game = clean(&map(r#"{"height": 140}"#));
    assert_eq!(game.map.as_ref().unwrap().values[&hex(&game, "0101")].get("height"), Some(140));
    one(&map(r#"{"hieght": 140}"#), "M0201", "hieght", "unknown value `hieght` | did you mean `height`?");
    one(&map(r#"{"height": 1400}"#), "M0105", "1400", "`height` is 1400, expected 0 to 900");
    clean(r#""terrain": {"default": "clear", "hexes": [{"hex": "0101", "values": {"anything": 1}}]}"#);
}

#[test]
fn a_ground_that_costs_otherwise_is_one_that_turns_have() {
    let unknown = |word: &str, turns: &str| {
        let module = r#"{"format": 2, "name": "Map", "sides": [{"id": "red"}, {"id": "blue"}], "classes": [{"id": "foot"}]}"#;
        let terrain =
            format!(r#"{{"list": [{{"id": "clear", "cost": {{"foot": 1}}, "grounds": {{"{word}": {{"foot": 2}}}}}}]}}"#);
        let map = r#"{"grid": {"columns": 8, "rows": 6}, "terrain": {"default": "clear"}}"#;
        let game = Memory::new().with("module.json", module).with("terrain.json", terrain).with("map.json", map);
        said(&game.with("turns.json", turns)).into_iter().filter(|line| line.contains(" M0201 ")).collect::<Vec<_>>()
    };
    let turns = r#"{"turns": [{"id": "1", "ground": "frozen"}, {"id": "2", "weather": "rain"}], "ground": ["mud"]}"#;
    for word in ["frozen", "rain", "mud"] {
        assert_eq!(unknown(word, turns), Vec::<String>::new(), "{word}");
    }
    let found = unknown("frozn", turns);
    assert!(found.len() == 1 && found[0].contains("unknown ground `frozn` | did you mean `frozen`?"), "{found:#?}");
    // Where no turn says what the ground is, nobody knows which there are.
    assert_eq!(unknown("frozn", r#"{"turns": [{"id": "1"}]}"#), Vec::<String>::new());
}

#[test]
fn an_irregular_outline_is_drawn_with_glyphs() {
    let rows = |third: &str| {
        format!(
            r#""grid": {{"columns": 3, "rows": 3}}, "terrain": {{"legend": {{".": "clear", "_": "off-map"}}, "rows": [". . .", ". . .", "{third}"]}},
            "roads": [{{"class": "road", "through": "0101-0103", "leaves": ["north"]}}]"#
        )
    };
    let game = clean(&rows(". . _"));
    assert_eq!(game.map.as_ref().unwrap().board.len(), 8);
    one(&rows("_ . ."), "M0302", "0103", "is left out of the map");
    one(&rows("? . _"), "M0304", "?", "is not in the legend");
}

#[test]
fn sheets_join_in_one_plane() {
    let sheets = |join: &str, west: &str| {
        format!(
            r#""sheets": [
              {{"prefix": "E", "grid": {{"columns": 3, "rows": 2, "corner": "north-east"}}, "terrain": {{"legend": {{".": "clear", "w": "woods"}}, "rows": ["w . .", "w . ."]}}}},
              {{"prefix": "W", "grid": {{"columns": 3, "rows": 2, "corner": "north-east"}}, "joins": [{join}], "terrain": {{"legend": {{".": "clear", "w": "woods"}}, "rows": ["{west}", ". . w"]}}}}
            ], "roads": [{{"class": "road", "through": "E0101 E0201 E0301 W0201 W0301", "leaves": ["west", "east"]}}]"#
        )
    };
    let same = r#"{"same": ["E0301", "W0101"]}"#;
    let joined = clean(&sheets(same, ". . w"));
    let board = &joined.map.as_ref().unwrap().board;
    assert_eq!(board.len(), 10);
    assert_eq!(hex(&joined, "E0301"), hex(&joined, "W0101"));
    one(&sheets(same, ". . ."), "M0313", ".", "hex E0301, also printed W0101 is `clear` here and `woods` on the sheet before");
    one(&sheets(r#"{"same": ["E0301", "W0901"]}"#, ". . w"), "M0301", "joins", "");
    one(&sheets(r#"{"same": ["E0301", "W0101"], "way": "n"}"#, ". . w"), "M0211", "{", "either `same` or `touching`");
    one(r#""sheets": []"#, "M0301", "sheets", "the map has no sheets");
    one(r#""grid": {"columns": 2, "rows": 2}, "sheets": []"#, "M0211", "sheets", "either `grid` or `sheets`, found both");
    // A bundle of it is the same map again.
    let whole = compile(&game(&sheets(same, ". . w")).with("scenarios/s.json", r#"{"id": "s", "name": "S"}"#));
    let scenarios: Vec<_> = whole.game.scenarios.ids().collect();
    let input = EmitContext::new(&whole.game, &scenarios);
    let bundle = (EMITTERS.iter().find(|emitter| emitter.name == "bundle").unwrap().emit)(&input, &mut |_, _| {}).unwrap().files;
    let again = muster::bundle::open(&bundle["s.muster"]).unwrap_or_else(|why| panic!("{why}")).compiled.game.map.unwrap();
    let map = joined.map.as_ref().unwrap();
    assert_eq!((&again.board, &again.ground), (&map.board, &map.ground));
    assert_eq!(again.roads, map.roads);
}

#[test]
fn halves_of_a_hex_may_differ_where_a_list_settles_it() {
    let sheets = |east: &str, west: &str| {
        let legend = r#""legend": {".": "clear", "w": "woods", "l": "lake"}"#;
        format!(
            r#""sheets": [
              {{"prefix": "E", "grid": {{"columns": 2, "rows": 1}}, "terrain": {{{legend}, "rows": ["w ."]{east}}}}},
              {{"prefix": "W", "grid": {{"columns": 2, "rows": 1}}, "joins": [{{"same": ["E0201", "W0101"]}}], "terrain": {{{legend}, "rows": ["l ."]{west}}}}}
            ]"#
        )
    };
    // All of the shared legend is used, though by neither sheet alone.
    one(&sheets("", ""), "M0313", "l", "hex E0201, also printed W0101 is `lake` here and `clear` on the sheet before");
    for (east, west) in [
        ("", r#", "hexes": [{"hex": "W0101", "terrain": "woods"}]"#),
        (r#", "hexes": [{"hex": "E0201", "terrain": "woods"}]"#, ""),
    ] {
        let game = clean(&sheets(east, west));
        let map = game.map.as_ref().unwrap();
        assert_eq!(game.terrain[map.ground(hex(&game, "E0201")).unwrap()].id, "woods");
    }
    // What a list says of another hex settles nothing; values alone do not either.
    one(&sheets("", r#", "hexes": [{"hex": "W0201", "terrain": "woods"}]"#), "M0313", "l", "");
}

#[test]
fn a_glyph_that_no_sheet_uses_is_told_once() {
    let sheets = |rows: [&str; 2]| {
        let sheet = |prefix: &str, rows: &str, join: &str| {
            format!(
                r#"{{"prefix": "{prefix}", "grid": {{"columns": 2, "rows": 1}}{join}, "terrain": {{"legend": {{".": "clear", "w": "woods"}}, "rows": ["{rows}"]}}}}"#
            )
        };
        let join = r#", "joins": [{"same": ["E0201", "W0101"]}]"#;
        format!(r#""sheets": [{}, {}]"#, sheet("E", rows[0], ""), sheet("W", rows[1], join))
    };
    clean(&sheets(["w .", ". ."]));
    clean(&sheets([". .", ". w"]));
    one(&sheets([". .", ". ."]), "M0309", "w", "glyph `w` of the legend is in no row");
}

#[test]
fn a_sheet_may_lie_apart() {
    let sheets = |more: &str| {
        format!(
            r#""sheets": [
              {{"prefix": "E", "grid": {{"columns": 3, "rows": 2}}, "terrain": {{"legend": {{".": "clear", "w": "woods"}}, "rows": ["w . .", "w . ."]}}}},
              {{"prefix": "W", "grid": {{"columns": 4, "rows": 2}}, {more} "terrain": {{"legend": {{".": "clear"}}, "rows": [". . . .", ". . . ."]}}}}
            ], "roads": [{{"class": "road", "through": "E0101 E0201 E0301", "leaves": ["west", "east"]}}]"#
        )
    };
    let apart = clean(&sheets(r#""apart": true,"#));
    let map = apart.map.as_ref().unwrap();
    assert_eq!(map.board.len(), 14);
    one(&sheets(""), "M0301", "W", "");
    let joins = r#""apart": true, "joins": [{"same": ["E0301", "W0101"]}],"#;
    one(&sheets(joins), "M0211", "joins", "sheet `W` lies apart and has `joins`");
    let whole = compile(&game(&sheets(r#""apart": true, "gap": 5,"#)).with("scenarios/s.json", r#"{"id": "s", "name": "S"}"#));
    let scenarios: Vec<_> = whole.game.scenarios.ids().collect();
    let input = EmitContext::new(&whole.game, &scenarios);
    let bundle = (EMITTERS.iter().find(|emitter| emitter.name == "bundle").unwrap().emit)(&input, &mut |_, _| {}).unwrap().files;
    let again = muster::bundle::open(&bundle["s.muster"]).unwrap_or_else(|why| panic!("{why}")).compiled.game.map.unwrap();
    assert_eq!(again.board, whole.game.map.unwrap().board);
    assert_ne!(again.board, map.board, "the gap counts");
}

#[test]
fn an_image_lies_square_on_the_grid() {
    let found = |at: &str| -> Vec<String> {
        let art = format!(r#"{{"map": {{"image": {{"path": "map.png", "at": {{{at}}}}}}}}}"#);
        let memory = game(r#""places": []"#).with("map.png", png(30, 30)).with("art.json", art);
        said(&memory).into_iter().filter(|line| !line.contains(" M0502 ")).collect()
    };
    let one = |at: &str, under: &str, part: &str| {
        let found = found(at);
        let line = found.first().cloned().unwrap_or_default();
        assert!(found.len() == 1 && line.contains(&format!(" M0703 «{under}»")) && line.contains(part), "{found:#?}");
    };
    // 100 pixels across the flats: a column is 86.6 wide, a row 100 high.
    let square = r#""0101": [0, 0], "0701": [519.6, 0], "0106": [0, 500]"#;
    assert_eq!(found(square), Vec::<String>::new());
    assert_eq!(found(&format!(r#"{square}, "0706": [521, 499]"#)), Vec::<String>::new());
    one(r#""0101": [0, 0], "0701": [519.6, 0]"#, "at", "at least three hexes");
    one(r#""0101": [0, 0], "0301": [173, 0], "0701": [519.6, 0]"#, "at", "in one line");
    one(r#""0101": [0, 0], "0701": [519.6, 0], "0106": [0, 550]"#, "at", "longer one way than the other");
    let many = format!(r#"{square}, "0706": [519.6, 500], "0301": [173.2, 0], "0306": [173.2, 500], "0103": [0, 200]"#);
    assert_eq!(found(&many), Vec::<String>::new());
    one(&many.replace("[173.2, 500]", "[173.2, 560]"), "0306", "beside its place on the image");
}
