//! Many games: on all threads, told of in order.

use super::{Counts, One, Plan, Seats, Watch, play_one};
use crate::rules::Engine;
use crate::threads;

/// Games that were played one after the other on one thread.
pub struct Chunk {
    pub games: Vec<One>,
    pub counts: Counts,
}

/// So many games are told of at once, where there are many.
const AT_ONCE: u64 = 8;

/// Plays the games of a plan. Chunks are handed to `take` in the order of their games; after `stop` says so, or after an
/// error, nothing new is begun. What was begun is played to its end, so that what is taken has no gaps.
///
/// # Errors
/// The first thing that went wrong.
pub fn run<'e>(
    engine: &'e Engine<'e>,
    plan: &Plan,
    seats: &dyn Seats,
    stop: &(dyn Fn() -> bool + Sync),
    take: &mut dyn FnMut(Chunk) -> Result<(), String>,
) -> Result<(), String> {
    let all = plan.games.end.saturating_sub(plan.games.start);
    // Few games are told of one by one, so that no thread waits long for another at the end.
    let at_once = if all < AT_ONCE * 4 * threads::most() as u64 { 1 } else { AT_ONCE };
    let begin = |n: usize| {
        let first = plan.games.start.saturating_add(at_once.saturating_mul(n as u64));
        (first < plan.games.end && !stop()).then(|| first..plan.games.end.min(first.saturating_add(at_once)))
    };
    let work = |games: std::ops::Range<u64>| {
        let mut watch = Watch::new(engine);
        let games = games.map(|n| play_one(engine, plan, n, seats, &mut watch)).collect::<Result<Vec<One>, String>>()?;
        Ok(Chunk { games, counts: watch.counts() })
    };
    let mut failed = Ok(());
    threads::stream(begin, work, &mut |made: Result<Chunk, String>| {
        failed = made.and_then(&mut *take);
        failed.is_ok()
    });
    failed
}
