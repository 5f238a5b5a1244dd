//! Tables: dice, rows, columns, results and what they do.

use super::Effect;
use borsh::{BorshDeserialize, BorshSerialize};

/// Dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Dice {
    /// `2d6`: so many dice with so many sides, added.
    Sum(u32, u32),
    /// `d66`: two six-sided dice read as tens and units.
    TensUnits,
}

impl Dice {
    /// `d6`, `2d6`, `d10`, `d66`; at most 20 dice of at most 1,000 sides.
    pub fn parse(text: &str) -> Option<Dice> {
        let (count, sides) = text.trim().split_once(['d', 'D'])?;
        if sides == "66" && (count.is_empty() || count == "1") {
            return Some(Dice::TensUnits);
        }
        let count = if count.is_empty() { 1 } else { count.parse().ok()? };
        let sides: u32 = sides.parse().ok()?;
        ((1..=20).contains(&count) && (2..=1000).contains(&sides)).then_some(Dice::Sum(count, sides))
    }

    /// Everything that can be rolled, in order.
    pub fn rolls(self) -> Vec<i32> {
        match self {
            Dice::Sum(count, sides) => {
                let (least, most) = (count, count.saturating_mul(sides));
                (least..=most).filter_map(|n| i32::try_from(n).ok()).collect()
            }
            Dice::TensUnits => (1..=6).flat_map(|tens| (1..=6).map(move |units| tens * 10 + units)).collect(),
        }
    }
}

impl std::fmt::Display for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Dice::Sum(1, sides) => write!(f, "d{sides}"),
            Dice::Sum(count, sides) => write!(f, "{count}d{sides}"),
            Dice::TensUnits => f.write_str("d66"),
        }
    }
}

/// A row: the rolls that it answers, and a result for each column.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Row {
    /// The first roll.
    pub from: i32,
    /// The last roll.
    pub to: i32,
    /// Results, by column; nothing where the cell is blank.
    pub cells: Vec<Option<String>>,
}

/// A modifier of the roll.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Modifier {
    /// How much.
    pub add: i32,
    /// When, in words.
    pub text: Option<String>,
    /// When.
    pub when: Option<super::Condition>,
}

/// A result code.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct ResultCode {
    /// As it stands in the table.
    pub code: String,
    /// What it means.
    pub text: Option<String>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Table {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
    /// Its dice.
    pub dice: Option<Dice>,
    /// The deck that is drawn from instead; rows are then for cards, by their place in the game's list.
    pub draw: Option<String>,
    /// Whether rolls beyond the ends count as the ends.
    pub clamp: bool,
    /// Whether the columns are odds, in order.
    pub odds: bool,
    /// Whether the columns are numbers, in order.
    pub numbers: bool,
    /// Whether its results are in order, along the columns and along the rolls.
    pub ordered: bool,
    /// The names of its columns; one without a name where it has one.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// The same as printed elsewhere: columns and rows.
    pub reprint: Option<(Vec<String>, Vec<Row>)>,
    /// Its modifiers.
    pub modifiers: Vec<Modifier>,
    /// Its results; nothing where it does not list them.
    pub results: Option<Vec<ResultCode>>,
    /// Footnotes.
    pub notes: Vec<String>,
    /// The printed rule.
    pub rule: Option<String>,
}

/// `1:3`, `3-1`, `7-1+`: attacker to defender.
pub fn column_odds(column: &str) -> Option<(i64, i64)> {
    let (a, d) = column.trim().trim_end_matches('+').split_once([':', '-', '/'])?;
    let (a, d) = (a.trim().parse::<i64>().ok()?, d.trim().parse::<i64>().ok()?);
    (a > 0 && d > 0).then_some((a, d))
}

/// `3`, `2-3`, `24+`, `-2`: the least and the most of a column.
pub fn column_span(column: &str) -> Option<(i64, i64)> {
    let text = column.trim();
    if let Some(open) = text.strip_suffix('+') {
        return Some((open.trim().parse().ok()?, i64::MAX));
    }
    if let Ok(one) = text.parse::<i64>() {
        return Some((one, one));
    }
    // The sign of a negative number follows the dash: `-3--1`.
    let (at, dash) = text.char_indices().skip(1).find(|(_, c)| matches!(c, '-' | '–'))?;
    let to = text.get(at + dash.len_utf8()..)?;
    Some((text.get(..at)?.trim().parse().ok()?, to.trim().parse().ok()?))
}
