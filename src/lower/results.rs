//! What the codes of results mean. A code belongs to its table; the same word in another table is another result. An editor
//! finds codes and gives them other names. Whether those in cells, conditions and examples are right is for checks to say.

use std::collections::BTreeSet;

use super::Lower;
use crate::diag::{Diag, Meant, RESULT, Role, codes, did_you_mean};
use crate::model::{Game, Key, Row, Table, TableId};
use crate::source::NodeRef;
use crate::span::{Origin, Place};

/// Whose results a code may be.
#[derive(Clone, Debug)]
pub(super) enum Whose {
    /// Those of any table that has it.
    Any,
    /// Those of the battle that is under way: of a table of combats, or of any other where none of them has it.
    Battle,
    /// Those of these tables.
    Of(Vec<TableId>),
    /// Those of the table of a combat, beyond its ends.
    Ends(Vec<TableId>),
}

/// A code where it stands.
#[derive(Debug)]
pub(super) struct Code {
    pub(super) place: Place,
    pub(super) code: String,
    pub(super) whose: Whose,
    /// The table whose result says it: that one's are meant if it has such a one.
    pub(super) own: Option<TableId>,
}

impl Lower<'_, '_, '_> {
    /// The codes in an example: the result that is asked about, and those that are told.
    pub(super) fn example_codes(&self, origin: Origin, example: NodeRef<'_>) -> Vec<Code> {
        let ask = example.get("ask");
        let word = |field: &str| ask.and_then(|ask| ask.get(field)).and_then(NodeRef::text);
        let tables: Vec<TableId> = match word("table") {
            Some(name) => self.names.tables.get(&name).into_iter().collect(),
            None => {
                let first = || self.game.rules.combat.as_ref().and_then(|list| Some(list.first()?.id.0.clone()));
                let kind = word("combat").map(|kind| kind.into_owned()).or_else(first);
                kind.into_iter().flat_map(|kind| of_combats(&self.game, Some(&kind))).collect()
            }
        };
        let mut codes: Vec<Code> = Vec::new();
        let mut note = |node: NodeRef<'_>, key: Option<&str>| {
            let place = Place::from(Origin { file: origin.file, node: node.id() });
            let place = if key.is_some() { place.key() } else { place };
            let code = key.map(str::to_owned).or_else(|| node.text().map(|text| text.into_owned()));
            codes.extend(code.map(|code| Code { place, code, whose: Whose::Of(tables.clone()), own: None }));
        };
        let answer = example.get("is");
        match &*word("kind").unwrap_or_default() {
            "outcome" => ask.and_then(|ask| ask.get("result")).into_iter().for_each(|node| note(node, None)),
            "roll" => answer.into_iter().for_each(|node| note(node, None)),
            "odds" => {
                answer.and_then(|answer| answer.get("result")).into_iter().for_each(|node| note(node, None));
                let chances = answer.and_then(|answer| answer.get("chances"));
                chances.into_iter().flat_map(|it| it.members()).for_each(|member| note(member.value, Some(&*member.name)));
            }
            _ => {}
        }
        codes
    }

    /// Says which codes mean nothing; and what the others mean, if anybody listens.
    pub(super) fn result_codes(&mut self) {
        let codes = std::mem::take(&mut self.codes);
        let unknown: Vec<Diag> = codes.iter().filter_map(|code| self.unknown(code)).collect();
        unknown.into_iter().for_each(|diag| self.report_once(diag));
        if self.sink.listens() {
            self.hear_codes(codes);
        }
    }

    /// What is wrong with a code that the rules give a battle, and no table of combats has: nothing would come of it.
    fn unknown(&self, Code { place, code, whose, own }: &Code) -> Option<Diag> {
        let tables: BTreeSet<TableId> = match whose {
            Whose::Ends(tables) => tables.iter().copied().collect(),
            Whose::Battle if !self.incomplete.rules => of_combats(&self.game, None),
            _ => return None,
        };
        let silent = code == "?" || tables.is_empty() || self.names.tables.partial();
        if silent || !tables_with(&self.game, code, whose, *own).is_empty() {
            return None;
        }
        let mut known: Vec<&str> = if matches!(whose, Whose::Ends(_)) { vec!["clamp", "forbidden"] } else { Vec::new() };
        for id in tables {
            // One that lists no results may have any.
            let whole = self.origins.tables.get(id.index()).is_some_and(|origins| !origins.incomplete);
            let results = self.game.tables.at(id).filter(|_| whole)?.results.as_ref()?;
            known.extend(results.iter().map(|result| result.code.as_str()));
        }
        let near = did_you_mean(code, known.iter().copied());
        let help = near.unwrap_or_else(|| "add it to the `results` of the table, or write one of them".to_owned());
        Some(Diag::new(&codes::UNKNOWN_NAME, place.clone(), format!("unknown result `{code}`")).help(help))
    }

    fn hear_codes(&mut self, codes: Vec<Code>) {
        let (game, sink) = (&self.game, &mut *self.sink);
        let meant = |id: TableId, code: &str| Some(Meant::Within(id.0, code.to_owned()));
        for ((id, table), origins) in game.tables.iter().zip(&self.origins.tables) {
            for (result, origin) in table.results.iter().flatten().zip(&origins.results) {
                sink.hear(RESULT, meant(id, &result.code), &result.code, &origin.at("code"), Role::Defines);
            }
            let mut cells = |columns: &[String], rows: &[Row], places: &[Origin]| {
                for (row, origin) in rows.iter().zip(places) {
                    for (cell, column) in row.cells.iter().zip(columns) {
                        let Some(code) = cell.as_deref().filter(|code| !code.is_empty() && *code != "?") else { continue };
                        let place = if column.is_empty() { origin.at("result") } else { origin.at("cells").field(column) };
                        let role = if has(table, code) { Role::Refers } else { Role::Unknown };
                        sink.hear(RESULT, meant(id, code), code, &place, role);
                    }
                }
            };
            cells(&table.columns, &table.rows, &origins.rows);
            if let Some((columns, rows)) = &table.reprint {
                cells(columns, rows, &origins.reprint);
            }
        }
        for Code { place, code, whose, own } in codes {
            let tables = tables_with(game, &code, &whose, own);
            if tables.is_empty() {
                sink.hear_word(RESULT, &code, &place, Role::Unknown);
            }
            for id in tables {
                sink.hear(RESULT, meant(id, &code), &code, &place, Role::Refers);
            }
        }
    }
}

/// Whether a code is one of a table's results. Where it does not list them, its cells do.
fn has(table: &Table, code: &str) -> bool {
    match &table.results {
        Some(results) => results.iter().any(|result| result.code == code),
        None => table.rows.iter().flat_map(|row| row.cells.iter().flatten()).any(|cell| cell == code),
    }
}

/// The tables of combats, or of one kind, and those that may stand instead.
pub(super) fn of_combats(game: &Game, kind: Option<&str>) -> BTreeSet<TableId> {
    let all = game.rules.combat.iter().flat_map(|list| list.all());
    all.filter(|combat| kind.is_none_or(|kind| combat.id.0 == kind)).filter_map(|combat| combat.table).collect()
}

/// The tables whose results a code may be.
fn tables_with(game: &Game, code: &str, whose: &Whose, own: Option<TableId>) -> BTreeSet<TableId> {
    let knows = |id: &TableId| game.tables.at(*id).is_some_and(|table| has(table, code));
    if let Some(own) = own.filter(knows) {
        return BTreeSet::from([own]);
    }
    let all = || -> BTreeSet<TableId> { game.tables.ids().filter(knows).collect() };
    match whose {
        Whose::Any => all(),
        Whose::Of(tables) | Whose::Ends(tables) => tables.iter().copied().filter(knows).collect(),
        Whose::Battle => {
            let fought: BTreeSet<TableId> = of_combats(game, None).into_iter().filter(knows).collect();
            if fought.is_empty() { all() } else { fought }
        }
    }
}
