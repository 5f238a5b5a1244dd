//! A formation that says how many units it has, and has another number.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, TooMany, so_many};
use crate::model::{FormationId, Game, Key};

static RULE: Rule =
    Rule { code: "M0206", name: "formation-count", severity: Severity::Error, docs: include_str!("formation_count.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Of so many formations the units are listed.
const LISTED: usize = 50;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    if context.incomplete.units || context.incomplete.formations {
        return;
    }
    let inside = members(game);
    let wrong: Vec<(FormationId, i32, i64)> = game
        .formations
        .iter()
        .filter_map(|(id, formation)| {
            let stated = formation.units?;
            let found = *inside.get(id.index())?;
            (found != i64::from(stated)).then_some((id, stated, found))
        })
        .collect();
    if wrong.is_empty() {
        return;
    }
    // Units that a misspelt row took away have been blamed there.
    let meant = game.formations.ids().filter_map(|id| super::stray_formation::meant(context, id).transpose());
    let Ok(meant) = meant.collect::<Result<BTreeSet<&str>, TooMany>>() else {
        return sink.unchecked("how many units are in a formation", TooMany::WHY);
    };
    let strayed: Vec<FormationId> =
        game.formations.iter().filter(|(_, f)| meant.contains(f.id.as_str())).map(|(id, _)| id).collect();
    let blamed: BTreeSet<FormationId> = strayed.iter().flat_map(|stray| game.and_above(*stray)).collect();
    for (nth, (id, stated, found)) in wrong.into_iter().filter(|(id, ..)| !blamed.contains(id)).enumerate() {
        // To find its units means to look at all: where everything is wrong, the first few are enough.
        let mut units = game
            .units
            .values()
            .take(if nth < LISTED { usize::MAX } else { 0 })
            .filter(|unit| unit.formation.is_some_and(|f| game.belongs(f, id)));
        let some: Vec<String> = units.by_ref().take(8).map(|unit| format!("`{}`", unit.id)).collect();
        let dots = if units.next().is_some() { ", …" } else { "" };
        let message = format!("formation `{}` says {}, {found} found", game.formations[id].id, so_many(stated, "unit", "units"));
        let origin = crate::origins::of(&context.origins.formations, id);
        let mut diag = Diag::new(&RULE, context.place(origin, "units"), message);
        if nth < LISTED {
            let label = if some.is_empty() { "none is in it".to_owned() } else { format!("in it: {}{dots}", some.join(", ")) };
            diag = diag.label(label);
        }
        sink.report(diag.help("correct the number, or the units' `formation`"));
    }
}

/// How many units each formation has, with everything below it: each unit counts in all formations above it.
fn members(game: &Game) -> Vec<i64> {
    let mut inside = vec![0; game.formations.len()];
    // Remnants and the parts of a breakdown stand for units that are counted already.
    let parts: BTreeSet<_> = game.units.values().flat_map(|u| u.remnant.into_iter().chain(u.breakdown.iter().copied())).collect();
    for (_, unit) in game.units.iter().filter(|(id, _)| !parts.contains(id)) {
        let mut at = unit.formation;
        while let Some(id) = at {
            if let Some(count) = inside.get_mut(id.index()) {
                *count += i64::from(unit.count);
            }
            at = game.formations.at(id).and_then(|f| f.parent);
        }
    }
    inside
}
