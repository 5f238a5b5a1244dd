//! The new folder: sheets, map, scenarios, and what `check` needs to know of where they come from.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as Object, Value, json};

use super::calendar::Calendar;
use super::grid::Raw;
use super::hexes::Hexes;
use super::module::Module;
use super::names::{Formation, Ids};
use super::pictures::Pictures;
use super::places::{Places, Spot};
use super::report::Report;
use super::units::{Entry, Kind, Stock, Table};
use crate::import::{Imported, slug};

/// The side of a printed counter, in millimetres.
const COUNTER: f64 = 15.9;
/// Columns for properties; a sheet has no more than a thousand.
const COLUMNS: usize = 800;
/// Properties that are columns of their own.
const OURS: [&str; 16] = [
    "Unit",
    "Side",
    "Nation",
    "Formation",
    "Type",
    "Class",
    "Size",
    "Designation",
    "Steps",
    "Count",
    "Remnant",
    "Breakdown",
    "Tags",
    "States",
    "FormationId",
    "NationId",
];

/// Everything that was read, on its way into files.
pub(super) struct Folder<'a, 's, 'f> {
    pub(super) module: &'a Module,
    pub(super) stock: &'a mut Stock,
    pub(super) places: &'a Places,
    pub(super) hexes: &'a Hexes,
    pub(super) calendar: &'a Calendar,
    pub(super) tables: &'a [Table],
    pub(super) sides: &'a [String],
    pub(super) formations: &'a [Formation],
    pub(super) formation_of: &'a BTreeMap<usize, usize>,
    pub(super) pictures: &'a mut Pictures<'s, 'f>,
    pub(super) report: &'a mut Report,
    pub(super) out: &'a mut Imported,
    pub(super) from: &'a str,
}

/// Ids that other files use.
struct Known {
    sides: Vec<String>,
    boxes: Vec<Option<String>>,
    /// The ids of the faces of a marker, from its front.
    markers: BTreeMap<usize, Vec<String>>,
    areas: BTreeMap<String, String>,
    states: BTreeMap<usize, Vec<String>>,
}

/// A sheet that is being written.
#[derive(Default)]
struct Sheet {
    columns: Vec<String>,
    rows: Vec<BTreeMap<String, String>>,
}

impl Sheet {
    fn row(&mut self, cells: Vec<(String, String)>) {
        let mut row = BTreeMap::new();
        for (column, value) in cells {
            if !value.is_empty() {
                row.insert(column, value);
            }
        }
        self.rows.push(row);
    }

    /// As text; columns that are empty throughout are left out.
    fn text(&self) -> Vec<u8> {
        let filled: BTreeSet<&String> = self.rows.iter().flat_map(BTreeMap::keys).collect();
        let columns: Vec<&String> = self.columns.iter().filter(|column| filled.contains(column)).collect();
        let mut text = columns.iter().map(|column| cell(column)).collect::<Vec<_>>().join(",");
        text.push('\n');
        for row in &self.rows {
            let cells = columns.iter().map(|column| row.get(*column).map(|value| cell(value)).unwrap_or_default());
            text += &cells.collect::<Vec<_>>().join(",");
            text.push('\n');
        }
        text.into_bytes()
    }
}

/// A cell of a sheet: in one line, quoted where it must be.
fn cell(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = if looks_damaged(&text) { guarded(&text) } else { text };
    if text.contains([',', '"', ';', '#']) || text.starts_with([' ', '\'']) || text.ends_with(' ') {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Whether whoever reads a cell would take it for a date that a spreadsheet made, or for an error of one.
fn looks_damaged(text: &str) -> bool {
    text.starts_with('#') || crate::source::damage::recognise(text).is_some()
}

/// The same to the eye, with signs that no spreadsheet takes for those of a date.
fn guarded(text: &str) -> String {
    let other = |c: char| match c {
        '-' => '\u{2011}',
        '/' => '\u{2215}',
        ' ' => '\u{a0}',
        ':' => '\u{2236}',
        '.' => '\u{2024}',
        '#' => '\u{ff03}',
        c => c,
    };
    text.chars().map(other).collect()
}

impl Folder<'_, '_, '_> {
    /// Writes everything.
    pub(super) fn write(mut self) {
        let sides: Vec<String> = {
            let mut ids = Ids::default();
            self.sides.iter().map(|side| ids.fresh(side, "side")).collect()
        };
        let boxes = self.boxes();
        let areas = self.areas();
        let mut known = Known { sides, boxes: boxes.0, markers: BTreeMap::new(), areas: areas.1, states: BTreeMap::new() };
        let mut module = Object::new();
        self.head(&mut module, &known);
        self.units(&mut module, &mut known);
        self.markers(&mut known);
        self.cards(&known);
        let images = self.map(boxes.1, areas.0);
        self.art(images);
        if let Some(turns) = self.calendar.written(&known.sides) {
            self.out.json("turns.json", &turns);
            self.report.carried("turns", self.calendar.turns.len());
        }
        let facts = self.scenarios(&known);
        self.facts(facts);
        self.levels(&mut module);
        self.out.json("module.json", &Value::Object(module));
    }

    fn head(&mut self, module: &mut Object<String, Value>, known: &Known) {
        let from = self.module;
        let name: String = from.name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        let name =
            Some(name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| crate::import::title(stem(self.from)));
        module.insert("format".to_owned(), json!(1));
        module.insert("name".to_owned(), json!(if name.is_empty() { "Imported" } else { name.as_str() }));
        for (key, value) in [("version", &from.version), ("about", &from.about)] {
            if !value.trim().is_empty() {
                module.insert(key.to_owned(), json!(value.trim()));
            }
        }
        let made = if from.vassal.is_empty() { String::new() } else { format!(", made with VASSAL {}", from.vassal) };
        module.insert("credits".to_owned(), json!([format!("Imported from the VASSAL module `{}`{made}", self.from)]));
        if !known.sides.is_empty() {
            let sides = known.sides.iter().zip(self.sides).map(|(id, name)| json!({"id": id, "name": name}));
            module.insert("sides".to_owned(), Value::Array(sides.collect()));
        }
        self.report.carried("sides", known.sides.len());
    }

    /// Ids for all boxes, and what map.json says of them.
    fn boxes(&mut self) -> (Vec<Option<String>>, Vec<Value>) {
        let main = self.main_board();
        let mut ids = Ids::default();
        let (mut known, mut all) = (Vec::new(), Vec::new());
        for room in &self.places.rooms {
            let map = self.module.maps.get(room.map);
            // Our own trays are made anew by each build; a space of the calendar is a turn.
            let tray = self.module.own && map.is_some_and(|map| matches!(map.name.as_str(), "Trays" | "Cards"));
            if tray || self.calendar.space(&room.name).is_some() {
                known.push(None);
                continue;
            }
            let several = self.places.rooms.iter().filter(|other| other.name == room.name).take(2).count() > 1;
            let full = match map {
                Some(map) if several => format!("{} {}", map.name, room.name),
                _ => room.name.clone(),
            };
            let id = ids.fresh(&full, "box");
            let mut value = json!({"id": id, "name": full});
            if let (Some((board, rect)), Some(object)) = (room.rect, value.as_object_mut())
                && let Some((image, size)) = self.on_picture(&main, room.map, board)
            {
                let [left, top, width, height] = rect;
                let (left, top) = (left.clamp(0.0, size.0), top.clamp(0.0, size.1));
                let (width, height) = (width.min(size.0 - left), height.min(size.1 - top));
                if width >= 4.0 && height >= 4.0 {
                    let rect = [left, top, width, height].map(f64::round);
                    object.insert("on".to_owned(), json!({"image": image, "rect": rect}));
                }
            }
            known.push(Some(id));
            all.push(value);
        }
        self.report.carried("boxes", all.len());
        (known, all)
    }

    /// The boards whose pictures are the map: those with hexes, or else the first of the first window.
    fn main_board(&self) -> Vec<(usize, usize)> {
        let hexes = self.hexes.pictures(&self.places.lattices);
        if !hexes.is_empty() {
            return hexes.iter().map(|(map, board, _)| (*map, *board)).collect();
        }
        let docked = |map: &super::module::Map| map.kind == "Map" && !map.boards.is_empty();
        let first = self.module.maps.iter().position(docked);
        first
            .map(|map| {
                (
                    map,
                    self.module
                        .maps
                        .get(map)
                        .and_then(|map| super::places::layout(map, None).first().map(|laid| laid.board))
                        .unwrap_or(0),
                )
            })
            .into_iter()
            .collect()
    }

    /// The picture of a board that is a part of the map, and its size.
    fn on_picture(&mut self, main: &[(usize, usize)], map: usize, board: usize) -> Option<(String, (f64, f64))> {
        if !main.contains(&(map, board)) {
            return None;
        }
        let image = self.module.maps.get(map)?.boards.get(board)?.image.clone();
        let path = self.pictures.path(&image, self.report)?;
        let (width, height) = self.pictures.size(&image, self.report)?;
        (!path.ends_with(".svg")).then_some((path, (f64::from(width), f64::from(height))))
    }

    /// Zones in which hexes keep their numbers.
    fn areas(&self) -> (Vec<Value>, BTreeMap<String, String>) {
        let mut ids = Ids::default();
        let (mut all, mut by_name) = (Vec::new(), BTreeMap::new());
        for (n, lattice) in self.places.lattices.iter().enumerate().filter(|(_, lattice)| lattice.zone.is_none()) {
            let Some(board) = self.module.maps.get(lattice.map).and_then(|map| map.boards.get(lattice.board)) else { continue };
            for zone in board.grid.zones.iter().filter(|zone| zone.as_around && !zone.name.trim().is_empty()) {
                let inside = lattice.cells.iter().filter(|raw| {
                    let (x, y) = lattice.grid.centre(**raw);
                    zone.contains(x, y)
                });
                let hexes: Vec<String> = inside.filter_map(|raw| self.hexes.name(&self.places.lattices, n, *raw)).collect();
                if hexes.is_empty() || by_name.contains_key(zone.name.trim()) || all.len() >= 500 {
                    continue;
                }
                let id = ids.fresh(&zone.name, "area");
                all.push(json!({"id": id, "name": zone.name.trim(), "hexes": hexes.join(" ")}));
                by_name.insert(zone.name.trim().to_owned(), id);
            }
        }
        (all, by_name)
    }

    /// Whether a property is one that Muster itself writes.
    fn ours(&self, name: &str, names: &[&str]) -> bool {
        self.module.own && names.contains(&name)
    }

    fn entries(&self, kind: Kind) -> Vec<usize> {
        (0..self.stock.entries.len()).filter(|n| self.stock.entries.get(*n).is_some_and(|entry| entry.kind == kind)).collect()
    }

    /// Properties that are numbers throughout, by the id of their rating; and those that are words.
    fn properties(&self, units: &[usize]) -> (BTreeMap<String, String>, Vec<String>) {
        const FIELDS: &str = " id name side nation formation type class size designation label ratings back more steps count setup arrives tags remnant breakdown rule note picture properties ";
        let mut numbers: BTreeMap<&str, bool> = BTreeMap::new();
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        let number = |value: &str| value == "?" || value.parse::<i32>().is_ok_and(|n| (-1_000_000..=1_000_000).contains(&n));
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
                if value.is_empty() || (own && OURS.contains(&name)) {
                    continue;
                }
                let fine = numbers.entry(name).or_insert_with(|| {
                    order.push(name);
                    true
                });
                *fine &= number(value) && !value.starts_with('+');
                *uses.entry(name).or_default() += 1;
            }
        }
        let mut ratings: BTreeMap<String, String> = BTreeMap::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        let mut words: Vec<&str> = Vec::new();
        for name in order {
            let id = slug(name);
            let free = !id.is_empty() && !FIELDS.contains(&format!(" {id} ")) && !id.contains('.');
            if numbers.get(name) == Some(&true) && free && taken.insert(id.clone()) {
                ratings.insert(name.to_owned(), id);
            } else {
                words.push(name);
            }
        }
        words.sort_by_key(|name| std::cmp::Reverse(uses.get(name).copied().unwrap_or(0)));
        (ratings, words.into_iter().map(ToOwned::to_owned).collect())
    }

    fn units(&mut self, module: &mut Object<String, Value>, known: &mut Known) {
        let units = self.entries(Kind::Unit);
        let (ratings, mut words) = self.properties(&units);
        for name in words.split_off(words.len().min(COLUMNS)) {
            self.report.lost("property", "a sheet has no more columns", name);
        }
        let column = |name: &str| format!("properties.{}", name.replace('.', "_"));
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
        let mut sheet = Sheet::default();
        let most =
            units.iter().filter_map(|n| self.stock.entries.get(*n)).map(|entry| entry.counter.faces.len()).max().unwrap_or(1);
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
        let mut nations: BTreeMap<String, (String, Option<usize>)> = BTreeMap::new();
        let (mut types, mut classes) = (BTreeMap::new(), BTreeMap::new());
        for n in &units {
            let Some(entry) = self.stock.entries.get(*n).cloned() else { continue };
            let told = &entry.counter.words;
            let own = told.tag("Unit").is_some();
            let id = match told.tag("Unit") {
                Some(id) => ids.kept(id, "unit"),
                None => ids.fresh(&entry.counter.name, "unit"),
            };
            let mut cells: Vec<(String, String)> = Vec::new();
            let mut put = |name: &str, value: &str| cells.push((name.to_owned(), value.to_owned()));
            put("id", &id);
            // A counter without a name is called by what stands on it.
            let made = told.tag("Unit").is_some_and(|id| {
                entry.counter.name == id || told.tag("Designation").is_some_and(|d| entry.counter.name == format!("{d} ({id})"))
            });
            put("name", if made { "" } else { &entry.counter.name });
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
            for name in &words {
                put(&column(name), told.get(name).unwrap_or_default());
            }
            sheet.row(cells);
            self.left_behind(&entry, &id);
            known.states.insert(*n, names);
            if let Some(entry) = self.stock.entries.get_mut(*n) {
                entry.id = id;
            }
        }
        self.report.carried("units", units.len());
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
            self.report.carried("formations", list.len());
            self.out.json("formations.json", &Value::Array(list));
        }
    }

    /// The state of each face of each unit.
    fn states(&self, units: &[usize]) -> BTreeMap<usize, Vec<String>> {
        // A name that stands in the stead of one piece's is no state.
        let mut uses: BTreeMap<String, usize> = BTreeMap::new();
        for entry in units.iter().filter_map(|n| self.stock.entries.get(*n)) {
            for face in entry.counter.faces.iter().skip(1) {
                *uses.entry(slug(&face.name)).or_default() += 1;
            }
        }
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
                let base = if !named.is_empty() && (face.added || shared) {
                    named
                } else if f > 1 {
                    format!("level-{}", f + 1)
                } else if loses {
                    "reduced".to_owned()
                } else {
                    "flipped".to_owned()
                };
                let mut name = base.clone();
                while !taken.insert(name.clone()) {
                    name = format!("{base}-{}", taken.len());
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

    /// What a piece has in VASSAL and its counter has not.
    fn left_behind(&mut self, entry: &Entry, id: &str) {
        let counter = &entry.counter;
        let called = if counter.name == id { id.to_owned() } else { format!("{} (`{id}`)", counter.name) };
        let mut traits: BTreeMap<&str, usize> = BTreeMap::new();
        for name in &counter.other_traits {
            *traits.entry(name).or_default() += 1;
        }
        // A card's mask is its back, and a property by level is a rating of each face.
        if entry.kind == Kind::Card && counter.back.is_some() {
            traits.remove("mask");
        }
        if !counter.words.by_level.is_empty() {
            traits.remove("reckoned property");
        }
        if !traits.is_empty() {
            let list: Vec<String> =
                traits.iter().map(|(name, n)| if *n > 1 { format!("{name} ×{n}") } else { (*name).to_owned() }).collect();
            self.report.lost(
                "traits of a piece",
                "they are VASSAL's own, not a counter's",
                format!("{called}: {}", list.join(", ")),
            );
        }
        if !counter.other_layers.is_empty() {
            let list: Vec<&str> = counter.other_layers.iter().map(|(name, _)| name.as_str()).collect();
            self.report.lost("layers of a piece", "a counter has one row of faces", format!("{called}: {}", list.join(", ")));
        }
    }

    fn markers(&mut self, known: &mut Known) {
        let markers = self.entries(Kind::Marker);
        let mut ids = Ids::default();
        let mut list = Vec::new();
        for n in markers {
            let Some(entry) = self.stock.entries.get(n).cloned() else { continue };
            // Our own signs for bridges and who holds what are made anew by each build.
            if self.module.own && entry.counter.words.tag("Marker").is_none() {
                continue;
            }
            let name = entry.counter.name.clone();
            // In a module of ours the back is a marker of its own, which has its own slot.
            let shown = if self.module.own { 1 } else { entry.counter.faces.len() };
            let other = entry.counter.faces.get(1).filter(|_| self.module.own).map(|face| face.name.clone());
            let other = other.and_then(|name| {
                self.stock.entries.iter().find(|entry| entry.kind == Kind::Marker && entry.counter.name == name)
            });
            let other = other.and_then(|entry| entry.counter.words.tag("Marker")).map(ToOwned::to_owned);
            let faces: Vec<(String, String, String)> = (entry.counter.faces.iter().enumerate().take(shown))
                .map(|(f, face)| {
                    let told = if f == 0 || face.name.is_empty() || face.added { name.clone() } else { face.name.clone() };
                    let id = match entry.counter.words.tag("Marker").filter(|_| f == 0) {
                        Some(id) => ids.kept(id, "marker"),
                        None => ids.fresh(&told, "marker"),
                    };
                    (id, told, self.pictures.face(&face.drawn, self.report).unwrap_or_default())
                })
                .collect();
            let note: Vec<String> = (entry.counter.words.plain.iter())
                .filter(|(name, value)| !value.is_empty() && !self.ours(name, &["Marker", "Count", "Side"]))
                .map(|(name, value)| format!("{name}: {value}"))
                .collect();
            for (f, (id, told, picture)) in faces.iter().enumerate() {
                let mut value = json!({"id": id, "name": told});
                let Some(object) = value.as_object_mut() else { continue };
                if !picture.is_empty() {
                    object.insert("picture".to_owned(), json!(picture));
                }
                if let Some(side) = entry.side.and_then(|side| known.sides.get(side)) {
                    object.insert("side".to_owned(), json!(side));
                }
                if f == 0 {
                    if let Some(back) = faces.get(1).map(|(back, ..)| back).or(other.as_ref()) {
                        object.insert("back".to_owned(), json!(back));
                    }
                    if let Some(count) = entry.counter.words.tag("Count").and_then(|count| count.parse::<u32>().ok()) {
                        object.insert("count".to_owned(), json!(count));
                    }
                    if !note.is_empty() {
                        object.insert("note".to_owned(), json!(note.join("; ")));
                    }
                }
                list.push(value);
            }
            let front = faces.first().map(|(id, ..)| id.clone()).unwrap_or_default();
            self.left_behind(&entry, &front);
            known.markers.insert(n, faces.into_iter().map(|(id, ..)| id).collect());
            if let Some(entry) = self.stock.entries.get_mut(n) {
                entry.id = front;
            }
        }
        self.report.carried("markers", known.markers.len());
        if !list.is_empty() {
            self.out.json("markers.json", &Value::Array(list));
        }
    }

    fn cards(&mut self, known: &Known) {
        let cards = self.entries(Kind::Card);
        let mut ids = Ids::default();
        let mut decks: BTreeMap<String, String> = BTreeMap::new();
        let mut deck_ids = Ids::default();
        let mut list = Vec::new();
        for n in cards {
            let Some(entry) = self.stock.entries.get(n).cloned() else { continue };
            let deck = match entry.counter.words.tag("Deck") {
                Some(deck) => deck.to_owned(),
                None => decks.entry(entry.deck.clone()).or_insert_with(|| deck_ids.fresh(&entry.deck, "deck")).clone(),
            };
            let id = match entry.counter.words.tag("Card") {
                Some(id) => ids.kept(id, "card"),
                None => ids.fresh(&entry.counter.name, "card"),
            };
            let mut value = json!({"id": id, "name": entry.counter.name, "deck": deck});
            if let Some(object) = value.as_object_mut() {
                let front = entry.counter.faces.first().map(|face| face.drawn.clone()).unwrap_or_default();
                if let Some(path) = self.pictures.face(&front, self.report) {
                    object.insert("picture".to_owned(), json!(path));
                }
                let back = entry.counter.back.clone();
                if let Some(path) = back.and_then(|back| self.pictures.path(&back, self.report)) {
                    object.insert("back".to_owned(), json!(path));
                }
                if let Some(side) = entry.side.and_then(|side| known.sides.get(side)) {
                    object.insert("side".to_owned(), json!(side));
                }
                if entry.count > 1 {
                    object.insert("count".to_owned(), json!(entry.count.min(999)));
                }
                let text: Vec<String> = (entry.counter.words.plain.iter())
                    .filter(|(name, value)| !value.is_empty() && !self.ours(name, &["Card", "Deck", "Side", "Text"]))
                    .map(|(name, value)| format!("{name}: {value}"))
                    .collect();
                let text = entry.counter.words.tag("Text").map_or_else(|| text.join("; "), ToOwned::to_owned);
                if !text.is_empty() {
                    object.insert("text".to_owned(), json!(text));
                }
            }
            list.push(value);
            self.left_behind(&entry, &id);
            if let Some(entry) = self.stock.entries.get_mut(n) {
                entry.id = id;
            }
        }
        for deck in self.module.maps.iter().flat_map(|map| &map.decks).filter(|deck| deck.slots.is_empty()) {
            self.report.lost("deck", "it is empty: a place for cards that were played", deck.name.clone());
        }
        self.report.carried("cards", list.len());
        if !list.is_empty() {
            self.out.json("cards.json", &Value::Array(list));
        }
    }

    /// The side of a usual piece, in pixels.
    fn piece_pixels(&mut self) -> Option<f64> {
        let mut sizes: Vec<u32> = Vec::new();
        let images: Vec<String> = (self.stock.entries.iter().filter(|entry| entry.kind == Kind::Unit))
            .filter_map(|entry| entry.counter.looks.iter().find(|image| !image.is_empty()).cloned())
            .take(400)
            .collect();
        for image in images {
            sizes.extend(self.pictures.size(&image, self.report).map(|(width, height)| width.max(height)));
        }
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().filter(|size| (8..4000).contains(size)).map(f64::from)
    }

    /// map.json; told: the pictures of the map.
    fn map(&mut self, boxes: Vec<Value>, areas: Vec<Value>) -> Vec<Value> {
        let per_pixel = COUNTER / self.piece_pixels().unwrap_or(64.0);
        let across = self.hexes.across().map(|pixels| (pixels * per_pixel * 10.0).round() / 10.0).map(|mm| mm.clamp(4.0, 400.0));
        let mut map = self.hexes.written(across, self.report);
        if !boxes.is_empty() {
            map.insert("boxes".to_owned(), Value::Array(boxes));
        }
        if !areas.is_empty() {
            self.report.carried("areas", areas.len());
            map.insert("areas".to_owned(), Value::Array(areas));
        }
        self.report.carried("hexes", self.hexes.len());
        if !map.is_empty() {
            self.out.json("map.json", &Value::Object(map));
        }
        let mut images = Vec::new();
        let main = self.main_board();
        let at = self.hexes.pictures(&self.places.lattices);
        for (m, b) in main {
            let Some(board) = self.module.maps.get(m).and_then(|map| map.boards.get(b)).cloned() else { continue };
            let Some(path) = self.pictures.path(&board.image, self.report) else { continue };
            if path.ends_with(".svg") {
                self.report.lost("board", "a map may be a PNG or JPEG, not a drawing", board.name.clone());
                continue;
            }
            let width = self.pictures.size(&board.image, self.report).map_or(0.0, |(width, _)| f64::from(width));
            match at.iter().find(|(map, board, _)| (*map, *board) == (m, b)) {
                Some((.., at)) => images.push(json!({"path": path, "at": at})),
                None => images.push(json!({"path": path, "width-mm": ((width * per_pixel).round()).clamp(20.0, 5000.0)})),
            }
        }
        for map in &self.module.maps {
            for board in &map.boards {
                self.pictures.path(&board.image, self.report);
            }
        }
        images
    }

    fn art(&mut self, images: Vec<Value>) {
        let mut art = Object::new();
        art.insert("counter-mm".to_owned(), json!(COUNTER));
        match images.as_slice() {
            [] => {}
            [one] => drop(art.insert("map".to_owned(), json!({"image": one}))),
            several => drop(art.insert("map".to_owned(), json!({"images": several}))),
        }
        let mut charts = Vec::new();
        for (name, file) in &self.module.charts {
            match self.pictures.path(file, self.report) {
                Some(path) => {
                    charts.push(json!({"name": if name.is_empty() { stem(file) } else { name.as_str() }, "picture": path}))
                }
                None => self.report.lost("chart", "its picture is not in the module", format!("{name} (`{file}`)")),
            }
        }
        // Boards that are no part of the map are shown as charts.
        let shown: BTreeSet<String> =
            images.iter().filter_map(|image| image.get("path")?.as_str().map(ToOwned::to_owned)).collect();
        for map in self.module.maps.iter().filter(|_| !self.module.own) {
            for board in &map.boards {
                if let Some(path) = self.pictures.path(&board.image, self.report).filter(|path| !shown.contains(path)) {
                    let name = if board.name.is_empty() { &map.name } else { &board.name };
                    if !charts.iter().any(|chart| chart.get("picture") == Some(&json!(path))) {
                        charts.push(json!({"name": name, "picture": path}));
                    }
                }
            }
        }
        self.report.carried("charts", charts.len());
        if !charts.is_empty() && !self.module.own {
            art.insert("charts".to_owned(), Value::Array(charts));
        }
        self.out.json("art.json", &Value::Object(art));
    }

    /// The scenarios; told: what `check` should look at.
    fn scenarios(&mut self, known: &Known) -> Facts {
        let mut facts = Facts::default();
        let mut ids = Ids::default();
        let mut named: Vec<String> = Vec::new();
        for table in self.tables {
            let id = match &table.id {
                Some(id) => ids.kept(id, "scenario"),
                None => ids.fresh(&table.name, "scenario"),
            };
            named.push(id.clone());
            let scenario = self.scenario(table, &id, known, &mut facts);
            // An id may hold what no file's name may.
            let safe = id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            let file = if safe { id.clone() } else { format!("{}-{}", slug(&id), named.len()) };
            self.out.json(&format!("scenarios/{file}.json"), &scenario);
        }
        self.report.carried("scenarios", named.len());
        for (number, entry, map, x, y) in &self.stock.off {
            let known = self.stock.entries.get(*entry).filter(|entry| !entry.id.is_empty());
            let (Some(scenario), Some(entry)) = (named.get(*number), known) else { continue };
            facts.0.push(json!({"is": "off-map", "scenario": scenario, "piece": entry.id, "map": map, "at": [x, y]}));
        }
        facts
    }

    fn scenario(&mut self, table: &Table, id: &str, known: &Known, facts: &mut Facts) -> Value {
        let (mut setup, mut markers, mut arrivals) = (Vec::new(), Vec::new(), Vec::new());
        let mut placed: BTreeMap<usize, u32> = BTreeMap::new();
        let mut last: Option<usize> = None;
        for put in &table.puts {
            // Signs of our own have no id: each build makes them anew.
            let Some(entry) = self.stock.entries.get(put.entry).filter(|entry| !entry.id.is_empty()) else { continue };
            let place = self.place(put.spot, known);
            if let (Some(between), Place::Hex(hex)) = (self.between(put), &place) {
                facts.0.push(json!({"is": "between", "scenario": id, "piece": entry.id, "hex": hex, "off": between}));
            }
            if entry.kind == Kind::Marker {
                let faces = known.markers.get(&put.entry).map(Vec::as_slice).unwrap_or_default();
                let Some(marker) = faces.get(put.face).or(faces.first()) else { continue };
                match place {
                    Place::Hex(at) | Place::Box(at) => markers.push(json!({"marker": marker, "at": at})),
                    Place::Area(_) | Place::Turn(_) | Place::Nowhere => {}
                    Place::Lost(why) => {
                        self.report.lost("marker of a setup", why, format!("{} in `{}`", entry.counter.name, table.name))
                    }
                }
                continue;
            }
            let nth = placed.entry(put.entry).or_default();
            *nth += 1;
            let mut line = json!({"unit": entry.id});
            let Some(object) = line.as_object_mut() else { continue };
            if entry.count > 1 {
                object.insert("n".to_owned(), json!(*nth));
            }
            if put.face > 0
                && let Some(state) = known.states.get(&put.entry).and_then(|names| names.get(put.face))
            {
                object.insert("state".to_owned(), json!(state));
            }
            match place {
                Place::Hex(hex) => drop(object.insert("at".to_owned(), json!(hex))),
                Place::Box(id) => drop(object.insert("box".to_owned(), json!(id))),
                Place::Area(id) => drop(object.insert("in".to_owned(), json!(id))),
                Place::Turn(turn) => {
                    object.remove("n");
                    last = last.max(Some(turn));
                    let turn = self.calendar.turns.get(turn).map(|(id, _)| id.clone()).unwrap_or_default();
                    object.insert("turn".to_owned(), json!(turn));
                    arrivals.push(line);
                    continue;
                }
                Place::Nowhere => continue,
                Place::Lost(why) => {
                    self.report.lost("unit of a setup", why, format!("{} in `{}`", entry.counter.name, table.name));
                    continue;
                }
            }
            setup.push(line);
        }
        let mut scenario = Object::new();
        scenario.insert("id".to_owned(), json!(id));
        scenario.insert("name".to_owned(), json!(if table.name.is_empty() { "Setup" } else { table.name.as_str() }));
        if !table.notes.trim().is_empty() {
            scenario.insert("about".to_owned(), json!(table.notes.trim()));
        }
        if let (Some((end, _)), false) = (self.calendar.turns.last(), self.calendar.turns.is_empty()) {
            let first = self.calendar.turn(&table.turn).unwrap_or(0);
            let first = self.calendar.turns.get(first).map_or(end, |(id, _)| id);
            scenario.insert("turns".to_owned(), json!([first, end]));
        }
        scenario.insert("setup".to_owned(), Value::Array(setup));
        if !markers.is_empty() {
            scenario.insert("markers".to_owned(), Value::Array(markers));
        }
        if !arrivals.is_empty() {
            scenario.insert("arrivals".to_owned(), Value::Array(arrivals));
        }
        Value::Object(scenario)
    }

    /// How far a piece lies from the middle of its hex, in hexes, if that is far.
    fn between(&self, put: &super::units::Put) -> Option<f64> {
        let Spot::Hex(lattice, raw) = put.spot else { return None };
        let (_, _, x, y) = put.point?;
        let grid = &self.places.lattices.get(lattice)?.grid;
        let (cx, cy) = grid.centre(raw);
        let off = (x - cx).hypot(y - cy) / grid.step.1;
        (off > 0.2).then(|| (off * 100.0).round() / 100.0)
    }

    fn hex(&self, lattice: usize, raw: Raw) -> Option<String> {
        self.hexes.name(&self.places.lattices, lattice, raw)
    }

    fn place(&self, spot: Spot, known: &Known) -> Place {
        match spot {
            Spot::Hex(lattice, raw) => {
                self.hex(lattice, raw).map_or(Place::Lost("its hex is not on the map that was carried over"), Place::Hex)
            }
            Spot::Room(room) => {
                let Some(told) = self.places.rooms.get(room) else { return Place::Nowhere };
                if let Some(turn) = self.calendar.space(&told.name) {
                    return Place::Turn(turn);
                }
                match known.boxes.get(room) {
                    Some(Some(id)) => Place::Box(id.clone()),
                    // One of our own trays.
                    _ => match told.name.strip_prefix("Set up in ").and_then(|area| known.areas.get(area)) {
                        Some(area) => Place::Area(area.clone()),
                        None => Place::Nowhere,
                    },
                }
            }
        }
    }

    /// imported.json: what the module had that the folder cannot say, and what looked wrong.
    fn facts(&mut self, mut facts: Facts) {
        let stock = &*self.stock;
        let idle = self.module.prototypes.idle(&self.module.used);
        let mut missing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for entry in stock.entries.iter().filter(|entry| !entry.id.is_empty()) {
            for name in &entry.missing {
                missing.entry(name).or_default().push(&entry.id);
            }
        }
        for entry in stock.entries.iter().filter(|entry| entry.kind != Kind::Card && !entry.id.is_empty()) {
            if !entry.elsewhere.is_empty() {
                let mut places = vec![entry.path.join(" / ")];
                places.extend(entry.elsewhere.iter().cloned());
                facts.0.push(json!({"is": "doubled", "piece": entry.id, "places": places}));
            }
            if let Some(setup) = &entry.stray {
                facts.0.push(json!({"is": "stray", "piece": entry.id, "setup": setup}));
            }
        }
        for odd in &stock.odd {
            let Some(entry) = stock.entries.get(odd.entry).filter(|entry| !entry.id.is_empty()) else { continue };
            let words = |spot: Spot| match spot {
                Spot::Hex(lattice, raw) => self.hex(lattice, raw),
                Spot::Room(room) => self.places.rooms.get(room).map(|room| room.name.clone()),
            };
            let mut value = json!({"is": "misnamed", "piece": entry.id, "name": odd.named});
            if let Some(object) = value.as_object_mut() {
                object.extend(words(odd.by_point).map(|place| ("lies".to_owned(), json!(place))));
                object.extend(odd.by_name.and_then(words).map(|place| ("means".to_owned(), json!(place))));
            }
            facts.0.push(value);
        }
        let mentioned: BTreeSet<&str> = (stock.entries.iter().flat_map(|entry| &entry.counter.mentioned))
            .chain(stock.entries.iter().filter_map(|entry| entry.counter.back.as_ref()))
            .map(String::as_str)
            .chain(self.module.mentioned.iter().map(String::as_str))
            .collect();
        let idle_pictures = self.pictures.rest(&self.module.icons, &mentioned, self.report);
        let mut askers: BTreeMap<&str, Vec<&str>> =
            self.pictures.missing.iter().map(|name| (name.as_str(), Vec::new())).collect();
        for entry in &stock.entries {
            let mut images: Vec<&str> =
                entry.counter.faces.iter().flat_map(|face| face.drawn.iter().map(|d| d.image.as_str())).collect();
            images.sort_unstable();
            images.dedup();
            for image in images {
                if let Some(all) = askers.get_mut(image).filter(|_| !entry.id.is_empty()) {
                    all.push(&entry.id);
                }
            }
        }
        for (name, pieces) in &askers {
            self.report.lost("picture", "it is asked for and not in the module", format!("`{name}`, by {} pieces", pieces.len()));
        }
        for (name, users) in &missing {
            self.report.lost(
                "prototype",
                "it is asked for and not in the module",
                format!("`{name}`, by {} pieces", users.len()),
            );
        }
        let count = self.pictures.files.len();
        self.report.carried("pictures", count);
        if !idle_pictures.is_empty() {
            self.report
                .guessed(format!("{} pictures are used by nothing; they are in `images` all the same", idle_pictures.len()));
        }
        let mut found: Vec<Value> = idle.iter().map(|name| json!({"is": "unused-prototype", "name": name})).collect();
        found.extend(missing.iter().map(|(name, users)| json!({"is": "missing-prototype", "name": name, "pieces": users})));
        found.extend(idle_pictures.iter().map(|name| json!({"is": "unused-picture", "name": name})));
        found.extend(askers.iter().map(|(name, pieces)| json!({"is": "missing-picture", "name": name, "pieces": pieces})));
        found.append(&mut facts.0);
        let mut value = json!({"from": self.from});
        if let Some(object) = value.as_object_mut() {
            if !self.module.vassal.is_empty() {
                object.insert("vassal".to_owned(), json!(self.module.vassal));
            }
            if !found.is_empty() {
                object.insert("found".to_owned(), Value::Array(found));
            }
        }
        self.out.json("imported.json", &value);
    }

    /// Findings that are mistakes in a finished game, and news in an old module.
    fn levels(&mut self, module: &mut Object<String, Value>) {
        let reason = "imported: a module of VASSAL may hold this, and it must be seen before it can be mended";
        let codes = ["M0401", "M0410"];
        let levels: Object<String, Value> =
            codes.iter().map(|code| ((*code).to_owned(), json!({"level": "warn", "reason": reason}))).collect();
        if !self.module.own {
            module.insert("levels".to_owned(), Value::Object(levels));
        }
    }
}

/// What `check` should look at.
#[derive(Default)]
struct Facts(Vec<Value>);

/// Where something stands, in our words.
enum Place {
    Hex(String),
    Box(String),
    Area(String),
    Turn(usize),
    Nowhere,
    Lost(&'static str),
}

/// What stands before the fields of a face that is not the front.
fn before(face: usize) -> String {
    if face == 1 { "back.".to_owned() } else { format!("more.{}.", face - 1) }
}

fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
