//! Conditions, selections of units and effects in words.

use super::change::plain;
use super::speak::{Speak, inside, sorted};
use crate::model::*;

impl Speak<'_> {
    /// `class mech or guns, not (type hq)`.
    pub(super) fn selection(self, units: &Units) -> String {
        let mut parts: Vec<String> = units.all.iter().map(|u| format!("({})", self.selection(u))).collect();
        parts.sort();
        if let Some(any) = &units.any {
            let mut any: Vec<String> = any.iter().map(|u| format!("({})", self.selection(u))).collect();
            any.sort();
            parts.push(any.join(" or "));
        }
        let mut field = |what: &str, words: Option<String>| parts.extend(words.map(|words| format!("{what}{words}")));
        field("", units.id.as_ref().map(|ids| self.all(ids, Speak::unit, "or")));
        field("side ", units.side.as_ref().map(|ids| self.all(ids, Speak::side, "or")));
        field("nation ", units.nation.as_ref().map(|ids| self.all(ids, Speak::nation, "or")));
        field("formation ", units.formation.as_ref().map(|ids| self.all(ids, Speak::formation, "or")));
        field("type ", units.kind.as_ref().map(|ids| self.all(ids, Speak::kind, "or")));
        field("class ", units.class.as_ref().map(|ids| self.all(ids, Speak::class, "or")));
        field("tag ", units.tags.as_ref().map(|words| either(words)));
        field("size ", units.size.as_ref().map(|words| either(words)));
        field("state ", units.state.as_ref().map(|ids| self.all(ids, Speak::state, "or")));
        if let Some(not) = &units.not {
            parts.push(format!("not ({})", self.selection(not)));
        }
        if parts.is_empty() { "all units".to_owned() } else { parts.join(", ") }
    }

    /// `in turns 1 to 4`.
    pub(super) fn window(self, window: &Window) -> String {
        let mut parts: Vec<String> = Vec::new();
        match (window.from, window.to) {
            (Some(from), Some(to)) => parts.push(format!("in turns {} to {}", self.turn(from), self.turn(to))),
            (Some(from), None) => parts.push(format!("from turn {}", self.turn(from))),
            (None, Some(to)) => parts.push(format!("until turn {}", self.turn(to))),
            (None, None) => {}
        }
        if let Some(on) = &window.on {
            parts.push(format!("on turn {}", self.all(on, Speak::turn, "or")));
        }
        parts.extend(window.tags.as_ref().map(|tags| format!("in turns marked {}", either(tags))));
        if let Some(side) = window.half {
            parts.push(format!("in the player turn of {}", self.side(side)));
        }
        if parts.is_empty() { "in every turn".to_owned() } else { parts.join(", ") }
    }

    /// `Aster holds Lys and the bridge Lys bridge is intact`.
    pub(super) fn condition(self, when: &Condition) -> String {
        let mut parts: Vec<String> = when.all.iter().map(|c| self.part(c)).collect();
        parts.sort();
        if let Some(any) = &when.any {
            let mut any: Vec<String> = any.iter().map(|c| self.part(c)).collect();
            any.sort();
            parts.push(format!("either {}", any.join(" or ")));
        }
        if let Some(not) = &when.not {
            parts.push(format!("not ({})", self.condition(not)));
        }
        parts.extend(when.turns.as_ref().map(|window| self.window(window)));
        parts.extend(when.option.as_ref().map(|ids| format!("with option {}", self.all(ids, Speak::option, "or"))));
        parts.extend(when.side.as_ref().map(|ids| format!("in the turn of {}", self.all(ids, Speak::side, "or"))));
        if let Some((places, side, least)) = &when.control {
            let (side, side_of) = (self.side(*side), if *least == places.len() { String::new() } else { format!("{least} of ") });
            parts.push(format!("{side} holds {side_of}{}", self.all(places, Speak::place, "and")));
        }
        if let Some((units, entries, steps)) = &when.exited {
            let through = entries.as_ref().map(|ids| format!(" through {}", self.all(ids, Speak::entry, "or")));
            let who = self.selection(units);
            parts.push(format!("at least {steps} steps ({who}) have left{}", through.unwrap_or_default()));
        }
        if let Some((bridge, condition)) = when.bridge {
            parts.push(format!("bridge {} is {}", self.bridge(bridge), bridge_is(condition)));
        }
        if let Some(roll) = &when.roll {
            let least = roll.at_least.map(|n| format!(" of {n} or more"));
            let most = roll.at_most.map(|n| format!(" of {n} or less"));
            parts.push(format!("on a {} roll{}{}", roll.dice, least.unwrap_or_default(), most.unwrap_or_default()));
        }
        if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") }
    }

    /// A condition inside another: in brackets if it has parts of its own.
    fn part(self, when: &Condition) -> String {
        let words = self.condition(when);
        if words.contains(" and ") || words.contains(" or ") { format!("({words})") } else { words }
    }

    /// What a result or a card does.
    pub(super) fn effects(self, effects: &[Effect]) -> Option<String> {
        let who = |who: Who| match who {
            Who::Attacker => "attacker",
            Who::Defender => "defender",
            Who::Both => "both",
        };
        let one = |effect: &Effect| match effect {
            Effect::Lose(w, 1) => format!("{} loses a step", who(*w)),
            Effect::Lose(w, steps) => format!("{} loses {steps} steps", who(*w)),
            Effect::Eliminate(w) => format!("{} eliminated", who(*w)),
            Effect::Exchange(rating) => format!("exchange by {}", inside(&self.rating(*rating))),
            Effect::Retreat(w, 1) => format!("{} retreats 1 hex", who(*w)),
            Effect::Retreat(w, hexes) => format!("{} retreats {hexes} hexes", who(*w)),
            Effect::State(w, state, None) => format!("{} becomes {}", who(*w), inside(&self.state(*state))),
            Effect::State(w, state, Some(of)) => {
                format!("{} becomes {} ({})", who(*w), inside(&self.state(*state)), self.selection(of))
            }
            Effect::Place(marker) => format!("marker {} is placed", self.marker(*marker)),
        };
        let words: Vec<String> = effects.iter().map(one).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// An author's words, one of which is enough.
fn either(words: &[String]) -> String {
    sorted(words.iter().map(|word| plain(word)), "or")
}

/// How a bridge is.
pub(super) fn bridge_is(condition: BridgeCondition) -> &'static str {
    match condition {
        BridgeCondition::Intact => "intact",
        BridgeCondition::Blown => "blown",
        BridgeCondition::Building => "being built",
    }
}
