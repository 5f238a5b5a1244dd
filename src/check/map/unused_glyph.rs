//! A glyph of the legend that no row uses.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0309", name: "unused-glyph", severity: Severity::Warning, docs: include_str!("unused_glyph.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    if input.incomplete.map {
        return;
    }
    for (place, glyph, _, used) in &input.origins.map.legend {
        if !used {
            let message = format!("glyph `{glyph}` of the legend is in no row");
            sink.report(Diag::new(&RULE, place.clone(), message).help("use it in `rows`, or take it out"));
        }
    }
}
