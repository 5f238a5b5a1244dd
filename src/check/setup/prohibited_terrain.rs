//! A unit that starts in terrain closed to its class.

use crate::check::ScenarioContext;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::ClassId;
use crate::rules::Standing;

static RULE: Rule =
    Rule { code: "M0404", name: "prohibited-terrain", severity: Severity::Error, docs: include_str!("prohibited_terrain.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    for (hex, stack) in scenario.start.stacks() {
        for piece in stack {
            let (terrain, how) = match scenario.engine.standing(piece.unit, hex) {
                Standing::Never(terrain) => (terrain, "which is closed to it"),
                Standing::OnlyByRoad(terrain) => (terrain, "which is open to it only along a road, and none runs there"),
                Standing::Yes | Standing::Unknown => continue,
            };
            let Some(place) = scenario.origins.setup.get(piece.line) else { continue };
            let (unit, ground) = (&game.units[piece.unit], &game.terrain[terrain]);
            let class = unit.class.map(|c: ClassId| format!(" ({})", game.classes[c].id)).unwrap_or_default();
            let hex = map.board.name(hex);
            let message = format!("unit `{}`{class} starts in hex {hex}, `{}`, {how}", unit.id, ground.id);
            let mut diag = Diag::new(&RULE, place.clone(), message)
                .in_scenario(&game.scenarios[scenario.id].id)
                .at_hex(hex)
                .of_unit(&unit.id)
                .printed_rule(ground.rule.as_deref());
            if let Some(origin) = crate::origins::of(&context.origins.terrain, terrain) {
                let cost = origin.at("cost").field(unit.class.map_or("", |c| game.classes[c].id.as_str()));
                diag = diag.related(cost, "the cost");
            }
            sink.report(diag.help("set it up in another hex"));
        }
    }
}
