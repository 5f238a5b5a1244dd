//! What lies around and beside the map: boxes, tracks, areas, entries.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Lower, Read, hexes};
use crate::diag::{Diag, Role, codes};
use crate::format;
use crate::hexgrid::{Board, HexId, Hexside};
use crate::model::*;
use crate::span::{Origin, Place as At};

/// So many hexsides of a wall are tried for a gap, and so long may the way round be to be worth telling.
const LEAKS: usize = 500;
const LONGEST: usize = 8;

impl Lower<'_, '_, '_> {
    pub(super) fn boxes(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::BoxOffMap>(origin, "boxes");
        self.names.boxes.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
            let on = value.on.and_then(|on| Some(OnImage { image: on.image, rect: on.rect.try_into().ok()? }));
            let item = BoxOffMap { id: value.id.0.clone(), name: value.name, side, track: None, on };
            self.names.boxes.add(&mut map.boxes, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
        let list = self.list::<format::Track>(origin, "tracks");
        self.names.boxes.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let track = Some((value.from, value.to));
            let item = BoxOffMap { id: value.id.0.clone(), name: value.name, side: None, track, on: None };
            self.names.boxes.add(&mut map.boxes, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
    }

    pub(super) fn areas(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Area>(origin, "areas");
        self.names.areas.absorb(&list);
        let mut seen = Seen { marks: vec![0; map.board.len()], now: 0 };
        for Read { origin, value, .. } in list.items {
            let before = self.sink.len();
            let whole = if self.hexes_left.spent() { None } else { self.area_hexes(&value, origin, map, &mut seen) };
            let Some(mut hexes) = whole else {
                self.names.areas.poison(&value.id.0);
                continue;
            };
            // Floods and circles cost as much as what is written out.
            let drawn = if value.hexes.is_some() { 0 } else { hexes.len() };
            if !self.hexes_left.take(drawn, || origin.at("id"), self.sink) {
                self.incomplete.map = true;
                self.names.areas.poison(&value.id.0);
                continue;
            }
            if let Some(except) = &value.except {
                for hex in self.distinct(except, &origin.at("except"), map) {
                    hexes.remove(&hex);
                }
            }
            if hexes.is_empty() && self.sink.len() == before {
                let message = format!("area `{}` has no hexes", value.id);
                let help = "name some, or take the area out";
                self.sink.report(Diag::new(&codes::EMPTY_AREA, origin.at("id"), message).help(help));
            }
            // An area that ran out through a wall nobody knows overlaps whatever it likes.
            let sure =
                self.sink.len() == before && !(value.flood.is_some() && (self.incomplete.lines || self.names.features.partial()));
            if let Some(group) = &value.group {
                self.sink.hear_word(WordKind::AreaGroup.word(), &group.0, &origin.at("group"), Role::Refers);
            }
            let group = value.group.filter(|_| sure).map(|group| group.0);
            let item = Area { id: value.id.0.clone(), name: value.name, hexes: hexes.into_iter().collect(), group };
            self.names.areas.add(&mut map.areas, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
    }

    fn area_hexes(&mut self, value: &format::Area, origin: Origin, map: &Map, seen: &mut Seen) -> Option<BTreeSet<HexId>> {
        match (&value.hexes, &value.flood, &value.within) {
            (Some(hexes), None, None) => Some(self.distinct(hexes, &origin.at("hexes"), map).into_iter().collect()),
            (None, Some(start), None) => Some(self.flooded(value, start, origin, map, seen)),
            (None, None, Some(within)) => {
                let centres = self.around(&within.of, &origin.at("within").field("of"), map);
                Some(near(&map.board, &centres, within.hexes, seen))
            }
            _ => {
                let message = format!("area `{}` needs one of `hexes`, `flood` and `within`", value.id);
                let help = "write \"hexes\": \"0601-0808\", or \"flood\": \"0101\" with \"until\", or \"within\": {\"hexes\": 2, \"of\": \"0704\"}";
                self.sink.report(Diag::new(&codes::UNCLEAR_ENTRY, origin, message).help(help));
                None
            }
        }
    }

    /// Hexes, or the hexes of a place by its name.
    fn around(&mut self, of: &format::HexList, at: &At, map: &Map) -> Vec<HexId> {
        if let format::HexList::Text(name) = of
            && let Some(place) = self.names.places.seen(name, || at.clone(), self.sink)
        {
            let hexes = map.places[place].hexes.clone();
            return if self.hexes_left.take(hexes.len(), || at.clone(), self.sink) { hexes } else { Vec::new() };
        }
        self.distinct(of, at, map)
    }

    /// Everything on one side of its walls. A wall that holds nothing back has a leak, or lies elsewhere.
    fn flooded(&mut self, value: &format::Area, start: &str, origin: Origin, map: &Map, seen: &mut Seen) -> BTreeSet<HexId> {
        let walls = self.walls(value.until.as_deref(), &origin.at("until"), map);
        let line: BTreeSet<HexId> = match &value.line {
            Some(line) => self.distinct(line, &origin.at("line"), map).into_iter().collect(),
            None => BTreeSet::new(),
        };
        let Some(start) = hexes::hex(&map.board, start, origin.at("flood"), self.sink) else { return BTreeSet::new() };
        let shut: BTreeSet<Hexside> = walls.iter().flat_map(|(_, _, sides)| sides.iter().copied()).collect();
        if line.contains(&start) {
            let message = format!("the flood of area `{}` begins on its own line, at {}", value.id, map.board.name(start));
            let help = "begin it in a hex beside the line";
            self.sink.report(Diag::new(&codes::EMPTY_AREA, origin.at("flood"), message).help(help));
            return BTreeSet::new();
        }
        let found = flood(&map.board, start, &shut, &line, seen);
        let held = |side: &Hexside| match map.board.hexside_hexes(*side) {
            (a, Some(b)) => found.contains(&a) != found.contains(&b),
            _ => false,
        };
        let id = &value.id;
        let bounded = value.until.is_some() || value.line.is_some();
        if !bounded && found.len() == map.board.hexes().count() {
            let message = format!("area `{id}` is the whole map: nothing holds the flood back");
            let help = "say in `until` or `line` where it ends";
            self.sink.report(Diag::new(&codes::LEAKING_AREA, origin.at("flood"), message).help(help));
        }
        for (place, name, sides) in walls {
            if !sides.is_empty() && !sides.iter().any(held) {
                let message = match leak(&map.board, &sides, &shut, &line, &found) {
                    Some(way) => {
                        let way: Vec<String> = way.iter().map(|hex| map.board.name(*hex)).collect();
                        format!("area `{id}` leaks: the flood gets past `{name}` by {}", way.join(", "))
                    }
                    None => format!("area `{id}` leaks: `{name}` holds nothing back"),
                };
                let help = "close the gap in it, begin the flood beside it, or take it out of `until`";
                self.sink.report(Diag::new(&codes::LEAKING_AREA, place, message).help(help));
                // A river with a gap is blamed once.
                self.incomplete.lines = true;
            }
        }
        // Beyond the line there must be something that was not reached.
        let beyond =
            |hex: &HexId| map.board.neighbours(*hex).into_iter().flatten().any(|h| !found.contains(&h) && !line.contains(&h));
        if !line.is_empty() && !line.iter().any(beyond) {
            let message = format!("area `{id}` leaks: its line shuts nothing off");
            let help = "lead the line from one edge of the map to another without a gap";
            self.sink.report(Diag::new(&codes::LEAKING_AREA, origin.at("line"), message).help(help));
        }
        found
    }

    /// The hexsides of features, by their id, name or class, each with its place.
    fn walls(&mut self, names: Option<&[String]>, place: &At, map: &Map) -> Vec<(At, String, BTreeSet<Hexside>)> {
        let mut walls = Vec::new();
        for (i, name) in names.unwrap_or_default().iter().enumerate() {
            let here = place.clone().index(i);
            let class = self.names.terrain.get(name).filter(|id| self.game.terrain[*id].on == TerrainOn::Hexside);
            let class = class.and_then(|_| self.names.terrain.seen(name, || here.clone(), self.sink));
            let sides = if let Some(class) = class {
                map.features.values().filter(|f| f.class == class).flat_map(|f| f.sides.iter().copied()).collect()
            } else if let Some(id) = self.names.features.find(name, here.clone(), self.sink) {
                map.features[id].sides.iter().copied().collect()
            } else {
                // Without any hexsides the flood would run out over the whole map.
                if self.names.features.absent() && !self.names.features.partial() {
                    self.sink.report(self.names.features.unknown(name, here));
                }
                continue;
            };
            let sides: BTreeSet<Hexside> = sides;
            // Every area walks along its walls anew.
            if !self.hexes_left.take(sides.len(), || here.clone(), self.sink) {
                self.incomplete.map = true;
                break;
            }
            walls.push((here, name.clone(), sides));
        }
        walls
    }

    pub(super) fn entries(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Entry>(origin, "entries");
        self.names.entries.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
            let hexes = self.distinct(&value.hexes, &origin.at("hexes"), map);
            let behind = value.behind.as_ref().and_then(|b| self.names.boxes.find(&b.0, origin.at("box"), self.sink));
            let road = value.road.as_ref().and_then(|road| self.terrain_named(&road.0, TerrainOn::Road, origin.at("road")));
            let edge = value.edge;
            let inland = value.inland.unwrap_or(false);
            let item = Entry { id: value.id.0.clone(), name: value.name, side, hexes, edge, behind, road, inland };
            self.names.entries.add(&mut map.entries, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
    }

    pub(super) fn exits(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Exit>(origin, "exits");
        self.names.exits.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
            let hexes = self.distinct(&value.hexes, &origin.at("hexes"), map);
            let behind = value.behind.as_ref().and_then(|b| self.names.boxes.find(&b.0, origin.at("box"), self.sink));
            let values = self.map_values(value.values, || origin.at("values"), map);
            let edge = value.edge;
            let item = Exit { id: value.id.0.clone(), name: value.name, side, hexes, edge, behind, values };
            self.names.exits.add(&mut map.exits, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
        self.origins.map.exits.clone_from(&self.names.exits.origins);
    }

    pub(super) fn sources(&mut self, origin: Origin, map: &mut Map) {
        let list = self.list::<format::Source>(origin, "sources");
        self.names.sources.absorb(&list);
        for Read { origin, value, .. } in list.items {
            let side = value.side.as_ref().and_then(|s| self.side(&s.0, origin.at("side")));
            let hexes = self.distinct(&value.hexes, &origin.at("hexes"), map);
            let item = Source { id: value.id.0.clone(), name: value.name, side, hexes, road: value.road != Some(false) };
            self.names.sources.add(&mut map.sources, &value.id.0, Some(origin), origin.at("id"), item, self.sink);
        }
        self.origins.map.sources.clone_from(&self.names.sources.origins);
    }
}

/// Which hexes have been met, area after area without clearing the board.
struct Seen {
    marks: Vec<u32>,
    now: u32,
}

impl Seen {
    /// Nothing has been met.
    fn begin(&mut self) {
        self.now = self.now.saturating_add(1);
    }

    /// Whether a hex is met for the first time.
    fn insert(&mut self, hex: HexId) -> bool {
        let now = self.now;
        self.marks.get_mut(hex.index()).is_some_and(|mark| std::mem::replace(mark, now) != now)
    }
}

/// Every hex that is not further from one of these.
fn near(board: &Board, centres: &[HexId], distance: u32, seen: &mut Seen) -> BTreeSet<HexId> {
    seen.begin();
    let mut all: Vec<HexId> = centres.iter().copied().filter(|hex| seen.insert(*hex)).collect();
    let mut edge = 0..all.len();
    for _ in 0..distance {
        for at in edge.clone() {
            let around = all.get(at).map(|hex| board.neighbours(*hex)).unwrap_or_default();
            all.extend(around.into_iter().flatten().filter(|hex| seen.insert(*hex)));
        }
        edge = edge.end..all.len();
        if edge.is_empty() {
            break;
        }
    }
    all.into_iter().collect()
}

/// The shortest way from one bank of a wall to the other that nothing shuts, where the flood is on both: there is the gap.
fn leak(
    board: &Board,
    sides: &BTreeSet<Hexside>,
    shut: &BTreeSet<Hexside>,
    line: &BTreeSet<HexId>,
    found: &BTreeSet<HexId>,
) -> Option<Vec<HexId>> {
    let mut best: Option<Vec<HexId>> = None;
    for side in sides.iter().take(LEAKS) {
        let (a, Some(b)) = board.hexside_hexes(*side) else { continue };
        let most = best.as_ref().map_or(LONGEST, |way| way.len() - 1);
        if !found.contains(&a) || !found.contains(&b) {
            continue;
        }
        let mut from: BTreeMap<HexId, HexId> = BTreeMap::from([(a, a)]);
        let mut edge = vec![a];
        for _ in 1..most {
            let mut next = Vec::new();
            for hex in edge {
                for near in board.neighbours(hex).into_iter().flatten() {
                    let open = board.hexside_between(hex, near).is_some_and(|side| !shut.contains(&side));
                    if open && !line.contains(&near) && !from.contains_key(&near) {
                        from.insert(near, hex);
                        next.push(near);
                    }
                }
            }
            edge = next;
            if from.contains_key(&b) {
                let back = std::iter::successors(Some(b), |at| from.get(at).copied().filter(|_| *at != a));
                best = Some(back.collect());
                break;
            }
        }
    }
    best
}

fn flood(board: &Board, start: HexId, walls: &BTreeSet<Hexside>, line: &BTreeSet<HexId>, seen: &mut Seen) -> BTreeSet<HexId> {
    seen.begin();
    seen.insert(start);
    let mut all = vec![start];
    let mut at = 0;
    while let Some(&hex) = all.get(at) {
        at += 1;
        for next in board.neighbours(hex).into_iter().flatten() {
            let shut = || board.hexside_between(hex, next).is_none_or(|side| walls.contains(&side));
            if !line.contains(&next) && (walls.is_empty() || !shut()) && seen.insert(next) {
                all.push(next);
            }
        }
    }
    all.into_iter().collect()
}
