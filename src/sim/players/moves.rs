//! Where a unit goes: every end of its move is judged.

use std::rc::Rc;

use super::aims::Why;
use super::fields::FAR;
use super::scene::Scene;
use super::style::USUAL;
use crate::hexgrid::HexId;
use crate::model::{ExitId, Points};
use crate::play::{Judge, Pcg};
use crate::rules::{Piece, Position};

/// What a whole move towards an aim of the greatest weight is worth.
const STRIDE: i64 = 600;
/// What it is worth to leave the map for those who should.
const LEFT: i64 = 1_000_000;
/// Scores are so much finer, so that lots decide between equals.
const LOTS: u32 = 8;

/// What is known of a unit that may move.
pub(super) struct Going<'s, 'l, 'e> {
    scene: &'s Scene<'l, 'e>,
    position: &'s Position,
    piece: Piece,
    pcg: &'s mut Pcg,
    field: Option<Rc<Vec<u32>>>,
    /// How much each step of the way to its aim is worth.
    stride: i64,
    allowance: i64,
    attack: i64,
    defense: i64,
    value: i64,
    /// Hexes by which it should leave the map.
    leaving: &'s [HexId],
    /// What it would supply from each hex.
    supplies: Option<Vec<i64>>,
}

impl<'s, 'l, 'e> Going<'s, 'l, 'e> {
    /// A unit that may move from a hex, or come onto the map.
    pub(super) fn new(scene: &'s mut Scene<'l, 'e>, position: &'s Position, piece: Piece, pcg: &'s mut Pcg) -> Self {
        let lore = scene.lore;
        let side = scene.side;
        let (attack, defense) = lore.strength(&piece);
        let profile = lore.profile(piece.unit);
        let aims = &lore.aims(side).aims;
        let errand = scene.errand(piece.counter(), piece.unit);
        let leaves = lore.aims(side).leaving.contains_key(&piece.unit);
        let mut leaving: &[HexId] = &[];
        let (mut field, mut stride) = (None, STRIDE);
        if let Some((errand, profile)) = errand.zip(profile) {
            let at = position.piece(piece.counter()).and_then(|(at, _)| match at {
                crate::model::Location::Hex(hex) => Some(hex),
                crate::model::Location::Box(_) => None,
            });
            let found = scene.field(profile, errand.target);
            let lost = at.is_some_and(|at| found.get(at.index()).is_none_or(|far| *far >= FAR));
            // Where no way leads there, it is still better to be near.
            field = Some(if lost { scene.straight(errand.target) } else { found });
            if let Some(aim) = aims.get(errand.aim) {
                stride = STRIDE * aim.weight.clamp(300, 1000) / 1000;
                if leaves && aim.why == Why::Leave {
                    leaving = &aim.hexes;
                    stride = STRIDE * 2;
                }
            }
        } else if let Some(profile) = profile.filter(|_| attack > 0) {
            field = Some(scene.far_from_foes(profile));
            stride = STRIDE / 3;
        }
        if attack == 0 && !leaves {
            stride /= 4;
        }
        stride = stride * scene.style.haste / USUAL;
        let supplies = (lore.supplies(piece.unit)).then(|| scene.supplied_from(position, &piece));
        Going {
            position,
            piece,
            pcg,
            field,
            stride,
            allowance: i64::from(lore.allowance(&piece)).max(1),
            attack,
            defense,
            value: lore.value(&piece, side),
            leaving,
            supplies,
            scene,
        }
    }

    fn lot(&mut self, score: i64) -> i64 {
        score.saturating_mul(i64::from(LOTS)).saturating_add(i64::from(self.pcg.below(LOTS)))
    }

    /// How good it is to be in a hex.
    pub(super) fn worth(&self, hex: HexId) -> i64 {
        let at = hex.index();
        if let Some(supplies) = &self.supplies {
            return supplies.get(at).copied().unwrap_or(0) - self.danger(hex);
        }
        let mut sum = self.nearer(hex) + self.stands_on(hex) - self.danger(hex) + self.prey(hex);
        if let Some(land) = self.scene.lore.engine.land() {
            let friends = land.near(hex).into_iter().flatten().filter(|near| self.friend_in(*near)).take(3).count();
            sum += 8 * i64::try_from(friends).unwrap_or(0);
        }
        sum
    }

    /// The way that is left is less.
    fn nearer(&self, hex: HexId) -> i64 {
        let Some(field) = &self.field else { return 0 };
        let far = field.get(hex.index()).copied().unwrap_or(FAR);
        // A long way counts for as long as it is, a way that nobody finds for very long.
        let far = i64::from(far.min(20_000));
        -(far.saturating_mul(self.stride) / self.allowance)
    }

    fn friend_in(&self, hex: HexId) -> bool {
        let lore = self.scene.lore;
        let own = |piece: &Piece| piece.counter() != self.piece.counter() && lore.engine.side_of(piece) == Some(self.scene.side);
        self.position.stack(hex).iter().any(own)
    }

    /// What it is worth to stand in a hex that is wanted.
    fn stands_on(&self, hex: HexId) -> i64 {
        let wanted = self.scene.wanted.get(hex.index()).copied().unwrap_or(0);
        if wanted == 0 || self.defense == 0 {
            return 0;
        }
        let wanted = wanted * self.scene.style.hold / USUAL;
        if self.friend_in(hex) { wanted / 4 } else { wanted * 4 / 5 }
    }

    /// What may be lost there before the next turn.
    fn danger(&self, hex: HexId) -> i64 {
        let lore = self.scene.lore;
        let threat = self.scene.threat.get(hex.index()).copied().unwrap_or(0);
        if threat == 0 {
            return 0;
        }
        let own = self
            .position
            .stack(hex)
            .iter()
            .filter(|piece| piece.counter() != self.piece.counter() && lore.engine.side_of(piece) == Some(self.scene.side));
        let others: i64 = own.map(|piece| lore.strength(piece).1).sum();
        let strong = (self.defense + others).max(20) * lore.cover(hex) / 100;
        let percent = (threat * 100 / strong.max(1) - 80).clamp(0, 400) / 9;
        self.value * percent / 100 * self.scene.caution / 100 * self.scene.style.danger / USUAL
    }

    /// What an attack from there may bring.
    fn prey(&self, hex: HexId) -> i64 {
        let lore = self.scene.lore;
        let Some(land) = lore.engine.land().filter(|_| self.attack > 0) else { return 0 };
        let mut best = 0;
        for near in land.near(hex).into_iter().flatten() {
            let foe = self.scene.foes.get(near.index()).copied().unwrap_or(0);
            if foe == 0 {
                continue;
            }
            let strong = (foe * lore.cover(near) / 100).max(1);
            let beside = self.scene.beside.get(near.index()).copied().unwrap_or(0);
            let chance = |attack: i64| (attack * 100 / strong - 90).clamp(0, 360) / 6;
            // Where it stands now it counts already.
            let before = if self.is_beside(near) { beside - self.attack } else { beside };
            let prey = self.scene.prey.get(near.index()).copied().unwrap_or(0).min(1500);
            let wanted = self.scene.wanted.get(near.index()).copied().unwrap_or(0);
            let gain = (chance(before + self.attack) - chance(before)) * (prey + wanted) / 100;
            best = best.max(gain);
        }
        best * self.scene.style.prey / USUAL
    }

    fn is_beside(&self, hex: HexId) -> bool {
        let Some((crate::model::Location::Hex(at), _)) = self.position.piece(self.piece.counter()) else { return false };
        self.scene.lore.engine.land().is_some_and(|land| land.slot(at, hex).is_some())
    }

    /// The same, as moves are judged: lots decide between equals.
    pub(super) fn judged(&mut self, hex: HexId) -> i64 {
        let worth = self.worth(hex);
        self.lot(worth)
    }
}

impl Judge for Going<'_, '_, '_> {
    fn end(&mut self, hex: HexId, _cost: Points) -> i64 {
        self.judged(hex)
    }

    fn leave(&mut self, hex: HexId, _exit: ExitId) -> Option<i64> {
        self.leaving.contains(&hex).then_some(LEFT * i64::from(LOTS))
    }
}
