//! A sheet of a publisher on which counters cannot be printed.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::sheet::unusable;

static RULE: Rule =
    Rule { code: "M0714", name: "unusable-die-sheet", severity: Severity::Error, docs: include_str!("unusable_die_sheet.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (n, die) in context.game.art.print.die_sheets.iter().enumerate() {
        let Some(why) = unusable(context.game, n) else { continue };
        let place = context.place(context.origins.art, "print").field("die-sheets").index(n).field("id");
        let message = format!("die sheet `{}` cannot be used: {why}", die.id);
        sink.report(Diag::new(&RULE, place, message).help("write it as the template of the publisher has it"));
    }
}
