//! What is in the box: components with their quantities, files, and where each sheet is cut.

use std::collections::BTreeMap;

use super::flow::{Block, Desk, Span};
use super::grid::{Cell, Column, Grid, Line};
use super::look::{BODY, called, capital};
use crate::draw::card::deck_name;
use crate::draw::counter::{CounterKind, inventory};
use crate::draw::page::Paper;
use crate::draw::sheet::Cuts;
use crate::model::Game;

/// A file of the kit.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// The paper that it is for; any if none.
    pub paper: Option<Paper>,
    /// How many pages it has.
    pub pages: usize,
    /// Where its sheets are cut.
    pub cuts: Vec<Cuts>,
}

/// So many kinds of one heading are listed one by one.
const MOST_KINDS: usize = 400;

/// Components, files and cuts; of files for other paper nothing is said.
pub(super) fn blocks(game: &Game, files: &[Listed], counter: f64, card: (f64, f64), desk: &Desk<'_>) -> Vec<Block> {
    let own = |file: &&Listed| file.paper.is_none_or(|paper| paper == desk.paper);
    let files: Vec<&Listed> = files.iter().filter(own).collect();
    [components(game, counter, card, desk), contents(&files, desk), cuts(&files, desk)].into_iter().flatten().collect()
}

fn block(title: &str, columns: Vec<Column>, lines: Vec<Line>, desk: &Desk<'_>) -> Option<Block> {
    let grid = Grid { columns, lines, size: BODY * 0.95, pad: 0.16, ruled: true, again: 0 };
    (!grid.lines.is_empty()).then(|| Block::new(title.to_owned(), None, Span::Full, grid.lay_in(desk, desk.full)))
}

fn components(game: &Game, counter: f64, card: (f64, f64), desk: &Desk<'_>) -> Option<Block> {
    // By what they are and whose: type and size of units, name of markers.
    let mut counted: BTreeMap<(CounterKind, String, String), u32> = BTreeMap::new();
    for it in inventory(game) {
        let side = it.side.and_then(|side| game.sides.at(side)).map(|side| called(side.name.as_deref(), &side.id));
        let what = match it.front {
            crate::draw::counter::Shown::Unit(id, _) => {
                let kind = game.units.at(id).and_then(|unit| unit.kind).and_then(|kind| game.types.at(kind));
                kind.map_or_else(|| "Unit".to_owned(), |kind| called(kind.name.as_deref(), &kind.id))
            }
            _ => it.name.clone(),
        };
        *counted.entry((it.kind, side.unwrap_or_default(), what)).or_default() += it.copies;
    }
    let size = |(width, height): (f64, f64)| {
        let [width, height] = [width, height].map(|mm| (mm * 100.0).round() / 100.0);
        format!("{width} × {height} mm")
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut before: Option<(CounterKind, String)> = None;
    let mut sums: BTreeMap<(CounterKind, String), u32> = BTreeMap::new();
    for ((kind, side, _), copies) in &counted {
        *sums.entry((*kind, side.clone())).or_default() += copies;
    }
    for ((kind, side, what), copies) in counted.iter().take(MOST_KINDS) {
        let group = (*kind, side.clone());
        let section = (before.as_ref() != Some(&group)).then(|| {
            let sum = sums.get(&group).copied().unwrap_or_default();
            capital(format!("{side} {}s: {sum}", kind.word()).trim())
        });
        before = Some(group);
        let cells =
            vec![Cell::bold(copies.to_string()), Cell::plain(what.clone()), Cell::pale(size(game.art.counter_area(counter)))];
        lines.push(Line { section, ..Line::new(cells) });
    }
    let mut decks: BTreeMap<&str, u32> = BTreeMap::new();
    for it in game.cards.values().filter(|card| card.faces.is_empty()) {
        *decks.entry(it.deck.as_str()).or_default() += it.count;
    }
    let mut section = Some(format!("Cards: {}", decks.values().sum::<u32>()));
    for (deck, copies) in decks {
        let cells = vec![Cell::bold(copies.to_string()), Cell::plain(deck_name(game, deck)), Cell::pale(size(card))];
        lines.push(Line { section: section.take(), ..Line::new(cells) });
    }
    let columns = vec![Column::narrow("Count"), Column::text("What"), Column { left: true, ..Column::narrow("Size") }];
    block("Components", columns, lines, desk)
}

fn contents(files: &[&Listed], desk: &Desk<'_>) -> Option<Block> {
    let line = |it: &&Listed| {
        Line::new(vec![Cell::bold(it.name.clone()), Cell::plain(it.pages.to_string()), Cell::plain(it.about.clone())])
    };
    let columns = vec![Column::text("File"), Column::narrow("Pages"), Column::text("What")];
    block("Files", columns, files.iter().map(line).collect(), desk)
}

/// Where each sheet is cut, in millimetres from its upper left corner.
fn cuts(files: &[&Listed], desk: &Desk<'_>) -> Option<Block> {
    let numbers = |all: &[f64]| all.iter().map(|mm| format!("{mm:.1}")).collect::<Vec<_>>().join("  ");
    let mut lines: Vec<Line> = Vec::new();
    for file in files {
        let mut section = Some(format!("{}: {}", file.name, file.about));
        let mut from = 0;
        while let Some(first) = file.cuts.get(from) {
            // Sheets that are cut alike are cut together.
            let alike =
                file.cuts.iter().skip(from).take_while(|cuts| cuts.down == first.down && cuts.across == first.across).count();
            let parts: usize = file.cuts.iter().skip(from).take(alike).map(|cuts| cuts.parts).sum();
            let sheets = if alike > 1 { format!("{}–{}", from + 1, from + alike) } else { (from + 1).to_string() };
            let cells = vec![
                Cell::bold(sheets),
                Cell::plain(parts.to_string()),
                Cell::plain(numbers(&first.down)),
                Cell::plain(numbers(&first.across)),
            ];
            lines.push(Line { section: section.take(), ..Line::new(cells) });
            from += alike;
        }
    }
    let columns = vec![
        Column::narrow("Sheet"),
        Column::narrow("Parts"),
        Column::text("Cuts from top to bottom, mm from the left"),
        Column::text("Cuts from left to right, mm from the top"),
    ];
    block("Cut list", columns, lines, desk)
}
