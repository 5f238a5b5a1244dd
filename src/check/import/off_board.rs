//! A piece of a setup of the imported module that lies off every board.

use super::there;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FoundKind;

static RULE: Rule = Rule { code: "M0907", name: "off-board", severity: Severity::Warning, docs: include_str!("off_board.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for (found, origin) in there(context, FoundKind::OffMap) {
        for piece in super::pieces(context, found) {
            let Some((map, x, y)) = found.point.as_ref().filter(|_| !super::placed(context, found, piece, None)) else {
                continue;
            };
            let scenario = found.scenario.as_deref().unwrap_or_default();
            let message = format!("`{piece}` lies off the board in `{scenario}`: at {x},{y} of `{map}`");
            let diag = Diag::new(&RULE, origin.at("piece"), message).of_unit(piece).in_scenario(scenario);
            // One piece that was left behind is often so in every setup.
            sink.report(diag.help("set it up where it belongs, or remove it from the scenario").folded_by(map.clone()));
        }
    }
}
