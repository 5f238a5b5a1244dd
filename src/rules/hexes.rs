//! Which hexes and hexsides a selector means, and where to look for them.

use std::collections::BTreeSet;

use super::possible::printed;
use super::select::{all, any, need, some};
use super::{CompiledMap, Piece, Query, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    ArrowId, BridgeCondition, BridgeWord, Group, HexRole, Hexes, Hexsides, Location, Near, Pick, PlaceId, Quantity, TerrainId,
    TraceName,
};

impl Query<'_> {
    /// Every hex that surely fits, in their order.
    pub fn hexes(&self, wanted: &Hexes) -> Vec<HexId> {
        self.candidates(wanted).into_iter().filter(|hex| self.is_hex(wanted, *hex).sure()).collect()
    }

    /// Hexes among which all are that fit, whatever hex and unit the query is about, in their order. A large map has
    /// thousands of hexes, and who stands or lies somewhere is found by looking at what there is.
    pub fn candidates(&self, wanted: &Hexes) -> Vec<HexId> {
        let Some(land) = self.situation.engine.land() else { return Vec::new() };
        match self.narrowed(land, wanted) {
            Some(hexes) => hexes.into_iter().collect(),
            None => land.map().board.hexes().filter(|hex| self.on_map(land, wanted, *hex)).collect(),
        }
    }

    /// Hexes outside of which none fits; nothing if only a look at each tells.
    fn narrowed(&self, land: &CompiledMap<'_>, wanted: &Hexes) -> Option<BTreeSet<HexId>> {
        let (map, position) = (land.map(), self.situation.position);
        if let Some(set) = &wanted.hex {
            return Some(set.0.iter().copied().collect());
        }
        if let Some(places) = &wanted.place {
            return Some(
                places.iter().filter_map(|place| map.places.at(*place)).flat_map(|place| &place.hexes).copied().collect(),
            );
        }
        if let Some(markers) = &wanted.marker {
            let lie = position.markers.iter().filter(|(_, there)| there.iter().any(|marker| markers.contains(marker)));
            let hexes = lie.filter_map(|(at, _)| match at {
                Location::Hex(hex) => Some(*hex),
                Location::Box(_) => None,
            });
            return Some(hexes.collect());
        }
        if wanted.vacant == Some(false) || wanted.units.iter().flatten().any(needs_somebody) {
            return Some(position.stacks().map(|(hex, _)| hex).collect());
        }
        if let Some(kinds) = &wanted.ahead {
            let arrows = kinds.iter().filter_map(|kind| map.arrows.at(*kind));
            return Some(arrows.flat_map(|arrow| arrow.ways.iter().map(|(_, to)| *to)).collect());
        }
        if wanted.control.is_some() {
            return Some(map.places.values().flat_map(|place| &place.hexes).copied().collect());
        }
        if let Some(entries) = &wanted.entry {
            return Some(entries.iter().flat_map(|entry| land.entry(*entry)).copied().collect());
        }
        if let Some(areas) = &wanted.area {
            return Some(areas.iter().flat_map(|area| land.area(*area)).copied().collect());
        }
        if let Some(part) = wanted.all.iter().flatten().find_map(|part| self.narrowed(land, part)) {
            return Some(part);
        }
        if let Some(parts) = &wanted.any {
            let each: Option<Vec<BTreeSet<HexId>>> = parts.iter().map(|part| self.narrowed(land, part)).collect();
            if let Some(each) = each {
                return Some(each.into_iter().flatten().collect());
            }
        }
        wanted.near.iter().flatten().find_map(|near| self.narrowed_near(land, near))
    }

    /// Hexes outside of which none is near to what is wanted.
    fn narrowed_near(&self, land: &CompiledMap<'_>, near: &Near) -> Option<BTreeSet<HexId>> {
        let centres: BTreeSet<HexId> = match (&near.units, &near.hexes) {
            (Some(units), _) => {
                let game = self.situation.engine.game();
                let fits = |piece: &Piece| printed(game, units, piece.unit);
                let stacks = self.situation.position.stacks().filter(|(_, stack)| stack.iter().any(fits));
                stacks.map(|(hex, _)| hex).collect()
            }
            (None, Some(hexes)) => self.narrowed(land, hexes)?,
            (None, None) => return None,
        };
        let within = near.within.unwrap_or(1);
        if within <= 1 {
            return Some(centres.iter().flat_map(|hex| land.near(*hex).into_iter().flatten().chain([*hex])).collect());
        }
        // A look at each hex of the map costs less than many wide circles.
        let circle = (within as usize).saturating_mul(within as usize + 1).saturating_mul(3);
        let few = circle.saturating_mul(centres.len()) < land.len();
        few.then(|| centres.iter().flat_map(|hex| land.range(*hex, within)).collect())
    }

    /// Whether a hex fits. What the map refuses needs no look at who is where, and that none at zones and supply.
    pub fn is_hex(&self, hexes: &Hexes, hex: HexId) -> Truth {
        let Some(land) = self.situation.engine.land() else { return Truth::Unknown };
        let mut truth = Truth::from(self.on_map(land, hexes, hex));
        // What depends on play.
        if !self.ever {
            need!(truth, self.is_kept(land, hexes, hex));
        }
        if let Some(sides) = &hexes.sides {
            need!(truth, some(land.near(hex).into_iter().flatten(), |other| self.is_hexside(sides, hex, other)));
        }
        need!(truth, all(hexes.all.iter().flatten(), |part| self.is_hex(part, hex)));
        need!(truth, any(hexes.any.as_ref(), |part| self.is_hex(part, hex)));
        if let Some(not) = &hexes.not {
            need!(truth, !self.is_hex(not, hex));
        }
        if self.ever {
            let of_play = hexes.control.is_some()
                || hexes.marker.is_some()
                || hexes.vacant.is_some()
                || hexes.ahead.is_some()
                || hexes.units.is_some()
                || hexes.zone.is_some()
                || hexes.bond.is_some()
                || hexes.near.is_some()
                || hexes.supplied.is_some()
                || hexes.role.is_some();
            return if of_play { truth.and(Truth::Unknown) } else { truth };
        }
        if let Some(word) = hexes.zone {
            need!(truth, Truth::from(!self.without_zones));
            need!(truth, some(self.sides(word), |side| Truth::from(self.situation.in_zone(side, hex))));
        }
        if let Some(word) = hexes.bond {
            need!(truth, some(self.sides(word), |side| Truth::from(self.situation.bonds(side).hex(hex).is_some())));
        }
        let asked = self.subject.as_ref().map(|(piece, _)| piece);
        need!(truth, all(hexes.near.iter().flatten(), |near| self.is_near(near, hex, asked)));
        if let Some(traces) = &hexes.supplied {
            // A trace that is for one side is traced for that side, whoever asks.
            let traced = |trace: &TraceName| {
                let side = self.situation.side_of_trace(*trace).or(self.side);
                side.map_or(Truth::Unknown, |side| self.situation.traced(*trace, side, hex))
            };
            need!(truth, some(traces, traced));
        }
        truth
    }

    /// Whether the map has in a hex what is wanted there.
    fn on_map(&self, land: &CompiledMap<'_>, hexes: &Hexes, hex: HexId) -> bool {
        let engine = self.situation.engine;
        let is = |t: &TerrainId| land.map().ground(hex) == Some(*t) || land.features(hex).contains(t);
        let through = |roads: &Vec<TerrainId>| match land.through(hex) {
            through if roads.is_empty() => through.is_empty(),
            through => through.iter().any(|road| roads.contains(road)),
        };
        hexes.hex.as_ref().is_none_or(|set| set.0.contains(&hex))
            && hexes.terrain.as_ref().is_none_or(|terrain| terrain.iter().any(is))
            && hexes.place.as_ref().is_none_or(|places| land.places(hex).iter().any(|place| places.contains(place)))
            && hexes.area.as_ref().is_none_or(|areas| areas.iter().any(|area| land.in_area(*area, hex)))
            && hexes.entry.as_ref().is_none_or(|entries| entries.iter().any(|entry| land.in_entry(*entry, hex)))
            && hexes.edge.as_ref().is_none_or(|edges| edges.iter().any(|edge| land.map().on_edge(hex, *edge)))
            && hexes.value.iter().flatten().all(|test| {
                let value = engine.value_of(hex, &test.name.0, Pick::Highest);
                value.is_some_and(|n| test.at_least.is_none_or(|least| n >= least) && test.at_most.is_none_or(|most| n <= most))
            })
            && hexes.road.as_ref().is_none_or(through)
    }

    /// Whether a hex is held, marked and filled as is wanted.
    fn is_kept(&self, land: &CompiledMap<'_>, hexes: &Hexes, hex: HexId) -> Truth {
        let position = self.situation.position;
        let mut truth = Truth::True;
        if let Some(role) = hexes.role {
            let wanted = match role {
                HexRole::Target => self.target,
                HexRole::Start => self.start,
            };
            need!(truth, wanted.map_or(Truth::Unknown, |wanted| Truth::from(wanted == hex)));
        }
        if let Some(kinds) = &hexes.ahead {
            let at = self.subject.and_then(|(_, at)| at);
            need!(
                truth,
                at.map_or(Truth::Unknown, |at| Truth::from(kinds.iter().any(|kind| self.ahead(*kind, at) == Some(hex))))
            );
        }
        if let Some(side) = hexes.control {
            let held = |place: &PlaceId| position.held.get(place).map_or(Truth::Unknown, |holder| self.is_side(side, *holder));
            need!(truth, some(land.places(hex), held));
        }
        if let Some(markers) = &hexes.marker {
            let there = position.markers.get(&Location::Hex(hex));
            need!(truth, Truth::from(there.is_some_and(|there| there.iter().any(|m| markers.contains(m)))));
        }
        if let Some(vacant) = hexes.vacant {
            need!(truth, Truth::from(self.situation.stack(hex).is_empty() == vacant));
        }
        if let Some(groups) = &hexes.units {
            let here: Vec<(Piece, Option<HexId>)> = self.situation.stack(hex).iter().map(|piece| (*piece, Some(hex))).collect();
            need!(truth, all(groups, |group| self.quantity(group, &here)));
        }
        truth
    }

    /// Where an arrow of this kind points at from a hex, as bridges are now.
    pub fn ahead(&self, kind: ArrowId, from: HexId) -> Option<HexId> {
        let land = self.situation.engine.land()?;
        let arrow = land.map().arrows.at(kind)?;
        let to = arrow.ahead(from)?;
        let bridge = || land.slot(from, to).and_then(|slot| self.situation.bridge(from, slot, to));
        let blown = arrow.needs_bridge && bridge().is_some_and(|bridge| bridge != BridgeCondition::Intact);
        (!blown).then_some(to)
    }

    pub(super) fn is_near(&self, near: &Near, hex: HexId, but: Option<&Piece>) -> Truth {
        let Some(land) = self.situation.engine.land() else { return Truth::Unknown };
        let within = near.within.unwrap_or(1);
        let around: Vec<HexId> = match within {
            _ if near.linked == Some(true) => {
                let near = land.near(hex).into_iter().enumerate();
                near.filter(|(slot, _)| !land.roads(hex, *slot).is_empty()).filter_map(|(_, to)| to).collect()
            }
            1 => land.near(hex).into_iter().flatten().chain([hex]).collect(),
            _ => land.range(hex, within),
        };
        let mut truth = Truth::True;
        if let Some(units) = &near.units {
            let found = around.iter().flat_map(|at| self.situation.stack(*at).iter().map(move |piece| (piece, *at)));
            let others = found.filter(|(piece, _)| but.is_none_or(|b| (b.unit, b.n) != (piece.unit, piece.n)));
            need!(truth, some(others, |(piece, at)| self.fits(units, piece, Some(at))));
        }
        if let Some(hexes) = &near.hexes {
            need!(truth, some(&around, |at| self.is_hex(hexes, *at)));
        }
        truth
    }

    /// Whether the side that one crosses from a hex to its neighbour fits.
    pub fn is_hexside(&self, sides: &Hexsides, from: HexId, to: HexId) -> Truth {
        let Some(land) = self.situation.engine.land() else { return Truth::Unknown };
        let Some(slot) = land.slot(from, to) else { return Truth::False };
        let mut truth = Truth::True;
        if let Some(kinds) = &sides.kind {
            need!(truth, Truth::from(land.along(from, slot).iter().any(|t| kinds.contains(t))));
        }
        if let Some(set) = &sides.between {
            need!(truth, Truth::from(set.0.iter().any(|(a, b)| (*a, *b) == (from, to) || (*a, *b) == (to, from))));
        }
        let roads = land.roads(from, slot);
        if let Some(classes) = &sides.road {
            need!(truth, Truth::from(roads.iter().any(|r| classes.contains(r))));
        }
        if let Some(linked) = sides.linked {
            need!(truth, Truth::from(roads.is_empty() != linked));
        }
        if let Some(hexes) = &sides.from {
            need!(truth, self.is_hex(hexes, from));
        }
        if let Some(hexes) = &sides.to {
            need!(truth, self.is_hex(hexes, to));
        }
        if let Some(hexes) = &sides.both {
            need!(truth, self.is_hex(hexes, from).and(self.is_hex(hexes, to)));
        }
        if let Some(group) = &sides.boundary {
            let of = |hex: HexId| {
                let mut areas = land.map().areas.iter().filter(|(_, area)| area.group.as_ref() == Some(&group.0));
                areas.find(|(id, _)| land.in_area(*id, hex)).map(|(id, _)| id)
            };
            need!(truth, Truth::from(of(from).zip(of(to)).is_some_and(|(a, b)| a != b)));
        }
        need!(truth, all(sides.all.iter().flatten(), |part| self.is_hexside(part, from, to)));
        need!(truth, any(sides.any.as_ref(), |part| self.is_hexside(part, from, to)));
        if let Some(not) = &sides.not {
            need!(truth, !self.is_hexside(not, from, to));
        }
        if self.ever {
            let of_play = sides.bridge.is_some() || sides.owner.is_some() || sides.bond.is_some() || sides.marker.is_some();
            return if of_play { truth.and(Truth::Unknown) } else { truth };
        }
        if let Some(bridges) = &sides.bridge {
            let is = match self.situation.bridge(from, slot, to) {
                None => BridgeWord::None,
                Some(BridgeCondition::Intact) => BridgeWord::Intact,
                Some(BridgeCondition::Blown) => BridgeWord::Blown,
                Some(BridgeCondition::Building) => BridgeWord::Building,
            };
            let ford = || bridges.contains(&BridgeWord::Ford) && land.is_ford(from, to);
            need!(truth, Truth::from(bridges.contains(&is) || ford()));
        }
        if let Some(word) = sides.owner {
            let stated = land.hexside(from, to).and_then(|side| self.situation.position.bridge_owners.get(&side).copied());
            let owner = stated.or_else(|| land.bridge_owner(from, slot));
            need!(truth, owner.map_or(Truth::False, |owner| self.is_side(word, owner)));
        }
        if let Some(word) = sides.bond {
            let bonded = self.sides(word).into_iter().any(|side| self.situation.bonds(side).side(from, to).is_some());
            need!(truth, Truth::from(bonded));
        }
        if let Some(markers) = &sides.marker {
            let side = land.hexside(from, to);
            let there = side.and_then(|side| self.situation.position.side_markers.get(&side));
            need!(truth, Truth::from(there.is_some_and(|there| there.iter().any(|m| markers.contains(m)))));
        }
        truth
    }
}

/// Whether a group of units has nobody in an empty hex, so that it fits none.
fn needs_somebody(group: &Group) -> bool {
    match (group.is, group.at_least) {
        (Some(Quantity::Some | Quantity::All), _) => true,
        (Some(Quantity::None), _) => false,
        (None, Some(least)) => least > 0,
        (None, None) => group.at_most.is_none(),
    }
}
