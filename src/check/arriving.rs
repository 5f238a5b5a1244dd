//! Arrivals as checks ask about them: with nobody on the map, which is the best that can happen, or as it was set up.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::check::{CheckContext, ScenarioContext};
use crate::model::{Arrival, EntryId, TurnId, UnitId};
use crate::rules::{Engine, EntryHex, Fit, Moment, Piece, Position, Situation, Truth, Words, holds};

/// All who surely come on one turn by the same entries, and whether they fit with nobody in their way.
pub(super) struct Group {
    /// They, as one arrival.
    pub(super) arrival: Arrival,
    /// The last of their lines.
    pub(super) last: usize,
    /// Whether they fit.
    pub(super) fit: Fit,
}

/// What a group has in common: turn, entries, mode.
type Together<'g> = (TurnId, Vec<EntryId>, Option<&'g str>);

/// The groups of a scenario, found once.
pub(super) fn groups<'s>(context: &CheckContext<'_>, scenario: &'s ScenarioContext<'_>) -> &'s [Group] {
    scenario.arriving.get_or_init(|| {
        let Some(coming) = Coming::new(context, scenario, None) else { return Vec::new() };
        let mut groups: BTreeMap<Together<'_>, (Arrival, usize)> = BTreeMap::new();
        for (n, arrival) in context.game.scenarios[scenario.id].arrivals.iter().enumerate() {
            let sure = |when| holds(context.game, when, &coming.moment(arrival.turn)) == Truth::True;
            if !arrival.when.as_deref().is_none_or(sure) || arrival.again || arrival.entries.is_empty() {
                continue;
            }
            // By the word: they are said in this order.
            let mode = arrival.mode.map(|mode| context.game.words.modes.word(mode));
            let key = (arrival.turn, arrival.entries.clone(), mode);
            let (group, last) = groups.entry(key).or_insert_with(|| (Arrival { units: Vec::new(), ..arrival.clone() }, n));
            group.units.extend(&arrival.units);
            *last = n;
        }
        let fit = |(arrival, last): (Arrival, usize)| {
            let fit = coming.situation(arrival.turn).map_or(Fit::Unknown, |situation| situation.arrivals_fit(&arrival));
            Group { arrival, last, fit }
        };
        groups.into_values().map(fit).collect()
    })
}

/// A position that arriving units find, on each turn on which somebody arrives.
pub(super) struct Coming<'a> {
    context: &'a CheckContext<'a>,
    engine: &'a Engine<'a>,
    position: &'a Position,
    start: Moment,
    /// Found when somebody asks: on a big map each takes its time.
    fields: BTreeMap<TurnId, OnceCell<Situation<'a>>>,
}

impl<'a> Coming<'a> {
    /// With these on the map; nobody if nothing is given. Nothing if it cannot be asked.
    pub(super) fn new(
        context: &'a CheckContext<'a>,
        scenario: &'a ScenarioContext<'a>,
        there: Option<&'a Position>,
    ) -> Option<Self> {
        let game = context.game;
        let lines = &game.scenarios[scenario.id];
        let lost = context.incomplete.map || context.incomplete.rules || context.incomplete.lines || context.incomplete.units;
        if game.map.is_none() || lost || lines.arrivals.is_empty() || game.rules.movement.is_none() {
            return None;
        }
        Some(Coming {
            context,
            engine: scenario.engine,
            position: there.unwrap_or(scenario.nobody),
            start: scenario.engine.start(),
            fields: lines.arrivals.iter().map(|arrival| (arrival.turn, OnceCell::new())).collect(),
        })
    }

    pub(super) fn moment(&self, turn: TurnId) -> Moment {
        Moment { turn: Some(turn), ..self.start.clone() }
    }

    pub(super) fn situation(&self, turn: TurnId) -> Option<&Situation<'a>> {
        let situation = || Situation::new(self.engine, self.position, self.moment(turn));
        self.fields.get(&turn).map(|known| known.get_or_init(situation))
    }

    /// ` by entry `A``.
    pub(super) fn by(&self, arrival: &Arrival) -> String {
        let Some(map) = &self.context.game.map else { return String::new() };
        let names: Vec<String> = arrival.entries.iter().map(|entry| format!("`{}`", map.entries[*entry].id)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => format!(" by entry {one}"),
            several => format!(" by entries {}", several.join(", ")),
        }
    }
}

/// Whether one piece can never come in, by itself and with nobody in its way.
pub(super) fn never<'f>(situation: &'f Situation<'f>, arrival: &Arrival, unit: UnitId) -> bool {
    let several = situation.engine.game().units.at(unit).is_some_and(|unit| unit.count > 1);
    // Several alike may only be in each other's way.
    if several {
        return comes_by(situation, arrival, unit).is_empty();
    }
    matches!(situation.arrivals_fit(&Arrival { units: vec![unit], ..arrival.clone() }), Fit::No(_))
}

/// The hexes where a unit comes in by its entries or those instead.
pub(super) fn comes_by<'f>(situation: &'f Situation<'f>, arrival: &Arrival, unit: UnitId) -> Vec<EntryHex> {
    let entries: Vec<_> = arrival.entries.iter().chain(&arrival.instead).copied().collect();
    situation.entry_hexes(Piece::new(unit, arrival.state), &entries, 1).0
}

/// Why a unit cannot come in, in a few words.
pub(super) fn why<'f>(situation: &'f Situation<'f>, arrival: &Arrival) -> String {
    let Some(unit) = arrival.units.first() else { return String::new() };
    let entries: Vec<_> = arrival.entries.iter().chain(&arrival.instead).copied().collect();
    let (_, shut) = situation.entry_hexes(Piece::new(*unit, arrival.state), &entries, 1);
    let words = Words { engine: situation.engine };
    let said: Vec<String> = shut.iter().take(3).map(|why| words.no_entry(why)).collect();
    if said.is_empty() { "it may not stop there or anywhere near".to_owned() } else { said.join(", ") }
}
