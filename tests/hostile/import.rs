//! Workbooks and modules that are small and claim to be vast. What was read here before took minutes or gigabytes.

use muster::import::{counters, tiled};
use muster::source::{Memory, limits};

use crate::import::made::{Become, board, hexes, item, map, module, palette, piece, save, slot, tried, usual, xml, zip};
use crate::support::{game, lines, said};

/// A workbook of one sheet: what stands in it, and the texts that cells share.
fn book(sheet: &str, strings: &str) -> Vec<u8> {
    const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = format!(
        "<Relationships><Relationship Id=\"r1\" Type=\"{TYPE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let sheets = format!(
        "<Relationships><Relationship Id=\"r1\" Type=\"{TYPE}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
    );
    zip(&[
        ("_rels/.rels", package.as_bytes()),
        ("xl/_rels/workbook.xml.rels", sheets.as_bytes()),
        ("xl/workbook.xml", b"<workbook><sheets><sheet name=\"Units\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet><dimension ref=\"A1:XFD1048576\"/><sheetData>{sheet}</sheetData></worksheet>").as_bytes(),
        ),
        ("xl/sharedStrings.xml", format!("<sst count=\"4000000000\" uniqueCount=\"4000000000\">{strings}</sst>").as_bytes()),
        ("xl/styles.xml", b"<styleSheet><cellXfs count=\"4000000000\"><xf numFmtId=\"0\"/></cellXfs></styleSheet>"),
    ])
}

fn with(book: Vec<u8>) -> Memory {
    let module = r#"{"format": 2, "name": "x", "ratings": [{"id": "attack"}], "units": {"xlsx": "oob.xlsx"}}"#;
    game(&[("module.json", module)]).with("oob.xlsx", book)
}

/// The only finding.
fn only(book: Vec<u8>) -> String {
    let mut found = said(&with(book));
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn what_a_workbook_says_of_its_size_is_not_believed() {
    let rows = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>a</t></is></c><c r=\"B2\"><v>3</v></c></row>";
    let bytes = book(rows, "<si><t>id</t></si><si><t>attack</t></si>");
    let compiled = muster::compile::compile(&with(bytes.clone()));
    assert_eq!(lines(&compiled), [""; 0]);
    assert_eq!(compiled.game.units.len(), 1);
    assert!(counters::import("oob.xlsx", &bytes).is_ok());
}

#[test]
fn a_cell_has_as_many_letters_as_a_spreadsheet_allows() {
    let of = |letters: usize| {
        book(
            &format!(
                "<row><c t=\"str\"><v>id</v></c><c t=\"str\"><v>note</v></c></row><row><c t=\"str\"><v>a</v></c><c t=\"str\"><v>{}</v></c></row>",
                "é".repeat(letters)
            ),
            "",
        )
    };
    assert_eq!(said(&with(of(limits::CELL_LETTERS))), [""; 0]);
    assert!(only(of(limits::CELL_LETTERS + 1)).contains("the sheet `Units` has more than 32767 letters in row 2, column 2"));
}

#[test]
fn one_text_that_many_cells_share_is_not_copied_without_end() {
    // 32,767 letters 600 times: more than a sheet may hold, out of a few hundred bytes.
    let rows: String = (0..600).map(|_| "<row><c t=\"s\"><v>0</v></c></row>").collect();
    let bytes = book(&rows, &format!("<si><t>{}</t></si>", "x".repeat(limits::CELL_LETTERS)));
    assert!(bytes.len() < 4_000);
    assert!(only(bytes.clone()).contains("the sheet `Units` holds more than 16 MiB of text | divide the sheet into several"));
    assert!(counters::import("oob.xlsx", &bytes).unwrap_err().to_string().contains("more than 16 MiB of text"));
}

#[test]
fn a_workbook_unpacks_to_a_bounded_size() {
    let blank = " ".repeat(65 << 20);
    for bytes in [book(&blank, ""), book("", &blank), book("", &format!("<si><t>{blank}</t></si>"))] {
        assert!(bytes.len() < 200_000);
        assert!(only(bytes).contains("the workbook cannot be read: it unpacks to more than 64 MiB"));
    }
}

#[test]
fn broken_workbooks_are_refused_in_words() {
    let of = |cell: &str| only(book(&format!("<row>{cell}</row>"), ""));
    assert!(of("<c t=\"s\"><v>7</v></c>").contains("a cell shares a text that is not there"));
    assert!(of("<c r=\"A99999999999\"><v>7</v></c>").contains("a cell stands at `A99999999999`"));
    assert!(of("<c r=\"ZZZZZZZZZ1\"><v>7</v></c>").contains("a cell stands at"));
    assert!(of("<c t=\"n\"><v>x</v></c>").contains("a cell has the number `x`"));
    assert!(of("<c r=\"A1\"><v>7").contains("it ends in the middle of a"));
    assert!(of("<c><v>&laugh;</v></c>").contains("it has an entity of its own"));
    assert!(of(&format!("<c t=\"{}\"><v>x</v></c>", "y".repeat(5_000))).len() < 400);
    let many: String = (0..5_000).map(|n| format!("<sheet name=\"s{n}\" r:id=\"r1\"/>")).collect();
    let package = "<a><Relationship Id=\"r1\" Type=\"/officeDocument\" Target=\"w.xml\"/></a>";
    let sheets = zip(&[
        ("_rels/.rels", package.as_bytes()),
        ("_rels/w.xml.rels", b"<a/>"),
        ("w.xml", format!("<w>{many}</w>").as_bytes()),
    ]);
    assert!(only(sheets).contains("it has more than 4096 sheets"));
}

#[test]
fn sheets_and_parts_of_a_workbook_just_inside_and_outside() {
    let of = |sheets: &str, parts: usize| {
        let package = b"<a><Relationship Id=\"r1\" Type=\"/officeDocument\" Target=\"w.xml\"/></a>";
        let book = format!("<w>{sheets}</w>");
        let names: Vec<String> = (3..parts).map(|n| n.to_string()).collect();
        let mut files: Vec<(&str, &[u8])> =
            vec![("_rels/.rels", package), ("_rels/w.xml.rels", b"<a/>"), ("w.xml", book.as_bytes())];
        files.extend(names.iter().map(|name| (name.as_str(), b"".as_slice())));
        only(zip(&files))
    };
    let named = |letters: usize| of(&format!("<sheet name=\"{}\" r:id=\"r1\"/>", "s".repeat(letters)), 3);
    assert!(!named(limits::NAME_LETTERS).contains("letters"), "{}", named(limits::NAME_LETTERS));
    assert!(named(limits::NAME_LETTERS + 1).contains("the name of a sheet has more than 255 letters"));
    let sheets = |count: usize| of(&(0..count).map(|n| format!("<sheet name=\"s{n}\" r:id=\"r1\"/>")).collect::<String>(), 3);
    assert!(!sheets(limits::WORKBOOK_SHEETS).contains("more than"), "{}", sheets(limits::WORKBOOK_SHEETS));
    assert!(sheets(limits::WORKBOOK_SHEETS + 1).contains("it has more than 4096 sheets"));
    assert!(!of("", limits::WORKBOOK_PARTS).contains("parts, expected"));
    assert!(of("", limits::WORKBOOK_PARTS + 1).contains("it has 20001 parts, expected at most 20000"));
}

#[test]
fn tilesets_beyond_what_is_read_are_told() {
    let of = |count: usize| {
        let sets: String = (1..=count).map(|n| format!("<tileset firstgid=\"{n}\" source=\"{n}.tsx\"/>")).collect();
        let map = format!(
            "<map orientation=\"hexagonal\" width=\"2\" height=\"1\" tilewidth=\"4\" tileheight=\"4\">{sets}<layer width=\"2\" height=\"1\"><data encoding=\"csv\">1,2</data></layer></map>"
        );
        let mut read = 0;
        let mut beside = |_: &str| {
            read += 1;
            Some(b"<tileset name=\"t\"/>".to_vec())
        };
        let notes = tiled::import("x.tmx", map.as_bytes(), &mut beside).unwrap().notes;
        (read, notes.into_iter().filter(|note| note.contains("tilesets")).collect::<Vec<_>>())
    };
    assert_eq!(of(256), (256, Vec::new()));
    let (read, notes) = of(258);
    assert_eq!(read, 256);
    assert!(
        notes.len() == 1 && notes[0].starts_with("tilesets beyond the first 256 files, or 64 MiB of them: `257.tsx`, `258.tsx`;"),
        "{notes:?}"
    );
}

/// A prototype with these traits.
fn prototype(name: &str, traits: &[(&str, &str)]) -> String {
    let text = piece("null", traits, "", "", "", "null;0;0");
    format!("<VASSAL.build.module.PrototypeDefinition name=\"{name}\">{}</VASSAL.build.module.PrototypeDefinition>", xml(&text))
}

#[test]
fn prototypes_that_multiply_are_told() {
    // Nine levels, each of which says the next one's words several times; and thirty, each of which uses the next twice.
    let words = format!("prototype;N;w={}", "$w$".repeat(12));
    let mut nine: String =
        (1..9).map(|n| prototype(&format!("P{n}"), &[(&words.replace(";N;", &format!(";P{};", n + 1)), "")])).collect();
    nine += &prototype("P9", &[("mark;A", "$w$")]);
    let thirty: String = (1..31)
        .map(|n| {
            let next = format!("prototype;P{}", n + 1);
            prototype(&format!("P{n}"), &[(&next, ""), (&next, "")])
        })
        .collect();
    for (all, why) in
        [(nine, "its prototypes make more than 1 MiB of it"), (thirty, "its prototypes use each other more than 10000 times")]
    {
        let slots = [slot("Tower", "", 1, &[("prototype;P1;w=x", "")]), slot("Plain", "", 2, &[])];
        let parts = format!(
            "<VASSAL.build.module.PrototypesContainer>{all}</VASSAL.build.module.PrototypesContainer>{}",
            palette("Units", &slots)
        );
        let back = Become::of(&[&module(&parts, &[])]);
        assert_eq!(back.compiled.game.units.len(), 1);
        assert!(back.report().contains(&format!("### piece: {why} (1)\n\n- Tower\n")), "{}", back.report());
    }
}

#[test]
fn a_piece_of_many_traits_is_read_once() {
    let of = |count: usize| {
        let slots = [slot("Long", "", 1, &vec![("delete;Delete;68,130;", ""); count]), slot("Plain", "", 2, &[])];
        Become::of(&[&module(&palette("Units", &slots), &[])])
    };
    assert_eq!(of(300).compiled.game.units.len(), 2);
    // A divider without a backslash ends the piece: a million of them are two.
    let flat = format!("+/null/{}piece;;;;Flat/", "a\t".repeat(1_000_000));
    let text = format!("<VASSAL.build.widget.PieceSlot entryName=\"F\" gpid=\"3\">{flat}</VASSAL.build.widget.PieceSlot>");
    let back = Become::of(&[&module(&palette("Units", &[text]), &[])]);
    assert!(back.report().contains("its definition has more than 1 MiB"), "{}", back.report());
}

#[test]
fn a_stack_far_off_its_board_does_not_stretch_the_map() {
    let stack = |x: i64, y: i64| {
        format!(
            "<VASSAL.build.module.map.SetupStack name=\"s\" owningBoard=\"Field\" x=\"{x}\" y=\"{y}\">{}</VASSAL.build.module.map.SetupStack>",
            slot("A", "", 1, &[])
        )
    };
    let grid = hexes("dx=\"2\" dy=\"2\"", "hOff=\"1\" vOff=\"1\"");
    let parts = map("Main", &board("Field", (60, 60), &grid), &(stack(30, 30) + &stack(999_999, 999_999)));
    let back = Become::of(&[&module(&parts, &[])]);
    assert!(back.text("map.json").len() < 20_000);
    assert!(back.report().contains("### stack: it lies far off its board (1)"), "{}", back.report());
}

#[test]
fn many_zones_with_grids_of_their_own_are_bounded() {
    let zones: String = (0..600)
        .map(|n| {
            format!(
                "<Zone name=\"z{n}\" path=\"0,0;90000,0;90000,90000;0,90000\">{}</Zone>",
                hexes("dx=\"300\" dy=\"300\"", "hOff=\"1\"")
            )
        })
        .collect();
    let parts = map("Main", &board("Field", (99_999, 99_999), &format!("<ZonedGrid>{zones}</ZonedGrid>")), "");
    let back = tried(&[&module(&parts, &[])]).unwrap();
    let report = String::from_utf8_lossy(&back.files["import-report.md"]).into_owned();
    assert!(report.contains("it has more hexes than any map") || report.contains("its zones have too many corners"), "{report}");
}

#[test]
fn many_setups_of_one_save_are_bounded() {
    let pieces: Vec<String> = (0..2_000).map(|n| piece(&n.to_string(), &[], "", "A", "1", "Main;40;40")).collect();
    let setups: String =
        (0..400).map(|n| format!("<VASSAL.build.module.PredefinedSetup name=\"S{n}\" file=\"s.vsav\"/>")).collect();
    let parts = format!(
        "{}{}{setups}",
        palette("Units", &[slot("A", "", 1, &[])]),
        map("Main", &board("Field", (600, 500), &usual()), "")
    );
    let back = tried(&[&module(&parts, &[("s.vsav", save(&pieces, None))])]).unwrap();
    let report = String::from_utf8_lossy(&back.files["import-report.md"]).into_owned();
    assert!(report.contains("### setup: all setups together have more than 200000 pieces (301)"), "{report}");
    assert_eq!(back.files.keys().filter(|path| path.starts_with("scenarios/")).count(), 99);
}

#[test]
fn a_save_that_unpacks_to_much_is_told() {
    let parts = format!(
        "{}<VASSAL.build.module.PredefinedSetup name=\"S\" file=\"s.vsav\"/>",
        palette("Units", &[slot("A", "", 1, &[])])
    );
    let packed = zip(&[("savedGame", &vec![b'\x1b'; (limits::SAVE_BYTES + 1) as usize])]);
    let back = Become::of(&[&module(&parts, &[("s.vsav", packed)])]);
    assert!(back.report().contains("its `savedGame`: it unpacks to more than 64 MiB"), "{}", back.report());
    // Groups within groups, each around nearly all of the text.
    let mut text = format!("+/1/piece;;;;A/Main;1;2;1;0{}", "x".repeat(1 << 20));
    for _ in 0..40 {
        text = format!("a\u{1b}{}", text.replace('\u{1b}', "\\\u{1b}"));
    }
    let packed = zip(&[("savedGame", text.as_bytes())]);
    assert!(tried(&[&module(&parts, &[("s.vsav", packed)])]).is_ok());
}

#[test]
fn properties_of_many_pieces_make_a_sheet_of_bounded_width() {
    let slots: Vec<String> =
        (0..1_500).map(|n| slot(&format!("U{n}"), "", n, &[(format!("mark;a{n},b{n},c{n}").as_str(), "1,2,x")])).collect();
    let back = Become::of(&[&module(&palette("Units", &slots), &[])]);
    assert_eq!(back.compiled.game.units.len(), 1_500);
    let head = back.text("units.csv").lines().next().unwrap_or_default().split(',').count();
    assert!((800..1_000).contains(&head), "{head} columns");
    assert!(back.report().contains("property: a sheet has no more columns"));
}

#[test]
fn extensions_sides_and_levels_without_end_are_bounded() {
    let entries: String = (0..20_000).map(|n| format!("<entry>side {n}</entry>")).collect();
    let list = (0..50_000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let inner = format!("<VASSAL.build.module.turn.ListTurnLevel property=\"phase\" list=\"{list}\"/>");
    let level = |inside: &str| {
        format!(
            "<VASSAL.build.module.turn.ListTurnLevel property=\"phase\" list=\"{list}\">{inside}</VASSAL.build.module.turn.ListTurnLevel>"
        )
    };
    let parts = format!(
        "<VASSAL.build.module.PlayerRoster>{entries}</VASSAL.build.module.PlayerRoster><VASSAL.build.module.turn.TurnTracker><VASSAL.build.module.turn.CounterTurnLevel start=\"1\">{}</VASSAL.build.module.turn.CounterTurnLevel></VASSAL.build.module.turn.TurnTracker>{}",
        level(&inner),
        palette("Units", &[slot("A", "", 1, &[])])
    );
    let back = Become::of(&[&module(&parts, &[])]);
    assert_eq!(back.compiled.game.sides.len(), 64);
    assert!(back.report().contains("side: a game has no more than 64 (19936)"), "{}", back.report());
}

#[test]
fn sheets_of_counters_with_long_words_and_many_columns_are_borne() {
    let word = "x".repeat(1_000_000);
    for text in [
        format!("name,side,attack\n{word},a,1\nb,{word},2\n"),
        format!("name,{word},attack\na,b,1\n"),
        format!("{}\n{}\n", vec!["attack"; 1_000].join(","), vec!["1"; 1_000].join(",")),
    ] {
        if let Ok(imported) = counters::import("x.csv", text.as_bytes()) {
            assert!(imported.notes.iter().all(|note| note.len() < 10_000));
        }
    }
    let wide = format!("name,side,{}\n", vec!["attack"; 200_000].join(","));
    assert!(counters::import("x.csv", wide.as_bytes()).unwrap_err().to_string().contains("1024 columns"));
}

#[test]
fn maps_of_tiled_without_end_are_refused() {
    let of = |size: &str, layer: &str, data: &str| {
        let map = format!(
            "<map orientation=\"hexagonal\" {size} tilewidth=\"4\" tileheight=\"4\"><tileset firstgid=\"1\" source=\"a.tsx\"/><layer {layer}><data encoding=\"csv\">{data}</data></layer></map>"
        );
        tiled::import("x.tmx", map.as_bytes(), &mut |_| None)
    };
    assert!(of("width=\"2\" height=\"1\"", "width=\"2\" height=\"1\"", "1,2").is_ok());
    for (size, layer) in [
        ("width=\"2000000000\" height=\"2000000000\"", "width=\"1\" height=\"1\""),
        ("width=\"2\" height=\"1\"", "width=\"2000000000\" height=\"2000000000\""),
        ("width=\"9223372036854775807\" height=\"9223372036854775807\"", "width=\"1\" height=\"1\""),
    ] {
        assert!(of(size, layer, "1").is_err());
    }
    // Every chunk is small, and they lie at the ends of the world.
    let chunks = "<map orientation=\"hexagonal\" infinite=\"1\" tilewidth=\"4\" tileheight=\"4\"><layer><data encoding=\"csv\"><chunk x=\"-2000000000\" y=\"-2000000000\" width=\"1\" height=\"1\">1</chunk><chunk x=\"2000000000\" y=\"2000000000\" width=\"1\" height=\"1\">1</chunk></data></layer></map>";
    assert!(tiled::import("x.tmx", chunks.as_bytes(), &mut |_| None).unwrap_err().to_string().contains("hexes, at most"));
}

/// A layer of these pictures that always shows.
fn layer(name: &str, images: &str) -> String {
    format!("emb2;;128;;Flip;128;;;128;;;;1;false;0;0;{images};;true;{name};;;false;;1;1;true;;70,130;;;1.0;;true")
}

/// Whether the report tells this; nothing else may begin like it.
#[track_caller]
fn told(back: &Become, kind: &str, wanted: Option<&str>) {
    let report = back.report();
    match wanted {
        Some(wanted) => assert!(report.contains(&format!("### {kind}: {wanted}")), "{report}"),
        None => assert!(!report.contains(&format!("### {kind}:")), "{report}"),
    }
}

#[test]
fn what_a_piece_has_beyond_what_is_read_is_told() {
    let of = |traits: &[String]| {
        let traits: Vec<(&str, &str)> = traits.iter().map(|one| (one.as_str(), "1")).collect();
        Become::of(&[&module(&palette("Units", &[slot("A", "", 1, &traits), slot("B", "", 2, &traits)]), &[])])
    };
    // From the outside in: the last that is left is the outermost.
    let layers = |count: usize| of(&(0..count).rev().map(|n| layer(&format!("L{n}"), &format!("l{n}.png"))).collect::<Vec<_>>());
    told(&layers(64), "layer of a piece", None);
    let wanted = "a piece has no more than 64 (4)\n\n- `L64` of A (`a`)\n- and 3 more\n";
    told(&layers(66), "layer of a piece", Some(wanted));
    let names = |count: usize| (0..count).map(|n| format!("p{n}")).collect::<Vec<_>>().join(",");
    let marks = |count: usize| of(&[format!("mark;{}", names(count)), format!("mark;{}", names(10))]);
    told(&marks(1_000), "property of a piece", None);
    let wanted = "a piece has no more than 1000 (4)\n\n- `p1000` of A (`a`)\n- and 3 more\n";
    told(&marks(1_002), "property of a piece", Some(wanted));
    let images = |count: usize| (0..count).map(|n| format!("i{n}.png")).collect::<Vec<_>>().join(",");
    let levels = |count: usize| of(&[layer("Step", &images(count))]);
    told(&levels(24), "level of a layer", None);
    let wanted = "a counter has no more than 24 faces (2)\n\n- of `Step` of A (`a`)\n- and 1 more\n";
    told(&levels(25), "level of a layer", Some(wanted));
}

#[test]
fn turns_and_words_of_a_tracker_beyond_what_is_read_are_told() {
    let of = |levels: &str| {
        let tracker = format!("<VASSAL.build.module.turn.TurnTracker>{levels}</VASSAL.build.module.turn.TurnTracker>");
        Become::of(&[&module(&format!("{tracker}{}", palette("Units", &[slot("A", "", 1, &[])])), &[])])
    };
    let turns = |last: usize, inside: &str| {
        of(&format!(
            "<VASSAL.build.module.turn.CounterTurnLevel property=\"turn\" start=\"1\" loop=\"true\" loopLimit=\"{last}\">{inside}</VASSAL.build.module.turn.CounterTurnLevel>"
        ))
    };
    told(&turns(400, ""), "turn", None);
    told(&turns(402, ""), "turn", Some("a calendar has no more than 400 (2)\n\n- 401 of `turn`\n- and 1 more\n"));
    let list = |count: usize| {
        let words = (0..count).map(|n| format!("w{n}")).collect::<Vec<_>>().join(",");
        turns(9, &format!("<VASSAL.build.module.turn.ListTurnLevel property=\"phase\" list=\"{words}\"/>"))
    };
    told(&list(200), "phase", None);
    told(&list(201), "phase", Some("a sequence has no more than 200 (1)\n\n- `w200`\n"));
    told(&list(1_000), "word of a tracker", None);
    let wanted = "a level has no more than 1000 (3)\n\n- `w1000` of `phase`\n- and 2 more\n";
    told(&list(1_003), "word of a tracker", Some(wanted));
    let deep = |levels: usize| {
        let (open, close) =
            ("<VASSAL.build.module.turn.ListTurnLevel property=\"day\" list=\"a\">", "</VASSAL.build.module.turn.ListTurnLevel>");
        of(&(open.repeat(levels) + &close.repeat(levels)))
    };
    told(&deep(9), "level of a tracker", None);
    told(&deep(10), "level of a tracker", Some("it stands in more than 8 others (1)\n\n- day\n"));
}

#[test]
fn boards_and_areas_beyond_what_is_read_are_told() {
    let laid = |count: usize| {
        let setup: String = (0..count).map(|n| format!("\tField\t{}\t{}", n % 100, n / 100)).collect();
        let boards = format!("{}<setup>MainBoardPicker{setup}</setup>", board("Field", (60, 60), ""));
        Become::of(&[&module(&map("Main", &boards, ""), &[])])
    };
    told(&laid(1_000), "board that is laid out", None);
    let wanted = "a window has no more than 1000 (3)\n\n- `Field` in `Main`\n- and 2 more\n";
    told(&laid(1_003), "board that is laid out", Some(wanted));
    let zoned = |count: usize| {
        let zones: String = (0..count)
            .map(|n| format!("<Zone name=\"z{n}\" useParentGrid=\"true\" path=\"0,0;600,0;600,500;0,500\"/>"))
            .collect();
        let boards = board("Field", (120, 120), &format!("<ZonedGrid>{}{zones}</ZonedGrid>", usual()));
        Become::of(&[&module(&map("Main", &boards, ""), &[])])
    };
    told(&zoned(500), "area", None);
    told(&zoned(502), "area", Some("a map has no more than 500 (2)\n\n- z500\n- and 1 more\n"));
}

#[test]
fn copies_beyond_what_a_game_may_have_are_told() {
    let of = |count: usize| {
        let cards = slot("Card", "", 2, &[]).repeat(count);
        let deck = format!("<VASSAL.build.module.map.DrawPile name=\"Deck\">{cards}</VASSAL.build.module.map.DrawPile>");
        let parts =
            map("Main", &board("Field", (600, 500), &usual()), &deck) + &palette("Units", &vec![slot("A", "", 1, &[]); count]);
        Become::of(&[&module(&parts, &[])])
    };
    let back = of(999);
    told(&back, "copy of a unit", None);
    told(&back, "copy of a card", None);
    let back = of(1_001);
    told(&back, "copy of a unit", Some("it is there at most 999 times (2)\n\n- A\n- and 1 more\n"));
    told(&back, "copy of a card", Some("it is there at most 999 times (2)\n\n- Card\n- and 1 more\n"));
}

/// Names that a spreadsheet or a reader of sheets takes for something else.
const MISTAKABLE: [&str; 8] = ["=1+1", "@x", "-5 panzer", "+2", "=HYPERLINK(\"a\",\"b\")", "#REF!", "2-Jan", "'=1"];

/// Whether a sheet has a cell that a spreadsheet would run.
fn runs(sheet: &str) -> bool {
    let cells = crate::support::csv(sheet).into_iter().flatten();
    cells.into_iter().any(|cell| cell.starts_with(['=', '+', '@', '-', '\t', '\r']) && cell.parse::<i32>().is_err())
}

#[test]
fn names_of_a_module_that_look_like_formulas_are_guarded() {
    let mark = "mark;Weight,Motto,=key";
    let slots: Vec<String> =
        (1..).zip(MISTAKABLE).map(|(n, name)| slot(name, "", n, &[(mark, &format!("-1,{},4", item(name, ',')))])).collect();
    let back = Become::of(&[&module(&palette("Units", &slots), &[])]);
    assert_eq!(lines(&back.compiled), [""; 0]);
    let sheet = back.text("units.csv");
    assert!(!runs(&sheet), "{sheet}");
    assert!(sheet.contains(",'=1+1,") && sheet.contains(",'-5 panzer,") && sheet.contains(",-1,"), "{sheet}");
    let units = &back.compiled.game.units;
    assert_eq!(units.values().map(|unit| unit.name.as_deref().unwrap_or_default()).collect::<Vec<_>>(), MISTAKABLE);
    let weight = back.compiled.game.ratings.iter().find(|(_, rating)| rating.id == "weight").unwrap().0;
    for unit in units.values() {
        assert_eq!(unit.properties.get("Motto"), unit.name.as_ref());
        assert_eq!(unit.faces[0].rating(weight), muster::model::RatingValue::Known(-1));
    }
}

#[test]
fn names_of_a_sheet_that_look_like_formulas_are_guarded() {
    let rows: String = MISTAKABLE.iter().map(|name| format!("\"{}\",red,-1,\"{0}\"\n", name.replace('"', "\"\""))).collect();
    let imported = counters::import("x.csv", format!("name,side,attack,motto\n{rows}").as_bytes()).unwrap();
    let sheet = String::from_utf8(imported.files["units.csv"].clone()).unwrap();
    assert!(!runs(&sheet), "{sheet}");
    let mut files = Memory::new();
    files.files = imported.files;
    let compiled = muster::compile::compile(&files);
    assert_eq!(lines(&compiled), [""; 0]);
    // What looks guarded in somebody's own sheet is read as if it were.
    let names: Vec<&str> = MISTAKABLE.iter().map(|name| name.trim_start_matches('\'')).collect();
    assert_eq!(compiled.game.units.values().map(|unit| unit.name.as_deref().unwrap_or_default()).collect::<Vec<_>>(), names);
}
