//! A rating on a unit that may not have it, or none on a unit that must.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Rated, UnitId};
use crate::rules::could_fit;

static RULE: Rule =
    Rule { code: "M0209", name: "misplaced-rating", severity: Severity::Error, docs: include_str!("misplaced_rating.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(input: &Input<'_>, id: UnitId, sink: &mut Sink) {
    let game = input.game;
    let unit = &game.units[id];
    let Some(front) = unit.faces.first().filter(|_| !input.origins.partial_units.contains(&unit.id)) else { return };
    for (rating_id, rating) in game.ratings.iter() {
        let may = rating.only.as_ref().is_none_or(|only| could_fit(game, only, id));
        let has = front.rating(rating_id) != Rated::Absent;
        let place = input.unit_at(id, "ratings").field(&rating.id);
        let (message, help) = match (has, may) {
            (true, false) => (
                format!("unit `{}` has `{}`, which only other units have", unit.id, rating.id),
                "take the number out, or widen the rating's `only`",
            ),
            (false, true) if rating.required && !input.incomplete.units => {
                (format!("unit `{}` has no `{}`", unit.id, rating.id), "add the number, or \"?\" while you do not know it")
            }
            _ => continue,
        };
        let mut diag = Diag::new(&RULE, place, message).of_unit(&unit.id).like(format!("{} {has}", rating.id));
        if let Some(origin) = crate::origins::of(&input.origins.ratings, rating_id) {
            diag = diag.related(origin, "declared here");
        }
        sink.report(diag.help(help));
    }
}
