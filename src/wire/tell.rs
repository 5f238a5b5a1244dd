//! Questions about the game as it stands.

use serde_json::{Map, Value, json};

use super::view::{shown, view};
use super::{No, Session, standing};
use crate::hexgrid::HexId;
use crate::model::{Location, Ruled, SideId};
use crate::play::{Asker, Decision, Match, What};
use crate::rules::{Column, Counting, Piece, Situation, Total, Words};

impl Session<'_> {
    pub(super) fn told(&self, fields: &Map<String, Value>) -> Result<Value, No> {
        let game = self.game.as_ref().ok_or("no game is open")?;
        match fields.get("tell").and_then(Value::as_str) {
            Some("log") => Ok(json!(self.log)),
            Some("said") => self.story(),
            Some("view") if fields.contains_key("at") => {
                let at = fields.get("at").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
                self.view_at(at.ok_or("`at` is a number of decisions")?)
            }
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
        Some("options") => Ok(standing(game, fields.get("words") == Some(&Value::Bool(true)))),
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
        Some("supply") if fields.contains_key("side") => supplies(game, needed("side")?),
        Some("supply") => supply(game, needed("piece")?),
        Some("way") => way(game, needed("piece")?, word("mode")?, needed("hex")?),
        Some("targets") => targets(game),
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

/// A way of moving by its id.
fn find_mode(game: &Match<'_>, id: Option<&str>) -> Result<Option<u16>, No> {
    let Some(id) = id else { return Ok(None) };
    let mut modes = game.engine().game().rules.movement.iter().flat_map(|movement| &movement.modes.list);
    let place = modes.position(|mode| mode.id.0 == id).and_then(|n| u16::try_from(n).ok());
    place.map(Some).ok_or_else(|| No::from(format!("no mode is called `{id}`")))
}

/// The cheapest move of a unit to a hex, as the decisions to send.
fn way(game: &Match<'_>, piece: &str, mode: Option<&str>, hex: &str) -> Result<Value, No> {
    let naming = game.naming();
    let (counter, to) = (naming.find_counter(piece)?, naming.find_hex(hex)?);
    let mode = find_mode(game, mode)?;
    let way = game.way_to(counter, mode, to).map_err(|refused| No::from(refused.why.into_owned()))?;
    // Whoever is moving already is not named again, nor is the way in which it moves.
    let begun = matches!(game.ask().map(|ask| &ask.what), Some(What::Step(moving)) if *moving == counter);
    let named = game.moving().filter(|_| begun).and_then(|moving| moving.mode);
    let first = (!begun).then_some(Decision::Piece(counter));
    let rest = way.into_iter().filter(|decision| !matches!(decision, Decision::Mode(mode) if Some(*mode) == named));
    Ok(json!({ "do": first.into_iter().chain(rest).map(|decision| naming.decision(&decision)).collect::<Vec<_>>() }))
}

/// Hexes that the side that is asked could attack, and who could.
fn targets(game: &Match<'_>) -> Result<Value, No> {
    let Some(Asker::Side(side)) = game.ask().map(|ask| ask.by) else { return Err(No::from("no side is asked")) };
    let naming = game.naming();
    let hexes = game
        .targets_of(side)
        .into_iter()
        .map(|(hex, who)| (naming.hex(hex), who.into_iter().map(|counter| json!(naming.counter(counter))).collect::<Value>()));
    Ok(Value::Object(hexes.collect()))
}

fn reach(game: &Match<'_>, piece: &str, mode: Option<&str>) -> Result<Value, No> {
    let counter = game.naming().find_counter(piece)?;
    let mode = find_mode(game, mode)?;
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
    let naming = game.naming();
    let units = |total: &Total<'_>| -> Vec<Value> {
        let each = total.units.iter().map(|unit| {
            let by: Vec<Value> = unit.by.iter().map(|by| json!({ "id": by.id.0, "rule": by.rule(), "text": by.note })).collect();
            let (piece, counts) = (naming.counter(unit.piece.counter()), unit.counts.to_string());
            json!({ "piece": piece, "at": naming.hex(unit.hex), "printed": unit.printed, "strength": counts, "changes": by })
        });
        let support = total.support.iter().map(|(entry, piece, gave)| {
            let by = json!([{ "id": entry.id.0, "rule": entry.rule(), "text": entry.note }]);
            json!({ "piece": naming.counter(piece.counter()), "supports": true, "strength": gave.to_string(), "changes": by })
        });
        each.chain(support).collect()
    };
    let more = |total: &Total<'_>| -> Vec<Value> {
        let each = total.more.iter();
        each.map(|(by, added)| json!({ "id": by.id.0, "rule": by.rule(), "text": by.note, "add": added.to_string() })).collect()
    };
    let told = game.odds_now(|odds| {
        json!({
            "attack": odds.attack.sum.to_string(),
            "defense": odds.defense.sum.to_string(),
            "attackers": units(&odds.attack),
            "defenders": units(&odds.defense),
            "added": { "attack": more(&odds.attack), "defense": more(&odds.defense) },
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
    Ok(game.look(|situation| traced(game, situation, &piece, hex)))
}

/// What every trace of a unit comes to.
fn traced(game: &Match<'_>, situation: &Situation<'_>, piece: &Piece, hex: HexId) -> Value {
    let words = Words { engine: game.engine() };
    let each = situation.traces().map(|trace| {
        let supplied = situation.supply(trace, piece, hex);
        json!({ "trace": trace.id.0, "is": supplied.is_supplied(), "why": words.supplied(&supplied) })
    });
    each.collect()
}

/// The same for everybody of a side who stands on the map.
fn supplies(game: &Match<'_>, side: &str) -> Result<Value, No> {
    let (side, naming) = (find_side(game, side)?, game.naming());
    let all = game.state().position.stacks().flat_map(|(hex, stack)| stack.iter().map(move |piece| (hex, *piece)));
    let own = all.filter(|(_, piece)| game.engine().side_of(piece) == Some(side));
    Ok(game.look(|situation| {
        let each = own.map(|(hex, piece)| (naming.counter(piece.counter()), traced(game, situation, &piece, hex)));
        Value::Object(each.collect())
    }))
}

fn find_side(game: &Match<'_>, side: &str) -> Result<SideId, No> {
    let found = game.engine().game().sides.iter().find(|(_, it)| it.id == side).map(|(id, _)| id);
    found.ok_or_else(|| No::from(format!("no side is called `{side}`")))
}

fn zones(game: &Match<'_>, side: &str) -> Result<Value, No> {
    let (side, naming) = (find_side(game, side)?, game.naming());
    let hexes = game.engine().game().map.iter().flat_map(|map| map.board.hexes());
    Ok(game.look(|situation| hexes.filter(|hex| situation.in_zone(side, *hex)).map(|hex| json!(naming.hex(hex))).collect()))
}
