//! A part of the kit that shall lie in the module, of which the game has nothing.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::chart;
use crate::draw::counter::inventory;
use crate::draw::page::Paper;
use crate::model::KitPart;

static RULE: Rule =
    Rule { code: "M0803", name: "missing-kit-part", severity: Severity::Warning, docs: include_str!("missing_kit_part.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(origin) = context.origins.kit else { return };
    for (n, part) in context.game.vassal.kit.iter().enumerate() {
        let Some((part, what)) = missing(context, *part) else { continue };
        let message = format!("the module has no `{part}`: the game has no {what}");
        let diag = Diag::new(&RULE, origin.at("kit").index(n), message);
        sink.report(diag.help(format!("take `{part}` out of `kit`")));
    }
}

/// What a part is called, and what the game would need for it; nothing if it is there, or could not be read.
fn missing(context: &CheckContext<'_>, part: KitPart) -> Option<(&'static str, &'static str)> {
    let (game, lost) = (context.game, context.incomplete);
    let no_map = || game.map.as_ref().is_none_or(|map| map.board.is_empty() && map.boxes.is_empty());
    let (word, what, gone, unread) = match part {
        KitPart::Cards => ("cards", "cards", game.cards.is_empty(), lost.cards),
        KitPart::Counters => ("counters", "counters", inventory(game).is_empty(), lost.units || lost.markers || lost.cards),
        KitPart::Map => ("map", "map", no_map(), lost.map),
        KitPart::TurnTrack => ("turn-track", "turns", game.turns.is_empty(), lost.turns),
        KitPart::Setup => ("setup", "scenarios", game.scenarios.is_empty(), lost.scenarios),
        KitPart::OrderOfAppearance => {
            let comes = game.scenarios.values().any(|it| !it.arrivals.is_empty() || !it.withdrawals.is_empty());
            ("order-of-appearance", "arrivals or withdrawals", !comes, lost.scenarios)
        }
        KitPart::Rules => ("rules", "rules", chart::rules(game, Paper::A4).is_empty(), lost.rules),
        KitPart::Charts => {
            let none = game.art.charts.is_empty() && chart::charts(game, Paper::A4).is_empty();
            ("charts", "tables or terrain", none, lost.rules || lost.map || lost.art)
        }
    };
    (gone && !unread).then_some((word, what))
}
