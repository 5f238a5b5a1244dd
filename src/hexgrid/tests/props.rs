//! What must hold on every board, whatever its numbering.

use std::collections::VecDeque;

use proptest::prelude::*;

use super::*;

const NUMBERINGS: [&str; 13] = ["CCRR", "RRCC", "C.R", "R.C", "ARR", "AARR", "RA", "CC-RR", "CCCRRR", "CRR", "RCC", "aCC", "A:a"];

fn specs() -> impl Strategy<Value = GridSpec> {
    let numbering = (0..NUMBERINGS.len()).prop_map(|nth| NUMBERINGS[nth]);
    let corner = prop_oneof![Just(Corner::NorthWest), Just(Corner::NorthEast), Just(Corner::SouthWest), Just(Corner::SouthEast)];
    let shape = (any::<bool>(), 1..12u32, 1..12u32, any::<bool>());
    let print = (numbering, any::<bool>(), corner, (0..80u32, 0..80u32));
    (shape, print).prop_map(|((flat, columns, rows, odd), (numbering, doubled, corner, (column, row)))| {
        let lettered = |letter| u32::from(numbering.contains(letter));
        GridSpec {
            top: if flat { Top::Flat } else { Top::Pointy },
            columns,
            rows,
            stagger: if odd { Stagger::Odd } else { Stagger::Even },
            numbering: numbering.to_owned(),
            letters: if doubled { Letters::DoubledLetters } else { Letters::Spreadsheet },
            corner,
            first: (column + lettered('A'), row + lettered('a')),
        }
    })
}

/// A board and three of its hexes.
fn boards() -> impl Strategy<Value = (Board, [HexId; 3])> {
    (specs(), any::<[u32; 3]>()).prop_map(|(spec, picks)| {
        let board = Board::single(&spec).unwrap();
        let hexes = picks.map(|pick| HexId(pick % u32::try_from(board.len()).unwrap()));
        (board, hexes)
    })
}

/// Distances by walking.
fn walked(board: &Board, from: HexId) -> Vec<Option<u32>> {
    let mut steps = vec![None; board.len()];
    steps[from.index()] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((hex, far)) = queue.pop_front() {
        for next in board.neighbours(hex).into_iter().flatten() {
            if steps[next.index()].is_none() {
                steps[next.index()] = Some(far + 1);
                queue.push_back((next, far + 1));
            }
        }
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn names_lead_back(spec in specs()) {
        let board = Board::single(&spec).unwrap();
        prop_assert_eq!(board.len(), (spec.columns * spec.rows) as usize);
        for hex in board.hexes() {
            prop_assert_eq!(board.parse(&board.name(hex)), Ok(hex));
        }
        let grid = board.sheets()[0].grid();
        let corner = grid.cell(spec.first.0, spec.first.1).unwrap();
        prop_assert_eq!(corner.column > 0, spec.corner.is_east() && spec.columns > 1);
        prop_assert_eq!(corner.row > 0, spec.corner.is_south() && spec.rows > 1);
    }

    #[test]
    fn names_without_holes_lead_back(spec in specs(), holes in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let board = Board::single(&spec).unwrap();
        let mut names: Vec<String> = holes.iter().map(|hole| board.name(HexId(hole.index(board.len()).try_into().unwrap()))).collect();
        names.sort();
        names.dedup();
        let full = board.len();
        let (board, faults) = board.without(&names);
        prop_assert!(faults.is_empty());
        prop_assert_eq!(board.len(), full - names.len());
        for hex in board.hexes() {
            prop_assert_eq!(board.parse(&board.name(hex)), Ok(hex));
            prop_assert_eq!(board.at(board.place(hex).unwrap()), Some(hex));
        }
    }

    #[test]
    fn neighbours_are_mutual((board, _) in boards()) {
        for hex in board.hexes() {
            for (way, other) in board.top().directions().into_iter().zip(board.neighbours(hex)) {
                prop_assert_eq!(board.neighbour(hex, way), other);
                if let Some(other) = other {
                    prop_assert_eq!(board.neighbour(other, way.opposite()), Some(hex));
                    prop_assert_eq!(board.direction(hex, other), Some(way));
                    prop_assert_eq!(board.distance(hex, other), 1);
                }
            }
        }
    }

    #[test]
    fn distance_is_a_metric_and_what_one_walks((board, [a, b, c]) in boards()) {
        prop_assert_eq!(board.distance(a, b) == 0, a == b);
        prop_assert_eq!(board.distance(a, b), board.distance(b, a));
        prop_assert!(board.distance(a, c) <= board.distance(a, b) + board.distance(b, c));
        let steps = walked(&board, a);
        for hex in board.hexes() {
            prop_assert_eq!(Some(board.distance(a, hex)), steps[hex.index()]);
        }
    }

    #[test]
    fn lines_are_walks_and_the_same_both_ways((board, [a, b, _]) in boards()) {
        let line = board.line(a, b);
        prop_assert_eq!(line.len(), board.distance(a, b) as usize + 1);
        prop_assert_eq!((line.first(), line.last()), (Some(&a), Some(&b)));
        prop_assert!(line.windows(2).all(|pair| board.direction(pair[0], pair[1]).is_some()));
        let mut back = board.line(b, a);
        back.reverse();
        prop_assert_eq!(line, back);
    }

    #[test]
    fn rings_have_six_hexes_a_step(flat: bool, odd: bool, radius in 1..8u32) {
        let (top, stagger) = (if flat { Top::Flat } else { Top::Pointy }, if odd { Stagger::Odd } else { Stagger::Even });
        let board = Board::single(&GridSpec::new(top, 21, 21, stagger)).unwrap();
        let centre = board.parse("1111").unwrap();
        prop_assert_eq!(board.ring(centre, radius).len(), 6 * radius as usize);
        prop_assert_eq!(board.range(centre, radius).len(), (3 * radius * (radius + 1) + 1) as usize);
        prop_assert_eq!(board.ring(centre, u32::MAX).len(), 0);
        prop_assert_eq!(board.range(centre, u32::MAX).len(), board.len());
    }

    #[test]
    fn stagger_told_is_stagger_meant(spec in specs()) {
        let grid = Grid::new(&spec).unwrap();
        let board = Board::single(&spec).unwrap();
        for hex in board.hexes() {
            for other in board.neighbours(hex).into_iter().flatten() {
                let told = Stagger::Touching(board.name(hex), board.name(other));
                match Grid::new(&GridSpec { stagger: told, ..spec.clone() }) {
                    Ok(same) => prop_assert_eq!(&same, &grid),
                    Err(error) => prop_assert!(matches!(error, GridError::AlwaysTouch(..))),
                }
            }
        }
    }

    #[test]
    fn two_sheets_name_every_hex_alike(east in specs(), west in specs(), picks: [prop::sample::Index; 2]) {
        let west = GridSpec { top: east.top, ..west };
        let pick = |spec: &GridSpec, prefix: &str, pick: prop::sample::Index| {
            let board = Board::single(spec).unwrap();
            format!("{prefix}{}", board.name(HexId(pick.index(board.len()).try_into().unwrap())))
        };
        let same = Join::Same(pick(&east, "e:", picks[0]), pick(&west, "w:", picks[1]));
        let board = Board::new(&[
            SheetSpec { prefix: "e:".into(), grid: east.clone(), joins: vec![], apart: None },
            SheetSpec { prefix: "w:".into(), grid: west.clone(), joins: vec![same], apart: None },
        ]).unwrap();
        let mut printed = 0;
        for hex in board.hexes() {
            for name in board.names(hex) {
                prop_assert_eq!(board.parse(&name), Ok(hex));
                printed += 1;
            }
            for other in board.neighbours(hex).into_iter().flatten() {
                let side = board.hexside_between(hex, other).unwrap();
                prop_assert_eq!(side, board.hexside_between(other, hex).unwrap());
                prop_assert_eq!(board.parse_hexside(&board.hexside_name(side)), Ok(side));
            }
        }
        prop_assert_eq!(printed, east.columns * east.rows + west.columns * west.rows);
    }

    #[test]
    fn no_text_is_too_strange((board, _) in boards(), text in "\\PC{0,12}", likely in "[A-Za-e0-9./:-]{0,9}") {
        for text in [text, likely] {
            if let Ok(hex) = board.parse(&text) {
                prop_assert_eq!(board.name(hex), text.clone(), "one hex, one spelling");
            }
            let _ = board.parse_hexside(&text).map_err(|error| error.to_string());
            let _ = board.parse_vertex(&format!("{text}/{text}/n")).map_err(|error| error.to_string());
        }
    }

    #[test]
    fn no_numbering_is_too_strange(numbering in "[CRAa.x0-]{0,12}", columns: u32, rows in 0..2000u32, first: (u32, u32)) {
        let spec = GridSpec { numbering, first, ..GridSpec::new(Top::Flat, columns % 2000, rows, Stagger::Odd) };
        let _ = Grid::new(&spec).map_err(|error| error.to_string());
    }
}
