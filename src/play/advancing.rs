//! Advances after combat: who may, how far, and into which hexes.

use std::collections::BTreeMap;

use super::{About, Advancing, Asker, Decision, Fighting, Frame, Leash, Match, Next, Refused, What};
use crate::hexgrid::HexId;
use crate::model::{Advance, Deed, Location, Points, StackingAt};
use crate::rules::{Counter, Piece, Query};

impl<'e> Match<'e> {
    /// Who may advance after a battle: as the rules of advance say, or so many hexes for those who are named.
    pub(super) fn may_advance_after(&self, fighting: &Fighting, named: Option<(&[Counter], Option<u32>)>) -> Option<Advancing> {
        if named.is_none() && self.engine.game().rules.advance.list.is_empty() {
            return None;
        }
        let who: Vec<Counter> = named.map_or_else(|| fighting.attackers.clone(), |(who, _)| who.to_vec());
        let side = who.first().and_then(|counter| self.side_of(*counter)).unwrap_or(fighting.side);
        // Those who were attacked advance into the hexes that their attackers left.
        let targets: Vec<HexId> = match side == fighting.side {
            true => vec![fighting.target],
            false => fighting.from.clone(),
        };
        let free = |hex: &HexId| !self.state.position.stack(*hex).iter().any(|p| self.engine.side_of(p) != Some(side));
        let targets: Vec<HexId> = targets.into_iter().filter(free).collect();
        if targets.is_empty() || fighting.defenders.is_empty() {
            return None;
        }
        let fixed = named.and_then(|(_, hexes)| hexes);
        let retreated = fighting.retreated.max(1);
        let (of, left, first) = self.look(|situation| {
            let battle = self.battle_in(situation, fighting);
            let mut of = BTreeMap::new();
            let (mut left, mut first) = (u32::MAX, true);
            for (hex, piece) in who.iter().filter_map(|counter| self.on_map(*counter)) {
                let allowed = situation.advance_after(&battle, &piece, hex, retreated, fighting.code.as_deref());
                let whole = |points: Points| u32::try_from(points.floor()).unwrap_or(0);
                let query = Query {
                    subject: Some((piece, Some(hex))),
                    retreated: Some(retreated),
                    result: fighting.code.as_deref(),
                    ..situation.of_battle(&battle)
                };
                let entry = situation.advance_entry(&query, &piece, hex);
                if let Some((_, entry)) = entry {
                    left = left.min(entry.at_most.and_then(|most| u32::try_from(most).ok()).unwrap_or(u32::MAX));
                    first = entry.vacated_first.unwrap_or(true);
                }
                let hexes = fixed.or(allowed.map(whole)).unwrap_or(0);
                // An effect that says how far says it for roads too.
                let longer = entry.filter(|_| fixed.is_none() && allowed.is_some()).and_then(|(_, entry)| entry.by_road.as_ref());
                let by_road = longer.and_then(|road| query.amount(&road.hexes)).map_or(0, whole);
                if hexes.max(by_road) > 0 {
                    let entry = entry.and_then(|(n, _)| u16::try_from(n).ok());
                    of.insert(piece.counter(), Leash { hexes, by_road, entry });
                }
            }
            (of, left, first)
        });
        (!of.is_empty()).then_some(Advancing { of, left, now: None, targets, vacated_first: first, crossed: Vec::new() })
    }

    /// Whether a unit may go on from a hex to the next.
    fn may_advance(&self, frame: &Advancing, counter: Counter, way: &[HexId], to: HexId) -> Result<(), Refused> {
        let Some((from, piece)) = self.on_map(counter) else { return Err(Refused::new("it is not on the map")) };
        let at = way.last().copied().unwrap_or(from);
        let Some(leash) = frame.of.get(&counter) else { return Err(Refused::new("it may not advance")) };
        let entry = leash.entry.and_then(|n| self.live_at(&self.engine.game().rules.advance, n));
        if way.len() >= leash.hexes as usize {
            let longer: Vec<HexId> = way.iter().copied().chain([to]).collect();
            let goes = |entry: &&Advance| self.look(|situation| situation.along_roads(entry, from, &longer));
            if way.len() >= leash.by_road as usize {
                return Err(Refused::new("it has advanced as far as it may"));
            }
            if entry.filter(goes).is_none() {
                return Err(Refused::new("it may advance so far along roads only"));
            }
        }
        if way.is_empty() && frame.vacated_first && !frame.targets.contains(&to) {
            return Err(self.refuse(|words| {
                let hexes: Vec<String> = frame.targets.iter().map(|hex| words.hex(*hex)).collect();
                format!("it advances into {} first", hexes.join(" or "))
            }));
        }
        if let Some(most) = entry.and_then(|entry| entry.each_hexside).filter(|_| way.is_empty())
            && frame.crossed.iter().filter(|step| **step == (from, to)).count() >= most as usize
        {
            return Err(Refused::new("as many have advanced across that hexside as may"));
        }
        if way.contains(&to) || to == from || !self.in_play(to) {
            return Err(self.refuse(|words| format!("it cannot advance to {}", words.hex(to))));
        }
        let about = About { side: self.engine.side_of(&piece), unit: Some(counter), ..About::default() };
        self.asking(&about, |situation, query| {
            let query = Query { subject: Some((piece, Some(at))), ..*query };
            let into_target = way.is_empty() && frame.targets.contains(&to);
            if let Err(why) = situation.next_advance(&query, entry, piece, (from, way), to, into_target) {
                return Err(self.refuse(|words| words.no_advance(why, at, to)));
            }
            let side = self.engine.side_of(&piece);
            let mut stack: Vec<Piece> = situation.stack(to).to_vec();
            stack.retain(|other| self.engine.side_of(other) == side && other.counter() != counter);
            stack.push(piece);
            if situation.apart(to, &stack).is_some() {
                return Err(Refused::new("two units there never share a hex"));
            }
            match situation.overstacks(to, &stack, StackingAt::Advance).first() {
                Some(over) => Err(self.refuse(|words| words.overstack(over, to))),
                None => Ok(()),
            }
        })
    }

    fn hexes_after(&self, counter: Counter, way: &[HexId]) -> Vec<HexId> {
        let at = way.last().copied().or_else(|| self.on_map(counter).map(|(hex, _)| hex));
        at.zip(self.engine.land()).map(|(at, land)| land.near(at).into_iter().flatten().collect()).unwrap_or_default()
    }

    fn can_advance(&self, frame: &Advancing, counter: Counter) -> bool {
        self.hexes_after(counter, &[]).into_iter().any(|hex| self.may_advance(frame, counter, &[], hex).is_ok())
    }

    pub(super) fn run_advance(&mut self, mut frame: Advancing) -> Next {
        if let Some((counter, way)) = frame.now.clone() {
            let more =
                self.hexes_after(counter, &way).into_iter().any(|hex| self.may_advance(&frame, counter, &way, hex).is_ok());
            if !more {
                self.advanced(frame);
                return Next::Goes;
            }
            return match self.side_of(counter) {
                Some(side) => Next::Asks(Asker::Side(side), What::AdvanceTo(counter)),
                None => {
                    frame.now = None;
                    self.step(Frame::Advance(Box::new(frame)));
                    Next::Goes
                }
            };
        }
        let open = frame.of.keys().find(|counter| self.can_advance(&frame, **counter)).copied();
        match open.filter(|_| frame.left > 0).and_then(|counter| self.side_of(counter)) {
            Some(side) => Next::Asks(Asker::Side(side), What::Advance),
            None => {
                self.pop();
                self.check_at_once();
                Next::Goes
            }
        }
    }

    fn advanced(&mut self, mut frame: Advancing) {
        let Some((counter, way)) = frame.now.take() else { return };
        let entry = frame.of.remove(&counter).and_then(|leash| leash.entry);
        let counts =
            entry.and_then(|n| self.live_at(&self.engine.game().rules.advance, n)).is_some_and(|it| it.each_hexside.is_some());
        if let (true, Some((begin, _)), Some(first)) = (counts, self.on_map(counter), way.first()) {
            frame.crossed.push((begin, *first));
        }
        let end = way.last().copied();
        if end.is_some() {
            frame.left = frame.left.saturating_sub(1);
        }
        self.step(Frame::Advance(Box::new(frame)));
        if let (Some(end), Some((begin, piece))) = (end, self.on_map(counter)) {
            self.put(piece, Location::Hex(end));
            self.did(counter, Deed::Advanced);
            self.left(piece, begin);
            let mut from = begin;
            for hex in &way {
                self.takes(counter, *hex, *hex == end);
                self.entered(counter, Some(from), *hex);
                from = *hex;
            }
        }
    }

    pub(super) fn candidates_advance(&self, frame: &Advancing) -> Vec<Decision> {
        match &frame.now {
            None => frame.of.keys().map(|counter| Decision::Piece(*counter)).chain([Decision::Done]).collect(),
            Some((counter, way)) => {
                self.hexes_after(*counter, way).into_iter().map(Decision::Hex).chain([Decision::Done]).collect()
            }
        }
    }

    pub(super) fn allow_advance(&self, frame: &Advancing, decision: &Decision) -> Result<(), Refused> {
        match (&frame.now, decision) {
            (_, Decision::Done) => Ok(()),
            (None, Decision::Piece(counter)) if !frame.of.contains_key(counter) => Err(Refused::new("it may not advance")),
            (None, Decision::Piece(counter)) => match self.can_advance(frame, *counter) {
                true => Ok(()),
                false => Err(Refused::new("there is no hex that it could advance to")),
            },
            (Some((counter, way)), Decision::Hex(hex)) => {
                if !self.hexes_after(*counter, way).contains(hex) {
                    return Err(Refused::new("that hex is not beside it"));
                }
                self.may_advance(frame, *counter, way, *hex)
            }
            (None, _) => Err(Refused::new("name a unit that advances, or `done`")),
            (Some(_), _) => Err(Refused::new("name the next hex, or `done`")),
        }
    }

    pub(super) fn decide_advance(&mut self, mut frame: Advancing, decision: &Decision) {
        match (frame.now.clone(), decision) {
            (None, Decision::Piece(counter)) => {
                frame.now = Some((*counter, Vec::new()));
                self.step(Frame::Advance(Box::new(frame)));
            }
            (Some((counter, mut way)), Decision::Hex(hex)) => {
                way.push(*hex);
                frame.now = Some((counter, way));
                self.step(Frame::Advance(Box::new(frame)));
            }
            (Some(_), _) => self.advanced(frame),
            (None, _) => {
                self.pop();
                self.check_at_once();
            }
        }
    }
}
