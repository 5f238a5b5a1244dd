//! Counter sheets as people keep them.

use muster::import::counters::import;
use muster::import::{Imported, Refused};
use rust_xlsxwriter::Workbook;

use super::{json, sound, text};

fn read(text: &str) -> Result<Imported, Refused> {
    import("my counters.csv", text.as_bytes())
}

/// The sheet that is made of a sheet.
#[track_caller]
fn units(sheet: &str) -> String {
    let imported = read(sheet).unwrap();
    sound(&imported);
    text(&imported, "units.csv").to_owned()
}

#[test]
fn sheets_are_understood() {
    let cases = [
        ("plain", "name,side,attack\nA,red,4\nB,blue,3\n", "id,name,side,attack\na,A,red,4\nb,B,blue,3\n"),
        ("semicolons and German", "Einheit;Seite;Kampfwert;Bew.\nI./1;rot;4;6\n", "id,name,side,attack,move\ni-1,I./1,rot,4,6\n"),
        (
            "tabs and French",
            "Unité\tCamp\tAttaque\tDéfense\nGarde\tbleu\t4\t5\n",
            "id,name,side,attack,defense\ngarde,Garde,bleu,4,5\n",
        ),
        (
            "titles, blank rows, sums, headings again",
            "My game\n\nDraft 3,,\nUnit,Side,AF\nA,red,4\n\nUnit,Side,AF\nB,red,3\nTotal,,7\n",
            "id,name,side,attack\na,A,red,4\nb,B,red,3\n",
        ),
        (
            "headings of groups are formations",
            "Unit,Side,CF,MA\n1st Division,,,\nA,red,4,6\n2nd Division,,,\nA,red,3,6\n",
            "id,name,side,formation,attack,move\n1st-division-a,A,red,1st-division,4,6\n2nd-division-a,A,red,2nd-division,3,6\n",
        ),
        (
            "or sides",
            "Unit,CF,MA\nGerman forces,,\nA,4,6\nThe Allies,,\nB,3,6\n",
            "id,name,side,attack,move\na,A,german-forces,4,6\nb,B,the-allies,3,6\n",
        ),
        (
            "merged cells",
            "Side,Unit,CF\nred,A,1\n,B,2\n,C,3\n,D,4\n",
            "id,name,side,attack\na,A,red,1\nb,B,red,2\nc,C,red,3\nd,D,red,4\n",
        ),
        (
            "factors",
            "Unit,Factors,Reduced\nA,4-3-6,2-2-6\nB,2-2-4,\n",
            "id,name,attack,defense,move,back.attack,back.defense,back.move\na,A,4,3,6,2,2,6\nb,B,2,2,4,,,\n",
        ),
        ("factors under a heading that says them", "Unit,M-A\nA,6-4\n", "id,name,move,attack\na,A,6,4\n"),
        ("factors under another heading", "Unit,Side,Strength\nA,red,4-6\n", "id,name,side,attack,move\na,A,red,4,6\n"),
        (
            "the second of two is the back",
            "Unit,Att,Mov,Att,Mov\nA,4,6,2,5\n",
            "id,name,attack,move,back.attack,back.move\na,A,4,6,2,5\n",
        ),
        (
            "front and back over the headings",
            ",Front,,Back,\nUnit,Att,Def,Att,Def\nA,4,4,2,3\n",
            "id,name,attack,defense,back.attack,back.defense\na,A,4,4,2,3\n",
        ),
        ("numbers that are text", "Unit,CF,MA\nA,'4,6.0\nB,(3),5*\nC,-,n/a\n", "id,name,attack,move\na,A,4,6\nb,B,3,5\nc,C,,\n"),
        (
            "what a spreadsheet destroyed",
            "Unit,CF,Size\nA,4,II\nB,2-Jan,3-Feb\nC,5,I\n",
            "id,name,size,attack\na,A,II,4\nb,B,,?\nc,C,I,5\n",
        ),
        (
            "quantities and places",
            "#,Unit,Hex\n2,A,\"0101, 0102\"\n3,B,0203\n0,C,0101\n",
            "id,name,count,setup\na,A,2,0101|0102\nb,B,3,0203\n",
        ),
        ("no counters at all", "#,Unit,CF\n0,A,3\n0,B,2\n", "id\n"),
        ("places that do not fit", "Unit,CF,Hex\nA,3,0101 / 0102\n", "id,name,attack,note\na,A,3,setup: 0101 / 0102\n"),
        ("turns and entries", "Unit,Turn,Entry\nA,T3,North\nB,At start,\nC,4,\n", "id,name,arrives\na,A,3@North\nb,B,\nc,C,4\n"),
        (
            "a running number",
            "No.,Unit,CF\n1,A,1\n2,B,1\n3,C,1\n4,D,1\n",
            "id,name,attack,properties.No_\na,A,1,1\nb,B,1,2\nc,C,1,3\nd,D,1,4\n",
        ),
        (
            "own columns",
            "Unit,CF,Artist,type,Artist\nA,1,Ann,hq,\"B, C\"\n",
            "id,name,type,attack,properties.Artist,properties.Artist 2\na,A,hq,1,Ann,\"B, C\"\n",
        ),
        (
            "steps that have no face",
            "Unit,CF,Steps\nA,4,2\nB,3,1\nC,2,4\n",
            "id,name,attack,back.attack,steps,note\na,A,4,?,2,\nb,B,3,,1,\nc,C,2,,?,steps: 4\n",
        ),
        (
            "the formation that is nearest",
            "Unit,CF,Corps,Division\nA,1,X,1 Inf\n",
            "id,name,formation,attack,properties.Corps\na,A,1-inf,1,X\n",
        ),
        (
            "two sides with a formation of one name",
            "Unit,Side,Division,CF\nA,red,1st,1\nB,blue,1st,1\n",
            "id,name,side,formation,attack\na,A,red,red-1st,1\nb,B,blue,blue-1st,1\n",
        ),
        ("an id of its own", "ID,Unit,CF\nR 1,A,1\nR 2,A,1\n", "id,name,attack\nr-1,A,1\nr-2,A,1\n"),
        (
            "one heading that is known",
            "Unit,Zork,Blub\nA,1,2\nB,3,\n",
            "id,name,properties.Zork,properties.Blub\na,A,1,2\nb,B,3,\n",
        ),
        // As nanDECK links a sheet: quoted, with semicolons, and signs for line ends.
        (
            "a deck of nanDECK",
            "\u{feff}\"Title\";\"Count\";\"Attack\";\"Image\"\r\n\"1. Garde\";\"2\";\"4\";\"garde.png\"\r\n\"Inf \"\"A\"\"; late\";\"1\";\"2\";\"i\\13\\.png\"\r\n",
            "id,name,attack,count,properties.Image\n1-garde,1. Garde,4,2,garde.png\ninf-a-late,\"Inf \"\"A\"\"; late\",2,1,i\\13\\.png\n",
        ),
        ("many of one name", "Unit,CF\nFort,1\nFort,1\n!?,2\n", "id,name,attack\nfort-1,Fort,1\nfort-2,Fort,1\nunit,!?,2\n"),
        (
            "nations of sides",
            "Unit,Nation,Side,CF\nA,German,Axis,1\nB,Italian,Axis,1\nC,British,Allied,1\n",
            "id,name,side,nation,attack\na,A,axis,german,1\nb,B,axis,italian,1\nc,C,allied,british,1\n",
        ),
        (
            "a nation on two sides",
            "Unit,Nation,Side\nA,French,Axis\nB,French,Allied\nC,French,Allied\n",
            "id,name,side,nation,note\na,A,axis,,nation: french\nb,B,allied,french,\nc,C,allied,french,\n",
        ),
    ];
    for (what, sheet, wanted) in cases {
        assert_eq!(units(sheet), wanted, "{what}");
    }
}

#[test]
fn bytes_of_old_spreadsheets_are_read() {
    let wanted = "id,name,attack\nhöhe,Höhe,4\n";
    for bytes in [
        &b"Einheit;St\xe4rke\nH\xf6he;4\n"[..],
        "\u{feff}Einheit;Stärke\nHöhe;4\n".as_bytes(),
        "sep=;\r\nEinheit;Stärke\r\nHöhe;4\r\n".as_bytes(),
    ] {
        let imported = import("x.csv", bytes).unwrap();
        sound(&imported);
        assert_eq!(text(&imported, "units.csv"), wanted);
    }
}

#[test]
fn a_text_of_two_bytes_a_letter_is_read() {
    let text = "Einheit\tStärke\r\nHöhe\t4\r\n";
    let pairs = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let (little, big) = (pairs(u16::to_le_bytes), pairs(u16::to_be_bytes));
    let marked = |mark: [u8; 2], bytes: &[u8]| [mark.as_slice(), bytes].concat();
    for bytes in [marked([0xff, 0xfe], &little), marked([0xfe, 0xff], &big), little, big] {
        let imported = import("x.txt", &bytes).unwrap();
        sound(&imported);
        assert_eq!(super::text(&imported, "units.csv"), "id,name,attack\nhöhe,Höhe,4\n");
    }
}

#[test]
fn the_module_has_the_words_of_the_sheet() {
    let imported = read("Unit,Country,Arm,CF,Colour\nA,Old Guard,Foot,4,red\n").unwrap();
    sound(&imported);
    let wanted = serde_json::json!({
        "format": 2,
        "name": "My Counters",
        "sides": [{"id": "old-guard", "name": "Old Guard"}],
        "types": [{"id": "foot", "name": "Foot"}],
        "ratings": [{"id": "attack", "name": "CF"}],
    });
    assert_eq!(json(&imported, "module.json"), wanted);
    let notes = imported.notes.join("\n");
    for wanted in [
        "column `CF` taken as rating `attack`; if wrong, rename column `attack` of units.csv, and in `ratings` of module.json",
        "column `Country` taken as `side`; if wrong, rename column `side` of units.csv",
        "columns that are not known: `Colour`; units have them as properties",
    ] {
        assert!(notes.contains(wanted), "{notes}");
    }
}

/// A number that stands in a column of its own and among several in one cell.
#[test]
fn a_rating_that_is_told_twice_loses_nothing() {
    let factors = "id,name,attack,defense,move";
    assert_eq!(units("Unit,A-D-M,Attack\nA,4-3-6,4\nB,4-3-6,\n"), format!("{factors}\na,A,4,3,6\nb,B,4,3,6\n"));
    assert_eq!(units("Unit,A-D-M,Attack\nA,4-3-6,2\n"), format!("{factors},back.attack\na,A,4,3,6,2\n"));
    assert_eq!(
        units("Unit,A-D-M,Back,Attack\nA,4-3-6,2-2-6,5\n"),
        format!("{factors},back.attack,back.defense,back.move,properties.Attack 2\na,A,4,3,6,2,2,6,5\n")
    );
    let imported = read("Unit,Attack,Values\nA,2,4-3-6\n").unwrap();
    let compiled = muster::compile::compile(&sound(&imported));
    let unit = compiled.game.units.values().next().unwrap();
    let found: Vec<(&str, &str)> = unit.properties.iter().map(|(name, word)| (name.as_str(), word.as_str())).collect();
    assert_eq!(found, [("Values", "4-3-6")]);
    let wanted = "columns that are not known: `Values`; ";
    assert!(imported.notes.iter().any(|note| note.starts_with(wanted)), "{:#?}", imported.notes);
}

#[test]
fn columns_that_are_not_known_are_properties() {
    let imported =
        read("Unit,CF,CF,CF,Cmdr. of,Class,class,cmdr_ of,2-Jan\nA,4,2,1,\"Ney, M.\",foot,slow,3-Feb,#REF!\n").unwrap();
    let compiled = muster::compile::compile(&sound(&imported));
    let unit = compiled.game.units.values().next().unwrap();
    let found: Vec<(&str, &str)> = unit.properties.iter().map(|(name, word)| (name.as_str(), word.as_str())).collect();
    // Neither a field, nor a rating, nor one another.
    let wanted = [("CF", "1"), ("Cmdr_ of", "Ney, M."), ("class 2", "slow"), ("cmdr_ of 2", "3-Feb"), ("column 9", "#REF!")];
    assert_eq!(found, wanted);
    let wanted = "columns that are not known: `CF`, `Cmdr. of` as `properties.Cmdr_ of`, `class` as `properties.class 2`, ";
    assert!(imported.notes.iter().any(|note| note.starts_with(wanted)), "{:#?}", imported.notes);
    let plain = read("Unit,CF\nA,4\n").unwrap();
    assert!(!plain.notes.iter().any(|note| note.contains("not known")), "{:#?}", plain.notes);
}

#[test]
fn columns_beyond_what_a_sheet_holds_are_left_out_and_told() {
    let wide = |count: usize| {
        let cells = |cell: &dyn Fn(usize) -> String| (0..count).map(|n| format!(",{}", cell(n))).collect::<String>();
        read(&format!("Unit,CF{}\nA,4{}\n", cells(&|n| format!("Own{}", n / 2)), cells(&|n| n.to_string()))).unwrap()
    };
    let told = |imported: &Imported| imported.notes.iter().find(|note| note.contains("beyond")).cloned();
    for (count, wanted) in [
        (900, None),
        (902, Some("columns that are not known, beyond the first 900: `Own450`, `Own450`; left out")),
        (1_020, None),
    ] {
        let imported = wide(count);
        let compiled = muster::compile::compile(&sound(&imported));
        assert_eq!(compiled.game.units.values().next().unwrap().properties.len(), 900);
        let told = told(&imported);
        assert_eq!(told.is_some(), count > 900);
        assert!(wanted.is_none_or(|wanted| told.as_deref() == Some(wanted)), "{told:?}");
    }
}

#[test]
fn the_sheet_of_a_workbook_that_is_best_understood_is_taken() {
    let mut book = Workbook::new();
    let first = book.add_worksheet();
    first.set_name("Read me").unwrap();
    first.write(0, 0, "Counters of my game").unwrap();
    let second = book.add_worksheet();
    second.set_name("OOB").unwrap();
    for (column, heading) in (0..).zip(["Unit", "Side", "CF"]) {
        second.write(2, column, heading).unwrap();
    }
    second.write(3, 0, "A").unwrap();
    second.write(3, 1, "red").unwrap();
    second.write(3, 2, 4.0).unwrap();
    let imported = import("oob.xlsx", &book.save_to_buffer().unwrap()).unwrap();
    sound(&imported);
    assert_eq!(text(&imported, "units.csv"), "id,name,side,attack\na,A,red,4\n");
    assert!(imported.notes.contains(&"sheet `OOB` was taken; not `Read me`".to_owned()), "{:?}", imported.notes);
}

#[test]
fn sheets_of_open_document_are_read() {
    let row = |cells: &[&str]| {
        let cells: String = cells
            .iter()
            .map(|cell| format!("<table:table-cell office:value-type=\"string\"><text:p>{cell}</text:p></table:table-cell>"))
            .collect();
        format!("<table:table-row>{cells}</table:table-row>")
    };
    let content = format!(
        "<office:document-content><office:body><office:spreadsheet><table:table table:name=\"Notes\">{}</table:table><table:table table:name=\"OOB\">{}{}</table:table></office:spreadsheet></office:body></office:document-content>",
        row(&["Counters of my game"]),
        row(&["Unit", "Side", "CF"]),
        row(&["A", "red", "4"]),
    );
    let book =
        super::made::zip(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content.as_bytes())]);
    let imported = import("oob.ods", &book).unwrap();
    sound(&imported);
    assert_eq!(text(&imported, "units.csv"), "id,name,side,attack\na,A,red,4\n");
    assert!(imported.notes.contains(&"sheet `OOB` was taken; not `Notes`".to_owned()), "{:?}", imported.notes);
}

#[test]
fn what_is_no_such_sheet_is_refused_in_words() {
    for (name, bytes, wanted) in [
        ("a.csv", &b""[..], "no row has headings that are known"),
        ("a.csv", b"hello\nworld\n", "no row has headings that are known"),
        ("a.csv", b"name,side,attack\n", "no row has headings that are known, and counters below it"),
        ("a.csv", b"\xff\xfea\0", "no row has headings that are known"),
        ("a.csv", b"\xff\xfea\0b", "it is a text in UTF-16, and cut off or damaged"),
        ("a.csv", b"\xff\xfe\x00\xd8a\0", "it is a text in UTF-16, and cut off or damaged"),
        ("a.csv", b"ab\0c", "binary"),
        ("a.xls", &[0xd0, 0xcf, 0x11, 0xe0, 0], "a workbook of another kind, expected .xlsx, .ods or .csv"),
        ("a.ods", b"PK\x03\x04", "the workbook cannot be read"),
        ("a.xlsx", b"PK\x03\x04", "the workbook cannot be read"),
    ] {
        let refused = import(name, bytes).expect_err(wanted);
        assert!(refused.why.contains(wanted), "{refused}, expected {wanted}");
    }
}

#[test]
fn a_refusal_is_short_however_long_the_words_of_the_file_are() {
    let why = |length: usize| Refused::new("x", "ö".repeat(length), "mend it").why;
    assert_eq!(why(400), "ö".repeat(400));
    assert_eq!(why(90_000), "ö".repeat(400) + "…");
}

#[test]
fn thousands_of_counters_take_no_longer_than_they_should() {
    let mut sheet = String::from("Unit,Side,Division,Factors,Back\n");
    for n in 0..20_000 {
        sheet += &format!("Fort,{},{} Div,4-3-6,2-2-6\n", ["red", "blue"][n % 2], n % 300);
    }
    let imported = read(&sheet).unwrap();
    assert_eq!(text(&imported, "units.csv").lines().count(), 20_001);
}
