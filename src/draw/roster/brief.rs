//! What a setup card says in words: setup areas and entries with their hexes, options, how to win, special rules.

use std::collections::BTreeSet;

use crate::model::{
    AreaId, BoxId, BridgeCondition, Called, EntryId, Game, Level, LevelChecked, Location, MapLayer, MarkerAt, MarkerId, Scenario,
    SideId, Where,
};
use crate::words::{Teller, all_runs, joined, listed, plain, runs};

/// An entry with more hexes is not listed hex by hex where the map shows it.
const MOST_HEXES: usize = 60;

/// Stands at the beginning of a line that belongs to the one above it, once for each step that it is indented.
pub const DEEPER: char = '\u{2003}';

/// A part of the card: its heading, and its sentences.
pub(super) type Part = (&'static str, Vec<String>);

/// Everything that no picture says.
pub(super) fn parts(game: &Game, teller: &Teller<'_>, scenario: &Scenario) -> Vec<Part> {
    let all = [
        ("Setup areas", areas(game, scenario)),
        ("Entries", entries(game, scenario.arrivals.iter().flat_map(|it| it.entries.iter().chain(&it.instead)).copied())),
        ("On the map", on_the_map(game, scenario)),
        ("How to win", victory(game, teller, scenario)),
        ("Options and changes", changes(game, teller, scenario)),
        ("Special rules", scenario.special.clone()),
    ];
    all.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect()
}

/// The hexes of areas in which units are set up freely.
fn areas(game: &Game, scenario: &Scenario) -> Vec<String> {
    let Some(map) = &game.map else { return Vec::new() };
    let named: BTreeSet<AreaId> = scenario
        .setup
        .iter()
        .filter_map(|line| match &line.at {
            Where::In(area, _) => Some(*area),
            _ => None,
        })
        .collect();
    let one = |id: &AreaId| {
        let area = map.areas.at(*id)?;
        let hexes: Vec<String> = area.hexes.iter().map(|hex| map.board.name(*hex)).collect();
        Some(format!("{}: {}", area.called(), runs(&hexes)))
    };
    named.iter().filter_map(one).collect()
}

/// Entries by their letters, with their hexes.
pub(super) fn entries(game: &Game, used: impl Iterator<Item = EntryId>) -> Vec<String> {
    let Some(map) = &game.map else { return Vec::new() };
    let used: BTreeSet<EntryId> = used.collect();
    let one = |id: &EntryId| {
        let entry = map.entries.at(*id)?;
        let hexes: Vec<String> = entry.hexes.iter().map(|hex| map.board.name(*hex)).collect();
        let called = super::called_entry(entry);
        let name = entry.name.as_ref().filter(|name| **name != called).map(|name| format!(" ({name})")).unwrap_or_default();
        let edge = entry.edge.map(|edge| format!(", {} edge", format!("{edge:?}").to_lowercase())).unwrap_or_default();
        // A whole side of the map is seen better on the map, where that shows it.
        let shown = !game.art.map.leave_out.contains(&MapLayer::Entries);
        let many = shown && hexes.len() > MOST_HEXES;
        let hexes = if many { format!("{} hexes, as on the map", hexes.len()) } else { all_runs(&hexes) };
        Some(format!("{called}{name}: {hexes}{edge}"))
    };
    used.iter().filter_map(one).collect()
}

/// Who holds what, bridges, the part of the map.
fn on_the_map(game: &Game, scenario: &Scenario) -> Vec<String> {
    let mut all = Vec::new();
    let Some(map) = &game.map else { return all };
    if let Some(area) = scenario.map.and_then(|id| map.areas.at(id)) {
        let hexes: Vec<String> = area.hexes.iter().map(|hex| map.board.name(*hex)).collect();
        all.push(format!("Only “{}” is played on: {}.", area.called(), all_runs(&hexes)));
    }
    let side_name = |side: SideId| super::side_name(game, side);
    for side in game.sides.ids() {
        let held = scenario.control.iter().filter(|(_, holder)| *holder == side);
        let held: Vec<String> = held.filter_map(|(place, _)| map.places.at(*place).map(|place| place.name.clone())).collect();
        if !held.is_empty() {
            all.push(format!("{} holds {}.", side_name(side), joined(&held)));
        }
    }
    for (bridge, condition) in &scenario.bridges {
        let Some(bridge) = map.bridges.at(*bridge) else { continue };
        let state = match condition {
            BridgeCondition::Intact => "stands",
            BridgeCondition::Blown => "is blown",
            BridgeCondition::Building => "is being built",
        };
        all.push(format!("Bridge {} {state}.", map.board.hexside_name(bridge.side)));
    }
    for (bridge, side) in &scenario.owners {
        let Some(bridge) = map.bridges.at(*bridge) else { continue };
        all.push(format!("Bridge {} is held by {}.", map.board.hexside_name(bridge.side), side_name(*side)));
    }
    let lost: Vec<String> = scenario.lost.iter().filter_map(|id| game.units.at(*id)).map(|unit| plain(unit.called())).collect();
    if !lost.is_empty() {
        all.push(format!("Lost before it begins: {}.", joined(&lost)));
    }
    all
}

/// Victory points, and who wins when.
fn victory(game: &Game, teller: &Teller<'_>, scenario: &Scenario) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let points = teller.victory(scenario);
    if !points.is_empty() {
        all.push("Victory points:".to_owned());
    }
    let points: Vec<String> = points
        .into_iter()
        .map(|told| {
            let rule = told.rule.map(|rule| format!(" ({rule})")).unwrap_or_default();
            let note = told.note.map(|note| format!(" Note: {note}")).unwrap_or_default();
            format!("{}{rule}.{note}", told.words)
        })
        .collect();
    all.extend(once_for_all(&points).into_iter().map(|line| format!("• {line}")));
    all.extend(scenario.levels.iter().flat_map(|level| win(game, teller, level)));
    if let Some(turn) = scenario.checked.and_then(|id| game.turns.at(id)) {
        all.push(format!("Victory is decided at the end of turn {}.", turn.id));
    }
    all
}

/// Lines that follow each other and differ in nothing but a hex become one line.
fn once_for_all(lines: &[String]) -> Vec<String> {
    const IN: &str = " in hex ";
    let parts = |line: &str| {
        let (before, rest) = line.split_once(IN)?;
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (hex, after) = rest.split_at_checked(end)?;
        Some((before.to_owned(), hex.to_owned(), after.to_owned()))
    };
    let mut all: Vec<String> = Vec::new();
    let mut rest = lines;
    while let Some((line, others)) = rest.split_first() {
        let mut hexes: Vec<String> = Vec::new();
        if let Some((before, _, after)) = parts(line) {
            let alike = |line: &String| parts(line).filter(|(b, _, a)| *b == before && *a == after).map(|(_, hex, _)| hex);
            hexes = rest.iter().map_while(alike).collect();
            if hexes.len() > 2 {
                all.push(format!("For each of the hexes {}: {before} in it{after}", runs(&hexes)));
            }
        }
        if hexes.len() > 2 {
            rest = rest.get(hexes.len()..).unwrap_or_default();
        } else {
            all.push(line.clone());
            rest = others;
        }
    }
    all
}

/// Who wins when: a sentence, or its beginning and a line for each thing that must be so.
fn win(game: &Game, teller: &Teller<'_>, level: &Level) -> Vec<String> {
    let who = level.side.map(|side| format!("{} wins", super::side_name(game, side)));
    let who = who.unwrap_or_else(|| "nobody wins".to_owned());
    let (when, branches) = match &level.when {
        Some(when) => teller.provided_in_lines(when),
        None => ("otherwise".to_owned(), Vec::new()),
    };
    let checked: Vec<String> = level
        .checked
        .iter()
        .map(|checked| match checked {
            LevelChecked::AtOnce => "at once".to_owned(),
            LevelChecked::Phase(phase) => format!("at the end of the phase {}", teller.phase_name(*phase)),
            LevelChecked::End => "at the end of the game".to_owned(),
        })
        .collect();
    let checked = if checked.is_empty() { String::new() } else { format!(" ({})", listed(&checked, "and")) };
    let end = if branches.is_empty() { '.' } else { ':' };
    let mut lines = vec![format!("• {}: {who}, {when}{checked}{end}", level.name)];
    lines.extend(branches.iter().map(|(depth, words)| format!("{}– {words}", DEEPER.to_string().repeat(*depth))));
    lines
}

/// Options that are played here, and entries of the rules that differ.
fn changes(game: &Game, teller: &Teller<'_>, scenario: &Scenario) -> Vec<String> {
    let name =
        |id: &crate::model::OptionId| game.rules.options.at(*id).map(|it| it.name.clone().unwrap_or_else(|| it.id.clone()));
    let mut all: Vec<String> = Vec::new();
    let may: Vec<String> = scenario.options.iter().filter_map(name).map(|name| format!("“{name}”")).collect();
    if !may.is_empty() {
        all.push(format!("May be played here: {}.", may.join(", ")));
    }
    for (id, played) in &scenario.chosen {
        let Some(name) = name(id) else { continue };
        all.push(format!("Option “{name}” is {}.", if *played { "played" } else { "not played" }));
    }
    all.extend(scenario.changes.iter().map(|change| format!("{}.", teller.change(change))));
    all
}

/// Where a marker lies at the start. On a track it is the space: what it counts at the start, or the first turn.
pub(super) fn marker_place(game: &Game, scenario: &Scenario, marker: MarkerId, at: MarkerAt) -> Option<String> {
    let map = game.map.as_ref()?;
    match at {
        MarkerAt::Side(side) => Some(map.board.hexside_name(side)),
        MarkerAt::Location(Location::Box(id)) => {
            let name = game.place_word(&Where::At(Location::Box(id)))?;
            Some(space(game, scenario, marker, id).map_or_else(|| name.clone(), |space| format!("{name}: {space}")))
        }
        MarkerAt::Location(location) => game.place_word(&Where::At(location)),
    }
}

/// The space of a track on which a marker lies when a scenario begins.
fn space(game: &Game, scenario: &Scenario, marker: MarkerId, track: BoxId) -> Option<String> {
    let (first, last) = game.map.as_ref()?.boxes.at(track)?.track?;
    let pool = game.rules.pools.iter().find(|pool| pool.marker == Some(marker));
    if let Some(crate::model::Amount::Number(count)) = pool.map(|pool| &pool.count) {
        return Some(count.to_string());
    }
    // A track as long as the calendar counts turns.
    let turns = i32::try_from(game.turns.len()).ok();
    let long = last.zip(first.or(Some(1))).and_then(|(last, first)| last.checked_sub(first)?.checked_add(1));
    if turns.is_some() && long == turns {
        let (start, _) = game.turns_of(scenario)?;
        return game.turns.at(start).map(|turn| turn.id.clone());
    }
    first.map(|first| first.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_in_a_hex_are_told_once() {
        let told = |lines: &[&str]| once_for_all(&lines.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        let line = |hex: &str| format!("−5 — only if there are units in hex {hex} in supply (17.1).");
        let (one, two, three) = (line("0106"), line("0205"), line("0305"));
        assert_eq!(
            told(&["+1 for Lys (17.1).", &one, &two, &three, "+1 for hex 0101."]),
            [
                "+1 for Lys (17.1).",
                "For each of the hexes 0106, 0205, 0305: −5 — only if there are units in it in supply (17.1).",
                "+1 for hex 0101."
            ]
        );
        assert_eq!(told(&[&one, &two]), [one.as_str(), two.as_str()], "two lines stay as they are");
        assert_eq!(told(&[&one, &two, "−4 — only if there are units in hex 0305 in supply (17.1)."]).len(), 3);
    }
}
