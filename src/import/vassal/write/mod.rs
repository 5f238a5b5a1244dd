//! The new folder: sheets, map, scenarios, and what `check` needs to know of where they come from.
//!
//! - `units`, `cards`: counters, markers, cards; `sheet`: how a sheet is written
//! - `kept`: the module itself, for the way back
//! - `map`: hexes, boxes, pictures; `scenarios`: setups, and what was found

mod cards;
mod kept;
mod map;
mod scenarios;
mod sheet;
mod units;

use std::collections::BTreeMap;

use serde_json::{Map as Object, Value, json};

use super::calendar::Calendar;
use super::counters::LEVELS;
use super::hexes::Hexes;
use super::module::Module;
use super::names::{Formation, Ids};
use super::pictures::Pictures;
use super::places::Places;
use super::report::Report;
use super::units::{Entry, PieceKind, Stock, Table};
use super::xml::Component;
use crate::format::FORMAT;
use crate::import::Imported;
use crate::source::limits;

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
    /// The tree of components, each slot and setup with its number.
    pub(super) tree: Component,
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
            self.report.carried("turn", "turns", self.calendar.turns.len());
        }
        let (facts, setups) = self.scenarios(&known);
        self.facts(facts);
        self.keep(&known, &setups);
        self.levels(&mut module);
        self.out.json("module.json", &Value::Object(module));
    }

    fn head(&mut self, module: &mut Object<String, Value>, known: &Known) {
        let from = self.module;
        let name: String = from.name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        let name =
            Some(name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| crate::import::title(stem(self.from)));
        module.insert("format".to_owned(), json!(FORMAT));
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
        self.report.carried("side", "sides", known.sides.len());
    }

    /// Findings that are mistakes in a finished game, and news in an old module.
    fn levels(&mut self, module: &mut Object<String, Value>) {
        let reason = "imported: a module of VASSAL may hold this, and it must be seen before it can be mended";
        let codes = ["M0401", "M0410"];
        let mut levels: Object<String, Value> =
            codes.iter().map(|code| ((*code).to_owned(), json!({"level": "warn", "reason": reason}))).collect();
        // What every module has, and what is no fault of one.
        for (code, reason) in [
            ("M0213", "imported: ids are made of the names that the module has"),
            ("M0502", "imported: a map of VASSAL has places that no setup uses"),
            ("M0703", "imported: pictures of VASSAL are made for screens, not for print"),
            ("M0709", "imported: pictures of VASSAL are made for screens, not for print"),
            ("M0713", "imported: boxes lie beside the map as they are read, not as they are printed"),
        ] {
            levels.insert(code.to_owned(), json!({"level": "allow", "reason": reason}));
        }
        if !self.module.own {
            module.insert("levels".to_owned(), Value::Object(levels));
        }
    }

    /// Whether a property is one that Muster itself writes.
    fn ours(&self, name: &str, names: &[&str]) -> bool {
        self.module.own && names.contains(&name)
    }

    fn entries(&self, kind: PieceKind) -> Vec<usize> {
        (0..self.stock.entries.len()).filter(|n| self.stock.entries.get(*n).is_some_and(|entry| entry.kind == kind)).collect()
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
        if entry.kind == PieceKind::Card && counter.back.is_some() {
            traits.remove("mask");
        }
        if !counter.words.by_level.is_empty() {
            traits.remove("reckoned property");
        }
        // What is kept for VASSAL is not lost.
        if !self.module.own {
            traits.iter().for_each(|(name, count)| self.report.kept(name, *count));
            self.report.kept("layer that is no face", counter.other_layers.len());
        }
        if !traits.is_empty() && self.module.own {
            let list: Vec<String> =
                traits.iter().map(|(name, n)| if *n > 1 { format!("{name} ×{n}") } else { (*name).to_owned() }).collect();
            self.report.lost(
                "traits of a piece",
                "they are VASSAL's own, not a counter's",
                format!("{called}: {}", list.join(", ")),
            );
        }
        if let Some((first, count)) = &counter.layers_beyond {
            let why = format!("a piece has no more than {}", limits::PIECE_LAYERS);
            self.report.cut("layer of a piece", &why, format!("`{first}` of {called}"), *count);
        }
        if counter.levels_beyond > 0 {
            let why = format!("a counter has no more than {LEVELS} faces");
            self.report.cut("level of a layer", &why, format!("of `{}` of {called}", counter.layer), counter.levels_beyond);
        }
        if let Some((first, count)) = &counter.words.beyond {
            let why = format!("a piece has no more than {}", limits::PIECE_PROPERTIES);
            self.report.cut("property of a piece", &why, format!("`{first}` of {called}"), *count);
        }
        if !counter.other_layers.is_empty() && self.module.own {
            let list: Vec<&str> = counter.other_layers.iter().map(|(name, _)| name.as_str()).collect();
            self.report.lost("layers of a piece", "a counter has one row of faces", format!("{called}: {}", list.join(", ")));
        }
    }
}

fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
