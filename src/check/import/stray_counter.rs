//! A counter that a setup of the imported module has and no palette.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0906", name: "stray-counter", severity: Severity::Warning, docs: include_str!("stray_counter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    // One with a name is called so where another piece places it.
    for (found, origin) in there(context, FoundKind::Stray).filter(|(found, _)| found.name.is_empty()) {
        for piece in super::pieces(context, found) {
            let setup = found.setup.as_deref().unwrap_or("a setup");
            let message = format!("`{piece}` is in the setup `{setup}` and in no palette");
            let help = "add it to a palette of the module, or take the old piece out of the setup";
            sink.report(Diag::new(&RULE, origin.at("piece"), message).help(help).of_unit(piece));
        }
    }
}
