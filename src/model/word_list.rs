//! Words that the rules use for phases, modes, traces, flags and counters. The engine knows each by its number; the words
//! are kept here for whoever reads or writes them.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::{CounterName, FlagName, Key, Label, List, ModeName, NamedKey, PhaseName, TraceName};

/// The words of one kind, by number, in the order in which they were met.
#[derive(Clone, Debug, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct WordList<K> {
    words: List<K, String>,
    numbers: BTreeMap<String, K>,
}

impl<K> Default for WordList<K> {
    fn default() -> Self {
        WordList { words: List::default(), numbers: BTreeMap::new() }
    }
}

impl<K: Key> WordList<K> {
    /// The number of a word; it gets one if it has none.
    pub fn add(&mut self, word: &str) -> K {
        if let Some(known) = self.numbers.get(word) {
            return *known;
        }
        let number = self.words.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }

    /// The number of a word; nothing if the game does not use it.
    pub fn find(&self, word: &str) -> Option<K> {
        self.numbers.get(word).copied()
    }

    /// The number of a word, or one that stands for no word: no rule speaks of that.
    pub fn find_or_none(&self, word: &str) -> K {
        self.find(word).unwrap_or(K::new(usize::MAX))
    }

    /// The word behind a number.
    pub fn word(&self, number: K) -> &str {
        self.words.at(number).map(String::as_str).unwrap_or_default()
    }
}

/// The words of a game.
#[derive(Clone, Debug, Default, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct WordLists {
    /// Phases.
    pub phases: WordList<PhaseName>,
    /// Modes of movement.
    pub modes: WordList<ModeName>,
    /// Supply traces.
    pub traces: WordList<TraceName>,
    /// Flags.
    pub flags: WordList<FlagName>,
    /// Counters.
    pub counters: WordList<CounterName>,
}

/// The id of an entry that other entries name: its word, and the number by which they name it.
#[derive(Clone, Debug, PartialEq, Eq, borsh::BorshSerialize, borsh::BorshDeserialize)]
pub struct Named<K>(pub String, pub K);

impl<K: Copy> Named<K> {
    /// The number by which others name it.
    pub fn number(&self) -> K {
        self.1
    }
}

impl<'de, K: NamedKey> Deserialize<'de> for Named<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V<K>(std::marker::PhantomData<K>);
        impl<'de, K: NamedKey> Visitor<'de> for V<K> {
            type Value = Named<K>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            /// The word, and the number that the reader gave it.
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Named<K>, A::Error> {
                let (word, number) = (seq.next_element()?, seq.next_element::<u32>()?);
                let (word, number) = word.zip(number).ok_or_else(|| A::Error::custom("an id without its number"))?;
                Ok(Named(word, K::new(number as usize)))
            }
        }
        // A name is one value, what bears it two.
        deserializer.deserialize_tuple_struct(K::KIND.word(), 2, V(std::marker::PhantomData))
    }
}

impl<K> Serialize for Named<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<K> JsonSchema for Named<K> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Label::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Label::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_keeps_its_number_and_an_unknown_one_is_no_other() {
        let mut list: WordList<FlagName> = WordList::default();
        let (up, down) = (list.add("up"), list.add("down"));
        assert_eq!([list.add("up"), list.add("down")], [up, down]);
        assert_eq!([list.find("up"), list.find("side")], [Some(up), None]);
        let none = list.find_or_none("side");
        assert!(none != up && none != down && list.word(none).is_empty());
        assert_eq!([list.word(up), list.word(down)], ["up", "down"]);
    }
}
