//! How long each step of a check took, told on standard error.

#![allow(clippy::disallowed_methods, reason = "this is where the clock is")]

use std::time::{Duration, Instant};

use crate::compile::rules;
use crate::lower::STEPS;

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

    fn total(&self) -> Duration {
        self.steps.iter().map(|(_, took)| *took).sum()
    }

    /// How long a step took; all checks together are `checks`.
    fn took(&self, step: &str) -> Duration {
        let is = |name: &str| name == step || step == "checks" && rules().iter().any(|rule| rule.name == name);
        self.steps.iter().filter(|(name, _)| is(name)).map(|(_, took)| *took).sum()
    }
}

/// Tells the steps in the order of the pipeline, of a run on so many threads and of another on one, and then each check of
/// that one, the slowest first.
pub(super) fn tell(game: &str, threads: usize, together: &Timings, alone: &Timings) {
    let ms = |took: Duration| took.as_secs_f64() * 1000.0;
    let whole = ms(together.total());
    let on = if threads == 1 { "one thread".to_owned() } else { format!("{threads} threads") };
    let again = ms(alone.total());
    let mut text = format!("{game}: {whole:.1} ms on {on}; again, with its schemas made, {again:.1} ms on one\n");
    text += &format!("  {:<24}{:>12}{:>5} {:>12}\n", "", "together", "", "one thread");
    for step in STEPS.iter().chain(&["engine", "checks", "finish"]) {
        let (took, one) = (ms(together.took(step)), ms(alone.took(step)));
        text += &format!("  {step:<24}{took:>9.2} ms{:>5.0} %{one:>10.2} ms\n", 100.0 * took / whole);
    }
    let known = rules();
    let mut checks: Vec<_> = alone.steps.iter().filter(|(step, _)| known.iter().any(|rule| rule.name == *step)).collect();
    checks.sort_by_key(|(_, took)| std::cmp::Reverse(*took));
    text += "checks on one thread, the slowest first\n";
    for (check, took) in checks {
        text += &format!("  {check:<24}{:>9.2} ms\n", ms(*took));
    }
    // Whoever does not listen has asked in vain; the check goes on.
    super::exit::complain(&text);
}
