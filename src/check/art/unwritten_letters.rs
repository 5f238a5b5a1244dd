//! A title, a name or the words of a card with letters that no font has.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::Art;
use crate::draw::font::{Face, shown};
use crate::model::Key;
use crate::origins;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0720", name: "unwritten-letters", severity: Severity::Warning, docs: include_str!("unwritten_letters.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let mut own: Option<Vec<Face>> = None;
    for (what, text, place, on_card) in texts(context) {
        // Nearly all texts are plain, and every font has plain letters.
        if text.is_ascii() {
            continue;
        }
        let own = match on_card {
            true => own.get_or_insert_with(|| Art::new(context.game).fonts()).as_slice(),
            false => &[],
        };
        let can = |letter: char| {
            letter.is_whitespace() || Face::ALL.iter().chain(own).any(|face| face.can_write(letter.encode_utf8(&mut [0; 4])))
        };
        let mut letters = String::new();
        for letter in text.chars().filter(|letter| !can(*letter)) {
            if !letters.contains(letter) {
                letters.push(letter);
            }
        }
        if letters.is_empty() {
            continue;
        }
        let message = format!("{what} has letters that no font has: `{}`", shown(&letters, 20));
        let help = match on_card {
            true => "write it in other letters, or add a font that has them to `fonts` in art.json",
            false => "write it in other letters",
        };
        sink.report(Diag::new(&RULE, place, message).help(help).folded_by(letters));
    }
}

/// Everything that is printed beside counters and the names on the map: what it is, the text, where it is written, and
/// whether it stands on a card, where fonts of the author's own serve too.
fn texts<'a>(context: &'a CheckContext<'_>) -> impl Iterator<Item = (String, &'a str, Place, bool)> {
    let (game, origins) = (context.game, context.origins);
    let module = std::iter::once(("the name of the game".to_owned(), game.name.as_str(), context.place(None, "name"), false));
    let sides = game.sides.iter().filter_map(move |(id, it)| {
        let place = context.place(origins::of(&origins.sides, id), "name");
        Some((format!("the name of side `{}`", it.id), it.name.as_deref()?, place, false))
    });
    let formations = game.formations.iter().filter_map(move |(id, it)| {
        let place = context.place(origins::of(&origins.formations, id), "name");
        Some((format!("the name of formation `{}`", it.id), it.name.as_deref()?, place, false))
    });
    let terrain = game.terrain.iter().filter_map(move |(id, it)| {
        let place = context.place(origins::of(&origins.terrain, id), "name");
        Some((format!("the name of terrain `{}`", it.id), it.name.as_deref()?, place, false))
    });
    let scenarios = game.scenarios.iter().filter_map(move |(id, it)| {
        let origin = origins.scenarios.get(id.index()).map(|known| known.scenario);
        Some((format!("the name of scenario `{}`", it.id), it.name.as_deref()?, context.place(origin, "name"), false))
    });
    let boxes = game.map.iter().flat_map(|map| map.boxes.iter()).filter_map(move |(id, it)| {
        let place = context.place(origins::of(&origins.map.boxes, id), "name");
        Some((format!("the name of box `{}`", it.id), it.name.as_deref()?, place, false))
    });
    // Chits are counters: those are looked at with their layouts.
    let cards = game.cards.iter().filter(|(_, card)| card.faces.is_empty()).flat_map(move |(id, it)| {
        let origin = origins::of(&origins.cards, id);
        let name = it.name.as_deref().map(|text| (format!("the name of card `{}`", it.id), text, "name"));
        let text = it.text.as_deref().map(|text| (format!("the text of card `{}`", it.id), text, "text"));
        name.into_iter().chain(text).map(move |(what, text, field)| (what, text, context.place(origin, field), true))
    });
    module.chain(sides).chain(formations).chain(terrain).chain(scenarios).chain(boxes).chain(cards)
}
