//! The sequence of play: phases in order, in the colours of their sides, with what may be done in each.

use super::flow::{Block, Desk, Span};
use super::grid::{Cell, Column, Grid, Line, Words};
use super::look::{BODY, INK, PALE, called};
use crate::draw::scene::{Color, Face};
use crate::model::{Condition, Game, Phase, Reminder, SideId, SideWord, Turn, TurnId, Window};

/// The sequence of play; nothing if the game has no phases.
pub(super) fn block(game: &Game, desk: &Desk<'_>) -> Option<Block> {
    let mut lines: Vec<Line> = Vec::new();
    let mut before: Option<Option<SideId>> = None;
    for phase in game.phases.values().filter(|phase| !never(phase)) {
        let (fill, ink) = colours(game, phase.side);
        let first = before != Some(phase.side);
        let side = phase.side.and_then(|side| game.sides.at(side)).filter(|_| first);
        let side = side.map(|side| called(side.name.as_deref(), &side.id)).unwrap_or_default();
        let mut text = called(phase.name.as_deref(), &phase.id);
        if let Some(only) = phase.when.as_ref().and_then(|when| only(game, when)) {
            text = format!("{text} ({only})");
        }
        let number = Words { text: (lines.len() + 1).to_string(), face: Face::Bold, color: ink, fill, under: String::new() };
        let words = Words { text, face: Face::Regular, color: INK, fill: None, under: actions(game, phase) };
        let cells = vec![Cell::Words(number), Cell::Words(words), Cell::pale(side)];
        lines.push(Line { heavy: first && before.is_some(), ..Line::new(cells) });
        before = Some(phase.side);
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
    let art = side.and_then(|side| game.sides.at(side)).and_then(|side| game.art.colours.get(&side.id));
    let color = |(r, g, b)| Color::rgb(r, g, b);
    (art.and_then(|art| art.ground).map(color), art.and_then(|art| art.ink).map_or(INK, color))
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

/// When a phase takes place, in words; nothing if it always does. What has no simple words is left to the rules.
fn only(game: &Game, when: &Condition) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    // What is said of sides is clear from the side of the phase.
    let mut rest = Condition { side: None, ..when.clone() };
    let mut all = rest.all.take().unwrap_or_default();
    all.retain(|inner| Condition { side: None, ..inner.clone() } != Condition::default());
    for inner in &all {
        said.extend(only(game, inner));
    }
    if let Some(turns) = rest.turns.take() {
        said.push(window(game, &turns).unwrap_or_else(|| "in some turns".to_owned()));
    }
    if let Some(options) = rest.option.take() {
        said.push(format!("with {}", named(game, &options)));
    }
    if let Some(inner) = rest.not.take() {
        let mut not = *inner;
        let mut words = Vec::new();
        words.extend(not.turns.take().map(|turns| match window(game, &turns) {
            Some(turns) => format!("not {turns}"),
            None => "not in all turns".to_owned(),
        }));
        words.extend(not.option.take().map(|options| format!("not with {}", named(game, &options))));
        // Two things that may not both be so are not said one by one.
        if words.len() == 1 && not == Condition::default() { said.append(&mut words) } else { said.push(SEE.to_owned()) }
    }
    if rest != Condition::default() {
        said.push(SEE.to_owned());
    }
    said.dedup();
    (!said.is_empty()).then(|| said.join(", "))
}

/// What cannot be put simply.
const SEE: &str = "not always: see the rules";

fn named(game: &Game, options: &[crate::model::OptionId]) -> String {
    let all = options.iter().filter_map(|id| game.rules.options.at(*id));
    all.map(|option| format!("“{}”", called(option.name.as_deref(), &option.id))).collect::<Vec<_>>().join(" or ")
}

/// Some turns in words.
fn window(game: &Game, window: &Window) -> Option<String> {
    let turn = |id: &TurnId| game.turns.at(*id).map(|turn: &Turn| turn.id.clone());
    match window {
        Window { from: None, to: None, on: Some(on), tags: None, half: None } => {
            let turns: Vec<String> = on.iter().filter_map(turn).collect();
            Some(format!("turn {}", turns.join(", ")))
        }
        Window { from: Some(from), to: None, on: None, tags: None, half: None } => Some(format!("from turn {}", turn(from)?)),
        Window { from: None, to: Some(to), on: None, tags: None, half: None } => Some(format!("to turn {}", turn(to)?)),
        Window { from: Some(from), to: Some(to), on: None, tags: None, half: None } => {
            Some(format!("turns {}–{}", turn(from)?, turn(to)?))
        }
        Window { from: None, to: None, on: None, tags: Some(tags), half: None } => {
            Some(format!("{} turns", tags.iter().map(|tag| tag.0.as_str()).collect::<Vec<_>>().join(" or ")))
        }
        _ => None,
    }
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
    let lines = reminders.iter().map(|Reminder { rule, text }| {
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
