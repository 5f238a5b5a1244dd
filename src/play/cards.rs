//! Cards: drawn and carried out, or taken into a hand and played later.

use super::{About, Asker, Change, Decision, Drawing, Drawn, Frame, Match, Next, Origin, Refused, Running, What};
use crate::model::{Activity, Card, CardId, Deck, Per, SideId};
use crate::rules::Query;

impl<'e> Match<'e> {
    pub(super) fn deck(&self, id: &str) -> Option<&'e Deck> {
        let decks = &self.engine.game().rules.decks;
        let place = decks.list.iter().position(|deck| deck.id.0 == id)?;
        self.live_at(decks, u16::try_from(place).ok()?)
    }

    /// Draws from a deck that names this phase.
    pub(super) fn draw_in_phase(&mut self, n: u16) {
        let Some(deck) = self.live_at(&self.engine.game().rules.decks, n) else { return };
        let now = self.phase().and_then(|phase| phase.id);
        let named = deck.phase.iter().flatten().any(|phase| Some(*phase) == now);
        if !named || !self.does(Activity::Cards) {
            return;
        }
        let mut sides: Vec<Option<SideId>> = self.askers().into_iter().map(Some).collect();
        if sides.is_empty() {
            sides.push(None);
        }
        let drawn = |side| Drawing { deck: deck.id.0.clone(), left: self.draws_of(deck, side), side };
        let mut all: Vec<Drawing> = sides.into_iter().map(drawn).filter(|drawing| drawing.left > 0).collect();
        // In a phase of several sides each fills its hand; what happens when it is drawn is drawn once.
        if deck.hand.is_none() {
            all.truncate(1);
        }
        // What is pushed last happens first.
        all.into_iter().rev().for_each(|drawing| self.push(Frame::Draw(drawing)));
    }

    /// How many cards are drawn: one if nothing is said, or as many as fill the hand.
    fn draws_of(&self, deck: &Deck, side: Option<SideId>) -> u32 {
        let held = side.map_or(0, |side| self.held(side, &deck.id.0));
        self.look(|situation| {
            let query = Query { side, ..situation.query() };
            let own = deck.side.zip(side).is_none_or(|(word, side)| query.is_side(word, side).possible());
            if !own || !query.counts(deck.when.as_ref()).sure() {
                return 0;
            }
            let whole = |points: crate::model::Points| u32::try_from(points.floor()).unwrap_or(0);
            let room = deck.hand.as_ref().map(|hand| query.amount(hand).map_or(0, whole).saturating_sub(held));
            let draw = deck.draw.as_ref().and_then(|draw| query.amount(draw)).map(whole);
            match (draw, room) {
                (Some(draw), Some(room)) => draw.min(room),
                (None, Some(room)) => room,
                (draw, None) => draw.unwrap_or(1),
            }
        })
    }

    /// How many cards of a deck a side holds.
    fn held(&self, side: SideId, deck: &str) -> u32 {
        let of_deck = |card: &CardId| self.engine.game().cards.at(*card).is_some_and(|card| card.deck == deck);
        self.state.hands.iter().filter(|((owner, card), _)| *owner == side && of_deck(card)).map(|(_, count)| *count).sum()
    }

    /// Whether a deck is full again when nothing is left.
    pub(super) fn reshuffles(&self, deck: &str) -> bool {
        self.deck(deck).is_some_and(|deck| deck.reshuffles == Some(true))
    }

    /// All that was drawn from a deck goes back, except what somebody holds and these.
    pub(super) fn refill(&mut self, deck: &str, except: &[CardId]) {
        let dealt: Vec<(CardId, u32)> = self.state.position.dealt.iter().map(|(card, count)| (*card, *count)).collect();
        for (card, before) in dealt {
            let in_hands = self.state.hands.iter().filter(|((_, other), _)| *other == card).map(|(_, count)| *count);
            let held = in_hands.chain(except.iter().filter(|other| **other == card).map(|_| 1)).fold(0, u32::saturating_add);
            let own = self.engine.game().cards.at(card).is_some_and(|card| card.deck == deck);
            if own && before != held {
                self.change(Change::Deal { card, before, after: held });
            }
        }
    }

    /// Decks that are full again now.
    pub(super) fn refill_decks(&mut self, begins: Per) {
        for n in 0..u16::try_from(self.engine.game().rules.decks.list.len()).unwrap_or(u16::MAX) {
            let deck = self.live_at(&self.engine.game().rules.decks, n);
            if let Some(deck) = deck.filter(|deck| deck.each == Some(begins)) {
                self.refill(&deck.id.0, &[]);
            }
        }
    }

    pub(super) fn run_draw(&mut self, frame: Drawing) -> Next {
        if frame.left > 0 && self.candidates_draw(&frame).is_empty() && self.reshuffles(&frame.deck) {
            self.refill(&frame.deck, &[]);
        }
        if frame.left == 0 || self.candidates_draw(&frame).is_empty() {
            self.pop();
            return Next::Goes;
        }
        match self.chosen_by(&frame) {
            Some(side) => Next::Asks(Asker::Side(side), What::Take(frame.deck)),
            None => Next::Asks(Asker::Dice, What::Draw(frame.deck)),
        }
    }

    /// The side that chooses its cards, where one does.
    fn chosen_by(&self, frame: &Drawing) -> Option<SideId> {
        frame.side.filter(|_| self.deck(&frame.deck).is_some_and(|deck| deck.choose == Some(true)))
    }

    /// One for each copy of a card that is still in its deck; each kind once where it is chosen.
    pub(super) fn candidates_draw(&self, frame: &Drawing) -> Vec<Decision> {
        let cards = self.engine.game().cards.iter().filter(|(_, card)| card.deck == frame.deck && self.in_deck(card));
        let left =
            cards.map(|(id, card)| (id, card.count.saturating_sub(self.state.position.dealt.get(&id).copied().unwrap_or(0))));
        match self.chosen_by(frame) {
            Some(_) => left.filter(|(_, left)| *left > 0).map(|(id, _)| Decision::Card(id)).collect(),
            None => left.flat_map(|(id, left)| (0..left.min(500)).map(move |_| Decision::Draw(Drawn::Card(id)))).collect(),
        }
    }

    /// Whether a card belongs to its deck now.
    pub(super) fn in_deck(&self, card: &Card) -> bool {
        self.holds(&About { side: card.side, ..About::default() }, card.present.as_ref())
    }

    pub(super) fn allow_draw(&self, frame: &Drawing, decision: &Decision) -> Result<(), Refused> {
        match decision {
            Decision::Card(_) if self.candidates_draw(frame).contains(decision) => Ok(()),
            _ => Err(Refused::new("name a card that is left in the deck")),
        }
    }

    pub(super) fn decide_draw(&mut self, mut frame: Drawing, decision: &Decision) {
        let (Decision::Draw(Drawn::Card(card)) | Decision::Card(card)) = decision else { return };
        let deck = self.deck(&frame.deck);
        let hand = frame.side.filter(|_| deck.is_some_and(|deck| deck.hand.is_some()));
        if hand.is_some() || deck.is_none_or(|deck| deck.returns != Some(true)) {
            let before = self.state.position.dealt.get(card).copied().unwrap_or(0);
            self.change(Change::Deal { card: *card, before, after: before + 1 });
        }
        if self.engine.game().cards.at(*card).is_some_and(|card| card.refills) {
            // What goes back at once is not out, and what is in a hand stays there anyway.
            let out = hand.is_none() && deck.is_none_or(|deck| deck.returns != Some(true));
            self.refill(&frame.deck, if out { std::slice::from_ref(card) } else { &[] });
        }
        let drawer = frame.side;
        frame.left -= 1;
        self.step(Frame::Draw(frame));
        match hand {
            Some(side) => {
                let before = self.state.hands.get(&(side, *card)).copied().unwrap_or(0);
                self.change(Change::Hand { side, card: *card, before, after: before + 1 });
            }
            None => self.card_happens(*card, drawer),
        }
    }

    fn card_happens(&mut self, card: CardId, side: Option<SideId>) {
        let side = self.engine.game().cards.at(card).and_then(|card| card.side).or(side);
        let about = About { side, ..About::default() };
        self.push(Frame::Effects(Box::new(Running { of: Origin::Card(card), next: 0, about, only: None })));
    }

    /// The cards of a side that are played in this phase: all where cards are played, elsewhere those that name it.
    pub(super) fn hand_of(&self, side: SideId) -> Vec<CardId> {
        let (all, now) = (self.does(Activity::Cards), self.phase().and_then(|phase| phase.id));
        let names = |id: CardId| {
            let card = self.engine.game().cards.at(id);
            card.is_some_and(|card| now.is_some_and(|now| card.phase.contains(&now)))
        };
        let own = self.state.hands.keys().filter(|(owner, _)| *owner == side).map(|(_, card)| *card);
        own.filter(|card| all || names(*card)).collect()
    }

    pub(super) fn may_play(&self, side: SideId, id: CardId) -> Result<(), Refused> {
        let Some(card) = self.engine.game().cards.at(id).filter(|_| self.state.hands.contains_key(&(side, id))) else {
            return Err(Refused::new("it is not in your hand"));
        };
        let now = self.phase().and_then(|phase| phase.id);
        let filled = self.deck(&card.deck).is_some_and(|deck| deck.phase.iter().flatten().any(|phase| Some(*phase) == now));
        let here = match card.phase.is_empty() {
            // In the phase in which a hand is filled nothing is played, unless the card says so.
            true => self.does(Activity::Cards) && !filled,
            false => now.is_some_and(|now| card.phase.contains(&now)),
        };
        if !here {
            return Err(Refused::new("it is not played in this phase"));
        }
        let about = About { side: Some(side), ..About::default() };
        if !self.holds(&about, card.when.as_ref()) {
            return Err(Refused::new("it cannot be played now"));
        }
        match card.effects.is_empty() || card.effects.iter().any(|effect| self.can_happen(&about, effect)) {
            true => Ok(()),
            false => Err(Refused::new("it would change nothing")),
        }
    }

    pub(super) fn play_card(&mut self, side: SideId, card: CardId) {
        let before = self.state.hands.get(&(side, card)).copied().unwrap_or(0);
        self.change(Change::Hand { side, card, before, after: before.saturating_sub(1) });
        let deck = self.engine.game().cards.at(card).map(|card| card.deck.clone()).unwrap_or_default();
        if self.deck(&deck).is_some_and(|deck| deck.returns == Some(true)) {
            let before = self.state.position.dealt.get(&card).copied().unwrap_or(0);
            self.change(Change::Deal { card, before, after: before.saturating_sub(1) });
        }
        self.card_happens(card, Some(side));
    }
}
