//! The game from its beginning: what happened, in words, and how it stood at any moment.

use serde_json::{Value, json};

use super::view::view;
use super::{No, Session};
use crate::play::{Line, Log, Match};

impl Session<'_> {
    /// Plays the game again, without what was taken back. After each decision, and once before the first, `seen` hears of
    /// it, and says whether it goes on.
    fn again(&self, seen: &mut dyn FnMut(&Match<'_>, &str) -> bool) -> Result<(), No> {
        let now = self.game.as_ref().ok_or("no game is open")?;
        let log = Log::read(&(self.log.join("\n") + "\n")).map_err(|bad| No::from(bad.why))?;
        let mut made: Vec<(&str, &Value)> = Vec::new();
        for line in &log.lines {
            match line {
                Line::Decision { by, sent, .. } => made.push((by, sent)),
                Line::TakeBack(count) => made.truncate(made.len().saturating_sub(*count)),
                Line::Digest(_) => {}
            }
        }
        let scenario = self.table.scenario(Some(&log.header.scenario))?;
        let begun = Match::new(now.engine(), scenario, now.settings().clone());
        let mut game = begun.ok_or("the scenario cannot be played")?;
        if !seen(&game, "") {
            return Ok(());
        }
        for (by, sent) in made {
            game.decide_sent(Some(by), sent)?;
            if !seen(&game, by) {
                break;
            }
        }
        Ok(())
    }

    /// Everything that happened, in words: after which decision, whose it was, and when.
    pub(super) fn story(&self) -> Result<Value, No> {
        let mut told = Vec::new();
        self.again(&mut |game, by| {
            let (naming, model) = (game.naming(), game.engine().game());
            let turn = game.state().clock.turn.and_then(|turn| model.turns.at(turn)).map(|turn| &turn.id);
            let phase = game.phase().map(|phase| &phase.name);
            for text in game.events().iter().filter_map(|change| naming.sentence(change)) {
                told.push(json!({ "n": game.decisions(), "by": by, "turn": turn, "phase": phase, "text": text }));
            }
            true
        })?;
        Ok(Value::Array(told))
    }

    /// What there was to see after so many decisions.
    pub(super) fn view_at(&self, at: usize) -> Result<Value, No> {
        let mut found = None;
        self.again(&mut |game, _| {
            let there = game.decisions() >= at;
            if there {
                found = Some(view(game));
            }
            !there
        })?;
        found.ok_or_else(|| No::from("so many decisions were not made"))
    }
}
