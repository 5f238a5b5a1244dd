//! What is counted: a tree of whole numbers under words. Two are added number by number, so that games can be counted
//! anywhere, in any order, to the same sums.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Numbers under words, as deep as it takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Counts {
    /// So many.
    Number(i64),
    /// By words.
    Words(BTreeMap<String, Counts>),
}

impl Default for Counts {
    fn default() -> Self {
        Counts::Words(BTreeMap::new())
    }
}

impl Counts {
    /// Adds to the number under these words. Nothing is added where other words go on below.
    pub fn add(&mut self, words: &[&str], count: i64) {
        match (self, words) {
            (Counts::Number(number), []) => *number = number.saturating_add(count),
            (below @ Counts::Words(_), []) => {
                if below.is_empty() {
                    *below = Counts::Number(count);
                }
            }
            (Counts::Words(below), [word, rest @ ..]) => match below.get_mut(*word) {
                Some(found) => found.add(rest, count),
                None => below.entry((*word).to_owned()).or_default().add(rest, count),
            },
            (Counts::Number(_), _) => {}
        }
    }

    /// Adds all of another.
    pub fn add_all(&mut self, other: &Counts) {
        match (self, other) {
            (Counts::Number(number), Counts::Number(more)) => *number = number.saturating_add(*more),
            (Counts::Words(below), Counts::Words(more)) => {
                for (word, more) in more {
                    match below.get_mut(word) {
                        Some(found) => found.add_all(more),
                        None => drop(below.insert(word.clone(), more.clone())),
                    }
                }
            }
            (this, other) => {
                if this.is_empty() {
                    *this = other.clone();
                }
            }
        }
    }

    /// Adds all of another under these words.
    pub fn add_under(&mut self, words: &[&str], other: &Counts) {
        match (self, words) {
            (this, []) => this.add_all(other),
            (Counts::Words(below), [word, rest @ ..]) => below.entry((*word).to_owned()).or_default().add_under(rest, other),
            (Counts::Number(_), _) => {}
        }
    }

    /// What stands under these words.
    pub fn at(&self, words: &[&str]) -> Option<&Counts> {
        match (self, words) {
            (_, []) => Some(self),
            (Counts::Words(below), [word, rest @ ..]) => below.get(*word)?.at(rest),
            (Counts::Number(_), _) => None,
        }
    }

    /// The number under these words; 0 if there is none.
    pub fn number(&self, words: &[&str]) -> i64 {
        match self.at(words) {
            Some(Counts::Number(number)) => *number,
            _ => 0,
        }
    }

    /// What stands under each of the next words, in their order.
    pub fn each(&self) -> impl Iterator<Item = (&str, &Counts)> {
        let below = match self {
            Counts::Words(below) => Some(below),
            Counts::Number(_) => None,
        };
        below.into_iter().flatten().map(|(word, counts)| (word.as_str(), counts))
    }

    /// The next words and their numbers, under these words.
    pub fn numbers(&self, words: &[&str]) -> Vec<(&str, i64)> {
        let each = self.at(words).into_iter().flat_map(Counts::each);
        each.map(|(word, counts)| (word, counts.number(&[]))).collect()
    }

    /// All numbers together.
    pub fn sum(&self) -> i64 {
        match self {
            Counts::Number(number) => *number,
            Counts::Words(below) => below.values().map(Counts::sum).fold(0, i64::saturating_add),
        }
    }

    /// Whether nothing is counted.
    pub fn is_empty(&self) -> bool {
        matches!(self, Counts::Words(below) if below.is_empty())
    }

    /// Every number with the words above it.
    pub fn walk<'c>(&'c self, above: &mut Vec<&'c str>, see: &mut dyn FnMut(&[&'c str], i64)) {
        match self {
            Counts::Number(number) => see(above, *number),
            Counts::Words(below) => {
                for (word, counts) in below {
                    above.push(word);
                    counts.walk(above, see);
                    above.pop();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Counts {
        let mut counts = Counts::default();
        counts.add(&["lost", "red"], 2);
        counts.add(&["lost", "blue"], 3);
        counts.add(&["lost", "red"], 4);
        counts.add(&["games"], 1);
        counts
    }

    #[test]
    fn numbers_are_added_under_their_words() {
        let counts = some();
        assert_eq!(counts.number(&["lost", "red"]), 6);
        assert_eq!(counts.numbers(&["lost"]), [("blue", 3), ("red", 6)]);
        assert_eq!(counts.at(&["lost"]).map(Counts::sum), Some(9));
        assert_eq!(counts.number(&["nothing", "here"]), 0);
    }

    #[test]
    fn two_are_added_in_any_order() {
        let mut more = Counts::default();
        more.add(&["lost", "green"], 1);
        more.add(&["games"], 2);
        let (mut one, mut other) = (some(), more.clone());
        one.add_all(&more);
        other.add_all(&some());
        assert_eq!(one, other);
        assert_eq!((one.number(&["games"]), one.number(&["lost", "green"])), (3, 1));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = serde_json::to_string(&some()).unwrap();
        assert_eq!(text, r#"{"games":1,"lost":{"blue":3,"red":6}}"#);
        assert_eq!(serde_json::from_str::<Counts>(&text).unwrap(), some());
    }
}
