//! Four published systems, four numberings: every adjacency that their texts state must hold here.

use super::*;

/// Bitter Woods: CCRR, 0101 in the north-east.
fn bitter_woods() -> Board {
    let told = Stagger::Touching("1812".into(), "1913".into());
    Board::single(&GridSpec::new(Top::Flat, 56, 35, told).numbered("CCRR", Corner::NorthEast, (1, 1))).unwrap()
}

/// Enemy Action: Ardennes: RRCC, 0101 in the north-east, pointy top.
fn enemy_action() -> Board {
    let told = Stagger::Touching("1616".into(), "1517".into());
    Board::single(&GridSpec::new(Top::Pointy, 29, 26, told).numbered("RRCC", Corner::NorthEast, (1, 1))).unwrap()
}

/// Ardennes '44: CCRR with prefix, 0101 in the south-east; the east sheet lies over the west one.
pub(super) fn ardennes_44() -> Board {
    let told = || Stagger::Touching("2928".into(), "3029".into());
    let east = GridSpec::new(Top::Flat, 40, 42, told()).numbered("CCRR", Corner::SouthEast, (1, 1));
    let west = GridSpec::new(Top::Flat, 38, 40, told()).numbered("CCRR", Corner::SouthEast, (1, 3));
    Board::new(&[
        SheetSpec { prefix: "E".into(), grid: east, joins: vec![], apart: None },
        SheetSpec { prefix: "W".into(), grid: west, joins: vec![Join::Same("W0103".into(), "E3303".into())], apart: None },
    ])
    .unwrap()
}

/// Bastogne Breakout prints no numbers; CCRR from 0101 in the north-west.
fn bastogne() -> Board {
    Board::single(&GridSpec::new(Top::Flat, 41, 25, Stagger::Even)).unwrap()
}

fn touch(board: &Board, pairs: &[&str]) {
    for pair in pairs {
        let side = board.parse_hexside(pair).unwrap_or_else(|error| panic!("{pair}: {error}"));
        assert_eq!(board.parse_hexside(&board.hexside_name(side)), Ok(side));
    }
}

/// Every hex that touches all of these.
fn common(board: &Board, names: &str) -> String {
    let around = ids(board, names);
    named(board, board.hexes().filter(|hex| around.iter().all(|other| board.distance(*hex, *other) == 1)))
}

#[test]
fn ardennes_44_bridges() {
    let board = ardennes_44();
    touch(&board, &["E2020/2119", "E2016/2115", "E1913/2013", "E3718/3618", "E2928/3029", "E2929/3029", "E1006/1005"]);
}

#[test]
fn ardennes_44_misprint_is_found() {
    // S4.3E prints the La Roche bridge as 3921/3820, which no stagger that fits the others allows.
    let error = ardennes_44().parse_hexside("E3921/3820").unwrap_err();
    assert_eq!(error, SideError::NotAdjacent { a: "E3921".into(), b: "E3820".into(), distance: 2 });
    touch(&ardennes_44(), &["E3920/3820"]);
}

#[test]
fn ardennes_44_stagger_rule() {
    // "odd column row r touches even-column rows r and r+1", and numbers count west and north
    let board = ardennes_44();
    let hex = board.parse("E2119").unwrap();
    assert_eq!(named(&board, board.neighbours(hex).into_iter().flatten()), "E2120 E2020 E2019 E2118 E2219 E2220");
}

#[test]
fn ardennes_44_sheets_overlap() {
    let board = ardennes_44();
    assert_eq!(board.len(), 40 * 42 + 30 * 40);
    assert_eq!(board.parse("W0840"), board.parse("E4040"));
    assert_eq!(board.names(board.parse("W0840").unwrap()), ["E4040", "W0840"]);
    assert_eq!(board.name(board.parse("W0940").unwrap()), "W0940");
    touch(&board, &["E4040/W0940", "W0840/0940", "W0940/E4041"]);
    assert!(matches!(board.parse("W0102"), Err(NameError::OffGrid { rows: (low, high), .. }) if low == "03" && high == "42"));
    assert_eq!(board.parse("3901"), board.parse("E3901"), "only the east sheet has it");
    let both = NameError::Ambiguous { name: "1003".into(), candidates: vec!["E1003".into(), "W1003".into()] };
    assert_eq!(board.parse("1003"), Err(both));
}

#[test]
fn enemy_action_adjacencies() {
    let board = enemy_action();
    touch(&board, &["0116/0117", "0625/0626", "1728/1729", "1616/1517", "1407/1308", "1310/1309", "1310/1409", "1310/1410"]);
    // the setup-card example and the illustrations: one-hex steps
    touch(&board, &["1406/1407", "1405/1406", "1605/1506", "1110/1111", "1225/1325", "1324/1325", "1224/1325", "1424/1325"]);
    assert_eq!(common(&board, "1024 1124 1224 1225"), "1125");
    assert!(common(&board, "1720 1721").contains("1620"));
    assert_eq!(common(&board, "1224 1225 1324 1424"), "1325");
    let hex = board.parse("1310").unwrap();
    assert_eq!(named(&board, board.neighbours(hex).into_iter().flatten()), "1209 1309 1409 1410 1311 1210");
}

#[test]
fn enemy_action_counts_west_and_south() {
    let board = enemy_action();
    assert_eq!(board.name(HexId(0)), "0129");
    assert_eq!(board.direction(board.parse("0116").unwrap(), board.parse("0117").unwrap()), Some(Direction::W));
    assert!(board.sheets()[0].grid().odd_shifted(), "even rows lie further west");
}

#[test]
fn bitter_woods_adjacencies() {
    let board = bitter_woods();
    touch(&board, &["0812/0912", "1211/1311", "1324/1424", "1812/1912", "1812/1913", "1809/1909", "1629/1630"]);
    assert_eq!(common(&board, "1501 1601"), "1502", "Eupen: their only common neighbour");
    assert_eq!(board.direction(board.parse("0812").unwrap(), board.parse("0912").unwrap()), Some(Direction::Nw));
}

#[test]
fn bastogne_neighbour_table() {
    // map_grid.csv: x and y from 0, by parity of x, in the order n ne se s sw nw
    const EVEN: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)];
    const ODD: [(i32, i32); 6] = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
    let board = bastogne();
    let sheet = &board.sheets()[0];
    let cell = |x: i32, y: i32| sheet.hex(Cell { column: u32::try_from(x).ok()?, row: u32::try_from(y).ok()? });
    let mut pairs = 0;
    for x in 0..41 {
        for y in 0..25 {
            let table = if x % 2 == 0 { EVEN } else { ODD };
            let expected = table.map(|(dx, dy)| cell(x + dx, y + dy));
            assert_eq!(board.neighbours(cell(x, y).unwrap()), expected);
            pairs += expected.into_iter().flatten().count();
        }
    }
    assert_eq!((board.len(), pairs / 2), (1025, 2944));
}
