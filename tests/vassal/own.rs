//! The reader reads what it should, in modules written by hand.

use std::collections::BTreeMap;

use super::pieces::Definition;
use super::problems::{oddities, problems};
use super::reader::size;
use super::sample::{Sample, png, real, veiled, zip};
use super::sequence::{commands, is_key, is_key_list, items, list, unveiled};

#[test]
fn sequences_are_read_as_they_are_quoted() {
    assert_eq!(items("", ';'), [""]);
    assert_eq!(items("a;;b;", ';'), ["a", "", "b", ""]);
    assert_eq!(items(r"a\;b;c", ';'), ["a;b", "c"]);
    assert_eq!(items(r"a\\;b", ';'), [r"a\;b"], "one backslash goes at each level");
    assert_eq!(items(r"'\start';it's;'q'", ';'), [r"\start", "it's", "q"]);
    assert_eq!(items(r"in\side;next", ';'), [r"in\side", "next"]);
    assert_eq!(list(""), Vec::<String>::new());
    assert_eq!(list(r"68\,130,67\,130"), ["68,130", "67,130"]);
}

#[test]
fn keys_and_lists_of_keys_differ() {
    for key in ["", "F", "68,130", "57344,0,Flip", "57344,0,Flip, then turn"] {
        assert!(is_key(key), "{key}");
    }
    for key in ["68", r"68\,130", "ctrl F", "68,ctrl", "57344,0,"] {
        assert!(!is_key(key), "{key}");
    }
    for keys in ["", r"68\,130", r"68\,130,67\,130", r"57344\,0\,Flip"] {
        assert!(is_key_list(keys), "{keys}");
    }
    assert!(!is_key_list("68,130"), "the comma is not escaped");
}

#[test]
fn saved_games_are_unveiled_and_laid_flat() {
    assert_eq!(unveiled(b"!VCSK5a383f3d333405293b2c3f").unwrap(), "begin_save");
    assert_eq!(unveiled(&veiled("Größe", 7)).unwrap(), "Größe");
    assert_eq!(unveiled(b"begin_save").unwrap(), "begin_save");
    assert!(unveiled(b"!VCSK5a3").is_err());
    let flat = ["begin_save", "", "a", "b", "end_save"];
    assert_eq!(commands(&real("begin_save␛␛a␛b␛end_save")), flat);
    assert_eq!(commands(&real(r"begin_save␛␛a\␛b␛end_save")), flat, "a group within");
}

#[test]
fn pictures_tell_their_size() {
    assert_eq!(size(&png(800, 780)), Some((800, 780)));
    let jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 1, 44, 2, 0, 1, 0, 0, 0];
    assert_eq!(size(&jpeg), Some((512, 300)));
    assert_eq!(size(br#"<svg xmlns="http://www.w3.org/2000/svg" width="44px" height="50"/>"#), Some((44, 50)));
    assert_eq!(size(b"nothing"), None);
}

#[test]
fn the_sample_is_without_fault() {
    let module = Sample::new().module();
    assert_eq!(problems(&module), Vec::<String>::new());
    assert_eq!(oddities(&module), Vec::<String>::new());
    assert_eq!((module.name.as_str(), module.version.as_str(), module.next_slot), ("Small", "1.0", 12));
    assert_eq!(module.sides, ["Blue", "Red"]);
    assert_eq!(module.charts, [("Results".to_owned(), "chart.png".to_owned())]);
    assert_eq!((module.dice[0].name.as_str(), module.dice[0].count, module.dice[0].sides), ("2d6", 2, 6));
    let slot = module.slot("1").unwrap();
    assert_eq!((slot.name.as_str(), slot.card), ("2nd Inf", false));
    assert_eq!(slot.path, ["Counters", "Forces", "Blue"]);
    assert!(slot.text.starts_with("+/null/emb2;") && module.slot("3").unwrap().card);
    let map = module.map("Main Map").unwrap();
    assert_eq!((map.boards[0].image.as_str(), map.boards[0].size), ("map.png", (800, 780)));
    assert_eq!(map.find(&map.layout, "0605"), Some((319, 320)));
}

/// The worked example of the reference: as a slot has it, then as a save does.
#[test]
fn a_unit_knows_what_is_on_it() {
    let module = Sample::new().module();
    let piece = module.piece(module.slot("0").unwrap());
    let ids: Vec<&str> = piece.traits.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(ids, ["emb2", "mark", "mark", "restrict", "delete", "markmoved", "footprint"]);
    assert_eq!(piece.images().into_iter().collect::<Vec<_>>(), ["b1.png", "b1r.png", "moved.png"]);

    let setup = module.setup("One");
    assert_eq!((setup.menu.as_slice(), setup.complete), (["Scenarios".to_owned()].as_slice(), true));
    let unit = setup.piece("2nd Inf");
    assert_eq!((unit.map.as_str(), unit.location.as_str(), unit.x, unit.y), ("Main Map", "0605", 319, 320));
    assert_eq!((unit.stack.clone(), unit.gpid.as_str()), (Some(("1003".to_owned(), 1)), "1"));
    for (name, value) in [
        ("BasicName", "2nd Inf"),
        ("PieceName", "2nd Inf (reduced)"),
        ("Strength", "4-3"),
        ("Side", "Blue"),
        ("Moved", "false"),
        ("Step_Level", "2"),
        ("Step_Active", "true"),
        ("Step_Image", "b2r.png"),
        ("Step_Name", "+ (reduced)"),
        ("Unheard", ""),
    ] {
        assert_eq!(unit.property(name), value, "{name}");
    }
    assert_eq!(unit.piece.shown_images(), ["b2.png", "b2r.png"]);
    let layer = &unit.piece.layers()[0];
    assert_eq!((layer.name.as_str(), layer.level, layer.active, layer.images.len()), ("Step", 2, true, 2));
    let stacked: Vec<&str> = setup.at("Main Map", "0605").iter().map(|p| p.piece.name.as_str()).collect();
    assert_eq!(stacked, ["1st Inf", "2nd Inf"]);
    assert_eq!((setup.stacks[0].x, setup.stacks[0].y, setup.stacks[0].children.len()), (319, 320, 2));
}

#[test]
fn other_traits_tell_their_values_too() {
    let module = Sample::new().module();
    let supply = module.setup("One").piece("Supply");
    assert_eq!((supply.location.as_str(), supply.stack.clone()), ("0101", None));
    assert_eq!((supply.property("Points"), supply.property("Rating")), ("3".to_owned(), "7".to_owned()));
    assert_eq!(supply.property("UniqueID"), "1004");
    assert!(supply.piece.images().contains("m.png") && supply.piece.made() == ["9"]);
    let card = module.setup("One").piece("Card");
    assert_eq!((card.location.as_str(), card.stack.clone()), ("Draw", Some(("1006".to_owned(), 0))));
    assert_eq!(module.setup("One").stacks[1].deck.as_deref(), Some("Draw"));
    assert!(card.piece.images().contains("back.png"));
}

#[test]
fn parts_of_names_come_from_layers_and_texts() {
    let layer = |names: &str, state: &str, rest: &str| {
        format!(
            "+/null/emb2;;128;;;128;;;128;;;;1;false;0;0;a.png,b.png;{names};true;L;;;{rest};;;;;1.0;;true⇥mark;Size\\⇥piece;;;;Unit/{state}⇥2\\⇥null;0;0;1;0"
        )
    };
    let read = |text: String| Definition::read(&real(&text));
    for (names, state, rest, name, image) in [
        (",+ weak", "2", "false;;1;1;true", "Unit weak", "b.png"),
        (",weak +", "2", "false;;1;1;true", "weak Unit", "b.png"),
        (",Other", "2", "false;;1;1;true", "Other", "b.png"),
        (",Other", "1", "false;;1;1;true", "Unit", "a.png"),
        (",Other", "-2", "false;;1;1;false", "Unit", ""),
        (",Other", "1", "true;Size;1;1;false", "Other", "b.png"),
    ] {
        let piece = read(layer(names, state, rest));
        assert_eq!(piece.faults, Vec::<String>::new());
        assert_eq!((piece.shown_name().as_str(), piece.layers()[0].image.as_str()), (name, image), "{names} {state} {rest}");
    }
    let label =
        "+/null/label;;;10;;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;Remark;;false⇥piece;;;;Unit/tired⇥null;0;0;1;0";
    let piece = read(label.to_owned());
    assert_eq!((piece.shown_name(), piece.properties()["Remark"].clone()), ("Unit (tired)".to_owned(), "tired".to_owned()));
}

#[test]
fn the_outer_trait_counts() {
    let piece = Definition::read(&real(r"+/null/mark;A,B⇥mark;B,C\⇥piece;;;;Unit/1,2⇥3,x\\,y\⇥null;0;0;1;0"));
    let known = piece.properties();
    assert_eq!([&known["A"], &known["B"], &known["C"]], ["1", "2", r"x\,y"].map(|s| s.to_owned()).each_ref());
}

/// Turn 3, second side, third phase: the example of the reference.
#[test]
fn turns_and_properties_are_read() {
    let module = Sample::new().module();
    let setup = module.setup("One");
    let turn = &setup.turns[0];
    assert_eq!((turn.text.as_str(), turn.tracker.as_str()), ("Turn 3 Red Supply", "Turn"));
    assert_eq!(turn.levels, ["Turn 3", "Red", "Supply"]);
    assert_eq!(turn.properties["GamePhase"], "Supply");
    assert_eq!(setup.globals[&("Module".to_owned(), "Weather".to_owned())], "Mud");
    assert_eq!(setup.notes, "First line\nsecond");
    let plain = module.setup("Plain");
    assert_eq!(plain.turns[0].text, "Turn 1 Blue Movement");
    assert_eq!(plain.globals[&("Module".to_owned(), "Weather".to_owned())], "Dry");
}

#[test]
fn without_its_mark_a_save_gets_the_stacks_of_the_module_too() {
    let module = Sample::new().with("SETUP_STACK⇥", "").module();
    let setup = module.setup("One");
    assert!(!setup.complete);
    assert_eq!(setup.named("1st Inf").len(), 2);
    let start = setup.named("1st Inf").into_iter().find(|p| p.at_start).unwrap().clone();
    assert_eq!((start.location.as_str(), start.x, start.y, start.property("Side")), ("0304", 163, 230, "Blue".to_owned()));
    let plain = module.setup("Plain");
    let names: Vec<&str> = plain.pieces.iter().map(|p| p.piece.name.as_str()).collect();
    assert_eq!(names, ["1st Inf", "Card"]);
}

/// Positions in saves count the edge of the map; those of the module's own stacks do not.
#[test]
fn edges_and_further_boards_move_what_is_saved() {
    let sample = Sample::new().with(r#"edgeWidth="0" edgeHeight="0""#, r#"edgeWidth="100" edgeHeight="7""#);
    let module = sample.clone().with("Main Map;319;320", "Main Map;419;327").module();
    assert_eq!(module.setup("One").piece("2nd Inf").location, "0605");
    let start = module.setup("Plain").piece("1st Inf");
    assert_eq!((start.location.as_str(), start.x, start.y), ("0304", 263, 237));

    let second = r#"</VASSAL.build.module.map.boardPicker.Board><VASSAL.build.module.map.boardPicker.Board name="East" width="300" height="780"/><setup>Main MapBoardPicker⇥East⇥0⇥0⇥Field⇥1⇥0</setup></VASSAL.build.module.map.BoardPicker>"#;
    let two = sample.with("</VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>", second);
    let start = two.module().setup("Plain").piece("1st Inf").clone();
    assert_eq!((start.board.as_deref(), start.location.as_str(), start.x), (Some("Field"), "0304", 563));
    let turned = two.with("Main MapBoardPicker⇥Field⇥0⇥0", "Main MapBoardPicker⇥East⇥0⇥0⇥Field/rev⇥1⇥0");
    let turned = turned.with("Main Map;319;320", "Main Map;881;467").module();
    assert_eq!(turned.setup("One").piece("2nd Inf").location, "0605", "a board the other way up");
}

/// A plain text in groups says the same as a veiled one laid flat.
#[test]
fn groups_and_plain_texts_are_read_alike() {
    let mut sample = Sample::new();
    let (head, rest) = sample.save.split_once("␛␛").unwrap();
    let (pieces, tail) = rest.split_once("␛SETUP_STACK").unwrap();
    let grouped = format!("{head}␛␛{}␛SETUP_STACK{tail}", pieces.replace('␛', r"\␛"));
    let game = BTreeMap::from([("savedGame".to_owned(), real(&grouped).into_bytes())]);
    sample.files.insert("one.vsav".to_owned(), zip(&game));
    let module = sample.module();
    assert_eq!(problems(&module), Vec::<String>::new());
    assert_eq!(module.setup("One").pieces.len(), 4);
}
