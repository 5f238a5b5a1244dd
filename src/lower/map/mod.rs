//! map.json: the grid, the ground, rivers, roads, bridges, and what has a name.

mod areas;
mod bridges;
mod grid;
mod ground;
mod lines;

use std::collections::{BTreeMap, BTreeSet};

use super::terrain::values;
use super::{Lower, Read, hexes};
use crate::diag::{Diag, Role, codes};
use crate::format;
use crate::hexgrid::HexId;
use crate::model::*;
use crate::source::limits;
use crate::span::{Origin, Place as At};
use grid::Laid;

impl Lower<'_, '_, '_> {
    pub(super) fn map(&mut self, module: Origin, named: Option<&str>) {
        let read = self.part::<format::Map>(module, "map", named);
        let Some(Read { origin, mut value, partial }) = read else {
            let lost = named.is_some() || self.load.project.world().has("map.json");
            self.no_map(lost);
            return;
        };
        self.origins.map.map = Some(origin);
        self.incomplete.map |= partial;
        let Some(Laid { board, specs, holes, written }) = self.board(&mut value, origin, partial) else {
            self.no_map(true);
            return;
        };
        let mut map = Map::bare(board, specs, holes);
        map.bridged = value.crossings != Some(format::Crossings::Listed);
        self.value_names(origin, &mut map);
        self.ground(&written, &mut map);
        self.places(origin, &mut map);
        let before = self.sink.len();
        self.features(origin, &mut map);
        self.roads(origin, &mut map);
        // A river or a road that is broken has been blamed: its bridges are not to blame too.
        let broken = self.sink.len() > before || self.hexes_left.spent();
        self.incomplete.lines |= broken || self.names.features.partial();
        self.bridges(origin, &mut map, broken);
        self.boxes(origin, &mut map);
        self.areas(origin, &mut map);
        self.entries(origin, &mut map);
        self.exits(origin, &mut map);
        self.sources(origin, &mut map);
        self.arrows(origin, &mut map);
        self.game.map = Some(map);
    }

    /// Without a map, references to what would stand on it are silent if it was lost, not if it was never there.
    fn no_map(&mut self, lost: bool) {
        let names = &mut self.names;
        self.incomplete.map |= lost;
        names.places.incomplete |= lost;
        names.areas.incomplete |= lost;
        names.entries.incomplete |= lost;
        names.arrows.incomplete |= lost;
        names.boxes.incomplete |= lost;
        names.bridges.incomplete |= lost;
        names.features.incomplete |= lost;
    }

    /// Terrain by its name, of the kind that is wanted here; made by its name where the game lists none.
    pub(super) fn terrain_named(&mut self, name: &str, on: TerrainOn, place: At) -> Option<TerrainId> {
        if name == "?" {
            // Whichever terrain it is, that one only seems to be unused.
            self.names.terrain.missed.set(true);
            return None;
        }
        let new = !self.names.terrain.stated && self.names.terrain.get(name).is_none();
        if new && self.game.terrain.len() >= limits::TERRAIN {
            if !std::mem::replace(&mut self.names.terrain.incomplete, true) {
                let message = format!("the map has more than {} kinds of terrain", limits::TERRAIN);
                self.sink.report(Diag::new(&codes::TOO_MANY, place, message).help("let like hexes have one terrain"));
            }
            return None;
        }
        if new {
            let terrain = Terrain {
                id: name.to_owned(),
                name: None,
                on,
                layer: if on == TerrainOn::Hexside { Layer::Adds } else { Layer::Replaces },
                water: None,
                bridge_alone: false,
                cost: Vec::new(),
                grounds: BTreeMap::new(),
                values: Values::default(),
                rule: None,
            };
            let id = self.game.terrain.push(terrain);
            self.names.terrain.alias(name, id);
            self.names.terrain.origins.push(None);
            return self.names.terrain.seen(name, || place, self.sink).or(Some(id));
        }
        let id = self.names.terrain.find(name, place.clone(), self.sink)?;
        let found = self.game.terrain[id].on;
        if found == on || !self.names.terrain.stated {
            return Some(id);
        }
        let word = |on| match on {
            TerrainOn::Hex => "the ground of a hex",
            TerrainOn::Feature => "a feature in a hex",
            TerrainOn::Hexside => "along hexsides",
            TerrainOn::Road => "a road",
        };
        let message = format!("terrain `{name}` is {}, expected {}", word(found), word(on));
        let mut diag = Diag::new(&codes::WRONG_LAYER, place, message).help("use another terrain here, or correct its `on`");
        if let Some(origin) = crate::origins::of(&self.names.terrain.origins, id) {
            diag = diag.related(origin.at("on"), "declared here");
        }
        self.sink.report(diag);
        self.names.terrain.missed.set(true);
        None
    }

    fn value_names(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::ValueName>(origin, "values");
        let mut seen = BTreeSet::new();
        self.values_known = list.stated && !list.incomplete && list.poisoned.is_empty();
        for Read { origin, value, .. } in list.items {
            if !seen.insert(value.id.0.clone()) {
                let message = format!("value `{}` stands twice", value.id);
                self.sink.report(Diag::new(&codes::DUPLICATE_ID, origin.at("id"), message).help("keep one of the two"));
                continue;
            }
            self.sink.hear_word(WordKind::Value.word(), &value.id.0, &origin.at("id"), Role::Defines);
            map.value_names.push(ValueName { id: value.id.0, name: value.name, range: (value.min, value.max) });
        }
    }

    /// Numbers of a hex or place; where they are listed, each must be in the list and in its range.
    fn map_values(&mut self, written: Option<format::Named<format::Unsure<i32>>>, place: impl Fn() -> At, map: &Map) -> Values {
        if self.sink.listens() {
            // A number that is not known yet has its name already.
            for (name, _) in written.iter().flat_map(|values| &values.0) {
                self.sink.hear_word(WordKind::Value.word(), name, &place().field(name).key(), Role::Refers);
            }
        }
        let values = values(written);
        for (name, number) in values.iter().filter(|_| self.values_known) {
            let Some(known) = map.value_names.iter().find(|known| known.id == name) else {
                let near = crate::diag::did_you_mean(name, map.value_names.iter().map(|known| known.id.as_str()));
                let message = format!("unknown value `{name}`");
                let help = near.unwrap_or_else(|| "add it to `values` of the map".to_owned());
                self.sink.report(Diag::new(&codes::UNKNOWN_NAME, place().field(name).key(), message).help(help));
                continue;
            };
            let (min, max) = known.range;
            if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
                let bounds = match (min, max) {
                    (Some(min), Some(max)) => format!("{min} to {max}"),
                    (Some(min), None) => format!("at least {min}"),
                    (_, max) => format!("at most {}", max.unwrap_or_default()),
                };
                let message = format!("`{name}` is {number}, expected {bounds}");
                let help = "correct the number, or the range in `values` of the map";
                self.sink.report(Diag::new(&codes::OUT_OF_RANGE, place().field(name), message).help(help));
            }
        }
        values
    }

    /// The hexes of a list; one that stands twice is said once, and counts once.
    fn distinct(&mut self, list: &format::HexList, place: &At, map: &Map) -> Vec<HexId> {
        let found = hexes::list(&map.board, list, place, &self.hexes_left, self.sink);
        let (mut seen, mut told) = (BTreeSet::new(), BTreeSet::new());
        let mut all = Vec::new();
        for (hexes, here) in found {
            let mut again = Vec::new();
            for hex in hexes {
                if seen.insert(hex) {
                    all.push(hex);
                } else if told.insert(hex) {
                    again.push(hex);
                }
            }
            // A range that stands twice is one mistake.
            if let [hex, others @ ..] = again.as_slice() {
                let name = map.board.name(*hex);
                let (what, it) = match others.len() {
                    0 => (format!("hex {name} stands"), "it"),
                    n => (format!("hex {name} and {n} more of this range stand"), "them"),
                };
                let message = format!("{what} twice in this list");
                self.sink.report(Diag::new(&codes::HEX_TWICE, here, message).help(format!("write {it} once")).at_hex(name));
            }
        }
        self.incomplete.map |= self.hexes_left.spent();
        all
    }

    fn places(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Town>(origin, "places");
        self.names.places.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let class = value.class.as_ref().and_then(|c| self.terrain_named(&c.0, TerrainOn::Feature, origin.at("class")));
            let hexes = self.distinct(&value.hexes, &origin.at("hexes"), map);
            let values = self.map_values(value.values, || origin.at("values"), map);
            let id_field = if value.id.is_some() { "id" } else { "name" };
            let id = value.id.map_or_else(|| value.name.clone(), |id| id.0);
            let place = Place { id: id.clone(), name: value.name.clone(), class, hexes, values };
            let added = self.names.places.add(&mut map.places, &id, Some(origin), origin.at(id_field), place, self.sink);
            if let Some(added) = added {
                self.names.places.alias(&value.name, added);
            }
        }
    }
}
