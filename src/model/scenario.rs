//! Scenarios, with everything that they take over from others already in them.

use std::collections::{BTreeMap, BTreeSet};

use borsh::{BorshDeserialize, BorshSerialize};

use super::{
    BridgeCondition, BridgeId, Condition, Entries, EntryId, Game, Location, MarkerId, ModeName, OptionId, PhaseName, PlaceId,
    RuleChange, ScenarioId, SideId, StateId, TurnId, UnitId, VictoryPoints, Where, WordLists,
};
use crate::hexgrid::Hexside;

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
    /// And in which others.
    pub also: Vec<StateId>,
    /// Markers on it.
    pub markers: Vec<MarkerId>,
    /// Drawn at random: the number of the draw, and how many of all its units are drawn.
    pub drawn: Option<(u32, u32)>,
    /// Whether the other side does not see it.
    pub hidden: bool,
}

impl Setup {
    /// A unit as its front shows it.
    pub fn new(unit: UnitId, at: Where) -> Self {
        Setup { unit, n: None, at, state: Game::FULL, also: Vec::new(), markers: Vec::new(), drawn: None, hidden: false }
    }
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
    /// Whose bridges are, where it is not as the map has it.
    pub owners: Vec<(BridgeId, SideId)>,
    /// Units that were lost before it begins.
    pub lost: Vec<UnitId>,
    /// Options.
    pub options: Vec<OptionId>,
    /// Options that are played here, or are not, whatever is usual.
    pub chosen: BTreeMap<OptionId, bool>,
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

impl Game {
    /// The options that are played unless one says otherwise: the usual ones of the rules and of the scenario, and what the
    /// scenario says of them.
    pub fn options_of(&self, scenario: Option<ScenarioId>) -> BTreeSet<OptionId> {
        let scenario = scenario.and_then(|id| self.scenarios.at(id));
        let elsewhere: BTreeSet<OptionId> = self.scenarios.values().flat_map(|it| it.options.iter().copied()).collect();
        let offered = |id: &OptionId| !elsewhere.contains(id) || scenario.is_some_and(|it| it.options.contains(id));
        let usual = self.rules.options.iter().filter(|(_, option)| option.default).map(|(id, _)| id).filter(offered);
        let mut played: BTreeSet<OptionId> = usual.collect();
        for (id, on) in scenario.into_iter().flat_map(|it| &it.chosen) {
            if *on {
                played.insert(*id);
            } else {
                played.remove(id);
            }
        }
        played
    }

    /// The first and the last turn of a scenario: those of turns.json if it does not say them, nothing if there are none.
    #[must_use]
    pub fn turns_of(&self, scenario: &Scenario) -> Option<(TurnId, TurnId)> {
        scenario.turns.or_else(|| Some((self.turns.ids().next()?, self.turns.ids().last()?)))
    }
}
