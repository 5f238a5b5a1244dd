//! A glyph of the legend that no row uses.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0309", name: "unused-glyph", severity: Severity::Warning, docs: include_str!("unused_glyph.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    if context.incomplete.map {
        return;
    }
    for (place, glyph, _, used) in &context.origins.map.legend {
        if !used {
            let message = format!("glyph `{glyph}` of the legend is in no row");
            sink.report(Diag::new(&RULE, place.clone(), message).help("use it in `rows`, or take it out"));
        }
    }
}
