//! What can be done only so often: limits of moves and combats over a phase, a turn or the game, and pools.

use std::collections::BTreeSet;

use super::{Asker, Change, Decision, Fighting, Frame, Match, Moving, Next, Refused, Span, UseOf, What, sum};
use crate::hexgrid::HexId;
use crate::model::{Dice, Game, Limit, Per, Points, Pool, SideId, StackingAt};
use crate::rules::{Counter, Piece, Query};

/// A limit that binds a unit: what is counted under what, how much the unit adds, and how much there may be.
struct Bound<'l> {
    limit: &'l Limit,
    of: UseOf,
    span: Span,
    weight: u32,
    /// Where formations are counted: whether this one counts already.
    also: Option<UseOf>,
}

/// How long a limit counts; nothing if it is not one over time.
fn span(per: Option<Per>) -> Option<Span> {
    match per? {
        Per::Phase | Per::Unit => Some(Span::Phase),
        Per::Turn => Some(Span::Turn),
        Per::Side | Per::Game => Some(Span::Game),
        Per::Hex | Per::Hexside | Per::Combat => None,
    }
}

/// Whether a limit of stacking binds at the end of a phase.
pub(super) fn binds_late(game: &Game) -> bool {
    let limits = game.rules.stacking.iter().flat_map(|stacking| &stacking.limits.list);
    limits.into_iter().any(|limit| limit.at.iter().flatten().any(|at| *at == StackingAt::PhaseEnd))
}

impl<'e> Match<'e> {
    fn bound<'l>(&self, limit: &'l Limit, piece: &Piece, of: UseOf) -> Option<Bound<'l>> {
        let span = span(limit.per)?;
        let points = self.engine.weight(piece, limit.count).unwrap_or(Points::ONE);
        let weight = u32::try_from(points.floor().clamp(0, 1_000_000)).unwrap_or(0);
        let formation = limit.by.as_ref().and_then(|level| self.engine.formation(piece.unit, Some(level)));
        let also = formation.map(|formation| UseOf::Formation(Box::new(of.clone()), formation));
        let counts = also.clone().is_none_or(|also| self.used(also, span) == 0);
        Some(Bound { limit, of, span, weight: if counts { weight } else { 0 }, also })
    }

    /// Whose account a limit is on: of everybody, a side, or a unit.
    fn account(per: Option<Per>, side: Option<SideId>, counter: Counter) -> (Option<SideId>, Option<Counter>) {
        match per {
            Some(Per::Unit) => (None, Some(counter)),
            Some(Per::Game) => (None, None),
            _ => (side, None),
        }
    }

    /// The limits of moves that bind a unit that begins to move.
    fn move_limits(&self, piece: Piece, from: HexId, moving: &Moving) -> Vec<Bound<'e>> {
        let Some(movement) = &self.engine.game().rules.movement else { return Vec::new() };
        if movement.limits.list.iter().all(|limit| span(limit.per).is_none()) {
            return Vec::new();
        }
        let mode = moving.mode.and_then(|n| self.mode(n)).map(|mode| mode.id.number());
        self.look(|situation| {
            let query = Query { mode, ..situation.about(piece, Some(from)) };
            let binds = |limit: &&Limit| {
                limit.modes.as_ref().is_none_or(|modes| mode.is_some_and(|mode| modes.contains(&mode)))
                    && limit.of.as_ref().is_none_or(|of| query.fits(of, &piece, Some(from)).sure())
                    && query.counts(limit.when.as_ref()).sure()
            };
            let live = self.engine.live(&movement.limits, &situation.moment).filter(binds);
            let bound = |limit: &'e Limit| {
                let n = movement.limits.list.iter().position(|other| other.id == limit.id)?;
                let (side, unit) = Self::account(limit.per, self.engine.side_of(&piece), piece.counter());
                let of = UseOf::MoveLimit(u16::try_from(n).ok()?, side, unit);
                self.bound(limit, &piece, of)
            };
            live.filter_map(bound).collect()
        })
    }

    /// Whether a unit may begin to move so, as far as so many may.
    pub(super) fn within_limits(&self, piece: Piece, moving: &Moving) -> Result<(), Refused> {
        let Some(from) = moving.way.first().copied().filter(|_| moving.is_first()) else { return Ok(()) };
        self.bound_by(self.move_limits(piece, from, moving))
    }

    fn bound_by(&self, bounds: Vec<Bound<'_>>) -> Result<(), Refused> {
        for Bound { limit, of, span, weight, .. } in bounds {
            let most = u32::try_from(limit.max.unwrap_or(i32::MAX)).unwrap_or(0);
            if self.used(of, span).saturating_add(weight) > most {
                let rule = crate::rules::Words::rule(limit.rule.as_ref().map(|rule| rule.0.as_str()));
                return Err(Refused::new(format!("limit `{}` allows {most}{rule}", limit.id.0)));
            }
        }
        Ok(())
    }

    fn counts_towards(&mut self, bounds: Vec<Bound<'_>>) {
        let uses = bounds.into_iter().flat_map(|Bound { of, span, weight, also, .. }| {
            [Some((of, span, weight)), also.map(|also| (also, span, 1))].into_iter().flatten()
        });
        for (of, per, weight) in uses.collect::<Vec<_>>() {
            let key = super::Use { of, per };
            let before = self.state.used.get(&key).copied().unwrap_or(0);
            self.change(Change::Use { key, before, after: before.saturating_add(weight) });
        }
    }

    /// A move that is made counts towards its limits.
    pub(super) fn counts_move(&mut self, piece: Piece, moving: &Moving) {
        let Some(from) = moving.way.first().copied() else { return };
        let bounds = self.move_limits(piece, from, moving);
        self.counts_towards(bounds);
    }

    /// Whether a kind of combat has limits that count over more than one attack.
    pub(super) fn limits_attacks(kind: &crate::model::Combat) -> bool {
        kind.limits.list.iter().any(|limit| span(limit.per).is_some())
    }

    fn combat_limits(&self, fighting: &Fighting, counter: Counter) -> Vec<Bound<'e>> {
        let Some((n, kind)) = fighting.kind.and_then(|n| Some((n, self.combat(Some(n))?))) else { return Vec::new() };
        if !Self::limits_attacks(kind) {
            return Vec::new();
        }
        let Some((hex, piece)) = self.on_map(counter) else { return Vec::new() };
        self.look(|situation| {
            let battle = self.battle_in(situation, fighting);
            let query = Query { subject: Some((piece, Some(hex))), ..situation.of_battle(&battle) };
            let binds = |limit: &&Limit| {
                limit.of.as_ref().is_none_or(|of| query.fits(of, &piece, Some(hex)).sure())
                    && query.counts(limit.when.as_ref()).sure()
            };
            let live = self.engine.live(&kind.limits, &situation.moment).filter(binds);
            let bound = |limit: &'e Limit| {
                let place = kind.limits.list.iter().position(|other| other.id == limit.id)?;
                let (side, unit) = Self::account(limit.per, Some(fighting.side), counter);
                let of = UseOf::CombatLimit(n, u16::try_from(place).ok()?, side, unit);
                self.bound(limit, &piece, of)
            };
            live.filter_map(bound).collect()
        })
    }

    /// Whether a unit may join an attack, as far as so many may attack in a phase, a turn or the game.
    pub(super) fn within_attacks(&self, fighting: &Fighting, counter: Counter) -> Result<(), Refused> {
        let mut bounds = self.combat_limits(fighting, counter);
        // Those who have joined it count already; a formation counts once.
        let mut seen: BTreeSet<UseOf> = bounds.iter().filter_map(|bound| bound.also.clone()).collect();
        for other in &fighting.attackers {
            for joined in self.combat_limits(fighting, *other) {
                if joined.also.is_some_and(|also| !seen.insert(also)) {
                    continue;
                }
                if let Some(bound) = bounds.iter_mut().find(|bound| bound.of == joined.of) {
                    bound.weight = bound.weight.saturating_add(joined.weight);
                }
            }
        }
        self.bound_by(bounds)
    }

    pub(super) fn counts_attack(&mut self, fighting: &Fighting) {
        for counter in &fighting.attackers {
            let bounds = self.combat_limits(fighting, *counter);
            self.counts_towards(bounds);
        }
    }

    /// Fills the pools that are full again now: at the beginning of the game all of them. Those for which dice are thrown
    /// are told, by their places in the list.
    pub(super) fn fill_pools(&mut self, begins: Option<Per>) -> Vec<u16> {
        if let Some(begins) = begins {
            self.refill_decks(begins);
        }
        let pools = &self.engine.game().rules.pools;
        let side = self.phase_side();
        let moment = self.moment();
        let mut open = Vec::new();
        for pool in self.engine.live(pools, &moment) {
            if pool.counter.is_none() || begins.is_some() && pool.each != begins {
                continue;
            }
            let holds = self.look(|situation| {
                let query = Query { side, ..situation.query() };
                let own = pool.side.zip(side).is_none_or(|(word, side)| query.is_side(word, side).possible());
                let own = own || begins != Some(Per::Phase);
                own && query.counts(pool.when.as_ref()).sure()
            });
            match pool.count.dice().is_empty() {
                _ if !holds => {}
                true => self.fill(pool, &[]),
                false => {
                    let place = pools.list.iter().position(|other| other.id == pool.id);
                    open.extend(place.and_then(|place| u16::try_from(place).ok()));
                }
            }
        }
        open
    }

    /// A pool is full again; how full may hang on dice.
    fn fill(&mut self, pool: &Pool, thrown: &[(Dice, i32)]) {
        let Some(name) = pool.counter else { return };
        let side = self.phase_side();
        let count = self.look(|situation| Query { side, thrown, ..situation.query() }.amount(&pool.count));
        let after = count.map(|points| i32::try_from(points.floor().clamp(0, 1_000_000)).unwrap_or(0));
        let before = self.state.position.counters.get(&name).copied();
        if after.is_some() && before != after {
            self.change(Change::Count { name, before, after });
        }
    }

    /// Lets dice say how full pools are, the first of them first.
    pub(super) fn throw_for_pools(&mut self, pools: &BTreeSet<u16>) {
        for pool in pools.iter().rev() {
            self.push(Frame::Fill { pool: *pool, thrown: Vec::new() });
        }
    }

    fn pool_at(&self, n: u16) -> Option<&'e Pool> {
        self.live_at(&self.engine.game().rules.pools, n)
    }

    pub(super) fn run_fill(&mut self, n: u16, thrown: &[(Dice, i32)]) -> Next {
        let pool = self.pool_at(n);
        let dice = pool.map(|pool| pool.count.dice()).unwrap_or_default();
        let next = dice.into_iter().find(|dice| !thrown.iter().any(|(other, _)| other == dice));
        if let Some((dice, pool)) = next.zip(pool) {
            return Next::Asks(Asker::Dice, What::Roll(dice, pool.id.0.clone()));
        }
        self.pop();
        if let Some(pool) = pool {
            self.fill(pool, thrown);
        }
        Next::Goes
    }

    pub(super) fn decide_fill(&mut self, pool: u16, mut thrown: Vec<(Dice, i32)>, decision: &Decision) {
        let dice = self.pool_at(pool).map(|pool| pool.count.dice()).unwrap_or_default();
        let next = dice.into_iter().find(|dice| !thrown.iter().any(|(other, _)| other == dice));
        let (Decision::Roll(faces), Some(dice)) = (decision, next) else { return self.pop() };
        let Some(rolled) = sum(dice, faces) else { return };
        thrown.push((dice, rolled));
        self.step(Frame::Fill { pool, thrown });
    }

    /// Who has moved in this phase.
    pub(super) fn moved_now(&self) -> BTreeSet<Counter> {
        let counter = |key: &super::Use| match (&key.of, key.per) {
            (UseOf::Moved(counter), Span::Phase) => Some(*counter),
            _ => None,
        };
        self.state.used.keys().filter_map(counter).collect()
    }

    /// Hexes in which too many of a side's units stand for the end of a phase.
    pub(super) fn crowded(&self, side: SideId) -> Vec<HexId> {
        if !self.late {
            return Vec::new();
        }
        self.look(|situation| {
            let stacks = self.state.position.stacks();
            let own = stacks.filter(|(_, stack)| stack.iter().any(|piece| self.engine.side_of(piece) == Some(side)));
            let over = own.filter(|(hex, stack)| !situation.overstacks(*hex, stack, StackingAt::PhaseEnd).is_empty());
            over.map(|(hex, _)| hex).collect()
        })
    }

    /// Who cannot stay where too many are at the end of a phase is lost: the last who came first.
    pub(super) fn thin_out(&mut self, side: SideId) {
        while let Some(hex) = self.crowded(side).first().copied() {
            let last = self.state.position.stack(hex).iter().rev().find(|piece| self.engine.side_of(piece) == Some(side));
            let Some(last) = last.map(Piece::counter) else { return };
            self.eliminate(last);
        }
    }
}
