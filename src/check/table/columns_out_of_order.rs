//! Odds columns that are no odds, or not in order from the worst to the best.

use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, Table, TableId, column_odds, column_span};
use crate::span::Origin;

static RULE: Rule = Rule {
    code: "M0607",
    name: "columns-out-of-order",
    severity: Severity::Error,
    docs: include_str!("columns_out_of_order.md"),
};

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()).filter(|_| table.odds || table.numbers) else { return };
    let Some(row) = origins.rows.first() else { return };
    let title = table.title.as_deref().unwrap_or(&table.id);
    if table.numbers {
        numbers(table, title, *row, sink);
        return;
    }
    let mut last: Option<((i64, i64), &str)> = None;
    for column in &table.columns {
        let place = row.at("cells").field(column).key();
        let Some(odds) = column_odds(column) else {
            let message = format!("column `{column}` of table `{title}` is no odds");
            sink.report(Diag::new(&RULE, place, message).help("write odds as 1:3 or 4:1, or say \"columns\": \"names\""));
            continue;
        };
        if let Some((before, name)) = last {
            // a:b after c:d is in order if a/b > c/d.
            if i128::from(odds.0) * i128::from(before.1) <= i128::from(before.0) * i128::from(odds.1) {
                let message =
                    format!("column `{column}` of table `{title}` stands after `{name}`, but is not better for the attacker");
                sink.report(
                    Diag::new(&RULE, place, message)
                        .printed_rule(table.rule.as_deref())
                        .help("put the columns in order, from the worst odds to the best"),
                );
            }
        }
        last = Some((odds, column));
    }
}

/// Columns of numbers: each is more than the one before it, and together they leave no gap.
fn numbers(table: &Table, title: &str, row: Origin, sink: &mut Sink) {
    let mut spans: Vec<(i64, i64, &str)> = Vec::new();
    let mut fault = |column: &str, message: String, help: String| {
        let diag = Diag::new(&RULE, row.at("cells").field(column).key(), message);
        sink.report(diag.printed_rule(table.rule.as_deref()).help(help));
    };
    for column in &table.columns {
        let Some((least, most)) = column_span(column) else {
            let help = "write 3, 4-6 or 24+, or say \"columns\": \"names\"";
            fault(column, format!("column `{column}` of table `{title}` is no number"), help.to_owned());
            continue;
        };
        if let Some((_, _, name)) = spans.last().filter(|(before, _, _)| least <= *before) {
            let message = format!("column `{column}` of table `{title}` stands after `{name}`, which is more");
            fault(column, message, "put the columns in order, from the fewest to the most".to_owned());
        }
        spans.push((least, most, column));
    }
    spans.sort_unstable();
    for ((_, end, name), (least, _, column)) in spans.iter().zip(spans.iter().skip(1)) {
        let wanted = end.saturating_add(1);
        if *least != wanted {
            let found = if *least < wanted { "overlaps with" } else { "leaves a gap after" };
            let message = format!("column `{column}` of table `{title}` {found} `{name}`");
            fault(column, message, format!("let it begin with {wanted}"));
        }
    }
}
