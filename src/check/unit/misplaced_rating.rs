//! A rating on a unit that may not have it, or none on a unit that must.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{RatingValue, UnitId};
use crate::rules::could_fit;

static RULE: Rule =
    Rule { code: "M0209", name: "misplaced-rating", severity: Severity::Error, docs: include_str!("misplaced_rating.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
    let Some(front) = unit.faces.first().filter(|_| !context.origins.partial_units.contains(&unit.id)) else { return };
    for (rating_id, rating) in game.ratings.iter() {
        let may = rating.only.as_ref().is_none_or(|only| could_fit(game, only, id));
        let has = front.rating(rating_id) != RatingValue::Absent;
        let place = context.unit_at(id, "ratings").field(&rating.id);
        let (message, help) = match (has, may) {
            (true, false) => (
                format!("unit `{}` has `{}`, which only other units have", unit.id, rating.id),
                "take the number out, or widen the rating's `only`",
            ),
            (false, true) if rating.required && !context.incomplete.units => {
                (format!("unit `{}` has no `{}`", unit.id, rating.id), "add the number, or \"?\" while you do not know it")
            }
            _ => continue,
        };
        let mut diag = Diag::new(&RULE, place, message).of_unit(&unit.id).folded_by(format!("{} {has}", rating.id));
        if let Some(origin) = crate::origins::of(&context.origins.ratings, rating_id) {
            diag = diag.related(origin, "declared here");
        }
        sink.report(diag.help(help));
    }
}
