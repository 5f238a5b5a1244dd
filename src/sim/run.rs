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
    let all = plan.part.end.saturating_sub(plan.part.start);
    // Few games are told of one by one, so that no thread waits long for another at the end.
    let at_once = if all < AT_ONCE * 4 * threads::most() as u64 { 1 } else { AT_ONCE };
    let begin = |n: usize| {
        let first = plan.part.start.saturating_add(at_once.saturating_mul(n as u64));
        (first < plan.part.end && !stop()).then(|| first..plan.part.end.min(first.saturating_add(at_once)))
    };
    let work = |games: std::ops::Range<u64>| {
        let (mut played, mut counts) = (Vec::new(), Counts::default());
        let mut games = games.peekable();
        while let Some((lineup, _)) = games.peek().and_then(|n| plan.at(*n)) {
            let mut watch = Watch::new(engine);
            while let Some(n) = games.next_if(|n| plan.at(*n).is_some_and(|(place, _)| place == lineup)) {
                played.push(play_one(engine, plan, n, seats, &mut watch)?);
            }
            let found = watch.counts();
            match plan.lineups.get(lineup).filter(|_| lineup > 0) {
                None => counts.add_all(&found),
                // Of those to compare with, only how they ended.
                Some(other) => {
                    for what in ["games", "ended", "won", "levels", "last-turn"] {
                        if let Some(found) = found.at(&[what]) {
                            counts.add_under(&["beside", &other.name, what], found);
                        }
                    }
                }
            }
        }
        Ok(Chunk { games: played, counts })
    };
    let mut failed = Ok(());
    threads::stream(begin, work, &mut |made: Result<Chunk, String>| {
        failed = made.and_then(&mut *take);
        failed.is_ok()
    });
    failed
}
