//! Counter sheets: the columns are guessed from their headings and from what stands in them, and every guess is told.

mod cell;
mod heading;
mod names;
mod table;
mod write;

use std::collections::BTreeMap;

use super::{Imported, Refused, title};
use crate::source::cells;
use cell::{Number, factors, number};
use heading::Meaning;
use table::{Column, Row, Table};

/// Sheets of a workbook that are looked at.
const SHEETS: usize = 24;

/// Makes a game's folder of a sheet of counters, `.csv`, `.xlsx` or `.ods`.
///
/// # Errors
/// If it is no sheet, or none of its rows has headings that are known.
pub fn import(name: &str, bytes: &[u8]) -> Result<Imported, Refused> {
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        let why = "it is a workbook of another kind, expected .xlsx, .ods or .csv";
        return Err(Refused::new(name, why, "save it as .xlsx, .ods or .csv"));
    }
    let bytes = match wide(bytes) {
        None => bytes.to_vec(),
        Some(Ok(text)) => text.into_bytes(),
        Some(Err(why)) => return Err(Refused::new(name, why, "open it in a spreadsheet and save it as .csv in UTF-8")),
    };
    let sheets =
        cells(bytes, SHEETS).map_err(|fault| Refused::new(name, fault.message(), "save it as .xlsx, or as .csv in UTF-8"))?;
    let mut others = Vec::new();
    let mut best: Option<(String, Table)> = None;
    for (sheet, cells) in sheets {
        let table = Table::of(&cells);
        let better = table.filter(|table| best.as_ref().is_none_or(|(_, best)| table.score > best.score));
        let Some(table) = better else {
            others.push(sheet);
            continue;
        };
        others.extend(best.replace((sheet, table)).map(|(sheet, _)| sheet));
    }
    let Some((sheet, mut table)) = best else {
        let help = "write headings into a row above the counters, such as `name`, `side`, `type`, `attack`, `defense`, `move`";
        return Err(Refused::new(name, "no row has headings that are known, and counters below it", help));
    };
    let mut imported = Imported::default();
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(|sheet| format!("`{}`", cell::line(sheet))).collect();
        imported.note(format!("sheet `{}` was taken; not {}", cell::line(&sheet), others.join(", ")));
    }
    settle(&mut table, &mut imported);
    let stem = title(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    let called = if stem.is_empty() { "Imported Counters".to_owned() } else { stem };
    write::write(&called, &table, &mut imported);
    Ok(imported)
}

/// A text of two bytes a letter, which is what Excel calls Unicode text; nothing if it is none.
fn wide(bytes: &[u8]) -> Option<Result<String, &'static str>> {
    // Who writes no mark at the beginning writes a letter of English first.
    let (text, little) = match bytes {
        [0xff, 0xfe, text @ ..] => (text, true),
        [0xfe, 0xff, text @ ..] => (text, false),
        [1..=0x7f, 0, 1..=0x7f, 0, ..] => (bytes, true),
        [0, 1..=0x7f, 0, 1..=0x7f, ..] => (bytes, false),
        _ => return None,
    };
    let (pairs, rest) = text.as_chunks::<2>();
    let letter = |pair: &[u8; 2]| if little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) };
    let whole = char::decode_utf16(pairs.iter().map(letter)).collect::<Result<String, _>>();
    Some(match whole {
        Ok(whole) if rest.is_empty() => Ok(whole),
        _ => Err("it is a text in UTF-16, and cut off or damaged"),
    })
}

/// Decides what the columns mean, now that all of them and their cells are known.
fn settle(table: &mut Table, imported: &mut Imported) {
    let mut columns = table.columns.clone();
    for column in &mut columns {
        by_content(table, column, imported);
        if let Some(Meaning::Factors(names)) = &column.meaning {
            column.meaning = Some(Meaning::Factors(factor_names(names, how_many(table, column.at))));
        }
    }
    doubled(&mut columns);
    told_otherwise(table, &mut columns);
    only_one(&mut columns);
    table.columns = columns;
    fill_down(table, imported);
    if table.left_out > 0 {
        imported.note(format!("rows that are titles, sums or headings again: {}; left out", table.left_out));
    }
}

/// A column may hold something else than its heading says.
fn by_content(table: &Table, column: &mut Column, imported: &mut Imported) {
    let (mut filled, mut several, mut numbers) = (0usize, 0usize, 0usize);
    for cell in table.values(column.at) {
        filled += 1;
        several += usize::from(factors(cell).is_some());
        numbers += usize::from(matches!(number(cell), Number::Known(_) | Number::Blank));
    }
    let mostly = |count: usize| count * 2 > filled;
    match &column.meaning {
        None | Some(Meaning::Rating(_)) if mostly(several) => column.meaning = Some(Meaning::Factors(Vec::new())),
        // A single number on the back, under no name of its own.
        Some(Meaning::Factors(names)) if !mostly(several) => {
            let only = names.is_empty() && column.back && mostly(numbers);
            column.meaning = only.then(|| Meaning::Rating("attack".to_owned()));
        }
        Some(Meaning::Rating(_)) if !mostly(numbers) => column.meaning = None,
        Some(Meaning::Entry) if mostly(numbers) && table.find(&Meaning::Turn).is_none() => column.meaning = Some(Meaning::Turn),
        Some(Meaning::Count) if is_running(table, column.at) => {
            imported.note(format!("column `{}` counts the rows, and is no number of counters", cell::line(&column.heading)));
            column.meaning = None;
        }
        Some(Meaning::Id) if !is_id(table, column.at) => column.meaning = None,
        _ => {}
    }
}

/// 1, 2, 3 and so on: it only counts the rows.
fn is_running(table: &Table, at: usize) -> bool {
    table.rows.len() > 3 && (1..).zip(&table.rows).all(|(wanted, row)| number(row.cell(at)) == Number::Known(wanted))
}

/// Every row has one, and none twice.
fn is_id(table: &Table, at: usize) -> bool {
    let mut ids: Vec<String> = table.rows.iter().map(|row| super::slug(row.cell(at))).collect();
    ids.sort_unstable();
    ids.first().is_some_and(|first| !first.is_empty()) && ids.windows(2).all(|pair| pair.first() != pair.last())
}

/// A rating that has two columns has the second on the back.
fn doubled(columns: &mut [Column]) {
    let mut seen: Vec<(Meaning, bool)> = Vec::new();
    for column in columns {
        let meaning = match &column.meaning {
            Some(Meaning::Rating(id)) => Meaning::Rating(id.clone()),
            // Whichever numbers they are: front and back may have different ones.
            Some(Meaning::Factors(_)) => Meaning::Factors(Vec::new()),
            _ => continue,
        };
        let free = |back: bool| !seen.contains(&(meaning.clone(), back));
        match (column.back, free(column.back), free(true)) {
            (_, true, _) => {}
            (false, false, true) => column.back = true,
            _ => {
                column.meaning = None;
                continue;
            }
        }
        seen.push((meaning, column.back));
    }
}

/// A number beside several in one cell, or these beside it, may be the same once more. Where it is another, it is that of
/// the back if nothing else is; otherwise the column is not understood, and nothing of it is lost.
fn told_otherwise(table: &Table, columns: &mut [Column]) {
    for at in 1..columns.len() {
        let (before, rest) = columns.split_at(at);
        let Some(column) = rest.first() else { continue };
        let ids = rated(column);
        let others = |row: &Row, other: &Column, id: &str| {
            let (one, two) = (told(other, row, id), told(column, row, id));
            one != two && one != Number::Blank && two != Number::Blank
        };
        let otherwise = before.iter().filter(|other| other.back == column.back).any(|other| {
            let both: Vec<&str> = rated(other).into_iter().filter(|id| ids.contains(id)).collect();
            both.into_iter().any(|id| table.rows.iter().any(|row| others(row, other, id)))
        });
        if !otherwise {
            continue;
        }
        let single = matches!(column.meaning, Some(Meaning::Rating(_))) && !column.back;
        let taken = columns.iter().any(|other| other.back && rated(other).iter().any(|id| ids.contains(id)));
        if let Some(column) = columns.get_mut(at) {
            if single && !taken {
                column.back = true;
            } else {
                column.meaning = None;
            }
        }
    }
}

/// The ratings of which a column tells.
fn rated(column: &Column) -> Vec<&str> {
    match &column.meaning {
        Some(Meaning::Rating(id)) => vec![id.as_str()],
        Some(Meaning::Factors(names)) => names.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// What a column tells of a rating in a row.
fn told(column: &Column, row: &Row, id: &str) -> Number {
    let text = row.cell(column.at);
    match &column.meaning {
        Some(Meaning::Factors(names)) => {
            let all = factors(text).unwrap_or_else(|| vec![number(text)]);
            names.iter().zip(all).find(|(name, _)| *name == id).map_or(Number::Blank, |(_, number)| number)
        }
        Some(Meaning::Rating(own)) if own == id => number(text),
        _ => Number::Blank,
    }
}

/// Of several columns with one meaning the first counts; a second name is what stands on the counter; of formations
/// that nearest to the unit.
fn only_one(columns: &mut [Column]) {
    let nearest = columns.iter().filter_map(|column| match column.meaning {
        Some(Meaning::Formation(level)) => Some(level),
        _ => None,
    });
    let nearest = nearest.min();
    let has_designation = columns.iter().any(|column| column.meaning == Some(Meaning::Designation));
    let mut seen: Vec<Meaning> = Vec::new();
    for column in columns {
        let Some(meaning) = column.meaning.clone() else { continue };
        if matches!(meaning, Meaning::Rating(_) | Meaning::Factors(_)) {
            continue;
        }
        let farther = matches!(meaning, Meaning::Formation(level) if Some(level) != nearest);
        if !seen.contains(&meaning) && !farther {
            seen.push(meaning);
        } else if meaning == Meaning::Name && !has_designation && !seen.contains(&Meaning::Designation) {
            seen.push(Meaning::Designation);
            column.meaning = Some(Meaning::Designation);
        } else {
            column.meaning = None;
        }
    }
}

/// Cells that were merged have their text only in the first row: side, nation, formation.
fn fill_down(table: &mut Table, imported: &mut Imported) {
    let merged: Vec<(usize, String)> = table
        .columns
        .iter()
        .filter(|column| matches!(column.meaning, Some(Meaning::Side | Meaning::Nation | Meaning::Formation(_))))
        .filter(|column| {
            let filled = table.values(column.at).count();
            let first = table.rows.first().is_some_and(|row| !row.cell(column.at).is_empty());
            first && filled * 2 < table.rows.len()
        })
        .map(|column| (column.at, cell::line(&column.heading)))
        .collect();
    for (at, heading) in merged {
        let mut last = String::new();
        for row in &mut table.rows {
            match row.cells.get_mut(at) {
                Some(cell) if cell.is_empty() => cell.clone_from(&last),
                // A text of any length is not copied into every row.
                Some(cell) => last = cell.chars().take(table::NAME).collect(),
                None => {
                    row.cells.resize(at, String::new());
                    row.cells.push(last.clone());
                }
            }
        }
        imported.note(format!("blank cells of column `{heading}` were filled with what stands above them"));
    }
}

/// The names of several numbers in one cell.
fn factor_names(names: &[String], most: usize) -> Vec<String> {
    if names.len() >= most {
        return names.to_vec();
    }
    let usual: &[&str] = match most {
        2 => &["attack", "move"],
        3 => &["attack", "defense", "move"],
        _ => &["attack", "defense", "quality", "move", "range", "morale"],
    };
    usual.iter().take(most).map(|name| (*name).to_owned()).collect()
}

/// How many numbers most cells of a column have.
fn how_many(table: &Table, at: usize) -> usize {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for all in table.values(at).filter_map(factors) {
        *counts.entry(all.len()).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(0, |(length, _)| length)
}
