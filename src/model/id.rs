//! Typed ids: a side is never a nation, even where both are number 2.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

use schemars::{Schema, json_schema};
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use super::name_kind::kinds;
use super::rule_syntax::inline_schema;

/// A number that stands for an entity of one kind.
pub trait Key: Copy + Ord + std::fmt::Debug {
    /// From its place in the list.
    fn new(n: usize) -> Self;
    /// Its place in the list.
    fn index(self) -> usize;
}

/// An id that rules name.
pub trait NamedKey: Key {
    /// What the name is of.
    const KIND: IdKind;
}

/// Reads the number that stands for a name: only a reader that knows the game's names can tell it.
struct Resolved(IdKind);

impl Visitor<'_> for Resolved {
    type Value = u32;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of a {}", self.0.word())
    }
    fn visit_u32<E>(self, n: u32) -> Result<u32, E> {
        Ok(n)
    }
    /// A name that is not known: the reader has said so, and loses what it stands in when all of that is read.
    fn visit_none<E>(self) -> Result<u32, E> {
        Ok(u32::MAX)
    }
}

/// Turns are often numbers, places and bridges have blanks in their names; what the rules alone name may be any word, and
/// every other name is a plain one.
fn name_schema(kind: IdKind) -> Schema {
    match kind {
        IdKind::Turn => {
            json_schema!({ "type": ["string", "integer"], "minimum": -1_000_000_000, "maximum": 1_000_000_000 })
        }
        IdKind::Place | IdKind::Bridge => json_schema!({ "type": "string" }),
        IdKind::Mode | IdKind::Trace | IdKind::Phase | IdKind::Flag | IdKind::Counter => {
            json_schema!({ "type": "string", "minLength": 1, "maxLength": 64 })
        }
        _ => json_schema!({ "type": "string", "pattern": "^[^\\s|@/,;]+$", "maxLength": 64 }),
    }
}

macro_rules! keys {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, borsh::BorshSerialize, borsh::BorshDeserialize)]
        pub struct $name(pub u32);
        impl Key for $name {
            fn new(n: usize) -> Self {
                $name(u32::try_from(n).unwrap_or(u32::MAX))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

/// Ids that rules name.
macro_rules! named_ids {
    ($($(#[$doc:meta])* $name:ident $kind:ident $word:literal),+ $(,)?) => {
        keys! { $($(#[$doc])* $name),+ }
        kinds! {
            /// What a name is of that becomes an id.
            IdKind { $($(#[$doc])* $kind $word),+ }
        }
        $(
        impl NamedKey for $name {
            const KIND: IdKind = IdKind::$kind;
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_newtype_struct(IdKind::$kind.word(), Resolved(IdKind::$kind)).map($name)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(IdKind::$kind.word(), &self.0)
            }
        }
        inline_schema!($name, name_schema(IdKind::$kind));
    )+};
}

named_ids! {
    /// A side.
    SideId Side "side",
    /// A nation.
    NationId Nation "nation",
    /// A unit type.
    TypeId Type "unit type",
    /// A movement class.
    ClassId Class "class",
    /// A rating.
    RatingId Rating "rating",
    /// A state.
    StateId State "state",
    /// A formation.
    FormationId Formation "formation",
    /// A unit.
    UnitId Unit "unit",
    /// A marker.
    MarkerId Marker "marker",
    /// A card.
    CardId Card "card",
    /// A kind of terrain.
    TerrainId Terrain "terrain",
    /// A table.
    TableId Table "table",
    /// A turn.
    TurnId Turn "turn",
    /// A place.
    PlaceId Place "place",
    /// A bridge.
    BridgeId Bridge "bridge",
    /// An area.
    AreaId Area "area",
    /// An entry.
    EntryId Entry "entry",
    /// An exit.
    ExitId Exit "exit",
    /// A source of supply.
    SourceId Source "source",
    /// A kind of arrow.
    ArrowId Arrow "arrow",
    /// A box or track off the map.
    BoxId Box "box",
    /// An option.
    OptionId Option "option",
    /// A scenario.
    ScenarioId Scenario "scenario",
    /// A way of moving, by its word.
    ModeName Mode "mode",
    /// A supply trace, by its word.
    TraceName Trace "trace",
    /// A phase of the turn, by its word: each side may have one of that name.
    PhaseName Phase "phase of the turn",
    /// A flag: something that is so or not so, set by an effect.
    FlagName Flag "flag",
    /// A counter: a number of the game, set by effects.
    CounterName Counter "counter",
}

// No rule names one of these.
keys! {
    /// A phase.
    PhaseId,
    /// A hexside feature.
    FeatureId,
    /// A road.
    RoadId,
}

/// A list whose elements have typed ids.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct List<K, T> {
    items: Vec<T>,
    key: PhantomData<K>,
}

impl<K, T> Default for List<K, T> {
    fn default() -> Self {
        List { items: Vec::new(), key: PhantomData }
    }
}

impl<K: Key, T> List<K, T> {
    /// Adds an element; gives its id.
    pub fn push(&mut self, item: T) -> K {
        self.items.push(item);
        K::new(self.items.len() - 1)
    }

    /// The element, if there is one.
    pub fn at(&self, id: K) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The element, to be changed.
    pub fn at_mut(&mut self, id: K) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All, with their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &T)> {
        self.items.iter().enumerate().map(|(n, item)| (K::new(n), item))
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = K> + use<K, T> {
        (0..self.items.len()).map(K::new)
    }

    /// All elements.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
}

impl<K, T: Serialize> Serialize for List<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<K: Key, T> Index<K> for List<K, T> {
    type Output = T;

    #[allow(clippy::indexing_slicing, reason = "an id is made only by pushing into its list")]
    fn index(&self, id: K) -> &T {
        &self.items[id.index()]
    }
}
