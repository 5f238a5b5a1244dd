//! What docs/counters.md shows is true: its examples check clean, its picture is current, and it leaves nothing out.

use std::fs;
use std::path::Path;

use muster::draw::scene::{Anchor, Color, Face, Node, Page, Point, Rect, Scene, Text};
use muster::draw::symbol::{Paint, Size, Symbol};
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
    let codes = ["M0701", "M0702", "M0704", "M0705", "M0706", "M0707", "M0708", "M0709", "M0710", "M0711"];
    let words = FIELDS.iter().map(|field| format!("`{field}`"));
    let all = Symbol::main_names().chain(sizes).chain(slots).chain(codes).map(str::to_owned).chain(words);
    let missing: Vec<String> = all.filter(|word| !guide.contains(word.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// All symbols and all sizes, with their names.
fn symbols() -> Scene {
    let (columns, wide, high) = (6usize, 32.0, 19.0);
    let paint = Paint { ink: INK, fill: Some(Color::hex(0xec_dcb4)), line: 0.0 };
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

#[test]
fn the_picture_of_all_symbols_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures/symbols.svg");
    let drawn = svg::render(&symbols(), 0).unwrap();
    if std::env::var_os("MUSTER_WRITE").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let stands = fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == drawn, "docs/pictures/symbols.svg is not current: MUSTER_WRITE=1 cargo test --test all guide");
}
