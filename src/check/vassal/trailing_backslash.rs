//! A text that ends in a backslash: VASSAL's files cannot hold it.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{TextOf, unheld};
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0801", name: "trailing-backslash", severity: Severity::Warning, docs: include_str!("trailing_backslash.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let origins = context.origins;
    for it in unheld(context.game) {
        let origin = match it.of {
            TextOf::Unit(id) => crate::origins::of(&origins.units, id),
            TextOf::Marker(id) => crate::origins::of(&origins.markers, id),
            TextOf::Card(id) => crate::origins::of(&origins.cards, id),
            TextOf::Formation(id) => crate::origins::of(&origins.formations, id),
            TextOf::Side(id) => crate::origins::of(&origins.sides, id),
            TextOf::State(id) => crate::origins::of(&origins.states, id),
            TextOf::Turn(id) => crate::origins::of(&origins.turns, id),
            TextOf::Phase(_) => None,
        };
        let phase = if let TextOf::Phase(n) = it.of { origins.phases.get(n).cloned() } else { None };
        let Some(thing) = phase.or(origin.or(origins.module).map(Place::from)) else { continue };
        let place = it.field.split('.').fold(thing, |place, step| place.field(step));
        let (what, name) = (it.field.trim_start_matches("properties."), it.text);
        let what = if it.field.starts_with("properties.") { format!("property `{what}`") } else { format!("{what} `{name}`") };
        let message = format!("{what} of {} `{}` ends in a backslash, which VASSAL cannot hold", it.kind, it.id);
        let mut diag = Diag::new(&RULE, place, message).help("end it otherwise");
        if let TextOf::Unit(id) = it.of {
            diag = diag.of_unit(&context.game.units[id].id);
        }
        sink.report(diag);
    }
}
