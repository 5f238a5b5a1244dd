//! A movement class that no other unit of the type has, on a unit that moves no faster or slower than they do.

use std::collections::BTreeMap;

use crate::check::peers::{OTHERS, Peers, called, front, span};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};

static RULE: Rule =
    Rule { code: "M0220", name: "unlikely-class", severity: Severity::Hint, docs: include_str!("unlikely_class.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    let game = context.game;
    let Some(allowance) = game.rules.movement.as_ref().and_then(|movement| movement.allowance) else { return };
    let mut types: BTreeMap<_, Vec<&Peers>> = BTreeMap::new();
    for group in &context.alike().groups {
        types.entry((group.side, group.kind)).or_default().push(group);
    }
    for ((side, kind), mut groups) in types {
        groups.sort_by_key(|group| group.units.len());
        let [one, rest] = groups.as_slice() else { continue };
        let ([id], Some(class), Some(theirs)) = (one.units.as_slice(), one.class, rest.class) else { continue };
        let moves: Vec<i32> = rest.units.iter().filter_map(|id| front(&game.units[*id], allowance)).collect();
        let unit = &game.units[*id];
        let (Some(least), Some(most), Some(own)) = (moves.iter().min(), moves.iter().max(), front(unit, allowance)) else {
            continue;
        };
        // One that also moves otherwise is meant to be different: infantry in lorries.
        if moves.len() < OTHERS || !(*least..=*most).contains(&own) {
            continue;
        }
        let (class, theirs) = (&game.classes[class].id, &game.classes[theirs].id);
        let message = format!(
            "unit `{}` has class `{class}`, all {} others of its kind ({}) have `{theirs}` and move {}, as it does",
            unit.id,
            rest.units.len(),
            called(game, side, kind),
            span(*least, *most)
        );
        let help = format!("write `{theirs}`, or correct its type or its {}", game.ratings[allowance].id);
        sink.report(Diag::new(&RULE, context.unit_at(*id, "class"), message).of_unit(&unit.id).help(help));
    }
}
