//! The map, compiled for the engine: every neighbour, what lies between, what is in each hex.

use std::collections::BTreeSet;

use super::plane::Plane;
use crate::hexgrid::{HexId, Hexside};
use crate::model::{AreaId, Edge, EntryId, Game, Key, Layer, List, Map, PlaceId, RoadId, SideId, TerrainId};

/// Sets of terrain, each kept once: most hexes and sides have the same few.
#[derive(Debug, Default)]
struct Sets {
    lists: Vec<Vec<TerrainId>>,
}

impl Sets {
    fn with(&mut self, number: u32, terrain: TerrainId) -> u32 {
        let mut list = self.get(number).to_vec();
        if !list.contains(&terrain) {
            list.push(terrain);
        }
        let known = self.lists.iter().position(|other| *other == list);
        let at = known.unwrap_or_else(|| {
            self.lists.push(list);
            self.lists.len() - 1
        });
        u32::try_from(at).unwrap_or(0)
    }

    fn get(&self, number: u32) -> &[TerrainId] {
        self.lists.get(number as usize).map(Vec::as_slice).unwrap_or_default()
    }
}

/// What lies between a hex and its neighbour.
#[derive(Clone, Copy, Debug, Default)]
struct Between {
    along: u32,
    roads: u32,
    bridge: bool,
    ford: bool,
    owner: Option<SideId>,
}

#[derive(Debug)]
pub struct CompiledMap<'g> {
    map: &'g Map,
    next: Vec<[Option<HexId>; 6]>,
    plane: Plane,
    between: Vec<[Between; 6]>,
    sets: Sets,
    /// Features of places in each hex that count for something.
    features: Vec<u32>,
    /// Classes of roads that run through each hex.
    through: Vec<u32>,
    places: Vec<Vec<PlaceId>>,
    areas: Vec<BTreeSet<HexId>>,
    entries: Vec<BTreeSet<HexId>>,
    /// Hexes from which a road leaves the map, with its class.
    leaving: Vec<(HexId, Edge, TerrainId)>,
}

impl<'g> CompiledMap<'g> {
    /// Whether a ford leads from a hex to the next.
    pub fn is_ford(&self, from: HexId, to: HexId) -> bool {
        self.slot(from, to).is_some_and(|slot| self.side(from, slot).ford)
    }

    /// The side between two hexes that touch.
    pub fn hexside(&self, from: HexId, to: HexId) -> Option<Hexside> {
        let direction = self.map.board.top().directions().get(self.slot(from, to)?).copied()?;
        Some(Hexside::towards(from, direction, to))
    }

    /// Whose the bridge across a side is on the map.
    pub fn bridge_owner(&self, from: HexId, slot: usize) -> Option<SideId> {
        self.side(from, slot).owner
    }

    /// The hexes at most so far away, the centre included, in no order.
    pub fn range(&self, centre: HexId, radius: u32) -> Vec<HexId> {
        self.plane.range(centre, radius).unwrap_or_else(|| self.map.board.range(centre, radius))
    }

    /// Compiles the map of a game; nothing without one.
    pub fn new(game: &'g Game) -> Option<Self> {
        let map = game.map.as_ref()?;
        let board = &map.board;
        let next: Vec<[Option<HexId>; 6]> = board.hexes().map(|hex| board.neighbours(hex)).collect();
        let hexes = next.len();
        let mut land = CompiledMap {
            map,
            between: vec![[Between::default(); 6]; hexes],
            next,
            plane: Plane::new(board),
            sets: Sets { lists: vec![Vec::new()] },
            features: vec![0; hexes],
            through: vec![0; hexes],
            places: vec![Vec::new(); hexes],
            areas: map.areas.values().map(|area| area.hexes.iter().copied().collect()).collect(),
            entries: map.entries.values().map(|entry| entry.hexes.iter().copied().collect()).collect(),
            leaving: Vec::new(),
        };
        for feature in map.features.values() {
            for side in &feature.sides {
                land.lay(*side, |sets, slot| slot.along = sets.with(slot.along, feature.class));
            }
        }
        for (road, _, side) in map.links() {
            let class = map.roads[road].class;
            land.lay(side, |sets, slot| slot.roads = sets.with(slot.roads, class));
        }
        for bridge in map.bridges.values() {
            land.lay(bridge.side, |_, slot| {
                // The first of several counts.
                slot.owner = if slot.bridge { slot.owner } else { bridge.owner };
                slot.bridge = true;
                slot.ford |= bridge.ford;
            });
        }
        for (id, place) in map.places.iter() {
            let class = place.class.filter(|class| game.terrain.at(*class).is_some_and(|t| t.layer != Layer::Ignores));
            for hex in &place.hexes {
                if let (Some(list), Some(number)) = (land.places.get_mut(hex.index()), land.features.get_mut(hex.index())) {
                    list.push(id);
                    *number = class.map_or(*number, |class| land.sets.with(*number, class));
                }
            }
        }
        land.lay_roads(&map.roads);
        Some(land)
    }

    fn lay_roads(&mut self, roads: &List<RoadId, crate::model::Road>) {
        for road in roads.values() {
            for hex in &road.through {
                if let Some(number) = self.through.get_mut(hex.index()) {
                    *number = self.sets.with(*number, road.class);
                }
            }
            let ends = [road.through.first(), road.through.last()];
            for edge in &road.leaves {
                let out = ends.into_iter().flatten().filter(|hex| self.map.on_edge(**hex, *edge));
                self.leaving.extend(out.map(|hex| (*hex, *edge, road.class)));
            }
        }
    }

    /// Notes something on a side, seen from both of its hexes.
    fn lay(&mut self, side: Hexside, mut note: impl FnMut(&mut Sets, &mut Between)) {
        let (a, Some(b)) = self.map.board.hexside_hexes(side) else { return };
        for (from, to) in [(a, b), (b, a)] {
            let Some(slot) = self.slot(from, to) else { continue };
            if let Some(between) = self.between.get_mut(from.index()).and_then(|sides| sides.get_mut(slot)) {
                note(&mut self.sets, between);
            }
        }
    }

    pub fn map(&self) -> &'g Map {
        self.map
    }

    /// How many hexes.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether the map has no hexes.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// The neighbours of a hex, by the number of the side.
    pub fn near(&self, hex: HexId) -> [Option<HexId>; 6] {
        self.next.get(hex.index()).copied().unwrap_or_default()
    }

    /// The number of the side between two hexes that touch.
    pub fn slot(&self, from: HexId, to: HexId) -> Option<usize> {
        self.next.get(from.index())?.iter().position(|hex| *hex == Some(to))
    }

    fn side(&self, from: HexId, slot: usize) -> Between {
        self.between.get(from.index()).and_then(|sides| sides.get(slot)).copied().unwrap_or_default()
    }

    /// What runs along a side.
    pub fn along(&self, from: HexId, slot: usize) -> &[TerrainId] {
        self.sets.get(self.side(from, slot).along)
    }

    /// The roads across a side.
    pub fn roads(&self, from: HexId, slot: usize) -> &[TerrainId] {
        self.sets.get(self.side(from, slot).roads)
    }

    /// Whether the map has a bridge across a side.
    pub fn bridged(&self, from: HexId, slot: usize) -> bool {
        self.side(from, slot).bridge
    }

    /// The features of a hex that count.
    pub fn features(&self, hex: HexId) -> &[TerrainId] {
        self.sets.get(self.features.get(hex.index()).copied().unwrap_or(0))
    }

    /// The roads that run through a hex.
    pub fn through(&self, hex: HexId) -> &[TerrainId] {
        self.sets.get(self.through.get(hex.index()).copied().unwrap_or(0))
    }

    /// The places in a hex.
    pub fn places(&self, hex: HexId) -> &[PlaceId] {
        self.places.get(hex.index()).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a hex lies in an area.
    pub fn in_area(&self, area: AreaId, hex: HexId) -> bool {
        self.areas.get(area.index()).is_some_and(|hexes| hexes.contains(&hex))
    }

    /// Whether a hex belongs to an entry.
    pub fn in_entry(&self, entry: EntryId, hex: HexId) -> bool {
        self.entries.get(entry.index()).is_some_and(|hexes| hexes.contains(&hex))
    }

    /// The hexes of an area.
    pub fn area(&self, area: AreaId) -> impl Iterator<Item = &HexId> {
        self.areas.get(area.index()).into_iter().flatten()
    }

    /// The hexes of an entry.
    pub fn entry(&self, entry: EntryId) -> impl Iterator<Item = &HexId> {
        self.entries.get(entry.index()).into_iter().flatten()
    }

    /// Where roads leave the map.
    pub fn leaving(&self) -> &[(HexId, Edge, TerrainId)] {
        &self.leaving
    }
}
