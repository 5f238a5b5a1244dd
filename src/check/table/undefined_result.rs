//! A result in a table that its list of results does not have, or a cell that has none.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{Check, CheckContext, Scope};
use crate::diag::did_you_mean;
use crate::diag::{Diag, Rule, Severity, Sink};
use crate::model::{Key, TableId};

static RULE: Rule =
    Rule { code: "M0605", name: "undefined-result", severity: Severity::Error, docs: include_str!("undefined_result.md") };

pub(in crate::check) const CHECK: Check = Check { rule: &RULE, run: Scope::EachTable(check) };

fn check(context: &CheckContext<'_>, id: TableId, sink: &mut Sink) {
    let table = &context.game.tables[id];
    let Some(origins) = context.origins.tables.get(id.index()) else { return };
    let title = table.title.as_deref().unwrap_or(&table.id);
    let known: Option<BTreeSet<&str>> = table.results.as_ref().map(|list| list.iter().map(|r| r.code.as_str()).collect());
    // One result that is not explained is one mistake, in however many cells it stands.
    let mut unlisted: BTreeMap<&str, Diag> = BTreeMap::new();
    for (row, origin) in table.rows.iter().zip(&origins.rows) {
        for (cell, column) in row.cells.iter().zip(&table.columns) {
            let place = if column.is_empty() { origin.at("result") } else { origin.at("cells").field(column) };
            match (cell, &known) {
                (None, _) if origins.incomplete => {}
                (None, _) => {
                    let of = if column.is_empty() { String::new() } else { format!(" in column `{column}`") };
                    let message = format!("table `{title}` has no result for roll {}{of}", row.from);
                    sink.report(
                        Diag::new(&RULE, place, message)
                            .printed_rule(table.rule.as_deref())
                            .help("fill in the cell; `-` may stand for no effect"),
                    );
                }
                (Some(code), Some(known)) if !known.contains(code.as_str()) && code != "?" && !origins.incomplete => {
                    let again = unlisted.remove(code.as_str()).map(|diag| diag.related(place.clone(), "here too"));
                    let diag = again.unwrap_or_else(|| {
                        let message = format!("result `{code}` of table `{title}` is not in its list of results");
                        let help = did_you_mean(code, known.iter().copied()).unwrap_or_else(|| "add it to `results`".to_owned());
                        Diag::new(&RULE, place, message).printed_rule(table.rule.as_deref()).help(help)
                    });
                    unlisted.insert(code, diag);
                }
                _ => {}
            }
        }
    }
    unlisted.into_values().for_each(|diag| sink.report(diag));
}
