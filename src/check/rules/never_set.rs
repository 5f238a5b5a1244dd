//! A flag or counter that a rule asks for, or that has a name, and nothing sets.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::check::spoken::{all_rules, each_object};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};

static RULE: Rule = Rule { code: "M0503", name: "never-set", severity: Severity::Warning, docs: include_str!("never_set.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let origins = context.origins;
    if context.incomplete.rules || origins.asked.is_empty() && origins.kept_names.is_empty() {
        return;
    }
    let mut set: BTreeSet<(&'static str, String)> = BTreeSet::new();
    all_rules(game).iter().for_each(|value| each_object(value, &mut |members| sets(members, &mut set)));
    for (place, kind, name) in &origins.asked {
        if set.iter().any(|(k, n)| k == kind && n == name) {
            continue;
        }
        let near = did_you_mean(name, set.iter().filter(|(k, _)| k == kind).map(|(_, n)| n.as_str()));
        let help = near.unwrap_or_else(|| format!("let an effect of kind `{kind}` set it, or take the condition out"));
        sink.report(Diag::new(&RULE, place.clone(), format!("nothing sets the {kind} `{name}`")).help(help));
    }
    // What could not be read may set it.
    if context.incomplete.cards || context.incomplete.scenarios {
        return;
    }
    for (place, name) in &origins.kept_names {
        // Of what a rule asks for that has been said.
        if set.iter().any(|(_, n)| n == name) || origins.asked.iter().any(|(_, _, n)| n == name) {
            continue;
        }
        let near = did_you_mean(name, set.iter().map(|(_, n)| n.as_str()));
        let help = near.unwrap_or_else(|| "take the name out, or let an effect of kind `flag` or `counter` set it".to_owned());
        sink.report(Diag::new(&RULE, place.clone(), format!("nothing sets a flag or counter `{name}`")).help(help));
    }
}

/// Flags and counters that effects set, and counters of pools and actions.
fn sets(members: &Map<String, Value>, set: &mut BTreeSet<(&'static str, String)>) {
    let text = |name: &str| members.get(name).and_then(Value::as_str);
    match (text("kind"), text("id")) {
        (Some("flag"), Some(id)) => drop(set.insert(("flag", id.to_owned()))),
        (Some("counter"), Some(id)) => drop(set.insert(("counter", id.to_owned()))),
        _ => {}
    }
    // A pool fills its counter.
    if let (Some(counter), true) = (text("counter"), members.contains_key("count")) {
        set.insert(("counter", counter.to_owned()));
    }
}
