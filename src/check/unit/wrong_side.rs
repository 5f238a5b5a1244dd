//! A unit of one side in a formation or nation of another.

use std::collections::BTreeMap;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{FormationId, NationId, SideId, UnitId};

static RULE: Rule = Rule { code: "M0205", name: "wrong-side", severity: Severity::Error, docs: include_str!("wrong_side.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// Units, each with its side.
type Members = Vec<(UnitId, SideId)>;

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    // By the formation from which the side comes, and by nation.
    let mut formations: BTreeMap<FormationId, Members> = BTreeMap::new();
    let mut nations: BTreeMap<NationId, Members> = BTreeMap::new();
    for (id, unit) in game.units.iter() {
        let Some(side) = unit.side else { continue };
        if let Some(formation) = unit.formation.filter(|formation| game.formations[*formation].side.is_some()) {
            formations.entry(head(context, formation)).or_default().push((id, side));
        }
        if let Some(nation) = unit.nation.filter(|nation| game.nations[*nation].side.is_some()) {
            nations.entry(nation).or_default().push((id, side));
        }
    }
    for (head, members) in &formations {
        let formation = &game.formations[*head];
        let origin = crate::origins::of(&context.origins.formations, *head);
        if let (Some(theirs), Some(own), Some(origin)) = (agreed(context, members), formation.side, origin)
            && theirs != own
        {
            let (own, theirs) = (&game.sides[own].id, &game.sides[theirs].id);
            let message =
                format!("formation `{}` is of side `{own}`, all its {} units of side `{theirs}`", formation.id, members.len());
            sink.report(Diag::new(&RULE, origin.at("side"), message).help("correct the side of the formation"));
            continue;
        }
        members.iter().for_each(|(unit, side)| in_formation(context, *unit, *side, sink));
    }
    for (id, members) in &nations {
        let nation = &game.nations[*id];
        let origin = crate::origins::of(&context.origins.nations, *id);
        if let (Some(theirs), Some(own), Some(origin)) = (agreed(context, members), nation.side, origin)
            && theirs != own
        {
            let (own, theirs) = (&game.sides[own].id, &game.sides[theirs].id);
            let message = format!("nation `{}` fights for `{own}`, all its {} units for `{theirs}`", nation.id, members.len());
            sink.report(Diag::new(&RULE, origin.at("side"), message).help("correct the side of the nation"));
            continue;
        }
        members.iter().for_each(|(unit, side)| in_nation(context, *unit, *side, sink));
    }
}

/// The highest formation above one that is of its side: there the side is written.
fn head(context: &CheckContext<'_>, mut formation: FormationId) -> FormationId {
    let game = context.game;
    let side = game.formations[formation].side;
    for _ in 0..game.formations.len() {
        match game.formations[formation].parent.filter(|above| game.formations[*above].side == side) {
            Some(above) => formation = above,
            None => break,
        }
    }
    formation
}

/// The side of all of them, if there are several: then they are right.
fn agreed(context: &CheckContext<'_>, members: &Members) -> Option<SideId> {
    let (_, first) = members.first()?;
    let all = members.iter().all(|(_, side)| side == first);
    (members.len() > 1 && all && !context.incomplete.units).then_some(*first)
}

fn in_formation(context: &CheckContext<'_>, id: UnitId, side: SideId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
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
            diag = diag.related(origin.at("side"), "this formation");
        }
        sink.report(diag.help("correct the unit's side, or give it a formation of its own side"));
    }
}

fn in_nation(context: &CheckContext<'_>, id: UnitId, side: SideId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
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
