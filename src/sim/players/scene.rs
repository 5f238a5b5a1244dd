//! How the map looks to a side that is about to move: who threatens which hex, who is in the way, and which unit goes for
//! what.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::aims::{Aim, Why};
use super::fields::FAR;
use super::lore::{Lore, Range, Ways};
use super::style::Style;
use crate::hexgrid::HexId;
use crate::model::{Location, SideId, UnitId};
use crate::play::Match;
use crate::rules::{Counter, Piece, Position};
use crate::sorting::Arrange;

/// What a unit goes for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand {
    /// The aim, by its place among those of the side.
    pub(super) aim: usize,
    /// Its hexes among the targets.
    pub(super) target: u16,
}

/// The map as a side sees it.
pub(super) struct Scene<'l, 'e> {
    pub(super) lore: &'l Lore<'e>,
    pub(super) side: SideId,
    pub(super) style: Style,
    ways: Arc<Ways>,
    /// The strength of enemies in a hex, in defence.
    pub(super) foes: Vec<i64>,
    /// What enemies in a hex are worth.
    pub(super) prey: Vec<i64>,
    /// The strength that enemies could bring to attack a hex.
    pub(super) threat: Vec<i64>,
    /// The strength of own units beside a hex, in attack.
    pub(super) beside: Vec<i64>,
    /// What it is worth to stand in a hex.
    pub(super) wanted: Vec<i64>,
    /// How much danger counts, in hundredths: at the end there is no tomorrow.
    pub(super) caution: i64,
    /// What it costs more to enter a hex, because of enemies.
    more: Vec<u16>,
    errands: BTreeMap<Counter, Errand>,
    fields: BTreeMap<(u16, u16), Rc<Vec<u32>>>,
}

/// A unit that looks for an errand.
struct Looking {
    counter: Counter,
    unit: UnitId,
    hex: HexId,
    profile: u16,
    allowance: u32,
    strong: i64,
}

fn add(list: &mut [i64], hex: HexId, more: i64) {
    if let Some(cell) = list.get_mut(hex.index()) {
        *cell = cell.saturating_add(more);
    }
}

impl<'l, 'e> Scene<'l, 'e> {
    /// Looks at the map for a side.
    pub(super) fn new(lore: &'l Lore<'e>, game: &Match<'_>, side: SideId, style: Style, ways: Arc<Ways>) -> Self {
        let position = &game.state().position;
        let hexes = lore.near.len();
        let mut scene = Scene {
            lore,
            side,
            style,
            ways,
            foes: vec![0; hexes],
            prey: vec![0; hexes],
            threat: vec![0; hexes],
            beside: vec![0; hexes],
            wanted: vec![0; hexes],
            caution: match lore.turns_left(game) {
                0 => 15,
                1 => 45,
                _ => 66,
            },
            more: vec![0; hexes],
            errands: BTreeMap::new(),
            fields: BTreeMap::new(),
        };
        let Some(land) = lore.engine.land() else { return scene };
        for (hex, stack) in position.stacks() {
            for piece in stack {
                let Some(of) = lore.engine.side_of(piece) else { continue };
                let (attack, defense) = lore.strength(piece);
                if of == side {
                    land.near(hex).into_iter().flatten().for_each(|near| add(&mut scene.beside, near, attack));
                    continue;
                }
                add(&mut scene.foes, hex, defense.max(10));
                add(&mut scene.prey, hex, lore.value(piece, side));
                scene.threatens(land, hex, piece, attack);
            }
        }
        for (foe, more) in scene.foes.iter().zip(&mut scene.more) {
            if *foe > 0 {
                // To drive somebody off takes about two turns.
                *more = 60;
            }
        }
        for (hex, _) in position.stacks() {
            if scene.foes.get(hex.index()).is_some_and(|foe| *foe > 0) {
                for near in land.near(hex).into_iter().flatten() {
                    if let Some(cell) = scene.more.get_mut(near.index()) {
                        *cell = cell.saturating_add(8).min(60);
                    }
                }
            }
        }
        for (n, aim) in lore.aims(side).aims.iter().enumerate().filter(|(_, aim)| aim.why != Why::Leave) {
            let held = aim.place.is_some_and(|place| position.held.get(&place) == Some(&side));
            for hex in &aim.hexes {
                let safe = held && scene.threat.get(hex.index()) == Some(&0);
                let weight = if safe || style.spares(n) { aim.weight / 5 } else { aim.weight };
                if let Some(cell) = scene.wanted.get_mut(hex.index()) {
                    *cell = weight.max(*cell);
                }
            }
        }
        scene.share_out(game);
        scene
    }

    /// What a unit that others are supplied from would supply from each hex: those that no other supplies first.
    pub(super) fn supplied_from(&self, position: &Position, supplier: &Piece) -> Vec<i64> {
        let lore = self.lore;
        let mut all = vec![0; lore.near.len()];
        let (Some(profile), Some(land)) = (lore.profile(supplier.unit), lore.engine.land()) else { return all };
        let is_supplier = |piece: &Piece| lore.supplies(piece.unit);
        let own = |piece: &&Piece| lore.engine.side_of(piece) == Some(self.side);
        let others: Vec<HexId> = position
            .stacks()
            .filter(|(_, stack)| {
                stack.iter().filter(own).any(|piece| is_supplier(piece) && piece.counter() != supplier.counter())
            })
            .map(|(hex, _)| hex)
            .collect();
        for (hex, stack) in position.stacks() {
            let those = stack.iter().filter(own).filter(|piece| !is_supplier(piece));
            let need: i64 = those.map(|piece| lore.value(piece, self.side)).sum();
            if need == 0 {
                continue;
            }
            let near: Vec<(HexId, u32)> = match lore.supply_range {
                Range::Points(most) => {
                    let far = self.lore.far_from(&self.ways, profile, &[hex], &[], most);
                    let hexes = far.iter().enumerate().filter(|(_, far)| **far <= most);
                    hexes.filter_map(|(n, far)| Some((HexId(u32::try_from(n).ok()?), *far))).collect()
                }
                Range::Hexes(most) => {
                    let board = &land.map().board;
                    board.within(&[hex], most).into_iter().map(|there| (there, board.distance(hex, there))).collect()
                }
            };
            let covered = near.iter().any(|(there, _)| others.contains(there));
            let need = if covered { need / 8 } else { need };
            // The middle of those who are supplied is best: they move on.
            near.iter().for_each(|(there, far)| add(&mut all, *there, need - i64::from(*far).min(need / 4)));
        }
        all
    }

    /// Adds what an enemy could bring where.
    fn threatens(&mut self, land: &crate::rules::CompiledMap<'_>, hex: HexId, piece: &Piece, attack: i64) {
        if attack == 0 {
            return;
        }
        let allowance = self.lore.allowance(piece);
        // A hex costs about one and a half points.
        let far = if self.lore.profile(piece.unit).is_some() { (allowance / 6).clamp(0, 6) } else { 0 };
        let board = &land.map().board;
        for there in board.within(&[hex], far + 1) {
            let share = match board.distance(hex, there) {
                0 | 1 => 100,
                away if away <= far.div_ceil(2) + 1 => 60,
                _ => 25,
            };
            add(&mut self.threat, there, attack * share / 100);
        }
    }

    /// How much strength an aim needs.
    fn need(&self, game: &Match<'_>, aim: &Aim) -> i64 {
        let there: i64 = aim
            .hexes
            .iter()
            .take(8)
            .map(|hex| {
                let foes = self.foes.get(hex.index()).copied().unwrap_or(0);
                foes * self.lore.cover(*hex) * 3 / 100
            })
            .sum();
        let threat = aim.hexes.iter().take(8).filter_map(|hex| self.threat.get(hex.index())).max().copied().unwrap_or(0);
        let held = aim.place.is_some_and(|place| game.state().position.held.get(&place) == Some(&self.side));
        match (aim.why, held) {
            (Why::Leave, _) => 100_000,
            (_, true) if there == 0 => threat,
            _ => 200 + there + threat,
        }
    }

    /// Gives each unit an errand, so that not all go for the same.
    fn share_out(&mut self, game: &Match<'_>) {
        let lore = self.lore;
        let aims = lore.aims(self.side);
        let mut needs: Vec<(i64, i64)> = aims.aims.iter().map(|aim| (self.need(game, aim), 0)).collect();
        let mut looking: Vec<(u32, Looking)> = Vec::new();
        let position = &game.state().position;
        for (at, piece) in position.everybody() {
            let Location::Hex(hex) = at else { continue };
            if lore.engine.side_of(piece) != Some(self.side) || lore.supplies(piece.unit) {
                continue;
            }
            let Some(profile) = lore.profile(piece.unit) else { continue };
            let (attack, defense) = lore.strength(piece);
            let (strong, allowance) = ((attack + defense) / 2, lore.allowance(piece).max(1));
            let one = Looking { counter: piece.counter(), unit: piece.unit, hex, profile, allowance, strong };
            let nearest = aims.aims.iter().filter_map(|aim| Some(self.plain_far(profile, lore.target(aim)?, hex))).min();
            looking.push((nearest.unwrap_or(FAR), one));
        }
        looking.arrange_by_key(|(far, one)| (*far, one.counter));
        let all: i64 = looking.iter().map(|(_, one)| one.strong.max(50)).sum();
        for (_, one) in looking {
            let leaves = aims.leaving.contains_key(&one.unit);
            let allowance = one.allowance;
            let mut best: Option<(i64, Errand)> = None;
            for (n, (aim, (need, there))) in aims.aims.iter().zip(&needs).enumerate() {
                let Some(target) = lore.target(aim) else { continue };
                let far = self.plain_far(one.profile, target, one.hex);
                if far >= FAR {
                    continue;
                }
                let turns = i64::from(far.saturating_mul(10) / allowance);
                let weight = match (aim.why, leaves) {
                    (Why::Leave, true) => aim.weight * 2,
                    (Why::Leave, false) => aim.weight / 2,
                    // Where all together are too weak, others go elsewhere.
                    _ if *need > all => aim.weight * all / need,
                    _ => aim.weight,
                };
                let weight = if self.style.spares(n) { weight / 20 } else { weight };
                let lack = if there < need { 1000 } else { (1000 * need / (2 * there + 100)).clamp(20, 1000) };
                let wish = weight * 1000 / (20 + turns) * lack / 1000;
                if best.is_none_or(|(known, _)| wish > known) {
                    best = Some((wish, Errand { aim: n, target }));
                }
            }
            if let Some((_, errand)) = best {
                self.errands.insert(one.counter, errand);
                if let Some((_, there)) = needs.get_mut(errand.aim) {
                    *there += one.strong.max(50);
                }
            }
        }
    }

    /// How far it is to a target, whoever is in the way.
    fn plain_far(&self, profile: u16, target: u16, hex: HexId) -> u32 {
        self.lore.far(&self.ways, profile, target).get(hex.index()).copied().unwrap_or(FAR)
    }

    /// What a unit goes for.
    pub(super) fn errand(&self, counter: Counter, unit: UnitId) -> Option<Errand> {
        if let Some(errand) = self.errands.get(&counter) {
            return Some(*errand);
        }
        // Who has just come goes for what matters most to it.
        let aims = self.lore.aims(self.side);
        let leaves = aims.leaving.contains_key(&unit);
        let open = aims.aims.iter().enumerate().filter(|(_, aim)| !leaves || aim.why == Why::Leave);
        let (n, aim) = open.max_by_key(|(n, aim)| (!self.style.spares(*n), aim.weight, std::cmp::Reverse(*n)))?;
        Some(Errand { aim: n, target: self.lore.target(aim)? })
    }

    /// How far it is to a target, around those who are in the way.
    pub(super) fn field(&mut self, profile: u16, target: u16) -> Rc<Vec<u32>> {
        if let Some(known) = self.fields.get(&(profile, target)) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.lore.far_past(&self.ways, profile, target, &self.more));
        self.fields.insert((profile, target), Rc::clone(&found));
        found
    }

    /// How far it is to a target as the crow flies.
    pub(super) fn straight(&mut self, target: u16) -> Rc<Vec<u32>> {
        let key = (u16::MAX, target);
        if let Some(known) = self.fields.get(&key) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.lore.straight(target));
        self.fields.insert(key, Rc::clone(&found));
        found
    }

    /// How far it is to the nearest enemy for those who pay so.
    pub(super) fn far_from_foes(&mut self, profile: u16) -> Rc<Vec<u32>> {
        let key = (profile, u16::MAX);
        if let Some(known) = self.fields.get(&key) {
            return Rc::clone(known);
        }
        let foes = self.foes.iter().enumerate().filter(|(_, foe)| **foe > 0);
        let to: Vec<HexId> = foes.filter_map(|(n, _)| u32::try_from(n).ok().map(HexId)).collect();
        let found = Rc::new(self.lore.far_from(&self.ways, profile, &to, &[], u32::MAX / 8));
        self.fields.insert(key, Rc::clone(&found));
        found
    }

    /// A unit has gone from one hex to another.
    pub(super) fn gone(&mut self, piece: &Piece, from: Option<HexId>, to: Option<HexId>) {
        let (attack, _) = self.lore.strength(piece);
        let Some(land) = self.lore.engine.land() else { return };
        for (hex, sign) in [(from, -1), (to, 1)] {
            let near = hex.into_iter().flat_map(|hex| land.near(hex)).flatten();
            near.for_each(|near| add(&mut self.beside, near, attack * sign));
        }
    }
}
