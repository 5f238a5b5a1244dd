//! A result that is explained and stands in no cell.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, TableId};

static RULE: Rule =
    Rule { code: "M0606", name: "unused-result", severity: Severity::Warning, docs: include_str!("unused_result.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()) else { return };
    if origins.incomplete || table.rows.is_empty() {
        return;
    }
    let used: BTreeSet<&str> = table.rows.iter().flat_map(|row| row.cells.iter().flatten().map(String::as_str)).collect();
    for (result, origin) in table.results.iter().flatten().zip(&origins.results) {
        if !used.contains(result.code.as_str()) {
            let message =
                format!("result `{}` of table `{}` is in no cell", result.code, table.title.as_deref().unwrap_or(&table.id));
            sink.report(Diag::new(&RULE, origin.at("code"), message).help("use it in the table, or take it out"));
        }
    }
}
