//! An icon that nobody drew.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};
use crate::draw::symbol::Icon;

static RULE: Rule =
    Rule { code: "M0721", name: "unknown-icon", severity: Severity::Warning, docs: include_str!("unknown_icon.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let Some(art) = context.origins.art else { return };
    let named = context.game.art.icons.iter().filter(|(_, icon)| !icon.is_empty());
    let named = named.map(|(id, icon)| (icon.as_str(), art.at("icons").field(id)));
    let shown = super::unknown_slot_word::slots(context);
    let shown = shown.filter_map(|(slot, place, _)| Some((slot.show.trim().strip_prefix("icon:")?.trim(), place)));
    for (name, place) in named.chain(shown).filter(|(name, _)| Icon::named(name).is_none()) {
        let help = did_you_mean(name, Icon::all().iter().map(Icon::name))
            .unwrap_or_else(|| "name one of the icons that docs/counters.md shows".to_owned());
        sink.report(Diag::new(&RULE, place, format!("there is no icon `{name}`")).help(help));
    }
}
