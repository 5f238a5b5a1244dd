//! Play: what the rules say is carried out, decision by decision.
//!
//! A [`Match`] is a game that is being played. It asks ([`Match::ask`]), somebody decides ([`Match::decide`]), and what
//! then happens is a list of [`Change`]s, the only things that change a [`State`]. All questions about rules go to
//! `rules`; what is here only knows in which order things are asked and what follows.
//!
//! Each kind of [`Frame`] has its file: how it goes on by itself (`run_…`), what is allowed (`allow_…`), what might be
//! (`candidates_…`), and what follows (`decide_…`). What is offered are the candidates that are allowed.

mod acting;
mod advancing;
mod arriving;
mod as_scenario;
mod assaulting;
mod cards;
mod change;
mod chits;
mod decision;
mod describing;
mod dice;
mod digest;
mod effects;
mod example;
mod fighting;
mod found;
mod hand;
mod joining;
mod limiting;
mod log;
mod losing;
mod marching;
mod marking;
mod moving;
mod phases;
mod random;
mod retreating;
mod returning;
mod running;
mod sequence;
mod setting_up;
mod shooting;
mod snapshot;
mod state;
mod supplying;
mod triggering;
mod weighing;
mod words;

pub use change::{Change, Site};
pub use decision::{Ask, Asker, Decision, Drawn, Refused, What};
pub use describing::choices_in_words;
pub use dice::{Pcg, sum, throw};
pub use digest::Digest;
pub use example::{Otherwise, carry_out};
pub use fighting::CastNow;
pub use hand::ByHand;
pub use log::{BEHAVIOUR, BadLog, Header, Line, Log, Rebased};
pub use moving::InReach;
pub use random::Random;
pub use sequence::{PlayPhase, sequence};
pub use snapshot::Snapshot;
pub use state::*;
pub use weighing::Judge;
pub use words::Naming;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use found::Found;

use crate::hexgrid::HexId;
use crate::model::{Activity, Entries, Event, Key, Location, Points, Reminder, Ruled, Scenario, ScenarioId, SideId};
use crate::rules::{Counter, Deeds, Engine, Known, Moment, Piece, Position, Situation, Words};
use crate::sorting::Arrange;

/// How strictly the rules are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// Nothing is done by hand.
    Strict,
    /// Everything can be done by hand, and a forbidden step can be forced; both are marked.
    #[default]
    Warn,
    /// As `Warn`, and no step or end of a move is refused; what the rules forbid is marked.
    Free,
}

impl Hand {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Hand::Strict => "strict",
            Hand::Warn => "warn",
            Hand::Free => "free",
        }
    }
}

/// How a game is played.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What the dice come from.
    pub seed: u64,
    pub hand: Hand,
    /// The options that are played, by their places in the game's list; the usual ones if none.
    pub options: Option<BTreeSet<usize>>,
}

/// How a game ends that cannot go on.
pub const STUCK: &str = "stuck: what follows from the last decision does not end";

/// So many changes may follow from one decision, and so many more for each counter; then the game is stuck.
const MOST_CHANGES: (usize, usize) = (10_000, 40);
/// So many things may be under way in each other, and so many wait for each counter: triggers may speak of all of them at once.
const MOST_FRAMES: (usize, usize) = (64, 4);

/// A decision that was made.
#[derive(Clone, Debug)]
struct Mark {
    /// The length of the journal before it.
    journal: usize,
    by: Asker,
    unruled: Option<Unruled>,
}

/// How a decision is not what the rules carry out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unruled {
    /// By hand, and the printed rule that was named for it.
    Hand(Option<String>),
    /// Against the rules, and why they forbid it.
    Against(String),
}

impl Unruled {
    /// What it is counted under.
    fn word(&self) -> String {
        match self {
            Unruled::Hand(Some(rule)) => format!("by hand, {rule}"),
            Unruled::Hand(None) => "by hand".to_owned(),
            Unruled::Against(_) => "against the rules".to_owned(),
        }
    }
}

/// A game that is being played.
pub struct Match<'e> {
    engine: &'e Engine<'e>,
    scenario: &'e Scenario,
    settings: Settings,
    options: Arc<BTreeSet<usize>>,
    sequence: Vec<PlayPhase>,
    /// Whether some limit binds at the end of a phase.
    late: bool,
    /// How many changes may follow from one decision, and how much may be under way.
    most: (usize, usize),
    /// The triggers of each event, by their places in the list.
    heard: BTreeMap<Event, Vec<u16>>,
    state: State,
    journal: Vec<Change>,
    /// What happened before the first decision; it cannot be taken back.
    opening: Vec<Change>,
    marks: Vec<Mark>,
    known: RefCell<Known>,
    found: RefCell<Found>,
    /// Whether somebody reads why something is refused.
    told: std::cell::Cell<bool>,
    /// The step of a move that was found to be allowed last, and what it brings.
    step_found: std::cell::Cell<Option<(HexId, Points, bool)>>,
    asked: Option<Ask>,
    /// What happened since the last decision began.
    fresh: usize,
}

/// A moment of a game to which decisions that are only tried are taken back: what was asked, and what was known of the
/// position.
pub struct Held {
    decisions: usize,
    asked: Option<Ask>,
    known: Known,
}

/// What something that is under way does next.
enum Next {
    /// It asks.
    Asks(Asker, What),
    /// Something changed: whoever is on top now goes on.
    Goes,
}

impl<'e> Match<'e> {
    /// Begins a game: everything that the scenario puts at exact places stands there.
    pub fn new(engine: &'e Engine<'e>, scenario: ScenarioId, settings: Settings) -> Option<Self> {
        let mut game = Match::unbegun(engine, scenario, settings)?;
        game.state.position = Position::start(engine.game(), game.scenario);
        game.state.frames.push(Frame::SetUp(SettingUp::default()));
        game.settle();
        game.opening = std::mem::take(&mut game.journal);
        Some(game)
    }

    /// Nobody and nothing is anywhere yet.
    fn unbegun(engine: &'e Engine<'e>, scenario: ScenarioId, settings: Settings) -> Option<Self> {
        let game = engine.game();
        let scenario = game.scenarios.at(scenario)?;
        let options = settings.options.clone().map_or_else(|| engine.start().options, Arc::new);
        let sequence = sequence(game, scenario);
        let arrivals = vec![Coming::default(); scenario.arrivals.len()];
        let counters: usize = game.units.values().map(|unit| unit.count.max(1) as usize).sum();
        let state = State { arrivals, ..State::default() };
        Some(Match {
            engine,
            scenario,
            settings,
            options,
            sequence,
            late: limiting::binds_late(game),
            most: (MOST_CHANGES.0 + MOST_CHANGES.1 * counters, MOST_FRAMES.0 + MOST_FRAMES.1 * counters),
            heard: triggering::heard(game),
            state,
            journal: Vec::new(),
            opening: Vec::new(),
            marks: Vec::new(),
            known: RefCell::default(),
            found: RefCell::default(),
            told: std::cell::Cell::new(true),
            step_found: std::cell::Cell::default(),
            asked: None,
            fresh: 0,
        })
    }

    /// The rules.
    pub fn engine(&self) -> &'e Engine<'e> {
        self.engine
    }

    /// The scenario that is played.
    pub fn scenario(&self) -> &'e Scenario {
        self.scenario
    }

    /// How it is played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The options that are played.
    pub fn options_played(&self) -> &BTreeSet<usize> {
        &self.options
    }

    /// Everything that the game remembers.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How many decisions have been made.
    pub fn decisions(&self) -> usize {
        self.marks.len()
    }

    /// What happened since the last decision.
    pub fn events(&self) -> &[Change] {
        self.journal.get(self.fresh..).unwrap_or_default()
    }

    /// What happened before the first decision.
    pub fn opening(&self) -> &[Change] {
        &self.opening
    }

    /// The phase that is being played.
    pub fn phase(&self) -> Option<&PlayPhase> {
        self.sequence.get(usize::from(self.state.clock.phase?))
    }

    /// What is asked; nothing when the game is over.
    pub fn ask(&self) -> Option<&Ask> {
        self.asked.as_ref().filter(|_| self.state.over.is_none())
    }

    /// The moment that it is.
    pub fn moment(&self) -> Moment {
        let phase = self.phase();
        Moment {
            turn: self.state.clock.turn,
            side: self.phase_side(),
            phase: phase.and_then(|phase| phase.id),
            options: Arc::clone(&self.options),
            play: true,
            moved: self.late.then(|| Arc::new(self.moved_now())),
            sky: self.state.sky.clone(),
            ..Moment::default()
        }
    }

    /// Asks the rules about the position as it is.
    pub fn look<'s, R>(&'s self, about: impl FnOnce(&Situation<'s>) -> R) -> R {
        self.look_at(self.moment(), about)
    }

    fn look_at<'s, R>(&'s self, moment: Moment, about: impl FnOnce(&Situation<'s>) -> R) -> R {
        let situation = Situation::knowing(self.engine, &self.state.position, moment, self.known.take());
        let found = about(&situation);
        self.known.replace(situation.into_known());
        found
    }

    /// Forgets what was found of the position, as if it were looked at for the first time. Answers stay the same.
    pub fn forget(&self) {
        self.known.take();
        self.found.take();
    }

    fn words(&self) -> Words<'e> {
        Words { engine: self.engine }
    }

    /// An entry of a list by its place, as it is now; nothing if it does not count now.
    fn live_at<T: Ruled>(&self, entries: &'e Entries<T>, n: u16) -> Option<&'e T> {
        let entry = entries.list.get(usize::from(n))?;
        if entries.variants.is_empty() {
            return Some(entry);
        }
        self.engine.live(entries, &self.moment()).find(|other| other.id() == entry.id())
    }

    /// What only has to be remembered now, of all that says when.
    pub fn reminders(&self) -> impl Iterator<Item = &'e Reminder> {
        let about = About { side: self.phase_side(), ..About::default() };
        let reminders = self.engine.game().rules.reminders.iter().filter(|reminder| reminder.when.is_some());
        let begun = self.state.clock.phase.is_some();
        reminders.filter(move |reminder| begun && self.holds(&about, reminder.when.as_ref()))
    }

    /// Which of those that may stand instead of an entry does so now, by its place.
    #[cfg(not(feature = "cli"))]
    fn live_place<T: Ruled>(&self, entries: &'e Entries<T>, n: u16) -> Option<usize> {
        let live = self.live_at(entries, n)?;
        entries.variants.iter().position(|variant| variant.instead.as_ref().is_some_and(|it| std::ptr::eq(it, live)))
    }

    /// All that can be decided now, except by hand; nothing where chance is asked: see [`Match::chance`].
    pub fn options(&self) -> Vec<Decision> {
        let Some(Ask { by: Asker::Side(_), .. }) = self.ask() else { return Vec::new() };
        let mut list = self.candidates();
        list.arrange();
        list.dedup();
        self.untold(|| list.retain(|decision| self.allows_candidate(decision)));
        self.found.borrow_mut().allow_all(&list);
        list
    }

    /// What chance decides next, from the seed of the game; nothing if chance is not asked.
    pub fn chance(&self) -> Option<Decision> {
        let ask = self.ask().filter(|ask| ask.by == Asker::Dice)?;
        let decision = match &ask.what {
            What::Roll(dice, _) => Some(Decision::Roll(throw(self.settings.seed, self.state.rolls, *dice))),
            _ => {
                let mut all = self.candidates();
                all.arrange();
                // One for each counter and each copy of a card: what there is more of comes more often.
                let mut pcg = Pcg::new(self.settings.seed, u64::from(self.state.rolls));
                let n = pcg.below(u32::try_from(all.len()).unwrap_or(u32::MAX));
                all.into_iter().nth(n as usize)
            }
        }?;
        self.found.borrow_mut().allow(&decision);
        Some(decision)
    }

    /// What might be decided now; whether each is allowed is not looked at.
    pub fn candidates(&self) -> Vec<Decision> {
        match self.state.frames.last() {
            Some(Frame::SetUp(frame)) => self.candidates_set_up(frame),
            Some(Frame::Phase(frame)) => self.candidates_phase(frame),
            Some(Frame::Arrive { piece }) => self.candidates_arrive(*piece),
            Some(Frame::Move(frame)) => self.candidates_move(frame),
            Some(Frame::Act(frame)) => self.candidates_act(frame),
            Some(Frame::Battle(frame)) => self.candidates_battle(frame),
            Some(Frame::Choose(frame)) => self.candidates_choose(frame),
            Some(Frame::Draw(frame)) => self.candidates_draw(frame),
            Some(Frame::Lose(frame)) => frame.of.iter().map(|counter| Decision::Piece(*counter)).collect(),
            Some(Frame::Retreat(frame)) => self.candidates_retreat(frame),
            Some(Frame::Advance(frame)) => self.candidates_advance(frame),
            Some(Frame::Pick(frame)) => {
                let units = frame.of.iter().map(|counter| Decision::Piece(*counter));
                units.chain(frame.hexes.iter().map(|hex| Decision::Hex(*hex))).collect()
            }
            Some(Frame::Return(frame)) => self.candidates_return(frame),
            Some(Frame::Offer(_)) => vec![Decision::Done, Decision::Pass],
            Some(Frame::March(frame)) => self.candidates_march(frame),
            Some(Frame::Coming { .. } | Frame::Fill { .. } | Frame::Effects(_) | Frame::Roll(_) | Frame::Run(_)) | None => {
                Vec::new()
            }
        }
    }

    /// Whether something can be decided now, and why not. It costs no listing.
    pub fn allows(&self, decision: &Decision) -> Result<(), Refused> {
        let allowed = self.found_allowed(decision);
        if allowed.is_ok() {
            self.found.borrow_mut().allow(decision);
        }
        allowed
    }

    /// Whether something can be decided now.
    pub fn is_allowed(&self, decision: &Decision) -> bool {
        self.untold(|| self.allows(decision).is_ok())
    }

    /// Asks something of which nobody reads why not: it is not put into words, which takes longer than to find it.
    fn untold<R>(&self, ask: impl FnOnce() -> R) -> R {
        let before = self.told.replace(false);
        let found = ask();
        self.told.set(before);
        found
    }

    /// A refusal in words, if anybody reads them.
    fn refuse(&self, why: impl FnOnce(Words<'e>) -> String) -> Refused {
        match self.told.get() {
            true => Refused::new(why(self.words())),
            false => Refused::new(""),
        }
    }

    /// Whether a candidate is allowed. What made it a candidate is not looked at again.
    fn allows_candidate(&self, decision: &Decision) -> bool {
        match self.state.frames.last() {
            Some(Frame::SetUp(frame)) => self.finds_room(frame, decision),
            Some(Frame::Act(frame)) => self.act_goes_on(frame, decision),
            Some(Frame::Retreat(_) | Frame::Return(_) | Frame::Choose(_) | Frame::Pick(_) | Frame::Offer(_)) => true,
            _ => self.found_allowed(decision).is_ok(),
        }
    }

    fn found_allowed(&self, decision: &Decision) -> Result<(), Refused> {
        let Some(ask) = self.ask() else { return Err(Refused::new("the game is over")) };
        match (ask.by, decision) {
            (Asker::Dice, Decision::Roll(faces)) => {
                let What::Roll(dice, _) = &ask.what else { return Err(Refused::new("nothing is rolled now")) };
                let fits = sum(*dice, faces).is_some();
                return if fits { Ok(()) } else { Err(Refused::new(format!("{dice} cannot show that"))) };
            }
            (Asker::Dice, decision @ Decision::Draw(_)) => {
                let there = self.candidates().contains(decision);
                return if there { Ok(()) } else { Err(Refused::new("that cannot be drawn")) };
            }
            (Asker::Dice, _) => return Err(Refused::new("the dice are asked")),
            (Asker::Side(_), Decision::Roll(_) | Decision::Draw(_)) => return Err(Refused::new("no dice are asked")),
            (Asker::Side(_), Decision::Hand(hand)) => return self.allow_hand(hand),
            (Asker::Side(_), Decision::Force(hex)) => return self.allow_force(*hex),
            _ => {}
        }
        match self.state.frames.last() {
            Some(Frame::SetUp(frame)) => self.allow_set_up(frame, decision),
            Some(Frame::Phase(frame)) => self.allow_phase(frame, decision),
            Some(Frame::Arrive { piece }) => self.allow_arrive(*piece, decision),
            Some(Frame::Move(frame)) => self.allow_move(frame, decision),
            Some(Frame::Act(frame)) => self.allow_act(frame, decision),
            Some(Frame::Battle(frame)) => self.allow_battle(frame, decision),
            Some(Frame::Choose(frame)) => self.allow_choose(frame, decision),
            Some(Frame::Lose(frame)) => self.allow_lose(frame, decision),
            Some(Frame::Retreat(frame)) => self.allow_retreat(frame, decision),
            Some(Frame::Advance(frame)) => self.allow_advance(frame, decision),
            Some(Frame::Draw(frame)) => self.allow_draw(frame, decision),
            Some(Frame::Return(frame)) => self.allow_return(frame, decision),
            Some(Frame::March(frame)) => self.allow_march(frame, decision),
            Some(Frame::Offer(_)) => match decision {
                Decision::Done | Decision::Pass => Ok(()),
                _ => Err(Refused::new("`done` to do it, or `pass`")),
            },
            Some(Frame::Pick(frame)) => match decision {
                Decision::Piece(counter) if frame.of.contains(counter) => Ok(()),
                Decision::Hex(hex) if frame.hexes.contains(hex) => Ok(()),
                _ => Err(Refused::new("pick one of the units or hexes that it may be placed on")),
            },
            _ => Err(Refused::new("nothing is asked")),
        }
    }

    /// Decides. What is refused changes nothing.
    pub fn decide(&mut self, decision: &Decision) -> Result<&[Change], Refused> {
        if !self.found.get_mut().allows(decision) {
            self.found_allowed(decision)?;
        }
        let Some(by) = self.ask().map(|ask| ask.by) else { return Err(Refused::new("the game is over")) };
        let unruled = self.unruled(decision);
        self.marks.push(Mark { journal: self.journal.len(), by, unruled });
        self.fresh = self.journal.len();
        self.asked = None;
        match self.state.frames.last().cloned() {
            _ if matches!(decision, Decision::Hand(_)) => self.decide_hand(decision),
            Some(Frame::SetUp(frame)) => self.decide_set_up(frame, decision),
            Some(Frame::Phase(frame)) => self.decide_phase(frame, decision),
            Some(Frame::Coming { arrival }) => self.decide_coming(arrival, decision),
            Some(Frame::Fill { pool, thrown }) => self.decide_fill(pool, thrown, decision),
            Some(Frame::Arrive { piece }) => self.decide_arrive(piece, decision),
            Some(Frame::Move(frame)) => self.decide_move(frame, decision),
            Some(Frame::Act(frame)) => self.decide_act(frame, decision),
            Some(Frame::Battle(frame)) => self.decide_battle(*frame, decision),
            Some(Frame::Roll(frame)) => self.decide_roll(*frame, decision),
            Some(Frame::Choose(frame)) => self.decide_choose(*frame, decision),
            Some(Frame::Draw(frame)) => self.decide_draw(frame, decision),
            Some(Frame::Lose(frame)) => self.decide_lose(*frame, decision),
            Some(Frame::Retreat(frame)) => self.decide_retreat(*frame, decision),
            Some(Frame::Advance(frame)) => self.decide_advance(*frame, decision),
            Some(Frame::Pick(frame)) => self.decide_pick(*frame, decision),
            Some(Frame::Return(frame)) => self.decide_return(*frame, decision),
            Some(Frame::Offer(frame)) => self.decide_offer(*frame, decision),
            Some(Frame::March(frame)) => self.decide_march(*frame, decision),
            Some(Frame::Effects(_) | Frame::Run(_)) | None => {}
        }
        if by == Asker::Dice {
            self.change(Change::Rolled);
        }
        self.settle();
        Ok(self.events())
    }

    /// How a decision that is allowed is not what the rules carry out; nothing if it is.
    fn unruled(&self, decision: &Decision) -> Option<Unruled> {
        match (decision, self.settings.hand) {
            (_, Hand::Strict) => None,
            (Decision::Hand(hand), _) => Some(Unruled::Hand(hand.rule.clone())),
            (Decision::Force(_), _) | (Decision::Hex(_) | Decision::Piece(_) | Decision::Done, Hand::Free) => {
                self.forbidden(decision).map(|refused| Unruled::Against(refused.why.into_owned()))
            }
            _ => None,
        }
    }

    /// How the last decision was not what the rules carry out; nothing if it was.
    pub fn last_unruled(&self) -> Option<&Unruled> {
        self.marks.last()?.unruled.as_ref()
    }

    /// How often something was done by hand or against the rules, by what it is counted under.
    pub fn count_unruled(&self) -> BTreeMap<String, u32> {
        let mut counts = BTreeMap::new();
        for unruled in self.marks.iter().filter_map(|mark| mark.unruled.as_ref()) {
            *counts.entry(unruled.word()).or_default() += 1;
        }
        counts
    }

    /// Whether the last decision can be taken back: not beyond a roll, a draw, or what somebody else decided.
    pub fn can_undo(&self) -> bool {
        let mine = |mark: &Mark| mark.by != Asker::Dice && self.ask().is_some_and(|ask| ask.by == mark.by);
        self.marks.last().is_some_and(mine)
    }

    /// Takes the last decision back, if that is allowed.
    pub fn undo(&mut self) -> bool {
        self.can_undo() && self.take_back(1)
    }

    /// Takes decisions back, whatever they were: with the agreement of both sides.
    pub fn take_back(&mut self, decisions: usize) -> bool {
        if decisions == 0 || decisions > self.marks.len() {
            return false;
        }
        self.revert(decisions);
        self.asked = None;
        self.settle();
        true
    }

    fn revert(&mut self, decisions: usize) {
        for _ in 0..decisions {
            let Some(mark) = self.marks.pop() else { break };
            self.step_found.take();
            while self.journal.len() > mark.journal {
                let Some(change) = self.journal.pop() else { break };
                self.state.revert(&change);
                self.changed_by(&change);
            }
        }
        self.fresh = self.journal.len();
    }

    /// Holds this moment, to come back to it.
    pub fn hold(&self) -> Held {
        Held { decisions: self.marks.len(), asked: self.asked.clone(), known: self.known.borrow().clone() }
    }

    /// Takes back all that was decided since a moment that was held. The position is the same again: nothing that was known of
    /// it has to be found once more, and the same is asked.
    pub fn back_to(&mut self, held: Held) {
        let decisions = self.marks.len().saturating_sub(held.decisions);
        if decisions > 0 {
            self.revert(decisions);
            (self.asked, *self.known.get_mut()) = (held.asked, held.known);
        }
    }

    /// The one way in which anything changes.
    fn change(&mut self, change: Change) {
        self.step_found.take();
        self.state.apply(&change);
        self.changed_by(&change);
        self.journal.push(change);
    }

    /// Forgets what hangs on what changed.
    fn changed_by(&mut self, change: &Change) {
        self.found.get_mut().after(change);
        if let Some(changed) = change.touches(self.engine) {
            self.known.get_mut().after(self.engine, changed);
        }
    }

    /// Goes on until somebody is asked or the game is over.
    fn settle(&mut self) {
        while self.state.over.is_none() {
            if self.journal.len() - self.fresh > self.most.0 || self.state.frames.len() > self.most.1 {
                let how = STUCK.to_owned();
                return self.change(Change::Over(Over { level: None, side: None, how }));
            }
            let told = self.told.replace(false);
            let next = self.run();
            self.told.set(told);
            match next {
                Next::Asks(by, what) => {
                    self.asked = Some(Ask { by, what });
                    return;
                }
                Next::Goes => {}
            }
        }
    }

    fn run(&mut self) -> Next {
        let Some(top) = self.state.frames.last().cloned() else {
            self.next_phase();
            return Next::Goes;
        };
        match top {
            Frame::SetUp(frame) => self.run_set_up(frame),
            Frame::Phase(frame) => self.run_phase(frame),
            Frame::Coming { arrival } => self.run_coming(arrival),
            Frame::Fill { pool, thrown } => self.run_fill(pool, &thrown),
            Frame::Arrive { piece } => self.run_arrive(piece),
            Frame::Move(frame) => self.run_move(frame),
            Frame::Act(frame) => self.run_act(frame),
            Frame::Battle(frame) => self.run_battle(*frame),
            Frame::Effects(frame) => self.run_effects(*frame),
            Frame::Roll(frame) => self.run_roll(*frame),
            Frame::Choose(frame) => self.run_choose(&frame),
            Frame::Draw(frame) => self.run_draw(frame),
            Frame::Lose(frame) => self.run_lose(*frame),
            Frame::Retreat(frame) => self.run_retreat(*frame),
            Frame::Advance(frame) => self.run_advance(*frame),
            Frame::Pick(frame) => self.run_pick(&frame),
            Frame::Return(frame) => self.run_return(*frame),
            Frame::Offer(frame) => self.run_offer(*frame),
            Frame::Run(frame) => self.run_run(*frame),
            Frame::March(frame) => self.run_march(*frame),
        }
    }

    // What frames do to the stack of frames.

    fn push(&mut self, frame: Frame) {
        self.change(Change::Push(frame));
    }

    fn pop(&mut self) {
        if let Some(frame) = self.state.frames.last().cloned() {
            self.change(Change::Pop(frame));
        }
    }

    fn step(&mut self, after: Frame) {
        if let Some(before) = self.state.frames.last().cloned() {
            let at = self.state.frames.len() - 1;
            self.change(Change::Step { at, before, after });
        }
    }

    // Small changes that many need.

    /// Puts a counter somewhere; it shows what it showed.
    fn put(&mut self, piece: Piece, to: Location) {
        let before = self.state.position.seat(piece.counter());
        self.change(Change::Put { before, after: Some((to, piece)) });
    }

    fn show(&mut self, after: Piece) {
        let Some((_, _, before)) = self.state.position.seat(after.counter()) else { return };
        if before != after {
            self.change(Change::Show { before, after });
        }
    }

    fn did(&mut self, counter: Counter, deed: crate::model::Deed) {
        let before = self.state.position.did.get(&counter).copied().unwrap_or_default();
        let after: Deeds = before.with(deed);
        if before != after {
            self.change(Change::Did { counter, before, after });
        }
    }

    fn used(&self, of: UseOf, per: Span) -> u32 {
        self.state.used.get(&Use { of, per }).copied().unwrap_or(0)
    }

    fn use_up(&mut self, of: UseOf, per: Span) {
        let key = Use { of, per };
        let before = self.state.used.get(&key).copied().unwrap_or(0);
        self.change(Change::Use { key, before, after: before.saturating_add(1) });
    }

    fn markers_on(&self, on: Site) -> Vec<crate::model::MarkerId> {
        let position = &self.state.position;
        match on {
            Site::At(at) => position.markers.get(&at),
            Site::Side(side) => position.side_markers.get(&side),
            Site::Unit(counter) => position.unit_markers.get(&counter),
        }
        .cloned()
        .unwrap_or_default()
    }

    fn mark(&mut self, on: Site, after: Vec<crate::model::MarkerId>) {
        let before = self.markers_on(on);
        if before != after {
            self.change(Change::Mark { on, before, after });
        }
    }

    /// A counter on the map: where it is, and what it shows.
    fn on_map(&self, counter: Counter) -> Option<(HexId, Piece)> {
        match self.state.position.piece(counter)? {
            (Location::Hex(hex), piece) => Some((hex, piece)),
            (Location::Box(_), _) => None,
        }
    }

    fn side_of(&self, counter: Counter) -> Option<SideId> {
        self.engine.game().units.at(counter.0)?.side
    }

    /// The other side; the next one where there are more than two.
    fn enemy_of(&self, side: SideId) -> SideId {
        let count = self.engine.game().sides.len().max(1);
        SideId::new((side.index() + 1) % count)
    }

    /// Whether the phase that is played does that.
    fn does(&self, activity: Activity) -> bool {
        self.phase().is_some_and(|phase| phase.does.contains(&activity))
    }
}
