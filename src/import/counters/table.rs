//! The table in a sheet: its headings, its rows, and what stands around them.

use super::heading::{Meaning, face, meaning};

/// How far down headings are looked for.
const TITLES: usize = 60;
/// Letters of a heading, and of a name that stands for many rows.
pub(super) const NAME: usize = 200;
/// Words with which a row of sums begins.
const SUMS: [&str; 9] = ["total", "totals", "subtotal", "sum", "summe", "gesamt", "somme", "totaux", "zwischensumme"];

/// A column with a heading, or with something in it.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// As it is written; a number if nothing is.
    pub(super) heading: String,
    pub(super) meaning: Option<Meaning>,
    pub(super) back: bool,
    /// Where it stands in the rows.
    pub(super) at: usize,
}

/// A row, and the heading of the group in which it stands.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) cells: Vec<String>,
    pub(super) group: Option<String>,
}

impl Row {
    pub(super) fn cell(&self, at: usize) -> &str {
        self.cells.get(at).map_or("", String::as_str)
    }
}

/// A sheet that was understood.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
    /// How many headings are known.
    pub(super) score: usize,
    /// Rows that are titles, sums or headings again, and were left out.
    pub(super) left_out: usize,
}

impl Table {
    /// Looks for the headings, and takes what stands below them. Nothing if there are none.
    pub(super) fn of(cells: &[Vec<String>]) -> Option<Table> {
        let known = |row: &Vec<String>| row.iter().filter(|cell| cell.len() <= 4 * NAME && meaning(cell).0.is_some()).count();
        // The first of the best: headings may be repeated further down.
        let (at, score) = cells.iter().take(TITLES).map(known).enumerate().rev().max_by_key(|(_, score)| *score)?;
        // One heading alone is enough where it says that a column has the names of the counters, above everything else.
        let names = |cell: &String| matches!(meaning(cell).0, Some(Meaning::Name | Meaning::Id | Meaning::Designation));
        let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.is_empty()).count();
        let first = || cells.iter().position(|row| filled(row) > 0) == Some(at);
        let alone = |row: &Vec<String>| filled(row) > 1 && first() && row.iter().any(names);
        let header = cells.get(at).filter(|row| score >= 2 || (score == 1 && alone(row)))?;
        let above = at.checked_sub(1).and_then(|above| cells.get(above));
        let below = cells.get(at + 1..).unwrap_or(&[]);
        let width = below.iter().chain([header]).map(Vec::len).max().unwrap_or(0);
        let filled = |column: usize| below.iter().any(|row| row.get(column).is_some_and(|cell| !cell.is_empty()));
        let mut columns = Vec::new();
        for column in (0..width).filter(|column| filled(*column)) {
            // It is told for every cell that is not understood.
            let heading: String = header.get(column).map_or("", String::as_str).chars().take(NAME).collect();
            let heading = heading.as_str();
            let (meaning, back) = meaning(heading);
            let back = back || meaning.is_some() && above.is_some_and(|above| is_back(above, column));
            let heading = if heading.is_empty() { format!("column {}", column + 1) } else { heading.to_owned() };
            columns.push(Column { heading, meaning, back, at: column });
        }
        let mut table = Table { columns, rows: Vec::new(), score, left_out: at };
        table.take(below, header);
        (!table.rows.is_empty()).then_some(table)
    }

    fn take(&mut self, below: &[Vec<String>], header: &[String]) {
        let mut group = None;
        for row in below {
            let mut filled = row.iter().filter(|cell| !cell.is_empty());
            let Some(first) = filled.next() else { continue };
            let alone = filled.next().is_none();
            let sum = super::heading::words(first).first().is_some_and(|word| SUMS.contains(&word.as_str()));
            let again = row.iter().zip(header).filter(|(cell, heading)| cell == heading && !cell.is_empty()).count() >= 2;
            if sum || again {
                self.left_out += 1;
            } else if alone && self.columns.len() > 1 {
                // Every row below keeps it.
                group = Some(first.chars().take(NAME).collect());
            } else {
                self.rows.push(Row { cells: row.clone(), group: group.clone() });
            }
        }
    }

    /// The column that means this.
    pub(super) fn find(&self, wanted: &Meaning) -> Option<&Column> {
        self.columns.iter().find(|column| column.meaning.as_ref() == Some(wanted))
    }

    /// The columns that are not understood.
    pub(super) fn unknown(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.meaning.is_none())
    }

    /// What stands in a column, where something does.
    pub(super) fn values(&self, at: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().map(move |row| row.cell(at)).filter(|cell| !cell.is_empty())
    }
}

/// Whether a heading above, which holds for everything to its right up to the next one, says that it is the back.
fn is_back(above: &[String], column: usize) -> bool {
    let over = above.iter().take(column + 1).rev().find(|cell| !cell.is_empty());
    over.and_then(|cell| face(cell)).unwrap_or(false)
}
