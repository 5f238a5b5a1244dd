//! A picture that pieces of the imported module show and that it does not have.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0904", name: "lost-picture", severity: Severity::Warning, docs: include_str!("lost_picture.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::MissingPicture) {
        let users = super::pieces(context, found);
        let message = match users.first() {
            Some(first) => format!(
                "`{first}`{} shows the picture `{}`, which the module does not have",
                super::more(users.len()),
                found.name
            ),
            // A board or a chart shows it, rather than a piece.
            None if found.pieces.is_empty() => format!("the picture `{}` is shown, and the module does not have it", found.name),
            None => continue,
        };
        sink.report(
            Diag::new(&RULE, origin.at("name"), message)
                .help("add the picture, or correct its name in the module")
                .folded_by("picture"),
        );
    }
}
