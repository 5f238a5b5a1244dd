//! A unit that is set up where a ban of the rules forbids it.

use crate::check::{Check, CheckContext, ScenarioContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::Ruled;

static RULE: Rule =
    Rule { code: "M0412", name: "forbidden-setup", severity: Severity::Error, docs: include_str!("forbidden_setup.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachScenario(check) };

fn check(context: &CheckContext<'_>, scenario: &ScenarioContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(map) = &game.map else { return };
    let name = &game.scenarios[scenario.id].id;
    for (hex, piece) in scenario.situation.pieces() {
        let Some(ban) = scenario.situation.set_up_ban(*piece, hex) else { continue };
        let (Some(place), unit) = (scenario.origins.setup.get(piece.line), &game.units[piece.unit].id) else { continue };
        let where_ = map.board.name(hex);
        let message = format!("unit `{unit}` starts in hex {where_}, where `{}` forbids it", ban.id.0);
        let mut diag = Diag::new(&RULE, place.clone(), message)
            .in_scenario(name)
            .at_hex(where_)
            .of_unit(unit)
            .printed_rule(ban.rule())
            .folded_by(&ban.id.0);
        if let Some(origin) = context.origins.rules.get(&format!("bans/{}", ban.id.0)) {
            diag = diag.related(*origin, "the ban");
        }
        let only = ban.only == Some(true);
        let help = if only { "set it up where the ban allows it" } else { "set it up elsewhere" };
        sink.report(diag.help(format!("{help}, or change `bans/{}` in the scenario's `changes`", ban.id.0)));
    }
}
