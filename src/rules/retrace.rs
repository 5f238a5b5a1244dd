//! Supply asked for again after something has moved: a way that was open and still is answers for a whole flood.
//!
//! Most units are in supply most of the time, and what moves seldom cuts their way. So the last flood is kept when it no
//! longer holds, and the way that it found is walked once more by the rules as they are now. If nothing is in the way, a
//! new flood would come there too; if something is, it is flooded anew.

use std::rc::Rc;

use super::depends::Thing;
use super::supply::{Block, Flood, SegmentRules};
use super::{Piece, Query, Situation, Truth};
use crate::hexgrid::HexId;
use crate::model::{SideId, Target, Trace};

/// A flood as it was last found.
#[derive(Clone, Debug)]
pub(super) struct LastFlood {
    pub(super) flood: Rc<Flood>,
    /// Whether nothing has changed since that it hangs on.
    pub(super) holds: bool,
}

impl<'a> Situation<'a> {
    /// The targets of a trace that count for a side, each with its number if only some units may use it.
    pub(super) fn targets<'t>(
        &'t self,
        targets: &'t [Target],
        side: SideId,
    ) -> impl Iterator<Item = (&'t Target, Option<usize>)> {
        let query = Query { side: Some(side), ..self.query() };
        targets.iter().enumerate().filter_map(move |(n, target)| {
            if !query.counts(target.when.as_ref()).possible() {
                return None;
            }
            let side_only = self.only_side(target, side);
            let some = target.who.is_some() && side_only.is_none();
            (side_only != Some(false)).then_some((target, some.then_some(n)))
        })
    }

    /// Whether a trace reaches a hex: for a unit that stands there, or for whoever does.
    pub(super) fn reached(&self, trace: &Trace, side: SideId, piece: Option<&Piece>, hex: HexId) -> Truth {
        let Some(n) = self.engine.trace_place(trace.id.number()) else { return Truth::Unknown };
        let finding = (Thing::Trace(n), side);
        if self.shut(finding) {
            return Truth::Unknown;
        }
        let last = self.floods.borrow().get(&(n, side)).filter(|last| !last.holds).map(|last| Rc::clone(&last.flood));
        if last.is_some_and(|last| self.find(finding, || self.retraces(trace, side, &last, piece, hex))) {
            return Truth::True;
        }
        let Some(flood) = self.flood(trace.id.number(), side) else { return Truth::Unknown };
        Truth::from(match piece {
            Some(piece) => self.own_flood(trace, &flood, piece, hex).is_some(),
            None => flood.reaches(hex),
        })
    }

    /// Whether a way that an older flood found is open still.
    fn retraces(&self, trace: &Trace, side: SideId, last: &Flood, piece: Option<&Piece>, hex: HexId) -> bool {
        // Where a stretch begins anew at each unit, or is shorter beyond some side, a way alone does not tell how far it is.
        let plain = trace.chain != Some(true) && trace.segments.iter().all(|segment| segment.shorter.is_none());
        let own = || piece.and_then(|piece| self.own_flood_for(trace, last, piece, hex));
        let found = if last.reaches(hex) { Some((last, None)) } else { own() };
        plain && found.is_some_and(|(flood, only)| self.is_open(trace, side, flood, only, hex))
    }

    fn is_open(&self, trace: &Trace, side: SideId, flood: &Flood, only: Option<usize>, from: HexId) -> bool {
        if flood.stretches.len() != trace.segments.len() {
            return false;
        }
        let mut at = from;
        for (n, (stretch, segment)) in flood.stretches.iter().zip(&trace.segments).enumerate() {
            let rules = SegmentRules::new(self, segment, side, true);
            let Some(mut link) = stretch.link(at) else { return false };
            // The unit's own hex may be closed, as when it was flooded.
            let starts = n == 0 && (link.next.is_none() || segment.start_free != Some(false));
            if !starts && rules.blocked(at) != Block::Free {
                return false;
            }
            let (mut far, limit) = (0i64, rules.limit());
            while let Some(next) = link.next {
                let Some(cost) = rules.step(at, next).filter(|cost| *cost >= 0) else { return false };
                far = far.saturating_add(cost);
                if far > limit || rules.blocked(next) != Block::Free {
                    return false;
                }
                at = next;
                let Some(after) = stretch.open.get(next) else { return false };
                // Each hex lies nearer to the end, so that this ends.
                if after.next.is_some() && after.far >= link.far {
                    return false;
                }
                link = after;
            }
        }
        self.is_end(trace, side, only, at)
    }

    /// Whether a trace ends in a hex, for everybody or by a target that is only for some.
    fn is_end(&self, trace: &Trace, side: SideId, only: Option<usize>, hex: HexId) -> bool {
        let Some(land) = self.engine.land() else { return false };
        let own = |source: &crate::model::Source| source.side.is_none_or(|s| s == side);
        let Some(targets) = &trace.to else {
            return only.is_none() && land.map().sources.values().any(|source| own(source) && source.hexes.contains(&hex));
        };
        let query = Query { side: Some(side), ..self.query() };
        let mut targets = self.targets(targets, side).filter(|(_, some)| *some == only);
        targets.any(|(target, _)| {
            let mut sources = target.source.iter().flatten().filter_map(|id| land.map().sources.at(*id));
            let units = |piece: &Piece| {
                let fits = |units| query.fits(units, piece, Some(hex)).sure();
                self.engine.side_of(piece) == Some(side) && target.units.as_ref().is_some_and(fits)
            };
            let leaves = |edges: &Vec<_>| land.leaving().iter().any(|(at, edge, _)| *at == hex && edges.contains(edge));
            sources.any(|source| own(source) && source.hexes.contains(&hex))
                || target.hexes.as_ref().is_some_and(|wanted| Query { hex: Some(hex), ..query }.is_hex(wanted, hex).sure())
                || self.stack(hex).iter().any(units)
                || target.leaves.as_ref().is_some_and(leaves)
        })
    }
}
