//! Charts of invented games, small, large and strange.

use std::collections::BTreeMap;

use super::flow::{Desk, Ruled};
use super::grid::{Cell, Column, Grid, Line};
use super::*;
use crate::draw::font;
use crate::draw::page::{self, Heading};
use crate::draw::scene::{Anchor, Face, Node, Rect, Seg, Shape, Transform};
use crate::model::*;

/// A text on a page, and the box around its letters.
struct Seen {
    text: String,
    rect: Rect,
}

fn walk(nodes: &[Node], by: Transform, texts: &mut Vec<Seen>, shapes: &mut Vec<Shape>) {
    for node in nodes {
        match node {
            Node::Group(group) => walk(&group.nodes, by.after(group.transform), texts, shapes),
            Node::Shape(shape) => shapes.push(Shape { path: shape.path.moved(by), ..shape.clone() }),
            Node::Image(_) | Node::Stamps(_) => {}
            Node::Text(text) => {
                let (start, run) = (by.apply(text.start()), &text.runs[0]);
                let rect = Rect {
                    x: start.x,
                    y: start.y - run.size * font::CAP_HEIGHT,
                    width: text.width(),
                    height: run.size * (font::CAP_HEIGHT + font::DESCENT),
                };
                texts.push(Seen { text: run.text.clone(), rect });
            }
        }
    }
}

/// All texts and shapes of a page but what stands in its margins.
fn seen(game: &Game, page: &Page) -> (Vec<Seen>, Vec<Shape>) {
    let margin = Heading::default().draw(game, page.width, page.height).len();
    let (mut texts, mut shapes) = (Vec::new(), Vec::new());
    walk(&page.nodes[margin..], Transform::IDENTITY, &mut texts, &mut shapes);
    (texts, shapes)
}

/// Every text lies inside the margins, and on no other.
fn sound(game: &Game, paper: Paper, pages: &[Page]) {
    let inside = page::inside(paper).grown(0.001);
    for page in pages {
        let (texts, _) = seen(game, page);
        for (n, Seen { text, rect }) in texts.iter().enumerate() {
            let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
            assert!(rect.x >= inside.x && right <= inside.x + inside.width, "{text} at {rect:?}");
            assert!(rect.y >= inside.y && bottom <= inside.y + inside.height, "{text} at {rect:?}");
            for other in &texts[n + 1..] {
                let apart = |a: f64, b: f64, c: f64, d: f64| b <= c + 0.02 || d <= a + 0.02;
                assert!(
                    apart(rect.x, right, other.rect.x, other.rect.x + other.rect.width)
                        || apart(rect.y, bottom, other.rect.y, other.rect.y + other.rect.height),
                    "`{text}` lies on `{}`",
                    other.text
                );
            }
        }
    }
}

/// How often each text stands on the pages.
struct Counted(BTreeMap<String, usize>);

impl Counted {
    fn new(game: &Game, pages: &[Page]) -> Counted {
        let mut all = BTreeMap::new();
        pages.iter().flat_map(|page| seen(game, page).0).for_each(|seen| *all.entry(seen.text).or_default() += 1);
        Counted(all)
    }

    fn of<const N: usize>(&self, wanted: [&str; N]) -> [usize; N] {
        wanted.map(|text| self.0.get(text).copied().unwrap_or(0))
    }
}

fn table(id: &str, columns: usize, rows: i32, cell: impl Fn(usize, i32) -> String) -> Table {
    let row = |n: i32| Row { from: n, to: n, cells: (0..columns).map(|column| Some(cell(column, n))).collect() };
    Table {
        id: id.to_owned(),
        title: None,
        dice: Some(Dice::Sum(1, 1000)),
        draw: None,
        clamp: true,
        odds: false,
        ordered: false,
        numbers: false,
        columns: (0..columns).map(|n| format!("Head{n}")).collect(),
        rows: (1..=rows).map(row).collect(),
        reprint: None,
        modifiers: vec![Modifier { add: -1, text: Some("wet fuses".to_owned()), when: None }],
        results: Some(vec![ResultCode { code: "DE".to_owned(), text: Some("Defender eliminated".to_owned()), effects: vec![] }]),
        notes: vec!["Shift before rolling.".to_owned()],
        rule: Some("6.4".to_owned()),
    }
}

fn unit(id: &str) -> Unit {
    Unit {
        id: id.to_owned(),
        name: None,
        side: None,
        nation: None,
        formation: None,
        kind: None,
        class: None,
        size: None,
        designation: None,
        faces: Vec::new(),
        steps: None,
        count: 1,
        setup: Vec::new(),
        arrives: None,
        tags: Vec::new(),
        properties: BTreeMap::new(),
        remnant: None,
        breakdown: Vec::new(),
    }
}

fn terrain(id: &str, on: TerrainOn, cost: Vec<Option<Cost>>) -> Terrain {
    let toll = |cost: Option<Cost>| cost.map(|cost| TerrainCost { cost, first: false, stop: false, mode: None });
    Terrain {
        id: id.to_owned(),
        name: None,
        on,
        layer: Layer::Replaces,
        water: None,
        bridge_alone: false,
        cost: cost.into_iter().map(toll).collect(),
        grounds: [("deep-mud".to_owned(), vec![toll(Some(Cost::No))])].into(),
        values: [("shift".into(), -1)].into_iter().collect(),
        rule: None,
    }
}

/// A game in which everything is too long, too wide or too many.
fn strange() -> Game {
    let long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(3);
    let words = "a rather long text that says very little and yet goes on and on ".repeat(25);
    let mut game = Game { name: long.clone(), ..Game::default() };
    let side = game.sides.push(Side { id: long.clone(), name: Some(words.clone()) });
    for n in 0..9 {
        game.classes.push(Class { id: format!("class-{n}"), name: Some(format!("{long}{n}")) });
        game.types.push(UnitType {
            id: format!("t{n}"),
            name: Some(words.clone()),
            class: Some(ClassId(n)),
            symbol: String::new(),
        });
        let on = [TerrainOn::Hex, TerrainOn::Feature, TerrainOn::Hexside, TerrainOn::Road][n as usize % 4];
        let cost =
            vec![Some(Cost::Road), None, Some(Cost::All), Some(Cost::Other), Some(Cost::Add(Points::ONE)), Some(Cost::Unknown)];
        game.terrain.push(Terrain { name: Some(format!("{long} {n}")), ..terrain("t", on, cost) });
        game.turns.push(Turn {
            id: format!("{long}{n}"),
            date: Some(words.clone()),
            weather: Some(long.clone()),
            ground: None,
            tags: vec![long.clone(), words.clone()],
        });
        let (id, name) = (format!("p{n}"), Some(words.clone()));
        let number = game.words.phases.add(&id);
        game.phases.push(Phase { id, number, name, side: Some(side), when: None, does: None, repeat: None, alternate: false });
    }
    game.tables.push(table("wide", 40, 12, |column, row| format!("X{column}Y{row}")));
    game.tables.push(table("texts", 3, 4, |_, _| words.clone()));
    game.tables.push(Table { title: Some(words.clone()), ..table("words", 2, 60, |_, _| long.clone()) });
    game.tables.push(Table {
        rule: Some(words.clone()),
        notes: vec![words.clone(); 9],
        ..table("none", 0, 0, |_, _| String::new())
    });
    game.rules.reminders = vec![
        Reminder { rule: Some(long), text: words.repeat(9), when: None },
        Reminder { rule: None, text: String::new(), when: None },
    ];
    game
}

#[test]
fn a_game_of_nothing_has_no_pages() {
    let game = Game::default();
    for paper in Paper::ALL {
        assert!(charts(&game, paper).is_empty() && turn_track(&game, paper, 15.9).is_empty());
    }
}

#[test]
fn nothing_overflows_and_nothing_overlaps_however_strange_the_game() {
    let game = strange();
    for paper in Paper::ALL {
        let pages = charts(&game, paper);
        sound(&game, paper, &pages);
        // However long a title is, it says that it goes on.
        let texts: Vec<Seen> = pages.iter().flat_map(|page| seen(&game, page).0).collect();
        assert!(texts.iter().any(|seen| seen.text.ends_with("… (continued)")));
        for counter in [0.0, 12.7, 15.9, 25.4, 500.0, f64::NAN] {
            sound(&game, paper, &turn_track(&game, paper, counter));
        }
    }
}

#[test]
fn every_cell_of_a_table_is_drawn_once() {
    let mut game = Game::default();
    game.tables.push(table("crt", 6, 30, |column, row| format!("X{column}Y{row}")));
    game.tables.push(table("wide", 40, 12, |column, row| format!("W{column}Y{row}")));
    for paper in Paper::ALL {
        let pages = charts(&game, paper);
        let counted = Counted::new(&game, &pages);
        sound(&game, paper, &pages);
        for (letter, columns, rows) in [("X", 6, 30), ("W", 40, 12)] {
            for column in 0..columns {
                for row in 1..=rows {
                    assert_eq!(counted.of([&format!("{letter}{column}Y{row}")])[0], 1);
                }
            }
        }
        // Below each table: what codes mean, the modifier with a real minus, the note.
        for text in ["DE", "Defender eliminated", "−1", "wet fuses", "Shift before rolling."] {
            assert_eq!(counted.of([text])[0], 2, "{text}");
        }
        let parts = pages.iter().flat_map(|page| seen(&game, page).0).filter(|seen| seen.text.starts_with("Wide, part")).count();
        assert!(parts > 1, "40 columns do not fit beside each other");
        // Rolls stand in every part again.
        assert_eq!(counted.of(["12"])[0], 1 + parts);
    }
}

#[test]
fn a_modifier_without_words_is_told_by_its_condition() {
    let mut game = Game::default();
    let roll = Roll { dice: Dice::Sum(1, 6), at_least: Some(Amount::Number(Points::whole(4))), at_most: None };
    let when = Some(Condition { roll: Some(roll), ..Condition::default() });
    let modifiers = vec![Modifier { add: 2, text: None, when }, Modifier { add: -3, text: None, when: None }];
    game.tables.push(Table { modifiers, ..table("plain", 2, 2, |column, row| format!("Z{column}Y{row}")) });
    let pages = charts(&game, Paper::A4);
    sound(&game, Paper::A4, &pages);
    let counted = Counted::new(&game, &pages);
    assert_eq!(counted.of(["+2", "if a roll of d6 gives 4 or more", "−3", "always"]), [1; 4]);
}

/// A code that is only an id stands beside its meaning for nobody, unless something that is said names it.
#[test]
fn codes_that_are_ids_are_left_out_where_their_meaning_stands() {
    let told = |codes: [&str; 2], note: &str| {
        let mut game = Game::default();
        let text = |code: &str| Some(format!("Meaning of {}", code.len()));
        let results = codes.map(|code| ResultCode { code: code.to_owned(), text: text(code), effects: vec![] });
        let cell = |_: usize, row: i32| codes[if row < 3 { 0 } else { 1 }].to_owned();
        let it = Table { results: Some(results.to_vec()), notes: vec![note.to_owned()], ..table("fate", 1, 4, cell) };
        game.tables.push(Table { modifiers: Vec::new(), ..it });
        let pages = charts(&game, Paper::A4);
        sound(&game, Paper::A4, &pages);
        Counted::new(&game, &pages).of([codes[0], codes[1], "Meaning of 14", "Meaning of 5", "1–2", "Meaning"])
    };
    assert_eq!(told(["liege-west-w-x", "go-on"], "Roll."), [0, 0, 1, 1, 1, 1]);
    assert_eq!(told(["liege-west-w-x", "go-on"], "After a go-on it ends."), [1, 1, 1, 1, 1, 1]);
    // A hex and an edge are an id too; numbers alone are what players roll for.
    assert_eq!(told(["liege-west-w-x", "101-w"], "Roll."), [0, 0, 1, 1, 1, 1]);
    assert_eq!(told(["liege-west-w-x", "10-12"], "Roll.")[0], 1);
    // A plain word stands in many sentences; only where a result is asked for it is a code.
    let plain = |note: &str| told(["goes-westward", "lands"], note)[1];
    assert_eq!([plain("Whoever lands rolls."), plain("It ends if the result is goes-east or lands.")], [0, 1]);
    // What players write in capitals is read by its code.
    assert_eq!(told(["LIEGE-WEST-W-X", "GO-ON"], "Roll."), [1, 1, 1, 1, 1, 1]);
}

#[test]
fn a_table_that_goes_on_has_its_headings_again() {
    let mut game = Game::default();
    game.tables.push(table("crt", 10, 200, |column, row| format!("X{column}Y{row}")));
    for paper in Paper::ALL {
        let pages = charts(&game, paper);
        let counted = Counted::new(&game, &pages);
        sound(&game, paper, &pages);
        assert!(pages.len() > 2, "{}", pages.len());
        assert_eq!(counted.of(["Crt"])[0], 1);
        assert_eq!(counted.of(["Crt (continued)"])[0], pages.len() - 1);
        for head in ["d1000", "Head0", "Head9"] {
            assert_eq!(counted.of([head])[0], pages.len());
        }
        assert!(pages.iter().all(|page| page.title == "Charts: Crt"));
    }
}

#[test]
fn a_narrow_table_goes_on_to_the_right_and_then_on_the_next_page() {
    let mut game = Game::default();
    game.tables.push(table("first", 2, 9, |column, row| format!("F{column}Y{row}")));
    game.tables.push(table("long", 2, 200, |column, row| format!("X{column}Y{row}")));
    let pages = charts(&game, Paper::Letter);
    sound(&game, Paper::Letter, &pages);
    let mut before = (0, 0.0, 0.0);
    for row in 1..=200 {
        let wanted = format!("X0Y{row}");
        let found = pages.iter().enumerate().find_map(|(n, page)| {
            let seen = seen(&game, page).0.into_iter().find(|seen| seen.text == wanted)?;
            // Columns are far apart, cells of one column are not.
            Some((n, (seen.rect.x / 50.0).floor(), seen.rect.y))
        });
        let now = found.unwrap();
        assert!(now.partial_cmp(&before) == Some(std::cmp::Ordering::Greater), "{wanted} at {now:?} after {before:?}");
        before = now;
    }
}

/// Seven tables for seven kinds of weather are read from the first to the last, also where another order saves room.
#[test]
fn tables_of_one_series_stand_in_their_order() {
    for first in [3, 60] {
        let mut game = Game::default();
        game.tables.push(table("combat", 2, first, |column, row| format!("C{column}Y{row}")));
        for (n, rows) in [20, 4, 31, 6, 45, 9, 12].into_iter().enumerate() {
            let title = Some(format!("Air points, weather {n}"));
            game.tables.push(Table { title, ..table(&format!("air-{n}"), 1, rows, |_, row| format!("{row}")) });
        }
        let pages = charts(&game, Paper::A4);
        sound(&game, Paper::A4, &pages);
        let mut before = (0, 0.0, 0.0);
        for n in 0..7 {
            let wanted = format!("Air points, weather {n}");
            let found = pages.iter().enumerate().find_map(|(page, told)| {
                let seen = seen(&game, told).0.into_iter().find(|seen| seen.text == wanted)?;
                Some((page, (seen.rect.x / 50.0).floor(), seen.rect.y))
            });
            let now = found.unwrap();
            assert!(now.partial_cmp(&before) == Some(std::cmp::Ordering::Greater), "{wanted} at {now:?} after {before:?}");
            before = now;
        }
    }
}

/// What the rules say of terrain stands right after what it costs, wide or narrow; an entry that is called as its terrain
/// does not say that name twice.
#[test]
fn terrain_notes_stand_beside_terrain_effects() {
    for classes in [1, 6] {
        let mut game = Game::default();
        for n in 0..classes {
            game.classes.push(Class { id: format!("class-{n}"), name: Some(format!("Wheeled vehicles {n}")) });
        }
        let costs = vec![Some(Cost::Points(Points::ONE)); classes];
        game.terrain.push(Terrain { grounds: BTreeMap::new(), ..terrain("river", TerrainOn::Hexside, costs.clone()) });
        game.terrain.push(Terrain { grounds: BTreeMap::new(), ..terrain("wood", TerrainOn::Hex, costs) });
        // Wide and narrow tables, of which any could come between.
        game.tables.push(table("wide", 14, 3, |column, row| format!("Overwhelming{column}Y{row}")));
        game.tables.push(table("narrow", 2, 3, |column, row| format!("N{column}Y{row}")));
        let shift = |id: &str| {
            let mut shift: Mod = serde_json::from_value(serde_json::json!({ "id": id, "add": -1 })).unwrap();
            shift.when = Some(Condition {
                target: Some(Hexes { terrain: Some(vec![TerrainId(0)]), ..Hexes::default() }),
                ..Condition::default()
            });
            shift
        };
        let mut combat: Combat = serde_json::from_value(serde_json::json!({ "id": "attack" })).unwrap();
        combat.shifts.list = vec![shift("river"), shift("marsh")];
        // Another kind of combat says the same of the same terrain: the notes tell it once.
        let mut assault: Combat = serde_json::from_value(serde_json::json!({ "id": "assault" })).unwrap();
        assault.shifts.list.clone_from(&combat.shifts.list);
        game.rules.combat = Some(Entries { list: vec![combat, assault], variants: Vec::new() });
        let pages = charts(&game, Paper::A4);
        sound(&game, Paper::A4, &pages);
        let titles: Vec<String> = pages.iter().flat_map(|page| seen(&game, page).0).map(|seen| seen.text).collect();
        let at = |text: &str| titles.iter().position(|seen| seen == text).unwrap_or_else(|| panic!("{text}: {titles:?}"));
        let (effects, notes) = (at("Terrain effects"), at("Terrain notes"));
        let between = ["Wide", "Narrow", "Sequence of play", "Attack"].map(|title| titles.iter().position(|seen| seen == title));
        assert!(effects < notes && between.into_iter().flatten().all(|n| n < effects || n > notes), "{titles:?}");
        // In the notes, and in what is looked up in every battle, where no terrain stands before it.
        let named = ["River: ", "Marsh: "].map(|name| titles.iter().filter(|text| text.starts_with(name)).count());
        assert_eq!(named, [2, 3], "{titles:?}");
    }
}

#[test]
fn every_kind_of_terrain_has_its_hexagon_and_its_costs() {
    let mut game = Game::default();
    game.classes.push(Class { id: "foot".to_owned(), name: None });
    game.classes.push(Class { id: "mech".to_owned(), name: None });
    let kinds = [TerrainOn::Hex, TerrainOn::Feature, TerrainOn::Hexside, TerrainOn::Road];
    for (n, on) in kinds.into_iter().cycle().take(11).enumerate() {
        let half = Cost::Points(Points::parse("3/2").unwrap());
        game.terrain.push(terrain(&format!("kind-{n}"), on, vec![Some(half), Some(Cost::Road)]));
    }
    let pages = charts(&game, Paper::A4);
    let counted = Counted::new(&game, &pages);
    sound(&game, Paper::A4, &pages);
    let hexagon = |shape: &Shape| {
        let corners = shape.path.segs.iter().filter(|seg| matches!(seg, Seg::Move(_) | Seg::Line(_))).count();
        shape.stroke.is_some() && corners == 6 && matches!(shape.path.segs.last(), Some(Seg::Close))
    };
    let hexagons = pages.iter().flat_map(|page| seen(&game, page).1).filter(hexagon).count();
    // One around each, and the rim of each of the three kinds of ground.
    assert_eq!(hexagons, 11 + 3);
    for n in 0..11 {
        assert_eq!(counted.of([&format!("Kind {n}")])[0], 1);
    }
    assert_eq!(counted.of(["1½", "Deep mud", "−1"]), [11, 11, 11]);
    // Each in its row and where the mud changes only the other class, and once where it is explained.
    assert_eq!(counted.of(["R", "P"]), [11 + 11 + 1, 11 + 1]);
    assert_eq!(counted.of(["Only along a road"])[0], 1);
}

#[test]
fn words_stay_in_their_columns() {
    let ruler = Ruler::new();
    for (width, count) in [(92.5, 3usize), (190.0, 14), (60.0, 20), (30.0, 5)] {
        let desk = Desk::new(&ruler, Paper::A4, 1.0);
        let columns = (0..count).map(|n| match n % 3 {
            0 => Column::narrow("Rolled"),
            1 => Column::codes("Overwhelming"),
            _ => Column::text("What it means"),
        });
        let line = (0..count).map(|n| Cell::plain("some words, and more, ".repeat(n % 4 + 1)));
        let lines = vec![Line::new(line.collect()); 5];
        let grid = Grid { columns: columns.collect(), lines, size: 3.0, pad: 0.2, ruled: true, again: 1 };
        let part = grid.lay_in(&desk, width);
        assert!((part.meets.last().unwrap() - width).abs() < 0.001, "{:?}", part.meets);
        for strip in part.head.iter().chain(&part.strips).filter(|strip| strip.ruled == Ruled::Columns) {
            let (mut texts, mut shapes) = (Vec::new(), Vec::new());
            walk(&strip.nodes, Transform::IDENTITY, &mut texts, &mut shapes);
            assert!(!texts.is_empty());
            for Seen { text, rect } in texts {
                let own = part.meets.windows(2).any(|pair| rect.x >= pair[0] - 0.01 && rect.x + rect.width <= pair[1] + 0.01);
                assert!(own, "`{text}` at {rect:?} in {:?}", part.meets);
                assert!(rect.y >= 0.0 && rect.y + rect.height <= strip.height, "`{text}` in {}", strip.height);
            }
        }
    }
}

#[test]
fn each_turn_has_a_box_with_room_for_a_counter() {
    let mut game = Game::default();
    for n in 1..=90 {
        let tags = if n % 3 == 0 { vec!["night".to_owned()] } else { Vec::new() };
        let date = Some(format!("{n} May"));
        game.turns.push(Turn { id: n.to_string(), date, weather: Some("rain".to_owned()), ground: Some("mud".to_owned()), tags });
    }
    for paper in Paper::ALL {
        let pages = turn_track(&game, paper, 19.0);
        let counted = Counted::new(&game, &pages);
        sound(&game, paper, &pages);
        assert!(pages.len() > 1 && pages.iter().all(|page| page.title == "Turn track"));
        let dashed = |shape: &Shape| shape.stroke.as_ref().is_some_and(|stroke| !stroke.dash.is_empty());
        let rooms: Vec<Shape> = pages.iter().flat_map(|page| seen(&game, page).1).filter(dashed).collect();
        assert_eq!(rooms.len(), 90);
        for room in rooms {
            let bounds = room.path.bounds().unwrap();
            assert!((bounds.width - 19.0).abs() < 0.01 && (bounds.height - 19.0).abs() < 0.01);
        }
        assert_eq!(counted.of(["night", "rain, mud", "45 May"]), [30, 90, 1]);
    }
}

#[test]
fn phases_are_numbered_and_those_of_other_sides_left_out() {
    let mut game = Game::default();
    let sides = ["aster", "brenn"].map(|id| game.sides.push(Side { id: id.to_owned(), name: None }));
    for side in sides {
        let only = Condition { side: Some(vec![SideWord::Is(sides[1])]), ..Condition::default() };
        for (id, when) in [("move", None), ("blow", Some(only))] {
            let number = game.words.phases.add(id);
            game.phases.push(Phase {
                id: id.to_owned(),
                number,
                name: None,
                side: Some(side),
                when,
                does: None,
                repeat: None,
                alternate: false,
            });
        }
    }
    let pages = charts(&game, Paper::A4);
    let counted = Counted::new(&game, &pages);
    assert_eq!(counted.of(["Move", "Blow", "3"]), [2, 1, 1]);
    assert_eq!(counted.of(["Aster", "Brenn", "4"]), [1, 1, 0]);
}

#[test]
fn modifiers_and_ways_of_moving_are_said_in_the_authors_words() {
    let mut game = Game::default();
    let combat = serde_json::json!({
        "id": "attack",
        "shifts": [{ "id": "a", "add": -1, "text": "Armor shift", "rule": "21.1" }, { "id": "b", "add": 2 }],
        "rolls": [{ "id": "c", "add": 1, "text": "Night" }],
    });
    game.rules.combat = Some(Entries { list: vec![serde_json::from_value(combat).unwrap()], variants: Vec::new() });
    let modes = serde_json::json!([{ "id": ["road-march", 0] }, { "id": ["rail", 1] }]);
    game.rules.movement = Some(Movement { modes: serde_json::from_value(modes).unwrap(), ..Movement::default() });
    game.classes.push(Class { id: "foot".to_owned(), name: None });
    for mode in ["road-march", "rail"] {
        let toll = TerrainCost { cost: Cost::Other, first: true, stop: true, mode: Some(game.words.modes.add(mode)) };
        game.terrain.push(Terrain { cost: vec![Some(toll)], grounds: BTreeMap::new(), ..terrain(mode, TerrainOn::Hex, vec![]) });
    }
    let pages = charts(&game, Paper::Letter);
    sound(&game, Paper::Letter, &pages);
    let counted = Counted::new(&game, &pages);
    let said = ["A: −1 Armor shift", "21.1", "Column shifts", "B: +2", "C: +1 Night"];
    assert_eq!(counted.of(said), [1, 1, 1, 1, 1], "and what has no words of its author is told too");
    assert_eq!(counted.of(["1st RM S", "1st Rail S", "Only in this way of moving: Road march", "The move ends there"]), [1; 4]);
}

/// The charts say which number on a counter is where, on one of those with the commonest layout, and what a box means.
#[test]
fn charts_tell_how_counters_are_read() {
    let mut game = Game::default();
    game.states.push(State { id: "full".to_owned(), name: None, step: false, counter: true });
    for id in ["attack", "move"] {
        let rating = Rating { id: id.to_owned(), name: None, min: None, max: None, only: None, required: false, rises: false };
        game.ratings.push(Rating { name: (id == "attack").then(|| "Fire power".to_owned()), ..rating });
    }
    let slot = |show: &str| Slot { show: show.to_owned(), ..Slot::default() };
    let all = [
        (SlotPlace::Centre, slot("symbol")),
        (SlotPlace::Top, slot("{size}")),
        (SlotPlace::Left, slot("{designation|name}")),
        (SlotPlace::Bottom, slot("{attack} - {move}")),
        (SlotPlace::TopRight, slot("{weather-eye}")),
    ];
    game.layouts.push(Layout { who: None, shape: None, slots: all.to_vec() });
    let ratings = vec![RatingValue::Known(4), RatingValue::Known(7)];
    let front = crate::model::Face { state: Game::FULL, ratings, picture: None };
    let (id, symbol) = ("foot".to_owned(), "infantry".to_owned());
    let kind = Some(game.types.push(UnitType { id, name: None, class: None, symbol }));
    let known = Unit { kind, faces: vec![front], designation: Some("I/304".to_owned()), ..unit("a") };
    game.units.push(known.clone());
    // The one with most to tell is shown; what no slot of it says is not named.
    game.units.push(Unit { size: Some("II".to_owned()), id: "b".to_owned(), ..known });
    let tags = serde_json::from_value(serde_json::json!({ "full": true })).unwrap();
    game.art.looks.push(Look {
        who: Some(tags),
        of: Some("attack".to_owned()),
        frame: Some((140, 29, 24)),
        before: String::new(),
        after: String::new(),
        ink: None,
        ground: None,
        slots: Vec::new(),
    });
    for paper in Paper::ALL {
        let pages = charts(&game, paper);
        sound(&game, paper, &pages);
        let counted = Counted::new(&game, &pages);
        let said = ["Reading the counters", "Unit type", "Size", "Designation", "Fire power - Move", "Weather eye"];
        // Types have a list of their own.
        assert_eq!(counted.of(said), [1, 2, 1, 1, 1, 0]);
        let texts = pages.iter().flat_map(|page| seen(&game, page).0);
        assert_eq!(texts.filter(|seen| seen.text.starts_with("Fire power in a coloured box: ")).count(), 1);
        // Before it stands the colour of that box, with a thin line round it.
        let is_swatch = |shape: &Shape| match shape.path.segs[..] {
            [Seg::Move(from), Seg::Line(to), ..] => shape.stroke.is_some() && (to.x - from.x - 2.4).abs() < 0.01,
            _ => false,
        };
        assert_eq!(pages.iter().flat_map(|page| seen(&game, page).1).filter(is_swatch).count(), 1);
    }
    // Where faces are pictures there is nothing to tell.
    for n in 0..game.units.len() {
        let front = game.units.at_mut(UnitId::new(n)).and_then(|unit| unit.faces.first_mut()).unwrap();
        front.picture = Some("a.png".to_owned());
    }
    let pages = charts(&game, Paper::A4);
    assert_eq!(Counted::new(&game, &pages).of(["Reading the counters"]), [0]);
}

/// What a unit leaves when it is lost, and what it breaks down into, stands nowhere else in a kit. Many units that become
/// the same take one row, and numbers that follow each other one word.
#[test]
fn remnants_and_breakdown_are_told_in_few_rows() {
    let mut game = Game::default();
    let mut counter = |id: &str, remnant: Option<UnitId>, breakdown: Vec<UnitId>| {
        game.units.push(Unit { designation: Some(id.to_owned()), remnant, breakdown, ..unit(id) })
    };
    let left = counter("Reiss", None, Vec::new());
    let parts: Vec<UnitId> = (1..=4).map(|n| counter(&format!("Bn {n}"), None, Vec::new())).collect();
    let others: Vec<UnitId> = ["A/M", "B/M"].map(|id| counter(id, None, Vec::new())).to_vec();
    counter("T/5", Some(left), Vec::new());
    for id in ["980", "981"] {
        counter(id, None, parts.clone());
    }
    counter("M/5", None, others);
    let pages = charts(&game, Paper::A4);
    sound(&game, Paper::A4, &pages);
    let counted = Counted::new(&game, &pages);
    assert_eq!(counted.of(["When lost, it leaves", "T/5", "Reiss"]), [1; 3]);
    assert_eq!(counted.of(["May break down into", "980, 981", "Bn 1–4", "M/5", "A/M, B/M"]), [1; 5]);
}

/// A state is told with what shows it: the back of a counter, a marker of the author's, one of the kit; or nothing.
#[test]
fn states_are_told_with_what_shows_them() {
    let mut game = Game::default();
    let states = ["full", "reduced", "fired", "oos", "shocked", "idle"];
    let states: Vec<StateId> = states
        .into_iter()
        .map(|id| game.states.push(State { id: id.to_owned(), name: None, step: id == "reduced", counter: true }))
        .collect();
    let face = |n: usize| crate::model::Face { state: states[n], ratings: Vec::new(), picture: None };
    game.units.push(Unit { faces: vec![face(0), face(2)], ..unit("gun") });
    let marker = |id: &str, name: &str| Marker {
        id: id.to_owned(),
        name: Some(name.to_owned()),
        side: None,
        on: None,
        count: None,
        picture: None,
        back: None,
        at: None,
        across: None,
        apart: Vec::new(),
    };
    game.markers.push(marker("supply", "OOS"));
    let effects = vec![Effect::State { who: Who::Both, state: states[4], of: None, until: None, when: None }];
    game.tables.push(Table {
        results: Some(vec![ResultCode { code: "DE".to_owned(), text: None, effects }]),
        ..table("crt", 1, 1, |_, _| "DE".to_owned())
    });
    let pages = charts(&game, Paper::A4);
    sound(&game, Paper::A4, &pages);
    let counted = Counted::new(&game, &pages);
    // Nobody is ever reduced here: every game has that state.
    assert_eq!(counted.of(["Shown by", "Fired", "the back", "a marker", "Idle", "Reduced"]), [1, 1, 1, 2, 1, 0]);
}

#[test]
fn anchors_are_understood_by_these_tests() {
    let text =
        crate::draw::scene::Text::new(crate::draw::scene::Point { x: 9.0, y: 5.0 }, Anchor::End, "M", Face::Bold, 3.0, look::INK);
    let (mut texts, mut shapes) = (Vec::new(), Vec::new());
    walk(&[text.into()], Transform::shift(1.0, 1.0), &mut texts, &mut shapes);
    assert!((texts[0].rect.x + texts[0].rect.width - 10.0).abs() < 0.001);
}
