//! Pictures of the author's own in a module for VASSAL.

use std::collections::BTreeSet;

use muster::draw::hexmap;

use super::problems::problems;
use super::reader::{Module, size};
use super::written::{bytes, game};
use crate::pictures::{pictured, regions, two_boards, with_charts, with_properties};
use crate::support::{edit, first_steps, png};

/// The first pictures of the pieces of a unit.
fn fronts(module: &Module, unit: &str) -> BTreeSet<String> {
    let slots = module.slots.iter().map(|slot| module.piece(slot));
    let own = slots.filter(|piece| piece.properties().get("Unit").is_some_and(|is| is == unit));
    own.flat_map(|piece| piece.shown_images()).collect()
}

#[test]
fn counters_that_are_one_picture_share_one_file() {
    let card = "\"id\": \"quiet\",";
    let own = format!("{card} \"picture\": \"images/back.png\",");
    let module = Module::read(&bytes(&game(&edit(pictured(), "cards.json", card, &own))));
    assert_eq!(problems(&module), Vec::<String>::new());
    let (first, second, third) = (fronts(&module, "a-1-i"), fronts(&module, "a-1-ii"), fronts(&module, "a-1-iii"));
    assert_eq!(first, second);
    assert_ne!(first, third);
    let name = first.iter().find(|name| name.starts_with("face-wide-")).unwrap();
    assert_eq!(size(&module.files[&format!("images/{name}")]), Some((75, 75)));
    assert_eq!(module.images.iter().filter(|name| name.starts_with("face-wide-")).count(), 1);
    assert_eq!(module.images.iter().filter(|name| name.starts_with("card-back-")).count(), 1);
    assert!(module.images.contains("unit-a-1-ii-reduced.png"), "a face without a picture is drawn");
}

/// `a-1-ii` in the state `x-full`, and `a-1-ii-x` in the state `full`.
#[test]
fn ids_that_are_the_same_when_joined_have_a_picture_each() {
    let line = "a-1-ii,,aster,,1-inf,infantry,,II,II/1,4,4,4,,reduced,2,3,,2,,0603,,,,,\n";
    let two = "a-1-ii,,aster,,1-inf,infantry,,II,II/1,4,4,4,,x-full,2,3,,1,,0603,,,,,\n\
               a-1-ii-x,,aster,,1-inf,infantry,,II,X/1,5,5,4,,reduced,2,3,,2,,,,,,,\n";
    let memory = edit(first_steps(), "units.csv", line, two);
    let memory = edit(memory, "formations.json", "\"units\": 4", "\"units\": 5");
    let memory = edit(memory, "module.json", "\"step\": false }", "\"step\": false }, { \"id\": \"x-full\" }");
    // A deck of a side, and one that is called like both.
    let deck = "\"id\": \"rumour\", \"name\": \"A rumour of tanks\", \"deck\": \"events\", \"side\": \"brenn\"";
    let memory =
        edit(memory, "cards.json", deck, "\"id\": \"rumour\", \"name\": \"A rumour of tanks\", \"deck\": \"events-aster\"");
    let rule = "\"draw\": 1, \"rule\": \"9.1\" }";
    let memory =
        edit(memory, "rules.json", rule, &format!("{rule}, {{ \"id\": \"events-aster\", \"phase\": [\"event\"], {rule}"));
    let module = Module::read(&bytes(&game(&memory)));
    assert_eq!(problems(&module), Vec::<String>::new());
    let named =
        |begin: &str| -> Vec<&str> { module.images.iter().map(String::as_str).filter(|name| name.starts_with(begin)).collect() };
    assert_eq!(
        named("unit-a-1-ii-"),
        ["unit-a-1-ii-full.png", "unit-a-1-ii-x-full-2.png", "unit-a-1-ii-x-full.png", "unit-a-1-ii-x-reduced.png"]
    );
    assert_eq!(named("deck-events-aster"), ["deck-events-aster-2.png", "deck-events-aster.png"]);
    let file = |name: &str| &module.files[&format!("images/{name}")];
    assert_ne!(file("unit-a-1-ii-x-full.png"), file("unit-a-1-ii-x-full-2.png"));
    assert!(fronts(&module, "a-1-ii-x").contains("unit-a-1-ii-x-full-2.png"));
}

#[test]
fn pictures_of_one_name_in_two_folders_are_two() {
    let memory = edit(pictured(), "units.csv", "images/back.png", "other/wide.png").with("other/wide.png", png(30, 30));
    let module = Module::read(&bytes(&game(&memory)));
    assert_eq!(module.images.iter().filter(|name| name.starts_with("face-wide-")).count(), 2);
}

#[test]
fn regions_on_a_picture_are_zones_with_their_counters() {
    let memory = edit(regions(), "map.json", "\"name\": \"Rome\"", "\"name\": \"Paris\"");
    let module = Module::read(&bytes(&game(&memory)));
    assert_eq!(problems(&module), Vec::<String>::new());
    let map = module.map("Map").unwrap();
    // 400 mm wide, at 75 pixels for a counter of 5/8".
    let per_mm = 75.0 / 15.875;
    assert!((map.boards[0].size.0 as f64 - 400.0 * per_mm).abs() < 2.0);
    let setup = module.setup("War");
    for (unit, zone, (x, y)) in [("guard", "Paris", (50.0, 25.0)), ("legion", "Paris (rome)", (250.0, 150.0))] {
        let placed = setup.piece(unit);
        assert_eq!((placed.map.as_str(), placed.location.as_str()), ("Map", zone));
        assert!(placed.x as f64 >= x * per_mm && placed.y as f64 >= y * per_mm, "{placed:?}");
    }
}

#[test]
fn sheets_apart_count_for_themselves_on_their_pictures() {
    let game = game(&two_boards());
    let module = Module::read(&bytes(&game));
    assert_eq!(problems(&module), Vec::<String>::new());
    let (map, board) = (module.map("Map").unwrap(), &game.map.as_ref().unwrap().board);
    let options = hexmap::Options { images: hexmap::images(&game), ..hexmap::Options::default() };
    let drawn = hexmap::draw(&game, &options).unwrap();
    let scale = map.boards[0].size.0 as f64 / drawn.scene.pages[0].width;
    for hex in board.hexes() {
        let at = drawn.centres[hex.index()];
        let (x, y) = ((at.x * scale).round() as i64, (at.y * scale).round() as i64);
        assert_eq!(map.location(&map.layout, x, y).1, board.name(hex), "at {x},{y}");
    }
    let setup = module.setup("War");
    for (unit, place) in [("first", "A0203"), ("second", "B0601"), ("third", "Fleet")] {
        assert_eq!(setup.piece(unit).location, place);
    }
}

#[test]
fn properties_are_on_the_piece_and_ours_are_kept() {
    let module = Module::read(&bytes(&game(&with_properties())));
    assert_eq!(problems(&module), Vec::<String>::new());
    let piece = |id: &str| {
        let all = module.slots.iter().map(|slot| module.piece(slot).properties());
        all.into_iter().find(|properties| properties.get("Unit").is_some_and(|is| is == id)).unwrap()
    };
    assert_eq!((piece("a-1-i")["Commander"].as_str(), piece("a-1-i")["Side"].as_str()), ("Müller", "Aster"));
    assert_eq!(piece("a-1-ii")["Commander"], "7");
    assert!(!piece("a-1-iii").contains_key("Commander"));
}

#[test]
fn own_charts_are_in_the_window_with_the_others() {
    let module = Module::read(&bytes(&game(&with_charts())));
    assert_eq!(problems(&module), Vec::<String>::new());
    let find = |name: &str| module.charts.iter().find(|(title, _)| title == name).map(|(_, file)| file.clone()).unwrap();
    assert_eq!(size(&module.files[&format!("images/{}", find("Combat"))]), Some((300, 400)), "pixel for pixel");
    assert_eq!(size(&module.files[&format!("images/{}", find("Weather"))]), Some((1050, 525)));
    assert!(module.charts.len() > 2, "those that are drawn are there too");
}
