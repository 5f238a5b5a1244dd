//! Places in the plane: axial coordinates, in which touching, distance and lines are plain sums.
//!
//! Integers only, so that a line is the same on every machine and the same both ways.

use borsh::{BorshDeserialize, BorshSerialize};

use super::direction::{Direction, Top};

/// A place in the plane, on or off the map. `q` grows eastward; `r` grows southward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct Axial {
    /// Column-like part.
    pub q: i32,
    /// Row-like part.
    pub r: i32,
}

impl Axial {
    /// The place `other` away from here. No map comes near the limits of `i32`; beyond them it stops.
    #[must_use]
    pub const fn plus(self, other: Axial) -> Axial {
        Axial { q: self.q.saturating_add(other.q), r: self.r.saturating_add(other.r) }
    }

    /// The way from `other` to here.
    #[must_use]
    pub const fn minus(self, other: Axial) -> Axial {
        Axial { q: self.q.saturating_sub(other.q), r: self.r.saturating_sub(other.r) }
    }

    /// One step that way; `None` if such hexes have no side there.
    #[must_use]
    pub fn step(self, top: Top, direction: Direction) -> Option<Axial> {
        top.slot(direction).and_then(|slot| steps(top).get(slot).copied()).map(|step| self.plus(step))
    }

    /// Steps from here to there.
    #[must_use]
    pub const fn distance(self, other: Axial) -> u32 {
        let Axial { q, r } = self.minus(other);
        // The largest of the three cube differences.
        let s = q.saturating_add(r).unsigned_abs();
        let (q, r) = (q.unsigned_abs(), r.unsigned_abs());
        let most = if q > r { q } else { r };
        if s > most { s } else { most }
    }

    /// The direction to a place that touches this one.
    #[must_use]
    pub fn direction(self, top: Top, other: Axial) -> Option<Direction> {
        let way = other.minus(self);
        steps(top).into_iter().zip(top.directions()).find(|(step, _)| *step == way).map(|(_, direction)| direction)
    }

    /// The place `step` of `steps` on the straight line to `other`. Where the line runs exactly
    /// between two hexes, `first` picks one side of it and `!first` the other.
    pub(super) fn on_line(self, other: Axial, step: u32, steps: u32, first: bool) -> Axial {
        // Fractions over steps * 16. The nudge of at most 3 can never outweigh a true difference,
        // which is 8 or more, so it decides ties and nothing else.
        let (step, steps) = (i64::from(step), i64::from(steps.max(1)));
        let nudge = if first { 1 } else { -1 };
        let between = |a: i32, b: i32| (i64::from(a) * (steps - step) + i64::from(b) * step) * 16;
        let (q, r) = (between(self.q, other.q) + nudge, between(self.r, other.r) + 2 * nudge);
        let whole = steps * 16;
        let round = |n: i64| (2 * n + whole).div_euclid(2 * whole);
        let (rq, rr, rs) = (round(q), round(r), round(-q - r));
        let off = |n: i64, rounded: i64| (rounded * whole - n).abs();
        let (dq, dr, ds) = (off(q, rq), off(r, rr), off(-q - r, rs));
        let (rq, rr) = if dq > dr && dq > ds {
            (-rr - rs, rr)
        } else if dr > ds {
            (rq, -rq - rs)
        } else {
            (rq, rr)
        };
        let narrow = |n: i64| i32::try_from(n).expect("a point between two i32 places is an i32 place");
        Axial { q: narrow(rq), r: narrow(rr) }
    }
}

/// The six steps, in the order of `Top::directions`.
const fn steps(top: Top) -> [Axial; 6] {
    const fn at(q: i32, r: i32) -> Axial {
        Axial { q, r }
    }
    match top {
        Top::Flat => [at(0, -1), at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0)],
        Top::Pointy => [at(1, -1), at(1, 0), at(0, 1), at(-1, 1), at(-1, 0), at(0, -1)],
    }
}
