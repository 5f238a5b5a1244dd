//! The entries of a list as they are at a moment.

use std::collections::BTreeMap;
use std::slice::Iter;

use super::{Engine, Moment, holds, in_window};
use crate::model::{Entries, OptionId, Ruled, Variant};

/// Entries as they are at a moment, in the order written. Where nothing varies, no list is made: every question asks.
#[derive(Clone, Debug)]
pub enum Live<'e, T> {
    /// As they are written.
    All(Iter<'e, T>),
    /// Something stands instead of some of them.
    Some(std::vec::IntoIter<&'e T>),
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
        let counts = |variant: &&Variant<T>| {
            let option = |option: OptionId| moment.options.contains(&crate::model::Key::index(option));
            variant.option.is_none_or(option)
                && variant.turns.as_ref().is_none_or(|window| in_window(self.game, window, moment).possible())
                && variant.when.as_ref().is_none_or(|when| holds(self.game, when, moment).possible())
        };
        let mut counting = entries.variants_in(self.scenario).filter(counts).peekable();
        if counting.peek().is_none() {
            return Live::All(entries.list.iter());
        }
        // The last that counts stands instead.
        let mut instead: BTreeMap<usize, Option<&'e T>> = BTreeMap::new();
        for variant in counting {
            instead.insert(variant.entry, variant.instead.as_ref());
        }
        let now = |(n, entry): (usize, &'e T)| instead.get(&n).copied().unwrap_or(Some(entry));
        Live::Some(entries.list.iter().enumerate().filter_map(now).collect::<Vec<_>>().into_iter())
    }
}
