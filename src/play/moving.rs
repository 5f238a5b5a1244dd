//! Moves: a unit, perhaps a mode, hex after hex, done.

use super::triggering::Done;
use super::{Asker, Change, Decision, Frame, Match, Moving, Next, Refused, Span, UseOf, What};
use crate::hexgrid::HexId;
use crate::model::{Act, Deed, Event, ExitId, Location, Mode, ModeName, Points, TakenBy};
use crate::rules::{Counter, Mover, Piece, Query, StepBlocked, ToldWay, WayOut};

impl<'e> Match<'e> {
    /// The mode in which a unit is moving just now; nothing if it is not, or moves as usual.
    pub(super) fn mode_under_way(&self, counter: Counter) -> Option<ModeName> {
        let modes = &self.engine.game().rules.movement.as_ref()?.modes.list;
        let moving = self.state.frames.iter().rev().find_map(|frame| match frame {
            Frame::Move(moving) if moving.piece == counter => Some(moving),
            _ => None,
        })?;
        modes.get(usize::from(moving.mode?)).map(|mode| mode.id.number())
    }

    fn modes(&self) -> &'e [Mode] {
        self.engine.game().rules.movement.as_ref().map(|movement| movement.modes.list.as_slice()).unwrap_or_default()
    }

    /// Asks about a unit that is on its way.
    pub(super) fn as_mover<R>(&self, piece: Piece, moving: &Moving, about: impl FnOnce(&Mover<'_>) -> R) -> Result<R, Refused> {
        let Some(from) = moving.way.first().copied() else { return Err(Refused::new("it is not on the map")) };
        let named = moving.mode.map(|n| self.modes().get(usize::from(n)).ok_or_else(|| Refused::new("there is no such mode")));
        let mode = named.transpose()?.map(|mode| mode.id.number());
        self.look(|situation| match situation.mover(piece, from, mode) {
            Ok(mut mover) => {
                if let Some(cost) = moving.entered {
                    mover.entered(cost);
                }
                Ok(about(&mover))
            }
            Err(why) => Err(self.refuse(|words| words.unfit(&why))),
        })
    }

    /// Whether a hex belongs to the part of the map that the scenario is played on.
    pub(super) fn in_play(&self, hex: HexId) -> bool {
        let Some(area) = self.scenario.map else { return true };
        self.engine.land().is_none_or(|land| land.in_area(area, hex))
    }

    /// Whether a unit on its way can end its move, where it is or further on.
    pub(super) fn can_end_somewhere(&self, piece: Piece, moving: &Moving) -> bool {
        let Some(at) = moving.at() else { return false };
        let (first, goes_on) = (moving.is_first(), self.within_limits(piece, moving).is_ok());
        let ends = |mover: &Mover<'_>| mover.can_end_from(at, moving.spent, first, |hex| goes_on && self.in_play(hex));
        self.as_mover(piece, moving, ends).unwrap_or(false)
    }

    /// In some phases units move only in a mode.
    fn names_mode(&self, moving: &Moving) -> Result<(), Refused> {
        let plain = || self.phase().is_some_and(|phase| phase.plain);
        match moving.mode.is_some() || moving.entered.is_some() || moving.extra.is_some() || plain() {
            true => Ok(()),
            false => Err(Refused::new("units move in this phase only in a mode: name it first")),
        }
    }

    /// A second move in a phase is one in a mode that follows the first; such a mode is for nobody else.
    fn follows(&self, moving: &Moving) -> Result<(), Refused> {
        if !moving.is_first() || moving.extra.is_some() || moving.entered.is_some() {
            return Ok(());
        }
        let follows = moving.mode.and_then(|n| self.mode(n)).and_then(|mode| mode.follows.as_ref());
        let moved = self.has(UseOf::Moved(moving.piece));
        let second = || {
            let after = |n: u16, mode: &Mode| {
                follows.is_some_and(|modes| modes.contains(&mode.id.number())) && self.has(UseOf::MovedIn(moving.piece, Some(n)))
            };
            let in_mode = || (0u16..).zip(self.modes()).any(|(n, mode)| after(n, mode));
            let used = self.has(UseOf::MovedIn(moving.piece, moving.mode));
            !used && (follows.is_some_and(Vec::is_empty) || in_mode())
        };
        match (moved, follows.is_some()) {
            (false, false) => Ok(()),
            (true, false) => Err(Refused::new("it has moved in this phase")),
            (false, true) => Err(Refused::new("it moves so only after another move")),
            (true, true) if second() => Ok(()),
            (true, true) => Err(Refused::new("it does not move so after the move it has made")),
        }
    }

    /// Whether a move in this mode can begin, as far as the phase and what the unit has done decide.
    pub(super) fn can_begin(&self, moving: &Moving) -> bool {
        self.names_mode(moving).is_ok() && self.follows(moving).is_ok()
    }

    /// Whether a unit that has come to a hex may leave the map there.
    pub(super) fn may_leave(&self, piece: Piece, moving: &Moving, at: HexId, exit: ExitId) -> bool {
        let there = Moving { way: vec![at], stopped: false, ..moving.clone() };
        self.may_exit(piece, &there, exit).is_ok()
    }

    /// Where a mode stands in the list.
    pub fn place_of_mode(&self, mode: crate::model::ModeName) -> Option<u16> {
        self.modes().iter().position(|other| other.id.number() == mode).and_then(|n| u16::try_from(n).ok())
    }

    /// What a step brings: what is spent then, and whether the move ends there.
    pub(super) fn may_step(&self, piece: Piece, moving: &Moving, to: HexId) -> Result<(Points, bool), Refused> {
        let Some(at) = moving.at() else { return Err(Refused::new("it is not on the map")) };
        if moving.stopped {
            return Err(Refused::new("its move has ended"));
        }
        if moving.extra.flatten().is_some_and(|most| moving.way.len() > most as usize) {
            return Err(Refused::new("it has gone as many hexes as it may"));
        }
        if !self.in_play(to) {
            return Err(self.out_of_play(to));
        }
        self.names_mode(moving)?;
        self.follows(moving)?;
        self.within_limits(piece, moving)?;
        self.as_mover(piece, moving, |mover| self.step_of(mover, moving, at, to))?
    }

    fn out_of_play(&self, hex: HexId) -> Refused {
        self.refuse(|words| format!("{} is not played on in this scenario", words.hex(hex)))
    }

    pub(super) fn step_of(&self, mover: &Mover<'_>, moving: &Moving, at: HexId, to: HexId) -> Result<(Points, bool), Refused> {
        let first = moving.is_first();
        let made = mover.step(at, to, first, None).and_then(|step| mover.spend(moving.spent, step, first));
        let (spent, stop) = made.map_err(|why| self.refuse(|words| words.bar(&why, at, to)))?;
        if self.assaults(moving, to) {
            return match self.assault_kind() {
                Some(_) => Ok((spent, stop)),
                None => Err(Refused::new("no assault is fought in this phase")),
            };
        }
        match mover.may_end(to) {
            Ok(()) => Ok((spent, stop)),
            Err(_) if !stop && mover.can_end_from(to, spent, false, |hex| self.in_play(hex)) => Ok((spent, stop)),
            Err(why) => Err(self.refuse(|words| words.end(&why, to))),
        }
    }

    /// Whether a unit can take any step from where it is; why the last cannot be taken if none can.
    pub(super) fn any_step(&self, piece: Piece, moving: &Moving) -> Result<(), Refused> {
        let Some(at) = moving.at() else { return Err(Refused::new("it is not on the map")) };
        self.names_mode(moving)?;
        self.follows(moving)?;
        self.within_limits(piece, moving)?;
        self.as_mover(piece, moving, |mover| {
            let mut refused = Refused::new("it cannot leave its hex");
            for to in self.near(Some(at)) {
                if !self.in_play(to) {
                    refused = self.out_of_play(to);
                    continue;
                }
                match self.step_of(mover, moving, at, to) {
                    Ok(_) => return Ok(()),
                    Err(why) => refused = why,
                }
            }
            Err(refused)
        })?
    }

    /// Exits of the map that a unit may leave by from a hex.
    fn may_exit(&self, piece: Piece, moving: &Moving, exit: ExitId) -> Result<(), Refused> {
        let found = self.engine.game().map.as_ref().and_then(|map| map.exits.at(exit));
        let (Some(found), Some(at)) = (found, moving.at()) else { return Err(Refused::new("there is no such exit")) };
        let side = self.engine.side_of(&piece);
        if !found.hexes.contains(&at) {
            return Err(self.refuse(|words| format!("exit {} is not in {}", found.id, words.hex(at))));
        }
        if found.side.is_some() && found.side != side {
            return Err(self.refuse(|_| format!("exit {} is the other side's", found.id)));
        }
        if moving.stopped {
            return Err(Refused::new("its move has ended"));
        }
        self.names_mode(moving)?;
        // Who cannot move at all cannot leave either.
        self.as_mover(piece, moving, |_| ())?;
        self.look(|situation| {
            let query = situation.about(piece, Some(at));
            match situation.bans(&query, &[Act::Exit]).into_iter().find(|ban| query.forbids(ban, at, at)) {
                Some(ban) => Err(Refused::new(format!("`{}` forbids it", ban.id.0))),
                None => Ok(()),
            }
        })
    }

    fn exits(&self) -> impl Iterator<Item = ExitId> + use<'e> {
        self.engine.game().map.iter().flat_map(|map| map.exits.ids())
    }

    fn near(&self, at: Option<HexId>) -> impl Iterator<Item = HexId> {
        let near = at.zip(self.engine.land()).map(|(at, land)| land.near(at));
        near.into_iter().flatten().flatten()
    }

    pub(super) fn start_of(&self, counter: Counter) -> Option<(Piece, Moving)> {
        let (hex, piece) = self.on_map(counter)?;
        let moving = Moving {
            piece: counter,
            mode: None,
            way: vec![hex],
            spent: Points(0),
            stopped: false,
            entered: None,
            assault: None,
            resumed: false,
            extra: None,
        };
        Some((piece, moving))
    }

    /// Whether a unit may still name a mode: before its first step; one that comes in once, where the scenario sets none.
    fn may_name_mode(frame: &Moving) -> bool {
        frame.is_first() && frame.extra.is_none() && (frame.entered.is_none() || frame.mode.is_none())
    }

    /// Whether a unit may have come onto the map in a mode that it names where it came in; nothing to ask of others.
    pub(super) fn came_in(&self, piece: Piece, moving: &Moving, mode: u16) -> Result<(), Refused> {
        let (Some(cost), Some(hex)) = (moving.entered, moving.at()) else { return Ok(()) };
        if moving.mode.is_some() {
            return Err(Refused::new("the mode in which it came in is settled"));
        }
        if self.mode(mode).is_some_and(|mode| mode.follows.is_some()) {
            return Err(Refused::new("it moves so only after another move"));
        }
        let whole = Moving { mode: Some(mode), entered: None, ..moving.clone() };
        self.as_mover(piece, &whole, |mover| match mover.came_in(cost) {
            Ok(()) => Ok(()),
            Err(StepBlocked::NoRoad) => Err(Refused::new("it came in by no road of the mode")),
            Err(why) => Err(self.refuse(|words| words.bar(&why, hex, hex))),
        })?
    }

    fn mode_is_open(&self, piece: Piece, moving: &Moving, mode: u16) -> Result<(), Refused> {
        self.came_in(piece, moving, mode)?;
        self.any_step(piece, &Moving { mode: Some(mode), ..moving.clone() })
    }

    /// Whether a mode may belong to this phase.
    fn is_of_phase(&self, n: u16) -> bool {
        let varies = self.engine.game().rules.movement.as_ref().is_some_and(|movement| !movement.modes.variants.is_empty());
        let now = self.phase().and_then(|phase| phase.id);
        let phases = self.mode(n).and_then(|mode| mode.phase.as_ref());
        varies || phases.is_none_or(|phases| now.is_none_or(|now| phases.contains(&now)))
    }

    /// Whether a unit can move at all in this phase.
    pub(super) fn may_move(&self, counter: Counter) -> Result<(), Refused> {
        let Some((piece, moving)) = self.start_of(counter) else { return Err(Refused::new("it is not on the map")) };
        let followed = || self.modes().iter().any(|mode| mode.follows.is_some());
        if self.has(UseOf::Moved(counter)) && !followed() {
            return Err(Refused::new("it has moved in this phase"));
        }
        let Err(refused) = self.any_step(piece, &moving) else { return Ok(()) };
        if self.exits().any(|exit| self.may_exit(piece, &moving, exit).is_ok()) {
            return Ok(());
        }
        let modes = u16::try_from(self.modes().len()).unwrap_or(u16::MAX);
        let plain = self.phase().is_some_and(|phase| phase.plain);
        let (now, mut refused) = (self.phase().and_then(|phase| phase.id), refused);
        // Modes of other phases are tried only for somebody who wants to know why not.
        let tried = |n: &u16| self.told.get() || self.is_of_phase(*n);
        for n in (0..modes).filter(tried) {
            match self.mode_is_open(piece, &moving, n) {
                Ok(()) => return Ok(()),
                // Where units move only in modes, why it cannot in this phase's mode is what a player wants to know.
                Err(why) if !plain => {
                    let own = self
                        .mode(n)
                        .and_then(|mode| mode.phase.as_ref())
                        .is_some_and(|at| now.is_some_and(|now| at.contains(&now)));
                    refused = if own { why } else { refused };
                }
                Err(_) => {}
            }
        }
        Err(refused)
    }

    pub(super) fn begin_move(&mut self, counter: Counter) {
        if let Some((_, moving)) = self.start_of(counter) {
            self.push(Frame::Move(moving));
        }
    }

    pub(super) fn run_move(&mut self, frame: Moving) -> Next {
        if self.on_map(frame.piece).is_none() {
            // Something on its way took it off the map.
            self.pop();
            return Next::Goes;
        }
        if frame.resumed && frame.assault.is_none() && self.on_map(frame.piece).map(|(hex, _)| hex) != frame.way.first().copied()
        {
            // Something on its way drove it elsewhere.
            self.pop();
            return Next::Goes;
        }
        if let Some(target) = frame.assault {
            self.after_assault(frame, target);
            return Next::Goes;
        }
        let Some(side) = self.side_of(frame.piece).filter(|_| !frame.stopped) else {
            self.end_move(frame);
            return Next::Goes;
        };
        Next::Asks(Asker::Side(side), What::Step(frame.piece))
    }

    pub(super) fn candidates_move(&self, frame: &Moving) -> Vec<Decision> {
        let mut list: Vec<Decision> = self.near(frame.at()).map(Decision::Hex).collect();
        list.extend(self.exits().map(Decision::Exit));
        if Self::may_name_mode(frame) {
            list.extend((0..u16::try_from(self.modes().len()).unwrap_or(u16::MAX)).map(Decision::Mode));
        }
        list.push(Decision::Done);
        list
    }

    pub(super) fn allow_move(&self, frame: &Moving, decision: &Decision) -> Result<(), Refused> {
        let free = self.settings.hand == super::Hand::Free;
        match decision {
            Decision::Hex(to) if free && self.near(frame.at()).any(|hex| hex == *to) => Ok(()),
            Decision::Done if free => Ok(()),
            _ => self.rules_allow_move(frame, decision),
        }
    }

    /// Why the rules forbid a step or an end of a move, or that a unit moves at all; nothing if they do not.
    pub(super) fn forbidden(&self, decision: &Decision) -> Option<Refused> {
        match (self.state.frames.last()?, decision) {
            (Frame::Move(frame), Decision::Force(to)) => self.rules_allow_move(frame, &Decision::Hex(*to)).err(),
            (Frame::Move(frame), decision) => self.rules_allow_move(frame, decision).err(),
            (Frame::Phase(_), Decision::Piece(counter)) if self.on_map(*counter).is_some() => self.may_move(*counter).err(),
            _ => None,
        }
    }

    fn rules_allow_move(&self, frame: &Moving, decision: &Decision) -> Result<(), Refused> {
        let Some((_, piece)) = self.on_map(frame.piece) else { return Err(Refused::new("it is not on the map")) };
        match decision {
            Decision::Hex(to) => {
                let (spent, stop) = match self.known_step(frame, *to) {
                    Some(step) => (step.spent, step.stop),
                    None => self.may_step(piece, frame, *to)?,
                };
                self.step_found.set(Some((*to, spent, stop)));
                Ok(())
            }
            Decision::Exit(exit) => self.may_exit(piece, frame, *exit),
            Decision::Mode(mode) if frame.is_first() && frame.extra.is_none() => {
                let known = Self::may_name_mode(frame) && self.is_known_mode(frame, *mode);
                if known { Ok(()) } else { self.mode_is_open(piece, frame, *mode) }
            }
            Decision::Mode(_) => Err(Refused::new("a mode is named before the first step")),
            Decision::Done if frame.way.len() == 1 && frame.entered.is_none() => Ok(()),
            Decision::Done if self.is_known_end(frame) => Ok(()),
            Decision::Done => {
                let Some(at) = frame.at() else { return Ok(()) };
                let ends = |mover: &Mover<'_>| mover.may_end(at).map_err(|why| self.refuse(|words| words.end(&why, at)));
                // Who cannot move at all any more stays where it has come.
                self.as_mover(piece, frame, ends).unwrap_or(Ok(()))
            }
            _ => Err(Refused::new("name the next hex, or `done`")),
        }
    }

    pub(super) fn decide_move(&mut self, mut frame: Moving, decision: &Decision) {
        let Some((_, piece)) = self.on_map(frame.piece) else { return self.pop() };
        match decision {
            Decision::Hex(to) | Decision::Force(to) => {
                let found = self.step_found.take().filter(|(hex, ..)| hex == to).map(|(_, spent, stop)| (spent, stop));
                // A step against the rules costs nothing and stops nobody.
                if let Some((spent, stop)) = found.or_else(|| self.may_step(piece, &frame, *to).ok()) {
                    (frame.spent, frame.stopped) = (spent, stop);
                }
                let (counter, from) = (frame.piece, frame.at());
                if matches!(decision, Decision::Hex(_)) && self.assaults(&frame, *to) {
                    return self.begin_assault(frame, *to);
                }
                frame.way.push(*to);
                self.step(Frame::Move(frame));
                self.entered(counter, from, *to);
            }
            Decision::Mode(mode) => self.step(Frame::Move(Moving { mode: Some(*mode), ..frame })),
            Decision::Exit(exit) => self.leave(frame, piece, *exit),
            _ => self.end_move(frame),
        }
    }

    /// The unit stands where its way ends.
    fn end_move(&mut self, frame: Moving) {
        self.pop();
        if frame.way.len() < 2 {
            if frame.entered.is_some() {
                self.ends_in(frame.piece);
            } else if !frame.resumed {
                self.put_back();
            }
            return;
        }
        self.stands_at_end(&frame);
        self.check_at_once();
    }

    pub(super) fn stands_at_end(&mut self, frame: &Moving) {
        self.goes(frame);
        let Some((_, piece)) = self.on_map(frame.piece) else { return };
        let Some(end) = frame.at().filter(|_| frame.way.len() > 1) else { return };
        self.put(piece, Location::Hex(end));
        if let Some(begin) = frame.way.first() {
            self.left(piece, *begin);
        }
        for hex in frame.way.iter().skip(1) {
            self.takes(frame.piece, *hex, *hex == end);
        }
    }

    /// What a way leaves behind: hexsides crossed, that the unit has moved.
    fn goes(&mut self, frame: &Moving) {
        let Some((_, piece)) = self.on_map(frame.piece) else { return };
        let counted = self.engine.game().rules.movement.as_ref().is_some_and(|movement| !movement.limits.is_empty());
        if let Some(land) = self.engine.land().filter(|_| counted) {
            let steps: Vec<_> = frame.way.iter().zip(frame.way.iter().skip(1)).map(|(a, b)| (*a, *b)).collect();
            for (a, b) in steps {
                if let Some(side) = land.map().board.hexside_between(a, b) {
                    self.change(Change::Cross { side, piece });
                }
            }
        }
        self.did(frame.piece, Deed::Moved);
        if frame.extra.is_some() {
            return;
        }
        if !frame.resumed {
            self.counts_move(piece, frame);
        }
        if !self.has(UseOf::Moved(frame.piece)) {
            self.use_up(UseOf::Moved(frame.piece), Span::Phase);
        }
        if self.modes().iter().any(|mode| mode.follows.is_some()) {
            self.use_up(UseOf::MovedIn(frame.piece, frame.mode), Span::Phase);
        }
    }

    /// Off the map.
    fn leave(&mut self, frame: Moving, piece: Piece, exit: ExitId) {
        self.pop();
        for hex in frame.way.iter().skip(1) {
            self.takes(frame.piece, *hex, false);
        }
        self.use_up(UseOf::Moved(frame.piece), Span::Phase);
        self.goes_off(piece.counter(), frame.at(), Some(exit));
        self.check_at_once();
    }

    /// A unit is off the map, by an exit or by an effect.
    pub(super) fn goes_off(&mut self, counter: Counter, at: Option<HexId>, exit: Option<ExitId>) {
        let Some((stood, piece)) = self.on_map(counter) else { return };
        let map = self.engine.game().map.as_ref();
        let entry =
            at.or(Some(stood)).and_then(|at| map?.entries.iter().find(|(_, entry)| entry.hexes.contains(&at)).map(|(id, _)| id));
        let behind = exit.and_then(|exit| map?.exits.at(exit)).and_then(|exit| exit.behind);
        let before = self.state.position.seat(counter);
        let after = behind.map(|id| (Location::Box(id), piece));
        self.change(Change::Put { before, after });
        self.change(Change::Exit(piece, WayOut { entry, exit }));
        self.mark(super::Site::Unit(counter), Vec::new());
        self.left(piece, stood);
    }

    /// The move that is under way ends where the unit is.
    pub(super) fn stop_move(&mut self) {
        let found = self.state.frames.iter().rposition(|frame| matches!(frame, Frame::Move(_)));
        let Some((at, before)) = found.and_then(|at| Some((at, self.state.frames.get(at)?.clone()))) else { return };
        let Frame::Move(moving) = &before else { return };
        let after = Frame::Move(Moving { stopped: true, ..moving.clone() });
        self.change(Change::Step { at, before, after });
    }

    /// A move, a retreat or an advance ended where a unit stands.
    pub(super) fn ends_in(&mut self, counter: Counter) {
        if let Some((hex, _)) = self.on_map(counter) {
            self.takes(counter, hex, true);
            self.check_at_once();
        }
    }

    /// Takes the places of a hex, where the rules let a unit do so.
    pub(super) fn takes(&mut self, counter: Counter, hex: HexId, ends: bool) {
        let (Some(land), Some(side)) = (self.engine.land(), self.side_of(counter)) else { return };
        for place in land.places(hex) {
            if self.state.position.held.get(place) == Some(&side) {
                continue;
            }
            let hexes = land.map().places.at(*place).map(|place| place.hexes.as_slice()).unwrap_or_default();
            let Some((_, piece)) = self.on_map(counter) else { return };
            let taken = self.look(|situation| {
                let entries = self.engine.live(&self.engine.game().rules.taking, &situation.moment);
                let query = Query { hex: Some(hex), ..situation.about(piece, Some(hex)) };
                let entry = entries.into_iter().find(|entry| {
                    entry.who.as_ref().is_none_or(|who| query.fits(who, &piece, Some(hex)).sure())
                        && query.counts(entry.when.as_ref()).sure()
                });
                let by = entry.and_then(|entry| entry.by).unwrap_or(TakenBy::Passing);
                let when = match by {
                    TakenBy::Passing => true,
                    TakenBy::Ending => ends,
                    TakenBy::Never => false,
                };
                when && !hexes.iter().any(|hex| situation.has_enemy(*hex, side))
            });
            if taken {
                let before = self.state.position.held.get(place).copied();
                self.change(Change::Hold { place: *place, before, after: Some(side) });
                if self.listens(Event::Takes) {
                    self.set_off(Done { event: Event::Takes, piece: Some(piece), hex: Some(hex), from: None });
                }
            }
        }
    }

    /// A hex beside where a unit is on its way, whatever forbids it.
    pub(super) fn allow_force(&self, to: HexId) -> Result<(), Refused> {
        if self.settings.hand == super::Hand::Strict {
            return Err(Refused::new("nothing can be forced here: the game is played strictly"));
        }
        match self.state.frames.last() {
            Some(Frame::Move(frame)) if self.near(frame.at()).any(|hex| hex == to) => Ok(()),
            Some(Frame::Move(_)) => Err(Refused::new("that hex is not beside it")),
            _ => Err(Refused::new("only a step of a move can be forced")),
        }
    }

    /// The move that is under way.
    pub fn moving(&self) -> Option<&Moving> {
        match self.state.frames.last()? {
            Frame::Move(frame) => Some(frame),
            _ => None,
        }
    }

    /// What the move that is under way would have spent after a step, and of how much; nothing if it cannot be taken.
    pub fn step_cost(&self, to: HexId) -> Option<(Points, Points)> {
        let frame = self.moving()?;
        let (_, piece) = self.on_map(frame.piece)?;
        let (spent, _) = self.may_step(piece, frame, to).ok()?;
        Some((spent, self.as_mover(piece, frame, |mover| mover.allowance).ok()?))
    }

    /// A mode by its place in the list.
    pub fn mode(&self, n: u16) -> Option<&'e Mode> {
        self.modes().get(usize::from(n))
    }

    pub(super) fn count_of_modes(&self) -> usize {
        self.modes().len()
    }

    /// A way to one of the hexes where a unit can end its move, or off the map, whichever is picked; as decisions. Only
    /// what is picked is asked about, so that a whole reach costs one search.
    pub(super) fn some_way(
        &self,
        counter: Counter,
        mode: Option<u16>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Vec<Decision>> {
        let (piece, moving) = self.about_to_move(counter, mode)?;
        let open = |exit: &ExitId, at: HexId| self.may_leave(piece, &moving, at, *exit);
        let found = self.as_mover(piece, &moving, |mover| {
            let reach = mover.reach();
            let mut hexes: Vec<HexId> = reach.hexes().filter(|hex| *hex != mover.from).collect();
            while !hexes.is_empty() {
                let hex = hexes.swap_remove(pick(hexes.len()) % hexes.len());
                let most = moving.extra.flatten().map_or(usize::MAX, |most| most as usize);
                let open = |path: &Vec<HexId>| path.len() <= most.saturating_add(1) && path.iter().all(|hex| self.in_play(*hex));
                let Some(path) = reach.path(hex).filter(open) else { continue };
                if mover.may_end(hex).is_ok() {
                    self.remember_way(piece, mover, &moving, &path);
                    return Some((hex, path));
                }
            }
            None
        });
        let (end, path) = found.ok()??;
        let last = self.exits().find(|exit| pick(2) == 0 && open(exit, end)).map_or(Decision::Done, Decision::Exit);
        let steps = path.into_iter().skip(1).map(Decision::Hex);
        Some(mode.map(Decision::Mode).into_iter().chain(steps).chain([last]).collect())
    }

    /// A move in a mode from where a unit stands; of one that comes in just now with what that cost.
    fn begun_so(&self, counter: Counter, mode: Option<u16>) -> Result<(Piece, Moving), Refused> {
        let (piece, moving) = self.start_of(counter).ok_or_else(|| Refused::new("it is not on the map"))?;
        let Some(frame) = self.moving().filter(|frame| frame.piece == counter && frame.entered.is_some()) else {
            return Ok((piece, Moving { mode, ..moving }));
        };
        if let Some(mode) = mode.filter(|mode| frame.mode != Some(*mode)) {
            self.came_in(piece, frame, mode)?;
        }
        Ok((piece, Moving { mode: mode.or(frame.mode), entered: frame.entered, ..moving }))
    }

    /// The way that a unit would go, as decisions: its mode, hex after hex, done; or why it does not come there.
    pub fn way_to(&self, counter: Counter, mode: Option<u16>, to: HexId) -> Result<Vec<Decision>, Refused> {
        let (piece, moving) = self.begun_so(counter, mode)?;
        let (words, from) = (self.words(), moving.way.first().copied().unwrap_or(to));
        let path = self.as_mover(piece, &moving, |mover| {
            mover.may_end(to).map_err(|why| Refused::new(words.end(&why, to))).map(|()| mover.reach().path(to))
        })??;
        let Some(path) = path else {
            let named = mode.and_then(|n| self.mode(n)).map(|mode| mode.id.number());
            let told = self.look(|situation| words.way(situation, piece, from, named, to));
            return Err(Refused::new(match told {
                ToldWay::Unknown(why) | ToldWay::CannotMove(why) | ToldWay::No(why) => why,
                ToldWay::Yes { .. } => "it cannot come there".to_owned(),
            }));
        };
        if let Some(out) = path.iter().find(|hex| !self.in_play(**hex)) {
            return Err(Refused::new(format!("{} is not played on in this scenario", words.hex(*out))));
        }
        let steps = path.into_iter().skip(1).map(Decision::Hex);
        Ok(mode.map(Decision::Mode).into_iter().chain(steps).chain([Decision::Done]).collect())
    }

    /// Everything that a unit can come to: for how much, whether it must stop there, and why it cannot end its move there
    /// if it cannot.
    pub fn reach_of(&self, counter: Counter, mode: Option<u16>) -> Result<Vec<InReach>, Refused> {
        let (piece, moving) = self.begun_so(counter, mode)?;
        let words = self.words();
        self.as_mover(piece, &moving, |mover| {
            let reach = mover.reach();
            let hexes = reach.hexes().filter(|hex| *hex != mover.from && self.in_play(*hex));
            let told = hexes.filter_map(|hex| {
                let no_end = mover.may_end(hex).err().map(|why| words.end(&why, hex));
                Some(InReach { hex, cost: reach.cost(hex)?, stops: !reach.goes_on(hex), no_end })
            });
            told.collect()
        })
    }
}

/// A hex that a unit can come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InReach {
    pub hex: HexId,
    pub cost: Points,
    /// Whether its move ends there.
    pub stops: bool,
    /// Why it cannot end its move there, if it cannot.
    pub no_end: Option<String>,
}
