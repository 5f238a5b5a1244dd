//! What may be written at a place: ids of the kinds that are meant there, hexes by the names of places, fields and words
//! of the format, headings and cells of sheets.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::analysis::Analysis;
use super::cursor::{Way, Writing, in_json, pattern};
use super::hover::{called, result_words, rule_title};
use super::schema;
use super::text::range_of;
use crate::diag::{DECLARED, HEX, PRINTED, RESULT};
use crate::model::Key;
use crate::source::{NodeRef, Shape};
use crate::span::FileId;

/// So many are offered; an editor asks again when more letters are typed.
const MOST: usize = 1_000;

/// What kinds of names stand where, as this game itself shows: by schema and way down.
pub(super) type Learned = BTreeMap<(usize, String), BTreeSet<&'static str>>;

/// Learns from every name of a game.
pub(super) fn learn(analysis: &Analysis) -> Learned {
    let mut learned = Learned::new();
    for (file, schema) in &analysis.compiled.validated {
        let Some(root) = analysis.compiled.files.tree(*file).and_then(|tree| tree.root()) else { continue };
        let mut way = String::new();
        walk(analysis, *file, Arc::as_ptr(schema).addr(), root, &mut way, &mut learned);
    }
    learned
}

fn walk(analysis: &Analysis, file: FileId, schema: usize, node: NodeRef<'_>, way: &mut String, learned: &mut Learned) {
    let long = way.len();
    match node.shape() {
        Shape::Object => {
            for member in node.members() {
                let key = node.tree().key_span(member.key);
                way.push_str("/{}");
                note(analysis, file, schema, key.start, key.end, way, learned);
                way.truncate(long);
                way.push('/');
                way.push_str(&member.name);
                walk(analysis, file, schema, member.value, way, learned);
                way.truncate(long);
            }
        }
        Shape::List => {
            way.push_str("/*");
            for element in node.elements() {
                walk(analysis, file, schema, element, way, learned);
            }
            way.truncate(long);
        }
        Shape::Text | Shape::Number => note(analysis, file, schema, node.node().start, node.node().end, way, learned),
        Shape::Null | Shape::Bool => {}
    }
}

fn note(analysis: &Analysis, file: FileId, schema: usize, start: u32, end: u32, way: &str, learned: &mut Learned) {
    let spots = analysis.names().spots();
    let first = spots.partition_point(|spot| (spot.file, spot.span.start) < (file, start));
    for spot in spots.iter().skip(first).take_while(|spot| spot.file == file && spot.span.end <= end) {
        // What declares a name is not one of those that are there.
        if spot.role == crate::diag::Role::Defines {
            continue;
        }
        let key = (schema, way.to_owned());
        learned.entry(key).or_default().insert(spot.kind);
    }
}

/// Kinds of names that a field of that name usually wants.
fn usual(field: &str) -> &'static [&'static str] {
    match field {
        "side" | "sides" | "owner" | "set-up" | "each" | "by" => &["side"],
        "nation" => &["nation"],
        "formation" | "formations" => &["formation"],
        "type" => &["unit type"],
        "class" => &["movement class", "terrain"],
        "rating" | "allowance" | "attack" | "defense" => &["rating"],
        "state" | "also" => &["state"],
        "unit" | "units" | "remnant" | "breakdown" | "lost" => &["unit"],
        "marker" | "markers" => &["marker"],
        "card" | "cards" => &["card"],
        "deck" | "draw" => &["deck"],
        "declared" => &[DECLARED],
        "terrain" | "kind" | "road" | "roads" => &["terrain"],
        "table" => &["table"],
        "result" | "below" | "above" | "raw-below" | "raw-above" => &[RESULT],
        "turn" | "turns" | "from" | "to" | "checked" => &["turn"],
        "option" | "options" => &["option"],
        "scenario" | "extends" => &["scenario"],
        "place" | "places" => &["place"],
        "area" | "map" => &["area"],
        "in" => &["area", "formation"],
        "box" | "behind" => &["box"],
        "entry" | "instead" => &["entry", "entry of the rules"],
        "exit" | "through" => &["exit", HEX],
        "bridge" | "at" | "setup" => &[HEX, "area", "box", "bridge"],
        "arrives" => &["turn", "entry"],
        "hex" | "hexes" | "of" | "flood" | "except" | "line" | "between" => &[HEX, "place"],
        "mode" | "modes" => &["mode of movement"],
        "trace" | "traces" | "supplied" => &["supply trace"],
        "phase" => &["phase"],
        "ban" => &["ban"],
        "action" => &["action"],
        "changes" => &["entry of the rules"],
        "weather" => &["weather"],
        "ground" => &["ground"],
        "tags" => &["tag of a turn", "tag of a unit"],
        "source" => &["source"],
        "until" => &["hexside feature", "terrain"],
        _ => &[],
    }
}

/// What is offered.
struct Offer<'a> {
    analysis: &'a Analysis,
    text: &'a str,
    /// The bytes that are replaced.
    bytes: Range<usize>,
    /// What is put around a word.
    quote: &'static str,
    /// The tables whose results are meant; those of any if none.
    tables: BTreeSet<usize>,
    items: BTreeMap<String, Value>,
}

impl Offer<'_> {
    fn add(&mut self, label: &str, new: &str, kind: u8, detail: Option<String>, about: Option<String>) {
        if self.items.len() >= MOST {
            return;
        }
        let edit = json!({ "range": range_of(self.text, self.bytes.start, self.bytes.end), "newText": format!("{0}{new}{0}", self.quote) });
        let mut item = json!({ "label": label, "kind": kind, "textEdit": edit, "filterText": format!("{}{label}", self.quote) });
        if let Some(object) = item.as_object_mut() {
            object.extend(detail.map(|detail| ("detail".to_owned(), detail.into())));
            object.extend(about.map(|about| ("documentation".to_owned(), json!({ "kind": "plaintext", "value": about }))));
        }
        self.items.entry(label.to_owned()).or_insert(item);
    }

    /// The names of some kinds.
    fn names(&mut self, kinds: &BTreeSet<&str>) {
        let game = &self.analysis.compiled.game;
        for (_, thing) in self.analysis.names().things().filter(|(_, thing)| kinds.contains(thing.kind) && thing.kind != HEX) {
            let table = thing.within.and_then(|n| game.tables.at(Key::new(n)));
            if thing.within.is_some_and(|n| !self.tables.is_empty() && !self.tables.contains(&n)) {
                continue;
            }
            let name = match table {
                Some(table) => result_words(table, &thing.name).0,
                None if thing.kind == PRINTED => rule_title(game, &thing.name),
                None => thing.nth.and_then(|nth| called(game, thing.kind, nth).0),
            };
            let name = name.filter(|name| *name != thing.name);
            let kind = table.map_or_else(|| thing.kind.to_owned(), |table| format!("{} of {}", thing.kind, table.id));
            let detail = name.map_or_else(|| kind.clone(), |name| format!("{name} ({kind})"));
            self.add(&thing.name, &thing.name, 18, Some(detail), None);
        }
        // What is declared and named by nobody yet.
        for (kind, name) in declared(self.analysis) {
            if kinds.contains(kind) {
                self.add(&name, &name, 18, Some(kind.to_owned()), None);
            }
        }
        if kinds.contains(HEX) {
            self.hexes();
        }
    }

    /// Hexes by the names of the places in them, and by the digits that are typed already.
    fn hexes(&mut self) {
        let Some(map) = &self.analysis.compiled.game.map else { return };
        for place in map.places.values() {
            for hex in &place.hexes {
                let number = map.board.name(*hex);
                let label = if place.hexes.len() == 1 { place.name.clone() } else { format!("{} {number}", place.name) };
                self.add(&label, &number, 21, Some(format!("hex {number}")), None);
            }
        }
        let typed = self.text.get(self.bytes.clone()).unwrap_or("").to_owned();
        if typed.is_empty() {
            return;
        }
        for hex in map.board.hexes() {
            let number = map.board.name(hex);
            if number.starts_with(&typed) {
                let place = map.places.values().find(|place| place.hexes.contains(&hex)).map(|place| place.name.clone());
                self.add(&number, &number, 21, place, None);
            }
            if self.items.len() >= MOST {
                return;
            }
        }
    }

    /// Words that the format knows at a place.
    fn words(&mut self, root: &Value, way: &[Way], sheet: bool) {
        for found in schema::at(root, way) {
            for branch in schema::branches(root, found) {
                let listed = branch.get("enum").and_then(Value::as_array).into_iter().flatten();
                for word in listed.chain(branch.get("const")).filter_map(Value::as_str) {
                    let about = branch.get("const").and(branch.get("description")).and_then(Value::as_str).map(str::to_owned);
                    self.add(word, word, 20, None, about);
                }
                let is = |kind: &str| match branch.get("type") {
                    Some(Value::String(one)) => one == kind,
                    Some(Value::Array(list)) => list.iter().any(|one| one == kind),
                    _ => false,
                };
                if is("boolean") {
                    let quote = std::mem::take(&mut self.quote);
                    for word in if sheet { ["yes", "no"] } else { ["true", "false"] } {
                        self.add(word, word, 14, None, None);
                    }
                    self.quote = quote;
                }
            }
        }
    }

    fn fields(&mut self, root: &Value, way: &[Way], there: &[String]) {
        for found in schema::at(root, way) {
            for branch in schema::branches(root, found) {
                let fields = branch.get("properties").and_then(Value::as_object).into_iter().flatten();
                for (name, field) in fields.filter(|(name, _)| !there.contains(name)) {
                    let said = |value: &Value| value.get("description").and_then(Value::as_str).map(str::to_owned);
                    self.add(name, name, 10, None, said(field).or_else(|| said(crate::schema::resolve(root, field))));
                }
            }
        }
    }

    fn finish(self) -> Value {
        let full = self.items.len() >= MOST;
        json!({ "isIncomplete": full, "items": self.items.into_values().collect::<Vec<_>>() })
    }
}

/// Things that a game declares, whether anybody names them or not.
fn declared(analysis: &Analysis) -> Vec<(&'static str, String)> {
    let rules = analysis.compiled.origins.rules.keys().map(|entry| (super::names::ENTRY, entry.clone()));
    rules.collect()
}

/// What may be written at a byte of a text.
pub(super) fn complete(analysis: &Analysis, path: &Path, text: &str, byte: usize) -> Value {
    let Some(schema) = schema::of(analysis, path) else { return Value::Null };
    let found = if schema::is_sheet(path) {
        in_sheet(analysis, path, &schema, text, byte)
    } else {
        Some(in_object(analysis, &schema, text, byte))
    };
    found.unwrap_or(Value::Null)
}

fn kinds_at(analysis: &Analysis, schema: &Arc<crate::schema::Schema>, way: &[Way], key: bool) -> BTreeSet<&'static str> {
    let mut pattern = pattern(way);
    if key {
        pattern.push_str("/{}");
    }
    let learned = analysis.learned().get(&(Arc::as_ptr(schema).addr(), pattern));
    let mut kinds = learned.cloned().unwrap_or_default();
    if kinds.is_empty() && !key {
        let field = way.iter().rev().find_map(|step| if let Way::Field(name) = step { Some(name.as_str()) } else { None });
        kinds.extend(field.map(usual).unwrap_or_default());
        // Every column of a table has its results.
        if way.contains(&Way::Field("cells".to_owned())) {
            kinds.insert(RESULT);
        }
    }
    kinds
}

/// The word around a byte, in a text that may have several.
fn word(text: &str, bytes: &Range<usize>, byte: usize, several: bool) -> Range<usize> {
    if !several {
        return bytes.clone();
    }
    let divides = |c: char| c.is_whitespace() || "|@/,".contains(c);
    let before = text.get(bytes.start..byte.clamp(bytes.start, bytes.end)).unwrap_or("");
    let after = text.get(byte.clamp(bytes.start, bytes.end)..bytes.end).unwrap_or("");
    let start = before
        .rfind(divides)
        .map_or(bytes.start, |n| bytes.start + n + before.get(n..).and_then(|c| c.chars().next()).map_or(1, char::len_utf8));
    let end = after.find(divides).map_or(bytes.end, |n| byte + n);
    start..end.max(start)
}

fn in_object(analysis: &Analysis, schema: &Arc<crate::schema::Schema>, text: &str, byte: usize) -> Value {
    let cursor = in_json(text, byte);
    let root = &schema.json;
    let quote = if cursor.quoted { "" } else { "\"" };
    let tables = BTreeSet::new();
    let mut offer = Offer { analysis, text, bytes: cursor.bytes.clone(), quote, tables, items: BTreeMap::new() };
    match cursor.writing {
        Writing::Nothing => return Value::Null,
        Writing::Key => {
            offer.names(&kinds_at(analysis, schema, &cursor.way, true));
            offer.fields(root, &cursor.way, &cursor.keys);
        }
        Writing::Value => {
            let kinds = kinds_at(analysis, schema, &cursor.way, false);
            // Names of places have blanks in them.
            offer.bytes = word(text, &cursor.bytes, byte, kinds.contains(HEX) && cursor.quoted);
            offer.words(root, &cursor.way, false);
            offer.names(&kinds);
        }
    }
    offer.finish()
}

fn in_sheet(analysis: &Analysis, path: &Path, schema: &Arc<crate::schema::Schema>, text: &str, byte: usize) -> Option<Value> {
    let sheet = schema::sheet(analysis, path, schema, text)?;
    let root = &schema.json;
    // Behind the last end of a line a new row begins.
    let found = sheet.layout.at(byte);
    let (row, column) = found.unwrap_or((usize::MAX, 0));
    let cell = sheet.layout.rows.get(row).and_then(|row| row.cells.get(column));
    let value = cell.map_or(byte..byte, |cell| if cell.value.is_empty() { byte..byte } else { cell.value.clone() });
    let header =
        sheet.layout.header().is_none_or(|header| sheet.layout.rows.get(row).is_some_and(|row| row.bytes == header.bytes));
    let tables = tables_of(analysis, path);
    let mut offer = Offer { analysis, text, bytes: value.clone(), quote: "", tables, items: BTreeMap::new() };
    if header {
        let there: Vec<&str> =
            sheet.headings.iter().enumerate().filter(|(n, _)| *n != column).map(|(_, (name, _))| name.as_str()).collect();
        headings(&mut offer, analysis, root, &there);
        return Some(offer.finish());
    }
    let (_, way) = sheet.headings.get(column)?;
    let way: Vec<Way> = std::iter::once(Way::Element).chain(way.clone()?).collect();
    // A list has its elements in one cell.
    let list =
        schema::at(root, &way).into_iter().flat_map(|one| schema::branches(root, one)).any(|one| one.get("items").is_some());
    let way = if list { way.into_iter().chain([Way::Element]).collect() } else { way };
    let mut kinds = kinds_at(analysis, schema, &way, false);
    let before = text.get(value.start..byte.max(value.start)).unwrap_or("");
    // `3@North`: a turn, then an entry.
    if kinds.contains("turn") && kinds.contains("entry") {
        kinds.remove(if before.contains('@') { "turn" } else { "entry" });
    }
    offer.bytes = word(
        text,
        &value,
        byte,
        list || kinds.len() > 1 || kinds.contains(HEX) || kinds.contains("turn") || kinds.contains("entry"),
    );
    offer.words(root, &way, true);
    offer.names(&kinds);
    Some(offer.finish())
}

/// The tables whose results stand in a sheet.
fn tables_of(analysis: &Analysis, path: &Path) -> BTreeSet<usize> {
    let files: Vec<FileId> = analysis.files_at(path).map(|(file, _)| file).collect();
    let here = analysis.names().spots().iter().filter(|spot| spot.kind == RESULT && files.contains(&spot.file));
    here.filter_map(|spot| analysis.names().within(spot)).collect()
}

fn headings(offer: &mut Offer<'_>, analysis: &Analysis, root: &Value, there: &[&str]) {
    let row = [Way::Element];
    let fields = |way: &[Way]| -> Vec<(String, Value)> {
        let found = schema::at(root, way);
        let all =
            found.into_iter().flat_map(|one| schema::branches(root, one)).filter_map(|one| one.get("properties")?.as_object());
        all.flatten().map(|(name, field)| (name.clone(), field.clone())).collect()
    };
    let words = schema::vocabulary(analysis);
    let own = |maps: &[(String, Value)]| -> Vec<String> {
        let known = words.maps.iter().filter(|(map, _)| maps.iter().any(|(name, _)| name == map));
        known.flat_map(|(_, names)| names.iter().flatten().cloned()).collect()
    };
    let top = fields(&row);
    for (name, field) in &top {
        let inner = fields(&[Way::Element, Way::Field(name.clone())]);
        let about = field.get("description").and_then(Value::as_str).map(str::to_owned);
        let object = !inner.is_empty();
        for (below, _) in &inner {
            let full = format!("{name}.{below}");
            offer.add(&full, &full, 10, about.clone(), None);
        }
        for below in own(&inner) {
            let full = format!("{name}.{below}");
            offer.add(&full, &full, 10, about.clone(), None);
        }
        if !object {
            offer.add(name, name, 10, None, about);
        }
    }
    for name in own(&top) {
        offer.add(&name, &name, 10, None, None);
    }
    offer.items.retain(|label, _| !there.iter().any(|one| crate::source::sheet::same_heading(one, label)));
}
