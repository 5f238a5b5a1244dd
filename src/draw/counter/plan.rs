//! Which layout and which looks a face has. Found once for each kind of unit, since many are alike.

use super::super::scene::Color;
use crate::model::{Game, Slot, SlotPlace, StateId, UnitId};
use crate::rules::{fits, layout_of};

/// The layouts of a game, its own or a usual one.
pub(super) struct Plan {
    usual: Vec<(SlotPlace, Slot)>,
}

/// What is drawn on a face.
pub(super) struct FacePlan<'p> {
    pub(super) slots: Vec<(SlotPlace, &'p Slot)>,
    pub(super) ground: Option<Color>,
    pub(super) ink: Option<Color>,
    /// Words in braces that look different.
    pub(super) marks: Vec<Mark<'p>>,
}

/// How a word in braces looks different.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark<'p> {
    pub(super) word: &'p str,
    pub(super) frame: Option<Color>,
    pub(super) ink: Option<Color>,
    pub(super) before: &'p str,
    pub(super) after: &'p str,
}

impl Plan {
    pub(super) fn new(game: &Game) -> Plan {
        let slot = |at: SlotPlace, show: &str| (at, Slot { show: show.to_owned(), plain: true, ..Slot::default() });
        // What most printed games have: size above the symbol, who it is beside it, the numbers below.
        let numbers: Vec<String> = game.ratings.values().take(3).map(|rating| format!("{{{}}}", rating.id)).collect();
        let usual = vec![
            slot(SlotPlace::Centre, "symbol"),
            slot(SlotPlace::Top, "size"),
            slot(SlotPlace::Left, "{designation}"),
            slot(SlotPlace::Right, "{formation.short}"),
            slot(SlotPlace::Bottom, &numbers.join("-")),
        ];
        Plan { usual }
    }

    pub(super) fn face<'p>(&'p self, game: &'p Game, unit: UnitId, state: StateId) -> FacePlan<'p> {
        let layout = layout_of(game, unit, state).and_then(|n| game.layouts.get(n));
        let slots = layout.map_or(&self.usual, |layout| &layout.slots);
        let mut plan =
            FacePlan { slots: slots.iter().map(|(at, slot)| (*at, slot)).collect(), ground: None, ink: None, marks: Vec::new() };
        let color = |(r, g, b): (u8, u8, u8)| Color::rgb(r, g, b);
        for look in &game.art.looks {
            if !look.who.as_ref().is_none_or(|who| fits(game, who, unit, state)) {
                continue;
            }
            for (at, slot) in &look.slots {
                plan.slots.retain(|(known, _)| known != at);
                plan.slots.push((*at, slot));
            }
            plan.ground = look.ground.map(color).or(plan.ground);
            match &look.of {
                None => plan.ink = look.ink.map(color).or(plan.ink),
                Some(word) => plan.marks.push(Mark {
                    word,
                    frame: look.frame.map(color),
                    ink: look.ink.map(color),
                    before: &look.before,
                    after: &look.after,
                }),
            }
        }
        plan.slots.retain(|(_, slot)| !slot.show.trim().is_empty() || slot.fill.is_some() || slot.frame.is_some());
        // Bands lie below everything else.
        plan.slots.sort_by_key(|(at, _)| !at.is_bar());
        plan
    }
}
