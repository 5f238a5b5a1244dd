//! Worked examples: what a printed rule says of a position, to be compared with what the data says.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::*;

/// A worked example of a printed rule: a position, a question and the answer that the rule gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(example = serde_json::json!({"rule": "2.1", "about": "three battalions in a hex are one too many", "units": {"0304": ["1-guards", "2-guards", "3-guards"]}, "ask": {"kind": "stack", "hex": "0304"}, "is": {"limit": "units", "found": "3"}}))]
pub struct Example {
    /// The printed rule.
    pub rule: RuleNumber,
    /// What it shows, in our words.
    pub about: String,
    /// The scenario whose rules count.
    pub scenario: Option<String>,
    /// Whether the units of that scenario stand where it puts them.
    #[serde(default)]
    pub setup: bool,
    /// The turn; the first of the scenario if left out.
    pub turn: Option<String>,
    /// The phase.
    pub phase: Option<String>,
    /// Options that are played beside those that always are.
    #[serde(default)]
    pub options: Vec<String>,
    /// Units by hex: `"0304": ["a", "b reduced disrupted"]`.
    #[serde(default)]
    pub units: BTreeMap<String, Vec<String>>,
    /// Bridges that are not as the map has them.
    #[serde(default)]
    pub bridges: BTreeMap<String, BridgeCondition>,
    /// Markers by hex.
    #[serde(default)]
    pub markers: BTreeMap<String, Vec<String>>,
    /// Markers by unit.
    #[serde(default)]
    pub on_units: BTreeMap<String, Vec<String>>,
    /// Who holds which place.
    #[serde(default)]
    pub control: BTreeMap<String, String>,
    /// What units did this turn.
    #[serde(default)]
    pub did: BTreeMap<String, Vec<Deed>>,
    /// Who has crossed which hexside in this phase.
    #[serde(default)]
    pub crossed: BTreeMap<String, Vec<String>>,
    /// Who holds which bridge.
    #[serde(default)]
    pub bridge_owners: BTreeMap<String, String>,
    /// Flags that are set.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Counters of the game.
    #[serde(default)]
    pub counters: BTreeMap<String, i32>,
    /// Words that a player has declared.
    #[serde(default)]
    pub declared: Vec<String>,
    /// Units that have left the map.
    #[serde(default)]
    pub exited: Vec<String>,
    /// Units that have been lost.
    #[serde(default)]
    pub eliminated: Vec<String>,
    /// The question.
    pub ask: Ask,
    /// The answer.
    pub is: Json,
}

/// What an example asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "kind")]
pub enum Ask {
    /// Whether the stack in a hex is legal: `true`, or `{"limit": "points", "found": "10/3"}`.
    Stack {
        /// The hex.
        hex: String,
        /// When the limit is looked at; after movement if left out.
        at: Option<StackingAt>,
    },
    /// Whether a hex is in a side's zone.
    Zone {
        /// The side.
        side: String,
        /// The hex.
        hex: String,
    },
    /// Whether a hex or hexside is in a side's bond.
    Bond {
        /// The side.
        side: String,
        /// The hex.
        hex: Option<String>,
        /// The hexside.
        hexside: Option<String>,
    },
    /// What one step costs as the first of a move: `"5/2"`, `"all"`, or `"no"`.
    Step {
        /// The unit.
        unit: String,
        /// The hex that is entered.
        to: String,
        /// The mode of movement.
        mode: Option<String>,
        /// The hex that is left; where the unit stands if left out.
        from: Option<String>,
    },
    /// What it costs to come to a hex, or `"no"`.
    Cost {
        /// The unit.
        unit: String,
        /// The hex that is entered.
        to: String,
        /// The mode of movement.
        mode: Option<String>,
    },
    /// Whether a unit can come to a hex and end there.
    End {
        /// The unit.
        unit: String,
        /// The hex.
        hex: String,
        /// The mode of movement.
        mode: Option<String>,
    },
    /// How many points a unit has, or `"no"` where it may not move so.
    Allowance {
        /// The unit.
        unit: String,
        /// The mode of movement.
        mode: Option<String>,
    },
    /// A rating as the rules change it.
    Rating {
        /// The unit.
        unit: String,
        /// The rating.
        rating: String,
    },
    /// Whether a unit is supplied.
    Supply {
        /// The unit.
        unit: String,
        /// The supply trace.
        trace: String,
    },
    /// Where and for how much it comes in: `{"0101": "1"}`.
    Enter {
        /// The unit.
        unit: String,
        /// The entries.
        entries: Vec<String>,
        /// As which of those who come in there this turn; the first if left out.
        #[schemars(range(max = 9999))]
        nth: Option<u32>,
    },
    /// Strengths, columns, shifts; those that the answer names.
    Odds {
        /// The hex that is attacked.
        attack: String,
        /// The units that attack.
        with: Vec<String>,
        /// The units that support.
        #[serde(default)]
        support: Vec<String>,
        /// The kind of combat; the first if left out.
        combat: Option<String>,
        /// What is rolled.
        roll: Option<i32>,
    },
    /// How many chits are drawn.
    Draws {
        /// The hex that is attacked.
        attack: String,
        /// The units that attack.
        with: Vec<String>,
        /// The units that support.
        #[serde(default)]
        support: Vec<String>,
        /// The kind of combat; the first if left out.
        combat: Option<String>,
    },
    /// The hits of a chit in a battle: `[attacker, defender]`, or `"none"`.
    Chit {
        /// The hex that is attacked.
        attack: String,
        /// The units that attack.
        with: Vec<String>,
        /// The kind of combat; the first if left out.
        combat: Option<String>,
        /// The chit.
        chit: String,
    },
    /// What a result does: `["lose defender 1", "retreat defender 2", "state defender broken"]`.
    Outcome {
        /// The hex that is attacked.
        attack: String,
        /// The units that attack.
        with: Vec<String>,
        /// The kind of combat; the first if left out.
        combat: Option<String>,
        /// The table; that of the combat if left out.
        table: Option<String>,
        /// The code of the result.
        result: String,
    },
    /// The hexes where a retreat may end; with `best` only those that no other way is better than.
    Retreat {
        /// The unit.
        unit: String,
        /// How many hexes.
        #[schemars(range(max = 99))]
        hexes: u32,
        /// Whether only the best are meant.
        #[serde(default)]
        best: bool,
    },
    /// The result of a roll on a table by a unit.
    Roll {
        /// The table; that of the combat if left out.
        table: String,
        /// The unit.
        unit: Option<String>,
        /// What is rolled.
        roll: i32,
    },
    /// Hits after what changes them: `[attacker, defender]`.
    Hits {
        /// The hex that is attacked.
        attack: String,
        /// The units that attack.
        with: Vec<String>,
        /// The kind of combat; the first if left out.
        combat: Option<String>,
        /// The hits on the chits: attacker, defender.
        chits: [i32; 2],
    },
    /// The state that a unit has for want of supply, or `"none"`.
    Unsupplied {
        /// The unit.
        unit: String,
    },
    /// How far a unit may advance after combat when the loser retreated so far.
    Advance {
        /// The unit.
        unit: String,
        /// The hex that is attacked.
        attack: String,
        /// How many hexes the loser retreated.
        #[schemars(range(max = 9999))]
        retreated: u32,
    },
    /// The level of victory that holds.
    Victory {},
    /// The phases of the turn.
    Phases {},
    /// The actions that a side may take.
    Actions {
        /// The side.
        side: String,
    },
}
