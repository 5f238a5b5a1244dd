//! Where things lie: boxes that keep their place, margins that catch nothing, numberings that stay grids; and what is told
//! of a hex under the mouse.

use std::collections::{BTreeMap, BTreeSet};

use muster::compile::compile;
use muster::draw::hexmap;

use super::pieces::Definition;
use super::reader::Module;
use super::written::{bytes, emitted, game, module, named_as_printed};
use crate::support::{edit, first_steps};

/// The boxes of the trays: their names and corners.
fn boxes(module: &Module) -> BTreeMap<String, String> {
    let all = module.tree.all(&["Zone"]);
    all.into_iter()
        .filter(|zone| zone.get("name").contains(": lost") || zone.get("name").contains("not in play"))
        .map(|zone| (zone.get("name").to_owned(), zone.get("path").to_owned()))
        .collect()
}

#[test]
fn boxes_keep_their_place_when_counters_are_added() {
    let mut world = first_steps();
    world.files.remove("vassal-ids.csv");
    let first = emitted(&game(&world), None);
    let ids = first.added.as_ref().unwrap().to(None).unwrap();
    assert!(std::str::from_utf8(&ids).unwrap().contains(",tray,lost aster @ "), "their places are recorded");
    let before = boxes(&Module::read(first.files.values().next().unwrap()));
    assert_eq!(before.len(), 4);
    let more: String =
        (0..40).map(|n| format!("a-n{n},,aster,,5-arm,infantry,,II,N{n},4,4,4,,reduced,2,3,,2,,,,,,,\n")).collect();
    let more = |world| edit(world, "units.csv", "a-1-i,,aster,", &format!("{more}a-1-i,,aster,"));
    // Without the records the boxes would have to become larger, and others would move.
    let unknown = boxes(&Module::read(&bytes(&game(&more(world.clone())))));
    assert_ne!(unknown, before);
    world.files.insert("vassal-ids.csv".to_owned(), ids);
    let again = emitted(&game(&world), None);
    assert!(again.added.is_none() && again.files == first.files, "the second build is the first");
    let after = Module::read(&bytes(&game(&more(world))));
    assert_eq!(boxes(&after), before);
}

/// Every point of the map window, a few pixels apart: it is in a hex, or it is called otherwise and nothing snaps there.
#[test]
fn margins_and_keys_are_no_hexes() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (game, module) = module(name);
        let board = &game.map.as_ref().unwrap().board;
        let names: BTreeSet<String> = board.hexes().map(|hex| board.name(hex)).collect();
        let window = module.map("Map").unwrap();
        let drawn = hexmap::draw(&game, &hexmap::Options::default()).unwrap();
        let (width, height) = window.boards[0].size;
        let scale = width as f64 / drawn.scene.pages[0].width;
        let (mut on, mut off) = (0, 0);
        for x in (0..width).step_by(23) {
            for y in (0..height).step_by(23) {
                let (px, py) = (x as f64 / scale, y as f64 / scale);
                let near = drawn.centres.iter().map(|at| (at.x - px).hypot(at.y - py)).fold(f64::INFINITY, f64::min);
                let told = window.location(&window.layout, x, y).1;
                // VASSAL takes hexes for oblongs: near their corners it names the neighbour.
                if near < drawn.across * 0.42 {
                    assert!(names.contains(&told), "{name}: {told} at {x},{y}");
                    on += 1;
                } else if near > drawn.across * 0.6 {
                    assert!(!names.contains(&told), "{name}: {told} at {x},{y}");
                    off += 1;
                }
            }
        }
        assert!(on > 500 && off > 100, "{name}: {on} {off}");
    }
}

/// Numberings that VASSAL can express are a grid of hexes, and no list of regions: else ranges are measured in pixels.
#[test]
fn a_grid_stays_a_grid() {
    let grid = |numbers: &str, first: &str, corner: &str| {
        format!(
            r#"{{"columns": 12, "rows": 13, "top": "flat", "numbers": "{numbers}", "first": "{first}", "corner": "{corner}"}}"#
        )
    };
    let mut worlds = Vec::new();
    for corner in ["north-west", "north-east", "south-west", "south-east"] {
        for (numbers, first) in [
            ("CCRR", "0101"),
            ("RRCC", "0101"),
            ("AR", "A1"),
            ("ARR", "A01"),
            ("Ca", "1A"),
            ("A-a", "A-A"),
            ("C.R", "1.1"),
            ("CCR", "011"),
            ("CCc-RRr", "98-95"),
            ("(CC:RR)", "(01:01)"),
            ("#A+.R*", "#A+.1*"),
        ] {
            worlds.push((format!("{numbers} {corner}"), format!(r#"{{"grid": {}}}"#, grid(numbers, first, corner))));
        }
    }
    let sheet =
        |prefix: &str, joins: &str| format!(r#"{{"prefix": "{prefix}", "grid": {}{joins}}}"#, grid("CCRR", "0101", "north-west"));
    let joined = [
        sheet("A", ""),
        sheet("B", r#", "joins": [{"same": ["A1201", "B0101"]}]"#),
        sheet("C", r#", "joins": [{"same": ["B1201", "C0101"]}]"#),
    ];
    worlds.push(("three boards".to_owned(), format!(r#"{{"sheets": [{}]}}"#, joined.join(","))));
    let mut tried = 0;
    for (what, map) in worlds {
        let world =
            crate::support::game(&[("module.json", r#"{"format": 2, "name": "Grid", "id": "grid"}"#), ("map.json", &map)]);
        let compiled = compile(&world);
        let game = compiled.game;
        let map = game.map.as_ref().filter(|map| !map.board.is_empty());
        let map = map.unwrap_or_else(|| panic!("{what}: {:?}", compiled.diags.iter().map(|d| &d.message).collect::<Vec<_>>()));
        let module = Module::read(&bytes(&game));
        assert!(module.tree.all(&["RegionGrid"]).is_empty(), "{what}");
        assert!(!module.tree.all(&["HexGrid"]).is_empty(), "{what}");
        assert_eq!(named_as_printed(&game, &module, &what), map.board.hexes().count());
        // From sheet to sheet ranges are counted in hexes too, by a grid behind those of the sheets.
        let behind = module.tree.all(&["ZonedGrid"])[0].children.iter().any(|part| part.kind() == "HexGrid");
        assert!(behind, "{what}");
        tried += 1;
    }
    assert_eq!(tried, 45);
}

/// The lost lie side by side, as long as there is room, and never beside their box.
#[test]
fn the_lost_fill_their_box() {
    let (game, module) = module("modules/bastogne-breakout");
    let boxes = boxes(&module);
    for side in game.sides.values() {
        let name = side.name.as_deref().unwrap_or(&side.id);
        let shared = Definition::read(&module.prototypes[&format!("Side: {name}")]);
        let send = shared.all("sendto").next().unwrap();
        let zone = format!("{name}: lost");
        let held = format!(r#"Count("{{CurrentZone==\"{zone}\"}}","Trays")"#);
        let number = |n: usize| send.field(n).parse::<i64>().unwrap();
        let columns: i64 = send.field(8).strip_prefix(&format!("{{{held}%")).unwrap().strip_suffix('}').unwrap().parse().unwrap();
        let rows = send.field(9).strip_prefix(&format!("{{({held}/{columns})%")).unwrap().strip_suffix('}').unwrap();
        let rows: i64 = rows.parse().unwrap();
        assert!(columns * rows >= 6, "{columns} {rows}");
        let corners: Vec<(i64, i64)> = boxes[&zone]
            .split(';')
            .map(|corner| corner.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap())
            .collect();
        for n in 0..columns * rows {
            let (x, y) = (number(4) + n % columns * number(10), number(5) + n / columns * number(11));
            let inside = |far: i64| {
                x - far >= corners[0].0 && x + far <= corners[2].0 && y - far >= corners[0].1 && y + far <= corners[2].1
            };
            assert!(inside(37), "{zone}: {x},{y} {corners:?}");
        }
        assert!(number(10) > 75, "they lie side by side");
    }
}

#[test]
fn a_hex_under_the_mouse_tells_its_terrain_and_places() {
    let (game, module) = module("modules/first-steps");
    let map = game.map.as_ref().unwrap();
    let facts = module.tree.all(&["GlobalProperty"]).into_iter().find(|p| p.get("name") == "HexFacts").unwrap();
    let facts: BTreeMap<&str, &str> = facts.get("initialValue").split('|').filter_map(|one| one.split_once('=')).collect();
    for place in map.places.values() {
        for hex in &place.hexes {
            let told = facts[map.board.name(*hex).as_str()];
            assert!(told.split(", ").any(|word| word == place.name), "{}: {told}", place.name);
        }
    }
    for hex in map.board.hexes() {
        let ground = map.ground(hex).and_then(|id| game.terrain.at(id)).unwrap();
        let name = ground.name.as_deref().unwrap_or(&ground.id);
        assert!(facts[map.board.name(hex).as_str()].ends_with(name));
    }
    let viewers = module.tree.all(&["CounterDetailViewer"]);
    assert!(viewers.iter().any(|viewer| viewer.get("emptyHexReportForma").contains("HexFacts")));
}

#[test]
fn zones_and_ranges_can_be_shown_by_those_who_have_them() {
    let (game, module) = module("modules/bastogne-breakout");
    let mut shown = BTreeSet::new();
    for slot in &module.slots {
        let piece = module.piece(slot);
        let Some(id) = piece.properties().get("Unit").cloned() else { continue };
        let unit = game.units.values().find(|unit| unit.id == id).unwrap();
        for area in piece.all("AreaOfEffect") {
            if area.field(7) == "false" {
                assert_eq!(area.field(8), "range");
                assert!(
                    piece.properties().contains_key("range") || piece.all("calcProp").any(|one| one.field(0) == "range"),
                    "{id}"
                );
                shown.insert("range");
            } else {
                assert_eq!(area.field(2), "1");
                shown.insert("zone");
            }
        }
        // Towed guns have a range and no zone (6.2), infantry the other way round.
        let zone = |of: &str| piece.all("AreaOfEffect").any(|area| (area.field(7) == "true") == (of == "zone"));
        match game.types[unit.kind.unwrap()].id.as_str() {
            "towed-artillery" => assert!(zone("range") && !zone("zone"), "{id}"),
            "infantry" => assert!(zone("zone") && !zone("range"), "{id}"),
            _ => {}
        }
    }
    assert_eq!(shown, BTreeSet::from(["range", "zone"]));
}

#[test]
fn who_plays_alone_has_a_side() {
    let (_, module) = module("modules/bastogne-breakout");
    let roster = &module.tree.all(&["PlayerRoster"])[0];
    let sides: Vec<&str> = roster.of("entry").map(|side| side.text.as_str()).collect();
    assert_eq!(sides, ["German", "Allied", "Solitaire"]);
    let about = module.tree.all(&["AboutScreen"]);
    assert!(module.images.contains(about[0].get("fileName")), "the about box has a picture");
    // Flags and bridges lie below counters.
    let layers = module.tree.all(&["LayeredPieceCollection"]);
    assert_eq!(layers[0].get("layerOrder"), "Signs");
    let flag = module.slots.iter().map(|slot| module.piece(slot)).find(|piece| piece.image.starts_with("control-")).unwrap();
    assert_eq!(flag.properties().get(layers[0].get("property")).map(String::as_str), Some("Signs"));
    let hide = module.tree.all(&["HidePiecesButton"]);
    assert_eq!(hide.len(), 1, "counters of the map can be hidden");
}

/// Where VASSAL cannot count as the map does, hexes are regions; what counts in hexes has a grid behind them.
#[test]
fn regions_have_a_grid_of_hexes_behind_them() {
    // Columns Y, Z, AA, AB: VASSAL says BB after AA.
    for (first, numbers) in [("#Y+.8*", "#A+.R*"), ("Y1", "AR")] {
        let grid = format!(r#"{{"columns": 5, "rows": 4, "top": "flat", "numbers": "{numbers}", "first": "{first}"}}"#);
        let world = crate::support::game(&[
            ("module.json", r#"{"format": 2, "name": "Grid", "id": "grid"}"#),
            ("map.json", &format!(r#"{{"grid": {grid}}}"#)),
        ]);
        let game = compile(&world).game;
        let map = game.map.as_ref().filter(|map| !map.board.is_empty()).unwrap_or_else(|| panic!("{grid}"));
        let names: Vec<String> = map.board.hexes().map(|hex| map.board.name(hex)).collect();
        assert!(names.iter().any(|name| name.contains("AB")), "{names:?}");
        let module = Module::read(&bytes(&game));
        assert_eq!(named_as_printed(&game, &module, &grid), 20);
        let zoned = module.tree.all(&["ZonedGrid"])[0];
        assert_eq!(zoned.of("HexGrid").count(), 1, "the grid behind the zones");
        assert_eq!(module.tree.all(&["RegionGrid"]).len(), 1);
        assert!(module.tree.all(&["HexGridNumbering"]).is_empty());
    }
}

/// Among regions VASSAL's thread counts pixels: there it tells no number.
#[test]
fn a_thread_tells_hexes_or_nothing() {
    for (numbers, first, told) in [("AR", "A1", "true"), ("AR", "Y1", "false")] {
        let grid = format!(r#"{{"columns": 5, "rows": 4, "top": "flat", "numbers": "{numbers}", "first": "{first}"}}"#);
        let world = crate::support::game(&[
            (
                "module.json",
                r#"{"format": 2, "name": "Grid", "id": "grid", "ratings": [{"id": "range", "name": "Range", "min": 1, "max": 6}]}"#,
            ),
            ("map.json", &format!(r#"{{"grid": {grid}}}"#)),
        ]);
        let module = Module::read(&bytes(&compile(&world).game));
        let threads = module.tree.all(&["LOS_Thread"]);
        assert_eq!(threads.len(), 1);
        assert_eq!(threads[0].get("drawRange"), told, "{first}");
    }
}

/// The mark of the moved lies in the corner of an oblong counter too, and the bands of states lie upon it.
#[test]
fn marks_lie_upon_counters_of_every_shape() {
    for (wide, high) in [(15.9, 15.9), (24.0, 12.0), (12.0, 24.0)] {
        let world = edit(
            first_steps(),
            "art.json",
            r#""counter-mm": 15.9,"#,
            &format!(r#""counter-mm": {wide}, "counter-height-mm": {high},"#),
        );
        let module = Module::read(&bytes(&game(&world)));
        let piece = module.slots.iter().map(|slot| module.piece(slot)).find(|p| p.properties().contains_key("Unit")).unwrap();
        let scale = 75.0 / wide;
        let (right, above) = (wide * scale / 2.0, high * scale / 2.0);
        let mark = piece.all("markmoved").next().unwrap();
        let (x, y): (f64, f64) = (mark.field(1).parse().unwrap(), mark.field(2).parse().unwrap());
        assert!((y + above).abs() < 2.0, "{wide} by {high}: {x},{y}");
        assert!(x > 0.0 && x < right && x > right - 5.0 * scale, "{wide} by {high}: {x},{y}");
        for state in piece.all("emb2").filter(|one| one.field(18).starts_with("State ")) {
            let below: f64 = state.field(14).parse().unwrap();
            assert!(below.abs() < above, "{wide} by {high}: {below}");
        }
    }
}

/// So many as cover the next space lie side by side in a tray, in which each finds a place.
#[test]
fn crowds_of_a_turn_have_a_tray() {
    let units: String =
        (0..30).map(|n| format!("a-n{n},,aster,,5-arm,infantry,,II,N{n},4,4,4,,reduced,2,3,,2,,,2@A,,,,\n")).collect();
    let world = edit(first_steps(), "units.csv", "a-1-i,,aster,", &format!("{units}a-1-i,,aster,"));
    let game = game(&world);
    let module = Module::read(&bytes(&game));
    let setup = module.setup("The Alder Crossing");
    let new: Vec<_> = setup.pieces.iter().filter(|piece| piece.property("Unit").starts_with("a-n")).collect();
    assert_eq!(new.len(), 30);
    let places: BTreeSet<(i64, i64)> = new.iter().map(|piece| (piece.x, piece.y)).collect();
    assert_eq!(places.len(), 30, "side by side");
    assert!(new.iter().all(|piece| piece.map == "Trays" && piece.location == "Turn 2: arrivals"), "{:?}", new[0].location);
    // Who comes on another turn waits on its space, as before.
    let other = setup
        .pieces
        .iter()
        .find(|piece| piece.property("Arrival").starts_with("turn 3 ") || piece.property("Arrival").starts_with("turn 4 "));
    assert_eq!(other.unwrap().map, "Map");
}

/// Markers of which there are only so many lie ready in a game without units too.
#[test]
fn a_game_with_markers_alone_has_a_tray_for_them() {
    let world = crate::support::game(&[
        ("module.json", r#"{"format": 2, "name": "Markers", "id": "markers"}"#),
        ("map.json", r#"{"grid": {"columns": 4, "rows": 4, "top": "flat", "numbers": "CCRR", "first": "0101"}}"#),
        ("markers.json", r#"{"list": [{"id": "mine", "name": "Mine", "count": 5}, {"id": "any", "name": "Any"}]}"#),
        ("scenarios/only.json", r#"{"id": "only", "name": "Only"}"#),
    ]);
    let compiled = compile(&world);
    let module = Module::read(&bytes(&compiled.game));
    assert_eq!(super::problems::problems(&module), Vec::<String>::new());
    let setup = module.setups.first().unwrap_or_else(|| panic!("{:?}", compiled.diags));
    let mines: Vec<_> = setup.pieces.iter().filter(|piece| piece.property("Marker") == "mine").collect();
    assert_eq!(mines.len(), 5);
    assert!(mines.iter().all(|mine| mine.map == "Trays" && mine.location == "Markers"), "{:?}", mines[0].location);
}
