//! The sequence of play: phases in order, in the colours of their sides, with what may be done in each.

use super::flow::{Block, Desk, Span};
use super::grid::{Cell, Column, Grid, Line, Words};
use super::look::{BODY, INK, PALE, called};
use crate::draw::counter::side_colours;
use crate::draw::scene::{Color, Face};
use crate::model::{Condition, Game, Phase, Reminder, SideId, SideWord};
use crate::words::Teller;

/// The sequence of play; nothing if the game has no phases.
pub(super) fn block(game: &Game, teller: &Teller<'_>, desk: &Desk<'_>) -> Option<Block> {
    let mut lines: Vec<Line> = Vec::new();
    let run = game.run_phases();
    for is_run in [false, true] {
        // What something lets play is not played in its place: it stands below what each turn has.
        let mut section = is_run.then(|| "Only when a card, a chit or a rule says so".to_owned());
        let mut before: Option<Option<SideId>> = None;
        let here = |phase: &&Phase| !never(phase) && run.contains(&phase.number) == is_run;
        for phase in game.phases.values().filter(here) {
            let (fill, ink) = colours(game, phase.side);
            let first = before != Some(phase.side);
            let side = phase.side.and_then(|side| game.sides.at(side)).filter(|_| first);
            let side = side.map(|side| called(side.name.as_deref(), &side.id)).unwrap_or_default();
            let mut text = called(phase.name.as_deref(), &phase.id);
            if let Some(only) = phase.when.as_ref().and_then(|when| only(teller, when)) {
                text = format!("{text} ({only})");
            }
            if let Some(repeat) = &phase.repeat {
                text = format!("{text}, again while {}", teller.when(repeat));
            }
            if phase.alternate {
                text = format!("{text}, the sides take turns");
            }
            let number = Words { text: (lines.len() + 1).to_string(), face: Face::Bold, color: ink, fill, under: String::new() };
            let words = Words { text, face: Face::Regular, color: INK, fill: None, under: actions(game, phase) };
            let cells = vec![Cell::Words(number), Cell::Words(words), Cell::pale(side)];
            let heavy = first && before.is_some();
            lines.push(Line { heavy, section: section.take(), ..Line::new(cells) });
            before = Some(phase.side);
        }
    }
    if lines.is_empty() {
        return None;
    }
    let columns = vec![
        Column { grow: 0.0, ..Column::narrow("") },
        Column::text("Phase"),
        Column { grow: 0.0, left: true, ..Column::narrow("Side") },
    ];
    let sided = game.phases.values().any(|phase| phase.side.is_some());
    let columns: Vec<Column> = columns.into_iter().take(if sided { 3 } else { 2 }).collect();
    for line in &mut lines {
        line.cells.truncate(columns.len());
    }
    let grid = Grid { columns, lines, size: BODY, pad: 0.2, ruled: true, again: 0 };
    Some(Block::new("Sequence of play".to_owned(), None, Span::Half, grid.lay_in(desk, desk.half)))
}

/// The colours of a side's counters.
fn colours(game: &Game, side: Option<SideId>) -> (Option<Color>, Color) {
    side.map(|side| side_colours(game, side)).map_or((None, INK), |(ground, ink)| (Some(ground), ink))
}

/// Whether a phase of a group is only for other sides.
fn never(phase: &Phase) -> bool {
    fn shut(when: &Condition, side: SideId) -> bool {
        let named =
            |words: &Vec<SideWord>| !words.is_empty() && words.iter().all(|word| matches!(word, SideWord::Is(is) if *is != side));
        when.side.as_ref().is_some_and(named) || when.all.iter().flatten().any(|inner| shut(inner, side))
    }
    phase.side.zip(phase.when.as_ref()).is_some_and(|(side, when)| shut(when, side))
}

/// When a phase takes place, in words; nothing if it always does.
fn only(teller: &Teller<'_>, when: &Condition) -> Option<String> {
    // What is said of sides is clear from the side of the phase.
    let mut rest = Condition { side: None, ..when.clone() };
    if let Some(all) = &mut rest.all {
        all.iter_mut().for_each(|inner| inner.side = None);
        all.retain(|inner| *inner != Condition::default());
    }
    rest.all = rest.all.filter(|all| !all.is_empty());
    (rest != Condition::default()).then(|| teller.only_when(&rest))
}

/// What may be done in a phase beside what it is called, with the printed rules.
fn actions(game: &Game, phase: &Phase) -> String {
    let here = game.rules.actions.iter().filter(|action| {
        let named = action.phase.iter().flatten().any(|name| *name == phase.number);
        let others = matches!((action.by, phase.side), (Some(SideWord::Is(by)), Some(side)) if by != side);
        named && !others
    });
    let words = here.filter_map(|action| {
        let name = action.name.clone()?;
        Some(action.rule.as_ref().map_or_else(|| name.clone(), |rule| format!("{name} ({})", rule.0)))
    });
    let mut all: Vec<String> = Vec::new();
    words.for_each(|word| {
        if !all.contains(&word) {
            all.push(word);
        }
    });
    all.join(" · ")
}

/// What is only to be remembered, in the author's words.
pub(super) fn reminders(game: &Game, desk: &Desk<'_>) -> Option<Block> {
    let reminders = &game.rules.reminders;
    if reminders.is_empty() {
        return None;
    }
    let ruled = reminders.iter().any(|it| it.rule.is_some());
    let number = Column { grow: 0.0, ..Column::narrow("") };
    let columns: Vec<Column> = if ruled { vec![number, Column::text("")] } else { vec![Column::text("")] };
    let lines = reminders.iter().map(|Reminder { rule, text, .. }| {
        let mut cells = vec![Cell::Words(Words {
            text: rule.clone().unwrap_or_default(),
            face: Face::Bold,
            color: PALE,
            fill: None,
            under: String::new(),
        })];
        cells.push(Cell::plain(text.clone()));
        Line::new(if ruled { cells } else { cells.split_off(1) })
    });
    let grid = Grid { columns, lines: lines.collect(), size: BODY * 0.95, pad: 0.2, ruled: true, again: 0 };
    Some(Block::new("Reminders".to_owned(), None, Span::Half, grid.lay_in(desk, desk.half)))
}
