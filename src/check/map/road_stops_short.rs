//! A road that leaves over an edge of the map which it does not reach.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;

static RULE: Rule =
    Rule { code: "M0320", name: "road-stops-short", severity: Severity::Error, docs: include_str!("road_stops_short.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.lines) else { return };
    for (road, origins) in map.roads.values().zip(&context.origins.map.roads) {
        let ends: Vec<HexId> = [road.through.first(), road.through.last()].into_iter().flatten().copied().collect();
        for (i, edge) in road.leaves.iter().enumerate() {
            if ends.is_empty() || ends.iter().any(|end| map.on_edge(*end, *edge)) {
                continue;
            }
            let called = road.name.as_ref().map_or_else(|| "this road".to_owned(), |name| format!("road `{name}`"));
            let names: Vec<String> = ends.iter().map(|end| map.board.name(*end)).collect();
            let message =
                format!("{called} leaves by the {} edge, its ends {} do not lie there", edge.word(), names.join(" and "));
            let help = "lead it on to that edge, or correct `leaves`";
            sink.report(Diag::new(&RULE, origins.road.at("leaves").index(i), message).help(help));
        }
    }
}
