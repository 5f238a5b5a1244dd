//! Retreats: hex by hex along a way that the rules call best; who has none suffers what they say.

use super::triggering::Done;
use super::{Asker, Decision, Frame, Match, Next, Origin, Refused, Retreating, Running, What};
use crate::hexgrid::HexId;
use crate::model::{Deed, Event, Location, StackingAt};
use crate::rules::{Counter, Piece};
use crate::sorting::Arrange;

impl<'e> Match<'e> {
    /// The ways that those who go now may take over so many hexes.
    fn ways(&self, frame: &Retreating, hexes: u32) -> Vec<Vec<HexId>> {
        let group: Vec<(HexId, Piece)> = frame.now.iter().filter_map(|counter| self.on_map(*counter)).collect();
        let Some(&(from, first)) = group.first() else { return Vec::new() };
        self.look(|situation| {
            let mut ways: Vec<(Vec<HexId>, bool)> =
                situation.retreats(first, from, hexes).into_iter().map(|way| (way.path, way.best)).collect();
            for (at, piece) in group.iter().skip(1) {
                let mut own: Vec<Vec<HexId>> = situation.retreats(*piece, *at, hexes).into_iter().map(|way| way.path).collect();
                own.arrange();
                ways.retain(|(path, _)| own.binary_search(path).is_ok());
            }
            // Many ways end in the same hex: each is asked about once.
            let mut roomy: Vec<(HexId, bool)> = Vec::new();
            let has_room = |end: HexId| {
                let side = self.engine.side_of(&first);
                let mut stack: Vec<Piece> = situation.stack(end).to_vec();
                stack.retain(|piece| self.engine.side_of(piece) == side);
                stack.extend(group.iter().map(|(_, piece)| *piece));
                situation.overstacks(end, &stack, StackingAt::Retreat).is_empty() && situation.apart(end, &stack).is_none()
            };
            let mut room = |path: &[HexId]| {
                let Some(end) = path.last() else { return false };
                let known = roomy.iter().find(|(hex, _)| hex == end).map(|(_, room)| *room);
                known.unwrap_or_else(|| {
                    let room = has_room(*end);
                    roomy.push((*end, room));
                    room
                })
            };
            ways.retain(|(path, _)| path.len() == hexes as usize && path.iter().all(|hex| self.in_play(*hex)) && room(path));
            // The best; where those are closed to somebody of the group, the first of the rest.
            let best = ways.iter().any(|(_, best)| *best);
            let kept = ways.into_iter().filter(|(_, is_best)| *is_best || !best);
            let mut kept: Vec<Vec<HexId>> = kept.map(|(path, _)| path).collect();
            if !best {
                kept.truncate(1);
            }
            kept.retain(|path| path.starts_with(&frame.way));
            kept
        })
    }

    fn next_hexes(&self, frame: &Retreating) -> Vec<HexId> {
        let mut hexes: Vec<HexId> =
            self.ways(frame, frame.hexes).into_iter().filter_map(|way| way.get(frame.way.len()).copied()).collect();
        hexes.arrange();
        hexes.dedup();
        hexes
    }

    pub(super) fn run_retreat(&mut self, mut frame: Retreating) -> Next {
        frame.now.retain(|counter| self.on_map(*counter).is_some());
        if frame.now.is_empty() || frame.hexes == 0 {
            return self.next_group(frame);
        }
        if frame.way.len() == frame.hexes as usize {
            // What the way sets off lies on top of what is still to be done.
            let gone = frame.clone();
            let next = self.next_group(frame);
            self.arrive_back(&gone);
            return next;
        }
        let next = self.next_hexes(&frame);
        let may_absorb = frame.absorb > 0 && frame.way.is_empty();
        match next.as_slice() {
            [] => self.no_way(frame),
            [only] if !may_absorb => {
                frame.way.push(*only);
                self.step(Frame::Retreat(Box::new(frame)));
                Next::Goes
            }
            _ => Next::Asks(Asker::Side(frame.by), What::Retreat(frame.first())),
        }
    }

    /// The next of those who retreat, each group from its own hex.
    fn next_group(&mut self, mut frame: Retreating) -> Next {
        if frame.later.is_empty() {
            self.pop();
        } else {
            frame.now = frame.later.remove(0);
            frame.way = Vec::new();
            self.step(Frame::Retreat(Box::new(frame)));
        }
        Next::Goes
    }

    /// No way over so many hexes: further, if the combat says so; else what the rules say, or the end.
    fn no_way(&mut self, mut frame: Retreating) -> Next {
        let further =
            self.battle_under_way().and_then(|(_, fighting)| self.combat(fighting.kind)).and_then(|combat| combat.further);
        for more in 1..=further.filter(|_| frame.way.is_empty()).unwrap_or(0) {
            if !self.ways(&frame, frame.hexes.saturating_add(more)).is_empty() {
                frame.hexes += more;
                self.step(Frame::Retreat(Box::new(frame)));
                return Next::Goes;
            }
        }
        // Those who lose a step instead need not go so far.
        if frame.absorb > 0 && frame.way.is_empty() && frame.now.len() == 1 {
            return Next::Asks(Asker::Side(frame.by), What::Retreat(frame.first()));
        }
        let group = std::mem::take(&mut frame.now);
        let rule = group.first().and_then(|counter| self.on_map(*counter)).and_then(|(hex, piece)| {
            let id = self.look(|situation| situation.no_retreat(piece, hex, frame.hexes).map(|rule| rule.id.0.clone()))?;
            let retreat = &self.engine.game().rules.retreat;
            let place = u16::try_from(retreat.list.iter().position(|rule| rule.id.0 == id)?).ok()?;
            self.live_at(retreat, place)?.otherwise.as_ref().map(|_| place)
        });
        let hexes = frame.hexes;
        self.next_group(frame);
        match rule {
            None => group.into_iter().for_each(|counter| self.eliminate(counter)),
            Some(rule) => {
                for unit in group.into_iter().rev() {
                    let about = super::About { side: self.side_of(unit), unit: Some(unit), ..super::About::default() };
                    let of = Origin::Retreat(rule);
                    self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
                }
            }
        }
        self.in_battle(|fighting| fighting.retreated = fighting.retreated.max(hexes));
        Next::Goes
    }

    /// Those who went stand at the end of their way.
    fn arrive_back(&mut self, frame: &Retreating) {
        let Some(end) = frame.way.last().copied() else { return };
        for counter in &frame.now {
            let Some((begin, piece)) = self.on_map(*counter) else { continue };
            self.put(piece, Location::Hex(end));
            self.did(*counter, Deed::Retreated);
            self.left(piece, begin);
            if self.listens(Event::Retreats) {
                self.set_off(Done { event: Event::Retreats, piece: Some(piece), hex: Some(end), from: None });
            }
            let mut from = begin;
            for hex in &frame.way {
                self.takes(*counter, *hex, *hex == end);
                self.entered(*counter, Some(from), *hex);
                from = *hex;
            }
        }
        let far = frame.hexes;
        self.in_battle(|fighting| fighting.retreated = fighting.retreated.max(far));
    }

    pub(super) fn candidates_retreat(&self, frame: &Retreating) -> Vec<Decision> {
        let hexes = self.next_hexes(frame).into_iter().map(Decision::Hex);
        let units: &[Counter] = if frame.absorb > 0 && frame.way.is_empty() { &frame.now } else { &[] };
        hexes.chain(units.iter().map(|counter| Decision::Piece(*counter))).collect()
    }

    pub(super) fn allow_retreat(&self, frame: &Retreating, decision: &Decision) -> Result<(), Refused> {
        match decision {
            Decision::Hex(hex) => match self.next_hexes(frame).contains(hex) {
                true => Ok(()),
                false => Err(Refused::new(format!("{} is not on the best way", self.words().hex(*hex)))),
            },
            Decision::Piece(counter) if frame.absorb > 0 && frame.way.is_empty() && frame.now.contains(counter) => Ok(()),
            Decision::Piece(_) => Err(Refused::new("no step can be lost instead")),
            _ => Err(Refused::new("name the next hex")),
        }
    }

    pub(super) fn decide_retreat(&mut self, mut frame: Retreating, decision: &Decision) {
        match decision {
            Decision::Hex(hex) => {
                frame.way.push(*hex);
                self.step(Frame::Retreat(Box::new(frame)));
            }
            Decision::Piece(counter) => {
                frame.absorb -= 1;
                frame.hexes = frame.hexes.saturating_sub(1);
                self.step(Frame::Retreat(Box::new(frame)));
                self.lose_step(*counter);
            }
            _ => {}
        }
    }
}
