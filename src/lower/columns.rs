//! The columns at which caps of a combat end: each must be in the table of that combat, or the cap counts for nothing.

use std::collections::BTreeSet;

use super::Lower;
use super::results::of_combats;
use crate::diag::{Diag, codes, did_you_mean};
use crate::model::{Key, TableId};
use crate::span::Place;

/// A column that a cap names.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) place: Place,
    pub(super) column: String,
    /// The table of its combat; where a cap is changed by itself, any table of combats.
    pub(super) table: Option<TableId>,
}

impl Lower<'_, '_, '_> {
    /// Says which caps name a column that is not there.
    pub(super) fn bounding_columns(&mut self) {
        let bounds = std::mem::take(&mut self.bounds);
        let unknown: Vec<Diag> = bounds.iter().filter_map(|bound| self.unknown_column(bound)).collect();
        unknown.into_iter().for_each(|diag| self.report_once(diag));
    }

    fn unknown_column(&self, Bound { place, column, table }: &Bound) -> Option<Diag> {
        let tables: BTreeSet<TableId> = match table {
            Some(table) => BTreeSet::from([*table]),
            None => of_combats(&self.game, None),
        };
        let mut known: Vec<&str> = Vec::new();
        for id in &tables {
            let lost = self.origins.tables.get(id.index()).is_none_or(|origins| origins.incomplete);
            let columns = &self.game.tables.at(*id)?.columns;
            // What could not be read may have it.
            if lost || columns.is_empty() {
                return None;
            }
            known.extend(columns.iter().map(String::as_str).filter(|column| !column.is_empty()));
        }
        if tables.is_empty() || known.contains(&column.as_str()) {
            return None;
        }
        let message = match table.and_then(|id| self.game.tables.at(id)) {
            Some(table) => format!("the table `{}` has no column `{column}`", table.id),
            None => format!("no table of combat has a column `{column}`"),
        };
        // Odds that look alike are not what was meant.
        let odds = column.contains(|letter: char| letter.is_ascii_digit());
        let near = did_you_mean(column, known.iter().copied()).filter(|_| !odds);
        let help = near.unwrap_or_else(|| match known.is_empty() {
            true => "take it out: the table has one column without a name".to_owned(),
            false => format!("use one of {}", known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
        });
        Some(Diag::new(&codes::UNKNOWN_NAME, place.clone(), message).help(help))
    }
}
