//! All that happens is a list of small changes, each of which can be taken back. Nothing else changes a state.

use std::collections::BTreeMap;

use super::state::{Clock, Coming, Fighting, Frame, Lasting, Over, State, Use};
use crate::hexgrid::Hexside;
use crate::model::{BridgeCondition, CardId, CounterName, FlagName, Location, MarkerId, PlaceId, SideId};
use crate::rules::{Changed, Counter, Deeds, Engine, Piece, Sky, WayOut};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece comes, goes, or stands elsewhere: where it was, above how many others; where it then is.
    Put {
        before: Option<(Location, usize, Piece)>,
        after: Option<(Location, Piece)>,
    },
    /// A piece shows something else.
    Show {
        before: Piece,
        after: Piece,
    },
    /// Markers lie somewhere.
    Mark {
        on: Site,
        before: Vec<MarkerId>,
        after: Vec<MarkerId>,
    },
    /// A place changes hands.
    Hold {
        place: PlaceId,
        before: Option<SideId>,
        after: Option<SideId>,
    },
    Bridge {
        side: Hexside,
        before: Option<BridgeCondition>,
        after: Option<BridgeCondition>,
    },
    /// A piece crosses a hexside.
    Cross {
        side: Hexside,
        piece: Piece,
    },
    /// What was crossed in a phase is forgotten.
    Forget {
        before: BTreeMap<Hexside, Vec<Piece>>,
    },
    /// A piece did something, or a turn begins.
    Did {
        counter: Counter,
        before: Deeds,
        after: Deeds,
    },
    Flag {
        name: FlagName,
        is: bool,
    },
    Count {
        name: CounterName,
        before: Option<i32>,
        after: Option<i32>,
    },
    /// Players count something by themselves.
    Keep {
        name: String,
        before: Option<i32>,
        after: Option<i32>,
    },
    /// A piece is lost.
    Lose(Piece),
    /// A piece has left the map.
    Exit(Piece, WayOut),
    /// A piece is no longer among those that were lost: its place there.
    Unlose(usize, Piece),
    /// A piece is no longer among those that have left the map: its place there.
    Unexit(usize, Piece, WayOut),
    /// What is added in the next combat of a side.
    Next {
        side: SideId,
        before: (i32, i32),
        after: (i32, i32),
    },
    /// Something was done once more, or is no longer counted.
    Use {
        key: Use,
        before: u32,
        after: u32,
    },
    /// A combat is declared.
    Declare(Box<Fighting>),
    /// A combat that was declared is taken up.
    TakeUp(usize, Box<Fighting>),
    /// What becomes of an arrival.
    Arrival {
        arrival: u32,
        before: Coming,
        after: Coming,
    },
    /// A counter may come, or no longer.
    Due {
        counter: Counter,
        before: Option<u32>,
        after: Option<u32>,
    },
    /// A draw at the start chose a counter.
    Drawn(Counter),
    /// A counter found no room at the start.
    LeftOut(Counter),
    /// A card leaves its deck, or comes back.
    Deal {
        card: CardId,
        before: u32,
        after: u32,
    },
    /// A side holds so many of a card.
    Hand {
        side: SideId,
        card: CardId,
        before: u32,
        after: u32,
    },
    /// The weather or the ground changes.
    Sky {
        before: Sky,
        after: Sky,
    },
    /// Something will end.
    Lasts(Lasting),
    /// It has ended: its place in the list.
    Ends(usize, Lasting),
    /// Time goes on.
    Clock {
        before: Clock,
        after: Clock,
    },
    /// Something begins.
    Push(Frame),
    /// Something is done.
    Pop(Frame),
    /// Something goes on: its place among what is under way.
    Step {
        at: usize,
        before: Frame,
        after: Frame,
    },
    /// Chance was asked.
    Rolled,
    /// The game is over.
    Over(Over),
}

/// Where markers lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    At(Location),
    Side(Hexside),
    Unit(Counter),
}

fn set<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

fn set_list<K: Ord, V: Clone>(map: &mut BTreeMap<K, Vec<V>>, key: K, list: &[V]) {
    set(map, key, (!list.is_empty()).then(|| list.to_vec()));
}

impl State {
    /// Carries out a change.
    pub fn apply(&mut self, change: &Change) {
        let position = &mut self.position;
        match change {
            Change::Put { before, after } => match after {
                Some((at, piece)) => position.insert(*piece, *at, usize::MAX),
                None => before.iter().for_each(|(_, _, piece)| position.take(*piece)),
            },
            Change::Show { after, .. } => position.show(*after),
            Change::Mark { on, after, .. } => self.mark(*on, after),
            Change::Hold { place, after, .. } => set(&mut position.held, *place, *after),
            Change::Bridge { side, after, .. } => set(&mut position.bridges, *side, *after),
            Change::Cross { side, piece } => position.crossed.entry(*side).or_default().push(*piece),
            Change::Forget { .. } => position.crossed.clear(),
            Change::Did { counter, after, .. } => self.deeds(*counter, *after),
            Change::Flag { name, is } => self.flag(*name, *is),
            Change::Count { name, after, .. } => set(&mut position.counters, *name, *after),
            Change::Keep { name, after, .. } => set(&mut self.kept, name.clone(), *after),
            Change::Lose(piece) => position.eliminated.push(*piece),
            Change::Exit(piece, way) => position.exited.push((*piece, *way)),
            Change::Unlose(place, _) => drop(position.eliminated.remove(*place)),
            Change::Unexit(place, ..) => drop(position.exited.remove(*place)),
            Change::Next { side, after, .. } => set(&mut self.next, *side, (*after != (0, 0)).then_some(*after)),
            Change::Use { key, after, .. } => set(&mut self.used, key.clone(), (*after > 0).then_some(*after)),
            Change::Declare(battle) => self.battles.push((**battle).clone()),
            Change::TakeUp(place, _) => drop(self.battles.remove(*place)),
            Change::Arrival { arrival, after, .. } => self.coming(*arrival, *after),
            Change::Due { counter, after, .. } => set(&mut self.due, *counter, *after),
            Change::Drawn(counter) => drop(self.drawn.insert(*counter)),
            Change::LeftOut(counter) => drop(self.left_out.insert(*counter)),
            Change::Sky { after, .. } => self.sky = after.clone(),
            Change::Deal { card, after, .. } => set(&mut self.position.dealt, *card, (*after > 0).then_some(*after)),
            Change::Hand { side, card, after, .. } => set(&mut self.hands, (*side, *card), (*after > 0).then_some(*after)),
            Change::Lasts(lasting) => self.lasting.push(lasting.clone()),
            Change::Ends(place, _) => drop(self.lasting.remove(*place)),
            Change::Clock { after, .. } => self.clock = *after,
            Change::Push(frame) => self.frames.push(frame.clone()),
            Change::Pop(_) => drop(self.frames.pop()),
            Change::Step { at, after, .. } => self.frame(*at, after),
            Change::Rolled => self.rolls += 1,
            Change::Over(over) => self.over = Some(over.clone()),
        }
    }

    /// Takes a change back. Changes are taken back in the opposite order.
    pub fn revert(&mut self, change: &Change) {
        let position = &mut self.position;
        match change {
            Change::Put { before, after } => match before {
                Some((at, above, piece)) => position.insert(*piece, *at, *above),
                None => after.iter().for_each(|(_, piece)| position.take(*piece)),
            },
            Change::Show { before, .. } => position.show(*before),
            Change::Mark { on, before, .. } => self.mark(*on, before),
            Change::Hold { place, before, .. } => set(&mut position.held, *place, *before),
            Change::Bridge { side, before, .. } => set(&mut position.bridges, *side, *before),
            Change::Cross { side, .. } => {
                let left = position.crossed.get_mut(side).map(|list| {
                    list.pop();
                    list.is_empty()
                });
                if left == Some(true) {
                    position.crossed.remove(side);
                }
            }
            Change::Forget { before } => position.crossed.clone_from(before),
            Change::Did { counter, before, .. } => self.deeds(*counter, *before),
            Change::Flag { name, is } => self.flag(*name, !*is),
            Change::Count { name, before, .. } => set(&mut position.counters, *name, *before),
            Change::Keep { name, before, .. } => set(&mut self.kept, name.clone(), *before),
            Change::Lose(_) => drop(position.eliminated.pop()),
            Change::Exit(..) => drop(position.exited.pop()),
            Change::Unlose(place, piece) => position.eliminated.insert(*place, *piece),
            Change::Unexit(place, piece, way) => position.exited.insert(*place, (*piece, *way)),
            Change::Next { side, before, .. } => set(&mut self.next, *side, (*before != (0, 0)).then_some(*before)),
            Change::Use { key, before, .. } => set(&mut self.used, key.clone(), (*before > 0).then_some(*before)),
            Change::Declare(_) => drop(self.battles.pop()),
            Change::TakeUp(place, battle) => self.battles.insert(*place, (**battle).clone()),
            Change::Arrival { arrival, before, .. } => self.coming(*arrival, *before),
            Change::Due { counter, before, .. } => set(&mut self.due, *counter, *before),
            Change::Drawn(counter) => drop(self.drawn.remove(counter)),
            Change::LeftOut(counter) => drop(self.left_out.remove(counter)),
            Change::Sky { before, .. } => self.sky = before.clone(),
            Change::Deal { card, before, .. } => set(&mut self.position.dealt, *card, (*before > 0).then_some(*before)),
            Change::Hand { side, card, before, .. } => set(&mut self.hands, (*side, *card), (*before > 0).then_some(*before)),
            Change::Lasts(_) => drop(self.lasting.pop()),
            Change::Ends(place, lasting) => self.lasting.insert(*place, lasting.clone()),
            Change::Clock { before, .. } => self.clock = *before,
            Change::Push(_) => drop(self.frames.pop()),
            Change::Pop(frame) => self.frames.push(frame.clone()),
            Change::Step { at, before, .. } => self.frame(*at, before),
            Change::Rolled => self.rolls = self.rolls.saturating_sub(1),
            Change::Over(_) => self.over = None,
        }
    }

    fn mark(&mut self, on: Site, markers: &[MarkerId]) {
        match on {
            Site::At(at) => set_list(&mut self.position.markers, at, markers),
            Site::Side(side) => set_list(&mut self.position.side_markers, side, markers),
            Site::Unit(counter) => set_list(&mut self.position.unit_markers, counter, markers),
        }
    }

    fn deeds(&mut self, counter: Counter, deeds: Deeds) {
        set(&mut self.position.did, counter, (deeds != Deeds::default()).then_some(deeds));
    }

    fn flag(&mut self, name: FlagName, is: bool) {
        if is {
            self.position.flags.insert(name);
        } else {
            self.position.flags.remove(&name);
        }
    }

    fn coming(&mut self, arrival: u32, coming: Coming) {
        if let Some(slot) = self.arrivals.get_mut(arrival as usize) {
            *slot = coming;
        }
    }

    fn frame(&mut self, at: usize, frame: &Frame) {
        if let Some(slot) = self.frames.get_mut(at) {
            slot.clone_from(frame);
        }
    }
}

impl Change {
    /// What of a position changed, for what is remembered about it.
    pub(super) fn touches(&self, engine: &Engine<'_>) -> Option<Changed> {
        Some(match self {
            Change::Put { before, after } => {
                let piece = before.map(|(_, _, piece)| piece).or(after.map(|(_, piece)| piece))?;
                Changed::Places(engine.side_of(&piece))
            }
            Change::Show { before, .. } => Changed::Shown(engine.side_of(before)),
            Change::Mark { on: Site::Unit((unit, n)), .. } => {
                Changed::Shown(engine.side_of(&Piece { n: *n, ..Piece::new(*unit, crate::model::Game::FULL) }))
            }
            Change::Mark { .. } => Changed::Markers,
            Change::Hold { .. } => Changed::Control,
            Change::Bridge { .. } => Changed::Bridges,
            Change::Did { counter: (unit, n), .. } => {
                Changed::Shown(engine.side_of(&Piece { n: *n, ..Piece::new(*unit, crate::model::Game::FULL) }))
            }
            Change::Flag { .. } => Changed::Flags,
            Change::Count { .. } | Change::Deal { .. } => Changed::Counters,
            Change::Lose(_) | Change::Exit(..) | Change::Unlose(..) | Change::Unexit(..) => Changed::Losses,
            Change::Clock { .. } | Change::Sky { .. } => Changed::Moment,
            _ => return None,
        })
    }
}
