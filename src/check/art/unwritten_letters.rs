//! A title, a name, a table or the words of a card with letters that no font has, or with what is no letter.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::font::{Face, shown};
use crate::draw::lent;
use crate::model::{Key, Ruled};
use crate::origins;
use crate::span::{Origin, Place};

static RULE: Rule =
    Rule { code: "M0720", name: "unwritten-letters", severity: Severity::Warning, docs: include_str!("unwritten_letters.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    // Nearly all texts are plain, and every font has plain letters.
    let all = all(context).into_iter();
    let odd: Vec<Written<'_>> = all.filter(|it| !it.text.is_ascii() || it.text.contains(char::is_control)).collect();
    if odd.is_empty() {
        return;
    }
    let _fonts = lent::lend(context.game);
    // What each side has of its own may be written once for both.
    let mut told = BTreeSet::new();
    for Written { what, text, place, lines } in odd {
        let control = |letter: &char| letter.is_control() && !(lines && letter.is_whitespace());
        if let Some(letter) = text.chars().find(control) {
            if told.insert((place.clone(), text)) {
                let letter = match letter {
                    '\n' | '\r' => "a line break".to_owned(),
                    '\t' => "a tab".to_owned(),
                    other => format!("the control character U+{:04X}", u32::from(other)),
                };
                let message = format!("{what} has {letter}, which is no letter: an empty box may be printed");
                sink.report(Diag::new(&RULE, place, message).help("write a blank instead, or take it out").folded_by(letter));
            }
            continue;
        }
        let letters = lent::lacking(Face::Regular, text);
        if letters.is_empty() || !told.insert((place.clone(), text)) {
            continue;
        }
        let message = format!("{what} has letters that no font has: `{}`", shown(&letters, 20));
        let help = "write it in other letters, or add a font that has them to `fonts` in art.json";
        sink.report(Diag::new(&RULE, place, message).help(help).folded_by(letters));
    }
}

/// A text that is printed: what it is, and where it is written.
struct Written<'a> {
    what: String,
    text: &'a str,
    place: Place,
    /// Whether it may stand on several lines.
    lines: bool,
}

/// What may stand on several lines, by how it is called here.
const OF_LINES: [&str; 7] =
    ["the text of", "what is said of", "a special rule", "a modifier", "result `", "a note below", "a reminder"];

/// Everything that is printed beside counters and the names on the map.
fn all<'a>(context: &'a CheckContext<'_>) -> Vec<Written<'a>> {
    let (game, origins) = (context.game, context.origins);
    let mut all = Vec::new();
    let mut push = |what: String, text: Option<&'a str>, place: Place| {
        let lines = OF_LINES.iter().any(|begin| what.starts_with(begin));
        all.extend(text.map(|text| Written { what, text, place, lines }));
    };
    push("the name of the game".to_owned(), Some(&game.name), context.place(None, "name"));
    let at = |origin: Option<Origin>, field: &'static str| context.place(origin, field);
    macro_rules! names {
        ($($list:expr, $origins:expr, $what:literal;)+) => {$(
            for (id, it) in $list.iter() {
                let place = at(origins::of(&$origins, id), "name");
                push(format!(concat!("the name of ", $what, " `{}`"), it.id), it.name.as_deref(), place);
            }
        )+};
    }
    names! {
        game.sides, origins.sides, "side";
        game.nations, origins.nations, "nation";
        game.states, origins.states, "state";
        game.types, origins.types, "type";
        game.ratings, origins.ratings, "rating";
        game.formations, origins.formations, "formation";
        game.terrain, origins.terrain, "terrain";
        game.rules.options, origins.options, "option";
    }
    macro_rules! entries {
        ($($section:literal, $list:expr;)+) => {$(
            for entry in $list {
                let place = at(origins.rules.get(&format!(concat!($section, "/{}"), entry.id())).copied(), "name");
                push(format!(concat!("the name of `", $section, "/{}`"), entry.id()), entry.name.as_deref(), place);
            }
        )+};
    }
    entries! {
        "movement.modes", game.rules.movement.iter().flat_map(|movement| &movement.modes.list);
        "supply.traces", game.rules.supply.iter().flat_map(|supply| &supply.traces.list);
        "combat", game.rules.combat.iter().flat_map(|combat| &combat.list);
        "actions", &game.rules.actions.list;
        "decks", &game.rules.decks.list;
    }
    for (n, chart) in game.art.charts.iter().enumerate() {
        push(format!("the name of chart {}", n + 1), Some(&chart.name), at(origins.art, "charts").index(n).field("name"));
    }
    for it in game.classes.values() {
        push(format!("the name of class `{}`", it.id), it.name.as_deref(), at(None, "classes"));
    }
    for (field, list) in [("authors", &game.authors), ("credits", &game.credits)] {
        for (n, text) in list.iter().enumerate() {
            push(format!("an entry of `{field}`"), Some(text), at(None, field).index(n));
        }
    }
    for (id, it) in game.map.iter().flat_map(|map| map.entries.iter()) {
        push(format!("the name of entry `{}`", it.id), it.name.as_deref(), at(origins::of(&origins.map.entries, id), "name"));
    }
    for (id, it) in game.map.iter().flat_map(|map| map.boxes.iter()) {
        push(format!("the name of box `{}`", it.id), it.name.as_deref(), at(origins::of(&origins.map.boxes, id), "name"));
    }
    for (id, it) in game.turns.iter() {
        let origin = origins::of(&origins.turns, id);
        for (field, text) in [("date", &it.date), ("weather", &it.weather), ("ground", &it.ground)] {
            push(format!("the {field} of turn `{}`", it.id), text.as_deref(), at(origin, field));
        }
    }
    for (id, it) in game.phases.iter() {
        let place = origins.phases.get(id.index()).cloned().unwrap_or_else(|| at(None, "turn"));
        push(format!("the name of phase `{}`", it.id), it.name.as_deref(), place.field("name"));
    }
    for (id, it) in game.scenarios.iter() {
        let origin = origins.scenarios.get(id.index());
        let place = at(origin.map(|known| known.scenario), "name");
        push(format!("the name of scenario `{}`", it.id), it.name.as_deref(), place);
        let place = at(origin.map(|known| known.scenario), "about");
        push(format!("what is said of scenario `{}`", it.id), it.about.as_deref(), place);
        for rule in &it.special {
            let place = at(origin.map(|known| known.scenario), "special");
            push(format!("a special rule of scenario `{}`", it.id), Some(rule), place);
        }
        for (level, place) in it.levels.iter().zip(origin.iter().flat_map(|known| &known.levels)) {
            push(format!("a level of victory of scenario `{}`", it.id), Some(&level.name), place.clone());
        }
    }
    for (it, known) in game.tables.values().zip(&origins.tables) {
        push(format!("the title of table `{}`", it.id), it.title.as_deref(), known.table.at("title"));
        for column in &it.columns {
            push(format!("a column of table `{}`", it.id), Some(column), known.table.into());
        }
        for (row, origin) in it.rows.iter().zip(&known.rows) {
            for cell in row.cells.iter().flatten() {
                push(format!("a result of table `{}`", it.id), Some(cell), (*origin).into());
            }
        }
        for (modifier, origin) in it.modifiers.iter().zip(&known.modifiers) {
            push(format!("a modifier of table `{}`", it.id), modifier.text.as_deref(), origin.at("text"));
        }
        for (result, origin) in it.results.iter().flatten().zip(&known.results) {
            push(format!("result `{}` of table `{}`", result.code, it.id), result.text.as_deref(), origin.at("text"));
        }
        for (n, note) in it.notes.iter().enumerate() {
            push(format!("a note below table `{}`", it.id), Some(note), known.table.at("notes").index(n));
        }
    }
    // Chits are counters: those are looked at with their layouts.
    for (id, it) in game.cards.iter().filter(|(_, card)| card.faces.is_empty()) {
        let origin = origins::of(&origins.cards, id);
        push(format!("the name of card `{}`", it.id), it.name.as_deref(), at(origin, "name"));
        push(format!("the text of card `{}`", it.id), it.text.as_deref(), at(origin, "text"));
    }
    for it in &game.rules.reminders {
        let place = origins.rules.values().next().map_or_else(|| at(None, "rules"), |origin| Place::file(origin.file));
        push("a reminder of the rules".to_owned(), Some(&it.text), place);
    }
    for it in &game.rules.names {
        let place = origins.rules.values().next().map_or_else(|| at(None, "rules"), |origin| Place::file(origin.file));
        push(format!("the name of `{}` in the rules", it.id), Some(&it.name), place);
    }
    all
}
