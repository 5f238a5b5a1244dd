//! Games whose pictures exist already: counters and cards that name their pictures.

use muster::compile::compile;
use muster::draw::counter::{Drawn, Faces};
use muster::draw::scene::{Node, Rect};
use muster::model::{Game, UnitId};
use muster::source::Memory;

use crate::support::{clean, edit, first_steps, png, said, says};

fn unit(game: &Game, id: &str) -> UnitId {
    game.units.iter().find(|(_, unit)| unit.id == id).unwrap().0
}

/// Where pictures lie that are not in the bleed.
fn images(drawn: &Drawn) -> Vec<Rect> {
    let image = |node: &Node| if let Node::Image(image) = node { Some(image.rect) } else { None };
    drawn.nodes.iter().filter_map(image).collect()
}

/// First Steps with columns for pictures: two battalions share a front, one has a back.
pub(crate) fn pictured() -> Memory {
    let mut memory = first_steps();
    let text = String::from_utf8(memory.files["units.csv"].clone()).unwrap();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let (front, back) = match line.split(',').next().unwrap() {
            "id" => ("picture", "back.picture"),
            "a-1-i" => ("images/wide.png", "images/back.png"),
            "a-1-ii" => ("images/wide.png", ""),
            _ => ("", ""),
        };
        lines.push(format!("{line},{front},{back}"));
    }
    memory.files.insert("units.csv".to_owned(), (lines.join("\n") + "\n").into_bytes());
    memory.with("images/wide.png", png(200, 100)).with("images/back.png", png(150, 150))
}

#[test]
fn a_counter_is_the_picture_it_names_with_its_shape_kept() {
    // A ready-made face does not win over it, and is then of nobody.
    let memory = pictured().with("counters/a-1-i.png", png(188, 188));
    assert!(said(&memory)[0].contains("M0708"), "{:?}", said(&memory));
    clean(&pictured());
    let game = compile(&memory).game;
    let faces = Faces::new(&game);
    let size = faces.size();
    let (first, second) = (unit(&game, "a-1-i"), unit(&game, "a-1-ii"));
    let wide = Rect { x: 0.0, y: size / 4.0, width: size, height: size / 2.0 };
    assert_eq!(images(&faces.unit(first, 0)), [wide]);
    assert_eq!(images(&faces.unit(second, 0)), [wide], "two units share it");
    assert_eq!(images(&faces.unit(first, 1)), [Rect { x: 0.0, y: 0.0, width: size, height: size }]);
    assert!(images(&faces.unit(second, 1)).is_empty() && !faces.unit(second, 1).nodes.is_empty(), "drawn as usual");
    assert_eq!(faces.pictures().len(), 3, "each file once");
}

#[test]
fn a_square_picture_colours_its_bleed_and_no_other_does() {
    let game = compile(&pictured()).game;
    let faces = Faces::new(&game);
    let groups = |face: usize| {
        let drawn = faces.unit(unit(&game, "a-1-i"), face);
        drawn.nodes.iter().filter(|node| matches!(node, Node::Group(group) if group.clip.is_some())).count()
    };
    assert_eq!((groups(0), groups(1)), (0, 1));
}

#[test]
fn a_picture_that_is_missing_is_told_once_and_the_face_is_drawn() {
    let mut memory = pictured();
    memory.files.remove("images/wide.png");
    says(
        &memory,
        "units.csv:4:114 M0707 «images/wide.png» there is no picture `images/wide.png` for unit `a-1-i` and one other | add the file, or correct the path",
    );
    let game = compile(&memory).game;
    let faces = Faces::new(&game);
    let drawn = faces.unit(unit(&game, "a-1-i"), 0);
    assert!(images(&drawn).is_empty() && drawn.ground.is_some());
    let named = said(&memory.with("images/Wide.png", png(4, 4)).with("art/wide.png", png(4, 4)));
    assert!(named.len() == 1, "{named:?}");
}

#[test]
fn a_back_that_is_missing_says_that_it_is_the_back() {
    let mut memory = pictured();
    memory.files.remove("images/back.png");
    let found = said(&memory);
    assert!(found.len() == 1 && found[0].contains("«images/back.png»") && found[0].contains("for the back of unit `a-1-i`"));
}

#[test]
fn a_path_must_end_like_a_picture_and_stay_in_the_folder() {
    let with = |path: &str| {
        edit(first_steps(), "markers.json", "\"id\": \"oos\",", &format!("\"id\": \"oos\", \"picture\": \"{path}\","))
    };
    let found = said(&with("images/oos.gif"));
    assert!(found[0].contains("expected the path of a PNG, JPEG or SVG"), "{found:?}");
    let found = said(&with("../oos.png"));
    assert!(found.len() == 1 && found[0].contains("«../oos.png»"), "{found:?}");
    let found = said(&with("images/oos.PNG").with("images/oos.PNG", b"no picture".to_vec()));
    assert!(found.len() == 1 && found[0].contains("M0710 «images/oos.PNG»"), "{found:?}");
    clean(&with("images/oos.PNG").with("images/oos.PNG", png(40, 30)));
}

#[test]
fn a_card_is_its_pictures() {
    let card = "\"id\": \"quiet\",";
    let memory =
        edit(first_steps(), "cards.json", card, &format!("{card} \"picture\": \"cards/q.png\", \"back\": \"cards/b.png\","));
    let found = said(&memory);
    assert!(
        found.len() == 2 && found[0].contains("«cards/q.png»") && found[1].contains("for the back of card `quiet`"),
        "{found:?}"
    );
    let memory = memory.with("cards/q.png", png(100, 100)).with("cards/b.png", png(10, 20));
    clean(&memory);
    let game = compile(&memory).game;
    let faces = Faces::new(&game);
    let quiet = game.cards.values().find(|card| card.id == "quiet").unwrap();
    let front = faces.card_picture(quiet, true, (60.0, 90.0)).unwrap();
    assert_eq!(images(&front), [Rect { x: 0.0, y: 15.0, width: 60.0, height: 60.0 }]);
    let other = game.cards.values().find(|card| card.id == "jam").unwrap();
    assert!(faces.card_picture(other, true, (60.0, 90.0)).is_none());
}

#[test]
fn a_picture_that_changed_is_a_counter_to_print_anew() {
    let (old, new) = (pictured(), pictured().with("images/wide.png", png(200, 101)));
    let (old, new) = (compile(&old).game, compile(&new).game);
    let changed = muster::diff::changed_units(&old, &new);
    assert_eq!(changed, [unit(&new, "a-1-i"), unit(&new, "a-1-ii")].into());
    assert!(muster::diff::changed_units(&new, &new).is_empty());
}
