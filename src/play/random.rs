//! A player who decides by lot: it moves most units to a random end of their reach and attacks where the odds are even.

use super::{Asker, Decision, Match, Pcg, What};

/// A player by lot. The same seed decides the same.
#[derive(Clone, Debug)]
pub struct Random {
    pcg: Pcg,
    /// Decisions that follow from the last one: the way of a move.
    next: Vec<Decision>,
}

impl Random {
    /// A player with a seed of its own.
    pub fn new(seed: u64) -> Self {
        Random { pcg: Pcg::new(seed, 77), next: Vec::new() }
    }

    fn pick<'d>(&mut self, list: &'d [Decision]) -> Option<&'d Decision> {
        let n = self.pcg.below(u32::try_from(list.len()).unwrap_or(u32::MAX));
        list.get(n as usize)
    }

    /// Decides, for whoever is asked; nothing when the game is over.
    pub fn decide(&mut self, game: &Match<'_>) -> Option<Decision> {
        let ask = game.ask()?;
        if ask.by == Asker::Dice {
            self.next.clear();
            return game.chance();
        }
        while let Some(next) = self.next.pop() {
            if game.allows(&next).is_ok() {
                return Some(next);
            }
        }
        match &ask.what {
            What::Act => self.act(game),
            What::Step(piece) => {
                let ends = game.ends_of(*piece, None);
                let end = ends.get(self.pcg.below(u32::try_from(ends.len()).unwrap_or(u32::MAX)) as usize);
                if let Some((end, _)) = end
                    && let Some(way) = game.way_to(*piece, None, *end)
                {
                    self.next = way.into_iter().rev().collect();
                    while let Some(next) = self.next.pop() {
                        if game.allows(&next).is_ok() {
                            return Some(next);
                        }
                    }
                }
                self.any(game)
            }
            What::Gather => {
                let options = game.options();
                let more: Vec<Decision> = options.iter().filter(|d| matches!(d, Decision::Piece(_))).cloned().collect();
                let ready = options.contains(&Decision::Done);
                if more.is_empty() || ready && self.pcg.below(3) == 0 {
                    return Some(if ready { Decision::Done } else { Decision::Pass });
                }
                self.pick(&more).cloned()
            }
            _ => self.any(game),
        }
    }

    fn any(&mut self, game: &Match<'_>) -> Option<Decision> {
        let options = game.options();
        self.pick(&options).cloned()
    }

    /// What to do in a phase: something two times out of three, as long as there is something.
    fn act(&mut self, game: &Match<'_>) -> Option<Decision> {
        let options = game.options();
        let others: Vec<Decision> = options.iter().filter(|decision| **decision != Decision::Pass).cloned().collect();
        if others.is_empty() || options.contains(&Decision::Pass) && self.pcg.below(8) == 0 {
            return Some(Decision::Pass).filter(|pass| options.contains(pass));
        }
        self.pick(&others).cloned()
    }
}
