//! Worked examples: what a printed rule says of a position, to be compared with what the data says.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::*;

/// A worked example of a printed rule: a position, and a question with the answer that the rule gives (`ask`, `is`) or
/// decisions with what they lead to (`do`, `then`).
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
    /// Whose phase it is, where both sides have one that is called so.
    pub side: Option<String>,
    /// Options that are played beside those that always are.
    #[serde(default)]
    pub options: Vec<String>,
    /// Units by hex: `"0304": ["a", "b reduced disrupted"]`; of several alike `"a#2"` is the second, and each that is named without a number the next.
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
    pub ask: Option<Ask>,
    /// The answer, in the shape that the question has; numbers may be written as numbers.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub is: Option<Json>,
    /// Decisions that are made in the phase, one after the other, as docs/play.md has them: `[{"piece": "a"}, {"hex": "0504"}, "done", {"roll": [5, 4]}]`.
    #[serde(default, rename = "do", deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Json>,
    /// What is so when they have been made.
    pub then: Option<Afterwards>,
}

/// `null` is an answer, too.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(from).map(Some)
}

/// What is so after the decisions of an example; what it does not name may be as it likes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Afterwards {
    /// Who stands in these hexes and boxes, and nobody else: `"0304": ["a", "b reduced"]`.
    #[serde(default)]
    pub units: BTreeMap<String, Vec<String>>,
    /// Units that are lost.
    #[serde(default)]
    pub lost: Vec<String>,
    /// Units that have left the map.
    #[serde(default)]
    pub exited: Vec<String>,
    /// The markers in these hexes.
    #[serde(default)]
    pub markers: BTreeMap<String, Vec<String>>,
    /// Who holds these places.
    #[serde(default)]
    pub control: BTreeMap<String, String>,
    /// Bridges, and how they are.
    #[serde(default)]
    pub bridges: BTreeMap<String, BridgeCondition>,
    /// Counters of the game.
    #[serde(default)]
    pub counters: BTreeMap<String, i32>,
    /// Who is asked: a side, `dice`, or `nobody` when the game is over.
    pub asks: Option<String>,
    /// Decisions that are allowed now.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub may: Option<Json>,
    /// Decisions that are not allowed now.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub may_not: Option<Json>,
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
    /// Whether a hex is in a side's zone: `true` or `false`.
    Zone {
        /// The side.
        side: String,
        /// The hex.
        hex: String,
    },
    /// Whether a hex or hexside is in a side's bond: `true` or `false`.
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
    /// Whether a unit can come to a hex and end there: `true` or `false`.
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
    /// A rating as the rules change it: `4`, `"5/2"`.
    Rating {
        /// The unit.
        unit: String,
        /// The rating.
        rating: String,
    },
    /// Whether a unit is supplied: `true` or `false`.
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
    /// Strengths, columns, shifts; those that the answer names: `{"attack": 7, "column": "2-1"}`, or why there are no odds: `"banned ID"`, `"too far 3"`, `"limit ID"`, `"not so"`, `"not in this phase"`, `"no defender"`.
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
    /// How many chits are drawn: `3`.
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
    /// The hexes where a retreat may end, `["0304", "0405"]`; with `best` only those that no other way is better than.
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
    /// The result of a roll on a table by a unit: its code, or `null`.
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
    /// How far a unit may advance after combat when the loser retreated so far: `2`, or `"no"`.
    Advance {
        /// The unit.
        unit: String,
        /// The hex that is attacked.
        attack: String,
        /// How many hexes the loser retreated.
        #[schemars(range(max = 9999))]
        retreated: u32,
    },
    /// The level of victory that holds, by its name, or `null`; or `{"level": …, "points": {"side": 3}}`, both or one of them.
    Victory {},
    /// The phases of the turn: `["move", "fight"]`.
    Phases {},
    /// The actions that a side may take: `["dig"]`.
    Actions {
        /// The side.
        side: String,
    },
}

/// The one shape that the answer to a question has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerShape {
    /// `true` or `false`.
    YesNo,
    /// `true`, or what is wrong with the stack.
    Stack,
    /// A number: `2`, `"5/2"`; or `"no"`, for a step also `"all"`.
    Amount,
    /// Hexes, each with a number.
    Enter,
    /// What the odds are, as far as it is named; or a word that says why there are none.
    Odds,
    /// A whole number, or nothing.
    Count,
    /// Two whole numbers, or `"none"`.
    Pair,
    /// A list of words.
    Words,
    /// A word, or nothing.
    Word,
    /// The name of a level or nothing; or an object with the level, the points of each side, or both.
    Victory,
}

/// What an answer about odds may name.
pub const ODDS_FIELDS: [&str; 8] = ["attack", "defense", "before", "shift", "column", "roll", "result", "chances"];

/// The words that an answer about odds may begin with, where there are none.
pub const NO_ODDS: [&str; 10] = [
    "banned ",
    "too far ",
    "limit ",
    "not so",
    "not in this phase",
    "no attacker",
    "no defender",
    "no defence",
    "no table",
    "no rating",
];

impl Ask {
    /// The shape of its answer.
    pub fn shape(&self) -> AnswerShape {
        match self {
            Ask::Stack { .. } => AnswerShape::Stack,
            Ask::Zone { .. } | Ask::Bond { .. } | Ask::End { .. } | Ask::Supply { .. } => AnswerShape::YesNo,
            Ask::Step { .. } | Ask::Cost { .. } | Ask::Allowance { .. } | Ask::Rating { .. } | Ask::Advance { .. } => {
                AnswerShape::Amount
            }
            Ask::Enter { .. } => AnswerShape::Enter,
            Ask::Odds { .. } => AnswerShape::Odds,
            Ask::Draws { .. } => AnswerShape::Count,
            Ask::Chit { .. } | Ask::Hits { .. } => AnswerShape::Pair,
            Ask::Outcome { .. } | Ask::Retreat { .. } | Ask::Phases {} | Ask::Actions { .. } => AnswerShape::Words,
            Ask::Roll { .. } | Ask::Unsupplied { .. } => AnswerShape::Word,
            Ask::Victory {} => AnswerShape::Victory,
        }
    }
}

/// Whether a value is an amount: a number, or a text such as `5/2`, `no`, `all`.
fn is_amount(value: &Json) -> bool {
    match value {
        Json::Number(n) => n.is_i64(),
        Json::String(text) => matches!(text.as_str(), "no" | "all") || Points::parse(text).is_some(),
        _ => false,
    }
}

impl AnswerShape {
    /// Whether an answer has it.
    pub fn fits(self, answer: &Json) -> bool {
        let whole = |value: &Json| value.is_i64();
        match self {
            AnswerShape::YesNo => answer.is_boolean(),
            AnswerShape::Stack => {
                let wrong = |it: &serde_json::Map<String, Json>| {
                    it.keys().all(|key| matches!(key.as_str(), "apart" | "limit" | "found")) && !it.is_empty()
                };
                answer == &Json::Bool(true) || answer.as_object().is_some_and(wrong)
            }
            AnswerShape::Amount => is_amount(answer),
            AnswerShape::Enter => answer.as_object().is_some_and(|it| it.values().all(is_amount)),
            AnswerShape::Odds => match answer {
                Json::Object(it) => !it.is_empty() && it.keys().all(|key| ODDS_FIELDS.contains(&key.as_str())),
                Json::String(text) => NO_ODDS.iter().any(|words| match words.ends_with(' ') {
                    true => text.starts_with(words),
                    false => text == words,
                }),
                _ => false,
            },
            AnswerShape::Count => answer.is_null() || whole(answer),
            AnswerShape::Pair => {
                let two = |it: &Vec<Json>| it.len() == 2 && it.iter().all(whole);
                answer.as_str() == Some("none") || answer.as_array().is_some_and(two)
            }
            AnswerShape::Words => answer.as_array().is_some_and(|it| it.iter().all(Json::is_string)),
            AnswerShape::Word => answer.is_string() || answer.is_null(),
            AnswerShape::Victory => match answer {
                Json::Object(it) => !it.is_empty() && it.keys().all(|key| matches!(key.as_str(), "level" | "points")),
                other => other.is_string() || other.is_null(),
            },
        }
    }

    /// What an answer of it looks like.
    pub fn looks(self) -> &'static str {
        match self {
            AnswerShape::YesNo => "`true` or `false`",
            AnswerShape::Stack => "`true`, {\"limit\": \"units\", \"found\": 3} or {\"apart\": \"id\"}",
            AnswerShape::Amount => "a number, a fraction such as \"5/2\", \"all\" or \"no\"",
            AnswerShape::Enter => "hexes with what they cost: {\"0101\": 1, \"0102\": \"all\"}",
            AnswerShape::Odds => {
                "an object with some of attack, defense, before, shift, column, roll, result, chances; or why there are no odds: \
                 \"banned ID\", \"too far 3\", \"limit ID\", \"not so\", \"not in this phase\", \"no defender\""
            }
            AnswerShape::Count => "a whole number, or null",
            AnswerShape::Pair => "two whole numbers: [attacker, defender]; or \"none\"",
            AnswerShape::Words => "a list of words: [\"a\", \"b\"]",
            AnswerShape::Word => "a word, or null where there is none",
            AnswerShape::Victory => {
                "the name of the level or null, or an object: {\"level\": \"Victory\", \"points\": {\"side\": 3}}"
            }
        }
    }
}

/// Whether an answer is as it was expected: `2` and `"2"` are the same, and `"?"` is whatever it is.
pub fn same_answer(found: &Json, expected: &Json) -> bool {
    let (a, b) = (found, expected);
    let points = |value: &Json| match value {
        Json::Number(n) => n.as_i64().and_then(|n| Points::parse(&n.to_string())),
        Json::String(text) => Points::parse(text),
        _ => None,
    };
    match (a, b) {
        (_, Json::String(unknown)) if unknown == "?" => true,
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, found)| b.get(key).is_some_and(|expected| same_answer(found, expected)))
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_answer(a, b)),
        _ => a == b || points(a).zip(points(b)).is_some_and(|(a, b)| a == b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_may_be_numbers() {
        assert!(same_answer(&json!(2), &json!("2")) && same_answer(&json!("4/2"), &json!(2)));
        assert!(same_answer(&json!({"attack": 7, "column": "2-1"}), &json!({"attack": "7", "column": "2-1"})));
        assert!(!same_answer(&json!(2), &json!("3")) && !same_answer(&json!("no"), &json!("all")));
        assert!(!same_answer(&json!({"attack": 7}), &json!({"attack": 7, "shift": 0})));
        assert!(!same_answer(&json!(true), &json!("true")));
        assert!(same_answer(&json!({"attack": "7"}), &json!({"attack": "?"})));
    }

    #[test]
    fn each_shape_takes_its_own_and_no_other() {
        let answers = [
            (AnswerShape::YesNo, json!(true)),
            (AnswerShape::Stack, json!({"limit": "units", "found": 3})),
            (AnswerShape::Amount, json!("5/2")),
            (AnswerShape::Enter, json!({"0101": 1})),
            (AnswerShape::Odds, json!({"column": "2-1"})),
            (AnswerShape::Odds, json!("banned x")),
            (AnswerShape::Pair, json!([1, 2])),
            (AnswerShape::Words, json!(["a"])),
            (AnswerShape::Word, json!("a")),
        ];
        for (shape, answer) in &answers {
            assert!(shape.fits(answer), "{shape:?} {answer}");
        }
        assert!(!AnswerShape::YesNo.fits(&json!("yes")) && !AnswerShape::Amount.fits(&json!("often")));
        assert!(!AnswerShape::Odds.fits(&json!({"colum": "2-1"})) && !AnswerShape::Odds.fits(&json!("no")));
        assert!(!AnswerShape::Enter.fits(&json!({"0101": true})) && !AnswerShape::Pair.fits(&json!([1])));
        assert!(AnswerShape::Victory.fits(&json!({"points": {"a": 3}})) && !AnswerShape::Victory.fits(&json!({"point": 3})));
        assert!(!AnswerShape::Words.fits(&json!("a")) && !AnswerShape::Stack.fits(&json!(false)));
    }
}
