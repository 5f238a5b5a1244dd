//! A decision as people read it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Decision, Frame, Match, Origin};
use crate::model::{Effect, EffectRoot, Game, Key};
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

    /// What one of several choices is called, or else does.
    fn choice(&self, n: u8) -> String {
        let Some(Frame::Choose(running)) = self.state().frames.last() else { return format!("choice {n}") };
        if let Some(name) = self.name_of_choice(running, n) {
            return name.to_owned();
        }
        match self.choices_of(running).and_then(|(_, choices)| choices.get(usize::from(n))) {
            Some(effects) if effects.is_empty() => "nothing".to_owned(),
            Some(effects) => self.effects_in_words(&Origin::Inside(Box::new(running.of.clone()), running.next, n), effects),
            None => format!("choice {n}"),
        }
    }

    /// What a list of effects does, in a sentence without its full stop.
    #[cfg(feature = "cli")]
    pub(super) fn effects_in_words(&self, _: &Origin, effects: &[Effect]) -> String {
        in_words(&Teller::new(self.engine().game()), effects)
    }

    /// The place of these words among those that a page has ([`choices_in_words`]): its engine must stay small.
    #[cfg(not(feature = "cli"))]
    pub(super) fn effects_in_words(&self, of: &Origin, _: &[Effect]) -> String {
        format!("⟦{}⟧", key(of, self.instead_of(of.root())))
    }

    /// Which of those that may stand instead of an entry does so now.
    #[cfg(not(feature = "cli"))]
    fn instead_of(&self, root: &Origin) -> Option<usize> {
        let rules = &self.engine().game().rules;
        match root {
            Origin::Action(n, _) => self.live_place(&rules.actions, *n),
            Origin::Trigger(n) => self.live_place(&rules.triggers, *n),
            Origin::Support(n) => self.live_place(&rules.support, *n),
            Origin::Retreat(n) => self.live_place(&rules.retreat, *n),
            Origin::Combat(n) | Origin::Hit(n, _) => self.live_place(rules.combat.as_ref()?, *n),
            Origin::Result(..) | Origin::Card(_) | Origin::Chit(..) | Origin::Inside(..) => None,
        }
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

/// What a list of effects does, for whoever chooses it: what the rules only remember is told where nothing else happens.
fn in_words(teller: &Teller<'_>, effects: &[Effect]) -> String {
    let seen: Vec<Effect> = effects.iter().filter(|it| teller.tells(it)).cloned().collect();
    teller.effects(if seen.is_empty() { effects } else { &seen })
}

impl From<EffectRoot> for Origin {
    fn from(root: EffectRoot) -> Self {
        match root {
            EffectRoot::Card(card) => Origin::Card(card),
            EffectRoot::Chit(card, face) => Origin::Chit(card, face),
            EffectRoot::Result(table, result) => Origin::Result(table, result),
            EffectRoot::Action(n, success) => Origin::Action(n, success),
            EffectRoot::Trigger(n) => Origin::Trigger(n),
            EffectRoot::Support(n) => Origin::Support(n),
            EffectRoot::Retreat(n) => Origin::Retreat(n),
            EffectRoot::Hit(n, attacker) => Origin::Hit(n, attacker),
            EffectRoot::Combat(n) => Origin::Combat(n),
        }
    }
}

/// What stands for a list of effects in a page: where it stands in the rules, or in what stands instead of an entry.
fn key(of: &Origin, instead: Option<usize>) -> String {
    let root = match of {
        Origin::Inside(of, at, which) => return format!("{}/{at} {which}", key(of, instead)),
        Origin::Result(table, result) => format!("result {table} {result}"),
        Origin::Action(n, success) => format!("action {n} {success}"),
        Origin::Card(card) => format!("card {}", card.index()),
        Origin::Trigger(n) => format!("trigger {n}"),
        Origin::Support(n) => format!("support {n}"),
        Origin::Combat(n) => format!("combat {n}"),
        Origin::Hit(n, attacker) => format!("hit {n} {attacker}"),
        Origin::Chit(card, face) => format!("chit {} {face}", card.index()),
        Origin::Retreat(n) => format!("retreat {n}"),
    };
    match instead {
        Some(place) => format!("{root} instead {place}"),
        None => root,
    }
}

/// What every choice and every offer of a game does, by what stands for it where an engine has no words.
pub fn choices_in_words(game: &Game) -> BTreeMap<String, String> {
    let (teller, triggers) = (Teller::new(game), &game.rules.triggers);
    let mut told = BTreeMap::new();
    let mut all: Vec<(Origin, Option<usize>, &[Effect])> = Vec::new();
    for (root, instead, list) in game.effect_lists() {
        let trigger = match (root, instead) {
            (EffectRoot::Trigger(n), None) => triggers.list.get(usize::from(n)),
            (EffectRoot::Trigger(_), Some(place)) => triggers.variants.get(place).and_then(|variant| variant.instead.as_ref()),
            _ => None,
        };
        let of = Origin::from(root);
        if trigger.is_some_and(|trigger| trigger.may.is_some()) {
            told.insert(key(&of, instead), in_words(&teller, list));
        }
        all.push((of, instead, list));
    }
    while let Some((of, instead, list)) = all.pop() {
        for (at, effect) in (0..=u16::MAX).zip(list) {
            let inside = |which: u8| Origin::Inside(Box::new(of.clone()), at, which);
            match effect {
                Effect::Roll { then, otherwise, .. } | Effect::When { then, otherwise, .. } => {
                    all.extend(then.as_deref().map(|list| (inside(0), instead, list)));
                    all.extend(otherwise.as_deref().map(|list| (inside(1), instead, list)));
                }
                Effect::Choose { choices, .. } => {
                    for (which, list) in (0..=u8::MAX).zip(choices) {
                        told.insert(key(&inside(which), instead), in_words(&teller, list));
                        all.push((inside(which), instead, list));
                    }
                }
                _ => {}
            }
        }
    }
    told
}
