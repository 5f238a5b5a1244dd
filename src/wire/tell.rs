//! Questions about the game as it stands.

use serde_json::{Map, Value, json};

use super::{No, Session, standing};
use crate::model::Location;
use crate::play::{Match, Naming};
use crate::rules::{Column, Counting};

impl Session<'_> {
    pub(super) fn told(&self, fields: &Map<String, Value>) -> Result<Value, No> {
        let game = self.game.as_ref().ok_or("no game is open")?;
        match fields.get("tell").and_then(Value::as_str) {
            Some("log") => Ok(json!(self.log)),
            _ => about(game, fields),
        }
    }
}

/// The answer to a question about a game, as the protocol asks it.
///
/// # Errors
/// Why there is none.
pub fn tell(game: &Match<'_>, fields: &Map<String, Value>) -> Result<Value, String> {
    about(game, fields).map_err(|no| no.why)
}

fn about(game: &Match<'_>, fields: &Map<String, Value>) -> Result<Value, No> {
    let word = |name: &str| match fields.get(name) {
        None => Ok(None),
        Some(Value::String(word)) => Ok(Some(word.as_str())),
        Some(_) => Err(No::from(format!("`{name}` is a word"))),
    };
    let needed = |name: &str| word(name)?.ok_or_else(|| No::from(format!("`{name}` is missing")));
    match fields.get("tell").and_then(Value::as_str) {
        Some("options") => Ok(standing(game)),
        Some("reach") => reach(game, needed("piece")?, word("mode")?),
        Some("odds") => odds(game),
        Some("why") => {
            let sent = fields.get("decision").ok_or("`decision` is missing")?;
            let decision = game.naming().read(sent)?;
            Ok(match game.allows(&decision) {
                Ok(()) => json!({ "allowed": true }),
                Err(refused) => json!({ "allowed": false, "why": refused.why }),
            })
        }
        Some("supply") => supply(game, needed("piece")?),
        Some("zones") => zones(game, needed("side")?),
        Some("stack") => {
            let hex = game.naming().find_hex(needed("hex")?)?;
            let stack = game.state().position.stack(hex).iter().map(|piece| shown(game, piece.counter()));
            Ok(stack.collect())
        }
        Some("view") => Ok(view(game)),
        Some("digest") => Ok(json!(game.digest().word())),
        Some(other) => Err(No::from(format!("nobody can tell `{other}`"))),
        None => Err(No::from("`tell` is a word")),
    }
}

fn reach(game: &Match<'_>, piece: &str, mode: Option<&str>) -> Result<Value, No> {
    let counter = game.naming().find_counter(piece)?;
    let modes = game.engine().game().rules.movement.iter().flat_map(|movement| &movement.modes.list);
    let mode = match mode {
        None => None,
        Some(id) => {
            let place = modes.into_iter().position(|mode| mode.id.0 == id).and_then(|n| u16::try_from(n).ok());
            Some(place.ok_or_else(|| No::from(format!("no mode is called `{id}`")))?)
        }
    };
    let naming = game.naming();
    let hexes = game.reach_of(counter, mode).map_err(|refused| No::from(refused.why.into_owned()))?.into_iter().map(|there| {
        let mut told = Map::new();
        told.insert("cost".to_owned(), json!(there.cost.to_string()));
        told.insert("end".to_owned(), json!(there.no_end.is_none()));
        if there.stops {
            told.insert("stop".to_owned(), json!(true));
        }
        if let Some(why) = there.no_end {
            told.insert("why".to_owned(), json!(why));
        }
        (naming.hex(there.hex), Value::Object(told))
    });
    Ok(Value::Object(hexes.collect()))
}

fn odds(game: &Match<'_>) -> Result<Value, No> {
    let counting = |list: &[Counting]| -> Vec<Value> {
        let each = list.iter().map(|c| json!({ "id": c.id, "add": c.add.to_string(), "rule": c.rule, "text": c.text }));
        each.collect()
    };
    let told = game.odds_now(|odds| {
        json!({
            "attack": odds.attack.sum.to_string(),
            "defense": odds.defense.sum.to_string(),
            "before": odds.before,
            "shifts": counting(&odds.shifts),
            "column": match &odds.column {
                Column::Named(name) => json!(name),
                Column::Forbidden => json!({ "forbidden": true }),
                Column::Result(code) => json!({ "result": code }),
                Column::None => Value::Null,
            },
            "rolls": counting(&odds.rolls),
            "chances": odds.chances.iter().map(|(code, ways)| json!([code, ways])).collect::<Vec<_>>(),
            "throws": odds.throws,
        })
    });
    match told {
        None => Err(No::from("no combat is under way")),
        Some(Ok(told)) => Ok(told),
        Some(Err(refused)) => Err(No::from(refused.why.into_owned())),
    }
}

fn supply(game: &Match<'_>, piece: &str) -> Result<Value, No> {
    let counter = game.naming().find_counter(piece)?;
    let Some((Location::Hex(hex), piece)) = game.state().position.piece(counter) else {
        return Err(No::from("it is not on the map"));
    };
    let words = crate::rules::Words { engine: game.engine() };
    Ok(game.look(|situation| {
        let each = situation.traces().map(|trace| {
            let supplied = situation.supply(trace, &piece, hex);
            json!({ "trace": trace.id.0, "is": supplied.is_supplied(), "why": words.supplied(&supplied) })
        });
        each.collect()
    }))
}

fn zones(game: &Match<'_>, side: &str) -> Result<Value, No> {
    let found = game.engine().game().sides.iter().find(|(_, it)| it.id == side).map(|(id, _)| id);
    let side = found.ok_or_else(|| No::from(format!("no side is called `{side}`")))?;
    let naming = game.naming();
    let hexes = game.engine().game().map.iter().flat_map(|map| map.board.hexes());
    Ok(game.look(|situation| hexes.filter(|hex| situation.in_zone(side, *hex)).map(|hex| json!(naming.hex(hex))).collect()))
}

/// A counter: what it shows and what lies on it.
fn shown(game: &Match<'_>, counter: crate::rules::Counter) -> Value {
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
    })
}

/// Everything that both sides see.
fn view(game: &Match<'_>) -> Value {
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
    let due: Vec<String> = game.state().due.keys().map(|counter| naming.counter(*counter)).collect();
    let sides: Map<String, Value> = position
        .side_markers
        .iter()
        .map(|(side, list)| (naming.hexside(*side), json!(list.iter().filter_map(marker).collect::<Vec<_>>())))
        .collect();
    let bridges: Map<String, Value> =
        position.bridges.iter().map(|(side, is)| (naming.hexside(*side), json!(Naming::bridge_word(*is)))).collect();
    let words = &model.words;
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
        "due": due,
        "turn": game.state().clock.turn.and_then(|turn| model.turns.at(turn)).map(|turn| turn.id.clone()),
        "phase": game.phase().and_then(|phase| phase.id).map(|phase| model.words.phases.word(phase)),
    })
}
