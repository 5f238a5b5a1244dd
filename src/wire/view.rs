//! Everything that there is to see: counters, markers, places, arrivals, cards, how the game would end.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::model::{Arrival, Deed};
use crate::play::{Coming, Match, Naming};
use crate::rules::{Counter, Situation};

/// A counter: what it shows and what lies on it.
pub(super) fn shown(game: &Match<'_>, counter: Counter) -> Value {
    let model = game.engine().game();
    let naming = game.naming();
    let Some((at, piece)) = game.state().position.piece(counter) else { return Value::Null };
    let state = |state| model.states.at(state).map(|state: &crate::model::State| state.id.clone());
    let also: Vec<_> = model.states.ids().filter(|id| piece.also.has(*id)).filter_map(state).collect();
    let markers = game.state().position.unit_markers.get(&counter).map(Vec::as_slice).unwrap_or_default();
    let markers: Vec<_> = markers.iter().filter_map(|id| model.markers.at(*id)).map(|marker| marker.id.clone()).collect();
    json!({
        "piece": naming.counter(counter),
        "at": naming.location(at),
        "side": game.engine().side_of(&piece).map(|side| naming.side(side)),
        "face": state(piece.state),
        "also": also,
        "markers": markers,
        "did": did(game, counter),
    })
}

/// What a counter has done, as far as rules ask for it.
fn did(game: &Match<'_>, counter: Counter) -> Vec<Deed> {
    use Deed::{Advanced, Arrived, Attacked, Defended, Fired, Moved, Retreated};
    let done = game.state().position.did.get(&counter).copied().unwrap_or_default();
    [Moved, Attacked, Defended, Fired, Retreated, Advanced, Arrived].into_iter().filter(|deed| done.has(*deed)).collect()
}

/// Where an arrival comes, by the ids of its entries.
fn entries(game: &Match<'_>, arrival: &Arrival) -> Vec<String> {
    let map = game.engine().game().map.as_ref();
    let each = arrival.entries.iter().filter_map(|id| map.and_then(|map| map.entries.at(*id)));
    each.map(|entry| entry.id.clone()).collect()
}

/// Who may come onto the map, on which turn and where.
fn due(game: &Match<'_>) -> Map<String, Value> {
    let (model, naming) = (game.engine().game(), game.naming());
    let told = |arrival: &Arrival| {
        let turn = model.turns.at(arrival.turn).map(|turn| turn.id.clone());
        json!({ "turn": turn, "entries": entries(game, arrival) })
    };
    let each = game.state().due.iter().map(|(counter, n)| {
        let arrival = game.scenario().arrivals.get(*n as usize).map_or(Value::Null, told);
        (naming.counter(*counter), arrival)
    });
    each.collect()
}

/// Who comes later, if anything is to come.
fn later(game: &Match<'_>) -> Vec<Value> {
    let (model, state) = (game.engine().game(), game.state());
    let waiting = |n: usize| state.arrivals.get(n).is_none_or(|coming| *coming == Coming::Waiting);
    let each = game.scenario().arrivals.iter().enumerate().filter(|(n, _)| waiting(*n)).map(|(_, arrival)| {
        let units: Vec<_> = arrival.units.iter().filter_map(|unit| model.units.at(*unit)).map(|unit| unit.id.clone()).collect();
        let turn = model.turns.at(arrival.turn).map(|turn| turn.id.clone());
        json!({ "units": units, "turn": turn, "entries": entries(game, arrival), "if": arrival.when.is_some() })
    });
    each.collect()
}

/// The cards that each side holds.
fn hands(game: &Match<'_>) -> Map<String, Value> {
    let mut hands: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((side, card), count) in &game.state().hands {
        let Some(card) = game.engine().game().cards.at(*card) else { continue };
        let hand = hands.entry(game.naming().side(*side)).or_default();
        hand.extend((0..*count).map(|_| card.id.clone()));
    }
    hands.into_iter().map(|(side, hand)| (side, json!(hand))).collect()
}

/// How many cards are left in each deck, and which were drawn and are in no hand.
fn decks(game: &Match<'_>) -> Map<String, Value> {
    let (model, state) = (game.engine().game(), game.state());
    let told = model.rules.decks.all().map(|deck| {
        let (mut left, mut drawn) = (0u32, Vec::new());
        for (id, card) in model.cards.iter().filter(|(_, card)| card.deck == deck.id.0) {
            let dealt = state.position.dealt.get(&id).copied().unwrap_or(0);
            let held: u32 = state.hands.iter().filter(|((_, other), _)| *other == id).map(|(_, count)| *count).sum();
            left = left.saturating_add(card.count.saturating_sub(dealt));
            drawn.extend((held..dealt).map(|_| card.id.clone()));
        }
        (deck.id.0.clone(), json!({ "left": left, "discarded": drawn }))
    });
    told.collect()
}

/// Everything that both sides see.
pub(super) fn view(game: &Match<'_>) -> Value {
    let (model, position, naming) = (game.engine().game(), &game.state().position, game.naming());
    let pieces: Vec<Value> = position.everybody().map(|(_, piece)| shown(game, piece.counter())).collect();
    let marker = |id: &crate::model::MarkerId| model.markers.at(*id).map(|marker| marker.id.clone());
    let markers: Map<String, Value> = position
        .markers
        .iter()
        .map(|(at, list)| (naming.location(*at), json!(list.iter().filter_map(marker).collect::<Vec<_>>())))
        .collect();
    let place = |id: &crate::model::PlaceId| model.map.as_ref().and_then(|map| map.places.at(*id)).map(|place| place.id.clone());
    let held: Map<String, Value> =
        position.held.iter().filter_map(|(id, side)| Some((place(id)?, json!(naming.side(*side))))).collect();
    let lost: Vec<String> = position.eliminated.iter().map(|piece| naming.counter(piece.counter())).collect();
    let exited: Vec<String> = position.exited.iter().map(|(piece, _)| naming.counter(piece.counter())).collect();
    let sides: Map<String, Value> = position
        .side_markers
        .iter()
        .map(|(side, list)| (naming.hexside(*side), json!(list.iter().filter_map(marker).collect::<Vec<_>>())))
        .collect();
    let bridges: Map<String, Value> =
        position.bridges.iter().map(|(side, is)| (naming.hexside(*side), json!(Naming::bridge_word(*is)))).collect();
    let (words, moment) = (&model.words, game.moment());
    let level = game.level_now().and_then(|n| game.scenario().levels.get(n));
    let points: Map<String, Value> = match game.scenario().points.list.is_empty() {
        true => Map::new(),
        false => {
            game.look(Situation::points_now).into_iter().map(|(side, n)| (naming.side(side), json!(n.to_string()))).collect()
        }
    };
    let ruled = position.counters.iter().map(|(name, n)| (words.counters.word(*name).to_owned(), json!(n)));
    let kept = game.state().kept.iter().map(|(name, n)| (name.clone(), json!(n)));
    let counters: Map<String, Value> = ruled.chain(kept).collect();
    let flags: Vec<&str> = position.flags.iter().map(|flag| words.flags.word(*flag)).collect();
    json!({
        "pieces": pieces,
        "markers": markers,
        "side-markers": sides,
        "bridges": bridges,
        "counters": counters,
        "flags": flags,
        "unruled": game.count_unruled(),
        "held": held,
        "lost": lost,
        "exited": exited,
        "due": due(game),
        "later": later(game),
        "hands": hands(game),
        "decks": decks(game),
        "weather": moment.weather(model).flatten(),
        "ground": moment.ground(model).flatten(),
        "level": level.map(|level| json!({ "name": level.name, "side": level.side.map(|side| naming.side(side)) })),
        "points": points,
        "decisions": game.decisions(),
        "turn": game.state().clock.turn.and_then(|turn| model.turns.at(turn)).map(|turn| turn.id.clone()),
        "side": game.phase().and_then(|phase| phase.side).map(|side| naming.side(side)),
        "phase": game.phase().and_then(|phase| phase.id).map(|phase| model.words.phases.word(phase)),
    })
}
