//! A text on a counter that its font cannot write.

use std::collections::BTreeSet;

use super::unknown_slot_word::shown_at;
use crate::check::faces::slot_of;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::{Issue, Shown};

static RULE: Rule =
    Rule { code: "M0711", name: "missing-letters", severity: Severity::Warning, docs: include_str!("missing_letters.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let mut told = BTreeSet::new();
    for (shown, issue) in &context.seen().issues {
        let Issue::NoLetters { slot: at, text, letters } = issue else { continue };
        let slot = match shown {
            Shown::Unit(id, face) => slot_of(context, *id, *face, *at),
            _ => None,
        };
        // The layout itself may write them, beside its words in braces.
        let written = slot.filter(|(slot, _)| letters.chars().any(|letter| slot.show.contains(letter)));
        let place = written.map_or_else(|| context.text_at(*shown, *at), |(slot, origin)| shown_at(origin, *at, slot));
        if !told.insert((place.clone(), *at)) {
            continue;
        }
        let message = format!("{} shows `{text}`, but no font has `{letters}`", context.owner(*shown));
        let help = "write it in other letters, or add a font that has them to `fonts` in art.json";
        let diag = Diag::new(&RULE, place, message).folded_by(letters).help(help);
        sink.report(match context.owning_unit(*shown) {
            Some((_, unit)) => diag.of_unit(&unit.id),
            None => diag,
        });
    }
}
