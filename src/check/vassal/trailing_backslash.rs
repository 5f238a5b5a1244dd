//! A text that ends in a backslash: VASSAL's files cannot hold it.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule =
    Rule { code: "M0801", name: "trailing-backslash", severity: Severity::Warning, docs: include_str!("trailing_backslash.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let Some(unit) = context.game.units.at(id) else { return };
    for (field, text) in [("name", &unit.name), ("designation", &unit.designation), ("size", &unit.size)] {
        if let Some(text) = text.as_deref().filter(|text| text.ends_with('\\')) {
            let message = format!("{field} `{text}` of unit `{}` ends in a backslash, which VASSAL cannot hold", unit.id);
            let diag = Diag::new(&RULE, context.unit_at(id, field), message);
            sink.report(diag.help("end it otherwise").of_unit(&unit.id));
        }
    }
    for (name, _) in unit.properties.iter().filter(|(name, word)| name.ends_with('\\') || word.ends_with('\\')) {
        let message = format!("property `{name}` of unit `{}` ends in a backslash, which VASSAL cannot hold", unit.id);
        let diag = Diag::new(&RULE, context.unit_at(id, "properties").field(name), message);
        sink.report(diag.help("end it otherwise").of_unit(&unit.id));
    }
}
