//! A picture among the ready-made faces that is the face of nobody.

use crate::check::faces::near_path;
use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0708", name: "unused-picture", severity: Severity::Warning, docs: include_str!("unused_picture.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(input: &Input<'_>, sink: &mut Sink) {
    let (game, seen) = (input.game, input.seen());
    if input.incomplete.units || input.incomplete.markers {
        return;
    }
    for path in seen.ready.unused.iter().filter(|path| !seen.unreadable.contains_key(*path)) {
        let form = &game.art.ready_made;
        // The back of somebody who has none.
        let blank = game.units.values().find(|unit| form.path(&unit.id, unit.faces.len()) == *path);
        let message = match blank {
            Some(unit) => format!("`{path}` would be a face of unit `{}`, which has {}", unit.id, faces(unit.faces.len())),
            None => format!("`{path}` is the face of no unit and no marker"),
        };
        let free = seen.ready.expected.iter().filter(|path| !seen.ready.there.contains_key(*path));
        let help = match (blank, near_path(path, free.map(String::as_str))) {
            (Some(_), _) => "give the unit that face, or take the picture away".to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("name it after a unit or marker, as in `{}`, or take it away", form.front),
        };
        sink.report(Diag::new(&RULE, input.ready_at(), message).help(help));
    }
}

fn faces(count: usize) -> String {
    if count == 1 { "one face".to_owned() } else { format!("{count} faces") }
}
