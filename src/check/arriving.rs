//! Arrivals as checks ask about them: with nobody on the map, which is the best that can happen, or as it was set up.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::check::{Input, ScenarioInput};
use crate::model::{Arrival, EntryId, TurnId};
use crate::rules::{Engine, Field, Fit, Moment, Piece, Position, Truth, Words, holds};

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
type Together = (TurnId, Vec<EntryId>, Option<String>);

/// The groups of a scenario, found once.
pub(super) fn groups<'s>(input: &Input<'_>, scenario: &'s ScenarioInput<'_>) -> &'s [Group] {
    scenario.arriving.get_or_init(|| {
        let Some(coming) = Coming::new(input, scenario, None) else { return Vec::new() };
        let mut groups: BTreeMap<Together, (Arrival, usize)> = BTreeMap::new();
        for (n, arrival) in input.game.scenarios[scenario.id].arrivals.iter().enumerate() {
            let sure = |when| holds(input.game, when, &coming.moment(arrival.turn)) == Truth::True;
            if !arrival.when.as_deref().is_none_or(sure) || arrival.again || arrival.entries.is_empty() {
                continue;
            }
            let key = (arrival.turn, arrival.entries.clone(), arrival.mode.clone());
            let (group, last) = groups.entry(key).or_insert_with(|| (Arrival { units: Vec::new(), ..arrival.clone() }, n));
            group.units.extend(&arrival.units);
            *last = n;
        }
        let fit = |(arrival, last): (Arrival, usize)| {
            let fit = coming.field(arrival.turn).map_or(Fit::Unknown, |field| field.arrivals_fit(&arrival));
            Group { arrival, last, fit }
        };
        groups.into_values().map(fit).collect()
    })
}

/// A position that arriving units find, on each turn on which somebody arrives.
pub(super) struct Coming<'a> {
    input: &'a Input<'a>,
    engine: &'a Engine<'a>,
    position: &'a Position,
    start: Moment,
    /// Found when somebody asks: on a big map each takes its time.
    fields: BTreeMap<TurnId, OnceCell<Field<'a>>>,
}

impl<'a> Coming<'a> {
    /// With these on the map; nobody if nothing is given. Nothing if it cannot be asked.
    pub(super) fn new(input: &'a Input<'a>, scenario: &'a ScenarioInput<'a>, there: Option<&'a Position>) -> Option<Self> {
        let game = input.game;
        let lines = &game.scenarios[scenario.id];
        let lost = input.incomplete.map || input.incomplete.rules || input.incomplete.lines || input.incomplete.units;
        if game.map.is_none() || lost || lines.arrivals.is_empty() || game.rules.movement.is_none() {
            return None;
        }
        Some(Coming {
            input,
            engine: scenario.engine,
            position: there.unwrap_or(scenario.nobody),
            start: scenario.engine.start(),
            fields: lines.arrivals.iter().map(|arrival| (arrival.turn, OnceCell::new())).collect(),
        })
    }

    pub(super) fn moment(&self, turn: TurnId) -> Moment {
        Moment { turn: Some(turn), ..self.start.clone() }
    }

    pub(super) fn field(&self, turn: TurnId) -> Option<&Field<'a>> {
        let field = || Field::new(self.engine, self.position, self.moment(turn));
        self.fields.get(&turn).map(|known| known.get_or_init(field))
    }

    /// ` by entry `A``.
    pub(super) fn by(&self, arrival: &Arrival) -> String {
        let Some(map) = &self.input.game.map else { return String::new() };
        let names: Vec<String> = arrival.entries.iter().map(|entry| format!("`{}`", map.entries[*entry].id)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => format!(" by entry {one}"),
            several => format!(" by entries {}", several.join(", ")),
        }
    }
}

/// Why a unit cannot come in, in a few words.
pub(super) fn why<'f>(field: &'f Field<'f>, arrival: &Arrival) -> String {
    let Some(unit) = arrival.units.first() else { return String::new() };
    let entries: Vec<_> = arrival.entries.iter().chain(&arrival.instead).copied().collect();
    let (_, shut) = field.entry_hexes(Piece::new(*unit, arrival.state), &entries, 1);
    let words = Words { engine: field.engine };
    let said: Vec<String> = shut.iter().take(3).map(|why| words.no_entry(why)).collect();
    if said.is_empty() { "it may not stop there or anywhere near".to_owned() } else { said.join(", ") }
}
