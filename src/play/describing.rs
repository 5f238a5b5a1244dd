//! A decision as people read it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Decision, Frame, Match, Origin};
use crate::model::{Effect, Game, Key};
use crate::words::Teller;

impl Match<'_> {
    /// A decision for people: a unit with its name and where it stands, a hex with its ground and what the step costs.
    pub fn described(&self, decision: &Decision) -> String {
        let (naming, model) = (self.naming(), self.engine().game());
        match decision {
            Decision::Piece(counter) => {
                let unit = model.units.at(counter.0);
                let words = unit.and_then(|unit| unit.name.clone().or_else(|| unit.designation.clone())).unwrap_or_default();
                let at = self.state().position.piece(*counter).map(|(at, _)| format!(" in {}", naming.location(at)));
                let told = format!("{words}{}", at.unwrap_or_default());
                format!("{}  {}", naming.counter(*counter), told.trim_start())
            }
            Decision::Hex(hex) => {
                let map = model.map.as_ref();
                let ground = map.and_then(|map| model.terrain.at(map.ground(*hex)?)).map(|terrain| terrain.id.clone());
                let there: Vec<String> =
                    self.state().position.stack(*hex).iter().map(|piece| naming.counter(piece.counter())).collect();
                let there = if there.is_empty() { String::new() } else { format!("  with {}", there.join(", ")) };
                let cost = self.step_cost(*hex).map(|(spent, of)| format!("  {spent} of {of}")).unwrap_or_default();
                format!("{}  {}{cost}{there}", naming.hex(*hex), ground.unwrap_or_default())
            }
            Decision::Action(n) => {
                let action = model.rules.actions.list.get(usize::from(*n));
                action.map(|action| format!("{}  {}", action.id.0, action.name.clone().unwrap_or_default())).unwrap_or_default()
            }
            Decision::Mode(n) => {
                let mode = model.rules.movement.iter().flat_map(|movement| &movement.modes.list).nth(usize::from(*n));
                mode.map(|mode| called("mode", &mode.id.0, mode.name.as_deref())).unwrap_or_default()
            }
            Decision::Combat(n) => {
                let combat = model.rules.combat.iter().flat_map(|combat| &combat.list).nth(usize::from(*n));
                combat.map(|combat| called("combat", &combat.id.0, combat.name.as_deref())).unwrap_or_default()
            }
            Decision::Card(card) => model
                .cards
                .at(*card)
                .map(|card| {
                    let text = card.text.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
                    format!("{}{text}", called("card", &card.id, card.name.as_deref()))
                })
                .unwrap_or_default(),
            Decision::Choice(n) => self.choice(*n),
            Decision::Done => "done".to_owned(),
            Decision::Pass => "pass".to_owned(),
            other => match naming.decision(other) {
                Value::Object(fields) => {
                    let words = fields.iter().map(|(name, value)| format!("{name} {}", value.to_string().trim_matches('"')));
                    words.collect::<Vec<_>>().join(", ")
                }
                value => value.to_string(),
            },
        }
    }

    /// What one of several choices does.
    fn choice(&self, n: u8) -> String {
        let Some(Frame::Choose(running)) = self.state().frames.last() else { return format!("choice {n}") };
        match self.choices_of(running).and_then(|(_, choices)| choices.get(usize::from(n))) {
            Some(effects) if effects.is_empty() => "nothing".to_owned(),
            Some(effects) => self.effects_in_words(&Origin::Inside(Box::new(running.of.clone()), running.next, n), effects),
            None => format!("choice {n}"),
        }
    }

    /// What a list of effects does, in a sentence without its full stop.
    #[cfg(feature = "cli")]
    pub(super) fn effects_in_words(&self, _: &Origin, effects: &[Effect]) -> String {
        Teller::new(self.engine().game()).effects(effects)
    }

    /// The place of these words among those that a page has ([`choices_in_words`]): its engine must stay small.
    #[cfg(not(feature = "cli"))]
    pub(super) fn effects_in_words(&self, of: &Origin, _: &[Effect]) -> String {
        format!("⟦{}⟧", key(of))
    }

    /// What the players call that of which somebody chooses a part: a card, an action.
    pub(super) fn chosen_of(&self) -> Option<String> {
        let Some(Frame::Choose(running)) = self.state().frames.last() else { return None };
        let model = self.engine().game();
        match running.of.root() {
            Origin::Card(card) => model.cards.at(*card).map(|card| card.name.clone().unwrap_or_else(|| card.id.clone())),
            Origin::Action(n, _) => model.rules.actions.list.get(usize::from(*n)).and_then(|action| action.name.clone()),
            _ => None,
        }
    }
}

/// What can be typed for one of a list, and what players call it.
fn called(kind: &str, id: &str, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{kind} {id}  {name}"),
        None => format!("{kind} {id}"),
    }
}

/// What stands for a list of effects in a page: where it stands in the rules.
fn key(of: &Origin) -> String {
    match of {
        Origin::Result(table, result) => format!("result {table} {result}"),
        Origin::Action(n, success) => format!("action {n} {success}"),
        Origin::Card(card) => format!("card {}", card.index()),
        Origin::Trigger(n) => format!("trigger {n}"),
        Origin::Support(n) => format!("support {n}"),
        Origin::Combat(n) => format!("combat {n}"),
        Origin::Hit(n, attacker) => format!("hit {n} {attacker}"),
        Origin::Chit(card, face) => format!("chit {} {face}", card.index()),
        Origin::Retreat(n) => format!("retreat {n}"),
        Origin::Inside(of, at, which) => format!("{}/{at} {which}", key(of)),
    }
}

/// What every choice and every offer of a game does, by what stands for it where an engine has no words.
pub fn choices_in_words<'g>(game: &'g Game) -> BTreeMap<String, String> {
    let (teller, rules) = (Teller::new(game), &game.rules);
    let mut told = BTreeMap::new();
    let mut all: Vec<(Origin, &[Effect])> = Vec::new();
    let mut add =
        |of: Origin, list: Option<&'g [Effect]>| all.extend(list.filter(|list| !list.is_empty()).map(|list| (of, list)));
    for (table, it) in (0..=u16::MAX).zip(game.tables.values()) {
        for (result, it) in (0..=u16::MAX).zip(it.results.iter().flatten()) {
            add(Origin::Result(table, result), Some(&it.effects));
        }
    }
    for (n, it) in (0..=u16::MAX).zip(&rules.actions.list) {
        add(Origin::Action(n, true), it.effects.as_deref());
        add(Origin::Action(n, false), it.otherwise.as_deref());
    }
    for (n, it) in (0..=u16::MAX).zip(&rules.triggers.list) {
        add(Origin::Trigger(n), Some(&it.effects));
        if it.may.is_some() {
            told.insert(key(&Origin::Trigger(n)), teller.effects(&it.effects));
        }
    }
    for (card, it) in game.cards.iter() {
        add(Origin::Card(card), Some(&it.effects));
        for (face, it) in (0..=u16::MAX).zip(&it.faces) {
            add(Origin::Chit(card, face), it.effects.as_deref());
        }
    }
    for (n, it) in (0..=u16::MAX).zip(&rules.support.list) {
        add(Origin::Support(n), it.after.as_deref());
    }
    for (n, it) in (0..=u16::MAX).zip(rules.combat.iter().flat_map(|combat| &combat.list)) {
        add(Origin::Combat(n), it.after.as_deref());
        if let Some(hits) = &it.hits {
            add(Origin::Hit(n, true), hits.on_attacker.as_deref());
            add(Origin::Hit(n, false), hits.on_defender.as_deref());
        }
    }
    for (n, it) in (0..=u16::MAX).zip(&rules.retreat.list) {
        add(Origin::Retreat(n), it.otherwise.as_deref());
    }
    while let Some((of, list)) = all.pop() {
        for (at, effect) in (0..=u16::MAX).zip(list) {
            let inside = |which: u8| Origin::Inside(Box::new(of.clone()), at, which);
            match effect {
                Effect::Roll { then, otherwise, .. } | Effect::When { then, otherwise, .. } => {
                    all.extend(then.as_deref().map(|list| (inside(0), list)));
                    all.extend(otherwise.as_deref().map(|list| (inside(1), list)));
                }
                Effect::Choose { choices, .. } => {
                    for (which, list) in (0..=u8::MAX).zip(choices) {
                        told.insert(key(&inside(which)), teller.effects(list));
                        all.push((inside(which), list));
                    }
                }
                _ => {}
            }
        }
    }
    told
}
