//! A unit of one side in a formation or nation of another.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule = Rule { code: "M0205", name: "wrong-side", severity: Severity::Error, docs: include_str!("wrong_side.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
    let Some(side) = unit.side else { return };
    let formation = unit.formation.map(|f| (f, &game.formations[f]));
    if let Some((f, formation)) = formation
        && let Some(other) = formation.side.filter(|other| *other != side)
    {
        let (own, other) = (&game.sides[side].id, &game.sides[other].id);
        let message = format!("unit `{}` is of side `{own}`, its formation `{}` of side `{other}`", unit.id, formation.id);
        let mut diag = Diag::new(&RULE, context.unit_at(id, "formation"), message)
            .of_unit(&unit.id)
            .folded_by(format!("formation {}", formation.id));
        if let Some(origin) = crate::origins::of(&context.origins.formations, f) {
            diag = diag.related(origin, "this formation");
        }
        sink.report(diag.help("correct the unit's side, or give it a formation of its own side"));
    }
    if let Some(nation) = unit.nation.map(|n| &game.nations[n])
        && let Some(other) = nation.side.filter(|other| *other != side)
    {
        let (own, other) = (&game.sides[side].id, &game.sides[other].id);
        let message = format!("unit `{}` is of side `{own}`, its nation `{}` fights for `{other}`", unit.id, nation.id);
        sink.report(
            Diag::new(&RULE, context.unit_at(id, "nation"), message)
                .of_unit(&unit.id)
                .help("correct the unit's side or its nation"),
        );
    }
}
