//! What stands on a counter: the words in braces of its layout, filled in.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Called, Card, Game, Location, Marker, RatingValue, SideId, Unit, Where};

/// Fields of a unit that a slot may show, beside its ratings and the properties that the author gives it.
pub const FIELDS: [&str; 16] = [
    "id",
    "name",
    "side",
    "side.name",
    "nation",
    "formation",
    "formation.name",
    "formation.short",
    "type",
    "class",
    "size",
    "designation",
    "setup",
    "arrives",
    "steps",
    "state",
];

/// What a slot of a marker may show.
pub const MARKER_FIELDS: [&str; 4] = ["id", "name", "side", "side.name"];

/// What a slot of a card or chit may show.
pub const CARD_FIELDS: [&str; 7] = ["id", "name", "side", "side.name", "deck", "text", "count"];

/// A piece of what a slot shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// As it stands.
    Plain(&'t str),
    /// A word in braces; several divided by `|` where the first that is there counts. With its bytes.
    Word(std::ops::Range<usize>, &'t str),
}

/// What a slot shows, in pieces. A brace that is never closed stands for itself.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('{')) {
        let start = at + open;
        let Some(length) = text.get(start..).and_then(|rest| rest.find('}')) else { break };
        let end = start + length + 1;
        if let (Some(plain), Some(word)) = (text.get(at..start), text.get(start + 1..end - 1)) {
            if !plain.is_empty() {
                found.push(Token::Plain(plain));
            }
            found.push(Token::Word(start..end, word));
        }
        at = end;
    }
    match text.get(at..) {
        Some(rest) if !rest.is_empty() => found.push(Token::Plain(rest)),
        _ => {}
    }
    found
}

/// A text with every word in braces filled in as somebody says; one that is blank is left out.
pub fn filled_with(text: &str, word: &dyn Fn(&str) -> Option<String>) -> String {
    let each = tokens(text).into_iter().map(|token| match token {
        Token::Plain(plain) => plain.to_owned(),
        Token::Word(_, name) => word(name).unwrap_or_default(),
    });
    each.collect()
}

impl Game {
    /// The names of all properties that units have.
    #[must_use]
    pub fn properties(&self) -> BTreeSet<&str> {
        self.units.values().flat_map(|unit| unit.properties.keys().map(String::as_str)).collect()
    }

    /// What a word in braces comes to on a face of a unit; nothing where it is blank, or no such word. The face counts
    /// from 0, which is the front.
    #[must_use]
    pub fn word(&self, unit: &Unit, face: usize, word: &str) -> Option<String> {
        word.split('|').find_map(|word| self.single_word(unit, face, word.trim()))
    }

    fn single_word(&self, unit: &Unit, face: usize, word: &str) -> Option<String> {
        let formation = || unit.formation.and_then(|id| self.formations.at(id));
        match word {
            "id" => Some(unit.id.clone()),
            "name" => unit.name.clone(),
            "side" | "side.name" => self.side_word(unit.side, word),
            "nation" => self.nations.at(unit.nation?).map(|nation| nation.id.clone()),
            "formation" => formation().map(|formation| formation.id.clone()),
            "formation.name" => formation()?.name.clone(),
            "formation.short" => formation()?.short.clone(),
            "type" => self.types.at(unit.kind?).map(|kind| kind.id.clone()),
            "class" => self.classes.at(unit.class?).map(|class| class.id.clone()),
            "size" => unit.size.clone(),
            "designation" => unit.designation.clone(),
            "setup" => self.setup_words(unit),
            "arrives" => self.arrives_words(unit),
            "steps" => unit.steps.map(|steps| steps.to_string()),
            "state" => {
                let state = self.states.at(unit.faces.get(face)?.state)?;
                Some(state.name.clone().unwrap_or_else(|| state.id.clone()))
            }
            other => {
                let Some(id) = self.ratings.iter().find(|(_, r)| r.id == other).map(|(id, _)| id) else {
                    return unit.properties.get(other).filter(|word| !word.is_empty()).cloned();
                };
                match unit.faces.get(face)?.rating(id) {
                    RatingValue::Absent => None,
                    RatingValue::Unknown => Some("?".to_owned()),
                    RatingValue::Known(n) => Some(n.to_string()),
                }
            }
        }
    }

    /// What a word in braces comes to on a marker.
    #[must_use]
    pub fn marker_word(&self, marker: &Marker, word: &str) -> Option<String> {
        word.split('|').find_map(|word| match word.trim() {
            "id" => Some(marker.id.clone()),
            "name" => Some(marker.called().to_owned()),
            other => self.side_word(marker.side, other),
        })
    }

    /// What a word in braces comes to on a card or chit.
    #[must_use]
    pub fn card_word(&self, card: &Card, word: &str) -> Option<String> {
        word.split('|').find_map(|word| match word.trim() {
            "id" => Some(card.id.clone()),
            "name" => Some(card.called().to_owned()),
            "deck" => Some(card.deck.clone()),
            "text" => card.text.clone(),
            "count" => Some(card.count.to_string()),
            other => self.side_word(card.side, other),
        })
    }

    fn side_word(&self, side: Option<SideId>, word: &str) -> Option<String> {
        let side = self.sides.at(side?)?;
        match word {
            "side" => Some(side.id.clone()),
            "side.name" => Some(side.called().to_owned()),
            _ => None,
        }
    }

    /// A text with every word in braces filled in.
    #[must_use]
    pub fn filled(&self, text: &str, unit: &Unit, face: usize) -> String {
        filled_with(text, &|word| self.word(unit, face, word))
    }

    /// Where a unit stands at the start, in the few letters of a counter.
    fn setup_words(&self, unit: &Unit) -> Option<String> {
        let places: Vec<String> = unit.setup.iter().filter_map(|at| self.place_word(at)).collect();
        (!places.is_empty()).then(|| places.join(" "))
    }

    /// A place in the few letters of a counter: a hex by its number, everything else by its name.
    #[must_use]
    pub fn place_word(&self, at: &Where) -> Option<String> {
        let map = self.map.as_ref()?;
        match at {
            Where::At(Location::Hex(hex)) => Some(map.board.name(*hex)),
            Where::At(Location::Box(id)) => map.boxes.at(*id).map(|b| b.name.clone().unwrap_or_else(|| b.id.clone())),
            Where::In(area, _) => map.areas.at(*area).map(|area| area.name.clone().unwrap_or_else(|| area.id.clone())),
            Where::Within(hexes, far) => {
                let names: Vec<String> = hexes.iter().map(|hex| map.board.name(*hex)).collect();
                Some(format!("{}±{far}", names.join("/")))
            }
        }
    }

    fn arrives_words(&self, unit: &Unit) -> Option<String> {
        let arrives = unit.arrives.as_ref()?;
        let mut text = self.turns.at(arrives.turn)?.id.clone();
        let entries: Vec<&str> = self
            .map
            .iter()
            .flat_map(|map| arrives.entries.iter().filter_map(|id| map.entries.at(*id)))
            .map(|entry| entry.id.as_str())
            .collect();
        if !entries.is_empty() {
            let _ = write!(text, "@{}", entries.join("/"));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_plain_text_and_words_in_braces() {
        assert_eq!(
            tokens("{attack}({range|move})x{"),
            [Token::Word(0..8, "attack"), Token::Plain("("), Token::Word(9..21, "range|move"), Token::Plain(")x{"),]
        );
        assert!(tokens("").is_empty());
    }
}
