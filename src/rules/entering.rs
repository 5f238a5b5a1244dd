//! Entry: who may come onto the map where, at what cost, and whether all that arrive fit.

use std::collections::{BTreeMap, BTreeSet};

use super::reach::Outward;
use super::{Mover, Piece, Query, Room, Situation, StepBlocked, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    Arrival, ClassId, Cost, EntryCost, EntryElse, EntryId, EntryRule, Map, ModeName, Points, RatingValue, StackingAt, TerrainId,
    TypeId,
};
use crate::sorting::Arrange;

/// A hex where a unit may come onto the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryHex {
    pub hex: HexId,
    /// The entry that it belongs to; nothing where it is only near one.
    pub entry: Option<EntryId>,
    /// What the first hex costs; nothing if it takes all.
    pub cost: Option<Points>,
    /// Why it is used although it is not the one that was meant.
    pub instead: Option<EntryElse>,
}

/// Why a unit cannot come in at a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEntry {
    /// An enemy unit is there.
    Enemy(HexId),
    /// The game's rule closes it.
    Blocked(HexId),
    /// The terrain is closed to it.
    Closed(HexId, TerrainId),
    /// It would cost more than the unit has.
    TooDear(HexId, Points),
    /// Nobody has said what it costs.
    Unknown(HexId),
}

/// Whether a group that arrives together fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// They do, each in that hex.
    Yes(Vec<(Piece, HexId)>),
    /// This one has no place.
    No(Piece),
    /// It could not be found out within bounds.
    Unknown,
}

impl<'a> Situation<'a> {
    /// The rule of entry for a piece.
    pub fn entry_rule(&self, piece: &Piece) -> Option<&'a EntryRule> {
        let rules = self.engine.game().rules.entry.as_ref()?;
        let query = self.about(*piece, None);
        self.engine.live(&rules.rules, &self.moment).find(|rule| {
            rule.who.as_ref().is_none_or(|who| query.fits(who, piece, None).possible())
                && query.counts(rule.when.as_ref()).possible()
        })
    }

    /// Where a piece may come in by these entries, as the `nth` that does so here this turn; and why not elsewhere.
    pub fn entry_hexes(&'a self, piece: Piece, entries: &[EntryId], nth: u32) -> (Vec<EntryHex>, Vec<NoEntry>) {
        let Some(land) = self.engine.land() else { return (Vec::new(), Vec::new()) };
        let map = land.map();
        let rule = self.entry_rule(&piece);
        let mut open = Vec::new();
        let mut shut = Vec::new();
        let wanted: Vec<(EntryId, HexId)> = entries
            .iter()
            .flat_map(|id| map.entries.at(*id).into_iter().flat_map(|e| e.hexes.iter().map(|hex| (*id, *hex))))
            .collect();
        for (entry, hex) in &wanted {
            match self.enter(piece, *hex, rule, nth) {
                Ok(cost) => open.push(EntryHex { hex: *hex, entry: Some(*entry), cost, instead: None }),
                Err(why) => shut.push(why),
            }
        }
        if open.is_empty() {
            for way in rule.iter().flat_map(|rule| rule.otherwise.iter().flatten()) {
                let others = self.other_hexes(&piece, *way, rule, &wanted, map);
                let query = self.about(piece, None);
                let shut = rule.and_then(|rule| rule.else_blocked.as_ref());
                let usable = others.into_iter().filter_map(|hex| {
                    let here = Query { hex: Some(hex), target: Some(hex), ..query };
                    if shut.is_some_and(|hexes| here.is_hex(hexes, hex).sure()) {
                        return None;
                    }
                    let cost = self.enter(piece, hex, rule, nth).ok()?;
                    let cost = match rule.and_then(|rule| rule.else_cost) {
                        Some(EntryCost::All) => None,
                        Some(EntryCost::Free) => Some(Points(0)),
                        _ => cost,
                    };
                    Some(EntryHex { hex, entry: None, cost, instead: Some(*way) })
                });
                let usable: Vec<EntryHex> = usable.collect();
                // Of the hexes of an edge only the nearest that can be used.
                let far = |hex: HexId| wanted.iter().map(|(_, own)| map.board.distance(*own, hex)).min().unwrap_or(0);
                let least = usable.iter().map(|entry| far(entry.hex)).min();
                let nearest = |entry: &EntryHex| *way != EntryElse::Edge || Some(far(entry.hex)) == least;
                open.extend(usable.into_iter().filter(nearest));
                if !open.is_empty() {
                    break;
                }
            }
        }
        (open, shut)
    }

    /// Hexes that may be used instead, the nearest first.
    fn other_hexes(
        &self,
        piece: &Piece,
        way: EntryElse,
        rule: Option<&EntryRule>,
        wanted: &[(EntryId, HexId)],
        map: &Map,
    ) -> Vec<HexId> {
        let far = |hex: HexId| wanted.iter().map(|(_, own)| map.board.distance(*own, hex)).min().unwrap_or(u32::MAX);
        let within = rule.and_then(|rule| rule.within).unwrap_or(if way == EntryElse::Near { 1 } else { u32::MAX });
        let mut hexes: Vec<HexId> = match way {
            EntryElse::Wait => Vec::new(),
            EntryElse::Near => wanted.iter().flat_map(|(_, hex)| map.board.neighbours(*hex).into_iter().flatten()).collect(),
            EntryElse::Edge => {
                let edges = wanted.iter().filter_map(|(entry, _)| map.entries.at(*entry)?.edge);
                let edges: Vec<_> = edges.collect();
                map.board.hexes().filter(|hex| edges.iter().any(|edge| map.on_edge(*hex, *edge))).collect()
            }
            EntryElse::Other => {
                let side = self.engine.side_of(piece);
                let own = map.entries.values().filter(|entry| entry.side.is_none() || entry.side == side);
                own.flat_map(|entry| entry.hexes.iter().copied()).collect()
            }
        };
        hexes.retain(|hex| far(*hex) <= within && !wanted.iter().any(|(_, own)| own == hex));
        hexes.arrange_by_key(|hex| (far(*hex), *hex));
        hexes.dedup();
        // Only the nearest that can be used matter: they are tried in this order.
        hexes
    }

    /// What coming in at a hex costs.
    fn enter(&'a self, piece: Piece, hex: HexId, rule: Option<&EntryRule>, nth: u32) -> Result<Option<Points>, NoEntry> {
        self.entering(piece, hex, rule, nth).map(|(cost, _)| cost)
    }

    /// What coming in at a hex costs, and the piece as it then moves.
    fn entering(
        &'a self,
        piece: Piece,
        hex: HexId,
        rule: Option<&EntryRule>,
        nth: u32,
    ) -> Result<(Option<Points>, Mover<'a>), NoEntry> {
        let Some(side) = self.engine.side_of(&piece) else { return Err(NoEntry::Unknown(hex)) };
        if self.has_enemy(hex, side) {
            return Err(NoEntry::Enemy(hex));
        }
        let query = Query { hex: Some(hex), target: Some(hex), ..self.about(piece, None) };
        if rule.and_then(|rule| rule.blocked.as_ref()).is_some_and(|hexes| query.is_hex(hexes, hex) == Truth::True) {
            return Err(NoEntry::Blocked(hex));
        }
        let mover = self.mover(piece, hex, None).map_err(|_| NoEntry::Unknown(hex))?;
        let how = rule.and_then(|rule| rule.cost).unwrap_or(EntryCost::Terrain);
        let cost = match how {
            EntryCost::Free => Some(Points(0)),
            EntryCost::All => None,
            EntryCost::Points => Some(rule.and_then(|rule| rule.points).unwrap_or(Points::ONE)),
            EntryCost::Terrain | EntryCost::Road => mover.first_hex(hex, how == EntryCost::Road)?,
        };
        let least = rule.and_then(|rule| rule.at_least).unwrap_or(Points(0));
        let cost = cost.map(|cost| cost.max(least));
        let waiting = rule.and_then(|rule| rule.each_more).unwrap_or(Points(0));
        let cost = cost.map(|cost| Points(cost.0.saturating_add(waiting.0.saturating_mul(i64::from(nth.saturating_sub(1))))));
        match cost {
            Some(cost) if cost > mover.allowance => Err(NoEntry::TooDear(hex, cost)),
            cost => Ok((cost, mover)),
        }
    }

    /// Whether all units of an arrival find a hex where they may come in and end: each by one of the entries, moving on
    /// as far as it can. A way is shown, or that there is none, or neither within a bounded search.
    pub fn arrivals_fit(&'a self, arrival: &Arrival) -> Fit {
        let game = self.engine.game();
        let pieces = arrival.units.iter().flat_map(|id| {
            let count = game.units.at(*id).map_or(0, |unit| unit.count);
            (1..=count).map(|n| Piece { n, ..Piece::new(*id, arrival.state) })
        });
        let entries: Vec<EntryId> = match arrival.entries.is_empty() {
            false => arrival.entries.iter().chain(&arrival.instead).copied().collect(),
            true => game.map.iter().flat_map(|map| map.entries.ids()).collect(),
        };
        let mut pieces: Vec<Piece> = pieces.collect();
        // Where a column waits, those with the fewest points had best come first.
        let column = |piece: &Piece| self.entry_rule(piece).is_some_and(|rule| rule.each_more.is_some());
        let ordered = pieces.iter().any(column);
        if ordered {
            let hex = entries.first().and_then(|entry| game.map.as_ref()?.entries.at(*entry)?.hexes.first().copied());
            let points = |piece: &Piece| hex.and_then(|hex| Some(self.mover(*piece, hex, arrival.mode).ok()?.allowance));
            pieces.arrange_by_key(points);
        }
        // Most often each finds a place by itself, the slow ones first; if not, everything that they can reach is tried.
        if let Some(placed) = self.one_by_one(arrival, &entries, &pieces) {
            return Fit::Yes(placed);
        }
        // A crowd on a big map would take too long.
        const BOUND: usize = 1_000_000;
        if pieces.len().saturating_mul(self.engine.land().map_or(0, |land| land.len())) > BOUND {
            return Fit::Unknown;
        }
        match self.fit(arrival, &entries, &pieces) {
            // In another order others might have come further; who cannot come in at all is none the better for it.
            Fit::No(piece) if ordered && !self.entry_hexes(piece, &entries, 1).0.is_empty() => Fit::Unknown,
            fit => fit,
        }
    }

    /// Each takes the nearest hex where there is still room; nothing if one finds none.
    fn one_by_one(&'a self, arrival: &Arrival, entries: &[EntryId], pieces: &[Piece]) -> Option<Vec<(Piece, HexId)>> {
        let mut taken: BTreeMap<HexId, Vec<Piece>> = BTreeMap::new();
        let mut placed = Vec::with_capacity(pieces.len());
        let rating = self.engine.game().rules.movement.as_ref().and_then(|movement| movement.allowance);
        let speed = |piece: &Piece| match rating.map(|rating| self.engine.printed(piece, rating)) {
            Some(RatingValue::Known(points)) => points,
            _ => 0,
        };
        // Where one of a type found no room, no other of it will.
        let mut full: BTreeSet<(HexId, Option<TypeId>, Option<ClassId>)> = BTreeSet::new();
        // One search from each hex for all of a class, by one as fast as the fastest; each follows it as far as it can itself.
        let mut searches: BTreeMap<(HexId, Option<ClassId>), (Mover<'a>, Outward)> = BTreeMap::new();
        // So much of it was found to be full for a type.
        let mut passed: BTreeMap<(HexId, Option<TypeId>, Option<ClassId>), usize> = BTreeMap::new();
        let mut slow: Vec<&Piece> = pieces.iter().collect();
        slow.arrange_by_key(|piece| speed(piece));
        let fastest = slow.last().map_or(Points(0), |piece| Points::whole(speed(piece)));
        for (n, piece) in slow.into_iter().enumerate() {
            let nth = u32::try_from(n + 1).unwrap_or(u32::MAX);
            let rule = self.entry_rule(piece);
            let unit = self.engine.game().units.at(piece.unit);
            let (kind, class) = (unit.and_then(|unit| unit.kind), unit.and_then(|unit| unit.class));
            let mut room = |hex: HexId| {
                let key = (hex, kind, class);
                let room = !full.contains(&key) && self.has_room(hex, &taken, *piece, StackingAt::Movement);
                if !room {
                    full.insert(key);
                }
                room
            };
            let map = self.engine.land()?.map();
            let wanted = entries.iter().filter_map(|entry| map.entries.at(*entry)).flat_map(|entry| entry.hexes.iter().copied());
            let mut straight = wanted.filter(|_| arrival.mode.is_none()).filter_map(|hex| {
                let (cost, mut mover) = self.entering(*piece, hex, rule, nth).ok()?;
                mover.entered(cost);
                Some(mover)
            });
            let mut nearest = |mover: Mover<'a>| {
                let (leader, search) = searches.entry((mover.from, class)).or_insert_with(|| {
                    (Mover { allowance: mover.allowance.max(fastest), ..mover.clone() }, Outward::new(mover.from))
                });
                let passed = passed.entry((mover.from, kind, class)).or_default();
                while let Some(found) = leader.found(search, *passed) {
                    if room(found.0) {
                        return if mover.follows(search, found) { Some(found.0) } else { mover.nearest_end(&mut room) };
                    }
                    *passed += 1;
                }
                mover.nearest_end(&mut room)
            };
            let hex = straight.find_map(&mut nearest).or_else(|| {
                let (open, _) = self.entry_hexes(*piece, entries, nth);
                open.iter().find_map(|entry| {
                    let mut mover = self.mover(*piece, entry.hex, arrival.mode).ok()?;
                    mover.entered(entry.cost);
                    nearest(mover)
                })
            })?;
            taken.entry(hex).or_default().push(*piece);
            placed.push((*piece, hex));
        }
        Some(placed)
    }

    fn fit(&'a self, arrival: &Arrival, entries: &[EntryId], pieces: &[Piece]) -> Fit {
        let mut ends: Vec<(Piece, Vec<HexId>)> = Vec::new();
        for (n, piece) in pieces.iter().enumerate() {
            let nth = u32::try_from(n + 1).unwrap_or(u32::MAX);
            let (open, shut) = self.entry_hexes(*piece, entries, nth);
            let hexes = self.ends_from(*piece, &open, arrival.mode);
            if hexes.is_empty() {
                let known = !shut.iter().any(|why| matches!(why, NoEntry::Unknown(_)));
                return if known { Fit::No(*piece) } else { Fit::Unknown };
            }
            ends.push((*piece, hexes));
        }
        let wishes: Vec<(Piece, &[HexId])> = ends.iter().map(|(piece, hexes)| (*piece, hexes.as_slice())).collect();
        match self.room(&wishes, &|_, _| true, StackingAt::Movement) {
            Room::Yes(placed) => Fit::Yes(placed),
            Room::Nowhere(piece) | Room::No(piece) => Fit::No(piece),
            Room::Crowded(crowd) => Fit::No(crowd.piece),
            Room::Unknown => Fit::Unknown,
        }
    }

    /// Every hex where a piece that comes in by one of these may end its move, by itself.
    fn ends_from(&'a self, piece: Piece, open: &[EntryHex], mode: Option<ModeName>) -> Vec<HexId> {
        let mut hexes: Vec<HexId> = Vec::new();
        for entry in open {
            let Ok(mut mover) = self.mover(piece, entry.hex, mode) else { continue };
            mover.entered(entry.cost);
            hexes.extend(mover.reach().hexes().filter(|hex| mover.may_end(*hex).is_ok()));
        }
        hexes.arrange();
        hexes.dedup();
        hexes
    }
}

impl<'a> Mover<'a> {
    /// What keeps a unit that came in for so much, where its move begins, from having come so in its mode.
    pub fn came_in(&self, cost: Option<Points>) -> Result<(), StepBlocked<'a>> {
        let hex = self.from;
        let Some(mode) = self.mode else { return Ok(()) };
        if mode.roads.as_ref().is_some_and(|roads| !self.roads_in(hex, true).iter().any(|road| roads.contains(road))) {
            return Err(StepBlocked::NoRoad);
        }
        // Who has another class in this mode must be able to be there.
        if mode.class.is_some()
            && let Err(NoEntry::Closed(_, terrain)) = self.first_hex(hex, true)
        {
            return Err(StepBlocked::Terrain(terrain));
        }
        let query = Query { hex: Some(hex), target: Some(hex), ..self.query };
        if mode.through.as_ref().is_some_and(|through| !query.is_hex(through, hex).possible()) {
            return Err(StepBlocked::NotThrough);
        }
        match cost.filter(|cost| *cost > self.allowance) {
            Some(cost) => Err(StepBlocked::TooDear(cost)),
            None => Ok(()),
        }
    }

    /// The roads by which one comes onto the map in a hex: those that leave it there, else those in the hex.
    fn roads_in(&self, hex: HexId, any: bool) -> Vec<TerrainId> {
        let Some(land) = self.situation().engine.land() else { return Vec::new() };
        let roads: Vec<TerrainId> = land.leaving().iter().filter(|(at, _, _)| *at == hex).map(|(_, _, road)| *road).collect();
        if roads.is_empty() && any { land.through(hex).to_vec() } else { roads }
    }

    /// What the hex costs for somebody who comes onto the map there; nothing if it takes all.
    fn first_hex(&self, hex: HexId, by_road: bool) -> Result<Option<Points>, NoEntry> {
        // Along a road that leaves the map here, as along any road; else as the terrain says.
        let roads = self.roads_in(hex, by_road);
        let cheapest = roads.iter().filter_map(|road| match self.toll_of(*road)?.cost {
            Cost::Points(points) => Some(points),
            _ => None,
        });
        if let Some(points) = cheapest.min() {
            return Ok(Some(points));
        }
        match self.ground_cost(hex) {
            Some((Cost::Points(points) | Cost::Add(points), _)) => Ok(Some(points)),
            Some((Cost::All, _)) => Ok(None),
            Some((Cost::No | Cost::Road, terrain)) => Err(NoEntry::Closed(hex, terrain)),
            _ => Err(NoEntry::Unknown(hex)),
        }
    }
}
