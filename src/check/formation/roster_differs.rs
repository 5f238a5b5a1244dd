//! A line of the roster that says something else than the counter.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0215", name: "roster-differs", severity: Severity::Error, docs: include_str!("roster_differs.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for line in &context.origins.roster {
        let unit = &context.game.units[line.unit].id;
        let message =
            format!("`{}` of unit `{unit}` is {} in the roster, {} on the counter", line.field, line.stated, line.found);
        let mut diag = Diag::new(&RULE, line.place.clone(), message).of_unit(unit).folded_by(&line.field);
        if let Some(origin) = crate::origins::of(&context.origins.units, line.unit) {
            diag = diag.related(origin, "the counter");
        }
        sink.report(diag.help("correct the one that is wrong"));
    }
}
