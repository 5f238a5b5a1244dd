//! A field of a policy that what it does has no use for, or results that its table does not give.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink, did_you_mean};
use crate::model::{Policy, PolicyDeed, Ruled};

static RULE: Rule =
    Rule { code: "M0526", name: "policy-field", severity: Severity::Error, docs: include_str!("policy_field.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::Game(check) };

/// The fields that are written, and whether what is done has a use for each.
fn fields(entry: &Policy) -> [(&'static str, bool, bool); 18] {
    let moves = entry.deed == PolicyDeed::Move;
    let (fights, acts) = (entry.deed == PolicyDeed::Fight, entry.deed == PolicyDeed::Act);
    let (plays, chooses) = (entry.deed == PolicyDeed::Card, entry.deed == PolicyDeed::Choose);
    let (advances, leaves) = (entry.deed == PolicyDeed::Advance, entry.deed == PolicyDeed::Leave);
    [
        ("who", entry.who.is_some(), !plays && !chooses),
        ("from", entry.from.is_some(), !plays && !chooses),
        ("to", entry.to.is_some(), moves || fights || acts || advances || leaves),
        ("toward", entry.toward.is_some(), moves || advances),
        ("closer", entry.closer.is_some(), (moves || advances) && entry.toward.is_some()),
        ("prefer", entry.prefer.is_some(), moves || advances),
        ("order", entry.order.is_some(), moves || fights || advances || leaves),
        ("card", entry.card.is_some(), plays),
        ("choice", entry.choice.is_some(), chooses),
        ("roll", entry.roll.is_some(), chooses || advances),
        ("causes", entry.causes.is_some(), moves),
        ("keeps", entry.keeps.is_some(), moves),
        ("along", entry.along.is_some(), moves),
        ("full", entry.full.is_some(), moves && entry.along.is_some()),
        ("mode", entry.mode.is_some(), moves || leaves),
        ("odds", entry.odds.is_some(), fights),
        ("best", entry.best.is_some(), fights),
        ("action", entry.action.is_some(), acts),
    ]
}

fn word(deed: PolicyDeed) -> &'static str {
    match deed {
        PolicyDeed::Stay => "stay",
        PolicyDeed::Move => "move",
        PolicyDeed::Fight => "fight",
        PolicyDeed::Act => "act",
        PolicyDeed::Card => "card",
        PolicyDeed::Choose => "choose",
        PolicyDeed::Leave => "leave",
        PolicyDeed::Advance => "advance",
    }
}

fn check(context: &CheckContext<'_>, sink: &mut Sink) {
    for entry in &context.game.rules.policy.list {
        let Some(origin) = context.origins.rules.get(&format!("policy/{}", entry.id.0)) else { continue };
        let mut report = |field: &'static str, message: String, help: String| {
            sink.report(Diag::new(&RULE, origin.at(field), message).printed_rule(entry.rule()).help(help));
        };
        for (field, _, _) in fields(entry).into_iter().filter(|(_, written, used)| *written && !used) {
            let message =
                format!("policy `{}` has `{field}`, which `\"do\": \"{}\"` has no use for", entry.id.0, word(entry.deed));
            report(field, message, format!("take `{field}` out, or change what it does"));
        }
        let table = entry.table.and_then(|table| context.game.tables.at(table));
        match (table, &entry.on) {
            (Some(table), Some(on)) => {
                let codes = || table.rows.iter().flat_map(|row| row.cells.iter()).flatten().map(String::as_str);
                for code in on.iter().filter(|code| !codes().any(|other| other == code.as_str())) {
                    let message =
                        format!("policy `{}` waits for the result `{code}`, and table `{}` has none", entry.id.0, table.id);
                    let help = did_you_mean(code, codes()).unwrap_or_else(|| "name a result of the table".to_owned());
                    report("on", message, help);
                }
            }
            (Some(table), None) => {
                let message = format!("policy `{}` rolls on table `{}` and waits for no result", entry.id.0, table.id);
                report("table", message, "add `on`: the results on which it is done".to_owned());
            }
            (None, Some(_)) if entry.table.is_none() => {
                let message = format!("policy `{}` waits for results and rolls on no table", entry.id.0);
                report("on", message, "add `table`".to_owned());
            }
            _ => {}
        }
    }
}
