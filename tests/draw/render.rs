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

/// A page of so many millimetres with these things on it, at four pixels a millimetre.
fn pixels(nodes: Vec<Node>) -> image::RgbImage {
    let page = Page { title: String::new(), width: 100.0, height: 130.0, ground: Some(Color::rgb(240, 230, 210)), nodes };
    let scene = Scene { title: String::new(), pages: vec![page], pictures: Vec::new() };
    image::load_from_memory(&png::render(&scene, 0, 4.0).unwrap()).unwrap().to_rgb8()
}

/// Drawings that stand in many places are painted once for each quarter of a pixel: nobody sees a difference.
#[test]
fn stamps_are_painted_where_they_stand() {
    let mut tree = Path::new();
    tree.circle(at(0.0, 0.0), 1.6);
    let mut light = Path::new();
    light.circle(at(-0.4, -0.5), 0.7);
    let kind = vec![
        Shape::filled(tree.moved(Transform::shift(0.5, 0.6)), Color::BLACK.alpha(77)),
        Shape::filled(tree, Color::rgb(60, 90, 50)).with_stroke(Stroke::round(Color::rgb(20, 40, 20), 0.4)),
        Shape::filled(light, Color::rgb(230, 240, 190).alpha(150)),
    ];
    // All over the page, also across its edges and those of bands, and none like another within its pixel.
    let places: Vec<Point> =
        (0..30).flat_map(|n| (0..40).map(move |m| at(f64::from(n) * 3.4337 - 0.3, f64::from(m) * 3.3719 - 0.2))).collect();
    let mut edge = Path::new();
    edge.circle(at(50.0, 60.0), 55.0);
    let clipped = |nodes: Vec<Node>| vec![Group { clip: Some(Arc::new(edge.clone())), nodes, ..Group::default() }.into()];
    let stamps = Stamps { kinds: Arc::from(vec![kind.clone()]), at: places.iter().map(|at| (0, *at)).collect() };
    let shapes = places.iter().map(|at| {
        let transform = Transform::shift(at.x, at.y);
        Group { transform, nodes: kind.iter().cloned().map(Node::from).collect(), ..Group::default() }.into()
    });
    let shapes: Vec<Node> = shapes.collect();
    for (stamped, plain) in [(vec![stamps.clone().into()], shapes.clone()), (clipped(vec![stamps.into()]), clipped(shapes))] {
        let (stamped, plain) = (pixels(stamped), pixels(plain));
        let (mut sum, mut most, mut drawn) = (0u64, 0u8, 0u64);
        for (one, other) in stamped.pixels().zip(plain.pixels()) {
            for (a, b) in one.0.iter().zip(other.0) {
                sum += u64::from(a.abs_diff(b));
                most = most.max(a.abs_diff(b));
            }
            drawn += u64::from(other.0 != [240, 230, 210]);
        }
        assert!(drawn > 100_000, "{drawn}");
        let mean = sum as f64 / (drawn * 3) as f64;
        assert!(mean < 4.0 && most < 64, "{mean} {most}");
    }
}

/// What is cut off is painted on a part of the page alone: it looks as if all of the page had been at hand.
#[test]
fn a_group_that_is_cut_off_looks_as_on_the_whole_page() {
    let mut disc = Path::new();
    disc.circle(at(40.3, 47.1), 9.7);
    let (mut wide, mut line) = (disc.clone(), Path::new());
    // Far corners make the part as large as the page.
    wide.append(&rect(0.0, 0.0, 0.5, 0.5)).append(&rect(99.5, 129.5, 0.5, 0.5));
    line.line(at(20.0, 30.0), at(70.0, 66.0));
    let painted = |clip: &Path| {
        let inner = Group {
            clip: Some(Arc::new(rect(36.2, 40.0, 30.0, 10.3))),
            opacity: Some(0.6),
            nodes: vec![Shape::filled(rect(0.0, 0.0, 100.0, 130.0), Color::rgb(0, 0, 160)).into()],
            ..Group::default()
        };
        let nodes = vec![
            Shape::filled(rect(30.0, 20.0, 12.0, 90.0), Color::rgb(200, 80, 0).alpha(120)).into(),
            Shape::stroked(line.clone(), Stroke::round(Color::rgb(0, 80, 0).alpha(130), 2.2)).into(),
            Shape::stroked(line.clone(), Stroke::butt(Color::BLACK, 0.2).dashed(&[1.0, 0.7])).into(),
            inner.into(),
        ];
        pixels(vec![
            Shape::filled(rect(35.0, 10.0, 9.0, 100.0), Color::rgb(10, 120, 10)).into(),
            Group { clip: Some(Arc::new(clip.clone())), nodes, ..Group::default() }.into(),
        ])
    };
    let (small, whole) = (painted(&disc), painted(&wide));
    assert!(small == whole, "the same pixels, whatever part of the page is at hand");
    assert_ne!(small.get_pixel(160, 188), small.get_pixel(10, 10));
}
