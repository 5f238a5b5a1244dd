//! Work on several threads, or on this one where there are no others; and work that may panic.
//!
//! Everything that is shared out goes through [`map`] and its sisters: what comes of it stands in the order of the list,
//! and the number of threads changes nothing else either. All of them together use no more threads than the machine has.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, Once, PoisonError, mpsc};
use std::thread::{self, JoinHandle};

thread_local! {
    /// On how many threads at most whatever is begun on this one may be done; nothing if on all there are.
    static LIMIT: Cell<Option<usize>> = const { Cell::new(None) };
    /// How many times over a panic on this thread is caught.
    static CAUGHT: Cell<u32> = const { Cell::new(0) };
}

/// How many threads the machine has.
static MACHINE: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));

/// How many threads help others now.
static HELPING: AtomicUsize = AtomicUsize::new(0);

/// How many threads there are for what is begun here.
pub fn most() -> usize {
    LIMIT.get().unwrap_or(*MACHINE)
}

/// Does something on no more than so many threads.
pub fn within<R>(threads: usize, work: impl FnOnce() -> R) -> R {
    /// Puts it back whatever happens.
    struct Before(Option<usize>);
    impl Drop for Before {
        fn drop(&mut self) {
            LIMIT.set(self.0);
        }
    }
    let _before = Before(LIMIT.replace(Some(threads)));
    work()
}

/// The right to have one more thread.
struct Seat;

impl Seat {
    fn take(most: usize) -> Option<Seat> {
        let one_more = |helping: usize| (helping + 1 < most).then_some(helping + 1);
        HELPING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok().map(|_| Seat)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        HELPING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Work that comes one after the other for as long as there is any: `begin` says what the n-th is, nothing if there is no
/// more; what comes of it is handed to `take` in their order, until it says that it has had enough. What was begun is
/// always done.
pub fn stream<T: Send, R: Send>(
    begin: impl Fn(usize) -> Option<T> + Sync,
    work: impl Fn(T) -> R + Sync,
    take: &mut dyn FnMut(R) -> bool,
) {
    let most = most();
    if most < 2 {
        let mut n = 0;
        while let Some(one) = begin(n) {
            n += 1;
            if !take(work(one)) {
                return;
            }
        }
        return;
    }
    // The number of the next; whoever holds it begins alone, so that nothing is begun after something that was not.
    let far = Mutex::new(Far { next: Some(0), taken: 0 });
    let (begin, work, line) = (&begin, &work, &Line { far, moved: Condvar::new(), ahead: most * AHEAD });
    thread::scope(|scope| {
        let (one_done, done) = mpsc::channel();
        for _ in 0..most {
            let one_done = one_done.clone();
            scope.spawn(move || {
                // Who panics leaves a gap, and nothing behind it is ever taken: the others have to hear of it.
                let stop = Stop(line);
                within(most, || {
                    while let Some((n, one)) = line.begin(begin) {
                        if one_done.send((n, work(one))).is_err() {
                            return;
                        }
                    }
                });
                std::mem::forget(stop);
            });
        }
        drop(one_done);
        let _stop = Stop(line);
        let (mut early, mut wanted) = (std::collections::BTreeMap::new(), 0);
        for (n, made) in done {
            early.insert(n, made);
            while let Some(made) = early.remove(&wanted) {
                wanted += 1;
                if !take(made) {
                    return;
                }
                line.held().taken = wanted;
                line.moved.notify_all();
            }
        }
    });
}

/// So many for each thread may wait behind one that takes long, and no more: what was made is kept until it is its turn.
const AHEAD: usize = 64;

/// How far a stream is.
struct Far {
    /// The number of the next; nothing if nothing more is begun.
    next: Option<usize>,
    /// So many were taken.
    taken: usize,
}

/// Where the threads of a stream wait for each other.
struct Line {
    far: Mutex<Far>,
    moved: Condvar,
    ahead: usize,
}

impl Line {
    fn held(&self) -> MutexGuard<'_, Far> {
        self.far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next piece of work, as soon as it is not too far ahead.
    fn begin<T>(&self, begin: impl Fn(usize) -> Option<T>) -> Option<(usize, T)> {
        let mut held = self.held();
        let n = loop {
            let n = held.next?;
            if n < held.taken + self.ahead {
                break n;
            }
            held = self.moved.wait(held).unwrap_or_else(PoisonError::into_inner);
        };
        let one = begin(n);
        held.next = one.is_some().then_some(n + 1);
        drop(held);
        if one.is_none() {
            self.moved.notify_all();
        }
        one.map(|one| (n, one))
    }
}

/// Begins nothing more, however it ends.
struct Stop<'l>(&'l Line);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.held().next = None;
        self.0.moved.notify_all();
    }
}

/// What comes of each, in their order.
pub fn map<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    map_with(all, || (), |(), one| work(one))
}

/// The same, of what is used up.
pub fn map_owned<T: Send, R: Send>(all: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let all: Vec<Mutex<Option<T>>> = all.into_iter().map(|one| Mutex::new(Some(one))).collect();
    let taken = |one: &Mutex<Option<T>>| one.lock().unwrap_or_else(PoisonError::into_inner).take();
    // Each is taken once, so each is there.
    map(&all, |one| taken(one).map(&work)).into_iter().flatten().collect()
}

/// The same, with something that is made once for each thread.
pub fn map_with<T: Sync, S, R: Send>(all: &[T], start: impl Fn() -> S + Sync, work: impl Fn(&mut S, &T) -> R + Sync) -> Vec<R> {
    share(all, start, work, &mut |_| {})
}

/// The same; `told` hears how many are done, each time that one is.
pub fn map_told<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync, told: &mut dyn FnMut(usize)) -> Vec<R> {
    share(all, || (), |(), one| work(one), told)
}

fn share<T: Sync, S, R: Send>(
    all: &[T],
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
    told: &mut dyn FnMut(usize),
) -> Vec<R> {
    let most = most();
    if all.len() < 2 || most < 2 {
        let mut state = start();
        let one = |(n, one)| {
            let made = work(&mut state, one);
            told(n + 1);
            made
        };
        return all.iter().enumerate().map(one).collect();
    }
    /// After a panic the rest is left.
    struct Stop<'n>(&'n AtomicUsize, usize);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            if thread::panicking() {
                self.0.store(self.1, Ordering::Relaxed);
            }
        }
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let n = next.fetch_add(1, Ordering::Relaxed);
        all.get(n).map(|one| (n, one))
    };
    let (start, work, take, next) = (&start, &work, &take, &next);
    // Who waits for the work catches its panic.
    let quiet = CAUGHT.get() > 0;
    let mut found: Vec<(usize, R)> = Vec::with_capacity(all.len());
    thread::scope(|scope| {
        let (one_done, done) = mpsc::channel();
        let mut others = Vec::new();
        let (mut state, mut ended, mut more) = (start(), 0, true);
        let _stop = Stop(next, all.len());
        while let Some((n, one)) = take() {
            // Another may have ended since, whose thread can help here.
            while more && next.load(Ordering::Relaxed) < all.len() && others.len() + 1 < most {
                let Some(seat) = Seat::take(most) else { break };
                let one_done = one_done.clone();
                let help = move || {
                    let (_seat, _stop) = (seat, Stop(next, all.len()));
                    let all_taken = || {
                        let (mut state, mut found) = (start(), Vec::new());
                        while let Some((n, one)) = take() {
                            found.push((n, work(&mut state, one)));
                            // Nobody listens any more if the other has panicked.
                            let _ = one_done.send(());
                        }
                        found
                    };
                    within(most, || quietly(quiet, all_taken))
                };
                match thread::Builder::new().spawn_scoped(scope, help) {
                    Ok(other) => others.push(other),
                    Err(_) => more = false,
                }
            }
            found.push((n, work(&mut state, one)));
            for () in std::iter::once(()).chain(done.try_iter()) {
                ended += 1;
                told(ended);
            }
        }
        drop(one_done);
        for () in done.iter() {
            ended += 1;
            told(ended);
        }
        for other in others {
            found.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    found.sort_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, made)| made).collect()
}

/// Something that is done beside, until somebody asks for it.
#[derive(Debug)]
pub struct Begun<R>(JoinHandle<R>);

impl<R> Begun<R> {
    /// Waits for it; nothing if it panicked.
    pub fn end(self) -> Option<R> {
        self.0.join().ok()
    }
}

/// Begins something beside; nothing if there is no thread for it.
pub fn begin<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Option<Begun<R>> {
    thread::Builder::new().spawn(work).ok().map(Begun)
}

static HOOK: Once = Once::new();

/// A panic that was caught: a fault of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panicked;

/// Does something that may panic, because a crate that draws does; nothing of it is printed.
///
/// # Errors
/// If it panics.
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, Panicked> {
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if CAUGHT.get() == 0 {
                usual(info);
            }
        }));
    });
    quietly(true, || catch_unwind(AssertUnwindSafe(work))).map_err(|_| Panicked)
}

fn quietly<R>(quiet: bool, work: impl FnOnce() -> R) -> R {
    /// Counts down whatever happens.
    struct Held;
    impl Drop for Held {
        fn drop(&mut self) {
            CAUGHT.set(CAUGHT.get().saturating_sub(1));
        }
    }
    if !quiet {
        return work();
    }
    CAUGHT.set(CAUGHT.get() + 1);
    let _held = Held;
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_taken_in_order_until_there_is_enough() {
        for threads in [1, 4] {
            let mut seen = Vec::new();
            within(threads, || {
                stream(|n| (n < 50).then_some(n), |n| n * n, &mut |made| {
                    seen.push(made);
                    true
                })
            });
            assert_eq!(seen, (0..50).map(|n| n * n).collect::<Vec<_>>());
            let mut few = Vec::new();
            within(threads, || {
                stream(Some, |n| n, &mut |made| {
                    few.push(made);
                    few.len() < 7
                })
            });
            assert_eq!(few, (0..7).collect::<Vec<_>>(), "nothing is taken after enough");
        }
    }

    #[test]
    fn a_stream_runs_only_so_far_ahead_and_ends_with_a_panic() {
        let (begun, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        within(4, || {
            let work = |n: usize| {
                if n == 0 {
                    // The first takes until all others have stopped to wait for it.
                    while begun.load(Ordering::SeqCst) < 4 * AHEAD {
                        thread::yield_now();
                    }
                    thread::sleep(std::time::Duration::from_millis(20));
                    most.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
                }
            };
            let begin = |n| {
                begun.fetch_max(n + 1, Ordering::SeqCst);
                (n < 1000).then_some(n)
            };
            stream(begin, work, &mut |()| true);
        });
        assert_eq!((most.into_inner(), begun.into_inner()), (4 * AHEAD, 1001));
        let ended = guarded(|| within(4, || stream(Some, |n| assert!(n != 300), &mut |()| true)));
        assert_eq!(ended, Err(Panicked));
        let ended = guarded(|| within(4, || stream(Some, |n| n, &mut |n| n < 300 || std::panic::panic_any("enough"))));
        assert_eq!(ended, Err(Panicked));
    }

    #[test]
    fn everything_is_done_in_order_and_a_panic_is_caught() {
        let all: Vec<usize> = (0..1000).collect();
        let doubled: Vec<usize> = (0..1000).map(|n| n * 2).collect();
        for threads in [0, 1, 2, 7] {
            within(threads, || {
                assert_eq!(map(&all, |n| n * 2), doubled);
                assert_eq!(map_owned(all.clone(), |n| n * 2), doubled);
                // Work inside of work.
                let sums = map(&all, |n| map(&all[..*n % 9], |m| m + n).len());
                assert_eq!(sums, all.iter().map(|n| n % 9).collect::<Vec<_>>());
                assert_eq!(guarded(|| map(&all, |n| assert!(*n != 700))), Err(Panicked));
            });
        }
        assert_eq!(guarded(|| 3), Ok(3));
        assert_eq!((CAUGHT.get(), LIMIT.get()), (0, None));
    }

    #[test]
    fn each_that_is_done_is_told_of_once() {
        let all = [1, 2, 3, 4, 5];
        for threads in [1, 4] {
            let mut told = Vec::new();
            within(threads, || map_told(&all, |n| n + 1, &mut |done| told.push(done)));
            assert_eq!(told, [1, 2, 3, 4, 5], "{threads} threads");
        }
    }

    #[test]
    fn what_is_begun_can_be_waited_for() {
        let begun = begin(|| 7);
        assert_eq!(begun.and_then(Begun::end), Some(7));
    }
}
