//! A word in braces on a counter that is no rating and no field of a unit.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, TooMany, decided, did_you_mean};
use crate::model::{FIELDS, Game, Slot, SlotPlace, Token, tokens};
use crate::span::{Origin, Place};

static RULE: Rule =
    Rule { code: "M0701", name: "unknown-slot-word", severity: Severity::Error, docs: include_str!("unknown_slot_word.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Contents of a slot that are drawn, not written.
const DRAWN: [&str; 4] = ["symbol", "stripe", "size", "steps"];

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.ratings {
        return;
    }
    let known = known(game);
    for (slot, place) in slots(context) {
        let bare = slot.show.trim();
        let Ok(near) = decided(bare, DRAWN, |_| true) else {
            sink.unchecked("words of slots that are nearly those of drawn ones", TooMany::WHY);
            break;
        };
        if let Some(near) = near.filter(|_| !DRAWN.contains(&bare) && !bare.contains('{')) {
            let message = format!("`{bare}` would be printed as it stands");
            sink.report(Diag::new(&RULE, place.clone(), message).help(format!("did you mean `{near}`?")));
        }
        for (bytes, token) in words(&slot.show) {
            // `{arrives|setup}` shows the first of them that is there.
            for word in token.split('|').map(str::trim) {
                if !known.contains(&word) {
                    let message = format!("`{{{word}}}` is no rating and no field of a unit");
                    sink.report(Diag::new(&RULE, place.clone().bytes(bytes.clone()), message).help(help(word, &known)));
                }
            }
        }
    }
    for (look, origin) in game.art.looks.iter().zip(&context.origins.looks) {
        if let Some(word) = look.of.as_deref().filter(|word| !known.contains(word)) {
            let message = format!("`{word}` is no rating and no field of a unit");
            sink.report(Diag::new(&RULE, origin.at("of"), message).help(help(word, &known)));
        }
    }
}

/// Every word that may stand in braces.
fn known(game: &Game) -> Vec<&str> {
    FIELDS.iter().copied().chain(game.ratings.values().map(|r| r.id.as_str())).chain(game.properties()).collect()
}

fn help(word: &str, known: &[&str]) -> String {
    did_you_mean(word, known.iter().copied()).unwrap_or_else(|| format!("write a rating, or one of {}", FIELDS.join(", ")))
}

/// Every slot of layouts and looks, and where what it shows is written.
pub(in crate::check) fn slots<'a>(context: &'a CheckContext<'_>) -> impl Iterator<Item = (&'a Slot, Place)> {
    let layouts = context.game.layouts.iter().map(|layout| &layout.slots).zip(&context.origins.layouts);
    let looks = context.game.art.looks.iter().map(|look| &look.slots).zip(&context.origins.looks);
    layouts.chain(looks).flat_map(|(slots, origin)| slots.iter().map(|(at, slot)| (slot, shown_at(*origin, *at, slot))))
}

/// Where what a slot shows is written: it may be a text alone, or an object that says more.
pub(super) fn shown_at(origin: Origin, at: SlotPlace, slot: &Slot) -> Place {
    let place = origin.at("slots").field(at.word());
    if slot.plain { place } else { place.field("show") }
}

/// The words in braces, with their bytes.
pub(in crate::check) fn words(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    tokens(text).into_iter().filter_map(|piece| match piece {
        Token::Word(bytes, word) => Some((bytes, word)),
        Token::Plain(_) => None,
    })
}
