//! Which piece is which: by its number and all its looks, never by its name alone; and places by their zone.

use super::made::{Become, board, item, map, module, palette, piece, png, save, slot, usual};

const STACK: &str = "VASSAL.build.module.map.SetupStack";

fn pictures() -> Vec<(&'static str, Vec<u8>)> {
    vec![("images/a.png", png(40, 40)), ("images/b.png", png(40, 40)), ("images/c.png", png(40, 40)), ("images/s.png", png(9, 9))]
}

fn start(commands: &[String]) -> (String, (&'static str, Vec<u8>)) {
    let mut all = vec!["begin_save".to_owned(), String::new()];
    all.extend(commands.iter().cloned());
    all.extend(["SETUP_STACK\t".to_owned(), "end_save".to_owned()]);
    let setup = "<VASSAL.build.module.PredefinedSetup name=\"Start\" useFile=\"true\" file=\"s.vsav\"/>";
    (setup.to_owned(), ("s.vsav", save(&all, None)))
}

fn main_map(more: &str) -> String {
    map("Main", &board("Field", (600, 500), &usual()), more)
}

#[test]
fn counters_of_one_name_are_told_apart_by_their_looks() {
    let status = "emb2;Fire;128;;;128;;;128;;;;1;false;9;-9;s.png;+ fired;true;Fired;;;false;;1;1;false;71,130;;;;1.0;;true";
    let slots = [
        slot("Inf", "a.png", 1, &[]),
        slot("Inf", "b.png", 2, &[]),
        // The same faces, but it can do more.
        slot("Inf", "a.png", 3, &[(status, "-1")]),
    ];
    // Two of them by number, and one whose number nobody knows: it is another, though its name is known.
    let commands = [
        piece("1", &[], "b.png", "Inf", "2", "Main;40;40"),
        piece("2", &[(status, "-1")], "a.png", "Inf", "3", "Main;90;70"),
        piece("3", &[], "c.png", "Inf", "99", "Main;140;40"),
    ];
    let (setup, file) = start(&commands);
    let mut files = pictures();
    files.push(file);
    let back = Become::of(&[&module(&format!("{}{}{setup}", palette("Units", &slots), main_map("")), &files)]);
    assert_eq!(back.compiled.game.units.len(), 4, "{}", back.text("units.csv"));
    let at = |unit: &str| back.places("start", unit).into_iter().map(|(place, _)| place).collect::<Vec<_>>();
    assert_eq!(
        [at("inf"), at("inf-2"), at("inf-3"), at("inf-4")],
        [vec![], vec!["0101".to_owned()], vec!["0201".to_owned()], vec!["0301".to_owned()]]
    );
    assert!(back.codes().contains(&"M0906"), "the stray one is told");
}

#[test]
fn a_card_is_never_taken_for_a_counter() {
    let card = slot("Guderian", "a.png", 20, &[("obs;72,130;b.png;Mask;I;?;side:;Peek;;false;;", "null;")])
        .replace("PieceSlot", "CardSlot");
    let pile =
        format!("<VASSAL.build.module.map.DrawPile name=\"Leaders\" x=\"50\" y=\"50\">{card}</VASSAL.build.module.map.DrawPile>");
    let (setup, file) = start(&[piece("1", &[], "a.png", "Guderian", "77", "Main;40;40")]);
    let mut files = pictures();
    files.push(file);
    let back = Become::of(&[&module(&format!("{}{setup}", main_map(&pile)), &files)]);
    assert_eq!((back.compiled.game.cards.len(), back.compiled.game.units.len()), (1, 1));
    assert_eq!(back.places("start", "guderian")[0].0, "0101");
}

#[test]
fn twins_are_counted() {
    let stack = |n: u32, x: u32| {
        format!(
            "<{STACK} name=\"\" owningBoard=\"Field\" x=\"{x}\" y=\"40\">{}</{STACK}>",
            slot("Picket", "a.png", n, &[("mark;Side", "Blue")])
        )
    };
    let back = Become::of(&[&module(&main_map(&format!("{}{}", stack(1, 40), stack(2, 140))), &pictures())]);
    let game = &back.compiled.game;
    assert_eq!(game.units.values().map(|unit| unit.count).collect::<Vec<_>>(), [2]);
    assert_eq!(back.places("at-start", "picket").len(), 2);
    assert!(!back.codes().contains(&"M0401"), "{:?}", back.codes());
}

#[test]
fn places_of_one_name_in_two_zones_are_two() {
    const ZONE: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone";
    const ZONED: &str = "VASSAL.build.module.map.boardPicker.board.ZonedGrid";
    const REGIONS: &str = "VASSAL.build.module.map.boardPicker.board.RegionGrid";
    const REGION: &str = "VASSAL.build.module.map.boardPicker.board.Region";
    let zone = |name: &str, path: &str, x: u32| {
        format!(
            "<{ZONE} name=\"{name}\" path=\"{path}\" locationFormat=\"$name$: $gridLocation$\"><{REGIONS}><{REGION} name=\"Reserve\" originx=\"{x}\" originy=\"50\"/></{REGIONS}></{ZONE}>"
        )
    };
    let grid = format!(
        "<{ZONED}>{}{}</{ZONED}>",
        zone("German", "0,0;200,0;200,100;0,100", 50),
        zone("Soviet", "200,0;400,0;400,100;200,100", 250)
    );
    let stack = |n: u32, how: &str| {
        format!("<{STACK} name=\"\" owningBoard=\"Field\" {how}>{}</{STACK}>", slot(&format!("u{n}"), "a.png", n, &[]))
    };
    let more = [
        stack(1, "x=\"50\" y=\"50\""),
        stack(2, "x=\"250\" y=\"50\""),
        stack(3, "useGridLocation=\"true\" location=\"Soviet: Reserve\" x=\"9\" y=\"9\""),
    ];
    let back = Become::of(&[&module(&map("Main", &board("Field", (400, 100), &grid), &more.concat()), &pictures())]);
    let at = |unit: &str| back.places("at-start", unit)[0].0.clone();
    assert_eq!([at("u1"), at("u2"), at("u3")], ["box german-reserve", "box soviet-reserve", "box soviet-reserve"]);
}

#[test]
fn of_several_counters_of_one_unit_one_arrives() {
    const REGIONS: &str = "VASSAL.build.module.map.boardPicker.board.RegionGrid";
    const REGION: &str = "VASSAL.build.module.map.boardPicker.board.Region";
    let spaces: String =
        (1..=3).map(|n| format!("<{REGION} name=\"Turn {n}\" originx=\"{}\" originy=\"50\"/>", n * 100)).collect();
    let boards = board("Track", (400, 100), &format!("<{REGIONS}>{spaces}</{REGIONS}>"));
    let units = palette("Blue Units", &[slot("Picket", "a.png", 1, &[]), slot("Picket", "a.png", 2, &[])]);
    let (setup, file) =
        start(&[piece("1", &[], "a.png", "Picket", "1", "Main;100;50"), piece("2", &[], "a.png", "Picket", "2", "Main;200;50")]);
    let mut files = pictures();
    files.push(file);
    let tracker = "<VASSAL.build.module.turn.TurnTracker name=\"Turn\"><VASSAL.build.module.turn.CounterTurnLevel property=\"Turn\" start=\"1\" incr=\"1\" loop=\"true\" loopLimit=\"3\"/></VASSAL.build.module.turn.TurnTracker>";
    let back = Become::of(&[&module(&format!("{units}{}{tracker}{setup}", map("Main", &boards, "")), &files)]);
    let arrivals = back.compiled.game.scenarios.values().map(|scenario| scenario.arrivals.len()).collect::<Vec<_>>();
    assert_eq!((arrivals, back.codes().contains(&"M0401")), (vec![1], false), "{:?}", back.codes());
    assert!(back.report().contains("of several counters of one unit the first arrives by itself"), "{}", back.report());
}

#[test]
fn counters_of_many_faces_share_no_file_with_others() {
    let layer = "emb2;;128;;Flip;128;;;128;;;;1;false;0;0;a.png,b.png,c.png;,,;true;Step;;;false;;1;1;true;;70,130;;;1.0;;true";
    let slots =
        [slot("Number", "", 1, &[(layer, "1"), ("mark;Side", "Blue")]), slot("Number", "a.png", 2, &[("mark;Side", "Red")])];
    let back = Become::of(&[&module(&palette("Units", &slots), &pictures())]);
    let ids: Vec<&str> = back.compiled.game.units.values().map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids, ["number", "number-3"], "the further counter of `number` is `number-2`");
}

#[test]
fn a_square_is_known_by_its_number() {
    const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";
    let grid = format!(
        "<{BOARD}.SquareGrid dx=\"100\" dy=\"100\" x0=\"50\" y0=\"50\"><{BOARD}.mapgrid.SquareGridNumbering first=\"H\" hType=\"N\" hLeading=\"1\" hOff=\"1\" vType=\"N\" vLeading=\"1\" vOff=\"1\"/></{BOARD}.SquareGrid>"
    );
    let stack = |location: &str| {
        format!(
            "<{STACK} name=\"\" owningBoard=\"Hand\" useGridLocation=\"true\" location=\"{location}\" x=\"150\" y=\"50\">{}</{STACK}>",
            slot("A", "a.png", 1, &[])
        )
    };
    let codes = |location: &str| {
        let back = Become::of(&[&module(&map("Hand", &board("Hand", (300, 100), &grid), &stack(location)), &pictures())]);
        back.codes().iter().filter(|code| **code == "M0909").count()
    };
    assert_eq!((codes("0201"), codes("0901")), (0, 1));
}

#[test]
fn what_another_piece_places_needs_no_palette() {
    let dot = item(&piece("null", &[], "b.png", "Dot", "77", "null;0;0"), ';');
    let places = format!("placemark;Place;80,195;{dot};null;0;0;false;;;77;0;false;false;;1");
    let units = palette("Blue Units", &[slot("A", "a.png", 1, &[(places.as_str(), "")])]);
    let stray = |name: &str| {
        let (setup, file) = start(&[piece("1", &[], "b.png", name, "77", "Main;40;40")]);
        let mut files = pictures();
        files.push(file);
        let back = Become::of(&[&module(&format!("{units}{}{setup}", main_map("")), &files)]);
        back.codes().contains(&"M0906")
    };
    assert_eq!((stray("Dot"), stray("Other")), (false, true));
}

#[test]
fn a_piece_without_a_name_is_known_by_the_number_of_its_slot() {
    // Both look the same, and say something else.
    let stack = |n: u32, x: u32| {
        let unit = slot("", "a.png", n, &[("mark;Own", &n.to_string())]);
        format!("<{STACK} name=\"\" owningBoard=\"Field\" x=\"{x}\" y=\"40\">{unit}</{STACK}>")
    };
    let commands = [5, 6].map(|n| {
        let at = format!("Main;{};40", n * 20);
        piece(&n.to_string(), &[("mark;Own", &n.to_string())], "a.png", "", &n.to_string(), &at)
    });
    let (setup, file) = start(&commands);
    let mut files = pictures();
    files.push(file);
    let parts = format!("{}{setup}", main_map(&format!("{}{}", stack(5, 40), stack(6, 140))));
    let back = Become::of(&[&module(&parts, &files)]);
    assert!(!back.codes().contains(&"M0906"), "{:?}", crate::support::lines(&back.compiled));
}

#[test]
fn what_other_pieces_place_is_there_as_often_as_it_lies_on_the_table() {
    let places =
        "placemark;Place;80,195;+\\/null\\/piece\\;\\;\\;b.png\\;\\/null\\;0\\;0\\;77\\;0;null;0;0;false;;;77;0;false;false;;1";
    let slots = |traits: &[(&str, &str)]| [slot("Inf", "a.png", 1, traits), slot("Siege", "b.png", 2, &[])];
    let commands = [piece("1", &[], "b.png", "Siege", "77", "Main;40;40"), piece("2", &[], "b.png", "Siege", "77", "Main;90;70")];
    let (setup, file) = start(&commands);
    let mut files = pictures();
    files.push(file);
    let of = |traits: &[(&str, &str)]| {
        Become::of(&[&module(&format!("{}{}{setup}", palette("Units", &slots(traits)), main_map("")), &files)])
    };
    let twice = |back: &Become| back.codes().contains(&"M0401");
    assert!(twice(&of(&[])), "there is one, and it lies there twice");
    let back = of(&[(places, "")]);
    assert!(!twice(&back), "{:?}", crate::support::lines(&back.compiled));
    assert_eq!(back.places("start", "siege").len(), 2);
}

#[test]
fn a_palette_is_a_supply_where_many_lie_on_the_table_more_often_than_in_it() {
    let of = |doubled: usize| {
        let name = |n: usize| format!("Rock {n}");
        let slots: Vec<String> =
            (0..20).map(|n| slot(&name(n), "a.png", 100 + n as u32, &[("mark;Own", &n.to_string())])).collect();
        let lie = |n: usize, again: bool| {
            let (id, at) = (format!("{n}{again}"), format!("Main;{};{}", 40 + n % 10 * 50, if again { 160 } else { 40 }));
            piece(&id, &[("mark;Own", &n.to_string())], "a.png", &name(n), &(100 + n).to_string(), &at)
        };
        let commands: Vec<String> = (0..20).map(|n| lie(n, false)).chain((0..doubled).map(|n| lie(n, true))).collect();
        let (setup, file) = start(&commands);
        let mut files = pictures();
        files.push(file);
        // Another setup in which each lies once.
        let once: Vec<String> = (0..20).map(|n| lie(n, false)).collect();
        let mut all = vec!["begin_save".to_owned(), String::new()];
        all.extend(once);
        all.extend(["SETUP_STACK\t".to_owned(), "end_save".to_owned()]);
        files.push(("t.vsav", save(&all, None)));
        let other = "<VASSAL.build.module.PredefinedSetup name=\"Other\" useFile=\"true\" file=\"t.vsav\"/>";
        let back = Become::of(&[&module(&format!("{}{}{setup}{other}", palette("Units", &slots), main_map("")), &files)]);
        back.codes().iter().filter(|code| **code == "M0401").count()
    };
    assert_eq!((of(2), of(8)), (2, 0), "two are mistakes, eight are meant so");
}
