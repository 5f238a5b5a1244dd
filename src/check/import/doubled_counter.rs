//! A counter that lies in several palettes of the imported module.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0905", name: "doubled-counter", severity: Severity::Warning, docs: include_str!("doubled_counter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::Doubled) {
        for piece in super::pieces(context, found) {
            let message = format!("`{piece}` lies in {} palettes: {}", found.places.len(), found.places.join("; "));
            let help = "keep one of them in the module, or give it its `count` here and take out this line";
            sink.report(Diag::new(&RULE, origin.at("piece"), message).help(help).of_unit(piece).folded_by("palettes"));
        }
    }
}
