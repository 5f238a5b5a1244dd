//! What docs/counters.md shows is true: its examples check clean, its picture is current, and it leaves nothing out.

use std::fs;
use std::path::Path;

use muster::draw::scene::{Anchor, Color, Face, Node, Page, Point, Rect, Scene, Shape, Text};
use muster::draw::symbol::{Icon, Paint, Size, Symbol};
use muster::model::FIELDS;
use muster::render::svg;

use crate::support::{first_steps, lines};

const INK: Color = Color::hex(0x1a_1a1a);

fn guide() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/counters.md")).unwrap()
}

fn fenced<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    let open = format!("```{kind}\n");
    text.split(open.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn every_example_of_the_guide_to_counters_checks_clean() {
    let guide = guide();
    let examples = fenced(&guide, "json");
    assert!(examples.len() >= 8, "{}", examples.len());
    let picture = fenced(&guide, "svg")[0].as_bytes();
    let font = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/draw/fonts/RobotoCondensed-Bold.ttf")).unwrap();
    for art in examples {
        let mut world = first_steps();
        world.files.insert("art.json".to_owned(), art.as_bytes().to_vec());
        let mut needed = vec![("fonts/stencil.ttf".to_owned(), font.clone())];
        let game = muster::compile::compile(&first_steps()).game;
        needed.extend(game.types.values().map(|kind| (format!("art/{}.svg", kind.id), picture.to_vec())));
        needed.push(("art/events.svg".to_owned(), picture.to_vec()));
        if art.contains("ready-made") {
            needed.push(("counters/a-hq.svg".to_owned(), picture.to_vec()));
        }
        world.files.extend(needed);
        let said = lines(&muster::compile::compile(&world));
        assert!(said.is_empty(), "{art}\n{said:#?}");
    }
}

#[test]
fn the_guide_to_counters_names_every_symbol_size_slot_and_word() {
    let guide = guide();
    let sizes = Size::ALL.map(Size::name);
    let slots = [
        "centre",
        "top",
        "bottom",
        "left",
        "right",
        "top-left",
        "top-right",
        "bottom-left",
        "bottom-right",
        "top-bar",
        "bottom-bar",
        "left-bar",
        "right-bar",
    ];
    let codes = ["M0701", "M0702", "M0704", "M0705", "M0706", "M0707", "M0708", "M0709", "M0710", "M0711", "M0715"];
    let codes = codes.into_iter().chain(["M0720", "M0721", "M0722"]).chain(Icon::all().iter().map(Icon::name));
    let words = FIELDS.iter().map(|field| format!("`{field}`"));
    let all = Symbol::main_names().chain(sizes).chain(slots).chain(codes).map(str::to_owned).chain(words);
    let missing: Vec<String> = all.filter(|word| !guide.contains(word.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// All symbols and all sizes, with their names.
fn symbols() -> Scene {
    let (columns, wide, high) = (6usize, 32.0, 19.0);
    let paint = Paint { ink: INK, frame: INK, key: None, fill: Some(Color::hex(0xec_dcb4)), line: 0.0 };
    let mut nodes: Vec<Node> = Vec::new();
    let mut cell = |n: usize, above: f64, name: &str, draw: &dyn Fn(Rect) -> Vec<Node>| {
        let (x, y) = ((n % columns) as f64 * wide, above + (n / columns) as f64 * high);
        nodes.extend(draw(Rect { x: x + 8.0, y: y + 3.0, width: 16.0, height: 10.0 }));
        let at = Point { x: x + wide / 2.0, y: y + 16.6 };
        nodes.push(Text::new(at, Anchor::Middle, name, Face::Regular, 2.9, INK).into());
    };
    let names: Vec<&str> = Symbol::main_names().collect();
    for (n, name) in names.iter().enumerate() {
        let symbol = Symbol::parse(name).unwrap();
        cell(n, 1.0, name, &|room| symbol.draw(room, &paint));
    }
    let below = 4.0 + names.len().div_ceil(columns) as f64 * high;
    for (n, size) in Size::ALL.iter().enumerate() {
        cell(n, below, size.name(), &|room| size.draw(Rect { y: room.y + 4.0, height: 4.0, ..room }, INK));
    }
    let height = below + Size::ALL.len().div_ceil(columns) as f64 * high + 1.0;
    let title = "Unit symbols and sizes".to_owned();
    let page = Page { title: title.clone(), width: columns as f64 * wide, height, ground: Some(Color::WHITE), nodes };
    Scene { title, pages: vec![page], pictures: Vec::new() }
}

/// All icons on the grounds that they have, with their names.
fn icons() -> Scene {
    let (columns, wide, high) = (8usize, 24.0, 23.0);
    let mut nodes: Vec<Node> = Vec::new();
    for (n, icon) in Icon::all().iter().enumerate() {
        let (x, y) = ((n % columns) as f64 * wide, (n / columns) as f64 * high);
        let square = Rect { x: x + 4.5, y: y + 2.0, width: 15.0, height: 15.0 };
        let mut path = muster::draw::scene::Path::new();
        path.round_rect(square, 0.5);
        nodes.push(Shape::filled(path, icon.ground()).into());
        nodes.extend(icon.draw(square.grown(-2.0), Color::WHITE, icon.ground()));
        let at = Point { x: x + wide / 2.0, y: y + 20.6 };
        nodes.push(Text::new(at, Anchor::Middle, icon.name(), Face::Regular, 2.9, INK).into());
    }
    let title = "Icons of markers".to_owned();
    let height = Icon::all().len().div_ceil(columns) as f64 * high + 1.0;
    let page = Page { title: title.clone(), width: columns as f64 * wide, height, ground: Some(Color::WHITE), nodes };
    Scene { title, pages: vec![page], pictures: Vec::new() }
}

#[test]
fn the_pictures_of_all_symbols_and_icons_are_current() {
    for (name, scene) in [("symbols", symbols()), ("icons", icons())] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/pictures/{name}.svg"));
        let drawn = svg::render(&scene, 0).unwrap();
        if std::env::var_os("MUSTER_WRITE").is_some() {
            fs::write(&path, &drawn).unwrap();
        }
        let stands = fs::read_to_string(&path).unwrap_or_default();
        assert!(stands == drawn, "docs/pictures/{name}.svg is not current: MUSTER_WRITE=1 cargo test --test all guide");
    }
}

/// A picture of a drawing, as dark or light pixels.
fn pixels(nodes: Vec<Node>) -> Vec<bool> {
    let page = Page { title: String::new(), width: 32.0, height: 24.0, ground: Some(Color::WHITE), nodes };
    let scene = Scene { title: String::new(), pages: vec![page], pictures: Vec::new() };
    let picture = image::load_from_memory(&muster::render::png::render(&scene, 0, 4.0).unwrap()).unwrap().to_luma8();
    picture.pixels().map(|pixel| pixel.0[0] < 128).collect()
}

#[test]
fn every_symbol_and_icon_is_seen_and_looks_unlike_every_other() {
    let room = Rect { x: 1.0, y: 2.0, width: 30.0, height: 20.0 };
    let paint = Paint { ink: Color::BLACK, frame: Color::BLACK, key: None, fill: Some(Color::WHITE), line: 0.0 };
    let symbols = Symbol::main_names().map(|name| (name, pixels(Symbol::parse(name).unwrap().draw(room, &paint))));
    let icons = Icon::all().iter().map(|icon| (icon.name(), pixels(icon.draw(room, Color::BLACK, Color::WHITE))));
    let groups: [Vec<(&str, Vec<bool>)>; 2] = [symbols.collect(), icons.collect()];
    for all in groups {
        for (n, (name, one)) in all.iter().enumerate() {
            let inked = one.iter().filter(|dark| **dark).count();
            assert!(inked > 200, "{name} is hardly seen: {inked} pixels");
            // Nothing reaches the margin around the room.
            let row = 32 * 4;
            let outside = one.iter().enumerate().filter(|(k, dark)| {
                let (x, y) = (k % row, k / row);
                **dark && (x < 3 || x >= row - 3 || !(7..96 - 7).contains(&y))
            });
            assert_eq!(outside.count(), 0, "{name} leaves its room");
            for (other, same) in &all[n + 1..] {
                let differ = one.iter().zip(same).filter(|(a, b)| a != b).count();
                assert!(differ > 40, "{name} and {other} differ by {differ} pixels only");
            }
        }
    }
}
