//! Counters that a kit has beside those of its author: what players would else have to keep in mind.

use std::collections::BTreeSet;

use super::inventory::AS_NEEDED;
use crate::draw::chart::called;
use crate::model::{BoxId, BoxOffMap, Called, Effect, Game, Location, MarkerAt, Setup, StateId};

/// What such a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aid {
    /// That a unit is in that state.
    State(StateId),
    /// Which turn it is.
    Turn,
    /// How far a count of the rules is, on its track.
    Count(BoxId),
}

impl Aid {
    /// What people call it.
    #[must_use]
    pub fn name(self, game: &Game) -> String {
        match self {
            Aid::State(id) => game.states.at(id).map(|state| called(state.name.as_deref(), &state.id)).unwrap_or_default(),
            Aid::Turn => "Turn".to_owned(),
            Aid::Count(id) => track(game, id).map(|it| called(it.name.as_deref(), &it.id)).unwrap_or_default(),
        }
    }

    /// Its id, which no unit, marker or card of the game has.
    #[must_use]
    pub fn id(self, game: &Game) -> String {
        let mut id = match self {
            Aid::State(id) => format!("state-{}", game.states.at(id).map_or("", |state| state.id.as_str())),
            Aid::Turn => "turn".to_owned(),
            Aid::Count(id) => format!("track-{}", track(game, id).map_or("", |it| it.id.as_str())),
        };
        let taken = |id: &str| {
            game.units.values().any(|unit| unit.id == id)
                || game.markers.values().any(|marker| marker.id == id)
                || game.cards.values().any(|card| card.id == id)
        };
        while taken(&id) {
            id = format!("kit-{id}");
        }
        id
    }

    /// What a word in braces comes to.
    pub(super) fn word(self, game: &Game, word: &str) -> Option<String> {
        word.split('|').find_map(|word| match word.trim() {
            "id" => Some(self.id(game)),
            "name" => Some(self.name(game)),
            _ => None,
        })
    }

    /// How many are printed: of a state as many as of a marker without a count, or what a scenario begins with.
    pub(super) fn copies(self, game: &Game) -> u32 {
        let Aid::State(state) = self else { return 1 };
        let many = |line: &Setup| match line {
            line if line.state != state && !line.also.contains(&state) => 0,
            line if line.n.is_some() => 1,
            line => game.units.at(line.unit).map_or(1, |unit| unit.count),
        };
        let at_the_start = game.scenarios.values().map(|it| it.setup.iter().map(many).fold(0, u32::saturating_add));
        at_the_start.fold(AS_NEEDED, u32::max)
    }
}

fn track(game: &Game, id: BoxId) -> Option<&BoxOffMap> {
    game.map.as_ref()?.boxes.at(id)
}

/// All that the kit of a game with units has: states that no face of a unit shows, the turn, counts that have a track; but
/// nothing for which there is a marker.
#[must_use]
pub fn aids(game: &Game) -> Vec<Aid> {
    if game.units.is_empty() {
        return Vec::new();
    }
    let gained = gained(game);
    let faces: BTreeSet<StateId> = game.units.values().flat_map(|unit| &unit.faces).map(|face| face.state).collect();
    // A lost step is shown by a face, or not at all.
    let bare =
        game.states.iter().filter(|(id, state)| gained.contains(id) && !faces.contains(id) && !state.step && state.counter);
    let bare = bare.filter(|(id, state)| *id != Game::FULL && !has_marker(game, &[state.id.as_str(), state.called()]));
    let mut all: Vec<Aid> = bare.map(|(id, _)| Aid::State(id)).collect();
    let tracks: Vec<(BoxId, &BoxOffMap)> =
        game.map.iter().flat_map(|map| map.boxes.iter()).filter(|(_, it)| it.track.is_some()).collect();
    // What lies on a track when a scenario begins counts there.
    let free = |id: BoxId| {
        let place = MarkerAt::Location(Location::Box(id));
        !game.scenarios.values().flat_map(|scenario| &scenario.markers).any(|line| line.at == place)
    };
    let calendar = |it: &BoxOffMap| it.id.to_lowercase().contains("turn");
    let counted = tracks.iter().any(|(id, it)| calendar(it) && !free(*id));
    if !game.turns.is_empty() && !counted && !has_marker(game, &["turn"]) {
        all.push(Aid::Turn);
    }
    for (id, it) in tracks {
        let words = [it.id.as_str(), it.id.strip_suffix("-track").unwrap_or(&it.id), it.called()];
        let kept = words.iter().any(|word| game.words.counters.find(word).is_some());
        if kept && free(id) && !calendar(it) && !has_marker(game, &words) {
            all.push(Aid::Count(id));
        }
    }
    all
}

/// Whether a marker has one of those words as its id or its name.
fn has_marker(game: &Game, words: &[&str]) -> bool {
    let is = |text: &str| words.iter().any(|word| word.to_lowercase() == text.to_lowercase());
    game.markers.values().any(|marker| is(&marker.id) || is(marker.called()))
}

/// The states that rules or scenarios give to units.
fn gained(game: &Game) -> BTreeSet<StateId> {
    let given = |effect: &Effect| match effect {
        Effect::State { state, .. } => Some(*state),
        _ => None,
    };
    let mut all: BTreeSet<StateId> = game.effects().into_iter().filter_map(given).collect();
    for trace in game.rules.supply.iter().flat_map(|supply| supply.traces.all()) {
        all.extend(trace.state);
        all.extend(trace.worse.iter().flatten().copied());
    }
    all.extend(game.rules.entry.iter().flat_map(|entry| entry.rules.all()).filter_map(|rule| rule.state));
    for scenario in game.scenarios.values() {
        all.extend(scenario.setup.iter().flat_map(|line| line.also.iter().copied().chain([line.state])));
        all.extend(scenario.arrivals.iter().map(|arrival| arrival.state));
    }
    all
}
