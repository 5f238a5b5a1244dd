//! The entries of a list as they are at a moment.

use std::iter::Flatten;
use std::slice::Iter;
use std::vec::IntoIter;

use super::{Engine, Moment, holds, in_window};
use crate::model::{Condition, Entries, OptionId, Ruled, Variant, Window};

/// Entries as they are at a moment, in the order written. Where nothing varies, no list is made: every question asks.
#[derive(Clone, Debug)]
pub enum Live<'e, T> {
    /// As they are written.
    All(Iter<'e, T>),
    /// Something stands instead of some of them.
    Some(Flatten<IntoIter<Option<&'e T>>>),
}

impl<T> Default for Live<'_, T> {
    fn default() -> Self {
        Live::All([].iter())
    }
}

impl<'e, T> Iterator for Live<'e, T> {
    type Item = &'e T;

    fn next(&mut self) -> Option<&'e T> {
        match self {
            Live::All(all) => all.next(),
            Live::Some(list) => list.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Live::All(all) => all.size_hint(),
            Live::Some(list) => list.size_hint(),
        }
    }
}

impl Engine<'_> {
    /// The entries of a list as they are at that moment: a scenario, an option or a window may have changed them.
    pub fn live<'e, T: Ruled>(&self, entries: &'e Entries<T>, moment: &Moment) -> Live<'e, T> {
        let counts = |variant: &&Variant<T>| self.counts(variant.option, variant.turns.as_ref(), variant.when.as_ref(), moment);
        let mut counting = entries.variants_in(self.scenario).filter(counts).peekable();
        if counting.peek().is_none() {
            return Live::All(entries.list.iter());
        }
        let mut now: Vec<Option<&'e T>> = entries.list.iter().map(Some).collect();
        for variant in counting {
            // The last that counts stands instead.
            if let Some(entry) = now.get_mut(variant.entry) {
                *entry = variant.instead.as_ref();
            }
        }
        Live::Some(now.into_iter().flatten())
    }

    /// Whether what stands instead of an entry counts at that moment.
    fn counts(&self, option: Option<OptionId>, turns: Option<&Window>, when: Option<&Condition>, moment: &Moment) -> bool {
        option.is_none_or(|option| moment.options.contains(&crate::model::Key::index(option)))
            && turns.is_none_or(|window| in_window(self.game, window, moment).possible())
            && when.is_none_or(|when| holds(self.game, when, moment).possible())
    }
}
