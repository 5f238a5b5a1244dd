//! Grids that are imported: every point has the hex that VASSAL names, by the reader beside this file.

use std::collections::BTreeMap;

use super::reader::Module;
use crate::import::made::{Become, board, hexes, map, module, slot};

const STACK: &str = "VASSAL.build.module.map.SetupStack";
const ZONED: &str = "VASSAL.build.module.map.boardPicker.board.ZonedGrid";
const ZONE: &str = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone";

/// Points all over a board, not only middles of hexes.
fn points(width: u32, height: u32) -> Vec<(u32, u32)> {
    (20..width - 10).step_by(61).flat_map(|x| (20..height - 10).step_by(53).map(move |y| (x, y))).collect()
}

/// A module with a board on which a unit lies at each of these points.
fn made(grid: &str, size: (u32, u32), points: &[(u32, u32)]) -> Vec<u8> {
    let stacks: String = points
        .iter()
        .enumerate()
        .map(|(n, (x, y))| {
            let unit = slot(&format!("u{n}"), "", n as u32 + 1, &[]);
            format!("<{STACK} name=\"\" owningBoard=\"Field\" useGridLocation=\"false\" x=\"{x}\" y=\"{y}\">{unit}</{STACK}>")
        })
        .collect();
    module(&map("Main", &board("Field", size, grid), &stacks), &[])
}

/// The names that the reader gives, by unit, and those of the import.
fn compared(grid: &str, size: (u32, u32), points: &[(u32, u32)]) -> Vec<(String, String)> {
    let bytes = made(grid, size, points);
    let read = Module::read(&bytes);
    let window = read.map("Main").unwrap();
    let back = Become::of(&[&bytes]);
    let game = &back.compiled.game;
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    for scenario in game.scenarios.values() {
        for line in &scenario.setup {
            told.insert(game.units[line.unit].id.clone(), crate::import::made::place(game, &line.at));
        }
    }
    let named = |(n, (x, y)): (usize, &(u32, u32))| {
        let theirs = window.location(&window.layout, i64::from(*x), i64::from(*y)).1;
        (theirs, told.get(&format!("u{n}")).cloned().unwrap_or_default())
    };
    points.iter().enumerate().map(named).collect()
}

#[test]
fn every_point_has_the_name_that_vassal_gives_it() {
    let mut count = 0;
    for sideways in [false, true] {
        for stagger in [false, true] {
            for (h, v) in [(false, false), (true, false), (false, true), (true, true)] {
                for (first, types, sep) in
                    [("H", ("N", "N"), ""), ("V", ("N", "N"), "."), ("H", ("A", "N"), ""), ("V", ("N", "A"), "")]
                {
                    // Far enough from naught that nothing is below it, also where it descends.
                    let offset = if types.0 == "A" || types.1 == "A" { 14 } else { 30 };
                    let numbers = format!(
                        "first=\"{first}\" sep=\"{sep}\" hType=\"{}\" vType=\"{}\" hOff=\"{offset}\" vOff=\"{offset}\" hDescend=\"{h}\" vDescend=\"{v}\" stagger=\"{stagger}\"",
                        types.0, types.1
                    );
                    let grid = hexes(&format!("x0=\"-7\" y0=\"23\" dx=\"47.5\" dy=\"55.3\" sideways=\"{sideways}\""), &numbers);
                    for (theirs, ours) in compared(&grid, (600, 500), &points(600, 500)) {
                        assert_eq!(ours, theirs, "{grid}");
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 4_000, "{count}");
}

#[test]
fn zones_count_for_themselves_by_their_own_bounds() {
    let own = |off: u32| {
        hexes(
            "x0=\"30\" y0=\"30\" dx=\"50\" dy=\"58\"",
            &format!("hDescend=\"true\" vDescend=\"true\" hOff=\"{off}\" vOff=\"{off}\" stagger=\"false\""),
        )
    };
    let zone = |name: &str, path: &str, grid: &str| {
        format!(
            "<{ZONE} name=\"{name}\" path=\"{path}\" locationFormat=\"$gridLocation$\" useParentGrid=\"false\">{grid}</{ZONE}>"
        )
    };
    let grid = format!(
        "<{ZONED}>{}{}</{ZONED}>",
        zone("North", "0,0;800,0;800,290;0,290", &own(20)),
        zone("South", "0,290;500,290;500,600;0,600", &own(40)),
    );
    let found = compared(&grid, (800, 600), &points(800, 600));
    let inside: Vec<_> = found.iter().filter(|(_, ours)| !ours.starts_with("box")).collect();
    assert!(inside.len() > 50);
    let mut letters = std::collections::BTreeSet::new();
    for (theirs, ours) in inside {
        let (letter, number) = ours.split_at(1);
        assert_eq!(number, theirs);
        letters.insert(letter.to_owned());
    }
    assert_eq!(letters.into_iter().collect::<Vec<_>>(), ["N", "S"]);
}

#[test]
fn numbers_below_naught_are_told_and_left_away() {
    let grid = hexes("x0=\"30\" y0=\"30\" dx=\"50\" dy=\"58\"", "hOff=\"-2\" vOff=\"0\" stagger=\"false\"");
    let bytes = made(&grid, (600, 500), &[(30, 30), (130, 30)]);
    let back = Become::of(&[&bytes]);
    assert_eq!(back.places("at-start", "u0"), []);
    assert_eq!(back.places("at-start", "u1"), [("0000".to_owned(), "full".to_owned())]);
    assert!(back.report().contains("their numbers are below naught"), "{}", back.report());
    assert!(back.report().contains("u0 in `At start`"), "{}", back.report());
}
