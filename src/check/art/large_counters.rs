//! Counters that are larger than the hexes on which they lie.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::hexmap::USUAL_ACROSS;

static RULE: Rule =
    Rule { code: "M0716", name: "large-counters", severity: Severity::Hint, docs: include_str!("large_counters.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(art) = context.origins.art.filter(|_| !context.incomplete.art && !context.incomplete.map) else { return };
    if game.map.as_ref().is_none_or(|map| map.board.is_empty()) || game.units.is_empty() {
        return;
    }
    let stated = game.art.map.across_mm.filter(|mm| mm.is_finite() && *mm > 0.0);
    // A map that is drawn already is as large as its image, unless the author says otherwise.
    if stated.is_none() && (!game.art.map.images.is_empty() || game.art.counter_mm.is_none()) {
        return;
    }
    let (wide, high) = game.art.counter_area(game.art.counter());
    let (counter, across) = (wide.max(high), stated.unwrap_or(USUAL_ACROSS));
    if counter <= across {
        return;
    }
    let hexes = if stated.is_some() { "its hexes" } else { "hexes of the usual size" };
    let message = format!("counters of {counter} mm are larger than {hexes}, {across} mm across");
    let place = if game.art.counter_mm.is_some() { art.at("counter-mm") } else { art.at("map") };
    let help = format!("make the counters smaller, or the hexes of the map at least {counter} mm across");
    sink.report(Diag::new(&RULE, place, message).help(help));
}
