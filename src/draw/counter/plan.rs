//! Which layout and which looks a face has. Found once for all faces that have the same, since many are alike.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::scene::Color;
use super::slots::Slots;
use crate::model::{Game, Outline, Slot, SlotColour, SlotPlace, StateId, UnitId, Units};
use crate::rules::{fits, layout_of};

/// The layouts of a game, its own or a usual one.
pub(super) struct Plan {
    area: (f64, f64),
    usual: Vec<(SlotPlace, Slot)>,
    known: RefCell<BTreeMap<Chosen, Rc<FacePlan>>>,
}

/// A layout and the looks on it, by their places in the lists.
type Chosen = (Option<usize>, Vec<usize>);

/// What is drawn on a face.
pub(super) struct FacePlan {
    pub(super) slots: Vec<(SlotPlace, Slot)>,
    /// Where they lie.
    pub(super) rects: Slots,
    pub(super) ground: Option<Color>,
    pub(super) ink: Option<Color>,
    /// Words in braces that look different.
    pub(super) marks: Vec<Mark>,
    pub(super) outline: Outline,
    /// Whether the author says how the state looks: then nothing else tells it.
    pub(super) told: bool,
    /// Whether the colour of the formation is shown beside the symbol, and need not fill it.
    pub(super) striped: bool,
}

/// How a word in braces looks different.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) word: String,
    pub(super) frame: Option<Color>,
    pub(super) ink: Option<Color>,
    pub(super) before: String,
    pub(super) after: String,
}

impl Plan {
    pub(super) fn new(game: &Game, area: (f64, f64)) -> Plan {
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
        Plan { area, usual, known: RefCell::new(BTreeMap::new()) }
    }

    pub(super) fn face(&self, game: &Game, unit: UnitId, state: StateId) -> Rc<FacePlan> {
        let looks = game.art.looks.iter().enumerate();
        let looks = looks.filter(|(_, look)| look.who.as_ref().is_none_or(|who| fits(game, who, unit, state)));
        let key = (layout_of(game, unit, state), looks.map(|(n, _)| n).collect());
        if let Some(known) = self.known.borrow().get(&key) {
            return Rc::clone(known);
        }
        let plan = Rc::new(self.made(game, key.0, &key.1));
        self.known.borrow_mut().insert(key, Rc::clone(&plan));
        plan
    }

    fn made(&self, game: &Game, layout: Option<usize>, looks: &[usize]) -> FacePlan {
        let layout = layout.and_then(|n| game.layouts.get(n));
        let mut slots = layout.map_or(&self.usual, |layout| &layout.slots).clone();
        let (mut ground, mut ink, mut marks, mut told) = (None, None, Vec::new(), false);
        let color = |(r, g, b): (u8, u8, u8)| Color::rgb(r, g, b);
        for look in looks.iter().filter_map(|n| game.art.looks.get(*n)) {
            for (at, slot) in &look.slots {
                slots.retain(|(known, _)| known != at);
                slots.push((*at, slot.clone()));
            }
            let painted = look.ground.is_some() || look.slots.iter().any(|(_, slot)| slot.fill.is_some());
            told |= painted && look.who.as_ref().is_some_and(speaks_of_state);
            ground = look.ground.map(color).or(ground);
            match &look.of {
                None => ink = look.ink.map(color).or(ink),
                Some(word) => marks.push(Mark {
                    word: word.clone(),
                    frame: look.frame.map(color),
                    ink: look.ink.map(color),
                    before: look.before.clone(),
                    after: look.after.clone(),
                }),
            }
        }
        arranged(&mut slots);
        let stripe = Some(SlotColour::Stripe);
        let striped = slots
            .iter()
            .any(|(_, slot)| slot.show.trim() == "stripe" || slot.fill == stripe || slot.ink == stripe || slot.frame == stripe);
        let outline = layout.and_then(|layout| layout.shape).unwrap_or(game.art.shape);
        FacePlan { rects: Slots::new(self.area, outline, &slots), slots, ground, ink, marks, outline, told, striped }
    }
}

/// Whether a selector hangs on the state of a unit, and so on which side of its counter is up.
fn speaks_of_state(who: &Units) -> bool {
    let inside = who.all.iter().chain(&who.any).flatten();
    who.state.is_some() || who.steps.is_some() || who.full.is_some() || inside.chain(who.not.as_deref()).any(speaks_of_state)
}

/// Slots in the order in which they are drawn, without those that are empty: bands lie below everything else, and what is
/// placed freely lies in its layer.
pub(super) fn arranged(slots: &mut Vec<(SlotPlace, Slot)>) {
    slots.retain(|(_, slot)| !slot.show.trim().is_empty() || slot.fill.is_some() || slot.frame.is_some());
    slots.sort_by_key(|(at, slot)| (slot.layer, !at.is_bar()));
}
