//! Assaults: a step into a hex of the enemy is an attack on it, and a won one lets the move go on.

use super::{BattleStage, Frame, Match, Moving};
use crate::hexgrid::HexId;
use crate::model::{Combat, Location, PhaseName, SideId, StackingAt};
use crate::rules::{Counter, Piece};

impl Match<'_> {
    /// Whether a step is an attack on the hex that it leads into.
    pub(super) fn assaults(&self, moving: &Moving, to: HexId) -> bool {
        let Some(side) = self.side_of(moving.piece) else { return false };
        let mode = moving.mode.and_then(|n| self.mode(n));
        let enemy = |piece: &Piece| self.engine.side_of(piece).is_some_and(|other| other != side);
        mode.is_some_and(|mode| mode.assault == Some(true)) && self.state.position.stack(to).iter().any(enemy)
    }

    /// The unit stands beside the hex that it assaults, and the combat begins; its move waits.
    pub(super) fn begin_assault(&mut self, frame: Moving, target: HexId) {
        let Some((kind, at, side)) =
            self.assault_kind().zip(frame.at()).zip(self.side_of(frame.piece)).map(|((k, a), s)| (k, a, s))
        else {
            return;
        };
        let found = self.on_map(frame.piece).and_then(|(_, piece)| self.may_step(piece, &frame, target).ok());
        let spent = found.map_or(frame.spent, |(spent, _)| spent);
        let waits = Moving { way: vec![at], spent, assault: Some(target), resumed: true, ..frame.clone() };
        self.step(Frame::Move(waits));
        self.stands_at_end(&frame);
        self.open_assault(side, target, kind, frame.piece);
    }

    /// A won assault brings the unit into the hex; otherwise its move is over.
    pub(super) fn after_assault(&mut self, frame: Moving, target: HexId) {
        let Some((stands, piece)) = self.on_map(frame.piece) else { return self.pop() };
        let goes_on = frame.mode.and_then(|n| self.mode(n)).is_some_and(|mode| mode.goes_on == Some(true));
        let side = self.side_of(frame.piece);
        // Where there are advances, whoever wants to go in has done so by one.
        let asked = !self.engine.game().rules.advance.is_empty() && stands != target;
        let won = !asked && !self.state.position.stack(target).iter().any(|other| self.engine.side_of(other) != side);
        let room = won && (stands == target || self.look(|situation| situation.room_for(target, piece, StackingAt::Advance)));
        let end = if room { target } else { stands };
        self.step(Frame::Move(Moving { assault: None, way: vec![end], stopped: !(room && goes_on), ..frame }));
        if end != stands {
            self.put(piece, Location::Hex(end));
            self.left(piece, stands);
            self.takes(piece.counter(), end, true);
            self.entered(piece.counter(), Some(stands), end);
        }
    }

    /// Whether a combat is fought in a phase only out of a move.
    pub(super) fn only_assault(combat: &Combat, now: Option<PhaseName>) -> bool {
        combat.assault.iter().flatten().any(|phase| Some(*phase) == now)
    }

    /// The kind of combat that is fought out of a move in this phase.
    pub(super) fn assault_kind(&self) -> Option<u16> {
        let now = self.phase().and_then(|phase| phase.id);
        let all = u16::try_from(self.combats().len()).unwrap_or(u16::MAX);
        (0..all).find(|n| self.combat(Some(*n)).is_some_and(|combat| Self::only_assault(combat, now)))
    }

    /// An assault out of a move: those who stand with the unit may join it.
    fn open_assault(&mut self, side: SideId, target: HexId, kind: u16, counter: Counter) {
        let mut fighting = self.begun(side, target, Some(kind), None);
        fighting.attackers.push(counter);
        fighting.stage = BattleStage::Gather;
        self.push(Frame::Battle(Box::new(fighting)));
    }
}
