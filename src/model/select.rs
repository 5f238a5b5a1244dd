//! Selectors and conditions, with ids instead of names.

use super::ClassId;
use super::{BridgeId, EntryId, FormationId, NationId, OptionId, PlaceId, SideId, StateId, TurnId, TypeId, UnitId};

/// Which units are meant: every field must fit, within a list one is enough. An empty list fits nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// All of these.
    pub all: Vec<Units>,
    /// One of these.
    pub any: Option<Vec<Units>>,
    /// Not this.
    pub not: Option<Box<Units>>,
    /// Single units.
    pub id: Option<Vec<UnitId>>,
    /// Sides.
    pub side: Option<Vec<SideId>>,
    /// Nations.
    pub nation: Option<Vec<NationId>>,
    /// Formations, with everything below them.
    pub formation: Option<Vec<FormationId>>,
    /// Types.
    pub kind: Option<Vec<TypeId>>,
    /// Classes.
    pub class: Option<Vec<ClassId>>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Sizes.
    pub size: Option<Vec<String>>,
    /// States: the only field that changes in play.
    pub state: Option<Vec<StateId>>,
}

/// Which turns are meant, both ends counting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The first.
    pub from: Option<TurnId>,
    /// The last.
    pub to: Option<TurnId>,
    /// Single ones.
    pub on: Option<Vec<TurnId>>,
    /// With one of these tags.
    pub tags: Option<Vec<String>>,
    /// Only in this side's player turn.
    pub half: Option<SideId>,
}

/// When something holds: every field must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// All of these.
    pub all: Vec<Condition>,
    /// One of these.
    pub any: Option<Vec<Condition>>,
    /// Not this.
    pub not: Option<Box<Condition>>,
    /// In these turns.
    pub turns: Option<Window>,
    /// With one of these options.
    pub option: Option<Vec<OptionId>>,
    /// In the turn of one of these sides.
    pub side: Option<Vec<SideId>>,
    /// A side holds so many of these places.
    pub control: Option<(Vec<PlaceId>, SideId, usize)>,
    /// So many steps have left through one of these entries.
    pub exited: Option<(Units, Option<Vec<EntryId>>, u32)>,
    /// A bridge is so.
    pub bridge: Option<(BridgeId, BridgeCondition)>,
    /// A die must be rolled: it may hold or not.
    pub roll: Option<Roll>,
}

impl Condition {
    /// Whether it depends on an option anywhere.
    pub fn mentions_option(&self) -> bool {
        let mut parts = self.all.iter().chain(self.any.iter().flatten()).chain(self.not.as_deref());
        self.option.is_some() || parts.any(Condition::mentions_option)
    }
}

/// A die roll that must succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The dice.
    pub dice: super::Dice,
    /// Succeeds on this or more.
    pub at_least: Option<i32>,
    /// Succeeds on this or less.
    pub at_most: Option<i32>,
}

/// How a bridge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BridgeCondition {
    /// It stands.
    Intact,
    /// It is down.
    Blown,
    /// It is being built.
    Building,
}
