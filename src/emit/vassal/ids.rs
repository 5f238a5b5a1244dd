//! Numbers of pieces that never change: those of vassal-ids.csv, and new ones after the highest.

use std::collections::BTreeMap;

use crate::emit::AddedRows;
use crate::model::Game;

/// The kind of a line that says where a box lies.
const TRAY: &str = "tray";

/// What a box is for, and where it lies.
fn lies(text: &str) -> Option<(String, [i64; 4])> {
    let (what, place) = text.rsplit_once(" @ ")?;
    let place: Vec<i64> =
        place.split(' ').map(|part| part.parse().ok().filter(|n| (0..=100_000).contains(n))).collect::<Option<_>>()?;
    Some((what.to_owned(), place.try_into().ok()?))
}

/// The numbers of all pieces.
pub(super) struct Ids {
    known: BTreeMap<(String, String), u32>,
    /// Where boxes lie, by what they are for.
    trays: BTreeMap<String, [i64; 4]>,
    next: u32,
    fresh: Vec<(u32, String, String)>,
}

impl Ids {
    pub(super) fn new(game: &Game) -> Ids {
        let next = game.vassal_ids.values().max().map_or(1, |most| most.saturating_add(1));
        let trays = game.vassal_ids.keys().filter(|(kind, _)| kind == TRAY).filter_map(|(_, text)| lies(text)).collect();
        Ids { known: game.vassal_ids.clone(), trays, next, fresh: Vec::new() }
    }

    /// New numbers come after that one.
    pub(super) fn above(&mut self, highest: u32) {
        self.next = self.next.max(highest.saturating_add(1));
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

    /// Where a box lies, in pixels, if it was there before.
    pub(super) fn tray(&self, what: &str) -> Option<[i64; 4]> {
        self.trays.get(what).copied()
    }

    /// Notes where a box lies, unless that is known.
    pub(super) fn keep_tray(&mut self, what: &str, place: [i64; 4]) {
        if !self.trays.contains_key(what) {
            let [x, y, width, height] = place;
            self.of(TRAY, &format!("{what} @ {x} {y} {width} {height}"));
        }
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
