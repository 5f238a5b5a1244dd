//! Sorting with little code: the player in a browser carries every list that is sorted as code of its own, and fifty of
//! them were an eighth of it. There the numbers of the items are sorted, by one piece of code for all lists, and the items
//! put where they belong. Everywhere else the library's own sort is faster. Equals keep their order in both.

use std::cmp::Ordering;

/// Lists that can be arranged.
pub(crate) trait Arrange<T> {
    /// Sorts it.
    fn arrange(&mut self)
    where
        T: Ord;

    /// Sorts it by a comparison.
    fn arrange_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// Sorts it by a key of each item.
    fn arrange_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> Arrange<T> for [T] {
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    fn arrange_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        if cfg!(target_arch = "wasm32") {
            arrange_by_numbers(self, compare);
        } else {
            self.sort_by(compare);
        }
    }

    fn arrange_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }
}

/// Sorts a list by way of the numbers of its items.
fn arrange_by_numbers<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let items = &*list;
    let mut belongs = places(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    // Each swap brings an item where it belongs.
    for at in 0..list.len() {
        while let Some(to) = belongs.get(at).copied().filter(|to| *to != at) {
            list.swap(at, to);
            belongs.swap(at, to);
        }
    }
}

/// Where each of so many items belongs.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| compare(*a, *b));
    let mut places = vec![0; count];
    for (place, item) in order.into_iter().enumerate() {
        if let Some(cell) = places.get_mut(item) {
            *cell = place;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_sorting_agree_and_equals_keep_their_order() {
        let mut pcg = 1u64;
        for count in 0..60u64 {
            let mut next = || {
                pcg = pcg.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                pcg >> 60
            };
            let list: Vec<(u64, u64)> = (0..count).map(|n| (next() % 7, n)).collect();
            let (mut plain, mut small) = (list.clone(), list);
            plain.arrange_by_key(|(key, _)| *key);
            arrange_by_numbers(&mut small, |(a, _), (b, _)| a.cmp(b));
            assert_eq!(plain, small);
            assert!(plain.is_sorted(), "equals came in the order of their numbers");
        }
    }
}
