//! By hand: what the data does not say is done by the players, as a decision like any other, and marked.

use super::{Asker, Change, Decision, Frame, Match, PhaseFrame, PhaseStage, Refused, Site};
use crate::hexgrid::Hexside;
use crate::model::{BridgeCondition, CounterName, FlagName, Location, MarkerId, PlaceId, SideId, StateId};
use crate::rules::{Counter, Piece};

/// So many things players may count by themselves.
const MOST_KEPT: usize = 1000;

/// Something that is done by hand, and the printed rule that wants it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByHand {
    pub deed: HandDeed,
    pub rule: Option<String>,
}

/// What is done by hand.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandDeed {
    /// A counter is put somewhere.
    Put(Counter, Location),
    /// A counter is taken away; it is not lost.
    Take(Counter),
    /// A counter shows another face.
    Face(Counter, StateId),
    /// A counter takes on a state, or loses it.
    State(Counter, StateId, bool),
    /// A marker is placed, or taken away.
    Mark(Place, MarkerId, bool),
    /// A side comes to hold a place; nobody if none.
    Hold(PlaceId, Option<SideId>),
    Bridge(Hexside, BridgeCondition),
    /// A counter of the game becomes this.
    Count(CounterName, i32),
    Flag(FlagName, bool),
    /// A number of which no rule speaks: players keep it for themselves.
    Keep(String, i32),
    /// A counter is lost.
    Lose(Counter),
    /// The phase is over.
    EndPhase,
}

/// Where a marker lies, in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    At(Location),
    Side(Hexside),
    Unit(Counter),
}

impl From<Place> for Site {
    fn from(place: Place) -> Site {
        match place {
            Place::At(at) => Site::At(at),
            Place::Side(side) => Site::Side(side),
            Place::Unit(unit) => Site::Unit(unit),
        }
    }
}

impl Match<'_> {
    fn exists(&self, counter: Counter) -> bool {
        self.engine.game().units.at(counter.0).is_some_and(|unit| (1..=unit.count).contains(&counter.1))
    }

    pub(super) fn allow_hand(&self, hand: &ByHand) -> Result<(), Refused> {
        if self.settings.hand == super::Hand::Strict {
            return Err(Refused::new("nothing is done by hand here: the game is played strictly"));
        }
        let game = self.engine.game();
        let there = |counter: Counter| match self.state.position.seat(counter) {
            Some(_) => Ok(()),
            None => Err(Refused::new("it is not on the map or in a box")),
        };
        match &hand.deed {
            HandDeed::Put(counter, at) => {
                let on_map = |hex: crate::hexgrid::HexId| self.engine.land().is_some_and(|land| hex.index() < land.len());
                let placed = match at {
                    Location::Hex(hex) => on_map(*hex),
                    Location::Box(id) => game.map.as_ref().is_some_and(|map| map.boxes.at(*id).is_some()),
                };
                match self.exists(*counter) && placed {
                    true => Ok(()),
                    false => Err(Refused::new("there is no such unit or place")),
                }
            }
            HandDeed::Face(counter, state) => {
                there(*counter)?;
                let faces = game.units.at(counter.0).map(|unit| unit.faces.as_slice()).unwrap_or_default();
                match faces.iter().any(|face| face.state == *state) {
                    true => Ok(()),
                    false => Err(Refused::new("it has no such face")),
                }
            }
            HandDeed::Take(counter) | HandDeed::State(counter, ..) | HandDeed::Lose(counter) => there(*counter),
            HandDeed::Mark(Place::Unit(counter), ..) => there(*counter),
            HandDeed::EndPhase => match self.state.frames.as_slice() {
                [Frame::Phase(_)] => Ok(()),
                _ => Err(Refused::new("something is under way")),
            },
            HandDeed::Mark(..) | HandDeed::Hold(..) | HandDeed::Bridge(..) | HandDeed::Count(..) | HandDeed::Flag(..) => Ok(()),
            HandDeed::Keep(name, _) => match self.state.kept.len() < MOST_KEPT || self.state.kept.contains_key(name) {
                true => Ok(()),
                false => Err(Refused::new("so many things are counted by hand already")),
            },
        }
    }

    pub(super) fn decide_hand(&mut self, decision: &Decision) {
        let Decision::Hand(hand) = decision else { return };
        match &hand.deed {
            HandDeed::Put(counter, at) => {
                let piece = self.state.position.seat(*counter).map(|(_, _, piece)| piece);
                let piece = piece.unwrap_or(Piece { n: counter.1, ..Piece::new(counter.0, crate::model::Game::FULL) });
                if let Some(before) = self.state.due.get(counter).copied() {
                    self.change(Change::Due { counter: *counter, before: Some(before), after: None });
                }
                if matches!(at, Location::Hex(_)) {
                    self.is_back(*counter);
                }
                self.put(piece, *at);
            }
            HandDeed::Take(counter) => {
                let before = self.state.position.seat(*counter);
                self.mark(Site::Unit(*counter), Vec::new());
                self.change(Change::Put { before, after: None });
            }
            HandDeed::Face(counter, state) => {
                if let Some((_, _, piece)) = self.state.position.seat(*counter) {
                    self.show(Piece { state: *state, ..piece });
                }
            }
            HandDeed::State(counter, state, true) => self.gain_state(*counter, *state),
            HandDeed::State(counter, state, false) => self.lose_state(*counter, *state),
            HandDeed::Mark(place, marker, on) => {
                let site = Site::from(*place);
                let mut markers = self.markers_on(site);
                match on {
                    true => markers.push(*marker),
                    false => {
                        let place = markers.iter().position(|other| other == marker);
                        place.map(|place| markers.remove(place));
                    }
                }
                self.mark(site, markers);
            }
            HandDeed::Hold(place, side) => {
                let before = self.state.position.held.get(place).copied();
                if before != *side {
                    self.change(Change::Hold { place: *place, before, after: *side });
                }
            }
            HandDeed::Bridge(side, is) => {
                let before = self.state.position.bridges.get(side).copied();
                self.change(Change::Bridge { side: *side, before, after: Some(*is) });
            }
            HandDeed::Count(name, n) => {
                let before = self.state.position.counters.get(name).copied();
                self.change(Change::Count { name: *name, before, after: Some(*n) });
            }
            HandDeed::Keep(name, n) => {
                let before = self.state.kept.get(name).copied();
                self.change(Change::Keep { name: name.clone(), before, after: Some(*n) });
            }
            HandDeed::Flag(name, is) => {
                if self.state.position.flags.contains(name) != *is {
                    self.change(Change::Flag { name: *name, is: *is });
                }
            }
            HandDeed::Lose(counter) => self.eliminate(*counter),
            HandDeed::EndPhase => {
                if let Some(Frame::Phase(frame)) = self.state.frames.last().cloned() {
                    self.step(Frame::Phase(PhaseFrame { stage: PhaseStage::Close(0), ..frame }));
                }
            }
        }
        self.check_at_once();
    }

    /// Whether the side that is asked could do something by hand.
    pub fn by_hand(&self) -> bool {
        self.settings.hand != super::Hand::Strict && self.ask().is_some_and(|ask| matches!(ask.by, Asker::Side(_)))
    }
}
