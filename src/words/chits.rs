//! What cards and chits do that do not say it themselves: on a chit there is no room for a condition.

use super::Teller;
use super::book::{Chapter, Told, capital};
use super::text::plain;
use crate::model::{Called, Card, ChitFace};

impl Teller<'_> {
    /// Every card and chit without words of its author, with what it does.
    pub(super) fn silent(&self) -> Chapter {
        let silent = |card: &&Card| card.text.as_ref().is_none_or(|text| text.trim().is_empty());
        let told = self.game.cards.values().filter(silent).filter_map(|card| self.card_told(card)).collect();
        Chapter { title: "What cards and chits do".to_owned(), rule: None, told }
    }

    /// What a card does; nothing if that is nothing.
    fn card_told(&self, card: &Card) -> Option<Told> {
        let mut parts: Vec<String> = Vec::new();
        if card.refills {
            parts.push("what was drawn before goes back".to_owned());
        }
        if !card.effects.is_empty() {
            parts.push(self.effects(&card.effects));
        }
        // The first that fits counts.
        let faces: Vec<String> = card.faces.iter().map(|face| self.chit_face(face)).collect();
        parts.extend((!faces.is_empty()).then(|| faces.join(" — else ")));
        if parts.is_empty() {
            return None;
        }
        let mut words = parts.join("; ");
        words.extend(card.when.as_ref().map(|when| format!(" — {}", self.only_when(when))));
        let mut name = plain(card.called());
        if card.count > 1 {
            name.push_str(&format!(" (×{})", card.count));
        }
        Some(Told { entry: format!("cards/{}", card.id), name, words: capital(&words), ..Told::default() })
    }

    /// What a chit does in a battle, and when.
    fn chit_face(&self, face: &ChitFace) -> String {
        let hits = |n: Option<i32>, whom: &str| {
            let n = n.filter(|n| *n != 0)?;
            let (minus, many) = (if n < 0 { "−" } else { "" }, n.unsigned_abs());
            Some(format!("{minus}{many} {} on the {whom}", if many == 1 { "hit" } else { "hits" }))
        };
        let mut parts: Vec<String> = Vec::new();
        parts.extend(hits(face.defender, "defender"));
        parts.extend(hits(face.attacker, "attacker"));
        parts.extend(face.effects.as_ref().filter(|effects| !effects.is_empty()).map(|effects| self.effects(effects)));
        let does = if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") };
        match &face.when {
            Some(when) => format!("{}: {does}", self.provided_that(when)),
            None => does,
        }
    }
}
