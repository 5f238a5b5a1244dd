//! A marker that is the back of another, and that nothing ever shows.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::check::spoken::{all_rules, each_object};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::MarkerId;

static RULE: Rule =
    Rule { code: "M0513", name: "unshown-back", severity: Severity::Warning, docs: include_str!("unshown_back.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let lost = context.incomplete;
    if lost.rules || lost.scenarios || game.scenarios.is_empty() || context.origins.scenarios.iter().any(|s| s.incomplete) {
        return;
    }
    let (mut placed, mut flipped) = (BTreeSet::new(), BTreeSet::new());
    for value in all_rules(game) {
        each_object(&value, &mut |members| {
            let text = |name: &str| members.get(name).and_then(Value::as_str).map(str::to_owned);
            match text("kind").as_deref() {
                Some("flip") => flipped.extend(text("marker")),
                Some("remove") => {}
                // Effects that place it, and whatever else shows it, such as supply.
                _ => placed.extend(text("marker")),
            }
        });
    }
    let lie: BTreeSet<MarkerId> = game.scenarios.values().flat_map(|s| &s.markers).map(|line| line.marker).collect();
    for (id, front) in game.markers.iter() {
        let Some((back, is)) = front.back.and_then(|back| Some((back, game.markers.at(back)?))) else { continue };
        let turned = flipped.contains(&front.id) || flipped.contains(&is.id) || placed.contains(&is.id) || lie.contains(&back);
        // Where no rule places it, players do, and turn it.
        if turned || !placed.contains(&front.id) {
            continue;
        }
        let Some(origin) = crate::origins::of(&context.origins.markers, id) else { continue };
        let message = format!("nothing ever turns marker `{}` to its back `{}`", front.id, is.id);
        let help = format!("let an effect `flip` `{}` or `place` `{}`, or take `back` out", front.id, is.id);
        sink.report(Diag::new(&RULE, origin.at("back"), message).help(help));
    }
}
