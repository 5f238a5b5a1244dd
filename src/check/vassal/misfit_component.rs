//! A component of vassal.json for which the module has no place.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Misfit, Vassal, misfits};

static RULE: Rule =
    Rule { code: "M0802", name: "misfit-component", severity: Severity::Error, docs: include_str!("misfit_component.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (n, misfit) in misfits(context.game) {
        let Some(origin) = context.origins.components.get(n) else { continue };
        let diag = match misfit {
            // What the window is for has been blamed for itself.
            Misfit::NoWindow(name) if lost(context, name) => continue,
            Misfit::NoWindow(name) => {
                let message = format!("the module of this game has no map window `{name}`: nothing would lie in it");
                Diag::new(&RULE, origin.at("map"), message).help("name another window, or take `map` out")
            }
            Misfit::Taken(name) => {
                let message = format!("the module has a component `{name}` of this kind already");
                Diag::new(&RULE, origin.at("xml"), message).help("give it another name")
            }
        };
        sink.report(diag);
    }
}

/// Whether what would lie in a window is there and could not be read.
fn lost(context: &CheckContext<'_>, window: &str) -> bool {
    match window {
        Vassal::MAP => context.incomplete.map && context.origins.map.map.is_some(),
        Vassal::CARDS => context.incomplete.cards,
        _ => false,
    }
}
