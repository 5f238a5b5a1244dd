//! markers.json and cards.json.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::names::{COPIES, Ids};
use super::super::units::PieceKind;
use super::{Folder, Known};

impl Folder<'_, '_, '_> {
    pub(super) fn markers(&mut self, known: &mut Known) {
        let markers = self.entries(PieceKind::Marker);
        let mut ids = Ids::default();
        let mut list = Vec::new();
        for n in markers {
            let Some(entry) = self.stock.entries.get(n).cloned() else { continue };
            // Our own signs for bridges and who holds what are made anew by each build.
            if self.module.own && entry.counter.words.tag("Marker").is_none() {
                continue;
            }
            let name = entry.counter.name.clone();
            // In a module of ours the back is a marker of its own, which has its own slot.
            let shown = if self.module.own { 1 } else { entry.counter.faces.len() };
            let other = entry.counter.faces.get(1).filter(|_| self.module.own).map(|face| face.name.clone());
            let other = other.and_then(|name| {
                self.stock.entries.iter().find(|entry| entry.kind == PieceKind::Marker && entry.counter.name == name)
            });
            let other = other.and_then(|entry| entry.counter.words.tag("Marker")).map(ToOwned::to_owned);
            let faces: Vec<(String, String, String)> = (entry.counter.faces.iter().enumerate().take(shown))
                .map(|(f, face)| {
                    let told = if f == 0 || face.name.is_empty() || face.added { name.clone() } else { face.name.clone() };
                    let id = match entry.counter.words.tag("Marker").filter(|_| f == 0) {
                        Some(id) => ids.kept(id, "marker"),
                        None => ids.fresh(&told, "marker"),
                    };
                    (id, told, self.pictures.face(&face.drawn, self.report).unwrap_or_default())
                })
                .collect();
            let note: Vec<String> = (entry.counter.words.plain.iter())
                .filter(|(name, value)| !value.is_empty() && !self.ours(name, &["Marker", "Count", "Side"]))
                .map(|(name, value)| format!("{name}: {value}"))
                .collect();
            for (f, (id, told, picture)) in faces.iter().enumerate() {
                let mut value = json!({"id": id, "name": told});
                let Some(object) = value.as_object_mut() else { continue };
                if !picture.is_empty() {
                    object.insert("picture".to_owned(), json!(picture));
                }
                if let Some(side) = entry.side.and_then(|side| known.sides.get(side)) {
                    object.insert("side".to_owned(), json!(side));
                }
                if f == 0 {
                    if let Some(back) = faces.get(1).map(|(back, ..)| back).or(other.as_ref()) {
                        object.insert("back".to_owned(), json!(back));
                    }
                    if let Some(count) = entry.counter.words.tag("Count").and_then(|count| count.parse::<u32>().ok()) {
                        object.insert("count".to_owned(), json!(count));
                    }
                    if !note.is_empty() {
                        object.insert("note".to_owned(), json!(note.join("; ")));
                    }
                }
                list.push(value);
            }
            let front = faces.first().map(|(id, ..)| id.clone()).unwrap_or_default();
            self.left_behind(&entry, &front);
            known.markers.insert(n, faces.into_iter().map(|(id, ..)| id).collect());
            if let Some(entry) = self.stock.entries.get_mut(n) {
                entry.id = front;
            }
        }
        self.report.carried("marker", "markers", known.markers.len());
        if !list.is_empty() {
            self.out.json("markers.json", &Value::Array(list));
        }
    }

    pub(super) fn cards(&mut self, known: &Known) {
        let cards = self.entries(PieceKind::Card);
        let mut ids = Ids::default();
        let mut decks: BTreeMap<String, String> = BTreeMap::new();
        let mut deck_ids = Ids::default();
        let mut list = Vec::new();
        for n in cards {
            let Some(entry) = self.stock.entries.get(n).cloned() else { continue };
            let deck = match entry.counter.words.tag("Deck") {
                Some(deck) => deck.to_owned(),
                None => decks.entry(entry.deck.clone()).or_insert_with(|| deck_ids.fresh(&entry.deck, "deck")).clone(),
            };
            let id = match entry.counter.words.tag("Card") {
                Some(id) => ids.kept(id, "card"),
                None => ids.fresh(&entry.counter.name, "card"),
            };
            let mut value = json!({"id": id, "name": entry.counter.name, "deck": deck});
            if let Some(object) = value.as_object_mut() {
                let front = entry.counter.faces.first().map(|face| face.drawn.clone()).unwrap_or_default();
                if let Some(path) = self.pictures.face(&front, self.report) {
                    object.insert("picture".to_owned(), json!(path));
                }
                let back = entry.counter.back.clone();
                if let Some(path) = back.and_then(|back| self.pictures.path(&back, self.report)) {
                    object.insert("back".to_owned(), json!(path));
                }
                if let Some(side) = entry.side.and_then(|side| known.sides.get(side)) {
                    object.insert("side".to_owned(), json!(side));
                }
                let beyond = usize::try_from(entry.count.saturating_sub(COPIES)).unwrap_or(0);
                self.report.cut("copy of a card", &format!("it is there at most {COPIES} times"), &entry.counter.name, beyond);
                if entry.count > 1 {
                    object.insert("count".to_owned(), json!(entry.count.min(COPIES)));
                }
                let text: Vec<String> = (entry.counter.words.plain.iter())
                    .filter(|(name, value)| !value.is_empty() && !self.ours(name, &["Card", "Deck", "Side", "Text"]))
                    .map(|(name, value)| format!("{name}: {value}"))
                    .collect();
                let text = entry.counter.words.tag("Text").map_or_else(|| text.join("; "), ToOwned::to_owned);
                if !text.is_empty() {
                    object.insert("text".to_owned(), json!(text));
                }
            }
            list.push(value);
            self.left_behind(&entry, &id);
            if let Some(entry) = self.stock.entries.get_mut(n) {
                entry.id = id;
            }
        }
        for deck in self.module.maps.iter().flat_map(|map| &map.decks).filter(|deck| deck.slots.is_empty()) {
            self.report.lost("deck", "it is empty: a place for cards that were played", deck.name.clone());
        }
        self.report.carried("card", "cards", list.len());
        if !list.is_empty() {
            self.out.json("cards.json", &Value::Array(list));
        }
    }
}
