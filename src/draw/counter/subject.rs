//! What a face tells of: a unit, a marker, a card or what the kit adds, and the words that it has for slots.

use super::Aid;
use crate::draw::symbol::Icon;
use crate::model::{Called, Card, Game, Marker, Unit, filled_with};

/// What a face tells of.
#[derive(Clone, Copy)]
pub(super) enum Subject<'g> {
    /// A unit, and which of its faces.
    Unit(&'g Unit, usize),
    Marker(&'g Marker),
    Card(&'g Card),
    Aid(Aid),
}

impl<'g> Subject<'g> {
    /// What a word in braces comes to; nothing if it is blank.
    pub(super) fn word(self, game: &Game, word: &str) -> Option<String> {
        match self {
            Subject::Unit(unit, face) => game.word(unit, face, word),
            Subject::Marker(marker) => game.marker_word(marker, word),
            Subject::Card(card) => game.card_word(card, word),
            Subject::Aid(aid) => aid.word(game, word),
        }
    }

    /// A text with every word in braces filled in.
    pub(super) fn filled(self, game: &Game, text: &str) -> String {
        filled_with(text, &|word| self.word(game, word))
    }

    /// The symbol of its type; nothing for what is no unit.
    pub(super) fn symbol(self, game: &'g Game) -> &'g str {
        match self {
            Subject::Unit(unit, _) => unit.kind.and_then(|kind| game.types.at(kind)).map_or("", |kind| kind.symbol.as_str()),
            Subject::Marker(_) | Subject::Card(_) | Subject::Aid(_) => "",
        }
    }

    pub(super) fn size(self) -> &'g str {
        match self {
            Subject::Unit(unit, _) => unit.size.as_deref().unwrap_or_default(),
            Subject::Marker(_) | Subject::Card(_) | Subject::Aid(_) => "",
        }
    }

    /// The steps that it has when it shows this face, and how many it has lost.
    pub(super) fn steps(self, game: &Game) -> (u32, u32) {
        match self {
            Subject::Unit(unit, face) => {
                let lost = lost(game, unit, face);
                let all = u32::try_from(unit.steps.unwrap_or(1)).unwrap_or(0);
                (all.saturating_sub(lost), lost.min(all))
            }
            Subject::Marker(_) | Subject::Card(_) | Subject::Aid(_) => (0, 0),
        }
    }

    /// Its icon: as the author says, else by its id or name. A card has one only if somebody says so.
    pub(super) fn icon(self, game: &Game) -> Option<&'static Icon> {
        let told = |id: &str| game.art.icons.get(id).map(|name| Icon::named(name));
        match self {
            Subject::Unit(..) => None,
            Subject::Marker(marker) => told(&marker.id).unwrap_or_else(|| Icon::of_marker(&marker.id, marker.called())),
            Subject::Aid(aid) => Icon::of_marker(&aid.id(game), &aid.name(game)),
            Subject::Card(card) => told(&card.id).or_else(|| told(&card.deck)).flatten(),
        }
    }
}

/// The steps that a unit has lost when it shows this face.
pub(super) fn lost(game: &Game, unit: &Unit, face: usize) -> u32 {
    let step = |face: &&crate::model::Face| game.states.at(face.state).is_some_and(|state| state.step);
    u32::try_from(unit.faces.iter().take(face + 1).filter(step).count()).unwrap_or(0)
}
