//! Pictures, drawings and fonts that are cut off, or that ask for more than can be drawn.

use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::Arc;

use muster::compile::compile;
use muster::draw::counter::{Faces, contact};
use muster::draw::font::{self, Face};
use muster::draw::hexmap;
use muster::draw::limits;
use muster::draw::picture::sound;
use muster::draw::vector::Vector;
use muster::emit::{EMITTERS, EmitContext};
use muster::render::pdf;
use muster::source::Memory;

use crate::support::{edit, first_steps, png, said};

fn svg(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 20 20\">{inside}</svg>"
    )
}

/// Why a drawing is refused.
fn refused(text: &str) -> String {
    Vector::read(text.as_bytes()).map(|_| ()).unwrap_err()
}

fn drawn(text: &str) {
    Vector::read(text.as_bytes()).unwrap();
}

/// First Steps, with that picture as the face of a counter.
fn with(name: &str, bytes: impl Into<Vec<u8>>) -> Memory {
    let mut memory = first_steps();
    let text = String::from_utf8(memory.files["units.csv"].clone()).unwrap();
    let line = |line: &str| match line.split(',').next().unwrap() {
        "id" => format!("{line},picture\n"),
        "a-1-i" => format!("{line},{name}\n"),
        _ => format!("{line},\n"),
    };
    memory.files.insert("units.csv".to_owned(), text.lines().map(line).collect::<String>().into_bytes());
    memory.with(name, bytes)
}

/// What is said of a picture: one finding, at the row that names it.
fn told(name: &str, bytes: impl Into<Vec<u8>>) -> String {
    let found = said(&with(name, bytes));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("M0710") && found[0].contains(name), "{found:#?}");
    let plain = !["Error", "Decoding", "{", "\""].iter().any(|word| found[0].contains(word));
    assert!(plain, "{found:#?}");
    found[0].clone()
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([(x * 7) as u8, (y * 5) as u8, (x * y) as u8]));
    image.write_to(&mut bytes, image::ImageFormat::Jpeg).unwrap();
    bytes.into_inner()
}

/// A PNG whose pixels cannot be packed well.
fn noisy(side: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image =
        image::RgbImage::from_fn(side, side, |x, y| image::Rgb([(x * x + y * 31) as u8, (x ^ y) as u8, (y * y * 7 + x) as u8]));
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn a_picture_that_is_cut_off_or_damaged_is_told_where_it_is_named() {
    let whole = noisy(200);
    for part in [whole.len() / 2, whole.len() - 1, whole.len() - 12, 60, 33] {
        assert!(told("images/x.png", &whole[..part]).contains("it is cut off"), "{part}");
    }
    let mut wrong = whole.clone();
    let middle = wrong.len() / 2;
    wrong[middle] ^= 0x55;
    assert!(told("images/x.png", wrong).contains("it is damaged"));
    let mut empty = whole.clone();
    empty[16..24].fill(0);
    assert!(told("images/x.png", empty).contains("size"));
    assert!(told("images/x.png", *b"GIF89a\x01\x00\x01\x00\x00\x00\x00;").contains("neither a PNG nor a JPEG"));
    assert!(told("images/x.png", Vec::new()).contains("neither a PNG nor a JPEG"));
    let whole = jpeg(200, 200);
    for part in [whole.len() / 2, whole.len() - 1, whole.len() - 2] {
        assert!(told("images/x.jpg", &whole[..part]).contains("it is cut off"), "{part}");
    }
    let mut arithmetic = whole.clone();
    let frame = arithmetic.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
    arithmetic[frame + 1] = 0xc9;
    assert!(told("images/x.jpg", arithmetic).contains("arithmetic coding"));
    for honest in [png(200, 200), noisy(200), whole] {
        assert_eq!(said(&with("images/x.png", honest)), [""; 0]);
    }
}

#[test]
fn an_image_of_the_map_is_read_like_any_picture() {
    let whole = noisy(300);
    let game = |bytes: &[u8]| {
        let art = "{\"map\": {\"image\": {\"path\": \"map.png\", \"width-mm\": 200}}}";
        said(&first_steps().with("art.json", art).with("map.png", bytes))
    };
    let found = game(&whole[..whole.len() / 2]);
    assert!(found.iter().any(|line| line.contains("M0710") && line.contains("map.png")), "{found:#?}");
    assert!(!game(&whole).iter().any(|line| line.contains("M0710")));
}

/// The head of a PNG of that size, and nothing behind it.
fn head(width: u32, height: u32) -> Arc<[u8]> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
    bytes.extend([8, 2, 0, 0, 0, 0, 0, 0, 0]);
    Arc::from(bytes)
}

#[test]
fn a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked() {
    let said = |width, height, most| sound(&head(width, height), most).map(|_| ()).unwrap_err();
    assert_eq!(said(8000, 8000, limits::PICTURE_PIXELS), "it is cut off");
    assert_eq!(said(8000, 8001, limits::PICTURE_PIXELS), "it has 8000 × 8001 pixels; at most 64 million are drawn");
    assert_eq!(said(15_000, 10_000, limits::MAP_PIXELS), "it is cut off");
    assert_eq!(said(15_000, 10_001, limits::MAP_PIXELS), "it has 15000 × 10001 pixels; at most 150 million are drawn");
    assert_eq!(said(16_000, 16_000, limits::MAP_PIXELS), "it has 16000 × 16000 pixels; at most 150 million are drawn");
    assert_eq!(said(u32::MAX, u32::MAX, limits::MAP_PIXELS).split(';').count(), 2);
}

#[test]
fn the_pixels_of_all_pictures_are_counted_before_any_is_unpacked() {
    // 62 of 64 million, one that leaves 8,000 or none, and an honest one.
    let said = |wide: u32| {
        let sizes = (0..62).map(|_| (8000, 8000)).chain([(wide, 8000)]);
        let mut memory = Memory::new();
        let mut rows = "id,picture\n".to_owned();
        for (n, (width, height)) in sizes.enumerate() {
            let _ = writeln!(rows, "u{n},images/a{n:02}.png");
            memory = memory.with(&format!("images/a{n:02}.png"), head(width, height).to_vec());
        }
        rows += "z,images/z.png\n";
        let memory = memory.with("images/z.png", png(1, 1)).with("units.csv", rows);
        said(&memory.with("module.json", "{\"format\": 2, \"name\": \"x\"}")).join("\n")
    };
    let (inside, outside) = (said(3999), said(4000));
    assert!(inside.contains("it is cut off") && !inside.contains("million"), "{inside}");
    let z = outside.lines().filter(|line| line.contains("z.png")).collect::<Vec<_>>();
    assert_eq!(z.len(), 1, "{outside}");
    assert!(z[0].contains("with it the pictures have more than 4000 million pixels"), "{outside}");
}

#[test]
fn drawings_and_fonts_just_inside_and_outside() {
    let padded = |bytes: usize| {
        let text = svg("<path d=\"M0 0h1v1z\"/>");
        format!("{text}{}", " ".repeat(bytes - text.len()))
    };
    drawn(&padded(limits::SVG_BYTES));
    assert_eq!(refused(&padded(limits::SVG_BYTES + 1)), "it has more than 4 MiB");
    let path = "<path d=\"M0 0h1v1z\"/>";
    let elements = |count: u64| svg(&format!("{path}{}", "<g/>".repeat(count as usize - 2)));
    drawn(&elements(limits::SVG_ELEMENTS));
    assert!(refused(&elements(limits::SVG_ELEMENTS + 1)).contains("more than 20000 elements"));
    let attributes = |count: usize| {
        let all: String = (1..count).map(|n| format!(" a{n}=\"1\"")).collect();
        svg(&format!("<path{all} d=\"M0 0h1v1z\"/>"))
    };
    drawn(&attributes(limits::SVG_ATTRIBUTES));
    assert!(refused(&attributes(limits::SVG_ATTRIBUTES + 1)).contains("more than 128 attributes"));
    // Two stand at the top.
    let namespaces = |count: usize| {
        let one = |n: usize| format!("<g xmlns:n{n}=\"urn:n{n}\"/>");
        svg(&format!("{path}{}", (2..count).map(one).collect::<String>()))
    };
    drawn(&namespaces(limits::SVG_NAMESPACES));
    assert_eq!(refused(&namespaces(limits::SVG_NAMESPACES + 1)), "it declares more than 128 namespaces");
    let css = |bytes: usize| svg(&format!("<style>.a{{fill:red}}{}</style>{path}", " ".repeat(bytes - 12)));
    drawn(&css(limits::SVG_CSS_BYTES));
    assert_eq!(refused(&css(limits::SVG_CSS_BYTES + 1)), "its style sheets have more than 64 KiB");
    assert!(!Face::own(&vec![0; limits::FONT_BYTES]).unwrap_err().contains("MiB"));
    assert_eq!(Face::own(&vec![0; limits::FONT_BYTES + 1]).unwrap_err(), "it has more than 32 MiB");
}

#[test]
fn a_map_of_more_hexes_than_are_drawn_is_told() {
    use muster::hexgrid::{Board, Corner, GridSpec, Stagger, Top};
    let mut game = compile(&first_steps()).game;
    let mut of = |rows: u32| {
        let spec = GridSpec::new(Top::Flat, 400, rows, Stagger::Even).numbered("CCC.RRR", Corner::NorthWest, (1, 1));
        game.map.as_mut().unwrap().board = Board::single(&spec).unwrap();
        hexmap::drawable(&game)
    };
    assert_eq!(limits::HEXES, 400 * 300);
    assert_eq!(of(300), Ok(()));
    assert_eq!(of(301).map_err(|why| why.to_string()), Err("the map has 120400 hexes; at most 120000 are drawn".to_owned()));
}

#[test]
fn numbers_that_nothing_can_be_drawn_with_are_refused() {
    for inside in [
        "<path d=\"M0 0L1e38 1e38 3e38 0z\"/>",
        "<path d=\"M0 0L1e9 1e9 3e9 0z\"/>",
        "<g transform=\"translate(1e30 0)\"><path d=\"M0 0h3v3z\"/></g>",
        "<g transform=\"scale(1e20)\"><g transform=\"scale(1e-20)\"><path d=\"M0 0h3v3z\"/></g></g>",
        "<path d=\"M0 0h3v3z\" stroke=\"red\" stroke-width=\"1e30\"/>",
    ] {
        assert!(refused(&svg(inside)).contains("reach more than"), "{inside}: {}", refused(&svg(inside)));
    }
    for size in ["1e-38", "1e30", "0.0001"] {
        let text = svg("<path d=\"M0 0h3v3z\"/>").replace("0 0 20 20", &format!("0 0 {size} {size}"));
        assert!(Vector::read(text.as_bytes()).is_err(), "{size}");
    }
    drawn(&svg("<path d=\"M-900 0h3000v3z\" stroke=\"red\" stroke-width=\"30\"/>"));
    told("images/x.svg", svg("<path d=\"M0 0L1e38 1e38 3e38 0z\"/>"));
}

#[test]
fn a_small_drawing_that_tells_of_a_large_one_is_refused() {
    // Each shows the one before ten times.
    let mut laughs = "<defs><path id=\"a0\" d=\"M0 0h1v1z\"/>".to_owned();
    for n in 1..12 {
        let _ = write!(laughs, "<g id=\"a{n}\">{}</g>", format!("<use xlink:href=\"#a{}\"/>", n - 1).repeat(10));
    }
    laughs += "</defs><use xlink:href=\"#a11\"/>";
    assert!(refused(&svg(&laughs)).contains("elements"));
    let deep = |levels: usize| svg(&format!("{}<path d=\"M0 0h1v1z\"/>{}", "<g>".repeat(levels), "</g>".repeat(levels)));
    drawn(&deep(limits::SVG_DEPTH - 2));
    assert!(refused(&deep(limits::SVG_DEPTH + 1)).contains("deep"));
    assert!(refused(&deep(100_000)).contains("deep"));
    let chain: String = (0..2000).map(|n| format!("<g id=\"c{n}\"><use xlink:href=\"#c{}\"/></g>", n + 1)).collect();
    assert!(refused(&svg(&format!("<defs>{chain}</defs>"))).contains("deep"));
    assert!(refused(&svg(&"<path d=\"M0 0h1v1z\"/>".repeat(30_000))).contains("elements"));
    let around = |n: usize| svg(&format!("<path d=\"M0 0{}z\"/>", "l1 0 0 1-1 0".repeat(n)));
    drawn(&around(1000));
    assert!(refused(&around(1700)).contains("lines and curves"));
    assert!(refused(&around(60_000)).contains("lines and curves"));
    let attributes: String = (0..5000).map(|n| format!(" a{n}=\"1\"")).collect();
    assert!(refused(&svg(&format!("<path{attributes} d=\"M0 0h1v1z\"/>"))).contains("attributes"));
    let urls = "url(#".repeat(200_000);
    assert!(refused(&svg(&format!("<path d=\"M0 0h1v1z\"/><!--{urls}--><text/>"))).contains("text"));
    let cut = "<g opacity=\"0.5\"><path d=\"M0 0h1v1z\"/><path d=\"M1 1h1v1z\"/></g>";
    drawn(&svg(&cut.repeat(limits::SVG_LAYERS)));
    assert!(refused(&svg(&cut.repeat(limits::SVG_LAYERS + 1))).contains("translucent"));
    let thicket = |n: usize| svg(&format!("<path d=\"M0 0{}\" stroke=\"red\"/>", "L20 20L0 0".repeat(n)));
    drawn(&thicket(200));
    assert!(refused(&thicket(250)).contains("times as long"));
    drawn(&svg("<path d=\"M0 0h20v20z\" stroke=\"red\" stroke-dasharray=\"0.1 0.1\"/>"));
    assert!(refused(&svg("<path d=\"M0 0h20v20z\" stroke=\"red\" stroke-dasharray=\"0.001 0.001\"/>")).contains("dashes"));
}

#[test]
fn style_sheets_are_bounded_by_what_they_cost() {
    let style =
        |css: &str, shapes: usize| svg(&format!("<style>{css}</style>{}", "<path class=\"a\" d=\"M0 0h1v1z\"/>".repeat(shapes)));
    let rules = |n: usize| (0..n).map(|n| format!(".c{n}{{fill:red}}")).collect::<String>();
    drawn(&style(&rules(200), 1000));
    assert!(refused(&style(&rules(50_000), 1)).contains("KiB"));
    assert!(refused(&style(&rules(3000), 3000)).contains("too many rules"));
    let nested = format!("{}{}{}", "<g>".repeat(50), "<path d=\"M0 0h1v1z\"/>", "</g>".repeat(50));
    let around = format!("<style>q {}path{{fill:red}}</style>{nested}", "* ".repeat(12));
    assert!(refused(&svg(&around)).contains("too many rules"));
}

#[test]
fn a_font_that_is_cut_off_is_told_and_forgotten_ones_are_let_go() {
    let whole = Face::Bold.bytes();
    assert!(Face::own(&whole[..whole.len() / 2]).is_err());
    assert!(Face::own(&vec![0; limits::FONT_BYTES + 1]).unwrap_err().contains("MiB"));
    // What is in no table may differ, so each is another font.
    let mut fonts = Vec::new();
    for n in 0..20u8 {
        let mut other = whole.to_vec();
        other.extend([n; 16]);
        fonts.push(Face::own(&other).unwrap());
    }
    assert!(fonts.iter().all(|face| font::width(*face, "Bastogne", 1.0) == font::width(Face::Bold, "Bastogne", 1.0)));
}

#[test]
fn names_that_no_map_has_room_for_are_said_soon() {
    // As long as a name may be, and a title that is longer.
    let long = "Bastogne ".repeat(100);
    let mut memory = first_steps();
    for name in ["\"Oxmill\"", "\"Kite Hill\"", "\"Alder Highway\"", "\"Alder\""] {
        memory = edit(
            memory,
            "map.json",
            &format!("\"name\": {name}"),
            &format!("\"name\": \"{} {}\"", name.trim_matches('"'), long.trim()),
        );
    }
    let mut game = compile(&memory).game;
    game.name = long.repeat(120);
    let drawn = hexmap::draw(&game, &hexmap::Options::default()).unwrap();
    assert!(drawn.issues.iter().any(|issue| matches!(issue, hexmap::LayoutIssue::NoRoom { .. })));
    pdf::render(&drawn.scene).unwrap();
}

#[test]
fn honest_drawings_are_drawn_as_ever() {
    let memory = with("images/x.svg", svg("<g opacity=\"0.5\"><path d=\"M0 0h20v20z\"/></g>"));
    assert_eq!(said(&memory), [""; 0]);
    let game = compile(&memory).game;
    pdf::render(&contact(&game, &Faces::new(&game))).unwrap();
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "components").unwrap();
    (emitter.emit)(&EmitContext::new(&game, &scenarios), &mut |_, _| {}).unwrap();
}
