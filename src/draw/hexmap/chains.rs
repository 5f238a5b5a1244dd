//! Links into lines: what runs along hexsides from corner to corner, or from hex to hex, becomes few long curves
//! that are joined where they meet.

use std::collections::{BTreeMap, BTreeSet};

use super::canvas::unit;
use crate::hexgrid::Point;

/// A chain of points; a closed one ends where it begins.
pub(super) struct Chain<N> {
    pub(super) nodes: Vec<N>,
    pub(super) closed: bool,
}

/// Links as chains, as long as can be: at a fork the two links that go on straightest are one line, and the others
/// end there. `at` says where a node lies.
pub(super) fn chains<N: Copy + Ord>(links: &BTreeSet<(N, N)>, at: impl Fn(N) -> Option<Point>) -> Vec<Chain<N>> {
    let mut around: BTreeMap<N, Vec<N>> = BTreeMap::new();
    for (a, b) in links {
        around.entry(*a).or_default().push(*b);
        around.entry(*b).or_default().push(*a);
    }
    let on = pairs(&around, &at);
    let ends = around.iter().flat_map(|(node, others)| others.iter().map(|other| (*node, *other)));
    let starts = ends.filter(|(node, other)| !on.contains_key(&(*node, *other))).collect::<Vec<_>>();
    let walked = walked(starts, links, &on).into_iter().map(|(mut nodes, closed)| {
        if closed {
            nodes.pop();
        }
        Chain { nodes, closed }
    });
    walked.collect()
}

/// Follows links from each start, and then those that are left: each is walked once. Whether a way comes back to where it
/// began is told with it, and then its first node is its last one too.
pub(super) fn walked<'l, N: Copy + Ord + 'l>(
    starts: Vec<(N, N)>,
    links: impl IntoIterator<Item = &'l (N, N)>,
    on: &BTreeMap<(N, N), N>,
) -> Vec<(Vec<N>, bool)> {
    let ordered = |a: N, b: N| if a < b { (a, b) } else { (b, a) };
    let mut used: BTreeSet<(N, N)> = BTreeSet::new();
    let mut found = Vec::new();
    // First the lines that have ends, then those that run in a circle.
    for (closed, (start, second)) in starts.into_iter().map(|s| (false, s)).chain(links.into_iter().map(|l| (true, *l))) {
        if !used.insert(ordered(start, second)) {
            continue;
        }
        let mut nodes = vec![start, second];
        let (mut before, mut here) = (start, second);
        while let Some(next) = on.get(&(here, before)).copied() {
            if !used.insert(ordered(here, next)) {
                break;
            }
            nodes.push(next);
            (before, here) = (here, next);
        }
        let closed = closed && nodes.first() == nodes.last();
        found.push((nodes, closed));
    }
    found
}

/// For a node and the neighbour that one comes from: where the line goes on.
fn pairs<N: Copy + Ord>(around: &BTreeMap<N, Vec<N>>, at: &impl Fn(N) -> Option<Point>) -> BTreeMap<(N, N), N> {
    let mut on = BTreeMap::new();
    for (node, others) in around {
        let Some(here) = at(*node) else { continue };
        let mut ways: Vec<(f64, N, N)> = Vec::new();
        for (n, a) in others.iter().enumerate() {
            for b in others.iter().skip(n + 1) {
                if let (Some(pa), Some(pb)) = (at(*a), at(*b)) {
                    let (u, v) = (unit(here, pa), unit(here, pb));
                    ways.push((u.x * v.x + u.y * v.y, *a, *b));
                }
            }
        }
        // The straightest first; of equals the lowest.
        ways.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
        let mut taken: BTreeSet<N> = BTreeSet::new();
        for (straight, a, b) in ways {
            // Two that go back the same way are no line, unless there are only the two.
            if taken.contains(&a) || taken.contains(&b) || (straight > 0.4 && others.len() > 2) {
                continue;
            }
            taken.extend([a, b]);
            on.insert((*node, a), b);
            on.insert((*node, b), a);
        }
    }
    on
}
