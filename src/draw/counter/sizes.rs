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
            Subject::Marker(_) => On::Markers,
            Subject::Card(_) => On::Cards,
        }
    }
}

/// The sizes of letters that are smaller than wanted, since one of the counters has no more room.
#[derive(Debug, Default)]
pub(super) struct Sizes(BTreeMap<Key, f64>);

impl Sizes {
    /// Notes that a text has room for letters so large.
    pub(super) fn fits(&mut self, key: Key, mm: f64) {
        let known = self.0.entry(key).or_insert(mm);
        *known = known.min(mm);
    }

    /// The size of letters in a slot.
    pub(super) fn of(&self, key: &Key, wanted: f64) -> f64 {
        self.0.get(key).copied().unwrap_or(wanted).min(wanted)
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
