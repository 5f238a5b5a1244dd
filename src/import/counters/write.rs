//! The files: units.csv in the names of our fields, module.json with the words that stand in it, formations.json.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::cell::{Number, factors, is_damaged, line, number, turn};
use super::heading::Meaning;
use super::names::{Names, unique};
use super::table::{Column, Row, Table};
use crate::format::FORMAT;
use crate::import::{Imported, put, slug, title};
use crate::source::sheet::written;

/// Words of groups that are sides rather than formations.
const SIDES: [&str; 44] = [
    "german",
    "germans",
    "germany",
    "axis",
    "allied",
    "allies",
    "american",
    "americans",
    "us",
    "usa",
    "soviet",
    "soviets",
    "russian",
    "russians",
    "russia",
    "french",
    "france",
    "british",
    "britain",
    "uk",
    "commonwealth",
    "italian",
    "italians",
    "japanese",
    "polish",
    "poles",
    "union",
    "confederate",
    "confederates",
    "federal",
    "rebels",
    "blue",
    "red",
    "nato",
    "prussian",
    "austrian",
    "deutsche",
    "deutschland",
    "sowjets",
    "alliierte",
    "achse",
    "allemands",
    "francais",
    "anglais",
];

/// What a group's heading is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Formation,
    Side,
    Nothing,
}

/// A unit, in words of the sheet and ids of ours.
#[derive(Debug, Default)]
struct Unit {
    fields: BTreeMap<&'static str, String>,
    front: BTreeMap<String, Number>,
    back: BTreeMap<String, Number>,
    /// What stands in columns that are not understood, in their order.
    words: Vec<String>,
    notes: Vec<String>,
}

/// Everything that is made of the table.
struct NewGame<'t> {
    table: &'t Table,
    ratings: Vec<(String, String)>,
    sides: Names,
    nations: Names,
    kinds: Names,
    /// There are no others.
    nations_are_sides: bool,
    /// Cells that could not be read, by heading.
    unclear: BTreeMap<String, usize>,
}

/// Writes the folder.
pub(super) fn write(name: &str, table: &Table, imported: &mut Imported) {
    let group = group(table);
    let mut made = NewGame {
        table,
        ratings: ratings(table),
        sides: Names::default(),
        nations: Names::default(),
        kinds: Names::default(),
        nations_are_sides: table.find(&Meaning::Side).is_none() && group != Group::Side,
        unclear: BTreeMap::new(),
    };
    let mut none = 0usize;
    let mut units: Vec<Unit> = Vec::new();
    for row in &table.rows {
        match made.unit(row, group) {
            Some(unit) => units.push(unit),
            None => none += 1,
        }
    }
    if none > 0 {
        imported.note(format!("rows whose number of counters is 0: {none}; left out"));
    }
    let nations = nation_sides(&mut units, &made.nations, imported);
    let formations = formations(&mut units);
    name_all(&mut units);
    let properties = properties(table, &made.ratings);
    tell(table, group, &made, &properties, imported);
    imported.files.insert("units.csv".to_owned(), sheet(&units, &made.ratings, &properties));
    let list =
        |names: &Names| Value::from(names.list.iter().map(|(id, name)| json!({"id": id, "name": name})).collect::<Vec<_>>());
    let mut module = json!({"format": FORMAT, "name": name});
    for (field, names) in [("sides", &made.sides), ("types", &made.kinds)] {
        if !names.list.is_empty() {
            put(&mut module, field, list(names));
        }
    }
    if !nations.is_empty() {
        put(&mut module, "nations", nations);
    }
    let ratings: Vec<Value> = made.ratings.iter().map(|(id, name)| json!({"id": id, "name": name})).collect();
    if !ratings.is_empty() {
        put(&mut module, "ratings", ratings);
    }
    imported.json("module.json", &module);
    if !formations.is_empty() {
        imported.json("formations.json", &Value::from(formations));
    }
}

/// The ratings, in the order of the columns, with what they were called.
fn ratings(table: &Table) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for column in &table.columns {
        let heading = line(&column.heading);
        let of = match &column.meaning {
            Some(Meaning::Rating(id)) if column.back => vec![(id.clone(), title(id))],
            Some(Meaning::Rating(id)) => vec![(id.clone(), heading)],
            Some(Meaning::Factors(names)) => names.iter().map(|id| (id.clone(), title(id))).collect(),
            _ => Vec::new(),
        };
        for (id, name) in of {
            if !all.iter().any(|(known, _)| *known == id) {
                all.push((id, name));
            }
        }
    }
    all
}

/// What the headings of groups are: sides if they are called so, otherwise formations, unless both have columns.
fn group(table: &Table) -> Group {
    let groups: BTreeSet<&str> = table.rows.iter().filter_map(|row| row.group.as_deref()).collect();
    let has_side = table.find(&Meaning::Side).is_some() || table.find(&Meaning::Nation).is_some();
    let has_formation = table.columns.iter().any(|column| matches!(column.meaning, Some(Meaning::Formation(_))));
    let side = |group: &&str| super::heading::words(group).iter().any(|word| SIDES.contains(&word.as_str()));
    if groups.is_empty() {
        Group::Nothing
    } else if !has_side && (has_formation || groups.iter().all(side)) {
        Group::Side
    } else if !has_formation {
        Group::Formation
    } else {
        Group::Nothing
    }
}

/// What a cell says.
enum Said {
    Nothing,
    Field(&'static str, String),
    /// These numbers.
    Numbers(Vec<(String, Number)>),
    /// Something that cannot be.
    Unclear,
    /// That there are no such counters.
    NoCounters,
}

impl NewGame<'_> {
    /// A row; nothing if there are no such counters.
    fn unit(&mut self, row: &Row, group: Group) -> Option<Unit> {
        let mut unit = Unit::default();
        let table = self.table;
        for column in &table.columns {
            let text = line(row.cell(column.at));
            let Some(meaning) = &column.meaning else {
                unit.words.push(text);
                continue;
            };
            match if text.is_empty() { Said::Nothing } else { self.read(meaning, text) } {
                Said::Nothing => {}
                Said::Field(field, value) => drop(unit.fields.insert(field, value)),
                Said::Numbers(all) => {
                    if all.iter().any(|(_, number)| *number == Number::Unclear) {
                        self.unclear(column);
                    }
                    all.into_iter().for_each(|(id, number)| set(&mut unit, column.back, id, number));
                }
                Said::Unclear => self.unclear(column),
                Said::NoCounters => return None,
            }
        }
        match (group, row.group.as_deref().map(line)) {
            (Group::Formation, Some(name)) => drop(unit.fields.insert("formation", name)),
            (Group::Side, Some(name)) => unit.fields.extend(self.sides.id(&name).map(|id| ("side", id))),
            _ => {}
        }
        arrival(&mut unit);
        places(&mut unit);
        steps(&mut unit);
        undamaged(&mut unit);
        Some(unit)
    }

    fn read(&mut self, meaning: &Meaning, text: String) -> Said {
        let named = |field: &'static str, id: Option<String>| id.map_or(Said::Unclear, |id| Said::Field(field, id));
        let counted = |field: &'static str, most: i32| match number(&text) {
            Number::Blank => Said::Nothing,
            Number::Known(0) if field == "count" => Said::NoCounters,
            Number::Known(number) if (1..=most).contains(&number) => Said::Field(field, number.to_string()),
            _ => Said::Unclear,
        };
        match meaning {
            Meaning::Count => counted("count", 999),
            Meaning::Steps => counted("steps", 99),
            Meaning::Id => Said::Field("id", text),
            Meaning::Name => Said::Field("name", text),
            Meaning::Note => Said::Field("note", text),
            Meaning::Formation(_) => Said::Field("formation", text),
            Meaning::Side => named("side", self.sides.id(&text)),
            Meaning::Nation if self.nations_are_sides => named("side", self.sides.id(&text)),
            Meaning::Nation => named("nation", self.nations.id(&text)),
            Meaning::Kind => named("type", self.kinds.id(&text)),
            Meaning::Rating(id) => Said::Numbers(vec![(id.clone(), number(&text))]),
            Meaning::Factors(names) => {
                // A single number is the first.
                let all = factors(&text).unwrap_or_else(|| vec![number(&text)]);
                Said::Numbers(names.iter().cloned().zip(all).collect())
            }
            _ if is_damaged(&text) => Said::Unclear,
            Meaning::Designation => Said::Field("designation", text),
            Meaning::Size => Said::Field("size", text),
            Meaning::Setup => Said::Field("setup", text),
            Meaning::Turn => Said::Field("turn", turn(&text)),
            Meaning::Entry => Said::Field("entry", text),
        }
    }

    fn unclear(&mut self, column: &Column) {
        *self.unclear.entry(line(&column.heading)).or_default() += 1;
    }
}

/// When and where in one: `3@A`.
fn arrival(unit: &mut Unit) {
    let turn = unit.fields.remove("turn").filter(|turn| !turn.is_empty());
    match (turn, unit.fields.remove("entry")) {
        (Some(turn), Some(entry)) => drop(unit.fields.insert("arrives", format!("{}@{entry}", turn.replace('@', " ")))),
        (Some(turn), None) => drop(unit.fields.insert("arrives", turn)),
        (None, Some(entry)) => unit.notes.push(format!("entry: {entry}")),
        (None, None) => {}
    }
}

/// The first that says something counts.
fn set(unit: &mut Unit, back: bool, id: String, number: Number) {
    if number != Number::Blank {
        let face = if back { &mut unit.back } else { &mut unit.front };
        face.entry(id).or_insert(number);
    }
}

/// Several places for several like it are divided by `|`; otherwise one place is for all.
fn places(unit: &mut Unit) {
    let Some(setup) = unit.fields.get("setup").cloned() else { return };
    let count: usize = unit.fields.get("count").and_then(|count| count.parse().ok()).unwrap_or(1);
    let parts: Vec<&str> = setup.split([',', ';', '|', '/']).map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() == count {
        unit.fields.insert("setup", parts.join("|"));
    } else if parts.len() > 1 {
        unit.fields.remove("setup");
        unit.notes.push(format!("setup: {setup}"));
    }
}

/// What looks like a date after all, now that it is taken apart, is for people to read.
fn undamaged(unit: &mut Unit) {
    for field in ["designation", "size", "setup", "arrives"] {
        if let Some(value) = unit.fields.remove(field) {
            if is_damaged(&value) {
                unit.notes.push(format!("{field}: {value}"));
            } else {
                unit.fields.insert(field, value);
            }
        }
    }
}

/// A second step that the sheet does not show is a back that is not known; other numbers of steps cannot be shown.
fn steps(unit: &mut Unit) {
    let Some(steps) = unit.fields.get("steps").cloned() else { return };
    let faces = if unit.back.is_empty() { "1" } else { "2" };
    if steps == faces {
        return;
    }
    if steps == "2" && !unit.front.is_empty() {
        unit.back = unit.front.keys().map(|id| (id.clone(), Number::Unclear)).collect();
    } else {
        unit.notes.push(format!("steps: {steps}"));
        unit.fields.insert("steps", "?".to_owned());
    }
}

/// The nations, each with the side on which most of its units are; the others lose their nation.
fn nation_sides(units: &mut [Unit], nations: &Names, imported: &mut Imported) -> Vec<Value> {
    let mut counts: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for unit in units.iter() {
        if let (Some(nation), Some(side)) = (unit.fields.get("nation"), unit.fields.get("side")) {
            *counts.entry(nation.clone()).or_default().entry(side.clone()).or_default() += 1;
        }
    }
    let most = |sides: &BTreeMap<String, usize>| sides.iter().max_by_key(|(_, count)| **count).map(|(side, _)| side.clone());
    let sides: BTreeMap<String, String> =
        counts.iter().filter_map(|(nation, sides)| Some((nation.clone(), most(sides)?))).collect();
    let mut lost = 0usize;
    for unit in units {
        let (Some(nation), side) = (unit.fields.get("nation"), unit.fields.get("side")) else { continue };
        let own = sides.get(nation);
        if own.is_none() || side.is_some() && side != own {
            lost += 1;
            let nation = unit.fields.remove("nation").unwrap_or_default();
            unit.notes.push(format!("nation: {nation}"));
        }
    }
    if lost > 0 {
        imported
            .note(format!("units whose nation fights on another side, or on none: {lost}; their nation stands in their note"));
    }
    let kept = nations.list.iter().filter_map(|(id, name)| Some(json!({"id": id, "name": name, "side": sides.get(id)?})));
    kept.collect()
}

/// The formations; one whose name two sides have is two.
fn formations(units: &mut [Unit]) -> Vec<Value> {
    let mut sides: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for unit in units.iter() {
        if let Some(name) = unit.fields.get("formation") {
            sides.entry(slug(name)).or_default().insert(unit.fields.get("side").cloned());
        }
    }
    let mut names = Names::default();
    let mut all = Vec::new();
    for unit in units {
        let Some(name) = unit.fields.remove("formation") else { continue };
        let side = unit.fields.get("side");
        let shared = sides.get(&slug(&name)).is_some_and(|sides| sides.len() > 1);
        let id = match side.filter(|_| shared) {
            Some(side) => slug(&format!("{side} {name}")),
            None => slug(&name),
        };
        let before = names.list.len();
        let Some(id) = names.under(id, &name) else { continue };
        if names.list.len() > before {
            let mut formation = json!({"id": id, "name": name});
            if let Some(side) = side {
                put(&mut formation, "side", side.as_str());
            }
            all.push(formation);
        }
        unit.fields.insert("formation", id);
    }
    all
}

/// Gives every unit an id of its own: its name, or with more words before it where that is not enough.
fn name_all(units: &mut [Unit]) {
    let ways: Vec<Vec<String>> = units
        .iter()
        .map(|unit| {
            let of = |field: &str| unit.fields.get(field).map(|value| slug(value)).filter(|value| !value.is_empty());
            if let Some(id) = of("id") {
                return vec![id];
            }
            let base = of("name").or(of("designation")).or(of("type")).unwrap_or_else(|| "unit".to_owned());
            let with = |field: &str| of(field).map(|more| slug(&format!("{more} {base}")));
            let both = || Some(slug(&format!("{} {} {base}", of("side")?, of("formation")?)));
            let designation = of("designation").filter(|own| *own != base).map(|own| slug(&format!("{base} {own}")));
            let longer = [designation, with("formation"), with("side"), both()];
            [base.clone()].into_iter().chain(longer.into_iter().flatten()).collect()
        })
        .collect();
    for (unit, id) in units.iter_mut().zip(unique(&ways)) {
        unit.fields.insert("id", id);
    }
}

/// Columns for properties; a sheet has no more than a thousand.
const PROPERTIES: usize = 900;

/// What columns that are not understood are called as properties: each its own, and no field's or rating's.
fn properties(table: &Table, ratings: &[(String, String)]) -> Vec<String> {
    let fold = |heading: &str| heading.to_lowercase().replace([' ', '_', '-'], "");
    let mut taken: BTreeSet<String> = ORDER.into_iter().chain(["unit", "class"]).map(fold).collect();
    taken.extend(ratings.iter().map(|(id, _)| fold(id)));
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for column in table.unknown().take(PROPERTIES) {
        let heading: String = line(&column.heading).chars().take(80).collect();
        let heading = if is_damaged(&heading) { format!("column {}", column.at + 1) } else { heading };
        // What stands behind a dot would be a part of it.
        let heading = heading.replace('.', "_");
        let mut own = heading.clone();
        let number = numbers.entry(fold(&heading)).or_insert(1);
        while !taken.insert(fold(&own)) {
            *number += 1;
            own = format!("{heading} {number}");
        }
        all.push(own);
    }
    all
}

/// Our fields, in the order in which they are written; ratings come after `designation`.
const ORDER: [&str; 14] = [
    "id",
    "name",
    "side",
    "nation",
    "formation",
    "type",
    "size",
    "designation",
    "ratings",
    "steps",
    "count",
    "setup",
    "arrives",
    "note",
];

fn sheet(units: &[Unit], ratings: &[(String, String)], properties: &[String]) -> Vec<u8> {
    let mut units: Vec<(BTreeMap<&str, String>, &Unit)> = units.iter().map(|unit| (unit.fields.clone(), unit)).collect();
    for (fields, unit) in &mut units {
        let note = fields.remove("note").into_iter().chain(unit.notes.iter().cloned()).collect::<Vec<_>>().join("; ");
        if !note.is_empty() {
            fields.insert("note", note);
        }
    }
    let used = |field: &str| units.iter().any(|(fields, _)| fields.contains_key(field));
    let faces = |back: bool| ratings.iter().map(move |(id, _)| (back, id.as_str()));
    let on = |(back, id): &(bool, &str)| {
        units.iter().any(|(_, unit)| if *back { unit.back.contains_key(*id) } else { unit.front.contains_key(*id) })
    };
    let numbers: Vec<(bool, &str)> = faces(false).chain(faces(true)).filter(on).collect();
    // A sheet of no units has a heading too.
    let fields: Vec<&str> = ORDER.into_iter().filter(|field| matches!(*field, "id" | "ratings") || used(field)).collect();
    let mut text = String::new();
    let mut line_of = |cells: Vec<String>| {
        text += &cells.iter().map(|cell| written(cell, ',')).collect::<Vec<_>>().join(",");
        text.push('\n');
    };
    let heading = |(back, id): &(bool, &str)| if *back { format!("back.{id}") } else { (*id).to_owned() };
    let mut headings: Vec<String> = Vec::new();
    for field in &fields {
        match *field {
            "ratings" => headings.extend(numbers.iter().map(heading)),
            field => headings.push(field.to_owned()),
        }
    }
    headings.extend(properties.iter().map(|name| format!("properties.{name}")));
    line_of(headings);
    for (own, unit) in &units {
        let value = |(back, id): &(bool, &str)| {
            let face = if *back { &unit.back } else { &unit.front };
            face.get(*id).map(|number| number.text()).unwrap_or_default()
        };
        let mut cells: Vec<String> = Vec::new();
        for field in &fields {
            match *field {
                "ratings" => cells.extend(numbers.iter().map(value)),
                field => cells.push(own.get(field).cloned().unwrap_or_default()),
            }
        }
        cells.extend(unit.words.iter().take(properties.len()).cloned());
        line_of(cells);
    }
    text.into_bytes()
}

/// Says what every column was taken for, and how to correct it.
fn tell(table: &Table, group: Group, made: &NewGame<'_>, properties: &[String], imported: &mut Imported) {
    for column in &table.columns {
        let heading = line(&column.heading);
        let back = if column.back { " of the back" } else { "" };
        let field = match &column.meaning {
            None => continue,
            Some(Meaning::Rating(id)) => {
                let at = if column.back { format!("back.{id}") } else { id.clone() };
                imported.note(format!(
                    "column `{heading}` taken as rating `{id}`{back}; if wrong, rename column `{at}` of units.csv, and in \
                     `ratings` of module.json"
                ));
                continue;
            }
            Some(Meaning::Factors(names)) => {
                let names = names.join("`, `");
                imported.note(format!(
                    "column `{heading}` split into ratings `{names}`{back}; if wrong, rename these columns of units.csv, and in \
                     `ratings` of module.json"
                ));
                continue;
            }
            Some(Meaning::Id) => "id",
            Some(Meaning::Name) => "name",
            Some(Meaning::Designation) => "designation",
            Some(Meaning::Side) => "side",
            Some(Meaning::Nation) => {
                if made.nations_are_sides {
                    "side"
                } else {
                    "nation"
                }
            }
            Some(Meaning::Kind) => "type",
            Some(Meaning::Size) => "size",
            Some(Meaning::Formation(_)) => "formation",
            Some(Meaning::Steps) => "steps",
            Some(Meaning::Count) => "count",
            Some(Meaning::Setup) => "setup",
            Some(Meaning::Turn | Meaning::Entry) => "arrives",
            Some(Meaning::Note) => "note",
        };
        if heading.to_lowercase() != field {
            imported.note(format!("column `{heading}` taken as `{field}`; if wrong, rename column `{field}` of units.csv"));
        }
    }
    match group {
        Group::Formation => imported.note("rows with a single cell taken as the `formation` of the rows below them"),
        Group::Side => imported.note("rows with a single cell taken as the `side` of the rows below them"),
        Group::Nothing if table.rows.iter().any(|row| row.group.is_some()) => {
            imported.note("rows with a single cell left out: sides and formations have columns of their own");
        }
        Group::Nothing => {}
    }
    tell_unknown(table, properties, imported);
    for (heading, count) in &made.unclear {
        imported.note(format!(
            "cells of column `{heading}` that are not what they should be: {count}; ratings are written as `?`, others left blank"
        ));
    }
    if made.sides.list.is_empty() {
        imported.note("no column says which side a unit is on; add `sides` to module.json and a column `side` to units.csv");
    }
}

/// Says which columns are properties, and which are not even that.
fn tell_unknown(table: &Table, properties: &[String], imported: &mut Imported) {
    let named = |(column, name): (&Column, &String)| match line(&column.heading) {
        heading if heading == *name => format!("`{heading}`"),
        heading => format!("`{heading}` as `properties.{name}`"),
    };
    let kept: Vec<String> = table.unknown().zip(properties).map(named).collect();
    if !kept.is_empty() {
        imported.note(format!(
            "columns that are not known: {}; units have them as properties, at the end of units.csv: rename one to a field or a \
             rating if it is one",
            kept.join(", ")
        ));
    }
    let lost: Vec<String> = table.unknown().skip(properties.len()).map(|column| format!("`{}`", line(&column.heading))).collect();
    if !lost.is_empty() {
        imported.note(format!("columns that are not known, beyond the first {PROPERTIES}: {}; left out", lost.join(", ")));
    }
}
