//! A text that fits its slot only in letters that are too small.

use std::collections::BTreeMap;

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::counter::{Issue, Shown};
use crate::model::SlotPlace;

static RULE: Rule =
    Rule { code: "M0704", name: "crowded-slot", severity: Severity::Warning, docs: include_str!("crowded_slot.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    // Front and back of one counter are one fault; the smaller letters are told.
    let mut found: BTreeMap<(String, SlotPlace), (Shown, &str, f64, f64)> = BTreeMap::new();
    let mut order = Vec::new();
    for (shown, issue) in &input.seen().issues {
        let Issue::Crowded { slot, text, mm, least } = issue else { continue };
        let key = (owner(input, *shown, text), *slot);
        match found.get_mut(&key) {
            Some(known) if known.2 <= *mm => {}
            Some(known) => *known = (*shown, text, *mm, *least),
            None => {
                order.push(key.clone());
                found.insert(key, (*shown, text, *mm, *least));
            }
        }
    }
    for key in order {
        let Some((shown, text, mm, least)) = found.get(&key) else { continue };
        let slot = key.1.word();
        let message = format!(
            "{} shows `{text}` in its slot `{slot}` in letters of {mm:.2} mm, expected at least {least:.2}",
            input.owner(*shown)
        );
        let place = input.text_at(*shown, key.1);
        let mut diag = Diag::new(&RULE, place, message).like(format!("{slot} {text}"));
        // Only a unit has a slot in which more may be allowed.
        diag = match input.owning_unit(*shown) {
            Some((_, unit)) => diag.of_unit(&unit.id).help("shorten it, or allow smaller letters with `least-mm`"),
            None => diag.help("shorten it, or make counters larger with `counter-mm`"),
        };
        sink.report(diag);
    }
}

/// Whose text it is. Chits of one cup share the name of the cup.
fn owner(input: &Input<'_>, shown: Shown, text: &str) -> String {
    match shown {
        Shown::Chit(..) => text.to_owned(),
        _ => input.owner(shown),
    }
}
