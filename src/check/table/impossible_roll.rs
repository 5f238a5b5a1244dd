//! A row for rolls that the dice cannot make, with any modifier.

use super::roll_without_row::{Bounds, bounds};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Dice, Key, TableId};

static RULE: Rule =
    Rule { code: "M0608", name: "impossible-roll", severity: Severity::Warning, docs: include_str!("impossible_roll.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let (Some(dice), Some(origins)) = (table.dice, context.origins.tables.get(id.index())) else { return };
    if table.draw.is_some() {
        return;
    }
    // A modifier whose amount is found in play may make any roll.
    let combats = context.game.rules.combat.iter().flat_map(|list| list.iter()).filter(|combat| combat.table == Some(id));
    let open = |entry: &crate::model::Mod| !matches!(entry.add, crate::model::Amount::Number(_)) || entry.each.is_some();
    if combats.into_iter().any(|combat| combat.rolls.iter().any(open)) {
        return;
    }
    let rolls = dice.rolls();
    let Some(Bounds { least, most, low, high }) = bounds(context, id, &rolls) else { return };
    let plain = (low, high) == (least, most);
    let title = table.title.as_deref().unwrap_or(&table.id);
    for (row, origin) in table.rows.iter().zip(&origins.rows) {
        let (from, to) = (i64::from(row.from), i64::from(row.to));
        let possible = match plain && dice == Dice::TensUnits {
            // Two dice read as tens and units never show a 7, 8, 9 or 0.
            true => rolls.iter().any(|roll| from <= i64::from(*roll) && i64::from(*roll) <= to),
            false => from <= high && low <= to,
        };
        // An end beyond all rolls leaves a row open; one between them is a slip.
        let off = |end: i64| least <= end && end <= most && !rolls.iter().any(|roll| i64::from(*roll) == end);
        if let Some(end) = [from, to].into_iter().find(|end| possible && plain && off(*end)) {
            let message = format!("table `{title}` has a row for {from}-{to}, and {dice} never shows {end}");
            let diag = Diag::new(&RULE, origin.at("roll"), message).printed_rule(table.rule.as_deref());
            sink.report(diag.help("begin and end the row with rolls that two six-sided dice show"));
        }
        if !possible {
            let range = if from == to { from.to_string() } else { format!("{from}-{to}") };
            let with = if plain { "" } else { " with its modifiers" };
            let message = format!("table `{title}` has a row for {range}, which {dice} never makes{with}");
            let diag = Diag::new(&RULE, origin.at("roll"), message).printed_rule(table.rule.as_deref());
            sink.report(diag.help("take the row out, or correct its rolls or the dice").folded_by(&table.id));
        }
    }
}
