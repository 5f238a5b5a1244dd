//! Numbers by name, such as a hex's height. There are as many of these as hexes, and nearly all have the same few names.

use crate::sorting::Arrange;
use borsh::{BorshDeserialize, BorshSerialize};
use std::sync::Arc;

use serde::ser::{Serialize, Serializer};

/// Numbers by name, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Values(Vec<(Arc<str>, i32)>);

impl Values {
    /// The number of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i32> {
        self.iter().find(|(known, _)| *known == name).map(|(_, number)| number)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> + Clone {
        self.0.iter().map(|(name, number)| (&**name, *number))
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.iter().map(|(name, _)| name)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(Arc<str>, i32)> for Values {
    fn from_iter<I: IntoIterator<Item = (Arc<str>, i32)>>(all: I) -> Values {
        let mut all: Vec<(Arc<str>, i32)> = all.into_iter().collect();
        all.arrange_by(|(one, _), (other, _)| one.cmp(other));
        Values(all)
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
