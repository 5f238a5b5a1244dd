//! Names of places, each worked out by hand from the formulas of the reference.

use super::grid::Grid;
use super::tree::Xml;

/// A grid from short text: `Hex`, `Num` and `Zone` stand for the long class names.
fn grid(text: &str) -> Grid {
    let long = text.replace("Num ", "x.HexGridNumbering ").replace("Sq ", "x.SquareGridNumbering ");
    Grid::within(&Xml::read(&format!("<Board>{long}</Board>"))).unwrap()
}

const HEX: &str = r#"x0="60" y0="50" dx="50" dy="60.0""#;
const SIDEWAYS: &str = r#"x0="40" y0="30" dx="50" dy="60" sideways="true""#;
const BOARD: (i64, i64) = (800, 600);

fn hex(grid_attributes: &str, numbering: &str) -> Grid {
    grid(&format!("<HexGrid {grid_attributes}><Num {numbering}/></HexGrid>"))
}

#[test]
fn hexes_are_named() {
    let plain = hex(r#"x0="60" y0="50" dx="51.96152422706631" dy="60.0""#, r#"stagger="false""#);
    assert_eq!(plain.location(BOARD, 319, 320), "0605");
    assert_eq!(plain.find(BOARD, "0605"), Some((319, 320)));
    // Raw column 3, raw row 2 of a grid: 3 * 50 + 60, 2 * 60 + 30 + 50. The board is 13 columns and 12 rows to the engine:
    // 800 / 60 and 600 / 50.
    for (numbering, name) in [
        (r#"stagger="false""#, "0403"),
        (r#""#, "0404"),
        (r#"stagger="true" hDescend="true""#, "1104"),
        (r#"stagger="true" vDescend="true""#, "0410"),
        (r#"stagger="false" vDescend="true""#, "0411"),
        (r#"stagger="true" hDescend="true" vDescend="true""#, "1110"),
        (r#"stagger="false" hType="A" hOff="0" sep="-" first="V" vLeading="2""#, "003-D"),
        (r#"stagger="false" hType="A" hOff="24" vType="A" vOff="49" sep="/""#, "BB/ZZ"),
        (r#"stagger="false" hOff="-5" vLeading="0""#, "-023"),
        (r#"stagger="false" locationFormat="row $row$, column $column$: $gridLocation$""#, "row 03, column 04: 0403"),
    ] {
        assert_eq!(hex(HEX, numbering).location(BOARD, 210, 200), name, "{numbering}");
    }
    assert_eq!(grid(&format!("<HexGrid {HEX}/>")).location(BOARD, 210, 200), "offboard", "no numbering");
}

#[test]
fn hexes_on_their_side_are_named() {
    // Raw column 3 is the fourth row down, raw row 2 the third along it: 2 * 60 + 30 + 30 across, 3 * 50 + 40 down.
    for (numbering, name) in [
        (r#"stagger="false""#, "0403"),
        (r#"stagger="true""#, "0404"),
        (r#"stagger="false" vDescend="true""#, "1003"),
        (r#"stagger="false" hDescend="true""#, "0412"),
        (r#"stagger="true" hDescend="true" vDescend="true""#, "1011"),
        (r#"stagger="false" first="V" hType="A" hOff="0""#, "03D"),
    ] {
        assert_eq!(hex(SIDEWAYS, numbering).location(BOARD, 180, 190), name, "{numbering}");
    }
    let plain = hex(SIDEWAYS, r#"stagger="false""#);
    assert_eq!(plain.find(BOARD, "0403"), Some((180, 190)));
    assert_eq!(plain.snap(185, 180), (180, 190));
    assert_eq!(plain.snap(30, 40), (30, 40));
}

/// Near a corner a point has the name of one hex and belongs to its neighbour.
#[test]
fn pieces_snap_to_hexes() {
    let grid = hex(r#"x0="60" y0="50" dx="51.96152422706631" dy="60.0""#, r#"stagger="false""#);
    assert_eq!((grid.snap(88, 50), grid.location(BOARD, 88, 50)), ((60, 50), "0201".to_owned()));
    assert_eq!((grid.snap(32, 50), grid.location(BOARD, 32, 50)), ((60, 50), "0001".to_owned()));
    assert_eq!(grid.snap(330, 300), (319, 320));
    assert_eq!((grid.snap(-60, 50), grid.snap(7, 79)), ((-43, 50), (8, 80)), "also left of the first column");
    for (name, (x, y)) in grid.places(BOARD) {
        assert_eq!(grid.snap(x, y), (x, y), "{name}");
    }
    // The half height is cut before it is added: 63 / 2 is 31.
    let uneven = hex(r#"x0="0" y0="0" dx="50" dy="63""#, r#"stagger="false""#);
    assert_eq!(uneven.snap(50, 33), (50, 31));
    assert_eq!(hex(r#"x0="0" y0="0" dx="50" dy="63" snapTo="false""#, "").snap(7, 9), (7, 9));
}

#[test]
fn squares_and_regions_are_named() {
    let square = |numbering: &str| grid(&format!(r#"<SquareGrid><Sq {numbering}/></SquareGrid>"#));
    assert_eq!(square("").location((480, 480), 100, 75), "0302");
    assert_eq!(square("").snap(100, 75), (120, 72));
    assert_eq!(square("").find((480, 480), "0302"), Some((120, 72)));
    assert_eq!(square(r#"hDescend="true" vDescend="true""#).location((480, 480), 100, 75), "0910");
    let regions = grid(
        r#"<RegionGrid><Region name="Paris" originx="10" originy="10"/><Region name="Metz" originx="50" originy="10"/></RegionGrid>"#,
    );
    assert_eq!((regions.location(BOARD, 29, 400), regions.location(BOARD, 31, 0)), ("Paris".to_owned(), "Metz".to_owned()));
    assert_eq!((regions.snap(700, 500), regions.find(BOARD, "Paris")), ((50, 10), Some((10, 10))));
}

#[test]
fn zones_name_what_lies_in_them() {
    let zoned = grid(&format!(
        r#"<ZonedGrid><HexGrid {HEX}><Num stagger="false"/></HexGrid>
        <Zone name="North" path="300,0;400,0;400,100;300,100" locationFormat="$name$ $gridLocation$" useParentGrid="true"/>
        <Zone name="Over" path="350,50;500,50;500,100;350,100"/>
        <Zone name="Track" path="0,300;300,300;300,600;0,600" locationFormat="$gridLocation$ of $name$">
          <SquareGrid x0="25" y0="325" dx="50" dy="50"><Sq hDescend="true" hLeading="0" vLeading="0"/></SquareGrid></Zone>
        <Zone name="Slope" path="500,300;700,500;500,500"/>
        <Zone name="Bare" path="700,0;800,0;800,100;700,100" locationFormat="$gridLocation$"/></ZonedGrid>"#
    ));
    for (x, y, name) in [
        (210, 200, "0403"),
        // Raw column 5 and row 0: 5 * 50 + 60, 30 + 50.
        (310, 80, "North 0601"),
        (390, 90, "North 0801"),
        (410, 90, "Over"),
        (499, 99, "Over"),
        // The right and lower edges are outside.
        (500, 99, "1001"),
        (410, 100, "0801"),
        // Six columns to the engine: 300 / 50; the first is 6 - 0 + 1.
        (25, 325, "71 of Track"),
        (125, 475, "54 of Track"),
        (501, 499, "Slope"),
        (650, 451, "Slope"),
        (650, 449, "1308"),
        (750, 50, "offboard"),
    ] {
        assert_eq!(zoned.location(BOARD, x, y), name, "{x},{y}");
    }
    assert_eq!(zoned.find(BOARD, "71 of Track"), Some((25, 325)));
    assert_eq!((zoned.snap(20, 330), zoned.snap(311, 82), zoned.snap(411, 91)), ((25, 325), (310, 80), (411, 91)));
}
