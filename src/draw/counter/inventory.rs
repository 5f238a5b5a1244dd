//! Which counters there are: units, markers and chits, by side and formation, each with what is on its two sides.

use std::sync::Arc;

use super::super::scene::Color;
use super::{Aid, Drawn, Faces, aids};
use crate::model::{Called, CardId, FormationId, Game, Key, MarkerId, Scenario, SideId, UnitId};

/// So many counters of a marker are printed where its list does not say how many there are; more if a scenario begins
/// with more.
pub(super) const AS_NEEDED: u32 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CounterKind {
    Unit,
    Marker,
    /// A chit from a cup.
    Chit,
}

impl CounterKind {
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            CounterKind::Unit => "unit",
            CounterKind::Marker => "marker",
            CounterKind::Chit => "chit",
        }
    }
}

/// What is on one side of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// A face of a unit, counted from 0.
    Unit(UnitId, usize),
    Marker(MarkerId),
    /// A chit: its front, or its back.
    Chit(CardId, bool),
    /// What a kit has beside the counters of its author.
    Aid(Aid),
    /// Nothing, in the colour of a unit.
    BlankUnit(UnitId),
    /// Nothing, in the colour of a marker.
    BlankMarker(MarkerId),
    /// Nothing, in the colour of what a kit has beside them.
    BlankAid(Aid),
}

/// A counter, or several alike.
#[derive(Clone, Debug)]
pub struct Counter {
    pub kind: CounterKind,
    /// Its id; further counters of one unit have a number after it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How many alike.
    pub copies: u32,
    pub front: Shown,
    pub back: Shown,
    pub side: Option<SideId>,
    pub formation: Option<FormationId>,
}

impl Counter {
    /// Whether there is nothing on its back.
    #[must_use]
    pub fn is_blank_behind(&self) -> bool {
        matches!(self.back, Shown::BlankUnit(_) | Shown::BlankMarker(_) | Shown::BlankAid(_))
    }
}

impl Faces<'_> {
    /// One side of a counter.
    #[must_use]
    pub fn draw(&self, shown: Shown) -> Drawn {
        match shown {
            Shown::Unit(id, face) => self.unit(id, face),
            Shown::Marker(id) => self.marker(id),
            Shown::BlankUnit(id) => self.blank_unit(id),
            Shown::BlankMarker(id) => self.blank_marker(id),
            Shown::Aid(aid) => self.aid(aid),
            Shown::BlankAid(aid) => self.blank_aid(aid),
            Shown::Chit(id, front) => {
                let Some(card) = self.game.cards.at(id) else { return self.blank(Color::WHITE, self.game.art.shape) };
                self.chit(card, front)
            }
        }
    }

    /// The same, drawn once for pages that show a counter again and again.
    pub(in crate::draw) fn drawn(&self, shown: Shown) -> Arc<Drawn> {
        if let Some(known) = self.again.borrow().get(&shown) {
            return Arc::clone(known);
        }
        let made = Arc::new(self.draw(shown));
        self.again.borrow_mut().insert(shown, Arc::clone(&made));
        made
    }
}

/// The most counters of a marker that a scenario lays on the map and on units before it begins.
fn at_the_start(game: &Game, id: MarkerId) -> u32 {
    // What is on its back and has no counters of its own lies there with its counters.
    let back = game.markers.at(id).and_then(|marker| marker.back);
    let back = back.filter(|back| game.markers.at(*back).is_some_and(|marker| marker.count == Some(0)));
    let laid = |scenario: &Scenario| {
        let on_units = scenario.setup.iter().flat_map(|line| &line.markers);
        let all = scenario.markers.iter().map(|line| &line.marker).chain(on_units);
        all.filter(|marker| **marker == id || Some(**marker) == back).count()
    };
    let most = game.scenarios.values().map(laid).max().unwrap_or(0);
    u32::try_from(most).unwrap_or(u32::MAX)
}

/// Every counter: units by side and formation as they are listed, then markers, those of the kit last, then chits.
#[must_use]
pub fn inventory(game: &Game) -> Vec<Counter> {
    let mut all = Vec::new();
    for (id, unit) in game.units.iter() {
        let name = unit.name.clone().or_else(|| unit.designation.clone()).unwrap_or_else(|| unit.id.clone());
        for n in 0..unit.faces.len().div_ceil(2).max(1) {
            let behind = 2 * n + 1;
            let back = if behind < unit.faces.len() { Shown::Unit(id, behind) } else { Shown::BlankUnit(id) };
            all.push(Counter {
                kind: CounterKind::Unit,
                id: if n == 0 { unit.id.clone() } else { format!("{}-{}", unit.id, n + 1) },
                name: name.clone(),
                copies: unit.count,
                front: Shown::Unit(id, 2 * n),
                back,
                side: unit.side,
                formation: unit.formation,
            });
        }
    }
    let order = orders(game);
    let place =
        |formation: Option<FormationId>| formation.map_or(usize::MAX, |id| order.get(id.index()).copied().unwrap_or(usize::MAX));
    all.sort_by_key(|counter| (counter.side.map_or(usize::MAX, Key::index), place(counter.formation)));
    for (id, marker) in game.markers.iter() {
        let copies = marker.count.unwrap_or_else(|| AS_NEEDED.max(at_the_start(game, id)));
        if copies > 0 {
            all.push(Counter {
                kind: CounterKind::Marker,
                id: marker.id.clone(),
                name: marker.called().to_owned(),
                copies,
                front: Shown::Marker(id),
                back: marker.back.map_or(Shown::BlankMarker(id), Shown::Marker),
                side: marker.side,
                formation: None,
            });
        }
    }
    for aid in aids(game) {
        all.push(Counter {
            kind: CounterKind::Marker,
            id: aid.id(game),
            name: aid.name(game),
            copies: aid.copies(game),
            front: Shown::Aid(aid),
            back: Shown::BlankAid(aid),
            side: None,
            formation: None,
        });
    }
    for (id, card) in game.cards.iter().filter(|(_, card)| !card.faces.is_empty()) {
        all.push(Counter {
            kind: CounterKind::Chit,
            id: card.id.clone(),
            name: card.called().to_owned(),
            copies: card.count,
            front: Shown::Chit(id, true),
            back: Shown::Chit(id, false),
            side: card.side,
            formation: None,
        });
    }
    all
}

/// The place of each formation when every one is followed by those below it.
fn orders(game: &Game) -> Vec<usize> {
    let count = game.formations.len();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut tops = Vec::new();
    for (id, formation) in game.formations.iter() {
        match formation.parent.and_then(|parent| below.get_mut(parent.index())) {
            Some(list) => list.push(id.index()),
            None => tops.push(id.index()),
        }
    }
    let mut order = vec![usize::MAX; count];
    let mut next = 0;
    let mut open: Vec<usize> = tops.into_iter().rev().collect();
    while let Some(n) = open.pop() {
        if let Some(place) = order.get_mut(n).filter(|place| **place == usize::MAX) {
            *place = next;
            next += 1;
            open.extend(below.get(n).into_iter().flatten().rev());
        }
    }
    order
}
