//! Conditions, selections of units and effects in words.

use super::change::plain;
use super::rules::told;
use super::speak::{Speak, inside, sorted};
use crate::model::*;

impl Speak<'_> {
    /// `class mech or guns, not (type hq)`.
    /// Any piece of the rules, in the names that players know.
    pub(super) fn piece<T: serde::Serialize>(self, piece: &T) -> Option<String> {
        crate::model::spoken(self.game, piece).map(|words| told(&words))
    }

    pub(super) fn selection(self, units: &Units) -> String {
        let nested = |list: &Option<Vec<Units>>| -> Vec<String> {
            let mut parts: Vec<String> = list.iter().flatten().map(|u| format!("({})", self.selection(u))).collect();
            parts.sort();
            parts
        };
        let mut parts: Vec<String> = nested(&units.all);
        if units.any.is_some() {
            parts.push(nested(&units.any).join(" or "));
        }
        let mut field = |what: &str, words: Option<String>| parts.extend(words.map(|words| format!("{what}{words}")));
        field("", units.id.as_ref().map(|ids| self.all(ids, Speak::unit, "or")));
        field("side ", units.side.as_ref().map(|ids| self.all(ids, Speak::side_word, "or")));
        field("nation ", units.nation.as_ref().map(|ids| self.all(ids, Speak::nation, "or")));
        field("formation ", units.formation.as_ref().map(|ids| self.all(ids, Speak::formation, "or")));
        field("type ", units.kind.as_ref().map(|ids| self.all(ids, Speak::kind, "or")));
        field("class ", units.class.as_ref().map(|ids| self.all(ids, Speak::class, "or")));
        field("tag ", units.tags.as_ref().map(|words| sorted(words.iter().map(|word| plain(&word.0)), "or")));
        field("size ", units.size.as_ref().map(|words| either(words)));
        field("state ", units.state.as_ref().map(|ids| self.all(ids, Speak::state, "or")));
        // The rest as its author writes it.
        let rest = Units {
            all: None,
            any: None,
            not: None,
            id: None,
            side: None,
            nation: None,
            formation: None,
            kind: None,
            class: None,
            tags: None,
            size: None,
            state: None,
            ..units.clone()
        };
        field("", written(self.game, &rest).map(|rest| told(&rest)).filter(|words| !words.is_empty()));
        if let Some(not) = &units.not {
            parts.push(format!("not ({})", self.selection(not)));
        }
        if parts.is_empty() { "all units".to_owned() } else { parts.join(", ") }
    }

    fn side_word(self, word: SideWord) -> String {
        match word {
            SideWord::Own => "own".to_owned(),
            SideWord::Enemy => "enemy".to_owned(),
            SideWord::Is(side) => self.side(side),
        }
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
        parts.extend(
            window.tags.as_ref().map(|tags| format!("in turns marked {}", sorted(tags.iter().map(|tag| plain(&tag.0)), "or"))),
        );
        if let Some(side) = window.half {
            parts.push(format!("in the player turn of {}", self.side(side)));
        }
        if parts.is_empty() { "in every turn".to_owned() } else { parts.join(", ") }
    }

    /// `Aster holds Lys and the bridge Lys bridge is intact`.
    pub(super) fn condition(self, when: &Condition) -> String {
        let mut parts: Vec<String> = when.all.iter().flatten().map(|c| self.part(c)).collect();
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
        parts.extend(when.side.as_ref().map(|ids| format!("in the turn of {}", self.all(ids, Speak::side_word, "or"))));
        if let Some(control) = &when.control {
            let least = control.at_least.filter(|n| *n as usize != control.of.len());
            let of = least.map(|least| format!("{least} of ")).unwrap_or_default();
            parts.push(format!("{} holds {of}{}", self.side_word(control.by), self.all(&control.of, Speak::place, "and")));
        }
        if let Some(exited) = &when.exited {
            let through = exited.through.as_ref().map(|ids| format!(" through {}", self.all(ids, Speak::entry, "or")));
            let (who, steps) = (self.selection(&exited.of), exited.steps.unwrap_or(1));
            let (noun, have) = if steps == 1 { ("step", "has") } else { ("steps", "have") };
            parts.push(format!("at least {steps} {noun} ({who}) {have} left{}", through.unwrap_or_default()));
        }
        if let Some(bridge) = &when.bridge {
            parts.push(format!("bridge {} is {}", self.bridge(bridge.at), bridge_is(bridge.is)));
        }
        if let Some(roll) = &when.roll {
            let words = |amount: &Amount| written(self.game, amount).map(|words| told(&words)).unwrap_or_default();
            let least = roll.at_least.as_ref().map(|n| format!(" of {} or more", words(n)));
            let most = roll.at_most.as_ref().map(|n| format!(" of {} or less", words(n)));
            parts.push(format!("on a {} roll{}{}", roll.dice, least.unwrap_or_default(), most.unwrap_or_default()));
        }
        // The rest as its author writes it.
        let rest = Condition {
            all: None,
            any: None,
            not: None,
            turns: None,
            option: None,
            side: None,
            control: None,
            exited: None,
            bridge: None,
            roll: None,
            ..when.clone()
        };
        parts.extend(written(self.game, &rest).map(|rest| told(&rest)).filter(|words| !words.is_empty()));
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
            Who::Unit => "the unit",
        };
        let amount = |amount: &Amount| match amount {
            Amount::Number(points) => points.to_string(),
            Amount::Measure(_) => written(self.game, amount).map(|words| told(&words)).unwrap_or_default(),
        };
        let one = |effect: &Effect| match effect {
            Effect::Lose { who: w, steps: Amount::Number(Points::ONE), .. } => format!("{} loses a step", who(*w)),
            Effect::Lose { who: w, steps, .. } => format!("{} loses {} steps", who(*w), amount(steps)),
            Effect::Eliminate { who: w, .. } => format!("{} eliminated", who(*w)),
            Effect::Exchange { rating, who: None } => format!("exchange by {}", inside(&self.rating(*rating))),
            Effect::Retreat { who: w, hexes: Amount::Number(Points::ONE), .. } => format!("{} retreats 1 hex", who(*w)),
            Effect::Retreat { who: w, hexes, .. } => format!("{} retreats {} hexes", who(*w), amount(hexes)),
            Effect::State { who: w, state, of: None, .. } => format!("{} becomes {}", who(*w), inside(&self.state(*state))),
            Effect::State { who: w, state, of: Some(of), .. } => {
                format!("{} becomes {} ({})", who(*w), inside(&self.state(*state)), self.selection(of))
            }
            Effect::Place { marker, at: None, who: w, of } => {
                let on = match (w, of) {
                    (None, None) => String::new(),
                    (Some(w), None) => format!(" on {}", who(*w)),
                    (None, Some(of)) => format!(" on one of: {}", self.selection(of)),
                    (Some(w), Some(of)) => format!(" on {} ({})", who(*w), self.selection(of)),
                };
                format!("marker {} is placed{on}", self.marker(*marker))
            }
            other => written(self.game, other).map(|words| told(&words)).unwrap_or_default(),
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
