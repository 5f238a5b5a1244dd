//! A formation that says how many units it has, and has another number.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::FormationId;

static RULE: Rule =
    Rule { code: "M0206", name: "formation-count", severity: Severity::Error, docs: include_str!("formation_count.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachFormation(check) };

fn check(input: &Input<'_>, id: FormationId, sink: &mut Sink) {
    let game = input.game;
    let formation = &game.formations[id];
    let Some(stated) = formation.units else { return };
    if input.incomplete.units || input.incomplete.formations {
        return;
    }
    // Remnants and the parts of a breakdown stand for units that are counted already.
    let parts: std::collections::BTreeSet<_> =
        game.units.values().flat_map(|u| u.remnant.into_iter().chain(u.breakdown.iter().copied())).collect();
    let inside = game.units.iter().filter(|(unit, u)| !parts.contains(unit) && u.formation.is_some_and(|f| game.belongs(f, id)));
    let units: Vec<_> = inside.map(|(_, unit)| unit).collect();
    let found: i64 = units.iter().map(|unit| i64::from(unit.count)).sum();
    // Units that a misspelt row took away have been blamed there.
    let strayed = || {
        let names = game.formations.ids().filter_map(|other| super::stray_formation::meant(input, other));
        let ids = names.filter_map(|name| game.formations.iter().find(|(_, f)| f.id == name).map(|(id, _)| id));
        ids.into_iter().any(|meant| game.belongs(meant, id))
    };
    if found != i64::from(stated) && !strayed() {
        let some: Vec<String> = units.iter().take(8).map(|unit| format!("`{}`", unit.id)).collect();
        let dots = if units.len() > some.len() { ", …" } else { "" };
        let message = format!("formation `{}` says {stated} units, {found} found", formation.id);
        let origin = crate::origins::of(&input.origins.formations, id);
        let found = if some.is_empty() { "none is in it".to_owned() } else { format!("in it: {}{dots}", some.join(", ")) };
        sink.report(
            Diag::new(&RULE, input.place(origin, "units"), message)
                .label(found)
                .help("correct the number, or the units' `formation`"),
        );
    }
}
