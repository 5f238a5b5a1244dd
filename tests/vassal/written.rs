//! What Muster writes for VASSAL, read back by the reader beside this file: everything once and where it belongs, every
//! hex by its printed number, every picture there, numbers of pieces that stay.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use muster::compile::compile;
use muster::emit::{Before, EMITTERS, EmitContext, Emitted};
use muster::model::{Game, Location, RatingValue, Where};
use muster::source::Memory;

use super::problems::problems;
use super::reader::Module;
use crate::support::{edit, first_steps, folder, unplayed};

pub(super) fn game(world: &Memory) -> Game {
    let compiled = compile(world);
    let errors: Vec<_> = compiled.diags.iter().filter(|d| d.severity == muster::diag::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.game
}

pub(super) fn emitted(game: &Game, before: Option<&Before<'_>>) -> Emitted {
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|e| e.name == "vmod").unwrap();
    (emitter.emit)(&EmitContext { before, ..EmitContext::new(game, &scenarios) }, &mut |_, _| {}).unwrap()
}

pub(super) fn bytes(game: &Game) -> Vec<u8> {
    emitted(game, None).files.into_values().next().unwrap()
}

/// A game and its module, which is made once: drawing a large map takes a while.
pub(super) fn module(name: &str) -> (Game, Module) {
    static MADE: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());
    let game = game(&name.strip_prefix("modules/").map_or_else(|| folder(name), unplayed));
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes = made.entry(name.to_owned()).or_insert_with(|| bytes(&game)).clone();
    (game, Module::read(&bytes))
}

#[test]
fn nothing_is_wrong_with_any_module() {
    for name in [
        "modules/first-steps",
        "modules/bastogne-breakout",
        "tests/maps/ardennes-44",
        "tests/maps/bastogne",
        "tests/maps/bitter-woods",
        "tests/maps/enemy-action",
        "tests/rules/ardennes-44",
        "tests/rules/enemy-action",
    ] {
        let (_, module) = module(name);
        assert_eq!(problems(&module), Vec::<String>::new(), "{name}");
    }
}

/// Looks whether VASSAL calls the middle of every hex by its printed number; gives how many there are.
pub(super) fn named_as_printed(game: &Game, module: &Module, what: &str) -> usize {
    let board = &game.map.as_ref().unwrap().board;
    let map = module.map("Map").unwrap();
    let drawn = muster::draw::hexmap::draw(game, &muster::draw::hexmap::Options::default()).unwrap();
    // The scale of the picture: its width in pixels for the width of the drawing.
    let scale = map.boards[0].size.0 as f64 / drawn.scene.pages[0].width;
    for hex in board.hexes() {
        let at = drawn.centres[hex.index()];
        let (x, y) = ((at.x * scale).round() as i64, (at.y * scale).round() as i64);
        assert_eq!(map.location(&map.layout, x, y).1, board.name(hex), "{what} at {x},{y}");
    }
    board.hexes().count()
}

/// The name that VASSAL gives to the place where a piece in that hex lies is the printed number.
#[test]
fn every_hex_is_called_as_it_is_printed() {
    let mut seen = 0;
    for name in [
        "modules/first-steps",
        "modules/bastogne-breakout",
        "tests/maps/ardennes-44",
        "tests/maps/bitter-woods",
        "tests/maps/enemy-action",
    ] {
        let (game, module) = module(name);
        seen += named_as_printed(&game, &module, name);
    }
    assert!(seen > 5_000, "{seen}");
}

/// Grids of every kind: both tops, every corner, columns or rows first, letters, other first numbers.
#[test]
fn grids_of_every_kind_keep_their_numbers() {
    let mut kinds = 0;
    for top in ["flat", "pointy"] {
        for corner in ["north-west", "north-east", "south-west", "south-east"] {
            for (numbers, first) in [("CCRR", "0101"), ("RRCC", "0101"), ("CCRR", "1007"), ("CCCRRR", "001001")] {
                let grid = format!(
                    r#"{{"columns": 7, "rows": 6, "top": "{top}", "numbers": "{numbers}", "first": "{first}", "corner": "{corner}"}}"#
                );
                let world = crate::support::game(&[
                    ("module.json", r#"{"format": 2, "name": "Grid", "id": "grid"}"#),
                    ("map.json", &format!(r#"{{"grid": {grid}}}"#)),
                ]);
                let game = compile(&world).game;
                let map = game.map.as_ref().filter(|map| !map.board.is_empty()).unwrap_or_else(|| panic!("{grid}"));
                let module = Module::read(&bytes(&game));
                assert_eq!(named_as_printed(&game, &module, &grid), map.board.hexes().count());
                kinds += 1;
            }
        }
    }
    assert_eq!(kinds, 32);
}

#[test]
fn every_unit_is_there_once_where_it_belongs_with_its_ratings() {
    for name in ["modules/first-steps", "modules/bastogne-breakout"] {
        let (game, module) = module(name);
        let map = game.map.as_ref().unwrap();
        for scenario in game.scenarios.values() {
            let setup = module.setup(scenario.name.as_deref().unwrap_or(&scenario.id));
            let mut found: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
            for placed in &setup.pieces {
                let unit = placed.piece.properties().get("Unit").cloned();
                if let Some(unit) = unit {
                    found.entry(unit).or_default().push((placed.map.clone(), placed.location.clone()));
                }
            }
            for (id, unit) in game.units.iter() {
                let places = found.remove(&unit.id).unwrap_or_default();
                assert_eq!(places.len(), unit.count as usize, "{name} {}: {}", scenario.id, unit.id);
                for line in scenario.setup.iter().filter(|line| line.unit == id) {
                    if let Where::At(Location::Hex(hex)) = &line.at {
                        let printed = ("Map".to_owned(), map.board.name(*hex));
                        assert!(places.contains(&printed), "{name} {}: {} at {places:?}, not {printed:?}", scenario.id, unit.id);
                    }
                }
            }
            assert!(found.is_empty(), "{found:?}");
            // Who arrives waits on the space of the turn, or in its tray where many do.
            for arrival in &scenario.arrivals {
                let turn = &game.turns[arrival.turn].id;
                for unit in &arrival.units {
                    let unit = &game.units[*unit];
                    let own = setup.pieces.iter().filter(|p| p.piece.properties().get("Unit") == Some(&unit.id));
                    let set = scenario.setup.iter().any(|line| game.units[line.unit].id == unit.id);
                    let twice = scenario.arrivals.iter().filter(|a| a.units.iter().any(|u| game.units[*u].id == unit.id)).count();
                    if !set && twice == 1 {
                        for placed in own {
                            let there = [format!(" {turn}"), format!("Turn {turn}: arrivals")];
                            assert!(there.iter().any(|end| placed.location.ends_with(end)), "{}: {}", unit.id, placed.location);
                        }
                    }
                }
            }
        }
        // Ratings that no face changes are plain properties; the front is what a fresh piece shows.
        for slot in &module.slots {
            let piece = module.piece(slot);
            let Some(id) = piece.properties().get("Unit").cloned() else { continue };
            let unit = game.units.values().find(|unit| unit.id == id).unwrap();
            for (rating, told) in game.ratings.iter() {
                let all: BTreeSet<_> = unit.faces.iter().map(|face| format!("{:?}", face.rating(rating))).collect();
                if let (1, RatingValue::Known(n)) = (all.len(), unit.faces[0].rating(rating)) {
                    assert_eq!(piece.properties().get(&told.id), Some(&n.to_string()), "{id} {}", told.id);
                }
            }
            assert_eq!(
                piece.layers().iter().find(|layer| layer.name == "Step").map_or(1, |layer| layer.images.len()),
                unit.faces.len(),
                "{id}"
            );
        }
    }
}

#[test]
fn states_markers_control_bridges_and_the_turn_are_as_the_scenario_says() {
    let (_, module) = module("modules/first-steps");
    let setup = module.setup("The Alder Crossing");
    let reduced = setup.pieces.iter().find(|p| p.piece.properties().get("Unit").is_some_and(|u| u == "a-1-iii")).unwrap();
    assert_eq!(reduced.property("Step_Level"), "2", "it begins reduced");
    let named = |name: &str| {
        let there = setup.named(name).into_iter().filter(|placed| placed.map == "Map");
        there.map(|placed| placed.location.clone()).collect::<Vec<_>>()
    };
    assert_eq!(named("Dug in"), ["0703", "0704"]);
    // Four places, and the bridge of Lys has its holder above it.
    assert_eq!(named("Held by Brenn").len(), 5);
    assert_eq!(named("Bridge blown").len(), 1);
    assert_eq!(setup.turns[0].text, "Turn 1, 4 May, noon – Event");
    assert!(setup.complete, "the decks are in it");
    // Of six counters that show digging on their front, three lie on the map on either side; two blown bridges are left.
    let spare = |marker: &str| {
        let own = setup.pieces.iter().filter(|p| p.piece.properties().get("Marker").is_some_and(|m| m == marker));
        own.filter(|placed| placed.map == "Trays").count()
    };
    assert_eq!((spare("digging"), spare("blown"), spare("turn")), (3, 2, 0));
}

/// What the map says of a bridge holds where the scenario says nothing, and who was lost before does not wait for its turn.
#[test]
fn bridges_of_the_map_and_units_lost_before_are_shown() {
    let world = edit(first_steps(), "scenarios/crossing.json", "\"bridges\": [", "\"lost\": [\"a-tank-rem\"], \"bridges\": [");
    let world = edit(world, "map.json", "\"site\": 1,", "\"site\": 1, \"state\": \"blown\",");
    let game = game(&world);
    let module = Module::read(&bytes(&game));
    let setup = module.setup("The Alder Crossing");
    let blown = setup.named("Bridge blown").into_iter().filter(|placed| placed.map == "Map").count();
    assert_eq!(blown, 2, "one of the map, one of the scenario");
    let lost = setup.pieces.iter().find(|p| p.piece.properties().get("Unit").is_some_and(|u| u == "a-tank-rem")).unwrap();
    assert!(lost.location.contains("lost"), "{}", lost.location);
}

#[test]
fn the_same_game_gives_the_same_bytes_with_and_without_an_earlier_build() {
    let one = bytes(&game(&first_steps()));
    assert!(one == bytes(&game(&first_steps())));
    let changed = game(&edit(first_steps(), "units.csv", "II,I/1,4,4,4,", "II,I/1,5,4,4,"));
    let before = |_: &str| Some(one.clone());
    let again = emitted(&changed, Some(&before)).files.into_values().next().unwrap();
    assert!(again == bytes(&changed), "an earlier build only saves time");
    assert!(again != one);
    // Rubbish in place of an earlier build does no harm.
    let rubbish = |_: &str| Some(b"PK\x03\x04 no module".to_vec());
    assert!(emitted(&changed, Some(&rubbish)).files.into_values().next().unwrap() == again);
}

#[test]
fn a_new_row_changes_no_other_number_and_an_old_save_finds_every_piece() {
    let mut world = first_steps();
    world.files.remove("vassal-ids.csv");
    let first = emitted(&game(&world), None);
    let ids = first.added.as_ref().unwrap().to(None).unwrap();
    let old = Module::read(first.files.values().next().unwrap());
    world.files.insert("vassal-ids.csv".to_owned(), ids.clone());
    assert_eq!(emitted(&game(&world), None).added, None, "nothing is new");
    let world = edit(
        world,
        "units.csv",
        "a-1-i,,aster,",
        "a-0,,aster,,5-arm,infantry,,II,0/1,4,4,4,,reduced,2,3,,2,,0305,,,,,\na-1-i,,aster,",
    );
    let second = emitted(&game(&world), None);
    let text = String::from_utf8(second.added.unwrap().to(Some(&ids)).unwrap()).unwrap();
    assert!(text.starts_with(std::str::from_utf8(&ids).unwrap()), "lines are only added");
    assert_eq!(text.lines().count(), String::from_utf8(ids).unwrap().lines().count() + 1);
    let new = Module::read(second.files.values().next().unwrap());
    // Each piece of an old save has the slot of the same unit, and all its pictures are still there.
    for placed in &old.setup("The Alder Crossing").pieces {
        let (was, is) = (old.piece(old.slot(&placed.gpid).unwrap()), new.piece(new.slot(&placed.gpid).unwrap()));
        assert_eq!(was.properties().get("Unit"), is.properties().get("Unit"));
        for image in placed.piece.images() {
            assert!(new.images.contains(&image), "{image}");
        }
    }
}

#[test]
fn a_text_that_vassal_cannot_hold_is_refused_by_name() {
    let world = edit(first_steps(), "units.csv", "Cole Volunteers", "Cole Volunteers\\");
    let game = game(&world);
    let emitter = EMITTERS.iter().find(|e| e.name == "vmod").unwrap();
    let failed = (emitter.emit)(&EmitContext::new(&game, &[]), &mut |_, _| {}).unwrap_err();
    assert_eq!(failed.why, "`Cole Volunteers\\` of unit `b-vol` ends in a backslash, which VASSAL cannot hold");
}

const OWN: &str = r#"{
    "prototypes": [{"name": "Guns", "traits": ["mark;Battery"]}],
    "traits": [{"for": {"type": ["artillery"]}, "add": ["prototype;Guns", "label;76,130;Label;10;;;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;TextLabel;;false"]}],
    "components": [
        {"xml": "<VASSAL.build.module.DiceButton name=\"d10\" text=\"d10\" nDice=\"1\" nSides=\"10\"/>"},
        {"map": "Map", "xml": "<VASSAL.build.module.map.LOS_Thread threadName=\"Range\" label=\"Range\" drawRange=\"true\"/>"}
    ]
}"#;

#[test]
fn what_the_author_adds_is_in_every_build() {
    let mut world = first_steps();
    world.files.insert("vassal.json".to_owned(), OWN.as_bytes().to_vec());
    let module = Module::read(&bytes(&game(&world)));
    assert_eq!(problems(&module), Vec::<String>::new());
    assert!(module.prototypes.contains_key("Guns"));
    assert!(module.dice.iter().any(|dice| format!("{dice:?}").contains("d10")), "{:?}", module.dice);
    let with: BTreeSet<String> = module
        .setup("The Alder Crossing")
        .pieces
        .iter()
        .filter(|placed| placed.piece.all("label").count() == 1 && placed.piece.properties().contains_key("Battery"))
        .filter_map(|placed| placed.piece.properties().get("Unit").cloned())
        .collect();
    assert_eq!(with, BTreeSet::from(["a-guns", "a-heavy", "b-8-guns"].map(str::to_owned)));
}

#[test]
fn parts_of_the_kit_lie_in_the_module_on_request() {
    let mut world = first_steps();
    assert!(!Module::read(&bytes(&game(&world))).files.keys().any(|name| name.ends_with(".pdf")));
    let wanted = r#"{"kit": ["charts", "rules", "map"]}"#;
    world.files.insert("vassal.json".to_owned(), wanted.as_bytes().to_vec());
    let module = Module::read(&bytes(&game(&world)));
    assert_eq!(problems(&module), Vec::<String>::new());
    let files: Vec<(&str, &str)> =
        module.tree.all(&["BrowserPDFFile"]).into_iter().map(|x| (x.get("title"), x.get("pdfFile"))).collect();
    let expected = [
        ("Charts", "kit/first-steps-charts-a4.pdf"),
        ("Rules in short", "kit/first-steps-rules-a4.pdf"),
        ("Map on one sheet", "kit/first-steps-map-poster.pdf"),
    ];
    assert_eq!(files, expected);
    for (_, file) in files {
        assert!(module.files[file].starts_with(b"%PDF-"), "{file}");
    }
}

#[test]
fn what_clashes_is_refused() {
    let clash = r#"{"components": [{"xml": "<VASSAL.build.module.ChartWindow name=\"Charts\"/>"}]}"#;
    let mut world = first_steps();
    world.files.insert("vassal.json".to_owned(), clash.as_bytes().to_vec());
    let emitter = EMITTERS.iter().find(|e| e.name == "vmod").unwrap();
    // `muster build` says the finding; who asks for the module nevertheless is refused.
    let failed = (emitter.emit)(&EmitContext::new(&compile(&world).game, &[]), &mut |_, _| {}).unwrap_err();
    assert_eq!(failed.why, "vassal.json: component 1: the module has a component `Charts` of that kind already");
    let said = |own: &str| {
        let mut world = first_steps();
        world.files.insert("vassal.json".to_owned(), own.as_bytes().to_vec());
        compile(&world).diags.into_iter().map(|diag| diag.message).collect::<Vec<_>>()
    };
    let taken = r#"{"prototypes": [{"name": "Counter", "traits": ["mark;X"]}]}"#;
    assert_eq!(said(taken), ["there is a prototype `Counter` already"]);
    assert_eq!(said(r#"{"traits": [{"add": ["prototype;Gunz"]}]}"#), ["unknown prototype `Gunz`"]);
}
