//! A table that says it is ordered, and has cells that are not.

use crate::check::order::{Order, order};
use crate::check::{Check, CheckContext, Scope};
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, Table, TableId};
use crate::origins::TableOrigins;
use crate::span::Place;

static RULE: Rule =
    Rule { code: "M0611", name: "cells-out-of-order", severity: Severity::Warning, docs: include_str!("cells_out_of_order.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let origins = context.origins.tables.get(id.index());
    let Some(origins) = origins.filter(|origins| table.ordered && !origins.incomplete && !context.incomplete.rules) else {
        return;
    };
    let title = table.title.as_deref().unwrap_or(&table.id);
    let Some(order) = order(table) else {
        sink.unchecked(format!("the order of table `{title}`"), "its results cannot be ranked");
        return;
    };
    let help = "correct the cell, list the results from the worst to the best, or leave out \"ordered\"";
    if let Some(diag) = told(&RULE, table, origins, &order) {
        sink.report(diag.printed_rule(table.rule.as_deref()).help(help));
    }
}

/// The first cell that is out of order, with the others.
pub(super) fn told(rule: &'static Rule, table: &Table, origins: &TableOrigins, order: &Order) -> Option<Diag> {
    let title = table.title.as_deref().unwrap_or(&table.id);
    let cell = |(row, column): &(usize, usize)| -> Option<(String, Place)> {
        let (line, name) = (table.rows.get(*row)?, table.columns.get(*column)?);
        let result = line.cells.get(*column)?.as_deref()?;
        let roll = if line.from == line.to { line.from.to_string() } else { format!("{}-{}", line.from, line.to) };
        let origin = origins.rows.get(*row)?;
        Some(if name.is_empty() {
            (format!("result `{result}` for roll {roll}"), origin.at("result"))
        } else {
            (format!("result `{result}` for roll {roll} in column `{name}`"), origin.at("cells").field(name))
        })
    };
    let mut cells = order.wrong.iter().filter_map(cell);
    // Where more than a tenth is out of order, none is more to blame than another.
    let (what, place) = match cells.next() {
        Some(first) if !order.more => first,
        _ if order.more => {
            let message = format!("more than a tenth of the {} results of table `{title}` are out of order", order.cells);
            return Some(Diag::new(rule, origins.table.at("ordered"), message));
        }
        _ => return None,
    };
    let others = match order.wrong.len() - 1 {
        0 => String::new(),
        1 => ", as is one other of its cells".to_owned(),
        n => format!(", as are {n} other cells of it"),
    };
    let message = format!("{what} of table `{title}` is out of order{others}");
    let diag = Diag::new(rule, place, message);
    Some(cells.fold(diag, |diag, (what, place)| diag.related(place, format!("{what}, too"))))
}
