//! A player who does only what it must: it sets up, takes its losses, and otherwise passes.

use super::Player;
use crate::play::{Clock, Decision, Match, Random, What};

/// So often it does in a phase what it must, before lots decide: what it does first may lead nowhere.
const PATIENCE: u32 = 8;

/// Somebody who does only what it must.
#[derive(Debug)]
pub(super) struct Idle {
    lots: Random,
    /// The phase, and how often it could not be passed.
    when: Option<Clock>,
    held: u32,
}

impl Idle {
    /// The same seed decides the same.
    pub(super) fn new(seed: u64) -> Self {
        Idle { lots: Random::new(seed), when: None, held: 0 }
    }
}

impl Player for Idle {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        let now = Some(game.state().clock);
        if self.when != now {
            (self.when, self.held) = (now, 0);
        }
        let is = |decision: &Decision| game.allows(decision).is_ok();
        let passes = [Decision::Pass, Decision::Done].into_iter().find(is);
        let acts = game.ask().is_some_and(|ask| ask.what == What::Act);
        if acts && passes.is_none() {
            self.held += 1;
        }
        if self.held > PATIENCE && !(acts && passes.is_some()) {
            return Ok(self.lots.decide(game));
        }
        // What must be done before a phase ends is an action, as a rule.
        let duty = |options: &[Decision]| options.iter().find(|it| matches!(it, Decision::Action(_))).cloned();
        Ok(passes.or_else(|| {
            let options = game.options();
            duty(&options).or_else(|| options.into_iter().next())
        }))
    }
}
