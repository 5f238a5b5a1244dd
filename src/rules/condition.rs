//! Conditions: true, false, or unknown because a die, a player or something that nobody asked about decides.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Query;
use crate::model::{
    Amount, BridgeCondition, Card, Comparison, Condition, Game, Key, OptionId, PhaseName, PlaceId, SideId, SideWord, TurnId,
    Window,
};

/// What a condition is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not.
    False,
    /// It may.
    Unknown,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}

impl Truth {
    /// Both.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Unknown,
        }
    }

    /// One of the two.
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::True, _) | (_, Truth::True) => Truth::True,
            (Truth::False, Truth::False) => Truth::False,
            _ => Truth::Unknown,
        }
    }

    /// Whether it surely holds.
    pub fn sure(self) -> bool {
        self == Truth::True
    }

    /// Whether it may hold.
    pub fn possible(self) -> bool {
        self != Truth::False
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

/// When a question is asked, and what is assumed.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    /// The game turn; unknown if none.
    pub turn: Option<TurnId>,
    /// Whose player turn; unknown if none.
    pub side: Option<SideId>,
    /// The phase; unknown if none.
    pub phase: Option<PhaseName>,
    /// Options that are played.
    pub options: Arc<BTreeSet<usize>>,
    /// Whether others may be played too.
    pub open: bool,
    /// Those that cannot be played all the same: another scenario offers them.
    pub elsewhere: BTreeSet<usize>,
    /// Whether a game is being played: what nobody holds or has declared is then not so, rather than unknown.
    pub play: bool,
    /// Who has moved in this phase and stays where it is: for limits that bind at its end.
    pub moved: Option<Arc<BTreeSet<super::Counter>>>,
    /// What the dice say that a condition asks for; unknown if none.
    pub rolled: Option<i32>,
    /// The weather and the ground, where they are not as the calendar has them.
    pub sky: Sky,
}

/// The weather and the ground, where they are not as the calendar has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sky {
    pub weather: Option<Arc<str>>,
    pub ground: Option<Arc<str>>,
}

impl Moment {
    /// The weather; unknown without a turn.
    pub fn weather<'a>(&'a self, game: &'a Game) -> Option<Option<&'a str>> {
        let turn = game.turns.at(self.turn?)?;
        Some(self.sky.weather.as_deref().or(turn.weather.as_deref()))
    }

    /// The state of the ground; unknown without a turn.
    pub fn ground<'a>(&'a self, game: &'a Game) -> Option<Option<&'a str>> {
        let turn = game.turns.at(self.turn?)?;
        Some(self.sky.ground.as_deref().or(turn.ground.as_deref()))
    }
}

/// Whether a turn lies in a window, both ends counting.
pub fn in_window(game: &Game, window: &Window, moment: &Moment) -> Truth {
    let Some(turn) = moment.turn else { return Truth::Unknown };
    let tagged = |wanted: &Vec<crate::model::TurnTag>| {
        game.turns.at(turn).is_some_and(|t| t.tags.iter().any(|tag| wanted.iter().any(|w| w.0 == *tag)))
    };
    let inside = window.from.is_none_or(|from| from <= turn)
        && window.to.is_none_or(|to| turn <= to)
        && window.on.as_ref().is_none_or(|on| on.contains(&turn))
        && window.tags.as_ref().is_none_or(tagged);
    let half = match (window.half, moment.side) {
        (None, _) => Truth::True,
        (Some(_), None) => Truth::Unknown,
        (Some(wanted), Some(side)) => Truth::from(wanted == side),
    };
    Truth::from(inside).and(half)
}

/// Whether a condition holds as far as the calendar and the options decide; all else is unknown.
pub fn holds(game: &Game, condition: &Condition, moment: &Moment) -> Truth {
    Asker { game, moment, query: None }.condition(condition)
}

impl Query<'_> {
    /// Whether a condition holds here and now.
    pub fn holds(&self, condition: &Condition) -> Truth {
        Asker { game: self.situation.engine.game(), moment: &self.situation.moment, query: Some(self) }.condition(condition)
    }

    /// Whether an entry counts here: its condition, if it has one.
    pub fn counts(&self, condition: Option<&Condition>) -> Truth {
        let Some(condition) = condition else { return Truth::True };
        let truth = self.holds(condition);
        if truth == Truth::Unknown && self.situation.notes_doubts() {
            let asker = Asker { game: self.situation.engine.game(), moment: &self.situation.moment, query: Some(self) };
            asker.doubts(condition, &mut |doubt| self.situation.note(doubt));
        }
        truth
    }
}

/// Something that nobody has said, and on which an answer hangs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    Turn,
    /// The phase, whether it is one of these.
    Phase(Vec<PhaseName>),
    /// Whose player turn it is.
    Side,
    /// Whether one of these options is played.
    Option(Vec<OptionId>),
    /// What dice say.
    Roll,
    /// Who holds these places.
    Holder(Vec<PlaceId>),
    /// Whether a player has declared one of these.
    Declared(Vec<String>),
    /// What else happens in play.
    Play,
}

struct Asker<'a> {
    game: &'a Game,
    moment: &'a Moment,
    query: Option<&'a Query<'a>>,
}

impl Asker<'_> {
    fn condition(&self, it: &Condition) -> Truth {
        let mut truth = Truth::True;
        let mut and = |other: Truth| truth = truth.and(other);
        for part in it.all.iter().flatten() {
            and(self.condition(part));
        }
        if let Some(any) = &it.any {
            and(any.iter().fold(Truth::False, |t, part| t.or(self.condition(part))));
        }
        if let Some(not) = &it.not {
            and(!self.condition(not));
        }
        if let Some(window) = &it.turns {
            and(in_window(self.game, window, self.moment));
        }
        if let Some(phases) = &it.phase {
            and(self.moment.phase.map_or(Truth::Unknown, |phase| Truth::from(phases.contains(&phase))));
        }
        if let Some(options) = &it.option {
            let played = options.iter().any(|option| self.moment.options.contains(&option.index()));
            let may = self.moment.open && options.iter().any(|option| !self.moment.elsewhere.contains(&option.index()));
            and(if may && !played { Truth::Unknown } else { Truth::from(played) });
        }
        if let Some(sides) = &it.side {
            let is = |word: &SideWord, side: SideId| match (word, self.query) {
                (SideWord::Is(wanted), _) => Truth::from(*wanted == side),
                (word, Some(query)) => query.is_side(*word, side),
                (_, None) => Truth::Unknown,
            };
            let any = |side: SideId| sides.iter().fold(Truth::False, |truth, word| truth.or(is(word, side)));
            and(self.moment.side.map_or(Truth::Unknown, any));
        }
        if let Some(grounds) = &it.ground {
            let now = self.moment.ground(self.game);
            let now = now.filter(|_| !grounds.iter().any(|ground| self.may_come(&ground.0)));
            and(now.map_or(Truth::Unknown, |now| Truth::from(grounds.iter().any(|ground| Some(ground.0.as_str()) == now))));
        }
        if let Some(weathers) = &it.weather {
            let now = self.moment.weather(self.game);
            let now = now.filter(|_| !weathers.iter().any(|weather| self.may_come(&weather.0)));
            and(now.map_or(Truth::Unknown, |now| Truth::from(weathers.iter().any(|weather| Some(weather.0.as_str()) == now))));
        }
        if let Some(roll) = &it.roll {
            and(self.succeeds(roll));
        }
        let of_play = it.unit.is_some()
            || it.units.is_some()
            || it.hex.is_some()
            || it.target.is_some()
            || it.hexside.is_some()
            || it.control.is_some()
            || it.exited.is_some()
            || it.eliminated.is_some()
            || it.bridge.is_some()
            || it.compare.is_some()
            || it.flag.is_some()
            || it.counter.is_some()
            || it.deck.is_some()
            || it.result.is_some()
            || it.combat.is_some()
            || it.applied.is_some()
            || it.declared.is_some();
        if of_play {
            and(self.query.map_or(Truth::Unknown, |query| query.of_play(it)));
        }
        truth
    }
}

impl Asker<'_> {
    /// Whether an effect may have brought such weather or ground, as far as nobody plays.
    fn may_come(&self, word: &str) -> bool {
        !self.moment.play && self.game.brought.contains(word)
    }

    /// Whether a roll succeeds; unknown until it has fallen.
    fn succeeds(&self, roll: &crate::model::Roll) -> Truth {
        let Some(rolled) = self.moment.rolled.map(crate::model::Points::whole) else { return Truth::Unknown };
        let number = |amount: &Amount| match (amount, self.query) {
            (Amount::Number(number), _) => Some(*number),
            (amount, Some(query)) => query.amount(amount),
            (_, None) => None,
        };
        let within = |bound: &Option<Amount>, inside: &dyn Fn(crate::model::Points) -> bool| match bound {
            None => Truth::True,
            Some(amount) => number(amount).map_or(Truth::Unknown, |bound| Truth::from(inside(bound))),
        };
        within(&roll.at_least, &|least| rolled >= least).and(within(&roll.at_most, &|most| rolled <= most))
    }

    /// What of a condition that is unknown nobody has said.
    fn doubts(&self, it: &Condition, note: &mut dyn FnMut(Doubt)) {
        for part in it.all.iter().flatten().chain(it.any.iter().flatten()).chain(it.not.as_deref()) {
            if self.condition(part) == Truth::Unknown {
                self.doubts(part, note);
            }
        }
        let turns = it.turns.is_some() || it.ground.is_some() || it.weather.is_some();
        if turns && self.moment.turn.is_none() {
            note(Doubt::Turn);
        }
        let half = it.turns.as_ref().is_some_and(|window| window.half.is_some());
        if (half || it.side.is_some()) && self.moment.side.is_none() {
            note(Doubt::Side);
        }
        if let (Some(phases), None) = (&it.phase, &self.moment.phase) {
            note(Doubt::Phase(phases.clone()));
        }
        let alone = |condition: Condition| self.condition(&condition) == Truth::Unknown;
        if it.option.is_some() && alone(Condition { option: it.option.clone(), ..Condition::default() }) {
            note(Doubt::Option(it.option.clone().unwrap_or_default()));
        }
        if it.roll.is_some() {
            note(Doubt::Roll);
        }
        if let Some(control) =
            it.control.as_ref().filter(|_| alone(Condition { control: it.control.clone(), ..Condition::default() }))
        {
            note(Doubt::Holder(control.of.clone()));
        }
        if let Some(words) =
            it.declared.as_ref().filter(|_| alone(Condition { declared: it.declared.clone(), ..Condition::default() }))
        {
            note(Doubt::Declared(words.clone()));
        }
        let rest = Condition {
            unit: it.unit.clone(),
            units: it.units.clone(),
            hex: it.hex.clone(),
            target: it.target.clone(),
            hexside: it.hexside.clone(),
            bridge: it.bridge.clone(),
            compare: it.compare.clone(),
            result: it.result.clone(),
            combat: it.combat.clone(),
            ..Condition::default()
        };
        if alone(rest) {
            note(Doubt::Play);
        }
    }
}

impl Query<'_> {
    /// How many cards or chits are left in a deck or a cup. Whether a card belongs to it must not hang on that number: one that
    /// says so is counted.
    fn cards_left(&self, position: &super::Position, deck: &str) -> u32 {
        let there = |card: &Card| {
            let asked = card.present.as_ref().filter(|when| !when.asks_for_cards());
            card.deck == deck && self.counts(asked).sure()
        };
        let cards = self.situation.engine.game().cards.iter().filter(|(_, card)| there(card));
        let left = cards.map(|(id, card)| card.count.saturating_sub(position.dealt.get(&id).copied().unwrap_or(0)));
        left.fold(0, u32::saturating_add)
    }

    /// The part of a condition that depends on the position.
    fn of_play(&self, it: &Condition) -> Truth {
        if self.ever {
            return super::possible::of_play(self.situation.engine.game(), it);
        }
        let position = self.situation.position;
        let mut truth = Truth::True;
        // What is false stays so, whatever the rest says: supply, above all, is not traced for nothing.
        macro_rules! and {
            ($part:expr) => {{
                truth = truth.and($part);
                if truth == Truth::False {
                    return truth;
                }
            }};
        }
        if let Some(units) = &it.unit {
            and!(match &self.subject {
                Some((piece, hex)) => self.fits(units, piece, *hex),
                None => Truth::Unknown,
            });
        }
        for group in it.units.iter().flatten() {
            and!(self.group(group));
        }
        if let Some(hexes) = &it.hex {
            and!(self.hex.map_or(Truth::Unknown, |hex| self.is_hex(hexes, hex)));
        }
        if let Some(hexes) = &it.target {
            and!(self.target.map_or(Truth::Unknown, |hex| self.is_hex(hexes, hex)));
        }
        if let Some(sides) = &it.hexside {
            and!(self.cross.map_or(Truth::Unknown, |(from, to)| self.is_hexside(sides, from, to)));
        }
        if let Some(control) = &it.control {
            let held = |place: &crate::model::PlaceId| {
                let nobody = if self.situation.moment.play { Truth::False } else { Truth::Unknown };
                position.held.get(place).map_or(nobody, |side| self.is_side(control.by, *side))
            };
            let (mut sure, mut may) = (0usize, 0usize);
            for place in &control.of {
                let truth = held(place);
                sure += usize::from(truth.sure());
                may += usize::from(truth.possible());
            }
            let least = control.at_least.map_or(control.of.len(), |n| n as usize);
            and!(if sure >= least {
                Truth::True
            } else if may < least {
                Truth::False
            } else {
                Truth::Unknown
            });
            if control.supplied.is_some() {
                and!(self.control_supplied(control, least));
            }
        }
        if let Some(exited) = &it.exited {
            let left = position.exited.iter().filter(|(piece, way)| {
                self.fits(&exited.of, piece, None).sure()
                    && exited.through.as_ref().is_none_or(|through| way.entry.is_some_and(|entry| through.contains(&entry)))
            });
            let steps: i64 = left.map(|(piece, _)| i64::from(self.situation.engine.steps_of(piece).unwrap_or(1))).sum();
            and!(Truth::from(steps >= i64::from(exited.steps.unwrap_or(1))));
        }
        if let Some(lost) = &it.eliminated {
            let count = position.eliminated.iter().filter(|piece| self.fits(&lost.of, piece, None).sure()).count();
            and!(Truth::from(count >= lost.at_least.unwrap_or(1) as usize));
        }
        if let Some(bridge) = &it.bridge {
            let side = self.situation.engine.game().map.as_ref().and_then(|map| map.bridges.at(bridge.at)).map(|b| b.side);
            let is = side.map(|side| position.bridges.get(&side).copied().unwrap_or(BridgeCondition::Intact));
            and!(is.map_or(Truth::Unknown, |is| Truth::from(is == bridge.is)));
        }
        if let Some(compare) = &it.compare {
            and!(self.compares(&compare.left, compare.is, &compare.right));
        }
        if let Some(flags) = &it.flag {
            and!(Truth::from(flags.iter().any(|flag| position.flags.contains(flag))));
        }
        if let Some(counter) = &it.counter {
            let now = position.counters.get(&counter.id).copied().unwrap_or(0);
            let inside = counter.at_least.is_none_or(|n| now >= n) && counter.at_most.is_none_or(|n| now <= n);
            and!(Truth::from(inside));
        }
        if let Some(deck) = &it.deck {
            and!(match self.situation.moment.play {
                true => {
                    let left = i64::from(self.cards_left(position, &deck.id.0));
                    let least = deck.at_least.is_none_or(|n| left >= i64::from(n));
                    Truth::from(least && deck.at_most.is_none_or(|n| left <= i64::from(n)))
                }
                false => Truth::Unknown,
            });
        }
        if let Some(results) = &it.result {
            and!(self.result.map_or(Truth::Unknown, |result| Truth::from(results.iter().any(|r| r == result))));
        }
        if let Some(combats) = &it.combat {
            let kind = self.battle.and_then(|battle| battle.kind);
            and!(kind.map_or(Truth::Unknown, |kind| Truth::from(combats.iter().any(|c| c.0 == kind.id.0))));
        }
        if let Some(applied) = &it.applied {
            let found = applied.iter().any(|wanted| self.applied.contains(&wanted.0));
            and!(Truth::from(found));
        }
        if let Some(declared) = &it.declared {
            let nobody = if self.situation.moment.play { Truth::False } else { Truth::Unknown };
            and!(if declared.iter().any(|word| position.declared.contains(word)) { Truth::True } else { nobody });
        }
        truth
    }

    fn control_supplied(&self, control: &crate::model::Control, least: usize) -> Truth {
        let (Some(trace), Some(land)) = (&control.supplied, self.situation.engine.land()) else { return Truth::Unknown };
        let position = self.situation.position;
        let supplied = control.of.iter().filter(|place| {
            let Some(side) = position.held.get(place).filter(|side| self.is_side(control.by, **side).sure()) else {
                return false;
            };
            let hexes = land.map().places.at(**place).map(|p| p.hexes.as_slice()).unwrap_or_default();
            hexes.iter().any(|hex| self.situation.traced(*trace, *side, *hex).sure())
        });
        Truth::from(supplied.count() >= least)
    }

    fn compares(&self, left: &Amount, is: Comparison, right: &Amount) -> Truth {
        let (Some(left), Some(right)) = (self.amount(left), self.amount(right)) else { return Truth::Unknown };
        Truth::from(super::possible::compares(left, is, right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Dice, OptionId, Points, Roll, Turn, TurnTag};

    fn game() -> Game {
        let mut game = Game::default();
        for (id, tags) in [("1", vec![]), ("2", vec!["night".to_owned()]), ("3", vec![])] {
            game.turns.push(Turn { id: id.to_owned(), date: None, weather: None, ground: None, tags });
        }
        game
    }

    fn at(turn: u32) -> Moment {
        Moment { turn: Some(TurnId(turn)), ..Moment::default() }
    }

    #[test]
    fn windows_count_both_ends() {
        let game = game();
        let window = Window { from: Some(TurnId(1)), to: Some(TurnId(1)), ..Window::default() };
        assert_eq!(in_window(&game, &window, &at(0)), Truth::False);
        assert_eq!(in_window(&game, &window, &at(1)), Truth::True);
        assert_eq!(in_window(&game, &window, &at(2)), Truth::False);
        let night = Window { tags: Some(vec![TurnTag("night".to_owned())]), ..Window::default() };
        assert_eq!(in_window(&game, &night, &at(1)), Truth::True);
        assert_eq!(in_window(&game, &night, &at(2)), Truth::False);
        let half = Window { half: Some(SideId(0)), ..Window::default() };
        assert_eq!(in_window(&game, &half, &at(1)), Truth::Unknown);
    }

    #[test]
    fn a_die_leaves_it_open_and_not_open_is_open() {
        let game = game();
        let roll = Roll { dice: Dice::Sum(1, 6), at_least: Some(Amount::Number(Points::whole(3))), at_most: None };
        let roll = Condition { roll: Some(roll), ..Condition::default() };
        assert_eq!(holds(&game, &roll, &at(0)), Truth::Unknown);
        let not = Condition { not: Some(Box::new(roll.clone())), ..Condition::default() };
        assert_eq!(holds(&game, &not, &at(0)), Truth::Unknown);
        let option = Condition { option: Some(vec![OptionId(0)]), ..Condition::default() };
        assert_eq!(holds(&game, &option, &at(0)), Truth::False);
        let either = Condition { any: Some(vec![roll, option]), ..Condition::default() };
        assert_eq!(holds(&game, &either, &at(0)), Truth::Unknown);
        assert_eq!(holds(&game, &Condition::default(), &at(0)), Truth::True);
    }
}
