//! Which cells of a table are out of order, along its rolls and along its columns.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Amount, Condition, Effect, Points, ResultCode, Table, Who};

/// A line of more cells than this is not compared, nor a table of more.
const LINE: usize = 120;
const CELLS: usize = 2_000;

/// A cell, by row and column.
type Cell = (usize, usize);
/// The cells of each row or column that have a rank, in order.
type Lines = BTreeMap<usize, Vec<(Cell, i64)>>;

/// What is out of order: cells by row and column, the first first.
pub(super) struct Order {
    /// How many cells have a rank.
    pub(super) cells: usize,
    /// The cells without which all others are in order. More than a tenth of them are not listed.
    pub(super) wrong: Vec<Cell>,
    /// Whether a tenth was not enough.
    pub(super) more: bool,
}

/// The order of the table by that ranking of its results in which the fewest cells are wrong: as they are listed, or
/// by what they do. Nothing where the results cannot be ranked.
pub(super) fn order(table: &Table) -> Option<Order> {
    let results = table.results.as_deref()?;
    let rows = table.rows.len();
    if rows > LINE || table.columns.len() > LINE || rows.saturating_mul(table.columns.len()) > CELLS {
        return None;
    }
    let listed: BTreeMap<&str, i64> = results.iter().zip(0..).map(|(result, rank)| (result.code.as_str(), rank)).collect();
    let done: BTreeMap<&str, i64> = results.iter().map(|result| (result.code.as_str(), worth(result))).collect();
    let distinct = |ranks: &BTreeMap<&str, i64>| ranks.values().collect::<BTreeSet<_>>().len() > 1;
    let found = [done, listed].into_iter().filter(distinct).map(|ranks| by(table, &ranks));
    found.min_by_key(|order| (order.more, order.wrong.len()))
}

fn by(table: &Table, ranks: &BTreeMap<&str, i64>) -> Order {
    let mut rows: Vec<usize> = (0..table.rows.len()).collect();
    rows.sort_by_key(|row| table.rows.get(*row).map(|row| row.from));
    let mut cells: BTreeMap<Cell, i64> = BTreeMap::new();
    let (mut down, mut across): (Lines, Lines) = (BTreeMap::new(), BTreeMap::new());
    for row in rows {
        let results = table.rows.get(row).into_iter().flat_map(|row| row.cells.iter().enumerate());
        for (column, result) in results {
            let Some(rank) = result.as_deref().and_then(|code| ranks.get(code)) else { continue };
            cells.insert((row, column), *rank);
            down.entry(column).or_default().push(((row, column), *rank));
            across.entry(row).or_default().push(((row, column), *rank));
        }
    }
    let most = (cells.len() / 10).max(1);
    // So many cells cannot contradict more pairs than this: beyond it nobody needs to look which they are.
    let bound = most.saturating_mul(down.len() + across.len());
    let mut against: BTreeMap<Cell, BTreeSet<Cell>> = BTreeMap::new();
    for lines in [down, across] {
        // Results get better or worse along all lines of a kind: the way that most pairs go.
        let (falls, rises) = (pairs(&lines, Ordering::Less), pairs(&lines, Ordering::Greater));
        let wrong = if falls.count() <= rises.count() { Ordering::Less } else { Ordering::Greater };
        if pairs(&lines, wrong).nth(bound).is_some() {
            return Order { cells: cells.len(), wrong: Vec::new(), more: true };
        }
        for (a, b) in pairs(&lines, wrong) {
            against.entry(a).or_default().insert(b);
            against.entry(b).or_default().insert(a);
        }
    }
    let mut wrong = Vec::new();
    // The cell that contradicts most others is the wrong one, until nothing contradicts.
    while let Some((cell, _)) =
        against.iter().filter(|(_, pairs)| !pairs.is_empty()).max_by_key(|(cell, pairs)| (pairs.len(), std::cmp::Reverse(**cell)))
    {
        if wrong.len() >= most {
            return Order { cells: cells.len(), wrong, more: true };
        }
        let cell = *cell;
        for other in against.remove(&cell).unwrap_or_default() {
            if let Some(pairs) = against.get_mut(&other) {
                pairs.remove(&cell);
            }
        }
        wrong.push(cell);
    }
    wrong.sort_unstable();
    Order { cells: cells.len(), wrong, more: false }
}

/// Pairs of a line of which the second is so much against the first.
fn pairs(lines: &Lines, way: Ordering) -> impl Iterator<Item = (Cell, Cell)> {
    lines.values().flat_map(move |line| {
        line.iter().enumerate().flat_map(move |(n, (a, first))| {
            let after = line.iter().skip(n + 1).filter(move |(_, second)| second.cmp(first) == way);
            after.map(move |(b, _)| (*a, *b))
        })
    })
}

/// What a result is worth to the attacker: what the defender suffers, less what the attacker does.
fn worth(result: &ResultCode) -> i64 {
    let number = |amount: &Amount| match amount {
        Amount::Number(points) => *points,
        Amount::Measure(_) => Points::whole(1),
    };
    let side = |who: Who, much: i64| match who {
        Who::Attacker => -much,
        Who::Defender | Who::Unit => much,
        Who::Both => 0,
    };
    // Without options: what happens only with one is not the usual result.
    let usual = |when: &Option<Box<Condition>>| when.as_ref().is_none_or(|when| when.option.is_none());
    let of = |effect: &Effect| match effect {
        Effect::Eliminate { when, .. }
        | Effect::Lose { when, .. }
        | Effect::Retreat { when, .. }
        | Effect::State { when, .. }
            if !usual(when) =>
        {
            0
        }
        Effect::Eliminate { who, .. } => side(*who, Points::whole(1_000).0),
        Effect::Lose { who, steps, .. } => side(*who, number(steps).0.saturating_mul(20)),
        Effect::Retreat { who, hexes, .. } => side(*who, number(hexes).0),
        Effect::State { who, .. } => side(*who, Points::whole(1).0 / 2),
        _ => 0,
    };
    result.effects.iter().map(of).fold(0, i64::saturating_add)
}
