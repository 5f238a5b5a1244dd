//! Limits that count formations, and units that are attached to one of another name.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counter, Engine, Piece};
use crate::hexgrid::HexId;
use crate::model::{FormationId, Limit, Points};

/// With more formations than this nobody is attached: every way to attach them is tried.
const MOST_TRIED: usize = 12;

/// What counts as one: a formation, or a unit that belongs to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Body {
    Formation(FormationId),
    Alone(Counter),
}

impl Engine<'_> {
    /// How much units count towards a limit of formations: the least that attachments can make of it.
    pub fn by_formation(&self, limit: &Limit, units: &[(Piece, HexId, Points)]) -> Points {
        let body = |piece: &Piece| match self.formation(piece.unit, limit.by.as_ref()) {
            Some(formation) => Body::Formation(formation),
            None => Body::Alone(piece.counter()),
        };
        let mut weights: BTreeMap<Body, Points> = BTreeMap::new();
        for (piece, _, weight) in units {
            let most = weights.entry(body(piece)).or_insert(*weight);
            *most = (*most).max(*weight);
        }
        let all: Vec<(Body, HexId)> = units.iter().map(|(piece, hex, _)| (body(piece), *hex)).collect();
        let bodies: Vec<Body> = weights.keys().copied().collect();
        let total = |kept: &BTreeSet<Body>| weights.iter().filter(|(body, _)| kept.contains(body)).map(|(_, w)| *w).sum();
        let (Some(room), 1..=MOST_TRIED) = (limit.attached, bodies.len()) else { return total(&bodies.into_iter().collect()) };
        let mut least: Points = total(&bodies.iter().copied().collect());
        for bits in 1u32..1 << bodies.len() {
            let kept: BTreeSet<Body> =
                bodies.iter().enumerate().filter(|(n, _)| bits & 1 << n != 0).map(|(_, body)| *body).collect();
            let sum = total(&kept);
            if sum < least && all_attached(&all, &kept, room as usize) {
                least = sum;
            }
        }
        least
    }
}

/// Whether everybody who is in none of these formations can be attached to one of them.
fn all_attached(units: &[(Body, HexId)], kept: &BTreeSet<Body>, room: usize) -> bool {
    let strangers: Vec<HexId> = units.iter().filter(|(body, _)| !kept.contains(body)).map(|(_, hex)| *hex).collect();
    let hosts = |hex: HexId| -> Vec<Body> {
        let there = units.iter().filter(|(body, at)| *at == hex && kept.contains(body)).map(|(body, _)| *body);
        there.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let mut taken: BTreeMap<Body, Vec<usize>> = BTreeMap::new();
    (0..strangers.len()).all(|n| find_host(n, &strangers, &hosts, room, &mut taken, &mut BTreeSet::new()))
}

/// Finds room for one unit; another that is in its way may go to another formation.
fn find_host(
    unit: usize,
    strangers: &[HexId],
    hosts: &dyn Fn(HexId) -> Vec<Body>,
    room: usize,
    taken: &mut BTreeMap<Body, Vec<usize>>,
    seen: &mut BTreeSet<Body>,
) -> bool {
    let Some(hex) = strangers.get(unit) else { return false };
    for host in hosts(*hex) {
        if !seen.insert(host) {
            continue;
        }
        let guests = taken.entry(host).or_default().clone();
        if guests.len() < room {
            taken.entry(host).or_default().push(unit);
            return true;
        }
        for guest in guests {
            if find_host(guest, strangers, hosts, room, taken, seen) {
                let list = taken.entry(host).or_default();
                list.retain(|other| *other != guest);
                list.push(unit);
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: u32) -> HexId {
        HexId(n)
    }

    fn of(n: u32) -> Body {
        Body::Formation(FormationId(n))
    }

    #[test]
    fn strangers_are_attached_where_they_stand_with_somebody() {
        // Two divisions, and a third with one unit beside each of them.
        let units = [(of(1), hex(1)), (of(2), hex(2)), (of(3), hex(1)), (of(3), hex(2))];
        let kept = BTreeSet::from([of(1), of(2)]);
        assert!(all_attached(&units, &kept, 1));
        // The second division stands with one of the third, and the third has one unit only that could be its own.
        assert!(all_attached(&units, &BTreeSet::from([of(1), of(3)]), 1));
        assert!(!all_attached(&units, &BTreeSet::from([of(1)]), 2));
        // Two strangers with the same division are one too many.
        let units = [(of(1), hex(1)), (of(3), hex(1)), (of(3), hex(1))];
        assert!(!all_attached(&units, &BTreeSet::from([of(1)]), 1));
        assert!(all_attached(&units, &BTreeSet::from([of(1)]), 2));
        // A stranger alone in a hex is with nobody.
        let units = [(of(1), hex(1)), (of(3), hex(2))];
        assert!(!all_attached(&units, &BTreeSet::from([of(1)]), 1));
    }

    #[test]
    fn one_makes_room_for_another() {
        // The first stranger stands with both divisions, the second with one of them only.
        let units = [(of(1), hex(1)), (of(2), hex(1)), (of(1), hex(2)), (of(8), hex(1)), (of(9), hex(2))];
        assert!(all_attached(&units, &BTreeSet::from([of(1), of(2)]), 1));
    }
}
