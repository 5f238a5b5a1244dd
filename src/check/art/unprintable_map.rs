//! A map that can be neither printed nor built for VASSAL.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::draw::hexmap::{TooLarge, printable};

static RULE: Rule =
    Rule { code: "M0713", name: "unprintable-map", severity: Severity::Warning, docs: include_str!("unprintable_map.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Err(why) = printable(context.game) else { return };
    let help = match why {
        TooLarge::Hexes(_) => "make it of fewer hexes",
        TooLarge::Sheet(..) => "make the hexes smaller with `across-flats-mm`, or lay fewer boxes beside the map",
    };
    let place = context.place(context.origins.map.map, "grid").field("across-flats-mm");
    sink.report(Diag::new(&RULE, place, why.to_string()).help(help));
}
