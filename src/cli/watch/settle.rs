//! When to check: once a change has come to rest. Editors write a file in several steps, and a program may write
//! many files at once; each is one change. It knows no clock: whoever asks says what time it is.

use std::time::Duration;

use super::trace::Trace;

/// How often the folder is looked at.
pub(super) const LOOK: Duration = Duration::from_millis(25);
/// How long nothing may change before a change counts as done.
const REST: Duration = Duration::from_millis(20);
/// How often the folder is looked at meanwhile.
const CLOSE_LOOK: Duration = Duration::from_millis(10);
/// After so long it is checked even if it still changes.
const PATIENCE: Duration = Duration::from_millis(300);

/// The game's folder at a glance.
#[derive(Clone, Debug)]
pub(super) enum Sight {
    /// There is no game.
    Gone,
    /// The answers to what the last check had asked.
    There(Trace),
}

impl Sight {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Sight::Gone, Sight::Gone) => true,
            (Sight::There(this), Sight::There(that)) => this.same(that),
            _ => false,
        }
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Look again after so long.
    Wait(Duration),
    /// Check now.
    Check,
}

/// A change that has not come to rest yet.
#[derive(Debug, Default)]
pub(super) struct Settle {
    moving: Option<Moving>,
}

#[derive(Debug)]
struct Moving {
    last: Sight,
    /// When it was first seen like that.
    since: Duration,
    /// When it was first seen to differ from what was checked.
    first: Duration,
}

impl Settle {
    /// Judges what is seen now against what was checked last.
    pub(super) fn next(&mut self, now: Duration, checked: &Sight, seen: Sight) -> Next {
        if seen.same(checked) {
            self.moving = None;
            return Next::Wait(LOOK);
        }
        let Some(moving) = &mut self.moving else {
            self.moving = Some(Moving { last: seen, since: now, first: now });
            return Next::Wait(CLOSE_LOOK);
        };
        if !seen.same(&moving.last) {
            moving.last = seen;
            moving.since = now;
        }
        let rested = now.saturating_sub(moving.since);
        if rested >= REST || now.saturating_sub(moving.first) >= PATIENCE {
            self.moving = None;
            return Next::Check;
        }
        Next::Wait((REST - rested).min(CLOSE_LOOK))
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::tests::traced;
    use super::*;
    use crate::source::Memory;

    fn sight(text: &str) -> Sight {
        let world = Memory::new().with("young", text);
        Sight::There(traced(&world, |world| drop(world.read("young"))))
    }

    /// When checks happen, if at these milliseconds this is seen.
    fn checks(seen: &[(u64, Sight)]) -> Vec<u64> {
        let mut settle = Settle::default();
        let mut checked = sight("old");
        let mut at = Vec::new();
        for (ms, now) in seen {
            if settle.next(Duration::from_millis(*ms), &checked, now.clone()) == Next::Check {
                checked = now.clone();
                at.push(*ms);
            }
        }
        at
    }

    #[test]
    fn a_change_is_checked_once_it_rests() {
        assert_eq!(checks(&[(0, sight("old")), (25, sight("old"))]), [0; 0]);
        let save = [(0, sight("old")), (25, sight("new")), (35, sight("new")), (45, sight("new")), (70, sight("new"))];
        assert_eq!(checks(&save), [45]);
    }

    #[test]
    fn a_file_that_is_deleted_and_written_is_one_change() {
        let save =
            [(0, Sight::Gone), (10, sight("")), (20, sight("n")), (30, sight("new")), (40, sight("new")), (50, sight("new"))];
        assert_eq!(checks(&save), [50]);
        assert_eq!(checks(&[(0, Sight::Gone), (10, sight("old")), (20, sight("old")), (40, sight("old"))]), [0; 0]);
    }

    #[test]
    fn what_never_rests_is_checked_all_the_same() {
        let endless: Vec<(u64, Sight)> = (0..100).map(|i| (i * 10, sight(&format!("{i}")))).collect();
        assert_eq!(checks(&endless), [300, 610, 920]);
    }

    #[test]
    fn a_folder_that_vanishes_is_said_and_so_is_its_return() {
        let seen =
            [(0, Sight::Gone), (20, Sight::Gone), (40, Sight::Gone), (60, sight("x")), (80, sight("x")), (100, sight("x"))];
        assert_eq!(checks(&seen), [20, 80]);
    }

    #[test]
    fn it_waits_no_longer_than_needed() {
        let mut settle = Settle::default();
        let (old, new) = (sight("old"), sight("new"));
        let ms = Duration::from_millis;
        assert_eq!(settle.next(ms(0), &old, old.clone()), Next::Wait(LOOK));
        assert_eq!(settle.next(ms(25), &old, new.clone()), Next::Wait(ms(10)));
        assert_eq!(settle.next(ms(38), &old, new), Next::Wait(ms(7)));
    }
}
