//! What lies on the sheets of a kit, and what is told on its pages.

use std::collections::BTreeMap;

use muster::compile::compile;
use muster::draw::counter::{CounterKind, Faces, Shown, aids, contrast, inventory};
use muster::draw::page::Paper;
use muster::draw::scene::{Anchor, Color, Node};
use muster::draw::words::Ruler;
use muster::draw::{card, chart, roster};
use muster::emit::{Artifacts, Chosen, EMITTERS, EmitContext, PrintChoice};
use muster::model::{Backs, Game, SlotPlace};
use muster::source::Memory;

use super::{emitted, rows, with_art};
use crate::support::{edit, first_steps, unplayed};

fn module(name: &str) -> Game {
    compile(&unplayed(name)).game
}

/// The counters alone, on A4.
fn counters(game: &Game, backs: Backs) -> Artifacts {
    let print = PrintChoice { paper: vec![Paper::A4], backs: vec![backs], ..PrintChoice::default() };
    let (units, markers) = (game.units.ids().collect(), game.markers.ids().collect());
    let chosen = Chosen { units, markers, aids: aids(game).into_iter().collect(), ..Chosen::default() };
    let context = EmitContext { print, only: Some(chosen), ..EmitContext::new(game, &[]) };
    let emitter = EMITTERS.iter().find(|emitter| emitter.name == "print").unwrap();
    (emitter.emit)(&context, &mut |_, _| {}).unwrap().files
}

/// Eleven colours of counters, of which rows of their own take two sheets: on shelves they take one, and between two
/// colours there is room for the bleed of both.
#[test]
fn the_counters_of_bastogne_breakout_lie_on_one_sheet() {
    let game = module("bastogne-breakout");
    let faces = Faces::new(&game);
    let edges: BTreeMap<String, (Option<Color>, Option<Color>)> =
        inventory(&game).into_iter().map(|it| (it.id.clone(), (faces.draw(it.front).edge, faces.draw(it.back).edge))).collect();
    let rows = rows(&counters(&game, Backs::DuplexLong)["print/bastogne-breakout-manifest-part.csv"]);
    let all: u32 = inventory(&game).iter().map(|it| it.copies).sum();
    assert_eq!(rows.len(), all as usize);
    assert!(rows.iter().all(|row| row["page"] == "1"), "{:?}", rows.last());
    let at = |row: &BTreeMap<String, String>| -> (f64, f64) { (row["x-mm"].parse().unwrap(), row["y-mm"].parse().unwrap()) };
    for (n, one) in rows.iter().enumerate() {
        for other in rows.iter().skip(n + 1) {
            let ((x, y), (u, v)) = (at(one), at(other));
            let apart = ((x - u).abs() - 15.875).max((y - v).abs() - 15.875);
            let least = if edges[&one["id"]] == edges[&other["id"]] { -0.01 } else { 3.98 };
            assert!(apart > least, "{apart}: {one:?} {other:?}");
        }
    }
}

/// The relief of Bastogne is played on a part of the map that no map shows; the worked examples of Enemy Action have an empty
/// map with towns that somebody holds.
#[test]
fn setup_cards_tell_the_part_of_the_map_and_there_is_none_for_nothing() {
    let card = |name: &str, id: &str| {
        let game = module(name);
        let scenario = game.scenarios.values().find(|scenario| scenario.id == id).unwrap();
        let mut told: Vec<String> = Vec::new();
        let pages = roster::setup(&game, &Faces::new(&game), scenario, Paper::A4);
        pages.iter().for_each(|page| texts(&page.nodes, &mut told));
        told.join(" ")
    };
    let relief = card("bitter-woods", "relief-of-bastogne");
    assert!(relief.contains("Only “Around Bastogne” is played on: 0120-0135, 0220-0235"), "{relief}");
    assert_eq!(card("enemy-action", "examples"), "");
}

#[test]
fn an_order_of_appearance_says_who_leaves_the_map() {
    let game = module("bitter-woods");
    let side = game.scenarios.values().flat_map(|scenario| &scenario.withdrawals).find_map(|it| game.units.at(it.units[0])?.side);
    let mut told: Vec<String> = Vec::new();
    let pages = roster::appearance(&game, &Faces::new(&game), side.unwrap(), Paper::A4);
    pages.iter().for_each(|page| texts(&page.nodes, &mut told));
    assert!(told.iter().any(|text| text == "Leave the map"), "{told:?}");
}

/// What players call a way of moving, not its id, stands below whoever comes in it.
#[test]
fn an_order_of_appearance_names_the_way_of_moving() {
    let game = module("ardennes-44");
    let arrival = game.scenarios.values().flat_map(|scenario| &scenario.arrivals).find(|arrival| arrival.mode.is_some());
    let side = arrival.and_then(|arrival| game.units.at(arrival.units[0])?.side);
    let mut told: Vec<String> = Vec::new();
    let pages = roster::appearance(&game, &Faces::new(&game), side.unwrap(), Paper::A4);
    pages.iter().for_each(|page| texts(&page.nodes, &mut told));
    assert!(told.iter().any(|text| text.contains("moving by Trucks, 4 points spent")), "{told:?}");
    assert!(!told.iter().any(|text| text.contains("truck-far")), "{told:?}");
}

/// A turn is told on the page on which its counters stand.
#[test]
fn no_turn_of_an_order_of_appearance_is_told_at_the_foot_of_a_page() {
    let mut turns = 0;
    for name in ["first-steps", "bastogne-breakout", "bitter-woods", "ardennes-44", "enemy-action"] {
        let game = module(name);
        let faces = Faces::new(&game);
        for page in game.sides.ids().flat_map(|side| roster::appearance(&game, &faces, side, Paper::A4)) {
            let counters = page.nodes.iter().filter_map(|node| match node {
                Node::Group(group) => Some(group.transform.f),
                _ => None,
            });
            let lowest = counters.fold(0.0, f64::max);
            for node in &page.nodes {
                let Node::Text(text) = node else { continue };
                let said: String = text.runs.iter().map(|run| run.text.as_str()).collect();
                if said.starts_with("Turn ") {
                    assert!(text.at.y < lowest, "{name}, {}: {said}", page.title);
                    turns += 1;
                }
            }
        }
    }
    assert!(turns > 100, "{turns}");
}

/// Where the map leaves entries out, nobody is sent there to look for their hexes.
#[test]
fn entries_that_the_map_does_not_show_are_listed_hex_by_hex() {
    let game = module("enemy-action");
    let faces = Faces::new(&game);
    let scenario = game.scenarios.values().find(|scenario| scenario.id == "battle-of-the-bulge").unwrap();
    let mut told: Vec<String> = Vec::new();
    roster::setup(&game, &faces, scenario, Paper::A4).iter().for_each(|page| texts(&page.nodes, &mut told));
    let told = told.join(" ");
    assert!(told.contains("V Corps: 0107, 0109, 0112-0117"), "{told}");
    assert!(!told.contains("as on the map"), "{told}");
}

/// The campaign of Ardennes '44 begins with nineteen improved positions, that of Bitter Woods with seven; neither game says
/// how many there are.
#[test]
fn there_are_counters_for_every_marker_that_a_scenario_begins_with() {
    for (name, positions, other) in [("ardennes-44", 19, "lead"), ("bitter-woods", 7, "fort")] {
        let game = module(name);
        let counters = inventory(&game);
        let copies = |id: &str| counters.iter().find(|it| it.kind == CounterKind::Marker && it.id == id).map(|it| it.copies);
        assert_eq!([copies("ip"), copies(other)], [Some(positions), Some(6)], "{name}");
        for scenario in game.scenarios.values() {
            for (id, marker) in game.markers.iter().filter(|(_, marker)| marker.count.is_none()) {
                let on_units = scenario.setup.iter().flat_map(|line| &line.markers);
                let all = scenario.markers.iter().map(|line| &line.marker).chain(on_units);
                let wanted = u32::try_from(all.filter(|laid| **laid == id).count()).unwrap();
                assert!(copies(&marker.id) >= Some(wanted), "{name}, {}: {wanted} of {}", scenario.id, marker.id);
            }
        }
    }
}

/// What nobody can see on a counter has one in the kit: states that no face shows, and the turn. What is on a face or is a
/// marker already has none.
#[test]
fn there_are_counters_for_states_without_a_face_and_for_the_turn() {
    let made = |game: &Game| -> Vec<(String, String, u32)> {
        let added = inventory(game).into_iter().filter(|it| matches!(it.front, Shown::Aid(_)));
        added.inspect(|it| assert!(it.is_blank_behind())).map(|it| (it.id, it.name, it.copies)).collect()
    };
    assert!(made(&module("first-steps")).is_empty(), "its turn marker and its states are there");
    let bastogne = made(&module("bastogne-breakout"));
    assert!(bastogne.is_empty(), "{bastogne:?}");
    let game = module("bitter-woods");
    let all = made(&game);
    let has = |id: &str| all.iter().find(|(it, ..)| it == id).map(|(_, name, copies)| (name.as_str(), *copies));
    assert_eq!([has("state-shocked"), has("turn")], [Some(("Shocked", 6)), Some(("Turn", 1))]);
    assert_eq!([has("state-fired"), has("state-counterattack"), has("state-full")], [None; 3], "faces and markers");
    assert_eq!(has("state-came-17AM"), None, "module.json says that it has no counter");
    // They are markers of the kit: on its sheets, and told by name.
    let rows = rows(&counters(&game, Backs::Fold)["print/bitter-woods-manifest-part.csv"]);
    let shocked = rows.iter().filter(|row| row["id"] == "state-shocked" && row["kind"] == "marker" && row["name"] == "Shocked");
    assert_eq!(shocked.count(), 6);
    let mut told: Vec<String> = Vec::new();
    let front = inventory(&game).into_iter().find(|it| it.id == "state-shocked").unwrap().front;
    texts(&Faces::new(&game).draw(front).nodes, &mut told);
    assert_eq!(told, ["Shocked"]);
    // Nor is there one for what the author adds as a marker.
    let marker = r#"{ "id": "shock", "name": "Shocked", "on": "unit" }, { "id": "ip","#;
    let memory = edit(unplayed("bitter-woods"), "markers.json", r#"{ "id": "ip","#, marker);
    assert!(made(&compile(&memory).game).iter().all(|(id, ..)| id != "state-shocked"));
}

/// A count that the rules keep has a counter for its track; a track on which nobody counts has none.
#[test]
fn a_count_with_a_track_has_a_counter() {
    let made = |id: &str| -> Vec<(String, String, u32)> {
        let track = format!(r#""tracks": [ {{ "id": "{id}", "name": "Points to spend", "from": 0, "to": 20 }}, "#);
        let game = compile(&edit(unplayed("ardennes-44"), "map.json", r#""tracks": ["#, &track)).game;
        let added = inventory(&game).into_iter().filter(|it| it.name == "Points to spend");
        added.map(|it| (it.id, it.name, it.copies)).collect()
    };
    assert_eq!(made("replacements"), [("track-replacements".to_owned(), "Points to spend".to_owned(), 1)]);
    assert!(made("nobody-counts-this").is_empty());
}

/// The line around the plate of a worn face is not where the words in its middle end.
#[test]
fn words_in_the_middle_keep_clear_of_the_plate_of_a_worn_face() {
    let usual = r#""centre": "symbol", "top": "{size}", "left": "{designation}", "bottom": "{attack}-{defense}-{move}" }"#;
    let game = compile(&edit(first_steps(), "art.json", usual, r#""centre": "{designation}" }"#)).game;
    let faces = Faces::new(&game);
    let tank = game.units.iter().find(|(_, unit)| unit.id == "b-lys-1").unwrap().0;
    let wide = |face: usize| {
        let slots = faces.unit(tank, face).slots;
        slots.into_iter().rev().find(|(at, _)| *at == SlotPlace::Centre).unwrap().1.width
    };
    assert!(wide(1) < wide(0) - 0.9, "{} and {}", wide(1), wide(0));
}

#[test]
fn a_chit_that_lies_face_down_says_nothing_of_itself() {
    let game = module("enemy-action");
    let faces = Faces::new(&game);
    let chits: Vec<_> = game.cards.values().filter(|card| !card.faces.is_empty()).collect();
    let words = |nodes: &[Node]| {
        let mut told: Vec<String> = Vec::new();
        texts(nodes, &mut told);
        told
    };
    assert!(chits.len() > 10, "{}", chits.len());
    for chit in &chits {
        let (front, back) = (faces.chit(chit, true), faces.chit(chit, false));
        // The name of the cup, as the rules call it.
        assert_eq!(words(&back.nodes).join(" "), "Combat chits", "{}", chit.id);
        assert_ne!(words(&front.nodes).join(" "), "Combat chits", "{}", chit.id);
        // Dark, and written in white: open and covered chits are told apart at a glance.
        let (front, back) = (front.ground.unwrap(), back.ground.unwrap());
        assert!(contrast(front, back) > 5.0 && contrast(back, Color::WHITE) > 7.0, "{front:?} {back:?}");
    }
}

#[test]
fn the_cards_of_a_deck_have_one_back_in_the_colour_of_their_side() {
    let card = |id: &str, deck: &str, side: &str| format!(r#"{{"id":"{id}","deck":"{deck}","text":"Nothing."{side}}}"#);
    let (aster, brenn) = (r#","side":"aster""#, r#","side":"brenn""#);
    let cards = [
        card("a1", "of-aster", aster),
        card("b1", "of-brenn", brenn),
        card("m1", "mixed", aster),
        card("m2", "mixed", brenn),
        card("n1", "of-nobody", ""),
    ];
    let mut world = first_steps();
    world.files.insert("cards.json".to_owned(), format!("[{}]", cards.join(",")).into_bytes());
    let game = compile(&world).game;
    let (faces, ruler) = (Faces::new(&game), Ruler::new());
    let edge = |id: &str| {
        let card = game.cards.values().find(|card| card.id == id).unwrap();
        card::side(&faces, &game, card, false, card::size(false), &ruler).edge.unwrap()
    };
    assert_eq!(edge("m1"), edge("m2"), "a back that tells whose card it is");
    assert_eq!(edge("m1"), edge("n1"));
    assert!(edge("a1") != edge("b1") && edge("a1") != edge("n1") && edge("b1") != edge("n1"));
    // As far apart as the counters of the sides: they are told face down, and in grey.
    assert!(contrast(edge("a1"), edge("b1")) > 1.5, "{:?} {:?}", edge("a1"), edge("b1"));
}

#[test]
fn a_table_of_dashes_is_not_printed() {
    let table = |cell: &str| {
        let world = edit(
            first_steps(),
            "tables.json",
            r#""list": ["#,
            &format!(
                r#""list": [{{ "id": "columns", "title": "Nothing but columns", "columns": "odds",
                    "rows": [{{ "roll": "1", "cells": {{ "1:1": "-", "2:1": "{cell}" }} }}] }},"#
            ),
        );
        let game = compile(&world).game;
        assert!(game.tables.values().any(|table| table.id == "columns"));
        let mut told = Vec::new();
        chart::charts(&game, Paper::A4).iter().for_each(|page| texts(&page.nodes, &mut told));
        told.iter().any(|text| text == "Nothing but columns")
    };
    assert!(table("NE"), "a table with one result is printed");
    assert!(!table("-") && !table("–"));
}

/// What is added in two phases for one reason is one line; a roll that combat changes leaves its table too; types with a
/// comma in their names are told apart.
#[test]
fn charts_tell_each_modifier_once_and_what_a_roll_beyond_the_table_is() {
    let told = |name: &str| {
        let mut told: Vec<String> = Vec::new();
        chart::charts(&module(name), Paper::A4).iter().for_each(|page| texts(&page.nodes, &mut told));
        told
    };
    let times = |told: &[String], text: &str| told.iter().filter(|it| *it == text).count();
    assert_eq!(times(&told("ardennes-44"), "disrupted or engaged"), 1);
    let bastogne = told("bastogne-breakout");
    // Weather and air points add nothing to their rolls.
    assert_eq!(times(&bastogne, "A roll beyond the table counts as its first or last row."), 1);
    assert!(bastogne.join(" ").contains("Towed artillery; Rocket launchers, towed; Mobile artillery"), "{bastogne:?}");
}

/// What cards let play is no part of what each turn has: it stands below it, under a heading that says so.
#[test]
fn phases_that_a_card_lets_play_stand_below_those_of_each_turn() {
    let told = |name: &str| {
        let mut told: Vec<String> = Vec::new();
        chart::charts(&module(name), Paper::A4).iter().for_each(|page| texts(&page.nodes, &mut told));
        told
    };
    let heading = "Only when a card, a chit or a rule says so";
    let all = told("enemy-action");
    let place = |text: &str| all.iter().position(|it| it == text).unwrap_or_else(|| panic!("{text}: {all:?}"));
    assert!(place("End of the day") < place(heading) && place(heading) < place("German impulse"));
    assert!(!told("first-steps").iter().any(|it| it == heading));
}

fn texts(nodes: &[Node], into: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Group(group) => texts(&group.nodes, into),
            Node::Text(text) => into.push(text.runs.iter().map(|run| run.text.as_str()).collect()),
            _ => {}
        }
    }
}

/// A setup that is a little too long for a page stands closer, so that it takes no second one, and no place of it is lost.
#[test]
fn a_crowded_setup_card_stands_closer_and_keeps_everything() {
    // How many pages so many units take, and how far lines of them are apart.
    let laid = |units: usize| {
        let hex = |n: usize| format!("{:02}{:02}", n / 10 + 1, n % 10 + 1);
        let lines: Vec<String> = (0..units).map(|n| format!(r#"{{"unit": "x{n}", "at": "{}"}}"#, hex(n))).collect();
        let special = vec![r#""A line of special rules.""#; 25].join(",");
        let scenario = format!(r#"{{"id": "all", "name": "All", "special": [{special}], "setup": [{}]}}"#, lines.join(","));
        let sheet: String = (0..units).map(|n| format!("x{n},brenn,infantry,II,1,1,1,1\n")).collect();
        let mut world = Memory::new();
        for name in ["module.json", "map.json", "terrain.csv", "turns.json"] {
            world.files.insert(name.to_owned(), first_steps().files[name].clone());
        }
        let sheet = format!("id,side,type,size,attack,defense,move,steps\n{sheet}");
        world.files.insert("units.csv".to_owned(), sheet.into_bytes());
        world.files.insert("scenarios/all.json".to_owned(), scenario.into_bytes());
        let game = compile(&world).game;
        let scenario = game.scenarios.values().next().unwrap();
        assert_eq!(scenario.setup.len(), units);
        let pages = roster::setup(&game, &Faces::new(&game), scenario, Paper::A4);
        let mut told = Vec::new();
        pages.iter().for_each(|page| texts(&page.nodes, &mut told));
        assert!((0..units).all(|n| told.iter().filter(|text| **text == hex(n)).count() == 1), "{told:?}");
        assert_eq!(told.iter().filter(|text| *text == "A line of special rules.").count(), 25);
        let line = |n: usize| {
            pages[0].nodes.iter().find_map(|node| match node {
                Node::Text(text) if text.runs.iter().any(|run| run.text == hex(n)) => Some(text.at.y),
                _ => None,
            })
        };
        let first = line(0).unwrap();
        let next = (1..units).find_map(|n| line(n).filter(|y| *y > first + 1.0)).unwrap();
        (pages.len(), next - first)
    };
    let (_, usual) = laid(30);
    let (most, closer) = (60..140).rev().step_by(4).find_map(|n| (laid(n).0 == 1).then(|| (n, laid(n).1))).unwrap();
    assert!(closer < usual - 1.0, "{most} units: {closer} of {usual}");
}

/// Breakdown counters have a look of their own, whichever side they are of: their backs too.
#[test]
fn a_blank_back_has_the_ground_of_its_front() {
    let game = module("ardennes-44");
    let faces = Faces::new(&game);
    let blank = inventory(&game).into_iter().filter(|counter| matches!(counter.back, Shown::BlankUnit(_)));
    let grounds: Vec<_> = blank.map(|it| (it.id, faces.draw(it.front).ground, faces.draw(it.back).ground)).collect();
    assert!(grounds.iter().any(|(_, front, _)| *front == Some(Color::hex(0xf7_f5ef))), "{grounds:?}");
    for (id, front, back) in &grounds {
        assert!(front.is_none() || front == back, "{id}: {front:?} {back:?}");
    }
}

/// A game that `muster new` makes says nothing of turns: all of turns.json are played.
#[test]
fn a_setup_card_tells_how_long_a_scenario_without_turns_is() {
    let mut game = module("first-steps");
    let id = game.scenarios.ids().next().unwrap();
    game.scenarios.at_mut(id).unwrap().turns = None;
    let mut told = Vec::new();
    let pages = roster::setup(&game, &Faces::new(&game), game.scenarios.at(id).unwrap(), Paper::A4);
    pages.iter().for_each(|page| texts(&page.nodes, &mut told));
    let (first, last) = (game.turns.values().next().unwrap(), game.turns.values().last().unwrap());
    assert!(first.id != last.id && told.contains(&format!("Turns {} to {}", first.id, last.id)), "{told:?}");
}

/// More words than a page has room for stand in two columns where that saves a page: each of them, and none on another.
#[test]
fn words_of_a_setup_card_stand_in_columns_where_that_saves_a_page() {
    let (game, ruler) = (module("bastogne-breakout"), Ruler::new());
    let faces = Faces::new(&game);
    for scenario in game.scenarios.values() {
        let pages = roster::setup(&game, &faces, scenario, Paper::A4);
        assert_eq!(pages.len(), 1, "{}", scenario.id);
        let mut told = Vec::new();
        texts(&pages[0].nodes, &mut told);
        let told = told.join(" ");
        for line in roster::scenario_in_words(&game, scenario).into_iter().flat_map(|(_, lines)| lines) {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains(&line), "{}: {line}", scenario.id);
        }
        let lines = pages[0].nodes.iter().filter_map(|node| match node {
            Node::Text(text) if matches!(text.anchor, Anchor::Start) => {
                let long: f64 = text.runs.iter().map(|run| ruler.width(run.face, &run.text, run.size)).sum();
                assert!(text.runs.iter().all(|run| run.size >= 2.4), "{text:?}");
                Some((text.at, text.at.x + long))
            }
            _ => None,
        });
        let lines: Vec<_> = lines.collect();
        for (at, end) in &lines {
            assert!(*end < 200.1, "{}: {at:?}", scenario.id);
            let covered = lines.iter().any(|(other, _)| (other.y - at.y).abs() < 2.0 && other.x > at.x && other.x < *end);
            assert!(!covered, "{}: {at:?}", scenario.id);
        }
    }
}

/// On a setup card a counter takes as much paper whatever its shape: of an oblong one, too, the numbers can be read.
#[test]
fn oblong_counters_are_as_large_on_setup_cards_as_others() {
    for (width, height, wide) in [(15.9, 15.9, 11.0), (25.4, 12.7, 15.56), (12.7, 25.4, 7.78), (100.0, 10.0, 17.6)] {
        let game = with_art(&format!(r#"{{"counter-mm": {width}, "counter-height-mm": {height}}}"#));
        let scenario = game.scenarios.values().find(|it| it.id == "crossing").unwrap();
        let pages = roster::setup(&game, &Faces::new(&game), scenario, Paper::A4);
        let scales = pages.iter().flat_map(|page| &page.nodes).filter_map(|node| match node {
            Node::Group(group) => Some(group.transform.a),
            _ => None,
        });
        let scales: Vec<f64> = scales.collect();
        assert!(scales.len() > 5 && scales.iter().all(|scale| (scale * width - wide).abs() < 0.01), "{width}: {scales:?}");
    }
}

#[test]
fn little_ink_is_little_on_counters_of_every_shape() {
    let dark = r##""layouts": [{
            "slots": {"centre": "symbol", "top-bar": {"show": "{designation}", "fill": "#2b2d33"},
                "bottom": {"show": "{attack}-{move}", "fill": "#7a2222"}},
            "placed": [{"fill": "#22272c", "x": 0, "y": 0, "width": 40, "height": 100, "layer": -1}]}],
        "marker-layouts": [{"placed": [
            {"fill": "#22272c", "x": 0, "y": 0, "width": 100, "height": 60, "layer": -1},
            {"show": "{name}", "x": 10, "y": 64, "width": 80, "height": 28, "fill": "#7a2222"}]}]}"##;
    let pale = r##""colours": {"aster": {"ground": "#f4f1e8"}, "brenn": {"ground": "#e3ecf4"}}"##;
    for art in [
        r#"{"counter-mm": 17, "counter-height-mm": 14.7, "shape": "hexagon"}"#.to_owned(),
        r#"{"shape": "round"}"#.to_owned(),
        format!("{{{dark}"),
        format!("{{{pale}, {dark}"),
        format!("{{\"shape\": \"round\", {dark}"),
    ] {
        let game = with_art(&art);
        let print =
            PrintChoice { paper: vec![Paper::A4], backs: vec![Backs::DuplexLong], low_ink: true, ..PrintChoice::default() };
        let files = emitted(&game, "print", print);
        let of = |end: &str| {
            let bytes = files.iter().find(|(name, _)| name.contains("-counters-") && name.ends_with(end)).unwrap().1;
            super::shop::ink(bytes)
        };
        let (full, low) = (of("duplex-long.pdf"), of("duplex-long-low-ink.pdf"));
        assert!(full > 0.0 && low < full * 0.4, "{art}: {low} of {full}");
    }
}

#[test]
fn paper_and_backs_that_are_named_twice_are_printed_once() {
    let game = compile(&first_steps()).game;
    let list = |times: usize| {
        let print = PrintChoice { paper: vec![Paper::A4; times], backs: vec![Backs::Fronts; times], ..PrintChoice::default() };
        emitted(&game, "print", print)["print/first-steps-manifest.csv"].clone()
    };
    let (once, twice) = (list(1), list(2));
    assert_eq!(rows(&once).len(), rows(&twice).len());
    assert_eq!(once, twice);
}

#[test]
fn little_ink_is_little_on_cards_too() {
    let framed = r##"{"card-layouts": [{"placed": [
        {"fill": "#22272c", "x": 0, "y": 0, "width": 100, "height": 24, "layer": -1},
        {"show": "{name}", "x": 10, "y": 8, "width": 80, "height": 10, "ink": "#ffffff"},
        {"show": "{text}", "x": 10, "y": 28, "width": 80, "height": 60, "fill": "#7a2222"}]}]}"##;
    for art in [r##"{"colours": {"events": {"ground": "#5d6470"}}, "icons": {"events": "storm"}}"##, framed] {
        let game = with_art(art);
        for backs in [Backs::DuplexLong, Backs::Fronts] {
            let print = PrintChoice { paper: vec![Paper::A4], backs: vec![backs], low_ink: true, ..PrintChoice::default() };
            let chosen = Chosen { cards: game.cards.ids().collect(), ..Chosen::default() };
            let context = EmitContext { print, only: Some(chosen), ..EmitContext::new(&game, &[]) };
            let emitter = EMITTERS.iter().find(|emitter| emitter.name == "print").unwrap();
            let files = (emitter.emit)(&context, &mut |_, _| {}).unwrap().files;
            let of = |low: bool| {
                let is = |name: &str| name.contains("-cards-") && name.ends_with(".pdf") && name.contains("low-ink") == low;
                super::shop::ink(files.iter().find(|(name, _)| is(name)).unwrap().1)
            };
            let (full, low) = (of(false), of(true));
            assert!(full > 0.0 && low < full * 0.4, "{art}, {backs:?}: {low} of {full}");
        }
    }
}

/// What a setup card says of entries, units and places is what players read elsewhere: no id of the author's.
#[test]
fn setup_cards_call_things_by_their_names() {
    let words = |name: &str, scenario: &str| {
        let game = module(name);
        let scenario = game.scenarios.values().find(|it| it.id == scenario).unwrap();
        let told = roster::scenario_in_words(&game, scenario);
        told.into_iter().flat_map(|(_, lines)| lines).collect::<Vec<_>>().join("\n")
    };
    let told = words("bastogne-breakout", "breakout-long");
    assert!(told.contains("at least 1 step of “KG Gutman Tank” left the map"), "{told}");
    assert!(told.contains("at least 1 of the units of 2nd Panzer Division was lost"), "{told}");
    let told = words("enemy-action", "allies-surprised");
    assert!(told.contains("V Corps: 0107, 0109, 0112-0117, ") && !told.contains("v-corps"), "{told}");
    let told = words("ardennes-44", "campaign");
    assert!(told.contains("Liège; Liège, north; "), "{told}");
}

/// A condition with branches is a list: nobody counts brackets to find out who wins.
#[test]
fn each_branch_of_how_to_win_is_a_line_of_its_own() {
    let won = |name: &str, scenario: &str| {
        let game = module(name);
        let scenario = game.scenarios.values().find(|it| it.id == scenario).unwrap();
        let told = roster::scenario_in_words(&game, scenario);
        let lines = told.into_iter().find(|(heading, _)| *heading == "How to win").unwrap().1;
        lines.iter().map(|line| line.replace(roster::DEEPER, "  ")).collect::<Vec<_>>()
    };
    let has = |lines: &[String], expected: &[&str]| {
        let found = lines.windows(expected.len()).any(|some| some == expected);
        assert!(found, "{expected:#?} in {lines:#?}");
    };
    let crossing = won("first-steps", "crossing");
    has(
        &crossing,
        &[
            "• Aster breaks out: Aster wins, if any of these holds:",
            "  – at least 3 steps of units marked “spearhead” left the map through C",
            "  – Aster holds Lys, Marrow and Oxmill, and the bridge 0604/0704 is intact",
            "• Aster is across: Aster wins, if Aster holds at least 2 of Lys, Marrow and Oxmill.",
        ],
    );
    let breakout = won("bastogne-breakout", "breakout");
    let late = "Allied wins, with option “As the program plays”, if any of these holds:";
    has(
        &breakout,
        &[
            &format!("• Allied victory: 2nd Panzer is late: {late}"),
            "  – on turn 4 and there are at least 6 units of 2nd Panzer Division",
            "  – on turn 5 and there are at least 4 units of 2nd Panzer Division",
        ],
    );
    has(
        &breakout,
        &[
            &format!("• Allied victory: Panzer Lehr is late: {late}"),
            "  – on turn 4, any of these:",
            "    – there are at least 6 units of Panzer Lehr Division",
        ],
    );
    // What is not so of several things together is told of each: not (12 points and not 48 lost).
    let campaign = won("bitter-woods", "campaign");
    has(
        &campaign,
        &[
            "  – any of these:",
            "    – the victory points of Allied are less than 12",
            "    – at least 48 of the Allied units, except Leader units, were lost",
        ],
    );
    let surprised = won("enemy-action", "allies-surprised");
    has(&surprised, &["• German +6 for holding Namur (17.1)."]);
    // Two towns of three are no list of all pairs.
    has(
        &campaign,
        &[
            "  – at least 2 of these:",
            "    – there are German units in hexes of Bastogne supplied by “Supply”, except Leader units",
            "    – there are German units in hexes of St. Vith supplied by “Supply”, except Leader units",
            "    – there are German units in hexes of Marche supplied by “Supply”, except Leader units",
        ],
    );
    for line in [&crossing, &breakout, &campaign].into_iter().flatten() {
        assert!(line.chars().count() <= 240 && !line.contains("(("), "{line}");
    }
    // On paper they stand further right.
    let game = module("first-steps");
    let scenario = game.scenarios.values().find(|it| it.id == "crossing").unwrap();
    let pages = roster::setup(&game, &Faces::new(&game), scenario, Paper::A4);
    let left = |start: &str| {
        let found = pages.iter().flat_map(|page| &page.nodes).find_map(|node| match node {
            Node::Text(text) if text.runs.iter().any(|run| run.text.starts_with(start)) => Some(text.at.x),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("{start}"))
    };
    assert!(left("– Aster holds Lys") > left("• Aster breaks out") + 3.0);
}
