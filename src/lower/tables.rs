//! Tables: dice, rows, columns, results.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lower, Read, ReadList};
use crate::diag::{Diag, Role, codes};
use crate::format;
use crate::model::*;
use crate::origins::TableOrigins;
use crate::schema::Vocabulary;
use crate::source::damage;
use crate::span::{Origin, Place};

impl Lower<'_, '_, '_> {
    pub(super) fn tables(&mut self, module: Origin) {
        let list = self.usual::<format::Table>(module, "tables", &Vocabulary::default());
        self.names.tables.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let before = self.game.tables.len();
            let (table, origins) = self.table(&value, origin);
            self.names.tables.add(&mut self.game.tables, &value.id.0, Some(origin), origin.at("id"), table, self.sink);
            if self.game.tables.len() > before {
                self.origins.tables.push(origins);
            }
        }
    }

    /// What results do and when modifiers count, now that all tables are known.
    pub(super) fn table_effects(&mut self) {
        let tables: Vec<TableId> = self.game.tables.ids().collect();
        for id in tables {
            let Some(origins) = self.origins.tables.get(id.index()) else { continue };
            let (results, modifiers) = (origins.results.clone(), origins.modifiers.clone());
            let before = self.codes.len();
            let effects: Vec<Vec<Effect>> =
                results.into_iter().map(|origin| self.take(origin, "effects").unwrap_or_default()).collect();
            self.codes.iter_mut().skip(before).for_each(|code| code.own = Some(id));
            let when: Vec<Option<Condition>> = modifiers.into_iter().map(|origin| self.take(origin, "if")).collect();
            let Some(table) = self.game.tables.at_mut(id) else { continue };
            for (result, effects) in table.results.iter_mut().flatten().zip(effects) {
                result.effects = effects;
            }
            for (modifier, when) in table.modifiers.iter_mut().zip(when) {
                modifier.when = when;
            }
        }
    }

    fn table(&mut self, value: &format::Table, origin: Origin) -> (Table, TableOrigins) {
        let dice = value.dice.as_ref().and_then(|text| {
            let dice = Dice::parse(text);
            if dice.is_none() && text != "?" {
                let diag = Diag::new(&codes::BAD_DICE, origin.at("dice"), format!("`{text}` is no dice"));
                self.sink.report(diag.help("write d6, 2d6, d10 or d66"));
            }
            dice
        });
        // Any heading but the first is a column of the table.
        let words = Vocabulary { maps: vec![("cells", None)], lost: false };
        let rows: ReadList<format::Row> = self.load.list(origin, "rows", &words, self.sink);
        let mut incomplete = rows.incomplete || !rows.poisoned.is_empty();
        let columns = self.columns(&rows, value.columns);
        let deck = value.draw.as_ref().map(|deck| deck.0.clone());
        deck.iter().for_each(|deck| self.sink.hear_word(WordKind::Deck.word(), deck, &origin.at("draw"), Role::Refers));
        if let Some(deck) = &deck
            && !self.game.cards.values().any(|card| card.deck == *deck)
            && !self.names.cards.partial()
        {
            let near = crate::diag::did_you_mean(deck, self.game.cards.values().map(|card| card.deck.as_str()));
            let diag = Diag::new(&codes::UNKNOWN_NAME, origin.at("draw"), format!("unknown deck `{deck}`"));
            self.sink.report(diag.help(near.unwrap_or_else(|| "give cards that `deck`".to_owned())));
        }
        let (model_rows, row_origins) = self.rows(&rows, &columns, deck.as_deref(), &mut incomplete);
        let again: ReadList<format::Row> = self.load.list(origin, "reprint", &words, self.sink);
        let again_columns = self.columns(&again, value.columns);
        let mut lost = again.incomplete || !again.poisoned.is_empty();
        let (again_rows, reprint_origins) = self.rows(&again, &again_columns, deck.as_deref(), &mut lost);
        let reprint = (again.stated && !lost).then_some((again_columns, again_rows));
        let modifiers = self.list::<format::Modifier>(origin, "modifiers");
        let results = self.list::<format::ResultCode>(origin, "results");
        let mut codes_seen: BTreeSet<String> = BTreeSet::new();
        let mut model_results = Vec::new();
        let (mut result_origins, mut said) = (Vec::new(), Vec::new());
        for Read { origin, value, .. } in &results.items {
            if !codes_seen.insert(value.code.0.clone()) {
                let diag = Diag::new(&codes::DUPLICATE_ID, origin.at("code"), format!("result `{}` stands twice", value.code.0));
                self.sink.report(diag.help("keep one of the two"));
                continue;
            }
            model_results.push(ResultCode { code: value.code.0.clone(), text: value.text.clone(), effects: Vec::new() });
            result_origins.push(*origin);
            said.push(value.effects.is_some());
        }
        let mut model_modifiers = Vec::new();
        for Read { value, .. } in &modifiers.items {
            model_modifiers.push(Modifier { add: value.add, text: value.text.clone(), when: None });
        }
        incomplete |= results.incomplete || !results.poisoned.is_empty() || modifiers.incomplete;
        let table = Table {
            id: value.id.0.clone(),
            title: value.title.clone(),
            dice,
            clamp: value.beyond.is_some(),
            odds: value.columns == Some(format::ColumnKind::Odds),
            numbers: value.columns == Some(format::ColumnKind::Numbers),
            ordered: value.ordered == Some(true),
            draw: deck,
            reprint,
            columns,
            rows: model_rows,
            modifiers: model_modifiers,
            results: results.stated.then_some(model_results),
            notes: value.notes.clone().unwrap_or_default(),
            rule: value.rule.as_ref().map(|w| w.0.clone()),
        };
        let modifiers = modifiers.items.iter().map(|read| read.origin).collect();
        (
            table,
            TableOrigins {
                table: origin,
                rows: row_origins,
                reprint: reprint_origins,
                modifiers,
                results: result_origins,
                said,
                incomplete,
            },
        )
    }

    /// Rows, with their places; those that cannot be understood are left out.
    fn rows(
        &mut self,
        rows: &ReadList<format::Row>,
        columns: &[String],
        deck: Option<&str>,
        incomplete: &mut bool,
    ) -> (Vec<Row>, Vec<Origin>) {
        let mut made = Vec::new();
        let mut origins = Vec::new();
        for Read { origin, value, .. } in &rows.items {
            let range = match deck {
                Some(_) => self.names.cards.find(&value.roll.0, origin.at("roll"), self.sink).map(|card| {
                    let n = i32::try_from(card.index()).unwrap_or(i32::MAX);
                    (n, n)
                }),
                None => self.roll(&value.roll.0, origin.at("roll")),
            };
            let Some((from, to)) = range else {
                *incomplete = true;
                continue;
            };
            let cells = columns.iter().map(|column| {
                let cell = value
                    .cells
                    .as_ref()
                    .and_then(|cells| cells.get(column))
                    .or(value.result.as_ref().filter(|_| column.is_empty()));
                cell.map(|word| word.0.clone())
            });
            made.push(Row { from, to, cells: cells.collect() });
            origins.push(*origin);
        }
        (made, origins)
    }

    /// The columns in the order of the text: serde's maps would sort them. Odds and numbers in JSON stand in their own
    /// order, as keys have none: a formatter may sort them.
    fn columns(&self, rows: &ReadList<format::Row>, kind: Option<format::ColumnKind>) -> Vec<String> {
        let mut columns: Vec<String> = Vec::new();
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for Read { origin, value, .. } in &rows.items {
            if value.result.is_some() && seen.insert(String::new()) {
                columns.push(String::new());
            }
            let tree = self.load.project.files.tree(origin.file);
            let cells = tree.and_then(|tree| tree.node(origin.node)).and_then(|row| row.get("cells"));
            for member in cells.into_iter().flat_map(|cells| cells.members()) {
                if seen.insert(member.name.to_string()) {
                    columns.push(member.name.to_string());
                }
            }
        }
        // In a sheet the headings have the order, even where the first row has a blank cell.
        let tree = rows.items.first().and_then(|read| self.load.project.files.tree(read.origin.file));
        let order: Vec<&str> = tree.map(|tree| tree.heading_names()).unwrap_or_default();
        if order.is_empty() {
            sort_by_worth(&mut columns, kind);
            return columns;
        }
        let place: BTreeMap<&str, usize> = order.iter().rev().enumerate().map(|(i, name)| (*name, order.len() - i)).collect();
        columns.sort_by_key(|column| place.get(column.as_str()).copied().unwrap_or(0));
        columns
    }

    /// `3`, or `1-4`.
    fn roll(&mut self, text: &str, place: Place) -> Option<(i32, i32)> {
        let text = text.trim();
        let range = match text.parse::<i32>() {
            Ok(one) => Some((one, one)),
            Err(_) => text.char_indices().filter(|(i, c)| *i > 0 && matches!(c, '-' | '–')).find_map(|(i, c)| {
                Some((text.get(..i)?.trim().parse().ok()?, text.get(i + c.len_utf8()..)?.trim().parse().ok()?))
            }),
        };
        match range {
            Some((from, to)) if from <= to => return range,
            Some((from, to)) => {
                let diag = Diag::new(&codes::BAD_ROLL, place, format!("rolls `{text}` begin with {from}, after their end {to}"));
                self.sink.report(diag.help(format!("write {to}-{from}")));
            }
            None if text == "?" => {}
            None => {
                let damage =
                    damage::recognise(text).map(|d| format!("a spreadsheet has probably changed {}: {}", d.was, damage::CURE));
                let diag = Diag::new(&codes::BAD_ROLL, place, format!("`{text}` is no roll"));
                self.sink.report(diag.help(damage.unwrap_or_else(|| "write a number, or a range such as 1-4".to_owned())));
            }
        }
        None
    }
}

/// From the worst odds to the best, or from the fewest to the most; as they stand if one of them is neither.
fn sort_by_worth(columns: &mut [String], kind: Option<format::ColumnKind>) {
    match kind {
        Some(format::ColumnKind::Odds) if columns.iter().all(|column| column_odds(column).is_some()) => {
            columns.sort_by(|a, b| {
                let ((a1, a2), (b1, b2)) = (column_odds(a).unwrap_or((1, 1)), column_odds(b).unwrap_or((1, 1)));
                // 7:1+ comes after 7:1.
                let worth = (i128::from(a1) * i128::from(b2)).cmp(&(i128::from(b1) * i128::from(a2)));
                worth.then(a.ends_with('+').cmp(&b.ends_with('+')))
            });
        }
        Some(format::ColumnKind::Numbers) if columns.iter().all(|column| column_span(column).is_some()) => {
            columns.sort_by_key(|column| column_span(column));
        }
        _ => {}
    }
}
