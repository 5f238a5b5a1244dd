//! A face that has lost a step and has a higher number than the one before.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{RatingValue, UnitId};

static RULE: Rule =
    Rule { code: "M0212", name: "stronger-back", severity: Severity::Warning, docs: include_str!("stronger_back.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachUnit(check) };

fn check(context: &CheckContext<'_>, id: UnitId, sink: &mut Sink) {
    let game = context.game;
    let unit = &game.units[id];
    let Some(front) = unit.faces.first().filter(|_| !context.origins.partial_units.contains(&unit.id)) else { return };
    let mut before = front;
    for (n, face) in unit.faces.iter().enumerate().skip(1).filter(|(_, face)| game.states[face.state].step) {
        for (rating_id, rating) in game.ratings.iter().filter(|(_, rating)| !rating.rises) {
            let (RatingValue::Known(was), RatingValue::Known(is)) = (before.rating(rating_id), face.rating(rating_id)) else {
                continue;
            };
            if is <= was {
                continue;
            }
            let place = super::rating_out_of_range::face_place(context, id, n).field("ratings").field(&rating.id);
            let state = &game.states[face.state].id;
            let message = format!("`{}` of unit `{}` rises from {was} to {is} when {state}", rating.id, unit.id);
            let mut diag = Diag::new(&RULE, place, message).of_unit(&unit.id).folded_by(&rating.id);
            if let Some(origin) = crate::origins::of(&context.origins.ratings, rating_id) {
                diag = diag.related(origin, "this rating");
            }
            sink.report(diag.help("correct one of the two numbers, or say \"rises\": true of the rating"));
        }
        before = face;
    }
}
