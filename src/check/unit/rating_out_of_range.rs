//! A number on a counter beyond what the game says of that rating.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{RatingValue, UnitId};

static RULE: Rule =
    Rule { code: "M0208", name: "rating-out-of-range", severity: Severity::Error, docs: include_str!("rating_out_of_range.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
    for (n, face) in unit.faces.iter().enumerate() {
        for (rating_id, rating) in game.ratings.iter() {
            let RatingValue::Known(value) = face.rating(rating_id) else { continue };
            // A number that the back takes from the front is judged on the front.
            if n > 0 && unit.faces.first().is_some_and(|front| front.rating(rating_id) == RatingValue::Known(value)) {
                continue;
            }
            let bound = match (rating.min, rating.max) {
                (Some(min), _) if value < min => format!("at least {min}"),
                (_, Some(max)) if value > max => format!("at most {max}"),
                _ => continue,
            };
            let place = face_place(context, id, n).field("ratings").field(&rating.id);
            let message = format!("`{}` of unit `{}` is {value}, expected {bound}", rating.id, unit.id);
            let mut diag = Diag::new(&RULE, place, message).of_unit(&unit.id).folded_by(format!("{} {bound}", rating.id));
            if let Some(origin) = crate::origins::of(&context.origins.ratings, rating_id) {
                diag = diag.related(origin, "declared here");
            }
            sink.report(diag.help("correct the number, or the range of the rating"));
        }
    }
}

/// Where a face is written: the unit itself, its `back`, or one of `more`.
pub(super) fn face_place(context: &CheckContext<'_>, id: UnitId, face: usize) -> crate::span::Place {
    let unit = crate::origins::of(&context.origins.units, id).or(context.origins.module);
    let place = unit.map_or_else(|| crate::span::Place::file(crate::span::FileId(0)), crate::span::Place::from);
    match face {
        0 => place,
        1 => place.field("back"),
        n => place.field("more").index(n - 2),
    }
}
