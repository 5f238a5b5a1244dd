//! Counter faces: everything in its slot, whatever stands on the counter; colours, looks and layouts as art.json says.

use std::collections::BTreeMap;

use muster::compile::compile;
use muster::draw::counter::{Drawn, Faces, Issue};
use muster::draw::font;
use muster::draw::path::{Rect, Transform};
use muster::draw::scene::{Color, Fill, Node, Point, Text};
use muster::model::{Game, UnitId};
use muster::source::Memory;
use proptest::prelude::*;

use crate::support::first_steps;

fn with_art(art: &str) -> Game {
    let mut world = first_steps();
    world.files.insert("art.json".to_owned(), art.as_bytes().to_vec());
    compiled(&world)
}

fn compiled(world: &Memory) -> Game {
    let compiled = compile(world);
    let errors: Vec<_> = compiled.diags.iter().filter(|d| d.severity == muster::diag::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.game
}

fn unit(game: &Game, id: &str) -> UnitId {
    game.units.iter().find(|(_, unit)| unit.id == id).unwrap().0
}

/// Every text of a face, with what moves it.
fn texts(nodes: &[Node], at: Transform, into: &mut Vec<(Text, Transform)>) {
    for node in nodes {
        match node {
            Node::Group(group) => texts(&group.nodes, at.after(group.transform), into),
            Node::Text(text) => into.push((text.clone(), at)),
            Node::Shape(_) | Node::Image(_) | Node::Stamps(_) => {}
        }
    }
}

fn words(drawn: &Drawn) -> Vec<String> {
    let mut found = Vec::new();
    texts(&drawn.nodes, Transform::IDENTITY, &mut found);
    found.iter().map(|(text, _)| text.runs.iter().map(|run| run.text.as_str()).collect()).collect()
}

/// The box around the letters of a text as they are painted.
fn inked(text: &Text, at: Transform) -> Option<Rect> {
    let mut x = text.start().x;
    let mut all: Option<Rect> = None;
    for run in &text.runs {
        for glyph in font::shape(run.face, &run.text) {
            let scale = run.size / run.face.units();
            let place =
                Transform::shift(x + glyph.x * run.size, text.at.y - glyph.y * run.size).after(Transform::scale(scale, scale));
            let turned = at.after(Transform::turn(text.rotation, text.at)).after(place);
            // Points on the curves, not those that only pull at them.
            let points = run.face.outline(glyph.id).flattened(4);
            for point in points {
                let Point { x, y } = turned.apply(point);
                let dot = Rect { x, y, width: 0.0, height: 0.0 };
                all = Some(all.map_or(dot, |all| all.union(dot)));
            }
        }
        x += font::width(run.face, &run.text, run.size);
    }
    all
}

fn inside(inner: Rect, outer: Rect) -> bool {
    let hair = 0.02;
    inner.x >= outer.x - hair
        && inner.y >= outer.y - hair
        && inner.x + inner.width <= outer.x + outer.width + hair
        && inner.y + inner.height <= outer.y + outer.height + hair
}

/// Every text lies in a slot of the face.
fn all_in_slots(drawn: &Drawn) -> Result<(), String> {
    let mut found = Vec::new();
    texts(&drawn.nodes, Transform::IDENTITY, &mut found);
    for (text, at) in &found {
        let Some(bounds) = inked(text, *at) else { continue };
        if !drawn.slots.iter().any(|(_, slot)| inside(bounds, *slot)) {
            return Err(format!("{:?} at {bounds:?} is in none of {:?}", text.runs, drawn.slots));
        }
    }
    Ok(())
}

#[test]
fn no_text_leaves_its_slot_on_the_shipped_modules() {
    for module in ["first-steps", "bastogne-breakout"] {
        let game = compiled(&crate::support::unplayed(module));
        for size in [12.7, 15.875, 25.4] {
            let faces = Faces::sized(&game, size);
            let mut seen = 0;
            for (id, unit) in game.units.iter() {
                for face in 0..unit.faces.len() {
                    let drawn = faces.unit(id, face);
                    seen += words(&drawn).len();
                    all_in_slots(&drawn).unwrap_or_else(|why| panic!("{module} {} {size}: {why}", unit.id));
                }
            }
            for id in game.markers.ids() {
                all_in_slots(&faces.marker(id)).unwrap();
            }
            assert!(seen > game.units.len() * 2);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_text_leaves_its_slot_whatever_it_says(text in "[A-Za-zÀ-ÿ0-9()/ gjpqy-]{1,60}", turn in 0u8..4, size in 8.0f64..40.0) {
        let text = text.replace(['{', '}', '"', '\\'], "x");
        let turn = u32::from(turn) * 90;
        let slots: Vec<String> = ["centre", "top", "bottom", "left", "right", "top-left", "bottom-right", "top-bar", "left-bar"]
            .iter()
            .map(|slot| format!(r#""{slot}": {{"show": "{text}", "turn": {turn}}}"#))
            .collect();
        let game = with_art(&format!(
            r##"{{"layouts": [{{"slots": {{{}}}}}], "looks": [{{"of": "attack", "box": "#ff0000"}}]}}"##,
            slots.join(",")
        ));
        let faces = Faces::sized(&game, size);
        let drawn = faces.unit(unit(&game, "a-1-i"), 0);
        if !text.trim().is_empty() {
            prop_assert!(words(&drawn).len() >= 9);
        }
        prop_assert!(all_in_slots(&drawn).is_ok(), "{}", all_in_slots(&drawn).unwrap_err());
    }
}

#[test]
fn what_shrinks_too_far_is_told_with_its_slot() {
    let game = with_art(
        r#"{"layouts": [{"slots": {"left": "{name|designation}", "bottom": "Ersatzpanzergrenadierregiment {designation}"}}]}"#,
    );
    let faces = Faces::sized(&game, 12.7);
    let drawn = faces.unit(unit(&game, "a-1-i"), 0);
    let Some(Issue::Crowded { slot, text, mm, least }) = drawn.issues.first() else { panic!("{:?}", drawn.issues) };
    assert_eq!((slot.word(), text.as_str()), ("bottom", "Ersatzpanzergrenadierregiment I/1"));
    assert!(mm < least && *least >= 1.0);
    let short = with_art(r#"{"layouts": [{"slots": {"bottom": "{designation}"}}]}"#);
    assert!(Faces::sized(&short, 12.7).unit(unit(&short, "a-1-i"), 0).issues.is_empty());
}

#[test]
fn ratings_stand_as_the_format_says_on_either_face() {
    let game = with_art(
        r##"{"layouts": [{"slots": {"bottom": "{attack}({range}){move}", "top": "{state}"}}],
            "looks": [{"for": {"id": ["a-guns"]}, "of": "attack", "before": "[", "after": "]"}]}"##,
    );
    let faces = Faces::new(&game);
    assert_eq!(words(&faces.unit(unit(&game, "a-heavy"), 0)).concat(), "full5(6)4");
    assert_eq!(words(&faces.unit(unit(&game, "a-heavy"), 1)).concat(), "Fired0(6)4");
    assert_eq!(words(&faces.unit(unit(&game, "a-guns"), 0)).concat(), "full[3](4)6", "brackets only there");
}

#[test]
fn a_blank_rating_takes_its_sign_along() {
    let shown = |show: &str| {
        let game = with_art(&format!(r#"{{"layouts": [{{"slots": {{"bottom": "{show}"}}}}]}}"#));
        words(&Faces::new(&game).unit(unit(&game, "a-1-i"), 0)).concat()
    };
    // Infantry has no range, and no nation.
    assert_eq!(shown("{range}-{defense}-{move}"), "4-4");
    assert_eq!(shown("{attack}-{range}-{move}"), "4-4");
    assert_eq!(shown("{attack}-{defense}-{range}"), "4-4");
    assert_eq!(shown("{attack}({range}){move}"), "44");
    assert_eq!(shown("{range}/{nation}"), "");
}

#[test]
fn the_first_layout_that_fits_is_used_and_looks_lie_over_it() {
    let art = r##"{"layouts": [
            {"for": {"type": ["artillery"]}, "slots": {"bottom": "guns"}},
            {"for": {"type": ["artillery", "infantry"]}, "slots": {"bottom": "foot"}},
            {"slots": {"bottom": "other"}}],
        "looks": [{"for": {"state": ["reduced"]}, "ground": "#010101", "ink": "#fefefe", "slots": {"bottom": "half"}}]}"##;
    let game = with_art(art);
    let faces = Faces::new(&game);
    let shown = |id: &str, face| words(&faces.unit(unit(&game, id), face)).concat();
    assert_eq!([shown("a-heavy", 0), shown("a-1-i", 0), shown("a-hq", 0)], ["guns", "foot", "other"]);
    assert_eq!(shown("a-1-i", 1), "half");
    assert_eq!(faces.unit(unit(&game, "a-1-i"), 1).ground, Some(Color::rgb(1, 1, 1)));
}

#[test]
fn colours_are_those_of_the_formation_then_of_those_above_then_nation_then_side() {
    let art = r##"{"colours": {"aster": {"ground": "#101010", "ink": "#ffffff"}, "1-div": {"ground": "#202020"},
        "5-arm": {"ground": "#303030"}, "brenn": {"ground": "#404040"}, "free-lys": {"ground": "#505050"}}}"##;
    let game = with_art(art);
    let faces = Faces::new(&game);
    let ground = |id: &str| faces.unit(unit(&game, id), 0).ground.unwrap().r;
    assert_eq!([ground("a-tank"), ground("a-1-i"), ground("b-hq"), ground("b-lys-1")], [0x30, 0x20, 0x40, 0x50]);
}

#[test]
fn low_ink_is_white_with_a_rim_and_can_be_read() {
    let art = r##"{"colours": {"aster": {"ground": "#101010", "ink": "#ffffff"}}}"##;
    let game = with_art(art);
    let faces = Faces::new(&game).low_ink();
    let drawn = faces.unit(unit(&game, "a-1-i"), 0);
    // The rim reaches into the bleed, also where a band lies on it; what is inside it is white.
    let rim = Some(Color::rgb(0x10, 0x10, 0x10));
    assert_eq!((drawn.ground, drawn.edge), (rim, rim));
    assert!(
        matches!(&drawn.nodes[0], Node::Shape(shape) if matches!(shape.fill, Some(Fill::Color(Color::WHITE)))),
        "{:?}",
        drawn.nodes[0]
    );
    let mut found = Vec::new();
    texts(&drawn.nodes, Transform::IDENTITY, &mut found);
    assert!(found.iter().flat_map(|(text, _)| &text.runs).all(|run| run.color == Color::BLACK), "white letters on white");
}

/// Every filled shape of a face, with the box around it; what moves it counts, what cuts it off does not.
fn filled(nodes: &[Node], at: Transform, into: &mut Vec<(Color, Rect)>) {
    for node in nodes {
        match node {
            Node::Group(group) => filled(&group.nodes, at.after(group.transform), into),
            Node::Shape(shape) => {
                if let (Some(Fill::Color(color)), Some(bounds)) = (&shape.fill, shape.path.moved(at).bounds()) {
                    into.push((*color, bounds));
                }
            }
            Node::Image(_) | Node::Text(_) | Node::Stamps(_) => {}
        }
    }
}

#[test]
fn low_ink_makes_fills_of_the_author_pale_and_keeps_them_within_the_cut() {
    let dark = [Color::hex(0x2b_2d33), Color::hex(0x7a_2222), Color::hex(0x22_272c)];
    for shape in ["square", "round", "hexagon"] {
        let art = r##"{"shape": "SHAPE", "layouts": [{
            "slots": {"centre": "symbol", "top-bar": {"show": "{designation}", "fill": "#2b2d33", "ink": "#ffffff"},
                "bottom": {"show": "{attack}-{move}", "fill": "#7a2222", "ink": "#ffd24a", "box": "#fafafa"}},
            "placed": [{"fill": "#22272c", "x": 0, "y": 0, "width": 20, "height": 100, "layer": -1}]}]}"##;
        let game = with_art(&art.replace("SHAPE", shape));
        let (plain, faces) = (Faces::new(&game), Faces::new(&game).low_ink());
        let id = unit(&game, "a-1-i");
        let (full, drawn) = (plain.unit(id, 0), faces.unit(id, 0));
        let (width, height) = faces.area();
        let whole = Rect { x: 0.0, y: 0.0, width, height };
        let of = |drawn: &Drawn| {
            let mut found = Vec::new();
            filled(&drawn.nodes, Transform::IDENTITY, &mut found);
            found
        };
        assert!(of(&full).iter().any(|(_, bounds)| !inside(*bounds, whole)), "{shape}: the bands of the full face have a bleed");
        let all = of(&drawn);
        for (color, bounds) in &all {
            assert!(inside(*bounds, whole), "{shape}: {color:?} at {bounds:?} would lie on a neighbour");
        }
        // What was dark is a line round something pale.
        for color in dark {
            let at = all.iter().position(|(found, _)| *found == color).unwrap();
            let ((_, outer), (pale, inner)) = (all[at], all[at + 1]);
            assert!(inside(inner, outer), "{shape}: {inner:?} in {outer:?}");
            assert!(inner.width * inner.height > 0.6 * outer.width * outer.height, "{shape}: {inner:?} in {outer:?}");
            assert!([pale.r, pale.g, pale.b].iter().all(|part| *part > 220), "{shape}: {pale:?}");
        }
        let mut found = Vec::new();
        texts(&drawn.nodes, Transform::IDENTITY, &mut found);
        let runs: Vec<_> = found.iter().flat_map(|(text, _)| &text.runs).collect();
        assert!(runs.len() > 1 && runs.iter().all(|run| run.color == Color::BLACK), "{shape}: {runs:?}");
        let lines =
            drawn.nodes.iter().filter_map(|node| if let Node::Shape(shape) = node { shape.stroke.as_ref() } else { None });
        assert!(lines.clone().count() > 0 && lines.into_iter().all(|line| line.color.r < 0xfa), "{shape}: a white box on white");
        // Neighbours share a cut, since nothing reaches it any more.
        assert_eq!((full.edge.is_some(), drawn.edge.is_some()), (false, shape == "square"), "{shape}");
    }
}

#[test]
fn letters_that_hardly_stand_out_are_told() {
    let faint = with_art(r##"{"colours": {"aster": {"ground": "#808080", "ink": "#909090"}}}"##);
    let issues = Faces::new(&faint).unit(unit(&faint, "a-1-i"), 0).issues;
    assert!(issues.iter().any(|issue| matches!(issue, Issue::Faint { ratio, .. } if *ratio < 2.0)), "{issues:?}");
    let clear = with_art(r##"{"colours": {"aster": {"ground": "#ffffff", "ink": "#000000"}}}"##);
    assert!(Faces::new(&clear).unit(unit(&clear, "a-1-i"), 0).issues.is_empty());
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(width, height, image::Rgb([9, 8, 7])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn a_ready_made_face_wins_over_drawing_and_the_other_side_is_drawn() {
    let mut world = first_steps();
    world.files.insert("counters/a-1-i.png".to_owned(), png(188, 188));
    let game = compiled(&world);
    let faces = Faces::new(&game);
    assert_eq!(faces.pictures().len(), 1);
    let front = faces.unit(unit(&game, "a-1-i"), 0);
    assert!(front.nodes.iter().all(|node| matches!(node, Node::Image(_))) && !front.nodes.is_empty());
    assert!(words(&faces.unit(unit(&game, "a-1-i"), 1)).concat().contains("2-3-4"));
    assert!(words(&faces.unit(unit(&game, "a-1-ii"), 0)).concat().contains("4-4-4"));
}

#[test]
fn own_fonts_and_pictures_are_used() {
    let mut world = first_steps();
    let art = r##"{"fonts": {"own": "art/own.ttf"},
        "layouts": [{"slots": {"centre": "art/{type}.svg", "bottom": {"show": "{attack}", "font": "own"}}}]}"##;
    world.files.insert("art.json".to_owned(), art.as_bytes().to_vec());
    world.files.insert("art/own.ttf".to_owned(), font::Face::Bold.bytes().to_vec());
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><path d=\"M0 0h2v1z\" fill=\"#abcdef\"/></svg>";
    world.files.insert("art/infantry.svg".to_owned(), svg.as_bytes().to_vec());
    let game = compiled(&world);
    let faces = Faces::new(&game);
    let drawn = faces.unit(unit(&game, "a-1-i"), 0);
    let mut found = Vec::new();
    texts(&drawn.nodes, Transform::IDENTITY, &mut found);
    assert!(found.iter().flat_map(|(text, _)| &text.runs).all(|run| matches!(run.face, font::Face::Own(_))));
    fn fills(nodes: &[Node], into: &mut Vec<Color>) {
        for node in nodes {
            match node {
                Node::Group(group) => fills(&group.nodes, into),
                Node::Shape(shape) => {
                    if let Some(Fill::Color(color)) = &shape.fill {
                        into.push(*color);
                    }
                }
                Node::Image(_) | Node::Text(_) | Node::Stamps(_) => {}
            }
        }
    }
    let mut colours = Vec::new();
    fills(&drawn.nodes, &mut colours);
    assert!(colours.contains(&Color::rgb(0xab, 0xcd, 0xef)), "the silhouette is drawn as shapes: {colours:?}");
    let missing = faces.unit(unit(&game, "a-hq"), 0);
    assert!(missing.issues.iter().any(|issue| matches!(issue, Issue::NoPicture { path, .. } if path == "art/hq.svg")));
}

#[test]
fn steps_are_dots_one_fewer_on_the_back() {
    let game = with_art(r##"{"layouts": [{"slots": {"right": "steps"}}]}"##);
    let faces = Faces::new(&game);
    // Dots are filled and rings are lines; what is both is the plate of a worn face.
    let dots = |face, filled: bool| {
        let drawn = faces.unit(unit(&game, "a-1-i"), face);
        let count = |node: &Node| match node {
            Node::Shape(shape) if shape.fill.is_some() == filled && shape.stroke.is_some() != filled => {
                shape.path.segs.iter().filter(|seg| matches!(seg, muster::draw::path::Seg::Move(_))).count()
            }
            _ => 0,
        };
        drawn.nodes.iter().map(count).sum::<usize>()
    };
    assert_eq!([(dots(0, true), dots(0, false)), (dots(1, true), dots(1, false))], [(2, 0), (1, 1)]);
}

#[test]
fn letters_of_a_slot_have_one_size_on_all_counters() {
    for (module, most) in [("first-steps", 3), ("bastogne-breakout", 4), ("bitter-woods", 5), ("ardennes-44", 4)] {
        let game = compiled(&crate::support::unplayed(module));
        let faces = Faces::new(&game);
        let mut found = Vec::new();
        for (id, unit) in game.units.iter() {
            for face in 0..unit.faces.len() {
                texts(&faces.unit(id, face).nodes, Transform::IDENTITY, &mut found);
            }
        }
        let sizes: std::collections::BTreeSet<u64> =
            found.iter().flat_map(|(text, _)| &text.runs).map(|run| (run.size * 1000.0) as u64).collect();
        assert!(sizes.len() <= most, "{module}: {sizes:?}");
        // Letters that are narrowed stay readable.
        assert!(found.iter().all(|(_, at)| at.a.hypot(at.b) >= 0.7), "{module}");
    }
}

#[test]
fn backs_are_told_by_a_plate_that_no_cut_takes_away() {
    let mut world = first_steps();
    world.files.remove("art.json");
    let plates = |world: &Memory, id: &str, face: usize| -> Vec<Rect> {
        let game = compiled(world);
        let drawn = Faces::new(&game).unit(unit(&game, id), face);
        assert!(drawn.edge.is_some(), "the edge has one colour, so that counters share a cut");
        let wide = |node: &Node| match node {
            Node::Shape(shape) if shape.fill.is_some() && shape.stroke.is_some() => shape.path.bounds(),
            _ => None,
        };
        drawn.nodes.iter().filter_map(wide).filter(|plate| plate.width > 12.0).collect()
    };
    assert!(plates(&world, "a-1-i", 0).is_empty());
    let [reduced] = plates(&world, "a-1-i", 1)[..] else { panic!() };
    let [fired] = plates(&world, "a-heavy", 1)[..] else { panic!() };
    assert!(reduced.y < 4.0 && reduced.height > 5.0 && fired.y > 9.0, "{reduced:?} {fired:?}");
    for plate in [reduced, fired] {
        let free = [plate.x, plate.y, 15.875 - plate.x - plate.width, 15.875 - plate.y - plate.height];
        assert!(free.iter().all(|mm| *mm > 0.6), "{free:?}");
    }
    world.files.insert("art.json".to_owned(), br#"{"backs": "plain"}"#.to_vec());
    assert!(plates(&world, "a-1-i", 1).is_empty());
    let look = r##"{"looks": [{"for": {"state": ["reduced"]}, "ground": "#ffffff"}]}"##;
    world.files.insert("art.json".to_owned(), look.as_bytes().to_vec());
    assert!(plates(&world, "a-1-i", 1).is_empty() && !plates(&world, "a-heavy", 1).is_empty());
}

#[test]
fn slots_lie_where_they_are_placed_and_only_where_their_word_is() {
    let art = r##"{"layouts": [{"slots": {"centre": "symbol"}, "placed": [
        {"show": "{range}!", "if": "range", "x": 50, "y": 0, "width": 40, "height": 20},
        {"fill": "#123456", "x": 0, "y": 80, "width": 100, "height": 20, "layer": -1}]}]}"##;
    let game = with_art(art);
    let faces = Faces::new(&game);
    let drawn = faces.unit(unit(&game, "a-heavy"), 0);
    let mut found = Vec::new();
    texts(&drawn.nodes, Transform::IDENTITY, &mut found);
    let bounds = inked(&found[0].0, found[0].1).unwrap();
    let size = faces.area().0;
    assert!(inside(bounds, Rect { x: size * 0.5, y: 0.0, width: size * 0.4, height: size * 0.2 }), "{bounds:?}");
    assert!(words(&faces.unit(unit(&game, "a-1-i"), 0)).is_empty(), "no range, no slot");
    // The lowest layer comes first, and colour at an edge reaches over it.
    let Node::Shape(band) = &drawn.nodes[0] else { panic!("{:?}", drawn.nodes[0]) };
    assert!(band.path.bounds().unwrap().x < -1.0 && drawn.edge.is_none());
}

#[test]
fn round_and_oblong_counters_are_cut_along_their_outline() {
    let art = r##"{"counter-mm": 20, "counter-height-mm": 14, "shape": "round",
        "layouts": [{"for": {"type": ["hq"]}, "shape": "hexagon", "slots": {"centre": "symbol"}}]}"##;
    let game = with_art(art);
    let faces = Faces::new(&game);
    assert_eq!(faces.area(), (20.0, 14.0));
    let at = Point { x: 0.0, y: 0.0 };
    for (id, corners) in [("a-hq", 6), ("a-1-i", 0)] {
        let drawn = faces.unit(unit(&game, id), 0);
        let Some(Node::Shape(line)) = drawn.cut_line(at, faces.area()) else { panic!("{id} has no line to cut along") };
        let lines = line.path.segs.iter().filter(|seg| matches!(seg, muster::draw::path::Seg::Line(_))).count();
        assert_eq!(lines, if corners == 6 { 5 } else { 0 }, "{id}");
        let Node::Group(cut) = drawn.cut_out(at, faces.area()) else { panic!() };
        let bounds = cut.clip.unwrap().bounds().unwrap();
        assert!((bounds.width - 20.0).abs() < 1e-9 && (bounds.height - 14.0).abs() < 1e-9, "{bounds:?}");
    }
    let square = with_art("{}");
    assert!(Faces::new(&square).unit(unit(&square, "a-hq"), 0).cut_line(at, (15.0, 15.0)).is_none());
}

#[test]
fn a_font_without_the_letters_falls_back_to_one_that_has_them() {
    let mut world = first_steps();
    let art = r##"{"fonts": {"own": "art/own.ttf"}, "font": "own", "layouts": [{"slots": {"bottom": "{designation}"}}]}"##;
    world.files.insert("art.json".to_owned(), art.as_bytes().to_vec());
    // The serif has no sign for a snowman, nor has the usual one; Vietnamese letters are in the usual one alone.
    world.files.insert("art/own.ttf".to_owned(), font::Face::SerifBold.bytes().to_vec());
    let lacking = "ĐếƠ".chars().find(|c| {
        let letter = c.to_string();
        !font::Face::SerifBold.can_write(&letter) && font::Face::Bold.can_write(&letter)
    });
    let Some(lacking) = lacking else { return };
    let units = String::from_utf8(world.files["units.csv"].clone()).unwrap();
    world.files.insert("units.csv".to_owned(), units.replace(",II,I/1,", &format!(",II,{lacking}1,")).into_bytes());
    let game = compiled(&world);
    let faces = Faces::new(&game);
    let drawn = faces.unit(unit(&game, "a-1-i"), 0);
    let mut found = Vec::new();
    texts(&drawn.nodes, Transform::IDENTITY, &mut found);
    assert!(found.iter().flat_map(|(text, _)| &text.runs).all(|run| run.face == font::Face::Bold), "{found:?}");
    assert!(drawn.issues.is_empty(), "{:?}", drawn.issues);
}

#[test]
fn the_usual_layout_serves_a_game_without_art() {
    let mut world = first_steps();
    world.files.remove("art.json");
    let game = compiled(&world);
    let faces = Faces::new(&game);
    let all: BTreeMap<String, String> =
        game.units.iter().map(|(id, unit)| (unit.id.clone(), words(&faces.unit(id, 0)).concat())).collect();
    assert!(all["a-1-i"].contains("4-4-4") && all["a-1-i"].contains("I/1"), "{}", all["a-1-i"]);
}

#[test]
fn a_marker_layout_keeps_what_it_does_not_say() {
    let marker = |art: &str| {
        let game = with_art(art);
        let id = game.markers.iter().find(|(_, marker)| marker.id == "oos").unwrap().0;
        Faces::new(&game).marker(id)
    };
    let usual = marker("{}");
    // Nothing but the outline: icon, plate and name stay.
    let round = marker(r#"{"marker-layouts": [{"for": ["oos"], "shape": "round"}]}"#);
    assert_eq!((round.ground, round.outline), (usual.ground, muster::model::Outline::Round));
    let letters = |drawn: &Drawn| words(drawn).concat().replace(' ', "");
    assert_eq!(letters(&round), letters(&usual));
    // Whoever places the icon keeps the ground that tells what it is about.
    let placed = marker(
        r#"{"marker-layouts": [{"for": ["oos"], "placed": [{"show": "icon", "x": 20, "y": 20, "width": 60, "height": 60}]}]}"#,
    );
    assert_eq!(placed.ground, usual.ground);
}

#[test]
fn letters_on_a_slot_below_can_be_read() {
    // White would be read on the ground of the marker, black on what lies between.
    let ink = |below: &str| {
        let game = with_art(&format!(
            r##"{{"marker-layouts": [{{"for": ["oos"], "placed": [
                {{"fill": "{below}", "x": 5, "y": 55, "width": 90, "height": 40, "layer": -1}},
                {{"show": "icon", "x": 30, "y": 5, "width": 40, "height": 40}},
                {{"show": "{{name}}", "x": 10, "y": 60, "width": 80, "height": 30}}]}}]}}"##
        ));
        let id = game.markers.iter().find(|(_, marker)| marker.id == "oos").unwrap().0;
        let drawn = Faces::new(&game).marker(id);
        assert!(drawn.issues.is_empty(), "{:?}", drawn.issues);
        let mut found = Vec::new();
        texts(&drawn.nodes, Transform::IDENTITY, &mut found);
        found.iter().flat_map(|(text, _)| &text.runs).map(|run| run.color).next().unwrap()
    };
    for (below, dark) in [("#ffffff", true), ("#101010", false)] {
        assert_eq!(ink(below).r < 0x80, dark, "{below}");
    }
    // An ink of the author's stays, and is told.
    let game = with_art(
        r##"{"layouts": [{"slots": {}, "placed": [
            {"fill": "#ffffff", "x": 5, "y": 5, "width": 90, "height": 90, "layer": -1},
            {"show": "{id}", "x": 10, "y": 40, "width": 80, "height": 20, "ink": "#eeeeee"}]}]}"##,
    );
    let issues = Faces::new(&game).unit(unit(&game, "a-hq"), 0).issues;
    assert!(matches!(issues[..], [Issue::Faint { behind: Color::WHITE, .. }]), "{issues:?}");
}

#[test]
fn numbers_on_the_colour_of_a_side_can_be_read() {
    let game = with_art(r##"{"colours": {"aster": {"ground": "#8a1f1f"}, "brenn": {"ground": "#ffffff", "ink": "#123456"}}}"##);
    let sides: Vec<_> = game.sides.ids().map(|id| muster::draw::counter::side_colours(&game, id)).collect();
    assert_eq!(sides[0], (Color::rgb(0x8a, 0x1f, 0x1f), Color::WHITE));
    assert_eq!(sides[1], (Color::WHITE, Color::rgb(0x12, 0x34, 0x56)));
    let usual = with_art("{}");
    for id in usual.sides.ids() {
        let (ground, ink) = muster::draw::counter::side_colours(&usual, id);
        assert!(muster::draw::counter::contrast(ground, ink) > 4.5, "{ground:?} {ink:?}");
    }
}
