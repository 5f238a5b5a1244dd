//! The words of the game: numbers on counters, unit types, sizes, states, what units become, markers, options; and its
//! credits.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::{Block, Desk, Span};
use super::grid::{Cell, Column, Grid, Line};
use super::look::{BODY, called, range};
use crate::draw::counter::{Aid, aids};
use crate::model::{Called, Game, Marker, MarkerId, MarkerOn, Rating, State, StateId, Unit, UnitId, Units};
use crate::words::joined;

/// All lists of words, each in a column.
pub(super) fn blocks(game: &Game, desk: &Desk<'_>) -> Vec<Block> {
    let lists = [ratings(game), types(game), states(game), successors(game), markers(game), options(game), credits(game)];
    let made = lists.into_iter().filter(|list| !list.lines.is_empty()).map(|list| {
        let List { title, mut columns, mut lines } = list;
        // A column with nothing in it is left out.
        for n in (0..columns.len()).rev() {
            let blank = |line: &Line| matches!(line.cells.get(n), Some(Cell::Words(words)) if words.text.is_empty());
            if lines.iter().all(blank) {
                columns.remove(n);
                lines.iter_mut().filter(|line| n < line.cells.len()).for_each(|line| drop(line.cells.remove(n)));
            }
        }
        let grid = Grid { columns, lines, size: BODY * 0.95, pad: 0.16, ruled: true, again: 0 };
        Block::new(title.to_owned(), None, Span::Half, grid.lay_in(desk, desk.half))
    });
    made.collect()
}

struct List {
    title: &'static str,
    columns: Vec<Column>,
    lines: Vec<Line>,
}

fn ratings(game: &Game) -> List {
    let line = |rating: &Rating| {
        let only = rating.only.as_ref().and_then(|units| kinds(game, units)).unwrap_or_default();
        let name = called(rating.name.as_deref(), &rating.id);
        Line::new(vec![Cell::bold(name), Cell::plain(range(rating.min, rating.max)), Cell::plain(only)])
    };
    let columns = vec![Column::text("Number"), Column { grow: 0.2, ..Column::narrow("Range") }, Column::text("Only for")];
    List { title: "Numbers on the counters", columns, lines: game.ratings.values().map(line).collect() }
}

/// Units in words, if they are chosen only by what they are.
fn kinds(game: &Game, units: &Units) -> Option<String> {
    let plain = Units { kind: None, class: None, ..units.clone() } == Units::default();
    let types = units.kind.iter().flatten().filter_map(|id| game.types.at(*id));
    let types = types.map(|kind| called(kind.name.as_deref(), &kind.id));
    let classes = units.class.iter().flatten().filter_map(|id| game.classes.at(*id));
    let classes = classes.map(|class| called(class.name.as_deref(), &class.id));
    let both = units.kind.is_some() && units.class.is_some();
    (plain && !both).then(|| joined(&types.chain(classes).collect::<Vec<String>>()))
}

fn types(game: &Game) -> List {
    let lines = game.types.iter().map(|(id, kind)| {
        let class = kind.class.and_then(|class| game.classes.at(class));
        let class = class.map(|class| called(class.name.as_deref(), &class.id)).unwrap_or_default();
        let of = game.units.values().filter(|unit| unit.kind == Some(id));
        let sizes: BTreeSet<&str> = of.filter_map(|unit| unit.size.as_deref()).collect();
        let sizes = sizes.into_iter().collect::<Vec<_>>().join(", ");
        Line::new(vec![Cell::bold(called(kind.name.as_deref(), &kind.id)), Cell::plain(class), Cell::plain(sizes)])
    });
    let columns = vec![Column::text("Unit type"), Column::text("Moves as"), Column { grow: 0.2, ..Column::text("Sizes") }];
    List { title: "Unit types", columns, lines: lines.collect() }
}

fn states(game: &Game) -> List {
    // Whoever has only these two needs no list of them.
    let usual = game.states.len() <= 2;
    let added = aids(game);
    let lines = game.states.iter().filter(|(id, _)| !usual && *id != Game::FULL).filter_map(|(id, state)| {
        let step = if state.step { "a step is lost" } else { "" };
        let name = called(state.name.as_deref(), &state.id);
        let shown = shown_by(game, &added, id, state);
        // Every game has this one, whether or not a unit is ever in it.
        let unused = id == Game::REDUCED && shown.is_empty();
        (!unused).then(|| Line::new(vec![Cell::bold(name), Cell::plain(shown), Cell::plain(step)]))
    });
    let columns = vec![Column::text("State"), Column::text("Shown by"), Column { grow: 0.5, ..Column::text("Steps") }];
    List { title: "States of units", columns, lines: lines.collect() }
}

/// What shows that a unit is in a state: a side of its counter, or a marker upon it.
fn shown_by(game: &Game, added: &[Aid], id: StateId, state: &State) -> &'static str {
    let of = |unit: &Unit| unit.faces.iter().position(|face| face.state == id);
    let sides: BTreeSet<usize> = game.units.values().filter_map(of).collect();
    let is = |text: &str| [state.id.as_str(), state.called()].iter().any(|word| word.to_lowercase() == text.to_lowercase());
    let marked = game.markers.values().any(|marker| is(&marker.id) || is(marker.called()));
    if sides.contains(&1) {
        "the back"
    } else if sides.iter().any(|n| *n > 1) {
        "another counter"
    } else if !sides.is_empty() {
        "the front"
    } else if marked || added.contains(&Aid::State(id)) {
        "a marker"
    } else {
        ""
    }
}

/// What units leave when they are lost, and what they break down into: no counter tells it. Units that become the same
/// stand together, in the order of the first.
fn successors(game: &Game) -> List {
    let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
    game.units.values().for_each(|unit| *alike.entry(on_counter(unit)).or_default() += 1);
    let remnant = |unit: &Unit| unit.remnant.into_iter().collect::<Vec<UnitId>>();
    let breakdown = |unit: &Unit| unit.breakdown.clone();
    type Next<'n> = &'n dyn Fn(&Unit) -> Vec<UnitId>;
    let lists: [(&str, Next<'_>); 2] = [("When lost, it leaves", &remnant), ("May break down into", &breakdown)];
    let mut lines: Vec<Line> = Vec::new();
    for (heading, becomes) in lists {
        let mut rows: Vec<(Vec<UnitId>, Vec<UnitId>)> = Vec::new();
        let mut places: BTreeMap<Vec<UnitId>, usize> = BTreeMap::new();
        for (id, unit) in game.units.iter() {
            let next = becomes(unit);
            if next.is_empty() {
                continue;
            }
            let place = *places.entry(next.clone()).or_insert(rows.len());
            match rows.get_mut(place) {
                Some((units, _)) => units.push(id),
                None => rows.push((vec![id], next)),
            }
        }
        let mut section = Some(heading.to_owned());
        lines.extend(rows.into_iter().map(|(units, next)| {
            let cells = vec![Cell::bold(in_short(game, &units, &alike)), Cell::plain(in_short(game, &next, &alike))];
            Line { section: section.take(), ..Line::new(cells) }
        }));
    }
    List { title: "Remnants and breakdown", columns: vec![Column::text("Unit"), Column::text("Becomes")], lines }
}

/// By what players know a counter: what is printed on it, else its name.
fn on_counter(unit: &Unit) -> &str {
    let said = [&unit.designation, &unit.name].into_iter().flatten().map(|text| text.trim()).find(|text| !text.is_empty());
    said.unwrap_or(&unit.id)
}

/// Units in few words: those of a formation, or else of a type, together where several counters say the same.
fn in_short(game: &Game, units: &[UnitId], alike: &BTreeMap<&str, usize>) -> String {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for unit in units.iter().filter_map(|id| game.units.at(*id)) {
        let text = on_counter(unit);
        let formation = unit.formation.and_then(|id| game.formations.at(id));
        let of = formation.map(|it| it.short.clone().unwrap_or_else(|| it.called().to_owned()));
        let kind = || unit.kind.and_then(|id| game.types.at(id)).map(|kind| called(kind.name.as_deref(), &kind.id));
        let of = of.or_else(kind).filter(|_| alike.get(text).is_some_and(|count| *count > 1)).unwrap_or_default();
        match groups.iter_mut().find(|(known, _)| *known == of) {
            Some((_, texts)) => texts.push(text),
            None => groups.push((of, vec![text])),
        }
    }
    let told = groups.iter().map(|(of, texts)| {
        let texts = runs(texts);
        if of.is_empty() { texts } else { format!("{texts} ({of})") }
    });
    told.collect::<Vec<_>>().join(", ")
}

/// `Bn 1–5` for five texts that differ only in the numbers at their ends.
fn runs(texts: &[&str]) -> String {
    fn parted(text: &str) -> Option<(&str, u32)> {
        let words = text.trim_end_matches(|c: char| c.is_ascii_digit());
        Some((words, text.get(words.len()..)?.parse().ok()?)).filter(|(words, _)| !words.is_empty())
    }
    let mut told: Vec<String> = Vec::new();
    let mut rest = texts;
    while let [first, others @ ..] = rest {
        let follows = |n: usize, text: &&&str| match (parted(first), parted(text)) {
            (Some((words, from)), Some((same, number))) => {
                words == same && u32::try_from(n + 1).ok().and_then(|n| from.checked_add(n)) == Some(number)
            }
            _ => false,
        };
        let more = others.iter().enumerate().take_while(|(n, text)| follows(*n, text)).count();
        let last = others.get(more.wrapping_sub(1)).filter(|_| more > 1).and_then(|last| parted(last));
        match last {
            Some((_, number)) => {
                told.push(format!("{first}–{number}"));
                rest = others.get(more..).unwrap_or_default();
            }
            None => {
                told.push((*first).to_owned());
                rest = others;
            }
        }
    }
    told.join(", ")
}

/// Who made it, and what it owes to whom.
fn credits(game: &Game) -> List {
    let authors = (!game.authors.is_empty()).then(|| game.authors.join(", "));
    let all = authors.iter().chain(&game.credits).chain(&game.license).cloned();
    let lines = all.map(|text| Line::new(vec![Cell::plain(text)])).collect();
    List { title: "Credits", columns: vec![Column::text("")], lines }
}

fn markers(game: &Game) -> List {
    let backs: BTreeSet<MarkerId> = game.markers.values().filter_map(|marker| marker.back).collect();
    let line = |(id, marker): (MarkerId, &Marker)| {
        let name = |marker: &Marker| called(marker.name.as_deref(), &marker.id);
        let on = marker.on.map_or("", |on| match on {
            MarkerOn::Hex => "Hex",
            MarkerOn::Hexside => "Hexside",
            MarkerOn::Unit => "Unit",
            MarkerOn::Track => "Track",
        });
        let back = marker.back.and_then(|back| game.markers.at(back)).map(name);
        // A marker that is only the back of others has no counters of its own.
        let hidden = marker.count == Some(0) && backs.contains(&id);
        let count = marker.count.filter(|_| !hidden).map(|count| count.to_string()).unwrap_or_default();
        let side = marker.side.and_then(|side| game.sides.at(side));
        let side = side.map(|side| called(side.name.as_deref(), &side.id)).unwrap_or_default();
        Line::new(vec![
            Cell::bold(name(marker)),
            Cell::plain(on),
            Cell::plain(count),
            Cell::plain(side),
            Cell::plain(back.unwrap_or_default()),
        ])
    };
    let columns = vec![
        Column::text("Marker"),
        Column { left: true, ..Column::narrow("On") },
        Column::narrow("Count"),
        Column { left: true, ..Column::narrow("Side") },
        Column { grow: 0.5, ..Column::text("Back") },
    ];
    let mut lines: Vec<Line> = game.markers.iter().map(line).collect();
    lines.extend(aids(game).into_iter().filter_map(|aid| {
        let on = match aid {
            // They stand in the list of states.
            Aid::State(_) => return None,
            Aid::Turn | Aid::Count(_) => "Track",
        };
        let blank = || Cell::plain("");
        Some(Line::new(vec![Cell::bold(aid.name(game)), Cell::plain(on), Cell::plain("1"), blank(), blank()]))
    }));
    List { title: "Markers", columns, lines }
}

fn options(game: &Game) -> List {
    let lines = game.rules.options.values().map(|option| {
        let played = if option.default { "Usually" } else { "" };
        Line::new(vec![
            Cell::bold(called(option.name.as_deref(), &option.id)),
            Cell::plain(played),
            Cell::pale(option.rule.clone().unwrap_or_default()),
        ])
    });
    let columns = vec![Column::text("Option"), Column::narrow("Played"), Column { grow: 0.0, ..Column::narrow("Rule") }];
    List { title: "Options", columns, lines: lines.collect() }
}
