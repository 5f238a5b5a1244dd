//! Stacking: what counts how much in a hex, and what is too much.

use super::{Engine, Moment, Piece, Truth, fits, holds, in_window};
use crate::model::{Counted, Game, LimitId, Rated, StateId, UnitId};

/// A stack over a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overstack {
    /// The limit.
    pub limit: LimitId,
    /// What it allows.
    pub max: i32,
    /// What was counted.
    pub found: i32,
    /// The pieces that counted, by their place in the stack, and how much each.
    pub counted: Vec<(usize, i32)>,
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

impl Engine<'_> {
    /// The limit as it is at that moment: the scenario may have changed it. Nothing if it does not bind.
    pub fn limit(&self, limit: LimitId, moment: &Moment) -> Option<i32> {
        let stated = self.game.rules.limits.at(limit)?;
        // A limit for a way of moving binds nobody who stands.
        if !stated.modes.is_empty() {
            return None;
        }
        if stated.when.as_ref().is_some_and(|when| holds(self.game, when, moment) != Truth::True) {
            return None;
        }
        let scenario = self.scenario.and_then(|id| self.game.scenarios.at(id));
        let changes = scenario.into_iter().flat_map(|s| &s.changes).filter(|change| change.limit == limit);
        let mut max = stated.max;
        for change in changes {
            if change.turns.as_ref().is_none_or(|window| in_window(self.game, window, moment) != Truth::False) {
                max = change.max;
            }
        }
        max
    }

    /// Every limit that a stack breaks.
    pub fn overstacks(&self, stack: &[Piece], moment: &Moment) -> Vec<Overstack> {
        let mut out = Vec::new();
        for (id, limit) in self.game.rules.limits.iter() {
            let Some(max) = self.limit(id, moment) else { continue };
            let mut counted = Vec::new();
            for (i, piece) in stack.iter().enumerate() {
                if limit.of.as_ref().is_some_and(|of| !fits(self.game, of, piece.unit, piece.state)) {
                    continue;
                }
                let weight = match limit.count {
                    Counted::Units => Some(1),
                    Counted::Steps => steps(self.game, piece.unit, piece.state),
                    Counted::Rating(rating) => {
                        let faces = self.game.units.at(piece.unit).map(|u| u.faces.as_slice()).unwrap_or_default();
                        let face = faces.iter().find(|face| face.state == piece.state).or(faces.first());
                        match face.map(|face| face.rating(rating)) {
                            Some(Rated::Known(n)) => Some(n),
                            _ => None,
                        }
                    }
                };
                // What is not known counts nothing: only what is surely too much is too much.
                counted.push((i, weight.unwrap_or(0)));
            }
            let found = counted.iter().map(|(_, n)| i64::from(*n)).sum::<i64>();
            let found = i32::try_from(found).unwrap_or(i32::MAX);
            if found > max {
                out.push(Overstack { limit: id, max, found, counted });
            }
        }
        out
    }
}
