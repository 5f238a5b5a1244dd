//! A unit whose remnant, or a part of whose breakdown, is itself again, or is of the other side.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule =
    Rule { code: "M0217", name: "remnant-circle", severity: Severity::Error, docs: include_str!("remnant_circle.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

/// A circle of more units is not looked for: a unit has one remnant, rarely two.
const LONGEST: usize = 1_000;

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
    let after =
        unit.remnant.map(|next| (next, "remnant")).into_iter().chain(unit.breakdown.iter().map(|next| (*next, "breakdown")));
    for (next, field) in after {
        let other = &game.units[next];
        let report = |message: String, help: &str| {
            let mut diag = Diag::new(&RULE, context.unit_at(id, field), message).of_unit(&unit.id);
            if let Some(origin) = crate::origins::of(&context.origins.units, next).filter(|_| next != id) {
                diag = diag.related(origin, "the other unit");
            }
            diag.help(help)
        };
        // From remnant to remnant one must come to an end.
        let mut at = Some(next);
        for _ in 0..game.units.len().min(LONGEST) {
            match at.filter(|at| *at != id) {
                Some(here) => at = game.units[here].remnant,
                None => break,
            }
        }
        if next == id || field == "remnant" && at == Some(id) {
            let message = match (next == id, field) {
                (true, "remnant") => format!("unit `{}` is its own remnant", unit.id),
                (true, _) => format!("unit `{}` is a part of its own breakdown", unit.id),
                (false, _) => format!("unit `{}` has the remnant `{}`, and becomes itself again", unit.id, other.id),
            };
            sink.report(report(message, "name another unit"));
        } else if let (Some(own), Some(side)) = (unit.side, other.side)
            && own != side
        {
            let (own, side) = (&game.sides[own].id, &game.sides[side].id);
            let message = format!("unit `{}` of side `{own}` has the {field} `{}` of side `{side}`", unit.id, other.id);
            sink.report(report(message, "name a unit of its own side"));
        }
    }
}
