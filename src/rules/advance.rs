//! Advances after combat: how far a unit may go, and which steps it may take.

use super::combat::Battle;
use super::movement::{Mover, StepBlocked};
use super::{Piece, Query, Situation};
use crate::hexgrid::HexId;
use crate::model::{Act, Advance, Ban, BondBlocks, Pass, Points, ZoneEffectKind};

/// What stops an advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAdvance<'g> {
    /// Ground, hexside or enemy close the hex to it.
    Closed,
    /// It could not move there, or not so far.
    NoMove,
    Ban(&'g Ban),
    /// A bond between two hexes.
    Bond,
    /// A zone that closes advances, or a step from zone to zone.
    Zone,
    /// It has entered as many hexes in enemy zones as may be.
    Zones,
    /// Only its first step may cross that hexside.
    FirstOnly,
}

impl<'a> Situation<'a> {
    /// How many hexes a piece may advance after a battle whose loser retreated so far, along a road if one leads into the hex
    /// that was attacked; nothing if it may not.
    pub fn advance(&'a self, battle: &Battle<'_>, piece: &Piece, hex: HexId, retreated: u32) -> Option<Points> {
        let plain = self.advance_after(battle, piece, hex, retreated, None)?;
        let query = Query { subject: Some((*piece, Some(hex))), retreated: Some(retreated), ..self.of_battle(battle) };
        let entry = self.advance_entry(&query, piece, hex).map(|(_, entry)| entry);
        let road = entry.filter(|entry| self.along_roads(entry, hex, &[battle.target])).and_then(|entry| entry.by_road.as_ref());
        Some(road.and_then(|road| query.amount(&road.hexes)).map_or(plain, |farther| plain.max(farther)))
    }

    /// How many where it does not follow a road, after a result of which the code is known.
    pub fn advance_after(
        &'a self,
        battle: &Battle<'_>,
        piece: &Piece,
        hex: HexId,
        retreated: u32,
        result: Option<&str>,
    ) -> Option<Points> {
        let scene = self.of_battle(battle);
        let query = Query { subject: Some((*piece, Some(hex))), retreated: Some(retreated), result, ..scene };
        let bans = self.bans(&query, &[Act::Advance]);
        if bans.iter().any(|ban| query.forbids(ban, hex, battle.target)) {
            return None;
        }
        let side = self.engine.side_of(piece)?;
        if self.bonded(side, hex, battle.target, BondBlocks::Advance).is_some() {
            return None;
        }
        if self.zoned(&query, ZoneEffectKind::Advance, piece, hex, battle.target) {
            return None;
        }
        let (_, entry) = self.advance_entry(&query, piece, hex)?;
        match &entry.hexes {
            Some(hexes) => query.amount(hexes),
            None => Some(Points::whole(i32::try_from(retreated).ok()?)),
        }
    }

    /// The entry that says how a unit advances, and its place in the list.
    pub fn advance_entry(&'a self, query: &Query<'_>, piece: &Piece, hex: HexId) -> Option<(usize, &'a Advance)> {
        let list = &self.engine.game().rules.advance;
        let entry = self.engine.live(list, &self.moment).find(|entry| {
            entry.who.as_ref().is_none_or(|who| query.fits(who, piece, Some(hex)).sure())
                && query.counts(entry.when.as_ref()).sure()
        })?;
        Some((list.list.iter().position(|other| other.id.0 == entry.id.0)?, entry))
    }

    /// Whether all of a way goes along roads that lengthen an advance.
    pub fn along_roads(&self, entry: &Advance, from: HexId, way: &[HexId]) -> bool {
        let Some((road, land)) = entry.by_road.as_ref().zip(self.engine.land()) else { return false };
        let mut at = from;
        way.iter().all(|to| {
            let from = std::mem::replace(&mut at, *to);
            let links = land.slot(from, *to).map(|slot| land.roads(from, slot)).unwrap_or_default();
            links.iter().any(|kind| road.roads.as_ref().is_none_or(|roads| roads.contains(kind)))
        })
    }

    /// Whether a unit that advances may take the next step. What holds of the hex that was attacked has been asked before.
    pub fn next_advance(
        &'a self,
        query: &Query<'_>,
        entry: Option<&Advance>,
        piece: Piece,
        way: (HexId, &[HexId]),
        to: HexId,
        into_target: bool,
    ) -> Result<(), NoAdvance<'a>> {
        let (from, way) = way;
        let (at, first) = (way.last().copied().unwrap_or(from), way.is_empty());
        let side = self.engine.side_of(&piece).ok_or(NoAdvance::Closed)?;
        if !self.may_pass(piece, at, to, first) {
            return Err(NoAdvance::Closed);
        }
        if !into_target {
            if let Some(ban) = self.bans(query, &[Act::Advance]).into_iter().find(|ban| query.forbids(ban, at, to)) {
                return Err(NoAdvance::Ban(ban));
            }
            if self.bonded(side, at, to, BondBlocks::Advance).is_some() {
                return Err(NoAdvance::Bond);
            }
            if self.zoned(query, ZoneEffectKind::Advance, &piece, at, to) {
                return Err(NoAdvance::Zone);
            }
        }
        let Some(entry) = entry else { return Ok(()) };
        if entry.zones.is_some_and(|most| way.iter().filter(|hex| self.in_enemy_zone(side, **hex)).count() >= most as usize) {
            return Err(NoAdvance::Zones);
        }
        let both = || self.in_enemy_zone(side, at) && self.in_enemy_zone(side, to);
        if entry.pass.is_some_and(|pass: Pass| both() && !self.may_pass_zones(pass, side, at, to, first)) {
            return Err(NoAdvance::Zone);
        }
        if !first && entry.first_only.as_ref().is_some_and(|sides| query.is_hexside(sides, at, to).sure()) {
            return Err(NoAdvance::FirstOnly);
        }
        if entry.as_move == Some(true) && !self.could_move(piece, from, way, to) {
            return Err(NoAdvance::NoMove);
        }
        Ok(())
    }

    /// Whether a unit could go so in a move, were there no zones.
    fn could_move(&'a self, piece: Piece, from: HexId, way: &[HexId], to: HexId) -> bool {
        let Some(mover) = self.driven(piece, from) else { return true };
        let mover = Mover { stop: Vec::new(), enter: Vec::new(), leave: Vec::new(), pass: Vec::new(), bonds: false, ..mover };
        let (mut at, mut spent, mut ended) = (from, Points(0), false);
        for (n, hex) in way.iter().copied().chain([to]).enumerate() {
            let first = n == 0;
            if std::mem::replace(&mut ended, false) {
                return false;
            }
            // Whoever could not pay for its first hex may take it all the same: the battle was won.
            let step = match mover.step(at, hex, first, None) {
                Ok(step) => step,
                Err(StepBlocked::TooDear(_) | StepBlocked::Whole) if first => {
                    ended = true;
                    at = hex;
                    continue;
                }
                Err(_) => return false,
            };
            match mover.spend(spent, step, first) {
                Ok((now, stop)) => (spent, ended) = (now, stop),
                Err(_) if first => ended = true,
                Err(_) => return false,
            }
            at = hex;
        }
        true
    }
}
