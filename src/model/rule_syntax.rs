//! What all pieces of the rules have in common: how they are read, written and named.
//!
//! A piece is defined once. Its fields are what an author types, its documentation is what an editor shows, and its
//! names are ids as soon as it is read: a reader that knows the game's names tells the numbers (see `lower`), and
//! [`written`](super::written) tells the names again.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::Points;
use super::name_kind::{LIST_ENTRY, PhraseKind, kinds};
use crate::hexgrid::HexId;

/// Structs whose fields an author types by their kebab names, and nothing else.
macro_rules! pieces {
    ($($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $name { $($body)* }
    )+};
}

/// Pieces that stand in a list under an id: each may have the printed rule, a condition and a note for people. Those that
/// other entries name say by which kind of name.
macro_rules! entries {
    (@id) => { super::Label };
    (@id $named:ident) => { super::Named<super::$named> };
    ($($(#[$meta:meta])* pub struct $name:ident $(named by $named:ident)? { $($body:tt)* })+) => {$(
        super::rule_syntax::pieces! {
            $(#[$meta])*
            pub struct $name {
                /// Its id: unique in its list, and inside combats in that list of all combats; a scenario or an option changes it by this.
                pub id: super::rule_syntax::entries!(@id $($named)?),
                /// Its name, as players call it; its id in words if left out.
                pub name: Option<String>,
                /// The printed rule.
                pub rule: Option<super::RuleNumber>,
                /// Only when this holds.
                #[serde(rename = "if")]
                pub when: Option<super::Condition>,
                /// What it rests on: a source of module.json.
                #[serde(skip_serializing)]
                #[borsh(skip)]
                pub source: Option<super::Label>,
                /// For people.
                pub note: Option<String>,
                $($body)*
            }
        }
        impl super::Ruled for $name {
            fn id(&self) -> &str {
                &self.id.0
            }
            fn rule(&self) -> Option<&str> {
                self.rule.as_ref().map(|rule| rule.0.as_str())
            }
            fn when(&self) -> Option<&super::Condition> {
                self.when.as_ref()
            }
        }
    )+};
}

/// Choices of one word.
macro_rules! words {
    ($($(#[$meta:meta])* pub enum $name:ident { $($body:tt)* })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema, borsh::BorshSerialize, borsh::BorshDeserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($body)* }
    )+};
}

/// A type whose schema stands wherever it is used.
macro_rules! inline_schema {
    ($name:ident, $schema:expr) => {
        crate::model::inline_schema!($name, stringify!($name), $schema);
    };
    ($name:ty, $called:expr, $schema:expr) => {
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $called.into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}

pub(crate) use inline_schema;
pub(super) use {entries, pieces, words};

/// An entry of the rules.
pub trait Ruled: Clone + PartialEq + for<'de> Deserialize<'de> {
    /// Its id.
    fn id(&self) -> &str;
    /// The printed rule.
    fn rule(&self) -> Option<&str>;
    /// When it holds.
    fn when(&self) -> Option<&super::Condition>;
}

/// The id of an entity or an entry.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Deserialize,
    serde::Serialize,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[serde(transparent)]
pub struct Label(pub String);

inline_schema!(Label, json_schema!({ "type": "string", "pattern": "^[^\\s|@/,;]+$", "maxLength": 64 }));

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Text or a whole number, both taken as text: the number of a printed rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct RuleNumber(pub String);

impl<'de> Deserialize<'de> for RuleNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = RuleNumber;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or a whole number")
            }
            fn visit_u64<E>(self, n: u64) -> Result<RuleNumber, E> {
                Ok(RuleNumber(n.to_string()))
            }
            fn visit_i64<E>(self, n: i64) -> Result<RuleNumber, E> {
                Ok(RuleNumber(n.to_string()))
            }
            fn visit_str<E>(self, text: &str) -> Result<RuleNumber, E> {
                Ok(RuleNumber(text.to_owned()))
            }
        }
        deserializer.deserialize_any(V)
    }
}

impl Serialize for RuleNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

inline_schema!(
    RuleNumber,
    "Printed",
    json_schema!({ "type": ["string", "integer"], "minimum": -1_000_000_000, "maximum": 1_000_000_000 })
);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PointsVisitor)
    }
}

pub(super) struct PointsVisitor;

impl Visitor<'_> for PointsVisitor {
    type Value = Points;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a fraction such as \"1/2\"")
    }
    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Points, E> {
        Points::parse(&n.to_string()).ok_or_else(|| E::custom("a smaller number"))
    }
    fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Points, E> {
        Points::parse(&n.to_string()).ok_or_else(|| E::custom("a smaller number"))
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Points, E> {
        let plain = text.strip_prefix('+').unwrap_or(text);
        Points::parse(plain).ok_or_else(|| E::custom(format!("`{text}` is not exact in 1/5040")))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i32::try_from(self.0 / Points::ONE.0) {
            Ok(whole) if self.0 % Points::ONE.0 == 0 => serializer.serialize_i32(whole),
            _ => serializer.serialize_str(&self.to_string()),
        }
    }
}

// Halves to tenths, and what 5040 can be divided by: every fraction that is exact.
inline_schema!(
    Points,
    "Number",
    json_schema!({
        "type": ["integer", "string"], "minimum": -9999, "maximum": 9999,
        "pattern": "^[+-]?[0-9]{1,4}(/([1-9]|1[0245]|20|30|60))?$"
    })
);

/// A name that stands for an entry of the rules or a word of the author's, kept as it is written.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident $kind:ident $word:literal),+ $(,)?) => {
        kinds! {
            /// What a name is of that stays a word.
            WordKind { $($(#[$doc])* $kind $word),+ }
        }
        $(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub struct $name(pub String);
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_newtype_struct(WordKind::$kind.word(), Kept(WordKind::$kind)).map($name)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
        inline_schema!($name, json_schema!({ "type": "string", "minLength": 1, "maxLength": 64 }));
    )+};
}

struct Kept(WordKind);

impl Visitor<'_> for Kept {
    type Value = String;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of a {}", self.0.word())
    }
    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
    /// A name that is not known: the reader has said so, and loses what it stands in when all of that is read.
    fn visit_none<E>(self) -> Result<String, E> {
        Ok(String::new())
    }
}

names! {
    /// A ban.
    BanName Ban "ban",
    /// A modifier, or another entry that changes a number.
    ModName Modifier "modifier",
    /// A kind of combat.
    CombatName Combat "combat",
    /// An action.
    ActionName Action "action",
    /// A state of the ground, as turns name it.
    GroundName Ground "ground",
    /// A weather, as turns name it.
    WeatherName Weather "weather",
    /// A tag of a turn.
    TurnTag TurnTag "tag of a turn",
    /// A level of formations: division, corps.
    LevelName Level "level of formations",
    /// A number that hexes, places or terrain carry.
    ValueWord Value "value",
    /// A deck or cup.
    DeckName Deck "deck",
    /// A group of areas.
    AreaGroup AreaGroup "group of areas",
}

/// Hexes by their printed numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct HexSet(pub Vec<HexId>);

/// Hexsides inside the map, each by the two hexes that it divides.
#[derive(Clone, Debug, Default, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct SideSet(pub Vec<(HexId, HexId)>);

struct Numbers(PhraseKind);

impl<'de> Visitor<'de> for Numbers {
    type Value = Vec<u32>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.word())
    }
    fn visit_none<E>(self) -> Result<Vec<u32>, E> {
        Ok(Vec::new())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<u32>, A::Error> {
        let mut list = Vec::new();
        while let Some(n) = seq.next_element()? {
            list.push(n);
        }
        Ok(list)
    }
}

impl<'de> Deserialize<'de> for HexSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = deserializer.deserialize_newtype_struct(PhraseKind::Hexes.word(), Numbers(PhraseKind::Hexes))?;
        Ok(HexSet(list.into_iter().map(HexId).collect()))
    }
}

impl Serialize for HexSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(PhraseKind::Hexes.word(), &self.0.iter().map(|hex| hex.0).collect::<Vec<_>>())
    }
}

inline_schema!(
    HexSet,
    json_schema!({
        "description": "Hexes by their printed numbers, as a list or with blanks between them. \"0301-0305\" is a run along one column or row; \"0601-0808\" is the whole rectangle.",
        "type": ["string", "array"],
        "items": { "type": "string" }
    })
);

impl<'de> Deserialize<'de> for SideSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = deserializer.deserialize_newtype_struct(PhraseKind::Hexsides.word(), Numbers(PhraseKind::Hexsides))?;
        let pairs = list.chunks_exact(2).filter_map(|pair| Some((HexId(*pair.first()?), HexId(*pair.get(1)?))));
        Ok(SideSet(pairs.collect()))
    }
}

impl Serialize for SideSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers: Vec<u32> = self.0.iter().flat_map(|(a, b)| [a.0, b.0]).collect();
        serializer.serialize_newtype_struct(PhraseKind::Hexsides.word(), &numbers)
    }
}

inline_schema!(
    SideSet,
    json_schema!({
        "description": "Hexsides by the two hexes that they divide, with blanks between them: \"0301/0401 0302/0401\".",
        "type": "string"
    })
);

/// A side: one of the game's, or as seen from the unit, hex or battle that a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum SideWord {
    /// The side of the unit that the rule speaks of; in combat, the attacker's.
    Own,
    /// Any other side.
    Enemy,
    /// This side.
    Is(super::SideId),
}

impl SideWord {
    /// The words that are no names of sides.
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "own" => Some(SideWord::Own),
            "enemy" => Some(SideWord::Enemy),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for SideWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = SideWord;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a side, `own` or `enemy`")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<SideWord, E> {
                SideWord::of(text).ok_or_else(|| E::custom("`own` or `enemy`"))
            }
            fn visit_u32<E>(self, n: u32) -> Result<SideWord, E> {
                Ok(SideWord::Is(super::SideId(n)))
            }
            fn visit_none<E>(self) -> Result<SideWord, E> {
                Ok(SideWord::Own)
            }
        }
        deserializer.deserialize_newtype_struct(PhraseKind::SideWord.word(), V)
    }
}

impl Serialize for SideWord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SideWord::Own => serializer.serialize_str("own"),
            SideWord::Enemy => serializer.serialize_str("enemy"),
            SideWord::Is(side) => side.serialize(serializer),
        }
    }
}

inline_schema!(
    SideWord,
    json_schema!({
        "description": "A side of the game, \"own\" (of the unit that the rule speaks of) or \"enemy\".",
        "type": "string", "pattern": "^[^\\s|@/,;]+$", "maxLength": 64
    })
);

/// What is counted: units, steps, or a rating added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub enum Counted {
    /// Units.
    Units,
    /// Steps.
    Steps,
    /// A rating, added up.
    Rating(super::RatingId),
}

impl Counted {
    /// The words that are no names of ratings.
    pub fn of(word: &str) -> Option<Self> {
        match word {
            "units" => Some(Counted::Units),
            "steps" => Some(Counted::Steps),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = Counted;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a rating, `units` or `steps`")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Counted, E> {
                Counted::of(text).ok_or_else(|| E::custom("`units` or `steps`"))
            }
            fn visit_u32<E>(self, n: u32) -> Result<Counted, E> {
                Ok(Counted::Rating(super::RatingId(n)))
            }
            fn visit_none<E>(self) -> Result<Counted, E> {
                Ok(Counted::Units)
            }
        }
        deserializer.deserialize_newtype_struct(PhraseKind::Counted.word(), V)
    }
}

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Counted::Units => serializer.serialize_str("units"),
            Counted::Steps => serializer.serialize_str("steps"),
            Counted::Rating(rating) => rating.serialize(serializer),
        }
    }
}

inline_schema!(Counted, json_schema!({ "type": "string", "pattern": "^[^\\s|@/,;]+$", "maxLength": 64 }));

/// So many entries a list of rules may have: an entry takes several kilobytes, and a game has some dozens.
pub const MOST_ENTRIES: usize = 5_000;

/// A list of entries, read one by one: one that cannot be understood loses only itself.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Entries<T> {
    /// The entries, in the order written.
    pub list: Vec<T>,
    /// What stands instead of some of them in a scenario, with an option or for some turns; the last that holds counts.
    /// By scenario, those of all scenarios first.
    pub variants: Vec<super::Variant<T>>,
}

impl<T> Entries<T> {
    /// The entries, and what stands instead of some of them.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.list.iter().chain(self.variants.iter().filter_map(|variant| variant.instead.as_ref()))
    }

    /// Notes what stands instead of an entry.
    pub fn vary(&mut self, variant: super::Variant<T>) {
        let at = self.variants.partition_point(|other| other.scenario <= variant.scenario);
        self.variants.insert(at, variant);
    }

    /// What may stand instead in a scenario: what does so in all of them, then what does so only there.
    pub fn variants_in(&self, scenario: Option<super::ScenarioId>) -> impl DoubleEndedIterator<Item = &super::Variant<T>> {
        let every = self.variants.partition_point(|variant| variant.scenario.is_none());
        let from = self.variants.partition_point(|variant| variant.scenario < scenario);
        let to = self.variants.partition_point(|variant| variant.scenario <= scenario);
        let own = if scenario.is_some() { self.variants.get(from..to) } else { None };
        self.variants.iter().take(every).chain(own.unwrap_or_default())
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Entries { list: Vec::new(), variants: Vec::new() }
    }
}

impl<T> std::ops::Deref for Entries<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.list
    }
}

/// An entry, or nothing if a name in it is not known: that has been said where it stands.
struct Slot<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Slot<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for V<T> {
            type Value = Slot<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an entry")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Slot<T>, D::Error> {
                // The reader keeps what went wrong; here it is only lost.
                Ok(Slot(T::deserialize(deserializer).ok()))
            }
        }
        deserializer.deserialize_newtype_struct(LIST_ENTRY, V(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for V<T> {
            type Value = Entries<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of entries")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Entries<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(Slot(entry)) = seq.next_element()? {
                    // The schema has said that there are too many: the rest is not held.
                    list.extend(entry.filter(|_| list.len() < MOST_ENTRIES));
                }
                Ok(Entries { list, variants: Vec::new() })
            }
        }
        deserializer.deserialize_seq(V(PhantomData))
    }
}

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.list.is_empty() { serializer.serialize_none() } else { self.list.serialize(serializer) }
    }
}

impl<T: JsonSchema> JsonSchema for Entries<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("EntriesOf{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let item = generator.subschema_for::<T>();
        json_schema!({ "type": "array", "items": item, "maxItems": MOST_ENTRIES })
    }
}
