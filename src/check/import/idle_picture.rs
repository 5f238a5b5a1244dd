//! A picture of the imported module that nothing shows.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0903", name: "idle-picture", severity: Severity::Warning, docs: include_str!("idle_picture.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::UnusedPicture) {
        // Whoever names it now makes use of it.
        if !context.game.art.files.contains_key(&found.name) {
            let message = format!("nothing shows the picture `{}`", found.name);
            sink.report(
                Diag::new(&RULE, origin.at("name"), message).help("delete it, or name it where it belongs").folded_by("picture"),
            );
        }
    }
}
