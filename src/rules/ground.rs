//! What the ground alone makes of a step: the hex, the road, the hexside. It is the same for every unit of a class that
//! moves in one way on one kind of ground, so it is found once for each step, when a search first comes there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::movement::Step;
use super::{Engine, Moment};
use crate::model::{ClassId, Game, Key, Mode, Points, TerrainCost, TerrainId};

/// What the terrain costs a class, and what steps over it have been found to cost.
#[derive(Debug)]
pub(super) struct Ground {
    /// What each terrain costs the class.
    pub(super) costs: Vec<Option<TerrainCost>>,
    /// A number for each side of each hex; twice, if some terrain may be entered only as the first step of a move.
    steps: Vec<AtomicU64>,
    first_differs: bool,
}

/// What is known of a step over the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroundStep {
    /// Nobody has asked yet.
    Unasked,
    /// It cannot be made, for whatever reason.
    Closed,
    /// It can.
    Open(Step),
}

/// Bits of a number: two for the kind, one for the stop, 24 for the road and one more, the upper half for the points.
const CLOSED: u64 = 1;
const POINTS: u64 = 2;
const WHOLE: u64 = 3;
const STOP: u64 = 1 << 2;

impl Ground {
    fn place(&self, cell: usize, first: bool) -> usize {
        let later = self.first_differs && !first;
        cell + if later { self.steps.len() / 2 } else { 0 }
    }

    /// The step across a side: the number of the hex times six and that of the side.
    pub(super) fn get(&self, cell: usize, first: bool) -> GroundStep {
        let Some(known) = self.steps.get(self.place(cell, first)) else { return GroundStep::Unasked };
        let bits = known.load(Ordering::Relaxed);
        let points = match bits & 3 {
            0 => return GroundStep::Unasked,
            CLOSED => return GroundStep::Closed,
            POINTS => Some(Points(i64::from((bits >> 32) as u32 as i32))),
            _ => None,
        };
        let road = u32::try_from((bits >> 8) & 0xFF_FFFF).ok().and_then(|n| n.checked_sub(1)).map(TerrainId);
        GroundStep::Open(Step { points, stop: bits & STOP != 0, road })
    }

    /// Remembers a step; one with numbers too big for that is found again each time.
    pub(super) fn set(&self, cell: usize, first: bool, step: Option<Step>) {
        let Some(known) = self.steps.get(self.place(cell, first)) else { return };
        let bits = match step {
            None => CLOSED,
            Some(step) => {
                let kind = match step.points {
                    None => WHOLE,
                    Some(points) => match i32::try_from(points.0) {
                        Ok(points) => POINTS | u64::from(points as u32) << 32,
                        Err(_) => return,
                    },
                };
                let road = step.road.map_or(0, |road| u64::from(road.0) + 1);
                if road > 0xFF_FFFF {
                    return;
                }
                kind | road << 8 | if step.stop { STOP } else { 0 }
            }
        };
        known.store(bits, Ordering::Relaxed);
    }
}

/// So many steps are remembered at most, of all classes and ways of moving together: 64 MiB.
const MOST_STEPS: usize = 8 << 20;

/// For whom: the class, where its way of moving stands in memory, and the ground and the weather.
type Whom = (ClassId, Option<usize>, [Option<String>; 2]);

/// The grounds that were asked for.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    known: Mutex<BTreeMap<Whom, Arc<Ground>>>,
    /// Grounds and weathers on which some terrain costs something else.
    words: BTreeSet<String>,
}

impl Grounds {
    pub(super) fn new(game: &Game) -> Self {
        let words = game.terrain.values().flat_map(|terrain| terrain.grounds.keys().cloned()).collect();
        Grounds { words, ..Grounds::default() }
    }
}

impl Engine<'_> {
    /// The ground for a class that moves in one way, as it is at that moment.
    pub(super) fn ground(&self, class: ClassId, mode: Option<&Mode>, moment: &Moment) -> Arc<Ground> {
        let word =
            |word: Option<Option<&str>>| word.flatten().filter(|word| self.grounds.words.contains(*word)).map(str::to_owned);
        let words = [word(moment.ground(self.game)), word(moment.weather(self.game))];
        let whom = (class, mode.map(|mode| std::ptr::from_ref(mode) as usize), words);
        let mut known = self.grounds.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = known.get(&whom) {
            return ground.clone();
        }
        let costs = terrain_costs(self.game, class, &whom.2);
        let first_differs = costs.iter().flatten().any(|cost| cost.first);
        let cells = self.land.as_ref().map_or(0, |land| land.len() * 6) * if first_differs { 2 } else { 1 };
        let room = MOST_STEPS.saturating_sub(known.values().map(|ground| ground.steps.len()).sum());
        let steps = (0..if cells <= room { cells } else { 0 }).map(|_| AtomicU64::new(0)).collect();
        let ground = Arc::new(Ground { costs, steps, first_differs });
        if cells <= room {
            known.insert(whom, ground.clone());
        }
        ground
    }
}

/// What each terrain costs a class on that ground.
fn terrain_costs(game: &Game, class: ClassId, words: &[Option<String>; 2]) -> Vec<Option<TerrainCost>> {
    let cost = |terrain: &crate::model::Terrain| {
        let of = |costs: &Vec<Option<TerrainCost>>| costs.get(class.index()).cloned().flatten();
        let changed = words.iter().flatten().find_map(|word| terrain.grounds.get(word).and_then(of));
        changed.or_else(|| of(&terrain.cost))
    };
    game.terrain.values().map(cost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(first_differs: bool) -> Ground {
        let steps = (0..if first_differs { 12 } else { 6 }).map(|_| AtomicU64::new(0)).collect();
        Ground { costs: Vec::new(), steps, first_differs }
    }

    #[test]
    fn steps_are_remembered_as_they_are() {
        let ground = ground(false);
        let steps = [
            Step { points: Some(Points(5040)), stop: false, road: None },
            Step { points: Some(Points(-2520)), stop: true, road: Some(TerrainId(0)) },
            Step { points: None, stop: false, road: Some(TerrainId(77)) },
            Step { points: Some(Points(0)), stop: false, road: None },
        ];
        for (cell, step) in steps.into_iter().enumerate() {
            assert_eq!(ground.get(cell, false), GroundStep::Unasked);
            ground.set(cell, false, Some(step));
            assert_eq!(ground.get(cell, false), GroundStep::Open(step));
        }
        ground.set(4, true, None);
        assert_eq!(ground.get(4, true), GroundStep::Closed);
        // Where the first step is as any other, what is known of one is known of all.
        assert_eq!(ground.get(4, false), GroundStep::Closed);
        assert_eq!(ground.get(99, false), GroundStep::Unasked);
    }

    #[test]
    fn what_does_not_fit_is_not_remembered() {
        let ground = ground(true);
        ground.set(0, true, Some(Step { points: Some(Points(i64::MAX)), stop: false, road: None }));
        ground.set(1, true, Some(Step { points: None, stop: false, road: Some(TerrainId(u32::MAX)) }));
        assert_eq!((ground.get(0, true), ground.get(1, true)), (GroundStep::Unasked, GroundStep::Unasked));
        ground.set(2, true, None);
        assert_eq!((ground.get(2, true), ground.get(2, false)), (GroundStep::Closed, GroundStep::Unasked));
    }
}
