//! Every kind of mistake is found, in the sample with one thing changed; what only looks like a mistake is not.

use super::problems::{oddities, problems};
use super::sample::Sample;

/// What is changed, and what the reader must say. The sample as it stands has no problem: see `own`.
const MISTAKES: &[(&str, &str, &str)] = &[
    // The head.
    ("<version>1.0<", "<version>1.1<", "the version is"),
    (r#"module.Map mapName="Main Map""#, r#"module.Map mapName="""#, "it has no name"),
    ("<VassalVersion>3.6.0<", "<VassalVersion>3.7.0<", "the VassalVersion is"),
    // Attributes.
    (r#"y0="50""#, r#"y0="50.5""#, "y0 is no integer"),
    (r#"dy="60.0""#, r#"dy="wide""#, "dy is no number"),
    (r#"sideways="false""#, r#"sideways="no""#, "sideways is no boolean"),
    (r#"backgroundcolor="255,255,255""#, r##"backgroundcolor="#ffffff""##, "backgroundcolor is no colour"),
    (r#"buttonText="Retire""#, r#"buttonKeyStroke="68\,130""#, "buttonKeyStroke is no key"),
    (r#"shuffle="Always""#, r#"shuffle="Sometimes""#, "shuffle is no word of its list"),
    (r#"path="600,600;"#, r#"path="600,600.5;"#, "path is no word"),
    (r#"initialValue="Dry""#, r#"initialValue="Dry\""#, "initialValue ends in a backslash"),
    ("<entry>Blue<", r"<entry>Blue\<", "its text ends in a backslash"),
    // Maps and boards.
    ("<VASSAL.build.module.map.PieceMover/>", "", "no PieceMover"),
    ("<VASSAL.build.module.map.ForwardToChatter/>", "", "no ForwardToChatter"),
    (r#"Board name="Field""#, r#"Board name="Meadow""#, "no board \"Field\""),
    (r#"owningBoard="Field""#, r#"owningBoard="Hill""#, "for a board \"Hill\" that is not there"),
    (r#"location="0304""#, r#"location="9999""#, "at a place \"9999\" that is not there"),
    (r#"image="map.png""#, r#"image="Map.png""#, "no picture \"Map.png\""),
    (r#"image="map.png""#, r#"image="Map.png""#, "board \"Field\" has no size"),
    // Slots and prototypes.
    (r"⇥4-3\⇥\\⇥\\\⇥null;0;0;0;0", r"⇥4-3\⇥\\⇥null;0;0;0;0", "5 levels of type, 4 of state"),
    (r"prototype;Unit\\\⇥piece;;;b1", r"prototype;Unit\\⇥piece;;;b1", "wrong number of backslashes before a tab in the type"),
    ("piece;;;b2.png;2nd Inf/1", r"piece;;;b2.png;2nd Inf\/1", "a definition of 3 parts"),
    (r"mark;Strength\⇥prototype", r"mark;Strength\\⇥prototype", "a tab within a text"),
    (
        r"piece;;;b1.png;1st Inf/1⇥4-3\⇥\\⇥\\\⇥null;0;0;0;0",
        r"piece;;;b1.png\;1st Inf/1⇥4-3\⇥\\⇥\\\⇥null;0;0;0;0",
        "no proper basic piece",
    ),
    ("piece;;;s.png;Supply/", "piece;;;s.png;Sup;ply/", "no proper basic piece"),
    (r"r=7\\\\⇥", r"r=7;\\\\\\⇥", "a tab within a text"),
    ("obs;;back.png;", "cover;;back.png;", "unknown trait \"cover\""),
    ("delete;Delete;68,130;", r"delete;Delete;68\,130;", "delete: field 1 is no key"),
    (r"report;68\,130,67\,130;", "report;68,130;", "report: field 0 is no key list"),
    (r"More:38\,0:I\,1,", "More:38,0:I,1,", "PROP: field 2 is no command list"),
    ("moved.png;14;-20;", "moved.png;14.5;-20;", "markmoved: field 1 is no integer"),
    (";1.0;;true⇥", ";1.0;;true;;⇥", "emb2: 35 fields, but there are 33"),
    (r"/⇥-1\⇥3\\", r"/⇥\⇥3\\", "report: a state that does not fit"),
    ("b1.png,b1r.png;,+ (reduced);", "b1.png,b1r.png;,,+ (reduced);", "emb2: 2 images, 3 names"),
    ("Inf/1⇥4-3", "Inf/3⇥4-3", "emb2: a state that does not fit"),
    ("Inf/1⇥4-3", "Inf/1⇥4,3", "mark: a state that does not fit"),
    ("/Blue⇥", r"/Blue\⇥", "3 levels of type, 1 of state"),
    (r"prototype;Rated;r=7", r"prototype;Unrated;r=7", "no prototype \"Unrated\""),
    (r"piece;;;;/$r$", r"piece;;;;/$q$,$r$", "mark: a state that does not fit"),
    ("/null/mark;Rating⇥piece;;;;/$r$⇥", "/null/delete;Delete;$r$;⇥piece;;;;/⇥", "slot 2 \"Supply\": delete: field 1 is no key"),
    (r"/null/mark;Rating⇥", r"/null/prototype;Rated⇥", "uses itself"),
    (r"piece;;;;/$r$", "piece;;;;Thing/$r$", "its basic piece is not empty"),
    (r#"PrototypeDefinition name="Unit""#, r#"PrototypeDefinition name="Blue""#, "two prototypes of one name"),
    ("<entry>Blue<", "<entry>Blues<", "restricted to a side \"Blue\""),
    ("immob;;N;R;⇥", "cmt;Hello⇥", "the trait cmt needs VASSAL 3.7"),
    (r"m.png\;Mark\/null\;0", r"m.png\;Mark\/null\;0.5", "a place that is no integer in the basic piece"),
    // Numbers of slots.
    (r#"gpid="3""#, r#"gpid="1""#, "gpid 1 is there twice"),
    (";;;9;0;false;;;1", ";;;10;0;false;;;1", "gpid 10 is there twice"),
    (r#"gpid="3""#, r#"gpid="4""#, "its piece has the gpid \"3\""),
    (r#"nextPieceSlotId="12""#, r#"nextPieceSlotId="10""#, "nextPieceSlotId 10 is not above the gpid 10"),
    // Saved games.
    (r#"file="one.vsav""#, r#"file="two.vsav""#, "no file \"two.vsav\""),
    ("begin_save␛", "", "do not begin with begin_save"),
    ("␛end_save", "", "end with end_save"),
    (r"+/1002/", r"+/1001/", "the id 1001 stands for two pieces"),
    (r"+/1002/", r"+/10,02/", "the id \"10,02\" of a piece is no proper one"),
    ("1001;1002;@@0", "1001;1002;1003;@@0", "its piece 1003 is missing or comes later"),
    ("1001;1002;@@0", "1001;@@0", "piece 1002 \"2nd Inf\": in no stack, though it stacks"),
    ("1001;1002;@@0", "1001;1002", "its layer is missing"),
    ("stack/Main Map;319;320", "stack/Main Map;319;321", "its piece 1001 is elsewhere"),
    ("stack/Main Map;319;320", "stack/Main Map;319.0;320", "a place that is no integer"),
    ("true;1005", "true;1005,1001", "its piece 1001 is in another stack too"),
    (";;;;Draw;", ";;;;Discard;", "no deck \"Discard\" in the module"),
    ("Main Map;60;50;2;", "Side Map;60;50;2;", "on a map \"Side Map\" that is not there"),
    ("Main Map;60;50;2;", "Main Map;60;-50;2;", "lies on no board"),
    ("Main Map;60;50;2;1;", "Main Map;60;50;2;2;", "properties of the basic piece miscounted"),
    ("Main Map;60;50;2;", "Main Map;60;50;77;", "no slot has its gpid \"77\""),
    ("Main Map;60;50;2;", "Main Map;60;50;1;", "it differs from its slot 1"),
    (
        r"mark;Rating\\\\⇥piece;;;s.png;Supply/⇥-1\⇥3\\⇥\\\⇥7",
        r"prototype;Rated\\\\⇥piece;;;s.png;Supply/⇥-1\⇥3\\⇥\\\⇥",
        "a prototype is not opened",
    ),
    (r"\\\⇥7\\\\⇥Main", r"\\\⇥Main", "6 levels of type, 5 of state"),
    ("Main MapBoardPicker⇥Field", "Main MapBoardPicker⇥Meadow", "no board \"Meadow\" on the map"),
    ("Main MapBoardPicker⇥Field", "MainBoardPicker⇥Field", "no map \"Main\" for boards"),
    ("BoardPicker⇥Field⇥0⇥0", "BoardPicker⇥Field⇥0", "not named with column and row"),
    ("TURNTurnTracker0", "TURNTurn", "no turn tracker \"Turn\""),
    ("TURNTurnTracker0", "TURNTurnTracker1", "no turn tracker \"TurnTracker1\""),
    (r"\;2\\;0\\;0", r"\;3\\;0\\;0", "level Phase: no such value: \"3\""),
    (r"0|3;0;true;10;", r"0|3;0;", "level Turn"),
    (r"0|3;", r"1|3;", "no level of the current number"),
    (r"\;true,true\;2", r"\;true\;2", "level Side: 2 names"),
    (";Weather;Mud;", ";Wether;Mud;", "a global property that the module does not have"),
    ("NOTES⇥First", "NOTE⇥First", "a command that is unknown"),
];

#[test]
fn every_mistake_is_found() {
    let mut missed = Vec::new();
    for (old, new, expected) in MISTAKES {
        let found = problems(&Sample::new().with(old, new).module());
        if !found.iter().any(|problem| problem.contains(expected)) {
            missed.push(format!("{old:?} as {new:?}: {expected:?} is not in {found:#?}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn files_that_lack_or_are_too_many_are_found() {
    let with = |name: &str, bytes: &[u8]| {
        let mut sample = Sample::new();
        sample.files.insert(name.to_owned(), bytes.to_vec());
        problems(&sample.module())
    };
    // A file without a byte is left out of the zip.
    assert_eq!(with("images/b1r.png", b""), ["no picture \"b1r.png\""]);
    assert_eq!(with("images/m.png", b""), ["no picture \"m.png\""]);
    assert_eq!(with("images/chart.png", b""), ["no picture \"chart.png\""]);
    assert_eq!(with("images/B1.png", b"x"), ["nobody uses the picture \"B1.png\""]);
    assert_eq!(with("one.vsav", b"no zip").len(), 1);
    assert_eq!(with("savedGame", b"x").len(), 1);
    let page =
        r#"<VASSAL.build.widget.HtmlChart chartName="Rules" fileName="rules.html"/><VASSAL.build.widget.Chart chartName="R"#;
    let mut sample = Sample::new().with(r#"<VASSAL.build.widget.Chart chartName="R"#, page);
    assert_eq!(problems(&sample.module()), ["HtmlChart Rules: fileName is no file: \"rules.html\""]);
    sample.files.insert("rules.html".to_owned(), br#"<img src="extra.png">"#.to_vec());
    sample.files.insert("images/extra.png".to_owned(), b"x".to_vec());
    assert_eq!(problems(&sample.module()), Vec::<String>::new());
}

/// Changes that are odd but good.
#[test]
fn what_is_good_is_not_called_a_mistake() {
    for (old, new) in [
        ("1st Inf", r"1st\Inf"),
        ("1st Inf", r"1st; Inf".replace(';', r"\;").as_str()),
        ("2nd Inf", "2nd Inf — größer"),
        ("68,130", "57344,0,Do it"),
        (r"68\,130,67\,130", r"57344\,0\,Do it"),
        ("1001;1002;@@0", "1002;1001;@@-1"),
        (r#"backgroundcolor="255,255,255""#, r#"backgroundcolor="""#),
        ("Main Map;60;50;2;1;UniqueID;1004", "Main Map;60;50;2;0"),
        ("SETUP_STACK⇥", ""),
        ("Main MapBoardPicker⇥Field⇥0⇥0", ""),
        ("Inf/2⇥4-3", "Inf/-2⇥4-3"),
        ("+/1004/", "+/1700000000004/"),
        ("Main Map;60;50;2;", "Main Map;61;50;2;"),
    ] {
        let found = problems(&Sample::new().with(old, new).module());
        assert_eq!(found, Vec::<String>::new(), "{old:?} as {new:?}");
    }
    let newer = Sample::new().with("3.6.0", "3.7.0").with("immob;;N;R;⇥report", "immob;;N;R;⇥cmt;Hello\\⇥report");
    let found = problems(&newer.module());
    assert!(!found.iter().any(|problem| problem.contains("needs VASSAL")), "{found:?}");
}

#[test]
fn oddities_are_told_apart() {
    let odd = |old: &str, new: &str| oddities(&Sample::new().with(old, new).module());
    assert_eq!(odd(r#"buttonText="Retire""#, r#"buttonTex="Retire""#), ["PlayerRoster : unknown attribute buttonTex"]);
    assert_eq!(odd("map.PieceMover", "map.PiecesMover"), ["unknown class VASSAL.build.module.map.PiecesMover"]);
    let found = odd("Main Map;319;320", "Main Map;320;320");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("piece 1001 stands at (320, 320), would snap to (319, 320)"), "{found:?}");
}

#[test]
#[should_panic(expected = "well-formed")]
fn broken_xml_is_the_end() {
    Sample::new().with("</VASSAL.build.GameModule>", "").with("<entry>Blue</entry>", "<entry>Blue</entri>").module();
}
