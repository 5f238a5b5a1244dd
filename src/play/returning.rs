//! Units that come back: replacements, reserves, what was lost or waits in a box. Their side names each, and its hex.

use super::{About, Asker, Change, Decision, Frame, Match, Next, Refused, Returning, What};
use crate::hexgrid::HexId;
use crate::model::{Deed, Effect, Game, Hexes, Key, Location, StackingAt, StateId, UnitId, Units, Whence};
use crate::rules::{Counter, Piece, Query, Standing, steps};
use crate::sorting::Arrange;

impl<'e> Match<'e> {
    fn return_of(&self, frame: &Returning) -> Option<&'e Effect> {
        self.list_of(&frame.of).get(usize::from(frame.at))
    }

    /// Everybody who could come back, wherever.
    fn absent(&self, about: &About, of: &Units, from: Option<&[Whence]>) -> Vec<Piece> {
        let position = &self.state.position;
        let is = |whence: Whence| from.map_or(whence == Whence::Lost, |from| from.contains(&whence));
        let mut list: Vec<Piece> = Vec::new();
        if is(Whence::Lost) {
            list.extend(&position.eliminated);
        }
        if is(Whence::Exited) {
            list.extend(position.exited.iter().map(|(piece, _)| *piece));
        }
        // Who left into a box behind an exit, or came back already, is where it is.
        list.retain(|piece| position.seat(piece.counter()).is_none());
        if is(Whence::Box) {
            let boxes = position.everybody().filter(|(at, _)| matches!(at, Location::Box(_)));
            list.extend(boxes.map(|(_, piece)| *piece));
        }
        if is(Whence::Unused) {
            list.extend(self.unused());
        }
        list.retain(|piece| !self.state.due.contains_key(&piece.counter()));
        self.asking(about, |_, query| list.retain(|piece| query.fits(of, piece, None).sure()));
        list.arrange_by_key(Piece::counter);
        list.dedup_by_key(|piece| piece.counter());
        list
    }

    /// Counters that have not been in the game, and that no arrival brings.
    fn unused(&self) -> impl Iterator<Item = Piece> {
        let units = &self.engine.game().units;
        let mut named = vec![false; units.len()];
        for unit in self.scenario.arrivals.iter().flat_map(|arrival| &arrival.units) {
            named.iter_mut().skip(unit.index()).take(1).for_each(|named| *named = true);
        }
        let all = units.iter().filter(move |(unit, _)| named.get(unit.index()) != Some(&true));
        let each = all.flat_map(|(unit, is)| (1..=is.count).map(move |n| Piece { n, ..Piece::new(unit, Game::FULL) }));
        each.filter(|piece| self.is_fresh(piece.counter()))
    }

    /// The hexes in which a unit can come back, so many at most.
    fn hexes_back(&self, about: &About, at: Option<&Hexes>, piece: &Piece, most: usize) -> Vec<HexId> {
        let stands = || about.unit.and_then(|unit| self.on_map(unit)).map(|(hex, _)| hex);
        let own = about.hex.or_else(stands).or(about.stood);
        let side = self.engine.side_of(piece);
        self.asking(about, |situation, query| {
            let all: Vec<HexId> = match at {
                Some(at) => query.candidates(at),
                None => own.into_iter().collect(),
            };
            let fits = |hex: &HexId| {
                let query = Query { subject: Some((*piece, Some(*hex))), hex: Some(*hex), side: side.or(query.side), ..*query };
                let alone = situation.stack(*hex).iter().all(|other| self.engine.side_of(other) == side);
                alone
                    && self.in_play(*hex)
                    && matches!(self.engine.standing(piece.unit, *hex), Standing::Yes)
                    && at.is_none_or(|at| query.is_hex(at, *hex).sure())
                    && situation.room_for(*hex, *piece, StackingAt::Movement)
            };
            all.into_iter().filter(fits).take(most).collect()
        })
    }

    fn can_return(&self, about: &About, effect: &Effect) -> Vec<Counter> {
        let Effect::Return { of, at, from, .. } = effect else { return Vec::new() };
        let absent = self.absent(about, of, from.as_deref());
        let somewhere = |piece: &&Piece| !self.hexes_back(about, at.as_deref(), piece, 1).is_empty();
        absent.iter().filter(somewhere).map(Piece::counter).collect()
    }

    /// Whether an effect would change anything: nobody is made to pay for nothing.
    pub(super) fn can_happen(&self, about: &About, effect: &Effect) -> bool {
        match effect {
            Effect::Return { .. } => !self.can_return(about, effect).is_empty(),
            Effect::Gain { who, of, when, .. } => {
                let lacks = |counter: &Counter| {
                    let piece = self.on_map(*counter).map(|(_, piece)| piece);
                    piece.is_some_and(|piece| crate::rules::step_before(self.engine.game(), piece.unit, piece.state).is_some())
                };
                self.holds(about, when.as_deref()) && self.struck(about, *who, of.as_deref()).iter().any(lacks)
            }
            Effect::Clear { who, state, of, when } => {
                let is = |counter: &Counter| self.on_map(*counter).is_some_and(|(_, piece)| piece.is(*state));
                self.holds(about, when.as_deref()) && self.struck(about, *who, of.as_deref()).iter().any(is)
            }
            Effect::When { when, then, otherwise } => {
                let list = if self.holds(about, Some(when)) { then } else { otherwise };
                list.iter().flatten().any(|effect| self.can_happen(about, effect))
            }
            Effect::Move { of, mode, .. } => self.can_march(about, of, *mode),
            Effect::Attack { combat, by, of } => self.can_shoot(about, combat, *by, of.as_deref()),
            _ => true,
        }
    }

    /// Whether an effect would happen as one of several choices: what hangs on a condition that does not hold is none.
    pub(super) fn is_choice(&self, about: &About, effect: &Effect) -> bool {
        let holds = match effect {
            Effect::Lose { when, .. }
            | Effect::Eliminate { when, .. }
            | Effect::Retreat { when, .. }
            | Effect::Advance { when, .. }
            | Effect::State { when, .. }
            | Effect::Exit { when, .. } => self.holds(about, when.as_deref()),
            _ => true,
        };
        holds && self.can_happen(about, effect)
    }

    pub(super) fn run_return(&mut self, frame: Returning) -> Next {
        if let Some(piece) = frame.now {
            return Next::Asks(Asker::Side(frame.by), What::ReturnAt(piece));
        }
        let effect = self.return_of(&frame);
        if frame.left == 0 || effect.is_none_or(|effect| self.can_return(&frame.about, effect).is_empty()) {
            self.pop();
            return Next::Goes;
        }
        Next::Asks(Asker::Side(frame.by), What::Return)
    }

    pub(super) fn candidates_return(&self, frame: &Returning) -> Vec<Decision> {
        let Some(effect @ Effect::Return { at, of, from, .. }) = self.return_of(frame) else { return Vec::new() };
        match frame.now {
            Some(counter) => {
                let absent = self.absent(&frame.about, of, from.as_deref());
                let piece = absent.iter().find(|piece| piece.counter() == counter);
                let hexes =
                    piece.map(|piece| self.hexes_back(&frame.about, at.as_deref(), piece, usize::MAX)).unwrap_or_default();
                hexes.into_iter().map(Decision::Hex).collect()
            }
            None => {
                let units = self.can_return(&frame.about, effect).into_iter().map(Decision::Piece);
                units.chain([Decision::Pass]).collect()
            }
        }
    }

    pub(super) fn allow_return(&self, frame: &Returning, decision: &Decision) -> Result<(), Refused> {
        match self.candidates_return(frame).contains(decision) {
            true => Ok(()),
            false => Err(Refused::new(match frame.now {
                Some(_) => "it cannot come back there",
                None => "name a unit that comes back, or pass",
            })),
        }
    }

    pub(super) fn decide_return(&mut self, mut frame: Returning, decision: &Decision) {
        match (decision, frame.now) {
            (Decision::Piece(counter), None) => {
                frame.now = Some(*counter);
                self.step(Frame::Return(Box::new(frame)));
            }
            (Decision::Hex(hex), Some(counter)) => {
                let Some(Effect::Return { steps, .. }) = self.return_of(&frame) else { return self.pop() };
                let steps = steps.as_ref().map(|steps| self.whole(&frame.about, steps));
                frame.now = None;
                frame.left = frame.left.saturating_sub(1);
                self.step(Frame::Return(Box::new(frame)));
                self.comes_back(counter, *hex, steps);
            }
            _ => self.pop(),
        }
    }

    /// A counter is neither lost nor gone any more.
    pub(super) fn is_back(&mut self, counter: Counter) {
        let position = &self.state.position;
        let lost = position.eliminated.iter().position(|piece| piece.counter() == counter);
        let gone = position.exited.iter().position(|(piece, _)| piece.counter() == counter);
        if let Some((n, piece)) = lost.and_then(|n| Some((n, *position.eliminated.get(n)?))) {
            self.change(Change::Unlose(n, piece));
        } else if let Some((n, (piece, way))) = gone.and_then(|n| Some((n, *position.exited.get(n)?))) {
            self.change(Change::Unexit(n, piece, way));
        }
    }

    fn comes_back(&mut self, counter: Counter, hex: HexId, steps: Option<u32>) {
        self.is_back(counter);
        let waits = self.state.position.seat(counter).map(|(_, _, piece)| piece);
        let fresh = Piece { n: counter.1, ..Piece::new(counter.0, Game::FULL) };
        let piece = match steps {
            Some(steps) => Piece { state: self.with_steps(counter.0, steps), ..fresh },
            None => waits.unwrap_or(fresh),
        };
        self.put(piece, Location::Hex(hex));
        self.did(counter, Deed::Arrived);
        self.ends_in(counter);
    }

    /// The face of a unit that has so many steps left; the front if it never has so few.
    fn with_steps(&self, unit: UnitId, left: u32) -> StateId {
        let game = self.engine.game();
        let faces = game.units.at(unit).map(|unit| unit.faces.as_slice()).unwrap_or_default();
        let is_step = |state: StateId| game.states.at(state).is_some_and(|state| state.step);
        let wanted = i32::try_from(left.max(1)).ok();
        let found = faces.iter().map(|face| face.state).find(|state| is_step(*state) && steps(game, unit, *state) == wanted);
        found.unwrap_or(Game::FULL)
    }
}
