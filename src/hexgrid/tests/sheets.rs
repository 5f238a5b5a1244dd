//! Several sheets in one plane, and joins that do not place them.

use super::*;

fn sheet(prefix: &str, joins: Vec<Join>) -> SheetSpec {
    SheetSpec { prefix: prefix.into(), grid: GridSpec::new(Top::Flat, 4, 3, Stagger::Even), joins, apart: None }
}

fn joined(joins: Vec<Join>) -> Result<Board, GridError> {
    Board::new(&[sheet("W", vec![]), sheet("E", joins)])
}

fn same(a: &str, b: &str) -> Join {
    Join::Same(a.into(), b.into())
}

fn touching(a: &str, b: &str, way: Option<Direction>) -> Join {
    Join::Touching(a.into(), b.into(), way)
}

#[test]
fn half_hexes_on_the_joint_are_one_hex_with_two_names() {
    let three = |prefix, joins| SheetSpec { grid: GridSpec::new(Top::Flat, 5, 3, Stagger::Even), ..sheet(prefix, joins) };
    let board = Board::new(&[three("W", vec![]), three("E", vec![same("E0101", "W0501")])]).unwrap();
    assert_eq!(board.len(), 27);
    assert_eq!(board.parse("E0102"), board.parse("W0502"));
    assert_eq!(board.names(board.parse("E0103").unwrap()), ["W0503", "E0103"]);
    assert_eq!(board.sheet(board.parse("E0103").unwrap()), Some(0));
    assert_eq!(
        named(&board, board.neighbours(board.parse("E0102").unwrap()).into_iter().flatten()),
        "W0501 E0201 E0202 W0503 W0402 W0401"
    );
    assert_eq!(board.distance(board.parse("W0101").unwrap(), board.parse("E0501").unwrap()), 8);
    assert_eq!(board.line(board.parse("W0101").unwrap(), board.parse("E0501").unwrap()).len(), 9);
    assert_eq!(board.rectangle(board.parse("E0101").unwrap(), board.parse("E0202").unwrap()).unwrap().len(), 4);
    assert_eq!(board.rectangle(board.parse("W0101").unwrap(), board.parse("E0202").unwrap()), None);
    assert_eq!(board.sheets()[1].hexes().count(), 15);
}

#[test]
fn a_hole_on_a_joint_leaves_the_other_sheets_hex() {
    let board = joined(vec![same("W0401", "E0201")]).unwrap();
    let before = board.len();
    let (board, faults) = board.without(["W0401"]);
    assert!(faults.is_empty());
    assert_eq!(board.len(), before);
    assert_eq!(board.name(board.parse("E0201").unwrap()), "E0201");
    assert_eq!(board.parse("W0401"), Err(NameError::Hole { name: "W0401".into() }));
}

#[test]
fn sheets_that_touch() {
    let by_direction = joined(vec![touching("W0401", "E0101", Some(Direction::Ne))]).unwrap();
    let backwards = joined(vec![touching("E0101", "W0401", Some(Direction::Sw))]).unwrap();
    let by_pairs = joined(vec![touching("W0401", "E0101", None), touching("W0401", "E0102", None)]).unwrap();
    assert_eq!(by_direction, backwards);
    assert_eq!(by_direction, by_pairs);
    assert_eq!(by_direction.len(), 24);
    assert_eq!(by_direction.direction(HexId(3), by_direction.parse("E0102").unwrap()), Some(Direction::Se));
}

#[test]
fn joins_that_place_nothing() {
    assert_eq!(joined(vec![]), Err(GridError::Unjoined("E".into())));
    assert_eq!(joined(vec![touching("W0401", "E0101", None)]), Err(GridError::JoinsLoose("E".into())));
    let contradiction = vec![same("W0401", "E0101"), same("W0402", "E0101")];
    assert_eq!(joined(contradiction), Err(GridError::JoinsDisagree("E".into())));
    assert_eq!(joined(vec![same("W0401", "W0301")]), Err(GridError::JoinName("W0401".into(), "W0301".into())));
    assert_eq!(joined(vec![same("W0401", "E0901")]), Err(GridError::JoinName("W0401".into(), "E0901".into())));
    let east = joined(vec![touching("W0401", "E0101", Some(Direction::E))]);
    assert_eq!(east, Err(GridError::JoinDirection(Direction::E, Top::Flat)));
}

#[test]
fn sheets_that_cannot_be() {
    assert_eq!(Board::new(&[]), Err(GridError::NoSheets));
    assert_eq!(
        Board::new(&[sheet("W", vec![]), sheet("W", vec![same("W0101", "W0101")])]),
        Err(GridError::SamePrefix("W".into()))
    );
    assert_eq!(Board::new(&[sheet("a b", vec![])]), Err(GridError::Prefix("a b".into())));
    assert_eq!(Board::new(&vec![sheet("W", vec![]); 65]), Err(GridError::TooManySheets));
    let pointy = SheetSpec { grid: GridSpec::new(Top::Pointy, 4, 3, Stagger::Even), ..sheet("E", vec![same("W0101", "E0101")]) };
    assert_eq!(Board::new(&[sheet("W", vec![]), pointy]), Err(GridError::MixedTops));
    let big = |prefix: &str| SheetSpec {
        grid: GridSpec { columns: 600, rows: 1000, ..sheet("", vec![]).grid.numbered("C.R", Corner::NorthWest, (1, 1)) },
        ..sheet(prefix, vec![])
    };
    assert_eq!(Board::new(&[big("W"), big("E")]), Err(GridError::TooManyHexes { hexes: 1_200_000 }));
}

#[test]
fn names_that_run_into_each_other_are_refused() {
    let numbered = |prefix: &str, numbering: &str, join: Vec<Join>| {
        let grid = GridSpec::new(Top::Flat, 20, 3, Stagger::Even).numbered(numbering, Corner::NorthWest, (1, 1));
        SheetSpec { prefix: prefix.into(), grid, joins: join, apart: None }
    };
    let board =
        Board::new(&[numbered("", "C.R", vec![]), numbered("1", "C.R", vec![touching("20.1", "11.1", Some(Direction::Ne))])]);
    assert!(matches!(board, Err(GridError::NamesCollide(_))), "11.1 is column 11 of one or column 1 of the other");
}

#[test]
fn errors_know_the_prefixes() {
    let board = joined(vec![same("W0401", "E0101")]).unwrap();
    assert_eq!(board.parse("E101"), Err(NameError::LeadingZeros { name: "E101".into(), suggestion: "E0101".into() }));
    let error = board.parse("X0101").unwrap_err().to_string();
    assert!(error.contains("after the prefix of a sheet (`W`, `E`), such as `W0101`"), "{error}");
    assert!(matches!(board.parse("E0501"), Err(NameError::OffGrid { .. })));
    assert_eq!(
        board.parse("0501").unwrap_err().to_string(),
        "hex `0501` is not on the map, which has columns 01 to 04 and rows 01 to 03"
    );
}

#[test]
fn one_sheet_may_have_a_prefix() {
    let board = Board::new(&[sheet("W", vec![])]).unwrap();
    assert_eq!(board.parse("W0101"), board.parse("0101"));
    assert_eq!(board.name(HexId(0)), "W0101");
    assert_eq!(board.parse("101"), Err(NameError::LeadingZeros { name: "101".into(), suggestion: "0101".into() }));
}

#[test]
fn a_main_sheet_needs_no_prefix() {
    let board = Board::new(&[sheet("", vec![]), sheet("E", vec![touching("0401", "E0101", Some(Direction::Ne))])]).unwrap();
    assert_eq!(board.parse("0101"), Ok(HexId(0)));
    assert_eq!(board.name(board.parse("E0101").unwrap()), "E0101");
    assert_eq!(board.parse_hexside("0401/E0101"), board.parse_hexside("E0101/0401"));
}

#[test]
fn a_sheet_apart_touches_nothing() {
    for top in [Top::Flat, Top::Pointy] {
        for stagger in [Stagger::Odd, Stagger::Even] {
            let one = |prefix: &str, columns: u32, rows: u32, apart: Option<u32>| SheetSpec {
                prefix: prefix.into(),
                grid: GridSpec::new(top, columns, rows, stagger.clone()),
                joins: vec![],
                apart,
            };
            let board = Board::new(&[one("A", 4, 7, None), one("B", 1, 2, Some(1)), one("C", 5, 3, Some(9))]).unwrap();
            assert_eq!(board.len(), 28 + 2 + 15);
            let layout = Layout::new(&board, 1.0).unwrap();
            let span = |prefix: &str| {
                let own = board.hexes().filter(|hex| board.name(*hex).starts_with(prefix)).filter_map(|hex| layout.centre(hex));
                own.fold((f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY), |(west, east, north), at| {
                    (west.min(at.x), east.max(at.x), north.min(at.y))
                })
            };
            let (a, b, c) = (span("A"), span("B"), span("C"));
            for hex in board.hexes() {
                let other = |next: HexId| board.sheet(next) != board.sheet(hex);
                assert!(!board.neighbours(hex).into_iter().flatten().any(other), "{top:?} {}", board.name(hex));
            }
            assert!(b.0 - a.1 > 1.7 && c.0 - b.1 > 8.6, "{top:?} {a:?} {b:?} {c:?}");
            assert!((a.2 - b.2).abs() <= 0.5 && (a.2 - c.2).abs() <= 0.5, "one upper edge: {a:?} {b:?} {c:?}");
        }
    }
    assert!(matches!(joined(vec![]), Err(GridError::Unjoined(_))));
}
