//! An entry without the road that should lead in there.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;

static RULE: Rule =
    Rule { code: "M0317", name: "roadless-entry", severity: Severity::Error, docs: include_str!("roadless_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.map && !context.incomplete.lines) else { return };
    for (entry, origin) in map.entries.values().zip(&context.origins.map.entries) {
        let (Some(class), Some(origin)) = (entry.road, origin) else { continue };
        let runs = |hex: &HexId| map.roads.values().any(|road| road.class == class && road.through.contains(hex));
        let road = &context.game.terrain[class].id;
        for hex in entry.hexes.iter().filter(|hex| !runs(hex)) {
            let name = map.board.name(*hex);
            let message = format!("entry `{}` wants road `{road}`, none comes through hex {name}", entry.id);
            let help = "lead the road to that hex, correct the hex, or take `road` out";
            sink.report(Diag::new(&RULE, origin.at("road"), message).help(help).at_hex(name).folded_by(&entry.id));
        }
    }
}
