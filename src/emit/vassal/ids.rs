//! Numbers of pieces that never change: those of vassal-ids.csv, and new ones after the highest.

use std::collections::BTreeMap;

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

    /// A number greater than all.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// The file with all numbers, old lines first; nothing if there is nothing new.
    pub(super) fn file(&self, game: &Game) -> Option<Vec<u8>> {
        if self.fresh.is_empty() {
            return None;
        }
        let mut old: Vec<(u32, &str, &str)> =
            game.vassal_ids.iter().map(|((kind, id), number)| (*number, kind.as_str(), id.as_str())).collect();
        old.sort_unstable();
        let fresh = self.fresh.iter().map(|(number, kind, id)| (*number, kind.as_str(), id.as_str()));
        let mut text = "gpid,kind,id\n".to_owned();
        for (number, kind, id) in old.into_iter().chain(fresh) {
            text += &format!("{number},{kind},{id}\n");
        }
        Some(text.into_bytes())
    }
}
