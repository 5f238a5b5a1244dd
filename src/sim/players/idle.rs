//! A player who does only what it must: it sets up, takes its losses, and otherwise passes.

use super::Player;
use crate::play::{Decision, Match};

/// Somebody who does only what it must.
#[derive(Clone, Copy, Debug)]
pub(super) struct Idle;

impl Player for Idle {
    fn decide(&mut self, game: &mut Match<'_>) -> Result<Option<Decision>, String> {
        let is = |decision: &Decision| game.allows(decision).is_ok();
        Ok([Decision::Pass, Decision::Done].into_iter().find(is).or_else(|| game.options().into_iter().next()))
    }
}
