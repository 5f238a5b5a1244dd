//! Triggers: what is set off by what units do and by what the calendar does; by itself, or if somebody wants it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    About, Asker, BattleStage, Decision, Fighting, Frame, Match, Next, Offering, Origin, Running, Span, UseOf, What, sum,
};
use crate::hexgrid::HexId;
use crate::model::{Event, Game, SideId, Trigger};
use crate::rules::{Counter, Piece, Query};

/// What was done, for the triggers that it sets off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Done {
    pub(super) event: Event,
    /// Who did or suffered it, as it was then.
    pub(super) piece: Option<Piece>,
    /// Where.
    pub(super) hex: Option<HexId>,
    /// From where it came there, or was attacked.
    pub(super) from: Option<HexId>,
}

/// The triggers of each event: most events have none. What stands instead of one may hear another.
pub(super) fn heard(game: &Game) -> BTreeMap<Event, Vec<u16>> {
    let mut heard: BTreeMap<Event, Vec<u16>> = BTreeMap::new();
    let triggers = &game.rules.triggers;
    for (n, trigger) in triggers.list.iter().enumerate() {
        let instead =
            triggers.variants.iter().filter(|variant| variant.entry == n).filter_map(|variant| variant.instead.as_ref());
        let events: BTreeSet<Event> = instead.chain([trigger]).map(|trigger| trigger.on).collect();
        for event in events {
            heard.entry(event).or_default().extend(u16::try_from(n).ok());
        }
    }
    heard
}

impl<'e> Match<'e> {
    /// The next trigger of the beginning or the end of a phase or a turn, from a place in the list on.
    pub(super) fn next_of_calendar(&self, from: u16, begins: bool) -> Option<u16> {
        let events = if begins { [Event::PhaseStart, Event::TurnStart] } else { [Event::PhaseEnd, Event::TurnEnd] };
        let heard = events.iter().filter_map(|event| self.heard.get(event)).flatten();
        heard.copied().filter(|n| *n >= from).min()
    }

    fn trigger_at(&self, n: u16) -> Option<&'e Trigger> {
        self.live_at(&self.engine.game().rules.triggers, n)
    }

    /// Sets off whatever a unit's deed sets off, the first of the list first.
    pub(super) fn set_off(&mut self, done: Done) {
        let heard = self.heard.get(&done.event).cloned().unwrap_or_default();
        // What is pushed last happens first.
        for n in heard.into_iter().rev() {
            self.set_off_one(n, done);
        }
    }

    fn set_off_one(&mut self, n: u16, done: Done) {
        let Some(trigger) = self.trigger_at(n).filter(|trigger| trigger.on == done.event) else { return };
        let now = self.phase().and_then(|phase| phase.id);
        if !trigger.phase.as_ref().is_none_or(|phases| now.is_some_and(|now| phases.contains(&now))) {
            return;
        }
        if let Some(about) = self.fits_trigger(trigger, done) {
            if let Some(unit) = about.unit.filter(|_| Self::shoots(&trigger.effects)) {
                self.stands_still(unit);
            }
            self.offer(n, trigger, about);
        }
    }

    /// What a trigger is about, if what was done is what it speaks of.
    fn fits_trigger(&self, trigger: &Trigger, done: Done) -> Option<About> {
        let side = done.piece.and_then(|piece| self.engine.side_of(&piece)).or_else(|| self.phase_side());
        let across = done.from.zip(done.hex).zip(self.engine.land());
        let across = across.and_then(|((from, to), land)| land.map().board.hexside_between(from, to));
        let unit = done.piece.map(|piece| piece.counter());
        let about = About { side, unit, hex: done.hex, across, code: self.code_now(), ..About::default() };
        let fits = self.asking(&about, |_, query| {
            let subject = done.piece.map(|piece| (piece, done.hex));
            let query = Query { subject, hex: done.hex, side, cross: done.from.zip(done.hex).or(query.cross), ..*query };
            let who =
                trigger.who.as_ref().is_none_or(|who| subject.is_some_and(|(piece, hex)| query.fits(who, &piece, hex).sure()));
            let at = trigger.at.as_ref().is_none_or(|at| done.hex.is_some_and(|hex| query.is_hex(at, hex).sure()));
            let across = trigger
                .across
                .as_ref()
                .is_none_or(|sides| done.from.zip(done.hex).is_some_and(|(from, to)| query.is_hexside(sides, from, to).sure()));
            who && at && across && query.counts(trigger.when.as_ref()).sure()
        });
        fits.then_some(about)
    }

    fn code_now(&self) -> Option<String> {
        self.battle_under_way().and_then(|(_, fighting)| fighting.code.clone())
    }

    /// A trigger goes off: at once, or after somebody is asked, or after dice.
    pub(super) fn offer(&mut self, n: u16, trigger: &Trigger, about: About) {
        let used = UseOf::Trigger(n);
        if trigger.times.is_some_and(|times| self.used(used.clone(), Span::Game) >= times) {
            return;
        }
        if trigger.may.is_none() && trigger.times.is_some() {
            self.use_up(used, Span::Game);
        }
        let offering = Offering { trigger: n, about, agreed: trigger.may.is_none(), done: false };
        self.push(Frame::Offer(Box::new(offering)));
    }

    pub(super) fn run_offer(&mut self, frame: Offering) -> Next {
        let Some(trigger) = self.trigger_at(frame.trigger).filter(|_| !frame.done) else {
            self.pop();
            return Next::Goes;
        };
        if !frame.agreed {
            let useful = trigger.effects.is_empty() || trigger.effects.iter().any(|e| self.can_happen(&frame.about, e));
            let owner = frame.about.unit.and_then(|unit| self.side_of(unit)).or(frame.about.side);
            if !useful {
                self.pop();
                return Next::Goes;
            }
            return Next::Asks(Asker::Side(self.chooser(&frame.about, trigger.may, owner)), What::Offer(frame.trigger));
        }
        if let Some(roll) = &trigger.roll {
            return Next::Asks(Asker::Dice, What::Roll(roll.dice, trigger.id.0.clone()));
        }
        self.carries_out(frame, true);
        Next::Goes
    }

    fn carries_out(&mut self, mut frame: Offering, success: bool) {
        let (of, about) = (Origin::Trigger(frame.trigger), frame.about.clone());
        frame.done = true;
        self.step(Frame::Offer(Box::new(frame)));
        if success {
            self.push(Frame::Effects(Box::new(Running { of, next: 0, about, only: None })));
        }
    }

    pub(super) fn decide_offer(&mut self, mut frame: Offering, decision: &Decision) {
        let Some(trigger) = self.trigger_at(frame.trigger) else { return self.pop() };
        match decision {
            Decision::Roll(faces) => {
                let Some(roll) = &trigger.roll else { return self.pop() };
                let success = sum(roll.dice, faces).is_some_and(|rolled| self.succeeds(&frame.about, roll, rolled));
                self.carries_out(frame, success);
            }
            Decision::Done => {
                if trigger.times.is_some() {
                    self.use_up(UseOf::Trigger(frame.trigger), Span::Game);
                }
                frame.agreed = true;
                self.step(Frame::Offer(Box::new(frame)));
            }
            _ => self.pop(),
        }
    }

    /// Whether any trigger hangs on an event: most games have few.
    pub(super) fn listens(&self, event: Event) -> bool {
        self.heard.contains_key(&event)
    }

    /// A unit comes into a hex from another, or from nowhere.
    pub(super) fn entered(&mut self, counter: Counter, from: Option<HexId>, to: HexId) {
        let Some((_, _, piece)) = self.state.position.seat(counter) else { return };
        let done = |event: Event| Done { event, piece: Some(piece), hex: Some(to), from };
        if self.listens(Event::Adjacent) && self.next_to_enemy(&piece, to) {
            self.set_off(done(Event::Adjacent));
        }
        if self.listens(Event::Enters) {
            self.set_off(done(Event::Enters));
        }
        if from.is_some() && self.listens(Event::Crosses) {
            self.set_off(done(Event::Crosses));
        }
    }

    fn next_to_enemy(&self, piece: &Piece, hex: HexId) -> bool {
        let (Some(land), Some(side)) = (self.engine.land(), self.engine.side_of(piece)) else { return false };
        self.look(|situation| land.near(hex).into_iter().flatten().any(|near| situation.has_enemy(near, side)))
    }

    /// A hex that somebody left, if nobody is in it any more.
    pub(super) fn left(&mut self, piece: Piece, hex: HexId) {
        if self.listens(Event::Vacated) && self.state.position.stack(hex).is_empty() {
            self.set_off(Done { event: Event::Vacated, piece: Some(piece), hex: Some(hex), from: None });
        }
    }

    /// What a combat sets off when it is declared: for each who attacks, then for each who is attacked.
    pub(super) fn attack_sets_off(&mut self, fighting: &Fighting) {
        if !self.listens(Event::Attacks) && !self.listens(Event::Attacked) {
            return;
        }
        let target = Some(fighting.target);
        let first = fighting.attackers.first().and_then(|counter| self.on_map(*counter)).map(|(hex, _)| hex);
        for (list, event) in [(&fighting.defenders, Event::Attacked), (&fighting.attackers, Event::Attacks)] {
            let all: Vec<Done> = list
                .iter()
                .filter_map(|counter| self.on_map(*counter))
                .map(|(hex, piece)| {
                    let from = if event == Event::Attacks { Some(hex) } else { first };
                    Done { event, piece: Some(piece), hex: target, from }
                })
                .collect();
            let heard = self.heard.get(&event).cloned().unwrap_or_default();
            let once: BTreeMap<u16, usize> = heard
                .iter()
                .filter_map(|n| Some((*n, self.trigger_at(*n).filter(|trigger| trigger.once == Some(true))?)))
                .map(|(n, it)| (n, all.iter().position(|done| self.fits_trigger(it, *done).is_some()).unwrap_or(all.len())))
                .collect();
            for (at, done) in all.iter().enumerate().rev() {
                for n in heard.iter().rev().filter(|n| once.get(n).is_none_or(|first| *first == at)) {
                    self.set_off_one(*n, *done);
                }
            }
        }
    }

    /// What a result sets off before it happens.
    pub(super) fn result_sets_off(&mut self, fighting: &Fighting) {
        if fighting.stage == BattleStage::Result(0) && self.listens(Event::Result) {
            let first = fighting.attackers.first().and_then(|counter| self.on_map(*counter));
            let piece = first.map(|(_, piece)| piece);
            self.set_off(Done { event: Event::Result, piece, hex: Some(fighting.target), from: None });
        }
    }

    /// A turn, or a phase of a side, begins or ends: what names no unit.
    pub(super) fn calendar_sets_off(&mut self, n: u16, side: Option<SideId>) {
        let Some(trigger) = self.trigger_at(n) else { return };
        let about = |piece: Option<Piece>, hex: Option<HexId>| {
            self.fits_trigger(trigger, Done { event: trigger.on, piece, hex, from: None })
        };
        // One that speaks of units goes off for each of them, one that speaks of hexes for each of those.
        let all: Vec<About> = match (&trigger.who, &trigger.at) {
            (Some(who), _) => {
                let pieces: Vec<(HexId, Piece)> = self.look(|situation| {
                    let fits = |(hex, piece): &(HexId, Piece)| {
                        let side = self.engine.side_of(piece).or_else(|| self.phase_side());
                        let query = situation.query();
                        let query = Query { subject: Some((*piece, Some(*hex))), hex: Some(*hex), side, ..query };
                        query.fits(who, piece, Some(*hex)).sure()
                    };
                    situation.pieces().map(|(hex, piece)| (hex, *piece)).filter(fits).collect()
                });
                pieces.into_iter().filter_map(|(hex, piece)| about(Some(piece), Some(hex))).collect()
            }
            (None, Some(at)) => {
                let hexes: Vec<HexId> = self.look(|situation| {
                    let query = Query { subject: None, side: self.phase_side(), ..situation.query() };
                    let fits = |hex: &HexId| Query { hex: Some(*hex), ..query }.is_hex(at, *hex).sure();
                    query.candidates(at).into_iter().filter(fits).collect()
                });
                hexes.into_iter().filter_map(|hex| about(None, Some(hex))).collect()
            }
            _ => about(None, None).map(|about| About { side, ..about }).into_iter().collect(),
        };
        let most = if trigger.once == Some(true) { 1 } else { all.len() };
        for about in all.into_iter().take(most).rev() {
            self.offer(n, trigger, about);
        }
    }
}
