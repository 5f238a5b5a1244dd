//! How a piece moves: its class, its points, and all that stops, costs or forbids it, found once for a move.

use super::{CannotMove, Mover, Piece, Query, Situation, Truth};
use crate::hexgrid::HexId;
use crate::model::{Act, Ban, Ignored, Mode, ModeName, Per, Points, Role, Surcharge, ZoneEffectKind};

impl<'a> Situation<'a> {
    /// A piece as it moves from a hex; `mode` is one of the special ways.
    pub fn mover(&'a self, piece: Piece, from: HexId, mode: Option<ModeName>) -> Result<Mover<'a>, CannotMove<'a>> {
        self.made_mover(piece, from, mode, false)
    }

    /// A piece that goes without being asked: it retreats or advances, whosever phase it is and though it may not move.
    pub(super) fn driven(&'a self, piece: Piece, from: HexId) -> Option<Mover<'a>> {
        self.made_mover(piece, from, None, true).ok()
    }

    fn made_mover(
        &'a self,
        piece: Piece,
        from: HexId,
        mode: Option<ModeName>,
        driven: bool,
    ) -> Result<Mover<'a>, CannotMove<'a>> {
        let game = self.engine.game();
        if self.engine.land().is_none() {
            return Err(CannotMove::NoMap);
        }
        let movement = game.rules.movement.as_ref();
        let modes = movement.map(|m| self.engine.live(&m.modes, &self.moment)).unwrap_or_default();
        let mode = match mode {
            Some(name) => Some(modes.into_iter().find(|mode| mode.id.number() == name).ok_or(CannotMove::NoMode)?),
            None => None,
        };
        let plain = self.about(piece, Some(from));
        let query = Query { start: Some(from), mode: mode.map(|mode| mode.id.number()), ..plain };
        let unit = game.units.at(piece.unit).ok_or(CannotMove::NoClass)?;
        let class = mode.and_then(|mode| mode.class).or(unit.class).ok_or(CannotMove::NoClass)?;
        if let Some(mode) = mode {
            let fits = mode.who.as_ref().is_none_or(|who| query.fits(who, &piece, Some(from)).possible())
                && query.counts(mode.when.as_ref()).possible()
                && mode.marker.is_none_or(|marker| {
                    self.position.unit_markers.get(&(piece.unit, piece.n)).is_some_and(|on| on.contains(&marker))
                })
                && mode.start.as_ref().is_none_or(|start| query.is_hex(start, from).possible())
                && mode.phase.as_ref().is_none_or(|phases| self.moment.phase.is_none_or(|now| phases.contains(&now)));
            if !fits {
                return Err(CannotMove::NotInMode(mode));
            }
        }
        // A way of moving may name a phase of the other side: a reaction.
        let named = mode.is_some_and(|mode| mode.phase.is_some());
        if let Some(phase) = self.phase_of_others(query.side).filter(|_| !named && !driven) {
            return Err(CannotMove::OtherSide(phase));
        }
        let bans = self.bans(&query, &[Act::Move, Act::Enter, Act::Leave, Act::Cross, Act::EndMove, Act::Mode]);
        let every = |ban: &&&Ban| ban.to.is_none() && ban.from.is_none() && ban.across.is_none() && ban.only != Some(true);
        if let Some(ban) = bans.iter().find(|ban| ban.of.contains(&Act::Move) && every(ban)).filter(|_| !driven) {
            return Err(CannotMove::Ban(ban));
        }
        // A ban of modes names those that are forbidden, or with `only` those that are not.
        for ban in bans.iter().filter(|ban| ban.of.contains(&Act::Mode) && !driven) {
            let named = |modes: &Vec<ModeName>| query.mode.is_some_and(|mode| modes.contains(&mode));
            let listed = ban.mode.as_ref().map_or(mode.is_some(), named);
            if listed != (ban.only == Some(true)) {
                return Err(CannotMove::Ban(ban));
            }
        }
        let allowance = self.allowance(&query, &piece, mode).or(driven.then_some(Points(0))).ok_or(CannotMove::NoAllowance)?;
        let effects = |kind| {
            let mut list = self.engine.zone_effects(self, kind);
            list.retain(|effect| {
                query.counts(effect.when.as_ref()).sure()
                    && effect.who.as_ref().is_none_or(|who| query.fits(who, &piece, Some(from)).sure())
            });
            list
        };
        let ignores = mode.and_then(|mode| mode.ignores.clone()).unwrap_or_default();
        let heeds = |what: Ignored| !ignores.contains(&what);
        let surcharges = movement.map(|m| self.engine.live(&m.surcharges, &self.moment)).unwrap_or_default();
        let pays = |s: &&Surcharge| {
            query.counts(s.when.as_ref()).possible()
                && s.who.as_ref().is_none_or(|who| query.fits(who, &piece, Some(from)).sure())
        };
        let none = Vec::new;
        let forbids = |ban: &Ban, acts: &[Act]| !ban.of.contains(&Act::Mode) && ban.of.iter().any(|act| acts.contains(act));
        Ok(Mover {
            ground: self.engine.ground(class, mode, &self.moment),
            guaranteed: movement.and_then(|m| m.guaranteed_hex).unwrap_or(false)
                && mode.is_none()
                && query.counts(movement.and_then(|m| m.guaranteed_if.as_ref())).sure()
                && movement.and_then(|m| m.guaranteed_not.as_ref()).is_none_or(|not| !query.fits(not, &piece, Some(from)).sure()),
            with_enemy: mode.is_some_and(|mode| mode.into_enemy == Some(true))
                || game.rules.stacking.as_ref().is_none_or(|stacking| stacking.with_enemy.unwrap_or(false)),
            limits: movement
                .map(|m| self.engine.live(&m.limits, &self.moment))
                .unwrap_or_default()
                .filter(|limit| limit.per == Some(Per::Hexside))
                .filter(|limit| limit.of.as_ref().is_none_or(|of| query.fits(of, &piece, Some(from)).sure()))
                .collect(),
            one_each: mode.is_some_and(|mode| mode.hexes.is_some()) || !heeds(Ignored::Costs),
            stop: if heeds(Ignored::ZoneStop) { effects(ZoneEffectKind::Stop) } else { none() },
            enter: if heeds(Ignored::ZoneCosts) { effects(ZoneEffectKind::Enter) } else { none() },
            leave: if heeds(Ignored::ZoneCosts) { effects(ZoneEffectKind::Leave) } else { none() },
            pass: if heeds(Ignored::ZonePass) { effects(ZoneEffectKind::Pass) } else { none() },
            bonds: heeds(Ignored::Bonds) && game.rules.zones.as_ref().is_some_and(|zones| !zones.bonds.is_empty()),
            surcharges: if heeds(Ignored::Surcharges) { surcharges.into_iter().filter(pays).collect() } else { Vec::new() },
            step_bans: bans
                .iter()
                .copied()
                .filter(|ban| forbids(ban, &[Act::Move, Act::Enter, Act::Leave, Act::Cross]))
                .collect(),
            end_bans: bans.iter().copied().filter(|ban| forbids(ban, &[Act::EndMove])).collect(),
            situation: self,
            query,
            piece,
            from,
            class,
            mode,
            allowance,
            ignores,
        })
    }

    /// Bans of one of these acts that hold for the subject of a scene, without those that another lifts.
    pub fn bans(&'a self, query: &Query<'_>, acts: &[Act]) -> Vec<&'a Ban> {
        let list = self.engine.live(&self.engine.game().rules.bans, &self.moment);
        // Most entries speak of something else: those need no look at who and when.
        let of = |ban: &Ban| ban.lifts.is_some() || ban.of.iter().any(|act| acts.contains(act));
        // The mode is told at a glance; whom a ban is for takes longer.
        let modes = |ban: &Ban| {
            let named = || ban.mode.as_ref().is_none_or(|modes| query.mode.is_some_and(|now| modes.contains(&now)));
            ban.of.contains(&Act::Mode) || named()
        };
        let fits =
            |who: &crate::model::Units| query.subject.is_some_and(|(piece, hex)| query.fits(who, &piece, hex) == Truth::True);
        let holds =
            |ban: &&Ban| of(ban) && modes(ban) && ban.who.as_ref().is_none_or(fits) && query.counts(ban.when.as_ref()).sure();
        let holding: Vec<&'a Ban> = list.into_iter().filter(holds).collect();
        let lifted: Vec<&str> = holding.iter().flat_map(|ban| ban.lifts.iter().flatten().map(|name| name.0.as_str())).collect();
        let forbids = |ban: &&Ban| {
            ban.lifts.is_none() && ban.of.iter().any(|act| acts.contains(act)) && !lifted.contains(&ban.id.0.as_str())
        };
        holding.into_iter().filter(forbids).collect()
    }

    fn allowance(&self, query: &Query<'_>, piece: &Piece, mode: Option<&Mode>) -> Option<Points> {
        if let Some(hexes) = mode.and_then(|mode| mode.hexes) {
            return Some(Points::whole(i32::try_from(hexes).unwrap_or(i32::MAX)));
        }
        let mode = |of: fn(&Mode) -> Option<Points>| mode.and_then(of);
        let mut points = match mode(|mode| mode.set) {
            Some(points) => points,
            None => {
                let rating = self.engine.game().rules.movement.as_ref()?.allowance?;
                self.rating(query, piece, rating, &[Role::Unit])?.0
            }
        };
        if let Some(times) = mode(|mode| mode.times) {
            points = points.times(times);
        }
        if let Some(add) = mode(|mode| mode.add) {
            points = Points(points.0.saturating_add(add.0));
        }
        Some(points)
    }
}
