//! What an attack is worth: every result by its chance, and what its effects would do.

use super::aims::Why;
use super::lore::Lore;
use super::style::{Style, USUAL};
use crate::hexgrid::HexId;
use crate::model::{Chooser, CombatKind, Effect, SideId, Table};
use crate::play::{Fighting, Match};
use crate::rules::{Battle, Counter, Odds, PendingEffect, Piece, Situation, Truth};
use crate::sorting::Arrange;

/// So many attackers are left out by turns at most.
const MOST_TRIED: usize = 10;
/// So deep lists of effects are looked into.
const DEEP: u32 = 4;

/// An attack that is planned.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    pub(super) target: HexId,
    pub(super) kind: u16,
    pub(super) attackers: Vec<Counter>,
    /// What it is worth to the attacker.
    pub(super) worth: i64,
}

/// A weigher of battles, for one side.
pub(super) struct Weigher<'l, 'e> {
    pub(super) lore: &'l Lore<'e>,
    pub(super) side: SideId,
    /// How much places count against units, in hundredths: the nearer the end, the more.
    pub(super) urgent: i64,
    pub(super) style: Style,
}

impl Weigher<'_, '_> {
    /// What an attack on a hex by all who can promises; nothing if there is none. It is found much faster than the best.
    pub(super) fn promise(&self, game: &Match<'_>, target: HexId) -> Option<i64> {
        let kinds = game.kinds_now().into_iter().filter(|kind| self.is_hopeful(game, target, *kind));
        kinds.filter_map(|kind| self.by_all(game, target, kind)).map(|(_, worth)| worth).max()
    }

    /// The best attack on a hex; nothing if there is none.
    pub(super) fn best(&self, game: &Match<'_>, target: HexId) -> Option<Attack> {
        let kinds = game.kinds_now().into_iter();
        let each = kinds.filter_map(|kind| self.best_of_kind(game, target, kind));
        each.max_by_key(|attack| (attack.worth, std::cmp::Reverse(attack.kind)))
    }

    /// Whether those beside a hex are strong enough at first sight: most attacks are not, and need not be weighed.
    fn is_hopeful(&self, game: &Match<'_>, target: HexId, kind: u16) -> bool {
        let rules = &self.lore.engine.game().rules;
        let Some(combat) = rules.combat.as_ref().and_then(|combat| combat.list.get(usize::from(kind))) else { return true };
        let usual = combat.range.is_none() && matches!(combat.kind, None | Some(CombatKind::Odds));
        let Some(land) = self.lore.engine.land().filter(|_| usual) else { return true };
        let position = &game.state().position;
        let near = land.near(target).into_iter().flatten().flat_map(|hex| position.stack(hex));
        let ours: i64 = near.filter(|piece| self.is_own(piece)).map(|piece| self.lore.strength(piece).0).sum();
        let there = position.stack(target).iter().filter(|piece| !self.is_own(piece));
        let theirs: i64 = there.map(|piece| self.lore.strength(piece).1).sum();
        // Guns from afar may help, and so may what a unit lacks.
        let more = if rules.support.list.is_empty() { 0 } else { theirs / 2 };
        (ours + more) * 5 >= theirs * 4 || theirs <= 100
    }

    /// An attack by all who can, and what it is worth.
    fn by_all(&self, game: &Match<'_>, target: HexId, kind: u16) -> Option<(Fighting, i64)> {
        let mut fighting = game.attack_by_all(self.side, target, kind);
        if fighting.attackers.is_empty() {
            return None;
        }
        if !self.lore.engine.game().rules.support.list.is_empty() {
            fighting.supporters = game.supporters_of(&fighting).into_iter().map(|counter| (counter, 0)).collect();
        }
        let worth = self.worth(game, &fighting)?;
        Some((fighting, worth))
    }

    fn best_of_kind(&self, game: &Match<'_>, target: HexId, kind: u16) -> Option<Attack> {
        let (mut fighting, mut worth) = self.by_all(game, target, kind)?;
        let all = fighting.attackers.clone();
        for counter in all.iter().take(MOST_TRIED).filter(|_| all.len() > 1) {
            let mut fewer = fighting.clone();
            fewer.attackers.retain(|other| other != counter);
            if fewer.attackers.is_empty() {
                continue;
            }
            // Who is not needed is free for something else.
            if let Some(without) = self.worth(game, &fewer).filter(|without| *without >= worth) {
                (fighting, worth) = (fewer, without);
            }
        }
        Some(Attack { target, kind, attackers: fighting.attackers, worth })
    }

    /// What a combat is worth to the side; nothing if it cannot be fought so.
    pub(super) fn worth(&self, game: &Match<'_>, fighting: &Fighting) -> Option<i64> {
        game.weigh(fighting, |situation, battle, odds| self.expected(situation, battle, odds))?
    }

    fn expected<'a>(&self, situation: &Situation<'a>, battle: &Battle<'_>, odds: &Odds<'_>) -> Option<i64> {
        let kind = battle.kind?;
        let table: Option<&'a Table> = kind.table.and_then(|table| situation.engine.game().tables.at(table));
        if kind.kind == Some(CombatKind::Chits) {
            return Some(self.by_strength(battle, odds));
        }
        if odds.column == crate::rules::Column::Forbidden {
            return None;
        }
        let table = table?;
        let throws = i64::try_from(odds.throws.max(1)).unwrap_or(i64::MAX);
        let mut sum = 0i64;
        for (code, times) in &odds.chances {
            let worth = self.worth_of_code(situation, battle, table, code);
            sum = sum.saturating_add(worth.saturating_mul(i64::try_from(*times).unwrap_or(0)));
        }
        if let (crate::rules::Column::Result(code), true) = (&odds.column, odds.chances.is_empty()) {
            return Some(self.worth_of_code(situation, battle, table, code));
        }
        Some(sum / throws)
    }

    /// Where chits decide: who is stronger does better.
    fn by_strength(&self, battle: &Battle<'_>, odds: &Odds<'_>) -> i64 {
        let (attack, defense) = (odds.attack.sum.0.max(1), odds.defense.sum.0.max(1));
        let theirs: i64 = battle.defenders.iter().map(|(piece, _)| self.lore.value(piece, self.side)).sum();
        let percent = (attack.saturating_mul(100) / defense).clamp(0, 500) - 130;
        theirs * percent / 500
    }

    fn worth_of_code<'a>(&self, situation: &Situation<'a>, battle: &Battle<'_>, table: &'a Table, code: &str) -> i64 {
        let results = table.results.iter().flatten();
        let Some(result) = results.into_iter().find(|result| result.code == code) else { return 0 };
        let list = situation.outcome(battle, table, &result.code);
        self.worth_of_list(situation, battle, &list, DEEP)
    }

    fn worth_of_list<'a>(&self, situation: &Situation<'a>, battle: &Battle<'_>, list: &[PendingEffect<'a>], deep: u32) -> i64 {
        let mut sum = 0;
        for pending in list {
            let worth = self.worth_of_effect(situation, battle, pending, deep);
            sum += if pending.sure == Truth::True { worth } else { worth / 2 };
        }
        sum
    }

    fn is_own(&self, piece: &Piece) -> bool {
        self.lore.engine.side_of(piece) == Some(self.side)
    }

    /// What it is worth that some of each side lose so many steps, the cheapest first.
    fn steps_lost(&self, who: &[(Piece, HexId)], steps: i64) -> i64 {
        let mut sum = 0;
        for own in [true, false] {
            let mut values: Vec<i64> = Vec::new();
            for (piece, _) in who.iter().filter(|(piece, _)| self.is_own(piece) == own) {
                let count = self.lore.engine.steps_of(piece).unwrap_or(1).clamp(1, 8);
                let each = self.lore.plain_value(piece) / i64::from(count);
                values.extend((1..count).map(|_| each));
                values.push(self.lore.value(piece, self.side) - each * i64::from(count - 1));
            }
            values.arrange();
            let lost: i64 = values.iter().take(usize::try_from(steps.max(0)).unwrap_or(0)).sum();
            sum += if own { -self.felt(lost) } else { lost };
            // Who loses everything leaves the hex.
            if !own && !values.is_empty() && usize::try_from(steps).is_ok_and(|steps| steps >= values.len()) {
                sum += who.first().map_or(0, |(_, hex)| self.hex_value(*hex));
            }
        }
        sum
    }

    fn eliminated(&self, who: &[(Piece, HexId)]) -> i64 {
        let each = who.iter().map(|(piece, _)| {
            let value = self.lore.value(piece, self.side);
            if self.is_own(piece) { -self.felt(value) } else { value }
        });
        let freed = who.iter().find(|(piece, _)| !self.is_own(piece)).map_or(0, |(_, hex)| self.hex_value(*hex));
        each.sum::<i64>() + freed
    }

    /// What it is worth that the enemy leaves a hex.
    pub(super) fn hex_value(&self, hex: HexId) -> i64 {
        let aims = &self.lore.aims(self.side).aims;
        let wanted = aims.iter().filter(|aim| aim.why != Why::Bar && aim.hexes.contains(&hex)).map(|aim| aim.weight);
        60 + wanted.max().unwrap_or(0) * self.urgent / 100 * self.style.ground / USUAL
    }

    /// How much an own loss counts.
    fn felt(&self, loss: i64) -> i64 {
        loss * self.style.losses / USUAL
    }

    fn driven_back(&self, situation: &Situation<'_>, battle: &Battle<'_>, who: &[(Piece, HexId)]) -> i64 {
        let mut sum = 0;
        for own in [true, false] {
            let Some((piece, hex)) = who.iter().find(|(piece, _)| self.is_own(piece) == own).copied() else { continue };
            let count = i64::try_from(who.iter().filter(|(piece, _)| self.is_own(piece) == own).count()).unwrap_or(1);
            let side = self.lore.engine.side_of(&piece);
            let foe = battle.attackers.iter().chain(&battle.defenders).map(|(piece, _)| *piece);
            let foe = foe.into_iter().filter_map(|piece| self.lore.engine.side_of(&piece)).find(|other| Some(*other) != side);
            let near = self.lore.engine.land().map(|land| land.near(hex)).into_iter().flatten().flatten();
            let open = near.filter(|to| foe.is_none_or(|foe| !situation.has(*to, foe) && !situation.in_zone(foe, *to)));
            let nowhere = open.count() == 0;
            let those = who.iter().filter(|(piece, _)| self.is_own(piece) == own);
            let all: i64 = those.map(|(piece, _)| self.lore.value(piece, self.side)).sum();
            let worth = if nowhere { all * 3 / 5 } else { 25 * count };
            sum += if own { -self.felt(worth) - self.held_here(hex) } else { worth + self.hex_value(hex) };
        }
        sum
    }

    fn held_here(&self, hex: HexId) -> i64 {
        let aims = &self.lore.aims(self.side).aims;
        aims.iter().filter(|aim| aim.hexes.contains(&hex)).map(|aim| aim.weight / 2).max().unwrap_or(0)
    }

    fn worth_of_effect<'a>(&self, situation: &Situation<'a>, battle: &Battle<'_>, pending: &PendingEffect<'a>, deep: u32) -> i64 {
        let amount = pending.amount.map_or(1, crate::model::Points::floor);
        let all = |share: i64| -> i64 {
            let each = pending.who.iter().map(|(piece, _)| {
                let value = self.lore.plain_value(piece) * share / 100;
                if self.is_own(piece) { -value } else { value }
            });
            each.sum()
        };
        match pending.effect {
            Effect::Lose { .. } => self.steps_lost(&pending.who, amount),
            Effect::Eliminate { .. } => self.eliminated(&pending.who),
            Effect::Exchange { .. } => {
                let sum = |own: bool| -> i64 {
                    let those = pending.who.iter().filter(|(piece, _)| self.is_own(piece) == own);
                    those.map(|(piece, _)| self.lore.value(piece, self.side)).sum()
                };
                let (ours, theirs) = (sum(true), sum(false));
                let hex = battle.defenders.first().map_or(0, |(_, hex)| self.hex_value(*hex));
                theirs.min(ours.max(theirs)) - self.felt(ours.min(theirs.saturating_mul(6) / 5)) + hex / 2
            }
            Effect::Retreat { .. } => self.driven_back(situation, battle, &pending.who),
            Effect::State { .. } => all(15),
            Effect::Clear { .. } | Effect::Gain { .. } => all(-10),
            Effect::Choose { by, choices, .. } if deep > 0 => {
                let worth = |list: &'a Vec<Effect>| {
                    let list = situation.outcome_of(battle, list);
                    self.worth_of_list(situation, battle, &list, deep - 1)
                };
                let each = choices.iter().map(worth);
                let attacks = battle.attackers.first().is_some_and(|(piece, _)| self.is_own(piece));
                let mine = match by {
                    Chooser::Attacker => attacks,
                    Chooser::Defender => !attacks,
                    _ => false,
                };
                if mine { each.max().unwrap_or(0) } else { each.min().unwrap_or(0) }
            }
            Effect::Roll { then, otherwise, .. } | Effect::When { then, otherwise, .. } if deep > 0 => {
                let worth = |list: &'a Option<Vec<Effect>>| {
                    let list = situation.outcome_of(battle, list.as_deref().unwrap_or_default());
                    self.worth_of_list(situation, battle, &list, deep - 1)
                };
                (worth(then) + worth(otherwise)) / 2
            }
            _ => 0,
        }
    }
}
