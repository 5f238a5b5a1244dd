//! What lies around and beside the map: boxes, tracks, areas, entries.

use std::collections::{BTreeSet, VecDeque};

use super::{Lower, Read, hexes};
use crate::diag::{Diag, codes};
use crate::format;
use crate::hexgrid::{Board, HexId, Hexside};
use crate::model::*;
use crate::span::{Origin, Place as At};

impl Lower<'_, '_, '_> {
    pub(super) fn boxes(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::BoxOffMap>(origin, "boxes");
        self.names.boxes.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
            let item = BoxOffMap { id: value.id.0.clone(), name: value.name, side, track: None };
            self.names.boxes.add(&mut map.boxes, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
        let list = self.list::<format::Track>(origin, "tracks");
        self.names.boxes.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let item = BoxOffMap { id: value.id.0.clone(), name: value.name, side: None, track: Some((value.from, value.to)) };
            self.names.boxes.add(&mut map.boxes, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
    }

    pub(super) fn areas(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Area>(origin, "areas");
        self.names.areas.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let hexes: BTreeSet<HexId> = match (&value.hexes, &value.flood) {
                (Some(hexes), None) => {
                    hexes::list(&map.board, hexes, &origin.at("hexes"), self.sink).into_iter().map(|(h, _)| h).collect()
                }
                (None, Some(start)) => {
                    let walls = self.walls(value.until.as_deref(), &origin.at("until"), map);
                    let start = hexes::hex(&map.board, start, origin.at("flood"), self.sink);
                    start.map(|start| flood(&map.board, start, &walls)).unwrap_or_default()
                }
                _ => {
                    let message = format!("area `{}` needs either `hexes` or `flood`", value.id);
                    self.sink.report(
                        Diag::new(&codes::UNCLEAR_ENTRY, origin, message)
                            .help("write \"hexes\": \"0601-0808\", or \"flood\": \"0101\" with \"until\""),
                    );
                    self.names.areas.poison(&value.id.0);
                    continue;
                }
            };
            let item = Area { id: value.id.0.clone(), name: value.name, hexes: hexes.into_iter().collect() };
            self.names.areas.add(&mut map.areas, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
    }

    /// The hexsides of features, by their id, name or class.
    fn walls(&mut self, names: Option<&[String]>, place: &At, map: &Map) -> BTreeSet<Hexside> {
        let mut walls = BTreeSet::new();
        for (i, name) in names.unwrap_or_default().iter().enumerate() {
            let class = self.names.terrain.get(name).filter(|id| self.game.terrain[*id].on == TerrainOn::Hexside);
            if let Some(class) = class {
                walls.extend(map.features.values().filter(|f| f.class == class).flat_map(|f| f.sides.iter().copied()));
            } else if let Some(id) = self.names.features.find(name, place.clone().index(i), self.sink) {
                walls.extend(map.features[id].sides.iter().copied());
            }
        }
        walls
    }

    pub(super) fn entries(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Entry>(origin, "entries");
        self.names.entries.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
            let hexes = hexes::list(&map.board, &value.hexes, &origin.at("hexes"), self.sink);
            let behind = value.behind.as_ref().and_then(|b| self.names.boxes.find(&b.0, origin.at("box"), self.sink));
            let item = Entry {
                id: value.id.0.clone(),
                name: value.name,
                side,
                hexes: hexes.into_iter().map(|(h, _)| h).collect(),
                edge: value.edge.map(super::map::edge),
                behind,
            };
            self.names.entries.add(&mut map.entries, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
    }
}

fn flood(board: &Board, start: HexId, walls: &BTreeSet<Hexside>) -> BTreeSet<HexId> {
    let mut seen = BTreeSet::from([start]);
    let mut queue = VecDeque::from([start]);
    while let Some(hex) = queue.pop_front() {
        for next in board.neighbours(hex).into_iter().flatten() {
            let open = board.hexside_between(hex, next).is_some_and(|side| !walls.contains(&side));
            if open && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    seen
}
