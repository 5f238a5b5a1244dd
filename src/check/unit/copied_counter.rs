//! Two units that differ in nothing but their ids, where all others of their kind have a name of their own.

use std::collections::BTreeMap;

use crate::check::peers::{OTHERS, called};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::UnitId;

static RULE: Rule =
    Rule { code: "M0223", name: "copied-counter", severity: Severity::Hint, docs: include_str!("copied_counter.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    for group in &context.alike().groups {
        let mut alike: BTreeMap<_, Vec<UnitId>> = BTreeMap::new();
        for id in &group.units {
            let unit = &game.units[*id];
            // What is like others and says so by its count, or has nothing to be told by, is no copy.
            if unit.count == 1 && (unit.name.is_some() || unit.designation.is_some()) {
                alike.entry((unit.formation, &unit.size, &unit.name, &unit.designation)).or_default().push(*id);
            }
        }
        let twice: Vec<&Vec<UnitId>> = alike.values().filter(|units| units.len() > 1).collect();
        let [pair] = twice.as_slice() else { continue };
        let [first, second] = pair.as_slice() else { continue };
        let (a, b) = (&game.units[*first], &game.units[*second]);
        if alike.len() <= OTHERS || a.faces != b.faces || a.nation != b.nation || a.tags != b.tags {
            continue;
        }
        let field = if b.designation.is_some() { "designation" } else { "name" };
        let word = b.designation.as_deref().or(b.name.as_deref()).unwrap_or_default();
        let message = format!(
            "units `{}` and `{}` are both `{word}` and differ in nothing on their counters, all {} others of their kind ({}) differ",
            a.id,
            b.id,
            alike.len() - 1,
            called(game, group.side, group.kind)
        );
        let diag = Diag::new(&RULE, context.unit_at(*second, field), message).of_unit(&b.id).of_unit(&a.id);
        let diag = diag.related(context.unit_at(*first, field), "the other one");
        sink.report(
            diag.help("give each what is printed on its counter; if they are meant to be alike, write one with `count` 2"),
        );
    }
}
