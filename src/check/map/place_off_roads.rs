//! A place off every road, where nearly all of its class lie on one.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{PlaceId, TerrainId};

static RULE: Rule =
    Rule { code: "M0325", name: "place-off-roads", severity: Severity::Warning, docs: include_str!("place_off_roads.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// So many of a class must lie on roads before another is asked about.
const OTHERS: usize = 8;
/// Of so many one may lie off the roads; where more do, they are meant to.
const ONE_IN: usize = 12;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.lines && !context.incomplete.map) else { return };
    let roads: BTreeSet<HexId> = map.roads.values().flat_map(|road| road.through.iter().copied()).collect();
    let mut classes: BTreeMap<TerrainId, (usize, Vec<PlaceId>)> = BTreeMap::new();
    for (id, place) in map.places.iter() {
        let Some(class) = place.class else { continue };
        let (on, off) = classes.entry(class).or_default();
        match place.hexes.iter().any(|hex| roads.contains(hex)) {
            true => *on += 1,
            false => off.push(id),
        }
    }
    for (class, (on, off)) in
        classes.into_iter().filter(|(_, (on, off))| *on >= OTHERS && off.len() <= (on + off.len()).div_ceil(ONE_IN))
    {
        for id in off {
            let (place, origin) = (&map.places[id], crate::origins::of(&context.origins.map.places, id));
            let (Some(hex), Some(origin)) = (place.hexes.first(), origin) else { continue };
            let (name, class) = (map.board.name(*hex), &context.game.terrain[class].id);
            let message = format!("`{}` in hex {name} is on no road, {on} others of class `{class}` are on one", place.name);
            sink.report(Diag::new(&RULE, origin.at("hexes"), message).at_hex(name).help("correct the hex, or lead a road there"));
        }
    }
}
