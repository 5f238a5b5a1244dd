//! A printed rule that is named somewhere and is not in the list of coverage.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};

static RULE: Rule =
    Rule { code: "M0510", name: "unknown-rule", severity: Severity::Warning, docs: include_str!("unknown_rule.md") };

/// For so many numbers one is looked for that is nearly the same.
const NEAR: usize = 200;

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let known: BTreeSet<&str> = game.rules.coverage.iter().map(|line| line.rule.as_str()).collect();
    if known.is_empty() || context.incomplete.rules {
        return;
    }
    let has_parts = |rule: &str| {
        let inner = format!("{rule}.");
        known.range(inner.as_str()..).next().is_some_and(|next| next.starts_with(&inner))
    };
    // A section stands for its paragraphs unless some of them are listed, and a paragraph for its section.
    let is_known = |rule: &str| {
        let sections = || rule.rmatch_indices('.').filter_map(|(at, _)| rule.get(..at));
        let above = || sections().find(|section| known.contains(section) || has_parts(section));
        known.contains(rule) || has_parts(rule) || above().is_some_and(|section| !has_parts(section))
    };
    let mut told: BTreeMap<&str, String> = BTreeMap::new();
    for (place, rules) in &context.origins.named_rules {
        for rule in rules.split([',', ';']).map(str::trim).filter(|rule| !rule.is_empty() && !is_known(rule)) {
            let most = told.len() >= NEAR;
            let help = told.entry(rule).or_insert_with(|| {
                let near = if most { None } else { did_you_mean(rule, known.iter().copied()) };
                near.unwrap_or_else(|| "correct the number, or add the rule to `coverage`".to_owned())
            });
            let message = format!("no printed rule `{rule}` is listed");
            sink.report(Diag::new(&RULE, place.clone(), message).folded_by(rule).help(help.clone()));
        }
    }
}
