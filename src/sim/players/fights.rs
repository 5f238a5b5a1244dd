//! How a greedy player fights: which hexes it attacks and with whom, who supports, who is lost, who follows.

use super::battles::Attack;
use super::greedy::{Greedy, hex_of};
use crate::hexgrid::HexId;
use crate::model::{Activity, Location};
use crate::play::{Decision, Fighting, Match};
use crate::rules::Counter;
use crate::sorting::Arrange;

/// An attack must promise more than this.
const LEAST: i64 = 25;

impl Greedy<'_, '_> {
    /// The hexes that may be attacked, each with what that promises; the best last.
    fn targets(&self, game: &Match<'_>) -> Vec<(i64, HexId)> {
        if !game.phase().is_some_and(|phase| phase.does.contains(&Activity::Fight)) {
            return Vec::new();
        }
        let hexes: Vec<HexId> = game.candidates().iter().filter_map(hex_of).collect();
        let weigher = self.weigher(game);
        let mut list: Vec<(i64, HexId)> = hexes.into_iter().filter_map(|hex| Some((weigher.promise(game, hex)?, hex))).collect();
        // Without some of them it may be better.
        list.retain(|(worth, _)| *worth > LEAST - 100);
        list.arrange();
        list
    }

    pub(super) fn next_attack(&mut self, game: &Match<'_>) -> Option<Attack> {
        if self.agenda.as_ref()?.targets.is_none() {
            let found = self.targets(game);
            if let Some(agenda) = &mut self.agenda {
                agenda.targets = Some(found);
            }
        }
        let weigher = self.weigher(game);
        while let Some((_, hex)) = self.agenda.as_mut()?.targets.as_mut()?.pop() {
            let best = weigher.best(game, hex).filter(|attack| attack.worth > LEAST);
            if let Some(attack) = best.filter(|attack| game.is_allowed(&Decision::Hex(attack.target))) {
                return Some(attack);
            }
        }
        None
    }

    pub(super) fn begin_attack(&mut self, game: &Match<'_>, attack: Attack) -> Option<Decision> {
        self.next = vec![Decision::Done];
        self.next.extend(attack.attackers.iter().rev().map(|counter| Decision::Piece(*counter)));
        self.next.push(Decision::Combat(attack.kind));
        self.mover = None;
        Some(Decision::Hex(attack.target)).filter(|hex| game.is_allowed(hex)).or_else(|| self.any(game))
    }

    pub(super) fn gather(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        if self.mover.is_some() {
            self.next.clear();
            self.mover = None;
        }
        if let Some(next) = self.planned(game) {
            return Some(next);
        }
        // Nobody planned this attack: an effect calls for it.
        let fighting = game.fighting().cloned()?;
        let Some(kind) = fighting.kind else { return self.any(game) };
        let more = game.joinable(&fighting, kind);
        let all: Vec<Counter> = fighting.attackers.iter().chain(&more).copied().collect();
        let worth = self.weigher(game).worth(game, &Fighting { attackers: all, ..fighting });
        if worth.is_some_and(|worth| worth > LEAST) {
            self.next = vec![Decision::Done];
            self.next.extend(more.into_iter().rev().map(Decision::Piece));
            if let Some(next) = self.planned(game) {
                return Some(next);
            }
        }
        self.first_of(game, &[Decision::Pass, Decision::Done])
    }

    /// Whoever makes the combat better supports it.
    pub(super) fn support(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let done = Decision::Done;
        let fighting = game.fighting().cloned()?;
        let weigher = self.weigher(game);
        let worth = weigher.worth(game, &fighting);
        let mut best: Option<(i64, Counter)> = None;
        for decision in game.options() {
            let Decision::Piece(counter) = decision else { continue };
            let mut with = fighting.clone();
            with.supporters.push((counter, 0));
            let Some(now) = weigher.worth(game, &with) else { continue };
            let more = worth.map_or(100, |before| now - before);
            if more >= 10 && best.is_none_or(|(known, _)| more > known) {
                best = Some((more, counter));
            }
        }
        match best {
            Some((_, counter)) => Some(Decision::Piece(counter)),
            None => self.first_of(game, &[done]),
        }
    }

    /// Who is missed least loses a step.
    pub(super) fn cheapest(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let options = game.options();
        let cost = |decision: &Decision| match decision {
            Decision::Piece(counter) => {
                let piece = self.own_piece(game, *counter);
                let value = self.lore.step_value(&piece, self.side);
                if self.lore.engine.side_of(&piece) == Some(self.side) { value } else { -value }
            }
            _ => i64::MAX,
        };
        options.into_iter().min_by_key(cost)
    }

    pub(super) fn retreat(&mut self, game: &mut Match<'_>, counter: Counter) -> Option<Decision> {
        match self.best_hex(game, counter) {
            Some((_, hex)) => Some(Decision::Hex(hex)),
            None => self.any(game),
        }
    }

    pub(super) fn advance(&mut self, game: &mut Match<'_>) -> Option<Decision> {
        let options = game.options();
        let mut best: Option<(i64, Decision)> = None;
        for decision in options {
            let Decision::Piece(counter) = decision else { continue };
            let (gain, _) = self.best_advance(game, counter);
            if gain > 0 && best.as_ref().is_none_or(|(known, _)| gain > *known) {
                best = Some((gain, decision));
            }
        }
        match best {
            Some((_, decision)) => Some(decision),
            None => self.first_of(game, &[Decision::Done]),
        }
    }

    /// Where a unit would advance, and what it gains there: the hex that was attacked, as far as is known.
    fn best_advance(&mut self, game: &Match<'_>, counter: Counter) -> (i64, Option<HexId>) {
        let Some((Location::Hex(at), _)) = game.state().position.piece(counter) else { return (0, None) };
        let target = game.fighting().map_or(at, |fighting| fighting.target);
        let worths = self.worths(game, counter, &[at, target]);
        match worths.as_slice() {
            [here, there] => (there.saturating_sub(*here).saturating_add(100), Some(target)),
            _ => (0, None),
        }
    }

    pub(super) fn advance_to(&mut self, game: &mut Match<'_>, counter: Counter) -> Option<Decision> {
        let Some((worth, hex)) = self.best_hex(game, counter) else { return self.first_of(game, &[Decision::Done]) };
        let here = match game.state().position.piece(counter) {
            Some((Location::Hex(at), _)) => self.worths(game, counter, &[at]).first().copied().unwrap_or(0),
            _ => 0,
        };
        if worth + 100 > here { Some(Decision::Hex(hex)) } else { self.first_of(game, &[Decision::Done, Decision::Hex(hex)]) }
    }
}
