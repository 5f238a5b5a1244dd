//! Conditions and amounts: when something holds, and how much of it.

use std::collections::BTreeSet;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::rule_syntax::{PointsVisitor, inline_schema, pieces, words};
use super::*;

pieces! {
    /// Which turns are meant; both ends count.
    #[derive(Default)]
    pub struct Window {
        /// The first turn.
        pub from: Option<TurnId>,
        /// The last turn.
        pub to: Option<TurnId>,
        /// Single turns.
        pub on: Option<Vec<TurnId>>,
        /// Turns with one of these tags.
        pub tags: Option<Vec<TurnTag>>,
        /// Only in this side's player turn.
        pub half: Option<SideId>,
    }

    /// When something holds. All fields must hold.
    #[derive(Default)]
    pub struct Condition {
        /// All of these.
        pub all: Option<Vec<Condition>>,
        /// One of these.
        pub any: Option<Vec<Condition>>,
        /// Not this, taken as a whole.
        pub not: Option<Box<Condition>>,
        /// In these turns.
        pub turns: Option<Window>,
        /// In one of these phases.
        pub phase: Option<Vec<PhaseName>>,
        /// When one of these options is played.
        pub option: Option<Vec<OptionId>>,
        /// When it is this side's turn.
        pub side: Option<Vec<SideWord>>,
        /// When the ground is one of these.
        pub ground: Option<Vec<GroundName>>,
        /// When the weather is one of these.
        pub weather: Option<Vec<WeatherName>>,
        /// When the unit that the rule speaks of is one of these.
        pub unit: Option<Units>,
        /// When groups of units are so; all of these.
        pub units: Option<Vec<Group>>,
        /// When the hex that is asked about is one of these.
        pub hex: Option<Hexes>,
        /// When the hex that is attacked or entered is one of these.
        pub target: Option<Hexes>,
        /// When the hexside that is crossed is one of these.
        pub hexside: Option<Hexsides>,
        /// When a side holds places.
        pub control: Option<Control>,
        /// When units have left the map.
        pub exited: Option<Exited>,
        /// When units have been lost.
        pub eliminated: Option<Eliminated>,
        /// When a bridge stands, or does not.
        pub bridge: Option<BridgeIs>,
        /// When two amounts compare so.
        pub compare: Option<Compare>,
        /// When a die says so.
        pub roll: Option<Roll>,
        /// When one of these flags is set.
        pub flag: Option<Vec<FlagName>>,
        /// When a counter of the game is so.
        pub counter: Option<CounterIs>,
        /// When so many cards or chits are left in a deck or a cup.
        pub deck: Option<DeckIs>,
        /// When the result was one of these codes.
        pub result: Option<Vec<String>>,
        /// In one of these kinds of combat.
        pub combat: Option<Vec<CombatName>>,
        /// When one of these modifiers counted in this battle.
        pub applied: Option<Vec<ModName>>,
        /// When a player has declared one of these words.
        pub declared: Option<Vec<String>>,
    }

    /// A side holds places.
    pub struct Control {
        /// The places.
        pub of: Vec<PlaceId>,
        /// The side that holds them.
        pub by: SideWord,
        /// How many of them; all if left out.
        #[schemars(range(min = 1, max = 1000))]
        pub at_least: Option<u32>,
        /// Only while a unit of that side there, or the place itself, has this supply trace.
        pub supplied: Option<TraceName>,
    }

    /// Units have left the map.
    pub struct Exited {
        /// Which units count.
        pub of: Units,
        /// Through these entries; any if left out.
        pub through: Option<Vec<EntryId>>,
        /// So many steps; one if left out.
        #[schemars(range(min = 1, max = 1000))]
        pub steps: Option<u32>,
    }

    /// Units have been lost.
    pub struct Eliminated {
        /// Which units count.
        pub of: Units,
        /// So many of them; one if left out.
        #[schemars(range(min = 1, max = 10_000))]
        pub at_least: Option<u32>,
    }

    /// A bridge is in a state.
    pub struct BridgeIs {
        /// The bridge's id, or its hexside.
        pub at: BridgeId,
        /// Its state.
        pub is: BridgeCondition,
    }

    /// A die roll that must succeed.
    pub struct Roll {
        /// The dice, such as `d6` or `2d6`.
        pub dice: Dice,
        /// Succeeds on this or more.
        pub at_least: Option<Amount>,
        /// Succeeds on this or less.
        pub at_most: Option<Amount>,
    }

    /// Two amounts.
    pub struct Compare {
        /// The first.
        pub left: Amount,
        /// How it compares with the second.
        pub is: Comparison,
        /// The second.
        pub right: Amount,
    }

    /// A counter of the game.
    pub struct CounterIs {
        /// The counter.
        pub id: CounterName,
        /// At least so much.
        pub at_least: Option<i32>,
        /// At most so much.
        pub at_most: Option<i32>,
    }

    /// A deck or a cup.
    pub struct DeckIs {
        /// The deck.
        pub id: DeckName,
        /// At least so many cards are left in it.
        pub at_least: Option<i32>,
        /// At most so many.
        pub at_most: Option<i32>,
    }

    /// An amount that is found: exactly one source, then `times`, `round`, `add`, `min`, `max`, in that order.
    #[derive(Default)]
    pub struct Measure {
        /// Counts units, steps, or adds up a rating.
        pub count: Option<Counted>,
        /// The highest of a rating.
        pub highest: Option<RatingId>,
        /// The lowest of a rating.
        pub lowest: Option<RatingId>,
        /// Whether ratings count as they are printed, whatever changes them now.
        pub printed: Option<bool>,
        /// Among these units.
        pub of: Option<Units>,
        /// In this group.
        #[serde(rename = "in")]
        pub place: Option<Role>,
        /// A number that the hex that is attacked or asked about, its places or its terrain carry.
        pub value: Option<ValueWord>,
        /// Which of several such numbers; the highest if left out.
        pub pick: Option<Pick>,
        /// A counter of the game.
        pub counter: Option<CounterName>,
        /// The victory points that a side has now.
        pub points: Option<SideWord>,
        /// How many hexes lie between the hex that is attacked and the unit that the rule speaks of, or the attacker who is
        /// farthest from it, with `true`.
        pub distance: Option<bool>,
        /// How many hexes the loser has retreated, with `true`.
        pub retreated: Option<bool>,
        /// Rolled dice: thrown when an effect happens or a pool is filled; in one effect the same dice are thrown once.
        pub dice: Option<Dice>,
        /// Multiplied by this.
        pub times: Option<Points>,
        /// Rounded so; exact if left out.
        pub round: Option<Rounding>,
        /// This is added.
        pub add: Option<Points>,
        /// But never less.
        pub min: Option<Points>,
        /// But never more.
        pub max: Option<Box<Amount>>,
    }
}

words! {
    /// How one amount compares with another.
    pub enum Comparison {
        /// It is less.
        Less,
        /// It is less or the same.
        AtMost,
        /// It is the same.
        Equal,
        /// It is more or the same.
        AtLeast,
        /// It is more.
        More,
    }

    /// Which of several numbers.
    pub enum Pick {
        /// The highest.
        Highest,
        /// The lowest.
        Lowest,
        /// All of them, added up.
        Sum,
    }

    /// How a fraction is rounded.
    pub enum Rounding {
        /// Up.
        Up,
        /// Down.
        Down,
        /// To the nearest; a half goes up.
        Nearest,
    }

    /// How a bridge is.
    pub enum BridgeCondition {
        /// It stands.
        Intact,
        /// It is down.
        Blown,
        /// It is being built.
        Building,
    }
}

impl Condition {
    /// Whether it depends on an option anywhere.
    pub fn mentions_option(&self) -> bool {
        !self.options().is_empty()
    }

    /// Whether it asks how many cards are left anywhere.
    pub fn asks_for_cards(&self) -> bool {
        let parts = self.all.iter().chain(&self.any).flatten().chain(self.not.as_deref());
        self.deck.is_some() || parts.into_iter().any(Condition::asks_for_cards)
    }

    /// The options that it depends on anywhere.
    pub fn options(&self) -> BTreeSet<OptionId> {
        let parts = self.all.iter().flatten().chain(self.any.iter().flatten()).chain(self.not.as_deref());
        self.option.iter().flatten().copied().chain(parts.flat_map(Condition::options)).collect()
    }
}

/// A number, or one that is found when it is needed.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Amount {
    /// This.
    Number(Points),
    /// What is found.
    Measure(Box<Measure>),
}

impl Amount {
    /// The dice that it asks for.
    pub fn dice(&self) -> Vec<Dice> {
        match self {
            Amount::Number(_) => Vec::new(),
            Amount::Measure(measure) => {
                let most = measure.max.as_ref().map(|max| max.dice()).unwrap_or_default();
                measure.dice.into_iter().chain(most).collect()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Amount;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or what is to be measured")
            }
            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Amount, E> {
                PointsVisitor.visit_u64(n).map(Amount::Number)
            }
            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Amount, E> {
                PointsVisitor.visit_i64(n).map(Amount::Number)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Amount, E> {
                PointsVisitor.visit_str(text).map(Amount::Number)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Amount, A::Error> {
                Measure::deserialize(MapAccessDeserializer::new(map)).map(|measure| Amount::Measure(Box::new(measure)))
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Amount::Number(number) => number.serialize(serializer),
            Amount::Measure(measure) => measure.serialize(serializer),
        }
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        // A number or an object, without `anyOf`: what fits an object is said of the object alone.
        let mut schema = Measure::json_schema(generator);
        let number = Points::json_schema(generator);
        if let (Some(object), Some(number)) = (schema.as_object_mut(), number.as_object()) {
            object.extend(number.iter().map(|(key, value)| (key.clone(), value.clone())));
            object.insert("type".to_owned(), serde_json::json!(["integer", "string", "object"]));
            object.insert("description".to_owned(), "A number, a fraction such as \"1/2\", or what is to be measured.".into());
        }
        schema
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = Dice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("dice such as d6")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Dice, E> {
                Dice::parse(text).ok_or_else(|| E::custom("dice such as d6"))
            }
            fn visit_none<E>(self) -> Result<Dice, E> {
                Ok(Dice::Sum(1, 6))
            }
        }
        deserializer.deserialize_newtype_struct(PhraseKind::Dice.word(), V)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

inline_schema!(Dice, json_schema!({ "type": "string" }));
