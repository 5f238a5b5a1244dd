//! A piece of the road net that hangs together with nothing.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{Key, Map, RoadId};

static RULE: Rule =
    Rule { code: "M0319", name: "isolated-road", severity: Severity::Warning, docs: include_str!("isolated_road.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.map && !context.incomplete.lines) else { return };
    let nets = nets(map);
    // The greatest net is the road net; of equal ones the first.
    let Some(main) = nets.iter().map(|net| net.hexes).max() else { return };
    let mut greatest = nets.iter().position(|net| net.hexes == main);
    for (i, net) in nets.iter().enumerate() {
        if greatest.take_if(|greatest| *greatest == i).is_some() || net.leaves {
            continue;
        }
        let Some(origins) = context.origins.map.roads.get(net.first.index()) else { continue };
        let name = map.roads[net.first].name.as_ref();
        let called = name.map_or_else(|| "this road".to_owned(), |name| format!("road `{name}`"));
        let rest = match net.roads {
            1 => String::new(),
            2 => " and the one that meets it".to_owned(),
            n => format!(" and the {} that hang together with it", n - 1),
        };
        let message = format!("{called}{rest} meets no other road and no edge of the map");
        let help = "lead it to another road, or correct the hex where it should meet one";
        sink.report(Diag::new(&RULE, origins.road.at("through"), message).help(help));
    }
}

/// Roads that hang together.
struct Net {
    first: RoadId,
    roads: usize,
    hexes: usize,
    /// Whether it comes to the edge of the map.
    leaves: bool,
}

fn nets(map: &Map) -> Vec<Net> {
    let mut homes: BTreeMap<HexId, Vec<RoadId>> = BTreeMap::new();
    for (id, road) in map.roads.iter() {
        for hex in &road.through {
            homes.entry(*hex).or_default().push(id);
        }
    }
    let mut seen = vec![false; map.roads.len()];
    let mut nets = Vec::new();
    for first in map.roads.ids() {
        let mut net = Net { first, roads: 0, hexes: 0, leaves: false };
        let mut queue = vec![first];
        while let Some(id) = queue.pop() {
            let Some(new) = seen.get_mut(id.index()).filter(|seen| !**seen) else { continue };
            *new = true;
            let road = &map.roads[id];
            net.roads += 1;
            net.hexes += road.through.len();
            let border = |hex: &HexId| map.board.neighbours(*hex).iter().any(Option::is_none);
            net.leaves |= !road.leaves.is_empty() || road.through.iter().any(border);
            // Whoever meets it in a hex is looked for once.
            queue.extend(road.through.iter().filter_map(|hex| homes.remove(hex)).flatten());
        }
        if net.roads > 0 {
            nets.push(net);
        }
    }
    nets
}
