//! How far it is from every hex to some others, by what steps cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::hexgrid::HexId;
use crate::model::Points;
use crate::rules::CompiledMap;

/// No way leads there.
pub(super) const FAR: u32 = u32::MAX / 4;
/// A step that cannot be taken.
pub(super) const SHUT: u16 = u16::MAX;
/// A point is so many of the units in which steps are counted.
pub(super) const POINT: i64 = 4;
/// No step counts for more: what is beyond is as bad.
const MOST: u16 = 255;

/// The cost of a step as it is counted here, rounded up.
pub(super) fn counted(points: Points) -> u16 {
    let quarters = points.0.max(0).saturating_mul(POINT).saturating_add(Points::ONE.0 - 1) / Points::ONE.0;
    u16::try_from(quarters).unwrap_or(MOST).clamp(1, MOST)
}

/// The neighbours of each hex, and from which of its sides each is seen.
pub(super) struct Near {
    /// Six for each hex: the neighbour and the side of the neighbour; nothing off the map.
    cells: Vec<Option<(u32, u8)>>,
}

impl Near {
    /// No map, no neighbours.
    pub(super) fn none() -> Self {
        Near { cells: Vec::new() }
    }

    pub(super) fn new(land: &CompiledMap<'_>) -> Self {
        let all = (0..u32::try_from(land.len()).unwrap_or(u32::MAX)).map(HexId);
        let cells = all.flat_map(|hex| {
            land.near(hex).map(|to| {
                let to = to?;
                Some((to.0, u8::try_from(land.slot(to, hex)?).ok()?))
            })
        });
        Near { cells: cells.collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len() / 6
    }

    fn of(&self, hex: usize) -> &[Option<(u32, u8)>] {
        self.cells.get(hex * 6..hex * 6 + 6).unwrap_or_default()
    }
}

/// Hexes that wait to be looked at, by their distance: a list for each, used again in a circle.
struct Waiting {
    lists: Vec<Vec<u32>>,
    count: usize,
}

impl Waiting {
    fn put(&mut self, at: u32, hex: u32) {
        let n = at as usize % self.lists.len().max(1);
        if let Some(list) = self.lists.get_mut(n) {
            list.push(hex);
            self.count += 1;
        }
    }

    fn take(&mut self, at: u32) -> Vec<u32> {
        let n = at as usize % self.lists.len().max(1);
        let list = self.lists.get_mut(n).map(std::mem::take).unwrap_or_default();
        self.count -= list.len();
        list
    }
}

/// How far it is from each hex to the nearest of some hexes. `costs` has six steps for each hex; `more` is added where a
/// hex is entered; no step costs more than `dearest`.
pub(super) fn field(near: &Near, (costs, dearest): (&[u16], u16), more: &[u16], to: &[HexId], most: u32) -> Vec<u32> {
    let mut far = vec![FAR; near.len()];
    // No step is longer than there are lists.
    let lists = usize::from(dearest) + usize::from(more.iter().copied().max().unwrap_or(0).min(MOST)) + 1;
    let mut waiting = Waiting { lists: vec![Vec::new(); lists], count: 0 };
    for hex in to {
        if let Some(cell) = far.get_mut(hex.index()).filter(|cell| **cell != 0) {
            *cell = 0;
            waiting.put(0, hex.0);
        }
    }
    let mut now = 0u32;
    while waiting.count > 0 && now <= most {
        for hex in waiting.take(now) {
            if far.get(hex as usize) != Some(&now) {
                continue;
            }
            let enter = more.get(hex as usize).copied().unwrap_or(0).min(MOST);
            for (from, side) in near.of(hex as usize).iter().flatten() {
                let Some(cost) = costs.get(*from as usize * 6 + usize::from(*side)).copied().filter(|cost| *cost != SHUT) else {
                    continue;
                };
                let there = now + u32::from(cost) + u32::from(enter);
                if let Some(known) = far.get_mut(*from as usize).filter(|known| **known > there) {
                    *known = there;
                    waiting.put(there, *from);
                }
            }
        }
        now += 1;
    }
    far
}

/// A step that costs something else now: from where to where, what it cost, and what it costs.
pub(super) type Changed = (HexId, HexId, u16, u16);

/// Distances as they are once some steps cost more or less, from those that were found before. Only hexes whose shortest way
/// led over such a step, or leads over it now, are looked at. `costs` are those of now.
pub(super) fn repaired(near: &Near, costs: &[u16], changed: &[Changed], old: &[u32]) -> Vec<u32> {
    let mut far = old.to_vec();
    let was = |hex: usize| old.get(hex).copied().unwrap_or(FAR);
    let cost = |hex: usize, side: usize| costs.get(hex * 6 + side).copied().unwrap_or(SHUT);
    // Who has lost its shortest way, the nearest first: no step leads it on as before.
    let mut gone = vec![false; old.len()];
    let mut lost: Vec<u32> = Vec::new();
    let dearer = changed.iter().filter(|(_, _, before, now)| now > before);
    let mut open: BinaryHeap<Reverse<(u32, u32)>> =
        dearer.map(|(from, ..)| Reverse((was(from.index()), from.0))).filter(|Reverse((far, _))| *far < FAR).collect();
    while let Some(Reverse((distance, hex))) = open.pop() {
        let at = hex as usize;
        let leads_on = |(side, cell): (usize, &Option<(u32, u8)>)| {
            let Some((to, _)) = cell else { return false };
            let (to, cost) = (*to as usize, cost(at, side));
            cost != SHUT && gone.get(to) == Some(&false) && was(to).saturating_add(u32::from(cost)) == distance
        };
        if distance == 0 || gone.get(at) != Some(&false) || near.of(at).iter().enumerate().any(leads_on) {
            continue;
        }
        if let Some(gone) = gone.get_mut(at) {
            *gone = true;
        }
        lost.push(hex);
        let behind = near.of(at).iter().flatten().map(|(from, _)| (was(*from as usize), *from));
        open.extend(behind.filter(|(far, _)| *far > distance && *far < FAR).map(Reverse));
    }
    // Each of them begins with the best step to somebody who has not; a step that costs less is taken if it is shorter.
    let mut waiting: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
    for hex in &lost {
        let at = *hex as usize;
        let ways = near.of(at).iter().enumerate().filter_map(|(side, cell)| {
            let (to, _) = (*cell)?;
            let cost = Some(cost(at, side)).filter(|cost| *cost != SHUT)?;
            (gone.get(to as usize) == Some(&false)).then(|| was(to as usize).saturating_add(u32::from(cost)).min(FAR))
        });
        let best = ways.min().unwrap_or(FAR);
        if let Some(cell) = far.get_mut(at) {
            *cell = best;
        }
        waiting.push(Reverse((best, *hex)));
    }
    for (from, to, _, now) in changed.iter().filter(|(_, _, before, now)| now < before && *now != SHUT) {
        let there = far.get(to.index()).copied().unwrap_or(FAR).saturating_add(u32::from(*now));
        if let Some(cell) = far.get_mut(from.index()).filter(|cell| **cell > there && there < FAR) {
            *cell = there;
            waiting.push(Reverse((there, from.0)));
        }
    }
    while let Some(Reverse((distance, hex))) = waiting.pop() {
        if far.get(hex as usize) != Some(&distance) || distance >= FAR {
            continue;
        }
        for (from, side) in near.of(hex as usize).iter().flatten() {
            let cost = cost(*from as usize, usize::from(*side));
            let there = distance.saturating_add(u32::from(cost));
            if let Some(cell) = far.get_mut(*from as usize).filter(|cell| cost != SHUT && **cell > there) {
                *cell = there;
                waiting.push(Reverse((there, *from)));
            }
        }
    }
    far
}

/// Whether distances may be others once a step costs more or less: it was on a shortest way, or would be.
pub(super) fn hangs_on(field: &[u32], (from, to): (HexId, HexId), before: u16, now: u16) -> bool {
    let at = |hex: HexId| field.get(hex.index()).copied().unwrap_or(FAR);
    let over = |cost: u16| if cost == SHUT { u32::MAX } else { at(to).saturating_add(u32::from(cost)) };
    before != now && (at(from) == over(before) || over(now) < at(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three hexes in a row: the side of each towards the next is 0, the side back is 3.
    fn row() -> Near {
        let mut cells = vec![None; 18];
        cells[0] = Some((1, 3));
        cells[9] = Some((0, 0));
        cells[6] = Some((2, 3));
        cells[15] = Some((1, 0));
        Near { cells }
    }

    #[test]
    fn the_way_is_as_long_as_its_steps() {
        let mut costs = vec![SHUT; 18];
        (costs[0], costs[6]) = (4, 8);
        assert_eq!(field(&row(), (&costs, 8), &[], &[HexId(2)], 1000), [12, 8, 0]);
        assert_eq!(field(&row(), (&costs, 8), &[0, 5, 0], &[HexId(2)], 1000), [17, 8, 0]);
        assert_eq!(field(&row(), (&costs, 8), &[], &[HexId(0)], 1000), [0, FAR, FAR], "nothing leads back");
        assert_eq!(field(&row(), (&costs, 8), &[], &[HexId(2)], 7), [FAR, 8, 0], "no further than the bound");
    }

    #[test]
    fn distances_that_hang_on_no_changed_step_stay() {
        let each = [1, 2, 4, 8, SHUT];
        let (mut kept, mut left) = (0, 0);
        // A ring of three: two steps, or one that is as long, longer, shorter or shut.
        let mut cells = row().cells;
        (cells[2], cells[16]) = (Some((2, 4)), Some((0, 2)));
        let near = Near { cells };
        for (before, now) in each.iter().flat_map(|a| each.map(|b| (*a, b))) {
            let costs = |straight: u16| {
                let mut costs = vec![SHUT; 18];
                (costs[0], costs[6], costs[2]) = (2, 2, straight);
                costs
            };
            let then = field(&near, (&costs(before), 8), &[], &[HexId(2)], 1000);
            let after = field(&near, (&costs(now), 8), &[], &[HexId(2)], 1000);
            match hangs_on(&then, (HexId(0), HexId(2)), before, now) {
                true => left += 1,
                false => {
                    assert_eq!(then, after, "{before} to {now}");
                    kept += 1;
                }
            }
        }
        assert_eq!((kept, left), (9, 16), "one that is longer than the way around changes nothing");
    }

    /// A map without an edge: what leaves it on one side comes in on the other.
    fn round(wide: i32, high: i32) -> Near {
        let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let at = |x: i32, y: i32| u32::try_from(y.rem_euclid(high) * wide + x.rem_euclid(wide)).unwrap();
        let all = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
        let cells = all.flat_map(|(x, y)| (0u8..6).zip(steps).map(move |(n, (a, b))| Some((at(x + a, y + b), (n + 3) % 6))));
        Near { cells: cells.collect() }
    }

    #[test]
    fn repaired_distances_are_those_that_are_measured_anew() {
        let (near, mut pcg) = (round(9, 7), crate::play::Pcg::new(7, 7));
        let price = |pcg: &mut crate::play::Pcg| [1, 2, 4, 8, SHUT][pcg.below(5) as usize];
        let (mut same, mut other) = (0, 0);
        for _ in 0..400 {
            let mut costs: Vec<u16> = (0..near.len() * 6).map(|_| price(&mut pcg)).collect();
            let to = [HexId(pcg.below(63)), HexId(pcg.below(63))];
            let old = field(&near, (&costs, 8), &[], &to, 1_000_000);
            let mut changed: Vec<Changed> = Vec::new();
            for _ in 0..=pcg.below(4) {
                let (from, side) = (pcg.below(63) as usize, pcg.below(6) as usize);
                let now = price(&mut pcg);
                let (hex, next) = (HexId(u32::try_from(from).unwrap()), HexId(near.of(from)[side].unwrap().0));
                if changed.iter().all(|(a, b, ..)| (*a, *b) != (hex, next)) {
                    changed.push((hex, next, costs[from * 6 + side], now));
                    costs[from * 6 + side] = now;
                }
            }
            let anew = field(&near, (&costs, 8), &[], &to, 1_000_000);
            assert_eq!(repaired(&near, &costs, &changed, &old), anew, "{changed:?}");
            if anew == old { same += 1 } else { other += 1 }
        }
        assert!(same > 50 && other > 50, "{same} {other}");
    }

    #[test]
    fn costs_are_counted_in_quarters() {
        assert_eq!([counted(Points::ONE), counted(Points(Points::ONE.0 / 3)), counted(Points(0))], [4, 2, 1]);
    }
}
