//! Maps of Tiled, written here as Tiled writes them.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use muster::compile::compile;
use muster::import::tiled::import;
use muster::import::{Imported, Refused};

use super::{json, sound, text};
use crate::support::clean;

const TILES: &str = r#"<tileset firstgid="1" name="Hexes">
  <tile id="0"><properties><property name="terrain" value="Clear"/></properties></tile>
  <tile id="1" type="Woods"/>
  <tile id="2"><image source="art/Deep Water.png"/></tile>
 </tileset>"#;

/// A map whose hexes are nearly regular, around this.
fn map(axis: &str, index: &str, size: (usize, usize), inside: &str) -> String {
    let (wide, high) = if axis == "x" { (32, 28) } else { (28, 32) };
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="hexagonal" width="{}" height="{}" tilewidth="{wide}" tileheight="{high}" hexsidelength="16" staggeraxis="{axis}" staggerindex="{index}">
 {inside}
</map>"#,
        size.0, size.1
    )
}

fn layer(size: (usize, usize), data: &str) -> String {
    format!(r#"<layer id="1" name="Ground" width="{}" height="{}">{data}</layer>"#, size.0, size.1)
}

fn csv(tiles: &[u32]) -> String {
    tiles.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn read(text: &str) -> Result<Imported, Refused> {
    import("the-map.tmx", text.as_bytes(), &mut |_| None)
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let held = three.iter().chain([&0; 3]).take(3).fold(0usize, |held, b| held << 8 | usize::from(*b));
        for place in 0..4 {
            text.push(if place <= three.len() { char::from(SIGNS[held >> (18 - 6 * place) & 63]) } else { '=' });
        }
    }
    text
}

fn bytes(tiles: &[u32]) -> Vec<u8> {
    tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// The middle of a hex as Tiled draws it, in pixels; the formulas of its manual.
fn drawn(axis: &str, index: &str, column: i64, row: i64) -> (f64, f64) {
    let shifted = |at: i64| at.rem_euclid(2) == i64::from(index == "odd");
    let (c, r) = (column as f64, row as f64);
    if axis == "x" {
        (c * 24.0 + 16.0, r * 28.0 + 14.0 + if shifted(column) { 14.0 } else { 0.0 })
    } else {
        (c * 28.0 + 14.0 + if shifted(row) { 14.0 } else { 0.0 }, r * 24.0 + 16.0)
    }
}

const WAYS: [(&str, &str); 4] = [("x", "odd"), ("x", "even"), ("y", "odd"), ("y", "even")];

/// Hexes touch in what was imported where they touch in Tiled. `first` is the column and row of the top left hex.
#[track_caller]
fn touch_as_drawn(imported: &Imported, axis: &str, index: &str, first: (i64, i64)) {
    let memory = sound(imported);
    clean(&memory);
    let map = compile(&memory).game.map.unwrap();
    let cells: Vec<(i64, i64)> = map
        .board
        .hexes()
        .map(|hex| {
            let name = map.board.name(hex);
            (name[..2].parse::<i64>().unwrap() - 1 + first.0, name[2..].parse::<i64>().unwrap() - 1 + first.1)
        })
        .collect();
    for (a, from) in map.board.hexes().zip(&cells) {
        for (b, to) in map.board.hexes().zip(&cells) {
            let (x, y) = drawn(axis, index, from.0, from.1);
            let (u, v) = drawn(axis, index, to.0, to.1);
            let near = a != b && ((x - u).powi(2) + (y - v).powi(2)).sqrt() < 35.0;
            let steps = map.board.place(a).unwrap().distance(map.board.place(b).unwrap());
            assert_eq!(steps == 1, near, "{axis} {index}: {from:?} {to:?}");
        }
    }
}

#[test]
fn hexes_touch_as_tiled_draws_them() {
    let size = (4, 3);
    for (axis, index) in WAYS {
        let imported = read(&map(
            axis,
            index,
            size,
            &(TILES.to_owned() + &layer(size, &format!(r#"<data encoding="csv">{}</data>"#, csv(&[1; 12])))),
        ))
        .unwrap();
        touch_as_drawn(&imported, axis, index, (0, 0));
    }
}

#[test]
fn a_single_row_is_shifted_too() {
    for (axis, index) in WAYS {
        for size in [(4, 1), (1, 4), (1, 1)] {
            let data = format!(r#"<data encoding="csv">{}</data>"#, csv(&vec![1; size.0 * size.1]));
            let imported = read(&map(axis, index, size, &(TILES.to_owned() + &layer(size, &data)))).unwrap();
            touch_as_drawn(&imported, axis, index, (0, 0));
        }
    }
}

#[test]
fn an_infinite_map_begins_anywhere() {
    for (axis, index) in WAYS {
        for first in [(-3, -2), (-2, -3), (0, 1), (5, 4)] {
            let chunk = |at: (i64, i64)| format!(r#"<chunk x="{}" y="{}" width="2" height="2">1,1,1,1</chunk>"#, at.0, at.1);
            let chunks = chunk(first) + &chunk((first.0 + 2, first.1 + 2));
            let empty = r#"<chunk x="100" y="100" width="2" height="2">0,0,0,0</chunk>"#;
            let data = format!(r#"<data encoding="csv">{chunks}{empty}</data>"#);
            let text = map(axis, index, (30, 20), &(TILES.to_owned() + &layer((30, 20), &data)))
                .replace("<map ", "<map infinite=\"1\" ");
            let imported = read(&text).unwrap();
            let grid = &json(&imported, "map.json")["grid"];
            assert_eq!((grid["columns"].as_u64(), grid["rows"].as_u64()), (Some(4), Some(4)), "what is drawn, and no more");
            touch_as_drawn(&imported, axis, index, first);
        }
    }
}

#[test]
fn tiles_are_read_however_they_are_written() {
    let size = (3, 2);
    let tiles = [1, 2, 3, 0, 2 | 0x8000_0000, 1];
    let elements: String = tiles.iter().map(|tile| format!(r#"<tile gid="{tile}"/>"#)).collect();
    let packed = |how: &str, bytes: &[u8]| format!(r#"<data encoding="base64"{how}> {} </data>"#, base64(bytes));
    let ways = [
        format!(r#"<data encoding="csv">{}</data>"#, csv(&tiles)),
        format!("<data>{elements}</data>"),
        packed("", &bytes(&tiles)),
        packed(r#" compression="zlib""#, &zlib(&bytes(&tiles))),
        packed(r#" compression="gzip""#, &gzip(&bytes(&tiles))),
    ];
    let mut all: Vec<Imported> = Vec::new();
    for data in &ways {
        all.push(read(&map("x", "odd", size, &(TILES.to_owned() + &layer(size, data)))).unwrap());
    }
    for (encoding, data) in [
        ("", format!("[{}]", csv(&tiles))),
        (r#""encoding": "base64", "compression": "","#, format!("{:?}", base64(&bytes(&tiles)))),
        (r#""encoding": "base64", "compression": "zlib","#, format!("{:?}", base64(&zlib(&bytes(&tiles))))),
    ] {
        let text = format!(
            r#"{{"type": "map", "orientation": "hexagonal", "width": 3, "height": 2, "tilewidth": 32, "tileheight": 28,
            "hexsidelength": 16, "staggeraxis": "x", "staggerindex": "odd", "infinite": false,
            "tilesets": [{{"firstgid": 1, "name": "Hexes", "tiles": [
              {{"id": 0, "properties": [{{"name": "terrain", "type": "string", "value": "Clear"}}]}},
              {{"id": 1, "type": "Woods"}}, {{"id": 2, "image": "art/Deep Water.png"}}]}}],
            "layers": [{{"type": "tilelayer", "name": "Ground", "visible": true, {encoding} "width": 3, "height": 2, "x": 0, "y": 0, "data": {data}}}]}}"#
        );
        all.push(read(&text).unwrap());
    }
    for imported in &all {
        clean(&sound(imported));
        assert_eq!(imported, &all[0]);
    }
    let map = json(&all[0], "map.json");
    assert_eq!(map["terrain"]["rows"], serde_json::json!([". w d", "- w ."]));
    assert_eq!(map["terrain"]["legend"], serde_json::json!({".": "clear", "w": "woods", "d": "deep-water", "-": "off-map"}));
    assert_eq!(json(&all[0], "module.json"), serde_json::json!({"format": 2, "name": "The Map"}));
    assert_eq!(json(&all[0], "terrain.json")[2], serde_json::json!({"id": "deep-water", "name": "Deep Water"}));
    assert!(all[0].notes.iter().any(|note| note.starts_with("tiles turned or mirrored: 1;")), "{:?}", all[0].notes);
}

#[test]
fn terrain_is_named_by_what_the_tile_says() {
    let tilesets = r#"<tileset firstgid="1" name="Set One"><tile id="1" type="Woods"><properties><property name="Terrain" value="Dark Forest"/></properties></tile></tileset>
      <tileset firstgid="10" source="sets/more.tsx"/><tileset firstgid="20" source="sets/more.tsj"/><tileset firstgid="30" source="lost.tsx"/>"#;
    let data = format!(r#"<data encoding="csv">{}</data>"#, csv(&[1, 2, 10, 11, 20, 33]));
    let text = map("y", "odd", (6, 1), &(tilesets.to_owned() + &layer((6, 1), &data)));
    let imported = import("m.tmx", text.as_bytes(), &mut |path| match path {
        "sets/more.tsx" => Some(br#"<tileset name="More"><tile id="0" class="Marsh"/></tileset>"#.to_vec()),
        "sets/more.tsj" => Some(br#"{"name": "Json", "tiles": [{"id": 0, "image": "a/b/Steep.Hill.png"}]}"#.to_vec()),
        _ => None,
    })
    .unwrap();
    sound(&imported);
    let terrain = json(&imported, "terrain.json");
    let mut ids: Vec<&str> = terrain.as_array().unwrap().iter().map(|terrain| terrain["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["dark-forest", "marsh", "more-1", "set-one-0", "steep-hill", "tile-33"]);
    assert!(
        imported.notes.iter().any(|note| note.starts_with("tilesets that cannot be read: `lost.tsx`;")),
        "{:?}",
        imported.notes
    );
}

#[test]
fn layers_lie_on_one_another_as_they_are_drawn() {
    let of = |name: &str, tiles: &[u32], more: &str| {
        format!(r#"<layer name="{name}" width="3" height="1" {more}><data encoding="csv">{}</data></layer>"#, csv(tiles))
    };
    let layers = of("Hidden", &[3, 3, 3], r#"visible="0""#)
        + &of("Rivers", &[1, 1, 1], "")
        + r#"<group name="G" visible="1">"#
        + &of("Above", &[0, 2, 0], "")
        + "</group>"
        + &of("Main roads", &[3, 3, 3], "")
        + r#"<imagelayer name="Paper"/>"#;
    let imported = read(&map("y", "odd", (3, 1), &(TILES.to_owned() + &layers))).unwrap();
    sound(&imported);
    assert_eq!(json(&imported, "map.json")["terrain"]["rows"], serde_json::json!([". w ."]));
    let notes = imported.notes.join("\n");
    for wanted in ["hidden layers: `Hidden`;", "layers that are pictures: `Paper`;", "layers that are not carried: `Main roads`;"]
    {
        assert!(notes.contains(wanted), "{notes}");
    }
    assert!(!notes.contains("Rivers"), "the lowest layer is the ground, whatever it is called: {notes}");
}

#[test]
fn objects_are_places_in_the_hex_where_their_middle_is() {
    for (axis, index) in WAYS {
        for (column, row) in [(0, 0), (1, 0), (2, 1), (3, 2), (1, 2)] {
            let (x, y) = drawn(axis, index, column, row);
            let object = |name: &str, x: f64, y: f64, more: &str| format!(r#"<object name="{name}" x="{x}" y="{y}" {more}"#);
            // Nine pixels off the middle are still inside.
            let objects = object("Point", x + 9.0, y - 4.0, "><point/></object>")
                + &object("Box", x - 5.0, y - 3.0, r#"width="10" height="6"/>"#)
                + &object("Round", x - 15.0, y - 13.0, r#"width="30" height="26"><ellipse/></object>"#)
                + &object("Tile", x - 16.0, y + 14.0, r#"gid="2" width="32" height="28"/>"#)
                + &object("Turned", x, y + 20.0, r#"rotation="-90" width="40" height="0"/>"#)
                + &object("Shape", x - 1.0, y, r#"><polygon points="-9,0 9,9 11,-9"/></object>"#);
            let moved = object("Moved", x - 100.0, y + 50.0, "><point/></object>");
            let groups = format!(
                r#"<objectgroup name="O">{objects}</objectgroup><group offsetx="60"><objectgroup name="P" offsetx="40" offsety="-50">{moved}</objectgroup></group>"#
            );
            let data = format!(r#"<data encoding="csv">{}</data>"#, csv(&[1; 12]));
            let imported = read(&map(axis, index, (4, 3), &(TILES.to_owned() + &layer((4, 3), &data) + &groups))).unwrap();
            // Seven names in one hex are too many to print, and nothing else is wrong.
            let said = crate::support::lines(&compile(&sound(&imported)));
            assert_eq!(said.iter().filter(|line| !line.contains("M0717")).count(), 0, "{said:?}");
            let places = json(&imported, "map.json")["places"].clone();
            let found: BTreeMap<&str, &str> =
                places.as_array().unwrap().iter().map(|p| (p["name"].as_str().unwrap(), p["hexes"].as_str().unwrap())).collect();
            let hex = format!("{:02}{:02}", column + 1, row + 1);
            let names = ["Box", "Moved", "Point", "Round", "Shape", "Tile", "Turned"];
            assert_eq!(found, names.map(|name| (name, hex.as_str())).into(), "{axis} {index} {column} {row}");
        }
    }
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

#[test]
fn tiles_may_be_packed_as_zstandard() {
    let data = format!(r#"<data encoding="base64" compression="zstd">{}</data>"#, base64(&zstd(&bytes(&[1, 2, 1, 1]))));
    let imported = read(&map("x", "odd", (2, 2), &(TILES.to_owned() + &layer((2, 2), &data)))).unwrap();
    clean(&sound(&imported));
    assert_eq!(json(&imported, "map.json")["terrain"]["rows"], serde_json::json!([". w", ". ."]));
}

#[test]
fn tiles_are_called_after_the_colour_that_they_are_painted_with() {
    let tiles = |sets: &str| format!(r#"<tileset firstgid="1" name="Hexes"><tile id="1" type="Woods"/>{sets}</tileset>"#);
    let wang = r#"<wangsets><wangset name="Ground" type="mixed"><wangcolor name="Tall Grass"/><wangcolor name="Sand"/>
        <wangtile tileid="0" wangid="0,1,1,1,0,1,2,1"/><wangtile tileid="1" wangid="2,2,2,2,2,2,2,2"/><wangtile tileid="2" wangid="0,2,0,2,0,2,0,2"/></wangset></wangsets>"#;
    let old = r#"<terraintypes><terrain name="Tall Grass" tile="0"/><terrain name="Sand" tile="2"/></terraintypes><tile id="0" terrain="0,0,,0"/><tile id="2" terrain="1,1,1,0"/>"#;
    for sets in [wang, old] {
        let data = r#"<data encoding="csv">1,2,3</data>"#;
        let imported = read(&map("x", "odd", (3, 1), &(tiles(sets) + &layer((3, 1), data)))).unwrap();
        let found: Vec<String> =
            json(&imported, "terrain.json").as_array().unwrap().iter().map(|t| t["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!(found, ["sand", "tall-grass", "woods"], "what a tile says itself counts first");
    }
    let json_map = r#"{"type": "map", "orientation": "hexagonal", "width": 1, "height": 1, "tilewidth": 32, "tileheight": 28, "hexsidelength": 16, "staggeraxis": "x", "staggerindex": "odd",
        "tilesets": [{"firstgid": 1, "name": "Hexes", "wangsets": [{"name": "G", "type": "corner", "colors": [{"name": "Sand"}], "wangtiles": [{"tileid": 0, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]}]}]}],
        "layers": [{"type": "tilelayer", "name": "Ground", "width": 1, "height": 1, "data": [1]}]}"#;
    let imported = import("the-map.tmj", json_map.as_bytes(), &mut |_| None).unwrap();
    assert_eq!(json(&imported, "terrain.json")[0]["id"], "sand");
}

#[test]
fn objects_have_what_their_templates_say() {
    let objects = r#"<objectgroup><object template="town.tx" x="14" y="15"/><object template="town.tx" name="Rauden" x="40" y="15"/><object template="../gone.tx" x="1" y="1"/></objectgroup>"#;
    let template = r#"<template><object name="Somewhere" type="town" width="2" height="2"/></template>"#;
    let as_json = r#"{"type": "template", "object": {"name": "Somewhere", "type": "town", "width": 2, "height": 2}}"#;
    let data = r#"<data encoding="csv">1,1,1</data>"#;
    for template in [template, as_json] {
        let text = map("y", "odd", (3, 1), &(TILES.to_owned() + &layer((3, 1), data) + objects));
        let mut asked = Vec::new();
        let imported = import("the-map.tmx", text.as_bytes(), &mut |path: &str| {
            asked.push(path.to_owned());
            (path == "town.tx").then(|| template.as_bytes().to_vec())
        })
        .unwrap();
        assert_eq!(asked, ["town.tx", "../gone.tx"], "each is read once");
        let places = json(&imported, "map.json")["places"].clone();
        assert_eq!(
            places,
            serde_json::json!([{"name": "Rauden", "hexes": "0201", "class": "town"}, {"name": "Somewhere", "hexes": "0101", "class": "town"}])
        );
        assert!(
            imported.notes.iter().any(|note| note.contains("templates that cannot be read: `../gone.tx`")),
            "{:?}",
            imported.notes
        );
    }
}

#[test]
fn objects_that_are_no_places_are_told() {
    let objects = r#"<objectgroup><object x="5" y="5"/><object name="Far" x="-500" y="5"/><object name="Hole" x="60" y="15"/>
      <object name="Ford" type="crossing" x="14" y="15"/><object name="ford" x="40" y="15"/></objectgroup>"#;
    let data = r#"<data encoding="csv">1,1,0</data>"#;
    let imported = read(&map("y", "odd", (3, 1), &(TILES.to_owned() + &layer((3, 1), data) + objects))).unwrap();
    clean(&sound(&imported));
    assert_eq!(
        json(&imported, "map.json")["places"],
        serde_json::json!([{"name": "Ford", "hexes": "0101 0201", "class": "crossing"}]),
        "one place of one name, of the class of its first object"
    );
    let terrain = json(&imported, "terrain.json");
    assert_eq!(
        terrain.as_array().unwrap().last(),
        Some(&serde_json::json!({"id": "crossing", "name": "Crossing", "on": "feature"}))
    );
    let notes = imported.notes.join("\n");
    for wanted in ["objects outside the map: `Far`, `Hole`;", "objects without a name: 1;"] {
        assert!(notes.contains(wanted), "{notes}");
    }
}

#[test]
fn a_large_map_has_numbers_of_its_size() {
    let tiles = csv(&vec![1; 120 * 101]);
    let imported = read(&map(
        "x",
        "odd",
        (120, 101),
        &(TILES.to_owned() + &layer((120, 101), &format!(r#"<data encoding="csv">{tiles}</data>"#))),
    ))
    .unwrap();
    clean(&sound(&imported));
    let grid = json(&imported, "map.json")["grid"].clone();
    assert_eq!((grid["numbers"].as_str(), grid["first"].as_str()), (Some("CCCRRR"), Some("001001")));
    assert!(text(&imported, "map.json").lines().count() < 200);
}

#[test]
fn what_is_no_such_map_is_refused_in_words() {
    let good = map("x", "odd", (2, 1), &(TILES.to_owned() + &layer((2, 1), r#"<data encoding="csv">1,2</data>"#)));
    assert!(read(&good).is_ok());
    let data = |data: &str| good.replace(r#"<data encoding="csv">1,2</data>"#, data);
    let packed =
        |how: &str, bytes: &[u8]| data(&format!(r#"<data encoding="base64" compression="{how}">{}</data>"#, base64(bytes)));
    let deep = "<group>".repeat(70) + &"</group>".repeat(70);
    let cases = [
        (String::new(), "it is empty"),
        ("hello".to_owned(), "neither XML nor JSON"),
        ("<map".to_owned(), "no sound XML"),
        ("{\"layers\": [".to_owned(), ""),
        ("<tileset/>".to_owned(), "it is a `tileset` of Tiled, expected a map"),
        ("{}".to_owned(), "it is a `tileset` of Tiled, expected a map"),
        (good.replace("</map>", ""), "it ends before its first element does"),
        (good.replace("hexagonal", "staggered"), "its orientation is `staggered`, expected `hexagonal`"),
        (good.replace("<map ", "<!DOCTYPE map [<!ENTITY a \"b\">]><map "), "declares a document type"),
        (data(r#"<data encoding="csv">&lol;</data>"#), "`&lol;` stands for nothing known"),
        (good.replace("<layer ", &format!("{deep}<layer ")), "more than 64 levels deep"),
        (good.replace("staggeraxis=\"x\"", "staggeraxis=\"z\""), "`staggeraxis` is `z`, expected `x` or `y`"),
        (good.replace("tilewidth=\"32\"", "tilewidth=\"0\""), "`tilewidth` is 0, expected 1 to 10000"),
        (data(r#"<data encoding="csv">1</data>"#), "it has 1 tiles, its width and height say 2"),
        (data(r#"<data encoding="csv">1,2,1,2,1</data>"#), "it has more than 2 tiles"),
        (data(r#"<data encoding="csv">1,two</data>"#), "`two` is no number of a tile"),
        (data(r#"<data encoding="csv">1,-2</data>"#), "`-2` is no number of a tile"),
        (data(r#"<data encoding="csv">0,0</data>"#), "no visible tile layer has a tile"),
        (data(r#"<data encoding="hex">01</data>"#), "its tiles are written as `hex`, expected csv or base64"),
        (data(r#"<data encoding="base64">AQAA*</data>"#), "no sound base64"),
        (data(r#"<data encoding="base64">AQAAAA</data>"#), "it has 1 tiles"),
        (packed("lzma", b"x"), "packed as `lzma`, expected zlib, gzip, zstd or nothing"),
        (packed("zstd", b"nothing"), "cannot be unpacked"),
        (packed("zstd", &zstd(&[0; 9])), "it unpacks to more than the 2 tiles"),
        (packed("zlib", &zlib(&[0; 9])), "it unpacks to more than the 2 tiles"),
        (packed("zlib", &zlib(&vec![0; 50_000_000])), "it unpacks to more than the 2 tiles"),
        (packed("zlib", &zlib(&[0; 8])[..6]), "cannot be unpacked"),
        (packed("gzip", b"nothing"), "cannot be unpacked"),
        (good.replace("width=\"2\"", "width=\"2000000000\""), "it has 2000000000 by 1 tiles"),
        (good.replacen("width=\"2\"", "width=\"20000\"", 1), "it has 20000 by 1 hexes, at most 10000 by 10000"),
        (good.replacen("width=\"2\"", "width=\"two\"", 1), "it does not say its width and height"),
        (
            good.replace("<map ", "<map infinite=\"1\" ").replace(
                "1,2<",
                r#"<chunk x="-9000" y="0" width="1" height="1">1</chunk><chunk x="9000" y="0" width="1" height="1">1</chunk><"#,
            ),
            "it has 18001 by 1 hexes",
        ),
        (
            good.replace("<map ", "<map infinite=\"1\" ")
                .replace("1,2<", r#"<chunk x="-9000000000000" y="0" width="1" height="1">1</chunk><"#),
            "out of all reach",
        ),
    ];
    for (text, wanted) in cases {
        let refused = read(&text).expect_err(wanted);
        assert!(refused.why.contains(wanted), "{refused}, expected {wanted}");
        assert!(!refused.help.is_empty());
    }
    assert_eq!(
        read(&data(r#"<data encoding="csv">1</data>"#)).unwrap_err().to_string(),
        "`the-map.tmx, layer `Ground`` cannot be imported: it has 1 tiles, its width and height say 2"
    );
}
