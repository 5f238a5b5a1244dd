//! Pictures of the author's own in a module for VASSAL.

use std::collections::BTreeSet;

use super::problems::problems;
use super::reader::{Module, size};
use super::written::{bytes, game};
use crate::pictures::{pictured, regions};
use crate::support::{edit, png};

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
