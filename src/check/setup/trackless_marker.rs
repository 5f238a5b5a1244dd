//! A marker that lies on a track, in a game without one.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::MarkerOn;

static RULE: Rule =
    Rule { code: "M0411", name: "trackless-marker", severity: Severity::Warning, docs: include_str!("trackless_marker.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let tracks = |map: &crate::model::Map| map.boxes.values().any(|b| b.track.is_some());
    if context.incomplete.map || game.map.as_ref().is_none_or(tracks) {
        return;
    }
    for (id, marker) in game.markers.iter().filter(|(_, marker)| marker.on == Some(MarkerOn::Track)) {
        let origin = crate::origins::of(&context.origins.markers, id);
        let message = format!("marker `{}` lies on a track, and the map has none", marker.id);
        sink.report(Diag::new(&RULE, context.place(origin, "on"), message).help("add a track to `tracks` of map.json"));
    }
}
