//! What an author has built by hand in VASSAL comes back: imported, built, and imported again.

use std::collections::BTreeMap;
use std::io::Read;

use muster::compile::compile;
use muster::emit::{EMITTERS, EmitContext};
use muster::source::{Memory, World};

use super::made::{Become, board, map, module, palette, piece, png, save, slot, usual, xml};

/// Every trait of VASSAL 3.7, with the state of a fresh piece.
const TRAITS: [(&str, &str); 50] = [
    ("emb2;;128;;Flip;128;;;128;;;;1;false;0;0;a.png,ar.png;,+ (reduced);true;Step;;;false;;1;1;true;;70,130;;;1.0;;true", "1"),
    ("emb2;Fire;128;;;128;;;128;;;;1;false;9;-9;dot.png;+ fired;true;Fired;;;false;;1;1;false;71,130;;;;1.0;;true", "-1"),
    ("emb;F;Flip;;;;;0;0;ar.png,+ back", "-1"),
    ("label;76,130;Label;10;255,255,255;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;1;0;Note;;false", "a / b; c"),
    ("mark;Strength,Side", "4-3,Blue\\, North"),
    ("PROP;Hits;true,0,9,false;Hit:72\\,130:I\\,1;", "0"),
    ("prototype;Basics", ""),
    ("delete;Delete;68,130;", ""),
    ("clone;Clone;67,130;", ""),
    ("markmoved;moved.png;14;-20;Mark Moved;77,130;;false;;;;", "false"),
    ("footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;", "false;;0;false"),
    ("rotate;6;93,130;91,130;Turn right;Turn left;;;Facing;;;;;", "0"),
    ("obs;72,130;back.png;Mask;P80,130;?;side:;Peek;;false;;", "null;"),
    ("hide;73,130;Hide;0,0,0;side:;0.3;;false", "null"),
    ("restrict;Blue,Red;false;true;", ""),
    ("immob;g;N;R;", ""),
    ("sendto;Send;83,130;Main;Field;40;40;Back;;0;0;0;0;;L;;;;", ";;"),
    ("return;Return;82,130;Deck;;;2;false;Deck", ""),
    ("report;70\\,130,68\\,130;$pieceName$ does {Strength==4 ? \"much\" : \"little\"};;;;false", "-1"),
    ("macro;Fire;Fire;70,195;{Hits>2};57344\\,0\\,go;70\\,130;false;;;counted;;;1;false;;1;1", ""),
    ("hideCmd;Never;Hide;{Side==\"Red\"};68\\,130", ""),
    ("calcProp;Double;{Strength*2};", ""),
    (
        "placemark;Place;80,195;+\\/null\\/piece\\;\\;\\;dot.png\\;Dot\\/null\\;0\\;0\\;77\\;0;null;0;0;false;;;77;0;false;false;;1",
        "",
    ),
    (
        "replace;Replace;81,195;+\\/null\\/mark\\;X\t\\piece\\;\\;\\;dot.png\\;Dot\\/y\t\\null\\;0\\;0\\;78\\;0;null;0;0;false;;;78;0;false;false;;1",
        "",
    ),
    ("propertysheet;0Name~1Notes~3Hits;Sheet;;0;255;255;255;69,130;", "A~b|c~1/3"),
    ("submenu;More;Fire,Hide;", ""),
    ("menuSeparator;line;", ""),
    (
        "globalkey;All;65,130;70,130;{Side==\"Blue\"};true;1;false;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;",
        "",
    ),
    ("setprop;Weather;false,0,9,false;Mud:77\\,195:P\\,Mud;;Current Zone/Current Map/Module;", ""),
    (
        "setpieceprop;Hits;false,0,9,false;Hit:78\\,195:I\\,1;;COUNTER|false|MAP|||||0|0||false|||EQUALS||;;false;1;true;;-1;false",
        "",
    ),
    ("globalhotkey;Button;66,130;66,520;", ""),
    ("playSound;bang.wav;Bang;66,195;true;;false", ""),
    ("button;70,130;0;0;10;10;;false;false;1;0", ""),
    ("deselect;Deselect;75,130;;false;D", ""),
    ("locmsg;Greeting;;Hello", ""),
    ("cmt;a remark; with more", ""),
    ("locCommand;;locZones;;Go there;;true", ""),
    ("attach;Friends;;;;;;;;;;;;;;;;;;;;", "0"),
    ("nonRect2;1.0;c,0,0;l,10,0;l,10,10", ""),
    ("nonRect;c,0,0;l,10,0", ""),
    ("translate;Move;86,130;10;0;false;0;0;0;0;", ""),
    ("pivot;Pivot;87,130;0;0;true;90;;;;", ""),
    ("AreaOfEffect;193,39,45;25;1;false;Show;88,130;;true;;;;;;;;true", "false"),
    ("table;2;2;Table;89,130;", "1,2,3,4"),
    ("basicName;New name", ""),
    ("border;Hits;;3;255,0,0;;AND", ""),
    ("mat;Convoy;a mat", "2;17;18"),
    ("matPiece;on a mat;true;0;0;65,130;66,130", "nomat"),
    ("", ""),
    ("com.example.OwnTrait;a;b", "c"),
];

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let mut all: Vec<(&str, Vec<u8>)> = ["a.png", "ar.png", "dot.png", "moved.png", "back.png", "button.png"]
        .iter()
        .zip([40, 40, 9, 9, 40, 16])
        .map(|(name, size)| {
            let path: &'static str = Box::leak(format!("images/{name}").into_boxed_str());
            (path, png(size, size))
        })
        .collect();
    all.push(("sounds/bang.wav", b"RIFF".to_vec()));
    all.push(("help/quick.html", b"<p>Quick</p>".to_vec()));
    all
}

/// Prototypes, hands, private windows, help, a choice of boards, a tool bar.
fn furniture() -> String {
    let text = xml(&piece("null", &[("delete;Delete;68,130;", ""), ("mark;Army,Zone", "First,{North}")], "", "", "", "null;0;0"));
    let prototype = format!(
        "<VASSAL.build.module.PrototypesContainer><VASSAL.build.module.PrototypeDefinition name=\"Basics\" description=\"What all have\">{text}</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer>"
    );
    prototype
        + "<VASSAL.build.module.PlayerRoster><entry>Blue</entry><entry>Red</entry></VASSAL.build.module.PlayerRoster>\
           <VASSAL.build.module.Documentation><VASSAL.build.module.documentation.HelpFile title=\"Quick\" fileName=\"help/quick.html\"/></VASSAL.build.module.Documentation>\
           <VASSAL.build.module.PlayerHand mapName=\"Hand\" side=\"Blue\"><VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name=\"Hand\" width=\"400\" height=\"100\"/></VASSAL.build.module.map.BoardPicker></VASSAL.build.module.PlayerHand>\
           <VASSAL.build.module.PrivateMap mapName=\"Plans\" side=\"Red\"/>\
           <VASSAL.build.module.GlobalKeyCommand name=\"Rally\" icon=\"button.png\" hotkey=\"82,130\" filter=\"{Hits&gt;1}\" tooltip=\"All&#10;of them\"/>\
           <VASSAL.build.module.KeyNamer/><com.example.OwnPart speed=\"3\"/>"
}

fn boards() -> String {
    let boards = format!(
        "<setup>MainBoardPicker\tField\t0\t0</setup>{}{}",
        board("Field", (600, 500), &usual()),
        board("Winter", (600, 500), &usual())
    );
    map("Main", &boards, "<VASSAL.build.module.map.LOS_Thread threadName=\"Sight\"/>")
}

/// Builds the module of a folder: its entries.
fn built(files: &Memory) -> BTreeMap<String, Vec<u8>> {
    let compiled = compile(files);
    assert_eq!(compiled.count(muster::diag::Severity::Error), 0, "{:#?}", crate::support::lines(&compiled));
    let scenarios: Vec<_> = compiled.game.scenarios.ids().collect();
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "vmod").unwrap();
    let home = |path: &str| files.read(path).ok();
    let context = EmitContext { home: Some(&home), ..EmitContext::new(&compiled.game, &scenarios) };
    let made = (emitter.emit)(&context, &mut |_, _| {}).unwrap().files.into_values().next().unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(made)).unwrap();
    let names: Vec<String> = zip.file_names().filter_map(Result::ok).map(|name| name.into_owned()).collect();
    names
        .into_iter()
        .map(|name| {
            let mut bytes = Vec::new();
            zip.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
            (name, bytes)
        })
        .collect()
}

fn packed(entries: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let all: Vec<(&str, &[u8])> = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    super::made::zip(&all)
}

/// Every element of a build file: its class, its attributes by name, its text.
fn elements(text: &str) -> Vec<(String, BTreeMap<String, String>, String)> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(text);
    let (mut all, mut open) = (Vec::new(), Vec::new());
    let read = |start: &quick_xml::events::BytesStart<'_>| {
        let attributes = start.attributes().map(|it| {
            let it = it.unwrap();
            (it.key.0.to_owned(), quick_xml::escape::unescape(&it.value).unwrap().into_owned())
        });
        (start.name().0.to_owned(), attributes.collect::<BTreeMap<_, _>>(), String::new())
    };
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                open.push(all.len());
                all.push(read(&start));
            }
            Event::Empty(start) => all.push(read(&start)),
            Event::End(_) => drop(open.pop()),
            Event::Text(text) => {
                if let Some(at) = open.last() {
                    all[*at].2.push_str(&text.xml10_content());
                }
            }
            Event::GeneralRef(name) => {
                if let Some(at) = open.last() {
                    all[*at].2.push_str(&quick_xml::escape::unescape(&format!("&{};", &*name)).unwrap());
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    all.iter_mut().for_each(|(_, _, text)| *text = text.trim().to_owned());
    all
}

fn build_file(entries: &BTreeMap<String, Vec<u8>>) -> String {
    String::from_utf8(entries["buildFile.xml"].clone()).unwrap()
}

#[test]
fn every_trait_and_every_component_comes_back() {
    let slots: Vec<String> = TRAITS
        .iter()
        .enumerate()
        .map(|(n, one)| slot(&format!("P{n}"), "a.png", 10 + u32::try_from(n).unwrap(), &[*one, ("mark;Move", "6")]))
        .collect();
    let parts = format!("{}{}{}", furniture(), palette("Units", &slots), boards());
    let original = module(&parts, &files());
    let first = Become::of(&[&original]);
    let entries = built(&first.files);
    let before = {
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&original)).unwrap();
        let mut text = String::new();
        zip.by_name("buildFile.xml").unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let (mut before, mut after) = (elements(&before), elements(&build_file(&entries)));
    // What the module says of itself is the game's.
    before.remove(0);
    assert_eq!(after.remove(0).1["nextPieceSlotId"], (10 + TRAITS.len()).to_string());
    assert_eq!(after, before);
    for (name, bytes) in files() {
        assert_eq!(entries[name], bytes, "{name}");
    }
    // Once more, and nothing changes any more.
    let again = Become::of(&[&packed(&entries)]);
    assert_eq!(built(&again.files), entries);
    assert_eq!(again.text("units.csv"), first.text("units.csv"));
    // Nothing of it is said to be lost, and what is kept is counted.
    let report = first.report();
    assert!(
        !report.contains("traits of a piece") && report.contains("- 1 × trigger\n") && report.contains("- 1 × GlobalKeyCommand"),
        "{report}"
    );
    let told: Vec<&str> = first.compiled.unchecked.iter().map(|it| it.what.as_str()).collect();
    assert!(told.iter().any(|what| what.ends_with("expressions of VASSAL in `vassal/buildFile.xml`")), "{told:?}");
    let why = first.compiled.unchecked.iter().map(|it| it.why.as_str()).find(|why| why.contains("in VASSAL alone")).unwrap();
    assert!(why.contains(" in pieces, ") && why.contains("1 in prototypes") && why.contains("1 in GlobalKeyCommand"), "{why}");
}

const FLIP: &str = TRAITS[0].0;

fn small() -> Vec<u8> {
    let slots = [
        slot("A", "", 1, &[(FLIP, "1"), ("mark;Attack,Arm", "4,foot"), ("prototype;Basics", "")]),
        slot("B", "a.png", 2, &[("calcProp;Attack;{Step_Level==2?2:(4)};", ""), (FLIP, "1")]),
        slot("C", "a.png", 3, &[]),
    ];
    let commands = [
        "begin_save".to_owned(),
        String::new(),
        piece("1", &[(FLIP, "1"), ("mark;Attack,Arm", "4,foot")], "", "A", "1", "Main;40;40"),
        piece("2", &[("calcProp;Attack;{Step_Level==2?2:(4)};", ""), (FLIP, "1")], "a.png", "B", "2", "Main;40;40"),
        "+/9/stack/Main;40;40;1;2;@@0".to_owned(),
        piece("3", &[], "a.png", "C", "3", "Main;90;70"),
        "SETUP_STACK\t".to_owned(),
        "GlobalProperty\t;Weather;Mud;Module".to_owned(),
        "end_save".to_owned(),
    ];
    let mut all = files();
    all.push(("start.vsav", save(&commands, Some(7))));
    let setup = "<VASSAL.build.module.PredefinedSetup name=\"Start\" useFile=\"true\" file=\"start.vsav\"/>";
    module(&format!("{}{}{}{setup}", furniture(), palette("Blue Units", &slots), boards()), &all)
}

/// The folder of the small module, with one file changed.
fn edited(path: &str, from: &str, to: &str) -> Memory {
    let mut files = Become::of(&[&small()]).files;
    let text = String::from_utf8(files.files[path].clone()).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    files.files.insert(path.to_owned(), text.replace(from, to).into_bytes());
    files
}

#[test]
fn what_the_game_says_by_now_stands_in_the_module() {
    let files = Become::of(&[&small()]).files;
    let units = String::from_utf8(files.files["units.csv"].clone()).unwrap();
    assert!(units.starts_with("id,name,side,Attack") || units.starts_with("id,name,side,attack"), "{units}");
    let unchanged = built(&files);
    let mut original = zip::ZipArchive::new(std::io::Cursor::new(small())).unwrap();
    let mut bytes = Vec::new();
    original.by_name("start.vsav").unwrap().read_to_end(&mut bytes).unwrap();
    assert_eq!(unchanged["start.vsav"], bytes, "a setup that is right stays as it is");
    let slot_of = |text: &str, name: &str| {
        elements(text).into_iter().find(|(_, attributes, _)| attributes.get("gpid").is_some_and(|gpid| gpid == name)).unwrap()
    };
    // A number, and a name: in the palette and in the setup.
    let row = units.lines().find(|line| line.starts_with("a,")).unwrap().to_owned();
    let changed = row.replace("a,A,", "a,Guards,").replace(",4,", ",5,");
    let entries = built(&edited("units.csv", &row, &changed));
    let (_, attributes, text) = slot_of(&build_file(&entries), "1");
    assert_eq!(attributes["entryName"], "Guards");
    assert!(text.contains(";Guards/") && text.contains("5,foot") && text.contains("prototype;Basics"), "{text}");
    let again = Become::of(&[&packed(&entries)]);
    let unit = again.compiled.game.units.values().find(|unit| unit.name.as_deref() == Some("Guards")).unwrap();
    assert_eq!(again.places("start", &unit.id), [("0101".to_owned(), "full".to_owned())]);
    // One by level.
    let row = units.lines().find(|line| line.starts_with("b,")).unwrap().to_owned();
    let entries = built(&edited("units.csv", &row, &row.replacen(",4,", ",7,", 1)));
    let (_, _, text) = slot_of(&build_file(&entries), "2");
    assert!(text.contains("calcProp;Attack;{Step_Level==2?2:(7)};"), "{text}");
    // One that is gone, in the palette and in the setup.
    let row = units.lines().find(|line| line.starts_with("c,")).unwrap().to_owned();
    let mut files = edited("units.csv", &format!("{row}\n"), "");
    let scenario = String::from_utf8(files.files["scenarios/start.json"].clone()).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&scenario).unwrap();
    value["setup"].as_array_mut().unwrap().retain(|line| line["unit"] != "c");
    files.files.insert("scenarios/start.json".to_owned(), value.to_string().into_bytes());
    let again = Become::of(&[&packed(&built(&files))]);
    assert!(again.compiled.game.units.values().all(|unit| unit.id != "c"));
}

#[test]
fn a_setup_that_has_changed_is_changed_and_nothing_else_in_it() {
    let files = edited("scenarios/start.json", "\"0201\"", "\"0101\"");
    let entries = built(&files);
    let again = Become::of(&[&packed(&entries)]);
    assert_eq!(again.places("start", "c"), [("0101".to_owned(), "full".to_owned())]);
    assert_eq!(again.places("start", "a"), [("0101".to_owned(), "full".to_owned())]);
    // Turned over, and one more scenario.
    let mut files = files;
    let text = String::from_utf8(files.files["scenarios/start.json"].clone()).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for line in value["setup"].as_array_mut().unwrap() {
        if line["unit"] == "b" {
            line["state"] = "reduced".into();
        }
    }
    files.files.insert("scenarios/start.json".to_owned(), value.to_string().into_bytes());
    let other = r#"{"id": "other", "name": "Other", "setup": [{"unit": "a", "at": "0302"}]}"#;
    files.files.insert("scenarios/other.json".to_owned(), other.as_bytes().to_vec());
    let again = Become::of(&[&packed(&built(&files))]);
    assert_eq!(again.places("start", "b"), [("0101".to_owned(), "reduced".to_owned())]);
    assert_eq!(again.places("other", "a"), [("0302".to_owned(), "full".to_owned())]);
}

#[test]
fn a_kept_module_that_is_damaged_is_said_to_be() {
    let mut files = Become::of(&[&small()]).files;
    files.files.insert("vassal/buildFile.xml".to_owned(), b"<a>\n<b>\n</a>".to_vec());
    let said = crate::support::lines(&compile(&files));
    assert!(
        said.iter().any(|line| line.contains("`vassal/buildFile.xml` cannot be read: line 3: expected `</b>` here")),
        "{said:#?}"
    );
}

/// The scenario of a folder, with another one made of it.
fn set_up(files: &mut Memory, change: impl Fn(&mut serde_json::Value)) {
    let path = "scenarios/start.json";
    let mut value: serde_json::Value = serde_json::from_slice(&files.files[path]).unwrap();
    value["setup"].as_array_mut().unwrap().iter_mut().for_each(change);
    files.files.insert(path.to_owned(), value.to_string().into_bytes());
}

#[test]
fn pieces_of_every_kind_of_layer_are_turned_back() {
    // Switched off, blank at the first level, old, and following a property.
    let layer = |images: &str, names: &str, follows: &str, always: &str| {
        format!("emb2;;128;;Flip;128;;;128;;;;1;false;0;0;{images};{names};true;Step;;;{follows};1;{always};;70,130;;;1.0;;true")
    };
    let off = layer("ar.png", "+ (reduced)", "false;;1", "false");
    let blank = layer(",ar.png", ",+ (reduced)", "false;;1", "true");
    let follows = layer("a.png,ar.png", ",+ (reduced)", "true;Hits;0", "true");
    let old = "emb;F;Flip;;;;;0;0;ar.png,+ (reduced)";
    let hits = "PROP;Hits;true,0,9,false;;";
    type Kind<'t> = (&'t str, &'t str, Vec<(&'t str, &'t str)>, Vec<(&'t str, &'t str)>);
    let kinds: [Kind<'_>; 4] = [
        ("Off", "a.png", vec![(&off, "-1")], vec![(&off, "1")]),
        ("Blank", "a.png", vec![(&blank, "1")], vec![(&blank, "2")]),
        ("Old", "a.png", vec![(old, "-1")], vec![(old, "1")]),
        ("Follower", "", vec![(hits, "0"), (&follows, "1")], vec![(hits, "1"), (&follows, "2")]),
    ];
    let slots: Vec<String> =
        kinds.iter().zip(1..).map(|((name, image, fresh, _), gpid)| slot(name, image, gpid, fresh)).collect();
    let mut commands = vec!["begin_save".to_owned(), String::new()];
    for ((name, image, _, turned), gpid) in kinds.iter().zip(1..) {
        let (id, at) = (gpid.to_string(), format!("Main;{};{}", 40 + 100 * gpid, 40));
        commands.push(piece(&id, turned, image, name, &id, &at));
    }
    commands.extend(["SETUP_STACK\t".to_owned(), "end_save".to_owned()]);
    let mut all = files();
    all.push(("start.vsav", save(&commands, None)));
    let setup = "<VASSAL.build.module.PredefinedSetup name=\"Start\" useFile=\"true\" file=\"start.vsav\"/>";
    let first = Become::of(&[&module(&format!("{}{}{setup}", palette("Blue Units", &slots), boards()), &all)]);
    let states = |game: &Become| kinds.iter().map(|(name, ..)| game.places("start", &name.to_lowercase())).collect::<Vec<_>>();
    let of = |state: &str| vec![state.to_owned(); kinds.len()];
    let only = |game: &Become| states(game).into_iter().map(|all| all[0].1.clone()).collect::<Vec<_>>();
    assert_eq!(only(&first), of("reduced"));
    let mut files = first.files;
    set_up(&mut files, |line| drop(line.as_object_mut().unwrap().remove("state")));
    let mut back = Become::of(&[&packed(&built(&files))]);
    assert_eq!(only(&back), of("full"));
    set_up(&mut back.files, |line| line["state"] = "reduced".into());
    assert_eq!(only(&Become::of(&[&packed(&built(&back.files))])), of("reduced"));
}

#[test]
fn what_vassal_json_adds_is_added_on_the_map_too() {
    let mut files = Become::of(&[&small()]).files;
    let mine = r#"{"kept": true, "prototypes": [{"name": "Unit", "traits": ["mark;Mine"]}],
        "traits": [{"add": ["prototype;Basics", "prototype;Unit"]}]}"#;
    files.files.insert("vassal.json".to_owned(), mine.as_bytes().to_vec());
    let entries = built(&files);
    let text = build_file(&entries);
    // One piece has it already.
    assert_eq!((text.matches("prototype;Basics").count(), text.matches("name=\"Unit\"").count()), (4, 1), "{text}");
    let mut save = zip::ZipArchive::new(std::io::Cursor::new(&entries["start.vsav"])).unwrap();
    let mut text = String::new();
    save.by_name("savedGame").unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("prototype;Unit").count(), 3, "{text}");
    // A name that the module has itself.
    let twice = mine.replace("\"Unit\"", "\"Basics\"");
    files.files.insert("vassal.json".to_owned(), twice.into_bytes());
    let said = crate::support::lines(&compile(&files));
    assert!(said.iter().any(|line| line.contains("there is a prototype `Basics` already")), "{said:#?}");
}

#[test]
fn properties_that_share_a_column_stay_as_they_are() {
    let slots = [
        slot("A", "a.png", 1, &[("mark;Depot.Name,Depot_Name", "north,south")]),
        slot("B", "a.png", 2, &[("mark;Depot.Name", "east")]),
        // What stands further out hides what stands within.
        slot("C", "a.png", 3, &[("mark;Attack", "9"), ("calcProp;Attack;{Step_Level==2?2:(4)};", ""), (FLIP, "1")]),
    ];
    let original = module(&format!("{}{}", palette("Blue Units", &slots), boards()), &files());
    let back = Become::of(&[&original]);
    let properties: Vec<_> = back.compiled.game.units.values().filter_map(|unit| unit.properties.get("Depot_Name")).collect();
    assert_eq!(properties, ["south", "east"]);
    let texts = |xml: &str| elements(xml).into_iter().map(|(_, _, text)| text).filter(|text| text.starts_with("+/")).collect();
    let after: Vec<String> = texts(&build_file(&built(&back.files)));
    for slot in slots {
        let before: Vec<String> = texts(&slot);
        assert!(after.contains(&before[0]), "{slot} in {after:?}");
    }
}

#[test]
fn a_piece_whose_traits_run_into_each_other_stays_as_it_is() {
    // As whoever pretty-prints a build file leaves it.
    let slots = [slot("A", "a.png", 1, &[("PROP;Name;;;Zed;more", "x")]).replace('\t', " ")];
    let back = Become::of(&[&module(&palette("Units", &slots), &files())]);
    assert!(back.report().contains("### piece: there is no basic piece in it, so VASSAL cannot read it"), "{}", back.report());
    let text = |text: &str| elements(text).into_iter().find(|(class, ..)| class.ends_with("PieceSlot")).unwrap().2;
    assert_eq!(text(&build_file(&built(&back.files))), text(&slots[0]));
}
