//! Arrivals: who may come, whether dice let them, and where they come onto the map.

use super::triggering::Done;
use super::{
    Asker, Change, Coming, Decision, Frame, Match, Moving, Next, PhaseFrame, PhaseStage, Refused, Span, UseOf, What, sum,
};
use crate::hexgrid::HexId;
use crate::model::{Act, Activity, Arrival, BoxId, Condition, Deed, EntryId, Event, Game, Location, Points, Roll, SideId};
use crate::rules::{Counter, EntryHex, Piece, States, Truth};

/// The first roll that a condition asks for.
fn roll_in(condition: &Condition) -> Option<&Roll> {
    let parts = condition.all.iter().flatten().chain(condition.any.iter().flatten()).chain(condition.not.as_deref());
    condition.roll.as_ref().or_else(|| parts.into_iter().find_map(roll_in))
}

impl<'e> Match<'e> {
    fn arrival(&self, n: u32) -> Option<&'e Arrival> {
        self.scenario.arrivals.get(n as usize)
    }

    /// Whether an arrival holds: with that roll, or as far as it is known without one.
    fn arrival_holds(&self, arrival: &Arrival, rolled: Option<i32>) -> Truth {
        let Some(when) = &arrival.when else { return Truth::True };
        let mut moment = self.moment();
        moment.rolled = rolled;
        self.look_at(moment, |situation| situation.query().holds(when))
    }

    /// Looks at the next arrival of the scenario that is due at the beginning of a phase.
    pub(super) fn decide_arrival(&mut self, frame: PhaseFrame, n: u32) {
        let next = |stage| Frame::Phase(PhaseFrame { stage, ..frame });
        let (own, now) = (self.phase_side(), self.state.clock.turn);
        let is_due = |n: &u32| {
            let Some(arrival) = self.arrival(*n) else { return false };
            let unit = arrival.units.first().and_then(|unit| self.engine.game().units.at(*unit));
            let mine = own.is_none() || unit.is_some_and(|unit| unit.side == own || unit.side.is_none());
            let due = now == Some(arrival.turn) || arrival.again && now.is_some_and(|now| now > arrival.turn);
            mine && due && self.state.arrivals.get(*n as usize) == Some(&Coming::Waiting)
        };
        let all = u32::try_from(self.scenario.arrivals.len()).unwrap_or(u32::MAX);
        let found = (n..all).find(is_due).filter(|_| self.does(Activity::Arrive));
        let Some((n, arrival)) = found.and_then(|n| Some((n, self.arrival(n)?))) else {
            return self.step(next(PhaseStage::Act));
        };
        self.step(next(PhaseStage::Arrivals(n + 1)));
        match self.arrival_holds(arrival, None) {
            Truth::True => self.comes(n),
            Truth::Unknown if arrival.when.as_deref().and_then(roll_in).is_some() => self.push(Frame::Coming { arrival: n }),
            Truth::Unknown | Truth::False => self.stays_away(n, arrival),
        }
    }

    fn comes(&mut self, n: u32) {
        let Some(arrival) = self.arrival(n) else { return };
        self.change(Change::Arrival { arrival: n, before: Coming::Waiting, after: Coming::Comes });
        for unit in &arrival.units {
            let count = self.engine.game().units.at(*unit).map_or(0, |unit| unit.count);
            for counter in (1..=count).map(|number| (*unit, number)) {
                let gone = |piece: &Piece| piece.counter() == counter;
                let position = &self.state.position;
                let lost = position.eliminated.iter().any(gone) || position.exited.iter().any(|(piece, _)| gone(piece));
                if self.on_map(counter).is_none() && !lost {
                    let before = self.state.due.get(&counter).copied();
                    self.change(Change::Due { counter, before, after: Some(n) });
                }
            }
        }
    }

    fn stays_away(&mut self, n: u32, arrival: &Arrival) {
        if !arrival.again {
            self.change(Change::Arrival { arrival: n, before: Coming::Waiting, after: Coming::Never });
        }
    }

    pub(super) fn run_coming(&mut self, n: u32) -> Next {
        let roll = self.arrival(n).and_then(|arrival| arrival.when.as_deref()).and_then(roll_in);
        match roll {
            Some(roll) => Next::Asks(Asker::Dice, What::Roll(roll.dice, "an arrival".to_owned())),
            None => {
                self.pop();
                Next::Goes
            }
        }
    }

    pub(super) fn decide_coming(&mut self, n: u32, decision: &Decision) {
        let Some(arrival) = self.arrival(n) else { return };
        let roll = arrival.when.as_deref().and_then(roll_in);
        let rolled = match (decision, roll) {
            (Decision::Roll(faces), Some(roll)) => sum(roll.dice, faces),
            _ => None,
        };
        self.pop();
        if self.arrival_holds(arrival, rolled).sure() {
            self.comes(n);
        } else {
            self.stays_away(n, arrival);
        }
    }

    fn as_arriving(&self, counter: Counter) -> Piece {
        if let Some((_, piece)) = self.state.position.piece(counter) {
            return piece;
        }
        let arrival = self.state.due.get(&counter).and_then(|n| self.arrival(*n));
        let wanted = arrival.map_or(Game::FULL, |arrival| arrival.state);
        let plain = Piece { n: counter.1, ..Piece::new(counter.0, Game::FULL) };
        // How they come, where the rule of entry says so and the arrival does not.
        let ruled = self.look(|situation| situation.entry_rule(&plain).and_then(|rule| rule.state));
        let wanted = ruled.filter(|_| wanted == Game::FULL).unwrap_or(wanted);
        let faces = self.engine.game().units.at(counter.0).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        let is_face = faces.iter().any(|face| face.state == wanted);
        let (state, also) = match is_face {
            true => (wanted, States::default()),
            false => (Game::FULL, States::default().with(wanted)),
        };
        Piece { unit: counter.0, n: counter.1, state, also, line: 0 }
    }

    /// Where a counter may come onto the map, and what the first hex costs.
    fn entries(&self, counter: Counter) -> (Vec<EntryHex>, Option<String>) {
        let due = self.state.due.get(&counter).and_then(|n| self.arrival(*n));
        let entries: Vec<EntryId> = match (due, self.state.position.piece(counter)) {
            (Some(arrival), _) if arrival.entries.is_empty() => self.own_entries(counter),
            (Some(arrival), _) => arrival.entries.clone(),
            (None, Some((Location::Box(id), _))) => self.entries_before(counter, id),
            (None, _) => return (Vec::new(), None),
        };
        let instead = due.map(|arrival| arrival.instead.as_slice()).unwrap_or_default();
        let piece = self.as_arriving(counter);
        self.look(|situation| {
            let nth = |entries: &[EntryId]| {
                let hexes = entries.iter().filter_map(|id| self.engine.game().map.as_ref()?.entries.at(*id));
                let before: u32 =
                    hexes.flat_map(|entry| &entry.hexes).map(|hex| self.used(UseOf::Entered(*hex), Span::Turn)).sum();
                before + 1
            };
            let (open, shut) = situation.entry_hexes(piece, &entries, nth(&entries));
            let why = shut.first().filter(|_| self.told.get()).map(|why| self.words().no_entry(why));
            if !open.is_empty() || instead.is_empty() {
                return (open, why);
            }
            (situation.entry_hexes(piece, instead, nth(instead)).0, why)
        })
    }

    /// The entries in front of a box that a counter may use.
    fn entries_before(&self, counter: Counter, id: BoxId) -> Vec<EntryId> {
        let map = self.engine.game().map.as_ref();
        let before = |entry: &EntryId| map.and_then(|map| map.entries.at(*entry)).is_some_and(|entry| entry.behind == Some(id));
        self.own_entries(counter).into_iter().filter(before).collect()
    }

    /// Counters of a side that wait in a box behind an entry.
    pub(super) fn behind_entries(&self, side: SideId) -> Vec<Counter> {
        let Some(map) = &self.engine.game().map else { return Vec::new() };
        if map.entries.values().all(|entry| entry.behind.is_none()) {
            return Vec::new();
        }
        let waits = |(at, piece): &(Location, &Piece)| match at {
            Location::Box(id) => {
                self.engine.side_of(piece) == Some(side) && !self.entries_before(piece.counter(), *id).is_empty()
            }
            Location::Hex(_) => false,
        };
        self.state.position.everybody().filter(waits).map(|(_, piece)| piece.counter()).collect()
    }

    fn own_entries(&self, counter: Counter) -> Vec<EntryId> {
        let side = self.side_of(counter);
        let Some(map) = &self.engine.game().map else { return Vec::new() };
        map.entries.iter().filter(|(_, entry)| entry.side.is_none() || entry.side == side).map(|(id, _)| id).collect()
    }

    /// Whether a counter could come in at a hex and end its move somewhere.
    fn entry_at(&self, counter: Counter, hex: HexId) -> Result<EntryHex, Refused> {
        let (open, why) = self.entries(counter);
        match open.into_iter().find(|entry| entry.hex == hex) {
            Some(entry) => self.can_enter(counter, &entry).map(|()| entry),
            None => Err(self.refuse(|words| why.unwrap_or_else(|| format!("it does not come in at {}", words.hex(hex))))),
        }
    }

    /// Whether a counter could end its move somewhere if it came in there.
    fn can_enter(&self, counter: Counter, entry: &EntryHex) -> Result<(), Refused> {
        let (hex, piece) = (entry.hex, self.as_arriving(counter));
        let banned = self.look(|situation| {
            let query = situation.about(piece, Some(hex));
            let ban = situation.bans(&query, &[Act::Arrive]).into_iter().find(|ban| query.forbids(ban, hex, hex));
            ban.map(|ban| format!("`{}` forbids it", ban.id.0))
        });
        if let Some(why) = banned {
            return Err(Refused::new(why));
        }
        let moving = self.entering(entry, counter);
        match self.can_end_somewhere(piece, &moving) {
            true => Ok(()),
            false => Err(self.refuse(|words| format!("there is no room for it at {}", words.hex(hex)))),
        }
    }

    fn entering(&self, entry: &EntryHex, counter: Counter) -> Moving {
        let mode = self.state.due.get(&counter).and_then(|n| self.arrival(*n)).and_then(|arrival| arrival.mode);
        let modes = self.engine.game().rules.movement.iter().flat_map(|movement| &movement.modes.list);
        let mode =
            mode.and_then(|name| modes.into_iter().position(|mode| mode.id.number() == name)).and_then(|n| u16::try_from(n).ok());
        Moving {
            piece: counter,
            mode,
            way: vec![entry.hex],
            spent: Points(0),
            stopped: false,
            entered: Some(entry.cost),
            assault: None,
            resumed: false,
            extra: None,
        }
    }

    pub(super) fn may_arrive(&self, counter: Counter) -> Result<(), Refused> {
        let (open, why) = self.entries(counter);
        let mut refused = why.map_or(Refused::new("it has no entry"), Refused::new);
        for entry in open {
            match self.can_enter(counter, &entry) {
                Ok(()) => return Ok(()),
                Err(why) => refused = why,
            }
        }
        Err(refused)
    }

    pub(super) fn run_arrive(&mut self, piece: Counter) -> Next {
        match self.side_of(piece) {
            Some(side) => Next::Asks(Asker::Side(side), What::Arrive(piece)),
            None => {
                self.pop();
                Next::Goes
            }
        }
    }

    pub(super) fn candidates_arrive(&self, piece: Counter) -> Vec<Decision> {
        let hexes = self.entries(piece).0.into_iter().map(|entry| Decision::Hex(entry.hex));
        hexes.chain([Decision::Done]).collect()
    }

    pub(super) fn allow_arrive(&self, piece: Counter, decision: &Decision) -> Result<(), Refused> {
        match decision {
            Decision::Hex(hex) => self.entry_at(piece, *hex).map(|_| ()),
            // It waits.
            Decision::Done => Ok(()),
            _ => Err(Refused::new("name the hex where it comes in")),
        }
    }

    pub(super) fn decide_arrive(&mut self, counter: Counter, decision: &Decision) {
        let entry = match decision {
            Decision::Hex(hex) => self.entry_at(counter, *hex).ok(),
            _ => None,
        };
        self.pop();
        let Some(entry) = entry else { return };
        let piece = self.as_arriving(counter);
        let moving = self.entering(&entry, counter);
        let before = self.state.due.get(&counter).copied();
        self.change(Change::Due { counter, before, after: None });
        self.put(piece, Location::Hex(entry.hex));
        self.did(counter, Deed::Arrived);
        self.use_up(UseOf::Entered(entry.hex), Span::Turn);
        self.use_up(UseOf::Moved(counter), Span::Phase);
        self.takes(counter, entry.hex, false);
        self.push(Frame::Move(moving));
        self.entered(counter, None, entry.hex);
        if self.listens(Event::Arrives) {
            self.set_off(Done { event: Event::Arrives, piece: Some(piece), hex: Some(entry.hex), from: None });
        }
    }
}
