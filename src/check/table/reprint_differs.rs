//! Two printings of one table that do not say the same.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, TableId};

static RULE: Rule =
    Rule { code: "M0609", name: "reprint-differs", severity: Severity::Error, docs: include_str!("reprint_differs.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

/// Rows wider than this are compared at their ends.
const WIDE: i32 = 1000;

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()).filter(|origins| !origins.incomplete) else { return };
    let Some((columns, rows)) = &table.reprint else { return };
    let title = table.title.as_deref().unwrap_or(&table.id);
    for column in table.columns.iter().filter(|column| !columns.contains(column)) {
        let message = format!("the other printing of table `{title}` has no column `{column}`");
        let place = origins.table.at("reprint");
        sink.report(
            Diag::new(&RULE, place, message).help("add the column, or correct its heading").printed_rule(table.rule.as_deref()),
        );
    }
    for (nth, (row, origin)) in rows.iter().zip(&origins.reprint).enumerate() {
        for (column, cell) in columns.iter().zip(&row.cells) {
            let place = if column.is_empty() { origin.at("result") } else { origin.at("cells").field(column) };
            let Some(at) = table.columns.iter().position(|other| other == column) else {
                if nth == 0 {
                    let message = format!("table `{title}` has no column `{column}`, its other printing has");
                    sink.report(
                        Diag::new(&RULE, place.key(), message).help("correct the heading, or add the column to the table"),
                    );
                }
                continue;
            };
            let rolls = if row.to - row.from > WIDE { vec![row.from, row.to] } else { (row.from..=row.to).collect() };
            let differs = rolls.into_iter().find_map(|roll| {
                let n = table.rows.iter().position(|other| other.from <= roll && roll <= other.to);
                let found = n.and_then(|n| table.rows.get(n)).and_then(|other| other.cells.get(at).cloned().flatten());
                (found != *cell).then_some((roll, n, found))
            });
            if let Some((roll, n, found)) = differs {
                let name = |cell: &Option<String>| cell.as_ref().map_or_else(|| "nothing".to_owned(), |cell| format!("`{cell}`"));
                let under = if column.is_empty() { String::new() } else { format!(" under `{column}`") };
                let roll = match &table.draw {
                    Some(_) => usize::try_from(roll)
                        .ok()
                        .and_then(|n| context.game.cards.at(Key::new(n)))
                        .map_or_else(|| roll.to_string(), |card| card.id.clone()),
                    None => roll.to_string(),
                };
                let message =
                    format!("table `{title}` has {} for {roll}{under}, its other printing {}", name(&found), name(cell));
                let mut diag = Diag::new(&RULE, place, message).printed_rule(table.rule.as_deref());
                if let Some(origin) = n.and_then(|n| origins.rows.get(n)) {
                    let there = if column.is_empty() { origin.at("result") } else { origin.at("cells").field(column) };
                    diag = diag.related(there, "the table");
                }
                sink.report(diag.help("find out which printing is right, and correct the other"));
            }
        }
    }
}
