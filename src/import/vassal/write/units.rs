//! units.csv, formations.json, and the words of module.json that they use.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as Object, Value, json};

use super::super::counters::{Counter, LEVELS};
use super::super::names::Ids;
use super::super::units::PieceKind;
use super::sheet::SheetWriter;
use super::{Folder, Known};
use crate::format;
use crate::import::slug;
use crate::model::Vassal;
use crate::source::limits;

/// Columns of a sheet that depend on the module; a sheet has no more than a thousand.
const COLUMNS: usize = 900;
/// Columns for ratings of all faces.
const COLUMNS_OF_RATINGS: usize = 480;
/// Cells of a sheet that depend on the module.
const CELLS: usize = 4_000_000;

/// What one of our own counters is called without its formation or side, if one of them is told behind its name.
fn bare(counter: &Counter) -> Option<&str> {
    let mut of = ["Formation", "Side"].into_iter().filter_map(|word| counter.words.tag(word));
    of.find_map(|of| counter.name.strip_suffix(of)?.strip_suffix(" of "))
}

impl Folder<'_, '_, '_> {
    /// Properties that are numbers throughout, by the id of their rating; and those that are words.
    fn properties(&self, units: &[usize], faces: usize) -> (BTreeMap<String, String>, Vec<String>) {
        let fields = format::fields::<format::Unit>();
        let mut numbers: BTreeMap<&str, bool> = BTreeMap::new();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        // `007` is no number that one would write.
        let number = |value: &str| {
            let plain = |n: i32| (-1_000_000..=1_000_000).contains(&n) && n.to_string() == value;
            value == "?" || value.parse().is_ok_and(plain)
        };
        let mut order: Vec<&str> = Vec::new();
        for n in units {
            let Some(entry) = self.stock.entries.get(*n) else { continue };
            let own = entry.counter.words.tag("Unit").is_some();
            let words = &entry.counter.words;
            let plain = words.plain.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let levels = words
                .by_level
                .iter()
                .flat_map(|(name, (_, values))| values.values().map(move |value| (name.as_str(), value.as_str())));
            for (name, value) in plain.chain(levels) {
                if value.is_empty() || (own && Vassal::PROPERTIES.contains(&name)) {
                    continue;
                }
                let fine = numbers.entry(name).or_insert_with(|| {
                    order.push(name);
                    true
                });
                *fine &= number(value);
                *uses.entry(name).or_default() += 1;
            }
        }
        let mut ratings: BTreeMap<String, String> = BTreeMap::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut words: Vec<&str> = Vec::new();
        for name in order {
            let id = slug(name);
            let free = !id.is_empty() && !fields.contains(&id.as_str()) && !id.contains('.');
            let room = taken.len() < limits::RATINGS && (taken.len() + 1) * faces <= COLUMNS_OF_RATINGS;
            if numbers.get(name) == Some(&true) && free && room && taken.insert(id.clone()) {
                ratings.insert(name.to_owned(), id);
            } else {
                words.push(name);
            }
        }
        words.sort_by_key(|name| std::cmp::Reverse(uses.get(name).copied().unwrap_or(0)));
        (ratings, words.into_iter().map(ToOwned::to_owned).collect())
    }

    pub(super) fn units(&mut self, module: &mut Object<String, Value>, known: &mut Known) {
        let units = self.entries(PieceKind::Unit);
        let most =
            units.iter().filter_map(|n| self.stock.entries.get(*n)).map(|entry| entry.counter.faces.len()).max().unwrap_or(1);
        let (ratings, mut words) = self.properties(&units, most);
        // Many units that have a property each would be a sheet of many units times many columns.
        let room = COLUMNS.min(CELLS / units.len().max(1)).saturating_sub(most * (ratings.len() + 2));
        for name in words.split_off(words.len().min(room)) {
            self.report.lost("property", "a sheet has no more columns", name);
        }
        let column = |name: &str| format!("properties.{}", Vassal::column(name));
        // `Hit.Points` and `Hit_Points` share a column; where a piece has both, it is that which is called so.
        let mut shared: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for name in &words {
            shared.entry(column(name)).or_default().push(name.clone());
        }
        words.retain(|name| shared.get(&column(name)).and_then(|all| all.first()) == Some(name));
        for all in shared.values_mut() {
            all.sort_by_key(|name| (name.contains('.'), name.clone()));
        }
        let order: Vec<String> = {
            // In the order in which pieces name them.
            let mut seen = BTreeSet::new();
            let names = units.iter().filter_map(|n| self.stock.entries.get(*n)).flat_map(|entry| {
                let words = &entry.counter.words;
                words.by_level.keys().chain(words.plain.iter().map(|(name, _)| name)).cloned().collect::<Vec<_>>()
            });
            names.filter(|name| ratings.contains_key(name) && seen.insert(name.clone())).collect()
        };
        let states = self.states(&units);
        let mut ids = Ids::default();
        let mut sheet = SheetWriter::default();
        for name in ["id", "name", "side", "nation", "formation", "type", "class", "size", "designation"] {
            sheet.columns.push(name.to_owned());
        }
        sheet.columns.extend(order.iter().filter_map(|name| ratings.get(name)).cloned());
        for face in 1..most {
            let before = before(face);
            sheet.columns.push(format!("{before}state"));
            sheet.columns.extend(order.iter().filter_map(|name| ratings.get(name)).map(|id| format!("{before}ratings.{id}")));
        }
        sheet.columns.extend(["steps", "count", "remnant", "breakdown", "tags", "picture"].map(ToOwned::to_owned));
        sheet.columns.extend((1..most).map(|face| format!("{}picture", before(face))));
        sheet.columns.extend(words.iter().map(|name| column(name)));
        // So many are called the same, without the formation or side that tells them apart.
        let mut alike: BTreeMap<String, usize> = BTreeMap::new();
        for entry in units.iter().filter_map(|n| self.stock.entries.get(*n)) {
            let name = bare(&entry.counter).unwrap_or(&entry.counter.name);
            *alike.entry(name.to_owned()).or_default() += 1;
        }
        let mut nations: BTreeMap<String, (String, Option<usize>)> = BTreeMap::new();
        let (mut types, mut classes) = (BTreeMap::new(), BTreeMap::new());
        for n in &units {
            let Some(entry) = self.stock.entries.get(*n).cloned() else { continue };
            let told = &entry.counter.words;
            let own = told.tag("Unit").is_some();
            let id = match told.tag("Unit") {
                Some(id) => ids.kept(id, "unit"),
                None => ids.fresh_for(&entry.counter.name, "unit", entry.counter.faces.len().div_ceil(2)),
            };
            let mut cells: Vec<(String, String)> = Vec::new();
            let mut put = |name: &str, value: &str| cells.push((name.to_owned(), value.to_owned()));
            put("id", &id);
            // A counter without a name is called by what stands on it.
            let made = told.tag("Unit").is_some_and(|id| {
                entry.counter.name == id
                    || told.tag("Designation").is_some_and(|d| {
                        let of = ["Formation", "Side"].into_iter().filter_map(|word| told.tag(word));
                        let mut called = of.map(|of| format!("{d} of {of}")).chain([d.to_owned(), format!("{d} ({id})")]);
                        called.any(|name| name == entry.counter.name)
                    })
            });
            let name = bare(&entry.counter).filter(|name| alike.get(*name).is_some_and(|count| *count > 1));
            put("name", if made { "" } else { name.unwrap_or(&entry.counter.name) });
            let side = entry.side.and_then(|side| known.sides.get(side));
            put("side", side.map_or("", String::as_str));
            if let Some(name) = told.tag("Nation").filter(|_| own) {
                let (id, side) = nations
                    .entry(name.to_owned())
                    .or_insert_with(|| (told.tag("NationId").map_or_else(|| slug(name), ToOwned::to_owned), entry.side))
                    .clone();
                if side.is_some() && side == entry.side {
                    put("nation", &id);
                }
            }
            put("formation", self.formation_of.get(n).and_then(|f| self.formations.get(*f)).map_or("", |f| f.id.as_str()));
            if own {
                for (field, word) in [
                    ("type", "Type"),
                    ("class", "Class"),
                    ("size", "Size"),
                    ("designation", "Designation"),
                    ("steps", "Steps"),
                    ("remnant", "Remnant"),
                    ("breakdown", "Breakdown"),
                    ("tags", "Tags"),
                ] {
                    put(field, told.tag(word).unwrap_or_default());
                }
                types.extend(told.tag("Type").map(|id| (id.to_owned(), told.tag("Class").map(ToOwned::to_owned))));
                classes.extend(told.tag("Class").map(|id| (id.to_owned(), ())));
            }
            if entry.count > 1 {
                put("count", &entry.count.to_string());
            }
            let faces = &entry.counter.faces;
            let names = states.get(n).cloned().unwrap_or_default();
            for (f, face) in faces.iter().enumerate() {
                let prefix = if f == 0 { String::new() } else { before(f) };
                if f > 0 {
                    put(&format!("{prefix}state"), names.get(f).map_or("", String::as_str));
                }
                let path = self.pictures.face(&face.drawn, self.report).unwrap_or_default();
                put(&format!("{prefix}picture"), &path);
                for name in &order {
                    let Some(rating) = ratings.get(name) else { continue };
                    let by_level =
                        told.by_level.get(name).and_then(|(_, values)| values.get(&face.level).or_else(|| values.get(&0)));
                    let value = by_level.map(String::as_str).or_else(|| told.get(name).filter(|_| f == 0));
                    let field = if f == 0 { rating.clone() } else { format!("{prefix}ratings.{rating}") };
                    put(&field, value.unwrap_or_default());
                }
            }
            let own: BTreeMap<&str, &str> = told.plain.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            for name in &words {
                let told = shared.get(&column(name)).into_iter().flatten().find_map(|name| own.get(name.as_str()).copied());
                put(&column(name), told.unwrap_or_default());
            }
            sheet.row(cells);
            self.left_behind(&entry, &id);
            known.states.insert(*n, names);
            if let Some(entry) = self.stock.entries.get_mut(*n) {
                entry.id = id;
            }
        }
        self.report.carried("unit", "units", units.len());
        if !units.is_empty() {
            self.out.files.insert("units.csv".to_owned(), sheet.text());
        }
        if !order.is_empty() {
            let list = order.iter().filter_map(|name| Some(json!({"id": ratings.get(name)?, "name": name, "rises": true})));
            module.insert("ratings".to_owned(), Value::Array(list.collect()));
        }
        let nations: Vec<Value> = nations
            .iter()
            .filter_map(|(name, (id, side))| Some(json!({"id": id, "name": name, "side": known.sides.get((*side)?)?})))
            .collect();
        if !nations.is_empty() {
            module.insert("nations".to_owned(), Value::Array(nations));
        }
        if !types.is_empty() {
            let list = types.iter().map(|(id, class)| match class {
                Some(class) => json!({"id": id, "class": class}),
                None => json!({"id": id}),
            });
            module.insert("types".to_owned(), Value::Array(list.collect()));
            if !classes.is_empty() {
                module.insert("classes".to_owned(), Value::Array(classes.keys().map(|id| json!({"id": id})).collect()));
            }
        }
        self.state_list(module, &states);
        if !self.formations.is_empty() {
            let list = self.formations.iter().map(|formation| {
                let mut value = json!({"id": formation.id, "name": formation.name});
                if let Some(object) = value.as_object_mut() {
                    if let Some(above) = formation.above.and_then(|above| self.formations.get(above)) {
                        object.insert("in".to_owned(), json!(above.id));
                    }
                    if let Some(side) = formation.side.and_then(|side| known.sides.get(side)) {
                        object.insert("side".to_owned(), json!(side));
                    }
                }
                value
            });
            let list: Vec<Value> = list.collect();
            self.report.carried("formation", "formations", list.len());
            self.out.json("formations.json", &Value::Array(list));
        }
    }

    /// The state of each face of each unit.
    fn states(&mut self, units: &[usize]) -> BTreeMap<usize, Vec<String>> {
        // A name that stands in the stead of one piece's is no state.
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        let mut added: BTreeSet<String> = BTreeSet::new();
        for entry in units.iter().filter_map(|n| self.stock.entries.get(*n)) {
            for face in entry.counter.faces.iter().skip(1) {
                let named = slug(&face.name);
                *uses.entry(named.clone()).or_default() += 1;
                added.extend(face.added.then_some(named));
            }
        }
        // A game has so many states and no more: those of most faces; the others are told apart by their number.
        let mut known: Vec<(&String, usize)> = uses.iter().map(|(name, count)| (name, *count)).collect();
        known.retain(|(name, count)| !name.is_empty() && (*count >= 3 || added.contains(*name)));
        known.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let most = limits::STATES - 2 - (LEVELS + 2);
        if let Some((first, _)) = known.get(most) {
            let why = format!("a game has no more than {}; the face is called by its number", limits::STATES - 2);
            self.report.cut("name of a level", &why, format!("`{first}`"), known.len() - most);
        }
        let known: BTreeSet<String> = known.into_iter().take(most).map(|(name, _)| name.clone()).collect();
        let mut all = BTreeMap::new();
        for n in units {
            let Some(entry) = self.stock.entries.get(*n) else { continue };
            let counter = &entry.counter;
            let words = format!("{} {}", counter.layer, counter.menu).to_lowercase();
            let loses = ["reduc", "step", "loss", "strength"].iter().any(|word| words.contains(word));
            let own: Vec<String> =
                counter.words.tag("States").map(|told| told.split('|').map(ToOwned::to_owned).collect()).unwrap_or_default();
            if own.len() == counter.faces.len() && own.len() > 1 {
                all.insert(*n, own);
                continue;
            }
            let mut taken: BTreeSet<String> = BTreeSet::from(["full".to_owned()]);
            let mut names = vec!["full".to_owned()];
            for (f, face) in counter.faces.iter().enumerate().skip(1) {
                let named = slug(&face.name);
                let shared = uses.get(&named).is_some_and(|count| *count >= 3);
                let base = if known.contains(&named) && (face.added || shared) {
                    named
                } else if f > 1 {
                    format!("level-{}", f + 1)
                } else if loses {
                    "reduced".to_owned()
                } else {
                    "flipped".to_owned()
                };
                // Two levels of one name are told apart by their number.
                let mut name = base;
                while !taken.insert(name.clone()) {
                    name = format!("level-{}", taken.len() + 1);
                }
                names.push(name);
            }
            all.insert(*n, names);
        }
        all
    }

    fn state_list(&mut self, module: &mut Object<String, Value>, states: &BTreeMap<usize, Vec<String>>) {
        let mut told: BTreeMap<String, String> = BTreeMap::new();
        for (n, names) in states {
            let faces = self.stock.entries.get(*n).map(|entry| entry.counter.faces.as_slice()).unwrap_or_default();
            for (name, face) in names.iter().zip(faces) {
                let named = !face.name.is_empty() && (slug(&face.name) == *name || self.module.own);
                let shown = if named { face.name.clone() } else { crate::import::title(name) };
                told.entry(name.clone()).or_insert(shown);
            }
        }
        // Where a counter has a face for each of its steps, each of them is one.
        let mut steps: BTreeSet<&str> = BTreeSet::new();
        for (n, names) in states {
            let told = self.stock.entries.get(*n).and_then(|entry| entry.counter.words.tag("Steps"));
            if told.and_then(|steps| steps.parse::<usize>().ok()) == Some(names.len()) {
                steps.extend(names.iter().map(String::as_str));
            }
        }
        let list: Vec<Value> = told
            .iter()
            .filter(|(id, _)| !matches!(id.as_str(), "full" | "reduced"))
            .map(|(id, name)| match steps.contains(id.as_str()) {
                true => json!({"id": id, "name": name, "step": true}),
                false => json!({"id": id, "name": name}),
            })
            .collect();
        if !list.is_empty() {
            module.insert("states".to_owned(), Value::Array(list));
        }
    }
}

/// What stands before the fields of a face that is not the front.
fn before(face: usize) -> String {
    if face == 1 { "back.".to_owned() } else { format!("more.{}.", face - 1) }
}
