//! Scenarios, with everything that they take over from others already in them.

use super::{
    BridgeCondition, BridgeId, Condition, Entries, EntryId, Location, MarkerId, ModeName, OptionId, PhaseName, PlaceId,
    RuleChange, SideId, StateId, TurnId, UnitId, VictoryPoints, Where, WordLists,
};
use crate::hexgrid::Hexside;
use borsh::{BorshDeserialize, BorshSerialize};

/// A unit at the start.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Setup {
    /// The unit.
    pub unit: UnitId,
    /// Which of several like units, counted from 1; all if none.
    pub n: Option<u32>,
    /// Where.
    pub at: Where,
    /// In which state.
    pub state: StateId,
    /// Markers on it.
    pub markers: Vec<MarkerId>,
    /// Drawn at random: the number of the draw, and how many of all its units are drawn.
    pub drawn: Option<(u32, u32)>,
    /// Whether the other side does not see it.
    pub hidden: bool,
}

/// Units that come later.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Arrival {
    /// The units.
    pub units: Vec<UnitId>,
    /// The turn.
    pub turn: TurnId,
    /// The entries, any of them; nothing if not said.
    pub entries: Vec<EntryId>,
    /// The entries that may be used if none of those can be.
    pub instead: Vec<EntryId>,
    /// The mode in which they come.
    pub mode: Option<ModeName>,
    /// Only when this holds. Few have such a condition, and it is large.
    pub when: Option<Box<Condition>>,
    /// Whether it is tried again next turn.
    pub again: bool,
    /// In which state.
    pub state: StateId,
}

impl Arrival {
    /// The same for one unit alone.
    #[must_use]
    pub fn alone(&self, unit: UnitId) -> Arrival {
        // Field by field: the list of the others may be long.
        Arrival {
            units: vec![unit],
            turn: self.turn,
            entries: self.entries.clone(),
            instead: self.instead.clone(),
            mode: self.mode,
            when: self.when.clone(),
            again: self.again,
            state: self.state,
        }
    }
}

/// Units that leave the game.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Withdrawal {
    /// The units.
    pub units: Vec<UnitId>,
    /// On which turn, at the latest.
    pub turn: TurnId,
    /// Only when this holds.
    pub when: Option<Condition>,
}

/// Where a marker lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum MarkerAt {
    /// In a hex or a box.
    Location(Location),
    /// On a hexside.
    Side(Hexside),
}

/// A marker at the start.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct MarkerSetup {
    /// The marker.
    pub marker: MarkerId,
    /// Where.
    pub at: MarkerAt,
}

/// A level of victory.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Who wins.
    pub side: Option<SideId>,
    /// When; otherwise if none.
    pub when: Option<Condition>,
    /// When it is looked at; at the end of the game if not said.
    pub checked: Vec<LevelChecked>,
}

/// When a level of victory is looked at.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum LevelChecked {
    /// As soon as it holds.
    AtOnce,
    /// At the end of every such phase.
    Phase(PhaseName),
    /// At the end of the game.
    End,
}

impl LevelChecked {
    /// As authors write it.
    pub fn word<'w>(&self, words: &'w WordLists) -> &'w str {
        match self {
            LevelChecked::AtOnce => "at-once",
            LevelChecked::Phase(phase) => words.phases.word(*phase),
            LevelChecked::End => "end",
        }
    }
}

/// A scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// First and last turn; nothing if not said.
    pub turns: Option<(TurnId, TurnId)>,
    /// The area that is played on; all if none.
    pub map: Option<super::AreaId>,
    /// The order of setting up.
    pub set_up: Vec<SideId>,
    /// The order in which the sides play a turn; as turns.json has it if not said.
    pub order: Vec<SideId>,
    /// Whether it says where units stand at all.
    pub has_setup: bool,
    /// Units that take no part.
    pub removed: Vec<UnitId>,
    /// Where units stand.
    pub setup: Vec<Setup>,
    /// Who comes later.
    pub arrivals: Vec<Arrival>,
    /// Who leaves again.
    pub withdrawals: Vec<Withdrawal>,
    /// Where markers lie.
    pub markers: Vec<MarkerSetup>,
    /// Who holds what.
    pub control: Vec<(PlaceId, SideId)>,
    /// Bridges.
    pub bridges: Vec<(BridgeId, BridgeCondition)>,
    /// Options.
    pub options: Vec<OptionId>,
    /// Entries of the rules that differ.
    pub changes: Vec<RuleChange>,
    /// When victory is decided; the last turn if none.
    pub checked: Option<TurnId>,
    /// Levels of victory.
    pub levels: Vec<Level>,
    /// Victory points.
    pub points: Entries<VictoryPoints>,
    /// Special rules in words.
    pub special: Vec<String>,
}
