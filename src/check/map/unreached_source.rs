//! A source of supply that no road reaches.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;

static RULE: Rule =
    Rule { code: "M0318", name: "unreached-source", severity: Severity::Warning, docs: include_str!("unreached_source.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.map && !context.incomplete.lines) else { return };
    if map.roads.is_empty() {
        return;
    }
    let paved: BTreeSet<HexId> = map.roads.values().flat_map(|road| road.through.iter().copied()).collect();
    for (source, origin) in map.sources.values().zip(&context.origins.map.sources) {
        let Some(origin) = origin else { continue };
        if !source.road || source.hexes.is_empty() || source.hexes.iter().any(|hex| paved.contains(hex)) {
            continue;
        }
        let hexes: Vec<String> = source.hexes.iter().take(6).map(|hex| map.board.name(*hex)).collect();
        let message = format!("source `{}` is at {}, where no road comes", source.id, hexes.join(", "));
        let help = "lead a road there, correct the hex, or write \"road\": false if it needs none";
        sink.report(Diag::new(&RULE, origin.at("hexes"), message).help(help));
    }
}
