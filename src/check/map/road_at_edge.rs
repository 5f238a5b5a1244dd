//! A road that ends at the edge of the map and does not say that it leaves there, where the others do.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::Edge;

static RULE: Rule =
    Rule { code: "M0324", name: "road-at-edge", severity: Severity::Warning, docs: include_str!("road_at_edge.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.lines && !context.incomplete.map) else { return };
    let mut steps: BTreeMap<HexId, usize> = BTreeMap::new();
    for road in map.roads.values() {
        for (n, hex) in road.through.iter().enumerate() {
            let ends = n == 0 || n + 1 == road.through.len();
            *steps.entry(*hex).or_default() += if ends { 1 } else { 2 };
        }
    }
    // A road may end in a village at the edge; a line of forts is no village.
    let villages = map.places.values().filter(|place| place.hexes.len() <= 2);
    let places: BTreeSet<HexId> = villages.flat_map(|place| place.hexes.iter().copied()).collect();
    // Where units come in or go out a road leads over the edge.
    let entries =
        map.entries.values().filter(|entry| !entry.inland).flat_map(|entry| entry.hexes.iter().map(|hex| (*hex, entry.edge)));
    let exits = map.exits.values().flat_map(|exit| exit.hexes.iter().map(|hex| (*hex, exit.edge)));
    let gates: BTreeMap<HexId, Option<Edge>> = entries.chain(exits).collect();
    let (mut leave, mut stay) = (0_usize, Vec::new());
    for (road, origins) in map.roads.values().zip(&context.origins.map.roads).filter(|(road, _)| road.through.len() > 1) {
        let last = road.through.len() - 1;
        for (n, before) in [(0, 1), (last, last - 1)] {
            let (Some(hex), Some(before)) = (road.through.get(n).copied(), road.through.get(before).copied()) else { continue };
            // One that runs along an edge does not lead over it.
            let leads = |edge: &Edge| map.on_edge(hex, *edge) && !map.on_edge(before, *edge);
            let edges: Vec<Edge> = Edge::ALL.into_iter().filter(leads).collect();
            let gate = gates.get(&hex).is_some_and(|at| at.is_none_or(|edge| edges.contains(&edge)));
            if edges.is_empty() || steps.get(&hex) != Some(&1) || (places.contains(&hex) && !gate) {
                continue;
            }
            match road.leaves.iter().any(|edge| map.on_edge(hex, *edge)) {
                true => leave += 1,
                false => stay.push((road, origins, n, hex, edges, gate)),
            }
        }
    }
    // Where many end there, they are meant to; at an entry or exit a road leaves if any does.
    let many = leave < 2 || stay.len() > 1 && stay.len() * 3 > leave;
    for (road, origins, n, hex, edges, gate) in stay {
        if leave == 0 || many && !gate {
            continue;
        }
        let called = road.name.as_ref().map_or_else(|| "a road".to_owned(), |name| format!("road `{name}`"));
        let (name, edge) = (map.board.name(hex), edges.first().map_or("nearest", |edge| edge.word()));
        let message = format!("{called} ends in hex {name} at the {edge} edge, and does not leave there");
        let place = origins.step(n).cloned().unwrap_or_else(|| origins.road.at("through"));
        let help = format!("add `{edge}` to its `leaves`, as other roads have it, or lead it to where it ends");
        sink.report(Diag::new(&RULE, place, message).at_hex(name).help(help));
    }
}
