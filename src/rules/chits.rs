//! Chits: how many are drawn, which face of each counts, and what so many of them may come to.

use std::collections::BTreeMap;

use super::{Battle, Counting, Situation};
use crate::model::{Card, ChitFace, Entries, Mod, Points, Rounding};

/// More chits than this nobody draws.
const MOST_DRAWS: usize = 200;

/// What so many chits may come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hits {
    /// In how many ways each pair of hits comes, the attacker's first.
    pub ways: BTreeMap<(i32, i32), u128>,
    /// How many ways there are.
    pub all: u128,
}

impl Situation<'_> {
    /// How many chits a battle draws, with what adds to them.
    pub fn draws(&self, battle: &Battle<'_>) -> Option<(i32, Vec<Counting>)> {
        let draws = battle.kind?.draws.as_ref()?;
        let query = self.of_battle(battle);
        let base = query.amount(&draws.count)?;
        let mods: Vec<Counting> = self.mods(&query, &draws.mods).into_iter().map(|(_, counting)| counting).collect();
        let sum = base.plus(mods.iter().map(|m| m.add).sum());
        let mut sum = sum;
        if let Some(most) = draws.at_most.as_ref().and_then(|most| query.amount(most)) {
            sum = sum.min(most);
        }
        if let Some(least) = draws.at_least.as_ref().and_then(|least| query.amount(least)) {
            sum = sum.max(least);
        }
        let sum = i32::try_from(sum.rounded(Rounding::Down).0 / Points::ONE.0).ok()?;
        Some((sum.max(0), mods))
    }

    /// The face of a chit that counts in a battle, if one does.
    pub fn chit<'c>(&self, battle: &Battle<'_>, faces: &'c [ChitFace]) -> Option<&'c ChitFace> {
        let query = self.of_battle(battle);
        faces.iter().find(|face| query.counts(face.when.as_ref()).sure())
    }

    /// Hits of both sides after what changes them; never less than nothing.
    pub fn changed_hits(&self, battle: &Battle<'_>, attacker: i32, defender: i32) -> (i32, i32) {
        let Some(hits) = battle.kind.and_then(|kind| kind.hits.as_ref()) else { return (attacker.max(0), defender.max(0)) };
        let query = self.of_battle(battle);
        let sum = |hit: i32, mods: &Entries<Mod>| {
            let add: Points = self.mods(&query, mods).iter().map(|(_, counting)| counting.add).sum();
            i32::try_from(i64::from(hit).saturating_add(add.floor()).max(0)).unwrap_or(i32::MAX)
        };
        (sum(attacker, &hits.attacker), sum(defender, &hits.defender))
    }

    /// In how many ways so many chits give each pair of hits, the attacker's first; of how many ways there are.
    pub fn hits(&self, battle: &Battle<'_>, draws: i32) -> Option<Hits> {
        let deck = &battle.kind?.draws.as_ref()?.deck;
        let draws = usize::try_from(draws).ok().filter(|draws| *draws <= MOST_DRAWS)?;
        // ways[k]: how many ways to have drawn k chits with those hits.
        let mut ways: Vec<BTreeMap<(i32, i32), u128>> = vec![BTreeMap::new(); draws + 1];
        ways.first_mut()?.insert((0, 0), 1);
        let mut chits = 0u32;
        let query = self.of_battle(battle);
        let there = |card: &&Card| card.deck == deck.0 && query.counts(card.present.as_ref()).sure();
        // Where what combats draw stays out, it is not in the cup.
        let decks = self.engine.live(&self.engine.game().rules.decks, &self.moment);
        let stays_out = decks.into_iter().any(|other| other.id.0 == deck.0 && other.returns == Some(false));
        for (id, card) in self.engine.game().cards.iter().filter(|(_, card)| there(card)) {
            let out = self.position.dealt.get(&id).copied().filter(|_| stays_out).unwrap_or(0);
            let face = self.chit(battle, &card.faces);
            let hit = face.map_or((0, 0), |face| (face.attacker.unwrap_or(0), face.defender.unwrap_or(0)));
            for _ in 0..card.count.saturating_sub(out).min(500) {
                chits += 1;
                for k in (0..draws).rev() {
                    let Some(from) = ways.get(k).cloned() else { continue };
                    let Some(to) = ways.get_mut(k + 1) else { continue };
                    for ((a, d), n) in from {
                        let slot = to.entry((a.saturating_add(hit.0), d.saturating_add(hit.1))).or_default();
                        *slot = slot.saturating_add(n);
                    }
                }
            }
        }
        let mut last: BTreeMap<(i32, i32), u128> = BTreeMap::new();
        for ((attacker, defender), n) in ways.pop()? {
            let slot = last.entry(self.changed_hits(battle, attacker, defender)).or_default();
            *slot = slot.saturating_add(n);
        }
        let all = last.values().fold(0u128, |sum, n| sum.saturating_add(*n));
        (chits as usize >= draws).then_some(Hits { ways: last, all })
    }
}
