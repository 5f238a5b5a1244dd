//! Ids back to names: selectors, windows and conditions as an author would write them.

use serde_json::{Value, json};

use crate::model::*;

/// An object of those pairs that have a value.
pub(super) fn object(pairs: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Value {
    Value::Object(pairs.into_iter().filter_map(|(name, value)| value.map(|v| (name.to_owned(), v))).collect())
}

/// Some text.
pub(super) fn text(text: &Option<String>) -> Option<Value> {
    text.as_ref().map(|t| json!(t))
}

/// What needs the game's names to be written.
pub(super) struct Words<'a> {
    pub(super) game: &'a Game,
}

impl Words<'_> {
    pub(super) fn side(&self, id: SideId) -> Value {
        json!(self.game.sides[id].id)
    }

    pub(super) fn unit(&self, id: UnitId) -> Value {
        json!(self.game.units[id].id)
    }

    pub(super) fn turn(&self, id: TurnId) -> Value {
        json!(self.game.turns[id].id)
    }

    pub(super) fn state(&self, id: StateId) -> Value {
        json!(self.game.states[id].id)
    }

    pub(super) fn marker(&self, id: MarkerId) -> Value {
        json!(self.game.markers[id].id)
    }

    pub(super) fn map(&self) -> Option<&Map> {
        self.game.map.as_ref()
    }

    pub(super) fn bridge(&self, id: BridgeId) -> Value {
        // By its hexside, which every bridge has and no two share.
        self.map().map_or(Value::Null, |map| json!(map.board.hexside_name(map.bridges[id].side)))
    }

    pub(super) fn entry(&self, id: EntryId) -> Value {
        self.map().map_or(Value::Null, |map| json!(map.entries[id].id))
    }

    /// A piece of the rules.
    pub(super) fn piece<T: serde::Serialize>(&self, piece: &T) -> Option<Value> {
        written(self.game, piece)
    }

    /// Pieces, where there are any.
    pub(super) fn pieces<T: serde::Serialize>(&self, pieces: &[T]) -> Option<Value> {
        (!pieces.is_empty()).then(|| pieces.iter().filter_map(|piece| written(self.game, piece)).collect())
    }
}
