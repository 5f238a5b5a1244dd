//! Hexsides and vertices: one thing, one value, one name.

use super::*;

#[test]
fn both_writings_of_a_side_are_equal() {
    let board = small();
    let side = board.parse_hexside("0201/0102").unwrap();
    for writing in ["0102/0201", "0201/sw", "0102/ne"] {
        assert_eq!(board.parse_hexside(writing), Ok(side), "{writing}");
    }
    assert_eq!(board.hexside_name(side), "0201/0102");
    assert_eq!((board.name(side.hex()), side.direction()), ("0201".into(), Direction::Sw));
    assert_eq!(board.hexside_hexes(side), (HexId(1), Some(HexId(5))));
}

#[test]
fn border_sides_belong_to_their_only_hex() {
    let board = small();
    let side = board.parse_hexside("0101/n").unwrap();
    assert_eq!(board.hexside_name(side), "0101/n");
    assert_eq!(board.hexside_hexes(side), (HexId(0), None));
    assert_eq!(board.hexside_ends(side).unwrap().map(|end| board.vertex_name(end)), ["0101/nw/n", "0101/n/ne"]);
}

#[test]
fn sides_that_are_none() {
    let board = small();
    let fails = |text: &str| board.parse_hexside(text).unwrap_err();
    assert_eq!(fails("0101/0301"), SideError::NotAdjacent { a: "0101".into(), b: "0301".into(), distance: 2 });
    assert_eq!(fails("0101/0101").to_string(), "`0101` and `0101` are one hex");
    assert_eq!(fails("0101/e"), SideError::NoSide { direction: Direction::E, top: Top::Flat });
    assert_eq!(fails("0101/e").to_string(), "no side faces `e`; there are n, ne, se, s, sw, nw");
    assert!(matches!(fails("0101/9901"), SideError::Name(NameError::OffGrid { .. })));
    assert!(matches!(fails("101/0102"), SideError::Name(NameError::LeadingZeros { .. })));
    for text in ["", "0101", "0101/0102/0201", "0101/"] {
        assert!(matches!(fails(text), SideError::Format { .. } | SideError::Name(_)), "{text}");
    }
}

#[test]
fn a_vertex_is_one_however_it_is_written() {
    let board = small();
    let vertex = board.parse_vertex("0302/0202/0303").unwrap();
    let names = ["0302", "0202", "0303"];
    for (a, b, c) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
        let text = format!("{}/{}/{}", names[a], names[b], names[c]);
        assert_eq!(board.parse_vertex(&text), Ok(vertex));
    }
    assert_eq!(board.parse_vertex(&board.vertex_name(vertex)), Ok(vertex));
    assert_eq!(board.vertex_sides(vertex).len(), 3);
}

#[test]
fn vertices_at_the_border() {
    let board = small();
    let two = board.parse_vertex("0201/0101/ne").unwrap_err();
    assert!(matches!(two, SideError::NotACorner { .. }), "0101 lies nw of 0201: {two}");
    let two = board.parse_vertex("0101/0201/ne").unwrap();
    assert_eq!(board.vertex_name(two), "0101/ne/0201");
    assert_eq!(board.parse_vertex("0201/nw/n"), Ok(two));
    let alone = board.parse_vertex("0101/n/nw").unwrap();
    assert_eq!(board.vertex_name(alone), "0101/nw/n");
    assert_eq!(board.vertex_sides(alone).len(), 2);
    assert_eq!(board.vertex_hexes(alone), [Some(HexId(0)), None, None]);
    assert!(matches!(board.parse_vertex("0101/n/s"), Err(SideError::NotACorner { .. })));
    assert!(matches!(board.parse_vertex("0101/n"), Err(SideError::Format { parts: 3, .. })));
}

#[test]
fn sides_and_vertices_fit_together() {
    let count = |spec: GridSpec, holes: &[&str]| {
        let (board, _) = Board::single(&spec).unwrap().without(holes);
        let (mut sides, mut vertices) = (Vec::new(), Vec::new());
        for hex in board.hexes() {
            for way in board.top().directions() {
                let side = board.hexside(hex, way).unwrap();
                assert_eq!(board.parse_hexside(&board.hexside_name(side)), Ok(side));
                let vertex = board.vertex(hex, way).unwrap();
                assert_eq!(board.parse_vertex(&board.vertex_name(vertex)), Ok(vertex));
                for end in board.hexside_ends(side).unwrap() {
                    assert!(board.vertex_sides(end).contains(&side));
                }
                for met in board.vertex_sides(vertex) {
                    assert!(board.hexside_ends(met).unwrap().contains(&vertex));
                }
                sides.push(side);
                vertices.push(vertex);
            }
        }
        sides.sort_unstable();
        sides.dedup();
        vertices.sort_unstable();
        vertices.dedup();
        (board.len(), sides.len(), vertices.len())
    };
    for top in [Top::Flat, Top::Pointy] {
        for stagger in [Stagger::Odd, Stagger::Even] {
            // Euler: vertices - sides + hexes = 1 for a map in one piece, 0 with a lake in it.
            let (hexes, sides, vertices) = count(GridSpec::new(top, 7, 6, stagger.clone()), &[]);
            assert_eq!(vertices + hexes, sides + 1);
            let (hexes, sides, vertices) = count(GridSpec::new(top, 7, 6, stagger), &["0303"]);
            assert_eq!(vertices + hexes, sides);
        }
    }
}
