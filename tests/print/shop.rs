//! What a print shop and a printer at home are told: boxes, labels, titles, scaling, duplex; and what ink costs.

use lopdf::{Dictionary, Document, Object};
use muster::compile::compile;
use muster::draw::page::Paper;
use muster::emit::{Chosen, EMITTERS, EmitContext, PrintChoice};
use muster::model::Backs;

use super::pdf::read;
use super::{emitted, rows};
use crate::support::first_steps;

fn reached<'d>(document: &'d Document, object: &'d Object) -> &'d Object {
    document.dereference(object).unwrap().1
}

fn within<'d>(document: &'d Document, dict: &'d Dictionary, key: &[u8]) -> &'d Object {
    reached(document, dict.get(key).unwrap_or_else(|_| panic!("no {}", String::from_utf8_lossy(key))))
}

/// What the catalog says to whoever prints: scaling, duplex, whether the title is shown.
fn preferences(document: &Document) -> (String, String, bool) {
    let told = within(document, document.catalog().unwrap(), b"ViewerPreferences").as_dict().unwrap();
    let name = |key: &[u8]| String::from_utf8_lossy(within(document, told, key).as_name().unwrap()).into_owned();
    (name(b"PrintScaling"), name(b"Duplex"), within(document, told, b"DisplayDocTitle").as_bool().unwrap())
}

fn text(object: &Object) -> String {
    match object.as_str().unwrap() {
        [0xfe, 0xff, rest @ ..] => {
            let units: Vec<u16> = rest.chunks(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect();
            String::from_utf16_lossy(&units)
        }
        plain => String::from_utf8_lossy(plain).into_owned(),
    }
}

fn title(document: &Document) -> String {
    let info = reached(document, document.trailer.get(b"Info").unwrap()).as_dict().unwrap();
    text(within(document, info, b"Title"))
}

/// A box of a page in millimetres: left, bottom, right, top.
fn area(document: &Document, page: u32, key: &[u8]) -> [f64; 4] {
    let page = document.get_dictionary(document.get_pages()[&page]).unwrap();
    let list = within(document, page, key).as_array().unwrap();
    let mm = |object: &Object| f64::from(object.as_float().unwrap()) * 25.4 / 72.0;
    [mm(&list[0]), mm(&list[1]), mm(&list[2]), mm(&list[3])]
}

/// The labels of pages, in the order of pages.
fn labels(document: &Document) -> Vec<String> {
    let tree = within(document, document.catalog().unwrap(), b"PageLabels").as_dict().unwrap();
    let list = within(document, tree, b"Nums").as_array().unwrap();
    let label = |pair: &[Object]| {
        let told = reached(document, &pair[1]).as_dict().unwrap();
        let number = told.get(b"St").ok().and_then(|n| n.as_i64().ok()).map(|n| n.to_string());
        told.get(b"P").map(text).ok().or(number).unwrap_or_default()
    };
    list.chunks(2).map(label).collect()
}

#[test]
fn every_pdf_says_how_it_is_printed_cut_and_called() {
    let game = compile(&first_steps()).game;
    let files = emitted(&game, "print", PrintChoice::default());
    let mut titles = std::collections::BTreeSet::new();
    let mut seen = 0;
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".pdf")) {
        let (document, sheets) = read(bytes);
        let duplex = match name {
            name if name.contains("duplex-long") => "DuplexFlipLongEdge",
            name if name.contains("duplex-short") => "DuplexFlipShortEdge",
            _ => "Simplex",
        };
        assert_eq!(preferences(&document), ("None".to_owned(), duplex.to_owned(), true), "{name}");
        let title = title(&document);
        assert!(title.starts_with("First Steps: "), "{name}: {title}");
        assert!(titles.insert(title.clone()), "two files are called {title}");
        assert_eq!(labels(&document).len(), sheets.len(), "{name}");
        for page in 1..=u32::try_from(sheets.len()).unwrap() {
            let [media, trim, bleed] = [&b"MediaBox"[..], b"TrimBox", b"BleedBox"].map(|key| area(&document, page, key));
            let inside = |inner: [f64; 4], outer: [f64; 4]| {
                inner[0] >= outer[0] - 0.01
                    && inner[1] >= outer[1] - 0.01
                    && inner[2] <= outer[2] + 0.01
                    && inner[3] <= outer[3] + 0.01
            };
            assert!(inside(trim, bleed) && inside(bleed, media), "{name} {page}: {trim:?} {bleed:?} {media:?}");
            assert!(trim[2] > trim[0] && trim[3] > trim[1], "{name} {page}: {trim:?}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen} pages");
    for title in ["alignment test, A4, duplex on the long edge", "counters, Letter, to be folded", "components, A4"] {
        assert!(titles.contains(&format!("First Steps: {title}")), "{title}: {titles:?}");
    }
}

#[test]
fn sheets_are_trimmed_around_what_is_cut_out() {
    let game = compile(&first_steps()).game;
    let print = PrintChoice { paper: vec![Paper::A4], backs: vec![Backs::DuplexLong], ..PrintChoice::default() };
    let files = emitted(&game, "print", print);
    let name = "first-steps-counters-a4-duplex-long.pdf";
    let (document, _) = read(&files[&format!("print/{name}")]);
    let own: Vec<_> = rows(&files["print/first-steps-manifest.csv"])
        .into_iter()
        .filter(|row| row["file"] == name && row["page"] == "1")
        .collect();
    let number = |column: &str| own.iter().map(|row| row[column].parse::<f64>().unwrap()).collect::<Vec<f64>>();
    let least = |list: Vec<f64>| list.into_iter().fold(f64::INFINITY, f64::min);
    let most = |list: Vec<f64>| list.into_iter().fold(0.0, f64::max);
    let (left, right) = (least(number("x-mm")), most(number("x-mm")) + 15.875);
    let (top, bottom) = (least(number("y-mm")), most(number("y-mm")) + 15.875);
    let near = |found: [f64; 4], expected: [f64; 4]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.03);
    let trim = area(&document, 1, b"TrimBox");
    assert!(near(trim, [left, 297.0 - bottom, right, 297.0 - top]), "{trim:?} {left} {top} {right} {bottom}");
    let bleed = area(&document, 1, b"BleedBox");
    assert!(near(bleed, [trim[0] - 2.0, trim[1] - 2.0, trim[2] + 2.0, trim[3] + 2.0]), "{bleed:?}");
    // The back is turned over the long edge: left becomes right.
    let back = area(&document, 2, b"TrimBox");
    assert!(near(back, [210.0 - trim[2], trim[1], 210.0 - trim[0], trim[3]]), "{back:?}");
    assert_eq!(labels(&document)[..2], ["1 front", "1 back"]);
}

#[test]
fn black_letters_are_printed_with_black_alone() {
    let game = compile(&first_steps()).game;
    let print = PrintChoice { paper: vec![Paper::A4], backs: vec![Backs::Fronts], ..PrintChoice::default() };
    let files = emitted(&game, "print", print);
    for what in ["charts-a4", "rules-a4", "setup-a4", "cards-a4-fronts", "counters-a4-fronts", "map-poster", "map-a4"] {
        let (document, _) = read(&files[&format!("print/first-steps-{what}.pdf")]);
        let mut black = 0;
        for (_, id) in document.get_pages() {
            let content = lopdf::content::Content::decode(&document.get_page_content(id)).unwrap();
            let mut fill: Vec<f32> = Vec::new();
            let mut dark = 0;
            for operation in &content.operations {
                match operation.operator.as_str() {
                    "sc" | "scn" | "g" | "rg" => fill = operation.operands.iter().filter_map(|it| it.as_float().ok()).collect(),
                    "Tj" | "TJ" => match fill.as_slice() {
                        [0.0] => black += 1,
                        // Nearly black, of three inks, which shows a coloured edge, or of dots, which frays.
                        colour if !colour.is_empty() && colour.iter().all(|part| *part < 0.17) => dark += 1,
                        _ => {}
                    },
                    _ => {}
                }
            }
            assert_eq!(dark, 0, "{what}");
        }
        assert!(black > 5, "{what}: {black} runs of black letters");
    }
}

#[test]
fn components_are_listed_with_quantities_and_cuts() {
    let game = compile(&first_steps()).game;
    let files = emitted(&game, "print", PrintChoice { paper: vec![Paper::A4], ..PrintChoice::default() });
    let (document, sheets) = read(&files["print/first-steps-components-a4.pdf"]);
    let pages: Vec<u32> = (1..=u32::try_from(sheets.len()).unwrap()).collect();
    let words = document.extract_text(&pages).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    for told in ["Components", "Aster units: ", "15.9 × 15.9 mm", "Cards: 7", "63.5 × 88.9 mm", "Cut list"] {
        assert!(words.contains(told), "{told}: {words}");
    }
    // Every file of the kit is named, and every cut of the first sheet.
    for name in files.keys().filter(|name| name.ends_with(".pdf") && !name.contains("-components-")) {
        let name = name.trim_start_matches("print/");
        assert!(words.replace(' ', "").contains(name), "{name}");
    }
    let sheet = rows(&files["print/first-steps-manifest.csv"])
        .into_iter()
        .find(|row| row["file"].contains("counters-a4-fronts"))
        .unwrap();
    let x: f64 = sheet["x-mm"].parse().unwrap();
    // Cuts are told to a tenth, places of counters to a twentieth of a millimetre.
    let told = words.split("Counters, A4, fronts alone 1 67 ").last().unwrap_or_default();
    let cuts: Vec<f64> = told.split(' ').take(2).map(|word| word.parse().unwrap()).collect();
    assert!((cuts[0] - x).abs() < 0.11 && (cuts[1] - x - 15.875).abs() < 0.11, "{x}: {cuts:?}");
}

/// The ink of some sheets: how much of them is covered, summed over four inks. Each spot of paper is what was painted there
/// last, on a raster of half a millimetre.
pub(super) fn ink(bytes: &[u8]) -> f64 {
    const PER_MM: f64 = 2.0;
    let (_, sheets) = read(bytes);
    let (wide, high) = ((210.0 * PER_MM) as usize, (297.0 * PER_MM) as usize);
    let mut sum = 0.0;
    for sheet in sheets {
        let mut paper = vec![(255u8, 255u8, 255u8); wide * high];
        for (colour, area) in &sheet.filled {
            let cell = |mm: f64, most: usize| ((mm * PER_MM).round().max(0.0) as usize).min(most);
            for y in cell(area.y, high)..cell(area.y + area.height, high) {
                paper[y * wide..][cell(area.x, wide)..cell(area.x + area.width, wide)].fill(*colour);
            }
        }
        let part = |n: u8| 1.0 - f64::from(n) / 255.0;
        for (r, g, b) in paper {
            let (c, m, y) = (part(r), part(g), part(b));
            sum += c + m + y - 2.0 * c.min(m).min(y);
        }
    }
    sum
}

#[test]
fn little_ink_is_little() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("modules/bastogne-breakout");
    for game in [compile(&first_steps()).game, compile(&muster::source::Disk::open(&folder).unwrap()).game] {
        let print =
            PrintChoice { paper: vec![Paper::A4], backs: vec![Backs::DuplexLong], low_ink: true, ..PrintChoice::default() };
        let chosen = Chosen { units: game.units.ids().collect(), markers: game.markers.ids().collect(), ..Chosen::default() };
        let context = EmitContext { print, only: Some(chosen), ..EmitContext::new(&game, &[]) };
        let emitter = EMITTERS.iter().find(|emitter| emitter.name == "print").unwrap();
        let files = (emitter.emit)(&context, &mut |_, _| {}).unwrap().files;
        let of = |end: &str| ink(files.iter().find(|(name, _)| name.contains("-counters-") && name.ends_with(end)).unwrap().1);
        let (full, low) = (of("duplex-long.pdf"), of("duplex-long-low-ink.pdf"));
        assert!(full > 0.0 && low < full * 0.4, "{}: {low} of {full}", game.name);
    }
}
