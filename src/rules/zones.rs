//! Zones of control, what they do, and bonds.

use std::collections::BTreeMap;

use super::{Engine, Piece, Query, Situation, Truth, could_fit};
use crate::hexgrid::HexId;
use crate::model::{Bond, BondBlocks, BondForm, Exert, Game, Pass, SideId, UnitId, Units, ZoneEffect, ZoneEffectKind};
use crate::sorting::Arrange;

/// The bit of a zone that is exerted into the unit's own hex.
pub(super) const OWN_HEX: u8 = 1 << 6;

/// The bonds of a side: closed hexes and hexsides, each with the two hexes between which it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bonds {
    hexes: BTreeMap<HexId, (HexId, HexId, usize)>,
    sides: BTreeMap<(HexId, HexId), (HexId, HexId, usize)>,
}

impl Bonds {
    pub(super) const fn none() -> Bonds {
        Bonds { hexes: BTreeMap::new(), sides: BTreeMap::new() }
    }

    /// The two hexes of the bond that closes a hex, if one does.
    pub fn hex(&self, hex: HexId) -> Option<(HexId, HexId)> {
        self.hexes.get(&hex).map(|(a, b, _)| (*a, *b))
    }

    /// The two hexes of the bond that closes a hexside, if one does.
    pub fn side(&self, from: HexId, to: HexId) -> Option<(HexId, HexId)> {
        self.sides.get(&(from.min(to), from.max(to))).map(|(a, b, _)| (*a, *b))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty() && self.sides.is_empty()
    }
}

/// Whether a unit ever has a zone of control in the hexes next to it: no entry that surely fits it takes it away before one
/// gives it.
pub fn could_exert(game: &Game, unit: UnitId) -> bool {
    let Some(zones) = &game.rules.zones else { return false };
    for entry in zones.exert.iter() {
        let Some(who) = &entry.who else { return entry.has != Some(false) && entry.adjacent != Some(false) };
        if !could_fit(game, who, unit) {
            continue;
        }
        if entry.has != Some(false) && entry.adjacent != Some(false) {
            return true;
        }
        let others = Units { not: Some(Box::new(who.clone())), ..Units::default() };
        if entry.when.is_none() && !could_fit(game, &others, unit) {
            return false;
        }
    }
    false
}

impl Engine<'_> {
    /// Whether the rules speak of zones at all.
    pub fn has_zones(&self) -> bool {
        self.game().rules.zones.is_some()
    }

    /// The effects of zones of one kind.
    pub fn zone_effects(&self, situation: &Situation<'_>, kind: ZoneEffectKind) -> Vec<&ZoneEffect> {
        let Some(zones) = &self.game().rules.zones else { return Vec::new() };
        self.live(&zones.effects, &situation.moment).filter(|effect| effect.kind == kind).collect()
    }
}

impl Situation<'_> {
    /// Which entry says whether a piece has a zone: the first that fits it.
    fn exertion<'e>(&self, entries: &[&'e Exert], piece: &Piece, hex: HexId) -> Option<&'e Exert> {
        let query = self.about(*piece, Some(hex));
        entries
            .iter()
            .find(|entry| {
                entry.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(hex)).sure())
                    && query.counts(entry.when.as_ref()).sure()
            })
            .copied()
    }

    pub(super) fn find_zones(&self, side: SideId) -> Vec<u8> {
        let (Some(land), Some(rules)) = (self.engine.land(), &self.engine.game().rules.zones) else { return Vec::new() };
        let mut zones = vec![0u8; land.len()];
        let entries: Vec<_> = self.engine.live(&rules.exert, &self.moment).collect();
        for (hex, piece) in self.pieces().filter(|(_, piece)| self.engine.side_of(piece) == Some(side)) {
            let Some(entry) = self.exertion(&entries, piece, hex).filter(|entry| entry.has != Some(false)) else { continue };
            let query = self.about(*piece, Some(hex));
            if let Some(zone) = zones.get_mut(hex.index()).filter(|_| entry.own_hex == Some(true)) {
                *zone |= OWN_HEX;
            }
            if entry.adjacent == Some(false) {
                continue;
            }
            if entry.not_from.as_ref().is_some_and(|from| query.is_hex(from, hex).sure()) {
                continue;
            }
            for to in land.near(hex).into_iter().flatten() {
                let barred = entry.not_into.as_ref().is_some_and(|into| query.is_hex(into, to).sure())
                    || entry.not_across.as_ref().is_some_and(|sides| query.is_hexside(sides, hex, to).sure());
                if let (false, Some(slot), Some(zone)) = (barred, land.slot(to, hex), zones.get_mut(to.index())) {
                    *zone |= 1 << slot;
                }
            }
        }
        zones
    }

    pub(super) fn find_bonds(&self, side: SideId) -> Bonds {
        let mut bonds = Bonds::default();
        let (Some(land), Some(rules)) = (self.engine.land(), &self.engine.game().rules.zones) else { return bonds };
        for (n, bond) in self.engine.live(&rules.bonds, &self.moment).enumerate() {
            let can = |hex: HexId| {
                self.stack(hex).iter().any(|piece| {
                    let query = self.about(*piece, Some(hex));
                    self.engine.side_of(piece) == Some(side)
                        && bond.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(hex)).sure())
                        && query.counts(bond.when.as_ref()).sure()
                })
            };
            let mut ends: Vec<HexId> = self.pieces().map(|(hex, _)| hex).collect();
            ends.dedup();
            ends.retain(|hex| can(*hex));
            let able: std::collections::BTreeSet<HexId> = ends.iter().copied().collect();
            for &a in &ends {
                // A bond runs through a hex between its ends, so that one of them touches both.
                let near = land.near(a);
                let next = near.into_iter().flatten().flat_map(|middle| land.near(middle)).flatten();
                let mut others: Vec<HexId> = next.filter(|b| a < *b && !near.contains(&Some(*b)) && able.contains(b)).collect();
                others.arrange();
                others.dedup();
                for b in others {
                    self.bond(&mut bonds, n, bond, side, a, b);
                }
                self.edge_bonds(&mut bonds, n, bond, side, a);
            }
        }
        bonds
    }

    /// The bond between two hexes that are two apart, unless something breaks it.
    fn bond(&self, bonds: &mut Bonds, n: usize, bond: &Bond, side: SideId, a: HexId, b: HexId) {
        let Some(land) = self.engine.land() else { return };
        let near = land.near(a);
        let middle: Vec<HexId> = near.into_iter().flatten().filter(|hex| land.slot(*hex, b).is_some()).collect();
        let form = if middle.len() == 1 { BondForm::Hex } else { BondForm::Hexside };
        if bond.forms.as_ref().is_some_and(|forms| !forms.contains(&form)) {
            return;
        }
        let open = |through: HexId| self.runs_through(bond, side, &[a, b], through);
        match (form, middle.as_slice()) {
            (BondForm::Hex, [one]) if open(*one) => {
                bonds.hexes.entry(*one).or_insert((a, b, n));
            }
            // The owner lays it through either hex, as long as one of them is free.
            (BondForm::Hexside, [one, two]) if open(*one) || open(*two) => {
                bonds.sides.entry((*one.min(two), *one.max(two))).or_insert((a, b, n));
            }
            _ => {}
        }
    }

    /// The bonds between a hex and edges of the map: beyond an edge somebody seems to stand.
    fn edge_bonds(&self, bonds: &mut Bonds, n: usize, bond: &Bond, side: SideId, a: HexId) {
        let Some(land) = self.engine.land() else { return };
        let map = land.map();
        for edge in bond.edges.iter().flatten().filter(|edge| !map.on_edge(a, **edge)) {
            let rim: Vec<HexId> = land.near(a).into_iter().flatten().filter(|hex| map.on_edge(*hex, *edge)).collect();
            let pairs = rim.iter().enumerate().flat_map(|(n, one)| rim.iter().skip(n + 1).map(move |two| (*one, *two)));
            for (one, two) in pairs.filter(|(one, two)| land.slot(*one, *two).is_some()) {
                if self.runs_through(bond, side, &[a], one) || self.runs_through(bond, side, &[a], two) {
                    bonds.sides.entry((one.min(two), one.max(two))).or_insert((a, a, n));
                }
            }
        }
    }

    /// Whether a bond may run through a hex that is beside its ends.
    fn runs_through(&self, bond: &Bond, side: SideId, ends: &[HexId], through: HexId) -> bool {
        let query = Query { side: Some(side), ..self.query() };
        // An end of a bond where every unit that may form it is one from which it does not run so.
        let shut = |from: HexId| {
            let able = self.stack(from).iter().filter(|piece| {
                self.engine.side_of(piece) == Some(side)
                    && bond.who.as_ref().is_none_or(|who| self.about(**piece, Some(from)).fits(who, piece, Some(from)).sure())
            });
            let able: Vec<&Piece> = able.collect();
            bond.ends.iter().flatten().any(|end| {
                query.is_hexside(&end.not_across, from, through).sure()
                    && able.iter().all(|piece| query.fits(&end.who, piece, Some(from)).sure())
            })
        };
        if ends.iter().any(|end| shut(*end)) {
            return false;
        }
        // From the first end into the hex, and out of it to the second.
        let ways = ends.iter().enumerate().map(|(n, end)| if n == 0 { (*end, through) } else { (through, *end) });
        let count = bond
            .broken_by
            .as_ref()
            .map_or(0, |sides| ways.filter(|(from, to)| query.is_hexside(sides, *from, *to).sure()).count());
        let broken = count >= bond.broken_count.unwrap_or(1) as usize && bond.broken_by.is_some();
        !self.has_enemy(through, side)
            && !broken
            && bond.not_through.as_ref().is_none_or(|hexes| !query.is_hex(hexes, through).sure())
    }

    /// Whether an enemy bond closes a step to a side, for that purpose; with the two hexes of the bond.
    pub fn bonded(&self, side: SideId, from: HexId, to: HexId, purpose: BondBlocks) -> Option<(HexId, HexId)> {
        let rules = self.engine.game().rules.zones.as_ref()?;
        if rules.bonds.is_empty() {
            return None;
        }
        let entries = self.engine.live(&rules.bonds, &self.moment);
        let closes = |n: usize| entries.clone().nth(n).is_some_and(|bond| bond.blocks.contains(&purpose));
        self.engine.game().sides.ids().filter(|other| *other != side).find_map(|other| {
            let bonds = self.bonds(other);
            if bonds.is_empty() {
                return None;
            }
            let hex = bonds.hexes.get(&to).filter(|(_, _, n)| closes(*n));
            let across = bonds.sides.get(&(from.min(to), from.max(to))).filter(|(_, _, n)| closes(*n));
            hex.or(across).map(|(a, b, _)| (*a, *b))
        })
    }

    /// Whether an enemy zone keeps a piece that stands in `from` out of a hex, for that purpose.
    pub(super) fn zoned(&self, query: &Query<'_>, kind: ZoneEffectKind, piece: &Piece, from: HexId, to: HexId) -> bool {
        let Some(side) = self.engine.side_of(piece).filter(|side| self.in_enemy_zone(*side, to)) else { return false };
        self.engine.zone_effects(self, kind).into_iter().any(|effect| {
            query.counts(effect.when.as_ref()).sure()
                && effect.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(from)).sure())
                && !self.negated(effect, side, to, Some(piece))
        })
    }

    /// Whether a friend in a hex takes away what an effect does there.
    pub(super) fn negated(&self, effect: &ZoneEffect, side: SideId, hex: HexId, but: Option<&Piece>) -> bool {
        let Some(unless) = &effect.unless else { return false };
        let query = Query { side: Some(side), ..self.query() };
        self.stack(hex).iter().any(|friend| {
            self.engine.side_of(friend) == Some(side)
                && but.is_none_or(|b| (b.unit, b.n) != (friend.unit, friend.n))
                && query.fits(unless, friend, Some(hex)) == Truth::True
        })
    }

    /// Whether a step from zone to zone is one of those that are allowed; `first` if it is the first of its way.
    pub(super) fn may_pass_zones(&self, allowed: Pass, side: SideId, from: HexId, to: HexId, first: bool) -> bool {
        match allowed {
            Pass::Never => false,
            Pass::FirstStep => first,
            Pass::OtherUnit => !self.same_zone(side, from, to),
            Pass::FirstOrOther => first || !self.same_zone(side, from, to),
            Pass::WithFriend => self.has(to, side),
        }
    }

    /// Whether one enemy's zone reaches both hexes.
    fn same_zone(&self, side: SideId, from: HexId, to: HexId) -> bool {
        let Some(land) = self.engine.land() else { return false };
        let sources = |other, hex: HexId| {
            let mask = self.zone(other, hex);
            let near = land.near(hex).into_iter().enumerate();
            let around = near.filter(move |(slot, _)| mask & (1 << slot) != 0).filter_map(|(_, hex)| hex);
            around.chain((mask & OWN_HEX != 0).then_some(hex)).collect::<Vec<HexId>>()
        };
        let others = self.engine.game().sides.ids().filter(|other| *other != side);
        others.into_iter().any(|other| {
            let there = sources(other, to);
            sources(other, from).iter().any(|hex| there.contains(hex))
        })
    }
}
