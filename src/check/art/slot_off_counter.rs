//! A slot that is placed where it would be cut off.

use super::unknown_slot_word::slots;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0722", name: "slot-off-counter", severity: Severity::Warning, docs: include_str!("slot_off_counter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (slot, place, _) in slots(context) {
        // Colour alone may run over the edge: there it is the bleed.
        let Some(area) = slot.area.filter(|_| !matches!(slot.show.trim(), "" | "stripe")) else { continue };
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        if area.x >= 0.0 && area.y >= 0.0 && right <= 100.0 && bottom <= 100.0 {
            continue;
        }
        let message = format!(
            "the slot reaches from {} to {right} across and from {} to {bottom} down, expected between 0 and 100",
            area.x, area.y
        );
        sink.report(Diag::new(&RULE, place, message).help("move it onto the counter, or make it smaller"));
    }
}
