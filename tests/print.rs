//! The print-and-play kit, read back from its PDFs: nothing here asks the writer where it put anything.

mod kits;
mod letters;
mod pdf;
mod rules;
mod shop;

use std::collections::BTreeMap;

use muster::compile::compile;
use muster::draw::page::Paper;
use muster::emit::{Artifacts, Chosen, EMITTERS, EmitContext, PrintChoice};
use muster::model::{Backs, Game};
use muster::source::Memory;

use crate::support::first_steps;
use pdf::{Area, Sheet, by_colour, fonts, read};

fn emitted(game: &Game, name: &str, print: PrintChoice) -> Artifacts {
    let scenarios: Vec<_> = game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|e| e.name == name).unwrap();
    (emitter.emit)(&EmitContext { print, ..EmitContext::new(game, &scenarios) }, &mut |_, _| {}).unwrap().files
}

/// First Steps with other art.
fn with_art(art: &str) -> Game {
    let mut world = first_steps();
    world.files.insert("art.json".to_owned(), art.as_bytes().to_vec());
    let compiled = compile(&world);
    let errors: Vec<_> = compiled.diags.iter().filter(|d| d.severity == muster::diag::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.game
}

/// A colour for each unit, far from every other colour on the page.
fn colour(n: usize) -> (u8, u8, u8) {
    (200, 3 + u8::try_from(n).unwrap() * 7, 40)
}

/// A unit: its id, the colour of its patch, how many there are, whether it has a back.
type Patched = (String, (u8, u8, u8), usize, bool);

/// Counters that show nothing but a patch of their own colour at the upper edge, on both sides.
fn patches(extra: &str) -> (Game, Vec<Patched>) {
    let plain = compile(&first_steps()).game;
    let units: Vec<_> =
        plain.units.values().enumerate().map(|(n, u)| (u.id.clone(), colour(n), u.count as usize, u.faces.len() > 1)).collect();
    let looks: Vec<String> = units
        .iter()
        .map(|(id, (r, g, b), _, _)| {
            format!(r##"{{"for": {{"id": ["{id}"]}}, "slots": {{"top": {{"fill": "#{r:02x}{g:02x}{b:02x}"}}}}}}"##)
        })
        .collect();
    let art = format!(r#"{{"layouts": [{{"slots": {{"bottom": "{{designation}}"}}}}], "looks": [{}]{extra}}}"#, looks.join(","));
    (with_art(&art), units)
}

/// Where a patch on the front shows through when the sheet is turned over, or folded.
fn behind(area: Area, backs: Backs, sheet: &Sheet) -> Area {
    let upright = sheet.height >= sheet.width;
    let across = matches!((backs, upright), (Backs::DuplexLong, true) | (Backs::DuplexShort, false));
    if across {
        Area { x: sheet.width - area.x - area.width, ..area }
    } else {
        Area { y: sheet.height - area.y - area.height, ..area }
    }
}

fn all_behind(bytes: &[u8], backs: Backs, units: &[Patched], (dx, dy): (f64, f64)) {
    let (_, sheets) = read(bytes);
    let pages: Vec<BTreeMap<_, Vec<Area>>> = sheets.iter().map(by_colour).collect();
    let mut seen = 0;
    for (id, colour, count, two) in units {
        let mut fronts: Vec<(usize, Area)> = Vec::new();
        let mut backs_found: Vec<(usize, Area)> = Vec::new();
        for (n, page) in pages.iter().enumerate() {
            for area in page.get(colour).into_iter().flatten() {
                let front = match backs {
                    Backs::Fold => area.y < sheets[n].height / 2.0,
                    Backs::Fronts => true,
                    _ => n % 2 == 0,
                };
                if front { fronts.push((n, *area)) } else { backs_found.push((n, *area)) }
            }
        }
        assert_eq!(fronts.len(), *count, "{id}: fronts");
        if backs == Backs::Fronts {
            assert!(backs_found.is_empty());
            continue;
        }
        assert_eq!(backs_found.len(), if *two { *count } else { 0 }, "{id}: backs");
        for (n, back) in &backs_found {
            let page = if backs == Backs::Fold { *n } else { n - 1 };
            let moved = Area { x: back.x - dx, y: back.y - dy, ..*back };
            let found = fronts.iter().any(|(m, front)| *m == page && behind(*front, backs, &sheets[page]).same(&moved));
            assert!(found, "{id}: {back:?} lies behind none of {fronts:?}");
            seen += 1;
        }
    }
    assert!(backs == Backs::Fronts || seen > 15);
}

#[test]
fn each_back_lies_behind_its_front_and_upright() {
    // Side by side, and with room between them.
    for extra in ["", r#", "print": {"gutter-mm": 3.5}"#, r#", "print": {"bleed-mm": 3}, "counter-mm": 12.7"#] {
        let (game, units) = patches(extra);
        let files = emitted(&game, "print", PrintChoice::default());
        for paper in Paper::ALL {
            for backs in Backs::ALL {
                let name = format!("print/first-steps-counters-{}-{}.pdf", paper.word(), backs.word());
                all_behind(&files[&name], backs, &units, (0.0, 0.0));
            }
        }
    }
}

#[test]
fn backs_are_moved_by_the_offset_and_only_they() {
    let (game, units) = patches("");
    for backs in [Backs::DuplexLong, Backs::DuplexShort] {
        let choice = PrintChoice { back_offset: Some((0.6, -1.1)), backs: vec![backs], ..PrintChoice::default() };
        let files = emitted(&game, "print", choice);
        all_behind(&files[&format!("print/first-steps-counters-a4-{}.pdf", backs.word())], backs, &units, (0.6, -1.1));
    }
}

#[test]
fn a_die_sheet_has_every_counter_in_its_place() {
    let die = r#", "print": {"die-sheets": [{"id": "press", "page-mm": [300, 200], "columns": 8, "rows": 3, "counter-mm": 15,
        "margin-mm": [20, 30], "gutter-mm": [1, 2], "block": {"columns": 4, "rows": 2, "gap-mm": [10, 5]}}]}"#;
    let (game, units) = patches(die);
    let files = emitted(&game, "print", PrintChoice::default());
    let bytes = &files["print/first-steps-counters-press.pdf"];
    // A sheet that lies on its side is turned over its long edge from top to bottom.
    all_behind(bytes, Backs::DuplexLong, &units, (0.0, 0.0));
    let (_, sheets) = read(bytes);
    assert_eq!((sheets[0].width.round(), sheets[0].height.round()), (300.0, 200.0));
    // The patch of each counter lies in the middle of its own place.
    let xs: Vec<f64> = (0..8).map(|c| 20.0 + f64::from(c) * 16.0 + if c >= 4 { 10.0 } else { 0.0 }).collect();
    let ys: Vec<f64> = (0..3).map(|r| 30.0 + f64::from(r) * 17.0 + if r >= 2 { 5.0 } else { 0.0 }).collect();
    for (_, colour, _, _) in &units {
        for area in by_colour(&sheets[0]).get(colour).into_iter().flatten() {
            let middle = area.x + area.width / 2.0 - 7.5;
            assert!(xs.iter().any(|x| (x - middle).abs() < 0.01), "{area:?}");
            assert!(ys.iter().any(|y| area.y > *y && area.y + area.height < y + 15.0), "{area:?}");
        }
    }
}

#[test]
fn the_bleed_of_a_counter_never_covers_its_neighbours() {
    let game = with_art(
        r##"{"colours": {"aster": {"ground": "#c80000"}, "brenn": {"ground": "#0000c8"}}, "layouts": [{"slots": {}}],
            "print": {"die-sheets": [{"id": "press", "page-mm": [215.9, 279.4], "columns": 7, "rows": 10,
                "counter-mm": 15, "margin-mm": [30, 30]}]}}"##,
    );
    let files = emitted(&game, "print", PrintChoice::default());
    let (_, sheets) = read(&files["print/first-steps-counters-press.pdf"]);
    let rows = manifest(&files);
    let own: Vec<_> = rows.iter().filter(|row| row["file"].ends_with("press.pdf") && row["kind"] == "unit").collect();
    assert!(own.len() > 20);
    for row in own {
        let colour = if row["side"] == "aster" { (200, 0, 0) } else { (0, 0, 200) };
        let (x, y): (f64, f64) = (row["x-mm"].parse().unwrap(), row["y-mm"].parse().unwrap());
        let page: usize = row["page"].parse().unwrap();
        for (x, y) in [(x + 0.2, y + 0.2), (x + 14.8, y + 0.2), (x + 0.2, y + 14.8), (x + 14.8, y + 14.8)] {
            let over = |area: &Area| area.x <= x && x <= area.x + area.width && area.y <= y && y <= area.y + area.height;
            let seen = sheets[page - 1].filled.iter().rev().find(|(_, area)| over(area));
            assert_eq!(seen.map(|(colour, _)| *colour), Some(colour), "{row:?} at {x} {y}");
        }
    }
}

#[test]
fn setup_cards_say_what_is_so_of_each_unit() {
    let files = emitted(&compile(&first_steps()).game, "print", PrintChoice::default());
    let (document, _) = read(&files["print/first-steps-setup-a4.pdf"]);
    let words = document.extract_text(&[1]).unwrap();
    for told in
        ["with Disrupted", "in Before Lys, not 0704", "Brenn holds Lys", "Bridge 0408/0508 is blown", "Set up in this order"]
    {
        assert!(words.contains(told), "{told}: {words}");
    }
    // The engineers stand there too, and are not disrupted.
    assert_eq!(words.matches("0508").count(), 3, "{words}");
}

#[test]
fn the_alignment_sheet_names_the_way_that_is_mirrored() {
    let files = emitted(&compile(&first_steps()).game, "print", PrintChoice::default());
    for (way, right) in [("duplex-long", "right: --back-offset 1,0."), ("duplex-short", "right: --back-offset -1,0.")] {
        let (document, _) = read(&files[&format!("print/first-steps-alignment-a4-{way}.pdf")]);
        let words = document.extract_text(&[1]).unwrap();
        assert!(words.contains(right), "{way}: {words}");
    }
}

fn manifest(files: &Artifacts) -> Vec<BTreeMap<String, String>> {
    rows(&files["print/first-steps-manifest.csv"])
}

fn rows(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    // No name of First Steps has a comma.
    lines.map(|line| head.iter().map(|h| (*h).to_owned()).zip(line.split(',').map(str::to_owned)).collect()).collect()
}

#[test]
fn the_list_agrees_with_the_sheets_and_with_the_counter_mix() {
    let (game, units) = patches("");
    let files = emitted(&game, "print", PrintChoice::default());
    let rows = manifest(&files);
    for name in files.keys().filter(|name| name.contains("-counters-")) {
        let file = name.trim_start_matches("print/");
        let own: Vec<_> = rows.iter().filter(|row| row["file"] == file).collect();
        let (_, sheets) = read(&files[name]);
        for (id, colour, count, _) in &units {
            let listed: Vec<_> = own.iter().filter(|row| row["id"] == *id).collect();
            assert_eq!(listed.len(), *count, "{file} {id}");
            for row in listed {
                let number = |field: &str| row[field].parse::<f64>().unwrap();
                let page: usize = row["page"].parse().unwrap();
                let found = by_colour(&sheets[page - 1]).remove(colour).unwrap_or_default();
                let inside = |area: &Area| {
                    let (x, y) = (number("x-mm"), number("y-mm"));
                    (area.x + area.width / 2.0 - x - 15.875 / 2.0).abs() < 0.01 && area.y > y && area.y < y + 5.0
                };
                assert!(found.iter().any(inside), "{file} {id}: {row:?} {found:?}");
            }
        }
        let markers = own.iter().filter(|row| row["kind"] == "marker").count();
        assert_eq!(markers, 6 + 2 + 8 + 24 + 1, "as many as markers.json says");
    }
    let cards = rows.iter().filter(|row| row["file"] == "first-steps-cards-a4-fold.pdf").count();
    assert_eq!(cards, 3 + 1 + 1 + 1 + 1);
}

#[test]
fn every_pdf_has_its_fonts_bookmarks_colours_words_and_a_true_ruler() {
    let game = compile(&first_steps()).game;
    let files = emitted(&game, "print", PrintChoice { low_ink: true, ..PrintChoice::default() });
    let pdfs: Vec<_> = files.iter().filter(|(name, _)| name.ends_with(".pdf")).collect();
    assert!(pdfs.len() > 30, "{}", pdfs.len());
    for (name, bytes) in pdfs {
        let (document, sheets) = read(bytes);
        let fonts = fonts(&document);
        assert!(!fonts.is_empty(), "{name} has no letters");
        for (font, embedded) in &fonts {
            assert!(*embedded, "{name}: {font} is not embedded");
            assert_eq!(font.find('+'), Some(6), "{name}: {font} is no subset");
        }
        let text = String::from_utf8_lossy(bytes);
        assert!(text.contains("/Outlines"), "{name}");
        assert!(text.contains("/ICCBased"), "{name}: colours without a profile");
        assert!(!text.contains("/CreationDate") && !text.contains("/ModDate"), "{name}");
        for (n, sheet) in sheets.iter().enumerate() {
            let long = |((x1, y1), (x2, y2)): &((f64, f64), (f64, f64))| {
                (y1 - y2).abs() < 0.001 && ((x2 - x1).abs() - 50.0).abs() < 0.01
            };
            assert!(sheet.lines.iter().any(long), "{name}: page {} has no ruler of 50 mm", n + 1);
            let words = document.extract_text(&[u32::try_from(n).unwrap() + 1]).unwrap();
            assert!(words.contains("First Steps 1.0"), "{name}: page {} does not say what it is: {words}", n + 1);
        }
    }
    let (document, _) = read(&files["print/first-steps-counters-a4-duplex-long.pdf"]);
    let words = document.extract_text(&[1]).unwrap();
    assert!(words.contains("4-4-4") && words.contains("sheet 1 of"), "{words}");
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    for name in ["print", "components"] {
        let one = emitted(&compile(&first_steps()).game, name, PrintChoice::default());
        let two = emitted(&compile(&first_steps()).game, name, PrintChoice::default());
        assert!(one == two, "{name}");
    }
}

#[test]
fn the_page_holds_as_many_counters_as_print_shops_say() {
    for (size, count) in [(12.7, 294), (14.2875, 247), (15.875, 187)] {
        let mut world = first_steps();
        let units = "id,side,type,count,attack,defense,move,steps\na,aster,infantry,900,1,1,1,1\n";
        world.files = BTreeMap::from([
            ("module.json".to_owned(), world.files["module.json"].clone()),
            ("units.csv".to_owned(), units.as_bytes().to_vec()),
        ]);
        let game = compile(&world).game;
        assert_eq!(game.units.len(), 1);
        let choice = PrintChoice { counter: Some(size), ..PrintChoice::default() };
        let rows = manifest(&emitted(&game, "print", choice));
        let first = rows.iter().filter(|row| row["file"] == "first-steps-counters-a4-fronts.pdf" && row["page"] == "1");
        assert_eq!(first.count(), count, "{size}");
    }
}

#[test]
fn components_are_single_pictures_with_their_bleed() {
    let game = compile(&first_steps()).game;
    let files = emitted(&game, "components", PrintChoice { counter: Some(15.875), ..PrintChoice::default() });
    let size = |name: &str| {
        let picture = image::load_from_memory(&files[name]).unwrap();
        (picture.width(), picture.height())
    };
    // (15.875 + 2 · 3.175) mm at 300 dots an inch; poker cards as print services want them.
    assert_eq!(size("components/units/a-1-i.png"), (263, 263));
    assert_eq!(size("components/units/a-1-i_b.png"), (263, 263));
    assert_eq!(size("components/cards/jam.png"), (825, 1125));
    assert!(!files.contains_key("components/units/a-hq_b.png"), "a blank back is no picture");
    // How many of each are wanted stands beside them.
    let wanted = rows(&files["components/quantities.csv"]);
    let row = |id: &str| wanted.iter().find(|row| row["id"] == id).unwrap_or_else(|| panic!("{id}"));
    let told = |id: &str| ["kind", "front", "back", "copies", "width-mm"].map(|column| row(id)[column].clone());
    assert_eq!(told("quiet"), ["card", "components/cards/quiet.png", "components/cards/quiet_b.png", "3", "63.5"]);
    assert_eq!(told("a-hq"), ["unit", "components/units/a-hq.png", "", "1", "15.875"]);
    let listed =
        wanted.iter().flat_map(|row| [row["front"].clone(), row["back"].clone()]).filter(|path| !path.is_empty()).count();
    assert_eq!(listed, files.len() - 1, "each picture is listed once");
    // The bleed has the colour of the ground, from corner to corner.
    let picture = image::load_from_memory(&files["components/units/a-1-i.png"]).unwrap().to_rgb8();
    for (x, y) in [(0, 0), (262, 0), (0, 262), (262, 262), (36, 36)] {
        assert_eq!(picture.get_pixel(x, y).0, [0xc1, 0x9a, 0x5d], "{x} {y}");
    }
}

/// A third sheet with nothing but the foot of the key would be paper for nothing.
#[test]
fn the_map_of_first_steps_takes_two_sheets() {
    let files = emitted(&compile(&first_steps()).game, "print", PrintChoice::default());
    let (_, sheets) = read(&files["print/first-steps-map-a4.pdf"]);
    assert_eq!(sheets.len(), 3, "a plan and two tiles");
}

#[test]
fn oblong_counters_are_listed_with_their_height() {
    let game = with_art(r#"{"counter-mm": 17, "counter-height-mm": 14.7, "layouts": [{"slots": {"centre": "symbol"}}]}"#);
    let wanted = rows(&emitted(&game, "components", PrintChoice::default())["components/quantities.csv"]);
    let row = wanted.iter().find(|row| row["id"] == "a-hq").unwrap();
    assert_eq!(["width-mm", "height-mm"].map(|column| row[column].as_str()), ["17", "14.7"]);
    let (document, _) = read(&emitted(&game, "print", PrintChoice::default())["print/first-steps-components-a4.pdf"]);
    let words = document.extract_text(&[1]).unwrap();
    assert!(words.contains("17 × 14.7 mm"), "{words}");
}

/// Many kinds, each of a colour of its own: where a row for each would take another sheet, they share rows, and between two
/// colours there is always room for the bleed of both.
#[test]
fn counters_of_many_colours_share_rows_where_that_saves_a_sheet() {
    let game = |kinds: usize| {
        let mut world = first_steps();
        let markers: Vec<String> = (0..kinds).map(|n| format!(r#"{{"id": "m{n}", "on": "hex", "count": 3}}"#)).collect();
        let colours: Vec<String> = (0..kinds).map(|n| format!(r##""m{n}": {{"ground": "#c8{:02x}64"}}"##, 9 * n)).collect();
        let art = format!(r#"{{"counter-mm": 16, "colours": {{{}}}}}"#, colours.join(","));
        world.files = BTreeMap::from([
            ("module.json".to_owned(), world.files["module.json"].clone()),
            ("markers.json".to_owned(), format!(r#"{{"list": [{}]}}"#, markers.join(",")).into_bytes()),
            ("art.json".to_owned(), art.into_bytes()),
        ]);
        compile(&world).game
    };
    let listed = |game: &Game| {
        let rows = manifest(&emitted(game, "print", PrintChoice::default()));
        rows.into_iter().filter(|row| row["file"].ends_with("counters-a4-fronts.pdf")).collect::<Vec<_>>()
    };
    // Few of them have a row each.
    let few = listed(&game(5));
    assert!(few.iter().all(|row| row["column"].parse::<u32>().unwrap() <= 3), "{few:?}");
    let many = listed(&game(24));
    assert_eq!(many.len(), 72);
    assert!(many.iter().all(|row| row["page"] == "1"), "a row for each of 24 kinds takes two sheets");
    let at = |row: &BTreeMap<String, String>| -> (f64, f64) { (row["x-mm"].parse().unwrap(), row["y-mm"].parse().unwrap()) };
    for (n, one) in many.iter().enumerate() {
        for other in many.iter().skip(n + 1).filter(|other| other["id"] != one["id"]) {
            let ((x, y), (u, v)) = (at(one), at(other));
            let apart = ((x - u).abs() - 16.0).max((y - v).abs() - 16.0);
            assert!(apart > 3.99, "{one:?} {other:?}");
        }
    }
}

#[test]
fn only_some_counters_are_printed_when_asked_for() {
    let game = compile(&first_steps()).game;
    let units = game.units.iter().filter(|(_, unit)| unit.id == "a-1-i").map(|(id, _)| id).collect();
    let markers = game.markers.iter().filter(|(_, marker)| marker.id == "oos").map(|(id, _)| id).collect();
    let cards = game.cards.iter().filter(|(_, card)| card.id == "jam").map(|(id, _)| id).collect();
    let emitter = |name: &str| EMITTERS.iter().find(|e| e.name == name).unwrap();
    let emit = |name: &str, only: Chosen| {
        let context = EmitContext { only: Some(only), ..EmitContext::new(&game, &[]) };
        (emitter(name).emit)(&context, &mut |_, _| {}).unwrap().files
    };
    let of = |files: &Artifacts, kind: &str| -> Vec<String> {
        let rows = rows(&files["print/first-steps-manifest-part.csv"]);
        let mut ids: Vec<String> = rows.iter().filter(|row| row["kind"] == kind).map(|row| row["id"].clone()).collect();
        ids.dedup();
        ids
    };
    let files = emit("print", Chosen { units, markers, cards, ..Chosen::default() });
    assert_eq!([of(&files, "unit"), of(&files, "marker"), of(&files, "card")].concat(), ["a-1-i", "oos", "jam"]);
    assert!(!files.keys().any(|name| name.contains("-map-") || name.contains("-charts-")));
    assert!(files.keys().any(|name| name.contains("-cards-part-a4-fold")), "{:?}", files.keys());
    // A part never has the name of the whole.
    let whole = emitted(&game, "print", PrintChoice::default());
    let shared: Vec<&String> = files.keys().filter(|name| whole.contains_key(*name) && !name.contains("-alignment-")).collect();
    assert!(shared.is_empty(), "{shared:?}");
    let charts = emit("print", Chosen { charts: true, ..Chosen::default() });
    let names: Vec<&str> = charts.keys().map(String::as_str).collect();
    let expected = ["charts-a4", "charts-letter", "rules-a4", "rules-letter"].map(|name| format!("print/first-steps-{name}.pdf"));
    assert_eq!(names, expected, "charts, and nothing beside them");
    let cards = game.cards.iter().filter(|(_, card)| card.id == "jam").map(|(id, _)| id).collect();
    let pictures = emit("components", Chosen { cards, ..Chosen::default() });
    let names: Vec<&str> = pictures.keys().map(String::as_str).collect();
    assert_eq!(names, ["components/cards/jam.png", "components/cards/jam_b.png", "components/quantities-part.csv"]);
}

#[test]
fn nothing_is_printed_of_a_game_without_anything() {
    let world = Memory { files: BTreeMap::from([("module.json".to_owned(), first_steps().files["module.json"].clone())]) };
    let files = emitted(&compile(&world).game, "print", PrintChoice::default());
    assert!(files.keys().all(|name| !name.contains("-counters-")), "{:?}", files.keys());
}
