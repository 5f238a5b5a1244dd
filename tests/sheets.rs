//! Sheets as designers keep them: every dialect, every kind of damage, every mistake at its cell.

use muster::compile::compile;
use muster::model::RatingValue;
use muster::source::Memory;

use crate::support::{clean, codes, edit, first_steps, game, lines, said, says};

const MODULE: &str = r#"{"format": 2, "name": "Sheets", "ratings": [{"id": "attack"}, {"id": "move"}]}"#;

fn sheet(units: impl Into<Vec<u8>>) -> Memory {
    game(&[("module.json", MODULE)]).with("units.csv", units)
}

/// Ids, fronts and backs of all units.
fn read(memory: &Memory) -> Vec<(String, Vec<RatingValue>, Option<Vec<RatingValue>>)> {
    let compiled = compile(memory);
    assert_eq!(lines(&compiled), [""; 0]);
    let face = |faces: &[muster::model::Face], n: usize| faces.get(n).map(|f| f.ratings.clone());
    compiled.game.units.values().map(|u| (u.id.clone(), u.faces[0].ratings.clone(), face(&u.faces, 1))).collect()
}

fn expected() -> Vec<(String, Vec<RatingValue>, Option<Vec<RatingValue>>)> {
    use RatingValue::{Absent, Known};
    vec![
        ("a".to_owned(), vec![Known(3), Known(4)], Some(vec![Known(1), Known(4)])),
        ("b".to_owned(), vec![Known(2), Absent], None),
    ]
}

#[test]
fn every_dialect_reads_the_same() {
    for text in [
        "id,attack,move,back.attack\na,3,4,1\nb,2,,\n",
        "id;attack;move;back.attack\r\na;3;4;1\r\nb;2;;\r\n",
        "id\tattack\tmove\tback.attack\na\t3\t4\t1\nb\t2\t\t",
        "sep=;\nid;attack;move;back.attack\na;3;4;1\nb;2\n",
        "\u{feff}id,attack,move,back.attack\na,3,4,1\nb,2,,\n",
        "# my units\n\nid,attack,move,back.attack\n# first\na,3,4,1\n,,,\n\nb,2,,\n",
        "id , Attack, MOVE ,back.attack\n \"a\" , 3 ,\"4\",01\nb,+2,,\n",
        "id,attack,move,back.attack\ra,3,4,1\rb,2,,\r",
    ] {
        assert_eq!(read(&sheet(text)), expected(), "{text:?}");
    }
}

/// Zeros that only pad a number are no part of it, even if there is nothing else.
#[test]
fn a_number_of_zeros_is_nought() {
    for (text, known) in [("0", 0), ("00", 0), ("+0", 0), ("0000000000000000000000", 0), ("007", 7), ("+07", 7), ("010", 10)] {
        let units = read(&sheet(format!("id,attack\na,{text}\n")));
        assert_eq!(units, [("a".to_owned(), vec![RatingValue::Known(known), RatingValue::Absent], None)], "{text:?}");
    }
    for text in ["+", "0x", "00-", "0 0"] {
        assert_eq!(codes(&sheet(format!("id,attack\na,{text}\n"))), ["M0106"], "{text:?}");
    }
}

/// Two ratings that only a hyphen tells apart each have their own column.
#[test]
fn a_heading_to_the_letter_comes_before_one_that_is_nearly_so() {
    let module = r#"{"format": 2, "name": "Sheets", "ratings": [{"id": "att-ack"}, {"id": "attack"}]}"#;
    for (text, hyphen, plain) in [
        ("id,attack,att-ack\na,3,4\n", 4, 3),
        ("id,att-ack,attack\na,3,4\n", 3, 4),
        ("id,Attack,Att-Ack\na,3,4\n", 4, 3),
        ("id,At tack,attack\na,3,4\n", 3, 4),
    ] {
        let compiled = compile(&game(&[("module.json", module), ("units.csv", text)]));
        let unit = compiled.game.units.values().next().unwrap();
        assert_eq!(
            unit.faces[0].ratings,
            [RatingValue::Known(hyphen), RatingValue::Known(plain)],
            "{text:?} {:?}",
            lines(&compiled)
        );
        // That they are so much alike is told.
        assert!(lines(&compiled).iter().all(|line| line.contains(" M0910 ")), "{:?}", lines(&compiled));
    }
}

#[test]
fn windows_1252_is_read_as_what_it_is() {
    let compiled = compile(&sheet(b"id,attack,name\na,1,Li\xe8ge\n".to_vec()));
    assert_eq!(lines(&compiled), [""; 0]);
    assert_eq!(compiled.game.units.values().next().unwrap().name.as_deref(), Some("Liège"));
}

#[test]
fn own_headings_are_mapped_or_ignored() {
    let module = r#"{"format": 2, "name": "Own", "ratings": [{"id": "attack"}],
        "sheets": {"units.csv": {"columns": {"ID": "id", "Att": "attack", "BAtt": "back.attack", "Qty": "count"}, "ignore": ["Notes"]}}}"#;
    let memory = game(&[("module.json", module), ("units.csv", "ID,Att,BAtt,Qty,Notes\nx,3,1,12,the \"\"old\"\" one\n")]);
    let compiled = compile(&memory);
    assert_eq!(lines(&compiled), [""; 0]);
    let unit = compiled.game.units.values().next().unwrap();
    assert_eq!((unit.count, unit.faces.len()), (12, 2));
    let wrong = edit(memory, "module.json", "\"BAtt\": \"back.attack\"", "\"BAtt\": \"back.atack\"");
    says(
        &wrong,
        "units.csv:1:8 M0012 «BAtt» column `BAtt` is not a field of this list | did you mean `back.attack`? Otherwise correct what `sheets` of module.json maps `BAtt` to: `back.atack` is no field",
    );
}

#[test]
fn nested_lists_have_numbered_headings() {
    let memory = sheet("id,attack,back.state,back.attack,more.1.attack,more.2.attack,steps\na,4,reduced,3,2,1,4\nb,1,,,,,1\n");
    let compiled = compile(&memory);
    assert_eq!(lines(&compiled), [""; 0]);
    let faces: Vec<usize> = compiled.game.units.values().map(|u| u.faces.len()).collect();
    assert_eq!(faces, [4, 1]);
}

#[test]
fn lists_in_a_cell_are_divided_by_bars() {
    let compiled = compile(&sheet("id,tags\na,elite | drawn|\nb,\n"));
    assert_eq!(lines(&compiled), [""; 0]);
    let tags: Vec<Vec<String>> = compiled.game.units.values().map(|u| u.tags.clone()).collect();
    assert_eq!(tags, [vec!["elite".to_owned(), "drawn".to_owned()], vec![]]);
}

#[test]
fn mistakes_are_underlined_in_their_cell() {
    says(
        &sheet("id,attack\na,x\n"),
        "units.csv:2:3 M0106 «x» expected a whole number or `?` for `attack`, found `x` | write a number, or \"?\" while you do not know it",
    );
    says(
        &sheet("id,attack\na b,1\n"),
        "units.csv:2:1 M0106 «a b» expected a name without blanks and without | @ / , ; for `id`, found `a b` | write it with dashes: 1-guards",
    );
    says(
        &sheet("id,attak\na,1\n"),
        "units.csv:1:4 M0012 «attak» column `attak` is not a field of this list | did you mean `attack`? Otherwise map it to a field, or ignore it, in `sheets` of module.json: \"sheets\": {\"units.csv\": {\"ignore\": [\"attak\"]}}",
    );
    says(
        &sheet("name,attack\nA,1\nB,2\n"),
        "units.csv:1:1 M0103 «name» the sheet has no column `id` | add a column `id`, or map one of yours to it in `sheets` of module.json",
    );
    says(&sheet("id,attack\na,1\n,2\n"), "units.csv:3:2 M0103 «2» unit has no `id` | fill in the cell of column `id`");
    says(
        &sheet("id,attack,attack\na,1,2\n"),
        "units.csv:1:11 M0013 «attack» column `attack` stands for `ratings.attack`, which has a column already | keep one, or ignore the other in `sheets` of module.json",
    );
    says(
        &sheet("id,attack\na,1\nb,2,3\nc,4\n"),
        "units.csv:3:5 M0011 «3» this row has 3 cells, the headings are 2 | put a cell that contains the divider between quotes, or give the column a heading",
    );
    says(
        &sheet("id,name\na,\"b\nc,d\n"),
        "units.csv:2:3 M0011 «\"» this quoted cell does not end where its column ends | close the quote, and write a quote inside a cell twice: \"\"",
    );
    says(
        &sheet("id,attack\na,1\na,2\n"),
        "units.csv:3:1 M0202 «a» unit `a` stands twice | give one of the two another name, or take it out",
    );
    says(
        &sheet(""),
        "units.csv:1:1 M0006 «» the sheet is empty, expected a row of headings | write the names of the fields into the first row",
    );
}

#[test]
fn three_hundred_rows_with_one_mistake_are_said_once() {
    let rows: String = (0..300).map(|i| format!("u{i},x\n")).collect();
    let found = said(&sheet(format!("id,attack\n{rows}")));
    assert_eq!(
        found,
        [
            "units.csv:2:4 M0106 +299 «x» expected a whole number or `?` for `attack`, found `x` | write a number, or \"?\" while you do not know it"
        ]
    );
    let rows: String = (0..300).map(|i| format!("u{i},grman,1\n")).collect();
    let memory =
        game(&[("module.json", r#"{"format": 2, "name": "x", "sides": [{"id": "german"}], "ratings": [{"id": "attack"}]}"#)]);
    let memory = memory.with("units.csv", format!("id,side,attack\n{rows}"));
    assert_eq!(said(&memory), ["units.csv:2:4 M0201 +299 «grman» unknown side `grman` | did you mean `german`?"]);
}

#[test]
fn what_spreadsheets_destroy_is_recognised() {
    let cure = "format the column as Text before typing (or import it as Text), then type it again";
    // A fraction in the terrain chart.
    let terrain = |cell: &str| {
        let memory = first_steps();
        let text = String::from_utf8(memory.files["terrain.csv"].clone()).unwrap();
        let at = text.find("1/2").unwrap();
        let changed = format!("{}{cell}{}", &text[..at], &text[at + 3..]);
        memory.with("terrain.csv", changed)
    };
    for cell in ["2-Jan", "02-Jan", "2026-01-02", "1/2/2026"] {
        let found = said(&terrain(cell));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains(&format!(
                "M0014 «{cell}» cell `{cell}` is a date; a spreadsheet has probably changed `1/2`, `1-2`, `2/1` or `2-1` | {cure}"
            )),
            "{}",
            found[0]
        );
    }
    // Odds in the headings of the combat table.
    let crt = edit(first_steps(), "tables/crt.csv", "1:3", "01:03");
    let found = said(&crt);
    assert!(
        found.len() == 1
            && found[0].contains("M0014 «01:03» heading `01:03` is a time; a spreadsheet has probably changed `1:3`"),
        "{found:?}"
    );
    // Leading zeros of a hex.
    let zeros = edit(first_steps(), "units.csv", ",0304,", ",304,");
    let found = said(&zeros);
    assert!(
        found.len() == 1
            && found[0].contains("M0302 «304»")
            && found[0].contains("write \"0304\"; spreadsheets drop leading zeros"),
        "{found:?}"
    );
    // A lost plus sign: a hexside's cost adds.
    let module = r#"{"format": 2, "name": "x", "classes": [{"id": "foot"}]}"#;
    let plus = game(&[("module.json", module), ("terrain.csv", "id,on,foot\nriver,hexside,1\n")]);
    let found = said(&plus);
    assert!(found.len() == 1 && found[0].contains("M0014 «1» hexside `river` costs `1`, expected `+1`"), "{found:?}");
    clean(&edit(plus, "terrain.csv", "hexside,1", "hexside,+1"));
    // A range of rolls.
    let roll = edit(first_steps(), "tables.json", "\"1-4\"", "\"4-Jan\"");
    assert_eq!(codes(&roll).first(), Some(&"M0602"));
}

#[test]
fn dates_are_left_alone_where_dates_are_meant() {
    let module = r#"{"format": 2, "name": "x"}"#;
    let turns = r#"{"turns": {"csv": "turns.csv"}}"#;
    clean(&game(&[("module.json", module), ("turns.json", turns), ("turns.csv", "id,date\n1,16-Dec\n2,1944-12-17\n")]));
}

#[cfg(feature = "cli")]
mod workbooks {
    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

    use super::*;

    fn book(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
        let mut book = Workbook::new();
        book.add_worksheet().set_name("Notes").unwrap().write(0, 0, "nothing").unwrap();
        fill(book.add_worksheet().set_name("Units").unwrap());
        book.save_to_buffer().unwrap()
    }

    fn module(sheet: &str) -> Memory {
        let module = format!(
            r#"{{"format": 2, "name": "Book", "ratings": [{{"id": "attack"}}, {{"id": "move"}}], "units": {{"xlsx": "oob.xlsx", "sheet": "{sheet}"}}}}"#
        );
        game(&[("module.json", module.as_str())])
    }

    fn table(sheet: &mut rust_xlsxwriter::Worksheet, rows: &[&[&str]]) {
        for (r, row) in rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let (r, c) = (u32::try_from(r).unwrap(), u16::try_from(c).unwrap());
                match cell.parse::<f64>() {
                    Ok(n) => sheet.write(r, c, n).unwrap(),
                    Err(_) => sheet.write(r, c, *cell).unwrap(),
                };
            }
        }
    }

    #[test]
    fn a_sheet_of_a_workbook_reads_like_csv() {
        let bytes =
            book(|sheet| table(sheet, &[&["id", "attack", "move", "back.attack"], &["a", "3", "4", "1"], &["b", "2", "", ""]]));
        assert_eq!(read(&module("Units").with("oob.xlsx", bytes)), expected());
    }

    #[test]
    fn a_mistake_is_at_its_row_and_column() {
        let bytes = book(|sheet| table(sheet, &[&[], &["id", "attack"], &["a", "1"], &[], &["b", "x"]]));
        let found = said(&module("Units").with("oob.xlsx", bytes));
        assert_eq!(
            found,
            [
                "oob.xlsx#Units:5:3 M0106 «x» expected a whole number or `?` for `attack`, found `x` | write a number, or \"?\" while you do not know it"
            ]
        );
    }

    #[test]
    fn a_fraction_that_became_a_date_is_recognised() {
        let bytes = book(|sheet| {
            table(sheet, &[&["id", "designation"], &["a"]]);
            let date = ExcelDateTime::from_ymd(2026, 1, 2).unwrap();
            sheet.write_with_format(1, 1, &date, &Format::new().set_num_format("d-mmm")).unwrap();
        });
        let found = said(&module("Units").with("oob.xlsx", bytes));
        assert!(
            found.len() == 1
                && found[0].contains(
                    "M0014 «2026-01-02» cell `2026-01-02` is a date; a spreadsheet has probably changed `1/2`, `1-2`, `2/1` or `2-1`"
                ),
            "{found:?}"
        );
    }

    #[test]
    fn a_wrong_sheet_or_no_workbook_is_said() {
        let bytes = book(|sheet| table(sheet, &[&["id"], &["a"]]));
        says(
            &module("Unit").with("oob.xlsx", bytes),
            "oob.xlsx#Unit:1:1 M0015 «» the workbook has no sheet `Unit`; it has `Notes`, `Units` | did you mean `Units`?",
        );
        let found = said(&module("Units").with("oob.xlsx", "not a workbook"));
        assert!(found.len() == 1 && found[0].contains("M0015 «» the workbook cannot be read:"), "{found:?}");
    }

    #[test]
    fn a_cell_far_off_costs_nothing() {
        let bytes = book(|sheet| {
            table(sheet, &[&["id"], &["a"]]);
            sheet.write(1_048_575, 16_383, "far").unwrap();
        });
        let found = said(&module("Units").with("oob.xlsx", bytes));
        assert!(found.len() == 1 && found[0].contains("M0010") && found[0].contains("row 1048576, column 16384"), "{found:?}");
    }
}
