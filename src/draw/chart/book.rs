//! The rules in short: every entry of the rules in words, beside its printed number.

use super::flow::{Block, Desk, Span};
use super::grid::{Cell, Column, Grid, Line, Words};
use super::look::{BODY, INK};
use crate::draw::scene::Face;
use crate::words::{Chapter, Told};

/// Every chapter across the page.
pub(super) fn blocks(book: &[Chapter], desk: &Desk<'_>) -> Vec<Block> {
    book.iter().map(|chapter| block(chapter, desk)).collect()
}

fn block(chapter: &Chapter, desk: &Desk<'_>) -> Block {
    let columns = vec![
        Column { left: true, ..Column::narrow("Rule") },
        Column { grow: 0.0, ..Column::text("What") },
        Column { grow: 8.0, ..Column::text("Says") },
    ];
    let lines = lines(&chapter.told, |told| {
        let words = Words {
            text: told.words.clone(),
            face: Face::Regular,
            color: INK,
            fill: None,
            under: told.note.as_ref().map(|note| format!("Note: {note}")).unwrap_or_default(),
        };
        vec![Cell::pale(told.rule.clone().unwrap_or_default()), Cell::bold(told.name.clone()), Cell::Words(words)]
    });
    let grid = Grid { columns, lines, size: BODY * 0.95, pad: 0.16, ruled: true, again: 0 };
    Block::new(chapter.title.clone(), chapter.rule.clone(), Span::Full, grid.lay_in(desk, desk.full))
}

/// Rows with a heading wherever another section begins.
fn lines(told: &[Told], cells: impl Fn(&Told) -> Vec<Cell>) -> Vec<Line> {
    let mut before = "";
    let line = |it: &Told| {
        let section = (it.section != before).then(|| it.section.to_owned());
        before = it.section;
        Line { section, ..Line::new(cells(it)) }
    };
    told.iter().map(line).collect()
}

/// Sections that players look up in every battle and every move: they stand beside the tables.
const QUICK: [&str; 6] =
    ["combat.shifts/", "combat.rolls/", "combat.caps/", "draws.mods/", "stacking.limits/", "movement.surcharges/"];

/// What shifts columns and changes rolls in each kind of combat, how many may stack, and what costs more.
pub(super) fn quick(book: &[Chapter], desk: &Desk<'_>) -> Vec<Block> {
    let quick = |told: &&Told| QUICK.iter().any(|list| told.entry.starts_with(list));
    let made = book.iter().filter_map(|chapter| {
        let told: Vec<Told> = chapter.told.iter().filter(quick).cloned().collect();
        if told.is_empty() {
            return None;
        }
        let columns = vec![Column { grow: 1.0, ..Column::text("") }, Column { grow: 0.0, left: true, ..Column::narrow("") }];
        let lines = lines(&told, |told| {
            let named = format!("{}: {}", told.name, told.words);
            vec![Cell::plain(named), Cell::pale(told.rule.clone().unwrap_or_default())]
        });
        let grid = Grid { columns, lines, size: BODY * 0.95, pad: 0.16, ruled: true, again: 0 };
        Some(Block::new(chapter.title.clone(), chapter.rule.clone(), Span::Half, grid.lay_in(desk, desk.half)))
    });
    made.collect()
}
