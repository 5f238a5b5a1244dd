//! A prototype that pieces of the imported module ask for and that it does not have.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0902", name: "unknown-prototype", severity: Severity::Warning, docs: include_str!("unknown_prototype.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::MissingPrototype) {
        let users = super::pieces(context, found);
        if let Some(first) = users.first() {
            let more = super::more(users.len());
            let message = format!("`{first}`{more} asks for the prototype `{}`, which the module does not have", found.name);
            sink.report(
                Diag::new(&RULE, origin.at("name"), message)
                    .help("correct its name in the module, then import again")
                    .of_unit(first),
            );
        }
    }
}
