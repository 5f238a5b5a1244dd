//! Going to a thing, finding who names it, and giving it another name.

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::cursor::{Way, in_json};
use super::edits::{Edits, new_finding};
use super::looks;
use super::names::{ENTRY, Spot};
use super::text::range;
use crate::diag::{HEX, LEVEL, PRINTED, RESULT, Role, odd_sign};
use crate::model::{Key, TableId};
use crate::source::sheet::written;
use crate::span::{FileId, Place, Span};
use crate::words::listed;

/// The things that are named at a byte, the shortest name first; a hex only where nothing else is meant.
fn things(analysis: &Analysis, file: FileId, byte: usize) -> Vec<usize> {
    let spots = analysis.names().at(file, byte);
    let mut found: Vec<usize> = Vec::new();
    let best = spots.iter().find(|spot| spot.kind != HEX && spot.thing.is_some()).or_else(|| spots.first());
    let Some(best) = best.map(|spot| spot.span) else { return found };
    for thing in spots.iter().filter(|spot| spot.span == best).filter_map(|spot| spot.thing) {
        if !found.contains(&thing) {
            found.push(thing);
        }
    }
    found
}

/// Where the thing under the cursor is declared.
pub(super) fn definition(analysis: &Analysis, file: FileId, byte: usize) -> Vec<Value> {
    let names = analysis.names();
    let mut all: Vec<Value> = Vec::new();
    for thing in things(analysis, file, byte) {
        if names.thing(thing).is_some_and(|thing| thing.kind == HEX) {
            all.extend(hex(analysis, file, byte));
            continue;
        }
        for spot in names.declared(listed_rule(analysis, thing).unwrap_or(thing)) {
            all.extend(analysis.location(spot.file, spot.span).filter(|place| !all.contains(place)));
        }
    }
    all
}

/// Of a printed rule that has no row of its own, the one that has: its section, or else the first of its paragraphs.
fn listed_rule(analysis: &Analysis, rule: usize) -> Option<usize> {
    let names = analysis.names();
    let number = names.thing(rule).filter(|thing| thing.kind == PRINTED)?.name.as_str();
    let stated = |n: &usize| names.declared(*n).any(|spot| spot.role == Role::Defines);
    if stated(&rule) {
        return None;
    }
    let sections = number.rmatch_indices('.').filter_map(|(at, _)| names.find(PRINTED, number.get(..at)?));
    let inner = format!("{number}.");
    let rows = names.spots().iter().filter(|spot| spot.kind == PRINTED && spot.role == Role::Defines);
    let parts = rows.filter(|spot| spot.name.starts_with(&inner));
    sections.map(|(n, _)| n).chain(parts.filter_map(|spot| spot.thing)).find(stated)
}

/// A hex is declared by its line in the map, by the place that lies in it, or by its glyph in the rows.
fn hex(analysis: &Analysis, file: FileId, byte: usize) -> Option<Value> {
    let map = analysis.compiled.game.map.as_ref()?;
    let hex = super::hover::hex_at(analysis, file, byte)?;
    let origins = &analysis.compiled.origins.map;
    let named = || map.places.iter().find(|(_, place)| place.hexes.contains(&hex)).map(|(id, _)| id);
    let line = origins.hexes.get(&hex).copied().or_else(|| crate::origins::of(&origins.places, named()?));
    let place = match (line, origins.ground(&map.board, hex)) {
        (Some(line), _) => Place::from(line),
        (None, Some((row, Some(glyph)))) => analysis.compiled.files.glyph(row, glyph),
        (None, ground) => ground?.0,
    };
    analysis.location(place.file, analysis.span(&place))
}

/// Everywhere the thing under the cursor is named.
pub(super) fn references(analysis: &Analysis, file: FileId, byte: usize, declarations: bool) -> Vec<Value> {
    let spots = spots(analysis, file, byte);
    let spots = spots.into_iter().filter(|spot| declarations || spot.role != Role::Defines);
    spots.filter_map(|spot| analysis.location(spot.file, spot.span)).collect()
}

/// The same in one file.
pub(super) fn highlights(analysis: &Analysis, file: FileId, byte: usize) -> Vec<Value> {
    let Some(source) = analysis.compiled.files.get(file) else { return Vec::new() };
    let here = spots(analysis, file, byte).into_iter().filter(|spot| spot.file == file);
    // What declares counts as written, what refers as read.
    here.map(|spot| json!({ "range": range(source, spot.span), "kind": if spot.role == Role::Defines { 3 } else { 2 } }))
        .collect()
}

fn spots(analysis: &Analysis, file: FileId, byte: usize) -> Vec<&Spot> {
    let names = analysis.names();
    let mut all: Vec<&Spot> = things(analysis, file, byte).into_iter().flat_map(|thing| names.spots_of(thing)).collect();
    all.sort_by_key(|spot| (spot.file, spot.span));
    all.dedup_by_key(|spot| (spot.file, spot.span));
    all
}

/// The name under the cursor that can be changed, and its bytes.
fn renamed(analysis: &Analysis, file: FileId, byte: usize) -> Result<(Span, String), String> {
    let spots = analysis.names().at(file, byte);
    let spot = spots.iter().find(|spot| spot.exact && spot.thing.is_some() && spot.kind != HEX);
    let spot = spot.ok_or_else(|| "there is no name here that could be changed".to_owned())?;
    let own = own_name(spot);
    if spot.kind == PRINTED {
        return Err(format!("`{own}` is the number of a printed rule, which the rulebook gives"));
    }
    if analysis.names().thing(spot.thing.unwrap_or(usize::MAX)).is_some_and(|thing| !is_authors(analysis, thing.kind, own)) {
        return Err(format!("`{own}` is a word of Muster's own"));
    }
    Ok((spot.span, own.to_owned()))
}

/// The part of a name that its author gave.
fn own_name(spot: &Spot) -> &str {
    if spot.kind == ENTRY { spot.name.rsplit('/').next().unwrap_or(&spot.name) } else { &spot.name }
}

/// Whether a name is one that the author made: two states are there without being said, and maps are drawn by one value.
fn is_authors(analysis: &Analysis, kind: &str, name: &str) -> bool {
    if kind == "value" && name == "elevation" {
        return false;
    }
    let names = analysis.names();
    let declared = names.find(kind, name).is_some_and(|(n, _)| names.declared(n).any(|spot| spot.role == Role::Defines));
    declared || !(kind == "state" && ["full", "reduced"].contains(&name))
}

/// What can be renamed under the cursor.
pub(super) fn prepare(analysis: &Analysis, file: FileId, byte: usize) -> Result<Value, String> {
    let (span, name) = renamed(analysis, file, byte)?;
    let source = analysis.compiled.files.get(file).ok_or("the file has not been read")?;
    Ok(json!({ "range": range(source, span), "placeholder": name }))
}

/// The edits that give the thing under the cursor another name wherever it is said.
pub(super) fn rename(analysis: &Analysis, file: FileId, byte: usize, new: &str) -> Result<Value, String> {
    let (_, old) = renamed(analysis, file, byte)?;
    let names = analysis.names();
    let spots = spots(analysis, file, byte);
    // Only what is known by its name, and not by an id, may have blanks.
    let by_name = |spot: &&Spot| ["place", "bridge", "hexside feature", LEVEL].contains(&spot.kind) && !is_id(analysis, spot);
    let coded = spots.iter().all(|spot| spot.kind == RESULT);
    allowed(new, spots.iter().all(by_name), coded)?;
    let things = things(analysis, file, byte);
    if let Some(spot) = spots.iter().find(|spot| also_another(analysis, &things, spot)) {
        let tables = listed(&tables_at(analysis, spot), "and");
        let there = place(analysis, spot);
        return Err(format!("in {there}, `{old}` is a result of the tables {tables}: rename it there, for all of them"));
    }
    for spot in &spots {
        let full = if spot.kind == ENTRY { spot.name.replace(&format!("/{old}"), &format!("/{new}")) } else { new.to_owned() };
        let within = names.within(spot);
        if new != old && names.things().any(|(_, it)| it.kind == spot.kind && it.name == full && it.within == within) {
            let of = within.and_then(|n| table(analysis, n)).map(|id| format!(" in the table `{id}`")).unwrap_or_default();
            return Err(format!("there is already a {} `{full}`{of}", spot.kind));
        }
        if let Some(why) = on_map(analysis, spot.kind, new).filter(|_| new != old) {
            return Err(why);
        }
    }
    let in_sheet = |spot: &&Spot| analysis.compiled.files.tree(spot.file).is_some_and(|tree| tree.sheet);
    if spots.iter().any(in_sheet) && written(new, ',') != new {
        return Err(format!("`{}` stands in sheets, and a spreadsheet would make something else of `{}`", old, shown(new)));
    }
    let mut edits = Edits::default();
    let edited: Vec<&Spot> = spots.into_iter().filter(|spot| spot.exact && own_name(spot) == old).collect();
    for spot in &edited {
        if !analysis.is_text(spot.file) {
            return Err(format!("`{old}` stands in {}, which only a spreadsheet can change", label(analysis, spot.file)));
        }
        edits.add(analysis, spot.file, spot.span, analysis.written(spot.file, spot.span, new));
    }
    if new != old {
        for thing in things.into_iter().filter_map(|n| names.thing(n)) {
            looks::keep(analysis, &mut edits, thing, &edited, new)?;
        }
        let after = edits.tried(analysis).map_err(|why| format!("the game could not be read with `{new}`: {why}"))?;
        sound(analysis, &after, &old, new)?;
        if let Some(spot) = edited.iter().find(|spot| !edits.still_means(analysis, &after, spot)) {
            let there = place(analysis, spot);
            return Err(format!("in {there}, `{new}` would not be taken for the {} that `{old}` is", spot.kind));
        }
        // Who named a result of another table would name this one too.
        let mut others = names.spots().iter().filter(|spot| coded && spot.kind == RESULT && spot.name == new);
        if let Some(spot) = others.find(|spot| !edits.still_means(analysis, &after, spot)) {
            let there = place(analysis, spot);
            return Err(format!("in {there}, `{new}` would be taken for the {} that `{old}` is", spot.kind));
        }
    }
    Ok(edits.told(analysis))
}

/// Whether a place names another thing too, with the same word: a result of another table.
fn also_another(analysis: &Analysis, things: &[usize], spot: &Spot) -> bool {
    here(analysis, spot).any(|thing| !things.contains(&thing))
}

/// The results that a place may mean.
fn here<'a>(analysis: &'a Analysis, spot: &Spot) -> impl Iterator<Item = usize> + use<'a> {
    let (span, kind) = (spot.span, spot.kind);
    let all = analysis.names().at(spot.file, span.start as usize).into_iter();
    all.filter(move |other| other.span == span && other.kind == kind && kind == RESULT).filter_map(|other| other.thing)
}

/// The ids of the tables whose results a place may mean.
fn tables_at(analysis: &Analysis, spot: &Spot) -> Vec<String> {
    let within = here(analysis, spot).filter_map(|thing| analysis.names().thing(thing)?.within);
    within.filter_map(|n| table(analysis, n)).map(|id| format!("`{id}`")).collect()
}

fn table(analysis: &Analysis, n: usize) -> Option<&str> {
    analysis.compiled.game.tables.at(TableId::new(n)).map(|table| table.id.as_str())
}

/// A file and a line, for people.
fn place(analysis: &Analysis, spot: &Spot) -> String {
    let line = analysis.compiled.files.get(spot.file).map_or(0, |file| file.line_column(spot.span.start).line);
    format!("{}, line {line}", label(analysis, spot.file))
}

/// Whether a game is as right under the new name as it was under the old one.
fn sound(before: &Analysis, after: &Analysis, old: &str, new: &str) -> Result<(), String> {
    let same = |words: &str| words.replace(new, old);
    let Some(found) = new_finding(&before.compiled, &after.compiled, &same) else { return Ok(()) };
    let file = after.compiled.files.get(found.place.file);
    let line = file.map_or(0, |file| file.line_column(after.span(&found.place).start).line);
    let place = format!("{}, line {line}", label(after, found.place.file));
    Err(format!("with `{new}` there would be a fault in {place}: {} ({})", found.message, found.rule.code))
}

fn label(analysis: &Analysis, file: FileId) -> String {
    analysis.compiled.files.get(file).map(|file| file.label.clone()).unwrap_or_default()
}

/// What has the same name already, or would be meant by it, where places, areas and boxes are named; hexes are too.
fn on_map(analysis: &Analysis, kind: &str, name: &str) -> Option<String> {
    const NAMED: [&str; 3] = ["place", "area", "box"];
    let map = analysis.compiled.game.map.as_ref().filter(|_| NAMED.contains(&kind))?;
    let declared = |kind: &str| match kind {
        "place" => map.places.values().any(|place| place.id == name || place.name == name),
        "area" => map.areas.values().any(|area| area.id == name),
        _ => map.boxes.values().any(|one| one.id == name),
    };
    if let Some(other) = NAMED.into_iter().find(|other| declared(other)) {
        return Some(format!("the {other} `{name}` is there already"));
    }
    // One hex, or a run of them.
    let hexes = name.split('-').all(|part| map.board.parse(part).is_ok());
    hexes.then(|| format!("`{name}` would be taken for a hex"))
}

/// Whether a name is declared as an id: a place may have both.
fn is_id(analysis: &Analysis, spot: &Spot) -> bool {
    let text = analysis.compiled.files.tree(spot.file).map(|tree| tree.text()).unwrap_or_default();
    let id = || in_json(text, spot.span.start as usize).way.last() == Some(&Way::Field("id".to_owned()));
    spot.role == Role::Defines && id()
}

/// Whether a name may stand wherever the old one stood: one that is no id may have blanks, and a code `1/2` a stroke too.
fn allowed(new: &str, blanks: bool, code: bool) -> Result<(), String> {
    let long = new.chars().count() > 64;
    let harmful = |c: char| c.is_control() || "\"\\|@,;#".contains(c) || (c == '/' && !code);
    let bad = |c: char| harmful(c) || (c.is_whitespace() && !blanks && !code);
    if new.trim() != new || new.is_empty() || long || new == "?" || new.starts_with(['\'', '=', '+']) || new.contains(bad) {
        let more = if blanks || code { "" } else { ", no blanks" };
        let stroke = if code { "" } else { "/ " };
        return Err(format!(
            "`{}` cannot be a name: no more than 64 letters, none of | @ {stroke}, ; # and no quotes{more}",
            shown(new)
        ));
    }
    // An id is typed again and again: nobody could tell such a sign from the plain one.
    match odd_sign(new).filter(|_| !blanks && !code) {
        Some(odd) => Err(format!("`{}` cannot be a name: {odd}", shown(new))),
        None => Ok(()),
    }
}

fn shown(text: &str) -> String {
    crate::source::shown(text, 60)
}
