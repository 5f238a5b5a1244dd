//! A river that begins and ends in the middle of the map, or goes on after a gap.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::{Board, Hexside, Vertex};
use crate::model::{Feature, Key, Map};

static RULE: Rule = Rule { code: "M0315", name: "river-end", severity: Severity::Warning, docs: include_str!("river_end.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Free ends that are not further apart are the two sides of a gap.
const GAP: u32 = 3;
/// So many free ends of one river are compared with the others.
const LOOKED_AT: usize = 1_000;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.map && !context.incomplete.lines) else { return };
    let mut wet: BTreeMap<Vertex, usize> = BTreeMap::new();
    let mut sides: Vec<Hexside> = map.water_sides(&context.game.terrain).collect();
    sides.sort_unstable();
    sides.dedup();
    for vertex in sides.iter().filter_map(|side| map.board.hexside_ends(*side)).flatten() {
        *wet.entry(vertex).or_insert(0) += 1;
    }
    let rivers = map.rivers(&context.game.terrain);
    for (id, feature) in map.features.iter().filter(|(_, feature)| rivers.contains(&feature.class)) {
        let free = |vertex: &Vertex| wet.get(vertex) == Some(&1) && inland(map, context, *vertex);
        let pieces = pieces(&map.board, feature);
        let place = || context.place(context.origins.map.features.get(id.index()).copied().flatten(), "class");
        let called = feature.name.as_ref().map_or_else(|| "this river".to_owned(), |name| format!("river `{name}`"));
        let name = |vertex: &Vertex| map.board.vertex_name(*vertex);
        let lost: Vec<&Vec<Vertex>> = pieces.iter().filter(|ends| !ends.is_empty() && ends.iter().all(free)).collect();
        let open: Vec<(usize, &Vertex)> = pieces
            .iter()
            .enumerate()
            .flat_map(|(piece, ends)| ends.iter().filter(|end| free(end)).map(move |end| (piece, end)))
            .collect();
        // A river of a thousand pieces is none: to look for the gaps of the first few is enough.
        let gap = open.iter().take(LOOKED_AT).enumerate().find_map(|(i, (piece, end))| {
            let far = |other: &Vertex| map.board.distance(end.hex(), other.hex());
            let other = open.iter().skip(i + 1).filter(|(other, end)| other != piece && far(end) <= GAP);
            other.min_by_key(|(_, end)| far(end)).map(|(_, other)| (*end, *other))
        });
        let (at, message) = match (gap, lost.first()) {
            (Some((one, other)), _) => (Some(one), format!("{called} ends at {} and goes on at {}", name(one), name(other))),
            (None, Some(ends)) => {
                let names: Vec<String> = ends.iter().map(name).collect();
                let names = names.join(" and at ");
                (ends.first(), format!("{called} ends at {names}, and reaches neither an edge of the map nor other water"))
            }
            (None, None) => continue,
        };
        let hex = at.map(|vertex| map.board.name(vertex.hex())).unwrap_or_default();
        let help = "lead it on to an edge of the map, a lake or another river; a river may begin in the middle of the map";
        sink.report(Diag::new(&RULE, place(), message).help(help).at_hex(hex));
    }
}

/// Whether three hexes meet there and none of them is water.
fn inland(map: &Map, context: &CheckContext<'_>, vertex: Vertex) -> bool {
    map.board.vertex_hexes(vertex).into_iter().all(|hex| {
        let ground = hex.map(|hex| map.ground(hex).and_then(|ground| context.game.terrain.at(ground)));
        ground.is_some_and(|ground| ground.is_none_or(|ground| ground.water != Some(true)))
    })
}

/// The ends of each piece of a river that hangs together.
fn pieces(board: &Board, feature: &Feature) -> Vec<Vec<Vertex>> {
    let mut at: BTreeMap<Vertex, Vec<usize>> = BTreeMap::new();
    for (i, side) in feature.sides.iter().enumerate() {
        for vertex in board.hexside_ends(*side).into_iter().flatten() {
            at.entry(vertex).or_default().push(i);
        }
    }
    let mut piece: Vec<Option<usize>> = vec![None; feature.sides.len()];
    let mut count = 0;
    for start in 0..feature.sides.len() {
        let mut queue = vec![start];
        let mut any = false;
        while let Some(i) = queue.pop() {
            let Some(slot) = piece.get_mut(i).filter(|slot| slot.is_none()) else { continue };
            *slot = Some(count);
            any = true;
            let ends = feature.sides.get(i).and_then(|side| board.hexside_ends(*side)).into_iter().flatten();
            queue.extend(ends.filter_map(|vertex| at.get(&vertex)).flatten());
        }
        count += usize::from(any);
    }
    let mut ends = vec![Vec::new(); count];
    for (vertex, here) in at.iter().filter(|(_, here)| here.len() == 1) {
        let of = here.first().and_then(|i| piece.get(*i).copied().flatten()).and_then(|piece| ends.get_mut(piece));
        if let Some(list) = of {
            list.push(*vertex);
        }
    }
    ends
}
