//! The map: names that keep clear of each other, rivers along their hexsides, layers left out, an image in register.

use std::collections::BTreeSet;

use muster::compile::compile;
use muster::draw::hexmap::{Drawn, LayoutIssue, Options, Placed, Taken, draw, planned};
use muster::draw::scene::{Node, Picture, Point};
use muster::hexgrid::{HexId, RegisterError, register};
use muster::model::{Game, Location, MapLayer};
use muster::render::{pdf, png, svg};
use muster::source::Memory;

use crate::support::{edit, first_steps, folder, game};

fn compiled(memory: &Memory) -> Game {
    compile(memory).game
}

fn drawn(memory: &Memory) -> Drawn {
    draw(&compiled(memory), &Options::default()).unwrap()
}

/// A map with a name in every hex, more than there is room for.
pub(super) fn dense() -> Memory {
    let mut places = String::new();
    for column in 1..=12 {
        for row in 1..=9 {
            let class = ["town", "village", "city"][(column + row) % 3];
            let name = ["Bad Neuenahr-Ahrweiler", "Ulm", "Saint-Hubert", "Esch-sur-Alzette", "Prüm"][(column * 3 + row) % 5];
            let comma = if places.is_empty() { "" } else { "," };
            places += &format!(
                "{comma}{{\"id\": \"p{column}-{row}\", \"name\": \"{name}\", \"class\": \"{class}\", \"hexes\": \"{column:02}{row:02}\"}}"
            );
        }
    }
    let map = format!(
        r#"{{"grid": {{"columns": 12, "rows": 9, "touching": ["0201", "0102"]}}, "terrain": {{"default": "clear"}},
        "places": [{places}],
        "hexsides": [{{"name": "The Long and Winding River", "class": "river", "between": ["0601-0609", "0701-0709"]}}],
        "roads": [{{"name": "High Road", "class": "road", "through": "0105-1205"}}]}}"#
    );
    let terrain = "id,on,foot\nclear,hex,1\ntown,feature,1\nvillage,feature,1\ncity,feature,1\nriver,hexside,1\nroad,road,1\n";
    let module = r#"{"format": 2, "name": "Dense", "sides": [{"id": "a"}], "classes": [{"id": "foot"}]}"#;
    game(&[("module.json", module), ("map.json", &map), ("terrain.csv", terrain)])
}

pub(super) fn overlaps(placed: &[Placed]) -> Vec<String> {
    let mut found = Vec::new();
    for (n, one) in placed.iter().enumerate().filter(|(_, one)| one.taken == Taken::Name) {
        for (m, other) in placed.iter().enumerate() {
            // The boxes of one bent name may touch each other.
            if (other.taken != Taken::Name || (m < n && one.part_of != other.part_of)) && one.overlaps(other) {
                found.push(format!("{} over {:?} {}", one.text, other.taken, other.text));
            }
        }
    }
    found
}

#[test]
fn no_name_covers_another_or_a_number_or_a_town() {
    for (what, memory) in [("first steps", first_steps()), ("paper", folder("tests/paper")), ("dense", dense())] {
        let drawn = drawn(&memory);
        assert_eq!(overlaps(&drawn.placed), [""; 0], "{what}");
        let count = |taken| drawn.placed.iter().filter(|placed| placed.taken == taken).count();
        assert!(
            count(Taken::Name) > 5 && count(Taken::Number) > 90 && count(Taken::Town) > 2,
            "{what}: hardly anything is there"
        );
    }
}

#[test]
fn every_name_is_placed_or_told() {
    assert_eq!(drawn(&first_steps()).issues, []);
    let told = drawn(&folder("tests/paper")).issues;
    assert!(matches!(told.as_slice(), [LayoutIssue::Guessed { name, .. }] if name == "Clerf"), "{told:?}");
    let drawn = drawn(&dense());
    // A bent name takes several boxes, and one along a long line stands there more than once.
    let placed: BTreeSet<&str> = drawn.placed.iter().filter(|it| it.taken == Taken::Name).map(|it| it.text.as_str()).collect();
    let named = |name: &str| drawn.placed.iter().filter(|it| it.text == name).map(|it| it.part_of).collect::<BTreeSet<_>>().len();
    let bent = placed.iter().filter(|name| ["High Road", "The Long and Winding River"].contains(name)).count();
    let straight = ["Bad Neuenahr-Ahrweiler", "Ulm", "Saint-Hubert", "Esch-sur-Alzette", "Prüm"].map(named).iter().sum::<usize>();
    let placed = bent + straight;
    let told = drawn.issues.iter().filter(|issue| matches!(issue, LayoutIssue::NoRoom { hex: Some(_), .. })).count();
    assert_eq!(placed + told, 12 * 9 + 2);
    assert!(told > 5, "so many long names cannot all fit: {placed} placed");
    assert!(placed > 40, "{placed}");
}

#[test]
fn an_overlap_would_be_seen() {
    let mut placed = drawn(&first_steps()).placed;
    let mut name = placed.iter().find(|placed| placed.taken == Taken::Name).unwrap().clone();
    name.centre.x += 0.3;
    name.part_of = 999;
    name.angle += 20.0;
    placed.push(name);
    assert!(!overlaps(&placed).is_empty());
}

#[test]
fn letters_that_no_font_has_are_told() {
    let memory =
        edit(first_steps(), "map.json", "\"name\": \"Marrow\", \"class\"", "\"id\": \"Marrow\", \"name\": \"東京\", \"class\"");
    let issues = drawn(&memory).issues;
    assert!(issues.iter().any(|issue| matches!(issue, LayoutIssue::NoLetters { name, .. } if name == "東京")), "{issues:?}");
}

fn distance(p: Point, q: Point) -> f64 {
    (p.x - q.x).hypot(p.y - q.y)
}

#[test]
fn a_river_runs_along_its_hexsides() {
    let game = compiled(&first_steps());
    let map = game.map.as_ref().unwrap();
    let drawn = draw(&game, &Options::default()).unwrap();
    let river = map.features.values().find(|feature| feature.name.as_deref() == Some("Alder")).unwrap();
    assert!(river.sides.len() > 15);
    for side in &river.sides {
        let (a, b) = map.board.hexside_hexes(*side);
        let (a, b) = (drawn.centres[a.index()], drawn.centres[b.unwrap().index()]);
        let middle = Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 };
        let off = drawn.courses.iter().flatten().map(|point| distance(*point, middle)).fold(f64::INFINITY, f64::min);
        assert!(off < drawn.across * 0.14, "{} is missed by {off} mm", map.board.hexside_name(*side));
    }
    // And it never strays into a hex: no point of it is near a centre.
    for point in drawn.courses.iter().flatten() {
        let near = drawn.centres.iter().map(|centre| distance(*point, *centre)).fold(f64::INFINITY, f64::min);
        assert!(near > drawn.across * 0.34, "{point:?} lies {near} mm from the centre of a hex");
    }
}

#[test]
fn pixels_have_the_colour_of_the_ground() {
    let game = compiled(&first_steps());
    let drawn = draw(&game, &Options { only: Some(BTreeSet::from([MapLayer::Terrain])), ..Options::default() }).unwrap();
    let per_mm = 64.0 / drawn.across;
    let image = image::load_from_memory(&png::render(&drawn.scene, 0, per_mm).unwrap()).unwrap().to_rgb8();
    let page = &drawn.scene.pages[0];
    assert_eq!((image.width(), image.height()), ((page.width * per_mm).ceil() as u32, (page.height * per_mm).ceil() as u32));
    let board = &game.map.as_ref().unwrap().board;
    // The mean over a hex, whatever grows there.
    let mean = |name: &str| {
        let centre = drawn.centres[board.parse(name).unwrap().index()];
        let (x, y) = ((centre.x * per_mm) as u32, (centre.y * per_mm) as u32);
        let sum = (x - 20..x + 20).flat_map(|x| (y - 20..y + 20).map(move |y| (x, y))).fold([0u32; 3], |sum, (x, y)| {
            let pixel = image.get_pixel(x, y).0;
            [0, 1, 2].map(|n| sum[n] + u32::from(pixel[n]))
        });
        sum.map(|n| n / 1600)
    };
    let near = |found: [u32; 3], fill: [u32; 3]| found.iter().zip(fill).all(|(found, fill)| found.abs_diff(fill) < 28);
    assert!(near(mean("0904"), [0xef, 0xe7, 0xd0]), "clear: {:?}", mean("0904"));
    let [r, g, b] = mean("0702");
    assert!(g > r && g > b && r < 0xc9, "woods are green and darker: {r} {g} {b}");
}

fn ids(nodes: &[Node], into: &mut BTreeSet<String>) {
    for node in nodes {
        if let Node::Group(group) = node {
            into.extend(group.id.clone());
            ids(&group.nodes, into);
        }
    }
}

#[test]
fn what_is_not_asked_for_is_left_out() {
    let game = compiled(&first_steps());
    let layers = |game: &Game, only: Option<&[MapLayer]>| {
        let options = Options { only: only.map(|only| only.iter().copied().collect()), ..Options::default() };
        let drawn = draw(game, &options).unwrap();
        let mut found = BTreeSet::new();
        ids(&drawn.scene.pages[0].nodes, &mut found);
        let words: Vec<&str> = MapLayer::ALL.map(MapLayer::word).into_iter().filter(|word| found.contains(*word)).collect();
        (words.join(" "), drawn)
    };
    let all = "terrain grid rivers roads bridges places areas numbers names entries";
    assert_eq!(layers(&game, None).0, all);
    let (words, drawn) = layers(&game, Some(&[MapLayer::Rivers, MapLayer::Roads]));
    assert_eq!(words, "rivers roads");
    assert_eq!(drawn.placed, []);
    assert!(!svg::render(&drawn.scene, 0).unwrap().contains("First Steps</g>"));
    let art = edit(
        first_steps(),
        "art.json",
        "\"counter-mm\": 15.9,",
        "\"counter-mm\": 15.9, \"map\": {\"leave-out\": [\"areas\", \"numbers\"]},",
    );
    assert_eq!(layers(&compiled(&art), None).0, "terrain grid rivers roads bridges places names entries");
}

#[test]
fn art_changes_how_terrain_looks() {
    let own = r##""counter-mm": 15.9, "map": {"paper": "#ffffff", "terrain": {"woods": {"fill": "#123456", "texture": "none"}, "river": {"line": {"color": "#abcdef", "width": 2.5, "dash": [3, 1], "casing": "#fedcba"}}}, "labels": {"places": 5}},"##;
    let memory = edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", own);
    assert_eq!(crate::support::said(&memory), [""; 0]);
    let text = svg::render(&drawn(&memory).scene, 0).unwrap();
    for part in ["#123456", "#abcdef\" stroke-width=\"250\"", "stroke-dasharray=\"300 100\"", "#fedcba"] {
        assert!(text.contains(part), "{part}");
    }
    let unknown =
        edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", "\"counter-mm\": 15.9, \"map\": {\"terrain\": {\"wood\": {}}},");
    let said = crate::support::said(&unknown);
    assert!(said.len() == 1 && said[0].contains("«wood»") && said[0].contains("woods"), "{said:?}");
}

#[test]
fn every_format_is_made_and_made_alike() {
    let drawn = drawn(&first_steps());
    let text = svg::render(&drawn.scene, 0).unwrap();
    super::elements(&text);
    assert!(text.len() < 900_000, "{} bytes", text.len());
    assert_eq!(text, svg::render(&self::drawn(&first_steps()).scene, 0).unwrap());
    let file = pdf::render(&drawn.scene).unwrap();
    assert_eq!(file, pdf::render(&self::drawn(&first_steps()).scene).unwrap());
    let words = lopdf::Document::load_mem(&file).unwrap().extract_text(&[1]).unwrap();
    for word in ["First Steps", "Oxmill", "Marrow", "0101", "1410", "Aster reserve", "Alder"] {
        assert!(words.contains(word), "no {word} in the words of the PDF");
    }
}

#[test]
fn marks_and_highlights_are_drawn() {
    let game = compiled(&first_steps());
    let board = &game.map.as_ref().unwrap().board;
    let (hex, off_map) = (board.parse("0904").unwrap(), game.map.as_ref().unwrap().boxes.ids().next().unwrap());
    let marks = vec![(Location::Hex(hex), "nobody can stand here".to_owned()), (Location::Box(off_map), "too full".to_owned())];
    let options = Options { highlight: BTreeSet::from([hex]), marks, ..Options::default() };
    let text = svg::render(&draw(&game, &options).unwrap().scene, 0).unwrap();
    assert!(text.contains("aria-label=\"1 nobody can stand here\"") && text.contains("aria-label=\"2 too full\""));
    assert_eq!(text.matches("#d21f26").count(), 4, "two rings and two discs");
    assert!(text.contains("#ffd400"));
}

/// A PNG of one colour.
fn picture(width: u32, height: u32) -> Picture {
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&vec![0x77; (width * height * 3) as usize]).unwrap();
    Picture::new(&bytes).unwrap()
}

#[test]
fn an_image_is_laid_under_the_grid_and_proofed() {
    // Hexes 40 pixels across, turned by nothing: 0101 has its centre at 30, 30.
    let at = r#""counter-mm": 15.9, "map": {"image": {"path": "map.png", "at": {"0101": [30, 30], "1301": [445.69, 30], "0110": [30, 390], "1310": [445.69, 390]}}},"#;
    let memory = edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", at);
    let picture = picture(520, 450);
    let memory = memory.with("map.png", picture.bytes.to_vec());
    assert_eq!(crate::support::said(&memory), [""; 0]);
    let game = compiled(&memory);
    let options = Options { images: vec![Some(picture.clone())], proof: true, ..Options::default() };
    let drawn = draw(&game, &options).unwrap();
    let fit = drawn.registrations[0].1.clone().unwrap();
    assert!(fit.worst() < 0.001 && fit.stretch < 0.001 && fit.turn.abs() < 0.01, "{fit:?}");
    let hex = game.map.as_ref().unwrap().board.parse("0101").unwrap();
    let [a, b, c, d, e, f] = fit.place;
    let there = Point { x: 30.0 * a + 30.0 * c + e, y: 30.0 * b + 30.0 * d + f };
    assert!(distance(there, drawn.centres[hex.index()]) < 0.01);
    let image = image::load_from_memory(&png::render(&drawn.scene, 0, 40.0 / drawn.across).unwrap()).unwrap().to_rgb8();
    assert_eq!(image.get_pixel(6, 6).0, [0x77; 3], "the image is there");
    let differ = image.pixels().filter(|pixel| pixel.0 != [0x77; 3]).count();
    assert!(differ > 4000, "the proof is there: {differ}");
    // Without the proof there is nothing but the image.
    let plain = draw(&game, &Options { proof: false, ..options }).unwrap();
    let image = image::load_from_memory(&png::render(&plain.scene, 0, 40.0 / drawn.across).unwrap()).unwrap().to_rgb8();
    assert!(image.pixels().filter(|pixel| pixel.0 != [0x77; 3]).count() < 2000);
}

#[test]
fn an_image_out_of_register_is_told() {
    let p = |x: f64, y: f64| Point { x, y };
    let square =
        [(HexId(0), p(0.0, 0.0), p(0.0, 0.0)), (HexId(1), p(100.0, 0.0), p(10.0, 0.0)), (HexId(2), p(0.0, 100.0), p(0.0, 10.0))];
    let fit = register(&square, 1.0).unwrap();
    assert!(fit.worst() < 1e-9 && fit.stretch < 1e-9);
    let mut long = square;
    long[2].1.y = 90.0;
    assert!((register(&long, 1.0).unwrap().stretch - 1.0 / 9.0).abs() < 1e-6, "a tenth shorter");
    let mut four = square.to_vec();
    four.push((HexId(3), p(100.0, 110.0), p(10.0, 10.0)));
    let worst = register(&four, 1.0).unwrap().worst();
    assert!((0.2..0.3).contains(&worst), "{worst}");
    assert_eq!(register(&square[..2], 1.0), Err(RegisterError::TooFew));
    let line = [0.0, 1.0, 2.0, 3.0].map(|n| (HexId(0), p(n, 2.0 * n), p(n, n)));
    assert_eq!(register(&line, 1.0), Err(RegisterError::InLine));
    let turned = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(x, y)| (HexId(0), p(x, y), p(-y, x)));
    assert!((register(&turned, 1.0).unwrap().turn - 90.0).abs() < 1e-6);
}

/// A map without one of its corners: what lies there makes the sheet no larger. One that fills its box has its boxes
/// beside it.
#[test]
fn boxes_lie_where_a_ragged_map_leaves_room() {
    let drawn = |holes: &str| {
        let map = format!(
            r#"{{"grid": {{"columns": 16, "rows": 12, "touching": ["0201", "0102"]{holes}}}, "terrain": {{"default": "clear"}},
            "boxes": [{{"id": "reserve", "name": "Reserve"}}, {{"id": "lost", "name": "Lost"}}]}}"#
        );
        let terrain = "id,on,foot\nclear,hex,1\n";
        let module = r#"{"format": 2, "name": "Ragged", "sides": [{"id": "a"}], "classes": [{"id": "foot"}]}"#;
        drawn(&game(&[("module.json", module), ("map.json", &map), ("terrain.csv", terrain)]))
    };
    let missing: Vec<String> =
        (5..=16).flat_map(|column| (17 - column..=12).map(move |row| format!("{column:02}{row:02}"))).collect();
    let ragged = drawn(&format!(r#", "holes": "{}""#, missing.join(" ")));
    let whole = drawn("");
    let lowest = |drawn: &Drawn| drawn.centres.iter().map(|at| at.y).fold(0.0, f64::max) + drawn.across / 2.0;
    assert_eq!(ragged.beside.len(), 2);
    for own in &ragged.beside {
        assert!(own.rect.y + own.rect.height < lowest(&ragged), "{} lies in the corner", own.name);
        for at in &ragged.centres {
            let off = |at: f64, from: f64, long: f64| (from - at).max(at - from - long).max(0.0);
            let far = off(at.x, own.rect.x, own.rect.width).hypot(off(at.y, own.rect.y, own.rect.height));
            assert!(far > ragged.across, "{} lies on a hex", own.name);
        }
    }
    let rightmost = whole.centres.iter().map(|at| at.x).fold(0.0, f64::max) + whole.across / 2.0;
    assert!(whole.beside.iter().all(|own| own.rect.y > lowest(&whole) || own.rect.x > rightmost));
    let area = |drawn: &Drawn| drawn.scene.pages[0].width * drawn.scene.pages[0].height;
    assert!(area(&ragged) < area(&whole) * 0.98, "{} {}", area(&ragged), area(&whole));
}

/// The same where a frame with a step runs around the map: nothing lies on the frame or over it.
#[test]
fn boxes_lie_in_the_corner_of_a_stepped_map() {
    let drawn = |holes: &str| {
        let map = format!(
            r#"{{"grid": {{"columns": 16, "rows": 12, "touching": ["0201", "0102"]{holes}}}, "terrain": {{"default": "clear"}},
            "boxes": [{{"id": "reserve", "name": "Reserve"}}]}}"#
        );
        let terrain = "id,on,foot\nclear,hex,1\n";
        let module = r#"{"format": 2, "name": "Stepped", "sides": [{"id": "a"}], "classes": [{"id": "foot"}]}"#;
        drawn(&game(&[("module.json", module), ("map.json", &map), ("terrain.csv", terrain)]))
    };
    let missing: Vec<String> = (9..=16).flat_map(|column| (7..=12).map(move |row| format!("{column:02}{row:02}"))).collect();
    let (stepped, whole) = (drawn(&format!(r#", "holes": "{}""#, missing.join(" "))), drawn(""));
    let lowest = stepped.centres.iter().map(|at| at.y).fold(0.0, f64::max) + stepped.across / 2.0;
    let [own] = stepped.beside.as_slice() else { panic!("{:?}", stepped.beside) };
    assert!(own.rect.y + own.rect.height < lowest, "{:?} lies in the corner", own.rect);
    for at in &stepped.centres {
        let off = |at: f64, from: f64, long: f64| (from - at).max(at - from - long).max(0.0);
        let far = off(at.x, own.rect.x, own.rect.width).hypot(off(at.y, own.rect.y, own.rect.height));
        assert!(far > stepped.across * 1.5, "the box lies on the frame");
    }
    let area = |drawn: &Drawn| drawn.scene.pages[0].width * drawn.scene.pages[0].height;
    assert!(area(&stepped) < area(&whole) * 0.98, "{} {}", area(&stepped), area(&whole));
}

/// What the author leaves out has no name either.
#[test]
fn what_is_left_out_has_no_name() {
    let named = |left: &str| {
        let own = format!("\"counter-mm\": 15.9, \"map\": {{\"leave-out\": [{left}]}},");
        let drawn = drawn(&edit(first_steps(), "art.json", "\"counter-mm\": 15.9,", &own));
        drawn.placed.iter().filter(|it| it.taken == Taken::Name).map(|it| it.text.clone()).collect::<BTreeSet<String>>()
    };
    let all = named("");
    for (layer, gone) in [
        ("rivers", &["Alder", "Kite Ridge"][..]),
        ("roads", &["Alder Highway", "Mill Lane"]),
        ("places", &["Lys", "Oxmill"]),
        ("areas", &["West of the Alder", "Before Lys"]),
    ] {
        let left = named(&format!("\"{layer}\""));
        for name in gone {
            assert!(all.contains(*name) && !left.contains(*name), "{name} without {layer}: {left:?}");
        }
        assert!(left.contains("Kite Hill"), "a mere name stays without {layer}");
        assert!(left.len() + gone.len() <= all.len());
    }
}

/// With counters on the map, names stand where they can be read: beside the counters, wherever there is room.
#[test]
fn names_keep_off_counters() {
    let game = super::target::mapped("modules/bastogne-breakout");
    let places = game.map.as_ref().unwrap().places.values();
    let counters: Vec<_> =
        places.filter(|place| place.class.is_some()).flat_map(|place| place.hexes.clone()).map(|hex| (hex, 3)).collect();
    let hidden = |drawn: &Drawn| {
        let names = drawn.placed.iter().filter(|it| it.taken == Taken::Name);
        let lies = |name: &Placed| {
            counters.iter().any(|(hex, _)| {
                let (at, half) = (drawn.centres[hex.index()], drawn.across * 0.31);
                let shift = half * 0.4;
                let centre = Point { x: at.x + shift / 2.0, y: at.y - shift / 2.0 };
                let half = (half + shift / 2.0, half + shift / 2.0);
                Placed { taken: Taken::Town, text: String::new(), centre, half, angle: 0.0, part_of: 0 }.overlaps(name)
            })
        };
        names.filter(|name| lies(name)).count()
    };
    let plain = planned(&game, &Options::default()).unwrap();
    let kept = planned(&game, &Options { counters: counters.clone(), ..Options::default() }).unwrap();
    let (before, after) = (hidden(&plain), hidden(&kept));
    assert!(before >= 10 && after * 4 <= before, "{before} names were hidden, {after} are");
}
