//! A unit whose steps and faces do not agree.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule =
    Rule { code: "M0210", name: "steps-and-faces", severity: Severity::Error, docs: include_str!("steps_and_faces.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
    let Some(steps) = unit.steps.filter(|_| !context.origins.partial_units.contains(&unit.id)) else { return };
    let lost = unit.faces.iter().skip(1).filter(|face| game.states[face.state].step).count();
    let faces = i32::try_from(lost + 1).unwrap_or(i32::MAX);
    // A remnant takes over the steps that the faces do not show.
    if faces == steps || (faces < steps && unit.remnant.is_some()) {
        return;
    }
    let plural = |n: i32, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
    let message = format!("unit `{}` has {}, its faces show {}", unit.id, plural(steps, "step"), plural(faces, "step"));
    let help = if faces > steps {
        "correct `steps`; or, if the back is no lost step, name its state and declare that state without `step`"
    } else {
        "correct `steps`, or add the faces that are missing (`back`, `more`) or the `remnant`"
    };
    sink.report(
        Diag::new(&RULE, context.unit_at(id, "steps"), message)
            .of_unit(&unit.id)
            .folded_by(format!("{steps} {faces}"))
            .help(help),
    );
}
