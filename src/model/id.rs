//! Typed ids: a side is never a nation, even where both are number 2.

use std::marker::PhantomData;
use std::ops::Index;

/// A number that stands for an entity of one kind.
pub trait Key: Copy + Ord + std::fmt::Debug {
    /// From its place in the list.
    fn new(n: usize) -> Self;
    /// Its place in the list.
    fn index(self) -> usize;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
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
    )+};
}

ids! {
    /// A side.
    SideId,
    /// A nation.
    NationId,
    /// A unit type.
    TypeId,
    /// A movement class.
    ClassId,
    /// A rating.
    RatingId,
    /// A state.
    StateId,
    /// A formation.
    FormationId,
    /// A unit.
    UnitId,
    /// A marker.
    MarkerId,
    /// A card.
    CardId,
    /// A kind of terrain.
    TerrainId,
    /// A table.
    TableId,
    /// A turn.
    TurnId,
    /// A phase.
    PhaseId,
    /// A place.
    PlaceId,
    /// A hexside feature.
    FeatureId,
    /// A road.
    RoadId,
    /// A bridge.
    BridgeId,
    /// An area.
    AreaId,
    /// An entry.
    EntryId,
    /// An exit.
    ExitId,
    /// A source of supply.
    SourceId,
    /// A box or track off the map.
    BoxId,
    /// A stacking limit.
    LimitId,
    /// A mode of movement.
    ModeId,
    /// An option.
    OptionId,
    /// A scenario.
    ScenarioId,
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

impl<K: Key, T> Index<K> for List<K, T> {
    type Output = T;

    #[allow(clippy::indexing_slicing, reason = "an id is made only by pushing into its list")]
    fn index(&self, id: K) -> &T {
        &self.items[id.index()]
    }
}
