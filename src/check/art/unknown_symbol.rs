//! A type of units whose symbol nobody drew.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};
use crate::draw::counter::Issue;
use crate::draw::symbol::Symbol;
use crate::origins;

static RULE: Rule =
    Rule { code: "M0706", name: "unknown-symbol", severity: Severity::Warning, docs: include_str!("unknown_symbol.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let mut told = BTreeSet::new();
    for (shown, issue) in &context.seen().issues {
        let (Issue::NoSymbol { name }, Some((_, unit))) = (issue, context.owning_unit(*shown)) else { continue };
        let Some(id) = unit.kind.filter(|id| told.insert(*id)) else { continue };
        let kind = &context.game.types[id];
        let origin = origins::of(&context.origins.types, id);
        let field = if kind.symbol != kind.id {
            "symbol"
        } else if origin.is_some_and(|origin| context.origins.units.contains(&Some(origin))) {
            // The row of a unit made the type.
            "type"
        } else {
            "id"
        };
        let message = format!("there is no symbol `{name}` for the counters of type `{}`", kind.id);
        let help = did_you_mean(name, Symbol::names())
            .unwrap_or_else(|| "name one of the symbols, or a picture such as `art/tank.svg`".to_owned());
        sink.report(Diag::new(&RULE, context.place(origin, field), message).help(help));
    }
}
