//! A stack of the imported module whose name says another place than where it lies.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0909", name: "name-and-place", severity: Severity::Warning, docs: include_str!("name_and_place.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::Misnamed) {
        for piece in super::pieces(context, found) {
            let lies = found.lies.as_deref().unwrap_or("no hex");
            let message = match &found.means {
                Some(_) => format!("the stack of `{piece}` is called `{}` and lies in {lies}", found.name),
                None => format!(
                    "the stack of `{piece}` shall stand at `{}`, which is no place of its board; it lies in {lies}",
                    found.name
                ),
            };
            let help = "correct the name or the place in the module, then import again";
            sink.report(Diag::new(&RULE, origin.at("name"), message).help(help).of_unit(piece));
        }
    }
}
