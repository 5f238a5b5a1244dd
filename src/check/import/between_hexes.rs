//! A piece of a setup of the imported module that lies between hexes.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule =
    Rule { code: "M0908", name: "between-hexes", severity: Severity::Warning, docs: include_str!("between_hexes.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::Between) {
        for piece in super::pieces(context, found) {
            let hex = found.hex.as_deref().unwrap_or_default();
            if !super::placed(context, found, piece, Some(hex)) {
                continue;
            }
            let (off, scenario) = (found.off.unwrap_or_default(), found.scenario.as_deref().unwrap_or_default());
            let message = format!("`{piece}` lies {off} hexes from the middle of {hex} in `{scenario}`, where VASSAL counts it");
            let diag = Diag::new(&RULE, origin.at("hex"), message).of_unit(piece).in_scenario(scenario).at_hex(hex.to_owned());
            sink.report(
                diag.help("look at the map where it belongs; set it up there, or take out this line").folded_by("between"),
            );
        }
    }
}
