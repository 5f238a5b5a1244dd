//! A selector of hexes or hexsides that fits nothing on the map.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::Hexes;
use crate::rules::{Moment, Position, Situation};

static RULE: Rule = Rule { code: "M0509", name: "idle-place", severity: Severity::Warning, docs: include_str!("idle_place.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    if context.incomplete.map
        || context.incomplete.lines
        || context.incomplete.missed_terrain
        || map.ground.iter().all(Option::is_none)
    {
        return;
    }
    let nobody = Position::default();
    let situation = Situation::new(context.engine, &nobody, Moment { open: true, ..Moment::default() });
    let query = situation.ever();
    // `{"not": {}}` says nowhere, and means it.
    let nowhere = Hexes { not: Some(Box::default()), ..Hexes::default() };
    for (place, hexes) in context.origins.judged.hexes.iter().filter(|(_, hexes)| *hexes != nowhere) {
        if !map.board.hexes().any(|hex| query.is_hex(hexes, hex).possible()) {
            let diag = Diag::new(&RULE, place.clone(), "no hex of the map fits this");
            sink.report(diag.help("correct it, or take the rule out"));
        }
    }
    for (place, sides) in &context.origins.judged.hexsides {
        let any = map.board.hexes().any(|hex| {
            let near = map.board.neighbours(hex).into_iter().flatten();
            near.into_iter().any(|to| query.is_hexside(sides, hex, to).possible())
        });
        if !any {
            let diag = Diag::new(&RULE, place.clone(), "no hexside of the map fits this");
            sink.report(diag.help("correct it, or take the rule out"));
        }
    }
}
