//! Odds columns that are no odds, or not in order from the worst to the best.

use crate::check::{Check, Input, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, Table, TableId};
use crate::span::Origin;

static RULE: Rule = Rule {
    code: "M0607",
    name: "columns-out-of-order",
    severity: Severity::Error,
    docs: include_str!("columns_out_of_order.md"),
};

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(input: &Input<'_>, id: TableId, sink: &mut Sink) {
    let table = &input.game.tables[id];
    let Some(origins) = input.origins.tables.get(id.index()).filter(|_| table.odds || table.numbers) else { return };
    let Some(row) = origins.rows.first() else { return };
    let title = table.title.as_deref().unwrap_or(&table.id);
    if table.numbers {
        numbers(table, title, *row, sink);
        return;
    }
    let mut last: Option<((u64, u64), &str)> = None;
    for column in &table.columns {
        let place = row.at("cells").field(column).key();
        let Some(odds) = odds(column) else {
            let message = format!("column `{column}` of table `{title}` is no odds");
            sink.report(Diag::new(&RULE, place, message).help("write odds as 1:3 or 4:1, or say \"columns\": \"names\""));
            continue;
        };
        if let Some((before, name)) = last {
            // a:b after c:d is in order if a/b > c/d.
            if odds.0 * before.1 <= before.0 * odds.1 {
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

/// Columns of numbers: each begins after the one before it ends, with nothing between them.
fn numbers(table: &Table, title: &str, row: Origin, sink: &mut Sink) {
    let mut last: Option<(i64, &str)> = None;
    for column in &table.columns {
        let place = row.at("cells").field(column).key();
        let Some((least, most)) = crate::rules::span(column) else {
            let message = format!("column `{column}` of table `{title}` is no number");
            sink.report(Diag::new(&RULE, place, message).help("write 3, 4-6 or 24+, or say \"columns\": \"names\""));
            continue;
        };
        if let Some((end, name)) = last.filter(|(end, _)| least != end.saturating_add(1)) {
            let found = if least <= end { "overlaps or comes before it" } else { "leaves a gap" };
            let message = format!("column `{column}` of table `{title}` stands after `{name}`, and {found}");
            let diag = Diag::new(&RULE, place, message).printed_rule(table.rule.as_deref());
            sink.report(diag.help(format!("let it begin with {}", end.saturating_add(1))));
        }
        last = Some((most, column));
    }
}

fn odds(text: &str) -> Option<(u64, u64)> {
    let (a, b) = text.trim().trim_end_matches('+').split_once([':', '-'])?;
    let number = |s: &str| s.trim().parse::<u32>().ok().filter(|n| *n > 0).map(u64::from);
    Some((number(a)?, number(b)?))
}
