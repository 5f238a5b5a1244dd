//! Typed ids: a side is never a nation, even where both are number 2.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Index;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// A number that stands for an entity of one kind.
pub trait Key: Copy + Ord + std::fmt::Debug {
    /// From its place in the list.
    fn new(n: usize) -> Self;
    /// Its place in the list.
    fn index(self) -> usize;
}

/// Reads the number that stands for a name: only a reader that knows the game's names can tell it.
pub(super) struct Resolved(pub(super) &'static str);

impl Visitor<'_> for Resolved {
    type Value = u32;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of a {}", self.0)
    }
    fn visit_u32<E>(self, n: u32) -> Result<u32, E> {
        Ok(n)
    }
}

/// Turns are often numbers, places and bridges have blanks in their names; every other name is a plain word.
fn name_schema(word: &str) -> Schema {
    match word {
        "turn" => json_schema!({ "type": ["string", "integer"], "minimum": -1_000_000_000, "maximum": 1_000_000_000 }),
        "place" | "bridge" => json_schema!({ "type": "string" }),
        _ => json_schema!({ "type": "string", "pattern": "^[^\\s|@/,;]+$", "maxLength": 64 }),
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $word:literal),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);
        impl Key for $name {
            fn new(n: usize) -> Self {
                $name(u32::try_from(n).unwrap_or(u32::MAX))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_newtype_struct($word, Resolved($word)).map($name)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct($word, &self.0)
            }
        }
        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                name_schema($word)
            }
        }
    )+};
}

ids! {
    /// A side.
    SideId "side",
    /// A nation.
    NationId "nation",
    /// A unit type.
    TypeId "unit type",
    /// A movement class.
    ClassId "class",
    /// A rating.
    RatingId "rating",
    /// A state.
    StateId "state",
    /// A formation.
    FormationId "formation",
    /// A unit.
    UnitId "unit",
    /// A marker.
    MarkerId "marker",
    /// A card.
    CardId "card",
    /// A kind of terrain.
    TerrainId "terrain",
    /// A table.
    TableId "table",
    /// A turn.
    TurnId "turn",
    /// A phase.
    PhaseId "phase",
    /// A place.
    PlaceId "place",
    /// A hexside feature.
    FeatureId "feature",
    /// A road.
    RoadId "road",
    /// A bridge.
    BridgeId "bridge",
    /// An area.
    AreaId "area",
    /// An entry.
    EntryId "entry",
    /// An exit.
    ExitId "exit",
    /// A source of supply.
    SourceId "source",
    /// A box or track off the map.
    BoxId "box",
    /// An option.
    OptionId "option",
    /// A scenario.
    ScenarioId "scenario",
}

/// A list whose elements have typed ids.
#[derive(Clone, Debug, PartialEq, Eq)]
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
