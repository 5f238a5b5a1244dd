//! Work on several threads, or on this one where there are no others; and work that may panic.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::{LazyLock, Mutex, Once, PoisonError};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads; nothing if there is none to be had.
static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut pool = ThreadPoolBuilder::new().build().ok();
    while pool.is_none() && threads > 1 {
        threads /= 2;
        pool = ThreadPoolBuilder::new().num_threads(threads).build().ok();
    }
    pool
});

thread_local! {
    /// How many times over a panic on this thread is caught.
    static CAUGHT: Cell<u32> = const { Cell::new(0) };
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

/// The same, with something that is made for several at a time.
pub fn map_with<T: Sync, S, R: Send>(
    all: &[T],
    start: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, &T) -> R + Sync + Send,
) -> Vec<R> {
    let inside = rayon::current_thread_index().is_some();
    let pool = if inside || all.len() < 2 { None } else { POOL.as_ref() };
    if all.len() < 2 || !(inside || pool.is_some()) {
        let mut state = start();
        return all.iter().map(|one| work(&mut state, one)).collect();
    }
    // Who waits for the work catches its panic.
    let quiet = CAUGHT.get() > 0;
    let spread = || all.par_iter().map_init(start, |state, one| quietly(quiet, || work(state, one))).collect();
    match pool {
        Some(pool) => pool.install(spread),
        None => spread(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_in_order_and_a_panic_is_caught() {
        let all: Vec<usize> = (0..1000).collect();
        assert_eq!(map(&all, |n| n * 2), (0..1000).map(|n| n * 2).collect::<Vec<_>>());
        assert_eq!(guarded(|| 3), Ok(3));
        assert_eq!(guarded(|| map(&all, |n| assert!(*n != 700))), Err(Panicked));
        assert_eq!(CAUGHT.get(), 0);
    }
}
