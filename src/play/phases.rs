//! Phases: what opens in each, who is asked, what happens at its end; and turns, one after the other.

use std::collections::BTreeSet;

use super::{
    Asker, Change, Clock, Decision, Frame, Lasting, LastingWhat, Match, Next, Over, PhaseFrame, PhaseStage, PlayPhase, Refused,
    Span, UseOf, What,
};
use crate::model::{Activity, Event, Key, Level, LevelChecked, Per, Phase, SideId, TurnId};
use crate::rules::{Counter, Deeds, Verdict};

/// A game without a calendar ends after so many turns.
const MOST_TURNS: u32 = 1000;

impl<'e> Match<'e> {
    /// Whose decisions a phase asks for, in order.
    pub(super) fn askers(&self) -> Vec<SideId> {
        match self.phase_side() {
            Some(side) => vec![side],
            None => {
                let order = &self.scenario.order;
                let mut all = order.clone();
                all.extend(self.engine.game().sides.ids().filter(|side| !order.contains(side)));
                all
            }
        }
    }

    fn asker(&self, frame: &PhaseFrame) -> Option<SideId> {
        self.askers().get(usize::from(frame.asked)).copied()
    }

    fn last_turn(&self) -> Option<TurnId> {
        self.engine.game().turns_of(self.scenario).map(|(_, last)| last)
    }

    /// Begins the next phase that is played, or the next turn, or ends the game.
    pub(super) fn next_phase(&mut self) {
        let before = self.state.clock;
        let mut open = BTreeSet::new();
        let from = match before.phase {
            None => {
                let turn = self.engine.start().turn;
                self.change(Change::Clock { before, after: Clock { turn, turns: 0, phase: None } });
                open.extend(self.fill_pools(None));
                0
            }
            Some(phase) => usize::from(phase) + 1,
        };
        let next = (from..self.sequence.len()).find(|n| self.is_played(*n));
        match next.and_then(|n| u16::try_from(n).ok()) {
            Some(phase) => {
                self.begin_phase(phase, open);
            }
            None => self.next_turn(),
        }
    }

    /// Begins a phase; dice say first how full some pools are.
    fn begin_phase(&mut self, phase: u16, mut open: BTreeSet<u16>) {
        let before = self.state.clock;
        self.change(Change::Clock { before, after: Clock { phase: Some(phase), ..before } });
        open.extend(self.fill_pools(Some(Per::Phase)));
        self.push(Frame::Phase(PhaseFrame { stage: PhaseStage::Begin(0), asked: 0, passed: 0 }));
        self.throw_for_pools(&open);
    }

    /// A phase as the game has it; nothing for one that the game does not name.
    fn as_written(&self, phase: &PlayPhase) -> Option<&'e Phase> {
        self.engine.game().phases.values().nth(phase.number?)
    }

    fn is_played(&self, n: usize) -> bool {
        self.sequence.get(n).filter(|phase| !phase.run).is_some_and(|phase| self.comes_up(phase, phase.side))
    }

    /// Whether the condition of a phase holds for the side that plays it.
    pub(super) fn comes_up(&self, phase: &PlayPhase, side: Option<SideId>) -> bool {
        let when = self.as_written(phase).and_then(|phase| phase.when.as_ref());
        let Some(when) = when else { return true };
        let mut moment = self.moment();
        (moment.side, moment.phase) = (side, phase.id);
        self.look_at(moment, |situation| {
            let query = crate::rules::Query { side, ..situation.query() };
            query.holds(when).possible()
        })
    }

    /// Whether none of these phases is played; those that hang on nothing answer first.
    fn none_is_played(&self, phases: std::ops::Range<usize>) -> bool {
        let always = |n: usize| {
            let phase = self.sequence.get(n).filter(|phase| !phase.run);
            phase.is_some_and(|phase| self.as_written(phase).is_none_or(|phase| phase.when.is_none()))
        };
        !phases.clone().any(always) && !phases.into_iter().any(|n| self.is_played(n))
    }

    fn next_turn(&mut self) {
        self.withdraw();
        self.ends(Span::Turn, None);
        for (counter, before) in self.state.position.did.clone() {
            self.change(Change::Did { counter, before, after: Deeds::default() });
        }
        let before = self.state.clock;
        let last = self.last_turn().is_some_and(|last| before.turn.is_some_and(|turn| turn >= last));
        if last || before.turns + 1 >= MOST_TURNS {
            return self.finish();
        }
        // Without a calendar nothing else ends a game in which nobody is ever asked.
        let idle = |change: &Change| matches!(change, Change::Clock { before, after } if after.turns > before.turns);
        if before.turn.is_none() && self.events().iter().any(idle) {
            let how = "nobody can do anything: the game does not say what is done".to_owned();
            return self.change(Change::Over(Over { level: None, side: None, how }));
        }
        let turn = before.turn.map(|turn| TurnId::new(turn.index() + 1));
        // A scenario may be decided before its last turn.
        let decided = self.scenario.checked.is_some_and(|checked| before.turn.is_some_and(|turn| turn >= checked));
        if decided {
            return self.finish();
        }
        self.change(Change::Clock { before, after: Clock { turn, turns: before.turns + 1, phase: None } });
        let open = self.fill_pools(Some(Per::Turn)).into_iter().collect();
        // The first phase of the turn that is played; a turn without any is over at once.
        let next = (0..self.sequence.len()).find(|n| self.is_played(*n)).and_then(|n| u16::try_from(n).ok());
        match next {
            Some(phase) => {
                self.begin_phase(phase, open);
            }
            None => self.next_turn_without_phases(),
        }
    }

    /// A turn in which nothing is played.
    fn next_turn_without_phases(&mut self) {
        let before = self.state.clock;
        let last = self.last_turn().is_none_or(|last| before.turn.is_none_or(|turn| turn >= last));
        if last {
            return self.finish();
        }
        let phase = u16::try_from(self.sequence.len()).ok();
        self.change(Change::Clock { before, after: Clock { phase, ..before } });
    }

    /// Units that the scenario takes away at the end of this turn.
    fn withdraw(&mut self) {
        let turn = self.state.clock.turn;
        let due: Vec<_> = self.scenario.withdrawals.iter().filter(|line| Some(line.turn) == turn).collect();
        for line in due {
            let holds = line.when.as_ref().is_none_or(|when| self.look(|situation| situation.query().holds(when).sure()));
            for unit in line.units.iter().filter(|_| holds) {
                let count = self.engine.game().units.at(*unit).map_or(0, |unit| unit.count);
                for n in 1..=count {
                    let counter = (*unit, n);
                    // Who has not come yet does not come any more.
                    if let Some(before) = self.state.due.get(&counter).copied() {
                        self.change(Change::Due { counter, before: Some(before), after: None });
                    }
                    let Some(before) = self.state.position.seat(counter) else { continue };
                    self.mark(super::Site::Unit(counter), Vec::new());
                    self.change(Change::Put { before: Some(before), after: None });
                }
            }
        }
    }

    pub(super) fn run_phase(&mut self, frame: PhaseFrame) -> Next {
        match frame.stage {
            PhaseStage::Begin(n) => {
                self.trigger(frame, n, true);
                Next::Goes
            }
            PhaseStage::Close(n) => {
                self.trigger(frame, n, false);
                Next::Goes
            }
            PhaseStage::Cards(n) => {
                let next = PhaseFrame { stage: PhaseStage::Cards(n + 1), ..frame };
                match self.engine.game().rules.decks.list.get(usize::from(n)) {
                    None => self.step(Frame::Phase(PhaseFrame { stage: PhaseStage::Arrivals(0), ..frame })),
                    Some(_) => {
                        self.step(Frame::Phase(next));
                        self.draw_in_phase(n);
                    }
                }
                Next::Goes
            }
            PhaseStage::Arrivals(n) => {
                self.decide_arrival(frame, n);
                Next::Goes
            }
            PhaseStage::Act => {
                let all = usize::from(frame.passed) >= self.askers().len();
                let Some(side) = self.asker(&frame).filter(|_| !(self.alternates() && all)) else {
                    self.step(Frame::Phase(PhaseFrame { stage: PhaseStage::Resolve, asked: 0, passed: 0 }));
                    return Next::Goes;
                };
                if self.has_something_to_do(&frame) {
                    return Next::Asks(Asker::Side(side), What::Act);
                }
                self.step(Frame::Phase(self.passes(frame)));
                Next::Goes
            }
            PhaseStage::Resolve => {
                let Some(side) = self.to_resolve().first().and_then(|n| self.state.battles.get(*n)).map(|battle| battle.side)
                else {
                    self.step(Frame::Phase(PhaseFrame { stage: PhaseStage::Close(0), ..frame }));
                    return Next::Goes;
                };
                Next::Asks(Asker::Side(side), What::Resolve)
            }
            PhaseStage::End => {
                self.phase_ends();
                Next::Goes
            }
        }
    }

    /// Sets off a trigger of the beginning or the end of a phase, if it is one.
    fn trigger(&mut self, frame: PhaseFrame, n: u16, begins: bool) {
        let next = self.next_of_calendar(n, begins);
        let stage = match (next, begins) {
            (Some(n), true) => PhaseStage::Begin(n + 1),
            (Some(n), false) => PhaseStage::Close(n + 1),
            (None, true) => PhaseStage::Cards(0),
            (None, false) => PhaseStage::End,
        };
        self.step(Frame::Phase(PhaseFrame { stage, ..frame }));
        let Some(n) = next else { return };
        let Some(trigger) = self.live_at(&self.engine.game().rules.triggers, n) else { return };
        let now = self.phase().and_then(|phase| phase.id);
        let named = trigger.phase.as_ref().is_none_or(|phases| now.is_some_and(|now| phases.contains(&now)));
        // The first phase of a turn begins it, and none that an effect lets play.
        let first = || !self.is_run() && self.none_is_played(0..usize::from(self.state.clock.phase.unwrap_or(0)));
        let after = self.state.clock.phase.map_or(0, |phase| usize::from(phase) + 1);
        let last = || !self.is_run() && self.none_is_played(after..self.sequence.len());
        let on = match trigger.on {
            Event::PhaseStart => begins && named,
            Event::PhaseEnd => !begins && named,
            Event::TurnStart => begins && trigger.phase.is_none() && first(),
            // The last phase of a turn ends it.
            Event::TurnEnd => !begins && trigger.phase.is_none() && last(),
            _ => false,
        };
        let side = self.phase_side();
        if on {
            self.calendar_sets_off(n, side);
        }
    }

    /// Whether somebody is asked at all: nobody is kept waiting where nothing can be done, unless it is done by hand.
    fn has_something_to_do(&self, frame: &PhaseFrame) -> bool {
        let by_hand = self.settings.hand != super::Hand::Strict;
        if by_hand && self.phase().is_some_and(|phase| phase.does.is_empty()) && self.nothing_is_said() {
            return true;
        }
        let Some(side) = self.asker(frame) else { return false };
        let open = |decision: &Decision| match decision {
            Decision::Pass => false,
            // Whether the odds are good enough is for the player to see.
            Decision::Hex(hex) if self.does(Activity::Fight) => self.somebody_may_attack(side, *hex),
            other => self.allow_phase(frame, other).is_ok(),
        };
        // What could be done before mostly still can: then nothing needs to be listed.
        let last = self.found.borrow_mut().open.take();
        let found = self.untold(|| last.filter(open).or_else(|| self.candidates_phase(frame).into_iter().find(open)));
        let something = found.is_some();
        self.found.borrow_mut().open = found;
        something || by_hand && self.is_open_phase()
    }

    /// Whether the game says of no phase what is done in it.
    fn nothing_is_said(&self) -> bool {
        self.engine.game().phases.values().all(|phase| phase.does.is_none())
    }

    /// A phase in which something can be done by hand that the rules do not carry out.
    fn is_open_phase(&self) -> bool {
        let said = self.phase().and_then(|phase| self.as_written(phase)).and_then(|phase| phase.does.as_ref());
        said.is_none()
    }

    pub(super) fn candidates_phase(&self, frame: &PhaseFrame) -> Vec<Decision> {
        if frame.stage == PhaseStage::Resolve {
            let targets = self.to_resolve().into_iter().filter_map(|n| self.state.battles.get(n));
            return targets.map(|battle| Decision::Hex(battle.target)).collect();
        }
        let Some(side) = self.asker(frame) else { return Vec::new() };
        let mut list = vec![Decision::Pass];
        if self.does(Activity::Move) {
            let own = self.state.position.stacks().flat_map(|(_, stack)| stack.iter());
            let own = own.filter(|piece| self.engine.side_of(piece) == Some(side));
            list.extend(own.map(|piece| Decision::Piece(piece.counter())));
        }
        if self.does(Activity::Arrive) {
            let own = self.state.due.keys().filter(|counter| self.side_of(**counter) == Some(side));
            list.extend(own.map(|counter| Decision::Piece(*counter)));
            list.extend(self.behind_entries(side).into_iter().map(Decision::Piece));
        }
        if self.does(Activity::Fight) {
            list.extend(self.targets(side).into_iter().map(Decision::Hex));
        }
        list.extend(self.hand_of(side).into_iter().map(Decision::Card));
        if self.does(Activity::Act) {
            let count = u16::try_from(self.engine.game().rules.actions.list.len()).unwrap_or(u16::MAX);
            list.extend((0..count).map(Decision::Action));
        }
        list
    }

    pub(super) fn allow_phase(&self, frame: &PhaseFrame, decision: &Decision) -> Result<(), Refused> {
        if frame.stage == PhaseStage::Resolve {
            let known = |hex| self.to_resolve().iter().any(|n| self.state.battles.get(*n).is_some_and(|b| b.target == hex));
            return match decision {
                Decision::Hex(hex) if known(*hex) => Ok(()),
                _ => Err(Refused::new("name the hex of a combat that is declared")),
            };
        }
        let Some(side) = self.asker(frame) else { return Err(Refused::new("nobody is asked")) };
        match decision {
            Decision::Pass => self.may_pass(side),
            Decision::Piece(counter) => {
                if self.side_of(*counter) != Some(side) {
                    return Err(Refused::new("it is not yours"));
                }
                if !self.is_active(*counter) {
                    return Err(Refused::new("it is not one of those that act now"));
                }
                if self.comes_in(side, *counter) {
                    return match self.does(Activity::Arrive) {
                        true => self.may_arrive(*counter),
                        false => Err(Refused::new("nobody arrives in this phase")),
                    };
                }
                let free = self.settings.hand == super::Hand::Free && self.on_map(*counter).is_some();
                match self.does(Activity::Move) {
                    true if free => Ok(()),
                    true => self.may_move(*counter),
                    false => Err(Refused::new("nobody moves in this phase")),
                }
            }
            Decision::Hex(hex) => match self.does(Activity::Fight) {
                true => self.may_be_target(side, *hex),
                false => Err(Refused::new("nobody fights in this phase")),
            },
            Decision::Card(card) => self.may_play(side, *card),
            Decision::Action(action) => match self.does(Activity::Act) {
                true => self.may_act(side, *action),
                false => Err(Refused::new("no action belongs to this phase")),
            },
            _ => Err(Refused::new("name a unit, a hex to attack or an action, or pass")),
        }
    }

    /// Whether a counter would come onto the map: it is due, or waits behind an entry.
    fn comes_in(&self, side: SideId, counter: Counter) -> bool {
        self.state.due.contains_key(&counter) || self.on_map(counter).is_none() && self.behind_entries(side).contains(&counter)
    }

    /// An action that must be done comes before the end of a phase.
    fn may_pass(&self, side: SideId) -> Result<(), Refused> {
        let musts = self.engine.game().rules.actions.list.iter().enumerate().filter(|(_, action)| action.must == Some(true));
        for (n, action) in musts.filter(|_| self.does(Activity::Act)) {
            let n = u16::try_from(n).unwrap_or(u16::MAX);
            if self.may_act(side, n).is_ok() {
                return Err(Refused::new(format!("`{}` must be done first", action.id.0)));
            }
        }
        for hex in self.crowded(side).into_iter().filter(|_| self.does(Activity::Move)) {
            let stack: Vec<_> = self.state.position.stack(hex).iter().map(crate::rules::Piece::counter).collect();
            if stack.into_iter().any(|counter| self.side_of(counter) == Some(side) && self.may_move(counter).is_ok()) {
                return Err(Refused::new(format!("too many units are in {}: one of them must go on", self.words().hex(hex))));
            }
        }
        Ok(())
    }

    pub(super) fn decide_phase(&mut self, frame: PhaseFrame, decision: &Decision) {
        if frame.stage == PhaseStage::Resolve {
            if let Decision::Hex(hex) = decision {
                self.take_up(*hex);
            }
            return;
        }
        let Some(side) = self.asker(&frame) else { return };
        match decision {
            Decision::Pass => self.step(Frame::Phase(self.passes(frame))),
            _ if self.alternates() => {
                // What is begun is the one thing of this side; whoever puts it back is asked again.
                let next = self.passes(frame);
                self.step(Frame::Phase(PhaseFrame { passed: 0, ..next }));
                self.begins(side, decision);
            }
            _ => self.begins(side, decision),
        }
    }

    /// Whether the sides take turns in this phase.
    fn alternates(&self) -> bool {
        self.phase().and_then(|phase| self.as_written(phase)).is_some_and(|phase| phase.alternate)
    }

    /// The next side is asked.
    fn passes(&self, frame: PhaseFrame) -> PhaseFrame {
        let next = frame.asked.saturating_add(1);
        let sides = u16::try_from(self.askers().len().max(1)).unwrap_or(u16::MAX);
        match self.alternates() {
            true => PhaseFrame { asked: next % sides, passed: frame.passed.saturating_add(1), ..frame },
            false => PhaseFrame { asked: next, ..frame },
        }
    }

    /// Something was begun and put back: where the sides take turns, it is the same side's turn.
    pub(super) fn put_back(&mut self) {
        let Some(Frame::Phase(frame)) = self.state.frames.last().cloned() else { return };
        if frame.stage == PhaseStage::Act && self.alternates() {
            let sides = u16::try_from(self.askers().len().max(1)).unwrap_or(u16::MAX);
            self.step(Frame::Phase(PhaseFrame { asked: (frame.asked + sides - 1) % sides, ..frame }));
        }
    }

    fn begins(&mut self, side: SideId, decision: &Decision) {
        match decision {
            Decision::Piece(counter) if self.comes_in(side, *counter) => self.push(Frame::Arrive { piece: *counter }),
            Decision::Piece(counter) => self.begin_move(*counter),
            Decision::Hex(hex) => self.begin_battle(side, *hex),
            Decision::Card(card) => self.play_card(side, *card),
            Decision::Action(action) => self.begin_action(side, *action),
            _ => {}
        }
    }

    /// Everything that happens at the end of a phase; then the phase is over.
    fn phase_ends(&mut self) {
        if self.does(Activity::Move) {
            self.askers().into_iter().for_each(|side| self.thin_out(side));
            if !matches!(self.state.frames.last(), Some(Frame::Phase(_))) {
                // What that set off comes first.
                return;
            }
        }
        if self.does(Activity::Supply) {
            self.judge_supply();
        }
        let half = self.phase_side();
        let next = self.state.clock.phase.and_then(|n| self.sequence.get(usize::from(n) + 1)).and_then(|phase| phase.side);
        self.ends(Span::Phase, half.filter(|_| half != next));
        if !self.state.position.crossed.is_empty() {
            let before = self.state.position.crossed.clone();
            self.change(Change::Forget { before });
        }
        let id = self.phase().and_then(|phase| phase.id);
        let now = |level: &Level| level.checked.iter().any(|at| matches!(at, LevelChecked::Phase(phase) if Some(*phase) == id));
        self.check_levels(&now);
        if self.state.over.is_none() {
            self.pop();
            if self.comes_again() {
                self.push(Frame::Phase(PhaseFrame { stage: PhaseStage::Begin(0), asked: 0, passed: 0 }));
            }
        }
    }

    /// Whether the phase that is over is played once more.
    fn comes_again(&self) -> bool {
        let repeat = self.phase().and_then(|phase| self.as_written(phase)).and_then(|phase| phase.repeat.as_ref());
        repeat.is_some_and(|repeat| {
            let side = self.phase_side();
            self.look(|situation| crate::rules::Query { side, ..situation.query() }.holds(repeat).sure())
        })
    }

    /// What lasts so long ends; what is counted for so long is forgotten.
    fn ends(&mut self, span: Span, half: Option<SideId>) {
        let mut n = 0;
        while let Some(lasting) = self.state.lasting.get(n).cloned() {
            let over = match (lasting.half, span) {
                (Some(side), Span::Phase) => half == Some(side),
                (Some(_), _) => span == Span::Turn,
                (None, span) => lasting.until <= span,
            };
            if !over {
                n += 1;
                continue;
            }
            self.change(Change::Ends(n, lasting.clone()));
            match lasting.what {
                LastingWhat::State(counter, state) => self.lose_state(counter, state),
                LastingWhat::Weather => self.sky_is(|sky| sky.weather = None),
                LastingWhat::Ground => self.sky_is(|sky| sky.ground = None),
                LastingWhat::Flag(name) => {
                    if self.state.position.flags.contains(&name) {
                        self.change(Change::Flag { name, is: false });
                    }
                }
            }
        }
        let forgotten: Vec<_> = self.state.used.iter().filter(|(key, _)| key.per <= span).map(|(k, n)| (k.clone(), *n)).collect();
        for (key, before) in forgotten {
            self.change(Change::Use { key, before, after: 0 });
        }
    }

    /// The weather or the ground is something else.
    pub(super) fn sky_is(&mut self, set: impl FnOnce(&mut crate::rules::Sky)) {
        let before = self.state.sky.clone();
        let mut after = before.clone();
        set(&mut after);
        if before != after {
            self.change(Change::Sky { before, after });
        }
    }

    pub(super) fn lasts(&mut self, what: LastingWhat, until: Option<crate::model::Until>) {
        use crate::model::Until;
        let side = self.phase_side();
        let (until, half) = match until {
            Some(Until::Phase) => (Span::Phase, None),
            Some(Until::PlayerTurn) => (Span::Turn, side),
            Some(Until::Turn) => (Span::Turn, None),
            Some(Until::Game) | None => return,
        };
        self.change(Change::Lasts(Lasting { what, until, half }));
    }

    /// Levels that end the game as soon as they hold.
    pub(super) fn check_at_once(&mut self) {
        self.check_levels(&|level| level.checked.contains(&LevelChecked::AtOnce));
    }

    fn check_levels(&mut self, now: &dyn Fn(&Level) -> bool) {
        if self.state.over.is_some() || !self.scenario.levels.iter().any(now) {
            return;
        }
        let found = self.look(|situation| {
            let mut levels = self.scenario.levels.iter().enumerate().filter(|(_, level)| now(level) && level.when.is_some());
            let holds = |level: &Level| {
                let query = crate::rules::Query { side: level.side, ..situation.query() };
                level.when.as_ref().is_some_and(|when| query.holds(when).sure())
            };
            levels.find(|(_, level)| holds(level)).map(|(n, _)| n)
        });
        if let Some(level) = found {
            self.won(level);
        }
    }

    fn won(&mut self, n: usize) {
        let Some(level) = self.scenario.levels.get(n) else { return };
        let over = Over { level: u16::try_from(n).ok(), side: level.side, how: level.name.clone() };
        self.change(Change::Over(over));
    }

    /// The level of victory that the game would end with now, by its place in the list.
    pub fn level_now(&self) -> Option<usize> {
        let points: Vec<_> = self.engine.live(&self.scenario.points, &self.moment()).cloned().collect();
        self.look(|situation| {
            let Verdict { level, open, .. } = situation.victory(&self.scenario.levels, &points);
            // What nobody can say is not so when the game is over.
            let level = level.or(open.first().copied())?;
            self.scenario.levels.iter().position(|other| std::ptr::eq(other, level) || other == level)
        })
    }

    /// The end of the game: the levels are read from the top.
    pub(super) fn finish(&mut self) {
        if self.state.over.is_some() {
            return;
        }
        match self.level_now() {
            Some(n) => self.won(n),
            None => self.change(Change::Over(Over { level: None, side: None, how: "the game is over".to_owned() })),
        }
    }

    /// Whether a unit has done something in this phase.
    pub(super) fn has(&self, of: UseOf) -> bool {
        self.used(of, Span::Phase) > 0
    }
}
