//! Columns and rolls: where strengths stand on the ladder of a table, and the chance of each result there.

use std::collections::BTreeMap;

use super::{Piece, Situation};
use crate::hexgrid::HexId;
use crate::model::{Combat, Dice, OddsRounding, Points, Table, column_odds, column_span};
use crate::sorting::Arrange;

impl Dice {
    /// How many throws give each roll.
    pub fn ways(self) -> BTreeMap<i32, u64> {
        match self {
            Dice::TensUnits => self.rolls().into_iter().map(|roll| (roll, 1)).collect(),
            Dice::Sum(count, sides) => {
                // Each die adds a window as wide as it has sides: a running sum, so that many big dice are quick too.
                let sides = sides as usize;
                let mut ways: Vec<u64> = vec![1];
                for _ in 0..count {
                    let mut next = vec![0u64; ways.len() + sides];
                    let mut window: u64 = 0;
                    for (sum, slot) in next.iter_mut().enumerate().skip(1) {
                        window = window.saturating_add(ways.get(sum - 1).copied().unwrap_or(0));
                        let gone = sum.checked_sub(sides + 1).and_then(|n| ways.get(n)).copied().unwrap_or(0);
                        window = window.saturating_sub(gone);
                        *slot = window;
                    }
                    ways = next;
                }
                let numbered = ways.into_iter().enumerate().filter(|(_, n)| *n > 0);
                numbered.filter_map(|(sum, n)| Some((i32::try_from(sum).ok()?, n))).collect()
            }
        }
    }
}

/// Where odds end up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// In this column.
    Named(String),
    /// Beyond the table: the attack is not allowed.
    Forbidden,
    /// Beyond the table: this result.
    Result(String),
    /// There is no table, or it has no columns that could be read.
    None,
}

/// A place on the ladder of columns, which goes on beyond both ends.
pub(super) struct Placed {
    pub(super) at: i64,
    pub(super) name: String,
}

pub(super) fn by_ratio(table: &Table, attack: Points, defense: Points, round: OddsRounding) -> Placed {
    let columns: Vec<(i64, i64)> = table.columns.iter().filter_map(|column| column_odds(column)).collect();
    let (attack, defense) = (i128::from(attack.0.max(0)), i128::from(defense.0.max(1)));
    // a/d against attack/defense, without dividing.
    let cmp = |(a, d): (i64, i64)| (i128::from(a) * defense).cmp(&(attack * i128::from(d)));
    let whole = |columns: &[(i64, i64)], at: i64| -> String {
        let name = usize::try_from(at).ok().and_then(|at| table.columns.get(at)).cloned();
        let sign = if table.columns.iter().any(|c| c.contains('-')) { '-' } else { ':' };
        name.unwrap_or_else(|| match (at < 0, columns.first(), columns.last()) {
            (true, Some((_, d)), _) => format!("1{sign}{}", d - at),
            (false, _, Some((a, _))) => {
                let beyond = at - i64::try_from(columns.len()).unwrap_or(0) + 1;
                format!("{}{sign}1", a + beyond)
            }
            _ => String::new(),
        })
    };
    let (Some(first), Some(last)) = (columns.first().copied(), columns.last().copied()) else {
        return Placed { at: 0, name: String::new() };
    };
    let count = i64::try_from(columns.len()).unwrap_or(0);
    use std::cmp::Ordering::{Equal, Greater, Less};
    // Beyond the ends the ladder goes on in whole steps.
    if cmp(last) == Less && last.1 == 1 {
        let times = i64::try_from(attack / defense).unwrap_or(i64::MAX);
        let at = (count - 1).saturating_add((times - last.0).max(0));
        return Placed { at, name: whole(&columns, at) };
    }
    if cmp(first) == Greater && first.0 == 1 {
        let times = if attack == 0 { 1_000_000 } else { i64::try_from((defense + attack - 1) / attack).unwrap_or(1_000_000) };
        let at = 0 - (times - first.1).max(1);
        return Placed { at, name: whole(&columns, at) };
    }
    let below = columns.iter().rposition(|column| matches!(cmp(*column), Less | Equal));
    let at = match (below, round) {
        (None, _) => -1,
        (Some(n), OddsRounding::Defender) => i64::try_from(n).unwrap_or(0),
        (Some(n), other) => {
            let exact = columns.get(n).is_some_and(|column| cmp(*column) == Equal);
            let up = columns.get(n + 1).copied().zip(columns.get(n).copied()).is_some_and(|(next, this)| {
                let value = |(a, d): (i64, i64)| Points(a.saturating_mul(Points::ONE.0) / d);
                let now = Points(i64::try_from(attack * i128::from(Points::ONE.0) / defense).unwrap_or(i64::MAX));
                other == OddsRounding::Attacker || value(next).0 - now.0 <= now.0 - value(this).0
            });
            i64::try_from(n).unwrap_or(0) + i64::from(!exact && up)
        }
    };
    Placed { at, name: whole(&columns, at) }
}

pub(super) fn by_number(table: &Table, number: Points) -> Placed {
    let number = number.floor();
    let spans: Vec<(i64, i64)> = table.columns.iter().filter_map(|column| column_span(column)).collect();
    let found = spans.iter().position(|(least, most)| *least <= number && number <= *most);
    let at = match (found, spans.first()) {
        (Some(n), _) => i64::try_from(n).unwrap_or(0),
        (None, Some((least, _))) if number < *least => -1,
        _ => i64::try_from(spans.iter().filter(|(least, _)| *least <= number).count()).unwrap_or(0),
    };
    let name = usize::try_from(at).ok().and_then(|at| table.columns.get(at)).cloned();
    Placed { at, name: name.unwrap_or_else(|| number.to_string()) }
}

pub(super) fn column(kind: &Combat, table: &Table, at: i64) -> Column {
    if table.columns.is_empty() {
        return Column::None;
    }
    let last = i64::try_from(table.columns.len()).unwrap_or(1) - 1;
    let beyond = |said: &Option<String>| match said.as_deref() {
        None | Some("clamp") => None,
        Some("forbidden") => Some(Column::Forbidden),
        Some(code) => Some(Column::Result(code.to_owned())),
    };
    let off = match at {
        at if at < 0 => beyond(&kind.below),
        at if at > last => beyond(&kind.above),
        _ => None,
    };
    off.unwrap_or_else(|| {
        let at = usize::try_from(at.clamp(0, last)).unwrap_or(0);
        table.columns.get(at).map_or(Column::None, |name| Column::Named(name.clone()))
    })
}

/// What each roll gives, and in how many throws each result comes.
pub(super) fn chances(table: &Table, column: &Column, add: i32) -> Rolled {
    let nothing = Rolled { add, results: Vec::new(), chances: Vec::new(), throws: 0 };
    let (Some(dice), Column::Named(name)) = (table.dice, column) else { return nothing };
    let at = table.columns.iter().position(|column| column == name);
    let mut results = Vec::new();
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    let mut throws = 0;
    for (roll, ways) in dice.ways() {
        let code = table.result(roll.saturating_add(add), at);
        throws = ways.saturating_add(throws);
        if let Some(code) = &code {
            let sum = sums.entry(code.clone()).or_default();
            *sum = ways.saturating_add(*sum);
        }
        results.push((roll, code));
    }
    let mut chances: Vec<(String, u64)> = sums.into_iter().collect();
    chances.arrange_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    Rolled { add, results, chances, throws }
}

/// A roll on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// What is added to the roll.
    pub add: i32,
    /// What each roll gives, before anything is added to it.
    pub results: Vec<(i32, Option<String>)>,
    /// In how many of so many throws each result comes.
    pub chances: Vec<(String, u64)>,
    /// How many throws there are.
    pub throws: u64,
}

impl Table {
    /// The result of a modified roll in a column.
    pub fn result(&self, roll: i32, column: Option<usize>) -> Option<String> {
        let find = |roll: i32| self.rows.iter().find(|row| row.from <= roll && roll <= row.to);
        let row = find(roll).or_else(|| {
            let (least, most) = (self.rows.iter().map(|row| row.from).min()?, self.rows.iter().map(|row| row.to).max()?);
            if self.clamp { find(roll.clamp(least, most)) } else { None }
        })?;
        row.cells.get(column.unwrap_or(0)).cloned().flatten()
    }
}

impl<'a> Situation<'a> {
    /// A roll on a table by or about a piece: what is added, what each roll gives, and the chances.
    pub fn rolled(&self, table: &'a Table, piece: Option<(Piece, HexId)>) -> Rolled {
        let query = match piece {
            Some((piece, hex)) => self.about(piece, Some(hex)),
            None => self.query(),
        };
        self.rolled_for(table, &query)
    }

    /// The same for whatever a question is about.
    pub fn rolled_for(&self, table: &Table, query: &super::Query<'_>) -> Rolled {
        let counts = |m: &&crate::model::Modifier| m.when.as_ref().is_some_and(|when| query.holds(when).sure());
        let add: i32 = table.modifiers.iter().filter(counts).map(|m| m.add).fold(0, i32::saturating_add);
        let column = Column::Named(table.columns.first().cloned().unwrap_or_default());
        chances(table, &column, add)
    }
}
