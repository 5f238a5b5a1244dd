//! Losses: who loses the next step, what is left of a unit, and what takes its place.

use super::triggering::Done;
use super::{About, Asker, Change, Decision, Frame, Losing, Match, Next, Part, Refused, Running, Site, What};
use crate::hexgrid::HexId;
use crate::model::{Counted, Event, Key, Location, Loss, Points, RatingId, RatingValue, StateId, Who};
use crate::rules::{Counter, Piece, next_step, step_before};

impl<'e> Match<'e> {
    fn printed(&self, piece: &Piece, rating: RatingId) -> Points {
        match self.engine.printed(piece, rating) {
            RatingValue::Known(n) => Points::whole(n),
            _ => Points(0),
        }
    }

    pub(super) fn rating_sum(&self, counters: &[Counter], rating: RatingId) -> Points {
        counters.iter().filter_map(|counter| self.on_map(*counter)).map(|(_, piece)| self.printed(&piece, rating)).sum()
    }

    /// What one more step lost takes from a unit, of a rating or in steps.
    fn worth(&self, counter: Counter, rating: Option<u16>) -> Points {
        let Some((_, piece)) = self.on_map(counter) else { return Points(0) };
        let Some(rating) = rating.map(|n| RatingId::new(usize::from(n))) else { return Points::ONE };
        let now = self.printed(&piece, rating);
        match next_step(self.engine.game(), piece.unit, piece.state) {
            Some(state) => now.less(self.printed(&Piece { state, ..piece }, rating)),
            None => now,
        }
    }

    /// All that some units can lose.
    fn all_worth(&self, frame: &Losing) -> Points {
        let alive = frame.of.iter().filter_map(|counter| self.on_map(*counter));
        let each = alive.map(|(_, piece)| match frame.rating {
            Some(rating) => self.printed(&piece, RatingId::new(usize::from(rating))),
            None => {
                let steps = self.engine.steps_of(&piece);
                Points::whole(steps.unwrap_or_else(|| self.steps_by_faces(&piece)))
            }
        });
        each.sum()
    }

    /// The steps of a unit of which only its faces tell.
    fn steps_by_faces(&self, piece: &Piece) -> i32 {
        let (mut steps, mut state) = (1, piece.state);
        while let Some(next) = next_step(self.engine.game(), piece.unit, state).filter(|next| *next != state) {
            (steps, state) = (steps + 1, next);
            if steps > 64 {
                break;
            }
        }
        steps
    }

    /// Those who may lose the next step: the entries of `losses` are read from the top.
    pub(super) fn losers(&self, frame: &Losing) -> Vec<Counter> {
        let mut list: Vec<Counter> = frame.of.iter().copied().filter(|counter| self.on_map(*counter).is_some()).collect();
        if list.len() < 2 || self.engine.game().rules.losses.list.is_empty() {
            return list;
        }
        let fighting = self.battle_under_way().map(|(_, fighting)| fighting.clone());
        self.look(|situation| {
            let battle = fighting.as_ref().map(|fighting| self.battle_in(situation, fighting));
            let mut query = match &battle {
                Some(battle) => situation.of_battle(battle),
                None => situation.query(),
            };
            query.result = fighting.as_ref().and_then(|fighting| fighting.code.as_deref());
            let applied = fighting.as_ref().map(|fighting| fighting.applied.as_slice()).unwrap_or_default();
            query.applied = applied;
            let whose = |loss: &Loss| match loss.who {
                Some(Who::Attacker) => frame.part == Part::Attacker,
                Some(Who::Defender) => frame.part == Part::Defender,
                Some(Who::Both | Who::Unit) | None => true,
            };
            for loss in self.engine.live(&self.engine.game().rules.losses, &situation.moment) {
                if !whose(loss) || !query.counts(loss.when.as_ref()).sure() {
                    continue;
                }
                if let Some(of) = &loss.of {
                    let fits = |counter: &Counter| {
                        self.on_map(*counter).is_some_and(|(hex, piece)| query.fits(of, &piece, Some(hex)).sure())
                    };
                    let some: Vec<Counter> = list.iter().copied().filter(fits).collect();
                    if !some.is_empty() {
                        list = some;
                    }
                }
                let weight = |counter: &Counter, count: Counted| {
                    self.on_map(*counter).and_then(|(_, piece)| self.engine.weight(&piece, count)).unwrap_or(Points(0))
                };
                if let Some(most) = loss.most {
                    let top = list.iter().map(|counter| weight(counter, most)).max();
                    list.retain(|counter| Some(weight(counter, most)) == top);
                }
                if let Some(least) = loss.least {
                    let low = list.iter().map(|counter| weight(counter, least)).min();
                    list.retain(|counter| Some(weight(counter, least)) == low);
                }
                if loss.spread == Some(true) {
                    let lost = |counter: &Counter| fighting.as_ref().and_then(|f| f.lost.get(counter)).copied().unwrap_or(0);
                    let fewest = list.iter().map(lost).min();
                    list.retain(|counter| Some(lost(counter)) == fewest);
                }
            }
            list
        })
    }

    pub(super) fn run_lose(&mut self, frame: Losing) -> Next {
        let losers = self.losers(&frame);
        if frame.left.0 <= 0 || losers.is_empty() {
            self.pop();
            return Next::Goes;
        }
        // Where all are lost nobody chooses.
        if self.all_worth(&frame) <= frame.left {
            self.pop();
            for counter in frame.of {
                self.lose_last(counter);
            }
            return Next::Goes;
        }
        match losers.as_slice() {
            [only] => {
                let only = *only;
                self.lose_one(frame, only);
                Next::Goes
            }
            _ => Next::Asks(Asker::Side(frame.by), What::Lose),
        }
    }

    pub(super) fn allow_lose(&self, frame: &Losing, decision: &Decision) -> Result<(), Refused> {
        match decision {
            Decision::Piece(counter) if self.losers(frame).contains(counter) => Ok(()),
            Decision::Piece(counter) if frame.of.contains(counter) => Err(Refused::new("another unit loses first")),
            _ => Err(Refused::new("name a unit that loses a step")),
        }
    }

    pub(super) fn decide_lose(&mut self, frame: Losing, decision: &Decision) {
        if let Decision::Piece(counter) = decision {
            self.lose_one(frame, *counter);
        }
    }

    fn lose_one(&mut self, mut frame: Losing, counter: Counter) {
        // A face that is worth nothing is lost all the same, so that it ends.
        let worth = self.worth(counter, frame.rating);
        let gone = worth.0 <= 0 && self.on_map(counter).is_some_and(|(_, piece)| self.printed_last(&piece));
        frame.left = frame.left.less(worth);
        if gone {
            frame.of.retain(|other| *other != counter);
        }
        self.step(Frame::Lose(Box::new(frame)));
        self.lose_step(counter);
    }

    fn printed_last(&self, piece: &Piece) -> bool {
        next_step(self.engine.game(), piece.unit, piece.state).is_none()
    }

    /// A unit loses a step, and with the last one its life.
    pub(super) fn lose_step(&mut self, counter: Counter) {
        let Some((_, piece)) = self.on_map(counter) else { return };
        self.in_battle(|fighting| *fighting.lost.entry(counter).or_default() += 1);
        match next_step(self.engine.game(), piece.unit, piece.state) {
            Some(state) => self.show(Piece { state, ..piece }),
            None => self.lose_last(counter),
        }
    }

    /// A unit loses its last step: its remnant stays, if it has one.
    fn lose_last(&mut self, counter: Counter) {
        let remnant = self.engine.game().units.at(counter.0).and_then(|unit| unit.remnant).map(|unit| (unit, 1));
        self.gone(counter, remnant.filter(|remnant| self.is_fresh(*remnant)));
    }

    /// A unit is lost whole.
    pub(super) fn eliminate(&mut self, counter: Counter) {
        self.gone(counter, None);
    }

    /// A unit is lost; what remains of it stands in its place.
    fn gone(&mut self, counter: Counter, remnant: Option<Counter>) {
        let Some(before @ (at, _, piece)) = self.state.position.seat(counter) else { return };
        self.mark(Site::Unit(counter), Vec::new());
        self.change(Change::Put { before: Some(before), after: None });
        self.change(Change::Lose(piece));
        let Location::Hex(hex) = at else { return };
        self.stood(counter, hex);
        if let Some((unit, _)) = remnant {
            self.put(Piece::new(unit, crate::model::Game::FULL), at);
        }
        self.left(piece, hex);
        if self.listens(Event::Eliminated) {
            self.set_off(Done { event: Event::Eliminated, piece: Some(piece), hex: Some(hex), from: None });
        }
    }

    /// Effects that are about a unit that is lost remember where it stood: what comes back comes back there.
    fn stood(&mut self, counter: Counter, hex: HexId) {
        for at in 0..self.state.frames.len() {
            let Some(before @ Frame::Effects(_)) = self.state.frames.get(at).cloned() else { continue };
            let Frame::Effects(running) = &before else { continue };
            if running.about.unit != Some(counter) {
                continue;
            }
            let about = About { stood: Some(hex), ..running.about.clone() };
            let after = Frame::Effects(Box::new(Running { about, ..Running::clone(running) }));
            self.change(Change::Step { at, before, after });
        }
    }

    /// Whether a counter has not been in the game yet.
    pub(super) fn is_fresh(&self, counter: Counter) -> bool {
        let position = &self.state.position;
        position.seat(counter).is_none()
            && !position.eliminated.iter().any(|piece| piece.counter() == counter)
            && !position.exited.iter().any(|(piece, _)| piece.counter() == counter)
    }

    /// A unit takes on a state: the face that shows it, or beside its face.
    pub(super) fn gain_state(&mut self, counter: Counter, state: StateId) {
        let Some((_, _, piece)) = self.state.position.seat(counter) else { return };
        let faces = self.engine.game().units.at(counter.0).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        let is_step = |state: StateId| self.engine.game().states.at(state).is_some_and(|state| state.step);
        // The face of a lost step stays: the state is then beside it.
        let shown = faces.iter().any(|face| face.state == state) && !is_step(piece.state);
        self.show(if shown { Piece { state, ..piece } } else { Piece { also: piece.also.with(state), ..piece } });
    }

    /// A unit gets a step back.
    pub(super) fn gain_step(&mut self, counter: Counter) {
        let Some((_, _, piece)) = self.state.position.seat(counter) else { return };
        if let Some(state) = step_before(self.engine.game(), piece.unit, piece.state) {
            self.show(Piece { state, ..piece });
        }
    }

    /// A unit loses a state.
    pub(super) fn lose_state(&mut self, counter: Counter, state: StateId) {
        let Some((_, _, piece)) = self.state.position.seat(counter) else { return };
        let is_step = self.engine.game().states.at(state).is_some_and(|state| state.step);
        if is_step && piece.state == state {
            return self.gain_step(counter);
        }
        let shown = piece.state == state && !is_step;
        let front = self.engine.game().units.at(counter.0).and_then(|unit| unit.faces.first()).map(|face| face.state);
        let state_now = if shown { front.unwrap_or(crate::model::Game::FULL) } else { piece.state };
        self.show(Piece { state: state_now, also: piece.also.without(state), ..piece });
    }
}
