//! What stands under the cursor, in words and as a picture.

use std::fmt::Write;

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::names::{ENTRY, Spot, Thing};
use super::text::{Position, range};
use super::{findings, picture, schema};
use crate::diag::{HEX, PRINTED, Role};
use crate::hexgrid::{Cell, HexId};
use crate::model::{Called, Game, Key, Location, Map, RatingValue, Scenario, Table, UnitId, Where};
use crate::rules::{Engine, Position as Standing, Situation};
use crate::source::glyphs;
use crate::span::{FileId, Span};
use crate::words::{Teller, listed, plain};

/// So many of a long list are named.
const NAMED: usize = 12;

/// Everything that can be said of a place; nothing if there is nothing to say.
pub(super) fn hover(analysis: &Analysis, file: FileId, byte: usize, pictures: bool) -> Option<Value> {
    let source = analysis.compiled.files.get(file)?;
    let mut parts: Vec<String> = Vec::new();
    let mut shown: Option<Span> = None;
    let mut spots = analysis.names().at(file, byte);
    // A hex that is also a place or an entry is told as what it means there.
    spots.sort_by_key(|spot| (spot.kind == HEX, spot.kind == ENTRY));
    let mut told: Vec<usize> = Vec::new();
    for spot in &spots {
        let Some(n) = spot.thing.filter(|n| !told.contains(n)) else { continue };
        let Some(thing) = analysis.names().thing(n) else { continue };
        told.extend(analysis.names().same(n));
        let words = match spot.kind {
            HEX => hex_at(analysis, file, byte).map(|hex| hex_words(analysis, hex)),
            _ => Some(thing_words(analysis, n, thing, pictures)),
        };
        if let Some(words) = words {
            shown = shown.or(Some(spot.span));
            parts.push(words);
        }
    }
    if let (true, Some((hex, glyph))) = (parts.is_empty(), drawn_at(analysis, file, byte)) {
        shown = Some(glyph);
        parts.push(hex_words(analysis, hex));
    }
    if parts.is_empty() {
        parts.extend(schema::field_words(analysis, file, source.tree.text(), byte));
    }
    for diag in findings::at(analysis, file, byte) {
        let about = explained(diag.rule.docs);
        parts.push(format!("**{} {}**: {}\n\n{about}", diag.rule.code, diag.rule.name, escaped(&diag.message)));
    }
    if parts.is_empty() {
        return None;
    }
    let mut answer = json!({ "contents": { "kind": "markdown", "value": parts.join("\n\n---\n\n") } });
    if let (Some(span), Some(object)) = (shown, answer.as_object_mut()) {
        object.insert("range".to_owned(), range(source, span));
    }
    Some(answer)
}

/// The explanation of a code without its title.
fn explained(docs: &str) -> String {
    let rest = docs.trim().strip_prefix("# ").and_then(|rest| rest.split_once('\n')).map_or(docs, |(_, rest)| rest);
    rest.trim().replace("\n## ", "\n#### ")
}

/// Words of an author's that are no markup.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut code = false;
    for c in text.chars() {
        code ^= c == '`';
        if !code && matches!(c, '*' | '_' | '<' | '>' | '[' | ']' | '#' | '|' | '\\' | '!' | '&') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

/// The hex whose number stands at a byte: of a range or hexside the half under the cursor.
pub(super) fn hex_at(analysis: &Analysis, file: FileId, byte: usize) -> Option<HexId> {
    let board = &analysis.compiled.game.map.as_ref()?.board;
    let spots = analysis.names().at(file, byte);
    let spot: &Spot = spots.iter().find(|spot| spot.kind == HEX)?;
    let text = analysis.compiled.files.tree(file)?.text().get(spot.span.range())?;
    if let Ok(hex) = board.parse(text) {
        return Some(hex);
    }
    let at = byte.saturating_sub(spot.span.start as usize).min(text.len());
    let mut ends: Vec<usize> = text.match_indices(['/', '-', ' ', ',', '|']).map(|(n, _)| n).collect();
    ends.push(text.len());
    let mut from = 0;
    for end in ends {
        if at <= end {
            return text.get(from..end).and_then(|word| board.parse(word.trim()).ok());
        }
        from = end + 1;
    }
    None
}

/// The hex whose glyph stands at a byte, in the rows of a map, and the bytes of the glyph.
fn drawn_at(analysis: &Analysis, file: FileId, byte: usize) -> Option<(HexId, Span)> {
    let board = &analysis.compiled.game.map.as_ref()?.board;
    let touched = |span: Span| span.range().contains(&byte);
    for (on, sheet) in analysis.compiled.origins.map.sheets.iter().zip(board.sheets()) {
        let Some(rows) = analysis.compiled.files.value(&on.rows()).filter(|_| on.drawn && on.sheet.file == file) else {
            continue;
        };
        let row = rows.elements().enumerate().find(|(_, row)| touched(Span { start: row.node().start, end: row.node().end }));
        let Some((nth, row)) = row else { continue };
        let text = row.text()?;
        let place = |(at, glyph): (usize, char)| row.inner_span(Span::new(at, at + glyph.len_utf8()));
        let column = glyphs(&text).map(place).position(touched)?;
        let glyph = glyphs(&text).map(place).nth(column)?;
        let cell = Cell { column: u32::try_from(column).ok()?, row: u32::try_from(nth).ok()? };
        // Of a row that is too long or too short nobody knows which hex is meant.
        let whole = glyphs(&text).count() == sheet.grid().columns() as usize;
        return sheet.hex(cell).filter(|_| whole).map(|hex| (hex, glyph));
    }
    None
}

fn hex_words(analysis: &Analysis, hex: HexId) -> String {
    let game = &analysis.compiled.game;
    let Some(map) = &game.map else { return String::new() };
    let mut text = format!("**Hex {}**", map.board.name(hex));
    let mut line = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            let _ = write!(text, "\n\n{what}: {}", some(&names));
        }
    };
    let terrain = |id| game.terrain.at(id).map(|terrain| escaped(terrain.called()));
    line("terrain", map.ground(hex).and_then(terrain).into_iter().collect());
    let places = map.places.values().filter(|place| place.hexes.contains(&hex));
    line(
        "place",
        places
            .map(|place| match place.class.and_then(terrain) {
                Some(class) => format!("{} ({class})", escaped(&place.name)),
                None => escaped(&place.name),
            })
            .collect(),
    );
    let values = map.values.get(&hex).into_iter().flat_map(|values| values.iter());
    line("values", values.map(|(name, number)| format!("{} {number}", escaped(name))).collect());
    line("area", map.areas.values().filter(|area| area.hexes.contains(&hex)).map(|area| escaped(area.called())).collect());
    line("entry", map.entries.values().filter(|entry| entry.hexes.contains(&hex)).map(|entry| escaped(entry.called())).collect());
    let roads = map.roads.values().filter(|road| road.through.contains(&hex));
    line("road", roads.filter_map(|road| road.name.as_deref().map(escaped).or_else(|| terrain(road.class))).collect());
    for (id, scenario) in game.scenarios.iter() {
        let here: Vec<String> = scenario
            .setup
            .iter()
            .filter(|line| stands(map, &line.at, hex) == Some(true))
            .filter_map(|line| {
                let unit = game.units.at(line.unit)?;
                let state = game.states.at(line.state).filter(|_| line.state != Game::FULL);
                Some(state.map_or_else(
                    || format!("`{}`", plain(&unit.id)),
                    |state| format!("`{}` ({})", plain(&unit.id), escaped(state.called())),
                ))
            })
            .collect();
        let engine = Engine::new(game, Some(id));
        let zones: Vec<String> = if engine.land().is_some() && game.rules.zones.is_some() {
            let standing = Standing::start(game, scenario);
            let situation = Situation::new(&engine, &standing, engine.start());
            let sides = game.sides.iter().filter(|(side, _)| situation.in_zone(*side, hex));
            sides.map(|(_, side)| escaped(side.called())).collect()
        } else {
            Vec::new()
        };
        let mut words = Vec::new();
        if !here.is_empty() {
            words.push(some(&here));
        }
        if !zones.is_empty() {
            words.push(format!("zone of control of {}", listed(&zones, "and")));
        }
        if !words.is_empty() {
            let _ = write!(text, "\n\n*{}*: {}", escaped(scenario.called()), words.join("; "));
        }
    }
    text
}

/// Whether a unit stands in a hex; nothing if it may.
fn stands(map: &Map, at: &Where, hex: HexId) -> Option<bool> {
    match at {
        Where::At(Location::Hex(other)) => Some(*other == hex),
        Where::At(Location::Box(_)) => Some(false),
        Where::In(area, less) => map
            .areas
            .at(*area)
            .is_some_and(|area| area.hexes.contains(&hex))
            .then_some(())
            .filter(|()| !less.contains(&hex))
            .map_or(Some(false), |()| None),
        Where::Within(..) => None,
    }
}

/// Where a unit begins, in words.
fn begins(game: &Game, at: &Where) -> String {
    let Some(map) = &game.map else { return String::new() };
    match at {
        Where::At(Location::Hex(hex)) => {
            let place = map.places.values().find(|place| place.hexes.contains(hex));
            place.map_or_else(|| map.board.name(*hex), |place| format!("{} ({})", map.board.name(*hex), escaped(&place.name)))
        }
        Where::At(Location::Box(id)) => map.boxes.at(*id).map(|it| escaped(it.called())).unwrap_or_default(),
        Where::In(area, _) => {
            map.areas.at(*area).map(|area| format!("anywhere in {}", escaped(area.called()))).unwrap_or_default()
        }
        Where::Within(of, far) => {
            let names: Vec<String> = of.iter().take(3).map(|hex| map.board.name(*hex)).collect();
            format!("within {far} of {}", names.join(", "))
        }
    }
}

fn some(names: &[String]) -> String {
    let mut text = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > NAMED {
        let _ = write!(text, " and {} more", names.len() - NAMED);
    }
    text
}

fn thing_words(analysis: &Analysis, n: usize, thing: &Thing, pictures: bool) -> String {
    let game = &analysis.compiled.game;
    let own = match (thing.kind, thing.nth) {
        ("unit", Some(nth)) => unit_words(game, UnitId::new(nth), pictures),
        _ => None,
    };
    let rules: Vec<String> = analysis
        .names()
        .same(n)
        .into_iter()
        .filter_map(|n| {
            let thing = analysis.names().thing(n).filter(|thing| thing.kind == ENTRY)?;
            rule_words(analysis, &thing.name)
        })
        .collect();
    let mut text = match (own, rules.is_empty()) {
        (Some(words), _) => words,
        (None, false) => rules.join("\n\n"),
        (None, true) => other_words(game, thing),
    };
    let spots = analysis.names().spots_of(n);
    let uses: Vec<&&Spot> = spots.iter().filter(|spot| spot.role != Role::Defines).collect();
    let mut files: Vec<String> = Vec::new();
    for spot in &uses {
        let path = analysis.compiled.files.get(spot.file).map(|file| file.path.clone()).unwrap_or_default();
        if !files.contains(&path) {
            files.push(path);
        }
    }
    let named = match uses.len() {
        0 => "named nowhere else".to_owned(),
        1 => format!("named once, in {}", escaped(&files.join(", "))),
        many => format!("named {many} times, in {}", some(&files.iter().map(|path| escaped(path)).collect::<Vec<_>>())),
    };
    let _ = write!(text, "\n\n{named}");
    text
}

fn unit_words(game: &Game, id: UnitId, pictures: bool) -> Option<String> {
    let unit = game.units.at(id)?;
    let mut text = String::new();
    if pictures {
        for face in 0..unit.faces.len().clamp(1, 2) {
            text.extend(picture::counter_link(game, id, face));
        }
        if !text.is_empty() {
            text.push_str("\n\n");
        }
    }
    let name = unit.name.as_deref().map(|name| format!("**{}** ", escaped(name))).unwrap_or_default();
    let _ = write!(text, "{name}`{}`", plain(&unit.id));
    let side = unit.side.and_then(|side| game.sides.at(side)).map(|side| escaped(side.called()));
    let kind = unit.kind.and_then(|kind| game.types.at(kind)).map(|kind| escaped(kind.called()));
    let size = unit.size.as_deref().map(escaped);
    let words: Vec<String> = [side, size, kind].into_iter().flatten().collect();
    let _ = write!(text, "\n\n{}", words.join(", "));
    for face in &unit.faces {
        let values = game.ratings.iter().filter_map(|(id, rating)| {
            let RatingValue::Known(value) = face.ratings.get(id.index())? else { return None };
            Some(format!("{} {value}", escaped(rating.called())))
        });
        let state = game.states.at(face.state).map(|state| escaped(state.called())).unwrap_or_default();
        let _ = write!(text, "\n\n{state}: {}", values.collect::<Vec<_>>().join(", "));
    }
    if let Some(formation) = unit.formation {
        let above: Vec<String> =
            game.and_above(formation).filter_map(|id| game.formations.at(id)).map(|it| escaped(it.called())).collect();
        let _ = write!(text, "\n\nformation: {}", above.join(" in "));
    }
    for scenario in game.scenarios.values() {
        let words = in_scenario(game, scenario, id);
        if !words.is_empty() {
            let _ = write!(text, "\n\n*{}*: {}", escaped(scenario.called()), words.join("; "));
        }
    }
    Some(text)
}

fn in_scenario(game: &Game, scenario: &Scenario, id: UnitId) -> Vec<String> {
    let turn = |id| game.turns.at(id).map(|turn| escaped(&turn.id)).unwrap_or_default();
    let mut words: Vec<String> =
        scenario.setup.iter().filter(|line| line.unit == id).take(NAMED).map(|line| begins(game, &line.at)).collect();
    for arrival in scenario.arrivals.iter().filter(|line| line.units.contains(&id)) {
        let map = game.map.as_ref();
        let entries: Vec<String> =
            arrival.entries.iter().filter_map(|entry| map?.entries.at(*entry)).map(|entry| escaped(entry.called())).collect();
        let by = if entries.is_empty() { String::new() } else { format!(" at {}", listed(&entries, "or")) };
        let when =
            arrival.when.as_ref().map(|when| format!(" if {}", escaped(&Teller::new(game).when(when)))).unwrap_or_default();
        words.push(format!("arrives on turn {}{by}{when}", turn(arrival.turn)));
    }
    for leaving in scenario.withdrawals.iter().filter(|line| line.units.contains(&id)) {
        words.push(format!("leaves on turn {}", turn(leaving.turn)));
    }
    words
}

/// An entry of the rules: its printed number, its words, and who speaks of it.
fn rule_words(analysis: &Analysis, entry: &str) -> Option<String> {
    let game = &analysis.compiled.game;
    let told = Teller::new(game).book().into_iter().flat_map(|chapter| chapter.told).find(|told| told.entry == entry);
    let mut text = match &told {
        Some(told) => {
            let rule = told.rule.as_deref().map(|rule| format!("rule {} ", escaped(rule))).unwrap_or_default();
            let mut text = format!("**{rule}{}** `{}`\n\n{}", escaped(&told.name), plain(entry), escaped(&told.words));
            if let Some(note) = &told.note {
                let _ = write!(text, "\n\n*{}*", escaped(note));
            }
            text
        }
        None => {
            analysis.compiled.origins.rules.get(entry)?;
            format!("**entry of the rules** `{}`", plain(entry))
        }
    };
    let covered: Vec<String> = game
        .rules
        .coverage
        .iter()
        .filter(|row| row.by.iter().any(|by| by == entry))
        .map(|row| match &row.title {
            Some(title) => format!("{} {}", escaped(&row.rule), escaped(title)),
            None => escaped(&row.rule),
        })
        .collect();
    if !covered.is_empty() {
        let _ = write!(text, "\n\nprinted rules: {}", some(&covered));
    }
    let scenarios = game.scenarios.values().filter(|it| it.changes.iter().any(|change| change.entry == entry));
    let mut changed: Vec<String> = scenarios.map(|it| escaped(it.called())).collect();
    let options = game.rules.options.values().filter(|it| it.changes.iter().any(|change| change.entry == entry));
    changed.extend(options.map(|it| format!("option {}", escaped(it.name.as_deref().unwrap_or(&it.id)))));
    if !changed.is_empty() {
        let _ = write!(text, "\n\nchanged by: {}", some(&changed));
    }
    Some(text)
}

/// Anything else: what it is and what it is called.
fn other_words(game: &Game, thing: &Thing) -> String {
    let (name, more) = match thing.within.and_then(|n| game.tables.at(Key::new(n))) {
        Some(table) => result_words(table, &thing.name),
        None if thing.kind == PRINTED => (rule_title(game, &thing.name), Vec::new()),
        None => thing.nth.map(|nth| called(game, thing.kind, nth)).unwrap_or_default(),
    };
    let name = name.filter(|name| *name != thing.name).map(|name| format!(" {}", escaped(&name))).unwrap_or_default();
    let mut text = format!("**{}**{name} `{}`", thing.kind, plain(&thing.name));
    if !more.is_empty() {
        let _ = write!(text, "\n\n{}", more.join("\n\n"));
    }
    text
}

/// What a printed rule is about.
pub(super) fn rule_title(game: &Game, rule: &str) -> Option<String> {
    game.rules.coverage.iter().find(|row| row.rule == rule)?.title.clone()
}

/// What a code of a table means, and in which it stands.
pub(super) fn result_words(table: &Table, code: &str) -> (Option<String>, Vec<String>) {
    let said = table.results.iter().flatten().find(|result| result.code == code).and_then(|result| result.text.clone());
    let title = table.title.as_deref().map(|title| format!("{} ", escaped(title))).unwrap_or_default();
    (said, vec![format!("table: {title}`{}`", plain(&table.id))])
}

/// The name of the so-manieth thing of a kind, and what else there is to say of it.
pub(super) fn called(game: &Game, kind: &str, nth: usize) -> (Option<String>, Vec<String>) {
    fn of<K: Key, T: Called>(list: &crate::model::List<K, T>, nth: usize) -> Option<String> {
        list.at(K::new(nth)).map(|it| it.called().to_owned())
    }
    let map = game.map.as_ref();
    let units = |fits: &dyn Fn(&crate::model::Unit) -> bool| {
        let ids: Vec<String> =
            game.units.values().filter(|unit| fits(unit)).map(|unit| format!("`{}`", plain(&unit.id))).collect();
        if ids.is_empty() {
            Vec::new()
        } else {
            vec![format!("{}: {}", crate::diag::so_many(ids.len(), "unit", "units"), some(&ids))]
        }
    };
    match kind {
        "side" => (of(&game.sides, nth), units(&|unit| unit.side.is_some_and(|it| it.index() == nth))),
        "nation" => (of(&game.nations, nth), units(&|unit| unit.nation.is_some_and(|it| it.index() == nth))),
        "unit type" => (of(&game.types, nth), units(&|unit| unit.kind.is_some_and(|it| it.index() == nth))),
        "movement class" => (of(&game.classes, nth), units(&|unit| unit.class.is_some_and(|it| it.index() == nth))),
        "formation" => (of(&game.formations, nth), units(&|unit| unit.formation.is_some_and(|it| it.index() == nth))),
        "rating" => (of(&game.ratings, nth), Vec::new()),
        "state" => (of(&game.states, nth), Vec::new()),
        "marker" => (of(&game.markers, nth), Vec::new()),
        "card" => (of(&game.cards, nth), Vec::new()),
        "terrain" => (of(&game.terrain, nth), Vec::new()),
        "scenario" => {
            let about = game.scenarios.at(Key::new(nth)).and_then(|it| it.about.as_deref().map(escaped));
            (of(&game.scenarios, nth), about.into_iter().collect())
        }
        "unit" => {
            (game.units.at(UnitId::new(nth)).and_then(|unit| unit.name.clone().or_else(|| unit.designation.clone())), Vec::new())
        }
        "turn" => {
            let turn = game.turns.at(Key::new(nth));
            let words = turn.into_iter().flat_map(|turn| [&turn.date, &turn.weather, &turn.ground]);
            let words: Vec<String> = words.flatten().map(|word| escaped(word)).collect();
            (turn.and_then(|turn| turn.date.clone()), if words.is_empty() { Vec::new() } else { vec![words.join(", ")] })
        }
        "table" => (game.tables.at(Key::new(nth)).and_then(|table| table.title.clone()), Vec::new()),
        "option" => (game.rules.options.at(Key::new(nth)).and_then(|option| option.name.clone()), Vec::new()),
        "area" => map
            .map(|map| (of(&map.areas, nth), hexes(map, map.areas.at(Key::new(nth)).map(|it| it.hexes.as_slice()))))
            .unwrap_or_default(),
        "entry" => map
            .map(|map| (of(&map.entries, nth), hexes(map, map.entries.at(Key::new(nth)).map(|it| it.hexes.as_slice()))))
            .unwrap_or_default(),
        "box" => (map.and_then(|map| of(&map.boxes, nth)), Vec::new()),
        "place" => map
            .map(|map| {
                let place = map.places.at(Key::new(nth));
                (place.map(|place| place.name.clone()), hexes(map, place.map(|place| place.hexes.as_slice())))
            })
            .unwrap_or_default(),
        _ => (None, Vec::new()),
    }
}

fn hexes(map: &Map, hexes: Option<&[HexId]>) -> Vec<String> {
    let names: Vec<String> = hexes.unwrap_or_default().iter().map(|hex| map.board.name(*hex)).collect();
    if names.is_empty() { Vec::new() } else { vec![format!("hexes: {}", crate::words::runs(&names))] }
}

/// What is under the cursor, for a picture that follows it: hexes and units by their printed names.
pub(super) fn pointed(analysis: &Analysis, file: FileId, position: Position) -> Value {
    let game = &analysis.compiled.game;
    let Some(source) = analysis.compiled.files.get(file) else { return Value::Null };
    let byte = position.byte_of(source);
    let mut units: Vec<&str> = Vec::new();
    let drawn = || drawn_at(analysis, file, byte).map(|(hex, _)| hex);
    let mut hexes: Vec<HexId> = hex_at(analysis, file, byte).or_else(drawn).into_iter().collect();
    // A row of a sheet or a line of a scenario is about what it names anywhere.
    let (from, to) =
        (source.line_start(position.line + 1), source.line_start(position.line + 1) + source.line(position.line + 1).len());
    let mut spots = analysis.names().at(file, byte);
    if !spots.iter().any(|spot| ["unit", HEX, "place", "area"].contains(&spot.kind)) {
        spots = analysis
            .names()
            .spots()
            .iter()
            .filter(|spot| spot.file == file && from <= spot.span.start as usize && spot.span.end as usize <= to)
            .collect();
    }
    let map = game.map.as_ref();
    for spot in spots {
        let nth = spot.thing.and_then(|n| analysis.names().thing(n)).and_then(|thing| thing.nth);
        match (spot.kind, nth) {
            ("unit", Some(nth)) => {
                let id = UnitId::new(nth);
                units.extend(game.units.at(id).map(|unit| unit.id.as_str()));
                let lines = game.scenarios.values().flat_map(|scenario| &scenario.setup).filter(|line| line.unit == id);
                hexes.extend(lines.filter_map(|line| if let Where::At(Location::Hex(hex)) = line.at { Some(hex) } else { None }));
            }
            ("place", Some(nth)) => {
                hexes.extend(map.and_then(|map| map.places.at(Key::new(nth))).into_iter().flat_map(|it| it.hexes.iter().copied()))
            }
            ("area", Some(nth)) => {
                hexes.extend(map.and_then(|map| map.areas.at(Key::new(nth))).into_iter().flat_map(|it| it.hexes.iter().copied()))
            }
            ("entry", Some(nth)) => hexes
                .extend(map.and_then(|map| map.entries.at(Key::new(nth))).into_iter().flat_map(|it| it.hexes.iter().copied())),
            (HEX, _) => hexes.extend(map.and_then(|map| map.board.parse(&spot.name).ok())),
            _ => {}
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    units.sort_unstable();
    units.dedup();
    let names: Vec<String> = map.map(|map| hexes.iter().map(|hex| map.board.name(*hex)).collect()).unwrap_or_default();
    json!({ "hexes": names, "units": units })
}
