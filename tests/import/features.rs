//! What a module has, and what becomes of it.

use serde_json::json;

use super::made::{Become, board, item, map, module, named, palette, piece, png, save, slot, usual, xml};

const STACK: &str = "VASSAL.build.module.map.SetupStack";

fn main_map(more: &str) -> String {
    map("Main", &board("Field", (600, 500), &usual()), more)
}

fn setup(name: &str, file: &str) -> String {
    format!("<VASSAL.build.module.PredefinedSetup name=\"{name}\" useFile=\"true\" file=\"{file}\"/>")
}

fn roster(sides: &[&str]) -> String {
    let entries: String = sides.iter().map(|side| format!("<entry>{side}</entry>")).collect();
    format!("<VASSAL.build.module.PlayerRoster>{entries}</VASSAL.build.module.PlayerRoster>")
}

const FLIP: &str =
    "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;a.png,ar.png;,+ (Reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true";

#[test]
fn layers_old_and_new_are_faces_and_their_levels_states() {
    let files = [
        ("images/a.png", png(40, 40)),
        ("images/ar.png", png(40, 40)),
        ("images/b.png", png(40, 40)),
        ("images/br.png", png(40, 40)),
    ];
    let slots = [
        slot("New", "a.png", 1, &[(FLIP, "1")]),
        // Version 2.9: the base is the front, and a key shows the back.
        slot("Old", "b.png", 2, &[("emb;F;Flip;;;;;0;0;br.png,+ (Reduced)", "-1")]),
        slot("Early", "b.png", 3, &[("emb2;Flip;2;F;;2;;;2;;;;;false;0;0;br.png;+ (Reduced);false", "-1")]),
        slot("Plain", "b.png", 4, &[]),
    ];
    let at = |id: &str, name: &str, image: &str, gpid: u32, traits: &[(&str, &str)], place: &str| {
        piece(id, traits, image, name, &gpid.to_string(), place)
    };
    let commands = [
        "begin_save".to_owned(),
        String::new(),
        at("1", "New", "a.png", 1, &[(FLIP, "2")], "Main;40;40"),
        at("2", "Old", "b.png", 2, &[("emb;F;Flip;;;;;0;0;br.png,+ (Reduced)", "1")], "Main;90;70"),
        at("3", "Early", "b.png", 3, &[("emb2;Flip;2;F;;2;;;2;;;;;false;0;0;br.png;+ (Reduced);false", "-1")], "Main;140;40"),
        "+/9/stack/Main;40;40;1;@@0".to_owned(),
        "SETUP_STACK\t".to_owned(),
        "end_save".to_owned(),
    ];
    for key in [None, Some(0x5a)] {
        let mut all: Vec<_> = files.to_vec();
        all.push(("start.vsav", save(&commands, key)));
        let parts = format!("{}{}{}", palette("Units", &slots), main_map(""), setup("Start", "start.vsav"));
        let back = Become::of(&[&module(&parts, &all)]);
        let full = |hex: &str| vec![(hex.to_owned(), "full".to_owned())];
        let reduced = |hex: &str| vec![(hex.to_owned(), "reduced".to_owned())];
        assert_eq!(back.places("start", "new"), reduced("0101"));
        assert_eq!(back.places("start", "old"), reduced("0201"));
        assert_eq!(back.places("start", "early"), full("0301"));
        let units = back.text("units.csv");
        let lines: Vec<&str> = units.lines().collect();
        assert_eq!(lines[0], "id,name,back.state,picture,back.picture");
        assert_eq!(lines[1], "new,New,reduced,images/a.png,images/ar.png");
        assert_eq!(lines[2], "old,Old,reduced,images/b.png,images/br.png");
        assert_eq!(lines[4], "plain,Plain,,images/b.png,");
    }
}

/// A layer of two levels, the first of them blank: what lies below is the front. It may follow a property.
#[test]
fn a_back_is_found_behind_a_blank_level() {
    let files = [("images/a.png", png(40, 40)), ("images/ar.png", png(40, 40)), ("images/dot.png", png(9, 9))];
    let blank = |follows: &str| {
        format!(
            "emb2;;128;;;128;;;128;;;;1;false;0;0;,ar.png;,+ (Reduced);true;Layer;;;{follows};Loss;0;1;true;;70,130;;;1.0;;true"
        )
    };
    let status = "emb2;;128;;;128;;;128;;;;1;false;0;0;,dot.png;,+ (Fired);true;Fire;;;false;;1;1;true;;71,130;;;1.0;;true";
    let unsure = "emb2;;128;;;128;;;128;;;;1;false;0;0;a.png,big.png;;true;Mode;;;false;;1;1;true;;70,130;;;1.0;;true";
    let slots = [
        slot("Blank", "a.png", 1, &[(&blank("false"), "1")]),
        slot("Follows", "a.png", 2, &[(&blank("true"), "1"), ("PROP;Loss;false,0,1,false;;", "0")]),
        // A small picture in a corner is no back.
        slot("Dotted", "a.png", 3, &[(status, "1")]),
        // No word speaks of it, and no base tells how large a counter is; but it is the only one that changes.
        slot(
            "Unsure",
            "",
            4,
            &[("emb2;;128;;;128;;;128;;;;1;false;0;0;dot.png;;true;Sign;;;false;;1;1;true;;;;;1.0;;true", "1"), (unsure, "1")],
        ),
    ];
    let mut all = files.to_vec();
    all.push(("images/big.png", png(40, 40)));
    let back = Become::of(&[&module(&format!("{}{}", palette("Units", &slots), main_map("")), &all)]);
    let units = back.text("units.csv");
    let rows: Vec<Vec<&str>> = units.lines().map(|line| line.split(',').collect()).collect();
    let cell = |id: &str, column: &str| {
        let at = rows[0].iter().position(|heading| *heading == column).unwrap();
        rows.iter().find(|row| row[0] == id).unwrap()[at]
    };
    for id in ["blank", "follows"] {
        let told = ["picture", "back.picture", "back.state"].map(|column| cell(id, column));
        assert_eq!(told, ["images/a.png", "images/ar.png", "reduced"], "{id}");
    }
    assert_eq!(["picture", "back.picture"].map(|column| cell("dotted", column)), ["images/a.png", ""]);
    assert!(!cell("unsure", "back.picture").is_empty(), "{units}");
}

#[test]
fn properties_are_columns_and_numbers_ratings_also_by_level() {
    let slots = [
        slot(
            "A",
            "",
            1,
            &[
                ("calcProp;Attack;{Step_Level==2?2:(4)};", ""),
                (FLIP, "1"),
                ("mark;Arm,Move,Agent", "tank,6,007"),
                ("PROP;Hits;true,0,9,false;;", "0"),
            ],
        ),
        slot("B", "", 2, &[("mark;Arm,Move", "foot\\, light,4")]),
    ];
    let back = Become::of(&[&module(&palette("Units", &slots), &[])]);
    let game = &back.compiled.game;
    let unit = game.units.values().find(|unit| unit.id == "a").unwrap();
    let rating = |id: &str| game.ratings.iter().find(|(_, rating)| rating.id == id).unwrap().0;
    let faces: Vec<String> =
        unit.faces.iter().map(|face| format!("{:?} {:?}", face.rating(rating("attack")), face.rating(rating("move")))).collect();
    assert_eq!(faces, ["Known(4) Known(6)", "Known(2) Known(6)"]);
    assert!(back.text("units.csv").lines().next().unwrap().contains("properties.Arm"));
    assert!(back.text("units.csv").contains("\"foot, light\""));
    // Zeros before it make it a word.
    assert_eq!(unit.properties.get("Agent").map(String::as_str), Some("007"));
}

#[test]
fn prototypes_are_flattened_and_those_that_lack_or_idle_are_told() {
    let prototype = |name: &str, traits: &[(&str, &str)]| {
        let text = piece("null", traits, "", "", "", "null;0;0");
        format!(
            "<VASSAL.build.module.PrototypeDefinition name=\"{name}\">{}</VASSAL.build.module.PrototypeDefinition>",
            xml(&text)
        )
    };
    let parts = format!(
        "<VASSAL.build.module.PrototypesContainer><VASSAL.build.module.folder.PrototypeFolder name=\"f\">{}{}</VASSAL.build.module.folder.PrototypeFolder>{}{}{}</VASSAL.build.module.PrototypesContainer>{}{}",
        prototype("Blue", &[("mark;Side", "Blue"), ("prototype;Inner", "")]),
        prototype("Inner", &[("mark;Morale", "7")]),
        prototype("Idle", &[("mark;X", "1")]),
        // Headings in the list of prototypes.
        prototype("===== Markers =====", &[]),
        prototype("----- Leaders -----", &[("cmt;below: leaders", "")]),
        roster(&["Blue", "Red", "Solitaire"]),
        palette("Units", &[slot("A", "", 1, &[("prototype;Blue", "")]), slot("B", "", 2, &[("prototype;Nobody", "")])]),
    );
    let back = Become::of(&[&module(&parts, &[])]);
    let game = &back.compiled.game;
    let unit = game.units.values().find(|unit| unit.id == "a").unwrap();
    assert_eq!(game.sides[unit.side.unwrap()].id, "blue");
    assert_eq!(game.sides.values().map(|side| side.id.as_str()).collect::<Vec<_>>(), ["blue", "red"]);
    let facts = back.json("imported.json");
    let found =
        json!([{"is": "unused-prototype", "name": "Idle"}, {"is": "missing-prototype", "name": "Nobody", "pieces": ["b"]}]);
    assert_eq!(facts["found"], found);
    assert!(back.report().contains("`Nobody`"));
    let codes = back.codes();
    assert!(codes.contains(&"M0901") && codes.contains(&"M0902"), "{codes:?}");
}

#[test]
fn stacks_at_the_start_are_a_scenario_with_or_without_setups() {
    let stack = |name: &str, place: &str, unit: String| {
        format!("<{STACK} name=\"{name}\" owningBoard=\"Field\" {place}>{unit}</{STACK}>")
    };
    let folder = |name: &str, inside: &str| {
        const FOLDER: &str = "VASSAL.build.module.folder.MapSubFolder";
        format!("<{FOLDER} name=\"{name}\">{inside}</{FOLDER}>")
    };
    let one = stack("one", "useGridLocation=\"false\" x=\"40\" y=\"40\"", slot("A", "", 1, &[]));
    let two = stack("two", "useGridLocation=\"true\" location=\"0302\" x=\"0\" y=\"0\"", slot("B", "", 2, &[]));
    let lost = stack("lost", "x=\"10\" y=\"10\"", slot("C", "", 3, &[])).replace("Field", "Nowhere");
    let more = folder("All", &format!("{}{}", folder("1st Corps", &one), folder("2nd Corps", &format!("{two}{lost}"))));
    let back = Become::of(&[&module(&main_map(&more), &[])]);
    assert_eq!(back.places("at-start", "a"), [("0101".to_owned(), "full".to_owned())]);
    assert_eq!(back.places("at-start", "b"), [("0302".to_owned(), "full".to_owned())]);
    let unit = back.compiled.game.units.values().find(|unit| unit.id == "a").unwrap();
    assert_eq!(
        back.compiled.game.formations[unit.formation.unwrap()].name.as_deref(),
        Some("1st Corps"),
        "the folder it lies in"
    );
    assert!(back.report().contains("the board that it stands on does not exist"));
}

#[test]
fn a_save_without_its_mark_has_the_stacks_too_and_names_its_boards() {
    let boards = format!(
        "{}{}",
        board("Summer", (600, 500), &usual()),
        board("Winter", (600, 500), &usual().replace("hOff=\"1\"", "hOff=\"11\""))
    );
    let more = format!("<{STACK} name=\"s\" owningBoard=\"Summer\" x=\"40\" y=\"40\">{}</{STACK}>", slot("Start", "", 5, &[]));
    let commands = [
        "begin_save".to_owned(),
        piece("1", &[], "", "A", "1", "Main;90;70"),
        format!("MainBoardPicker\t{}\t0\t0", item("Winter", '\t')),
        "end_save".to_owned(),
    ];
    let parts =
        format!("{}{}{}", palette("Units", &[slot("A", "", 1, &[])]), map("Main", &boards, &more), setup("Cold", "c.vsav"));
    let back = Become::of(&[&module(&parts, &[("c.vsav", save(&commands, None))])]);
    // Two boards whose numbers differ are two sheets.
    assert_eq!(back.places("cold", "a"), [("W1201".to_owned(), "full".to_owned())]);
    assert_eq!(back.places("cold", "start"), [("S0101".to_owned(), "full".to_owned())]);
}

#[test]
fn boards_side_by_side_join_or_go_on() {
    let west = hexes_at("x0=\"25\" y0=\"30\"", 1);
    let setup_text = "MainBoardPicker\tWest\t0\t0\tEast\t1\t0";
    // The east board goes on with the columns of the west: one grid.
    let east = hexes_at("x0=\"25\" y0=\"30\"", 7);
    let boards = format!("<setup>{setup_text}</setup>{}{}", board("West", (300, 300), &west), board("East", (300, 300), &east));
    let back = Become::of(&[&module(&map("Main", &boards, ""), &[])]);
    assert!(back.hexes().contains("0101") && back.hexes().contains("1201"), "{:?}", back.hexes());
    let board_of = |back: &Become, a: &str, b: &str| {
        let map = back.compiled.game.map.as_ref().unwrap();
        let find = |name: &str| map.board.hexes().find(|hex| map.board.name(*hex) == name).unwrap_or_else(|| panic!("no {name}"));
        map.board.distance(find(a), find(b))
    };
    assert_eq!(board_of(&back, "0601", "0701"), 1);
    // It counts anew: two sheets, joined.
    let east = hexes_at("x0=\"25\" y0=\"30\"", 1);
    let boards = format!("<setup>{setup_text}</setup>{}{}", board("West", (300, 300), &west), board("East", (300, 300), &east));
    let back = Become::of(&[&module(&map("Main", &boards, ""), &[])]);
    assert_eq!(board_of(&back, "W0601", "E0101"), 1);
}

fn hexes_at(origin: &str, first: u32) -> String {
    super::made::hexes(&format!("{origin} dx=\"50\" dy=\"60\""), &format!("hOff=\"{first}\" vOff=\"1\" stagger=\"false\""))
}

#[test]
fn regions_zones_and_bare_maps_are_boxes() {
    let regions = "<VASSAL.build.module.map.boardPicker.board.RegionGrid><VASSAL.build.module.map.boardPicker.board.Region name=\"Paris\" originx=\"50\" originy=\"50\"/><VASSAL.build.module.map.boardPicker.board.Region name=\"Lille\" originx=\"250\" originy=\"50\"/></VASSAL.build.module.map.boardPicker.board.RegionGrid>";
    let parts = format!(
        "{}{}{}{}",
        palette("Units", &[slot("A", "", 1, &[]), slot("B", "", 2, &[]), slot("C", "", 3, &[])]),
        map("Main", &board("France", (400, 300), regions), ""),
        map("Dead", &board("", (400, 300), ""), ""),
        setup("Start", "s.vsav"),
    );
    let commands = [
        "begin_save".to_owned(),
        piece("1", &[], "", "A", "1", "Main;60;44"),
        piece("2", &[], "", "B", "2", "Main;200;80"),
        piece("3", &[], "", "C", "3", "Dead;10;10"),
        "SETUP_STACK\t".to_owned(),
        "end_save".to_owned(),
    ];
    let back = Become::of(&[&module(&parts, &[("s.vsav", save(&commands, Some(7)))])]);
    let at = |unit: &str| back.places("start", unit)[0].0.clone();
    assert_eq!([at("a"), at("b"), at("c")], ["box paris", "box lille", "box dead"]);
}

#[test]
fn cards_in_folders_of_a_deck_are_found() {
    let card = |name: &str, n: u32| slot(name, "rain.png", n, &[]).replace("PieceSlot", "CardSlot");
    let folder = |inside: &str| {
        format!("<VASSAL.build.module.folder.DeckSubFolder name=\"F\">{inside}</VASSAL.build.module.folder.DeckSubFolder>")
    };
    let inside = format!("{}{}", card("Rain", 20), folder(&format!("{}{}", card("Snow", 21), folder(&card("Fog", 22)))));
    let pile = format!("<VASSAL.build.module.map.DrawPile name=\"Events\">{inside}</VASSAL.build.module.map.DrawPile>");
    let back = Become::of(&[&module(&main_map(&pile), &[("images/rain.png", png(50, 80))])]);
    let cards = back.json("cards.json");
    let ids: Vec<&str> = cards.as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["rain", "snow", "fog"]);
}

#[test]
fn decks_charts_turns_and_formations_are_carried_over() {
    let mask = "obs;72,130;back.png;Mask;I;?;side:;Peek;;false;;";
    let card = slot("Rain", "rain.png", 20, &[(mask, "null;"), ("mark;Ops", "3")]).replace("PieceSlot", "CardSlot");
    let pile =
        format!("<VASSAL.build.module.map.DrawPile name=\"Events\" x=\"50\" y=\"50\">{card}</VASSAL.build.module.map.DrawPile>");
    let tracker = "<VASSAL.build.module.turn.TurnTracker name=\"Turn\"><VASSAL.build.module.turn.CounterTurnLevel property=\"Turn\" start=\"1\" incr=\"1\" loop=\"true\" loopLimit=\"5\"><VASSAL.build.module.turn.ListTurnLevel property=\"Phase\" list=\"Move,Fight\"/></VASSAL.build.module.turn.CounterTurnLevel></VASSAL.build.module.turn.TurnTracker>";
    let chart = "<VASSAL.build.module.ChartWindow name=\"Charts\"><VASSAL.build.widget.Chart chartName=\"CRT\" fileName=\"crt.png\"/></VASSAL.build.module.ChartWindow>";
    let parts = format!(
        "{}{}{}{}{}{}",
        roster(&["German", "Allied"]),
        palette("German Units", &[slot("A", "", 1, &[])])
            .replace(
                "<VASSAL.build.widget.PanelWidget",
                "<VASSAL.build.widget.TabWidget entryName=\"5th Panzer Army\"><VASSAL.build.widget.PanelWidget"
            )
            .replace("</VASSAL.build.widget.PanelWidget>", "</VASSAL.build.widget.PanelWidget></VASSAL.build.widget.TabWidget>"),
        palette("Allied Markers", &[slot("Fired", "m.png", 9, &[])]),
        main_map(&pile),
        tracker,
        chart,
    );
    let pictures = [
        ("images/rain.png", png(50, 80)),
        ("images/back.png", png(50, 80)),
        ("images/crt.png", png(100, 60)),
        ("images/m.png", png(30, 30)),
        ("images/idle.png", png(30, 30)),
    ];
    let back = Become::of(&[&module(&parts, &pictures)]);
    let cards = back.json("cards.json");
    assert_eq!(
        cards,
        json!([{"id": "rain", "name": "Rain", "deck": "events", "picture": "images/rain.png", "back": "images/back.png", "text": "Ops: 3"}])
    );
    let turns = back.json("turns.json");
    assert_eq!(turns["turns"].as_array().unwrap().len(), 5);
    assert_eq!(turns["phases"], json!([{"id": "move", "name": "Move"}, {"id": "fight", "name": "Fight"}]));
    assert_eq!(back.json("art.json")["charts"], json!([{"name": "CRT", "picture": "images/crt.png"}]));
    let unit = back.compiled.game.units.values().next().unwrap();
    assert_eq!(back.compiled.game.formations[unit.formation.unwrap()].name.as_deref(), Some("5th Panzer Army"));
    assert_eq!(back.compiled.game.sides[unit.side.unwrap()].id, "german");
    assert!(back.files.files.contains_key("images/idle.png"), "nothing is lost");
    assert!(back.codes().contains(&"M0903"), "{:?}", back.codes());
}

#[test]
fn old_names_of_the_build_file_and_of_its_root_are_read_and_folders_around_it() {
    let parts = palette("Units", &[slot("A", "", 1, &[])]);
    for (file, root) in [
        ("buildFile", "VASSAL.launch.BasicModule"),
        ("buildFile.xml", "VASSAL.build.GameModule"),
        ("Game/buildFile", "VASSAL.build.GameModule"),
    ] {
        let back = Become::of(&[&named(file, root, &parts, &[])]);
        assert_eq!(back.compiled.game.units.len(), 1, "{file}");
    }
}

#[test]
fn extensions_add_what_they_hold_where_they_say() {
    let parts = palette("Units", &[slot("A", "", 1, &[])]);
    let element = |target: &str, inside: &str| {
        format!("<VASSAL.build.module.ExtensionElement target=\"{target}\">{inside}</VASSAL.build.module.ExtensionElement>")
    };
    let target = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.PanelWidget:Units";
    let inside = format!(
        "{}{}",
        element(target, &slot("B", "b.png", 2, &[])),
        element("VASSAL.build.module.Map:Gone", &slot("C", "", 3, &[]))
    );
    let extension = named("buildFile", "VASSAL.build.module.ModuleExtension", &inside, &[("images/b.png", png(20, 20))]);
    let back = Become::of(&[&module(&parts, &[]), &extension]);
    let units = back.text("units.csv");
    assert!(units.contains("b,B,images/b.png") && units.contains("c,C"), "{units}");
    assert!(back.report().contains("the component that it extends is not in the module"));
    // By itself it is a game of its own.
    let alone = Become::of(&[&extension]);
    assert_eq!(alone.compiled.game.units.len(), 2);
    let told = "`made-0.vmod` is an extension: by itself it becomes a game of its own";
    assert!(alone.report().contains(told) && !back.report().contains(told), "{}", alone.report());
}

#[test]
fn what_is_not_ours_is_kept_or_left_behind_and_counted() {
    let parts = format!(
        "{}<org.other.Thing name=\"X\"><VASSAL.build.module.GlobalKeyCommand name=\"Go\"/></org.other.Thing>{}",
        palette(
            "Units",
            &[
                slot("A", "gone.png", 1, &[("macro;Go;;;;;;", ""), ("strange;x", "1"), ("macro;Two;;;;;;", "")]),
                "<VASSAL.build.widget.PieceSlot entryName=\"Bad\">nonsense</VASSAL.build.widget.PieceSlot>".to_owned()
            ]
        ),
        setup("Lost", "gone.vsav"),
    );
    let back = Become::of(&[&module(&parts, &[])]);
    let report = back.report();
    for told in [
        "- 1 × component\n",
        "- 1 × GlobalKeyCommand\n",
        "- 2 × trigger\n",
        "- 1 × unknown trait\n",
        "Bad",
        "`gone.png`, by 1 piece",
        "Lost (`gone.vsav`)",
    ] {
        assert!(report.contains(told), "{told}: {report}");
    }
    assert!(report.trim_end().ends_with("| all | | 3 |"), "{report}");
    assert!(back.codes().contains(&"M0904"), "{:?}", back.codes());
}

#[test]
fn pictures_are_turned_into_what_can_be_drawn_and_laid_over_each_other() {
    let mut gif = std::io::Cursor::new(Vec::new());
    image::DynamicImage::ImageRgba8(image::RgbaImage::from_pixel(30, 30, image::Rgba([200, 10, 10, 255])))
        .write_to(&mut gif, image::ImageFormat::Bmp)
        .unwrap();
    let dot = {
        let mut picture = image::RgbaImage::new(30, 30);
        picture.put_pixel(15, 15, image::Rgba([0, 0, 255, 255]));
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::DynamicImage::ImageRgba8(picture).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    // A dot that always shows is a part of the picture.
    let dotted = "emb2;;128;;;128;;;128;;;;1;false;0;0;dot.png;;true;Dot;;;false;;1;1;true;;;;;1.0;;true";
    let slots = [slot("A", "red.bmp", 1, &[(dotted, "1")]), slot("B", "red.bmp", 2, &[])];
    let files = [("images/red.bmp", gif.into_inner()), ("images/dot.png", dot)];
    let back = Become::of(&[&module(&palette("Units", &slots), &files)]);
    let units = back.text("units.csv");
    assert!(units.contains("b,B,images/red.png"), "{units}");
    let path = units.lines().nth(1).unwrap().split(',').nth(2).unwrap().to_owned();
    let drawn = image::load_from_memory(&back.files.files[&path]).unwrap().to_rgba8();
    assert_eq!(
        (drawn.dimensions(), drawn.get_pixel(15, 15).0, drawn.get_pixel(3, 3).0),
        ((30, 30), [0, 0, 255, 255], [200, 10, 10, 255])
    );
}

#[test]
fn check_tells_what_is_wrong_with_an_old_module() {
    let stack = |name: &str, x: u32, y: u32, unit: String| {
        format!("<{STACK} name=\"{name}\" owningBoard=\"Field\" x=\"{x}\" y=\"{y}\">{unit}</{STACK}>")
    };
    let commands = [
        "begin_save".to_owned(),
        piece("1", &[], "", "A", "1", "Main;40;40"),
        piece("2", &[], "", "A", "1", "Main;90;70"),
        piece("3", &[], "", "B", "2", "Main;64;55"),
        piece("4", &[], "", "C", "3", "Main;5000;10"),
        piece("5", &[], "", "Stray", "77", "Main;140;40"),
        "SETUP_STACK\t".to_owned(),
        "end_save".to_owned(),
    ];
    let many: Vec<String> = (0..6).map(|n| slot(&format!("R{n}"), "", 40 + n, &[("mark;Strength", "4")])).collect();
    let mut slots =
        vec![slot("A", "", 1, &[]), slot("B", "", 2, &[]), slot("C", "", 3, &[]), slot("D", "", 4, &[("mark;Strenght", "3")])];
    slots.extend(many);
    let parts = format!(
        "{}{}{}{}",
        palette("Units", &slots),
        palette("Others", &[slot("A", "", 11, &[])]),
        main_map(&stack("0305 guards", 40, 100, slot("G", "", 30, &[]))),
        setup("Start", "s.vsav"),
    );
    let back = Become::of(&[&module(&parts, &[("s.vsav", save(&commands, None))])]);
    let said = crate::support::lines(&back.compiled);
    let tells = |code: &str, words: &[&str]| {
        let found = said.iter().any(|line| line.contains(code) && words.iter().all(|word| line.contains(word)));
        assert!(found, "{code} {words:?}: {said:#?}");
    };
    tells("M0401", &["`a`"]);
    tells("M0905", &["`a`"]);
    tells("M0906", &["`stray`"]);
    tells("M0907", &["`c`"]);
    tells("M0908", &["`b`", "0101"]);
    tells("M0909", &["`g`", "0305"]);
    tells("M0910", &["Strenght", "Strength"]);
    // What lies in the palettes alone is for players to take: no setup places everything.
    assert!(!said.iter().any(|line| line.contains("M0407") || line.contains("M0422")), "{said:#?}");
}

#[test]
fn a_stack_goes_by_the_name_of_its_place_in_whichever_zone_it_is() {
    const ZONE: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone";
    const ZONED: &str = "VASSAL.build.module.map.boardPicker.board.ZonedGrid";
    let zone = |name: &str, path: &str, inside: &str| {
        format!("<{ZONE} name=\"{name}\" path=\"{path}\" locationFormat=\"$name$ $gridLocation$\">{inside}</{ZONE}>")
    };
    let grid = format!(
        "<{ZONED}>{}{}<{ZONE} name=\"Reserve\" path=\"600,0;800,0;800,500;600,500\" locationFormat=\"$name$\"/></{ZONED}>",
        zone("North", "0,0;600,0;600,240;0,240", &usual()),
        zone("South", "0,240;600,240;600,500;0,500", &usual()),
    );
    let stack = |n: u32, location: &str| {
        let unit = slot(&format!("u{n}"), "", n, &[]);
        format!(
            "<{STACK} name=\"\" owningBoard=\"Field\" useGridLocation=\"true\" location=\"{location}\" x=\"40\" y=\"40\">{unit}</{STACK}>"
        )
    };
    let more = [stack(1, "North 0302"), stack(2, "South 0305"), stack(3, "Reserve"), stack(4, "West 0101")].concat();
    let back = Become::of(&[&module(&map("Main", &board("Field", (800, 500), &grid), &more), &[])]);
    let at = |unit: &str| back.places("at-start", unit)[0].0.clone();
    // The two zones count on in one pattern: one grid, without letters before its numbers.
    assert_eq!([at("u1"), at("u2"), at("u3")], ["0302", "0305", "box reserve"]);
    // A name that no grid knows: the point counts, as in VASSAL, and it is told.
    assert_eq!(at("u4"), "0101");
    // Where the name is known, nobody looks at the point.
    let said = crate::support::lines(&back.compiled);
    let odd: Vec<&String> = said.iter().filter(|line| line.contains("M0909")).collect();
    assert!(odd.len() == 1 && odd[0].contains("West 0101"), "{odd:#?}");
}

#[test]
fn setups_that_pywargame_packs_are_read_and_told() {
    let commands = ["begin_save".to_owned(), piece("1", &[], "", "A", "1", "Main;40;40"), "end_save".to_owned()];
    let text = commands.join("\u{1b}");
    let packed: Vec<u8> = b"VOBS\xaa".iter().copied().chain(text.bytes().map(|byte| byte ^ 0xaa)).collect();
    let parts = format!("{}{}{}", palette("Units", &[slot("A", "", 1, &[])]), main_map(""), setup("Start", "s.vsav"));
    let back = Become::of(&[&module(&parts, &[("s.vsav", super::made::zip(&[("savedGame", &packed)]))])]);
    assert_eq!(back.places("start", "a"), [("0101".to_owned(), "full".to_owned())]);
    assert!(back.report().contains("VASSAL 3.7 does not open what pywargame packs so"), "{}", back.report());
}

#[test]
fn pictures_that_outlines_and_masks_name_are_used() {
    let traits = [
        ("nonRect2;1.0;nout.png,m,1,1,l,2,2,c", ""),
        ("nonRect;nold.png,m,1,1,l,2,2,c", ""),
        ("obs;72,130;back.png;;Gmask.png;** Hidden", "null"),
    ];
    let pictures = ["a", "out", "old", "back", "mask", "code", "idle"].map(|name| {
        let path: &'static str = Box::leak(format!("images/{name}.png").into_boxed_str());
        (path, png(20, 20))
    });
    let mut files: Vec<_> = pictures.into_iter().collect();
    // VASSAL shows it to whoever speaks Spanish.
    files.push(("images_es/a.png", png(20, 20)));
    // A program of the module's own has its words between lengths.
    files.push(("own/Thing.class", b"\xca\xfe\xba\xbe\x01\x00\x08code.png\x01\x00\x01x".to_vec()));
    let back = Become::of(&[&module(&palette("Units", &[slot("A", "a.png", 1, &traits)]), &files)]);
    let found = back.json("imported.json")["found"].clone();
    assert_eq!(found, serde_json::json!([{"is": "unused-picture", "name": "images/idle.png"}]));
    let kept = back.text("vassal/files.csv");
    assert!(kept.contains("images_es/a.png,vassal/files/images_es/a.png\n"), "{kept}");
}

#[test]
fn a_picture_that_is_too_large_to_be_drawn_is_kept_for_vassal() {
    let mut large = std::io::Cursor::new(Vec::new());
    image::DynamicImage::ImageLuma8(image::GrayImage::new(8_001, 8_000)).write_to(&mut large, image::ImageFormat::Png).unwrap();
    let plan = board("Plan", (400, 100), "").replace("name=\"Plan\"", "name=\"Plan\" image=\"plan.png\"");
    let parts = format!("{}{}{}", palette("Units", &[slot("A", "", 1, &[])]), main_map(""), map("Plans", &plan, ""));
    let back = Become::of(&[&module(&parts, &[("images/plan.png", large.into_inner())])]);
    let told = "it has 8001 × 8000 pixels, at most 64 million are drawn here";
    assert!(back.report().contains(told), "{}", back.report());
    assert!(!back.text("art.json").contains("plan.png") && back.text("vassal/files.csv").contains("images/plan.png,"));
}

#[test]
fn names_of_levels_beyond_what_a_game_has_are_numbers() {
    let layer = |name: &str| {
        format!(
            "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;a.png,b.png,c.png;,+ {name},+ {name};true;Step;;;false;;1;1;true;;70,130;;;1.0;;true"
        )
    };
    let slots: Vec<String> =
        (0..70u32).map(|n| slot(&format!("U{n}"), "a.png", n + 1, &[(&layer(&format!("word{n}")), "1")])).collect();
    let files = [("images/a.png", png(20, 20)), ("images/b.png", png(20, 20)), ("images/c.png", png(20, 20))];
    let back = Become::of(&[&module(&palette("Units", &slots), &files)]);
    assert!(back.compiled.game.states.len() <= 64, "{}", back.compiled.game.states.len());
    let report = back.report();
    assert!(report.contains("name of a level: a game has no more than 62; the face is called by its number (34)"), "{report}");
}

#[test]
fn a_picture_that_is_damaged_is_kept_for_vassal_and_told() {
    let mut damaged = png(20, 20);
    // Within the pixels.
    let at = damaged.len() - 25;
    damaged[at] ^= 0xff;
    let parts = format!("{}{}", palette("Units", &[slot("A", "a.png", 1, &[])]), main_map(""));
    let back = Become::of(&[&module(&parts, &[("images/a.png", damaged)])]);
    assert!(back.report().contains("### picture: it is damaged (1)"), "{}", back.report());
    assert!(back.text("vassal/files.csv").contains("images/a.png,vassal/files/images/a.png\n"));
}

#[test]
fn what_only_print_minds_is_off_in_an_import() {
    let parts = format!("{}{}", palette("Units", &[slot("A", "", 1, &[])]), main_map(""));
    let back = Become::of(&[&module(&parts, &[])]);
    let levels = back.json("module.json")["levels"].clone();
    let off: Vec<&str> = ["M0703", "M0709", "M0713"].into_iter().filter(|code| levels[*code]["level"] == "allow").collect();
    assert_eq!(off, ["M0703", "M0709", "M0713"], "{levels}");
    assert!(!back.codes().contains(&"M0018"), "a level that an import sets is never told as not needed");
}
