//! Entries that hang on each other in a circle: which units have a zone asks for supply, and supply for zones.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule = Rule { code: "M0511", name: "rule-circle", severity: Severity::Error, docs: include_str!("rule_circle.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// So many entries of a circle are named.
const NAMED: usize = 6;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for circle in context.engine.circles() {
        let mut places = circle.iter().filter_map(|entry| Some((entry, context.origins.rules.get(entry.as_str())?)));
        let Some((first, origin)) = places.next() else { continue };
        let names: Vec<String> = circle.iter().take(NAMED).map(|entry| format!("`{entry}`")).collect();
        let more = circle.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = match names.as_slice() {
            [one] => format!("{one} hangs on what it finds itself"),
            _ => format!("these entries hang on each other in a circle: {}{more}", names.join(", ")),
        };
        let mut diag = Diag::new(&RULE, origin.at("id"), message).folded_by(first);
        for (_, other) in places.take(NAMED - 1) {
            diag = diag.related(other.at("id"), "this one too");
        }
        sink.report(
            diag.help(
                "give the trace the `phase` in which supply is judged and a `state` or `marker`, or take the question out of one entry",
            ),
        );
    }
}
