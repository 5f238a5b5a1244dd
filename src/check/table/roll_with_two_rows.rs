//! A roll that two rows answer, or a row that no roll reaches.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, TableId};

static RULE: Rule =
    Rule { code: "M0604", name: "roll-with-two-rows", severity: Severity::Error, docs: include_str!("roll_with_two_rows.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()) else { return };
    let title = table.title.as_deref().unwrap_or(&table.id);
    let mut rows: Vec<(i32, i32, usize)> = table.rows.iter().enumerate().map(|(i, row)| (row.from, row.to, i)).collect();
    rows.sort_unstable();
    let mut widest: Option<(i32, usize)> = None;
    for (from, to, i) in rows {
        if let Some((end, first)) = widest.filter(|(end, _)| from <= *end) {
            let (Some(place), Some(first)) = (origins.rows.get(i), origins.rows.get(first)) else { continue };
            let message = format!("roll {from} of table `{title}` has two rows");
            let diag = Diag::new(&RULE, place.at("roll"), message).related(first.at("roll"), "the other row");
            sink.report(diag.printed_rule(table.rule.as_deref()).help("let each roll have one row"));
            widest = Some((end.max(to), i));
        } else {
            widest = Some((to, i));
        }
    }
}
