//! The whole game.

use super::*;

/// A thing with an id, and perhaps a name.
pub trait Called {
    /// What people call it: its name, else its id.
    fn called(&self) -> &str;
}

macro_rules! called {
    ($($kind:ty)+) => {
        $(impl Called for $kind {
            fn called(&self) -> &str {
                self.name.as_deref().unwrap_or(&self.id)
            }
        })+
    };
}

called! { Unit Side Nation UnitType Class Rating State Phase Formation Marker Card Terrain Area BoxOffMap Scenario Entry }

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Side {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
}

/// A nation.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Nation {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Its side.
    pub side: Option<SideId>,
}

/// A unit type.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct UnitType {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// How such units move.
    pub class: Option<ClassId>,
    /// The symbol on the counter, or the path of a picture.
    pub symbol: String,
}

/// A movement class.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Class {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Rating {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// The least.
    pub min: Option<i32>,
    /// The most.
    pub max: Option<i32>,
    /// Only these units have it.
    pub only: Option<Units>,
    /// Units that may have it must.
    pub required: bool,
    /// Whether it may be higher where a step is lost.
    pub rises: bool,
}

/// A state of a unit.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct State {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Option<String>,
    /// Whether it is a lost step.
    pub step: bool,
    /// Whether a printed kit may have a counter for it.
    pub counter: bool,
}

/// A game turn.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// Its date.
    pub date: Option<String>,
    /// The weather.
    pub weather: Option<String>,
    /// The ground.
    pub ground: Option<String>,
    /// Words of the author's.
    pub tags: Vec<String>,
}

/// A phase; groups are expanded, so that each side has its own.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Phase {
    /// Its id.
    pub id: String,
    /// The number by which rules name it.
    pub number: PhaseName,
    /// Its name.
    pub name: Option<String>,
    /// The side that acts; both if none.
    pub side: Option<SideId>,
    /// Only when this holds.
    pub when: Option<Condition>,
    /// What is done in it; nothing if not said.
    pub does: Option<Vec<Activity>>,
    /// It is played again as long as this holds when it is over.
    pub repeat: Option<Condition>,
    /// Whether the sides take turns in it, one thing each.
    pub alternate: bool,
}

super::rule_syntax::words! {
    /// What is done in a phase.
    pub enum Activity {
        /// Units come onto the map.
        Arrive,
        /// Units move.
        Move,
        /// Units fight, or declare whom they will fight.
        Fight,
        /// Combats that were declared before are resolved.
        Resolve,
        /// Supply is looked at.
        Supply,
        /// Actions are carried out.
        Act,
        /// Cards are drawn.
        Cards,
    }
}

impl Activity {
    /// As authors write it.
    pub fn word(self) -> &'static str {
        match self {
            Activity::Arrive => "arrive",
            Activity::Move => "move",
            Activity::Fight => "fight",
            Activity::Resolve => "resolve",
            Activity::Supply => "supply",
            Activity::Act => "act",
            Activity::Cards => "cards",
        }
    }
}

/// The whole game.
#[derive(Clone, Debug, Default, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Game {
    /// Its short name.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// What it is about.
    pub about: Option<String>,
    /// Who made it.
    pub authors: Vec<String>,
    /// What it owes to whom.
    pub credits: Vec<String>,
    /// Under which terms.
    pub license: Option<String>,
    /// What the author adds to the VASSAL module.
    #[borsh(skip)]
    pub vassal: Vassal,
    /// The numbers of pieces in VASSAL, by kind and id.
    #[borsh(skip)]
    pub vassal_ids: std::collections::BTreeMap<(String, String), u32>,
    /// Where those numbers are kept.
    #[borsh(skip)]
    pub vassal_ids_sheet: super::VassalIdsSheet,
    /// What an import saw in its source.
    #[borsh(skip)]
    pub imported: Vec<super::Found>,
    /// Sides.
    pub sides: List<SideId, Side>,
    /// Nations.
    pub nations: List<NationId, Nation>,
    /// Unit types.
    pub types: List<TypeId, UnitType>,
    /// Movement classes.
    pub classes: List<ClassId, Class>,
    /// Ratings.
    pub ratings: List<RatingId, Rating>,
    /// States; `full` is the first, `reduced` the second.
    pub states: List<StateId, State>,
    /// Formations.
    pub formations: List<FormationId, Formation>,
    /// Units.
    pub units: List<UnitId, Unit>,
    /// Markers.
    pub markers: List<MarkerId, Marker>,
    /// Cards.
    pub cards: List<CardId, Card>,
    /// Kinds of terrain.
    pub terrain: List<TerrainId, Terrain>,
    /// Tables.
    pub tables: List<TableId, Table>,
    /// Turns.
    pub turns: List<TurnId, Turn>,
    /// Words for the weather that no turn has.
    pub more_weather: Vec<String>,
    /// Words for the ground that no turn has.
    pub more_ground: Vec<String>,
    /// Words for the weather or the ground that an effect may bring on any turn.
    pub brought: std::collections::BTreeSet<String>,
    /// Phases.
    pub phases: List<PhaseId, Phase>,
    /// The words by which rules name phases, modes, traces, flags and counters.
    pub words: WordLists,
    /// The map.
    pub map: Option<Map>,
    /// The rules.
    pub rules: Rules,
    /// Scenarios.
    pub scenarios: List<ScenarioId, Scenario>,
    /// Layouts of counters, the first that fits counting.
    #[borsh(skip)]
    pub layouts: Vec<Layout>,
    /// How it looks.
    #[borsh(skip)]
    pub art: Art,
    /// Worked examples of its rules.
    #[borsh(skip)]
    pub examples: Vec<Example>,
}

/// What stands where on a counter.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The units that it is for; all if none.
    pub who: Option<Units>,
    /// The outline of its counters; that of the game if none.
    pub shape: Option<Outline>,
    /// What goes into each slot.
    pub slots: Vec<(SlotPlace, Slot)>,
}

impl Game {
    /// Its short name for files: the id, else its name in plain letters.
    #[must_use]
    pub fn slug(&self) -> String {
        if !self.id.is_empty() {
            return self.id.clone();
        }
        let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let words: String = self.name.chars().map(plain).collect();
        let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
        if words.is_empty() { "game".to_owned() } else { words.join("-") }
    }

    /// The state of a fresh unit.
    pub const FULL: StateId = StateId(0);
    /// The state of a unit that has lost a step.
    pub const REDUCED: StateId = StateId(1);

    /// A formation and all that it belongs to.
    pub fn and_above(&self, formation: FormationId) -> impl Iterator<Item = FormationId> {
        let up = |id: &FormationId| self.formations.at(*id).and_then(|f| f.parent);
        std::iter::successors(Some(formation), up).take(self.formations.len())
    }

    /// Whether `below` is `above`, or belongs to it.
    pub fn belongs(&self, below: FormationId, above: FormationId) -> bool {
        let mut at = Some(below);
        // Cycles are cut when the game is made; the bound is only a promise to the reader.
        for _ in 0..=self.formations.len() {
            match at {
                Some(id) if id == above => return true,
                Some(id) => at = self.formations.at(id).and_then(|f| f.parent),
                None => return false,
            }
        }
        false
    }
}
