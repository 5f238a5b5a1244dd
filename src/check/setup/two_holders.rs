//! A place that is said to be held by two sides.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{PlaceId, SideId};
use crate::span::Place;

static RULE: Rule = Rule { code: "M0421", name: "two-holders", severity: Severity::Error, docs: include_str!("two_holders.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let lines = &game.scenarios[scenario.id];
    let mut holders: BTreeMap<PlaceId, (SideId, &Place)> = BTreeMap::new();
    for ((id, side), place) in lines.control.iter().zip(&scenario.origins.control) {
        let Some((other, first)) = holders.insert(*id, (*side, place)).filter(|(other, _)| other != side) else { continue };
        let name = &map.places[*id].name;
        let message = format!("`{name}` is held by `{}` and by `{}`", game.sides[other].id, game.sides[*side].id);
        let diag = Diag::new(&RULE, place.clone(), message).related(first.clone(), "held here first").in_scenario(&lines.id);
        sink.report(diag.folded_by(format!("{other:?} {side:?}")).help("let one side hold it"));
    }
}
