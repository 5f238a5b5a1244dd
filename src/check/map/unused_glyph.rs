//! A glyph of the legend that no row uses.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0309", name: "unused-glyph", severity: Severity::Warning, docs: include_str!("unused_glyph.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    if context.incomplete.map {
        return;
    }
    // Sheets that share a legend need not each have all of its terrain; what none of them has is told once.
    let legend = &context.origins.map.legend;
    let used: BTreeSet<(&str, &str)> =
        legend.iter().filter(|(.., used)| *used).map(|(_, glyph, terrain, _)| (glyph.as_str(), terrain.as_str())).collect();
    let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (place, glyph, terrain, _) in legend {
        if used.contains(&(glyph, terrain)) || !told.insert((glyph, terrain)) {
            continue;
        }
        let message = format!("glyph `{glyph}` of the legend is in no row");
        sink.report(Diag::new(&RULE, place.clone(), message).help("use it in `rows`, or take it out"));
    }
}
