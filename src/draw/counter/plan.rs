//! Which layout and which looks a face has. Found once for all faces that have the same, since many are alike.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::scene::Color;
use super::slots::Slots;
use crate::model::{Game, Slot, SlotPlace, StateId, UnitId};
use crate::rules::{fits, layout_of};

/// The layouts of a game, its own or a usual one.
pub(super) struct Plan {
    size: f64,
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
    pub(super) fn new(game: &Game, size: f64) -> Plan {
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
        Plan { size, usual, known: RefCell::new(BTreeMap::new()) }
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
        let (mut ground, mut ink, mut marks) = (None, None, Vec::new());
        let color = |(r, g, b): (u8, u8, u8)| Color::rgb(r, g, b);
        for look in looks.iter().filter_map(|n| game.art.looks.get(*n)) {
            for (at, slot) in &look.slots {
                slots.retain(|(known, _)| known != at);
                slots.push((*at, slot.clone()));
            }
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
        slots.retain(|(_, slot)| !slot.show.trim().is_empty() || slot.fill.is_some() || slot.frame.is_some());
        // Bands lie below everything else.
        slots.sort_by_key(|(at, _)| !at.is_bar());
        let taken: Vec<SlotPlace> = slots.iter().map(|(at, _)| *at).collect();
        let colour_alone = |slot: &Slot| matches!(slot.show.trim(), "" | "stripe");
        let thin: Vec<SlotPlace> = slots.iter().filter(|(_, slot)| colour_alone(slot)).map(|(at, _)| *at).collect();
        FacePlan { rects: Slots::new(self.size, &taken, &thin), slots, ground, ink, marks }
    }
}
