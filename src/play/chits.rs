//! Combats that are decided by chits: so many are drawn, each does what its face says, then the hits are suffered.

use super::{
    About, Asker, BattleStage, Change, Decision, Drawn, Fighting, Frame, Losing, Match, Next, Origin, Part, Running, What,
};
use crate::model::{CardId, CombatKind, Points, Who};
use crate::rules::Counter;

impl<'e> Match<'e> {
    pub(super) fn draws_chits(&self, kind: Option<u16>) -> bool {
        self.combat(kind).is_some_and(|combat| combat.kind == Some(CombatKind::Chits))
    }

    /// Whether what combats draw from a cup stays out when they are over.
    fn keeps_chits(&self, cup: &str) -> bool {
        self.deck(cup).is_some_and(|deck| deck.returns == Some(false))
    }

    /// A chit is drawn for a combat.
    pub(super) fn takes_chit(&mut self, fighting: &mut Fighting, chit: CardId) {
        fighting.chits.push(chit);
        let Some(card) = self.engine.game().cards.at(chit).filter(|card| self.keeps_chits(&card.deck)) else { return };
        let before = self.state.position.dealt.get(&chit).copied().unwrap_or(0);
        self.change(Change::Deal { card: chit, before, after: before.saturating_add(1) });
        if card.refills {
            self.refill(&card.deck, &fighting.chits);
        }
    }

    /// One for each chit that is still in the cup; all are back when the combat is over, unless the cup keeps them out.
    pub(super) fn chits_left(&self, fighting: &Fighting) -> Vec<Decision> {
        let Some(draws) = self.combat(fighting.kind).and_then(|combat| combat.draws.as_ref()) else { return Vec::new() };
        let chits = self.engine.game().cards.iter().filter(|(_, card)| card.deck == draws.deck.0 && self.in_deck(card));
        let left = chits.map(|(id, card)| {
            let drawn = match self.keeps_chits(&card.deck) {
                true => self.state.position.dealt.get(&id).copied().unwrap_or(0) as usize,
                false => fighting.chits.iter().filter(|chit| **chit == id).count(),
            };
            (id, (card.count as usize).saturating_sub(drawn).min(500))
        });
        left.flat_map(|(id, left)| (0..left).map(move |_| Decision::Draw(Drawn::Card(id)))).collect()
    }

    /// The next chit, or all hits when there are enough.
    pub(super) fn before_chits(&mut self, fighting: Fighting) -> Next {
        let wanted = self.look(|situation| situation.draws(&self.battle_in(situation, &fighting)).map(|(count, _)| count));
        let wanted = wanted.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        let deck = self.combat(fighting.kind).and_then(|combat| combat.draws.as_ref()).map(|draws| draws.deck.0.clone());
        if let Some(cup) = deck.filter(|_| fighting.chits.len() < wanted) {
            if self.keeps_chits(&cup) && self.reshuffles(&cup) && self.chits_left(&fighting).is_empty() {
                self.refill(&cup, &fighting.chits);
            }
            if !self.chits_left(&fighting).is_empty() {
                return Next::Asks(Asker::Dice, What::Draw(cup));
            }
        }
        let hits = self.look(|situation| {
            let battle = self.battle_in(situation, &fighting);
            let face = |card: &CardId| situation.chit(&battle, &self.engine.game().cards.at(*card)?.faces);
            let (mut attacker, mut defender) = (0i32, 0i32);
            for face in fighting.chits.iter().filter_map(face) {
                attacker = attacker.saturating_add(face.attacker.unwrap_or(0));
                defender = defender.saturating_add(face.defender.unwrap_or(0));
            }
            situation.changed_hits(&battle, attacker, defender)
        });
        let hits = Some((u32::try_from(hits.0).unwrap_or(0), u32::try_from(hits.1).unwrap_or(0)));
        self.goes_on(Fighting { hits, ..fighting }, BattleStage::Result(0))
    }

    /// What the chits do beside hits, one after the other; then hit after hit, first those of one side.
    pub(super) fn chit_results(&mut self, mut fighting: Fighting, n: u8) -> Next {
        let about = About { side: Some(fighting.side), hex: Some(fighting.target), ..About::default() };
        if let Some(card) = fighting.chits.get(usize::from(n)).copied() {
            let face = self.look(|situation| {
                let battle = self.battle_in(situation, &fighting);
                let faces = &self.engine.game().cards.at(card)?.faces;
                let face = situation.chit(&battle, faces)?;
                faces.iter().position(|other| std::ptr::eq(other, face)).and_then(|n| u16::try_from(n).ok())
            });
            self.goes_on(fighting, BattleStage::Result(n.saturating_add(1)));
            if let Some(face) = face {
                let of = Origin::Chit(card, face);
                self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
            }
            return Next::Goes;
        }
        let (attacker, defender) = fighting.hits.unwrap_or_default();
        let first = self.combat(fighting.kind).and_then(|combat| combat.first) == Some(Who::Attacker);
        let rules = self.combat(fighting.kind).and_then(|combat| combat.hits.as_ref());
        if rules.is_some_and(|hits| hits.cancel == Some(true)) && attacker > 0 && defender > 0 {
            let struck = if first { &fighting.attackers } else { &fighting.defenders };
            if struck.iter().all(|counter| self.on_map(*counter).is_none()) {
                fighting.hits = Some(match first {
                    true => (0, defender.saturating_sub(attacker)),
                    false => (attacker.saturating_sub(defender), 0),
                });
                return self.goes_on(fighting, BattleStage::Result(n));
            }
        }
        let strikes_attacker = match (attacker, defender) {
            (0, 0) => return self.goes_on(fighting, BattleStage::Advance),
            (0, _) => false,
            (_, 0) => true,
            _ => first,
        };
        fighting.hits = Some(match strikes_attacker {
            true => (attacker - 1, defender),
            false => (attacker, defender - 1),
        });
        let kind = fighting.kind.unwrap_or(0);
        let list: Vec<Counter> = if strikes_attacker { fighting.attackers.clone() } else { fighting.defenders.clone() };
        self.goes_on(fighting, BattleStage::Result(n));
        let hits = self.combat(Some(kind)).and_then(|combat| combat.hits.as_ref());
        let said = hits.and_then(|hits| if strikes_attacker { hits.on_attacker.as_ref() } else { hits.on_defender.as_ref() });
        match said {
            Some(_) => {
                let of = Origin::Hit(kind, strikes_attacker);
                self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
            }
            None => {
                let there: Vec<Counter> = list.into_iter().filter(|counter| self.on_map(*counter).is_some()).collect();
                let Some(by) = there.first().and_then(|counter| self.side_of(*counter)) else { return Next::Goes };
                let part = if strikes_attacker { Part::Attacker } else { Part::Defender };
                self.push(Frame::Lose(Box::new(Losing { of: there, left: Points::ONE, rating: None, by, part })));
            }
        }
        Next::Goes
    }
}
