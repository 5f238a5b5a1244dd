//! A prototype of the imported module that no piece uses.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0901", name: "idle-prototype", severity: Severity::Warning, docs: include_str!("idle_prototype.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::UnusedPrototype) {
        let message = format!("no piece of the module uses the prototype `{}`", found.name);
        sink.report(
            Diag::new(&RULE, origin.at("name"), message)
                .help("delete it in the module, and this line here")
                .folded_by("prototype"),
        );
    }
}
