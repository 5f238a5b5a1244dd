//! The game's tables as players want them: dice and columns, results in bold, what the codes mean, modifiers, notes.

use std::collections::BTreeSet;

use super::flow::{Block, Desk, Strip};
use super::grid::{Cell, Column, Grid, Line, PAD};
use super::look::{BODY, NOTE, called, capital, printed, signed};
use crate::draw::scene::Face;
use crate::model::{Combat, Dice, Game, Key, ResultCode, Row, Table};
use crate::words::{Chapter, Teller};

/// Every table of the game.
pub(super) fn blocks(game: &Game, teller: &Teller<'_>, book: &[Chapter], desk: &Desk<'_>) -> Vec<Block> {
    // A table without a result only names columns for the rules: nobody looks anything up in it. A dash is none.
    let result = |code: &str| code.chars().any(|c| !matches!(c, '-' | '–' | '—' | ' '));
    let told = |table: &&Table| table.rows.iter().flat_map(|row| &row.cells).flatten().any(|code| result(code));
    let said = said(game, teller, book);
    let mut all: Vec<Block> = Vec::new();
    let mut before: Option<&Table> = None;
    let mut series = 0;
    for table in game.tables.values().filter(told) {
        if !before.is_some_and(|before| is_one_series(before, table)) {
            series += 1;
        }
        before = Some(table);
        all.extend(
            blocks_of(game, (teller, said.as_str()), table, desk)
                .into_iter()
                .map(|block| Block { series: Some(series), ..block }),
        );
    }
    all
}

/// Whether two tables are of one series: the same columns, and titles that are the same up to a sign or the last word.
fn is_one_series(one: &Table, other: &Table) -> bool {
    let stem = |table: &Table| {
        let title = called(table.title.as_deref(), &table.id);
        let cut = title.find([',', ':', '(']).or_else(|| title.rfind(' '));
        cut.and_then(|cut| title.get(..cut)).map(|stem| stem.trim_end().to_owned()).filter(|stem| !stem.is_empty())
    };
    one.columns == other.columns && stem(one).is_some() && stem(one) == stem(other)
}

/// A table: one block, or several if it is too wide for a page.
fn blocks_of(game: &Game, (teller, said): (&Teller<'_>, &str), table: &Table, desk: &Desk<'_>) -> Vec<Block> {
    // What a code does is told where its author says nothing of it.
    let table = &spoken(teller, table);
    let told = told(table);
    let (span, parts) = grid(game, table, told, told && has_idle_codes(table, said)).lay(desk);
    let width = desk.width(span);
    let title = called(table.title.as_deref(), &table.id);
    let of = parts.len();
    let mut blocks: Vec<Block> = parts
        .into_iter()
        .enumerate()
        .map(|(n, part)| {
            let title = if of > 1 { format!("{title}, part {} of {of}", n + 1) } else { title.clone() };
            Block::new(title, table.rule.clone(), span, part)
        })
        .collect();
    if let Some(last) = blocks.last_mut() {
        last.strips.extend(below(game, table, told, desk, width));
    }
    blocks
}

/// The table with words for each result that has effects and no text, and for each modifier that has a condition alone.
fn spoken(teller: &Teller<'_>, table: &Table) -> Table {
    let mut table = table.clone();
    for modifier in table.modifiers.iter_mut().filter(|modifier| modifier.text.is_none()) {
        modifier.text = Some(modifier.when.as_ref().map_or_else(|| "always".to_owned(), |when| teller.provided_that(when)));
    }
    for result in table.results.iter_mut().flatten().filter(|result| result.text.is_none() && !result.effects.is_empty()) {
        result.text = Some(capital(&teller.effects(&result.effects)));
    }
    table
}

/// Whether what the codes mean stands beside them instead of below the table.
fn told(table: &Table) -> bool {
    let codes = table.results.as_deref().unwrap_or_default();
    table.columns.len() == 1 && codes.iter().any(|code| code.text.is_some())
}

/// All that the rules, other results and the author say of results, in words.
fn said(game: &Game, teller: &Teller<'_>, book: &[Chapter]) -> String {
    let mut all: Vec<String> = Vec::new();
    for told in book.iter().flat_map(|chapter| &chapter.told) {
        all.push(told.words.clone());
        all.extend(told.note.clone());
    }
    for table in game.tables.values() {
        let Table { modifiers, results, notes, .. } = spoken(teller, table);
        all.extend(modifiers.into_iter().filter_map(|modifier| modifier.text));
        all.extend(results.into_iter().flatten().filter_map(|result| result.text));
        all.extend(notes);
    }
    all.extend(game.phases.values().filter_map(|phase| phase.when.as_ref()).map(|when| teller.when(when)));
    all.extend(game.rules.reminders.iter().map(|reminder| reminder.text.clone()));
    all.extend(game.cards.values().filter_map(|card| card.text.clone()));
    all.extend(game.cards.values().map(|card| teller.effects(&card.effects)));
    all.join("\n")
}

/// Whether the codes are ids that tell players nothing: each has a text beside it, and nothing that is said names one.
fn has_idle_codes(table: &Table, said: &str) -> bool {
    let codes: BTreeSet<&str> = table.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(String::as_str).collect();
    // `0113-w` is one as much as `liege-west-w`; `1d` is none.
    let id = |code: &str| {
        code.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && code.chars().filter(char::is_ascii_lowercase).count() > usize::from(!code.contains('-'))
    };
    let meant = |code: &str| table.results.iter().flatten().any(|result| result.code == code && result.text.is_some());
    let inside = |c: char| c.is_alphanumeric() || c == '-';
    let has = |text: &str, code: &str| {
        text.match_indices(code).any(|(at, _)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            let after = text.get(at + code.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(inside) && !after.is_some_and(inside)
        })
    };
    // A plain word may stand in any sentence: it is a code only where a rule asks for results.
    let asked = said.match_indices("the result is ").filter_map(|(at, _)| said.get(at..)?.split(['.', ';', '—', '\n']).next());
    let asked = asked.collect::<Vec<_>>().join("\n");
    let named = |code: &str| has(&asked, code) || has(&asked, &code.replace('-', " ")) || code.contains('-') && has(said, code);
    // A row without a result says so by a dash.
    let whole = table.rows.iter().all(|row| row.cells.first().is_some_and(Option::is_some));
    whole && !codes.is_empty() && codes.into_iter().all(|code| id(code) && meant(code) && !named(code))
}

fn grid(game: &Game, table: &Table, told: bool, idle_codes: bool) -> Grid {
    let dice = match (&table.draw, table.dice) {
        (Some(_), _) => "Card".to_owned(),
        (None, Some(dice)) => dice.to_string(),
        (None, None) => "Roll".to_owned(),
    };
    let mut columns = vec![Column::narrow(dice)];
    if table.draw.is_some() {
        columns = columns.into_iter().map(|column| Column { left: true, text: true, ..column }).collect();
    }
    // Results that are whole sentences read better from the left, and need not be bold.
    let sentence = |code: &str| code.chars().count() > 24 && code.contains(' ');
    let texts = table.rows.iter().flat_map(|row| row.cells.iter().flatten()).any(|code| sentence(code));
    for name in &table.columns {
        let alone = table.columns.len() == 1 && name.trim().is_empty();
        let head = if alone { "Result".to_owned() } else { printed(name) };
        columns.push(if texts { Column::text(head) } else { Column::codes(head) });
    }
    if told {
        columns = columns.into_iter().map(|column| Column { grow: 0.15, ..column }).collect();
        columns.push(Column::text("Meaning"));
    }
    let mut before: Option<i32> = None;
    let lines = if told { joined(table) } else { table.rows.clone() }.into_iter().map(|row| {
        let mut cells = vec![Cell::bold(roll(game, table, &row))];
        let found = (0..table.columns.len()).map(|n| row.cells.get(n).and_then(Option::as_deref));
        let write = if texts { Cell::plain } else { Cell::bold };
        cells.extend(found.map(|cell| cell.map_or_else(|| Cell::pale("–"), |code| write(printed(code)))));
        if told {
            let code = row.cells.first().and_then(Option::as_deref);
            let found = table.results.iter().flatten().find(|result| Some(result.code.as_str()) == code);
            cells.push(Cell::plain(found.and_then(|result| result.text.clone()).unwrap_or_default()));
        }
        // Rolls of two dice read as tens and units are looked up by the tens.
        let tens = row.from / 10;
        let heavy = table.dice == Some(Dice::TensUnits) && before.is_some_and(|before| before != tens);
        before = Some(tens);
        Line { heavy, ..Line::new(cells) }
    });
    let mut lines: Vec<Line> = lines.collect();
    if idle_codes {
        columns.remove(1);
        lines.iter_mut().for_each(|line| drop(line.cells.remove(1)));
    }
    Grid { lines, columns, size: BODY, pad: 0.2, ruled: true, again: 1 }
}

/// Neighbours with the same result as one row, where rolls are plain sums.
fn joined(table: &Table) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for row in &table.rows {
        match rows.last_mut() {
            Some(last)
                if matches!(table.dice, Some(Dice::Sum(..)))
                    && table.draw.is_none()
                    && last.cells == row.cells
                    && last.to.checked_add(1) == Some(row.from) =>
            {
                last.to = row.to;
            }
            _ => rows.push(row.clone()),
        }
    }
    rows
}

/// What is rolled or drawn for a row.
fn roll(game: &Game, table: &Table, row: &Row) -> String {
    if table.draw.is_some() {
        let card = usize::try_from(row.from).ok().and_then(|n| game.cards.at(Key::new(n)));
        return card.map(|card| called(card.name.as_deref(), &card.id)).unwrap_or_default();
    }
    let end = |n: i32| if n < 0 { signed(n) } else { n.to_string() };
    if row.from == row.to {
        end(row.from)
    } else if row.from < 0 || row.to < 0 {
        format!("{} to {}", end(row.from), end(row.to))
    } else {
        format!("{}–{}", row.from, row.to)
    }
}

/// What the codes mean, what changes the roll, and notes.
fn below(game: &Game, table: &Table, told: bool, desk: &Desk<'_>, width: f64) -> Vec<Strip> {
    let mut strips = Vec::new();
    let used = |code: &str| table.rows.iter().any(|row| row.cells.iter().flatten().any(|cell| cell == code));
    let wanted = |result: &&ResultCode| result.text.is_some() && !(told && used(&result.code));
    let codes = table.results.iter().flatten().filter(wanted);
    let pairs: Vec<(String, String)> =
        codes.map(|result| (printed(&result.code), result.text.clone().unwrap_or_default())).collect();
    strips.extend(legend(&pairs, desk, width));
    let mods = table.modifiers.iter().filter_map(|modifier| Some((signed(modifier.add), modifier.text.clone()?)));
    // What counts in two places for the same reason is one line for whoever reads it.
    let mut mods: Vec<(String, String)> = mods.collect();
    let mut seen = BTreeSet::new();
    mods.retain(|modifier| seen.insert(modifier.clone()));
    if !mods.is_empty() {
        strips.extend(heading("Modifiers to the roll", desk, width));
        // The heading has made room already.
        strips.extend(legend(&mods, desk, width).into_iter().skip(1));
    }
    let mut remarks: Vec<String> = Vec::new();
    if table.clamp && (!table.modifiers.is_empty() || is_rolled_with_modifiers(game, table)) {
        remarks.push("A roll beyond the table counts as its first or last row.".to_owned());
    }
    remarks.extend(table.notes.iter().map(|note| printed(note)));
    strips.extend(notes(&remarks, desk, width));
    strips
}

/// Whether a kind of combat that rolls on the table adds something to the roll.
fn is_rolled_with_modifiers(game: &Game, table: &Table) -> bool {
    let on_it = |combat: &&Combat| combat.table.and_then(|id| game.tables.at(id)).is_some_and(|it| it.id == table.id);
    game.rules.combat.iter().flat_map(|all| all.iter()).filter(on_it).any(|combat| !combat.rolls.is_empty())
}

/// Codes and what they mean, in as many columns as find room.
pub(super) fn legend(pairs: &[(String, String)], desk: &Desk<'_>, width: f64) -> Vec<Strip> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let widest = |of: fn(&(String, String)) -> &String, face| {
        pairs.iter().map(|pair| desk.ruler.width(face, of(pair), NOTE)).fold(0.0, f64::max)
    };
    let (code, text) = (widest(|pair| &pair.0, Face::Bold), widest(|pair| &pair.1, Face::Regular));
    let one = code + text + 4.0 * PAD * NOTE + 1.0;
    // Letters may be a little smaller if that saves a column of lines.
    let tries = [(3, 1.0), (3, 0.92), (2, 1.0), (2, 0.92)];
    let fits = |(n, share): &(usize, f64)| one * share * f64::from(u32::try_from(*n).unwrap_or(1)) <= width && pairs.len() > 2;
    let (columns, share) = tries.into_iter().find(fits).unwrap_or((1, 1.0));
    let rows = pairs.len().div_ceil(columns);
    let mut heads = Vec::new();
    for _ in 0..columns {
        heads.push(Column { left: true, even: true, ..Column::default() });
        heads.push(Column { grow: 1.0, ..Column::text("") });
    }
    let blank = (String::new(), String::new());
    let lines = (0..rows).map(|row| {
        let across = (0..columns).map(|column| pairs.get(column * rows + row).unwrap_or(&blank));
        Line::new(across.flat_map(|(code, text)| [Cell::bold(code.clone()), Cell::plain(text.clone())]).collect())
    });
    let grid = Grid { lines: lines.collect(), columns: heads, size: NOTE * share, pad: 0.06, ruled: false, again: 0 };
    let mut strips = vec![Strip::blank(1.2)];
    strips.extend(grid.lay_in(desk, width).strips);
    strips
}

/// A heading inside a block.
pub(super) fn heading(text: &str, desk: &Desk<'_>, width: f64) -> Vec<Strip> {
    let column = Column { left: true, text: true, ..Column::default() };
    let lines = vec![Line::new(vec![Cell::bold(text)])];
    let grid = Grid { lines, columns: vec![column], size: NOTE, pad: 0.06, ruled: false, again: 0 };
    let mut strips = vec![Strip::blank(1.4)];
    strips.extend(grid.lay_in(desk, width).strips.into_iter().map(|strip| Strip { with_next: true, ..strip }));
    strips
}

/// Remarks below a chart.
pub(super) fn notes(remarks: &[String], desk: &Desk<'_>, width: f64) -> Vec<Strip> {
    notes_with_signs(remarks.iter().map(|remark| (Cell::pale("•"), remark.clone())).collect(), desk, width)
}

/// The same, each with a sign of its own before it.
pub(super) fn notes_with_signs(remarks: Vec<(Cell, String)>, desk: &Desk<'_>, width: f64) -> Vec<Strip> {
    if remarks.is_empty() {
        return Vec::new();
    }
    let columns = vec![Column { grow: 0.0, left: true, ..Column::default() }, Column::text("")];
    let lines = remarks.into_iter().map(|(sign, remark)| Line::new(vec![sign, Cell::pale(remark)]));
    let grid = Grid { lines: lines.collect(), columns, size: NOTE * 0.92, pad: 0.06, ruled: false, again: 0 };
    let mut strips = vec![Strip::blank(1.4)];
    strips.extend(grid.lay_in(desk, width).strips);
    strips
}
