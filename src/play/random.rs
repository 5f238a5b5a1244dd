//! A player who decides by lot: it moves most units to a random end of their reach and attacks where the odds are even.

use super::{Asker, Clock, Decision, Match, Pcg, What};

/// A player by lot. The same seed decides the same.
#[derive(Clone, Debug)]
pub struct Random {
    pcg: Pcg,
    /// Decisions that follow from the last one, the next one last: the way of a move, the units of an attack.
    next: Vec<Decision>,
    /// What this side has not thought of in this phase yet; a phase is listed once, not after every decision.
    left: Vec<Decision>,
    listed: Option<(Clock, Asker)>,
}

impl Random {
    /// A player with a seed of its own.
    pub fn new(seed: u64) -> Self {
        Random { pcg: Pcg::new(seed, 77), next: Vec::new(), left: Vec::new(), listed: None }
    }

    fn below(&mut self, count: usize) -> usize {
        self.pcg.below(u32::try_from(count).unwrap_or(u32::MAX)) as usize
    }

    /// One of a list, which is left without it.
    fn take(&mut self, list: &mut Vec<Decision>) -> Option<Decision> {
        if list.is_empty() {
            return None;
        }
        let n = self.below(list.len());
        Some(list.swap_remove(n))
    }

    /// Decides, for whoever is asked; nothing when the game is over.
    pub fn decide(&mut self, game: &Match<'_>) -> Option<Decision> {
        let ask = game.ask()?;
        if ask.by == Asker::Dice {
            self.next.clear();
            return game.chance();
        }
        // Nothing comes between two steps of a move; whoever else is asked has not planned anything.
        if !matches!(ask.what, What::Step(_) | What::Gather) {
            self.next.clear();
        }
        if let Some(next) = self.planned(game) {
            return Some(next);
        }
        match &ask.what {
            What::Act => self.act(game, ask.by),
            What::Step(piece) => {
                let mode = match self.below(game.count_of_modes() + 2) {
                    0 | 1 => None,
                    n => u16::try_from(n - 2).ok(),
                };
                let mut pick = |count: usize| self.below(count);
                let way = game.some_way(*piece, mode, &mut pick);
                let way = way.or_else(|| mode.and_then(|_| game.some_way(*piece, None, &mut pick)));
                self.next = way.unwrap_or_default().into_iter().rev().collect();
                self.planned(game).or_else(|| self.any(game))
            }
            What::Gather => {
                self.next = vec![Decision::Done];
                let mut all = game.candidates();
                all.retain(|decision| matches!(decision, Decision::Piece(_)));
                while let Some(one) = self.take(&mut all) {
                    if self.next.len() == 1 || self.below(3) > 0 {
                        self.next.push(one);
                    }
                }
                self.planned(game).or(Some(Decision::Pass))
            }
            _ => self.any(game),
        }
    }

    /// The next decision that was planned and is allowed. Nobody attacks who is weaker.
    fn planned(&mut self, game: &Match<'_>) -> Option<Decision> {
        while let Some(next) = self.next.pop() {
            let gathered = next == Decision::Done && matches!(game.ask().map(|ask| &ask.what), Some(What::Gather));
            if gathered && !game.is_even() {
                return Some(Decision::Pass);
            }
            if game.is_allowed(&next) {
                return Some(next);
            }
        }
        None
    }

    fn any(&mut self, game: &Match<'_>) -> Option<Decision> {
        let mut options = game.options();
        self.take(&mut options)
    }

    /// What to do in a phase: each thing once, two times out of three; then nothing.
    fn act(&mut self, game: &Match<'_>, by: Asker) -> Option<Decision> {
        let now = Some((game.state().clock, by));
        if self.listed != now {
            self.listed = now;
            self.left = game.candidates();
            self.left.retain(|decision| *decision != Decision::Pass);
        }
        let mut left = std::mem::take(&mut self.left);
        let mut found = None;
        while let Some(one) = self.take(&mut left) {
            if self.below(3) > 0 && game.is_allowed(&one) {
                found = Some(one);
                break;
            }
        }
        self.left = left;
        // Something that must be done keeps the phase open.
        found.or_else(|| Some(Decision::Pass).filter(|pass| game.is_allowed(pass))).or_else(|| self.any(game))
    }
}
