//! A text on a counter that its font cannot write.

use std::collections::BTreeSet;

use crate::check::faces::slot_of;
use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::{Issue, Shown};

static RULE: Rule =
    Rule { code: "M0711", name: "missing-letters", severity: Severity::Warning, docs: include_str!("missing_letters.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    let mut told = BTreeSet::new();
    for (shown, issue) in &input.seen().issues {
        let Issue::NoLetters { slot, text, letters } = issue else { continue };
        if !told.insert((input.owner(*shown), *slot)) {
            continue;
        }
        let own = match shown {
            Shown::Unit(id, face) => slot_of(input, *id, *face, *slot).and_then(|(slot, _)| slot.font.as_deref()),
            _ => None,
        };
        let font = own.map_or_else(|| "the usual font".to_owned(), |name| format!("the font `{name}`"));
        let message = format!("{} shows `{text}`, but {font} has no `{letters}`", input.owner(*shown));
        let mut diag = Diag::new(&RULE, input.text_at(*shown, *slot), message).like(letters);
        diag = match input.owning_unit(*shown) {
            Some((_, unit)) => diag.of_unit(&unit.id).help("write it in other letters, or give the slot a `font` that has them"),
            None => diag.help("write it in other letters"),
        };
        sink.report(diag);
    }
}
