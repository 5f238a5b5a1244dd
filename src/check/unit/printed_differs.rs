//! A counter that is printed otherwise than this game has it.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0225", name: "printed-differs", severity: Severity::Hint, docs: include_str!("printed_differs.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for line in &context.origins.printed {
        let unit = &context.game.units[line.unit].id;
        let message = format!("`{}` of unit `{unit}` is printed {}, here it is {}", line.field, line.stated, line.found);
        let mut diag = Diag::new(&RULE, line.place.clone(), message).of_unit(unit).folded_by(&line.field);
        if let Some(origin) = crate::origins::of(&context.origins.units, line.unit) {
            diag = diag.related(origin, "the counter");
        }
        sink.report(diag.help("what is printed is played; nothing has to be done"));
    }
}
