//! One scene with everything in it, through every backend.

use std::sync::Arc;

use muster::draw::scene::*;
use muster::render::{RenderError, pdf, png, svg};
use muster::threads::within;

fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Path {
    let mut path = Path::new();
    path.rect(Rect { x, y, width, height });
    path
}

/// A page of 100 × 80 mm: red square, half-covered group, clipped disc, tiles, a picture, words.
fn scene() -> Scene {
    let mut disc = Path::new();
    disc.circle(at(50.0, 10.0), 9.0);
    let mut stripe = Path::new();
    stripe.rect(Rect { x: 0.0, y: 0.0, width: 2.0, height: 1.0 });
    let tiles = Arc::new(Pattern { width: 2.0, height: 2.0, shapes: vec![Shape::filled(stripe, Color::rgb(0, 90, 0))] });
    let mut line = Path::new();
    line.line(at(5.0, 70.0), at(95.0, 70.0));
    let mut small = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut small, 2, 1);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[255, 255, 0, 255, 255, 0]).unwrap();
    let words = Text::new(at(50.0, 60.0), Anchor::Middle, "Bastogne & <Houffalize>", Face::Bold, 6.0, Color::rgb(20, 20, 20));
    let page = |title: &str| Page {
        title: title.to_owned(),
        width: 100.0,
        height: 80.0,
        ground: Some(Color::WHITE),
        nodes: vec![
            Shape::filled(rect(0.0, 0.0, 20.0, 20.0), Color::rgb(200, 0, 0)).into(),
            Group {
                opacity: Some(0.5),
                nodes: vec![Shape::filled(rect(20.0, 0.0, 10.0, 20.0), Color::BLACK).into()],
                ..Group::default()
            }
            .into(),
            Group {
                clip: Some(Arc::new(rect(40.0, 0.0, 10.0, 20.0))),
                nodes: vec![Shape::filled(disc.clone(), Color::rgb(0, 0, 200)).into()],
                ..Group::default()
            }
            .into(),
            Shape { path: rect(60.0, 0.0, 20.0, 20.0), fill: Some(Fill::Pattern(Arc::clone(&tiles))), stroke: None }.into(),
            Node::Image(Image { picture: 0, rect: Rect { x: 80.0, y: 0.0, width: 20.0, height: 20.0 } }),
            Shape::stroked(line.clone(), Stroke::butt(Color::BLACK, 1.0).dashed(&[3.0, 2.0])).into(),
            words.clone().halo(Color::rgb(255, 255, 200), 0.5).into(),
            Node::Text(Text {
                rotation: 90.0,
                ..Text::new(at(5.0, 30.0), Anchor::Start, "Our", Face::Regular, 5.0, Color::BLACK)
            }),
        ],
    };
    let pictures = vec![Picture::new(&small).unwrap()];
    Scene { title: "A scene".to_owned(), pages: vec![page("Front"), page("Back")], pictures }
}

struct Pixels {
    width: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    fn of(file: &[u8]) -> Pixels {
        let image = image::load_from_memory(file).unwrap().to_rgb8();
        Pixels { width: image.width() as usize, bytes: image.into_raw() }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let n = (y * self.width + x) * 3;
        [self.bytes[n], self.bytes[n + 1], self.bytes[n + 2]]
    }
}

#[test]
fn every_kind_of_node_reaches_the_pixels() {
    let file = png::render(&scene(), 0, 10.0).unwrap();
    let pixels = Pixels::of(&file);
    assert_eq!((pixels.width, pixels.bytes.len()), (1000, 1000 * 800 * 3));
    assert_eq!(pixels.at(100, 100), [200, 0, 0], "filled");
    let half = pixels.at(250, 100);
    assert!(half.iter().all(|c| (126..=129).contains(c)), "half covered: {half:?}");
    assert_eq!(pixels.at(450, 100), [0, 0, 200], "inside the clip");
    assert_eq!(pixels.at(550, 100), [255, 255, 255], "outside the clip");
    assert_eq!((pixels.at(650, 5), pixels.at(650, 15)), ([0, 90, 0], [255, 255, 255]), "tiles");
    assert_eq!(pixels.at(900, 100), [255, 255, 0], "picture");
    assert_eq!((pixels.at(60, 700), pixels.at(90, 700)), ([0, 0, 0], [255, 255, 255]), "dashes");
    let dark = (0..1000).flat_map(|x| (540..620).map(move |y| (x, y))).filter(|(x, y)| pixels.at(*x, *y)[0] < 60).count();
    assert!(dark > 4000, "letters: {dark}");
}

#[test]
fn the_number_of_threads_does_not_change_the_picture() {
    let scene = scene();
    let with = |threads: usize| within(threads, || png::render(&scene, 0, 12.3).unwrap());
    assert_eq!(with(1), with(2));
    assert_eq!(with(1), with(5));
}

#[test]
fn a_page_without_ground_is_transparent() {
    let mut scene = scene();
    scene.pages[0].ground = None;
    let image = image::load_from_memory(&png::render(&scene, 0, 4.0).unwrap()).unwrap().to_rgba8();
    assert_eq!((image.get_pixel(220, 40).0, image.get_pixel(40, 40).0), ([0, 0, 0, 0], [200, 0, 0, 255]));
    assert_eq!(image.get_pixel(100, 40).0, [0, 0, 0, 128]);
}

#[test]
fn what_is_too_large_is_refused_in_words() {
    let error = png::render(&scene(), 0, 1000.0).unwrap_err();
    assert_eq!(error, RenderError::TooManyPixels { width: 100_000, height: 80_000 });
    assert!(error.to_string().contains("100000 × 80000 pixels"), "{error}");
    assert_eq!(png::render(&scene(), 7, 1.0), Err(RenderError::NoPage));
    assert_eq!(png::render(&scene(), 0, f64::NAN), Err(RenderError::NoSize));
    let mut large = scene();
    large.pages[0].width = 6000.0;
    assert_eq!(pdf::render(&large), Err(RenderError::TooLarge));
    let mut broken = scene();
    broken.pictures = vec![Picture { bytes: [0x89, b'P', b'N', b'G', 1, 2, 3].as_slice().into(), kind: PictureKind::Png }];
    assert!(matches!(png::render(&broken, 0, 1.0), Err(RenderError::Picture(0, _))));
    assert!(matches!(pdf::render(&broken), Err(RenderError::Picture(0, _))));
    // A head that promises more pixels than memory has is not believed.
    let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    head.extend([0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 6, 0, 0, 0]);
    broken.pictures = vec![Picture::new(&head).unwrap()];
    for error in [png::render(&broken, 0, 1.0).unwrap_err(), pdf::render(&broken).unwrap_err()] {
        assert!(error.to_string().contains("60000 × 60000 pixels"), "{error}");
    }
}

#[test]
fn svg_is_well_formed_and_prints_no_floats() {
    let text = svg::render(&scene(), 0).unwrap();
    assert_eq!(text, svg::render(&scene(), 0).unwrap());
    let names = super::elements(&text);
    for name in ["svg", "title", "defs", "clipPath", "pattern", "path", "g", "image", "use"] {
        assert!(names.contains(name), "no <{name}>");
    }
    assert!(text.contains("width=\"100.00mm\"") && text.contains("viewBox=\"0 0 10000 8000\""));
    assert!(text.contains("aria-label=\"Bastogne &amp; &lt;Houffalize&gt;\""));
    let data = text.split(" d=\"").skip(1).map(|part| part.split('"').next().unwrap());
    for d in data {
        assert!(!d.contains('.'), "a float in {d}");
    }
}

#[test]
fn pdf_has_bookmarks_and_words_and_is_made_twice_alike() {
    let file = pdf::render(&scene()).unwrap();
    assert_eq!(file, pdf::render(&scene()).unwrap());
    let document = lopdf::Document::load_mem(&file).unwrap();
    assert_eq!(document.get_pages().len(), 2);
    let words = document.extract_text(&[1]).unwrap();
    assert_eq!(words.matches("Bastogne & <Houffalize>").count(), 1, "{words}");
    assert!(words.contains("Our"), "{words}");
    let titles: Vec<String> =
        document.get_toc().unwrap().toc.into_iter().map(|entry| format!("{} {}", entry.title, entry.page)).collect();
    assert_eq!(titles, ["Front 1", "Back 2"]);
    let text = String::from_utf8_lossy(&file);
    assert!(!text.contains("CreationDate") && !text.contains("ModDate"), "a date");
    assert!(file.len() < 60_000, "the fonts are not cut down: {} bytes", file.len());
}
