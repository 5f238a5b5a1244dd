//! Names read and written, and every way to get one wrong.

use super::*;

fn grid(numbering: &str) -> GridSpec {
    GridSpec::new(Top::Flat, 30, 20, Stagger::Even).numbered(numbering, Corner::NorthWest, (1, 1))
}

fn board(numbering: &str) -> Board {
    Board::single(&grid(numbering)).unwrap()
}

#[test]
fn ids_run_in_reading_order_whatever_is_printed() {
    let spec = GridSpec::new(Top::Flat, 3, 2, Stagger::Even).numbered("CCRR", Corner::SouthEast, (1, 1));
    let board = Board::single(&spec).unwrap();
    assert_eq!(named(&board, board.hexes()), "0302 0202 0102 0301 0201 0101");
    assert_eq!(board.parse("0101").unwrap(), HexId(5));
    assert_eq!(board.sheets()[0].hex(Cell { column: 0, row: 0 }), Some(HexId(0)));
}

#[test]
fn formats() {
    let rows = [
        ("CCRR", "2805", (28, 5)),
        ("RRCC", "0528", (28, 5)),
        ("C.R", "28.5", (28, 5)),
        ("CC-RR", "28-05", (28, 5)),
        ("CRR", "705", (7, 5)),
        ("CRR", "2805", (28, 5)),
        ("CCCR", "02812", (28, 12)),
        ("ARR", "BB05", (28, 5)),
        ("AARR", "Z20", (26, 20)),
        ("AR", "A1", (1, 1)),
        ("RA", "20DD", (30, 20)),
        ("aC", "T28", (28, 20)),
        ("A-a", "BB-E", (28, 5)),
        ("#CCRR.", "#2805.", (28, 5)),
        ("(C,R)", "(28,5)", (28, 5)),
    ];
    for (numbering, name, (column, row)) in rows {
        let board = board(numbering);
        let hex = board.parse(name).unwrap_or_else(|error| panic!("{numbering} {name}: {error}"));
        assert_eq!(hex, HexId((row - 1) * 30 + column - 1), "{numbering} {name}");
        assert_eq!(board.name(hex), name);
    }
}

#[test]
fn after_z_comes_aa_and_then_bb_or_ab() {
    let doubled = board("AR");
    let spreadsheet = Board::single(&GridSpec { letters: Letters::Spreadsheet, ..grid("AR") }).unwrap();
    let name = |board: &Board, column: u32| board.name(HexId(column - 1));
    assert_eq!([26, 27, 28].map(|column| name(&doubled, column)), ["Z1", "AA1", "BB1"]);
    assert_eq!([26, 27, 28].map(|column| name(&spreadsheet, column)), ["Z1", "AA1", "AB1"]);
    assert!(matches!(doubled.parse("AB1"), Err(NameError::Format { .. })));
    assert!(matches!(spreadsheet.parse("BB1"), Err(NameError::OffGrid { .. })));
    let wide = GridSpec { columns: 800, letters: Letters::Spreadsheet, ..grid("AR") };
    let wide = Board::single(&wide).unwrap();
    assert_eq!([702, 703, 800].map(|column| name(&wide, column)), ["ZZ1", "AAA1", "ADT1"]);
}

#[test]
fn numbers_may_start_at_zero_or_anywhere() {
    let board = Board::single(&grid("CCRR").numbered("CCRR", Corner::NorthWest, (0, 10))).unwrap();
    assert_eq!(board.name(HexId(0)), "0010");
    assert_eq!(board.parse("2929").unwrap(), HexId(599));
    assert!(matches!(board.parse("3010"), Err(NameError::OffGrid { .. })));
    assert!(matches!(board.parse("0009"), Err(NameError::OffGrid { .. })));
}

#[test]
fn a_wrong_format_says_what_is_right() {
    let error = board("CCRR").parse("12x4").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`12x4` is not a hex number; expected two digits for the column, then two digits for the row, such as `0101`"
    );
    for wrong in ["", "01", "01010", "0a01", " 0101", "0101 ", "١٢٣٤", "+101", "é1é", "99999999999999999999999"] {
        assert!(matches!(board("CCRR").parse(wrong), Err(NameError::Format { .. } | NameError::LeadingZeros { .. })), "{wrong}");
    }
    for wrong in ["01.5", "1.05", "1", ".", "1.", ".5", "1.5.1", "1,5", "-1.5"] {
        assert!(matches!(board("C.R").parse(wrong), Err(NameError::Format { .. })), "{wrong}");
    }
    for wrong in ["a05", "A5A", "05", "A", "AAAAAAAAA05"] {
        assert!(matches!(board("ARR").parse(wrong), Err(NameError::Format { .. })), "{wrong}");
    }
    let NameError::Format { name, .. } = board("CCRR").parse(&"x".repeat(10_000)).unwrap_err() else { panic!() };
    assert_eq!(name.chars().count(), 41);
}

#[test]
fn off_the_grid_gives_the_range_as_printed() {
    let error = board("CCRR").parse("3121").unwrap_err();
    let (columns, rows) = (("01".into(), "30".into()), ("01".into(), "20".into()));
    assert_eq!(error, NameError::OffGrid { name: "3121".into(), columns, rows });
    let lettered = board("A-R").parse("EE-1").unwrap_err();
    assert_eq!(lettered.to_string(), "hex `EE-1` is not on the map, which has columns A to DD and rows 1 to 20");
}

#[test]
fn missing_leading_zeros_are_seen_through() {
    let rows = [("CCRR", "512", "0512"), ("RRCC", "512", "0512"), ("CC.RR", "5.12", "05.12"), ("ARR", "B5", "B05")];
    for (numbering, name, meant) in rows {
        let error = board(numbering).parse(name).unwrap_err();
        assert_eq!(error, NameError::LeadingZeros { name: name.into(), suggestion: meant.into() }, "{numbering}");
    }
    assert!(matches!(board("CCRR").parse("599"), Err(NameError::Format { .. })), "0599 is no hex either");
    assert_eq!(board("CCRR").parse("512").unwrap_err().to_string(), "`512` lacks leading zeros; did you mean `0512`?");
}

#[test]
fn holes_close_the_gap_in_the_ids() {
    let (board, faults) = small().without(["0101", "0303", "9999", "0101"]);
    assert_eq!(board.len(), 18);
    assert_eq!(faults.iter().map(|(nth, _)| *nth).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(board.parse("0101"), Err(NameError::Hole { name: "0101".into() }));
    assert_eq!(board.parse("0201"), Ok(HexId(0)));
    assert_eq!(
        board.hexes().map(|hex| board.parse(&board.name(hex)).unwrap()).collect::<Vec<_>>(),
        board.hexes().collect::<Vec<_>>()
    );
    assert_eq!(board.neighbours(board.parse("0201").unwrap())[5], None);
    let (empty, faults) = Board::single(&GridSpec::new(Top::Flat, 1, 1, Stagger::Even)).unwrap().without(["0101"]);
    assert!(empty.is_empty() && faults.is_empty());
}

#[test]
fn strange_ids_are_harmless() {
    let (board, strange) = (small(), HexId(999));
    assert_eq!(board.name(strange), "?");
    assert_eq!(board.neighbours(strange), [None; 6]);
    assert_eq!(board.distance(strange, HexId(0)), u32::MAX);
    assert!(board.line(strange, HexId(0)).is_empty() && board.range(strange, 3).is_empty());
    assert_eq!((board.rectangle(strange, HexId(0)), board.hexside(strange, Direction::N)), (None, None));
    assert_eq!(board.at(Axial { q: i32::MAX, r: i32::MIN }), None);
}

#[test]
fn rectangles_and_runs() {
    let board = small();
    let hex = |name: &str| board.parse(name).unwrap();
    assert_eq!(named(&board, board.rectangle(hex("0403"), hex("0202")).unwrap()), "0202 0302 0402 0203 0303 0403");
    assert_eq!(named(&board, board.run(hex("0204"), hex("0201")).unwrap()), "0204 0203 0202 0201");
    assert_eq!(named(&board, board.run(hex("0502"), hex("0302")).unwrap()), "0502 0402 0302");
    assert_eq!(named(&board, board.run(hex("0502"), hex("0502")).unwrap()), "0502");
    assert_eq!(board.run(hex("0502"), hex("0301")), None);
}

#[test]
fn directions_by_word() {
    for direction in Direction::ALL {
        assert_eq!(Direction::parse(direction.word()), Some(direction));
        assert_eq!(direction.opposite().opposite(), direction);
        for top in [Top::Flat, Top::Pointy] {
            assert_eq!(top.counterclockwise(top.clockwise(direction)), direction);
        }
    }
    assert_eq!(Direction::parse("NE"), None);
    for top in [Top::Flat, Top::Pointy] {
        for (slot, direction) in top.directions().into_iter().enumerate() {
            assert_eq!(top.slot(direction), Some(slot));
            assert_eq!(top.clockwise(direction), top.directions()[(slot + 1) % 6]);
        }
    }
}
