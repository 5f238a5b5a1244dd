//! Movement over the ground: what a step costs a class, how far a unit comes, by which way, and what stops it.
//!
//! A step costs what the hex costs that is entered, and what the hexside adds. Along a road the road's cost counts
//! instead, and a bridge takes the hexside away. Zones, modes and weather are not here yet.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::{Engine, Position};
use crate::hexgrid::{HexId, Hexside};
use crate::model::{ClassId, Cost, Key, Layer, Location, Points, Rated, SideId, StateId, TerrainId, UnitId};

/// What a step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many points.
    Points(Points),
    /// The whole allowance.
    All,
    /// It cannot be made.
    Closed(Barrier),
    /// Nobody has said what this terrain costs; nothing if the ground itself is not said.
    Unknown(Option<TerrainId>),
}

/// What stops a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// The terrain of the hex is closed.
    Terrain(TerrainId),
    /// The terrain of the hex is open only along a road.
    OnlyByRoad(TerrainId),
    /// The hexside is closed.
    Hexside(TerrainId),
}

/// The ground, compiled: every neighbour, and what lies between.
pub struct Ground<'e, 'g> {
    engine: &'e Engine<'g>,
    /// Six neighbours a hex.
    next: Vec<[Option<HexId>; 6]>,
    /// What lies along the six sides of a hex, and the roads across: numbers in `lists`, 0 for nothing.
    sides: Vec<[(u32, u32); 6]>,
    lists: Vec<Vec<TerrainId>>,
    /// Sides with a bridge that stands.
    bridged: BTreeSet<Hexside>,
}

impl<'e, 'g> Ground<'e, 'g> {
    /// Compiles the map; nothing without one. `blown` are bridges that are down.
    pub fn new(engine: &'e Engine<'g>, blown: &BTreeSet<Hexside>) -> Option<Self> {
        let map = engine.game.map.as_ref()?;
        let board = &map.board;
        let next: Vec<[Option<HexId>; 6]> = board.hexes().map(|hex| board.neighbours(hex)).collect();
        let mut ground = Ground {
            engine,
            sides: vec![[(0, 0); 6]; next.len()],
            next,
            lists: vec![Vec::new()],
            bridged: map.bridges.values().map(|bridge| bridge.side).filter(|side| !blown.contains(side)).collect(),
        };
        for feature in map.features.values() {
            for side in &feature.sides {
                ground.lay(board.hexside_hexes(*side), feature.class, |slot| &mut slot.0);
            }
        }
        for (road, _, side) in map.links() {
            ground.lay(board.hexside_hexes(side), map.roads[road].class, |slot| &mut slot.1);
        }
        Some(ground)
    }

    /// Notes a terrain on a side, seen from both of its hexes.
    fn lay(&mut self, (a, b): (HexId, Option<HexId>), terrain: TerrainId, of: fn(&mut (u32, u32)) -> &mut u32) {
        let Some(b) = b else { return };
        for (from, to) in [(a, b), (b, a)] {
            let slot = self.next.get(from.index()).and_then(|near| near.iter().position(|hex| *hex == Some(to)));
            let Some(number) = slot.and_then(|slot| self.sides.get_mut(from.index())?.get_mut(slot)).map(of) else { continue };
            let mut list = self.lists.get(*number as usize).cloned().unwrap_or_default();
            if !list.contains(&terrain) {
                list.push(terrain);
            }
            let known = self.lists.iter().position(|other| *other == list);
            let at = known.unwrap_or_else(|| {
                self.lists.push(list);
                self.lists.len() - 1
            });
            *number = u32::try_from(at).unwrap_or(0);
        }
    }

    fn list(&self, number: u32) -> &[TerrainId] {
        self.lists.get(number as usize).map(Vec::as_slice).unwrap_or_default()
    }

    fn cost(&self, terrain: TerrainId, class: ClassId) -> Option<Cost> {
        self.engine.game.terrain.at(terrain).and_then(|t| t.cost.get(class.index()).copied().flatten())
    }

    /// What it costs to enter a hex, apart from how one comes there.
    fn base(&self, hex: HexId, class: ClassId) -> (Step, Option<TerrainId>) {
        let game = self.engine.game;
        let features = self.engine.features.get(&hex).map(Vec::as_slice).unwrap_or_default();
        let replaces = features.iter().find_map(|&f| self.cost(f, class).filter(|c| *c != Cost::Other).map(|c| (f, c)));
        let ground = game.map.as_ref().and_then(|map| map.ground(hex));
        let Some((terrain, cost)) = replaces.or_else(|| ground.and_then(|g| self.cost(g, class).map(|c| (g, c)))) else {
            return (Step::Unknown(ground), ground);
        };
        let step = match cost {
            Cost::Points(points) | Cost::Add(points) => Step::Points(points),
            Cost::All => Step::All,
            Cost::No => Step::Closed(Barrier::Terrain(terrain)),
            Cost::Road => Step::Closed(Barrier::OnlyByRoad(terrain)),
            Cost::Other | Cost::Unknown => Step::Unknown(Some(terrain)),
        };
        (step, Some(terrain))
    }

    /// What a step from a hex to its neighbour costs a class, along the cheapest road if there is one; with the
    /// terrain that decided.
    pub fn step(&self, class: ClassId, from: HexId, to: HexId) -> Option<(Step, Option<TerrainId>)> {
        let slot = self.next.get(from.index())?.iter().position(|hex| *hex == Some(to))?;
        Some(self.step_at(class, from, slot, to))
    }

    fn step_at(&self, class: ClassId, from: HexId, slot: usize, to: HexId) -> (Step, Option<TerrainId>) {
        let (along, roads) = self.sides.get(from.index()).and_then(|sides| sides.get(slot)).copied().unwrap_or_default();
        let (base, terrain) = self.base(to, class);
        let mut best = (self.across(base, along, class, from, to, false), terrain);
        for &road in self.list(roads) {
            let layer = self.engine.game.terrain.at(road).map_or(Layer::Replaces, |t| t.layer);
            let step = match (self.cost(road, class), layer) {
                (Some(Cost::Points(points)), Layer::Replaces) => Step::Points(points),
                (Some(Cost::Points(points) | Cost::Add(points)), _) => match base {
                    Step::Points(under) => Step::Points(Points(under.0.saturating_add(points.0))),
                    other => other,
                },
                (Some(Cost::All), _) => Step::All,
                (Some(Cost::Unknown), _) => Step::Unknown(Some(road)),
                // What is open only by road is open here; the road itself costs nothing of its own.
                (Some(Cost::Other | Cost::Road) | None, _) => base,
                (Some(Cost::No), _) => continue,
            };
            let step = self.across(step, along, class, from, to, true);
            if dearness(&step) < dearness(&best.0) {
                best = (step, Some(road));
            }
        }
        best
    }

    /// Adds what the hexside costs.
    fn across(&self, step: Step, along: u32, class: ClassId, from: HexId, to: HexId, by_road: bool) -> Step {
        let sides = self.list(along);
        if sides.is_empty() {
            return step;
        }
        let side = || self.engine.game.map.as_ref().and_then(|map| map.board.hexside_between(from, to));
        if by_road && side().is_some_and(|side| self.bridged.contains(&side)) {
            return step;
        }
        let mut sum = step;
        for &terrain in sides {
            sum = match (sum, self.cost(terrain, class)) {
                (Step::Closed(why), _) => Step::Closed(why),
                (_, Some(Cost::No)) => Step::Closed(Barrier::Hexside(terrain)),
                (_, Some(Cost::Road)) if !by_road => Step::Closed(Barrier::Hexside(terrain)),
                (_, Some(Cost::Unknown)) => Step::Unknown(Some(terrain)),
                (Step::Unknown(what), _) => Step::Unknown(what),
                (_, Some(Cost::All)) | (Step::All, _) => Step::All,
                (Step::Points(points), Some(Cost::Add(more) | Cost::Points(more))) => {
                    Step::Points(Points(points.0.saturating_add(more.0)))
                }
                (Step::Points(points), Some(Cost::Other | Cost::Road) | None) => Step::Points(points),
            };
        }
        sum
    }

    /// Everything that a unit can reach from a hex with so many points: the cheapest cost and the hex before.
    pub fn reach(&self, mover: &Mover, from: HexId, allowance: Points) -> Reach {
        let mut reach = Reach { from, cost: vec![None; self.next.len()], before: vec![None; self.next.len()] };
        if let Some(start) = reach.cost.get_mut(from.index()) {
            *start = Some(Points(0));
        }
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((spent, hex))) = queue.pop() {
            if reach.cost(hex) != Some(Points(spent)) {
                continue;
            }
            let near = self.next.get(hex.index()).copied().unwrap_or_default();
            for (slot, to) in near.into_iter().enumerate().filter_map(|(slot, to)| Some((slot, to?))) {
                if mover.held(to) {
                    continue;
                }
                let total = match self.step_at(mover.class, hex, slot, to).0 {
                    Step::Points(points) => spent.saturating_add(points.0.max(0)),
                    // The whole allowance must still be there.
                    Step::All if spent == 0 => allowance.0,
                    _ => continue,
                };
                let first = hex == from && self.engine.game.rules.guaranteed_hex;
                let total = if total > allowance.0 && first { allowance.0 } else { total };
                if total > allowance.0 || reach.cost(to).is_some_and(|known| known.0 <= total) {
                    continue;
                }
                if let (Some(cost), Some(before)) = (reach.cost.get_mut(to.index()), reach.before.get_mut(to.index())) {
                    (*cost, *before) = (Some(Points(total)), Some(hex));
                    queue.push(Reverse((total, to)));
                }
            }
        }
        reach
    }
}

/// Of two ways the one that costs less; one that nobody knows is dearer than one that takes all.
fn dearness(step: &Step) -> (u8, i64) {
    match step {
        Step::Points(points) => (0, points.0),
        Step::All => (1, 0),
        Step::Unknown(_) => (2, 0),
        Step::Closed(_) => (3, 0),
    }
}

/// A unit that moves.
pub struct Mover {
    /// Its class.
    pub class: ClassId,
    /// Hexes that the enemy holds, in which it may not be.
    pub enemies: BTreeSet<HexId>,
}

impl Mover {
    fn held(&self, hex: HexId) -> bool {
        !self.enemies.is_empty() && self.enemies.contains(&hex)
    }
}

/// What can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// From where.
    pub from: HexId,
    cost: Vec<Option<Points>>,
    before: Vec<Option<HexId>>,
}

impl Reach {
    /// What it costs to come there; nothing if one does not.
    pub fn cost(&self, hex: HexId) -> Option<Points> {
        self.cost.get(hex.index()).copied().flatten()
    }

    /// The cheapest way there, with both ends.
    pub fn path(&self, to: HexId) -> Option<Vec<HexId>> {
        self.cost(to)?;
        let mut path = vec![to];
        let mut at = to;
        while at != self.from {
            at = self.before.get(at.index()).copied().flatten()?;
            path.push(at);
        }
        path.reverse();
        Some(path)
    }

    /// How many hexes, without the first.
    pub fn len(&self) -> usize {
        self.cost.iter().flatten().count().saturating_sub(1)
    }

    /// Whether it cannot move at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Engine<'_> {
    /// A unit as it moves in a position; nothing if its class is not known.
    pub fn mover(&self, position: &Position, unit: UnitId) -> Option<Mover> {
        let moving = self.game.units.at(unit)?;
        let together = self.game.rules.stacking.as_ref().is_none_or(|stacking| stacking.with_enemy);
        let foe = |side: Option<SideId>| side.is_some() && moving.side.is_some() && side != moving.side;
        let stacks = position.stacks().filter(|_| !together);
        let held = stacks.filter(|(_, stack)| stack.iter().any(|p| foe(self.game.units.at(p.unit).and_then(|u| u.side))));
        Some(Mover { class: moving.class?, enemies: held.map(|(hex, _)| hex).collect() })
    }

    /// How many points a unit has in that state; nothing if that is not known.
    pub fn allowance(&self, unit: UnitId, state: StateId) -> Option<Points> {
        let unit = self.game.units.at(unit)?;
        let face = unit.faces.iter().find(|face| face.state == state).or(unit.faces.first())?;
        match face.rating(self.game.rules.allowance?) {
            Rated::Known(points) => Some(Points(i64::from(points).saturating_mul(Points::ONE.0))),
            _ => None,
        }
    }

    /// Where a unit stands at the start of a position, and in which state; nothing if it is not on the map.
    pub fn whereabouts(position: &Position, unit: UnitId) -> Option<(HexId, StateId)> {
        position.at.iter().find_map(|(location, pieces)| match location {
            Location::Hex(hex) => pieces.iter().find(|piece| piece.unit == unit).map(|piece| (*hex, piece.state)),
            Location::Box(_) => None,
        })
    }
}
