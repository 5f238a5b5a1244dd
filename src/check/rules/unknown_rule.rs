//! A printed rule that is named somewhere and is not in the list of coverage.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};
use crate::each_rule_list;
use crate::model::Ruled;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0510", name: "unknown-rule", severity: Severity::Warning, docs: include_str!("unknown_rule.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let known: BTreeSet<&str> = game.rules.coverage.iter().map(|line| line.rule.as_str()).collect();
    if known.is_empty() || context.incomplete.rules {
        return;
    }
    let mut named: Vec<(Place, String)> = Vec::new();
    let mut rules = game.rules.clone();
    macro_rules! look {
        ($list:literal, $entries:expr) => {{
            for entry in &$entries.list {
                let origin = context.origins.rules.get(&format!("{}/{}", $list, entry.id()));
                named.extend(origin.zip(entry.rule()).map(|(origin, rule)| (origin.at("rule"), rule.to_owned())));
            }
        }};
    }
    each_rule_list!(&mut rules, look);
    for (table, origins) in game.tables.values().zip(&context.origins.tables) {
        named.extend(table.rule.iter().map(|rule| (origins.table.at("rule"), rule.clone())));
    }
    for (id, terrain) in game.terrain.iter() {
        let origin = crate::origins::of(&context.origins.terrain, id);
        named.extend(terrain.rule.iter().map(|rule| (context.place(origin, "rule"), rule.clone())));
    }
    for (example, origin) in game.examples.iter().zip(&context.origins.examples) {
        named.push((origin.at("rule"), example.rule.0.clone()));
    }
    for (place, rules) in named {
        for rule in rules.split([',', ';']).map(str::trim).filter(|rule| !rule.is_empty()) {
            // A section stands for its paragraphs, and a paragraph for its section.
            let inside = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
            if known.iter().any(|known| inside(rule, known) || inside(known, rule)) {
                continue;
            }
            let help = did_you_mean(rule, known.iter().copied());
            let help = help.unwrap_or_else(|| "correct the number, or add the rule to `coverage`".to_owned());
            sink.report(
                Diag::new(&RULE, place.clone(), format!("no printed rule `{rule}` is listed")).folded_by(rule).help(help),
            );
        }
    }
}
