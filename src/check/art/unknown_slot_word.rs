//! A word in braces on a counter that is no rating and no field of a unit.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, TooMany, decided, did_you_mean};
use crate::model::{CARD_FIELDS, FIELDS, Game, MARKER_FIELDS, Slot, SlotPlace, Token, tokens};
use crate::span::{Origin, Place};

static RULE: Rule =
    Rule { code: "M0701", name: "unknown-slot-word", severity: Severity::Error, docs: include_str!("unknown_slot_word.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Pictures that cannot be shown, by their endings.
const NO_PICTURES: [&str; 8] = [".gif", ".webp", ".bmp", ".tif", ".tiff", ".avif", ".eps", ".pdf"];
/// Contents of a slot that are drawn, not written.
const DRAWN: [&str; 5] = ["symbol", "stripe", "size", "steps", "icon"];

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.ratings {
        return;
    }
    let of_units = known(game);
    for (slot, place, whose) in slots(context) {
        let (known, of) = match whose {
            Whose::Unit => (of_units.as_slice(), "no rating and no field of a unit"),
            Whose::Marker => (MARKER_FIELDS.as_slice(), "no field of a marker"),
            Whose::Card => (CARD_FIELDS.as_slice(), "no field of a card"),
        };
        let help = |word: &str| match whose {
            Whose::Unit => help(word, known),
            _ => did_you_mean(word, known.iter().copied()).unwrap_or_else(|| format!("write one of {}", known.join(", "))),
        };
        if let Some(word) = slot.needs.as_deref() {
            for word in word.split('|').map(str::trim).filter(|word| !known.contains(word)) {
                let message = format!("`{word}` is {of}");
                sink.report(Diag::new(&RULE, beside(&place, slot, "if"), message).help(help(word)));
            }
        }
        let bare = slot.show.trim();
        let Ok(near) = decided(bare, DRAWN, |_| true) else {
            sink.unchecked("words of slots that are nearly those of drawn ones", TooMany::WHY);
            break;
        };
        if let Some(near) = near.filter(|_| !DRAWN.contains(&bare) && !bare.contains('{')) {
            let message = format!("`{bare}` would be printed as it stands");
            sink.report(Diag::new(&RULE, place.clone(), message).help(format!("did you mean `{near}`?")));
        }
        let alone = |token: &Token<'_>| matches!(token, Token::Plain(text) if text.contains(['{', '}']));
        if tokens(&slot.show).iter().any(alone) {
            let message = format!("`{bare}` has a brace that stands alone, and would be printed with it");
            sink.report(Diag::new(&RULE, place.clone(), message).help("write each word between `{` and `}`"));
        } else if NO_PICTURES.iter().any(|end| bare.to_ascii_lowercase().ends_with(end)) {
            let message = format!("`{bare}` would be printed as it stands: it names no picture that can be shown");
            sink.report(Diag::new(&RULE, place.clone(), message).help("save it as PNG, JPEG or SVG, and name that file"));
        }
        for (bytes, token) in words(&slot.show) {
            // `{arrives|setup}` shows the first of them that is there.
            for word in token.split('|').map(str::trim) {
                if !known.contains(&word) {
                    let message = format!("`{{{word}}}` is {of}");
                    sink.report(Diag::new(&RULE, place.clone().bytes(bytes.clone()), message).help(help(word)));
                }
            }
        }
    }
    for (look, origin) in game.art.looks.iter().zip(&context.origins.looks) {
        if let Some(word) = look.of.as_deref().filter(|word| !of_units.contains(word)) {
            let message = format!("`{word}` is no rating and no field of a unit");
            sink.report(Diag::new(&RULE, origin.at("of"), message).help(help(word, &of_units)));
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

/// What a slot is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Whose {
    Unit,
    Marker,
    Card,
}

/// Every slot of layouts and looks, where what it shows is written, and what it is on.
pub(in crate::check) fn slots<'a>(context: &'a CheckContext<'_>) -> impl Iterator<Item = (&'a Slot, Place, Whose)> {
    slots_by_place(context).map(|(_, slot, place, whose)| (slot, place, whose))
}

/// The same, with where each lies.
pub(in crate::check) fn slots_by_place<'a>(
    context: &'a CheckContext<'_>,
) -> impl Iterator<Item = (SlotPlace, &'a Slot, Place, Whose)> {
    let (game, origins) = (context.game, context.origins);
    let layouts = game.layouts.iter().map(|layout| (&layout.slots, Whose::Unit)).zip(&origins.layouts);
    let looks = game.art.looks.iter().map(|look| (&look.slots, Whose::Unit)).zip(&origins.looks);
    let markers = game.art.marker_layouts.iter().map(|layout| (&layout.slots, Whose::Marker)).zip(&origins.marker_layouts);
    let cards = game.art.card_layouts.iter().map(|layout| (&layout.slots, Whose::Card)).zip(&origins.card_layouts);
    let all = layouts.chain(looks).chain(markers).chain(cards);
    all.flat_map(|((slots, whose), origin)| slots.iter().map(move |(at, slot)| (*at, slot, shown_at(*origin, *at, slot), whose)))
}

/// Where what a slot shows is written: it may be a text alone, or an object that says more.
pub(super) fn shown_at(origin: Origin, at: SlotPlace, slot: &Slot) -> Place {
    let place = match at {
        SlotPlace::Placed(n) => origin.at("placed").index(usize::try_from(n % 256).unwrap_or(0)),
        _ => origin.at("slots").field(at.word()),
    };
    if slot.plain || slot.show.is_empty() { place } else { place.field("show") }
}

/// Where a slot says something else of itself.
pub(in crate::check) fn beside(shown: &Place, slot: &Slot, field: &'static str) -> Place {
    if slot.plain || slot.show.is_empty() { shown.clone().field(field) } else { shown.clone().beside(field) }
}

/// The words in braces, with their bytes.
pub(in crate::check) fn words(text: &str) -> impl Iterator<Item = (std::ops::Range<usize>, &str)> {
    tokens(text).into_iter().filter_map(|piece| match piece {
        Token::Word(bytes, word) => Some((bytes, word)),
        Token::Plain(_) => None,
    })
}
