//! What the eye sees of the maps, measured on their pixels: numbers on relief and among trees, kinds of ground in grey
//! and as colour-blind readers see them, marks and lines of every kind.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use image::RgbImage;
use muster::compile::compile;
use muster::draw::hexmap::{Drawn, LEAST, LayoutIssue, Options, Taken, contrast, draw};
use muster::draw::scene::{Color, Node, Point};
use muster::hexgrid::{HexId, Hexside};
use muster::model::{Game, MapLayer, TerrainOn};
use muster::render::{png, svg};

use super::target::{MAPS, mapped};
use crate::support::{folder, try_all};

/// A hex is so many pixels wide: enough for a tuft of reed to be seen, and few enough for every run of the tests.
const ACROSS: f64 = 24.0;

struct Picture {
    map: &'static str,
    game: Game,
    drawn: Drawn,
    image: RgbImage,
}

/// All maps, painted once, without their numbers: what is seen is what lies beneath them.
static PICTURES: LazyLock<Vec<Picture>> = LazyLock::new(|| {
    try_all(&MAPS, |map| {
        let game = mapped(map);
        let mut drawn = draw(&game, &Options::default()).unwrap();
        let nodes = &mut drawn.scene.pages[0].nodes;
        let all = nodes.len();
        nodes.retain(|node| !matches!(node, Node::Group(group) if group.id.as_deref() == Some(MapLayer::Numbers.word())));
        assert_eq!(nodes.len() + 1, all, "{map}: no numbers were painted");
        let file = png::render(&drawn.scene, 0, ACROSS / drawn.across).unwrap();
        drawn.scene = muster::draw::scene::Scene::default();
        Picture { map, game, drawn, image: image::load_from_memory(&file).unwrap().to_rgb8() }
    })
});

impl Picture {
    fn at(&self, p: Point) -> Color {
        let scale = ACROSS / self.drawn.across;
        let [r, g, b] = self.image.get_pixel((p.x * scale) as u32, (p.y * scale) as u32).0;
        Color::rgb(r, g, b)
    }

    /// The pixels of a box, row by row.
    fn pixels(&self, centre: Point, half: (f64, f64)) -> Vec<Color> {
        let step = self.drawn.across / ACROSS;
        let count = |half: f64| (half / step).floor() as i32;
        let (w, h) = (count(half.0), count(half.1));
        let all = (-h..=h).flat_map(|y| (-w..=w).map(move |x| (f64::from(x) * step, f64::from(y) * step)));
        all.map(|(x, y)| self.at(Point { x: centre.x + x, y: centre.y + y })).collect()
    }
}

/// Numbers are read against what is really there: relief, rims, lines. Nine of ten pixels beneath each are as far from
/// its colour as small letters need; a number with a rim of its own stands on that rim.
#[test]
fn numbers_are_read_on_relief_and_among_trees() {
    let mut wrong: Vec<String> = Vec::new();
    for picture in &*PICTURES {
        let boxes = picture.drawn.placed.iter().filter(|placed| placed.taken == Taken::Number);
        let mut worst: Vec<(f64, &str)> = Vec::new();
        for (placed, read) in boxes.zip(&picture.drawn.numbers) {
            let beneath = picture.pixels(placed.centre, placed.half).into_iter();
            let beneath = beneath.map(|pixel| read.rim.map_or(pixel, |rim| pixel.mix(rim, rim.a)));
            let mut seen: Vec<f64> = beneath.map(|pixel| contrast(read.ink, pixel)).collect();
            seen.sort_by(f64::total_cmp);
            worst.push((seen[seen.len() / 10], &placed.text));
        }
        assert_eq!(worst.len(), picture.drawn.numbers.len());
        worst.sort_by(|a, b| a.0.total_cmp(&b.0));
        let bad = worst.iter().take_while(|(seen, _)| *seen < LEAST).count();
        if bad > 0 {
            wrong.push(format!("{}: {bad} of {}, {:.2?}", picture.map, worst.len(), &worst[..bad.min(24)]));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Light in the eye, one for each of red, green and blue.
fn linear(c: Color) -> [f64; 3] {
    [c.r, c.g, c.b].map(|v| {
        let v = f64::from(v) / 255.0;
        if v <= 0.040_45 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    })
}

/// Lightness and the two axes of colour, by the usual white.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * r + 0.3576 * g + 0.1805 * b).max(0.0) / 0.950_47);
    let y = f((0.2126 * r + 0.7152 * g + 0.0722 * b).max(0.0));
    let z = f((0.0193 * r + 0.1192 * g + 0.9505 * b).max(0.0) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// How readers see: nothing but light and dark, without green, without red.
const EYES: [(&str, [[f64; 3]; 3]); 3] = [
    ("grey", [[0.2126, 0.7152, 0.0722]; 3]),
    ("deuteranopia", [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]]),
    ("protanopia", [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]]),
];

/// A kind of ground as it is seen: its mean colour, and how much its lightness goes up and down, which is its texture.
fn looks(picture: &Picture, eye: &[[f64; 3]; 3]) -> BTreeMap<String, ([f64; 3], f64)> {
    let map = picture.game.map.as_ref().unwrap();
    let busy: Vec<HexId> = map.places.values().flat_map(|it| it.hexes.clone()).collect();
    let busy: Vec<HexId> = map.roads.values().flat_map(|it| it.through.clone()).chain(busy).collect();
    let mut hexes: BTreeMap<String, Vec<HexId>> = BTreeMap::new();
    for hex in map.board.hexes().filter(|hex| !busy.contains(hex)) {
        if let Some(id) = map.ground(hex) {
            hexes.entry(picture.game.terrain[id].id.clone()).or_default().push(hex);
        }
    }
    let a = picture.drawn.across;
    let mut found = BTreeMap::new();
    for (id, hexes) in hexes {
        let mut seen: Vec<[f64; 3]> = Vec::new();
        for hex in hexes.iter().take(60) {
            let pixels = picture.pixels(picture.drawn.centres[hex.index()], (a * 0.3, a * 0.26));
            seen.extend(pixels.into_iter().map(|pixel| {
                let light = linear(pixel);
                lab(eye.map(|row| row[0] * light[0] + row[1] * light[1] + row[2] * light[2]))
            }));
        }
        let mean = [0, 1, 2].map(|n| seen.iter().map(|c| c[n]).sum::<f64>() / seen.len() as f64);
        let apart = seen.iter().map(|c| (c[0] - mean[0]).powi(2)).sum::<f64>() / seen.len() as f64;
        found.insert(id, (mean, apart.sqrt()));
    }
    found
}

/// Two kinds of ground of a game that is shipped differ in colour or in texture, whoever looks. The map with every kind has
/// more of them than greys can tell.
#[test]
fn kinds_of_ground_are_told_apart_in_grey_and_by_colour_blind_readers() {
    let mut alike: Vec<String> = Vec::new();
    for picture in PICTURES.iter().filter(|picture| picture.map.starts_with("modules/")) {
        for (eye, matrix) in &EYES {
            let looks: Vec<_> = looks(picture, matrix).into_iter().collect();
            for (n, (one, (a, rough))) in looks.iter().enumerate() {
                for (other, (b, uneven)) in &looks[n + 1..] {
                    let colour = a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
                    let seen = (colour + (rough - uneven).powi(2)).sqrt();
                    if seen < APART {
                        alike.push(format!("{}: {one} and {other} are {seen:.1} apart in {eye}", picture.map));
                    }
                }
            }
        }
    }
    assert_eq!(alike, [""; 0]);
}

/// The least that two kinds of ground differ, in lightness from 0 to 100: side by side one can be told from the other.
const APART: f64 = 4.0;

fn every_kind() -> (Game, String) {
    let game = compile(&folder("tests/draw/every-kind")).game;
    let text = svg::render(&draw(&game, &Options::default()).unwrap().scene, 0).unwrap();
    (game, text)
}

/// Each mark, texture and line of the small map changes its picture: none of them is forgotten.
#[test]
fn every_kind_of_mark_and_line_is_seen() {
    let (_, usual) = every_kind();
    let marks = r#""terrain": {"#;
    for edits in [
        vec![("art.json", r#""symbol": "dot""#, r#""symbol": "square""#)],
        vec![("art.json", r#""symbol": "square""#, r#""symbol": "cross""#)],
        vec![("art.json", r#""symbol": "cross""#, r#""symbol": "dot""#)],
        vec![("art.json", r#""symbol": "star""#, r#""symbol": "fort""#)],
        vec![("art.json", r#""symbol": "star""#, r#""symbol": "none""#)],
        vec![("art.json", marks, r#""terrain": { "capital": { "symbol": "none" },"#)],
        vec![("art.json", marks, r#""terrain": { "fort": { "symbol": "none" },"#)],
        vec![("art.json", r#""texture": "woods""#, r#""texture": "marsh""#)],
        vec![("art.json", r##""fill": "#d8d2a0", "##, "")],
        vec![("art.json", r#""steppe-farm": {"#, r#""steppe-farm": { "texture": "hills","#)],
        vec![("art.json", r#""map": {"#, r#""map": { "relief": "plain","#)],
        vec![("art.json", r#""map": {"#, r#""map": { "relief": "none","#)],
        vec![("terrain.csv", "railway,Railway", "lane-2,Lane"), ("map.json", r#""railway""#, r#""lane-2""#)],
        vec![("terrain.csv", "dunes,Sand dunes", "desert-2,Desert"), ("map.json", r#""dunes""#, r#""desert-2""#)],
        vec![("terrain.csv", "desert,Desert", "waste,Waste"), ("map.json", r#""desert""#, r#""waste""#)],
        vec![("terrain.csv", "canal,Canal", "brook,Brook"), ("map.json", r#""canal""#, r#""brook""#)],
        vec![("terrain.csv", "wadi,Wadi,hexside,adds,false", "wadi,Wadi,hexside,adds,true")],
        vec![
            ("terrain.csv", "Wooded rough", "Wooded hollow"),
            ("terrain.csv", "wooded-rough", "wooded"),
            ("map.json", "wooded-rough", "wooded"),
        ],
    ] {
        let mut files = folder("tests/draw/every-kind");
        for (file, from, to) in &edits {
            files = crate::support::edit(files, file, from, to);
        }
        let drawn = draw(&compile(&files).game, &Options::default()).unwrap();
        assert_ne!(svg::render(&drawn.scene, 0).unwrap(), usual, "not seen: {edits:?}");
    }
}

/// The key says what terrain does in combat, also where rules.json says it.
#[test]
fn the_key_tells_combat_effects() {
    let (game, text) = every_kind();
    assert_eq!(game.terrain.values().filter(|terrain| terrain.on == TerrainOn::Road).count(), 5);
    for words in ["shift −1", "shift −2", "die +1", "attackers ×1/2", "Barrage: shift −3"] {
        assert!(text.contains(words), "no {words} in the key");
    }
    // What is demanded is told in words that need no rulebook.
    for words in ["as the rest of the hex", "not allowed", "½", "cost +1"] {
        assert!(text.contains(words), "no {words} in the key");
    }
    for code in ["cost other", "cost no", " no<", "1/2<"] {
        assert!(!text.contains(code), "{code} in the key");
    }
    // What the usual combat says already is not said again; what hangs on more than terrain is not said at all.
    assert!(!text.contains("Barrage: shift −1") && !text.contains("die −1"));
}

/// What people dug bends far less than a brook, and which way its water flows is no question.
#[test]
fn a_canal_bends_far_less_than_a_brook() {
    let turned = |edits: &[(&str, &str, &str)]| {
        let mut files = folder("tests/draw/every-kind");
        for (file, from, to) in edits {
            files = crate::support::edit(files, file, from, to);
        }
        let game = compile(&files).game;
        let drawn = draw(&game, &Options::default()).unwrap();
        let told = drawn.issues.iter().any(|issue| matches!(issue, LayoutIssue::Guessed { name, .. } if name == "Long cut"));
        let map = game.map.as_ref().unwrap();
        let cut = map.features.values().find(|feature| feature.name.as_deref() == Some("Long cut")).unwrap();
        let top = drawn.centres.iter().map(|at| at.y).fold(f64::INFINITY, f64::min) - drawn.across / 2.0;
        let near = |p: &Point| {
            let far = |side: &Hexside| {
                let (a, b) = map.board.hexside_hexes(*side);
                let (a, b) = (drawn.centres[a.index()], drawn.centres[b.unwrap().index()]);
                (p.x - (a.x + b.x) / 2.0).hypot(p.y - (a.y + b.y) / 2.0)
            };
            p.y < top || cut.sides.iter().map(far).fold(f64::INFINITY, f64::min) < 0.5 * drawn.across
        };
        let own: Vec<&Vec<Point>> = drawn.courses.iter().filter(|course| course.iter().all(near)).collect();
        assert_eq!(own.len(), 1, "one line of water keeps to these hexsides");
        let ways = own[0].windows(2).map(|pair| (pair[1].y - pair[0].y).atan2(pair[1].x - pair[0].x)).collect::<Vec<f64>>();
        let turned: f64 = ways.windows(2).map(|pair| ((pair[1] - pair[0]).sin()).abs()).sum();
        (turned, told)
    };
    let (canal, told) = turned(&[]);
    assert!(!told);
    let (brook, _) = turned(&[("terrain.csv", "canal,Canal", "brook,Brook"), ("map.json", r#""canal""#, r#""brook""#)]);
    assert!(canal <= brook * 0.56, "{canal} {brook}");
}

/// Borders of areas that share hexes run side by side.
#[test]
fn areas_that_overlap_have_borders_of_their_own() {
    let lines = |from: &str, to: &str| {
        let memory = crate::support::edit(folder("tests/draw/every-kind"), "map.json", from, to);
        let drawn = draw(&compile(&memory).game, &Options::default()).unwrap();
        let text = svg::render(&drawn.scene, 0).unwrap();
        let areas = &text[text.find("id=\"areas\"").unwrap()..];
        areas
            .split("<path")
            .skip(1)
            .take(2)
            .map(|path| path.split(" d=\"").nth(1).unwrap().split('"').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // Two areas of the same hexes: were their borders the same, one would hide the other.
    let own = lines(r#""hexes": "0106-0109 0206-0208""#, r#""hexes": "0104-0107 0204-0206""#);
    assert_eq!(own.len(), 2);
    assert_ne!(own[0], own[1]);
}

/// A map of one hex of each kind of ground, with one place, one hexside and one road, and only its key; all kinds are called
/// the same, so that only their looks differ.
fn key_of(terrain: &str, (on, id): (&str, &str)) -> String {
    let (module, grid) = (
        r#"{"format": 2, "name": "Alike", "sides": [{"id": "a"}], "classes": [{"id": "foot"}]}"#,
        r#""grid": {"columns": 4, "rows": 4, "touching": ["0201", "0102"]}"#,
    );
    let shown = match on {
        "hex" => format!(r#""terrain": {{"default": "{id}"}}"#),
        "feature" => format!(r#""places": [{{"name": "Here", "class": "{id}", "hexes": "0202"}}]"#),
        "hexside" => format!(r#""hexsides": [{{"class": "{id}", "sides": "0202/0203"}}]"#),
        _ => format!(r#""roads": [{{"class": "{id}", "through": "0201 0202 0203"}}]"#),
    };
    let map = format!("{{{grid}, {shown}}}");
    let game = compile(&crate::support::game(&[("module.json", module), ("map.json", &map), ("terrain.csv", terrain)])).game;
    let only = Some(std::collections::BTreeSet::from([
        MapLayer::Key,
        MapLayer::Terrain,
        MapLayer::Rivers,
        MapLayer::Roads,
        MapLayer::Places,
    ]));
    let text = svg::render(&draw(&game, &Options { only, ..Options::default() }).unwrap().scene, 0).unwrap();
    let key = text.find("id=\"panels\"").unwrap();
    text[key..].to_owned()
}

/// Kinds that no word tells apart still look different: in the key, and so on the map.
#[test]
fn no_two_kinds_look_alike() {
    let kinds = [
        (
            "hex",
            &["clear", "plain", "steppe", "forest", "jungle", "woods", "hill", "ridge", "rough", "marsh", "fen", "vineyard"][..],
        ),
        ("feature", &["town", "city", "village", "capital", "fort", "airfield", "port", "dump"]),
        ("hexside", &["river", "stream", "canal", "dyke", "fence", "hedge", "wadi", "cliff"]),
        ("road", &["motorway", "road", "avenue", "lane", "dirt", "track", "trail", "railway"]),
    ];
    let mut terrain = "id,name,on,water,foot\n".to_owned();
    for (on, ids) in kinds {
        for id in ids {
            let wet = if ["river", "stream", "canal"].contains(id) { "true" } else { "" };
            terrain += &format!("{id},Same,{on},{wet},1\n");
        }
    }
    for (on, ids) in kinds {
        let keys: BTreeMap<String, &str> = ids.iter().map(|id| (key_of(&terrain, (on, *id)), *id)).collect();
        assert_eq!(keys.len(), ids.len(), "of {ids:?} only {:?} look different", keys.values());
    }
}

/// What has no name is called by its id, as people would write it.
#[test]
fn ids_are_words_in_the_key_and_on_boxes() {
    let files = crate::support::edit(folder("tests/draw/every-kind"), "terrain.csv", "swamp,Swamp", "swamp,");
    let files = crate::support::edit(files, "map.json", r#""id": "reserve", "name": "Reserve""#, r#""id": "old-reserve""#);
    let files = crate::support::edit(files, "map.json", r#""box": "reserve""#, r#""box": "old-reserve""#);
    let text = svg::render(&draw(&compile(&files).game, &Options::default()).unwrap().scene, 0).unwrap();
    for words in ["Swamp", "Old reserve"] {
        assert!(text.contains(&format!("aria-label=\"{words}\"")), "no {words}");
    }
}
