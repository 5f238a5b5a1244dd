//! Everything that a unit can reach: the cheapest cost of each hex, and the way there.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::Mover;
use crate::hexgrid::HexId;
use crate::model::Points;

impl Mover<'_> {
    /// Everything that can be reached: the cheapest cost and the hex before.
    pub fn reach(&self) -> Reach {
        let hexes = self.situation().engine.land().map_or(0, |land| land.len());
        let mut reach = Reach { from: self.from, best: vec![NOWHERE; hexes * 2] };
        let Some(land) = self.situation().engine.land() else { return reach };
        reach.set(self.from, false, Points(0), self.from);
        let only_add = self.rules_only_add();
        let mut queue = BinaryHeap::from([Reverse((0i64, self.from))]);
        while let Some(Reverse((spent, hex))) = queue.pop() {
            if reach.get(hex, false).cost != spent {
                continue;
            }
            let first = hex == self.from;
            for (slot, to) in land.near(hex).into_iter().enumerate().filter_map(|(slot, to)| Some((slot, to?))) {
                // No step costs less than nothing, so a hex that is as near already stays so; and the ground alone may
                // cost too much. Most steps end here, before any rule is asked.
                let known = reach.get(to, false).cost;
                if known <= spent {
                    continue;
                }
                let Some(ground) = self.ground_step(hex, slot, to, first) else { continue };
                if let Some(points) = ground.points.filter(|_| only_add) {
                    let least = spent.saturating_add(points.0.max(0));
                    if known <= least || (!first && least > self.allowance.0) {
                        continue;
                    }
                }
                let Some(step) = self.ruled_step(hex, to, first, ground) else { continue };
                let Ok((total, stop)) = self.spend(Points(spent), step, first) else { continue };
                if reach.get(to, stop).cost <= total.0 || reach.get(to, false).cost <= total.0 {
                    continue;
                }
                reach.set(to, stop, total, hex);
                if !stop {
                    queue.push(Reverse((total.0, to)));
                }
            }
        }
        reach
    }
}

impl Mover<'_> {
    /// Whether it can end its move in a hex that it has come to, or anywhere further on, of the hexes where it may go.
    pub fn can_end_from(&self, at: HexId, spent: Points, first: bool, goes: impl Fn(HexId) -> bool) -> bool {
        if self.may_end(at).is_ok() {
            return true;
        }
        let mut best = BTreeMap::from([(at, spent.0)]);
        let mut queue = BinaryHeap::from([Reverse((spent.0, at))]);
        while let Some(Reverse((spent, hex))) = queue.pop() {
            let first = first && hex == at;
            let near = self.situation().engine.land().into_iter().flat_map(|land| land.near(hex)).flatten();
            for to in near.filter(|to| goes(*to)) {
                let made = self.step(hex, to, first, None).and_then(|step| self.spend(Points(spent), step, first));
                let Ok((total, stop)) = made else { continue };
                if best.get(&to).is_some_and(|known| *known <= total.0) {
                    continue;
                }
                if self.may_end(to).is_ok() {
                    return true;
                }
                // A way on which the move ends there closes none on which it goes on.
                if !stop {
                    best.insert(to, total.0);
                    queue.push(Reverse((total.0, to)));
                }
            }
        }
        false
    }
}

/// A search outward from a hex, the nearest first, that goes only as far as somebody asks.
pub(super) struct Outward {
    best: BTreeMap<(HexId, bool), (i64, HexId)>,
    queue: BinaryHeap<Reverse<(i64, HexId, bool)>>,
    /// What was found, in that order; true where the move ends.
    found: Vec<(HexId, bool)>,
}

impl Outward {
    pub(super) fn new(from: HexId) -> Self {
        Outward {
            best: BTreeMap::from([((from, false), (0, from))]),
            queue: BinaryHeap::from([Reverse((0, from, false))]),
            found: Vec::new(),
        }
    }

    /// The way to what was found.
    fn way(&self, (mut hex, mut stopped): (HexId, bool)) -> Vec<HexId> {
        let mut way = vec![hex];
        while let Some((_, before)) = self.best.get(&(hex, stopped))
            && *before != hex
        {
            // Nobody goes on from a hex where the move ends.
            (hex, stopped) = (*before, false);
            way.push(hex);
        }
        way.reverse();
        way
    }
}

impl Mover<'_> {
    /// The nearest hex where it may end its move and that will do; much less work than everything that can be reached.
    pub(super) fn nearest_end(&self, mut will_do: impl FnMut(HexId) -> bool) -> Option<HexId> {
        let mut search = Outward::new(self.from);
        let mut found = (0..).map_while(|n| self.found(&mut search, n));
        found.find(|(hex, _)| will_do(*hex) && self.may_end(*hex).is_ok()).map(|(hex, _)| hex)
    }

    /// What its own search finds as the nth, counted from 0; a hex where a move may end or go on is found twice.
    pub(super) fn found(&self, search: &mut Outward, n: usize) -> Option<(HexId, bool)> {
        let land = self.situation().engine.land()?;
        while search.found.len() <= n {
            let Reverse((spent, hex, stopped)) = search.queue.pop()?;
            if search.best.get(&(hex, stopped)).is_some_and(|(known, _)| *known < spent) {
                continue;
            }
            search.found.push((hex, stopped));
            if stopped {
                continue;
            }
            let first = hex == self.from;
            for (slot, to) in land.near(hex).into_iter().enumerate().filter_map(|(slot, to)| Some((slot, to?))) {
                let Some(ground) = self.ground_step(hex, slot, to, first) else { continue };
                let Some(step) = self.ruled_step(hex, to, first, ground) else { continue };
                let Ok((total, stop)) = self.spend(Points(spent), step, first) else { continue };
                let cost = |stop| search.best.get(&(to, stop)).map_or(i64::MAX, |(known, _)| *known);
                if total.0 < cost(stop).min(cost(false)) {
                    search.best.insert((to, stop), (total.0, hex));
                    search.queue.push(Reverse((total.0, to, stop)));
                }
            }
        }
        search.found.get(n).copied()
    }

    /// Whether it can go where somebody else's search came, by the same way, and end there.
    pub(super) fn follows(&self, search: &Outward, found: (HexId, bool)) -> bool {
        let Some(land) = self.situation().engine.land() else { return false };
        let way = search.way(found);
        let (mut spent, mut ended) = (Points(0), false);
        for (n, (from, to)) in way.iter().zip(way.iter().skip(1)).enumerate() {
            let made = land.slot(*from, *to).filter(|_| !ended).and_then(|slot| {
                let step = self.step_at(*from, slot, *to, n == 0, None).ok()?;
                self.spend(spent, step, n == 0).ok()
            });
            let Some(made) = made else { return false };
            (spent, ended) = made;
        }
        way.first() == Some(&self.from) && self.may_end(found.0).is_ok()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Best {
    cost: i64,
    before: HexId,
}

const NOWHERE: Best = Best { cost: i64::MAX, before: HexId(u32::MAX) };

/// What can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// From where.
    pub from: HexId,
    /// Two for each hex: as a hex to go on from, and as one where the move ends.
    best: Vec<Best>,
}

impl Reach {
    fn get(&self, hex: HexId, stop: bool) -> Best {
        self.best.get(hex.index() * 2 + usize::from(stop)).copied().unwrap_or(NOWHERE)
    }

    fn set(&mut self, hex: HexId, stop: bool, cost: Points, before: HexId) {
        if let Some(slot) = self.best.get_mut(hex.index() * 2 + usize::from(stop)) {
            *slot = Best { cost: cost.0, before };
        }
    }

    /// What it costs to come there; nothing if one does not.
    pub fn cost(&self, hex: HexId) -> Option<Points> {
        let cost = self.get(hex, false).cost.min(self.get(hex, true).cost);
        (cost != i64::MAX).then_some(Points(cost))
    }

    /// Whether one can come there and go on.
    pub fn goes_on(&self, hex: HexId) -> bool {
        self.get(hex, false).cost != i64::MAX
    }

    /// The cheapest way there, with both ends.
    pub fn path(&self, to: HexId) -> Option<Vec<HexId>> {
        self.cost(to)?;
        let mut path = vec![to];
        let mut stop = self.get(to, true).cost < self.get(to, false).cost;
        let mut at = to;
        while at != self.from {
            at = self.get(at, stop).before;
            // Only hexes from which one goes on lie on the way.
            stop = false;
            if path.len() > self.best.len() {
                return None;
            }
            path.push(at);
        }
        path.reverse();
        Some(path)
    }

    /// Every hex that can be reached, with the first.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> {
        let reached = |(n, pair): (usize, &[Best])| {
            let there = pair.iter().any(|best| best.cost != i64::MAX);
            u32::try_from(n).ok().filter(|_| there).map(HexId)
        };
        self.best.chunks_exact(2).enumerate().filter_map(reached)
    }

    /// How many hexes, without the first.
    pub fn len(&self) -> usize {
        let pairs = self.best.chunks_exact(2).filter(|pair| pair.iter().any(|best| best.cost != i64::MAX));
        pairs.count().saturating_sub(1)
    }

    /// Whether it cannot move at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
