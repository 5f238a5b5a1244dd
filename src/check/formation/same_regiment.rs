//! The same regiment in two divisions.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule =
    Rule { code: "M0214", name: "same-regiment", severity: Severity::Warning, docs: include_str!("same_regiment.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let mut seen: BTreeMap<_, UnitId> = BTreeMap::new();
    for (id, unit) in game.units.iter() {
        let (Some(formation), Some(designation)) = (unit.formation, unit.designation.as_deref()) else { continue };
        // A number of three figures is a regiment of the whole army; smaller ones are counted in every division.
        let numbers = || designation.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() >= 3);
        if numbers().next().is_none() || context.origins.partial_units.contains(&unit.id) {
            continue;
        }
        let key = (unit.side, unit.nation, unit.kind, unit.size.as_deref(), designation);
        let Some(other) = seen.insert(key, id) else { continue };
        let Some(first) = game.units[other].formation else { continue };
        // Parts and remnants of a unit bear its number.
        let part = |a: UnitId, b: UnitId| game.units[a].remnant == Some(b) || game.units[a].breakdown.contains(&b);
        if game.belongs(formation, first) || game.belongs(first, formation) || part(id, other) || part(other, id) {
            continue;
        }
        let (a, b) = (&game.formations[first].id, &game.formations[formation].id);
        let message =
            format!("units `{}` and `{}` are both `{designation}`, in formations `{a}` and `{b}`", game.units[other].id, unit.id);
        let diag = Diag::new(&RULE, context.unit_at(id, "designation"), message).of_unit(&unit.id).of_unit(&game.units[other].id);
        let diag = diag.related(context.unit_at(other, "designation"), "the other one");
        sink.report(diag.help("correct one of the two numbers or formations"));
    }
}
