//! Ids for what the sheet only names: each its own, and the same whenever it is imported.

use std::collections::{BTreeMap, BTreeSet};

use super::cell::is_damaged;
use crate::import::slug;

/// Things by their ids, with the names they had, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) list: Vec<(String, String)>,
    known: BTreeSet<String>,
}

impl Names {
    /// The id of a name; nothing if there is no letter in it.
    pub(super) fn id(&mut self, name: &str) -> Option<String> {
        self.under(slug(name), name)
    }

    /// The same, under an id that is given.
    pub(super) fn under(&mut self, id: String, name: &str) -> Option<String> {
        if id.is_empty() {
            return None;
        }
        // Whoever reads it in a sheet would take it for a date.
        let id = if is_damaged(&id) { format!("n-{id}") } else { id };
        if self.known.insert(id.clone()) {
            self.list.push((id.clone(), name.to_owned()));
        }
        Some(id)
    }
}

/// Of the ways to call each thing, from the shortest to the longest, the first that is its own; numbered if none is.
pub(super) fn unique(ways: &[Vec<String>]) -> Vec<String> {
    let longest = ways.iter().map(Vec::len).max().unwrap_or(0);
    let mut counts: Vec<BTreeMap<&str, usize>> = Vec::new();
    for level in 0..longest {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        for way in ways.iter().filter_map(|ways| ways.get(level)) {
            *count.entry(way).or_default() += 1;
        }
        counts.push(count);
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut next: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Vec::with_capacity(ways.len());
    for ways in ways {
        let alone = |(way, count): &(&String, &BTreeMap<&str, usize>)| count.get(way.as_str()) == Some(&1);
        let fit = |way: &String| !taken.contains(way) && !is_damaged(way);
        let own = ways.iter().zip(&counts).filter(alone).map(|(way, _)| way).find(|way| fit(way)).cloned();
        let id = own.unwrap_or_else(|| {
            let base = ways.last().map(String::as_str).unwrap_or_default();
            // `mar-1` is a date, and so is `3-mar`; `unit-3-mar-1` is not.
            let base =
                if is_damaged(&format!("{base}-1")) || is_damaged(base) { format!("unit-{base}") } else { base.to_owned() };
            loop {
                let n = next.entry(base.clone()).or_default();
                *n += 1;
                let numbered = format!("{base}-{n}");
                if fit(&numbered) {
                    break numbered;
                }
            }
        });
        taken.insert(id.clone());
        all.push(id);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_short_where_they_can_be() {
        let way = |ways: &[&str]| ways.iter().map(|way| (*way).to_owned()).collect::<Vec<_>>();
        let ways = [way(&["1", "red-1"]), way(&["1", "blue-1"]), way(&["hq", "red-hq"]), way(&["2"]), way(&["2"]), way(&["2-1"])];
        assert_eq!(unique(&ways), ["red-1", "blue-1", "hq", "2-1", "2-2", "2-1-1"]);
        let dates = [way(&["3-feb"]), way(&["mar"]), way(&["mar"])];
        assert_eq!(unique(&dates), ["unit-3-feb-1", "unit-mar-1", "unit-mar-2"], "no id looks like a date");
        let many: Vec<Vec<String>> = (0..10_000).map(|_| way(&["fort"])).collect();
        assert_eq!(unique(&many).into_iter().collect::<BTreeSet<_>>().len(), 10_000);
    }
}
