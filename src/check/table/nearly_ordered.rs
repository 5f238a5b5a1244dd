//! A table in which nearly all results are in order, and some are not.

use super::cells_out_of_order::told;
use crate::check::order::order;
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Rule, Severity, Sink};
use crate::model::{Key, TableId};

static RULE: Rule =
    Rule { code: "M0612", name: "nearly-ordered", severity: Severity::Hint, docs: include_str!("nearly_ordered.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

/// Of fewer cells an order may be chance.
const CELLS: usize = 20;

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    // Columns with names have no order of their own.
    let Some(origins) = context.origins.tables.get(id.index()).filter(|_| table.odds || table.numbers) else { return };
    if table.ordered || origins.incomplete || context.incomplete.rules || table.columns.len() < 2 {
        return;
    }
    let Some(order) = order(table).filter(|order| order.cells >= CELLS && !order.more) else { return };
    if let Some(diag) = told(&RULE, table, origins, &order) {
        let help = "correct the cell; with \"ordered\": true on the table it is always checked. If the table is meant so, switch this hint off in `levels` of module.json";
        sink.report(diag.printed_rule(table.rule.as_deref()).help(help));
    }
}
