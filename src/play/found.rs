//! What was found out since anything changed: whoever asks first and then decides pays once.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::fighting::Cast;
use super::{Change, Decision, Fighting, Frame, Match, Moving, Refused};
use crate::hexgrid::HexId;
use crate::model::{Points, SideId};
use crate::rules::{Mover, Piece};

/// Whether a side can fight over a hex by a kind of combat, and why not.
type Fightable = BTreeMap<(SideId, HexId, u16), Result<(), Refused>>;

/// What was found out.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Decisions that are allowed.
    allowed: Vec<Decision>,
    /// Which combats are possible.
    pub(super) fightable: Fightable,
    way: Option<Way>,
    /// What the last battle that was looked at comes to.
    cast: Option<(Fighting, Rc<Cast>)>,
    /// What could last be done in a phase; whether it still can is asked again.
    pub(super) open: Option<Decision>,
}

/// A way that is open to the end.
#[derive(Debug)]
struct Way {
    /// The move that goes it, before its first step.
    begin: Moving,
    steps: Vec<Taken>,
}

/// A step of a move: where it leads, what is spent then, and whether the move ends there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    to: HexId,
    pub(super) spent: Points,
    pub(super) stop: bool,
}

impl Way {
    /// What is left of it; nothing if the move that is under way is not on it.
    fn left(&self, moving: &Moving) -> Option<&[Taken]> {
        let begin = &self.begin;
        let alike = (moving.piece, moving.mode, moving.resumed) == (begin.piece, begin.mode, begin.resumed)
            && (moving.entered, moving.extra, moving.assault) == (begin.entered, begin.extra, begin.assault);
        let gone = moving.way.strip_prefix(begin.way.as_slice()).filter(|_| alike)?;
        let (gone_by, left) = self.steps.split_at_checked(gone.len())?;
        let same = gone_by.iter().map(|step| &step.to).eq(gone);
        let (spent, stopped) = gone_by.last().map_or((begin.spent, begin.stopped), |last| (last.spent, last.stop));
        (same && (moving.spent, moving.stopped) == (spent, stopped)).then_some(left)
    }
}

impl Found {
    /// Notes that a decision is allowed; once, however often it is asked for.
    pub(super) fn allow(&mut self, decision: &Decision) {
        if !self.allows(decision) {
            self.allowed.push(decision.clone());
        }
    }

    /// Notes that these decisions are allowed, and no others are listed.
    pub(super) fn allow_all(&mut self, decisions: &[Decision]) {
        self.allowed = decisions.to_vec();
    }

    /// Whether a decision is known to be allowed.
    pub(super) fn allows(&self, decision: &Decision) -> bool {
        self.allowed.contains(decision)
    }

    /// What a battle comes to, if that is known.
    pub(super) fn cast(&self, fighting: &Fighting) -> Option<Rc<Cast>> {
        self.cast.as_ref().filter(|(of, _)| of == fighting).map(|(_, cast)| Rc::clone(cast))
    }

    /// Notes what a battle comes to.
    pub(super) fn cast_is(&mut self, fighting: Fighting, cast: Rc<Cast>) {
        self.cast = Some((fighting, cast));
    }

    /// Forgets what hangs on what changed.
    pub(super) fn after(&mut self, change: &Change) {
        self.allowed.clear();
        self.cast = None;
        // A unit on its way stands where it began, so a step changes nothing for the next one.
        if !matches!(change, Change::Step { after: Frame::Move(_), .. }) {
            self.way = None;
        }
        // What is under way is no part of the position.
        if !matches!(change, Change::Push(_) | Change::Pop(_) | Change::Step { .. }) {
            self.fightable.clear();
        }
    }
}

impl Match<'_> {
    /// Remembers the way to a hex where a move may end, if each of its steps can be taken.
    pub(super) fn remember_way(&self, piece: Piece, mover: &Mover<'_>, moving: &Moving, path: &[HexId]) {
        let assaulted = path.iter().any(|hex| self.assaults(moving, *hex));
        if assaulted || moving.stopped || self.within_limits(piece, moving).is_err() {
            return;
        }
        let (mut spent, mut first) = (moving.spent, moving.is_first());
        let mut steps = Vec::with_capacity(path.len());
        for (at, to) in path.iter().zip(path.iter().skip(1)) {
            let made = mover.step(*at, *to, first, None).and_then(|step| mover.spend(spent, step, first));
            let Ok((now, stop)) = made else { return };
            steps.push(Taken { to: *to, spent: now, stop });
            (spent, first) = (now, false);
        }
        self.found.borrow_mut().way = Some(Way { begin: moving.clone(), steps });
    }

    /// A step of the way that is known to be open.
    pub(super) fn known_step(&self, moving: &Moving, to: HexId) -> Option<Taken> {
        let found = self.found.borrow();
        found.way.as_ref()?.left(moving)?.first().filter(|step| step.to == to).copied()
    }

    /// Whether a move has come to the end of the way that is known to be open.
    pub(super) fn is_known_end(&self, moving: &Moving) -> bool {
        let found = self.found.borrow();
        found.way.as_ref().and_then(|way| way.left(moving)).is_some_and(<[Taken]>::is_empty)
    }

    /// Whether a way in that mode is known to be open.
    pub(super) fn is_known_mode(&self, moving: &Moving, mode: u16) -> bool {
        let found = self.found.borrow();
        let left = found.way.as_ref().filter(|way| way.begin.mode == Some(mode));
        left.and_then(|way| way.left(&Moving { mode: Some(mode), ..moving.clone() })).is_some_and(|left| !left.is_empty())
    }
}
