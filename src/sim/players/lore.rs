//! What is found once for a game and a scenario, and shared by all games and threads: what each side wants, what steps
//! cost, how far it is, how well a hex is defended. Nothing here hangs on who asks first.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::aims::{Aim, Aims, Reader};
use super::fields::{Changed, Near, POINT, SHUT, counted, field, hangs_on, repaired};
use crate::hexgrid::{HexId, Hexside};
use crate::model::{
    Act, Action, BridgeCondition, ClassId, CombatKind, Effect, Game, Key, Location, RatingId, RatingValue, Scenario, SideId,
    UnitId,
};
use crate::rules::{Battle, Column, Engine, Moment, Piece, Position, Situation};
use crate::sorting::Arrange;

/// So many states of all bridges are remembered.
const MOST_WAYS: usize = 256;

/// Units that pay the same for every step.
struct Profile {
    unit: UnitId,
}

/// What steps cost while the bridges are so.
pub(super) struct Ways {
    bridges: Bridges,
    /// By profile, six steps for each hex, and the dearest of all.
    costs: Vec<(Vec<u16>, u16)>,
    /// How far it is to each target, by profile.
    fields: Mutex<Fields>,
    /// Distances as they were before some steps changed, and those steps by profile.
    before: (Fields, Vec<Vec<Changed>>),
}

/// Distances by profile and target.
type Fields = BTreeMap<(u16, u16), Arc<Vec<u32>>>;
type Bridges = BTreeMap<Hexside, BridgeCondition>;
/// What steps cost, by how the bridges are.
type AllWays = BTreeMap<Vec<(Hexside, u8)>, Arc<Ways>>;

/// What players know of a game before it begins.
pub(super) struct Lore<'e> {
    pub(super) engine: &'e Engine<'e>,
    pub(super) scenario: &'e Scenario,
    pub(super) near: Near,
    profiles: Vec<Profile>,
    profile_of: Vec<Option<u16>>,
    first: (Bridges, Vec<Vec<u16>>),
    ways: Mutex<AllWays>,
    /// What each side wants.
    pub(super) sides: Vec<Aims>,
    /// Hexes to which distances are asked for: those of all aims.
    pub(super) targets: Vec<Vec<HexId>>,
    /// The rating of attackers, and that of defenders.
    pub(super) ratings: Option<(RatingId, RatingId)>,
    /// How well each hex is defended, in hundredths of open ground.
    pub(super) cover: Vec<i64>,
    /// Whether supply traces lead to a unit, by unit.
    suppliers: Vec<bool>,
    /// How far away they supply.
    pub(super) supply_range: Range,
    /// Whether how a side stands can tell what an action does, by action.
    telling: Vec<bool>,
}

/// How far something reaches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Range {
    /// By what steps cost.
    Points(u32),
    Hexes(u32),
}

fn code(is: BridgeCondition) -> u8 {
    match is {
        BridgeCondition::Intact => 0,
        BridgeCondition::Blown => 1,
        BridgeCondition::Building => 2,
    }
}

/// Nobody is anywhere, and the bridges are so.
fn with_bridges(bridges: &Bridges) -> Position {
    let mut position = Position::default();
    position.bridges.clone_from(bridges);
    position
}

impl<'e> Lore<'e> {
    /// Finds what is to be known.
    pub(super) fn new(engine: &'e Engine<'e>, scenario: &'e Scenario, moment: Moment) -> Self {
        let game = engine.game();
        let moment = Moment { play: true, ..moment };
        let near = engine.land().map_or_else(Near::none, Near::new);
        let bridges = Position::start(game, scenario).bridges;
        let (profiles, profile_of) = profiles(engine, &moment);
        let costs = profiles.iter().map(|profile| all_steps(engine, &moment, &bridges, profile.unit)).collect();
        let reader = Reader { engine, scenario, moment: moment.clone() };
        let sides: Vec<Aims> = game.sides.ids().map(|side| reader.aims(side)).collect();
        let mut targets: Vec<Vec<HexId>> = sides.iter().flat_map(|aims| &aims.aims).map(|aim| aim.hexes.clone()).collect();
        targets.arrange();
        targets.dedup();
        let ratings = fought_by(game);
        Lore {
            engine,
            scenario,
            near,
            profiles,
            profile_of,
            first: (bridges, costs),
            ways: Mutex::default(),
            targets,
            cover: cover(engine, &moment, &sides, ratings),
            sides,
            ratings,
            suppliers: suppliers(engine, &moment),
            supply_range: supply_range(engine, &moment),
            telling: game.rules.actions.list.iter().map(|action| is_telling(game, action)).collect(),
        }
    }

    /// Who pays the same as a unit; nothing if it does not move.
    pub(super) fn profile(&self, unit: UnitId) -> Option<u16> {
        self.profile_of.get(unit.index()).copied().flatten()
    }

    /// What a side wants.
    pub(super) fn aims(&self, side: SideId) -> &Aims {
        static NONE: Aims = Aims { aims: Vec::new(), leaving: BTreeMap::new(), kept: BTreeMap::new(), hunted: BTreeMap::new() };
        self.sides.get(side.index()).unwrap_or(&NONE)
    }

    /// The number of the hexes of an aim among the targets.
    pub(super) fn target(&self, aim: &Aim) -> Option<u16> {
        self.targets.binary_search(&aim.hexes).ok().and_then(|n| u16::try_from(n).ok())
    }

    /// What steps cost while the bridges are as a position has them; what was found while they were nearly so is not looked
    /// for again.
    pub(super) fn ways_like(&self, position: &Position, like: Option<&Ways>) -> Arc<Ways> {
        let key: Vec<(Hexside, u8)> = position.bridges.iter().map(|(side, is)| (*side, code(*is))).collect();
        let mut known = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ways) = known.get(&key) {
            return Arc::clone(ways);
        }
        if known.len() >= MOST_WAYS {
            known.clear();
        }
        let ways = Arc::new(self.find_ways(&position.bridges, like));
        known.insert(key, Arc::clone(&ways));
        ways
    }

    /// Only the steps across bridges that are not as they were then, or at first, are found anew, and only those distances
    /// are left out that hang on one of them.
    fn find_ways(&self, bridges: &Bridges, like: Option<&Ways>) -> Ways {
        let first = like.map_or(&self.first.0, |like| &like.bridges);
        let mut costs: Vec<Vec<u16>> = match like {
            Some(like) => like.costs.iter().map(|(costs, _)| costs.clone()).collect(),
            None => self.first.1.clone(),
        };
        // Nothing is a hexside without a bridge: one may be built there.
        let is = |list: &Bridges, side: &Hexside| list.get(side).copied();
        let mut sides: Vec<Hexside> = first.keys().chain(bridges.keys()).copied().collect();
        sides.arrange();
        sides.dedup();
        sides.retain(|side| is(first, side) != is(bridges, side));
        let land = self.engine.land();
        let pairs: Vec<(HexId, HexId)> = sides
            .iter()
            .filter_map(|side| match land?.map().board.hexside_hexes(*side) {
                (a, Some(b)) => Some([(a, b), (b, a)]),
                (_, None) => None,
            })
            .flatten()
            .collect();
        let moment = Moment { play: true, ..self.engine.start() };
        let position = with_bridges(bridges);
        let situation = Situation::new(self.engine, &position, moment);
        // By profile: from where to where, what it cost, and what it costs.
        let mut changed: Vec<Vec<Changed>> = vec![Vec::new(); costs.len()];
        for ((profile, costs), changed) in self.profiles.iter().zip(&mut costs).zip(&mut changed) {
            for (from, to) in &pairs {
                let Some(slot) = land.and_then(|land| land.slot(*from, *to)) else { continue };
                let cost = steps(&situation, profile.unit, *from, &[*to]).first().copied().unwrap_or(SHUT);
                if let Some(cell) = costs.get_mut(from.index() * 6 + slot) {
                    changed.push((*from, *to, *cell, cost));
                    *cell = cost;
                }
            }
        }
        let (mut fields, mut before) = (Fields::new(), Fields::new());
        if let Some(like) = like {
            let known = like.fields.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, field) in known.iter() {
                let changed = changed.get(usize::from(key.0)).map(Vec::as_slice).unwrap_or_default();
                let same = changed.iter().all(|(from, to, before, now)| !hangs_on(field, (*from, *to), *before, *now));
                if same { &mut fields } else { &mut before }.insert(*key, Arc::clone(field));
            }
        }
        let dearest = |costs: &Vec<u16>| costs.iter().copied().filter(|cost| *cost != SHUT).max().unwrap_or(0);
        let costs = costs.into_iter().map(|costs| (dearest(&costs), costs)).map(|(dearest, costs)| (costs, dearest)).collect();
        Ways { bridges: bridges.clone(), costs, fields: Mutex::new(fields), before: (before, changed) }
    }

    /// How far it is to a target for those who pay so.
    pub(super) fn far(&self, ways: &Ways, profile: u16, target: u16) -> Arc<Vec<u32>> {
        let mut known = ways.fields.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry((profile, target)).or_insert_with(|| {
            let n = usize::from(profile);
            let (before, changed) = (ways.before.0.get(&(profile, target)), ways.before.1.get(n));
            Arc::new(match (before, changed, ways.costs.get(n)) {
                (Some(before), Some(changed), Some((costs, _))) => repaired(&self.near, costs, changed, before),
                _ => self.far_past(ways, profile, target, &[]),
            })
        });
        Arc::clone(found)
    }

    /// The same, where something is in the way: `more` is added where a hex is entered.
    pub(super) fn far_past(&self, ways: &Ways, profile: u16, target: u16, more: &[u16]) -> Vec<u32> {
        let to = self.targets.get(usize::from(target)).map(Vec::as_slice).unwrap_or_default();
        self.far_from(ways, profile, to, more, u32::MAX / 8)
    }

    /// How far it is to a target as the crow flies, where a hex costs a point and a half.
    pub(super) fn straight(&self, target: u16) -> Vec<u32> {
        let to = self.targets.get(usize::from(target)).map(Vec::as_slice).unwrap_or_default();
        let each = u16::try_from(POINT * 3 / 2).unwrap_or(6);
        field(&self.near, (&vec![each; self.near.len() * 6], each), &[], to, u32::MAX / 8)
    }

    /// How far it is to some hexes, up to a bound.
    pub(super) fn far_from(&self, ways: &Ways, profile: u16, to: &[HexId], more: &[u16], most: u32) -> Vec<u32> {
        let costs = ways.costs.get(usize::from(profile));
        let (costs, dearest) = costs.map(|(costs, dearest)| (costs.as_slice(), *dearest)).unwrap_or_default();
        field(&self.near, (costs, dearest), more, to, most)
    }

    /// A printed strength of a piece in hundredths: in attack, and in defence.
    pub(super) fn strength(&self, piece: &Piece) -> (i64, i64) {
        let Some((attack, defense)) = self.ratings else { return (100, 100) };
        let printed = |rating| match self.engine.printed(piece, rating) {
            RatingValue::Known(n) => i64::from(n) * 100,
            RatingValue::Absent => 0,
            RatingValue::Unknown => 100,
        };
        (printed(attack), printed(defense))
    }

    /// How well a hex is defended, in hundredths of open ground.
    pub(super) fn cover(&self, hex: HexId) -> i64 {
        self.cover.get(hex.index()).copied().unwrap_or(100)
    }

    /// Whether it is worth while to try an action and look at how the side stands then.
    pub(super) fn is_telling(&self, action: u16) -> bool {
        self.telling.get(usize::from(action)) != Some(&false)
    }

    /// Whether others are supplied from a unit.
    pub(super) fn supplies(&self, unit: UnitId) -> bool {
        self.suppliers.get(unit.index()) == Some(&true)
    }
}

/// The ratings by which most is fought.
fn fought_by(game: &Game) -> Option<(RatingId, RatingId)> {
    let mut kinds = game.rules.combat.iter().flat_map(|combat| combat.iter());
    let found = kinds.find(|kind| kind.kind != Some(CombatKind::Barrage) && kind.attack.is_some())?;
    let attack = found.attack?;
    Some((attack, found.defense.unwrap_or(attack)))
}

/// Units that pay the same: of one class, and the same bans and surcharges are for them.
fn profiles(engine: &Engine<'_>, moment: &Moment) -> (Vec<Profile>, Vec<Option<u16>>) {
    let game = engine.game();
    let position = Position::default();
    let situation = Situation::new(engine, &position, moment.clone());
    let bans = || {
        let acts = [Act::Move, Act::Enter, Act::Leave, Act::Cross];
        engine.live(&game.rules.bans, moment).filter(move |ban| ban.of.iter().any(|act| acts.contains(act)))
    };
    let surcharges = || game.rules.movement.iter().flat_map(|movement| engine.live(&movement.surcharges, moment));
    let mut known: BTreeMap<(ClassId, Vec<bool>), u16> = BTreeMap::new();
    let mut list = Vec::new();
    let of = game.units.iter().map(|(id, unit)| {
        let class = unit.class.filter(|_| unit.side.is_some())?;
        let piece = Piece::new(id, Game::FULL);
        let query = situation.about(piece, None);
        let fits = |who: Option<&crate::model::Units>| who.is_none_or(|who| query.fits(who, &piece, None).possible());
        let bits = bans().map(|ban| fits(ban.who.as_ref())).chain(surcharges().map(|add| fits(add.who.as_ref()))).collect();
        let next = u16::try_from(list.len()).ok()?;
        let number = *known.entry((class, bits)).or_insert(next);
        if number == next {
            list.push(Profile { unit: id });
        }
        Some(number)
    });
    let of = of.collect();
    (list, of)
}

/// What steps from a hex cost a unit that nobody hinders.
fn steps(situation: &Situation<'_>, unit: UnitId, from: HexId, to: &[HexId]) -> Vec<u16> {
    let piece = Piece::new(unit, Game::FULL);
    let Ok(mover) = situation.mover(piece, from, None) else { return vec![SHUT; to.len()] };
    let cost = |to: &HexId| match mover.step(from, *to, false, None) {
        Ok(step) => counted(step.points.unwrap_or(mover.allowance)),
        Err(_) => SHUT,
    };
    to.iter().map(cost).collect()
}

fn all_steps(engine: &Engine<'_>, moment: &Moment, bridges: &Bridges, unit: UnitId) -> Vec<u16> {
    let Some(land) = engine.land() else { return Vec::new() };
    let position = with_bridges(bridges);
    let situation = Situation::new(engine, &position, moment.clone());
    let piece = Piece::new(unit, Game::FULL);
    let mut costs = vec![SHUT; land.len() * 6];
    let Ok(mover) = situation.mover(piece, HexId(0), None) else { return costs };
    for hex in (0..u32::try_from(land.len()).unwrap_or(u32::MAX)).map(HexId) {
        for (slot, to) in land.near(hex).into_iter().enumerate() {
            let Some(step) = to.and_then(|to| mover.step(hex, to, false, None).ok()) else { continue };
            if let Some(cell) = costs.get_mut(hex.index() * 6 + slot) {
                *cell = counted(step.points.unwrap_or(mover.allowance));
            }
        }
    }
    costs
}

/// Units to which supply traces of their side lead.
fn suppliers(engine: &Engine<'_>, moment: &Moment) -> Vec<bool> {
    let game = engine.game();
    let position = Position::default();
    let situation = Situation::new(engine, &position, moment.clone());
    let wanted: Vec<_> =
        situation.traces().flat_map(|trace| trace.to.iter().flatten()).filter_map(|to| to.units.as_ref()).collect();
    let is = |id: UnitId| {
        let piece = Piece::new(id, Game::FULL);
        let query = situation.about(piece, None);
        wanted.iter().any(|units| query.fits(units, &piece, None).possible())
    };
    game.units.ids().map(|id| !wanted.is_empty() && is(id)).collect()
}

/// Whether an action does anything that shows in how a side stands.
fn is_telling(game: &Game, action: &Action) -> bool {
    let table = action.table.and_then(|table| game.tables.at(table));
    let results = table.into_iter().flat_map(|table| table.results.iter().flatten()).flat_map(|result| &result.effects);
    let lists = action.effects.iter().flatten().chain(action.otherwise.iter().flatten());
    lists.chain(results).any(|effect| shows(game, effect))
}

fn shows(game: &Game, effect: &Effect) -> bool {
    match effect {
        // Only a face of its own changes what a unit can do at a glance.
        Effect::State { state, .. } | Effect::Clear { state, .. } => {
            game.units.values().any(|unit| unit.faces.iter().any(|face| face.state == *state))
        }
        Effect::Place { .. }
        | Effect::Remove { .. }
        | Effect::Flip { .. }
        | Effect::Counter { .. }
        | Effect::Flag { .. }
        | Effect::Shift { .. }
        | Effect::Modify { .. }
        | Effect::Weather { .. }
        | Effect::Ground { .. }
        | Effect::Draw { .. } => false,
        _ => true,
    }
}

/// How far away units supply others: the longest trace that leads to a unit.
fn supply_range(engine: &Engine<'_>, moment: &Moment) -> Range {
    let position = Position::default();
    let situation = Situation::new(engine, &position, moment.clone());
    let mut traces = situation.traces().filter(|trace| trace.to.iter().flatten().any(|to| to.units.is_some()));
    let Some(segment) = traces.next().and_then(|trace| trace.segments.first()) else { return Range::Hexes(0) };
    match (segment.points, segment.hexes) {
        (Some(points), _) => Range::Points(u32::try_from(points.floor().saturating_mul(POINT)).unwrap_or(0)),
        (None, Some(hexes)) => Range::Hexes(hexes.min(20)),
        (None, None) => Range::Hexes(6),
    }
}

/// How well each hex is defended: the same attack is weighed everywhere.
fn cover(engine: &Engine<'_>, moment: &Moment, sides: &[Aims], ratings: Option<(RatingId, RatingId)>) -> Vec<i64> {
    let game = engine.game();
    let Some(land) = engine.land() else { return Vec::new() };
    let plain = vec![100; land.len()];
    let Some((attack, defense)) = ratings.filter(|_| sides.len() > 1) else { return plain };
    let kinds = game.rules.combat.as_ref().map(|combat| engine.live(combat, moment)).unwrap_or_default();
    let Some(kind) = kinds.into_iter().find(|kind| kind.attack == Some(attack) && kind.kind != Some(CombatKind::Barrage)) else {
        return plain;
    };
    // Somebody of usual strength attacks, somebody of usual strength defends.
    let usual = |rating: RatingId, not: Option<SideId>| {
        let strong = |id: UnitId| match engine.printed(&Piece::new(id, Game::FULL), rating) {
            RatingValue::Known(n) if n > 0 => Some((n, id)),
            _ => None,
        };
        let mut list: Vec<(i32, UnitId)> = game
            .units
            .iter()
            .filter(|(_, unit)| unit.side.is_some() && unit.side != not && unit.class.is_some())
            .filter_map(|(id, _)| strong(id))
            .collect();
        list.arrange();
        list.get(list.len() / 2).map(|(_, id)| *id)
    };
    let Some(attacker) = usual(attack, None) else { return plain };
    let Some(defender) = usual(defense, game.units.at(attacker).and_then(|unit| unit.side)) else { return plain };
    let (strong, weak) = (Piece::new(attacker, Game::FULL), Piece::new(defender, Game::FULL));
    let found = (0..u32::try_from(land.len()).unwrap_or(u32::MAX)).map(HexId).map(|hex| {
        let mut position = Position::default();
        position.add(weak, Location::Hex(hex));
        let Some(from) = land.near(hex).into_iter().flatten().next() else { return 100 };
        position.add(strong, Location::Hex(from));
        let moment = Moment { phase: None, side: None, ..moment.clone() };
        let situation = Situation::new(engine, &position, moment);
        let battle = Battle {
            kind: Some(kind),
            target: hex,
            attackers: vec![(strong, from), (strong, from), (strong, from)],
            defenders: vec![(weak, hex)],
            supporters: Vec::new(),
            more: (0, 0),
            called: true,
            drawn: false,
        };
        let Ok(odds) = situation.odds(&battle) else { return 100 };
        let printed = match engine.printed(&weak, defense) {
            RatingValue::Known(n) => i64::from(n).max(1).saturating_mul(crate::model::Points::ONE.0),
            _ => crate::model::Points::ONE.0,
        };
        let doubled = (odds.defense.sum.0.saturating_mul(100) / printed).clamp(50, 400);
        // A column is about a third of the strength.
        let shifted = match odds.column {
            Column::Forbidden => 3,
            _ => i64::from(-odds.shift),
        };
        (doubled * (100 + 33 * shifted.clamp(-2, 6)) / 100).clamp(40, 500)
    });
    found.collect()
}
