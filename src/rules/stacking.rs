//! Stacking: what counts how much in a hex, and what is too much.

use super::{Engine, Piece, Query, Situation, Truth};
use crate::hexgrid::HexId;
use crate::model::{
    Counted, FormationId, Game, LevelName, Limit, ModeName, Per, Points, RatingValue, StackingAt, StateId, UnitId,
};

/// A stack over a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overstack {
    /// The limit, as it is at that moment.
    pub limit: Limit,
    /// What it allows.
    pub max: i32,
    /// What was counted.
    pub found: Points,
    /// The pieces that counted, by their place in the stack, and how much each.
    pub counted: Vec<(usize, Points)>,
}

/// By how much a stack is over a limit.
struct Excess {
    max: i32,
    found: Points,
    counted: Vec<(usize, Points)>,
}

impl Excess {
    fn of(self, limit: &Limit) -> Overstack {
        let Excess { max, found, counted } = self;
        Overstack { limit: limit.clone(), max, found, counted }
    }
}

/// The steps of a unit in that state; nothing if not known.
pub fn steps(game: &Game, unit: UnitId, state: StateId) -> Option<i32> {
    let unit = game.units.at(unit)?;
    let full = unit.steps?;
    let is_step = |id: StateId| game.states.at(id).is_some_and(|s| s.step);
    if !is_step(state) {
        return Some(full);
    }
    // Every step face up to and with this one is a step lost.
    let upto = unit.faces.iter().position(|face| face.state == state)?;
    let lost = unit.faces.iter().take(upto + 1).filter(|face| is_step(face.state)).count();
    i32::try_from(lost).ok().map(|lost| full.saturating_sub(lost).max(0))
}

/// The face that a unit shows after one more step is lost; nothing if it is lost with it.
pub fn next_step(game: &Game, unit: UnitId, state: StateId) -> Option<StateId> {
    let left = steps(game, unit, state);
    if left.is_some_and(|left| left <= 1) {
        return None;
    }
    let unit = game.units.at(unit)?;
    let is_step = |id: StateId| game.states.at(id).is_some_and(|s| s.step);
    let from = if is_step(state) { unit.faces.iter().position(|face| face.state == state).map_or(0, |n| n + 1) } else { 0 };
    unit.faces.iter().skip(from).map(|face| face.state).find(|state| is_step(*state))
}

/// The face that a unit shows after it gets one step back; nothing if it lacks none.
pub fn step_before(game: &Game, unit: UnitId, state: StateId) -> Option<StateId> {
    let is_step = |id: StateId| game.states.at(id).is_some_and(|s| s.step);
    let faces = &game.units.at(unit).filter(|_| is_step(state))?.faces;
    let at = faces.iter().position(|face| face.state == state)?;
    let before = faces.iter().take(at).rev().map(|face| face.state).find(|state| is_step(*state));
    Some(before.unwrap_or(Game::FULL))
}

impl<'g> Engine<'g> {
    /// What a piece counts; nothing if that is not known.
    pub fn weight(&self, piece: &Piece, count: Counted) -> Option<Points> {
        match count {
            Counted::Units => Some(Points::ONE),
            Counted::Steps => self.steps_of(piece).map(Points::whole),
            Counted::Rating(rating) => match self.printed(piece, rating) {
                RatingValue::Known(n) => Some(Points::whole(n)),
                _ => None,
            },
        }
    }

    /// The formation of a unit at a level; its own if no level is named.
    pub fn formation(&self, unit: UnitId, level: Option<&LevelName>) -> Option<FormationId> {
        let mut at = self.game.units.at(unit)?.formation?;
        let Some(level) = level else { return Some(at) };
        for _ in 0..=self.game.formations.len() {
            let formation = self.game.formations.at(at)?;
            if formation.level.as_deref() == Some(level.0.as_str()) {
                return Some(at);
            }
            at = formation.parent?;
        }
        None
    }
}

impl Situation<'_> {
    /// Every limit that a stack in a hex breaks at that moment.
    pub fn overstacks(&self, hex: HexId, stack: &[Piece], at: StackingAt) -> Vec<Overstack> {
        let limits = self.limits(at);
        limits.filter_map(|limit| Some(self.over(limit, hex, stack)?.of(limit))).collect()
    }

    /// Whether a stack in a hex breaks a limit at that moment.
    pub(super) fn is_overstacked(&self, hex: HexId, stack: &[Piece], at: StackingAt) -> bool {
        self.limits(at).any(|limit| self.over(limit, hex, stack).is_some())
    }

    /// The limits that bind whoever stands in a hex at that moment.
    fn limits(&self, at: StackingAt) -> impl Iterator<Item = &Limit> {
        let stacking = self.engine.game().rules.stacking.as_ref();
        let limits = stacking.map(|stacking| self.engine.live(&stacking.limits, &self.moment)).unwrap_or_default();
        limits.filter(move |limit| {
            // A limit for a way of moving binds nobody who stands.
            let stands = limit.modes.is_none() && limit.per.is_none_or(|per| per == Per::Hex);
            let now = |moments: &Vec<StackingAt>| moments.contains(&at) || moments.contains(&StackingAt::Always);
            stands && limit.at.as_ref().is_none_or(now)
        })
    }

    /// The first limit that a stack in a hex breaks at that moment.
    pub(super) fn first_overstack(&self, hex: HexId, stack: &[Piece], at: StackingAt) -> Option<Overstack> {
        self.limits(at).find_map(|limit| Some(self.over(limit, hex, stack)?.of(limit)))
    }

    /// The first limit for a way of moving that a stack breaks where such a move ends.
    pub(super) fn overstack_in(&self, hex: HexId, stack: &[Piece], mode: ModeName) -> Option<Overstack> {
        let stacking = self.engine.game().rules.stacking.as_ref()?;
        let live = self.engine.live(&stacking.limits, &self.moment);
        let mut bound = live.filter(|limit| limit.modes.as_ref().is_some_and(|modes| modes.contains(&mode)));
        bound.find_map(|limit| Some(self.over(limit, hex, stack)?.of(limit)))
    }

    fn over(&self, limit: &Limit, hex: HexId, stack: &[Piece]) -> Option<Excess> {
        let side = stack.first().and_then(|piece| self.engine.side_of(piece));
        let query = Query { hex: Some(hex), side, stack: Some(stack), ..self.query() };
        // A limit whose condition speaks of a unit binds when one in the stack is so.
        let binds = match &limit.when {
            None => true,
            Some(when) => {
                query.holds(when).sure()
                    || stack.iter().any(|piece| {
                        Query { subject: Some((*piece, Some(hex))), ..query }.holds(when) == Truth::True && when.unit.is_some()
                    })
            }
        };
        if !binds {
            return None;
        }
        let mut max = limit.max?;
        // So few are never too many, whoever they are.
        let each_one = limit.count == Counted::Units && limit.weigh.is_none() && limit.by.is_none();
        if each_one && i32::try_from(stack.len()).is_ok_and(|count| count <= max) {
            return None;
        }
        let counting: Vec<(usize, &Piece)> = stack
            .iter()
            .enumerate()
            .filter(|(_, piece)| limit.of.as_ref().is_none_or(|of| query.fits(of, piece, Some(hex)).sure()))
            .collect();
        for raise in limit.raise.iter().flatten() {
            let all = raise.all.as_ref().is_none_or(|all| counting.iter().all(|(_, p)| query.fits(all, p, Some(hex)).sure()));
            let some = raise.some.as_ref().is_none_or(|some| stack.iter().any(|p| query.fits(some, p, Some(hex)).sure()));
            let there = raise.at.as_ref().is_none_or(|at| query.is_hex(at, hex).sure());
            if all && some && there {
                max = max.max(raise.to);
            }
        }
        let mut used: Vec<u32> = vec![0; limit.weigh.as_ref().map_or(0, Vec::len)];
        let mut counted = Vec::new();
        for (i, piece) in counting {
            let full = self.engine.weight(piece, limit.count).unwrap_or(Points(0));
            // What is not known counts nothing: only what is surely too much is too much.
            let mut weight = full;
            for (weigh, used) in limit.weigh.iter().flatten().zip(&mut used) {
                if weigh.first.is_none_or(|first| *used < first) && query.fits(&weigh.of, piece, Some(hex)).sure() {
                    *used += 1;
                    weight = match limit.count {
                        Counted::Units => weigh.weight,
                        _ => full.times(weigh.weight),
                    };
                    break;
                }
            }
            counted.push((i, weight));
        }
        let found = match limit.by {
            Some(_) => {
                let weighed = counted.iter().filter_map(|(i, weight)| Some((*stack.get(*i)?, hex, *weight)));
                self.engine.by_formation(limit, &weighed.collect::<Vec<_>>())
            }
            None => Points(counted.iter().map(|(_, n)| n.0).fold(0, i64::saturating_add)),
        };
        (found > Points::whole(max)).then_some(Excess { max, found, counted })
    }

    /// Two pieces of a stack that never share a hex, with the entry that says so.
    pub fn apart(&self, hex: HexId, stack: &[Piece]) -> Option<(&crate::model::Apart, Piece, Piece)> {
        let stacking = self.engine.game().rules.stacking.as_ref()?;
        for entry in self.engine.live(&stacking.apart, &self.moment) {
            let query = Query { hex: Some(hex), ..self.query() };
            if !query.counts(entry.when.as_ref()).sure() {
                continue;
            }
            let find = |units| stack.iter().filter(move |piece| query.fits(units, piece, Some(hex)).sure());
            for a in find(&entry.a) {
                if let Some(b) = find(&entry.b).find(|b| (b.unit, b.n) != (a.unit, a.n)) {
                    return Some((entry, *a, *b));
                }
            }
        }
        None
    }
}
