//! What must hold on every map that is drawn: the picture says the same as the data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use muster::compile::compile;
use muster::draw::hexmap::{Drawn, LEAST, LayoutIssue, Options, contrast, draw, planned};
use muster::draw::scene::Point;
use muster::hexgrid::{HexId, Hexside, Layout, Top};
use muster::model::{Game, Map, TerrainId};
use muster::render::pdf;

use super::map::overlaps;
use crate::support::{folder, try_all};

/// The shipped games, and a small one with every kind of ground, line and mark.
pub(super) const MAPS: [&str; 6] = [
    "modules/first-steps",
    "modules/bastogne-breakout",
    "modules/bitter-woods",
    "modules/ardennes-44",
    "modules/enemy-action",
    "tests/draw/every-kind",
];

/// A game with nothing but its map: what else there is takes long to check, and is not drawn.
pub(super) fn mapped(module: &str) -> Game {
    let mut memory = folder(module);
    let kept = |name: &String| {
        ["module.json", "map.json", "art.json"].contains(&name.as_str())
            || name.starts_with("hexes")
            || name.starts_with("terrain")
    };
    memory.files.retain(|name, _| kept(name));
    compile(&memory).game
}

/// A map as it is drawn, with the way from its page to the grid.
struct Seen {
    module: &'static str,
    game: &'static Game,
    drawn: Drawn,
    layout: Layout<'static>,
    /// What must be taken from a point of the page.
    shift: Point,
}

/// All maps, drawn once.
static SEEN: LazyLock<Vec<Seen>> = LazyLock::new(|| try_all(&MAPS, |module| Seen::new(module)));

impl Seen {
    fn new(module: &'static str) -> Seen {
        let game: &Game = Box::leak(Box::new(mapped(module)));
        let drawn = planned(game, &Options::default()).unwrap();
        let layout = Layout::new(&game.map.as_ref().unwrap().board, drawn.across).unwrap();
        let (page, grid) = (drawn.centres[0], layout.centre(HexId(0)).unwrap());
        let shift = Point { x: page.x - grid.x, y: page.y - grid.y };
        Seen { module, game, drawn, layout, shift }
    }

    fn map(&self) -> &Map {
        self.game.map.as_ref().unwrap()
    }

    fn hex_at(&self, at: Point) -> Option<HexId> {
        self.layout.hex_at(Point { x: at.x - self.shift.x, y: at.y - self.shift.y })
    }

    /// Whether trees grow on a kind of ground.
    fn wooded(&self, id: TerrainId) -> bool {
        ["woods", "forest", "light-woods", "wooded-rough"].contains(&self.game.terrain[id].id.as_str())
    }

    /// The ends of a hexside on the page.
    fn side(&self, side: Hexside) -> (Point, Point) {
        let (a, b) = self.layout.hexside(side).unwrap();
        let put = |p: Point| Point { x: p.x + self.shift.x, y: p.y + self.shift.y };
        (put(a), put(b))
    }

    /// Hexsides with water: those along which a river is drawn.
    fn wet(&self) -> BTreeSet<Hexside> {
        let rivers = self.map().features.values().filter(|feature| {
            let class = &self.game.terrain[feature.class];
            class.water == Some(true) || ["river", "stream"].iter().any(|word| class.id.contains(word))
        });
        rivers.flat_map(|feature| feature.sides.iter().copied()).collect()
    }
}

fn distance(p: Point, q: Point) -> f64 {
    (p.x - q.x).hypot(p.y - q.y)
}

/// Crossings of closed lines with level lines, row by row: a point lies inside if an odd number lies left of it.
fn rows(lines: &[Vec<Point>], top: f64, step: f64, count: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![Vec::new(); count];
    for line in lines {
        for (a, b) in line.iter().zip(line.iter().skip(1).chain(line.first())) {
            let (low, high) = (a.y.min(b.y), a.y.max(b.y));
            let first = ((low - top) / step).ceil().max(0.0) as usize;
            for (n, row) in rows.iter_mut().enumerate().skip(first) {
                let y = top + n as f64 * step;
                if y >= high {
                    break;
                }
                row.push(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
            }
        }
    }
    rows.iter_mut().for_each(|row| row.sort_by(f64::total_cmp));
    rows
}

/// The ground that is seen at points all over the map, and at the centre of each hex.
#[test]
fn the_ground_that_is_seen_is_the_ground_that_is_stated() {
    for seen in &*SEEN {
        let module = seen.module;
        let (map, a) = (seen.map(), seen.drawn.across);
        let bottom = seen.drawn.centres.iter().map(|p| p.y).fold(0.0, f64::max) + a;
        let right = seen.drawn.centres.iter().map(|p| p.x).fold(0.0, f64::max) + a;
        let step = a * 0.083;
        let count = (bottom / step) as usize;
        let regions: Vec<(TerrainId, Vec<Vec<f64>>)> =
            seen.drawn.regions.iter().map(|(id, lines)| (*id, rows(lines, 0.0, step, count))).collect();
        let at = |row: usize, x: f64| {
            let inside = |rows: &Vec<Vec<f64>>| rows[row].partition_point(|cross| *cross < x) % 2 == 1;
            regions.iter().rev().find(|(_, rows)| inside(rows)).map(|(id, _)| *id)
        };
        let mut own: BTreeMap<HexId, (u32, u32, u32)> = BTreeMap::new();
        let (mut hit, mut x) = (0u32, 0.0);
        while x < right {
            for row in 0..count {
                let Some(hex) = seen.hex_at(Point { x, y: row as f64 * step }) else { continue };
                let found = at(row, x);
                let entry = own.entry(hex).or_default();
                entry.0 += 1;
                let stated = map.ground(hex).filter(|id| seen.drawn.regions.iter().any(|(own, _)| own == id));
                entry.1 += u32::from(found == stated);
                entry.2 += u32::from(found.is_some_and(|id| seen.wooded(id)));
                hit += 1;
            }
            x += step;
        }
        assert!(hit > 1000);
        for (hex, (all, same, wooded)) in own {
            let Some(id) = map.ground(hex) else { continue };
            let (same, woods) = (f64::from(same) / f64::from(all), f64::from(wooded) / f64::from(all));
            let name = map.board.name(hex);
            if seen.wooded(id) {
                assert!(same >= 0.70, "{module} {name}: only {same:.2} of it is wooded as stated");
            } else {
                assert!(woods <= 0.20, "{module} {name}: {woods:.2} of it is wooded");
            }
            let centre = seen.drawn.centres[hex.index()];
            let lines = |lines: &[Vec<Point>]| {
                let rows = rows(lines, centre.y, 1.0, 1);
                rows[0].partition_point(|cross| *cross < centre.x) % 2 == 1
            };
            let found = seen.drawn.regions.iter().rev().find(|(_, own)| lines(own)).map(|(id, _)| *id);
            let stated = Some(id).filter(|id| seen.drawn.regions.iter().any(|(own, _)| own == id));
            assert_eq!(found, stated, "{module}: the centre of {name}");
        }
    }
}

#[test]
fn every_piece_of_road_lies_in_its_hex_and_every_river_on_its_hexsides() {
    for seen in &*SEEN {
        let module = seen.module;
        let (map, a) = (seen.map(), seen.drawn.across);
        let ways: Vec<(f64, f64)> = match map.board.top() {
            Top::Flat => [90.0, 30.0, -30.0, -90.0, 210.0, 150.0f64],
            Top::Pointy => [60.0, 0.0, -60.0, -120.0, 180.0, 120.0f64],
        }
        .map(|angle| (angle.to_radians().cos(), angle.to_radians().sin()))
        .to_vec();
        assert!(seen.drawn.roads.len() > 30, "{module}");
        for (hex, curve) in &seen.drawn.roads {
            let centre = seen.drawn.centres[hex.index()];
            for p in curve {
                let far = ways.iter().map(|(x, y)| (p.x - centre.x) * x + (p.y - centre.y) * y).fold(0.0, f64::max);
                assert!(far <= a * 0.5001, "{module}: a road leaves {}", map.board.name(*hex));
            }
        }
        let wet: Vec<(Point, Point)> = seen.wet().into_iter().map(|side| seen.side(side)).collect();
        let mut near: BTreeMap<(i64, i64), Vec<(Point, Point)>> = BTreeMap::new();
        let key = |p: Point| ((p.x / a).floor() as i64, (p.y / a).floor() as i64);
        for side in &wet {
            for p in [side.0, side.1] {
                for (x, y) in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
                    near.entry((key(p).0 + x, key(p).1 + y)).or_default().push(*side);
                }
            }
        }
        for point in seen.drawn.courses.iter().flatten().filter(|point| seen.hex_at(**point).is_some()) {
            let sides = near.get(&key(*point)).map(Vec::as_slice).unwrap_or_default();
            let off = sides.iter().map(|(from, to)| off_stretch(*point, *from, *to)).fold(f64::INFINITY, f64::min);
            assert!(off <= a * 0.16, "{module}: a river strays {:.2} of a hex from its hexsides", off / a);
        }
    }
}

fn off_stretch(p: Point, from: Point, to: Point) -> f64 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let t = (((p.x - from.x) * x + (p.y - from.y) * y) / (x * x + y * y)).clamp(0.0, 1.0);
    distance(p, Point { x: from.x + x * t, y: from.y + y * t })
}

/// Where two stretches cross.
fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> Option<Point> {
    let (rx, ry, sx, sy) = (b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y);
    let turn = rx * sy - ry * sx;
    if turn.abs() < 1e-12 {
        return None;
    }
    let (t, u) = (((c.x - a.x) * sy - (c.y - a.y) * sx) / turn, ((c.x - a.x) * ry - (c.y - a.y) * rx) / turn);
    ((0.0..1.0).contains(&t) && (0.0..1.0).contains(&u)).then_some(Point { x: a.x + rx * t, y: a.y + ry * t })
}

#[test]
fn roads_cross_rivers_at_bridges_and_nowhere_else() {
    for seen in &*SEEN {
        let module = seen.module;
        let (map, a) = (seen.map(), seen.drawn.across);
        let wet = seen.wet();
        let mut expected: BTreeMap<Hexside, u32> = BTreeMap::new();
        for road in map.roads.values() {
            for pair in road.through.windows(2) {
                if let Some(side) = map.board.hexside_between(pair[0], pair[1]).filter(|side| wet.contains(side)) {
                    expected.insert(side, 0);
                }
            }
        }
        let mut cells: BTreeMap<(i64, i64), Vec<(Point, Point)>> = BTreeMap::new();
        let key = |p: Point| ((p.x / a * 2.0).floor() as i64, (p.y / a * 2.0).floor() as i64);
        for course in &seen.drawn.courses {
            for (p, q) in course.iter().zip(course.iter().skip(1)) {
                for (x, y) in (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))) {
                    cells.entry((key(*p).0 + x, key(*p).1 + y)).or_default().push((*p, *q));
                }
            }
        }
        for (hex, [b0, b1, b2, b3]) in &seen.drawn.roads {
            let at = |t: f64| {
                let s = 1.0 - t;
                let mix =
                    |a: f64, b: f64, c: f64, d: f64| s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d;
                Point { x: mix(b0.x, b1.x, b2.x, b3.x), y: mix(b0.y, b1.y, b2.y, b3.y) }
            };
            for n in 0..8 {
                // A little beyond its end: the next piece begins there.
                let piece = (at(f64::from(n) / 8.0), at(f64::from(n + 1) / 8.0 + 1e-6));
                for river in cells.get(&key(piece.0)).map(Vec::as_slice).unwrap_or_default() {
                    let Some(point) = cross(piece, *river) else { continue };
                    let bridge = expected.iter_mut().find(|(side, _)| {
                        let (from, to) = seen.side(**side);
                        distance(point, Point { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0 }) < a * 0.08
                    });
                    match bridge {
                        Some((_, count)) => *count += 1,
                        None => panic!("{module}: a road crosses water in {} where no road does", map.board.name(*hex)),
                    }
                }
            }
        }
        for (side, count) in expected {
            assert!(count > 0, "{module}: no crossing at {}", map.board.hexside_name(side));
        }
    }
}

#[test]
fn names_and_numbers_can_be_read_on_every_shipped_map() {
    for seen in &*SEEN {
        let module = seen.module;
        assert_eq!(overlaps(&seen.drawn.placed), [""; 0], "{module}");
        assert_eq!(seen.drawn.numbers.len(), seen.map().board.len());
        for read in &seen.drawn.numbers {
            let seen = contrast(read.ink, read.ground);
            assert!(seen >= LEAST, "{module}: {seen:.1}");
        }
        let told = seen.drawn.issues.iter().filter(|issue| !matches!(issue, LayoutIssue::Guessed { .. }));
        let told: Vec<_> = told.collect();
        assert!(told.is_empty(), "{module}: {told:?}");
    }
}

/// Where everything lies is found anew: it is the same to the last digit, on every map.
#[test]
fn the_same_map_is_drawn_twice_alike() {
    let said = |drawn: &Drawn| {
        let Drawn { placed, courses, regions, roads, numbers, issues, beside, areas, .. } = drawn;
        let beside: Vec<_> = beside.iter().map(|it| (&it.name, it.rect)).collect();
        format!("{placed:?} {courses:?} {regions:?} {roads:?} {numbers:?} {issues:?} {beside:?} {areas:?}")
    };
    // A counter on no hex changes nothing but that what was found before does not count.
    let anew = Options { counters: vec![(HexId(u32::MAX), 1)], ..Options::default() };
    let again = try_all(&MAPS, |module| said(&planned(&mapped(module), &anew).unwrap()));
    for (seen, again) in SEEN.iter().zip(again) {
        assert!(said(&seen.drawn) == again, "{} is drawn differently", seen.module);
    }
}

#[test]
fn the_map_of_bastogne_breakout_is_a_small_file_with_real_text() {
    let seen = SEEN.iter().find(|seen| seen.module == "modules/bastogne-breakout").unwrap();
    let file = pdf::render(&draw(seen.game, &Options::default()).unwrap().scene).unwrap();
    assert!(file.len() < 3_000_000, "{} bytes", file.len());
    let words = lopdf::Document::load_mem(&file).unwrap().extract_text(&[1]).unwrap();
    for word in ["Longvilly", "Sauer", "0101", "4125", "Crossroads"] {
        assert!(words.contains(word), "no {word} in the words of the PDF");
    }
}

#[test]
fn a_mouth_turns_a_river() {
    let with = |mouth: &str| {
        let memory = crate::support::edit(crate::support::first_steps(), "map.json", "\"mouth\": \"0410/0510\"", mouth);
        let drawn = draw(&compile(&memory).game, &Options::default()).unwrap();
        (muster::render::svg::render(&drawn.scene, 0).unwrap(), drawn.issues)
    };
    let (south, told) = with("\"mouth\": \"0410/0510\"");
    assert_eq!(told, []);
    let (north, _) = with("\"mouth\": \"0601/0701\"");
    assert_ne!(south, north);
    // Nobody knows: then it is told that one guessed.
    let (_, told) = with("\"mouth\": \"?\"");
    assert!(matches!(told.as_slice(), [LayoutIssue::Guessed { name, .. }] if name == "Alder"), "{told:?}");
    let far =
        crate::support::edit(crate::support::first_steps(), "map.json", "\"mouth\": \"0410/0510\"", "\"mouth\": \"0101/0102\"");
    let said = crate::support::said(&far);
    assert!(said.len() == 1 && said[0].contains("is no hexside of the river"), "{said:?}");
}
