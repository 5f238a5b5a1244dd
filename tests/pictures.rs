//! Games whose pictures exist already: counters and cards that name their pictures.

use muster::bundle::resolved;
use muster::compile::compile;
use muster::draw::counter::{Drawn, Faces};
use muster::draw::hexmap;
use muster::draw::scene::{Node, Point, Rect};
use muster::emit::{EMITTERS, EmitContext};
use muster::model::{Game, UnitId};
use muster::source::Memory;

use crate::support::{clean, codes, edit, first_steps, game, png, said, says};

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
    let (size, _) = faces.area();
    let (first, second) = (unit(&game, "a-1-i"), unit(&game, "a-1-ii"));
    let wide = Rect { x: 0.0, y: size / 4.0, width: size, height: size / 2.0 };
    assert_eq!(images(&faces.unit(first, 0)), [wide]);
    assert_eq!(images(&faces.unit(second, 0)), [wide], "two units share it");
    assert_eq!(images(&faces.unit(first, 1)), [Rect { x: 0.0, y: 0.0, width: size, height: size }]);
    assert!(images(&faces.unit(second, 1)).is_empty() && !faces.unit(second, 1).nodes.is_empty(), "drawn as usual");
    assert_eq!(faces.pictures().len(), 3, "each file once");
}

#[test]
fn a_solid_square_colours_its_bleed_and_no_other_does() {
    let bleeds = |memory: &Memory| [0, 1].map(|face| bleeds(memory, face));
    // Four sides and four corners.
    assert_eq!(bleeds(&pictured()), [0, 9]);
    let mut clear = std::io::Cursor::new(Vec::new());
    image::RgbaImage::new(40, 40).write_to(&mut clear, image::ImageFormat::Png).unwrap();
    assert_eq!(bleeds(&pictured().with("images/back.png", clear.into_inner())), [0, 0]);
}

/// How many things lie around a face of `a-1-i`.
fn bleeds(memory: &Memory, face: usize) -> usize {
    let game = compile(memory).game;
    let faces = Faces::new(&game);
    let drawn = faces.unit(unit(&game, "a-1-i"), face);
    let shown = |bleed: f64| match drawn.at(Point { x: 0.0, y: 0.0 }, (15.0, 15.0), bleed, None) {
        Node::Group(group) => group.nodes.len(),
        _ => 0,
    };
    shown(1.0) - shown(0.0)
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
    clean(&with("images/oos.PNG").with("images/oos.PNG", png(120, 90)));
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
    let memory = memory.with("cards/q.png", png(600, 600)).with("cards/b.png", png(300, 600));
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

/// A game from point to point: regions on a picture, a box beside it, and no hex.
pub(crate) fn regions() -> Memory {
    let map = r#"{"boxes": [
        {"id": "paris", "name": "Paris", "on": {"rect": [100, 50, 200, 100]}},
        {"id": "rome", "name": "Rome", "on": {"image": "map.png", "rect": [500, 300, 100, 100]}},
        {"id": "reserve", "name": "Reserve"}
    ]}"#;
    let units = "id,side,setup\nguard,red,paris\nlegion,blue,rome\nspare,blue,reserve\n";
    let files = [
        ("module.json", r#"{"format": 2, "name": "Regions", "sides": [{"id": "red"}, {"id": "blue"}]}"#),
        ("map.json", map),
        ("units.csv", units),
        ("art.json", r#"{"map": {"image": {"path": "map.png", "width-mm": 400}}}"#),
        ("scenarios/war.json", r#"{"id": "war", "name": "War", "from": "units"}"#),
    ];
    game(&files).with("map.png", png(800, 600))
}

fn laid(memory: &Memory) -> hexmap::Drawn {
    let game = compile(memory).game;
    hexmap::draw(&game, &hexmap::Options { images: hexmap::images(&game), ..hexmap::Options::default() }).unwrap()
}

#[test]
fn a_map_needs_no_hexes_if_it_has_boxes() {
    clean(&regions());
    let drawn = laid(&regions());
    let at = |name: &str| drawn.beside.iter().find(|beside| beside.name == name).unwrap().rect;
    assert_eq!(at("Paris"), Rect { x: 50.0, y: 25.0, width: 100.0, height: 50.0 });
    assert_eq!(at("Rome"), Rect { x: 250.0, y: 150.0, width: 50.0, height: 50.0 });
    assert!(at("Reserve").y >= 300.0, "below the picture");
    let page = &drawn.scene.pages[0];
    assert!((page.width - 400.0).abs() < 1e-9 && page.height > 300.0);
    assert!(drawn.centres.is_empty());
    // A hex is not known there, and a map of nothing needs a grid.
    let found = said(&edit(regions(), "units.csv", "guard,red,paris", "guard,red,0101"));
    assert!(found.len() == 1 && found[0].contains("`0101` is no hex, for the map has none | name a box"), "{found:?}");
    let found = said(&regions().with("map.json", b"{}".to_vec()));
    assert!(found.iter().any(|line| line.contains("the map needs a `grid`")), "{found:?}");
}

#[test]
fn without_its_picture_such_a_map_is_drawn_as_boxes() {
    let mut memory = regions();
    memory.files.remove("art.json");
    memory.files.remove("map.png");
    assert_eq!(codes(&memory), ["M0712", "M0712"]);
    let drawn = laid(&memory);
    assert_eq!(drawn.beside.len(), 3);
    let apart = |a: Rect, b: Rect| a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    assert!(apart(drawn.beside[0].rect, drawn.beside[1].rect) && apart(drawn.beside[1].rect, drawn.beside[2].rect));
}

#[test]
fn a_box_must_lie_on_its_picture() {
    let rect = |rect: &str| said(&edit(regions(), "map.json", "[100, 50, 200, 100]", rect));
    assert_eq!(rect("[600, 500, 200, 100]"), [""; 0], "up to the very corner");
    assert_eq!(
        rect("[601, 500, 200, 100]"),
        [
            "map.json:2:50 M0712 «rect» box `paris` reaches from 601, 500 to 801, 600 on `map.png`, expected within its 800 × 600 pixels | write left, top, width and height in pixels of the image"
        ]
    );
    assert!(rect("[10, 10, 0, 5]")[0].contains("is 0 × 5 pixels large"));
    assert!(rect("[-1, 10, 20, 5]")[0].contains("reaches from -1, 10"));
    assert!(rect("[1, 2, 3]")[0].contains("«rect»"));
    let none = said(&edit(regions(), "map.json", "\"map.png\"", "\"mpa.png\""));
    assert!(none.len() == 1 && none[0].ends_with("which is no image of the map | did you mean `map.png`?"), "{none:?}");
    let two = r#"{"map": {"images": [{"path": "map.png", "width-mm": 400}, {"path": "b.png", "width-mm": 100}]}}"#;
    let two = said(&regions().with("art.json", two.as_bytes().to_vec()).with("b.png", png(10, 10)));
    assert!(two.len() == 1 && two[0].contains("box `paris` does not say on which of 2 images it lies"), "{two:?}");
    // A picture without a size on paper is not laid.
    let bare = said(&regions().with("art.json", br#"{"map": {"image": {"path": "map.png"}}}"#.to_vec()));
    assert!(bare.len() == 1 && bare[0].contains("M0703") && bare[0].contains("width-mm"), "{bare:?}");
}

#[test]
fn everything_is_made_of_a_game_without_hexes_and_read_back() {
    let compiled = compile(&regions());
    let scenarios: Vec<_> = compiled.game.scenarios.ids().collect();
    for emitter in EMITTERS {
        let made = (emitter.emit)(&EmitContext::new(&compiled.game, &scenarios), &mut |_, _| {}).unwrap();
        assert!(!made.files.is_empty(), "{}", emitter.name);
    }
    let value = resolved(&compiled.game, scenarios[0]);
    assert_eq!(value["map"].get("sheets"), None);
    assert_eq!(value["map"]["boxes"][1]["on"], serde_json::json!({"image": "map.png", "rect": [500.0, 300.0, 100.0, 100.0]}));
    let moved = compile(&edit(regions(), "map.json", "[100, 50, 200, 100]", "[100, 60, 200, 100]")).game;
    let told: Vec<String> = muster::diff::compare(&compiled.game, &moved).iter().map(|change| change.words.clone()).collect();
    assert!(told.len() == 1 && told[0].contains("200 × 100 pixels at 100, 60"), "{told:?}");
}

/// Two sheets apart, each on a picture of its own, and a third picture that has no hexes.
pub(crate) fn two_boards() -> Memory {
    let sheet = |prefix: &str, more: &str| format!(r#"{{"prefix": "{prefix}", "grid": {{"columns": 6, "rows": 4}}{more}}}"#);
    let map = format!(
        r#"{{"sheets": [{}, {}], "boxes": [{{"id": "fleet", "name": "Fleet", "on": {{"image": "c.png", "rect": [0, 0, 50, 40]}}}}]}}"#,
        sheet("A", ""),
        sheet("B", r#", "apart": true, "gap": 3"#)
    );
    // Hexes 40 pixels across: columns 34.64 apart, even ones half a hex lower.
    let at = |prefix: &str| format!(r#"{{"{prefix}0101": [40, 40], "{prefix}0501": [178.564, 40], "{prefix}0104": [40, 160]}}"#);
    let art = format!(
        r#"{{"map": {{"image": {{"path": "a.png", "at": {}}}, "images": [{{"path": "b.png", "at": {}}}, {{"path": "c.png", "width-mm": 50}}]}}}}"#,
        at("A"),
        at("B")
    );
    let files = [
        ("module.json", r#"{"format": 2, "name": "Boards", "sides": [{"id": "red"}]}"#),
        ("map.json", map.as_str()),
        ("art.json", art.as_str()),
        ("units.csv", "id,side,setup\nfirst,red,A0203\nsecond,red,B0601\nthird,red,fleet\n"),
        ("scenarios/war.json", r#"{"id": "war", "name": "War", "from": "units"}"#),
    ];
    game(&files).with("a.png", png(260, 220)).with("b.png", png(260, 220)).with("c.png", png(100, 80))
}

#[test]
fn each_of_several_pictures_lies_where_its_hexes_are() {
    clean(&two_boards());
    let game = compile(&two_boards()).game;
    let drawn = laid(&two_boards());
    assert_eq!((drawn.scene.pictures.len(), drawn.registrations.len()), (3, 2));
    let board = &game.map.as_ref().unwrap().board;
    for ((path, fit), prefix) in drawn.registrations.iter().zip(["A", "B"]) {
        let fit = fit.as_ref().unwrap();
        assert!(fit.worst() < 0.001, "{path}");
        let [a, b, c, d, e, f] = fit.place;
        let there = Point { x: 40.0 * a + 40.0 * c + e, y: 40.0 * b + 40.0 * d + f };
        let centre = drawn.centres[board.parse(&format!("{prefix}0101")).unwrap().index()];
        assert!((there.x - centre.x).hypot(there.y - centre.y) < 0.01, "{path}");
    }
    // The page is the union: both pictures, then ten millimetres, then the third.
    let page = &drawn.scene.pages[0];
    let [a, _, _, _, e, _] = drawn.registrations[1].1.as_ref().unwrap().place;
    assert!((page.width - (e + 260.0 * a + 10.0 + 50.0)).abs() < 0.01, "{}", page.width);
    let fleet = &drawn.beside[0];
    assert!((fleet.rect.x - (page.width - 50.0)).abs() < 0.01 && (fleet.rect.width - 25.0).abs() < 0.01, "{fleet:?}");
    let twice = edit(two_boards(), "art.json", "\"path\": \"b.png\"", "\"path\": \"a.png\"");
    assert!(said(&twice).iter().any(|line| line.contains("«a.png» image `a.png` stands twice")), "{:?}", said(&twice));
}

/// First Steps in which two units have properties.
pub(crate) fn with_properties() -> Memory {
    let mut memory = first_steps();
    let text = String::from_utf8(memory.files["units.csv"].clone()).unwrap();
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let (commander, side) = match line.split(',').next().unwrap() {
            "id" => ("properties.Commander", "properties.Side"),
            "a-1-i" => ("Müller", "1/2"),
            "a-1-ii" => ("7", ""),
            _ => ("", ""),
        };
        lines.push(format!("{line},{commander},{side}"));
    }
    memory.files.insert("units.csv".to_owned(), (lines.join("\n") + "\n").into_bytes());
    memory
}

#[test]
fn properties_are_words_of_the_authors_own() {
    clean(&with_properties());
    let game = compile(&with_properties()).game;
    let first = &game.units[unit(&game, "a-1-i")];
    assert_eq!(
        first.properties.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect::<Vec<_>>(),
        [("Commander", "Müller"), ("Side", "1/2")]
    );
    assert_eq!(game.filled("{Commander}!{side}", first, 0), "Müller!aster");
    let slots = "\"bottom\": \"{attack}({range}){move}\"";
    let shown = |word: &str| said(&edit(with_properties(), "art.json", slots, &format!("\"bottom\": \"{{{word}|move}}\"")));
    assert!(!shown("Commander").iter().any(|line| line.contains("M0701")), "{:?}", shown("Commander"));
    assert!(shown("Comander")[0].contains("M0701") && shown("Comander")[0].contains("did you mean `Commander`?"));
    let other = compile(&edit(with_properties(), "units.csv", "Müller", "Meyer")).game;
    let told: Vec<String> = muster::diff::compare(&game, &other).iter().map(|change| change.words.clone()).collect();
    assert!(told.len() == 1 && told[0].contains("property Commander Müller → Meyer"), "{told:?}");
    let scenario = game.scenarios.ids().next().unwrap();
    let value = resolved(&game, scenario);
    let units = value["module"]["units"].as_array().unwrap();
    let bundled = units.iter().find(|unit| unit["id"] == "a-1-i").unwrap();
    assert_eq!(bundled["properties"], serde_json::json!({"Commander": "Müller", "Side": "1/2"}));
    let broken = said(&edit(with_properties(), "units.csv", "Müller", "Müller\\"));
    assert!(broken.len() == 1 && broken[0].contains("M0801 «Müller\\»"), "{broken:?}");
}

/// First Steps with two charts of its own.
pub(crate) fn with_charts() -> Memory {
    let charts = r#""counter-mm": 15.9, "charts": [{"name": "Combat", "picture": "c/crt.png"}, {"name": "Weather", "picture": "c/w.svg"}],"#;
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><path d=\"M0 0h2v1z\" fill=\"#abcdef\"/></svg>";
    let memory = edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", charts);
    memory.with("c/crt.png", png(300, 400)).with("c/w.svg", svg.as_bytes().to_vec())
}

#[test]
fn charts_may_be_pictures() {
    clean(&with_charts());
    let game = compile(&with_charts()).game;
    let faces = Faces::new(&game);
    let pages = muster::draw::chart::pictures(&game, &faces, muster::draw::page::Paper::A4);
    let shown = |n: usize| (pages[n].title.as_str(), pages[n].width, pages[n].height);
    assert_eq!((shown(0), shown(1)), (("Charts: Combat", 210.0, 297.0), ("Charts: Weather", 297.0, 210.0)));
    // 190 mm between the margins: upright, its shape kept.
    let at = pages[0].nodes.iter().find_map(|node| if let Node::Image(image) = node { Some(image.rect) } else { None });
    let at = at.unwrap();
    assert!((at.width - 190.0).abs() < 1e-6 && (at.height - 190.0 * 4.0 / 3.0).abs() < 1e-6 && (at.x - 10.0).abs() < 1e-6);
    let mut memory = with_charts();
    memory.files.remove("c/crt.png");
    let found = said(&memory);
    assert!(
        found.len() == 1 && found[0].contains("M0707 «c/crt.png» there is no picture `c/crt.png` for chart `Combat`"),
        "{found:?}"
    );
}
