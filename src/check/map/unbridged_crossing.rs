//! A road over water where there is neither bridge nor ford.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::Hexside;
use crate::model::Key;

static RULE: Rule =
    Rule { code: "M0314", name: "unbridged-crossing", severity: Severity::Error, docs: include_str!("unbridged_crossing.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|map| !map.bridged && !context.incomplete.map && !context.incomplete.lines)
    else {
        return;
    };
    let rivers = map.rivers(&context.game.terrain);
    let wet = map.features.values().filter(|feature| rivers.contains(&feature.class));
    let wet: BTreeSet<Hexside> = wet.flat_map(|feature| feature.sides.iter().copied()).collect();
    let mut carried: BTreeSet<Hexside> = map.bridges.values().map(|bridge| bridge.side).collect();
    for (road, step, side) in map.links() {
        // Said once of a hexside, whoever crosses it.
        if !wet.contains(&side) || !carried.insert(side) {
            continue;
        }
        let Some(place) = context.origins.map.roads.get(road.index()).and_then(|road| road.step(step)) else { continue };
        let at = map.board.hexside_name(side);
        let called = map.roads[road].name.as_ref().map_or_else(|| "this road".to_owned(), |name| format!("road `{name}`"));
        let message = format!("{called} crosses water at {at} without bridge or ford");
        let help = format!("add {{\"at\": \"{at}\"}} to `bridges`, or lead the road elsewhere");
        sink.report(Diag::new(&RULE, place.clone(), message).help(help));
    }
}
