//! Pictures of the author's own in a module for VASSAL.

use std::collections::BTreeSet;

use super::problems::problems;
use super::reader::{Module, size};
use super::written::{bytes, game};
use crate::pictures::pictured;
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
