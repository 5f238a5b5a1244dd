//! Units that an effect lets move, beside the move that they have in a phase.

use super::{About, Asker, Decision, Frame, Marching, Match, Moving, Next, Refused, What};
use crate::model::{Amount, ModeName, Units};
use crate::rules::Counter;

impl Match<'_> {
    pub(super) fn begin_march(
        &mut self,
        about: &About,
        of: &Units,
        mode: Option<ModeName>,
        hexes: Option<&Amount>,
        count: Option<&Amount>,
    ) {
        let place = mode.map(|mode| self.place_of_mode(mode));
        let (Some(by), Some(mode)) = (about.side, place.map_or(Some(None), |place| place.map(Some))) else { return };
        let hexes = hexes.map(|hexes| self.whole(about, hexes));
        let list = self.who_may_march(about, of, mode, hexes);
        let left = count.map_or(u32::MAX, |count| self.whole(about, count));
        self.push(Frame::March(Box::new(Marching { of: list, left, mode, hexes, by })));
    }

    /// Those of the side that an effect lets move and who can.
    fn who_may_march(&self, about: &About, of: &Units, mode: Option<u16>, hexes: Option<u32>) -> Vec<Counter> {
        let fitting: Vec<Counter> = self.asking(about, |situation, query| {
            let own = situation.pieces().filter(|(_, piece)| self.engine.side_of(piece) == about.side);
            own.filter(|(hex, piece)| query.fits(of, piece, Some(*hex)).sure()).map(|(_, piece)| piece.counter()).collect()
        });
        fitting.into_iter().filter(|counter| self.may_march(*counter, mode, hexes).is_ok()).collect()
    }

    pub(super) fn can_march(&self, about: &About, of: &Units, mode: Option<ModeName>) -> bool {
        let place = mode.map(|mode| self.place_of_mode(mode));
        place
            .map_or(Some(None), |place| place.map(Some))
            .is_some_and(|mode| !self.who_may_march(about, of, mode, None).is_empty())
    }

    fn may_march(&self, counter: Counter, mode: Option<u16>, hexes: Option<u32>) -> Result<(), Refused> {
        let Some((piece, moving)) = self.start_of(counter) else { return Err(Refused::new("it is not on the map")) };
        self.any_step(piece, &Moving { mode, extra: Some(hexes), ..moving })
    }

    pub(super) fn run_march(&mut self, frame: Marching) -> Next {
        if frame.left == 0 || frame.of.is_empty() {
            self.pop();
            return Next::Goes;
        }
        Next::Asks(Asker::Side(frame.by), What::March)
    }

    pub(super) fn candidates_march(&self, frame: &Marching) -> Vec<Decision> {
        frame.of.iter().map(|counter| Decision::Piece(*counter)).chain([Decision::Pass]).collect()
    }

    pub(super) fn allow_march(&self, frame: &Marching, decision: &Decision) -> Result<(), Refused> {
        match decision {
            Decision::Pass => Ok(()),
            Decision::Piece(counter) if frame.of.contains(counter) => self.may_march(*counter, frame.mode, frame.hexes),
            _ => Err(Refused::new("name a unit that may move now, or pass")),
        }
    }

    pub(super) fn decide_march(&mut self, mut frame: Marching, decision: &Decision) {
        let Decision::Piece(counter) = decision else { return self.pop() };
        let Some((_, moving)) = self.start_of(*counter) else { return };
        let moving = Moving { mode: frame.mode, extra: Some(frame.hexes), ..moving };
        frame.of.retain(|other| other != counter);
        frame.left = frame.left.saturating_sub(1);
        self.step(Frame::March(Box::new(frame)));
        self.push(Frame::Move(moving));
    }
}
