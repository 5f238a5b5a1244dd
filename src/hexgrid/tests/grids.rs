//! Grids that cannot be built, and staggers told by two hexes.

use super::*;

fn grid(numbering: &str) -> GridSpec {
    GridSpec::new(Top::Flat, 30, 20, Stagger::Even).numbered(numbering, Corner::NorthWest, (1, 1))
}

#[test]
fn grids_that_cannot_be() {
    let fails = |spec: GridSpec| Board::single(&spec).unwrap_err();
    let numbered = |numbering: &str| fails(grid(numbering));
    for numbering in ["", "CC", "RR", "CCRRCC", "CR", "Aa", "CCxRR", "1CCRR", "CC/RR", "CC RR", "CC|RR", "CCRRA", "CCCCCCCCCCR"] {
        assert!(matches!(numbered(numbering), GridError::Numbering { .. }), "{numbering}");
    }
    assert_eq!(fails(GridSpec { columns: 0, ..grid("CCRR") }), GridError::NoHexes);
    let huge = GridSpec { columns: u32::MAX, rows: u32::MAX, ..grid("C.R") };
    assert_eq!(fails(huge), GridError::TooManyHexes { hexes: u64::from(u32::MAX) * u64::from(u32::MAX) });
    assert!(Board::single(&GridSpec { columns: 1000, rows: 1000, ..grid("C.R") }).is_ok());
    assert_eq!(fails(GridSpec { columns: 1001, rows: 1000, ..grid("C.R") }), GridError::TooManyHexes { hexes: 1_001_000 });
    let unfit = |spec: GridSpec| matches!(fails(spec), GridError::DoesNotFit { .. });
    assert!(unfit(GridSpec { columns: 100, ..grid("CCRR") }), "column 100 in two digits");
    assert!(unfit(GridSpec { first: (1, 90), ..grid("CCRR") }));
    assert!(unfit(GridSpec { first: (0, 1), ..grid("ARR") }), "no letter for 0");
    assert!(unfit(GridSpec { columns: 300, ..grid("ARR") }), "twelve letters in a row");
    assert!(unfit(GridSpec { first: (u32::MAX, u32::MAX), ..grid("C.R") }));
}

#[test]
fn numbers_that_may_grow_do_so_beyond_their_digits() {
    let board = Board::single(&GridSpec { columns: 120, ..grid("CCcRR") }).unwrap();
    let names: Vec<String> = board.hexes().map(|hex| board.name(hex)).collect();
    for name in ["0101", "9920", "10001", "12020"] {
        assert!(names.iter().any(|known| known == name), "{name}");
        assert!(board.parse(name).is_ok(), "{name}");
    }
    assert!(board.parse("010001").is_err() && board.parse("1001").is_ok(), "no zero stands before a third digit");
    assert!(matches!(Board::single(&grid("CCcRRr")), Err(GridError::Numbering { .. })), "both would run together");
    assert!(Board::single(&grid("CCc.RRr")).is_ok());
    assert!(matches!(Board::single(&grid("cCRR")), Err(GridError::Numbering { .. })));
}

#[test]
fn stagger_told_by_two_hexes_that_touch() {
    let told = |a: &str, b: &str| Grid::new(&GridSpec { stagger: Stagger::Touching(a.into(), b.into()), ..grid("CCRR") });
    assert!(!told("0201", "0102").unwrap().odd_shifted(), "even columns lower");
    assert!(told("0101", "0202").unwrap().odd_shifted(), "odd columns lower");
    assert_eq!(told("0101", "0102"), Err(GridError::AlwaysTouch("0101".into(), "0102".into())));
    assert_eq!(told("0101", "0201"), Err(GridError::AlwaysTouch("0101".into(), "0201".into())));
    assert_eq!(told("0101", "0301"), Err(GridError::NeverTouch("0101".into(), "0301".into())));
    assert!(matches!(told("0101", "9901"), Err(GridError::Name(NameError::OffGrid { .. }))));
}
