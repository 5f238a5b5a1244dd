//! A picture among the ready-made faces that is the face of nobody.

use std::collections::BTreeMap;

use crate::check::faces::Stems;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::Unit;

static RULE: Rule =
    Rule { code: "M0708", name: "unused-picture", severity: Severity::Warning, docs: include_str!("unused_picture.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let (game, seen) = (context.game, context.seen());
    if context.incomplete.units || context.incomplete.markers {
        return;
    }
    if seen.ready.unused.is_empty() {
        return;
    }
    let form = &game.art.ready_made;
    // Backs of those who have none.
    let blank: BTreeMap<String, &Unit> = game.units.values().map(|unit| (form.path(&unit.id, unit.faces.len()), unit)).collect();
    let free = seen.ready.expected.iter().filter(|path| !seen.ready.there.contains_key(*path));
    let (free, wanted) = (Stems::new(free.map(String::as_str)), seen.ready.unused.len());
    for path in seen.ready.unused.iter().filter(|path| !seen.unreadable.contains_key(*path)) {
        let blank = blank.get(path);
        let message = match blank {
            Some(unit) => format!("`{path}` would be a face of unit `{}`, which has {}", unit.id, faces(unit.faces.len())),
            None => format!("`{path}` is the face of no unit and no marker"),
        };
        let help = match (blank, free.near(path, wanted)) {
            (Some(_), _) => "give the unit that face, or take the picture away".to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("name it after a unit or marker, as in `{}`, or take it away", form.front),
        };
        sink.report(Diag::new(&RULE, context.ready_at(), message).help(help));
    }
}

fn faces(count: usize) -> String {
    if count == 1 { "one face".to_owned() } else { format!("{count} faces") }
}
