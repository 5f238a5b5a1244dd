//! The scenarios, and imported.json with what `check` should look at.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as Object, Value, json};

use super::super::grid::Raw;
use super::super::names::{COPIES, Ids};
use super::super::places::Spot;
use super::super::units::{PieceKind, Table};
use super::kept::Row;
use super::{Folder, Known};
use crate::diag::so_many;
use crate::import::slug;

/// What `check` should look at.
#[derive(Default)]
pub(super) struct Facts(Vec<Value>);

/// Where something stands, in our words.
enum Place {
    Hex(String),
    Box(String),
    Area(String),
    Turn(usize),
    Nowhere,
    Lost(&'static str),
}

/// What is asked for and not there, and by how many.
fn asked(name: &str, pieces: usize) -> String {
    format!("`{name}`, by {}", so_many(pieces, "piece", "pieces"))
}

impl Folder<'_, '_, '_> {
    /// The scenarios; told: what `check` should look at.
    pub(super) fn scenarios(&mut self, known: &Known) -> (Facts, Vec<(String, String, Vec<Row>)>) {
        let mut facts = Facts::default();
        let mut ids = Ids::default();
        let mut named: Vec<String> = Vec::new();
        let mut setups = Vec::new();
        for table in self.tables {
            let id = match &table.id {
                Some(id) => ids.kept(id, "scenario"),
                None => ids.fresh(&table.name, "scenario"),
            };
            named.push(id.clone());
            let mut rows = Vec::new();
            let scenario = self.scenario(table, &id, known, &mut facts, &mut rows);
            // An id may hold what no file's name may.
            let safe = id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
            let file = if safe { id.clone() } else { format!("{}-{}", slug(&id), named.len()) };
            self.out.json(&format!("scenarios/{file}.json"), &scenario);
            setups.push((id, file, rows));
        }
        self.report.carried("scenario", "scenarios", named.len());
        for (number, entry, map, x, y) in &self.stock.off {
            let known = self.stock.entries.get(*entry).filter(|entry| !entry.id.is_empty());
            let (Some(scenario), Some(entry)) = (named.get(*number), known) else { continue };
            facts.0.push(json!({"is": "off-map", "scenario": scenario, "piece": entry.id, "map": map, "at": [x, y]}));
        }
        (facts, setups)
    }

    fn scenario(&mut self, table: &Table, id: &str, known: &Known, facts: &mut Facts, rows: &mut Vec<Row>) -> Value {
        let (mut setup, mut markers, mut arrivals) = (Vec::new(), Vec::new(), Vec::new());
        let mut placed: BTreeMap<usize, u32> = BTreeMap::new();
        let mut arrived: BTreeSet<usize> = BTreeSet::new();
        let mut last: Option<usize> = None;
        for put in &table.puts {
            // Signs of our own have no id: each build makes them anew.
            let Some(entry) = self.stock.entries.get(put.entry).filter(|entry| !entry.id.is_empty()) else { continue };
            let place = self.place(put.spot, known);
            let row = |kind: &str, id: &str, place: String, state: &str| {
                [put.piece.clone(), kind.to_owned(), id.to_owned(), place, state.to_owned()]
            };
            if let (Some(between), Place::Hex(hex)) = (self.between(put), &place) {
                facts.0.push(json!({"is": "between", "scenario": id, "piece": entry.id, "hex": hex, "off": between}));
            }
            if entry.kind == PieceKind::Marker {
                let faces = known.markers.get(&put.entry).map(Vec::as_slice).unwrap_or_default();
                let Some(marker) = faces.get(put.face).or(faces.first()) else { continue };
                let key = match &place {
                    Place::Box(at) => format!("box {at}"),
                    Place::Hex(at) => at.clone(),
                    _ => String::new(),
                };
                match place {
                    Place::Hex(at) | Place::Box(at) => {
                        rows.push(row("marker", marker, key, ""));
                        markers.push(json!({"marker": marker, "at": at}));
                    }
                    Place::Area(_) | Place::Turn(_) | Place::Nowhere => {}
                    Place::Lost(why) => {
                        self.report.lost("marker of a setup", why, format!("{} in `{}`", entry.counter.name, table.name))
                    }
                }
                continue;
            }
            let nth = placed.entry(put.entry).or_default();
            *nth += 1;
            if *nth > COPIES {
                self.report.lost(
                    "unit of a setup",
                    "there are no so many of it",
                    format!("{} in `{}`", entry.counter.name, table.name),
                );
                continue;
            }
            let mut line = json!({"unit": entry.id});
            let Some(object) = line.as_object_mut() else { continue };
            if entry.count > 1 {
                object.insert("n".to_owned(), json!(*nth));
            }
            let state = known.states.get(&put.entry).and_then(|names| names.get(put.face)).map_or("full", String::as_str);
            if put.face > 0 && state != "full" {
                object.insert("state".to_owned(), json!(state));
            }
            let (unit, state) = (entry.id.clone(), state.to_owned());
            let row = |place: String| row("unit", &unit, place, &state);
            match place {
                Place::Hex(hex) => {
                    rows.push(row(hex.clone()));
                    object.insert("at".to_owned(), json!(hex));
                }
                Place::Box(id) => {
                    rows.push(row(format!("box {id}")));
                    object.insert("box".to_owned(), json!(id));
                }
                Place::Area(id) => {
                    rows.push(row(format!("in {id}")));
                    object.insert("in".to_owned(), json!(id));
                }
                // An arrival tells no number.
                Place::Turn(_) if !arrived.insert(put.entry) => {
                    self.report.lost(
                        "unit of a setup",
                        "of several counters of one unit the first arrives by itself",
                        format!("{} in `{}`", entry.counter.name, table.name),
                    );
                    continue;
                }
                Place::Turn(turn) => {
                    object.remove("n");
                    last = last.max(Some(turn));
                    let turn = self.calendar.turns.get(turn).map(|(id, _)| id.clone()).unwrap_or_default();
                    rows.push(row(format!("turn {turn}")));
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
    fn between(&self, put: &super::super::units::Put) -> Option<f64> {
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
    pub(super) fn facts(&mut self, mut facts: Facts) {
        let stock = &*self.stock;
        let idle = self.module.prototypes.idle(&self.module.used);
        let mut missing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for entry in stock.entries.iter().filter(|entry| !entry.id.is_empty()) {
            for name in &entry.missing {
                missing.entry(name).or_default().push(&entry.id);
            }
        }
        for entry in stock.entries.iter().filter(|entry| entry.kind != PieceKind::Card && !entry.id.is_empty()) {
            // Of markers there are as many as are taken, from whichever palette.
            if !entry.elsewhere.is_empty() && entry.kind == PieceKind::Unit {
                let mut places = vec![entry.path.join(" / ")];
                places.extend(entry.elsewhere.iter().cloned());
                facts.0.push(json!({"is": "doubled", "piece": entry.id, "places": places}));
            }
            if let Some(setup) = &entry.stray {
                let mut value = json!({"is": "stray", "piece": entry.id, "setup": setup});
                // One that another piece places needs no palette.
                let (name, looks) = (&entry.counter.name, &entry.counter.looks);
                let shown = || looks.iter().all(|image| self.module.mentioned.contains(image)) && !looks.is_empty();
                let numbered = self.module.placed_as.contains(&entry.gpid);
                let placed = if name.is_empty() { numbered || shown() } else { self.module.placed.contains(name) };
                if placed && let Some(object) = value.as_object_mut() {
                    object.insert("name".to_owned(), json!(if name.is_empty() { "placed" } else { name.as_str() }));
                }
                facts.0.push(value);
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
        let mentioned: BTreeSet<&str> = (stock.entries.iter().filter_map(|entry| entry.counter.back.as_deref()))
            .chain(self.module.mentioned.iter().map(String::as_str))
            .collect();
        let idle_pictures = self.pictures.rest(&self.module.shown, &mentioned, self.report);
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
            self.report.lost("picture", "it is asked for and not in the module", asked(name, pieces.len()));
        }
        for (name, users) in &missing {
            self.report.lost("prototype", "it is asked for and not in the module", asked(name, users.len()));
        }
        let count = self.pictures.files.len();
        self.report.carried("picture", "pictures", count);
        if !idle_pictures.is_empty() {
            let unused = so_many(idle_pictures.len(), "picture", "pictures");
            self.report.guessed(format!("used by nothing, and in `images` all the same: {unused}"));
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
}
