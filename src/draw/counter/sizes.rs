//! One size of letters for a slot on all counters of a game: found by looking over all of them before one is drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Faces;
use super::slots::Row;
use super::subject::Subject;

/// Slots whose letters have one size: the row, what it is on, and the size that is wanted.
pub(super) type Key = (Row, On, u64);

/// What slots are on: units and markers are sheets of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum On {
    Units,
    Markers,
    Cards,
}

impl From<Subject<'_>> for On {
    fn from(subject: Subject<'_>) -> On {
        match subject {
            Subject::Unit(..) => On::Units,
            Subject::Marker(_) | Subject::Aid(_) => On::Markers,
            Subject::Card(_) => On::Cards,
        }
    }
}

impl On {
    /// The share of the wanted size below which a text no longer makes all others smaller: the figures of units are
    /// compared, so they are all alike; one long name of a marker is no reason to write all markers small.
    pub(super) fn floor(self) -> f64 {
        match self {
            On::Units => 0.0,
            On::Markers | On::Cards => LONG,
        }
    }
}

/// The share of the wanted size that most names have room for.
const LONG: f64 = 0.8;
/// The same for long ones; what has less room is very long, and does not make them small either.
const VERY_LONG: f64 = 0.6;

/// The sizes of letters that are smaller than wanted, since one of the counters has no more room.
#[derive(Debug, Default)]
pub(super) struct Sizes(BTreeMap<Key, Shared>);

/// The size of nearly all texts of a slot, the one of those that are too long for it, and of those that are far too long.
#[derive(Clone, Copy, Debug)]
struct Shared {
    usual: f64,
    small: f64,
    least: f64,
}

impl Sizes {
    /// Notes that a text has room for letters so large, and from which size on it counts for all.
    pub(super) fn fits(&mut self, key: Key, mm: f64, floor: f64) {
        let none = f64::INFINITY;
        let known = self.0.entry(key).or_insert(Shared { usual: none, small: none, least: none });
        let size = match mm {
            mm if mm >= floor => &mut known.usual,
            mm if mm >= floor * VERY_LONG / LONG => &mut known.small,
            _ => &mut known.least,
        };
        *size = size.min(mm);
    }

    /// The size of letters in a slot, of a text that has room for letters so large.
    pub(super) fn of(&self, key: &Key, wanted: f64, room: f64) -> f64 {
        let Some(Shared { usual, small, least }) = self.0.get(key).copied() else { return wanted.min(room) };
        let usual = usual.min(wanted);
        match room {
            room if room >= usual => usual,
            room if room >= small => small,
            room => least.min(room),
        }
    }
}

impl Faces<'_> {
    /// The sizes of letters of all slots: found once for counters of one size, by whoever asks first.
    pub(super) fn sizes(&self) -> Arc<Sizes> {
        if let Some(known) = &*self.sizes_found.borrow() {
            return Arc::clone(known);
        }
        let key = self.area.0.to_bits();
        let found = self.assets.sizes(key, || {
            let mut looking = Faces::made(self.game, self.area.0, Arc::clone(&self.assets));
            looking.draws = false;
            *looking.looking.borrow_mut() = Some(Sizes::default());
            for (id, unit) in self.game.units.iter() {
                for (n, face) in unit.faces.iter().enumerate() {
                    if face.picture.is_none() {
                        let _ = looking.unit(id, n);
                    }
                }
            }
            for id in self.game.markers.ids() {
                let _ = looking.marker(id);
            }
            for card in self.game.cards.values().filter(|card| !card.faces.is_empty()) {
                let _ = (looking.chit(card, true), looking.chit(card, false));
            }
            looking.looking.take().unwrap_or_default()
        });
        *self.sizes_found.borrow_mut() = Some(Arc::clone(&found));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::slots::Row;
    use super::*;

    #[test]
    fn one_long_name_makes_itself_small_and_figures_make_all_small() {
        let size = |on: On, rooms: &[f64]| {
            let (mut sizes, key) = (Sizes::default(), (Row::Bottom, on, 0));
            rooms.iter().for_each(|room| sizes.fits(key, *room, on.floor() * 2.0));
            rooms.iter().map(|room| sizes.of(&key, 2.0, *room)).collect::<Vec<_>>()
        };
        assert_eq!(size(On::Markers, &[3.0, 1.9, 1.7, 1.25, 1.0]), [1.7, 1.7, 1.7, 1.25, 1.0]);
        assert_eq!(size(On::Markers, &[1.9, 1.5, 1.3, 1.1, 0.9]), [1.9, 1.3, 1.3, 0.9, 0.9]);
        assert_eq!(size(On::Units, &[3.0, 1.9, 1.2]), [1.2, 1.2, 1.2]);
        assert_eq!(size(On::Markers, &[3.0, 2.5]), [2.0, 2.0]);
    }
}
