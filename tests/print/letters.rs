//! Letters of every kind, wherever they stand: fonts of the author's lend what ours lack, or take the place of ours.

use muster::compile::compile;
use muster::draw::font::Face;
use muster::draw::scene::{Node, Run};
use muster::emit::{kit_part, kit_parts};
use muster::model::Game;
use muster::source::Memory;

use crate::support::first_steps;

/// A few letters as boxes, Georgian ones and a Chinese one among them; `A`, `B` and figures too. It was made for this.
const ODD: &[u8] = include_bytes!("odd.ttf");

/// First Steps with odd letters in many places, and perhaps a font for them under a name.
fn odd(font: Option<&str>) -> Memory {
    let mut world = first_steps();
    let mut edit = |file: &str, from: &str, to: &str| {
        let text = String::from_utf8(world.files[file].clone()).unwrap();
        assert!(text.contains(from), "{file}: {from}");
        world.files.insert(file.to_owned(), text.replacen(from, to, 1).into_bytes());
    };
    edit("module.json", "\"name\": \"First Steps\"", "\"name\": \"თამარი 龍\"");
    edit("module.json", "\"name\": \"Free Town of Lys\"", "\"name\": \"ედარ\"");
    edit("map.json", "\"name\": \"Marrow\", \"class\"", "\"name\": \"თამარ\", \"id\": \"Marrow\", \"class\"");
    edit("tables.json", "\"title\": \"Combat results\"", "\"title\": \"მათრიდა\"");
    edit("tables.json", "\"text\": \"Exchange\"", "\"text\": \"დადით\"");
    edit("turns.json", "\"4 May, noon\"", "\"4 მაი\"");
    edit("turns.json", "\"name\": \"Combat\"", "\"name\": \"გირა\"");
    edit("cards.json", "\"name\": \"Quiet hours\"", "\"name\": \"თარი\"");
    edit("cards.json", "\"Nothing happens.\"", "\"**Nothing** გად _happens_.\"");
    edit("markers.json", "\"name\": \"Disrupted\"", "\"name\": \"Dით 龍\"");
    edit("scenarios/crossing.json", "\"name\": \"The Alder Crossing\"", "\"name\": \"The დართი\"");
    edit("units.csv", ",II,I/1,", ",II,დ/1,");
    edit("rules.json", "\"name\": \"Road march\"", "\"name\": \"მარი\"");
    edit("rules.json", "\"name\": \"Supply line\"", "\"name\": \"მადით\"");
    edit("module.json", "\"name\": \"Mechanised\"", "\"name\": \"დამ\"");
    edit("module.json", "Map, units and events", "მათი");
    edit("map.json", "Highway, west", "გადი");
    edit("rules.json", "\"name\": \"Wet fuses\"", "\"name\": \"რიდა\"");
    edit("rules.json", "A unit in the reserve box", "თირა");
    edit("scenarios/crossing.json", "Two days at the river", "დიმა");
    edit("scenarios/crossing.json", "The Brenn reserve is released", "ირდა");
    if let Some(name) = font {
        edit("art.json", "\"counter-mm\": 15.9,", &format!("\"counter-mm\": 15.9, \"fonts\": {{ \"{name}\": \"odd.ttf\" }},"));
        world.files.insert("odd.ttf".to_owned(), ODD.to_vec());
    }
    world
}

/// What is said of letters: the code, and the message.
fn said(world: &Memory) -> Vec<(&'static str, String)> {
    let diags = compile(world).diags;
    let of_letters = |code: &str| ["M0711", "M0717", "M0720"].contains(&code);
    diags.into_iter().filter(|diag| of_letters(diag.rule.code)).map(|diag| (diag.rule.code, diag.message)).collect()
}

fn runs(nodes: &[Node], found: &mut Vec<Run>) {
    for node in nodes {
        match node {
            Node::Group(group) => runs(&group.nodes, found),
            Node::Text(text) => found.extend(text.runs.iter().cloned()),
            _ => {}
        }
    }
}

/// Everything that is written anywhere in the kit, part by part.
fn written(game: &Game) -> Vec<(String, Vec<Run>)> {
    let names = kit_parts(game).into_iter().enumerate();
    let parts = names.map(|(n, name)| {
        let mut found = Vec::new();
        let pages = kit_part(game, n).unwrap().map(|scene| scene.pages).unwrap_or_default();
        pages.iter().for_each(|page| runs(&page.nodes, &mut found));
        (name, found)
    });
    parts.collect()
}

fn is_odd(letter: char) -> bool {
    ('ა'..='ჰ').contains(&letter) || letter == '龍'
}

#[test]
fn a_font_of_the_author_lends_its_letters_everywhere() {
    assert_eq!(said(&odd(Some("odd"))), []);
    let game = compile(&odd(Some("odd"))).game;
    let mut with_odd = Vec::new();
    for (part, runs) in written(&game) {
        for run in &runs {
            assert!(run.face.can_write(&run.text), "{part}: {:?} cannot write {}", run.face, run.text);
            // What ours can write stays in ours.
            assert!(!matches!(run.face, Face::Own(_)) || run.text.chars().any(is_odd), "{part}: {}", run.text);
        }
        if runs.iter().any(|run| run.text.chars().any(is_odd)) {
            with_odd.push(part);
        }
    }
    for part in
        ["Counters", "Cards", "Map on one sheet", "Map in parts", "Charts", "Turn track", "Setup of each", "Rules in short"]
    {
        assert!(with_odd.iter().any(|name| name.starts_with(part)), "{part} has none of the letters: {with_odd:?}");
    }
}

#[test]
fn letters_that_no_font_has_are_told_wherever_they_stand() {
    let said = said(&odd(None));
    let told = |code: &str, words: &str| {
        assert!(said.iter().any(|(known, message)| *known == code && message.contains(words)), "{code} {words}: {said:#?}");
    };
    told("M0711", "დ/1");
    told("M0711", "Dით 龍");
    told("M0717", "თამარ");
    for words in [
        "the name of the game",
        "the name of nation `free-lys`",
        "the title of table `crt`",
        "result `EX` of table `crt`",
        "the date of turn `1`",
        "the name of phase `",
        "the name of scenario `crossing`",
        "the name of card `quiet`",
        "the text of card `quiet`",
        "the name of class `mech`",
        "an entry of `credits`",
        "the name of entry `A`",
        "the name of option `",
        "the name of `movement.modes/march`",
        "the name of `supply.traces/line`",
        "a reminder of the rules",
        "what is said of scenario `crossing`",
        "a special rule of scenario `crossing`",
    ] {
        told("M0720", words);
    }
}

#[test]
fn a_font_with_the_name_of_ours_takes_its_place() {
    for (name, part) in [("bold", "Charts"), ("regular", "Rules in short"), ("serif", "Map on one sheet"), ("bold", "Counters")] {
        let game = compile(&odd(Some(name))).game;
        let all = written(&game);
        let (_, runs) = all.iter().find(|(known, _)| known.starts_with(part)).unwrap();
        let own: Vec<&Run> = runs.iter().filter(|run| matches!(run.face, Face::Own(_))).collect();
        // The names on the map have none of its Latin letters.
        let plain = own.iter().any(|run| !run.text.chars().any(is_odd) && !run.text.trim().is_empty());
        assert!(plain || name == "serif", "{name}: {part}");
        // It has few letters: all others are written in ours.
        assert!(runs.iter().all(|run| run.face.can_write(&run.text)), "{name}: {part}");
        assert!(runs.iter().any(|run| !matches!(run.face, Face::Own(_))), "{name}: {part}");
    }
}
