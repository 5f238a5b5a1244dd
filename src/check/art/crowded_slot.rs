//! A text that fits its slot only in letters that are too small.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::{Issue, Shown};
use crate::model::SlotPlace;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0704", name: "crowded-slot", severity: Severity::Warning, docs: include_str!("crowded_slot.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    // One text on several faces is one fault: front and back, units of one formation. The smallest letters are told.
    let mut found: BTreeMap<(Place, SlotPlace), (Shown, &str, f64, f64)> = BTreeMap::new();
    let mut chits = BTreeSet::new();
    for (shown, issue) in &context.seen().issues {
        let Issue::Crowded { slot, text, mm, least } = issue else { continue };
        // Chits of one cup share the name of the cup.
        if matches!(shown, Shown::Chit(..)) && !chits.insert(text) {
            continue;
        }
        let known = found.entry((context.text_at(*shown, *slot), *slot)).or_insert((*shown, text, *mm, *least));
        if *mm < known.2 {
            *known = (*shown, text, *mm, *least);
        }
    }
    for ((place, slot), (shown, text, mm, least)) in found {
        let slot = slot.word();
        let message = format!(
            "{} shows `{text}` in its slot `{slot}` in letters of {mm:.2} mm, expected at least {least:.2}",
            context.owner(shown)
        );
        let diag = Diag::new(&RULE, place, message).folded_by(format!("{slot} {text}"));
        // Only a unit has a slot in which more may be allowed.
        sink.report(match context.owning_unit(shown) {
            Some((_, unit)) => diag.of_unit(&unit.id).help("shorten it, or allow smaller letters with `least-mm`"),
            None => diag.help("shorten it, or make counters larger with `counter-mm`"),
        });
    }
    on_cards(context, sink);
}

/// Words that are hard to read on a card, or are not on it at all.
fn on_cards(context: &CheckContext<'_>, sink: &mut Sink) {
    for (id, issue) in &context.seen().on_cards {
        let Issue::Crowded { slot, mm, least, .. } = issue else { continue };
        let (slot, card) = (slot.word(), &context.game.cards[*id].id);
        let message = format!(
            "the words in slot `{slot}` of card `{card}` fit only in letters of {mm:.2} mm, expected at least {least:.2}"
        );
        let diag = Diag::new(&RULE, context.card_at(*id), message);
        sink.report(diag.help("shorten them, make the slot larger, or allow smaller letters with `least-mm`"));
    }
    for id in &context.seen().overfull {
        let card = &context.game.cards[*id].id;
        let message = format!("card `{card}` says more than there is room for in the smallest letters: the rest is left out");
        sink.report(Diag::new(&RULE, context.card_at(*id), message).help("shorten it"));
    }
}
