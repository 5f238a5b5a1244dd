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

    pub(super) fn units(&self, units: &Units) -> Value {
        let game = self.game;
        let list = |found: Option<Vec<Value>>| found.map(Value::Array);
        let texts = |found: &Option<Vec<String>>| found.as_ref().map(|l| json!(l));
        let all: Vec<Value> = units.all.iter().map(|u| self.units(u)).collect();
        object([
            ("all", (!all.is_empty()).then_some(Value::Array(all))),
            ("any", list(units.any.as_ref().map(|l| l.iter().map(|u| self.units(u)).collect()))),
            ("not", units.not.as_ref().map(|u| self.units(u))),
            ("id", list(units.id.as_ref().map(|l| l.iter().map(|u| self.unit(*u)).collect()))),
            ("side", list(units.side.as_ref().map(|l| l.iter().map(|s| self.side(*s)).collect()))),
            ("nation", list(units.nation.as_ref().map(|l| l.iter().map(|n| json!(game.nations[*n].id)).collect()))),
            ("formation", list(units.formation.as_ref().map(|l| l.iter().map(|f| json!(game.formations[*f].id)).collect()))),
            ("type", list(units.kind.as_ref().map(|l| l.iter().map(|t| json!(game.types[*t].id)).collect()))),
            ("class", list(units.class.as_ref().map(|l| l.iter().map(|c| json!(game.classes[*c].id)).collect()))),
            ("tags", texts(&units.tags)),
            ("size", texts(&units.size)),
            ("state", list(units.state.as_ref().map(|l| l.iter().map(|s| self.state(*s)).collect()))),
        ])
    }

    pub(super) fn window(&self, window: &Window) -> Value {
        object([
            ("from", window.from.map(|t| self.turn(t))),
            ("to", window.to.map(|t| self.turn(t))),
            ("on", window.on.as_ref().map(|l| Value::Array(l.iter().map(|t| self.turn(*t)).collect()))),
            ("tags", window.tags.as_ref().map(|l| json!(l))),
            ("half", window.half.map(|s| self.side(s))),
        ])
    }

    pub(super) fn condition(&self, condition: &Condition) -> Value {
        let game = self.game;
        let all: Vec<Value> = condition.all.iter().map(|c| self.condition(c)).collect();
        let place = |id: PlaceId| self.map().map_or(Value::Null, |map| json!(map.places[id].id));
        object([
            ("all", (!all.is_empty()).then_some(Value::Array(all))),
            ("any", condition.any.as_ref().map(|l| Value::Array(l.iter().map(|c| self.condition(c)).collect()))),
            ("not", condition.not.as_ref().map(|c| self.condition(c))),
            ("turns", condition.turns.as_ref().map(|w| self.window(w))),
            ("option", condition.option.as_ref().map(|l| l.iter().map(|o| json!(game.rules.options[*o].id)).collect())),
            ("side", condition.side.as_ref().map(|l| l.iter().map(|s| self.side(*s)).collect())),
            (
                "control",
                condition.control.as_ref().map(|(places, side, least)| {
                    let of: Vec<Value> = places.iter().map(|p| place(*p)).collect();
                    json!({"of": of, "by": self.side(*side), "at-least": least})
                }),
            ),
            (
                "exited",
                condition.exited.as_ref().map(|(units, through, steps)| {
                    let through = through.as_ref().map(|l| l.iter().map(|e| self.entry(*e)).collect());
                    object([("of", Some(self.units(units))), ("through", through), ("steps", Some(json!(steps)))])
                }),
            ),
            ("bridge", condition.bridge.map(|(id, is)| json!({"at": self.bridge(id), "is": bridge_word(is)}))),
            (
                "roll",
                condition.roll.as_ref().map(|roll| {
                    let number = |n: Option<i32>| n.map(|n| json!(n));
                    object([
                        ("dice", Some(json!(roll.dice.to_string()))),
                        ("at-least", number(roll.at_least)),
                        ("at-most", number(roll.at_most)),
                    ])
                }),
            ),
        ])
    }
}

pub(super) fn bridge_word(is: BridgeCondition) -> &'static str {
    match is {
        BridgeCondition::Intact => "intact",
        BridgeCondition::Blown => "blown",
        BridgeCondition::Building => "building",
    }
}
