//! How long each step of a check took, told on standard error.

#![allow(clippy::disallowed_methods, reason = "this is where the clock is")]

use std::io::Write;
use std::time::{Duration, Instant};

use crate::compile::rules;

/// A clock that hears which step has just ended.
pub(super) struct Timings {
    last: Instant,
    /// In the order in which they first ended.
    steps: Vec<(&'static str, Duration)>,
}

impl Timings {
    pub(super) fn start() -> Self {
        Timings { last: Instant::now(), steps: Vec::new() }
    }

    pub(super) fn ended(&mut self, step: &'static str) {
        let now = Instant::now();
        let took = now - self.last;
        self.last = now;
        match self.steps.iter_mut().find(|(name, _)| *name == step) {
            Some((_, sum)) => *sum += took,
            None => self.steps.push((step, took)),
        }
    }

    /// Steps in the order of the pipeline, checks added up, then each check, the slowest first.
    pub(super) fn tell(&self, game: &str) {
        let known = rules();
        let is_check = |step: &str| known.iter().any(|rule| rule.name == step);
        let (mut checks, steps): (Vec<_>, Vec<_>) = self.steps.iter().copied().partition(|(step, _)| is_check(step));
        let order = |step: &str| crate::lower::STEPS.iter().position(|s| *s == step).unwrap_or(usize::MAX);
        let mut lines = steps;
        lines.sort_by_key(|(step, _)| order(step));
        let all: Duration = checks.iter().map(|(_, took)| *took).sum();
        let before = lines.iter().position(|(step, _)| *step == "finish").unwrap_or(lines.len());
        lines.insert(before, ("checks", all));
        checks.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
        let total: Duration = self.steps.iter().map(|(_, took)| *took).sum();
        let ms = |took: Duration| took.as_secs_f64() * 1000.0;
        let mut text = format!("{game}: {:.1} ms on one thread\n", ms(total));
        for (step, took) in &lines {
            text += &format!("  {step:<24}{:>9.2} ms{:>5.0} %\n", ms(*took), 100.0 * ms(*took) / ms(total));
        }
        text += "checks, the slowest first\n";
        for (check, took) in &checks {
            text += &format!("  {check:<24}{:>9.2} ms\n", ms(*took));
        }
        // Whoever does not listen has asked in vain; the check goes on.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}
