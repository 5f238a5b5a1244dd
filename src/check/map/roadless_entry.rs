//! An entry without the road that should lead in there.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::hexgrid::HexId;
use crate::model::{EntryCost, EntryRule, Map, SideId};
use crate::rules::could_fit;

static RULE: Rule =
    Rule { code: "M0317", name: "roadless-entry", severity: Severity::Error, docs: include_str!("roadless_entry.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(map) = context.game.map.as_ref().filter(|_| !context.incomplete.map && !context.incomplete.lines) else { return };
    unpaid(context, map, sink);
    for (entry, origin) in map.entries.values().zip(&context.origins.map.entries) {
        let (Some(class), Some(origin)) = (entry.road, origin) else { continue };
        let runs = |hex: &HexId| map.roads.values().any(|road| road.class == class && road.through.contains(hex));
        let road = &context.game.terrain[class].id;
        for hex in entry.hexes.iter().filter(|hex| !runs(hex)) {
            let name = map.board.name(*hex);
            let message = format!("entry `{}` wants road `{road}`, none comes through hex {name}", entry.id);
            let help = "lead the road to that hex, correct the hex, or take `road` out";
            sink.report(Diag::new(&RULE, origin.at("road"), message).help(help).at_hex(name).folded_by(&entry.id));
        }
    }
}

/// Entries without any road, where units pay for the road that leads in.
fn unpaid(context: &CheckContext<'_>, map: &Map, sink: &mut Sink) {
    let game = context.game;
    let Some(entering) = game.rules.entry.as_ref().filter(|_| !context.incomplete.rules && !map.roads.is_empty()) else { return };
    let is_for = |rule: &EntryRule, side: Option<SideId>| {
        let of_side = |unit| side.is_none() || game.units[unit].side == side;
        rule.who.as_ref().is_none_or(|who| game.units.ids().any(|unit| of_side(unit) && could_fit(game, who, unit)))
    };
    for (entry, origin) in map.entries.values().zip(&context.origins.map.entries) {
        let Some(origin) = origin.filter(|_| entry.road.is_none() && !entry.inland) else { continue };
        // The first rule that fits counts: where it is for some only, others may pay otherwise.
        let rule = entering.rules.list.iter().find(|rule| is_for(rule, entry.side));
        let Some(rule) = rule.filter(|rule| rule.cost == Some(EntryCost::Road) && rule.when.is_none()) else { continue };
        if entry.hexes.iter().any(|hex| map.roads.values().any(|road| road.through.contains(hex))) {
            continue;
        }
        let Some(hex) = entry.hexes.first().map(|hex| map.board.name(*hex)) else { continue };
        let message =
            format!("`{}` lets units pay for the road, and none leads in at hex {hex} of entry `{}`", rule.id.0, entry.id);
        let diag = Diag::new(&RULE, origin.at("hexes"), message).at_hex(hex);
        sink.report(diag.help("correct the hex, lead a road to it, or let the rule of entry be for others"));
    }
}
