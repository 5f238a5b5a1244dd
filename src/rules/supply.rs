//! Supply: one flood a side for each trace, from where it ends back to the units; with the path, or what cuts it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::depends::{Thing, is_judged};
use super::flood::{Link, Links, Queue};
use super::movement::Mover;
use super::retrace::LastFlood;
use super::{Live, Piece, Query, Situation, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    BondBlocks, BridgeCondition, Edge, Over, Points, Segment, SideId, SideWord, StateId, Target, Trace, TraceName, ZoneEffectKind,
};

/// What one stretch of a trace reaches.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    /// Hexes through which the trace may run.
    pub(super) open: Links,
    /// Hexes from which it may begin, though it may not run through them.
    ends: Links,
    /// Where a chain begins anew: the way from there to where it began before. It is kept, since the hexes on it may be
    /// nearer to the new beginning than to the old one.
    anew: BTreeMap<HexId, Vec<HexId>>,
}

impl Stretch {
    pub(super) fn link(&self, hex: HexId) -> Option<Link> {
        self.open.get(hex).or_else(|| self.ends.get(hex))
    }

    /// A chain begins anew in a hex, from which it goes on over another.
    fn begin_anew(&mut self, hex: HexId, next: HexId) {
        let (mut way, mut at) = (vec![next], next);
        while way.len() < self.open.len()
            && !self.anew.contains_key(&at)
            && let Some(next) = self.open.get(at).and_then(|link| link.next)
        {
            way.push(next);
            at = next;
        }
        self.anew.insert(hex, way);
        self.open.put(hex, Link { far: 0, next: Some(next) });
    }
}

/// Everything that a trace reaches, for one side.
#[derive(Clone, Debug, Default)]
pub struct Flood {
    /// The stretches, the one at the unit first.
    pub(super) stretches: Vec<Stretch>,
    /// Floods that only some units may use: which target of the trace each is for.
    only: Vec<(usize, Flood)>,
}

impl Flood {
    /// Whether a unit of the side in that hex would have the trace.
    pub fn reaches(&self, hex: HexId) -> bool {
        self.stretches.first().is_some_and(|first| first.link(hex).is_some())
    }

    /// The way from a hex to where the trace ends.
    pub fn path(&self, from: HexId) -> Option<Vec<HexId>> {
        let mut path = vec![from];
        let mut at = from;
        for stretch in &self.stretches {
            // Once on a stretch, one leaves it only where it ends.
            let mut link = stretch.link(at)?;
            while let Some(next) = link.next {
                let one = [next];
                let way = stretch.anew.get(&at).map_or(one.as_slice(), Vec::as_slice);
                path.extend(way);
                at = way.last().copied().unwrap_or(next);
                if path.len() > stretch.open.len().saturating_mul(self.stretches.len()) {
                    return None;
                }
                link = stretch.open.get(at)?;
            }
        }
        Some(path)
    }
}

/// Why a unit has no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Even if nothing were in the way it would be too far, or no way leads there.
    TooFar,
    /// The shortest way is blocked in this hex.
    Blocked {
        /// The hex.
        at: HexId,
        /// The whole way, if nothing were in it.
        path: Vec<HexId>,
        /// An enemy unit that is there.
        enemy: Option<Piece>,
        /// Whether an enemy zone is there.
        zone: bool,
    },
    /// The trace ends nowhere: there is no source.
    NoSource,
}

/// A unit's supply by one trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supplied {
    /// It has it, by this way.
    Yes(Vec<HexId>),
    /// It has it whatever happens, by the entry of that id.
    Always(String),
    /// It needs none.
    NotNeeded,
    /// It has it not.
    No(Cut),
}

impl Supplied {
    /// Whether it is in supply.
    pub fn is_supplied(&self) -> bool {
        !matches!(self, Supplied::No(_))
    }
}

impl<'a> Situation<'a> {
    /// The traces of the game.
    pub fn traces(&self) -> Live<'a, Trace> {
        let supply = self.engine.game().rules.supply.as_ref();
        supply.map(|supply| self.engine.live(&supply.traces, &self.moment)).unwrap_or_default()
    }

    /// Everything that a trace reaches for a side; found once.
    pub fn flood(&self, trace: TraceName, side: SideId) -> Option<Rc<Flood>> {
        let n = self.engine.trace_place(trace)?;
        if self.shut((Thing::Trace(n), side)) {
            return None;
        }
        if let Some(known) = self.floods.borrow().get(&(n, side)).filter(|known| known.holds) {
            return Some(Rc::clone(&known.flood));
        }
        let trace = self.traces().find(|t| t.id.number() == trace)?;
        let flood = Rc::new(self.find((Thing::Trace(n), side), || self.find_flood(trace, side, true)));
        self.floods.borrow_mut().insert((n, side), LastFlood { flood: Rc::clone(&flood), holds: true });
        Some(flood)
    }

    fn find_flood(&self, trace: &Trace, side: SideId, blocks: bool) -> Flood {
        let ends = self.ends(trace, side);
        let plain: BTreeSet<HexId> =
            ends.iter().filter(|(_, only)| only.is_none()).flat_map(|(hexes, _)| hexes.clone()).collect();
        let mut flood = Flood { stretches: self.stretches(trace, side, plain, blocks), only: Vec::new() };
        for (hexes, only) in ends {
            if let Some(n) = only {
                let stretches = self.stretches(trace, side, hexes, blocks);
                flood.only.push((n, Flood { stretches, only: Vec::new() }));
            }
        }
        flood
    }

    /// Where a trace ends, and for which target of it if only some units may use that.
    fn ends(&self, trace: &Trace, side: SideId) -> Vec<(BTreeSet<HexId>, Option<usize>)> {
        let Some(land) = self.engine.land() else { return Vec::new() };
        let query = Query { side: Some(side), ..self.query() };
        let own = |source: &crate::model::Source| source.side.is_none_or(|s| s == side);
        let Some(targets) = &trace.to else {
            let hexes = land.map().sources.values().filter(|source| own(source)).flat_map(|source| source.hexes.clone());
            return vec![(hexes.collect(), None)];
        };
        let mut out = Vec::new();
        for (target, only) in self.targets(targets, side) {
            let mut hexes: BTreeSet<HexId> = BTreeSet::new();
            for source in target.source.iter().flatten().filter_map(|id| land.map().sources.at(*id)).filter(|s| own(s)) {
                hexes.extend(&source.hexes);
            }
            if let Some(wanted) = &target.hexes {
                let all = query.candidates(wanted).into_iter();
                hexes.extend(all.filter(|hex| Query { hex: Some(*hex), ..query }.is_hex(wanted, *hex).sure()));
            }
            if let Some(units) = &target.units {
                let there = self.pieces().filter(|(hex, piece)| {
                    self.engine.side_of(piece) == Some(side) && query.fits(units, piece, Some(*hex)).sure()
                });
                hexes.extend(there.map(|(hex, _)| hex));
            }
            let leaves = |edge: &Edge| target.leaves.as_ref().is_some_and(|edges| edges.contains(edge));
            hexes.extend(land.leaving().iter().filter(|(_, edge, _)| leaves(edge)).map(|(hex, _, _)| *hex));
            out.push((hexes, only));
        }
        out
    }

    /// Whether a target is for nobody but one side; nothing if it asks for more of a unit.
    pub(super) fn only_side(&self, target: &Target, side: SideId) -> Option<bool> {
        let who = target.who.as_ref()?;
        let plain = crate::model::Units { side: who.side.clone(), ..Default::default() };
        let sides = who.side.as_ref().filter(|_| *who == plain)?;
        let query = Query { side: Some(side), ..self.query() };
        Some(sides.iter().any(|word| query.is_side(*word, side).sure()))
    }

    fn stretches(&self, trace: &Trace, side: SideId, ends: BTreeSet<HexId>, blocks: bool) -> Vec<Stretch> {
        let mut made: Vec<Stretch> = Vec::new();
        let mut from: Vec<HexId> = ends.into_iter().collect();
        for (n, segment) in trace.segments.iter().enumerate().rev() {
            let stretch = self.stretch(segment, side, &from, blocks, n == 0, trace.chain == Some(true) && n == 0);
            from = stretch.open.hexes().collect();
            made.push(stretch);
        }
        made.reverse();
        made
    }

    /// One stretch, flooded from where it must end.
    fn stretch(&self, segment: &Segment, side: SideId, from: &[HexId], blocks: bool, first: bool, chain: bool) -> Stretch {
        let Some(land) = self.engine.land() else { return Stretch::default() };
        let ends = Links::new(if first { land.len() } else { 0 });
        let mut stretch = Stretch { open: Links::new(land.len()), ends, anew: BTreeMap::new() };
        let rules = SegmentRules::new(self, segment, side, blocks).remembering(land.len());
        let limit = rules.limit();
        let even = rules.payer.is_none() && segment.shorter.is_none() && !chain;
        // What a hex may still be reached with: less once a side was crossed that shortens the stretch.
        let mut within: Vec<i64> = if even { Vec::new() } else { vec![limit; land.len()] };
        // Where no step costs less than nothing, a hex that is as near already stays so.
        let settled = !even && !chain && segment.shorter.is_none() && rules.payer.as_ref().is_none_or(Mover::never_gains);
        let mut queue = Queue::new(even);
        for &hex in from {
            // Where it ends it must be free, unless the unit stands there itself.
            let link = Link { far: 0, next: None };
            match rules.blocked(hex) {
                Block::Free => {
                    stretch.open.put(hex, link);
                    queue.push(0, hex);
                }
                _ if first => stretch.ends.put(hex, link),
                _ => {}
            }
        }
        let mut done: BTreeSet<HexId> = BTreeSet::new();
        while let Some((far, hex)) = queue.pop() {
            if stretch.open.get(hex).is_none_or(|link| link.far != far) {
                continue;
            }
            for before in land.near(hex).into_iter().flatten() {
                // Where every step costs one, most neighbours are known to be no further away: that is cheap to see.
                if even && !stretch.open.better(before, far.saturating_add(1)) {
                    continue;
                }
                if settled && !stretch.open.better(before, far) {
                    continue;
                }
                let Some(cost) = rules.step(before, hex) else { continue };
                let total = far.saturating_add(cost);
                let limit = within.get(hex.index()).copied().unwrap_or(limit).min(rules.shortened(before, hex));
                if total > limit {
                    continue;
                }
                let link = Link { far: total, next: Some(hex) };
                match rules.blocked(before) {
                    Block::Free => {
                        // A longer way that may go on further counts beside a shorter one that may not.
                        let known = within.get_mut(before.index());
                        let further = known.as_ref().is_some_and(|known| **known < limit);
                        if further || stretch.open.better(before, total) {
                            known.into_iter().for_each(|known| *known = limit);
                            stretch.open.put(before, link);
                            queue.push(total, before);
                        }
                        // Supply runs from unit to unit: each begins anew.
                        if chain && self.has(before, side) && done.insert(before) && total > 0 {
                            stretch.begin_anew(before, hex);
                            queue.push(0, before);
                        }
                    }
                    block => {
                        if first && segment.start_free != Some(false) && stretch.ends.better(before, total) {
                            stretch.ends.put(before, link);
                        }
                        // The first hex after the unit's own may lie in a zone.
                        if first && segment.first_free == Some(true) && block == Block::Zone {
                            for own in land.near(before).into_iter().flatten() {
                                let Some(more) = rules.step(own, before) else { continue };
                                let sum = total.saturating_add(more);
                                let ends = sum <= limit && stretch.ends.better(own, sum) && stretch.open.better(own, sum);
                                // From such a unit supply runs on, too.
                                let free = || rules.blocked(own) == Block::Free && self.has(own, side);
                                let anew = chain && sum <= limit && sum > 0 && free() && done.insert(own);
                                if (ends || anew) && stretch.open.better(before, total) {
                                    stretch.open.put(before, Link { far: total, next: Some(hex) });
                                }
                                if anew {
                                    stretch.begin_anew(own, before);
                                    queue.push(0, own);
                                } else if ends {
                                    stretch.ends.put(own, Link { far: sum, next: Some(before) });
                                }
                            }
                        }
                    }
                }
            }
        }
        stretch
    }

    /// Whether a piece has a trace.
    pub fn supplied(&self, trace: TraceName, side: SideId, piece: &Piece, hex: HexId) -> Truth {
        let Some(found) = self.traces().find(|t| t.id.number() == trace) else { return Truth::Unknown };
        if self.always(found, piece, hex).is_some() {
            return Truth::True;
        }
        // What was found in its phase is a state of the unit until the next time.
        if is_judged(found) {
            return Truth::from(!self.shows_lack(found, piece));
        }
        self.reached(found, side, Some(piece), hex)
    }

    /// The side that a trace is for, where it names one and no other.
    pub(super) fn side_of_trace(&self, trace: TraceName) -> Option<SideId> {
        let who = self.traces().find(|it| it.id.number() == trace)?.who.as_ref()?;
        match who.side.as_deref()? {
            [SideWord::Is(side)] => Some(*side),
            _ => None,
        }
    }

    /// Whether a piece needs a trace at all.
    pub fn needs(&self, trace: &Trace, piece: &Piece, hex: HexId) -> Truth {
        let query = self.about(*piece, Some(hex));
        let who = trace.who.as_ref().map_or(Truth::True, |who| query.fits(who, piece, Some(hex)));
        who.and(query.counts(trace.when.as_ref()))
    }

    /// Whether a state or a marker of a piece says that it lacks a trace.
    pub fn shows_lack(&self, trace: &Trace, piece: &Piece) -> bool {
        let state = trace.state.iter().chain(trace.worse.iter().flatten()).any(|state| piece.is(*state));
        let on_it = self.position.unit_markers.get(&(piece.unit, piece.n));
        state || trace.marker.is_some_and(|marker| on_it.is_some_and(|list| list.contains(&marker)))
    }

    /// Whether a piece needs a trace and has it not.
    pub fn lacks(&self, trace: &Trace, piece: &Piece, hex: HexId) -> Truth {
        let Some(side) = self.engine.side_of(piece) else { return Truth::Unknown };
        self.lacks_if(trace, self.reached(trace, side, Some(piece), hex), piece, hex)
    }

    /// The same, where what supply reaches has been found already: for asking about many.
    pub fn lacks_flood(&self, trace: &Trace, flood: Option<&Flood>, piece: &Piece, hex: HexId) -> Truth {
        let reached = flood.map_or(Truth::Unknown, |flood| Truth::from(self.own_flood(trace, flood, piece, hex).is_some()));
        self.lacks_if(trace, reached, piece, hex)
    }

    fn lacks_if(&self, trace: &Trace, reached: Truth, piece: &Piece, hex: HexId) -> Truth {
        if reached.sure() || self.always(trace, piece, hex).is_some() {
            return Truth::False;
        }
        self.needs(trace, piece, hex).and(!reached)
    }

    pub(super) fn own_flood<'f>(&self, trace: &Trace, flood: &'f Flood, piece: &Piece, hex: HexId) -> Option<&'f Flood> {
        if flood.reaches(hex) {
            return Some(flood);
        }
        self.own_flood_for(trace, flood, piece, hex).map(|(flood, _)| flood)
    }

    /// A flood that only some units may use, the piece among them; and for which target it is.
    pub(super) fn own_flood_for<'f>(
        &self,
        trace: &Trace,
        flood: &'f Flood,
        piece: &Piece,
        hex: HexId,
    ) -> Option<(&'f Flood, Option<usize>)> {
        let query = self.about(*piece, Some(hex));
        let mine = |n: usize| {
            let who = trace.to.as_ref().and_then(|to| to.get(n)).and_then(|target| target.who.as_ref());
            who.is_none_or(|who| query.fits(who, piece, Some(hex)).sure())
        };
        flood.only.iter().find(|(n, flood)| flood.reaches(hex) && mine(*n)).map(|(n, flood)| (flood, Some(*n)))
    }

    fn always(&self, trace: &Trace, piece: &Piece, hex: HexId) -> Option<&'a str> {
        let supply = self.engine.game().rules.supply.as_ref()?;
        let query = self.about(*piece, Some(hex));
        let entries = self.engine.live(&supply.always, &self.moment);
        let found = entries.into_iter().find(|entry| {
            entry.traces.as_ref().is_none_or(|traces| traces.contains(&trace.id.number()))
                && query.fits(&entry.who, piece, Some(hex)).sure()
                && query.counts(entry.when.as_ref()).sure()
        });
        found.map(|entry| entry.id.0.as_str())
    }

    /// A piece's supply by a trace, with the way or what cuts it.
    pub fn supply(&self, trace: &Trace, piece: &Piece, hex: HexId) -> Supplied {
        let query = self.about(*piece, Some(hex));
        let needs = trace.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(hex)).possible());
        let Some(side) = self.engine.side_of(piece).filter(|_| needs && query.counts(trace.when.as_ref()).possible()) else {
            return Supplied::NotNeeded;
        };
        if let Some(id) = self.always(trace, piece, hex) {
            return Supplied::Always(id.to_owned());
        }
        let Some(flood) = self.flood(trace.id.number(), side) else { return Supplied::No(Cut::NoSource) };
        if let Some(path) = self.own_flood(trace, &flood, piece, hex).and_then(|flood| flood.path(hex)) {
            return Supplied::Yes(path);
        }
        if self.ends(trace, side).iter().all(|(hexes, _)| hexes.is_empty()) {
            return Supplied::No(Cut::NoSource);
        }
        Supplied::No(self.cut(trace, side, piece, hex))
    }

    fn cut(&self, trace: &Trace, side: SideId, piece: &Piece, hex: HexId) -> Cut {
        let free = self.find_flood(trace, side, false);
        let Some(path) = self.own_flood(trace, &free, piece, hex).and_then(|flood| flood.path(hex)) else { return Cut::TooFar };
        let mut blocked = None;
        let rules: Vec<SegmentRules<'_>> =
            trace.segments.iter().map(|segment| SegmentRules::new(self, segment, side, true)).collect();
        for (n, at) in path.iter().enumerate().skip(1) {
            let before = path.get(n - 1).copied().unwrap_or(*at);
            let closed = rules.iter().any(|rules| rules.blocked(*at) != Block::Free || rules.barred(before, *at));
            if closed {
                blocked = Some(*at);
                break;
            }
        }
        match blocked {
            Some(at) => {
                let enemy = self.stack(at).iter().find(|p| self.engine.side_of(p).is_some_and(|s| s != side)).copied();
                Cut::Blocked { at, path, enemy, zone: self.in_enemy_zone(side, at) }
            }
            None => Cut::TooFar,
        }
    }

    /// The state that a piece has for want of supply; by the first trace that it needs and lacks.
    pub fn unsupplied(&self, piece: &Piece, hex: HexId) -> Option<(&'a Trace, StateId)> {
        self.traces().find_map(|trace| {
            let ladder: Vec<StateId> = trace.state.into_iter().chain(trace.worse.iter().flatten().copied()).collect();
            // The next that it is not in yet; at the end of the ladder it stays.
            let worst = ladder.iter().rposition(|state| piece.is(*state));
            let next = worst.map_or(0, |n| n + 1).min(ladder.len().checked_sub(1)?);
            let state = *ladder.get(next)?;
            (!self.supply(trace, piece, hex).is_supplied()).then_some((trace, state))
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Free,
    /// Only because of an enemy zone.
    Zone,
    Closed,
}

/// What is the same for all steps of a stretch.
pub(super) struct SegmentRules<'f> {
    situation: &'f Situation<'f>,
    segment: &'f Segment,
    query: Query<'f>,
    side: SideId,
    blocks: bool,
    payer: Option<Mover<'f>>,
    /// Whether zones cut supply by themselves, without the segment saying so.
    zones: bool,
    /// Whether there are bonds at all.
    bonds: bool,
    /// What is known of each hex; nothing is remembered where few are asked about.
    known: std::cell::RefCell<Vec<u8>>,
}

impl<'f> SegmentRules<'f> {
    pub(super) fn new(situation: &'f Situation<'f>, segment: &'f Segment, side: SideId, blocks: bool) -> Self {
        let pays = segment.points.is_some() || segment.over == Some(Over::Ground);
        let payer = segment.class.filter(|_| pays).map(|class| Mover::of_class(situation, class, side));
        SegmentRules {
            situation,
            segment,
            query: Query { side: Some(side), ..situation.query() },
            side,
            blocks,
            payer,
            zones: !situation.engine.zone_effects(situation, ZoneEffectKind::Supply).is_empty(),
            bonds: situation.engine.game().rules.zones.as_ref().is_some_and(|zones| !zones.bonds.is_empty()),
            known: std::cell::RefCell::default(),
        }
    }

    /// The same, and it remembers what cuts each of so many hexes.
    fn remembering(mut self, hexes: usize) -> Self {
        self.known.get_mut().resize(hexes, 0);
        self
    }

    pub(super) fn limit(&self) -> i64 {
        match (self.segment.points, self.segment.hexes) {
            (Some(points), _) => points.0,
            (None, Some(hexes)) => i64::from(hexes),
            (None, None) => i64::MAX / 4,
        }
    }

    /// Whether a hex cuts the stretch.
    pub(super) fn blocked(&self, hex: HexId) -> Block {
        if !self.blocks {
            return Block::Free;
        }
        let known = self.known.borrow().get(hex.index()).copied().unwrap_or(0);
        let found = match known {
            1 => return Block::Free,
            2 => return Block::Zone,
            3 => return Block::Closed,
            _ => self.find_block(hex),
        };
        if let Some(slot) = self.known.borrow_mut().get_mut(hex.index()) {
            *slot = match found {
                Block::Free => 1,
                Block::Zone => 2,
                Block::Closed => 3,
            };
        }
        found
    }

    fn find_block(&self, hex: HexId) -> Block {
        if self.segment.friends_open == Some(true) && self.situation.has(hex, self.side) {
            return Block::Free;
        }
        let query = Query { hex: Some(hex), ..self.query };
        let enemy = self.situation.has_enemy(hex, self.side);
        let stated = |query: Query<'_>| self.segment.blocked.as_ref().is_some_and(|hexes| query.is_hex(hexes, hex).sure());
        let zone = self.zones && self.situation.in_enemy_zone(self.side, hex) && {
            let effects = self.situation.engine.zone_effects(self.situation, ZoneEffectKind::Supply);
            effects
                .iter()
                .any(|effect| query.counts(effect.when.as_ref()).sure() && !self.situation.negated(effect, self.side, hex, None))
        };
        if enemy || stated(Query { without_zones: true, ..query }) {
            Block::Closed
        } else if zone || stated(query) {
            Block::Zone
        } else {
            Block::Free
        }
    }

    /// Whether the side between two hexes cuts the stretch.
    fn barred(&self, from: HexId, to: HexId) -> bool {
        self.blocks
            && (self.segment.blocked_side.as_ref().is_some_and(|sides| self.query.is_hexside(sides, from, to).sure())
                || self.bonds && self.situation.bonded(self.side, from, to, BondBlocks::Supply).is_some())
    }

    /// How many hexes a stretch may have in all that crosses here.
    fn shortened(&self, from: HexId, to: HexId) -> i64 {
        let crossed = self.segment.shorter.iter().flatten();
        let crossed = crossed.filter(|shorter| self.query.is_hexside(&shorter.across, from, to).sure());
        crossed.map(|shorter| i64::from(shorter.hexes)).min().unwrap_or(i64::MAX)
    }

    /// What a step costs on the way from the unit; nothing if it cannot be made.
    pub(super) fn step(&self, from: HexId, to: HexId) -> Option<i64> {
        let land = self.situation.engine.land()?;
        let slot = land.slot(from, to)?;
        if self.segment.over == Some(Over::Road) {
            let roads = land.roads(from, slot);
            let fits = self.segment.roads.as_ref().map_or(!roads.is_empty(), |wanted| roads.iter().any(|r| wanted.contains(r)));
            let down = || self.situation.bridge(from, slot, to).is_some_and(|is| is != BridgeCondition::Intact);
            if !fits || !land.along(from, slot).is_empty() && down() {
                return None;
            }
        }
        if self.barred(from, to) {
            return None;
        }
        match &self.payer {
            Some(payer) => {
                let step = payer.step(from, to, true, None).ok()?;
                let points = step.points.unwrap_or(Points::ONE);
                Some(if self.segment.points.is_some() { points.0 } else { 1 })
            }
            None => Some(1),
        }
    }
}
