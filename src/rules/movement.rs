//! Movement: what a step costs, how far a unit comes, by which way, and what stops it.
//!
//! A step costs what the hex costs that is entered, or along a road what the road costs; then what the hexside, surcharges
//! and zones add. A mode may change the allowance and ignore some of that. A unit may always move one hex if the game
//! says so, unless the hex is closed to it.

use std::sync::Arc;

use super::ground::{Ground, GroundStep};
use super::{Piece, Query, Situation};
use crate::hexgrid::HexId;
use crate::model::{
    Apart, ArrowId, Ban, BondBlocks, BridgeCondition, ClassId, Cost, Ignored, Key, Layer, Limit, Mode, Pass, Phase, Points,
    StackingAt, Surcharge, TerrainCost, TerrainId, ZoneEffect,
};

/// What a step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// So many points; nothing if it takes the whole allowance.
    pub points: Option<Points>,
    /// Whether the move ends there.
    pub stop: bool,
    /// The road along which it goes.
    pub road: Option<TerrainId>,
}

/// What a part of the cost is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostItem<'g> {
    /// A terrain: the hex, the road, the hexside.
    Terrain(TerrainId),
    /// Entering or leaving a zone.
    Zone(&'g ZoneEffect),
    Surcharge(&'g Surcharge),
}

/// What stops a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepBlocked<'g> {
    /// The two hexes do not touch, or are not there.
    Apart,
    /// Nobody has said what this terrain costs; nothing if the ground itself is not said.
    Unknown(Option<TerrainId>),
    /// The terrain of the hex is closed.
    Terrain(TerrainId),
    /// The terrain of the hex is open only along a road.
    OnlyByRoad(TerrainId),
    /// The hexside is closed.
    Hexside(TerrainId),
    /// Only as the first step of a move.
    OnlyFirst(TerrainId),
    /// Only in another mode.
    OtherMode(TerrainId),
    /// The mode needs a road, and none leads there.
    NoRoad,
    /// The mode may not come there.
    NotThrough,
    /// An enemy unit is there.
    Enemy(Piece),
    /// From zone to zone.
    ZoneToZone(&'g ZoneEffect),
    /// A bond between two hexes.
    Bond(HexId, HexId),
    Ban(&'g Ban),
    /// As many have crossed there as may.
    Limit(&'g Limit),
    /// The whole allowance must be there, and is not.
    Whole,
    /// It would cost more than is left.
    TooDear(Points),
}

/// Why a unit cannot move so at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotMove<'g> {
    /// It has no class.
    NoClass,
    /// Nobody has said how many points it has.
    NoAllowance,
    /// There is no such mode.
    NoMode,
    /// The mode is not for it, or not now, or not from there.
    NotInMode(&'g Mode),
    Ban(&'g Ban),
    /// The game has no map.
    NoMap,
    /// It is a phase of the other side.
    OtherSide(&'g Phase),
}

/// A unit that moves, with everything that is the same for all its steps.
#[derive(Clone)]
pub struct Mover<'a> {
    pub(super) situation: &'a Situation<'a>,
    pub(super) query: Query<'a>,
    pub(super) piece: Piece,
    /// Where its move begins.
    pub from: HexId,
    /// Its class, or that of its mode.
    pub class: ClassId,
    /// The mode, if not the plain one.
    pub mode: Option<&'a Mode>,
    /// How many points it has.
    pub allowance: Points,
    /// What the ground costs it, shared with all who pay the same.
    pub(super) ground: Arc<Ground>,
    pub(super) guaranteed: bool,
    pub(super) with_enemy: bool,
    pub(super) one_each: bool,
    pub(super) ignores: Vec<Ignored>,
    pub(super) stop: Vec<&'a ZoneEffect>,
    pub(super) enter: Vec<&'a ZoneEffect>,
    pub(super) leave: Vec<&'a ZoneEffect>,
    pub(super) pass: Vec<&'a ZoneEffect>,
    pub(super) bonds: bool,
    pub(super) surcharges: Vec<&'a Surcharge>,
    pub(super) step_bans: Vec<&'a Ban>,
    /// Bans of places to end in.
    pub(super) end_bans: Vec<&'a Ban>,
    pub(super) limits: Vec<&'a Limit>,
}

/// What a step costs, item by item, where somebody asked for that.
#[derive(Default)]
struct Bill<'g> {
    asked: bool,
    items: Vec<(CostItem<'g>, Points)>,
}

impl<'g> Bill<'g> {
    fn add(&mut self, item: CostItem<'g>, points: Points) {
        if self.asked {
            self.items.push((item, points));
        }
    }
}

/// A step, or what stops it.
type StepResult<'g> = Result<Step, StepBlocked<'g>>;

impl<'a> Mover<'a> {
    /// Nobody in particular, who pays as a class does and meets nobody: for supply that is measured in points.
    pub(super) fn of_class(situation: &'a Situation<'a>, class: ClassId, side: crate::model::SideId) -> Self {
        Mover {
            ground: situation.engine.ground(class, None, &situation.moment),
            guaranteed: false,
            with_enemy: true,
            one_each: false,
            stop: Vec::new(),
            enter: Vec::new(),
            leave: Vec::new(),
            pass: Vec::new(),
            bonds: false,
            surcharges: Vec::new(),
            step_bans: Vec::new(),
            end_bans: Vec::new(),
            limits: Vec::new(),
            query: Query { side: Some(side), ..situation.query() },
            piece: Piece::new(crate::model::UnitId(u32::MAX), crate::model::Game::FULL),
            from: HexId(0),
            class,
            mode: None,
            allowance: Points(i64::MAX / 4),
            ignores: Vec::new(),
            situation,
        }
    }

    /// It has come in for so much, or for all that it had: the first hex of its move is behind it.
    pub fn entered(&mut self, cost: Option<Points>) {
        self.allowance = Points((self.allowance.0 - cost.unwrap_or(self.allowance).0).max(0));
        self.guaranteed = false;
    }

    fn toll(&self, terrain: TerrainId) -> Option<&TerrainCost> {
        self.ground.costs.get(terrain.index())?.as_ref()
    }

    /// What it costs to enter a hex, apart from how one comes there; with the terrain that decides.
    fn base(&self, hex: HexId) -> (Option<&TerrainCost>, Option<TerrainId>) {
        let Some(land) = self.situation.engine.land() else { return (None, None) };
        let game = self.situation.engine.game();
        let instead = land.features(hex).iter().find_map(|&feature| {
            let replaces = game.terrain.at(feature).is_some_and(|t| t.layer == Layer::Replaces);
            self.toll(feature).filter(|toll| replaces && toll.cost != Cost::Other).map(|toll| (feature, toll))
        });
        let ground = land.map().ground(hex);
        match instead {
            Some((feature, toll)) => (Some(toll), Some(feature)),
            None => (ground.and_then(|ground| self.toll(ground)), ground),
        }
    }

    /// What a step to a neighbour costs, by the cheapest way; `first` if it is the first of the move. Parts of the cost
    /// go into `parts`.
    pub fn step(&self, from: HexId, to: HexId, first: bool, parts: Option<&mut Vec<(CostItem<'a>, Points)>>) -> StepResult<'a> {
        let slot = self.situation.engine.land().and_then(|land| land.slot(from, to)).ok_or(StepBlocked::Apart)?;
        self.step_at(from, slot, to, first, parts)
    }

    pub(super) fn step_at(
        &self,
        from: HexId,
        slot: usize,
        to: HexId,
        first: bool,
        parts: Option<&mut Vec<(CostItem<'a>, Points)>>,
    ) -> StepResult<'a> {
        if let Some(enemy) = self.held(to) {
            return Err(StepBlocked::Enemy(*enemy));
        }
        let mut bill = Bill { asked: parts.is_some(), items: Vec::new() };
        let mut step = match self.known(from, slot, first) {
            Some(Some(step)) if parts.is_none() => step,
            // What it is made of, or what closes it, has to be found again: somebody wants to know.
            known => {
                let found = self.cheapest(from, slot, to, first, &mut bill);
                if known.is_none() {
                    self.remember(from, slot, first, found.ok());
                }
                found?
            }
        };
        self.rules(from, to, first, &mut step, &mut bill)?;
        if let Some(parts) = parts {
            *parts = bill.items;
        }
        Ok(step)
    }

    /// The enemy who keeps it out of a hex.
    fn held(&self, to: HexId) -> Option<&'a Piece> {
        let side = self.query.side.filter(|_| !self.with_enemy)?;
        let engine = self.situation.engine;
        self.situation.stack(to).iter().find(|piece| engine.side_of(piece).is_some_and(|other| other != side))
    }

    /// What is known of a step over the ground, if it has been asked for before; closed is nothing.
    fn known(&self, from: HexId, slot: usize, first: bool) -> Option<Option<Step>> {
        let cell = from.index() * 6 + slot;
        match self.ground.get(cell, first) {
            GroundStep::Unasked => None,
            _ if self.situation.side_changed(cell) => None,
            GroundStep::Closed => Some(None),
            GroundStep::Open(step) => Some(Some(step)),
        }
    }

    /// A step over the ground, as searches ask for it: nothing if it is closed, whatever closes it.
    pub(super) fn ground_step(&self, from: HexId, slot: usize, to: HexId, first: bool) -> Option<Step> {
        if self.held(to).is_some() {
            return None;
        }
        if let Some(known) = self.known(from, slot, first) {
            return known;
        }
        let found = self.cheapest(from, slot, to, first, &mut Bill::default()).ok();
        self.remember(from, slot, first, found);
        found
    }

    fn remember(&self, from: HexId, slot: usize, first: bool, step: Option<Step>) {
        let cell = from.index() * 6 + slot;
        if !self.situation.side_changed(cell) {
            self.ground.set(cell, first, step);
        }
    }

    /// A step over the ground with all that the rules make of it; nothing if they close it.
    pub(super) fn ruled_step(&self, from: HexId, to: HexId, first: bool, ground: Step) -> Option<Step> {
        let mut step = ground;
        self.rules(from, to, first, &mut step, &mut Bill::default()).ok()?;
        Some(step)
    }

    /// Over the ground alone, by the cheapest way.
    fn cheapest(&self, from: HexId, slot: usize, to: HexId, first: bool, bill: &mut Bill<'a>) -> StepResult<'a> {
        let Some(land) = self.situation.engine.land() else { return Err(StepBlocked::Apart) };
        let mut best = self.over_ground(from, slot, to, first, None, bill);
        for &road in land.roads(from, slot) {
            let mut also = Bill { asked: bill.asked, items: Vec::new() };
            let step = self.over_ground(from, slot, to, first, Some(road), &mut also);
            if dearness(&step) < dearness(&best) {
                (best, *bill) = (step, also);
            }
        }
        best
    }

    /// Over the ground alone: the hex, the road, the hexside.
    fn over_ground(
        &self,
        from: HexId,
        slot: usize,
        to: HexId,
        first: bool,
        road: Option<TerrainId>,
        bill: &mut Bill<'a>,
    ) -> StepResult<'a> {
        let Some(land) = self.situation.engine.land() else { return Err(StepBlocked::Apart) };
        let game = self.situation.engine.game();
        if let Some(roads) = self.mode.and_then(|mode| mode.roads.as_ref())
            && !road.is_some_and(|road| roads.contains(&road))
        {
            return Err(StepBlocked::NoRoad);
        }
        let along = land.along(from, slot);
        let bridge = if along.is_empty() { None } else { self.situation.bridge(from, slot, to) };
        // A road over a bridge that is down leads nowhere.
        if road.is_some() && bridge.is_some_and(|is| is != BridgeCondition::Intact) {
            return Err(along.first().map_or(StepBlocked::NoRoad, |t| StepBlocked::Hexside(*t)));
        }
        let (base, ground) = self.base(to);
        let mut step = Step { points: Some(Points(0)), stop: false, road };
        let mut add = |step: &mut Step, terrain: TerrainId, toll: &TerrainCost, points: Points| -> Result<(), StepBlocked<'a>> {
            self.conditions(toll, terrain, first)?;
            step.stop |= toll.stop;
            step.points = step.points.map(|sum| Points(sum.0.saturating_add(points.0)));
            if points.0 != 0 {
                bill.add(CostItem::Terrain(terrain), points);
            }
            Ok(())
        };
        let road_toll = road.and_then(|road| Some((road, self.toll(road)?)));
        let layer = road.and_then(|road| game.terrain.at(road)).map_or(Layer::Replaces, |t| t.layer);
        let replaced = match road_toll {
            Some((road, toll)) => match (toll.cost, layer) {
                (Cost::Points(points), Layer::Replaces) => {
                    add(&mut step, road, toll, points)?;
                    true
                }
                (Cost::Points(points) | Cost::Add(points), _) => {
                    add(&mut step, road, toll, points)?;
                    false
                }
                (Cost::All, _) => {
                    self.conditions(toll, road, first)?;
                    step.points = None;
                    true
                }
                (Cost::No, _) => return Err(StepBlocked::Terrain(road)),
                (Cost::Unknown, _) => return Err(StepBlocked::Unknown(Some(road))),
                (Cost::Other | Cost::Road, _) => false,
            },
            None => false,
        };
        if !replaced {
            let Some(terrain) = ground else { return Err(StepBlocked::Unknown(None)) };
            let Some(toll) = base else { return Err(StepBlocked::Unknown(Some(terrain))) };
            match toll.cost {
                Cost::Points(points) | Cost::Add(points) => add(&mut step, terrain, toll, points)?,
                Cost::All => {
                    self.conditions(toll, terrain, first)?;
                    step.points = None;
                }
                Cost::No => return Err(StepBlocked::Terrain(terrain)),
                Cost::Road if road.is_none() => return Err(StepBlocked::OnlyByRoad(terrain)),
                // The road that makes it open costs nothing of its own.
                Cost::Road => {}
                Cost::Other | Cost::Unknown => return Err(StepBlocked::Unknown(Some(terrain))),
            }
            for &feature in land.features(to) {
                let adds = game.terrain.at(feature).is_some_and(|t| t.layer == Layer::Adds);
                let Some(toll) = self.toll(feature).filter(|_| adds) else { continue };
                match toll.cost {
                    Cost::Points(points) | Cost::Add(points) => add(&mut step, feature, toll, points)?,
                    Cost::All => step.points = None,
                    Cost::No => return Err(StepBlocked::Terrain(feature)),
                    Cost::Road if road.is_none() => return Err(StepBlocked::OnlyByRoad(feature)),
                    _ => {}
                }
            }
        }
        let bridged = bridge == Some(BridgeCondition::Intact);
        // Mostly a bridge belongs to a road; one that is enough by itself may be built where none leads.
        let is_crossed =
            |terrain: TerrainId| bridged && (road.is_some() || game.terrain.at(terrain).is_some_and(|t| t.bridge_alone));
        if !self.ignores.contains(&Ignored::Hexsides) {
            for &terrain in along.iter().filter(|terrain| !is_crossed(**terrain)) {
                let Some(toll) = self.toll(terrain) else { continue };
                match toll.cost {
                    Cost::No => return Err(StepBlocked::Hexside(terrain)),
                    Cost::Road if road.is_none() => return Err(StepBlocked::Hexside(terrain)),
                    Cost::Unknown => return Err(StepBlocked::Unknown(Some(terrain))),
                    Cost::All => {
                        self.conditions(toll, terrain, first)?;
                        step.points = None;
                    }
                    Cost::Points(points) | Cost::Add(points) => add(&mut step, terrain, toll, points)?,
                    Cost::Other | Cost::Road => {}
                }
            }
        }
        // A way of moving that counts hexes pays one for each, whatever it costs.
        if self.one_each && step.points.is_some() {
            step.points = Some(Points::ONE);
            bill.items.clear();
        }
        Ok(step)
    }

    /// Whether no step costs less than nothing, whatever ground it leads over.
    pub(super) fn never_gains(&self) -> bool {
        let gains = |toll: &TerrainCost| matches!(toll.cost, Cost::Points(points) | Cost::Add(points) if points.0 < 0);
        self.rules_only_add() && !self.ground.costs.iter().flatten().any(gains)
    }

    /// Whether rules only add to what the ground costs.
    pub(super) fn rules_only_add(&self) -> bool {
        let crowds = |crowd: &crate::model::Crowd| crowd.costs.iter().any(|cost| cost.add.0 < 0);
        let less = |points: Option<Points>| points.is_some_and(|points| points.0 < 0);
        !self.surcharges.iter().any(|surcharge| less(surcharge.cost) || surcharge.crowd.as_ref().is_some_and(crowds))
            && !self.enter.iter().chain(&self.leave).any(|effect| less(effect.cost))
    }

    /// Whether a toll lets one through at all.
    fn conditions(&self, toll: &TerrainCost, terrain: TerrainId, first: bool) -> Result<(), StepBlocked<'a>> {
        if toll.first && !first {
            return Err(StepBlocked::OnlyFirst(terrain));
        }
        match toll.mode {
            Some(wanted) if self.mode.is_none_or(|mode| mode.id.number() != wanted) => Err(StepBlocked::OtherMode(terrain)),
            _ => Ok(()),
        }
    }

    /// What the rules add: surcharges, zones, bonds, bans.
    fn rules(&self, from: HexId, to: HexId, first: bool, step: &mut Step, bill: &mut Bill<'a>) -> Result<(), StepBlocked<'a>> {
        let Some(side) = self.query.side else { return Ok(()) };
        let query = Query { hex: Some(to), target: Some(to), cross: Some((from, to)), ..self.query };
        for surcharge in &self.surcharges {
            self.surcharge(surcharge, &query, from, to, step, bill);
        }
        if !(self.stop.is_empty() && self.enter.is_empty() && self.leave.is_empty() && self.pass.is_empty()) {
            self.zones(side, from, to, first, step, bill)?;
        }
        if self.bonds
            && let Some((a, b)) = self.situation.bonded(side, from, to, BondBlocks::Move)
        {
            return Err(StepBlocked::Bond(a, b));
        }
        if let Some(through) = self.mode.and_then(|mode| mode.through.as_ref())
            && !query.is_hex(through, to).possible()
        {
            return Err(StepBlocked::NotThrough);
        }
        if let Some(limit) = self.limits.iter().find(|limit| self.crowded(limit, &query, from, to)) {
            return Err(StepBlocked::Limit(limit));
        }
        match self.step_bans.iter().find(|ban| query.forbids(ban, from, to)) {
            Some(ban) => Err(StepBlocked::Ban(ban)),
            None => Ok(()),
        }
    }

    /// Whether as many have crossed this side as may.
    fn crowded(&self, limit: &Limit, query: &Query<'_>, from: HexId, to: HexId) -> bool {
        let Some(land) = self.situation.engine.land() else { return false };
        let side = land.hexside(from, to);
        let crossed = side.and_then(|side| self.situation.position.crossed.get(&side)).map(Vec::as_slice).unwrap_or_default();
        let weight = |piece: &Piece| self.situation.engine.weight(piece, limit.count).unwrap_or(Points(0));
        let others = crossed.iter().filter(|piece| limit.of.as_ref().is_none_or(|of| query.fits(of, piece, None).sure()));
        let sum = match limit.by {
            Some(_) => {
                let all = others.chain([&self.piece]).map(|piece| (*piece, to, weight(piece)));
                self.situation.engine.by_formation(limit, &all.collect::<Vec<_>>())
            }
            None => others.map(weight).sum::<Points>().plus(weight(&self.piece)),
        };
        limit.max.is_some_and(|max| sum > Points::whole(max)) && query.counts(limit.when.as_ref()).sure()
    }

    fn surcharge(
        &self,
        surcharge: &'a Surcharge,
        query: &Query<'_>,
        from: HexId,
        to: HexId,
        step: &mut Step,
        bill: &mut Bill<'a>,
    ) {
        let here = surcharge.into.as_ref().is_none_or(|hexes| query.is_hex(hexes, to).sure())
            && surcharge.from.as_ref().is_none_or(|hexes| query.is_hex(hexes, from).sure())
            && surcharge.across.as_ref().is_none_or(|sides| query.is_hexside(sides, from, to).sure())
            && surcharge.road.as_ref().is_none_or(|roads| step.road.is_some_and(|road| roads.contains(&road)))
            && query.counts(surcharge.when.as_ref()).sure();
        if !here {
            return;
        }
        let mut more = surcharge.cost.unwrap_or(Points(0));
        if let Some(crowd) = &surcharge.crowd {
            let others = self.situation.stack(to).iter().filter(|piece| {
                let own = self.situation.engine.side_of(piece) == self.query.side;
                crowd.of.as_ref().map_or(own, |of| query.fits(of, piece, Some(to)).sure())
            });
            let sum: Points = others.filter_map(|piece| self.situation.engine.weight(piece, crowd.count)).sum();
            let reached = crowd.costs.iter().filter(|cost| sum >= Points::whole(cost.at_least));
            more = Points(more.0.saturating_add(reached.map(|cost| cost.add.0).max().unwrap_or(0)));
        }
        step.stop |= surcharge.stop == Some(true);
        if surcharge.all == Some(true) {
            step.points = None;
        } else if more.0 != 0 {
            step.points = step.points.map(|sum| Points(sum.0.saturating_add(more.0)));
            bill.add(CostItem::Surcharge(surcharge), more);
        }
    }

    fn zones(
        &self,
        side: crate::model::SideId,
        from: HexId,
        to: HexId,
        first: bool,
        step: &mut Step,
        bill: &mut Bill<'a>,
    ) -> Result<(), StepBlocked<'a>> {
        let leaves = !(self.leave.is_empty() && self.pass.is_empty());
        let (was, is) = (leaves && self.situation.in_enemy_zone(side, from), self.situation.in_enemy_zone(side, to));
        let free = |effect: &ZoneEffect, hex: HexId| self.situation.negated(effect, side, hex, Some(&self.piece));
        for effect in self.leave.iter().filter(|effect| was && !free(effect, from)) {
            let cost = effect.cost.unwrap_or(Points(0));
            step.points = step.points.map(|sum| Points(sum.0.saturating_add(cost.0)));
            bill.add(CostItem::Zone(effect), cost);
        }
        if !is {
            return Ok(());
        }
        for effect in self.enter.iter().filter(|effect| !free(effect, to)) {
            let cost = effect.cost.unwrap_or(Points(0));
            step.points = step.points.map(|sum| Points(sum.0.saturating_add(cost.0)));
            bill.add(CostItem::Zone(effect), cost);
        }
        for effect in self.pass.iter().filter(|effect| was && !free(effect, to)) {
            let allowed = self.situation.may_pass_zones(effect.allow.unwrap_or(Pass::Never), side, from, to, first);
            if !allowed {
                return Err(StepBlocked::ZoneToZone(effect));
            }
        }
        step.stop |= self.stop.iter().any(|effect| !free(effect, to));
        Ok(())
    }

    /// What is spent after a step, or what stops it for want of points; and whether the move ends there.
    pub fn spend(&self, spent: Points, step: Step, first: bool) -> Result<(Points, bool), StepBlocked<'a>> {
        match step.points {
            // The whole allowance must still be there.
            None if spent == Points(0) => Ok((self.allowance, true)),
            None => Err(StepBlocked::Whole),
            Some(points) => {
                let total = Points(spent.0.saturating_add(points.0.max(0)));
                match total <= self.allowance {
                    true => Ok((total, step.stop)),
                    false if first && self.guaranteed => Ok((self.allowance, true)),
                    false => Err(StepBlocked::TooDear(total)),
                }
            }
        }
    }

    /// Where an arrow of this kind points at from a hex.
    pub fn ahead(&self, kind: ArrowId, from: HexId) -> Option<HexId> {
        self.query.ahead(kind, from)
    }

    /// Why a move may not end in a hex; nothing if it may.
    pub fn may_end(&self, hex: HexId) -> Result<(), End<'a>> {
        let query = Query { hex: Some(hex), target: Some(hex), subject: Some((self.piece, Some(hex))), ..self.query };
        if let Some(mode) = self.mode
            && mode.end.as_ref().is_some_and(|end| !query.is_hex(end, hex).possible())
        {
            return Err(End::Mode(mode));
        }
        let here = |ban: &&&Ban| {
            let named = ban.to.as_ref().is_none_or(|hexes| query.is_hex(hexes, hex).sure());
            named != (ban.only == Some(true))
        };
        if let Some(ban) = self.end_bans.iter().find(here) {
            return Err(End::Ban(ban));
        }
        let mut stack: Vec<Piece> = self.situation.stack(hex).to_vec();
        stack.retain(|piece| (piece.unit, piece.n) != (self.piece.unit, self.piece.n));
        stack.retain(|piece| self.situation.engine.side_of(piece) == self.query.side);
        stack.push(self.piece);
        let in_mode = self.mode.and_then(|mode| self.situation.overstack_in(hex, &stack, mode.id.number()));
        let now = || self.situation.first_overstack(hex, &stack, StackingAt::Movement);
        match in_mode.or_else(now).or_else(|| self.crowds(hex, &stack)) {
            Some(over) => Err(End::Overstacked(Box::new(over))),
            None => match self.situation.apart(hex, &stack) {
                Some((entry, one, other)) => Err(End::Apart(entry, one, other)),
                None => Ok(()),
            },
        }
    }

    /// A limit that binds at the end of the phase, and that those break who have moved already: the others may still go.
    fn crowds(&self, hex: HexId, stack: &[Piece]) -> Option<super::Overstack> {
        let moved = self.situation.moment.moved.as_ref()?;
        let stays = |piece: &&Piece| piece.counter() == self.piece.counter() || moved.contains(&piece.counter());
        let staying: Vec<Piece> = stack.iter().filter(stays).copied().collect();
        self.situation.first_overstack(hex, &staying, StackingAt::PhaseEnd)
    }

    /// What a terrain demands of it.
    pub(super) fn toll_of(&self, terrain: TerrainId) -> Option<&TerrainCost> {
        self.toll(terrain)
    }

    /// What the ground of a hex costs it, and which terrain decides.
    pub(super) fn ground_cost(&self, hex: HexId) -> Option<(Cost, TerrainId)> {
        let (toll, terrain) = self.base(hex);
        Some((toll?.cost, terrain?))
    }

    /// The field on which it moves.
    pub fn situation(&self) -> &'a Situation<'a> {
        self.situation
    }
}

/// Why a move may not end in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<'g> {
    /// Not in this mode.
    Mode(&'g Mode),
    Ban(&'g Ban),
    /// Too many would be there.
    Overstacked(Box<super::Overstack>),
    /// These two never share a hex.
    Apart(&'g Apart, Piece, Piece),
}

/// Of two ways the one that costs less; one that nobody knows is dearer than one that takes all.
fn dearness(step: &StepResult<'_>) -> (u8, i64) {
    match step {
        Ok(Step { points: Some(points), .. }) => (0, points.0),
        Ok(Step { points: None, .. }) => (1, 0),
        Err(StepBlocked::Unknown(_)) => (2, 0),
        Err(_) => (3, 0),
    }
}
