//! Points on paper.

use super::*;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_flat_topped_sheet() {
    let board = small();
    let layout = Layout::new(&board, 10.0).unwrap();
    let side = 10.0 / 3f64.sqrt();
    // five columns: four pitches of 1.5 sides and two half widths; four rows and the half that hangs over
    assert!(near(layout.bounds().width(), 8.0 * side) && near(layout.bounds().height(), 45.0));
    let first = layout.centre(HexId(0)).unwrap();
    assert!(near(first.x, side) && near(first.y, 5.0));
    let second = layout.centre(HexId(1)).unwrap();
    assert!(near(second.x, 2.5 * side) && near(second.y, 10.0), "the even column lies lower");
}

#[test]
fn a_pointy_topped_sheet() {
    let board = Board::single(&GridSpec::new(Top::Pointy, 5, 4, Stagger::Odd)).unwrap();
    let layout = Layout::new(&board, 10.0).unwrap();
    let side = 10.0 / 3f64.sqrt();
    assert!(near(layout.bounds().width(), 55.0) && near(layout.bounds().height(), 6.5 * side));
    assert!(near(layout.centre(HexId(0)).unwrap().x, 10.0), "the first row lies further right");
    assert!(near(layout.centre(HexId(5)).unwrap().x, 5.0));
}

#[test]
fn points_and_hexes_agree() {
    for top in [Top::Flat, Top::Pointy] {
        for stagger in [Stagger::Odd, Stagger::Even] {
            let board = Board::single(&GridSpec::new(top, 6, 5, stagger)).unwrap();
            let layout = Layout::new(&board, 17.3).unwrap();
            let bounds = layout.bounds();
            for hex in board.hexes() {
                let centre = layout.centre(hex).unwrap();
                assert_eq!(layout.hex_at(centre), Some(hex));
                let corners = layout.corners(hex).unwrap();
                for (corner, way) in corners.into_iter().zip(top.directions()) {
                    assert!(near((corner.x - centre.x).hypot(corner.y - centre.y), layout.radius()));
                    assert!(
                        corner.x > -1e-9 && corner.y > -1e-9 && corner.x < bounds.max.x + 1e-9 && corner.y < bounds.max.y + 1e-9
                    );
                    let inside = Point { x: centre.x + 0.98 * (corner.x - centre.x), y: centre.y + 0.98 * (corner.y - centre.y) };
                    assert_eq!(layout.hex_at(inside), Some(hex));
                    let vertex = layout.vertex(board.vertex(hex, way).unwrap()).unwrap();
                    assert!(near(vertex.x, corner.x) && near(vertex.y, corner.y), "all hexes see one point");
                }
                for (way, neighbour) in top.directions().into_iter().zip(board.neighbours(hex)) {
                    let (a, b) = layout.hexside(board.hexside(hex, way).unwrap()).unwrap();
                    assert!(near((a.x - b.x).hypot(a.y - b.y), layout.radius()));
                    let middle = Point { x: f64::midpoint(a.x, b.x), y: f64::midpoint(a.y, b.y) };
                    let beyond = Point { x: centre.x + 1.1 * (middle.x - centre.x), y: centre.y + 1.1 * (middle.y - centre.y) };
                    assert_eq!(layout.hex_at(beyond), neighbour);
                    let (east, south) = (middle.x - centre.x, middle.y - centre.y);
                    let word = way.word();
                    assert_eq!((south < -1.0, south > 1.0), (word.contains('n'), word.contains('s')), "{word}");
                    assert_eq!((east > 1.0, east < -1.0), (word.contains('e'), word.contains('w')), "{word}");
                }
            }
        }
    }
}

#[test]
fn sizes_and_points_that_are_none() {
    let board = small();
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(Layout::new(&board, size).is_none());
    }
    let layout = Layout::new(&board, 10.0).unwrap();
    for (x, y) in [(-1.0, -1.0), (f64::NAN, 0.0), (f64::INFINITY, 0.0), (1e300, -1e300), (0.1, 0.1)] {
        assert_eq!(layout.hex_at(Point { x, y }), None);
    }
}
