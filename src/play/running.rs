//! Phases that an effect lets play: a chit from a cup or a card lets a formation act, and only it.

use super::{About, Change, Clock, Frame, Match, Next, Origin, PhaseFrame, PhaseStage, Run};
use crate::model::{Effect, Game, Per, PhaseName, SideId, SideWord, Units};
use crate::rules::{Counter, Piece};

impl<'e> Match<'e> {
    fn run_of(&self, run: &Run) -> Option<(&'e [PhaseName], Option<&'e Units>)> {
        match self.list_of(&run.of).get(usize::from(run.at))? {
            Effect::Run { phases, of, .. } => Some((phases, of.as_deref())),
            _ => None,
        }
    }

    /// What lets phases play just now, if anything does.
    fn active(&self) -> Option<&Run> {
        self.state.frames.iter().rev().find_map(|frame| match frame {
            Frame::Run(run) => Some(&**run),
            _ => None,
        })
    }

    /// Whether an effect lets the phase play that is played now.
    pub(super) fn is_run(&self) -> bool {
        self.active().is_some()
    }

    /// The side whose phase it is: where an effect lets it play and the phase names none, the one to which it happened.
    pub(super) fn phase_side(&self) -> Option<SideId> {
        self.phase()?.side.or_else(|| self.active().map(|run| run.side))
    }

    /// Whether a unit may act in this phase: where an effect lets it play, only those that it names.
    pub(super) fn is_active(&self, counter: Counter) -> bool {
        let Some(run) = self.active() else { return true };
        if self.side_of(counter) != Some(run.side) {
            return true;
        }
        let Some((_, Some(of))) = self.run_of(run) else { return true };
        let (hex, piece) = match self.on_map(counter) {
            Some((hex, piece)) => (Some(hex), piece),
            None => (None, Piece { n: counter.1, ..Piece::new(counter.0, Game::FULL) }),
        };
        self.look(|situation| {
            let query = crate::rules::Query { side: Some(run.side), ..situation.about(piece, hex) };
            query.fits(of, &piece, hex).sure()
        })
    }

    pub(super) fn begin_run(&mut self, of: &Origin, at: u16, about: &About, side: Option<SideWord>) {
        let own = match side {
            Some(word) => self.side_word(about, word),
            None => about.side,
        };
        let Some(side) = own.or_else(|| self.askers().first().copied()) else { return };
        let back = self.state.clock.phase;
        self.push(Frame::Run(Box::new(Run { of: of.clone(), at, about: about.clone(), side, next: 0, back })));
    }

    /// The next of the phases; after the last the one in which it happened goes on.
    pub(super) fn run_run(&mut self, run: Run) -> Next {
        let phases = self.run_of(&run).map(|(phases, _)| phases).unwrap_or_default();
        let before = self.state.clock;
        let Some(id) = phases.get(usize::from(run.next)) else {
            self.change(Change::Clock { before, after: Clock { phase: run.back, ..before } });
            self.pop();
            return Next::Goes;
        };
        let named = |own: bool| {
            self.sequence
                .iter()
                .position(|phase| phase.id == Some(*id) && if own { phase.side == Some(run.side) } else { phase.side.is_none() })
        };
        let comes_up = |n: &usize| self.sequence.get(*n).is_some_and(|phase| self.comes_up(phase, Some(run.side)));
        let place = named(true).or_else(|| named(false)).filter(comes_up).and_then(|place| u16::try_from(place).ok());
        self.step(Frame::Run(Box::new(Run { next: run.next.saturating_add(1), ..run })));
        if let Some(phase) = place {
            self.change(Change::Clock { before, after: Clock { phase: Some(phase), ..before } });
            let open = self.fill_pools(Some(Per::Phase)).into_iter().collect();
            self.push(Frame::Phase(PhaseFrame { stage: PhaseStage::Begin(0), asked: 0, passed: 0 }));
            self.throw_for_pools(&open);
        }
        Next::Goes
    }
}
