//! A result that is explained and stands in no cell.

use std::collections::BTreeSet;

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Effect, Key, TableId};

static RULE: Rule =
    Rule { code: "M0606", name: "unused-result", severity: Severity::Warning, docs: include_str!("unused_result.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()) else { return };
    if origins.incomplete || table.rows.is_empty() {
        return;
    }
    let cells = table.rows.iter().flat_map(|row| row.cells.iter().flatten().map(String::as_str));
    // An effect may name the result that stands instead of another; a combat names those beyond the ends of its table.
    let effects = context.game.effects();
    let named = effects.iter().filter_map(|effect| match effect {
        Effect::Result { code } => Some(code.0.as_str()),
        _ => None,
    });
    let combats = context.game.rules.combat.iter().flat_map(|list| list.all()).filter(|combat| combat.table == Some(id));
    let ends = combats.flat_map(|it| [&it.below, &it.above, &it.raw_below, &it.raw_above]).flatten().map(String::as_str);
    let used: BTreeSet<&str> = cells.chain(named).chain(ends).collect();
    for (result, origin) in table.results.iter().flatten().zip(&origins.results) {
        if !used.contains(result.code.as_str()) {
            let message =
                format!("result `{}` of table `{}` is in no cell", result.code, table.title.as_deref().unwrap_or(&table.id));
            sink.report(Diag::new(&RULE, origin.at("code"), message).help("use it in the table, or take it out"));
        }
    }
}
