//! What is asked, and what is answered. Decisions are small, so that all that are allowed can be listed, clicked, logged
//! and replayed.

use std::borrow::Cow;

use super::hand::ByHand;
use crate::hexgrid::{HexId, Hexside};
use crate::model::{CardId, Dice, ExitId, SideId};
use crate::rules::Counter;

/// What somebody decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    /// This unit.
    Piece(Counter),
    /// This hex.
    Hex(HexId),
    /// This hexside.
    Side(Hexside),
    /// Off the map by this exit.
    Exit(ExitId),
    /// In this mode, by its place in the list.
    Mode(u16),
    /// By this kind of combat, by its place in the list.
    Combat(u16),
    /// This action, by its place in the list.
    Action(u16),
    /// This card: it is played, or taken into the hand.
    Card(CardId),
    /// This of several choices, counted from 0.
    Choice(u8),
    /// What dice show.
    Roll(Vec<u32>),
    /// What is drawn.
    Draw(Drawn),
    /// What is under way is done.
    Done,
    /// The phase is done; a combat is called off.
    Pass,
    /// This hex, although the rules forbid it.
    Force(HexId),
    /// By hand.
    Hand(Box<ByHand>),
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drawn {
    Card(CardId),
    Counter(Counter),
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    Side(SideId),
    /// Chance.
    Dice,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    pub by: Asker,
    pub what: What,
}

/// What kind of thing is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Which unit is set up.
    Place,
    /// Where it is set up.
    PlaceAt(Counter),
    /// What is done in the phase.
    Act,
    /// Where a unit comes onto the map.
    Arrive(Counter),
    /// Where a unit goes next.
    Step(Counter),
    /// Which unit does an action, at which hexside, in which hex.
    ActBy(u16),
    ActAcross(u16),
    ActAt(u16),
    /// Which kind of combat.
    Combat,
    /// Which unit is attacked.
    Target,
    /// Who attacks.
    Gather,
    /// Who supports.
    Support,
    /// Which combat is resolved next.
    Resolve,
    /// Who loses a step.
    Lose,
    /// Where a unit retreats to.
    Retreat(Counter),
    /// Who advances.
    Advance,
    /// Where it advances to.
    AdvanceTo(Counter),
    /// Which of several things happens.
    Choose,
    /// On whom a marker is placed.
    Pick,
    /// Which unit comes back, and where.
    Return,
    /// Who moves because an effect says so.
    March,
    ReturnAt(Counter),
    /// Which card is taken into the hand, and from which deck.
    Take(String),
    /// Whether what a trigger offers is done, by its place in the list.
    Offer(u16),
    /// What the dice show, and what for.
    Roll(Dice, String),
    /// What is drawn, and from what.
    Draw(String),
}

impl What {
    /// The word for it in the protocol.
    pub fn word(&self) -> &'static str {
        match self {
            What::Place | What::PlaceAt(_) => "place",
            What::Act => "act",
            What::Arrive(_) => "arrive",
            What::Step(_) => "step",
            What::ActBy(_) | What::ActAcross(_) | What::ActAt(_) => "action",
            What::Combat => "combat",
            What::Target => "target",
            What::Gather => "gather",
            What::Support => "support",
            What::Resolve => "resolve",
            What::Lose => "lose",
            What::Retreat(_) => "retreat",
            What::Advance | What::AdvanceTo(_) => "advance",
            What::Choose => "choose",
            What::Pick => "pick",
            What::Return | What::ReturnAt(_) => "return",
            What::March => "march",
            What::Take(_) => "take",
            What::Offer(_) => "offer",
            What::Roll(..) => "roll",
            What::Draw(_) => "draw",
        }
    }
}

/// Why a decision is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// In words, with the printed rule where there is one.
    pub why: Cow<'static, str>,
}

impl Refused {
    pub(super) fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Refused { why: why.into() }
    }
}
