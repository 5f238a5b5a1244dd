//! Numbers of pieces that never change: those of vassal-ids.csv, and new ones after the highest.

use std::collections::BTreeMap;

use crate::emit::AddedRows;
use crate::model::Game;

/// The numbers of all pieces.
pub(super) struct Ids {
    known: BTreeMap<(String, String), u32>,
    next: u32,
    fresh: Vec<(u32, String, String)>,
}

impl Ids {
    pub(super) fn new(game: &Game) -> Ids {
        let next = game.vassal_ids.values().max().map_or(1, |most| most.saturating_add(1));
        Ids { known: game.vassal_ids.clone(), next, fresh: Vec::new() }
    }

    /// The number of a piece; a new one if it has none yet.
    pub(super) fn of(&mut self, kind: &str, id: &str) -> u32 {
        let key = (kind.to_owned(), id.to_owned());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let number = self.next;
        self.next = self.next.saturating_add(1);
        self.fresh.push((number, key.0.clone(), key.1.clone()));
        self.known.insert(key, number);
        number
    }

    /// The number of a piece that has one.
    pub(super) fn known(&self, kind: &str, id: &str) -> Option<u32> {
        self.known.get(&(kind.to_owned(), id.to_owned())).copied()
    }

    /// A number greater than all.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// The rows of new numbers; nothing if there is nothing new.
    pub(super) fn added(&self, game: &Game) -> Option<AddedRows> {
        if self.fresh.is_empty() {
            return None;
        }
        let sheet = &game.vassal_ids_sheet;
        let rows = self.fresh.iter().map(|(number, kind, id)| vec![number.to_string(), kind.clone(), id.clone()]).collect();
        Some(AddedRows { path: sheet.path.clone(), headings: sheet.headings.to_vec(), rows })
    }
}
