//! What a flood over the map remembers of each hex, and where it goes on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::hexgrid::HexId;
use crate::sorting::Arrange;

/// How far a hex is from where a trace ends, and which hex comes next on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) far: i64,
    pub(super) next: Option<HexId>,
}

/// The links of all hexes that were reached. Big maps have many hexes, and a trace is followed for each side of each
/// scenario: what is not there costs four bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    /// By hex, the place of its link in the list, and one more; 0 if there is none.
    places: Vec<u32>,
    list: Vec<Link>,
}

impl Links {
    pub(super) fn new(hexes: usize) -> Links {
        Links { places: vec![0; hexes], list: Vec::new() }
    }

    /// For how many hexes there is room.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn get(&self, hex: HexId) -> Option<Link> {
        let place = self.places.get(hex.index())?.checked_sub(1)?;
        self.list.get(place as usize).copied()
    }

    pub(super) fn put(&mut self, hex: HexId, link: Link) {
        let Some(place) = self.places.get_mut(hex.index()) else { return };
        match place.checked_sub(1).and_then(|known| self.list.get_mut(known as usize)) {
            Some(known) => *known = link,
            None => {
                self.list.push(link);
                *place = u32::try_from(self.list.len()).unwrap_or(0);
            }
        }
    }

    /// Whether this is nearer than what is known.
    pub(super) fn better(&self, hex: HexId, far: i64) -> bool {
        self.get(hex).is_none_or(|link| far < link.far)
    }

    /// The hexes that were reached, in order.
    pub(super) fn hexes(&self) -> impl Iterator<Item = HexId> {
        let there = self.places.iter().enumerate().filter(|(_, place)| **place > 0);
        there.filter_map(|(hex, _)| u32::try_from(hex).ok().map(HexId))
    }
}

/// Hexes from which a stretch goes on, the nearest first; of those that are as far, the one of the lowest number.
pub(super) enum Queue {
    /// Each step costs one: first those that are so far, the last of the list first, then those that are one further.
    Even {
        far: i64,
        now: Vec<HexId>,
        next: Vec<HexId>,
    },
    Uneven(BinaryHeap<Reverse<(i64, HexId)>>),
}

impl Queue {
    /// Empty; whether each step costs one.
    pub(super) fn new(even: bool) -> Queue {
        match even {
            true => Queue::Even { far: -1, now: Vec::new(), next: Vec::new() },
            false => Queue::Uneven(BinaryHeap::new()),
        }
    }

    pub(super) fn push(&mut self, far: i64, hex: HexId) {
        match self {
            Queue::Even { next, .. } => next.push(hex),
            Queue::Uneven(heap) => heap.push(Reverse((far, hex))),
        }
    }

    pub(super) fn pop(&mut self) -> Option<(i64, HexId)> {
        match self {
            Queue::Even { far, now, next } => {
                if now.is_empty() {
                    *far += 1;
                    std::mem::swap(now, next);
                    now.arrange_by(|one, other| other.cmp(one));
                }
                now.pop().map(|hex| (*far, hex))
            }
            Queue::Uneven(heap) => heap.pop().map(|Reverse(next)| next),
        }
    }
}
