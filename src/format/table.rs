//! tables.json: combat results and every other table.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Id, ListOf, Word, Written};
use crate::model::{Condition, Effect};

/// A table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"id": "demolition", "dice": "d6", "rows": [{"roll": "1-4", "result": "blown"}, {"roll": "5-6", "result": "-"}]}))]
pub struct Table {
    /// Its id.
    pub id: Id,
    /// Its title.
    #[schemars(length(max = super::NAME_LETTERS))]
    pub title: Option<String>,
    /// The dice: `d6`, `2d6`, `d10`, `d66`.
    pub dice: Option<String>,
    /// The deck or cup that is drawn from instead: then the `roll` of each row is a card or chit of it.
    pub draw: Option<Id>,
    /// What is rolled beyond the first or last row counts as that row; an error if left out.
    pub beyond: Option<Beyond>,
    /// What the columns are: odds in order, or just names.
    pub columns: Option<ColumnKind>,
    /// Whether the results get better, or worse, along the columns and along the rolls: what is out of order is then a
    /// warning.
    pub ordered: Option<bool>,
    /// The rows. In a sheet, the first column is the roll and every other heading is a column of the table.
    pub rows: Option<ListOf<Row>>,
    /// The same table as it is printed elsewhere, such as on a player aid: compared cell by cell.
    pub reprint: Option<ListOf<Row>>,
    /// What may be added to the roll.
    pub modifiers: Option<ListOf<Modifier>>,
    /// What the results mean.
    pub results: Option<ListOf<ResultCode>>,
    /// Footnotes.
    pub notes: Option<Vec<String>>,
    /// The rule.
    pub rule: Option<Word>,
    /// What it rests on: a source of module.json.
    pub source: Option<Written<Id>>,
}

/// What happens beyond the first or last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Beyond {
    /// It counts as the first or last row.
    Clamp,
}

/// What the columns of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Odds: `1:3`, `1:1`, `4:1`, from the worst to the best for the attacker.
    Odds,
    /// Numbers in order: `1`, `2-3`, `24+`.
    Numbers,
    /// Names.
    Names,
}

/// A row of a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Row {
    /// The rolls: `3`, `1-4`, `11`.
    pub roll: Word,
    /// The result, where the table has one column.
    pub result: Option<Word>,
    /// The results by column.
    pub cells: Option<BTreeMap<String, Word>>,
}

/// Something added to the roll.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Modifier {
    /// How much.
    #[schemars(range(min = -100, max = 100))]
    pub add: i32,
    /// When, in your own words.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub text: Option<String>,
    /// When, as the engine reads it.
    #[serde(rename = "if")]
    pub when: Option<Written<Condition>>,
    /// The rule.
    pub rule: Option<Word>,
}

/// What a result means.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ResultCode {
    /// The code as it stands in the table.
    pub code: Word,
    /// What it means, in your own words.
    #[schemars(length(max = super::TEXT_LETTERS))]
    pub text: Option<String>,
    /// What happens, in order.
    pub effects: Option<Written<Vec<Effect>>>,
}
